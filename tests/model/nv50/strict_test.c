/* Notes of a strict NV50 card beyond single registers (docs/model.md, "A strict card"): each kind once with its cause,
 * and not where software follows the document. */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

static void open_strict(const char *chip)
{
    open_card(chip, NULL);
    nv50_of(card)->shell.strict.on = true;
}

/* Its notes would have no listener any more. */
static int close_strict(void **state)
{
    nv50_of(card)->shell.strict.on = false;
    nv50_of(card)->shell.strict.count = 0;
    return close_card(state);
}

/* How often the kind was noted, and of its first place the first access in `first`. */
static uint64_t noted(enum strict_kind kind, const char **first)
{
    const struct strict *strict = &nv50_of(card)->shell.strict;
    uint64_t count = 0;

    for (unsigned i = 0; i < strict->count; i++)
        if (strict->entries[i].kind == kind) {
            if (!count && first)
                *first = strict->entries[i].first;
            count += strict->entries[i].count;
        }
    return count;
}

/* The same page of system memory through a snooping and a plain window. Each page is judged by itself. */
TEST(one_page_with_and_without_snooping, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    model_config_write(card, 4, 6, 2);
    wr(REF_PBUS_PMEM, 2 << 24 | 0x10);
    rd(REF_PMEM_WINDOW);
    wr(REF_PBUS_PMEM, 3 << 24 | 0x11);
    rd(REF_PMEM_WINDOW);
    assert_int_equal(0, noted(STRICT_SNOOP, NULL));
    rd(0x701000);
    wr(REF_PBUS_PMEM, 2 << 24 | 0x11);
    rd(0x701ffc);
    assert_int_equal(1, noted(STRICT_SNOOP, &first));
    assert_string_equal("0000111ffc with, before without", first);
}

/* tesla-mmio.md §4.3: the switcher saves the channel's state over RAMFC, so software's writes there meanwhile are
 * lost. */
TEST(ramfc_of_a_loaded_channel, NULL, close_strict)
{
    const char *first = "";

    open_strict("g84");
    struct channel c = make_channel(1, true);
    run_list(&c, NULL);
    send(&c, 0, 0x50, 1);
    wr(0x2604, 0);
    assert_int_equal(0, noted(STRICT_CHANGED, NULL));
    wr(0x2604, 0x80000000 | c.ramfc >> 8);
    run_list(&c, NULL);
    send(&c, 0, 0x50, 2);
    vram_wr(c.ramfc + 0x44, 0x7777);
    wr(0x2604, 0);
    assert_int_equal(1, noted(STRICT_CHANGED, &first));
    assert_string_equal("RAMFC 44 of channel 1, which PFIFO has: was 2101ffff, is 00007777", first);
}
