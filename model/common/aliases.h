/* model/common/aliases.h: which parts of the BARs the surroundings serve from VRAM storage at present.
 *
 * Shape   book-keeping only: the code that adds and drops an alias decides which part may be served so, and until when.
 *         Each alias has a number below MODEL_ALIASES_MAX for the surroundings (model/model.h).
 * Units   bytes. */
#ifndef MODEL_COMMON_ALIASES_H
#define MODEL_COMMON_ALIASES_H

#include <stdbool.h>
#include <stdint.h>

#include "model/model.h"

struct alias {
    bool used;
    unsigned bar;
    uint64_t offset, size; /* in the BAR */
    const void *source;    /* the TLB entry that it comes from, and ends with; may be null */
};

struct aliases {
    const struct model_host *host;
    bool allowed;
    unsigned count;
    struct alias each[MODEL_ALIASES_MAX];
};

/* `allowed`: aliases may be made, if the surroundings can. `host` must stay where it is. */
void aliases_init(struct aliases *aliases, const struct model_host *host, bool allowed);

/* Whether another one can be made. */
bool aliases_have_room(const struct aliases *aliases);
/* Whether one serves this offset already. */
bool aliases_cover(const struct aliases *aliases, unsigned bar, uint64_t offset);

/* There must be room. `vram`: where in VRAM storage the alias begins. */
void aliases_add(struct aliases *aliases, const struct alias *wanted, uint64_t vram);

void aliases_drop_of(struct aliases *aliases, const void *source);
void aliases_drop_bar(struct aliases *aliases, unsigned bar);
void aliases_drop_all(struct aliases *aliases);

#endif
