#include "model/nv50/vram/vram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/least.h"
#include "hw/nv50/storage.h"
#include "model/common/power_on_noise.h"
#include "model/nv50/base/knobs.h"
#include "model/nv50/vram/place.h"
#include "model/nv50/vram/vram_cells.h"
#include "model/nv50/vram/vram_defects.h"
#include "model/nv50/vram/vram_geometry.h"

#define STORAGE_TYPES 0x80 /* seven bits */

struct vram {
    struct vram_geometry geometry;
    struct place wired; /* at power-on: storage is laid out by it, whatever becomes of `now` */
    struct place now;
    bool as_wired;     /* the two are the same */
    uint8_t numbering; /* enum part_numbering */
    bool select_ignored;
    struct place_view views[STORAGE_TYPES];
    struct cells cells;
    uint8_t *storage;
};

/* ---- making one -------------------------------------------------------------------------- */

static uint32_t knob(const struct vram_config *config, enum knob knob)
{
    return config->options ? config->options->knobs[knob] : 0;
}

/* Types that no table lists are laid out as plain tiled ones. */
static void fill_views(struct place_view *views)
{
    for (unsigned type = 0; type < STORAGE_TYPES; type++)
        views[type] = (struct place_view){ .tiled = type != 0 };
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++) {
        const struct storage_type *row = &storage_types[i];
        views[row->type].tiled = row->tiled;
        views[row->type].alternate = row->banks == BANK_CYCLE_ALTERNATE;
    }
}

static struct place wire(const struct vram_config *config, const struct vram_geometry *geometry)
{
    struct place place = {
        .long_cycle = config->chip->features & FEATURE_LONG_CYCLE ||
                      knob(config, KNOB_LONG_CYCLE) == LONG_CYCLE_ALL,
        .word_log2 = (uint8_t)vram_word_log2(config->chip),
        .column_bits = (uint8_t)geometry->column_bits,
        .bank_bits = (uint8_t)geometry->bank_bits,
        .row_bits = (uint8_t)geometry->row_bits_a,
        .two_ranks = geometry->ranks == 2,
        .order = (uint8_t)knob(config, KNOB_ROW_BANK_COLUMN),
        .times3 = geometry->times3,
        .alternate = true,
        .direction = (uint8_t)knob(config, KNOB_LSR_DIRECTION),
    };
    place_set_parts(&place, geometry->part_mask, knob(config, KNOB_PART_NUMBERING));
    place_set_subparts(&place, geometry->subparts == 2 ? 3 : 1, geometry->select_mask);
    return place;
}

/* Geometry, placement, defects and storage, in this order: each needs the one before. */
static bool vram_init(struct vram *vram, const struct vram_config *config, char *error,
                      size_t error_size)
{
    if (!vram_geometry_choose(&vram->geometry, config, error, error_size))
        return false;
    fill_views(vram->views);
    vram->wired = wire(config, &vram->geometry);
    vram->numbering = (uint8_t)knob(config, KNOB_PART_NUMBERING);
    vram->cells = (struct cells){ .wired = &vram->wired,
                                  .clock_ns = config->clock_ns,
                                  .celsius = config->celsius,
                                  .opaque = config->opaque };
    if (config->options) {
        vram->select_ignored = options_defect(config->options, "vram-place-sub", 0) != NULL;
        if (!vram_defects_build(config, &vram->geometry, &vram->wired, &vram->cells, error,
                                error_size))
            return false;
    }
    vram->now = vram->wired;
    vram->as_wired = true;
    vram->storage = noise_map((size_t)vram->geometry.size, config->seed);
    vram->cells.storage = vram->storage;
    if (!vram->storage)
        snprintf(error, error_size, "vram: no memory for 0x%llx bytes",
                 (unsigned long long)vram->geometry.size);
    return vram->storage != NULL;
}

struct vram *vram_new(const struct vram_config *config, char *error, size_t error_size)
{
    struct vram *vram = calloc(1, sizeof *vram);
    if (!vram) {
        snprintf(error, error_size, "vram: out of memory");
        return NULL;
    }
    if (!vram_init(vram, config, error, error_size)) {
        vram_free(vram);
        return NULL;
    }
    return vram;
}

void vram_free(struct vram *vram)
{
    if (vram && vram->storage)
        noise_unmap(vram->storage, (size_t)vram->geometry.size);
    free(vram);
}

const struct vram_geometry *vram_geometry(const struct vram *vram)
{
    return &vram->geometry;
}

void *vram_storage(struct vram *vram)
{
    return vram->storage;
}

/* ---- configuration under way ------------------------------------------------------------- */

static bool same_parts(const struct place *a, const struct place *b)
{
    return a->parts == b->parts && !memcmp(a->hardware, b->hardware, a->parts);
}

static bool same_subparts(const struct place *a, const struct place *b)
{
    return a->two_subparts == b->two_subparts && (!a->two_subparts || a->select == b->select);
}

static void compare_with_wired(struct vram *vram)
{
    vram->as_wired =
        same_parts(&vram->now, &vram->wired) && same_subparts(&vram->now, &vram->wired);
}

void vram_set_refresh(struct vram *vram, bool on)
{
    cells_refresh(&vram->cells, on);
}

void vram_set_parts(struct vram *vram, unsigned part_mask)
{
    const bool own_rule = vram->wired.adjust_parts == vram->wired.parts;
    place_set_parts(&vram->now, part_mask, vram->numbering);
    if (!own_rule)
        vram->now.adjust_parts = vram->wired.adjust_parts;
    compare_with_wired(vram);
}

void vram_set_subparts(struct vram *vram, unsigned enable_mask, unsigned select_mask)
{
    place_set_subparts(&vram->now, enable_mask, vram->select_ignored ? 0 : select_mask);
    compare_with_wired(vram);
}

/* ---- accesses ---------------------------------------------------------------------------- */

/* Where the cells of a linear block are. false: in a partition or subpartition that is not there. */
static bool locate(const struct vram *vram, struct place_view view, uint32_t block,
                   struct cell_span *span)
{
    unsigned id;
    uint32_t pbi;
    if (!vram->now.parts)
        return false;
    place_to_partition(&vram->now, view, block, &id, &pbi);
    span->part = vram->now.hardware[id];
    place_to_subpartition(&vram->now, pbi, &span->sub, &span->sbi);
    /* Address bits past the chips' own do not exist. */
    span->sbi &= (UINT32_C(1) << place_blocks_log2(&vram->wired)) - 1;
    if (view.alternate)
        span->sbi = place_alternate(&vram->wired, span->sbi);
    return (vram->geometry.part_mask >> span->part & 1) && span->sub < vram->geometry.subparts;
}

static uint8_t *home(const struct vram *vram, const struct cell_span *span)
{
    const uint64_t block = place_home(&vram->wired, span->part, span->sub, span->sbi);
    return vram->storage + (block << BLOCK_LOG2) + span->offset;
}

static void read_piece(struct vram *vram, struct place_view view, uint32_t linear, uint8_t *bytes,
                       size_t size)
{
    struct cell_span span = { .offset = linear % BLOCK_SIZE };
    if (!locate(vram, view, linear >> BLOCK_LOG2, &span))
        memset(bytes, 0xff, size);
    else if (vram->cells.watched >> span.part & 1)
        cells_read(&vram->cells, &span, bytes, size);
    else
        memcpy(bytes, home(vram, &span), size);
}

static void write_piece(struct vram *vram, struct place_view view, uint32_t linear,
                        const uint8_t *bytes, size_t size)
{
    struct cell_span span = { .offset = linear % BLOCK_SIZE };
    if (!locate(vram, view, linear >> BLOCK_LOG2, &span))
        return;
    if (vram->cells.watched >> span.part & 1)
        cells_write(&vram->cells, &span, bytes, size);
    else
        memcpy(home(vram, &span), bytes, size);
}

static struct place_view view_of(const struct vram *vram, uint8_t type, bool long_cycle)
{
    struct place_view view = vram->views[type % STORAGE_TYPES];
    view.long_cycle = long_cycle && vram->now.long_cycle;
    return view;
}

bool vram_partition(const struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle,
                    unsigned *part)
{
    unsigned id;
    uint32_t pbi;

    if (!vram->now.parts)
        return false;
    place_to_partition(&vram->now, view_of(vram, type, long_cycle), linear >> BLOCK_LOG2, &id,
                       &pbi);
    *part = vram->now.hardware[id];
    return true;
}

/* Whether the view is storage's own order, with nothing in between. */
static bool is_storage(const struct vram *vram, struct place_view view)
{
    return vram->as_wired && !vram->cells.watched && !view.tiled && !view.long_cycle &&
           !view.alternate;
}

static size_t piece_size(uint32_t linear, size_t size)
{
    return LEAST(size, BLOCK_SIZE - linear % BLOCK_SIZE);
}

void vram_read(struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle, void *bytes,
               size_t size)
{
    const struct place_view view = view_of(vram, type, long_cycle);
    uint8_t *to = bytes;
    if (is_storage(vram, view)) {
        memcpy(to, vram->storage + linear, size);
        return;
    }
    while (size) {
        const size_t piece = piece_size(linear, size);
        read_piece(vram, view, linear, to, piece);
        linear += (uint32_t)piece;
        to += piece;
        size -= piece;
    }
}

void vram_write(struct vram *vram, uint32_t linear, uint8_t type, bool long_cycle,
                const void *bytes, size_t size)
{
    const struct place_view view = view_of(vram, type, long_cycle);
    const uint8_t *from = bytes;
    if (is_storage(vram, view)) {
        memcpy(vram->storage + linear, from, size);
        return;
    }
    while (size) {
        const size_t piece = piece_size(linear, size);
        write_piece(vram, view, linear, from, piece);
        linear += (uint32_t)piece;
        from += piece;
        size -= piece;
    }
}

/* Partitions follow each other block by block, so the first few blocks meet all of them. */
bool vram_is_plain(const struct vram *vram, uint32_t linear, uint64_t size)
{
    if (!vram->as_wired)
        return false;
    const uint64_t end = linear + size;
    uint64_t at = linear & ~(uint64_t)(BLOCK_SIZE - 1);
    for (unsigned i = 0; i < vram->wired.parts && at < end; i++, at += BLOCK_SIZE) {
        const unsigned id = (unsigned)((at >> BLOCK_LOG2) % vram->wired.parts);
        if (vram->cells.watched >> vram->wired.hardware[id] & 1)
            return false;
    }
    return true;
}
