/* hw/nv50/pcounter.h: PCOUNTER, the performance counters. No bit of PMC_ENABLE gates it.
 *
 * Shape   a domain is a clock with up to 256 signals and one set of registers; register of domain d
 *         = base + 4 * d.
 * Source  docs/hardware/tesla-engines.md §5. */
#ifndef HW_NV50_PCOUNTER_H
#define HW_NV50_PCOUNTER_H

#include "hw/bits.h"
#include "hw/nv50/chip.h"

/* A write of PRE_OP swaps in quad mode: came with G84, as register 0x00154c did. Before, PGRAPH's
 * PM_TRIGGER does. */
#define PCOUNTER_FEATURE_SWAP FEATURE_HWUNITS_1

#define PCOUNTER_DOMAINS 8
#define PCOUNTER_SIGNALS 256

/* Four sources make an input: signals in four bytes, and a truth table over them. */
#define PCOUNTER_PRE_SRC 0x00a400
#define PCOUNTER_PRE_OP                                                                            \
    0x00a420 /* writing it starts a single count; from G84 on it swaps in quad mode */
#define PCOUNTER_START_SRC  0x00a440
#define PCOUNTER_START_OP   0x00a460
#define PCOUNTER_EVENT_SRC  0x00a480
#define PCOUNTER_EVENT_OP   0x00a4a0
#define PCOUNTER_STOP_SRC   0x00a4c0
#define PCOUNTER_STOP_OP    0x00a4e0
#define PCOUNTER_SETFLAG_OP 0x00a500
#define PCOUNTER_CLRFLAG_OP 0x00a520

#define PCOUNTER_OP_TABLE  BITS(15, 0) /* bit n: the value where source i is bit i of n */
#define PCOUNTER_OP_NEVER  0x0000
#define PCOUNTER_OP_FIRST  0xaaaa /* source 0 as it is */
#define PCOUNTER_OP_ALWAYS 0xffff

#define PCOUNTER_SRC_STATUS     0x00a540
#define PCOUNTER_SPEC_SRC       0x00a560 /* G84+; 7:0 the signal that swaps in quad mode */
#define PCOUNTER_USER_TRIGGER   0x00a580 /* GT215+ */
#define PCOUNTER_CTR_CYCLES     0x00a600
#define PCOUNTER_CTR_CYCLES_ALT 0x00a640
#define PCOUNTER_CTR_EVENT      0x00a680
#define PCOUNTER_CTR_START      0x00a6c0
#define PCOUNTER_CTR_PRE        0x00a700
#define PCOUNTER_CTR_STOP       0x00a740
#define PCOUNTER_THRESHOLD      0x00a780

#define PCOUNTER_CTRL              0x00a7c0
#define PCOUNTER_CTRL_MODE         BITS(1, 0)
#define PCOUNTER_CTRL_QUAD_STATE   BITS(25, 24)
#define PCOUNTER_CTRL_SINGLE_STATE BITS(29, 28)
#define PCOUNTER_QUAD_ACK          0x00a7e0
#define PCOUNTER_QUAD_ACK_ONE      BIT(0)
#define PCOUNTER_SIG_STATUS        0x00a800 /* + 0x20 * d, eight words: the level of each signal */

enum pcounter_mode { PCOUNTER_SINGLE = 0, PCOUNTER_QUAD = 1, PCOUNTER_RECORD = 2 };
enum pcounter_quad_state {
    PCOUNTER_QUAD_EMPTY = 0,
    PCOUNTER_QUAD_VALID = 1,
    PCOUNTER_QUAD_OVERFLOW = 3,
};
enum pcounter_state {
    PCOUNTER_INACTIVE = 0,
    PCOUNTER_WAIT_PRE = 1,
    PCOUNTER_WAIT_START = 2,
    PCOUNTER_COUNTING = 3,
};

/* PFB_PART_PM_SEL, one word for each hardware partition (§5.4; tesla-vm.md §6.6 C). */
#define PART_PM_SEL_CLIENT     BITS(4, 0) /* G84 to G200 */
#define PART_PM_SEL_ENABLE     BIT(5)
#define PART_PM_SEL_CLIENT_NEW BITS(6, 0) /* GT215+: the numbers are not known */
#define PART_PM_SEL_ENABLE_NEW BIT(31)

#define PART_PM_PFIFO_READ     0x00
#define PART_PM_DISPATCH_READ  0x05
#define PART_PM_DISPATCH_WRITE 0x06
#define PART_PM_PFIFO_WRITE    0x1c /* marked doubtful by its source */

#define PCOUNTER_NO_DOMAIN 0xff

/* Where a chipset's memory signals are (§5.1, §5.4). */
struct pcounter_wiring {
    uint8_t core;           /* domain that has PFB's signals: core clock D, on G80 B */
    uint8_t core_signals;   /* of its own; from there on they belong to PCOUNTER itself */
    uint8_t memory;         /* domain of the memory clock, or PCOUNTER_NO_DOMAIN */
    uint8_t memory_signals; /* as core_signals */
    uint8_t pfb_write;      /* signal; read and flush follow it. 0: not known */
};

extern const struct pcounter_wiring pcounter_wirings[CHIP_COUNT];

#endif
