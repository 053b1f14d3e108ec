/* tests/engines/nv50/devinit/devinit_rig.h: an image for scripts and a world that remembers their accesses.
 *
 * Shape   the image, the tables and the registers are those of docs/hardware/devinit.md §4.9: scripts
 *         start at 0x200, another stands at 0xf00. Writes are logged in the words of that
 *         section ("R1158=1 CR3c=65"), numbers in hex without leading zeros. Transfers: "I2.50:1011" is
 *         port 2, device 50, two bytes; "A1.d:?" reads a byte of the display on AUX channel 1. */
#pragma once

#include "engines/nv50/devinit/devinit.h"
#include "reference/nv50.h"
#include "tests/kit/tests.h"

#define RIG_ROM    0x1000u
#define RIG_SCRIPT 0x200u
#define RIG_WORDS  64

/* Where the parts of the image lie, for tests that change them. */
enum {
    /* clang-format off */
    RIG_PCIR = 0x40, RIG_BIT = 0x80, RIG_INFO = 0xc0, RIG_INIT = 0xe0, RIG_MEMORY = 0x100,
    RIG_CLOCK = 0x110,
    /* clang-format on */
    RIG_SCRIPTS = 0x120, /* table: 0x200, 0xf00 */
    /* clang-format off */
    RIG_MACRO_INDEX = 0x128, RIG_MACROS = 0x130, RIG_CONDITIONS = 0x150, RIG_IO = 0x180,
    RIG_FLAGS = 0x190, RIG_FLAG_ARRAY = 0x1a0, RIG_ARRAYS = 0x1a8, RIG_ARRAY = 0x1b0,
    /* clang-format on */
    RIG_STRAPS = 0x1c0, /* every strap picks column 1 */
    RIG_DCB = 0x800,
    RIG_GPIO = 0x840,
    RIG_PORTS = 0x880,
    RIG_CONNECTORS = 0x8a0,
    RIG_DISPLAYS = 0x8c0, /* data of tokens U and d, their tables and records */
    RIG_PLLS = 0x900,     /* 3.0: core, memory, video 0 */
    RIG_CALLEE = 0xf00,
};

struct devinit_rig {
    uint8_t rom[RIG_ROM];
    size_t size; /* of the image as the parser gets it */
    struct vbios v;
    struct devinit_world world;
    struct devinit d;
    unsigned chip;               /* enum chipset_index */
    const struct output *output; /* that scripts are run for; null: none */

    struct {
        uint32_t reg, value;
    } words[RIG_WORDS];
    unsigned word_count;
    uint8_t crtc_index, crtc[256];
    uint8_t port;                 /* the value of direct ports */
    uint32_t lock_reg, lock_mask; /* a bit that comes up ... */
    uint64_t lock_at_us;          /* ... after so much waiting */
    enum err i2c_answer;
    uint8_t i2c_value; /* the answer of devices */
    enum err answer;   /* of register accesses */

    uint64_t waited_us;
    char log[4096];
    size_t used;
};

/* Of a test between rig_up and rig_down: the rig as devinit_rig_init leaves it, and room for a walk. */
extern struct devinit_rig *rig;
extern struct devinit_walk *walk;
int rig_up(void **state);
int closed_rig_up(void **state); /* and after rig_close */
int rig_down(void **state);

/* The image and the state before of §4.9; chip: G84. */
void devinit_rig_init(struct devinit_rig *r);
void rig_put(struct devinit_rig *r, uint32_t at, const char *hex);
void rig_put16(struct devinit_rig *r, uint32_t at, uint32_t value);
void rig_put32(struct devinit_rig *r, uint32_t at, uint32_t value);
/* Makes the image's bytes add up to 0. */
void rig_close(struct devinit_rig *r);
void rig_set(struct devinit_rig *r, uint32_t reg, uint32_t value);
uint32_t rig_get(const struct devinit_rig *r, uint32_t reg);
/* Parses the image and runs `hex`, followed by DONE, at 0x200. */
enum devinit_stop script_run(struct devinit_rig *r, const char *hex, struct devinit_rules rules);
/* As above, and the log must be `writes`; without rules: with all consent, to its end. */
void rig_expect_stop(struct devinit_rig *r, const char *hex, struct devinit_rules rules,
                     enum devinit_stop stop, const char *writes);
void rig_expect(struct devinit_rig *r, const char *hex, const char *writes);
