/* The order in which a thorough memory test goes over the chips (tesla-vm.md §6.2, §6.4), as the card sees
 * it: blocks that come through BAR1, copies that PGRAPH is told to make.
 *
 * G84 of 2 MiB: 2 partitions, 4 banks, a row of 1 KiB in each (7 column bits of 8 bytes). One row of all
 * partitions is 0x800 bytes of linear memory, the next row of the same bank begins 0x2000 further on. */
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pgraph.h"
#include "tests/suite/run_rig.h"

#define BAR0_MASK  0xffffffu
#define HOST_FLUSH 0x070000u /* tesla-vm.md §8.6 */
#define EVENTS_MAX 200000u
#define VRAM       0x200000u
#define BATCH      0x200u /* 256 bytes of each partition */
#define PIECES_MAX 140000u
#define PMEM       0x700000u
#define PAGE       0xfffu

/* The accesses of a run to VRAM, in order. */
static struct log {
    struct bus_tap tap;
    uint64_t bar1;
    uint32_t data, in, length; /* of the method port */
    bool stored;               /* since the last host flush */
    /* Pieces that programs get: where the rest of the list goes, how many there are in it, and all of them by partition. */
    bool by_programs;
    size_t list, listed;
    unsigned of_part[2];
    uint32_t pieces[2][PIECES_MAX];
    uint64_t passes; /* bits of the first word of all backgrounds that programs got */
    unsigned count;
    struct event {
        char kind; /* r: copied out; w: stored; b: read through BAR1 */
        uint64_t at;
        size_t size;
    } events[EVENTS_MAX];
} * seen;

static void note(char kind, uint64_t at, size_t size)
{
    assert_true(seen->count < EVENTS_MAX);
    seen->events[seen->count++] = (struct event){ kind, at, size };
}

STUB(bool, is_vram, at.v >= seen->bar1 && at.v < seen->bar1 + VRAM, bus_addr at)

static void see_method(uint32_t number)
{
    if (number == M2MF_OFFSET_IN)
        seen->in = seen->data;
    else if (number == M2MF_LINE_LENGTH)
        seen->length = seen->data;
    else if (number == M2MF_BUF_NOTIFY) {
        assert_false(seen->stored);
        note('r', seen->in, seen->length);
    }
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint32_t reg = (uint32_t)at.v & BAR0_MASK;

    if (is_vram(at))
        seen->stored = true;
    else if (reg == HOST_FLUSH)
        seen->stored = false;
    else if (reg == PGRAPH_CMD_DATA_LOW)
        seen->data = (uint32_t)value;
    else if (reg == PGRAPH_CMD_ADDR)
        see_method((uint32_t)value & PGRAPH_CMD_METHOD);
    seen->tap.real->write(bus, at, size, value);
}

static void see_write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    if (is_vram(at)) {
        seen->stored = true;
        note('w', at.v - seen->bar1, size);
    }
    seen->tap.real->write_block(bus, at, bytes, size);
}

static void see_read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    if (is_vram(at))
        note('b', at.v - seen->bar1, size);
    seen->tap.real->read_block(bus, at, bytes, size);
}

/* In the page of the programs the words of a background lie at 0x300, a table of blocks lies at 0x100, with the
 * number of pieces in the second word of each block's four, and the pieces' addresses one after the other at 0x1000. */
static void see_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    const uint32_t place = (uint32_t)at.v & BAR0_MASK;
    const bool is_pmem = seen->by_programs && !is_vram(at) && place >= PMEM;

    if (is_pmem && (place & PAGE) == 0x100 && count % 4 == 0 && count <= 8 && words[0] == 0x1000) {
        seen->listed = 0;
        seen->list = place + 0xf00;
        for (size_t i = 1; i < count; i += 4)
            seen->listed += words[i];
    } else if (is_pmem && place == seen->list && count <= seen->listed) {
        for (size_t i = 0; i < count; i++) {
            const unsigned part = words[i] >> 8 & 1;

            assert_true(seen->of_part[part] < PIECES_MAX);
            seen->pieces[part][seen->of_part[part]++] = words[i];
        }
        seen->list += 4 * count;
        seen->listed -= count;
    }
    if (is_pmem && (place & PAGE) == 0x300 && count == 64) {
        const uint64_t first = words[0] | (uint64_t)words[1] << 32;

        seen->passes |= bits_count(first) == 1 ? first : 0; /* else what lay there comes back */
    }
    seen->tap.real->write_words(bus, at, words, count);
}

static void look(struct rig *rig)
{
    bus_tap(&seen->tap, host_bus(rig->host));
    seen->tap.ops.write = see_write;
    seen->tap.ops.write_block = see_write_block;
    seen->tap.ops.read_block = see_read_block;
    seen->tap.ops.write_words = see_write_words;
    seen->bar1 = rig_bar(rig, 1);
}

static struct rig *rig_for(const char *test)
{
    struct rig *rig = rig_new();

    seen = calloc(1, sizeof(*seen));
    rig_suite(rig, test);
    rig->prepare = look;
    return rig;
}

static void end(struct rig *rig)
{
    rig_free(rig);
    free(seen);
}

/* The first element only writes, a block of 256 bytes at a time. */
static unsigned first_store(void)
{
    unsigned i = 0;

    while (i < seen->count && !(seen->events[i].kind == 'w' && seen->events[i].size == 256))
        i++;
    return i;
}

static unsigned expect(unsigned i, char kind, uint64_t at, size_t size)
{
    assert_true(i < seen->count);
    assert_pairs(kind, seen->events[i].kind, at, seen->events[i].at, size, seen->events[i].size);
    return i + 1;
}

static unsigned expect_store(unsigned i, uint64_t batch)
{
    return expect(expect(i, 'w', batch, 256), 'w', batch + 256, 256);
}

/* Where the nth batch of all lies: pieces of a row, rows of a bank, banks. */
STUB(uint64_t, batch_at, n % 4 * BATCH + n / 4 % 256 * 0x2000 + n / 1024 * 0x800, unsigned n)

#define BATCHES (VRAM / BATCH)

/* March SS: up w0; up r0 r0 w0 r0 w1; up r1 r1 w1 r1 w0; down the same two; r0. Each operation reaches the card before
 * the next one, piece by piece of each chip, and rows follow each other; stores are flushed before a copy. */
TEST(operations_are_done_in_the_order_of_the_chips)
{
    struct rig *rig = rig_for("vram.thorough.march_ss");

    assert_int_equal(VERDICT_PASS, rig_run(rig));
    unsigned i = first_store();
    for (unsigned n = 0; n < BATCHES; n++)
        i = expect_store(i, batch_at(n));
    for (unsigned element = 0; element < 4; element++)
        for (unsigned n = 0; n < BATCHES; n++) {
            const uint64_t at = batch_at(element < 2 ? n : BATCHES - 1 - n);

            i = expect(i, 'r', at, BATCH);
            i = expect(i, 'r', at, BATCH);
            i = expect_store(i, at);
            i = expect(i, 'r', at, BATCH);
            i = expect_store(i, at);
        }
    for (unsigned n = 0; n < BATCHES; n++)
        i = expect(i, 'r', batch_at(n), BATCH);
    end(rig);
}

/* One partition: half of each batch. */
TEST(one_partition_is_half_of_it)
{
    struct rig *rig = rig_for("vram.thorough.march_c");

    rig->config.has_part = true;
    rig->config.part = 1;
    assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
    unsigned i = first_store();
    for (unsigned n = 0; n < BATCHES; n++)
        i = expect(i, 'w', batch_at(n) + 256, 256);
    for (unsigned n = 0; n < BATCHES; n++) {
        i = expect(i, 'r', batch_at(n) + 256, 256);
        i = expect(i, 'w', batch_at(n) + 256, 256);
    }
    end(rig);
}

/* Where copies stop, the same pieces come back through BAR1. */
TEST(after_a_copy_stopped_bar1_is_read)
{
    struct rig *rig = rig_for("vram.thorough.march_c");

    rig->card.defects = "m2mf-stops:after=3"; /* after the reset that follows its trial */
    assert_int_equal(VERDICT_FAIL, rig_run(rig));
    unsigned i = first_store() + 2 * BATCHES;
    for (unsigned n = 0; n < 3; n++)
        i = expect_store(expect(i, 'r', batch_at(n), BATCH), batch_at(n));
    i = expect(i, 'r', batch_at(3), BATCH);
    for (unsigned n = 3; n < BATCHES; n++) {
        i = expect(expect(i, 'b', batch_at(n), 256), 'b', batch_at(n) + 256, 256);
        i = expect_store(i, batch_at(n));
    }
    end(rig);
}

/* Programs of the card's own get the same pieces in the same order, partition by partition, and do all operations of an
 * element on one before the next: 6 elements of March SS. The trials have four blocks, for as many multiprocessors. */
TEST(programs_get_the_pieces_in_the_order_of_the_chips)
{
    struct rig *rig = rig_for("vram.thorough.march_ss");

    seen->by_programs = rig->config.by_shader = true;
    assert_int_equal(VERDICT_PASS, rig_run(rig));
    for (unsigned part = 0; part < 2; part++) {
        assert_int_equal(6 * BATCHES, seen->of_part[part]);
        for (unsigned i = 0; i < 6 * BATCHES; i++) {
            const unsigned element = i / BATCHES, n = i % BATCHES;
            const bool down = element == 3 || element == 4;

            assert_int_equal(batch_at(down ? BATCHES - 1 - n : n) + part * 256,
                             seen->pieces[part][i]);
        }
    }
    end(rig);
}

/* "Every line alone once in 64" words: each pass of walking ones begins 8 lines further on, by programs too. */
TEST(programs_get_the_words_of_each_pass)
{
    struct rig *rig = rig_for("vram.thorough.lines");

    seen->by_programs = rig->config.by_shader = true;
    assert_pairs(VERDICT_PASS, rig_run(rig), 0x0101010101010101, seen->passes);
    end(rig);
}
