/* One test on the card in hand: whether it runs, its deadline, and cleaning up after it. */
#include "suite/run/run_state.h"

#include "engines/vram.h"
#include "engines/window.h"
#include "hw/pci.h"
#include "suite/run/confirmed.h"

#define PUT_BACK_S 10

static unsigned deadline_s(const struct test_case *row)
{
    return row->deadline_s ? row->deadline_s : TEST_DEADLINE_S;
}

/* Long tests go over all of the memory. How long they take is known only when they run; for the bar a MiB
 * weighs as much as a short test. */
unsigned test_weight(const struct run *run, const struct test_case *row)
{
    const uint64_t size = run->card.vram.size >> 20;

    return row->deadline_s > TEST_DEADLINE_S && size ? (unsigned)size : 1;
}

/* The run and the row of a test, for its calls back into the runner. */
struct running {
    struct run *run;
    const struct test_case *row;
};

static void progress(struct test *t, uint64_t done, uint64_t all, const char *what)
{
    const struct running *const running = t->progress_sink;

    report_progress(&running->run->report, t, (unsigned)(all ? done * 100 / all : 0), what);
    run_watchdog(running->run, deadline_s(running->row) + WATCHDOG_SLACK_S);
}

static bool goes_on(struct test *t)
{
    const struct running *const running = t->progress_sink;

    run_watchdog(running->run, deadline_s(running->row) + WATCHDOG_SLACK_S);
    return operator_goes_on(running->run);
}

/* Called between two accesses to the card, which must not take long. */
static bool interrupted(void *opaque)
{
    struct run *const run = opaque;

    operator_look(run);
    return operator_insists(run);
}

static void say(struct test *t, const char *line)
{
    const struct running *const running = t->progress_sink;

    report_comment(&running->run->report, "%s", line);
}

static void take_sample(struct test *t, const struct test_sample *sample)
{
    const struct running *const running = t->progress_sink;

    report_sample(&running->run->report, t->name, sample);
}

/* ---- whether it runs ------------------------------------------------------------------------- */

/* The entry of `names` for the first test of a list that has one; null: none has. */
static const char *named(const struct run *run, const char *const names[], const char *list)
{
    for (unsigned i = 0; i < run->row_count; i++)
        if (names[i] && list_names(list, run->rows[i]->name))
            return names[i];
    return NULL;
}

/* Why a test of the list did not end so that others can build on it; null: all did. A test that was not selected, or
 * that the chipset lacks, stops no other. */
static const char *missing(const struct run *run, const char *list)
{
    return named(run, run->stops, list);
}

/* false: the test does not run on this card, and says why. */
static bool applies(const struct run *run, const struct test_case *row, struct test *t, bool posted)
{
    const struct card *const card = t->card;
    const char *const needed = missing(run, row->needs);

    if (row->features & ~card->family->features(card->chip))
        test_lacks(t, "this chipset does not have it");
    else if ((row->flags & TEST_CHIPS) && !card->family->has_chips(card->chip))
        test_lacks(t, "stolen system memory: no memory chips of its own");
    else if (run->lost[0])
        test_skip(t, "the card does not answer any more");
    else if (!posted && !(row->flags & TEST_COLD))
        test_skip(t, "the card is not initialised");
    else if (needed)
        test_skip(t, "needs %s", needed);
    return t->result == TEST_PASS;
}

/* Whether an earlier boot was reset in this test on this card. */
static bool left_out(struct run *run, struct test *t)
{
    struct text text = text_in(t->sentence, sizeof(t->sentence));

    const bool typed =
        run->rows[0] == &prompt_row && run->setup.config->mode == MODE_PROMPT && !run->setup.script;

    if (typed || !resume_leaves_out(&run->resume, &run->key, t->name))
        return false; /* a person at the prompt knows which test has hung */
    const unsigned cuts = resume_cuts(&run->resume, &run->key, t->name);
    t->result = TEST_ERROR;
    const bool crashed = resume_crashed(&run->resume, &run->key, t->name);
    t->finding.cause = cuts ? CAUSE_SWITCHED_OFF : crashed ? CAUSE_FIRMWARE : CAUSE_MACHINE_RESET;
    if (cuts)
        text_format(&text, RECORD_CUT "%s, in %u boots one after the other", t->name, cuts);
    else
        text_format(&text, "%s%s", crashed ? RECORD_CRASH : RECORD_RESET, t->name);
    return true;
}

/* ---- running it ------------------------------------------------------------------------------ */

/* Whatever the test did, also when it was cut off: registers, records, memory. */
static void clean_up(struct run *run, unsigned change_mark, unsigned dma_mark)
{
    struct card *const card = &run->card;

    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_undo(card, change_mark);
    if (run->taken_over)
        card->family->settle(card);
    card_dma_free_all(card, dma_mark);
    vram_arena_reset(card);
    if (run->taken_over)
        pmem_rest(card);
    card_revive(card);
}

/* Runs while the card can still master the bus, because the test's own structures need it to reach
 * memory. */
static void put_back(struct run *run, struct test *t)
{
    struct card *const card = &run->card;

    if (!t->put_back)
        return;
    run_watchdog(run, PUT_BACK_S + WATCHDOG_SLACK_S);
    card_deadline(card, (uint64_t)PUT_BACK_S * 1000000);
    t->put_back(t);
}

/* The runner's finding weighs more than the test's own result. */
static void __attribute__((format(printf, 4, 5)))
overrule(struct test *t, enum test_result result, enum cause cause, const char *format, ...)
{
    struct text text = text_in(t->sentence, sizeof(t->sentence));
    va_list list;

    t->result = result;
    t->finding = (struct finding){ .cause = (uint8_t)cause };
    t->expected[0] = t->actual[0] = '\0';
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
}

/* A risky test may leave the card without a unit that every later test relies on. */
static bool wedged(struct run *run, const char *name)
{
    struct card *const card = &run->card;
    struct text text = text_in(run->lost, sizeof(run->lost));

    if (card->model || !run->setup.config->risky || !run->taken_over || !card->family->sound ||
        card->family->sound(card))
        return false;
    run->lost_cause = CAUSE_WEDGED;
    text_format(&text, "translation has hung in %s and needs a power cycle", name);
    report_comment(&run->report, "%s", run->lost);
    return true;
}

/* A good card of this chipset has shown it. */
static bool is_confirmed(const struct run *run, const char *claim)
{
    const struct confirmed *const table = run->setup.confirmed;

    return confirmed_has(table ? table : confirmed_claims, run->card.chip->name, claim);
}

/* Software in use relies on the claim, on cards like this one, or it is confirmed. */
static bool is_proven(const struct run *run, const struct test_case *row)
{
    return row->basis == PROVEN || is_confirmed(run, row->name);
}

static bool claim_counts(const struct test *t, const char *claim)
{
    const struct running *const running = t->progress_sink;

    return t->card->model || is_confirmed(running->run, claim);
}

/* A claim that is not proven may be the documents' mistake, so on silicon it does not fail the card. */
static bool counts(const struct run *run, const struct test_case *row)
{
    return run->card.model || is_proven(run, row);
}

/* A register answered with a word that is no value: the card has neither passed nor failed. A register that is not
 * proven to exist for the host then differs from the documents; one that keeps a word written to it does exist. A
 * failure found before stays. */
static void judge_refusal(struct run *run, const struct test_case *row, struct test *t,
                          const struct card_refusal *refusal)
{
    if (t->result == TEST_FAIL && !refusal->told)
        return;
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));

    card_refusal_text(&text, refusal);
    overrule(t, counts(run, row) || refusal->kept ? TEST_ERROR : TEST_FAIL, CAUSE_REFUSED, "%s",
             words);
}

/* Of a test that has found something wrong, or did not end: whether the card has refused it a write. */
static void ask_refused_write(struct run *run, struct card_refusal *refusal)
{
    struct card *const card = &run->card;

    if (!run->taken_over || !card->family->refused_write)
        return;
    card_deadline(card, (uint64_t)TAKEOVER_DEADLINE_S * 1000000);
    (void)card->family->refused_write(card, refusal);
}

/* The test between its two marks: changes and allocations since the first are put back and
 * freed. */
static void run_body(struct run *run, const struct test_case *row, struct test *t)
{
    struct card *const card = &run->card;
    const unsigned change_mark = card->change_count, dma_mark = card->dma_count;

    if (run->taken_over)
        pci_command(card->bus, &card->pci, PCI_COMMAND_MASTER, 0);
    t->deadline_us = (uint64_t)deadline_s(row) * 1000000;
    card_deadline(card, t->deadline_us);
    card->interrupted = operator_can_interrupt(run) ? interrupted : NULL;
    card->interrupted_opaque = run;
    row->run(t);
    test_settle_doubt(t);
    card->interrupted = NULL;
    const bool late = card_expired(card);
    struct card_refusal refusal = card->refusal;

    if (t->result == TEST_FAIL || late)
        ask_refused_write(run, &refusal);
    put_back(run, t);
    clean_up(run, change_mark, dma_mark);
    if (t->result == TEST_FAIL)
        operator_ask_surroundings(run);
    if (run_lost(run) || (t->result == TEST_FAIL && run_shut_off(run)) || wedged(run, row->name))
        overrule(t, TEST_ERROR, (enum cause)run->lost_cause, "%s", run->lost);
    else if (card->changes_refused)
        overrule(t, TEST_ERROR, CAUSE_NOT_ALL,
                 "the test changes more than the %u registers that can be put back",
                 CARD_CHANGES_MAX);
    else if (run->wish != WISH_NONE && (late || run->disturbed || t->result != TEST_FAIL))
        overrule(t, TEST_SKIP, CAUSE_BY_HAND, "%s",
                 run->wish == WISH_STOP ? run->stopped : OPERATOR_SKIPPED);
    else if (refusal.words)
        judge_refusal(run, row, t, &refusal);
    else if (late && (row->flags & TEST_EXTENDS))
        overrule(t, TEST_ERROR, CAUSE_NOT_ALL,
                 "%s deadline: no piece of the work got done within %u s", card->chip->title,
                 deadline_s(row));
    else if (late)
        overrule(t, TEST_FAIL, CAUSE_NONE, "%s deadline: the test did not end within %u s",
                 card->chip->title, deadline_s(row));
    else if (t->result == TEST_PASS && !t->compared && t->untested && t->config->seconds)
        overrule(t, TEST_SKIP, CAUSE_NOT_ALL, "seconds=%u was over before anything was compared",
                 (unsigned)t->config->seconds);
    else if (t->result == TEST_PASS && !t->compared)
        overrule(t, TEST_ERROR, CAUSE_NOT_ALL,
                 "the test found nothing wrong because it compared nothing");
    card->changes_refused = false;
}

/* ---- its result ------------------------------------------------------------------------------ */

/* A claim that this test needs differs from the documents, and it is not proven that a good card agrees with them: so a
 * failure of the test may come from the same mistake of the documents, and neither accuses the card nor clears it. */
static void leave_unjudged(const struct run *run, const struct test_case *row, struct test *t)
{
    const char *const unsure = named(run, run->differs, row->needs);
    char sentence[TEST_SENTENCE_MAX];
    struct text text = text_in(sentence, sizeof(sentence));

    if (!unsure || t->result != TEST_FAIL || !counts(run, row))
        return;
    text_format(&text, "not judged, for %s differs from the documents: %s", unsure, t->sentence);
    t->result = TEST_ERROR;
    t->finding = (struct finding){ .cause = CAUSE_NOT_ALL };
    text = text_in(t->sentence, sizeof(t->sentence));
    text_string(&text, sentence);
}

/* The cause of a result for which the test named none: it follows from the subject of the claim. */
static void take_cause(const struct test_case *row, struct test *t)
{
    static const uint8_t failed[CLAIMS] = {
        [CLAIM_IDENTITY] = CAUSE_TEST, [CLAIM_LINK] = CAUSE_LINK,
        [CLAIM_WINDOW] = CAUSE_WINDOW, [CLAIM_VM] = CAUSE_TRANSLATION,
        [CLAIM_ENGINE] = CAUSE_ENGINE, [CLAIM_VRAM] = CAUSE_TEST,
        [CLAIM_BOARD] = CAUSE_SENSOR,
    };

    if (t->result == TEST_PASS || t->result == TEST_LACKS || t->finding.cause != CAUSE_NONE)
        return;
    if (t->result == TEST_FAIL)
        t->finding.cause = failed[row->claim];
    else
        t->finding.cause = row->claim == CLAIM_LINK ? CAUSE_RIG_LINK : CAUSE_NOT_ALL;
}

/* Whether others can be built on the test. */
static void keep_result(struct run *run, unsigned index, const struct test *t)
{
    const struct test_case *const row = run->rows[index];
    const bool differs = t->result == TEST_FAIL && !counts(run, row);
    const bool failed = t->result == TEST_ERROR || (t->result == TEST_FAIL && !differs);
    const bool stops = t->result == TEST_SKIP || failed;
    const char *const needed = missing(run, row->needs);
    const char *const unsure = named(run, run->differs, row->needs);

    if (t->result != TEST_SKIP && t->result != TEST_ERROR)
        facts_asked(&run->facts, row->name);
    run->stops[index] = !stops ? NULL : needed ? needed : row->name;
    run->failed[index] = failed ? row->name : NULL;
    run->differs[index] = !differs ? NULL : unsure ? unsure : row->name;
}

/* One place for report and tally, so that they cannot disagree whether a failure counts. */
static void report_result(struct run *run, const struct test_case *row, const struct test *t,
                          uint64_t us)
{
    char basis[REPORT_REASON_MAX];
    struct text text = text_in(basis, sizeof(basis));

    const bool proven = is_proven(run, row);

    if (proven)
        text_string(&text, "proven");
    else
        basis_words(&text, row);
    report_end(&run->report, t,
               &(struct report_test){ .source = row->source,
                                      .basis = basis,
                                      .ms = us / 1000,
                                      .open = !proven && row->basis == UNVERIFIED,
                                      .differs = t->result == TEST_FAIL && !counts(run, row) });
    tally_test(&run->tally, row, t, counts(run, row));
}

/* false: a person was asked, and the test is left out. */
static bool stepped(struct run *run, struct test *t)
{
    const enum wish wish = operator_step(run, t->name);

    test_blame(t, wish == WISH_NONE ? CAUSE_NONE : CAUSE_BY_HAND);
    if (wish != WISH_NONE)
        test_skip(t, "%s", wish == WISH_STOP ? run->stopped : OPERATOR_SKIPPED);
    return wish == WISH_NONE;
}

/* The watchdog is armed and the start reported before the test body, because a hang must find both
 * in place. */
void run_one_test(struct run *run, unsigned index, bool posted)
{
    const struct test_case *const row = run->rows[index];
    struct running running = { .run = run, .row = row };
    struct test t = { .name = row->name,
                      .card = &run->card,
                      .way = run->suite->way,
                      .config = run->setup.config,
                      .judged = counts(run, row),
                      .facts = &run->facts,
                      .board_file = run->setup.board_file,
                      .hurry = &run->hurry,
                      .without = named(run, run->failed, row->uses),
                      .claim_counts = claim_counts,
                      .progress = progress,
                      .say = say,
                      .goes_on = goes_on,
                      .sample = take_sample,
                      .progress_sink = &running };

    struct bus *const bus = run->card.bus;
    uint64_t us = 0;

    run->hurry = false;
    if (row == &prompt_row)
        run_prompt_open(run, &t);
    else
        operator_goes_on(run);
    if (run->wish == WISH_STOP) {
        test_blame(&t, CAUSE_BY_HAND);
        test_skip(&t, "%s", run->stopped);
    }
    if (t.result == TEST_PASS && applies(run, row, &t, posted) && !left_out(run, &t) &&
        stepped(run, &t)) {
        run->wish = WISH_NONE;
        run_watchdog(run, deadline_s(row) + WATCHDOG_SLACK_S);
        run_name(run, row->name);
        report_start(&run->report, row->name, test_weight(run, row),
                     deadline_s(row) + WATCHDOG_SLACK_S);
        access_log_mark(run, "test", row->name);
        us = bus->ops->time_us(bus);
        run_body(run, row, &t);
        us = bus->ops->time_us(bus) - us;
        run_name(run, NULL);
    }
    run->tested_us += us;
    fact_number(&run->facts, FACT_SECONDS, run->tested_us / 1000000);
    leave_unjudged(run, row, &t);
    take_cause(row, &t);
    keep_result(run, index, &t);
    report_result(run, row, &t, us);
}

/* The card is not put back, because an access to it might hang this processor too. */
void run_hung(struct run *run, const char *doing)
{
    char words[REPORT_REASON_MAX];
    struct text text = text_in(words, sizeof(words));
    const struct test_case *row = NULL;

    text_format(&text, "the processor that drives the card has not come back from %s", doing);
    report_comment(&run->report,
                   "%s: the card keeps what was changed in it until the machine is switched off, "
                   "and its other tests are not run",
                   words);
    for (unsigned i = 0; i < run->row_count && !row; i++)
        row = string_equal(run->rows[i]->name, doing) ? run->rows[i] : NULL;
    if (!row) {
        tally_error(&run->tally, CAUSE_HANGS, words);
        return;
    }
    struct test t = { .name = row->name, .card = &run->card, .config = run->setup.config };

    overrule(&t, TEST_ERROR, CAUSE_HANGS, "the processor that drives the card has not come back");
    report_result(run, row, &t, 0);
}
