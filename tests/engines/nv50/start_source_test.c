/* Where a card's VBIOS is read from, and which of several is taken (docs/hardware/devinit.md §1.1 to §1.5). */
#include "engines/nv50/family.h"
#include "engines/window.h"
#include "suite/nv50/groups.h"
#include "tests/engines/nv50/start_rig.h"

#define ROM_MAX  0x2000
#define UNSTEADY "post-rom-unstable"

/* The ROM of a G84 of the model: as it is, with a wrong checksum, with an EFI image after it, and with another
 * patch level, which tells it from the first. An erased chip. */
static uint8_t good[ROM_MAX], damaged[ROM_MAX], longer[ROM_MAX], other[ROM_MAX], erased[ROM_MAX];
static size_t good_size, longer_size;

static unsigned bit_at(const uint8_t *rom)
{
    unsigned bit = 0x100;

    while (memcmp(rom + bit, "\xff\xb8\x42IT", 5) != 0)
        bit++;
    return bit;
}

static unsigned info_at(const uint8_t *rom)
{
    const unsigned bit = bit_at(rom);

    return rom[bit + 16] | (unsigned)rom[bit + 17] << 8; /* the first token is i */
}

FIXTURE(make_roms)
{
    good_size = start_rig_rom("g84", good, sizeof(good));
    memcpy(damaged, good, good_size);
    damaged[0x300] ^= 1;
    memcpy(other, good, good_size);
    other[info_at(other)] = 0x42;
    start_rig_close_sum(other, good_size);
    memset(erased, 0xff, sizeof(erased));

    /* The first image is not the last any more; 1 KiB with type 3 follows. */
    memcpy(longer, good, good_size);
    longer[0x70 + 0x15] = 0;
    start_rig_close_sum(longer, good_size);
    memcpy(longer + good_size, "\x55\xaa\x02\0", 4);
    longer[good_size + 0x18] = 0x1c;
    memcpy(longer + good_size + 0x1c,
           "PCIR\xde\x10\0\x04\0\0\x18\0\0\0\0\x03\x02\0\0\0\x03\x80\0\0", 24);
    longer_size = good_size + 1024;
}

struct places {
    const uint8_t *prom, *bar, *firmware, *file, *file_2;
    const char *unsteady; /* UNSTEADY: PROM reads otherwise each time */
};

static struct rig_rom rom_of(const uint8_t *bytes, const char *name)
{
    return (struct rig_rom){ name, bytes, bytes == longer ? longer_size : good_size };
}

static void open_places(struct start_rig *rig, const struct places *places, bool cold)
{
    const uint8_t *const prom = places->prom ? places->prom : erased;

    start_rig_open(rig,
                   &(struct model_config){ .chip = &chipset_named("g84")->chip,
                                           .cold = cold,
                                           .vbios = prom,
                                           .vbios_size = prom == longer ? longer_size : good_size,
                                           .defects = places->unsteady });
    rig->rom_bar = rom_of(places->bar, NULL);
    rig->given[0] = rom_of(places->firmware, NULL);
    rig->given[1] = rom_of(places->file, "10de-0400-10de-0400.rom");
    rig->given[2] = rom_of(places->file_2, "b.rom");
}

TEST(each_place_alone_starts_the_card)
{
    static const struct {
        struct places places;
        enum rom_source source;
        const char *says;
    } rows[] = {
        /* clang-format off */
        { { .prom = good }, ROM_SOURCE_PROM, "started by Barecard with 60.84.00.00.00 from PROM, stays so" },
        { { .bar = good }, ROM_SOURCE_BAR, "from the ROM BAR" },
        { { .firmware = good }, ROM_SOURCE_FIRMWARE, "from the machine's firmware" },
        { { .file = good }, ROM_SOURCE_FILE, "from a file on the stick 10de-0400-10de-0400.rom" },
        { { .file = erased, .file_2 = good }, ROM_SOURCE_FILE, "from a file on the stick b.rom" },
        { { .prom = good, .firmware = other, .unsteady = UNSTEADY }, ROM_SOURCE_FIRMWARE, "60.84.00.42.00 from the" },
        { { .prom = good, .file = good, .unsteady = UNSTEADY }, ROM_SOURCE_FILE, "from a file on the stick 10de" },
        /* clang-format on */
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct start_rig rig;
        char words[300];
        struct text text = text_in(words, sizeof(words));

        open_places(&rig, &rows[i].places, true);
        const enum start_outcome outcome = start_rig_start(&rig, POST_AUTO);
        start_words(rig.start, &text);
        if (outcome != START_DONE || rig.start->found.source != rows[i].source ||
            !strstr(words, rows[i].says) || !start_rig_alive(&rig))
            fail_msg("row %zu: %s", i, words);
        start_rig_close(&rig);
    }
}

/* Of files that fit the one named for the card is first; one that does not fit is passed over, whatever its name. */
TEST(a_file_is_taken_by_what_it_is_not_by_its_name)
{
    struct start_rig rig;
    uint8_t foreign[ROM_MAX];

    open_places(&rig, &(struct places){ .file = good, .file_2 = other }, true);
    start_look(&rig.card, rig.start);
    assert_string_equal(rig.start->found.name, "10de-0400-10de-0400.rom");
    assert_int_equal(rig.start->found.v.version[3], 0);
    start_rig_close(&rig);

    const size_t size = start_rig_rom("g86", foreign, sizeof(foreign));
    open_places(&rig, &(struct places){ .file_2 = other }, true);
    rig.given[1] = (struct rig_rom){ "10de-0400-10de-0400.rom", foreign, size };
    assert_int_equal(start_rig_start(&rig, POST_AUTO), START_DONE);
    assert_string_equal(rig.start->found.name, "b.rom");
    assert_int_equal(rig.start->found.v.version[3], 0x42);
    start_rig_close(&rig);

    open_places(&rig, &(struct places){ 0 }, true);
    rig.given[1] = (struct rig_rom){ "10de-0400-10de-0400.rom", foreign, size };
    assert_int_equal(start_rig_start(&rig, POST_RUN), START_BAD_ROM);
    assert_int_equal(rig.start->found.fault, VBIOS_OTHER_CHIP);
    start_rig_close(&rig);
}

/* Files of other programs begin with bytes of their own; the firmware's copy may be larger than our room. */
TEST(preambles_and_sizes_are_dealt_with)
{
    static uint8_t file[ROM_ROOM + 0x400];
    struct start_rig rig;

    memset(file, 0x11, sizeof(file));
    memcpy(file + 0x600, good, good_size);
    open_places(&rig, &(struct places){ 0 }, true);
    rig.given[1] = (struct rig_rom){ "a.rom", file, 0x600 + good_size };
    memset(rig.start->bytes, 0x77, ROM_ROOM);
    assert_pairs(start_rig_start(&rig, POST_AUTO), START_DONE, rig.start->found.size, good_size);
    assert_memory_equal(good, rig.start->bytes, good_size);
    /* the bytes after the image are unchanged */
    assert_memory_equal(good + good_size - 0x600, rig.start->bytes + good_size, 0x600);
    start_rig_close(&rig);

    memset(file, 0xff, sizeof(file));
    memcpy(file, good, good_size);
    open_places(&rig, &(struct places){ 0 }, true);
    rig.given[0] = (struct rig_rom){ NULL, file, sizeof(file) };
    assert_pairs(start_rig_start(&rig, POST_AUTO), START_DONE, rig.start->found.size, ROM_ROOM);
    start_rig_close(&rig);
}

static unsigned tired; /* reads of the first word that are still wrong */
static uint64_t (*read_below)(struct bus *bus, bus_addr at, uint8_t size);

static uint64_t read_tired(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t word = read_below(bus, at, size);

    return at.v == UINT64_C(0xc0300000) && tired && tired-- ? 0xffff55aa : word;
}

/* §1.2: "Window: 0x20000 bytes on G80:G200, 0x80000 on G200 and later"; an image that says 640 KiB is read so far. The first
 * read is made up to 16 times, else the copy in VRAM is taken, at PMEM's place and 0xf0000 more where no other is said
 * (§1.3); the shadow is restored. */
TEST(prom_is_read_to_the_end_of_its_window)
{
    /* clang-format off */
    static const struct { const char *chip; unsigned tired, by_pmem; enum rom_source source; size_t size; } rows[] = {
        { "g98", 0, 0, ROM_SOURCE_PROM, 0x20000 }, { "g200", 16, 0, ROM_SOURCE_PROM, 0x80000 },
        { "g200", 17, 0, ROM_SOURCE_PRAMIN, 0x20000 }, { "g200", 17, 1, ROM_SOURCE_PRAMIN, 0x20000 },
    };
    /* clang-format on */
    static uint8_t rom[0x80000];

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct model_config config = { .chip = &chipset_named(rows[i].chip)->chip,
                                             .vbios = rom,
                                             .vbios_size = sizeof(rom) };
        const size_t first = start_rig_rom(rows[i].chip, rom, sizeof(rom));
        struct start_rig rig;

        rom[0x70 + 0x15] = 0;
        start_rig_close_sum(rom, first);
        memcpy(rom + first, longer + good_size, 0x40);
        rom[first + 0x1c + 0x11] = 5;
        start_rig_open(&rig, &config);
        read_below = rig.tap.ops.read;
        rig.tap.ops.read = read_tired;
        tired = rows[i].tired;
        card_write32(&rig.card, REF_PBUS_PCI_MIRROR + REF_PCI_NV_ROM_SHADOW, 1);
        const uint32_t place = card_read32(&rig.card, REF_PDISPLAY_VGA_ROM_WINDOW);

        if (rows[i].by_pmem) {
            card_write32(&rig.card, REF_PBUS_PMEM, (place >> 8) - 0xf);
            card_write32(&rig.card, REF_PDISPLAY_VGA_ROM_WINDOW, place & 0xff);
        }
        start_look(&rig.card, rig.start);
        assert_pairs(rows[i].source, rig.start->found.source, rows[i].size, rig.start->found.size);
        assert_int_equal(1,
                         card_read32(&rig.card, REF_PBUS_PCI_MIRROR + REF_PCI_NV_ROM_SHADOW) & 1);
        start_rig_close(&rig);
    }
}

/* A byte of a good ROM: of all, of BIT, of its information; CLOSE: with a good sum; REST: as all bytes behind it. */
#define OF_BIT  0x10000u
#define OF_INFO 0x20000u
#define CLOSE   0x40000u
#define REST    0x80000u

static const uint8_t *edited(unsigned at, uint8_t value)
{
    static uint8_t rom[ROM_MAX];
    const unsigned from = at & OF_BIT ? bit_at(good) : at & OF_INFO ? info_at(good) : 0;

    memcpy(rom, good, good_size);
    memset(rom + from + (at & 0xffff), value, at & REST ? good_size - (at & 0xffff) : 1);
    if (at & CLOSE)
        start_rig_close_sum(rom, good_size);
    return rom;
}

/* What the self tests say of the VBIOS that was found (devinit.md §1.4, §1.5, §2): of its image, sum and ids. A chip
 * that is damaged is told though another place has a good one. */
TEST(the_vbios_is_judged)
{
    /* clang-format off */
    enum { IN_PROM = 1, IN_BAR = 2, GOOD_BAR = 4 };
    static const struct {
        unsigned in, at;
        uint8_t value;
        const char *results; /* P: passes */
        const char *says[3]; /* of its image, sum and ids */
    } rows[] = {
        { IN_PROM, 0, 0x55, "PPP", { "60.84.00.00.00 from PROM, board 0x0400, 4096 bytes",
          "4096 bytes of the first of 1 images add up to 0", "10de:0400, subsystem 0x040010de, chip byte 84" } },
        { IN_PROM, 0x300, 0xee, "PFP", { "from PROM", " has a VBIOS whose bytes do not add up to 0", "" } },
        { IN_PROM | GOOD_BAR, 0x300, 0xee, "PFP", { "60.84.00.00.00 from the ROM BAR, board 0x0400",
          "has a chip with a VBIOS whose bytes do not add up to 0", "10de:0400" } },
        { IN_PROM, 0x800 | REST, 0xff, "FFP", { " has a VBIOS, 60.84.00.00.00 from PROM, which ends before its "
          "image does", "", "" } },
        { IN_PROM | GOOD_BAR, 0x800 | REST, 0xff, "FFP", { "has a chip with a VBIOS which ends before its image "
          "does; its VBIOS is 60.84.00.00.00 from the ROM BAR instead", "", "" } },
        { 0, 0, 0, "FFF", { "shows no VBIOS: neither PROM nor the ROM BAR has an image", "no VBIOS", "no VBIOS" } },
        { IN_BAR, 0x74 | CLOSE, 0, "FPF", { "which does not begin with an x86 image for a card of this vendor", "",
          "is PCI device 10de:0400, its VBIOS is for 1000:0400" } },
        { IN_BAR, OF_BIT | CLOSE | 2, 0, "FPP", { "which has no BIT", "", "10de:0400" } },
        { IN_BAR, OF_BIT | CLOSE | 11, 0, "FPP", { "which has a BIT with a damaged header", "", "" } },
        { IN_BAR, OF_BIT | CLOSE | 12, 'x', "FPP", { "which has no version (token i)", "", "10de:0400" } },
        { IN_BAR, OF_INFO | CLOSE | 2, 0x86, "PPF", { "from the ROM BAR", "",
          "has the VBIOS of another chipset by its version" } },
        { IN_BAR, 0x76 | CLOSE, 1, "PPF", { "", "", "is PCI device 10de:0400, its VBIOS is for 10de:0401" } },
        { IN_BAR, 0x56 | CLOSE, 1, "PPF", { "", "", "has subsystem 0x040010de, its VBIOS is for 0x040110de" } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const uint8_t *const rom = edited(rows[i].at, rows[i].value);
        const struct places places = { .prom = rows[i].in & IN_PROM ? rom : NULL,
                                       .bar = rows[i].in & IN_BAR     ? rom
                                              : rows[i].in & GOOD_BAR ? good
                                                                      : NULL };
        struct start_rig rig;

        open_places(&rig, &places, false);
        start_look(&rig.card, rig.start);
        for (unsigned k = 0; k < 3; k++) {
            struct test t = { .card = &rig.card };

            vbios_tests.rows[k].run(&t);
            const char *const said = t.result == TEST_PASS ? t.note : t.sentence;
            if ((t.result == TEST_PASS) != (rows[i].results[k] == 'P') ||
                !strstr(said, rows[i].says[k]))
                fail_msg("row %u, %s: %s", i, vbios_tests.rows[k].name, said);
        }
        start_rig_close(&rig);
    }
}

/* ---- registers of a working card */

static const uint32_t (*display)[2]; /* registers and their values; the end: a register 0 */

static uint64_t read_display(struct bus *bus, bus_addr at, uint8_t size)
{
    for (unsigned i = 0; display[i][0]; i++)
        if (at.v == UINT64_C(0xc0000000) + display[i][0])
            return display[i][1];
    return read_below(bus, at, size);
}

/* Lines of 256 bytes, two at 16 MiB on head 0 and four at 32 MiB on head 1, are the display's and nobody else's. While no
 * channel runs and no mode is set, nothing is shown, whatever the heads' registers hold (tesla-mmio.md §3.1, §3.10). */
TEST(what_heads_show_is_left_alone)
{
    static const uint32_t driven[][2] = {
        /* clang-format off */
        { REF_PDISPLAY_ACTIVE, 0x202 }, { REF_PDISPLAY_CHANNEL, 1 }, { 0x610a3c, 1 }, { 0x610a88, 0x10000 },
        { 0x610b1c, 2u << 16 | 64 }, { 0x610b24, 0x00100100 }, { 0x610acc, 0xcf00 }, { 0x610a3c + 0x540, 1 },
        { 0x610a88 + 0x540, 0x20000 }, { 0x610b1c + 0x540, 4u << 16 | 64 }, { 0x610b24 + 0x540, 0x00100100 },
        { 0x610acc + 0x540, 0xcf00 }, { 0, 0 },
        /* clang-format on */
    };
    static const uint32_t idle[][2] = { { REF_PDISPLAY_ACTIVE, 0x2 }, { 0, 0 } };

    for (unsigned shows = 0; shows < 2; shows++) {
        char why[FAMILY_WHY_MAX] = "";
        struct start_rig rig;

        start_rig_open(&rig, &(struct model_config){ .chip = &chipset_named("g84")->chip,
                                                     .knobs = "mode_posted=none" });
        rig.card.family = &nv50_family;
        read_below = rig.tap.ops.read;
        rig.tap.ops.read = read_display;
        display = shows ? driven : idle;
        assert_pairs(true, nv50_family.posted(&rig.card, why), OK, nv50_family.memory(&rig.card));
        const struct vram_map *const vram = &rig.card.vram;
        assert_int_equal(shows ? 4 : 2, vram->owner_count);
        if (shows) {
            assert_pairs(VRAM_SHOWN, vram->owners[2].use, 0x1000000, vram->owners[2].from,
                         0x1000200, vram->owners[2].to, 0x2000000, vram->owners[3].from, 0x2000400,
                         vram->owners[3].to);
            assert_string_equal("head 0", vram->owners[2].name);
            assert_string_equal("head 1", vram->owners[3].name);
        }
        start_rig_close(&rig);
    }
}

GROUP(make_roms, NULL)
