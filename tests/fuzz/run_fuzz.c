/* Whole runs, runner, suites and engines, against a card of any family that lies: registers, blocks and configuration
 * space that read as anything at chosen moments, a card that drops off the bus and comes back, defects by chance. Every
 * run ends with a verdict, in bounded virtual time; nothing crashes; each record is one line of JSON's shape; and however
 * the card lies, it is never told to read or write memory that nobody was given (a defect of the card may do that).
 *
 * The input is 8 bytes that choose card and suite, then lies of 8 bytes: kind, mask of its registers, the number of the
 * access it begins with (16 bits), a value. */
#include <stdio.h>

#include "model/host/host.h"
#include "suite/all.h"
#include "suite/run/run.h"
#include "tests/fuzz/feed.h"
#include "tests/fuzz/guest.h"
#include "tests/kit/bus_tap.h"

#define VRAM     UINT64_C(0x200000)
#define LIES_MAX 64
#define RUN_US   (UINT64_C(7200) * 1000000) /* more than the deadlines of all tests that are chosen */

struct lie {
    uint8_t kind, length; /* length: accesses, 16 times */
    uint16_t from;        /* the access, in 64s */
    uint32_t value;
};

static struct {
    struct bus_tap tap;
    struct lie lies[LIES_MAX];
    unsigned count;
    uint64_t accesses;
} world;

static const struct lie *lie_now(void)
{
    const uint64_t at = ++world.accesses;

    for (unsigned i = 0; i < world.count; i++) {
        const struct lie *const lie = &world.lies[i];

        if (at >= 64u * lie->from && at - 64u * lie->from < 16u * (lie->length + 1u))
            return lie;
    }
    return NULL;
}

/* Ones: the card is gone for that long. */
static uint64_t spoilt(const struct lie *lie, uint64_t value)
{
    switch (lie ? lie->kind % 5 : 9) {
    case 0:
        return UINT64_MAX;
    case 1:
        return 0;
    case 2:
        return lie->value * UINT64_C(0x100000001);
    case 3:
        return value ^ lie->value;
    case 4:
        return value & ~(uint64_t)lie->value;
    default:
        return value;
    }
}

static uint64_t mask_of(uint8_t size)
{
    return size == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * size) - 1;
}

static uint64_t lying_read(struct bus *bus, bus_addr at, uint8_t size)
{
    return spoilt(lie_now(), world.tap.real->read(bus, at, size)) & mask_of(size);
}

static uint32_t lying_config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    return (uint32_t)(spoilt(lie_now(), world.tap.real->config_read(bus, at, offset, size)) &
                      mask_of(size));
}

static void lying_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    const struct lie *const lie = lie_now();
    uint8_t *const out = bytes;

    world.tap.real->read_block(bus, at, bytes, size);
    for (size_t i = 0; lie && i < size; i++)
        out[i] = (uint8_t)spoilt(lie, out[i]);
}

static void lying_words(struct bus *bus, bus_addr at, uint32_t *to, size_t count)
{
    const struct lie *const lie = lie_now();

    world.tap.real->read_words(bus, at, to, count);
    for (size_t i = 0; lie && i < count; i++)
        to[i] = (uint32_t)spoilt(lie, to[i]);
}

/* One line or several. */
static void take_record(void *opaque, const char *lines, size_t size)
{
    (void)opaque;
    for (const char *end; size; size -= (size_t)(end + 1 - lines), lines = end + 1) {
        end = memchr(lines, '\n', size);
        if (end && end > lines && *lines == '{' && end[-1] == '}')
            continue;
        fprintf(stderr, "no record: %.*s\n", (int)size, lines);
        abort();
    }
}

static void take_text(void *opaque, const char *text, size_t size)
{
    (void)opaque, (void)text, (void)size;
}

static void lie_in_front_of(struct bus *bus)
{
    bus_tap(&world.tap, bus);
    world.tap.ops.read = lying_read;
    world.tap.ops.config_read = lying_config;
    world.tap.ops.read_block = lying_block;
    world.tap.ops.read_words = lying_words;
}

static struct host_bus *open_machine(const uint8_t *choice, char *error, size_t size)
{
    const struct model_ops *const family = model_families[choice[0] & 1];
    struct model_config card = {
        .vram_size = VRAM, .part_mask = 1, .seed = choice[1], .cold = choice[2] & 1
    };
    unsigned chips = 0;

    while (family->chip(chips))
        chips++;
    card.chip = family->chip(choice[3] % (chips ? chips : 1));
    if (card.chip->family == FAMILY_GV100) {
        card.vram_size = 8 * VRAM;
        card.part_mask = 0;
    }
    if (choice[2] & 2)
        card.defects = defect_of(family, choice[4]);
    return host_bus_new(&(struct host_bus_config){ .cards = &card, .count = 1 }, error, size);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static const char *const suites[] = { "id,link,window", "vm", "vram.quick", "default" };
    static uint64_t arena[RUN_ARENA_SIZE / sizeof(uint64_t)];
    struct run_config config;
    char error[256];

    if (size < 8)
        return 0;
    struct host_bus *const host = open_machine(bytes, error, sizeof(error));
    if (!host)
        return 0;
    struct bus *const bus = host_bus(host);

    world.count = 0;
    world.accesses = 0;
    for (size_t at = 8; at + 8 <= size && world.count < LIES_MAX; at += 8) {
        struct lie *const lie = &world.lies[world.count++];

        lie->kind = bytes[at];
        lie->length = bytes[at + 1];
        memcpy(&lie->from, bytes + at + 2, 2);
        memcpy(&lie->value, bytes + at + 4, 4);
    }
    lie_in_front_of(bus);
    config_defaults(&config);
    snprintf(config.suite, sizeof(config.suite), "%s", suites[bytes[5] & 3]);
    config.model = bytes[2] & 4;
    const struct run_sinks sinks = { .tap = take_text, .record = take_record, .text = take_text };
    const struct run_setup setup = { .suites = &all_suites,
                                     .config = &config,
                                     .sinks = &sinks,
                                     .version = "fuzz",
                                     .machine = "a card that lies" };
    struct run *const run = run_open(&setup, arena);
    const uint64_t begun = bus->ops->time_us(bus);

    run_bus(run, bus);
    (void)run_close(run);
    if (bus->ops->time_us(bus) - begun > RUN_US) {
        fprintf(stderr, "the run took %llu s\n",
                (unsigned long long)((bus->ops->time_us(bus) - begun) / 1000000));
        abort();
    }
    if (host_bus_strays(host) && !(bytes[2] & 2)) {
        fprintf(stderr, "%u accesses of the card to memory that nobody was given\n",
                host_bus_strays(host));
        abort();
    }
    host_bus_free(host);
    return 0;
}
