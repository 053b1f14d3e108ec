/* engines/gv100/generation.h: the differences between GV100 and Turing that are more than another address or number:
 * here alone the firmware asks which of them a card is (hw/gv100/places.h).
 *
 * Errors  ERR_TIMEOUT: the card did not do it in time, and the log names the register.
 * Source  docs/hardware/gv100.md §13. */
#ifndef ENGINES_GV100_GENERATION_H
#define ENGINES_GV100_GENERATION_H

#include "engines/family.h"
#include "hw/gv100/places.h"

/* Gives a runlist to the host and waits until it has been read. */
enum err generation_submit(struct card *card, uint8_t runlist, linear_addr at,
                           unsigned count) MUST_CHECK;

/* The length that the host says of the runlist it has. */
uint32_t generation_runlist_length(struct card *card, uint8_t runlist);

/* As card_set32, of a register that keeps its writes. Where the card's own firmware may have masked it (§13.8),
 * one that keeps its old value is refused (card_refuse_write). */
enum err generation_set(struct card *card, uint32_t reg, uint32_t value);
/* The same without remembering its old value. */
enum err generation_write(struct card *card, uint32_t reg, uint32_t value);
/* Where masks are known: whether the record of accesses that no unit took has a write of the host; and clears the
 * record for the next one. */
bool generation_refused_write(struct card *card, struct card_refusal *out);
void generation_forget_refused(struct card *card);
/* Before the first doorbell: lets doorbells in where they are kept out; the journal keeps the old value. */
enum err generation_let_doorbells_in(struct card *card);
/* The word that rings for a channel. */
uint32_t generation_doorbell(const struct card *card, uint16_t chid, uint8_t runlist);
/* The data of the host method CLEAR_FAULTED for a channel, without its bit ENG. */
uint32_t generation_clear_faulted(const struct card *card, uint16_t chid, uint8_t runlist);

/* Before an invalidate is written: until there is room for it; and after it, until it is done. */
enum err generation_await_room(struct card *card, uint32_t timeout_us) MUST_CHECK;
enum err generation_await_invalidate(struct card *card, uint32_t timeout_us) MUST_CHECK;

/* No interrupt leaves the card other than through PMC's trees; the journal keeps the former enables. */
void generation_silence(struct card *card);
/* A change of that journal is undone; false: it is of another register. */
bool generation_put_back(struct card *card, const struct card_change *change);

/* The reasons for which the MMU interrupts. */
enum mmu_event { MMU_EVENT_LATCHED, MMU_EVENT_FAULT, MMU_EVENT_REPLAYABLE };

/* Two registers on the signal's way, with its bit in each: first the MMU's own, or the leaf of its vector, last the one
 * next to the card's line. */
struct mmu_signal {
    uint32_t first_at, first;
    uint32_t last_at, last;
    const char *last_name;
};

/* The MMU interrupts for nothing, and nothing is pending. */
void generation_quiet(struct card *card);
/* Lets it interrupt for an event, or stops that. */
void generation_listen(struct card *card, enum mmu_event event, bool on);
struct mmu_signal generation_signal(const struct card *card, enum mmu_event event);
/* Acknowledges an event where it stays pending after its cause has gone. */
void generation_acknowledge(struct card *card, enum mmu_event event);

/* Whether the card has been started: by its VBIOS, or by itself. */
bool generation_is_started(struct card *card);
/* Whether a card that is not started starts itself; and the wait until it has. False: `why` says how far it came. */
bool generation_starts_itself(const struct card *card);
bool generation_await_start(struct card *card, char why[FAMILY_WHY_MAX]);

/* The range that the card's own firmware has locked; false: there is none, or the card has no registers that tell
 * it. */
bool generation_locked_range(struct card *card, uint64_t *from, uint64_t *to);

#endif
