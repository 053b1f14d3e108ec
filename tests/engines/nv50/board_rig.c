#include "tests/engines/nv50/board_rig.h"
#include "hw/nv50/chip.h"
#include "hw/pci.h"
#include "model/host/host.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"

#define COLUMNS 8
#define PCIR    0x70u
#define LIST    0x90u
#define BIT_AT  0xb0u
#define INFO    0xf0u
#define INIT    0x110u
#define MEMORY  0x128u
#define CLOCK   0x138u
#define DCB     0x150u
#define ROW     12 /* bytes of a condition */

enum { CONDITION_FUSE, CONDITION_CHIPS, CONDITION_DISPLAY, CONDITION_UPDATED };

static void put(struct board_rom *rom, unsigned size, uint32_t value)
{
    for (unsigned i = 0; i < size; i++)
        rom->bytes[rom->at++] = (uint8_t)(value >> (8 * i));
}

static void put_at(struct board_rom *rom, unsigned at, unsigned size, uint32_t value)
{
    const unsigned before = rom->at;

    rom->at = at;
    put(rom, size, value);
    rom->at = before;
}

#define PUT_TEXT(rom, at, text) memcpy((rom)->bytes + (at), text, sizeof(text) - 1)

/* ---- opcodes (docs/hardware/devinit.md §4.5) */

static void put_op(struct board_rom *rom, const uint8_t *bytes, unsigned size)
{
    memcpy(rom->bytes + rom->at, bytes, size);
    rom->at += size;
}
#define OP(rom, ...)                                                                               \
    put_op(rom, (const uint8_t[]){ __VA_ARGS__ }, sizeof((const uint8_t[]){ __VA_ARGS__ }))
#define WORD(value)  (uint8_t)(value), (uint8_t)((value) >> 8)
#define DWORD(value) WORD(value), WORD((value) >> 16)

static void zm(struct board_rom *rom, uint32_t reg, uint32_t value)
{
    OP(rom, 0x7a, DWORD(reg), DWORD(value));
}

static void nv(struct board_rom *rom, uint32_t reg, uint32_t keep, uint32_t set)
{
    OP(rom, 0x6e, DWORD(reg), DWORD(keep), DWORD(set));
}

static void time_us(struct board_rom *rom, unsigned us)
{
    OP(rom, 0x74, WORD(us));
}

/* By the strap in CRTC 0x88: only its own column has `value`. 0x32 writes it, 0x4a makes a PLL's frequency of it. */
static void by_crtc(struct board_rom *rom, uint8_t opcode, uint32_t reg, uint32_t value)
{
    OP(rom, opcode, WORD(0x3d4), 0x88, COLUMNS - 1, 0, COLUMNS, DWORD(reg));
    for (unsigned i = 0; i < COLUMNS; i++)
        put(rom, 4, i == BOARD_STRAP ? value : value / 2 + 27000);
}

static void by_strap(struct board_rom *rom, uint32_t reg, uint8_t count, uint32_t value)
{
    OP(rom, 0x8f, DWORD(reg), 4, count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned column = 0; column < COLUMNS; column++)
            put(rom, 4, column == BOARD_STRAP ? value + i : 0);
}

static void poll(struct board_rom *rom, uint8_t condition)
{
    OP(rom, 0x56, condition, 0xff, 0x72);
}

/* ---- headers and tables */

static void put_headers(struct board_rom *rom, const struct nv50_chip *chip)
{
    static const uint8_t versions[CHIP_COUNT][2] = {
        [CHIP_G84] = { 0x84, 0x60 }, [CHIP_G86] = { 0x86, 0x60 }, [CHIP_G92] = { 0x92, 0x62 },
        [CHIP_G94] = { 0x94, 0x62 }, [CHIP_G96] = { 0x94, 0x62 },
    };
    const uint8_t *const version = versions[chip->chip.index];
    uint8_t sum = 0;

    PUT_TEXT(rom, 0, "\x55\xaa\x08\xcb");
    put_at(rom, 0x18, 2, PCIR);
    put_at(rom, 0x36, 2, DCB);
    put_at(rom, 0x54, 4, 0x827c1043);
    /* Straps: bits 5:2 and 13:10 from here, which are the RAM strap and the device. */
    put_at(rom, 0x58, 4, 0x7fffc3c3);
    put_at(rom, 0x5c, 4, BOARD_STRAP << 2 | ((chip->device_id + 2u) & 0xf) << 10);
    put_at(rom, 0x60, 4, 0x7fffffff);
    put_at(rom, 0x68, 2, LIST / 4);
    put_at(rom, 0x6a, 1, 0xa5);
    for (unsigned i = 0x58; i < 0x6b; i++)
        sum = (uint8_t)(sum + rom->bytes[i]);
    put_at(rom, 0x6b, 1, (uint8_t)-sum);
    PUT_TEXT(rom, PCIR, "PCIR\xde\x10");
    put_at(rom, PCIR + 6, 2, chip->device_id + 2u);
    PUT_TEXT(rom, PCIR + 8, "\0\0\x18\0\0\0\0\x03");
    put_at(rom, PCIR + 0x10, 2, BOARD_ROM / 512);
    put_at(rom, PCIR + 0x15, 1, 0x80);
    /* 0x2000c, then 0x1530, the last: a word says where and how many. */
    put_at(rom, LIST, 4, 0x0040000d);
    put_at(rom, LIST + 4, 4, 0x9c40);
    put_at(rom, LIST + 8, 4, 0x00020533);
    put_at(rom, LIST + 12, 4, 0x800412ea);
    PUT_TEXT(rom, BIT_AT,
             "\xff\xb8"
             "BIT\0\0\1\x0c\6\4\x53");
    PUT_TEXT(rom, BIT_AT + 12, "i\2\x19\0\xf0\0I\1\x12\0\x10\1M\1\x0d\0\x28\1C\1\x0c\0\x38\1");
    put_at(rom, INFO + 2, 1, version[0]);
    put_at(rom, INFO + 3, 1, version[1]);
    PUT_TEXT(rom, INFO + 0xf, "02/01/08");
}

static unsigned put_condition(struct board_rom *rom, unsigned index, uint32_t reg, uint32_t mask,
                              uint32_t value)
{
    const unsigned at = BOARD_TABLES + ROW * index;

    put_at(rom, at, 4, reg);
    put_at(rom, at + 4, 4, mask);
    put_at(rom, at + 8, 4, value);
    return at;
}

/* Conditions, an I/O condition, two macros (precharge and refresh), straps, PLL limits, one I2C port, no lines. */
static void put_tables(struct board_rom *rom)
{
    put_condition(rom, CONDITION_FUSE, 0x21358, 1, 0);
    rom->polls[0] = put_condition(rom, CONDITION_CHIPS, 0x1008e0, 0x80000000, 0x80000000);
    rom->polls[1] = put_condition(rom, CONDITION_DISPLAY, 0x61000c, 0x80000000, 0x80000000);
    rom->polls[2] = put_condition(rom, CONDITION_UPDATED, 0x61000c, 0x40000000, 0);
    PUT_TEXT(rom, 0x1b0, "\xd4\x03\x8f\1\1"); /* CR 0x8f bit 0 */
    PUT_TEXT(rom, 0x1b8, "\0\1\1\1");         /* macros: one word each */
    PUT_TEXT(rom, 0x1c0, "\xd4\x02\x10\0\1\0\0\0\xd0\x02\x10\0\1\0\0\0");
    for (unsigned i = 0; i < 16; i++)
        rom->bytes[0x1d0 + i] = (uint8_t)(i % COLUMNS);
    PUT_TEXT(rom, 0x1e0,
             "\x30\4\7\2\1\0\2\x28\x40\0\0\4\0\2\x08\x40\0\0"); /* core, memory: limits at 0x200 */
    PUT_TEXT(rom, 0x200, "\x90\1\xe8\3\0\0\0\0\1\0\0\0\x1b\0\0\0\x08\xff\1\x0d\0\0\0\0\0\6\0\5");
    put_at(rom, 0x21c, 4, 27000);
    PUT_TEXT(rom, DCB, "\x40\x1b\1\x08\x20\2\xcb\xbd\xdc\x4e");
    put_at(rom, DCB + 0x1b, 4, 0xe);
    PUT_TEXT(rom, 0x220, "\x40\5\1\4\0\0\0\0\5"); /* port 0 */
    PUT_TEXT(rom, INIT, "\x40\2\xb8\1\xc0\1\x80\1\xb0\1\0\0\0\0\0\0\0\0");
    put_at(rom, MEMORY + 2, 1, COLUMNS);
    put_at(rom, MEMORY + 3, 2, 0x1d0);
    put_at(rom, CLOCK + 8, 2, 0x1e0);
}

/* ---- scripts */

static unsigned put_fan(struct board_rom *rom)
{
    const unsigned start = rom->at;

    rom->fan = start;
    OP(rom, 0x4d, 0x80, BOARD_FAN << 1, 3, 0x30, 0xff, 0x31, 0xff, 0x40, 0x45, 0x71);
    return start;
}

static unsigned put_pll(struct board_rom *rom, uint32_t reg, uint32_t khz)
{
    const unsigned start = rom->at;

    by_crtc(rom, 0x4a, reg, khz);
    OP(rom, 0x71);
    return start;
}

static void put_engines(struct board_rom *rom, uint32_t units)
{
    zm(rom, REF_PMC_ENABLE, 0);
    OP(rom, 0x33, 20);
    nv(rom, 0, 0xffffffff, 0);
    OP(rom, 0x36);
    nv(rom, REF_PBUS_DEBUG_1, 0xfffff7ff, 0x800);
    OP(rom, 0x75, CONDITION_FUSE);
    zm(rom, REF_PBUS_HWUNITS_0, units & ~0xc0000u);
    OP(rom, 0x38);
    zm(rom, REF_PBUS_HWUNITS_0, units);
    OP(rom, 0x72);
    zm(rom, REF_PMC_ENABLE, 0xc0110111);
    OP(rom, 0x69, WORD(0x3c3), WORD(0x0100));
    OP(rom, 0x53, 0x3f, 0x57);
    zm(rom, REF_PTIMER_CLOCK_SOURCE, 9);
    zm(rom, REF_PTIMER_CLOCK_DIV, 0x144);
    zm(rom, REF_PTIMER_CLOCK_MUL, 0x7d);
    nv(rom, REF_PSTRAPS_0_PRIMARY, 0xffffffff, 0x80000000);
    nv(rom, REF_PSTRAPS_1_PRIMARY, 0xffffffff, 0x80000000);
    /* the RAM strap into CRTC 0x88 */
    OP(rom, 0x37, DWORD(0x101000), 2, 0xf, WORD(0x3d4), 0x88, 0xf0);
}

static void put_clocks(struct board_rom *rom, unsigned fan, unsigned core, unsigned memory)
{
    nv(rom, 0x3310, 0xfffff8ff, 0x500);
    nv(rom, REF_PBUS_CLOCK_MISC, 0xffffffe0, 0x1a);
    zm(rom, 0x88138, 0x10000000);
    OP(rom, 0x53, 0x8f, 0);
    rom->skipped = rom->at;
    OP(rom, 0x76, 0);
    OP(rom, 0x4d, 0x80, BOARD_CLOCK << 1, 1, WORD(0x8680), 0x72);
    time_us(rom, 2000);
    OP(rom, 0x5b, WORD(core), 0x5b, WORD(memory));
    time_us(rom, 1000);
    nv(rom, REF_PCLOCK_NVPLL, 0xffffffff, 0x80000000);
    nv(rom, REF_PCLOCK_MPLL, 0xfffffdff, 0x80000000);
    time_us(rom, 1000);
    nv(rom, REF_PCLOCK_MASTER, 0x03ff3040, 0x2c001b33);
    OP(rom, 0x5b, WORD(fan));
    nv(rom, 0x89028, 0xffffffff, 0);
    nv(rom, REF_PBUS_DEBUG_1, 0xfffff7ff, 0);
    OP(rom, 0x71);
}

static void put_memory(struct board_rom *rom, const uint32_t words[4])
{
    by_strap(rom, 0x100718, 2, 0x100077);
    by_crtc(rom, 0x32, 0x100714, words[3]);
    by_strap(rom, 0x100220, 10, 0x0c1e362c);
    by_crtc(rom, 0x32, 0x100200, words[0]);
    by_crtc(rom, 0x32, 0x100204, words[1]);
    by_crtc(rom, 0x32, 0x100250, words[2]);
    nv(rom, 0x122c, 0xfffffff0, 0xf);
    poll(rom, CONDITION_CHIPS);
    OP(rom, 0x6f, 1);
    time_us(rom, 200);
    OP(rom, 0x6f, 0);
    by_crtc(rom, 0x32, 0x1002c4, 0x100208);
    by_crtc(rom, 0x32, 0x1002c0, 0x532);
    OP(rom, 0x6f, 0);
    zm(rom, REF_PFB_REFCTRL, 0);
    OP(rom, 0x71);
}

static void put_refresh(struct board_rom *rom)
{
    time_us(rom, 1000);
    OP(rom, 0x6f, 0);
    OP(rom, 0x33, 10);
    OP(rom, 0x6f, 1);
    OP(rom, 0x36);
    zm(rom, REF_PFB_REFCTRL, 0x80000001);
    zm(rom, REF_PCLOCK_VPLL, 0x10000601);
    OP(rom, 0x51, DWORD(0x0208a1a0), WORD(0), 0x71);
}

static void put_private(struct board_rom *rom)
{
    poll(rom, CONDITION_DISPLAY);
    OP(rom, 0x5f, DWORD(0x610000), 0, DWORD(0xffff), DWORD(0), DWORD(0x61000c), DWORD(0xffff0000));
    nv(rom, REF_PDISPLAY_START, 0xbfffffff, 0x40000000);
    poll(rom, CONDITION_UPDATED);
    OP(rom, 0x71);
}

/* The scripts that are called stand first; then a list of scripts, which a 0 ends, at 0x240. */
static void put_scripts(struct board_rom *rom, uint32_t units, const uint32_t words[4])
{
    unsigned list = 0x240;

    rom->at = BOARD_SCRIPTS;
    const unsigned fan = put_fan(rom);
    const unsigned core = put_pll(rom, 0x4028, 500000), memory = put_pll(rom, 0x4008, 500000);
    put_at(rom, list, 2, rom->at);
    put_engines(rom, units);
    put_clocks(rom, fan, core, memory);
    put_at(rom, list += 2, 2, rom->at);
    put_memory(rom, words);
    put_at(rom, list + 2, 2, rom->at);
    put_refresh(rom);
    put_at(rom, INIT + 0xe, 2, rom->at);
    put_private(rom);
    rom->end = rom->at;
}

void board_rig_close(struct board_rom *rom)
{
    uint8_t sum = 0;

    for (unsigned i = 0; i + 1 < BOARD_ROM; i++)
        sum = (uint8_t)(sum + rom->bytes[i]);
    rom->bytes[BOARD_ROM - 1] = (uint8_t)-sum;
}

/* Units and geometry are asked of the same card after its start. */
void board_rig_make(struct board_rom *rom, const struct model_config *card)
{
    static const uint32_t registers[] = { 0x100200, 0x100204, 0x100250, 0x100714 };
    char error[256];
    struct host_bus *const bus =
        host_bus_new(&(struct host_bus_config){ .cards = card, .count = 1 }, error, sizeof(error));
    uint32_t words[ARRAY_SIZE(registers)];

    assert_non_null(bus);
    struct model *const posted = host_bus_card(bus, 0);
    for (unsigned i = 0; i < ARRAY_SIZE(registers); i++)
        words[i] = (uint32_t)model_read(posted, NV_BAR_MMIO, registers[i], 4);
    const uint32_t units = (uint32_t)model_read(posted, NV_BAR_MMIO, REF_PBUS_HWUNITS_0, 4);
    host_bus_free(bus);

    memset(rom, 0, sizeof(*rom));
    put_headers(rom, (const struct nv50_chip *)card->chip);
    put_tables(rom);
    put_scripts(rom, units, words);
    board_rig_close(rom);
}

struct model_config board_rig_card(const struct board_rom *rom, const struct model_config *card)
{
    struct model_config cold = *card;

    cold.cold = true;
    cold.vbios = rom->bytes;
    cold.vbios_size = BOARD_ROM;
    return cold;
}
