/* model/nv50/base/hooks.h: the few calls that go from a folder of model/nv50/ to one above it.
 *
 * Shape   a folder calls the ones below it by name. Where the hardware's own wires run the other way, it
 *         calls a hook, and card/ says who answers (card/units.c). */
#ifndef MODEL_NV50_BASE_HOOKS_H
#define MODEL_NV50_BASE_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nv50;
struct mapping;

struct hooks {
    /* base -> host: software reached for a unit that PMC_ENABLE has switched off. `value` is the word of a write. */
    void (*refused)(struct nv50 *card, uint32_t offset, bool write, uint32_t value);
    /* vm -> count: `size` bytes of VRAM from `at` on are read or written through that mapping. Called while
     * card->counted is set, and before the bytes move. */
    void (*traffic)(struct nv50 *card, uint32_t at, const struct mapping *mapping, size_t size,
                    bool write);
    /* vm -> graph: whether a flush of this engine's TLB comes to its end; else it hangs. */
    bool (*flush_allowed)(const struct nv50 *card, unsigned engine);
    /* vm -> graph: whether PGRAPH has been set up since its reset, as drivers do before they use it. */
    bool (*graph_is_set_up)(const struct nv50 *card);
    /* graph -> fifo: PGRAPH may have become ready for methods, so that PFIFO goes on sending. */
    void (*kick)(struct nv50 *card);
};

#endif
