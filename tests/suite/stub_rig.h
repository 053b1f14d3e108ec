/* tests/suite/stub_rig.h: a family of cards that is not NV50, on a bus of its own: neutral code that works with it
 * knows nothing of NV50.
 *
 * Shape   one card with two registers: BOOT_0, and SLICE, which selects the part of VRAM that BAR1 shows. VRAM has
 *         any size, holds zeros where nobody has written, and may have a hole. Nothing in this family says
 *         which chip an address lies in. The card can be broken.
 * Errors  the test fails. */
#pragma once

#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

#define STUB_CHIPSET      0x1ee
#define STUB_SLICE        0x000100 /* SLICE: >> 16, the first address that BAR1 shows */
#define STUB_BAR1_SIZE    0x100000u
#define STUB_HAS_SLICE    1u /* features */
#define STUB_HAS_NOT      2u
#define STUB_PAGE         0x10000u
#define STUB_PAGES_MAX    512
#define STUB_CONFIG_BYTES 0x40

/* The runner's calls to the family. */
struct stub_calls {
    unsigned posted, memory, take, settle, put_back, flush, celsius;
};

/* A piece of VRAM that somebody has written to. */
struct stub_page {
    uint64_t base;
    uint8_t bytes[STUB_PAGE];
};

struct stub {
    struct bench bench; /* first */
    uint32_t boot_0, slice;
    uint64_t vram_size, hole_from, hole_to; /* a hole without bytes is none */
    unsigned page_count;
    struct stub_page pages[STUB_PAGES_MAX];
    unsigned strays; /* accesses to a hole, or beyond VRAM */
    struct stub_calls calls;
    /* How it is broken. */
    bool cold;
    bool copies;            /* it has an engine that copies */
    uint32_t slice_stuck;   /* bits of SLICE that read 1 */
    uint64_t vram_stuck;    /* bits of a word of 8 bytes of VRAM that read 1 */
    uint64_t vram_stuck_at; /* offset of the only word where they do; UINT64_MAX: everywhere */
};

/* A good card with 2 MiB. */
struct stub *stub_new(void);
/* A word of its configuration space. */
uint32_t *stub_config(struct stub *stub, unsigned offset);
/* Runs the suites of the rig's setup on the card, and on the bus of a second one unless it is null; the verdict. */
enum verdict stub_run(struct stub *stub, struct rig *rig, struct bus *second);

extern const struct family stub_family;
/* Its one test, and the memory tests by a way that knows no chips. */
extern const struct suite stub_suite;
extern const struct suites stub_suites;
