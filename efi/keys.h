/* efi/keys.h: keys of the firmware's keyboard and of a terminal on COM1.
 *
 * Shape   neither waits for a key. Cursor keys come from a terminal as "ESC [ A"; an ESC that nothing follows
 *         at once is the key itself.
 * Source  UEFI 2.10 §12.3; ECMA-48 §5.4 (control sequences). */
#ifndef EFI_KEYS_H
#define EFI_KEYS_H

#include "efi/serial.h"
#include "efi/uefi.h"

/* Some firmware gives Enter as this scan code, with no character. */
#define SCAN_ENTER 0x0d

struct keys {
    SIMPLE_INPUT_INTERFACE *keyboard; /* null: none */
    struct serial *serial;
};

/* As suite/report/keys.h names them; KEY_NONE: none was pressed. */
int keys_next(struct keys *keys);

#endif
