/* Programs of the compute class (tesla-engines.md §4.8): their threads, clients and slots of memory, their end. */
#include "tests/model/nv50/shader/program_rig.h"

/* clang-format off */
static const uint32_t sides[] = { 0x10018011, 0x00000003, 0xd0040009, 0x040007c0, 0x10248015, 0x00000007, 0xa0008003, 0x00000000, 0x10007003, 0x00000100, 0x20000a15,
    0x04000780, 0x10008003, 0x00000780, 0x20000a15, 0x04014780, 0xf0000001, 0xe0000782, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT };
static const uint32_t loops[] = { 0x10018011, 0x00000003, 0x10008015, 0x00000003, 0x10000019, 0x0403c780, 0x40008003, 0x00000000, 0x30070dfd, 0x640087c8, 0x50000003,
    0x00000280, 0x20068a14, 0x20448c18, 0x10004003, 0x00000780, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT };
static const uint32_t calls[] = { 0x10018011, 0x00000003, 0x10078015, 0x00000003, 0x20007003, 0x00000000, 0x20000a15, 0x04010780, 0x3002000d, 0xc4100780, 0xd0000615,
    0xa0c00780, EXIT, 0xd00401fd, 0x040007c8, 0x30000003, 0x00000280, 0x20000a15, 0x04014780, 0x30000003, 0x00000780 };
static const uint32_t barrier[] = { 0x00020005, 0xc0000780, 0x04000801, 0xe4200780, 0x86000003, 0x00004000, 0x103f8019, 0x00000003, 0x20400c19, 0x04000780,
    0x00020c05, 0xc0000780, 0x1400c815, 0x0423c780, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT };
static const uint32_t places[] = { 0x10000005, 0x0403c780, 0x200001fd, 0x0401c7c8, 0x00000015, 0x60000780, 0xf0000001, 0xe0000281, 0x10004c19, 0x0423c780,
    0x30020c0d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT };
static const uint32_t local[] = { 0x10348015, 0x00000123, 0x20000a15, 0x04000780, 0xd0001015, 0x60c00780, 0x86000003, 0x00004000, 0xd0001019, 0x40c00780, 0x3002000d,
    0xc4100780, 0xd0000619, 0xa0c00780, EXIT };
/* clang-format on */

/* Odd threads go one way, even ones the other, and all store after the join. Each leaves a loop by itself, with the sum of 1 to its number. Odd
 * ones return at once with 7, the others with 14; all go on together and add 1. Two warps: each thread reads a word that one of the other has stored
 * in s[] before the barrier. */
TEST(threads_part_and_meet, NULL, close_card)
{
    static const struct {
        const char *chip;
        const uint32_t *code;
        unsigned words, threads;
    } rows[] = { { "g84", sides, ARRAY_SIZE(sides), 32 },
                 { "g80", loops, ARRAY_SIZE(loops), 40 },
                 { "mcp89", calls, ARRAY_SIZE(calls), 32 },
                 { "g200", barrier, ARRAY_SIZE(barrier), 64 } };

    for (unsigned row = 0; row < ARRAY_SIZE(rows); row++) {
        open_compute(rows[row].chip);
        run_to_end(rows[row].code, rows[row].words, rows[row].threads);
        for (uint32_t i = 0; i < rows[row].threads; i++) {
            const uint32_t wanted[] = { i & 1 ? 100 + i : 200, i * (i + 1) / 2, i & 1 ? 8 : 15,
                                        63 - i };
            assert_int_equal(vram_rd(GLOBAL + 4 * i), wanted[row]);
        }
    }
}

/* $physid of the first thread of each block: TPC in 23:20, MP in 19:16. A G200 has ten TPCs of three each. */
TEST(blocks_go_to_every_multiprocessor, NULL, close_card)
{
    uint32_t seen = 0;

    open_compute("g200");
    load(places, ARRAY_SIZE(places));
    launch(32, 30);
    expect_done();
    for (uint32_t i = 0; i < 30; i++) {
        const uint32_t id = vram_rd(GLOBAL + 4 * i), tpc = id >> 20, mp = id >> 16 & 0xf;

        assert_in_range(tpc, 0, 9);
        assert_in_range(mp, 0, 2);
        assert_pairs(0, id & 0xffff, 0, seen >> (3 * tpc + mp) & 1);
        seen |= UINT32_C(1) << (3 * tpc + mp);
    }
}

/* tesla-isa.md §7: "the first 16 bytes of s[], where a launch leaves numbers of grid and block": as CUDA has them gridid, ntid x, y, z, nctaid x, y,
 * ctaid x, y; in $r0 tid x, y << 16, z << 26. Three warps, the last of 8 threads, in 3 by 2 blocks; the program begins at 8. */
TEST(threads_know_their_places, NULL, close_card)
{
    static const uint32_t code[] = {
        0x90000003, 0x00000000, 0x00000005, 0x60000780, 0x10004c09, 0x0423c780, 0x10004e0d,
        0x0423c780, 0x30100205, 0xc4100780, 0x300c0205, 0xe4100780, 0x30090409, 0xc4100780,
        0x300b060d, 0xc4100780, 0x20000205, 0x04008780, 0x20000205, 0x0400c780, 0x1000c011,
        0x0423c780, 0x1000c215, 0x0423c780, 0x1000c419, 0x0423c780, 0x1000c61d, 0x0423c780,
        0xd0000211, 0xa0a00780, 0xd0010201, 0xa0c00780, EXIT,
    };

    open_compute("g84");
    set_address(0x420, GLOBAL + 0x4000);
    vram_wr(GLOBAL + 0x2000 + 16 * 8, 0x77);
    load(code, ARRAY_SIZE(code));
    SEND(3, { 0x3a8, 0x400 }, { 0x3ac, 4 << 16 | 9 }, { 0x3b0, 2 }, { 0x2b4, 0x10000 | 72 },
         { 0x2f8, 1 }, { 0x3a4, 2 << 16 | 3 }, { 0x384, 0x100 }, { 0x388, 0x5a }, { 0x3b4, 8 },
         { 0x368, 0 });
    expect_done();
    for (uint32_t i = 0; i < 6 * 72; i++) {
        const uint32_t x = i % 3, y = i / 3 % 2, t = i / 6,
                       words[] = { 9 << 16 | 0x5a, 2 << 16 | 4, 2 << 16 | 3, y << 16 | x };
        const uint32_t at = GLOBAL + 0x1000 * (t / 32) + 0x800 * y + 0x200 * x + 16 * (t % 32);

        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(vram_rd(at + 4 * k), words[k]);
        assert_int_equal(vram_rd(at + 0x4000), t / 36 << 26 | t / 9 % 4 << 16 | t % 9);
    }
    assert_int_equal(vram_rd(GLOBAL + 0x2000 + 16 * 8), 0x77); /* no 73rd */
}

/* A fault of that unit, of client and slot. */
static void expect_fault(uint32_t unit, unsigned client, unsigned slot, bool read, uint64_t at)
{
    wait_for_end();
    assert_pairs(1 << 21, rd(REF_PGRAPH_INTR), unit, rd(REF_PGRAPH_TRAP));
    expect_vm_fault(client, slot, read, at);
}

/* The same program with one object that has no page table. */
static void run_with(const uint32_t *code, unsigned words, uint32_t method, uint32_t address)
{
    open_compute("g80");
    drop_tables();
    PUT(wr, REF_PGRAPH_TPC_MPC_TRAP_G80, 0xc0000000, REF_PGRAPH_TPC_MPC_TRAP_EN_G80, 0xffffffff);
    SEND(3, { 0x29c, 1 }, { 0x220, 6 }, { 0x2ac, 0x00030100 }, { 0x3c8, 0x00003301 });
    if (method)
        send(3, method, PAGED);
    if (address)
        set_address(address, NOWHERE);
    load(code, words);
    launch(32, 1);
}

static const uint32_t atoms[] = {
    0x10018011, 0x00000003, 0x1000800d, 0x00000023, 0xd0040615, 0xe0c00780,
    0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT,
};

/* The sum of all earlier threads' additions, in memory that they share. */
TEST(atomic_operations_give_what_was_there, NULL, close_card)
{
    uint32_t sum = 0;

    open_compute("g84");
    vram_wr(GLOBAL + 0x200, 5);
    run_to_end(atoms, ARRAY_SIZE(atoms), 32);
    for (uint32_t i = 0; i < 32; i++)
        sum += vram_rd(GLOBAL + 4 * i);
    assert_pairs(32 * 5 + 31 * 32 / 2, sum, 5 + 32, vram_rd(GLOBAL + 0x200));
}

TEST(local_memory_is_0_b_9, NULL, close_card)
{
    run_with(local, ARRAY_SIZE(local), 0, 0);
    expect_done();
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), 0x1234 + i);
    assert_pairs(vram_rd(LOCAL + 8), 0x1234, vram_rd(LOCAL + 16 * 31 + 8), 0x1234 + 31);
    SEND(3, { 0x2fc, 1 }); /* two warps: of four multiprocessors, the first not among them */
    launch(64, 4);
    expect_done();
    for (uint32_t i = 0; i < 64; i++) {
        assert_int_equal(vram_rd(GLOBAL + 4 * i), 0x1234 + i);
        assert_int_equal(words_of(LOCAL, 0x4000, 0x1234 + i), i < 32 ? 5 : 4);
    }
    run_with(local, ARRAY_SIZE(local), 0x1b8, 0x294);
    expect_fault(1 << 8, 0xb, 9, false, NOWHERE + 8);
    run_with(local + 6, ARRAY_SIZE(local) - 6, 0x1b8, 0x294);
    expect_fault(1 << 8, 0xb, 9, true, NOWHERE + 8);
}

TEST(global_memory_is_0_b_a)
{
    static const uint32_t read[] = { 0xd0000201, 0x80c00780, EXIT };

    run_with(sides, ARRAY_SIZE(sides), 0x1a0, 0x400);
    expect_fault(1 << 8, 0xb, 0xa, false, NOWHERE);
    run_with(read, ARRAY_SIZE(read), 0x1a0, 0x400);
    expect_fault(1 << 8, 0xb, 0xa, true, NOWHERE);
}

/* tesla-vm.md §1.7, T17: bit 3 of a page is "read-only", bit 0 "present". Without leave a store, a reduction and atomic operations of both sizes trap in PROP; memory stays. */
TEST(pages_refuse_stores, NULL, close_card)
{
    static const uint32_t seconds[] = { 0xa0c00780, 0xa0a00780, 0xc0c00780, 0xe0c00780,
                                        0xe0800780 };

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(seconds); i++) {
        const uint32_t code[] = { MOV(0, 0u), MOV(4, 5u), 0xd0040011, seconds[i / 2], EXIT };

        open_compute("g200");
        STORE(CHANNEL + 0x200, TABLE | 3, 0);
        STORE(TABLE, i & 1 ? 0x400000 : 0x400009, 0);
        vram_wr(0x400000, 0x77);
        send(3, 0x1a0, PAGED);
        set_address(0x400, 0);
        set_address(0x480, 0);
        load(code, ARRAY_SIZE(code));
        launch(1, 1);
        assert_pairs(1 << 21, rd(REF_PGRAPH_INTR), 1 << 8, rd(REF_PGRAPH_TRAP), 0x77,
                     vram_rd(0x400000));
    }
}

/* Twenty joins, breaks or calls one inside the other: of each warp four entries lie in memory. On the way back each counts in $r5. */
TEST(the_stack_is_0_b_b, NULL, close_card)
{
    enum { JOINS, BREAKS, CALLS };

    for (unsigned kind = JOINS; kind <= CALLS; kind++) {
        static const uint32_t end[] = { 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT };
        static const uint32_t push[] = { 0xa0000003, 0x40000003, 0x20000003 }, back[][2] = {
            { 0xf0000001, 0xe0000782 }, { 0x50000003, 0x780 }, { 0x30000003, 0x780 }
        };
        uint32_t stack[176] = { MOV(5, 0u), push[CALLS] | 48 << 11, 0, 0x10000003 | 168 << 11,
                                0x780 };

        for (uint32_t i = 0; i < 21; i++) { /* push or nothing, $r5 += 1, back */
            /* clang-format off */
            const uint32_t block[] = { kind == CALLS ? push[CALLS] | (48 + 6 * i) << 11 : 0xf0000001, kind == CALLS ? 0 : 0xe0000780, 0x20018a15, 3,
                back[kind][0], back[kind][1] };
            /* clang-format on */
            memcpy(stack + 42 + 6 * i, block, sizeof(block));
            if (kind == CALLS || i == 20)
                continue;
            stack[2 + 2 * i] = push[kind] | (162 - 6 * i) << 11;
            stack[3 + 2 * i] = 0;
        }
        memcpy(stack + 162, back[CALLS], 8);
        memcpy(stack + (kind == CALLS ? 168 : 162), end, sizeof(end));
        run_with(stack, ARRAY_SIZE(stack), 0, 0);
        expect_done();
        assert_int_equal(vram_rd(GLOBAL + 4 * 31), kind == CALLS ? 19 : 20);
        for (uint32_t i = 16; i < 20; i++)
            assert_int_equal(vram_rd(STACK + 8 * i), 0xffffffff);
        SEND(3, { 0x304, 1 }); /* of two warps, of four other multiprocessors */
        launch(64, 4);
        expect_done();
        assert_int_equal(vram_rd(GLOBAL + 4 * 63), kind == CALLS ? 19 : 20);
        assert_int_equal(words_of(STACK, 0x4000, 0xffffffff), 4 + 4 * 2 * 4);
        run_with(stack, ARRAY_SIZE(stack), 0x1bc, 0x218);
        expect_fault(1 << 8, 0xb, 0xb, false, NOWHERE + 8 * 16);
    }
}

static const uint32_t constant[] = {
    0x10000415, 0x24c0c780, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT,
};

TEST(code_and_constants_are_0_5_0, NULL, close_card)
{
    run_with(local, ARRAY_SIZE(local), 0x1c0, 0x210);
    expect_fault(1 << 4, 5, 0, true, NOWHERE);
    open_compute("g84");
    vram_wr(CONST + 8, 0x600d);
    SEND(3, { 0x2ac, 0x00030100 }, { 0x3c8, 0x00003301 });
    run_to_end(constant, ARRAY_SIZE(constant), 32);
    assert_int_equal(vram_rd(GLOBAL + 4 * 31), 0x600d);
    SEND(3, { 0x2a4, NOWHERE_HIGH }, { 0x2ac, 0x00030100 });
    launch(32, 1);
    wait_for_end();
    assert_int_equal(rd(REF_PGRAPH_TRAP), 1 << 4);
}

#define TABLES 0x1070000u
#define IMAGE  0x1080000u

static void bind_texture(void)
{
    for (uint32_t method = 0x1c4; method <= 0x1cc; method += 4)
        send(3, method, VRAM);
    set_address(0x22c, TABLES + 0x800);
    set_address(0x2c4, TABLES);
    SEND(3, { 0x234, 1 }, { 0x2cc, 0 }, { 0x3c4, 1 }, { 0x3c0, 0x1001 });
}

/* A word for each texel of three rows of four, 0x40 bytes apart; the image's and the sampler's entry lie in one page. */
static void open_texture(uint32_t how)
{
    open_compute("g84");
    STORE(TABLES, 0x300a490f, IMAGE, 0x5005d000, 0x40, 4, 0x00010003, 0, 0);
    STORE(TABLES + 0x820, how, 0x51, 0, 0, 0xb0d, 0xb0e, 0xb0f, 0xb10); /* number 1 */
    for (uint32_t i = 0; i < 12; i++)
        vram_wr(IMAGE + 0x40 * (i / 4) + 4 * (i % 4), 0x100 * (i / 4) + i % 4 + 0x1000);
    bind_texture();
}

/* Coordinates into $r0 to $r3, the instruction, and its four components stored. */
static void look_up(uint32_t first, uint32_t second, uint32_t x, uint32_t y, uint32_t colour[4])
{
    const uint32_t code[] = {
        MOV(0, x), MOV(1, y), MOV(2, 0),  MOV(3, 0),  first,
        second,    MOV(4, 0), 0xd0000801, 0xa0a00780, EXIT,
    };

    run_to_end(code, ARRAY_SIZE(code), 1);
    for (unsigned i = 0; i < 4; i++)
        colour[i] = vram_rd(GLOBAL + 4 * i);
}

/* tesla-engines.md §4.8: a fetch has whole coordinates and sampler 0, tex floats, of which wrap modes 2 and 3 are known: the nearest
 * texel, or the border's colour. Component 0 comes first, alpha is the integer 1. */
TEST(texels_come_from_where_the_entries_say, NULL, close_card)
{
    static const struct {
        uint32_t first, x, y, how, red;
    } rows[] = {
    /* clang-format off */
#define MINUS 0xffffffff
#define TEX   0xf6c00001
#define FETCH 0xf7c00001
        { FETCH, 3, 1, 0, 0x1103 }, { FETCH, 9, 2, 0x1b, 0x1203 }, { FETCH, 4, 2, 0x1b, 0x1203 }, { FETCH, MINUS, 1, 0x1b, 0x1100 },
        { FETCH, 1, MINUS, 0x1b, 0x1001 }, { FETCH, 1, 3, 0x1b, 0x1201 }, { FETCH, 2, 77, 0x1b, 0x1202 },
        { TEX, 0x40600000, 0x3f800000, 0x1b, 0x1103 }, /* 3.5, 1.0 */ { TEX, 0xbf000000, 0x40000000, 0x12, 0x1200 }, /* -0.5, 2.0: edge */
        { TEX, 0xbf000000, 0x40000000, 0x1b, 0xb0d }, /* border */ { TEX, 0x40800000, 0x3f800000, 0x12, 0x1103 }, /* 4.0, 1.0 */
        { TEX, 0x3f800000, 0x40400000, 0x1a, 0xb0d }, /* 1.0, 3.0: S to the edge, T to the border */
        { TEX, 0x3f800000, 0xbf800000, 0x1a, 0xb0d }, { TEX, 0x3f800000, 0xbf800000, 0x12, 0x1001 }, { TEX, 0x3f7fffff, 0x403fffff, 0x1b, 0x1200 }, /* just below 1, 3 */
        { TEX, 0x40800000, 0x3f800000, 0x13, 0xb0d }, { TEX, 0xc0000000, 0x3f800000, 0x12, 0x1100 }, /* -2.0 */
        { TEX, 0x7f800000, 0x3f800000, 0x1b, 0xb0d }, { TEX, 0x3f800000, 0x7149f2ca, 0x1b, 0xb0d }, /* infinity, 1e30 */
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t colour[4];

        open_texture(rows[i].how);
        look_up(rows[i].first, 0xc780, rows[i].x, rows[i].y, colour);
        assert_pairs(rows[i].red, colour[0], 0, colour[1], 0, colour[2], 1, colour[3]);
    }
}

/* Components that are not asked for take no register, and those behind keep what they hold: here 3, 1, 0 and 0. */
TEST(components_that_are_asked_for_come_in_order, NULL, close_card)
{
    const uint32_t all[4] = { 0x1103, 0, 0, 1 };

    open_texture(0x1b);
    for (uint32_t mask = 0; mask < 16; mask++) {
        uint32_t colour[4], wanted[4] = { 3, 1, 0, 0 };
        unsigned n = 0;

        for (unsigned i = 0; i < 4; i++)
            if (mask >> i & 1)
                wanted[n++] = all[i];
        look_up(0xf1c00001 | (mask & 3) << 25, 0x780 | mask >> 2 << 14, 3, 1, colour);
        assert_memory_equal(colour, wanted, sizeof(wanted));
    }
}

/* "3c4 = 1 | tex<<1 | tic<<9, 3c0 = 1 | sampler<<4 | tsc<<12": each entry has an image of its own, or a border; behind the last entry there
 * is none. */
TEST(textures_and_samplers_have_their_entries, NULL, close_card)
{
    static const uint32_t tex[] = { 0, 1, 5, 127 }, tic[] = { 3, 0, 16, 1 },
                          smp[] = { 9, 0, 15, 1 }, tsc[] = { 1, 17, 0, 2 };
    uint32_t colour[4];

    open_texture(0x1b);
    for (uint32_t i = 0; i < 4; i++) {
        STORE(TABLES + 32 * tic[i], 0x300a490f, IMAGE + 0x1000 * i, 0x5005d000, 0x40, 4, 0x00010003,
              0, 0);
        STORE(TABLES + 0x800 + 32 * tsc[i], 0x1b, 0x51, 0, 0, 0xb00 + i, 0, 0, 0);
        vram_wr(IMAGE + 0x1000 * i, 0x700 + i);
        SEND(3, { 0x3c4, 1 | tex[i] << 1 | tic[i] << 9 },
             { 0x3c0, 1 | smp[i] << 4 | tsc[i] << 12 });
    }
    SEND(3, { 0x2cc, 16 }, { 0x234, 17 });
    for (uint32_t i = 0; i < 16; i++) {
        look_up(0xf7c00001 | tex[i / 4] << 9, 0xc780, 0, 0, colour);
        assert_int_equal(colour[0], 0x700 + i / 4);
        look_up(0xf6c00001 | tex[i / 4] << 9 | smp[i % 4] << 17, 0xc780, 0xbf800000, 0, colour);
        assert_int_equal(colour[0], 0xb00 + i % 4);
    }
    /* each component of its own source: 1, the first, 0, the first */
    vram_wr(TABLES + 32 * tic[2], 0x490f | (6u | 2 << 3 | 2 << 9) << 18);
    send(3, 0x280, 0);
    look_up(0xf7c00001 | tex[2] << 9, 0xc780, 0, 0, colour);
    assert_memory_equal(colour, ((const uint32_t[]){ 1, 0x702, 0, 0x702 }), 16);
    send(3, 0x2cc, 15);
    look_up(0xf7c00001 | tex[2] << 9, 0xc780, 0, 0, colour);
    assert_int_equal(colour[0] | colour[3], 0);
}

/* What is not a row of words (another format, no rows, another kind, normalised), and a texture that nobody has bound, gives 0 and asks for no texel. */
TEST(other_images_are_black, NULL, close_card)
{
    static const uint32_t others[][2] = {
        { 0, 0x10 }, { 8, 1 << 18 }, { 8, 1 << 14 }, { 8, 1u << 31 }, { 0, 0 }
    };

    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        uint32_t colour[4];

        open_texture(0x1b);
        vram_wr(TABLES + others[i][0], vram_rd(TABLES + others[i][0]) ^ others[i][1]);
        send(3, 0x3c4, others[i][1] != 0);
        look_up(0xf7c00001, 0xc780, 1, 1, colour);
        assert_int_equal(colour[0] | colour[3], 0);
    }
}

/* tesla-vm.md §1.1: images are read through 0/5/1, samplers through 0/5/2, of which CCACHE tells (E44), texels through 0/a/0, of which TEX does. */
TEST(textures_have_their_slots)
{
    static const uint32_t code[] = { 0xf6c00001, 0x0000c780, EXIT },
                          rows[][6] = { { 0x1c8, 0x2c4, 1 << 4, 5, 1, 0 },
                                        { 0x1c4, 0x22c, 1 << 4, 5, 2, 0x20 },
                                        { 0x1cc, 0, 1 << 6, 0xa, 0, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint32_t *const row = rows[i];

        open_texture(0x1b);
        drop_tables();
        send(3, row[0], PAGED);
        if (row[1])
            set_address(row[1], NOWHERE);
        else
            STORE(TABLES + 4, NOWHERE_LOW, 0x5005d000 | NOWHERE_HIGH);
        load(code, ARRAY_SIZE(code));
        launch(1, 1);
        if (!row[1])
            assert_int_equal(rd(REF_PGRAPH_TPC_TEX_TRAP_G80), 0x80000003);
        expect_fault(row[2], row[3], row[4], true, NOWHERE + row[5]);
    }
}

/* "Flushes: 280 and 27c 0, 3d0 = 0x20" (§4.8), each of its own: the image's sources of its components, the sampler's
 * border, texels. tesla-mmio.md §5.1: a reset of all units is one of CCACHE and TEX: all is fetched anew, and code. */
TEST(each_flush_and_a_reset_forget_what_was_fetched, NULL, close_card)
{
    static const struct {
        uint32_t method, data, red, green, border;
    } rows[] = { { 0x3d0, 0, 0x1000, 0, 0xb0d },
                 { 0x280, 0, 0x1000, 0x1000, 0xb0d },
                 { 0x27c, 0, 0x1000, 0, 0x77 },
                 { 0x3d0, 0x20, 0x55, 0, 0xb0d },
                 { 0, 0, 0x55, 0x55, 0x77 } };
    static const uint32_t codes[][8] = {
        { MOV(5, 1u), 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT },
        { MOV(5, 2u), 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, EXIT }
    };

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const unsigned row = i / 2, after = i & 1;
        uint32_t fetched[4], border[4];

        if (!after)
            open_texture(0x1b);
        else
            PUT(vram_wr, TABLES, 0x304a490f, TABLES + 0x830, 0x77, IMAGE, 0x55);
        if (after && rows[row].method)
            send(3, rows[row].method, rows[row].data);
        else if (after) {
            PUT(wr, REF_PGRAPH_UNIT_RESET, 0xffffffff, REF_PGRAPH_UNIT_RESET, 0);
            start_compute();
            bind_texture();
        }
        look_up(0xf7c00001, 0xc780, 0, 0, fetched);
        look_up(0xf6c00001, 0xc780, 0xbf800000, 0, border);
        assert_pairs(after ? rows[row].red : 0x1000, fetched[0], after ? rows[row].green : 0,
                     fetched[1], after ? rows[row].border : 0xb0d, border[0]);
    }
    run_to_end(codes[0], 8, 1);
    store(CODE, codes[1], 8);
    PUT(wr, REF_PGRAPH_UNIT_RESET, 0xffffffff, REF_PGRAPH_UNIT_RESET, 0);
    start_compute();
    launch(1, 1);
    expect_done();
    assert_int_equal(vram_rd(GLOBAL), 2);
}

/* "3ac = 0x00010200, 3b0 = 1 [...] That is 512 threads" (§4.8), the most of a block, of which 2b4 has some run; 1 to
 * 128 registers, 16 KiB of s[], 64 words of parameters, and 2f8 latches it all. Else the launch is refused, code 4. */
TEST(launches_have_limits, NULL, close_card)
{
    static const uint32_t code[] = { EXIT }, rows[][3] = {
        { 0x3ac, 0x10200, 0 }, { 0x3ac, 0x10201, 4 }, { 0x3ac, 0x01010002, 4 },
        { 0x3ac, 0x20, 4 },    { 0x3ac, 0x10000, 4 }, { 0x3b0, 16, 0 },
        { 0x3b0, 17, 4 },      { 0x3b0, 0, 4 },       { 0x2b4, 0x10021, 4 },
        { 0x2b4, 0x10000, 4 }, { 0x2b4, 0x10001, 0 }, { 0x2c0, 0, 4 },
        { 0x2c0, 1, 0 },       { 0x2c0, 128, 0 },     { 0x2c0, 129, 4 },
        { 0x3a8, 0x4000, 0 },  { 0x3a8, 0x4001, 4 },  { 0x374, 64 << 8, 0 },
        { 0x374, 65 << 8, 4 }, { 0x2f8, 0, 4 }
    };

    open_compute("g84");
    load(code, 2);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        SEND(3, { 0x2c0, 12 }, { 0x374, 0 });
        launch(32, 1);
        expect_done();
        SEND(3, { rows[i][0], rows[i][1] }, { 0x368, 0 });
        wait_for_end();
        if (rd(REF_PGRAPH_INTR) != (rows[i][2] ? 1u << 20 : 0))
            fail_msg("0x%x of 0x%x: 0x%x", rows[i][1], rows[i][0], rd(REF_PGRAPH_INTR));
        if (rows[i][2])
            assert_int_equal(rd(REF_PGRAPH_DATA_ERROR), rows[i][2]);
        PUT(wr, REF_PGRAPH_INTR, 1u << 20, REF_PGRAPH_FIFO_CONTROL, 0x10001);
    }
}

/* "29c = 0 (off) or log2(bytes/8)", "220 = 0 (off) or log2(entries)+1 (1..d, at least 4 entries)", 16 of them on the
 * chip (§4.8): the last word of l[] and the last join have room, one more traps, with bit 4 or 6 of the MPC. */
TEST(local_memory_and_stack_end_with_their_size)
{
    static const uint32_t entries[] = { 16, 16, 16, 16, 16, 16, 32, 64 };

    for (uint32_t i = 0; i < 4 * ARRAY_SIZE(entries); i++) {
        const uint32_t size = i / 4, stack = i / 2 % 2, over = i & 1, joins = entries[size];
        uint32_t code[2 * 66], n = 0, seen = 0;

        open_compute("g80");
        for (uint32_t tpc = 0; tpc < 8; tpc++) {
            PUT(wr, REF_PGRAPH_TPC_MPC_TRAP_G80 + 0x1000 * tpc, 0xc0000000,
                REF_PGRAPH_TPC_MPC_TRAP_EN_G80 + 0x1000 * tpc, 0xffffffff);
        }
        if (stack)
            for (; n < 2 * (joins + over); n += 2)
                memcpy(code + n, (const uint32_t[]){ 0xa0000003, 0x780 }, 8);
        else if (size || over) {
            code[n++] = 0xd0000009 | ((size ? (8u << size) - 4 : 0) + (size ? 4 * over : 0)) << 9;
            code[n++] = 0x60c00780;
        }
        memcpy(code + n, (const uint32_t[]){ EXIT }, 8);
        send(3, stack ? 0x220 : 0x29c, size);
        load(code, n + 2);
        launch(32, 1);
        wait_for_end();
        for (uint32_t tpc = 0; tpc < 8; tpc++)
            seen |= rd(REF_PGRAPH_TPC_MPC_TRAP_G80 + 0x1000 * tpc) & 0x3fffffff;
        if (seen != (over ? stack ? 1u << 6 : 1u << 4 : 0))
            fail_msg("size %u of %s, over %u: 0x%x", size, stack ? "the stack" : "l[]", over, seen);
        close_card(NULL);
    }
}

/* Of an instruction, and of one before it: an empty field of §4.3's table and what the chip does not have (G80: ld s[], brkpt; all before G200: vote) is no
 * instruction; nor are those of other programs (interp, a[], o[]), and forms that §4.1 and §4.2 leave out. §8 has the numbers of errors, rnndb's
 * mpc.xml those of limits: bits of l[] 0 and 4, of the stack 6, of g[] 8, 12, 18 and 22. The second warp traps, in each MP in turn; its place is
 * that of the instruction or just after it. */
TEST(what_is_no_instruction_traps, NULL, close_card)
{
    static const struct {
        const char *chip;
        uint32_t before[2], code[2], trap, error, decode;
    } rows[] = {
    /* clang-format off */
#define NOP { 0xf0000001, 0xe0000780 }
#define FAR { 0x10008005, 0x00001003 } /* $r1 = 0x10000, of spaces that end at 0xffff */
#define BAD(of) 1u << 16, 1 << 4, 1u << (of)
#define NO(first, second) { "g80", NOP, { first, second }, BAD(1) }
        { "g80", NOP, { 0x90000003, 0 }, BAD(0) }, NO(0xf0000001, 0xa0000780), NO(0x00000001, 0x780), NO(0x00000001, 0x80000780), NO(0x10000001, 0x44000780), NO(0x10000001, 0x80000780), NO(0x10000001, 0xe0000780),
        NO(0x30000001, 0x20000780), NO(0x30000001, 0x40000780), NO(0x50000001, 3), NO(0x80000001, 0x780), NO(0x90000001, 0x20000780), NO(0x90000001, 0xe0000780), NO(0x90000001, 3), NO(0xa0000000, 0),
        NO(0xb0000001, 0x40000780), NO(0xb0000001, 0xe0000780), NO(0xc0000001, 0x20000780), NO(0xc0000001, 0xa0000780), NO(0xc0000001, 0xe0000780), NO(0xd0000000, 0), NO(0xd0000001, 0x40e00780),
        NO(0xd0000001, 0x60e00780), NO(0xd0000001, 0x80e00780), NO(0xd0000001, 0xa0e00780), NO(0xb0000003, 0x780), NO(0x10000002, 0), { "g84", NOP, { 0x10000401, 0x600007c0 }, BAD(1) },
        { "g84", NOP, { 0xd0000205, 0xe0800780 }, BAD(1) }, NO(0xd0000205, 0xe0c00780), NO(0xd0000205, 0xe0a00780), NO(0xd0000205, 0xc0a00780), { "g84", NOP, { 0xd0000205, 0xe0a00780 }, BAD(1) },
        { "g80", NOP, { 0x10008000, 0xf0000001 }, BAD(8) }, { "g80", NOP, { 0x1200c211, 0x0423c780 }, BAD(9) }, { "g80", NOP, { 0x1600c211, 0x0423c784 }, BAD(9) }, { "g80", NOP, { 0x1a00c211, 0x0423c784 }, BAD(9) },
        { "g84", NOP, { 0x12000211, 0x4400c780 }, BAD(9) }, { "g80", NOP, { 0x1000ca21, 0x0023c780 }, BAD(25) }, { "g80", NOP, { 0x30000003, 0x780 }, 1 << 16, 1 << 0, 0 },
        { "g80", NOP, { 0x50000003, 0x780 }, 1 << 16, 1 << 0, 0 }, { "g80", NOP, { 0xf0000001, 0xe0000782 }, 1 << 16, 1 << 0, 0 }, { "g80", { 0x40000003, 0x780 }, { 0x30000003, 0x780 }, 1 << 16, 1 << 0, 0 },
        { "g80", { 0xa0000003, 0x780 }, { 0x50000003, 0x780 }, 1 << 16, 1 << 0, 0 }, { "g80", { 0x40000003, 0x780 }, { 0xf0000001, 0xe0000782 }, 1 << 16, 1 << 1, 0 },
        { "g80", { 0xa0000003, 0x780 }, { 0x10000003, 0x780 }, 1 << 6, 0, 0 }, /* joins for ever */ { "g80", NOP, { 0xd0000201, 0x40c00780 }, 1 << 0, 0, 0 }, { "g80", NOP, { 0xd0000201, 0x60c00780 }, 1 << 4, 0, 0 },
        { "g80", FAR, { 0xd0000205, 0x80c00780 }, 1 << 8, 0, 0 }, { "g80", FAR, { 0xd0000205, 0xa0c00780 }, 1 << 12, 0, 0 }, { "g84", FAR, { 0xd0000205, 0xc0c00780 }, 1 << 18, 0, 0 },
        { "g84", FAR, { 0xd0000205, 0xe0c00780 }, 1 << 22, 0, 0 }, { "g200", NOP, { 0x90000003, 0 }, BAD(0) }, { "g200", NOP, { 0x80000001, 0x780 }, BAD(1) },
        { "g200", FAR, { 0xd0000205, 0xe0800780 }, 1 << 22, 0, 0 }, { "g200", { 0x40000003, 0x780 }, { 0xf0000001, 0xe0000782 }, 1 << 16, 1 << 1, 0 }, { "g200", NOP, { 0xd0000205, 0xc0a00780 }, BAD(1) },
        { "gt215", NOP, { 0xe0060821, 0x80000780 }, BAD(1) }, { "gt215", NOP, { 0xd0000205, 0xe0a00780 }, BAD(1) },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        static const uint32_t bits[] = { REF_PGRAPH_MPC_TRAP_MP0, REF_PGRAPH_MPC_TRAP_MP1,
                                         REF_PGRAPH_MPC_TRAP_MP2 };
        const bool late = rows[i].chip[1] == '2' || rows[i].chip[1] == 't'; /* G200, GT215 */
        const uint32_t tpcs = late ? 10 : 8, mps = late ? 3 : 2, apart = late ? 0x800 : 0x1000,
                       word = late ? REF_PGRAPH_TPC_MPC_TRAP_G200 : REF_PGRAPH_TPC_MPC_TRAP_G80;
        const uint32_t code[] = {
            MOV(10, 32u),      0xd00a01fd,        0x040007c8,      0xf0000001,      0xe0000501,
            rows[i].before[0], rows[i].before[1], rows[i].code[0], rows[i].code[1], EXIT
        };
        uint32_t trap = rows[i].trap, seen = 0, error = 0, decode = 0;

        open_compute(rows[i].chip);
        for (uint32_t tpc = 0; tpc < tpcs; tpc++)
            PUT(wr, word + apart * tpc, 0xc0000000, word + 4 + apart * tpc, 0xffffffff);
        load(code + 10, 2);
        launch(32, 1 + i % 24); /* so that it is another multiprocessor's turn */
        expect_done();
        load(code, ARRAY_SIZE(code));
        launch(64, 1);
        wait_for_end();
        for (uint32_t tpc = 0; tpc < tpcs; tpc++)
            seen |= rd(word + apart * tpc) & 0x3fffffff;
        for (uint32_t at = 0; at < tpcs * mps; at++) {
            const uint32_t first = mp_register(late, at / mps, at % mps, 0);

            if (!rd(first + REF_PGRAPH_MP_ERROR))
                continue;
            trap = bits[at % mps];
            error += rd(first + REF_PGRAPH_MP_ERROR);
            decode += rd(first + REF_PGRAPH_MP_DECODE);
            assert_pairs(0x80000000 | trap, rd(word + apart * (at / mps)), 1,
                         rd(first + REF_PGRAPH_MP_DECODE_AT) >> 24);
            assert_in_range(rd(first + REF_PGRAPH_MP_DECODE_AT) & 0xffffff, 32, 40);
            wr(first + REF_PGRAPH_MP_ERROR, 0);
            assert_int_equal(rd(first + REF_PGRAPH_MP_ERROR), 0);
        }
        if (error != rows[i].error || decode != rows[i].decode || seen != trap)
            fail_msg("%08x %08x: 0x%x, error 0x%x, 0x%x", code[8], code[9], seen, error, decode);
        assert_pairs(1 << 21, rd(REF_PGRAPH_INTR), 1 << 7, rd(REF_PGRAPH_TRAP));
    }
}

/* A program that never ends keeps PGRAPH busy, and the machine goes on; a reset ends it. */
TEST(endless_programs_end_with_a_reset, NULL, close_card)
{
    static const uint32_t code[] = { 0x10000003, 0x00000780 };

    open_compute("g84");
    load(code, ARRAY_SIZE(code));
    launch(512, 1);
    for (unsigned i = 0; i < 5; i++) {
        pass_ns(1000000);
        assert_int_equal(rd(REF_PGRAPH_STATUS), REF_PGRAPH_STATUS_ALL | REF_PGRAPH_STATUS_TPC_MP);
    }
    PUT(wr, REF_PMC_ENABLE, 0xffffefff, REF_PMC_ENABLE, 0xffffffff);
    assert_int_equal(rd(REF_PGRAPH_STATUS), 0);
}

/* No access does more than a part of a program: the less the more often its threads reach memory. `and`; loads, all
 * at once and each by itself; atomic operations of both sizes. */
TEST(accesses_to_memory_cost_turns, NULL, close_card)
{
    static const uint32_t rows[] = { 0xd0060821, 0x04000780, 0,          0xd0000011, 0x80c00780,
                                     0,          0xd0000011, 0x80000780, 1,          0xd0040011,
                                     0xe0c00780, 2,          0xd0040011, 0xe0800780, 2 };
    unsigned turns[5] = { 0 };

    open_compute("g200");
    for (unsigned i = 0; i < 5; i++) {
        uint32_t code[202] = { MOV(0, 0), [200] = EXIT };

        for (unsigned k = 2; k < 200; k++)
            code[k] = rows[3 * i + (k & 1)];
        load(code, 202);
        launch(32, 300);
        for (; rd(REF_PGRAPH_STATUS); turns[i]++)
            pass_ns(1000000);
        assert_true(i == 0 || turns[i] > turns[rows[3 * i + 2]]);
    }
}
