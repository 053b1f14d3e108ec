/* model/nv50/card/posted.h: the register values that the start of a card leaves, beside those that its memory needs
 * (vm/pfb.h).
 *
 * Shape   rows of words by chipset. Most were seen on one chipset alone, and only that one has them.
 * Source  docs/hardware/devinit.md §3.2 and §3.5, [V] there: the words that a G94's VBIOS leaves, and those that cards
 *         have shown to drivers. */
#ifndef MODEL_NV50_CARD_POSTED_H
#define MODEL_NV50_CARD_POSTED_H

struct nv50;

/* Called after the units have set their own values. A cold card has none of these, a given board (rom.h) only those of
 * its own ROM. */
void posted_power_on(struct nv50 *card);

#endif
