/* The windows that reach memory without translation agree on the same bytes. */
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"

/* Memory of the arena, named; false: the test has ended. */
static bool named_memory(struct test *t, enum target target, uint64_t size, linear_addr *out)
{
    struct setup setup = { .t = t };

    *out = setup_memory(&setup, target, size, PMEM_GRANULE);
    return test_ok(t, setup.err, "preparing memory") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

/* PMEM shows 1 MiB from any 64 KiB step of memory on (tesla-mmio.md §3.3). */
static void pmem_moves_in_granules(struct test *t)
{
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, 2 * PMEM_GRANULE, &at))
        return;
    expect_equal(t, name_of(at), pmem_read32(t->card, at), "VRAM through PMEM");
    for (uint32_t step = 0; step < 2; step++) {
        const uint32_t aim = (uint32_t)(at.v >> 16) + step;

        if (!test_ok(t, pmem_point(t->card, aim), "pointing PMEM"))
            return;
        expect_equal(t, aim, card_read32(t->card, PBUS_PMEM), "PMEM");
        for (uint32_t offset = 0; offset < PMEM_GRANULE; offset += 0x1ffc) {
            const linear_addr there = { at.v + step * PMEM_GRANULE + offset, TARGET_VRAM };

            expect_equal(t, name_of(there), card_read32(t->card, PMEM_WINDOW + offset),
                         "VRAM through PMEM, moved by 64 KiB");
        }
    }
    /* The same byte from one granule lower. */
    if (!test_ok(t, pmem_point(t->card, (uint32_t)(at.v >> 16)), "pointing PMEM"))
        return;
    expect_equal(t, name_of((linear_addr){ at.v + PMEM_GRANULE + 8, TARGET_VRAM }),
                 card_read32(t->card, PMEM_WINDOW + PMEM_GRANULE + 8),
                 "the second granule of PMEM");
}

/* With MODE 0 the offset in the aperture is a VRAM address (tesla-mmio.md §3.3). */
static void shows_vram(struct test *t, enum aperture aperture)
{
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    if (at.v + PMEM_GRANULE > aperture_size(t->card, aperture)) {
        test_skip(t, "%s ends before the memory of this test", aperture_name(aperture));
        return;
    }
    aperture_unbind(t->card, aperture);
    for (uint64_t offset = 0; offset < PMEM_GRANULE; offset += 0x1ffc) {
        const linear_addr there = { at.v + offset, TARGET_VRAM };

        expect_read(t, aperture, (logical_addr){ there.v }, there);
        expect_write(t, aperture, (logical_addr){ there.v }, there);
    }
}

static void bar1_shows_vram(struct test *t)
{
    shows_vram(t, APERTURE_BAR1);
}

static void bar3_shows_vram(struct test *t)
{
    shows_vram(t, APERTURE_BAR3);
}

static void peephole_shows_vram(struct test *t)
{
    shows_vram(t, APERTURE_PEEPHOLE);
}

/* The read-write port moves on by 4 with each access (tesla-mmio.md §3.9). */
static void peephole_moves_on(struct test *t)
{
    const uint32_t port = nv50_chip_of(t->card->chip)->peephole_rw;
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    aperture_unbind(t->card, APERTURE_PEEPHOLE);
    card_write32(t->card, port + PEEPHOLE_ADDRESS, (uint32_t)at.v);
    for (uint32_t i = 0; i < 8; i++)
        expect_equal(t, name_of((linear_addr){ at.v + 4 * i, TARGET_VRAM }),
                     card_read32(t->card, port + PEEPHOLE_DATA), "consecutive reads of PEEPHOLE");
    card_write32(t->card, port + PEEPHOLE_ADDRESS, (uint32_t)at.v);
    for (uint32_t i = 0; i < 4; i++)
        card_write32(t->card, port + PEEPHOLE_DATA, 0xc0de0000 + i);
    if (!test_ok(t, host_flush(t->card), "flushing host writes"))
        return;
    for (uint32_t i = 0; i < 4; i++)
        expect_equal(t, 0xc0de0000 + i,
                     pmem_read32(t->card, (linear_addr){ at.v + 4 * i, TARGET_VRAM }),
                     "memory after consecutive writes of PEEPHOLE");
}

/* The write port, freeform: each DATA write is one memory write (tesla-mmio.md §3.9). */
static void peephole_write_port(struct test *t)
{
    const uint32_t port = nv50_chip_of(t->card->chip)->peephole_write;
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    aperture_unbind(t->card, APERTURE_PEEPHOLE);
    card_set32(t->card, PEEPHOLE_W_CTRL, PEEPHOLE_W_CTRL_FREEFORM);
    for (uint32_t i = 0; i < 2; i++) {
        card_write32(t->card, port + PEEPHOLE_ADDRESS, (uint32_t)at.v + 0x100);
        card_write32(t->card, port + PEEPHOLE_DATA, 0xf00d0000 + i);
        if (!test_ok(t, host_flush(t->card), "flushing host writes"))
            return;
        expect_equal(t, 0xf00d0000 + i,
                     pmem_read32(t->card, (linear_addr){ at.v + 0x100, TARGET_VRAM }),
                     "memory after a freeform write of PEEPHOLE");
    }
}

/* In pair mode the memory write happens on the second of address and data, whichever comes first
 * (tesla-mmio.md §3.9). */
static void peephole_pairs(struct test *t)
{
    const uint32_t port = nv50_chip_of(t->card->chip)->peephole_write;
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    const linear_addr there = { at.v + 0x200, TARGET_VRAM };
    aperture_unbind(t->card, APERTURE_PEEPHOLE);
    card_set32(t->card, PEEPHOLE_W_CTRL, 0);
    card_write32(t->card, port + PEEPHOLE_ADDRESS, (uint32_t)there.v);
    card_write32(t->card, port + PEEPHOLE_DATA, 0xaaaa0001);
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(t, 0xaaaa0001, pmem_read32(t->card, there), "memory after address, then data");
    card_write32(t->card, port + PEEPHOLE_DATA, 0xaaaa0002);
    card_write32(t->card, port + PEEPHOLE_ADDRESS, (uint32_t)there.v);
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(t, 0xaaaa0002, pmem_read32(t->card, there), "memory after data, then address");
}

/* A store of 1 or 2 bytes leaves the rest of the word (board.md §1.3: data mask). */
static void small_stores_keep_neighbours(struct test *t)
{
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    aperture_unbind(t->card, APERTURE_BAR1);
    for (unsigned byte = 0; byte < 4; byte++) {
        const linear_addr there = { at.v + 0x20 * byte, TARGET_VRAM };
        const uint32_t lane = UINT32_C(0xff) << 8 * byte;

        card_bar_write(t->card, NV_BAR_VRAM, there.v + byte, 1, 0x5a);
        if (!test_ok(t, host_flush(t->card), "flushing host writes"))
            return;
        expect_equal(t, (name_of(there) & ~lane) | (UINT32_C(0x5a5a5a5a) & lane),
                     pmem_read32(t->card, there), "a word after a store of one byte");
    }
    const linear_addr there = { at.v + 0x100, TARGET_VRAM };
    card_bar_write(t->card, NV_BAR_VRAM, there.v + 2, 2, 0xbeef);
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(t, (name_of(there) & 0xffff) | 0xbeef0000, pmem_read32(t->card, there),
                     "a word after a store of two bytes");
}

/* VRAM_HIDE: reads at those offsets of a window give 0, writes land (tesla-vm.md §1.2). */
static void hidden_vram_reads_zero(struct test *t)
{
    linear_addr at;

    if (!named_memory(t, TARGET_VRAM, PMEM_GRANULE, &at))
        return;
    aperture_unbind(t->card, APERTURE_BAR1);
    card_set32(t->card, PMC_VRAM_HIDE_HIGH, (uint32_t)at.v + 0xfff);
    card_set32(t->card, PMC_VRAM_HIDE_LOW, PMC_VRAM_HIDE_ENABLE | (uint32_t)at.v);
    expect_equal(t, 0, aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ at.v }),
                 "hidden VRAM through BAR1");
    aperture_write32(t->card, APERTURE_BAR1, (logical_addr){ at.v + 4 }, 0x600d600d);
    expect_read(t, APERTURE_BAR1, (logical_addr){ at.v + 0x1000 },
                (linear_addr){ at.v + 0x1000, TARGET_VRAM });
    card_set32(t->card, PMC_VRAM_HIDE_LOW, 0);
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(t, 0x600d600d, pmem_read32(t->card, (linear_addr){ at.v + 4, TARGET_VRAM }),
                     "a word that was written while hidden");
}

/* The function of these words is unknown; drivers clear them before they use BAR1 (tesla-vm.md
 * §1.2). */
static void nothing_is_remapped(struct test *t)
{
    for (unsigned i = 0; i < PBUS_REMAP_COUNT; i++)
        if (!expect_equal(t, 0, card_read32(t->card, PBUS_REMAP + 4 * i),
                          "a word of BAR1's remapper"))
            return;
}

static void host_flush_ends(struct test *t)
{
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(
            t, 0, card_read32(t->card, nv50_chip_of(t->card->chip)->host_flush) & HOST_FLUSH_BUSY,
            "the busy bit of the host flush when done");
}

/* Drivers look at the busy bit alone, register tests and tools at the whole word (silicon-sequences.md §3.3). */
static void host_flush_leaves_zero(struct test *t)
{
    if (test_ok(t, host_flush(t->card), "flushing host writes"))
        expect_equal(t, 0, card_read32(t->card, nv50_chip_of(t->card->chip)->host_flush),
                     "the host flush register when done");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "window.flush", .source = "tesla-vm.md §8.6", .run = host_flush_ends,
      .basis = PROVEN, .claim = CLAIM_WINDOW },
    { .name = "window.flush.word", .source = "silicon-sequences.md §3.3", .run = host_flush_leaves_zero,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW },
    { .name = "window.pmem", .source = "tesla-mmio.md §3.3", .run = pmem_moves_in_granules,
      .basis = PROVEN, .claim = CLAIM_WINDOW },
    { .name = "window.remap", .source = "tesla-vm.md §1.2", .run = nothing_is_remapped,
      .basis = UNVERIFIED, .experiment = "E39", .claim = CLAIM_WINDOW },
    { .name = "window.bar1", .source = "tesla-mmio.md §3.3", .run = bar1_shows_vram,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW },
    { .name = "window.bar3", .source = "tesla-mmio.md §3.3", .run = bar3_shows_vram,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW },
    { .name = "window.peephole", .source = "tesla-mmio.md §3.9", .run = peephole_shows_vram,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .flags = TEST_RISKY },
    { .name = "window.peephole.step", .source = "tesla-mmio.md §3.9", .run = peephole_moves_on,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .flags = TEST_RISKY },
    { .name = "window.peephole.write", .source = "tesla-mmio.md §3.9", .run = peephole_write_port,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .flags = TEST_RISKY },
    { .name = "window.peephole.pair", .source = "tesla-mmio.md §3.9", .run = peephole_pairs,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .flags = TEST_RISKY },
    { .name = "window.bytes", .source = "board.md §1.3", .run = small_stores_keep_neighbours,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW },
    { .name = "window.hide", .source = "tesla-vm.md §1.2", .run = hidden_vram_reads_zero,
      .basis = UNVERIFIED, .experiment = "E40", .claim = CLAIM_WINDOW, .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group window_tests = { rows, ARRAY_SIZE(rows) };
