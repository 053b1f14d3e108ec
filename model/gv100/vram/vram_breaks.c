#include "model/gv100/vram/vram_breaks.h"

#include "hw/bits.h"
#include "model/common/power_on_noise.h"
#include "model/gv100/vram/vram.h"

/* clang-format off */
const struct defect_row gv_vram_defect_rows[VRAM_DEFECTS] = {
    { .option = { "vram-stuck", "bit=0..255,value=0..1,first=0..0x7ffffffff,size=1..0x800000000", "a data line of the memory holds one value, in all of it or in a range" } },
    { .option = { "vram-line", "bit=5..34", "an address line of the memory is dead: two places are one" } },
    { .option = { "vram-line-range", "bit=5..34,first=0..0x7ffffffff,size=1..0x800000000", "an address line is dead in a range of the memory" } },
    { .option = { "vram-cell", "at=0..0x7ffffffff,bit=0..7,value=0..1", "one cell of the memory holds one value" } },
    { .option = { "vram-cells", "at=0..0x7ffffffff", "two cells of one byte of the memory hold 0: its bits 0 and 4" } },
    { .option = { "vram-weak", "one_in=1..0xffffffff", "one read of a sector in so many has a wrong bit" } },
    { .option = { "vram-dead", "first=0..0x7ffffffff,size=1..0x800000000", "a range of the memory reads all ones" } },
    { .option = { "vram-unwritten", "first=0..0x7ffffffff,size=1..0x800000000", "writes to a range of the memory are lost" } },
    { .option = { "vram-half", "", "there is half as much memory as the FBPAs say: the rest is the same once more" } },
};
/* clang-format on */

/* The defect's range; all of the memory if it was given without one. */
static struct vram_range range_of(const struct defect *defect, uint64_t size)
{
    if (!defect)
        return (struct vram_range){ 0 };
    const uint64_t first = defect_parameter(defect, "first", 0);

    return (struct vram_range){ first, defect_parameter(defect, "size", size - first) };
}

static uint64_t line_of(const struct defect *defect)
{
    return defect ? UINT64_C(1) << defect_parameter(defect, "bit", 20) : 0;
}

/* Places here are addresses, because these defects do not depend on the spread over channels. */
static void take_stuck(struct vram_breaks *breaks, const struct options *options)
{
    const struct defect *const stuck = options_defect(options, "vram-stuck", 0);
    const struct defect *const cell = options_defect(options, "vram-cell", 0);
    const struct defect *const pair = options_defect(options, "vram-cells", 0);

    breaks->stuck = range_of(stuck, breaks->size);
    if (stuck) {
        breaks->stuck_bit = (unsigned)defect_parameter(stuck, "bit", 0);
        breaks->stuck_value = defect_parameter(stuck, "value", 0);
    }
    if (cell) {
        breaks->cell =
            (struct vram_range){ defect_parameter(cell, "at", breaks->size / 2), .size = 1 };
        breaks->cell_bit = (unsigned)defect_parameter(cell, "bit", 0);
        breaks->cell_value = defect_parameter(cell, "value", 0);
    }
    if (pair)
        breaks->pair =
            (struct vram_range){ defect_parameter(pair, "at", breaks->size / 2), .size = 1 };
}

/* `any` is told last, because it is asked at every access and must know all breaks. */
void gv_breaks_take(struct vram_breaks *breaks, const struct options *options, uint64_t size,
                    uint64_t seed)
{
    const struct defect *const open_line = options_defect(options, "vram-line-range", 0);
    const struct defect *const weak = options_defect(options, "vram-weak", 0);

    *breaks = (struct vram_breaks){
        .size = size,
        .line = line_of(options_defect(options, "vram-line", 0)),
        .open_line = range_of(open_line, size),
        .open_mask = line_of(open_line),
        .weak_one_in = weak ? defect_parameter(weak, "one_in", 1000000) : 0,
        .dead = range_of(options_defect(options, "vram-dead", 0), size),
        .unwritten = range_of(options_defect(options, "vram-unwritten", 0), size),
        .half = options_defect(options, "vram-half", 0) != NULL,
        .random = seed,
    };
    take_stuck(breaks, options);
    breaks->any = !gv_breaks_spare(breaks, 0, size);
}

static bool inside(const struct vram_range *range, uint64_t at)
{
    return at - range->first < range->size;
}

static bool meets(const struct vram_range *range, uint64_t at, uint64_t size)
{
    return at < range->first + range->size && range->first < at + size;
}

bool gv_breaks_spare(const struct vram_breaks *breaks, uint64_t at, uint64_t size)
{
    return !breaks->line && !breaks->weak_one_in && !breaks->half &&
           !meets(&breaks->stuck, at, size) && !meets(&breaks->open_line, at, size) &&
           !meets(&breaks->cell, at, size) && !meets(&breaks->pair, at, size) &&
           !meets(&breaks->dead, at, size) && !meets(&breaks->unwritten, at, size);
}

uint64_t gv_breaks_place(const struct vram_breaks *breaks, uint64_t at)
{
    if (breaks->half && at >= breaks->size / 2)
        at -= breaks->size / 2;
    at &= ~breaks->line;
    if (inside(&breaks->open_line, at))
        at &= ~breaks->open_mask;
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

    if (random % breaks->weak_one_in == 0)
        bytes[(random >> 40) % size] ^= (uint8_t)(1u << (random >> 32) % 8);
}

void gv_breaks_read(struct vram_breaks *breaks, uint64_t at, uint8_t *bytes, size_t size)
{
    if (inside(&breaks->stuck, at))
        hold(at, bytes, size, (at & ~UINT64_C(31)) + breaks->stuck_bit / 8, breaks->stuck_bit % 8,
             breaks->stuck_value);
    if (breaks->cell.size)
        hold(at, bytes, size, breaks->cell.first, breaks->cell_bit, breaks->cell_value);
    for (unsigned bit = 0; breaks->pair.size && bit < 8; bit += 4)
        hold(at, bytes, size, breaks->pair.first, bit, false);
    if (breaks->weak_one_in)
        flip_at_random(breaks, bytes, size);
    if (inside(&breaks->dead, at))
        for (size_t i = 0; i < size; i++)
            bytes[i] = 0xff;
}

bool gv_breaks_lost(const struct vram_breaks *breaks, uint64_t at)
{
    return inside(&breaks->dead, at);
}

bool gv_breaks_takes(const struct vram_breaks *breaks, uint64_t at)
{
    return !inside(&breaks->unwritten, at);
}
