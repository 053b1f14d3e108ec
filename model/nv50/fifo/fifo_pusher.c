#include "hw/nv50/pfifo.h"
#include "hw/nv50/ramfc.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/vm_user.h"

#define POINTER_MASK 0x7fcu

static uint64_t address_in(const struct nv50 *card, uint32_t low, uint32_t high)
{
    return (uint64_t)(reg_get(card, high) & PFIFO_ADDRESS_HIGH) << 32 | reg_get(card, low);
}

static void set_address(struct nv50 *card, uint32_t low, uint32_t high, uint64_t value)
{
    reg_set(card, low, (uint32_t)value);
    reg_set(card, high, (uint32_t)(value >> 32) & PFIFO_ADDRESS_HIGH);
}

static uint64_t get_of(const struct nv50 *card)
{
    return address_in(card, PFIFO_DMA_GET, PFIFO_DMA_GET_HIGH);
}

static void set_get(struct nv50 *card, uint64_t get)
{
    set_address(card, PFIFO_DMA_GET, PFIFO_DMA_GET_HIGH, get);
    if (reg_get(card, PFIFO_DMA_STATE) & PFIFO_DMA_STATE_NOT_MAIN)
        return;
    reg_set(card, PFIFO_DMA_MGET, (uint32_t)get);
    reg_set(card, PFIFO_DMA_MGET_HIGH, (uint32_t)(get >> 32) | PFIFO_DMA_MGET_VALID);
}

static bool is_ib(const struct nv50 *card)
{
    return reg_get(card, PFIFO_DMA_FETCH) & PFIFO_DMA_FETCH_IB;
}

/* docs/hardware/tesla-mmio.md §4.8: the pusher stops until DMA_PUSH is written. */
static bool fail(struct nv50 *card, enum pfifo_pusher_error code)
{
    reg_set(card, PFIFO_DMA_STATE,
            (reg_get(card, PFIFO_DMA_STATE) & ~PFIFO_DMA_STATE_ERROR) |
                FIELD_PUT(PFIFO_DMA_STATE_ERROR, (uint32_t)code));
    reg_set(card, PFIFO_DMA_PUSH, reg_get(card, PFIFO_DMA_PUSH) & ~PFIFO_DMA_PUSH_ACCESS);
    fifo_raise(card, PFIFO_INTR_DMA_PUSHER);
    return false;
}

/* Takes the next entry of the indirect buffer. */
static bool next_ib(struct nv50 *card)
{
    const uint32_t get = reg_get(card, PFIFO_IB_GET), config = reg_get(card, PFIFO_IB_CONFIG);
    const uint32_t order = FIELD_GET(RAMFC_IB_CONFIG_ORDER, config) & 31;
    const uint64_t ring = (uint64_t)FIELD_GET(RAMFC_IB_CONFIG_ADDRESS_HIGH, config) << 32 |
                          reg_get(card, PFIFO_IB_ADDRESS);
    uint32_t entry[2];

    if (get == reg_get(card, PFIFO_IB_PUT))
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (!vm_user_read32(card, &card->pfifo->push, ring + (uint64_t)IB_ENTRY_BYTES * get + 4 * i,
                            &entry[i]))
            return fail(card, PUSHER_MEM_FAULT);
    const uint64_t words = FIELD_GET(IB1_WORDS, entry[1]);
    if (words == 0)
        return fail(card, PUSHER_IB_EMPTY);
    const uint64_t start =
        (uint64_t)FIELD_GET(IB1_ADDRESS_HIGH, entry[1]) << 32 | (entry[0] & IB0_ADDRESS_LOW);
    const uint32_t state = reg_get(card, PFIFO_DMA_STATE) & ~PFIFO_DMA_STATE_NOT_MAIN;
    reg_set(card, PFIFO_DMA_STATE,
            state | (entry[1] & IB1_NOT_MAIN ? PFIFO_DMA_STATE_NOT_MAIN : 0));
    reg_set(card, PFIFO_IB_GET, (get + 1) & ((1u << order) - 1));
    set_get(card, start);
    set_address(card, PFIFO_DMA_PUT, PFIFO_DMA_PUT_HIGH, start + 4 * words);
    return true;
}

/* ---- words ---- */

/* Below HOST_METHODS_END only methods that PFIFO itself executes may be sent; all above go to an engine. */
static bool is_host_method(const struct nv50 *card, uint32_t method)
{
    const bool g84 = card->chip->layout != CHANNEL_LAYOUT_G80;

    switch (method) {
    case HOST_OBJECT:
    case HOST_REF:
    case HOST_DMA_SEMAPHORE:
    case HOST_SEMAPHORE_OFFSET:
    case HOST_SEMAPHORE_ACQUIRE:
    case HOST_SEMAPHORE_RELEASE:
    case HOST_YIELD:
        return true;
    case HOST_SEMAPHORE_HIGH:
    case HOST_SEMAPHORE_LOW:
    case HOST_SEMAPHORE_SEQUENCE:
    case HOST_SEMAPHORE_TRIGGER:
    case HOST_NOTIFY_INTR:
    case HOST_WRITE_FLUSH:
        return g84;
    default:
        return method >= HOST_METHODS_END;
    }
}

static bool data_word(struct nv50 *card, uint32_t word)
{
    const uint32_t state = reg_get(card, PFIFO_DMA_STATE), put = reg_get(card, PFIFO_PUT);
    const uint32_t method = state & PFIFO_DMA_STATE_METHOD;
    uint32_t *entry = card->pfifo->cache[FIELD_GET(PFIFO_CACHE_POINTER, put)];

    reg_set(card, PFIFO_LAST_DATA, word);
    if (!is_host_method(card, method))
        return fail(card, PUSHER_INVALID_METHOD);
    entry[0] = method | (state & PFIFO_DMA_STATE_SUBCHANNEL);
    entry[1] = word;
    reg_set(card, PFIFO_PUT, (put + 4) & POINTER_MASK);
    reg_set(card, PFIFO_METHOD_COUNT, reg_get(card, PFIFO_METHOD_COUNT) - 1);
    reg_set(card, PFIFO_DCOUNT, reg_get(card, PFIFO_DCOUNT) + 1);
    if (!(state & PFIFO_DMA_STATE_NONINC))
        reg_set(card, PFIFO_DMA_STATE,
                (state & ~PFIFO_DMA_STATE_METHOD) | ((method + 4) & PFIFO_DMA_STATE_METHOD));
    return true;
}

static void begin_command(struct nv50 *card, uint32_t word, uint32_t flags, uint32_t count)
{
    const uint32_t changed = PFIFO_DMA_STATE_METHOD | PFIFO_DMA_STATE_SUBCHANNEL |
                             PFIFO_DMA_STATE_NONINC | PFIFO_DMA_STATE_LONG;

    reg_set(card, PFIFO_DMA_STATE,
            (reg_get(card, PFIFO_DMA_STATE) & ~changed) | flags |
                (word & (COMMAND_METHOD | COMMAND_SUBCHANNEL)));
    reg_set(card, PFIFO_METHOD_COUNT, count);
    reg_set(card, PFIFO_DCOUNT, 0);
    reg_set(card, PFIFO_RSVD, word);
}

static bool jump(struct nv50 *card, uint64_t to)
{
    reg_set(card, PFIFO_GET_JUMP, (uint32_t)get_of(card));
    set_get(card, to);
    return true;
}

static bool call(struct nv50 *card, uint32_t to)
{
    const uint32_t state = reg_get(card, PFIFO_DMA_STATE);

    if (state & PFIFO_DMA_STATE_SUBROUTINE)
        return fail(card, PUSHER_CALL_SUBR_ACTIVE);
    reg_set(card, PFIFO_SUBROUTINE, (uint32_t)get_of(card));
    reg_set(card, PFIFO_DMA_STATE, state | PFIFO_DMA_STATE_SUBROUTINE);
    return jump(card, to);
}

static bool leave(struct nv50 *card)
{
    const uint32_t state = reg_get(card, PFIFO_DMA_STATE);

    if (!(state & PFIFO_DMA_STATE_SUBROUTINE))
        return fail(card, PUSHER_RET_SUBR_INACTIVE);
    reg_set(card, PFIFO_DMA_STATE, state & ~PFIFO_DMA_STATE_SUBROUTINE);
    return jump(card, reg_get(card, PFIFO_SUBROUTINE));
}

/* §4.6, in the order in which the forms are tried. */
static bool command_word(struct nv50 *card, uint32_t word)
{
    if (!is_ib(card)) {
        if ((word & 0xe0000003) == 0x20000000)
            return jump(card, word & 0x1fffffff);
        if ((word & 3) == 1)
            return jump(card, word & ~3u);
        if ((word & 3) == 2)
            return call(card, word & ~3u);
        if (word == 0x00020000)
            return leave(card);
    }
    const uint32_t count = FIELD_GET(COMMAND_COUNT, word);
    if ((word & 0xe0030003) == 0) {
        begin_command(card, word, 0, count);
    } else if ((word & 0xe0030003) == 0x40000000) {
        begin_command(card, word, PFIFO_DMA_STATE_NONINC, count);
    } else if (is_ib(card) && (word & 0xffff0003) == 0x00030000) {
        begin_command(card, word, PFIFO_DMA_STATE_NONINC | PFIFO_DMA_STATE_LONG, 0);
    } else {
        reg_set(card, PFIFO_RSVD, word);
        return fail(card, PUSHER_INVALID_COMMAND);
    }
    return true;
}

static bool take_word(struct nv50 *card, uint32_t word)
{
    const uint32_t state = reg_get(card, PFIFO_DMA_STATE);

    if (reg_get(card, PFIFO_METHOD_COUNT) != 0)
        return data_word(card, word);
    if (!(state & PFIFO_DMA_STATE_LONG))
        return command_word(card, word);
    reg_set(card, PFIFO_DMA_STATE, state & ~PFIFO_DMA_STATE_LONG);
    reg_set(card, PFIFO_METHOD_COUNT, word & COMMAND_LONG_COUNT);
    return true;
}

static bool may_push(const struct nv50 *card)
{
    const uint32_t waiting = reg_get(card, PFIFO_PUT) - reg_get(card, PFIFO_GET);

    return card->pfifo->loaded && (reg_get(card, PFIFO_PUSH0) & PFIFO_PUSH0_ACCESS) &&
           (reg_get(card, PFIFO_DMA_PUSH) & PFIFO_DMA_PUSH_ACCESS) &&
           (waiting & POINTER_MASK) != POINTER_MASK;
}

/* One word of the push buffer; false: the VM refused it. */
static bool fetch(struct nv50 *card, uint64_t get, uint32_t *word)
{
    if (card->broken[DEFECT_FIFO_PUSH_UNPAGED]) {
        *word = memory_read32(card, (linear_addr){ get, TARGET_VRAM });
        return true;
    }
    if (vm_user_read32(card, &card->pfifo->push, get, word))
        return true;
    *word = 0;
    return card->broken[DEFECT_FIFO_FAULT_LOST];
}

/* Takes the next word or entry of the push buffer; false: there is none, or the pusher has stopped. */
bool fifo_push(struct nv50 *card)
{
    const uint64_t get = get_of(card);
    uint32_t word;

    if (!may_push(card))
        return false;
    if (get == address_in(card, PFIFO_DMA_PUT, PFIFO_DMA_PUT_HIGH))
        return is_ib(card) && next_ib(card);
    if (!is_ib(card) && get > reg_get(card, PFIFO_DMA_LIMIT))
        return fail(card, PUSHER_MEM_FAULT);
    if (!fetch(card, get, &word))
        return fail(card, PUSHER_MEM_FAULT);
    set_get(card, get + 4);
    return take_word(card, word);
}
