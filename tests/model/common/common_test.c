/* Parts that all families of the model and its machine share, each by itself: aliases of VRAM, writes that get lost,
 * and the machine's memory. */
#include "hw/bits.h"
#include "model/common/aliases.h"
#include "model/common/config_bytes.h"
#include "model/common/lost_pages.h"
#include "model/common/power_on_noise.h"
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
    assert_int_equal(taken(&arena, 0), 0);
    assert_int_equal(taken(&arena, 0x6000), 0);
    assert_int_equal(taken(&arena, 0x1000), 0x100000);
    assert_int_equal(taken(&arena, 0x1001), 0x101000);
    assert_int_equal(taken(&arena, 0x3000), 0);
    assert_int_equal(taken(&arena, 1), 0x103000);
    arena_release(&arena, 0x101000, 0x1001);
    assert_null(arena_at(&arena, 0x101000, 1));
    assert_int_equal(taken(&arena, 0x3000), 0);
    assert_int_equal(taken(&arena, 0x1000), 0x101000);
    assert_null(arena_at(&arena, 0x101000, 0x1001));
    assert_int_equal(taken(&arena, 0x1000), 0x102000);
    assert_int_equal(taken(&arena, 0x1000), 0x104000);
    assert_int_equal(taken(&arena, 1), 0);
    assert_non_null(arena_at(&arena, 0x100000, 0x5000));
    assert_null(arena_at(&arena, 0x100000, 0x5001));
    assert_null(arena_at(&arena, 0xfffff, 1));
    assert_non_null(arena_at(&arena, 0x104fff, 1));
    assert_null(arena_at(&arena, 0x105000, 1));
    assert_null(arena_at(&arena, 0x100000, 0));
    arena_free(&arena);
}
