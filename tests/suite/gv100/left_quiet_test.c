/* How each self test of GV100 leaves the card, whatever it has started: seen when bus mastering goes off after it. No
 * channel is bound or enabled, no fault record is written any more, and nothing is pending. Typed from
 * docs/hardware/gv100.md §1.3, §1.5, §3.5, §6.2, §6.3, §8.2. */
#include "engines/gv100/family.h"
#include "engines/vram.h"
#include "reference/gv100.h"
#include "suite/gv100/groups.h"
#include "tests/suite/run_rig.h"

#define COMMAND        0x04 /* of configuration space; bit 2: bus mastering */
#define COMMAND_MASTER 4u
#define RUNLIST_EVENT  (1u << 30)                /* of PFIFO_INTR_0: a runlist was read */
#define PREEMPT        REF_PFIFO_RUNLIST_PREEMPT /* a bit for each runlist that is being preempted */
#define CHANNELS       64
#define FREE_AT        UINT64_C(0x40000) /* of VRAM: what lies below has an owner (§1.4) */
#define FREE_STEP      UINT64_C(0x5000)  /* that a test has more of each time */

static struct bus_tap tap;
static struct rig *rig;
static bool on;
static unsigned sounds; /* that were seen: function 1 of a Titan V (§1.8) */
static unsigned tests;  /* that have run */
static bool hangs;      /* no preemption ends */
static bool disturbed;  /* what a test has not taken back is put back after it */
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
        if (disturbed ? value & COMMAND_MASTER : on && !(value & COMMAND_MASTER))
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
    bus_tap(&tap, host_bus(r->host));
    tap.ops.config_read = see_config_read;
    tap.ops.config_write = see_config_write;
    tap.ops.read = see_read;
    bar0 = rig_bar(r, 0);
}

static void open_rig(const char *suite, void (*prepare)(struct rig *rig))
{
    rig = rig_new();
    tests = sounds = 0;
    rig_suite(rig, suite);
    rig->card =
        (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip, .vram_size = 32 << 20 };
    rig->prepare = prepare;
}

static void run_suite(const char *suite)
{
    open_rig(suite, look_on);
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
    open_rig("link.enables", enable_interrupts);
    rig->card.cold = true;
    rig_run(rig);
    expect_said(rig->tap, "\nok 1 - link.enables");
    expect(reads(0x144), 0x50000, "INTR_EN", 1);
}

/* A channel that cannot be preempted goes with a reset of its engine; a person is told, at the prompt too. */
TEST(what_does_not_stop_is_reset)
{
    static const struct run_script file = { "a.txt", "channel\n", 8 };

    hangs = true;
    run_suite("copy.one");
    expect_said(rig->tap, "copy.one: a channel did not stop; its engine was reset");
    open_rig("default", look_on);
    rig->config.mode = MODE_PROMPT;
    rig->setup.script = &file;
    rig_run(rig);
    hangs = false;
    expect_said(rig->tap, "\n#   a channel did not stop; its engine was reset");
}

/* ---- each thing that can fail, in turn ------------------------------------------------------- */

/* What a test asks for, and does not get: memory, VRAM, an answer to its doorbells, the end of what a write starts, as
 * bits show, or the right word in one place after its first doorbell. */
struct failure {
    enum { NO_MEMORY, NO_VRAM, NO_DOORBELL, NO_END, NO_TRUTH } kind;
    uint32_t starts, ends, bits;
    bool rises;         /* the bits are set in the end, not clear */
    unsigned times;     /* first the first one fails, then the second, and so on */
    const char *passes; /* tests that need not have it, separated by commas; null: none */
};

static struct {
    struct failure what;
    unsigned nth, seen;
    bool on, failed, rung;
    uint64_t window, last, liar;
    uint64_t skipped_us;
    unsigned count;
    void (*run[TESTS_MAX])(struct test *t);
    struct test_case rows[TESTS_MAX]; /* the tests' own, without needs */
    bool over[TESTS_MAX];             /* nothing has failed in them any more */
    uint64_t used[TESTS_MAX];         /* where the VRAM ends that they take */
} fail;

/* The channel never looks at a lost doorbell's work, until there is another. */
static bool fails(unsigned kind)
{
    const bool now = fail.on && fail.nth && fail.what.kind == kind && ++fail.seen >= fail.nth &&
                     (fail.seen == fail.nth || kind == NO_DOORBELL);

    fail.failed |= now;
    return now;
}

static enum err alloc_or_not(struct bus *bus, size_t size, struct dma_memory *out)
{
    return fails(NO_MEMORY) ? ERR_NO_MEMORY : tap.real->dma_alloc(bus, size, out);
}

static enum err alloc_high_or_not(struct bus *bus, size_t size, struct dma_memory *out)
{
    return fails(NO_MEMORY) ? ERR_NO_MEMORY : tap.real->dma_alloc_high(bus, size, out);
}

/* What a test looks at once it has rung a doorbell: words of VRAM, which have the base of BAR0's window above their
 * offset, but for GP_PUT in USERD (§3.3); PCCSR; registers of copy engines. */
static uint32_t wrong_bits(uint64_t reg)
{
    const bool memory = reg - 0x700000 < 0x100000;
    const uint64_t place = memory ? fail.window << 32 | reg : reg;

    if (!fail.rung ||
        (memory ? reg % 0x200 == 0x8c : reg - 0x800000 >= 0x8000 && reg >> 12 != 0x104))
        return 0;
    if (place != fail.last && fails(NO_TRUTH))
        fail.liar = place;
    fail.last = place;
    return fail.on && place == fail.liar ? UINT32_MAX : 0;
}

static void words_or_not(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    tap.real->read_words(bus, at, words, count);
    words[0] ^= wrong_bits(at.v - bar0);
}

static void write_or_not(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    fail.rung |= at.v == bar0 + REF_USERMODE_NOTIFY_CHANNEL_PENDING;
    if (at.v == bar0 + REF_PBUS_BAR0_WINDOW)
        fail.window = value;
    if (at.v == bar0 + fail.what.starts)
        fails(NO_END);
    if (at.v != bar0 + REF_USERMODE_NOTIFY_CHANNEL_PENDING || !fails(NO_DOORBELL))
        tap.real->write(bus, at, size, value);
}

static uint64_t read_or_not(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t value = tap.real->read(bus, at, size) ^ wrong_bits(at.v - bar0);

    if (!fail.on || !fail.failed || fail.seen != fail.nth || at.v != bar0 + fail.what.ends)
        return value;
    return fail.what.rises ? value & ~(uint64_t)fail.what.bits : value | fail.what.bits;
}

/* Time goes on quickly once something is waited for in vain. */
static uint64_t time_or_more(struct bus *bus)
{
    fail.skipped_us += fail.on && fail.failed ? 5000 : 0;
    return tap.real->time_us(bus) + fail.skipped_us;
}

static void look_failing(struct rig *r)
{
    look_on(r);
    tap.ops.write = write_or_not;
    tap.ops.read = read_or_not;
    tap.ops.time_us = time_or_more;
    tap.ops.read_words = words_or_not;
    tap.ops.dma_alloc = alloc_or_not;
    tap.ops.dma_alloc_high = alloc_high_or_not;
}

static void run_failing(struct test *t)
{
    unsigned i = 0;

    while (strcmp(fail.rows[i].name, t->name) != 0)
        i++;
    if (test_compared(t, fail.over[i]))
        return;
    fail.seen = 0;
    fail.failed = fail.rung = false;
    fail.last = fail.liar = UINT64_MAX;
    fail.on = true;
    const uint64_t end = FREE_AT + (fail.nth - 1) * FREE_STEP;
    const bool ends = fail.nth && fail.what.kind == NO_VRAM;
    if (ends)
        assert_int_equal(
            vram_reserve(t->card, VRAM_SHOWN, "somebody", end, t->card->vram.size - end), OK);
    fail.run[i](t);
    fail.on = false;
    t->card->vram.owner_count -= ends;
    fail.failed |= ends && fail.used[i] > end;
    fail.used[i] = fail.nth ? fail.used[i] : t->card->vram_next;
    fail.over[i] = !fail.failed && fail.nth;
    const bool passes = (t->result == TEST_PASS || t->result == TEST_LACKS) && t->compared &&
                        !card_expired(t->card);
    if (passes == fail.failed && !list_names(fail.what.passes, t->name))
        fail_msg("%s with failure %u, %u of 0x%x: %s", t->name, fail.what.kind, fail.nth,
                 fail.what.starts, passes ? "it passes" : t->sentence);
}

/* Tests of translation, host and engines. */
static void run_each(unsigned nth)
{
    static const struct test_group *const tested[] = {
        &gv100_window_tests,     &gv100_bar_tests,        &gv100_table_tests,
        &gv100_tlb_tests,        &gv100_fault_tests,      &gv100_semaphore_tests,
        &gv100_reduction_tests,  &gv100_push_tests,       &gv100_refused_tests,
        &gv100_ring_tests,       &gv100_copy_tests,       &gv100_sched_tests,
        &gv100_host_fault_tests, &gv100_copy_fault_tests, &gv100_subcontext_tests,
    };

    for (unsigned i = 0; i < ARRAY_SIZE(tested) && !nth; i++)
        for (unsigned k = 0; k < tested[i]->count; k++) {
            fail.rows[fail.count] = tested[i]->rows[k];
            fail.rows[fail.count].needs = NULL;
            fail.rows[fail.count].run = run_failing;
            fail.run[fail.count++] = tested[i]->rows[k].run;
        }
    const struct test_group all = { fail.rows, fail.count };
    const struct test_group *const groups[] = { &all };
    const struct suite suite = { .family = &gv100_family, .groups = groups, .count = 1 };
    const struct suite *const one[] = { &suite };
    const struct suites suites = { one, 1 };
    fail.nth = nth;
    open_rig("default", look_failing);
    rig->setup.suites = &suites;
    rig_run(rig);
    rig_free(rig);
}

/* Whatever a test does not get, it does not pass, and the next one finds the card quiet, and passes with all. */
static void expect_told(const struct failure *rows, unsigned count)
{
    disturbed = true;
    for (unsigned i = 0; i < count; i++) {
        memset(&fail, 0, sizeof(fail));
        fail.what = rows[i];
        for (unsigned nth = 0; nth <= rows[i].times; nth++)
            run_each(nth);
    }
    disturbed = false;
}

/* A channel needs no doorbell when it is loaded with its runlist, or its fault is cleared. Time stamps, records that
 * are only counted, and what is read back for the write's sake may be any word. */
TEST(what_does_not_come_is_told)
{
    static const struct failure rows[] = {
        { NO_MEMORY, .times = 12 },
        { NO_VRAM, .times = 16, .passes = "vram.size,vram.end,vm.address" },
        { NO_DOORBELL, .times = 5,
          .passes = "host.signature,sched.yield,host.fault.wrap,host.fault.overflow" },
        { NO_TRUTH, .times = 12,
          .passes = "host.release.old,host.reduction.old,host.reduction.time,copy.semaphore.time,"
                    "host.fault.overflow,subcontext.replay,sched.enable" },
    };

    expect_told(rows, ARRAY_SIZE(rows));
}

/* §2.2, §2.3, §3.5, §6.1. */
TEST(work_that_does_not_end_is_told)
{
    static const struct failure rows[] = {
        { NO_END, REF_FLUSH_HOST, REF_FLUSH_HOST, 2, .times = 12 },
        { NO_END, REF_FLUSH_L2, REF_FLUSH_L2, 2, .times = 3 },
        { NO_END, REF_FLUSH_SYSTEM, REF_FLUSH_SYSTEM, 2, .times = 1 },
        { NO_END, REF_PFB_PRI_MMU_INVALIDATE, REF_PFB_PRI_MMU_CTRL, 1 << 15, true, .times = 8 },
        { NO_END, REF_PBUS_BAR1_BLOCK, REF_PBUS_BIND_STATUS, 1, .times = 4 },
        { NO_END, REF_PBUS_BAR2_BLOCK, REF_PBUS_BIND_STATUS, 4, .times = 4 },
        { NO_END, REF_PFIFO_PREEMPT, REF_PFIFO_PREEMPT, 1 << 20, .times = 6 },
    };

    expect_told(rows, ARRAY_SIZE(rows));
}
