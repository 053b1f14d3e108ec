/* The model's own ROM, byte by byte but for its scripts, which are run by the tests of cold cards: typed from
 * docs/hardware/devinit.md §1.6, §2, §4.6, §5.3 and board-sensors.md §1, §6.3. A pointer must be where its table is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

static const uint8_t *rom;
static unsigned at; /* the next byte to be looked at */
static const char *chip_name;

/* The bytes that stand there, as hexadecimal numbers of two digits. */
static void next(const char *what, const char *hex)
{
    for (const char *c = hex; *c; c += c[2] ? 3 : 2, at++) {
        const unsigned expected = (unsigned)strtoul(c, NULL, 16);

        if (rom[at] != expected)
            fail_msg("%s, %s: byte 0x%x is 0x%02x, expected 0x%02x", chip_name, what, at, rom[at],
                     expected);
    }
}

static void zeros_up_to(unsigned end)
{
    for (; at < end; at++)
        if (rom[at])
            fail_msg("%s: byte 0x%x is 0x%02x, expected 0", chip_name, at, rom[at]);
}

static void next_16(const char *what, unsigned value)
{
    char hex[8];

    snprintf(hex, sizeof(hex), "%02x %02x", value & 0xff, value >> 8 & 0xff);
    next(what, hex);
}

static unsigned word_at(unsigned where)
{
    return rom[where] | (unsigned)rom[where + 1] << 8;
}

static void align(void)
{
    zeros_up_to((at + 3) & ~3u);
}

static void open_rom(const char *chip, bool cold)
{
    const struct model_host host = { .dma_read = no_dma_read,
                                     .dma_write = no_dma_write,
                                     .clock_ns = clock_ns };
    const struct model_config config = { .chip = &chipset_named(chip)->chip,
                                         .seed = 1,
                                         .cold = cold };
    char error[200];

    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    chip_name = chip;
    rom = nv50_of(card)->rom;
    at = 0;
    assert_true(nv50_of(card)->rom_size >= 0x1000);
}

/* Up to 0xa0: the ROM's header, subsystem, straps with a sum of 0, PCI data structure, a name. */
static void expect_headers(void)
{
    const unsigned device = model_config_read(card, 2, 2);

    next("signature", "55 aa 08 cb");
    zeros_up_to(0x18);
    next_16("pointer to PCIR", 0x70);
    zeros_up_to(0x36);
    at += 2; /* to the DCB, see below */
    zeros_up_to(0x54);
    next("subsystem", "de 10");
    next_16("subsystem", device);
    next("straps", "ff ff ff 7f 00 00 00 00 ff ff ff 7f 00 00 00 00 00 00 a5 63");
    zeros_up_to(0x70);
    next("PCIR", "50 43 49 52 de 10");
    next_16("PCIR", device);
    next("PCIR", "00 00 18 00 00 00 00 03 08 00 00 00 00 80 00 00");
    next("name", "42 61 72 65 63 61 72 64 20 6d 6f 64 65 6c 20 52 4f 4d");
    zeros_up_to(0xa0);
}

/* From 0xa0 to its end, which depends on the family alone; `size` is MEM_AMOUNT, little-endian. */
static void expect_script_tables(const char *types, const char *parts, const char *locked,
                                 const char *size)
{
    for (unsigned i = 0; i < 16; i++)
        next("types of memory", types);
    next_16("arrays", 0xa0);
    next("partitions", "40 15 00 00 00 00 ff 00");
    next("partitions", parts);
    next("lock", locked);
    next("size", "0c 02 10 00 ff ff ff ff");
    next("size", size);
    next("clocks are there", "d4 03 3d 80 80");
    next("straps that are", "00 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00");
    next("strap is one of them", "d4 03 3c 0f 00 db 00 01 01");
    next("macro", "00 01 d4 02 10 00 01 00 00 00");
    next("columns", "03 02 01 03 03 03 03 03 03 03 03 03 03 03 03 ff");
    assert_int_equal(at, 0x10e);
}

/* §5.3: 400 to 1000 MHz, inputs from 1 and up to 27 MHz; N 8 to 255, M 1 to 13, P up to 6; 27 MHz. */
static void expect_pll_limits(void)
{
    next("limits", "90 01 e8 03 00 00 00 00 01 00 00 00 1b 00 00 00");
    next("limits", "08 ff 01 0d 00 00 00 00 00 06 00 00 78 69 00 00");
    next("list of limits", "30 04 07 02");
    next("core", "01 0e 01 28 40 00 00");
    next("memory", "04 0e 01 08 40 00 00");
}

/* The bytes after the scripts; their list is five words: engines, board, memory, an end, clocks. */
struct places {
    unsigned tables_end, list, zeros, info, init, memory, clock, loads, analogue, levels, voltages,
        shunts, perf;
};

static void expect_init_token(struct places *p, unsigned memory_info)
{
    p->init = at;
    p->list = word_at(at);
    at += 2;
    next("tables of scripts", memory_info || p->tables_end == 0x140
                                  ? "f4 00 f6 00 b2 00 d6 00 eb 00 00 00"
                                  : "00 00 00 00 00 00 00 00 00 00 00 00");
    const unsigned private_script = word_at(at);
    at += 2;
    next_16("arrays", p->tables_end == 0xa0 ? 0 : 0xb0);
    next_16("nothing", 0);
    next_16("tables", 0xa0);
    next_16("size of the tables", p->tables_end - 0xa0);
    next_16("boot scripts", p->tables_end);
    const unsigned size = word_at(at);
    at += 2;
    assert_int_equal(private_script + 4, p->tables_end + size); /* it is the last */
    assert_memory_equal(rom + private_script, "\x57\x01\x00\x71", 4);
    assert_int_equal(word_at(p->list), p->tables_end);
    assert_int_equal(p->list, (p->tables_end + size + 3) & ~3u);
    assert_int_equal(p->list + 10, p->zeros);
    assert_int_equal(word_at(p->list + 6), 0);
}

static void expect_levels(struct places *p, bool gt215)
{
    p->levels = at;
    if (gt215) {
        next("levels", "40 0c 04 04 03 03 00 00 00 00 00 22");
        next("level 0", "20 00 5a 00 87 00 00 00 0e 01 00 00 87 00 00 00");
        next("level 1", "21 00 5a 00 6c 01 00 00 20 03 00 00 0e 01 00 00");
        next("level 2", "22 00 5f 00 29 02 00 00 46 05 00 00 1c 02 00 00");
        p->voltages = at;
        next("voltages", "40 10 00 00 a0 bb 0d 00 a8 61 00 03 00 00 00 00");
        return;
    }
    next("levels", "30 06 03 10 01 02");
    next("level 0", "20 00 00 00 00 00 28 5a a9 00 52 01 64 00 00 00 00 00");
    next("level 1", "21 00 00 00 00 00 28 64 13 01 26 02 90 01 00 00 00 00");
    next("level 2", "22 00 00 00 00 00 28 6e ef 01 bf 04 84 03 00 00 00 00");
    p->voltages = at;
    next("voltages", "30 06 02 03 03 00 5a 00 64 04 6e 08");
}

/* GT215 measures with its second device, at 5 milliohms; GT216 with its first, at 5 and 10 and not at the third. */
static void expect_shunts(struct places *p, const char *chip)
{
    p->shunts = at;
    if (strcmp(chip, "gt215") == 0)
        next("shunts", "10 04 05 01 00 f8 01 05 00");
    else
        next("shunts", "20 04 0b 01 00 00 00 00 00 05 00 0a 00 05 40");
}

static void expect_perf_token(struct places *p, bool gt215, bool measures)
{
    p->perf = at;
    next_16("levels", p->levels);
    zeros_up_to(p->perf + (gt215 ? 0x0c : 0x10));
    next_16("voltages", p->voltages);
    if (measures) {
        zeros_up_to(p->perf + 0x28);
        next_16("shunts", p->shunts);
    }
    zeros_up_to(p->perf + (gt215 ? 0x2c : 0x14));
}

static void expect_token(const char *row, unsigned where)
{
    next("token", row);
    next_16(row, where);
}

/* The table of tokens: its bytes add up to 0. */
static void expect_bit(const struct places *p, bool gt215, bool info)
{
    align();
    next("BIT", "ff b8 42 49 54 00 00 01 0c 06 09 4e");
    expect_token("69 02 19 00", p->info);
    expect_token("49 01 1c 00", p->init);
    expect_token(info ? "4d 02 07 00" : "4d 01 0d 00", p->memory);
    expect_token("43 01 0c 00", p->clock);
    expect_token("41 01 03 00", p->analogue);
    expect_token("44 01 04 00", p->zeros);
    expect_token("4c 01 02 00", p->zeros);
    expect_token("54 01 02 00", p->zeros);
    expect_token(gt215 ? "50 02 2c 00" : "50 01 14 00", p->perf);
    align();
}

static void expect_dcb(const char *lines, const char *port, const char *devices)
{
    const unsigned gpio = at;
    next("lines", lines);
    const unsigned ports = at;
    next("ports", port);
    const unsigned connectors = at;
    next("connectors", "40 05 00 04 00");
    const unsigned sensors = at;
    next("devices", devices);
    align();
    assert_int_equal(word_at(0x36), at);
    const unsigned start = at;
    next("DCB", "40 1b 01 08");
    next_16("ports", ports);
    next("signature", "cb bd dc 4e");
    next_16("lines", gpio);
    zeros_up_to(start + 0x12);
    next_16("devices", *devices ? sensors : 0);
    next_16("connectors", connectors);
    zeros_up_to(start + 27);
    next("no output", "0e");
    zeros_up_to(0xfff);
    uint8_t sum = 0;
    for (unsigned i = 0; i < 0x1000; i++)
        sum = (uint8_t)(sum + rom[i]);
    assert_int_equal(sum, 0);
}

struct row {
    const char *chip, *version, *type, *parts, *locked, *size, *info, *lines, *port, *devices;
    bool gt215, measures, cold;
};

#define TWO_LINES "05 18 00 21 00 ff 00 00"
#define VID_LINES " 06 3d 00 70 0a 04 00 20 0b 05 00 21"

/* clang-format off */
static const struct row rows[] = {
    { .chip = "g84", .version = "00 00 84 60", .type = "02", .parts = "00 00 03 00",
      .locked = "80 40 00 00 00 01 00 00 00 01 00 00", .size = "00 00 00 10",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 04 09 00 a2" VID_LINES,
      .port = "40 05 01 04 00 00 00 00 05", .devices = "40 05 01 04 00 0a 5c 00 00" },
    { .chip = "g92", .version = "00 00 92 62", .type = "02", .parts = "00 00 0f 00",
      .locked = "80 40 00 00 00 01 00 00 00 01 00 00", .size = "00 00 00 20",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 04 09 00 a2" VID_LINES,
      .port = "40 05 01 04 00 00 00 00 05", .devices = "40 05 01 04 00 0b 98 00 00" },
    { .chip = "g98", .version = "00 00 98 62", .type = "01", .parts = "00 00 01 00",
      .locked = "80 40 00 00 00 01 00 00 00 01 00 00", .size = "00 00 00 08",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 04 09 00 a2" VID_LINES,
      .port = "40 05 00 04 00", .devices = "" },
    { .chip = "gt215", .version = "00 00 15 70", .type = "04", .parts = "00 00 03 00",
      .locked = "00 40 00 00 00 00 02 00 00 00 02 00", .size = "00 00 00 10",
      .info = "10 05 02 02 00 13 02 23 01",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 10 09 00 a2" VID_LINES,
      .port = "40 05 01 04 00 00 00 00 05", .devices = "40 05 02 04 00 07 30 00 00 4c 80 00 00",
      .gt215 = true, .measures = true },
    { .chip = "gt216", .version = "00 00 16 70", .type = "01", .parts = "00 00 03 00",
      .locked = "00 40 00 00 00 00 02 00 00 00 02 00", .size = "00 00 00 10",
      .info = "10 05 02 02 00 10 02 20 01",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 10 09 00 a2" VID_LINES,
      .port = "40 05 01 04 00 00 00 00 05", .devices = "40 05 01 04 00 4e 80 00 00",
      .gt215 = true, .measures = true },
    { .chip = "gt218", .version = "00 00 18 70", .type = "01", .parts = "00 00 01 00",
      .locked = "00 40 00 00 00 00 02 00 00 00 02 00", .size = "00 00 00 08",
      .info = "10 05 02 02 00 10 02 20 01",
      .lines = "40 06 06 04 00 00 " TWO_LINES " 10 09 00 a2" VID_LINES,
      .port = "40 05 01 04 00 00 00 00 05", .devices = "40 05 01 04 00 0c 98 00 00",
      .gt215 = true },
    /* nobody has started it: its board has the devices that its scripts need, and no sensor */
    { .chip = "gt215", .version = "00 00 15 70", .type = "04", .parts = "00 00 03 00",
      .locked = "00 40 00 00 00 00 02 00 00 00 02 00", .size = "00 00 00 10",
      .info = "10 05 02 02 00 13 02 23 01", .lines = "40 06 02 04 00 00 " TWO_LINES,
      .port = "40 05 00 04 00", .devices = "",
      .gt215 = true, .cold = true },
    /* no memory of its own: no tables of scripts */
    { .chip = "mcp79", .version = "00 00 79 62", .lines = "40 06 00 04 00 00",
      .port = "40 05 00 04 00", .devices = "" },
};
/* clang-format on */

/* The table of tokens is found by its signature; the first of its rows leads beyond the scripts. */
static void skip_scripts(struct places *p)
{
    p->tables_end = at;
    while (memcmp(rom + at,
                  "\xff\xb8"
                  "BIT",
                  5) != 0)
        assert_true(++at < 0xf00);
    p->info = word_at(at + 12 + 4);
    p->zeros = p->info - 16;
    at = p->zeros;
    zeros_up_to(p->info);
}

/* The tables of the tokens i, I, M, C and A. */
static void expect_token_data(struct places *p, const struct row *r)
{
    next("version", r->version);
    zeros_up_to(p->info + 0x17);
    next_16("device", model_config_read(card, 2, 2));
    expect_init_token(p, r->info ? 0x10e : 0);
    p->memory = at;
    if (!r->info)
        next_16("memory's script", 0);
    next("columns", r->type ? "04 fe 00" : "00 00 00");
    next_16("straps", r->info ? 0x10e : 0);
    zeros_up_to(p->memory + (r->info ? 7 : 13));
    p->clock = at;
    zeros_up_to(at + 8);
    next_16("limits", r->type && !r->info ? 0x12e : 0);
    next_16("nothing", 0);
    p->loads = at;
    next("loads", "10 04 04 02 00 00 00 00 00 00 00 00");
    p->analogue = at;
    next_16("loads", p->loads);
    next("analogue", "00");
}

TEST(a_rom_has_these_bytes)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct row *const r = &rows[i];
        struct places p = { 0 };

        open_rom(r->chip, r->cold);
        expect_headers();
        if (r->type)
            expect_script_tables(r->type, r->parts, r->locked, r->size);
        if (r->info)
            next("memory's straps", r->info);
        else if (r->type)
            expect_pll_limits();
        skip_scripts(&p);
        expect_token_data(&p, r);
        expect_levels(&p, r->gt215);
        if (r->measures)
            expect_shunts(&p, r->chip);
        expect_perf_token(&p, r->gt215, r->measures);
        expect_bit(&p, r->gt215, r->info);
        expect_dcb(r->lines, r->port, r->devices);
        close_card(NULL);
    }
}
