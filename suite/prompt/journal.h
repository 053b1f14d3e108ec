/* suite/prompt/journal.h: the writes of a prompt's lines to a card, so that they can be undone.
 *
 * Shape   one entry a write, the newest last. Registers go through the card's own journal as well (card_set32), so that they
 *         are put back even if the prompt is cut off. Former contents of memory are kept in a store of system memory.
 * Units   bytes; memory in whole words of 4.
 * Errors  ERR_NO_MEMORY: there is no room to keep the words that would be overwritten, and nothing was written. Else
 *         the error of the access. */
#ifndef SUITE_PROMPT_JOURNAL_H
#define SUITE_PROMPT_JOURNAL_H

#include "engines/card.h"
#include "engines/text.h"

#define JOURNAL_MAX   128
#define JOURNAL_STORE 0x40000u /* bytes of overwritten memory that are kept */

enum journal_kind { JOURNAL_REGISTER, JOURNAL_MEMORY, JOURNAL_CONFIG };

struct journal_entry {
    uint8_t kind;           /* enum journal_kind */
    bool first;             /* of a register: the card's own journal got an entry by this write */
    uint32_t at;            /* of a register, of a word of configuration space */
    linear_addr memory;     /* else */
    uint32_t size, stored;  /* of memory: bytes, and where they lie in the store */
    uint32_t before, after; /* the first word */
};

struct journal {
    struct card *card;
    unsigned count;
    struct journal_entry entries[JOURNAL_MAX];
    struct dma_memory store; /* of no size: not allocated yet */
    uint32_t stored;         /* bytes of it in use */
};

void journal_open(struct journal *journal, struct card *card);
enum err journal_register(struct journal *journal, uint32_t reg, uint32_t value) MUST_CHECK;
enum err journal_config(struct journal *journal, uint16_t offset, uint32_t value) MUST_CHECK;
/* `size` bytes; words null: `fill` again and again. */
enum err journal_memory(struct journal *journal, linear_addr at, const uint32_t *words,
                        uint32_t fill, uint32_t size) MUST_CHECK;
/* Notes a write to memory that was made elsewhere: `before` is the former content. */
enum err journal_note(struct journal *journal, linear_addr at, const uint32_t *before,
                      uint32_t size, uint32_t after) MUST_CHECK;
/* Puts the newest entry back and forgets it. */
enum err journal_undo(struct journal *journal) MUST_CHECK;
/* "register 0x001540", "VRAM 0x210018, 8 bytes" */
void journal_where(struct text *text, const struct journal_entry *entry);

#endif
