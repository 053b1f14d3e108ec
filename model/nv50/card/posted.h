/* model/nv50/card/posted.h: what whoever starts a card leaves in its registers, beside what memory needs to work
 * (vm/pfb.h).
 *
 * Shape   rows of words by chipset. Most were seen on one chipset alone, and only that one has them.
 * Source  docs/hardware/devinit.md §3.2 and §3.5, [V] there: the words that a G94's VBIOS leaves, and what cards
 *         have shown to drivers. */
#ifndef MODEL_NV50_CARD_POSTED_H
#define MODEL_NV50_CARD_POSTED_H

struct nv50;

/* Behind the units' own values. A cold card has none of it, a given board (rom.h) only what its own ROM leaves. */
void posted_power_on(struct nv50 *card);

#endif
