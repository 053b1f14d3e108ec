/* tools/prompt.c: barecard prompt: a modelled card, line by line, as mode=prompt of the firmware has a real one. */
#include "tools/commands.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "hw/bits.h"
#include "linux/typing.h"
#include "model/common/numbers.h"
#include "model/host/host.h"
#include "suite/all.h"
#include "tools/options.h"
#include "tools/prompt_log.h"
#include "tools/script_file.h"
#include "tools/toolkit.h"

#define ERROR_MAX 256
#define IDLE_US   10000

struct work {
    char **argv;
    const struct chip *chip;
    char defects[JOINED_MAX], knobs[JOINED_MAX]; /* joined with '+' */
    uint64_t vram;
    bool cold, json;
    const char *replay; /* null: there is a modelled card */
    bool modelled;      /* something was said of that card */
    struct run_config config;
    struct script_file script;
    bool scripted;
    struct typing typing;
    struct run *run; /* null: it has not begun */
};

static const char help[] =
    "usage: barecard prompt [OPTION]...\n\n"
    "Reads and writes a card of the device model, line by line, as mode=prompt of the firmware "
    "does\n"
    "with a real one; lines come from the terminal or a pipe. `help` in it lists what can be "
    "typed.\n"
    "Status 0 PASS (each `expect` held), 1 FAIL, 2 a line could not be done or nothing was "
    "compared.\n\n"
    "  --chipset C   which card (default g84; see barecard chipsets)\n"
    "  --script FILE lines of a file, one command each; the first that cannot be done ends it\n"
    "  --replay LOG  no model: reads are answered from a log of accesses (log=mmio, or a trace of\n"
    "                Linux' mmiotrace), in their order; what it has not is said\n"
    "  --defect D    breaks the card: NAME or NAME:KEY=VALUE,... (see barecard defects)\n"
    "  --knob K=V    chooses what the documents leave open; both may be repeated\n"
    "  --vram BYTES  0x..., or decimal with K, M or G\n"
    "  --cold        a card that nobody has started; its own VBIOS starts it\n"
    "  --key K=V     any key of barecard.cfg (see barecard keys); may be repeated\n"
    "  --json        the lines of report.jsonl\n";

/* "KEY=VALUE" */
static bool set_key(struct work *w, const char *line, char wrong[CONFIG_ERROR_MAX])
{
    struct text text = text_in(wrong, CONFIG_ERROR_MAX);
    const bool done = options_set_key(&w->config, line, &text);

    if (!done && !text.used)
        text_format(&text, "--key %s: give KEY=VALUE; barecard keys lists the keys", line);
    return done;
}

static bool take_script(struct work *w, const char *name, char wrong[CONFIG_ERROR_MAX])
{
    return w->scripted = script_file(&w->script, name, wrong);
}

/* False: `wrong` says why, or is empty. */
static bool set_option(struct work *w, int option, char wrong[CONFIG_ERROR_MAX])
{
    const struct toolkit *toolkit;

    w->modelled |= option != 's' && option != 'r' && option != 'K';
    switch (option) {
    case 'r':
        w->replay = optarg;
        return true;
    case 'c':
        return (w->chip = toolkit_chip(word_of_text(optarg), &toolkit)) != NULL;
    case 's':
        return take_script(w, optarg, wrong);
    case 'd':
        return options_join(w->defects, optarg);
    case 'k':
        return options_join(w->knobs, optarg);
    case 'v':
        return number_parse(optarg, strlen(optarg), &w->vram);
    case 'C':
        return w->cold = true;
    case 'K':
        return set_key(w, optarg, wrong);
    default:
        return w->json = true;
    }
}

static const struct option longs[] = {
    { "chipset", required_argument, NULL, 'c' },
    { "script", required_argument, NULL, 's' },
    { "defect", required_argument, NULL, 'd' },
    { "knob", required_argument, NULL, 'k' },
    { "vram", required_argument, NULL, 'v' },
    { "cold", no_argument, NULL, 'C' },
    { "key", required_argument, NULL, 'K' },
    { "json", no_argument, NULL, 'j' },
    { "replay", required_argument, NULL, 'r' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct work *w, int argc, char **argv)
{
    int option, index = 0;

    while ((option = getopt_long(argc, argv, "", longs, &index)) != -1) {
        char wrong[CONFIG_ERROR_MAX] = "";

        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (set_option(w, option, wrong))
            continue;
        if (option == 'c')
            return toolkit_no_chip(argv, optarg);
        return wrong[0] ? usage_error(argv, "%s", wrong)
                        : usage_error(argv, "--%s %s: give %s", longs[index].name, optarg,
                                      option == 'v' ? "bytes: 0x..., or decimal with K, M or G"
                                                    : "fewer: there is no room for so many");
    }
    if (optind < argc)
        return usage_error(argv, "'%s': no arguments wanted", argv[optind]);
    return -1;
}

/* Comments alone, without their "# ": the answers, and the words of a test. */
static void put_tap(void *opaque, const char *text, size_t size)
{
    const struct work *const w = opaque;
    const bool comment = size > 2 && text[0] == '#' && text[1] == ' ';

    if (!w->json && comment)
        fwrite(text + 2, 1, size - 2, stdout);
    else if (!w->json && (!strncmp(text, "ok ", 3) || !strncmp(text, "not ok ", 7)))
        printf("  %.*s", (int)size, text);
}

static void put_record(void *opaque, const char *line, size_t size)
{
    if (((const struct work *)opaque)->json)
        fwrite(line, 1, size, stdout);
}

/* A comment's mark, as COM1 has it, is not shown here either. */
static void put_typed(void *opaque, const char *chars, size_t size)
{
    (void)opaque;
    if (size > 3 && !strncmp(chars, "\r# ", 3))
        printf("\r%.*s", (int)(size - 3), chars + 3);
    else
        fwrite(chars, 1, size, stdout);
    fflush(stdout);
}

static void put_log(void *opaque, const char *line)
{
    struct work *const w = opaque;

    if (!w->json)
        printf("%s\n", line);
    if (w->run)
        run_note(w->run, line);
}

/* The modelled card's clock stands still while no key comes, so this process sleeps instead. */
static int next_key(void *opaque)
{
    struct work *const w = opaque;
    const int key = typing_next(&w->typing);

    if (key == KEY_NONE)
        usleep(IDLE_US);
    return key;
}

static uint64_t now_us(void *opaque)
{
    struct timespec now;

    (void)opaque;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static struct host_bus *open_bus(struct work *w, char error[ERROR_MAX])
{
    const struct model_config card = { .chip = w->chip,
                                       .vram_size = w->vram,
                                       .cold = w->cold,
                                       .media = w->chip->family == FAMILY_NV50,
                                       .defects = w->defects[0] ? w->defects : NULL,
                                       .knobs = w->knobs[0] ? w->knobs : NULL };
    const struct host_bus_config config = {
        .cards = &card, .count = 1, .log = put_log, .opaque = w
    };

    return host_bus_new(&config, error, ERROR_MAX);
}

/* A run of the firmware's own runner, so that the prompt here does exactly as on a card. */
static int work_on(struct work *w, struct host_bus *host)
{
    const struct run_sinks sinks = { .opaque = w,
                                     .tap = put_tap,
                                     .echo = w->typing.terminal ? put_typed : NULL,
                                     .record = put_record,
                                     .time_us = now_us };
    const struct run_setup setup = { .suites = &all_suites,
                                     .config = &w->config,
                                     .sinks = &sinks,
                                     .version = "prompt",
                                     .machine = "the device model",
                                     .began = { .ms = (uint64_t)time(NULL) * 1000, .known = true },
                                     .typed = next_key,
                                     .script = w->scripted ? &w->script.script : NULL,
                                     .opaque = w };
    void *const arena = calloc(1, RUN_ARENA_SIZE);

    if (!arena)
        return usage_error(w->argv, "out of memory");
    w->run = run_open(&setup, arena);
    run_bus(w->run, host_bus(host));
    const int status = verdict_status(run_close(w->run));
    w->run = NULL;
    free(arena);
    return status;
}

static int work_on_log(struct work *w)
{
    if (w->modelled)
        return usage_error(w->argv, "--replay: the log is all there is; beside it only --script "
                                    "and --key can be given");
    typing_open(&w->typing, false);
    const int status =
        prompt_over_log(&(struct prompt_over_log){ .argv = w->argv,
                                                   .path = w->replay,
                                                   .config = &w->config,
                                                   .script = w->scripted ? &w->script.script : NULL,
                                                   .typing = &w->typing });

    typing_close(&w->typing);
    return status;
}

/* The chip is g84 unless an option names another, because a person who tries the prompt need not
 * choose one. */
int command_prompt(int argc, char **argv)
{
    struct work w = { .argv = argv };
    const struct toolkit *toolkit;
    char error[ERROR_MAX];

    config_defaults(&w.config);
    w.chip = toolkit_chip(word_of_text("g84"), &toolkit);
    int status = parse_arguments(&w, argc, argv);
    if (status >= 0)
        return status;
    w.config.model = true;
    w.config.mode = MODE_PROMPT;
    if (w.replay)
        return work_on_log(&w);
    struct host_bus *const host = open_bus(&w, error);
    if (!host)
        return usage_error(argv, "%s", error);
    typing_open(&w.typing, false);
    status = work_on(&w, host);
    typing_close(&w.typing);
    host_bus_free(host);
    return status;
}
