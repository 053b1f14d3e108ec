/* efi/keys.h: keys of the firmware's keyboard and of a terminal on COM1.
 *
 * Shape   the one place where the firmware reads keys: menu, label, run, question and verdict all hear them from
 *         here. Nothing waits for a key. Cursor keys come from a terminal as "ESC [ A"; an ESC that nothing follows
 *         at once is the key itself. A barcode scan is KEY_SCAN, whichever letters it has.
 * Source  UEFI 2.10 §12.3; ECMA-48 §5.4 (control sequences). */
#ifndef EFI_KEYS_H
#define EFI_KEYS_H

#include "efi/serial.h"
#include "efi/uefi.h"
#include "suite/report/typist.h"

/* Some firmware gives Enter as this scan code, with no character. */
#define SCAN_ENTER 0x0d

struct keys {
    SIMPLE_INPUT_INTERFACE *keyboard; /* null: none */
    struct serial *serial;
    int kept;             /* a character of COM1 that was read too soon; 0: none */
    bool drops;           /* characters of COM1 are lost, and its sender has not paused since */
    uint64_t dropped_us;  /* when one came last */
    struct typist typist; /* its words: the last key or scan, as it was typed */
};

/* As suite/report/keys.h names them; KEY_NONE: none was pressed. */
int keys_next(struct keys *keys);
/* Each key at once as it was typed, however fast they come, capitals and control characters too: for a line of text. */
int keys_typed(struct keys *keys);

#endif
