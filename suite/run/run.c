#include "suite/run/run_state.h"

#include "suite/run/board_file.h"
#include "suite/run/select.h"

_Static_assert(sizeof(struct run) <= RUN_ARENA_SIZE - CARD_WORKSPACE, "the arena holds a run");

void run_watchdog(struct run *run, unsigned seconds)
{
    const struct run_sinks *sinks = run->setup.sinks;

    run->watchdog_s = seconds;
    if (sinks->watchdog)
        sinks->watchdog(sinks->opaque, seconds);
}

void run_name(struct run *run, const char *name)
{
    const struct run_sinks *sinks = run->setup.sinks;

    if (sinks->running)
        sinks->running(sinks->opaque, name);
}

/* Said, and guarded by the watchdog, before it is done: a hang in it is named by the next boot. */
void run_phase(struct run *run, const char *what)
{
    run_watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
    run_name(run, what);
    report_phase(&run->report, what);
    access_log_mark(run, "phase", what);
}

/* ---- which tests ----------------------------------------------------------------------------- */

/* A test that may hang silicon is selected there only on request (risky=1). */
bool run_risk_taken(const struct run *run, const struct test_case *row)
{
    return !(row->flags & TEST_RISKY) || run->setup.config->model || run->setup.config->risky;
}

static void add_row(struct run *run, const struct test_case *row)
{
    run->stops[run->row_count] = run->failed[run->row_count] = NULL;
    run->differs[run->row_count] = NULL;
    run->rows[run->row_count++] = row;
}

/* Risky rows are counted and not added, so that the report can say how many were left out. */
void run_select(struct run *run)
{
    const struct test_case *all[TESTS_MAX];
    const unsigned count = suite_list(run->suite, all);
    unsigned risky = 0;

    run->row_count = 0;
    if (config_prompts(run->setup.config)) {
        add_row(run, &prompt_row);
        report_plan(&run->report, 1, 0);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!suite_has(run->setup.config->suite, all[i]))
            continue;
        if (run_risk_taken(run, all[i])) {
            add_row(run, all[i]);
        } else {
            risky++;
        }
    }
    if (run->setup.board_file)
        add_row(run, &board_file_row);
    report_plan(&run->report, run->row_count, risky);
}

static const char *family_of(const struct run *run, unsigned i)
{
    return run->setup.suites->all[i]->family->name;
}

/* Finds mistakes that would make every run useless before any card is touched. */
static void check_suites(struct run *run)
{
    const struct suites *const suites = run->setup.suites;
    const struct test_case *rows[TESTS_MAX];
    char unknown[CONFIG_SUITE_MAX], meant[CONFIG_SUITE_MAX];
    struct text text = text_in(run->words, sizeof(run->words));

    for (unsigned i = 0; i < suites->count; i++) {
        const unsigned count = suite_list(suites->all[i], rows);

        if (count <= TESTS_MAX)
            continue;
        text_format(&text, "the suite of %s has %u tests, and the runner has room for %u",
                    family_of(run, i), count, TESTS_MAX);
        run->obstacle_cause = CAUSE_CONFIG_SUITE;
        run->obstacle = run->words;
        return;
    }
    if (suite_unknown(run->setup.config->suite, suites, unknown)) {
        text_format(&text, "no test is named %s", unknown);
        if (suite_suggestion(unknown, suites, meant))
            text_format(&text, "; did you mean %s?", meant);
        run->obstacle_cause = CAUSE_CONFIG_SUITE;
        run->obstacle = run->words;
    }
}

/* ---- the run --------------------------------------------------------------------------------- */

/* Noted before anything is touched: whatever this boot comes to, the next one finds it. */
static void say_left_out(struct run *run)
{
    if (run->resume.unknown)
        report_comment(
            &run->report,
            "no run is in the last %u MiB of the report of earlier boots: a test that has "
            "reset this machine is not left out",
            (unsigned)(RESUME_SEARCH_MAX >> 20));
    for (unsigned i = 0; i < run->resume.count; i++) {
        const struct resume_entry *const entry = &run->resume.entries[i];

        if (entry->cuts)
            report_cut(&run->report, &entry->card, entry->name, entry->cuts);
        else
            report_left_out(&run->report, &entry->card, entry->phase, entry->name,
                            entry->crashed ? RECORD_CRASH : RECORD_RESET);
    }
    if (!run->resume.full)
        return;
    run->obstacle_cause = CAUSE_TOO_MANY_RESETS;
    run->obstacle = "the machine was reset too often; the next start begins afresh";
}

/* The run's purpose in a word: its suite, except at a prompt, where no test was asked for. */
static const char *suite_words(const struct run *run)
{
    const struct run_setup *const setup = &run->setup;

    if (!config_prompts(setup->config))
        return setup->config->suite;
    if (setup->config->mode == MODE_EXPERIMENTS)
        return "experiments";
    return setup->script ? setup->script->name : "prompt";
}

struct run *run_open(const struct run_setup *setup, void *arena)
{
    struct run *const run = arena;

    *run = (struct run){ .setup = *setup,
                         .sinks = *setup->sinks,
                         .obstacle = setup->config_error,
                         .obstacle_cause = CAUSE_CONFIG };
    run->setup.sinks = &run->sinks;
    run_watchdog(run, TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S);
    if (setup->previous) /* before this boot's first record becomes the last run of that report */
        resume_read(&run->resume, setup->previous, &setup->began);
    report_open(&run->report, &run->sinks,
                &(struct report_run){ .version = setup->version,
                                      .machine = setup->machine,
                                      .suite = suite_words(run),
                                      .label = setup->config->label,
                                      .number = run->resume.run + 1,
                                      .round = setup->rounds ? setup->rounds->done + 1 : 0,
                                      .began = setup->began,
                                      .model = setup->config->model });
    run_scene(run)->has_keys = setup->key != NULL;
    if (setup->rounds) {
        run_scene(run)->asked = run->asked = setup->rounds->asked;
        run->asked_us = setup->rounds->asked_us;
    }
    say_left_out(run);
    if (!run->obstacle)
        check_suites(run);
    run_probe_begin(run);
    if (!run->obstacle)
        access_log_open(run);
    return run;
}

/* As lspci writes it; of a card that has none, nothing. */
static void read_serial(struct card *card)
{
    const uint64_t serial = pci_serial(card->bus, card->pci.at);
    struct text text = text_in(card->serial, sizeof(card->serial));

    for (int shift = 56; serial && shift >= 0; shift -= 8)
        text_format(&text, "%02x%s", (unsigned)(serial >> shift) & 0xff, shift ? "-" : "");
}

void run_end_card(struct run *run)
{
    struct judgement judgement;

    tally_verdict(&run->tally, suite_words(run), &judgement);
    report_facts(&run->report, &run->facts);
    report_card_verdict(&run->report, &judgement);
    run_keep_known(run);
    tallies_add(&run->tallies, run->key.at, &run->tally, &judgement);
    run->open = false;
}

/* Again from the tally, which says the same each time. */
void run_add_card(struct run *run, const struct run *of_card)
{
    struct judgement judgement;

    tally_verdict(&of_card->tally, suite_words(run), &judgement);
    tallies_add(&run->tallies, of_card->key.at, &of_card->tally, &judgement);
    if (of_card->known_count && run->known_count < KNOWN_MAX)
        run->known[run->known_count++] = of_card->known[0];
    report_add_card(&run->report, &of_card->report);
}

/* All facts of a card start anew here, so that no card is judged by the behaviour of another. */
void run_card(struct run *run, struct bus *bus, const struct pci_card *found)
{
    card_init(&run->card, access_log_bus(run, bus), found);
    run->card.workspace = (uint8_t *)run + RUN_ARENA_SIZE - CARD_WORKSPACE;
    run->card.post = run->setup.config->post;
    run->card.post_i2c = run->setup.config->post_i2c;
    run->card.model = run->setup.config->model;
    run->key = card_key_of(found);
    access_log_mark(run, "card", run->key.at);
    read_serial(&run->card);
    run->tally = (struct tally){ 0 };
    run->facts = (struct facts){ 0 };
    run->tested_us = 0;
    run->suite = NULL;
    run->path = (struct pci_path){ 0 };
    run->power = (struct pci_power){ 0 };
    run->lost[0] = '\0';
    run->open = true;
    report_begin_card(&run->report, &run->key);
    run_take_over(run);
    access_log_end(run);
    run_end_card(run);
}

/* card= chooses one card. */
static bool is_wanted(const struct run *run, const struct card_key *key)
{
    const char *const card = run->setup.config->card;

    return !card[0] || string_equal(card, key->at);
}

/* The next card of the bus that is to be tested. */
static bool next_wanted(const struct run *run, struct bus *bus, struct pci_search *search,
                        struct pci_card *found)
{
    while (pci_find_next(bus, search, found) == OK) {
        const struct card_key key = card_key_of(found);

        if (is_wanted(run, &key))
            return true;
    }
    return false;
}

/* All cards are on the screen before the first one is touched. */
static void find_cards(struct run *run, struct bus *bus)
{
    struct text others = text_in(run->words, sizeof(run->words));
    struct pci_search search = { 0 };
    struct pci_card found;

    while (pci_find_next(bus, &search, &found) == OK) {
        const struct card_key key = card_key_of(&found);

        if (!is_wanted(run, &key)) {
            text_format(&others, " %s", key.at);
            continue;
        }
        report_found(&run->report, &key);
        if (run->setup.rounds)
            rounds_find(run->setup.rounds, &key);
    }
}

/* Before the first card is touched: a person who has just switched the machine on is still
 * there. */
static void ask_about_cards(struct run *run, struct bus *bus)
{
    struct pci_search search = { 0 };
    struct pci_card found;

    while (run->resume.count && next_wanted(run, bus, &search, &found)) {
        const struct card_key key = card_key_of(&found);

        operator_ask(run, bus, &key);
    }
}

static bool is_on_console(const struct run *run, const struct found_card *card)
{
    const struct run_setup *const setup = &run->setup;

    return setup->drives_console && setup->drives_console(setup->opaque, card->found.at);
}

/* As many as can be tested at the same time. The screen goes with the card that it is drawn on, so that one is tested
 * alone, in its turn. */
static void run_found_cards(struct run *run, const struct found_card *cards, unsigned count)
{
    for (unsigned i = 0, some; i < count; i += some) {
        some = 0;
        while (i + some < count && !is_on_console(run, &cards[i + some]))
            some++;
        if (some > 1) {
            run_side_by_side(run, cards + i, some);
            continue;
        }
        some = 1;
        run_card(run, cards[i].bus, &cards[i].found);
    }
}

static void run_jobs(struct run *run, struct bus *const buses[], unsigned count)
{
    struct found_card cards[RUN_FOUND_MAX];
    unsigned used = 0;

    for (unsigned i = 0; i < count; i++) {
        struct pci_search search = { 0 };

        while (next_wanted(run, buses[i], &search, &cards[used].found)) {
            cards[used++].bus = buses[i];
            if (used < RUN_FOUND_MAX)
                continue;
            run_found_cards(run, cards, used);
            used = 0;
        }
    }
    run_found_cards(run, cards, used);
}

/* Cards of the rounds before that this one did not find: each is judged, so that the others do not vouch for it. */
static void judge_missing(struct run *run)
{
    const struct rounds *const rounds = run->setup.rounds;

    for (unsigned i = 0; rounds && i < rounds->known_count; i++) {
        if (rounds->found >> i & 1)
            continue;
        card_init(&run->card, NULL, &(struct pci_card){ 0 });
        run->key = rounds->known[i];
        run->tally = (struct tally){ 0 };
        run->facts = (struct facts){ 0 };
        tally_error(&run->tally, CAUSE_FELL_OFF,
                    "the rounds before had this card, and it is not found any more");
        report_begin_card(&run->report, &run->key);
        run_end_card(run);
    }
}

static void run_all(struct run *run, struct bus *const buses[], unsigned count)
{
    for (unsigned i = 0; !run->obstacle && i < count; i++) {
        find_cards(run, buses[i]);
        ask_about_cards(run, buses[i]);
    }
    if (!run->obstacle && run_has_jobs(run)) {
        run_jobs(run, buses, count);
        return;
    }
    for (unsigned i = 0; !run->obstacle && i < count; i++) {
        struct pci_search search = { 0 };
        struct pci_card found;

        while (next_wanted(run, buses[i], &search, &found))
            run_card(run, buses[i], &found);
    }
}

void run_buses(struct run *run, struct bus *const buses[], unsigned count)
{
    run_all(run, buses, count);
    if (!run->obstacle)
        judge_missing(run);
}

void run_bus(struct run *run, struct bus *bus)
{
    run_buses(run, &bus, 1);
}

void run_note(struct run *run, const char *line)
{
    report_note(&run->report, line);
}

void run_remark(struct run *run, const char *line)
{
    report_comment(&run->report, "%s", line);
}

bool run_stopped(const struct run *run)
{
    return run->wish == WISH_STOP;
}

bool run_processors_start(struct run *run)
{
    if (run->setup.config->alone)
        return false;
    if (resume_lacks_processors(&run->resume)) {
        report_comment(
            &run->report,
            "the machine's firmware hung when it was asked for the other processors: this "
            "one works alone; processors=1 in barecard.cfg never asks");
        return false;
    }
    report_phase(&run->report, RECORD_PROCESSORS);
    return true;
}

void run_processors_started(struct run *run)
{
    report_phase(&run->report, RECORD_PROCESSORS_STARTED);
}

struct scene *run_scene(struct run *run)
{
    return &run->report.stage.scene;
}

/* Before the verdict, because a reader of TAP may stop at that. */
static void sum_up(struct run *run, enum verdict verdict)
{
    struct rounds *const rounds = run->setup.rounds;
    char sum[ROUNDS_WORDS_MAX];
    struct text words = text_in(sum, sizeof(sum));

    if (!rounds)
        return;
    rounds_add(rounds, verdict, run_scene(run));
    rounds->asked = run_scene(run)->asked;
    rounds->asked_us = run->asked_us;
    run_scene(run)->asked = KEY_NONE;
    rounds_words(rounds, &words);
    report_rounds(&run->report, sum);
}

/* Cards whose turn did not come have no verdict: a run that was cut off is never green. */
enum verdict run_abandon(struct run *run, const char *why)
{
    if (run->in_hand)
        run_give_up(run);
    if (run->open) {
        tally_error(&run->tally, CAUSE_CUT_OFF, why);
        run_end_card(run);
    }
    if (!run->obstacle && !run->tallies.of[VERDICT_FAIL]) {
        run->obstacle_cause = CAUSE_CUT_OFF;
        run->obstacle = why;
    }
    return run_close(run);
}

/* card= names none of the cards that are there. */
static void card_elsewhere(const struct run *run, struct judgement *out)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    out->verdict = VERDICT_NOT_TESTED;
    out->finding.cause = CAUSE_CARD_ELSEWHERE;
    text_format(&text, "card=%s names no card; there is one at%s", run->setup.config->card,
                run->words);
}

/* An obstacle of the whole run comes before the cards' verdicts, because it has kept them from
 * being tested as asked. */
enum verdict run_close(struct run *run)
{
    struct judgement judgement = { .verdict = VERDICT_INCOMPLETE,
                                   .finding = { .cause = run->obstacle_cause } };

    run_probe_end(run);
    if (run->obstacle) {
        struct text text = text_in(judgement.reason, sizeof(judgement.reason));

        text_string(&text, run->obstacle);
    } else if (!run->tallies.cards && run->words[0]) {
        card_elsewhere(run, &judgement);
    } else {
        tallies_verdict(&run->tallies, &judgement);
    }
    run_say_neighbours(run, &judgement);
    sum_up(run, judgement.verdict);
    report_verdict(&run->report, &judgement);
    run_watchdog(run, 0);
    return judgement.verdict;
}
