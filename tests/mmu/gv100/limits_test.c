/* Requests that mmu/gv100 refuses, one number too large or not aligned at a time, and the words that it writes and
 * takes apart where a way there and back would agree with itself. Source: docs/hardware/gv100.md §4.1, §4.2, §4.3,
 * §6.2. */
#include <string.h>

#include "mmu/gv100/fault.h"
#include "mmu/gv100/pb.h"
#include "mmu/gv100/ramfc.h"
#include "tests/kit/tests.h"

#define HIGH (UINT64_C(1) << 40)

/* Apertures have 2 bits, the engine 9, type and GPC 5, client 7, access 4; addresses are those of pages. */
TEST(each_part_of_a_fault_has_its_limit)
{
    static const struct gmmu_fault refused[] = {
        { .instance_aperture = 4 }, { .address_aperture = 4 }, { .engine = 0x200 },
        { .type = 0x20 },           { .client = 0x80 },        { .gpc = 0x20 },
        { .access = 0x10 },
    };
    static const struct gmmu_fault taken = { .instance_aperture = 3,
                                             .address_aperture = 3,
                                             .engine = 0x1ff,
                                             .type = 0x1f,
                                             .client = 0x7f,
                                             .gpc = 0x1f,
                                             .access = 0xf,
                                             .instance = 0x1234567000,
                                             .address = 0xfffffffffffff000,
                                             .timestamp = 0x1122334455667788 };
    static const struct gmmu_fault odd[] = { { .instance = 0x800 }, { .address = 0x800 } };
    uint32_t words[GMMU_FAULT_WORDS];

    for (unsigned i = 0; i < ARRAY_SIZE(refused); i++)
        assert_int_equal(gmmu_fault_pack(&refused[i], words), ERR_RANGE);
    for (unsigned i = 0; i < ARRAY_SIZE(odd); i++)
        assert_int_equal(gmmu_fault_pack(&odd[i], words), ERR_ALIGN);
    assert_int_equal(gmmu_fault_pack(&taken, words), OK);
    assert_int_equal(words[0], 0x34567300);
    assert_int_equal(words[1], 0x12);
    assert_int_equal(words[2], 0xfffff003);
    assert_int_equal(words[3], 0xffffffff);
    assert_int_equal(words[4], 0x55667788);
    assert_int_equal(words[5], 0x11223344);
    assert_int_equal(words[6], 0x1ff);
}

/* A header: 13 bits of count or data, 8 subchannels, methods of 4 bytes up to 0x3ffc. */
TEST(a_header_has_its_limits)
{
    static const struct {
        struct pb_entry entry;
        enum err e;
        uint32_t word;
    } rows[] = {
        { { .kind = PB_INCR, .count = 0x1fff, .subchannel = 7, .address = 0x3ffc },
          OK,
          0x3fffefff },
        { { .kind = PB_INCR, .count = 0x2000 }, ERR_RANGE, 0 },
        { { .kind = PB_INCR, .subchannel = 8 }, ERR_RANGE, 0 },
        { { .kind = PB_INCR, .address = 0x4000 }, ERR_RANGE, 0 },
        { { .kind = PB_INCR, .address = 0x3ffd }, ERR_RANGE, 0 },
        { { .kind = PB_INCR, .address = 2 }, ERR_ALIGN, 0 },
        { { .kind = PB_INCR, .address = 1 }, ERR_ALIGN, 0 },
        { { .kind = PB_NONINCR, .count = 2, .subchannel = 1, .address = 0x100 }, OK, 0x60022040 },
        { { .kind = PB_NONINCR, .count = 0x2000 }, ERR_RANGE, 0 },
        { { .kind = PB_ONEINCR, .count = 3, .address = 4 }, OK, 0xa0030001 },
        { { .kind = PB_IMMD, .data = 0x1fff, .subchannel = 2, .address = 8 }, OK, 0x9fff4002 },
        { { .kind = PB_IMMD, .data = 0x2000 }, ERR_RANGE, 0 },
        { { .kind = PB_NOP_ENTRY }, OK, 0 },
        { { .kind = PB_SET_MASK, .mask = 0x1000 }, ERR_RANGE, 0 },
        { { .kind = PB_STORE_MASK, .mask = 0x1000 }, ERR_RANGE, 0 },
        { { .kind = PB_DATA }, ERR_UNSUPPORTED, 0 },
        { { .kind = PB_ERROR }, ERR_UNSUPPORTED, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t word = 0x5a5a5a5a;

        if (pb_pack(&rows[i].entry, &word) != rows[i].e ||
            (rows[i].e == OK && word != rows[i].word))
            fail_msg("row %u: 0x%08x", i, word);
    }
}

/* The last method of a header is 0x3ffc: of n words of an increasing one, of the second of one that increases once. */
TEST(a_header_ends_at_the_last_method)
{
    static const struct {
        enum pb_kind kind;
        uint16_t count, address;
        bool good;
    } rows[] = {
        { PB_INCR, 1, 0x3ffc, true },    { PB_INCR, 2, 0x3ff8, true },
        { PB_INCR, 2, 0x3ffc, false },   { PB_INCR, 0, 0x3ffc, true },
        { PB_ONEINCR, 1, 0x3ffc, true }, { PB_ONEINCR, 2, 0x3ff8, true },
        { PB_ONEINCR, 5, 0x3ff8, true }, { PB_ONEINCR, 2, 0x3ffc, false },
        { PB_NONINCR, 9, 0x3ffc, true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct pb_entry header = { .kind = rows[i].kind,
                                         .count = rows[i].count,
                                         .address = rows[i].address };
        struct pb_reader reader;
        struct pb_entry entry = { 0 };
        uint32_t word;

        assert_int_equal(pb_pack(&header, &word), OK);
        pb_start(&reader);
        pb_next(&reader, word, &entry);
        assert_int_equal(entry.kind, rows[i].good ? rows[i].kind : PB_ERROR);
        if (!rows[i].good)
            assert_int_equal(entry.error, PB_PAST_LAST);
        assert_int_equal(reader.left, rows[i].good ? rows[i].count : 0);
    }
}

/* 40 bits of an address, in words of 8, 512 or 4 bytes. */
TEST(each_address_of_ramfc_has_its_limit)
{
    static const struct ramfc high[] = {
        { .gp_base = HIGH },          { .userd = HIGH },
        { .pb_get = HIGH },           { .pb_put = HIGH },
        { .pb_top_level_get = HIGH }, { .pb_fetch = HIGH },
        { .sem_addr = HIGH },         { .gp_limit2 = 32 },
        { .userd_target = 4 },        { .fetch_length = 1 << 21 },
    };
    static const struct ramfc odd[] = {
        { .gp_base = 4 },          { .userd = 0x100 }, { .pb_get = 2 },   { .pb_put = 2 },
        { .pb_top_level_get = 2 }, { .pb_fetch = 2 },  { .sem_addr = 2 },
    };
    uint32_t words[RAMFC_WORDS];

    for (unsigned i = 0; i < ARRAY_SIZE(high); i++)
        assert_int_equal(ramfc_pack(&high[i], words), ERR_RANGE);
    for (unsigned i = 0; i < ARRAY_SIZE(odd); i++)
        assert_int_equal(ramfc_pack(&odd[i], words), ERR_ALIGN);
}

/* §3.2: the words that are one number each, by their index. */
TEST(ramfc_has_each_index_at_its_word)
{
    struct ramfc r = { 0 };
    uint32_t words[RAMFC_WORDS];

    static const unsigned at[] = { 0,  5,  10, 11, 12, 13, 17, 20, 29,
                                   33, 34, 37, 38, 43, 44, 57, 61, 63 };
    uint32_t *const members[] = { &r.gp_put,  &r.gp_get,           &r.ref,         &r.runtime,
                                  &r.acquire, &r.acquire_deadline, &r.sem_execute, &r.gp_fetch,
                                  &r.gp_crc,  &r.pb_header,        &r.pb_count,    &r.subdevice,
                                  &r.pb_crc,  &r.target,           &r.method_crc,  &r.hce_ctrl,
                                  &r.config,  &r.set_channel_info };

    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        *members[i] = 0x1000 + at[i];
    r.mem_op[0] = 0x1001, r.mem_op[1] = 0x1019, r.mem_op[2] = 0x1028;
    assert_int_equal(ramfc_pack(&r, words), OK);
    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        assert_int_equal(words[at[i]], 0x1000 + at[i]);
    assert_int_equal(words[1], 0x1001);
    assert_int_equal(words[0x19], 0x1019);
    assert_int_equal(words[0x28], 0x1028);
}

/* Words 48 to 55 are four methods, each with its data after it; the words around them are others'. */
TEST(ramfc_has_four_methods)
{
    struct ramfc r = { 0 };
    uint32_t words[RAMFC_WORDS];

    for (uint32_t i = 0; i < 4; i++) {
        r.method[i] = 0x2000 + i;
        r.data[i] = 0x3000 + i;
    }
    memset(words, 0x5a, sizeof(words));
    assert_int_equal(ramfc_pack(&r, words), OK);
    for (uint32_t i = 0; i < RAMFC_WORDS; i++)
        assert_int_equal(words[i], i < 48 || i > 55 ? 0 : (i % 2 ? 0x3000 : 0x2000) + (i - 48) / 2);
}
