/* Host's semaphores: SEM_EXECUTE, and the older SEMAPHORED with the opposite meaning of its WFI bit
 * (docs/hardware/gv100.md §4.4, §4.5). */
#include "hw/gv100/methods.h"
#include "hw/gv100/ppbdma.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/base/reduction.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/memory.h"

#define RETRY_NS_MIN  20000 /* a look at guest memory costs more than the card's own would */
#define HOST_CLOCK_NS 1
#define LATE_NS       100000000 /* of a defect */

enum kind {
    RELEASE,
    REDUCE,
    ACQUIRE_EQUAL,
    ACQUIRE_GEQ,
    ACQUIRE_CIRC_GEQ,
    ACQUIRE_AND,
    ACQUIRE_NOR
};

/* Both families' operation, taken apart. */
struct semaphore {
    enum kind kind;
    bool waits_for_idle, wide, stamped, may_switch;
    struct reduction reduction;
    uint64_t at, payload;
};

static enum step done(struct pbdma *pbdma)
{
    pbdma->words[RAMFC_METHOD0] &= ~RAMFC_METHOD_VALID;
    pbdma->acquire_ns = 0;
    return STEP_DONE;
}

static enum step bad(struct gv100 *card, unsigned number)
{
    return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_SEMAPHORE);
}

static enum step fault_at(struct gv100 *card, unsigned number, const struct access_end *end,
                          enum gmmu_access_type type)
{
    return gv_pbdma_fault(card, number, end->at, type, end->fault);
}

/* ---- release --------------------------------------------------------------------------------- */

/* The time is written before the payload, so that a reader of the payload also sees its time
 * (§4.5). */
static enum step release(struct gv100 *card, unsigned number, const struct semaphore *semaphore)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct client client = gv_pbdma_client(card, number);
    const uint64_t time = gv_clock_stamp(card);
    struct access_end end;
    uint8_t bytes[8];

    if (semaphore->stamped && !card->broken[DEFECT_SEM_TIME_LATE]) {
        bytes_put64(bytes, card->broken[DEFECT_SEM_TIME_WRONG] ? time / 2 : time);
        if (!gv_access_write(card, &client, semaphore->at + 8, bytes, 8, &end))
            return fault_at(card, number, &end, GMMU_ACCESS_VIRT_WRITE);
    }
    const uint64_t payload = semaphore->wide && !card->broken[DEFECT_SEM_HIGH_LOST]
                                 ? semaphore->payload
                                 : (uint32_t)semaphore->payload;
    bytes_put64(bytes, payload);
    if (!gv_access_write(card, &client, semaphore->at, bytes,
                         semaphore->wide || semaphore->stamped ? 8 : 4, &end))
        return fault_at(card, number, &end, GMMU_ACCESS_VIRT_WRITE);
    return done(pbdma);
}

/* The defect sem-time-late: the time follows when software may have read the record already. */
static enum step release_late(struct gv100 *card, unsigned number,
                              const struct semaphore *semaphore)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct client client = gv_pbdma_client(card, number);
    struct channel *channel = gv_pbdma_channel(card, number);
    struct access_end end;
    uint8_t bytes[8];

    if (!pbdma->late_ns) {
        const enum step step = release(card, number, semaphore);

        if (step != STEP_DONE)
            return step;
        pbdma->words[RAMFC_METHOD0] |= RAMFC_METHOD_VALID;
        pbdma->late_ns = channel->retry_ns = shell_now_ns(&card->shell) + LATE_NS;
        channel->may_switch = false;
        return STEP_WAITS;
    }
    pbdma->late_ns = 0;
    bytes_put64(bytes, gv_clock_stamp(card));
    if (!gv_access_write(card, &client, semaphore->at + 8, bytes, 8, &end))
        return fault_at(card, number, &end, GMMU_ACCESS_VIRT_WRITE);
    return done(pbdma);
}

/* ---- reduction ------------------------------------------------------------------------------- */

/* Release with reduction. The time stamp goes after the payload, at the same translation. */
static enum step reduce(struct gv100 *card, unsigned number, const struct semaphore *semaphore)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct client client = gv_pbdma_client(card, number);
    const size_t size = semaphore->wide ? 8 : 4;
    const enum gmmu_access_type type = gv_access_reduction(card);
    struct access_result result;
    uint8_t bytes[8];

    if (!gv_reduction_valid(&semaphore->reduction))
        return bad(card, number);
    if (!gv_access_translate(card, &client, semaphore->at, type, &result))
        return gv_pbdma_fault(card, number, semaphore->at, type, result.fault);
    gv_memory_read(card, result.at, bytes, size);
    uint64_t value = bytes_get(bytes, size);
    struct reduction reduction = semaphore->reduction;
    if (card->broken[DEFECT_SEM_REDUCTION_UNSIGNED])
        reduction.is_signed = false;
    gv_reduce(&reduction, &value, semaphore->payload);
    bytes_put(bytes, value, size);
    gv_memory_write(card, result.at, bytes, size);
    if (semaphore->stamped && !card->broken[DEFECT_SEM_REDUCTION_NO_TIME]) {
        bytes_put64(bytes, gv_clock_stamp(card));
        gv_memory_write(card, linear_add(result.at, 8), bytes, 8);
    }
    return done(pbdma);
}

/* ---- acquire --------------------------------------------------------------------------------- */

/* The circular comparison takes the difference as a signed number, so that a counter may wrap. */
static bool satisfied(const struct gv100 *card, const struct semaphore *semaphore, uint64_t memory)
{
    const uint64_t payload = semaphore->payload;
    const uint64_t difference = memory - payload;

    if (card->broken[DEFECT_SEM_ACQUIRE_PASSES])
        return true;
    switch (semaphore->kind) {
    case ACQUIRE_GEQ:
        return memory >= payload;
    case ACQUIRE_CIRC_GEQ:
        if (card->broken[DEFECT_SEM_GEQ_NOT_CIRCULAR])
            return memory >= payload;
        return !(difference >> (semaphore->wide ? 63 : 31) & 1);
    case ACQUIRE_AND:
        return (memory & payload) != 0;
    case ACQUIRE_NOR:
        return (semaphore->wide ? ~(memory | payload) : (uint32_t) ~(memory | payload)) != 0;
    default:
        return memory == payload;
    }
}

static uint64_t retry_after(const struct pbdma *pbdma)
{
    const uint32_t acquire = pbdma->words[RAMFC_ACQUIRE];
    const uint64_t ns = ((uint64_t)FIELD_GET(RAMFC_ACQUIRE_RETRY_MAN, acquire)
                         << FIELD_GET(RAMFC_ACQUIRE_RETRY_EXP, acquire)) *
                        HOST_CLOCK_NS;

    return ns < RETRY_NS_MIN ? RETRY_NS_MIN : ns;
}

static bool timed_out(const struct gv100 *card, const struct pbdma *pbdma)
{
    const uint32_t acquire = pbdma->words[RAMFC_ACQUIRE];
    const uint64_t limit = 1024 * (uint64_t)FIELD_GET(RAMFC_ACQUIRE_TIMEOUT_MAN, acquire)
                           << FIELD_GET(RAMFC_ACQUIRE_TIMEOUT_EXP, acquire);

    return (acquire & RAMFC_ACQUIRE_TIMEOUT_EN) &&
           shell_now_ns(&card->shell) - pbdma->acquire_ns > limit;
}

/* Not there yet: the channel tries again later and may lose its PBDMA meanwhile, until its time is
 * up. */
static enum step acquire(struct gv100 *card, unsigned number, const struct semaphore *semaphore)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct channel *channel = gv_pbdma_channel(card, number);
    const struct client client = gv_pbdma_client(card, number);
    const size_t size = semaphore->wide && !card->broken[DEFECT_SEM_ACQUIRE_SHORT] ? 8 : 4;
    struct access_end end;
    uint8_t bytes[8];

    if (!gv_access_read(card, &client, semaphore->at, bytes, size, &end))
        return fault_at(card, number, &end, GMMU_ACCESS_VIRT_READ);
    if (satisfied(card, semaphore, bytes_get(bytes, size)))
        return done(pbdma);
    if (!pbdma->acquire_ns)
        pbdma->acquire_ns = shell_now_ns(&card->shell);
    if (timed_out(card, pbdma) && !card->broken[DEFECT_SEM_NO_TIMEOUT]) {
        pbdma->acquire_ns = 0;
        return gv_pbdma_reject(card, number, 0, PPBDMA_INTR_0_ACQUIRE);
    }
    channel->retry_ns = shell_now_ns(&card->shell) + retry_after(pbdma);
    channel->may_switch = semaphore->may_switch;
    return STEP_WAITS;
}

/* ---- both families --------------------------------------------------------------------------- */

static bool is_misaligned(const struct semaphore *semaphore)
{
    const bool record =
        semaphore->stamped && (semaphore->kind == RELEASE || semaphore->kind == REDUCE);

    return semaphore->at & (record ? 15 : semaphore->wide ? 7 : 3);
}

static enum step perform(struct gv100 *card, unsigned number, const struct semaphore *semaphore)
{
    if (is_misaligned(semaphore) && !card->broken[DEFECT_SEM_ALIGNMENT_UNCHECKED])
        return bad(card, number);
    if (semaphore->kind != RELEASE)
        return semaphore->kind == REDUCE ? reduce(card, number, semaphore)
                                         : acquire(card, number, semaphore);
    if (semaphore->waits_for_idle && card->broken[DEFECT_SEM_WFI_LOST])
        return done(&card->fifo->pbdmas[number]);
    if (semaphore->waits_for_idle && card->broken[DEFECT_SEM_WFI_STUCK])
        return STEP_BUSY;
    if (semaphore->waits_for_idle != card->broken[DEFECT_SEM_WFI_INVERTED] &&
        gv_pbdma_is_awaited(card, number))
        return STEP_BUSY;
    if (semaphore->stamped && card->broken[DEFECT_SEM_TIME_LATE])
        return release_late(card, number, semaphore);
    return release(card, number, semaphore);
}

static uint64_t address_of(const struct pbdma *pbdma)
{
    return (uint64_t)(pbdma->words[RAMFC_SEM_ADDR_HI] & 0xff) << 32 |
           (pbdma->words[RAMFC_SEM_ADDR_LO] & ~3u);
}

/* Takes the method's fields into the form of the older semaphores, because both are performed alike. */
enum step gv_semaphore_execute(struct gv100 *card, unsigned number, uint32_t data)
{
    static const enum kind kinds[] = { ACQUIRE_EQUAL, RELEASE,     ACQUIRE_GEQ, ACQUIRE_CIRC_GEQ,
                                       ACQUIRE_AND,   ACQUIRE_NOR, REDUCE };
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t operation = FIELD_GET(PPBDMA_SEM_EXECUTE_OPERATION, data);

    pbdma->words[RAMFC_SEM_EXECUTE] = data;
    if (operation >= ARRAY_SIZE(kinds))
        return bad(card, number);
    if (kinds[operation] == RELEASE && card->broken[DEFECT_SEM_NEW_RELEASE_LOST])
        return done(pbdma);
    struct semaphore semaphore = {
        .kind = kinds[operation],
        .waits_for_idle =
            data & PPBDMA_SEM_EXECUTE_RELEASE_WFI && !card->broken[DEFECT_SEM_NEW_WFI_IGNORED],
        .wide = data & PPBDMA_SEM_EXECUTE_PAYLOAD_SIZE,
        .stamped = data & PPBDMA_SEM_EXECUTE_RELEASE_TIMESTAMP,
        .may_switch = data & PPBDMA_SEM_EXECUTE_ACQUIRE_SWITCH_TSG,
        .at = address_of(pbdma),
        .payload = pbdma->words[RAMFC_SEM_PAYLOAD_LO],
    };
    if (semaphore.wide)
        semaphore.payload |= (uint64_t)pbdma->words[RAMFC_SEM_PAYLOAD_HI] << 32;
    semaphore.reduction = (struct reduction){
        .operation = FIELD_GET(PPBDMA_SEM_EXECUTE_REDUCTION, data),
        .is_signed = !(data & PPBDMA_SEM_EXECUTE_REDUCTION_FORMAT),
        .wide = semaphore.wide,
    };
    return perform(card, number, &semaphore);
}

/* The operation is one of five bits. Its acquires compare 32 bits, >= as a circle (§4.4). */
static bool old_kind(const struct gv100 *card, uint32_t operation, enum kind *kind)
{
    switch (operation) {
    case HOST_SEMAPHORED_OPERATION_ACQUIRE:
        *kind = ACQUIRE_EQUAL;
        return true;
    case HOST_SEMAPHORED_OPERATION_RELEASE:
        *kind = RELEASE;
        return true;
    case HOST_SEMAPHORED_OPERATION_ACQ_GEQ:
        *kind = ACQUIRE_CIRC_GEQ;
        return true;
    case HOST_SEMAPHORED_OPERATION_ACQ_AND:
        *kind = card->broken[DEFECT_SEM_OLD_AND_EQUAL] ? ACQUIRE_EQUAL : ACQUIRE_AND;
        return true;
    case HOST_SEMAPHORED_OPERATION_REDUCTION:
        *kind = card->broken[DEFECT_SEM_OLD_REDUCTION_PLAIN] ? RELEASE : REDUCE;
        return true;
    default:
        return false;
    }
}

enum step gv_semaphore_old(struct gv100 *card, unsigned number, uint32_t data)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct semaphore semaphore = {
        .waits_for_idle = !(data & HOST_SEMAPHORED_RELEASE_WFI_DISABLED),
        .stamped = !(data & HOST_SEMAPHORED_RELEASE_SIZE_4BYTE) ||
                   card->broken[DEFECT_SEM_OLD_SIZE_IGNORED],
        .may_switch = data & HOST_SEMAPHORED_ACQUIRE_SWITCH,
        .at = address_of(pbdma),
        .payload = pbdma->words[RAMFC_SEM_PAYLOAD_LO],
        .reduction = { .operation = FIELD_GET(HOST_SEMAPHORED_REDUCTION, data),
                       .is_signed = !(data & HOST_SEMAPHORED_FORMAT_UNSIGNED) },
    };

    if (!old_kind(card, FIELD_GET(HOST_SEMAPHORED_OPERATION, data), &semaphore.kind))
        return bad(card, number);
    return perform(card, number, &semaphore);
}
