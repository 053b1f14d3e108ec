#include "model/nv50/host/vbios_scripts.h"

#include "hw/nv50/opcodes.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/vbios.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/board.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vram/vram.h"

#define CRTC_STRAP  0x3c /* scratch: the RAM strap */
#define CRTC_CLOCKS 0x3d /* scratch: bit 7, the clocks are there */

#define CONDITION_BOARD   0 /* the partitions are those that this ROM was made for */
#define CONDITION_LOCKED  1 /* a PLL has locked, where a register tells */
#define CONDITION_SIZE_OK 2 /* the memory has its size */

#define SCRIPT_CLOCKS 4 /* in the table, after the 0 that ends the boot list */

static bool has_status(const struct nv50 *card)
{
    return card->chip_bit & (CHIP_BIT(CHIP_G94) | CHIP_BIT(CHIP_G96) | CHIP_BIT(CHIP_G98));
}

static bool is_gt215(const struct nv50 *card)
{
    return card->chip->features & FEATURE_PLL_GT215;
}

/* ---- opcodes */

static void zm_reg(struct image *image, uint32_t reg, uint32_t value)
{
    put8(image, OP_ZM_REG);
    put32(image, reg);
    put32(image, value);
}

static void set_bits(struct image *image, uint32_t reg, uint32_t bits)
{
    put8(image, OP_SETBITS_NV_REG);
    put32(image, reg);
    put32(image, bits);
}

static void reset_bits(struct image *image, uint32_t reg, uint32_t bits)
{
    put8(image, OP_RESETBITS_NV_REG);
    put32(image, reg);
    put32(image, bits);
}

static void wait_us(struct image *image, unsigned us)
{
    put8(image, OP_TIME);
    put16(image, us);
}

/* Count words from `reg` on, each with a value for each column: value(i) of that column's memory. */
static void by_strap(const struct nv50 *card, struct image *image, uint32_t reg, unsigned count,
                     uint32_t (*value)(const struct board_memory *memory, unsigned i))
{
    put8(image, OP_XMEMSEL_ZM_ARRAY);
    put32(image, reg);
    put8(image, 4);
    put8(image, count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned column = 0; column < BOARD_COLUMNS; column++) {
            struct board_memory memory;

            board_memory(card, column, &memory);
            put32(image, value(&memory, i));
        }
}

static uint32_t timing_of(const struct board_memory *memory, unsigned i)
{
    return memory->timings[i];
}

static uint32_t mode_1_of(const struct board_memory *memory, unsigned i)
{
    (void)i;
    return memory->modes[1];
}

static uint32_t coef_of(const struct board_memory *memory, unsigned i)
{
    (void)i;
    return memory->coef;
}

/* ---- tables */

/* The type of the memory for every strap: all kinds of a board are of one type. */
static void put_arrays(const struct nv50 *card, struct image *image, struct vbios_tables *t)
{
    const unsigned types = image->at;

    for (unsigned strap = 0; strap < BOARD_STRAPS; strap++)
        put8(image, vram_geometry(card->vram)->ram_type);
    t->arrays = image->at;
    put16(image, types);
}

static void put_condition(struct image *image, uint32_t reg, uint32_t mask, uint32_t value)
{
    put32(image, reg);
    put32(image, mask);
    put32(image, value);
}

static void put_conditions(const struct nv50 *card, struct image *image, struct vbios_tables *t)
{
    const struct vram_geometry *const g = vram_geometry(card->vram);
    const uint32_t size =
        (uint32_t)(g->size & PFB_MEM_AMOUNT_LOW) | (g->size >> 32 ? PFB_MEM_AMOUNT_4GIB : 0);

    t->conditions = image->at;
    put_condition(image, PBUS_HWUNITS_0, PBUS_HWUNITS_0_PARTS,
                  FIELD_PUT(PBUS_HWUNITS_0_PARTS, (uint32_t)g->part_mask));
    if (is_gt215(card))
        put_condition(image, PCLOCK_GT215_MPLL, PLL_GT215_LOCKED, PLL_GT215_LOCKED);
    else
        put_condition(image, PCLOCK_STATUS, PCLOCK_STATUS_NVPLL_LOCKED, PCLOCK_STATUS_NVPLL_LOCKED);
    put_condition(image, PFB_MEM_AMOUNT, UINT32_MAX, size);

    t->io_conditions = image->at;
    put16(image, VGA_PORT_CRTC);
    put8(image, CRTC_CLOCKS);
    put8(image, 0x80);
    put8(image, 0x80);

    const unsigned known = image->at; /* straps that exist */
    for (unsigned strap = 0; strap < BOARD_STRAPS; strap++)
        put8(image, strap == 1 || strap == 2);
    t->io_flags = image->at;
    put16(image, VGA_PORT_CRTC);
    put8(image, CRTC_STRAP);
    put8(image, 0x0f);
    put8(image, 0);
    put16(image, known);
    put8(image, 1);
    put8(image, 1);
}

static void put_macros(struct image *image, struct vbios_tables *t)
{
    t->macro_index = image->at;
    put8(image, 0);
    put8(image, 1);
    t->macros = image->at;
    put32(image, PFB_PRECHARGE);
    put32(image, 1);
}

/* From strap to column; from GT215 on by a table that names the type too (devinit.md §4.6). */
static void put_straps(const struct nv50 *card, struct image *image, struct vbios_tables *t)
{
    static const uint8_t type_of[] = { 0, 0, 2, 0xf, 3 }; /* by the code in 0x100714 */

    t->straps = image->at;
    for (unsigned strap = 0; strap < BOARD_STRAPS; strap++)
        put8(image, strap == 15 ? 0xff : board_column(strap));
    if (!is_gt215(card))
        return;
    t->memory_info = image->at;
    put8(image, MEMORY_INFO_VERSION);
    put8(image, 5);
    put8(image, 2);
    put8(image, 2);
    put8(image, 0);
    for (unsigned strap = 1; strap <= 2; strap++) {
        put8(image, strap << 4 | type_of[vram_geometry(card->vram)->ram_type]);
        put8(image, board_column(strap));
    }
}

static void put_range16(struct image *image, unsigned min, unsigned max)
{
    put16(image, min);
    put16(image, max);
}

/* Limits of version 3.0 for core and memory, which have one record: those of §5.3's check values. */
static void put_pll_limits(struct image *image, struct vbios_tables *t)
{
    static const uint8_t counts[] = { 8, 255, 1, 13, 0, 0, 0, 0, 0, 6, 0, 0 };
    const unsigned record = image->at;

    put_range16(image, 400, 1000); /* MHz: VCO 1, VCO 2 */
    put_range16(image, 0, 0);
    put_range16(image, 1, 0); /* inputs: smallest of both stages, largest of both */
    put_range16(image, 27, 0);
    for (unsigned i = 0; i < sizeof(counts); i++)
        put8(image, counts[i]);
    put32(image, 27000);
    t->pll_limits = image->at;
    put32(image, 0x02070430); /* version, header, entry, count */
    put8(image, PLL_ID_CORE);
    put16(image, record);
    put32(image, PCLOCK_NVPLL);
    put8(image, PLL_ID_MEMORY);
    put16(image, record);
    put32(image, PCLOCK_MPLL);
}

/* ---- scripts */

static unsigned put_engines(struct image *image)
{
    const unsigned start = image->at;

    put8(image, OP_RESET_BEGUN);
    reset_bits(image, PMC_ENABLE, PMC_ENABLE_PFB | PMC_ENABLE_PFIFO | PMC_ENABLE_PGRAPH);
    wait_us(image, 20);
    zm_reg(image, PMC_ENABLE, UINT32_MAX);
    put8(image, OP_RESET_END);
    put8(image, OP_COPY);
    put32(image, PSTRAPS_0_PRIMARY);
    put8(image, 2);
    put8(image, 0x0f);
    put16(image, VGA_PORT_CRTC);
    put8(image, CRTC_STRAP);
    put8(image, 0xf0);
    put8(image, OP_DONE);
    return start;
}

/* The core's PLL has one frequency, the memory's one for each column of the RAM strap. The memory's leaves its bypass
 * only when it has locked, or, where no status can be read, after the time that locking takes. */
static void put_plls(const struct nv50 *card, struct image *image)
{
    struct board_memory memory;

    put8(image, OP_PLL32);
    put32(image, PCLOCK_NVPLL);
    put32(image, BOARD_CORE_KHZ);
    set_bits(image, PCLOCK_NVPLL, PLL_CTRL_ENABLE);
    put8(image, OP_XMEMSEL_PLLID);
    put8(image, PLL_ID_MEMORY);
    for (unsigned column = 0; column < BOARD_COLUMNS; column++) {
        board_memory(card, column, &memory);
        put32(image, memory.khz);
    }
    reset_bits(image, PCLOCK_MPLL, PLL_CTRL_MEMORY_BYPASS);
    set_bits(image, PCLOCK_MPLL, PLL_CTRL_ENABLE);
    wait_us(image, 150);
    if (has_status(card)) {
        put8(image, OP_POLL_NV);
        put8(image, CONDITION_LOCKED);
        put8(image, 2);
    }
    put8(image, OP_NV_REG);
    put32(image, PCLOCK_MASTER);
    put32(image, 0xffffff00);
    put32(image, BOARD_MASTER);
}

static void put_plls_gt215(const struct nv50 *card, struct image *image)
{
    zm_reg(image, PCLOCK_GT215_NVPLL_COEF, BOARD_GT215_CORE);
    zm_reg(image, PCLOCK_GT215_NVPLL, PLL_GT215_ENABLE);
    by_strap(card, image, PCLOCK_GT215_MPLL_COEF, 1, coef_of);
    zm_reg(image, PCLOCK_GT215_MPLL, PLL_GT215_ENABLE);
    wait_us(image, 150);
    put8(image, OP_POLL_NV);
    put8(image, CONDITION_LOCKED);
    put8(image, 2);
}

static unsigned put_clocks(const struct nv50 *card, struct image *image)
{
    const unsigned start = image->at;

    (is_gt215(card) ? put_plls_gt215 : put_plls)(card, image);
    put8(image, OP_DONE);
    return start;
}

/* The opcodes that defects add to a script. */
static void put_trap(const struct nv50 *card, struct image *image)
{
    if (card->broken[DEFECT_POST_OPCODE_UNKNOWN])
        put8(image, 0x01);
    if (card->broken[DEFECT_POST_WRITE_OUTSIDE])
        zm_reg(image, PGRAPH_INTR_EN, 0);
    if (card->broken[DEFECT_POST_I2C_SILENT]) {
        put8(image, OP_ZM_ALTERNATING_I2C);
        put16(image, 0x9000); /* port 0, device 0x48 */
        put8(image, 1);
        put16(image, 0x5510);
    }
    if (card->broken[DEFECT_POST_SCRIPT_ENDLESS]) {
        const unsigned here = image->at;
        put8(image, OP_JUMP_DIRECT);
        put16(image, here);
    }
}

static unsigned put_board(const struct nv50 *card, struct image *image)
{
    const unsigned start = image->at;

    put8(image, OP_SUB);
    put8(image, SCRIPT_CLOCKS);
    put8(image, OP_GPIO_ALL);
    put_trap(card, image);
    put8(image, OP_ZM_CRTC);
    put8(image, CRTC_CLOCKS);
    put8(image, 0x80);
    put8(image, OP_DONE);
    return start;
}

/* Precharge by a macro, two refreshes, mode register 0 by the strap in the CRTC, 1 by its column. */
static void put_commands(const struct nv50 *card, struct image *image)
{
    struct board_memory memory;

    put8(image, OP_MACRO);
    put8(image, 0);
    put8(image, OP_REPEAT);
    put8(image, 2);
    zm_reg(image, PFB_REFRESH, 1);
    put8(image, OP_END_REPEAT);
    put8(image, OP_IO_RESTRICT_PROG);
    put16(image, VGA_PORT_CRTC);
    put8(image, CRTC_STRAP);
    put8(image, 0x0f);
    put8(image, 0);
    put8(image, 3);
    put32(image, PFB_MODE_REGS);
    for (unsigned strap = 0; strap < 3; strap++) {
        board_memory(card, board_column(strap), &memory);
        put32(image, memory.modes[0]);
    }
    by_strap(card, image, PFB_MODE_REGS + 4, 1, mode_1_of);
    put8(image, OP_TIME_MSEC);
    put16(image, 1);
}

/* The geometry; registers that stay 0 are not written. */
static void put_geometry(const struct nv50 *card, struct image *image)
{
    struct pfb_setting settings[PFB_SETTINGS_MAX];
    const unsigned count = pfb_settings(card, settings);

    for (unsigned i = 0; i < count; i++)
        if (settings[i].value &&
            (settings[i].offset == PFB_CFG0 || settings[i].offset == PFB_CFG1 ||
             settings[i].offset == PFB_BANKCFG))
            zm_reg(image, settings[i].offset, settings[i].value);
    put8(image, OP_INDEX_BYTE_ARRAY);
    put32(image, PSTRAPS_0_PRIMARY);
    put8(image, 2);
    put8(image, 0x0f);
    put8(image, 0);
    put32(image, PFB_RAM_TYPE);
    put32(image, 0);
    put8(image, 0);
}

/* The settings that the memory needs, in the order in which the cold model asks for them: geometry, timings, and only
 * then the commands to the chips and refresh. */
static unsigned put_memory(const struct nv50 *card, struct image *image)
{
    const unsigned start = image->at;

    put8(image, OP_IO_CONDITION);
    put8(image, 0);
    put8(image, OP_IO_FLAG_CONDITION);
    put8(image, 0);
    put8(image, OP_CONDITION);
    put8(image, CONDITION_BOARD);
    put_geometry(card, image);
    by_strap(card, image, PFB_TIMINGS, PFB_TIMING_COUNT, timing_of);
    put8(image, OP_POLL_NV);
    put8(image, CONDITION_SIZE_OK);
    put8(image, 2);
    if (card->chip->features & FEATURE_VRAM_LIMIT) {
        put8(image, OP_DIRECT_COPY);
        put32(image, PFB_MEM_AMOUNT);
        put32(image, PFB_VRAM_LIMIT);
    }
    put_commands(card, image);
    set_bits(image, PFB_REFCTRL, PFB_REFCTRL_AUTO);
    put8(image, OP_RESUME);
    put8(image, OP_DONE);
    return start;
}

static unsigned put_private(struct image *image)
{
    const unsigned start = image->at;

    put8(image, OP_TIME_MSEC);
    put16(image, 1);
    put8(image, OP_DONE);
    return start;
}

/* The scripts stand first, then the list that names them in the order in which they run. A chip
 * without memory of its own has neither clocks nor memory to start. */
static void put_list(const struct nv50 *card, struct image *image, struct vbios_tables *t)
{
    const bool memory = !(card->chip->features & FEATURE_IGP);

    t->boot_at = image->at;
    const unsigned engines = put_engines(image);
    const unsigned clocks = memory ? put_clocks(card, image) : 0;
    const unsigned board = memory ? put_board(card, image) : 0;
    const unsigned chips =
        memory && !card->broken[DEFECT_POST_SCRIPT_MISSING] ? put_memory(card, image) : 0;
    t->private_script = put_private(image);
    t->boot_end = image->at;
    image_align(image);
    t->scripts = image->at;
    put16(image, engines);
    put16(image, board);
    put16(image, chips);
    put16(image, 0);
    put16(image, clocks);
}

void vbios_put_scripts(const struct nv50 *card, struct image *image, struct vbios_tables *t)
{
    *t = (struct vbios_tables){ .tables_at = image->at };
    if (!(card->chip->features & FEATURE_IGP)) {
        put_arrays(card, image, t);
        put_conditions(card, image, t);
        put_macros(image, t);
        put_straps(card, image, t);
        if (!is_gt215(card))
            put_pll_limits(image, t);
    }
    t->tables_end = image->at;
    put_list(card, image, t);
}
