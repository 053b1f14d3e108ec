/* tests/suite/run/takeover_test.c: obstacles between a card and the run: a driver of the machine's firmware, the port
 * above the card, memory that is not the card's. */
#include "tests/suite/run_rig.h"

static const struct pci_function port = { .bus = 0, .device = 1 };
static const struct pci_function first_card = { .bus = 1, .device = 0 };

static struct rig *run_below(enum bridge_fault fault)
{
    struct rig *rig = rig_new();

    rig->host_config.bridge = fault;
    rig_run_suite(rig, "id,window.pmem.sysram");
    return rig;
}

static uint32_t command_of(struct rig *rig, struct pci_function at)
{
    struct bus *bus = host_bus(rig->host);

    return bus->ops->config_read(bus, at, PCI_COMMAND, 2);
}

/* A port that firmware left shut is opened, in both directions, said, and shut again at the end. One that cannot be
 * opened, answers ones or closes again is the rig's fault. */
TEST(a_port_that_fails_is_the_rigs_fault)
{
    /* clang-format off */
    static const struct { enum bridge_fault fault; const char *says; } rows[] = {
        { BRIDGE_SHUT, "passed no memory accesses or no DMA on; opened" },
        { BRIDGE_STAYS_SHUT, "does not pass memory accesses or DMA on, and stays so" },
        { BRIDGE_DIES, "does not answer any more" }, { BRIDGE_CLOSES, "has stopped passing memory accesses on" } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = run_below(rows[i].fault);

        assert_int_equal(i ? VERDICT_NOT_TESTED : VERDICT_PASS, rig->verdict);
        expect_said(rig->tap, "the rig, not the card: the port 0000:00:01.0 above it ");
        expect_said(rig->tap, rows[i].says);
        if (!i)
            assert_int_equal(0, command_of(rig, port) & (PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER));
    }
}

/* BOOT_0 reads all ones below a port that works: that is the card. */
TEST(dead_card_is_not_the_ports_fault)
{
    struct rig *rig = rig_new();

    rig->host_config.dead = true;
    rig_run(rig);
    expect_said(rig->tap,
                "# card 0000:01:00.0 10de:0400: the card does not answer: BOOT_0 reads all ones\n");
    expect_said(rig->records, "\"boot_0\":4294967295,");
    assert_null(strstr(rig->tap, "the rig, not the card"));
}

static struct bus_tap tap;

/* ---- BARs that cannot be used, and a card that stays asleep ---- */

#define BAR0 UINT64_C(0xc0000000) /* where the model's machine puts the first */

enum obstacle { OVER_MEMORY, OVER_A_BAR, PORT_SHUTS_OUT, STAYS_ASLEEP };

static uint32_t
    window; /* of the port: base in bits 15:4, limit in 31:20 (PCI bridges 1.2, 3.2.5.6) */
static uint16_t power_at; /* the register of the card's power state */

static enum obstacle obstacle;

static bool is_memory(struct bus *bus, bus_addr at, uint64_t size)
{
    return obstacle == OVER_MEMORY && at.v <= BAR0 && BAR0 - at.v < size;
}

static uint32_t read_window(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    if (obstacle == PORT_SHUTS_OUT && at.bus == 0 && at.device == 1 && (offset & ~4) == 0x20)
        return offset == 0x20 ? window : 0;
    return tap.real->config_read(bus, at, offset, size);
}

static void keep_asleep(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                        uint32_t value)
{
    if (at.bus != 1 || offset != power_at)
        tap.real->config_write(bus, at, offset, size, value);
}

static void put_obstacle(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    bus_tap(&tap, bus);
    tap.ops.is_memory = is_memory;
    tap.ops.config_read = read_window;
    tap.ops.config_write = keep_asleep;
    if (obstacle == OVER_A_BAR)
        bus->ops->config_write(bus, first_card, 0x1c, 4, (uint32_t)BAR0);
    power_at = 0;
    if (obstacle == STAYS_ASLEEP && pci_capability(bus, first_card, 1, &power_at) == OK)
        power_at += 4; /* PCI PM 1.2 3.2: PMCSR */
}

/* Nothing of the card is touched then, for stores there could be anybody's. */
TEST(a_card_in_a_bad_place_is_left_alone)
{
    static const struct {
        const char *says; /* a test that has run, or why there is none */
        enum obstacle obstacle;
        uint32_t window;
    } rows[] = {
        /* clang-format off */
        { "the firmware has put BAR0 at 0xc0000000, over the machine's own memory", OVER_MEMORY, 0 },
        { "the firmware has put BAR3 at 0xc0000000, over BAR0", OVER_A_BAR, 0 },
        { "the firmware has put BAR0 at 0xc0000000, where the port 0000:00:01.0 above the card passes nothing on",
          PORT_SHUTS_OUT, 0xbff0b000 },
        { "ok 1 - id.boot0", PORT_SHUTS_OUT, 0xfff0c000 },
        { "the card does not wake from its power state D3hot", STAYS_ASLEEP, 0 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const bool runs = rows[i].says[0] == 'o';
        struct rig *const rig = rig_new();

        obstacle = rows[i].obstacle;
        window = rows[i].window;
        rig->card.d3hot = obstacle == STAYS_ASLEEP;
        rig->prepare = put_obstacle;
        assert_int_equal(runs ? VERDICT_PASS : VERDICT_NOT_TESTED, rig_run_suite(rig, "id"));
        expect_said(rig->tap, rows[i].says);
        assert_int_equal(runs, strstr(rig->tap, "ok 1") != NULL);
    }
}

static unsigned given;

/* No memory has the same address for the card and for the CPU: a test that mixes them up is seen everywhere. */
static enum err check_address(struct bus *bus, size_t size, struct dma_memory *out)
{
    const enum err e = tap.real->dma_alloc(bus, size, out);

    given += e == OK;
    assert_true(e != OK || out->bus.v != (uintptr_t)out->cpu);
    return e;
}

static void check_addresses(struct rig *rig)
{
    given = 0;
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.dma_alloc = check_address;
}

TEST(addresses_are_never_the_cpus)
{
    struct rig *rig = rig_new();

    rig->prepare = check_addresses;
    assert_pairs(VERDICT_PASS, rig_run(rig), true, given > 20);
}

/* ---- whatever becomes of a test, its memory goes back, after the card has stopped mastering the bus ---- */

enum mishap { NO_MISHAP, NO_MEMORY, RIG_REFUSES, DEADLINE_PASSES, PERSON_ENDS };

static struct {
    enum mishap mishap;
    unsigned at; /* which piece of memory it happens with; 1: the first */
    unsigned taken, freed;
    unsigned felt; /* runs in which it made a difference */
    uint64_t jump_us;
    unsigned presses; /* of Esc, which is asked once more */
} lot;

static enum err take_with_mishap(struct bus *bus, size_t size, struct dma_memory *out)
{
    const bool now = ++lot.taken == lot.at;

    if (now && (lot.mishap == NO_MEMORY || lot.mishap == RIG_REFUSES)) {
        lot.freed++;
        return lot.mishap == NO_MEMORY ? ERR_NO_MEMORY : ERR_RIG;
    }
    if (now && lot.mishap == DEADLINE_PASSES)
        lot.jump_us = UINT64_C(3600) * 1000000;
    if (now && lot.mishap == PERSON_ENDS)
        lot.presses = 2;
    return tap.real->dma_alloc(bus, size, out);
}

static void free_and_check(struct bus *bus, struct dma_memory *memory)
{
    lot.freed++;
    assert_int_equal(0,
                     tap.real->config_read(bus, first_card, PCI_COMMAND, 2) & PCI_COMMAND_MASTER);
    tap.real->dma_free(bus, memory);
}

STUB(uint64_t, time_with_jump, tap.real->time_us(bus) + lot.jump_us, struct bus *bus)
STUB(int, esc_twice, lot.presses ? (lot.presses--, KEY_ESC) : KEY_NONE, void *opaque)

static void watch_memory(struct rig *rig)
{
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.dma_alloc = take_with_mishap;
    tap.ops.dma_free = free_and_check;
    tap.ops.time_us = time_with_jump;
}

/* false: the run takes fewer pieces than that. */
static bool memory_comes_back(enum mishap mishap, unsigned at)
{
    /* Only a test that is cut off by its deadline fails; one of the memory does not even then. */
    const bool may_fail = mishap == DEADLINE_PASSES;
    struct rig *rig = rig_new();

    lot.mishap = mishap;
    lot.at = at;
    lot.taken = lot.freed = 0;
    lot.jump_us = 0;
    lot.presses = 0;
    rig->prepare = watch_memory;
    rig->setup.key = esc_twice;
    rig_run_suite(rig, "link.dma,window.pmem,vm.pte,vm.pde,vram.quick");
    if (lot.freed != lot.taken || (rig->verdict == VERDICT_FAIL && !may_fail) ||
        (rig->verdict != VERDICT_PASS && mishap == NO_MISHAP) || strstr(rig->tap, "(chip ") ||
        host_bus_strays(rig->host))
        fail_msg("mishap %u with piece %u: %u of %u came back, %u strays:\n%s", mishap, at,
                 lot.freed, lot.taken, host_bus_strays(rig->host), rig->tap);
    const bool reached = lot.taken >= at;
    lot.felt += rig->verdict != VERDICT_PASS;
    rig_free(rig);
    return reached;
}

TEST(memory_comes_back_whatever_happens)
{
    assert_true(memory_comes_back(NO_MISHAP, 1));
    for (enum mishap mishap = NO_MEMORY; mishap <= PERSON_ENDS; mishap++) {
        unsigned at = 1;

        lot.felt = 0;
        while (memory_comes_back(mishap, at))
            at += 1 + at / 4;
        assert_true(at > 10 && lot.felt > 5);
    }
}

STUB(int, esc_held_down, KEY_ESC, void *opaque)

/* A keyboard that gives keys without an end ends the run, and not the firmware's patience; nor is the second card
 * touched, which says why. */
TEST(key_that_never_ends_is_one_key)
{
    struct rig *rig = rig_new();
    const struct model_config two[2] = { rig->card, rig->card };

    rig->host_config.cards = two;
    rig->host_config.count = 2;
    rig->setup.key = esc_held_down;
    assert_int_equal(VERDICT_INCOMPLETE, rig_run(rig));
    expect_said(rig->tap, "# card 0000:01:01.0 10de:0400: stopped by the operator (Esc)\n"
                          "# card 0000:01:01.0 verdict: " SAYS_INCOMPLETE
                          ": stopped by the operator (Esc)\n");
}

/* Each card is given memory while it is tested, and reaches nothing after it, nor another card's. */
TEST(cards_keep_to_memory_of_their_own)
{
    struct rig *rig = rig_new();
    const struct model_config two[2] = { rig->card, rig->card };

    rig->host_config.cards = two;
    rig->host_config.count = 2;
    assert_pairs(VERDICT_PASS, rig_run(rig), 0, host_bus_strays(rig->host));

    struct bus *bus = host_bus(rig->host);
    struct dma_memory memory;
    assert_int_equal(OK, bus->ops->dma_alloc(bus, 0x1000, &memory));
    assert_true(memory.bus.v != (uintptr_t)memory.cpu);
    bus->ops->dma_free(bus, &memory);
}
