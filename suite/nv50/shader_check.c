#include "suite/nv50/shader_check.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/bits.h"
#include "hw/nv50/shader.h"
#include "suite/kit/cores.h"
#include "suite/memory/patterns.h"
#include "suite/nv50/setup.h"

#define OBJECTS 0x100u

_Static_assert(WAY_CHUNKS == CHECK_BLOCKS, "a block for each chunk");
_Static_assert(CHECK_TRIAL_BYTES % (CHECK_STEP * CHECK_UNROLLED) == 0, "whole turns");

static const struct own_memory_piece pieces[] = { { 0, CHECK_PAGE } };
static const struct own_memory_need need = { .pieces = pieces,
                                             .count = ARRAY_SIZE(pieces),
                                             .span = CHECK_PAGE,
                                             .before = VM_CHANNEL_SIZE,
                                             .pattern = UINT64_C(0x6666666666666666) };

linear_addr shader_check_place(const struct shader_check *check, uint32_t offset)
{
    return linear_add(check->own_memory.at[check->own_memory.used], offset);
}

uint64_t core_of_physid(uint32_t physid)
{
    return core_bit(FIELD_GET(SHADER_PHYSID_TPC, physid),
                    FIELD_GET(SHADER_PHYSID_MP, physid) % CORE_MPS);
}

/* ---- setting up ---- */

static enum err write_lanes(struct shader_check *check)
{
    uint64_t x[32];

    for (unsigned lane = 0; lane < ARRAY_SIZE(x); lane++)
        x[lane] = 16 * lane * SCATTER_1;
    return card_memory_write(check->c.card, shader_check_place(check, CHECK_LANES_AT), x,
                             sizeof(x));
}

/* Written only when the spread changes, because the launches of a pass share one. */
static enum err write_blocks(struct shader_check *check, enum check_spread spread)
{
    static const int32_t apart[] = { [SPREAD_UP] = VIEW_CHUNK,
                                     [SPREAD_DOWN] = -(int32_t)VIEW_CHUNK,
                                     [SPREAD_TRIAL] = CHECK_TRIAL_BYTES,
                                     [SPREAD_SAME] = 0 };
    struct check_entry entries[CHECK_BLOCKS];

    if (check->spread == spread)
        return OK;
    for (int32_t i = 0; i < (int32_t)CHECK_BLOCKS; i++) {
        const int32_t offset = i * apart[spread];
        const uint64_t x = (uint64_t)(int64_t)offset * SCATTER_1;

        entries[i] = (struct check_entry){ (uint32_t)offset, (uint32_t)x, (uint32_t)(x >> 32), 0 };
    }
    check->spread = (uint8_t)spread;
    return card_memory_write(check->c.card, shader_check_place(check, CHECK_BLOCKS_AT), entries,
                             sizeof(entries));
}

/* One object for all of VRAM, and the class. */
static enum err build(struct shader_check *check, struct card *card)
{
    const linear_addr at = shader_check_place(check, 0);
    struct dmaobj object = object_unpaged((linear_addr){ 0, TARGET_VRAM }, VIEW_CHUNK);
    uint16_t selector = 0;
    enum err e = vm_around(&check->vm, card, at);

    object.limit = LIMIT_ALL;
    if (e == OK)
        e = vm_object(&check->vm, &object, &selector);
    const struct compute_memory memory = { .global_object = selector,
                                           .local_object = selector,
                                           .stack_object = selector,
                                           .code_object = selector,
                                           .second_global = at.v,
                                           .local = at.v,
                                           .stack = at.v,
                                           .code = at.v + CHECK_CODE_AT,
                                           .constants = at.v,
                                           .limit = (uint32_t)(card->vram.size - 1) };
    if (e == OK)
        e = compute_prepare(&check->c, &check->vm, &memory);
    return e;
}

static bool seek(struct shader_check *check, struct card *card, unsigned parts,
                 const struct own_memory *other)
{
    if (!check->sought)
        check->found = own_memory_open(&check->own_memory, card, parts, &need, other, check->kept);
    check->sought = true;
    return check->found;
}

enum err shader_check_ready(struct shader_check *check, struct memory_view *view, unsigned parts,
                            const struct own_memory *other, uint64_t near)
{
    struct card *const card = view->t->card;
    enum err e = OK;

    if (!seek(check, card, parts, other))
        return ERR_UNSUPPORTED;
    if (!check->own_memory.lies) {
        e = own_memory_enter(&check->own_memory, near);
        view->link_read +=
            2 * CHECK_PAGE; /* the former content is read twice, and put back later */
        view->link_written += CHECK_PAGE;
    }
    if (e != OK || check->open)
        return e;
    check->open = true; /* before it is built: even half of it must be taken down */
    check->spread = SPREAD_NONE;
    check->holds = CHECK_HOLDS_NOTHING;
    e = build(check, card);
    view->link_written += OBJECTS;
    return e == OK ? compute_start(&check->c) : e;
}

/* The card has cached the former content. */
enum err shader_check_load(struct shader_check *check, struct memory_view *view, uint32_t holds)
{
    struct card *const card = view->t->card;

    if (4 * check->code.count > CHECK_PAGE - CHECK_CODE_AT)
        return ERR_UNSUPPORTED;
    enum err e = card_memory_write(card, shader_check_place(check, CHECK_CODE_AT),
                                   check->code.words, 4 * check->code.count);
    view->link_written += 4 * check->code.count;
    check->holds = e == OK ? holds : CHECK_HOLDS_NOTHING;
    if (e == OK)
        e = host_flush(card);
    return e == OK ? compute_flush(&check->c) : e;
}

static enum err load_programs(struct shader_check *check, struct memory_view *view)
{
    if (check->holds == CHECK_HOLDS_PROGRAMS)
        return OK;
    check->code.count = 0;
    put_check_programs(&check->code, check->starts);
    const enum err e = write_lanes(check);
    view->link_written += 8 * 32;
    return e == OK ? shader_check_load(check, view, CHECK_HOLDS_PROGRAMS) : e;
}

enum err shader_check_leave(struct shader_check *check)
{
    if (check->open)
        compute_close(&check->c);
    check->open = false;
    return check->own_memory.lies ? own_memory_leave(&check->own_memory) : OK;
}

/* ---- a launch ---- */

/* Each launch has a token of its own, because the results of the one before could be taken for its results. */
static enum err write_params(struct shader_check *check, const struct check_launch *launch)
{
    const uint64_t x = (launch->base + SCATTER_FROM) * SCATTER_1;
    const bool mixed = launch->program == CHECK_MIXED || launch->program == CHECK_STORE_MIXED;
    const uint32_t steps = launch->bytes / CHECK_STEP, word = launch->ones ? UINT32_MAX : 0;
    const bool down = launch->spread == SPREAD_DOWN;
    const uint32_t last = down ? launch->bytes - CHECK_STEP : 0;
    const struct check_params params = { .base = (uint32_t)launch->base + last,
                                         .step = down ? -CHECK_STEP : CHECK_STEP,
                                         .turns = mixed ? steps : steps / CHECK_UNROLLED,
                                         .token = ++check->token & ~CHECK_WRONG,
                                         .word_low = word,
                                         .word_high = word,
                                         .x_low = (uint32_t)x,
                                         .x_high = (uint32_t)(x >> 32) };
    enum err e = write_blocks(check, launch->spread);

    if (e == OK)
        e = card_memory_write(check->c.card, shader_check_place(check, CHECK_PARAMS_AT), &params,
                              sizeof(params));
    return e == OK ? host_flush(check->c.card) : e;
}

/* ERR_RIG: a block has left nothing. */
static enum err read_results(struct shader_check *check, const struct check_launch *launch,
                             struct check_results *out)
{
    struct card *const card = check->c.card;
    uint32_t words[CHECK_BLOCKS];
    enum err e = card_memory_read(card, shader_check_place(check, CHECK_RESULTS_AT), words,
                                  4 * launch->blocks);

    for (unsigned i = 0; i < launch->blocks && e == OK; i++) {
        out->wrong[i] = words[i] & CHECK_WRONG;
        if (!out->wrong[i] && words[i] != (check->token & ~CHECK_WRONG)) {
            card_log(card, "block %u of %u of a program that compares memory has left 0x%08x", i,
                     launch->blocks, words[i]);
            return ERR_RIG;
        }
    }
    if (e == OK && launch->apart)
        e = card_memory_read(card, shader_check_place(check, CHECK_PHYSIDS_AT), out->physid,
                             4 * launch->blocks);
    return e;
}

/* An interrupt makes the result unsupported and not wrong, because a program that was stopped says nothing about
 * memory. */
enum err shader_check_run(struct shader_check *check, struct memory_view *view,
                          const struct check_launch *launch, struct check_results *out)
{
    struct compute_grid grid = { .blocks = launch->blocks,
                                 .threads = 32,
                                 .registers = CHECK_REGISTERS,
                                 .shared = launch->apart ? CHECK_SHARED_ALL : CHECK_SHARED_HEAD };
    struct graph_event event;
    enum err e = load_programs(check, view);

    if (e == OK)
        e = write_params(check, launch);
    grid.start = check->starts[launch->program];
    view->link_written += sizeof(struct check_params);
    view->link_read += (launch->apart ? 8 : 4) * launch->blocks;
    if (e == OK)
        e = compute_run_grid(&check->c, &grid, &event);
    if (e == OK && event.interrupts)
        e = ERR_UNSUPPORTED;
    return e == OK ? read_results(check, launch, out) : e;
}
