#include "suite/memory/copy_path.h"

#define ROUNDS      256 /* 16 MiB each way */
#define ENOUGH      6   /* words that copies brought wrong, BAR1 none */
#define MANY        64  /* of them, to believe their places */
#define SECTOR      32u /* bytes of a burst */
#define CHUNK_WORDS (VIEW_CHUNK / 8)
#define PIECES      (VIEW_LOAD / VIEW_CHUNK) /* of the buffer, that a chunk goes to */
#define ROUND_WORD  UINT64_C(0x5a96c3e10f7824bd)

struct round {
    unsigned by_copy, by_bar1; /* words */
};

static uint64_t word_of(unsigned round, unsigned i)
{
    const uint64_t word = ROUND_WORD ^ (uint64_t)i << 32 ^ i;

    return round & 1 ? ~word : word;
}

static uint64_t *piece(const struct memory_view *view, unsigned number)
{
    return (uint64_t *)view->buffer.cpu + number % PIECES * CHUNK_WORDS;
}

/* The chunk goes to another piece of the buffer in each round, which holds the opposite before: a piece that the copy
 * does not reach shows as well. false: the copy, or the test, has stopped. */
static bool do_round(struct memory_view *view, uint64_t chunk, unsigned number, struct round *out)
{
    uint64_t *const copied = piece(view, number);
    uint64_t *const first = piece(view, number + 1), *const second = piece(view, number + 2);

    for (unsigned i = 0; i < CHUNK_WORDS; i++) {
        first[i] = word_of(number, i);
        copied[i] = ~first[i];
    }
    view_write_block(view, chunk, first, VIEW_CHUNK);
    view_flush(view);
    view_evict(view, chunk);
    if (view->way->copy(view, chunk, number % PIECES * VIEW_CHUNK, VIEW_CHUNK) != OK)
        return false;
    view_evict(view, chunk);
    if (!view_read_block(view, chunk, first, VIEW_CHUNK))
        return false;
    view_evict(view, chunk);
    if (!view_read_block(view, chunk, second, VIEW_CHUNK))
        return false;
    for (unsigned i = 0; i < CHUNK_WORDS; i++) {
        const bool agree = first[i] == second[i];

        out->by_bar1 += !agree;
        out->by_copy += agree && first[i] == word_of(number, i) && copied[i] != first[i];
    }
    return !view_stopped(view);
}

enum copy_verdict copy_judge(struct memory_view *view, uint64_t chunk)
{
    struct round seen = { 0 };

    view_end_load(view);
    view->loaded = VIEW_NOTHING;
    for (unsigned i = 0; i < ROUNDS && view->by_copy; i++) {
        if (!do_round(view, chunk, i, &seen))
            break;
        test_extend(view->t);
        if (seen.by_bar1)
            return COPY_OF_BAD_MEMORY;
        if (seen.by_copy >= ENOUGH)
            return COPY_PATH;
    }
    return COPY_UNDECIDED;
}

/* Whether words that only copies brought wrong are wrong in lines of one chip alone, and anywhere in it: a copy is a
 * row of bursts, reads through BAR1 are single ones, so this chip fails when bursts follow each other. No machine, link
 * or engine knows which chip a word comes from; one that errs at every so many bytes might meet the same chip, so the
 * addresses must have no such step. */
static bool one_chip(const struct memory_errors *errors)
{
    const struct copied_errors *const copied = &errors->copied;
    unsigned chips = 0;

    for (unsigned part = 0; part < errors->chips.parts; part++)
        for (unsigned rank = 0; rank < errors->chips.ranks; rank++)
            for (unsigned chip = 0; chip < chip_count(&errors->chips); chip++)
                chips += copied->of_chip[part][rank][chip] != 0;
    return errors->placed && errors->chips.parts > 1 && chips == 1 && copied->words >= MANY &&
           copied->pattern.spacing && copied->pattern.spacing <= SECTOR;
}

bool copy_settle(struct memory_errors *errors)
{
    const struct copied_errors *copied = &errors->copied;
    struct memory_view *const view = errors->view;

    memory_errors_take_strayed(errors);
    if (!copied->words || view_stopped(view))
        return false;
    errors->copy = (uint8_t)copy_judge(view, copied->first_at / VIEW_CHUNK * VIEW_CHUNK);
    if (errors->copy != COPY_OF_BAD_MEMORY && one_chip(errors))
        errors->copy = COPY_OF_BAD_MEMORY;
    if (errors->copy == COPY_OF_BAD_MEMORY) {
        memory_errors_take_copied(errors);
        return false;
    }
    view_end_copies(view);
    return !errors->count;
}

/* No driver is known to copy this way on silicon (silicon-sequences.md §6.3), and whether the machine, the link or the
 * engine is at fault does not show. The model's machine and link make no mistakes of their own. */
static void say_path(const struct memory_errors *errors, struct test *t)
{
    const struct copied_errors *copied = &errors->copied;
    const struct vram_way *const way = errors->view->way;
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    text_format(&text, "0x%016llx at VRAM 0x%llx", (unsigned long long)copied->first_expected,
                (unsigned long long)copied->first_at);
    text = text_in(actual, sizeof(actual));
    text_format(&text, "0x%016llx", (unsigned long long)copied->first_seen);
    test_say(t, "copy: %llu words were wrong by %s; BAR1 reads each of them right, again and again",
             (unsigned long long)copied->words, way->copier);
    test_blame(t, CAUSE_COPY_PATH);
    if (t->config->model)
        test_differs(
            t, expected, actual,
            "copies wrong words (%s) of memory that BAR1 reads right: %s, its way to memory or "
            "the link, not a memory chip",
            way->copier, way->copy_engine);
    else
        test_error(
            t,
            "copies (%s) bring wrong words of memory that BAR1 reads right: the machine's DMA, the "
            "link or %s, not a memory chip",
            way->copier, way->copy_engine);
}

/* Once is no proof of anything. */
static void say_undecided(const struct memory_errors *errors, struct test *t)
{
    const struct copied_errors *copied = &errors->copied;

    test_say(t,
             "copy: %llu words were wrong by %s and right through BAR1, and not again; the first "
             "at VRAM 0x%llx",
             (unsigned long long)copied->words, errors->view->way->copier,
             (unsigned long long)copied->first_at);
    test_error(t,
               "%llu words were wrong by %s, right through BAR1, and not wrong again: memory, the "
               "machine's DMA or the link; test the card again",
               (unsigned long long)copied->words, errors->view->way->copier);
}

void copy_report(const struct memory_errors *errors, struct test *t)
{
    const struct memory_view *view = errors->view;

    if (errors->copy == COPY_PATH)
        say_path(errors, t);
    else if (errors->copied.words && errors->copy == COPY_UNDECIDED)
        say_undecided(errors, t);
    if (errors->strayed.words)
        test_say(
            t,
            "copy: %llu words of %s were another place's, of which BAR1 reads each right: no chip "
            "is named by them",
            (unsigned long long)errors->strayed.words, view->way->copier);
    if (!view->stopped_copying)
        return;
    test_say(t, "copy: %s stopped at VRAM 0x%llx, from there on reads came back through BAR1",
             view->way->copier, (unsigned long long)view->stopped_at);
    if (view->poisoned)
        return;
    test_blame(t, CAUSE_ENGINE_STOPPED);
    if (!t->config->model) {
        /* Copies that worked a moment ago rule out a mistake of the documents. The culprit is not
         * proven, so this is an error. */
        test_error(
            t, "copies (%s) worked and then stopped: %s, the link or its supply, not a memory chip",
            view->way->copier, view->way->copy_engine);
        return;
    }
    test_fail(
        t,
        "stopped copying (%s) at VRAM 0x%llx though it had copied before: %s or the link, not "
        "a memory chip",
        view->way->copier, (unsigned long long)view->stopped_at, view->way->copy_engine);
}
