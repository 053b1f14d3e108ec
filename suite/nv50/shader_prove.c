/* suite/nv50/shader_prove.c: whether each multiprocessor stores and compares right, before its word about memory is believed and
 * after it.
 *
 * BAR1 stores the words that they compare, with one wrong bit in the words of each thread in turn, and reads the words that they
 * have stored. */
#include "engines/nv50/pgraph.h"
#include "hw/bits.h"
#include "suite/kit/cores.h"
#include "suite/memory/patterns.h"
#include "suite/nv50/shader_check.h"

#define LANES       32u
#define TRIES       4u /* launches, until each multiprocessor has had a block */
#define TRIAL_WORDS (CHECK_TRIAL_BYTES / 8)
#define LINE_WORDS  (CHECK_STEP / 8)

/* The words that a program stores or compares. */
struct data {
    enum check_program stores, compares;
    bool mixed, ones;
};

static const struct data all_data[] = {
    { CHECK_STORE, CHECK_ZEROS, false, false },
    { CHECK_STORE, CHECK_ONES, false, true },
    { CHECK_STORE_MIXED, CHECK_MIXED, true, false },
};

struct trial {
    struct shader_check *check;
    struct memory_view *view;
    const struct data *data;
    uint64_t chunk;
    unsigned cores;
    uint64_t seen, bad;
    struct check_results results;
};

static void right_words(const struct data *data, uint64_t at, uint64_t words[TRIAL_WORDS])
{
    const struct piece piece = { .linear = at };

    if (data->mixed)
        mixed_addresses.data(&piece, 0, 0, words, TRIAL_WORDS);
    for (unsigned i = 0; i < TRIAL_WORDS && !data->mixed; i++)
        words[i] = data->ones ? UINT64_MAX : 0;
}

static enum err launch(struct trial *trial, enum check_program program, enum check_spread spread)
{
    const struct check_launch launch = { .program = program,
                                         .spread = spread,
                                         .base = trial->chunk,
                                         .bytes = CHECK_TRIAL_BYTES,
                                         .blocks = trial->cores,
                                         .ones = trial->data->ones,
                                         .apart = true };
    view_flush(trial->view);
    const enum err e = shader_check_run(trial->check, trial->view, &launch, &trial->results);

    for (unsigned i = 0; i < trial->cores && e == OK; i++)
        trial->seen |= core_of_physid(trial->results.physid[i]);
    return e;
}

static bool all_seen(const struct trial *trial)
{
    return cores_count(trial->seen) >= trial->cores;
}

/* Each at its own place, in which the opposite is before. */
static enum err try_stores(struct trial *trial)
{
    uint64_t words[TRIAL_WORDS], seen[TRIAL_WORDS];

    trial->seen = 0;
    for (unsigned turn = 0; turn < TRIES && !all_seen(trial); turn++) {
        view_fill_block(trial->view, trial->chunk, trial->data->ones ? 0 : UINT64_MAX, VIEW_CHUNK);
        const enum err e = launch(trial, trial->data->stores, SPREAD_TRIAL);
        if (e != OK)
            return e;
        for (unsigned block = 0; block < trial->cores; block++) {
            const uint64_t at = trial->chunk + block * CHECK_TRIAL_BYTES;

            right_words(trial->data, at, words);
            if (!view_read_block(trial->view, at, seen, sizeof(seen)))
                return ERR_RIG;
            for (unsigned i = 0; i < TRIAL_WORDS; i++)
                if (seen[i] != words[i])
                    trial->bad |= core_of_physid(trial->results.physid[block]);
        }
    }
    return OK;
}

/* All look at the same words, of which one is `wrong` or none is. */
static enum err try_compare(struct trial *trial, bool wrong)
{
    trial->seen = 0;
    for (unsigned turn = 0; turn < TRIES && !all_seen(trial); turn++) {
        const enum err e = launch(trial, trial->data->compares, SPREAD_SAME);

        if (e != OK)
            return e;
        for (unsigned block = 0; block < trial->cores; block++)
            if (trial->results.wrong[block] != wrong)
                trial->bad |= core_of_physid(trial->results.physid[block]);
    }
    return OK;
}

/* Each thread's words in turn have another bit that is wrong, in another one of the places that the thread goes to. */
static enum err try_compares(struct trial *trial)
{
    uint64_t words[TRIAL_WORDS];
    enum err e;

    right_words(trial->data, trial->chunk, words);
    view_write_block(trial->view, trial->chunk, words, sizeof(words));
    e = try_compare(trial, false);
    for (unsigned lane = 0; lane < LANES && e == OK; lane++) {
        const unsigned i = lane / 2 % 2 * LINE_WORDS + 2 * lane + lane % 2;

        view_write(trial->view, trial->chunk + 8 * i, 8, words[i] ^ BIT64(lane * 37 % 64));
        e = try_compare(trial, true);
        view_write(trial->view, trial->chunk + 8 * i, 8, words[i]);
    }
    return e;
}

/* Memory that does not hold words says nothing of programs. */
static bool holds_words(struct trial *trial)
{
    uint64_t words[TRIAL_WORDS], seen[TRIAL_WORDS];

    for (unsigned i = 0; i < trial->cores; i++) {
        const uint64_t at = trial->chunk + i * CHECK_TRIAL_BYTES;

        right_words(trial->data, at, words);
        view_write_block(trial->view, at, words, sizeof(words));
        if (!view_read_block(trial->view, at, seen, sizeof(seen)))
            return false;
        for (unsigned word = 0; word < TRIAL_WORDS; word++)
            if (seen[word] != words[word])
                return false;
    }
    return true;
}

enum err shader_check_prove(struct shader_check *check, struct memory_view *view, uint64_t chunk,
                            uint64_t *bad)
{
    const uint64_t there = pgraph_mps(view->t->card);
    struct trial trial = {
        .check = check, .view = view, .chunk = chunk, .cores = cores_count(there)
    };
    enum err e = trial.cores ? OK : ERR_UNSUPPORTED;

    for (unsigned i = 0; i < ARRAY_SIZE(all_data) && e == OK; i++) {
        trial.data = &all_data[i];
        if (!holds_words(&trial))
            return ERR_RANGE;
        e = try_stores(&trial);
        if (e == OK)
            e = try_compares(&trial);
    }
    /* One that never had a block has shown nothing. */
    *bad = trial.bad | (e == OK && !all_seen(&trial) ? there & ~trial.seen : 0);
    return e;
}
