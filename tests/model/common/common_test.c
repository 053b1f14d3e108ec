/* Parts that all families of the model and its machine share, each by itself: aliases of VRAM, writes that get lost,
 * and the machine's memory. */
#include "hw/bits.h"
#include "model/common/aliases.h"
#include "model/common/config_bytes.h"
#include "model/common/lost_pages.h"
#include "model/common/numbers.h"
#include "model/common/options.h"
#include "model/common/power_on_noise.h"
#include "model/common/strict.h"
#include "model/host/arena.h"
#include "tests/kit/tests.h"

/* ---- aliases --------------------------------------------------------------------------------- */

/* The calls to the surroundings, in order: "+0" is an alias with id 0, "-0" its end. */
static char told[1000];

static void alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size)
{
    const size_t used = strlen(told);

    snprintf(told + used, sizeof told - used, "+%u:%u:%x:%x:%x ", id, bar, (unsigned)offset,
             (unsigned)vram, (unsigned)size);
}

static void unalias(void *opaque, unsigned id)
{
    const size_t used = strlen(told);

    snprintf(told + used, sizeof told - used, "-%u ", id);
}

static const struct model_host both = { .alias = alias, .unalias = unalias };

static void add(struct aliases *aliases, unsigned bar, uint64_t offset, const void *source)
{
    aliases_add(aliases,
                &(struct alias){ .bar = bar, .offset = offset, .size = 0x100, .source = source },
                offset * 2);
}

TEST(aliases_go_with_their_bar_or_source)
{
    static const int one, other;
    struct aliases aliases;

    told[0] = '\0';
    aliases_init(&aliases, &both, true);
    aliases_drop_all(&aliases);
    add(&aliases, 1, 0x1000, &one);
    add(&aliases, 3, 0x1000, &other);
    add(&aliases, 1, 0x2000, &other);
    assert_string_equal(told, "+0:1:1000:2000:100 +1:3:1000:2000:100 +2:1:2000:4000:100 ");
    assert_true(aliases_cover(&aliases, 1, 0x1000) && aliases_cover(&aliases, 1, 0x10ff));
    assert_false(aliases_cover(&aliases, 1, 0xfff) || aliases_cover(&aliases, 1, 0x1100));
    assert_true(aliases_cover(&aliases, 3, 0x1000));
    assert_false(aliases_cover(&aliases, 3, 0x2000) || aliases_cover(&aliases, 0, 0x1000));
    told[0] = '\0';
    aliases_drop_of(&aliases, &one);
    assert_false(aliases_cover(&aliases, 1, 0x1000));
    add(&aliases, 0, 0x3000, &one); /* takes the place that became free */
    aliases_drop_bar(&aliases, 1);
    aliases_drop_of(&aliases, &other);
    aliases_drop_bar(&aliases, 1);
    assert_string_equal(told, "-0 +0:0:3000:6000:100 -2 -1 ");
    aliases_drop_all(&aliases);
    aliases_drop_all(&aliases);
    assert_string_equal(told, "-0 +0:0:3000:6000:100 -2 -1 -0 ");
    assert_int_equal(aliases.count, 0);
}

/* ---- lost pages ------------------------------------------------------------------------------ */

#define MEMORY 0x8000

static uint8_t memory[MEMORY];

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    (void)opaque, (void)snoop;
    if (address + size > MEMORY)
        return false;
    memcpy(memory + address, bytes, size);
    return true;
}

/* Eight pages at once, from byte `from` on; one letter for each page, whether its last byte has arrived. */
static void expect_arrived(struct lost_pages *lost, unsigned from, const char *pages)
{
    static const struct model_host host = { .dma_write = dma_write };
    static uint8_t ones[MEMORY];
    char seen[9] = "";

    memset(memory, 0, sizeof memory);
    memset(ones, 1, sizeof ones);
    assert_int_equal(lost_pages_write(lost, &host, from, ones, MEMORY - from, true),
                     strchr(pages, '-') == NULL);
    for (unsigned page = 0; page < 8; page++)
        seen[page] = memory[page * 0x1000 + 0xfff] ? 'x' : '-';
    assert_string_equal(seen, pages);
    for (unsigned i = 0; i < from; i++)
        assert_int_equal(memory[i], 0);
    assert_int_equal(memory[from], pages[from / 0x1000] == 'x');
}

TEST(every_nth_page_is_lost)
{
    static const struct defect given = { .parameter_count = 3,
                                         .parameters = { { "every", 3 },
                                                         { "after", 1 },
                                                         { "count", 2 } } },
                               half = { .parameter_count = 1, .parameters = { { "every", 2 } } };
    struct lost_pages lost;

    lost_pages_open(&lost, NULL);
    expect_arrived(&lost, 0, "xxxxxxxx");
    lost_pages_open(&lost, &half);
    expect_arrived(&lost, 0, "x-x-x-x-");
    expect_arrived(&lost, 0x234, "x-x-x-x-");
    /* pages 2 and 5: the first write to one arrives, two are lost, and the rest arrives */
    lost_pages_open(&lost, &given);
    expect_arrived(&lost, 0, "xxxxx-xx");
    expect_arrived(&lost, 0x10, "xx-xxxxx");
    expect_arrived(&lost, 0, "xxxxxxxx");
}

/* ---- the machine's memory -------------------------------------------------------------------- */

static uint64_t taken(struct arena *arena, size_t size)
{
    uint64_t bus = 0;
    void *cpu;

    if (!arena_alloc(arena, size, &cpu, &bus))
        return 0;
    for (size_t i = 0; i < size; i++)
        assert_int_equal(((uint8_t *)cpu)[i], 0);
    memset(cpu, 0xee, size);
    assert_ptr_equal(arena_at(arena, bus, size), cpu);
    return bus;
}

TEST(pages_are_given_out_first_fit)
{
    struct arena arena;

    assert_true(arena_init(&arena, 0x100000, 0x5000));
    assert_pairs(taken(&arena, 0), 0, taken(&arena, 0x6000), 0, taken(&arena, 0x1000), 0x100000,
                 taken(&arena, 0x1001), 0x101000, taken(&arena, 0x3000), 0, taken(&arena, 1),
                 0x103000);
    arena_release(&arena, 0x101000, 0x1001);
    assert_null(arena_at(&arena, 0x101000, 1));
    assert_pairs(taken(&arena, 0x3000), 0, taken(&arena, 0x1000), 0x101000);
    assert_null(arena_at(&arena, 0x101000, 0x1001));
    assert_pairs(taken(&arena, 0x1000), 0x102000, taken(&arena, 0x1000), 0x104000, taken(&arena, 1),
                 0);
    assert_non_null(arena_at(&arena, 0x100000, 0x5000));
    assert_null(arena_at(&arena, 0x100000, 0x5001));
    assert_null(arena_at(&arena, 0xfffff, 1));
    assert_non_null(arena_at(&arena, 0x104fff, 1));
    assert_null(arena_at(&arena, 0x105000, 1));
    assert_null(arena_at(&arena, 0x100000, 0));
    arena_free(&arena);
}

/* ---- options --------------------------------------------------------------------------------- */

#define PARAMETERS "k=1..5,any=number,h=0x10..0x20,abcdefghijklmno=1..2,abcdefghijklmnop=1..2"

static const struct defect_row first_rows[] = { { .option = { "a", "", "" }, .cold = true },
                                                { .option = { "b", PARAMETERS, "" }, .chips = 1 } };
static const struct defect_row second_rows[] = { { .option = { "c", "", "" }, .chips = 2 } };
static const struct defect_table defect_tables[] = { { first_rows, 2 }, { second_rows, 1 } };
static const struct knob_row knob_rows[] = {
    { .option = { "w", "x|yy|x3", "" }, .values = "x|yy|x3", .initial = 1 },
    { .option = { "n", "2..7", "" }, .initial = 4 }
};
static const struct option_tables options_of = { defect_tables, 2, knob_rows, 2 };
static const struct chip chip = { .title = "G99" };

/* "name:key=number,...+name" and "name=value+...", as the tables allow them; eight parameters, sixteen defects. */
TEST(options_are_those_of_the_tables)
{
#define FOUR "a+a+a+a+"
    /* clang-format off */
    static const struct { const char *defects, *knobs, *says; } rows[] = { /* null: allowed */
        { NULL, NULL, NULL }, { "", "", NULL }, { "a", "w=x3", NULL }, { "b:k=1+b:k=5,any=99", "n=2", NULL },
        { "b:h=0x10,h=0x20", "n=7+w=yy", NULL }, { "b:abcdefghijklmno=2", "n=0x3", NULL },
        { "b:k=1,k=1,k=1,k=1,k=1,k=1,k=1,k=1", "w=x", NULL }, { FOUR FOUR FOUR "a+a+a+a", NULL, NULL },
        { FOUR FOUR FOUR FOUR "a", NULL, "more than 16 defects at once" },
        { "b:k=1,k=1,k=1,k=1,k=1,k=1,k=1,k=1,k=2", NULL, "defect b: k=2" }, { "b:k=0", NULL, "defect b: k=0" },
        { "b:k=6", NULL, "defect b: k=6" }, { "b:h=0xf", NULL, "h=0xf" }, { "b:h=0x21", NULL, "h=0x21" },
        { "b:k", NULL, "defect b: k" }, { "b:z=1", NULL, "defect b: z=1" }, { "b:", NULL, "defect b: " },
        { "b:k=x", NULL, "defect b: k=x" }, { "b:abcdefghijklmnop=1", NULL, "abcdefghijklmnop=1" },
        { "c", NULL, "defect c: G99 cannot have it" }, { "ab", NULL, "there is no defect ab;" },
        { "a+", NULL, "there is no defect ;" }, { NULL, "w=xx", "knob w=xx: allowed is x|yy|x3" },
        { NULL, "w", "knob w: allowed is x|yy|x3" }, { NULL, "n=1", "knob n=1: allowed is 2..7" },
        { NULL, "n=8", "knob n=8: allowed" }, { NULL, "n=x", "knob n=x: allowed" },
        { NULL, "q=1", "there is no knob q; barecard defects lists them" },
    };
    /* clang-format on */
    static struct options options;
    bool broken[2];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *const defects = rows[i].defects, *const says = rows[i].says;
        char error[200] = "";

        if (options_parse(&options, &options_of, &chip, defects, rows[i].knobs, error, 200) !=
                !says ||
            (says && !strstr(error, says)) ||
            (strstr(error, "defect b:") && !strstr(error, PARAMETERS)))
            fail_msg("row %u: \"%s\"", i, error);
    }
    assert_true(options_parse(&options, &options_of, &chip, "b:k=3+b:any=7,k=2", "w=x3", NULL, 0));
    const struct defect *const second = options_defect(&options, "b", 1);
    assert_pairs(3, defect_parameter(options_defect(&options, "b", 0), "k", 9), 2,
                 defect_parameter(second, "k", 9), 7, defect_parameter(second, "any", 9), 9,
                 defect_parameter(second, "h", 9), 2, options.knobs[0], 4, options.knobs[1]);
    assert_true(!options_defect(&options, "b", 2) && !options_defect(&options, "a", 0));
    for (unsigned cold = 0; cold < 2; cold++) {
        assert_true(options_parse(&options, &options_of, &chip, cold ? "b+a" : "b", NULL, NULL, 0));
        assert_int_equal(cold, options_broken(&options, first_rows, 2, broken));
        assert_pairs(cold, broken[0], true, broken[1]);
    }
    assert_ptr_equal(&first_rows[1].option, options_defect_at(&options_of, 1));
    assert_ptr_equal(&second_rows[0].option, options_defect_at(&options_of, 2));
    assert_ptr_equal(&knob_rows[1].option, options_knob_at(&options_of, 1));
    assert_true(!options_defect_at(&options_of, 3) && !options_knob_at(&options_of, 2));
}

/* ---- numbers as people write them, on command lines and in properties ---- */

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

/* ---- the notes of a strict card: a line for each kind and place, in the order of kinds (docs/model.md) ---- */

static char said[65536];

static void say(void *opaque, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static const char *const sections[STRICT_KINDS] = { "s0", "s1", "s2", "s3", "s4",  "s5",
                                                    "s6", "s7", "s8", "s9", "s10", "s11" };

static const char *strict_told(const struct strict *strict)
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
        strict_told(&strict));
}

/* A card that is not strict says nothing, and a list that is full says how much more there was. */
TEST(off_and_full)
{
    static struct strict strict;

    strict = (struct strict){ 0 };
    strict_note(&strict, STRICT_OFF, 0, "r 0");
    assert_string_equal("", strict_told(&strict));
    strict.on = true;
    for (unsigned i = 0; i < STRICT_ENTRIES_MAX + 3; i++)
        strict_note(&strict, STRICT_BITS, i, "w %x", i);
    strict_note(&strict, STRICT_BITS, 0, "again");
    assert_non_null(strstr(strict_told(&strict), "(s4): 2 times, first w 0\n"));
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
                        strict_told(&strict));
    strict_snoops(&strict, 0x7004, false);
    strict_snoops(&strict, 0x8ffc, true);
    assert_non_null(
        strstr(strict_told(&strict), "2 times, first 0000007004 without, before with\n"));
}
