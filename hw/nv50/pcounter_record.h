/* hw/nv50/pcounter_record.h: PCOUNTER's record buffer. G84 and later; not gated by PMC_ENABLE, no interrupt.
 *
 * Shape   most registers exist once for each of eight domains, 4 bytes apart.
 * Units   bytes.
 * Source  docs/hardware/tesla-engines.md §5.1, §5.5. */
#ifndef HW_NV50_PCOUNTER_RECORD_H
#define HW_NV50_PCOUNTER_RECORD_H

#include "hw/nv50/pcounter.h"

#define PCOUNTER_RECORD_HIGH   0x00a6a0 /* G92+ */
#define PCOUNTER_RECORD_STATUS 0x00a6e0
#define PCOUNTER_STATUS_FAULT  BIT(0)
#define PCOUNTER_RECORD_LIMIT  0x00a720
#define PCOUNTER_RECORD_START  0x00a760
#define PCOUNTER_RECORD_CHAN   0x00a7a0
#define PCOUNTER_CHAN_DESC     BITS(29, 0)
#define PCOUNTER_CHAN_VALID    BIT(31)
#define PCOUNTER_RECORD_DMA    0x00a7a4
#define PCOUNTER_GCTRL         0x00a7a8
#define PCOUNTER_CTRL_SHORT    BIT(20)
#define PCOUNTER_CTRL_PERIOD   BITS(23, 21)
#define PCOUNTER_PERIODIC      0x0d /* signal, from the start of the domain's trailer */

#define PCOUNTER_PACKET_SHORT 16
#define PCOUNTER_PACKET_LONG  32

/* Signal 0 of a domain's trailer, whose numbers are the same in every domain; here for domain 0. */
struct pcounter_trailer {
    uint8_t first;
    uint32_t chips;
};

#define PCOUNTER_TRAILERS 4
extern const struct pcounter_trailer pcounter_trailers[PCOUNTER_TRAILERS];

#endif
