/* A line while it is typed (suite/prompt/line.h), and its words and numbers (suite/prompt/words.h). */
#include "hw/bits.h"
#include "suite/prompt/line.h"
#include "suite/prompt/words.h"
#include "tests/kit/tests.h"

static struct line_editor line;

FIXTURE(empty)
{
    memset(&line, 0, sizeof(line));
}

/* Letters type themselves; < > are the arrows to the sides, ^ v those up and down, { } Home and End, - Backspace, x Delete,
 * a digit is that control character's key. */
static enum line_event press(const char *keys)
{
    static const char names[] = "<>^v{}-x";
    static const int codes[] = { KEY_LEFT, KEY_RIGHT, KEY_UP,        KEY_DOWN,
                                 KEY_HOME, KEY_END,   KEY_BACKSPACE, KEY_DELETE };
    enum line_event event = LINE_NOTHING;

    for (; *keys; keys++) {
        const char *const name = strchr(names, *keys);

        event = line_key(&line, name ? codes[name - names] : *keys);
    }
    return event;
}

TEST(keys_edit_the_line, empty)
{
    static const struct {
        const char *keys, *text;
        unsigned cursor;
    } rows[] = {
        { "abc", "abc", 3 },        { "abc<<Z", "aZbc", 2 },    { "abc-", "ab", 2 },
        { "abc<-", "ac", 1 },       { "abc{x", "bc", 0 },       { "abc{Z}Y", "ZabcY", 5 },
        { "abc{-", "abc", 0 },      { "abcx", "abc", 3 },       { "ab cd\x17", "ab ", 3 },
        { "ab cd \x17", "ab ", 3 }, { "abc<\x15", "c", 0 },     { "abc<<\x0b", "a", 1 },
        { "abc\x01Z", "Zabc", 1 },  { "abc{\x05Z", "abcZ", 4 }, { "a\x03", "", 0 },
        { "a\x1b", "", 0 },         { "a<\x04", "", 0 },        { ">>a>>", "a", 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        memset(&line, 0, sizeof(line));
        press(rows[i].keys);
        assert_string_equal(rows[i].text, line.text);
        assert_pairs(rows[i].cursor, line.cursor, strlen(rows[i].text), line.used);
    }
}

TEST(keys_say_what_became_of_the_line, empty)
{
    static const struct {
        const char *keys; /* null: the key that is named */
        int key;
        enum line_event event;
    } rows[] = {
        /* clang-format off */
        { "\x1b", 0, LINE_LEAVE }, { "\x04", 0, LINE_LEAVE }, { NULL, KEY_CLOSED, LINE_LEAVE }, { "\x03", 0, LINE_CANCELLED },
        { "^v<>-x", 0, LINE_NOTHING }, { "a", 0, LINE_APPENDED }, { "<b", 0, LINE_CHANGED }, { "\t", 0, LINE_COMPLETE },
        { "\x1b", 0, LINE_CANCELLED }, { "\r", 0, LINE_DONE }, { "\n", 0, LINE_DONE }, { NULL, 200, LINE_NOTHING },
        { NULL, KEY_PAGE_UP, LINE_NOTHING }, { NULL, KEY_LOST, LINE_DONE }, { "\x03", 0, LINE_CANCELLED },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_int_equal(rows[i].event,
                         rows[i].keys ? press(rows[i].keys) : line_key(&line, rows[i].key));
        assert_int_equal(rows[i].key == KEY_LOST, line.gap);
    }
}

/* The newest first; the line being typed comes back; the same line again is one. */
TEST(earlier_lines_come_back, empty)
{
    press("one");
    line_keep(&line);
    press("two");
    line_keep(&line);
    press("two");
    line_keep(&line);
    line_keep(&line);
    press("dr^");
    assert_string_equal("two", line.text);
    press("^");
    assert_string_equal("one", line.text);
    press("^");
    assert_string_equal("one", line.text);
    press("vv");
    assert_string_equal("dr", line.text);
    press("v");
    assert_string_equal("dr", line.text);
}

TEST(history_has_a_bound, empty)
{
    char text[8];

    for (unsigned i = 0; i < LINE_HISTORY + 5; i++) {
        snprintf(text, sizeof(text), "l%u", i);
        line_insert(&line, text);
        line_keep(&line);
    }
    for (unsigned i = 0; i < LINE_HISTORY + 5; i++)
        press("^");
    assert_string_equal("l5", line.text);
}

TEST(a_line_has_a_bound_and_counts_what_is_beyond, empty)
{
    for (unsigned i = 0; i < 10000; i++)
        press("a");
    assert_pairs(LINE_MAX, line.used, 10000 - LINE_MAX, line.lost, '\0', line.text[LINE_MAX]);
    press("\x03");
    assert_int_equal(0, line.lost);
}

TEST(a_line_has_words)
{
    static const struct {
        const char *line;
        unsigned count;
        const char *last;
    } rows[] = {
        { "", 0, "" },           { "  # nothing", 0, "" },     { "read", 1, "read" },
        { "expect 1#", 2, "1" }, { "expect 1 # why", 2, "1" }, { "\tread  0x10 \r", 2, "0x10" }
    };
    struct words words;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        words_split(&words, rows[i].line);
        assert_int_equal(rows[i].count, words.count);
        if (words.count)
            assert_string_equal(rows[i].last, words.word[words.count - 1]);
    }
    words_split(&words, "1 2 3 4 5 6 7 8 9 a b c d e f g h i j k l m n o p q r s");
    assert_int_equal(WORDS_OF_LINE + 1, words.count);
}

TEST(words_are_numbers)
{
    /* clang-format off */
    static const struct { const char *word; bool good; uint64_t value; } rows[] = {
        { "0", true, 0 }, { "17", true, 17 }, { "0x1f", true, 0x1f }, { "0XaF", true, 0xaf },
        { "4K", true, 0x1000 }, { "3M", true, 0x300000 }, { "2G", true, 0x80000000 },
        { "0xffffffffffffffff", true, UINT64_MAX }, { "18446744073709551599", true, UINT64_MAX - 16 },
        { "0x10000000000000000", false, 0 }, { "18446744073709551616", false, 0 },
        { "99999999999999999G", false, 0 }, { "", false, 0 }, { "0x", false, 0 }, { "1f", false, 0 },
        { "-1", false, 0 }, { "1KK", false, 0 }, { "0x1K", false, 0 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint64_t value = 0;

        assert_int_equal(rows[i].good, words_number(rows[i].word, &value));
        if (rows[i].good)
            assert_int_equal(rows[i].value, value);
    }
    uint64_t value;
    assert_pairs(true, words_number_to("16", 16, &value), false, words_number_to("17", 16, &value));
}
