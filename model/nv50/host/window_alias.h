/* model/nv50/host/window_alias.h: parts of BAR1, BAR3 and PMEM that the surroundings may serve from VRAM
 * storage.
 *
 * Shape   offered after an access that went the long way and was served as plain storage would have served
 *         it. An alias goes when the TLB entry, the window's mode or the memory's configuration that it was
 *         taken from goes. None is offered while a trace, a counter or a defect must see each access.
 * Units   bytes. */
#ifndef MODEL_NV50_HOST_WINDOW_ALIAS_H
#define MODEL_NV50_HOST_WINDOW_ALIAS_H

#include <stdint.h>

struct nv50;
struct vm_access;
struct vm_result;
struct window;

void window_alias_init(struct nv50 *card);

/* The window shows VRAM as it is. */
void window_alias_vram(struct nv50 *card, const struct window *window, uint64_t offset);
/* The window led this access to this result. */
void window_alias_page(struct nv50 *card, const struct window *window,
                       const struct vm_access *access, const struct vm_result *result);
/* PMEM shows VRAM from `base` on. */
void window_alias_pmem(struct nv50 *card, uint64_t base);

#endif
