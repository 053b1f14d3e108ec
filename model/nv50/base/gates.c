#include "model/nv50/base/gates.h"

#include "hw/nv50/pmc.h"
#include "hw/nv50/vm.h"
#include "model/nv50/base/card.h"

/* Ranges of registers that a bit of PMC_ENABLE switches (docs/hardware/tesla-mmio.md §0.1, §3.1). On each chipset no
 * two ranges meet. */
struct gate {
    uint32_t first, last, bit;
    uint32_t chips;
};

#define MCP89_ONLY CHIP_BIT(CHIP_MCP89)

static const struct gate gates[] = {
    { 0x002000, 0x003fff, PMC_ENABLE_PFIFO, CHIPS_ALL },
    { 0x090000, 0x091fff, PMC_ENABLE_PFIFO, CHIPS_ALL },
    { 0x800000, 0xffffff, PMC_ENABLE_PFIFO, CHIPS_ALL },
    { 0x009000, 0x009fff, PMC_ENABLE_PTIMER, CHIPS_ALL },
    { 0x00b000, 0x00bfff, PMC_ENABLE_PVPE, CHIPS_VP1 | CHIPS_VP2 },
    { 0x086000, 0x086fff, PMC_ENABLE_PVPE, CHIPS_VP3 | CHIPS_VP4 },
    { 0x00f000, 0x00ffff, PMC_ENABLE_PVP2, CHIPS_VP2 },
    { 0x085000, 0x085fff, PMC_ENABLE_PVP2, CHIPS_VP3 | CHIPS_VP4 },
    { 0x103000, 0x103fff, PMC_ENABLE_PBSP, CHIPS_VP2 },
    { 0x084000, 0x084fff, PMC_ENABLE_PBSP, CHIPS_VP3 | CHIPS_VP4 },
    { 0x102000, 0x102fff, PMC_ENABLE_PCIPHER, CHIPS_VP2 },
    { 0x087000, 0x087fff, PMC_ENABLE_PCIPHER, CHIPS_VP3 },
    { 0x1c1000, 0x1c1fff, PMC_ENABLE_PCIPHER, MCP89_ONLY },
    { 0x104000, 0x104fff, PMC_ENABLE_PCOPY, CHIPS_GT215_UP },
    { 0x100000, 0x100fff, PMC_ENABLE_PFB, CHIPS_ALL },
    { 0x200000, 0x20ffff, PMC_ENABLE_PMEDIA, CHIPS_ALL },
    { 0x400000, 0x4fffff, PMC_ENABLE_PGRAPH, CHIPS_ALL },
    { 0x601000, 0x61ffff, PMC_ENABLE_PDISPLAY, CHIPS_ALL },
};

static const struct gate *gate_of(const struct nv50 *card, uint32_t offset)
{
    for (unsigned i = 0; i < ARRAY_SIZE(gates); i++)
        if (offset >= gates[i].first && offset <= gates[i].last &&
            (gates[i].chips & card->chip_bit))
            return &gates[i];
    return NULL;
}

/* The host flush of G80 belongs to the host interface, although it lies among PFIFO's registers:
 * drivers flush while PFIFO is in reset (tesla-vm.md §8.6). */
static bool never_gated(const struct nv50 *card, uint32_t offset)
{
    return offset == card->chip->host_flush;
}

bool gate_is_open(const struct nv50 *card, uint32_t offset)
{
    if (offset < 0x2000 || never_gated(card, offset) || card->broken[DEFECT_PMC_ENABLE_NOT_GATING])
        return true;
    const struct gate *gate = gate_of(card, offset);
    return !gate || (reg_get(card, PMC_ENABLE) & gate->bit);
}

/* PFIFO makes PEEPHOLE's accesses; those of BARs and of PCOUNTER, and PDAEMON's, wait for no bit. */
bool gate_of_engine_is_open(const struct nv50 *card, unsigned engine)
{
    static const uint32_t bits[VM_ENGINE_COUNT] = {
        [VM_ENGINE_PGRAPH] = PMC_ENABLE_PGRAPH,   [VM_ENGINE_PVP] = PMC_ENABLE_PVP2,
        [VM_ENGINE_PEEPHOLE] = PMC_ENABLE_PFIFO,  [VM_ENGINE_PFIFO] = PMC_ENABLE_PFIFO,
        [VM_ENGINE_PMPEG] = PMC_ENABLE_PVPE,      [VM_ENGINE_PBSP] = PMC_ENABLE_PBSP,
        [VM_ENGINE_PCIPHER] = PMC_ENABLE_PCIPHER, [VM_ENGINE_PFIFO_BG] = PMC_ENABLE_PFIFO,
        [VM_ENGINE_PCOPY] = PMC_ENABLE_PCOPY,
    };

    return (reg_get(card, PMC_ENABLE) & bits[engine]) == bits[engine];
}

/* Knob pfb_reset: PFB's registers with KEEP survive its reset, or none does (S15). */
static bool survives(const struct nv50 *card, const struct gate *gate, const struct reg_row *row)
{
    return (row->flags & KEEP) &&
           (gate->bit != PMC_ENABLE_PFB || card_knob(card, KNOB_PFB_RESET) == PFB_RESET_KEEPS);
}

static void reset_behind(struct nv50 *card, const struct gate *gate)
{
    for (unsigned i = 0; i < card->shell.regs.count; i++) {
        struct reg *reg = &card->shell.regs.all[i];

        if (reg->offset >= gate->first && reg->offset <= gate->last &&
            !survives(card, gate, reg->row))
            reg->value = reg->reset;
    }
}

void gates_reset_registers(struct nv50 *card, uint32_t bits)
{
    for (unsigned i = 0; i < ARRAY_SIZE(gates); i++)
        if ((gates[i].bit & bits) && (gates[i].chips & card->chip_bit))
            reset_behind(card, &gates[i]);
}
