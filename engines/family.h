/* engines/family.h: the functions of a family of cards for code that must not know which family it is.
 *
 * Shape   one struct family for each family of chipsets. The neutral code asks identify for every family
 *         that there is, keeps the one that answers in card->family, and reaches the hardware only through
 *         it from then on. Calls come in the order in which they stand here.
 * Units   bytes of VRAM, degrees C.
 * Errors  as each call says; a call that is null is something that the family has not. */
#ifndef ENGINES_FAMILY_H
#define ENGINES_FAMILY_H

#include "engines/card.h"

#define FAMILY_WHY_MAX 320

/* Registers that may be read of any card of the family in any state. */
struct family_probe {
    const char *name;
    uint32_t at;
    unsigned count, step; /* words, and bytes from one to the next */
};

/* The clock of the memory, in kHz; 0: not known. */
struct memory_clock {
    uint32_t khz, top_khz; /* it has now, and in the fastest level that the card's VBIOS lists */
};

struct family {
    const char *name; /* "nv50": of its folders */

    /* The row of the chipset that BOOT_0 names; null: none of this family's. */
    const struct chip *(*identify)(uint32_t boot_0);
    /* Whether cards with this PCI device id are of this family: the second source, beside BOOT_0. Null: it knows none. */
    bool (*has_device)(uint16_t device);
    /* The chipset's features, as a mask whose bits the family's own tests give a meaning. */
    uint32_t (*features)(const struct chip *chip);
    /* Whether the card has memory chips of its own, and not a part of the system's memory. */
    bool (*has_chips)(const struct chip *chip);

    /* Whether the card's memory works: because its VBIOS or a driver has set it up, or because it could be
     * started now, as far as card->post allows; card->started then says so. If it does not, card->cold
     * says so, and `why` ends a sentence that begins with "the card is ". */
    bool (*posted)(struct card *card, char why[FAMILY_WHY_MAX]);
    /* Fills card->vram. ERR_NO_MEMORY: it is too small to be tested. */
    enum err (*memory)(struct card *card);
    /* Makes the engines quiet, so that the card may master the bus, and arms its fault records. The journal
     * of the card takes all of it back. The units that show a picture are not touched. */
    enum err (*take)(struct card *card);
    /* After each test, passed or not: engines as `take` left them, no old fault record. */
    void (*settle)(struct card *card);
    /* After a test that may have wedged something: whether the card can still do the first steps of any test, such as a
     * flush that ends. Null: nothing can be wedged. */
    bool (*sound)(struct card *card);
    /* Writes a register back that cannot simply be written; null: every register can. */
    void (*put_back)(struct card *card, const struct card_change *change);

    /* Whether a card with this PCI device id must not be reset by the port above it, because its memory does not come
     * back before the machine is switched off. Asked before BOOT_0 has been read too. Null: none of them. */
    bool (*unresettable)(uint16_t device);

    /* The meaning of a word, read from a register, that is no value; null: it is one, or `reg` shows memory, which may
     * hold any word. Null: no such words are known of the family. */
    const char *(*refusal)(uint32_t reg, uint32_t word);

    /* Whether the card has told, since `take` or the last `settle`, that it refused a write of the host: the register,
     * and the word it still holds. Null: none of the family's cards is known to tell. */
    bool (*refused_write)(struct card *card, struct card_refusal *out);

    /* Waits until the host's writes have reached memory. */
    enum err (*flush)(struct card *card);
    /* The card's ROM as `posted` has found it, `size` bytes that stay until the next card; null: none was. Null:
     * the family reads no ROM. */
    const uint8_t *(*rom)(struct card *card, size_t *size);
    /* Row `index` of the list, or with `all` of the longer one that dump=regs asks for; count 0 where the chipset has none of it or the unit is switched off; false past
     * the last one. Null: the family has no list, so without a takeover nothing is read through the BARs. */
    bool (*probe)(struct card *card, unsigned index, bool all, struct family_probe *out);
    /* The temperature of the processor. ERR_UNSUPPORTED: no sensor; ERR_RANGE: one that cannot be believed.
     * Null: no chipset of the family has one that we can read. */
    enum err (*celsius)(struct card *card, unsigned *out);
    /* Whether the board blows air on itself; true where nobody can tell. */
    bool (*has_fan)(struct card *card);
    /* Reads only. Null: no source says how the clock of this family's memory is read. */
    void (*memory_clock)(struct card *card, struct memory_clock *out);
    /* Degrees C at which a memory test pauses if nobody has asked for another limit. */
    unsigned max_celsius;
};

/* The same, for a card whose family is known. */
enum err card_flush(struct card *card) MUST_CHECK;
enum err card_celsius(struct card *card, unsigned *out) MUST_CHECK;
/* The limit that was asked for, or if that is 0 the family's. */
unsigned card_max_celsius(const struct card *card, unsigned asked);

#endif
