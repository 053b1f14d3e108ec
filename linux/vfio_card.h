/* linux/vfio_card.h: a card that is bound to vfio-pci, opened; its memory, configuration space and IOMMU.
 *
 * Shape   one container for each card, with the type 1 IOMMU. The kernel's requests meanwhile (give the card back, an
 *         error of its link) are polled with vfio_asks.
 * Errors  vfio_open: false and a sentence.
 * Source  linux/vfio.h of the kernel; Documentation/driver-api/vfio.rst. */
#ifndef LINUX_VFIO_CARD_H
#define LINUX_VFIO_CARD_H

#include <sys/types.h>

#include "linux/check.h"

struct vfio {
    int container, group, device;
    int wants_back, error; /* eventfds; below 0: the kernel has no such message */
    off_t config;          /* of configuration space in the device's file */
    bool asked;            /* another process unbinds it already, and holds its lock */
    char name[16];         /* of the card */
    char words[96];        /* the last sentence of vfio_asks */
};

bool vfio_open(struct vfio *vfio, const struct roots *roots, const struct linux_card *card,
               char sentence[SENTENCE_MAX]);
/* And leaves the driver. The kernel resets a card that is closed, by its port if its own resets are switched off: then
 * it would have to be started again, and GV100's memory is lost. It cannot while the card is being unbound from
 * vfio-pci, because the unbinding process holds its lock; so that is begun first, and waits for the card to be
 * closed. */
void vfio_close(struct vfio *vfio, const struct roots *roots, const struct linux_card *card);
/* Maps a BAR; null where the kernel does not let it be mapped. */
void *vfio_map(const struct vfio *vfio, unsigned bar, size_t size);
/* Shows `size` bytes from `memory` to the card at a bus address; false: the IOMMU has no such place. */
bool vfio_show(const struct vfio *vfio, void *memory, size_t size, bus_addr at);
void vfio_hide(const struct vfio *vfio, size_t size, bus_addr at);
uint32_t vfio_config_read(const struct vfio *vfio, uint16_t offset, uint8_t size);
void vfio_config_write(const struct vfio *vfio, uint16_t offset, uint8_t size, uint32_t value);
/* The kernel's request for the card, or an error that it has seen; null: none. Stays until the next
 * call. */
const char *vfio_asks(struct vfio *vfio);

#endif
