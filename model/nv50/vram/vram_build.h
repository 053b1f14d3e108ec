/* model/nv50/vram/vram_build.h: the builders of memory defects, and the functions that they share.
 *
 * Shape   a break_ function fills in one cell_defect, or changes the placement and then leaves
 *         `parts` zero. Values are in the range that the table of defects documents; the build_
 *         functions check the further limits of this card's memory.
 * Units   lanes as a mask of D0..D63 of a partition.
 * Errors  a refused value leaves a sentence in `error`; the value returned then does not matter. */
#ifndef MODEL_NV50_VRAM_VRAM_BUILD_H
#define MODEL_NV50_VRAM_VRAM_BUILD_H

#include <stdbool.h>
#include <stdint.h>

#include "model/nv50/vram/vram.h"
#include "model/nv50/vram/vram_cells.h"
#include "model/nv50/vram/vram_sentence.h"

struct build {
    const struct vram_config *config;
    const struct vram_geometry *geometry;
    const struct defect *given;
    struct place *place;
    struct cells *cells;
    struct sentence error;
};

void build_refuse(struct build *build, const char *sentence);

uint64_t build_given(const struct build *build, const char *key, uint64_t fallback);
bool build_is_given(const struct build *build, const char *key);
bool build_value(const struct build *build, bool fallback);
/* A parameter that has to be less than `end`. */
uint64_t build_below(struct build *build, const char *key, uint64_t fallback, uint64_t end);

/* The hardware partition that was given, as a mask; without one the lowest, or all. */
uint8_t build_partition(struct build *build);
uint8_t build_some_partitions(struct build *build);

unsigned build_lane_count(const struct build *build);
uint64_t build_all_lanes(const struct build *build);
uint64_t build_lane(struct build *build, const char *key, uint64_t fallback);
unsigned build_chip_width(const struct build *build); /* of the board's kind of memory */
/* Of the chip that was given; without one of the first, or all. */
uint64_t build_chip_lanes(struct build *build);
uint64_t build_some_lanes(struct build *build);

typedef void builder(struct build *build, struct cell_defect *defect);

builder break_stuck, break_data_short, break_address, break_mask, break_intermittent, break_late,
    break_pulled, break_strobe, break_chip, break_bank, break_row, break_column, break_rank,
    break_size, break_cell, break_stolen_cell, break_fade, break_starved, break_coupling,
    break_place_adjust, break_place_parts, break_place_long, break_place_bank, break_place_sub,
    break_bleed;

#endif
