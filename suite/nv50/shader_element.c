#include "suite/nv50/shader_element.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/window.h"
#include "hw/nv50/shader.h"
#include "suite/kit/cores.h"
#include "suite/memory/patterns.h"

_Static_assert(ELEMENT_CODE_AT == CHECK_CODE_AT, "where the card looks for code");
_Static_assert(CHECK_TRIAL_BYTES <= VIEW_CHUNK / CORES_MAX, "each core has a place in a chunk");
_Static_assert(ELEMENT_LIST_AT + 4 * ELEMENT_PIECES <= CHECK_PAGE, "the list lies in the page");
_Static_assert(WAY_STRANDS <= ELEMENT_BLOCKS && WAY_PIECES <= ELEMENT_PIECES, "of one launch");

/* ---- a launch ---- */

/* Another number for each pass and element. */
static uint32_t number_of(const struct way_march *march, unsigned element)
{
    return CHECK_HOLDS_PROGRAMS + 1 + march->pass * WAY_ELEMENTS + element;
}

static enum err load(struct shader_check *check, struct memory_view *view,
                     const struct way_march *march, unsigned element)
{
    if (check->holds == number_of(march, element))
        return OK;
    check->code.count = 0;
    put_element_program(&check->code, march->ops[element], (enum way_words)march->by);
    const enum err e = card_memory_write(check->c.card, shader_check_place(check, ELEMENT_WORDS_AT),
                                         march->words, sizeof(march->words));
    view->link_written += sizeof(march->words);
    if (4 * check->code.count > ELEMENT_LIST_AT - ELEMENT_CODE_AT)
        return ERR_UNSUPPORTED;
    return e == OK ? shader_check_load(check, view, number_of(march, element)) : e;
}

/* The token is new at each launch, because an end that an earlier launch has left in memory must not count. */
static enum err write_lists(struct shader_check *check, struct memory_view *view,
                            const struct element_launch *launch)
{
    struct card *const card = check->c.card;
    struct element_entry entries[ELEMENT_BLOCKS];
    uint32_t at = ELEMENT_LIST_AT;

    check->token = check->token == UINT32_MAX ? 1 : check->token + 1;
    for (unsigned i = 0; i < launch->blocks; i++) {
        entries[i] = (struct element_entry){ at, launch->counts[i], check->token, 0 };
        at += 4 * launch->counts[i];
    }
    enum err e = card_memory_write(card, shader_check_place(check, ELEMENT_ENTRIES_AT), entries,
                                   launch->blocks * sizeof(entries[0]));
    if (e == OK)
        e = card_memory_write(card, shader_check_place(check, ELEMENT_LIST_AT), launch->list,
                              4 * launch->count);
    view->link_written += launch->blocks * sizeof(entries[0]) + 4 * launch->count;
    return e == OK ? host_flush(card) : e;
}

/* Whether a block's end is one that a program can come to: it has taken the pieces that it has done, and the one that it stopped at. */
static bool is_possible(const struct element_end *end, const uint32_t *list, unsigned count)
{
    uint32_t sum = 0;

    if (end->left > count || (end->sum & ELEMENT_NEXT) >= WAY_OPS)
        return false;
    for (unsigned i = 0; i < count - end->left + (end->left ? 1 : 0); i++)
        sum ^= list[i];
    return (end->sum & ~ELEMENT_NEXT) == (sum & ~ELEMENT_NEXT);
}

/* A block that has gone astray counts as one that stopped at its first piece, so that its work is doubted. */
static enum err read_ends(struct shader_check *check, struct memory_view *view,
                          const struct element_launch *launch, struct element_end *ends)
{
    struct card *const card = check->c.card;
    const uint32_t *list = launch->list;
    const enum err e = card_memory_read(card, shader_check_place(check, ELEMENT_ENDS_AT), ends,
                                        launch->blocks * sizeof(*ends));

    view->link_read += launch->blocks * sizeof(*ends);
    for (unsigned i = 0; i < launch->blocks && e == OK; list += launch->counts[i++]) {
        if (ends[i].token != check->token) {
            card_log(card, "block %u of %u of a march has left 0x%08x", i, launch->blocks,
                     ends[i].token);
            return ERR_RIG;
        }
        if (is_possible(&ends[i], list, launch->counts[i]))
            continue;
        card_log(card, "block %u of %u of a march went astray: %u pieces left of %u, sum 0x%08x", i,
                 launch->blocks, ends[i].left, launch->counts[i], ends[i].sum);
        ends[i].token = ELEMENT_ASTRAY;
        ends[i].left = launch->counts[i];
        ends[i].sum = 0;
    }
    return e;
}

/* An interrupt makes the result unsupported and not wrong, because a program that was stopped says nothing about
 * memory. */
enum err shader_element_run(struct shader_check *check, struct memory_view *view,
                            const struct element_launch *launch,
                            struct element_end ends[ELEMENT_BLOCKS])
{
    const struct compute_grid grid = { .blocks = launch->blocks,
                                       .threads = ELEMENT_THREADS,
                                       .registers = ELEMENT_REGISTERS,
                                       .shared =
                                           launch->apart ? CHECK_SHARED_ALL : CHECK_SHARED_HEAD };
    struct graph_event event;
    enum err e = load(check, view, launch->march, launch->element);

    if (e == OK)
        e = write_lists(check, view, launch);
    if (e == OK)
        e = compute_run_grid(&check->c, &grid, &event);
    if (e == OK && event.interrupts)
        e = ERR_UNSUPPORTED;
    return e == OK ? read_ends(check, view, launch, ends) : e;
}

/* ---- whether each multiprocessor does it right ---- */

#define TRIES        4u /* launches, until each multiprocessor has had a block */
#define TRIAL_PIECES 2u /* of each block */
#define TRIAL_WORDS  (TRIAL_PIECES * PIECE_WORDS)
#define NO_LANE      ELEMENT_THREADS

struct trial {
    struct shader_check *check;
    struct memory_view *view;
    const struct way_march *march;
    uint64_t chunk;
    uint64_t seen, bad;
    uint64_t words[TRIAL_WORDS];
    struct element_launch launch;
    struct element_end ends[ELEMENT_BLOCKS];
};

static bool is_one(uint8_t op)
{
    return op == READ_1 || op == WRITE_1;
}

static bool is_read(uint8_t op)
{
    return op == READ_0 || op == READ_1;
}

/* Every other piece has its words inverted, where pieces may. */
static uint64_t flip_of(const struct trial *trial, unsigned piece)
{
    return trial->march->by == WAY_FLIPPED ? piece & WAY_FLIP : 0;
}

static uint64_t place_of(const struct trial *trial, unsigned block)
{
    return trial->chunk + block * CHECK_TRIAL_BYTES;
}

/* A block's words before the element (of its first operation if that reads, else others than it writes), or after it. */
static void name_words(struct trial *trial, unsigned block, bool after)
{
    const uint8_t *const ops = trial->march->ops[trial->launch.element];
    bool inverted = is_read(ops[0]) ? is_one(ops[0]) : !is_one(ops[0]);

    for (unsigned i = 0; i < WAY_OPS && ops[i] != OP_END && after; i++)
        inverted = is_one(ops[i]);
    for (unsigned i = 0; i < TRIAL_WORDS; i++) {
        const uint64_t at = place_of(trial, block) + i / PIECE_WORDS * PIECE;
        const bool flipped = flip_of(trial, i / PIECE_WORDS);
        const uint64_t word = march_word(trial->march, at, i % PIECE_WORDS);

        trial->words[i] = inverted != flipped ? ~word : word;
    }
}

/* Each at its own place. Of the lane's words one is wrong, in the piece of its number. */
static enum err launch(struct trial *trial, unsigned lane)
{
    struct element_launch *const launch = &trial->launch;
    const unsigned wrong = lane % TRIAL_PIECES * PIECE_WORDS + lane;

    for (unsigned block = 0; block < launch->blocks; block++) {
        name_words(trial, block, false);
        if (lane != NO_LANE)
            trial->words[wrong] ^= BIT64(lane * 37 % 64);
        view_write_block(trial->view, place_of(trial, block), trial->words, sizeof(trial->words));
    }
    view_flush(trial->view);
    const enum err e = shader_element_run(trial->check, trial->view, launch, trial->ends);
    for (unsigned i = 0; i < launch->blocks && e == OK; i++)
        trial->seen |= core_of_physid(trial->ends[i].physid);
    return e;
}

/* A block must have stopped before the piece of a wrong word, and else have done all of them. */
static bool ended_right(const struct element_end *end, unsigned lane)
{
    if (end->token == ELEMENT_ASTRAY)
        return false;
    return lane == NO_LANE
               ? end->left == 0
               : end->left == TRIAL_PIECES - lane % TRIAL_PIECES && !(end->sum & ELEMENT_NEXT);
}

/* So many of a block's words, from its piece `first` on, are in memory as BAR1 reads it. */
static bool holds(struct trial *trial, unsigned block, unsigned first, unsigned pieces, bool after)
{
    uint64_t seen[TRIAL_WORDS];
    const unsigned from = first * PIECE_WORDS, words = pieces * PIECE_WORDS;

    name_words(trial, block, after);
    if (!view_read_block(trial->view, place_of(trial, block) + 8 * from, seen, 8 * words))
        return false;
    for (unsigned i = 0; i < words; i++)
        if (seen[i] != trial->words[from + i])
            return false;
    return true;
}

/* A block that found a wrong word, and BAR1 does too: another block has stored it there. */
static bool told_truth(struct trial *trial, unsigned block)
{
    const struct element_end *const end = &trial->ends[block];

    return end->token != ELEMENT_ASTRAY && end->left && !(end->sum & ELEMENT_NEXT) &&
           !holds(trial, block, TRIAL_PIECES - end->left, 1, false);
}

static bool is_wrong(struct trial *trial, unsigned block, unsigned lane)
{
    if (!ended_right(&trial->ends[block], lane))
        return lane != NO_LANE || !told_truth(trial, block);
    return lane == NO_LANE && !holds(trial, block, 0, TRIAL_PIECES, true);
}

static enum err try_lane(struct trial *trial, unsigned lane)
{
    const unsigned blocks = trial->launch.blocks;

    trial->seen = 0;
    for (unsigned turn = 0; turn < TRIES && cores_count(trial->seen) < blocks; turn++) {
        const enum err e = launch(trial, lane);

        if (e != OK)
            return e;
        for (unsigned i = 0; i < blocks; i++)
            if (is_wrong(trial, i, lane))
                trial->bad |= core_of_physid(trial->ends[i].physid);
    }
    return OK;
}

/* Ends with the first trial that finds a multiprocessor wrong, because that one may have spoilt the words of others. */
static enum err try_element(struct trial *trial, unsigned element)
{
    trial->launch.element = element;
    enum err e = try_lane(trial, NO_LANE);

    for (unsigned lane = 0; lane < ELEMENT_THREADS && e == OK && !trial->bad; lane++)
        if (is_read(trial->march->ops[element][0]))
            e = try_lane(trial, lane);
    return e;
}

/* Those that read first, because a block finds out there that another one has spoilt its words. */
static enum err try_elements(struct trial *trial)
{
    enum err e = OK;

    for (unsigned writes = 0; writes < 2; writes++)
        for (unsigned i = 0; i < trial->march->count && e == OK && !trial->bad; i++)
            if (is_read(trial->march->ops[i][0]) != writes)
                e = try_element(trial, i);
    return e;
}

static void prepare(struct trial *trial, unsigned cores)
{
    struct element_launch *const launch = &trial->launch;

    launch->march = trial->march;
    launch->apart = true;
    launch->blocks = cores;
    launch->count = cores * TRIAL_PIECES;
    for (unsigned block = 0; block < cores; block++) {
        launch->counts[block] = TRIAL_PIECES;
        for (unsigned i = 0; i < TRIAL_PIECES; i++)
            launch->list[block * TRIAL_PIECES + i] =
                (uint32_t)(place_of(trial, block) + i * PIECE + flip_of(trial, i));
    }
}

/* Memory that does not hold words says nothing of programs. */
static bool memory_holds(struct trial *trial)
{
    for (unsigned after = 0; after < 2; after++)
        for (unsigned block = 0; block < trial->launch.blocks; block++) {
            name_words(trial, block, after);
            view_write_block(trial->view, place_of(trial, block), trial->words,
                             sizeof(trial->words));
            if (!holds(trial, block, 0, TRIAL_PIECES, after))
                return false;
        }
    return true;
}

enum err shader_element_prove(struct shader_check *check, struct memory_view *view,
                              const struct way_march *march, uint64_t chunk, uint64_t *bad)
{
    const uint64_t there = pgraph_mps(view->t->card);
    const unsigned cores = cores_count(there);
    struct trial trial = { .check = check, .view = view, .march = march, .chunk = chunk };
    enum err e;

    if (!cores || cores > ELEMENT_BLOCKS)
        return ERR_UNSUPPORTED;
    prepare(&trial, cores);
    if (!memory_holds(&trial))
        return ERR_RANGE;
    e = try_elements(&trial);
    /* One that never had a block has shown nothing. */
    *bad = trial.bad |
           (e == OK && !trial.bad && cores_count(trial.seen) < cores ? there & ~trial.seen : 0);
    return e;
}
