/* Launches of the GV100 model's copy engines at their edges: refusals and their codes, the condition of a conditional
 * launch, elements of each size, defects' effects. Typed from docs/hardware/gv100.md §7; channel 1 is on LCE1. */
#include "tests/model/gv100/channel_rig.h"

#define SRC  DATA
#define DST  (DATA + 0x100000)
#define COND (SEM + 0x100)

#define PLAIN 0x182 /* non-pipelined, pitch to pitch, virtual */
#define ONE   0x8   /* semaphore of one word */
#define FOUR  0x10
#define LINES 0x200
#define REMAP 0x400

#define INTR  (0x104410 + 0x80)
#define ERROR (0x104418 + 0x80)

static void open_card(const char *defects)
{
    open_with(defects, NULL);
    open_channel();
}

/* The source counts, the destination is 0xee. */
static void prepare(uint32_t size)
{
    for (uint32_t i = 0; i < size; i++) {
        model_write(world.card, 1, SRC + i, pattern_byte(i), 1);
        model_write(world.card, 1, DST + i, 0xee, 1);
    }
}

struct launch {
    uint32_t launch, length, lines;
    int32_t in, out; /* pitches */
    uint32_t components;
    uint32_t semaphore; /* offset */
};

static void start(uint64_t from, uint64_t to, const struct launch *launch)
{
    RUN(1, 0x200181c2, launch->components, 0x20038090, 0, (uint32_t)SEM + launch->semaphore, 0xd0e,
        0x20088100, (uint32_t)(from >> 32), (uint32_t)from, (uint32_t)(to >> 32), (uint32_t)to,
        (uint32_t)launch->in, (uint32_t)launch->out, launch->length, launch->lines, 0x200180c0,
        launch->launch);
    wait_ns(100000);
}

static void copy(uint64_t from, uint64_t to, uint32_t size)
{
    start(from, to, &(struct launch){ .launch = PLAIN, .length = size });
}

/* ---- codes of a launch error ---- */

/* 2 INVALID_ALIGNMENT, 4 and 5 SRC line exceeds pitch and negative pitch, 6 and 7 DST, 8 BAD_SRC_PIXEL_COMP_REF, 9
 * INVALID_VALUE, 0xa UNUSED_FIELD, 0xd INVALID_CONFIG; 0 is none. */
TEST(launches_have_their_codes, NULL, close_world)
{
    /* clang-format off */
    static const struct { const char *what; struct launch launch; uint32_t code; } rows[] = {
        { "reserved bit 24", { .launch = PLAIN | 1u << 24 }, 0xa }, { "reserved bit 28", { .launch = PLAIN | 1u << 28 }, 0xa },
        { "reserved bit 31", { .launch = PLAIN | 1u << 31 }, 0xa },
        { "bits 25 and 23:20, which have a meaning", { .launch = PLAIN | 0x02f00000 }, 0 }, { "pipelined", { .launch = 0x181 }, 0 },
        { "transfer 3", { .launch = 0x183 }, 9 }, { "semaphore type 3", { .launch = PLAIN | 0x18 }, 9 },
        { "source not pitch", { .launch = 0x102 }, 0xd }, { "destination not pitch", { .launch = 0x082 }, 0xd },
        { "layouts where nothing is moved", { .launch = 0 }, 0 }, { "one word at 4", { .launch = ONE, .semaphore = 4 }, 0 },
        { "one word at 2", { .launch = ONE, .semaphore = 2 }, 2 }, { "one word at 1", { .launch = ONE, .semaphore = 1 }, 2 },
        { "four words at 16", { .launch = FOUR, .semaphore = 16 }, 0 }, { "four words at 8", { .launch = FOUR, .semaphore = 8 }, 2 },
        { "four words at 4", { .launch = FOUR, .semaphore = 4 }, 2 }, { "no semaphore at 1", { .launch = PLAIN, .semaphore = 1 }, 0 },
        { "pitches of a line", { PLAIN | LINES, 16, 2, 16, 16, 0, 0 }, 0 },
        { "negative pitches of a line", { PLAIN | LINES, 16, 2, -16, -16, 0, 0 }, 0 },
        { "source pitch too small", { PLAIN | LINES, 17, 2, 16, 17, 0, 0 }, 4 },
        { "negative source pitch too small", { PLAIN | LINES, 17, 2, -16, 17, 0, 0 }, 5 },
        { "destination pitch too small", { PLAIN | LINES, 17, 2, 17, 16, 0, 0 }, 6 },
        { "negative destination pitch too small", { PLAIN | LINES, 17, 2, 17, -16, 0, 0 }, 7 },
        { "source pitch of 0", { PLAIN | LINES, 16, 2, 0, 16, 0, 0 }, 4 },
        { "source pitch of -1", { PLAIN | LINES, 16, 2, -1, 16, 0, 0 }, 5 },
        { "destination pitch of 0", { PLAIN | LINES, 16, 2, 16, 0, 0, 0 }, 6 },
        { "destination pitch of -1", { PLAIN | LINES, 16, 2, 16, -1, 0, 0 }, 7 },
        { "lines of nothing", { PLAIN | LINES, 0, 2, 0, 0, 0, 0 }, 0 },
        { "pitches of 0 and one line", { PLAIN | LINES, 17, 1, 0, 0, 0, 0 }, 0 },
        { "pitches of 0 and no line", { PLAIN | LINES, 17, 0, 0, 0, 0, 0 }, 0 },
        /* Components: X from source 0, sizes and counts less one in 17:16, 21:20, 25:24. */
        { "source 1 of 2", { PLAIN | REMAP, 1, 1, 0, 0, 0x00100001, 0 }, 0 },
        { "source 1 of 1", { PLAIN | REMAP, 1, 1, 0, 0, 0x00000001, 0 }, 8 },
        { "source 3 of 3", { PLAIN | REMAP, 1, 1, 0, 0, 0x00200003, 0 }, 8 },
        { "component 6, NO_WRITE", { PLAIN | REMAP, 1, 1, 0, 0, 0x00000006, 0 }, 0 },
        { "component 7", { PLAIN | REMAP, 1, 1, 0, 0, 0x00000007, 0 }, 9 },
        { "component 7 that is not written", { PLAIN | REMAP, 1, 1, 0, 0, 0x00000070, 0 }, 0 },
        { "second component 7", { PLAIN | REMAP, 1, 1, 0, 0, 0x01000070, 0 }, 9 },
        /* Two sources and four components of two bytes: elements of 4 bytes in, 8 bytes out. */
        { "elements", { PLAIN | LINES | REMAP, 5, 2, 20, 40, 0x03110000, 0 }, 0 },
        { "source elements", { PLAIN | LINES | REMAP, 5, 2, 19, 40, 0x03110000, 0 }, 4 },
        { "destination elements", { PLAIN | LINES | REMAP, 5, 2, 20, 39, 0x03110000, 0 }, 6 },
        { "backwards", { PLAIN | LINES | REMAP, 5, 2, -20, -40, 0x03110000, 0 }, 0 },
        { "source elements backwards", { PLAIN | LINES | REMAP, 5, 2, -19, 40, 0x03110000, 0 }, 5 },
        { "destination elements backwards", { PLAIN | LINES | REMAP, 5, 2, 20, -39, 0x03110000, 0 }, 7 },
        { "a fill has no source", { PLAIN | LINES | REMAP, 5, 2, 0, 40, 0x03115454, 0 }, 0 },
        { "a fill's destination", { PLAIN | LINES | REMAP, 5, 2, 0, 39, 0x03115454, 0 }, 6 },
        /* Which comes first. */
        { "reserved before value", { .launch = 0x183 | 1u << 24 }, 0xa },
        { "value before alignment", { .launch = 0x183 | ONE, .semaphore = 2 }, 9 },
        { "alignment before layout", { .launch = 2 | ONE, .semaphore = 2 }, 2 },
        { "components before pitch", { PLAIN | LINES | REMAP, 5, 2, 0, 0, 0x00000007, 0 }, 9 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char line[32];

        open_world(&(struct model_config){ .trace = true });
        open_channel();
        start(SRC, DST, &rows[i].launch);
        snprintf(line, sizeof(line), "launch error %x\n", rows[i].code);
        const uint32_t intr = rd(INTR), error = rd(ERROR);
        if (intr != (rows[i].code ? 4 : 0) || (rows[i].code && error != rows[i].code) ||
            is_traced(line) != (rows[i].code != 0))
            fail_msg("%s: interrupts %x, error %x, not %x", rows[i].what, intr, error,
                     rows[i].code);
    }
}

/* Each engine has enables of its own, three bits of them. */
TEST(enables_are_apart, open_usual, close_world)
{
    for (unsigned i = 0; i < 4; i++)
        wr(REF_LCE_INTR_EN(i), 1 + i);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(1 + i, rd(REF_LCE_INTR_EN(i)));
    wr(REF_LCE_INTR_EN(0), 0xffffffff);
    assert_int_equal(7, rd(REF_LCE_INTR_EN(0)));
}

/* ---- render enable ---- */

/* Mode, word at the address, word 16 bytes on: whether the launch is made. Modes above 4 are not defined (§4.7). */
TEST(conditions_are_looked_at, open_usual, close_world)
{
    /* clang-format off */
    static const struct { uint32_t mode, first, second; bool made; } rows[] = {
        { 2, 0, 0, false }, { 2, 0, 1, false }, { 2, 1, 0, true }, { 2, 0x80000000, 0, true }, { 3, 5, 5, true },
        { 3, 5, 6, false }, { 3, 0, 0, true }, { 4, 5, 5, false }, { 4, 5, 6, true }, { 4, 0, 0, false }, { 9, 0, 0, true },
        { 8, 1, 1, false }, { 0, 1, 1, false }, { 1, 0, 0, true },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (unsigned at = 0; at < 32; at += 4)
            put(COND + at, 0);
        put_all(COND, rows[i].first, COND + 16, rows[i].second, SEM, 0);
        /* Bits 7:0 of A are the upper ones of the address. */
        RUN(1, 0x20038095, 0xabcdef00, (uint32_t)COND, rows[i].mode);
        start(SRC, DST, &(struct launch){ .launch = ONE });
        if (get(SEM) != (rows[i].made ? 0xd0e : 0))
            fail_msg("mode %u, %x and %x: %x", rows[i].mode, rows[i].first, rows[i].second,
                     get(SEM));
    }
    assert_int_equal(0, rd(REF_PPBDMA_INTR_1(1)));
    RUN(1, 0x20018097, 5);
    assert_int_equal(1, rd(REF_PPBDMA_INTR_1(1)));
}

/* An address of 40 bits at which nothing is mapped counts as true. */
TEST(a_lost_condition_is_true, open_usual, close_world)
{
    RUN(1, 0x20038095, 0x80, (uint32_t)COND, 2);
    start(SRC, DST, &(struct launch){ .launch = ONE });
    assert_pairs(0xd0e, get(SEM), 0, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000);
}

/* ---- semaphores ---- */

/* 17:14 the reduction, as of SEM_EXECUTE, 18 without sign, 19 it is one: of memory and the payload 0xd0e, by hand. One
 * at a page that is absent is an atomic access (2) that faults: PTE (2), by CE1 (2). */
TEST(semaphores_reduce, open_usual, close_world)
{
    static const uint32_t rows[][3] = { { 0, 0xfffffffe, 0xfffffffe },
                                        { 1 << 4, 0xfffffffe, 0xd0e },
                                        { 1, 0xfffffffe, 0xd0e },
                                        { 1 << 4 | 1, 0xfffffffe, 0xfffffffe },
                                        { 2, 0xff, 0xdf1 },
                                        { 3, 0xff, 0xe },
                                        { 4, 0xff, 0xdff },
                                        { 1 << 4 | 5, 0xff, 0xe0d } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put_all(SEM, rows[i][1], SEM + 4, 0x5ca1ab1e);
        start(SRC, DST, &(struct launch){ .launch = ONE | 1u << 19 | rows[i][0] << 14 });
        assert_pairs(rows[i][2], get(SEM), 0x5ca1ab1e, get(SEM + 4));
    }
    start(SRC, DST,
          &(struct launch){ .launch = ONE | 1u << 19, .semaphore = SMALL + 0x9000 - SEM });
    assert_pairs(0x800000, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000, 0x80120202,
                 rd(REF_PFB_PRI_MMU_FAULT_INFO), SMALL + 0x9000, rd(REF_PFB_PRI_MMU_FAULT_ADDR_LO));
}

/* ---- elements ---- */

/* Components X to W: source 1, constant B, nothing, source 0; three bytes each, two of them in the source. */
TEST(elements_are_taken_apart, open_usual, close_world)
{
    const uint32_t elements = 300;

    prepare(0x1000);
    RUN(1, 0x200281c0, 0x44332211, 0x88776655);
    start(
        SRC, DST,
        &(struct launch){ .launch = PLAIN | REMAP, .length = elements, .components = 0x03120651 });
    for (uint32_t i = 0; i < elements; i++)
        for (uint32_t b = 0; b < 3; b++)
            assert_pairs(pattern_byte(6 * i + 3 + b), vram_byte_at(DST + 12 * i + b),
                         0x55 + 0x11 * b, vram_byte_at(DST + 12 * i + 3 + b), 0xee,
                         vram_byte_at(DST + 12 * i + 6 + b), pattern_byte(6 * i + b),
                         vram_byte_at(DST + 12 * i + 9 + b));
    assert_int_equal(0xee, vram_byte_at(DST + 12 * elements));
}

/* Lines of elements begin a pitch apart at each end. */
TEST(lines_of_elements, open_usual, close_world)
{
    prepare(0x400);
    start(SRC, DST, &(struct launch){ PLAIN | LINES | REMAP, 5, 3, 50, 70, 0x01110001, 0 });
    for (unsigned line = 0; line < 3; line++) {
        for (unsigned i = 0; i < 5; i++) {
            assert_pairs(pattern_byte(50 * line + 4 * i + 2), vram_byte_at(DST + 70 * line + 4 * i),
                         pattern_byte(50 * line + 4 * i),
                         vram_byte_at(DST + 70 * line + 4 * i + 2));
        }
        assert_int_equal(0xee, vram_byte_at(DST + 70 * line + 20));
    }
    assert_int_equal(0xee, vram_byte_at(DST + 210));
}

/* ---- defects: the effect of each, and its limits ---- */

TEST(the_last_line_is_lost, NULL, close_world)
{
    open_card("copy-last-line-lost");
    for (uint32_t lines = 0; lines < 4; lines++) {
        prepare(64);
        put(SEM, 0);
        start(SRC, DST, &(struct launch){ PLAIN | LINES | ONE, 8, lines, 16, 16, 0, 0 });
        assert_int_equal(0xd0e, get(SEM));
        for (uint32_t line = 0; line < 4; line++) {
            const bool made = line == 0 ? lines > 0 : line + 1 < lines;

            assert_int_equal(made ? pattern_byte(16 * line) : 0xee, vram_byte_at(DST + 16 * line));
        }
    }
}

TEST(alignment_is_ignored, NULL, close_world)
{
    open_card("copy-alignment-ignored");
    for (uint32_t from = 0; from < 9; from++) {
        prepare(32);
        copy(SRC + from, DST + 5, 1);
        assert_int_equal(pattern_byte(from & ~3u), vram_byte_at(DST + 5));
    }
}

TEST(pitches_are_ignored, NULL, close_world)
{
    open_card("copy-pitch-ignored");
    prepare(64);
    start(SRC, DST, &(struct launch){ PLAIN | LINES, 8, 3, 16, 16, 0, 0 });
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(i < 24 ? pattern_byte(i) : 0xee, vram_byte_at(DST + i));
}

/* Bits 48:40 of the destination; bit 39 still leads to where nothing is mapped, and so do the source's. */
TEST(destinations_have_40_bits, NULL, close_world)
{
    open_card("copy-address-40");
    prepare(64);
    copy(SRC, DST | UINT64_C(0x1ff) << 40, 16);
    assert_int_equal(pattern_byte(15), vram_byte_at(DST + 15));
    copy(SRC, (DST + 32) | UINT64_C(1) << 39, 16);
    assert_pairs(0xee, vram_byte_at(DST + 32), 0x800000, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000);
    open_card("copy-address-40");
    prepare(64);
    copy(SRC | UINT64_C(1) << 40, DST, 16);
    assert_pairs(0xee, vram_byte_at(DST), 0x800000, rd(REF_PCCSR_CHANNEL(1)) & 0xc00000);
}

static unsigned wrong_bits(uint32_t size)
{
    unsigned wrong = 0;

    prepare(0x1000);
    copy(SRC, DST, size);
    for (uint32_t i = 0; i < size; i++)
        wrong += (unsigned)__builtin_popcount(vram_byte_at(DST + i) ^ pattern_byte(i));
    return wrong;
}

TEST(a_bit_of_4k_is_wrong, NULL, close_world)
{
    open_card("copy-bit-wrong");
    assert_pairs(0, wrong_bits(0xfff), 1, wrong_bits(0x1000));
}

/* Words of a semaphore that has noise around it. */
static void expect_semaphore(uint32_t launch, uint32_t second, bool time)
{
    for (unsigned i = 0; i < 32; i += 4)
        put(SEM + i, 0x77777777);
    start(0, 0, &(struct launch){ .launch = launch });
    assert_pairs(0xd0e, get(SEM), second, get(SEM + 4));
    if (time)
        assert_true(get(SEM + 8) != 0x77777777 && get(SEM + 8) != 0);
    assert_int_equal(0x77777777, get(SEM + 16));
}

TEST(semaphores_write_their_words, NULL, close_world)
{
    open_card(NULL);
    expect_semaphore(ONE, 0x77777777, false);
    assert_int_equal(0x77777777, get(SEM + 8));
    expect_semaphore(FOUR, 0, true);
    open_card("copy-semaphore-long");
    expect_semaphore(ONE, 0, true);
    open_card("copy-semaphore-no-time");
    expect_semaphore(FOUR, 0, false);
    assert_pairs(0, get(SEM + 8), 0, get(SEM + 12));
    open_with(NULL, "four_words=time"); /* K37 */
    open_channel();
    start(0, 0, &(struct launch){ .launch = FOUR });
    assert_pairs(true, get(SEM) != 0, 0xd0e, get(SEM + 8), 0, get(SEM + 12));
}

/* A job that faulted is given up: the semaphore comes, and the page that was mapped in the meantime stays as it is. */
TEST(a_faulted_copy_is_lost, NULL, close_world)
{
    open_card("copy-faulted-lost");
    prepare(64);
    put(SEM, 0);
    start(SRC, SMALL, &(struct launch){ .launch = PLAIN | ONE, .length = 16 });
    map_small(0, DST >> 4 | 1);
    invalidate(0);
    wr(REF_PCCSR_CHANNEL(1), 0x800000);
    wait_ns(100000);
    assert_pairs(0xd0e, get(SEM), 0xee, vram_byte_at(DST));
    start(SRC, SMALL,
          &(struct launch){ .launch = PLAIN | ONE, .length = 16 }); /* one that does not fault */
    assert_int_equal(pattern_byte(0), vram_byte_at(DST));
}
