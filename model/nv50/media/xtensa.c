#include "hw/nv50/xtensa.h"
#include "hw/nv50/media.h"

#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

static const uint32_t bases[XTENSA_CORES] = { PVP2_BASE, PBSP_BASE };

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

/* The core's first fetch, and its last: nothing executes the word that comes back. */
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
        raise(card, core,
              card->broken[DEFECT_XTENSA_LIMIT_AS_FAULT] ? XTENSA_INTR_VM_FAULT
                                                         : XTENSA_INTR_LIMIT_FAULT);
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

    (void)value; /* a region of 0 bytes is enabled too, and every fetch is beyond its limit */
    if (inside / XTENSA_REGION_STRIDE == XTENSA_BOOT_REGION &&
        inside % XTENSA_REGION_STRIDE == XTENSA_REGION_LIMIT)
        boot(card, core_at(offset));
}

/* clang-format off */
#define CORE(b) \
    REG_AT(b, XTENSA_INTR, .w1c = RW, .flags = VOL, .write = write_intr, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_CHANNEL_CUR, .bits = XTENSA_CHANNEL_DESC, .write = write_channel, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_CHANNEL_NEXT, .bits = XTENSA_CHANNEL_DESC, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_REGION, .bits = RW, .count = 3 * XTENSA_REGIONS, .write = write_region, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_SETUP_D08, .bits = RW, .count = 3, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_SETUP_D28, .bits = RW, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_LIMIT_FAULT_ADDR, .flags = VOL, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_INTR_EN, .bits = RW, .write = write_intr, .chips = CHIPS_VP2), \
    REG_AT(b, XTENSA_FIFO_CTRL, .bits = RW, .chips = CHIPS_VP2)

static const struct reg_row rows[] = { CORE(PVP2_BASE), CORE(PBSP_BASE) };
/* clang-format on */

const struct reg_block xtensa_regs = { rows, ARRAY_SIZE(rows) };
