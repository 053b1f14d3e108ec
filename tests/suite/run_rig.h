/* tests/suite/run_rig.h: a run of the self tests in this process, with everything that it said.
 *
 * Shape   rig_new gives a G84 of 2 MiB and the default suite; change members as needed, then
 *         rig_run, which returns the verdict.
 * Errors  the test fails. */
#pragma once

#include "hw/gv100/chip.h"
#include "hw/nv50/chip.h"
#include "model/host/host.h"
#include "reference/words.h"
#include "suite/all.h"
#include "suite/report/screen.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/in_full.h"
#include "tests/kit/tests.h"

#define TEXT_MAX (1 << 20)

/* A word that reads otherwise: a register of the card in BAR0, or its configuration. A list ends with zeros. */
struct forged {
    uint32_t at, value;
};
#define CONFIG_WORD(offset) (0x80000000u | (offset))

/* One run with everything that it said. */
struct rig {
    struct run_config config;
    struct run_setup setup;
    struct run_sinks sinks;
    struct model_config card;
    struct host_bus_config host_config;
    struct host_bus *host;
    char tap[TEXT_MAX], records[TEXT_MAX], log[TEXT_MAX]; /* the log's lines, a "# " before each */
    size_t tap_used, records_used, log_used;
    struct screen screen;
    unsigned watchdog_calls, watchdog_last;
    bool console;
    const struct forged *forged; /* null: nothing */
    uint32_t unforged;           /* bits that stay as they are */
    uint64_t bar0;
    struct bus_tap tap_on;
    void (*prepare)(struct rig *rig); /* before the run; null: nothing */
    enum verdict verdict;
};

struct rig *rig_new(void);
enum verdict rig_run(struct rig *rig);
/* Of this suite, as the key of \barecard.cfg. */
enum verdict rig_run_suite(struct rig *rig, const char *names);
/* Another round on the same card, which nobody has reset; its output is added to the present one. */
enum verdict rig_again(struct rig *rig);
/* Where BAR0, BAR1 or BAR3 lies, once the run is prepared. */
uint64_t rig_bar(const struct rig *rig, unsigned bar);
/* Before the test ends, after which all are freed. */
void rig_free(struct rig *rig);

/* The suite of the next run. */
void rig_suite(struct rig *rig, const char *names);

/* Each of the parts stands somewhere in `all`. */
#define expect_said(all, ...) expect_all_said(all, (const char *const[]){ __VA_ARGS__, NULL })
void expect_all_said(const char *all, const char *const *parts);
void expect_unsaid(const char *all, const char *part);
/* The row of the screen of text has these words, and begins in this colour. */
void expect_screen_row(const struct screen *screen, unsigned row, const char *text, uint8_t colour);
unsigned times_said(const char *all, const char *part);
