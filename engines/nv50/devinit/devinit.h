/* engines/nv50/devinit/devinit.h: carries out the init scripts of a VBIOS, which start a card that
 * nobody has started: clocks, memory controller, lines of the board.
 *
 * Shape   pure: it sees the bytes of a ROM and five callbacks (struct devinit_world), and knows neither
 *         card nor firmware. There is no recursion; calls and repeats have stacks of a fixed size, and
 *         every loop has a budget.
 * Units   offsets in bytes from the ROM's start, times in microseconds.
 * Errors  the first thing that is not as it must be ends everything: `end` has the reason and the place, and nothing is
 *         written after it. A real card survives a poll that fails and a device that does not answer, so that these are
 *         warnings. An access that a script must not make ends a dry run; the run itself leaves it out and warns,
 *         because a card that is left half started is worse.
 * Source  docs/hardware/devinit.md §4, §6, §8. */
#ifndef ENGINES_NV50_DEVINIT_DEVINIT_H
#define ENGINES_NV50_DEVINIT_DEVINIT_H

#include "engines/i2c_set.h"
#include "engines/nv50/devinit/output.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/opcodes.h"

#define DEVINIT_CALLS          8
#define DEVINIT_REPEATS        4
#define DEVINIT_SCRIPTS        256   /* entries of the script table that are run */
#define DEVINIT_SCRIPT_OPCODES 1000  /* of one script and its callees, repeats counted once */
#define DEVINIT_TOTAL_OPCODES  20000 /* repeats included */
#define DEVINIT_WAIT_US        10000000u
#define DEVINIT_POLL_US        120000000u /* of all polls; a real image may wait 25.5 s three times */
#define DEVINIT_POLL_STEP_US   100u
#define DEVINIT_POLL_LEAST_US  200000u
#define DEVINIT_POLL_UNIT_US   100000u
#define DEVINIT_WARNINGS       16
#define DEVINIT_DEVICES        8 /* on I2C that are written to; more are counted */

/* One transfer on an I2C port: `out` is written, then, after another start, `in` is read. On an AUX channel
 * it is either of them, of 1 to 16 bytes, to or from the display's registers (DPCD) from `address` on. */
struct devinit_i2c {
    struct i2c_port port;
    bool aux;
    bool careful; /* others may use the port: 50 kHz, and hands off where another master is seen */
    uint32_t address;
    uint8_t device; /* 7 bits */
    const uint8_t *out;
    unsigned out_count;
    uint8_t *in;
    unsigned in_count;
};

/* The interpreter's access to the world. Anything but OK ends the run, except for I2C, where it means
 * that the device did not answer. */
struct devinit_world {
    void *context;
    enum err (*reg)(void *context, bool write, uint32_t reg, uint32_t *value);
    enum err (*port)(void *context, bool write, uint16_t port,
                     uint8_t *value); /* of VGA, one byte */
    enum err (*i2c)(void *context, const struct devinit_i2c *transfer);
    enum err (*gpio)(void *context, const struct gpio_entry *entry);
    enum err (*wait)(void *context, uint32_t us);
    /* Runs the rest of a transfer that ERR_DEADLINE has cut off. Null: there is no deadline. */
    void (*past_deadline)(void *context, void (*work)(void *opaque), void *opaque);
};

struct devinit_rules {
    bool dry;                   /* each poll of a script is taken as met at once */
    bool i2c_writes;            /* the person consents to writes to all devices on I2C */
    bool any_register;          /* ... and to registers that start-up is not known to program */
    struct i2c_set i2c_devices; /* ... and to writes to these devices */
    bool shared_flag; /* a callee hands its condition flag back, as drivers have it (§4.4) */
};

enum devinit_stop {
    DEVINIT_OK,
    DEVINIT_OUT_OF_IMAGE,   /* an opcode or a table entry does not lie in the image */
    DEVINIT_UNKNOWN_OPCODE, /* no generation of the family has it */
    DEVINIT_CANNOT,         /* an opcode that nobody can or may carry out */
    DEVINIT_BAD_TARGET,     /* a call or jump to erased ROM */
    DEVINIT_TOO_DEEP,       /* calls inside calls */
    DEVINIT_REPEAT,         /* repeats inside repeats, or a script that ends inside of one */
    DEVINIT_TOO_MANY,       /* opcodes: the script is endless */
    DEVINIT_TOO_LONG,       /* waits together */
    DEVINIT_REGISTER,       /* outside of the registers that start-up may write or read */
    DEVINIT_PORT,           /* not of VGA */
    DEVINIT_CONTEXT,        /* an operand that means a display output, and there is none */
    DEVINIT_TABLE,          /* a table or entry that the opcode needs is missing */
    DEVINIT_STRAP,          /* the board's RAM strap and the image do not fit together */
    DEVINIT_PLL,            /* no limits, or no coefficients within them */
    DEVINIT_I2C_CONSENT,    /* writes to devices on I2C (devices), and nobody has consented */
    DEVINIT_GPIO,           /* a line that the chipset lacks, or one driven both ways */
    DEVINIT_WORLD,          /* a callback refused */
    DEVINIT_OVERLAP,        /* instructions overlap, or a jump goes into the middle of one */
    DEVINIT_LOOP,           /* a jump back inside the script */
    DEVINIT_STOP_COUNT
};

/* Where and why it ended. */
struct devinit_end {
    enum devinit_stop stop;
    uint32_t script; /* where the script that was run from the table starts */
    uint32_t at;     /* the opcode */
    uint8_t opcode;
    uint32_t what;     /* register, port, target, table entry, PLL or device, by `stop` */
    uint32_t mask;     /* of a poll: the bits it looked at */
    uint32_t expected; /* ... wanted */
    uint32_t seen;     /* ... and seen */
    enum err error;    /* of a callback */
};

enum devinit_warning_kind {
    DEVINIT_WARN_CALLEE_SKIPS, /* engines differ in whether the flag comes back */
    DEVINIT_WARN_DONE_SKIPS,   /* a script ends in skip state */
    DEVINIT_WARN_INDEX,        /* a value beyond the list: nothing was written */
    DEVINIT_WARN_PCI,          /* PCI configuration was written */
    DEVINIT_WARN_GENERIC,      /* a generic condition that nobody can answer here */
    DEVINIT_WARN_NO_GPIO,      /* the board lists no lines */
    DEVINIT_WARN_I2C,          /* a device on I2C did not answer */
    DEVINIT_WARN_I2C_PORT,     /* the board has no such port */
    DEVINIT_WARN_I2C_HELD,     /* a device was not written to, for want of consent */
    DEVINIT_WARN_HELD,         /* a register or port that must not be touched was left alone */
    DEVINIT_WARN_POLL,         /* a poll was never met: the script goes on as it says */
    DEVINIT_WARN_STRAP,  /* the RAM strap reads otherwise than before: the first value counts */
    DEVINIT_WARN_ABSENT, /* a register of a memory partition that the board lacks */
    DEVINIT_WARN_AUX,    /* no display answers on AUX: reads as 0 */
};

struct devinit_warning {
    uint8_t kind; /* enum devinit_warning_kind */
    uint32_t at;
    uint32_t what;
};

/* A device on I2C that scripts write to. */
struct devinit_device {
    uint8_t address, port; /* 7 bits; of the card, not of the board's list */
    bool held;             /* some of it for want of consent not */
    unsigned writes;
    uint32_t at; /* the first opcode */
};

struct devinit {
    const struct vbios *v;
    const struct nv50_chip *chip;
    const struct devinit_world *world;
    struct devinit_rules rules;
    const struct output *output; /* that the script is for; null: a boot script */

    uint32_t at, next; /* the opcode, and the one that follows unless it jumps */
    bool skip;
    struct devinit_end looked_at; /* of the last condition */
    struct devinit_end poll;      /* the first poll that failed, if `polls_failed` */
    unsigned polls_failed;

    unsigned call_count;
    struct {
        uint32_t back;
        unsigned repeats; /* that were open in the caller */
    } calls[DEVINIT_CALLS];
    unsigned repeat_count;
    struct {
        uint32_t body;
        unsigned left;
    } repeats[DEVINIT_REPEATS];
    bool script_over;

    unsigned script_opcodes, opcodes;    /* carried out or passed over */
    uint32_t reached[OPCODE_COUNT / 32]; /* bits: opcodes that had their effect */
    uint32_t waited_us, polled_us;
    unsigned register_writes, port_writes, i2c_transfers;
    unsigned device_count; /* of all, even if not all were kept */
    struct devinit_device devices[DEVINIT_DEVICES];

    bool strap_known;
    uint32_t strap;
    bool parts_known;
    unsigned parts; /* memory partitions that the board has (GT215 to GT218) */

    uint32_t gpio_known, gpio_driven, gpio_level; /* bits: lines */

    unsigned warning_count; /* of all, even if not all were kept */
    struct devinit_warning warnings[DEVINIT_WARNINGS];
    struct devinit_end end;
};

void devinit_init(struct devinit *d, const struct vbios *v, const struct nv50_chip *chip,
                  const struct devinit_world *world, struct devinit_rules rules);
/* One script and its callees. */
enum devinit_stop devinit_script(struct devinit *d, uint32_t at);
/* All of it, in the order of §6: the CRTC is unlocked, I2C ports are made idle, then the boot list and
 * the private script run. */
enum devinit_stop devinit_boot(struct devinit *d);
/* The first script of a display output; nothing if it has none. */
enum devinit_stop devinit_output(struct devinit *d, const struct output *output);

/* Half a sentence for people: "an opcode that nobody knows". */
const char *devinit_stop_text(enum devinit_stop stop);
const char *devinit_warning_text(enum devinit_warning_kind kind);

#endif
