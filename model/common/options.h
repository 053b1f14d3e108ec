/* model/common/options.h: the defects and knobs that one card was given.
 *
 * Shape   a family has tables of its defects and knobs; the user's text is parsed against them once, when the card is
 *         made. Units ask once, at their own start, and keep the answer as a number or a flag.
 * Errors  options_parse: false and a sentence that names the text and the allowed values. */
#ifndef MODEL_COMMON_OPTIONS_H
#define MODEL_COMMON_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/chip.h"
#include "model/model.h"

#define OPTION_PARAMETERS_MAX 8
#define DEFECTS_MAX           16 /* at once */

struct defect_parameter {
    char key[16];
    uint64_t value;
};

/* One defect as it was given: "vram-stuck:partition=1,bit=5". */
struct defect {
    const struct model_option *option;
    unsigned parameter_count;
    struct defect_parameter parameters[OPTION_PARAMETERS_MAX];
};

/* A row of a table of defects: the texts for the user, and the chipsets that can have it. */
struct defect_row {
    struct model_option option;
    uint32_t chips; /* mask of CHIP_BIT(), the card refuses it elsewhere; 0: all */
    bool watches;   /* accesses through windows: none may be an alias of the memory */
    bool cold;      /* makes the card one that nobody has started */
};

/* A row of the table of knobs, the choices that no source settles: a number, or one of `values`. */
struct knob_row {
    struct model_option option;
    const char *values; /* "EXCL_FIRST|INCL_LAST|...", the first is 0; null: a number */
    uint32_t initial, highest;
};

#define KNOBS_MAX 96

struct options {
    unsigned defect_count;
    struct defect defects[DEFECTS_MAX];
    uint32_t knobs[KNOBS_MAX]; /* by row of the knob table */
};

struct defect_table {
    const struct defect_row *rows;
    unsigned count;
};

/* All that a family knows. */
struct option_tables {
    const struct defect_table *defects;
    unsigned defect_tables;
    const struct knob_row *knobs;
    unsigned knob_count; /* at most KNOBS_MAX */
};

/* Texts as model_config has them; null or empty: none, and the knobs' initial values. */
bool options_parse(struct options *options, const struct option_tables *tables,
                   const struct chip *chip, const char *defects, const char *knobs, char *error,
                   size_t error_size);

/* The rows of all tables of defects in sequence, and those of the knobs; null past the last. */
const struct model_option *options_defect_at(const struct option_tables *tables, unsigned index);
const struct model_option *options_knob_at(const struct option_tables *tables, unsigned index);

/* The nth defect of that name, null if there are not so many. */
const struct defect *options_defect(const struct options *options, const char *name, unsigned nth);
/* Sets broken[i] where the defect of that row was given; true: one of them makes the card one that nobody has started. */
bool options_broken(const struct options *options, const struct defect_row *rows, unsigned count,
                    bool *broken);
/* `fallback` if the defect was given without that parameter. */
uint64_t defect_parameter(const struct defect *defect, const char *key, uint64_t fallback);

#endif
