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

/* The unit's line: what is pending, enabled, and routed to the host and not to the falcon itself. */
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
        reset(card, falcon_unit_at(card, 0x10a000));
}

#define RW        BITS(31, 0)
#define VOL       REG_VOLATILE
#define NEW       CHIPS_GT215_UP
#define CHN       (FALCON_CHANNEL_DESC | FALCON_CHANNEL_VALID)
#define PRT       (FALCON_PORT_SELECTOR | FALCON_PORT_TYPE | FALCON_PORT_ENABLE)
#define OLD_OF(c) ((c)&CHIPS_VP3)
#define NEW_OF(c) ((c)&CHIPS_VP4)

/* clang-format off */
#define FALCON(b, c) \
    { (b) + FALCON_INTR_SET, "FALCON_INTR_SET", 0, 0, VOL, c, 1, 0, write_bits }, \
    { (b) + FALCON_INTR_ACK, "FALCON_INTR_ACK", 0, 0, VOL, c, 1, 0, write_bits }, \
    { (b) + FALCON_INTR, "FALCON_INTR", 0, 0, VOL, c, 1, 0, 0 }, \
    { (b) + 0x00c, "FALCON_INTR_MODE", RW, 0, 0, NEW_OF(c), 1, 0, 0 }, \
    { (b) + FALCON_INTR_EN_SET, "FALCON_INTR_EN_SET", 0, 0, VOL, c, 1, 0, write_bits }, \
    { (b) + FALCON_INTR_EN_CLEAR, "FALCON_INTR_EN_CLEAR", 0, 0, VOL, c, 1, 0, write_bits }, \
    { (b) + FALCON_INTR_EN, "FALCON_INTR_EN", 0, 0, 0, c, 1, 0, 0 }, \
    { (b) + FALCON_INTR_ROUTING, "FALCON_INTR_ROUTING", RW, 0, 0, c, 1, 0, write_routing }, \
    { (b) + FALCON_SCRATCH, "FALCON_SCRATCH", RW, 0, 0, c, 2, 0, 0 }, \
    { (b) + FALCON_ACCESS, "FALCON_ACCESS", BITS(1, 0), 0, 0, c, 1, 0, 0 }, \
    { (b) + FALCON_BUSY, "FALCON_BUSY", 0, 0, VOL, c, 1, 0, 0 }, \
    { (b) + FALCON_CHANNEL_CUR, "FALCON_CHANNEL_CUR", CHN, 0, 0, c, 1, 0, write_channel }, \
    { (b) + FALCON_CHANNEL_NEXT, "FALCON_CHANNEL_NEXT", CHN, 0, 0, c, 1, 0, write_channel }, \
    { (b) + FALCON_CHANNEL_TRIGGER, "FALCON_CHANNEL_TRIGGER", 0, 0, VOL, c, 1, 0, write_trigger }, \
    { (b) + FALCON_VM_SUPERVISOR, "FALCON_VM_SUPERVISOR", BIT(0), 0, 0, c, 1, 0, 0 }, \
    { (b) + FALCON_SCRATCH_2, "FALCON_SCRATCH_2", RW, 0, 0, c, 2, 0, 0 }, \
    { (b) + FALCON_PM_SIGNAL, "FALCON_PM_SIGNAL", 0, 0, VOL, c, 1, 0, 0 }, \
    { (b) + FALCON_ENTRY, "FALCON_ENTRY", RW, 0, 0, c, 1, 0, 0 }, \
    { (b) + FALCON_CAPS, "FALCON_CAPS", 0, 0, VOL, c, 1, 0, 0 }, \
    { (b) + FALCON_BLOCK_ON_FIFO, "FALCON_BLOCK_ON_FIFO", BIT(0), 0, 0, c, 1, 0, 0 }, \
    { (b) + FALCON_XFER_BASE, "FALCON_XFER_BASE", RW, 0, VOL, c, 2, 0, 0 }, \
    { (b) + FALCON_XFER_CTRL, "FALCON_XFER_CTRL", 0, 0, VOL, c, 1, 0, falcon_write_xfer }, \
    { (b) + FALCON_XFER_OFFSET, "FALCON_XFER_OFFSET", RW, 0, VOL, c, 1, 0, 0 }, \
    { (b) + FALCON_XFER_STATUS, "FALCON_XFER_STATUS", 0, 0, VOL, c, 1, 0, 0 }, \
    { (b) + FALCON_UC_STATUS, "FALCON_UC_STATUS", 0, FALCON_UC_STATUS_IDLE, VOL, NEW_OF(c), 1, 0, 0 }, \
    { (b) + FALCON_CAPS2, "FALCON_CAPS2", 0, 3, 0, NEW_OF(c), 1, 0, 0 }, \
    { (b) + FALCON_CODE_INDEX, "FALCON_CODE_INDEX", RW & ~FALCON_CODE_BUSY, 0, VOL, NEW_OF(c), 3, 0, 0 }, \
    { (b) + FALCON_DATA_INDEX, "FALCON_DATA_INDEX", RW, 0, VOL, NEW_OF(c), 1, 0, 0 }, \
    { (b) + FALCON_DATA, "FALCON_DATA", 0, 0, VOL, NEW_OF(c), 1, falcon_read_data, falcon_write_data }, \
    { (b) + FALCON_UPLOAD, "FALCON_UPLOAD", 0, 0, VOL, OLD_OF(c), 1, falcon_read_upload, falcon_write_upload }, \
    { (b) + FALCON_UPLOAD_ADDR, "FALCON_UPLOAD_ADDR", RW, 0, VOL, OLD_OF(c), 1, 0, 0 }, \
    { (b) + FALCON_PORT, "FALCON_PORT", PRT, 0, 0, c, FALCON_PORTS, read_port, write_port }, \
    { (b) + FALCON_MEMIF_CHANNEL, "FALCON_MEMIF_CHANNEL", 0, 0, VOL, c, 1, read_memif_channel, 0 }, \
    { (b) + FALCON_MEMIF_CTRL, "FALCON_MEMIF_CTRL", FALCON_MEMIF_ENABLE, FALCON_MEMIF_ENABLE, VOL, c, 1, read_memif_ctrl, write_memif_ctrl }

/* PDAEMON's is in pdaemon.c. */
#define CONTROL(b, c) \
    { (b) + FALCON_UC_CTRL, "FALCON_UC_CTRL", 0, FALCON_UC_CTRL_STOPPED, VOL, c, 1, 0, 0 }

static const struct reg_row rows[] = {
    FALCON(0x084000, CHIPS_VP3 | CHIPS_VP4),
    FALCON(0x085000, CHIPS_VP3 | CHIPS_VP4),
    FALCON(0x086000, CHIPS_VP3 | CHIPS_VP4),
    FALCON(0x087000, CHIPS_VP3),
    FALCON(0x104000, CHIPS_VP4),
    FALCON(0x10a000, CHIPS_VP4),
    FALCON(0x1c1000, CHIP_BIT(CHIP_MCP89)),
    CONTROL(0x084000, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(0x085000, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(0x086000, CHIPS_VP3 | CHIPS_VP4),
    CONTROL(0x087000, CHIPS_VP3),
    CONTROL(0x104000, CHIPS_VP4),
    CONTROL(0x1c1000, CHIP_BIT(CHIP_MCP89)),
    { PDAEMON_RESET, "PDAEMON_RESET", RW, 0, 0, NEW, 1, 0, write_pdaemon_reset },
    { 0x10a000 + PDAEMON_CHANNEL_SETUP, "PDAEMON_CHANNEL_SETUP", CHN, 0, 0, NEW, 1, 0, write_channel },
};
/* clang-format on */

const struct reg_block falcon_regs = { rows, ARRAY_SIZE(rows) };
