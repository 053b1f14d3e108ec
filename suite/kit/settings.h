/* suite/kit/settings.h: the choices of the person at the rig; suite/run/config.h reads them from a file.
 *
 * Units   as each member says. */
#ifndef SUITE_KIT_SETTINGS_H
#define SUITE_KIT_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "engines/i2c_set.h"

#define CONFIG_SUITE_MAX  128
#define CONFIG_LABEL_MAX  64
#define CONFIG_CARD_MAX   16
#define CONFIG_URL_MAX    128
#define CONFIG_EXPECT_MAX 64
#define CONFIG_SCRIPT_MAX 64
#define LOOP_FOREVER      UINT32_MAX
#define RANGE_GRANULE     0x10000u

/* The use of a card in this run. */
enum run_mode {
    MODE_TEST,
    MODE_PCI,    /* its configuration space and that of the bridges above is read, nothing else */
    MODE_PROBE,  /* and registers that may be read of any card; nothing is written */
    MODE_PROMPT, /* a person, or a script, works on it (docs/prompt.md) */
    MODE_EXPERIMENTS, /* the same with the family's own script, of questions that no source
                       * settles */
};

/* Which accesses to a card are written down before they are made. */
enum run_log {
    LOG_OFF,
    LOG_MMIO,   /* all, with the values read */
    LOG_WRITES, /* those that write */
};

struct run_config {
    uint8_t log;                  /* enum run_log */
    uint8_t mode;                 /* enum run_mode */
    char label[CONFIG_LABEL_MAX]; /* the person's name for the tested card; empty: none */
    bool ask_label;               /* label=ask: it is typed or scanned when the run begins */
    char suite[CONFIG_SUITE_MAX]; /* "default", "all", or name prefixes separated by commas */
    uint8_t menu;                 /* seconds that the menu waits before a run; 0: there is none */
    char report[CONFIG_URL_MAX];  /* URL of the folder that the report is sent to; empty: none */
    char card[CONFIG_CARD_MAX];   /* the bus address of the only card to test; empty: all */
    uint32_t loop;                /* rounds of all tests, or LOOP_FOREVER */
    bool has_until;               /* no round begins once the clock shows: */
    uint16_t until;               /* minutes since midnight */
    bool use_console;             /* console=use: test a card that drives the console too */
    bool risky;                   /* risky=1: tests that may hang silicon */
    uint8_t post;                 /* enum card_post: a card that was not started */
    struct i2c_set post_i2c;      /* devices on I2C that its start may write to */
    bool dump_vbios;              /* dump=vbios: the card's ROM is kept on the medium */
    bool dump_regs;               /* dump=regs: its readable registers are kept there */
    bool step;                    /* step=1: each test waits for a key */
    bool alone;                   /* processors=1: no other one helps */
    uint8_t jobs;                 /* cards that are tested at the same time, at most */
    bool no_copies;               /* m2mf=0: memory tests read back through BAR1 alone */
    bool by_shader;               /* way=shader: vram.quick and thorough go by its programs */
    uint8_t link;                 /* link=x16: lanes of the slot; 0: not given */
    bool reset_by_port;           /* reset=port: a card that has stopped answering is reset */
    bool model;                   /* device=model: the card is the device model */
    uint8_t chip_width;           /* bits of one memory chip: 16 or 32; 0: by RAM type */
    uint8_t max_temp;             /* degrees C at which the memory test pauses; 0: the family's */
    bool measured;                /* spread=measured: compare errors with others' measurements */
    uint16_t refresh; /* milliseconds that vram.refresh holds the refresh off; 0: not at all */
    uint16_t heat;    /* seconds of copies before each step of vram.quick; 0: none */
    bool has_part;    /* the memory tests are limited to a partition: */
    uint8_t part;     /* its ordinal */
    uint64_t range_from, range_to;  /* bytes of VRAM, of RANGE_GRANULE, to exclusive; to 0: all */
    uint32_t seconds;               /* that a memory test may take; 0: as long as it needs */
    uint8_t hold;                   /* seconds that bit fade waits */
    uint32_t seed;                  /* of random data */
    char expect[CONFIG_EXPECT_MAX]; /* the name of a board file; empty: nothing is expected */
    char script[CONFIG_SCRIPT_MAX]; /* the name of a script of the prompt; empty: lines are typed */
};

/* Whether lines are done in place of the suite. */
static inline bool config_prompts(const struct run_config *config)
{
    return config->mode == MODE_PROMPT || config->mode == MODE_EXPERIMENTS;
}

/* Whether cards are only looked at, and none is taken over. */
static inline bool config_only_looks(const struct run_config *config)
{
    return config->mode == MODE_PCI || config->mode == MODE_PROBE;
}

#endif
