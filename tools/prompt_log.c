#include "tools/prompt_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "engines/family.h"
#include "hw/foreign.h"
#include "hw/pci.h"
#include "suite/all.h"
#include "suite/prompt/prompt.h"
#include "suite/report/keys.h"
#include "suite/report/verdict.h"
#include "tools/commands.h"
#include "tools/replay/reads.h"

#define IDLE_US   10000
#define WORDS_MAX 200

/* The log answers the reads of a line; the bus is there for the time. */
struct session {
    struct bus bus; /* first */
    const struct prompt_over_log *work;
    struct replay_reads reads;
    char words[WORDS_MAX];
    struct card card;
    const struct suite *suite;
    struct prompt_log log;
    struct prompt_setup setup;
    struct prompt prompt;
};

static uint64_t time_us(struct bus *bus)
{
    struct timespec now;

    (void)bus;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* A family looks which units are on before it names registers; nothing of that is said. */
static uint64_t peek(struct bus *bus, bus_addr at, uint8_t size)
{
    uint32_t word = 0;

    if (size == 4)
        (void)replay_reads_first(&((struct session *)(void *)bus)->reads, (uint32_t)at.v, &word);
    return word;
}

static void wait_us(struct bus *bus, uint64_t us)
{
    (void)bus;
    usleep((useconds_t)us);
}

static void put_line(struct bus *bus, const char *line)
{
    (void)bus;
    printf("%s\n", line);
}

static bool reads_register(void *opaque, uint32_t at, uint32_t *word)
{
    return replay_reads_register(&((struct session *)opaque)->reads, at, word);
}

static bool reads_config(void *opaque, uint32_t offset, uint32_t *word)
{
    return replay_reads_config(&((struct session *)opaque)->reads, offset, word);
}

static void say(void *opaque, const char *line, bool echoed)
{
    (void)opaque;
    if (!echoed)
        printf("%s\n", line);
}

static void show(void *opaque)
{
    (void)opaque;
    fflush(stdout);
}

static bool waits(void *opaque)
{
    (void)opaque;
    return true;
}

static int next_key(void *opaque)
{
    const struct session *const s = opaque;
    const int key = typing_next(s->work->typing);

    if (key == KEY_NONE)
        usleep(IDLE_US);
    return key;
}

/* Without the "# " of a comment of TAP. */
static void echo(void *opaque, const char *chars, size_t size)
{
    const bool mark = size > 3 && chars[0] == '\r' && chars[1] == '#';

    (void)opaque;
    printf("%s%.*s", mark ? "\r" : "", (int)(size - (mark ? 3 : 0)), chars + (mark ? 3 : 0));
    fflush(stdout);
}

/* By the log's reads of BOOT_0. */
static bool identify(struct session *s)
{
    uint32_t boot_0;

    if (!replay_reads_first(&s->reads, BOOT_0, &boot_0)) {
        usage_error(s->work->argv,
                    "%s: no read of BOOT_0 (0x000000), so nobody can tell which "
                    "card it is of",
                    s->work->path);
        return false;
    }
    for (unsigned i = 0; i < all_suites.count && !s->card.chip; i++) {
        s->suite = all_suites.all[i];
        s->card.family = s->suite->family;
        s->card.chip = s->suite->family->identify(boot_0);
    }
    if (!s->card.chip)
        usage_error(s->work->argv, "%s: BOOT_0 is 0x%08x, which is no chipset that is known here",
                    s->work->path, boot_0);
    s->card.boot_0 = boot_0;
    return s->card.chip;
}

/* The words name the log's size, because a person must know how little a log can answer. */
static void open_setup(struct session *s)
{
    const struct run_script *const script = s->work->script;

    const int used = s->reads.vendor ? snprintf(s->words, sizeof(s->words), "%04x:%04x; ",
                                                s->reads.vendor, s->reads.device)
                                     : 0;

    snprintf(s->words + used, sizeof(s->words) - (size_t)used,
             "a log: %zu reads, of %zu registers and of configuration space, each given once and "
             "in its order",
             s->reads.count, s->reads.registers);
    s->log = (struct prompt_log){ s, s->words, reads_register, reads_config };
    s->setup = (struct prompt_setup){ .family = s->suite->prompt,
                                      .replay = &s->log,
                                      .opaque = s,
                                      .script = script ? script->text : NULL,
                                      .script_size = script ? script->size : 0,
                                      .script_name = script ? script->name : NULL,
                                      .key = script ? NULL : next_key,
                                      .echo = s->work->typing->terminal ? echo : NULL,
                                      .say = say,
                                      .show = show,
                                      .waits = waits };
}

/* The result of the lines, as `barecard prompt` tells it of a card. */
static int conclude(const struct session *s, const struct test *t)
{
    const char *const name = s->work->script ? s->work->script->name : "prompt";
    const enum verdict verdict = t->result == TEST_PASS   ? VERDICT_PASS
                                 : t->result == TEST_FAIL ? VERDICT_FAIL
                                 : t->result == TEST_SKIP ? VERDICT_NOT_TESTED
                                                          : VERDICT_INCOMPLETE;

    if (verdict == VERDICT_PASS)
        printf("verdict: PASS (only %s, by a log)\n", name);
    else
        printf("verdict: %s: %s\n", verdict_name(verdict), t->sentence);
    return verdict_status(verdict);
}

static int work_on(struct session *s)
{
    const struct pci_card found = { .bars[NV_BAR_MMIO] = { .size = NV_MMIO_SIZE,
                                                           .assigned = true } };

    card_init(&s->card, &s->bus, &found);
    if (!identify(s))
        return STATUS_ERROR;
    open_setup(s);
    struct test t = { .name = "prompt",
                      .card = &s->card,
                      .config = s->work->config,
                      .prompt = &s->setup,
                      .prompt_of = &s->prompt };

    prompt_run(&t);
    t.put_back(&t);
    return conclude(s, &t);
}

int prompt_over_log(const struct prompt_over_log *work)
{
    static const struct bus_ops ops = {
        .read = peek, .time_us = time_us, .wait_us = wait_us, .log = put_line
    };
    struct session *const s = calloc(1, sizeof(*s));

    if (!s)
        return usage_error(work->argv, "out of memory");
    s->bus.ops = &ops;
    s->work = work;
    const int status =
        replay_reads_open(&s->reads, work->argv, work->path) ? work_on(s) : STATUS_ERROR;

    replay_reads_close(&s->reads);
    free(s);
    return status;
}
