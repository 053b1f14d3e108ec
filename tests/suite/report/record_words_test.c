/* The parts of a record: moments as ISO 8601 has them, the key of a card, members of JSON that fit or do not. Days are
 * counted by hand from 1970-01-01, which is 0. */
#include "hw/bits.h"
#include "suite/report/crash.h"
#include "suite/report/json.h"
#include "suite/report/report.h"
#include "tests/kit/tests.h"

#define DAY 86400u

/* ---- moments ---- */

static void expect_moment(const char *wanted, const struct moment *moment)
{
    char letters[MOMENT_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    moment_words(&words, moment);
    assert_string_equal(wanted, letters);
}

/* A year of 365 days, or of 366 if it is a multiple of 4, but of 100 only if of 400 too. */
TEST(dates_are_counted_and_said)
{
    /* clang-format off */
    static const struct { struct moment_date date; uint64_t seconds; const char *words; } rows[] = {
        { { 1970, 1, 1, 0, 0, 0 }, 0, "1970-01-01T00:00:00.000Z" },
        { { 1970, 12, 31, 23, 59, 59 }, 365u * DAY - 1, "1970-12-31T23:59:59.000Z" },
        { { 1971, 1, 1, 0, 0, 0 }, 365u * DAY, "1971-01-01T00:00:00.000Z" },
        { { 1972, 2, 29, 1, 2, 3 }, (730u + 59) * DAY + 3723, "1972-02-29T01:02:03.000Z" },
        { { 1972, 3, 1, 0, 0, 0 }, (730u + 60) * DAY, "1972-03-01T00:00:00.000Z" },
        { { 1972, 12, 31, 0, 0, 0 }, (730u + 365) * DAY, "1972-12-31T00:00:00.000Z" },
        { { 1973, 3, 1, 0, 0, 0 }, (1096u + 59) * DAY, "1973-03-01T00:00:00.000Z" },
        { { 1999, 12, 31, 23, 59, 59 }, 946684799, "1999-12-31T23:59:59.000Z" },
        { { 2000, 2, 29, 0, 0, 0 }, 951782400, "2000-02-29T00:00:00.000Z" },
        { { 2000, 3, 1, 0, 0, 0 }, 951868800, "2000-03-01T00:00:00.000Z" },
        { { 2026, 11, 23, 7, 5, 9 }, 1795417509, "2026-11-23T07:05:09.000Z" },
        { { 2100, 2, 28, 0, 0, 0 }, UINT64_C(4107456000), "2100-02-28T00:00:00.000Z" },
        { { 2100, 3, 1, 0, 0, 0 }, UINT64_C(4107542400), "2100-03-01T00:00:00.000Z" },
        { { 9999, 12, 31, 23, 59, 59 }, UINT64_C(253402300799), "9999-12-31T23:59:59.000Z" }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct moment moment = moment_of(&rows[i].date, 0);

        assert_pairs(true, moment.known, rows[i].seconds * 1000, moment.ms);
        expect_moment(rows[i].words, &moment);
    }
}

/* Each month has its last day and none after it. */
TEST(months_have_their_days)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    unsigned before = 365;

    for (unsigned i = 0; i < 12; i++) {
        struct moment_date date = { .year = 1971, .month = (uint8_t)(i + 1), .day = days[i] };
        const struct moment last = moment_of(&date, 0);

        before += days[i];
        assert_int_equal((before - 1) * (uint64_t)DAY * 1000, last.ms);
        date.day++;
        assert_false(moment_of(&date, 0).known);
        date.day = 0;
        assert_false(moment_of(&date, 0).known);
    }
}

/* A clock that was never set says anything: an impossible time is no moment, and nothing is said of it. */
TEST(what_cannot_be_is_not_known)
{
    static const struct moment_date never[] = {
        { 1969, 12, 31, 0, 0, 0 },  { 10000, 1, 1, 0, 0, 0 },   { 2026, 0, 1, 0, 0, 0 },
        { 2026, 13, 1, 0, 0, 0 },   { 2026, 2, 29, 0, 0, 0 },   { 2100, 2, 29, 0, 0, 0 },
        { 2000, 2, 30, 0, 0, 0 },   { 2026, 11, 23, 24, 0, 0 }, { 2026, 11, 23, 0, 60, 0 },
        { 2026, 11, 23, 0, 0, 60 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(never); i++) {
        const struct moment moment = moment_of(&never[i], 0);

        assert_pairs(false, moment.known, 0, moment.ms);
        expect_moment("", &moment);
    }
}

/* Minutes east of Greenwich, a day at the most. */
TEST(zones_have_a_sign)
{
    /* clang-format off */
    static const struct { int zone; const char *words; } rows[] = {
        { 0, "Z" }, { 1, "+00:01" }, { -1, "-00:01" }, { 59, "+00:59" }, { 60, "+01:00" },
        { 61, "+01:01" }, { -210, "-03:30" }, { 330, "+05:30" }, { 1440, "+24:00" },
        { -1440, "-24:00" }, { 1441, "" }, { -1441, "" }, { MOMENT_NO_ZONE, "" }
        /* clang-format on */
    };
    static const struct moment_date date = { 2026, 1, 2, 3, 4, 5 };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct moment moment = moment_of(&date, rows[i].zone);
        char wanted[40] = "2026-01-02T03:04:05.067";

        memcpy(wanted + 23, rows[i].words, strlen(rows[i].words));
        moment.ms += 67;
        expect_moment(wanted, &moment);
    }
}

/* ---- keys ---- */

TEST(a_card_has_a_key)
{
    /* clang-format off */
    const struct pci_card card = { .at = { .segment = 1, .bus = 0xab, .device = 0x1f, .function = 7 },
        .vendor = 0x10de, .device = 0x0402, .subsystem = 0x12345678, .revision = 0xa1 };
    /* clang-format on */
    const struct card_key key = card_key_of(&card);
    struct card_key other = key;

    assert_strings("0001:ab:1f.7", key.at, "10de:0402 5678:1234 a1", key.id);
    assert_true(card_key_equal(&key, &other));
    other.at[0] = 'f';
    assert_false(card_key_equal(&key, &other));
    other = key;
    other.id[0] = 'f';
    assert_false(card_key_equal(&key, &other));
}

/* ---- lines ---- */

TEST(letters_are_escaped)
{
    char line[100];
    struct json json = json_open(line, sizeof(line));

    json_text(&json, "a", "\"\\\x01\x1f ~\xc3\xa4");
    json_text(&json, "b", "");
    json_number(&json, "c", UINT64_MAX);
    json_close(&json);
    assert_string_equal("{\"a\":\"\\\"\\\\\\u0001\\u001f ~\xc3\xa4\",\"b\":\"\","
                        "\"c\":18446744073709551615}\n",
                        line);
    json = json_open(line, sizeof(line));
    json_close(&json);
    assert_string_equal("{}\n", line);
}

/* A line of 48 bytes, of which 16 are kept for its end: 31 letters. A member that does not fit is taken back as a
 * whole, the next one may still fit, and the end says so. */
TEST(what_does_not_fit_is_taken_back)
{
    char line[48];
    struct json json = json_open(line, sizeof(line));

    json_text(&json, "a", "1234567890123456789012345"); /* one too many */
    json_number(&json, "b", 1);
    json_text(&json, "c", "123456789012345678"); /* up to the last letter */
    json_number(&json, "d", 2);
    json_close(&json);
    assert_string_equal("{\"b\":1,\"c\":\"123456789012345678\",\"cut\":true}\n", line);
    json = json_open(line, sizeof(line));
    json_number(&json, "a-name-that-is-not-short", 1000000);
    json_close(&json);
    assert_string_equal("{\"cut\":true}\n", line);
    json = json_open(line, sizeof(line));
    json_number(&json, "a-name-that-is-short", 1000000);
    json_close(&json);
    assert_string_equal("{\"a-name-that-is-short\":1000000}\n", line);
    json = json_open(line, sizeof(line));
    json_number(&json, "a", 1);
    json_list(&json, "l");
    for (unsigned i = 0; i < 7; i++)
        json_item(&json, "12");
    json_list_end(&json); /* 38 letters */
    json_list(&json, "m");
    json_item(&json, "1234567");
    json_item(&json, "8");
    json_list_end(&json); /* up to the last letter */
    json_close(&json);
    assert_string_equal("{\"a\":1,\"m\":[\"1234567\",\"8\"],\"cut\":true}\n", line);
}

/* docs/report.md, `crash`: the card and the test that it was in, where there were any; one letter is a name. */
TEST(a_crash_says_what_ran)
{
    /* clang-format off */
#define HEADLINE "Barecard failed, not the card"
    static const struct { struct crash_running running; const char *members, *words; } rows[] = {
        { { "", "", "", 0 }, "", "" }, { { "t", "", "", 0 }, "\"test\":\"t\",", " during t" },
        { { "", "a", "", 0 }, "\"card\":\"a\",", ", card a" },
        { { "t", "a", "", 0 }, "\"card\":\"a\",\"test\":\"t\",", " during t, card a" },
    };
    static const char record[] = "{\"type\":\"crash\",\"up\":7,%s\"code\":\"c\","
                                 "\"headline\":\"" HEADLINE "\",\"text\":\"w\"}\n",
                      plain[] = "\r\n" HEADLINE ". This says nothing about the card.\r\n  w%s\r\n"
                                "  code c: the same code is the same fault\r\nVerdict: INCOMPLETE: " HEADLINE "\r\n";
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct crash crash = { &rows[i].running, .up_ms = 7, .code = "c", .what = "w" };
        char line[300], text[300], wanted[300];
        struct text said = text_in(line, sizeof(line));

        crash_record(&crash, &said);
        snprintf(wanted, sizeof(wanted), record, rows[i].members);
        assert_string_equal(wanted, line);
        assert_int_equal(strlen(wanted), said.used); /* so much is written to the stick */
        crash_plain(&crash, &(struct text){ .chars = text, .size = sizeof(text) });
        snprintf(wanted, sizeof(wanted), plain, rows[i].words);
        assert_string_equal(wanted, text);
    }
}
