#include "engines/vram.h"

enum err vram_reserve(struct card *card, enum vram_use use, const char *owner, uint64_t from,
                      uint64_t size)
{
    struct vram_map *const vram = &card->vram;

    if (vram->owner_count == VRAM_OWNERS_MAX)
        return ERR_NO_MEMORY;
    vram->owners[vram->owner_count++] =
        (struct vram_owner){ .use = use, .name = owner, .from = from, .to = from + size };
    return OK;
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
    for (unsigned i = 0; i < card->vram.owner_count; i++)
        if (from < card->vram.owners[i].to && card->vram.owners[i].from < to)
            return &card->vram.owners[i];
    return NULL;
}

bool vram_is_free(const struct card *card, uint64_t from, uint64_t size)
{
    return from <= card->vram.size && size <= card->vram.size - from &&
           !holder(card, from, from + size);
}

bool vram_is_shown(const struct card *card, uint64_t at)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if ((owner->use == VRAM_SHOWN || owner->use == VRAM_VGA) && at >= owner->from &&
            at < owner->to)
            return true;
    }
    return false;
}

enum err vram_alloc(struct card *card, uint64_t size, uint64_t align, linear_addr *out)
{
    uint64_t from = align_up(card->vram_next, align);
    const struct vram_owner *owner;

    while ((owner = holder(card, from, from + size)))
        from = align_up(owner->to, align);
    if (from > card->vram.size || size > card->vram.size - from)
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
