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

/* One output of the console. */
struct console_card {
    struct pci_function at;
    uint64_t from, size; /* its framebuffer, as the processor addresses it; size 0: it has none */
};

struct console_cards {
    size_t count;
    struct console_card cards[CONSOLE_CARDS_MAX];
};

void console_find(struct console_cards *cards, EFI_BOOT_SERVICES *boot);
bool console_drawn_by(const struct console_cards *cards, struct pci_function at);
/* Framebuffers of the outputs on one function; null past the last one. */
const struct console_card *console_framebuffer(const struct console_cards *cards,
                                               struct pci_function at, unsigned index);

#endif
