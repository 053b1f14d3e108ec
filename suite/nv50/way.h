/* suite/nv50/way.h: how the memory tests see the memory of the NV50 family.
 *
 * Shape   BAR1 is moved by an unpaged DMA object whose base changes. m2mf copies VRAM into system memory, told to
 *         by PFIFO or by its direct port. The structures for all of that lie in the tested VRAM, out of the way of the
 *         current chunk, so no byte is spared.
 * Source  docs/hardware/tesla-vm.md §1.2, §6; tesla-mmio.md §5.5; board.md §1.3 (chip width by RAM type,
 *         unverified). */
#ifndef SUITE_NV50_WAY_H
#define SUITE_NV50_WAY_H

#include "suite/memory/way.h"

extern const struct vram_way nv50_way;

#endif
