/* hw/gv100/refusal.h: the words that a read gives of a register that does not answer. The names are ours.
 *
 * Shape   bits 31:8 are the reason, 7:0 who refused or a count. Words of registers only: memory may hold them.
 * Source  docs/hardware/gv100.md §1.7. */
#ifndef HW_GV100_REFUSAL_H
#define HW_GV100_REFUSAL_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/bits.h"

#define REFUSAL_KIND             BITS(31, 8)
#define REFUSAL_DETAIL           BITS(7, 0)
#define REFUSAL_HOST_TIMEOUT     0xbad00100u
#define REFUSAL_HOST_NO_REGISTER 0xbad00200u
#define REFUSAL_HOST_RING        0xbad00f00u
#define REFUSAL_MEMORY           0xbad0ac00u /* the window in BAR0: memory refuses; 7:0 count the reads */
#define REFUSAL_MEMORY_SILENT    0xbad0b000u
#define REFUSAL_HOST_SQUASHED    0xbad0da00u
#define REFUSAL_TIMEOUT          0xbadf1000u
#define REFUSAL_NOBODY           0xbadf1100u
#define REFUSAL_IN_RESET         0xbadf1200u
#define REFUSAL_FUSED_OFF        0xbadf1300u
#define REFUSAL_NO_GPC           0xbadf2000u
#define REFUSAL_POWER_OFF        0xbadf2200u
#define REFUSAL_RING_DEAD        0xbadf3000u
#define REFUSAL_NO_REGISTER      0xbadf5040u
#define REFUSAL_PRIVILEGE        0xbadf5100u
#define REFUSAL_PRIVILEGE_BEHIND 0xbadf5200u
#define REFUSAL_LOCAL_RING       0xbadf5300u
#define REFUSAL_FALCON           0xbadf5400u
#define REFUSAL_NO_ROUTE         0xbadf5500u

/* The reason in the word of a register; null: the word is a value. */
const char *refusal_words(uint32_t word);

static inline bool is_refusal(uint32_t word)
{
    return word >> 16 == 0xbad0 || word >> 16 == 0xbadf;
}

#endif
