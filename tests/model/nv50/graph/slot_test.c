/* Through which client and slot each part of PGRAPH reaches memory in the model (tesla-vm.md §1.1): the record of a
 * fault names them. Copies by m2mf are in pgraph_test. */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define GR3D    0x1cu /* selectors of objects */
#define COMPUTE 0x1du

static void open_without_tables(const char *chip)
{
    bring_up(chip, NULL);
    drop_tables();
    PUT(vram_wr, CHANNEL + 16 * GR3D, 0x8297, CHANNEL + 16 * COMPUTE, 0x50c0);
}

static void blit(uint32_t destination, uint32_t source, uint64_t to, uint64_t from)
{
    bind_2d();
    SEND(1, { 0x184, destination }, { 0x188, source });
    surface_2d(0x200, 0xe6, 256, 64, 32, to);
    surface_2d(0x230, 0xe6, 256, 64, 32, from);
    SEND_ROW(1, 0x8b0, 1, 1, 4, 1, 0, 1, 0, 1, 0, 0, 0, 0);
}

/* 0/a/0 is 2D's source, 0/b/c its target. */
TEST(surfaces_of_2d_have_their_slots)
{
    open_without_tables("g84");
    blit(VRAM, PAGED, 0x300000, NOWHERE);
    assert_pairs(1 << 6, rd(REF_PGRAPH_TRAP), 0x80000003, rd(REF_PGRAPH_TPC_TEX_TRAP_G80));
    expect_vm_fault(0xa, 0, true, NOWHERE);
    open_without_tables("g84");
    blit(PAGED, VRAM, NOWHERE, 0x300000);
    expect_vm_fault(0xb, 0xc, false, NOWHERE + 256 + 4);
    for (uint32_t operation = 0; operation <= 6; operation++) { /* 3 and 5 have no DST (§5.8) */
        open_without_tables("g84");
        blit(VRAM, VRAM, 0x300000, 0x310000);
        surface_2d(0x200, 0xe6, 256, 64, 32, NOWHERE);
        SEND(1, { 0x184, PAGED }, { 0x2a0, 0x66 }, { 0x2ac, operation }, { 0x588, 0xff000000 });
        draw_rectangle(0, 0, 1, 1);
        expect_vm_fault(0xb, 0xc, operation != 3 && operation != 5, NOWHERE);
    }
    open_without_tables("g84"); /* the table of colours of the first of two indices */
    blit(VRAM, PAGED, 0x300000, NOWHERE);
    PUT(wr, REF_PGRAPH_TRAP, 1 << 6, REF_PFB_VM_FAULT, 0x800707ff, REF_PGRAPH_INTR, 1 << 21);
    SEND(1, { 0x800, 1 }, { 0x804, 0xe6 }, { 0x808, 2 });
    SEND_ROW(1, 0x838, 2, 1, 0, 1, 0, 1, 0, 0, 0, 0);
    send(1, 0x860, 0x0201);
    assert_pairs(1 << 6, rd(REF_PGRAPH_TRAP), 0x80000003, rd(REF_PGRAPH_TPC_TEX_TRAP_G80));
    expect_vm_fault(0xa, 0, true, NOWHERE + 4);
}

/* tesla-vm.md §1.5 T1: without a current channel no object is valid any more, whichever slot had it: code 5. */
TEST(without_a_channel_there_are_no_objects)
{
    static const struct {
        uint32_t subchannel, method, data, seen;
    } rows[] = { { 0, 0x100, 0, 0x1350 }, { 0, 0x328, 0, 0x4350 }, { 1, 0x100, 0, 0x1350 },
                 { 1, 0x60c, 1, 0xcb50 }, { 1, 0x8dc, 0, 0x0a50 }, { 1, 0x26c, 4, 0x3350 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t t[6];

        open_without_tables("g84");
        bind_m2mf(VRAM, VRAM, VRAM);
        copy(0x300000, 0x310000, 4, 4, 4, 1);
        blit(VRAM, VRAM, 0x300000, 0x310000);
        SEND(1, { 0x18c, VRAM }, { 0x608, 1 });
        if (rows[i].method == 0x100)
            send(rows[i].subchannel, 0x104, 0);
        wr(REF_PGRAPH_CTXCTL_CUR, CHANNEL >> 12);
        send(rows[i].subchannel, rows[i].method, rows[i].data);
        read_fault(t);
        assert_int_equal(rows[i].seen, t[0]);
        close_card(NULL);
    }
}

/* 0/3/3: the records of a condition, of 2D and 3D. Never and always read none; nothing is drawn where a condition does
 * not hold (tesla-engines.md §4.4). */
TEST(conditions_are_slot_3)
{
    open_without_tables("g84");
    SEND(1, { 0, ENG2D }, { 0x18c, PAGED }, { 0x264, NOWHERE_HIGH }, { 0x268, NOWHERE_LOW },
         { 0x26c, 0 }, { 0x26c, 1 });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    send(1, 0x26c, 5);
    assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), 5);
    send(1, 0x26c, 4);
    assert_int_equal(rd(REF_PGRAPH_MISC) >> 3 & 1, 1);
    expect_vm_fault(3, 3, true, NOWHERE);
    open_without_tables("g84");
    SEND(3, { 0, GR3D }, { 0x188, SUPERVISOR }, { 0x1558, 0 }, { 0x1558, 1 });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    send(3, 0x1558, 2);
    assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), 0xa);
    SEND(3, { 0x188, PAGED }, { 0x1550, NOWHERE_HIGH }, { 0x1554, NOWHERE_LOW }, { 0x1558, 3 });
    expect_vm_fault(3, 3, true, NOWHERE);
}

/* One pixel of 2D and one of 3D by each mode, with two records of which only the last word differs, and the second is 0 or not. */
TEST(conditions_decide_what_is_drawn, NULL, close_card)
{
    static const struct {
        uint32_t mode, value, last;
        bool drawn;
    } cases[] = { { 0, 1, 0, false }, { 1, 0, 0, true },  { 2, 0, 1, false }, { 2, 1, 0, true },
                  { 3, 5, 0, true },  { 3, 5, 1, false }, { 4, 5, 0, false }, { 4, 5, 1, true } };

    for (unsigned i = 0; i < ARRAY_SIZE(cases); i++) {
        bring_up("g84", NULL);
        for (uint32_t at = 0; at < 32; at += 4)
            vram_wr(0x310000 + at, at % 16 == 4 ? cases[i].value : 7);
        PUT(vram_wr, 0x31001c, 7 + cases[i].last, 0x300000, 0xee);
        blit(VRAM, VRAM, 0x300100, 0x320000);
        SEND(1, { 0x18c, VRAM }, { 0x264, 0 }, { 0x268, 0x310000 }, { 0x26c, cases[i].mode });
        surface_2d(0x200, 0xe6, 256, 64, 32, 0x300000);
        send(1, 0x588, 0x123456);
        draw_rectangle(0, 0, 1, 1);
        PUT(vram_wr, 0x308000, 0xee, CHANNEL + 16 * GR3D, 0x8297);
        SEND(3, { 0, GR3D }, { 0x188, VRAM }, { 0x1c0, VRAM }, { 0x204, 0x308000 }, { 0x208, 0xe4 },
             { 0x1240, 1u << 31 | 256 }, { 0x1244, 1 }, { 0x121c, 0xfac6881 }, { 0xff4, 1 << 16 },
             { 0xff8, 1 << 16 }, { 0xd80, 0x123456 }, { 0x1550, 0 }, { 0x1554, 0x310000 },
             { 0x1558, cases[i].mode }, { 0x19d0, 0x3c });
        for (uint32_t at = 0x300000; at <= 0x308000; at += 0x8000)
            assert_int_equal(vram_rd(at), cases[i].drawn ? 0x123456 : 0xee);
    }
}

/* 0/3/1: method 0x104 of any class, written when the next method is done. */
TEST(notify_records_are_slot_1)
{
    open_without_tables("g80");
    bind_m2mf(PAGED, VRAM, VRAM);
    SEND(0, { 0x104, 0 }, { 0x100, 0 });
    expect_vm_fault(3, 1, false, 0);
    open_without_tables("g84");
    SEND(1, { 0, ENG2D }, { 0x180, PAGED }, { 0x104, 0 }, { 0x100, 0 });
    expect_vm_fault(3, 1, false, 0);
}

/* 0/3/2: the records of queries, of 3D and of computing. */
TEST(query_records_are_slot_2)
{
    static const struct {
        uint32_t subchannel, object, bind, first, get;
    } cells[] = { { 3, GR3D, 0x188, 0x1b00, 0x1000f010 }, { 4, COMPUTE, 0x1a4, 0x310, 1 << 15 } };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        open_without_tables("g84");
        SEND(cells[i].subchannel, { 0, cells[i].object }, { cells[i].bind, PAGED });
        SEND_ROW(cells[i].subchannel, cells[i].first, NOWHERE_HIGH, NOWHERE_LOW, 1, cells[i].get);
        expect_vm_fault(3, 2, false, NOWHERE);
    }
}

/* tesla-engines.md §4.7: a program saves two registers from 400828 on at word 1 of the context object, then loads them, through 0/3/0; its last word comes
 * after the end. */
TEST(context_programs_move_registers)
{
    static const uint32_t words[] = { 0x70009c, 0x70008e, 0x700080, 0x200001, 0x600006,
                                      0x12020a, 0x70000e, 0x70001c, 0x60000c, 0x7000a0 };

    for (uint32_t i = 0; i < 3; i++) { /* saves, loads, faults */
        open_without_tables("g84");
        STORE(CHANNEL + 0x20, i < 2 ? 0x0019003d : 0x7fc0003d, 0xffffffff,
              i < 2 ? 0x300000 : NOWHERE_LOW, i < 2 ? 0 : 0xff000000 | NOWHERE_HIGH, 0, 0x10000);
        STORE(0x300000, 1, 0x22, 0x33, 4);
        PUT(wr, REF_PGRAPH_FLAGS_0, 0, REF_PGRAPH_FLAGS_1, 0x5a5a5a, REF_PGRAPH_CTXCTL_SWAP,
            CHANNEL >> 12, REF_PGRAPH_CTXCTL_INDEX, 0);
        for (uint32_t k = 0; k < ARRAY_SIZE(words); k++)
            wr(REF_PGRAPH_CTXCTL_DATA, i == 1 && k == 2 ? 0x700000 : words[k]);
        const uint32_t idle = rd(REF_PGRAPH_FLAGS_2);
        PUT(wr, REF_PGRAPH_CTXCTL_PC, 0, REF_PGRAPH_CTXCTL_CONTROL, 0);
        assert_pairs(0x22, vram_rd(0x300004), 0, rd(REF_PGRAPH_FLAGS_0));
        wr(REF_PGRAPH_CTXCTL_CONTROL, 1);
        assert_pairs(1, vram_rd(0x300000), i ? 0x22 : 0x5a5a5a, vram_rd(0x300004), i ? 0x33 : idle,
                     vram_rd(0x300008), 4, vram_rd(0x30000c), 0, rd(REF_PGRAPH_CTXCTL_STATUS) & 1);
        assert_pairs(i == 1 ? 0x22 : 0x5a5a5a, rd(REF_PGRAPH_FLAGS_1), i < 2 ? !i : 0x10004001,
                     rd(REF_PGRAPH_FLAGS_0), i < 2 ? 0 : 4,
                     rd(REF_PGRAPH_DISPATCH_TRAP) & 0x3fffffff);
        if (i == 2)
            expect_vm_fault(3, 0, false, NOWHERE + 4);
        else
            close_card(NULL);
    }
}

/* Of registers that a program moves the first 1,024 go: the machine stands still meanwhile. Here twice 1,023. */
TEST(context_programs_come_to_an_end, NULL, close_card)
{
    static const uint32_t words[] = { 0x700080, 0x200000, 0x600006, 0x2003ff,
                                      0x10020a, 0x10020a, 0x60000c };

    bring_up("g84", NULL);
    STORE(CHANNEL + 0x20, 0x0019003d, 0xffffffff, 0x300000, 0, 0, 0x10000);
    wipe(0x300000, 0x3000, 0xee);
    PUT(wr, REF_PGRAPH_CTXCTL_SWAP, CHANNEL >> 12, REF_PGRAPH_CTXCTL_INDEX, 0);
    for (uint32_t k = 0; k < ARRAY_SIZE(words); k++)
        wr(REF_PGRAPH_CTXCTL_DATA, words[k]);
    PUT(wr, REF_PGRAPH_CTXCTL_PC, 0, REF_PGRAPH_CTXCTL_CONTROL, 1);
    assert_pairs(0x3000 / 4 - 1024, words_of(0x300000, 0x3000, 0xee), 0xee, vram_rd(0x301000), 0,
                 vram_rd(0x300ffc));
}

/* A target or the depth buffer, 4 by 4 pixels of 4 bytes, of which nothing can be reached. */
static void bind_surface(uint32_t object, uint32_t target)
{
    open_without_tables("g84");
    SEND(3, { 0, GR3D }, { object, PAGED }, { target, NOWHERE_HIGH }, { target + 4, NOWHERE_LOW },
         { 0x121c, 0xfac6888 }, { 0xff4, 4 << 16 }, { 0xff8, 4 << 16 }, { 0x1228, 4 },
         { 0x122c, 4 }, { 0x1538, 1 });
}

/* 0/b/0 to 0/b/7 are 3D's targets, 0/b/8 its depth and stencil, 0/7/0 its window ids, written and read (tesla-engines.md §1.3,
 * §4.5). Traps: PROP bits 6 and 5, of the first TPC; CLIPID bit 0. */
TEST(surfaces_of_3d_have_their_slots)
{
    for (uint32_t i = 0; i < 8; i++) {
        bind_surface(0x1c0 + 4 * i, 0x200 + 0x20 * i);
        SEND(3, { 0x208 + 0x20 * i, 0xcf }, { 0x1240 + 8 * i, 4 }, { 0x1244 + 8 * i, 4 },
             { 0x19d0, 0x3c | i << 6 });
        assert_pairs(1 << 8, rd(REF_PGRAPH_TRAP), 0x80000040, rd(REF_PGRAPH_TPC_PROP_TRAP_G80));
        expect_vm_fault(0xb, i, false, NOWHERE);
    }
    bind_surface(0x184, 0xfe0);
    SEND(3, { 0xfe8, 0x0a }, { 0x19d0, 1 });
    assert_int_equal(rd(REF_PGRAPH_TPC_PROP_TRAP_G80), 0x80000020);
    expect_vm_fault(0xb, 8, false, NOWHERE);

    for (unsigned reads = 0; reads < 2; reads++) {
        bind_surface(0x1c0, 0xfcc);
        SEND(3, { 0x1ac, PAGED }, { 0x1c0, VRAM }, { 0x204, 0x300000 }, { 0x208, 0xcf },
             { 0x1240, 4 }, { 0x1244, 4 }, { 0x1980, 64 }, { 0x1504, 4 }, { 0x1508, 4 << 16 },
             { 0x150c, 4 << 16 }, { 0x197c, reads }, { reads ? 0x19d0 : 0x19d4, 0x3c });
        assert_pairs(1 << 5, rd(REF_PGRAPH_TRAP), 0x80000001, rd(REF_PGRAPH_CLIPID_TRAP));
        expect_vm_fault(7, 0, reads, NOWHERE);
    }
}
