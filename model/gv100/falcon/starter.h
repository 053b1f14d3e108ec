/* model/gv100/falcon/starter.h: the PMU's check of its memories when it is told to run.
 *
 * Shape   no program is run. The PMU looks into the card's ROM for the programs that it knows, and starts the card only
 *         if its memories hold the ROM's bytes, at the places and with the tags and marks that the ROM asks for. The
 *         signature of a program with the model's mark is a sum over its code; of any other program nobody here can
 *         tell, and it counts as signed.
 * Source  docs/hardware/gv100.md §1.10, apart from the firmware's own reading of a ROM. */
#ifndef MODEL_GV100_FALCON_STARTER_H
#define MODEL_GV100_FALCON_STARTER_H

#include <stdint.h>

struct gv100;
struct falcon;

#define STARTER_MARK      "barecard" /* secure code of the model's own ROM begins with it */
#define STARTER_SIGNATURE 8u         /* bytes at its end */

uint64_t gv_starter_sum(const uint8_t *bytes, uint32_t size);

enum starter_end { STARTER_NOTHING, STARTER_STARTS, STARTER_RUNS_FAN };
/* `command` is in its first mailbox, `entry` is where it shall begin. */
enum starter_end gv_starter_judge(const struct gv100 *card, const struct falcon *pmu,
                                  uint32_t command, uint32_t entry);

#endif
