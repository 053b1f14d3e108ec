/* PGRAPH of the device model without PFIFO: the direct port, m2mf, 2D, notifiers, errors and traps.
 * Expected values are typed from docs/hardware/tesla-mmio.md §5. */
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/graph/pixel.h"
#include "model/nv50/graph/surface.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

/* §5.5's worked program: 30 lines of 4 bytes from pitch 4 to pitch 8. */
TEST(lines_go_from_pitch_to_pitch, NULL, close_card)
{
    bring_up("g80", NULL);
    fill(0x200000, 30);
    wipe(0x300000, 240, 0xee);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 8, 4, 30);
    for (uint32_t i = 0; i < 30; i++)
        assert_pairs(0x11000000 + i, vram_rd(0x300000 + 8 * i), 0xee, vram_rd(0x300004 + 8 * i));
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    expect_idle();
}

/* §5.7: 16 bytes at 0x10 after each copy, {time, 0, 0}; BUF_NOTIFY 1 also interrupts. */
TEST(copies_write_their_record, NULL, close_card)
{
    bring_up("g84", NULL);
    PUT(vram_wr, 0x18, 0xdead, 0x1c, 0xdead);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    assert_int_not_equal(vram_rd(0x10), 0);
    assert_pairs(0, vram_rd(0x18), 0, vram_rd(0x1c), 0, rd(REF_PGRAPH_INTR));
    send(0, 0x328, 1);
    assert_pairs(1 << 16, rd(REF_PGRAPH_INTR), 1 << 12, rd(REF_PMC_INTR_HOST) & 1 << 12);
    wr(REF_PGRAPH_INTR, 1 << 16);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & 1 << 12, 0);
    send(0, 0x328, 1);
    assert_int_equal(rd(REF_PMC_INTR_HOST) & 1 << 12, 1 << 12);
    wr(REF_PMC_ENABLE, 0xffffefff); /* a unit in reset asks for nothing */
    assert_int_equal(rd(REF_PMC_INTR_HOST) & 1 << 12, 0);
}

TEST(gobs_and_blocks)
{
    static const struct surface a = { 1, 1, 1, 208, 17 }, b = { 0, 2, 0, 256, 32 };

    for (unsigned i = 0; i < ARRAY_SIZE(gob_vectors); i++)
        assert_int_equal(surface_offset(i < VECTORS_OF_FIRST ? &a : &b, gob_vectors[i].x,
                                        gob_vectors[i].y, gob_vectors[i].z),
                         gob_vectors[i].at);
}

/* A rectangle at x 64, y 4 of a surface 256 wide, blocks of 4 gobs: it begins with block 1 (0x400), gob 1 (0x100). */
TEST(tiled_side_of_a_copy, NULL, close_card)
{
    bring_up("gt215", NULL);
    fill(0x200000, 32);
    bind_m2mf(VRAM, VRAM, VRAM);
    static const uint32_t side[] = { 0, 0x20, 256, 32, 1, 0, 4 << 16 | 64 };
    for (uint32_t i = 0; i < 7; i++)
        send(0, 0x21c + 4 * i, side[i]);
    copy(0x200000, 0x300000, 64, 0, 64, 2);
    assert_pairs(0x11000000, vram_rd(0x300500), 0x1100000f, vram_rd(0x30053c));
    assert_int_equal(vram_rd(0x300540), 0x11000010); /* the next line: 64 bytes on */
    send(0, 0x230, 1);                               /* layer 1 of 1 */
    expect_data_error(0, 0x328, 0, 0x21);
    send(0, 0x230, 0);
    send(0, 0x224, 100); /* 64 + 64 bytes do not fit */
    expect_data_error(0, 0x328, 0, 0x23);
}

/* §5.6; the rejected method has no effect. */
TEST(wrong_values_are_data_errors, NULL, close_card)
{
    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    expect_data_error(0, 0x200, 2, 0x05);
    expect_data_error(0, 0x238, 0x100, 0x0c);
    expect_data_error(0, 0x184, M2MF, 0x08);
    expect_data_error(0, 0x188, READ_ONLY, 0x09);
    expect_data_error(0, 0x184, SUPERVISOR, 0x0a);
    expect_data_error(0, 0x184, 0x10000, 4); /* selectors have 16 bits */
    expect_data_error(0, 0, 0x10000, 4);
    expect_data_error(0, 0, 0, 4);
    SEND(0, { 0x314, 3 }, { 0x318, 4 }, { 0x31c, 4 }, { 0x320, 2 });
    expect_data_error(0, 0x328, 0, 0x51);
    SEND(0, { 0x314, 4 }, { 0x318, 3 });
    expect_data_error(0, 0x328, 0, 0x53);
    SEND(0, { 0x318, 4 }, { 0x328, 0 });
    send(0, 0x314, 0); /* no pitch leads anywhere from a single line */
    SEND(0, { 0x318, 0 }, { 0x320, 1 }, { 0x328, 0 });
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    send(0, 0x32c, 0);
    assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 4);
    wr(REF_PGRAPH_INTR, 1 << 4);
    vram_wr(CHANNEL + 16 * 0x1c, 0x1234);
    send(1, 0, 0x1c);
    assert_pairs(1 << 5, rd(REF_PGRAPH_INTR), 0x1234, rd(REF_PGRAPH_CTX_SWITCH_1));
    wr(REF_PGRAPH_INTR, 1 << 5);
    send(5, 0x100, 0); /* where nothing is bound */
    assert_pairs(1 << 5, rd(REF_PGRAPH_INTR), 0, rd(REF_PGRAPH_CTX_SWITCH_1));
}

/* tesla-vm.md §1.5 T5: objects of class 2 are read, of class 3 written, of class 0x3d both; any other number is none
 * for memory, and the number counts in all its 16 bits. */
TEST(objects_of_three_classes_are_bound, NULL, close_card)
{
    static const uint32_t foreign[] = { 0, 1, 4, 0x3c, 0x3e, 0x103d, 0x5039 };

    bring_up("g84", NULL);
    bind_m2mf(VRAM, VRAM, VRAM);
    put_object(READ_ONLY, 0x00190002, 0xffffffff);
    send(0, 0x184, READ_ONLY);
    put_object(0xffff, 0x00190003, 0xffffffff); /* the last selector, of an object and of a class */
    send(0, 0x188, 0xffff);
    vram_wr(CHANNEL + 16 * 0xffff, 0x5039);
    send(2, 0, 0xffff);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    for (unsigned i = 0; i < ARRAY_SIZE(foreign); i++) {
        put_object(PAGED, 0x00190000 | foreign[i], 0xffffffff);
        expect_data_error(0, 0x184, PAGED, 0x08);
        expect_data_error(0, 0x188, PAGED, 0x08);
    }
}

static void expect_trap(uint32_t bits, uint32_t status, uint64_t at, bool read)
{
    assert_pairs(1 << 21, rd(REF_PGRAPH_INTR), 2, rd(REF_PGRAPH_TRAP), 0x80000000 | bits,
                 rd(REF_PGRAPH_M2MF_TRAP), 1, rd(REF_PFB_VM_FAULT) >> 31);
    wr(REF_PGRAPH_M2MF_TRAP, bits); /* 31 alone is written, and 30 clears */
    assert_int_equal(bits, rd(REF_PGRAPH_M2MF_TRAP));
    uint32_t t[6];
    const uint64_t seen = read_fault(t);
    assert_pairs(status, t[0], CHANNEL >> 12, t[1], at, seen, read, t[5] >> 8);
    PUT(wr, REF_PFB_VM_FAULT, 0x800707ff, REF_PGRAPH_UNIT_RESET, 2, REF_PGRAPH_UNIT_RESET, 0,
        REF_PGRAPH_M2MF_TRAP, 0xc0000000, REF_PGRAPH_TRAP, 2, REF_PGRAPH_INTR, 1 << 21,
        REF_PGRAPH_FIFO_CONTROL, 0x10001);
    assert_pairs(0x80000000, rd(REF_PGRAPH_M2MF_TRAP), 0, rd(REF_PFB_VM_FAULT) >> 31);
}

/* tesla-vm.md §2.2, §2.6: each of m2mf's slots, 0/3/4 to 0/3/6, its trap bit and its record. */
TEST(faults_trap_in_their_slot, NULL, close_card)
{
    bring_up("g84", NULL);
    STORE(CHANNEL + 0x200, TABLE | 3, 0, 0); /* PDE 1: no table */
    STORE(TABLE, 0x200001, 0, 0, 0);
    bind_m2mf(VRAM, PAGED, VRAM);
    copy(0x20000000, 0x300000, 4, 4, 4, 1);
    expect_trap(2, 0x4300, 0x20000000, true);
    bind_m2mf(VRAM, VRAM, PAGED);
    copy(0x200000, 0x1000, 4, 4, 4, 1);
    expect_trap(4, 0x5320, 0x1000, false);
    bind_m2mf(0, VRAM, VRAM);
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    expect_trap(1, 0x6360, 0x10, false);
    put_wide(PAGED);                          /* all 40 bits of an address */
    STORE(CHANNEL + 0x200 + 8 * 0x2d1, 0, 0); /* its PDE */
    bind_m2mf(VRAM, PAGED, VRAM);
    send(0, 0x238, 0x5a);
    copy(0x20000000, 0x300000, 4, 4, 4, 1);
    expect_trap(2, 0x4300, UINT64_C(0x5a20000000), true);
    bind_m2mf(VRAM, VRAM, PAGED);
    send(0, 0x23c, 0x5a);
    copy(0x200000, 0x20001000, 4, 4, 4, 1);
    expect_trap(4, 0x5300, UINT64_C(0x5a20001000), false);
}

/* tesla-vm.md §8.2: m2mf keeps the object that a method named, until a method names it again, each slot by itself. */
TEST(an_object_is_kept_until_it_is_sent_again, NULL, close_card)
{
    bring_up("g84", NULL);
    PUT(vram_wr, 0x200000, 0x11111111, 0x280000, 0x22222222);
    bind_m2mf(VRAM, VRAM, VRAM);
    vram_wr(CHANNEL + 16 * VRAM + 8, 0x80000); /* its base */
    copy(0x200000, 0x300000, 4, 4, 4, 1);
    assert_int_equal(vram_rd(0x300000), 0x11111111);
    send(0, 0x184, VRAM);
    copy(0x200000, 0x300010, 4, 4, 4, 1);
    assert_pairs(0x22222222, vram_rd(0x300010), 0, rd(REF_PGRAPH_INTR));
}

/* A copy through a page ends where the page ends; the part before the fault is done. */
TEST(copies_cross_pages, NULL, close_card)
{
    bring_up("g84", NULL);
    STORE(CHANNEL + 0x200, TABLE | 3, 0);
    STORE(TABLE, 0x400001, 0, 0x480001, 0);
    fill(0x200000, 2048);
    bind_m2mf(VRAM, VRAM, PAGED);
    copy(0x200000, 0, 0x2000, 0x2000, 0x2000, 1);
    assert_pairs(0, rd(REF_PGRAPH_INTR), 0x11000000 + 1023, vram_rd(0x400ffc), 0x11000000 + 1024,
                 vram_rd(0x480000), 0x11000000 + 2047, vram_rd(0x480ffc));
    bring_up("g84", "m2mf-corrupts:every=2,bit=3"); /* of 8 bytes, by the addresses that are read */
    fill(0x200000, 8);
    bind_m2mf(VRAM, VRAM, VRAM);
    copy(0x200008, 0x300000, 16, 16, 16, 1);
    assert_pairs(0x1100000a, vram_rd(0x300000), 0x11000003, vram_rd(0x300004), 0x11000004,
                 vram_rd(0x300008));
}

#define GR3D    0x1cu /* selectors of objects of the tests below */
#define COMPUTE 0x1du

/* §2.2: NULL, m2mf, 2D and compute are common to all; the 3D class and the second compute class are those of the chip. 5097 stays valid up
 * to G98, of later chips no source tells. Bit i of `taken` is class i. */
TEST(chips_take_their_classes, NULL, close_card)
{
    static const uint32_t classes[] = { 0x0030, 0x5039, 0x502d, 0x50c0, 0x5097, 0x8297,
                                        0x8397, 0x8597, 0x8697, 0x85c0, 0x1234 };
    static const struct {
        const char *chip;
        uint32_t taken;
    } rows[] = { { "g80", 0x1f },    { "g84", 0x3f },   { "g86", 0x3f },    { "g92", 0x3f },
                 { "g94", 0x3f },    { "g96", 0x3f },   { "g98", 0x3f },    { "g200", 0x4f },
                 { "mcp77", 0x4f },  { "mcp79", 0x4f }, { "gt215", 0x28f }, { "gt216", 0x28f },
                 { "gt218", 0x28f }, { "mcp89", 0x30f } };

    for (unsigned row = 0; row < ARRAY_SIZE(rows); row++) {
        bring_up(rows[row].chip, NULL);
        for (unsigned i = 0; i < ARRAY_SIZE(classes); i++) {
            if (row >= 7 && classes[i] == 0x5097)
                continue;
            vram_wr(CHANNEL + 16 * GR3D, classes[i]);
            send(3, 0, GR3D);
            assert_int_equal(rd(REF_PGRAPH_INTR), rows[row].taken >> i & 1 ? 0 : 1 << 5);
            PUT(wr, REF_PGRAPH_INTR, 1 << 5, REF_PGRAPH_FIFO_CONTROL, 0x10001);
            if (classes[i] != 0x0030)
                continue;
            send(3, 0x100, 0); /* all that NULL takes is NOP */
            assert_int_equal(rd(REF_PGRAPH_INTR), 0);
            send(3, 0x180, 0);
            assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 4);
            wr(REF_PGRAPH_INTR, 1 << 4);
        }
    }
}

static void query(unsigned subchannel, uint32_t first, uint32_t at, uint32_t sequence, uint32_t get)
{
    SEND(subchannel, { first, 0 }, { first + 4, at }, { first + 8, sequence }, { first + 12, get });
}

/* §2.2, §5.7: classes of 3D and of compute take all methods, and write queries. */
TEST(drawing_is_taken, NULL, close_card)
{
    bring_up("g84", NULL);
    PUT(vram_wr, CHANNEL + 16 * GR3D, 0x8297, CHANNEL + 16 * COMPUTE, 0x50c0);
    send(3, 0, GR3D);
    send(4, 0, COMPUTE);
    for (unsigned i = 0; i < 6; i++) {
        static const uint32_t methods[] = { 0x100, 0x188, 0x110, 0x700, 0x1b10, 0x1ffc };
        send(3, methods[i], 0);
        send(4, methods[i], 0);
        assert_int_equal(rd(REF_PGRAPH_INTR), 0);
    }

    wipe(0x300000, 32, 0xee);
    SEND(3, { 0x1560, 1 }, { 0x188, VRAM });
    query(3, 0x1b00, 0x300000, 0x1234, 0x1000f010); /* as Mesa's fence */
    assert_pairs(0x1234, vram_rd(0x300000), 0xee, vram_rd(0x300004));
    query(3, 0x1b00, 0x300000, 0x5678, 0x0000f002);
    assert_pairs(0x5678, vram_rd(0x300000), 0, vram_rd(0x300004));
    assert_int_not_equal(vram_rd(0x300008), 0xee); /* the time */
    assert_int_equal(vram_rd(0x300010), 0xee);
    query(3, 0x1b00, 0x300000, 0x9abc, 0x00805002); /* a counter: nothing was drawn */
    assert_int_equal(vram_rd(0x300000), 0);
    query(3, 0x1b00, 0x300010, 1, 0x0000f001); /* waits for memory, which is not modelled */
    assert_int_equal(vram_rd(0x300010), 0xee);
    send(4, 0x1a4, VRAM);
    query(4, 0x310, 0x300010, 0x77, 1 << 15);
    assert_pairs(0x77, vram_rd(0x300010), 0xee, vram_rd(0x300014), 0, rd(REF_PGRAPH_INTR));
    send(3, 0x188, READ_ONLY);
    query(3, 0x1b00, 0x300000, 1, 0x1000f010);
    assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), 9);
}
