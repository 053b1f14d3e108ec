/* Whose turn it is in the device model's PFIFO, and the state that a channel brings along and leaves: RAMFC word by
 * word. Expected values are typed from docs/hardware/tesla-mmio.md §4.2 to §4.8. */
#include <string.h>

#include "reference/nv50.h"
#include "tests/model/nv50/fifo/pfifo_rig.h"

#define NOBODY   127u
#define CACHE    0xe000u /* of a channel: its saved cache, on G80 at 0x400 */
#define REF      0x50u
#define NOT_MAIN 0x200u /* in word 1 of an entry of the indirect buffer */

enum { ALL, G84_UP, MCP89 };

/* §4.3: RAMFC and the registers that it fills. */
static const struct saved {
    uint32_t offset, reg;
    unsigned chips;
} saved[] = {
    { 0x00, 0x3330, ALL },    { 0x04, 0x3334, ALL },    { 0x08, 0x3240, ALL },
    { 0x0c, 0x3320, ALL },    { 0x10, 0x3244, ALL },    { 0x14, 0x3328, ALL },
    { 0x18, 0x3368, ALL },    { 0x1c, 0x336c, ALL },    { 0x20, 0x3370, ALL },
    { 0x24, 0x3374, ALL },    { 0x28, 0x3378, ALL },    { 0x2c, 0x337c, ALL },
    { 0x30, 0x3228, ALL },    { 0x34, 0x3364, ALL },    { 0x38, 0x32a0, ALL },
    { 0x3c, 0x3224, ALL },    { 0x40, 0x324c, ALL },    { 0x44, 0x2044, ALL },
    { 0x48, 0x322c, ALL },    { 0x4c, 0x3234, ALL },    { 0x50, 0x3340, ALL },
    { 0x54, 0x3344, ALL },    { 0x58, 0x3280, ALL },    { 0x60, 0x3260, ALL },
    { 0x64, 0x3264, ALL },    { 0x68, 0x3268, ALL },    { 0x6c, 0x326c, ALL },
    { 0x70, 0x32e4, ALL },    { 0x74, 0x3248, ALL },    { 0x78, 0x2088, ALL },
    { 0x7c, 0x2058, ALL },    { 0x80, 0x2210, ALL },    { 0x8c, 0x3400, G84_UP },
    { 0x90, 0x3404, G84_UP }, { 0x94, 0x3408, G84_UP }, { 0x9c, 0x3500, MCP89 },
    { 0xa0, 0x3504, MCP89 },
};

static bool has_word(const struct saved *row, const char *chip)
{
    return row->chips == ALL || (row->chips == G84_UP && !is_g80()) || !strcmp(chip, "mcp89");
}

static uint32_t mark(uint32_t offset)
{
    if (offset == 0x00 || offset == 0x04)
        return 9; /* nothing in the ring, */
    if (offset == 0x08 || offset == 0x10)
        return 0x5a5a00; /* and nothing after the pointer */
    return offset == 0x0c || offset == 0x14 ? 0x5a : 0x5a000000 | offset << 4;
}

/* One saved method makes PFIFO take the channel: REF, which puts its data into register 0x3248. */
static void load_by_saved_method(const struct channel *c, uint32_t data)
{
    const uint32_t cache = c->base + (is_g80() ? 0x400 : CACHE);

    vram_wr(c->ramfc + 0x84, 1);
    vram_wr(cache, REF);
    vram_wr(cache + 4, data);
    run_list(c, NULL);
}

TEST(channels_bring_their_words_along)
{
    static const char *const chips[] = { "g80", "g84", "mcp89" };
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(5, true);

        for (unsigned k = 0; k < ARRAY_SIZE(saved); k++)
            if (has_word(&saved[k], chips[i]))
                vram_wr(c.ramfc + saved[k].offset, mark(saved[k].offset));
        load_by_saved_method(&c, mark(0x74));
        assert_int_equal(rd(REF_PFIFO_CURRENT), 5);
        for (unsigned k = 0; k < ARRAY_SIZE(saved); k++)
            if (has_word(&saved[k], chips[i]))
                assert_int_equal(rd(saved[k].reg), mark(saved[k].offset));
        assert_int_equal(rd(REF_PFIFO_PUSH1), 0x10005); /* this channel, by DMA */
        assert_int_equal(rd(REF_PFIFO_DMA_PUSH), 1);

        for (uint32_t at = 0; at < 0x100; at += 4)
            vram_wr(c.ramfc + at, 0);
        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0); /* it leaves when it is switched off */
        assert_int_equal(rd(REF_PFIFO_CURRENT), NOBODY);
        assert_int_equal(rd(REF_PFIFO_PUSH1) & 0x7f, NOBODY);
        for (unsigned k = 0; k < ARRAY_SIZE(saved); k++)
            if (has_word(&saved[k], chips[i]))
                assert_int_equal(vram_rd(c.ramfc + saved[k].offset), mark(saved[k].offset));
        assert_int_equal(vram_rd(c.ramfc + 0x84), 0);
        close_card(state);
    }
}

/* Methods waiting in the cache leave with their channel, from the first entry that waits, and come back with it. */
TEST(caches_are_saved_in_order)
{
    static const char *const chips[] = { "g80", "g84" };
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_card(chips[i], NULL);
        const struct channel c = make_channel(5, true);
        const uint32_t cache = c.base + (is_g80() ? 0x400 : CACHE);

        vram_wr(cache + 8 * 3, 0x12345678);
        load_by_saved_method(&c, 1);
        wr(REF_PFIFO_PULL0, 0); /* the puller rests */
        for (uint32_t k = 0; k < 512; k++) {
            wr(REF_PFIFO_CACHE + 8 * k, REF);
            wr(0x90004 + 8 * k, 0x700 + k);
        }
        wr(REF_PFIFO_GET, 0x7f8); /* entries 510, 511, 0 wait */
        wr(REF_PFIFO_PUT, 0x004);
        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0);
        assert_int_equal(vram_rd(c.ramfc + 0x84), 3);
        for (uint32_t k = 0; k < 3; k++) {
            assert_int_equal(vram_rd(cache + 8 * k), REF);
            assert_int_equal(vram_rd(cache + 8 * k + 4), 0x700 + (510 + k) % 512);
        }
        assert_int_equal(vram_rd(cache + 8 * 3), 0x12345678);
        assert_int_equal(rd(REF_PFIFO_GET) | rd(REF_PFIFO_PUT), 0);

        wr(REF_PFIFO_CHAN_TABLE + 4 * 5, 0x80000000 | (is_g80() ? c.base >> 12 : c.ramfc >> 8));
        wr(REF_PFIFO_PULL0, 1);
        assert_int_equal(rd(REF_PFIFO_CURRENT), 5);
        assert_int_equal(rd(user(&c, 0x48)), 0x700);
        assert_int_equal(rd(REF_PFIFO_PUT), 4 * 3);
        assert_int_equal(rd(REF_PFIFO_GET), 4 * 3);
        close_card(state);
    }
}

/* A channel is taken if its ring, its pointers or their high halves differ, or if its cache is not empty. */
TEST(channels_with_work_get_their_turn)
{
    static const struct {
        uint32_t offset, value, owner;
    } rows[] = {
        { 0x84, 0, NOBODY }, { 0x84, 1, 5 }, { 0x84, 0x200, NOBODY }, /* of 512 entries */
        { 0x00, 1, 5 },      { 0x04, 1, 5 }, { 0x08, 4, 5 },          { 0x10, 4, 5 },
        { 0x0c, 1, 5 },      { 0x14, 1, 5 }, { 0x18, 4, NOBODY },     { 0x74, 4, NOBODY },
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card("g84", NULL);
        const struct channel c = make_channel(5, true);

        vram_wr(c.base + CACHE, REF);
        vram_wr(c.ramfc + rows[i].offset, rows[i].value);
        run_list(&c, NULL);
        assert_int_equal(rd(REF_PFIFO_CURRENT), rows[i].owner);
        close_card(state);
    }
}

/* Nobody gets a turn while one of the switches is off, and everybody when it is on again. */
TEST(switches_hold_turns)
{
    static const struct {
        uint32_t reg, hold, go_on;
    } rows[] = {
        { REF_PFIFO_CACHES, 0, 1 }, /* CACHES: no reassignment */
        { REF_PFIFO_FREEZE, 1, 0 }, /* FREEZE */
        { REF_PFIFO_PUSH0, 0, 1 },  /* PUSH0 */
        { REF_PFIFO_PULL0, 0, 1 },  /* PULL0 */
    };
    for (unsigned loaded = 0; loaded < 2; loaded++)
        for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
            open_card("g84", NULL);
            struct channel a = make_channel(5, true), b = make_channel(6, true);

            run_list(&a, &b);
            if (loaded) {
                method(&a, 0, REF, 1);
                submit(&a);
                assert_int_equal(rd(REF_PFIFO_CURRENT), 5);
            }
            wr(rows[i].reg, rows[i].hold);
            method(&b, 0, REF, 2);
            submit(&b);
            assert_int_equal(rd(REF_PFIFO_CURRENT), loaded ? 5 : NOBODY);
            assert_int_equal(rd(user(&b, 0x48)), 0);
            if (rows[i].reg == REF_PFIFO_FREEZE)
                assert_int_equal(rd(REF_PFIFO_FREEZE), 0x11); /* frozen at once */
            wr(rows[i].reg, rows[i].go_on);
            assert_int_equal(rd(REF_PFIFO_CURRENT), 6);
            assert_int_equal(rd(user(&b, 0x48)), 2);
            close_card(state);
        }
}

/* §4.8: a pusher that has stopped keeps its channel until it may go on. */
TEST(a_stopped_pusher_keeps_its_channel, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel a = make_channel(5, true), b = make_channel(6, true);

    run_list(&a, &b);
    push(&a, 0xe0000000);
    submit(&a);
    assert_int_equal(rd(REF_PFIFO_DMA_STATE) >> 29, 4);
    assert_int_equal(rd(REF_PFIFO_DMA_PUSH), 0);
    method(&b, 0, REF, 2);
    submit(&b);
    assert_int_equal(rd(REF_PFIFO_CURRENT), 5);
    wr(REF_PFIFO_DMA_STATE, 0);
    wr(REF_PFIFO_DMA_PUSH, 1);
    assert_int_equal(rd(user(&b, 0x48)), 2);
    assert_int_equal(rd(REF_PFIFO_CURRENT), 6);
}

/* §4.6: MGET goes along with GET in the main push buffer, and stays where it was in others. */
TEST(mget_stays_in_the_main_buffer, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel c = make_channel(5, true);

    run_list(&c, NULL);
    method(&c, 0, REF, 1);
    submit(&c);
    const uint32_t main = c.push + 8;
    assert_int_equal(rd(user(&c, 0x44)), main);
    assert_int_equal(rd(user(&c, 0x58)), main);
    assert_int_equal(rd(user(&c, 0x5c)), 0x80000000);

    method(&c, 0, REF, 2);
    vram_wr(c.ib + 8 * c.put, c.push + 8);
    vram_wr(c.ib + 8 * c.put + 4, 2u << 10 | NOT_MAIN);
    c.sent = c.words;
    wr(user(&c, 0x8c), ++c.put);
    assert_int_equal(rd(user(&c, 0x48)), 2);
    assert_int_equal(rd(user(&c, 0x44)), c.push + 16);
    assert_int_equal(rd(user(&c, 0x58)), main);
    method(&c, 0, REF, 3);
    submit(&c);
    assert_int_equal(rd(user(&c, 0x58)), c.push + 24);
}

/* Channels of a list are asked in its order, each as long as it has something to do. */
TEST(turns_go_round_the_list, NULL, close_card)
{
    open_card("g84", NULL);
    struct channel a = make_channel(5, true), b = make_channel(6, true);

    wr(REF_PFIFO_FREEZE, 1);
    run_list(&b, &a);
    for (uint32_t i = 0; i < 3; i++) {
        method(&a, 0, REF, 10 + i);
        method(&b, 0, REF, 20 + i);
    }
    submit(&a);
    submit(&b);
    wr(REF_PFIFO_FREEZE, 0);
    assert_int_equal(rd(user(&a, 0x48)), 12);
    assert_int_equal(rd(user(&b, 0x48)), 22);
    assert_int_equal(rd(REF_PFIFO_CURRENT), 5); /* the last of the list */
    wr(REF_PFIFO_RUNLIST_LENGTH, 1);            /* now the first alone: the other one leaves */
    assert_int_equal(rd(REF_PFIFO_CURRENT), NOBODY);
    method(&a, 0, REF, 13);
    submit(&a);
    assert_int_equal(rd(user(&a, 0x48)), 12);
    method(&b, 0, REF, 23);
    submit(&b);
    assert_int_equal(rd(user(&b, 0x48)), 23);
}
