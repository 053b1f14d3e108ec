#include "model/gv100/copy/launch.h"

#include <stdlib.h>
#include <string.h>

#include "hw/gv100/methods.h"
#include "hw/gv100/unlisted.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vm/access.h"

#define RESERVED (BIT(24) | BITS(31, 28))

static uint32_t word(const struct copy_state *state, uint32_t method)
{
    return state->taken[method / 4];
}

static uint64_t address(const struct copy_state *state, uint32_t upper)
{
    return (uint64_t)(word(state, upper) & COPY_OFFSET_UPPER) << 32 | word(state, upper + 4);
}

/* ---- remap ----------------------------------------------------------------------------------- */

/* Defects act here, because the copy itself takes the components as they are. */
struct remap gv_copy_remap(const struct gv100 *card, const struct copy_state *state)
{
    const uint32_t word_of = word(state, COPY_SET_REMAP_COMPONENTS);
    const bool swapped = card->broken[DEFECT_COPY_REMAP_SWAPPED];
    struct remap remap = {
        .size = FIELD_GET(COPY_REMAP_COMPONENT_SIZE, word_of) + 1,
        .sources = FIELD_GET(COPY_REMAP_SRC_COMPONENTS, word_of) + 1,
        .count = FIELD_GET(COPY_REMAP_DST_COMPONENTS, word_of) + 1,
        .from = { (uint8_t)FIELD_GET(COPY_REMAP_DST_X, word_of),
                  (uint8_t)FIELD_GET(COPY_REMAP_DST_Y, word_of),
                  (uint8_t)FIELD_GET(COPY_REMAP_DST_Z, word_of),
                  (uint8_t)FIELD_GET(COPY_REMAP_DST_W, word_of) },
        .constant = { word(state, swapped ? COPY_SET_REMAP_CONST_B : COPY_SET_REMAP_CONST_A),
                      word(state, swapped ? COPY_SET_REMAP_CONST_A : COPY_SET_REMAP_CONST_B) },
    };

    for (unsigned i = 0; i < remap.count && card->broken[DEFECT_COPY_REMAP_ORDER]; i++)
        if (remap.from[i] < COPY_REMAP_CONST_A)
            remap.from[i] = (uint8_t)i;
    return remap;
}

bool gv_copy_is_fill(const struct remap *remap)
{
    for (unsigned i = 0; i < remap->count; i++)
        if (remap->from[i] != COPY_REMAP_CONST_A && remap->from[i] != COPY_REMAP_CONST_B)
            return false;
    return true;
}

static enum launch_error check_remap(const struct remap *remap)
{
    for (unsigned i = 0; i < remap->count; i++) {
        if (remap->from[i] > COPY_REMAP_NO_WRITE)
            return LAUNCH_INVALID_VALUE;
        if (remap->from[i] < COPY_REMAP_CONST_A && remap->from[i] >= remap->sources)
            return LAUNCH_BAD_SOURCE_COMPONENT;
    }
    return LAUNCH_GOOD;
}

/* ---- launches that are refused
 * ---------------------------------------------------------------- */

static enum launch_error check_pitch(const struct copy_end *end, uint64_t bytes, bool source)
{
    const int64_t pitch = end->pitch;

    if ((uint64_t)llabs(pitch) >= bytes)
        return LAUNCH_GOOD;
    if (source)
        return pitch < 0 ? LAUNCH_SRC_EXCEEDS_NEGATIVE_PITCH : LAUNCH_SRC_EXCEEDS_PITCH;
    return pitch < 0 ? LAUNCH_DST_EXCEEDS_NEGATIVE_PITCH : LAUNCH_DST_EXCEEDS_PITCH;
}

static enum launch_error check_lines(const struct copy_job *job, const struct remap *remap)
{
    const bool remapped = job->launch & COPY_LAUNCH_REMAP;
    const uint64_t in = remapped ? (uint64_t)remap->size * remap->sources : 1;
    const uint64_t out = remapped ? (uint64_t)remap->size * remap->count : 1;

    if (job->lines < 2)
        return LAUNCH_GOOD;
    if (!remapped || !gv_copy_is_fill(remap)) {
        const enum launch_error error = check_pitch(&job->from, in * job->length, true);

        if (error != LAUNCH_GOOD)
            return error;
    }
    return check_pitch(&job->to, out * job->length, false);
}

static uint32_t semaphore_type(uint32_t launch)
{
    return FIELD_GET(COPY_LAUNCH_SEMAPHORE, launch);
}

/* Block linear surfaces are not modelled: their place of bytes is not in the reference. */
static enum launch_error check_launch(const struct copy_state *state, const struct remap *remap)
{
    const struct copy_job *job = &state->job;
    const uint32_t launch = job->launch, transfer = FIELD_GET(COPY_LAUNCH_TRANSFER, launch);
    const uint32_t misaligned =
        word(state, COPY_SET_SEMAPHORE_B) &
        (semaphore_type(launch) == COPY_LAUNCH_SEMAPHORE_FOUR_WORDS ? 15 : 3);

    if (launch & RESERVED)
        return LAUNCH_UNUSED_FIELD;
    if (transfer > COPY_LAUNCH_TRANSFER_NON_PIPELINED ||
        semaphore_type(launch) > COPY_LAUNCH_SEMAPHORE_FOUR_WORDS)
        return LAUNCH_INVALID_VALUE;
    if (semaphore_type(launch) != COPY_LAUNCH_SEMAPHORE_NONE && misaligned)
        return LAUNCH_INVALID_ALIGNMENT;
    if (transfer == COPY_LAUNCH_TRANSFER_NONE)
        return LAUNCH_GOOD;
    if (!(launch & COPY_LAUNCH_SRC_PITCH) || !(launch & COPY_LAUNCH_DST_PITCH))
        return LAUNCH_INVALID_CONFIG;
    if (launch & COPY_LAUNCH_REMAP) {
        const enum launch_error error = check_remap(remap);

        if (error != LAUNCH_GOOD)
            return error;
    }
    return check_lines(job, remap);
}

/* ---- the job --------------------------------------------------------------------------------- */

/* The targets of physical ends have numbers of their own. */
static enum target physical_target(const struct gv100 *card, uint32_t mode)
{
    static const enum target targets[] = { TARGET_VRAM, TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP,
                                           TARGET_INVALID };
    const uint32_t number = FIELD_GET(COPY_PHYS_MODE_TARGET, mode);

    return card->broken[DEFECT_COPY_TARGET_NUMBERS] ? (enum target)number : targets[number];
}

static struct copy_end take_end(const struct gv100 *card, const struct copy_state *state,
                                bool source)
{
    const uint32_t launch = word(state, COPY_LAUNCH_DMA);
    const uint32_t physical = source ? COPY_LAUNCH_SRC_PHYSICAL : COPY_LAUNCH_DST_PHYSICAL;

    return (struct copy_end){
        .at = address(state, source ? COPY_OFFSET_IN_UPPER : COPY_OFFSET_OUT_UPPER),
        .pitch = (int32_t)word(state, source ? COPY_PITCH_IN : COPY_PITCH_OUT),
        .physical = launch & physical,
        .target = physical_target(
            card, word(state, source ? COPY_SET_SRC_PHYS_MODE : COPY_SET_DST_PHYS_MODE)),
    };
}

/* The job keeps all that it needs, so that methods which arrive while it runs change only the next
 * one. */
static struct copy_job take_job(const struct gv100 *card, const struct copy_state *state)
{
    const uint32_t launch = word(state, COPY_LAUNCH_DMA);
    const bool many = launch & COPY_LAUNCH_MULTI_LINE;
    struct copy_job job = {
        .launch = launch,
        .from = take_end(card, state, true),
        .to = take_end(card, state, false),
        .length = word(state, COPY_LINE_LENGTH_IN),
        .lines = many ? word(state, COPY_LINE_COUNT) : 1,
    };

    if (FIELD_GET(COPY_LAUNCH_TRANSFER, launch) == COPY_LAUNCH_TRANSFER_NONE)
        job.lines = 0;
    if (card->broken[DEFECT_COPY_LAST_BYTE_LOST] && job.length > 0 && !(launch & COPY_LAUNCH_REMAP))
        job.length--;
    if (card->broken[DEFECT_COPY_TOO_LONG] && job.length > 0)
        job.length++;
    if (card->broken[DEFECT_COPY_TOO_EARLY] && !(launch & COPY_LAUNCH_REMAP) &&
        (job.from.at & BITS64(11, 0))) {
        job.from.at--, job.to.at--;
        job.length++;
    }
    if (card->broken[DEFECT_COPY_LAST_LINE_LOST] && job.lines > 1)
        job.lines--;
    if (card->broken[DEFECT_COPY_ALIGNMENT_IGNORED])
        job.from.at &= ~UINT64_C(3);
    if (card->broken[DEFECT_COPY_PITCH_IGNORED])
        job.from.pitch = job.to.pitch = (int32_t)job.length;
    if (card->broken[DEFECT_COPY_ADDRESS_40])
        job.to.at &= BITS64(39, 0);
    return job;
}

/* Modes 2 to 4 look at memory; one that cannot be read counts as true. */
static bool render_enabled(struct gv100 *card, unsigned lce, const struct copy_state *state)
{
    const uint32_t mode = word(state, COPY_SET_RENDER_ENABLE_C) & 7;
    const uint64_t at = address(state, COPY_SET_RENDER_ENABLE_A) & BITS64(39, 0);
    const struct client client = gv_copy_client(card, lce, state);
    struct access_end end;
    uint8_t bytes[20];

    if (mode < COPY_RENDER_CONDITIONAL)
        return mode == COPY_RENDER_TRUE;
    if (!gv_access_read(card, &client, at, bytes, sizeof(bytes), &end))
        return true;
    const uint32_t first = bytes_get32(bytes), second = bytes_get32(bytes + 16);
    if (mode == COPY_RENDER_CONDITIONAL)
        return first != 0;
    return (mode == COPY_RENDER_IF_EQUAL) == (first == second);
}

/* The job gets a copy of the methods, because software may send the next ones while it runs. */
void gv_copy_launch(struct gv100 *card, unsigned lce, struct copy_state *state)
{
    struct copy_engine *engine = &card->copies[lce];

    memcpy(state->taken, state->words, sizeof(state->taken));
    state->job = take_job(card, state);
    const struct remap remap = gv_copy_remap(card, state);
    const enum launch_error error = check_launch(state, &remap);
    if (error != LAUNCH_GOOD && !card->broken[DEFECT_COPY_LAUNCH_UNCHECKED]) {
        shell_trace(&card->shell, "launch error %x", error);
        engine->error = error;
        gv_copy_raise(card, lce, LCE_INTR_LAUNCHERR);
        return;
    }
    if (card->broken[DEFECT_COPY_NOTHING])
        state->job.lines = 0;
    if (!render_enabled(card, lce, state))
        return;
    state->job.active = true;
    engine->owner = state;
}
