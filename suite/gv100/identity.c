/* Which card it is, and whether its registers agree about that. Reads, and scratch registers. */
#include "suite/gv100/groups.h"

#include "engines/gv100/clock.h"
#include "engines/gv100/family.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/places.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ptimer.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"
#include "hw/pci.h"
#include "suite/kit/link.h"

#define MIRROR              0x088000 /* of configuration space, in BAR0 */
#define BAR1_SMALLEST       UINT64_C(0x4000000)
#define BAR2_SMALLEST       UINT64_C(0x1000000)
#define NOBODY              0x8a0000 /* between USERMODE and the FBPAs (§1.2) */
#define SCRATCH_OF_THE_CARD 8 /* words 0x1580 to 0x159c are the VBIOS' and its program's (§1.5) */
#define TIMER_READS         64
#define RATE_US             20000
#define RATE_TOLERANCE      50 /* in 1000 */

/* BOOT_0 and BOOT_42 say the same of chip and revision (§1.3). */
static void boot_words_agree(struct test *t)
{
    const uint32_t boot_0 = card_read32(t->card, PMC_BOOT_0);
    const uint32_t boot_42 = card_read32(t->card, PMC_BOOT_42);

    expect_equal(t, t->card->chip->id, FIELD_GET(PMC_BOOT_42_CHIP_ID, boot_42),
                 "the chip id of BOOT_42");
    expect_equal(t, FIELD_GET(PMC_BOOT_0_MAJOR_REVISION, boot_0),
                 FIELD_GET(PMC_BOOT_42_MAJOR_REVISION, boot_42), "the major revision of BOOT_42");
    expect_equal(t, FIELD_GET(PMC_BOOT_0_MINOR_REVISION, boot_0),
                 FIELD_GET(PMC_BOOT_42_MINOR_REVISION, boot_42), "the minor revision of BOOT_42");
    expect_equal(t, 0, card_read32(t->card, PMC_BOOT_1) & (PMC_BOOT_1_VGPU8 | PMC_BOOT_1_VGPU16),
                 "BOOT_1's bits of a virtual GPU");
}

/* The device id is one of the chip's block (§1.1). */
static void device_id_is_of_the_chip(struct test *t)
{
    const struct gv100_chip *const chip = gv100_chip_of(t->card->chip);
    const unsigned id = t->card->pci.device;

    if (test_compared(t, id < chip->device_id || id >= chip->device_id + chip->device_id_count))
        test_fail(t, "is what BOOT_0 says, but PCI device id 0x%04x is not of that chip", id);
}

/* BAR0 is 16 MiB of 32-bit memory; BAR1 and BAR2 are 64-bit (§1.1). */
static void bars_are_there(struct test *t)
{
    const struct pci_bar *const bars = t->card->pci.bars;

    if (test_compared(t, bars[NV_BAR_MMIO].io || bars[NV_BAR_MMIO].is_64bit))
        test_fail(t, "has a BAR0 that is not 32-bit memory");
    if (test_compared(t, !bars[NV_BAR_VRAM].is_64bit || bars[NV_BAR_VRAM].size < BAR1_SMALLEST))
        test_fail(t, "has a BAR1 of 0x%llx bytes, expected 64-bit and 64 MiB or more",
                  (unsigned long long)bars[NV_BAR_VRAM].size);
    if (test_compared(t, !bars[NV_BAR_RAMIN].is_64bit || bars[NV_BAR_RAMIN].size < BAR2_SMALLEST))
        test_fail(t, "has a BAR2 of 0x%llx bytes, expected 64-bit and 16 MiB or more",
                  (unsigned long long)bars[NV_BAR_RAMIN].size);
    test_note(t, "BAR1 %llu MiB, BAR2 %llu MiB", (unsigned long long)(bars[NV_BAR_VRAM].size >> 20),
              (unsigned long long)(bars[NV_BAR_RAMIN].size >> 20));
}

/* The configuration space of function 0 shows in BAR0 (§1.1). */
static void mirror_agrees(struct test *t)
{
    static const uint16_t offsets[] = { PCI_VENDOR_ID, PCI_CLASS, 0x10,         0x14,
                                        0x18,          0x1c,      PCI_SUBSYSTEM };

    for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++)
        expect_equal(
            t, t->card->bus->ops->config_read(t->card->bus, t->card->pci.at, offsets[i], 4),
            card_read32(t->card, MIRROR + offsets[i]), "the mirror of configuration space");
}

/* ---- PTOP (§1.4) ----------------------------------------------------------------------------- */

/* Ids begin at 0; GV100's have no holes (§13.3): `seen` is the mask of those that occur. */
static void expect_dense(struct test *t, uint32_t seen, unsigned most, const char *what)
{
    if (test_compared(t, seen & (seen + 1) && !gv100_places_of(t->card->chip)->id_holes))
        test_fail(t, "has holes in the numbers of its %s: mask 0x%x", what, seen);
    if (test_compared(t, seen >> most))
        test_fail(t, "has %u %s, and there can be %u", bits_count(seen), what, most);
}

/* Which PBDMA serves a runlist is the host's to say: on a card that nobody has started it is off (§1.3). */
static bool host_is_on(struct test *t)
{
    return card_read32(t->card, PMC_ENABLE) & PMC_ENABLE_PFIFO;
}

static void expect_served(struct test *t, const struct engine *engine)
{
    if (test_compared(t, engine->engine == ENGINE_NONE || engine->runlist == ENGINE_NONE ||
                             engine->fault == ENGINE_NONE || engine->reset == ENGINE_NONE))
        test_fail(t, "has LCE%u without engine, runlist, reset or fault id",
                  (unsigned)engine->instance);
    else if (test_compared(t, host_is_on(t) && !runlist_pbdmas(t->card, engine->runlist)))
        test_fail(t, "has no PBDMA for runlist %u of LCE%u", (unsigned)engine->runlist,
                  (unsigned)engine->instance);
}

/* PTOP lists each device once, and its numbers have no holes; drivers rely on both when they walk
 * it. */
static void device_table_is_sound(struct test *t)
{
    struct topology topology;
    uint32_t engines = 0, runlists = 0;
    const struct gv100_places *const places = gv100_places_of(t->card->chip);

    topology_read(t->card, &topology);
    if (topology.refusal.words) {
        card_refuse(t->card, topology.refusal.reg, topology.refusal.word, topology.refusal.words);
        return;
    }
    for (unsigned i = 0; i < topology.count; i++) {
        const struct engine *const engine = &topology.engines[i];

        if (test_compared(t, engine->engine != ENGINE_NONE && engines & BIT(engine->engine)))
            test_fail(t, "gives engine id %u to two devices", (unsigned)engine->engine);
        engines |= engine->engine != ENGINE_NONE ? BIT(engine->engine) : 0;
        runlists |= engine->runlist != ENGINE_NONE ? BIT(engine->runlist) : 0;
        if (engine->type == PTOP_DEVICE_INFO_TYPE_ENUM_LCE)
            expect_served(t, engine);
    }
    expect_dense(t, engines, topology.engines_most, "engines");
    expect_dense(t, runlists, topology.runlists_most, "runlists");
    if (test_compared(t, !topology_copies(&topology)))
        test_fail(t, "has no copy engine on a runlist of its own");
    if (places->stall_vectors)
        expect_equal(t, places->stall_vector, card_read32(t->card, places->stall_vectors),
                     "the vector of the first engine's interrupt");
    test_note(t, "%u devices, %u copy engines apart from graphics", (unsigned)topology.count,
              topology_copies(&topology));
}

/* A driver counts partitions by FBPs, these registers count them at once: both give one number (§1.4). */
static void partitions_agree(struct test *t)
{
    const uint32_t fbps = card_read32(t->card, PTOP_SCAL_NUM_FBPS) & PTOP_SCAL_NUM_FBPS_VALUE;
    const uint32_t each =
        card_read32(t->card, PTOP_SCAL_NUM_FBPA_PER_FBP) & PTOP_SCAL_NUM_FBPA_PER_FBP_VALUE;

    expect_equal(t, (uint64_t)fbps * each,
                 card_read32(t->card, PTOP_SCAL_NUM_FBPAS) & PTOP_SCAL_NUM_FBPAS_VALUE,
                 "NUM_FBPAS, by the FBPs and their FBPAs");
}

/* The host's own registers agree with its class (§3.5, §8.1). */
static void host_says_its_class(struct test *t)
{
    const struct gv100_places *const places = gv100_places_of(t->card->chip);
    const uint32_t cfg_0 = card_read32(t->card, PFIFO_CFG0);
    const unsigned pbdmas = FIELD_GET(PFIFO_CFG0_NUM_PBDMA, cfg_0);

    expect_equal(t, GMMU_ENGINE_HOST0, FIELD_GET(PFIFO_CFG0_PBDMA_FAULT_ID, cfg_0),
                 "the fault id of the first PBDMA");
    expect_equal(t, PCCSR_CHANNEL_COUNT, card_read32(t->card, PFIFO_CFG1),
                 "the number of channels");
    expect_equal(t, places->channel_class,
                 card_read32(t->card, PFIFO_CFG2) & PFIFO_CFG2_HOST_CLASS_ID, "the host's class");
    expect_equal(t, places->usermode_class,
                 card_read32(t->card, USERMODE_CFG0) & USERMODE_CFG0_USERMODE_CLASS_ID,
                 "the class of USERMODE");
    if (test_compared(t, !pbdmas || pbdmas > places->pbdmas))
        test_fail(t, "says that it has %u PBDMAs, expected 1 to %u", pbdmas, places->pbdmas);
}

/* ---- link ------------------------------------------------------------------------------------ */

/* The last scratch word that holds 0, and so has no user. The first ones are never taken: by two of them the
 * card's own program, which runs its fan, is told to stop (§1.5). 0: there is none. */
static uint32_t free_scratch(struct card *card)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);

    for (unsigned i = places->scratch_count; i-- > SCRATCH_OF_THE_CARD;)
        if (!card_read32(card, places->scratch + 4 * i))
            return places->scratch + 4 * i;
    return 0;
}

/* Every data line of the link, both ways, by a register that stores the value written (§1.5). */
static void scratch_register_stores(struct test *t)
{
    const uint32_t reg = free_scratch(t->card);

    if (!reg) {
        test_skip(t, "each scratch word holds something, so each may have a user");
        return;
    }
    for (unsigned bit = 0; bit < 32; bit++) {
        card_set32(t->card, reg, BIT(bit));
        if (!expect_equal(t, BIT(bit), card_read32(t->card, reg), "a scratch register"))
            return;
        card_set32(t->card, reg, ~BIT(bit));
        if (!expect_equal(t, ~BIT(bit), card_read32(t->card, reg), "a scratch register"))
            return;
    }
}

/* The software interrupt of PBUS reaches PMC's tree 0 and goes again (§1.3, §1.5). */
static void software_interrupt_arrives(struct test *t)
{
    card_set32(t->card, PBUS_INTR_EN_0, PBUS_INTR_EN_0_SW);
    card_write32(t->card, PBUS_SW_INTR_0, PBUS_SW_INTR_0_SET);
    expect_equal(t, PBUS_INTR_0_SW, card_read32(t->card, PBUS_INTR_0) & PBUS_INTR_0_SW,
                 "PBUS_INTR_0 after the software interrupt");
    expect_equal(t, PMC_INTR_PBUS, card_read32(t->card, PMC_INTR(0)) & PMC_INTR_PBUS,
                 "PMC_INTR after the software interrupt");
    card_write32(t->card, PBUS_INTR_0, PBUS_INTR_0_SW);
    expect_equal(t, 0, card_read32(t->card, PBUS_INTR_0) & PBUS_INTR_0_SW,
                 "PBUS_INTR_0 after its acknowledgement");
    expect_equal(t, 0, card_read32(t->card, PMC_INTR(0)) & PMC_INTR_PBUS,
                 "PMC_INTR after its acknowledgement");
}

/* INTR_EN_SET sets bits of INTR_EN, INTR_EN_CLEAR takes them away, and neither touches others (§1.3). */
static void enables_are_set_and_cleared(struct test *t)
{
    const uint32_t bits = PMC_INTR_PTIMER | PMC_INTR_THERMAL, one = PMC_INTR_THERMAL;

    card_set32(t->card, PMC_INTR_EN(1), 0);
    card_write32(t->card, PMC_INTR_EN_CLEAR(1), UINT32_MAX);
    expect_equal(t, 0, card_read32(t->card, PMC_INTR_EN(1)), "PMC_INTR_EN, all cleared");
    card_write32(t->card, PMC_INTR_EN_SET(1), bits);
    expect_equal(t, bits, card_read32(t->card, PMC_INTR_EN(1)), "PMC_INTR_EN, two bits set");
    card_write32(t->card, PMC_INTR_EN_CLEAR(1), one);
    expect_equal(t, bits & ~one, card_read32(t->card, PMC_INTR_EN(1)),
                 "PMC_INTR_EN, one bit cleared");
    card_write32(t->card, PMC_INTR_EN_CLEAR(1), UINT32_MAX);
}

/* Clears the unanswered access that PBUS and PTIMER keep until it is acknowledged (§1.5). */
static void forget_unanswered(struct card *card)
{
    card_write32(card, PTIMER_PRI_TIMEOUT_SAVE_0, 0);
    card_write32(card, PBUS_INTR_0, UINT32_MAX);
}

/* A register that stores shows whether its unit is in reset: off, it takes nothing; on again, it has its reset
 * value (§1.3, §3.5). */
static void reset_resets(struct test *t)
{
    const uint32_t enable = card_read32(t->card, PMC_ENABLE), value = 0x1234567;
    const uint32_t reset = 0x803fffff;

    card_write32(t->card, PFIFO_ENG_TIMEOUT, value);
    expect_equal(t, value, card_read32(t->card, PFIFO_ENG_TIMEOUT), "ENG_TIMEOUT, written");
    card_write32(t->card, PMC_ENABLE, enable & ~PMC_ENABLE_PFIFO);
    expect_equal(t, 0, card_read32(t->card, PMC_ENABLE) & PMC_ENABLE_PFIFO,
                 "PMC_ENABLE, with the host in reset");
    card_write32(t->card, PFIFO_ENG_TIMEOUT, value);
    card_write32(t->card, PMC_ENABLE, enable | PMC_ENABLE_PFIFO);
    expect_equal(t, enable | PMC_ENABLE_PFIFO, card_read32(t->card, PMC_ENABLE),
                 "PMC_ENABLE, with the host on again");
    expect_equal(t, reset, card_read32(t->card, PFIFO_ENG_TIMEOUT),
                 "ENG_TIMEOUT after a reset of the host");
    if (t->result ==
        TEST_PASS) /* else it may be a write that a mask refused, which the runner asks for */
        forget_unanswered(t->card); /* the write to a host in reset */
}

/* No unit answers there: PBUS says so, and PTIMER keeps the address (§1.5). No source gives the
 * word that is read. */
static void unanswered_access_is_told(struct test *t)
{
    forget_unanswered(t->card);
    card_bar_read(t->card, NV_BAR_MMIO, NOBODY, 4);
    const uint32_t seen = card_read32(t->card, PBUS_INTR_0);
    const uint32_t saved = card_read32(t->card, PTIMER_PRI_TIMEOUT_SAVE_0);
    if (test_compared(t, !(seen & (PBUS_INTR_0_PRI_SQUASH | PBUS_INTR_0_PRI_FECSERR |
                                   PBUS_INTR_0_PRI_TIMEOUT))))
        test_fail(t, "does not tell of a read that nobody answers: PBUS_INTR_0 is 0x%x", seen);
    expect_equal(t, NOBODY, saved & PTIMER_PRI_TIMEOUT_SAVE_0_ADDR,
                 "the address of a read that nobody answers");
    expect_equal(t, 0, saved & PTIMER_PRI_TIMEOUT_SAVE_0_WRITE, "WRITE of such a read");
    forget_unanswered(t->card);
}

/* ---- time (§8.1) ----------------------------------------------------------------------------- */

/* USERMODE is off with the host, as on a card that nobody has started (§1.7); PTIMER is not. */
static void time_goes_on(struct test *t)
{
    const bool by_user = host_is_on(t);
    const enum clock clock = by_user ? CLOCK_USERMODE : CLOCK_PTIMER;
    uint64_t last = clock_read(t->card, clock);
    bool moved = false;

    for (unsigned i = 0; i < TIMER_READS; i++) {
        const uint64_t now = clock_read(t->card, clock);

        if (test_compared(t, now & ~(uint64_t)USERMODE_TIME_0_NSEC & 0xffffffff))
            test_fail(t, "counts time in bits below 32 ns: 0x%llx", (unsigned long long)now);
        if (test_compared(t, now < last))
            test_fail(t, "goes back in time: 0x%llx after 0x%llx", (unsigned long long)now,
                      (unsigned long long)last);
        moved |= now != last;
        last = now;
    }
    if (test_compared(t, !moved))
        test_fail(t, "has a %s time that stands still at 0x%llx", by_user ? "USERMODE" : "PTIMER",
                  (unsigned long long)last);
}

/* The card's clock, and the machine's before and after it was read: something else may have run in
 * between. */
struct clock_sample {
    uint64_t before_us, ns, after_us;
};

static struct clock_sample sample_of(struct card *card, enum clock clock)
{
    struct bus *const bus = card->bus;
    const uint64_t before_us = bus->ops->time_us(bus), ns = clock_read(card, clock);

    return (struct clock_sample){ before_us, ns, bus->ops->time_us(bus) };
}

/* Nanoseconds, against the clock of the machine: no fewer than the shortest time that may have passed between two
 * samples, no more than the longest. */
static void expect_rate(struct test *t, const struct clock_sample *first,
                        const struct clock_sample *second, const char *what)
{
    const uint64_t passed_ns = second->ns - first->ns;
    const uint64_t shortest_us = second->before_us - first->after_us;
    const uint64_t longest_us = second->after_us - first->before_us;

    if (test_compared(t, passed_ns < shortest_us * (1000 - RATE_TOLERANCE) ||
                             passed_ns > longest_us * (1000 + RATE_TOLERANCE)))
        test_fail(t, "counts %llu ns of %s in %llu to %llu us of the machine's clock",
                  (unsigned long long)passed_ns, what, (unsigned long long)shortest_us,
                  (unsigned long long)longest_us);
}

/* The low word comes round every 4.3 s; the high word has gone up by one then. */
static void time_carries(struct test *t)
{
    const uint32_t high = clock_high(t->card, CLOCK_USERMODE);
    const uint32_t low = clock_low(t->card, CLOCK_USERMODE);

    t->card->bus->ops->wait_us(t->card->bus, (UINT32_MAX - low) / 1000 + RATE_US);
    expect_equal(t, (uint64_t)high + 1, clock_high(t->card, CLOCK_USERMODE),
                 "TIME_1 after TIME_0 has come round");
}

/* Both clocks over the same wait. */
static void time_is_in_nanoseconds(struct test *t)
{
    const struct clock_sample user = sample_of(t->card, CLOCK_USERMODE);
    const struct clock_sample ptimer = sample_of(t->card, CLOCK_PTIMER);

    t->card->bus->ops->wait_us(t->card->bus, RATE_US);
    const struct clock_sample user_after = sample_of(t->card, CLOCK_USERMODE);
    const struct clock_sample ptimer_after = sample_of(t->card, CLOCK_PTIMER);

    expect_rate(t, &user, &user_after, "USERMODE time");
    expect_rate(t, &ptimer, &ptimer_after, "PTIMER");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "identity.boot", .source = "gv100.md §1.3", .run = boot_words_agree,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.device", .source = "gv100.md §1.1", .run = device_id_is_of_the_chip,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.bars", .source = "gv100.md §1.1", .run = bars_are_there,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.mirror", .source = "gv100.md §1.1", .run = mirror_agrees,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.engines", .source = "gv100.md §1.4", .run = device_table_is_sound,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.partitions", .source = "gv100.md §1.4", .run = partitions_agree,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "identity.host", .source = "gv100.md §3.5, §8.1", .run = host_says_its_class,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY },
    { .name = "link.scratch", .source = "gv100.md §1.5", .run = scratch_register_stores,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.enables", .source = "gv100.md §1.3", .run = enables_are_set_and_cleared,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.interrupt", .source = "gv100.md §1.5", .run = software_interrupt_arrives,
      .basis = DOCUMENTED, .claim = CLAIM_LINK },
    { .name = "link.reset", .source = "gv100.md §1.3, §3.5", .run = reset_resets,
      .basis = DOCUMENTED, .claim = CLAIM_LINK },
    { .name = "link.unanswered", .source = "gv100.md §1.5, §10 trap 11", .run = unanswered_access_is_told,
      .basis = UNVERIFIED, .experiment = "gv100.md §10 trap 11", .claim = CLAIM_LINK, .flags = TEST_RISKY },
    { .name = "link.time", .source = "gv100.md §8.1", .run = time_goes_on,
      .basis = PROVEN, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.time.rate", .source = "gv100.md §1.5, §8.1", .run = time_is_in_nanoseconds,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .needs = "link.time" },
    { .name = "rate.time", .source = "gv100.md §8.1", .run = time_carries,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .needs = "link.time", .flags = TEST_EXTRA },
};

static const struct test_case last_rows[] = {
    { .name = "link.errors", .source = "board.md §5, uefi-on-machines.md §3.5", .run = link_noticed_no_errors,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
};
/* clang-format on */

const struct test_group gv100_identity_tests = { rows, ARRAY_SIZE(rows) };
const struct test_group gv100_link_tests = { last_rows, ARRAY_SIZE(last_rows) };
