#include "hw/nv50/pfifo.h"
#include "hw/nv50/ramfc.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/vm_user.h"

#define POINTER_MASK 0x7fcu

/* docs/hardware/tesla-mmio.md §4.8: the entry stays where it is until software moves GET. */
static enum fifo_result cache_error(struct nv50 *card, uint32_t why)
{
    reg_set(card, PFIFO_PULL0, why);
    fifo_raise(card, PFIFO_INTR_CACHE_ERROR);
    return FIFO_FAILED;
}

static uint32_t engine_of(const struct nv50 *card, unsigned subchannel)
{
    return reg_get(card, PFIFO_ENGINE) >> (4 * subchannel) & 0xf;
}

static void set_engine(struct nv50 *card, unsigned subchannel, uint32_t engine)
{
    const uint32_t others = reg_get(card, PFIFO_ENGINE) & ~(0xfu << (4 * subchannel));

    reg_set(card, PFIFO_ENGINE, others | engine << (4 * subchannel));
}

/* When a turn has no effort left for a method, the next one takes it. */
#define AGAIN_NS 100000

static enum fifo_result to_media(struct nv50 *card, uint32_t engine, uint32_t method, uint32_t data)
{
    if (!graph_spend(card, media_effort(card, engine, method))) {
        shell_wake_after(&card->shell, AGAIN_NS);
        return FIFO_WAITS;
    }
    reg_set(card, PFIFO_PULL1, (reg_get(card, PFIFO_PULL1) & ~PFIFO_PULL1_ENGINE) | engine);
    return media_method(card, engine, card->pfifo->descriptor, method, data) ? FIFO_DONE
                                                                             : FIFO_WAITS;
}

/* A method of no engine is software's or invalid. PGRAPH may be busy, or may not answer the
 * switch at all. */
static enum fifo_result to_engine(struct nv50 *card, unsigned subchannel, uint32_t method,
                                  uint32_t data)
{
    const uint32_t engine = engine_of(card, subchannel);

    if (engine == PFIFO_ENGINE_SOFTWARE)
        return cache_error(card, PFIFO_PULL0_SOFTWARE);
    if (media_answers(card, engine))
        return to_media(card, engine, method, data);
    if (engine != PFIFO_ENGINE_PGRAPH)
        return cache_error(card, PFIFO_PULL0_INVALID_ENGINE);
    if (!pgraph_accepts(card))
        return FIFO_WAITS;
    reg_set(card, PFIFO_PULL1, (reg_get(card, PFIFO_PULL1) & ~PFIFO_PULL1_ENGINE) | engine);
    if (!pgraph_answers(card, card->pfifo->descriptor)) {
        card->pfifo->stalled = true;
        return FIFO_WAITS;
    }
    pgraph_switch(card, card->pfifo->descriptor);
    pgraph_method(card, subchannel, method, data);
    return FIFO_DONE;
}

static enum fifo_result bind(struct nv50 *card, unsigned subchannel, uint32_t handle)
{
    uint32_t context;

    if (!ramht_look_up(card, handle, &context))
        return cache_error(card, PFIFO_PULL0_HASH_FAILED);
    const uint32_t engine = FIELD_GET(RAMHT1_ENGINE, context);
    const uint32_t instance = FIELD_GET(RAMHT1_INSTANCE, context);
    reg_set(card, PFIFO_HASH, instance);
    if (engine == PFIFO_ENGINE_PGRAPH && !pgraph_accepts(card))
        return FIFO_WAITS;
    set_engine(card, subchannel, engine);
    return to_engine(card, subchannel, HOST_OBJECT, instance);
}

static enum fifo_result bind_semaphore(struct nv50 *card, uint32_t handle)
{
    uint32_t context;

    if (!ramht_look_up(card, handle, &context))
        return cache_error(card, PFIFO_PULL0_HASH_FAILED);
    const uint32_t instance = FIELD_GET(RAMHT1_INSTANCE, context);
    reg_set(card, PFIFO_HASH, instance);
    reg_set(card, PFIFO_SEMAPHORE,
            (reg_get(card, PFIFO_SEMAPHORE) & ~RAMFC_SEMAPHORE_INSTANCE) |
                FIELD_PUT(RAMFC_SEMAPHORE_INSTANCE, instance));
    vm_user_bind(card, &card->pfifo->semaphore, card->pfifo->descriptor, (uint16_t)instance);
    return FIFO_DONE;
}

/* fifo_pull looks at no method while an engine is at work, so REF need not wait. */
static enum fifo_result host_method(struct nv50 *card, unsigned subchannel, uint32_t method,
                                    uint32_t data)
{
    switch (method) {
    case HOST_OBJECT:
        return bind(card, subchannel, data);
    case HOST_REF:
        reg_set(card, PFIFO_REF, data);
        return FIFO_DONE;
    case HOST_DMA_SEMAPHORE:
        return bind_semaphore(card, data);
    case HOST_NOTIFY_INTR:
        if (!card->broken[DEFECT_FIFO_NOTIFY_LOST])
            fifo_raise(card, PFIFO_INTR_NOTIFY);
        return FIFO_DONE;
    case HOST_WRITE_FLUSH:
    case HOST_YIELD:
        return FIFO_DONE;
    default:
        return fifo_semaphore_method(card, method, data);
    }
}

static enum fifo_result execute(struct nv50 *card, unsigned subchannel, uint32_t method,
                                uint32_t data)
{
    uint32_t context;

    if (method < HOST_METHODS_END)
        return host_method(card, subchannel, method, data);
    if (method >= HOST_HANDLES && method < HOST_HANDLES_END &&
        engine_of(card, subchannel) != PFIFO_ENGINE_SOFTWARE) {
        if (!ramht_look_up(card, data, &context))
            return cache_error(card, PFIFO_PULL0_HASH_FAILED);
        data = FIELD_GET(RAMHT1_INSTANCE, context);
        reg_set(card, PFIFO_HASH, data);
    }
    return to_engine(card, subchannel, method, data);
}

bool fifo_pull(struct nv50 *card)
{
    const uint32_t get = reg_get(card, PFIFO_GET);

    if (pgraph_works(card)) /* REF and semaphores wait for it too */
        return false;
    if (!card->pfifo->loaded || !(reg_get(card, PFIFO_PULL0) & PFIFO_PULL0_ACCESS) ||
        ((reg_get(card, PFIFO_PUT) - get) & POINTER_MASK) == 0)
        return false;
    const uint32_t *entry = card->pfifo->cache[FIELD_GET(PFIFO_CACHE_POINTER, get)];
    const unsigned subchannel = FIELD_GET(PFIFO_CACHE_SUBCHANNEL, entry[0]);
    if (execute(card, subchannel, FIELD_GET(PFIFO_CACHE_METHOD, entry[0]), entry[1]) != FIFO_DONE)
        return false;
    reg_set(card, PFIFO_GET, (get + 4) & POINTER_MASK);
    return true;
}
