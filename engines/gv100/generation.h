/* engines/gv100/generation.h: what GV100 and Turing do differently where another address or number is not enough: here
 * alone the firmware asks which of them a card is (hw/gv100/places.h).
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

/* Before the first doorbell: where doorbells must be let in, they are; the journal keeps what was there. */
/* As card_set32, of a register that keeps what is written. Where the card's own firmware may have masked it (§13.8), one that
 * keeps what it held is refused (card_refuse_write). */
enum err generation_set(struct card *card, uint32_t reg, uint32_t value);
/* The same without remembering what it held. */
enum err generation_write(struct card *card, uint32_t reg, uint32_t value);
/* Where masks are known: whether the record of accesses that nobody took has a write of the host; and the record is
 * cleared for the next one. */
bool generation_refused_write(struct card *card, struct card_refusal *out);
void generation_forget_refused(struct card *card);
enum err generation_let_doorbells_in(struct card *card);
/* The word that rings for a channel. */
uint32_t generation_doorbell(const struct card *card, uint16_t chid, uint8_t runlist);
/* The data of the host method CLEAR_FAULTED for a channel, without its bit ENG. */
uint32_t generation_clear_faulted(const struct card *card, uint16_t chid, uint8_t runlist);

/* Before an invalidate is written: until there is room for it; and behind it, until it is done. */
enum err generation_await_room(struct card *card, uint32_t timeout_us) MUST_CHECK;
enum err generation_await_invalidate(struct card *card, uint32_t timeout_us) MUST_CHECK;

/* No interrupt leaves the card by a way that PMC's trees are not; the journal keeps what was let through. */
void generation_silence(struct card *card);
/* A change of that journal is undone; false: it is of another register. */
bool generation_put_back(struct card *card, const struct card_change *change);

/* What the MMU interrupts for. */
enum mmu_event { MMU_EVENT_LATCHED, MMU_EVENT_FAULT, MMU_EVENT_REPLAYABLE };

/* Two registers on its way, and its bit in each: the MMU's own, or the leaf of its vector, and the one in front of the
 * card's line. */
struct mmu_signal {
    uint32_t first_at, first;
    uint32_t last_at, last;
    const char *last_name;
};

/* The MMU interrupts for nothing, and nothing is pending. */
void generation_quiet(struct card *card);
/* It may interrupt for an event, or no more. */
void generation_listen(struct card *card, enum mmu_event event, bool on);
struct mmu_signal generation_signal(const struct card *card, enum mmu_event event);
/* Where an event stays pending until it is acknowledged beside its cause, it is. */
void generation_acknowledge(struct card *card, enum mmu_event event);

/* Whether the card has been started: by its VBIOS, or by itself. */
bool generation_is_started(struct card *card);
/* Of a card that has not: whether it does so itself. Then waits until it is done. False: `why` says how far it came. */
bool generation_starts_itself(const struct card *card);
bool generation_await_start(struct card *card, char why[FAMILY_WHY_MAX]);

/* The range that the card's own firmware has locked, where registers of their own tell it; false: nothing, or there are
 * none. */
bool generation_locked_range(struct card *card, uint64_t *from, uint64_t *to);

#endif
