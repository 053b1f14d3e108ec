/* The device model against the reference, value by value. Expected values are typed from
 * docs/hardware/, not taken from the model's tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/core/card.h"
#include "model/core/translate.h"
#include "model/host/host.h"

#define MIB (UINT64_C(1) << 20)

#define CHANNEL  0x100000u /* in VRAM; 64 KiB aligned for the PMEM window */
#define TABLE    0x200000u
#define SELECTOR 0x600u /* objects at CHANNEL + 0x6000 */

struct rig {
    struct host_bus *host;
    struct bus *bus;
    struct nv50 *card;
    struct pci_function at;
    uint64_t bar0, bar1, bar3;
};

static struct rig rig;

static uint32_t config32(unsigned offset)
{
    return rig.bus->ops->config_read(rig.bus, rig.at, (uint16_t)offset, 4);
}

static void config_put32(unsigned offset, uint32_t value)
{
    rig.bus->ops->config_write(rig.bus, rig.at, (uint16_t)offset, 4, value);
}

static void open_rig(const struct nv50_config *config)
{
    char error[200] = "";
    const struct host_bus_config machine = { .cards = config, .count = 1 };

    rig = (struct rig){ .at = { .bus = 1 } };
    rig.host = host_bus_new(&machine, error, sizeof(error));
    if (!rig.host)
        fail_msg("%s", error);
    rig.bus = host_bus(rig.host);
    rig.card = host_bus_card(rig.host, 0);
    rig.bar0 = config32(0x10) & ~15u;
    rig.bar1 = (config32(0x14) & ~15u) | (uint64_t)config32(0x18) << 32;
    rig.bar3 = (config32(0x1c) & ~15u) | (uint64_t)config32(0x20) << 32;
}

static const struct chipset *chip_named(const char *name)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (!strcmp(chipsets[i].name, name))
            return &chipsets[i];
    fail_msg("no chipset %s", name);
    return NULL;
}

static void open_card(const char *chip, const char *defects, const char *knobs)
{
    const struct nv50_config config = {
        .chip = chip_named(chip), .seed = 1, .defects = defects, .knobs = knobs
    };
    open_rig(&config);
}

static int close_rig(void **state)
{
    (void)state;
    host_bus_free(rig.host);
    rig.host = NULL;
    return 0;
}

static uint32_t rd(uint32_t offset)
{
    return (uint32_t)rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar0 + offset }, 4);
}

static void wr(uint32_t offset, uint32_t value)
{
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar0 + offset }, 4, value);
}

static uint32_t bar1_rd(uint64_t offset)
{
    return (uint32_t)rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar1 + offset }, 4);
}

static void bar1_wr(uint64_t offset, uint32_t value)
{
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar1 + offset }, 4, value);
}

/* VRAM through the PMEM window. */
static uint32_t vram_rd(uint32_t at)
{
    wr(0x1700, at >> 16);
    return rd(0x700000 + (at & 0xffff));
}

static void vram_wr(uint32_t at, uint32_t value)
{
    wr(0x1700, at >> 16);
    wr(0x700000 + (at & 0xffff), value);
}

static void vram_wr64(uint32_t at, uint64_t value)
{
    vram_wr(at, (uint32_t)value);
    vram_wr(at + 4, (uint32_t)(value >> 32));
}

static uint32_t pd_offset(void)
{
    return rig.card->chip->id == 0x50 ? 0x1400 : 0x200;
}

static void put_pde(unsigned index, uint64_t pde)
{
    vram_wr64(CHANNEL + pd_offset() + 8 * index, pde);
}

/* An object for all of `selector`, its limit inclusive. */
static void put_object(unsigned selector, uint32_t w0, uint64_t base, uint64_t limit)
{
    const uint32_t at = CHANNEL + 16 * selector;
    vram_wr(at, w0);
    vram_wr(at + 4, (uint32_t)limit);
    vram_wr(at + 8, (uint32_t)base);
    vram_wr(at + 12, (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24);
    vram_wr(at + 16, 0);
    vram_wr(at + 20, 0);
}

static void bind_bar1(unsigned selector)
{
    wr(0x1704, CHANNEL >> 12);
    wr(0x1704, 0x40000000 | CHANNEL >> 12);
    wr(0x1708, 0x80000000 | selector);
}

/* A channel without any page table; the noise in the directory goes. */
static void make_channel(void)
{
    for (unsigned i = 0; i < 0x800; i++)
        put_pde(i, 0);
}

static void flush(unsigned engine)
{
    wr(0x100c80, engine << 16 | 1);
    assert_int_equal(rd(0x100c80) & 1, 0);
}

static void expect_fault(unsigned word0, uint64_t at, bool read)
{
    uint32_t words[6];
    const uint32_t enables = rd(0x100c90) & 0xffffff;

    assert_true(rd(0x100c90) >> 31);
    for (unsigned i = 0; i < 6; i++) {
        wr(0x100c90, enables | i << 24);
        words[i] = rd(0x100c94);
    }
    wr(0x100c90, enables | 0x80000000);
    assert_int_equal(rd(0x100c90) >> 31, 0);
    assert_int_equal(words[0], word0);
    assert_int_equal(words[1], CHANNEL >> 12);
    assert_int_equal(words[2], 0);
    assert_int_equal(words[3], at & 0xffff);
    assert_int_equal(words[4], at >> 16 & 0xffff);
    assert_int_equal(words[5], (at >> 32 & 0xff) | (read ? 0x100 : 0));
}

/* ---- docs/hardware/tesla-mmio.md §1 -------------------------------------------------------------
 */

static void configuration_space(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    assert_int_equal(config32(0x00), 0x040010de);
    assert_int_equal(config32(0x08) >> 8, 0x030000);
    assert_int_equal(config32(0x34) & 0xff, 0x60);
    assert_int_equal(config32(0x60) & 0xffff, 0x6801);
    assert_int_equal(config32(0x68) & 0xffff, 0x7805);
    assert_int_equal(config32(0x78) & 0xff, 0x10);
    assert_int_equal(config32(0x84) & 0x3f0, 16 << 4);
    assert_int_equal(config32(0x100) & 0xffff, 0x0002);
    assert_int_equal(config32(0x100) >> 20, 0x128);

    config_put32(0x40, 0x12345678);
    assert_int_equal(config32(0x2c), 0x12345678);
    assert_int_equal(rd(0x88040), 0x12345678);
}

static void bars_are_sized(void **state)
{
    (void)state;
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

static void igps_are_no_pcie_functions(void **state)
{
    (void)state;
    open_card("mcp79", NULL, NULL);

    assert_int_equal(config32(0x68) & 0xff00, 0);
    assert_int_equal(config32(0x78), 0);
    assert_int_equal(config32(0x100), 0);
    assert_true(rd(0x100e14) != 0);
    assert_int_equal(rd(0x100e10), config32(0xf4));
    assert_int_equal(rd(0x100320), 0);
}

static void memory_decode_off_answers_ones(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    config_put32(0x04, 0);
    assert_int_equal(rd(0), 0xffffffff);
}

/* ---- §3.1 to §3.5
 * --------------------------------------------------------------------------------- */

static void every_chipset_names_itself(void **state)
{
    (void)state;
    static const uint16_t ids[CHIP_COUNT] = { 0x50, 0x84, 0x86, 0x92, 0x94, 0x96, 0x98,
                                              0xa0, 0xaa, 0xac, 0xa3, 0xa5, 0xa8, 0xaf };
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        open_card(chipsets[i].name, NULL, NULL);
        assert_int_equal(rd(0) >> 20 & 0x1ff, ids[i]);
        assert_int_equal(rd(4), 0);
        assert_true(rd(0x1540) & 1u << 28);
        assert_true(rd(0x10020c) != 0);
        vram_wr(0x1234, 0xcafe0000 + i);
        assert_int_equal(vram_rd(0x1234), 0xcafe0000 + i);
        wr(0x1700, 0);
        close_rig(state);
    }
}

/* §3.6.1: the size that the geometry predicts is the size. */
static void geometry_predicts_the_size(void **state)
{
    (void)state;
    static const char *const names[] = { "g80", "g84", "g92", "g98", "g200" };
    for (unsigned i = 0; i < 5; i++) {
        open_card(names[i], NULL, NULL);
        const uint32_t cfg1 = rd(0x100204);
        const unsigned parts = (unsigned)__builtin_popcount(rd(0x1540) >> 16 & 0xff);
        const uint64_t row = (uint64_t)parts << ((cfg1 >> 12 & 15) + (cfg1 >> 24 & 1) + 2 + 3);
        uint64_t size = row << ((cfg1 >> 16 & 15) + 8);
        if (rd(0x100200) & 4)
            size += row << ((cfg1 >> 20 & 15) + 8);
        assert_int_equal(rd(0x10020c), (uint32_t)size);
        close_rig(state);
    }
}

static void disabled_units_are_hidden(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    wr(0x1100, 0xffffffff);
    wr(0x400500, 1);
    wr(0x200, 0xffffefff);
    assert_int_equal(rd(0x400500), 0);
    assert_int_equal(rd(0x1100) & 8, 8);
    assert_int_equal(rd(0x9084), 0x400500);
    wr(0x400500, 0x10001);
    assert_int_equal(rd(0x9084), 0x400502);
    assert_int_equal(rd(0x9088), 0x10001);
    wr(0x200, 0xffffffff);
    assert_int_equal(rd(0x400500), 0); /* reset by the way */
    wr(0x1100, 8);
    assert_int_equal(rd(0x1100) & 8, 0);
}

static void scratch_and_units(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    for (uint32_t i = 0; i < 4; i++)
        wr(0x1154 + 4 * i, 0xa5a50000 + i);
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(rd(0x1154 + 4 * i), 0xa5a50000 + i);
    wr(0x1540, 0);
    assert_int_equal(rd(0), 0xffffffff); /* bit 28 cleared: the card is gone */
    nv50_reset(rig.card);
    assert_int_equal(rd(0x1154), 0);
}

static void interrupts_are_live(void **state)
{
    (void)state;
    open_card("gt215", NULL, NULL);

    wr(0x1150, 1);
    assert_int_equal(rd(0x1100), 1u << 26);
    assert_int_equal(rd(0x100), 0); /* masked at the leaf */
    wr(0x1140, 1u << 26);
    assert_int_equal(rd(0x100), 1u << 28);
    wr(0x640, ~(1u << 28));
    assert_int_equal(rd(0x100), 0); /* masked by 0x640 */
    wr(0x640, 1u << 28);
    assert_int_equal(rd(0x100), 1u << 28);
    assert_int_equal(rd(0x160), 1);
    wr(0x140, 1);
    assert_int_equal(rd(0x160), 0);
    wr(0x1100, 1u << 26);
    assert_int_equal(rd(0x100), 0);
    assert_int_equal(rd(0x160), 1);
}

static void timer_counts(void **state)
{
    (void)state;
    open_card("g80", NULL, NULL);

    const uint64_t before = rig.bus->ops->time_us(rig.bus);
    const uint32_t first = rd(0x9400);
    while (rig.bus->ops->time_us(rig.bus) < before + 1000)
        continue;
    const uint32_t ns = rd(0x9400) - first;
    assert_in_range(ns, 990000, 1010000);
    assert_int_equal(rd(0x9400) & 31, 0);
    wr(0x9410, 5);
    assert_int_equal(rd(0x9410), 5);
    wr(0x9420, rd(0x9400) + 0x1000);
    assert_int_equal(rd(0x9100), 0);
    const uint64_t set = rig.bus->ops->time_us(rig.bus);
    while (rig.bus->ops->time_us(rig.bus) < set + 10)
        continue;
    assert_int_equal(rd(0x9100), 1);
}

static void host_flush_reads_zero(void **state)
{
    (void)state;
    open_card("g80", NULL, NULL);
    wr(0x330c, 1);
    assert_int_equal(rd(0x330c), 0);
    wr(0x200, 0xfffffeff); /* not even PFIFO's reset hides it */
    assert_int_equal(rd(0x330c), 0);
    assert_int_equal(rd(0x1100) & 8, 0);
    close_rig(state);

    open_card("g84", NULL, NULL);
    wr(0x70000, 1);
    assert_int_equal(rd(0x70000), 0);
}

static void unknown_registers_read_zero(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    wr(0x1800, 0x55);
    assert_int_equal(rd(0x1800), 0);
    assert_int_equal(rig.card->regs.unknown_accesses, 2);
    assert_int_equal(rig.card->regs.unknown[0].offset, 0x1800);
}

static void prom_shows_the_rom(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    wr(0x88050, rd(0x88050) & ~1u);
    assert_int_equal(rd(0x300000) & 0xffff, 0xaa55);
    uint8_t sum = 0;
    for (uint32_t i = 0; i < 0x1000; i += 4)
        for (uint32_t word = rd(0x300000 + i), b = 0; b < 4; b++)
            sum = (uint8_t)(sum + (word >> (8 * b)));
    assert_int_equal(sum, 0);
    assert_int_equal(rd(0x300000 + (rd(0x300018) & 0xffff)), 0x52494350);

    /* Configuration cycles do not move the bit (§1.5). */
    config_put32(0x50, 1);
    assert_int_equal(rd(0x88050), 0);
    wr(0x88050, 1);
    assert_true((rd(0x300000) & 0xffff) != 0xaa55);

    /* The shadow that 0x619f04 points to. */
    const uint32_t window = rd(0x619f04);
    assert_int_equal(window & 11, 9);
    assert_int_equal(vram_rd((window & ~0xffu) << 8) & 0xffff, 0xaa55);
}

static void crtc_by_bytes(void **state)
{
    (void)state;
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
static void cold_card_has_no_memory(void **state)
{
    (void)state;
    open_rig(&(struct nv50_config){ .chip = chip_named("g84"), .cold = true });

    assert_int_equal(rd(0x200), 0x40110011);
    assert_int_equal(rd(0x10020c), 0);
    assert_int_equal(rd(0x100204), 0);
    assert_int_equal(rd(0x100210), 0);
    assert_int_equal(rd(0x100220), 0);
    assert_int_equal(rd(0x619400) & 0xff, 0);
    assert_int_equal(rd(0x619f04), 0);
    vram_wr(0x1000, 0x12345678);
    assert_int_equal(vram_rd(0x1000), 0xffffffff);
    bar1_wr(0x1000, 0);
    assert_int_equal(bar1_rd(0x1000), 0xffffffff);
}

/* ---- §3.3, §3.9: windows
 * ------------------------------------------------------------------------- */

static void pmem_moves_by_64k_and_reaches_system_memory(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    struct dma_memory memory;
    assert_int_equal(rig.bus->ops->dma_alloc(rig.bus, 0x20000, &memory), OK);
    uint32_t *words = memory.cpu;

    wr(0x1700, 1);
    wr(0x700004, 0x11223344);
    wr(0x1700, 0);
    assert_int_equal(rd(0x710004), 0x11223344);

    /* System memory needs bus mastering. */
    words[1] = 0xabcd1234;
    wr(0x1700, 2u << 24 | (uint32_t)(memory.bus.v >> 16));
    const uint32_t offset = 0x700004 + (uint32_t)(memory.bus.v & 0xffff);
    assert_int_equal(rd(offset), 0xffffffff);
    config_put32(0x04, 6);
    assert_int_equal(rd(offset), 0xabcd1234);
    wr(0x1700, 3u << 24 | (uint32_t)(memory.bus.v >> 16));
    wr(offset, 0x600df00d);
    assert_int_equal(words[1], 0x600df00d);
    rig.bus->ops->dma_free(rig.bus, &memory);
}

static void bar1_shows_vram(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    vram_wr(0x12340, 0x01020304);
    assert_int_equal(bar1_rd(0x12340), 0x01020304);
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar1 + 0x12341 }, 1, 0xee);
    assert_int_equal(vram_rd(0x12340), 0x0102ee04);
    rig.bus->ops->write(rig.bus, (bus_addr){ rig.bar3 + 0x12348 }, 8, UINT64_C(0x1122334455667788));
    assert_int_equal(vram_rd(0x1234c), 0x11223344);
}

static void hidden_vram_reads_zero(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);

    vram_wr(0x1000, 0xffffffff);
    vram_wr(0x1ffc, 0xffffffff);
    vram_wr(0x2000, 0xffffffff);
    wr(0x304, 0x1fff);
    wr(0x300, 0x80001000);
    assert_int_equal(bar1_rd(0x1000), 0);
    assert_int_equal(bar1_rd(0x1ffc), 0);
    assert_int_equal(bar1_rd(0x2000), 0xffffffff);
    bar1_wr(0x1000, 0x12345678);
    wr(0x300, 0);
    assert_int_equal(bar1_rd(0x1000), 0x12345678);
}

static void peephole_pairs_and_freeform(void **state)
{
    (void)state;
    static const struct {
        const char *chip;
        uint32_t write, rw;
    } ports[] = { { "g80", 0x1560, 0x1570 }, { "g84", 0x60000, 0x60010 } };

    for (unsigned i = 0; i < 2; i++) {
        const uint32_t write = ports[i].write, rw = ports[i].rw;
        open_card(ports[i].chip, NULL, NULL);
        vram_wr(0x3000, 0);

        wr(write, 0x3000);
        assert_int_equal(rd(0x155c), 1);
        assert_int_equal(vram_rd(0x3000), 0);
        wr(write + 4, 0x11111111);
        assert_int_equal(rd(0x155c), 0);
        assert_int_equal(vram_rd(0x3000), 0x11111111);
        wr(write + 4, 0x22222222);
        assert_int_equal(rd(0x155c), 2);
        wr(write, 0x3004);
        assert_int_equal(vram_rd(0x3004), 0x22222222);

        wr(write, 0x3000);
        wr(write, 0x3000); /* two addresses */
        assert_int_equal(rd(0x1100), 1u << 12);
        wr(0x155c, 0x100);
        wr(write, 0x3008);
        wr(write + 4, 0x33333333);
        wr(write + 4, 0x44444444);
        assert_int_equal(vram_rd(0x3008), 0x44444444);

        wr(rw, 0x3000);
        assert_int_equal(rd(rw + 4), 0x11111111);
        assert_int_equal(rd(rw + 4), 0x22222222);
        wr(rw + 4, 0x55555555);
        assert_int_equal(vram_rd(0x3008), 0x55555555);
        assert_int_equal(rd(rw), 0x300c);
        close_rig(state);
    }
}

static void io_ports_reach_the_bars(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    struct nv50 *card = rig.card;

    assert_int_equal(nv50_bar_read(card, 5, 0, 4), 0x2469fdb9);
    assert_int_equal((uint32_t)nv50_bar_read(card, 5, 4, 4), 0xffffffff);
    nv50_bar_write(card, 5, 0, 1, 4);
    nv50_bar_write(card, 5, 8, 0xff000003, 4);
    assert_int_equal(nv50_bar_read(card, 5, 8, 4), 0);
    nv50_bar_write(card, 5, 0xc, 0x77, 4);
    assert_int_equal(nv50_bar_read(card, 5, 0xc, 4), 0x77);
    nv50_bar_write(card, 5, 4, 1, 4);
    assert_int_equal(nv50_bar_read(card, 5, 0xc, 4), rd(0));
    nv50_bar_write(card, 5, 0x10, 0x4000, 4);
    nv50_bar_write(card, 5, 0x14, 0x13572468, 4);
    assert_int_equal(vram_rd(0x4000), 0x13572468);
}

/* ---- tesla-vm.md §1.12
 * --------------------------------------------------------------------------- */

static void open_examples(const char *knobs)
{
    open_rig(&(struct nv50_config){
        .chip = chip_named("g84"), .vram_size = 512 * MIB, .seed = 1, .knobs = knobs });
    make_channel();
}

static void example_x1(void **state)
{
    (void)state;
    open_examples(NULL);
    put_object(SELECTOR, 0x7fc00000, 0x100000000, 0x101ffffff);
    put_pde(8, TABLE | 3);
    vram_wr64(TABLE + 8, 0x5678001);
    bind_bar1(SELECTOR);

    bar1_wr(0x1234, 0xcafef00d);
    assert_int_equal(vram_rd(0x5678234), 0xcafef00d);
    assert_int_equal(rd(0x100c90) >> 31, 0);
}

static void examples_x2_x3(void **state)
{
    (void)state;
    open_examples(NULL);
    put_object(SELECTOR, 0x00190000, 0x03000000, 0x03ffffff);
    bind_bar1(SELECTOR);
    const bus_addr last = { rig.bar1 + 0xffffff };

    assert_int_equal(rig.bus->ops->read(rig.bus, last, 1), 0xff);
    expect_fault(0x08f6, 0x3ffffff, true);
    bar1_wr(0xfffffc, 0x600d600d);
    assert_int_equal(vram_rd(0x3fffffc), 0x600d600d);
    bar1_wr(0x1000000, 1);
    expect_fault(0x04f6, 0x4000000, false);
    close_rig(state);

    open_examples("limit_rule=INCL_LAST");
    put_object(SELECTOR, 0x00190000, 0x03000000, 0x03ffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x3fffffc, 0x5a000000);
    assert_int_equal(rig.bus->ops->read(rig.bus, (bus_addr){ rig.bar1 + 0xffffff }, 1), 0x5a);
}

static void example_x4(void **state)
{
    (void)state;
    open_examples(NULL);
    put_object(SELECTOR, 0x7fc00000, 0x20000000, 0xffffffffff); /* L 0x20005678 less this base */
    put_pde(1, TABLE | 3);
    for (unsigned i = 0; i < 8; i++)
        vram_wr64(TABLE + 8 * i, 0x12345181);
    bind_bar1(SELECTOR);

    bar1_wr(0x5678, 0x04040404);
    assert_int_equal(vram_rd(0x1234a678), 0x04040404);
}

static struct vm_result translate(const uint32_t *words, uint64_t logical)
{
    struct vm_result result;
    const struct vm_access access = { .engine = VM_ENGINE_BAR,
                                      .client = VM_CLIENT_PFIFO_READ,
                                      .channel = CHANNEL >> 12,
                                      .selector = SELECTOR,
                                      .object = words,
                                      .logical = logical,
                                      .size = 4 };
    assert_true(vm_translate(rig.card, &access, &result));
    return result;
}

static void example_x5(void **state)
{
    (void)state;
    open_examples(NULL);
    static const uint32_t words[6] = { 0x7fc00000, 0xffffffff, 0, 0xff000000, 0, 0 };
    const uint64_t pte = UINT64_C(0x04000000) | 1 | 2 << 7 | UINT64_C(0x28) << 40 |
                         UINT64_C(2) << 47 | UINT64_C(0x100) << 49;
    put_pde(2, TABLE | 1);
    for (unsigned i = 0; i < 4; i++)
        vram_wr64(TABLE + 8 * i, pte);

    const struct vm_result result = translate(words, 0x40035000);
    assert_int_equal(result.at.v, 0x4035000);
    assert_int_equal(result.at.target, 0);
    assert_int_equal(result.view.type, 0x28);
    assert_int_equal(result.compression, 2);
    assert_int_equal(result.tag, 0x106);
}

static void examples_x6_x8(void **state)
{
    (void)state;
    open_examples(NULL);
    static const uint32_t words[6] = {
        0x00190000 | 1 << 29 | 0x78 << 22, 0xffffffff, 0, 0xff000000, 0x002f0020, 0x00010210
    };

    struct vm_result result = translate(words, 0x02134567);
    assert_int_equal(result.tag, 0x23);
    assert_int_equal(result.compression, 1);
    assert_int_equal(result.view.type, 0x78);
    assert_false(result.view.long_cycle);
    result = translate(words, 0x020fffff);
    assert_int_equal(result.compression, 0);
    assert_int_equal(result.tag, 0);
    result = translate(words, 0x02200000);
    assert_int_equal(result.compression, 0);
}

static void example_x9(void **state)
{
    (void)state;
    open_examples(NULL);
    put_pde(0, TABLE | 3);
    vram_wr64(TABLE, 0x400009);
    put_object(SELECTOR, 0x7fc00000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x400010, 1);

    bar1_wr(0x10, 2);
    assert_int_equal(vram_rd(0x400010), 1);
    expect_fault(0x0446, 0x10, false);
    put_object(SELECTOR, 0x7fc80000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);
    bar1_wr(0x10, 2);
    assert_int_equal(vram_rd(0x400010), 2);
}

static void example_x10(void **state)
{
    (void)state;
    open_examples(NULL);
    put_pde(0, TABLE | 0x63);
    put_object(SELECTOR, 0x7fc00000, 0, 0xffffffffff);
    bind_bar1(SELECTOR);

    assert_int_equal(bar1_rd(0x2000000), 0xffffffff);
    expect_fault(0x0816, 0x2000000, true);
}

/* ---- tesla-vm.md §2, §8
 * --------------------------------------------------------------------------- */

static void map_one_page(uint64_t pte)
{
    make_channel();
    put_pde(0, TABLE | 3);
    vram_wr64(TABLE, pte);
    put_object(SELECTOR, 0x7fc00000, 0, 0xfffffff);
    bind_bar1(SELECTOR);
}

static void stale_until_flushed(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    vram_wr(0x400000, 0xaaaaaaaa);
    vram_wr(0x500000, 0xbbbbbbbb);
    map_one_page(0x400001);

    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    vram_wr64(TABLE, 0x500001);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    flush(0);
    flush(4);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
    flush(6);
    assert_int_equal(bar1_rd(0), 0xbbbbbbbb);

    /* Gone pages live on in the same way; absent ones are not kept. */
    vram_wr64(TABLE, 0);
    assert_int_equal(bar1_rd(0), 0xbbbbbbbb);
    flush(6);
    assert_int_equal(bar1_rd(0), 0xffffffff);
    vram_wr64(TABLE, 0x400001);
    assert_int_equal(bar1_rd(0), 0xaaaaaaaa);
}

static void objects_are_kept_from_binding(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    vram_wr(0x400000, 1);
    vram_wr(0x500000, 2);
    put_object(SELECTOR, 0x00190000, 0x400000, 0x4fffff);
    bind_bar1(SELECTOR);

    assert_int_equal(bar1_rd(0), 1);
    put_object(SELECTOR, 0x00190000, 0x500000, 0x5fffff);
    flush(6);
    assert_int_equal(bar1_rd(0), 1);
    wr(0x1708, 0x80000000 | SELECTOR);
    assert_int_equal(bar1_rd(0), 2);
}

static void least_recently_used_goes(void **state)
{
    (void)state;
    open_card("g84", NULL, "tlb_entries=2");
    map_one_page(0x400001);
    vram_wr64(TABLE + 8, 0x401001);
    vram_wr64(TABLE + 16, 0x402001);
    vram_wr(0x400000, 0x40);
    vram_wr(0x480000, 0x48);

    bar1_rd(0);
    bar1_rd(0x1000);
    vram_wr64(TABLE, 0x480001);
    assert_int_equal(bar1_rd(0), 0x40);
    bar1_rd(0x2000); /* takes the place of 0x1000's */
    assert_int_equal(bar1_rd(0), 0x40);
    bar1_rd(0x1000);
    bar1_rd(0x2000);
    assert_int_equal(bar1_rd(0), 0x48);
}

/* §8.5: with PFIFO's access off PGRAPH comes to rest after a while, and its TLB can be flushed. */
static void unguarded_flush_locks_up(void **state)
{
    (void)state;
    open_card("g86", NULL, "g86_lockup=on");

    wr(0x400500, 0x10001);
    assert_int_equal(rd(0x400380) & 7, 1);
    wr(0x400500, 0x10000);
    assert_int_equal(rd(0x400380) & 7, 1); /* what was fetched goes on */
    wr(0x100c80, 1);
    assert_int_equal(rd(0x100c80) & 1, 1);
    rig.bus->ops->wait_us(rig.bus, 1000);
    assert_int_equal(rd(0x400380), 0);
    flush(0);
    wr(0x400500, 0x10001);
    wr(0x100c80, 1);
    assert_int_equal(rd(0x100c80) & 1, 1);
}

static void first_fault_is_kept(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    map_one_page(0);

    wr(0x2100, 0xffffffff);
    assert_int_equal(bar1_rd(0x124), 0xffffffff);
    bar1_wr(0x200, 0);
    assert_int_equal(rd(0x2100), 1u << 4);
    expect_fault(0x0826, 0x124, true);
    bar1_wr(0x888, 0);
    expect_fault(0x0426, 0x888, false);
    wr(0x2140, 1u << 4);
    assert_int_equal(rd(0x100) & 1u << 8, 1u << 8);
    wr(0x2100, 1u << 4);
    assert_int_equal(rd(0x100) & 1u << 8, 0);
}

static void wide_status_fields_on_gt215(void **state)
{
    (void)state;
    open_card("gt215", NULL, NULL);
    map_one_page(0);
    bar1_rd(0x40);
    expect_fault(0x00080206, 0x40, true);
}

static void peephole_faults_by_itself(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    map_one_page(0);

    wr(0x1710, 0x80000000 | SELECTOR);
    wr(0x60010, 0x300);
    assert_int_equal(rd(0x60014), 0xffffffff);
    assert_int_equal(rd(0x2100) & (1u << 6 | 1u << 4), 1u << 6);
    expect_fault(0x0824, 0x300, true);
}

static void null_object_and_no_channel(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    map_one_page(0);

    wr(0x1708, 0x80000000);
    bar1_rd(0x44);
    expect_fault(0x0866, 0x44, true);
    wr(0x1704, 0x50000000 | CHANNEL >> 12);
    bar1_rd(0x44);
    wr(0x100c90, 0);
    assert_int_equal(rd(0x100c94) >> 4 & 15, 5);
    wr(0x100c90, 2u << 24);
    assert_int_equal(rd(0x100c94), 0x1000);
}

static void system_pages_and_supervisor(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    struct dma_memory memory;
    assert_int_equal(rig.bus->ops->dma_alloc(rig.bus, 0x1000, &memory), OK);
    config_put32(0x04, 6);
    map_one_page(memory.bus.v | 3 << 4 | 1);

    ((uint32_t *)memory.cpu)[2] = 0x51515151;
    assert_int_equal(bar1_rd(8), 0x51515151);
    vram_wr64(TABLE, memory.bus.v | 2 << 4 | 1 | 1 << 6);
    flush(6);
    bar1_rd(8);
    expect_fault(0x0836, 8, true);
    put_object(SELECTOR, 0xffc00000, 0, 0xfffffff); /* a supervisor's object */
    bind_bar1(SELECTOR);
    assert_int_equal(bar1_rd(8), 0x51515151);
}

static void pages_past_vram_fault(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    const uint32_t amount = rd(0x10020c);
    map_one_page(amount | 1);

    bar1_rd(0);
    expect_fault(0x08b6, 0, true);
    vram_wr64(TABLE, UINT64_C(0x4500000000) | 0x400001); /* bits 39:32 are dropped */
    vram_wr(0x400000, 0x77);
    flush(6);
    assert_int_equal(bar1_rd(0), 0x77);
}

static void g80_keeps_its_directory_elsewhere(void **state)
{
    (void)state;
    open_card("g80", NULL, NULL);
    map_one_page(0x400001);
    vram_wr(0x400020, 0x80);
    assert_int_equal(bar1_rd(0x20), 0x80);
    close_rig(state);

    open_card("g84", NULL, NULL);
    wr(0x100c9c, 0x1407); /* low 3 bits ignored */
    make_channel();
    vram_wr64(CHANNEL + 0x1400, TABLE | 3);
    vram_wr64(TABLE, 0x400001);
    put_object(SELECTOR, 0x7fc00000, 0, 0xfffffff);
    bind_bar1(SELECTOR);
    vram_wr(0x400020, 0x84);
    assert_int_equal(bar1_rd(0x20), 0x84);
}

/* Blocks fare as the single accesses that they stand for. */
static void blocks_equal_single_accesses(void **state)
{
    (void)state;
    open_card("g84", NULL, NULL);
    static uint32_t block[0x1800 / 4];
    map_one_page(0x400001);
    vram_wr64(TABLE + 8, 0);
    for (uint32_t i = 0; i < 0x1000; i += 4)
        vram_wr(0x400000 + i, i);

    rig.bus->ops->read_block(rig.bus, (bus_addr){ rig.bar1 }, block, sizeof(block));
    for (uint32_t i = 0; i < 0x1800; i += 4)
        assert_int_equal(block[i / 4], i < 0x1000 ? i : 0xffffffff);
    expect_fault(0x0826, 0x1000, true);
    block[0] = 0x99;
    rig.bus->ops->write_block(rig.bus, (bus_addr){ rig.bar1 }, block, 0x1000);
    assert_int_equal(vram_rd(0x400000), 0x99);
    rig.bus->ops->read_block(rig.bus, (bus_addr){ rig.bar0 + 0x700000 }, block, 0x1000);
    assert_int_equal(block[3], 12);
}

/* ---- state, defects, knobs, aliases
 * -------------------------------------------------------------- */

static void changed_state_is_seen_and_undone(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        open_card(chipsets[i].name, NULL, NULL);
        config_put32(0x04, nv50_config_read(rig.card, 4, 2)); /* as assigned */
        config_note_power_on(rig.card);
        assert_int_equal(nv50_changed_state(rig.card, NULL, NULL), 0);

        wr(0x1700, 5);
        wr(0x100c90, 0x1);
        wr(0x1704, 0x40000100);
        wr(0x1154, 7);
        wr(0x88054, 1);
        assert_int_equal(nv50_changed_state(rig.card, NULL, NULL), 5);
        wr(0x1700, 0);
        wr(0x100c90, 0);
        wr(0x1704, 0x40000000);
        wr(0x1154, 0);
        wr(0x88054, 0);
        assert_int_equal(nv50_changed_state(rig.card, NULL, NULL), 0);
        close_rig(state);
    }
}

static void refuse(const char *chip, const char *defects, const char *knobs, const char *says)
{
    char error[200] = "";
    const struct nv50_config config = { .chip = chip_named(chip),
                                        .defects = defects,
                                        .knobs = knobs };
    const struct host_bus_config machine = { .cards = &config, .count = 1 };

    assert_null(host_bus_new(&machine, error, sizeof(error)));
    if (!strstr(error, says))
        fail_msg("\"%s\" does not say \"%s\"", error, says);
}

static void bad_options_are_named(void **state)
{
    (void)state;
    refuse("g84", "vm-nonsense", NULL, "there is no defect vm-nonsense");
    refuse("g84", "vm-medium-page-small", NULL, "defect vm-medium-page-small: G84 cannot have it");
    refuse("g84", "vm-base-ignored:bit=3", NULL, "defect vm-base-ignored: bit=3 is not one");
    refuse("g84", NULL, "limit_rule=often", "EXCL_FIRST|INCL_LAST");
    refuse("g84", NULL, "tlb_entries=5000", "0..1024");
    refuse("g84", NULL, "nothing=1", "there is no knob nothing");
}

/* Every defect can be had alone, on a chipset that can have it, and the card still answers. */
static void every_defect_can_be_had(void **state)
{
    (void)state;
    const struct nv50_option *option;
    unsigned had = 0, defects = 0;

    for (; (option = nv50_defect(defects)) != NULL; defects++) {
        assert_true(option->name[0] && option->meaning[0]);
        if (!strncmp(option->name, "vram-", 5))
            continue;
        for (unsigned i = 0; i < CHIP_COUNT; i++) {
            char error[200];
            const struct nv50_config config = { .chip = &chipsets[i], .defects = option->name };
            const struct host_bus_config machine = { .cards = &config, .count = 1 };
            struct host_bus *host = host_bus_new(&machine, error, sizeof(error));
            had += host != NULL;
            host_bus_free(host);
        }
    }
    assert_true(had > defects);
}

static void defects_break_what_they_name(void **state)
{
    (void)state;
    open_card("g84", "vm-base-ignored+fault-address-is-offset", NULL);
    vram_wr(0x10, 0x10101010);
    put_object(SELECTOR, 0x00190000, 0x400000, 0x4fffff);
    bind_bar1(SELECTOR);
    assert_int_equal(bar1_rd(0x10), 0x10101010);
    close_rig(state);

    open_card("g84", "tlb-flush-swapped", NULL);
    vram_wr(0x400000, 1);
    vram_wr(0x500000, 2);
    map_one_page(0x400001);
    assert_int_equal(bar1_rd(0), 1);
    vram_wr64(TABLE, 0x500001);
    flush(6);
    assert_int_equal(bar1_rd(0), 1);
    flush(4);
    assert_int_equal(bar1_rd(0), 2);
}

struct seen_alias {
    unsigned made, dropped, bar;
    uint64_t offset, vram, size;
};

static void on_alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                     uint64_t size)
{
    struct seen_alias *seen = opaque;
    (void)id;
    seen->made++;
    seen->bar = bar;
    seen->offset = offset;
    seen->vram = vram;
    seen->size = size;
}

static void on_unalias(void *opaque, unsigned id)
{
    struct seen_alias *seen = opaque;
    (void)id;
    seen->dropped++;
}

static bool no_dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static bool no_dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)bytes, (void)size, (void)snoop;
    return false;
}

static uint64_t no_time(void *opaque)
{
    (void)opaque;
    return 0;
}

static void aliases_live_with_their_entry(void **state)
{
    (void)state;
    char error[200];
    struct seen_alias seen = { 0 };
    const struct nv50_host host = { .opaque = &seen,
                                    .dma_read = no_dma_read,
                                    .dma_write = no_dma_write,
                                    .clock_ns = no_time,
                                    .alias = on_alias,
                                    .unalias = on_unalias };
    const struct nv50_config config = { .chip = chip_named("g84"), .vram_size = 64 * MIB };
    struct nv50 *card = nv50_new(&config, &host, error, sizeof(error));
    if (!card)
        fail_msg("%s", error);

    /* The window shows VRAM: one alias of all of it, gone with the mode. */
    nv50_bar_write(card, 1, 0x1000, 1, 4);
    assert_int_equal(seen.made, 1);
    assert_int_equal(seen.size, 64 * MIB);
    for (unsigned i = 0; i < 4; i++) /* table of 64 KiB pages, one block of order 2 at 8 MiB */
        nv50_bar_write(card, 1, TABLE + 8 * i, 0x800101, 8);
    nv50_bar_write(card, 1, CHANNEL + 0x200, TABLE | 1, 8);
    nv50_bar_write(card, 1, CHANNEL + 0x6000, 0x7fc00000, 4);
    nv50_bar_write(card, 1, CHANNEL + 0x6004, 0x0fffffff, 4);
    nv50_bar_write(card, 1, CHANNEL + 0x6008, 0, 8);
    nv50_bar_write(card, 1, CHANNEL + 0x6010, 0, 8);
    nv50_bar_write(card, 0, 0x1704, 0x40000000 | CHANNEL >> 12, 4);
    nv50_bar_write(card, 0, 0x1708, 0x80000000 | SELECTOR, 4);
    assert_int_equal(seen.dropped, 1);

    nv50_bar_read(card, 1, 0x8000, 4);
    assert_int_equal(seen.made, 2);
    assert_int_equal(seen.offset, 0);
    assert_int_equal(seen.vram, 0x800000);
    assert_int_equal(seen.size, 0x40000);
    nv50_bar_read(card, 1, 0x9000, 4);
    assert_int_equal(seen.made, 2);
    nv50_bar_write(card, 0, 0x100c80, 6u << 16 | 1, 4);
    assert_int_equal(seen.dropped, 2);
    nv50_free(card);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(configuration_space, close_rig),
        cmocka_unit_test_teardown(bars_are_sized, close_rig),
        cmocka_unit_test_teardown(igps_are_no_pcie_functions, close_rig),
        cmocka_unit_test_teardown(memory_decode_off_answers_ones, close_rig),
        cmocka_unit_test(every_chipset_names_itself),
        cmocka_unit_test(geometry_predicts_the_size),
        cmocka_unit_test_teardown(disabled_units_are_hidden, close_rig),
        cmocka_unit_test_teardown(scratch_and_units, close_rig),
        cmocka_unit_test_teardown(interrupts_are_live, close_rig),
        cmocka_unit_test_teardown(timer_counts, close_rig),
        cmocka_unit_test_teardown(host_flush_reads_zero, close_rig),
        cmocka_unit_test_teardown(unknown_registers_read_zero, close_rig),
        cmocka_unit_test_teardown(prom_shows_the_rom, close_rig),
        cmocka_unit_test_teardown(crtc_by_bytes, close_rig),
        cmocka_unit_test_teardown(cold_card_has_no_memory, close_rig),
        cmocka_unit_test_teardown(pmem_moves_by_64k_and_reaches_system_memory, close_rig),
        cmocka_unit_test_teardown(bar1_shows_vram, close_rig),
        cmocka_unit_test_teardown(hidden_vram_reads_zero, close_rig),
        cmocka_unit_test(peephole_pairs_and_freeform),
        cmocka_unit_test_teardown(io_ports_reach_the_bars, close_rig),
        cmocka_unit_test_teardown(example_x1, close_rig),
        cmocka_unit_test_teardown(examples_x2_x3, close_rig),
        cmocka_unit_test_teardown(example_x4, close_rig),
        cmocka_unit_test_teardown(example_x5, close_rig),
        cmocka_unit_test_teardown(examples_x6_x8, close_rig),
        cmocka_unit_test_teardown(example_x9, close_rig),
        cmocka_unit_test_teardown(example_x10, close_rig),
        cmocka_unit_test_teardown(stale_until_flushed, close_rig),
        cmocka_unit_test_teardown(objects_are_kept_from_binding, close_rig),
        cmocka_unit_test_teardown(least_recently_used_goes, close_rig),
        cmocka_unit_test_teardown(unguarded_flush_locks_up, close_rig),
        cmocka_unit_test_teardown(first_fault_is_kept, close_rig),
        cmocka_unit_test_teardown(wide_status_fields_on_gt215, close_rig),
        cmocka_unit_test_teardown(peephole_faults_by_itself, close_rig),
        cmocka_unit_test_teardown(null_object_and_no_channel, close_rig),
        cmocka_unit_test_teardown(system_pages_and_supervisor, close_rig),
        cmocka_unit_test_teardown(pages_past_vram_fault, close_rig),
        cmocka_unit_test_teardown(g80_keeps_its_directory_elsewhere, close_rig),
        cmocka_unit_test_teardown(blocks_equal_single_accesses, close_rig),
        cmocka_unit_test(changed_state_is_seen_and_undone),
        cmocka_unit_test(bad_options_are_named),
        cmocka_unit_test(every_defect_can_be_had),
        cmocka_unit_test_teardown(defects_break_what_they_name, close_rig),
        cmocka_unit_test(aliases_live_with_their_entry),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
