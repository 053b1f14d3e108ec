/* tools/log/headline.h: nouveau's line as one line of numbers and names. */
#ifndef TOOLS_LOG_HEADLINE_H
#define TOOLS_LOG_HEADLINE_H

#include <stdbool.h>

#include "hw/chip.h"
#include "tools/log/find.h"
#include "tools/out.h"

/* A card that the log speaks of. */
struct log_card {
    char address[16];
    const struct toolkit *toolkit; /* null: not known yet */
    const struct chip *chip;       /* null: not said */
    bool foreign;                  /* of a family that Barecard does not know */
};

/* Without its end, from the start of `out`, which is a buffer. False: the line contradicts itself. */
bool log_headline(const struct log_card *card, const struct log_found *found, struct out *out);

#endif
