/* Results of a test of GV100's memory when the way to that memory is at fault: a fault of BAR1, of a copy engine, and
 * tables that BAR1 does not find. The card has 16 MiB of VRAM, and a BAR1 of 64 MiB. Typed from docs/hardware/gv100.md
 * §6.2, §6.3, §9.1. */
#include "engines/gv100/bar.h"
#include "engines/gv100/family.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/silent.h"
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "suite/gv100/way.h"
#include "suite/memory/view.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

#define MIB UINT64_C(0x100000)

static void (*work)(struct memory_view *view);
static struct memory_view view;
static bool opened;
static char log_text[4096];
static const char *needs_log; /* null: nothing */

static uint8_t *vram, *before; /* its content now, and before */
static bool needs_kept;

static void run_work(struct test *t)
{
    if (before)
        memcpy(before, vram, 16 * MIB);
    opened = view_open(&view, t, "looking");
    if (!opened)
        return;
    work(&view);
    if (test_compared(t, true))
        view_close(&view);
    if (needs_kept)
        assert_memory_equal(vram, before, 16 * MIB);
}

static const struct test_case rows[] = { { .name = "way",
                                           .source = "none",
                                           .run = run_work,
                                           .basis = PROVEN,
                                           .claim = CLAIM_VRAM,
                                           .deadline_s = 600 } };
static const struct test_group group = { rows, 1 };
static const struct test_group *const groups[] = { &group };
static const struct suite suite = {
    .family = &gv100_family, .way = &gv100_way, .groups = groups, .count = 1
};
static const struct suite *const one[] = { &suite };
static const struct suites suites = { one, 1 };

/* Time goes on quickly where something is waited for in vain. */
static bool hurries;
static uint64_t skipped_us;
static struct bus_tap tap;

static uint64_t see_time(struct bus *bus)
{
    skipped_us += hurries ? 1000 : 0;
    return tap.real->time_us(bus) + skipped_us;
}

static void look_on(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);
    struct model *const card = host_bus_card(rig->host, 0);
    uint64_t size;

    vram = card->ops->vram(card, &size);
    assert_true(!needs_kept || size == 16 * MIB);
    bus_tap(&tap, bus);
    tap.ops.time_us = see_time;
}

static void keep_log(void *opaque, const char *line)
{
    const size_t used = strlen(log_text);

    snprintf(log_text + used, sizeof(log_text) - used, "%s\n", line);
}

/* Words of the report; null: it passes. */
static void expect_says(void (*does)(struct memory_view *view), const struct model_config *like,
                        const char *words)
{
    struct rig *const rig = rig_new();

    work = does;
    before = needs_kept ? malloc(16 * MIB) : NULL;
    assert_true(before || !needs_kept);
    log_text[0] = '\0';
    rig->card = *like;
    rig->card.chip = &gv100_chips[CHIP_GV100].chip;
    rig->card.vram_size = like->vram_size ? like->vram_size : 16 * MIB;
    rig->card.bar1_size = 64 * MIB;
    rig->host_config.log = keep_log;
    rig->setup.suites = &suites;
    rig->prepare = look_on;
    rig_run(rig);
    expect_said(rig->tap, words);
    if (needs_log)
        expect_said(log_text, needs_log);
    needs_log = NULL;
    free(before);
    rig_free(rig);
}

/* A cell that is stuck at 1, and corrected: reads that make memory answer are no part of the test; one before them is. */
static void evict_all(struct memory_view *v)
{
    view_write(v, 0x800000, 8, 0);
    assert_int_equal(OK, gv100_way.evict(v, 0x800000));
    (void)view_read(v, 0x800000, 8);
    for (uint64_t at = 0; at < 32 * MIB; at += 2 * MIB)
        assert_int_equal(OK, gv100_way.evict(v, at % (16 * MIB)));
}

TEST(evictions_count_no_errors)
{
    static const struct model_config bad = { .board = "v100",
                                             .defects = "vram-cell:at=0x800000,bit=3,value=1" };

    expect_says(evict_all, &bad, "way: ECC counted 1 corrected and 0 uncorrectable errors in FB");
}

/* Past the end of the mapped addresses. */
static void look_behind(struct memory_view *v)
{
    (void)bar_read32(v->t->card, BAR1, (virtual_addr){ 32 * MIB });
}

static void look_nowhere_else(struct memory_view *v)
{
    (void)bar_read32(v->t->card, BAR1, (virtual_addr){ 16 * MIB - 4 });
}

/* The engine of BAR1 is 4; its tables and its instance block lie in system memory. */
TEST(a_fault_of_bar1_is_told_at_the_end)
{
    static const struct model_config good = { .lces = 0 };

    expect_says(look_nowhere_else, &good, "\nok 1 - way");
    expect_says(look_behind, &good,
                "not ok 1 - way: recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x2000000 "
                "instance 0x");
    expect_says(look_behind, &good,
                " of system memory after looking: that is translation, and no memory chip");
}

/* 10 s pass without an answer. The page directory has no entry for addresses past the last 2 MiB. */
static void copy_behind(struct memory_view *v)
{
    hurries = true;
    assert_int_equal(ERR_TIMEOUT, gv100_way.copy(v, 16 * MIB, 0, 0x1000));
    hurries = false;
}

static void look_and_copy_behind(struct memory_view *v)
{
    look_behind(v);
    copy_behind(v);
    assert_int_equal(TEST_ERROR, v->t->result);
}

/* VRAM begins at bit 40 of the copy engines' space. Whether that is the card's fault, tests of copies say. */
TEST(a_fault_of_a_copy_is_for_the_log)
{
    static const struct model_config good = { .lces = 0 };

    needs_log = "the copy engines recorded PDE HUB/";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = " VIRT_READ engine 0x";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = " at 0x10001000000 instance 0x";
    expect_says(copy_behind, &good, "\nok 1 - way");
    needs_log = "the copy engines recorded PDE HUB/";
    expect_says(look_and_copy_behind, &good,
                "not ok 1 - way: recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x2000000 ");
}

/* ---- tables in VRAM -------------------------------------------------------------------------- */

static bool has_tables(uint64_t at)
{
    return memcmp(vram + at, before + at, 0x6000) != 0;
}

/* Each MiB, from both ends, is seen as it is, wherever the tables are: in one of two places, which take turns. Copy
 * engines, whose tables and rings lie in system memory, are of no use then. */
static void look_everywhere(struct memory_view *v)
{
    unsigned turns = 0;

    assert_pairs(ERR_UNSUPPORTED, gv100_way.copy(v, 0, 0, 0x1000), ERR_UNSUPPORTED,
                 gv100_way.fill(v, 0, 0, 0x1000), ERR_UNSUPPORTED,
                 gv100_way.stir(v, 0, MIB, 0x1000, 1));
    for (unsigned i = 0; i < 32; i++) {
        const uint64_t base = (i & 1 ? 15 - i / 2 : i / 2) * MIB;

        for (uint64_t at = base; at < base + MIB; at += 0x10000) {
            uint64_t word;

            memcpy(&word, before + at, 8);
            assert_true(view_read(v, at, 8) == word);
        }
        assert_true(has_tables(0x550000) != has_tables(0xaa0000));
        turns += has_tables(0x550000);
    }
    assert_in_range(turns, 1, 31);
    assert_int_equal(OK, gv100_way.make_room(v, VIEW_NOTHING));
    assert_memory_equal(vram, before, 16 * MIB);
    assert_pairs(OK, gv100_way.show(v, 0), true, memcmp(vram, before, 16 * MIB) != 0);
}

/* In the end VRAM holds its old words. */
TEST(tables_take_turns_in_vram)
{
    static const struct model_config blocked = { .defects = "bus-dma-blocked" };

    needs_kept = true;
    expect_says(look_everywhere, &blocked, "\nok 1 - way");
    needs_kept = false;
}

TEST(locked_memory_is_not_judged)
{
    static const struct model_config locked = {
        .defects = "vpr-bounds-absurd+vram-unwritten:first=0x100000,size=0xc00000"
    };

    expect_says(NULL, &locked,
                "# SKIP a part of VRAM is locked for protected video (VPR), the card does not say "
                "where, and what stores nothing is no one stretch");
    assert_false(opened);
}

/* ---- the search for memory that stores nothing (§9.1) ---------------------------------------------------------------- */

#define SHOWN_FROM UINT64_C(0x200000)
#define SHOWN_TO   UINT64_C(0x640000)

static uint64_t window; /* where the window in BAR0 shows VRAM: 0x1700, in steps of 64 KiB */
static unsigned patterns, in_picture;

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint64_t offset = at.v - view.t->card->pci.bars[0].at.v;

    if (offset == REF_PBUS_BAR0_WINDOW)
        window = (value & 0xffffff) << 16;
    if (offset >= 0x700000 && offset < 0x800000) {
        patterns++;
        in_picture +=
            window + offset - 0x700000 >= SHOWN_FROM && window + offset - 0x700000 < SHOWN_TO;
    }
    tap.real->write(bus, at, size, value);
}

static enum silent search(struct card *card, uint64_t *from, uint64_t *to, uint64_t deadline_us)
{
    patterns = in_picture = 0;
    card_deadline(card, deadline_us);
    const enum silent found = silent_find(card, from, to);
    card_deadline(card, 600000000);
    assert_int_equal(OK, l2_flush(card));
    assert_memory_equal(vram, before, 16 * MIB);
    return found;
}

/* Each word has its old value back, also where a deadline ends the search at any of its accesses; and no word of a
 * picture takes another value meanwhile. */
static void search_in_vain_and_whole(struct memory_view *v)
{
    struct card *const card = v->t->card;
    uint64_t from, to;
    unsigned cut = 0;

    assert_int_equal(OK, l2_flush(card));
    memcpy(before, vram, 16 * MIB);
    card->vram.owners[card->vram.owner_count++] =
        (struct vram_owner){ VRAM_SHOWN, "a display", SHOWN_FROM, SHOWN_TO };
    tap.ops.write = see_write;
    assert_pairs(SILENT_FOUND, search(card, &from, &to, 600000000), true,
                 from == 0xa00000 && to == 0xa80000, true, patterns > 40 && !in_picture);
    const unsigned whole = patterns;
    for (uint64_t us = 1; us < 100000; us += us / 2 + 1) {
        assert_int_not_equal(SILENT_NONE, search(card, &from, &to, us));
        cut += patterns && patterns < whole;
    }
    assert_true(cut > 3);
    tap.ops.write = tap.real->write;
    card->vram.owner_count--;
}

TEST(a_search_leaves_memory_as_it_was)
{
    static const struct model_config locked = { .defects =
                                                    "vram-unwritten:first=0xa00000,size=0x80000" };

    needs_kept = true;
    expect_says(search_in_vain_and_whole, &locked, "\nok 1 - way");
    needs_kept = false;
}
