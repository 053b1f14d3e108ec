/* tools/nv50/dry_run.h: the dry run that a start begins with, on a cold card of the device model.
 *
 * Shape   as post=auto has it: nothing is written, and no consent is given to anything (engines/nv50/start.h).
 * Errors  `d->end`; a card that cannot be made ends the run as a world that refused. */
#ifndef TOOLS_NV50_DRY_RUN_H
#define TOOLS_NV50_DRY_RUN_H

#include "engines/nv50/devinit/devinit.h"
#include "tools/nv50/rom_file.h"

/* With the first RAM strap that comes to the end; with none the strap 0's stop is left. Writes to devices on I2C that
 * wait for consent are no stop here: d->devices has them. */
void dry_run(const struct rom_file *file, const struct nv50_chip *chip, struct devinit *d);

#endif
