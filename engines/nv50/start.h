/* engines/nv50/start.h: starts a card that nobody has started, by the init scripts of its own VBIOS.
 *
 * Shape   start_look says whether the card is cold and which ROM it has; start_card goes as far as the mode allows: a
 *         dry run first, always, then the scripts, then a look at the memory. Nothing is written to a card that is not
 *         surely cold, or with a ROM that is not surely its own.
 * Units   bytes, microseconds, kHz.
 * Errors  none are returned: `outcome` and start_words tell the result.
 * Source  docs/hardware/devinit.md §3.3, §6, §8. */
#ifndef ENGINES_NV50_START_H
#define ENGINES_NV50_START_H

#include "engines/nv50/devinit/overlay.h"
#include "engines/nv50/identify.h"
#include "engines/nv50/rom_source.h"
#include "engines/nv50/start_guard.h"
#include "engines/text.h"

#define START_DEADLINE_S 180 /* all polls, all waits, and the accesses between them */
#define START_PHASE_MAX  64

enum start_outcome {
    START_NOT_NEEDED, /* it works already */
    START_FORBIDDEN,  /* the mode is off */
    START_HALF,       /* neither cold nor working: it is left alone */
    START_INTEGRATED, /* its memory is the system's, which only the system's firmware can give it */
    START_NO_ROM,     /* none was found */
    START_BAD_ROM,    /* the best one must not be carried out */
    START_REFUSED,    /* the dry run did not come to its end */
    START_DRY_ONLY,   /* it did, and the mode asks for no more */
    START_STOPPED,    /* the scripts did not come to their end */
    START_NO_POWER,   /* they did, and the card's own plug is missing */
    START_TOO_FAST,   /* ... its clocks are faster than its VBIOS has any level for */
    START_DEAD,       /* ... its memory does not work */
    START_DONE,
};

/* The memory of a start: some 600 KiB, which the caller keeps as long as the card. */
struct start {
    enum card_post mode;
    enum start_outcome outcome;
    char phase[START_PHASE_MAX]; /* the present step: its reporter keeps the pointer */
    uint32_t script;             /* the one that runs, by its address */
    uint32_t quiet_us;           /* waited since the phase was told */
    struct posted_evidence before,
        after;                /* `after`: only if the outcome is START_DEAD or START_DONE */
    struct start_guard guard; /* after the scripts */
    struct vbios_found found;
    struct devinit d; /* of the dry run, then of the run */
    struct overlay overlay;
    struct devinit_walk walk;
    uint8_t bytes[ROM_ROOM];
};

/* Of a card that has a workspace; null without one. */
struct start *start_of(const struct card *card);

/* Fills before and found. Reads only, but for the ROM's shadow bit and CRTC index bytes. */
void start_look(struct card *card, struct start *start);
/* With the mode set, after start_look. */
void start_card(struct card *card, struct start *start);

/* Whether the scripts have written anything: from there on the card is another one than `before` says. */
bool start_wrote(const struct start *start);
/* Whether the scripts came to their end, even if the card does not work. */
bool start_ran_through(const struct start *start);

/* Half a sentence: "started by Barecard with ...", "not started: ...". */
void start_words(const struct start *start, struct text *text);
/* Advice for the person's next step; none if the card works. */
void start_advice(const struct start *start, struct text *text);
/* "60.84.11.07.2a"; nothing if the ROM has no version. */
void vbios_version(const struct vbios_found *found, struct text *text);
/* Version, date and source of a ROM: "60.84.11.07.2a of 02/03/07 from PROM". */
void vbios_words(const struct vbios_found *found, struct text *text);

#endif
