/* The surfaces that the heads show, as far as registers tell (tesla-mmio.md §3.10): a card that is nothing but
 * registers and 64 KiB of VRAM, values worked out by hand. */
#include <string.h>

#include "engines/nv50/scanout.h"
#include "hw/nv50/chip.h"
#include "hw/pci.h"
#include "reference/nv50.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

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

    (void)bus;
    assert_true(vram >= OBJECTS && vram + 4 * count <= OBJECTS + OBJECTS_K);
    memcpy(words, &fake.objects[(vram - OBJECTS) / 4], 4 * count);
}

/* Nothing but PMEM may be written. */
static void write_pmem(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    assert_int_equal(BENCH_BAR0 + PMEM_REG, at.v);
    assert_int_equal(4, size);
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
    return 0;
}

static unsigned shown(struct scanout list[SCANOUT_MAX])
{
    const unsigned count = scanout_read(&fake.bench.card, list);

    assert_int_equal(0x123, bench_get(&fake.bench, PMEM_REG));
    return count;
}

static void expect_surface(const struct scanout *surface, const char *what, uint64_t from,
                           uint64_t to)
{
    assert_string_equal(what, surface->what);
    assert_int_equal(from, surface->from);
    assert_int_equal(to, surface->to);
}

/* Registers in use of a surface of the core channel; head 1 is 0x540 further on. */
static void put_core(unsigned head, uint32_t handle, uint32_t offset, uint32_t size,
                     uint32_t storage, uint32_t params)
{
    const uint32_t further = head * 0x540;

    put(0x610a3c + further, handle);
    put(0x610a88 + further, offset);
    put(0x610b1c + further, size);
    put(0x610b24 + further, storage);
    put(0x610acc + further, params);
}

/* 1024 by 768 of 2 bytes, lines 4096 bytes apart: 767 * 4096 + 2048 bytes. */
TEST(a_linear_surface_of_head_1, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x200);
    put(0x610200, 0x1);
    put_core(1, 1, 0x2000, 768u << 16 | 1024, 0x00101000, 0xe800);
    put_core(0, 1, 0x9000, 768u << 16 | 1024, 0x00101000, 0xe800); /* of an idle head */
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 1", 0x200000, 0x200000 + 767 * 4096 + 2048);
}

/* Tiles of 64 bytes by 64 lines, 64 of them side by side: 1080 lines take 17 rows of tiles. */
TEST(a_tiled_surface_ends_with_its_last_tile, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put_core(0, 1, 0x100, 1080u << 16 | 1024, 0x00004004, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 0x10000, 0x10000 + 17 * 64 * 64 * 64);
    for (uint32_t more = 0; more < 2; more++) { /* 64 lines are one row of tiles, 65 are two */
        open_card(state);
        put(0x610050, 0x2);
        put(0x610200, 0x1);
        put_core(0, 1, 0x100, (64 + more) << 16 | 1024, 0x00004004, 0xcf00);
        assert_int_equal(1, shown(list));
        expect_surface(&list[0], "head 0", 0x10000, 0x10000 + (1 + more) * 64 * 64 * 64);
    }
}

/* 8 bytes, 1 byte, and of a format that the table does not name: 4. One line each. */
TEST(the_format_gives_the_bytes_of_a_pixel, open_card)
{
    static const struct {
        uint32_t format, bytes;
    } rows[] = { { 0x1e, 1 }, { 0x1f, 2 }, { 0xe8, 2 }, { 0xe9, 2 }, { 0xcf, 4 },
                 { 0xd1, 4 }, { 0xd5, 4 }, { 0xca, 8 }, { 0x77, 4 } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        struct scanout list[SCANOUT_MAX];

        open_card(state);
        put(0x610050, 0x2);
        put(0x610200, 0x1);
        put_core(0, 1, 0, 1u << 16 | 100, 0x00101000, rows[i].format << 8);
        assert_int_equal(1, shown(list));
        expect_surface(&list[0], "head 0", 0, 100u * rows[i].bytes);
    }
}

/* Both surfaces count: nobody has proven which one is on screen. */
TEST(the_base_channel_has_a_surface_of_its_own, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put(0x610210, 0x1);
    put_core(0, 1, 0x1000, 2u << 16 | 64, 0x00100100, 0xcf00);
    put(0x610870, 1);              /* DMA */
    put(0x6108f4, 0x3000);         /* offset */
    put(0x610910, 4u << 16 | 128); /* size */
    put(0x610918, 0x00100200);     /* storage: 512 bytes apart */
    put(0x610908, 0xcf00);         /* params */
    assert_int_equal(2, shown(list));
    expect_surface(&list[0], "head 0", 0x100000, 0x100000 + 256 + 256);
    expect_surface(&list[1], "head 0", 0x300000, 0x300000 + 3 * 512 + 512);
}

TEST(a_base_channel_that_is_stopped_shows_nothing, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put(0x610870, 1);
    put(0x610910, 4u << 16 | 128);
    put(0x610918, 0x00100200);
    assert_int_equal(0, shown(list));
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
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put(0x610010, OBJECTS >> 8 | 0x9);
    put_object(3, 0xbeef, 1, 0x2000, 1, 0x700000);
    put_object(511, 0xbeef, 0, 0x3000, 1, 0x500000);
    put_core(0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 0x600000, 0x600100);
}

/* The table has 512 entries: words after it are no entries. */
TEST(objects_end_with_their_table, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put(0x610010, OBJECTS >> 8 | 0x9);
    put_object(512, 0xbeef, 0, 0x3000, 1, 0x500000);
    put_core(0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 0x100000, 0x100100);
}

/* Objects that are switched off, or are not in VRAM, are not looked for: offsets count from 0. So do those of an object that
 * is not found where the table leads out of the memory. */
TEST(without_objects_offsets_count_from_0, open_card)
{
    static const uint32_t words[] = { OBJECTS >> 8 | 0x1, OBJECTS >> 8 | 0x8, OBJECTS >> 8 | 0xa };

    for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
        struct scanout list[SCANOUT_MAX];

        open_card(state);
        put(0x610050, 0x2);
        put(0x610200, 0x1);
        put(0x610010, words[i]);
        put_object(0, 0xbeef, 0, 0x3000, 1, 0x500000);
        put_core(0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100, 0xcf00);
        assert_int_equal(1, shown(list));
        expect_surface(&list[0], "head 0", 0x100000, 0x100100);
    }
}

static void expect_from_0(void)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put_core(0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 0x100000, 0x100100);
}

/* A table past the memory, or an object of it, cannot be read; the surface on screen must be left alone all the
 * same. */
TEST(objects_outside_of_the_memory_are_not_read, open_card)
{
    put(0x610010, (64 * MIB) >> 8 | 0x9);
    expect_from_0();

    open_card(state);
    put(0x610010, OBJECTS >> 8 | 0x9);
    put_object(0, 0xbeef, 0, 0x3000, 1, 0x500000);
    fake.bench.card.vram.size = OBJECTS + 0x3000;
    expect_from_0();
}

/* Linear or not: no lines take no memory. */
TEST(a_surface_without_lines_is_none, open_card)
{
    struct scanout list[SCANOUT_MAX];

    for (unsigned linear = 0; linear < 2; linear++) {
        open_card(state);
        put(0x610050, 0x2);
        put(0x610200, 0x1);
        put_core(0, 1, 0x1000, 64, linear << 20 | 0x100, 0xcf00);
        assert_int_equal(0, shown(list));
    }
}

TEST(a_picture_in_system_memory_takes_no_vram, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put(0x610010, OBJECTS >> 8 | 0x9);
    put_object(0, 0xbeef, 0, 0x3000, 2, 0x500000);
    put_core(0, 0xbeef, 0x1000, 1u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(0, shown(list));
}

/* A card's registers are not trusted: the surface ends with the memory, and may not begin past it. */
TEST(a_surface_ends_with_the_memory, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x202);
    put(0x610200, 0x1);
    put_core(0, 1, 0x3ff00, 0x7fff7fff, 0x001fff00, 0xcf00);
    put_core(1, 1, 0x40000, 0x7fff7fff, 0x001fff00, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 0x3ff0000, 64 * MIB);

    open_card(state); /* 2 MiB from the last one on */
    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put_core(0, 1, 0x3f000, 8192u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 63 * MIB, 64 * MIB);

    open_card(state); /* 128 lines of 256 bytes at 16 MiB, which end in the middle of it */
    put(0x610050, 0x2);
    put(0x610200, 0x1);
    put_core(0, 1, 0x10000, 128u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "head 0", 16 * MIB, 16 * MIB + 128 * 256);
}

/* No channel runs: the VGA core drives the head, from its window of 256 KiB. */
TEST(vga_shows_its_window, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x2);
    put(0x619f00, 0x0003f009); /* 0xfc, of 256 KiB */
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "VGA", 0x3f * MIB, 0x3f * MIB + 256 * 1024);
    assert_true(list[0].vga);

    open_card(state);
    put(0x610050, 0x2);
    assert_int_equal(1, shown(list));
    expect_surface(&list[0], "VGA", 0, 256 * 1024);

    open_card(state);
    put(0x610050, 0x2);
    put(0x619f00, 0x0003f00a); /* not VRAM */
    assert_int_equal(0, shown(list));
}

/* Each of the heads has a surface of either channel, in the order of the heads. */
TEST(both_heads_have_two_surfaces_each, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x202);
    put(0x610200, 0x1);
    put(0x610210, 0x1);
    put(0x610220, 0x1);
    put_core(0, 1, 0x1000, 2u << 16 | 64, 0x00100100, 0xcf00);
    put_core(1, 1, 0x2000, 2u << 16 | 64, 0x00100100, 0xcf00);
    for (uint32_t head = 0; head < 2; head++) {
        put(0x610870 + head * 0x540, 1);
        put(0x6108f4 + head * 0x540, 0x3000 + head * 0x1000);
        put(0x610910 + head * 0x540, 2u << 16 | 64);
        put(0x610918 + head * 0x540, 0x00100100);
        put(0x610908 + head * 0x540, 0xcf00);
    }
    assert_int_equal(4, shown(list));
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
    struct scanout list[SCANOUT_MAX];

    for (uint32_t channel = 1; channel < 3; channel++) {
        open_card(state);
        put(0x610050, 0x200);
        put(0x610200, 0x1);
        put(0x610200 + channel * 0x10, 0x1);
        put(0x610010, OBJECTS >> 8 | 0x9);
        put_object(0, 0xbeef, 0, 0x3000, 1, 0x500000);
        put_object(1, 0xbeef, 2, 0x4000, 1, 0x700000);
        put(0x610870 + 0x540, 0xbeef);
        put(0x6108f4 + 0x540, 0x1000);
        put(0x610910 + 0x540, 1u << 16 | 64);
        put(0x610918 + 0x540, 0x00100100);
        put(0x610908 + 0x540, 0xcf00);
        assert_int_equal(channel - 1, shown(list));
    }
    expect_surface(&list[0], "head 1", 0x800000, 0x800100);
}

TEST(idle_heads_show_nothing, open_card)
{
    struct scanout list[SCANOUT_MAX];

    put(0x610050, 0x101);
    put(0x610200, 0x1);
    put_core(0, 1, 0x1000, 2u << 16 | 64, 0x00100100, 0xcf00);
    assert_int_equal(0, shown(list));

    open_card(state); /* nor does the VGA core; bits 17:16 are no head's */
    put(0x610050, 0x20101);
    assert_int_equal(0, shown(list));
}
