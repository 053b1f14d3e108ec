/* tests/model/gv100/channel_rig.h: page tables and channels on the bare GV100 model.
 *
 * Shape   everything lies in VRAM at fixed places. Virtual address v below 64 MiB is VRAM address v, in pages of
 *         2 MiB, but for the 2 MiB from SMALL on, which have a table of 4 KiB pages and one of 64 KiB pages, all
 *         absent at first. Channels 1 .. 4 have an instance block, USERD, ring and push buffer each.
 * Source  numbers are typed from docs/hardware/gv100.md §3 to §5. */
#pragma once

#include "tests/model/gv100/core_rig.h"

#define PD3 UINT64_C(0x10000)
#define PD2 UINT64_C(0x11000)
#define PD1 UINT64_C(0x12000)
#define PD0 UINT64_C(0x13000)
#define PTS UINT64_C(0x14000) /* of 4 KiB pages */
#define PTB UINT64_C(0x15000) /* of 64 KiB pages */

#define SMALL UINT64_C(0x2000000) /* virtual; PD0's entry 16 */

#define SEM   UINT64_C(0x60000)
#define DATA  UINT64_C(0x400000)
#define FAULT UINT64_C(0x70000) /* fault buffer */

#define BLOCK(channel) (0x20000 + 0x1000 * (uint64_t)(channel))
#define USERD(channel) (0x28000 + 0x200 * (uint64_t)(channel))
#define RING(channel)  (0x30000 + 0x1000 * (uint64_t)(channel))
#define PUSH(channel)  (0x80000 + 0x10000 * (uint64_t)(channel))
#define RUNLIST        UINT64_C(0x1f000)

/* Tables, and PFIFO with all engines on. */
void build_space(void);
/* A PTE of the table of 4 or 64 KiB pages. */
void map_small(unsigned index, uint64_t pte);
void map_large(unsigned index, uint64_t pte);
/* The entries of an instance block that say where the tables are. */
void build_block(uint64_t block);
/* BAR1 or BAR2 (2) shows the space. */
void bind_bar(unsigned bar, uint64_t block);
/* The MMU's buffer of that many entries, at FAULT, is on, with 0x5ca1ab1e in each word. BAR2 shows it. */
void open_fault_buffer(uint32_t entries);
/* One page directory base, all addresses, this level, by register. */
void invalidate(unsigned level);

/* RAMFC, USERD, bound and enabled; `target`: RAMFC's TARGET. */
void make_channel(unsigned channel, uint32_t target);
/* A TSG for each channel (its id is 16 more), on the runlist. */
void submit(unsigned runlist, const unsigned *channels, unsigned count);
/* All of them in one TSG. */
void submit_group(unsigned runlist, const unsigned *channels, unsigned count);
/* Entries as they are; the runlist is taken when it returns. */
void submit_raw(unsigned runlist, const uint32_t (*entries)[4], unsigned count);
#define SUBMIT(runlist, ...)                                                                       \
    submit_raw(runlist, (const uint32_t[][4]){ __VA_ARGS__ },                                      \
               sizeof((const uint32_t[][4]){ __VA_ARGS__ }) / 16)
/* Words for the channel's push buffer, a GP entry for them, GP_PUT; without the doorbell. */
void push(unsigned channel, const uint32_t *words, unsigned count);
void ring(unsigned channel);
/* push, ring, and time for it. */
void run_words(unsigned channel, const uint32_t *words, unsigned count);
/* Adds a raw GP entry. */
void push_entry(unsigned channel, uint32_t low, uint32_t high);

#define RUN(channel, ...)                                                                          \
    run_words(channel, (const uint32_t[]){ __VA_ARGS__ },                                          \
              sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* push, for words that are listed. */
#define PUSH_WORDS(channel, ...)                                                                   \
    push(channel, (const uint32_t[]){ __VA_ARGS__ }, sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/* push and ring; the time for it is the test's. */
#define SEND(channel, ...)                                                                         \
    do {                                                                                           \
        PUSH_WORDS(channel, __VA_ARGS__);                                                          \
        ring(channel);                                                                             \
    } while (0)

/* Methods of host's semaphores; one is acquired when it is equal, without leave for another TSG. */
#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define ACQUIRE(at, value)          RELEASE(at, value, 0)

/* A method; and a copy within DATA. */
#define METHOD(subchannel, method, data)                                                           \
    0x20010000u | (uint32_t)(subchannel) << 13 | (uint32_t)(method) / 4, data
#define COPY_BY(subchannel, to, bytes)                                                             \
    0x20080100u | (uint32_t)(subchannel) << 13, 0, (uint32_t)DATA, 0, (uint32_t)DATA + (to), 0, 0, \
        bytes, 1, METHOD(subchannel, 0x300, 0x186)

#define US UINT64_C(1000)
#define MS UINT64_C(1000000)

/* Channel 1 on runlist 1, with a copy engine behind it. */
void open_channel(void);
/* The same in a new world; two words at SEM are 0. */
int open_usual(void **state);

/* Bytes of VRAM, through BAR1 in its physical state, and what the tests of copies put there. */
uint8_t vram_byte_at(uint64_t at);
uint8_t pattern_byte(uint64_t i);
