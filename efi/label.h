/* efi/label.h: asks what is about to be tested: typed, or scanned, since a barcode scanner types like a keyboard
 * and ends with Enter.
 *
 * Errors  without a keyboard the label stays empty, and the run goes on. */
#ifndef EFI_LABEL_H
#define EFI_LABEL_H

#include "efi/monitor.h"
#include "efi/uefi.h"
#include "suite/kit/settings.h"

/* Returns when Enter is pressed behind a label, or Esc, which leaves the label empty. The caller has stopped the watchdog: a
 * person may take any time. */
void label_ask(char label[CONFIG_LABEL_MAX], EFI_BOOT_SERVICES *boot,
               SIMPLE_INPUT_INTERFACE *keyboard, struct monitor *monitor);

#endif
