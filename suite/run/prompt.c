/* mode=prompt: the one test of a run in which a person, or a script, works on the card (suite/prompt/prompt.h). The journal,
 * the deadlines and the clean-up are those of any test. */
#include "suite/run/run_state.h"

static void say(void *opaque, const char *line, bool echoed)
{
    struct run *const run = opaque;

    access_log_said(run);
    if (echoed)
        report_note(&run->report, line);
    else
        report_comment(&run->report, "%s", line);
}

static void show(void *opaque)
{
    report_show(&((struct run *)opaque)->report);
}

/* The watchdog is told that nothing hangs: a person thinks for as long as it takes. */
static bool waits(void *opaque)
{
    struct run *const run = opaque;
    const struct run_setup *const setup = &run->setup;
    const char *const why = setup->halt ? setup->halt(setup->opaque) : NULL;

    run_watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
    if (why && run->wish != WISH_STOP) {
        struct text stopped = text_in(run->stopped, sizeof(run->stopped));

        text_string(&stopped, why);
        run->wish = WISH_STOP;
    }
    return run->wish != WISH_STOP;
}

static int next_key(void *opaque)
{
    const struct run_setup *const setup = &((struct run *)opaque)->setup;

    return setup->typed(setup->opaque);
}

static void echo(void *opaque, const char *chars, size_t size)
{
    const struct run_sinks *const sinks = ((struct run *)opaque)->setup.sinks;

    sinks->echo(sinks->opaque, chars, size);
}

/* Where the row stands; a test that was not run before gets a place after the others, or the last
 * one's. */
static unsigned place_of(struct run *run, const struct test_case *row)
{
    unsigned i = 0;

    while (i < run->row_count && run->rows[i] != row)
        i++;
    if (i == run->row_count && i < TESTS_MAX)
        run->row_count++;
    else if (i == run->row_count)
        i--;
    run->rows[i] = row;
    run->stops[i] = run->failed[i] = run->differs[i] = NULL;
    return i;
}

static unsigned tests_that(const struct tally *tally, enum test_result result)
{
    const unsigned counts[TEST_RESULTS] = {
        [TEST_PASS] = tally->passed,  [TEST_FAIL] = tally->failed + tally->differs,
        [TEST_LACKS] = tally->lacked, [TEST_SKIP] = tally->skipped,
        [TEST_ERROR] = tally->errors,
    };

    return counts[result];
}

/* The result is found by comparing tallies, because run_one_test gives none; `out` null only asks
 * whether the test may run. */
static enum err run_test(void *opaque, const char *name, enum test_result *out)
{
    struct run *const run = opaque;
    const struct test_case *rows[TESTS_MAX];
    const unsigned count = suite_list(run->suite, rows);
    const struct tally before = run->tally;
    unsigned i = 0;

    while (i < count && !string_equal(rows[i]->name, name))
        i++;
    if (i == count)
        return ERR_NOT_FOUND;
    if (!run_risk_taken(run, rows[i]))
        return ERR_UNSUPPORTED;
    if (!out)
        return OK;
    run_one_test(run, place_of(run, rows[i]), run->card.vram.size != 0);
    for (unsigned result = 0; result < TEST_RESULTS; result++)
        if (tests_that(&run->tally, (enum test_result)result) !=
            tests_that(&before, (enum test_result)result))
            *out = (enum test_result)result;
    return OK;
}

static enum err log_accesses(void *opaque, bool on)
{
    return access_log_say(opaque, on);
}

/* The family's own script takes precedence in mode=experiments, because that mode is made for it. */
void run_prompt_open(struct run *run, struct test *t)
{
    const struct run_setup *const setup = &run->setup;
    const struct run_script own = { .name = "experiments",
                                    .text = run->suite->prompt->experiments,
                                    .size = string_length(run->suite->prompt->experiments) };
    const struct run_script *const script =
        setup->config->mode == MODE_EXPERIMENTS ? &own : setup->script;

    run->prompt_setup = (struct prompt_setup){ .family = run->suite->prompt,
                                               .opaque = run,
                                               .script = script ? script->text : NULL,
                                               .script_size = script ? script->size : 0,
                                               .script_name = script ? script->name : NULL,
                                               .key = setup->typed ? next_key : NULL,
                                               .echo = setup->sinks->echo ? echo : NULL,
                                               .say = say,
                                               .show = show,
                                               .waits = waits,
                                               .run_test = run_test,
                                               .log = log_accesses };
    t->prompt = &run->prompt_setup;
    t->prompt_of = &run->prompt;
    run_scene(run)->prompt = &run->prompt.view;
}

bool run_is_judged(const struct run *run)
{
    return !config_prompts(run->setup.config) || run->tally.passed;
}

static void work(struct test *t)
{
    prompt_run(t);
}

const struct test_case prompt_row = {
    .name = "prompt",
    .source = "prompt.md",
    .run = work,
    .basis = PROVEN,
    .claim = CLAIM_IDENTITY,
    .flags = TEST_COLD,
};
