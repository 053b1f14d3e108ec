/* How the tests of the MMU say where a word comes from (tests/nv50/kit.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/nv50/kit.h"

/* A word that came from a place of its own says which: in each of two buffers, though only the low half of the address
 * is in the word. */
static void words_name_their_buffer(void **state)
{
    static const struct {
        uint64_t at;
        const char *says;
    } words[] = {
        { 0x1230001008, "system memory 0x1230001008" },
        { 0x1230001ffc, "system memory 0x1230001ffc" },
        { 0x4560005000, "system memory 0x4560005000" },
        { 0x4560006ffc, "system memory 0x4560006ffc" },
    };
    struct card card = { .dma_count = 2,
                         .dma = { { .bus = { 0x1230001000 }, .size = 0x1000 },
                                  { .bus = { 0x4560005000 }, .size = 0x2000 } } };

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        char line[80];
        struct text text = text_in(line, sizeof(line));

        describe_word(&text, &card, name_of((linear_addr){ words[i].at, TARGET_SYSRAM_SNOOP }));
        assert_string_equal(words[i].says, line);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_name_their_buffer),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("kit", tests, NULL, NULL);
}
