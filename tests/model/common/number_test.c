/* Numbers as people write them, on command lines and in properties: accepted ones and refused ones. */
#include "hw/bits.h"
#include "model/common/numbers.h"
#include "tests/kit/tests.h"

TEST(numbers_are_hexadecimal_or_decimal_with_a_unit)
{
    /* clang-format off */
    static const struct { const char *text; uint64_t value; } good[] = {
        { "0", 0 }, { "010", 10 }, /* not octal */
        { "64", 64 }, { "0xfF", 255 }, { "0X10", 16 }, { "2K", 2048 }, { "768M", UINT64_C(805306368) },
        { "4G", UINT64_C(4294967296) }, { "18446744073709551615", UINT64_MAX }, { "0xffffffffffffffff", UINT64_MAX },
        /* clang-format on */
    };

    for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
        uint64_t value = 1;

        if (!number_parse(good[i].text, strlen(good[i].text), &value) || value != good[i].value)
            fail_msg("%s: 0x%llx", good[i].text, (unsigned long long)value);
    }
}

TEST(other_texts_are_no_numbers)
{
    static const char *const bad[] = {
        /* clang-format off */
        "", "K", "0x", "0xK", "-1", "+1", " 1", "1 ", "1k", "1KM", "12a", "0x1K", "1.5", "0x1g",
        "0x10000000000000000", "18446744073709551616", "17179869184G",
        /* clang-format on */
    };

    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        uint64_t value = 7;

        if (number_parse(bad[i], strlen(bad[i]), &value) || value != 7)
            fail_msg("'%s' is taken for 0x%llx", bad[i], (unsigned long long)value);
    }
}

TEST(partitions_are_a_count_or_a_mask)
{
    static const struct {
        const char *text;
        unsigned mask; /* 0: refused */
    } rows[] = {
        { "1", 0x1 }, { "6", 0x3f }, { "8", 0xff }, { "0x35", 0x35 }, { "0xff", 0xff },
        { "0", 0 },   { "9", 0 },    { "0x0", 0 },  { "0x100", 0 },   { "x", 0 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        unsigned mask = 0;

        assert_pairs(rows[i].mask != 0, parts_parse(rows[i].text, &mask), rows[i].mask, mask);
    }
}
