/* Results of the self tests of GV100's identity, its ROM, its link and its clocks on cards that differ from a good one
 * in one place: ids, BARs, PTOP's table, images, times. The card is a table of registers on a bus of its own.
 * Typed from docs/hardware/gv100.md §1.1, §1.3 to §1.5, §8.1, §8.5. */
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "suite/gv100/groups.h"
#include "tests/kit/bench.h"

#define MIB        (UINT64_C(1) << 20)
#define PTOP_TABLE REF_PTOP_DEVICE_INFO(0)
#define TIME_0     REF_USERMODE_TIME_0 /* of USERMODE */
#define TIME_1     REF_USERMODE_TIME_1
#define TIME_LOW   REF_PTIMER_TIME_LOW /* of PTIMER */
#define TIME_HIGH  REF_PTIMER_TIME_HIGH
#define PROM       0x300000u
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
static uint8_t rom[0x600];
static bool endless; /* its second image comes again and again */

static void answer_from(uint32_t reg, unsigned nth, uint32_t value)
{
    assert_true(answer_count < ANSWERS);
    answers[answer_count++] = (struct answer){ reg, nth, value };
}

static void answer(uint32_t reg, uint32_t value)
{
    answer_from(reg, 1, value);
}

static uint32_t rom_word(uint32_t at)
{
    uint32_t word = UINT32_MAX;

    at = endless ? at % 0x200 + 0x200 : at;
    if (at < sizeof(rom) && !(bench_get(&bench, REF_ROM_SHADOW) & 1))
        memcpy(&word, rom + at, 4);
    return word;
}

static uint64_t stub_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t reg = (uint32_t)(at.v - BENCH_BAR0);
    uint32_t value = 0;
    unsigned n = 0;

    assert_int_equal(4, size);
    if (reg - PROM < 0x100000)
        return rom_word(reg - PROM);
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

static void run(const char *name)
{
    const bool of_board = strcmp(name, "identity.rom") == 0;
    const struct test_group *const group = of_board ? &gv100_board_tests : &gv100_identity_tests;
    unsigned i = 0;

    while (strcmp(group->rows[i].name, name) != 0)
        assert_true(++i < group->count);
    test = (struct test){ .name = name, .card = &bench.card };
    memset(asked, 0, sizeof(asked));
    group->rows[i].run(&test);
}

/* Null: it passes. */
static void says(const char *name, const char *words)
{
    run(name);
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

/* BAR0: 32-bit memory; BAR1: 64-bit, 64 MiB at least; BAR2: 64-bit, 16 MiB at least. */
TEST(windows_of_the_card, open_card)
{
    /* clang-format off */
    static const struct { unsigned bar; struct pci_bar is; const char *says; } rows[] = {
        { 1, { .size = 64 * MIB, .is_64bit = true }, NULL }, { 3, { .size = 16 * MIB, .is_64bit = true }, NULL },
        { 1, { .size = 64 * MIB - 1, .is_64bit = true }, "BAR1 of 0x3ffffff bytes, expected 64-bit and 64 MiB" },
        { 1, { .size = 64 * MIB }, "BAR1 of 0x4000000 bytes, expected 64-bit and 64 MiB" },
        { 3, { .size = 16 * MIB - 1, .is_64bit = true }, "BAR2 of 0xffffff bytes, expected 64-bit and 16 MiB" },
        { 3, { .size = 16 * MIB }, "BAR2 of 0x1000000 bytes, expected 64-bit and 16 MiB" },
        { 0, { .io = true }, "BAR0 that is not 32-bit memory" },
        { 0, { .is_64bit = true }, "BAR0 that is not 32-bit memory" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(state);
        bench.card.pci.bars[rows[i].bar] = rows[i].is;
        says("identity.bars", rows[i].says ? words_of("GV100 has a %s%s", rows[i].says,
                                                      rows[i].bar ? " or more" : "")
                                           : NULL);
        if (i < 2)
            assert_string_equal(i ? "BAR1 256 MiB, BAR2 16 MiB" : "BAR1 64 MiB, BAR2 32 MiB",
                                test.note);
    }
}

/* "GV100 block starts at 0x1d80 and spans 0x1d80-0x1dff." */
TEST(ids_of_the_chip, open_card)
{
    for (uint16_t id = 0x1d7f; id <= 0x1e00; id++) {
        bench.card.pci.device = id;
        run("identity.device");
        assert_int_equal(id >> 7 == 0x1d80 >> 7 ? TEST_PASS : TEST_FAIL, test.result);
    }
}

/* ---- ROM (§8.5; devinit.md §1.4) ------------------------------------------------------------- */

static void make_sum(void)
{
    uint8_t sum = rom[0x1ff] = 0;

    for (unsigned i = 0; i < 0x200; i++)
        sum = (uint8_t)(sum + rom[i]);
    rom[0x1ff] = (uint8_t)-sum;
}

/* Three images of 0x200 bytes. NPDE, at the next multiple of 16 after PCIR, says of the second that it is no longer,
 * and not the last; the third is NVIDIA's own, type 0x70, and the last whatever stands behind it. */
static void put_rom(void)
{
    /* clang-format off */
    static const struct { unsigned at, size; const char *bytes; } parts[] = {
        { 0x0, 2, "\x55\xaa" }, { 0x18, 1, "\x40" }, { 0x40, 22, "PCIR\xde\x10\xb1\x1d\0\0\x18\0\0\0\0\0\1\0\0\0\0\0" },
        { 0x200, 2, "\x55\xaa" }, { 0x218, 1, "\x40" },
        { 0x240, 22, "PCIR\xde\x10\xb1\x1d\0\0\x18\0\0\0\0\0\3\0\0\0\3\x80" }, { 0x260, 11, "NPDE\1\1\x0b\0\1\0\0" },
        { 0x400, 2, "\x56\x4e" }, { 0x418, 1, "\x40" },
        { 0x440, 22, "NPDS\xde\x10\xb1\x1d\0\0\x18\0\0\0\0\0\1\0\0\0\x70\0" }, { 0x460, 11, "NPDE\1\1\x0b\0\0\0\0" },
    };
    /* clang-format on */

    memset(rom, 0, sizeof(rom));
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
        memcpy(rom + parts[i].at, parts[i].bytes, parts[i].size);
    make_sum();
}

/* One or two bytes are others; the sum is made anew but where it is wrong. Null: the ROM is whole. */
TEST(images_follow_each_other)
{
    /* clang-format off */
#define NO(at) "no image at " at " of its ROM"
    static const struct { unsigned at, value, at_2, value_2; const char *says; } rows[] = {
        { 0x0, 0x55, 0, 0x55, NULL }, { 0x0, 0x54, 1, 0xaa, NO("0x0") }, { 0x1, 0xab, 0, 0x55, NO("0x0") },
        { 0x40, 'Q', 0, 0x55, NO("0x0") }, { 0x43, 'S', 0, 0x55, NO("0x0") }, { 0x18, 0x44, 0, 0x55, NO("0x0") },
        { 0x19, 1, 0, 0x55, NO("0x0") }, { 0x50, 0, 0, 0x55, NO("0x0") },
        { 0x46, 0xb2, 0, 0x55, "0x1db2 in the device that the ROM is for, expected 0x1db1" },
        { 0x47, 0x1e, 0, 0x55, "0x1eb1 in the device that the ROM is for, expected 0x1db1" },
        { 0x1fe, 1, 0, 0x55, "0x1 in the sum of the ROM's first image, expected 0x0" }, { 0x1fe, 1, 0x54, 3, NULL },
        { 0x200, 0, 0x55, 0x80, NULL }, { 0x200, 0, 0x55, 0x7f, NO("0x200") }, { 0x240, 'Q', 0, 0x55, NO("0x200") },
        { 0x268, 0, 0, 0x55, NO("0x200") }, { 0x268, 2, 0, 0x55, NO("0x600") }, { 0x269, 1, 0, 0x55, NO("0x20400") },
        { 0x400, 0, 0x26a, 0x80, NULL }, { 0x400, 0, 0x26a, 0x7f, NO("0x400") }, { 0x401, 0xaa, 0, 0x55, NO("0x400") },
        { 0x400, 0, 0x260, 'M', NULL }, { 0x400, 0, 0x24a, 0x10, NULL }, { 0x400, 0, 0x24a, 0x11, NO("0x400") },
        { 0x400, 0, 0x24a, 0x20, NO("0x400") }, { 0x400, 0, 0x24a, 0x21, NULL }, { 0x400, 0, 0x24b, 1, NULL },
        { 0x454, 4, 0, 0x55, NO("0x400") }, { 0x454, 4, 0x460, 'M', NO("0x600") }, { 0x450, 0, 0, 0x55, NO("0x400") },
        { 0x440, 'M', 0, 0x55, NO("0x400") },
    };
    /* clang-format on */

    for (unsigned i = 0; i <= ARRAY_SIZE(rows); i++) {
        open_card(state);
        bench_set(&bench, REF_ROM_SHADOW, 0x13);
        answer(REF_ROM_SHADOW, 0x13);
        put_rom();
        endless = i == ARRAY_SIZE(rows);
        if (!endless) {
            rom[rows[i].at] = (uint8_t)rows[i].value;
            rom[rows[i].at_2] = (uint8_t)rows[i].value_2;
        }
        if (endless || rows[i].at != 0x1fe)
            make_sum();
        const char *const words = endless ? "more than 2048 images in its ROM" : rows[i].says;
        says("identity.rom", words ? words_of("GV100 has %s", words) : NULL);
        assert_int_equal(0x12, bench_get(&bench, REF_ROM_SHADOW));
    }
    endless = false;
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

/* §1.5: "A read/write test takes one of the others that reads 0": words 8 to 31, from the end on. */
TEST(scratch_words_without_a_user, open_card)
{
    for (uint32_t i = 9; i < 32; i++)
        answer(REF_PBUS_SW_SCRATCH(i), 1);
    says("link.scratch", "GV100 has 0x0 in a scratch register, expected 0x1");
    answer(REF_PBUS_SW_SCRATCH(8), 1);
    run("link.scratch");
    assert_int_equal(TEST_SKIP, test.result);
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
