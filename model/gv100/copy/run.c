/* The pieces of a copy engine's job. */
#include <string.h>

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ram.h"
#include "hw/gv100/unlisted.h"
#include "hw/least.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/base/reduction.h"
#include "model/gv100/copy/launch.h"
#include "model/gv100/vm/access.h"
#include "model/gv100/vm/fault.h"
#include "model/gv100/vm/memory.h"

#define PIECE      4096u /* bytes that move at a time: a page at each end at most */
#define UNIT_BYTES 256
#define ELEMENTS   (PIECE / 16) /* of remap, four components of four bytes at most */

struct client gv_copy_client(const struct gv100 *card, unsigned lce, const struct copy_state *state)
{
    const struct topology_engine *engine = gv_topology_lce(&card->topology, lce);

    return (struct client){ .group = TLB_COPIES,
                            .engine = engine->fault_id,
                            .number = engine->client,
                            .privileged = state->privileged,
                            .space = state->space };
}

/* The engine's settings are kept in the method buffer that the instance block names, a virtual address of BAR2 (§3.1).
 * No source has its format: pairs of method and data. A write that faults there is not reported. */
static void save_methods(struct gv100 *card, const struct copy_state *state)
{
    const struct client client = { .group = TLB_BARS,
                                   .privileged = true,
                                   .space = &card->faults->bar2 };
    const linear_addr word = linear_add(state->space->block, 4 * RAMIN_METHOD_BUFFER);
    uint64_t at = gv_memory_read64(card, word) & BITS64(GMMU_VA_BITS - 1, 0);
    struct access_end end;

    for (unsigned i = 0; i < PB_COPY_METHOD_COUNT && at; i++) {
        const uint32_t method = pb_copy_methods[i].address;
        uint8_t bytes[8];

        if (method >= COPY_METHODS)
            continue;
        bytes_put32(bytes, method);
        bytes_put32(bytes + 4, state->words[method / 4]);
        if (!gv_access_write(card, &client, at, bytes, sizeof(bytes), &end))
            return;
        at += sizeof(bytes);
    }
}

/* The fault is reported, the job waits, and host stops the channel (§6.3). */
static void stop(struct gv100 *card, unsigned lce, struct copy_state *state,
                 const struct access_end *end, enum gmmu_access_type type)
{
    const struct client client = gv_copy_client(card, lce, state);

    if (card->broken[DEFECT_COPY_FAULT_AS_READ])
        type = GMMU_ACCESS_VIRT_READ;
    gv_fault_report(card, &client, end->at, type, end->fault);
    save_methods(card, state);
    state->job.stopped = true;
    card->hooks->engine_faulted(card, lce, state->channel);
}

static uint64_t line_start(const struct copy_end *end, uint32_t line)
{
    return end->at + (uint64_t)((int64_t)end->pitch * line);
}

/* Bytes of one end of a job, at `offset` in its present line. False: a fault, which is reported; the job stops. */
static bool gv_copy_read(struct gv100 *card, unsigned lce, struct copy_state *state,
                         uint64_t offset, void *bytes, size_t size)
{
    const struct copy_end *from = &state->job.from;
    const uint64_t at = line_start(from, state->job.line) + offset;
    const struct client client = gv_copy_client(card, lce, state);
    struct access_end end;

    if (from->physical) {
        gv_memory_read(card, (linear_addr){ at, from->target }, bytes, size);
        return true;
    }
    if (gv_access_read(card, &client, at, bytes, size, &end))
        return true;
    stop(card, lce, state, &end, GMMU_ACCESS_VIRT_READ);
    return false;
}

static bool gv_copy_write(struct gv100 *card, unsigned lce, struct copy_state *state,
                          uint64_t offset, const void *bytes, size_t size)
{
    const struct copy_end *to = &state->job.to;
    const uint64_t at = line_start(to, state->job.line) + offset;
    const struct client client = gv_copy_client(card, lce, state);
    struct access_end end;

    if (to->physical) {
        gv_memory_write(card, (linear_addr){ at, to->target }, bytes, size);
        return true;
    }
    if (gv_access_write(card, &client, at, bytes, size, &end))
        return true;
    stop(card, lce, state, &end, GMMU_ACCESS_VIRT_WRITE);
    return false;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

/* Bytes as they are. False: a fault. */
static bool copy_piece(struct gv100 *card, unsigned lce, struct copy_state *state, int *budget)
{
    struct copy_job *job = &state->job;
    const uint32_t size = LEAST(job->length - job->done, PIECE);
    uint8_t bytes[PIECE];

    *budget -= (int)(2 + size / UNIT_BYTES);
    if (!gv_copy_read(card, lce, state, job->done, bytes, size))
        return false;
    if (card->broken[DEFECT_COPY_BIT_WRONG] && size == PIECE)
        bytes[0x321] ^= 4;
    if (!gv_copy_write(card, lce, state, job->done, bytes, size))
        return false;
    job->done += size;
    return true;
}

/* One element: components from the source, constants, or the old ones. */
static void remap_element(const struct remap *remap, const uint8_t *in, uint8_t *out)
{
    for (unsigned i = 0; i < remap->count; i++) {
        const uint8_t from = remap->from[i];
        uint8_t *const to = out + i * remap->size;

        if (from == COPY_REMAP_CONST_A || from == COPY_REMAP_CONST_B)
            bytes_put(to, remap->constant[from - COPY_REMAP_CONST_A], remap->size);
        else if (from < COPY_REMAP_CONST_A)
            memcpy(to, in + from * remap->size, remap->size);
    }
}

/* A fill: all elements are the same. The finished part is copied to its own end, twice as much each time. */
static void repeat_element(const struct remap *remap, uint8_t *out, uint32_t size)
{
    memset(out, 0, (size_t)remap->size * remap->count);
    remap_element(remap, NULL, out);
    for (uint32_t done = remap->size * remap->count, more; done < size; done += more) {
        more = LEAST(done, size - done);
        memcpy(out + done, out, more);
    }
}

/* The components of some elements that are written, each element by itself where one of them is not. */
static bool write_elements(struct gv100 *card, unsigned lce, struct copy_state *state,
                           const struct remap *remap, const uint8_t *out, uint32_t elements)
{
    const uint32_t step = remap->size * remap->count;
    const uint64_t offset = (uint64_t)state->job.done * step;
    bool whole = true;

    for (unsigned i = 0; i < remap->count; i++)
        whole &= remap->from[i] != COPY_REMAP_NO_WRITE;
    if (whole)
        return gv_copy_write(card, lce, state, offset, out, (size_t)elements * step);
    for (uint32_t e = 0; e < elements; e++)
        for (unsigned i = 0; i < remap->count; i++) {
            const uint32_t at = e * step + i * remap->size;

            if (remap->from[i] != COPY_REMAP_NO_WRITE &&
                !gv_copy_write(card, lce, state, offset + at, out + at, remap->size))
                return false;
        }
    return true;
}

static bool reads_source(const struct remap *remap)
{
    for (unsigned i = 0; i < remap->count; i++)
        if (remap->from[i] < COPY_REMAP_CONST_A)
            return true;
    return false;
}

/* How many elements of that many bytes a piece takes. */
static uint32_t in_piece(uint32_t step)
{
    return step > 1 ? PIECE / step : PIECE;
}

/* Takes a piece's cost off the budget: a fill reads nothing, so more of it fits. */
static void charge_remap(const struct remap *remap, uint32_t elements, int *budget)
{
    const uint32_t bytes = elements * remap->size * remap->count;

    *budget -= (int)(4 + (gv_copy_is_fill(remap) ? bytes / UNIT_BYTES : elements / 4));
}

/* Components from the source, and constants between them. */
static bool swizzle_piece(struct gv100 *card, unsigned lce, struct copy_state *state,
                          const struct remap *remap, int *budget)
{
    const uint32_t in_step = remap->size * remap->sources, out_step = remap->size * remap->count;
    struct copy_job *job = &state->job;
    const uint32_t elements = LEAST(job->length - job->done, ELEMENTS);
    uint8_t in[PIECE] = { 0 }, out[PIECE] = { 0 };

    charge_remap(remap, elements, budget);
    if (!gv_copy_read(card, lce, state, (uint64_t)job->done * in_step, in,
                      (size_t)elements * in_step))
        return false;
    for (uint32_t e = 0; e < elements; e++)
        remap_element(remap, in + e * in_step, out + e * out_step);
    if (!write_elements(card, lce, state, remap, out, elements))
        return false;
    job->done += elements;
    return true;
}

/* Constants alone. */
static bool fill_piece(struct gv100 *card, unsigned lce, struct copy_state *state,
                       const struct remap *remap, int *budget)
{
    const uint32_t step = remap->size * remap->count;
    struct copy_job *job = &state->job;
    const uint32_t elements = LEAST(job->length - job->done, in_piece(step));
    uint8_t out[PIECE];

    charge_remap(remap, elements, budget);
    repeat_element(remap, out, elements * step);
    if (!write_elements(card, lce, state, remap, out, elements))
        return false;
    job->done += elements;
    return true;
}

static bool remap_piece(struct gv100 *card, unsigned lce, struct copy_state *state, int *budget)
{
    const struct remap remap = gv_copy_remap(card, state);

    return reads_source(&remap) ? swizzle_piece(card, lce, state, &remap, budget)
                                : fill_piece(card, lce, state, &remap, budget);
}

/* ---- the end --------------------------------------------------------------------------------- */

/* The semaphore at the end of a copy as a read-modify-write: its translation asks for atomic
 * access. */
static bool reduce(struct gv100 *card, unsigned lce, struct copy_state *state, uint64_t at,
                   uint32_t payload)
{
    const struct client client = gv_copy_client(card, lce, state);
    const uint32_t launch = state->job.launch;
    struct access_result result;
    struct access_end end = { .at = at };
    const bool served = gv_knob(card, KNOB_COPY_ATOMIC) == COPY_ATOMIC_SERVED ||
                        card->broken[DEFECT_COPY_REDUCTION_AS_WRITE];
    const enum gmmu_access_type type = served ? GMMU_ACCESS_VIRT_WRITE : gv_access_reduction(card);
    uint64_t value;

    if (!gv_access_translate(card, &client, at, type, &result)) {
        end.fault = result.fault;
        stop(card, lce, state, &end, type);
        return false;
    }
    const struct reduction reduction = {
        .operation = FIELD_GET(COPY_LAUNCH_REDUCTION, launch),
        .is_signed = !(launch & COPY_LAUNCH_REDUCTION_UNSIGNED),
    };
    value = gv_memory_read32(card, result.at);
    gv_reduce(&reduction, &value, payload);
    gv_memory_write32(card, result.at, (uint32_t)value);
    return true;
}

/* One word, or four: payload, 0, and the time (§7). */
static bool release(struct gv100 *card, unsigned lce, struct copy_state *state)
{
    const uint32_t launch = state->job.launch;
    const uint32_t payload = state->taken[COPY_SET_SEMAPHORE_PAYLOAD / 4];
    const uint64_t at = (uint64_t)(state->taken[COPY_SET_SEMAPHORE_A / 4] & COPY_OFFSET_UPPER)
                            << 32 |
                        state->taken[COPY_SET_SEMAPHORE_B / 4];
    const bool long_one =
        FIELD_GET(COPY_LAUNCH_SEMAPHORE, launch) == COPY_LAUNCH_SEMAPHORE_FOUR_WORDS ||
        card->broken[DEFECT_COPY_SEMAPHORE_LONG];
    const struct client client = gv_copy_client(card, lce, state);
    struct access_end end;
    uint8_t bytes[16];

    if (FIELD_GET(COPY_LAUNCH_SEMAPHORE, launch) == COPY_LAUNCH_SEMAPHORE_NONE ||
        card->broken[DEFECT_COPY_NO_SEMAPHORE])
        return true;
    if ((launch & COPY_LAUNCH_REDUCTION_ENABLE) && !card->broken[DEFECT_COPY_REDUCTION_PLAIN])
        return reduce(card, lce, state, at, payload);
    const bool time_first = long_one && gv_knob(card, KNOB_FOUR_WORDS) == FOUR_WORDS_TIME;

    bytes_put64(bytes + (time_first ? 8 : 0), payload);
    bytes_put64(bytes + (time_first ? 0 : 8),
                card->broken[DEFECT_COPY_SEMAPHORE_NO_TIME] ? 0 : gv_clock_stamp(card));
    if (gv_access_write(card, &client, at, bytes, long_one ? 16 : 4, &end))
        return true;
    stop(card, lce, state, &end, GMMU_ACCESS_VIRT_WRITE);
    return false;
}

/* The semaphore and the interrupt that the launch asked for. False: a fault. */
static bool gv_copy_finish(struct gv100 *card, unsigned lce, struct copy_state *state)
{
    const uint32_t interrupt = FIELD_GET(COPY_LAUNCH_INTERRUPT, state->job.launch);

    if (!release(card, lce, state))
        return false;
    state->job.active = false;
    card->copies[lce].owner = NULL;
    if (interrupt)
        gv_copy_raise(card, lce, interrupt == 1 ? LCE_INTR_BLOCKPIPE : LCE_INTR_NONBLOCKPIPE);
    return true;
}

static bool step(struct gv100 *card, unsigned lce, struct copy_state *state, int *budget)
{
    struct copy_job *job = &state->job;

    if (job->line >= job->lines || job->length == 0) {
        *budget -= 1;
        return gv_copy_finish(card, lce, state);
    }
    const bool moved = job->launch & COPY_LAUNCH_REMAP ? remap_piece(card, lce, state, budget)
                                                       : copy_piece(card, lce, state, budget);
    if (moved && job->done == job->length) {
        job->done = 0;
        job->line++;
    }
    return moved;
}

static bool has_pce(const struct gv100 *card, unsigned lce)
{
    return lce < 3 || lce + gv_knob(card, KNOB_LCES_WITHOUT_PCE) < card->topology.lces;
}

bool gv_copy_run(struct gv100 *card, unsigned lce, int *budget)
{
    struct copy_state *const state = card->copies[lce].owner;
    bool any = false;

    if (!has_pce(card, lce))
        return false;
    while (*budget > 0 && state && state->job.active && !state->job.stopped) {
        any = true;
        if (!step(card, lce, state, budget))
            break;
    }
    return any;
}
