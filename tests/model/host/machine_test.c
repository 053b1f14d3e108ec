/* The machine around the modelled cards: its memory, its time, how accesses find their card, and the port above it. */
#include "tests/model/model_rig.h"

/* ---- time -------------------------------------------------------------------------------- */

static void open_machine(const struct host_bus_config *machine)
{
    char error[200] = "";
    const struct model_config config = { .chip = &chipset_named("g84")->chip, .seed = 1 };
    struct host_bus_config full = *machine;

    full.cards = &config;
    full.count = 1;
    rig = (struct rig){ .at = { .bus = 1 } };
    rig.host = host_bus_new(&full, error, sizeof(error));
    if (!rig.host)
        fail_msg("%s", error);
    rig.bus = host_bus(rig.host);
    rig.card = host_bus_card(rig.host, 0);
    rig.bar0 = config32(0x10) & ~15u;
}

/* ---- accesses ---------------------------------------------------------------------------- */

#define PMEM 0x700000u /* a window of 1 MiB to VRAM in BAR0, which storage serves */

static const char *const ways[] = { NULL,
                                    "vram-stuck:partition=0,bit=0+vram-stuck:partition=1,bit=0" };

/* A window that is looked through often enough is served by storage from then on. */
static void wear_in(uint32_t base)
{
    wr(REF_PBUS_PMEM, base >> 16);
    for (unsigned i = 0; i < 1024; i++)
        rd(PMEM);
}

static bus_addr pmem(uint32_t offset)
{
    return (bus_addr){ rig.bar0 + PMEM + offset };
}

TEST(fills_and_words_reach_their_last_byte, NULL, close_rig)
{
    static uint32_t put[0x2000], seen[0x2000];
    static const size_t sizes[] = { 8, 16, 4096, 4104, 12288 };
    open_card("g84", NULL, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        PUT(wr, PMEM + 0xffc, 1, PMEM + 0x1000 + (uint32_t)sizes[i], 2);
        rig.bus->ops->fill_block(rig.bus, pmem(0x1000), 0x1122334455667788u + i, sizes[i]);
        for (unsigned at = 0; at < sizes[i]; at += 8) {
            assert_int_equal(rd(PMEM + 0x1000 + at), 0x55667788 + i);
            assert_int_equal(rd(PMEM + 0x1004 + at), 0x11223344);
        }
        for (unsigned word = 0; word < 0x2000; word++)
            put[word] = word * 0x10001 + i, seen[word] = 4;
        rig.bus->ops->write_words(rig.bus, pmem(0x1000), put, sizes[i] / 4);
        rig.bus->ops->read_words(rig.bus, pmem(0x1000), seen, sizes[i] / 4);
        assert_memory_equal(seen, put, sizes[i]);
        assert_pairs(4, seen[sizes[i] / 4], 1, rd(PMEM + 0xffc), 2,
                     rd(PMEM + 0x1000 + (uint32_t)sizes[i]));
    }
    PUT(wr, REF_PBUS_PMEM, 0x140000 >> 16, PMEM, 0x77, PMEM + 4, 0x77);
    wear_in(0x40000); /* after a window that storage serves there are registers, and not VRAM */
    rig.bus->ops->read_words(rig.bus, pmem(0xffff8), seen, 4);
    assert_pairs(rd(PMEM + 0xffff8), seen[0], rd(PMEM + 0xffffc), seen[1], rd(PMEM + 0x100000),
                 seen[2], rd(PMEM + 0x100004), seen[3]);
}

/* Both ways, up and down: words that are right become the next value, up to the first that is wrong. */
TEST(marches_stop_at_the_first_wrong_word)
{
    for (unsigned way = 0; way < ARRAY_SIZE(ways); way++)
        for (unsigned down = 0; down < 2; down++) {
            uint64_t seen = 0;
            open_card("g84", ways[way], NULL);
            const struct bus_ops *ops = rig.bus->ops;
            wear_in(0x40000);
            ops->fill_block(rig.bus, pmem(0), 0x1110111011101110, 0x90);
            assert_int_equal(ops->march(rig.bus, pmem(8), 0x80, down, 0x1110111011101110,
                                        0x2220222022202220, &seen),
                             0x80);
            assert_pairs(0x1110111011101110, seen, 0x11101110, rd(PMEM), 0x22202220, rd(PMEM + 8),
                         0x22202220, rd(PMEM + 0x84), 0x11101110, rd(PMEM + 0x88));

            wr(PMEM + 0x20, 0x33303330);
            assert_int_equal(ops->march(rig.bus, pmem(8), 0x80, down, 0x2220222022202220,
                                        0x4440444044404440, &seen),
                             0x18);
            assert_pairs(0x2220222033303330, seen, down ? 0x22202220 : 0x44404440, rd(PMEM + 0x18),
                         0x33303330, rd(PMEM + 0x20), down ? 0x44404440 : 0x22202220,
                         rd(PMEM + 0x28));
            close_rig(NULL);
        }
}

/* Where nobody answers: ones of the access's size, blocks and marches too. */
static void expect_nobody(uint64_t at)
{
    const struct bus_ops *ops = rig.bus->ops;
    const bus_addr nobody = { at };
    uint64_t bytes[2] = { 0, 0 }, seen = 0;
    uint32_t words[2] = { 0, 0 };

    assert_pairs(0xff, ops->read(rig.bus, nobody, 1), 0xffff, ops->read(rig.bus, nobody, 2),
                 0xffffffff, ops->read(rig.bus, nobody, 4));
    assert_true(ops->read(rig.bus, nobody, 8) == UINT64_MAX);
    ops->read_block(rig.bus, nobody, bytes, 8);
    assert_true(bytes[0] == UINT64_MAX && bytes[1] == 0);
    ops->read_words(rig.bus, nobody, words, 1);
    assert_true(words[0] == UINT32_MAX && words[1] == 0);
    assert_int_equal(ops->march(rig.bus, nobody, 8, false, 0, 0, &seen), 0);
    assert_true(seen == UINT64_MAX);
    ops->write(rig.bus, nobody, 4, 0);
    ops->write_block(rig.bus, nobody, bytes, 8);
    ops->write_words(rig.bus, nobody, words, 1);
}

TEST(nobody_answers_with_ones, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    expect_nobody(0xfffff000);
    expect_nobody(rig.bar0 - 8);
    config_put32(0x04, 0); /* memory off */
    expect_nobody(rig.bar0);
    config_put32(0x04, 2);
    assert_int_equal(rd(0) >> 20 & 0x1ff, 0x084);
    config_put32(0x10, 0); /* a BAR at 0 is not assigned */
    expect_nobody(rig.bar0);
    expect_nobody(0);
    config_put32(0x10, 0x90000000);
    rig.bar0 = 0x90000000;
    assert_int_equal(rd(0) >> 20 & 0x1ff, 0x084);
    uint64_t words[2] = { 0 };
    rig.bus->ops->read_block(rig.bus, (bus_addr){ 0x90fffff8 }, words, sizeof(words));
    assert_true(words[0] == UINT64_MAX && words[1] == UINT64_MAX); /* not all of it fits */
    close_rig(NULL);

    open_machine(&(struct host_bus_config){ .dead = true });
    expect_nobody(rig.bar0);
    close_rig(NULL);
    open_machine(&(struct host_bus_config){ .bars_unassigned = true });
    assert_int_equal(rig.bar0, 0);
    expect_nobody(0xc0000000);
}

/* In reset a card does not answer; afterwards its BARs are gone, and writes in reset are lost. */
TEST(a_reset_bus_is_silent, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const struct pci_function card = rig.at, port = { .bus = 0, .device = 1 };
    const uint64_t before = rig.bar0;

    rig.bus->ops->config_write(rig.bus, port, 0x3e, 2, 0x1f); /* everything but the reset */
    assert_int_equal(config32(0x10) & ~15u, before);
    rig.at = port;
    rig.bus->ops->config_write(rig.bus, port, 0x3e, 2, 0x40);
    rig.at = card;
    assert_int_equal(config32(0), UINT32_MAX);
    config_put32(0x10, 0x90000000);
    expect_nobody(before);
    rig.bus->ops->config_write(rig.bus, port, 0x3e, 2, 0);
    assert_pairs(0x040010de, config32(0), 0, config32(0x10) & ~15u);
    expect_nobody(before);
}

/* At the target speed if it can, else at its own 5 GT/s, when bit 5 of Link Control is written. */
TEST(links_train_when_asked)
{
    static const unsigned speeds[] = { 2, 1, 2, 2 };
    struct bridge port;

    bridge_init(&port, 1, BRIDGE_OPEN);
    for (unsigned target = 0; target < ARRAY_SIZE(speeds); target++) {
        bridge_write(&port, 0x70, target, 2);
        assert_int_equal(bridge_speed(&port), speeds[target]);
    }
    bridge_write(&port, 0x50, 0x20, 2);
    assert_true(port.retrained);
    bridge_write(&port, 0x50, 0xdf, 2);
    assert_false(port.retrained);
    bridge_write(&port, 0x50, 0x20, 2);
    bridge_write(&port, 0x40, 0x20, 2);
    assert_false(port.retrained);
    bridge_init(&port, 1, BRIDGE_CONVENTIONAL);
    bridge_write(&port, 0x50, 0x20, 2);
    assert_false(port.retrained);
}

/* The words of a PCI-to-PCI bridge by the standards, and what software can write of them: of its command I/O, memory,
 * master, parity, SERR and INTx off, of its control parity, SERR, ISA, VGA, VGA with 16 bits and the reset, of Link
 * Control 2 the speed. One of conventional PCI has no capabilities. */
TEST(the_port_has_these_words)
{
    static const uint32_t words[][3] = {
        /* place, value, writable */
        { 0x00, 0x29e18086, 0 }, { 0x04, 0x00100006, 0x0547 },
        { 0x08, 0x06040000, 0 }, { 0x0c, 0x00010000, 0 },
        { 0x18, 0x00070700, 0 }, { 0x3c, 0, 0x005f0000 },
        { 0x34, 0x40, 0 },       { 0x40, 0x01420010, 0 },
        { 0x4c, 0x00000102, 0 }, { 0x50, 0x11010000, 0 },
        { 0x70, 2, 0xf },
    };
    struct bridge port;

    for (uint32_t i = 0; i < 2 * 0x100; i += 4) {
        const uint32_t at = i % 0x100, plain = i / 0x100;
        uint32_t value = 0, bits = 0;

        for (unsigned k = 0; k < (plain ? 6 : ARRAY_SIZE(words)); k++)
            if (words[k][0] == at)
                value = words[k][1], bits = words[k][2];
        value &= plain && at == 4 ? 0xffff : UINT32_MAX;
        bridge_init(&port, 7, plain ? BRIDGE_CONVENTIONAL : BRIDGE_OPEN);
        for (unsigned way = 0; way < 3; way++) {
            assert_int_equal(way == 1 ? value | bits
                             : way    ? value & ~bits
                                      : value,
                             bridge_read(&port, at, 4));
            bridge_write(&port, at, way ? 0 : 0xffff, 2);
            bridge_write(&port, at + 2, way ? 0 : 0xffff, 2);
        }
    }
}
