/* tools/gv100/explain.c: `barecard translate --explain` on GV100: one line for each word that the walk read,
 * with its place, the address bits that chose it, and its meaning. */
#include "tools/gv100/translate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/explain.h"
#include "tools/gv100/names.h"

#define X "0x%" PRIx64

static void step(struct out *out, const char *paragraph, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void step(struct out *out, const char *paragraph, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    explain_line(out, "gv100.md", paragraph, format, list);
    va_end(list);
}

/* ---- instance block ---- */

/* Subcontexts have page directories of their own, after that of the context. */
static void explain_pdb(const struct gmmu_access *access, const struct trail_step *s,
                        struct out *out)
{
    const uint32_t words[2] = { (uint32_t)s->word, (uint32_t)(s->word >> 32) };
    struct ramin_pdb pdb;

    ramin_pdb_unpack(words, &pdb);
    if (access->veid == GMMU_NO_VEID)
        step(out, "§3.1", "no subcontext: words 128 and 129 at %s " X " = 0x%" PRIx32 " 0x%" PRIx32,
             gv100_target_name(s->at.target), s->at.v, words[0], words[1]);
    else
        step(out, "§3.1", "subcontext %d: words %d and %d at %s " X " = 0x%" PRIx32 " 0x%" PRIx32,
             access->veid, RAMIN_SC + RAMIN_SC_WORDS * access->veid,
             RAMIN_SC + RAMIN_SC_WORDS * access->veid + 1, gv100_target_name(s->at.target), s->at.v,
             words[0], words[1]);
    if (pdb.target == RAMIN_TARGET_INVALID)
        step(out, "§5.5 1", "TARGET 1 is INVALID: UNBOUND_INST_BLOCK");
    else if (!pdb.ver2 || !pdb.big_64k)
        step(out, "§5.5 1", "%s is 0, and must be 1: UNBOUND_INST_BLOCK",
             pdb.ver2 ? "bit 11, BIG_PAGE_SIZE," : "bit 10, USE_VER2_PT_FORMAT,");
    else
        step(out, "§3.1", "page directory PD3 at %s " X "%s",
             gv100_target_name((enum target)pdb.target), pdb.base, pdb.vol ? ", volatile" : "");
}

static void explain_valid(const struct gmmu_access *access, const struct trail_step *s,
                          struct out *out)
{
    const bool valid = s->word & BIT((unsigned)access->veid % 32);

    step(out, "§3.1", "SC_PDB_VALID: bit %d of " X " at %s " X " is %d%s", access->veid % 32,
         s->word, gv100_target_name(s->at.target), s->at.v, valid,
         valid ? "" : ": not filled in: UNBOUND_INST_BLOCK");
}

static void explain_last(const struct gmmu_access *access, const struct trail_step *s,
                         struct out *out)
{
    const uint32_t word = (uint32_t)s->word;

    if (FIELD_GET(RAMIN_PDB_TARGET, word) == RAMIN_TARGET_INVALID)
        step(out, "§3.1", "subcontext %d was bound last, with TARGET INVALID: that is an unbind",
             access->last_bound);
    else
        step(
            out, "§3.1",
            "subcontext %d was bound last: VER2 %d, BIG_PAGE_SIZE %d, REPLAY_TEX %d, REPLAY_GCC %d "
            "count for all",
            access->last_bound, !!(word & RAMIN_PDB_USE_VER2_PT_FORMAT),
            !!(word & RAMIN_PDB_BIG_PAGE_SIZE), !!(word & RAMIN_PDB_FAULT_REPLAY_TEX),
            !!(word & RAMIN_PDB_FAULT_REPLAY_GCC));
}

/* ---- tables ---- */

struct shown {
    enum gmmu_level level;
    bool big_half; /* of PD0: its entry has two words */
};

static bool level_of(const struct trail_step *s, struct shown *shown)
{
    *shown = (struct shown){ .level = GMMU_PD0, .big_half = strcmp(s->level, "PDE0 big") == 0 };
    if (shown->big_half || strcmp(s->level, "PDE0 small") == 0)
        return true;
    if (strcmp(s->level, "PTE 64K") == 0 || strcmp(s->level, "PTE 4K") == 0) {
        shown->level = s->level[4] == '6' ? GMMU_PT_BIG : GMMU_PT_SMALL;
        return true;
    }
    for (shown->level = GMMU_PD3; shown->level < GMMU_PD0; shown->level++)
        if (strcmp(s->level, gmmu_levels[shown->level].name) == 0)
            return true;
    return false;
}

static void say_pde(const struct gmmu_pde *pde, const char *table, bool sparse_by_vol, char *text,
                    size_t size)
{
    static const char *const places[] = { "", "VID_MEM", "SYS_MEM_COHERENT",
                                          "SYS_MEM_NONCOHERENT" };

    if (pde->aperture != GMMU_PDE_INVALID)
        snprintf(text, size, "aperture %u: %s at %s " X "%s", pde->aperture, table,
                 places[pde->aperture], pde->table, pde->vol ? ", volatile" : "");
    else if (sparse_by_vol && pde->vol)
        snprintf(text, size, "aperture 0, VOL 1: sparse, unless the other half has a table");
    else
        snprintf(text, size, "aperture 0: no %s", table);
}

static void say_pte(const struct gmmu_pte *pte, bool big, char *text, size_t size)
{
    if (pte->valid)
        snprintf(text, size, "valid: page at %s " X ", vol=%d priv=%d ro=%d ad=%d kind=0x%x",
                 gv100_aperture_name(pte->aperture), pte->page, pte->vol, pte->privilege,
                 pte->read_only, pte->atomic_disable, pte->kind);
    else if (pte->vol)
        snprintf(text, size, "VALID 0, VOL 1: sparse");
    else if (big && pte->privilege)
        snprintf(text, size, "VALID 0, PRIVILEGE 1: no 4 KiB page under it is valid: fault PTE");
    else
        snprintf(text, size, "VALID 0: no page%s",
                 big ? ", on to the 4 KiB table if there is one" : "");
}

/* The table that an entry of PD3, PD2 and PD1 leads to. */
static const char *const directories[] = { "PD2", "PD1", "PD0" };

/* A PD0 entry is two words, of which the lower may be the PTE of a page of 2 MiB instead of a PDE. */
static void say_word(const struct shown *shown, uint64_t word, char *text, size_t size)
{
    struct gmmu_pde pde;
    struct gmmu_pte pte;

    if (shown->level < GMMU_PD0) {
        gmmu_pde_unpack(word, &pde);
        if (pde.aperture == GMMU_PDE_INVALID)
            snprintf(text, size, pde.vol ? "aperture 0, VOL 1: sparse" : "aperture 0: fault PDE");
        else
            say_pde(&pde, directories[shown->level], false, text, size);
    } else if (shown->level == GMMU_PD0 && shown->big_half && (word & GMMU_PDE_IS_PTE)) {
        gmmu_pte_unpack(word, &pte);
        say_pte(&pte, false, text, size);
    } else if (shown->level == GMMU_PD0) {
        if (shown->big_half)
            gmmu_big_pde_unpack(word, &pde);
        else
            gmmu_pde_unpack(word, &pde);
        say_pde(&pde, shown->big_half ? "64 KiB table" : "4 KiB table", shown->big_half, text,
                size);
    } else {
        gmmu_pte_unpack(word, &pte);
        say_pte(&pte, shown->level == GMMU_PT_BIG, text, size);
    }
}

static void explain_entry(const struct gmmu_access *access, const struct trail_step *s,
                          struct out *out)
{
    const char *const paragraph = strstr(s->source, "§");
    const struct gmmu_level_row *row;
    struct shown shown;
    char text[256];

    if (!level_of(s, &shown))
        return;
    row = &gmmu_levels[shown.level];
    say_word(&shown, s->word, text, sizeof(text));
    step(out, paragraph, "VA %u:%u = 0x%x: %s at %s " X " = " X ": %s", row->va_high, row->va_low,
         gmmu_index(shown.level, access->va), s->level, gv100_target_name(s->at.target), s->at.v,
         s->word, text);
}

/* The upper word of PD0's entry says nothing where the lower is a page of 2 MiB. */
static bool is_ignored(const struct gmmu_result *r, unsigned i)
{
    return i && strcmp(r->trail.steps[i].level, "PDE0 small") == 0 &&
           (r->trail.steps[i - 1].word & GMMU_PDE_IS_PTE);
}

/* ---- the end ---- */

static void explain_check(const struct gmmu_access *access, const struct gmmu_result *r,
                          struct out *out)
{
    static const char *const operations[] = { "a read", "a write", "an atomic" };
    const char *const who = access->privileged ? "privileged" : "not privileged";

    if (r->outcome == GMMU_FAULT && r->fault == GMMU_FAULT_UNSUPPORTED_KIND)
        step(out, "§5.6", "kind 0x%x is not supported in %s: UNSUPPORTED_KIND", r->pte.kind,
             gv100_aperture_name(r->aperture));
    else if (r->outcome == GMMU_FAULT)
        step(out, "§5.5 7", "%s, %s: %s", operations[access->operation], who,
             gv100_fault_name(r->fault));
    else
        step(out, "§5.5 7", "%s, %s, kind 0x%x: nothing forbids it", operations[access->operation],
             who, r->pte.kind);
}

/* A step for each word that the walk read, but not for those that a later one made meaningless. */
void gv100_explain(const struct gmmu_access *access, const struct gmmu_result *r, struct out *out)
{
    for (unsigned i = 0; i < r->trail.count; i++) {
        const struct trail_step *const s = &r->trail.steps[i];

        if (strcmp(s->level, "SC_PDB_VALID") == 0)
            explain_valid(access, s, out);
        else if (strcmp(s->level, "SC_BOUND_LAST") == 0)
            explain_last(access, s, out);
        else if (strcmp(s->level, "SC_ATS") == 0 || strcmp(s->level, "ATS") == 0)
            step(out, "§3.1", "ENABLE_ATS: the page tables of process 0x%x are asked as well",
                 r->pasid);
        else if (strstr(s->level, "PAGE_DIR_BASE"))
            explain_pdb(access, s, out);
        else if (!is_ignored(r, i))
            explain_entry(access, s, out);
    }
    if (r->outcome == GMMU_FAULT && r->fault == GMMU_FAULT_VA_LIMIT_VIOLATION)
        step(out, "§5.5 2", "VA " X " has bits above %d: VA_LIMIT_VIOLATION", access->va,
             GMMU_VA_BITS - 1);
    if (r->page_shift) {
        step(out, "§5.5 7", "page of %s: address = " X " + (" X " mod 0x%x) = " X,
             gv100_page_name(r->page_shift),
             r->address - (access->va & BITS64(r->page_shift - 1, 0)), access->va,
             1u << r->page_shift, r->address);
        explain_check(access, r, out);
    }
}
