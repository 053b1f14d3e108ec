/* Writes that a card which nobody has started needs before its memory answers, each word by hand
 * (docs/hardware/devinit.md §7.2): PFB off and on, supply, clocks that have locked, geometry, timings, the commands to
 * the chips in their order, refresh. The words are those of the kind of chips that the strap names, as the VBIOS of the
 * modelled board has them (model/nv50/host/rom_test). */

#include "model/nv50/vm/start.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

#define LOCK_NS 100000u

static uint64_t still_ns;

static uint64_t still_clock(void *opaque)
{
    (void)opaque;
    return still_ns;
}

static void open_cold(const char *chip, unsigned strap)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = still_clock };
    const struct model_config config = {
        .chip = &chipset_named(chip)->chip, .seed = 1, .cold = true, .strap = strap
    };
    char error[200];

    still_ns = 1000000;
    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(0xe100, 0); /* lines are driven by software */
}

#define STEPS 24
#define LOCKS 8 /* the step before which the clocks have locked */

/* Of both: PFB and supply, four words of clocks and, where there is one, their switch; geometry and type, for each column of
 * the strap table; the first timing; commands; refresh. */
struct step {
    uint32_t at, value;
};

static const struct step g84[STEPS] = {
    { 0x000200, 0xffefffff }, { 0x000200, 0xffffffff }, { 0x00e104, 0x00300000 },
    { 0x00402c, 0x0000a308 }, { 0x004028, 0x80010000 }, { 0x00400c, 0x0000ed08 },
    { 0x004008, 0x80010000 }, { 0x00c040, 0x00000033 }, { 0x100204, 0x01449000 },
    { 0x100250, 0x00000001 }, { 0x100714, 0x00000002 }, { 0x100220, 0x0c0d0c00 },
    { 0x100224, 0x0c0d0c01 }, { 0x100228, 0x0c0d0c02 }, { 0x100230, 0x0c0d0c04 },
    { 0x100240, 0x0c0d0c08 }, { 0x100244, 0x0c0d0c09 }, { 0x1002d4, 0x00000001 },
    { 0x1002d0, 0x00000001 }, { 0x1002d0, 0x00000001 }, { 0x1002c0, 0x00000552 },
    { 0x1002c4, 0x0000240a }, { 0x100210, 0x80000000 }, { 0, 0 },
};

static const struct step gt215[STEPS] = {
    { 0x000200, 0xffefffff }, { 0x000200, 0xffffffff },
    { 0x00e104, 0x00300000 }, { 0x004204, 0x00021b01 },
    { 0x004200, 0x00000001 }, { 0x004004, 0x00031e01 },
    { 0x004000, 0x00000001 }, { 0, 0 },
    { 0x100204, 0x01449000 }, { 0x100250, 0x00000001 },
    { 0x100714, 0x00000004 }, { 0x100220, 0x0c0d0c00 },
    { 0x100224, 0x0c0d0c01 }, { 0x100228, 0x0c0d0c02 },
    { 0x100230, 0x0c0d0c04 }, { 0x100240, 0x0c0d0c08 },
    { 0x100244, 0x0c0d0c09 }, { 0x1002d4, 0x00000001 },
    { 0x1002d0, 0x00000001 }, { 0x1002d0, 0x00000001 },
    { 0x1002c0, 0x00000552 }, { 0x1002c4, 0x0000240a },
    { 0x100e1c, 0x10000000 }, { 0x100210, 0x80000000 },
};

/* Timings that no step has, all alike. */
static void other_timings(uint32_t first)
{
    static const uint32_t others[] = { 3, 5, 6, 7 };

    for (unsigned i = 0; i < ARRAY_SIZE(others); i++)
        wr(0x100220 + 4 * others[i], first + others[i]);
}

static void take(const struct step *step)
{
    if (step->at)
        wr(step->at, step->value);
}

static void take_from(const struct step *steps, unsigned first, unsigned last)
{
    for (unsigned i = first; i <= last; i++) {
        if (i == LOCKS) {
            still_ns += LOCK_NS;
            other_timings(steps[11].value);
        }
        take(&steps[i]);
    }
}

static bool is_awake(void)
{
    vram_wr(0x1000, 0x12345678);
    return vram_rd(0x1000) == 0x12345678;
}

TEST(memory_wakes_by_these_words)
{
    static const struct {
        const char *chip;
        const struct step *steps;
    } rows[] = { { "g84", g84 }, { "gt215", gt215 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_cold(rows[i].chip, 1);
        assert_false(is_awake());
        take_from(rows[i].steps, 0, STEPS - 1);
        assert_true(is_awake());
        wr(0x200, 0xffefffff); /* from now on it stays awake */
        wr(0x200, 0xffffffff);
        assert_true(is_awake());
        close_card(NULL);
    }
}

/* Without any one of them, or with one bit of it otherwise, nothing answers. */
TEST(memory_needs_each_word)
{
    static const struct step *const both[] = { g84, gt215 };

    for (unsigned i = 0; i < 2; i++)
        for (unsigned skipped = 0; skipped < STEPS; skipped++)
            for (unsigned changed = 0; changed < 2; changed++) {
                const struct step *step = &both[i][skipped];
                struct step other = *step;

                /* commands have no value; precharge and refresh are taken by any write */
                if (!step->at || (changed && (skipped < 2 || (step->at & 0xfffff0) == 0x1002d0)))
                    continue;
                open_cold(i ? "gt215" : "g84", 1);
                if (skipped)
                    take_from(both[i], 0, skipped - 1);
                if (skipped == LOCKS) {
                    still_ns += LOCK_NS;
                    other_timings(both[i][11].value);
                }
                other.value ^= step->value & -step->value;
                if (changed)
                    take(&other);
                if (skipped < STEPS - 1)
                    take_from(both[i], skipped + 1, STEPS - 1);
                if (skipped == LOCKS - 1)
                    still_ns += LOCK_NS;
                if (is_awake())
                    fail_msg("%s: awake without 0x%06x = 0x%08x", i ? "gt215" : "g84", step->at,
                             step->value);
                close_card(NULL);
            }
}

/* Strap 2 names other chips, with words of their own, and no card wakes by another's. */
TEST(straps_name_their_chips)
{
    static const struct step second[] = {
        { 0x00400c, 0x0000a308 }, { 0x100220, 0x0b0c0c00 }, { 0x100224, 0x0b0c0c01 },
        { 0x100228, 0x0b0c0c02 }, { 0x100230, 0x0b0c0c04 }, { 0x100240, 0x0b0c0c08 },
        { 0x100244, 0x0b0c0c09 }, { 0x1002c0, 0x00000542 }, { 0x1002c4, 0x00002409 },
    };

    for (unsigned strap = 1; strap <= 2; strap++)
        for (unsigned words = 1; words <= 2; words++) {
            struct step steps[STEPS];

            for (unsigned i = 0; i < STEPS; i++) {
                steps[i] = g84[i];
                for (unsigned k = 0; words == 2 && k < ARRAY_SIZE(second); k++)
                    if (second[k].at == steps[i].at)
                        steps[i] = second[k];
            }
            open_cold("g84", strap);
            take_from(steps, 0, STEPS - 1);
            assert_int_equal(is_awake(), strap == words);
            close_card(NULL);
        }
}

/* Of the supply's line, 5, the nibble must drive a 1, and no other function may have it; a PLL is on, neither off nor past
 * itself. */
TEST(other_values_that_do_not_do)
{
    static const struct {
        const char *chip;
        struct step step;
        bool awake;
    } rows[] = {
        { "g84", { 0xe104, 0x00100000 }, false },   { "g84", { 0xe104, 0x00200000 }, false },
        { "g84", { 0xe104, 0x03333333 }, true },    { "g84", { 0xe104, 0x33033333 }, false },
        { "g84", { 0xe100, 0x00000020 }, false },   { "g84", { 0xe100, 0x00200000 }, false },
        { "g84", { 0xe100, 0xffdfffdf }, true },    { "g84", { 0x4008, 0x80010200 }, false },
        { "g84", { 0x4008, 0x80020000 }, false },   { "g84", { 0x4028, 0x80020000 }, false },
        { "g84", { 0x4028, 0x00010000 }, false },   { "gt215", { 0x4200, 3 }, false },
        { "gt215", { 0x4200, 9 }, false },          { "gt215", { 0x4000, 3 }, false },
        { "gt215", { 0x4000, 9 }, false },          { "gt215", { 0x4000, 0x20001 }, true },
        { "g84", { 0x100210, 0x00000001 }, false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct step *from = rows[i].chip[1] == 't' ? gt215 : g84;
        struct step steps[STEPS];

        for (unsigned k = 0; k < STEPS; k++)
            steps[k] = from[k].at == rows[i].step.at ? rows[i].step : from[k];
        open_cold(rows[i].chip, 1);
        take(&rows[i].step);
        take_from(steps, 0, STEPS - 1);
        if (is_awake() != rows[i].awake)
            fail_msg("%s: 0x%06x = 0x%08x", rows[i].chip, rows[i].step.at, rows[i].step.value);
        close_card(NULL);
    }
}

/* Commands are heard with supply and clocks alone, refreshes after a precharge, mode registers after two refreshes; with PFB
 * they are forgotten. Steps 17 precharge, 18 and 19 refresh, 20 and 21 modes. */
TEST(commands_have_an_order, NULL, close_card)
{
    static const struct {
        unsigned order[10], count;
        bool awake;
    } rows[] = {
        { { 17, 18, 19, 20, 21 }, 5, true },
        { { 17, 18, 19, 21, 20 }, 5, true },
        { { 17, 17, 18, 18, 19, 20, 21 }, 7, true },
        { { 18, 19, 17, 20, 21 }, 5, false },
        { { 18, 17, 19, 20, 21 }, 5, false },
        { { 17, 18, 20, 21, 19 }, 5, false },
        { { 17, 18, 20, 19, 21 }, 5, false },
        { { 20, 21, 17, 18, 19 }, 5, false },
        { { 17, 18, 19, 0, 1, 20, 21 }, 7, false },
        { { 17, 18, 19, 20, 21, 0, 1 }, 7, false },
        { { 17, 18, 19, 20, 0, 1, 21 }, 7, false },
        { { 17, 0, 1, 18, 19, 20, 21 }, 7, false },
        { { 17, 18, 19, 0, 1, 17, 18, 19, 20, 21 }, 10, true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_cold("g84", 1);
        take_from(g84, 0, 16);
        for (unsigned k = 0; k < rows[i].count; k++)
            take(&g84[rows[i].order[k]]);
        take_from(g84, 22, 23);
        if (is_awake() != rows[i].awake)
            fail_msg("order %u", i);
        close_card(NULL);
    }
    open_cold("g84", 1);
    take_from(g84, 0, LOCKS - 1);
    take_from(g84, 17, 21); /* the clocks have not locked */
    still_ns += LOCK_NS;
    take_from(g84, LOCKS, 16);
    take(&g84[22]);
    assert_false(is_awake());
    take_from(g84, 17, 21);
    assert_true(is_awake());
}

/* Each PLL by itself locks 100 us after it was set last. */
TEST(clocks_lock_after_their_time)
{
    static const struct {
        const char *chip;
        const struct step *steps;
    } rows[] = { { "g84", g84 }, { "gt215", gt215 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct step *steps = rows[i].steps;

        open_cold(rows[i].chip, 1);
        const struct nv50 *nv50 = nv50_of(card);

        take(&steps[3]);
        still_ns += LOCK_NS;
        assert_false(start_core_locked(nv50));
        take(&steps[4]);
        still_ns += LOCK_NS - 1;
        assert_false(start_core_locked(nv50));
        take(&steps[5]);
        take(&steps[6]);
        still_ns += 1;
        assert_true(start_core_locked(nv50));
        assert_false(start_memory_locked(nv50));
        still_ns += LOCK_NS - 2;
        assert_false(start_memory_locked(nv50));
        still_ns += 1;
        assert_true(start_memory_locked(nv50));
        for (unsigned k = 3; k <= 6; k++) {
            take(&steps[k]); /* the same again */
            assert_int_equal(start_core_locked(nv50), k > 4);
            assert_int_equal(start_memory_locked(nv50), k <= 4);
            still_ns += LOCK_NS;
            assert_true(start_core_locked(nv50) && start_memory_locked(nv50));
        }
        for (unsigned k = 3; k <= 6; k++) {
            wr(steps[k].at, 0);
            still_ns += LOCK_NS;
            assert_int_equal(start_core_locked(nv50), k > 4);
            assert_int_equal(start_memory_locked(nv50), k <= 4);
            take(&steps[k]);
            still_ns += LOCK_NS;
        }
        close_card(state);
    }
}
