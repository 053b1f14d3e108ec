/* What channels of GV100's self tests are sent most: the window of the nth channel, from 0 on, is at 0x10000000 + 0x10000 n,
 * its semaphores 0x1000 after that; channels are 1, 4, 7 and so on (docs/hardware/gv100.md §4.4, §4.5). */
#pragma once

#include "hw/bits.h"
#include "tests/suite/gv100/watch_rig.h"

#define SEMAPHORES 0x10001000u
#define NEXT       0x10000u    /* from one channel's to the next one's */
#define DONE       0xff0       /* the semaphore that says that a segment was obeyed */
#define FREE       0x00100002u /* SEMAPHORED: a release that does not wait, 16 bytes */

static unsigned id; /* of the channel that is told */

static inline void entry(unsigned channel)
{
    id = channel;
    want("%u entry", id);
}

/* SEMAPHOREA to D: 0x10 to 0x1c. */
static inline void old(uint32_t at, uint32_t payload, uint32_t operation)
{
    want("%u inc 0.10=0\n%u inc 0.14=%x\n%u inc 0.18=%x\n%u inc 0.1c=%x", id, id, at, id, payload,
         id, operation);
}

/* SEM_ADDR_LO to SEM_EXECUTE: 0x5c to 0x6c. */
static inline void newer(uint32_t at, uint64_t payload, uint32_t execute)
{
    want("%u inc 0.5c=%x\n%u inc 0.60=0\n%u inc 0.64=%x\n%u inc 0.68=%x\n%u inc 0.6c=%x", id, at,
         id, id, (uint32_t)payload, id, (uint32_t)(payload >> 32), id, execute);
}

static inline void done(uint32_t number)
{
    old(SEMAPHORES + (id / 3) * NEXT + DONE, number, FREE);
}
