/* Hostile images and hostile lines for `barecard translate` on GV100 and TU104. The input: flags, the length of the image in
 * units of 64 bytes, the image, the lines. */
#include "hw/gv100/chip.h"
#include "tests/fuzz/feed.h"
#include "tools/gv100/translate.h"

#define HEADER 2

enum { FLAG_REPEAT = 1, FLAG_EXPLAIN = 2, FLAG_KNOBS = 4, FLAG_TURING = 8 };

/* Promises for every answer, whatever the image holds. */
static bool checked_answer(const struct line *line, const void *context, struct out *out)
{
    const struct gv100_translate_options *const options = context;
    struct gmmu_access access = { .instance = { (line->length % 16) << 12, TARGET_VRAM },
                                  .veid = (int)(line->number % 65) - 1,
                                  .operation = (enum gmmu_operation)(line->number % 3),
                                  .privileged = line->length % 2 };
    struct gmmu_result r;

    if (line->length > 8)
        memcpy(&access.va, line->chars, sizeof(access.va));
    gmmu_translate(&options->gmmu, &access, &r);
    require(r.trail.count <= TRAIL_STEPS);
    if (r.outcome == GMMU_OK) {
        require(r.page_shift == GMMU_PAGE_4K || r.page_shift == GMMU_PAGE_64K ||
                r.page_shift == GMMU_PAGE_2M);
        require(!(r.address & ~gmmu_address_mask(options->gmmu.rules, r.aperture)));
        require(!r.pte.privilege || access.privileged);
        require(!r.pte.read_only || access.operation != GMMU_WRITE);
        require(gmmu_kind_is(options->gmmu.chip, r.pte.kind) & GMMU_KIND_IS_SUPPORTED);
    }
    require(r.outcome != GMMU_FAULT || r.fault < GMMU_FAULT_TYPE_COUNT);
    return gv100_translate_answer(line, context, out);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static const struct gmmu_rules odd_rules = {
        .table_wins = GMMU_SMALL_WINS,
        .order = { GMMU_CHECK_KIND, GMMU_CHECK_ATOMIC, GMMU_CHECK_RO, GMMU_CHECK_PRIV },
        .va_rule = GMMU_VA_WRAPS,
        .low_bits = GMMU_LOW_BITS_ADDED,
        .small_absent_is_pde = true,
        .bit5 = GMMU_BIT5_NO_ATS,
        .is_pte_faults = true,
        .atomic_writes = false,
        .system_bits = 58,
    };
    struct gv100_translate_options options;
    struct fuzz_images all;
    size_t length;

    if (size < HEADER)
        return 0;
    length = (size_t)bytes[1] * 64 < size - HEADER ? (size_t)bytes[1] * 64 : size - HEADER;
    fuzz_images(&all, bytes + HEADER, length, 0x7ffffffff000, bytes[0] & FLAG_REPEAT);
    options = (struct gv100_translate_options){
        .gmmu = { .rules = bytes[0] & FLAG_KNOBS ? &odd_rules : &gmmu_rules_default,
                  .memory = &all.memory,
                  .chip = &gv100_chips[bytes[0] & FLAG_TURING ? CHIP_TU104 : CHIP_GV100].chip },
        .explain = bytes[0] & FLAG_EXPLAIN,
    };
    feed(bytes + HEADER + length, size - HEADER - length, checked_answer, &options);
    return 0;
}
