/* model/nv50/vram/vram_defects.h: from a defect's name and parameters to its effect.
 *
 * Shape   a memory defect becomes a cell_defect, a defect of placement a change of `place`.
 * Errors  false and a sentence that names the defect, the parameter and the allowed values.
 * Source  docs/hardware/board.md §3.2, tesla-vm.md §6. */
#ifndef MODEL_NV50_VRAM_VRAM_DEFECTS_H
#define MODEL_NV50_VRAM_VRAM_DEFECTS_H

#include "model/nv50/vram/vram.h"
#include "model/nv50/vram/vram_cells.h"

#define DEFECT(build, ...) VRAM_DEFECT_AT_##build,
enum {
#include "model/nv50/vram/vram_defect_list.h"
    VRAM_DEFECT_COUNT
};
#undef DEFECT

extern const struct defect_row vram_defect_rows[VRAM_DEFECT_COUNT];

/* `cells` has its place, storage and clock; `place` is the same one, to be changed. */
bool vram_defects_build(const struct vram_config *config, const struct vram_geometry *geometry,
                        struct place *place, struct cells *cells, char *error, size_t error_size);

#endif
