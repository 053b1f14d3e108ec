#include "tests/suite/steps_rig.h"
#include "engines/vram.h"
#include "hw/window.h"

#define BAR0    UINT64_C(0x10000000)
#define MIB     0x100000u
#define HOUR_US UINT64_C(3600000000)

#define FAMILYS_REG (STEPS_REG + 4)

static struct steps *now;
static struct bus_tap tap;

static void __attribute__((format(printf, 1, 2))) add(const char *format, ...)
{
    const size_t used = strlen(now->said);
    va_list list;

    va_start(list, format);
    vsnprintf(now->said + used, sizeof(now->said) - used, format, list);
    va_end(list);
    assert_true(strlen(now->said) < sizeof(now->said) - 1);
}

static bool is_step(const char *step, const char *what)
{
    return step && strcmp(step, what) == 0;
}

static void mishaps(const char *what)
{
    struct stub *const stub = now->stub;

    if (is_step(now->goes.slow, what))
        stub->bench.now_us += HOUR_US;
    if (is_step(now->goes.falls_off_in, what))
        *stub_config(stub, 0) = stub->boot_0 = UINT32_MAX;
    if (is_step(now->goes.hides_in, what))
        *stub_config(stub, 0) = UINT32_MAX;
    if (is_step(now->goes.reset_in, what)) {
        *stub_config(stub, PCI_COMMAND) = 0;
        stub->boot_0 = UINT32_MAX;
    }
    if (is_step(now->goes.hangs_in, what)) {
        now->goes.hangs_in = NULL;
        longjmp(now->hung, 1);
    }
}

void steps_say(struct card *card, const char *what)
{
    const uint64_t us = now->stub->bench.now_us;

    if (!card->deadline_us)
        add("%s, never\n", what);
    else if (card->deadline_us <= us)
        add("%s, late\n", what);
    else
        add("%s, %.9g s\n", what, (double)(card->deadline_us - us) / 1e6);
    if (is_step(now->goes.refused_in, what))
        card_refuse(card, STEPS_REG, 0xbadf1100, "nobody is there");
    mishaps(what);
}

/* ---- the bus --------------------------------------------------------------------------------- */

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    now->touched++;
    if (at.device == 2 && offset == PCI_COMMAND) {
        add("command %x\n", value);
        bench_put_config(&now->stub->bench, PCI_COMMAND,
                         value & (PCI_COMMAND_IO | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER), 2);
        return;
    }
    tap.real->config_write(bus, at, offset, size, value);
    if (now->goes.small && offset == PCI_BAR0)
        bench_put_config(&now->stub->bench, PCI_BAR0, value & ~(NV_MMIO_SIZE / 2 - 1), 4);
}

/* Configuration space after the header has one word, its last, or no other word. */
static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    if (at.device != 2 || at.function || offset < STUB_CONFIG_BYTES)
        return tap.real->config_read(bus, at, offset, size);
    if (now->link && offset < 0x54)
        return offset == 0x40 ? PCI_CAP_ID_PCIE : offset == 0x50 ? now->link : 0;
    return offset == 0xffc || now->goes.crowded ? 0x12345678 : 0;
}

static void enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    add("enable %x\n", bits);
    tap.real->enable(bus, at, bits);
}

static enum err take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    add("%s\n", keep_drivers ? "take beside its drivers" : "take");
    return now->goes.taken;
}

static void give_back(struct bus *bus, struct pci_function at)
{
    add("give back\n");
    mishaps("give back");
}

static uint32_t *known_register(bus_addr at)
{
    switch (at.v - BAR0) {
    case PBUS_PMEM:
        return &now->pmem;
    case STEPS_REG:
        return &now->reg;
    case FAMILYS_REG:
        return &now->familys;
    default:
        return NULL;
    }
}

/* Who has left the bus, or does not decode, answers with ones. */
static uint64_t read_bar(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t *const known = known_register(at);

    now->touched++;
    if (!(now->stub->bench.config[PCI_COMMAND] & PCI_COMMAND_MEMORY))
        return UINT32_MAX;
    return now->stub->boot_0 == UINT32_MAX ? UINT32_MAX
           : known                         ? *known
                                           : tap.real->read(bus, at, size);
}

static void write_bar(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    uint32_t *const known = known_register(at);

    assert_non_null(known);
    add("%llx=%llx\n", (unsigned long long)(at.v - BAR0), (unsigned long long)value);
    *known = (uint32_t)value;
}

static enum err dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    add("alloc\n");
    return tap.real->dma_alloc(bus, size, out);
}

static void dma_free(struct bus *bus, struct dma_memory *memory)
{
    add("free\n");
    tap.real->dma_free(bus, memory);
}

static void watchdog(void *opaque, unsigned seconds)
{
    add("watchdog %u\n", seconds);
}

static void running(void *opaque, const char *name)
{
    add("name %s\n", name ? name : "-");
    mishaps(name ? name : "-");
}

/* ---- the family ------------------------------------------------------------------------------ */

static bool posted(struct card *card, char why[FAMILY_WHY_MAX])
{
    now->workspace = card->workspace;
    steps_say(card, "posted");
    card_phase(card, "asking it");
    if (now->goes.started)
        snprintf(card->started, sizeof(card->started), "%s", now->goes.started);
    if (now->goes.why)
        snprintf(why, FAMILY_WHY_MAX, "%s", now->goes.why);
    return !now->goes.why;
}

/* The first MiB is left alone, so that a test's memory begins at the second. */
static enum err memory(struct card *card)
{
    steps_say(card, "memory");
    card->vram = (struct vram_map){ .size = 4 * MIB };
    if (now->goes.memory != OK)
        return now->goes.memory;
    return vram_reserve(card, VRAM_LEFT_ALONE, "drivers", 0, MIB);
}

/* Its fault records need memory as long as the card is tested. */
static enum err quieten(struct card *card)
{
    struct dma_memory memory;

    steps_say(card, "quieten");
    assert_int_equal(OK, card_dma_alloc(card, 0x1000, &memory));
    (void)!card_set32(card, FAMILYS_REG, 1);
    return now->goes.quiet;
}

static void settle(struct card *card)
{
    steps_say(card, "settle");
}

static bool sound(struct card *card)
{
    steps_say(card, "sound");
    return !now->goes.unsound;
}

/* ---- the rig --------------------------------------------------------------------------------- */

static void release(void *steps)
{
    free(((struct steps *)steps)->stub);
    free(steps);
}

struct steps *steps_new(void (*run)(struct test *t))
{
    now = calloc(1, sizeof(*now));
    now->stub = stub_new();
    bench_put_config(&now->stub->bench, PCI_COMMAND, PCI_COMMAND_IO | PCI_COMMAND_MASTER, 4);
    bus_tap(&tap, &now->stub->bench.bus);
    tap.ops.config_read = config_read;
    tap.ops.config_write = config_write;
    tap.ops.enable = enable;
    tap.ops.take = take;
    tap.ops.give_back = give_back;
    tap.ops.read = read_bar;
    tap.ops.write = write_bar;
    tap.ops.dma_alloc = dma_alloc;
    tap.ops.dma_free = dma_free;
    now->reg = 0x77;

    now->family = stub_family;
    now->family.posted = posted;
    now->family.memory = memory;
    now->family.take = quieten;
    now->family.settle = settle;
    now->family.sound = sound;
    now->family.put_back = NULL;
    now->rows[0] = (struct test_case){ .name = "a", .source = "", .run = run, .basis = PROVEN };
    now->rows[1] = now->rows[2] = now->rows[0];
    now->rows[1].name = "b";
    now->rows[2].name = "c";
    now->group = (struct test_group){ now->rows, 1 };
    now->groups[0] = &now->group;
    now->suite = (struct suite){ .family = &now->family, .groups = now->groups, .count = 1 };
    now->suites[0] = &now->suite;
    now->all = (struct suites){ now->suites, 1 };

    tests_own(now, release);
    now->rig = rig_new();
    now->rig->config.model = false;
    now->rig->setup.suites = &now->all;
    now->rig->sinks.watchdog = watchdog;
    now->rig->sinks.running = running;
    return now;
}

void steps_run(struct steps *steps)
{
    static const char *const names[] = { "", "a", "a,b", "a,b,c" };

    rig_suite(steps->rig, names[steps->group.count]);
    stub_run(steps->stub, steps->rig, NULL);
}

/* Says the first line that differs. */
void expect_steps(const struct steps *steps, const char *wanted)
{
    const char *said = steps->said;
    unsigned line = 1;

    while (*said && *said == *wanted) {
        line += *said == '\n';
        said++;
        wanted++;
    }
    if (*said || *wanted)
        fail_msg("step %u is not as expected: \"%.*s\" for \"%.*s\" in\n%s%s", line,
                 (int)strcspn(said, "\n"), said, (int)strcspn(wanted, "\n"), wanted, steps->said,
                 steps->rig->tap);
}
