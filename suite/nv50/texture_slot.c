/* The slots that a texture unit reads through while a program fetches one texel a thread (tesla-engines.md §4.8): entries of images
 * (TIC), entries of samplers (TSC), and the texels themselves. */
#include "suite/nv50/compute_lab.h"
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"

/* Pages of their own, behind those of compute_lab.h: both tables, and texels. */
#define TABLES_AT (96 * PAGE)
#define TEXELS_AT (98 * PAGE)
#define HALF      (PAGE / 2)
#define BORDER    0x7e57ab1eu

/* $r0 and $r1 are the coordinates, $r0 is the texel. */
#define SHL_R5_R0_2 0x30020015, 0xc4100780
#define MOV_R1_0    0x10008005, 0x00000003
#define MOV_R2_0    0x10008009, 0x00000003
#define MOV_R3_0    0x1000800d, 0x00000003
#define MOV_R0_M1   0x10008001, 0x0bf80003 /* -1.0 */
#define TEXFETCH    0xf7c00001, 0x0000c780
#define TEX         0xf6c00001, 0x0000c780
#define ST_G1_R5_R0 0xd0010a01, 0xa0c00780
#define NOP_EXIT    0xf0000001, 0xe0000781

static const uint32_t fetches[] = { SHL_R5_R0_2, MOV_R1_0,    MOV_R2_0, MOV_R3_0,
                                    TEXFETCH,    ST_G1_R5_R0, NOP_EXIT };
static const uint32_t looks_outside[] = { SHL_R5_R0_2, MOV_R0_M1, MOV_R1_0,    MOV_R2_0,
                                          MOV_R3_0,    TEX,       ST_G1_R5_R0, NOP_EXIT };

static bool put_entry(struct test *t, linear_addr page, unsigned number,
                      const uint32_t words[TEXTURE_ENTRY_WORDS])
{
    const linear_addr at = { page.v + (uint64_t)TEXTURE_ENTRY_BYTES * number, page.target };

    return test_ok(t, card_memory_write(t->card, at, words, TEXTURE_ENTRY_BYTES),
                   "writing an entry of a table");
}

static bool put_image(struct test *t, linear_addr page, unsigned number, uint64_t at)
{
    uint32_t words[TEXTURE_ENTRY_WORDS];

    texture_image(words, at, HALF, HALF / 4, 1);
    return put_entry(t, page, number, words);
}

static bool put_sampler(struct test *t, linear_addr page, uint32_t border)
{
    uint32_t words[TEXTURE_ENTRY_WORDS];

    texture_sampler(words, border);
    return put_entry(t, page, 0, words);
}

/* A table page for what does not move: image 0 lies in FROM, image 1 where nothing is, and samplers lie in its upper half. */
static bool prepare(struct test *t, struct compute_lab *lab)
{
    const linear_addr tables = lab->p.at[SUPERVISOR];
    const linear_addr samplers = { tables.v + HALF, tables.target };
    struct compute_memory *const memory = &lab->c.memory;

    memory->texture_object = lab->p.selector;
    memory->tic = TABLES_AT;
    memory->tsc = TABLES_AT + HALF;
    return pages_remap(&lab->p, (enum page)(TABLES_AT / PAGE), tables) &&
           pages_remap(&lab->p, (enum page)(TEXELS_AT / PAGE), lab->p.at[ABSENT]) &&
           put_image(t, tables, 0, FROM * PAGE) && put_image(t, tables, 1, NOTHING_AT) &&
           put_sampler(t, samplers, BORDER);
}

static bool threads_hold(struct test *t, const struct compute_lab *lab, linear_addr page,
                         unsigned first, const char *what)
{
    for (unsigned i = 0; i < THREADS; i++) {
        uint32_t seen;

        if (!compute_lab_word(t, lab->result, i, &seen) ||
            !expect_equal(t, compute_lab_name(page, first + i), seen, what))
            return false;
    }
    return compute_lab_name_again(t, lab->result);
}

/* ---- texels ---- */

static void aim_texels(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)spread;
    memory->image = at == NOTHING_AT;
}

static bool texels_read(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    return threads_hold(t, lab, page, 0, "a texel that a thread has fetched");
}

static void texels_are_read(struct test *t)
{
    compute_lab_goes_through(t,
                             &(struct compute_client){ "a program that fetches texels",
                                                       VM_CLIENT_TEXTURE, 0, true, PGRAPH_TRAP_TEX,
                                                       fetches, ARRAY_SIZE(fetches), aim_texels,
                                                       texels_read, false },
                             prepare);
}

/* ---- entries of images: FROM's and OTHER's lead to different halves of a page ---- */

static bool prepare_images(struct test *t, struct compute_lab *lab)
{
    if (!prepare(t, lab))
        return false;
    lab->c.memory.tic = FROM * PAGE;
    return put_image(t, lab->p.at[FROM], 0, TEXELS_AT) &&
           put_image(t, lab->p.at[OTHER], 0, TEXELS_AT + HALF);
}

static void aim_images(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)spread;
    memory->tic = at;
}

static bool images_read(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    return threads_hold(t, lab, lab->p.at[ABSENT], page.v == lab->p.at[FROM].v ? 0 : HALF / 4,
                        "a texel where an image's entry leads");
}

/* That CCACHE tells of a fault, and not TEX, is unverified E44. */
static void images_are_read(struct test *t)
{
    compute_lab_goes_through(
        t,
        &(struct compute_client){ "a program that reads an image's entry", VM_CLIENT_CCACHE, 1,
                                  true, PGRAPH_TRAP_CCACHE, fetches, ARRAY_SIZE(fetches),
                                  aim_images, images_read, false },
        prepare_images);
}

/* ---- entries of samplers: the colour of a border says whose it was ---- */

static bool prepare_samplers(struct test *t, struct compute_lab *lab)
{
    if (!prepare(t, lab))
        return false;
    lab->c.memory.tsc = FROM * PAGE;
    return put_sampler(t, lab->p.at[FROM], ~BORDER) && put_sampler(t, lab->p.at[OTHER], BORDER);
}

static void aim_samplers(struct compute_memory *memory, uint64_t at, uint64_t spread)
{
    (void)spread;
    memory->tsc = at;
}

static bool samplers_read(struct test *t, const struct compute_lab *lab, linear_addr page)
{
    const uint32_t border = page.v == lab->p.at[FROM].v ? ~BORDER : BORDER;
    uint32_t seen;

    for (unsigned i = 0; i < THREADS; i++)
        if (!compute_lab_word(t, lab->result, i, &seen) ||
            !expect_equal(t, border, seen, "the border's colour that a thread has looked up"))
            return false;
    return compute_lab_name_again(t, lab->result);
}

static void samplers_are_read(struct test *t)
{
    compute_lab_goes_through(
        t,
        &(struct compute_client){ "a program that reads a sampler's entry", VM_CLIENT_CCACHE, 2,
                                  true, PGRAPH_TRAP_CCACHE, looks_outside,
                                  ARRAY_SIZE(looks_outside), aim_samplers, samplers_read, false },
        prepare_samplers);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.compute.texture", .source = "tesla-engines.md §4.8", .run = texels_are_read,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.compute.global", .flags = TEST_RISKY },
    { .name = "vm.compute.tic", .source = "tesla-engines.md §4.8", .run = images_are_read,
      .basis = UNVERIFIED, .experiment = "E44", .claim = CLAIM_ENGINE, .needs = "vm.compute.texture", .flags = TEST_RISKY },
    { .name = "vm.compute.tsc", .source = "tesla-engines.md §4.8", .run = samplers_are_read,
      .basis = UNVERIFIED, .experiment = "E44", .claim = CLAIM_ENGINE, .needs = "vm.compute.texture", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group texture_slot_tests = { rows, ARRAY_SIZE(rows) };
