#include "engines/nv50/devinit/policy.h"

#include "hw/bits.h"
#include "hw/nv50/opcodes.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"

struct range {
    uint32_t first, end; /* end: exclusive */
};

/* Registers that a real image was seen to write (62.94.11.00.03), and others of the same blocks
 * (§8.2). */
static const struct range allowed[] = {
    { 0x000000, 0x000004 }, /* PMC_BOOT_0, as it reads */
    { 0x000200, 0x000204 }, /* PMC_ENABLE */
    { 0x001000, 0x002000 }, /* PBUS */
    { 0x003310, 0x003314 }, /* HOST's timing */
    { 0x004000, 0x005000 }, /* PLLs */
    { 0x009200, 0x009224 }, /* PTIMER's clock */
    { 0x00c000, 0x00c100 }, /* clock sources */
    { 0x00e000, 0x00f000 }, /* lines, I2C, reference PLLs */
    { 0x020000, 0x023000 }, /* temperature, fuses, PDAEMON's switch */
    { 0x088000, 0x08a000 }, /* PCI configuration, of the second function too */
    { 0x100000, 0x102000 }, /* memory controller and straps */
    { 0x600000, 0x620000 }, /* display and VGA */
};
static const struct range allowed_gt215 = { 0x10a000, 0x112000 }; /* PDAEMON, memory partitions */

static bool is_within(const struct range *range, uint32_t reg)
{
    return reg >= range->first && reg < range->end;
}

/* The ROM, and the window to VRAM, which is the last range that operands can name. */
_Static_assert(PMEM_WINDOW + PMEM_WINDOW_SIZE == OPERAND_END, "something lies behind the window");
static bool is_memory(uint32_t reg)
{
    return (reg >= PROM && reg < PROM + 0x100000) || reg >= PMEM_WINDOW;
}

enum policy policy_write(const struct nv50_chip *chip, uint32_t reg)
{
    if (is_memory(reg) || reg == PBUS_PMEM)
        return POLICY_DENIED;
    for (unsigned i = 0; i < ARRAY_SIZE(allowed); i++)
        if (is_within(&allowed[i], reg))
            return POLICY_ALLOWED;
    if ((chip->features & FEATURE_PLL_GT215) && is_within(&allowed_gt215, reg))
        return POLICY_ALLOWED;
    return POLICY_UNEXPECTED;
}

uint32_t policy_bits(uint32_t reg)
{
    if (reg == PMC_BOOT_0)
        return 0;
    return reg == PSTRAPS_0_PRIMARY || reg == PSTRAPS_1_PRIMARY ? PSTRAPS_OVERRIDE : UINT32_MAX;
}

bool policy_may_read(uint32_t reg)
{
    return !is_memory(reg);
}

bool policy_is_vga_port(uint16_t port)
{
    return (port >= 0x3c0 && port <= 0x3cf) || port == 0x3b4 || port == 0x3b5 || port == 0x3ba ||
           port == 0x3d4 || port == 0x3d5 || port == 0x3da;
}

bool policy_is_absent(const struct nv50_chip *chip, unsigned parts, uint32_t reg)
{
    static const struct {
        uint32_t first, last, stride;
    } blocks[] = {
        { 0x100720, 0x1008bc, 4 }, { 0x100a20, 0x100adc, 4 }, { 0x100d80, 0x100ddc, 4 },
        { 0x110000, 0x110f9c, 4 }, { 0x111000, 0x11103c, 8 }, { 0x111080, 0x1110fc, 4 },
        { 0x111120, 0x1111fc, 4 }, { 0x111300, 0x1114bc, 4 },
    };

    if (!(chip->features & FEATURE_PART_GUARD))
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(blocks); i++)
        if (reg >= blocks[i].first && reg <= blocks[i].last)
            return (reg / blocks[i].stride & 7) >= parts;
    return false;
}
