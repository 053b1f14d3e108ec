/* engines/connect.h: a card that nobody has started, and the driver that the machine's firmware has found in its ROM.
 *
 * Shape   firmware that starts fast loads the driver and connects it to nothing. It is connected once, the card is looked
 *         at again for CONNECT_US, and the driver has let go of it before this returns. A start by it stays.
 * Errors  false: the card is as cold as before; the log tells the outcome.
 * Source  docs/hardware/gv100.md §1.10, uefi-on-machines.md §1. */
#ifndef ENGINES_CONNECT_H
#define ENGINES_CONNECT_H

#include "engines/card.h"

#define CONNECT_US 2000000u

/* With post=auto or post=run. True: `works` says that the card is started now, and card->started by whom. */
bool card_connect(struct card *card, bool (*works)(struct card *card));

#endif
