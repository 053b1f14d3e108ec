#include "tests/suite/run_rig.h"
#include "suite/report/layout.h"

static void keep(char *all, size_t *used, const char *text, size_t size)
{
    assert_true(*used + size < TEXT_MAX);
    memcpy(all + *used, text, size);
    *used += size;
    all[*used] = '\0';
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    struct rig *rig = opaque;

    keep(rig->tap, &rig->tap_used, text, size);
}

static void put_record(void *opaque, const char *line, size_t size)
{
    struct rig *rig = opaque;

    assert_int_equal('\n', line[size - 1]);
    keep(rig->records, &rig->records_used, line, size);
}

static void put_log(void *opaque, const char *line)
{
    struct rig *rig = opaque;

    keep(rig->log, &rig->log_used, "# ", 2);
    keep(rig->log, &rig->log_used, line, strlen(line));
    keep(rig->log, &rig->log_used, "\n", 1);
}

static void show(void *opaque, const struct scene *scene, bool now)
{
    layout_draw(&((struct rig *)opaque)->screen, scene);
}

static void put_watchdog(void *opaque, unsigned seconds)
{
    struct rig *rig = opaque;

    rig->watchdog_calls++;
    rig->watchdog_last = seconds;
}

STUB(bool, drives_console, ((struct rig *)opaque)->console, void *opaque, struct pci_function at)

static void release(void *rig)
{
    host_bus_free(((struct rig *)rig)->host);
    free(rig);
}

struct rig *rig_new(void)
{
    struct rig *rig = calloc(1, sizeof(*rig));

    assert_non_null(rig);
    tests_own(rig, release);
    config_defaults(&rig->config);
    rig->config.model = true;
    rig->card = (struct model_config){ .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20 };
    rig->host_config =
        (struct host_bus_config){ .cards = &rig->card, .count = 1, .log = put_log, .opaque = rig };
    rig->sinks = (struct run_sinks){
        .opaque = rig, .tap = put_tap, .record = put_record, .show = show, .watchdog = put_watchdog
    };
    /* clang-format off */
    rig->setup = (struct run_setup){ .suites = &all_suites, .config = &rig->config, .sinks = &rig->sinks,
        .version = "test", .machine = "a host", .drives_console = drives_console, .opaque = rig };
    /* clang-format on */
    return rig;
}

static const struct rig *rig_of(struct bus *bus)
{
    return (const struct rig *)((const char *)bus->ops - offsetof(struct rig, tap_on.ops));
}

static uint64_t forge(const struct rig *rig, uint64_t at, uint64_t word)
{
    for (const struct forged *f = rig->forged; f->at || f->value; f++)
        if (f->at == at)
            word = (word & rig->unforged) | f->value;
    return word;
}

static uint32_t read_config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    const struct rig *const rig = rig_of(bus);
    const unsigned aligned = offset & ~3u;

    if (at.bus != 1 || at.device || at.function)
        return rig->tap_on.real->config_read(bus, at, offset, size);
    const uint64_t word = rig->tap_on.real->config_read(bus, at, (uint16_t)aligned, 4);
    return (uint32_t)(forge(rig, CONFIG_WORD(aligned), word) >> 8 * (offset & 3)) &
           UINT32_MAX >> (32 - 8 * size);
}

static uint64_t read_forged(struct bus *bus, bus_addr at, uint8_t size)
{
    const struct rig *const rig = rig_of(bus);
    const uint64_t word = rig->tap_on.real->read(bus, at, size);

    return size == 4 && at.v - rig->bar0 < 1 << 24 ? forge(rig, at.v - rig->bar0, word) : word;
}

uint64_t rig_bar(const struct rig *rig, unsigned bar)
{
    struct model *const card = host_bus_card(rig->host, 0);
    const uint64_t low = model_config_read(card, (uint16_t)(0x10 + 4 * bar), 4) & ~15u;

    return low | (bar ? (uint64_t)model_config_read(card, (uint16_t)(0x14 + 4 * bar), 4) << 32 : 0);
}

enum verdict rig_run(struct rig *rig)
{
    char error[256];

    rig->host = host_bus_new(&rig->host_config, error, sizeof(error));
    if (!rig->host)
        fail_msg("%s", error);
    if (rig->forged) {
        rig->bar0 = rig_bar(rig, 0);
        bus_tap(&rig->tap_on, host_bus(rig->host));
        rig->tap_on.ops.config_read = read_config;
        rig->tap_on.ops.read = read_forged;
    }
    if (rig->prepare)
        rig->prepare(rig);
    return rig_again(rig);
}

enum verdict rig_run_suite(struct rig *rig, const char *names)
{
    rig_suite(rig, names);
    return rig_run(rig);
}

enum verdict rig_again(struct rig *rig)
{
    void *arena = calloc(1, RUN_ARENA_SIZE);
    struct run *run = run_open(&rig->setup, arena);

    run_bus(run, host_bus(rig->host));
    rig->verdict = run_close(run);
    free(arena);
    return rig->verdict;
}

void rig_free(struct rig *rig)
{
    tests_release(rig);
}

void expect_all_said(const char *all, const char *const *parts)
{
    for (; *parts; parts++)
        if (!strstr(all, *parts))
            fail_msg("nothing says \"%s\" in:\n%s", *parts, all);
}

void expect_unsaid(const char *all, const char *part)
{
    if (strstr(all, part))
        fail_msg("something says \"%s\" in:\n%s", part, all);
}

void expect_screen_row(const struct screen *screen, unsigned row, const char *text, uint8_t colour)
{
    char line[SCREEN_COLUMNS + 1] = "";

    for (unsigned i = 0; i < SCREEN_COLUMNS; i++)
        line[i] = screen->cells[row][i].character;
    expect_said(line, text);
    assert_int_equal(colour, screen->cells[row][1].colour);
}

unsigned times_said(const char *all, const char *part)
{
    unsigned times = 0;

    for (; (all = strstr(all, part)); all++)
        times++;
    return times;
}

void rig_suite(struct rig *rig, const char *names)
{
    snprintf(rig->config.suite, sizeof(rig->config.suite), "%s", names);
}
