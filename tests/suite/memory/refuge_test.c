/* Where a memory test keeps its own structures in the memory under test (suite/memory/refuge.h): which places are
 * tried, in which order, which words are restored, and which place is out of the way. Over a made-up memory of 32 MiB
 * behind PMEM; places are worked out by hand from units of 64 KiB of each partition. */
#include <string.h>

#include "engines/family.h"
#include "suite/memory/refuge.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

#define MIB    (UINT64_C(1) << 20)
#define SIZE   (32 * MIB)
#define WINDOW 0x700000u /* PMEM: 1 MiB of VRAM, from 0x10000 times the word of 0x1700 */

static uint8_t ram[SIZE], before[SIZE];
static uint32_t aimed;
static uint64_t bad_from, bad_to; /* memory that keeps no 1 in bit 0 of a word */
static unsigned flushes, looks;
static enum err flush_error;
static bool ends;      /* the deadline passes with the next flush */
static uint64_t shaky; /* a word that gives these answers in turn; 0: none */
static uint32_t answers[16];
static uint32_t stored[8]; /* into the first words of a place that is tried */
static unsigned stores;

static uint32_t read_at(uint64_t at)
{
    uint32_t value = aimed;

    if (at >= WINDOW) {
        const uint64_t place = (uint64_t)aimed * 0x10000 + at - WINDOW;

        assert_true(at < WINDOW + MIB && place < SIZE);
        memcpy(&value, ram + place, 4);
        if (place == shaky)
            value = answers[looks < 15 ? looks++ : 15];
        value &= place >= bad_from && place < bad_to ? ~1u : ~0u;
    }
    return value;
}

static void write_at(uint64_t at, uint32_t value)
{
    if (at == 0x1700) {
        aimed = value;
        return;
    }
    const uint64_t place = (uint64_t)aimed * 0x10000 + at - WINDOW;

    assert_true(at >= WINDOW && at < WINDOW + MIB && place < SIZE);
    memcpy(ram + place, &value, 4);
    if ((place == 0xa50000 || place == 0xa50204) && stores < 8)
        stored[stores++] = value;
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    (void)bus, (void)size;
    return read_at(at.v);
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    (void)bus, (void)size;
    write_at(at.v, (uint32_t)value);
}

static enum err flush(struct card *flushed)
{
    flushed->expired |= ends;
    flushes++;
    return flush_error;
}

static struct bench bench;
static const struct family family = { .flush = flush };
static struct card card;
static struct refuge refuge;
static uint32_t kept[0x100];

/* 0x340 bytes in two pieces with a hole between them. */
static const struct refuge_piece pieces[] = { { 0, 0x140 }, { 0x200, 0x140 } };
static const struct refuge_piece one_piece[] = { { 0, 0x100 } };
static struct refuge_need need;

/* Bit 0 of each word is 0, so that faulty memory holds it too. */
FIXTURE(fill)
{
    for (size_t i = 0; i < SIZE; i += 4)
        memcpy(ram + i, &(uint32_t){ ((uint32_t)i * 0x9e3779b1u) & ~1u }, 4);
    memcpy(before, ram, SIZE);
    return 0;
}

FIXTURE(begin)
{
    bad_from = bad_to = 0;
    aimed = flushes = looks = stores = 0;
    flush_error = OK;
    ends = false;
    shaky = 0;
    bench_open(&bench, NULL);
    bench.does.read = bus_read;
    bench.does.write = bus_write;
    card = (struct card){ .bus = &bench.bus, .family = &family };
    card.pci.bars[NV_BAR_MMIO] = (struct pci_bar){ .size = 16 * MIB, .assigned = true };
    card.vram.size = SIZE;
    need = (struct refuge_need){ .pieces = pieces, .count = 2, .span = 0x340, .pattern = 0xa5 };
    return 0;
}

/* Whatever was tried, each word is unchanged. */
FIXTURE(end)
{
    return memcmp(before, ram, SIZE) != 0;
}

static bool open_with(unsigned parts)
{
    return refuge_open(&refuge, &card, parts, &need, NULL, kept);
}

static void expect_places(unsigned parts, uint64_t first, uint64_t second)
{
    assert_true(open_with(parts));
    if (refuge.at[0].v != first || refuge.at[1].v != second)
        fail_msg("0x%llx and 0x%llx, expected 0x%llx and 0x%llx",
                 (unsigned long long)refuge.at[0].v, (unsigned long long)refuge.at[1].v,
                 (unsigned long long)first, (unsigned long long)second);
}

/* 512 units: 0xa5 and the unit that differs from it in all nine bits. In four partitions 128 units of 256 KiB. */
TEST(the_two_places_differ_in_all_bits, begin, end)
{
    expect_places(1, 0xa50000, 0x15a0000);
    expect_places(0, 0xa50000, 0x15a0000); /* nobody knows how many partitions there are */
    expect_places(4, 0x940000, 0x1680000); /* 0x25 and 0x5a */
    assert_int_equal(2, refuge.near);
}

/* Pages in a row; when the unit has no more of them, the one beside it, and the one beside that. */
TEST(pages_are_tried_in_turn, begin, end)
{
    bad_from = 0xa50000;
    bad_to = 0xa50004;
    expect_places(1, 0xa51000, 0x15a0000);
    bad_to = 0xa5f000;
    expect_places(1, 0xa5f000, 0x15a0000);
    bad_to = 0xa60000;
    expect_places(1, 0xa40000, 0x15a0000);
    bad_from = 0xa40000;
    expect_places(1, 0xa70000, 0x15a0000);
    bad_from = 0xa50000; /* 0xa7, 0xa6 and 0xa5 are tried, 0xa4 is not */
    bad_to = 0xa80000;
    need.pattern = 0xa7;
    assert_false(open_with(1));
}

/* Of 64 pages that four partitions have in a unit 32 are tried. */
TEST(a_unit_has_32_tries, begin, end)
{
    bad_from = 0x940000;
    bad_to = 0x95f000;
    expect_places(4, 0x95f000, 0x1680000);
    bad_to = 0x960000;
    expect_places(4, 0x900000, 0x1680000);
}

/* The nth block lies 9 n blocks further, with every eighth one nearer by eight; partitions take turns. */
TEST(blocks_are_tried_in_turn, begin, end)
{
    need = (struct refuge_need){
        .pieces = one_piece, .count = 1, .span = 0x100, .block = true, .pattern = 0xa5
    };
    expect_places(1, 0xa50000, 0x15a0000);
    bad_from = 0xa50000;
    bad_to = 0xa50001;
    expect_places(1, 0xa50900, 0x15a0000);
    bad_to = 0xa50901;
    expect_places(1, 0xa51200, 0x15a0000);
    bad_to = 0xa53f01; /* the seventh, of n = 7 */
    expect_places(1, 0xa54000, 0x15a0000);
    bad_to = 0xa5fe01; /* up to n = 30: 0xf6 */
    expect_places(1, 0xa5ff00, 0x15a0000);
    bad_from = 0x940000;
    bad_to = 0x940001;
    expect_places(4, 0x942500, 0x1680000); /* (0x2500 + 9) * 4 + 1 */
}

/* The last word of the last piece counts, the hole between pieces does not. */
TEST(only_pieces_have_to_hold, begin, end)
{
    bad_from = 0xa50140;
    bad_to = 0xa50200;
    expect_places(1, 0xa50000, 0x15a0000);
    bad_from = 0xa5033c;
    bad_to = 0xa50340;
    expect_places(1, 0xa51000, 0x15a0000);
    bad_from = 0xa50340;
    bad_to = 0xa50400;
    expect_places(1, 0xa50000, 0x15a0000);
}

/* Stores there may still be under way: each try waits for it, and a card that does not get it there has no refuge. */
TEST(each_try_waits_for_its_words, begin, end)
{
    assert_true(open_with(1));
    assert_int_equal(2 * 16, flushes); /* two places, both values of each bit eight times */
    flush_error = ERR_TIMEOUT;
    assert_false(open_with(1));
}

/* Each word of a place has another value, the 80 words of its first piece and those of the second; the next time each
 * bit is the opposite. */
TEST(each_word_of_a_place_is_another, begin, end)
{
    const uint32_t first = 0x5aa53cc3, word_81 = first + 81 * 0x01020408u;

    assert_true(open_with(1));
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t word = i % 2 ? word_81 : first;

        assert_int_equal(i / 2 % 2 ? ~word : word, stored[i]);
    }
}

TEST(another_refuge_is_left_alone, begin, end)
{
    struct refuge other;

    expect_places(1, 0xa50000, 0x15a0000);
    other = refuge;
    assert_true(refuge_open(&refuge, &card, 1, &need, &other, kept));
    assert_int_equal(0xa51000, refuge.at[0].v);
    assert_int_equal(0x15a1000, refuge.at[1].v);
    other.at[0].v = 0xa50340; /* just after */
    other.at[1].v = 0xa50000 - 0x340;
    assert_true(refuge_open(&refuge, &card, 1, &need, &other, kept));
    assert_int_equal(0xa50000, refuge.at[0].v);
    other.at[0].v = 0xa5033f;
    assert_true(refuge_open(&refuge, &card, 1, &need, &other, kept));
    assert_int_equal(0xa51000, refuge.at[0].v);
}

TEST(what_lies_in_front_needs_room, begin, end)
{
    need.pattern = 0;
    need.before = 0x3000;
    expect_places(1, 0x3000, 0x1ff0000);
}

/* A chunk two bits or fewer from a place may be one with it where lines are broken. */
TEST(the_farther_place_is_taken, begin, end)
{
    assert_true(open_with(1));
    assert_true(refuge_is_near(&refuge, 0, 0xa50000));
    assert_true(refuge_is_near(&refuge, 0, 0xa6ffff));  /* 0xa6: two bits */
    assert_false(refuge_is_near(&refuge, 0, 0xa20000)); /* 0xa2: three */
    assert_true(refuge_is_near(&refuge, 1, 0x15b0000));
    assert_false(refuge_in_the_way(&refuge, 0xa50000));
    flushes = 0;
    assert_int_equal(OK, refuge_enter(&refuge, 0xa50000));
    assert_int_equal(1, flushes);
    assert_int_equal(1, refuge.used);
    assert_false(refuge_in_the_way(&refuge, 0xa50000));
    assert_true(refuge_in_the_way(&refuge, 0x15a0000));
    memset(ram + 0x15a0000, 0x77, 0x140); /* the structures */
    memset(ram + 0x15a0200, 0x77, 0x140);
    assert_int_equal(OK, refuge_leave(&refuge));
    assert_int_equal(2, flushes);
    assert_true(memcmp(before, ram, SIZE) == 0);
    assert_false(refuge_in_the_way(&refuge, 0x15a0000));
    ram[0x15a0000] ^= 1; /* nothing of it is there any more to be put back */
    assert_int_equal(OK, refuge_leave(&refuge));
    assert_int_equal(2, flushes);
    assert_int_equal(before[0x15a0000] ^ 1, ram[0x15a0000]);
    ram[0x15a0000] = before[0x15a0000];
    assert_int_equal(OK, refuge_enter(&refuge, 0x15a0000));
    assert_int_equal(0, refuge.used);
    memset(ram + 0xa50000, 0x77, 0x140);
    assert_int_equal(OK, refuge_leave(&refuge));
    card.vram.size = 16 * MIB; /* 256 units: 0xaa is four bits away from 0xa5, and from 0x5a */
    assert_true(open_with(1));
    assert_int_equal(OK, refuge_enter(&refuge, 0xaa0000));
    assert_int_equal(0, refuge.used);
    assert_int_equal(OK, refuge_leave(&refuge));
    flush_error = ERR_DEADLINE;
    assert_int_equal(ERR_DEADLINE, refuge_enter(&refuge, 0x15a0000));
    assert_false(refuge.lies);
}

/* A word that could not be read cannot be restored. */
TEST(nothing_lies_where_the_time_is_over, begin, end)
{
    assert_true(open_with(1));
    ends = true;
    assert_int_equal(ERR_DEADLINE, refuge_enter(&refuge, 0xa50000));
    assert_false(refuge.lies);
}

/* A word that is read until it is the same twice, and eight times at most, is put back as it was last. */
TEST(unsteady_words_are_read_again, begin, end)
{
    static const struct {
        uint32_t answers[4];
        unsigned looks;
        uint32_t kept;
    } rows[] = { { { 2, 2, 4, 6 }, 2, 2 },
                 { { 2, 4, 4, 6 }, 3, 4 },
                 { { 2, 4, 6, 6 }, 4, 6 },
                 { { 2, 4, 2, 4 }, 8, 4 } };

    assert_true(open_with(1));
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const uint64_t at = i % 2 ? 0x15a000c : 0x15a0000;

        for (unsigned k = 0; k < 16; k++)
            answers[k] = rows[i].answers[k % 4];
        looks = 0;
        shaky = at;
        assert_int_equal(OK, refuge_enter(&refuge, 0xa50000));
        assert_int_equal(rows[i].looks, looks);
        shaky = 0;
        assert_int_equal(OK, refuge_leave(&refuge));
        assert_memory_equal(&rows[i].kept, ram + at, 4);
    }
    memcpy(ram + 0x15a0000, before + 0x15a0000, 16);
}

/* Few units tell less: near is one bit, then none. */
TEST(small_memories_have_fewer_bits, begin, end)
{
    static const struct {
        uint64_t size;
        unsigned near;
    } rows[] = { { 32 * MIB, 2 }, { 8 * MIB, 2 }, { 4 * MIB, 1 }, { MIB / 2, 1 }, { MIB / 4, 0 } };

    need.pattern = 0x55;
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        card.vram.size = rows[i].size;
        (void)!open_with(1);
        assert_int_equal(rows[i].near, refuge.near);
    }
}

GROUP(fill, NULL)
