/* tools/image.h: memory dumps, mapped and not read, as the memory that mmu/ translates through.
 *
 * Shape   one image of VRAM from address 0 on, and any number of images of system memory.
 * Errors  a sentence in `why` that names the file and its fault.
 * Source  docs/host-command.md, "translate". */
#ifndef TOOLS_IMAGE_H
#define TOOLS_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mmu/memory.h"

#define IMAGE_WHY 512

struct image {
    const char *name; /* of the file */
    const uint8_t *bytes;
    uint64_t base, size;
};

struct images {
    struct image vram;
    struct image *sysram; /* by ascending base, not overlapping */
    size_t sysram_count;
};

/* "-" is standard input. A file without a byte is refused: it holds nothing to read. */
bool image_open(const char *name, struct image *out, char why[IMAGE_WHY]);
void image_close(struct image *image);
/* "FILE@BASE" */
bool images_add_sysram(struct images *images, const char *argument, char why[IMAGE_WHY]);
/* After the last one: false if two overlap, or one ends above that many address bits. */
bool images_sort(struct images *images, unsigned bits, char why[IMAGE_WHY]);
void images_close(struct images *images);

/* The memory that mmu/ reads; `images` must outlive it. */
struct mmu_memory images_memory(const struct images *images);

#endif
