#include "model/gv100/vm/access.h"

#include <string.h>

#include "hw/gv100/pmmu.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/vm/walk.h"
#include "model/gv100/vram/vram.h"

#define FORMAT_BITS  58 /* of a system address, that an entry has room for */
#define ORDER_LENGTH 4  /* letters of an order of checks */

/* The place that a sparse access reaches: an offset in the debug page, which has 4 or 64 KiB
 * (§5.5). */
static linear_addr debug_page(const struct gv100 *card, uint64_t va, bool write)
{
    const uint32_t word = gv_reg(card, write ? PFB_PRI_MMU_DEBUG_WR : PFB_PRI_MMU_DEBUG_RD);
    const uint32_t control = gv_reg(card, PFB_PRI_MMU_DEBUG_CTRL);
    const bool large = FIELD_GET(PFB_PRI_MMU_DEBUG_CTRL_PAGE_SIZE, control) ==
                       PFB_PRI_MMU_DEBUG_CTRL_PAGE_SIZE_64KB;
    const uint64_t base = (uint64_t)FIELD_GET(PFB_PRI_MMU_DEBUG_WR_ADDR, word) << 12;

    if (card->broken[DEFECT_VM_DEBUG_PAGE_IGNORED] && !write)
        return (linear_addr){ va & BITS64(11, 0), TARGET_VRAM };
    return (linear_addr){ base + (va & (large ? BITS64(15, 0) : BITS64(11, 0))),
                          (enum target)FIELD_GET(PFB_PRI_MMU_DEBUG_WR_APERTURE, word) };
}

/* ---- checks ---------------------------------------------------------------------------------- */

static bool is_atomic(enum gmmu_access_type type)
{
    return type == GMMU_ACCESS_VIRT_ATOMIC_STRONG || type == GMMU_ACCESS_VIRT_ATOMIC_WEAK;
}

static bool breaks_read_only(const struct gv100 *card, const struct page *page,
                             enum gmmu_access_type type)
{
    if (!page->read_only || card->broken[DEFECT_VM_READ_ONLY_IGNORED])
        return false;
    return type == GMMU_ACCESS_VIRT_WRITE ||
           (is_atomic(type) && gv_knob(card, KNOB_RO_ATOMIC) == RO_ATOMIC_RO);
}

/* One check: whether the access fails it, and with which fault. */
static bool fails(const struct gv100 *card, const struct client *client, const struct page *page,
                  enum gmmu_access_type type, char check, uint8_t *fault)
{
    switch (check) {
    case CHECK_PRIVILEGE:
        *fault = GMMU_FAULT_PRIV_VIOLATION;
        return page->privileged && !client->privileged &&
               !card->broken[DEFECT_VM_PRIVILEGE_IGNORED];
    case CHECK_READ_ONLY:
        *fault = GMMU_FAULT_RO_VIOLATION;
        return breaks_read_only(card, page, type);
    case CHECK_ATOMIC:
        *fault = GMMU_FAULT_ATOMIC_VIOLATION;
        return page->no_atomics && is_atomic(type) && !card->broken[DEFECT_VM_ATOMIC_IGNORED];
    default:
        *fault = GMMU_FAULT_UNSUPPORTED_KIND;
        return !page->kind_serves && !card->broken[DEFECT_VM_KIND_IGNORED];
    }
}

/* The knob's value is the number of an order in the text of its row, where each order takes four letters and a
 * separator. */
static bool passes(const struct gv100 *card, const struct client *client, const struct page *page,
                   enum gmmu_access_type type, uint8_t *fault)
{
    const char *order = gv_knob_rows[KNOB_CHECK_ORDER].values +
                        (ORDER_LENGTH + 1) * (size_t)gv_knob(card, KNOB_CHECK_ORDER);

    for (unsigned i = 0; i < ORDER_LENGTH; i++)
        if (fails(card, client, page, type, order[i], fault))
            return false;
    *fault = GMMU_FAULT_UNSUPPORTED_APERTURE; /* there is no peer */
    return page->at.target != TARGET_INVALID;
}

/* Bits that an address has there, whatever was added up (§5.2). */
static uint64_t address_bits(const struct gv100 *card, enum target target)
{
    if (target == TARGET_VRAM || target == TARGET_INVALID)
        return BITS64(GMMU_VID_BITS - 1, 0);
    return gv_knob(card, KNOB_SYS_HIGH) == SYS_HIGH_DROPPED ? BITS64(GMMU_SYS_BITS - 1, 0)
                                                            : BITS64(FORMAT_BITS - 1, 0);
}

enum gmmu_access_type gv_access_reduction(const struct gv100 *card)
{
    return gv_knob(card, KNOB_ATOMIC_ACCESS) == ATOMIC_ACCESS_STRONG
               ? GMMU_ACCESS_VIRT_ATOMIC_STRONG
               : GMMU_ACCESS_VIRT_ATOMIC_WEAK;
}

/* ---- translating ----------------------------------------------------------------------------- */

/* An unbound space faults before the walk, because it has no tables to walk. */
bool gv_access_translate(struct gv100 *card, const struct client *client, uint64_t va,
                         enum gmmu_access_type type, struct access_result *result)
{
    *result = (struct access_result){ .run = BIT64(GMMU_PAGE_4K) - (va & BITS64(11, 0)) };
    if (!client->space->bound) {
        result->fault = GMMU_FAULT_UNBOUND_INST_BLOCK;
        return false;
    }
    const struct page page = gv_walk(card, client->group, client->space, va);
    if (page.sparse) {
        result->sparse = true;
        result->at = debug_page(card, va, type != GMMU_ACCESS_VIRT_READ);
        return true;
    }
    result->fault = page.fault;
    if (!page.valid || !passes(card, client, &page, type, &result->fault))
        return false;
    const uint64_t inside = va & (BIT64(page.log2) - 1);
    result->at = linear_add(page.at, inside);
    result->at.v &= address_bits(card, page.at.target);
    result->run = BIT64(page.log2) - inside;
    result->log2 = page.log2;
    return true;
}

/* ---- moving bytes ---------------------------------------------------------------------------- */

static void read_sparse(struct gv100 *card, const struct client *client, linear_addr at,
                        uint8_t *bytes, size_t size)
{
    const uint32_t how = gv_knob(card, KNOB_SPARSE_READ);

    if (client->group != TLB_BARS || how == SPARSE_READ_PAGE)
        gv_memory_read(card, at, bytes, size);
    else if (how != SPARSE_READ_LAST)
        memset(bytes, how == SPARSE_READ_ONES ? 0xff : 0, size);
}

/* The piece of an access that one page serves. False: it faults. */
static bool next_piece(struct gv100 *card, const struct client *client, uint64_t va, size_t left,
                       enum gmmu_access_type type, struct access_result *result, size_t *piece)
{
    const bool ok = gv_access_translate(card, client, va, type, result);

    *piece = left < result->run ? left : (size_t)result->run;
    return ok;
}

/* False: an error that cannot be corrected, which faults (knob dbe). */
static bool read_sound(struct gv100 *card, linear_addr at, uint8_t *bytes, size_t size)
{
    (void)gv_vram_poisoned(card->vram); /* by somebody else */
    gv_memory_read(card, at, bytes, size);
    return !gv_vram_poisoned(card->vram) || gv_knob(card, KNOB_DBE) != DBE_FAULT;
}

/* Moves a piece at a time, because each page may lie elsewhere; pieces before a fault stay read. */
bool gv_access_read(struct gv100 *card, const struct client *client, uint64_t va, void *bytes,
                    size_t size, struct access_end *end)
{
    uint8_t *to = bytes;

    *end = (struct access_end){ 0 };
    for (size_t piece; end->done < size; end->done += piece) {
        struct access_result result;

        end->at = va + end->done;
        if (!next_piece(card, client, end->at, size - end->done, GMMU_ACCESS_VIRT_READ, &result,
                        &piece)) {
            end->fault = result.fault;
            return false;
        }
        if (result.sparse)
            read_sparse(card, client, result.at, to + end->done, piece);
        else if (!read_sound(card, result.at, to + end->done, piece)) {
            end->fault = GMMU_FAULT_POISONED;
            return false;
        }
    }
    return true;
}

/* Pieces end at pages, because each page has a translation of its own; those before a fault have been written,
 * as on a card. */
bool gv_access_write(struct gv100 *card, const struct client *client, uint64_t va,
                     const void *bytes, size_t size, struct access_end *end)
{
    const uint8_t *from = bytes;

    *end = (struct access_end){ 0 };
    for (size_t piece; end->done < size; end->done += piece) {
        struct access_result result;

        end->at = va + end->done;
        if (!next_piece(card, client, end->at, size - end->done, GMMU_ACCESS_VIRT_WRITE, &result,
                        &piece)) {
            end->fault = result.fault;
            return false;
        }
        if (client->group == TLB_BARS && result.at.target == TARGET_VRAM)
            strict_written(&card->shell.strict, result.at.v, piece);
        gv_memory_write(card, result.at, from + end->done, piece);
    }
    return true;
}
