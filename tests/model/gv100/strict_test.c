/* Notes of a strict card beyond registers (docs/model.md, "A strict card"). Numbers: docs/hardware/gv100.md. */
#include "model/gv100/base/card.h"
#include "tests/model/gv100/channel_rig.h"

static uint64_t noted(enum strict_kind kind, const char **first)
{
    const struct strict *strict = &gv_of(world.card)->shell.strict;
    uint64_t count = 0;

    for (unsigned i = 0; i < strict->count; i++)
        if (strict->entries[i].kind == kind) {
            if (!count && first)
                *first = strict->entries[i].first;
            count += strict->entries[i].count;
        }
    return count;
}

static void open_strict(void)
{
    open_world(&(struct model_config){ .strict = true });
    build_space();
}

/* §6.1: "write tables through the BAR0 window, flush (0x070000), invalidate". */
TEST(tables_want_a_flush, NULL, close_world)
{
    for (unsigned flushed = 0; flushed < 2; flushed++) {
        const char *first = "";

        open_strict();
        build_block(BLOCK(0));
        map_small(1, DATA >> 4 | 1);
        if (flushed)
            wr(REF_FLUSH_HOST, 1);
        wr_wait(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
        (void)bar_get(1, SMALL + 0x1000);
        assert_int_equal(flushed, noted(STRICT_UNFLUSHED, &first) == 0);
        if (!flushed)
            assert_string_equal("PDE3 at 0000010000 of the card's memory", first);
        if (!flushed)
            close_world(NULL);
    }
    map_small(1, (DATA + 0x1000) >> 4 | 1); /* where the TLB answers, nobody reads the table */
    (void)bar_get(1, SMALL + 0x1000);
    assert_pairs(1, noted(STRICT_STALE, NULL), 0, noted(STRICT_UNFLUSHED, NULL));
}

/* §6.1: "changed entries become visible only after an invalidate that covers them": of a page each field that access
 * depends on (§5.4): address, aperture, PRIVILEGE, READ_ONLY, ATOMIC_DISABLE, VALID, and VOL of an absent one. */
TEST(a_page_that_changes_is_told, NULL, close_world)
{
    const uint64_t page = DATA >> 4, valid = page | 1;
    /* clang-format off */
    const struct { uint64_t before, after; const char *says; } rows[] = {
        { valid, valid, NULL }, { valid, valid | 8, NULL }, { 0, page, NULL }, { 0, 0, NULL }, { 8, page | 8, NULL },
        { valid, valid | 0x100, "kept valid 000000400000, is valid 000000401000" }, { valid, valid | 4, "" },
        { valid, valid | 0x20, "" }, { valid, valid | 0x40, "" }, { valid, valid | 0x80, "" },
        { valid, page, "kept valid 000000400000, is none 000000000000" }, { 0, valid, "kept none" },
        { 0, 8, "" }, { 8, 0, "" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *first = "";

        open_strict();
        bind_bar(1, BLOCK(0));
        for (unsigned changed = 0; changed < 2; changed++) {
            map_small(1, changed ? rows[i].after : rows[i].before);
            wr(REF_FLUSH_HOST, 1);
            (void)bar_get(1, SMALL + 0x1004);
        }
        if (noted(STRICT_STALE, &first) != (rows[i].says != NULL))
            fail_msg("row %u: %s", i, first);
        assert_non_null(strstr(first, rows[i].says ? rows[i].says : ""));
        assert_true(!first[0] ||
                    strstr(first, " at 0000002001004 of page directory 000000010000: "));
        if (i + 1 < ARRAY_SIZE(rows))
            close_world(NULL);
    }
}

/* §2.2: "poll BIND_STATUS until PENDING and OUTSTANDING of that BAR are 0". */
TEST(a_bind_wants_its_end, NULL, close_world)
{
    const char *first = "";

    open_strict();
    bind_bar(1, BLOCK(0));
    bind_bar(1, BLOCK(0));
    bar_put(1, DATA, 1);
    assert_int_equal(0, noted(STRICT_NOT_QUIET, NULL));
    wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
    bar_put(1, DATA, 1);
    assert_int_equal(1, noted(STRICT_NOT_QUIET, &first));
    assert_string_equal("a write to BAR1, which is being bound", first);
    wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
    assert_int_equal(2, noted(STRICT_NOT_QUIET, NULL));
}

/* §6.3: no client of the model replays: a request for replays is noted. */
TEST(replayable_faults_are_refused, NULL, close_world)
{
    const char *first = "";

    open_strict();
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000010);
    wr(REF_PFB_PRI_MMU_INVALIDATE, 0x80000001);
    assert_int_equal(0, noted(STRICT_UNREAD, NULL));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(1), 0x80000010);
    assert_int_equal(1, noted(STRICT_UNREAD, &first));
    assert_string_equal("100e48: nothing comes into the buffer of replayable faults (§6.3)", first);
    wr(REF_PFB_PRI_MMU_INVALIDATE, 0x8000000b);
    assert_int_equal(2, noted(STRICT_UNREAD, NULL));
}

/* §3.5: "keep the old buffer until PENDING is 0". */
TEST(a_runlist_is_kept_until_it_was_taken, NULL, close_world)
{
    for (unsigned early = 0; early < 2; early++) {
        open_strict();
        make_channel(1, 1 << 17 | 2);
        submit(1, (const unsigned[]){ 1 }, 1);
        assert_int_equal(0, noted(STRICT_CHANGED, NULL));
        wr_all(REF_PFIFO_RUNLIST_BASE, (uint32_t)(RUNLIST >> 12), REF_PFIFO_RUNLIST, 1 << 20 | 2);
        if (!early)
            wait_ns(10000);
        put(RUNLIST, 0);
        wait_ns(10000);
        assert_int_equal(early, noted(STRICT_CHANGED, NULL));
    }
    open_strict();
}

/* §3.2: host saves all of RAMFC in the end, software's writes are lost; §3.1: words 128 and 129 count from the bind. */
TEST(an_instance_block_that_host_has, NULL, close_world)
{
    const char *first = "";

    open_strict();
    make_channel(1, 1 << 17 | 2);
    submit(1, (const unsigned[]){ 1 }, 1);
    RUN(1, 0x20050017, (uint32_t)SEM, 0, 1, 0, 1);
    put(BLOCK(1) + 0x4c, 7 << 16);
    wr(REF_PFIFO_PREEMPT, 1); /* preempts the channel */
    wait_ns(100000);
    assert_int_equal(1, noted(STRICT_CHANGED, &first));
    assert_string_equal(
        "RAMFC word 19 of channel 1, which is on a PBDMA: was 00060000, is 00070000", first);
    put(BLOCK(1) + 0x200, (uint32_t)PD2 | 0xc00);
    RUN(1, 0x20050017, (uint32_t)SEM, 0, 2, 0, 1);
    assert_int_equal(2, noted(STRICT_CHANGED, NULL));
}
