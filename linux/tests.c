/* The run itself, in the child: rounds of self tests, their output, and why they end early. */
#include "linux/session.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SAME_US  UINT64_C(300000)
#define SLEPT_NS INT64_C(2000000000)

/* A signal handler gets no argument of ours. How often somebody has asked for the end, and by which signal first. */
static volatile sig_atomic_t asked, asked_by;

/* ---- sinks ----------------------------------------------------------------------------------- */

static uint64_t now_us(void *opaque)
{
    struct timespec now;

    (void)opaque;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void sink_tap(void *opaque, const char *text, size_t size)
{
    live_tap(&((struct session *)opaque)->live, text, size);
}

static void sink_record(void *opaque, const char *lines, size_t size)
{
    medium_record(&((struct session *)opaque)->medium, lines, size);
}

static void sink_text(void *opaque, const char *line, size_t size)
{
    medium_text(&((struct session *)opaque)->medium, line, size);
}

static void sink_probe(void *opaque, const char *text, size_t size)
{
    struct session *const s = opaque;

    if (s->request->folder)
        medium_probe(&s->medium, text, size);
    else
        live_tap(&s->live, text, size);
}

static bool sink_keep(void *opaque, const char *name, const void *bytes, size_t size)
{
    return medium_keep(&((struct session *)opaque)->medium, name, bytes, size);
}

static uint64_t sink_log_open(void *opaque, const char *name)
{
    return medium_log_open(&((struct session *)opaque)->medium, name);
}

static bool sink_log_write(void *opaque, uint64_t at, const char *text, size_t size)
{
    return medium_log_write(&((struct session *)opaque)->medium, at, text, size);
}

static void sink_show(void *opaque, const struct scene *scene, bool now)
{
    struct session *const s = opaque;
    const uint64_t at_us = now_us(NULL);

    s->began_us += scene_paused_us(&s->pause, scene, at_us);
    if (s->run)
        live_show(&s->live, run_scene(s->run), s->began_us, at_us, now);
}

void session_say(void *opaque, const char *line)
{
    struct session *const s = opaque;

    live_comment(&s->live, line);
    if (s->run)
        run_note(s->run, line);
}

static int next_key(void *opaque)
{
    return keyboard_next(&((struct session *)opaque)->keyboard);
}

bool session_prompts(const struct session *s)
{
    return config_prompts(s->request->config);
}

static int typed_key(void *opaque)
{
    return typing_next(&((struct session *)opaque)->typing);
}

static void sink_echo(void *opaque, const char *chars, size_t size)
{
    live_tap(&((struct session *)opaque)->live, chars, size);
}

/* ---- why it ends early ----------------------------------------------------------------------- */

/* How long the machine has slept since it was started: one of the clocks goes on then. */
static int64_t slept_ns(void)
{
    struct timespec with, without;

    clock_gettime(CLOCK_MONOTONIC, &without);
    clock_gettime(CLOCK_BOOTTIME, &with);
    return (with.tv_sec - without.tv_sec) * INT64_C(1000000000) + with.tv_nsec - without.tv_nsec;
}

/* How often, as the kernel counts it: where its clock does not stop, the clocks say nothing of a sleep. */
static unsigned long sleeps(const struct session *s)
{
    char text[24] = "";

    file_read(text, sizeof(text), s->request->roots->sys, "power/suspend_stats/success");
    return strtoul(text, NULL, 10);
}

static const char *signal_words(void)
{
    switch (asked_by) {
    case SIGINT:
        return "stopped by Ctrl-C";
    case SIGHUP:
        return "stopped: the terminal has gone (SIGHUP)";
    default:
        return "stopped by SIGTERM";
    }
}

static const char *halt(void *opaque)
{
    struct session *const s = opaque;

    if (asked == 1 && s->live.terminal)
        live_comment(&s->live,
                     "ends after this step, everything is put back. Ctrl-C again: at once.");
    return asked ? signal_words() : NULL;
}

static const char *disturbed(void *opaque)
{
    struct session *const s = opaque;
    const char *why = NULL;

    if (slept_ns() - s->slept_ns > SLEPT_NS || sleeps(s) != s->sleeps)
        return "the machine has slept meanwhile, and the card may have lost its start";
    for (unsigned i = 0; !why && i < s->bus.count; i++)
        if (s->bus.cards[i].reach == REACH_VFIO)
            why = vfio_asks(&s->bus.cards[i].vfio);
    return why;
}

/* The second time at once: the guardian puts everything back. A signal to a whole group of processes (from timeout, or
 * a terminal) reaches this one twice within a moment, and counts once. */
void session_hear(int number)
{
    static volatile uint64_t first_us; /* async-signal-safe: only this handler uses it */

    if (asked && now_us(NULL) - first_us >= SAME_US)
        _exit(AT_ONCE);
    if (asked++)
        return;
    asked_by = number;
    first_us = now_us(NULL);
}

/* ---- the run ------------------------------------------------------------------- */

static struct moment time_of_day(void)
{
    const time_t now = time(NULL);
    struct tm local;

    localtime_r(&now, &local);
    const struct moment_date date = { .year = (uint16_t)(local.tm_year + 1900),
                                      .month = (uint8_t)(local.tm_mon + 1),
                                      .day = (uint8_t)local.tm_mday,
                                      .hour = (uint8_t)local.tm_hour,
                                      .minute = (uint8_t)local.tm_min,
                                      .second = (uint8_t)local.tm_sec };

    return moment_of(&date, (int)(local.tm_gmtoff / 60));
}

bool session_has_rounds(const struct run_config *config)
{
    return config->loop != 1 || config->has_until;
}

/* Since midnight. */
static int minute_now(void)
{
    return (int)(time_of_day().ms / 60000 % 1440);
}

static void run_round(struct session *s)
{
    const struct linux_request *const request = s->request;
    const bool prompts = session_prompts(s); /* whose lines are the live ones */
    const struct run_sinks sinks = { .opaque = s,
                                     .tap = sink_tap,
                                     .echo = s->typing.terminal ? sink_echo : NULL,
                                     .record = sink_record,
                                     .text = sink_text,
                                     .probe = sink_probe,
                                     .keep = sink_keep,
                                     .log_open = sink_log_open,
                                     .log_write = sink_log_write,
                                     .show = prompts ? NULL : sink_show,
                                     .shows_progress = s->live.terminal && !prompts,
                                     .time_us = now_us };
    const struct run_setup setup = { .suites = request->suites,
                                     .config = request->config,
                                     .config_error = request->config_error,
                                     .board_file = request->board_file,
                                     .sinks = &sinks,
                                     .version = request->version,
                                     .machine = s->machine,
                                     .began = time_of_day(),
                                     .previous =
                                         s->medium.previous.size ? &s->medium.previous : NULL,
                                     .key = s->keyboard.open ? next_key : NULL,
                                     .typed = prompts ? typed_key : NULL,
                                     .script = request->script,
                                     .halt = halt,
                                     .disturbed = disturbed,
                                     .opaque = s,
                                     .rounds =
                                         session_has_rounds(request->config) ? &s->rounds : NULL };

    s->began_us = now_us(NULL);
    s->slept_ns = slept_ns();
    s->sleeps = sleeps(s);
    s->run = run_open(&setup, s->arena);
    run_bus(s->run, &s->bus.bus);
    s->verdict = run_close(s->run);
}

/* The sum of all rounds, for readers of TAP. */
static void say_all_rounds(struct session *s)
{
    char line[ROUNDS_WORDS_MAX + 80], sum[ROUNDS_WORDS_MAX];
    struct text words = text_in(sum, sizeof(sum));

    rounds_words(&s->rounds, &words);
    const int size =
        snprintf(line, sizeof(line), "# all rounds: %s; %s\n", verdict_name(s->rounds.worst), sum);
    live_tap(&s->live, line, (size_t)size);
}

/* Each round is a run of its own in the report; report.txt is of the worst. */
void session_test(struct session *s)
{
    const struct run_config *const config = s->request->config;
    const int begun = minute_now();

    s->began = time_of_day();
    do {
        run_round(s);
        if (session_has_rounds(config))
            medium_end_round(&s->medium, s->rounds.worst_in == s->rounds.done);
    } while (session_has_rounds(config) && !run_stopped(s->run) &&
             rounds_go_on(&s->rounds, config, begun, minute_now()));
    if (session_has_rounds(config)) {
        s->verdict = s->rounds.worst;
        say_all_rounds(s);
    }
    medium_end_tests(&s->medium);
    s->done = true;
}
