/* A ROM of our own with the shape of a real one (board_rig.h) starts its card; with anything in it changed the start
 * either ends before it has written, or comes to its end: docs/hardware/devinit.md §6, §8. */
#include "engines/nv50/devinit/board_pads.h"
#include "hw/nv50/pdisplay.h"
#include "tests/engines/nv50/board_rig.h"
#include "tests/engines/nv50/start_rig.h"
#include "tests/suite/run_rig.h"

static const struct model_config g94 = { .chip = &nv50_chips[CHIP_G94].chip,
                                         .vram_size = 0x400000 };
static struct board_rom rom;

FIXTURE(make_rom)
{
    board_rig_make(&rom, &g94);
}

/* The outcome of a start of that ROM; `b` is to be closed. */
static enum start_outcome start_of_rom(struct start_rig *b, const char *defects, unsigned consent)
{
    struct model_config card = board_rig_card(&rom, &g94);

    board_rig_close(&rom);
    card.defects = defects;
    start_rig_open(b, &card);
    if (consent)
        i2c_set_add(&b->card.post_i2c, consent);
    return start_rig_start(b, POST_AUTO);
}

static uint32_t rd(struct start_rig *b, uint32_t at)
{
    return (uint32_t)model_read(host_bus_card(b->host, 0), NV_BAR_MMIO, at, 4);
}

/* §1.6, §8.2: ids and straps are the ROM's; the values of its scripts are there, and the memory works. */
TEST(the_board_starts, make_rom)
{
    static const struct {
        uint32_t at, value;
    } left[] = { { 0x200, 0xc0110111 },
                 { REF_PTIMER_CLOCK_SOURCE, 9 },
                 { REF_PCLOCK_MASTER, 0x2c001b33 },
                 { REF_PFB_REFCTRL, 0x80000001 } };
    struct start_rig b;

    assert_int_equal(start_of_rom(&b, NULL, 0), START_DONE);
    assert_pairs(b.card.pci.device, 0x0622, b.card.pci.subsystem, 0x827c1043);
    for (unsigned i = 0; i < ARRAY_SIZE(left); i++)
        if (rd(&b, left[i].at) != left[i].value)
            fail_msg("0x%x: 0x%x", left[i].at, rd(&b, left[i].at));
    assert_pairs(rd(&b, 0x101000) >> 2 & 0xf, BOARD_STRAP, true, rd(&b, 0x101000) >> 31,
                 rd(&b, 0x1540) >> 16 & 0xff, 0xf, b.start->d.polls_failed, 0);
    assert_true(start_rig_alive(&b));
    start_rig_close(&b);
}

/* ... and the suite passes on it. */
TEST(the_suite_passes, make_rom)
{
    struct rig *const rig = rig_new();

    rig->card = board_rig_card(&rom, &g94);
    rig_run(rig);
    if (rig->verdict != VERDICT_PASS)
        fail_msg("%s", rig->tap);
    expect_said(rig->tap,
                "started by Barecard with 62.94.00.00.00 of 02/01/08 from PROM, stays so");
}

/* Each poll alone, and all: the script goes on after it. Only the chips' readiness means that memory may be dead, and
 * here it is not. The waits stay within their limits. */
TEST(polls_that_fail_do_not_stop_it, make_rom)
{
    for (unsigned never = 1; never < 1u << BOARD_POLLS; never++) {
        struct start_rig b;

        board_rig_make(&rom, &g94);
        for (unsigned i = 0; i < BOARD_POLLS; i++)
            if (never >> i & 1) /* a value outside of its mask */
                memcpy(rom.bytes + rom.polls[i] + 4, "\1\0\0\0\2\0\0\0", 8);
        assert_int_equal(start_of_rom(&b, NULL, 0), START_DONE);
        assert_int_equal(b.start->d.polls_failed, bits_count(never));
        assert_true(b.start->d.polled_us >= 25500000 * bits_count(never));
        assert_true(b.start->d.polled_us <= 25500000 * BOARD_POLLS + 1000);
        start_rig_close(&b);
    }
}

/* The fan controller is missing, or is another device: the one is warned of, the other asked for. */
TEST(devices_do_not_stop_it, make_rom)
{
    char words[400];
    struct text text = text_in(words, sizeof(words));
    struct start_rig b;

    assert_int_equal(start_of_rom(&b, "i2c-silent", 0), START_DONE);
    assert_int_equal(b.start->d.warnings[b.start->d.warning_count - 1].kind, DEVINIT_WARN_I2C);
    assert_int_equal(b.start->d.warnings[b.start->d.warning_count - 1].what, BOARD_FAN);
    assert_int_equal(b.start->d.i2c_transfers, 3);
    start_rig_close(&b);

    rom.bytes[rom.fan + 2] = 0x48 << 1;
    assert_int_equal(start_of_rom(&b, NULL, 0), START_REFUSED);
    start_words(b.start, &text);
    assert_non_null(
        strstr(words, "need consent: opcode 0x4d at 0x300, 3 to 0x48 on port 0 (a sensor?)"));
    assert_false(start_wrote(b.start));
    start_rig_close(&b);
    assert_int_equal(start_of_rom(&b, NULL, 0x48), START_DONE);
    start_rig_close(&b);

    /* A register that only an untaken branch writes needs no consent. */
    board_rig_make(&rom, &g94);
    rom.bytes[rom.skipped - 1] = 1; /* CRTC 0x8f: now it is taken */
    assert_pairs(start_of_rom(&b, NULL, 0), START_REFUSED, b.start->d.end.what, BOARD_CLOCK);
    start_rig_close(&b);
}

/* ---- a world that remembers the writes to a cold card */

static struct {
    struct start_rig rig;
    struct devinit d;
    struct overlay overlay;
    struct devinit_walk walk;
    struct vbios v;
    uint32_t outside; /* a register that nobody may write; 0: none was */
    unsigned left;    /* writes until the machine is switched off */
} bench;

/* §8.2, typed from there. */
static bool may_be_written(uint32_t at)
{
    static const uint32_t ranges[][2] = {
        /* clang-format off */
        { 0, 4 }, { 0x200, 0x204 }, { 0x1000, 0x1700 }, { REF_PBUS_CHANNEL, 0x2000 }, { 0x3310, 0x3314 },
        { 0x4000, 0x5000 }, { REF_PTIMER_CLOCK_DIV, 0x9224 }, { 0xc000, 0xc100 }, { 0xe000, 0xf000 },
        { 0x20000, 0x23000 }, { 0x88000, 0x8a000 }, { 0x100000, 0x102000 }, { 0x600000, 0x620000 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++)
        if (at >= ranges[i][0] && at < ranges[i][1])
            return true;
    return false;
}

static enum err note_write(uint32_t at, uint32_t *value)
{
    if (!may_be_written(at) || (at == 0 && *value != rd(&bench.rig, 0)))
        bench.outside = at ? at : 1;
    return bench.left && bench.left-- ? OK : ERR_DEADLINE;
}

static void open_bench(const struct model_config *card, unsigned left)
{
    start_rig_open(&bench.rig, card);
    bench.rig.before_write = note_write;
    bench.outside = 0;
    bench.left = left;
}

/* Walk, dry run and run, as a start has them. False: it ended before it had written. */
static bool carry_out(struct devinit_rules rules)
{
    const struct model_config card = board_rig_card(&rom, &g94);

    board_rig_close(&rom);
    if (vbios_parse(rom.bytes, BOARD_ROM, &bench.v) != OK || !bench.v.startable ||
        devinit_walk(&bench.walk, &bench.v) != DEVINIT_OK)
        return false;
    open_bench(&card, UINT32_MAX);
    overlay_init(&bench.overlay, &bench.rig.world);
    const struct devinit_world dry = overlay_world(&bench.overlay);
    rules.dry = true;
    devinit_init(&bench.d, &bench.v, &nv50_chips[CHIP_G94], &dry, rules);
    const bool runs = devinit_boot(&bench.d) == DEVINIT_OK;
    rules.dry = false;
    assert_int_equal(bench.rig.waited_us, 0);
    if (runs) {
        devinit_init(&bench.d, &bench.v, &nv50_chips[CHIP_G94], &bench.rig.world, rules);
        devinit_boot(&bench.d);
    }
    start_rig_close(&bench.rig);
    return runs;
}

/* Promises for any ROM: a run comes to its end, in its time, and has written nothing that it must not. */
static void expect_whole(unsigned at, unsigned before)
{
    if (bench.d.end.stop != DEVINIT_OK || bench.outside ||
        bench.rig.waited_us > (uint64_t)DEVINIT_WAIT_US + DEVINIT_POLL_US + 1000000)
        fail_msg("0x%x: 0x%02x instead of 0x%02x: %s at 0x%x, outside 0x%x, %llu us", at,
                 rom.bytes[at], before, devinit_stop_text(bench.d.end.stop), bench.d.end.at,
                 bench.outside, (unsigned long long)bench.rig.waited_us);
}

/* Every byte of the scripts and of the tables that they name, at both ends of its range and beside its old value. */
TEST(whatever_is_changed_it_is_whole_or_not_begun, make_rom)
{
    const unsigned step = in_full() ? 1 : 5;
    unsigned begun = 0, refused = 0;

    for (unsigned n = 0; BOARD_TABLES + n * step / 4 < rom.end; n++) {
        const unsigned at = BOARD_TABLES + n * step / 4;
        const uint8_t before = rom.bytes[at];
        const uint8_t values[] = { 0, 0xff, before ^ 1u, before ^ 0x80u };

        rom.bytes[at] = values[n * step % 4];
        if (rom.bytes[at] != before && carry_out((struct devinit_rules){ 0 })) {
            expect_whole(at, before);
            begun++;
        } else {
            refused++;
        }
        rom.bytes[at] = before;
    }
    printf("# %u changes: %u are carried out, %u not begun\n", begun + refused, begun, refused);
    assert_true(begun > 20 && refused > 20);
}

/* Somebody resets the machine in the middle of a start, after each of its writes, and the card keeps its supply. The next
 * boot starts it from the beginning, or finds it started, or says that it is half started and leaves it alone. */
TEST(a_start_that_was_broken_off_is_told, make_rom)
{
    const struct model_config card = board_rig_card(&rom, &g94);
    unsigned outcomes[START_DONE + 1] = { 0 };
    bool whole = false;

    assert_int_equal(vbios_parse(rom.bytes, BOARD_ROM, &bench.v), OK);
    for (unsigned writes = 0; !whole; writes++) {
        struct start_rig *const b = &bench.rig;

        open_bench(&card, writes);
        devinit_init(&bench.d, &bench.v, &nv50_chips[CHIP_G94], &bench.rig.world,
                     (struct devinit_rules){ 0 });
        whole = devinit_boot(&bench.d) == DEVINIT_OK;
        const enum start_outcome outcome = start_rig_start(b, POST_AUTO);
        if (outcome != START_HALF && !start_rig_alive(b))
            fail_msg("after %u writes: %u", writes, (unsigned)outcome);
        assert_true(outcome == START_DONE || outcome == START_HALF || outcome == START_NOT_NEEDED);
        outcomes[outcome]++;
        start_rig_close(b);
    }
    assert_true(outcomes[START_DONE] && outcomes[START_HALF] && outcomes[START_NOT_NEEDED]);
    printf("# broken off: %u times begun anew, %u half started, %u started\n", outcomes[START_DONE],
           outcomes[START_HALF], outcomes[START_NOT_NEEDED]);
}
