/* tests/kit/bench.h: the one fake bus, which a test puts a made-up card on.
 *
 * Use     bench_open(&b), then describe the card: registers, configuration space, a clock. `does`
 *         holds accesses that a test makes by itself (configuration space, reads to set_caching, cache_flush, wait_us):
 *         the bench checks and counts, and calls these in place of its own. Blocks, words and marches are made of
 *         single reads and writes, so `does.read` and `does.write` serve all of them. Any other operation is set in
 *         `ops`, which lacks those that a bus may lack (connect, is_memory, dma_alloc_high, ram_alloc, rom). Of a bus
 *         that is there already, single operations are replaced by tests/kit/bus_tap.h.
 * Shape   &b.bus is b: bench_of gives it back. Without a word of the test a card is there (its vendor is NVIDIA's),
 *         nobody manages it, and the clock stands still.
 * Errors  the test fails: an access that is not aligned, has a size that the bus does not know, or meets nothing. */
#pragma once

#include "engines/card.h"
#include "tests/kit/tests.h"

#define BENCH_BAR0       UINT64_C(0x10000000) /* of the registers: 16 MiB */
#define BENCH_REGISTERS  512
#define BENCH_TEXT       0x8000
#define BENCH_FOREVER    UINT64_MAX
#define BENCH_DMA_FIRST  UINT64_C(0x800000)
#define BENCH_DMA_STRIDE UINT64_C(0x10000) /* at least, between two pieces of DMA memory */

struct bench_register {
    uint32_t at, value;
    bool kept; /* writes change nothing */
};

struct bench {
    struct bus bus; /* first */
    struct bus_ops ops, does;
    struct card card;                    /* on the bus, with BAR0 */
    void (*before)(struct bench *bench); /* each operation that reaches the card; null: nothing */

    unsigned register_count;
    struct bench_register registers[BENCH_REGISTERS];
    bool strict; /* a register that nobody has set is not read, none is written but by does.write */
    _Alignas(
        4) uint8_t config[0x1000]; /* of any function; a write changes nothing but these bytes */

    uint64_t now_us, step_us; /* time goes on by a step with each look at it */
    uint64_t
        looks_left; /* before the clock jumps beyond every deadline; BENCH_FOREVER: it never does */
    uint64_t waited_us; /* all waits */

    uint64_t dma_next; /* the bus address of the next piece */
    enum err dma_error;
    enum bus_caching caching; /* as it was set last */

    unsigned reads, writes; /* single accesses, as they were asked for */
    unsigned blocks;        /* blocks, fills, words and marches, however many accesses each is */
    unsigned configs;       /* of both kinds, in configuration space */
    unsigned looks, waits, flushes, barriers, cached, lines;
    char log[BENCH_TEXT]; /* lines, each with its end */
    /* The accesses: "1700=12 " is a write, "r200 " a read if the test lists them, by offset in BAR0, hexadecimal. */
    bool lists_writes, lists_reads;
    size_t accesses_used;
    char accesses[BENCH_TEXT];
};

/* Clears all; `chip` may be null. */
void bench_open(struct bench *bench, const struct chip *chip);
struct bench *bench_of(struct bus *bus);

/* The value read of a register until it is written, or for ever. */
void bench_set(struct bench *bench, uint32_t at, uint32_t value);
void bench_keep(struct bench *bench, uint32_t at, uint32_t value);
/* 0: nobody has set it. */
uint32_t bench_get(const struct bench *bench, uint32_t at);
/* The usual effect of an access where the test has no hook of its own: a hook of `does` calls these for the rest. */
uint64_t bench_read(struct bench *bench, bus_addr at, unsigned size);
void bench_write(struct bench *bench, bus_addr at, unsigned size, uint64_t value);
/* A little-endian value of 1, 2 or 4 bytes in configuration space. */
void bench_put_config(struct bench *bench, unsigned offset, uint32_t value, unsigned size);

/* printf to the list of accesses. */
void bench_note(struct bench *bench, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Forgets the accesses so far. */
void bench_forget(struct bench *bench);
/* The accesses since the last call are these. */
void bench_expect(struct bench *bench, const char *accesses);
