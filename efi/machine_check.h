/* efi/machine_check.h: machine checks and NMIs, which broken hardware sends.
 *
 * Shape   without CR4.MCE a machine check is a reset without a word, and firmware often leaves it clear: it is
 *         set while a card is tested, on this processor (one that the firmware has parked keeps its own).
 *         The cause of a machine check or an NMI stands in registers, which are put into words here.
 * Units   a bank is one of the processor's units that notice errors.
 * Source  Intel SDM volume 3 §15.3; ports 0x61 of the PC; docs/hardware/uefi-on-machines.md §3.4. */
#ifndef EFI_MACHINE_CHECK_H
#define EFI_MACHINE_CHECK_H

#include <stdbool.h>

#include "engines/text.h"

struct machine_check {
    bool owned;     /* CR4.MCE was clear, and we have set it */
    unsigned banks; /* 0: this processor has none, or cannot say */
};

void machine_check_own(struct machine_check *check);
void machine_check_release(const struct machine_check *check);

/* False: that bank holds nothing. */
bool machine_check_bank(const struct machine_check *check, unsigned bank, struct text *text);
/* Who sent an NMI, as far as the machine says. */
void nmi_words(struct text *text);

#endif
