/* efi/console.h: which PCI functions draw the firmware's console.
 *
 * Shape   those whose graphics output the console uses; if the firmware does not say which it uses,
 *         every function with a graphics output. */
#ifndef EFI_CONSOLE_H
#define EFI_CONSOLE_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/uefi.h"
#include "pci/bus.h"

#define CONSOLE_CARDS_MAX 16

struct console_cards {
    size_t count;
    struct pci_function cards[CONSOLE_CARDS_MAX];
};

void console_find(struct console_cards *cards, EFI_BOOT_SERVICES *boot);
bool console_drawn_by(const struct console_cards *cards, struct pci_function at);

#endif
