/* tests/model/gv100/host/rounds_rig.h: channels of the GV100 model that wait, yield and copy, for tests of who runs when.
 *
 * Shape   methods as words of a push buffer; FLAG(n) are semaphores that channels set to say that they ran.
 * Source  numbers are typed from docs/hardware/gv100.md §3.5, §4.2, §4.4. */
#pragma once

#include "tests/model/gv100/channel_rig.h"

#define IMMEDIATE(method, data) (0x80000000u | (data) << 16 | (method) / 4)
#define COPY(bytes)             COPY_BY(4, 0x1000000, bytes)

#define NOP(data)       IMMEDIATE(0x08, data)
#define REFERENCE(data) IMMEDIATE(0x50, data)
#define YIELD(op)       IMMEDIATE(0x80, op)
#define OF_RUNLIST      2
#define OF_TSG          3

#define CE      (1u << 17 | 2) /* CE_CTX_VALID; engine 2 is the one of runlist 1 */
#define PBDMA   1u             /* the first of runlist 1; 6 is its second */
#define SECOND  6u
#define FLAG(n) (SEM + 0x40 * (uint64_t)(n))

/* Channels from `first` on. Nothing wakes the card to write USERD. */
static inline void open_from(const struct model_config *config, unsigned first, unsigned count)
{
    open_world(config);
    build_space();
    wr(REF_PFIFO_USERD_WRITEBACK, 0);
    for (unsigned i = first; i < first + count; i++)
        make_channel(i, CE);
    for (unsigned i = 0; i < 8; i++)
        put(FLAG(i), 0);
}

static inline void open_channels(const struct model_config *config, unsigned count)
{
    open_from(config, 1, count);
}

static inline uint32_t on_pbdma(unsigned pbdma)
{
    return rd(REF_PFIFO_PBDMA_STATUS(pbdma)) >> 13 & 7 ? rd(REF_PFIFO_PBDMA_STATUS(pbdma)) & 0xfff
                                                       : 0;
}

/* A release by each of these channels, and who of them has made it. */
static inline unsigned who_runs(unsigned first, unsigned count)
{
    unsigned ran = 0;

    for (unsigned i = first; i < first + count; i++) {
        put(FLAG(i), 0);
        SEND(i, RELEASE(FLAG(i), 1, 1));
    }
    wait_ns(5 * MS);
    for (unsigned i = first; i < first + count; i++)
        ran |= get(FLAG(i)) << i;
    return ran;
}
