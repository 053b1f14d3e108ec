/* What instructions of programs compute (docs/hardware/tesla-isa.md): the result of each, where its operands come from, and the registers and
 * tables of a multiprocessor (§8). */
#include "tests/model/nv50/shader/program_rig.h"

/* §3's table of predicates: bit N of a word is set if it is true of the flags N (1 zero, 2 sign, 4 carry, 8 overflow). */
TEST(predicates_are_true_of_flags, NULL, close_card)
{
    static const uint16_t truths[32] = {
        0x0000, 0xbb44, 0x2222, 0x3366, 0x4411,        0x5555, 0xcc33, 0x7777,
        0x8888, 0x33cc, 0xaaaa, 0xbbee, 0xcc99,        0xdddd, 0x44bb, 0xffff,
        0xff00, 0xf0f0, 0x5050, 0xcccc, [28] = 0x3333, 0xafaf, 0x0f0f, 0x00ff,
    };
    for (uint32_t c = 0; c < 4; c++) {
        uint32_t code[6 + 32 * 8] = { 0x00000001, 0xa0000780 | c << 4, /* $cN = thread */
                                      0x30020021, 0xc4100780,          /* $r8 = 4 * thread */
                                      0x10018009, 0x00000003 };        /* $r2 = 1 */
        unsigned n = 6;

        for (uint32_t i = 0; i < 32; i++) {
            const uint32_t words[] = {
                0x10008005,
                0x00000003, /* $r1 = 0, and $r2 if so, to memory, 16 words further */
                0x10000405,
                0x0403c000 | c << 12 | i << 7,
                0xd0001005,
                0xa0c00780,
                0x20008021 | 1 << 12,
                0x00000007
            };
            memcpy(code + n, words, sizeof(words));
            n += 8;
        }
        memcpy(code + n - 2, (const uint32_t[]){ EXIT }, 8);
        open_compute("g84");
        run_to_end(code, n, 16);
        for (uint32_t i = 0; i < 32; i++)
            for (uint32_t flags = 0; flags < 16 && (i < 20 || i >= 28); flags++)
                if (vram_rd(GLOBAL + 0x40 * i + 4 * flags) != (truths[i] >> flags & 1u))
                    fail_msg("predicate 0x%x of flags %u in $c%u", i, flags, c);
    }
}

/* "$c0 to $c3": each is written (5:4) and read (13:12) by itself. By `and` zero is set of even threads, by `set` of equal ones sign of thread 1; carry,
 * which `mov` puts there, counts in addc; the fourth stays 0. */
TEST(each_c_is_by_itself, NULL, close_card)
{
    open_compute("g84");
    for (uint32_t i = 0; i < 8; i++) {
        const uint32_t c = i % 4, threads = i < 4 ? 3 : 32;
        /* clang-format off */
        const uint32_t code[] = { MOV(4, 1u), MOV(8, 4u), 0xd00401fd, 0x040007c8 | c << 4, 0x300401fd, 0x640087c8 | (c ^ 1) << 4, 0x00001001,
            0xa0000780 | (c ^ 2) << 4, 0x00000015, 0x20000780 | c << 12, 0x00000019, 0x20000780 | (c ^ 1) << 12, 0x3040081d,
            0x04010780 | (c ^ 2) << 12, 0x00000011, 0x20000780 | (c ^ 3) << 12, 0x30040009, 0xc4100780, 0xd0000411, 0xa0a00780, EXIT };
        /* clang-format on */

        run_to_end(code, ARRAY_SIZE(code), threads);
        for (uint32_t t = 0; t < threads; t++) {
            const uint32_t at = GLOBAL + 16 * t;
            assert_pairs(0, vram_rd(at), !(t & 1), vram_rd(at + 4), t == 1 ? 2 : 1, vram_rd(at + 8),
                         3, vram_rd(at + 12));
        }
    }
}

/* "Each entry of 26 bits twice" (§8): the first piece of 1/x is 0x3fffffe, slope -65534 (2), curvature 1013 (0xbf5). */
TEST(tables_are_seen_through_the_window, NULL, close_card)
{
    static const struct {
        const char *chip;
        uint32_t tpc, select, low, high;
    } rows[] = { { "g84", 0, 0x0000 << 6 | 0xb << 2, 0xfbfffffe, 0x000fffff },
                 { "gt215", 1 << 11, 0x0200 << 6 | 0xc << 2, 0xd4000bf5, 0x2f },
                 { "gt215", 0, 0x01c0 << 6 | 0xc << 2, 0, 0 },
                 { "gt215", 0, 0x0000 << 6 | 0xb << 2, 0, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_compute(rows[i].chip);
        wr(REF_PGRAPH_TPC_STATE + rows[i].tpc, rows[i].select);
        assert_int_equal(rd(REF_PGRAPH_TPC_STATE_DATA + rows[i].tpc), rows[i].low);
        assert_int_equal(rd(REF_PGRAPH_TPC_STATE_DATA + 4 + rows[i].tpc), rows[i].high);
    }
    /* All 1,024 entries, against the sum of those of nvhw, each times an odd number of its own. */
    uint32_t sum = 0;

    open_compute("g84");
    for (uint32_t i = 0; i < 0x400; i++) {
        wr(REF_PGRAPH_TPC_STATE, i << 6 | 0xb << 2);
        sum += (2 * i + 1) * (rd(REF_PGRAPH_TPC_STATE_DATA) & 0x3ffffff);
    }
    assert_int_equal(sum, 0x39b69228);
}

/* "The compute class's method 0x37c sets 0 (its bit 0) and 1 (its bit 16) in all MPs" (§8): G80 has 8 TPCs of 2, G200 10 of 3. */
TEST(flags_of_all_multiprocessors_are_set_by_a_method, NULL, close_card)
{
    static const uint32_t sent[] = { 1, 0x10000, 0x10001, 0xfffefffe };

    for (unsigned late = 0; late < 2; late++) {
        open_compute(late ? "g200" : "g80");
        for (uint32_t tpc = 0; tpc < (late ? 10 : 8); tpc++)
            wr(mp_register(late, tpc, tpc % 2, REF_PGRAPH_MP_FLAGS),
               late ? 0x80001 : 1); /* NaNs as they were */
        for (unsigned i = 0; i < 4; i++) {
            send(3, 0x37c, sent[i]);
            for (uint32_t mp = 0; mp < (late ? 30 : 16); mp++) {
                const uint32_t tpc = mp % (late ? 10 : 8), at = mp / (late ? 10 : 8);
                assert_int_equal(rd(mp_register(late, tpc, at, REF_PGRAPH_MP_FLAGS)),
                                 (i + 1) % 4 | (late && at == tpc % 2 ? 0x80000 : 0));
            }
        }
    }
}

/* A number below `range`. */
static uint32_t drawn(uint32_t *draws, uint32_t range)
{
    *draws = *draws * 1664525 + 1013904223;
    return (*draws >> 8) % range;
}

/* An integer of any size, or a float near to where its format or its rounding ends: a corner, of which sums and products are exact. */
static uint64_t draw_number(uint32_t *draws, char kind, bool corner)
{
    static const int16_t near[] = { 0,    -1,   1,    7,    14,   15,   16,  22,  23,  24,
                                    30,   31,   32,   52,   53,   62,   63,  64,  127, 128,
                                    -14,  -15,  -24,  -25,  -53,  -54,  -63, -64, -75, -126,
                                    -127, -149, -150, -511, -512, -537, -33, -34 };
    const uint64_t high = drawn(draws, 1 << 21), middle = drawn(draws, 1 << 21);
    const uint64_t word = high << 43 ^ middle << 22 ^ drawn(draws, 1 << 24);
    const unsigned shift = drawn(draws, 64), how = drawn(draws, 8);
    const unsigned width = kind == 'd' ? 52 : kind == 'f' ? 23 : 10;
    const uint64_t most = kind == 'd' ? 2047 : kind == 'f' ? 255 : 31;
    const uint64_t all = (UINT64_C(1) << width) - 1;
    const uint64_t corners[] = { 0, 1, most / 2 - 1, most / 2, most - 1, most };
    const uint64_t fractions[] = { 0, 1, all, word, UINT64_C(1) << shift, ~UINT64_C(0) << shift };

    if (kind == 'i')
        return how & 1 ? ~(word >> shift) : word >> shift;
    const uint64_t exponent = corner || how == 2 ? corners[drawn(draws, 6)]
                              : how < 2          ? word >> 20
                                                 : most / 2 + (uint64_t)near[drawn(draws, 38)];
    const uint64_t number =
        (exponent & most) << width | (fractions[drawn(draws, corner ? 3 : 6)] & all);

    return kind == 'd'   ? (word & UINT64_C(1) << 63) | number
           : kind == 'f' ? word << 31 | number
                         : word << 15 | number;
}

/* Registers: $r4d, $r6d and $r8d are the operands, the last also the result; or halves of $r4, $r6, $r8. */
struct form {
    const char *what;
    char kind; /* of the operands: integers, floats or doubles */
    uint32_t first, first_free, second, second_free; /* words, and their bits that have any value */
    uint32_t sum;
};

static uint32_t draw_bits(uint32_t *draws, uint32_t set, uint32_t free)
{
    const uint32_t high = drawn(draws, 1 << 16) << 16;

    return set | ((high | drawn(draws, 1 << 16)) & free);
}

/* Conversions have their widths in the second word. */
static void draw_conversion(const struct form *form, uint32_t code[2], char *kind)
{
    if (form->second & 0x00400000 && !(code[1] & 0x04004000))
        code[1] |= 0x04000000; /* of 64 bits is one of both */
    if (!(form->second & 0x00400000))
        code[0] |= (code[1] & 0x04000000 ? 0x20 : 0x40) | (code[1] & 0x4000 ? 0x800 : 0x1000);
    if (!(code[1] & 0x4000) && *kind != 'i')
        *kind = *kind == 'd' ? 'f' : 'h';
}

static void draw_form(uint32_t *draws, const struct form *form, uint32_t code[2], char *kind)
{
    static const struct {
        unsigned word, at, half;
    } fields[] = { { 0, 2, 16 }, { 0, 9, 8 }, { 0, 16, 12 }, { 1, 14, 16 } };

    code[0] = draw_bits(draws, form->first, form->first_free);
    code[1] = draw_bits(draws, form->second, form->second_free);
    *kind = form->kind;
    if (form->second & 0x40 && drawn(draws, 4) == 0)
        code[1] ^= 0x40; /* leaves $c0 as it is */
    if (code[0] >> 28 == 0xa)
        draw_conversion(form, code, kind);
    if (form->kind != 'i' && code[0] >> 28 != 0xa)
        return;
    for (unsigned i = 0; i < (code[0] >> 28 == 0xa ? 3 : 4); i++) /* upper ones of halves too */
        if ((code[fields[i].word] >> fields[i].at & 0x3f) == fields[i].half)
            code[fields[i].word] |= drawn(draws, 2) << fields[i].at;
}

static bool is_double(const struct form *form)
{
    return form->kind == 'd' || (form->first >> 28 == 0xa && form->second & 0x00400000);
}

#define THREADS 48u

struct thread {
    uint64_t numbers[3];
    uint32_t flags;
};

static void draw_threads(uint32_t *draws, char kind, struct thread threads[THREADS])
{
    for (unsigned t = 0; t < THREADS; t++) {
        const bool corner = drawn(draws, 3) == 0;
        for (unsigned i = 0; i < 3; i++)
            threads[t].numbers[i] = draw_number(draws, kind, corner);
        threads[t].flags = drawn(draws, 16);
    }
}

/* Operands and $c0 from memory, the instruction, and all back. `odd`: it is of $r5, $r7 and $r9 in their place. */
static void run_threads(const uint32_t in[2], bool odd, const struct thread threads[THREADS])
{
    /* clang-format off */
    static const uint32_t begin[] = { 0x30030001, 0xc4100780, 0x20008005, 0x00000103, 0x20008009, 0x00000203, 0x2000800d, 0x00000303, 0xd0000629,
        0x80c00780, 0x00001401, 0xa0000780, 0xd0000011, 0x80800780, 0xd0000219, 0x80800780, 0xd0000421, 0x80800780 }, to[] = { 0x10000815, 0x0403c780,
        0x10000c1d, 0x0403c780, 0x10001025, 0x0403c780 }, back[] = { 0x10001221, 0x0403c780 }, end[] = { 0xd0000021, 0xa0800780, 0x00000029,
        0x20000780, 0xd0000629, 0xa0c00780, EXIT };
    /* clang-format on */
    uint32_t code[40], n = 0;

#define APPEND(words) memcpy(code + n, words, sizeof(words)), n += sizeof(words) / 4
    APPEND(begin);
    if (odd)
        APPEND(to);
    memcpy(code + n, in, 8);
    n += 2;
    if (odd)
        APPEND(back);
    APPEND(end);
    for (uint32_t t = 0; t < THREADS; t++) {
        for (uint32_t i = 0; i < 3; i++)
            STORE(GLOBAL + 0x1000 * i + 8 * t, (uint32_t)threads[t].numbers[i],
                  (uint32_t)(threads[t].numbers[i] >> 32));
        vram_wr(GLOBAL + 0x3000 + 8 * t, threads[t].flags);
    }
    run_to_end(code, n, THREADS);
}

/* The sum of before, and of what the form gives in its draws. */
static uint32_t run_form(const struct form *form, bool late, uint32_t draws, uint32_t sum)
{
    for (unsigned round = 0; round < (is_double(form) ? 4 * 16 : 16); round++) {
        struct thread threads[THREADS];
        uint32_t code[2];
        char kind;

        draw_form(&draws, form, code, &kind);
        const uint32_t flags =
            draw_bits(&draws, 0, (code[0] & 0xf0000001) == 0xe0000001 ? 0x80001 : 0x80003);
        for (uint32_t mp = 0; mp < 64; mp++) /* of 16 TPCs */
            wr(mp_register(late, mp / 4, mp % 4, REF_PGRAPH_MP_FLAGS), flags);
        draw_threads(&draws, kind, threads);
        run_threads(code, false, threads);
        for (uint32_t at = GLOBAL; at < GLOBAL + 8 * THREADS; at += 8) {
            const uint32_t words[] = { vram_rd(at), vram_rd(at + 4), vram_rd(at + 0x3000),
                                       vram_rd(at + 0x1000), vram_rd(at + 0x1004) };
            for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
                sum = (sum ^ words[i]) * 0x01000193;
        }
    }
    return sum;
}

static const struct form forms[] = {
    /* clang-format off */
    { "add", 'i', 0x20000821, 0x1e7f0000, 0x040207c0, 0x1bc00004, 0xb9693bd3 }, { "add of halves", 'i', 0x20001041, 0x1e7f0000, 0x000407c0, 0x1bc00004, 0x45ceab91 },
    { "add, short", 'i', 0x20068820, 0x1e400100, 0x10000000, 0, 0xdff08e7c }, { "add halves, short", 'i', 0x200c1040, 0x1e400100, 0x10000000, 0, 0x9cdf05fd },
    { "add a number", 'i', 0x20008821, 0x1e7f0100, 3, 0x1ffffffc, 0xbf007c9c }, { "add a number to half", 'i', 0x20001041, 0x1e7f0100, 3, 0x1ffffffc, 0xbe680615 },
    { "set", 'i', 0x30060821, 0x0e000000, 0x640007c0, 0x1bdfc004, 0xa44faa10 }, { "set of halves", 'i', 0x300c1041, 0x0e000000, 0x600007c0, 0x1bdfc004, 0xe9d1b8e1 },
    { "min, max", 'i', 0x30060821, 0x0e000000, 0x840007c0, 0x3bdfc004, 0xa016880e }, { "min, max of halves", 'i', 0x300c1041, 0x0e000000, 0x800007c0, 0x3bdfc004, 0x4b5199ff },
    { "shift by a number", 'i', 0x30000821, 0x0e7f0000, 0xc41007c0, 0x3bcfc004, 0x966dc3cc }, { "shift half by number", 'i', 0x30001041, 0x0e7f0000, 0xc01007c0, 0x3bcfc004, 0xb9ef38ea },
    { "shift", 'i', 0x30060821, 0x0e000000, 0xc40007c0, 0x3bcfc004, 0x8db38627 }, { "shift of a half", 'i', 0x300c1041, 0x0e000000, 0xc00007c0, 0x3bcfc004, 0xc70c4b4d },
    { "mul 24", 'i', 0x40060821, 0x0e000000, 0x000107c0, 0x1fdec004, 0x1ab8a6ef }, { "mul 16", 'i', 0x400c1021, 0x0e000000, 0x000007c0, 0x1fdec004, 0x6cca38fe },
    { "mul 24, short", 'i', 0x40460820, 0x0e008100, 0x10000000, 0, 0x614d2631 }, { "mul 16, short", 'i', 0x400c1020, 0x0e008100, 0x10000000, 0, 0x16d791ce },
    { "mul 24 by a number", 'i', 0x40400821, 0x0e3f8100, 3, 0x1ffffffc, 0x6740ea6f }, { "mul 16 by a number", 'i', 0x40001021, 0x0e3f8100, 3, 0x1ffffffc, 0x50a6653f },
    { "sad", 'i', 0x50060821, 0x0e000000, 0x040207c0, 0x1bc00004, 0xc6704ace }, { "sad of halves", 'i', 0x500c1021, 0x0e000000, 0x000207c0, 0x1bc00004, 0xc9bccf2f },
    { "sad, short", 'i', 0x50068820, 0x0e400100, 0x10000000, 0, 0xb18b7104 }, { "sad halves, short", 'i', 0x500c1020, 0x0e400100, 0x10000000, 0, 0x28139ecc },
    { "mad 16", 'i', 0x600c1021, 0x0e000000, 0x000207c0, 0x3fc00004, 0xfeb6e71b }, { "mad s16 sat", 'i', 0x600c1021, 0x0e000000, 0x400207c0, 0x1fc00004, 0x911c7182 },
    { "mad u24", 'i', 0x60060821, 0x0e000000, 0x600207c0, 0x1fc00004, 0x616f418d }, { "mad s24, high", 'i', 0x60060821, 0x0e000000, 0x800207c0, 0x7fc00004, 0x5046b376 },
    { "mad of opcode 7", 'i', 0x70060821, 0x0e000000, 0x000207c0, 0xffc00004, 0x286f3677 }, { "mad 24, short", 'i', 0x60068920, 0x1e400000, 0x10000000, 0, 0x494dc382 },
    { "mad 16, short", 'i', 0x600c1020, 0x1e400100, 0x10000000, 0, 0xbb648800 }, { "mad s16 sat, short", 'i', 0x600c9020, 0x1e400000, 0x10000000, 0, 0xe1568106 },
    { "mad 24 of a number", 'i', 0x60008921, 0x1e7f0000, 3, 0x1ffffffc, 0xce8975f1 }, { "mad 16 of a number", 'i', 0x60001021, 0x1e7f0100, 3, 0x1ffffffc, 0xa431d587 },
    { "mad s16 sat of number", 'i', 0x60009021, 0x1e7f0000, 3, 0x1ffffffc, 0xc46d48f5 }, { "logic", 'i', 0xd0060821, 0x0e000000, 0x040007c0, 0x1bdfc004, 0xdceb4ad6 },
    { "logic of halves", 'i', 0xd00c1041, 0x0e000000, 0x000007c0, 0x1bdfc004, 0x25b0f79c }, { "logic with a number", 'i', 0xd0000821, 0x0e7f8100, 3, 0x1ffffffc, 0xe0981844 },
    { "add f32", 'f', 0xb0000821, 0x0e7c0000, 0x000207c0, 0x3fc03004, 0x3df3a0ce }, { "add f32 rz", 'f', 0xb0030821, 0x0e7c0000, 0x000207c0, 0x3fc03004, 0xd4574672 },
    { "add f32, short", 'f', 0xb0060820, 0x0e408100, 0x10000000, 0, 0x697ff8ab }, { "add a number f32", 'f', 0xb0000821, 0x0e7f8100, 3, 0x1ffffffc, 0xa0242aee },
    { "set f32", 'f', 0xb0060821, 0x0e000000, 0x600007c0, 0x1fdff004, 0xd73d747b }, { "min, max f32", 'f', 0xb0060821, 0x0e000000, 0x800007c0, 0x3fdff004, 0x373e9e4f },
    { "mul f32", 'f', 0xc0060821, 0x0e000000, 0x000007c0, 0x1fdf3004, 0x4752de93 }, { "mul f32 rz", 'f', 0xc0060821, 0x0e000000, 0x0000c7c0, 0x1fdf3004, 0x26be2091 },
    { "mul f32, short", 'f', 0xc0060820, 0x0e408100, 0x10000000, 0, 0x45879534 }, { "mul f32 by a number", 'f', 0xc0000821, 0x0e7f8100, 3, 0x1ffffffc, 0xda1dd549 },
    { "slct", 'f', 0xc0060821, 0x0e000000, 0x400207c0, 0x3fc03004, 0xd786c18d }, { "quadop", 'f', 0xc0000821, 0x0eff0000, 0x800207c0, 0x1fc03004, 0x2ff4a5d5 },
    { "mad f32", 'f', 0xe0060821, 0x0e000000, 0x000207c0, 0x3fc00004, 0x72fd7d81 }, { "mad f32, short", 'f', 0xe0060820, 0x0e408100, 0x10000000, 0, 0x6005fc69 },
    { "mad f32 of a number", 'f', 0xe0000821, 0x0e7f8100, 3, 0x1ffffffc, 0xaf322b3d }, { "cvt i2i", 'i', 0xa0000001, 0x0fff0000, 0x000007c0, 0x3f9ff004, 0x6083065a },
    { "cvt i2f", 'i', 0xa0000001, 0x0fff0000, 0x400007c0, 0x3f9ff004, 0xfc0bcca5 }, { "cvt f2i", 'f', 0xa0000001, 0x0fff0000, 0x800007c0, 0x3f9ff004, 0xa90762e7 },
    { "cvt f2f", 'f', 0xa0000001, 0x0fff0000, 0xc00007c0, 0x3f9ff004, 0x738ebd44 }, { "rcp", 'f', 0x90000821, 0x0fff0000, 0x00000780, 0x1fdff004, 0x99f7bbca },
    { "rcp, short", 'f', 0x90000820, 0x0eff8100, 0x10000000, 0, 0x7843f9df }, { "rsqrt", 'f', 0x90000821, 0x0fff0000, 0x40000780, 0x1fdff004, 0xb9ac27e7 },
    { "lg2", 'f', 0x90000821, 0x0fff0000, 0x60000780, 0x1fdff004, 0xe7c04527 }, { "sin, cos", 'f', 0x90000821, 0x0fff0000, 0x80000780, 0x3fdff004, 0x8b301486 },
    { "ex2", 'f', 0x90000821, 0x0fff0000, 0xc0000780, 0x1fdff004, 0x961e0f31 }, { "presin, preex2", 'f', 0xb0000821, 0x0fff0000, 0xc0000780, 0x1fdff004, 0xeadb031c },
    { "fma f64", 'd', 0xe0060821, 0x0e000000, 0x400207c0, 0x1fc03004, 0x5b4549db }, { "add f64", 'd', 0xe0000821, 0x0e7f0000, 0x600207c0, 0x1fc03004, 0xc1031d05 },
    { "mul f64", 'd', 0xe0060821, 0x0e000000, 0x800007c0, 0x1fdff004, 0x73d9c0c3 }, { "min f64", 'd', 0xe0060821, 0x0e000000, 0xa00007c0, 0x1fdff004, 0x62dbe2a2 },
    { "max f64", 'd', 0xe0060821, 0x0e000000, 0xc00007c0, 0x1fdff004, 0xd56033df }, { "set f64", 'd', 0xe0060821, 0x0e000000, 0xe00007c0, 0x1fdff004, 0x78190270 },
    { "cvt i2f 64", 'i', 0xa0000821, 0x0fff0000, 0x404007c0, 0x3fdff004, 0x4369f1c9 }, { "cvt f2i 64", 'd', 0xa0000821, 0x0fff0000, 0x804007c0, 0x3fdff004, 0x681b8a8c },
    { "cvt f2f 64", 'd', 0xa0000821, 0x0fff0000, 0xc04007c0, 0x3fdff004, 0xd8f2d451 }, { "atom add, exch", 'i', 0xd0080221, 0x0f800000, 0xc0c007c0, 0x203ff004, 0xe6660d08 },
    { "atom cas", 'i', 0xd0080221, 0x0f800000, 0xe0c107c8, 0x00203000, 0x7393e421 }, { "atom inc to min", 'i', 0xd0080221, 0x0f800000, 0xc0c007d0, 0x203ff00c, 0x4fdf0cb3 },
    { "atom and to f", 'i', 0xd0080221, 0x0f800000, 0xc0c007e0, 0x203ff01c, 0xc08b4bf8 }, { "atom add, exch, b16", 'i', 0xd0080221, 0x0f800000, 0xc00007c0, 0x207ff004, 0xec1b5c06 },
    { "atom inc to min, b16", 'i', 0xd0080221, 0x0f800000, 0xc00007d0, 0x207ff00c, 0x62153ef6 }, { "atom and to f, b16", 'i', 0xd0080221, 0x0f800000, 0xc00007e0, 0x207ff01c, 0xfdef1033 },
    { "atom b64", 'd', 0xd0080221, 0x0f800000, 0xc08107c0, 0x20003034, 0x15c7f512 }, { "atom cas b64", 'd', 0xd0080221, 0x0f800000, 0xe08107c8, 0x00003000, 0x4df184b5 },
    /* clang-format on */
};

/* Each form with any bits that it does not hold and with operands of all kinds, by a warp and a half: the sum of results, $c0 and the second
 * operand's memory is that of what hwtest (g80_int, g80_fp, g80_fp64, g80_sfu, g80_atom32) expects of a card. */
TEST(instructions_give_what_cards_gave, NULL, close_card)
{
    static const char *const chips[] = { "g84", "mcp79", "g200", "gt215" };
    uint32_t sums[ARRAY_SIZE(forms)] = { 0 };

    for (uint32_t chip = 0; chip < ARRAY_SIZE(chips); chip++) {
        open_compute(chips[chip]);
        for (uint32_t i = 0; i < ARRAY_SIZE(forms); i++)
            if (chip == 2 || !is_double(&forms[i]))
                sums[i] = run_form(&forms[i], chip >= 1, 64 * chip + i, sums[i]);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(forms); i++)
        if (sums[i] != forms[i].sum)
            fail_msg("%s: 0x%08x, not 0x%08x", forms[i].what, sums[i], forms[i].sum);
}

/* A register's number is no part of what lies beside it: odd ones give what even ones do, and whether $c0 is written (6) changes no result. */
TEST(odd_registers_do_as_even_ones, NULL, close_card)
{
    static const struct {
        unsigned word, at, even;
    } fields[] = { { 0, 2, 8 }, { 0, 9, 4 }, { 0, 16, 6 }, { 1, 14, 8 } };
    uint32_t draws = 1;

    open_compute("gt215");
    for (unsigned i = 0; i < 24 * ARRAY_SIZE(forms); i++) {
        const struct form *const form = &forms[i % ARRAY_SIZE(forms)];
        const uint32_t held[] = { ~form->first_free, ~form->second_free };
        uint32_t code[2], odd[2], seen[THREADS];
        struct thread threads[THREADS];
        char kind;

        draw_form(&draws, form, code, &kind);
        memcpy(odd, code, sizeof(odd));
        for (unsigned k = 0; k < ARRAY_SIZE(fields); k++)
            if ((code[fields[k].word] & held[fields[k].word]) >> fields[k].at % 32 << 26 ==
                fields[k].even << 26)
                odd[fields[k].word] |= 1u << fields[k].at;
        if (is_double(form) || !((odd[0] ^ code[0]) & 4) || form->first >> 16 == 0xd008)
            continue; /* pairs, halves and atomic operations have other numbers */
        odd[1] ^= form->second & 0x40;
        draw_threads(&draws, kind, threads);
        run_threads(code, false, threads);
        for (uint32_t t = 0; t < THREADS; t++)
            seen[t] = vram_rd(GLOBAL + 8 * t);
        run_threads(odd, true, threads);
        for (uint32_t t = 0; t < THREADS; t++)
            if (vram_rd(GLOBAL + 8 * t) != seen[t])
                fail_msg("%s: %08x %08x", form->what, odd[0], odd[1]);
    }
}

/* A float or an integer in both words, or a double. */
static void put_number(char kind, double number, uint32_t words[2])
{
    const float narrow = (float)number;
    const uint32_t whole = (uint32_t)(int64_t)number;

    for (unsigned i = 0; i < 2; i++)
        memcpy(words + i, kind == 'i' ? (const void *)&whole : (const void *)&narrow, 4);
    if (kind == 'd')
        memcpy(words, &number, 8);
}

/* Signs and absolute values of operands by the bits of their form (hw/nv50/shader.c: {neg:N}, {abs:N}), and by none beside them: the sums above
 * would miss a sign that an even number of results has wrong. $r4 and $r5, $r6 and $r7, $r8 and $r9 are a, b, c; s[0x10] is -2, s[0x14] -infinity. */
TEST(signs_are_those_of_their_bits, NULL, close_card)
{
#define INF  __builtin_inf()
#define HALF (0x1p51 + 0.5) /* the last number of a double that has one */
    static const struct {
        char kind;
        uint32_t first, second;
        double a, b, c, result;
    } rows[] = {
        /* clang-format off */
        { 'f', 0x90000820, 0x10000000, INF, 0, 0, 0 }, { 'f', 0x90400820, 0x10000000, INF, 0, 0, -0.0 }, /* rcp, short */ { 'f', 0x90800820, 0x10000000, INF, 0, 0, 0 },
        { 'f', 0x90008820, 0x10000000, -INF, 0, 0, 0 }, { 'f', 0x90010820, 0x10000000, -INF, 0, 0, -0.0 }, { 'f', 0x90408820, 0x10000000, -INF, 0, 0, -0.0 },
        { 'f', 0x90000821, 0x00000780, -INF, 0, 0, -0.0 }, { 'f', 0x90000821, 0x04000780, -INF, 0, 0, 0 }, /* rcp */ { 'f', 0x90000821, 0x08000780, -INF, 0, 0, -0.0 },
        { 'f', 0x90000821, 0x00100780, -INF, 0, 0, 0 }, { 'f', 0x90000821, 0x80000780, -0.0, 0, 0, -0.0 }, { 'f', 0x90000821, 0x84000780, -0.0, 0, 0, -0.0 }, /* sin: no sign */
        { 'f', 0xb0060820, 0x10000000, 2, 3, 0, 5 }, { 'f', 0xb0068820, 0x10000000, 2, 3, 0, 1 }, /* add, short */ { 'f', 0xb0460820, 0x10000000, 2, 3, 0, -1 },
        { 'f', 0xb0070a20, 0x10000000, 2, 3, 0, 5 }, { 'f', 0xb0060920, 0x10000000, 2, 3, 0, 1 }, { 'f', 0xc0070a20, 0x10000000, 2, 3, 0, 6 },
        { 'f', 0xc0068820, 0x10000000, 2, 3, 0, -6 }, /* mul, short */ { 'f', 0xc0460820, 0x10000000, 2, 3, 0, -6 }, { 'f', 0xc0800820, 0x10000000, 2, 3, 0, 0 },
        { 'f', 0xe0070a20, 0x10000000, 2, 3, 1, 7 }, { 'f', 0xe0068820, 0x10000000, 2, 3, 1, -5 }, /* mad, short */ { 'f', 0xe0460820, 0x10000000, 2, 3, 1, 5 },
        { 'f', 0xe0060920, 0x10000000, 2, 3, 1, 1 }, { 'f', 0xb0000821, 0x00020780, 2, 0, 3, 5 }, { 'f', 0xb0000821, 0x04020780, 2, 0, 3, 1 }, /* add */
        { 'f', 0xb0000821, 0x08020780, 2, 0, 3, -1 }, { 'f', 0xb0000821, 0x10020780, 2, 0, 3, 5 }, { 'f', 0xb0000821, 0x20020780, 2, 0, 3, 1 }, { 'f', 0xc0060821, 0x04000780, 2, 3, 0, -6 },
        { 'f', 0xc0060821, 0x08000780, 2, 3, 0, -6 }, /* mul */ { 'f', 0xc0060821, 0x10000780, 2, 3, 0, 6 }, { 'f', 0xc0060821, 0x00100780, 2, 3, 0, 1 },
        { 'f', 0xc006c821, 0x00200780, 0, 3, 0, -6 }, { 'f', 0xe0060821, 0x00020780, 2, 3, 1, 7 }, { 'f', 0xe0060821, 0x04020780, 2, 3, 1, -5 }, /* mad */
        { 'f', 0xe0060821, 0x08020780, 2, 3, 1, 5 }, { 'f', 0xe0060821, 0x10020780, 2, 3, 1, 7 }, { 'f', 0xe0060821, 0x20020780, 2, 3, 1, 1 }, { 'f', 0xb006c821, 0xa0200780, 0, 3, 0, -2 },
        { 'f', 0xb006c821, 0xa0300780, 0, 3, 0, 2 }, /* min */ { 'f', 0xb0060821, 0xa4000780, 2, -3, 0, -3 }, { 'f', 0xb0060821, 0xa8000780, 2, -3, 0, 2 },
        { 'f', 0xb0060821, 0xa0080780, 2, -3, 0, 2 }, { 'f', 0xb0060821, 0x84000780, 2, -3, 0, -2 }, { 'f', 0xb0060821, 0x88000780, 2, -3, 0, 3 }, { 'f', 0xb0060821, 0x90000780, 2, -3, 0, 2 },
        { 'f', 0xb000ca21, 0xc0200780, 0, 0, 0, -4 }, { 'f', 0xb000ca21, 0xc0300780, 0, 0, 0, 4 }, /* presin: infinity is 40800000 */ { 'f', 0xb0000821, 0xc4000780, INF, 0, 0, -4 },
        { 'f', 0xb0000821, 0xc8000780, INF, 0, 0, 4 }, { 'f', 0xc0060821, 0x40020780, 2, 3, 1, 2 }, { 'f', 0xc0060821, 0x60020780, 2, 3, 1, 3 }, /* slct */
        { 'f', 0xc0060821, 0x40020780, 2, 3, -0.0, 2 }, { 'f', 0xc0060821, 0x50020780, 2, 3, 1, 2 }, { 'd', 0xe0060821, 0x40020780, 2, 3, 1, 7 },
        { 'd', 0xe0060821, 0x44020780, 2, 3, 1, -5 }, /* fma f64 */ { 'd', 0xe0060821, 0x48020780, 2, 3, 1, 5 }, { 'd', 0xe0060821, 0x50020780, 2, 3, 1, 7 },
        { 'd', 0xe0000821, 0x60020780, 2, 0, 3, 5 }, { 'd', 0xe0000821, 0x64020780, 2, 0, 3, 1 }, /* add f64 */ { 'd', 0xe0000821, 0x68020780, 2, 0, 3, -1 },
        { 'd', 0xe0000821, 0x70020780, 2, 0, 3, 5 }, { 'd', 0xe0060821, 0x80000780, 2, 3, 0, 6 }, { 'd', 0xe0060821, 0x84000780, 2, 3, 0, -6 }, { 'd', 0xe0060821, 0x88000780, 2, 3, 0, 6 },
        { 'd', 0xe0060821, 0xa4000780, 2, -3, 0, -3 }, { 'd', 0xe0060821, 0xa8000780, 2, -3, 0, 2 }, { 'd', 0xe0060821, 0xa0080780, 2, -3, 0, 2 }, { 'd', 0xe0060821, 0xc4000780, 2, -3, 0, -2 },
        { 'd', 0xe0060821, 0xc8000780, 2, -3, 0, 3 }, { 'd', 0xe0060821, 0xc0100780, -2, -3, 0, 2 }, { 'd', 0xa0000821, 0xcc404780, HALF, 0, 0, 0x1p51 },
        { 'd', 0xa0000821, 0xec404780, HALF, 0, 0, -0x1p51 }, /* cvt, to a whole number */ { 'd', 0xa0000821, 0xcc424780, -HALF, 0, 0, -0x1p51 - 1 },
        { 'd', 0xa0000821, 0xcc444780, HALF, 0, 0, 0x1p51 + 1 }, { 'i', 0xa0000841, 0x40004780, 0x01000010, 0, 0, 0x7c00 },
        { 'i', 0xa0000841, 0x40004780, 0x40008000, 0, 0, 0x7800 }, /* cvt to a half: 7 bits at most, 2 at least are cut */ { 'i', 0xa0000841, 0x40004780, 0x20008000, 0, 0, 0x7c00 },
        { 'i', 0xa0000841, 0x40004780, 0x02000010, 0, 0, 0x4c00 }, { 'd', 0xa0000821, 0xcc464780, HALF + 1, 0, 0, 0x1p51 + 1 }, { 'd', 0xa0000821, 0xcc504780, -1 - HALF, 0, 0, 0x1p51 + 2 },
        { 'i', 0xa0000841, 0xc0004780, 0x387fffff, 0, 0, 0x0400 }, /* cvt f2f: the smallest normal half, by rounding */
        { 'i', 0xa0000821, 0x40400780, 0x40008000, 0, 0, 0x7800 }, /* cvt i2f of a word, by the bit for doubles */
        /* clang-format on */
    };

    open_compute("g200");
    SEND(3, { 0x600, 0xc0000000 }, { 0x604, 0xff800000 }, { 0x374, 2 << 8 });
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t a[2], b[2], c[2], wanted[2];

        put_number(rows[i].kind, rows[i].a, a);
        put_number(rows[i].kind, rows[i].b, b);
        put_number(rows[i].kind, rows[i].c, c);
        put_number(rows[i].kind, rows[i].result, wanted);
        const uint32_t code[] = { MOV(0, 0u),     MOV(4, a[0]), MOV(5, a[1]), MOV(6, b[0]),
                                  MOV(7, b[1]),   MOV(8, c[0]), MOV(9, c[1]), rows[i].first,
                                  rows[i].second, 0xd0000021,   0xa0800780,   EXIT };

        run_to_end(code, ARRAY_SIZE(code), 1);
        assert_int_equal(vram_rd(GLOBAL), wanted[0]);
        if (rows[i].kind == 'd')
            assert_int_equal(vram_rd(GLOBAL + 4), wanted[1]);
    }
}

/* Parameters lie in s[] from 0x10 on; they and the constants of c0, c1, c3, c5 and c15 are the bytes 0x80, 0x81 and so on from there, as
 * is g5[]. $r1 is 0x16, $r3, $a1 and $a6 are 0x14, $r4 is 0x44434241; the rows say what $r4, $a1, s[0x14] and g5[0x14] are then. */
TEST(operands_come_from_their_places, NULL, close_card)
{
    static const struct {
        const char *what;
        uint32_t first, second, r4, a1, shared, global;
    } rows[] = {
#define WORD 0x87868584
#define SAME 0x14, WORD, WORD
#define KEPT 0x44434241
        /* clang-format off */
        { "ld u8 s[]", 0x10002c11, 0x44000780, 0x86, SAME }, { "ld u16 s[]", 0x10001611, 0x44004780, 0x8786, SAME }, { "ld s16 s[]", 0x10001611, 0x44008780, 0xffff8786, SAME },
        { "ld u16 s[] to a lower half", 0x10001621, 0x40004780, 0x44438786, SAME }, { "ld u16 s[] to an upper half", 0x10001625, 0x40004780, 0x87864241, SAME },
        { "ld b32 s[$a1]", 0x14000211, 0x4400c780, 0x8b8a8988, SAME }, { "ld b32 s[$a6]", 0x18000211, 0x4400c784, 0x8b8a8988, SAME }, { "ld b32 s[$a1] and on", 0x16000211, 0x4400c780, WORD, 0x18, WORD, WORD },
        { "ld u8 c3[]", 0x10002c11, 0x24c00780, 0x86, SAME }, { "ld u16 c5[]", 0x10001611, 0x25404780, 0x8786, SAME }, { "ld s16 c15[]", 0x10001611, 0x27c08780, 0xffff8786, SAME },
        { "ld b32 c0[$a1]", 0x14000211, 0x2400c780, 0x8b8a8988, SAME }, { "ld b32 past the end of c0[]", 0x10001011, 0x2400c780, 0, SAME }, { "st b32 s[]", 0x00000a01, 0xe4210780, KEPT, 0x14, KEPT, WORD },
        { "st b16 s[] of a lower half", 0x00001601, 0xe0020780, KEPT, 0x14, 0x42418584, WORD }, { "st b16 s[] of an upper half", 0x00001601, 0xe0024780, KEPT, 0x14, 0x44438584, WORD },
        { "st b8 s[]", 0x00002c01, 0xe0420780, KEPT, 0x14, 0x87418584, WORD }, { "mov u8 s[]", 0x10002c11, 0x0423c780, 0x86, SAME }, { "mov s16 s[]", 0x10009611, 0x0423c780, 0xffff8786, SAME },
        { "mov b32 s[]", 0x1000ca11, 0x0423c780, WORD, SAME }, { "mov b32 s[$a1]", 0x1400c211, 0x0423c780, 0x8b8a8988, SAME }, { "mov b32 s[$a1] and back", 0x1600fe11, 0x0423c780, WORD, 0x10, WORD, WORD },
        { "mov b32 s[], short", 0x1100ea10, 0x10000000, WORD, SAME }, { "mov u16 s[], short", 0x1100b610, 0x10000000, 0x8786, SAME }, { "mov2 c5[$a1]", 0xd4810211, 0x0540c780, 0x8b8a8988, SAME },
        { "mov2 c0[$a1] and back", 0xd6ff0211, 0x0400c780, WORD, 0x10, WORD, WORD }, { "mov2 of half c0[]", 0xd08b0421, 0x0000c780, 0x44438786, SAME }, { "add c3[]", 0x21000211, 0x04c14780, 0x8786859a, SAME },
        { "add c1[], short", 0x20a58210, 0x10000000, 0x8786859a, SAME }, { "ld u8 g5[]", 0xd0050211, 0x80000780, 0x86, SAME }, { "ld s8 g5[]", 0xd0050211, 0x80200780, 0xffffff86, SAME },
        { "ld u16 g5[]", 0xd0050211, 0x80400780, 0x8786, SAME }, { "ld s16 g5[]", 0xd0050211, 0x80600780, 0xffff8786, SAME }, { "ld b64 g5[]", 0xd005020d, 0x80800780, WORD, SAME },
        { "ld b128 g5[]", 0xd0050205, 0x80a00780, 0x8f8e8d8c, SAME }, { "st b8 g5[]", 0xd0050211, 0xa0000780, KEPT, 0x14, WORD, 0x87418584 }, { "st b16 g5[]", 0xd0050211, 0xa0400780, KEPT, 0x14, WORD, 0x42418584 },
        { "st b64 g5[]", 0xd005020d, 0xa0800780, KEPT, 0x14, WORD, KEPT }, { "st b128 g5[]", 0xd005020d, 0xa0a00780, KEPT, 0x14, WORD, KEPT }, { "st b32 g5[]", 0xd0050211, 0xa0c00780, KEPT, 0x14, WORD, KEPT },
        { "red add g5[]", 0xd0050211, 0xc0c00780, KEPT, 0x14, WORD, 0xcbc9c7c5 }, { "atomic add g5[]", 0xd2840211, 0xe0c00780, WORD, 0x14, WORD, 0xcbc9c7c5 },
        { "last word of c0[]", 0x10000e11, 0x2400c780, 0x8f8e8d8c, SAME }, { "last half", 0x10001e11, 0x24004780, 0x8f8e, SAME }, { "last byte", 0x10003e11, 0x24000780, 0x8f, SAME },
        { "half past the end", 0x10002011, 0x24004780, 0, SAME }, { "add c3[$a1] and on", 0x27000211, 0x04c14780, 0x8786859a, 0x28, WORD, WORD },
        { "add c3[$a1] and back", 0x27000211, 0x04dfc780, 0x8786859a, 0x10, WORD, WORD },
        { "add s[$a1] c3[]: $a is of the first", 0x2500c211, 0x04e14780, 0x13110f0c, SAME },
        { "cvt s32 s[]", 0xa000ca11, 0x0c214780, WORD, SAME }, { "mov from $a6", 0x08000011, 0x40000784, 0x14, SAME },
        { "add $a1 = $a6 + 123", 0xd8024605, 0x20000784, KEPT, 0x137, WORD, WORD }, { "shl $a1 = $r1 << 11", 0x000b0205, 0xc0000780, KEPT, 0xb000, WORD, WORD }, { "of $a0", 0x000b0201, 0xc0000780, KEPT, SAME },
        { "ld s8 g5[], beside its size", 0xd0050211, 0x81200780, 0xffffff86, SAME }, { "$r12 of 12", 0x10001811, 0x0403c780, 0, SAME }, { "a half of it", 0x10003021, 0x0003c780, 0x44430000, SAME },
        { "add it", 0x20000211, 0x04030780, 0x16, SAME }, { "mul 16 c1[], short", 0x40aa0410, 0x10000000, 0xb7958, SAME }, { "mul 16 by it", 0x40023011, 0x00000780, 0, SAME },
        { "mov to it", 0x10000231, 0x0403c780, KEPT, SAME }, { "last word of a c[] of 64 KiB", 0x107ffe11, 0x2500c780, WORD, SAME }, { "c[] of another address", 0x10000811, 0x2580c780, WORD, SAME },
        { "c[] that is bound no more", 0x10000a11, 0x2480c780, 0, SAME }, { "mov in lane 0", 0x10000211, 0x04004780, 0x16, SAME }, { "in the others", 0x10000211, 0x04038780, KEPT, SAME },
        /* clang-format on */
    };

    open_compute("g84");
    for (uint32_t i = 0; i < 8; i++)
        vram_wr(CONST + 0x10 + 4 * i, i < 4 ? 0x83828180 + 0x04040404 * i : 0x55555555);
    for (uint32_t i = 0; i < 16; i++)
        set_address(0x400 + 0x20 * i, GLOBAL + 0x1000 * i);
    for (uint32_t i = 0; i < 4; i++)
        send(3, 0x600 + 4 * i, 0x83828180 + 0x04040404 * i);
    send(3, 0x374, 4 << 8);
    for (uint32_t bound = 0x803f, k = 0; k < 16; k++)
        if (bound >> k & 1) {
            SEND(3, { 0x2ac, k << 16 | (k == 4 ? 0 : 0x20) }, { 0x3c8, k << 12 | k << 8 | 1 });
        }
    vram_wr(CONST + 0xfffc, WORD);
    SEND(3, { 0x3c8, 2 << 12 | 2 << 8 }, { 0x2a8, CONST + 4 }, { 0x2ac, 100 << 16 | 0x20 },
         { 0x3c8, 100 << 12 | 6 << 8 | 1 });
    send(3, 0x2c0, 13); /* $r12 holds something, and is then one too many */
    run_to_end((const uint32_t[]){ MOV(12, KEPT), EXIT }, 4, 32);
    send(3, 0x2c0, 12);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint32_t code[] = { 0x10168005,    0x00000003,     0x1014800d, 0x00000003, 0x00000605,
                                  0xc0000780,    0x00000619,     0xc0000780, 0x10018011, 0x04443427,
                                  rows[i].first, rows[i].second, 0x04000015, 0x40000780, 0x10000a19,
                                  0x4400c780,    0x10008001,     0x00000003, 0xd0000011, 0xa0a00780,
                                  EXIT };

        for (uint32_t n = 0; n < 4; n++)
            vram_wr(GLOBAL + 0x5010 + 4 * n, 0x83828180 + 0x04040404 * n);
        run_to_end(code, ARRAY_SIZE(code), 1);
        const uint32_t seen[] = { vram_rd(GLOBAL), vram_rd(GLOBAL + 4), vram_rd(GLOBAL + 8),
                                  vram_rd(GLOBAL + 0x5014) };
        if (memcmp(seen, &rows[i].r4, sizeof(seen)) != 0)
            fail_msg("%s: 0x%x, 0x%x, 0x%x, 0x%x", rows[i].what, seen[0], seen[1], seen[2],
                     seen[3]);
    }
}

/* b32, b64 and b128 of a warp: each thread's bytes from its own place to its own, side by side, further apart, or loaded by all from
 * one; a shift by 32 leaves 0. What lies between stays. */
TEST(threads_move_their_own_bytes, NULL, close_card)
{
    static const struct {
        uint32_t bytes, code;
    } sizes[] = { { 4, 6 << 21 }, { 8, 4 << 21 }, { 16, 5 << 21 } };

    open_compute("g84");
    set_address(0x420, GLOBAL + 0x2000);
    for (uint32_t at = 0; at < 0x2000; at += 4)
        vram_wr(GLOBAL + at, 0x9e3779b1 * (at + 1));
    for (uint32_t i = 0; i < 18; i++) {
        const uint32_t bytes = sizes[i % 3].bytes, size = sizes[i % 3].code, log2 = 2 + i % 3,
                       from = i / 3 % 3, apart = i / 9;
        /* clang-format off */
        const uint32_t code[] = { 0x30000005 | (from ? log2 + from - 1 : 32) << 16, 0xc4100780, 0x30000009 | (log2 + apart) << 16, 0xc4100780, 0xd0000211,
                                  0x80000780 | size, 0xd0010411, 0xa0000780 | size, EXIT };
        /* clang-format on */

        for (uint32_t at = 0x2000; at < 0x3000; at += 4)
            vram_wr(GLOBAL + at, at);
        run_to_end(code, ARRAY_SIZE(code), 32);
        for (uint32_t at = 0; at < 0x1000; at += 4) {
            const uint32_t lane = at / (bytes << apart), word = at % (bytes << apart);
            const uint32_t source = from ? lane * (bytes << (from - 1)) + word : word;

            assert_int_equal(vram_rd(GLOBAL + 0x2000 + at),
                             lane < 32 && word < bytes ? vram_rd(GLOBAL + source) : 0x2000 + at);
        }
    }
}

/* silicon-sequences.md §15, S23: "of two stores that a warp makes at one place of g[] right after each other, which stays": last, or first. Two
 * accesses, of 1 and 2, by addresses 0 or 0x10; then $r5 to 0x20. Other places, other spaces and loads are not meant. */
TEST(of_two_stores_at_one_place_one_stays, NULL, close_card)
{
#define AT(space, address, what) (0xd0000001 | (space) << 16 | (address) << 9 | (what) << 2)
    static const struct {
        const char *knob;
        uint32_t one, one_second, two, two_second, words[4]; /* g0[0], g0[0x10], g0[0x20], g5[0] */
    } rows[] = {
        /* clang-format off */
        { NULL, AT(0, 0, 4), 0xa0c00780, AT(0, 0, 5), 0xa0c00780, { 2, 7, 2, 9 } }, { "same_place=first", AT(0, 0, 4), 0xa0c00780, AT(0, 0, 5), 0xa0c00780, { 1, 7, 2, 9 } },
        { "same_place=first", AT(0, 1, 4), 0xa0c00780, AT(0, 0, 5), 0xa0c00780, { 2, 1, 2, 9 } }, { "same_place=first", AT(0, 0, 4), 0xa0c00780, AT(5, 0, 5), 0xa0c00780, { 1, 7, 2, 2 } },
        { "same_place=first", AT(0, 0, 4), 0xa0c00780, AT(0, 0, 5), 0x80c00780, { 1, 7, 1, 9 } }, { "same_place=first", AT(0, 0, 4), 0x80c00780, AT(0, 0, 5), 0xa0c00780, { 2, 7, 2, 9 } },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        /* clang-format off */
        const uint32_t code[] = { MOV(0, 0u), MOV(1, 0x10u), MOV(2, 0x20u), MOV(4, 1u), MOV(5, 2u), rows[i].one, rows[i].one_second,
                                  rows[i].two, rows[i].two_second, AT(0, 2, 5), 0xa0c00780, EXIT };
        /* clang-format on */

        open_knobs("g84", rows[i].knob);
        set_address(0x4a0, GLOBAL + 0x40);
        PUT(vram_wr, GLOBAL, 6, GLOBAL + 0x10, 7, GLOBAL + 0x40, 9);
        run_to_end(code, ARRAY_SIZE(code), 32);
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(vram_rd(GLOBAL + (k < 3 ? 0x10 * k : 0x40)), rows[i].words[k]);
    }
}
