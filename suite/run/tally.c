#include "suite/run/tally.h"

#include "suite/run/select.h"

#define ON_CONSOLE  "the card drives the console"
#define NOTHING_RAN "no test ran"

static void keep_first(char first[TALLY_REASON_MAX], const char *name, const char *why)
{
    struct text text = text_in(first, first[0] ? 0 : TALLY_REASON_MAX);

    if (first[0])
        return;
    if (name)
        text_format(&text, "%s: ", name);
    text_string(&text, why);
}

static void tally_untested(struct tally *tally, const struct test *t)
{
    if (!t->untested)
        return;
    if (t->excused && t->excused <= t->untested)
        tally->vga = t->vga;
    tally->untested_bytes += t->untested - (t->excused <= t->untested ? t->excused : 0);
}

void tally_test(struct tally *tally, const struct test_case *row, const struct test *t, bool counts)
{
    tally_untested(tally, t);
    switch (t->result) {
    case TEST_PASS:
        tally->passed++;
        tally->passed_of[row->claim] = true;
        break;
    case TEST_LACKS:
        tally->lacked++;
        break;
    case TEST_SKIP:
        tally->skipped++;
        keep_first(tally->first_skip, t->name, t->sentence);
        break;
    case TEST_ERROR:
        tally->errors++;
        keep_first(tally->first_error, t->name, t->sentence);
        break;
    case TEST_FAIL:
        tally->differs += !counts;
        if (!counts)
            break;
        tally->failed++;
        keep_first(t->cause ? tally->first_cause : tally->first_failure, t->name, t->sentence);
        break;
    }
}

void tally_obstacle(struct tally *tally, const char *why)
{
    keep_first(tally->obstacle, NULL, why);
}

void tally_error(struct tally *tally, const char *why)
{
    tally->errors++;
    keep_first(tally->first_error, NULL, why);
}

void tally_console(struct tally *tally)
{
    tally->on_console = true;
    keep_first(tally->obstacle, NULL, ON_CONSOLE);
}

void tally_tested(struct tally *tally)
{
    tally->tested = true;
}

static enum verdict say(enum verdict verdict, const char *why, char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    text_string(&text, why);
    return verdict;
}

static enum verdict bytes_missing(const struct tally *tally, char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    text_format(&text, "%llu bytes of VRAM not tested", (unsigned long long)tally->untested_bytes);
    return VERDICT_INCOMPLETE;
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

/* A PASS says in brackets what it does not vouch for: a part of the suite, memory that is shown,
 * claims that differ. */
static enum verdict passed(const struct tally *tally, const char *suite,
                           char reason[TALLY_REASON_MAX])
{
    const bool whole = suite_is_whole(suite);
    struct text text = text_in(reason, TALLY_REASON_MAX);

    if (whole && name_missing(tally, &text))
        return VERDICT_NOT_TESTED;
    const char *before = "(";
    if (!whole) {
        text_format(&text, "%sonly %s", before, suite);
        before = "; ";
    }
    if (tally->vga.name) {
        text_format(&text, "%sVRAM 0x%llx to 0x%llx is shown by %s, not tested", before,
                    (unsigned long long)tally->vga.from, (unsigned long long)tally->vga.to,
                    tally->vga.name);
        before = "; ";
    }
    if (tally->differs) {
        text_format(&text, "%s%u claim%s from the documents, not judged", before, tally->differs,
                    tally->differs == 1 ? " differs" : "s differ");
        before = "; ";
    }
    if (*before == ';')
        text_char(&text, ')');
    return VERDICT_PASS;
}

/* A repair bench acts on the reason, so bad memory is named before what it breaks. */
static enum verdict failed(const struct tally *tally, char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    if (!tally->first_cause[0])
        return say(VERDICT_FAIL, tally->first_failure, reason);
    text_string(&text, tally->first_cause);
    if (tally->failed == 2)
        text_string(&text, " (it may explain the other failure)");
    else if (tally->failed > 2)
        text_format(&text, " (it may explain the other %u failures)", tally->failed - 1);
    return VERDICT_FAIL;
}

enum verdict tally_verdict(const struct tally *tally, const char *suite,
                           char reason[TALLY_REASON_MAX])
{
    if (tally->failed)
        return failed(tally, reason);
    if (tally->errors)
        return say(VERDICT_INCOMPLETE, tally->first_error, reason);
    if (!tally->tested)
        return say(VERDICT_NOT_TESTED, tally->obstacle, reason);
    if (!tally->passed)
        return say(VERDICT_NOT_TESTED, NOTHING_RAN, reason);
    if (tally->skipped)
        return say(VERDICT_INCOMPLETE, tally->first_skip, reason);
    if (tally->untested_bytes)
        return bytes_missing(tally, reason);
    return passed(tally, suite, reason);
}

/* ---- of all cards ---------------------------------------------------------------------------- */

/* Each selected test was about something that the card has not. */
static bool is_idle(const struct tally *tally)
{
    return tally->tested && tally->lacked &&
           !(tally->passed + tally->failed + tally->errors + tally->skipped);
}

void tallies_add(struct tallies *all, const char *at, const struct tally *tally,
                 enum verdict verdict, const char *reason)
{
    const bool idle = is_idle(tally);

    all->cards++;
    all->tested += tally->tested;
    all->on_console += tally->on_console;
    all->idle += idle;
    if (tally->on_console || idle || all->of[verdict]++)
        return;
    struct text text = text_in(all->first[verdict], sizeof(all->first[verdict]));
    text_string(&text, reason);
    text = text_in(all->where[verdict], sizeof(all->where[verdict]));
    text_string(&text, at);
}

/* The first card that came to this verdict, and why. */
static enum verdict say_first(const struct tallies *all, enum verdict verdict,
                              char reason[TALLIES_REASON_MAX])
{
    struct text text = text_in(reason, TALLIES_REASON_MAX);

    if (all->cards > 1)
        text_format(&text, "%s: ", all->where[verdict]);
    text_string(&text, all->first[verdict]);
    return verdict;
}

static enum verdict nothing_tested(const struct tallies *all, char reason[TALLIES_REASON_MAX])
{
    struct text text = text_in(reason, TALLIES_REASON_MAX);

    text_string(&text, !all->cards ? "no card" : all->on_console ? ON_CONSOLE : NOTHING_RAN);
    return VERDICT_NOT_TESTED;
}

enum verdict tallies_verdict(const struct tallies *all, char reason[TALLIES_REASON_MAX])
{
    struct text text = text_in(reason, TALLIES_REASON_MAX);

    if (all->of[VERDICT_FAIL])
        return say_first(all, VERDICT_FAIL, reason);
    if (all->of[VERDICT_INCOMPLETE])
        return say_first(all, VERDICT_INCOMPLETE, reason);
    if (all->of[VERDICT_NOT_TESTED] && all->of[VERDICT_PASS]) {
        text_format(&text, "%u of %u cards; not tested: %s", all->tested, all->cards,
                    all->first[VERDICT_NOT_TESTED]);
        return VERDICT_INCOMPLETE;
    }
    if (all->of[VERDICT_NOT_TESTED])
        return say_first(all, VERDICT_NOT_TESTED, reason);
    if (!all->of[VERDICT_PASS])
        return nothing_tested(all, reason);
    if (all->first[VERDICT_PASS][0])
        text_string(&text, all->first[VERDICT_PASS]);
    else if (all->on_console)
        text_format(&text, "%u of %u cards; not tested: " ON_CONSOLE, all->tested, all->cards);
    return VERDICT_PASS;
}
