/* model/gv100/copy/copy.h: the logical copy engines.
 *
 * Shape   the methods' settings belong to the channel (struct copy_state), since channels share engines. A launch makes
 *         a job of it, which its engine does in pieces (gv_copy_run), one job at a time. A page that faults stops the
 *         job where it is; it goes on from there when host lets the channel run again.
 * Units   bytes. Work is counted in units of about 256 bytes, so that no access keeps the machine waiting.
 * Source  docs/hardware/gv100.md §7. */
#ifndef MODEL_GV100_COPY_COPY_H
#define MODEL_GV100_COPY_COPY_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/addr.h"
#include "model/gv100/base/topology.h"
#include "model/gv100/vm/space.h"

struct gv100;
struct reg_block;

extern const struct reg_block gv_copy_regs;

#define COPY_METHODS 0x800 /* bytes of methods that are kept */

/* One end of a job. */
struct copy_end {
    uint64_t at;
    int32_t pitch;
    bool physical;
    enum target target; /* of a physical end */
};

struct copy_job {
    bool active, stopped; /* stopped: by a fault, until the channel may run again */
    uint32_t launch;
    struct copy_end from, to;
    uint32_t length, lines; /* of a line: bytes, or elements with remap */
    uint32_t line, done;    /* how far it is */
};

struct copy_state {
    uint32_t words[COPY_METHODS / 4]; /* as methods have set them */
    uint32_t taken[COPY_METHODS / 4]; /* as the launch of the job found them */
    const struct space *space;
    unsigned channel;
    bool privileged;
    struct copy_job job;
};

struct copy_engine {
    struct copy_state *owner; /* whose job it does; null: none */
    uint32_t intr, enabled, error;
};

/* The outcome of a method. */
enum copy_taken {
    COPY_TAKEN,
    COPY_BUSY, /* the engine is not done with its earlier work */
    COPY_ILLEGAL_METHOD,
    COPY_NO_PRIVILEGE,
    COPY_ILLEGAL_OPERATION,
    COPY_MISALIGNED,
};

/* A channel's methods before it has sent any. */
void gv_copy_state_init(const struct gv100 *card, struct copy_state *state, unsigned channel,
                        const struct space *space);

/* `physical_allowed`: HCE_CTRL.PRIV_MODE of the channel. */
enum copy_taken gv_copy_method(struct gv100 *card, unsigned lce, struct copy_state *state,
                               uint32_t method, uint32_t data, bool physical_allowed);

/* Does pieces of the engine's job for at most *budget units, which go down. True: something was done. */
bool gv_copy_run(struct gv100 *card, unsigned lce, int *budget);

/* The channel may run again after a fault: its job goes on. */
void gv_copy_resume(const struct gv100 *card, struct copy_state *state);
/* The channel goes: so does its job. */
void gv_copy_forget(struct gv100 *card, struct copy_state *state);
/* PMC_ENABLE has put the engine in reset. */
void gv_copy_reset(struct gv100 *card, unsigned lce);
void gv_copy_power_on(struct gv100 *card);

#endif
