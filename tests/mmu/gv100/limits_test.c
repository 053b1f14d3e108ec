/* Requests that mmu/gv100 refuses, one number too large or not aligned at a time, and the words that it writes and
 * takes apart where a way there and back would agree with itself. Source: docs/hardware/gv100.md §4.1, §4.2, §4.3,
 * §6.2. */
#include "mmu/gv100/fault.h"
#include "mmu/gv100/pb.h"
#include "mmu/gv100/ramfc.h"
#include "tests/kit/tests.h"

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
