/* Surfaces of heads, as registers tell (tesla-mmio.md §3.10): bare registers and 64 KiB of VRAM, by hand. */
#include "engines/nv50/scanout.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/kit/bench.h"

#define MIB       (1024u * 1024)
#define PMEM_REG  REF_PBUS_PMEM
#define PMEM      0x700000u
#define OBJECTS   0x3f00000u /* where EVO's objects lie, if a test says so */
#define OBJECTS_K 0x10000u

static struct fake {
    struct bench bench;
    uint32_t objects[OBJECTS_K / 4];
} fake;

static void read_vram(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    const uint64_t window = (uint64_t)bench_get(&fake.bench, PMEM_REG) << 16;
    const uint64_t vram = window + (at.v - BENCH_BAR0 - PMEM);

    assert_true(vram >= OBJECTS && vram + 4 * count <= OBJECTS + OBJECTS_K);
    memcpy(words, &fake.objects[(vram - OBJECTS) / 4], 4 * count);
}

/* Nothing but PMEM may be written. */
static void write_pmem(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_pairs(BENCH_BAR0 + PMEM_REG, at.v, 4, size);
    bench_set(bench_of(bus), PMEM_REG, (uint32_t)value);
}

static void put(uint32_t reg, uint32_t value)
{
    bench_set(&fake.bench, reg, value);
}

FIXTURE(open_card)
{
    memset(&fake, 0, sizeof(fake));
    bench_open(&fake.bench, &nv50_chips[CHIP_G84].chip);
    fake.bench.does.write = write_pmem;
    fake.bench.does.read_words = read_vram;
    fake.bench.card.vram.size = 64 * MIB;
    put(PMEM_REG, 0x123);
}

static struct scanout list[SCANOUT_MAX];

static unsigned shown(void)
{
    const unsigned count = scanout_read(&fake.bench.card, list);

    assert_int_equal(0x123, bench_get(&fake.bench, PMEM_REG));
    return count;
}

static void expect_surface(const struct scanout *surface, const char *what, uint64_t from,
                           uint64_t to)
{
    assert_string_equal(what, surface->what);
    assert_pairs(from, surface->from, to, surface->to);
}

static void expect_only(const char *what, uint64_t from, uint64_t to)
{
    assert_int_equal(1, shown());
    expect_surface(&list[0], what, from, to);
}

/* The core channel runs and drives head 0. */
static void drive_head_0(void)
{
    PUT(put, REF_PDISPLAY_ACTIVE, 0x2, REF_PDISPLAY_CHANNEL, 0x1);
}

/* Registers in use of a surface of a channel, params the last of them; head 1 is 0x540 further on. */
static const uint32_t core_channel[] = { 0x610a3c, 0x610a88, 0x610b1c, 0x610b24, 0x610acc };
static const uint32_t base_channel[] = { 0x610870, 0x6108f4, 0x610910, 0x610918, 0x610908 };

static void put_surface(const uint32_t *regs, unsigned head, uint32_t handle, uint32_t offset,
                        uint32_t size, uint32_t storage)
{
    const uint32_t values[] = { handle, offset, size, storage, 0xcf00 };

    for (unsigned i = 0; i < ARRAY_SIZE(values); i++)
        put(regs[i] + head * 0x540, values[i]);
}

/* Tiles of 64 bytes by 64 lines, 64 of them side by side: 1080 lines take 17 rows of tiles. */
TEST(a_tiled_surface_ends_with_its_last_tile, open_card)
{
    static const uint32_t rows[][2] = { { 1080, 17 }, { 64, 1 }, { 65, 2 } }; /* lines, tiles */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        drive_head_0();
        put_surface(core_channel, 0, 1, 0x100, rows[i][0] << 16 | 1024, 0x00004004);
        expect_only("head 0", 0x10000, 0x10000 + rows[i][1] * 64 * 64 * 64);
    }
}

/* "15:8 format: 0x1e 1 byte; 0x1f, 0xe8, 0xe9 2; 0xcf, 0xd1, 0xd5 4; 0xca 8" */
TEST(pixels_have_the_bytes_of_their_format, open_card)
{
    static const uint8_t rows[][2] = { { 0x1e, 1 }, { 0x1f, 2 }, { 0xe8, 2 }, { 0xe9, 2 },
                                       { 0xcf, 4 }, { 0xd1, 4 }, { 0xd5, 4 }, { 0xca, 8 } };

    drive_head_0();
    put_surface(core_channel, 0, 1, 0x100, 1u << 16 | 100, 0x00100100);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put(0x610acc, rows[i][0] << 8);
        expect_only("head 0", 0x10000, 0x10000 + 100u * rows[i][1]);
    }
}

/* Both surfaces count: nobody has proven which one is on screen. */
TEST(the_base_channel_has_a_surface_of_its_own, open_card)
{
    drive_head_0();
    put(REF_PDISPLAY_CHANNEL + 0x10, 0x1);
    put_surface(core_channel, 0, 1, 0x1000, 2u << 16 | 64, 0x00100100);
    put_surface(base_channel, 0, 1, 0x3000, 4u << 16 | 128, 0x00100200); /* 512 bytes apart */
    assert_int_equal(2, shown());
    expect_surface(&list[0], "head 0", 0x100000, 0x100000 + 256 + 256);
    expect_surface(&list[1], "head 0", 0x300000, 0x300000 + 3 * 512 + 512);
}

/* RAMHT {handle, channel << 28 | offset << 10}; w0 of the object: class 2, target in bits 17:16; w2 its base. */
static void put_object(unsigned entry, uint32_t handle, uint32_t channel, uint32_t offset,
                       uint32_t target, uint32_t base)
{
    fake.objects[2 * entry] = handle;
    fake.objects[2 * entry + 1] = channel << 28 | offset << 10;
    fake.objects[offset / 4] = target << 16 | 2;
    fake.objects[offset / 4 + 1] = 0x3ffffff;
    fake.objects[offset / 4 + 2] = base;
}

/* The base of the channel's object counts, not that of another channel's by the same handle. */
TEST(offsets_count_from_the_object, open_card)
{
    drive_head_0();
    put(REF_PDISPLAY_OBJECTS, OBJECTS >> 8 | 0x9);
    put_object(3, 0xbeef, 1, 0x2000, 1, 0x700000);
    put_object(511, 0xbeef, 0, 0x3000, 1, 0x500000);
    put_surface(core_channel, 0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100);
    expect_only("head 0", 0x600000, 0x600100);
    put(REF_PDISPLAY_CHANNEL + 0x10, 0x1); /* of the other surface there is none */
    put_surface(base_channel, 0, 0xdead, 0x3000, 1u << 16 | 64, 0x00100100);
    assert_int_equal(2, shown());
    expect_surface(&list[1], "head 0", 0x300000, 0x300100);
}

static void expect_from_0(void)
{
    drive_head_0();
    put_surface(core_channel, 0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100);
    expect_only("head 0", 0x100000, 0x100100);
}

/* A table past the memory, or an object of it, is not read; the surface on screen must be left alone all the same. */
TEST(objects_outside_of_the_memory_are_not_read, open_card)
{
    put(REF_PDISPLAY_OBJECTS, (64 * MIB) >> 8 | 0x9);
    expect_from_0();

    open_card(state);
    put(REF_PDISPLAY_OBJECTS, OBJECTS >> 8 | 0x9);
    put_object(0, 0xbeef, 0, 0x3000, 1, 0x500000);
    fake.bench.card.vram.size = OBJECTS + 0x3000;
    expect_from_0();
}

/* The table is enabled by bit 3, lies in VRAM by 1 in bits 1:0, and has 512 entries. */
TEST(objects_that_are_not_in_the_table_do_not_count, open_card)
{
    static const uint32_t rows[][2] = { { 0x1, 0 }, { 0xa, 0 }, { 0x9, 512 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        put(REF_PDISPLAY_OBJECTS, OBJECTS >> 8 | rows[i][0]);
        put_object(rows[i][1], 0xbeef, 0, 0x3000, 1, 0x500000);
        expect_from_0();
    }
}

/* 2 in a head's bits is on; a surface without lines or behind memory takes nothing, one past its end the rest. */
TEST(surfaces_have_lines_and_lie_in_memory, open_card)
{
    static const struct {
        uint32_t active, offset, size, bytes; /* 0: there is none */
    } rows[] = { { 2, 0x1000, 1 << 16 | 64, 256 }, { 2, 0x1000, 64, 0 },
                 { 0, 0x1000, 1 << 16 | 64, 0 },   { 1, 0x1000, 1 << 16 | 64, 0 },
                 { 3, 0x1000, 1 << 16 | 64, 0 },   { 2, 0x40000, 1 << 16 | 64, 0 },
                 { 2, 0x3ffff, 2 << 16 | 64, 256 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        drive_head_0();
        put(REF_PDISPLAY_ACTIVE, rows[i].active);
        put_surface(core_channel, 0, 1, rows[i].offset, rows[i].size, 0x00100100);
        assert_int_equal(rows[i].bytes != 0, shown());
        if (rows[i].bytes)
            expect_surface(&list[0], "head 0", rows[i].offset << 8,
                           (rows[i].offset << 8) + rows[i].bytes);
    }
    open_card(state); /* no channel, and no head that the VGA core could drive */
    assert_int_equal(0, shown());
}

TEST(a_picture_in_system_memory_takes_no_vram, open_card)
{
    drive_head_0();
    put(REF_PDISPLAY_OBJECTS, OBJECTS >> 8 | 0x9);
    put_object(0, 0xbeef, 0, 0x3000, 2, 0x500000);
    put_surface(core_channel, 0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100);
    assert_int_equal(0, shown());
}

/* No channel runs: the VGA core drives the head, from its window of 256 KiB, if that is VRAM: 0xfc; none; not VRAM. */
TEST(vga_shows_its_window, open_card)
{
    static const uint32_t rows[][3] = { { 0x0003f009, 1, 0x3f * MIB },
                                        { 0, 1, 0 },
                                        { 0x0003f00a, 0, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        PUT(put, REF_PDISPLAY_ACTIVE, 0x2, REF_PDISPLAY_VGA_RAM_WINDOW, rows[i][0]);
        assert_int_equal(rows[i][1], shown() && list[0].vga);
        if (rows[i][1])
            expect_surface(&list[0], "VGA", rows[i][2], rows[i][2] + 256 * 1024);
    }
}

/* Each of the heads has a surface of either channel, in the order of the heads. */
TEST(both_heads_have_two_surfaces_each, open_card)
{
    PUT(put, REF_PDISPLAY_ACTIVE, 0x202, REF_PDISPLAY_CHANNEL, 0x1, REF_PDISPLAY_CHANNEL + 0x10,
        0x1, REF_PDISPLAY_CHANNEL + 0x20, 0x1);
    put_surface(core_channel, 0, 1, 0x1000, 2u << 16 | 64, 0x00100100);
    put_surface(core_channel, 1, 1, 0x2000, 2u << 16 | 64, 0x00100100);
    put_surface(base_channel, 0, 1, 0x3000, 2u << 16 | 64, 0x00100100);
    put_surface(base_channel, 1, 1, 0x4000, 2u << 16 | 64, 0x00100100);
    assert_int_equal(4, shown());
    expect_surface(&list[0], "head 0", 0x100000, 0x100200);
    expect_surface(&list[1], "head 0", 0x300000, 0x300200);
    expect_surface(&list[2], "head 1", 0x200000, 0x200200);
    expect_surface(&list[3], "head 1", 0x400000, 0x400200);
    for (unsigned i = 0; i < 4; i++)
        assert_false(list[i].vga);
}

/* Head 1's base channel is number 2: neither head 0's counts, nor the core channel's object. */
TEST(head_1_has_a_base_channel_of_its_own, open_card)
{
    for (uint32_t channel = 1; channel < 3; channel++) {
        open_card(state);
        PUT(put, REF_PDISPLAY_ACTIVE, 0x200, REF_PDISPLAY_CHANNEL, 0x1,
            REF_PDISPLAY_CHANNEL + channel * 0x10, 0x1, REF_PDISPLAY_OBJECTS, OBJECTS >> 8 | 0x9);
        put_object(0, 0xbeef, 0, 0x3000, 1, 0x500000);
        put_object(1, 0xbeef, 2, 0x4000, 1, 0x700000);
        put_surface(base_channel, 1, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100);
        assert_int_equal(channel - 1, shown());
    }
    expect_surface(&list[0], "head 1", 0x800000, 0x800100);
}
