/* suite/nv50/way_state.h: the state that the parts of NV50's way to memory (way.h) share.
 *
 * Shape   way.c has BAR1's object and where it lies; way_prove.c proves BAR1; way_copy.c copies by m2mf; way_work.c has programs of
 *         the shader cores; way_shape.c says where memory lies in the chips.
 * Errors  those of struct vram_way's members (suite/memory/way.h). */
#ifndef SUITE_NV50_WAY_STATE_H
#define SUITE_NV50_WAY_STATE_H

#include "engines/nv50/family.h"
#include "engines/nv50/m2mf.h"
#include "mmu/nv50/place.h"
#include "suite/memory/own_memory.h"
#include "suite/memory/view.h"
#include "suite/nv50/channel_copy.h"
#include "suite/nv50/setup.h"
#include "suite/nv50/shader_check.h"

#define WAY_OBJECTS 256u /* bytes for the DMA objects of BAR1 and of the direct port */

/* How m2mf gets its commands: as from drivers, or by the port that only register tests use. */
enum feed { FEED_PFIFO, FEED_PORT };

struct nv50_view {
    uint32_t refctrl; /* before the refresh was held off */
    bool direct;      /* BAR1 shows the first slice without translation */
    bool own_is_open; /* `own_memory` is open */
    bool bound;       /* BAR1 shows memory through the object of `selector` */
    uint64_t base;    /* that the object begins at */
    uint64_t near;    /* the chunk that is worked on: the objects keep out of its way */
    struct own_memory own_memory;
    uint16_t selector;
    struct vm vm;                   /* of own_memory */
    uint32_t kept[WAY_OBJECTS / 4]; /* by it */
    bool copying;                   /* m2mf is set up, by the direct port */
    struct m2mf *turned; /* that goes `course` now; null: none is set up, or it goes out */
    uint8_t course;      /* enum course of way_copy.c */
    bool stirring;       /* its last copy may be under way */
    struct m2mf
        *begun; /* that brings what `begin` asked for; null: it has ended, as `begun_e` says */
    enum err begun_e;
    struct m2mf m2mf;
    struct channel_copy channel_copy;
    struct shader_check shader_check;
    struct placement placement;
};

extern const char *const way_feeds[];

struct dmaobj way_whole(linear_addr at);
/* Places for the objects; false: memory does not hold them anywhere. */
bool way_open_own_memory(struct memory_view *view) MUST_CHECK;
/* BAR1's object is the first of a new channel. */
enum err way_enter(struct memory_view *view) MUST_CHECK;
enum err way_show(struct memory_view *view, uint64_t base) MUST_CHECK;
enum err way_make_room(struct memory_view *view, uint64_t at) MUST_CHECK;
/* Why `e` came, if a fault was recorded: it is taken, and said. */
enum err way_faulted(struct memory_view *view, enum err e, const char *what,
                     const char *feed) MUST_CHECK;

/* ---- way_prove.c ---- */

/* The way to memory is proven before the memory is judged. */
enum err way_prove(struct memory_view *view) MUST_CHECK;

/* ---- way_copy.c ---- */

/* Copies go to system memory again. */
enum err way_turn_back(struct nv50_view *state) MUST_CHECK;
enum err way_copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size) MUST_CHECK;
enum err way_begin_copy(struct memory_view *view, uint64_t from, uint32_t to,
                        uint32_t size) MUST_CHECK;
enum err way_end_copy(struct memory_view *view) MUST_CHECK;
enum err way_store(struct memory_view *view, uint32_t from, uint64_t at, uint32_t size) MUST_CHECK;
enum err way_stir(struct memory_view *view, uint64_t from, uint64_t to, uint32_t size,
                  unsigned times) MUST_CHECK;
enum err way_stirred(struct memory_view *view) MUST_CHECK;

/* ---- way_work.c ---- */

enum err way_do_work(struct memory_view *view, const struct way_work *work,
                     uint64_t *wrong) MUST_CHECK;
enum err way_do_march(struct memory_view *view, const struct way_march *march, unsigned element,
                      struct way_strands *strands) MUST_CHECK;
enum err way_prove_work(struct memory_view *view, const struct way_march *march, uint64_t chunk,
                        uint64_t *bad) MUST_CHECK;

/* ---- way_shape.c ---- */

enum err way_shape(struct memory_view *view, struct vram_shape *out) MUST_CHECK;
bool way_place(const struct memory_view *view, uint64_t at, struct partition_addr *out);
uint64_t way_find(const struct memory_view *view, struct partition_addr there);

#endif
