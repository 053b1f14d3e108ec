/* The registers that say how memory is divided, written by their bits, and seen through PMEM alone.
 * Expected values are worked by hand from docs/hardware/tesla-vm.md §6.1 to §6.3, §6.6. */
#include "tests/model/nv50/core_rig.h"

#define UNITS   REF_PBUS_HWUNITS_0
#define SUBPART REF_PFB_SUBPART

static void open_card(enum chipset_index chip)
{
    new_core((struct model_host){ 0 },
             &(struct model_config){ .chip = &nv50_chips[chip].chip, .seed = 1 });
}

/* First and last word of a block. */
static void expect_block(uint32_t block, uint32_t value)
{
    wr(REF_PBUS_PMEM, block >> 8);
    assert_int_equal(rd(REF_PMEM_WINDOW + (block << 8 & 0xff00)), value);
    assert_int_equal(rd(REF_PMEM_WINDOW + (block << 8 & 0xff00) + 0xfc), value);
}

static void number_blocks(uint32_t count)
{
    for (uint32_t block = 0; block < count; block++)
        PUT(wr, REF_PBUS_PMEM, block >> 8, REF_PMEM_WINDOW + (block << 8 & 0xff00), block,
            REF_PMEM_WINDOW + (block << 8 & 0xff00) + 0xfc, block);
}

static void set_parts(uint32_t mask)
{
    wr(UNITS, (rd(UNITS) & ~0xff0000u) | mask << 16);
}

/* Bits 23:16 of 0x1540. With all six, block b is block b / 6 of partition b % 6; alone, partition k shows
 * its block n at n; of three, 0, 2 and 4 take turns. */
TEST(partitions_are_bits_23_to_16_of_hwunits, NULL, close_card)
{
    static const unsigned three[] = { 0, 2, 4 };

    open_card(CHIP_G80);
    assert_int_equal(rd(UNITS) >> 16 & 0xff, 0x3f);
    number_blocks(600);
    for (unsigned k = 0; k < 6; k++) {
        set_parts(1u << k);
        for (uint32_t n = 0; n < 100; n++)
            expect_block(n, 6 * n + k);
    }
    set_parts(0x15);
    for (uint32_t b = 0; b < 300; b++)
        expect_block(b, b / 3 * 6 + three[b % 3]);
    set_parts(0x3f);
    for (uint32_t b = 0; b < 600; b++)
        expect_block(b, b);
}

/* Bits 10:8 of 0x100268 take bits 3:1 of the partition block into the choice of the subpartition: where
 * such a bit is set, the two blocks of a pair change places. Two partitions: block b is b / 2 of b % 2. */
TEST(select_mask_is_bits_10_to_8, NULL, close_card)
{
    open_card(CHIP_GT215);
    wr(SUBPART, 0x30000000);
    number_blocks(128);
    for (uint32_t mask = 0; mask < 8; mask++) {
        wr(SUBPART, 0x30000000 | mask << 8);
        assert_int_equal(rd(SUBPART), 0x30000000 | mask << 8);
        for (uint32_t b = 0; b < 128; b++) {
            const uint32_t pbi = b / 2;
            const bool swapped = ((pbi >> 1 & 1 & mask) ^ (pbi >> 2 & 1 & mask >> 1) ^
                                  (pbi >> 3 & 1 & mask >> 2)) != 0;

            expect_block(b, 2 * (swapped ? pbi ^ 1 : pbi) + b % 2);
        }
    }
    wr(SUBPART, 0x30030000); /* bits 17:16 are kept, and move nothing here (unknown) */
    assert_int_equal(rd(SUBPART), 0x30030000);
    expect_block(5, 5);
}

/* Bits 29:28 of 0x100268: with 1, subpartition 0 alone shows its blocks in order. With 3 and mask 0,
 * partition block 2n lies in subpartition 0 as its block n for n < 8 (bits 0 and 4 to 13 decide). */
TEST(subpartitions_are_bits_29_and_28, NULL, close_card)
{
    open_card(CHIP_GT218); /* one partition */
    wr(SUBPART, 0x30000000);
    number_blocks(32);
    wr(SUBPART, 0x10000000);
    for (uint32_t n = 0; n < 8; n++)
        expect_block(n, 2 * n);
    /* From 16 on bit 4 is set, so the odd block of each pair is subpartition 0's. */
    for (uint32_t n = 8; n < 16; n++)
        expect_block(n, 2 * n + 1);
    wr(SUBPART, 0x30000000);
    for (uint32_t b = 0; b < 32; b++)
        expect_block(b, b);
}
