/* Vertices of 3D in the device model: what is fetched, what the vertex program gets and gives, what stream output writes where,
 * and by which client (tesla-engines.md §4.6, §1.3). Instruction words are Mesa's and the table's. */
#include "tests/model/nv50/graph/pgraph_rig.h"

#define GR3D   0x1cu /* selector of the class object */
#define FROM   0x300000u
#define TO     0x310000u
#define SECOND 0x320000u
#define CODE   0x330000u
#define RUNOUT 0x340000u
#define NONE   0xeeeeeeeeu

#define written() (0x400 - words_of(TO, 0x1000, NONE))

/* Three words of a[] to o[0x0], o[0x4], o[0x8], exit. */
static const uint32_t passes[] = { 0x10000001, 0x0423c788, 0x10000205,
                                   0x0423c788, 0x10000409, 0x0423c789 };
/* Two of the words by short ones, which have six bits for a number. */
static const uint32_t brief[] = { 0x11008200, 0x11008404, 0x10000001,
                                  0x0403c788, 0x10000205, 0x0403c789 };
/* A trap, which is passed over; r0 = c0[0], o[0x0] = r0, exit. */
static const uint32_t constant[] = { 0x90000003, 0x00000000, 0x10000001,
                                     0x2400c780, 0x10000001, 0x0403c789 };

static void program(const uint32_t *words, unsigned count)
{
    store(CODE, words, count);
    send(3, 0x1440, 0);
}

/* Two arrays of vertices of one word and of two: 0x1000n, and 0x2000n, 0x3000n; one buffer of three words. */
static void start(const char *chip, uint32_t class)
{
    bring_up(chip, NULL);
    vram_wr(CHANNEL + 16 * GR3D, class);
    send(3, 0, GR3D);
    for (uint32_t at = 0x180; at <= 0x1ac; at += 4)
        send(3, at, VRAM);
    for (uint32_t i = 0; i < 64; i++) {
        PUT(vram_wr, FROM + 4 * i, 0x10000 + i, FROM + 0x100 + 4 * i,
            (i & 1 ? 0x30000 : 0x20000) + i / 2, RUNOUT + 4 * i, 0x9999);
    }
    wipe(TO, 0x1000, NONE);
    wipe(SECOND, 0x1000, NONE);
    SEND(3, { 0x1558, 1 }, { 0xf80, CODE }, { 0x16b0, 4 }, { 0x1650, 0x31 }, { 0x16ac, 3 },
         { 0x16bc, 0x020100 }, { 0x900, 1 << 29 | 4 }, { 0x908, FROM },
         { REF_PBUS_DEBUG_1, FROM + 0xff }, { 0x910, 1 << 29 | 8 }, { 0x918, FROM + 0x100 },
         { 0x108c, FROM + 0x1ff }, { 0xf88, RUNOUT }, { 0x1ac0, 0x48900000 },
         { 0x1ac4, 0x48200001 }, { 0x1294, 12 << 8 | 1 }, { 0x1a84, TO }, { 0x1a88, 3 },
         { 0x1480, 0x828180 }, { 0xda8, 100 }, { 0xda4, 1 }, { 0x17b8, 1 });
    program(passes, ARRAY_SIZE(passes));
}

static void draw(uint32_t kind, uint32_t first, uint32_t count)
{
    SEND(3, { 0x15dc, kind }, { 0xd74, first }, { 0xd78, count }, { 0x15e0, 0 });
    for (unsigned i = 0; i < 1000 && rd(REF_PGRAPH_STATUS); i++)
        ;
    assert_pairs(0, rd(REF_PGRAPH_STATUS), 0, rd(REF_PGRAPH_INTR));
}

static void expect_words(uint32_t at, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(vram_rd(at + 4 * i), words[i]);
}

/* Vertices 5 to 44, more than one warp; the next draw goes on after them, until the parameters are latched again. */
TEST(vertices_go_through_their_program_to_memory, NULL, close_card)
{
    start("g84", 0x8297);
    put_object(READ_ONLY, 0x00190002, 0xffffffff); /* enough for arrays and code */
    SEND(3, { 0x18c, READ_ONLY }, { 0x198, READ_ONLY });
    draw(0, 5, 40);
    expect_words(TO, ROW(0x10005, 0x20005, 0x30005, 0x10006));
    assert_int_equal(written(), 3 * 40);
    expect_words(TO + 12 * 31, ROW(0x10024, 0x9999, 0x9999, 0x10025, 0x9999, 0x9999, 0x10026));
    draw(0, 0, 1);
    expect_words(TO + 12 * 40, ROW(0x10000, 0x20000, 0x30000, NONE));
    send(3, 0xda4, 1);
    draw(0, 1, 1);
    expect_words(TO, ROW(0x10001, 0x20001, 0x30001, 0x10006));
    program(brief, ARRAY_SIZE(brief));
    draw(0, 7, 1);
    expect_words(TO + 12, ROW(0x20007, 0x30007));
}

/* Past an array's last byte there is the runout: of 32 vertices of two words each. */
TEST(vertices_end_at_their_limit, NULL, close_card)
{
    start("g84", 0x8297);
    draw(0, 31, 2);
    expect_words(TO, ROW(0x1001f, 0x2001f, 0x3001f, 0x10020, 0x9999, 0x9999, NONE));
}

/* Attribute 0 without an array, or of a format that has fewer words: 0, 0, 0, 1. */
TEST(missing_words_are_0_0_0_1, NULL, close_card)
{
    start("g84", 0x8297);
    SEND(3, { 0x900, 0 }, { 0x1650, 0xb });
    draw(0, 1, 1);
    expect_words(TO, ROW(0, 0, 1));
    send(3, 0x1ac0, 0x7e900001);
    draw(0, 1, 1);
    expect_words(TO + 12, ROW(0x20001, 0, 0x3f800000));
    SEND(3, { 0x1650, 0x7 }, { 0x1ac0, 0x48100001 });
    draw(0, 1, 1);
    expect_words(TO + 24, ROW(0x20001, 0x30001, 0x20002));
    SEND(3, { 0x900, 1 << 29 | 4 }, { 0x1650, 0x31 }, { 0x1ac4, 0x48900081 },
         { 0x1ac0, 0x48900000 }); /* one word, 4 bytes on */
    draw(0, 1, 1);
    expect_words(TO + 36, ROW(0x10001, 0x30001, 0));
    SEND(3, { 0x1650, 0 }, { 0x1654, 0x11 }, { 0x1ae0, 0x48900001 },
         { 0x1ae4, 0x48900000 }); /* attributes 8 and 9 alone */
    draw(0, 2, 1);
    expect_words(TO + 48, ROW(0x20002, 0x10002));
}

/* What the map names, in the order of the output's map; without bit 7 nothing; 0x40 is 0, 0x41 a float of 1. Not
 * interleaved: one word to the first buffer, two to the second. */
TEST(output_is_ordered_by_two_maps, NULL, close_card)
{
    start("g84", 0x8297);
    SEND(3, { 0x16bc, 0x410002 }, { 0x1480, 0x800182 });
    draw(0, 3, 1);
    expect_words(TO, ROW(0x3f800000, NONE, 0x30003, NONE));
    SEND(3, { 0x16bc, 0x410040 }, { 0xda4, 1 });
    draw(0, 3, 1);
    expect_words(TO, ROW(0x3f800000, NONE, 0, NONE));
    SEND(3, { 0x16bc, 0x020100 }, { 0x1480, 0x828180 }, { 0x1294, 2 << 4 }, { 0x1a88, 1 },
         { 0x1a94, SECOND }, { 0x1a98, 2 }, { 0xda4, 1 });
    draw(0, 3, 2);
    expect_words(TO, ROW(0x10003, 0x10004, 0));
    expect_words(SECOND, ROW(0x20003, 0x30003, 0x20004, 0x30004, NONE));
}

/* Whole primitives alone: 7 vertices are 3 lines, or 2 triangles; with a limit of 1, one of them. G200 may end by bytes. */
TEST(output_ends_with_a_whole_primitive, NULL, close_card)
{
    static const struct {
        uint32_t kind, limit;
        unsigned vertices;
    } cells[] = { { 0, 100, 7 }, { 1, 100, 6 }, { 4, 100, 6 }, { 0, 1, 1 },
                  { 1, 1, 2 },   { 4, 1, 3 },   { 5, 100, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        start("g84", 0x8297);
        send(3, 0xda8, cells[i].limit);
        draw(cells[i].kind, 0, 7);
        assert_int_equal(written(), 3 * cells[i].vertices);
    }
    start("g200", 0x8397);
    SEND(3, { 0x1294, 12 << 8 | 3 }, { 0x1a8c, 71 }, { 0x1780, 12 }, { 0xda4, 1 });
    draw(1, 0, 7);
    assert_pairs(NONE, vram_rd(TO), 3 * 4, written());
    /* two buffers, of which the second ends first: after two vertices, 8 bytes from its start */
    SEND(3, { 0x1294, 2 << 4 | 2 }, { 0x1a88, 1 }, { 0x1a94, SECOND }, { 0x1a98, 2 },
         { 0x1a9c, 31 }, { 0x1780, 0x800 }, { 0x1784, 8 }, { 0x1a8c, 0x1000 }, { 0xda4, 1 });
    draw(0, 3, 5);
    expect_words(TO + 0x800, ROW(0x10003, 0x10004, NONE));
    expect_words(SECOND, ROW(NONE, NONE, 0x20003, 0x30003, 0x20004, 0x30004, NONE));
}

/* c0[] of a vertex program is the buffer that is bound to it, at compute's numbers of buffers. */
TEST(programs_have_their_constants, NULL, close_card)
{
    start("g84", 0x8297);
    vram_wr(SECOND, 0xc0ffee);
    program(constant, ARRAY_SIZE(constant));
    SEND(3, { 0x140c, 8 }, { 0x1284, SECOND }, { 0x1288, 5 << 16 | 0x100 });
    send(3, 0x1694, 5 << 12 | 0x20 | 1); /* of the geometry program */
    draw(0, 0, 1);
    assert_int_equal(vram_rd(TO), 0);
    send(3, 0x1694, 5 << 12 | 1);
    draw(0, 0, 1);
    assert_int_equal(vram_rd(TO + 12), 0xc0ffee);
    SEND(3, { 0x1280, NOWHERE_HIGH }, { 0x1288, 5 << 16 | 0x100 }, { 0x15dc, 0 }, { 0xd78, 1 });
    assert_int_equal(rd(REF_PGRAPH_TRAP), 1 << 4); /* far beyond the object's limit */
}

/* Nothing without BEGIN, with the rasteriser or a geometry program, with a condition that does not hold, with the output off. */
TEST(other_draws_have_no_effect, NULL, close_card)
{
    static const uint32_t cells[][2] = {
        { 0x17b4, 1 }, { 0x1798, 1 }, { 0x1558, 0 }, { 0x17b8, 0 }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        start("g84", 0x8297);
        send(3, cells[i][0], cells[i][1]);
        draw(0, 0, 1);
        assert_int_equal(written(), 0);
    }
    start("g84", 0x8297);
    send(3, 0xd78, 1);
    assert_int_equal(written(), 0);
}

/* 0/9/0 fetches, 0/0/0 writes; each traps in its unit. Code is compute's 0/5/0. */
TEST(vertices_and_output_have_their_slots)
{
    static const struct {
        uint32_t object, address, unit, word, client;
        bool read;
    } cells[] = { { 0x18c, 0x908, 1 << 2, 0x400c04, 9, true },
                  { 0x1a8, 0x1a84, 1 << 3, 0x401800, 0, false },
                  { 0x198, 0xf80, 1 << 4, 0x405018, 5, true } };

    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        start("g84", 0x8297);
        drop_tables();
        SEND(3, { cells[i].object, PAGED }, { cells[i].address - 4, NOWHERE_HIGH },
             { cells[i].address, NOWHERE_LOW }, { 0x1080, NOWHERE_HIGH },
             { 0x1084, NOWHERE_LOW + 0xff }, { 0x15dc, 0 }, { 0xd78, 1 });
        assert_pairs(cells[i].unit, rd(REF_PGRAPH_TRAP), 0x80000001, rd(cells[i].word));
        expect_vm_fault(cells[i].client, 0, cells[i].read, NOWHERE);
    }
}
