#include "tests/silicon/card_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/chip.h"
#include "model/host/host.h"
#include "suite/all.h"

#define GV100_VRAM UINT64_C(0x1000000)

static void put_tap(void *opaque, const char *text, size_t size)
{
    struct card_said *const said = opaque;

    if (size > SAID_MAX - 1 - said->used)
        size = SAID_MAX - 1 - said->used;
    memcpy(said->tap + said->used, text, size);
    said->used += size;
    said->tap[said->used] = '\0';
}

static void put_log(void *opaque, const char *line)
{
    put_tap(opaque, "# ", 2);
    put_tap(opaque, line, strlen(line));
    put_tap(opaque, "\n", 1);
}

/* Of a GV100 nobody chooses partitions. */
static unsigned partitions_of(const struct card_given *given)
{
    if (given->chip->family != FAMILY_NV50 || given->part_mask)
        return given->part_mask;
    return (1u << nv50_chip_of(given->chip)->max_partitions) - 1;
}

static uint64_t vram_of(const struct card_given *given, unsigned mask)
{
    const uint64_t size = given->part_size ? given->part_size : UINT64_C(1) << 20;

    return given->chip->family == FAMILY_NV50 ? bits_count(mask) * size : GV100_VRAM;
}

static struct model_config config_of(const struct card_given *given)
{
    const unsigned mask = partitions_of(given);

    /* clang-format off */
    return (struct model_config){ .chip = given->chip, .vram_size = vram_of(given, mask), .part_mask = mask,
        .subparts = given->subparts, .select_mask = given->select_mask, .ranks = given->ranks,
        .media = given->chip->family == FAMILY_NV50, .seed = given->seed, .cold = given->cold,
        .defects = given->defects, .knobs = given->knobs };
    /* clang-format on */
}

static void run_on(struct host_bus *host, const struct run_config *config, struct card_said *said)
{
    const struct run_sinks sinks = { .opaque = said, .tap = put_tap };
    const struct run_setup setup = { .suites = &all_suites,
                                     .config = config,
                                     .sinks = &sinks,
                                     .version = "silicon",
                                     .machine = "the device model" };
    void *const arena = calloc(1, RUN_ARENA_SIZE);

    if (!arena)
        abort();
    struct run *const run = run_open(&setup, arena);
    run_bus(run, host_bus(host));
    said->verdict = run_close(run);
    free(arena);
}

void card_run(const struct card_given *given, struct card_said *said)
{
    const struct model_config card = config_of(given);
    const struct host_bus_config machine = {
        .cards = &card, .count = 1, .log = put_log, .opaque = said
    };
    struct run_config config;

    said->used = 0;
    said->tap[0] = '\0';
    config_defaults(&config);
    config.risky = given->risky;
    if (given->suite)
        snprintf(config.suite, sizeof(config.suite), "%s", given->suite);
    struct host_bus *const host = host_bus_new(&machine, said->tap, SAID_MAX);
    said->made = host != NULL;
    if (host)
        run_on(host, &config, said);
    host_bus_free(host);
}

const char *card_last_line(const struct card_said *said)
{
    const char *last = NULL;

    for (const char *at = said->tap; (at = strstr(at, "# verdict: ")) != NULL; at++)
        last = at;
    return last;
}
