/* model/nv50/shader/texture.c: texture units. An instruction reads the entry of its image and that of its sampler, then texels, each
 * through a slot of its own and until a flush from a cache (tesla-engines.md §4.8; tesla-isa.md §5). Of images, rows of words
 * are modelled, without mixing of texels; all other kinds give 0. */
#include <string.h>

#include "hw/nv50/texture.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/shader/warp.h"

#define BOTH          4u  /* components */
#define EFFORT_ACCESS 600 /* approximate cost of a texel */

static uint32_t field(uint32_t word, uint32_t mask)
{
    return FIELD_GET(mask, word);
}

/* ---- entries of the tables ---- */

/* Null: a VM fault. */
static const struct texture_entry *entry_of(struct nv50 *card, struct texture_entry *cache,
                                            const struct vm_user *user, uint64_t table,
                                            uint32_t number)
{
    struct texture_entry *const entry = &cache[number % TEXTURE_ENTRIES];
    uint8_t bytes[TEXTURE_ENTRY_BYTES];

    if (entry->there && entry->number == number)
        return entry;
    if (!vm_user_read(card, user, table + (uint64_t)TEXTURE_ENTRY_BYTES * number, bytes,
                      sizeof(bytes)))
        return NULL;
    entry->there = true;
    entry->number = number;
    for (unsigned i = 0; i < TEXTURE_WORDS; i++)
        entry->words[i] = bytes_get32(bytes + 4 * i);
    return entry;
}

/* Which unit tells of it is unknown (unverified E44). */
static bool entry_trap(const struct step *s)
{
    return memory_trap(s,
                       card_knob(s->block->card, KNOB_TIC_TRAP) == TIC_TRAP_TEX
                           ? SHADER_UNIT_TEX
                           : SHADER_UNIT_CCACHE,
                       0);
}

struct view {
    const uint32_t *image, *sampler; /* null: none is bound */
};

/* Instructions that fetch take sampler 0. */
static bool look(const struct step *s, bool fetch, struct view *view)
{
    const struct shader_launch *const launch = s->block->launch;
    struct textures *const textures = s->block->textures;
    const uint32_t texture = launch->textures[bits(s->in->first, 9, 7)];
    const uint32_t sampler = launch->samplers[fetch ? 0 : bits(s->in->first, 17, 4)];
    const struct texture_entry *entry;

    *view = (struct view){ NULL, NULL };
    if (texture && texture - 1 <= launch->tic_last) {
        entry =
            entry_of(s->block->card, textures->images, &launch->tic, launch->tic_at, texture - 1);
        if (!entry)
            return entry_trap(s);
        view->image = entry->words;
    }
    if (sampler && sampler - 1 <= launch->tsc_last) {
        entry =
            entry_of(s->block->card, textures->samplers, &launch->tsc, launch->tsc_at, sampler - 1);
        if (!entry)
            return entry_trap(s);
        view->sampler = entry->words;
    }
    return true;
}

/* ---- texels ---- */

static bool read_texel(const struct step *s, uint64_t at, uint32_t *texel)
{
    const uint64_t from = at & ~(uint64_t)(TEXEL_BYTES - 1);
    struct texel_line *const line = &s->block->textures->texels[from / TEXEL_BYTES % TEXEL_LINES];

    if (!line->there || line->at != from) {
        line->there = false;
        if (!vm_user_read(s->block->card, &s->block->launch->texel, from, line->bytes, TEXEL_BYTES))
            return memory_trap(s, SHADER_UNIT_TEX, 0);
        line->there = true;
        line->at = from;
    }
    *texel = bytes_get32(line->bytes + (at & (TEXEL_BYTES - 4)));
    if (s->block->last_tpc && s->block->card->broken[DEFECT_TEXTURE_UNIT])
        *texel ^= BIT(7);
    return true;
}

static bool is_plain(const uint32_t *image)
{
    return image && field(image[0], TIC0_FORMAT) == TIC0_FORMAT_32 && (image[2] & TIC2_LINEAR) &&
           field(image[2], TIC2_KIND) == TIC2_KIND_RECT && !(image[2] & TIC2_NORMALISED);
}

/* A coordinate of a program, rounded down. */
static int64_t texel_number(uint32_t word, bool is_float)
{
    float number;

    if (!is_float)
        return (int32_t)word;
    memcpy(&number, &word, sizeof(number));
    if (!(number > -1e9f && number < 1e9f))
        return -1;
    const int64_t whole = (int64_t)number;
    return (float)whole > number ? whole - 1 : whole;
}

/* True: the coordinate lies in the image now. Of all ways outside of it, the border's and the edge's are modelled. */
static bool wrap(int64_t *at, uint32_t size, uint32_t how)
{
    if (*at >= 0 && *at < size)
        return true;
    if (how == TSC_WRAP_BORDER || !size)
        return false;
    *at = *at < 0 ? 0 : size - 1;
    return true;
}

static uint32_t component(const uint32_t *image, unsigned which, uint32_t value)
{
    static const uint32_t sources[BOTH] = { TIC0_RED, TIC0_GREEN, TIC0_BLUE, TIC0_ALPHA };

    switch (field(image[0], sources[which])) {
    case TIC_SOURCE_FIRST:
        return value;
    case TIC_SOURCE_ONE:
        return 1;
    default:
        return 0;
    }
}

/* The colour at one thread's coordinates. */
static bool sample(const struct step *s, const struct view *view, unsigned lane, bool fetch,
                   uint32_t colour[BOTH])
{
    const unsigned number = bits(s->in->first, 2, 7);
    int64_t x = texel_number(lane_register(s, number, lane), !fetch);
    int64_t y = texel_number(lane_register(s, number + 1, lane), !fetch);
    const uint32_t *const image = view->image;
    const uint32_t how = view->sampler ? view->sampler[0] : TSC_WRAP_EDGE | TSC_WRAP_EDGE << 3;
    uint32_t texel = 0;

    memset(colour, 0, BOTH * sizeof(*colour));
    if (!is_plain(image))
        return true;
    const bool inside =
        wrap(&x, image[4], fetch ? TSC_WRAP_EDGE : field(how, TSC0_WRAP_S)) &&
        wrap(&y, field(image[5], TIC5_HEIGHT), fetch ? TSC_WRAP_EDGE : field(how, TSC0_WRAP_T));
    const uint64_t base = (uint64_t)field(image[2], TIC2_ADDRESS_HIGH) << 32 | image[1];
    if (inside && !read_texel(s, base + (uint64_t)y * image[3] + 4 * (uint64_t)x, &texel))
        return false;
    for (unsigned i = 0; i < BOTH; i++)
        colour[i] = component(image, i,
                              inside          ? texel
                              : view->sampler ? view->sampler[TSC_BORDER + i]
                                              : 0);
    return true;
}

/* Only the fetch and the look-up with a level of its own choice; the components that are asked for go to registers one after the other. */
bool step_texture(const struct step *s)
{
    const bool fetch = bits(s->in->first, 24, 1);
    const unsigned number = bits(s->in->first, 2, 7);
    const uint32_t wanted =
        s->in->is_long ? bits(s->in->first, 25, 2) | bits(s->in->second, 14, 2) << 2 : 15;
    struct view view;

    if (!s->in->is_long || s->in->is_immediate || s->in->secondary != 0)
        return decode_trap(s, DECODE_ILLEGAL_OPCODE);
    if (!look(s, fetch, &view))
        return false;
    EACH_LANE(lane, s->mask)
    {
        uint32_t colour[BOTH];
        unsigned next = number;

        s->block->owed += EFFORT_ACCESS;
        if (!sample(s, &view, lane, fetch, colour))
            return false;
        for (unsigned i = 0; i < BOTH; i++)
            if (wanted >> i & 1)
                set_register(s, next++, lane, colour[i]);
    }
    return true;
}
