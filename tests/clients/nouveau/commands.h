/* tests/clients/nouveau/commands.h: command words for m2mf and PFIFO.
 *
 * Units   addresses are virtual, in bytes; pitches and lengths in bytes.
 * Source  docs/hardware/tesla-mmio.md §4.7, §5.5, §5.9. */
#ifndef TESTS_CLIENTS_NOUVEAU_COMMANDS_H
#define TESTS_CLIENTS_NOUVEAU_COMMANDS_H

#include <stdint.h>

#include "tests/clients/nouveau/drm.h"

enum { SUB_M2MF, SUB_2D };

/* `count` words for a method and those behind it. */
void method(struct channel *c, unsigned subchannel, unsigned first, unsigned count, ...);

/* m2mf on its subchannel, with the whole address space as both of its memories. */
void bind_m2mf(struct channel *c);

struct pitched {
    uint64_t va;
    uint32_t pitch;
};

/* Lines of `length` bytes. */
void copy(struct channel *c, struct pitched from, struct pitched to, uint32_t length,
          uint32_t lines);
/* The same for what has no gaps; a multiple of 4096 bytes. */
void copy_whole(struct channel *c, uint64_t from, uint64_t to, uint32_t bytes);

/* A surface of `width` bytes and `height` lines in blocks of 1 << block GOBs, and the place in it
 * where a copy begins. */
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

/* Does nothing; the submission's fence comes behind it all the same. */
void nothing(struct channel *c);

/* A word in memory, through the way of the channel's chipset; on G80 `va` is below 64 KiB. */
void semaphore_release(struct channel *c, uint64_t va, uint32_t value);
/* Waits until the word has this value. */
void semaphore_acquire(struct channel *c, uint64_t va, uint32_t value);

#endif
