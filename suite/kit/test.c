#include "suite/kit/test.h"

static void sentence(struct test *t, const char *format, va_list list)
{
    struct text text = text_in(t->sentence, sizeof(t->sentence));

    if (t->card->chip)
        text_format(&text, "%s ", t->card->chip->title);
    text_format_list(&text, format, list);
}

/* After the deadline, or without the card, the test's values are not the card's, so the runner says why it ended. */
static bool counts(struct test *t)
{
    return !card_expired(t->card) && !card_lost(t->card);
}

/* false: it is not the first one, whose words are kept, or does not count at all. */
static bool fails_first(struct test *t, const char *format, va_list list)
{
    if (!counts(t))
        return false;
    if (t->failures++ || t->result != TEST_PASS)
        return false;
    t->result = TEST_FAIL;
    sentence(t, format, list);
    return true;
}

void test_fail(struct test *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fails_first(t, format, list);
    va_end(list);
}

void test_differs(struct test *t, const char *expected, const char *actual, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    const bool first = fails_first(t, format, list);
    va_end(list);
    if (!first)
        return;
    struct text text = text_in(t->expected, sizeof(t->expected));
    text_string(&text, expected);
    text = text_in(t->actual, sizeof(t->actual));
    text_string(&text, actual);
}

/* The first result that is no pass stays. */
static void settle(struct test *t, enum test_result result, const char *format, va_list list)
{
    if (t->result != TEST_PASS)
        return;
    struct text text = text_in(t->sentence, sizeof(t->sentence));

    t->result = result;
    text_format_list(&text, format, list);
}

void test_lacks(struct test *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    settle(t, TEST_LACKS, format, list);
    va_end(list);
}

void test_skip(struct test *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    settle(t, TEST_SKIP, format, list);
    va_end(list);
}

void test_error(struct test *t, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    settle(t, TEST_ERROR, format, list);
    va_end(list);
}

void test_note(struct test *t, const char *format, ...)
{
    struct text text = text_in(t->note, sizeof(t->note));
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
}

void test_doubt(struct test *t, enum cause cause, const char *format, ...)
{
    va_list list;

    if (t->doubt != CAUSE_NONE)
        return;
    struct text text = text_in(t->doubt_words, sizeof(t->doubt_words));

    t->doubt = (uint8_t)cause;
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
}

void test_find(struct test *t, const struct finding *finding)
{
    if (t->result == TEST_PASS)
        t->finding = *finding;
}

void test_blame(struct test *t, enum cause cause)
{
    test_find(t, &(struct finding){ .cause = (uint8_t)cause });
}

bool test_claim_counts(const struct test *t, const char *claim)
{
    return t->claim_counts ? t->claim_counts(t, claim) : t->judged;
}

void test_say(struct test *t, const char *format, ...)
{
    char line[TEST_LINE_MAX];
    struct text text = text_in(line, sizeof(line));
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    if (t->say)
        t->say(t, line);
}

void test_settle_doubt(struct test *t)
{
    if (t->doubt == CAUSE_NONE)
        return;
    test_blame(t, (enum cause)t->doubt);
    test_skip(t, "%s", t->doubt_words);
}

void test_fact(struct test *t, enum fact fact, uint64_t number)
{
    if (t->facts)
        fact_number(t->facts, fact, number);
}

void test_fact_word(struct test *t, enum fact fact, const char *word)
{
    if (t->facts)
        fact_word(t->facts, fact, word);
}

void test_chips(struct test *t, const struct chip_table *chips)
{
    t->chips = *chips;
}

bool test_ok(struct test *t, enum err e, const char *doing)
{
    if (e == OK) {
        t->steps++;
        return true;
    }
    if (e == ERR_DEADLINE || !counts(t)) /* the runner reports it */
        return false;
    if (e == ERR_NO_DMA) {
        test_skip(t, "needs DMA, and this machine lends the card no memory");
        return false;
    }
    if (e == ERR_TIMEOUT || e == ERR_DEAD) {
        if (t->card->late[0])
            test_fail(t, "did not answer in time: %s (%s)", doing, t->card->late);
        else
            test_fail(t, "did not answer in time: %s", doing);
        t->card->late[0] = '\0';
        return false;
    }
    if (t->result == TEST_PASS) {
        struct text text = text_in(t->sentence, sizeof(t->sentence));

        t->result = TEST_ERROR;
        text_format(&text, "%s: %s", doing, err_name(e));
    }
    return false;
}

bool test_works(struct test *t, enum err e, const char *doing)
{
    t->compared++;
    return test_ok(t, e, doing);
}

bool test_compared(struct test *t, bool outcome)
{
    t->compared++;
    return outcome;
}

void test_read(struct test *t, uint64_t bytes)
{
    t->compared += bytes / 8;
    t->read += bytes;
}

bool expect_equal(struct test *t, uint64_t expected, uint64_t actual, const char *what)
{
    char wanted[24], seen[24];
    struct text text = text_in(wanted, sizeof(wanted));

    if (test_compared(t, expected == actual))
        return true;
    text_format(&text, "0x%llx", (unsigned long long)expected);
    text = text_in(seen, sizeof(seen));
    text_format(&text, "0x%llx", (unsigned long long)actual);
    test_differs(t, wanted, seen, "has %s in %s, expected %s", seen, what, wanted);
    return false;
}

void test_sample(struct test *t, const struct test_sample *sample)
{
    if (t->sample)
        t->sample(t, sample);
}

void test_extend(struct test *t)
{
    card_extend(t->card, t->deadline_us);
}

bool test_hurries(struct test *t)
{
    t->shortened |= t->hurry && *t->hurry;
    return t->shortened;
}

void test_progress(struct test *t, uint64_t done, uint64_t all, const char *what)
{
    if (t->progress)
        t->progress(t, done, all, what);
}

bool test_goes_on(struct test *t)
{
    return !t->goes_on || t->goes_on(t);
}
