/* tests/clients/nouveau/commands.h: command words for the copier, m2mf or (GV100) a copy engine, and for the host.
 *
 * Units   addresses are virtual, in bytes; pitches and lengths in bytes.
 * Source  docs/hardware/tesla-mmio.md §4.7, §5.5, §5.9; gv100.md §4.2, §4.3, §7. */
#pragma once

#include "tests/clients/nouveau/drm.h"

enum { SUB_M2MF, SUB_2D, SUB_ENGINE = 4 };
enum { CHIP_G80 = 0x50, CHIP_GV100 = 0x140, CHIP_TU102 = 0x162 };

/* `count` words for a method and those after it. */
void method(struct channel *c, unsigned subchannel, unsigned first, unsigned count, ...);

/* The copier, on its subchannel; m2mf with the whole address space as both of its memories. */
void bind_copier(struct channel *c);
/* GV100: a copy engine instead of m2mf; no surfaces in blocks, no 2D. */
bool has_copy_engine(const struct channel *c);

struct pitched {
    uint64_t va;
    uint32_t pitch;
};

/* Lines of `length` bytes. */
void copy(struct channel *c, struct pitched from, struct pitched to, uint32_t length,
          uint32_t lines);
/* The same for a copy without gaps; a multiple of 4096 bytes. */
void copy_whole(struct channel *c, uint64_t from, uint64_t to, uint32_t bytes);

/* A surface of `width` bytes and `height` lines in blocks of 1 << block GOBs, and where in it a copy begins. */
struct tiled {
    uint64_t va;
    uint32_t block, width, height, x, y;
};

void copy_into_tiled(struct channel *c, struct pitched from, const struct tiled *to,
                     uint32_t length, uint32_t lines);
void copy_from_tiled(struct channel *c, const struct tiled *from, struct pitched to,
                     uint32_t length, uint32_t lines);
void copy_tiled(struct channel *c, const struct tiled *from, const struct tiled *to,
                uint32_t length, uint32_t lines);

/* Does nothing; the submission's fence comes after it all the same. */
void nothing(struct channel *c);

/* A copy engine alone: one line of any length; `flags` are LAUNCH_DMA's for its semaphore. */
enum { LAUNCH_SEMAPHORE = 0x8, LAUNCH_SEMAPHORE_TIMED = 0x10 };
void engine_copy_line(struct channel *c, uint64_t from, uint64_t to, uint32_t length,
                      uint32_t flags);
void engine_semaphore(struct channel *c, uint64_t va, uint32_t value);
/* Pairs of these two words, to the last of `bytes`. */
void engine_fill(struct channel *c, uint64_t to, uint32_t even, uint32_t odd, uint32_t bytes);
/* Semaphores of GV100's host: by the older methods, whose last word is SEMAPHORED, and by SEM_EXECUTE with 64 bits. */
void host_semaphore(struct channel *c, uint64_t va, uint32_t value, uint32_t semaphored);
void host_execute(struct channel *c, uint64_t va, uint64_t value, uint32_t execute);

/* A word in memory, through the way of the channel's chipset; on G80 `va` is below 64 KiB. */
void semaphore_release(struct channel *c, uint64_t va, uint32_t value);
/* Waits until the word has this value. */
void semaphore_acquire(struct channel *c, uint64_t va, uint32_t value);
