/* tests/engines/text_test.c: conversions of text without a C library (engines/text.h). */
#include "engines/text.h"
#include "tests/kit/tests.h"

static void expect_text(const char *expected, const char *format, ...)
{
    char line[64];
    struct text text = text_in(line, sizeof(line));
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    assert_string_equal(expected, line);
    assert_int_equal(strlen(expected), text.used);
}

/* As C has them (C11 §7.21.6.1). */
TEST(numbers_have_a_sign_and_a_width)
{
    expect_text("-5|-2147483648|0|7", "%d|%d|%d|%d", -5, INT32_MIN, 0, 7);
    expect_text("  -5|-5  |-005|0005", "%4d|%-4d|%04d|%04d", -5, -5, -5, 5);
    expect_text("-12|-1234", "%02d|%03d", -12, -1234);
    expect_text("-9223372036854775808", "%ld", INT64_MIN);
    expect_text("18446744073709551615 ffffffffffffffff", "%lu %lx", UINT64_MAX, UINT64_MAX);
    expect_text("  ab|ab  |00AB", "%4x|%-4x|%04X", 0xab, 0xab, 0xab);
}
