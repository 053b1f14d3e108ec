/* engines/nv50/devinit/output.h: the display output that a script is run for. Boot scripts have none; scripts of
 * the table of displays have one, and Barecard runs those on a desk only: memory needs no display. Pure.
 *
 * Errors  ERR_NOT_FOUND: the board lists no such output, or no resource that drives it.
 * Source  docs/hardware/devinit.md §2.5, §4.1, §6.3. */
#ifndef ENGINES_NV50_DEVINIT_OUTPUT_H
#define ENGINES_NV50_DEVINIT_OUTPUT_H

#include "engines/nv50/devinit/dcb.h"

#define OUTPUT_NO_HEAD 0xff

struct output {
    uint8_t head;      /* that feeds it, OUTPUT_NO_HEAD: none yet */
    uint8_t resource;  /* number of the DAC, SOR or PIOR that drives it: the lowest that may */
    bool second_link;  /* of a SOR's two sub-links; also without the first one */
    uint8_t port;      /* its row of the table of ports */
    bool internal_dp;  /* its connector is that of a panel on DisplayPort */
    bool has_dp_flags; /* there is a record for it in the DisplayPort table */
    uint8_t dp_flags;  /* ... with these */
    uint16_t script;   /* the first one of its record in the table of displays, 0: none */
};

/* Output number `index` of the board; its head is not known. */
enum err output_find(const struct vbios *v, unsigned index, struct output *out) MUST_CHECK;

#endif
