/* The firmware's console on the card in hand: whether there is one, and the memory that it is drawn into.
 *
 * Nothing is drawn there while the card is tested (efi/monitor.h), and no test writes there, so that the picture is
 * still whole afterwards. PDISPLAY does not say all of it: a mode that the VGA core shows by VESA is larger than the
 * VGA's 256 KiB.
 * Source: docs/hardware/uefi-on-machines.md §4.3, silicon-sequences.md §3.1. */
#include "suite/run/run_state.h"

#include "engines/vram.h"
#include "hw/pci.h"

#define OWNER "the console"

bool run_drives_console(const struct run *run)
{
    const struct run_setup *const setup = &run->setup;

    return setup->drives_console && setup->drives_console(setup->opaque, run->card.pci.at);
}

/* BAR1 is unbound when firmware draws through it, so it shows VRAM from its start on (unverified). false: the output
 * draws into other memory. */
static bool vram_of(const struct card *card, const struct run_framebuffer *drawn, uint64_t *from,
                    uint64_t *to)
{
    const struct pci_bar *const bar = &card->pci.bars[NV_BAR_VRAM];

    *from = drawn->from.v - bar->at.v; /* a huge number if it begins before BAR1 */
    if (*from >= bar->size || *from >= card->vram.size)
        return false;
    *to = drawn->size < card->vram.size - *from ? *from + drawn->size : card->vram.size;
    return *from < *to;
}

/* VGA's picture is named in the verdict and is no gap of the test. A console of VESA inside it
 * joins its range. */
static bool grow_vga(struct card *card, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use != VRAM_VGA || from > owner->to || owner->from > to)
            continue;
        owner->from = from < owner->from ? from : owner->from;
        owner->to = to > owner->to ? to : owner->to;
        return true;
    }
    return false;
}

enum err run_spare_console(struct run *run)
{
    const struct run_setup *const setup = &run->setup;
    struct card *const card = &run->card;
    struct run_framebuffer drawn;
    enum err e = OK;

    if (!setup->framebuffer || !run_drives_console(run))
        return OK;
    for (unsigned i = 0; e == OK && setup->framebuffer(setup->opaque, card->pci.at, i, &drawn);
         i++) {
        uint64_t from, to;

        if (vram_of(card, &drawn, &from, &to) && !grow_vga(card, from, to))
            e = vram_reserve(card, VRAM_SHOWN, OWNER, from, to - from);
    }
    return e;
}
