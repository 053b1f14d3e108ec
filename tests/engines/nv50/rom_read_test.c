/* How the bytes of a VBIOS come from each place, and how many of them: docs/hardware/devinit.md §1.1 to §1.4. The card is
 * nothing but registers, PROM, a ROM BAR and a memory behind PMEM; images are chains without anything in them. */
#include <stdlib.h>

#include "engines/nv50/rom_source.h"
#include "hw/nv50/chip.h"
#include "hw/pci.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define PROM_AT     0x300000u
#define WINDOW      0x700000u /* 1 MiB of memory, from the address in 0x1700 on, in units of 64 KiB */
#define ROM_BAR_AT  UINT64_C(0xf0100000)
#define BYTES_MAX   0x100000u
#define SHADOWED    "88050=12345678 88050=12345679 " /* §1.2: bit 0 is off while PROM is read */
#define LOOK_AGAINS 2

static struct {
    uint8_t source[BYTES_MAX], room[ROM_ROOM + 16];
    enum { AT_NOWHERE, AT_PROM, AT_BAR, AT_MEMORY } where;
    uint64_t memory_at; /* of `source`, if it is in memory */
    unsigned reads, wakes_at, changes_at;
    uint32_t change; /* to the word of that read */
    uint32_t rom_bar;
    char config[100];
    unsigned asked; /* for files, and the firmware's copy */
    size_t given[ROM_FILES_MAX + 3];
    struct devinit_walk *walk;
    struct vbios_found found;
} chip;

static bool source_at(uint64_t at, uint32_t *offset)
{
    const uint64_t reg = at - BENCH_BAR0;

    *offset = (uint32_t)(reg - PROM_AT);
    if (chip.where == AT_PROM && reg >= PROM_AT && reg - PROM_AT < 0x80000)
        return true;
    *offset = (uint32_t)(at - ROM_BAR_AT);
    if (chip.where == AT_BAR && at >= ROM_BAR_AT && at - ROM_BAR_AT < BYTES_MAX)
        return (chip.rom_bar & 1) != 0;
    if (chip.where != AT_MEMORY || reg < WINDOW || reg >= WINDOW + 0x100000)
        return false;
    const uint64_t memory = ((uint64_t)bench_get(&bench, 0x1700) << 16) + (reg - WINDOW);
    *offset = (uint32_t)(memory - chip.memory_at);
    return memory >= chip.memory_at && memory - chip.memory_at < BYTES_MAX;
}

static uint64_t read_source(struct bus *bus, bus_addr at, uint8_t size)
{
    uint32_t offset, word;

    if (!source_at(at.v, &offset)) {
        const uint64_t reg = at.v - BENCH_BAR0;

        return reg >= PROM_AT && reg < WINDOW + 0x100000 && reg != REF_PDISPLAY_VGA_ROM_WINDOW
                   ? UINT32_MAX
               : reg < 0x1000000 ? bench_read(bench_of(bus), at, size)
                                 : UINT32_MAX;
    }
    assert_int_equal(4, size);
    chip.reads++;
    if (chip.reads < chip.wakes_at)
        return 0;
    memcpy(&word, chip.source + offset, 4);
    return chip.reads == chip.changes_at ? word ^ chip.change : word;
}

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    (void)bus, (void)at;
    assert_int_equal(0x30, offset);
    assert_int_equal(4, size);
    return chip.rom_bar;
}

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    const size_t used = strlen(chip.config);

    (void)bus, (void)at;
    assert_int_equal(4, size);
    snprintf(chip.config + used, sizeof(chip.config) - used, "%x=%x ", offset, (unsigned)value);
    chip.rom_bar = value;
}

static size_t give(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                   size_t size, char name[BUS_ROM_NAME_MAX])
{
    (void)bus, (void)at;
    assert_int_equal(ROM_ROOM, size);
    assert_true(index < ARRAY_SIZE(chip.given));
    chip.asked |= 1u << index;
    if (chip.given[index])
        snprintf(name, BUS_ROM_NAME_MAX, "%u.rom", index);
    memcpy(bytes, chip.source, chip.given[index] < size ? chip.given[index] : size);
    return chip.given[index];
}

static void open_card(enum chipset_index index)
{
    struct devinit_walk *const walk = chip.walk;

    open_writes(&nv50_chips[index].chip);
    memset(&chip, 0, sizeof(chip));
    chip.walk = walk;
    memset(chip.source, 0xff, sizeof(chip.source));
    bench.does.read = read_source;
    bench.does.config_read = config_read;
    bench.does.config_write = config_write;
    set(0x88050, 0x12345679);
}

/* An image of that many units of 512 bytes. Only the PCI data structure says how long it is. */
static uint32_t put_image(uint32_t at, uint16_t units, bool last)
{
    memset(chip.source + at, 0x5a, units * 512u);
    memcpy(chip.source + at, "\x55\xaa\x00", 3);
    memcpy(chip.source + at + 0x18, "\x1c\0", 2);
    memcpy(chip.source + at + 0x1c, "PCIR\xde\x10\0\x04\0\0\x18\0\0\0\0\x03\0\0\0\0\x00\0\0\0", 24);
    memcpy(chip.source + at + 0x1c + 0x10, &units, 2);
    chip.source[at + 0x1c + 0x15] = last ? 0x80 : 0;
    return at + units * 512u;
}

static void find(bool working)
{
    memset(chip.room, 0x77, sizeof(chip.room));
    vbios_find(&bench.card, working, chip.room, chip.walk, &chip.found);
}

static void expect_found(enum rom_source source, uint32_t from, uint32_t size)
{
    assert_true(chip.found.any);
    assert_int_equal(source, chip.found.source);
    assert_int_equal(size, chip.found.size);
    assert_memory_equal(chip.source + from, chip.room, size);
    assert_int_equal(0x77, chip.room[ROM_ROOM]);
}

/* ---- PROM */

/* 0x1000 bytes come first. Of an image that goes on past the bytes read, its length and 0x1000 bytes more are read, for
 * the header of the next one; of one that has been read whole and is the last, nothing more.
 *
 * The place is looked at twice, the second time because the places past it have gone over the bytes. Each look reads
 * the first word, then all words, then all of them again. */
TEST(a_chain_is_read_as_far_as_it_goes)
{
    static const struct {
        enum chipset_index index;
        uint16_t units[9];
        bool last;
        uint32_t size;
    } rows[] = {
        { CHIP_G84, { 1 }, true, 0x1000 }, /* the part read first of any image */
        { CHIP_G84, { 8 }, true, 0x1000 },
        { CHIP_G84, { 9 }, true, 0x2200 },
        { CHIP_G84, { 9, 5 }, true, 0x2200 },
        { CHIP_G84, { 1 }, false, 0x1200 }, /* the header of an image after it is looked for */
        { CHIP_G84, { 9, 20, 3 }, true, 0x4a00 },
        { CHIP_G84, { 9, 9, 9, 9, 9, 9, 9, 9 }, false, 0x9000 }, /* no more than eight */
        { CHIP_G84, { 9, 9, 9, 9, 9, 9, 9, 9, 9 }, true, 0x9000 },
        { CHIP_G84, { 0xff, 0xff }, true, 0x20000 }, /* PROM's size before G200 */
        { CHIP_G98, { 0xff, 0xff }, true, 0x20000 },
        { CHIP_G200, { 0xff, 0xff }, true, 0x40c00 },
        { CHIP_GT218, { 0x3ff, 2 }, true, 0x80000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t end = 0;

        open_card(rows[i].index);
        chip.where = AT_PROM;
        for (unsigned k = 0; k < 9 && rows[i].units[k]; k++)
            end =
                put_image(end, rows[i].units[k], rows[i].last && (k == 8 || !rows[i].units[k + 1]));
        find(false);
        expect_found(ROM_SOURCE_PROM, 0, rows[i].size);
        assert_int_equal(0x77, chip.room[rows[i].size]);
        assert_int_equal(LOOK_AGAINS * (1 + 2 * rows[i].size / 4), chip.reads);
        expect_writes(SHADOWED SHADOWED);
        assert_true(chip.found.chip.any);
        assert_int_equal(chip.found.fault, chip.found.chip.fault);
    }
}

/* The first reads after the chip has slept may be wrong: it is asked 16 times. */
TEST(a_sleeping_chip_is_woken)
{
    for (unsigned wakes_at = 1; wakes_at <= 18; wakes_at++) {
        open_card(CHIP_G84);
        chip.where = AT_PROM;
        chip.wakes_at = wakes_at;
        put_image(0, 4, true);
        find(false);
        if (wakes_at <= 17) { /* the 17th is the first of the chain's */
            expect_found(ROM_SOURCE_PROM, 0, 0x1000);
            assert_int_equal((wakes_at < 16 ? wakes_at : 16) + 0x800 + 1 + 0x800, chip.reads);
        } else {
            assert_false(chip.found.any);
            /* The first word of the second look is another one. */
            assert_int_equal(16 + 0x400 + 1, chip.reads);
        }
    }
    open_card(CHIP_G84);
    chip.where = AT_PROM;
    find(false);
    assert_false(chip.found.any);
    assert_int_equal(16 + 2 * 0x400, chip.reads);
}

/* One byte that differs the second time is enough, be it the first or the last. */
TEST(what_reads_otherwise_is_unstable)
{
    static const struct {
        unsigned changes_at;
        uint32_t change;
        bool stable;
    } rows[] = {
        { 0, 0, true },
        { 1 + 0x400 + 1, 1, false },
        { 1 + 0x400 + 1, 0x80000000, false },
        { 1 + 0x400 + 0x200, 0x100, false },
        { 1 + 0x400 + 0x400, 0x10000, false },
        { 1 + 0x400 + 0x400, 0x80000000, false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(CHIP_G84);
        chip.where = AT_PROM;
        put_image(0, 8, true);
        chip.changes_at = rows[i].changes_at;
        chip.change = rows[i].change;
        find(false);
        assert_int_equal(rows[i].stable, chip.found.chip.fault != VBIOS_UNSTABLE);
    }
}

/* An integrated chipset has no chip of its own, nor a ROM BAR. */
TEST(integrated_chipsets_are_not_asked)
{
    open_card(CHIP_MCP77);
    chip.where = AT_PROM;
    put_image(0, 8, true);
    find(false);
    assert_false(chip.found.any || chip.found.chip.any);
    chip.where = AT_BAR;
    chip.rom_bar = (uint32_t)ROM_BAR_AT;
    find(false);
    assert_false(chip.found.any);
    assert_int_equal(0, chip.reads);
    assert_string_equal("", chip.config);
    expect_writes("");
}

/* ---- the ROM BAR: bit 0 enables it, address in 31:11 */

TEST(the_rom_bar_is_enabled_while_it_is_read)
{
    open_card(CHIP_GT215);
    chip.where = AT_BAR;
    chip.rom_bar = (uint32_t)ROM_BAR_AT | 0x100; /* a reserved bit is no address */
    put_image(0, 9, true);
    find(false);
    expect_found(ROM_SOURCE_BAR, 0, 0x2200);
    assert_false(chip.found.chip.any);
    assert_string_equal("30=f0100101 30=f0100100 30=f0100101 30=f0100100 ", chip.config);
    put_image(put_image(0, 0xff, false), 0xff, true);
    find(false);
    assert_int_equal(0x20000, chip.found.size);
    chip.config[0] = '\0';
    chip.rom_bar = 0x100;
    find(false);
    assert_false(chip.found.any);
    assert_string_equal("", chip.config);
}

/* ---- the copy in VRAM, §1.3 */

TEST(the_copy_is_where_the_window_says)
{
    static const struct {
        uint32_t window, pmem;
        bool working, is;
        uint64_t at;
    } rows[] = {
        { 0x00012309, 0, true, true, 0x1230000 },
        { 0x00012309, 0, false, false, 0x1230000 },
        { 0x00012301, 0, true, false, 0x1230000 }, /* not enabled */
        { 0x00012308, 0, true, false, 0x1230000 }, /* targets 0, 2 and 3 */
        { 0x0001230a, 0, true, false, 0x1230000 },
        { 0x0001230b, 0, true, false, 0x1230000 },
        { 0x00000009, 0x123, true, true, 0x1230000 + 0xf0000 },
        { 0xff000009, 0, true, true, UINT64_C(0xff00000000) },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_card(CHIP_G84);
        chip.where = AT_MEMORY;
        chip.memory_at = rows[i].at;
        set(REF_PDISPLAY_VGA_ROM_WINDOW, rows[i].window);
        set(REF_PBUS_PMEM, rows[i].pmem);
        put_image(0, 9, true);
        find(rows[i].working);
        assert_int_equal(rows[i].is, chip.found.any);
        assert_int_equal(rows[i].pmem, bench_get(&bench, 0x1700));
        if (rows[i].is)
            expect_found(ROM_SOURCE_PRAMIN, 0, 0x2200);
    }
    put_image(put_image(0, 0xff, false), 0xff, true);
    find(true);
    expect_found(ROM_SOURCE_PRAMIN, 0, 0x20000);
}

/* ---- images of the surroundings */

TEST(files_are_asked_for_up_to_the_first_that_is_missing)
{
    open_card(CHIP_G84);
    bench.ops.rom = give;
    put_image(0, 4, true);
    find(false);
    assert_int_equal(3, chip.asked); /* the firmware's copy, and the first file */
    assert_false(chip.found.any);
    chip.given[1] = chip.given[2] = 0x800;
    chip.asked = 0;
    find(false);
    assert_int_equal(0xf, chip.asked);
    expect_found(ROM_SOURCE_FILE, 0, 0x800);
    assert_int_equal(0, chip.found.index);
    assert_string_equal("1.rom", chip.found.name);
    for (unsigned i = 0; i < ARRAY_SIZE(chip.given); i++)
        chip.given[i] = 0x800;
    chip.asked = 0;
    find(false);
    assert_int_equal(0x1ffff, chip.asked); /* 16 files */
    assert_int_equal(ROM_SOURCE_FIRMWARE, chip.found.source);
    chip.given[0] = ROM_ROOM + 0x200;
    find(false);
    assert_int_equal(ROM_ROOM, chip.found.size);
    bench.ops.rom = NULL;
    find(false);
    assert_false(chip.found.any);
}

TEST(a_preamble_is_cut_off)
{
    open_card(CHIP_G84);
    bench.ops.rom = give;
    put_image(0x600, 4, true);
    chip.given[0] = 0x600 + 0x800;
    find(false);
    expect_found(ROM_SOURCE_FIRMWARE, 0x600, 0x800);
    /* Bytes that are no image do not hide an image after them. */
    memset(chip.source, 0x11, sizeof(chip.source));
    find(false);
    assert_false(chip.found.any);
}

FIXTURE(make_walk)
{
    chip.walk = calloc(1, sizeof(*chip.walk));
    return chip.walk ? 0 : -1;
}

FIXTURE(free_walk)
{
    free(chip.walk);
    return 0;
}

GROUP(make_walk, free_walk)
