#include "hw/nv50/pmpeg.h"

#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

static uint32_t get(const struct nv50 *card, uint32_t offset)
{
    return reg_get(card, PMPEG_BASE + offset);
}

static void set(struct nv50 *card, uint32_t offset, uint32_t value)
{
    reg_set(card, PMPEG_BASE + offset, value);
}

void pmpeg_power_on(struct nv50 *card)
{
    const struct media_unit *unit = media_unit_of(card, MEDIA_PMPEG, PMPEG_BASE);
    if (unit)
        media_users(unit, card->media_units->pmpeg, 6);
}

/* Bits of PMPEG_INTR. */
static void raise(struct nv50 *card, uint32_t bits)
{
    set(card, PMPEG_INTR, get(card, PMPEG_INTR) | bits);
    media_tell(card, MEDIA_PMPEG, PMPEG_BASE);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    media_tell(card, MEDIA_PMPEG, PMPEG_BASE);
}

/* A fault shows only where CONFIG looks for it; bits 10 to 13 there are bits 24 to 27 here. */
static void fault(struct nv50 *card, uint32_t error, uint64_t at)
{
    const uint32_t config = get(card, PMPEG_CONFIG);

    if (!(config & PMPEG_CONFIG_ERRORS) || !(config << 14 & error) ||
        card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
        return;
    set(card, PMPEG_ERROR, get(card, PMPEG_ERROR) | error);
    set(card, PMPEG_ERROR_ADDRESS, (uint32_t)at);
    raise(card, PMPEG_INTR_ERROR);
}

static void bind(struct nv50 *card, enum pmpeg_slot slot, uint32_t selector)
{
    vm_user_bind(card, &card->media_units->pmpeg[slot], get(card, PMPEG_CHANNEL_CUR),
                 (uint16_t)selector);
}

/* The command buffer is fetched; of its commands the model knows none that reaches memory. */
static void fetch(struct nv50 *card)
{
    const struct vm_user *user = &card->media_units->pmpeg[PMPEG_SLOT_CMD];
    const uint32_t from = get(card, PMPEG_COMMANDS), size = get(card, PMPEG_COMMANDS + 4);
    uint32_t word;

    for (uint32_t at = 0; at < size; at += 4)
        if (!vm_user_read32(card, user, from + at, &word)) {
            fault(card, PMPEG_ERROR_CMD, from + at);
            return;
        }
    raise(card, PMPEG_INTR_FETCH_DONE);
}

static void query(struct nv50 *card, uint32_t counter)
{
    struct vm_user user = card->media_units->pmpeg[PMPEG_SLOT_QUERY];
    const uint32_t at = card->media_units->query_at;

    if (card->broken[DEFECT_PMPEG_QUERY_AS_CMD])
        user.slot = PMPEG_SLOT_CMD;
    if (!vm_user_write32(card, &user, at, counter))
        fault(card, PMPEG_ERROR_QUERY, at);
}

/* The methods that reach memory or bind an object; the decoder's own work is not modelled. */
static void method(struct nv50 *card, uint32_t number, uint32_t data)
{
    switch (number) {
    case PMPEG_DMA_CMD:
        bind(card, PMPEG_SLOT_CMD, data);
        break;
    case PMPEG_DMA_QUERY:
        if (card->chip_bit & CHIPS_G84_UP)
            bind(card, PMPEG_SLOT_QUERY, data);
        break;
    case PMPEG_CMD_OFFSET:
    case PMPEG_CMD_SIZE:
        set(card, PMPEG_COMMANDS + (number - PMPEG_CMD_OFFSET), data);
        break;
    case PMPEG_QUERY_OFFSET:
        card->media_units->query_at = data;
        break;
    case PMPEG_QUERY_COUNTER:
        if (card->chip_bit & CHIPS_G84_UP)
            query(card, data);
        break;
    case PMPEG_EXEC:
        fetch(card);
        break;
    default:
        break;
    }
}

static void write_pio(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if ((value & PMPEG_PIO_TRIGGER) && !(get(card, PMPEG_CONFIG) & PMPEG_CONFIG_PFIFO))
        method(card, get(card, PMPEG_PIO_METHOD), get(card, PMPEG_PIO_DATA));
}

static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    tlb_bind(card, VM_ENGINE_PMPEG, value & PMPEG_CHANNEL_DESC);
}

#define VP1_2 (CHIPS_VP1 | CHIPS_VP2)

/* clang-format off */
static const struct reg_row rows[] = {
    REG_AT(PMPEG_BASE, PMPEG_INTR, .w1c = RW, .flags = VOL, .write = write_intr, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_INTR_EN, .bits = RW, .write = write_intr, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_STATUS, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_ERROR, .w1c = RW, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_ERROR_ADDRESS, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_PIO_METHOD, .bits = RW, .count = 2, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_PIO_CONTROL, .reset = PMPEG_PIO_IDLE, .flags = VOL, .write = write_pio, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CONFIG, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CHANNEL_CUR, .bits = PMPEG_CHANNEL_DESC, .write = write_channel, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CHANNEL_NEXT, .bits = PMPEG_CHANNEL_DESC, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_COMMANDS, .bits = RW, .count = 2, .flags = VOL, .chips = VP1_2),
    REG(PME_ENABLE, .bits = RW, .chips = CHIPS_VP1), /* of the neighbour, a stored word */
};
/* clang-format on */

const struct reg_block pmpeg_regs = { rows, ARRAY_SIZE(rows) };
