/* Structures that engines/gv100 builds in memory and registers that it writes for a host and its channels, step by
 * step, and that nothing follows a step that fails. All structures lie in system memory, page after page. Addresses
 * and values are typed from docs/hardware/gv100.md. */
#include "tests/engines/gv100/drive_rig.h"

/* ---- a host, §2.2, §2.3, §5.5, §6.2, §8.3 */

#define SHOWN "70000=1 100cb8=1234792 100cec=0 100cbc=80000005 "

/* Both debug registers and HSHUB's copies name a page of 64 KiB, 0x100c10 the page that flushes read; BAR2 shows the ring. No
 * step follows one that finds no memory. */
TEST(a_host_opens_in_order, open_bench)
{
    assert_int_equal(OK, open_host());
    behind("100cc8=1234602 100ccc=1234602 1facc8=1234602 1faccc=1234602 100c10=1234780 "
           "70000=1 1714=a012347a " SHOWN);
    for (unsigned piece = 1; piece <= 9; piece++) {
        open_bench(state);
        world.fails_at = piece;
        assert_pairs(ERR_NO_MEMORY, open_host(), piece, world.count);
    }
}

/* A block has these words, invalid subcontexts after the first, and zeros elsewhere. */
static void expect_block(uint64_t at, const uint32_t (*words)[2], unsigned count)
{
    for (unsigned i = 0; i < 1024; i++) {
        uint32_t expected = 0;

        for (unsigned k = 0; k < count; k++)
            if (words[k][0] == i)
                expected = words[k][1];
        if (i > 168 && i < 168 + 4 * 64 && i >= 172)
            expected = i % 4 < 2; /* subcontexts after the first are invalid */
        if (word_of(at + 4 * i) != expected)
            fail_msg("word %u is 0x%x, expected 0x%x", i, (unsigned)word_of(at + 4 * i),
                     (unsigned)expected);
    }
}

/* ---- channels, §3.1, §3.2, §8.2 to §8.4 */

/* The values of an ordinary channel: §3.2's start values, a ring of 512 entries, and the space's root with VER2, 64
 * KiB, target 2 and VOL. */
TEST(a_channel_is_made_in_order, open_bench)
{
    static const uint32_t words[][2] = {
        { 2, 0x23491002 },   { 3, 0x1 },          { 4, 0xface },      { 12, 0x7ffff902 },
        { 18, 0x34560000 },  { 19, 0x000900ab },  { 33, 0x20400000 }, { 37, 0x30000001 },
        { 43, 0x2 },         { 61, 0x1000 },      { 62, 0x10003080 }, { 128, 0x23480c06 },
        { 129, 0x1 },        { 130, 0xffffffff }, { 131, 0x1ffff },   { 166, 1 },
        { 168, 0x23480c06 }, { 169, 0x1 },
    };

    open_space();
    memset(world.memory + (WINDOW - BASE), 0x77, 0x20000);
    assert_int_equal(OK, channel_make(&channel, &host, &space, &plain));
    expect_writes("70000=1 100cb8=1234802 100cec=0 100cbc=80000001 800918=a0123496 ");
    expect_block(0x123496000, words, ARRAY_SIZE(words));
    for (uint64_t i = 0; i < 0x2000; i += 4)
        assert_int_equal(0, word_of(WINDOW + i));
    assert_int_equal(0x77777777, word_of(WINDOW + 0x2000));
    for (uint64_t i = 0; i < 0x200; i += 4)
        assert_int_equal(0, word_of(USERD_ + i));
    assert_int_equal(0x77777777, word_of(USERD_ + 0x200));
    /* 0xab34560000: PD2 index 2, PD1 0x159, PD0 0xa2, table 0x160 */
    assert_pairs(true, long_of(ROOT) == (PD2_ >> 4 | 4), true,
                 long_of(PD2_ + 8 * 2) == ((PD2_ + 0x1000) >> 4 | 4), true,
                 long_of(PD2_ + 0x1000 + 8 * 0x159) == ((PD2_ + 0x2000) >> 4 | 4), true,
                 long_of(PD2_ + 0x2000 + 16 * 0xa2 + 8) == ((PD2_ + 0x3000) >> 4 | 4));
    for (uint64_t i = 0; i < 16; i++)
        assert_true(long_of(PD2_ + 0x3000 + 8 * (0x160 + i)) == ((WINDOW + 0x1000 * i) >> 4 | 0xd));
    assert_pairs(true, long_of(PD2_ + 0x3000 + 8 * 0x170) == 0, 512, channel.ring_entries, 1,
                 host.channel_count, 0x123, host.channels[0]);
}

/* Everything that a form can ask for. Two copy engines: 27 * 5 * (13 * 2 + 2) = 3780 bytes of method buffer, one page. */
TEST(a_channel_has_what_its_form_asks_for, open_bench)
{
    static const uint32_t words[][2] = {
        { 2, 0x23491002 },  { 3, 0x1 },          { 4, 0xc36f },      { 12, 0x12345678 },
        { 18, 0x34560000 }, { 19, 0x000400ab },  { 33, 0x20400000 }, { 37, 0x10000001 },
        { 43, 0x20002 },    { 57, 0x20 },        { 61, 0x1100 },     { 62, 0x10003080 },
        { 63, 0x2a00 },     { 128, 0x23480c06 }, { 129, 0x1 },       { 130, 0xffffffff },
        { 131, 0x1ffff },   { 136, 0x1000 },     { 166, 1 },         { 168, 0x23480c06 },
        { 169, 0x1 },
    };
    struct channel_form form = plain;

    open_space();
    set(REF_CE_PCE_MAP, 0xffff8001);
    form.copies = form.privileged = form.physical = form.all_subdevices = true;
    form.signature = 0xc36f;
    form.ring_log2 = 4;
    form.veid = 0x2a;
    form.acquire = 0x12345678;
    assert_int_equal(OK, channel_make(&channel, &host, &space, &form));
    expect_writes(SHOWN "70000=1 100cb8=1234802 100cec=0 100cbc=80000001 800918=a0123497 ");
    expect_block(0x123497000, words, ARRAY_SIZE(words));
    assert_true(host.bar2_next.v == 0x2000);
    assert_true(long_of(0x12347f008) == (0x123496000 >> 4 | 0xd)); /* method buffer in BAR2 */
    assert_int_equal(16, channel.ring_entries);
    for (unsigned piece = 1; piece <= 8; piece++) { /* no memory for one of them */
        open_bench(state);
        open_space();
        world.fails_at = piece;
        assert_int_equal(ERR_NO_MEMORY, channel_make(&channel, &host, &space, &form));
        assert_int_equal(0, host.channel_count);
    }
}

/* 9 copy engines: 16065 bytes, 4 pages. */
TEST(method_buffers_grow_with_the_engines, open_bench)
{
    static const struct {
        uint32_t map, next;
    } rows[] = { { 0x0, 0x2000 }, { 0x1, 0x2000 },   { 0x3, 0x2000 },
                 { 0x7, 0x3000 }, { 0x1ff, 0x5000 }, { 0xffff, 0x8000 } };
    struct channel_form form = plain;

    form.copies = true;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        open_space();
        set(REF_CE_PCE_MAP, rows[i].map);
        assert_int_equal(OK, channel_make(&channel, &host, &space, &form));
        assert_true(host.bar2_next.v == rows[i].next);
    }
}

TEST(a_channel_is_bound_anew, open_bench)
{
    make_plain();
    assert_int_equal(OK, channel_rebind(&channel));
    expect_writes("70000=1 800918=0 800918=a0123496 ");
    keep(REF_FLUSH_HOST, 2);
    assert_int_equal(ERR_TIMEOUT, channel_rebind(&channel));
    expect_writes("70000=1 ");
    card_deadline(&bench.card, 1);
    assert_int_equal(ERR_DEADLINE, channel_make(&channel, &host, &space, &plain));
}

/* §3.4, §8.3: TSG header with 0x80030001 and one channel, whose USERD and block are named; enabled before and after. */
TEST(a_channel_runs_alone, open_bench)
{
    static const uint32_t list[] = { 0x80030001, 1, 0x123, 0, 0x234910a0, 1, 0x23496123, 1 };

    make_plain();
    assert_int_equal(OK, channel_run_alone(&channel));
    expect_writes("80091c=400 2270=20123497 2274=100002 80091c=400 ");
    for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
        assert_int_equal(list[i], word_of(0x123497000 + 4 * i));
    assert_int_equal(1 << 1, host.runlists);
    world.fails_at = world.count + 1;
    host.runlists = 0;
    assert_int_equal(ERR_NO_MEMORY, channel_run_alone(&channel));
    expect_writes("80091c=400 80091c=400 ");
    assert_int_equal(0, host.runlists);
    const struct runlist_entry bad = tsg_entry(0x1000, 1); /* an id of 13 bits */
    assert_int_equal(ERR_RANGE, host_schedule(&host, 1, &bad, 1));
    expect_writes("");
    keep(REF_PFIFO_ENG_RUNLIST(1), 1u << 20);
    assert_int_equal(ERR_TIMEOUT, channel_run_alone(&channel));
    channel_disable(&channel);
    behind("80091c=400 2270=20123499 2274=100002 80091c=400 80091c=800 ");
}
