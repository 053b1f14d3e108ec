#include "hw/nv50/pfifo.h"
#include "hw/nv50/ramfc.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/vm/vm_user.h"

#define OFFSET_MAX   0xffffu
#define RECORD_BYTES 16

/* docs/hardware/tesla-mmio.md §4.8; the puller stops. */
static enum fifo_result fail(struct nv50 *card, enum pfifo_semaphore_error code)
{
    if (code == SEMAPHORE_MEM_FAULT && card->broken[DEFECT_FIFO_FAULT_LOST])
        return FIFO_DONE;
    reg_set(card, PFIFO_PULL0, FIELD_PUT(PFIFO_PULL0_SEMAPHORE, (uint32_t)code));
    fifo_raise(card, PFIFO_INTR_SEMAPHORE);
    return FIFO_FAILED;
}

static uint64_t old_offset(const struct nv50 *card)
{
    return FIELD_GET(RAMFC_SEMAPHORE_OFFSET, reg_get(card, PFIFO_SEMAPHORE)) * 4;
}

static uint64_t new_offset(const struct nv50 *card)
{
    return (uint64_t)reg_get(card, PFIFO_SEMAPHORE_HIGH) << 32 | reg_get(card, PFIFO_SEMAPHORE_LOW);
}

/* A look that did not succeed is repeated by engine c, on G80 by PFIFO itself (§4.7). */
static struct vm_user reader(const struct nv50 *card)
{
    struct vm_user user = card->pfifo->semaphore;

    if ((reg_get(card, PFIFO_PULL1) & PFIFO_PULL1_ACQUIRE) &&
        card->chip->layout != CHANNEL_LAYOUT_G80 && !card->broken[DEFECT_FIFO_POLL_AS_FIFO])
        user.engine = VM_ENGINE_PFIFO_BG;
    return user;
}

/* One look at the semaphore. PULL1 says afterwards whether it has to be looked at again, and how. */
static enum fifo_result acquire(struct nv50 *card, uint64_t offset, uint32_t wanted, uint32_t mode)
{
    const struct vm_user user = reader(card);
    const uint32_t bits =
        PFIFO_PULL1_ACQUIRE | PFIFO_PULL1_ACQUIRE_NEW | PFIFO_PULL1_ACQUIRE_GEQUAL;
    const uint32_t pull1 = reg_get(card, PFIFO_PULL1) & ~bits;
    uint32_t seen;

    if (!vm_user_read32(card, &user, offset, &seen)) {
        reg_set(card, PFIFO_PULL1, pull1);
        return fail(card, SEMAPHORE_MEM_FAULT);
    }
    const bool enough =
        mode & PFIFO_PULL1_ACQUIRE_GEQUAL ? (int32_t)(seen - wanted) >= 0 : seen == wanted;
    if (enough || card->broken[DEFECT_FIFO_ACQUIRE_PASSES]) {
        reg_set(card, PFIFO_PULL1, pull1);
        return FIFO_DONE;
    }
    reg_set(card, PFIFO_PULL1, pull1 | mode | PFIFO_PULL1_ACQUIRE);
    reg_set(card, PFIFO_ACQUIRE_VALUE, wanted);
    card->pfifo->acquiring = true;
    return FIFO_WAITS;
}

static enum fifo_result release_long(struct nv50 *card)
{
    const uint32_t words[] = { reg_get(card, PFIFO_SEMAPHORE_SEQUENCE), 0,
                               (uint32_t)ptimer_now(card), (uint32_t)(ptimer_now(card) >> 32) };
    uint8_t bytes[RECORD_BYTES];

    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        bytes_put(bytes + 4 * i, words[i], 4);
    return vm_user_write(card, &card->pfifo->semaphore, new_offset(card), bytes, sizeof(bytes))
               ? FIFO_DONE
               : fail(card, SEMAPHORE_MEM_FAULT);
}

static enum fifo_result trigger(struct nv50 *card, uint32_t kind)
{
    const uint32_t wanted = reg_get(card, PFIFO_SEMAPHORE_SEQUENCE);

    switch (kind) {
    case HOST_TRIGGER_ACQUIRE:
        return acquire(card, new_offset(card), wanted, PFIFO_PULL1_ACQUIRE_NEW);
    case HOST_TRIGGER_ACQUIRE_GE:
        return acquire(card, new_offset(card), wanted,
                       PFIFO_PULL1_ACQUIRE_NEW | PFIFO_PULL1_ACQUIRE_GEQUAL);
    case HOST_TRIGGER_RELEASE:
        return release_long(card);
    default:
        return fail(card, SEMAPHORE_INVALID_STATE);
    }
}

static enum fifo_result set_offset(struct nv50 *card, uint32_t offset)
{
    const uint32_t kept =
        reg_get(card, PFIFO_SEMAPHORE) & ~(RAMFC_SEMAPHORE_OFFSET | RAMFC_SEMAPHORE_OFFSET_VALID);

    if (offset & 3)
        return fail(card, SEMAPHORE_UNALIGNED);
    if (offset > OFFSET_MAX)
        return fail(card, SEMAPHORE_TOO_LARGE);
    reg_set(card, PFIFO_SEMAPHORE,
            kept | FIELD_PUT(RAMFC_SEMAPHORE_OFFSET, offset / 4) | RAMFC_SEMAPHORE_OFFSET_VALID);
    return FIFO_DONE;
}

/* An unaligned address is kept, and the method counts as executed (§4.8). */
static enum fifo_result set_low(struct nv50 *card, uint32_t low)
{
    reg_set(card, PFIFO_SEMAPHORE_LOW, low);
    if (!(low & 3))
        return FIFO_DONE;
    reg_set(card, PFIFO_GET, reg_get(card, PFIFO_GET) + 4);
    return fail(card, SEMAPHORE_UNALIGNED);
}

static enum fifo_result old_operation(struct nv50 *card, uint32_t method, uint32_t data)
{
    if (!(reg_get(card, PFIFO_SEMAPHORE) & RAMFC_SEMAPHORE_OFFSET_VALID))
        return fail(card, SEMAPHORE_INVALID_STATE);
    if (method == HOST_SEMAPHORE_ACQUIRE)
        return acquire(card, old_offset(card), data, 0);
    const uint64_t at = old_offset(card) + (card->broken[DEFECT_FIFO_RELEASE_MISPLACED] ? 4 : 0);
    return vm_user_write32(card, &card->pfifo->semaphore, at, data)
               ? FIFO_DONE
               : fail(card, SEMAPHORE_MEM_FAULT);
}

/* The new semaphore keeps address and sequence in registers until the trigger; the old one acts by two methods. */
enum fifo_result fifo_semaphore_method(struct nv50 *card, uint32_t method, uint32_t data)
{
    switch (method) {
    case HOST_SEMAPHORE_HIGH:
        if (data & ~PFIFO_ADDRESS_HIGH)
            return fail(card, SEMAPHORE_TOO_LARGE);
        reg_set(card, PFIFO_SEMAPHORE_HIGH, data);
        return FIFO_DONE;
    case HOST_SEMAPHORE_LOW:
        return set_low(card, data);
    case HOST_SEMAPHORE_SEQUENCE:
        reg_set(card, PFIFO_SEMAPHORE_SEQUENCE, data);
        return FIFO_DONE;
    case HOST_SEMAPHORE_TRIGGER:
        return trigger(card, data);
    case HOST_SEMAPHORE_OFFSET:
        return set_offset(card, data);
    default:
        return old_operation(card, method, data);
    }
}
