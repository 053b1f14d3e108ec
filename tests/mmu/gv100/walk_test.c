/* The walk of gv100.md §5.5, by vectors that are worked by hand: every word stands here as a number, its fields
 * beside it; nothing is packed by the code under test. */
#include "tests/mmu/gv100/table_rig.h"

/* ---- pages ---------------------------------------------------------------------------------- */

/* §5.4: 0x12345000 >> 4 | VALID; the last 12 bits are the VA's: 0xabc. */
TEST(pages_of_4k)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_int_equal(rig.r.pte.kind, 0);
    assert_false(rig.r.pte.vol || rig.r.pte.privilege || rig.r.pte.read_only);
}

/* 0x7fff0000 >> 4 | VALID; VA mod 0x10000 = 0x7abc. */
TEST(pages_of_64k)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, BIG_AT, 0x7fff001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
}

/* §5.3: bit 0 of PD0's lower word makes it a PTE. 0x1fffe00000 >> 4 = 0x1fffe0000; kind 0xfe in bits 63:56;
 * VA mod 0x200000 = 0x1b7abc; the upper word is ignored. */
TEST(pages_of_2m)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, PDE0_AT, 0xfe000001fffe0001);
    rig_put(&rig, PDE0_AT + 8, 0xffffffffffffffff);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x1ffffb7abc, 21);
    assert_int_equal(rig.r.pte.kind, 0xfe);
}

/* Aperture 2 and 3 in bits 2:1, address bits 46:12: 0x7ffffffff000 >> 4 = 0x7ffffffff00. */
TEST(pages_in_system_memory)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x7ffffffff05);
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_COHERENT, 0x7ffffffffabc, 12);
    rig_put(&rig, SMALL_AT, 0x7ffffffff07 | 0xf8);
    rig.access.privileged = true;
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_NON_COHERENT, 0x7ffffffffabc, 12);
    /* 0xf8: bits 3 VOL, 4 ENCRYPTED, 5 PRIVILEGE, 6 READ_ONLY, 7 ATOMIC_DISABLE */
    assert_true(rig.r.pte.vol && rig.r.pte.privilege);
    assert_true(rig.r.pte.read_only && rig.r.pte.atomic_disable);
}

/* Aperture 1; the peer is bits 35:33: 5 << 33 = 0xa00000000. Bit 32 is address bit 36. */
TEST(pages_of_a_peer)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0xa00000000 | 0x100000103);
    rig_expect_ok(&rig, GMMU_PTE_PEER_MEMORY, 0x1000001abc, 12);
    assert_int_equal(rig.r.pte.peer, 5);
}

/* The highest index of each level: the last entries of the tables, and the last byte of the space. */
TEST(the_last_page_of_the_space)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig.access.va = 0x1ffffffffffff;
    rig_put(&rig, PD3 + 3 * 8, 0x302);
    rig_put(&rig, PD2 + 0xff8, 0x402);
    rig_put(&rig, PD1 + 0xff8, 0x502);
    rig_put(&rig, PD0 + 0xff0, 0x612);
    rig_put(&rig, BIG_TABLE + 0xf8, 0x1001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x1ffff, 16);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* Each level in turn in system memory, as the PDE's apertures 2 and 3 say: SYS_BASE + the table >> 4. */
TEST(tables_lie_in_any_aperture)
{
    static const uint64_t entries[] = { PDE3_AT, PDE2_AT, PDE1_AT, PDE0_AT + 8, PDE0_AT };
    static const uint64_t tables[] = { PD2, PD1, PD0, SMALL_TABLE, BIG_TABLE };
    struct gv100_rig rig;

    for (unsigned i = 0; i < 5; i++)
        for (uint64_t aperture = 2; aperture <= 3; aperture++) {
            rig_init(&rig);
            rig_put(&rig, i == 4 ? BIG_AT : SMALL_AT, 0x1230001);
            memcpy(rig.sys, rig.vid, sizeof(rig.sys));
            memset(rig.vid + tables[i], 0, 0x100);
            rig_put(&rig, entries[i], ((SYS_BASE + tables[i]) >> 4) | aperture << 1);
            rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, i == 4 ? 0x12307abc : 0x12300abc,
                          i == 4 ? 16 : 12);
        }
}

/* RAMIN's targets: 0 video memory, 2 and 3 system memory; the high word is address bits 63:32. */
TEST(the_page_directory_lies_in_any_target)
{
    struct gv100_rig rig;

    for (uint32_t target = 2; target <= 3; target++) {
        rig_init(&rig);
        rig_put(&rig, SMALL_AT, 0x1234501);
        memcpy(rig.sys, rig.vid, sizeof(rig.sys));
        rig_put32(&rig, INSTANCE + 0x200, PD3 | 0xc00 | target);
        rig_put32(&rig, INSTANCE + 0x204, (uint32_t)(SYS_BASE >> 32));
        rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
        rig.access.instance = (linear_addr){ SYS_BASE + INSTANCE, (enum target)target };
        memcpy(rig.sys, rig.vid, sizeof(rig.sys));
        rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    }
}

/* §5.3: the big table is aligned to 256 bytes. At 0x6300 bit 9 is set, which is bit 5 of the word: an address bit
 * (K07), or NO_ATS, and the table lies at 0x6100. */
TEST(bit_9_of_a_big_table)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, PDE0_AT, 0x632);
    rig_put(&rig, 0x6300 + 0xd8, 0x1230001);
    rig_put(&rig, 0x6100 + 0xd8, 0x4560001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12307abc, 16);
    rig.rules.bit5 = GMMU_BIT5_NO_ATS;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x45607abc, 16);
}

/* Video memory addresses in tables have 37 bits: bits 35:33 of the word are a peer, the rest above is nothing. */
TEST(vram_addresses_have_37_bits)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, PDE3_AT, 0x302 | UINT64_C(0x3fffe) << 32);
    rig_put(&rig, SMALL_AT, 0x1234501 | UINT64_C(0x3ffffe) << 32);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_init(&rig);
    rig_put(&rig, PDE3_AT, 0x302 | UINT64_C(1) << 32); /* address bit 36 */
    gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
    assert_int_equal(rig.r.outcome, GMMU_OUTSIDE);
    assert_int_equal(rig.r.outside_at.v, 0x1000003918);
}

/* System addresses have 47 bits of the format's 58 (K10): bit 43 of the word is address bit 47. */
TEST(system_addresses_have_47_bits)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x3fffffffffff05);
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_COHERENT, 0x7ffffffffabc, 12);
    rig.rules.system_bits = 58;
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_COHERENT, 0x3fffffffffffabc, 12);
}

/* ---- nothing there -------------------------------------------------------------------------- */

/* §5.5 steps 3 and 4: aperture 0 is a fault PDE, with VOL (bit 3) it is sparse. */
TEST(absent_directories_fault_or_are_sparse)
{
    static const uint64_t entries[] = { PDE3_AT, PDE2_AT, PDE1_AT, PDE0_AT };
    struct gv100_rig rig;

    for (unsigned i = 0; i < 4; i++) {
        rig_init(&rig);
        rig_put(&rig, PDE0_AT + 8, i == 3 ? 0 : 0x702);
        rig_put(&rig, entries[i], 0);
        rig_expect_fault(&rig, GMMU_FAULT_PDE);
        rig_put(&rig, entries[i], 8);
        rig_expect_sparse(&rig);
        /* an address alone is no table */
        rig_put(&rig, entries[i], 0x300);
        rig_expect_fault(&rig, GMMU_FAULT_PDE);
    }
}

/* VOL_SMALL never means sparse, and VOL_BIG does not if there is a 4 KiB table. */
TEST(vol_of_pd0_is_sparse_only_without_tables)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, PDE0_AT, 0);
    rig_put(&rig, PDE0_AT + 8, 8);
    rig_expect_fault(&rig, GMMU_FAULT_PDE);
    rig_put(&rig, PDE0_AT, 8);
    rig_put(&rig, PDE0_AT + 8, 0x702);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
}

/* §5.5 steps 5 and 6, for a 4 KiB PTE under an invalid one of 64 KiB. */
TEST(invalid_ptes)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    rig_put(&rig, SMALL_AT, 0x1234508); /* VALID 0, VOL 1 */
    rig_expect_sparse(&rig);
    rig_put(&rig, SMALL_AT, 0x1234528); /* and PRIVILEGE, which says nothing here */
    rig_expect_sparse(&rig);
    rig_put(&rig, SMALL_AT, 0x1234520);
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put(&rig, BIG_AT, 0x8); /* sparse: the 4 KiB table is not looked at */
    rig_expect_sparse(&rig);
    rig_put(&rig, BIG_AT, 0x20); /* PRIVILEGE: no 4 KiB page is valid */
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    rig_put(&rig, BIG_AT, 0x28); /* both: sparse comes first */
    rig_expect_sparse(&rig);
    rig_put(&rig, BIG_AT, 0xd6); /* everything else: on to the 4 KiB table */
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
}

/* With one table alone. No 4 KiB table beside an invalid 64 KiB PTE is a PTE fault (K06). */
TEST(one_table_alone)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put(&rig, BIG_AT, 0x7fff001);
    rig_put(&rig, PDE0_AT, 0);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put(&rig, PDE0_AT, 0x612);
    rig_put(&rig, PDE0_AT + 8, 0);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
    rig_put(&rig, BIG_AT, 0);
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    rig.rules.small_absent_is_pde = true;
    rig_expect_fault(&rig, GMMU_FAULT_PDE);
}

/* K01 */
TEST(both_ptes_valid)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put(&rig, BIG_AT, 0x7fff001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
    rig.rules.table_wins = GMMU_SMALL_WINS;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put(&rig, SMALL_AT, 0);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
    rig_put(&rig, PDE0_AT + 8, 0);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
}

/* Bit 0 of PD3 to PD1 must be 0; that it is ignored is K08. */
TEST(is_pte_above_pd0)
{
    static const uint64_t entries[] = { PDE3_AT, PDE2_AT, PDE1_AT };
    static const uint64_t words[] = { 0x303, 0x403, 0x503 };
    struct gv100_rig rig;

    for (unsigned i = 0; i < 3; i++) {
        rig_init(&rig);
        rig_put(&rig, SMALL_AT, 0x1234501);
        rig_put(&rig, entries[i], words[i]);
        rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
        rig.rules.is_pte_faults = true;
        rig_expect_fault(&rig, GMMU_FAULT_PDE);
    }
}

/* Bits below the page size (K05): 0x7fff3000 >> 4 in a PTE of 64 KiB. Ignored, 0x7fff0000 + 0x7abc; added,
 * 0x7fff3000 + 0x7abc = 0x7fffaabc. */
TEST(low_bits_of_large_pages)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, BIG_AT, 0x7fff301);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
    rig.rules.low_bits = GMMU_LOW_BITS_ADDED;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fffaabc, 16);
}

/* ---- instance block ------------------------------------------------------------------------- */

/* §5.5 step 1: TARGET 1, bit 10 or bit 11 clear. Replay bits and VOL change nothing. */
TEST(unbound_instance_blocks)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0xc34);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0xc01);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0x800);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0x400);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

/* Subcontext 33: bit 1 of word 167 at byte 0x29c, its words at 0x2a0 + 0x10 * 33 = 0x4b0. It has its own page
 * directory; words 128 and 129 are for clients without subcontexts. */
TEST(subcontexts_have_their_own_tables)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig.access.veid = 33;
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x298, 0xffffffff);
    rig_put32(&rig, INSTANCE + 0x29c, 0xfffffffd);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x298, 0);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put32(&rig, INSTANCE + 0x200, 1);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig.access.veid = GMMU_NO_VEID;
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig.access.veid = 33;
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc01);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0x800);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0x400);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

/* §3.1: the last bind that is not an unbind sets replay bits, format and page size for all subcontexts. Here
 * subcontext 33 is asked, and 5 was bound last. */
TEST(the_last_bind_sets_bits_for_all)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.replay_tex || rig.r.replay_gcc);
    rig.access.has_last_bound = true;
    rig.access.last_bound = 5;
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0xc10);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_true(rig.r.replay_tex && !rig.r.replay_gcc);
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0xc20);
    rig_put32(&rig, INSTANCE + 0x2f4, 6); /* BASE_HI, of which a walk only tells */
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_true(!rig.r.replay_tex && rig.r.replay_gcc);
    assert_string_equal(rig.r.trail.steps[2].level, "SC_BOUND_LAST");
    assert_int_equal(rig.r.trail.steps[2].at.v, INSTANCE + 0x2f0);
    assert_int_equal(rig.r.trail.steps[2].word, 0x600009c20);
}

TEST(the_last_bind_sets_the_format)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
    rig.access.has_last_bound = true;
    rig.access.last_bound = 5;
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0x800); /* the old page table format */
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0x800);
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0xc00);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put32(&rig, INSTANCE + 0x2f0, 0xc01); /* an unbind */
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

TEST(the_last_bind_sets_the_big_page_size)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
    rig.access.has_last_bound = true;
    rig.access.last_bound = 5;
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0x400); /* 128 KiB */
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0x400);
    rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0xc00);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    rig_put32(&rig, INSTANCE + 0x2f0, 0xc01);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

/* §3.1, word 170 + 4i: with ENABLE_ATS the address is looked for in the GMMU's tables and in those of the process of
 * SC_PASID, of each subcontext by itself. */
TEST(ats_asks_a_process_as_well)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig_put32(&rig, INSTANCE + 0x2f8, 0x80000123); /* subcontext 5's */
    rig.access.veid = 33;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
    rig_put32(&rig, INSTANCE + 0x4b8, 0x800abcde);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_true(rig.r.ats);
    assert_int_equal(0xabcde, rig.r.pasid);
    rig_put(&rig, SMALL_AT, 0);
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    assert_true(rig.r.ats);
    assert_int_equal(0xabcde, rig.r.pasid);
    rig.access.veid = GMMU_NO_VEID;
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    assert_false(rig.r.ats);
}

/* §3.1, word 135: the context's own, for clients without a subcontext; no subcontext has it. */
TEST(ats_of_the_context_is_of_clients_without_a_subcontext)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_put32(&rig, INSTANCE + 0x21c, 0x00012345); /* ENABLE_ATS is off */
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
    rig_put32(&rig, INSTANCE + 0x21c, 0x80012345);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_true(rig.r.ats);
    assert_int_equal(0x12345, rig.r.pasid);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
}

/* Step 2, after step 1 (K03). */
TEST(addresses_have_49_bits)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    for (unsigned bit = 49; bit < 64; bit++) {
        rig.access.va = VA | UINT64_C(1) << bit;
        rig.rules.va_rule = GMMU_VA_LIMIT;
        rig_expect_fault(&rig, GMMU_FAULT_VA_LIMIT_VIOLATION);
        rig.rules.va_rule = GMMU_VA_PDE_FAULT;
        rig_expect_fault(&rig, GMMU_FAULT_PDE);
        rig.rules.va_rule = GMMU_VA_WRAPS;
        rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    }
    rig.rules.va_rule = GMMU_VA_LIMIT;
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0xc01);
    rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
}

/* ---- checks --------------------------------------------------------------------------------- */

static void rig_checked(struct gv100_rig *rig, enum gmmu_operation operation, bool privileged,
                        int fault)
{
    rig->access.operation = operation;
    rig->access.privileged = privileged;
    gmmu_translate(&rig->gmmu, &rig->access, &rig->r);
    assert_int_equal(rig->r.outcome, fault < 0 ? GMMU_OK : GMMU_FAULT);
    if (fault >= 0)
        assert_int_equal(rig->r.fault, fault);
}

/* Step 7: PRIVILEGE bit 5, READ_ONLY bit 6, ATOMIC_DISABLE bit 7. */
TEST(attributes_are_checked)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234521);
    rig_checked(&rig, GMMU_READ, false, GMMU_FAULT_PRIV_VIOLATION);
    rig_checked(&rig, GMMU_READ, true, -1);
    rig_put(&rig, SMALL_AT, 0x1234541);
    rig_checked(&rig, GMMU_READ, false, -1);
    rig_checked(&rig, GMMU_WRITE, true, GMMU_FAULT_RO_VIOLATION);
    rig_checked(&rig, GMMU_ATOMIC, true, GMMU_FAULT_RO_VIOLATION);
    rig.rules.atomic_writes = false; /* K09 */
    rig_checked(&rig, GMMU_ATOMIC, true, -1);
    rig_checked(&rig, GMMU_WRITE, true, GMMU_FAULT_RO_VIOLATION);
    rig_put(&rig, SMALL_AT, 0x1234581);
    rig_checked(&rig, GMMU_READ, false, -1);
    rig_checked(&rig, GMMU_WRITE, false, -1);
    rig_checked(&rig, GMMU_ATOMIC, true, GMMU_FAULT_ATOMIC_VIOLATION);
}

/* Kinds: 0x06 is supported nowhere; 0xd8 in video memory and a peer's, not in system memory. */
TEST(kinds_are_checked)
{
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x0600000001234501);
    rig_checked(&rig, GMMU_READ, false, GMMU_FAULT_UNSUPPORTED_KIND);
    for (uint64_t aperture = 0; aperture < 4; aperture++) {
        rig_put(&rig, SMALL_AT, 0xd800000001234501 | aperture << 1);
        rig_checked(&rig, GMMU_READ, false, aperture < 2 ? -1 : GMMU_FAULT_UNSUPPORTED_KIND);
        rig_put(&rig, SMALL_AT, 0xfe00000001234501 | aperture << 1);
        rig_checked(&rig, GMMU_READ, false, -1);
    }
}

/* Privilege, read-only, atomic, kind; the order is K02. */
TEST(checks_of_a_page_come_in_their_order)
{
    static const int faults[] = { GMMU_FAULT_PRIV_VIOLATION, GMMU_FAULT_RO_VIOLATION,
                                  GMMU_FAULT_ATOMIC_VIOLATION, GMMU_FAULT_UNSUPPORTED_KIND };
    static const uint64_t lifted[] = { 0x20, 0x40, 0x80, UINT64_C(0x06) << 56 };
    uint64_t pte = 0x06000000012345e1;
    struct gv100_rig rig;

    rig_init(&rig);
    for (unsigned i = 0; i < 4; i++) {
        rig_put(&rig, SMALL_AT, pte);
        rig_checked(&rig, GMMU_ATOMIC, false, faults[i]);
        pte &= ~lifted[i];
    }
    rig_put(&rig, SMALL_AT, pte);
    rig_checked(&rig, GMMU_ATOMIC, false, -1);
    rig_put(&rig, SMALL_AT, 0x06000000012345e1);
    for (unsigned first = 0; first < 4; first++) {
        for (unsigned i = 0; i < 4; i++)
            rig.rules.order[i] = (uint8_t)((first + i) % 4);
        rig_checked(&rig, GMMU_ATOMIC, false, faults[first]);
    }
}

/* ---- state after a walk --------------------------------------------------------------------- */

/* A structure that cannot be read is named, with its place. */
TEST(structures_outside_memory_are_named)
{
    static const struct {
        uint64_t at, word;
        const char *name;
        uint64_t outside;
    } rows[] = {
        { INSTANCE + 0x200, 0x20c00, "PDE3", 0x20008 },
        { PDE3_AT, 0x2002, "PDE2", 0x20918 },
        { PDE2_AT, 0x2002, "PDE1", 0x207a8 },
        { PDE1_AT, 0x2002, "PDE0", 0x209a0 },
        { PDE0_AT, 0x2002, "PTE", 0x200d8 },
        { PDE0_AT + 8, 0x2002, "PTE", 0x20db8 },
    };
    struct gv100_rig rig;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rig_init(&rig);
        rig_put(&rig, rows[i].at, rows[i].word);
        gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
        assert_int_equal(rig.r.outcome, GMMU_OUTSIDE);
        assert_string_equal(rig.r.outside, rows[i].name);
        assert_int_equal(rig.r.outside_at.target, TARGET_VRAM);
        assert_int_equal(rig.r.outside_at.v, rows[i].outside);
    }
    rig_init(&rig);
    rig.access.instance.v = 0x20000;
    gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
    assert_int_equal(rig.r.outcome, GMMU_OUTSIDE);
    assert_string_equal(rig.r.outside, "RAMIN");
    assert_int_equal(rig.r.outside_at.v, 0x20200);
}

/* One step for each word, in the order in which they were read. */
TEST(the_trail_has_every_word)
{
    static const struct {
        const char *level;
        uint64_t at, word;
    } rows[] = {
        { "PAGE_DIR_BASE", INSTANCE + 0x200, PD3 | 0xc00 },
        { "PDE3", PDE3_AT, 0x302 },
        { "PDE2", PDE2_AT, 0x402 },
        { "PDE1", PDE1_AT, 0x502 },
        { "PDE0 big", PDE0_AT, 0x612 },
        { "PDE0 small", PDE0_AT + 8, 0x702 },
        { "PTE 64K", BIG_AT, 0 },
        { "PTE 4K", SMALL_AT, 0x1234501 },
    };
    struct gv100_rig rig;

    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_int_equal(rig.r.trail.count, sizeof(rows) / sizeof(rows[0]));
    for (unsigned i = 0; i < rig.r.trail.count; i++) {
        assert_string_equal(rig.r.trail.steps[i].level, rows[i].level);
        assert_int_equal(rig.r.trail.steps[i].at.v, rows[i].at);
        assert_int_equal(rig.r.trail.steps[i].word, rows[i].word);
        assert_non_null(strstr(rig.r.trail.steps[i].source, "gv100.md §"));
    }
}
