/* efi/paging.h: which addresses the firmware's page tables cover, so that a BAR that they leave out
 * is an error and not a page fault.
 *
 * Shape   UEFI maps memory one to one; `seen` remembers the 2 MiB units that were found present.
 * Source  Intel SDM volume 3 §4.5 (4-level and 5-level paging). */
#ifndef EFI_PAGING_H
#define EFI_PAGING_H

#include <stdbool.h>
#include <stdint.h>

#define PAGING_SEEN 256 /* power of two */

struct paging {
    uint64_t seen[PAGING_SEEN]; /* number of the unit + 1; 0: none */
};

bool paging_covers(struct paging *paging, uint64_t address);

#endif
