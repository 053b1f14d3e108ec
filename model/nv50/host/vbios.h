/* model/nv50/host/vbios.h: the video BIOS that the model has if it is given none.
 *
 * Shape   an image of our own: PCI headers, the BIT and the tables that drivers find through it, a
 *         DCB without outputs, and a script that configures the memory as this board has it. The
 *         x86 part returns at once: nothing but the script initialises the card.
 * Units   bytes.
 * Source  docs/hardware/devinit.md §1.4, §2, §4, nouveau-client.md §9. */
#ifndef MODEL_NV50_HOST_VBIOS_H
#define MODEL_NV50_HOST_VBIOS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nv50;

#define VBIOS_SIZE 0x1000 /* drivers fetch no less */

/* Whether an image is one of those, perhaps changed since. */
bool vbios_is_ours(const uint8_t *image, size_t size);
/* Fills VBIOS_SIZE bytes. */
void vbios_build(const struct nv50 *card, uint8_t *image);

#endif
