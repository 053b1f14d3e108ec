/* engines/nv50/compute.h: programs of the shader cores, class 0x50c0, by PGRAPH's direct port.
 *
 * Shape   as m2mf.h: PGRAPH from reset, one channel, no context program; all state that a program needs is sent,
 *         because the state after a reset is not known. All sixteen spaces of g[] but 1 are one window, 1 is another.
 * Units   bytes; addresses are offsets in the DMA objects.
 * Errors  of graph_port.h; PGRAPH's answer to a program is in the event.
 * Source  docs/hardware/tesla-engines.md §4.8, from a register test that runs on cards of every chipset. */
#ifndef ENGINES_NV50_COMPUTE_H
#define ENGINES_NV50_COMPUTE_H

#include "engines/nv50/graph_port.h"
#include "engines/nv50/vm.h"
#include "hw/nv50/texture.h"

/* A program's ways to memory: selectors, and where each space begins. */
struct compute_memory {
    uint16_t global_object, local_object, stack_object, code_object;
    uint64_t global, second_global, local, stack, code;
    uint64_t constants;      /* c0[], in the code's object */
    uint32_t limit;          /* the last byte of both windows of g[] */
    uint16_t texture_object; /* 0: programs use no textures; else both tables, a page each, */
    uint64_t tic, tsc;       /* and all texels lie in it, */
    uint32_t image;          /* and texture 0 of programs is this entry */
};

struct compute {
    struct card *card;
    uint32_t channel; /* descriptor */
    uint16_t object;  /* selector of the class object */
    struct compute_memory memory;
};

/* A method and its value. */
struct compute_method {
    uint32_t number, data;
};

/* State whose meaning no source tells, as register tests send it (§4.8), with watchdog, condition and counters off. */
#define COMPUTE_GENERAL 14
extern const struct compute_method compute_general[COMPUTE_GENERAL];
/* Methods of the class one after the other, up to the first that fails. */
enum err compute_send(struct compute *c, const struct compute_method *list,
                      unsigned count) MUST_CHECK;

/* Writes the class object; sets PGRAPH up, from its reset on, with the memory that stands in the struct by then. */
enum err compute_prepare(struct compute *c, struct vm *vm,
                         const struct compute_memory *memory) MUST_CHECK;
enum err compute_start(struct compute *c) MUST_CHECK;
void compute_close(struct compute *c);

/* An image of 32-bit words in rows, by their place in the object; a sampler that gives `border` outside of images. */
void texture_image(uint32_t words[TEXTURE_ENTRY_WORDS], uint64_t at, uint32_t pitch, uint32_t width,
                   uint32_t height);
void texture_sampler(uint32_t words[TEXTURE_ENTRY_WORDS], uint32_t border);

/* Forgets the code, constants and textures that the card has cached. */
enum err compute_flush(struct compute *c) MUST_CHECK;
/* The share of each multiprocessor that a launch takes. */
struct compute_grid {
    uint32_t blocks, threads; /* threads of a block */
    uint32_t registers;       /* of a thread */
    uint32_t shared;          /* bytes of s[] of a block */
    uint32_t start;           /* where the program begins in the code */
};

/* Runs the program at the code's start to its end, in one block of threads with 8 registers each. */
enum err compute_run(struct compute *c, uint32_t threads, struct graph_event *event) MUST_CHECK;
enum err compute_run_grid(struct compute *c, const struct compute_grid *grid,
                          struct graph_event *event) MUST_CHECK;

#endif
