/* tests/model/nv50/fifo/pfifo_rig.h: channels of a card's PFIFO, driven by hand.
 *
 * Shape   make_channel, run_list, then method and submit (or send, for one); lone_channel opens a card for it.
 * Source  docs/hardware/tesla-mmio.md §4. */
#pragma once

#include "tests/model/nv50/core_rig.h"

#define RAMHT       0x6000u /* in the channel, 512 entries */
#define RUNLIST     0x1009000u
#define MEMORY      0x1100000u
#define HANDLE_VRAM 1u
#define HANDLE_M2MF 2u

struct channel {
    uint32_t id, base, ramfc, ib, push, put, words, sent;
};

static inline bool is_g80(void)
{
    return nv50_of(card)->chip->chip.id == 0x50;
}

static inline void put_handle(const struct channel *c, uint32_t index, uint32_t handle,
                              uint32_t context)
{
    PUT(vram_wr, c->base + RAMHT + 8 * index, handle, c->base + RAMHT + 8 * index + 4, context);
}

static inline void start_card(void)
{
    PUT(wr, REF_PMC_ENABLE, 0xffdfeeff, REF_PMC_ENABLE, 0xffffffff, REF_PFIFO_INTR_EN, 0xbfffffff,
        REF_PFB_VM_FAULT, 0x000707ff, REF_PGRAPH_INTR_EN, 0xffffffff, REF_PGRAPH_TRAP_EN,
        0xffffffff, REF_PGRAPH_M2MF_TRAP, 0xc0000000, REF_PGRAPH_FIFO_CONTROL, 0x10001,
        REF_PFIFO_PUSH0, 1, REF_PFIFO_PULL0, 1, REF_PFIFO_CACHES, 1);
}

static inline void open_card_knobs(const char *chip, const char *defects, const char *knobs)
{
    open_core(chip, defects, knobs);
    start_card();
}

static inline void open_card(const char *chip, const char *defects)
{
    open_card_knobs(chip, defects, NULL);
}

/* Channel `id` with an indirect buffer (ib) or an NV4-style push buffer. */
static inline struct channel make_channel(uint32_t id, bool ib)
{
    struct channel c = { .id = id };
    c.base = 0x1000000 + 0x20000 * id;
    c.ramfc = is_g80() ? c.base : c.base + 0xf000;
    c.ib = c.base + 0x10000;
    c.push = c.base + 0x12000;
    wipe(c.base, 0x8000, 0);
    STORE(c.base + 0x5400, 0x0019003d, 0xffffffff, 0, 0, 0, 0);
    vram_wr(c.base + 0x5500, 0x5039);
    wipe(c.ramfc, 0x100, 0);
    PUT(vram_wr, c.ramfc + 0x08, ib ? 0 : c.push, c.ramfc + 0x10, ib ? 0 : c.push, c.ramfc + 0x3c,
        ib ? 0x403f6078 : 0x003f6078, c.ramfc + 0x44, 0x2101ffff, c.ramfc + 0x48, 0x540,
        c.ramfc + 0x4c, ib ? 0 : 0xffffffff, c.ramfc + 0x50, ib ? c.ib : 0, c.ramfc + 0x54,
        ib ? 4u << 16 : 0, c.ramfc + 0x80, 0x04000000 | RAMHT >> 4);
    if (!is_g80())
        PUT(vram_wr, c.ramfc + 0x88, (c.base + 0xe000) >> 10, c.ramfc + 0x98, c.base >> 12);
    put_handle(&c, 1, HANDLE_VRAM, 0x540);
    put_handle(&c, 2, HANDLE_M2MF, 0x00100550);
    wr(REF_PFIFO_CHAN_TABLE + 4 * id, 0x80000000 | (is_g80() ? c.base >> 12 : c.ramfc >> 8));
    return c;
}

static inline void run_list(const struct channel *a, const struct channel *b)
{
    PUT(vram_wr, RUNLIST, a->id, RUNLIST + 4, b ? b->id : 0);
    PUT(wr, REF_PFIFO_RUNLIST, RUNLIST >> 12, REF_PFIFO_RUNLIST_LENGTH, b ? 2 : 1, REF_PFIFO_CACHES,
        0x101);
}

/* On a card of its own, which takes it at once. */
static inline struct channel lone_channel(const char *chip, const char *knobs, bool ib)
{
    open_card_knobs(chip, NULL, knobs);
    const struct channel c = make_channel(1, ib);
    run_list(&c, NULL);
    return c;
}

static inline uint32_t user(const struct channel *c, uint32_t offset)
{
    return 0xc00000 + 0x2000 * c->id + offset;
}

static inline void push(struct channel *c, uint32_t word)
{
    vram_wr(c->push + 4 * c->words++, word);
}

#define PUSH(c, ...) push_row(c, ROW(__VA_ARGS__))

static inline void push_row(struct channel *c, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        push(c, words[i]);
}

static inline void method(struct channel *c, unsigned subchannel, uint32_t at, uint32_t data)
{
    PUSH(c, 1u << 18 | subchannel << 13 | at, data);
}

/* Words pushed since the last time become one entry of the indirect buffer. */
static inline void submit(struct channel *c)
{
    vram_wr(c->ib + 8 * (c->put % 16), c->push + 4 * c->sent);
    vram_wr(c->ib + 8 * (c->put % 16) + 4, (c->words - c->sent) << 10);
    c->sent = c->words;
    c->put++;
    wr(user(c, 0x8c), c->put % 16);
}

static inline void send(struct channel *c, unsigned subchannel, uint32_t at, uint32_t data)
{
    method(c, subchannel, at, data);
    submit(c);
}
