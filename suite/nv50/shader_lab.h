/* suite/nv50/shader_lab.h: multiprocessors at work, and the results of each.
 *
 * Shape   a launch has as many blocks as there are multiprocessors, and each block takes all shared memory, so that each
 *         multiprocessor gets one. A block reads in $physid where it runs; its results go to the slot of that place. One
 *         multiprocessor is made to work alone by ending the blocks of all others at their start (tesla-isa.md §3; that
 *         $physid numbers TPCs as the mask of 0x1540 does is unverified E43).
 * Errors  of the card's rig: the test has them; a multiprocessor's mistakes stand in `wrong`. */
#ifndef SUITE_NV50_SHADER_LAB_H
#define SUITE_NV50_SHADER_LAB_H

#include "engines/nv50/compute.h"
#include "suite/kit/equations.h"
#include "suite/nv50/setup.h"
#include "suite/nv50/shader_work.h"

/* The mistakes of one multiprocessor; `count` 0 and manner CORE_WRONG: nothing. */
struct core_wrong {
    uint8_t manner;           /* enum core_manner */
    uint8_t row, thread;      /* of the first wrong word */
    bool known;               /* its right word is known to the bit */
    uint32_t seen, wanted;    /* of it */
    uint32_t lanes, bits;     /* of all wrong words */
    uint32_t count, compared; /* words */
};

struct shader_lab {
    struct setup setup;
    struct compute c;
    const struct shader_work *work;
    linear_addr code, results;
    unsigned threads;
    unsigned slot_log2; /* bytes from one multiprocessor's results to the next one's, in log2 */
    uint64_t there;
    struct core_wrong wrong[CORES_MAX];
};

/* False: the test has ended. */
bool shader_build(struct shader_lab *lab, struct test *t,
                  const struct shader_work *work) MUST_CHECK;
/* All at once, then each of them alone. */
bool shader_work_all(struct shader_lab *lab) MUST_CHECK;
/* Those that were wrong. */
uint64_t shader_bad(const struct shader_lab *lab);

/* The only lane of the wrong words. */
static inline uint8_t only_lane(uint32_t lanes)
{
    return bits_count(lanes) == 1 ? (uint8_t)lowest_bit_number(lanes) : FINDING_NO_LANE;
}

#endif
