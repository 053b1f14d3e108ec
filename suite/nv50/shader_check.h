/* suite/nv50/shader_check.h: programs of the shader cores that store words in VRAM and compare them (check_code.h).
 *
 * Shape   programs, their parameters and results lie in own memory: in the VRAM that is tested, out of the way of the chunks in
 *         hand. They are fed by PGRAPH's direct port, so no copy may be set up there at the same time.
 * Units   bytes.
 * Errors  ERR_UNSUPPORTED where no place is found or a program ends in an error; ERR_TIMEOUT if it does not end; ERR_RIG if one has
 *         left no result.
 * Source  docs/hardware/tesla-engines.md §4.8, tesla-isa.md. */
#ifndef SUITE_NV50_SHADER_CHECK_H
#define SUITE_NV50_SHADER_CHECK_H

#include "engines/nv50/compute.h"
#include "suite/memory/own_memory.h"
#include "suite/memory/view.h"
#include "suite/nv50/check_code.h"

#define CHECK_KEPT (CHECK_PAGE / 4)

/* How the blocks of a launch are spread from the base on. */
enum check_spread {
    SPREAD_NONE,
    SPREAD_UP,    /* a chunk each */
    SPREAD_DOWN,  /* the same, the base's is the last one */
    SPREAD_TRIAL, /* CHECK_TRIAL_BYTES each */
    SPREAD_SAME   /* all at the base */
};

#define CHECK_TRIAL_BYTES 0x400u

#define CHECK_HOLDS_NOTHING  0u
#define CHECK_HOLDS_PROGRAMS 1u /* those of check_code.h */

struct shader_check {
    bool sought, found; /* places for it */
    bool open;          /* PGRAPH is set up */
    uint32_t
        holds; /* which programs lie in the page: CHECK_HOLDS_..., or a number of shader_element.c's own */
    uint8_t spread; /* enum check_spread, as the table of blocks has it */
    uint32_t token;
    uint32_t starts[CHECK_PROGRAMS];
    struct own_memory own_memory;
    struct vm vm;
    struct compute c;
    struct shader_code code;
    uint32_t kept[CHECK_KEPT];
};

/* One launch. */
struct check_launch {
    enum check_program program;
    enum check_spread spread;
    uint64_t base;
    uint32_t bytes;  /* of each block */
    unsigned blocks; /* at most CHECK_BLOCKS */
    bool ones;
    bool apart; /* each block takes a multiprocessor for itself */
};

#define CHECK_SHARED_ALL 0x4000u /* no other block finds room beside one that takes it */
#define CHECK_SHARED_HEAD                                                                          \
    0x40u /* the bytes that a launch leaves in s[], and a word of a program's own */

/* Of each block. */
struct check_results {
    bool wrong[CHECK_BLOCKS];
    uint32_t physid[CHECK_BLOCKS]; /* of launches that are `apart` */
};

enum err shader_check_ready(struct shader_check *check, struct memory_view *view, unsigned parts,
                            const struct own_memory *other, uint64_t near) MUST_CHECK;
enum err shader_check_run(struct shader_check *check, struct memory_view *view,
                          const struct check_launch *launch, struct check_results *out) MUST_CHECK;
/* The page holds check->code from now on, at CHECK_CODE_AT. */
enum err shader_check_load(struct shader_check *check, struct memory_view *view,
                           uint32_t holds) MUST_CHECK;
/* Of the $physid that a block has left: its bit in a set of multiprocessors (suite/kit/cores.h). */
uint64_t core_of_physid(uint32_t physid);
linear_addr shader_check_place(const struct shader_check *check, uint32_t offset);
/* PGRAPH is quiet, and VRAM has its former contents. */
enum err shader_check_leave(struct shader_check *check) MUST_CHECK;

/* Which multiprocessors store or compare wrong, or run nothing: each program with planted errors in each thread's words,
 * and BAR1 beside it. `chunk` is spoilt, and nothing of the check may lie near it. */
enum err shader_check_prove(struct shader_check *check, struct memory_view *view, uint64_t chunk,
                            uint64_t *bad) MUST_CHECK;

#endif
