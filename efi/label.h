/* efi/label.h: asks for the label of the card to be tested: typed, or scanned, since a barcode scanner types like a
 * keyboard and ends with Enter. Asked on the screen and on COM1.
 *
 * Errors  where nobody answers the label stays empty, and the run goes on. */
#ifndef EFI_LABEL_H
#define EFI_LABEL_H

#include "efi/dialog.h"
#include "engines/text.h"
#include "suite/kit/settings.h"

#define LABEL_ASK_S 300 /* since the last key; longer than it takes to fetch a scanner */

/* Adds the typed or scanned characters to the label; true: they end with an answer, which is Enter after a label, or
 * Esc, which leaves the label empty. */
bool label_take(struct text *label, const char *typed);
/* Returns with an answer, or LABEL_ASK_S after the last key. The caller has stopped the watchdog. */
void label_ask(struct dialog *dialog, char label[CONFIG_LABEL_MAX]);

#endif
