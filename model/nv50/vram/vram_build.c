#include "model/nv50/vram/vram_build.h"

#include "hw/bits.h"
#include "hw/nv50/pfb.h"
#include "model/nv50/vram/vram_geometry.h"

#define NOT_GIVEN UINT64_MAX

/* ---- parameters -------------------------------------------------------------------------- */

static void refuse(struct build *build, const char *key, uint64_t value, uint64_t low,
                   uint64_t high)
{
    if (build->error.used)
        return;
    sentence_add(&build->error, "%s: %s=0x%llx, legal are 0x%llx to 0x%llx",
                 build->given->option->name, key, (unsigned long long)value,
                 (unsigned long long)low, (unsigned long long)high);
}

void build_refuse(struct build *build, const char *sentence)
{
    if (!build->error.used)
        sentence_add(&build->error, "%s: %s", build->given->option->name, sentence);
}

uint64_t build_given(const struct build *build, const char *key, uint64_t fallback)
{
    return defect_parameter(build->given, key, fallback);
}

/* A parameter that this card's memory limits further than the table says. */
uint64_t build_below(struct build *build, const char *key, uint64_t fallback, uint64_t end)
{
    const uint64_t value = build_given(build, key, fallback);
    if (value < end)
        return value;
    refuse(build, key, value, 0, end - 1);
    return 0;
}

bool build_is_given(const struct build *build, const char *key)
{
    return build_given(build, key, NOT_GIVEN) != NOT_GIVEN;
}

/* The hardware partition, the lowest one without the parameter; as a mask. */
uint8_t build_partition(struct build *build)
{
    const unsigned mask = build->geometry->part_mask;
    const uint64_t part = build_given(build, "partition", (unsigned)__builtin_ctz(mask));
    if (mask >> part & 1)
        return (uint8_t)(1u << part);
    build_refuse(build, "that partition is not enabled");
    return 0;
}

bool build_value(const struct build *build, bool fallback)
{
    return build_given(build, "value", fallback) != 0;
}

/* Without a partition it is the same one wire for all. */
uint8_t build_some_partitions(struct build *build)
{
    return build_is_given(build, "partition") ? build_partition(build)
                                              : (uint8_t)build->geometry->part_mask;
}

unsigned build_lane_count(const struct build *build)
{
    const unsigned word = 8u << vram_word_log2(build->config->chip);
    return word * build->geometry->subparts;
}

uint64_t build_all_lanes(const struct build *build)
{
    return UINT64_MAX >> (64 - build_lane_count(build));
}

uint64_t build_lane(struct build *build, const char *key, uint64_t fallback)
{
    return BIT64(build_below(build, key, fallback, build_lane_count(build)));
}

/* DDR chips are 16 lanes wide, GDDR ones 32 (board.md §1.3). */
unsigned build_chip_width(const struct build *build)
{
    return build->geometry->ram_type <= RAM_TYPE_DDR2_OR_DDR3 ? 16 : 32;
}

uint64_t build_chip_lanes(struct build *build)
{
    const uint64_t width = build_given(build, "width", build_chip_width(build));
    if (width != 8 && width != 16 && width != 32 && width != 64) {
        build_refuse(build, "width is 8, 16, 32 or 64");
        return 0;
    }
    if (width > build_lane_count(build)) {
        refuse(build, "width", width, 8, build_lane_count(build));
        return 0;
    }
    const uint64_t chip = build_below(build, "chip", 0, build_lane_count(build) / width);
    return UINT64_MAX >> (64 - width) << chip * width;
}

/* Those of a chip if one was given, else all. */
uint64_t build_some_lanes(struct build *build)
{
    if (build_is_given(build, "chip") || build_is_given(build, "width"))
        return build_chip_lanes(build);
    return build_all_lanes(build);
}
