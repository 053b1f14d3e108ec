/* Faults of the host and of copy engines: told in the ring, with the channel stopped until it is cleared. */
#include "suite/gv100/groups.h"

#include "engines/gv100/generation.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "mmu/gv100/pb.h"

#define RELEASE   PPBDMA_SEM_EXECUTE_OPERATION_RELEASE
#define REDUCTION PPBDMA_SEM_EXECUTE_OPERATION_REDUCTION
#define AT        0x20000000u /* virtual addresses that the tests are about */

/* The expected record of host's fault in the page at `at`. */
static struct gmmu_fault host_fault(struct channel *channel, uint64_t at, uint8_t type,
                                    uint8_t access)
{
    return (struct gmmu_fault){
        .instance = channel->instance.v,
        .address = at,
        .type = type,
        .engine = (uint16_t)(GMMU_ENGINE_HOST0 + channel_pbdma(channel)),
        .client = GMMU_HUB_CLIENT_HOST,
        .from_hub = true,
        .access = access,
    };
}

static bool expect_state(struct channel *channel, uint32_t bit, bool set, const char *what)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    if (test_compared(setup->t, card_wait(setup->card, PCCSR_CHANNEL(channel->form.id), bit,
                                          set ? bit : 0, ANSWER_US) == OK))
        return true;
    test_fail(setup->t, "has PCCSR 0x%08x %s", channel_state(channel), what);
    return false;
}

/* The fault is in the ring, the channel is marked, and another channel clears it by a method. */
static bool expect_host_fault(struct channel *channel, uint64_t at, uint8_t type, uint8_t access)
{
    const struct gmmu_fault wanted = host_fault(channel, at, type, access);

    return expect_ring_fault(gv_setup_of(channel), &wanted) &&
           expect_state(channel, PCCSR_CHANNEL_PBDMA_FAULTED, true,
                        "after a fault of its PBDMA, without PBDMA_FAULTED");
}

static bool submit_fence(struct channel *channel, virtual_addr at)
{
    push_fence(&gv_setup_of(channel)->push, at, 1);
    return gv_setup_submit(channel);
}

static void semaphore_faults(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (channel && submit_fence(channel, (virtual_addr){ AT + 0x120 }))
        expect_host_fault(channel, AT, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE);
}

/* A segment that is not mapped. */
static void push_buffer_faults(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    const struct gp_entry gp = { .get = AT + 0x2000, .length = 4 };
    uint32_t words[GP_WORDS];

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    if (gv_setup_ok(setup, gp_pack(&gp, words), "packing a GP entry") &&
        gv_setup_ok(setup, channel_add_entry(channel, words), "adding a GP entry") &&
        gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        expect_host_fault(channel, AT + 0x2000, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_READ);
}

/* A ring whose page is taken away before host has read it. */
static void ring_faults(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    const struct gmmu_pte none = { 0 };

    if (!setup || !gv_setup_host(setup))
        return;
    const struct channel_form form = gv_setup_form(setup, 0);
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_pte(setup, form.at.v + CHANNEL_RING, GMMU_PAGE_4K, &none) ||
        !gv_setup_forget(setup) ||
        !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        return;
    push_method(&setup->push, 0, HOST_NOP, 0);
    if (gv_setup_submit(channel))
        expect_host_fault(channel, form.at.v + CHANNEL_RING, GMMU_FAULT_PTE, GMMU_ACCESS_VIRT_READ);
}

/* A page of some attributes, at AT. */
static bool add_page(struct channel *channel, const struct gmmu_pte *like, linear_addr *out)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    if (!gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, out))
        return false;
    struct gmmu_pte pte = pte_to(*out);
    pte.read_only = like->read_only;
    pte.atomic_disable = like->atomic_disable;
    return gv_setup_pte(setup, AT, GMMU_PAGE_4K, &pte) && gv_setup_forget(setup);
}

static void read_only_page_faults(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    const struct gmmu_pte like = { .read_only = true };
    linear_addr page;

    if (channel && add_page(channel, &like, &page) &&
        submit_fence(channel, (virtual_addr){ AT + 0x10 }) &&
        expect_host_fault(channel, AT, GMMU_FAULT_RO_VIOLATION, GMMU_ACCESS_VIRT_WRITE))
        expect_name(gv_setup_of(channel), linear_add(page, 0x10), "a read-only page");
}

/* Releases pass, reductions do not (§4.5, §5.4). */
static void atomic_disable_faults(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    const struct gmmu_pte like = { .atomic_disable = true };
    linear_addr page;

    if (!channel || !add_page(channel, &like, &page))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_semaphore(&setup->push, (virtual_addr){ AT + 0x20 }, 0x77, RELEASE);
    if (!run_push(setup, channel, 1, false) ||
        !expect_equal(t, 0x77, gv_setup_read(setup, linear_add(page, 0x20)),
                      "a release to a page with ATOMIC_DISABLE"))
        return;
    push_semaphore(&setup->push, (virtual_addr){ AT + 0x10 }, 1,
                   REDUCTION |
                       FIELD_PUT(PPBDMA_SEM_EXECUTE_REDUCTION, (uint32_t)SEM_REDUCTION_IADD));
    if (gv_setup_submit(channel) &&
        expect_host_fault(channel, AT, GMMU_FAULT_ATOMIC_VIOLATION, GMMU_ACCESS_VIRT_ATOMIC_STRONG))
        expect_name(setup, linear_add(page, 0x10), "a page with ATOMIC_DISABLE");
}

/* CLEAR_FAULTED, from another channel, and the faulted one goes on (§4.4, §6.3). */
static void faulted_channel_goes_on(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    linear_addr page;

    if (!setup || !gv_setup_host(setup))
        return;
    for (unsigned i = 0; i < 2; i++) {
        const struct channel_form form = gv_setup_form(setup, 0);
        struct channel *const made = gv_setup_channel(setup, &form);

        if (!made)
            return;
        channel_enable(made);
    }
    struct channel *const channel = &setup->channels[0], *const helper = &setup->channels[1];
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(channel), tsg_entry(9, 1),
                                          channel_entry(helper) };
    if (!gv_setup_ok(setup, host_schedule(&setup->host, channel->form.runlist, list, 4),
                     "submitting a runlist") ||
        !submit_fence(channel, (virtual_addr){ AT + 0x30 }) ||
        !expect_host_fault(channel, AT, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE) ||
        !gv_setup_memory(setup, TARGET_VRAM, PAGE_4K, PAGE_4K, &page) ||
        !gv_setup_map(setup, AT, PAGE_4K, GMMU_PAGE_4K, page) || !gv_setup_forget(setup))
        return;
    push_method(&setup->push, 0, HOST_CLEAR_FAULTED,
                generation_clear_faulted(setup->card, channel->form.id, channel->form.runlist));
    if (!run_push(setup, helper, 1, false) ||
        !expect_state(channel, PCCSR_CHANNEL_PBDMA_FAULTED, false,
                      "after CLEAR_FAULTED, with PBDMA_FAULTED"))
        return;
    channel_ring(channel);
    if (run_push(setup, channel, 2, false))
        expect_equal(t, 1, gv_setup_read(setup, linear_add(page, 0x30)),
                     "a release that has faulted and was let go on");
}

/* The same fault again and again: a channel whose fault was cleared, and whose page is as it was. */
static bool fault_often(struct channel *channel, unsigned times)
{
    struct card *const card = channel->host->card;

    for (unsigned i = 0; i < times; i++) {
        if (!expect_state(channel, PCCSR_CHANNEL_PBDMA_FAULTED, true,
                          "after a fault of its PBDMA, without PBDMA_FAULTED"))
            return false;
        if (i + 1 < times) {
            card_write32(card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_PBDMA_FAULTED);
            channel_ring(channel);
        }
    }
    return true;
}

/* One entry always stays free, so a ring of n keeps n - 1; further records are lost, and a bit says so until it is
 * acknowledged (§6.2). */
static void ring_of_records_overflows(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct gmmu_fault fault;
    unsigned seen = 0;

    if (!channel || !submit_fence(channel, (virtual_addr){ AT }))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    if (!fault_often(channel, SETUP_RING - 1))
        return;
    if (test_compared(t, fault_ring_overflown(&setup->host.faults)))
        test_fail(t, "says that a ring of %u has overflown after %u faults", SETUP_RING,
                  SETUP_RING - 1);
    card_write32(t->card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_PBDMA_FAULTED);
    channel_ring(channel);
    if (!fault_often(channel, 3))
        return;
    if (test_compared(t, !fault_ring_overflown(&setup->host.faults)))
        test_fail(t, "says nothing of an overflow after %u faults in a ring of %u", SETUP_RING + 2,
                  SETUP_RING);
    while (seen < SETUP_RING && fault_ring_take(&setup->host.faults, &fault))
        seen++;
    expect_equal(t, SETUP_RING - 1, seen, "the number of records that a full ring kept");
    fault_ring_clear(&setup->host.faults);
    if (test_compared(t, fault_ring_overflown(&setup->host.faults)))
        test_fail(t, "still says that its ring has overflown after that was acknowledged");
}

/* The ring goes round: more records than entries, taken one by one. */
static void ring_of_records_wraps(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !submit_fence(channel, (virtual_addr){ AT }))
        return;
    for (unsigned i = 0; i < 2 * SETUP_RING + 3; i++) {
        if (!expect_host_fault(channel, AT, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE))
            return;
        card_write32(t->card, PCCSR_CHANNEL(channel->form.id), PCCSR_CHANNEL_PBDMA_FAULTED);
        channel_ring(channel);
    }
}

/* The ring's interrupt stands as long as GET and PUT differ, and reaches PMC (§6.3). */
static void record_interrupts(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    const struct mmu_signal signal = generation_signal(t->card, MMU_EVENT_FAULT);
    char name[64];

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    generation_listen(t->card, MMU_EVENT_FAULT, true);
    expect_equal(t, 0, card_read32(t->card, signal.first_at) & signal.first,
                 "the hub's interrupts before any fault");
    if (!submit_fence(channel, (virtual_addr){ AT }) ||
        !expect_state(channel, PCCSR_CHANNEL_PBDMA_FAULTED, true,
                      "after a fault of its PBDMA, without PBDMA_FAULTED"))
        return;
    expect_equal(t, signal.first, card_read32(t->card, signal.first_at) & signal.first,
                 "the hub's interrupts after a fault of host");
    expect_equal(t, signal.last, card_read32(t->card, signal.last_at) & signal.last,
                 signal_name(&signal, " after a fault of host", name));
    fault_ring_clear(&setup->host.faults);
    generation_acknowledge(t->card, MMU_EVENT_FAULT);
    expect_equal(t, 0, card_read32(t->card, signal.first_at) & signal.first,
                 "the hub's interrupts after the record was taken");
    generation_listen(t->card, MMU_EVENT_FAULT, false);
}

/* SET_DEFAULT makes the hardware say how large a ring it wants (§6.2). */
static void recommended_sizes(struct test *t)
{
    const uint32_t first = fault_ring_default(t->card, FAULT_NON_REPLAYABLE);
    const uint32_t second = fault_ring_default(t->card, FAULT_REPLAYABLE);

    if (test_compared(t, !first || !second))
        test_fail(t, "recommends rings of %u and %u records", first, second);
    test_note(t, "%u non-replayable, %u replayable", first, second);
}

/* Nothing that is tested here can be replayed: a replay and each kind of cancel end, and change nothing (§6.3). */
static void replay_of_nothing(struct test *t)
{
    static const uint32_t kinds[] = { PFB_PRI_MMU_INVALIDATE_REPLAY_START,
                                      PFB_PRI_MMU_INVALIDATE_REPLAY_START_ACK_ALL,
                                      PFB_PRI_MMU_INVALIDATE_REPLAY_CANCEL_GLOBAL };
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !submit_fence(channel, (virtual_addr){ AT }) ||
        !expect_host_fault(channel, AT, GMMU_FAULT_PDE, GMMU_ACCESS_VIRT_WRITE))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++) {
        card_write32(t->card, gv100_places_of(t->card->chip)->invalidate,
                     PFB_PRI_MMU_INVALIDATE_TRIGGER | PFB_PRI_MMU_INVALIDATE_ALL_VA |
                         PFB_PRI_MMU_INVALIDATE_ALL_PDB |
                         FIELD_PUT(PFB_PRI_MMU_INVALIDATE_REPLAY, kinds[i]));
        if (!test_ok(t, generation_await_invalidate(t->card, ANSWER_US), "a replay"))
            return;
    }
    expect_state(channel, PCCSR_CHANNEL_PBDMA_FAULTED, true,
                 "after a replay, which is not host's, without PBDMA_FAULTED");
    expect_no_record(gv_setup_of(channel), "a replay of faults that cannot be replayed");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.fault.semaphore", .source = "gv100.md §6.2, §6.3", .run = semaphore_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old,fault.pde" },
    { .name = "host.fault.push", .source = "gv100.md §6.2, §6.3", .run = push_buffer_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.ring", .source = "gv100.md §6.2, §6.3", .run = ring_faults,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.read_only", .source = "gv100.md §5.4", .run = read_only_page_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.atomic", .source = "gv100.md §4.5, §5.4", .run = atomic_disable_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore,host.reduction" },
    { .name = "host.fault.clear", .source = "gv100.md §4.4, §6.3", .run = faulted_channel_goes_on,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.size", .source = "gv100.md §6.2", .run = recommended_sizes,
      .basis = PROVEN, .claim = CLAIM_ENGINE },
    { .name = "host.fault.interrupt", .source = "gv100.md §6.3", .run = record_interrupts,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.wrap", .source = "gv100.md §6.2", .run = ring_of_records_wraps,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.replay", .source = "gv100.md §6.3", .run = replay_of_nothing,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
    { .name = "host.fault.overflow", .source = "gv100.md §6.2", .run = ring_of_records_overflows,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.wrap" },
};
/* clang-format on */

const struct test_group gv100_host_fault_tests = { rows, ARRAY_SIZE(rows) };
