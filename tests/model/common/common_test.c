/* Parts that all families of the model and its machine share, each by itself: aliases of VRAM, writes that get lost,
 * configuration space as bytes, and the machine's memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

    (void)opaque;
    snprintf(told + used, sizeof told - used, "+%u:%u:%x:%x:%x ", id, bar, (unsigned)offset,
             (unsigned)vram, (unsigned)size);
}

static void unalias(void *opaque, unsigned id)
{
    const size_t used = strlen(told);

    (void)opaque;
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

TEST(there_is_room_for_32_aliases)
{
    static const struct model_host no_end = { .alias = alias }, no_start = { .unalias = unalias };
    struct aliases aliases;

    told[0] = '\0';
    aliases_init(&aliases, &both, true);
    for (unsigned i = 0; i < 32; i++) {
        assert_true(aliases_have_room(&aliases));
        add(&aliases, 1, i * 0x1000, NULL);
    }
    assert_false(aliases_have_room(&aliases));
    assert_true(aliases_cover(&aliases, 1, 0x1f000));
    aliases_drop_bar(&aliases, 1);
    assert_int_equal(aliases.count, 0);
    assert_false(aliases_cover(&aliases, 1, 0) || aliases_cover(&aliases, 1, 0x1f000));
    assert_true(aliases_have_room(&aliases));
    aliases_init(&aliases, &both, false);
    assert_false(aliases_have_room(&aliases));
    aliases_init(&aliases, &no_end, true);
    assert_false(aliases_have_room(&aliases));
    aliases_init(&aliases, &no_start, true);
    assert_false(aliases_have_room(&aliases));
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

/* ---- configuration space --------------------------------------------------------------------- */

TEST(configuration_space_has_4096_bytes)
{
    static struct config_bytes config;

    memset(&config, 0, sizeof config);
    config_bytes_set(&config, 0xffc, 0x11223344, 0x00ff0ff0);
    assert_int_equal(config_bytes_read(&config, 0xffc, 4), 0x11223344);
    assert_int_equal(config_bytes_read(&config, 0xffe, 2), 0x1122);
    assert_int_equal(config_bytes_read(&config, 0xfff, 1), 0x11);
    assert_int_equal(config_bytes_read(&config, 0xffd, 4), UINT32_MAX);
    assert_int_equal(config_bytes_read(&config, 0xfff, 2), UINT32_MAX);
    assert_int_equal(config_bytes_read(&config, 0x1000, 1), UINT32_MAX);
    assert_int_equal(config_bytes_read(&config, 0, 5), UINT32_MAX);
    /* nothing beside the named ones */
    config_bytes_set(&config, 0x44, 0x55667788, UINT32_MAX);
    config_bytes_set(&config, 0x40, 0x11223344, UINT32_MAX);
    assert_int_equal(config_bytes_read(&config, 0x44, 4), 0x55667788);
    config_bytes_write(&config, 0x40, 0x99, 1);
    config_bytes_write(&config, 0x44, 0x99, 1);
    assert_int_equal(config_bytes_read(&config, 0x40, 4), 0x11223399);
    assert_int_equal(config_bytes_read(&config, 0x44, 4), 0x55667799);
    config_bytes_write(&config, 0xffc, 0xaabbccdd, 4);
    assert_int_equal(config_bytes_read(&config, 0xffc, 4), 0x11bb3cd4);
    config_bytes_write(&config, 0xffe, 0x55, 1);
    assert_int_equal(config_bytes_read(&config, 0xffc, 4), 0x11553cd4);
    config.clears[0xfff] = 0x10;
    config_bytes_write(&config, 0xffc, 0xef000000, 4);
    assert_int_equal(config_bytes_read(&config, 0xffc, 4), 0x11003004);
    config_bytes_write(&config, 0xfff, 0x10, 1);
    assert_int_equal(config_bytes_read(&config, 0xfff, 1), 0x01);
}

/* PCI: bit 0 I/O, 2:1 = 2 for 64 bits, bit 3 prefetchable; the address begins at the size. */
TEST(bars_ask_for_their_size)
{
    static const struct {
        struct model_bar bar;
        uint32_t kind, low, high;
    } rows[] = {
        { { .size = 0x1000000 }, 0x0, 0xff000000, 0x77777777 },
        { { .size = 0x1000000, .wide = true }, 0x4, 0xff000004, 0xffffffff },
        { { .size = UINT64_C(1) << 33, .wide = true, .prefetch = true }, 0xc, 0xc, 0xfffffffe },
        { { .size = 0x10000000, .prefetch = true }, 0x8, 0xf0000008, 0x77777777 },
        { { .size = 0x80, .io = true }, 0x1, 0xffffff81, 0x77777777 },
        { { .size = 4, .io = true }, 0x1, 0xfffffffd, 0x77777777 },
        { { .size = 4 }, 0x0, 0xfffffff0, 0x77777777 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        static struct config_bytes config;

        memset(&config, 0, sizeof config);
        config_bytes_set(&config, 0x14, rows[i].bar.wide ? 0 : 0x77777777, 0);
        config_bytes_set_bar(&config, 0x10, &rows[i].bar);
        assert_int_equal(config_bytes_read(&config, 0x10, 4), rows[i].kind);
        config_bytes_write(&config, 0x10, UINT32_MAX, 4);
        config_bytes_write(&config, 0x14, UINT32_MAX, 4);
        assert_int_equal(config_bytes_read(&config, 0x10, 4), rows[i].low);
        assert_int_equal(config_bytes_read(&config, 0x14, 4), rows[i].high);
    }
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

/* splitmix64 with the seed of its published vectors. */
TEST(noise_is_splitmix64)
{
    static const uint64_t published[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };
    uint64_t seed = 1234567;

    for (unsigned i = 0; i < ARRAY_SIZE(published); i++)
        assert_true(noise_next(&seed) == published[i]);
}

/* A MiB of it, which comes again in each MiB of a memory until that one is written. */
TEST(noise_comes_again_each_mib)
{
    const size_t mib = 0x100000, words = mib / 8;
    uint8_t *bytes = noise_map(3 * mib, 1234567);
    uint64_t seed = 1234567;

    assert_non_null(bytes);
    const uint64_t *const noise = (const uint64_t *)(const void *)bytes;
    for (size_t i = 0; i < words; i++)
        if (noise[i] != noise_next(&seed))
            fail_msg("word %zu is not the noise's", i);
    assert_memory_equal(bytes + mib, bytes, mib);
    assert_memory_equal(bytes + 2 * mib, bytes, mib);
    bytes[mib] ^= 1;
    assert_int_equal(bytes[0], bytes[2 * mib]);
    assert_int_not_equal(bytes[0], bytes[mib]);
    noise_unmap(bytes, 3 * mib);
}

/* The noise of a seed is the same for each card, whatever the one before it was and whatever was written to it. */
TEST(each_card_has_its_own_noise)
{
    static const struct {
        size_t mib;
        uint64_t seed;
    } cards[] = { { 2, 1 }, { 21, 1 }, { 1, 2 }, { 8, 2 }, { 9, 1 }, { 3, 1 } };
    const size_t mib = 0x100000;
    uint8_t *memories[ARRAY_SIZE(cards)];

    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        uint8_t *const bytes = noise_map(cards[i].mib * mib, cards[i].seed);
        const uint64_t *const words = (const uint64_t *)(const void *)bytes;
        uint64_t seed = cards[i].seed;

        assert_non_null(bytes);
        for (size_t word = 0; word < mib / 8; word++)
            if (words[word] != noise_next(&seed))
                fail_msg("card %u: word %zu is not the noise's", i, word);
        for (size_t at = 1; at < cards[i].mib; at++)
            if (memcmp(bytes + at * mib, bytes, mib) != 0)
                fail_msg("card %u: MiB %zu is another one", i, at);
        memset(bytes, 0, cards[i].mib * mib);
        memories[i] = bytes;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++)
        noise_unmap(memories[i], cards[i].mib * mib);
}
