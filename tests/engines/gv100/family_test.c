/* Registers that engines/gv100 reads before anything runs: ROM, engines, partitions, protected ranges, temperature, and
 * its writes at the takeover and at its end. Addresses and values are typed from docs/hardware/gv100.md. */
#include "engines/gv100/clock.h"
#include "engines/gv100/ecc.h"
#include "engines/gv100/generation.h"
#include "engines/gv100/rom.h"
#include "engines/gv100/topology.h"
#include "engines/vram.h"
#include "tests/engines/gv100/family_rig.h"

/* ---- PROM, §8.5 */

/* Bit 0 of 0x88050 is off while the chip is read, then on; the image ends at the last word that is not erased, and is
 * read twice. */
TEST(a_rom_is_read_up_to_its_last_word, open_bench)
{
    static const uint32_t sizes[] = { 4, 0x400, 0x20f04, PROM_BYTES };

    for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
        size_t size = 0;

        open_bench(state);
        put_rom(sizes[i]);
        set(REF_ROM_SHADOW, 0x12345679);
        bench.card.workspace = chip.workspace;
        memset(chip.workspace, 0x5a, sizeof(chip.workspace));
        assert_ptr_equal(chip.workspace, gv100_rom(&bench.card, &size));
        assert_int_equal(sizes[i], size);
        assert_memory_equal(chip.rom, chip.workspace, sizes[i]);
        assert_pairs(0x5a, chip.workspace[PROM_BYTES], 1 + (PROM_BYTES + sizes[i]) / 4, chip.reads,
                     sizes[i] - 4, chip.last);
        expect_writes("88050=12345678 88050=12345679 ");
        assert_string_equal("reading its VBIOS; ", chip.steps);
    }
}

/* A first word without 0xaa55 in its low half is no ROM; one that reads otherwise the second time is none either. */
TEST(what_reads_otherwise_is_no_rom, open_bench)
{
    /* clang-format off */
    static const struct { uint8_t first, second; unsigned changes_at; bool is; } rows[] = {
        { 0x55, 0xaa, 0, true }, { 0x55, 0xab, 0, false }, { 0x54, 0xaa, 0, false },
        { 0x55, 0xaa, 1 + PROM_BYTES / 4 + 1, false }, /* first word of the second look */
        { 0x55, 0xaa, 1 + PROM_BYTES / 4 + 0x40, false }, /* its last */
        { 0x55, 0xaa, 1 + PROM_BYTES / 4 + 0x41, true }, /* nobody looks again */
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        size_t size = 0;

        open_bench(state);
        put_rom(0x100);
        chip.rom[0] = rows[i].first;
        chip.rom[1] = rows[i].second;
        memcpy(chip.workspace, chip.rom, 4); /* as if it had been read before */
        chip.changes_at = rows[i].changes_at;
        bench.card.workspace = chip.workspace;
        assert_ptr_equal(rows[i].is ? chip.workspace : NULL, gv100_rom(&bench.card, &size));
    }
}

static void put_types(uint32_t strap)
{
    /* clang-format off */
    static const uint8_t bit[] = "\xff\xb8" "BIT\0" "\0\1\x0c\6\3\0" "i\2\x10\0\0\0" "M\1\x20\0\0\0" "M\2\5\0\0\4";
    /* clang-format on */

    memcpy(chip.rom + 0x1f3, bit, sizeof(bit));
    memcpy(chip.rom + 0x403, "\x01\x05", 2);
    memcpy(chip.rom + 0x501, "\x10\x06\x03\x03\0\0\x03\0\0\x56\0\0\xf9", 13);
    set_all(REF_ROM_SHADOW, 1, REF_STRAPS, 0xffffffc3 | strap << 2);
}

/* §13.1: the table of memory types, whose entries have the strap in 7:4 and the type in 3:0, is where the word at byte 3
 * of BIT's token M of version 2 says; bits 5:2 of 0x101000 are the strap. Each row changes one byte. */
TEST(the_strap_chooses_the_kind_of_memory, open_bench)
{
    /* clang-format off */
    static const struct { unsigned at; uint8_t value; unsigned strap; const char *kind; } rows[] = {
        { 0, 0x55, 0, "GDDR5" }, { 0, 0x55, 5, "HBM2" }, { 0, 0x55, 15, "GDDR6" }, { 0, 0x55, 6, NULL }, { 0, 0x55, 4, NULL },
        { 0x1fb, 0x0b, 5, NULL }, { 0x1fc, 5, 5, NULL }, { 0x1fd, 2, 5, NULL }, { 0x1fd, 4, 5, "HBM2" }, { 0x20b, 'N', 5, NULL },
        { 0x20c, 3, 5, NULL }, { 0x20d, 4, 5, NULL }, { 0x20d, 6, 5, "HBM2" }, { 0x20e, 1, 5, "HBM2" }, { 0x1f3, 0xfe, 5, NULL },
        { 0x1f5, 'b', 5, NULL }, { 0x1f7, 't', 5, NULL }, { 0x1f8, 1, 5, NULL }, { 0x501, 0x11, 5, NULL }, { 0x504, 2, 15, NULL },
        { 0x504, 2, 5, "HBM2" }, { 0x50a, 0x57, 5, NULL }, { 0x403, 0, 5, NULL }, { 0x503, 2, 5, NULL }, { 0x502, 7, 5, NULL },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        put_types(rows[i].strap);
        chip.rom[rows[i].at] = rows[i].value;
        const char *const kind = gv100_memory_kind(&bench.card);
        if (!kind != !rows[i].kind || (kind && strcmp(kind, rows[i].kind) != 0))
            fail_msg("row %u: %s", i, kind ? kind : "none");
        expect_writes("88050=0 88050=1 ");
    }
}

/* ---- identity, §1.1, §1.3 */

TEST(bit_1_says_that_the_vbios_has_run, open_bench)
{
    char why[FAMILY_WHY_MAX] = "";

    set(REF_POST_STATUS, 0xfffffffd);
    assert_false(gv100_family.posted(&bench.card, why));
    assert_string_equal("asking whether its VBIOS has run; "
                        "asking the machine's own driver of this card to start it; ",
                        chip.steps);
    assert_non_null(strstr(why, "not initialised by its VBIOS"));
    set(REF_POST_STATUS, 0x00000002);
    assert_true(gv100_family.posted(&bench.card, why));
}

static struct {
    uint16_t enabled; /* bits that were asked for */
    enum err says;
    uint32_t status; /* that it leaves in 0x2240c */
} driver;

static void see_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    driver.enabled |= bits;
}

/* A driver that leaves memory off, and the card as master. */
static enum err see_connect(struct bus *bus, struct pci_function at)
{
    bench_put_config(&bench, PCI_COMMAND, 4, 2);
    set(REF_POST_STATUS, driver.status);
    return driver.says;
}

/* §13.7: a Turing card has started itself when bits 7:0 of 0x118234 are ones, where bit 0 of 0x118128 lets others read it; one
 * off the bus reads ones in BOOT_0. After 4 s it is given up. */
TEST(a_card_that_starts_itself_is_waited_for)
{
    /* clang-format off */
    static const struct { uint32_t boot_0, mask, word; const char *says; } rows[] = {
        { 0x164000a1, 1, 0xffffffff, "" }, { 0x164000a1, 0xffffff8f, 0x3ff, "" }, { 0x164000a1, 1, 0x37f, "is at 0x7f of 0xff after 4 s" },
        { 0x164000a1, 0xfffffffe, 0x3ff, "does not let others read" }, { 0xffffffff, 1, 0xff, "is at 0xff of 0xff after 4 s" },
        { 0x164000a1, 1, 0xbadf51ff, "is at 0xff of" }, { 0x164000a1, 0xbadf5101, 0xff, "does not let others read" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char why[FAMILY_WHY_MAX] = "";
        const bool starts = !rows[i].says[0];

        open_bench(state);
        bench.card.chip = &gv100_chips[CHIP_TU104].chip;
        set_all(REF_PMC_BOOT_0, rows[i].boot_0, REF_SELF_START_MASK, rows[i].mask, REF_SELF_START,
                rows[i].word);
        assert_int_equal(starts, generation_is_started(&bench.card));
        bench.now_us = 0;
        assert_int_equal(starts, gv100_family.posted(&bench.card, why));
        assert_in_range(bench.now_us, starts ? 0 : 4000000, starts ? 500 : 4002000);
        assert_true(strstr(why, rows[i].says) &&
                    strstr(chip.steps, "waiting for it to start itself; "));
        assert_int_equal(starts ? CARD_NOT_COLD : CARD_START_FAILED, bench.card.cold);
        expect_writes("");
    }
}

/* The machine's own driver is asked first; whatever it says, memory is on then, and the card no master. */
TEST(a_driver_leaves_the_card_open, open_bench)
{
    /* clang-format off */
    static const struct { enum err answers; uint32_t status; uint8_t post; const char *says; } rows[] = {
        { OK, 2, POST_AUTO, "and has started it\n" }, { OK, 2, POST_RUN, "and has started it\n" },
        { OK, 0, POST_AUTO, "and has not started it in 2 s\n" }, { ERR_NOT_FOUND, 2, POST_AUTO, "has no driver that wants this card\n" },
        { ERR_DEAD, 2, POST_AUTO, "cannot be asked to start it\n" }, { OK, 2, POST_OFF, "" }, { OK, 2, POST_DRY, "" },
    };
    /* clang-format on */
    char why[FAMILY_WHY_MAX];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint16_t on = rows[i].says[0] ? PCI_COMMAND_MEMORY : 0;

        open_bench(state);
        driver.enabled = 0;
        driver.says = rows[i].answers;
        driver.status = rows[i].status;
        bench.ops.connect = see_connect;
        bench.ops.enable = see_enable;
        bench.card.post = rows[i].post;
        set(REF_POST_STATUS, 0);
        assert_int_equal(i < 2, gv100_family.posted(&bench.card, why));
        assert_string_equal(i < 2 ? "started by its own UEFI driver" : "", bench.card.started);
        assert_non_null(strstr(bench.log, rows[i].says));
        assert_int_equal(i < 2                      ? CARD_NOT_COLD
                         : rows[i].post == POST_OFF ? CARD_NOT_TO_START
                                                    : CARD_LEFT_COLD,
                         bench.card.cold);
        assert_true(i < 2 || strstr(why, rows[i].post == POST_OFF
                                             ? " (post=off): boot the machine with"
                                             : "ROM cannot be read: boot the machine with"));
        assert_pairs(i == 2 ? 2000000 : 0, bench.waited_us, on, driver.enabled, on,
                     bench.config[PCI_COMMAND] & 6);
    }
}

/* §1.4: FBPs times FBPAs in each, bits 4:0; less those with a 1 in 0x21c14; the smallest counts. */
TEST(partitions_are_counted_by_the_smallest, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t fbps, each, off, sizes[4]; uint64_t bytes; uint32_t mask; bool mixed; } rows[] = {
        { 0xffffffe2, 0xffffffe2, 0x0, { 16, 16, 16, 16 }, 64u << 20, 0xf, false },
        { 2, 2, 0x0, { 16, 8, 16, 32 }, 32u << 20, 0xf, true }, { 2, 2, 0x2, { 16, 8, 16, 16 }, 48u << 20, 0xd, false },
        { 2, 2, 0x1, { 8, 16, 16, 32 }, 48u << 20, 0xe, true }, { 2, 1, 0x0, { 16, 16, 4, 4 }, 32u << 20, 0x3, false },
        { 2, 2, 0xf, { 16, 16, 16, 16 }, 0, 0, false },
        { 2, 2, 0x0, { 0x2000, 0x2000, 0x2000, 0x2000 }, UINT64_C(0x800000000), 0xf, false },
        { 2, 2, 0x0, { 16, 0, 16, 16 }, 48u << 20, 0xd, false }, /* one that says no size */
        { 2, 2, 0x0, { 0x8000, 0x8000, 0x8000, 0x8000 }, UINT64_C(1) << 37, 0xf, false },
        /* 37 bits of address */
        { 2, 2, 0x0, { 0x8001, 0x8001, 0x8001, 0x8001 }, UINT64_C(1) << 37, 0xf, false },
        { 2, 2, 0x0, { -1u, -1u, -1u, -1u }, UINT64_C(1) << 37, 0xf, false },
    };
    /* clang-format on */
    struct fb_size seen;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        set_all(REF_PTOP_SCAL_NUM_FBPS, rows[i].fbps, REF_PTOP_SCAL_NUM_FBPA_PER_FBP, rows[i].each,
                REF_FUSE_FBPA_OFF, rows[i].off);
        for (unsigned k = 0; k < 4; k++)
            set(REF_FBPA_SIZE(k), rows[i].sizes[k]);
        gv100_fb_size(&bench.card, &seen);
        assert_pairs(true, seen.bytes == rows[i].bytes, rows[i].mask, seen.mask,
                     __builtin_popcount(rows[i].mask), seen.partitions, rows[i].mixed, seen.mixed);
    }
    /* 0x100ce0: MiB in 9:4 << 3:0, rounded down. Less is missing where a partition says nothing, and it says more. */
    static const uint32_t missing[][3] = {
        { 0, 0x300, 0 }, { 0, 0x301, 1 }, { 0, 0x310, 1 }, { 0, 0xbadf5040, 1 }, { 16, 0x301, 0 }
    };
    for (unsigned i = 0; i < ARRAY_SIZE(missing); i++) {
        open_bench(state);
        set_all(REF_PTOP_SCAL_NUM_FBPS, 4, REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 1);
        for (unsigned k = 0; k < 4; k++)
            set(REF_FBPA_SIZE(k), k == 2 ? missing[i][0] : 16);
        set(REF_VRAM_RANGE, missing[i][1]);
        gv100_fb_size(&bench.card, &seen);
        assert_pairs(missing[i][2], seen.missing, missing[i][0] ? 0 : 1 << 2, seen.refused);
    }
    /* 31 * 31, of which the card has registers for 32 */
    set_all(REF_PTOP_SCAL_NUM_FBPS, 31, REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 31, REF_FUSE_FBPA_OFF, 0);
    for (unsigned k = 0; k < 34; k++)
        set(REF_FBPA_SIZE(k), 1);
    gv100_fb_size(&bench.card, &seen);
    assert_pairs(32, seen.partitions, 961, seen.told, true,
                 seen.mask == UINT32_MAX && seen.bytes == 32u << 20);
}

/* §9.1: words 2 and 4 of 0x100cd4 are where WPR1 and WPR2 begin, 3 and 5 where their last 128 KiB do, words 0 and 1 of
 * 0x100cd0 the same of VPR, in 31:4, >> 8. VPR counts where bit 4 of word 2 is set, and a MiB past its end is kept. */
TEST(protected_ranges_are_kept, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t start, last; bool is; uint64_t from, to, vpr_to; } rows[] = {
        { 0x000012ff, 0x00003400, true, 0x12f000, 0x360000, 0x440000 }, { 0x00000000, 0x00003400, false, 0, 0, 0 },
        { 0x00001200, 0x00000000, false, 0, 0, 0 }, { REF_PFIFO_RUNLIST_INFO(0), 0x00001200, false, 0, 0, 0 },
        { 0x1ffffe00, 0x00000000, false, 0, 0, 0 }, /* as a card says that there is none */
        { 0x00001200, 0x00001200, true, 0x120000, 0x140000, 0x220000 },
        { 0x00001200, 0x0003fe00, true, 0x120000, 0x4000000, 0x4000000 }, /* up to the end */
        { 0x00001200, 0x00040000, false, 0, 0, 0 }, /* after it */
    };
    /* clang-format on */
    static const char *const names[] = { "WPR1", "WPR2", "VPR" };

    for (unsigned i = 0; i < 3 * ARRAY_SIZE(rows); i++) {
        const unsigned which = i % 3, row = i / 3;
        uint32_t *const words = which == 2 ? vpr_words : wpr_words + 2 + 2 * which;

        open_memory(state);
        words[0] = rows[row].start;
        words[1] = rows[row].last;
        vpr_words[2] = which == 2 ? 0x10 : 0;
        assert_int_equal(OK, gv100_family.memory(&bench.card));
        const struct vram_map *const vram = &bench.card.vram;
        assert_true(vram->size == 64u << 20 && vram->parts == 4 && vram->part_mask == 0xf);
        assert_string_equal("", bench.log);
        assert_int_equal(rows[row].is ? 3 : 2, vram->owner_count);
        assert_true(vram->owners[0].from == 0 && vram->owners[0].to == 0x40000);
        assert_true(vram->owners[1].from == 0x3f00000 && vram->owners[1].to == 0x4000000);
        if (!rows[row].is)
            continue;
        assert_int_equal(VRAM_LOCKED, vram->owners[2].use);
        assert_string_equal(names[which], vram->owners[2].name);
        assert_true(vram->owners[2].from == (rows[row].from & ~(uint64_t)0xfff));
        assert_true(vram->owners[2].to == (which == 2 ? rows[row].vpr_to : rows[row].to));
    }
}

/* §13.9: 0x1fa824 and 0x1fa828 have the first and the last 128 KiB of WPR2, address >> 12 in 31:4; "where it is on, it and
 * what lies above it stay out of every test". Off: as eight cards had it. A GV100 has no such registers. */
TEST(what_turing_has_locked_is_kept_to_the_end, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t first, last; unsigned owners; unsigned chip; } rows[] = {
        { 0x0003e000, 0x0003ee00, 3, CHIP_TU104 }, { 0x1ffffe00, 0x00000000, 2, CHIP_TU104 },
        { 0x0003ee00, 0x0003e000, 2, CHIP_TU116 }, { 0x0003e00f, 0x0003ee0f, 3, CHIP_TU117 },
        { 0xbadf5108, 0x0003ee00, 2, CHIP_TU102 }, { 0x0003e000, 0xbadf5108, 2, CHIP_TU106 },
        { 0x0003e000, 0x0003fe00, 3, CHIP_TU106 }, { 0x0003e000, 0x00040000, 2, CHIP_TU106 }, /* after the end */
        { 0x0003e000, 0x0003e000, 3, CHIP_TU102 }, { 0x0003e000, 0x0003ee00, 2, CHIP_GV100 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_memory(state);
        bench.card.chip = &gv100_chips[rows[i].chip].chip;
        set_all(REF_WPR2_LO, rows[i].first, REF_WPR2_HI, rows[i].last);
        put_types(i < 4 ? 0 : 5);
        assert_int_equal(OK, gv100_family.memory(&bench.card));
        const struct vram_map *const vram = &bench.card.vram;
        const bool turing =
            rows[i].chip != CHIP_GV100; /* §13.1: 32 bits for each FBPA; by its ROM GDDR5 or HBM2 */
        assert_int_equal(turing ? 4 * 32 : 0, vram->bus_bits);
        assert_int_equal(i == 0 ? 8 : turing ? vram->parts_most : 0, vram->parts_most);
        assert_true(turing ? !strcmp(vram->kind, i < 4 ? "GDDR5" : "HBM2") : !vram->kind);
        assert_pairs(rows[i].owners, vram->owner_count, true, i == 4 || i == 5 || !bench.log[0]);
        if (rows[i].owners < 3)
            continue;
        assert_int_equal(VRAM_LOCKED, vram->owners[2].use);
        assert_string_equal("WPR2", vram->owners[2].name);
        assert_true(vram->owners[2].from == 0x3e00000 && vram->owners[2].to == 0x4000000);
    }
}

/* §9.1: a VPR that is not locked keeps nobody away. §1.7: one that does not answer gives no range, no partition. */
TEST(what_does_not_answer_is_no_value, open_bench)
{
    uint64_t from, to;
    unsigned degrees;

    open_memory(state);
    vpr_words[0] = 0x1200;
    vpr_words[1] = 0x3400;
    assert_pairs(OK, gv100_family.memory(&bench.card), 2, bench.card.vram.owner_count);
    bench.does.write = NULL;
    PUT(keep, REF_WPR_RANGE, 0xbadf5108, REF_VPR_STATUS, 0xbadf5110);
    assert_false(gv100_vpr_locked(&bench.card));
    for (enum gv100_protected i = 0; i < PROTECTED_COUNT; i++) {
        from = 1;
        assert_false(gv100_protected_range(&bench.card, i, &from, &to) || from);
    }
    set(REF_FBPA_SIZE(1), 0xbadf1300);
    assert_int_equal(OK, gv100_family.memory(&bench.card));
    assert_true(bench.card.vram.size == 48u << 20 && bench.card.vram.part_mask == 0xd);
    set(REF_PTOP_SCAL_NUM_FBPA_PER_FBP, 0xbadf5040);
    assert_pairs(ERR_NO_MEMORY, gv100_family.memory(&bench.card), true,
                 bench.card.refusal.reg == REF_PTOP_SCAL_NUM_FBPA_PER_FBP &&
                     bench.card.refusal.word == 0xbadf5040);
    card_revive(&bench.card);
    set(REF_TSENSOR, 0xbadf5040); /* bit 29 is set in it */
    assert_int_equal(ERR_UNSUPPORTED, gv100_family.celsius(&bench.card, &degrees));
    set(REF_POST_STATUS, 0xbad00202);
    char why[FAMILY_WHY_MAX];
    assert_false(gv100_family.posted(&bench.card, why)); /* nor is it started anew */
    assert_int_equal(0x02240c, bench.card.refusal.reg);
}

/* ---- clocks and refusals, §1.5, §1.7 ---- */

static unsigned highs, lows;

/* The high word changes with each of the first looks, and the low word looks like a refusal as often. */
static uint64_t read_clock(struct bus *bus, bus_addr at, uint8_t size)
{
    if (at.v - BENCH_BAR0 == REF_PTIMER_TIME_HIGH || at.v - BENCH_BAR0 == REF_USERMODE_TIME_1)
        return highs ? 100 - highs-- : 7;
    if (lows &&
        (at.v - BENCH_BAR0 == REF_PTIMER_TIME_LOW || at.v - BENCH_BAR0 == REF_USERMODE_TIME_0))
        return lows--, 0xbadf5108;
    return bench_read(bench_of(bus), at, size);
}

/* Both halves are one time where the high word is the same before and after; a refused low word is asked again. */
TEST(clocks_have_two_words, open_bench)
{
    /* clang-format off */
    static const struct { unsigned highs, lows; uint64_t is; } rows[] = {
        { 0, 0, 0x712345678 }, { 2, 0, 0x712345678 }, { 6, 0, 0x712345678 }, { 8, 0, 0 }, { 0, 1, 0x712345678 }, { 0, 2, 0 },
    };
    /* clang-format on */

    for (unsigned i = 0; i < 2 * ARRAY_SIZE(rows); i++) {
        const bool ptimer = i & 1;
        const uint32_t low = ptimer ? REF_PTIMER_TIME_LOW : REF_USERMODE_TIME_0;

        open_bench(state);
        bench.does.read = read_clock;
        highs = rows[i / 2].highs;
        lows = rows[i / 2].lows;
        set(low, 0x12345678);
        const uint64_t is = clock_read(&bench.card, ptimer ? CLOCK_PTIMER : CLOCK_USERMODE);
        assert_pairs(true, is == rows[i / 2].is || rows[i / 2].lows == 2,
                     rows[i / 2].lows ? 200 : 0, bench.waited_us, rows[i / 2].lows == 2 ? low : 0,
                     bench.card.refusal.reg);
    }
}

/* The window, PROM and the low words of the clocks show any word; of other registers 0xbad0.... and 0xbadf.... are none. */
TEST(what_may_look_like_a_refusal)
{
    /* clang-format off */
    static const struct { uint32_t reg, word; bool refuses; } rows[] = {
        { 0x6ffffc, 0xbadf1300, true }, { 0x700000, 0xbadf1300, false }, { 0x7ffffc, 0xbadf1300, false },
        { 0x800000, 0xbadf1300, true }, { 0x2ffffc, 0xbad00200, true }, { 0x300000, 0xbad00200, false },
        { 0x37fffc, 0xbad00200, false }, { 0x380000, 0xbad00200, true }, { REF_PTIMER_TIME_LOW, 0xbadf1300, false },
        { REF_USERMODE_TIME_0, 0xbadf1300, false }, { REF_PTIMER_TIME_HIGH, 0xbadf1300, true },
        { REF_USERMODE_TIME_1, 0xbadf1300, true }, { 0x800000, 0xbad11300, false },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        assert_int_equal(rows[i].refuses, gv100_family.refusal(rows[i].reg, rows[i].word) != NULL);
}

/* ---- temperature, chips, ECC: §1.1, §1.9, §8, §13.1 ---- */

/* Bits 16:8 of 0x20460 are degrees where bit 29 is set; bit 16 of 0x409660 is ECC; bit 0 of 0x100b20 the end of its scrub, for
 * which a driver waits 2 s where memory has ECC. */
TEST(what_a_register_says, open_bench)
{
    /* clang-format off */
    static const struct { uint32_t word; enum err e; unsigned degrees; } warm[] = {
        { 0x20002900, OK, 41 }, { 0x20000100, OK, 1 }, { 0x20009500, OK, 149 }, { 0x20009600, ERR_RANGE, 150 }, { 0x200000ff, ERR_RANGE, 0 },
        { 0xdfff29ff, ERR_UNSUPPORTED, 0 },
    };
    static const struct { uint32_t features; enum ecc_state is; uint32_t scrub; bool done; unsigned us; } ecc[] = {
        { 0xfffeffff, ECC_OFF, 0, true, 0 }, { 0x10000, ECC_ON, 1, true, 0 }, { 0x10000, ECC_ON, 0xfffffffe, false, 2000000 },
        { 0xbadf5040, ECC_UNKNOWN, 0xfe, false, 2000000 }, { 0x10000, ECC_ON, 0xbadf5040, true, 0 },
    };
    static const struct { uint32_t boot_0; uint16_t first; const char *name; } chips[] = {
        { 0x140000a1, 0x1d80, "GV100" }, { 0x162000a1, 0x1e00, "TU102" }, { 0x164000a1, 0x1e80, "TU104" }, { 0x166000a1, 0x1f00, "TU106" },
        { 0x168000a1, 0x2180, "TU116" }, { 0x167000a1, 0x1f80, "TU117" },
    };
    /* clang-format on */
    unsigned degrees;

    for (unsigned i = 0; i < ARRAY_SIZE(warm); i++) {
        set(REF_TSENSOR, warm[i].word);
        degrees = 0;
        assert_int_equal(warm[i].e, gv100_family.celsius(&bench.card, &degrees));
        assert_int_equal(warm[i].degrees, degrees);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(ecc); i++) {
        open_bench(state);
        set_all(REF_ECC_FEATURES, ecc[i].features, REF_SCRUB, ecc[i].scrub);
        assert_pairs(ecc[i].is, ecc_state(&bench.card), ecc[i].done, ecc_scrubbed(&bench.card));
        assert_in_range(bench.now_us, ecc[i].us, ecc[i].us + 500);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        assert_string_equal(chips[i].name, gv100_family.identify(chips[i].boot_0)->title);
        assert_null(gv100_family.identify(chips[i].boot_0 ^ 0x00800000));
        assert_true(gv100_family.has_device(chips[i].first) &&
                    gv100_family.has_device(chips[i].first + 0x7f));
    }
    assert_int_equal(83, gv100_family.max_celsius); /* §8: the highest of a V100 */
    assert_false(gv100_family.has_device(0x1d7f) || gv100_family.has_device(0x2000) ||
                 gv100_family.has_device(0x217f) || gv100_family.has_device(0x2200) ||
                 gv100_family.has_device(0x1e00 - 1 + 0x1000));
    bench.card.pci.class_code = 0x030200;
    assert_false(gv100_family.has_fan(&bench.card));
    bench.card.pci.class_code = 0x030000;
    assert_true(gv100_family.has_fan(&bench.card));
}

/* ---- counters, §1.9 */

/* FBPAs that are on, each half by itself: bits 17 and 18 say that a counter came round, 1 and 2 that it counts. A half of which
 * one word is refused has no count. LTCs that no fuse turns off: 7:0 corrected, 23:16 not. */
TEST(every_counter_has_its_place, open_bench)
{
    const uint32_t there = 0x5a5f, refused = 0xbadf5040;
    struct ecc_reading now;
    struct ecc_l2 l2;

    bench.card.vram.part_mask = there;
    set_all(0x21d70 + 4 * 5, 2, 0x21d70 + 4 * 6, refused);
    for (uint32_t n = 0; n < 32; n++) {
        const uint32_t at = 0x4000 * (n / 2) + 4 * (n % 2);

        set(0x900478 + at, n == 19 ? refused : n < 28 ? 1u << n : 0);
        set(0x900480 + at, n == 23 ? refused : 100 + n);
        set(0x900488 + at, n == 29 ? refused : 200 + n);
    }
    for (uint32_t n = 0; n < 64; n++)
        set(0x14051c + 0x2000 * (n / 4) + 0x200 * (n % 4), n == 9 ? refused : (n + 1) * 0x20001);
    ecc_read(&bench.card, &now);
    ecc_read_l2(&bench.card, &l2);
    assert_int_equal(1u << 9 | 1u << 11 | 1u << 14, now.silent);
    for (uint32_t n = 0; n < 32; n++) {
        const bool told = there >> n / 2 & 1 && n != 19 && n != 23 && n != 29;

        assert_int_equal(told ? 100 + n : 0, now.of[n / 2][n % 2].corrected);
        assert_int_equal(told ? 200 + n : 0, now.of[n / 2][n % 2].uncorrected);
        assert_int_equal(told && (n == 17 || n == 18), now.of[n / 2][n % 2].over);
    }
    for (uint32_t n = 0; n < 64; n++) {
        const bool told = n != 9 && n / 4 < 12 ? n / 4 != 11 : n / 4 > 13;

        assert_int_equal(told ? n + 1 : 0, l2.corrected[n / 4][n % 4]);
        assert_int_equal(told ? 2 * (n + 1) : 0, l2.uncorrected[n / 4][n % 4]);
    }
}

/* ---- takeover and its end, §8.3 */

/* Enables are cleared and set through two registers each; a BAR is bound when bits 1:0 or 3:2 of its status are 0. */
TEST(changes_are_undone_in_their_way)
{
    /* clang-format off */
    static const struct { unsigned chip; uint32_t reg, busy; unsigned us; const char *writes; } rows[] = {
        { CHIP_GV100, REF_PMC_INTR_EN(0), 0xf, 0, "180=fffffffa 160=5 " }, { CHIP_GV100, REF_PMC_INTR_EN(1), 0xf, 0, "184=fffffffa 164=5 " },
        { CHIP_GV100, REF_PBUS_BAR1_BLOCK, 0xc, 0, "1704=5 " }, { CHIP_GV100, REF_PBUS_BAR1_BLOCK, 1, 2000000, "1704=5 " },
        { CHIP_GV100, REF_PBUS_BAR1_BLOCK, 2, 2000000, "1704=5 " }, { CHIP_GV100, REF_PBUS_BAR2_BLOCK, 3, 0, "1714=5 " },
        { CHIP_GV100, REF_PBUS_BAR2_BLOCK, 4, 2000000, "1714=5 " }, { CHIP_GV100, REF_PBUS_BAR2_BLOCK, 8, 2000000, "1714=5 " },
        { CHIP_GV100, REF_PMC_INTR_EN(2), 0xf, 0, "148=5 " },
        { CHIP_GV100, 0xb81608, 0xf, 0, "b81608=5 " }, { CHIP_TU104, 0xb81608, 0xf, 0, "b81610=fffffffa b81608=5 " },
        { CHIP_TU104, REF_PBUS_BAR1_BLOCK, 0xf, 0, "1704=5 " }, { CHIP_TU104, 0xb80f40, 1, 2000000, "b80f40=5 " },
        { CHIP_TU104, 0xb80f48, 3, 0, "b80f48=5 " }, { CHIP_TU104, REF_PMC_INTR_EN(1), 0xf, 0, "184=fffffffa 164=5 " },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_bench(state);
        bench.card.chip = &gv100_chips[rows[i].chip].chip;
        keep(rows[i].chip == CHIP_GV100 ? REF_PBUS_BIND_STATUS
                                        : REF_VIRTUAL_FUNCTION_PRIV_BIND_STATUS,
             rows[i].busy);
        gv100_family.put_back(&bench.card, &(struct card_change){ rows[i].reg, 5 });
        expect_writes(rows[i].writes);
        assert_in_range(bench.now_us, rows[i].us, rows[i].us + 500);
    }
}

#define SILENT "140=0 180=ffffffff 144=0 184=ffffffff "
#define RESET(pbdmas)                                                                              \
    "200=40000002 200=40000142 " pbdmas "4013c=0 40108=ffffffff 4010c=fffffeff 40148=ffffffff "    \
    "4014c=ffffffff 4012c=ffff 2100=ffffffff 2a00=ffffffff 2140=0 2528=0 "
#define QUIET    "100a34=a8000000 100e60=800000ff "
#define TU_QUIET "b81410=40 b81010=40 b81410=10 b81010=10 b81408=1 b81008=1 b83094=800000ff "

/* What a Turing's mask refused is forgotten first (§13.8); interrupts have a top more, doorbells are let in. */
TEST(a_takeover_silences_and_resets)
{
    for (unsigned turing = 0; turing < 2; turing++) {
        open_bench(state);
        bench.card.chip = &gv100_chips[turing ? CHIP_TU104 : CHIP_GV100].chip;
        take_one();
        expect_writes(turing ? "9084=0 " SILENT "b81608=0 b81610=ffffffff " RESET(
                                   "") "b65000=80000000 1100=ffffffff " TU_QUIET
                             : SILENT RESET("204=1 ") "1100=ffffffff " QUIET);
        assert_string_equal("reading which engines it has; resetting its host and copy engines; "
                            "clearing its fault records; "
                            "waiting for its memory to be scrubbed; ",
                            chip.steps);
        assert_int_equal(1, gv100_topology(&bench.card)->count);
        set(REF_PMC_ENABLE, 0x40000042);
        gv100_family.settle(&bench.card);
        expect_writes(turing ? "9084=0 " RESET("") TU_QUIET : RESET("204=1 ") QUIET);
    }
}
