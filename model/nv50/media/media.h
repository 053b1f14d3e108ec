/* model/nv50/media/media.h: the VP2 engines and PMPEG, as far as the host drives them by registers.
 *
 * Shape   each unit has its users of the VM, one for each slot; its work is done at once, and a VM fault sets its own
 *         bits and its line in PMC. No microcode, no methods from PFIFO.
 * Source  docs/hardware/tesla-engines.md §3.2 to §3.4. */
#ifndef MODEL_NV50_MEDIA_MEDIA_H
#define MODEL_NV50_MEDIA_MEDIA_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/media.h"
#include "hw/nv50/xtensa.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;
struct reg_block;

extern const struct reg_block xtensa_regs, pcipher_regs, pmpeg_regs;

#define XTENSA_CORES 2

/* Methods that PMPEG keeps, by place in a list of its own. */
#define PMPEG_KEPT 29

/* The state of PFIFO's engines beside registers: the channel that they hold, and whether a fault or the first bind of a channel
 * stopped them. */
struct media_holder {
    bool held, stuck, waits;
    uint32_t channel; /* descriptor */
};

struct media {
    struct vm_user xtensa[XTENSA_CORES][XTENSA_REGIONS]; /* by DMA index */
    struct vm_user pcipher[4];                           /* by slot */
    struct vm_user pmpeg[6];
    uint32_t kept[PMPEG_KEPT];
    struct media_holder cipher, mpeg;
};

void media_power_on(struct nv50 *card);
/* PMC_ENABLE bits went from 1 to 0. */
void media_reset_units(struct nv50 *card, uint32_t bits);
/* The interrupt registers of the unit of that kind at `base` may have changed. */
void media_tell(struct nv50 *card, uint8_t kind, uint32_t base);

/* About how many nanoseconds of the host's time a method of PFIFO takes. */
uint64_t media_effort(const struct nv50 *card, uint32_t engine, uint32_t method);
/* Whether PFIFO's engine of that number is a unit here; and a method for it. false: the unit takes none now. */
bool media_answers(const struct nv50 *card, uint32_t engine);
bool media_method(struct nv50 *card, uint32_t engine, uint32_t channel, uint32_t method,
                  uint32_t data);

/* The row of the unit on this chipset; null: it has none. */
const struct media_unit *media_unit_of(const struct nv50 *card, uint8_t kind, uint32_t base);
/* A user for each slot from 0 on, with nothing bound. */
void media_users(const struct media_unit *unit, struct vm_user *users, unsigned count);
uint16_t media_context_selector(const struct nv50 *card, uint8_t engine);

bool pcipher_method(struct nv50 *card, uint32_t channel, uint32_t method, uint32_t data);
bool pmpeg_method(struct nv50 *card, uint32_t channel, uint32_t method, uint32_t data);

/* ---- between pmpeg.c and pmpeg_picture.c ---- */

uint32_t pmpeg_kept(const struct nv50 *card, uint32_t method);
void pmpeg_fault(struct nv50 *card, uint32_t error, uint64_t at);

/* The commands that draw, word by word. */
struct picture {
    bool wants_position, has_vector;
    unsigned drawn; /* macroblocks */
    uint32_t header, vector_header, vector;
    uint64_t data_at;
};

/* One word of the command buffer. false: a VM fault. */
bool picture_word(struct nv50 *card, struct picture *picture, uint32_t word);

void xtensa_power_on(struct nv50 *card);
void pcipher_power_on(struct nv50 *card);
void pmpeg_power_on(struct nv50 *card);

#endif
