/* suite/nv50/shader_texture.c: each thread fetches two texels of a small image, so that each texture unit has to read all of it. */
#include "hw/bits.h"
#include "suite/nv50/shader_work.h"

#define TEXFETCH_A 0xf7c00011, 0x0000c780 /* R_A to R_RESULT = texel at R_A, R_B */

enum texture_row { TEXTURE_FROM_START, TEXTURE_FROM_END, TEXTURE_ROWS };

static uint32_t texel_word(unsigned x, unsigned y)
{
    const uint32_t n = (y * WORK_IMAGE + x + 1) * UINT32_C(0x9e3779b1);

    return n ^ n >> 15;
}

/* The thread's number is its place in the image, or its place counted from the end. */
static void emit_textures(struct shader_code *code, unsigned threads, unsigned pattern)
{
    (void)pattern;
    for (unsigned row = 0; row < TEXTURE_ROWS; row++) {
        put_and(code, R_A, R_THREAD, WORK_IMAGE - 1);
        put_shift(code, R_B, R_THREAD, 4, false);
        if (row == TEXTURE_FROM_END) {
            put_xor(code, R_A, R_A, WORK_IMAGE - 1);
            put_xor(code, R_B, R_B, WORK_IMAGE - 1);
        }
        put_number(code, R_C, 0);
        put_number(code, R_RESULT, 0);
        put_code(code, TEXFETCH_A);
        put_store(code, R_A, 4 * threads);
    }
}

static void place_of(unsigned row, unsigned thread, unsigned *x, unsigned *y)
{
    const unsigned last = WORK_IMAGE - 1;

    *x = thread % WORK_IMAGE;
    *y = thread / WORK_IMAGE;
    if (row == TEXTURE_FROM_END) {
        *x = last - *x;
        *y = last - *y;
    }
}

static bool wanted_texel(unsigned row, unsigned thread, unsigned threads, unsigned pattern,
                         uint32_t *word)
{
    unsigned x, y;

    (void)threads;
    (void)pattern;
    place_of(row, thread, &x, &y);
    *word = texel_word(x, y);
    return true;
}

static void name_texel(struct text *text, unsigned row, unsigned thread)
{
    unsigned x, y;

    place_of(row, thread, &x, &y);
    text_format(text, "the texel at %u, %u", x, y);
}

const struct shader_work work_texture = { .unit = CORE_TEXTURE,
                                          .rows = TEXTURE_ROWS,
                                          .patterns = 1,
                                          .registers = 8,
                                          .texel = texel_word,
                                          .emit = emit_textures,
                                          .wanted = wanted_texel,
                                          .name = name_texel };
