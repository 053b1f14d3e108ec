#include "hw/nv50/pcipher.h"

#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/vm_user.h"

#define PIECE 256u

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
    if (unit)
        media_users(unit, card->media_units->pcipher, 4);
}

static void raise(struct nv50 *card, uint32_t bits)
{
    if (card->broken[DEFECT_MEDIA_INTERRUPT_LOST])
        return;
    reg_set(card, PCIPHER_BASE + PCIPHER_INTR, get(card, PCIPHER_INTR) | bits);
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
    const uint32_t length = get(card, PCIPHER_LENGTH);
    uint8_t bytes[PIECE];

    if (swap) {
        src.slot = PCIPHER_SLOT_DST;
        dst.slot = PCIPHER_SLOT_SRC;
    }
    for (uint32_t done = 0, piece; done < length; done += piece) {
        piece = length - done < PIECE ? length - done : PIECE;
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

/* clang-format off */
static const struct reg_row rows[] = {
    REG_AT(PCIPHER_BASE, PCIPHER_FIFO_ACCESS, .bits = RW, .chips = CHIPS_VP2),
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
