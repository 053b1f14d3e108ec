/* suite/memory/way.h: how the cards of one family show, copy and spread their memory.
 *
 * Shape   the memory tests know no family; except for plain accesses to BAR1 they reach a card through a struct
 *         vram_way. A way keeps its state in view->state, which it allocates in `open` and which is freed with all
 *         other DMA memory of the test.
 *         Where it is unknown how a family spreads addresses over its chips, shape, place and find are null: then wrong
 *         words are counted, and no chip is named: their addresses say how far the fault reaches (channels.h).
 * Units   bytes; offsets in VRAM have 64 bits.
 * Errors  as an enum err says; the view sorts them into failures and errors of its test. */
#ifndef SUITE_MEMORY_WAY_H
#define SUITE_MEMORY_WAY_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "hw/err.h"
#include "suite/kit/chips.h"

struct memory_view;

/* How the memory of a card is built. */
struct vram_shape {
    uint32_t part_mask; /* hardware partitions that are enabled */
    uint8_t parts, subparts, ranks;
    uint8_t lanes;        /* data lines of a partition: 64, or 32 */
    uint8_t chip_width;   /* data lines of one memory chip that are usual for the kind of memory */
    uint8_t column_bytes; /* 8, or 4 where a partition is split in two */
    uint8_t column_bits, bank_bits, row_bits[CHIP_RANKS];
    const char *open_place; /* the experiment that row, bank and column wait for; null: none */
    const char *open_rank;  /* the same for ranks */
    const char *open_part;  /* the same for `part_others` */
    uint8_t part_others
        [CHIP_PARTS]; /* other hardware partitions that the nth enabled one may be; a mask */
};

#define WAY_CHUNKS 64u /* of VIEW_CHUNK, that programs of the card work on at once */

/* Work of the card's own programs on chunks of VRAM. */
struct way_work {
    uint64_t at;
    unsigned chunks; /* at most WAY_CHUNKS */
    bool stores;     /* else they compare */
    bool mixed;      /* the words of mixed_addresses (patterns.h); else all zeros or ones: */
    bool ones;
    bool down; /* from the last word on */
};

#define WAY_OPS      6u /* operations of an element */
#define WAY_ELEMENTS 8u
#define WAY_WORDS    32u  /* of 8 bytes, of a piece of 256 */
#define WAY_STRANDS  16u  /* pieces that follow each other, beside others */
#define WAY_PIECES   512u /* of all strands, at once */

/* How the words of a piece come of those of the piece at address 0. */
enum way_words {
    WAY_SAME,
    WAY_FLIPPED, /* inverted in pieces that say so */
    WAY_ADDRESS, /* the piece's address is added to the lower half and taken from the upper one */
    WAY_MIXED /* the address is added, and the sum goes through the steps of random_data (patterns.h) */
};

/* The elements of a march over one background. */
struct way_march {
    uint8_t by;                /* enum way_words */
    unsigned pass;             /* another one has other words */
    uint64_t words[WAY_WORDS]; /* where the address is 0 */
    unsigned count;
    uint8_t ops[WAY_ELEMENTS][WAY_OPS]; /* enum memory_op (patterns.h); OP_END comes last */
};

#define WAY_FLIP 1u /* of an address: the piece's words are inverted */

/* Programs of the card do all operations of an element on a piece before they go on to the next one of its strand. */
struct way_strands {
    struct {
        unsigned count;
        uint64_t pieces[WAY_PIECES];
        /* The pieces of it that are done. `stopped`: a word of the next one was wrong, which is left as it was read; `next`
         * is the operation that reads it first. */
        unsigned done, next;
        bool stopped;
    } of[WAY_STRANDS];
};

struct vram_way {
    /* Prepares `show`; sets view->slice and the range that the card hides (view->hide_from, hide_to), and lowers
     * view->reach if not all of VRAM can be shown. It may fail the test itself, where it can say more than an error
     * does. */
    enum err (*open)(struct memory_view *view);
    /* BAR1 shows VRAM from `base` on, a multiple of view->slice. */
    enum err (*show)(struct memory_view *view, uint64_t base);
    /* Moves the way's structures in VRAM away from an access to `at`, and puts back the words that they covered;
     * VIEW_NOTHING: it leaves VRAM, until the next `show` or `copy`. Sets view->stained if the loaded copy has
     * structures at `at`. Null: the way keeps nothing there. */
    enum err (*make_room)(struct memory_view *view, uint64_t at);
    /* The card's own engine brings VRAM into view->buffer, `to` bytes after its start, and has ended when this returns;
     * view->copied_with then says where the way's structures lay. Null: the family has no such copy. */
    enum err (*copy)(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size);
    /* The two halves of it: the copy may be under way when `begin` returns, and has ended, with the error that `end` gives,
     * when `end` returns. Any other call in between ends it first. Null: the family cannot do that. */
    enum err (*begin)(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size);
    enum err (*end)(struct memory_view *view);
    /* The other way: `size` bytes of view->buffer, from `from` on, have been stored in VRAM when this returns. Null: the
     * family has no such copy. */
    enum err (*store)(struct memory_view *view, uint32_t from, uint64_t at, uint32_t size);
    /* The same engine stores a word of 8 bytes again and again, without a byte of it crossing the link; it may
     * still be at it when this returns, and `filled` waits. Null: the family has no such fill. */
    enum err (*fill)(struct memory_view *view, uint64_t at, uint64_t word, uint64_t size);
    enum err (*filled)(struct memory_view *view);
    /* The same engine copies within VRAM, so many times: work that warms the card. The last copy may still be under way
     * when this returns, and `stirred` waits for it; so do `copy` and `close`. Null: the family has no such copy. */
    enum err (*stir)(struct memory_view *view, uint64_t from, uint64_t to, uint32_t size,
                     unsigned times);
    enum err (*stirred)(struct memory_view *view);
    /* Holds the refresh of all memory chips off, or lets it come again; the journal of the card does the latter, too.
     * Null: no source says how. ERR_UNSUPPORTED: not on this card. */
    enum err (*refresh)(struct memory_view *view, bool on);
    /* Whether the way's structures in VRAM may ever lie where a chunk that holds `at` must not be touched. Null: it
     * keeps nothing there. */
    bool (*keeps)(const struct memory_view *view, uint64_t at);
    /* The same of where it may lie at all, however address lines are: of the chunk at `at`. Null: nowhere. */
    bool (*lies)(const struct memory_view *view, uint64_t at);
    /* Where a cache lies between BAR1 and memory: stored words are in memory when this returns, and the next reads
     * around `at` come from there. Null: nothing between BAR1 and memory keeps data that it could answer from. */
    enum err (*evict)(struct memory_view *view, uint64_t at);
    /* The card's own processors store words in chunks of VRAM, or compare them; then bit n of *wrong says that chunk n holds another
     * word somewhere. Only for accesses as they are after `prove`. Null: the family has no such programs. */
    enum err (*work)(struct memory_view *view, const struct way_work *work, uint64_t *wrong);
    /* The same with an element of a march, until all strands are done or one has stopped. */
    enum err (*march)(struct memory_view *view, const struct way_march *march, unsigned element,
                      struct way_strands *strands);
    /* Asks each processor by itself whether it does that right, at a chunk whose contents may be spoilt: *bad has those that do not.
     * `march`: with its elements; null: with the words of `work`. ERR_RANGE: memory does not hold words there. ERR_UNSUPPORTED:
     * this card has no such programs, or they end in an error. */
    enum err (*prove)(struct memory_view *view, const struct way_march *march, uint64_t chunk,
                      uint64_t *bad);
    const char *worker; /* the workers' name: "shader programs" */
    const char *copier; /* the copying engine: "m2mf" */
    /* Names of the copier's feeds, put after its name, the best known first: view->feed counts them; null past the last
     * one. Null: there is one, which needs no words. */
    const char *const *feeds;
    /* The first of them whose structures are small enough to move at each jump from one end of memory to the other. */
    unsigned nimble_feed;
    const char *copy_engine; /* the engine that does it: "PGRAPH" */
    uint32_t copy_line;      /* a copy has at most that many bytes, or a multiple of them */
    /* Where VRAM lies in the chips; `place` false: it is unknown for this address. */
    enum err (*shape)(struct memory_view *view, struct vram_shape *out);
    bool (*place)(const struct memory_view *view, uint64_t at, struct partition_addr *out);
    uint64_t (*find)(const struct memory_view *view, struct partition_addr there);
    /* How many memory channels the card has, where `place` is null. Null: nobody knows. */
    unsigned (*channels)(const struct memory_view *view);
    /* Ends the copy, and reports faults that the accesses left. */
    void (*close)(struct memory_view *view);
};

#endif
