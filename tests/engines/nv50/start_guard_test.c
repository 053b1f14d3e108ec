/* Registers looked at between the scripts of a cold card and its memory: fan, power, clocks (docs/hardware/devinit.md
 * §6.1, §8.1, board.md §4, §6, board-sensors.md §1.2). The ROMs are the model's with a line or a table more. */
#include <stdio.h>
#include <string.h>

#include "engines/nv50/clocks.h"
#include "engines/nv50/devinit/perf.h"
#include "reference/nv50.h"
#include "tests/engines/nv50/start_rig.h"

#define ROM_ROOM_HERE 0x2000
#define PERF_AT       0xc00 /* free in the model's ROM */

static uint8_t rom[ROM_ROOM_HERE];
static size_t rom_size;

static void take_rom(const char *chip)
{
    rom_size = start_rig_rom(chip, rom, sizeof(rom));
}

static void put(unsigned at, const char *bytes, size_t size)
{
    memcpy(rom + at, bytes, size);
    start_rig_close_sum(rom, rom_size);
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

    put(table + 6 + 4 * row, (const char *)bytes, sizeof(bytes));
}

/* The row of the table of lines that the model leaves unused becomes that one. */
static void put_line(uint32_t entry)
{
    assert_int_equal(rom[word_at(word_at(0x36) + 0x0a) + 6 + 4 + 1], 0xff);
    put_row(1, entry);
}

/* Where the information table stands. */
static unsigned rom_bit(void)
{
    unsigned bit = 0x100;

    while (memcmp(rom + bit,
                  "\xff\xb8"
                  "BIT",
                  5) != 0)
        bit++;
    return bit;
}

/* Token T, which is empty and stands before the ROM's own P, becomes P, whose table is that one. */
static void put_perf(const char *table, size_t size)
{
    unsigned token = rom_bit() + 12;

    while (rom[token] != 'T')
        token += 6;
    memcpy(rom + token, (const char[]){ 'P', 1, 4, 0, (char)(PERF_AT & 0xff), PERF_AT >> 8 }, 6);
    memcpy(rom + PERF_AT, (const char[]){ 0x08, PERF_AT >> 8, 0, 0 }, 4);
    put(PERF_AT + 8, table, size);
}

static enum start_outcome start_it(struct start_rig *rig, const char *chip,
                                   void (*before)(struct card *card))
{
    start_rig_open(rig, &(struct model_config){ .chip = &chipset_named(chip)->chip,
                                                .cold = true,
                                                .vbios = rom,
                                                .vbios_size = rom_size });
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
    } rows[] = {
        { FAN_ON_9, 900, 300, 1350, 0, GUARD_FAN_SET, 300, 1350 },
        { FAN_ON_9, 900, 0, 1350, 540, GUARD_FAN_RUNS, 0, 540 },
        { FAN_ON_4, 900, 0, 1350, 540, GUARD_FAN_SET, 900, 540 },
        { FAN_ON_9_LOW, 900, 0, 1350, 1350, GUARD_FAN_SET, 0, 0 },
        { FAN_ON_9_LOW, 900, 0, 1350, 0, GUARD_FAN_RUNS, 0, 0 },
        { FAN_ON_9, 900, 300, 0, 0, GUARD_FAN_UNKNOWN, 300, 0 },
        { FAN_ON_9, 900, 300, 1350, 1, GUARD_FAN_RUNS, 300, 1 },
        { FAN_NO_PULSES, 900, 0, 1350, 0, GUARD_FAN_NONE, 0, 0 },
        { NO_FAN_ON_9, 900, 0, 1350, 0, GUARD_FAN_NONE, 0, 0 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;

        take_rom("g84");
        put_line(rows[i].line);
        divisor_0 = rows[i].divisor_0, duty_0 = rows[i].duty_0;
        divisor_1 = rows[i].divisor_1, duty_1 = rows[i].duty_1;
        assert_int_equal(start_it(&rig, "g84", set_generators), START_DONE);
        assert_int_equal(rig.start->guard.fan, rows[i].fan);
        assert_int_equal(card_read32(&rig.card, 0xe118), rows[i].after_0);
        assert_int_equal(card_read32(&rig.card, 0xe120), rows[i].after_1);
        start_rig_close(&rig);
    }
}

/* The table's first row counts like any other. */
TEST(a_fan_of_the_first_row_is_set_too)
{
    struct start_rig rig;

    take_rom("g84");
    put_row(0, FAN_ON_9);
    divisor_0 = 900, duty_0 = 300, divisor_1 = 1350, duty_1 = 0;
    start_it(&rig, "g84", set_generators);
    assert_int_equal(rig.start->guard.fan, GUARD_FAN_SET);
    assert_int_equal(card_read32(&rig.card, 0xe120), 1350);
    start_rig_close(&rig);
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
    } rows[] = {
        { "g84", 0x50001010, false }, /* line 16, missing if it is 0 */
        { "g84", 0x70001010, false }, /* ... if it is 1 */
        { "g84", 0x5000100f, true },  /* line 15, which is 0 */
        { "g94", 0x50001010, true },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;
        struct guard guard;

        take_rom(rows[i].chip);
        put_line(rows[i].line);
        start_rig_open(&rig, &(struct model_config){ .chip = &chipset_named(rows[i].chip)->chip,
                                                     .cold = true,
                                                     .vbios = rom,
                                                     .vbios_size = rom_size });
        start_look(&rig.card, rig.start);
        card_write32(&rig.card, 0xe108, 0);
        memset(&guard, 0xff, sizeof(guard));
        guard_card(&rig.card, &rig.start->found.v, &guard);
        assert_int_equal(rows[i].missing, guard.no_power);
        assert_int_equal(rows[i].missing ? rows[i].line & 0x1f : 0, guard.power_line);
        assert_int_equal(GUARD_FAN_NONE, guard.fan);
        start_rig_close(&rig);
    }
}

/* ---- clocks: the model's boards start with a core of 275 MHz and a memory of 400 MHz */

TEST(clocks_above_the_fastest_level_end_the_start)
{
    static const char slower[] = "\x30\x06\x02\x10\0\0"
                                 "\x20\0\0\0\0\0\0\0\x13\x01\0\0\x90\x01\0\0" /* 275, 400 */
                                 "\x21\0\0\0\0\0\0\0\x13\x01\0\0\x5e\x01\0";  /* 275, 350 */
    static const char wrong_core[] = "\x30\x06\x01\x10\0\0"
                                     "\x20\0\0\0\0\0\0\0\xc8\0\0\0\xbc\x02\0"; /* 200, 700 */
    static const char wrong_memory[] = "\x30\x06\x01\x10\0\0"
                                       "\x20\0\0\0\0\0\0\0\x58\x02\0\0\x2c\x01\0"; /* 600, 300 */
    struct start_rig rig;

    take_rom("g84");
    put_perf(slower, sizeof(slower));
    assert_int_equal(start_it(&rig, "g84", NULL), START_DONE);
    assert_int_equal(rig.start->guard.top.core_mhz, 275);
    assert_int_equal(rig.start->guard.clocks.core_khz / 1000, 275);
    start_rig_close(&rig);
    take_rom("g84");
    put_perf(wrong_core, sizeof(wrong_core));
    assert_int_equal(start_it(&rig, "g84", NULL), START_TOO_FAST);
    assert_string_equal(words_of(&rig),
                        "too fast after its scripts: core 275 MHz, memory 399 MHz, where "
                        "its VBIOS has no level above 200 and 700 MHz");
    start_rig_close(&rig);
    take_rom("g84");
    put_perf(wrong_memory, sizeof(wrong_memory));
    assert_int_equal(start_it(&rig, "g84", NULL), START_TOO_FAST);
    start_rig_close(&rig);
    /* 2 % more than 392 MHz are 399.84, than 393 MHz 400.86: the memory has 399.9 */
    for (char low = (char)0x88; low <= (char)0x89; low++) {
        char level[sizeof(wrong_memory)];

        memcpy(level, wrong_memory, sizeof(level));
        level[6 + 12] = low;
        take_rom("g84");
        put_perf(level, sizeof(level));
        assert_int_equal(start_it(&rig, "g84", NULL),
                         low == (char)0x88 ? START_TOO_FAST : START_DONE);
        start_rig_close(&rig);
    }
}

/* Versions of board-sensors.md §1.2: where the words of an entry stand. */
TEST(performance_tables_are_read_by_their_version)
{
    static const struct {
        const char *bytes;
        size_t size;
        enum err e;
        uint32_t core, memory;
    } rows[] = {
#define ROW(bytes, ...) { bytes, sizeof(bytes), __VA_ARGS__ }
        /* 0x25: words at 6 and 0xc, after each entry one sub-entry of 2 bytes; the last is unused */
        ROW("\x25\x08\x03\x0e\x01\x02\0\0"
            "\x20\0\0\0\0\0\x90\x01\0\0\0\0\xf4\x01\xee\xee"
            "\x21\0\0\0\0\0\x2c\x01\0\0\0\0\x58\x02\xee\xee"
            "\xff\0\0\0\0\0\xff\xff\0\0\0\0\xff\xff",
            OK, 400, 600),
        ROW("\x35\x06\x01\x0e\0\0"
            "\x20\0\0\0\0\0\0\0\xf4\x01\0\0\x84\x03",
            OK, 500, 900),
        /* 0x40: header, entry length 4, sub-entry length 4, 3 of them, one entry; MHz in 14 bits */
        ROW("\x40\x0c\x04\x04\x03\x01\0\0\0\0\0\x20"
            "\x20\0\0\0"
            "\x26\x42\0\0"
            "\0\0\0\0"
            "\x16\xc3\0\0",
            OK, 550, 790),
        ROW("\x22\x06\x01\x0e\0\0"
            "\x20\0\0\0\0\0\0\0\xf4\x01\0\0\x84\x03",
            ERR_UNSUPPORTED, 0, 0),
#undef ROW
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct perf_top top = { 0 };
        struct vbios v;

        take_rom("gt215");
        put_perf(rows[i].bytes, rows[i].size);
        assert_int_equal(vbios_parse(rom, rom_size, &v), OK);
        assert_int_equal(perf_top(&v, &top), rows[i].e);
        if (rows[i].e == OK) {
            assert_int_equal(top.core_mhz, rows[i].core);
            assert_int_equal(top.memory_mhz, rows[i].memory);
        }
    }
    take_rom("g84");
    unsigned token = rom_bit() + 12;
    while (rom[token] != 'P')
        token += 6;
    rom[token] = 'x';
    struct perf_top top;
    struct vbios v;
    assert_int_equal(vbios_parse(rom, rom_size, &v), OK);
    assert_int_equal(perf_top(&v, &top), ERR_NOT_FOUND);
}

/* As many levels as there is room for, 16; a longer table is not read at all. Entries of version 0x35 with 14 bytes:
 * core clock at 8, memory clock at 12. */
TEST(performance_tables_have_at_most_16_levels)
{
    struct perf_table table;
    struct vbios v;

    for (unsigned count = 15; count <= 17; count++) {
        char bytes[6 + 17 * 14] = { 0x35, 6, (char)count, 14, 0, 0 };

        for (unsigned i = 0; i < count; i++) {
            bytes[6 + 14 * i] = 0x20;
            bytes[6 + 14 * i + 8] = (char)(i + 1);
        }
        take_rom("gt215");
        put_perf(bytes, sizeof(bytes));
        assert_int_equal(vbios_parse(rom, rom_size, &v), OK);
        assert_int_equal(perf_read(&v, &table), count <= 16 ? OK : ERR_RANGE);
        assert_int_equal(table.count, count <= 16 ? count : 0);
        for (unsigned i = 0; i < table.count; i++)
            assert_int_equal(table.levels[i].core_mhz, i + 1);
    }
}

/* ---- reading clocks: the vectors of board.md §6.1 and §6.2, and cases by hand that they leave out */

enum { CORE, SHADER, MEMORY };

struct write {
    uint32_t at, value;
};

TEST(clocks_are_read_as_the_reference_computes_them)
{
    static const struct {
        const char *chip;
        struct write writes[8];
        unsigned which;
        uint32_t khz;
    } rows[] = {
        /* root 27000 * 30 / 1 = 810000; * 20 / 18 */
        { "g84",
          { { 0xe81c, 0x1e01 }, { 0x4008, 0x80000000 }, { 0x400c, 0x1412 }, { 0xc040, 0 } },
          MEMORY,
          900000 },
        { "g84",
          { { 0xe81c, 0x1e01 }, { 0x4008, 0x80010000 }, { 0x400c, 0x1412 }, { 0xc040, 0 } },
          MEMORY,
          450000 },
        /* HREF * 18 / 2 */
        { "g84",
          { { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x1202 },
            { REF_PCLOCK_MASTER, 0x10000 } },
          MEMORY,
          900000 },
        { "g84", { { 0x4008, 0x80000200 }, { 0x400c, 0x1202 }, { 0xc040, 0 } }, MEMORY, 27000 },
        { "g84",
          { { REF_PCLOCK_MPLL, 0x80000200 },
            { REF_PCLOCK_MPLL_COEF, 0x1202 },
            { REF_PCLOCK_MASTER, 0x8000 } },
          MEMORY,
          100000 },
        { "g84",
          { { REF_PCLOCK_MPLL, 0 }, { REF_PCLOCK_MPLL_COEF, 0x1202 }, { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          0 },
        /* core by its own PLL from HREF, by the shader's, by the crystal */
        { "g84",
          { { REF_PCLOCK_NVPLL, 0x80010000 },
            { REF_PCLOCK_NVPLL_COEF, 0x0b01 },
            { REF_PCLOCK_MASTER, 0x200003 } },
          CORE,
          550000 },
        { "g84",
          { { REF_PCLOCK_NVPLL, 0x80010000 },
            { REF_PCLOCK_SPLL, 0x80000000 },
            { REF_PCLOCK_SPLL_COEF, 0x0c01 },
            { REF_PCLOCK_MASTER, 0x400002 } },
          CORE,
          600000 },
        { "g84", { { REF_PCLOCK_NVPLL, 0x80010000 }, { REF_PCLOCK_MASTER, 0 } }, CORE, 13500 },
        { "g84", { { 0x4028, 0x80010000 }, { 0x402c, 0x0b01 }, { 0xc040, 0x300003 } }, CORE, 0 },
        { "g200",
          { { REF_PCLOCK_NVPLL, 0x80010000 },
            { REF_PCLOCK_NVPLL_COEF, 0x0b01 },
            { REF_PCLOCK_MASTER, 0x300003 } },
          CORE,
          1100000 },
        /* two stages: * 11 / 1 * 3 / 2 */
        { "g84",
          { { 0x4028, 0xc0000000 }, { 0x402c, 0x03020b01 }, { 0xc040, 0x200003 } },
          CORE,
          1650000 },
        { "g84",
          { { REF_PCLOCK_SPLL, 0x80010000 },
            { REF_PCLOCK_SPLL_COEF, 0x1801 },
            { REF_PCLOCK_MASTER, 0x400030 } },
          SHADER,
          1200000 },
        { "g84", { { REF_PCLOCK_SPLL, 0 }, { REF_PCLOCK_MASTER, 0x80 } }, SHADER, 0 },
        /* G80's root: 4 times or twice 27000, * (4 + 1) / (1 + 1) >> 1 */
        { "g80",
          { { REF_PCLOCK_ROOT_COEF, 0x10401 },
            { REF_PCLOCK_ROOT_SELECT, 0 },
            { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x0201 },
            { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          270000 },
        { "g80",
          { { REF_PCLOCK_ROOT_COEF, 0x1010401 },
            { REF_PCLOCK_ROOT_SELECT, 0 },
            { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x0201 },
            { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          135000 },
        /* G94: 0 the second root PLL, 1 crystal, 2 HREF, 3 the first, with more halvings at 0xe824 */
        { "g94",
          { { REF_PCLOCK_ROOT_COEF_1, 0x1e01 },
            { REF_PCLOCK_MASTER_ROOT, 0 },
            { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x0101 },
            { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          810000 },
        { "g94",
          { { REF_PCLOCK_ROOT_COEF_1, 0x1e01 },
            { REF_PCLOCK_MASTER_ROOT, 4 },
            { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x0101 },
            { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          27000 },
        { "g94",
          { { 0xc050, 8 }, { 0x4008, 0x80000000 }, { 0x400c, 0x0101 }, { 0xc040, 0 } },
          MEMORY,
          100000 },
        { "g94",
          { { REF_PCLOCK_ROOT_COEF, 0x11e01 },
            { REF_PCLOCK_MASTER_ROOT, 0xc },
            { REF_PCLOCK_MPLL, 0x80000000 },
            { REF_PCLOCK_MPLL_COEF, 0x0101 },
            { REF_PCLOCK_MASTER, 0 } },
          MEMORY,
          405000 },
        /* GT215: root 810000, divided by (16 + 2) / 2 is 90000; * 55 / (3 * 3) */
        { "gt215",
          { { REF_PCLOCK_GT215_ROOT, 1 },
            { REF_PCLOCK_ROOT_DIV, 0x11e01 },
            { REF_PCLOCK_GT215_NVPLL_SOURCE, 0x103121 },
            { REF_PCLOCK_GT215_NVPLL, 1 },
            { REF_PCLOCK_GT215_NVPLL_COEF, 0x33703 } },
          CORE,
          550000 },
        { "gt215", { { 0x4120, 0x100 }, { 0x4200, 1 }, { 0x4204, 0x21b01 } }, CORE, 364500 },
        { "gt215", { { 0x4120, 0x300 }, { 0x4200, 1 }, { 0x4204, 0x21b01 } }, CORE, 0 },
        { "gt215", { { 0x4128, 0x2100 }, { 0x4000, 1 }, { 0x4004, 0x10401 } }, MEMORY, 400000 },
        { "gt215", { { 0x4128, 0x500 }, { 0x4000, 1 }, { 0x4004, 0x10401 } }, MEMORY, 432000 },
        { "gt215", { { 0x4128, 0 }, { 0x4000, 1 }, { 0x4004, 0x10401 } }, MEMORY, 0 },
        { "mcp79", { { 0x4028, 0x80010000 }, { 0x402c, 0x0b01 }, { 0xc040, 0x200003 } }, CORE, 0 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;
        struct clocks clocks;

        start_rig_open(&rig, &(struct model_config){ .chip = &chipset_named(rows[i].chip)->chip });
        for (unsigned w = 0; w < 8 && rows[i].writes[w].at; w++)
            card_write32(&rig.card, rows[i].writes[w].at, rows[i].writes[w].value);
        card_clocks(&rig.card, &clocks);
        const uint32_t khz[] = { clocks.core_khz, clocks.shader_khz, clocks.memory_khz };
        if (khz[rows[i].which] != rows[i].khz)
            fail_msg("row %zu, %s: %u kHz, the reference says %u", i, rows[i].chip,
                     khz[rows[i].which], rows[i].khz);
        start_rig_close(&rig);
    }
}
