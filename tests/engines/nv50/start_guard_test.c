/* Registers looked at between the scripts of a cold card and its memory: fan, power, clocks (docs/hardware/devinit.md
 * §6.1, §8.1, board.md §4, §6, board-sensors.md §1.2). The ROMs are the model's with a line or a table more. */
#include "tests/engines/nv50/start_rig.h"

#define ROM_ROOM_HERE 0x2000

static uint8_t rom[ROM_ROOM_HERE];
static size_t rom_size;

static void take_rom(const char *chip)
{
    rom_size = start_rig_rom(chip, rom, sizeof(rom));
}

static unsigned word_at(unsigned at)
{
    return rom[at] | (unsigned)rom[at + 1] << 8;
}

static void put_row(unsigned row, uint32_t entry)
{
    const unsigned table = word_at(word_at(0x36) + 0x0a);
    const uint8_t bytes[] = { (uint8_t)entry, (uint8_t)(entry >> 8), (uint8_t)(entry >> 16),
                              (uint8_t)(entry >> 24) };

    memcpy(rom + table + 6 + 4 * row, bytes, sizeof(bytes));
    start_rig_close_sum(rom, rom_size);
}

/* The row of the table of lines that the model leaves unused becomes that one. */
static void put_line(uint32_t entry)
{
    assert_int_equal(rom[word_at(word_at(0x36) + 0x0a) + 6 + 4 + 1], 0xff);
    put_row(1, entry);
}

static void open_rig(struct start_rig *rig, const char *chip, bool cold)
{
    start_rig_open(rig, &(struct model_config){ .chip = &chipset_named(chip)->chip,
                                                .cold = cold,
                                                .vbios = rom,
                                                .vbios_size = rom_size });
}

static enum start_outcome start_it(struct start_rig *rig, const char *chip,
                                   void (*before)(struct card *card))
{
    open_rig(rig, chip, true);
    if (before)
        before(&rig->card);
    return start_rig_start(rig, POST_AUTO);
}

static const char *words_of(const struct start_rig *rig)
{
    static char words[400];
    struct text text = text_in(words, sizeof(words));

    start_words(rig->start, &text);
    return words;
}

/* ---- the fan: function 9, "on" at start, routed to NVIO, with pulses */

#define FAN_ON_9      0x83000909u /* 1 drives it; bit 31: pulses */
#define FAN_ON_9_LOW  0x8b000909u /* 0 drives it */
#define FAN_ON_4      0x83000904u
#define FAN_NO_PULSES 0x03000909u
#define NO_FAN_ON_9   0x83007809u /* function 0x78: pulses for when the fan has failed */

static uint32_t divisor_0, duty_0, divisor_1, duty_1;

static void set_generators(struct card *card)
{
    card_write32(card, REF_PNVIO_PWM_DIVISOR_0, divisor_0);
    card_write32(card, REF_PNVIO_PWM_DUTY_0, duty_0);
    card_write32(card, REF_PNVIO_PWM_DIVISOR_1, divisor_1);
    card_write32(card, REF_PNVIO_PWM_DUTY_1, duty_1);
}

TEST(a_fan_that_stands_is_set_to_full_speed)
{
    static const struct {
        uint32_t line, divisor_0, duty_0, divisor_1, duty_1;
        enum guard_fan fan;
        uint32_t after_0, after_1; /* duties */
    } rows[] = { { FAN_ON_9, 900, 300, 1350, 0, GUARD_FAN_SET, 300, 1350 },
                 { FAN_ON_9, 900, 0, 1350, 540, GUARD_FAN_RUNS, 0, 540 },
                 { FAN_ON_4, 900, 0, 1350, 540, GUARD_FAN_SET, 900, 540 },
                 { FAN_ON_9_LOW, 900, 0, 1350, 1350, GUARD_FAN_SET, 0, 0 },
                 { FAN_ON_9_LOW, 900, 0, 1350, 0, GUARD_FAN_RUNS, 0, 0 },
                 { FAN_ON_9, 900, 300, 0, 0, GUARD_FAN_UNKNOWN, 300, 0 },
                 { FAN_ON_9, 900, 300, 1350, 1, GUARD_FAN_RUNS, 300, 1 },
                 { FAN_NO_PULSES, 900, 0, 1350, 0, GUARD_FAN_NONE, 0, 0 },
                 { NO_FAN_ON_9, 900, 0, 1350, 0, GUARD_FAN_NONE, 0, 0 } };

    /* The table's first row counts like any other. */
    for (size_t n = 0; n < 2 * ARRAY_SIZE(rows); n++) {
        const size_t i = n / 2;
        struct start_rig rig;

        take_rom("g84");
        put_row(n % 2, rows[i].line);
        divisor_0 = rows[i].divisor_0, duty_0 = rows[i].duty_0;
        divisor_1 = rows[i].divisor_1, duty_1 = rows[i].duty_1;
        const enum start_outcome outcome = start_it(&rig, "g84", set_generators);
        assert_true(n % 2 == 0 || outcome == START_DONE); /* the memory's line was the first row */
        assert_int_equal(rig.start->guard.fan, rows[i].fan);
        assert_int_equal(card_read32(&rig.card, REF_PNVIO_PWM_DUTY_0), rows[i].after_0);
        assert_int_equal(card_read32(&rig.card, REF_PNVIO_PWM_DUTY_1), rows[i].after_1);
        start_rig_close(&rig);
    }
}

/* ---- power: an input whose "on" level says that the plug is missing */

static uint32_t line_3;

static void set_line_3(struct card *card)
{
    card_write32(card, REF_PNVIO_GPIO_0, line_3 << 12);
}

TEST(a_card_without_its_plug_is_not_tested_further)
{
    static const struct {
        uint32_t line, nibble;
        enum start_outcome outcome;
    } rows[] = {
        { 0x70001003, 4, START_NO_POWER }, /* function 0x10, "on" is 1 and an input; the line is 1 */
        { 0x70001003, 0, START_DONE },     { 0x50004c03, 0, START_NO_POWER }, /* 0x4c, "on" is 0 */
        { 0x50007903, 4, START_DONE },     { 0x70007903, 4, START_NO_POWER },
        { 0x70001803, 4, START_DONE }, /* another function */
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;

        take_rom("g84");
        put_line(rows[i].line);
        line_3 = rows[i].nibble;
        if (start_it(&rig, "g84", set_line_3) != rows[i].outcome)
            fail_msg("line %08x at %x: %s", rows[i].line, rows[i].nibble, words_of(&rig));
        if (rows[i].outcome == START_NO_POWER)
            assert_non_null(strstr(words_of(&rig), "line 3 of its board says that its own plug"));
        start_rig_close(&rig);
    }
}

/* G84 has lines 0 to 15, G94 twice as many: a row for another line says nothing. */
TEST(a_line_that_is_not_there_says_nothing)
{
    static const struct {
        const char *chip;
        uint32_t line;
        bool missing;
    } rows[] = { { "g84", 0x50001010, false }, /* line 16, missing if it is 0 */
                 { "g84", 0x70001010, false }, /* ... if it is 1 */
                 { "g84", 0x5000100f, true },  /* line 15, which is 0 */
                 { "g94", 0x50001010, true } };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;
        struct start_guard guard;

        take_rom(rows[i].chip);
        put_line(rows[i].line);
        open_rig(&rig, rows[i].chip, true);
        start_look(&rig.card, rig.start);
        card_write32(&rig.card, REF_PNVIO_GPIO_8, 0);
        memset(&guard, 0xff, sizeof(guard));
        start_guard_card(&rig.card, &rig.start->found.v, &guard);
        assert_pairs(rows[i].missing, guard.no_power, rows[i].missing ? rows[i].line & 0x1f : 0,
                     guard.power_line, GUARD_FAN_NONE, guard.fan);
        start_rig_close(&rig);
    }
}

/* ---- clocks: the crystal's 27 MHz times 30 for every PLL, N in bits 15:8, M in 7:0; the core's is halved */

/* The fastest level of G84's table has 495 and 900 MHz: 504.9 and 918 MHz are 2 % more. */
TEST(clocks_may_be_two_percent_faster_than_the_fastest_level)
{
    static const struct {
        uint32_t at, coefficients;
        bool too_fast;
    } rows[] = { { REF_PCLOCK_MPLL_COEF, 0x1412, false },
                 { REF_PCLOCK_MPLL_COEF, 0x110f, false }, /* 918.0 */
                 { REF_PCLOCK_MPLL_COEF, 0xc3ac, true },
                 { REF_PCLOCK_NVPLL_COEF, 0xbb96, false }, /* 504.9 */
                 { REF_PCLOCK_NVPLL_COEF, 0x0504, true } };

    take_rom("g84");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;
        struct start_guard guard;

        open_rig(&rig, "g84", false);
        start_look(&rig.card, rig.start);
        card_write32(&rig.card, rows[i].at, rows[i].coefficients);
        start_guard_card(&rig.card, &rig.start->found.v, &guard);
        assert_pairs(rows[i].too_fast, guard.too_fast, 495, guard.top.core_mhz, 900,
                     guard.top.memory_mhz);
        start_rig_close(&rig);
    }
}
