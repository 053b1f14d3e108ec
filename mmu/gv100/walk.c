/* mmu/gv100/walk.c: the walk reads the words that the steps of step.h need, one after the other, and records each of
 * them in the trail. step.h has the meaning of a word; here is the order, and the outcome of an access that finds no
 * page, or one that forbids it. */
#include "mmu/gv100/walk.h"

/* One translation on its way. Its functions give false when the result is settled. */
struct walk {
    const struct gmmu *gmmu;
    struct gmmu_result *result;
};

static uint32_t word_of(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static bool outside(struct walk *w, const char *what, linear_addr at)
{
    w->result->outcome = GMMU_OUTSIDE;
    w->result->outside = what;
    w->result->outside_at = at;
    return false;
}

static bool settled(struct walk *w, const struct gmmu_step *step)
{
    switch (step->next) {
    case GMMU_NEXT_SPARSE:
        w->result->outcome = GMMU_SPARSE;
        return true;
    case GMMU_NEXT_FAULT:
        w->result->outcome = GMMU_FAULT;
        w->result->fault = step->fault;
        return true;
    case GMMU_NEXT_TABLES:
    case GMMU_NEXT_PAGE:
        break;
    }
    return false;
}

/* ---- instance block ---- */

static bool read_words(struct walk *w, linear_addr instance, unsigned first, unsigned count,
                       uint32_t *words)
{
    const linear_addr at = { instance.v + (uint64_t)first * 4, instance.target };
    uint8_t bytes[8];

    if (!w->gmmu->memory->read(w->gmmu->memory, at, bytes, (size_t)count * 4))
        return outside(w, "RAMIN", at);
    for (unsigned i = 0; i < count; i++)
        words[i] = word_of(bytes + (size_t)i * 4);
    return true;
}

static void leave_words(struct walk *w, const char *level, linear_addr instance, unsigned first,
                        uint64_t word)
{
    trail_add(&w->result->trail,
              (struct trail_step){ .level = level,
                                   .source = "gv100.md §3.1",
                                   .at = { instance.v + (uint64_t)first * 4, instance.target },
                                   .word = word });
}

/* A subcontext that is not filled in has no page tables: the access faults (§3.1, SC_PDB_VALID). */
static bool find_subcontext(struct walk *w, linear_addr instance, unsigned veid)
{
    const unsigned at = RAMIN_SC_PDB_VALID + veid / 32;
    uint32_t valid;

    if (!read_words(w, instance, at, 1, &valid))
        return false;
    leave_words(w, "SC_PDB_VALID", instance, at, valid);
    if (valid & BIT(veid % 32))
        return true;
    w->result->outcome = GMMU_FAULT;
    w->result->fault = GMMU_FAULT_UNBOUND_INST_BLOCK;
    return false;
}

static unsigned words_of(unsigned veid)
{
    return RAMIN_SC + veid * RAMIN_SC_WORDS;
}

/* The bits that the subcontext bound last has set for all. */
static bool take_last_bound(struct walk *w, const struct gmmu_access *access, struct ramin_pdb *pdb)
{
    const unsigned first = words_of(access->last_bound);
    struct ramin_pdb last;
    uint32_t words[2];

    if (!access->has_last_bound)
        return true;
    if (!read_words(w, access->instance, first, 2, words))
        return false;
    leave_words(w, "SC_BOUND_LAST", access->instance, first, words[0] | (uint64_t)words[1] << 32);
    ramin_pdb_unpack(words, &last);
    ramin_pdb_bound_last(pdb, &last);
    return true;
}

/* Where the process's own page tables are asked as well: a subcontext has a switch of its own, clients without one have
 * the context's. */
static bool take_ats(struct walk *w, const struct gmmu_access *access)
{
    const bool sub = access->veid != GMMU_NO_VEID;
    const unsigned at = sub ? words_of((unsigned)access->veid) + RAMIN_SC_ATS : (unsigned)RAMIN_ATS;
    uint32_t word;

    if (!read_words(w, access->instance, at, 1, &word))
        return false;
    w->result->ats = word & RAMIN_ATS_ENABLE;
    w->result->pasid = FIELD_GET(RAMIN_ATS_PASID, word);
    if (w->result->ats)
        leave_words(w, sub ? "SC_ATS" : "ATS", access->instance, at, word);
    return true;
}

/* The root of the tables stands in the instance block, or, for an access of a subcontext, in that
 * VEID's own slot. */
static bool find_directory(struct walk *w, const struct gmmu_access *access, struct gmmu_step *step)
{
    const bool sub = access->veid != GMMU_NO_VEID;
    const unsigned first = sub ? words_of((unsigned)access->veid) : (unsigned)RAMIN_PAGE_DIR_BASE;
    struct ramin_pdb pdb;
    uint32_t words[2];

    if (sub && !find_subcontext(w, access->instance, (unsigned)access->veid))
        return false;
    if (!read_words(w, access->instance, first, 2, words))
        return false;
    leave_words(w, sub ? "SC_PAGE_DIR_BASE" : "PAGE_DIR_BASE", access->instance, first,
                words[0] | (uint64_t)words[1] << 32);
    ramin_pdb_unpack(words, &pdb);
    if ((sub && !take_last_bound(w, access, &pdb)) || !take_ats(w, access))
        return false;
    w->result->replay_tex = sub && pdb.replay_tex;
    w->result->replay_gcc = sub && pdb.replay_gcc;
    *step = gmmu_step_pdb(w->gmmu->rules, &pdb);
    return !settled(w, step);
}

/* ---- tables ---- */

static const char *const entry_sources[GMMU_LEVEL_COUNT] = {
    [GMMU_PD3] = "gv100.md §5.2",    [GMMU_PD2] = "gv100.md §5.2",
    [GMMU_PD1] = "gv100.md §5.2",    [GMMU_PD0] = "gv100.md §5.3",
    [GMMU_PT_BIG] = "gv100.md §5.4", [GMMU_PT_SMALL] = "gv100.md §5.4",
};

/* The trail's name of a word: the two words of PD0 and the two tables are told apart. */
static const char *trail_name(enum gmmu_level level, unsigned half)
{
    if (level == GMMU_PD0)
        return half ? "PDE0 small" : "PDE0 big";
    if (level == GMMU_PT_BIG)
        return "PTE 64K";
    return level == GMMU_PT_SMALL ? "PTE 4K" : gmmu_levels[level].name;
}

/* An entry of the last directory is two words, one for large and one for small pages: the trail
 * gets both. */
static bool read_entry(struct walk *w, enum gmmu_level level, linear_addr table, uint64_t va,
                       uint64_t words[2])
{
    const unsigned size = gmmu_levels[level].bytes;
    const linear_addr at = { table.v + (uint64_t)gmmu_index(level, va) * size, table.target };
    uint8_t bytes[16];

    if (!w->gmmu->memory->read(w->gmmu->memory, at, bytes, size))
        return outside(w, gmmu_levels[level].name, at);
    for (unsigned i = 0; i < size / 8; i++) {
        words[i] = word_of(bytes + (size_t)i * 8) | (uint64_t)word_of(bytes + (size_t)i * 8 + 4)
                                                        << 32;
        trail_add(&w->result->trail,
                  (struct trail_step){ .level = trail_name(level, i),
                                       .source = entry_sources[level],
                                       .at = { at.v + (uint64_t)i * 8, at.target },
                                       .word = words[i] });
    }
    return true;
}

/* The two tables of an entry of PD0: the 64 KiB one is looked at first (§5.5, steps 5 and 6). */
static bool find_in_tables(struct walk *w, uint64_t va, struct gmmu_step *step)
{
    const struct gmmu_rules *const rules = w->gmmu->rules;
    const bool has_big = step->has_big;
    bool has_small = step->has_small;
    uint64_t big[2], small[2];

    if (has_big && !read_entry(w, GMMU_PT_BIG, step->big, va, big))
        return false;
    if (has_big && gmmu_big_settles(rules, big[0]))
        has_small = false;
    if (has_small && !read_entry(w, GMMU_PT_SMALL, step->small, va, small))
        return false;
    *step = gmmu_step_ptes(rules, has_big ? big : NULL, has_small ? small : NULL);
    return !settled(w, step);
}

/* From the page directory in *step to the page (§5.5, steps 3 to 6). */
static bool find_page(struct walk *w, uint64_t va, struct gmmu_step *step)
{
    uint64_t words[2] = { 0, 0 };

    for (enum gmmu_level level = GMMU_PD3; level < GMMU_PD0; level++) {
        if (!read_entry(w, level, step->small, va, words))
            return false;
        *step = gmmu_step_pde(w->gmmu->rules, words[0]);
        if (settled(w, step))
            return false;
    }
    if (!read_entry(w, GMMU_PD0, step->small, va, words))
        return false;
    *step = gmmu_step_dual(w->gmmu->rules, words);
    if (settled(w, step))
        return false;
    return step->next == GMMU_NEXT_PAGE || find_in_tables(w, va, step);
}

/* ---- the page ---- */

/* The checks on a valid page, each with the fault that it raises (gv100.md §5.5 step 8); their order is a knob. */
static bool fails(const struct walk *w, const struct gmmu_access *access, enum gmmu_check check,
                  enum gmmu_fault_type *fault)
{
    const struct gmmu_pte *const pte = &w->result->pte;
    const bool in_system =
        pte->aperture == GMMU_PTE_SYSTEM_COHERENT || pte->aperture == GMMU_PTE_SYSTEM_NON_COHERENT;
    const bool writes = access->operation == GMMU_WRITE ||
                        (access->operation == GMMU_ATOMIC && w->gmmu->rules->atomic_writes);

    switch (check) {
    case GMMU_CHECK_PRIV:
        *fault = GMMU_FAULT_PRIV_VIOLATION;
        return pte->privilege && !access->privileged;
    case GMMU_CHECK_RO:
        *fault = GMMU_FAULT_RO_VIOLATION;
        return pte->read_only && writes;
    case GMMU_CHECK_ATOMIC:
        *fault = GMMU_FAULT_ATOMIC_VIOLATION;
        return pte->atomic_disable && access->operation == GMMU_ATOMIC;
    case GMMU_CHECK_KIND:
        break;
    }
    *fault = GMMU_FAULT_UNSUPPORTED_KIND;
    return !(gmmu_kind_is(w->gmmu->chip, pte->kind) &
             (in_system ? GMMU_KIND_IS_IN_SYSTEM : GMMU_KIND_IS_SUPPORTED));
}

static void check_page(struct walk *w, const struct gmmu_access *access)
{
    enum gmmu_fault_type fault;

    for (unsigned i = 0; i < GMMU_CHECKS; i++)
        if (fails(w, access, (enum gmmu_check)w->gmmu->rules->order[i], &fault)) {
            w->result->outcome = GMMU_FAULT;
            w->result->fault = (uint8_t)fault;
            return;
        }
}

static void place(struct walk *w, uint64_t va, const struct gmmu_step *step)
{
    struct gmmu_result *const r = w->result;

    gmmu_pte_unpack(step->pte, &r->pte);
    r->outcome = GMMU_OK;
    r->page_shift = step->page_shift;
    r->aperture = r->pte.aperture;
    r->address = gmmu_page_address(w->gmmu->rules, &r->pte, step->page_shift, va);
}

/* A virtual address has 49 bits; the effect of higher ones is unverified (K03). */
static bool in_range(struct walk *w, uint64_t *va)
{
    const bool over = *va >> GMMU_VA_BITS;

    *va &= BITS64(GMMU_VA_BITS - 1, 0);
    if (!over || w->gmmu->rules->va_rule == GMMU_VA_WRAPS)
        return true;
    w->result->outcome = GMMU_FAULT;
    w->result->fault =
        w->gmmu->rules->va_rule == GMMU_VA_LIMIT ? GMMU_FAULT_VA_LIMIT_VIOLATION : GMMU_FAULT_PDE;
    return false;
}

enum gmmu_outcome gmmu_bind(const struct gmmu *gmmu, linear_addr instance, int veid,
                            struct gmmu_step *step, struct gmmu_result *result)
{
    struct walk w = { gmmu, result };

    const struct gmmu_access access = { .instance = instance, .veid = veid };

    result->trail.count = 0;
    result->page_shift = 0;
    result->ats = false;
    result->outcome = GMMU_OK;
    (void)find_directory(&w, &access, step);
    return result->outcome;
}

void gmmu_translate(const struct gmmu *gmmu, const struct gmmu_access *access,
                    struct gmmu_result *result)
{
    struct walk w = { gmmu, result };
    uint64_t va = access->va;
    struct gmmu_step step;

    result->trail.count = 0;
    result->page_shift = 0;
    result->ats = result->replay_tex = result->replay_gcc = false;
    if (!find_directory(&w, access, &step) || !in_range(&w, &va) || !find_page(&w, va, &step))
        return;
    place(&w, va, &step);
    check_page(&w, access);
}
