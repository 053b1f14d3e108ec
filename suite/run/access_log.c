/* The log of accesses that log=mmio and log=mmio:write ask for: where its text goes, and how much room and time it may
 * take. In a file of full length the last line is overwritten each time: so a hang is still named, and the report on
 * the same medium keeps its room. */
#include "suite/run/run_state.h"

#define LAST_LINE 160     /* of a full log, with its end */
#define ARM_US    1000000 /* writing may take long, and a machine that writes does not hang */

static void stop(struct run *run, const char *why)
{
    run->log.room = 0;
    report_comment(&run->report, "%s %s", run->log.name, why);
}

static bool write_at(struct run *run, uint64_t at, const char *text, size_t size)
{
    const struct run_sinks *const sinks = run->setup.sinks;

    if (sinks->log_write(sinks->opaque, at, text, size))
        return true;
    stop(run, "could not be written to: from here on nothing is logged");
    return false;
}

/* The text ends with its last line, which is cut or filled up to LAST_LINE. */
static void write_last(struct run *run, const char *text, size_t size)
{
    char line[LAST_LINE];
    size_t from = size - 1;

    while (from && text[from - 1] != '\n')
        from--;
    for (size_t i = 0; i < LAST_LINE; i++) {
        line[i] = ' ';
        if (from + i + 1 < size)
            line[i] = text[from + i];
    }
    line[LAST_LINE - 1] = '\n';
    write_at(run, run->log.used, line, LAST_LINE);
}

static void write_more(struct run *run, const char *text, size_t size)
{
    struct access_log *const log = &run->log;

    if (!log->full && log->used + size + LAST_LINE > log->room) {
        log->full = true;
        report_comment(
            &run->report,
            "%s is as long as it may be (%u MiB): from here on only its last line is kept",
            log->name, (unsigned)(log->room >> 20));
    }
    if (log->full)
        write_last(run, text, size);
    else if (write_at(run, log->used, text, size))
        log->used += size;
}

/* The time that it takes is not the test's, and the watchdog waits for machines that do nothing. */
static void put_lines(void *opaque, const char *text, size_t size)
{
    struct run *const run = opaque;
    struct bus *const bus = run->log.trace.below;
    const uint64_t before = bus->ops->time_us(bus);

    if (!run->log.room)
        return;
    write_more(run, text, size);
    const uint64_t after = bus->ops->time_us(bus);

    if (run->card.deadline_us)
        run->card.deadline_us += after - before;
    if (after - run->log.armed_us < ARM_US)
        return;
    run->log.armed_us = after;
    run_watchdog(run, run->watchdog_s);
}

/* A log that cannot be written does not stop the run, because the verdict does not depend on it. */
void access_log_open(struct run *run)
{
    const struct run_sinks *const sinks = run->setup.sinks;
    struct access_log *const log = &run->log;
    struct text name = text_in(log->name, sizeof(log->name));
    static const char version[] = "VERSION 20070824\n";

    if (run->setup.config->log == LOG_OFF)
        return;
    text_format(&name, "mmio-%u.log", run->resume.run + 1);
    log->room = sinks->log_open ? sinks->log_open(sinks->opaque, log->name) : 0;
    if (!log->room) {
        stop(run, "cannot be written: no access is logged");
        return;
    }
    report_comment(&run->report, "each access to a card is written to %s before it is made",
                   log->name);
    if (write_at(run, 0, version, sizeof(version) - 1))
        log->used = sizeof(version) - 1;
}

struct bus *access_log_bus(struct run *run, struct bus *bus)
{
    if (!run->log.room)
        return bus;
    mmiotrace_open(&run->log.trace, bus, &run->card.pci, run->setup.config->log == LOG_WRITES,
                   put_lines, run);
    return &run->log.trace.bus;
}

static bool logs(const struct run *run)
{
    return run->log.room && run->card.bus == &run->log.trace.bus;
}

void access_log_mark(struct run *run, const char *kind, const char *name)
{
    if (logs(run))
        mmiotrace_mark(&run->log.trace, kind, name);
}

void access_log_end(struct run *run)
{
    if (logs(run))
        mmiotrace_send(&run->log.trace);
}

/* Lines of the log, each as a line of the report. */
static void say_lines(void *opaque, const char *text, size_t size)
{
    struct run *const run = opaque;

    for (size_t from = 0, to; from < size; from = to + 1) {
        char line[LAST_LINE];
        struct text words = text_in(line, sizeof(line));

        for (to = from; to < size && text[to] != '\n'; to++)
            text_char(&words, text[to]);
        report_comment(&run->report, "%s", line);
    }
}

enum err access_log_say(struct run *run, bool on)
{
    struct card *const card = &run->card;
    struct mmiotrace *const trace = &run->log.trace;

    if (run->log.room)
        return ERR_RIG;
    if (on) {
        mmiotrace_open(trace, card->bus, &card->pci, false, say_lines, run);
        card->bus = &trace->bus;
    } else {
        mmiotrace_send(trace);
        card->bus = trace->below;
    }
    return OK;
}

void access_log_said(struct run *run)
{
    if (!run->log.room && run->card.bus == &run->log.trace.bus)
        mmiotrace_send(&run->log.trace);
}
