#include "model/gv100/vram/vram_breaks.h"

#include "hw/bits.h"
#include "model/common/noise.h"
#include "model/gv100/vram/vram.h"

/* clang-format off */
const struct defect_row gv_vram_defect_rows[VRAM_DEFECTS] = {
    { .option = { "vram-stuck", "bit=0..255,value=0..1,first=0..0x7ffffffff,size=1..0x800000000", "a data line of the memory holds one value, in all of it or in a range" } },
    { .option = { "vram-line", "bit=5..34", "an address line of the memory is dead: two places are one" } },
    { .option = { "vram-line-range", "bit=5..34,first=0..0x7ffffffff,size=1..0x800000000", "an address line is dead in a range of the memory" } },
    { .option = { "vram-cell", "at=0..0x7ffffffff,bit=0..7,value=0..1", "one cell of the memory holds one value" } },
    { .option = { "vram-weak", "one_in=1..0xffffffff", "one read of a sector in so many has a wrong bit" } },
    { .option = { "vram-dead", "first=0..0x7ffffffff,size=1..0x800000000", "a range of the memory reads all ones" } },
    { .option = { "vram-unwritten", "first=0..0x7ffffffff,size=1..0x800000000", "writes to a range of the memory are lost" } },
    { .option = { "vram-half", "", "there is half as much memory as the FBPAs say: the rest is the same once more" } },
};
/* clang-format on */

void gv_breaks_take(struct vram_breaks *breaks, const struct options *options, uint64_t size,
                    uint64_t seed)
{
    *breaks = (struct vram_breaks){
        .size = size,
        .stuck = options_defect(options, "vram-stuck", 0),
        .line = options_defect(options, "vram-line", 0),
        .open_line = options_defect(options, "vram-line-range", 0),
        .cell = options_defect(options, "vram-cell", 0),
        .weak = options_defect(options, "vram-weak", 0),
        .dead = options_defect(options, "vram-dead", 0),
        .unwritten = options_defect(options, "vram-unwritten", 0),
        .half = options_defect(options, "vram-half", 0) != NULL,
        .random = seed,
    };
    breaks->any = breaks->stuck || breaks->line || breaks->open_line || breaks->cell ||
                  breaks->weak || breaks->dead || breaks->unwritten || breaks->half;
}

/* The defect's range; all of the memory if it was given without one. */
static bool inside(const struct vram_breaks *breaks, const struct defect *defect, uint64_t at)
{
    const uint64_t first = defect_parameter(defect, "first", 0);

    return at - first < defect_parameter(defect, "size", breaks->size - first);
}

uint64_t gv_breaks_place(const struct vram_breaks *breaks, uint64_t at)
{
    if (breaks->half && at >= breaks->size / 2)
        at -= breaks->size / 2;
    if (breaks->line)
        at &= ~(UINT64_C(1) << defect_parameter(breaks->line, "bit", 20));
    if (breaks->open_line && inside(breaks, breaks->open_line, at))
        at &= ~(UINT64_C(1) << defect_parameter(breaks->open_line, "bit", 20));
    return at;
}

static void hold(uint64_t at, uint8_t *bytes, size_t size, uint64_t where, unsigned bit, bool value)
{
    if (where - at >= size)
        return;
    uint8_t *const byte = &bytes[where - at];
    *byte = (uint8_t)(value ? *byte | 1u << bit : *byte & ~(1u << bit));
}

static void flip_at_random(struct vram_breaks *breaks, uint8_t *bytes, size_t size)
{
    const uint64_t random = noise_next(&breaks->random);

    if (random % defect_parameter(breaks->weak, "one_in", 1000000) == 0)
        bytes[(random >> 40) % size] ^= (uint8_t)(1u << (random >> 32) % 8);
}

void gv_breaks_read(struct vram_breaks *breaks, uint64_t at, uint8_t *bytes, size_t size)
{
    const struct defect *const stuck = breaks->stuck, *const cell = breaks->cell;

    if (stuck && inside(breaks, stuck, at)) {
        const unsigned bit = (unsigned)defect_parameter(stuck, "bit", 0);
        const uint64_t lane = (at & ~UINT64_C(31)) + bit / 8;

        hold(at, bytes, size, lane, bit % 8, defect_parameter(stuck, "value", 0));
    }
    if (cell)
        hold(at, bytes, size, defect_parameter(cell, "at", breaks->size / 2),
             (unsigned)defect_parameter(cell, "bit", 0), defect_parameter(cell, "value", 0));
    if (breaks->weak)
        flip_at_random(breaks, bytes, size);
    if (breaks->dead && inside(breaks, breaks->dead, at))
        for (size_t i = 0; i < size; i++)
            bytes[i] = 0xff;
}

bool gv_breaks_takes(const struct vram_breaks *breaks, uint64_t at)
{
    return !breaks->unwritten || !inside(breaks, breaks->unwritten, at);
}
