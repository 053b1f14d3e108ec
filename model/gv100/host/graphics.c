/* The graphics runlist as host drives it (docs/hardware/gv100.md §4.3). Without property graphics it takes no method,
 * for nobody has loaded its programs; with it the front ends take all of them, are busy for a while, and draw
 * nothing. The trace lists these methods. One method of 3D has its effect: the report that drivers write fences with,
 * by the page tables of the channel's subcontext. */
#include "hw/gv100/gmmu.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ppbdma.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/fault.h"

#define BUSY_NS           20000 /* that a method keeps a front end busy */
#define SUB_3D            0
#define COMPUTE_SUB       1
#define CLASS_3D          0xc397
#define CLASS_COMPUTE     0xc3c0
#define CLASS_I2M         0xa140
#define CLASS_2D          0x902d
#define SECOND_FRONT_MASK BIT(COMPUTE_SUB) /* the subchannels that the second front end serves */

bool gv_is_graphics(const struct gv100 *card, unsigned number, uint32_t subchannel)
{
    const struct channel *channel = &card->fifo->channels[card->fifo->pbdmas[number].channel];

    return channel->runlist == 0 && subchannel < COPY_SUBCHANNEL;
}

/* ---- two methods in one entry ---------------------------------------------------------------- */

/* Whether the data word after the method that was just made may go with it: to the same address, or from an even double
 * word to the next one. */
static bool addresses_pair(const struct pbdma *pbdma)
{
    const uint32_t first = pbdma->words[RAMFC_METHOD0] & RAMFC_METHOD_ADDR;
    const uint32_t second = pbdma->words[RAMFC_PB_HEADER] & RAMFC_PB_HEADER_METHOD;

    return second == first || (first % 8 == 0 && second == first + 4);
}

bool gv_methods_pair(const struct gv100 *card, unsigned number)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t method = pbdma->words[RAMFC_METHOD0];

    return (method & RAMFC_METHOD_VALID) && !(method & RAMFC_METHOD_DUAL) &&
           (method & RAMFC_METHOD_ADDR) >= PB_HOST_METHODS &&
           gv_is_graphics(card, number, FIELD_GET(RAMFC_METHOD_SUBCH, method)) &&
           FIELD_GET(RAMFC_PB_COUNT_VALUE, pbdma->words[RAMFC_PB_COUNT]) != 0 &&
           FIELD_GET(RAMFC_PB_FETCH_HI_LENGTH, pbdma->words[RAMFC_PB_FETCH_HI]) != 0 &&
           addresses_pair(pbdma);
}

/* ---- changes of the subchannel --------------------------------------------------------------- */

static bool is_busy(struct gv100 *card, unsigned number, bool copies)
{
    if (copies)
        return gv_channel_is_working(card, gv_pbdma_channel(card, number));
    return shell_now_ns(&card->shell) < card->fifo->graphics_until_ns;
}

/* From graphics to the copy engine and back host waits for the one that it leaves, and for a flush to system memory;
 * from copies to graphics the front end forgets its cached words. Graphics itself sees to its own four. */
bool gv_subchannel_changes(struct gv100 *card, unsigned number, bool copies)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const enum last_unit last = copies ? LAST_COPIES : LAST_GRAPHICS;

    if (pbdma->last == LAST_NONE || pbdma->last == last) {
        pbdma->last = last;
        return true;
    }
    if (is_busy(card, number, pbdma->last == LAST_COPIES)) {
        shell_wake_after(&card->shell, BUSY_NS);
        return false;
    }
    shell_trace(&card->shell, "PBDMA %u flushes to system memory", number);
    if (last == LAST_GRAPHICS)
        shell_trace(&card->shell, "PBDMA %u lets graphics forget its caches", number);
    pbdma->last = last;
    return true;
}

/* ---- the front ends -------------------------------------------------------------------------- */

static bool serves(const struct gv100 *card, unsigned number, uint32_t subchannel)
{
    return (int)number == gv_topology_pbdma(&card->topology, 0, 0) ||
           (SECOND_FRONT_MASK >> subchannel & 1);
}

/* By the tables of the channel's VEID. A fault stops the channel, as one of a copy engine does. */
static enum step write_report(struct gv100 *card, unsigned number, uint32_t how)
{
    struct fifo *fifo = card->fifo;
    struct channel *channel = gv_pbdma_channel(card, number);
    const uint32_t veid =
        FIELD_GET(PPBDMA_SET_CHANNEL_INFO_VEID, fifo->pbdmas[number].words[RAMFC_SET_CHANNEL_INFO]);
    const uint64_t at = (uint64_t)(fifo->report[0] & BITS(7, 0)) << 32 | fifo->report[1];
    const uint64_t time = gv_clock_stamp(card);
    const uint32_t words[] = { fifo->report[2], 0, (uint32_t)time, (uint32_t)(time >> 32) };
    struct access_end end;

    if (FIELD_GET(GR3D_REPORT_OPERATION, how) != GR3D_REPORT_RELEASE)
        return STEP_DONE;
    gv_subcontexts_load(card, &fifo->subcontexts, channel->space.block);
    const struct client client = { .group = TLB_GRAPHICS,
                                   .engine = card->topology.engine[0].fault_id,
                                   .number = GMMU_HUB_CLIENT_FE,
                                   .privileged = gv_pbdma_is_privileged(&fifo->pbdmas[number]),
                                   .space = &fifo->subcontexts.spaces[veid] };
    if (gv_access_write(card, &client, at, words, how & GR3D_REPORT_ONE_WORD ? 4 : 16, &end))
        return STEP_DONE;
    gv_fault_report(card, &client, end.at, GMMU_ACCESS_VIRT_WRITE, end.fault);
    channel->engine_faulted = fifo->engine_faulted[0] = true;
    return STEP_FAULTED;
}

static enum step run_3d(struct gv100 *card, unsigned number, uint32_t method, uint32_t data)
{
    if (method == GR3D_REPORT)
        return write_report(card, number, data);
    if (method >= GR3D_REPORT_ADDRESS && method < GR3D_REPORT)
        card->fifo->report[(method - GR3D_REPORT_ADDRESS) / 4] = data;
    return STEP_DONE;
}

/* One or two methods that came in one entry: the second is to the same address, or to the next. A method that faults is
 * dropped. */
static enum step run_methods(struct gv100 *card, unsigned number, uint32_t subchannel)
{
    const struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t word = pbdma->words[RAMFC_METHOD0], first = word & RAMFC_METHOD_ADDR;
    const bool same = (pbdma->words[RAMFC_PB_HEADER] & RAMFC_PB_HEADER_METHOD) == first;
    enum step step = STEP_DONE;

    if (subchannel != SUB_3D)
        return STEP_DONE;
    step = run_3d(card, number, first, pbdma->words[RAMFC_DATA0]);
    if ((word & RAMFC_METHOD_DUAL) && step == STEP_DONE)
        step = run_3d(card, number, same ? first : first + 4, pbdma->words[RAMFC_DATA1]);
    return step;
}

/* The engine stays busy for BUSY_NS after a method, because a wait for idle would else have nothing to wait for. */
enum step gv_graphics_method(struct gv100 *card, unsigned number, uint32_t subchannel)
{
    static const uint16_t classes[COPY_SUBCHANNEL] = { CLASS_3D, CLASS_COMPUTE, CLASS_I2M,
                                                       CLASS_2D };
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t word = pbdma->words[RAMFC_METHOD0], data = pbdma->words[RAMFC_DATA0];
    const uint32_t method = word & RAMFC_METHOD_ADDR;

    if (!card->graphics_runs)
        return STEP_BUSY;
    if (!serves(card, number, subchannel) ||
        (method == HOST_SET_OBJECT &&
         FIELD_GET(HOST_SET_OBJECT_CLASS, data) != classes[subchannel]))
        return gv_pbdma_reject(card, number, 1, PPBDMA_INTR_1_HCE_ILLEGAL_CLASS);
    if (word & RAMFC_METHOD_DUAL)
        shell_trace(&card->shell, "graphics %u %04x %08x %08x", subchannel, method, data,
                    pbdma->words[RAMFC_DATA1]);
    else
        shell_trace(&card->shell, "graphics %u %04x %08x", subchannel, method, data);
    card->fifo->graphics_until_ns = shell_now_ns(&card->shell) + BUSY_NS;
    const enum step step = run_methods(card, number, subchannel);
    pbdma->words[RAMFC_METHOD0] &= ~(RAMFC_METHOD_VALID | RAMFC_METHOD_DUAL);
    return step;
}
