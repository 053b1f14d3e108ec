#include "suite/run/tally.h"

#include "suite/run/select.h"

#define ON_CONSOLE  "the card drives the console"
#define NOTHING_RAN "no test ran: of suite= the card has nothing, or only what risky=1 selects"

static void keep_first(struct tally_first *first, const char *name, const char *why,
                       const struct finding *finding)
{
    struct text text = text_in(first->words, sizeof(first->words));

    if (name)
        text_format(&text, "%s: ", name);
    text_string(&text, why);
    first->finding = *finding;
    first->test = name;
}

/* Of several memory tests that failed the first has the words, and all of them name their chips. */
static void keep_memory(struct tally *tally, const struct test *t)
{
    if (!tally->memory.words[0])
        keep_first(&tally->memory, t->name, t->sentence, &t->finding);
    else
        finding_join(&tally->memory.finding, &t->finding);
}

static void keep(struct tally_first *first, const struct test *t)
{
    if (!first->words[0])
        keep_first(first, t->name, t->sentence, &t->finding);
}

static void keep_cause(struct tally_first *first, enum cause cause, const char *why)
{
    if (!first->words[0])
        keep_first(first, NULL, why, &(struct finding){ .cause = (uint8_t)cause });
}

static void tally_untested(struct tally *tally, const struct test *t)
{
    if (!t->untested)
        return;
    if (t->excused && t->excused <= t->untested)
        tally->vga = t->vga;
    tally->untested_bytes += t->untested - (t->excused <= t->untested ? t->excused : 0);
}

static void tally_conditions(struct conditions *c, const struct test *t)
{
    c->read += t->read;
    c->ecc |= t->ecc;
    c->corrected += t->ecc_corrected;
    if (!t->sensor)
        return;
    c->coolest = !c->sensor || t->coolest < c->coolest ? t->coolest : c->coolest;
    c->hottest = t->hottest > c->hottest ? t->hottest : c->hottest;
    c->sensor = true;
}

static bool has_part(const struct tally *tally, const struct test_case *row)
{
    for (unsigned i = 0; i < PART_TESTS_MAX; i++)
        if (tally->parts[row->part][i] == row)
            return true;
    return false;
}

/* In later rounds it is there already. */
static void tally_part(struct tally *tally, const struct test_case *row)
{
    for (unsigned i = 0; i < PART_TESTS_MAX && !has_part(tally, row); i++)
        if (!tally->parts[row->part][i])
            tally->parts[row->part][i] = row;
}

uint8_t tally_unseen(const struct tally *tally, const struct suite *suite)
{
    const struct test_case *rows[TESTS_MAX];
    const unsigned count = suite_list(suite, rows);
    unsigned tested = 0, left = 0;

    for (unsigned i = 0; i < count && i < TESTS_MAX; i++)
        if (rows[i]->part)
            *(has_part(tally, rows[i]) ? &tested : &left) |= BIT(rows[i]->part);
    return (uint8_t)(suite->parts & ~(tested & ~left));
}

/* Bad memory is kept apart from other failures, because it may explain them and is then named
 * first. */
void tally_test(struct tally *tally, const struct test_case *row, const struct test *t, bool counts)
{
    tally_untested(tally, t);
    tally_conditions(&tally->conditions, t);
    if (t->not_heated)
        tally->not_heated = t->not_heated;
    if (t->shortened && !tally->shortened)
        tally->shortened = t->name;
    switch (t->result) {
    case TEST_PASS:
        tally->passed++;
        if (row->part)
            tally_part(tally, row);
        tally->passed_of[row->claim] = true;
        break;
    case TEST_LACKS:
        tally->lacked++;
        break;
    case TEST_SKIP:
        tally->skipped++;
        keep(&tally->skip, t);
        break;
    case TEST_ERROR:
        tally->errors++;
        keep(&tally->error, t);
        break;
    case TEST_FAIL:
        tally->differs += !counts;
        if (!counts)
            break;
        tally->failed++;
        if (cause_explains((enum cause)t->finding.cause))
            keep_memory(tally, t);
        else
            keep(&tally->failure, t);
        break;
    }
}

void tally_obstacle(struct tally *tally, enum cause cause, const char *why)
{
    keep_cause(&tally->obstacle, cause, why);
}

void tally_error(struct tally *tally, enum cause cause, const char *why)
{
    tally->errors++;
    keep_cause(&tally->error, cause, why);
}

void tally_console(struct tally *tally)
{
    tally->on_console = true;
    keep_cause(&tally->obstacle, CAUSE_ON_CONSOLE, ON_CONSOLE);
}

void tally_foreign(struct tally *tally, const char *why)
{
    tally->foreign = true;
    keep_cause(&tally->obstacle, CAUSE_UNSUPPORTED, why);
}

void tally_tested(struct tally *tally)
{
    tally->tested = true;
}

/* Gives the reason, for more words after it. */
static struct text judge(struct judgement *out, enum verdict verdict,
                         const struct tally_first *first)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    out->verdict = verdict;
    out->finding = first->finding;
    out->test = first->test;
    text_string(&text, first->words);
    return text;
}

static void judge_by(struct judgement *out, enum verdict verdict, enum cause cause, const char *why)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    out->verdict = verdict;
    out->finding = (struct finding){ .cause = (uint8_t)cause };
    text_string(&text, why);
}

static void bytes_missing(const struct tally *tally, struct judgement *out)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    judge_by(out, VERDICT_INCOMPLETE, CAUSE_MEMORY_LEFT_OUT, "");
    text_format(&text, "%llu bytes of VRAM not tested", (unsigned long long)tally->untested_bytes);
}

/* A whole suite passes a card only with a result about each of these. Writes the first that has none. */
static bool name_missing(const struct tally *tally, struct text *reason)
{
    static const struct {
        enum claim claim;
        const char *what;
    } wanted[] = { { CLAIM_LINK, "the link" },
                   { CLAIM_WINDOW, "the windows" },
                   { CLAIM_VRAM, "the memory" },
                   { CLAIM_VM, "the translation" } };

    for (unsigned i = 0; i < ARRAY_SIZE(wanted); i++) {
        if (tally->passed_of[wanted[i].claim])
            continue;
        text_format(reason, "no test of %s passed", wanted[i].what);
        return true;
    }
    return false;
}

/* A PASS names its gaps in brackets: tests not selected, memory that is shown, claims that
 * differ. */
static void passed(const struct tally *tally, const char *suite, struct judgement *out)
{
    const bool whole = suite_is_whole(suite);
    struct text text = text_in(out->reason, sizeof(out->reason));

    if (whole && name_missing(tally, &text)) {
        out->verdict = VERDICT_NOT_TESTED;
        out->finding = (struct finding){ .cause = CAUSE_TOO_LITTLE };
        return;
    }
    out->verdict = VERDICT_PASS;
    out->finding.cause = !whole || tally->shortened              ? CAUSE_PART_OF_SUITE
                         : tally->not_heated                     ? CAUSE_NOT_WARMED
                         : conditions_narrow(&tally->conditions) ? CAUSE_NARROW_LINK
                                                                 : CAUSE_NONE;
    const char *before = "(";
    if (!whole) {
        text_format(&text, "%sonly %s", before, suite);
        before = "; ";
    }
    if (tally->shortened) {
        text_format(&text, "%s%s was shortened (M)", before, tally->shortened);
        before = "; ";
    }
    if (tally->vga.name) {
        text_format(&text, "%sVRAM 0x%llx to 0x%llx is shown by %s, not tested", before,
                    (unsigned long long)tally->vga.from, (unsigned long long)tally->vga.to,
                    tally->vga.name);
        before = "; ";
    }
    if (tally->not_heated) {
        text_format(&text, "%snot warmed as heat= asks: %s", before, tally->not_heated);
        before = "; ";
    }
    if (tally->differs) {
        text_format(&text, "%s%u claim%s from the documents, not judged", before, tally->differs,
                    tally->differs == 1 ? " differs" : "s differ");
        before = "; ";
    }
    if (*before == ';')
        text_char(&text, ')');
}

/* A repair bench acts on the reason, so bad memory is named before the failures that it causes. */
static void failed(const struct tally *tally, struct judgement *out)
{
    const bool memory = tally->memory.words[0];

    struct text text = judge(out, VERDICT_FAIL, memory ? &tally->memory : &tally->failure);

    if (!memory || tally->failed < 2)
        return;
    if (tally->failed == 2)
        text_string(&text, " (it may explain the other failure)");
    else
        text_format(&text, " (it may explain the other %u failures)", tally->failed - 1);
}

void tally_verdict(const struct tally *tally, const char *suite, struct judgement *out)
{
    *out = (struct judgement){ 0 };
    if (tally->failed)
        failed(tally, out);
    else if (tally->errors)
        judge(out, VERDICT_INCOMPLETE, &tally->error);
    else if (!tally->tested)
        judge(out, VERDICT_NOT_TESTED, &tally->obstacle);
    else if (tally->skipped)
        judge(out, VERDICT_INCOMPLETE, &tally->skip);
    else if (!tally->passed)
        judge_by(out, VERDICT_NOT_TESTED, CAUSE_NOTHING_SELECTED, NOTHING_RAN);
    else if (tally->untested_bytes)
        bytes_missing(tally, out);
    else
        passed(tally, suite, out);
    out->conditions = tally->conditions;
}

/* ---- of all cards ---------------------------------------------------------------------------- */

/* Each selected test was about something that the card has not, or belongs to another family. */
static bool is_idle(const struct tally *tally)
{
    return tally->tested && !(tally->passed + tally->failed + tally->errors + tally->skipped);
}

/* Only the first card of each verdict is kept, because the reason names one card. */
void tallies_add(struct tallies *all, const char *at, const struct tally *tally,
                 const struct judgement *judgement)
{
    const bool idle = is_idle(tally);
    const enum verdict verdict = judgement->verdict;

    all->cards++;
    all->tested += tally->tested;
    all->on_console += tally->on_console;
    all->idle += idle;
    if (tally->foreign) {
        if (!all->foreign++)
            all->first_foreign = *judgement;
        return;
    }
    if (!tally->on_console && !idle && verdict == VERDICT_PASS)
        conditions_join(&all->passed, &judgement->conditions);
    if (tally->on_console || idle || all->of[verdict]++)
        return;
    all->first[verdict] = *judgement;
    struct text text = text_in(all->where[verdict], sizeof(all->where[verdict]));
    text_string(&text, at);
}

/* The first card that came to this verdict, and why. */
static void say_first(const struct tallies *all, enum verdict verdict, struct judgement *out)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    out->verdict = verdict;
    out->finding = all->first[verdict].finding;
    out->test = all->first[verdict].test;
    if (all->cards > 1)
        text_format(&text, "%s: ", all->where[verdict]);
    text_string(&text, all->first[verdict].reason);
}

static void nothing_tested(const struct tallies *all, struct judgement *out)
{
    if (!all->cards)
        judge_by(out, VERDICT_NOT_TESTED, CAUSE_NO_CARD, "no card");
    else if (all->foreign)
        *out = all->first_foreign;
    else if (all->on_console)
        judge_by(out, VERDICT_NOT_TESTED, CAUSE_ON_CONSOLE, ON_CONSOLE);
    else
        judge_by(out, VERDICT_NOT_TESTED, CAUSE_NOTHING_SELECTED, NOTHING_RAN);
}

static void not_all_cards(const struct tallies *all, enum verdict verdict, enum cause cause,
                          const char *why, struct judgement *out)
{
    struct text text = text_in(out->reason, sizeof(out->reason));

    judge_by(out, verdict, cause, "");
    text_format(&text, "%u of %u cards; not tested: %s", all->tested, all->cards, why);
}

/* The worst verdict wins; cards left out beside a PASS make it say so, because silence would vouch
 * for them. */
void tallies_verdict(const struct tallies *all, struct judgement *out)
{
    *out = (struct judgement){ 0 };
    if (all->of[VERDICT_FAIL])
        say_first(all, VERDICT_FAIL, out);
    else if (all->of[VERDICT_INCOMPLETE])
        say_first(all, VERDICT_INCOMPLETE, out);
    else if (all->of[VERDICT_NOT_TESTED] && all->of[VERDICT_PASS])
        not_all_cards(all, VERDICT_INCOMPLETE, CAUSE_OTHER_CARDS,
                      all->first[VERDICT_NOT_TESTED].reason, out);
    else if (all->of[VERDICT_NOT_TESTED])
        say_first(all, VERDICT_NOT_TESTED, out);
    else if (!all->of[VERDICT_PASS])
        nothing_tested(all, out);
    else if ((all->on_console || all->foreign) && !all->first[VERDICT_PASS].reason[0])
        not_all_cards(all, VERDICT_PASS, (enum cause)all->first[VERDICT_PASS].finding.cause,
                      all->foreign ? all->first_foreign.reason : ON_CONSOLE, out);
    else
        *out = all->first[VERDICT_PASS];
    if (out->verdict == VERDICT_PASS)
        out->conditions = all->passed;
}
