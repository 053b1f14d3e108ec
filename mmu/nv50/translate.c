#include "mmu/nv50/translate.h"

#include "hw/nv50/vm.h"
#include "mmu/nv50/channel.h"

#define ADDRESS_MASK BITS64(ADDRESS_BITS - 1, 0)
#define VRAM_MASK    BITS64(31, 0)
#define TAG_MASK     0xfff /* 12-bit tag addresses; a sum above wraps (tesla-vm.md §5, E14) */

/* One translation on its way. */
struct walk {
    const struct mmu *mmu;
    const struct mmu_access *access;
    struct translation *result;
};

static bool fault(struct walk *w, enum vm_fault_reason reason)
{
    w->result->outcome = TRANSLATION_FAULT;
    w->result->reason = (uint8_t)reason;
    return false;
}

/* VRAM addresses have 32 bits, whatever the field that held them: tesla-vm.md §1.7. */
static linear_addr in_target(linear_addr at)
{
    at.v &= at.target == TARGET_VRAM ? VRAM_MASK : ADDRESS_MASK;
    return at;
}

static bool fetch(struct walk *w, enum translation_structure structure, linear_addr at,
                  uint8_t *bytes, size_t size)
{
    if (w->mmu->memory->read(w->mmu->memory, at, bytes, size))
        return true;
    w->result->outcome = TRANSLATION_OUTSIDE;
    w->result->structure = structure;
    w->result->structure_at = at;
    return false;
}

static uint32_t word_of(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint64_t entry_of(const uint8_t *bytes)
{
    return word_of(bytes) | (uint64_t)word_of(bytes + 4) << 32;
}

/* tesla-vm.md §1.5 T2 to T4 */
static bool find_object(struct walk *w, linear_addr channel)
{
    struct translation *const t = w->result;
    uint8_t bytes[DMAOBJ_BYTES];

    if (channel.target == TARGET_INVALID)
        return fault(w, FAULT_NO_CHANNEL);
    if (!w->access->selector)
        return fault(w, FAULT_NULL_DMAOBJ);
    t->object_at = in_target(channel_object(channel, w->access->selector));
    if (!fetch(w, STRUCTURE_DMAOBJ, t->object_at, bytes, sizeof(bytes)))
        return false;
    for (unsigned i = 0; i < DMAOBJ_WORDS; i++)
        t->object_words[i] = word_of(bytes + (size_t)i * 4);
    dmaobj_unpack(w->mmu->chip, t->object_words, &t->object);
    t->paged = t->object.target == DMAOBJ_TARGET_PAGED;
    t->has_object = true;
    return true;
}

/* tesla-vm.md §1.6; `sum` has 41 bits. */
static bool over_limit(const struct mmu_rules *rules, uint64_t sum, unsigned size, uint64_t limit)
{
    const uint64_t granule = rules->limit_granule ? rules->limit_granule : 1;
    const uint64_t first = sum / granule * granule;
    const uint64_t top = (limit + granule - 1) / granule * granule;
    const uint64_t last = first + (size ? size - 1 : 0);

    switch (rules->limit_rule) {
    case LIMIT_INCL_LAST:
        return last > top;
    case LIMIT_INCL_FIRST:
        return first > top;
    case LIMIT_EXCL_LAST:
        return last >= top;
    case LIMIT_EXCL_FIRST:
        break;
    }
    return first >= top;
}

/* tesla-vm.md §1.5 T6, T7 */
static bool add_base(struct walk *w)
{
    struct translation *const t = w->result;
    const struct mmu_rules *const rules = w->mmu->rules;
    const uint64_t sum = t->object.base + (w->access->at.v & ADDRESS_MASK);

    t->sum.v = rules->sum_wraps ? sum & ADDRESS_MASK : sum;
    if (t->sum.v > ADDRESS_MASK || over_limit(rules, t->sum.v, w->access->size, t->object.limit))
        return fault(w, FAULT_DMAOBJ_LIMIT);
    return true;
}

/* tesla-vm.md §1.5 T9 to T11; *page_shift is the size of the table's pages. */
static bool find_table(struct walk *w, linear_addr channel, unsigned *page_shift)
{
    struct translation *const t = w->result;
    uint8_t bytes[sizeof(uint64_t)];

    t->pde_at = in_target(channel_pde(w->mmu->chip, channel, t->sum));
    if (!fetch(w, STRUCTURE_PDE, t->pde_at, bytes, sizeof(bytes)))
        return false;
    t->pde_word = entry_of(bytes);
    pde_unpack(w->mmu->chip, t->pde_word, &t->pde);
    t->has_pde = true;
    *page_shift = pde_page_shift(w->mmu->chip, &t->pde);
    if (!*page_shift || t->pde.table.target == TARGET_INVALID)
        return fault(w, FAULT_PT_NOT_PRESENT);
    return true;
}

/* tesla-vm.md §1.5 T12, T13 */
static bool find_page(struct walk *w, unsigned page_shift)
{
    struct translation *const t = w->result;
    const uint64_t index = (t->sum.v & BITS64(PD_SPAN_LOG2 - 1, 0)) >> page_shift;
    uint8_t bytes[sizeof(uint64_t)];
    uint32_t entries = pde_entries(w->mmu->chip, &t->pde);

    if (w->mmu->rules->pt_size_on_large) /* the code means bytes: a 4 KiB table's (E05) */
        entries = pde_coded_entries(t->pde.size) >> (page_shift - PAGE_SHIFT_4K);
    if (index >= entries)
        return fault(w, FAULT_PT_TOO_SHORT);
    t->pte_at = t->pde.table;
    t->pte_at.v += index * sizeof(uint64_t);
    t->pte_at = in_target(t->pte_at);
    if (!fetch(w, STRUCTURE_PTE, t->pte_at, bytes, sizeof(bytes)))
        return false;
    t->pte_word = entry_of(bytes);
    pte_unpack(w->mmu->chip, page_shift, t->pte_word, &t->pte);
    t->has_pte = true;
    if (!t->pte.present)
        return fault(w, FAULT_PAGE_NOT_PRESENT);
    if (t->pte.page.target == TARGET_INVALID)
        return fault(w, FAULT_WRONG_MEMTYPE);
    return true;
}

/* Values 3 are reserved: the safe side for the flags, no effect for the others (§1.8, E06). */
static bool merge_read_only(const struct dmaobj *obj, bool from_pte)
{
    switch (obj->access) {
    case DMAOBJ_ACCESS_FROM_PTE:
        return from_pte;
    case DMAOBJ_ACCESS_READ_WRITE:
        return false;
    default:
        return true;
    }
}

static bool merge_supervisor(const struct dmaobj *obj, bool from_pte)
{
    switch (obj->privilege) {
    case DMAOBJ_PRIVILEGE_FROM_PTE:
        return from_pte;
    case DMAOBJ_PRIVILEGE_USER:
        return false;
    default:
        return true;
    }
}

static bool merge_long_cycle(const struct dmaobj *obj, bool from_pte)
{
    return obj->cycle == DMAOBJ_CYCLE_FROM_PTE ? from_pte : obj->cycle == DMAOBJ_CYCLE_LONG;
}

static bool merge_encrypted(const struct dmaobj *obj, bool from_pte)
{
    return obj->encryption == DMAOBJ_ENCRYPTION_FROM_PTE ? from_pte
                                                         : obj->encryption == DMAOBJ_ENCRYPTION_ON;
}

/* tesla-vm.md §1.8. An unpaged object merges with a PTE of all zeros. */
static void merge(const struct dmaobj *obj, const struct pte *pte, struct attributes *out)
{
    *out = (struct attributes){
        .read_only = merge_read_only(obj, pte->read_only),
        .supervisor = merge_supervisor(obj, pte->supervisor),
        .type = obj->type == DMAOBJ_TYPE_FROM_PTE ? pte->type : obj->type,
        .compression =
            obj->compression == COMPRESSION_FROM_PTE ? pte->compression : obj->compression,
        .long_cycle = merge_long_cycle(obj, pte->long_cycle),
        .encrypted = merge_encrypted(obj, pte->encrypted),
    };
    if (out->compression == COMPRESSION_FROM_PTE)
        out->compression = COMPRESSION_NONE; /* reserved in a PTE: §5 */
}

/* tesla-vm.md §1.7: the PTE holds address and tag of the first page of its contiguous block. */
static void place_in_block(struct walk *w, unsigned page_shift)
{
    struct translation *const t = w->result;
    const uint64_t offset = t->sum.v & BITS64(page_shift + t->pte.order - 1, 0);
    const unsigned cells = t->attributes.compression == COMPRESSION_DOUBLE ? 2 : 1;

    t->linear = t->pte.page;
    t->linear.v += offset;
    t->linear = in_target(t->linear);
    t->attributes.tag = (uint16_t)((t->pte.tag + (offset >> 16) * cells) & TAG_MASK);
}

/* tesla-vm.md §1.9 */
static void tag_of_unpaged(struct walk *w)
{
    struct translation *const t = w->result;
    const uint64_t base = (uint64_t)t->object.compression_base << 16;
    const unsigned step =
        t->attributes.compression == COMPRESSION_DOUBLE ? w->mmu->rules->unpaged_double_step : 1;
    uint64_t tag;

    if (t->linear.v < base) {
        t->attributes.compression = COMPRESSION_NONE;
        return;
    }
    tag = t->object.tag_base + ((t->linear.v - base) >> 16) * step;
    if (tag > t->object.tag_limit)
        t->attributes.compression = COMPRESSION_NONE;
    t->attributes.tag = (uint16_t)(tag & TAG_MASK);
}

static enum target target_of_unpaged(uint8_t target)
{
    switch (target) {
    case DMAOBJ_TARGET_SYSRAM_SNOOP:
        return TARGET_SYSRAM_SNOOP;
    case DMAOBJ_TARGET_SYSRAM_NOSNOOP:
        return TARGET_SYSRAM_NOSNOOP;
    default:
        return TARGET_VRAM;
    }
}

static bool translate_paged(struct walk *w, linear_addr channel)
{
    struct translation *const t = w->result;
    unsigned page_shift;

    if (!find_table(w, channel, &page_shift) || !find_page(w, page_shift))
        return false;
    merge(&t->object, &t->pte, &t->attributes);
    place_in_block(w, page_shift);
    return true;
}

static bool translate_unpaged(struct walk *w)
{
    struct translation *const t = w->result;
    static const struct pte zeros;

    merge(&t->object, &zeros, &t->attributes);
    t->linear = in_target((linear_addr){ t->sum.v, target_of_unpaged(t->object.target) });
    if (t->linear.target == TARGET_VRAM && t->attributes.compression != COMPRESSION_NONE)
        tag_of_unpaged(w);
    return true;
}

/* tesla-vm.md §1.5 T16, T17, T19, on the merged attributes */
static bool check(struct walk *w)
{
    const struct translation *const t = w->result;

    if (t->attributes.supervisor && !t->object.supervisor)
        return fault(w, FAULT_PAGE_SUPERVISOR_ONLY);
    if (t->attributes.read_only && w->access->write)
        return fault(w, FAULT_PAGE_READ_ONLY);
    if (t->linear.target == TARGET_VRAM && t->linear.v >= w->mmu->vram_size)
        return fault(w, FAULT_VRAM_LIMIT);
    return true;
}

void mmu_translate(const struct mmu *mmu, const struct mmu_access *access,
                   struct translation *result)
{
    struct walk w = { .mmu = mmu, .access = access, .result = result };
    const linear_addr channel = channel_unpack(access->channel);

    *result = (struct translation){ .outcome = TRANSLATION_OK };
    if (!find_object(&w, channel) || !add_base(&w))
        return;
    if (result->paged ? !translate_paged(&w, channel) : !translate_unpaged(&w))
        return;
    /* Compression works on VRAM only: tesla-vm.md §1.8. */
    if (result->linear.target != TARGET_VRAM)
        result->attributes.compression = COMPRESSION_NONE;
    if (result->attributes.compression == COMPRESSION_NONE)
        result->attributes.tag = 0;
    check(&w);
}
