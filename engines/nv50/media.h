/* engines/nv50/media.h: the video, security, copy and power engines: which are there, and in and out of reset.
 *
 * Source  docs/hardware/tesla-engines.md §3.1, §7. */
#ifndef ENGINES_NV50_MEDIA_H
#define ENGINES_NV50_MEDIA_H

#include "engines/card.h"
#include "hw/nv50/media.h"

/* The chipset has the unit, and no fuse hides it. */
bool media_present(struct card *card, const struct media_unit *unit);
/* Into reset and out again, which clears its settings. */
void media_restart(struct card *card, const struct media_unit *unit);
void media_stop(struct card *card, const struct media_unit *unit);
/* The selector of the object that holds a channel's state of this engine; 0: it has none. */
uint16_t media_context(const struct card *card, const struct media_unit *unit);

#endif
