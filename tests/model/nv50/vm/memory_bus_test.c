/* Where an access of the device model's engines goes, once it is translated (docs/hardware/tesla-vm.md §1.10, §6.7): the
 * card's own memory, the bus with or without a look into caches, or nobody; a falcon's ports that are not translated
 * (tesla-engines.md §2.2). The bus here is 64 KiB at 0x10000. */
#include "hw/nv50/vm.h"
#include "model/nv50/vm/memory.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define BUS  UINT64_C(0x10000)
#define SIZE 0x10000u
#define MIB  UINT64_C(0x100000)

static struct {
    uint8_t bytes[SIZE];
    unsigned reads, writes;
    uint64_t at;
    bool snoop;
} bus;

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    bus.reads++;
    bus.at = address;
    bus.snoop = snoop;
    if (address < BUS || address + size > BUS + SIZE)
        return false;
    memcpy(bytes, bus.bytes + (address - BUS), size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    bus.writes++;
    bus.at = address;
    bus.snoop = snoop;
    if (address < BUS || address + size > BUS + SIZE)
        return false;
    memcpy(bus.bytes + (address - BUS), bytes, size);
    return true;
}

static void open_bus(const char *chip, const char *knobs)
{
    const struct model_host host = { .dma_read = dma_read,
                                     .dma_write = dma_write,
                                     .clock_ns = clock_ns };
    const struct model_config config = {
        .chip = &chipset_named(chip)->chip, .seed = 1, .vram_size = 64 * MIB, .knobs = knobs
    };
    char error[200];

    memset(&bus, 0, sizeof(bus));
    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(REF_PMC_ENABLE, 0xffffffff);
    model_config_write(card, 4, 6, 2); /* memory, bus mastering */
}

static void get(uint64_t at, enum target target, struct mapping mapping, void *bytes, size_t size)
{
    memory_read(nv50_of(card), (linear_addr){ at, target }, mapping, bytes, size);
}

static void put(uint64_t at, enum target target, struct mapping mapping, const void *bytes,
                size_t size)
{
    memory_write(nv50_of(card), (linear_addr){ at, target }, mapping, bytes, size);
}

static const struct mapping pitch = { .type = 0 };

/* 64 MiB end where they end: the words after them read 0 and keep nothing. With PFB off nothing answers. */
TEST(memory_ends, NULL, close_card)
{
    uint8_t bytes[16], seen[16];

    open_bus("g84", NULL);
    for (unsigned i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(0x40 + i);
    for (unsigned there = 0; there <= 16; there++) {
        memset(seen, 0x33, sizeof(seen));
        put(64 * MIB - there, TARGET_VRAM, pitch, bytes, 16);
        get(64 * MIB - there, TARGET_VRAM, pitch, seen, 16);
        for (unsigned i = 0; i < 16; i++)
            assert_int_equal(seen[i], i < there ? 0x40 + i : 0);
    }
    get(0, TARGET_VRAM, pitch, seen, 16);
    assert_memory_not_equal(seen, bytes, 16);
    wr(REF_PMC_ENABLE, 0xffefffff);
    put(0x1000, TARGET_VRAM, pitch, bytes, 16);
    get(0x1000, TARGET_VRAM, pitch, seen, 16);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal(seen[i], 0xff);
    wr(REF_PMC_ENABLE, 0xffffffff);
    get(0x1000, TARGET_VRAM, pitch, seen, 16);
    assert_memory_not_equal(seen, bytes, 16);
}

/* Knob gob_order=swapped: two sectors swap, in every storage type but pitch. With one partition tiled is pitch. */
TEST(sectors_change_places)
{
    static const struct mapping tiled = { .type = 0x70 };

    for (unsigned swapped = 0; swapped < 2; swapped++) {
        uint8_t bytes[64], seen[0x80], back[64];

        open_bus("g98", swapped ? "gob_order=swapped" : NULL);
        for (unsigned i = 0; i < sizeof(bytes); i++)
            bytes[i] = (uint8_t)(1 + i);
        memset(seen, 0, sizeof(seen));
        put(0x1000, TARGET_VRAM, pitch, seen, sizeof(seen));
        put(0x1010, TARGET_VRAM, tiled, bytes, sizeof(bytes));
        get(0x1000, TARGET_VRAM, pitch, seen, sizeof(seen));
        for (unsigned at = 0; at < sizeof(seen); at++) {
            const unsigned view = swapped ? at ^ 32 : at;

            assert_int_equal(seen[at], view >= 0x10 && view < 0x50 ? 1 + view - 0x10 : 0);
        }
        get(0x1010, TARGET_VRAM, tiled, back, sizeof(back));
        assert_memory_equal(back, bytes, sizeof(bytes));
        put(0x2010, TARGET_VRAM, pitch, bytes, sizeof(bytes));
        assert_int_equal(vram_rd(0x2010), 0x04030201);
        close_card(NULL);
    }
}

/* An IGP meets the memory that was taken from the system on the bus too, all of it; it has no storage types. */
TEST(stolen_memory_is_on_the_bus, NULL, close_card)
{
    static const struct mapping tiled = { .type = 0x72, .long_cycle = true };
    uint32_t word;

    open_bus("mcp79", NULL);
    const uint64_t base = (uint64_t)model_config_read(card, 0xf4, 4) << 12;

    for (uint64_t at = 0; at <= 64 * MIB; at += at ? 64 * MIB - 4 : 4) {
        if (at > 64 * MIB - 4)
            break;
        word = 0x11111111 + (uint32_t)at;
        put(at, TARGET_VRAM, pitch, &word, 4);
        get(base + at, TARGET_SYSRAM_SNOOP, pitch, &word, 4);
        assert_int_equal(word, 0x11111111 + (uint32_t)at);
        word = 0x22222222 + (uint32_t)at;
        put(base + at, TARGET_SYSRAM_NOSNOOP, pitch, &word, 4);
        get(at, TARGET_VRAM, tiled, &word, 4);
        assert_int_equal(word, 0x22222222 + (uint32_t)at);
    }
    assert_int_equal(bus.reads + bus.writes, 0);
    get(base - 4, TARGET_SYSRAM_SNOOP, pitch, &word, 4);
    assert_pairs(1, bus.reads, 0xffffffff, word);
    get(base + 64 * MIB, TARGET_SYSRAM_SNOOP, pitch, &word, 4);
    assert_int_equal(bus.reads, 2);
    word = 0x33333333;
    put(0x12300, TARGET_VRAM, tiled, &word, 4);
    assert_int_equal(vram_rd(0x12300), 0x33333333);
    model_config_write(card, 4, 2, 2);
    get(base, TARGET_SYSRAM_SNOOP, pitch, &word, 4);
    assert_int_equal(word, 0xffffffff);
}

/* §1.10: a copy from VRAM to the bus reads the scratch page, too; copies within VRAM are counted, as heat. */
TEST(copies_that_leave_look_at_the_scratch_page, NULL, close_card)
{
    for (unsigned i = 0; i < 4; i++) {
        const bool out = i & 1, in = i & 2; /* the source lies on the bus, the destination does */

        open_bus("g84", NULL);
        start_graph();
        put_object(0x20, 0x001a003d, 0xffffffff); /* its bytes without a look into caches */
        bus.bytes[0x1300] = 0x77;
        wr(REF_PFB_SCRATCH_PAGE, (uint32_t)(BUS + 0x1200) >> 8);
        bind_m2mf(VRAM, in ? 0x20 : VRAM, out ? 0x20 : VRAM);
        copy(BUS + 0x1000, BUS + 0x2000, 64, 64, 64, 3);
        assert_pairs(0, rd(REF_PGRAPH_INTR), in + (out && !in), bus.reads, out, bus.writes,
                     in || out ? 0 : 192, nv50_of(card)->copied_within,
                     out && !in ? BUS + 0x1200 : bus.at, bus.at);
        close_card(NULL);
    }
}

/* Types of a falcon's port: 4 VRAM, 5 the bus with a look into caches, 6 without. */
TEST(ports_of_falcons_have_targets, NULL, close_card)
{
    static const uint32_t unit = 0x104000;

    open_bus("gt215", NULL);
    for (uint32_t type = 4; type <= 6; type++) {
        const uint32_t value = 0x44444444 + type;

        memset(&bus, 0, sizeof(bus));
        memcpy(bus.bytes + 0x100, &value, 4);
        PUT(vram_wr, 0x10100, 0x99999999, 0x10104, 0);
        PUT(wr, unit + 0x600, 0x40000000 | type << 24, unit + 0x110, (uint32_t)(BUS >> 8));
        wr(unit + 0x114, 3); /* both are multiples of the size */
        PUT(wr, unit + 0x11c, 0x103, unit + 0x118, 0, unit + 0x1c0, 0);
        assert_int_equal(rd(unit + 0x1c4), type == 4 ? 0x99999999 : value);
        assert_pairs(type != 4, bus.reads, type == 5, bus.snoop);
        PUT(wr, unit + 0x11c, 0x106, unit + 0x118, 0x20);
        assert_pairs(type != 4, bus.writes, type == 4, vram_rd(0x10104) == 0x99999999, type != 4,
                     memcmp(bus.bytes + 0x104, &value, 4) == 0, type == 5, bus.snoop);
    }
    wr(unit + 0x114, 0x7fc); /* the last word of 2 KiB */
    PUT(wr, unit + 0x11c, 0x100, unit + 0x118, 0, unit + 0x1c0, 0x7fc);
    assert_int_equal(rd(unit + 0x1c4), 0x4444444a);
    wr(unit + 0x624, 0x51); /* neither a flush nor a reset switches a port off */
    assert_int_equal(rd(unit + 0x600) >> 31, 1);
    wr(unit + 0x624, 2); /* ports off, bit 4 too: a transfer does not come to its end */
    assert_int_equal(rd(unit + 0x624), 0x100);
    wr(unit + 0x118, 0);
    assert_int_equal(rd(unit + 0x624), 0);
}
