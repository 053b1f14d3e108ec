/* Hostile images and hostile lines for `barecard translate`. The input: chipset, flags, length / 16, image, lines. */
#include "hw/nv50/vm.h"
#include "tests/fuzz/feed.h"
#include "tools/nv50/translate.h"

#define HEADER      3
#define SYSRAM_BASE UINT64_C(0xfffffff000)

enum { FLAG_REPEAT = 1, FLAG_EXPLAIN = 2, FLAG_LARGE = 4, FLAG_KNOBS = 8 };

/* Promises for every answer, whatever the image holds. */
static bool checked_answer(const struct line *line, const void *context, struct out *out)
{
    const struct translate_options *const options = context;
    struct mmu_access access = { .channel = (uint32_t)line->length,
                                 .selector = (uint16_t)(line->number * 7) };
    struct translation t;

    if (line->length > 4)
        memcpy(&access.at.v, line->chars, 4);
    mmu_translate(&options->mmu, &access, &t);
    if (t.outcome == TRANSLATION_OK) {
        require(t.linear.target != TARGET_INVALID && t.linear.v < UINT64_C(1) << ADDRESS_BITS);
        require(t.linear.target != TARGET_VRAM || t.linear.v < options->mmu.vram_size);
        require(t.attributes.compression <= COMPRESSION_DOUBLE && t.attributes.tag <= 0xfff);
        require(t.attributes.type < 0x7f || t.paged);
    }
    return translate_answer(line, context, out);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static const struct mmu_rules odd_rules = {
        .limit_rule = LIMIT_INCL_LAST,
        .limit_granule = 0x100,
        .sum_wraps = true,
        .pt_size_on_large = true,
        .unpaged_double_step = 2,
    };
    struct translate_options options = { 0 };
    struct fuzz_images all;
    size_t length;

    if (size < HEADER)
        return 0;
    length = (size_t)bytes[2] * 16 < size - HEADER ? (size_t)bytes[2] * 16 : size - HEADER;
    fuzz_images(&all, bytes + HEADER, length, SYSRAM_BASE, bytes[1] & FLAG_REPEAT);
    options.mmu = (struct mmu){
        .chip = &nv50_chips[bytes[0] % CHIP_COUNT],
        .rules = bytes[1] & FLAG_KNOBS ? &odd_rules : &mmu_rules_default,
        .memory = &all.memory,
        .vram_size = bytes[1] & FLAG_LARGE ? (UINT64_C(1) << 32) : length,
    };
    options.explain = bytes[1] & FLAG_EXPLAIN;
    feed(bytes + HEADER + length, size - HEADER - length, checked_answer, &options);
    return 0;
}
