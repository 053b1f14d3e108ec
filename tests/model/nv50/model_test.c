/* The device model against the reference, value by value: PCI, registers, VBIOS. Expected values are typed from
 * docs/hardware/, not taken from the model's tables. */
#include <string.h>

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/model_rig.h"

TEST(configuration_space, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    assert_int_equal(config32(0x00), 0x040010de);
    assert_int_equal(config32(0x08) >> 8, 0x030000);
    assert_int_equal(config32(0x34) & 0xff, 0x60);
    assert_int_equal(config32(0x60) & 0xffff, 0x6801);
    assert_int_equal(config32(0x68) & 0xffff, 0x7805);
    assert_int_equal(config32(0x78) & 0xff, 0x10);
    assert_int_equal(config32(0x7c), 0x8020); /* extended tags, role-based error reporting */
    assert_int_equal(config32(0x84) & 0x3f0, 16 << 4);
    assert_int_equal(config32(0x100) & 0xffff, 0x0002);
    assert_int_equal(config32(0x100) >> 20, 0x128);

    config_put32(0x40, 0x12345678);
    assert_int_equal(config32(0x2c), 0x12345678);
    assert_int_equal(rd(0x88040), 0x12345678);
}

TEST(bars_are_sized, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    config_put32(0x04, 0);
    for (unsigned at = 0x10; at <= 0x24; at += 4)
        config_put32(at, UINT32_MAX);
    config_put32(0x30, UINT32_MAX);

    assert_int_equal(config32(0x10), 0xff000000);
    assert_int_equal(config32(0x14), 0xf000000c);
    assert_int_equal(config32(0x18), 0xffffffff);
    assert_int_equal(config32(0x1c), 0xfe000004);
    assert_int_equal(config32(0x20), 0xffffffff);
    assert_int_equal(config32(0x24), 0xffffff81);
    assert_int_equal(config32(0x30), 0xfffe0001);
}

TEST(igps_are_no_pcie_functions, NULL, close_rig)
{
    open_card("mcp79", NULL, NULL);

    assert_int_equal(config32(0x68) & 0xff00, 0);
    assert_int_equal(config32(0x78), 0);
    assert_int_equal(config32(0x100), 0);
    assert_true(rd(0x100e14) != 0);
    assert_int_equal(rd(REF_PFB_FAKEFB_BASE), config32(0xf4));
    assert_int_equal(rd(REF_PFB_COMP_MAX_TAG), 0);
}

TEST(memory_decode_off_answers_ones, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    config_put32(0x04, 0);
    assert_int_equal(rd(0), 0xffffffff);
}

TEST(every_chipset_names_itself)
{
    static const uint16_t ids[CHIP_COUNT] = { 0x50, 0x84, 0x86, 0x92, 0x94, 0x96, 0x98,
                                              0xa0, 0xaa, 0xac, 0xa3, 0xa5, 0xa8, 0xaf };
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        open_card(nv50_chips[i].chip.name, NULL, NULL);
        assert_int_equal(rd(0) >> 20 & 0x1ff, ids[i]);
        assert_int_equal(rd(4), 0);
        assert_true(rd(REF_PBUS_HWUNITS_0) & 1u << 28);
        assert_true(rd(REF_PFB_MEM_AMOUNT) != 0);
        vram_wr(0x1234, 0xcafe0000 + i);
        assert_int_equal(vram_rd(0x1234), 0xcafe0000 + i);
        wr(REF_PBUS_PMEM, 0);
        close_rig(state);
    }
}

/* §3.6.1: the size that the geometry predicts is the size. */
TEST(geometry_predicts_the_size)
{
    static const char *const names[] = { "g80", "g84", "g92", "g98", "g200" };
    for (unsigned i = 0; i < 5; i++) {
        open_card(names[i], NULL, NULL);
        const uint32_t cfg1 = rd(REF_PFB_CFG1);
        const unsigned parts = bits_count(rd(REF_PBUS_HWUNITS_0) >> 16 & 0xff);
        const uint64_t row = (uint64_t)parts << ((cfg1 >> 12 & 15) + (cfg1 >> 24 & 1) + 2 + 3);
        uint64_t size = row << ((cfg1 >> 16 & 15) + 8);
        if (rd(REF_PFB_CFG0) & 4)
            size += row << ((cfg1 >> 20 & 15) + 8);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT), (uint32_t)size);
        close_rig(state);
    }
}

TEST(disabled_units_are_hidden, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    wr(REF_PBUS_INTR, 0xffffffff);
    wr(REF_PGRAPH_FIFO_CONTROL, 1);
    wr(0x200, 0xffffefff);
    assert_int_equal(rd(REF_PGRAPH_FIFO_CONTROL), 0);
    assert_int_equal(rd(REF_PBUS_INTR) & 8, 8);
    assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_ADDR), 0x400500);
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_ADDR), 0x400502);
    assert_int_equal(rd(REF_PTIMER_MMIO_FAULT_DATA), 0x10001);
    wr(0x200, 0xffffffff);
    assert_int_equal(rd(REF_PGRAPH_FIFO_CONTROL), 0); /* reset by the way */
    wr(REF_PBUS_INTR, 8);
    assert_int_equal(rd(REF_PBUS_INTR) & 8, 0);
}

TEST(scratch_and_units, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    for (uint32_t i = 0; i < 4; i++)
        wr(REF_PBUS_SCRATCH + 4 * i, 0xa5a50000 + i);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(rd(REF_PBUS_SCRATCH + 4 * i), 0xa5a50000 + i);
    wr(REF_PBUS_HWUNITS_0, 0);
    assert_int_equal(rd(0), 0xffffffff); /* bit 28 cleared: the card is gone */
    model_reset(rig.card);
    assert_int_equal(rd(REF_PBUS_SCRATCH), 0);
}

TEST(interrupts_are_live, NULL, close_rig)
{
    open_card("gt215", NULL, NULL);

    wr(REF_PBUS_USER0_TRIGGER, 1);
    assert_int_equal(rd(REF_PBUS_INTR), 1u << 26);
    assert_int_equal(rd(0x100), 0); /* masked at the leaf */
    wr(REF_PBUS_INTR_EN, 1u << 26);
    assert_int_equal(rd(0x100), 1u << 28);
    wr(0x640, ~(1u << 28));
    assert_int_equal(rd(0x100), 0); /* masked by 0x640 */
    wr(0x640, 1u << 28);
    assert_int_equal(rd(0x100), 1u << 28);
    assert_int_equal(rd(0x160), 1);
    wr(0x140, 1);
    assert_int_equal(rd(0x160), 0);
    wr(REF_PBUS_INTR, 1u << 26);
    assert_int_equal(rd(0x100), 0);
    assert_int_equal(rd(0x160), 1);
}

/* The crystal of 27 MHz is bit 22 without bit 6 (board.md §6). A word written with bit 31 reads back, that bit too (a
 * G94, measured), and the pins' levels after a write without it (tesla-mmio.md §3.8). */
TEST(straps_are_sampled_or_overridden, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const uint32_t sampled = rd(REF_PFB_POLLER_PLACE);

    assert_int_equal(sampled & 0x00400040, 0x00400000);
    wr(REF_PFB_POLLER_PLACE, 0x80000054);
    assert_int_equal(rd(REF_PFB_POLLER_PLACE), 0x80000054);
    wr(REF_PFB_POLLER_PLACE, 0x54);
    assert_int_equal(rd(REF_PFB_POLLER_PLACE), sampled);
}

TEST(timer_counts, NULL, close_rig)
{
    open_card("g80", NULL, NULL);

    const uint64_t before = rig.bus->ops->time_us(rig.bus);
    const uint32_t first = rd(REF_PTIMER_TIME_LOW);
    while (rig.bus->ops->time_us(rig.bus) < before + 1000)
        continue;
    const uint32_t ns = rd(REF_PTIMER_TIME_LOW) - first;
    assert_in_range(ns, 990000, 1010000);
    assert_int_equal(rd(REF_PTIMER_TIME_LOW) & 31, 0);
    wr(REF_PTIMER_TIME_HIGH, 5);
    assert_int_equal(rd(REF_PTIMER_TIME_HIGH), 5);
    wr(REF_PTIMER_TIME_LOW, 0x12345680);
    assert_in_range(rd(REF_PTIMER_TIME_LOW), 0x12345680, 0x12345680 + 100000);
    assert_int_equal(rd(REF_PTIMER_TIME_HIGH), 5);
    wr(REF_PTIMER_ALARM, rd(REF_PTIMER_TIME_LOW) + 0x1000);
    assert_int_equal(rd(REF_PTIMER_INTR), 0);
    const uint64_t set = rig.bus->ops->time_us(rig.bus);
    while (rig.bus->ops->time_us(rig.bus) < set + 10)
        continue;
    assert_int_equal(rd(REF_PTIMER_INTR), 1);
}

TEST(host_flush_reads_zero, NULL, close_rig)
{
    open_card("g80", NULL, NULL);
    wr(REF_HOST_FLUSH_G80, 1);
    assert_int_equal(rd(REF_HOST_FLUSH_G80), 0);
    wr(0x200, 0xfffffeff); /* not even PFIFO's reset hides it */
    assert_int_equal(rd(REF_HOST_FLUSH_G80), 0);
    assert_int_equal(rd(REF_PBUS_INTR) & 8, 0);
    close_rig(state);

    open_card("g84", NULL, NULL);
    wr(REF_HOST_FLUSH_G84, 1);
    assert_int_equal(rd(REF_HOST_FLUSH_G84), 0);
}

TEST(unknown_registers_read_zero, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    wr(0x1800, 0x55);
    assert_int_equal(rd(0x1800), 0);
    assert_int_equal(nv50_of(rig.card)->regs.unknown_accesses, 2);
    assert_int_equal(nv50_of(rig.card)->regs.unknown[0].offset, 0x1800);
}

static uint32_t rom_bytes(const uint8_t *at, unsigned count)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < count; i++)
        value |= (uint32_t)at[i] << (8 * i);
    return value;
}

static uint8_t rom_sum(const uint8_t *at, unsigned count)
{
    uint8_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum = (uint8_t)(sum + at[i]);
    return sum;
}

/* The data of a token of the BIT, and their size (devinit.md §2.1). */
static const uint8_t *rom_token(const uint8_t *rom, uint8_t id, uint32_t *size)
{
    static const uint8_t start[] = { 0xff, 0xb8, 'B', 'I', 'T', 0 };
    const uint8_t *bit = memmem(rom, 0x1000, start, sizeof(start));

    assert_non_null(bit);
    assert_int_equal(rom_sum(bit, bit[8]), 0);
    for (unsigned i = 0; i < bit[10]; i++) {
        const uint8_t *token = bit + bit[8] + i * bit[9];
        *size = rom_bytes(token + 2, 2);
        if (token[0] == id)
            return rom + rom_bytes(token + 4, 2);
    }
    fail_msg("no token %c", (char)id);
    return NULL;
}

/* devinit.md §1.4, §1.6, §2.2: data at fixed places does not overlap the PCI data structure. */
TEST(rom_has_its_headers)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        open_card(nv50_chips[i].chip.name, NULL, NULL);
        size_t rom_size;
        uint32_t size = 0;
        const uint8_t *rom = model_rom(rig.card, &rom_size);
        const uint8_t *pcir = rom + rom_bytes(rom + 0x18, 2);
        const uint32_t device = config32(0) >> 16;

        assert_int_equal((pcir - rom) % 4, 0);
        assert_memory_equal(pcir, "PCIR", 4);
        assert_int_equal(rom_bytes(pcir + 4, 4), device << 16 | 0x10de);
        assert_int_equal(rom_bytes(pcir + 0xa, 2), 0x18);
        assert_int_equal(rom_bytes(pcir + 0xd, 3), 0x030000);
        assert_int_equal(rom_bytes(pcir + 0x10, 2), rom[2]);
        assert_int_equal(rom_bytes(pcir + 0x14, 2), 0x8000); /* x86, the last image */
        assert_int_equal(rom_sum(rom, rom[2] * 512u), 0);
        assert_int_equal(rom_bytes(rom + 0x54, 4), device << 16 | 0x10de);
        assert_int_equal(rom[0x6a], 0xa5);
        assert_int_equal(rom_sum(rom + 0x58, 0x14), 0);
        assert_int_equal(rom_bytes(rom + 0x58, 4), 0x7fffffff);
        assert_int_equal(rom_bytes(rom + 0x68, 2), 0);
        const uint8_t *info = rom_token(rom, 'i', &size);
        assert_true(size >= 0x19);
        assert_int_equal(rom_bytes(info + 0x17, 2), device);
        close_rig(NULL);
    }
}

/* The counter's number after a second of the clock of `rig`, in units of 1 ns at 31.25 MHz. */
static uint64_t ptimer_rate(uint32_t source, uint32_t mul, uint32_t div)
{
    wr(REF_PTIMER_CLOCK_SOURCE, source);
    wr(REF_PTIMER_CLOCK_DIV, div);
    wr(REF_PTIMER_CLOCK_MUL, mul);
    const uint64_t start = (uint64_t)rd(REF_PTIMER_TIME_HIGH) << 32 | rd(REF_PTIMER_TIME_LOW);
    const uint64_t from = rig.bus->ops->time_us(rig.bus);
    rig.bus->ops->wait_us(rig.bus, 1000000);
    const uint64_t end = (uint64_t)rd(REF_PTIMER_TIME_HIGH) << 32 | rd(REF_PTIMER_TIME_LOW);
    return (end - start) * 1000000 / (rig.bus->ops->time_us(rig.bus) - from);
}

static void expect_rate(uint64_t seen, uint64_t hz)
{
    const uint64_t wanted = hz * 32; /* §3.5: a tick is 32 */
    assert_in_range(seen, wanted - wanted / 1000, wanted + wanted / 1000);
}

/* §3.5: crystal times MUL over DIV, or the external clock; never faster than its source. */
TEST(ptimer_counts_its_source)
{
    static const struct {
        const char *chip;
        uint64_t external;
    } rows[] = { { "g80", 277780000 }, { "g84", 100000000 }, { "gt215", 100000000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(rows[i].chip, NULL, NULL);
        expect_rate(ptimer_rate(2, 125, 324), 31250000);
        expect_rate(ptimer_rate(0, 1, 1), 27000000);
        expect_rate(ptimer_rate(0x102, 1, 2), 27000000 * 3 / 2 / 2);
        expect_rate(ptimer_rate(0x10000, 1, 1), rows[i].external);
        expect_rate(ptimer_rate(0, 7, 3), 27000000);
        expect_rate(ptimer_rate(0xff, 1, 1), rows[i].external); /* 27 MHz * 256 */
        expect_rate(ptimer_rate(0, 0, 1), 0);
        close_rig(NULL);
    }
}

/* Words that rnndb has on some chipsets alone (g80_pclock, pnvio, pmc, g80_pfb, g80_pgraph). */
TEST(words_stand_on_their_chipsets)
{
    static const struct {
        uint32_t at;
        const char *on, *not_on;
    } rows[] = {
        { REF_PCLOCK_MPLL, "g80 g84 g200", "mcp77 mcp79 gt215" },
        { REF_PCLOCK_MPLL_COEF, "g80 g84 g200", "mcp77 mcp79 gt215" },
        { REF_PCLOCK_DOM6_DIV, "g80 g84 g86 g98 g200", "g92 g94 g96 mcp77 gt215" },
        { REF_PCLOCK_DOM6_DIV_G92, "g92 g94 g96", "g80 g84 g98 g200" },
        { REF_PCLOCK_GT215_ROOT, "gt215 gt218", "g200 mcp79 mcp89" },
        { REF_PCLOCK_ROOT_DIV, "gt215 gt218", "g200 mcp79 mcp89" },
        { 0x100244, "g80 g84 g94", "" },
        { REF_PFB_TIMINGS_10, "g94 g98 gt215", "g80 g84 g92" },
        { 0x40f318, "g80 g98", "" },           /* TPC 7 */
        { 0x410318, "", "g80 g84 g98" },       /* there is no TPC 8 */
        { 0x40cb20, "g200 gt215", "g80 g98" }, /* TPC 9 */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
            const char *name = nv50_chips[chip].chip.name;
            const bool on = strstr(rows[i].on, name);
            if (!on && !strstr(rows[i].not_on, name))
                continue;
            open_card(name, NULL, NULL);
            wr(rows[i].at, 0x5);
            if (rd(rows[i].at) != (on ? 0x5 : 0))
                fail_msg("0x%x of %s", rows[i].at, name);
            close_rig(NULL);
        }
}

/* BOOT_2 stands on G92 and later: only an unknown word is counted. */
TEST(boot_2_came_with_g92, NULL, close_rig)
{
    open_card("g86", NULL, NULL);
    rd(0x8);
    assert_int_equal(nv50_of(rig.card)->regs.unknown_accesses, 1);
    close_rig(NULL);
    open_card("g92", NULL, NULL);
    rd(0x8);
    assert_int_equal(nv50_of(rig.card)->regs.unknown_accesses, 0);
}

TEST(prom_shows_the_rom, NULL, close_rig)
{
    open_card("g84", NULL, NULL);

    wr(0x88050, rd(0x88050) & ~1u);
    assert_int_equal(rd(REF_PROM) & 0xffff, 0xaa55);
    uint8_t sum = 0;
    for (uint32_t i = 0; i < 0x1000; i += 4)
        for (uint32_t word = rd(REF_PROM + i), b = 0; b < 4; b++)
            sum = (uint8_t)(sum + (word >> (8 * b)));
    assert_int_equal(sum, 0);
    assert_int_equal(rd(REF_PROM + (rd(0x300018) & 0xffff)), 0x52494350);

    /* Configuration cycles do not move the bit (§1.5). */
    config_put32(0x50, 1);
    assert_int_equal(rd(0x88050), 0);
    wr(0x88050, 1);
    assert_true((rd(REF_PROM) & 0xffff) != 0xaa55);

    /* The shadow that 0x619f04 points to. */
    const uint32_t window = rd(REF_PDISPLAY_VGA_ROM_WINDOW);
    assert_int_equal(window & 11, 9);
    assert_int_equal(vram_rd((window & ~0xffu) << 8) & 0xffff, 0xaa55);
}

TEST(crtc_by_bytes, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const bus_addr index = { rig.bar0 + 0x6013d4 }, data = { rig.bar0 + 0x6013d5 };

    rig.bus->ops->write(rig.bus, index, 1, 0x1a);
    assert_true(rig.bus->ops->read(rig.bus, data, 1) != 0);
    rig.bus->ops->write(rig.bus, index, 1, 0x44);
    rig.bus->ops->write(rig.bus, data, 1, 0x5a);
    assert_int_equal(rig.bus->ops->read(rig.bus, data, 1), 0x5a);
    assert_int_equal(rd(0x619444) & 0xff, 0x5a);
}

/* devinit.md §7.2 */
TEST(cold_card_has_no_memory, NULL, close_rig)
{
    open_rig(&(struct model_config){ .chip = &chipset_named("g84")->chip, .cold = true });

    assert_int_equal(rd(0x200), 0x40110011);
    assert_int_equal(rd(REF_PFB_MEM_AMOUNT), 0);
    assert_int_equal(rd(REF_PFB_CFG1), 0);
    assert_int_equal(rd(REF_PFB_REFCTRL), 0);
    assert_int_equal(rd(REF_PFB_TIMINGS), 0);
    assert_int_equal(rd(REF_PDISPLAY_CRTC) & 0xff, 0);
    assert_int_equal(rd(REF_PDISPLAY_VGA_ROM_WINDOW), 0);
    vram_wr(0x1000, 0x12345678);
    assert_int_equal(vram_rd(0x1000), 0xffffffff);
    bar1_wr(0x1000, 0);
    assert_int_equal(bar1_rd(0x1000), 0xffffffff);
}
