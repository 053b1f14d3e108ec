/* suite/report/typist.h: tells keys that a person presses from a barcode scan. A scanner is a keyboard that types
 * faster than anybody can, so its characters are words and no commands, whichever letters they are.
 *
 * Shape   pure. Each character is heard with the time at which it was found; its meaning is known once nothing has
 *         followed for TYPIST_GAP_US. Characters that were found in one look came one right after the other, as far as
 *         anybody can tell. Enter, Esc and Backspace alone are no scan, however fast they come: that is a key held
 *         down.
 * Units   microseconds. */
#ifndef SUITE_REPORT_TYPIST_H
#define SUITE_REPORT_TYPIST_H

#include <stdbool.h>
#include <stdint.h>

#include "suite/report/keys.h"

#define TYPIST_GAP_US UINT64_C(50000) /* scanners send a character each 1 to 20 ms */
#define TYPIST_MAX    80 /* characters of a scan; of more the last one is kept, which may be Enter */

struct typist {
    char heard[TYPIST_MAX]; /* and not given out yet */
    unsigned count;
    uint64_t last_us;
    char words[TYPIST_MAX + 1]; /* that the last key or scan consists of, as they were typed */
};

/* character: 1 to '~'. */
void typist_hear(struct typist *typist, char character, uint64_t now_us);
/* Called when there is nothing more to hear: a key, KEY_SCAN, or KEY_NONE. */
int typist_key(struct typist *typist, uint64_t now_us);

#endif
