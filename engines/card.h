/* engines/card.h: one card that we have taken over: registers, BARs, deadlines, and the registers to put back.
 *
 * Shape   of any family; struct family (engines/family.h) covers the differences. Every access to the card goes through
 *         here and asks the deadline. Once that has passed, reads give all ones and writes go nowhere, so that a test
 *         then runs to its end at once; the runner then calls card_revive and cleans up. So it is with a card that has
 *         fallen off the bus, which nothing revives.
 * Units   register offsets are bytes in BAR0; times are microseconds.
 * Errors  card_wait: ERR_TIMEOUT and a line in the log with register, mask, wanted and seen value;
 *         ERR_DEADLINE if the test's deadline came first. */
#ifndef ENGINES_CARD_H
#define ENGINES_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engines/i2c_set.h"
#include "hw/addr.h"
#include "hw/chip.h"
#include "hw/err.h"
#include "pci/bus.h"
#include "pci/errors.h"
#include "pci/find.h"

#define CARD_CHANGES_MAX 160
#define CARD_DMA_MAX     96
#define CARD_LOG_MAX     160
#define CARD_STUCK_MAX   4
#define CARD_REFUSED_MAX 8

/* A register that we changed, and its value before. */
struct card_change {
    uint32_t reg;
    uint32_t before;
};

/* A register that read a word which is no value (struct family, refusal), or that keeps its word whatever is written. */
struct card_refusal {
    uint32_t reg, word;
    const char *words; /* its meaning; null: there was none */
    bool kept;         /* its word is a value: a write did nothing */
    bool told;         /* the card itself has told of the write (struct family, refused_write) */
};

/* The reasons to leave a range of VRAM alone. */
enum vram_use {
    VRAM_LEFT_ALONE, /* by drivers: a memory test saves it and puts it back, all others keep off */
    VRAM_SHOWN,      /* by a display: nobody writes there */
    VRAM_VGA,        /* the same, of the small picture that every card shows after power-on */
    VRAM_HOLE,       /* no memory: nobody goes there */
    VRAM_LOCKED,     /* protected by the card itself: nobody can write there */
};

/* A range of VRAM that no test may take (engines/vram.h). */
#define VRAM_OWNERS_MAX 8
struct vram_owner {
    enum vram_use use;
    const char *name;
    uint64_t from, to; /* bytes, to exclusive */
};

/* The VRAM of a card as its family describes it. */
struct vram_map {
    uint64_t size;       /* bytes from offset 0 on, holes among them */
    unsigned parts;      /* memory partitions that are enabled; 0: nobody can tell */
    uint32_t part_mask;  /* which ones */
    uint8_t ram_type;    /* the family's own number for its kind of memory */
    unsigned parts_most; /* that such a chip can have; 0: not said */
    unsigned bus_bits;   /* of all partitions that are enabled; 0: not said */
    const char *kind;    /* "GDDR6"; null: not said */
    unsigned owner_count;
    struct vram_owner owners[VRAM_OWNERS_MAX];
};

struct family;

#define CARD_NOTES_MAX   1024
#define CARD_WORKSPACE   0x100000u
#define CARD_STARTED_MAX 128
#define CARD_VBIOS_MAX   24
#define CARD_SERIAL_MAX  24
#define CARD_LATE_MAX    24

/* How far to go with a card that nobody has started (docs/hardware/devinit.md §8.3). */
enum card_post {
    POST_AUTO, /* it is started where that is surely right */
    POST_DRY,  /* the planned steps go to the log; nothing is written */
    POST_RUN,  /* as auto, and devices and registers that a start seldom touches are written too */
    POST_OFF,
};

/* Whether a card still answers, and how it was lost if it does not. */
enum card_loss {
    CARD_ANSWERS,
    CARD_GONE,      /* its configuration space reads all ones too: it is off the bus */
    CARD_SILENT,    /* BOOT_0 reads all ones, its configuration space answers */
    CARD_WAS_RESET, /* as before, and its Command register is not as we set it */
};

/* Why the memory of a card does not work, as its family has found it. */
enum card_cold {
    CARD_NOT_COLD,
    CARD_LEFT_COLD,     /* nobody has started it, and Barecard cannot */
    CARD_NOT_TO_START,  /* nobody has started it, and Barecard is not to: post=off */
    CARD_DRY_START,     /* it would start: only tried, as asked */
    CARD_START_FAILED,  /* it was to be started, and does not work */
    CARD_NO_POWER,      /* its own power plug is missing */
    CARD_NO_OWN_MEMORY, /* the system's firmware has given it none */
};

struct card {
    struct bus *bus;
    struct pci_card pci;
    const struct family *family; /* null until the card has said which chipset it is */
    const struct chip *chip;     /* null likewise */
    bool model;                  /* the configuration says that this is the device model */
    const struct pci_link *link; /* silenced at the takeover; null: nobody looked at it */
    /* The family's own notes on the card from one call to the next (engines/family.h); zeros at first. */
    _Alignas(8) uint8_t notes[CARD_NOTES_MAX];
    void *workspace; /* CARD_WORKSPACE bytes for a family's work on a cold card; null: none */
    uint8_t post;    /* enum card_post */
    struct i2c_set post_i2c;        /* devices on I2C that a start may write to */
    uint8_t cold;                   /* enum card_cold */
    char started[CARD_STARTED_MAX]; /* by whom or how far, if by us; else empty */
    char vbios[CARD_VBIOS_MAX];     /* version of its VBIOS; empty: not known */
    char late[CARD_LATE_MAX];       /* whose the last wait was that gave up; empty: not said */
    char serial[CARD_SERIAL_MAX];   /* its own number; empty: it does not say one */

    /* Told each step of the takeover before it is made, so that a hang in it has a name. Null: nobody. */
    void (*phase)(void *opaque, const char *what);
    void *phase_opaque;

    /* Memory decoding is on, all the way: a read of ones from BAR0 makes the reader ask whether the card still
     * answers. */
    bool decoding;
    uint32_t boot_0; /* as read when the card was identified */
    uint8_t loss; /* enum card_loss; a loss is for good, and acts as a deadline that has passed */

    uint64_t deadline_us; /* 0: none */
    /* Asked now and then while a deadline runs; true: waits for the card end, as if the deadline had passed. Null:
     * nobody asks. */
    bool (*interrupted)(void *opaque);
    void *interrupted_opaque;
    uint64_t ask_us; /* when it is asked next */
    bool expired;

    unsigned stuck_count;
    uint32_t stuck[CARD_STUCK_MAX]; /* registers that card_wait has given up on before */

    struct card_refusal refusal; /* the first since card_revive that a value was wanted of */
    unsigned refused_count;
    uint32_t refused[CARD_REFUSED_MAX]; /* registers of which the log has told */

    unsigned change_count;
    struct card_change changes[CARD_CHANGES_MAX];
    bool
        changes_refused; /* the list was full, and a register stayed as it was: a mistake of ours */

    unsigned dma_count;
    struct dma_memory dma[CARD_DMA_MAX];

    struct vram_map vram;
    uint64_t vram_next; /* first free byte of the running test's arena */

    uint32_t pmem; /* the present value of PBUS_PMEM */
    bool pmem_known;
};

void card_init(struct card *card, struct bus *bus, const struct pci_card *pci);

/* Reads BOOT_0, and if it has changed, configuration space. A lost card stays lost: it is not asked again, and every
 * access to it ends as after a deadline. Accesses that read all ones ask by themselves; code that is about to blame the
 * card for something asks before. */
bool card_lost(struct card *card);

/* Registers. A card may answer with a word that is no value: the unit is off, or the register is kept from the host.
 * card_read32 hands no such word on: it keeps it in card->refusal, and from then on all is as after a deadline, because
 * anything computed from it (a size, a mask, the rest of a register to be written) would be nonsense. Code that can do
 * without the register asks with card_ask32: false, with the word as it was read. Both tell the log. */
bool card_ask32(struct card *card, uint32_t reg, uint32_t *word) MUST_CHECK;
/* Takes a word of that kind as card_read32 would have taken it. */
void card_refuse(struct card *card, uint32_t reg, uint32_t word, const char *words);
/* A register that kept `word` where another was written: treated as a refusal, because such a register tells nothing of
 * its unit. */
void card_refuse_write(struct card *card, uint32_t reg, uint32_t word, const char *words);
/* As text for a person: the register, the word, its meaning. */
struct text;
void card_refusal_text(struct text *text, const struct card_refusal *refusal);
uint32_t card_read32(struct card *card, uint32_t reg);
void card_write32(struct card *card, uint32_t reg, uint32_t value);
uint8_t card_read8(struct card *card, uint32_t reg);
void card_write8(struct card *card, uint32_t reg, uint8_t value);

/* Up to CARD_WORDS_MAX neighbouring words, for one look at the deadline; once that has passed, reads
 * give ones and writes do nothing. */
#define CARD_WORDS_MAX 256
void card_read_words(struct card *card, uint32_t reg, uint32_t *words, size_t count);
void card_write_words(struct card *card, uint32_t reg, const uint32_t *words, size_t count);

/* As card_write32, and remembers the register's value before its first change. Any error means that the register may be
 * unchanged: ERR_DEADLINE, or ERR_NO_MEMORY when CARD_CHANGES_MAX
 * registers are remembered already. A caller that only goes on with the same test need not check it, because the runner
 * ends a test with either error. */
enum err card_set32(struct card *card, uint32_t reg, uint32_t value);
/* Undoes the changes since their count was `mark`, last change first, and forgets where PMEM points. */
void card_undo(struct card *card, unsigned mark);

/* Polls until (register & mask) == wanted; a word that is no value never is, and the unit may come out of its reset
 * meanwhile. A register that did not get there once is given a hundredth
 * of the time from then on, so that a stuck one does not make a run endless. */
enum err card_wait(struct card *card, uint32_t reg, uint32_t mask, uint32_t wanted,
                   uint32_t timeout_us) MUST_CHECK;

/* BAR windows; size is 1, 2, 4 or 8, offset + size lies inside the BAR (else all ones). */
uint64_t card_bar_read(struct card *card, unsigned bar, uint64_t offset, uint8_t size);
void card_bar_write(struct card *card, unsigned bar, uint64_t offset, uint8_t size, uint64_t value);
/* Many bytes, 8-byte aligned; false: not inside the BAR, or the deadline has passed. */
bool card_bar_read_block(struct card *card, unsigned bar, uint64_t offset, void *bytes,
                         size_t size);
bool card_bar_write_block(struct card *card, unsigned bar, uint64_t offset, const void *bytes,
                          size_t size);
bool card_bar_fill_block(struct card *card, unsigned bar, uint64_t offset, uint64_t word,
                         size_t size);

/* One march element (pci/bus.h): how many bytes were right; 0, and all ones seen, if the range is not
 * inside the BAR; `size` once the deadline is over, when nothing that is seen counts. */
size_t card_bar_march(struct card *card, unsigned bar, uint64_t offset, size_t size, bool down,
                      uint64_t expect, uint64_t next, uint64_t *seen);

/* Deadlines. */
void card_deadline(struct card *card, uint64_t from_now_us); /* 0: none */
bool card_expired(struct card *card);
/* The deadline begins anew, unless it has passed. */
void card_extend(struct card *card, uint64_t from_now_us);
void card_revive(struct card *card);

/* System memory that the card reaches. It is freed all at once, after bus mastering is off. */
enum err card_dma_alloc(struct card *card, size_t size, struct dma_memory *out) MUST_CHECK;
/* For a test's own work: the same, or memory that the card does not reach if it is lent none. */
enum err card_work_alloc(struct card *card, size_t size, struct dma_memory *out) MUST_CHECK;
/* The same as card_dma_alloc at a bus address of 4 GiB or above; ERR_UNSUPPORTED: there is none for the card. */
enum err card_dma_alloc_high(struct card *card, size_t size, struct dma_memory *out) MUST_CHECK;
/* The CPU's view of a bus address inside such memory, null if it is none of ours. */
uint8_t *card_dma_cpu(struct card *card, uint64_t bus, size_t size);
void card_dma_free_all(struct card *card, unsigned keep);

/* Says that a step of the takeover comes next. */
void card_phase(struct card *card, const char *what);

/* A line for the log, printf-like (%s %c %u %x %llx, width and 0 flag). */
void card_log(struct card *card, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
