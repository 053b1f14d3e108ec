/* The machine around the modelled cards: its memory, its time, and how accesses find their card. */
#include "tests/model/model_rig.h"

#include <string.h>

/* ---- system memory ----------------------------------------------------------------------- */

TEST(memory_comes_from_where_it_was_asked, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const struct bus_ops *ops = rig.bus->ops;
    struct dma_memory low, more, high;

    assert_int_equal(ops->dma_alloc(rig.bus, 0x1800, &low), OK);
    assert_int_equal(ops->dma_alloc(rig.bus, 8, &more), OK);
    assert_int_equal(ops->dma_alloc_high(rig.bus, 0x100000, &high), OK);
    assert_int_equal(low.bus.v, 0xa0000000);
    assert_int_equal(low.size, 0x1800);
    assert_int_equal(more.bus.v, 0xa0002000);
    assert_int_equal(high.bus.v, 0x120000000);
    assert_int_equal(ops->dma_alloc_high(rig.bus, 1, &more), ERR_NO_MEMORY);
    assert_int_equal(ops->dma_alloc(rig.bus, 16 * MIB, &more), ERR_NO_MEMORY);
    assert_int_equal(more.bus.v, 0xa0002000); /* still the old one */
    ops->dma_free(rig.bus, &low);
    ops->dma_free(rig.bus, &high);
    assert_true(low.bus.v == 0 && low.size == 0 && !low.cpu && !high.cpu);
    assert_int_equal(ops->dma_alloc(rig.bus, 0x2000, &low), OK);
    assert_int_equal(low.bus.v, 0xa0000000);
    assert_int_equal(ops->dma_alloc_high(rig.bus, 1, &high), OK);
}

TEST(words_are_compared_to_the_last, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const struct bus_ops *ops = rig.bus->ops;
    uint64_t words[5] = { 7, 7, 7, 7, 8 };
    const uint64_t others[5] = { 7, 7, 7, 7, 9 };

    assert_int_equal(ops->find_other(rig.bus, words, 7, 32), 32);
    assert_int_equal(ops->find_other(rig.bus, words, 7, 40), 32);
    assert_int_equal(ops->find_other(rig.bus, words, 8, 40), 0);
    assert_int_equal(ops->find_difference(rig.bus, words, others, 32), 32);
    assert_int_equal(ops->find_difference(rig.bus, words, others, 40), 32);
    words[2] = 6;
    assert_int_equal(ops->find_other(rig.bus, words, 7, 40), 16);
    assert_int_equal(ops->find_difference(rig.bus, words, others, 40), 16);
}

/* ---- time -------------------------------------------------------------------------------- */

#define TIMES 1000

enum access {
    CONFIG,
    CONFIG_WRITE,
    READ,
    WRITE,
    READ_BLOCK,
    WRITE_BLOCK,
    READ_WORDS,
    WRITE_WORDS,
    MARCH
};

static void access_once(enum access access, uint64_t at)
{
    const struct bus_ops *ops = rig.bus->ops;
    uint64_t bytes[16] = { 0 }, seen;
    uint32_t words[2] = { 0 };

    switch (access) {
    case CONFIG:
        ops->config_read(rig.bus, rig.at, 0, 4);
        break;
    case CONFIG_WRITE:
        ops->config_write(rig.bus, rig.at, 0, 4, 0);
        break;
    case READ:
        ops->read(rig.bus, (bus_addr){ at }, 4);
        break;
    case WRITE:
        ops->write(rig.bus, (bus_addr){ at }, 4, 0);
        break;
    case READ_BLOCK:
        ops->read_block(rig.bus, (bus_addr){ at }, bytes, sizeof(bytes));
        break;
    case WRITE_BLOCK:
        ops->write_block(rig.bus, (bus_addr){ at }, bytes, sizeof(bytes));
        break;
    case READ_WORDS:
        ops->read_words(rig.bus, (bus_addr){ at }, words, ARRAY_SIZE(words));
        break;
    case WRITE_WORDS:
        ops->write_words(rig.bus, (bus_addr){ at }, words, ARRAY_SIZE(words));
        break;
    case MARCH:
        ops->march(rig.bus, (bus_addr){ at }, 128, false, 0, 0, &seen);
        break;
    }
}

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

/* One access takes 800 ns if it waits for the card's answer, else 100, and a nanosecond more for each byte of a
 * block of 128; two words are two accesses. */
TEST(accesses_take_their_time)
{
    static const struct {
        struct host_bus_config machine;
        enum access access;
        uint32_t at;
        unsigned ns;
    } rows[] = {
        { { .slow = 0 }, CONFIG, 0, 1000 },
        { { .slow = 3 }, CONFIG, 0, 1000 },
        { { .slow = 0 }, CONFIG_WRITE, 0, 1000 },
        { { .slow = 0 }, READ, 0x700000, 800 },
        { { .slow = 3 }, READ, 0x700000, 2400 },
        { { .bulk_slow = 3 }, READ, 0x700000, 800 },
        { { .hang = true }, READ, 0x700000, 1000000800 },
        { { .hang = true }, READ, 0x10000000, 800 }, /* behind BAR1 */
        { { .hang = true }, READ, 0xf0000000, 800 }, /* nobody */
        { { .slow = 0 }, READ, 0xf0000000, 800 },
        { { .slow = 0 }, WRITE, 0x700000, 100 },
        { { .slow = 3 }, WRITE, 0x700000, 300 },
        { { .hang = true }, WRITE, 0x700000, 100 },
        { { .slow = 0 }, READ_BLOCK, 0x700000, 928 },
        { { .bulk_slow = 2 }, READ_BLOCK, 0x700000, 1056 },
        { { .slow = 2, .bulk_slow = 2 }, READ_BLOCK, 0x700000, 2112 },
        { { .hang = true }, READ_BLOCK, 0x700000, 1000000928 },
        { { .slow = 0 }, READ_BLOCK, 0xf0000000, 928 },
        { { .hang = true }, READ_BLOCK, 0xf0000000, 928 },
        { { .slow = 0 }, WRITE_BLOCK, 0x700000, 228 },
        { { .bulk_slow = 2 }, WRITE_BLOCK, 0x700000, 356 },
        { { .hang = true }, WRITE_BLOCK, 0x700000, 228 },
        { { .slow = 0 }, READ_WORDS, 0x700000, 1600 },
        { { .slow = 2 }, READ_WORDS, 0x700000, 3200 },
        { { .hang = true }, READ_WORDS, 0x700000, 2000001600 },
        { { .slow = 0 }, READ_WORDS, 0xf0000000, 1600 },
        { { .slow = 0 }, WRITE_WORDS, 0x700000, 200 },
        { { .hang = true }, WRITE_WORDS, 0x700000, 200 },
        { { .slow = 0 }, MARCH, 0x700000, 928 },
        { { .bulk_slow = 2 }, MARCH, 0x700000, 1056 },
        { { .hang = true }, MARCH, 0x700000, 1000000928 },
        { { .hang = true }, MARCH, 0xf0000000, 928 },
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_machine(&rows[i].machine);
        const uint64_t at = rows[i].at == 0xf0000000 ? 0xfffff000 : rig.bar0 + rows[i].at;

        access_once(rows[i].access, at); /* from here on storage serves all accesses that it can */
        const uint64_t before_us = rig.bus->ops->time_us(rig.bus);
        for (unsigned k = 0; k < TIMES; k++)
            access_once(rows[i].access, at);
        const uint64_t us = rig.bus->ops->time_us(rig.bus) - before_us;
        if (us < rows[i].ns || us > rows[i].ns + 1)
            fail_msg("row %u: an access took %u ns, %u is right", i, (unsigned)us, rows[i].ns);
        close_rig(NULL);
    }
}

/* 500 ns for each look at the clock, and waiting takes the time asked for. */
TEST(looks_and_waits_take_their_time, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const uint64_t start_us = rig.bus->ops->time_us(rig.bus);
    for (unsigned i = 0; i < 1999; i++)
        rig.bus->ops->time_us(rig.bus);
    assert_int_equal(rig.bus->ops->time_us(rig.bus) - start_us, 1000);
    rig.bus->ops->wait_us(rig.bus, 12345);
    assert_in_range(rig.bus->ops->time_us(rig.bus) - start_us, 13345, 13346);
}

/* ---- accesses ---------------------------------------------------------------------------- */

#define PMEM                                                                                       \
    0x700000u /* a window to VRAM of 1 MiB in BAR0: storage serves it, unless a defect watches */

static const char *const ways[] = { NULL,
                                    "vram-stuck:partition=0,bit=0+vram-stuck:partition=1,bit=0" };

/* A window that is looked through often enough is served by storage from then on. */
static void wear_in(uint32_t base)
{
    wr(0x1700, base >> 16);
    for (unsigned i = 0; i < 1024; i++)
        rd(PMEM);
}

static bus_addr pmem(uint32_t offset)
{
    return (bus_addr){ rig.bar0 + PMEM + offset };
}

/* More words than are looked up together, and the windows' end between two of them. */
TEST(words_are_single_accesses)
{
    static const uint32_t places[] = { 0, 4, 0x1fc, 0x7ff0c };
    for (unsigned way = 0; way < ARRAY_SIZE(ways); way++) {
        uint32_t words[150], seen[152];

        open_card("g84", ways[way], NULL);
        wear_in(0x40000);
        for (unsigned i = 0; i < 150; i++)
            words[i] = 0x01010100u * (i + 1) + 0x80;
        for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
            const uint32_t at = places[i];
            wr(PMEM + at + 600, 0x77777770);
            rig.bus->ops->write_words(rig.bus, pmem(at), words, 150);
            for (unsigned k = 0; k < 150; k++)
                assert_int_equal(rd(PMEM + at + 4 * k) | 1, words[k] | 1);
            assert_int_equal(rd(PMEM + at + 600) | 1, 0x77777771);
            memset(seen, 0, sizeof(seen));
            rig.bus->ops->read_words(rig.bus, pmem(at), seen, 151);
            for (unsigned k = 0; k < 150; k++)
                assert_int_equal(seen[k] | 1, words[k] | 1);
            assert_int_equal(seen[150] | 1, 0x77777771);
            assert_int_equal(seen[151], 0);
        }
        close_rig(NULL);
    }
}

/* The last words of the window and the first registers after it, in one go. */
TEST(words_may_leave_a_window, NULL, close_rig)
{
    uint32_t seen[32];

    open_card("g84", NULL, NULL);
    wear_in(0);
    wr(PMEM + 0xffffc, 0x12345678);
    rig.bus->ops->read_words(rig.bus, pmem(0xfffc0), seen, 32);
    assert_int_equal(seen[15], 0x12345678);
    for (unsigned i = 0; i < 32; i++)
        assert_int_equal(seen[i], rd(PMEM + 0xfffc0 + 4 * i));
}

/* The lowest bytes of a word, whichever size is asked for; a block as it lies there. */
TEST(reads_have_their_size, NULL, close_rig)
{
    open_card("g84", NULL, NULL);
    const struct bus_ops *ops = rig.bus->ops;
    uint8_t bytes[5] = { 0 };
    static const uint8_t expected[5] = { 0x88, 0x77, 0x66, 0x55, 0 };

    ops->write(rig.bus, pmem(0x100), 8, 0x1122334455667788);
    assert_true(ops->read(rig.bus, pmem(0x100), 8) == 0x1122334455667788);
    assert_true(ops->read(rig.bus, pmem(0x100), 4) == 0x55667788);
    assert_true(ops->read(rig.bus, pmem(0x102), 2) == 0x5566);
    assert_true(ops->read(rig.bus, pmem(0x107), 1) == 0x11);
    ops->read_block(rig.bus, pmem(0x100), bytes, 4);
    assert_memory_equal(bytes, expected, 5);
}

TEST(fills_reach_their_last_byte, NULL, close_rig)
{
    static const size_t sizes[] = { 8, 16, 4096, 4104, 12288 };
    open_card("g84", NULL, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        wr(PMEM + 0xffc, 1);
        wr(PMEM + 0x1000 + (uint32_t)sizes[i], 2);
        rig.bus->ops->fill_block(rig.bus, pmem(0x1000), 0x1122334455667788u + i, sizes[i]);
        for (unsigned at = 0; at < sizes[i]; at += 8) {
            assert_int_equal(rd(PMEM + 0x1000 + at), 0x55667788 + i);
            assert_int_equal(rd(PMEM + 0x1004 + at), 0x11223344);
        }
        assert_int_equal(rd(PMEM + 0xffc), 1);
        assert_int_equal(rd(PMEM + 0x1000 + (uint32_t)sizes[i]), 2);
    }
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
            assert_int_equal(seen, 0x1110111011101110);
            assert_int_equal(rd(PMEM), 0x11101110);
            assert_int_equal(rd(PMEM + 8), 0x22202220);
            assert_int_equal(rd(PMEM + 0x84), 0x22202220);
            assert_int_equal(rd(PMEM + 0x88), 0x11101110);

            wr(PMEM + 0x20, 0x33303330);
            assert_int_equal(ops->march(rig.bus, pmem(8), 0x80, down, 0x2220222022202220,
                                        0x4440444044404440, &seen),
                             0x18);
            assert_int_equal(seen, 0x2220222033303330);
            assert_int_equal(rd(PMEM + 0x18), down ? 0x22202220 : 0x44404440);
            assert_int_equal(rd(PMEM + 0x20), 0x33303330);
            assert_int_equal(rd(PMEM + 0x28), down ? 0x44404440 : 0x22202220);
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

    assert_int_equal(ops->read(rig.bus, nobody, 1), 0xff);
    assert_int_equal(ops->read(rig.bus, nobody, 2), 0xffff);
    assert_int_equal(ops->read(rig.bus, nobody, 4), 0xffffffff);
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

TEST(bars_lie_where_they_were_asked, NULL, close_rig)
{
    open_machine(&(struct host_bus_config){ .bar_base = UINT64_C(0x2000000000) });
    assert_int_equal(rig.bar0, 0xc0000000); /* it has 32 bits */
    assert_int_equal(config32(0x18), 0x20);
    rig.bar1 = (config32(0x14) & ~15u) | (uint64_t)config32(0x18) << 32;
    make_channel();
    put_object(SELECTOR, 0x00190000, 0x180000, 0x1fffff);
    bind_bar1(SELECTOR);
    bar1_wr(0x1234, 0x600d600d);
    assert_int_equal(vram_rd(0x181234), 0x600d600d);
    assert_int_equal(rd(0) >> 20 & 0x1ff, 0x084);
    close_rig(NULL);
    open_machine(&(struct host_bus_config){ .bar_base = 0xd0000000 });
    assert_int_equal(config32(0x18), 0);
    assert_true(rig.bar0 >= 0xd0000000);
    assert_int_equal(rd(0) >> 20 & 0x1ff, 0x084);
}

/* Cards at 01:00.0 and 01:01.0, the port at 00:01.0, and nothing else. */
TEST(functions_are_where_they_are, NULL, close_rig)
{
    char error[200] = "";
    const struct model_config cards[] = {
        { .chip = &chipset_named("g84")->chip, .seed = 1 },
        { .chip = &chipset_named("g92")->chip, .seed = 1 },
    };
    rig = (struct rig){ 0 };
    rig.host =
        host_bus_new(&(struct host_bus_config){ .cards = cards, .count = 2 }, error, sizeof(error));
    assert_non_null(rig.host);
    rig.bus = host_bus(rig.host);
    assert_non_null(host_bus_card(rig.host, 1));
    assert_null(host_bus_card(rig.host, 2));
    for (unsigned segment = 0; segment < 2; segment++)
        for (unsigned bus = 0; bus < 3; bus++)
            for (unsigned device = 0; device < 4; device++)
                for (unsigned function = 0; function < 2; function++) {
                    const bool here = segment == 0 && function == 0;
                    uint32_t expected = UINT32_MAX;

                    rig.at = (struct pci_function){ .segment = (uint16_t)segment,
                                                    .bus = (uint8_t)bus,
                                                    .device = (uint8_t)device,
                                                    .function = (uint8_t)function };
                    if (here && bus == 0 && device == 1)
                        expected = 0x29e18086;
                    if (here && bus == 1 && device < 2)
                        expected = device ? 0x060010de : 0x040010de;
                    assert_int_equal(config32(0), expected);
                }
    struct pci_segment segment = { 0 };
    assert_int_equal(rig.bus->ops->segment(rig.bus, 0, &segment), OK);
    assert_true(segment.segment == 0 && segment.first_bus == 0 && segment.last_bus == 1);
    assert_int_equal(rig.bus->ops->segment(rig.bus, 1, &segment), ERR_NOT_FOUND);
}

static void count_line(void *opaque, const char *line)
{
    *(unsigned *)opaque += strstr(line, "000000") != NULL;
}

/* A card's trace goes to the log callback, and so do the lines of the machine's user. */
TEST(lines_go_to_the_log, NULL, close_rig)
{
    unsigned lines = 0;
    char error[200] = "";
    const struct model_config config = { .chip = &chipset_named("g84")->chip,
                                         .seed = 1,
                                         .trace = true };
    const struct host_bus_config machine = {
        .cards = &config, .count = 1, .log = count_line, .opaque = &lines
    };
    rig = (struct rig){ .at = { .bus = 1 } };
    rig.host = host_bus_new(&machine, error, sizeof(error));
    assert_non_null(rig.host);
    rig.bus = host_bus(rig.host);
    rig.bar0 = config32(0x10) & ~15u;
    lines = 0;
    rd(0);
    assert_int_equal(lines, 1);
    rig.bus->ops->log(rig.bus, "000000");
    assert_int_equal(lines, 2);
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
    assert_int_equal(config32(0), 0x040010de);
    assert_int_equal(config32(0x10) & ~15u, 0);
    expect_nobody(before);
}
