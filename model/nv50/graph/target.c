#include "model/nv50/graph/target.h"

#include <string.h>

#include "hw/least.h"
#include "hw/nv50/gr3d.h"
#include "model/nv50/base/card.h"
#include "model/nv50/graph/gr3d.h"

/* Approximate cost of a line, of a byte in a run, and of a pixel that is written alone. */
#define EFFORT_LINE  256
#define EFFORT_BYTE  8
#define EFFORT_PIXEL 512

/* ---- where ---- */

/* The overlap of two areas in one direction. */
static void cut(uint32_t *first, uint32_t *end, uint32_t low, uint32_t high)
{
    if (low > *first)
        *first = low;
    *end = LEAST(*end, high);
}

void area_cut_to_size(struct area *area, uint32_t horizontal, uint32_t vertical)
{
    const uint32_t x = FIELD_GET(GR3D_LOW, horizontal), y = FIELD_GET(GR3D_LOW, vertical);

    cut(&area->left, &area->right, x, x + FIELD_GET(GR3D_HIGH, horizontal));
    cut(&area->top, &area->bottom, y, y + FIELD_GET(GR3D_HIGH, vertical));
}

void area_cut_to_ends(struct area *area, uint32_t horizontal, uint32_t vertical)
{
    cut(&area->left, &area->right, FIELD_GET(GR3D_LOW, horizontal),
        FIELD_GET(GR3D_HIGH, horizontal));
    cut(&area->top, &area->bottom, FIELD_GET(GR3D_LOW, vertical), FIELD_GET(GR3D_HIGH, vertical));
}

void area_cut_to_screen(const struct nv50 *card, struct area *area)
{
    area_cut_to_size(area, gr3d_word(card, GR3D_SCREEN_HORIZ), gr3d_word(card, GR3D_SCREEN_VERT));
}

struct area area_of(uint32_t width, uint32_t height)
{
    return (struct area){ 0, 0, LEAST(width, TARGET_MOST), LEAST(height, TARGET_MOST) };
}

uint32_t area_lines(const struct area *area)
{
    return area->right > area->left && area->bottom > area->top ? area->bottom - area->top : 0;
}

/* ---- writing ---- */

/* Where a pixel is, and how many from it on follow each other. */
static uint64_t place_of(const struct target *target, uint32_t x, uint32_t y, unsigned pixel_bytes,
                         uint32_t *run)
{
    const uint32_t byte = x * pixel_bytes;

    *run = TARGET_PIECE / pixel_bytes;
    if (!target->tiled)
        return target->at + (uint64_t)target->pitch * y + byte;
    *run = (GOB_WIDTH - byte % GOB_WIDTH) / pixel_bytes;
    return target->at + surface_offset(&target->surface, byte, y, target->layer);
}

static bool is_whole(const struct pixel *pixel)
{
    return pixel->wanted == (1u << pixel->size) - 1;
}

/* The bytes of one pixel that are wanted; the others stay as they are. */
static bool write_parts(struct nv50 *card, const struct target *target, uint64_t at,
                        const struct pixel *pixel)
{
    for (unsigned i = 0, end; i < pixel->size; i = end) {
        for (end = i; end < pixel->size && pixel->wanted >> end & 1; end++)
            ;
        if (end == i)
            end++;
        else if (!vm_user_write(card, &target->user, at + i, pixel->bytes + i, end - i))
            return false;
    }
    return true;
}

/* Whole pixels are written as far as they lie side by side; a pixel of which some bits are kept has to be read
 * first, so those go one by one. */
bool target_write(struct nv50 *card, const struct target *target, uint32_t x, uint32_t y,
                  uint32_t count, const struct pixel *pixel)
{
    uint8_t bytes[TARGET_PIECE];

    for (uint32_t done = 0, run; done < count; done += run) {
        const uint64_t at = place_of(target, x + done, y, pixel->size, &run);

        run = is_whole(pixel) ? LEAST(run, count - done) : 1;
        if (!is_whole(pixel)) {
            if (!write_parts(card, target, at, pixel))
                return false;
            continue;
        }
        for (uint32_t i = 0; i < run; i++)
            memcpy(bytes + i * pixel->size, pixel->bytes, pixel->size);
        if (!vm_user_write(card, &target->user, at, bytes, run * pixel->size))
            return false;
    }
    return true;
}

uint64_t target_effort(const struct nv50 *card, uint32_t pixels, const struct pixel *pixel)
{
    const bool alone = !is_whole(pixel) || clipid_is_asked(card);

    return EFFORT_LINE + (uint64_t)pixels * (alone ? EFFORT_PIXEL : EFFORT_BYTE * pixel->size);
}
