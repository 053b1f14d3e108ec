#include "suite/nv50/shader_lab.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/window.h"
#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/shader.h"

#define CODE_BYTES    0x2000u /* fetched ahead: the bytes behind the program are ours too */
#define OPERANDS_AT   0x2000u
#define OPERANDS_EACH (4 * WORK_THREADS)
#define IMAGE_AT      0x2800u /* entries of an image and of a sampler, */
#define SAMPLER_AT    0x2900u
#define TEXELS_AT     0x2c00u
#define FRONT_BYTES   0x3000u /* code, operands and textures */
#define SHARED_ALL    0x4000u
#define POISON        0xa5c3f00du
#define TRIES         4u /* launches, until each has had a block */
#define LANES         32u

_Static_assert(PGRAPH_MPS_OF_TPC == CORE_MPS, "both number multiprocessors alike");
_Static_assert(4 * CODE_WORDS < CODE_BYTES, "the program and what is fetched behind it fit");

/* ---- building ---- */

/* Registers of a multiprocessor: 8192, twice as many from G200 on. */
static unsigned register_threads(const struct card *card)
{
    return CHIP_BIT(card->chip->index) & CHIPS_G200_UP ? 128 : 64;
}

static uint64_t slots_of(uint64_t there)
{
    unsigned last = CORES_MAX - 1;

    while (last && !(there >> last & 1))
        last--;
    return last + 1;
}

/* Results of a multiprocessor are a power of two apart, so a program finds its own by a shift. A page at least, because operands
 * are read below the same limit. */
static unsigned slot_log2(unsigned rows, unsigned threads)
{
    unsigned log2 = PAGE_SHIFT_4K;

    while (1u << log2 < 4 * rows * threads)
        log2++;
    return log2;
}

/* Each operand has an array of its own, because a thread finds its word at its number times 4. */
static bool write_operands(struct shader_lab *lab)
{
    uint32_t words[WORK_THREADS];

    for (unsigned which = 0; lab->work->operands && which < 3; which++) {
        const linear_addr at = { lab->code.v + OPERANDS_AT + which * OPERANDS_EACH,
                                 lab->code.target };

        for (unsigned i = 0; i < WORK_THREADS; i++) {
            uint32_t in[3];

            lab->work->operands(i, in);
            words[i] = in[which];
        }
        if (!test_ok(lab->setup.t, card_memory_write(lab->setup.t->card, at, words, sizeof(words)),
                     "writing operands"))
            return false;
    }
    return true;
}

static bool write_front(struct shader_lab *lab, uint32_t at, const uint32_t *words, unsigned count)
{
    return test_ok(lab->setup.t,
                   card_memory_write(lab->setup.t->card,
                                     (linear_addr){ lab->code.v + at, lab->code.target }, words,
                                     4 * (size_t)count),
                   "writing a texture");
}

static bool write_image(struct shader_lab *lab)
{
    uint32_t entry[TEXTURE_ENTRY_WORDS], words[WORK_IMAGE];

    if (!lab->work->texel)
        return true;
    for (unsigned y = 0; y < WORK_IMAGE; y++) {
        for (unsigned x = 0; x < WORK_IMAGE; x++)
            words[x] = lab->work->texel(x, y);
        if (!write_front(lab, TEXELS_AT + y * WORK_IMAGE * 4, words, WORK_IMAGE))
            return false;
    }
    texture_image(entry, TEXELS_AT, 4 * WORK_IMAGE, WORK_IMAGE, WORK_IMAGE);
    if (!write_front(lab, IMAGE_AT, entry, TEXTURE_ENTRY_WORDS))
        return false;
    texture_sampler(entry, POISON);
    return write_front(lab, SAMPLER_AT, entry, TEXTURE_ENTRY_WORDS);
}

/* One object serves code, operands and results, because the test is about the cores and not about objects. */
bool shader_build(struct shader_lab *lab, struct test *t, const struct shader_work *work)
{
    struct setup *const setup = &lab->setup;

    *lab =
        (struct shader_lab){ .work = work, .there = pgraph_mps(t->card), .threads = WORK_THREADS };
    if (work->sample)
        lab->threads = LANES;
    if (work->fills_registers)
        lab->threads = register_threads(t->card);
    lab->slot_log2 = slot_log2(work->rows, lab->threads);
    if (!lab->there) {
        test_lacks(t, "has no multiprocessor that is not fused off");
        return false;
    }
    const uint64_t results = slots_of(lab->there) << lab->slot_log2;
    setup_open(setup, t, TARGET_VRAM);
    lab->code = setup_reserve(setup, FRONT_BYTES + results, 0x1000);
    lab->results = (linear_addr){ lab->code.v + FRONT_BYTES, lab->code.target };
    const struct dmaobj object = object_unpaged(lab->code, FRONT_BYTES + results);
    const uint16_t selector = setup_object(setup, &object);
    const struct compute_memory memory = { .global_object = selector,
                                           .local_object = selector,
                                           .stack_object = selector,
                                           .code_object = selector,
                                           .global = OPERANDS_AT,
                                           .second_global = FRONT_BYTES,
                                           .constants = OPERANDS_AT,
                                           .limit = (uint32_t)results - 1,
                                           .texture_object = work->texel ? selector : 0,
                                           .tic = IMAGE_AT,
                                           .tsc = SAMPLER_AT };
    if (setup->err == OK)
        setup->err = compute_prepare(&lab->c, &setup->vm, &memory);
    return setup_ready(setup) && write_operands(lab) && write_image(lab);
}

/* ---- a program around the work ---- */

/* R_FREE becomes $physid; threads of another multiprocessor than `only` end here. */
static void put_filter(struct shader_code *code, unsigned only)
{
    const uint32_t place = FIELD_PUT(SHADER_PHYSID_MP, only % CORE_MPS) |
                           FIELD_PUT(SHADER_PHYSID_TPC, only / CORE_MPS);

    put_code(code, 0x00000001 | R_FREE << 2, 0x60000780 | SHADER_SR_PHYSID << 14);
    if (only >= CORES_MAX)
        return;
    put_and(code, R_RESULT, R_FREE, SHADER_PHYSID_MP | SHADER_PHYSID_TPC);
    put_xor(code, R_RESULT, R_RESULT, place);
    put_look(code, R_RESULT);
    put_exit(code, IF_SET);
}

/* R_OUT becomes the slot of this place and the thread's word in it. */
static void put_slot(struct shader_code *code, unsigned slot_log2)
{
    put_shift(code, R_RESULT, R_FREE, 20, false);
    put_and(code, R_RESULT, R_RESULT, 15);
    put_shift(code, R_RESULT, R_RESULT, 2, true);
    put_shift(code, R_FREE, R_FREE, 16, false);
    put_and(code, R_FREE, R_FREE, CORE_MPS - 1);
    put_code(code, 0x20000001 | R_RESULT << 2 | R_RESULT << 9, 0x04000780 | R_FREE << 14);
    put_shift(code, R_RESULT, R_RESULT, slot_log2, true);
    put_shift(code, R_IN, R_THREAD, 2, true);
    put_code(code, 0x20000001 | R_OUT << 2 | R_RESULT << 9, 0x04000780 | R_IN << 14);
}

static bool load_program(struct shader_lab *lab, unsigned pattern, unsigned only)
{
    struct test *const t = lab->setup.t;
    struct shader_code code = { .count = 0 };

    put_filter(&code, only);
    put_slot(&code, lab->slot_log2);
    for (unsigned i = 0; lab->work->operands && i < 3; i++) {
        put_load(&code, R_A + i, R_IN);
        put_add(&code, R_IN, R_IN, OPERANDS_EACH);
    }
    lab->work->emit(&code, lab->threads, pattern);
    put_exit(&code, IF_ALWAYS);
    return test_ok(t, card_memory_write(t->card, lab->code, code.words, 4 * code.count),
                   "writing a program") &&
           test_ok(t, host_flush(t->card), "flushing host writes") &&
           test_ok(t, compute_start(&lab->c), "setting up compute");
}

/* ---- results ---------- */

static linear_addr word_place(const struct shader_lab *lab, unsigned core, unsigned row,
                              unsigned thread)
{
    return (linear_addr){ lab->results.v + ((uint64_t)core << lab->slot_log2) +
                              4 * ((uint64_t)row * lab->threads + thread),
                          lab->results.target };
}

static bool read_warp(struct shader_lab *lab, unsigned core, unsigned row, unsigned first,
                      uint32_t words[LANES])
{
    struct test *const t = lab->setup.t;

    return test_ok(t,
                   card_memory_read(t->card, word_place(lab, core, row, first), words, 4 * LANES),
                   "reading results");
}

static void found_wrong(struct shader_lab *lab, unsigned core, unsigned row, unsigned thread,
                        uint32_t seen, bool known, uint32_t wanted)
{
    struct core_wrong *const w = &lab->wrong[core];

    if (!w->count++) {
        w->row = (uint8_t)row;
        w->thread = (uint8_t)thread;
        w->seen = seen;
        w->wanted = wanted;
        w->known = known;
    }
    w->lanes |= UINT32_C(1) << thread % LANES;
    w->bits |= known ? seen ^ wanted : 0;
}

static void judge(struct shader_lab *lab, unsigned core, unsigned row, unsigned thread,
                  unsigned pattern, uint32_t seen)
{
    uint32_t wanted;
    const bool known = lab->work->wanted(row, thread, lab->threads, pattern, &wanted);
    const bool right = known ? seen == wanted : lab->work->accepts(row, thread, seen);

    lab->wrong[core].compared++;
    if (!test_compared(lab->setup.t, right))
        found_wrong(lab, core, row, thread, seen, known, wanted);
}

static unsigned agreeing(uint64_t cores, const uint32_t words[CORES_MAX][LANES], unsigned lane,
                         uint32_t word)
{
    unsigned agree = 0;

    for (unsigned core = 0; core < CORES_MAX; core++)
        agree += (cores >> core & 1) && words[core][lane] == word;
    return agree;
}

/* The word that most multiprocessors gave; false: no word was given by more than half of them, of at least three. */
static bool majority(uint64_t cores, const uint32_t words[CORES_MAX][LANES], unsigned lane,
                     uint32_t *word)
{
    for (unsigned core = 0; core < CORES_MAX; core++)
        if (cores >> core & 1) {
            *word = words[core][lane];
            if (2 * agreeing(cores, words, lane, *word) > cores_count(cores))
                return cores_count(cores) >= 3;
        }
    return false;
}

/* A word that is near enough, but differs from the other multiprocessors' word, is wrong as well. */
static void compare_cores(struct shader_lab *lab, uint64_t cores, unsigned row, unsigned first,
                          const uint32_t words[CORES_MAX][LANES])
{
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint32_t word;

        if (!majority(cores, words, lane, &word))
            continue;
        for (unsigned core = 0; core < CORES_MAX; core++)
            if ((cores >> core & 1) && !test_compared(lab->setup.t, words[core][lane] == word))
                found_wrong(lab, core, row, first + lane, words[core][lane], true, word);
    }
}

static bool check(struct shader_lab *lab, uint64_t cores, unsigned pattern)
{
    uint32_t words[CORES_MAX][LANES];

    for (unsigned row = 0; row < lab->work->rows; row++)
        for (unsigned first = 0; first < lab->threads; first += LANES) {
            for (unsigned core = 0; core < CORES_MAX; core++) {
                if (!(cores >> core & 1))
                    continue;
                if (!read_warp(lab, core, row, first, words[core]))
                    return false;
                for (unsigned lane = 0; lane < LANES; lane++)
                    judge(lab, core, row, first + lane, pattern, words[core][lane]);
            }
            if (lab->work->accepts)
                compare_cores(lab, cores, row, first, words);
        }
    return true;
}

/* ---- launches ---- */

static void found_manner(struct shader_lab *lab, uint64_t cores, enum core_manner manner)
{
    for (unsigned core = 0; core < CORES_MAX; core++)
        if (cores >> core & 1) {
            lab->wrong[core].manner = (uint8_t)manner;
            lab->wrong[core].count++;
            (void)!test_compared(lab->setup.t, false);
        }
}

static bool poison(struct shader_lab *lab, uint64_t cores)
{
    struct test *const t = lab->setup.t;

    for (unsigned core = 0; core < CORES_MAX; core++)
        if ((cores >> core & 1) &&
            !test_ok(t,
                     card_memory_fill(t->card, word_place(lab, core, 0, 0), POISON,
                                      4 * (size_t)lab->work->rows * lab->threads),
                     "clearing results"))
            return false;
    return test_ok(t, host_flush(t->card), "flushing host writes");
}

/* Those that have stored nothing yet. */
static bool still_idle(struct shader_lab *lab, uint64_t cores, uint64_t *idle)
{
    *idle = 0;
    for (unsigned core = 0; core < CORES_MAX; core++) {
        uint32_t words[LANES];
        unsigned stored = 0;

        if (!(cores >> core & 1))
            continue;
        if (!read_warp(lab, core, 0, 0, words))
            return false;
        for (unsigned i = 0; i < LANES; i++)
            stored += words[i] != POISON;
        if (!stored)
            *idle |= UINT64_C(1) << core;
    }
    return true;
}

enum outcome { RAN, TRAPPED, HUNG, BROKEN };

static enum outcome launch(struct shader_lab *lab, uint64_t *trapped)
{
    struct test *const t = lab->setup.t;
    const struct compute_grid grid = { .blocks = cores_count(lab->there),
                                       .threads = lab->threads,
                                       .registers = lab->work->registers,
                                       .shared = SHARED_ALL };
    struct graph_event event;
    const enum err e = compute_run_grid(&lab->c, &grid, &event);

    if (e == ERR_TIMEOUT && !card_expired(t->card))
        return HUNG;
    if (!test_ok(t, e, "running programs"))
        return BROKEN;
    *trapped = event.interrupts ? pgraph_mp_traps(t->card) : 0;
    return event.interrupts ? TRAPPED : RAN;
}

/* Until all of `cores` have had a block. */
static enum outcome launch_until(struct shader_lab *lab, uint64_t cores, uint64_t *idle,
                                 uint64_t *trapped)
{
    enum outcome out = RAN;

    *idle = cores;
    for (unsigned i = 0; i < TRIES && *idle && out == RAN; i++) {
        out = launch(lab, trapped);
        if (out == RAN && !still_idle(lab, cores, idle))
            return BROKEN;
    }
    return out;
}

/* One that traps or hangs while all work is found when it works alone. */
static enum outcome work_together(struct shader_lab *lab, unsigned pattern)
{
    uint64_t idle, trapped;

    if (!poison(lab, lab->there) || !load_program(lab, pattern, CORES_MAX))
        return BROKEN;
    const enum outcome out = launch_until(lab, lab->there, &idle, &trapped);
    if (out == TRAPPED)
        found_manner(lab, trapped, CORE_TRAPS);
    if (out != RAN)
        return out;
    found_manner(lab, idle, CORE_IDLE);
    return check(lab, lab->there & ~idle, pattern) ? RAN : BROKEN;
}

/* A core that runs alone shows how it fails, because among others it cannot be told which of them held the launch up. */
static bool work_alone(struct shader_lab *lab, unsigned pattern, unsigned core)
{
    const uint64_t one = UINT64_C(1) << core;
    uint64_t idle, trapped;

    if (!poison(lab, one) || !load_program(lab, pattern, core))
        return false;
    switch (launch_until(lab, one, &idle, &trapped)) {
    case RAN:
        found_manner(lab, idle, CORE_IDLE);
        return check(lab, one & ~idle, pattern);
    case TRAPPED:
        found_manner(lab, one, CORE_TRAPS);
        return true;
    case HUNG:
        found_manner(lab, one, CORE_HANGS);
        return true;
    default:
        return false;
    }
}

uint64_t shader_bad(const struct shader_lab *lab)
{
    uint64_t bad = 0;

    for (unsigned core = 0; core < CORES_MAX; core++)
        if (lab->wrong[core].count)
            bad |= UINT64_C(1) << core;
    return bad;
}

static bool work_each(struct shader_lab *lab, unsigned pattern)
{
    for (unsigned core = 0; core < CORES_MAX; core++)
        if ((lab->there >> core & 1) && !work_alone(lab, pattern, core))
            return false;
    return true;
}

/* A sample has each work alone only where all together did not come to their end. Whoever then does nothing wrong alone has a share
 * in that. */
static bool work_with(struct shader_lab *lab, unsigned pattern)
{
    const enum outcome out = work_together(lab, pattern);

    if (out == BROKEN || ((out != RAN || !lab->work->sample) && !work_each(lab, pattern)))
        return false;
    if (out != RAN && !shader_bad(lab))
        found_manner(lab, lab->there, out == HUNG ? CORE_HANGS : CORE_TRAPS);
    return true;
}

bool shader_work_all(struct shader_lab *lab)
{
    for (unsigned pattern = 0; pattern < lab->work->patterns; pattern++) {
        if (!work_with(lab, pattern))
            return false;
        test_progress(lab->setup.t, pattern + 1, lab->work->patterns,
                      core_unit_words(lab->work->unit));
    }
    return true;
}
