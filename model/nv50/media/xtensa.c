#include "hw/nv50/xtensa.h"

#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

static const uint32_t bases[XTENSA_CORES] = { 0x00f000, 0x103000 };

static unsigned core_at(uint32_t offset)
{
    return (offset & ~0xfffu) == bases[0] ? 0 : 1;
}

void xtensa_power_on(struct nv50 *card)
{
    for (unsigned i = 0; i < XTENSA_CORES; i++) {
        const struct media_unit *unit = media_unit_of(card, MEDIA_XTENSA, bases[i]);
        if (unit)
            media_users(unit, card->media_units->xtensa[i], XTENSA_REGIONS);
    }
}

static void raise(struct nv50 *card, unsigned core, uint32_t bits)
{
    const uint32_t at = bases[core] + XTENSA_INTR;

    if (card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
        return;
    reg_set(card, at, reg_get(card, at) | bits);
    media_tell(card, MEDIA_XTENSA, bases[core]);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    media_tell(card, MEDIA_XTENSA, bases[core_at(offset)]);
}

static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned core = core_at(offset);
    const struct media_unit *unit = media_unit_of(card, MEDIA_XTENSA, bases[core]);
    struct vm_user *users = card->media_units->xtensa[core];

    tlb_bind(card, unit->engine, value & XTENSA_CHANNEL_DESC);
    for (unsigned i = 0; i < XTENSA_REGIONS; i++)
        users[i].channel = value & XTENSA_CHANNEL_DESC;
    vm_user_bind(card, &users[XTENSA_CONTEXT], value & XTENSA_CHANNEL_DESC,
                 media_context_selector(card, unit->engine));
}

/* The core's first fetch, and its last: nothing executes what comes back. */
static void boot(struct nv50 *card, unsigned core)
{
    const uint32_t region = bases[core] + XTENSA_REGION + XTENSA_REGION_STRIDE * XTENSA_BOOT_REGION;
    const uint32_t setup = reg_get(card, region + XTENSA_REGION_SETUP);
    const uint64_t base = (uint64_t)reg_get(card, region + XTENSA_REGION_BASE) << 8;
    const uint64_t limit = (uint64_t)reg_get(card, region + XTENSA_REGION_LIMIT) << 8;
    unsigned index = FIELD_GET(XTENSA_SETUP_INDEX, setup);
    uint8_t line[XTENSA_LINE];

    if (card->broken[DEFECT_XTENSA_INDEX_ZERO])
        index = 0;
    if (XTENSA_BOOT_OFFSET + XTENSA_LINE > limit) {
        reg_set(card, bases[core] + XTENSA_LIMIT_FAULT_ADDR,
                (uint32_t)XTENSA_BOOT_REGION << 28 | XTENSA_BOOT_OFFSET);
        raise(card, core, XTENSA_INTR_LIMIT_FAULT);
        return;
    }
    if (setup & XTENSA_SETUP_PHYSICAL)
        return;
    if (!vm_user_read(card, &card->media_units->xtensa[core][index], base + XTENSA_BOOT_OFFSET,
                      line, sizeof(line)))
        raise(card, core, XTENSA_INTR_VM_FAULT);
}

/* The limit comes last (docs/hardware/tesla-engines.md §3.2: the core starts when its boot region is
 * enabled by writing its registers; which one does it is a choice). */
static void write_region(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const uint32_t inside = (offset & 0xfff) - XTENSA_REGION;

    if (value && inside / XTENSA_REGION_STRIDE == XTENSA_BOOT_REGION &&
        inside % XTENSA_REGION_STRIDE == XTENSA_REGION_LIMIT)
        boot(card, core_at(offset));
}

#define RW BITS(31, 0)

/* clang-format off */
#define CORE(b) \
    { (b) + XTENSA_INTR, "XTENSA_INTR", RW, 0, REG_VOLATILE | REG_W1C, CHIPS_VP2, 1, 0, write_intr }, \
    { (b) + XTENSA_CHANNEL_CUR, "XTENSA_CHANNEL_CUR", XTENSA_CHANNEL_DESC, 0, 0, CHIPS_VP2, 1, 0, write_channel }, \
    { (b) + XTENSA_CHANNEL_NEXT, "XTENSA_CHANNEL_NEXT", XTENSA_CHANNEL_DESC, 0, 0, CHIPS_VP2, 1, 0, 0 }, \
    { (b) + XTENSA_REGION, "XTENSA_REGION", RW, 0, 0, CHIPS_VP2, 3 * XTENSA_REGIONS, 0, write_region }, \
    { (b) + 0xd08, "XTENSA_SETUP_D08", RW, 0, 0, CHIPS_VP2, 3, 0, 0 }, \
    { (b) + 0xd28, "XTENSA_SETUP_D28", RW, 0, 0, CHIPS_VP2, 1, 0, 0 }, \
    { (b) + XTENSA_LIMIT_FAULT_ADDR, "XTENSA_LIMIT_FAULT_ADDR", 0, 0, REG_VOLATILE, CHIPS_VP2, 1, 0, 0 }, \
    { (b) + XTENSA_INTR_EN, "XTENSA_INTR_EN", RW, 0, 0, CHIPS_VP2, 1, 0, write_intr }, \
    { (b) + XTENSA_FIFO_CTRL, "XTENSA_FIFO_CTRL", RW, 0, 0, CHIPS_VP2, 1, 0, 0 }

static const struct reg_row rows[] = { CORE(0x00f000), CORE(0x103000) };
/* clang-format on */

const struct reg_block xtensa_regs = { rows, ARRAY_SIZE(rows) };
