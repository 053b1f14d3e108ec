#include "hw/nv50/pcipher.h"
#include "hw/least.h"

#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"
#include "model/nv50/vm/vm_user.h"

#define PIECE 256u

/* A machine that is emulated stands still while a launch is done, so a longer one is cut there. */
#define COPY_MOST 0x100000u

static uint32_t get(const struct nv50 *card, uint32_t offset)
{
    return reg_get(card, PCIPHER_BASE + offset);
}

static uint64_t get_address(const struct nv50 *card, uint32_t low)
{
    return (uint64_t)(get(card, low + 4) & 0xff) << 32 | get(card, low);
}

void pcipher_power_on(struct nv50 *card)
{
    const struct media_unit *unit = media_unit_of(card, MEDIA_PCIPHER, PCIPHER_BASE);
    card->media_units->cipher = (struct media_holder){ .held = false };
    if (unit)
        media_users(unit, card->media_units->pcipher, 4);
}

static void raise(struct nv50 *card, uint32_t bits)
{
    if (card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
        return;
    reg_set(card, PCIPHER_BASE + PCIPHER_INTR, get(card, PCIPHER_INTR) | bits);
    reg_set(card, PCIPHER_BASE + PCIPHER_FIFO_ACCESS, 0); /* until software writes it again */
    media_tell(card, MEDIA_PCIPHER, PCIPHER_BASE);
}

static void write_intr(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    media_tell(card, MEDIA_PCIPHER, PCIPHER_BASE);
}

static void bind(struct nv50 *card, uint32_t reg, enum pcipher_slot slot)
{
    vm_user_bind(card, &card->media_units->pcipher[slot], get(card, PCIPHER_CHANNEL_CUR),
                 (uint16_t)(get(card, reg) & PCIPHER_DMA_SELECTOR));
}

static void write_object(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)value;
    const uint32_t reg = offset - PCIPHER_BASE;
    bind(card, reg,
         reg == PCIPHER_DMA_QUERY ? PCIPHER_SLOT_QUERY
         : reg == PCIPHER_DMA_SRC ? PCIPHER_SLOT_SRC
                                  : PCIPHER_SLOT_DST);
}

static void write_channel(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    tlb_bind(card, VM_ENGINE_PCIPHER, value & PCIPHER_CHANNEL_DESC);
    bind(card, PCIPHER_DMA_QUERY, PCIPHER_SLOT_QUERY);
    bind(card, PCIPHER_DMA_SRC, PCIPHER_SLOT_SRC);
    bind(card, PCIPHER_DMA_DST, PCIPHER_SLOT_DST);
}

/* Length bytes from source to destination, in pieces. False: a VM fault. */
static bool copy(struct nv50 *card)
{
    const struct vm_user *users = card->media_units->pcipher;
    const bool swap = card->broken[DEFECT_PCIPHER_SLOTS_SWAPPED];
    struct vm_user src = users[PCIPHER_SLOT_SRC], dst = users[PCIPHER_SLOT_DST];
    const uint64_t from = get_address(card, PCIPHER_SRC_LOW);
    const uint64_t to = get_address(card, PCIPHER_DST_LOW);
    const uint32_t length = LEAST(get(card, PCIPHER_LENGTH), COPY_MOST);
    uint8_t bytes[PIECE];

    if (swap) {
        src.slot = PCIPHER_SLOT_DST;
        dst.slot = PCIPHER_SLOT_SRC;
    }
    for (uint32_t done = 0, piece; done < length; done += piece) {
        piece = LEAST(length - done, PIECE);
        if (!vm_user_read(card, &src, from + done, bytes, piece) ||
            !vm_user_write(card, &dst, to + done, bytes, piece))
            return false;
    }
    return true;
}

/* As PGRAPH's query is laid out (unverified docs/hardware/tesla-engines.md §3.3): the sequence first. */
static bool query(struct nv50 *card)
{
    return vm_user_write32(card, &card->media_units->pcipher[PCIPHER_SLOT_QUERY],
                           get_address(card, PCIPHER_QUERY_LOW), get(card, PCIPHER_QUERY_SEQUENCE));
}

/* Ciphers are not known to the model: a launch that is not a copy does nothing. */
static void write_launch(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset;
    if (FIELD_GET(PCIPHER_LAUNCH_MODE, value) != 0)
        return;
    if (!copy(card) || ((value & PCIPHER_LAUNCH_QUERY) && !query(card)))
        raise(card, PCIPHER_INTR_FAULT);
}

static void write_access(struct nv50 *card, uint32_t offset, uint32_t value)
{
    (void)offset, (void)value;
    card->hooks->kick(card);
}

/* ---- a channel's state (§3.3) ---- */

static const struct {
    uint16_t at, reg;
} kept[] = {
    { PCIPHER_CONTEXT_DMA_QUERY, PCIPHER_DMA_QUERY },
    { PCIPHER_CONTEXT_MODE, PCIPHER_MODE },
    { PCIPHER_CONTEXT_QUERY, PCIPHER_QUERY_LOW },
    { PCIPHER_CONTEXT_QUERY + 4, PCIPHER_QUERY_LOW + 4 },
    { PCIPHER_CONTEXT_DMA_DST, PCIPHER_DMA_DST },
    { PCIPHER_CONTEXT_DMA_SRC, PCIPHER_DMA_SRC },
    { PCIPHER_CONTEXT_DST, PCIPHER_DST_LOW },
    { PCIPHER_CONTEXT_DST + 4, PCIPHER_DST_LOW + 4 },
    { PCIPHER_CONTEXT_SRC, PCIPHER_SRC_LOW },
    { PCIPHER_CONTEXT_SRC + 4, PCIPHER_SRC_LOW + 4 },
    { PCIPHER_CONTEXT_SEQUENCE, PCIPHER_QUERY_SEQUENCE },
    { PCIPHER_CONTEXT_LENGTH, PCIPHER_LENGTH },
};

static struct vm_user context_user(const struct nv50 *card)
{
    struct vm_user user = card->media_units->pcipher[PCIPHER_SLOT_CONTEXT];

    if (card->broken[DEFECT_PCIPHER_CONTEXT_SLOT])
        user.slot = PCIPHER_SLOT_SRC;
    return user;
}

static bool save(struct nv50 *card)
{
    const struct vm_user user = context_user(card);
    uint8_t bytes[PCIPHER_CONTEXT_BYTES] = { 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(kept); i++)
        bytes_put(bytes + kept[i].at, get(card, kept[i].reg), 4);
    return vm_user_write(card, &user, 0, bytes, sizeof(bytes));
}

static bool load(struct nv50 *card, uint32_t channel)
{
    struct vm_user *const context = &card->media_units->pcipher[PCIPHER_SLOT_CONTEXT];
    uint8_t bytes[PCIPHER_CONTEXT_BYTES];

    tlb_bind(card, VM_ENGINE_PCIPHER, channel);
    reg_set(card, PCIPHER_BASE + PCIPHER_CHANNEL_CUR, channel);
    vm_user_bind(card, context, channel, media_context_selector(card, VM_ENGINE_PCIPHER));
    const struct vm_user user = context_user(card);
    if (!vm_user_read(card, &user, 0, bytes, sizeof(bytes)))
        return false;
    for (unsigned i = 0; i < ARRAY_SIZE(kept); i++)
        if (!card->broken[DEFECT_PCIPHER_CONTEXT_UNREAD])
            reg_set(card, PCIPHER_BASE + kept[i].reg, bytes_get32(bytes + kept[i].at));
    write_channel(card, 0, channel);
    return true;
}

/* Knob media_switch: the channel gets the settings of the one before it. */
static void inherit(struct nv50 *card, uint32_t channel)
{
    tlb_bind(card, VM_ENGINE_PCIPHER, channel);
    reg_set(card, PCIPHER_BASE + PCIPHER_CHANNEL_CUR, channel);
    write_channel(card, 0, channel);
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
    struct media_holder *const holder = &card->media_units->cipher;

    if (holder->stuck)
        return false;
    if (holder->held && holder->channel == channel)
        return true;
    if (holder->held && card_knob(card, KNOB_MEDIA_SWITCH) == MEDIA_SWITCH_REFUSES)
        return false;
    if (!turn(card, holder->held, channel)) {
        holder->stuck = true;
        raise(card, PCIPHER_INTR_FAULT);
        return false;
    }
    *holder = (struct media_holder){ .held = true, .channel = channel };
    reg_set(card, PCIPHER_BASE + PCIPHER_VALID, 1);
    return true;
}

/* ---- methods of PFIFO ---- */

static const struct {
    uint16_t method, reg;
} settings[] = {
    { PCIPHER_METHOD_DMA_QUERY, PCIPHER_DMA_QUERY },
    { PCIPHER_METHOD_DMA_SRC, PCIPHER_DMA_SRC },
    { PCIPHER_METHOD_DMA_DST, PCIPHER_DMA_DST },
    { PCIPHER_METHOD_MODE, PCIPHER_MODE },
    { PCIPHER_METHOD_LENGTH, PCIPHER_LENGTH },
    { PCIPHER_METHOD_SRC_HIGH, PCIPHER_SRC_LOW + 4 },
    { PCIPHER_METHOD_SRC_LOW, PCIPHER_SRC_LOW },
    { PCIPHER_METHOD_DST_HIGH, PCIPHER_DST_LOW + 4 },
    { PCIPHER_METHOD_DST_LOW, PCIPHER_DST_LOW },
    { PCIPHER_METHOD_QUERY_HIGH, PCIPHER_QUERY_LOW + 4 },
    { PCIPHER_METHOD_QUERY_LOW, PCIPHER_QUERY_LOW },
    { PCIPHER_METHOD_QUERY_SEQUENCE, PCIPHER_QUERY_SEQUENCE },
};

static bool is_class(struct nv50 *card, uint32_t channel, uint32_t instance)
{
    uint32_t words[DMAOBJ_WORDS];

    vm_load_object(card, channel, (uint16_t)instance, words);
    return (words[0] & 0xffff) == PCIPHER_CLASS;
}

bool pcipher_method(struct nv50 *card, uint32_t channel, uint32_t method, uint32_t data)
{
    if (!(get(card, PCIPHER_FIFO_ACCESS) & PCIPHER_FIFO_OPEN) || !take_channel(card, channel))
        return false;
    if (method == 0 && !is_class(card, channel, data))
        raise(card, PCIPHER_INTR_CLASS);
    for (unsigned i = 0; i < ARRAY_SIZE(settings); i++)
        if (settings[i].method == method) {
            reg_set(card, PCIPHER_BASE + settings[i].reg, data);
            if (method <= PCIPHER_METHOD_DMA_DST)
                write_object(card, PCIPHER_BASE + settings[i].reg, data);
        }
    if (method == PCIPHER_METHOD_LAUNCH)
        write_launch(card, 0,
                     FIELD_PUT(PCIPHER_LAUNCH_MODE, FIELD_GET(PCIPHER_METHOD_LAUNCH_MODE, data)) |
                         (data & PCIPHER_METHOD_LAUNCH_QUERY ? PCIPHER_LAUNCH_QUERY : 0));
    return true;
}

/* clang-format off */
static const struct reg_row rows[] = {
    REG_AT(PCIPHER_BASE, PCIPHER_FIFO_ACCESS, .bits = RW, .flags = VOL, .write = write_access, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_VALID, .flags = VOL, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_INTR, .w1c = RW, .flags = VOL, .write = write_intr, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_INTR_EN, .bits = RW, .write = write_intr, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_CHANNEL_CUR, .bits = PCIPHER_CHANNEL_DESC, .write = write_channel, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_CHANNEL_NEXT, .bits = PCIPHER_CHANNEL_DESC, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_MODE, .bits = RW, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_DMA_QUERY, .bits = BITS(23, 0), .write = write_object, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_DMA_SRC, .bits = BITS(23, 0), .write = write_object, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_DMA_DST, .bits = BITS(23, 0), .write = write_object, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_QUERY_LOW, .bits = RW, .count = 2, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_SRC_LOW, .bits = RW, .count = 2, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_DST_LOW, .bits = RW, .count = 2, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_QUERY_SEQUENCE, .bits = RW, .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_LENGTH, .bits = BITS(31, 4), .chips = CHIPS_VP2),
    REG_AT(PCIPHER_BASE, PCIPHER_LAUNCH, .write = write_launch, .chips = CHIPS_VP2),
};
/* clang-format on */

const struct reg_block pcipher_regs = { rows, ARRAY_SIZE(rows) };
