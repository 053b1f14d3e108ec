/* Results of the self tests of GV100's identity, its link's registers and its clocks on cards that differ from a good
 * one in one place: ids, BARs, capabilities, PTOP's table, times. The card is a table of registers on a bus of its own.
 * Typed from docs/hardware/gv100.md §1.1, §1.3 to §1.5, §8.1. */
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "suite/gv100/groups.h"
#include "tests/kit/bench.h"
#include "tests/kit/tests.h"

#define MIB        (UINT64_C(1) << 20)
#define PTOP_TABLE REF_PTOP_DEVICE_INFO(0)
#define TIME_0     REF_USERMODE_TIME_0 /* of USERMODE */
#define TIME_1     REF_USERMODE_TIME_1
#define TIME_LOW   REF_PTIMER_TIME_LOW /* of PTIMER */
#define TIME_HIGH  REF_PTIMER_TIME_HIGH
#define ANSWERS    600

/* From its nth read on (1: at once) the register reads as this. */
struct answer {
    uint32_t reg;
    unsigned nth;
    uint32_t value;
};

static struct answer answers[ANSWERS];
static unsigned answer_count;
static struct {
    uint32_t reg;
    unsigned reads;
} asked[ANSWERS];
static struct bench bench;
static struct test test;

static void answer_from(uint32_t reg, unsigned nth, uint32_t value)
{
    assert_true(answer_count < ANSWERS);
    answers[answer_count++] = (struct answer){ reg, nth, value };
}

static void answer(uint32_t reg, uint32_t value)
{
    answer_from(reg, 1, value);
}

static uint64_t stub_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t reg = (uint32_t)(at.v - BENCH_BAR0);
    uint32_t value = 0;
    unsigned n = 0;

    assert_int_equal(4, size);
    while (asked[n].reads && asked[n].reg != reg)
        n++;
    assert_true(n + 1 < ANSWERS);
    asked[n].reg = reg;
    asked[n].reads++;
    for (unsigned i = 0; i < answer_count; i++)
        if (answers[i].reg == reg && answers[i].nth <= asked[n].reads)
            value = answers[i].value;
    return value;
}

FIXTURE(open_card)
{
    answer_count = 0;
    memset(asked, 0, sizeof(asked));
    bench_open(&bench, NULL);
    bench.does.read = stub_read;
    bench.step_us = 1;
    bench_put_config(&bench, 0, 0, 2); /* configuration space is empty */
    bench.card = (struct card){
        .bus = &bench.bus,
        .chip = &gv100_chips[CHIP_GV100].chip,
        .pci = { .device = 0x1db1,
                 .bars = { [0] = { .at = { BENCH_BAR0 }, .size = 16 * MIB, .assigned = true },
                           [1] = { .size = 256 * MIB, .is_64bit = true },
                           [3] = { .size = 32 * MIB, .is_64bit = true } } },
    };
}

static const struct test_case *row_of(const struct test_group *group, const char *name)
{
    for (unsigned i = 0; i < group->count; i++)
        if (strcmp(group->rows[i].name, name) == 0)
            return &group->rows[i];
    fail_msg("no test is called %s", name);
    return NULL;
}

/* Null: it passes. */
static void says(const char *name, const char *words)
{
    const struct test_group *const groups[] = { &gv100_identity_tests, &gv100_board_tests };
    const bool of_board = strcmp(name, "identity.capabilities") == 0;

    test = (struct test){ .name = name, .card = &bench.card };
    memset(asked, 0, sizeof(asked));
    row_of(groups[of_board], name)->run(&test);
    assert_string_equal(words ? words : "", test.sentence);
    assert_pairs(words ? TEST_FAIL : TEST_PASS, test.result, true, test.compared > 0);
}

static const char *__attribute__((format(printf, 1, 2))) words_of(const char *format, ...)
{
    static char text[TEST_SENTENCE_MAX];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    return text;
}

static unsigned reads_of(uint32_t reg)
{
    for (unsigned n = 0; asked[n].reads; n++)
        if (asked[n].reg == reg)
            return asked[n].reads;
    return 0;
}

/* ---- configuration space (§1.1) -------------------------------------------------------------- */

static void bars_say(const char *words)
{
    says("identity.bars", words);
}

/* BENCH_BAR0: 32-bit memory; BAR1: 64-bit, 64 MiB at least; BAR2: 64-bit, 16 MiB at least. */
TEST(windows_of_the_card, open_card)
{
    struct pci_bar *const bars = bench.card.pci.bars;

    bars_say(NULL);
    assert_string_equal("BAR1 256 MiB, BAR2 32 MiB", test.note);
    bars[1].size = 64 * MIB;
    bars[3].size = 16 * MIB;
    bars_say(NULL);
    assert_string_equal("BAR1 64 MiB, BAR2 16 MiB", test.note);
    bars[1].size--;
    bars_say("GV100 has a BAR1 of 0x3ffffff bytes, expected 64-bit and 64 MiB or more");
    bars[1] = (struct pci_bar){ .size = 64 * MIB };
    bars_say("GV100 has a BAR1 of 0x4000000 bytes, expected 64-bit and 64 MiB or more");
    bars[1].is_64bit = true;
    bars[3].size--;
    bars_say("GV100 has a BAR2 of 0xffffff bytes, expected 64-bit and 16 MiB or more");
    bars[3] = (struct pci_bar){ .size = 16 * MIB };
    bars_say("GV100 has a BAR2 of 0x1000000 bytes, expected 64-bit and 16 MiB or more");
    bars[3].is_64bit = true;
    bars[0].io = true;
    bars_say("GV100 has a BAR0 that is not 32-bit memory");
    bars[0].io = false;
    bars[0].is_64bit = true;
    bars_say("GV100 has a BAR0 that is not 32-bit memory");
}

/* ---- the table of devices (§1.4) ------------------------------------------------------------- */

#define NONE 99u

/* A device's words begin at 0x22700 and follow each other: type in 30:2 with kind 3 and CHAIN, data with kind 1, ids with
 * kind 2. Graphics is type 0, a copy engine type 19; bit 2 of the data says that the fault id in 9:3 is one. */
static unsigned words_used;

static void word_of_table(uint32_t word)
{
    answer(PTOP_TABLE + 4 * words_used++, word);
}

static void device(unsigned type, unsigned instance, unsigned engine, unsigned runlist)
{
    word_of_table(1u << 31 | type << 2 | 3);
    word_of_table(1u << 31 | instance << 26 | 0x104000 | (instance + 1) << 3 | 4 | 1);
    word_of_table((engine == NONE ? 0 : engine << 26 | 0x20) |
                  (runlist == NONE ? 0 : runlist << 21 | 0x10) | instance << 9 | 4 | 2);
}

/* Graphics, and as many copy engines on runlists of their own. */
static void open_table(unsigned copies)
{
    open_card(NULL);
    words_used = 0;
    device(0, 0, 0, 0);
    for (unsigned i = 1; i <= copies; i++)
        device(19, i, i, i);
}

/* Arrays of 15 engines and of 13 runlists; both begin at 0 without holes. Host is off, so that nobody asks for PBDMAs. */
TEST(numbers_of_devices, open_card)
{
    open_table(12);
    says("identity.engines", NULL);
    assert_string_equal("13 devices, 12 copy engines apart from graphics", test.note);
    device(14, 13, 13, 12);
    device(14, 14, 14, 12);
    says("identity.engines", NULL);
    assert_string_equal("15 devices, 12 copy engines apart from graphics", test.note);
    device(14, 15, 15, 12);
    says("identity.engines", "GV100 has 16 engines, and there can be 15");
    open_table(12);
    device(19, 13, 13, 13);
    says("identity.engines", "GV100 has 14 runlists, and there can be 13");
    open_table(12);
    device(14, 13, 14, 12);
    says("identity.engines", "GV100 has holes in the numbers of its engines: mask 0x5fff");
    open_table(0);
    device(19, 1, 1, 2);
    says("identity.engines", "GV100 has holes in the numbers of its runlists: mask 0x5");
    open_table(2);
    device(14, 3, 2, 1);
    says("identity.engines", "GV100 gives engine id 2 to two devices");
}

/* A device that host does not serve has no ids, and two of them share none; a copy engine has all four. */
TEST(devices_without_ids, open_card)
{
    open_table(1);
    device(18, 0, NONE, NONE);
    device(18, 1, NONE, NONE);
    says("identity.engines", NULL);
    assert_string_equal("4 devices, 1 copy engines apart from graphics", test.note);
    open_table(1);
    device(19, 2, NONE, NONE);
    says("identity.engines", "GV100 has LCE2 without engine, runlist, reset or fault id");
    open_table(1);
    device(14, 2, NONE, 1);
    says("identity.engines", NULL);
    open_table(0);
    device(19, 1, 1, 0); /* beside graphics */
    says("identity.engines", "GV100 has no copy engine on a runlist of its own");
}

/* Bit 8 of 0x200: host is on. PBDMA i serves the runlists of 0x2390 + 4 * i; 0x2004 has in 7:0 their number. */
TEST(runlists_that_nobody_serves, open_card)
{
    open_table(2);
    answer(REF_PMC_ENABLE, 1 << 8);
    answer(REF_PFIFO_CFG0, 2);
    answer(REF_PFIFO_PBDMA_MAP(0), 1 << 1);
    answer(REF_PFIFO_PBDMA_MAP(1), 1 << 2);
    says("identity.engines", NULL);
    answer(REF_PFIFO_PBDMA_MAP(1), 1 << 3);
    says("identity.engines", "GV100 has no PBDMA for runlist 2 of LCE2");
    answer(REF_PMC_ENABLE, ~(1u << 8));
    says("identity.engines", NULL);
}

/* ---- time (§1.5, §8.1) ----------------------------------------------------------------------- */

/* Of one wait. A look at a clock lasts a microsecond, and each clock is looked at between those of the other: from 0 to
 * 1 us, and from 20004 to 20005: 20003 to 20005 us. 5 % are the machine's own: 19002850 to 21005250 ns. */
TEST(rates, open_card)
{
    /* clang-format off */
    static const struct { uint32_t ns; bool good; } rows[] = {
        { 19002849, false }, { 19002850, true }, { 20004000, true }, { 21005250, true },
        { 21005251, false }
    };
    /* clang-format on */

    for (unsigned i = 0; i < 5; i++)
        for (unsigned user = 0; user < 2; user++) {
            open_card(NULL);
            answer(user ? TIME_0 : TIME_LOW, 0x5000);
            answer_from(user ? TIME_0 : TIME_LOW, 2, 0x5000 + rows[i].ns);
            answer_from(user ? TIME_LOW : TIME_0, 2, 20000000);
            says("link.time.rate",
                 rows[i].good
                     ? NULL
                     : words_of("GV100 counts %u ns of %s in 2000%s us of the machine's clock",
                                rows[i].ns, user ? "USERMODE time" : "PTIMER", "3 to 20005"));
            assert_int_equal(20000, bench.waited_us);
        }
}

/* The high word has come round while the low one was read: both are read again. */
TEST(words_of_a_time, open_card)
{
    static const uint32_t high[] = { TIME_1, TIME_HIGH }, low[] = { TIME_0, TIME_LOW };

    for (unsigned i = 0; i < 2; i++) {
        /* 0x4_ffffff00, then 0x5_00000010; 20 ms later 0x5_01312d10 */
        answer(high[i], 4);
        answer_from(high[i], 2, 5);
        answer(low[i], 0xffffff00);
        answer_from(low[i], 2, 0x00000010);
        answer_from(low[i], 3, 0x01312d10);
    }
    says("link.time.rate", NULL);
    assert_int_equal(6, reads_of(TIME_1)); /* twice two, once two */
    assert_int_equal(6, reads_of(TIME_HIGH));
}

/* 0xfffffc17 is 1000 ns before the low word comes round: a microsecond, and 20 ms more. */
TEST(the_carry, open_card)
{
    answer(TIME_1, 7);
    answer_from(TIME_1, 2, 8);
    answer(TIME_0, 0xfffffc17);
    says("rate.time", NULL);
    assert_int_equal(20001, bench.waited_us);
    answer_from(TIME_1, 2, 7);
    says("rate.time", "GV100 has 0x7 in TIME_1 after TIME_0 has come round, expected 0x8");
    answer_from(TIME_1, 2, 9);
    says("rate.time", "GV100 has 0x9 in TIME_1 after TIME_0 has come round, expected 0x8");
    answer(TIME_1, 0xffffffff);
    answer(TIME_0, 0);
    bench.waited_us = 0;
    says("rate.time", "GV100 has 0xffffffff in TIME_1 after TIME_0 has come round, expected "
                      "0x100000000");
    assert_int_equal(4294967 + 20000, bench.waited_us);
}

/* 64 looks after the first one; a clock may stand still for a while, if not for ever. */
TEST(a_clock_goes_on, open_card)
{
    answer(TIME_LOW, 0x40); /* host is off, and USERMODE with it */
    says("link.time", "GV100 has a PTIMER time that stands still at 0x40");
    answer(REF_PMC_ENABLE, 1 << 8);
    answer(TIME_0, 0x40);
    says("link.time", "GV100 has a USERMODE time that stands still at 0x40");
    assert_int_equal(65, reads_of(TIME_0));
    answer_from(TIME_0, 65, 0x60);
    says("link.time", NULL);
    answer_from(TIME_0, 65, 0x20);
    says("link.time", "GV100 goes back in time: 0x20 after 0x40");
    answer_from(TIME_0, 65, 0x60);
    answer_from(TIME_0, 2, 0x50);
    says("link.time", "GV100 counts time in bits below 32 ns: 0x50");
    open_card(NULL);
    answer(REF_PMC_ENABLE, 1 << 8);
    answer(TIME_0, 0x20);
    answer_from(TIME_1, 20, 0x15); /* bits of the high word are no low ones */
    says("link.time", NULL);
}
