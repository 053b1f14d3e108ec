/* efi/rom.h: VBIOSes that a machine has besides the one in the card: the copy that its firmware read when it found the
 * card, and files on the stick.
 *
 * Shape   \vbios\VVVV-DDDD-SSSS-SSSS.rom is the file for a card with that vendor, device, subsystem vendor
 *         and subsystem in hexadecimal; after it come the other .rom files of \vbios, in the order in which
 *         the volume lists them. Whether one of them fits the card is for the caller to judge.
 * Source  UEFI 2.10 §13.5, §14.4 (RomImage); docs/hardware/devinit.md §1.1. */
#ifndef EFI_ROM_H
#define EFI_ROM_H

#include "efi/pci_io.h"
#include "efi/stick.h"

/* Files only; index 0 is the first. How many bytes the file has, at most `size` of them copied; 0: there is
 * none with that index. */
size_t rom_file_read(struct stick *stick, const uint16_t ids[4], unsigned index, void *bytes,
                     size_t size, char name[BUS_ROM_NAME_MAX]);
/* The firmware's copy of the card that is taken; 0: it has none. */
size_t rom_firmware_read(const struct pci_io *taken, void *bytes, size_t size);

#endif
