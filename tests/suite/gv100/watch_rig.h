/* tests/suite/gv100/watch_rig.h: one self test of GV100 in this process, and its accesses to the card, a line for each:
 *
 *     BAR1 r4 200000: vvvvvv 4K VRAM 41000       instance block and tables by their memory (v: VRAM, c, n: coherent and
 *                                                noncoherent system memory), the page, where it leads
 *     BAR1 w4 203124 deadbeef: vvvvv PDE         the fault that such an access has
 *     100cbc=80000005                            a register, written
 *     r 100c80                                   a register, read; the same one time after time is one line
 *     window r4 VRAM 41000                       memory, by the window of BAR0
 *     wait 20000                                 microseconds
 *     channel 1 bound in v, signature fade       where its block lies; its signature, if it is not the usual one
 *     channel 1 rings
 *     segment 10002000: 20040004 0 10001ff0 1 100002      one of its new GP entries, with the words it leads to; "sync",
 *                                                "conditional" and memory that is not VRAM after the address; "outside"
 *                                                where it leads nowhere
 *     entry 45: 0                                a control entry's opcode and operand
 *     1 entry                                    the same, told otherwise: a segment of channel 1, and its words:
 *     1 inc 0.10=0                               methods by subchannel, address and data (inc, noninc, oneinc, immd),
 *     1 nop                                      control entries by their name, other words as "1 word 0"
 *
 * Shape   want adds a line that is expected; watch runs the test and compares all lines. Addresses of system memory are
 *         the number of the piece that the test asked for, and the offset in it.
 * Units   numbers are hexadecimal, times decimal.
 * Errors  the test fails, with the first line that differs.
 * Source  docs/hardware/gv100.md §2.2, §3.1, §3.4, §3.5, §4.2, §5; the walk is written from there, apart from that of mmu/ and the model's. */
#pragma once

#include "tests/suite/run_rig.h"

/* Registers watched beside BAR1 and BAR2. */
#define WATCH_WRITES 1u /* registers */
#define WATCH_READS  2u
#define WATCH_WINDOW 4u /* words of the first and last 2 MiB of VRAM are 0x5c5c5c5c */
#define WATCH_BASE   8u /* of the window, as a register */
#define WATCH_WAITS  32u
#define WATCH_RINGS  64u  /* channels, doorbells; PCCSR from the first on, registers of faults */
#define WATCH_TABLES 16u  /* lines of BARs show where block and tables lie: "40000 41000 ..." */
#define WATCH_PUSH   128u /* the methods of segments */
#define WATCH_WORDS  256u /* with it: each word of a segment as it is */
#define WATCH_LISTS                                                                                \
    512u /* runlists: "list 1: tsg 7 of 2, channel 1, channel 4", and registers that stop them and report on them */

void want(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The next test's doorbells also have the word that the ringing channel has at this virtual address; with WATCH_PUSH
 * the two words there: "1 has 5 0". */
void watch_address(uint64_t va);
/* The next test's lines have the window's accesses to these bytes of VRAM, too: "window r4 VRAM 41000". */
void watch_memory(uint64_t first, uint64_t size);
/* Of the self test, all of which passes, on a card with that much VRAM. */
void watch(const char *test, unsigned what);

/* During the next test reads of this register, the nth of them alone (from 1 on; 0: all), have these bits wrong. */
void lie(uint32_t reg, unsigned nth, uint32_t bits);
/* Runs a test on a card that lies: it fails, and its line of the report has these words; null: it passes. */
void expect_says(const char *test, const char *words);

/* A word of gv_setup_memory tells its own place. */
uint32_t vram_name(uint64_t at);

/* Sequences of register writes that many tests have. */
void want_flush(void);                           /* §2.3 */
void want_invalidate(uint64_t root);             /* §6.1: of the hub's TLBs, a space in VRAM */
void want_bind(unsigned bar, uint64_t instance); /* §2.2 */
