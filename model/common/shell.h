/* model/common/shell.h: the part of a modelled card that is alike in every family.
 *
 * Shape   every family's card begins with a struct shell, and the shell with the struct model. The family fills in its
 *         parts (registers, configuration space, options, ROM); here is the work that goes over all of them.
 * Units   bytes, nanoseconds.
 * Errors  shell_check_bar1: false and a sentence. */
#ifndef MODEL_COMMON_SHELL_H
#define MODEL_COMMON_SHELL_H

#include "model/common/aliases.h"
#include "model/common/config_bytes.h"
#include "model/common/lost_pages.h"
#include "model/common/options.h"
#include "model/common/presence.h"
#include "model/common/registers.h"
#include "model/common/strict.h"
#include "model/model.h"

struct shell {
    struct model model;
    struct model_host host;
    struct options options;
    struct config_bytes config;
    struct registers regs;
    struct strict strict;
    struct lost_pages lost; /* of the machine's memory */
    struct aliases aliases; /* parts of BARs that the surroundings serve */
    uint8_t *rom;
    size_t rom_size;
    uint64_t bar1_size;
    uint64_t seed;
    uint64_t wake_ns;   /* when the card wants to be woken; 0: never */
    uint16_t device_id; /* that PCI shows; 0: the chipset's */
    bool starts_cold;   /* nobody has run its VBIOS when the machine is switched on */
    bool cold;          /* nor since power-on or a reset by the port */
    bool d3hot;         /* from power-on, until it is woken */
    bool traced;
};

static inline struct shell *shell_of(struct model *model)
{
    return (struct shell *)model;
}

/* All of the configuration that every family has. `bar1_usual` is the size of a BAR1 for which none was asked. */
void shell_take_config(struct shell *shell, const struct model_ops *ops,
                       const struct model_config *config, const struct model_host *host,
                       uint64_t bar1_usual);
bool shell_check_bar1(const struct shell *shell, char *error, size_t error_size);
/* Sets broken[i] for each row whose defect was given. `lost_pages` is the row that loses pages of the machine's memory. */
void shell_take_defects(struct shell *shell, const struct defect_row *rows, unsigned count,
                        unsigned lost_pages, bool *broken);
/* A card that the machine has just switched on; `gone` is the row that takes it off the bus after a while. */
void shell_reset(struct shell *shell, const struct defect_row *gone);

/* From now on shell_changed compares with the state of this moment. */
void shell_note(struct model *model);
/* How many registers and bytes of configuration space differ from the noted state, with a line for each. */
unsigned shell_changed(struct model *model, void (*line)(void *opaque, const char *text),
                       void *opaque);
/* The end of the card: tells the findings of a strict card (`sections` by kind), and gives back aliases and ROM. */
void shell_discard(struct shell *shell, const char *const *sections);

/* As struct model_ops has them. */
bool shell_asleep(const struct model *model);
const uint8_t *shell_rom(const struct model *model, size_t *size);

/* The time of the card's surroundings. */
uint64_t shell_now_ns(const struct shell *shell);
/* One line of trace, if the card is traced. */
void shell_trace(struct shell *shell, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The card is to be woken (model_wake) so many nanoseconds from now, or earlier. */
void shell_wake_after(struct shell *shell, uint64_t ns);

#endif
