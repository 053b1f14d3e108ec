/* model/nv50/base/options.h: the defects and knobs that one card was given.
 *
 * Shape   parsed once in nv50_new; units ask once, at their own start, and keep the answer as a
 *         number or a flag, never as a name.
 * Errors  options_parse: false and a sentence that names the text and what is allowed. */
#ifndef MODEL_NV50_BASE_OPTIONS_H
#define MODEL_NV50_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/nv50/chip.h"
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

/* A row of a table of defects: what the user sees, and the chipsets that can have it. */
struct defect_row {
    struct model_option option;
    uint32_t chips; /* mask of CHIP_BIT(), the card refuses it elsewhere; 0: all */
    bool watches;   /* accesses through windows: none may be an alias of the memory */
};

/* A row of the table of knobs (docs/hardware/tesla-vm.md §11): a number, or one of `values`. */
struct knob_row {
    struct model_option option;
    const char *values; /* "EXCL_FIRST|INCL_LAST|...", the first is 0; null: a number */
    uint32_t initial, highest;
};

#define KNOBS_MAX 64

struct options {
    unsigned defect_count;
    struct defect defects[DEFECTS_MAX];
    uint32_t knobs[KNOBS_MAX]; /* by row of the knob table */
};

/* The tables: options.c has all but the memory's own, vram_defects.c has those ("vram-..."). */
extern const struct defect_row vram_defect_rows[];
extern const unsigned vram_defect_row_count;

bool options_parse(struct options *options, const struct nv50_chip *chip, const char *defects,
                   const char *knobs, char *error, size_t error_size);

/* The rows of both tables, one behind the other; null past the last one. */
const struct model_option *options_defect_at(unsigned index);

/* The nth defect of that name, null if there are not so many. */
const struct defect *options_defect(const struct options *options, const char *name, unsigned nth);
/* `fallback` if the defect was given without that parameter. */
uint64_t defect_parameter(const struct defect *defect, const char *key, uint64_t fallback);
/* The value of a knob; the name must be one of the table's. */
uint32_t options_knob(const struct options *options, const char *name);

#endif
