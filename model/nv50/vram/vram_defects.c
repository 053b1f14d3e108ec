#include "model/nv50/vram/vram_defects.h"

#include <string.h>

#include "hw/bits.h"
#include "model/nv50/vram/vram_build.h"

#define DEFECT(build, name, parameters, meaning, ...)                                              \
    { .option = { name, parameters, meaning }, __VA_ARGS__ },
const struct defect_row vram_defect_rows[VRAM_DEFECT_COUNT] = {
#include "model/nv50/vram/vram_defect_list.h"
};
#undef DEFECT

/* In the order of the rows. */
#define DEFECT(build, ...) build,
static builder *const builders[] = {
#include "model/nv50/vram/vram_defect_list.h"
};
#undef DEFECT

static builder *builder_of(const struct defect *given_defect)
{
    for (unsigned i = 0; i < VRAM_DEFECT_COUNT; i++)
        if (!strcmp(vram_defect_rows[i].option.name, given_defect->option->name))
            return builders[i];
    return NULL;
}

static void build_one(struct build *build, builder *make)
{
    struct cell_defect defect = { .parts = 0 };
    make(build, &defect);
    defect.above = (int)build_given(build, "above", 0);
    if (!defect.parts)
        return;
    build->cells->defects[build->cells->count++] = defect;
    build->cells->watched |= defect.parts;
    if (defect.fault == CELL_ALIAS)
        build->cells->moved |= defect.parts;
    if (defect.fault == CELL_MASK)
        build->cells->masked |= defect.parts;
}

bool vram_defects_build(const struct vram_config *config, const struct vram_geometry *geometry,
                        struct place *place, struct cells *cells, char *error, size_t error_size)
{
    struct build build = { .config = config,
                           .geometry = geometry,
                           .place = place,
                           .cells = cells,
                           .error = { error, error_size, 0 } };
    for (unsigned i = 0; i < config->options->defect_count; i++) {
        build.given = &config->options->defects[i];
        builder *const make = builder_of(build.given);
        if (make)
            build_one(&build, make);
        if (build.error.used)
            return false;
    }
    return true;
}
