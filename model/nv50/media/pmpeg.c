#include "hw/nv50/pmpeg.h"
#include "hw/least.h"

#include "model/common/bytes.h"
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
    card->media_units->mpeg = (struct media_holder){ .held = false };
    if (unit)
        media_users(unit, card->media_units->pmpeg, 6);
}

/* Methods whose words are the channel's state, in this order (a choice). */
static const uint16_t kept[PMPEG_KEPT] = {
    PMPEG_PITCH,        PMPEG_SIZE,         PMPEG_DMA_CMD,      PMPEG_DMA_DATA,
    PMPEG_DMA_IMAGE,    PMPEG_DMA_QUERY,    PMPEG_SURFACE,      PMPEG_SURFACE + 4,
    PMPEG_SURFACE + 8,  PMPEG_SURFACE + 12, PMPEG_SURFACE + 16, PMPEG_SURFACE + 20,
    PMPEG_SURFACE + 24, PMPEG_SURFACE + 28, PMPEG_SURFACE + 32, PMPEG_SURFACE + 36,
    PMPEG_SURFACE + 40, PMPEG_SURFACE + 44, PMPEG_SURFACE + 48, PMPEG_SURFACE + 52,
    PMPEG_SURFACE + 56, PMPEG_SURFACE + 60, PMPEG_FORMAT,       PMPEG_MODE,
    PMPEG_QUERY_OFFSET, PMPEG_CMD_OFFSET,   PMPEG_CMD_SIZE,     PMPEG_DATA_OFFSET,
    PMPEG_DATA_SIZE,
};

static unsigned place_of(uint32_t method)
{
    unsigned i = 0;

    while (i < PMPEG_KEPT && kept[i] != method)
        i++;
    return i;
}

uint32_t pmpeg_kept(const struct nv50 *card, uint32_t method)
{
    const unsigned i = place_of(method);

    return i < PMPEG_KEPT ? card->media_units->kept[i] : 0;
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
void pmpeg_fault(struct nv50 *card, uint32_t error, uint64_t at)
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

/* A machine that is emulated stands still meanwhile, so a longer buffer is cut there. */
#define COMMANDS_MOST 0x10000u

/* The command buffer is fetched, and each of its words done. */
static void fetch(struct nv50 *card)
{
    const struct vm_user *user = &card->media_units->pmpeg[PMPEG_SLOT_CMD];
    const uint32_t from = get(card, PMPEG_COMMANDS);
    const uint32_t size = LEAST(get(card, PMPEG_COMMANDS + 4), COMMANDS_MOST);
    struct picture picture = { .data_at = pmpeg_kept(card, PMPEG_DATA_OFFSET) };
    uint32_t word;

    for (uint32_t at = 0; at < size; at += 4) {
        if (!vm_user_read32(card, user, from + at, &word)) {
            pmpeg_fault(card, PMPEG_ERROR_CMD, from + at);
            return;
        }
        if (!picture_word(card, &picture, word))
            return;
    }
    raise(card, PMPEG_INTR_FETCH_DONE);
}

static void query(struct nv50 *card, uint32_t counter)
{
    struct vm_user user = card->media_units->pmpeg[PMPEG_SLOT_QUERY];
    const uint32_t at = pmpeg_kept(card, PMPEG_QUERY_OFFSET);

    if (card->broken[DEFECT_PMPEG_QUERY_AS_CMD])
        user.slot = PMPEG_SLOT_CMD;
    if (!vm_user_write32(card, &user, at, counter))
        pmpeg_fault(card, PMPEG_ERROR_QUERY, at);
}

/* The slot of an object that a method binds; 0: of none. */
static unsigned slot_of(const struct nv50 *card, uint32_t number)
{
    switch (number) {
    case PMPEG_DMA_CMD:
        return PMPEG_SLOT_CMD;
    case PMPEG_DMA_DATA:
        return PMPEG_SLOT_DATA;
    case PMPEG_DMA_IMAGE:
        return PMPEG_SLOT_IMAGE;
    case PMPEG_DMA_QUERY:
        return card->chip_bit & CHIPS_G84_UP ? PMPEG_SLOT_QUERY : 0;
    default:
        return 0;
    }
}

static void method(struct nv50 *card, uint32_t number, uint32_t data)
{
    const unsigned slot = slot_of(card, number), place = place_of(number);

    if (place < PMPEG_KEPT)
        card->media_units->kept[place] = data;
    if (slot)
        bind(card, (enum pmpeg_slot)slot, data);
    if (number == PMPEG_CMD_OFFSET || number == PMPEG_CMD_SIZE)
        set(card, PMPEG_COMMANDS + (number - PMPEG_CMD_OFFSET), data);
    if (number == PMPEG_QUERY_COUNTER && (card->chip_bit & CHIPS_G84_UP))
        query(card, data);
    if (number == PMPEG_EXEC)
        fetch(card);
}

/* ---- a channel's state (§3.4): the first word that is known, then the methods ---- */

#define CONTEXT_METHODS 0x80u

static struct vm_user context_user(const struct nv50 *card)
{
    struct vm_user user = card->media_units->pmpeg[PMPEG_SLOT_CONTEXT];

    if (card->broken[DEFECT_PMPEG_CONTEXT_SLOT])
        user.slot = PMPEG_SLOT_IMAGE;
    return user;
}

static bool save(struct nv50 *card)
{
    const struct vm_user user = context_user(card);
    uint8_t bytes[PMPEG_CONTEXT_BYTES] = { 0 };

    bytes_put(bytes + PMPEG_CONTEXT_CONFIG, get(card, PMPEG_CONFIG), 4);
    bytes_put(bytes + PMPEG_CONTEXT_7C, PMPEG_CONTEXT_7C_SET, 4);
    for (unsigned i = 0; i < PMPEG_KEPT; i++)
        bytes_put(bytes + CONTEXT_METHODS + 4 * i, card->media_units->kept[i], 4);
    return card->broken[DEFECT_PMPEG_CONTEXT_LOST] ||
           vm_user_write(card, &user, 0, bytes, sizeof(bytes));
}

/* Objects are bound anew, because the context keeps their selectors alone. */
static bool load(struct nv50 *card, uint32_t channel)
{
    uint8_t bytes[PMPEG_CONTEXT_BYTES];

    tlb_bind(card, VM_ENGINE_PMPEG, channel);
    set(card, PMPEG_CHANNEL_CUR, channel);
    bind(card, PMPEG_SLOT_CONTEXT, media_context_selector(card, VM_ENGINE_PMPEG));
    const struct vm_user user = context_user(card);
    if (!vm_user_read(card, &user, 0, bytes, sizeof(bytes)))
        return false;
    set(card, PMPEG_CONFIG, bytes_get32(bytes + PMPEG_CONTEXT_CONFIG));
    for (unsigned i = 0; i < PMPEG_KEPT; i++) {
        const uint32_t word = bytes_get32(bytes + CONTEXT_METHODS + 4 * i);
        const unsigned slot = slot_of(card, kept[i]);

        card->media_units->kept[i] = word;
        if (slot)
            bind(card, (enum pmpeg_slot)slot, word);
    }
    set(card, PMPEG_COMMANDS, pmpeg_kept(card, PMPEG_CMD_OFFSET));
    set(card, PMPEG_COMMANDS + 4, pmpeg_kept(card, PMPEG_CMD_SIZE));
    return true;
}

/* Knob media_switch: the channel gets the settings of the one before it. */
static void inherit(struct nv50 *card, uint32_t channel)
{
    tlb_bind(card, VM_ENGINE_PMPEG, channel);
    set(card, PMPEG_CHANNEL_CUR, channel);
    for (unsigned i = 0; i < PMPEG_KEPT; i++) {
        const unsigned slot = slot_of(card, kept[i]);

        if (slot)
            bind(card, (enum pmpeg_slot)slot, card->media_units->kept[i]);
    }
}

static bool turn(struct nv50 *card, bool held, uint32_t channel)
{
    if (card_knob(card, KNOB_MEDIA_SWITCH) == MEDIA_SWITCH_KEEPS) {
        inherit(card, channel);
        return true;
    }
    return (!held || save(card)) && load(card, channel);
}

/* A fault stops the engine until its reset (a choice). */
static bool take_channel(struct nv50 *card, uint32_t channel)
{
    struct media_holder *const holder = &card->media_units->mpeg;

    if (holder->stuck || holder->waits)
        return false;
    if (holder->held && holder->channel == channel)
        return true;
    if (holder->held && card_knob(card, KNOB_MEDIA_SWITCH) == MEDIA_SWITCH_REFUSES)
        return false;
    if (!turn(card, holder->held, channel)) {
        holder->stuck = true;
        return false;
    }
    *holder = (struct media_holder){ .held = true, .channel = channel };
    return true;
}

/* A channel that is bound waits for software's answer. */
static void bind_channel(struct nv50 *card)
{
    card->media_units->mpeg.waits = true;
    set(card, PMPEG_FIFO_TYPE, PMPEG_FIFO_TYPE_BIND);
    set(card, PMPEG_FIFO_METHOD, 0);
    raise(card, PMPEG_INTR_FIFO);
}

static void write_answer(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (!(value & 1) || get(card, PMPEG_BIND_ANSWER) != PMPEG_BIND_TAKEN)
        return;
    card->media_units->mpeg.waits = false;
    card->hooks->kick(card);
}

bool pmpeg_method(struct nv50 *card, uint32_t channel, uint32_t number, uint32_t data)
{
    if (!(get(card, PMPEG_CONFIG) & PMPEG_CONFIG_PFIFO) || !take_channel(card, channel))
        return false;
    if (number == 0)
        bind_channel(card);
    else
        method(card, number, data);
    return true;
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
    REG_AT(PMPEG_BASE, PMPEG_FIFO_TYPE, .bits = RW, .flags = VOL, .write = write_answer, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_FIFO_METHOD, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_PIO_METHOD, .bits = RW, .count = 2, .flags = VOL, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_PIO_CONTROL, .reset = PMPEG_PIO_IDLE, .flags = VOL, .write = write_pio, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CONFIG, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_BIND_ANSWER, .bits = RW, .chips = VP1_2),
    REG(PMPEG_UNKNOWN_0E0, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_UNKNOWN_220, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_UNKNOWN_314, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_UNKNOWN_32C, .bits = RW, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_UNKNOWN_390, .bits = RW, .count = 3, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CHANNEL_CUR, .bits = PMPEG_CHANNEL_DESC, .write = write_channel, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_CHANNEL_NEXT, .bits = PMPEG_CHANNEL_DESC, .chips = VP1_2),
    REG_AT(PMPEG_BASE, PMPEG_COMMANDS, .bits = RW, .count = 2, .flags = VOL, .chips = VP1_2),
    REG(PME_ENABLE, .bits = RW, .chips = CHIPS_VP1), /* of the neighbour, a stored word */
};
/* clang-format on */

const struct reg_block pmpeg_regs = { rows, ARRAY_SIZE(rows) };
