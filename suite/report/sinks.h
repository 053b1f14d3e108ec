/* suite/report/sinks.h: where the report goes; the surroundings (efi/, the host command, a test) fill it.
 *
 * Shape   any pointer may be null.
 * Errors  none: a sink that cannot write is the surroundings' business. */
#ifndef SUITE_REPORT_SINKS_H
#define SUITE_REPORT_SINKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "suite/report/scene.h"

struct run_sinks {
    void *opaque;
    /* TAP 13 text; not terminated, lines end with "\n". */
    void (*tap)(void *opaque, const char *text, size_t size);
    /* Echoes typed characters to the terminal they came from. Null: it does so by itself. */
    void (*echo)(void *opaque, const char *chars, size_t size);
    /* Objects of report.jsonl, each a whole line with its "\n"; on the medium when it returns. It may note
     * something itself (report_note), and is then called again. */
    void (*record)(void *opaque, const char *lines, size_t size);
    /* A line of report.txt, which has this run alone, with its "\r\n". */
    void (*text)(void *opaque, const char *line, size_t size);
    /* A piece of probe.json, the values that mode=pci and mode=probe read in this run alone. */
    void (*probe)(void *opaque, const char *text, size_t size);
    /* A whole file for the medium, replacing any of that name; false: it could not be written. */
    bool (*keep)(void *opaque, const char *name, const void *bytes, size_t size);
    /* A log of accesses to cards, made anew under that name: how many bytes it may have, 0 if it cannot be made. Then
     * text for it at an offset, on the medium when it returns; false: it could not be written. */
    uint64_t (*log_open)(void *opaque, const char *name);
    bool (*log_write)(void *opaque, uint64_t at, const char *text, size_t size);
    /* The new scene of the screen; `now`: it may stay so for long, else the next call comes soon. The scene changes
     * from call to call and lives until the run is closed. */
    void (*show)(void *opaque, const struct scene *scene, bool now);
    bool
        shows_progress; /* `show` lets the reader of TAP see how far a test is: comments do not say it again */
    /* The machine resets if this is not called again within `seconds`; 0: never. */
    void (*watchdog)(void *opaque, unsigned seconds);
    /* The test that runs from now on, for the exception handler; null: none. */
    void (*running)(void *opaque, const char *name);
    /* Microseconds that never go back, for the time of each record; null: records have none. */
    uint64_t (*time_us)(void *opaque);
};

#endif
