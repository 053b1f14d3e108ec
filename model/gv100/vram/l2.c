#include "model/gv100/vram/l2.h"

#include <stdlib.h>
#include <string.h>

struct line {
    uint32_t name;        /* number of the line, plus one; 0: nobody's */
    uint8_t valid, dirty; /* sectors */
};

struct gv_l2 {
    struct gv_l2_memory memory;
    uint32_t sets;
    bool bypass;
    uint64_t dirty;     /* sectors */
    size_t from, to;    /* the lines that they lie in: a flush seldom finds more than a few */
    struct line *last;  /* that was asked for, as most are more than once; null: none yet */
    uint8_t *next;      /* of each set: the way whose line leaves next */
    struct line *lines; /* L2_WAYS of each set */
    uint8_t *bytes;     /* of each line */
};

struct gv_l2 *gv_l2_new(uint64_t size, const struct gv_l2_memory *memory)
{
    struct gv_l2 *const l2 = calloc(1, sizeof(*l2));
    const uint64_t sets = size / (L2_WAYS * L2_LINE);

    if (!l2)
        return NULL;
    l2->memory = *memory;
    l2->sets = sets ? (uint32_t)sets : 1;
    l2->next = calloc(l2->sets, 1);
    l2->lines = calloc(l2->sets, L2_WAYS * sizeof(*l2->lines));
    l2->bytes = calloc(l2->sets, L2_WAYS * (size_t)L2_LINE);
    if (l2->next && l2->lines && l2->bytes)
        return l2;
    gv_l2_free(l2);
    return NULL;
}

void gv_l2_free(struct gv_l2 *l2)
{
    if (!l2)
        return;
    free(l2->next);
    free(l2->lines);
    free(l2->bytes);
    free(l2);
}

static uint8_t *bytes_of(struct gv_l2 *l2, const struct line *line, uint64_t at)
{
    return l2->bytes + (size_t)(line - l2->lines) * L2_LINE +
           at % L2_LINE / VRAM_SECTOR * VRAM_SECTOR;
}

static void clean(struct gv_l2 *l2, struct line *line)
{
    const uint64_t at = (uint64_t)(line->name - 1) * L2_LINE;

    for (unsigned i = 0; line->dirty >> i; i++)
        if (line->dirty >> i & 1) {
            l2->memory.store(l2->memory.opaque, at + i * VRAM_SECTOR,
                             bytes_of(l2, line, i * VRAM_SECTOR));
            l2->dirty--;
        }
    line->dirty = 0;
}

/* The line of an address, which takes the place of the set's oldest one if it is not there. Consecutive lines, as many
 * as there are sets, lie in different sets; the next ones begin at another set. */
static struct line *line_of(struct gv_l2 *l2, uint64_t at)
{
    const uint32_t number = (uint32_t)(at / L2_LINE);

    if (l2->last && l2->last->name == number + 1)
        return l2->last;
    const uint32_t set = (uint32_t)((number + UINT64_C(7) * (number / l2->sets)) % l2->sets);
    struct line *const lines = &l2->lines[(size_t)set * L2_WAYS];

    for (unsigned way = 0; way < L2_WAYS; way++)
        if (lines[way].name == number + 1)
            return l2->last = &lines[way];
    struct line *const line = &lines[l2->next[set]];
    l2->next[set] = (uint8_t)((l2->next[set] + 1) % L2_WAYS);
    clean(l2, line);
    *line = (struct line){ .name = number + 1 };
    return l2->last = line;
}

static uint8_t sector_bit(uint64_t at)
{
    return (uint8_t)(1u << at % L2_LINE / VRAM_SECTOR);
}

void gv_l2_read(struct gv_l2 *l2, uint64_t at, uint8_t *bytes, size_t size)
{
    uint8_t passing[VRAM_SECTOR];
    const uint8_t *from = passing;

    if (l2->bypass) {
        l2->memory.fetch(l2->memory.opaque, at - at % VRAM_SECTOR, passing);
    } else {
        struct line *const line = line_of(l2, at);
        uint8_t *const kept = bytes_of(l2, line, at);

        from = kept;
        if (!(line->valid & sector_bit(at)) &&
            l2->memory.fetch(l2->memory.opaque, at - at % VRAM_SECTOR, kept))
            line->valid |= sector_bit(at);
    }
    memcpy(bytes, from + at % VRAM_SECTOR, size);
}

/* A part of a sector is put into the whole one from memory. */
void gv_l2_write(struct gv_l2 *l2, uint64_t at, const uint8_t *bytes, size_t size)
{
    uint8_t passing[VRAM_SECTOR];
    struct line *const line = l2->bypass ? NULL : line_of(l2, at);
    uint8_t *const to = line ? bytes_of(l2, line, at) : passing;

    if (size < VRAM_SECTOR && !(line && line->valid & sector_bit(at)))
        l2->memory.fetch(l2->memory.opaque, at - at % VRAM_SECTOR, to);
    memcpy(to + at % VRAM_SECTOR, bytes, size);
    if (!line) {
        l2->memory.store(l2->memory.opaque, at - at % VRAM_SECTOR, to);
        return;
    }
    const size_t index = (size_t)(line - l2->lines);
    l2->from = l2->dirty && l2->from < index ? l2->from : index;
    l2->to = l2->dirty && l2->to > index ? l2->to : index + 1;
    l2->dirty += !(line->dirty & sector_bit(at));
    line->valid |= sector_bit(at);
    line->dirty |= sector_bit(at);
}

void gv_l2_pass(struct gv_l2 *l2, uint64_t at)
{
    if (!l2->bypass)
        (void)line_of(l2, at);
}

void gv_l2_clean(struct gv_l2 *l2)
{
    for (size_t i = l2->from; l2->dirty && i < l2->to; i++)
        clean(l2, &l2->lines[i]);
}

void gv_l2_invalidate(struct gv_l2 *l2)
{
    memset(l2->lines, 0, (size_t)l2->sets * L2_WAYS * sizeof(*l2->lines));
    l2->dirty = 0;
}

void gv_l2_bypass(struct gv_l2 *l2, bool bypass)
{
    l2->bypass = bypass;
}
