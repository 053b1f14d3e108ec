#include "tests/run/tally.h"

#include "tests/run/select.h"

#define ON_CONSOLE "the card drives the console"

static void keep_first(char first[TALLY_REASON_MAX], const char *name, const char *why)
{
    struct text text = text_in(first, first[0] ? 0 : TALLY_REASON_MAX);

    if (first[0])
        return;
    if (name)
        text_format(&text, "%s: ", name);
    text_string(&text, why);
}

static void tally_pass(struct tally *tally, const struct test *t)
{
    tally->passed++;
    tally->vm_passed |= string_starts(t->row->name, "vm.");
    tally->vram_passed |= string_starts(t->row->name, "vram.");
}

void tally_test(struct tally *tally, const struct test *t, bool judged)
{
    tally->untested_bytes += t->untested;
    switch (t->result) {
    case TEST_PASS:
        tally_pass(tally, t);
        break;
    case TEST_LACKS:
        break;
    case TEST_SKIP:
        tally->skipped++;
        keep_first(tally->first_skip, t->row->name, t->sentence);
        break;
    case TEST_ERROR:
        tally->errors++;
        keep_first(tally->first_error, t->row->name, t->sentence);
        break;
    case TEST_FAIL:
        if (!judged && string_starts(t->row->basis, "unverified"))
            break;
        tally->failed++;
        keep_first(t->cause ? tally->first_cause : tally->first_failure, t->row->name, t->sentence);
        break;
    }
}

void tally_card(struct tally *tally, const char *why)
{
    tally->cards++;
    keep_first(tally->first_obstacle, NULL, why);
}

void tally_console(struct tally *tally)
{
    tally->cards++;
    tally->console_cards++;
}

void tally_tested(struct tally *tally)
{
    tally->cards++;
    tally->tested_cards++;
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

static enum verdict card_missing(const struct tally *tally, char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    text_format(&text, "%u of %u cards; not tested: %s", tally->tested_cards, tally->cards,
                tally->first_obstacle);
    return VERDICT_INCOMPLETE;
}

static enum verdict passed(const struct tally *tally, const char *suite,
                           char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    if (!suite_is_whole(suite))
        text_format(&text, "(only %s)", suite);
    else if (!tally->vm_passed || !tally->vram_passed)
        return say(VERDICT_NOT_TESTED, "no test of the translation or VRAM suite passed", reason);
    else if (tally->console_cards)
        text_format(&text, "%u of %u cards; not tested: " ON_CONSOLE, tally->tested_cards,
                    tally->cards);
    return VERDICT_PASS;
}

/* A repair bench acts on the reason, so bad memory is named before what it breaks. */
static enum verdict failed(const struct tally *tally, char reason[TALLY_REASON_MAX])
{
    struct text text = text_in(reason, TALLY_REASON_MAX);

    if (!tally->first_cause[0])
        return say(VERDICT_FAIL, tally->first_failure, reason);
    text_string(&text, tally->first_cause);
    if (tally->failed > 1)
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
    if (!tally->cards)
        return say(VERDICT_NOT_TESTED, "no card", reason);
    if (!tally->tested_cards)
        return say(VERDICT_NOT_TESTED,
                   tally->first_obstacle[0] ? tally->first_obstacle : ON_CONSOLE, reason);
    if (!tally->passed)
        return say(VERDICT_NOT_TESTED, "no test ran", reason);
    if (tally->tested_cards + tally->console_cards < tally->cards)
        return card_missing(tally, reason);
    if (tally->skipped)
        return say(VERDICT_INCOMPLETE, tally->first_skip, reason);
    if (tally->untested_bytes)
        return bytes_missing(tally, reason);
    return passed(tally, suite, reason);
}
