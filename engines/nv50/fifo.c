#include "engines/nv50/fifo.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/reset.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/ramfc.h"
#include "mmu/nv50/ramht.h"

/* Inside the channel, after its objects; 512 handles. */
#define RAMHT_AT   0x7000u
#define RAMHT_BITS 9u

/* Inside the ring. */
#define IB_ORDER   8u /* smaller ones nobody has used (silicon-sequences.md §5.2) */
#define IB_ENTRIES (1u << IB_ORDER)

#define FIRST_ID       1u /* of the channels; a second one may follow */
#define REF_TIMEOUT_US 1000000
#define ANY_COMPLAINT  (PFIFO_INTR_CACHE_ERROR | PFIFO_INTR_DMA_PUSHER | PFIFO_INTR_SEMAPHORE)
#define USER(offset)   (PFIFO_USER + id_of(fifo) * PFIFO_USER_STRIDE + (offset))

/* Words that drivers write without saying why (tesla-mmio.md §4.3, tesla-engines.md §6.1). */
#define DMA_FETCH_IB    0x403f6078u
#define DMA_TIMESLICE   0x01003fffu
#define ACQUIRE_TIMEOUT 0x7fffffffu
#define SLI             0x30000001u
#define CHSW_DEBUG_1    0x6f3cfc34u

static bool is_g80(const struct card *card)
{
    return nv50_chip_of(card->chip)->layout == CHANNEL_LAYOUT_G80;
}

static uint32_t id_of(const struct fifo *fifo)
{
    return FIRST_ID + fifo->second;
}

static linear_addr ramfc_of(const struct fifo *fifo)
{
    return is_g80(fifo->card) ? fifo->channel : linear_add(fifo->own, FIFO_OWN_RAMFC);
}

/* The words that PFIFO loads when it switches to the channel. G80 keeps the cache and the
 * descriptor's address elsewhere. */
static enum err write_ramfc(struct fifo *fifo, uint16_t object, uint32_t ramht)
{
    uint32_t words[RAMFC_WORDS] = { 0 };
    const uint64_t ib = fifo->ring_at;

    words[RAMFC_DMA_FETCH / 4] = DMA_FETCH_IB;
    words[RAMFC_DMA_TIMESLICE / 4] = DMA_TIMESLICE;
    words[RAMFC_DMA_INSTANCE / 4] = object;
    words[RAMFC_IB_ADDRESS_LOW / 4] = (uint32_t)ib;
    words[RAMFC_IB_CONFIG / 4] = FIELD_PUT(RAMFC_IB_CONFIG_ADDRESS_HIGH, (uint32_t)(ib >> 32)) |
                                 FIELD_PUT(RAMFC_IB_CONFIG_ORDER, IB_ORDER);
    words[RAMFC_ACQUIRE_TIMEOUT / 4] = ACQUIRE_TIMEOUT;
    words[RAMFC_SLI / 4] = SLI;
    words[RAMFC_RAMHT / 4] = FIELD_PUT(RAMFC_RAMHT_INSTANCE, ramht >> 4) |
                             FIELD_PUT(RAMFC_RAMHT_SIZE, RAMHT_BITS - RAMHT_BITS_MIN) |
                             RAMFC_RAMHT_SEARCH_FULL;
    if (!is_g80(fifo->card)) {
        words[RAMFC_CACHE_INSTANCE / 4] = (uint32_t)(linear_add(fifo->own, FIFO_OWN_CACHE).v >> 10);
        words[RAMFC_CHANNEL / 4] = (uint32_t)(fifo->channel.v >> 12);
    }
    return card_memory_write(fifo->card, ramfc_of(fifo), words, sizeof(words));
}

enum err fifo_lay(struct fifo *fifo, struct vm *vm, uint16_t object, const struct fifo_place *place)
{
    const uint32_t list = FIRST_ID;

    *fifo = (struct fifo){ .card = vm->card,
                           .channel = vm->channel,
                           .ramht = linear_add(vm->channel, place->ramht),
                           .own = place->own,
                           .ring = place->ring,
                           .ring_at = place->ring_at,
                           .used = FIFO_COMMANDS };
    const enum err e = write_ramfc(fifo, object, place->ramht);
    return e == OK ? card_memory_write(vm->card, linear_add(fifo->own, FIFO_OWN_RUNLIST), &list, 4)
                   : e;
}

enum err fifo_prepare(struct fifo *fifo, struct vm *vm, uint16_t object, linear_addr ring,
                      uint64_t ring_at)
{
    struct fifo_place place = { .ramht = RAMHT_AT, .ring = ring, .ring_at = ring_at };

    if (vm->channel.target != TARGET_VRAM) /* RAMFC's address has no room for a target */
        return ERR_UNSUPPORTED;
    enum err e = vram_alloc(vm->card, FIFO_OWN_SIZE, 0x1000, &place.own);
    if (e == OK)
        e = card_memory_fill(vm->card, place.own, 0, FIFO_OWN_SIZE);
    return e == OK ? fifo_lay(fifo, vm, object, &place) : e;
}

enum err fifo_handle(struct fifo *fifo, uint32_t handle, uint16_t selector, uint8_t engine)
{
    const struct ramht_entry entry = { .handle = handle, .selector = selector, .engine = engine };
    const linear_addr at =
        linear_add(fifo->ramht, UINT64_C(4) * RAMHT_WORDS * ramht_hash(handle, RAMHT_BITS));
    uint32_t words[RAMHT_WORDS], there[RAMHT_WORDS];
    enum err e = ramht_pack(&entry, words);

    if (e == OK)
        e = card_memory_read(fifo->card, at, there, sizeof(there));
    if (e == OK && there[1] && there[0] != handle)
        return ERR_NO_MEMORY; /* a handful of handles need no chains */
    return e == OK ? card_memory_write(fifo->card, at, words, sizeof(words)) : e;
}

static void enable(struct fifo *fifo)
{
    const uint64_t ramfc = ramfc_of(fifo).v;

    card_write32(fifo->card, PFIFO_CHAN_TABLE + 4 * id_of(fifo),
                 PFIFO_CHAN_ENABLE | (uint32_t)(ramfc >> (is_g80(fifo->card) ? 12 : 8)));
}

/* PFIFO from reset, with the first channel, and the other one unless it is null. */
static enum err start(struct fifo *fifo, struct fifo *other)
{
    struct card *const card = fifo->card;
    const enum err e = host_flush(card);

    if (e != OK)
        return e;
    engines_reset_pfifo(card); /* clears the cause of its stop */
    card_write32(card, PFIFO_CHSW_DEBUG_1, CHSW_DEBUG_1);
    card_write32(card, PFIFO_DMA_TIMESLICE, DMA_TIMESLICE);
    card_write32(card, PFIFO_INTR, UINT32_MAX);
    card_write32(card, PFIFO_INTR_EN, ANY_COMPLAINT);
    for (unsigned i = 0; i < PFIFO_CHANNELS; i++)
        card_write32(card, PFIFO_CHAN_TABLE + 4 * i, 0);
    card_write32(card, PFIFO_PUSH0, PFIFO_PUSH0_ACCESS);
    card_write32(card, PFIFO_PULL0, PFIFO_PULL0_ACCESS);
    card_write32(card, PFIFO_CACHES, PFIFO_CACHES_REASSIGN);
    enable(fifo);
    if (other) {
        other->second = true;
        enable(other);
    }
    card_write32(card, PFIFO_RUNLIST, (uint32_t)(linear_add(fifo->own, FIFO_OWN_RUNLIST).v >> 12));
    /* The length takes the list; should a card wait for CACHES, that is written too (tesla-mmio.md §4.5). */
    card_write32(card, PFIFO_RUNLIST_LENGTH, other ? 2 : 1);
    card_write32(card, PFIFO_CACHES, PFIFO_CACHES_REASSIGN | PFIFO_CACHES_COMMIT);
    return OK;
}

enum err fifo_start(struct fifo *fifo)
{
    return start(fifo, NULL);
}

enum err fifo_start_both(struct fifo *first, struct fifo *second)
{
    const uint32_t list[] = { FIRST_ID, FIRST_ID + 1 };
    const enum err e = card_memory_write(first->card, linear_add(first->own, FIFO_OWN_RUNLIST),
                                         list, sizeof(list));

    return e == OK ? start(first, second) : e;
}

enum err fifo_entry(struct fifo *fifo, uint64_t at, unsigned count)
{
    const uint32_t entry[] = { (uint32_t)at & IB0_ADDRESS_LOW,
                               FIELD_PUT(IB1_ADDRESS_HIGH, (uint32_t)(at >> 32)) |
                                   FIELD_PUT(IB1_WORDS, count) };

    if (fifo->pending == IB_ENTRIES - 1) /* one more would look like an empty buffer */
        return ERR_NO_MEMORY;
    enum err e = card_memory_write(fifo->card,
                                   linear_add(fifo->ring, (uint64_t)fifo->entries * IB_ENTRY_BYTES),
                                   entry, sizeof(entry));
    if (e == OK)
        e = host_flush(fifo->card);
    if (e != OK)
        return e;
    fifo->pending++;
    fifo->entries = (fifo->entries + 1) % IB_ENTRIES;
    card_write32(fifo->card, USER(PFIFO_USER_IB_PUT), fifo->entries);
    return OK;
}

enum err fifo_submit(struct fifo *fifo, const uint32_t *words, unsigned count)
{
    const uint32_t at = fifo->used, size = 4 * count;

    if (size > FIFO_RING - at)
        return ERR_NO_MEMORY;
    fifo->used += size;
    const enum err e = card_memory_write(fifo->card, linear_add(fifo->ring, at), words, size);
    return e == OK ? fifo_entry(fifo, fifo->ring_at + at, count) : e;
}

void fifo_rewind(struct fifo *fifo)
{
    fifo->pending = 0;
    fifo->used = FIFO_COMMANDS;
}

uint32_t fifo_ref(struct fifo *fifo)
{
    return card_read32(fifo->card, USER(PFIFO_USER_REF));
}

enum err fifo_wait(struct fifo *fifo, uint32_t ref)
{
    struct bus *const bus = fifo->card->bus;
    const uint64_t give_up = bus->ops->time_us(bus) + REF_TIMEOUT_US;

    while (fifo_ref(fifo) != ref && !(card_read32(fifo->card, PFIFO_INTR) & ANY_COMPLAINT)) {
        if (bus->ops->time_us(bus) >= give_up) /* for its line in the log */
            return card_wait(fifo->card, USER(PFIFO_USER_REF), UINT32_MAX, ref, 0);
    }
    /* After a deadline registers read as ones, which looks like a complaint. */
    return card_expired(fifo->card) ? ERR_DEADLINE : OK;
}

void fifo_take_event(struct fifo *fifo, struct fifo_event *event)
{
    struct card *const card = fifo->card;

    *event = (struct fifo_event){
        .interrupts = card_read32(card, PFIFO_INTR) & ANY_COMPLAINT,
        .pusher = (uint8_t)FIELD_GET(PFIFO_DMA_STATE_ERROR, card_read32(card, PFIFO_DMA_STATE)),
        .semaphore = (uint8_t)FIELD_GET(PFIFO_PULL0_SEMAPHORE, card_read32(card, PFIFO_PULL0)),
        .line = card_read32(card, PMC_INTR_HOST) & PMC_INTR_PFIFO,
    };
    card_write32(card, PFIFO_INTR, event->interrupts);
}
