/* A start by the program of the card's own ROM (engines/gv100/starter.h, start.c; docs/hardware/gv100.md §1.10). */
#include "engines/gv100/starter.h"
#include "tests/engines/gv100/family_rig.h"

#define PMU 0x10a000u

/* The power unit: memories of a KiB, which a port writes word by word. */
static struct {
    enum { GOOD, CLEARS, LOCKED, FORGETS, HANGS, FAILS } does;
    struct {
        uint32_t code[0x100], data[0x100];
    } now, first; /* as the first program found them */
} unit;

static uint64_t read_unit(struct bus *bus, bus_addr at, uint8_t size)
{
    if (at.v - BENCH_BAR0 != PMU + 0x1c4)
        return read_rom_or_reg(bus, at, size);
    return unit.does == LOCKED ? 0xdead5ec2
                               : unit.now.data[bench_get(&bench, PMU + 0x1c0) / 4 & 0xff];
}

static void write_unit(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint32_t reg = (uint32_t)(at.v - BENCH_BAR0), port = bench_get(&bench, reg - 4);

    if (reg == PMU + 0x184 || reg == PMU + 0x1c4) {
        if (unit.does != FORGETS || (port & 0xffff) != 0xa8)
            (reg == PMU + 0x184 ? unit.now.code : unit.now.data)[port / 4 & 0xff] = (uint32_t)value;
        set(reg - 4, port + (port >> 24 & 1) * 4);
        return;
    }
    bench_note(&bench, "%x=%x ", reg, (unsigned)value);
    bench_write(bench_of(bus), at, size, value);
    if (reg == PMU + 0x3c0 && value & 1)
        memset(&unit.now, 0x5a, sizeof(unit.now));
    if (reg != PMU + 0x100 || bench_get(&bench, PMU + 0x40) != 0x5000 || unit.does == HANGS)
        return;
    unit.first = unit.now;
    set_all(PMU + 0x40, 0x7000, REF_POST_STATUS, unit.does == FAILS ? 0 : 2);
}

static void make_sum(void)
{
    uint8_t sum = chip.rom[0x1ff] = 0;

    for (unsigned i = 0; i < 0x200; i++)
        sum = (uint8_t)(sum + chip.rom[i]);
    chip.rom[0x1ff] = (uint8_t)-sum;
}

/* Three images. NPDE says of the second that it is no longer than 0x200 bytes, and not the last one. Pointers past the
 * first 0x200 bytes are of the third, at 0x400: a table of programs at 0x440, descriptors at 0x460 and 0x5f0, behind each of
 * them its code and data. In the data of the first, which go to 0x80, is the list at 0x88, whose entry is at 0x98. */
static void put_images(void)
{
    /* clang-format off */
    static const struct { unsigned at, size; const char *bytes; } parts[] = {
        { 0x18, 2, "\x20\0" }, { 0x20, 22, "PCIR\xde\x10\x81\x1d\0\0\x18\0\0\0\0\3\1\0\0\0\0\0" },
        { 0x40, 30, "\xff\xb8" "BIT\0\0\1\x0c\6\3\0" "i\2\5\0\x80\0" "I\1\x1c\0\x90\0" "p\2\4\0\xb0\0" },
        { 0x80, 5, "\0\x41\0\x88\x18" }, { 0xa4, 8, "\xc0\0\x8\0\xc8\0\x14\0" }, { 0xb0, 4, "\x40\2\0\0" },
        { 0x200, 2, "\x55\xaa" }, { 0x218, 2, "\x20\0" },
        { 0x220, 22, "PCIR\xde\x10\x81\x1d\0\0\x18\0\0\0\0\3\7\0\0\0\3\x80" }, { 0x240, 11, "NPDE\1\1\x0b\0\1\0\0" },
        { 0x400, 2, "\x56\x4e" }, { 0x418, 2, "\x20\0" },
        { 0x420, 22, "NPDS\xde\x10\x81\x1d\0\0\x18\0\0\0\0\3\4\0\0\0\xe0\x80" },
        { 0x440, 18, "\1\6\6\2\0\0" "\1\1\xf0\3\0\0" "\4\1\x60\2\0\0" }, { 0x5b8, 12, "\1\4\x8\1\0\0\0\0\x98\0\0\0" },
        { 0x5d0, 24, "\0\1\0\0\xc0\0\0\0\x0c\1\0\0\xc8\0\0\0\0\0\0\0\x14\0\0\0" },
    };
    static const uint32_t starts[] = { 0x200, 0x200, 0x104, 8, 0x100, 0x110, 0x40, 0x1c0, 0x10, 0x120, 0x80, 0x40 };
    /* clang-format on */
    static const uint32_t cools[] = { 0x30, 0x30, 4, 0, 0, 0x20, 0, 0x20, 0, 0x20, 0, 0x10 };

    put_rom(0xc00);
    for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
        memcpy(chip.rom + parts[i].at, parts[i].bytes, parts[i].size);
    memcpy(chip.rom + 0x460, starts, sizeof(starts));
    memcpy(chip.rom + 0x5f0, cools, sizeof(cools));
    make_sum();
}

/* Steps 1 to 6: the PMU in reset and told BOOT_0, a word of data tried, code with a tag for each 256 bytes, signed code with
 * bit 28, data; tables and scripts, where the arguments say; 0x5000, the entry, the start. */
TEST(a_start_goes_step_by_step)
{
    /* clang-format off */
#define BEGIN  "88050=0 88050=1 " RESET_PMU
#define RESET_PMU "10a048=10 10a014=ffffffff 10a3c0=1 10a3c0=0 10a084=140000a1 "
#define TRIED  BEGIN "10a1c0=1000000 10a1c0=2000000 "
#define LOADED TRIED "10a180=1000100 10a188=1 10a180=11000200 10a188=2 10a1c0=1000080 10a1c0=90 10a1c0=a0 10a1c0=90 10a1c0=a8 "
#define RUN    LOADED "10a1c0=1000100 10a1c0=100010c 10a040=5000 10a104=104 10a10c=0 10a100=2 "
    static const struct { const char *writes, *says, *log; } rows[] = {
        [GOOD] = { RUN RESET_PMU "10a180=1000000 10a188=0 10a1c0=1000000 10a104=4 10a10c=0 10a100=2 ", "", "" },
        [CLEARS] = { BEGIN, "the PMU does not clear its memories within 10 ms", "mask 0x00000006: wanted 0x00000000, seen 0x00000004 after 10000 us" },
        [LOCKED] = { TRIED, "the PMU's memories are locked", "" },
        [FORGETS] = { LOADED, "the PMU's memories do not hold what was written to them", "" },
        [HANGS] = { RUN, "its program does not come to its end within 2 s", "0x10a040 mask 0x00002000: wanted 0x00002000, seen 0x00000000 after 2000000 us" },
        [FAILS] = { RUN, "its program ended, and the card does not say that it is started", "" },
    };
    /* clang-format on */
    char why[FAMILY_WHY_MAX] = "";

    for (unsigned i = ARRAY_SIZE(rows); i--;) {
        open_bench(state);
        unit.does = i;
        bench.does.read = read_unit;
        bench.does.write = write_unit;
        bench.lists_writes = false;
        put_images();
        bench.card.workspace = chip.workspace;
        bench.card.post = POST_RUN;
        bench.card.boot_0 = 0x140000a1;
        set_all(REF_ROM_SHADOW, 1, PMU + 0x48, 0x13, PMU + 0x108, 4 << 9 | 3);
        if (i == CLEARS)
            keep(PMU + 0x10c, 4);
        assert_int_equal(i == GOOD, gv100_family.posted(&bench.card, why));
        expect_writes(rows[i].writes);
        assert_string_equal("88.00.41.00.18", bench.card.vbios);
        assert_int_equal(i == GOOD ? 20 : 10, bench.waited_us);
        assert_int_equal(i == GOOD ? CARD_NOT_COLD : CARD_START_FAILED, bench.card.cold);
        assert_true(strstr(why, rows[i].says) && strstr(bench.log, rows[i].log));
    }
    assert_non_null(
        strstr(bench.card.started, "with the signed program of its ROM 88.00.41.00.18"));
    assert_string_equal(
        "asking whether its VBIOS has run; asking the machine's own driver of this card to start "
        "it; reading its VBIOS; "
        "checking the program of its ROM that starts it; loading the program of its ROM that "
        "starts it; letting the "
        "program of its ROM start it; starting the program of its ROM that runs the fan; ",
        chip.steps);
    assert_memory_equal(unit.first.code + 0x40, chip.rom + 0x490, 0x110);
    assert_memory_equal(unit.first.data + 0x20, chip.rom + 0x5b0, 0x40);
    assert_memory_equal(unit.first.data + 0x40, chip.rom + 0xc0, 8);
    assert_memory_equal(unit.first.data + 0x43, chip.rom + 0xc8, 0x14);
    assert_memory_equal(unit.now.code, chip.rom + 0x620, 0x20);
    assert_memory_equal(unit.now.data, chip.rom + 0x640, 0x10);
    for (unsigned k = 0x84; k < 0xc0; k++) /* the rest of the last block */
        assert_int_equal(0, unit.first.code[k]);
    const uint32_t none = 0x5a5a5a5a; /* before and after each of them */
    assert_pairs(none, unit.first.code[0x3f], none, unit.first.code[0xc0], none,
                 unit.first.data[0x1f], none, unit.first.data[0x30], none, unit.first.data[0x42],
                 none, unit.first.data[0x48]);
}

static struct starter starter;

/* clang-format off */
enum wrong { FINE, FORM, BLOCK, CODE, DATA, CUT, LIST, OTHER, ARGS, INIT, NONE, LAST, ENDS, FIRST, OWN, SUM, MORE };

static void expect_wrong(unsigned row, size_t size, uint32_t code_room, uint32_t data_room, enum wrong is)
{
    static const char *const words[] = {
        "", "a form that is not known", "begins within a block", "the PMU's code memory",
        "starting program that does not fit the PMU's data memory", "cut off in the program", "without the list", "for other tables",
        "tables or scripts that do not fit", "does not say where", "has no program", "ends before its last image",
        "cut off before the end of its scripts", "has no first image", "has no image with the program", "do not add up to 0",
        "has more images than a ROM has",
    };
    /* clang-format on */

    starter_read(&starter, chip.rom, size, code_room, data_room);
    if (!is != !starter.wrong || (is && !strstr(starter.wrong, words[is])))
        fail_msg("row %u: %s", row, starter.wrong ? starter.wrong : "nothing is wrong");
}

/* "Word 0 odd: not known"; code and data fit the PMU's memories, blocks are plain or signed as a whole; "they must not overlap";
 * BIT must say the same as the arguments. One or two bytes are others; null: it may start the card. */
TEST(each_part_of_a_program_is_checked)
{
    /* clang-format off */
    static const struct { unsigned at, value, at_2, value_2; enum wrong is; } rows[] = {
        { 0x460, 2, 0, 0, FORM }, { 0x460, 2, 0x464, 2, FINE }, { 0x460, 1, 0x464, 1, FORM }, { 0x480, 0x20, 0, 0, BLOCK },
        { 0x480, 0, 0x47c, 0xd0, FINE }, { 0x481, 2, 0, 0, CODE }, { 0x470, 1, 0x47c, 0xc1, CODE }, { 0x47c, 0xc1, 0, 0, CODE },
        { 0x471, 2, 0x47d, 2, CODE }, { 0x475, 3, 0x47d, 3, CODE }, { 0x48c, 0x0b, 0, 0, DATA }, { 0x48d, 8, 0, 0, DATA },
        { 0x489, 4, 0, 0, DATA }, { 0x488, 0x82, 0, 0, DATA }, { 0x46c, 0x0a, 0, 0, DATA }, { 0x46c, 0x38, 0, 0, DATA },
        { 0x46c, 0x34, 0, 0, LIST }, { 0x484, 0x0f, 0, 0, CUT }, { 0x484, 0x10, 0, 0, LIST }, { 0x486, 1, 0, 0, CUT },
        { 0x5b8, 2, 0, 0, LIST }, { 0x5bb, 0, 0, 0, LIST }, { 0x5c0, 0x7c, 0, 0, LIST }, { 0x5c0, 0xa4, 0, 0, LIST },
        { 0x5c0, 0xa0, 0, 0, OTHER }, { 0x5d4, 0xc1, 0, 0, OTHER }, { 0x5dc, 0xc9, 0, 0, OTHER }, { 0x5e4, 0x15, 0, 0, OTHER },
        { 0x5d0, 0xc0, 0x5d1, 0, FINE }, { 0x5d0, 0xbc, 0x5d1, 0, ARGS }, { 0x5d0, 2, 0, 0, ARGS }, { 0x5d8, 8, 0, 0, FINE },
        { 0x5d8, 4, 0, 0, ARGS }, { 0x5d8, 0x0e, 0, 0, ARGS }, { 0x5d8, 0xec, 0x5d9, 3, FINE }, { 0x5d8, 0xf0, 0x5d9, 3, ARGS },
        { 0xaa, 0, 0x5e4, 0, ENDS }, { 0xa7, 0x40, 0, 0, ENDS }, { 0xab, 0x40, 0x5e5, 0x40, ENDS }, { 0x53, 2, 0, 0, INIT },
        { 0x54, 0x1b, 0, 0, INIT }, { 0x52, 'J', 0, 0, INIT }, { 0x59, 1, 0, 0, NONE }, { 0x5a, 3, 0, 0, NONE },
        { 0x4a, 2, 0, 0, NONE }, { 0x45, 1, 0, 0, NONE }, { 0x440, 2, 0, 0, NONE }, { 0x443, 1, 0, 0, NONE },
        { 0x44c, 5, 0, 0, NONE }, { 0x44e, 0, 0x44f, 0, NONE }, { 0x34, 3, 0, 0, FIRST },
        { 0x20, 'X', 0, 0, FIRST }, { 0x434, 0xe1, 0, 0, OWN }, { 0x400, 0x55, 0, 0, LAST },
        { 0x24a, 0x80, 0, 0, OWN }, { 0x248, 2, 0, 0, LAST }, { 0x430, 5, 0, 0, LAST },
        { 0x1ff, 0x77, 0, 0, SUM }, { 0x446, 2, 0, 0, FINE }, { 0x5f0, 0x31, 0, 0, FINE },
    };
    static const struct { uint32_t code, data; enum wrong is; } rooms[] = {
        { 0x210, 0x120, FINE }, { 0x20f, 0x120, CODE }, { 0x210, 0x11f, ARGS }, { 0x210, 0xc0, ARGS }, { 0x210, 0xbf, DATA },
    };
    /* clang-format on */

    open_bench(state);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put_images();
        chip.rom[rows[i].at] = (uint8_t)rows[i].value;
        if (rows[i].at_2)
            chip.rom[rows[i].at_2] = (uint8_t)rows[i].value_2;
        if (rows[i].at != 0x1ff)
            make_sum();
        expect_wrong(i, 0xc00, 0x300, 0x400, rows[i].is);
        if (!rows[i].is)
            assert_int_equal(rows[i].at == 0x446 || rows[i].at == 0x5f0, !starter.has_pre_os);
    }
    put_images();
    for (unsigned i = 0; i < ARRAY_SIZE(rooms); i++)
        expect_wrong(i, 0xc00, rooms[i].code, rooms[i].data, rooms[i].is);
    for (unsigned i = 2; i < 20; i++)
        memcpy(chip.rom + 0x200 * i, chip.rom + 0x200, 0x200);
    expect_wrong(16, 0x2800, 0x300, 0x400, MORE);
    chip.rom[0x200 * 15 + 0x4a] = 0x80;
    expect_wrong(15, 0x2800, 0x300, 0x400, OWN);
    put_images();
    expect_wrong(0, 0xbff, 0x300, 0x400, LAST);
}
