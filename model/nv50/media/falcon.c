#include "model/nv50/media/falcon.h"

#include "hw/nv50/pmc.h"
#include "hw/nv50/slots.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

#define NO_CHANNEL FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID)

static bool is_falcon(const struct nv50 *card, unsigned i)
{
    return media_units[i].kind == MEDIA_FALCON && (media_units[i].chips & card->chip_bit);
}

/* The row of media_units whose registers these are. */
unsigned falcon_unit_at(const struct nv50 *card, uint32_t offset)
{
    unsigned i = 0;

    while (i < MEDIA_UNIT_COUNT - 1 &&
           !(is_falcon(card, i) && media_units[i].base == (offset & ~(FALCON_SIZE - 1u))))
        i++;
    return i;
}

uint32_t falcon_get(const struct nv50 *card, unsigned unit, uint32_t offset)
{
    return reg_get(card, media_units[unit].base + offset);
}

void falcon_set(struct nv50 *card, unsigned unit, uint32_t offset, uint32_t value)
{
    reg_set(card, media_units[unit].base + offset, value);
}

/* ---- interrupts ---- */

/* The unit's line: up for an interrupt that is pending, enabled, and routed to the host and not to the falcon
 * itself. */
static void tell(struct nv50 *card, unsigned unit)
{
    const uint32_t routing = falcon_get(card, unit, FALCON_INTR_ROUTING);
    const uint32_t to_host =
        FIELD_GET(FALCON_ROUTING_HOST, routing) & ~FIELD_GET(FALCON_ROUTING_FALCON, routing);

    irq_set(card, media_units[unit].line,
            falcon_get(card, unit, FALCON_INTR) & falcon_get(card, unit, FALCON_INTR_EN) & to_host);
}

void falcon_raise(struct nv50 *card, unsigned unit, uint32_t lines)
{
    if (card->broken[DEFECT_FALCON_INTERRUPT_LOST])
        return;
    if (card_knob(card, KNOB_MEMIF_LINES) != 0 && (card->chip_bit & CHIPS_VP3))
        lines &= ~(FALCON_INTR_MEMIF_PORT | FALCON_INTR_MEMIF_FAULT);
    falcon_set(card, unit, FALCON_INTR, falcon_get(card, unit, FALCON_INTR) | lines);
    tell(card, unit);
}

/* INTR and INTR_EN are written through others, whose ones set or clear their bits. */
static void write_bits(struct nv50 *card, uint32_t offset, uint32_t value)
{
    static const struct {
        uint32_t at, changed;
        bool sets;
    } ways[] = {
        { FALCON_INTR_SET, FALCON_INTR, true },
        { FALCON_INTR_ACK, FALCON_INTR, false },
        { FALCON_INTR_EN_SET, FALCON_INTR_EN, true },
        { FALCON_INTR_EN_CLEAR, FALCON_INTR_EN, false },
    };
    const unsigned unit = falcon_unit_at(card, offset);

    for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
        if (ways[i].at != (offset & (FALCON_SIZE - 1)))
            continue;
        const uint32_t old = falcon_get(card, unit, ways[i].changed);
        falcon_set(card, unit, ways[i].changed, ways[i].sets ? old | value : old & ~value);
    }
    tell(card, unit);
}

static void write_routing(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    tell(card, falcon_unit_at(card, offset));
}

/* ---- channel and ports ---- */

static bool has_fifo(unsigned unit)
{
    return media_units[unit].engine != VM_ENGINE_PDAEMON;
}

/* The memory interface uses NEXT as long as there is no CUR (§2.5). */
uint32_t falcon_channel(const struct nv50 *card, unsigned unit)
{
    const uint32_t setup = falcon_get(card, unit, PDAEMON_CHANNEL_SETUP);
    const uint32_t current = falcon_get(card, unit, FALCON_CHANNEL_CUR);
    const uint32_t next = falcon_get(card, unit, FALCON_CHANNEL_NEXT);
    const uint32_t word = !has_fifo(unit) ? setup : current & FALCON_CHANNEL_VALID ? current : next;

    return word & FALCON_CHANNEL_VALID ? word & FALCON_CHANNEL_DESC : NO_CHANNEL;
}

static uint16_t context_selector(const struct nv50 *card, unsigned unit)
{
    for (unsigned i = 0; i < VM_CONTEXT_COUNT; i++)
        if (vm_contexts[i].engine == media_units[unit].engine &&
            (vm_contexts[i].chips & card->chip_bit))
            return vm_contexts[i].selector;
    return 0;
}

static void bind_port(struct nv50 *card, unsigned unit, unsigned port, uint16_t selector)
{
    struct falcon *falcon = &card->falcons[unit];

    vm_user_bind(card, &falcon->ports[port], falcon_channel(card, unit), selector);
    falcon->enabled |= 1u << port;
}

static void take_channel(struct nv50 *card, unsigned unit)
{
    tlb_bind(card, media_units[unit].engine, falcon_channel(card, unit));
    bind_port(card, unit, FALCON_PORT_CONTEXT, context_selector(card, unit));
}

static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    take_channel(card, falcon_unit_at(card, offset));
}

static void write_trigger(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);

    if (value & FALCON_TRIGGER_UNLOADED)
        falcon_set(card, unit, FALCON_CHANNEL_CUR, 0);
    if (value & FALCON_TRIGGER_LOADED) {
        falcon_set(card, unit, FALCON_CHANNEL_CUR, falcon_get(card, unit, FALCON_CHANNEL_NEXT));
        falcon_set(card, unit, FALCON_CHANNEL_NEXT, 0);
        take_channel(card, unit);
    }
}

static uint32_t read_memif_channel(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    (void)stored;
    const uint32_t channel = falcon_channel(card, falcon_unit_at(card, offset));
    return channel == NO_CHANNEL ? 0 : channel;
}

/* Port 7 is wired to the context object and takes no words (§2.2). */
static void write_port(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);
    const unsigned port = (offset & (FALCON_SIZE - 1)) / 4 % FALCON_PORTS;
    struct falcon *falcon = &card->falcons[unit];

    if (port == FALCON_PORT_CONTEXT)
        return;
    falcon->enabled &= ~(1u << port);
    if (!(value & FALCON_PORT_ENABLE))
        return;
    if (FIELD_GET(FALCON_PORT_TYPE, value) == FALCON_PORT_DMAOBJ)
        bind_port(card, unit, port, (uint16_t)FIELD_GET(FALCON_PORT_SELECTOR, value));
    falcon->enabled |= 1u << port;
}

static uint32_t read_port(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    const unsigned port = (offset & (FALCON_SIZE - 1)) / 4 % FALCON_PORTS;
    const bool on = card->falcons[falcon_unit_at(card, offset)].enabled >> port & 1;

    return stored | (on ? FALCON_PORT_ENABLED : 0);
}

static void write_memif_ctrl(struct nv50 *card, uint32_t offset, uint32_t value)
{
    const unsigned unit = falcon_unit_at(card, offset);

    if (value & FALCON_MEMIF_DISABLE_ALL)
        card->falcons[unit].enabled = 0;
    if (value & FALCON_MEMIF_RESET) {
        card->falcons[unit].stuck = false;
        falcon_set(card, unit, FALCON_XFER_STATUS, 0);
    }
}

static uint32_t read_memif_ctrl(struct nv50 *card, uint32_t offset, uint32_t stored)
{
    return stored | (card->falcons[falcon_unit_at(card, offset)].stuck ? 0 : FALCON_MEMIF_IDLE);
}

/* ---- reset ---- */

static void reset(struct nv50 *card, unsigned unit)
{
    struct falcon *falcon = &card->falcons[unit];

    *falcon = (struct falcon){ 0 };
    for (unsigned i = 0; i < FALCON_PORTS; i++)
        falcon->ports[i] = (struct vm_user){ .engine = media_units[unit].engine,
                                             .read_client = media_units[unit].client,
                                             .write_client = media_units[unit].client,
                                             .slot = (uint8_t)i };
    falcon_set(card, unit, FALCON_INTR, media_units[unit].secret ? FALCON_INTR_EXIT : 0);
    falcon_set(card, unit, FALCON_CAPS, FIELD_PUT(FALCON_CAPS_DATA, media_units[unit].data >> 8u));
    tell(card, unit);
}

void falcon_power_on(struct nv50 *card)
{
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (is_falcon(card, i))
            reset(card, i);
}

void falcon_reset_units(struct nv50 *card, uint32_t bits)
{
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++)
        if (is_falcon(card, i) && (media_units[i].enable & bits))
            reset(card, i);
}

static void write_pdaemon_reset(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & PDAEMON_RESET_RUN))
        reset(card, falcon_unit_at(card, PDAEMON_BASE));
}

#define CHN (FALCON_CHANNEL_DESC | FALCON_CHANNEL_VALID)
#define PRT (FALCON_PORT_SELECTOR | FALCON_PORT_TYPE | FALCON_PORT_ENABLE)

/* clang-format off */
#define FALCON(b, c) \
    REG_AT(b, FALCON_INTR_SET, .flags = VOL, .write = write_bits, .chips = (c)), \
    REG_AT(b, FALCON_INTR_ACK, .flags = VOL, .write = write_bits, .chips = (c)), \
    REG_AT(b, FALCON_INTR, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_INTR_EN_SET, .flags = VOL, .write = write_bits, .chips = (c)), \
    REG_AT(b, FALCON_INTR_EN_CLEAR, .flags = VOL, .write = write_bits, .chips = (c)), \
    REG_AT(b, FALCON_INTR_EN, .chips = (c)), \
    REG_AT(b, FALCON_INTR_ROUTING, .bits = RW, .write = write_routing, .chips = (c)), \
    REG_AT(b, FALCON_SCRATCH, .bits = RW, .count = 2, .chips = (c)), \
    REG_AT(b, FALCON_ACCESS, .bits = BITS(1, 0), .chips = (c)), \
    REG_AT(b, FALCON_BUSY, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_CHANNEL_CUR, .bits = CHN, .write = write_channel, .chips = (c)), \
    REG_AT(b, FALCON_CHANNEL_NEXT, .bits = CHN, .write = write_channel, .chips = (c)), \
    REG_AT(b, FALCON_CHANNEL_TRIGGER, .flags = VOL, .write = write_trigger, .chips = (c)), \
    REG_AT(b, FALCON_VM_SUPERVISOR, .bits = BIT(0), .chips = (c)), \
    REG_AT(b, FALCON_SCRATCH_2, .bits = RW, .count = 2, .chips = (c)), \
    REG_AT(b, FALCON_PM_SIGNAL, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_ENTRY, .bits = RW, .chips = (c)), \
    REG_AT(b, FALCON_CAPS, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_BLOCK_ON_FIFO, .bits = BIT(0), .chips = (c)), \
    REG_AT(b, FALCON_XFER_BASE, .bits = RW, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_XFER_FALCON, .bits = RW, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_XFER_CTRL, .flags = VOL, .write = falcon_write_xfer, .chips = (c)), \
    REG_AT(b, FALCON_XFER_OFFSET, .bits = RW, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_XFER_STATUS, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_PORT, .bits = PRT, .count = FALCON_PORTS, .read = read_port, .write = write_port, .chips = (c)), \
    REG_AT(b, FALCON_MEMIF_CHANNEL, .flags = VOL, .read = read_memif_channel, .chips = (c)), \
    REG_AT(b, FALCON_MEMIF_CTRL, .bits = FALCON_MEMIF_ENABLE, .reset = FALCON_MEMIF_ENABLE, .flags = VOL, .read = read_memif_ctrl, .write = write_memif_ctrl, .chips = (c))

/* Registers that only v0 and v3 have. */
#define FALCON_V0(b) \
    REG_AT(b, FALCON_UPLOAD, .flags = VOL, .read = falcon_read_upload, .write = falcon_write_upload, .chips = CHIPS_VP3), \
    REG_AT(b, FALCON_UPLOAD_ADDR, .bits = RW, .flags = VOL, .chips = CHIPS_VP3)
#define FALCON_V3(b, c) \
    REG_AT(b, FALCON_INTR_MODE, .bits = RW, .chips = (c)), \
    REG_AT(b, FALCON_UC_STATUS, .reset = FALCON_UC_STATUS_IDLE, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_CAPS2, .reset = 3, .chips = (c)), \
    REG_AT(b, FALCON_CODE_INDEX, .bits = RW & ~FALCON_CODE_BUSY, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_CODE, .bits = RW & ~FALCON_CODE_BUSY, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_CODE_VIRT, .bits = RW & ~FALCON_CODE_BUSY, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_DATA_INDEX, .bits = RW, .flags = VOL, .chips = (c)), \
    REG_AT(b, FALCON_DATA, .flags = VOL, .read = falcon_read_data, .write = falcon_write_data, .chips = (c))

/* Of all but PDAEMON, whose control register is in pdaemon.c. */
#define CONTROL(b, c) \
    REG_AT(b, FALCON_UC_CTRL, .reset = FALCON_UC_CTRL_STOPPED, .flags = VOL, .chips = (c))

static const struct reg_row rows[] = {
    FALCON(PVLD_BASE, CHIPS_VP3 | CHIPS_VP4),
    FALCON(PPDEC_BASE, CHIPS_VP3 | CHIPS_VP4),
    FALCON(PPPP_BASE, CHIPS_VP3 | CHIPS_VP4),
    FALCON(PSEC_BASE, CHIPS_VP3),
    FALCON(PCOPY_BASE, CHIPS_VP4),
    FALCON(PDAEMON_BASE, CHIPS_VP4),
    FALCON(PVCOMP_BASE, CHIP_BIT(CHIP_MCP89)),
    FALCON_V0(PVLD_BASE),
    FALCON_V0(PPDEC_BASE),
    FALCON_V0(PPPP_BASE),
    FALCON_V0(PSEC_BASE),
    FALCON_V3(PVLD_BASE, CHIPS_VP4),
    FALCON_V3(PPDEC_BASE, CHIPS_VP4),
    FALCON_V3(PPPP_BASE, CHIPS_VP4),
    FALCON_V3(PCOPY_BASE, CHIPS_VP4),
    FALCON_V3(PDAEMON_BASE, CHIPS_VP4),
    FALCON_V3(PVCOMP_BASE, CHIP_BIT(CHIP_MCP89)),
    CONTROL(PVLD_BASE, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(PPDEC_BASE, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(PPPP_BASE, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(PSEC_BASE, CHIPS_VP3),
    CONTROL(PCOPY_BASE, CHIPS_VP4),
    CONTROL(PVCOMP_BASE, CHIP_BIT(CHIP_MCP89)),
    REG(PDAEMON_RESET, .bits = RW, .write = write_pdaemon_reset, .chips = CHIPS_GT215_UP),
    REG_AT(PDAEMON_BASE, PDAEMON_CHANNEL_SETUP, .bits = CHN, .write = write_channel, .chips = CHIPS_GT215_UP),
};
/* clang-format on */

const struct reg_block falcon_regs = { rows, ARRAY_SIZE(rows) };
