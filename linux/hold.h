/* linux/hold.h: a card is taken from the kernel and given back as it was.
 *
 * Shape   before the first change the former state is written into a file below roots->run, where the next start finds
 *         it if no process was left to give the card back; the machine's restart forgets it. Order: runtime power
 *         management is held off, resets are switched off (VFIO resets a card when it is opened and closed, after which
 *         it would have to be started again, and GV100's memory is lost), then the drivers are unbound. Given back in
 *         the reverse order.
 * Errors  hold_take: false and a sentence; all changes are put back. */
#ifndef LINUX_HOLD_H
#define LINUX_HOLD_H

#include <stdio.h>

#include "linux/check.h"

#define RESETS_MAX 64

/* One function as it was. */
struct held_function {
    char name[16], driver[32], override[32], control[8], resets[RESETS_MAX];
    bool has_resets;
    unsigned command; /* the Command register */
};

struct hold {
    const struct roots *roots;
    unsigned count;
    struct held_function functions[FUNCTIONS_MAX];
    struct framebuffer_holder framebuffer;
    FILE *state; /* locked while the card is ours */
    bool taken;
};

/* vfio: its functions are bound to vfio-pci; else to nothing, and no driver that is loaded meanwhile gets them. */
bool hold_take(struct hold *hold, const struct roots *roots, const struct linux_card *card,
               bool vfio, char sentence[SENTENCE_MAX]);
/* False, and a sentence: something is not as it was. */
bool hold_give_back(struct hold *hold, char sentence[SENTENCE_MAX]);
/* Gives back the cards of a run that was cut off, and returns their number; `name` is the first
 * one's, for a sentence. */
unsigned hold_recover(const struct roots *roots, char name[16]);

#endif
