/* Results of GV100's self tests on a card that answers one read otherwise: each value that a test compares, and bits
 * beside it that it must leave alone. Typed from docs/hardware/gv100.md §1.1, §1.3 to §1.5, §3.5, §6.3, §8.1, §8.5. */
#include "engines/gv100/family.h"
#include "reference/gv100.h"
#include "suite/gv100/ecc.h"
#include "tests/kit/bench.h"
#include "tests/suite/gv100/watch_rig.h"

#define FAULT_ADDR_LO REF_PFB_PRI_MMU_FAULT_ADDR_LO
#define FAULT_INFO    REF_PFB_PRI_MMU_FAULT_INFO
#define FAULT_INST_LO REF_PFB_PRI_MMU_FAULT_INST_LO
#define FAULT_STATUS  REF_PFB_PRI_MMU_FAULT_STATUS

struct row {
    const char *test;
    uint32_t reg;
    unsigned nth;     /* read of it; 0: all */
    uint32_t bits;    /* that are wrong in it */
    const char *says; /* null: the test passes */
};

static void check(const struct row *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        lie(rows[i].reg, rows[i].nth, rows[i].bits);
        expect_says(rows[i].test, rows[i].says);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

/* clang-format off */
/* BOOT_0 is 0x140000a1. */
TEST(what_the_card_says_of_itself)
{
    static const struct row rows[] = {
        { "identity.boot", 0xa00, 0, 1 << 20, "has 0x141 in the chip id of BOOT_42, expected 0x140" },
        { "identity.boot", 0xa00, 0, 1 << 16, "has 0xb in the major revision of BOOT_42, expected 0xa" },
        { "identity.boot", 0xa00, 0, 1 << 12, "has 0x0 in the minor revision of BOOT_42, expected 0x1" },
        { "identity.boot", 0xa00, 0, 1 << 29, NULL },
        { "identity.boot", 0x4, 0, 1 << 8, "has 0x100 in BOOT_1's bits of a virtual GPU, expected 0x0" },
        { "identity.boot", 0x4, 0, 1 << 16, "has 0x10000 in BOOT_1's bits of a virtual GPU, expected 0x0" },
        { "identity.boot", 0x4, 0, 1 << 9, NULL },
        { "identity.mirror", 0x88000, 0, 1, "in the mirror of configuration space" },
        { "identity.mirror", 0x88008, 0, 1, "in the mirror of configuration space" },
        { "identity.mirror", 0x88010, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x88014, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x88018, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x8801c, 0, 1u << 31, "in the mirror of configuration space" },
        { "identity.mirror", 0x8802c, 0, 1u << 31, "in the mirror of configuration space" },
        /* CFG0 has the number of PBDMAs in 7:0, 14, and the fault id of the first in 23:16, 0x20. */
        { "identity.host", REF_PFIFO_CFG0, 0, 1 << 16, "has 0x21 in the fault id of the first PBDMA, expected 0x20" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14, "says that it has 0 PBDMAs, expected 1 to 14" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14 ^ 15, "says that it has 15 PBDMAs, expected 1 to 14" },
        { "identity.host", REF_PFIFO_CFG0, 0, 14 ^ 1, NULL },
        { "identity.host", REF_PFIFO_CFG1, 0, 1, "has 0x1001 in the number of channels, expected 0x1000" },
        { "identity.host", REF_PFIFO_CFG2, 0, 1, "has 0xc36e in the host's class, expected 0xc36f" },
        { "identity.host", REF_PFIFO_CFG2, 0, 1 << 16, NULL },
        { "identity.host", REF_USERMODE_CFG0, 0, 1, "has 0xc360 in the class of USERMODE, expected 0xc361" },
        { "identity.host", REF_USERMODE_CFG0, 0, 1 << 16, NULL },
        /* 31:5 of TIME_0 count in steps of 32 ns. 20 ms and 5 in 100 more or less: 1 << 24 ns is too much. */
        { "link.time", REF_USERMODE_TIME_0, 0, 1, "counts time in bits below 32 ns: 0x" },
        { "link.time", REF_USERMODE_TIME_0, 0, 1 << 4, "counts time in bits below 32 ns: 0x" },
        { "link.time", REF_USERMODE_TIME_0, 5, 1u << 31, "goes back in time: 0x" },
        { "link.time.rate", REF_USERMODE_TIME_0, 2, 1 << 25, " ns of USERMODE time in 2000" },
        { "link.time.rate", REF_PTIMER_TIME_LOW, 2, 1 << 24, " ns of PTIMER in 2000" },
        /* 31:4 of 0x100cd4, shifted left by 8, is where a WPR begins, and then where its last 128 KiB do (§9.1). The card
         * has none: both begin at 0x1ffffe0000. A card that has one is a good card. */
        { "vram.protected", REF_WPR_RANGE, 0, 0, NULL }, { "vram.protected", REF_WPR_RANGE, 2, 1 << 12, NULL },
        { "vram.protected", REF_WPR_RANGE, 2, 1 << 29,
          "says that 0x1ffffe0000 to 0x2000020000 are protected (WPR1), in VRAM of 0x4000000 bytes" },
        { "vram.protected", REF_WPR_RANGE, 4, 1 << 29,
          "says that 0x1ffffe0000 to 0x2000020000 are protected (WPR2), in VRAM of 0x4000000 bytes" },
        { "window.flush", REF_FLUSH_HOST, 0, 2, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_HOST, 0, 1, NULL },
        { "window.flush", REF_FLUSH_SYSTEM, 0, 1, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_SYSTEM, 0, 2, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_L2, 0, 1, "did not answer in time: flushing" },
        { "window.flush", REF_FLUSH_L2, 0, 2, "did not answer in time: flushing" },
    };

    CHECK(rows);
}

/* §1.3, §1.5: bit 26 of PBUS, which 0x1150 raises; bits 20 and 18 of a tree, set by 0x164 and cleared by 0x184; what
 * nobody answered, forgotten before and after; each bit of the last scratch word, alone set, then alone clear. */
TEST(registers_of_the_link)
{
    want("1140=4000000\n1150=1\n1100=4000000");
    watch("link.interrupt", WATCH_WRITES);
    want("144=0\n184=ffffffff\n164=140000\n184=40000\n184=ffffffff");
    watch("link.enables", WATCH_WRITES);
    want("9084=0\n1100=ffffffff\n9084=0\n1100=ffffffff");
    watch("link.unanswered", WATCH_WRITES);
    for (unsigned bit = 0; bit < 32; bit++)
        want("15fc=%x\n15fc=%x", 1u << bit, ~(1u << bit));
    watch("link.scratch", WATCH_WRITES);
}

/* Graphics is engine 0 at word 1 of the table; LCE0 is engine 1 on the same runlist, 0, with its data at word 9 and its
 * numbers at word 10. Those have the engine in 29:26, the runlist in 24:21; bits 5, 4 and 2 say that engine, runlist and
 * reset are there, and bit 2 of the data says so of the fault id. While host is off, PBDMAs are not asked for. */
TEST(the_table_of_devices)
{
    static const struct row rows[] = {
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 26, "gives engine id 1 to two devices" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 26, "gives engine id 0 to two devices" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 29,
          "has holes in the numbers of its engines: mask 0x11e" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 24,
          "has holes in the numbers of its runlists: mask 0x10f" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 5,
          "has holes in the numbers of its engines: mask 0x1e" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 4, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(1), 0, 1 << 2, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(9), 0, 1 << 2,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 2,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 4,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 5,
          "has LCE0 without engine, runlist, reset or fault id" },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 3, NULL },
        { "identity.engines", REF_PTOP_DEVICE_INFO(10), 0, 1 << 24, "has no PBDMA for runlist 8 of LCE0" },
    };

    CHECK(rows);
    lie(REF_PMC_ENABLE, 0, 1 << 8);
    lie(REF_PTOP_DEVICE_INFO(10), 0, 1 << 24);
    expect_says("identity.engines", "has holes in the numbers of its runlists: mask 0x10f");
}

/* Bit 31 of the hub's leaf is the latch, bit 29 the ring; bit 9 of PMC_INTR is the hub. FAULT_STATUS: bit 1 BAR1 dropped one,
 * bit 3 BAR2, bit 31 VALID. It is read twice for each BAR. */
TEST(faults)
{
    static const struct row rows[] = {
        { "fault.interrupt", REF_HUB_INTR, 1, 1u << 31,
          "has 0x0 in the hub's interrupts after a fault of BAR1, expected 0x80000000" },
        { "fault.interrupt", REF_HUB_INTR, 2, 1u << 31,
          "has 0x80000000 in the hub's interrupts after the acknowledgement, expected 0x0" },
        { "fault.interrupt", REF_HUB_INTR, 0, 1 << 30, NULL },
        { "fault.interrupt", 0x100, 1, 1 << 9, "has 0x0 in PMC_INTR after a fault of BAR1, expected 0x200" },
        { "fault.interrupt", 0x100, 2, 1 << 9, "has 0x200 in PMC_INTR after the acknowledgement, expected 0x0" },
        { "fault.interrupt", 0x100, 0, 1 << 8, NULL },
        { "host.fault.interrupt", REF_HUB_INTR, 1, 1 << 29,
          "has 0x20000000 in the hub's interrupts before any fault, expected 0x0" },
        { "host.fault.interrupt", REF_HUB_INTR, 2, 1 << 29,
          "has 0x0 in the hub's interrupts after a fault of host, expected 0x20000000" },
        { "host.fault.interrupt", REF_HUB_INTR, 3, 1 << 29,
          "has 0x20000000 in the hub's interrupts after the record was taken, expected 0x0" },
        { "host.fault.interrupt", REF_HUB_INTR, 0, 1 << 28, NULL },
        { "host.fault.interrupt", 0x100, 1, 1 << 9, "has 0x0 in PMC_INTR after a fault of host, expected 0x200" },
        { "fault.dropped", FAULT_STATUS, 1, 2, "has 0x0 in FAULT_STATUS after two faults of BAR1, expected 0x2" },
        { "fault.dropped", FAULT_STATUS, 1, 8, "has 0xa in FAULT_STATUS after two faults of BAR1, expected 0x2" },
        { "fault.dropped", FAULT_STATUS, 2, 2, "has 0x2 in FAULT_STATUS after its acknowledgement, expected 0x0" },
        { "fault.dropped", FAULT_STATUS, 2, 1u << 31, "still holds a fault after it was acknowledged" },
        { "fault.dropped", FAULT_STATUS, 3, 8, "has 0x0 in FAULT_STATUS after two faults of BAR2, expected 0x8" },
        { "fault.dropped", FAULT_STATUS, 3, 2, "has 0xa in FAULT_STATUS after two faults of BAR2, expected 0x8" },
        { "fault.dropped", FAULT_STATUS, 4, 8, "has 0x8 in FAULT_STATUS after its acknowledgement, expected 0x0" },
        { "fault.dropped", FAULT_STATUS, 1, 1, NULL },
        { "fault.pde", FAULT_STATUS, 1, 1u << 31,
          "recorded no fault, expected PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x203000 instance 0x64000" },
        { "fault.pde", FAULT_STATUS, 2, 1u << 31, "still holds a fault after it was acknowledged" },
        { "fault.pde", FAULT_ADDR_LO, 1, 1 << 12,
          "recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4 at 0x202000 instance 0x64000, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_ADDR_HI, 1, 1, "engine 0x4 at 0x100203000 instance 0x64000, expected" },
        { "fault.pde", FAULT_INST_LO, 1, 1, "engine 0x5 at 0x203000 instance 0x64000, expected" },
        { "fault.pde", FAULT_INST_LO, 1, 2 << 10,
          "engine 0x4 at 0x203000 instance 0x64000 of system memory, expected" },
        { "fault.pde", REF_PFB_PRI_MMU_FAULT_INST_HI, 1, 1, "engine 0x4 at 0x203000 instance 0x100064000, expected" },
        { "fault.pde", FAULT_INFO, 1, 1, "recorded PDE_SIZE HUB/HOST_CPU VIRT_READ engine 0x4" },
        { "fault.pde", FAULT_INFO, 1, 1 << 7, "recorded PDE HUB/HOST_CPU VIRT_READ engine 0x4" },
        { "fault.pde", FAULT_INFO, 1, 1 << 8, "recorded PDE HUB/HOST VIRT_READ engine 0x4" },
        { "fault.pde", FAULT_INFO, 1, 1 << 16, "recorded PDE HUB/HOST_CPU VIRT_WRITE engine 0x4" },
        { "fault.pde", FAULT_INFO, 1, 1 << 20, "recorded PDE GPC/" },
        { "fault.pde", FAULT_INFO, 1, 1u << 31, "recorded a fault without VALID" },
    };

    CHECK(rows);
}
/* clang-format on */

/* ---- counters of ECC (§1.9) ------------------------------------------------------------------ */

static struct bench bench;

/* What goes on while a memory test runs, a word each: "@N" it goes on at N MiB; "c", "u", "s" with FBPA and half, and
 * "l" with LTC and slice: what counts of corrected and of uncorrectable errors, their status and L2's counts read from
 * then on; "p" and "r": it pauses and resumes. */
static void play(struct ecc_watch *watch, const char *story)
{
    for (const char *at = story; *at; at += strcspn(at, " "), at += *at == ' ') {
        char *end = NULL;
        const uint32_t i = (uint32_t)strtoul(at + 1, &end, 10);
        const uint32_t j = *end == '.' ? (uint32_t)strtoul(end + 1, &end, 10) : 0;
        const uint32_t half = (*at == 'c') * 8 + (*at == 'u') * 16 + 0x4000 * i + 4 * j;
        const uint32_t word = *end == '=' ? (uint32_t)strtoul(end + 1, NULL, 0) : 0;

        if (*at == '@')
            ecc_watch_move(watch, (uint64_t)i << 20);
        else if (*at == 'p')
            ecc_watch_pause(watch);
        else if (*at == 'r')
            ecc_watch_resume(watch);
        else
            bench_set(&bench,
                      *at == 'e'   ? REF_ECC_FEATURES
                      : *at == 'l' ? 0x14051c + 0x2000 * i + 0x200 * j
                                   : 0x900478 + half,
                      word);
    }
}

#define BAD(n, fbpa, half)                                                                         \
    "ECC corrected " #n " words in FBPA " #fbpa ", half " #half ": memory behind it is bad"
#define UPSETS(n)                                                                                  \
    "ECC is on and corrected " #n                                                                  \
    " errors, none of them again in the same place: single upsets occur in good memory"
#define HIDES  " and hides single errors: "
#define UNSAID "; that these counters count on this chip nobody has confirmed"

static char lines[2048];

static void keep(struct test *test, const char *line)
{
    snprintf(lines + strlen(lines), sizeof(lines) - strlen(lines), "%s: %s\n", test->name, line);
}

/* A cosmic ray counts once; a few such are good memory. Ranges are 64 at most, none smaller than a copy of 4 MiB. */
TEST(what_counters_of_ecc_mean)
{
    /* clang-format off */
    static const struct {
        const char *before, *story, *line; /* of the test; "?" before it: nobody has confirmed the counters */
        const char *end;
        const char *told; /* by vram.ecc, after "ECC is on" where nothing else is said; null: that they have counted */
        unsigned mib;     /* 0: 256 */
    } rows[] = {
        { "", "", "", .end = "ECC is on, no corrected errors in 256 MiB", .told = "" },
        { "?", "", "", .end = "", .told = HIDES "nothing has shown yet that the counters of this chip count" },
        { "", "c0.0=10 c15.1=6", "ECC counted 10 corrected and 0 uncorrectable errors in FBPA 0, half 0, "
          "in 1 of 1 ranges, VRAM 0x0 to 0x400000\n",
          .end = UPSETS(16) },
        { "?", "c3.1=16", "16 corrected and 0 uncorrectable errors in FBPA 3, half 1, in", .end = UPSETS(16) },
        { "", "c3.1=17", "", .end = BAD(17, 3, 1) }, { "?", "c3.1=17", "", .end = BAD(17, 3, 1) UNSAID },
        { "", "c2.0=1 @4 @3 c2.0=2", "half 0, in 1 of 2 ranges, VRAM 0x0 to 0x400000\n", .end = BAD(2, 2, 0) },
        { "", "c2.0=1 @3 c2.0=2", "in 1 of 1 ranges", .end = UPSETS(2) },
        { "", "c0.0=1 c1.0=1", "", .end = UPSETS(2) },
        { "", "c0.0=1 c1.0=1 c1.1=1", "",
          .end = "ECC corrected 3 words in 3 halves of FBPAs, here and there: weak memory" },
        { "c4.1=100 s4.1=0x20000", "c4.1=101", "ECC counted 1 corr", .end = UPSETS(1) },
        { "", "c4.1=3 s4.1=0x20000", "ECC counted at least 3 corrected", .end = BAD(at least 3, 4, 1) },
        { "", "c4.1=3 s4.1=0x40000 @4 s4.1=0", "ECC counted at least 3 corrected", .end = BAD(at least 3, 4, 1) },
        { "", "c5.0=10 @4 c5.0=20 @255 c5.0=30", "in 3 of 3 ranges, VRAM 0x0 to 0x10000000\n",
          .end = "ECC corrected 30 words in FBPA 5, half 0: a line of the memory behind it is bad, or all of it" },
        { "", "@4 c5.0=20 @8 c6.0=1", "in 1 of 3 ranges, VRAM 0x400000 to 0x800000\n", .end = BAD(20, 5, 0) },
        { "", "c5.0=20 c6.0=1 c7.1=20 c8.1=20", "", .end = BAD(20, 5, 0) ", and behind 2 other halves" },
        { "", "@256 c0.1=17", "in 1 of 2 ranges, VRAM 0x10000000 to 0x10100000\n", .end = BAD(17, 0, 1), .mib = 257 },
        { "", "@256 @264 c0.1=17", "in 1 of 2 ranges, VRAM 0x10000000 to 0x10800000\n",
          .end = BAD(17, 0, 1), .mib = 264 },
        { "", "c1.0=17 u15.1=3", "ECC counted 0 corrected and 3 uncorrectable errors in FBPA 15, half 1, in 1 of",
          .end = "ECC met 3 uncorrectable memory errors in FBPA 15, half 1, and behind 1 other halves" },
        { "u0.0=7", "u0.0=8", "", .end = "ECC met 1 uncorrectable memory errors in FBPA 0, half 0" },
        { "l0.0=0x00ff00ff", "l0.0=0x00010001 l15.3=0x20005", "ECC is on, no corrected errors in 256 MiB",
          .end = "the GPU's own cache (L2) corrected 7 errors or more, and 4 were uncorrectable", .told = "" },
        { "", "l3.1=1", "",
          .end = "the GPU's own cache (L2) corrected 1 errors or more, and 0 were uncorrectable", .told = "" },
        { "", "l3.1=0x10000", "",
          .end = "the GPU's own cache (L2) corrected 0 errors or more, and 1 were uncorrectable", .told = "" },
        { "", "c4.0=9 @4 s4.1=0xbadf1100 c4.0=99 @8 s4.1=0 c4.0=120", "ECC counted 9 corrected",
          .end = "ECC is on, and the counters of partitions 0x10 do not answer" },
        { "", "s4.1=0xbadf1100 p s4.1=0 r c4.0=9 c9.0=1 s9.1=0xbadf1100", "",
          .end = "ECC is on, and the counters of partitions 0x210 do not answer", .told = HIDES "the counters of partitions 0x200 do not answer" },
        { "", "c1.0=1 p c0.0=40 r c0.0=41", "", .end = UPSETS(2) },
        { "e0=0", "c0.0=40", "", .end = "", .told = "ECC is off: each wrong bit shows" },
        { "e0=0xbadf1100", "c0.0=40", "",
          .end = "", .told = "the card does not tell whether ECC is on; it would hide single errors" },
    };
    /* clang-format on */
    struct ecc_watch watch;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *const end = rows[i].end, *const told = rows[i].told;
        const bool judged = rows[i].before[0] != '?', lost = strstr(end, " met ");
        struct test t = { .name = "vram.quick", .card = &bench.card, .say = keep };
        char words[256];

        bench_open(&bench, &gv100_chips[CHIP_GV100].chip);
        bench.card.family = &gv100_family;
        bench.card.vram.part_mask = 0xffff;
        bench_set(&bench, REF_ECC_FEATURES, 1 << 16);
        lines[0] = '\0';
        t.judged = judged;
        play(&watch, rows[i].before + !judged);
        ecc_watch_open(&watch, &t, (uint64_t)(rows[i].mib ? rows[i].mib : 256) << 20);
        play(&watch, rows[i].story);
        assert_int_equal(lost, ecc_watch_has_lost(&watch));
        ecc_watch_close(&watch);
        assert_int_equal(!told || !strstr(told, "s off") == !strstr(told, "not tell"), t.ecc);
        expect_said(lines, rows[i].line);
        if (t.result == TEST_FAIL || t.doubt) {
            snprintf(words, sizeof(words), "GV100 %s", end);
            assert_string_equal(t.doubt ? end : words, t.doubt ? t.doubt_words : t.sentence);
            const unsigned cause = strstr(end, "L2") ? CAUSE_ECC_L2 : CAUSE_ECC_CORRECTS;
            assert_int_equal(t.doubt ? t.doubt : t.finding.cause, t.doubt ? CAUSE_ECC_HIDES
                                                                  : lost  ? CAUSE_ECC_LOST
                                                                          : cause);
        } else {
            expect_said(lines, end);
        }
        t = (struct test){ .name = "vram.ecc", .card = &bench.card, .judged = judged };
        ecc_is_told(&t);
        snprintf(words, sizeof(words), "%s%s", told && strstr(told, "ECC is o") ? "" : "ECC is on",
                 told ? told : ", and its counters have counted in this run");
        assert_string_equal(words, t.result == TEST_PASS ? t.note : t.sentence);
    }
}
