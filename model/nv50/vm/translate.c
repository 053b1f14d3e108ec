#include "model/nv50/vm/translate.h"

#include "hw/least.h"
#include "hw/nv50/storage.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/stale.h"
#include "model/nv50/vm/tlb.h"

#define SMALL_PAGE UINT64_C(0x1000)

#define CHECKS 4

/* ---- DMA objects ---- */

/* Defects in how an object is found in its channel. */
static void break_place(const struct nv50 *card, linear_addr *channel, uint16_t *selector)
{
    if (card->broken[DEFECT_VM_SELECTOR_SHORT])
        *selector &= 0x7ff;
    if (card->broken[DEFECT_VM_CHANNEL_TARGET_IGNORED])
        channel->target = TARGET_VRAM;
}

void vm_load_object(struct nv50 *card, uint32_t channel, uint16_t selector, uint32_t *words)
{
    linear_addr place = vm_channel_base(channel);

    break_place(card, &place, &selector);
    place.v += (uint64_t)selector << CHANNEL_SELECTOR_SHIFT;
    for (unsigned i = 0; i < DMAOBJ_WORDS; i += 2) {
        const uint64_t pair =
            memory_read64(card, (linear_addr){ place.v + UINT64_C(4) * i, place.target });
        words[i] = (uint32_t)pair;
        words[i + 1] = (uint32_t)(pair >> 32);
    }
    shell_trace(&card->shell, "object %08x %08x %08x %08x %08x %08x of selector %04x", words[0],
                words[1], words[2], words[3], words[4], words[5], selector);
}

static uint64_t broken_base(const struct nv50 *card, uint64_t base)
{
    if (card->broken[DEFECT_VM_BASE_HIGH_IGNORED])
        base &= UINT32_MAX;
    return card->broken[DEFECT_VM_BASE_IGNORED] ? 0 : base;
}

uint64_t vm_object_base(const struct nv50 *card, const uint32_t *object)
{
    return broken_base(card, object[2] | (uint64_t)FIELD_GET(DMAOBJ3_BASE_HIGH, object[3]) << 32);
}

static uint64_t broken_limit(const struct nv50 *card, uint64_t limit)
{
    if (card->broken[DEFECT_VM_LIMIT_HIGH_IGNORED])
        limit &= UINT32_MAX;
    if (card->broken[DEFECT_VM_LIMIT_LONG])
        limit += SMALL_PAGE;
    if (card->broken[DEFECT_VM_LIMIT_SHORT])
        limit -= LEAST(limit, SMALL_PAGE);
    return limit;
}

uint64_t vm_object_limit(const struct nv50 *card, const uint32_t *object)
{
    return broken_limit(card, object[1] | (uint64_t)FIELD_GET(DMAOBJ3_LIMIT_HIGH, object[3]) << 32);
}

/* T7 (docs/hardware/tesla-vm.md §1.6). */
static bool past_limit(const struct nv50 *card, uint64_t sum, uint64_t limit, unsigned size)
{
    const uint64_t granule = card_knob(card, KNOB_LIMIT_GRANULE);

    if (card->broken[DEFECT_VM_LIMIT_IGNORED])
        return false;
    if (granule > 1) {
        sum -= sum % granule;
        limit += (granule - limit % granule) % granule;
    }
    switch (card_knob(card, KNOB_LIMIT_RULE)) {
    case LIMIT_INCL_LAST:
        return sum + size - 1 > limit;
    case LIMIT_INCL_FIRST:
        return sum > limit;
    case LIMIT_EXCL_LAST:
        return sum + size - 1 >= limit;
    default:
        return sum >= limit;
    }
}

/* T6, T7. How far the same answer holds goes to *run. */
static bool apply_object(const struct nv50 *card, const struct vm_access *access, uint64_t *sum,
                         uint64_t *run)
{
    const uint64_t limit = vm_object_limit(card, access->object);
    const uint64_t whole = vm_object_base(card, access->object) + access->logical;
    const bool carry = whole >> ADDRESS_BITS && card_knob(card, KNOB_SUM_WRAP) == SUM_WRAP_FAULT;

    *sum = whole & (BIT64(ADDRESS_BITS) - 1);
    *run = SMALL_PAGE - (*sum & (SMALL_PAGE - 1));
    const unsigned size = (unsigned)LEAST(access->size, *run);
    if (carry || past_limit(card, *sum, limit, size))
        return false;
    if (*sum + *run + SMALL_PAGE > limit) /* near the end every access is looked at by itself */
        *run = size;
    return true;
}

/* ---- pages ---- */

/* T9 to T14, from the TLB if it knows. */
static bool page_of(struct nv50 *card, const struct vm_access *access, uint64_t at,
                    struct tlb_entry *page, const struct tlb_entry **kept)
{
    stale_look(card, access, at);
    *kept = tlb_find(card, access->engine, at);
    if (*kept) {
        *page = **kept;
        return !page->absent;
    }
    vm_walk(card, access->channel, at, page);
    if (!page->absent || card_knob(card, KNOB_NEG_CACHE) != 0) {
        tlb_fill(card, access->engine, page);
        *kept = card->tlbs[access->engine].last;
    }
    return !page->absent;
}

static uint64_t linear_in_block(const struct nv50 *card, const struct tlb_entry *page, uint64_t at)
{
    const uint64_t offset = at - page->at;
    const uint64_t linear =
        card->broken[DEFECT_VM_CONTIG_OR] ? page->linear.v | offset : page->linear.v + offset;
    return linear & (BIT64(ADDRESS_BITS) - 1);
}

/* ---- attributes ---- */

/* The fields of an object that override its pages' attributes (T15, §1.8). */
struct overrides {
    uint32_t access, privilege, type, compression, cycle, encryption;
};

static struct overrides overrides_of(const uint32_t *object)
{
    const uint32_t w0 = object[0], w5 = object[5];

    return (struct overrides){ .access = FIELD_GET(DMAOBJ0_ACCESS, w0),
                               .privilege = FIELD_GET(DMAOBJ0_PRIVILEGE, w0),
                               .type = FIELD_GET(DMAOBJ0_TYPE, w0),
                               .compression = FIELD_GET(DMAOBJ0_COMPRESSION, w0),
                               .cycle = FIELD_GET(DMAOBJ5_CYCLE, w5),
                               .encryption = FIELD_GET(DMAOBJ5_ENCRYPTION, w5) };
}

/* Each of these defects makes a field count as "as the PTE has it". */
static void break_overrides(const bool *broken, struct overrides *fields)
{
    if (broken[DEFECT_VM_ACCESS_OVERRIDE_IGNORED])
        fields->access = DMAOBJ_ACCESS_FROM_PTE;
    if (broken[DEFECT_VM_PRIVILEGE_OVERRIDE_IGNORED])
        fields->privilege = DMAOBJ_PRIVILEGE_FROM_PTE;
    if (broken[DEFECT_VM_TYPE_OVERRIDE_IGNORED])
        fields->type = DMAOBJ_TYPE_FROM_PTE;
    if (broken[DEFECT_VM_COMPRESSION_OVERRIDE_IGNORED])
        fields->compression = COMPRESSION_FROM_PTE;
    if (broken[DEFECT_VM_CYCLE_OVERRIDE_IGNORED])
        fields->cycle = DMAOBJ_CYCLE_FROM_PTE;
    if (broken[DEFECT_VM_ENCRYPTION_OVERRIDE_IGNORED])
        fields->encryption = DMAOBJ_ENCRYPTION_FROM_PTE;
}

/* Of an object's access and privilege fields 0 takes the page's own bit; `on` forces it on, and so does the
 * reserved 3, which is the safe side (E06). */
static bool merge_flag(uint32_t field, uint32_t on, bool from_pte)
{
    return field == 0 ? from_pte : field == on || field == 3;
}

static uint8_t merge_type(const struct nv50 *card, uint32_t type, uint64_t pte)
{
    if (type != DMAOBJ_TYPE_FROM_PTE)
        return (uint8_t)type;
    return card->broken[DEFECT_VM_PTE_TYPE_IGNORED] ? STORAGE_TYPE_PITCH
                                                    : (uint8_t)FIELD_GET(PTE_TYPE, pte);
}

static uint8_t merge_compression(uint32_t compression, uint64_t pte)
{
    if (compression == COMPRESSION_FROM_PTE)
        compression = (uint32_t)FIELD_GET(PTE_COMPRESSION, pte);
    return compression == COMPRESSION_FROM_PTE ? COMPRESSION_NONE : (uint8_t)compression;
}

/* T15. An unpaged object has no PTE: `pte` is 0, which gives the defaults. */
static void merge(const struct nv50 *card, const uint32_t *object, bool paged, uint64_t pte,
                  struct vm_result *out)
{
    struct overrides fields = overrides_of(object);

    if (paged)
        break_overrides(card->broken, &fields);
    out->read_only = merge_flag(fields.access, DMAOBJ_ACCESS_READ_ONLY, pte & PTE_READ_ONLY);
    out->supervisor =
        merge_flag(fields.privilege, DMAOBJ_PRIVILEGE_SUPERVISOR, pte & PTE_SUPERVISOR);
    out->mapping.type = merge_type(card, fields.type, pte);
    out->mapping.long_cycle = fields.cycle == DMAOBJ_CYCLE_FROM_PTE
                                  ? (pte & PTE_LONG_CYCLE) != 0
                                  : fields.cycle == DMAOBJ_CYCLE_LONG;
    out->compression = merge_compression(fields.compression, pte);
    out->merged = out->compression;
    out->encrypted = (card->chip->features & FEATURE_ENCRYPTION) &&
                     (fields.encryption == DMAOBJ_ENCRYPTION_FROM_PTE
                          ? (pte & PTE_ENCRYPTED) != 0
                          : fields.encryption == DMAOBJ_ENCRYPTION_ON);
    out->mapping.encrypted = out->encrypted;
}

/* ---- rights ---- */

static bool privileged(const struct nv50 *card, const struct vm_access *access)
{
    switch (card_knob(card, KNOB_PRIV_SOURCE)) {
    case PRIV_METHOD:
        return access->privileged;
    case PRIV_CLIENT:
        return access->engine == VM_ENGINE_BAR || access->engine == VM_ENGINE_PEEPHOLE ||
               access->engine == VM_ENGINE_PFIFO;
    default:
        return access->privileged || (access->object[0] & DMAOBJ0_SUPERVISOR);
    }
}

static bool listed(const struct nv50 *card, uint8_t type)
{
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++)
        if (storage_types[i].type == type)
            return storage_types[i].chips & card->chip_bit;
    return false;
}

/* T18, off by default (§2.3). */
static bool wrong_memtype(const struct nv50 *card, const struct vm_result *result)
{
    const bool sysram = result->at.target != TARGET_VRAM;

    switch (card_knob(card, KNOB_MEMTYPE_RULE)) {
    case MEMTYPE_COMPRESSED_SYSRAM:
        return sysram && result->merged != COMPRESSION_NONE;
    case MEMTYPE_TILED_SYSRAM:
        return sysram && result->mapping.type != STORAGE_TYPE_PITCH &&
               !(card->chip->features & FEATURE_KIND_SYSRAM);
    case MEMTYPE_UNLISTED:
        return !listed(card, result->mapping.type);
    default:
        return false;
    }
}

/* T19 (§1.11). */
static bool past_vram(const struct nv50 *card, const struct vm_result *result)
{
    return result->at.target == TARGET_VRAM && card_knob(card, KNOB_VRAM_OVER) == VRAM_OVER_FAULT &&
           result->at.v >= pfb_vram_limit(card);
}

/* T16 to T19: whether a check fails. */
static bool fails(const struct nv50 *card, const struct vm_access *access,
                  const struct vm_result *result, enum check check, enum vm_fault_reason *reason)
{
    switch (check) {
    case CHECK_SUPERVISOR:
        *reason = FAULT_PAGE_SUPERVISOR_ONLY;
        return result->supervisor && !privileged(card, access);
    case CHECK_READ_ONLY:
        *reason = FAULT_PAGE_READ_ONLY;
        return result->read_only && access->write;
    case CHECK_MEMTYPE:
        *reason = FAULT_WRONG_MEMTYPE;
        return wrong_memtype(card, result);
    case CHECK_VRAM_LIMIT:
        break;
    }
    *reason = FAULT_VRAM_LIMIT;
    return past_vram(card, result);
}

/* Defects that leave a check out. */
static bool left_out(const struct nv50 *card, enum check check)
{
    return (check == CHECK_SUPERVISOR && card->broken[DEFECT_VM_SUPERVISOR_IGNORED]) ||
           (check == CHECK_READ_ONLY && card->broken[DEFECT_VM_READ_ONLY_IGNORED]) ||
           (check == CHECK_VRAM_LIMIT && card->broken[DEFECT_VM_VRAM_LIMIT_IGNORED]);
}

/* ---- compression tags ---- */

static uint64_t page_tag(const struct nv50 *card, const struct tlb_entry *page, uint64_t sum,
                         bool two)
{
    const uint64_t step = card->broken[DEFECT_VM_TAG_STEP_IGNORED] ? 0 : two ? 2 : 1;

    return FIELD_GET(PTE_TAG, page->pte) + ((sum - page->at) >> 16) * step;
}

/* An unpaged object computes the tag (§1.9); false: it has none there. */
static bool object_tag(const struct nv50 *card, const uint32_t *object, linear_addr at, bool two,
                       uint64_t *tag)
{
    const int64_t distance =
        (int64_t)(uint32_t)at.v - ((int64_t)FIELD_GET(DMAOBJ5_COMPRESSION_BASE, object[5]) << 16);
    const uint32_t step = two ? card_knob(card, KNOB_UNPAGED_DOUBLE_STEP) : 1;

    *tag = 0;
    if (distance < 0)
        return false;
    *tag = FIELD_GET(DMAOBJ4_TAG_BASE, object[4]) + ((uint64_t)distance >> 16) * step;
    return *tag <= FIELD_GET(DMAOBJ4_TAG_LIMIT, object[4]) ||
           card->broken[DEFECT_VM_UNPAGED_TAG_UNCHECKED];
}

/* Compression and its tag: VRAM only. */
static void settle_tag(const struct nv50 *card, const struct vm_access *access, bool paged,
                       const struct tlb_entry *page, uint64_t sum, struct vm_result *result)
{
    const bool two = result->compression == COMPRESSION_DOUBLE;
    uint64_t tag;

    if (paged)
        tag = page_tag(card, page, sum, two);
    else if (!object_tag(card, access->object, result->at, two, &tag))
        result->compression = COMPRESSION_NONE;
    if (result->at.target != TARGET_VRAM)
        result->compression = COMPRESSION_NONE;
    result->tag = result->compression == COMPRESSION_NONE ? 0 : (uint16_t)(tag & 0xfff);
    result->mapping.compression = result->compression;
    result->mapping.tag = result->tag;
}

static void drop_vram_high_bits(const struct nv50 *card, struct vm_result *result)
{
    if (result->at.target != TARGET_VRAM)
        return;
    if (!card->broken[DEFECT_VM_VRAM_HIGH_KEPT])
        result->at.v &= UINT32_MAX;
    const uint64_t end = pfb_vram_limit(card);
    if (end && (card->broken[DEFECT_VM_VRAM_LIMIT_IGNORED] ||
                card_knob(card, KNOB_VRAM_OVER) == VRAM_OVER_ALIAS))
        result->at.v %= end;
}

static bool refuse(struct nv50 *card, const struct vm_access *access, enum vm_fault_reason reason,
                   uint64_t at)
{
    fault_raise(card, access, reason, at);
    return false;
}

static enum traffic traffic_of(uint8_t client)
{
    if (client == VM_CLIENT_PFIFO_READ || client == VM_CLIENT_PFIFO_WRITE)
        return TRAFFIC_HOST;
    return client == VM_CLIENT_DISPATCH ? TRAFFIC_DISPATCH : TRAFFIC_OTHER;
}

/* The first time that a unit reaches memory through a slot stands in the trace. */
static void note_asked(struct nv50 *card, const struct vm_access *access)
{
    uint16_t *const slots = &card->asked[access->engine & 15][access->client & 31];

    if (*slots >> access->slot & 1)
        return;
    *slots |= (uint16_t)(1u << access->slot);
    shell_trace(&card->shell, "asks %u/%x/%u", access->engine, access->client, access->slot);
}

/* T1 to T8 find the object, T9 to T14 the page, T15 merges their attributes, T16 to T19 check them in the order of
 * the knob. The first check that fails is the fault that is recorded. */
bool vm_translate(struct nv50 *card, const struct vm_access *access, struct vm_result *result)
{
    const uint32_t *object = access->object;
    struct tlb_entry page = { 0 };
    enum vm_fault_reason reason;
    uint64_t sum;

    note_asked(card, access);
    *result = (struct vm_result){ .run = SMALL_PAGE - (access->logical & (SMALL_PAGE - 1)) };
    if (FIELD_GET(CHANNEL_DESC_TARGET, access->channel) == TARGET_INVALID &&
        card_knob(card, KNOB_NO_CHANNEL_FAULT) == NO_CHANNEL_FAULTS)
        return refuse(card, access, FAULT_NO_CHANNEL, access->logical);
    if (access->selector == 0 && !card->broken[DEFECT_VM_NULL_OBJECT_ACCEPTED])
        return refuse(card, access, FAULT_NULL_DMAOBJ, access->logical);
    if (!apply_object(card, access, &sum, &result->run))
        return refuse(card, access, FAULT_DMAOBJ_LIMIT, sum);

    const uint32_t target = FIELD_GET(DMAOBJ0_TARGET, object[0]);
    const bool paged = target == DMAOBJ_TARGET_PAGED || card->broken[DEFECT_VM_UNPAGED_AS_PAGED];
    if (paged) {
        if (!page_of(card, access, sum, &page, &result->entry))
            return refuse(card, access, (enum vm_fault_reason)page.reason, sum);
        result->at = (linear_addr){ linear_in_block(card, &page, sum), page.linear.target };
    } else {
        result->at =
            (linear_addr){ sum, target == DMAOBJ_TARGET_VRAM ? TARGET_VRAM : (enum target)target };
    }
    merge(card, object, paged, page.pte, result);
    result->mapping.from = traffic_of(access->client);
    drop_vram_high_bits(card, result);
    settle_tag(card, access, paged, &page, sum, result);

    for (unsigned i = 0; i < CHECKS; i++) {
        const enum check check = (enum check)card->check_order[i];

        if (left_out(card, check) || !fails(card, access, result, check, &reason))
            continue;
        result->lands = reason == FAULT_PAGE_READ_ONLY && card->broken[DEFECT_FAULT_WRITE_LANDS];
        return refuse(card, access, reason, sum);
    }
    return true;
}
