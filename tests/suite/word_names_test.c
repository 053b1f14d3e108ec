/* Words of memory that name the address they lie at, of both families, and that memory is read and written by whole
 * words (engines/window.h): an address within a word has no name, and is refused. */
#include "engines/window.h"
#include "suite/gv100/setup.h"
#include "suite/nv50/setup.h"
#include "tests/kit/tests.h"

static const char *named(uint32_t word)
{
    static char line[80];
    struct text text = text_in(line, sizeof(line));
    static const struct card card;

    named_words(&text, &card, word);
    return line;
}

static const char *described(const struct card *card, uint32_t word)
{
    static char line[80];
    struct text text = text_in(line, sizeof(line));

    describe_word(&text, card, word);
    return line;
}

/* The number of the word, below a 5 for VRAM and a 10 for system memory. */
TEST(names_of_gv100)
{
    assert_int_equal(0x50000000, name_at((linear_addr){ 0, TARGET_VRAM }));
    assert_int_equal(0x50010049, name_at((linear_addr){ 0x40124, TARGET_VRAM }));
    assert_int_equal(0xa0010049, name_at((linear_addr){ 0x40124, TARGET_SYSRAM_SNOOP }));
    assert_int_equal(0xa0010049, name_at((linear_addr){ 0x40124, TARGET_SYSRAM_NOSNOOP }));
    assert_int_equal(0x5ffffff0, name_at((linear_addr){ 0x7ffffffc0, TARGET_VRAM }));
    assert_string_equal("VRAM 0x40124", named(0x50010049));
    assert_string_equal("system memory 0x40124", named(0xa0010049));
    assert_string_equal("0x60010049", named(0x60010049));
    for (uint64_t within = 1; within < 4; within++) {
        assert_int_equal(0xc0010049, name_at((linear_addr){ 0x40124 + within, TARGET_VRAM }));
        assert_string_equal("0xc0010049", named(0xc0010049));
    }
}

/* Any two addresses have two words, and each tells its address again. */
TEST(names_of_nv50)
{
    const struct card card = { .vram = { .size = 0x200000 },
                               .dma_count = 1,
                               .dma = { { .bus = { 0x40000 }, .size = 0x1000 } } };

    assert_string_equal("VRAM 0x40124",
                        described(&card, name_of((linear_addr){ 0x40124, TARGET_VRAM })));
    assert_string_equal("system memory 0x40124",
                        described(&card, name_of((linear_addr){ 0x40124, TARGET_SYSRAM_SNOOP })));
    for (uint64_t within = 1; within < 4; within++)
        for (unsigned target = TARGET_VRAM; target <= TARGET_SYSRAM_NOSNOOP; target++) {
            const linear_addr at = { 0x40124 + within, (enum target)target };

            assert_non_null(strstr(described(&card, name_of(at)), " (no word of this test)"));
        }
}
