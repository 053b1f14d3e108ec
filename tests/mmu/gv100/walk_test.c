/* The walk of gv100.md §5.5, by hand: words are numbers, fields beside them; nothing is packed. */
#include "tests/mmu/gv100/table_rig.h"

static struct gv100_rig rig;

FIXTURE(begin)
{
    rig_init(&rig);
}

/* A page of 4 KiB at 0x12345000. */
FIXTURE(with_page)
{
    rig_init(&rig);
    rig_put(&rig, SMALL_AT, 0x1234501);
}

/* It, seen by subcontext 33, which has the page directory at 0x8000. */
FIXTURE(in_subcontext)
{
    with_page(state);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
}

/* ---- pages ---------------------------------------------------------------------------------- */

/* §5.4: 0x12345000 >> 4 | VALID; the last 12 bits are the VA's: 0xabc. */
TEST(pages_of_4k, with_page)
{
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_int_equal(rig.r.pte.kind, 0);
    assert_false(rig.r.pte.vol || rig.r.pte.privilege || rig.r.pte.read_only);
}

/* 0x7fff0000 >> 4 | VALID; VA mod 0x10000 = 0x7abc. */
TEST(pages_of_64k, begin)
{
    rig_put(&rig, BIG_AT, 0x7fff001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x7fff7abc, 16);
}

/* §5.3: bit 0 of PD0's lower word makes it a PTE. 0x1fffe00000 >> 4 = 0x1fffe0000; kind 0xfe in bits 63:56;
 * VA mod 0x200000 = 0x1b7abc; the upper word is ignored. */
TEST(pages_of_2m, begin)
{
    rig_put(&rig, PDE0_AT, 0xfe000001fffe0001);
    rig_put(&rig, PDE0_AT + 8, 0xffffffffffffffff);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x1ffffb7abc, 21);
    assert_int_equal(rig.r.pte.kind, 0xfe);
}

/* Aperture 2 and 3 in bits 2:1, address bits 46:12: 0x7ffffffff000 >> 4 = 0x7ffffffff00. */
TEST(pages_in_system_memory, begin)
{
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
TEST(pages_of_a_peer, begin)
{
    rig_put(&rig, SMALL_AT, 0xa00000000 | 0x100000103);
    rig_expect_ok(&rig, GMMU_PTE_PEER_MEMORY, 0x1000001abc, 12);
    assert_int_equal(rig.r.pte.peer, 5);
}

/* ---- tables --------------------------------------------------------------------------------- */

/* RAMIN's targets: 0 video memory, 2 and 3 system memory; the high word is address bits 63:32. */
TEST(the_page_directory_lies_in_any_target)
{
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
TEST(bit_9_of_a_big_table, begin)
{
    rig_put(&rig, PDE0_AT, 0x632);
    rig_put(&rig, 0x6300 + 0xd8, 0x1230001);
    rig_put(&rig, 0x6100 + 0xd8, 0x4560001);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12307abc, 16);
    rig.rules.bit5 = GMMU_BIT5_NO_ATS;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x45607abc, 16);
}

/* System addresses have 47 bits of the format's 58 (K10): bit 43 of the word is address bit 47. */
TEST(system_addresses_have_47_bits, begin)
{
    rig_put(&rig, SMALL_AT, 0x3fffffffffff05);
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_COHERENT, 0x7ffffffffabc, 12);
    rig.rules.system_bits = 58;
    rig_expect_ok(&rig, GMMU_PTE_SYSTEM_COHERENT, 0x3fffffffffffabc, 12);
}

/* ---- nothing there -------------------------------------------------------------------------- */

/* VOL_SMALL never means sparse, and VOL_BIG does not if there is a 4 KiB table. */
TEST(vol_of_pd0_is_sparse_only_without_tables, begin)
{
    rig_put(&rig, PDE0_AT, 0);
    rig_put(&rig, PDE0_AT + 8, 8);
    rig_expect_fault(&rig, GMMU_FAULT_PDE);
    rig_put(&rig, PDE0_AT, 8);
    rig_put(&rig, PDE0_AT + 8, 0x702);
    rig_put(&rig, SMALL_AT, 0x1234501);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
}

/* ---- instance block ------------------------------------------------------------------------- */

static const uint32_t unbound[] = { 0xc01, 0x800, 0x400 };

/* §5.5 step 1: TARGET 1, bit 10 or bit 11 clear. Replay bits and VOL change nothing. */
TEST(unbound_instance_blocks, with_page)
{
    rig_put32(&rig, INSTANCE + 0x200, PD3 | 0xc34);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    for (unsigned i = 0; i < 3; i++) {
        rig_put32(&rig, INSTANCE + 0x200, PD3 | unbound[i]);
        rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    }
}

/* Subcontext 33: bit 1 of word 167 at byte 0x29c, its words at 0x2a0 + 0x10 * 33 = 0x4b0. It has its own page
 * directory; words 128 and 129 are for clients without subcontexts. */
TEST(subcontexts_have_their_own_tables, with_page)
{
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
    for (unsigned i = 0; i < 3; i++) {
        rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | unbound[i]);
        rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    }
}

/* §3.1: the last bind that is not an unbind sets replay bits, format and page size for all subcontexts. Here
 * subcontext 33 is asked, and 5 was bound last. */
TEST(the_last_bind_sets_bits_for_all, in_subcontext)
{
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
    assert_pairs(rig.r.trail.steps[2].at.v, INSTANCE + 0x2f0, rig.r.trail.steps[2].word,
                 0x600009c20);
}

/* Without bit 10 the page tables have the old format, without bit 11 big pages 128 KiB. 0xc01 is an unbind. */
TEST(the_last_bind_sets_format_and_page_size, in_subcontext)
{
    static const uint32_t other[] = { 0x800, 0x400 };

    for (unsigned i = 0; i < 2; i++) {
        in_subcontext(state);
        rig.access.has_last_bound = true;
        rig.access.last_bound = 5;
        rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | other[i]);
        rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
        rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | other[i]);
        rig_put32(&rig, INSTANCE + 0x2f0, 0x9000 | 0xc00);
        rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
        rig_put32(&rig, INSTANCE + 0x2f0, 0xc01);
        rig_expect_fault(&rig, GMMU_FAULT_UNBOUND_INST_BLOCK);
    }
}

/* §3.1, word 170 + 4i: with ENABLE_ATS the address is looked for in the GMMU's tables and in those of the process of
 * SC_PASID, of each subcontext by itself. */
TEST(ats_asks_a_process_as_well, in_subcontext)
{
    rig_put32(&rig, INSTANCE + 0x2f8, 0x80000123); /* subcontext 5's */
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
    rig_put32(&rig, INSTANCE + 0x4b8, 0x800abcde);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_pairs(true, rig.r.ats, 0xabcde, rig.r.pasid);
    rig_put(&rig, SMALL_AT, 0);
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    assert_pairs(true, rig.r.ats, 0xabcde, rig.r.pasid);
    rig.access.veid = GMMU_NO_VEID;
    rig_expect_fault(&rig, GMMU_FAULT_PTE);
    assert_false(rig.r.ats);
}

/* §3.1, word 135: the context's own, for clients without a subcontext; no subcontext has it. */
TEST(ats_of_the_context_is_of_clients_without_a_subcontext, with_page)
{
    rig_put32(&rig, INSTANCE + 0x21c, 0x00012345); /* ENABLE_ATS is off */
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
    rig_put32(&rig, INSTANCE + 0x21c, 0x80012345);
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_pairs(true, rig.r.ats, 0x12345, rig.r.pasid);
    rig_put32(&rig, INSTANCE + 0x4b0, 0x8000 | 0xc00);
    rig_put(&rig, 0x8008, 0x302);
    rig_put32(&rig, INSTANCE + 0x29c, 2);
    rig.access.veid = 33;
    rig_expect_ok(&rig, GMMU_PTE_VIDEO_MEMORY, 0x12345abc, 12);
    assert_false(rig.r.ats);
}

/* Step 2, after step 1 (K03). */
TEST(addresses_have_49_bits, with_page)
{
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

static void expect_checked(enum gmmu_operation operation, bool privileged, int fault)
{
    rig.access.operation = operation;
    rig.access.privileged = privileged;
    gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
    assert_int_equal(rig.r.outcome, fault < 0 ? GMMU_OK : GMMU_FAULT);
    if (fault >= 0)
        assert_int_equal(rig.r.fault, fault);
}

/* Kinds: 0x06 is supported nowhere; 0xd8 in video memory and a peer's, not in system memory. */
TEST(kinds_are_checked, begin)
{
    rig_put(&rig, SMALL_AT, 0x0600000001234501);
    expect_checked(GMMU_READ, false, GMMU_FAULT_UNSUPPORTED_KIND);
    for (uint64_t aperture = 0; aperture < 4; aperture++) {
        rig_put(&rig, SMALL_AT, 0xd800000001234501 | aperture << 1);
        expect_checked(GMMU_READ, false, aperture < 2 ? -1 : GMMU_FAULT_UNSUPPORTED_KIND);
        rig_put(&rig, SMALL_AT, 0xfe00000001234501 | aperture << 1);
        expect_checked(GMMU_READ, false, -1);
    }
}

/* Privilege, read-only, atomic, kind; the order is K02. */
TEST(checks_of_a_page_come_in_their_order)
{
    static const int faults[] = { GMMU_FAULT_PRIV_VIOLATION, GMMU_FAULT_RO_VIOLATION,
                                  GMMU_FAULT_ATOMIC_VIOLATION, GMMU_FAULT_UNSUPPORTED_KIND };
    static const uint64_t lifted[] = { 0x20, 0x40, 0x80, UINT64_C(0x06) << 56 };
    uint64_t pte = 0x06000000012345e1;

    rig_init(&rig);
    for (unsigned i = 0; i < 4; i++) {
        rig_put(&rig, SMALL_AT, pte);
        expect_checked(GMMU_ATOMIC, false, faults[i]);
        pte &= ~lifted[i];
    }
    rig_put(&rig, SMALL_AT, pte);
    expect_checked(GMMU_ATOMIC, false, -1);
    rig_put(&rig, SMALL_AT, 0x06000000012345e1);
    for (unsigned first = 0; first < 4; first++) {
        for (unsigned i = 0; i < 4; i++)
            rig.rules.order[i] = (uint8_t)((first + i) % 4);
        expect_checked(GMMU_ATOMIC, false, faults[first]);
    }
}

/* ---- state after a walk --------------------------------------------------------------------- */

/* A structure that cannot be read is named, with its place. */
TEST(structures_outside_memory_are_named)
{
    /* clang-format off */
    static const struct { uint64_t at, word; const char *name; uint64_t outside; } rows[] = {
        { INSTANCE + 0x200, 0x20c00, "PDE3", 0x20008 }, { PDE3_AT, 0x2002, "PDE2", 0x20918 },
        { PDE2_AT, 0x2002, "PDE1", 0x207a8 }, { PDE1_AT, 0x2002, "PDE0", 0x209a0 }, { PDE0_AT, 0x2002, "PTE", 0x200d8 },
        { PDE0_AT + 8, 0x2002, "PTE", 0x20db8 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        rig_init(&rig);
        rig_put(&rig, rows[i].at, rows[i].word);
        gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
        assert_int_equal(rig.r.outcome, GMMU_OUTSIDE);
        assert_string_equal(rig.r.outside, rows[i].name);
        assert_pairs(rig.r.outside_at.target, TARGET_VRAM, rig.r.outside_at.v, rows[i].outside);
    }
    rig_init(&rig);
    rig.access.instance.v = 0x20000;
    gmmu_translate(&rig.gmmu, &rig.access, &rig.r);
    assert_int_equal(rig.r.outcome, GMMU_OUTSIDE);
    assert_string_equal(rig.r.outside, "RAMIN");
    assert_int_equal(rig.r.outside_at.v, 0x20200);
}
