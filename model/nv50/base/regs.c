#include "model/nv50/base/regs.h"

#include <stdio.h>
#include <string.h>

#include "hw/nv50/pmc.h"
#include "model/nv50/base/card.h"

/* What PMC_ENABLE switches (docs/hardware/tesla-mmio.md §0.1, §3.1). */
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

bool regs_enabled(const struct nv50 *card, uint32_t offset)
{
    if (offset < 0x2000 || never_gated(card, offset) || card->broken[DEFECT_PMC_ENABLE_NOT_GATING])
        return true;
    const struct gate *gate = gate_of(card, offset);
    return !gate || (reg_get(card, PMC_ENABLE) & gate->bit);
}

static unsigned slot_of(uint32_t offset)
{
    return (offset >> 2) * 0x9e5u & (REGS_HASH - 1);
}

static struct reg *find(const struct nv50 *card, uint32_t offset)
{
    const struct registers *regs = &card->regs;
    for (unsigned slot = slot_of(offset); regs->hash[slot]; slot = (slot + 1) & (REGS_HASH - 1)) {
        const struct reg *reg = &regs->all[regs->hash[slot] - 1];
        if (reg->offset == offset)
            return (struct reg *)reg;
    }
    return NULL;
}

static void add(struct registers *regs, const struct reg_row *row, uint32_t offset)
{
    if (regs->count == REGS_MAX)
        return;
    regs->all[regs->count] = (struct reg){ row, offset, row->reset, row->reset };
    unsigned slot = slot_of(offset);
    while (regs->hash[slot])
        slot = (slot + 1) & (REGS_HASH - 1);
    regs->hash[slot] = (uint16_t)++regs->count;
}

void regs_init(struct nv50 *card, const struct reg_block *const *blocks, unsigned count)
{
    for (unsigned b = 0; b < count; b++) {
        for (unsigned r = 0; r < blocks[b]->count; r++) {
            const struct reg_row *row = &blocks[b]->rows[r];
            if (row->chips && !(row->chips & card->chip_bit))
                continue;
            for (uint32_t i = 0; i < (row->count ? row->count : 1u); i++)
                add(&card->regs, row, row->at + 4 * i);
        }
    }
}

void regs_reset(struct nv50 *card)
{
    for (unsigned i = 0; i < card->regs.count; i++)
        card->regs.all[i].value = card->regs.all[i].row->reset;
}

void regs_note_power_on(struct nv50 *card)
{
    for (unsigned i = 0; i < card->regs.count; i++)
        card->regs.all[i].power_on = card->regs.all[i].value;
}

uint32_t reg_get(const struct nv50 *card, uint32_t offset)
{
    const struct reg *reg = find(card, offset);
    return reg ? reg->value : 0;
}

void reg_set(struct nv50 *card, uint32_t offset, uint32_t value)
{
    struct reg *reg = find(card, offset);
    if (reg)
        reg->value = value;
}

static struct unknown_reg *note_unknown(struct nv50 *card, uint32_t offset)
{
    struct registers *regs = &card->regs;
    unsigned i = 0;

    regs->unknown_accesses++;
    while (i < regs->unknown_count && regs->unknown[i].offset != offset)
        i++;
    if (i == REGS_UNKNOWN_MAX)
        i--; /* the list is full: its last line stands for the rest */
    else if (i == regs->unknown_count)
        regs->unknown[regs->unknown_count++] = (struct unknown_reg){ offset, 0, 0 };
    return &regs->unknown[i];
}

static void trace_access(struct nv50 *card, const struct reg *reg, uint32_t offset, char kind,
                         uint32_t value)
{
    if (!card->traced)
        return;
    const char *name = reg ? reg->row->name : "unknown";
    const char *off = regs_enabled(card, offset) ? "" : " off";
    const unsigned index = reg ? (offset - reg->row->at) / 4 : 0;
    if (reg && reg->row->count > 1)
        card_trace(card, "%c %06x %08x %s[%u]%s", kind, offset, value, name, index, off);
    else
        card_trace(card, "%c %06x %08x %s%s", kind, offset, value, name, off);
}

uint32_t regs_read(struct nv50 *card, uint32_t offset)
{
    const struct reg *reg = find(card, offset);
    if (!regs_enabled(card, offset)) {
        trace_access(card, reg, offset, 'r', 0);
        card->hooks->refused(card, offset, false, 0);
        return 0;
    }
    uint32_t value = reg ? reg->value : 0;
    if (!reg)
        note_unknown(card, offset)->reads++;
    else if (reg->row->read)
        value = reg->row->read(card, offset, value);
    trace_access(card, reg, offset, 'r', value);
    return value;
}

void regs_write(struct nv50 *card, uint32_t offset, uint32_t value, uint32_t lanes)
{
    struct reg *reg = find(card, offset);

    trace_access(card, reg, offset, 'w', value);
    if (!regs_enabled(card, offset)) {
        card->hooks->refused(card, offset, true, value);
        return;
    }
    if (!reg) {
        note_unknown(card, offset)->writes++;
        return;
    }
    const uint32_t bits = reg->row->bits & lanes;
    reg->value = ((reg->value & ~bits) | (value & bits)) & ~(value & reg->row->w1c & lanes);
    card->regs.lanes = lanes;
    if (reg->row->write)
        reg->row->write(card, offset, value & lanes);
}

void regs_reset_units(struct nv50 *card, uint32_t bits)
{
    for (unsigned i = 0; i < card->regs.count; i++) {
        struct reg *reg = &card->regs.all[i];
        const struct gate *gate = gate_of(card, reg->offset);
        if (gate && (gate->bit & bits) && !(reg->row->flags & KEEP))
            reg->value = reg->row->reset;
    }
}

unsigned regs_changed(struct nv50 *card, void (*line)(void *opaque, const char *text), void *opaque)
{
    unsigned changed = 0;
    for (unsigned i = 0; i < card->regs.count; i++) {
        const struct reg *reg = &card->regs.all[i];
        if ((reg->row->flags & VOL) || reg->value == reg->power_on)
            continue;
        char text[128];
        snprintf(text, sizeof(text), "%06x %s: 0x%08x, was 0x%08x", reg->offset, reg->row->name,
                 reg->value, reg->power_on);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}

void regs_trace_unknown(struct nv50 *card)
{
    for (unsigned i = 0; i < card->regs.unknown_count; i++)
        card_trace(card, "unknown register %06x: %u reads, %u writes", card->regs.unknown[i].offset,
                   card->regs.unknown[i].reads, card->regs.unknown[i].writes);
}
