/* engines/nv50/devinit/walk.h: reads all scripts of an image without carrying anything out, and refuses an image that
 * the interpreter must never start. Pure.
 *
 * Shape   follows both outcomes of every condition, calls and jumps, from each script of the boot list
 *         and the private script. It finds unknown opcodes, operands past the image's end, instructions
 *         that overlap, jumps back inside a run of instructions, and entries that tables lack. A loop
 *         made of several jumps is left to the interpreter's budget, which the dry run spends.
 * Source  docs/hardware/devinit.md §4.7. */
#ifndef ENGINES_NV50_DEVINIT_WALK_H
#define ENGINES_NV50_DEVINIT_WALK_H

#include "engines/nv50/devinit/devinit.h"

#define WALK_BYTES 0x10000u /* the reach of a script's 16-bit offset */

struct devinit_walk {
    const struct vbios *v;
    uint32_t seen[2]
                 [WALK_BYTES / 32]; /* starts of instructions: surely executing, maybe skipping */
    uint32_t covered[WALK_BYTES / 32]; /* bytes of instructions */
    uint32_t pending[WALK_BYTES / 32]; /* targets that are still to be followed */
    bool more;                         /* something is pending */

    unsigned opcodes;              /* instructions that were found */
    uint16_t counts[OPCODE_COUNT]; /* of each opcode */
    struct devinit_end end;
};

enum devinit_stop devinit_walk(struct devinit_walk *walk, const struct vbios *v);
/* One script alone. */
enum devinit_stop devinit_walk_script(struct devinit_walk *walk, const struct vbios *v,
                                      uint32_t at);
/* Whether an instruction that was found starts there. */
bool devinit_walk_starts(const struct devinit_walk *walk, uint32_t at);

#endif
