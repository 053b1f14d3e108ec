/* model/gv100/window/starter.h: the image of the model's own ROM that holds the program by which its PMU starts the card.
 *
 * Shape   bytes of chance, which no processor could run. The secure code begins with a mark and ends with eight bytes that
 *         stand for a signature; model/gv100/falcon/starter.h judges them.
 * Source  docs/hardware/gv100.md §1.10. */
#ifndef MODEL_GV100_WINDOW_STARTER_H
#define MODEL_GV100_WINDOW_STARTER_H

#include <stdint.h>

struct gv100;

#define STARTER_SIZE  0x800u /* of the image, bytes */
#define STARTER_TABLE 0x60u  /* in it: the table of programs */

/* Places in the first image that the program reads. */
#define STARTER_TABLES_AT    0x300u
#define STARTER_TABLES_SIZE  0x40u
#define STARTER_SCRIPTS_AT   0x340u
#define STARTER_SCRIPTS_SIZE 0x80u

/* Fills STARTER_SIZE bytes of an image that stands after the first one, of `first_size` bytes. */
void gv_starter_build(const struct gv100 *card, uint8_t *bytes, uint32_t first_size);

#endif
