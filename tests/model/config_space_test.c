/* Every word of the configuration space of every modelled card: its value after power-on, which bits can be written,
 * and which a written 1 clears. A word that no row names is 0 and stays 0.
 *
 * Source  docs/hardware/tesla-mmio.md §1.2 to §1.4, gv100.md §1.1, §1.2; registers of every PCI function by the
 *         standard. */
#include "hw/gv100/chip.h"
#include "tests/model/nv50/core_rig.h"

#define NV50     1u
#define GV100    2u
#define PCIE     4u  /* of NV50: no IGP */
#define LINK_2   8u  /* G86 and later */
#define G84_UP   16u /* has 0x41c and its neighbours */
#define VENDOR   32u /* GT215 and later */
#define SLOW     64u /* G80, G84, G86: 2.5 GT/s */
#define PREFETCH 128u
#define NO_IGP   256u /* NV50 that is no IGP, and GV100 */
#define IGP      512u
#define OLDER    1024u /* of NV50: before GT215 */
#define SOUND    2048u /* function 1 of a Titan V: a row of its own for each word */
#define WHOLE    0xffffffffu

struct config_word {
    uint32_t at;
    unsigned all_of;
    uint32_t value, writable;
};

/* clang-format off */
static const struct config_word words[] = {
    { 0x000, SOUND, 0x10f210de, 0 }, { 0x004, SOUND, 0x00100000, 0x00000546 }, /* no I/O ports */
    { 0x008, SOUND, 0x040300a1, 0 }, { 0x00c, SOUND, 0x00800000, 0x000000ff }, /* one of several functions */
    { 0x010, SOUND, 0, 0xffffc000 },          /* 16 KiB */
    { 0x02c, SOUND, 0x121810de, 0 }, { 0x034, SOUND, 0x60, 0 }, { 0x03c, SOUND, 0x00000200, 0xff }, /* INTB */
    { 0x060, SOUND, 0x00036801, 0 }, { 0x064, SOUND, 0x00000008, 0x3 }, { 0x068, SOUND, 0x00807805, 0x00010000 },
    { 0x06c, SOUND, 0, 0xfffffffc }, { 0x070, SOUND, 0, WHOLE }, { 0x074, SOUND, 0, 0xffff },
    { 0x078, SOUND, 0x00020010, 0 }, { 0x07c, SOUND, 0x00008020, 0 }, { 0x080, SOUND, 0x00002910, 0x7fff },
    { 0x084, SOUND, 0x00400103, 0 }, { 0x088, SOUND, 0x11010000, 0 },
    { 0x004, 0, 0x00100000, 0x00000547 }, /* a capability list; I/O, memory, master, parity, SERR, INTx off */
    { 0x008, NV50, 0x030000a2, 0 }, { 0x008, GV100, 0x030200a1, 0 }, { 0x00c, 0, 0, 0x000000ff },
    { 0x010, 0, 0, 0xff000000 },          /* 16 MiB */
    { 0x014, 0, 0x0000000c, 0xf0000000 }, /* 256 MiB, 64 bit, prefetchable */
    { 0x018, 0, 0, WHOLE }, { 0x01c, PREFETCH, 0x0000000c, 0xfe000000 }, /* 32 MiB */
    { 0x01c, 0, 0x00000004, 0xfe000000 }, { 0x020, 0, 0, WHOLE },
    { 0x024, GV100, 0, 0 },               /* a V100 has no I/O ports */
    { 0x024, 0, 0x00000001, 0xffffff80 }, /* 128 ports */
    { 0x030, NV50, 0, 0xfffe0001 },       /* a ROM of 128 KiB, and whether it answers */
    { 0x030, GV100, 0, 0xfff80001 },      /* one of 512 KiB */
    { 0x050, GV100, 1, 1 },               /* PROM shows a copy of it (§8.5) */
    { 0x034, 0, 0x60, 0 }, { 0x03c, 0, 0x00000100, 0xff }, /* INTA */
    { 0x054, NV50, 0, 1 }, { 0x05c, NV50, 0, 0xf0 },
    { 0x060, 0, 0x00036801, 0 },          /* power management, version 3 */
    { 0x064, 0, 0x00000008, 0x103 },      /* no soft reset */
    { 0x068, IGP | VENDOR, 0x0080b405, 0x00010000 }, { 0x068, IGP, 0x00800005, 0x00010000 },
    { 0x068, 0, 0x00807805, 0x00010000 }, /* MSI, 64 bit, one vector */
    { 0x06c, 0, 0, 0xfffffffc }, { 0x070, 0, 0, WHOLE }, { 0x074, 0, 0, 0xffff },
    { 0x078, VENDOR | PCIE, 0x0002b410, 0 }, { 0x078, NO_IGP, 0x00020010, 0 }, /* PCI Express endpoint, version 2 */
    { 0x07c, GV100, 0x00008de1, 0 },      /* measured of a Titan V: 256 bytes a packet */
    { 0x07c, NO_IGP, 0x00008020, 0 },     /* extended tags, role-based error reporting */
    { 0x080, GV100, 0x00002910, 0x7fff }, { 0x080, NO_IGP, 0x00002010, 0x7fff },
    { 0x084, NO_IGP | SLOW, 0x00000101, 0 }, { 0x084, NO_IGP | GV100, 0x00400103, 0 }, { 0x084, NO_IGP, 0x00000102, 0 },
    { 0x088, NO_IGP, 0x11010000, 0xc3 },  /* 16 lanes, 2.5 GT/s, the slot's clock; ASPM, common clock, synch */
    { 0x0a4, GV100, 0x0000000e, 0 },      /* 2.5, 5 and 8 GT/s */
    { 0x0a8, GV100, 0x00000003, 0x1fff }, { 0x0a8, LINK_2, 1, 0xf }, { 0x0b4, VENDOR, 0x00140009, 0 },
    { 0x100, GV100, 0x25010002, 0 },      /* virtual channel, latency, substates of L1, power budget, AER, vendor's */
    { 0x250, GV100, 0x25810018, 0 }, { 0x258, GV100, 0x1281001e, 0 }, { 0x128, GV100, 0x42010004, 0 },
    { 0x420, GV100, 0x60010001, 0 }, { 0x428, GV100, 0, 0x0007f030 }, /* AER's masks and severity */
    { 0x42c, GV100, 0x00062030, 0x0007f030 }, { 0x434, GV100, 0x00002000, 0x000031c1 },
    { 0x600, GV100, 0x9001000b, 0 }, { 0x900, GV100, 0xac010019, 0 }, { 0xac0, GV100, 0x00010023, 0 },
    { 0x100, PCIE, 0x12810002, 0 }, { 0x114, PCIE, 0x800000ff, 0 }, /* virtual channel 0 is on, for all traffic */
    { 0x128, PCIE | VENDOR, 0x60010004, 0 }, { 0x128, PCIE, 0x00010004, 0 }, { 0x600, PCIE | VENDOR, 0x0001000b, 0 },
    { 0x604, PCIE | VENDOR, 0x02410001, 0 }, /* id 1, revision 1, length 0x24 */
    { 0x140, NV50, 0x00010000, 0x0003f000 }, { 0x150, NV50, 0, 0x80000180 }, { 0x418, NV50, 0, 0x000ff000 },
    { 0x41c, G84_UP, 0x00001800, WHOLE }, { 0x460, G84_UP, 0x00001110, 0x0000fffe }, { 0x484, G84_UP, 0, 7 },
};
/* clang-format on */

static unsigned traits_of(const struct nv50_chip *chip)
{
    const unsigned id = chip->chip.id;
    const bool igp = id == 0xaa || id == 0xac || id == 0xaf,
               late = id == 0xa3 || id == 0xa5 || id == 0xa8 || id == 0xaf;

    return NV50 | (igp ? IGP : PCIE | NO_IGP) | (!igp && id >= 0x86 ? LINK_2 : 0) |
           (id != 0x50 ? G84_UP : 0) | (late ? VENDOR : OLDER) | (id <= 0x86 ? SLOW : 0) |
           (late || igp ? PREFETCH : 0);
}

static struct config_word expected_word(uint32_t at, unsigned traits)
{
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        if (words[i].at == at && (words[i].all_of & traits) == words[i].all_of &&
            !((words[i].all_of ^ traits) & SOUND))
            return words[i];
    return (struct config_word){ .at = at };
}

static uint32_t get(uint32_t at)
{
    return (uint32_t)model_config_read(card, at, 4);
}

/* Words that are the card's own: the numbers of device, subsystem and memory, the ROM's BAR, the ROM's shadow. */
static bool is_of_its_own(uint32_t at, unsigned traits)
{
    if (traits & SOUND)
        return false;
    return at == 0 || at == 0x2c || ((traits & NV50) && (at == 0x40 || at == 0x50)) ||
           ((traits & IGP) && (at == 0xf4 || at == 0xf8));
}

static uint32_t get_of(unsigned traits, uint32_t at)
{
    return (uint32_t)(traits & SOUND ? model_sound_read(card, at, 4) : get(at));
}

static void put_of(unsigned traits, uint32_t at, uint32_t value)
{
    (traits & SOUND ? model_sound_write : model_config_write)(card, at, value, 4);
}

static void check_space(const char *name, unsigned traits)
{
    for (uint32_t at = 0; at < 0x1000; at += 4) {
        if (is_of_its_own(at, traits))
            continue;
        const struct config_word word = expected_word(at, traits);
        const uint32_t before = get_of(traits, at);

        put_of(traits, at, WHOLE);
        const uint32_t ones = get_of(traits, at);
        put_of(traits, at, 0);
        const uint32_t zeros = get_of(traits, at);
        if (before != word.value || ones != (word.value | word.writable) ||
            zeros != (word.value & ~word.writable))
            fail_msg(
                "%s: 0x%03x holds 0x%08x, by ones 0x%08x, by zeros 0x%08x; expected 0x%08x, of "
                "which 0x%08x can be written",
                name, at, before, ones, zeros, word.value, word.writable);
        put_of(traits, at, before);
    }
}

TEST(every_word_is_the_references, NULL, close_card)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_core(nv50_chips[chip].chip.name, NULL, NULL);
        check_space(nv50_chips[chip].chip.name, traits_of(&nv50_chips[chip]));
        model_config_write(card, 0x40, 0x12345678, 4); /* SUBSYSTEM_ID_WR */
        assert_int_equal(get(0x2c), 0x12345678);
    }
}

static void open_board(const char *board)
{
    const struct model_config config = { .chip = &gv100_chips[0].chip, .board = board, .seed = 1 };

    new_core((struct model_host){ 0 }, &config);
}

TEST(every_word_of_gv100_is_the_references, NULL, close_card)
{
    open_board("v100");
    check_space("gv100", GV100 | NO_IGP | PREFETCH);
}

/* Function 1 of a Titan V plays the sound of its outputs (gv100.md §1.8); other registers as the standard has them. */
TEST(function_1_of_a_titan_v, NULL, close_card)
{
    open_board("titanv");
    assert_int_equal(get(0x0c) >> 16, 0x80);
    check_space("sound", SOUND);
    open_board("v100"); /* no outputs */
    assert_pairs(0, get(0x0c) >> 16, WHOLE, model_sound_read(card, 0, 4));
    open_core("gt218", NULL, NULL);
    assert_int_equal(0xffff, model_sound_read(card, 0, 2));
}
