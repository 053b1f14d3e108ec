/* Faults of copy engines: the record, the marked channel, and an engine's report of a launch that
 * it refuses. */
#include "suite/gv100/groups.h"

#include "engines/gv100/family.h"
#include "engines/vram.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/unlisted.h"

#define GOOD 0x20000000u
#define BAD  0x30000000u

/* The hub client of LCE `instance`: of the first three it has names, of the others none is known (§6.2). */
static bool client_of(unsigned instance, uint8_t *out)
{
    static const uint8_t clients[] = { GMMU_HUB_CLIENT_CE0, GMMU_HUB_CLIENT_CE1,
                                       GMMU_HUB_CLIENT_CE2 };

    if (instance >= ARRAY_SIZE(clients))
        return false;
    *out = clients[instance];
    return true;
}

/* A channel, and a good page at GOOD; the test itself maps BAD. */
static struct channel *open_pages(struct test *t, linear_addr *page)
{
    struct channel *const channel = gv_setup_copy_channel(t);

    return channel &&
                   gv_setup_memory(gv_setup_of(channel), TARGET_VRAM, 2 * PAGE_4K, PAGE_4K, page) &&
                   gv_setup_map(gv_setup_of(channel), GOOD, PAGE_4K, GMMU_PAGE_4K, *page)
               ? channel
               : NULL;
}

static bool launch(struct channel *channel, uint64_t from, uint64_t to)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const struct copy copy = { .from = { from }, .to = { to }, .bytes = 64 };

    push_copy(&setup->push, &copy);
    return gv_setup_forget(setup) && gv_setup_submit(channel);
}

/* In the non-replayable ring, with the engine's id of PTOP; the channel's ENG_FAULTED (§6.3). */
static bool expect_copy_fault(struct channel *channel, uint64_t at, uint8_t type, uint8_t access)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const struct engine *const engine = gv_setup_engine(setup, 0);
    struct gmmu_fault wanted = {
        .instance = channel->instance.v,
        .address = at / PAGE_4K * PAGE_4K,
        .type = type,
        .engine = engine->fault,
        .from_hub = true,
        .access = access,
    };

    if (!client_of(engine->instance, &wanted.client))
        test_note(setup->t, "no source names the client of LCE%u", (unsigned)engine->instance);
    if (!expect_ring_fault(setup, &wanted))
        return false;
    if (test_compared(setup->t, card_wait(setup->card, PCCSR_CHANNEL(channel->form.id),
                                          PCCSR_CHANNEL_ENG_FAULTED, PCCSR_CHANNEL_ENG_FAULTED,
                                          ANSWER_US) == OK))
        return true;
    test_fail(setup->t, "has PCCSR 0x%08x after a fault of its copy engine, without ENG_FAULTED",
              channel_state(channel));
    return false;
}

static void absent_source_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (channel && launch(channel, BAD + 0x100, GOOD))
        expect_copy_fault(channel, BAD, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_READ);
}

static void absent_target_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (channel && launch(channel, GOOD, BAD + 0x100))
        expect_copy_fault(channel, BAD, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE);
}

/* A page of the table is absent, not the table. */
static void absent_page_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (channel && launch(channel, GOOD + PAGE_4K + 0x40, GOOD))
        expect_copy_fault(channel, GOOD + PAGE_4K, GMMU_FAULT_PTE, GMMU_ACCESS_VIRT_READ);
}

static void read_only_target_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    struct gmmu_pte pte = pte_to(linear_add(page, PAGE_4K));
    pte.read_only = true;
    if (gv_setup_pte(setup, BAD, GMMU_PAGE_4K, &pte) && launch(channel, GOOD, BAD + 0x100) &&
        expect_copy_fault(channel, BAD, GMMU_FAULT_RO_VIOLATION, GMMU_ACCESS_VIRT_WRITE))
        expect_name(setup, linear_add(page, PAGE_4K + 0x100), "a read-only page");
}

/* Host's and a copy engine's user accesses may not touch a page for privileged clients (§5.4). */
static void privileged_page_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    struct gmmu_pte pte = pte_to(linear_add(page, PAGE_4K));
    pte.privilege = true;
    if (gv_setup_pte(setup, BAD, GMMU_PAGE_4K, &pte) && launch(channel, BAD + 0x100, GOOD))
        expect_copy_fault(channel, BAD, GMMU_FAULT_PRIV_VIOLATION, GMMU_ACCESS_VIRT_READ);
}

/* A copy's data reach a page with ATOMIC_DISABLE. That a semaphore that is a reduction does not is said of host's alone
 * (§4.5): of a copy engine's it is unverified. */
static void atomic_disable_faults(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const linear_addr there = linear_add(page, PAGE_4K);
    struct gmmu_pte pte = pte_to(there);
    pte.atomic_disable = true;
    if (!gv_setup_pte(setup, BAD, GMMU_PAGE_4K, &pte) ||
        !launch(channel, GOOD + 0x40, BAD + 0x100) || !run_push(setup, channel, 1, true) ||
        !expect_equal(t, name_at(linear_add(page, 0x40)),
                      gv_setup_read(setup, linear_add(there, 0x100)),
                      "a copy to a page with ATOMIC_DISABLE"))
        return;
    push_header(&setup->push, COPY_SUBCHANNEL, COPY_SET_SEMAPHORE_A, 3);
    push_word(&setup->push, 0);
    push_word(&setup->push, BAD + 0x20);
    push_word(&setup->push, 1);
    push_method(&setup->push, COPY_SUBCHANNEL, COPY_LAUNCH_DMA,
                COPY_LAUNCH_FLUSH | COPY_LAUNCH_REDUCTION_ENABLE |
                    FIELD_PUT(COPY_LAUNCH_SEMAPHORE, COPY_LAUNCH_SEMAPHORE_ONE_WORD) |
                    FIELD_PUT(COPY_LAUNCH_REDUCTION, (uint32_t)SEM_REDUCTION_IADD));
    if (gv_setup_submit(channel) && expect_copy_fault(channel, BAD, GMMU_FAULT_ATOMIC_VIOLATION,
                                                      GMMU_ACCESS_VIRT_ATOMIC_STRONG))
        expect_name(setup, linear_add(there, 0x20), "a page with ATOMIC_DISABLE");
}

/* All 49 address bits of a record (§6.2). */
static void recorded_address_bits(struct test *t)
{
    static const unsigned bits[] = { 21, 25, 30, 33, 38, 40, 44, 47, 48 };

    for (unsigned i = 0; i < ARRAY_SIZE(bits); i++) {
        linear_addr page;
        struct channel *const channel = open_pages(t, &page);
        const uint64_t at = (UINT64_C(1) << bits[i]) + PAGE_4K;

        if (!channel || !launch(channel, at, GOOD) ||
            !expect_copy_fault(channel, at, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_READ))
            return;
        host_close(&gv_setup_of(channel)->host);
    }
}

/* The page comes, the fault is cleared, and the copy goes on from where it stopped (§6.3). */
static void faulted_copy_goes_on(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel || !launch(channel, GOOD + 0x40, BAD + 0x100) ||
        !expect_copy_fault(channel, BAD, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const linear_addr there = linear_add(page, PAGE_4K);
    if (!gv_setup_map(setup, BAD, PAGE_4K, GMMU_PAGE_4K, there) || !gv_setup_forget(setup))
        return;
    card_write32(t->card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_ENG_FAULTED);
    channel_ring(channel);
    if (run_push(setup, channel, 1, true))
        expect_equal(t, name_at(linear_add(page, 0x40)),
                     gv_setup_read(setup, linear_add(there, 0x100)),
                     "a copy that has faulted and was let go on");
}

/* A release that waits for idle does not come while the engine holds a copy that has faulted (§4.4). */
static void release_waits_for_the_fault(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel || !gv_setup_forget(gv_setup_of(channel)))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const struct copy copy = { .from = { GOOD }, .to = { BAD }, .bytes = 64 };
    push_copy(&setup->push, &copy);
    push_semaphore_old(&setup->push, channel_semaphore(channel, 0x40), 0x600d,
                       HOST_SEMAPHORED_OPERATION_RELEASE);
    if (!gv_setup_submit(channel) ||
        !expect_copy_fault(channel, BAD, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE))
        return;
    t->card->bus->ops->wait_us(t->card->bus, STAYS_US);
    expect_equal(t, 0, channel_semaphore_read(channel, 0x40),
                 "a release that waits for idle, behind a copy that has faulted");
}

/* The engine says FAULTED until then (§3.5). */
static void engine_says_faulted(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel || !launch(channel, BAD, GOOD) ||
        !expect_copy_fault(channel, BAD, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_READ))
        return;
    expect_equal(t, PFIFO_ENGINE_STATUS_FAULTED,
                 card_read32(t->card, PFIFO_ENGINE_STATUS(channel->form.engine)) &
                     PFIFO_ENGINE_STATUS_FAULTED,
                 "FAULTED of the engine's status");
}

/* A line that is longer than its pitch is refused, and told by the engine's registers (§7). */
static void bad_launch_is_refused(struct test *t)
{
    linear_addr page;
    struct channel *const channel = open_pages(t, &page);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const unsigned lce = gv_setup_engine(setup, 0)->instance;
    const struct copy copy = { .from = { GOOD },
                               .to = { GOOD + 0x800 },
                               .bytes = 64,
                               .lines = 4,
                               .pitch_in = 32,
                               .pitch_out = 64 };
    card_write32(t->card, LCE_INTR(lce), LCE_INTR_LAUNCHERR);
    push_copy(&setup->push, &copy);
    if (!gv_setup_forget(setup) || !gv_setup_submit(channel))
        return;
    if (test_compared(t, card_wait(t->card, LCE_INTR(lce), LCE_INTR_LAUNCHERR, LCE_INTR_LAUNCHERR,
                                   ANSWER_US) != OK)) {
        test_fail(t, "took a copy whose lines are longer than their pitch");
        return;
    }
    expect_equal(t, 4, card_read32(t->card, LCE_ERROR(lce)) & LCE_ERROR_CODE,
                 "the launch error, SRC_LINE_EXCEEDS_PITCH");
    expect_name(setup, linear_add(page, 0x800), "the target of a copy that was refused");
    card_write32(t->card, LCE_INTR(lce), LCE_INTR_LAUNCHERR);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "copy.fault.source", .source = "gv100.md §6.2, §6.3", .run = absent_source_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.one,host.fault.semaphore" },
    { .name = "copy.fault.target", .source = "gv100.md §6.2, §6.3", .run = absent_target_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.pte", .source = "gv100.md §5.5", .run = absent_page_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.read_only", .source = "gv100.md §5.4", .run = read_only_target_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.privilege", .source = "gv100.md §5.4", .run = privileged_page_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.atomic", .source = "gv100.md §5.4, §7", .run = atomic_disable_faults,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K43", .claim = CLAIM_ENGINE, .needs = "copy.fault.source,copy.reduction" },
    { .name = "copy.fault.address", .source = "gv100.md §6.2", .run = recorded_address_bits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.engine", .source = "gv100.md §3.5", .run = engine_says_faulted,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.wait", .source = "gv100.md §4.4, §6.3", .run = release_waits_for_the_fault,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.fault.resume", .source = "gv100.md §6.3", .run = faulted_copy_goes_on,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.fault.source" },
    { .name = "copy.launch", .source = "gv100.md §7", .run = bad_launch_is_refused,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.lines" },
};
/* clang-format on */

const struct test_group gv100_copy_fault_tests = { rows, ARRAY_SIZE(rows) };
