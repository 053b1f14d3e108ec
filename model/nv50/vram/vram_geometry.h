/* model/nv50/vram/vram_geometry.h: from the configured numbers to a memory that can exist.
 *
 * Shape   defaults filled in, the rest checked; columns, banks and rows chosen as boards have them.
 * Units   bytes.
 * Errors  false and a sentence that names the value and the allowed ones.
 * Source  docs/hardware/tesla-vm.md §6.1, board.md §1.3, §1.5. */
#ifndef MODEL_NV50_VRAM_VRAM_GEOMETRY_H
#define MODEL_NV50_VRAM_VRAM_GEOMETRY_H

#include "model/nv50/vram/vram.h"

#define PART_SIZE_MIN (UINT64_C(1) << 20)
#define VRAM_SIZE_MAX (UINT64_C(1) << 32)

bool vram_geometry_choose(struct vram_geometry *geometry, const struct vram_config *config,
                          char *error, size_t error_size);

/* log2 of a column's bytes: 8, or 4 where partitions are made of 32-bit subpartitions. */
unsigned vram_word_log2(const struct nv50_chip *chip);

#endif
