/* suite/memory/view.h: all of VRAM, seen through BAR1.
 *
 * Shape   BAR1 shows a slice that can be moved (struct vram_way), so VRAM may be larger than the BAR. No
 *         byte of VRAM is spared for tables; the areas that drivers leave alone are saved and put back.
 *         Memory that the card hides from the host is left out and counted, and so are holes and displayed areas. The
 *         same slices can come back by the card's own copy into system memory: reads through a BAR cross the link eight
 *         bytes at a time, a copy goes in large packets.
 * Units   bytes; chunks are aligned pieces of VIEW_CHUNK.
 * Errors  false: the test has ended. */
#ifndef SUITE_MEMORY_VIEW_H
#define SUITE_MEMORY_VIEW_H

#include "hw/pci.h"
#include "suite/kit/test.h"
#include "suite/memory/way.h"

#define VIEW_CHUNK RANGE_GRANULE /* between two looks at the deadline */

#define VIEW_LOAD    (4u << 20) /* bytes that one load brings */
#define VIEW_PART    (1u << 20) /* of a load: one is compared while the next one is on its way */
#define VIEW_NOTHING UINT64_MAX

struct memory_view {
    struct test *t;
    const struct vram_way *way;
    const char *doing; /* the test's action, for sentences: "marching over VRAM" */
    void *state;       /* of the way */
    uint64_t size;     /* of VRAM */
    uint64_t slice;    /* bytes that BAR1 shows at once */
    uint64_t reach;    /* of VRAM that can be shown at all */
    uint64_t shown;    /* base of the slice that it shows now */
    bool showing;
    uint64_t chunk; /* that nothing of the way's own is in the way of; VIEW_NOTHING: none */
    uint64_t hide_from, hide_to; /* offsets in BAR1 that read 0 whatever is stored; equal: none */
    struct dma_memory saved;     /* the reserved areas, one after the other */
    uint64_t saved_bytes;        /* bytes of `saved` that have been filled */
    bool combined;               /* stores through BAR1 may wait, and go out together */
    bool by_copy;                /* reads come back by the card's own copy */
    unsigned feed;               /* of way->feeds, that the copies go by */
    bool by_card;                /* its own programs store and compare (card_march.h) */
    bool filling;                /* the card's own fills may not have ended */
    bool storing;       /* stores go by the card's own copy, from the chunk after VIEW_LOAD */
    bool tried_storing; /* whether they can */
    bool stale;         /* memory may hold words that copies stored before they stopped */
    uint32_t staged;    /* bytes there that hold `staged_word` everywhere */
    uint64_t staged_word;
    bool stopped_copying;     /* the card copied at first, and failed to do so later in the test */
    bool poisoned;            /* a fault of the memory stopped the copies, and has been told */
    uint64_t stopped_at;      /* VRAM address of the copy that did not end */
    struct dma_memory buffer; /* of VIEW_LOAD, and a chunk after it */
    uint64_t loaded;          /* base of the load in the buffer; VIEW_NOTHING: none */
    uint32_t arrived;         /* the parts of it that have come, a bit each */
    bool coming; /* a part is on its way, at `coming_part` of the load at `coming_of` */
    uint64_t coming_of;
    unsigned coming_part;
    unsigned part; /* that was asked for last */
    bool down;     /* parts are asked for from the last one on */
    /* The way's own mask of where its structures lay at the last copy, and at those that were loaded. The latter
     * have them in place of the words that they covered: for the current chunk they are `stained`. */
    unsigned copied_with, loaded_with;
    bool stained;
    bool written;                     /* since the last view_flush */
    uint64_t link_read, link_written; /* bytes */
};

bool view_open(struct memory_view *view, struct test *t, const char *doing) MUST_CHECK;
/* Tries the card's own copy, by each of its feeds, and uses the first that brings the true contents; `scattered`: only
 * by those for small pieces from all over memory. Spoils a chunk that may be tested. */
void view_try_copy(struct memory_view *view, bool scattered);
/* Tries once whether that copy stores, too, and then uses it for blocks. For memory that has been found broken: BAR1 has
 * proven that before, with its own stores, and still decides about single words. Spoils a chunk as above. */
void view_try_store(struct memory_view *view);
/* From now on BAR1 alone stores. */
void view_end_stores(struct memory_view *view);
/* A copy at `at` ended with an error: BAR1 alone reads and stores for the rest of the test. */
void view_copy_failed(struct memory_view *view, enum err e, uint64_t at);
/* From now on BAR1 alone reads and fills. */
void view_end_copies(struct memory_view *view);
/* Stores through BAR1 are merged from now on; refused: they stay as they are, and the report says so. */
void view_combine(struct memory_view *view);
/* Ends the work of view_open, view_try_copy and view_combine. */
void view_close(struct memory_view *view);
/* The reserved areas go to system memory, and back when the test is over, however it ended. */
void view_save(struct memory_view *view);

/* The test's deadline has passed, or the rig failed. */
bool view_stopped(const struct memory_view *view);
/* The chunk that holds an address is not to be tested: some of it is hidden, a hole, or shown by a display, or
 * the configuration's range excludes it. */
bool view_left_out(const struct memory_view *view, uint64_t at);
/* Bytes from `at` on, of `size`, that are memory: holes are not, so that they do not count as
 * untested. */
uint64_t view_memory(const struct memory_view *view, uint64_t at, uint64_t size);
/* Makes BAR1 show the slice that holds an address, and moves the way's structures in VRAM away from
 * there. */
bool view_show(struct memory_view *view, uint64_t at) MUST_CHECK;
/* Only the latter, for a copy. */
bool view_make_room(struct memory_view *view, uint64_t at) MUST_CHECK;
/* All structures leave VRAM, which then holds the test's words alone: nothing is read for a
 * while. */
void view_rest(struct memory_view *view);

/* One access of 4 or 8 bytes; all ones, or nothing, once the view has stopped. */
uint64_t view_read(struct memory_view *view, uint64_t at, uint8_t size);
void view_write(struct memory_view *view, uint64_t at, uint8_t size, uint64_t value);
/* Within one chunk. */
bool view_read_block(struct memory_view *view, uint64_t at, void *bytes, size_t size) MUST_CHECK;
void view_write_block(struct memory_view *view, uint64_t at, const void *bytes, size_t size);
void view_fill_block(struct memory_view *view, uint64_t at, uint64_t word, size_t size);
/* Up to a chunk, within one, by the card's own copy where that works, else through BAR1; null: stopped.
 * Copies bring VIEW_LOAD bytes, part after part while the caller works on the one before, so they may be older than
 * writes since the last view_flush. */
const uint64_t *view_load(struct memory_view *view, uint64_t at, size_t size);
/* Blocks of `size` bytes, a multiple of 4, one after the other as `at` lists them, up to VIEW_LOAD in all; adjacent
 * blocks come in one copy of up to way->copy_line. Never older than the last write. Null: stopped. */
const uint64_t *view_gather(struct memory_view *view, const uint64_t at[], unsigned count,
                            uint32_t size);
/* By the card's own copy where blocks are stored by it; false: nothing was stored. */
bool view_store(struct memory_view *view, uint64_t at, const void *bytes, uint32_t size);
bool view_store_word(struct memory_view *view, uint64_t at, uint64_t word, uint32_t size);
/* No copy is on its way into the buffer. */
void view_end_load(struct memory_view *view);
/* The card's own fills have ended; each access that goes through a view asks for it. */
void view_end_fills(struct memory_view *view);
/* Writes have arrived, and the next load fetches again. */
void view_flush(struct memory_view *view);
/* Where a cache lies before memory: the same, and memory answers next around `at`. */
void view_evict(struct memory_view *view, uint64_t at);
/* The latter alone: a loaded copy stays. */
bool view_settle(struct memory_view *view, uint64_t at) MUST_CHECK;
/* The feed of the copies, as words after the copier's name: " through PFIFO", or nothing. */
const char *view_feed(const struct memory_view *view);
/* How fast, by which ways, and the traffic on the link for each byte that was gone through; for the line of the test,
 * after `what`; bytes 0, or a part of the memory: without that traffic. */
void view_note(const struct memory_view *view, const char *what, uint64_t us, uint64_t bytes);

#endif
