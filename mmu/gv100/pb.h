/* mmu/gv100/pb.h: push buffers and the GP entries that point into them.
 *
 * Shape   a reader takes one word after the other and decodes it: only whoever follows the stream can tell instructions
 *         from data. Data may go on in the next segment.
 * Units   methods by their byte addresses; counts in words.
 * Errors  a word that is no legal instruction is PB_ERROR, after which the reader takes the next word as an
 *         instruction; *_pack: ERR_RANGE, ERR_ALIGN.
 * Source  docs/hardware/gv100.md §4.1 to §4.4. */
#ifndef MMU_GV100_PB_H
#define MMU_GV100_PB_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/err.h"
#include "hw/gv100/pb.h"

/* ---- GP entries ---- */

struct gp_entry {
    bool control;     /* LENGTH is 0: operand and opcode count, not the segment */
    uint64_t get;     /* segment: 40 bits, 4-byte aligned */
    uint32_t length;  /* segment: words, 1 to 2^21 - 1 */
    bool conditional; /* segment: fetched only while the subdevice mask is active */
    uint32_t operand; /* control */
    uint8_t opcode;   /* control: enum gp_opcode */
    bool kernel, subroutine, sync_wait;
};

enum err gp_pack(const struct gp_entry *gp, uint32_t words[GP_WORDS]) MUST_CHECK;

/* ---- push buffer entries ---- */

enum pb_kind {
    PB_INCR,
    PB_NONINCR,
    PB_ONEINCR,
    PB_IMMD,
    PB_NOP_ENTRY,
    PB_SET_MASK,
    PB_STORE_MASK,
    PB_USE_MASK,
    PB_END_SEGMENT,
    PB_DATA, /* a data word of the method header before it */
    PB_ERROR,
};

/* Why a word is illegal: all raise the interrupt PBENTRY. */
enum pb_error {
    PB_LEGACY_INC,    /* SEC_OP 0, TERT_OP 0, not a NOP */
    PB_CONTROL_BITS,  /* SEC_OP 0 with bits 28:18 set: no control entry */
    PB_LEGACY_NONINC, /* SEC_OP 2 */
    PB_RESERVED,      /* SEC_OP 6 */
    PB_PAST_LAST,     /* would go past method 0x3ffc */
    PB_ERROR_COUNT
};

struct pb_entry {
    enum pb_kind kind;
    uint16_t count;      /* INCR, NONINCR, ONEINCR: data words, 13 bits */
    uint8_t subchannel;  /* these, IMMD and DATA */
    uint16_t address;    /* these: byte address of the method, of a header the first one */
    uint32_t data;       /* DATA, and IMMD: 13 bits */
    uint16_t mask;       /* SET_MASK, STORE_MASK: 12 bits */
    enum pb_error error; /* ERROR */
};

struct pb_reader {
    uint16_t left;       /* data words that the last header still expects */
    uint16_t address;    /* of the next data word's method */
    uint8_t step, later; /* bytes to the method after the next one, and from there on */
    uint8_t subchannel;
    bool ended; /* by END_PB_SEGMENT: nothing counts in the rest of the segment */
    uint16_t classes[PB_SUBCHANNELS]; /* as SET_OBJECT gave them; 0: not known */
};

/* Before the first word. */
void pb_start(struct pb_reader *reader);
/* One word. Not to be called while reader->ended. */
void pb_next(struct pb_reader *reader, uint32_t word, struct pb_entry *entry);

/* The word of an entry other than DATA and ERROR. */
enum err pb_pack(const struct pb_entry *entry, uint32_t *word) MUST_CHECK;

/* Whether a class is a copy engine's, of any chip of the family. */
bool pb_is_copy_class(uint16_t class_id);

#endif
