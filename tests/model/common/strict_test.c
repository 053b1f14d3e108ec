/* The notes of a strict card at its end: a line for each kind and place, in the order of kinds (docs/model.md). */
#include "model/common/strict.h"
#include "tests/kit/tests.h"

static char said[65536];

static void say(void *opaque, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static const char *const sections[STRICT_KINDS] = { "s0", "s1", "s2", "s3", "s4",  "s5",
                                                    "s6", "s7", "s8", "s9", "s10", "s11" };

static const char *told(const struct strict *strict)
{
    said[0] = '\0';
    strict_tell(strict, sections, say, NULL);
    return said;
}

/* The first access of a place stays, later ones are counted; another kind at the same place is another line. */
TEST(first_and_count)
{
    static struct strict strict;

    strict = (struct strict){ .on = true };
    strict_note(&strict, STRICT_STALE, 5, "engine %x", 5u);
    strict_note(&strict, STRICT_UNKNOWN, 0x1000, "r %06x", 0x1004u);
    strict_note(&strict, STRICT_UNKNOWN, 0x1000, "r %06x", 0x1008u);
    strict_note(&strict, STRICT_UNKNOWN, 0x2000, "r %06x", 0x2000u);
    strict_note(&strict, STRICT_OFF, 0x1000, "w %06x", 0x1000u);
    assert_string_equal(
        "strict: a register that no document names (s0): 2 times, first r 001004\n"
        "strict: a register that no document names (s0): 1 time, first r 002000\n"
        "strict: an access to a unit that is off or absent (s2): 1 time, first w 001000\n"
        "strict: a page that changed since it was used, without a flush (s7): 1 time, first engine "
        "5\n",
        told(&strict));
}

/* A card that is not strict says nothing, and a list that is full says how much more there was. */
TEST(off_and_full)
{
    static struct strict strict;

    strict = (struct strict){ 0 };
    strict_note(&strict, STRICT_OFF, 0, "r 0");
    assert_string_equal("", told(&strict));
    strict.on = true;
    for (unsigned i = 0; i < STRICT_ENTRIES_MAX + 3; i++)
        strict_note(&strict, STRICT_BITS, i, "w %x", i);
    strict_note(&strict, STRICT_BITS, 0, "again");
    assert_non_null(strstr(told(&strict), "(s4): 2 times, first w 0\n"));
    assert_non_null(strstr(said, "(s4): 1 time, first w ff\n"
                                 "strict: 3 more at places beyond the first 256\n"));
}

/* Two pages, the second of which is told once for a write, and a page of the machine that is reached in both ways. */
TEST(tables_and_snooping_are_told_by_pages)
{
    static struct strict strict;

    strict = (struct strict){ .on = true };
    strict_written(&strict, 0x1fff, 2);
    strict_table(&strict, 0x3000, "none");
    strict_table(&strict, 0x2008, "a table");
    strict_table(&strict, 0x2008, "a table");
    strict_flushed(&strict);
    strict_table(&strict, 0x1008, "flushed");
    strict.paused = true; /* a walk that is no access */
    strict_snoops(&strict, 0x7000, false);
    strict.paused = false;
    strict_snoops(&strict, 0x7000, true);
    strict_snoops(&strict, 0x7ffc, true);
    strict_snoops(&strict, 0x8000, false);
    assert_string_equal("strict: a table written through a window, without a flush (s8): 1 time, "
                        "first a table at 0000002008 of the card's memory\n",
                        told(&strict));
    strict_snoops(&strict, 0x7004, false);
    strict_snoops(&strict, 0x8ffc, true);
    assert_non_null(strstr(told(&strict), "2 times, first 0000007004 without, before with\n"));
}
