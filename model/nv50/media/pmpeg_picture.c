/* model/nv50/media/pmpeg_picture.c: macroblocks, which are copied from another surface, get differences added, or both
 * (docs/hardware/tesla-engines.md §3.4). Frames alone, whole vectors and one for a macroblock; coefficients are read and
 * not transformed. */
#include "hw/nv50/pmpeg.h"

#include <string.h>

#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/media/media.h"

#define WIDTH 16u /* bytes of a macroblock's row, of luma and of both chromas in turn */
#define EDGE  8u  /* of a block */

/* Most macroblocks of one buffer, and most coefficients of one block. More are left out, because the machine stands still
 * while they are drawn. */
#define DRAWN_MOST        256u
#define COEFFICIENTS_MOST 64u

static bool is_luma(const struct picture *p)
{
    return FIELD_GET(PMPEG_OPCODE, p->header) == PMPEG_OP_LUMA;
}

/* Where the row of a macroblock lies. */
static uint64_t row_at(const struct nv50 *card, const struct picture *p, uint32_t surface,
                       uint32_t place, unsigned row)
{
    const uint32_t pitch = FIELD_GET(PMPEG_PITCH_BYTES, pmpeg_kept(card, PMPEG_PITCH));
    const uint32_t base = pmpeg_kept(card, PMPEG_SURFACE + 8 * surface + (is_luma(p) ? 0 : 4));

    return (uint64_t)base + (uint64_t)pitch * (FIELD_GET(PMPEG_PLACE_Y, place) + row) +
           FIELD_GET(PMPEG_PLACE_X, place);
}

/* ---- data ---- */

static bool read_data(struct nv50 *card, uint64_t at, void *bytes, size_t size)
{
    struct vm_user user = card->media_units->pmpeg[PMPEG_SLOT_DATA];

    if (card->broken[DEFECT_PMPEG_DATA_SLOT])
        user.slot = PMPEG_SLOT_CMD;
    if (vm_user_read(card, &user, at, bytes, size))
        return true;
    pmpeg_fault(card, PMPEG_ERROR_DATA, at);
    return false;
}

/* Coefficients, to the one that is the block's last. */
static bool skip_coefficients(struct nv50 *card, struct picture *p)
{
    uint8_t bytes[4];

    for (unsigned i = 0; i < COEFFICIENTS_MOST; i++) {
        if (!read_data(card, p->data_at, bytes, sizeof(bytes)))
            return false;
        p->data_at += sizeof(bytes);
        if (bytes[0] & 1)
            break;
    }
    return true;
}

typedef int16_t differences[WIDTH][WIDTH];

/* Four blocks of luma stand side by side and one below the other; of chroma the two lie in each other. */
static bool read_block(struct nv50 *card, struct picture *p, unsigned block, differences to)
{
    uint8_t bytes[2 * EDGE * EDGE];

    if (pmpeg_kept(card, PMPEG_MODE) & PMPEG_MODE_IDCT)
        return skip_coefficients(card, p);
    if (!read_data(card, p->data_at, bytes, sizeof(bytes)))
        return false;
    p->data_at += sizeof(bytes);
    for (unsigned y = 0; y < EDGE; y++)
        for (unsigned x = 0; x < EDGE; x++) {
            const int16_t value = (int16_t)bytes_get(bytes + 2 * (y * EDGE + x), 2);

            if (is_luma(p))
                to[EDGE * (block / 2) + y][EDGE * (block % 2) + x] = value;
            else
                to[y][2 * x + block] = value;
        }
    return true;
}

static bool read_blocks(struct nv50 *card, struct picture *p, differences to)
{
    const uint32_t coded = FIELD_GET(PMPEG_HEADER_BLOCKS, p->header);
    const unsigned blocks = is_luma(p) ? 4 : 2;

    memset(to, 0, sizeof(differences));
    for (unsigned block = 0; block < blocks; block++)
        if ((coded >> (3 - block) & 1) && !read_block(card, p, block, to))
            return false;
    return true;
}

/* ---- images ---- */

static bool image_fault(struct nv50 *card, uint64_t at)
{
    pmpeg_fault(card, PMPEG_ERROR_IMAGE, at);
    return false;
}

static uint8_t clamped(int value)
{
    return (uint8_t)(value < 0 ? 0 : value > UINT8_MAX ? UINT8_MAX : value);
}

/* A picture without a vector starts from zeros, because its differences are then the whole of it. */
static bool draw_row(struct nv50 *card, const struct picture *p, uint32_t place, unsigned row,
                     const int16_t add[WIDTH])
{
    const struct vm_user *const user = &card->media_units->pmpeg[PMPEG_SLOT_IMAGE];
    const uint32_t shown = FIELD_GET(PMPEG_HEADER_IMAGE, p->header);
    const uint64_t to = row_at(card, p, shown, place, row);
    uint8_t bytes[WIDTH] = { 0 };

    if (p->has_vector) {
        const uint32_t other = FIELD_GET(PMPEG_HEADER_IMAGE, p->vector_header);
        const uint64_t from = row_at(card, p, other, p->vector, row);

        if (!vm_user_read(card, user, from, bytes, sizeof(bytes)))
            return image_fault(card, from);
    }
    for (unsigned x = 0; x < WIDTH; x++)
        bytes[x] = clamped(bytes[x] + add[x]);
    if (row == 3 && card->broken[DEFECT_PMPEG_ROW_LOST])
        return true;
    return vm_user_write(card, user, to, bytes, sizeof(bytes)) || image_fault(card, to);
}

static bool draw(struct nv50 *card, struct picture *p, uint32_t place)
{
    const unsigned rows = is_luma(p) ? 2 * EDGE : EDGE;
    differences add;

    if (p->drawn++ >= DRAWN_MOST)
        return true;
    if (!read_blocks(card, p, add))
        return false;
    for (unsigned row = 0; row < rows; row++)
        if (!draw_row(card, p, place, row, add[row]))
            return false;
    p->has_vector = false;
    return true;
}

/* Headers and vectors are kept until PLACE, because each comes in a word of its own. */
bool picture_word(struct nv50 *card, struct picture *picture, uint32_t word)
{
    if (picture->wants_position) {
        picture->wants_position = false;
        picture->data_at = (uint64_t)pmpeg_kept(card, PMPEG_DATA_OFFSET) + word;
        return true;
    }
    switch (FIELD_GET(PMPEG_OPCODE, word)) {
    case PMPEG_OP_DATA:
        picture->wants_position = word == PMPEG_DATA_ABSOLUTE;
        return true;
    case PMPEG_OP_LUMA_MV:
    case PMPEG_OP_CHROMA_MV:
        picture->vector_header = word;
        return true;
    case PMPEG_OP_MV:
        picture->vector = word;
        picture->has_vector = true;
        return true;
    case PMPEG_OP_LUMA:
    case PMPEG_OP_CHROMA:
        picture->header = word;
        return true;
    case PMPEG_OP_PLACE:
        return draw(card, picture, word);
    default:
        return true;
    }
}
