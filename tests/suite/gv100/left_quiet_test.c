/* How each self test of GV100 leaves the card, whatever it has started: seen when bus mastering goes off after it. No
 * channel is bound or enabled, no fault record is written any more, and nothing is pending. Typed from
 * docs/hardware/gv100.md §1.3, §1.5, §3.5, §6.2, §6.3, §8.2. */
#include "hw/gv100/chip.h"
#include "reference/gv100.h"
#include "tests/kit/bus_tap.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

#define COMMAND        0x04 /* of configuration space; bit 2: bus mastering */
#define COMMAND_MASTER 4u
#define RUNLIST_EVENT  (1u << 30)                /* of PFIFO_INTR_0: a runlist was read */
#define PREEMPT        REF_PFIFO_RUNLIST_PREEMPT /* a bit for each runlist that is being preempted */
#define CHANNELS       64

static struct bus_tap tap;
static struct rig *rig;
static bool on;
static unsigned sounds; /* that were seen: function 1 of a Titan V (§1.8) */
static unsigned tests;  /* that have run */
static bool hangs;      /* no preemption ends */
static uint64_t bar0;

static uint32_t reads(uint32_t reg)
{
    struct model *const card = host_bus_card(rig->host, 0);

    return (uint32_t)card->ops->read(card, 0, reg, 4);
}

static const char *test_name(void)
{
    static char name[80];
    const char *start = rig->records, *next;

    while ((next = strstr(start + 1, "\"type\":\"start\"")))
        start = next;
    const char *const at = strstr(start, "\"test\":\"");
    snprintf(name, sizeof(name), "%.*s", at ? (int)strcspn(at + 8, "\"") : 0, at ? at + 8 : "");
    return name;
}

static void expect(uint32_t seen, uint32_t wanted, const char *what, unsigned n)
{
    if (seen != wanted)
        fail_msg("after %s: 0x%x in %s %u, expected 0x%x", test_name(), seen, what, n, wanted);
}

static void expect_quiet(void)
{
    tests++;
    for (unsigned i = 0; i < CHANNELS; i++) {
        expect(reads(REF_PCCSR_CHANNEL_INST(i)) >> 31, 0, "BIND of channel", i);
        expect(reads(REF_PCCSR_CHANNEL(i)) & 1, 0, "ENABLE of channel", i);
    }
    for (unsigned i = 0; i < 2; i++)
        expect(reads(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(i)) >> 31, 0, "ENABLE of the ring of faults",
               i);
    expect(reads(REF_PFB_PRI_MMU_FAULT_STATUS), 0, "FAULT_STATUS", 0);
    expect(reads(REF_PBUS_INTR_0), 0, "PBUS_INTR_0", 0);
    expect(reads(REF_PTIMER_PRI_TIMEOUT_SAVE_0), 0, "SAVE_0 of PTIMER", 0);
    expect(reads(REF_PFIFO_INTR_0) & ~RUNLIST_EVENT, 0, "PFIFO_INTR_0", 0);
    for (unsigned i = 0; i < 9; i++)
        expect(reads(0x104410 + 0x80 * i), 0, "the interrupts of LCE", i);
    for (unsigned i = 0; i < 14; i++) {
        expect(reads(REF_PPBDMA_INTR_0(i)), 0, "INTR_0 of PBDMA", i);
        expect(reads(REF_PPBDMA_INTR_1(i)), 0, "INTR_1 of PBDMA", i);
    }
}

static uint32_t see_config_read(struct bus *bus, struct pci_function at, uint16_t offset,
                                uint8_t size)
{
    const uint32_t word = tap.real->config_read(bus, at, offset, size);

    sounds += at.bus == 1 && at.function == 1 && offset == 0 && word == 0x10de;
    return word;
}

/* The function that plays sound is another driver's: nothing of it is written. */
static void see_config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                             uint32_t value)
{
    if (at.function)
        fail_msg("%s writes 0x%x to 0x%x of function %u", test_name(), value, offset, at.function);
    if (at.bus == 1 && offset == COMMAND) {
        if (on && !(value & COMMAND_MASTER))
            expect_quiet();
        on = value & COMMAND_MASTER;
    }
    tap.real->config_write(bus, at, offset, size, value);
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t value = tap.real->read(bus, at, size);

    return hangs && at.v == bar0 + PREEMPT ? value | 0x1fff : value;
}

static void look_on(struct rig *r)
{
    struct bus *const bus = host_bus(r->host);

    bus_tap(&tap, bus);
    tap.ops.config_read = see_config_read;
    tap.ops.config_write = see_config_write;
    tap.ops.read = see_read;
    bar0 = tap.real->config_read(bus, (struct pci_function){ .bus = 1 }, 0x10, 4) & ~0xfu;
}

static void run_suite(const char *suite)
{
    rig = rig_new();
    tests = sounds = 0;
    rig_suite(rig, suite);
    rig->card =
        (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip, .vram_size = 32 << 20 };
    rig->prepare = look_on;
    rig_run(rig);
}

TEST(each_test_leaves_it_quiet)
{
    run_suite("default");
    if (rig->verdict != VERDICT_PASS)
        fail_msg("%s", rig->tap);
    assert_pairs(true, tests > 100, true, sounds > 0);
    assert_null(strstr(rig->tap, "did not stop"));
}

static void enable_interrupts(struct rig *r)
{
    struct bus *const bus = host_bus(r->host);
    const struct pci_function at = { .bus = 1 };
    struct model *const card = host_bus_card(r->host, 0);

    bus->ops->config_write(bus, at, COMMAND, 2, 2);
    card->ops->write(card, 0, 0x164, 0x50000, 4); /* INTR_EN_SET */
}

/* A card that nobody has started is not taken over, and its interrupts are as somebody left them (§1.3). */
TEST(enables_of_a_cold_card_come_back)
{
    rig = rig_new();
    rig_suite(rig, "link.enables");
    rig->card = (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip,
                                       .vram_size = 32 << 20,
                                       .cold = true };
    rig->prepare = enable_interrupts;
    rig_run(rig);
    expect_said(rig->tap, "\nok 1 - link.enables");
    expect(reads(0x144), 0x50000, "INTR_EN", 1);
}

/* A channel that cannot be preempted goes with a reset of its engine; a person is told. */
TEST(what_does_not_stop_is_reset)
{
    hangs = true;
    run_suite("copy.one");
    hangs = false;
    expect_said(rig->tap, "copy.one: a channel did not stop; its engine was reset");
}
