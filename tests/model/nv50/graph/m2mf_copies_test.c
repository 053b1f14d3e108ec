/* Copies of m2mf beside copies byte by byte: lines with a pitch and tiled surfaces on either side, any increment. Both
 * areas must be the same. Typed from docs/hardware/tesla-mmio.md §5.5 and its tiling of gobs and blocks. */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define AREA   0x100000u
#define FROM   0x2000000u /* VRAM addresses of the two areas */
#define TO     0x2200000u
#define COPIES 150

static uint32_t random_state;

/* 0 to `most`. */
static uint32_t dice(uint32_t most)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % (most + 1);
}

/* One side of a copy. Blocks in log2 of gobs of 64 bytes by 4 lines. */
struct side {
    bool tiled;
    uint32_t at, pitch, step;
    uint32_t block_width, block_height, block_depth;
    uint32_t width, height, depth, x, y, layer;
};

static struct side any_side(uint32_t length, uint32_t count)
{
    struct side side = { .tiled = dice(1),
                         .at = dice(0x3ff),
                         .step = length > 120 || dice(2) ? 1 : 1u << dice(4) };
    const uint32_t bytes = length ? (length - 1) * side.step + 1 : 0;

    side.pitch = bytes + dice(1) * dice(70);
    side.block_width = dice(2);
    side.block_height = dice(3);
    side.block_depth = dice(2);
    side.x = dice(1) * dice(90);
    side.y = dice(1) * dice(9);
    side.width = side.x + bytes + dice(1) * dice(100);
    side.height = side.y + count + dice(1) * dice(7);
    side.depth = 1 + dice(2);
    side.layer = dice(side.depth - 1);
    return side;
}

static uint32_t place(const struct side *side, uint32_t element, uint32_t line)
{
    const uint32_t x = element * side->step;

    return side->at +
           (side->tiled
                ? tiled_place(side->block_width | side->block_height << 4 | side->block_depth << 8,
                              side->width, side->height, side->x + x, side->y + line, side->layer)
                : side->pitch * line + x);
}

static void describe(const struct side *side, uint32_t base)
{
    SEND(0, { base, side->tiled ? 0 : 1 },
         { base + 0x04, side->block_width | side->block_height << 4 | side->block_depth << 8 },
         { base + 0x08, side->width }, { base + 0x0c, side->height }, { base + 0x10, side->depth },
         { base + 0x14, side->layer }, { base + 0x18, side->x | side->y << 16 });
}

static void expect_area(const uint8_t *vram, uint32_t at, const uint8_t *expected,
                        unsigned copy_number)
{
    for (uint32_t i = 0; i < AREA; i++)
        if (vram[at + i] != expected[i])
            fail_msg("copy %u: 0x%x holds 0x%02x, 0x%02x is right", copy_number, at + i,
                     vram[at + i], expected[i]);
}

static void one_copy(const uint8_t *vram, const uint8_t *from, uint8_t *to, unsigned number)
{
    const uint32_t length = number % 16 ? 1 + dice(120) : dice(1) * 5000;
    const uint32_t count = length > 4096 ? 2 : dice(14);
    const struct side in = any_side(length, count), out = any_side(length, count);

    describe(&in, 0x200);
    describe(&out, 0x21c);
    send(0, 0x324, in.step | out.step << 8);
    copy(FROM + in.at, TO + out.at, in.pitch, out.pitch, length, count);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    for (uint32_t line = 0; line < count; line++)
        for (uint32_t element = 0; element < length; element++)
            to[place(&out, element, line)] = from[place(&in, element, line)];
    expect_area(vram, FROM, from, number);
    expect_area(vram, TO, to, number);
}

TEST(copies_are_as_made_by_hand, NULL, close_card)
{
    static uint8_t from[AREA], to[AREA];
    uint64_t size;

    bring_up("g84", NULL);
    uint8_t *const vram = model_vram(card, &size);
    assert_true(size >= TO + AREA);
    random_state = 5;
    for (uint32_t i = 0; i < AREA; i++)
        from[i] = vram[FROM + i] = (uint8_t)dice(255);
    memcpy(to, vram + TO, AREA);
    bind_m2mf(VRAM, VRAM, VRAM);
    for (unsigned number = 0; number < COPIES; number++)
        one_copy(vram, from, to, number);
}
