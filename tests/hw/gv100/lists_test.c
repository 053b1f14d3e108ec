/* Names and sets of hw/gv100, from docs/hardware/gv100.md; the numbers beside them stand in tests/hw/reference/gv100.def. */
#include <string.h>

#include "hw/bits.h"
#include "hw/fields.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/unlisted.h"
#include "tests/kit/tests.h"

/* The codes of a launch that was refused, §7, in their order from 1 on. */
TEST(launch_errors_have_names)
{
    static const char *const names[] = {
        "2D_LAYER_EXCEEDS_DEPTH",
        "INVALID_ALIGNMENT",
        "MEM2MEM_RECT_OUT_OF_BOUNDS",
        "SRC_LINE_EXCEEDS_PITCH",
        "SRC_LINE_EXCEEDS_NEG_PITCH",
        "DST_LINE_EXCEEDS_PITCH",
        "DST_LINE_EXCEEDS_NEG_PITCH",
        "BAD_SRC_PIXEL_COMP_REF",
        "INVALID_VALUE",
        "UNUSED_FIELD",
        "INVALID_OPERATION",
        "NO_RESOURCES",
        "INVALID_CONFIG",
        "METHOD_BUFFER_ACCESS_FAULT", /* Turing alone, §13.3 */
    };
    const struct gv100_register *reg = gv100_unlisted_registers;

    while (strcmp(reg->name, "LCE_ERROR") != 0)
        reg++;
    assert_int_equal(reg->field_count, 1);
    assert_int_equal(reg->fields[0].value_count, ARRAY_SIZE(names));
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        assert_int_equal(reg->fields[0].values[i].value, i + 1);
        assert_string_equal(reg->fields[0].values[i].name, names[i]);
    }
}

/* §1.7: words of registers that do not answer. */
TEST(refusals_are_the_references)
{
    assert_true(is_refusal(0xbad00000) && is_refusal(0xbad0ffff) && is_refusal(0xbadf5108));
    assert_false(is_refusal(0xbad1ffff) || is_refusal(0xbadeffff) || is_refusal(0xbae00000));
    assert_string_equal("refused by privilege", refusal_words(0xbadf5108));
    assert_string_equal("memory refuses", refusal_words(0xbad0ac17));
    assert_string_equal("refused", refusal_words(0xbadf7700));
    assert_null(refusal_words(0x00badf50));
}
