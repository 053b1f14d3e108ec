/* tools/options.h: options that describe a modelled card, for the commands that make one. */
#ifndef TOOLS_OPTIONS_H
#define TOOLS_OPTIONS_H

#include <stdbool.h>

#include "suite/run/config.h"

#define JOINED_MAX 2048

/* One more defect or knob, joined with '+'. False: there is no room. */
bool options_join(char joined[JOINED_MAX], const char *part);
/* "KEY=VALUE", as a line of barecard.cfg. False: `wrong` says why; it stays empty if `line` is no such thing. */
bool options_set_key(struct run_config *config, const char *line, struct text *wrong);

#endif
