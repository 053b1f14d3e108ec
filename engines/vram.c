#include "engines/vram.h"

enum err vram_reserve(struct card *card, const char *owner, uint64_t from, uint64_t size)
{
    if (card->vram_owner_count == VRAM_OWNERS_MAX)
        return ERR_NO_MEMORY;
    card->vram_owners[card->vram_owner_count++] =
        (struct vram_owner){ .name = owner, .from = from, .to = from + size };
    return OK;
}

enum err vram_reserve_shown(struct card *card, const char *owner, uint64_t from, uint64_t size)
{
    const enum err e = vram_reserve(card, owner, from, size);

    if (e == OK)
        card->vram_owners[card->vram_owner_count - 1].shown = true;
    return e;
}

void vram_arena_reset(struct card *card)
{
    card->vram_next = 0;
}

static uint64_t align_up(uint64_t value, uint64_t align)
{
    return (value + align - 1) & ~(align - 1);
}

static const struct vram_owner *holder(const struct card *card, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < card->vram_owner_count; i++)
        if (from < card->vram_owners[i].to && card->vram_owners[i].from < to)
            return &card->vram_owners[i];
    return NULL;
}

enum err vram_alloc(struct card *card, uint64_t size, uint64_t align, linear_addr *out)
{
    uint64_t from = align_up(card->vram_next, align);
    const struct vram_owner *owner;

    while ((owner = holder(card, from, from + size)))
        from = align_up(owner->to, align);
    if (from > card->vram_size || size > card->vram_size - from)
        return ERR_NO_MEMORY;
    card->vram_next = from + size;
    *out = (linear_addr){ .v = from, .target = TARGET_VRAM };
    return OK;
}

enum err memory_alloc(struct card *card, enum target target, uint64_t size, uint64_t align,
                      linear_addr *out)
{
    struct dma_memory memory;

    if (target == TARGET_VRAM)
        return vram_alloc(card, size, align, out);
    /* dma_alloc aligns to 4 KiB; a larger alignment is cut out of a larger piece. */
    const uint64_t slack = align > 0x1000 ? align : 0;
    const enum err e = card_dma_alloc(card, size + slack, &memory);

    if (e == OK)
        *out = (linear_addr){ .v = align_up(memory.bus.v, align), .target = target };
    return e;
}
