/* Programs of the compute class, sent through PGRAPH's direct port as a register test that runs on cards of every chipset does
 * (tesla-engines.md §4.1, §4.8): the result of each instruction, where threads go, and through which client and slot
 * memory is reached. Instructions are typed from tesla-isa.md; results are worked out by hand. */
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

#define COMPUTE 0x1cu      /* selector */
#define CODE    0x1030000u /* in VRAM */
#define CONST   0x1040000u
#define LOCAL   0x1050000u
#define STACK   0x1060000u
#define GLOBAL  0x1200000u
#define NOWHERE 0x20000000u /* after the second entry of a directory that has none */

static void load(const uint32_t *code, unsigned words)
{
    for (unsigned i = 0; i < words; i++)
        vram_wr(CODE + 4 * i, code[i]);
    send(3, 0x380, 0);
}

static void set_address(uint32_t method, uint32_t at)
{
    send(3, method, 0);
    send(3, method + 4, at);
}

/* §4.8's state, with every object over all of VRAM. */
static void open_broken(const char *chip, const char *defects)
{
    static const uint32_t objects[] = { 0x180, 0x1a0, 0x1a4, 0x1b8, 0x1bc, 0x1c0 };

    bring_up(chip, defects);
    vram_wr(CHANNEL + 16 * COMPUTE, 0x50c0);
    send(3, 0, COMPUTE);
    for (unsigned i = 0; i < ARRAY_SIZE(objects); i++)
        send(3, objects[i], VRAM);
    for (uint32_t i = 0; i < 16; i++) {
        set_address(0x400 + 0x20 * i, GLOBAL);
        send(3, 0x40c + 0x20 * i, 0xffff);
        send(3, 0x410 + 0x20 * i, 1);
    }
    set_address(0x210, CODE);
    set_address(0x218, STACK);
    set_address(0x294, LOCAL);
    set_address(0x2a4, CONST);
}

static void open_compute(const char *chip)
{
    open_broken(chip, NULL);
}

static void launch(uint32_t threads, uint32_t blocks)
{
    send(3, 0x3a8, 0x400);
    send(3, 0x3ac, 0x00010000 | threads);
    send(3, 0x3b0, 1);
    send(3, 0x2c0, 12);
    send(3, 0x2b4, 0x00010000 | threads);
    send(3, 0x2f8, 1);
    send(3, 0x3a4, 0x00010000 | blocks);
    send(3, 0x384, 0x100);
    send(3, 0x3b4, 0);
    send(3, 0x368, 0);
}

static void pass_ns(uint64_t ns)
{
    clock_now += ns;
    model_wake(card);
}

static void expect_done(void)
{
    for (unsigned i = 0; i < 1000 && rd(REF_PGRAPH_STATUS); i++)
        pass_ns(1000000);
    assert_int_equal(rd(REF_PGRAPH_STATUS), 0);
    assert_int_equal(rd(REF_PGRAPH_INTR), 0);
}

/* ---- results of instructions ---- */

/* Three operands from memory into $r4 to $r6, $c0 set, the instruction into $r7, and $c0 as it is then; all of that by one thread, or
 * by a whole warp whose last thread tells. */
static void run_one(unsigned threads, uint32_t first, uint32_t second, const uint32_t *operands,
                    uint32_t *result, uint32_t *flags)
{
    const uint32_t code[] = { 0x30020001, 0xc4100780, 0x20008005, 0x00000083, 0x20008009,
                              0x00000103, 0x100f8011, 0x00000003, 0x00000801, 0xa0000780,
                              0xd0000011, 0x80c00780, 0xd0000215, 0x80c00780, 0xd0000419,
                              0x80c00780, first,      second,     0xd000001d, 0xa0c00780,
                              0x0000001d, 0x20000780, 0xd000021d, 0xa0c00780, 0xf0000001,
                              0xe0000781 };

    for (unsigned i = 0; i < 3 * threads; i++)
        vram_wr(GLOBAL + 0x800 * (i / threads) + 4 * (i % threads), operands[i / threads]);
    load(code, ARRAY_SIZE(code));
    launch(threads, 1);
    expect_done();
    *result = vram_rd(GLOBAL + 4 * (threads - 1));
    *flags = vram_rd(GLOBAL + 0x800 + 4 * (threads - 1));
}

TEST(instructions_give_what_they_should, NULL, close_card)
{
    static const struct {
        const char *what;
        uint32_t first, second, operands[3], result, flags;
    } rows[] = {
        /* flags: 1 zero, 2 sign, 4 carry, 8 overflow */
        { "add", 0x2000081d, 0x040187c0, { 0x7fffffff, 0, 1 }, 0x80000000, 10 },
        { "add sat", 0x2000081d, 0x0c0187c0, { 0x7fffffff, 0, 1 }, 0x7fffffff, 8 },
        { "sub", 0x2040081d, 0x040187c0, { 5, 0, 5 }, 0, 5 },
        { "subr", 0x3000081d, 0x040187c0, { 5, 0, 3 }, 0xfffffffe, 2 },
        { "mul u24", 0x4005081d, 0x000107c0, { 0xffffffff, 0xffffff, 0 }, 0xfe000001, 2 },
        { "mul high u24", 0x4005081d, 0x000147c0, { 0xffffffff, 0xffffff, 0 }, 0xfffffe00, 2 },
        { "mad s24", 0x6005081d, 0x800187c0, { 0x00ffffff, 7, 8 }, 1, 4 },
        { "sad s32", 0x5005081d, 0x0c0187c0, { 0xfffffffe, 3, 10 }, 15, 0 },
        { "shl", 0x3001081d, 0xc41007c0, { 0x80000001, 0, 0 }, 2, 12 },
        { "sar", 0x301f081d, 0xec1007c0, { 0x80000000, 0, 0 }, 0xffffffff, 2 },
        { "shr by 32", 0x3020081d, 0xe41007c0, { 0xffffffff, 0, 0 }, 0, 1 },
        { "set l s32", 0x3005081d, 0x6c0047c0, { 0xffffffff, 1, 0 }, 0xffffffff, 2 },
        { "set l u32", 0x3005081d, 0x640047c0, { 0xffffffff, 1, 0 }, 0, 1 },
        { "max s32", 0x3005081d, 0x8c0007c0, { 0xffffffff, 1, 0 }, 1, 0 },
        { "min s32", 0x3005081d, 0xac0007c0, { 0xffffffff, 1, 0 }, 0xffffffff, 2 },
        { "xor", 0xd005081d, 0x040087c0, { 0xff00ff00, 0x0ff00ff0, 0 }, 0xf0f0f0f0, 2 },
        { "and not", 0xd005081d, 0x040207c0, { 0xff, 0x0f, 0 }, 0xf0, 0 },
        { "add f32", 0xb000081d, 0x000187c0, { 0x3f800000, 0, 0x40000000 }, 0x40400000, 0 },
        { "add f32 of nothing", 0xb000081d, 0x000187c0, { 0x00000001, 0, 0x80000001 }, 0, 1 },
        { "add f32 to zero", 0xb003081d, 0x000187c0, { 0x3f800000, 0, 0x33ffffff }, 0x3f800000, 0 },
        { "mul f32", 0xc005081d, 0x000007c0, { 0x40400000, 0x3f000000, 0 }, 0x3fc00000, 0 },
        { "mul neg f32", 0xc005081d, 0x040007c0, { 0x40400000, 0x3f000000, 0 }, 0xbfc00000, 2 },
        { "mad f32",
          0xe005081d,
          0x000187c0,
          { 0x40000000, 0x40400000, 0x3f800000 },
          0x40e00000,
          0 },
        { "infinity less infinity",
          0xb000081d,
          0x080187c0,
          { 0x7f800000, 0, 0x7f800000 },
          0x7fffffff,
          3 },
        { "max f32 of a NaN",
          0xb005081d,
          0x800007c0,
          { 0x7f812345, 0xbf800000, 0 },
          0xbf800000,
          2 },
        { "slct", 0xc005081d, 0x400187c0, { 1, 2, 0xbf800000 }, 2, 0 },
        { "cvt rzi s32 f32", 0xa000081d, 0x8c0647c0, { 0xc0200000, 0, 0 }, 0xfffffffe, 2 },
        { "cvt rni s32 f32", 0xa000081d, 0x8c0047c0, { 0x40200000, 0, 0 }, 2, 0 },
        { "cvt u32 f32 of less than 0", 0xa000081d, 0x840647c0, { 0xc0200000, 0, 0 }, 0, 1 },
        { "cvt rn f32 s32", 0xa000081d, 0x440147c0, { 0xfffffffd, 0, 0 }, 0xc0400000, 2 },
        { "cvt s8 s32", 0xa000081d, 0x0c0947c0, { 300, 0, 0 }, 127, 0 },
        { "cvt f16 f32", 0xa0000839, 0xc0004780, { 0x3fc00000, 0, 0 }, 0x3e00, 15 },
        { "cvt f16 f32 of infinity", 0xa0000839, 0xc0004780, { 0xff800000, 0, 0 }, 0xfc00, 15 },
        { "rcp", 0x9000081d, 0x00000780, { 0x40000000, 0, 0 }, 0x3f000000, 15 },
        { "rcp of -0", 0x9000081d, 0x00000780, { 0x80000000, 0, 0 }, 0xff800000, 15 },
        { "rsqrt of 4", 0x9000081d, 0x40000780, { 0x40800000, 0, 0 }, 0x3f000000, 15 },
        { "lg2 of 8", 0x9000081d, 0x60000780, { 0x41000000, 0, 0 }, 0x40400000, 15 },
        { "preex2 of 1", 0xb000081d, 0xc0004780, { 0x3f800000, 0, 0 }, 0x00800000, 15 },
        { "ex2 of 1", 0x9000081d, 0xc0000780, { 0x00800000, 0, 0 }, 0x40000000, 15 },
        { "mov from $c", 0x0000001d, 0x20000780, { 0, 0, 0 }, 15, 15 },
        { "add to zero", 0x2000081d, 0x040187c0, { 0xffffffff, 0, 1 }, 0, 5 },
        { "add of halves", 0x2000103d, 0x00030780, { 0x1ffff, 0, 2 }, 0x00010000, 15 },
        { "addc", 0x3040081d, 0x04018780, { 1, 0, 2 }, 4, 15 },
        { "mul u16", 0x400a101d, 0x00000780, { 0x1234ffff, 0x5678ffff, 0 }, 0xfffe0001, 15 },
        { "mad u16", 0x600a101d, 0x00018780, { 0xffff0003, 5, 0xfffffff0 }, 0xffffffff, 15 },
        { "mad u16 high", 0x600a121d, 0x00018780, { 0x00030000, 5, 1 }, 16, 15 },
        { "and", 0xd005081d, 0x040007c0, { 0xf0, 0x0f, 0 }, 0, 1 },
        { "or", 0xd005081d, 0x040047c0, { 0x80000000, 1, 0 }, 0x80000001, 2 },
        { "shr", 0x3004081d, 0xe4100780, { 0x800000ff, 0, 0 }, 0x0800000f, 15 },
    };

    open_compute("g84");
    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const unsigned threads = i < ARRAY_SIZE(rows) ? 1 : 32;
        const unsigned row = i % ARRAY_SIZE(rows);
        uint32_t result, flags;

        run_one(threads, rows[row].first, rows[row].second, rows[row].operands, &result, &flags);
        if (result != rows[row].result || flags != rows[row].flags)
            fail_msg("%s: 0x%x with flags %u, not 0x%x with %u", rows[row].what, result, flags,
                     rows[row].result, rows[row].flags);
    }
}

/* §3's table of predicates: bit N of a word is set if it is true of the flags N (1 zero, 2 sign, 4 carry, 8 overflow). */
TEST(predicates_are_true_of_flags, NULL, close_card)
{
    static const uint16_t truths[32] = {
        0x0000, 0xbb44, 0x2222, 0x3366, 0x4411,        0x5555, 0xcc33, 0x7777,
        0x8888, 0x33cc, 0xaaaa, 0xbbee, 0xcc99,        0xdddd, 0x44bb, 0xffff,
        0xff00, 0xf0f0, 0x5050, 0xcccc, [28] = 0x3333, 0xafaf, 0x0f0f, 0x00ff,
    };
    uint32_t code[6 + 32 * 8] = { 0x00000001, 0xa0000780,   /* $c0 = thread */
                                  0x30020021, 0xc4100780,   /* $r8 = 4 * thread */
                                  0x10018009, 0x00000003 }; /* $r2 = 1 */
    unsigned n = 6;

    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t words[] = {
            0x10008005, 0x00000003, /* $r1 = 0, and $r2 if so, to memory, 16 words further */
            0x10000405, 0x0403c000 | i << 7,  0xd0001005,
            0xa0c00780, 0x20008021 | 1 << 12, 0x00000007
        };
        memcpy(code + n, words, sizeof(words));
        n += 8;
    }
    code[n - 2] = 0xf0000001;
    code[n - 1] = 0xe0000781;
    open_compute("g84");
    load(code, n);
    launch(16, 1);
    expect_done();
    for (uint32_t i = 0; i < 32; i++)
        for (uint32_t flags = 0; flags < 16 && (i < 20 || i >= 28); flags++)
            if (vram_rd(GLOBAL + 0x40 * i + 4 * flags) != (truths[i] >> flags & 1u))
                fail_msg("predicate 0x%x of flags %u", i, flags);
}

/* Threads 16 to 31 read the words of threads 0 to 15: what they read does not lie in a row. */
TEST(threads_read_where_they_like, NULL, close_card)
{
    static const uint32_t code[] = { 0x100f8005, 0x00000003, /* $r1 = 15 */
                                     0xd0010009, 0x04000780, /* $r2 = thread and 15 */
                                     0x30020409, 0xc4100780, /* times 4 */
                                     0xd000040d, 0x80c00780, /* $r3 = g0[$r2] */
                                     0x30020021, 0xc4100780, /* $r8 = 4 * thread */
                                     0x20009021, 0x00000103, /* + 0x1000 */
                                     0xd000100d, 0xa0c00780, /* g0[$r8] = $r3 */
                                     0xf0000001, 0xe0000781 };

    open_compute("g84");
    for (uint32_t i = 0; i < 32; i++)
        vram_wr(GLOBAL + 4 * i, 100 + i);
    load(code, ARRAY_SIZE(code));
    launch(32, 1);
    expect_done();
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(vram_rd(GLOBAL + 0x1000 + 4 * i), 100 + i % 16);
}

/* "Flags of the MP change three things" (tesla-isa.md §6): of MP 0 of TPC 0, where the only block runs. */
TEST(flags_of_a_multiprocessor_change_results)
{
    static const struct {
        const char *what, *chip;
        uint32_t flags, first, second, operands[3], result;
    } rows[] = {
        { "0 * NaN", "g84", 2, 0xc005081d, 0x000007c0, { 0x80000000, 0x7fffffff, 0 }, 0 },
        { "0 * NaN without it",
          "g84",
          0,
          0xc005081d,
          0x000007c0,
          { 0, 0x7fffffff, 0 },
          0x7fffffff },
        { "dx", "g84", 1, 0xc004081d, 0x800187c0, { 0, 0, 0 }, 0x7f800000 },
        { "add sat of a NaN", "gt215", BIT(19), 0xb000081d, 0x200187c0, { 0x7fffffff, 0, 0 }, 0 },
        { "the same", "mcp79", BIT(19), 0xb000081d, 0x200187c0, { 0x7fffffff, 0, 0 }, 0x7fffffff },
        { "the same", "g84", BIT(19), 0xb000081d, 0x200187c0, { 0x7fffffff, 0, 0 }, 0x7fffffff },
        { "the same", "g200", BIT(19), 0xb000081d, 0x200187c0, { 0x7fffffff, 0, 0 }, 0 },
        { "add sat that makes one",
          "g200",
          BIT(19),
          0xb000081d,
          0x200187c0,
          { 0x7f800000, 0, 0xff800000 },
          0x7fffffff },
        { "the same", "gt215", BIT(19), 0xb000081d, 0x200187c0, { 0x7f800000, 0, 0xff800000 }, 0 },
        { "cvt sat of a NaN", "g200", BIT(19), 0xa000081d, 0xc40847c0, { 0x7fffffff, 0, 0 }, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t result, flags;

        open_compute(rows[i].chip);
        wr((chipset_named(rows[i].chip)->chip.id < 0xa0 ? REF_PGRAPH_TPC_MP_G80
                                                        : REF_PGRAPH_TPC_MP_G200) +
               REF_PGRAPH_MP_FLAGS,
           rows[i].flags);
        run_one(1, rows[i].first, rows[i].second, rows[i].operands, &result, &flags);
        if (result != rows[i].result)
            fail_msg("%s on %s: 0x%x, not 0x%x", rows[i].what, rows[i].chip, result,
                     rows[i].result);
        close_card(NULL);
    }
}

/* "Each entry of 26 bits twice" (§8): the first piece of 1/x is 0x3fffffe, its slope is -65534 (0x0002 in 16 bits), its
 * curvature 1013: 0x0bf5. */
TEST(tables_are_seen_through_the_window)
{
    static const struct {
        const char *chip;
        uint32_t tpc, select, low, high;
    } rows[] = {
        { "g84", 0, 0x0000 << 6 | 0xb << 2, 0xfbfffffe, 0x000fffff },
        { "gt215", 1 << 11, 0x0200 << 6 | 0xc << 2, 0xd4000bf5, 0x2f },
        { "gt215", 0, 0x01c0 << 6 | 0xc << 2, 0, 0 },
        { "gt215", 0, 0x0000 << 6 | 0xb << 2, 0, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_compute(rows[i].chip);
        wr(REF_PGRAPH_TPC_STATE + rows[i].tpc, rows[i].select);
        assert_int_equal(rd(REF_PGRAPH_TPC_STATE_DATA + rows[i].tpc), rows[i].low);
        assert_int_equal(rd(REF_PGRAPH_TPC_STATE_DATA + 4 + rows[i].tpc), rows[i].high);
        close_card(NULL);
    }
    /* All 1,024 entries, against the sum of those of nvhw, each times an odd number of its own. */
    uint32_t sum = 0;

    open_compute("g84");
    for (uint32_t i = 0; i < 0x400; i++) {
        wr(REF_PGRAPH_TPC_STATE, i << 6 | 0xb << 2);
        sum += (2 * i + 1) * (rd(REF_PGRAPH_TPC_STATE_DATA) & 0x3ffffff);
    }
    assert_int_equal(sum, 0x39b69228);
    close_card(NULL);
}

/* A number below `range`. */
static uint32_t drawn(uint32_t *draws, uint32_t range)
{
    *draws = *draws * 1664525 + 1013904223;
    return (*draws >> 8) % range;
}

/* A sum, product, multiply-add, logic operation or shift of $r1 to $r7 or their halves, with any modifiers, flags and predicate. */
static void draw_integer(uint32_t *draws, uint32_t *code)
{
    static const uint32_t kinds[] = { 0x20000001, 0x30000001, 0x40000001,
                                      0x60000001, 0xd0000001, 0x30000001 };
    static const uint32_t predicates[] = { 15, 15, 5, 17 };
    const uint32_t kind = drawn(draws, 6), wide = drawn(draws, 2);
    const bool halves = kind == 2 || kind == 3, shifts = kind == 5;
    const uint32_t to = halves || wide ? 1 + drawn(draws, 7) : 2 + drawn(draws, 14);
    const uint32_t a = !halves && wide ? 1 + drawn(draws, 7) : 2 + drawn(draws, 14);
    const uint32_t b = shifts            ? drawn(draws, 40)
                       : !halves && wide ? 1 + drawn(draws, 7)
                                         : 2 + drawn(draws, 14);
    const uint32_t c = halves || wide ? 1 + drawn(draws, 7) : 2 + drawn(draws, 14);

    code[0] = kinds[kind] | to << 2 | a << 9 | b << 16;
    code[1] = predicates[drawn(draws, 4)] << 7 | drawn(draws, 2) << 6 | wide << 26;
    if (kind < 2 || kind == 3)
        code[1] |= c << 14;
    if (kind < 2)
        code[0] = (code[0] & ~0x007f0000u) | drawn(draws, 2) << 22;
    if (kind == 2 || kind == 4)
        code[1] |= drawn(draws, 2) * drawn(draws, kind == 2 ? 8 : 16) << 14;
    if (kind == 3)
        code[1] |= drawn(draws, 2) * drawn(draws, 8) << 29;
    if (shifts)
        code[1] |= 0xc0100000 | drawn(draws, 2) << 29 | drawn(draws, 2) << 27;
}

/* Common forms have short ways (plain.c), which a multiprocessor does not take of which something is broken. Here that is a table which
 * no instruction looks at, in one of four; each block leaves the same registers, of all threads. */
TEST(short_ways_compute_the_same)
{
    uint32_t code[1024], draws = 7;

    for (unsigned round = 0; round < 100; round++) {
        unsigned n = 0, others = 0;

        for (uint32_t r = 1; r < 8; r++) { /* mov; mad u16 of the thread's number */
            const uint32_t number = drawn(&draws, 1 << 24) * 251;
            code[n++] = 0x10008001 | r << 2 | (number & 0x3f) << 16;
            code[n++] = number >> 6 << 2 | 3;
            code[n++] = 0x60000001 | r << 2 | (2 * r) << 16;
            code[n++] = 0x00000780 | r << 14;
        }
        for (unsigned i = 0; i < 40; i++, n += 2)
            draw_integer(&draws, code + n);
        /* $r8 = 4 * thread + 0x400 * block */
        const uint32_t place[] = { 0x30020021, 0xc4100780, 0x10004c25, 0x0423c780,
                                   0x300a1225, 0xc4100780, 0x20001021, 0x04024780 };
        for (unsigned i = 0; i < ARRAY_SIZE(place); i++)
            code[n++] = place[i];
        for (uint32_t r = 1; r < 8; r++) { /* st g0[$r8]; $r8 += 0x80 */
            code[n++] = 0xd0001001 | r << 2;
            code[n++] = 0xa0c00780;
            code[n++] = 0x20009021;
            code[n++] = 0x0000000b;
        }
        code[n++] = 0xf0000001;
        code[n++] = 0xe0000781;
        open_broken("g84", "shader-rcp-entry");
        load(code, n);
        launch(32, 4);
        expect_done();
        for (uint32_t i = 0; i < 7 * 32; i++) {
            for (uint32_t block = 1; block < 4; block++)
                assert_int_equal(vram_rd(GLOBAL + 4 * i), vram_rd(GLOBAL + 0x400 * block + 4 * i));
            others += vram_rd(GLOBAL + 4 * i) != vram_rd(GLOBAL + 4 * (i & ~31u));
        }
        assert_in_range(others, 31, 7 * 31); /* threads compute numbers of their own */
        close_card(NULL);
    }
}

/* Pairs from memory into $r4d, $r6d, $r8d, the instruction into $r10d; of a G200. */
TEST(doubles_are_g200s, NULL, close_card)
{
    static const struct {
        const char *what;
        uint32_t first, second;
        uint64_t operands[3], result;
        uint32_t flags;
    } rows[] = {
        { "add",
          0xe0000829,
          0x600207c0,
          { 0x3ff0000000000000, 0, 0x4000000000000000 },
          0x4008000000000000,
          0 },
        { "mul",
          0xe0060829,
          0x800007c0,
          { 0x4008000000000000, 0x3fe0000000000000, 0 },
          0x3ff8000000000000,
          0 },
        { "fma",
          0xe0060829,
          0x400207c0,
          { 0x4000000000000000, 0x4008000000000000, 0xbff0000000000000 },
          0x4014000000000000,
          0 },
        { "fma rounds once",
          0xe0060829,
          0x400207c0,
          { 0x3ff0000000000001, 0x3ff0000000000001, 0xbff0000000000002 },
          0x3970000000000000,
          0 },
        { "min",
          0xe0060829,
          0xa00007c0,
          { 0x3ff0000000000000, 0xbff0000000000000, 0 },
          0xbff0000000000000,
          2 },
        { "half of the smallest",
          0xe0060829,
          0x800007c0,
          { 0x0010000000000000, 0x3fe0000000000000, 0 },
          0x0008000000000000,
          0 },
        { "infinity less infinity",
          0xe0000829,
          0x680207c0,
          { 0x7ff0000000000000, 0, 0x7ff0000000000000 },
          0xfff8000000000000,
          3 },
        { "cvt f64 s32", 0xa0000829, 0x444107c0, { 0xfffffffd, 0, 0 }, 0xc008000000000000, 2 },
        { "cvt rzi u64 f64",
          0xa0000829,
          0x844647c0,
          { 0x4270000000000000, 0, 0 },
          0x10000000000,
          0 },
        { "cvt rzi s64 f64",
          0xa0000829,
          0x8c4647c0,
          { 0xc014000000000000, 0, 0 },
          0xfffffffffffffffb,
          2 },
    };
    static const uint32_t start[] = { 0x30030001, 0xc4100780, 0x20008005, 0x00000103,
                                      0x20008009, 0x00000203, 0x100f8015, 0x00000003,
                                      0x00000a01, 0xa0000780, 0xd0000011, 0x80800780,
                                      0xd0000219, 0x80800780, 0xd0000421, 0x80800780 };
    static const uint32_t end[] = { 0xd0000029, 0xa0800780, 0x0000001d, 0x20000780,
                                    0xd000021d, 0xa0c00780, 0xf0000001, 0xe0000781 };

    open_compute("g200");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t code[2 + ARRAY_SIZE(start) + ARRAY_SIZE(end)];

        for (unsigned k = 0; k < 3; k++) {
            vram_wr(GLOBAL + 0x1000 * k, (uint32_t)rows[i].operands[k]);
            vram_wr(GLOBAL + 0x1000 * k + 4, (uint32_t)(rows[i].operands[k] >> 32));
        }
        memcpy(code, start, sizeof(start));
        code[ARRAY_SIZE(start)] = rows[i].first;
        code[ARRAY_SIZE(start) + 1] = rows[i].second;
        memcpy(code + ARRAY_SIZE(start) + 2, end, sizeof(end));
        load(code, ARRAY_SIZE(code));
        launch(1, 1);
        expect_done();
        const uint64_t result = vram_rd(GLOBAL) | (uint64_t)vram_rd(GLOBAL + 4) << 32;
        if (result != rows[i].result || vram_rd(GLOBAL + 0x1000) != rows[i].flags)
            fail_msg("%s: 0x%llx with flags %u, not 0x%llx with %u", rows[i].what,
                     (unsigned long long)result, vram_rd(GLOBAL + 0x1000),
                     (unsigned long long)rows[i].result, rows[i].flags);
    }
}

/* ---- where threads go ---- */

static const uint32_t sides[] = {
    0x10018011, 0x00000003, 0xd0040009, 0x040007c0, 0x10248015, 0x00000007, 0xa0008003, 0x00000000,
    0x10007003, 0x00000100, 0x20000a15, 0x04000780, 0x10008003, 0x00000780, 0x20000a15, 0x04014780,
    0xf0000001, 0xe0000782, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t loops[] = {
    0x10018011, 0x00000003, 0x10008015, 0x00000003, 0x10000019, 0x0403c780, 0x40008003, 0x00000000,
    0x30070dfd, 0x640087c8, 0x50000003, 0x00000280, 0x20068a14, 0x20448c18, 0x10004003, 0x00000780,
    0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t calls[] = {
    0x10018011, 0x00000003, 0x10078015, 0x00000003, 0x20007003, 0x00000000, 0x20000a15, 0x04010780,
    0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781, 0xd00401fd, 0x040007c8,
    0x30000003, 0x00000280, 0x20000a15, 0x04014780, 0x30000003, 0x00000780,
};

static const uint32_t barrier[] = {
    0x00020005, 0xc0000780, 0x04000801, 0xe4200780, 0x86000003, 0x00004000, 0x103f8019,
    0x00000003, 0x20400c19, 0x04000780, 0x00020c05, 0xc0000780, 0x1400c815, 0x0423c780,
    0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t places[] = {
    0x10000005, 0x0403c780, 0x200001fd, 0x0401c7c8, 0x00000015, 0x60000780, 0xf0000001, 0xe0000281,
    0x10004c19, 0x0423c780, 0x30020c0d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t local[] = {
    0x10348015, 0x00000123, 0x20000a15, 0x04000780, 0xd0001015, 0x60c00780, 0xd0001019,
    0x40c00780, 0x3002000d, 0xc4100780, 0xd0000619, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t constant[] = {
    0x10000415, 0x24c0c780, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t stack[] = {
    0xa0027003, 0x00000000, 0xa0026003, 0x00000000, 0xa0025003, 0x00000000, 0xa0024003, 0x00000000,
    0xa0023003, 0x00000000, 0xa0022003, 0x00000000, 0xa0021003, 0x00000000, 0xa0020003, 0x00000000,
    0xa001f003, 0x00000000, 0xa001e003, 0x00000000, 0xa001d003, 0x00000000, 0xa001c003, 0x00000000,
    0xa001b003, 0x00000000, 0xa001a003, 0x00000000, 0xa0019003, 0x00000000, 0xa0018003, 0x00000000,
    0xa0017003, 0x00000000, 0xa0016003, 0x00000000, 0xa0015003, 0x00000000, 0xa0014003, 0x00000000,
    0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782,
    0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782,
    0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782,
    0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782,
    0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782, 0xf0000001, 0xe0000782,
    0x10118015, 0x00000007, 0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static const uint32_t atoms[] = {
    0x10018011, 0x00000003, 0x1000800d, 0x00000023, 0xd0040615, 0xe0c00780,
    0x3002000d, 0xc4100780, 0xd0000615, 0xa0c00780, 0xf0000001, 0xe0000781,
};

static void run(const char *chip, const uint32_t *code, unsigned words, uint32_t threads,
                uint32_t blocks)
{
    open_compute(chip);
    load(code, words);
    launch(threads, blocks);
    expect_done();
}

#define RUN(chip, code, threads, blocks) run(chip, code, ARRAY_SIZE(code), threads, blocks)

/* Odd threads go one way, even ones the other, and all store after the join. */
TEST(both_sides_of_a_branch_run, NULL, close_card)
{
    RUN("g84", sides, 32, 1);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), i & 1 ? 100 + i : 200);
}

/* Each thread leaves the loop by itself, with the sum of 1 to its number. */
TEST(threads_leave_a_loop_one_by_one, NULL, close_card)
{
    RUN("g80", loops, 40, 1);
    for (uint32_t i = 0; i < 40; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), i * (i + 1) / 2);
}

/* Odd threads return at once with 7, the others with 14; all go on together and add 1. */
TEST(calls_return_when_all_have, NULL, close_card)
{
    RUN("mcp89", calls, 32, 1);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), i & 1 ? 8 : 15);
}

/* Two warps: each thread reads a word that one of the other has stored in s[] before the barrier. */
TEST(a_barrier_waits_for_all_warps, NULL, close_card)
{
    RUN("g200", barrier, 64, 1);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), 63 - i);
}

/* $physid of the first thread of each block: TPC in 23:20, MP in 19:16. A G200 has ten TPCs of three each. */
TEST(blocks_go_to_every_multiprocessor, NULL, close_card)
{
    uint32_t seen = 0;

    RUN("g200", places, 32, 30);
    for (uint32_t i = 0; i < 30; i++) {
        const uint32_t id = vram_rd(GLOBAL + 4 * i), tpc = id >> 20, mp = id >> 16 & 0xf;

        assert_in_range(tpc, 0, 9);
        assert_in_range(mp, 0, 2);
        assert_int_equal(id & 0xffff, 0);
        assert_int_equal(seen >> (3 * tpc + mp) & 1, 0);
        seen |= UINT32_C(1) << (3 * tpc + mp);
    }
}

/* The sum of all earlier threads' additions, in memory that they share. */
TEST(atomic_operations_give_what_was_there, NULL, close_card)
{
    uint32_t sum = 0;

    open_compute("g84");
    vram_wr(GLOBAL + 0x200, 5);
    load(atoms, ARRAY_SIZE(atoms));
    launch(32, 1);
    expect_done();
    for (uint32_t i = 0; i < 32; i++)
        sum += vram_rd(GLOBAL + 4 * i);
    assert_int_equal(sum, 32 * 5 + 31 * 32 / 2);
    assert_int_equal(vram_rd(GLOBAL + 0x200), 5 + 32);
}

/* ---- through which slot ---- */

/* A fault of that unit, of client and slot: code 0, engine 0; bit 8 of the last word is a read. */
static void expect_fault(uint32_t unit, unsigned client, unsigned slot, bool read)
{
    for (unsigned i = 0; i < 100 && rd(REF_PGRAPH_STATUS); i++)
        pass_ns(1000000);
    assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 21);
    assert_int_equal(rd(REF_PGRAPH_TRAP), unit);
    wr(REF_PFB_VM_FAULT, 0x000707ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT) >> 31, 1);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA), slot << 12 | client << 8);
    wr(REF_PFB_VM_FAULT, 5u << 24 | 0x000707ff);
    assert_int_equal(rd(REF_PFB_VM_FAULT_DATA) >> 8 & 1, read);
    close_card(NULL);
}

/* The same program with one object that has no page table. */
static void run_with(const uint32_t *code, unsigned words, uint32_t method, uint32_t address)
{
    open_compute("g80");
    for (uint32_t at = 0; at < 0x10; at += 4)
        vram_wr(CHANNEL + nv50_of(card)->chip->pd_offset + at, 0);
    wr(REF_PGRAPH_TPC_MPC_TRAP_G80, 0xc0000000);
    wr(REF_PGRAPH_TPC_MPC_TRAP_EN_G80, 0xffffffff);
    send(3, 0x29c, 1);
    send(3, 0x220, 6);
    send(3, 0x2ac, 0x00030100);
    send(3, 0x3c8, 0x00003301);
    if (method)
        send(3, method, PAGED);
    if (address)
        set_address(address, NOWHERE);
    load(code, words);
    launch(32, 1);
}

TEST(code_is_fetched_through_0_5_0)
{
    run_with(local, ARRAY_SIZE(local), 0x1c0, 0x210);
    expect_fault(1 << 4, 5, 0, true);
}

TEST(local_memory_is_0_b_9)
{
    run_with(local, ARRAY_SIZE(local), 0, 0);
    expect_done();
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(vram_rd(GLOBAL + 4 * i), 0x1234 + i);
    assert_int_equal(vram_rd(LOCAL + 8), 0x1234);
    assert_int_equal(vram_rd(LOCAL + 16 * 31 + 8), 0x1234 + 31);
    close_card(NULL);
    run_with(local, ARRAY_SIZE(local), 0x1b8, 0x294);
    expect_fault(1 << 8, 0xb, 9, false);
    run_with(local + 6, ARRAY_SIZE(local) - 6, 0x1b8, 0x294);
    expect_fault(1 << 8, 0xb, 9, true);
}

TEST(global_memory_is_0_b_a)
{
    static const uint32_t read[] = { 0xd0000201, 0x80c00780, 0xf0000001, 0xe0000781 };

    run_with(sides, ARRAY_SIZE(sides), 0x1a0, 0x400);
    expect_fault(1 << 8, 0xb, 0xa, false);
    run_with(read, ARRAY_SIZE(read), 0x1a0, 0x400);
    expect_fault(1 << 8, 0xb, 0xa, true);
}

/* Twenty joins one inside the other: four entries lie in memory. */
TEST(the_stack_is_0_b_b)
{
    run_with(stack, ARRAY_SIZE(stack), 0, 0);
    expect_done();
    assert_int_equal(vram_rd(GLOBAL + 4 * 31), 0x51);
    for (uint32_t i = 16; i < 20; i++)
        assert_int_equal(vram_rd(STACK + 8 * i), 0xffffffff);
    close_card(NULL);
    run_with(stack, ARRAY_SIZE(stack), 0x1bc, 0x218);
    expect_fault(1 << 8, 0xb, 0xb, false);
}

TEST(constants_are_0_5_0, NULL, close_card)
{
    open_compute("g84");
    vram_wr(CONST + 8, 0x600d);
    send(3, 0x2ac, 0x00030100);
    send(3, 0x3c8, 0x00003301);
    load(constant, ARRAY_SIZE(constant));
    launch(32, 1);
    expect_done();
    assert_int_equal(vram_rd(GLOBAL + 4 * 31), 0x600d);
}

/* ---- textures ---- */

#define TABLES 0x1070000u
#define IMAGE  0x1080000u

/* A word for each texel of three rows of four, 0x40 bytes apart; the image's and the sampler's entry lie in one page. */
static void open_texture(uint32_t how, uint32_t kind)
{
    const uint32_t image[] = { 0x300a490f | kind, IMAGE, 0x5005d000, 0x40, 4, 0x00010003, 0, 0 },
                   sampler[] = { how, 0x51, 0, 0, 0xb0d, 0xb0e, 0xb0f, 0xb10 };

    open_compute("g84");
    for (unsigned i = 0; i < 8; i++) {
        vram_wr(TABLES + 4 * i, image[i]);
        vram_wr(TABLES + 0x820 + 4 * i, sampler[i]); /* number 1 */
    }
    for (uint32_t i = 0; i < 12; i++)
        vram_wr(IMAGE + 0x40 * (i / 4) + 4 * (i % 4), 0x100 * (i / 4) + i % 4 + 0x1000);
    for (uint32_t method = 0x1c4; method <= 0x1cc; method += 4)
        send(3, method, VRAM);
    set_address(0x22c, TABLES + 0x800);
    set_address(0x2c4, TABLES);
    send(3, 0x234, 1);
    send(3, 0x2cc, 0);
    send(3, 0x3c4, 1);
    send(3, 0x3c0, 0x1001);
}

/* Coordinates into $r0 to $r3, the instruction, and its four components stored. */
static void look_up(uint32_t first, uint32_t x, uint32_t y, uint32_t colour[4])
{
    const uint32_t code[] = { 0x10008001 | (x & 0x3f) << 16,
                              x >> 6 << 2 | 3,
                              0x10008005 | (y & 0x3f) << 16,
                              y >> 6 << 2 | 3,
                              0x10008009,
                              3,
                              0x1000800d,
                              3,
                              first,
                              0x0000c780,
                              0x10008011,
                              3,
                              0xd0000801,
                              0xa0a00780,
                              0xf0000001,
                              0xe0000781 };

    load(code, ARRAY_SIZE(code));
    launch(1, 1);
    expect_done();
    for (unsigned i = 0; i < 4; i++)
        colour[i] = vram_rd(GLOBAL + 4 * i);
}

/* tesla-engines.md §4.8: a fetch has whole coordinates and sampler 0, tex floats, of which wrap modes 2 and 3 are known: the nearest
 * texel, or the border's colour. Component 0 comes first, alpha is the integer 1. */
TEST(texels_come_from_where_the_entries_say)
{
    static const struct {
        uint32_t first, x, y, how, red;
    } rows[] = {
        { 0xf7c00001, 3, 1, 0, 0x1103 },
        { 0xf7c00001, 9, 2, 0x1b, 0x1203 },
        { 0xf6c00001, 0x40600000, 0x3f800000, 0x1b, 0x1103 }, /* 3.5, 1.0 */
        { 0xf6c00001, 0xbf000000, 0x40000000, 0x12, 0x1200 }, /* -0.5, 2.0: edge */
        { 0xf6c00001, 0xbf000000, 0x40000000, 0x1b, 0xb0d },  /* border */
        { 0xf6c00001, 0x40800000, 0x3f800000, 0x12, 0x1103 }, /* 4.0, 1.0 */
        { 0xf6c00001, 0x3f800000, 0x40400000, 0x1a,
          0xb0d }, /* 1.0, 3.0: S to the edge, T to the border */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t colour[4];

        open_texture(rows[i].how, 0);
        look_up(rows[i].first, rows[i].x, rows[i].y, colour);
        assert_int_equal(colour[0], rows[i].red);
        assert_int_equal(colour[1], 0);
        assert_int_equal(colour[2], 0);
        assert_int_equal(colour[3], 1);
        close_card(NULL);
    }
}

/* What is not a row of words, and a texture that nobody has bound, gives 0 and asks for no texel. */
TEST(other_images_are_black, NULL, close_card)
{
    uint32_t colour[4];

    open_texture(0x1b, 0x10); /* another format */
    look_up(0xf7c00001, 1, 1, colour);
    assert_int_equal(colour[0] | colour[3], 0);
    close_card(NULL);
    open_texture(0x1b, 0);
    send(3, 0x3c4, 0);
    look_up(0xf7c00001, 1, 1, colour);
    assert_int_equal(colour[0] | colour[3], 0);
}

/* ---- programs that cannot run ---- */

TEST(what_is_no_instruction_traps)
{
    static const struct {
        uint32_t first, second;
        uint32_t trap; /* of MPC: 16 the first MP, 6 stack, 8 and 12 global memory read, written */
        uint32_t error, decode;                              /* of the MP (tesla-isa.md §8) */
    } rows[] = { { 0x90000003, 0, 1 << 16, 1 << 4, 1 << 0 }, /* trap */
                 { 0xf0000001, 0xa0000780, 1 << 16, 1 << 4, 1 << 1 }, /* nothing */
                 { 0x30000003, 0x00000780, 1 << 16, 1 << 0, 0 },      /* ret without a call */
                 { 0xd0000201, 0x60c00780, 1 << 4, 0, 0 } /* st l[] without local memory */ };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint32_t code[] = { rows[i].first, rows[i].second, 0xf0000001, 0xe0000781 };

        open_compute("g80");
        wr(REF_PGRAPH_TPC_MPC_TRAP_G80, 0xc0000000);
        wr(REF_PGRAPH_TPC_MPC_TRAP_EN_G80, 0xffffffff);
        load(code, ARRAY_SIZE(code));
        launch(32, 1);
        for (unsigned n = 0; n < 100 && rd(REF_PGRAPH_STATUS); n++)
            pass_ns(1000000);
        assert_int_equal(rd(REF_PGRAPH_INTR), 1 << 21);
        assert_int_equal(rd(REF_PGRAPH_TRAP), 1 << 7);
        assert_int_equal(rd(REF_PGRAPH_TPC_MPC_TRAP_G80) & 0x3fffffff, rows[i].trap);
        assert_int_equal(rd(REF_PGRAPH_TPC_MP_G80 + REF_PGRAPH_MP_ERROR), rows[i].error);
        assert_int_equal(rd(REF_PGRAPH_TPC_MP_G80 + REF_PGRAPH_MP_DECODE), rows[i].decode);
        wr(REF_PGRAPH_TPC_MP_G80 + REF_PGRAPH_MP_ERROR, 0);
        assert_int_equal(rd(REF_PGRAPH_TPC_MP_G80 + REF_PGRAPH_MP_ERROR), 0);
        close_card(NULL);
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
        assert_int_not_equal(rd(REF_PGRAPH_STATUS), 0);
    }
    wr(REF_PMC_ENABLE, 0xffffefff);
    wr(REF_PMC_ENABLE, 0xffffffff);
    assert_int_equal(rd(REF_PGRAPH_STATUS), 0);
}
