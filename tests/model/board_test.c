/* The parts of the modelled boards: memory, sensors, ROM, the bridge above them. Numbers are typed from
 * docs/hardware/board.md §1.5, board-sensors.md §2, §3, §6.3 and nouveau-gv100-client.md §10, or the model's choice. */
#include "hw/gv100/chip.h"
#include "hw/nv50/vbios.h"
#include "model/host/bridge.h"
#include "model/nv50/host/i2c.h"
#include "tests/model/nv50/core_rig.h"

/* ---- sensors: the value of each of their registers, all others 0 */

struct cell {
    uint8_t at;
    uint16_t value;
};

#define DIODE(away) (uint8_t)(rd(REF_PTHERM_TEMPERATURE) - (away))

static void expect_cells(uint8_t type, const struct cell *cells, unsigned count, bool wide)
{
    const struct i2c_device device = { .type = type };

    for (unsigned at = 0; at < 0x100; at++) {
        uint16_t expected = 0;

        for (unsigned i = 0; i < count; i++)
            if (cells[i].at == at)
                expected = cells[i].value;
        const unsigned first = sensor_byte(nv50_of(card), &device, (uint8_t)at, 0);
        const unsigned seen =
            wide ? first << 8 | sensor_byte(nv50_of(card), &device, (uint8_t)at, 1) : first;
        if (seen != expected)
            fail_msg("type 0x%02x: register 0x%02x reads 0x%x, expected 0x%x", type, at, seen,
                     expected);
    }
}

#define EXPECT(type, wide, ...)                                                                    \
    expect_cells(type, (const struct cell[]){ __VA_ARGS__ },                                       \
                 sizeof((const struct cell[]){ __VA_ARGS__ }) / sizeof(struct cell), wide)

/* 38 C inside, the card's diode with a quarter of a degree more; LM64 and LM99 show it 16 degrees too cold. A fan of 1500
 * turns is 5400000 / 1500 = 0x0e10, whose low two bits say something else. */
TEST(thermometers_have_these_registers, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    const uint8_t celsius = DIODE(0), colder = DIODE(16);
    assert_in_range(celsius, 20, 100);
    static const struct {
        uint8_t type, maker, version;
        bool colder;
    } rows[] = { { 0x03, 0x01, 0x34, true },  { 0x0b, 0x01, 0x34, false },
                 { 0x07, 0x01, 0x51, true },  { 0x0d, 0x41, 0x51, false },
                 { 0x02, 0x4d, 0x59, false }, { 0x0c, 0x55, 0x12, false } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        EXPECT(rows[i].type, false, { 0x00, 38 }, { 0x01, rows[i].colder ? colder : celsius },
               { 0x10, 0x40 }, { 0x46, 0x10 }, { 0x47, 0x0e }, { 0xfe, rows[i].maker },
               { 0xff, rows[i].version });
}

/* Core 94 << 2 of 10 bits, * 700 * 2250 / (525 * 1024) = 1101 mV; own supply 192. The second diode is open, three of four
 * fans are not there. G200's counts from -64 on and not in two's complement. */
TEST(adt7473_has_these_registers, NULL, close_card)
{
    for (unsigned g200 = 0; g200 <= 1; g200++) {
        const uint8_t zero = g200 ? 64 : 0;

        open_core(g200 ? "g200" : "g84", NULL, NULL);
        const uint8_t diode = (uint8_t)(DIODE(0) + zero);
        for (unsigned type = 0x0a; type <= 0x70; type += 0x66)
            EXPECT((uint8_t)type, false, { 0x21, 94 }, { 0x22, 192 }, { 0x25, diode },
                   { 0x26, (uint16_t)(38 + zero) }, { 0x27, 0x80 }, { 0x28, 0x10 }, { 0x29, 0x0e },
                   { 0x2a, 0xff }, { 0x2b, 0xff }, { 0x2c, 0xff }, { 0x2d, 0xff }, { 0x2e, 0xff },
                   { 0x2f, 0xff }, { 0x3d, 0x73 }, { 0x3e, 0x41 }, { 0x3f, 0x69 }, { 0x40, 1 },
                   { 0x7c, g200 ? 0 : 1 });
    }
}

/* 12 V: 3000 of 4 mV, 1500 of 8, after three other bits. 2 A in 5 milliohms: 1000 of 10 uV; 3 A: 375 of 40; 0.5 A in 10:
 * 125 of 40. 3.3 V and 1.5 V: 412 and 188 of 8 mV. */
TEST(power_monitors_have_these_registers, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    EXPECT(0x4c, true, { 1, 1000 }, { 2, 3000 << 3 });
    EXPECT(0x4e, true, { 1, 375 << 3 }, { 2, 1500 << 3 }, { 3, 125 << 3 }, { 4, 412 << 3 },
           { 6, 188 << 3 }, { 0xfe, 0x5449 }, { 0xff, 0x3220 });
}

/* ---- their port, by hand */

/* A start, then bytes; whether a device takes the last of them. */
static bool is_taken(const uint8_t *bytes, unsigned count)
{
    bool high = true;

    PUT(wr, REF_PNVIO_I2C_0, 7, REF_PNVIO_I2C_0, 5, REF_PNVIO_I2C_0, 4);
    for (unsigned bit = 0; bit < 9 * count; bit++) {
        const uint32_t sda = bit % 9 == 8 || bytes[bit / 9] >> (7 - bit % 9) & 1 ? 2 : 0;

        PUT(wr, REF_PNVIO_I2C_0, 4 | sda, REF_PNVIO_I2C_0, 5 | sda);
        high = rd(REF_PNVIO_I2C_0) & 2;
        wr(REF_PNVIO_I2C_0, 4 | sda);
    }
    return !high;
}

/* board-sensors.md §2.2: a byte that goes into a register could change the board (any of a VT1103), its number not. */
TEST(devices_answer_to_their_address, NULL, close_card)
{
    static const struct {
        const char *chip;
        uint8_t found[2], harm;
    } boards[] = { { "g80", { 0x4c }, 0 },
                   { "gt215", { 0x18, 0x40 }, 0 },
                   { "g200", { 0x2e, 0x70 }, 1 },
                   { "mcp77", { 0 }, 0 },
                   { "g84", { 0x2e }, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        open_core(boards[i].chip, NULL, NULL);
        for (uint8_t at = 1; at < 0x80; at++)
            if (is_taken((const uint8_t[]){ (uint8_t)(at << 1) }, 1) !=
                (at == boards[i].found[0] || at == boards[i].found[1]))
                fail_msg("%s: address 0x%x", boards[i].chip, at);
        assert_int_equal(nv50_of(card)->i2c->harm, boards[i].harm);
    }
    for (unsigned count = 1; count <= 4; count++) {
        assert_true(is_taken((const uint8_t[]){ 0x5c, 0x40, 1, 2 }, count));
        assert_int_equal(nv50_of(card)->i2c->harm, count < 3 ? 0 : count == 3 ? 1 : 3);
    }
}

/* A cold G84 with an image: PCI data, configuration of displays, straps, a list of words; one byte is changed. */
static void open_given(uint8_t primary, uint8_t port, uint32_t pcir, uint32_t at, uint8_t value)
{
    static const uint8_t pci[] = { 'P', 'C', 'I', 'R', 0xde, 0x10, 0x00, 0x04 };
    /* clang-format off */
    uint8_t rom[0x200] = {
        [0x18] = (uint8_t)pcir, (uint8_t)(pcir >> 8), [0x37] = 1, [0x54] = 0xde, 0x10, 0x34, 0x12,
        0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f, 0x68, 0, 0xa5,
        [0x104] = 0x40, 1, [0x141] = 5, [0x144] = 0xa0 | primary, [0x1a0] = 0x54, 0x11, 2, 0,
        0x11, 0x11, 0x11, 0x11, 0x22, 0x22, 0x22, 0x22, 0x26, 0, 8, 0, 2, 0x19, 0, 0, 0x5c, 1, 2, 0, 3
    };
    /* clang-format on */

    memcpy(rom + pcir, pci, sizeof(pci));
    rom[0x145 + 4 * primary] = 0x70 | port;
    rom[at] = value;
    for (uint32_t k = 0x58; k < 0x6b; k++)
        rom[0x6b] = (uint8_t)(rom[0x6b] - rom[k]);
    new_core((struct model_host){ 0 }, &(struct model_config){ .chip = &nv50_chips[CHIP_G84].chip,
                                                               .cold = true,
                                                               .vbios = rom,
                                                               .vbios_size = sizeof(rom) });
}

/* board-sensors.md §2.3: sensors are on the "port of the CCB header's primary index"; devinit.md §2.5: its byte 4,
 * entries of 4 bytes after 5. No port is the first one, as with a ROM of another chip or none (§1.4). §1.6: selects and
 * secondary words of both straps lie at 0x58, valid "if byte 0x6a = 0xa5 and its byte sum is 0"; the word at 0x68 * 4
 * is that of a list: bits 11:2 of a register, 31:12 << 5, the count less 1 << 12; bit 1 = last. */
TEST(a_boards_rom_is_taken_at_its_word, NULL, close_card)
{
    static const uint32_t straps[] = { REF_PSTRAPS_0_SELECT, REF_PSTRAPS_0_SECONDARY,
                                       REF_PSTRAPS_1_SELECT, REF_PSTRAPS_1_SECONDARY };
    static const uint32_t ports[10] = { REF_PNVIO_I2C_0, REF_PNVIO_I2C_1,
                                        REF_PNVIO_I2C_2, [9] = REF_PNVIO_I2C_9 };
    enum { NOTHING, BOARD, STRAPS, WORDS }; /* each with those before it */
    static const struct {
        uint8_t primary, port;
        uint16_t pcir, at;
        uint8_t value, taken;
    } rows[] = {
        /* clang-format off */
        { 0, 1, 0x80, 0, 0, WORDS }, { 3, 2, 0x80, 0, 0, WORDS }, { 15, 9, 0x80, 0, 0, WORDS },
        { 1, 10, 0x80, 0, 0, WORDS }, { 3, 2, 0x80, 0x83, 'S', NOTHING }, { 3, 2, 0x80, 0x84, 0xdf, NOTHING },
        { 3, 2, 0x80, 0x86, 0x0f, WORDS }, { 3, 2, 0x80, 0x86, 0x20, NOTHING }, { 3, 2, 0x80, 0x87, 0, NOTHING },
        { 3, 2, 0x1e8, 0, 0, WORDS }, { 3, 2, 0x1ec, 0, 0, NOTHING }, /* it would end after the image */
        { 3, 2, 0x80, 0x6a, 0xa4, BOARD }, { 3, 2, 0x80, 0x6b, 1, BOARD }, { 3, 2, 0x80, 0x68, 0, STRAPS },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_given(rows[i].primary, rows[i].port, rows[i].pcir, rows[i].at, rows[i].value);
        const uint8_t port = rows[i].taken && rows[i].port < 10 ? rows[i].port : 0;
        const bool words = rows[i].taken == WORDS;
        for (uint32_t k = 0; k < 4; k++)
            assert_int_equal(rows[i].taken >= STRAPS, rd(straps[k]) == 0x13121110 + 0x04040404 * k);
        assert_pairs(nv50_of(card)->i2c->port, ports[port], rows[i].taken >= BOARD,
                     model_config_read(card, 0x2c, 4) == 0x123410de, words,
                     rd(REF_PBUS_SCRATCH) == 0x11111111, words,
                     rd(REF_PBUS_SCRATCH + 4) == 0x22222222, words,
                     rd(REF_PCLOCK_SPLL_COEF) == 0x1902, 0, rd(REF_PBUS_SCRATCH + 8));
    }
}

/* ---- memory */

/* A board of each chipset (board.md §1.5) that was given no size: MiB of all its partitions, and the code of its kind. */
TEST(each_chipset_has_its_memory, NULL, close_card)
{
    static const uint16_t mib[CHIP_COUNT] = { 384,  256, 256, 512, 512, 256, 128,
                                              1024, 64,  64,  256, 256, 128, 128 };
    static const uint8_t types[CHIP_COUNT] = { 2, 2, 1, 2, 2, 2, 1, 2, 0, 0, 4, 1, 1, 0 };

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_core(nv50_chips[chip].chip.name, NULL, NULL);
        assert_int_equal(rd(REF_PFB_MEM_AMOUNT) >> 20, mib[chip]);
        assert_int_equal(rd(REF_PFB_RAM_TYPE) & 7, types[chip]);
    }
}

/* ---- PDAEMON */

/* nouveau-client.md §4: a program that runs has announced its rings, size << 16 | place; they do not overlap. */
TEST(pdaemon_announces_its_rings, NULL, close_card)
{
    open_core("gt215", NULL, NULL);
    assert_int_equal(rd(REF_PDAEMON_BASE + REF_PDAEMON_REQUESTS), 0);
    wr(REF_PDAEMON_BASE + REF_FALCON_UC_CTRL, 1);
    assert_int_equal(rd(REF_PDAEMON_BASE + REF_PDAEMON_REQUESTS), 0);
    wr(REF_PDAEMON_BASE + REF_FALCON_UC_CTRL, 2);
    assert_pairs(rd(REF_PDAEMON_BASE + REF_PDAEMON_REQUESTS), 0x00800100,
                 rd(REF_PDAEMON_BASE + REF_PDAEMON_REPLIES), 0x00800180);
}

/* ---- GV100 */

static void open_board(unsigned chip, const char *board, const char *defects)
{
    const struct model_config config = { .chip = &gv100_chips[chip].chip,
                                         .board = board,
                                         .seed = 1,
                                         .vram_size = 64u << 20,
                                         .defects = defects,
                                         .knobs = "l2=off" };

    new_core((struct model_host){ 0 }, &config);
}

static uint32_t number(const uint8_t *bytes, unsigned size)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < size; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

/* The data of a token of BIT; its row is id, version, length, place. */
static const uint8_t *token(const uint8_t *rom, char id, unsigned version, unsigned length)
{
    unsigned bit = 0;

    while (memcmp(rom + bit,
                  "\xff\xb8"
                  "BIT",
                  6) != 0)
        bit++;
    assert_pairs(12, rom[bit + 8], 6, rom[bit + 9], 5, rom[bit + 10]);
    for (unsigned i = 0, sum = 0; i < 12; i++) {
        sum += rom[bit + i];
        if (i == 11)
            assert_int_equal(sum & 0xff, 0);
    }
    for (unsigned i = 0; i < rom[bit + 10]; i++) {
        const uint8_t *const row = rom + bit + 12 + 6 * i;

        if (row[0] != (uint8_t)id)
            continue;
        assert_int_equal(row[1], version);
        assert_true(number(row + 2, 2) >= length);
        assert_true(number(row + 4, 2) + number(row + 2, 2) <= 0x1000);
        return rom + number(row + 4, 2);
    }
    fail_msg("no token %c", id);
    return NULL;
}

/* gv100.md §1.10: a descriptor, by words, and what follows it: code, its secure part at last, then data, with a list
 * of arguments. Those of the program that starts the card lead to what BIT's token `init` does, and do not overlap. */
static void expect_program(const uint8_t *at, const uint8_t *init)
{
    uint32_t words[12];

    for (unsigned i = 0; i < 12; i++)
        words[i] = number(at + 4 * i, 4);
    const uint8_t *const list = at + 0x30 + words[9] + words[3];
    assert_pairs(words[0], words[1], 0, words[2], words[0], words[5] + words[11], words[5],
                 words[7] + words[8], 0x100, words[8], words[5], words[9]);
    assert_memory_equal(list, "\1\4\x08\1", 4);
    if (!init)
        return;
    const uint8_t *const arguments = at + 0x30 + words[9] + number(list + 8, 4) - words[10];
    for (unsigned i = 0; i < 2; i++) /* tables, scripts */
        assert_int_equal(number(init + 0x14 + 4 * i, 2), number(arguments + 12 + 8 * i, 4));
    assert_int_equal(number(init + 0x1a, 2), number(arguments + 0x1c, 4));
    assert_in_range(number(arguments + 8, 4), words[11],
                    number(arguments + 16, 4) - number(init + 0x16, 2));
}

/* The parts of a ROM that nouveau needs, and its lines on this board. */
TEST(the_rom_of_gv100_has_what_drivers_want, NULL, close_card)
{
    size_t size;

    open_board(CHIP_GV100, NULL, NULL);
    const uint8_t *const rom = model_rom(card, &size);
    const uint8_t *const pcir = rom + number(rom + 0x18, 2);
    assert_true(size >= 4096);
    assert_pairs(0xaa55, number(rom, 2), 4096, rom[2] * 512u);
    assert_memory_equal(pcir, "PCIR\xde\x10\x81\x1d", 8);
    assert_pairs(0x18, number(pcir + 10, 2), 0x030000, number(pcir + 13, 3), rom[2],
                 number(pcir + 16, 2), 0, pcir[20], 0, pcir[21]);

    const uint8_t *at = token(rom, 'i', 2, 15);
    assert_pairs(0x88000000, number(at, 4), 0, number(at + 13, 2));
    at = token(rom, 'I', 1, 0x1c);
    assert_int_equal(rom[number(rom + number(at, 2), 2)], 0x71); /* its script ends at once */
    for (unsigned i = 2; i <= 12; i += 2) {
        assert_int_not_equal(number(at + i, 2), 0);
        assert_int_equal(number(rom + number(at + i, 2), 4), 0);
    }
    for (unsigned i = 0x14; i <= 0x18; i += 4)
        assert_in_range(number(at + i, 2) + number(at + i + 2, 2), 1, 4095);
    /* Behind the first image pointers count into the image of type 0xe0, which comes after the UEFI driver's. */
    const uint8_t *const driver = rom + 4096, *const own = driver + 512 * number(driver + 2, 2);
    assert_pairs(0xaa55, number(driver, 2), 0xef1, number(driver + 4, 4));
    assert_memory_equal(driver + 8, "\x0b\0\x64\x86\0", 5); /* boot services, x86-64, not packed */
    assert_memory_equal(driver + number(driver + 0x16, 2), "MZ", 2);
    const uint8_t *const data = driver + number(driver + 0x18, 2);
    assert_memory_equal(data, "PCIR\xde\x10\x81\x1d\0\0\x18\0\0\0\0\x03", 16);
    assert_int_equal(number(data + 16, 2), number(driver + 2, 2));
    assert_memory_equal(data + 20, "\x03\x80",
                        2); /* UEFI's, the last one; by NPDE behind it more follow */
    const uint8_t *const npde = driver + ((number(driver + 0x18, 2) + 0x18 + 15) & ~15u);
    assert_memory_equal(npde, "NPDE", 4);
    assert_pairs(0x0b, number(npde + 6, 2), number(driver + 2, 2), number(npde + 8, 2), 0, npde[10],
                 0x4e56, number(own, 2), 0xe0, own[number(own + 0x18, 2) + 0x14]);
    at = own + number(token(rom, 'p', 2, 4), 4) - 4096;
    assert_memory_equal(at, "\x01\x06\x06\x02\x01\x30\x04\x01", 8);
    assert_in_range(number(at + 8, 4), 4097, 4096 + 0x800);
    assert_int_equal(number(at + 12, 2), 0x0101); /* PRE_OS */
    const uint8_t *const npds = own + number(own + 0x18, 2);
    assert_memory_equal(npds, "NPDS\xde\x10\x81\x1d\0\0\x18", 11);
    assert_pairs(4, number(npds + 16, 2), 0x80, npds[21]); /* 2 KiB, the last one */
    expect_program(own + number(at + 8, 4) - 4096, token(rom, 'I', 1, 0x1c));
    expect_program(own + number(at + 14, 4) - 4096, NULL);
    at = rom + number(token(rom, 'P', 2, 8) + 4, 4);
    assert_memory_equal(at, "\x11\x15\0\0\0\0", 6);
    assert_int_equal(at[0x14], 0);
    at = rom + number(token(rom, 'M', 2, 5) + 3, 2);
    assert_memory_equal(at, "\x10\x07\x02\x10\0\0\0", 7);
    for (unsigned i = 0; i < 17; i++)
        assert_int_equal(number(at + 7 + 2 * i, 2), i < 16 ? i << 4 | 6 : 0);

    at = rom + number(rom + 0x36, 2); /* displays: none, and lists without entries */
    assert_memory_equal(at, "\x41\x1b\x01\x08", 4);
    assert_pairs(0x4edcbdcb, number(at + 6, 4), 0xe, number(at + 0x1b, 4));
    assert_memory_equal(rom + number(at + 4, 2), "\x41\x06\x00\x04", 4);
    assert_memory_equal(rom + number(at + 10, 2), "\x41\x06\x00\x05", 4);
    assert_memory_equal(rom + number(at + 0x14, 2), "\x40\x05\x00\x04", 4);
}

/* gv100.md §1.8, §13.1: the numbers of each board, its ROM's version, and its memory as the ROM counts kinds. */
TEST(boards_are_known_by_their_numbers)
{
    static const struct {
        const char *name;
        unsigned chip;
        uint32_t device, subsystem, version, memory;
    } boards[] = {
        /* clang-format off */
        { "titanv", CHIP_GV100, 0x1d81, 0x1218, 0x8800, 6 }, { "v100", CHIP_GV100, 0x1db1, 0x1212, 0x8800, 6 },
        { "rtx2080ti", CHIP_TU102, 0x1e07, 0x12fa, 0x9002, 9 }, { "rtx2080", CHIP_TU104, 0x1e87, 0x12f2, 0x9004, 9 },
        { "t4", CHIP_TU104, 0x1eb8, 0x12a2, 0x9004, 9 }, { "rtx2060", CHIP_TU106, 0x1f08, 0x12fd, 0x9006, 9 },
        { "rtx2070", CHIP_TU106, 0x1f02, 0x12ad, 0x9006, 9 }, { "gtx1660ti", CHIP_TU116, 0x2182, 0x12a5, 0x9016, 9 },
        { "gtx1650", CHIP_TU117, 0x1f82, 0x12d4, 0x9017, 3 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(boards); i++) {
        size_t size;

        open_board(boards[i].chip, boards[i].name, NULL);
        const uint8_t *const rom = model_rom(card, &size);
        assert_int_equal(model_config_read(card, 0, 4), boards[i].device << 16 | 0x10de);
        assert_int_equal(model_config_read(card, 0x2c, 4), boards[i].subsystem << 16 | 0x10de);
        assert_int_equal(number(token(rom, 'i', 2, 15), 4), boards[i].version << 16);
        assert_int_equal(rom[number(token(rom, 'M', 2, 5) + 3, 2) + 7] & 0xf, boards[i].memory);
    }
}

/* A defect without a value has 0, without a bit the first, without a range all memory; a cell is in the middle. */
TEST(defects_of_memory_have_defaults, NULL, close_card)
{
    static const struct {
        const char *defect;
        uint32_t at, written, read;
    } rows[] = {
        { "vram-stuck", 0x1000, 0xffffffff, 0xfffffffe },
        { "vram-stuck", 0x1004, 0xffffffff, 0xffffffff }, /* a lane of 32 bytes */
        { "vram-stuck", 0x3ffffe0, 0xffffffff, 0xfffffffe },
        { "vram-stuck:bit=37,value=1", 0x1004, 0, 0x20 },
        { "vram-stuck:bit=255,value=1", 0x101c, 0, 0x80000000 },
        { "vram-stuck:first=0x2000,size=0x20", 0x1fe0, 0xffffffff, 0xffffffff },
        { "vram-stuck:first=0x2000,size=0x20", 0x2000, 0xffffffff, 0xfffffffe },
        { "vram-stuck:first=0x2000,size=0x20", 0x2020, 0xffffffff, 0xffffffff },
        { "vram-stuck:first=0x2000", 0x3ffffe0, 0xffffffff, 0xfffffffe },
        { "vram-cell", 0x2000000, 0xffffffff, 0xfffffffe },
        { "vram-cell", 0x2000004, 0xffffffff, 0xffffffff },
        { "vram-cell:at=0x1003,bit=7,value=1", 0x1000, 0, 0x80000000 },
        { "vram-dead", 0x1000, 0, 0xffffffff },
        { "vram-dead:first=0x1000,size=4", 0x1004, 0, 0 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_board(CHIP_GV100, NULL, rows[i].defect);
        vram_wr(rows[i].at, rows[i].written);
        if (vram_rd(rows[i].at) != rows[i].read)
            fail_msg("%s: 0x%x reads 0x%08x, expected 0x%08x", rows[i].defect, rows[i].at,
                     vram_rd(rows[i].at), rows[i].read);
    }
}

/* Of a read in four a bit is wrong: each bit of a word has its turn in 4000 reads, of which a fifth to a third are. */
TEST(weak_memory_flips_any_bit, NULL, close_card)
{
    uint32_t seen = 0;
    unsigned wrong = 0;

    open_board(CHIP_GV100, NULL, "vram-weak:one_in=4");
    vram_wr(0x1000, 0);
    for (unsigned i = 0; i < 4000; i++) {
        const uint32_t word = vram_rd(0x1000);

        assert_true((word & (word - 1)) == 0);
        seen |= word;
        wrong += word != 0;
    }
    assert_int_equal(seen, 0xffffffff);
    assert_in_range(wrong, 800, 1333);
}
