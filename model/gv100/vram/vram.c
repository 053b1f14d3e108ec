#include "model/gv100/vram/vram.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/common/power_on_noise.h"
#include "model/gv100/vram/l2.h"
#include "model/gv100/vram/vram_breaks.h"
#include "model/gv100/vram/vram_faults.h"

#define CHANNEL_USUAL (UINT64_C(8) << 20) /* of a number of channels that does not divide that */

struct gv_vram {
    uint64_t size;
    uint64_t locked_first, locked_size;
    uint8_t *storage;
    struct gv_spread spread;
    struct vram_breaks breaks;
    struct vram_faults faults;
    struct vram_ecc ecc;
    struct gv_l2 *l2; /* null: none that shows */
    bool broken;
};

/* Where the locked range lies, no source says: in the middle, where neither the console's nor a driver's own
 * structures are. */
static bool choose(struct gv_vram *vram, const struct gv_vram_config *config, char *error,
                   size_t error_size)
{
    if (!gv_spread_choose(&vram->spread, config->channels, config->spread, config->seed, error,
                          error_size))
        return false;
    const uint64_t granule = gv_spread_granule(&vram->spread);
    const uint64_t usual =
        VRAM_USUAL % granule ? CHANNEL_USUAL * vram->spread.channels : VRAM_USUAL;

    vram->size = config->size ? config->size : usual;
    if (vram->size < granule || vram->size > VRAM_LARGEST || vram->size % granule) {
        snprintf(error, error_size, "vram 0x%llx: a multiple of %uM, from %uM to 32G",
                 (unsigned long long)vram->size, (unsigned)(granule >> 20),
                 (unsigned)(granule >> 20));
        return false;
    }
    if (config->locked > vram->size / 4) {
        snprintf(error, error_size, "vpr 0x%llx: at most a quarter of vram",
                 (unsigned long long)config->locked);
        return false;
    }
    vram->locked_first = vram->size / 2;
    vram->locked_size = config->locked;
    return true;
}

/* False: no memory. */
static bool take_ecc(struct gv_vram *vram, const struct gv_vram_config *config)
{
    vram->ecc =
        (struct vram_ecc){ .on = config->ecc, .poison = config->poison, .spread = &vram->spread };
    if (!config->ecc || !config->unscrubbed)
        return true;
    vram->ecc.written = calloc((size_t)(vram->size / VRAM_SECTOR / 8), 1);
    return vram->ecc.written != NULL;
}

/* A part of one sector, as the array gives it. */
static void read_array(struct gv_vram *vram, uint64_t at, uint8_t *to, size_t size)
{
    memcpy(to, vram->storage + gv_breaks_place(&vram->breaks, at), size);
    gv_breaks_read(&vram->breaks, at, to, size);
    gv_faults_read(&vram->faults, at, to, size);
}

/* The same, of which check bits have been looked at: those of the whole sector. */
static void read_checked(struct gv_vram *vram, uint64_t at, uint8_t *to, size_t size)
{
    const uint64_t start = at - at % VRAM_SECTOR;
    uint8_t bytes[VRAM_SECTOR];

    read_array(vram, start, bytes, sizeof(bytes));
    gv_ecc_check(&vram->ecc, start, bytes, vram->storage + gv_breaks_place(&vram->breaks, start),
                 gv_breaks_lost(&vram->breaks, start));
    memcpy(to, bytes + (at - start), size);
}

static void read_memory(struct gv_vram *vram, uint64_t at, uint8_t *to, size_t size)
{
    if (vram->ecc.on)
        read_checked(vram, at, to, size);
    else
        read_array(vram, at, to, size);
}

/* A part of a sector is read first, with its check bits. */
static void write_memory(struct gv_vram *vram, uint64_t at, const uint8_t *from, size_t size)
{
    uint8_t before[VRAM_SECTOR];

    if (!gv_breaks_takes(&vram->breaks, at))
        return;
    if (vram->ecc.written && size < VRAM_SECTOR)
        read_checked(vram, at, before, size);
    else
        gv_ecc_take(&vram->ecc, at);
    memcpy(vram->storage + gv_breaks_place(&vram->breaks, at), from, size);
}

/* A sector with an error beyond correction is fetched anew each time. */
static bool fetch(void *opaque, uint64_t at, uint8_t bytes[VRAM_SECTOR])
{
    struct gv_vram *const vram = opaque;
    const bool poisoned = vram->ecc.poisoned;

    vram->ecc.poisoned = false;
    read_memory(vram, at, bytes, VRAM_SECTOR);
    const bool keep = !vram->ecc.poisoned;
    vram->ecc.poisoned |= poisoned;
    return keep;
}

static void store(void *opaque, uint64_t at, const uint8_t bytes[VRAM_SECTOR])
{
    write_memory(opaque, at, bytes, VRAM_SECTOR);
}

/* Without defects and check bits reads always give the written bytes, so a cache would make no difference and is left
 * out. False: no memory. */
static bool make_l2(struct gv_vram *vram, uint64_t size)
{
    const struct gv_l2_memory memory = { fetch, store, vram };

    if (!size || !vram->broken)
        return true;
    vram->l2 = gv_l2_new(size, &memory);
    return vram->l2 != NULL;
}

/* The storage comes last, because it is large, and an option that is refused should cost nothing. */
struct gv_vram *gv_vram_new(const struct gv_vram_config *config, char *error, size_t error_size)
{
    struct gv_vram *vram = calloc(1, sizeof(*vram));

    if (!vram) {
        snprintf(error, error_size, "vram: out of memory");
        return NULL;
    }
    if (!choose(vram, config, error, error_size))
        goto failed;
    gv_breaks_take(&vram->breaks, config->options, vram->size, config->seed);
    if (!gv_faults_take(&vram->faults, config->options, &vram->spread, config->seed, error,
                        error_size))
        goto failed;
    if (!take_ecc(vram, config)) {
        snprintf(error, error_size, "vram: out of memory");
        goto failed;
    }
    vram->broken = vram->breaks.any || vram->faults.count || vram->ecc.written;
    if (!make_l2(vram, config->l2)) {
        snprintf(error, error_size, "vram: out of memory");
        goto failed;
    }
    vram->storage = noise_map((size_t)vram->size, config->seed);
    if (!vram->storage) {
        snprintf(error, error_size, "vram: no memory for 0x%llx bytes",
                 (unsigned long long)vram->size);
        goto failed;
    }
    return vram;

failed:
    gv_vram_free(vram);
    return NULL;
}

void gv_vram_free(struct gv_vram *vram)
{
    if (vram && vram->storage)
        noise_unmap(vram->storage, (size_t)vram->size);
    if (vram) {
        free(vram->ecc.written);
        gv_l2_free(vram->l2);
    }
    free(vram);
}

uint64_t gv_vram_size(const struct gv_vram *vram)
{
    return vram->size;
}

const struct gv_spread *gv_vram_spread(const struct gv_vram *vram)
{
    return &vram->spread;
}

void *gv_vram_storage(struct gv_vram *vram)
{
    gv_vram_clean(vram);
    return vram->storage;
}

void gv_vram_locked(const struct gv_vram *vram, uint64_t *first, uint64_t *size)
{
    *first = vram->locked_first;
    *size = vram->locked_size;
}

bool gv_vram_is_plain(const struct gv_vram *vram, uint64_t at, uint64_t size)
{
    const uint64_t first = vram->locked_first, end = first + vram->locked_size;

    return !vram->faults.count && !vram->ecc.written && gv_breaks_spare(&vram->breaks, at, size) &&
           (vram->locked_size == 0 || at >= end || at + size <= first);
}

/* Sector by sector, because an address line that is broken moves each sector on its own. */
static size_t sector(uint64_t at, size_t size)
{
    const size_t left = VRAM_SECTOR - at % VRAM_SECTOR;

    return size < left ? size : left;
}

const struct vram_ecc *gv_vram_ecc(const struct gv_vram *vram)
{
    return &vram->ecc;
}

bool gv_vram_poisoned(struct gv_vram *vram)
{
    const bool poisoned = vram->ecc.poisoned;

    vram->ecc.poisoned = false;
    return poisoned;
}

/* ---- the cache ------------------------------------------------------------------------------- */

void gv_vram_clean(struct gv_vram *vram)
{
    if (vram->l2)
        gv_l2_clean(vram->l2);
}

void gv_vram_invalidate(struct gv_vram *vram)
{
    if (vram->l2)
        gv_l2_invalidate(vram->l2);
}

void gv_vram_bypass(struct gv_vram *vram, bool bypass)
{
    if (vram->l2)
        gv_l2_bypass(vram->l2, bypass);
}

/* Whether the cache keeps bytes of the line: only those of a line with a defect differ from storage's. */
static bool is_kept(struct gv_vram *vram, uint64_t at)
{
    const uint64_t line = at - at % L2_LINE;

    if (!vram->l2)
        return false;
    if (!gv_vram_is_plain(vram, line, L2_LINE))
        return true;
    gv_l2_pass(vram->l2, at);
    return false;
}

/* ---- accesses -------------------------------------------------------------------------------- */

void gv_vram_read(struct gv_vram *vram, uint64_t at, void *bytes, size_t size)
{
    uint8_t *to = bytes;

    if (!vram->broken) {
        memcpy(to, vram->storage + at, size);
        return;
    }
    for (size_t piece; size; at += piece, to += piece, size -= piece) {
        piece = sector(at, size);
        if (is_kept(vram, at))
            gv_l2_read(vram->l2, at, to, piece);
        else
            read_memory(vram, at, to, piece);
    }
}

static bool is_locked(const struct gv_vram *vram, uint64_t at)
{
    return at - vram->locked_first < vram->locked_size;
}

void gv_vram_write(struct gv_vram *vram, uint64_t at, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;

    if (!vram->broken && !vram->locked_size) {
        memcpy(vram->storage + at, from, size);
        return;
    }
    for (size_t piece; size; at += piece, from += piece, size -= piece) {
        piece = sector(at, size);
        if (is_locked(vram, at))
            continue;
        if (is_kept(vram, at))
            gv_l2_write(vram->l2, at, from, piece);
        else
            write_memory(vram, at, from, piece);
    }
}
