/* The guards of a run, as the machine and the card see them: watchdog, bus mastering, an earlier driver's faults. */
#include "reference/nv50.h"
#include "tests/suite/run_rig.h"

#define CALLS_MAX 4096u

/* The run's calls to its surroundings, and the state of the card's bus mastering at each time. */
static struct log {
    struct rig *rig;
    struct bus_tap tap;
    char running[64]; /* the test or phase that is under way; empty: none */
    unsigned calls;
    struct {
        char running[64];
        unsigned seconds;
    } armed[CALLS_MAX];
    unsigned tests;        /* begun */
    unsigned left_on;      /* ended with bus mastering on */
    unsigned mastered;     /* reads of the card with bus mastering on, during a test */
    unsigned mastered_out; /* and outside of one */
    uint64_t registers;    /* where they lie on the bus */
    bool flushed;          /* PFIFO's entries of the TLB, since PFIFO got its channel */
    unsigned fed;          /* times that PFIFO was told of commands */
    unsigned fed_unflushed;
} log_of;

static bool masters(void)
{
    return model_config_read(host_bus_card(log_of.rig->host, 0), PCI_COMMAND, 2) &
           PCI_COMMAND_MASTER;
}

static void note_watchdog(void *opaque, unsigned seconds)
{
    assert_true(log_of.calls < CALLS_MAX);
    memcpy(log_of.armed[log_of.calls].running, log_of.running, sizeof(log_of.running));
    log_of.armed[log_of.calls++].seconds = seconds;
}

/* A phase has words with blanks; a test's name has none. */
static bool is_test(void)
{
    return log_of.running[0] && !strchr(log_of.running, ' ');
}

static void note_running(void *opaque, const char *name)
{
    log_of.left_on += is_test() && !name && masters();
    snprintf(log_of.running, sizeof(log_of.running), "%s", name ? name : "");
    log_of.tests += is_test();
}

static uint64_t note_read(struct bus *bus, bus_addr at, uint8_t size)
{
    if (masters() && is_test())
        log_of.mastered++;
    else if (masters())
        log_of.mastered_out++;
    return log_of.tap.real->read(bus, at, size);
}

static void spy_on(struct rig *rig)
{
    bus_tap(&log_of.tap, host_bus(rig->host));
    log_of.tap.ops.read = note_read;
}

static struct rig *rig_for(const char *suite)
{
    struct rig *const rig = rig_new();

    memset(&log_of, 0, sizeof(log_of));
    log_of.rig = rig;
    rig->sinks.watchdog = note_watchdog;
    rig->sinks.running = note_running;
    rig->prepare = spy_on;
    rig_suite(rig, suite);
    return rig;
}

static unsigned armed_during(const char *running, unsigned seconds)
{
    unsigned count = 0;

    for (unsigned i = 0; i < log_of.calls; i++)
        count += !strcmp(log_of.armed[i].running, running) && log_of.armed[i].seconds == seconds;
    return count;
}

/* The watchdog is armed just before the test is said to run, with half a minute more than its deadline: the
 * usual 20 s, 600 s of the memory test and 10 s for restoring memory. It is off at the end. */
TEST(the_watchdog_leaves_each_test_its_time)
{
    bool armed_600 = false;

    rig_run(rig_for("id.boot0,vram.quick"));
    for (unsigned i = 0; i < log_of.calls; i++) {
        const unsigned seconds = log_of.armed[i].seconds;
        const bool last = i == log_of.calls - 1;

        if (seconds != 20 + 30 && seconds != 600 + 30 && seconds != 10 + 30 &&
            !(seconds == 0 && last))
            fail_msg("call %u, during \"%s\": %u s", i, log_of.armed[i].running, seconds);
        armed_600 |= seconds == 600 + 30;
    }
    assert_pairs(true, armed_600, 0, log_of.armed[log_of.calls - 1].seconds);
}

/* A memory test that gets on may take longer than its deadline and half a minute. */
TEST(progress_arms_the_watchdog_again)
{
    struct rig *const rig = rig_for("vram.quick");

    rig->host_config.slow = 200;
    rig_run(rig);
    assert_in_range(armed_during("vram.quick", 600 + 30), 3, 1000);
}

/* A card that no test is driving has no way to write to memory that is somebody else's by now. */
TEST(only_a_running_test_lets_the_card_master_the_bus)
{
    rig_run(rig_for("default"));
    assert_pairs(true, log_of.tests > 100, true, log_of.mastered > 1000, 0, log_of.left_on, 0,
                 log_of.mastered_out);
    assert_false(masters());
}

/* PFIFO's registers by tesla-engines.md §2, the flush by tesla-vm.md §8.1. */
static void note_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    switch (at.v - log_of.registers) {
    case 0x002604: /* the table of channels: the one that Barecard uses */
        log_of.flushed = false;
        break;
    case REF_PFB_MMU_TLB_FLUSH: /* engine 5 is PFIFO */
        log_of.flushed |= value == 0x00050001;
        break;
    case 0xc0208c: /* how far its ring of commands is filled */
        log_of.fed++;
        log_of.fed_unflushed += !log_of.flushed;
        break;
    }
    log_of.tap.real->write(bus, at, size, value);
}

static void spy_on_writes(struct rig *rig)
{
    log_of.registers = rig_bar(rig, 0);
    bus_tap(&log_of.tap, host_bus(rig->host));
    log_of.tap.ops.write = note_write;
}

/* PFIFO looks its commands up in page tables that another test may have used for something else: after any
 * change each engine that may have touched the range is flushed (tesla-vm.md §8.3). */
TEST(pfifo_forgets_old_pages_before_it_is_fed)
{
    struct rig *const rig = rig_for("vram.quick");

    rig->prepare = spy_on_writes;
    assert_pairs(VERDICT_PASS, rig_run(rig), true, log_of.fed > 0, 0, log_of.fed_unflushed);
}
