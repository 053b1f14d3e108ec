/* tests/model/nv50/host/alias_rig.h: a card whose surroundings count the windows that they show as plain memory.
 *
 * Shape   open_seen, or open_seen_as for a special card; seen_alias has the last one that was made. */
#pragma once

#include "tests/model/nv50/core_rig.h"

#define MIB (UINT64_C(1) << 20)

#define CHANNEL  0x100000u /* in VRAM; 64 KiB aligned for the PMEM window */
#define TABLE    0x200000u
#define SELECTOR 0x600u /* objects at CHANNEL + 0x6000 */

struct seen_alias {
    unsigned made, dropped, bar;
    uint64_t offset, vram, size;
};

static inline void on_alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                            uint64_t size)
{
    struct seen_alias *seen = opaque;
    seen->made++;
    seen->bar = bar;
    seen->offset = offset;
    seen->vram = vram;
    seen->size = size;
}

static inline void on_unalias(void *opaque, unsigned id)
{
    ((struct seen_alias *)opaque)->dropped++;
}

/* A card that tells `seen`; a G84 of 64 MiB if `config` says nothing else. Ended by close_card. */
static inline void open_seen_as(struct seen_alias *seen, struct model_config config)
{
    const struct model_host host = { .opaque = seen, .alias = on_alias, .unalias = on_unalias };

    *seen = (struct seen_alias){ 0 };
    if (!config.chip)
        config.chip = &chipset_named("g84")->chip;
    if (!config.vram_size)
        config.vram_size = 64 * MIB;
    new_core(host, &config);
}

static inline void open_seen(struct seen_alias *seen)
{
    open_seen_as(seen, (struct model_config){ 0 });
}
