/* tests/clients/nouveau/world.h: state that the tests of copytest share.
 *
 * Shape   a channel, two buffers in system memory, two in VRAM, two pages for semaphores. Each test
 *         prints its result in one line: "ok NAME: DETAIL" or "FAIL NAME: DETAIL". */
#pragma once

#include <string.h>

#include "tests/clients/nouveau/commands.h"

#define SIZE (256u << 10) /* of each of the four buffers */

struct world {
    const char *path; /* of the render node */
    int fd, chip, failures;
    double seconds; /* of the load */
    struct channel channel;
    /* A page each in system memory, at addresses below 64 KiB: a semaphore, and a channel's word that has passed it. */
    struct buffer page, seen;
    struct buffer system[2], vram[2];
};

void verdict(struct world *w, bool good, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* For tests that count: error, a negative errno or 0; wrong, how many of `what`. */
void judge(struct world *w, const char *name, int error, uint32_t wrong, const char *what);
const char *word_for(int error);

/* Sends the channel's commands and waits until the buffer is idle. */
int run(struct channel *c, const struct buffer *b);

/* Word i of the pattern of that seed; every word of a pattern is another one. */
uint32_t pattern(uint32_t seed, uint32_t i);
/* Byte i of it. */
uint8_t pattern_byte(uint32_t seed, uint32_t i);
void fill(struct buffer *b, uint32_t seed);
uint32_t wrong_words(const uint32_t *words, uint32_t count, uint32_t seed, uint32_t *first);
/* Every byte of the buffer is the pattern's. */
void compare(struct world *w, const char *name, const struct buffer *b, uint32_t seed);

/* Seconds of a clock that nobody sets. */
double now(void);

/* copies.c */
void test_fence(struct world *w);
void test_linear(struct world *w);
void test_pitched(struct world *w);
void test_narrow(struct world *w);
/* tiled.c */
void test_tiled(struct world *w);
/* moves.c */
void test_moves(struct world *w);
void test_overcommitted(struct world *w);
/* channels.c */
void test_ring_wrap(struct world *w);
void test_second_channel(struct world *w);
/* clients.c */
void test_same_address(struct world *w);
/* drawing.c */
void test_drawing(struct world *w);
/* engine.c */
void test_copy_engine(struct world *w);
/* memory.c */
void test_memory(struct world *w);
/* killed.c */
void test_killed_by_read(struct world *w);
void test_killed_by_write(struct world *w);
void test_killed_by_semaphore(struct world *w);
void test_hole(struct world *w);
/* load.c */
void test_load(struct world *w);
/* faults.c */
void test_faults(struct world *w);
