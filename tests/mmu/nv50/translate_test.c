/* Translation: the worked examples of tesla-vm.md §1.12, the order of the checks, page tables, where structures lie. */
#include "tests/mmu/nv50/translate_rig.h"

static struct rig rig;

FIXTURE(begin)
{
    rig_init(&rig, CHIP_G84);
}

/* ---- the worked examples of §1.12 ------------------------------------------------------------ */

TEST(x1_small_page_behind_a_base, begin)
{
    set_object(&rig, 0x7fc00000, 0x100000000, 0x101ffffff, 0, 0);
    set_pde(&rig, 8, TABLE | 3);
    set_pte(&rig, 1, 0x0000000005678001);
    expect_linear(&rig, 0x1234, TARGET_VRAM, 0x5678234);
    assert_pairs(false, rig.t.attributes.read_only || rig.t.attributes.supervisor,
                 rig.t.attributes.type, 0, false, rig.t.attributes.long_cycle);
}

TEST(x2_x3_limit_is_an_address_and_exclusive, begin)
{
    set_object(&rig, 0x00190000, 0x03000000, 0x03ffffff, 0, 0);
    expect_fault(&rig, 0xffffff, FAULT_DMAOBJ_LIMIT); /* sum = limit */
    expect_linear(&rig, 0xfffffe, TARGET_VRAM, 0x3fffffe);
    expect_fault(&rig, 0x1000000, FAULT_DMAOBJ_LIMIT);
    for (unsigned rule = 0; rule < 4; rule++) {
        rig.rules.limit_rule = (enum limit_rule)rule;
        rig.access.size = 1;
        expect_fault(&rig, 0x1000000, FAULT_DMAOBJ_LIMIT);
        if (rule == LIMIT_INCL_LAST || rule == LIMIT_INCL_FIRST)
            expect_linear(&rig, 0xffffff, TARGET_VRAM, 0x3ffffff);
        else
            expect_fault(&rig, 0xffffff, FAULT_DMAOBJ_LIMIT);
        rig.access.size = 4;
        if (rule == LIMIT_EXCL_LAST)
            expect_fault(&rig, 0xfffffc, FAULT_DMAOBJ_LIMIT);
        else
            expect_linear(&rig, 0xfffffc, TARGET_VRAM, 0x3fffffc);
    }
}

TEST(x4_block_adds_and_does_not_or, begin)
{
    set_object(&rig, 0x7fc00000, 0, ALL_ONES, 0, 0);
    set_pde(&rig, 1, TABLE | 3);
    for (unsigned i = 0; i < 8; i++)
        set_pte(&rig, i, 0x0000000012345181 | 3 << 7);
    /* order 3 is 3 << 7 = 0x180; 0x12345000 + 0x5678 = 0x1234a678 */
    expect_linear(&rig, 0x20005678, TARGET_VRAM, 0x1234a678);
}

TEST(x5_tag_steps_twice_for_double, begin)
{
    const uint64_t pte = UINT64_C(0x04000001) | 2 << 7 | UINT64_C(0x28) << 40 | UINT64_C(2) << 47 |
                         UINT64_C(0x100) << 49;

    set_object(&rig, 0x7fc00000, 0, ALL_ONES, 0, 0);
    set_pde(&rig, 2, TABLE | 1);
    for (unsigned i = 0; i < 4; i++)
        set_pte(&rig, i, pte);
    /* 0x40035000 mod 0x40000 = 0x35000; >> 16 = 3; tag 0x100 + 3 * 2 */
    expect_linear(&rig, 0x40035000, TARGET_VRAM, 0x4035000);
    assert_pairs(0x28, rig.t.attributes.type, COMPRESSION_DOUBLE, rig.t.attributes.compression,
                 0x106, rig.t.attributes.tag);
}

TEST(x6_x7_x8_tags_of_unpaged_objects, begin)
{
    set_object(&rig, 0x00190000 | 1u << 29 | 0x78u << 22, 0, ALL_ONES, 0x002f0020, 0x00010210);
    expect_linear(&rig, 0x02134567, TARGET_VRAM, 0x02134567);
    assert_pairs(COMPRESSION_SINGLE, rig.t.attributes.compression, 0x23, rig.t.attributes.tag, 0x78,
                 rig.t.attributes.type);
    expect_linear(&rig, 0x02100000, TARGET_VRAM, 0x02100000); /* at the base: d = 0 */
    assert_pairs(COMPRESSION_SINGLE, rig.t.attributes.compression, 0x20, rig.t.attributes.tag);
    expect_linear(&rig, 0x020fffff, TARGET_VRAM, 0x020fffff); /* below the base */
    assert_pairs(COMPRESSION_NONE, rig.t.attributes.compression, 0, rig.t.attributes.tag);
    expect_linear(&rig, 0x021fffff, TARGET_VRAM, 0x021fffff); /* 0x20 + 0xf is the limit itself */
    assert_int_equal(rig.t.attributes.tag, 0x2f);
    expect_linear(&rig, 0x02200000, TARGET_VRAM, 0x02200000); /* tag 0x30 above 0x2f */
    assert_pairs(COMPRESSION_NONE, rig.t.attributes.compression, 0, rig.t.attributes.tag);
}

TEST(x9_override_lifts_read_only, begin)
{
    set_simple(&rig, 0x5009);
    rig.access.write = true;
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
    set_object(&rig, 0x7fc80000, 0, ALL_ONES, 0, 0);
    expect_linear(&rig, 0, TARGET_VRAM, 0x5000);
    assert_false(rig.t.attributes.read_only);
}

/* ---- the order of the checks: §1.5 ----------------------------------------------------------- */

/* Everything is wrong at once; each repair brings the next fault. */
TEST(checks_come_in_their_order, begin)
{
    rig.mmu.vram_size = 0x1000;
    rig.access.write = true;
    rig.access.selector = 0;
    rig.access.channel |= 1u << 28;
    set_object(&rig, W0_ALL_FROM_PTE, 0, 0x2000000, 0, 0);
    expect_fault(&rig, 0x2000000, FAULT_NO_CHANNEL);
    rig.access.channel = CHANNEL >> 12;
    expect_fault(&rig, 0x2000000, FAULT_NULL_DMAOBJ);
    rig.access.selector = SELECTOR;
    expect_fault(&rig, 0x2000000, FAULT_DMAOBJ_LIMIT);
    set_object(&rig, W0_ALL_FROM_PTE, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0x2000000, FAULT_PT_NOT_PRESENT);
    set_pde(&rig, 0, TABLE | 0x63);
    expect_fault(&rig, 0x2000000, FAULT_PT_TOO_SHORT);
    set_pte(&rig, 0, 0x5000 | 1 << 3 | 1 << 4 | 1 << 6);
    expect_fault(&rig, 0, FAULT_PAGE_NOT_PRESENT);
    set_pte(&rig, 0, 0x5001 | 1 << 3 | 1 << 4 | 1 << 6);
    expect_fault(&rig, 0, FAULT_WRONG_MEMTYPE);
    set_pte(&rig, 0, 0x5001 | 1 << 3 | 1 << 6);
    expect_fault(&rig, 0, FAULT_PAGE_SUPERVISOR_ONLY);
    set_object(&rig, W0_ALL_FROM_PTE | 1u << 31, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
    rig.access.write = false;
    expect_fault(&rig, 0, FAULT_VRAM_LIMIT);
    rig.mmu.vram_size = 0x5001;
    expect_linear(&rig, 0, TARGET_VRAM, 0x5000);
    expect_fault(&rig, 1, FAULT_VRAM_LIMIT);
}

TEST(limit_granule_rounds_the_limit_up, begin)
{
    rig.rules.limit_granule = 256;
    set_object(&rig, 0x00190000, 0, 0xfff, 0, 0);
    expect_linear(&rig, 0xfff, TARGET_VRAM, 0xfff);
    expect_fault(&rig, 0x1000, FAULT_DMAOBJ_LIMIT);
    rig.rules.limit_rule = LIMIT_INCL_LAST; /* the sum is rounded down: 0x10ff counts as 0x1000 */
    expect_linear(&rig, 0x10ff, TARGET_VRAM, 0x10ff);
    expect_fault(&rig, 0x1100, FAULT_DMAOBJ_LIMIT);
}

/* ---- page tables ----------------------------------------------------------------------------- */

TEST(medium_pages_exist_from_gt215_on)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {

        rig_init(&rig, (enum chipset_index)chip);
        set_simple(&rig, 0);
        set_pde(&rig, 0, TABLE | 0x62);
        set_pte(&rig, 3, 0x1234f001); /* bits 13:12 are not part of the address */
        if (chip < CHIP_GT215)
            expect_fault(&rig, 0xd678, FAULT_PT_NOT_PRESENT);
        else
            expect_linear(&rig, 0xd678, TARGET_VRAM, 0x1234d678);
    }
}

TEST(large_tables_ignore_the_size_code)
{
    rig_init(&rig, CHIP_GT215);
    set_simple(&rig, 0);
    set_pde(&rig, 0, TABLE | 0x61);
    set_pte(&rig, 0x1fff, 0x100f8001); /* bits 15:12 are not part of the address */
    expect_linear(&rig, 0x1fffabcd, TARGET_VRAM, 0x100fabcd);
    rig.rules.pt_size_on_large = true; /* code 3 ends every table at 32 MiB (E05) */
    expect_fault(&rig, 0x2000000, FAULT_PT_TOO_SHORT);
    set_pte(&rig, 0x1ff, 0x10000001);
    expect_linear(&rig, 0x1ffffff, TARGET_VRAM, 0x1000ffff);
    set_pde(&rig, 0, TABLE | 0x62);
    set_pte(&rig, 0x800, 0x10000001);
    expect_fault(&rig, 0x2000000, FAULT_PT_TOO_SHORT);
    rig.rules.pt_size_on_large = false;
    expect_linear(&rig, 0x2000000, TARGET_VRAM, 0x10000000);
}

TEST(every_size_code_ends_its_table)
{
    static const uint32_t entries[] = { 0x20000, 0x8000, 0x4000, 0x2000 };

    for (unsigned code = 1; code < 4; code++) {

        rig_init(&rig, CHIP_G84);
        set_simple(&rig, 0);
        set_pde(&rig, 0, TABLE | 3 | code << 5);
        go(&rig, (uint64_t)(entries[code] - 1) << 12);
        assert_false(rig.t.outcome == TRANSLATION_FAULT && rig.t.reason == FAULT_PT_TOO_SHORT);
        expect_fault(&rig, (uint64_t)entries[code] << 12, FAULT_PT_TOO_SHORT);
    }
}

/* The channel and each table choose VRAM or system memory by themselves; so does each page. */
TEST(structures_lie_in_vram_or_system_memory, begin)
{
    set_simple(&rig, 0x123456789021); /* type 0x12, snoop */
    expect_linear(&rig, 0x10, TARGET_SYSRAM_SNOOP, 0x3456789010);
    put64(rig.sysram + 0x8000, 0x9876543031);
    set_pde(&rig, 0, (SYSRAM_BASE + 0x8000) | 2 << 2 | 3);
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
    set_pde(&rig, 0, (SYSRAM_BASE + 0x8000) | 3 << 2 | 3);
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
    set_pde(&rig, 0, TABLE | 1 << 2 | 3);
    expect_fault(&rig, 0x20, FAULT_PT_NOT_PRESENT);
    memcpy(rig.sysram + 0x1000, rig.vram + CHANNEL, 0x7000);
    put64(rig.sysram + 0x1000 + 0x200, (SYSRAM_BASE + 0x8000) | 3 << 2 | 3);
    rig.access.channel = (uint32_t)((SYSRAM_BASE + 0x1000) >> 12) | 2u << 28;
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
}

TEST(structures_outside_memory_are_named, begin)
{
    set_simple(&rig, 0x5001);
    set_pde(&rig, 0, UINT64_C(0x9000000000) | 2 << 2 | 3);
    expect_outside(&rig, STRUCTURE_PTE, TARGET_SYSRAM_SNOOP, 0x9000000000);
    set_pde(&rig, 0, UINT64_C(0x9980000000) | 3);
    expect_outside(&rig, STRUCTURE_PTE, TARGET_VRAM, 0x80000000); /* bits 39:32 dropped */
    rig.access.channel = 0x3b; /* objects inside, directory at 0x3b200 too */
    rig.access.selector = 0x4ff;
    expect_outside(&rig, STRUCTURE_DMAOBJ, TARGET_VRAM, 0x3fff0);
    rig.access.channel = 0x3c; /* object inside, the directory's end is not */
    rig.access.selector = 0x10;
    put32(rig.vram + 0x3c100, W0_ALL_FROM_PTE);
    put32(rig.vram + 0x3c104, 0xffffffff);
    put32(rig.vram + 0x3c10c, 0xff0000ff);
    put32(rig.vram + 0x3c108, 0xe0000000);
    expect_outside(&rig, STRUCTURE_PDE, TARGET_VRAM, 0x401f8);
}
