/* Scheduling: channels that share a runlist, preemption, tear-down, the scheduler's refusals, and TLB invalidates by
 * methods. */
#include "suite/gv100/groups.h"

#include "engines/gv100/family.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"

#define WAIT    HOST_SEMAPHORED_OPERATION_ACQ_GEQ
#define SWITCH  HOST_SEMAPHORED_ACQUIRE_SWITCH
#define ROUNDS  6
#define TOKEN   0x300u /* offset of the word that a channel waits for */
#define ARRIVED 0x380u /* offset of the word by which a channel says that it came so far */

/* Channels of the first copy engine's runlist, bound and enabled, in no runlist yet. */
static struct gv_setup *channels(struct test *t, unsigned count)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup) || !gv_setup_has_engine(setup))
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        const struct channel_form form = gv_setup_form(setup, 0);
        struct channel *const channel = gv_setup_channel(setup, &form);

        if (!channel)
            return NULL;
        channel_enable(channel);
    }
    return setup;
}

static uint8_t runlist_of(const struct gv_setup *setup)
{
    return setup->channels[0].form.runlist;
}

/* Two channels hand a token to and fro: each waits for its turn, then sets the other's. */
static bool hand_on(struct gv_setup *setup, unsigned who, uint32_t switching)
{
    const virtual_addr token = channel_semaphore(&setup->channels[0], TOKEN);

    for (uint32_t i = 0; i < ROUNDS; i++) {
        push_semaphore_old(&setup->push, token, 2 * i + who, WAIT | switching);
        push_fence(&setup->push, token, 2 * i + who + 1);
    }
    return gv_setup_submit(&setup->channels[who]);
}

static void expect_handed_on(struct gv_setup *setup, uint32_t switching, const char *what)
{
    if (!hand_on(setup, 1, switching) || !hand_on(setup, 0, switching))
        return;
    if (test_compared(setup->t,
                      channel_wait(&setup->channels[0], TOKEN, 2 * ROUNDS, ANSWER_US) != OK))
        test_fail(setup->t, "does not switch between %s: the token stays at %u of %u", what,
                  channel_semaphore_read(&setup->channels[0], TOKEN), 2 * ROUNDS);
}

static void channels_of_a_tsg(struct test *t)
{
    struct gv_setup *const setup = channels(t, 2);

    if (!setup)
        return;
    const struct runlist_entry list[] = { tsg_entry(7, 2), channel_entry(&setup->channels[0]),
                                          channel_entry(&setup->channels[1]) };
    if (gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), list, 3),
                    "submitting a runlist"))
        expect_handed_on(setup, SWITCH, "the channels of a TSG");
}

static void expect_tsgs_hand_on(struct test *t, uint32_t switching, const char *what)
{
    struct gv_setup *const setup = channels(t, 2);

    if (!setup)
        return;
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(&setup->channels[0]),
                                          tsg_entry(9, 1), channel_entry(&setup->channels[1]) };
    if (gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), list, 4),
                    "submitting a runlist"))
        expect_handed_on(setup, switching, what);
}

static void tsgs_of_a_runlist(struct test *t)
{
    expect_tsgs_hand_on(t, SWITCH, "two TSGs that wait");
}

/* Without leave to switch, a channel that waits keeps its TSG there until the time slice is over. */
static void time_slices_end(struct test *t)
{
    expect_tsgs_hand_on(t, 0, "two TSGs at the end of a time slice");
}

/* A release that tells which channel came last to the word that both write, and one that says it is there. */
static bool race(struct gv_setup *setup, unsigned who, bool yields, uint32_t operation)
{
    struct channel *const channel = &setup->channels[who];

    if (yields)
        push_method(&setup->push, 0, HOST_YIELD, operation);
    push_fence(&setup->push, channel_semaphore(&setup->channels[0], TOKEN), who + 1);
    push_fence(&setup->push, channel_semaphore(channel, ARRIVED), 1);
    return gv_setup_submit(channel);
}

static bool both_arrive(struct gv_setup *setup)
{
    for (unsigned i = 0; i < 2; i++)
        if (!test_works(setup->t, channel_wait(&setup->channels[i], ARRIVED, 1, ANSWER_US),
                        "one of two channels"))
            return false;
    return true;
}

/* Work that is there for both channels when the runlist is let go: one yields before its release, so the other
 * one's comes earlier, whichever of them ran first (§4.4). The preempt comes because a channel that is on its PBDMA
 * already, from the runlist before, would begin at its doorbell (K14). */
static bool expect_yields(struct test *t, uint32_t operation, unsigned who,
                          const struct runlist_entry *list, unsigned count)
{
    struct gv_setup *const setup = channels(t, 2);
    struct runlist_entry real[4];

    if (!setup)
        return false;
    for (unsigned i = 0, n = 0; i < count; i++)
        real[i] = list[i].is_tsg ? list[i] : channel_entry(&setup->channels[n++]);
    host_disable(t->card, runlist_of(setup), true);
    if (!gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), real, count),
                     "submitting a runlist") ||
        !gv_setup_ok(setup, host_preempt_runlist(t->card, runlist_of(setup)),
                     "preempting a runlist"))
        return false;
    for (unsigned i = 0; i < 2; i++)
        if (!race(setup, i, i == who, operation))
            return false;
    host_disable(t->card, runlist_of(setup), false);
    if (!both_arrive(setup))
        return false;
    if (test_compared(t, channel_semaphore_read(&setup->channels[0], TOKEN) != who + 1))
        test_fail(t, "goes on with a channel that has said YIELD %u while another one could run",
                  operation);
    host_close(&setup->host);
    return true;
}

static void yield_lets_others_run(struct test *t)
{
    const struct runlist_entry channel = { 0 };
    const struct runlist_entry apart[] = { tsg_entry(7, 1), channel, tsg_entry(9, 1), channel };
    const struct runlist_entry together[] = { tsg_entry(7, 2), channel, channel };

    for (unsigned who = 0; who < 2; who++)
        if (!expect_yields(t, HOST_YIELD_OP_RUNLIST, who, apart, 4) ||
            !expect_yields(t, HOST_YIELD_OP_TSG, who, together, 3))
            return;
}

/* Nothing runs that is not enabled, not in the runlist, or whose runlist is stopped (§3.5, §8.2). */
static bool expect_rests(struct gv_setup *setup, struct channel *channel, uint32_t number,
                         const char *what)
{
    push_fence(&setup->push, channel_semaphore(channel, 0x340), number);
    if (!gv_setup_submit(channel))
        return false;
    setup->card->bus->ops->wait_us(setup->card->bus, STAYS_US);
    if (test_compared(setup->t, channel_semaphore_read(channel, 0x340) != number))
        return true;
    test_fail(setup->t, "runs a channel that %s", what);
    return false;
}

static bool expect_runs(struct gv_setup *setup, struct channel *channel, uint32_t number,
                        const char *what)
{
    if (test_compared(setup->t, channel_wait(channel, 0x340, number, ANSWER_US) == OK))
        return true;
    test_fail(setup->t, "does not run a channel that %s", what);
    return false;
}

/* Four ways to stop a channel, each of them undone again before the next: not listed, disabled,
 * and its runlist stopped. */
static void only_what_may_run_runs(struct test *t)
{
    struct gv_setup *const setup = channels(t, 1);

    if (!setup)
        return;
    struct channel *const channel = &setup->channels[0];
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(channel) };
    if (!expect_rests(setup, channel, 1, "is in no runlist") ||
        !gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), list, 2),
                     "submitting a runlist"))
        return;
    channel_ring(channel);
    if (!expect_runs(setup, channel, 1, "has come into a runlist"))
        return;
    channel_disable(channel);
    if (!expect_rests(setup, channel, 2, "is disabled"))
        return;
    channel_enable(channel);
    channel_ring(channel);
    if (!expect_runs(setup, channel, 2, "is enabled again"))
        return;
    host_disable(t->card, runlist_of(setup), true);
    if (!gv_setup_ok(setup, host_preempt_channel(t->card, channel->form.id),
                     "preempting a channel") ||
        !expect_rests(setup, channel, 3, "has a stopped runlist"))
        return;
    host_disable(t->card, runlist_of(setup), false);
    channel_ring(channel);
    expect_runs(setup, channel, 3, "has a runlist that goes on");
}

/* A preempted channel is saved: RAMFC says how far it came, and it goes on from there (§3.2,
 * §3.5). */
static void preemption_saves(struct test *t)
{
    struct gv_setup *const setup = channels(t, 1);

    if (!setup)
        return;
    struct channel *const channel = &setup->channels[0];
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(channel) };
    if (!gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), list, 2),
                     "submitting a runlist"))
        return;
    for (uint32_t i = 1; i <= 9; i++) {
        if (!run_push(setup, channel, i, false))
            return;
        const enum err e = i % 3 == 0   ? host_preempt_channel(t->card, channel->form.id)
                           : i % 3 == 1 ? host_preempt_tsg(t->card, 7)
                                        : host_preempt_runlist(t->card, runlist_of(setup));
        if (!gv_setup_ok(setup, e, "preempting") ||
            !expect_equal(t, i,
                          gv_setup_read(setup, linear_add(channel->instance, 4 * RAMFC_GP_GET)),
                          "GP_GET of RAMFC after a preemption"))
            return;
    }
}

/* A channel that waits for ever is stopped, and its PBDMA is free (§3.5). */
static void waiting_channel_is_preempted(struct test *t)
{
    struct gv_setup *const setup = channels(t, 2);

    if (!setup)
        return;
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(&setup->channels[0]),
                                          tsg_entry(9, 1), channel_entry(&setup->channels[1]) };
    push_semaphore_old(&setup->push, channel_semaphore(&setup->channels[0], TOKEN), 0xdead, WAIT);
    if (!gv_setup_ok(setup, host_schedule(&setup->host, runlist_of(setup), list, 4),
                     "submitting a runlist") ||
        !gv_setup_submit(&setup->channels[0]))
        return;
    channel_disable(&setup->channels[0]);
    if (gv_setup_ok(setup, host_preempt_tsg(t->card, 7), "preempting a TSG that waits"))
        (void)!run_push(setup, &setup->channels[1], 1, false);
}

/* ---- refusals of the scheduler --------------------------------------------------------------- */

/* The channels are made here, so a caller's list only says where its entries are a TSG and where a
 * channel. */
static bool expect_bad_tsg(struct test *t, const struct runlist_entry *list, unsigned count,
                           const char *what)
{
    struct gv_setup *const setup = channels(t, 2);

    if (!setup)
        return false;
    struct runlist_entry real[4];
    for (unsigned i = 0, n = 0; i < count; i++)
        real[i] = list[i].is_tsg ? list[i] : channel_entry(&setup->channels[n++]);
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_SCHED_ERROR);
    (void)!host_schedule(&setup->host, runlist_of(setup), real, count);
    const enum err e = card_wait(t->card, PFIFO_INTR_0, PFIFO_INTR_0_SCHED_ERROR,
                                 PFIFO_INTR_0_SCHED_ERROR, ANSWER_US);
    if (test_compared(t, e != OK)) {
        test_fail(t, "takes %s without SCHED_ERROR", what);
        return false;
    }
    const bool right =
        expect_equal(t, PFIFO_INTR_SCHED_ERROR_CODE_BAD_TSG,
                     card_read32(t->card, PFIFO_INTR_SCHED_ERROR) & PFIFO_INTR_SCHED_ERROR_CODE,
                     "the code of SCHED_ERROR");
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_SCHED_ERROR);
    host_close(&setup->host);
    return right;
}

static void bad_runlists_are_refused(struct test *t)
{
    const struct runlist_entry channel = { 0 };
    const struct runlist_entry outside[] = { channel };
    const struct runlist_entry empty[] = { tsg_entry(7, 0), channel };
    const struct runlist_entry early[] = { tsg_entry(7, 2), channel, tsg_entry(9, 1), channel };
    const struct runlist_entry ends[] = { tsg_entry(7, 2), channel };

    if (expect_bad_tsg(t, outside, 1, "a channel outside a TSG") &&
        expect_bad_tsg(t, empty, 2, "a TSG of length 0") &&
        expect_bad_tsg(t, early, 4, "a TSG that begins before the last one is complete"))
        expect_bad_tsg(t, ends, 2, "a runlist that ends within a TSG");
}

/* Causes and codes of §8.2. */
static void bad_binds_are_refused(struct test *t)
{
    struct gv_setup *const setup = channels(t, 1);

    if (!setup)
        return;
    const struct channel *const channel = &setup->channels[0];
    const uint32_t word = (uint32_t)(channel->instance.v >> 12) | PCCSR_CHANNEL_INST_BIND;
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_BIND_ERROR);
    card_write32(t->card, PCCSR_CHANNEL_INST(channel->form.id), word);
    expect_equal(t, PFIFO_INTR_0_BIND_ERROR,
                 card_read32(t->card, PFIFO_INTR_0) & PFIFO_INTR_0_BIND_ERROR,
                 "PFIFO_INTR_0 after a bound channel was bound");
    expect_equal(t, PFIFO_INTR_BIND_ERROR_CODE_BIND_NOT_UNBOUND,
                 card_read32(t->card, PFIFO_INTR_BIND_ERROR) & PFIFO_INTR_BIND_ERROR_CODE,
                 "the code of BIND_ERROR");
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_BIND_ERROR);
}

/* The runlist says when it has been read, and which (§3.5). */
static void submission_is_told(struct test *t)
{
    struct gv_setup *const setup = channels(t, 1);

    if (!setup)
        return;
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(&setup->channels[0]) };
    const uint8_t id = runlist_of(setup);
    card_write32(t->card, PFIFO_INTR_RUNLIST, UINT32_MAX);
    if (!gv_setup_ok(setup, host_schedule(&setup->host, id, list, 2), "submitting a runlist"))
        return;
    expect_equal(t, 2, generation_runlist_length(t->card, (uint8_t)id),
                 "the length of the runlist in use");
    expect_equal(t, BIT(id), card_read32(t->card, PFIFO_INTR_RUNLIST) & BIT(id),
                 "the event of a runlist");
    expect_equal(t, PFIFO_INTR_0_RUNLIST_EVENT,
                 card_read32(t->card, PFIFO_INTR_0) & PFIFO_INTR_0_RUNLIST_EVENT,
                 "PFIFO_INTR_0 after a runlist was read");
    card_write32(t->card, PFIFO_INTR_RUNLIST, BIT(id));
    expect_equal(t, 0, card_read32(t->card, PFIFO_INTR_RUNLIST) & BIT(id),
                 "the event of a runlist after its acknowledgement");
}

/* A runlist whose entries have changed in memory stays the old one until it is submitted again
 * (§9.2, 14). */
static void runlist_in_system_memory(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };
    struct gv_setup *const setup = channels(t, 1);

    if (!setup)
        return;
    const struct runlist_entry list[] = { tsg_entry(7, 1), channel_entry(&setup->channels[0]) };
    setup->sent = "of a runlist in system memory";
    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++)
        if (!gv_setup_ok(setup,
                         host_schedule_from(&setup->host, runlist_of(setup), list, 2, targets[i]),
                         "submitting a runlist in system memory") ||
            !run_push(setup, &setup->channels[0], i + 1, false))
            return;
}

/* After the tear-down neither PBDMA nor engine holds the channel (§3.5). */
static void tear_down_is_complete(struct test *t)
{
    struct channel *const channel = gv_setup_copy_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const unsigned pbdma = channel_pbdma(channel);
    const uint16_t id = channel->form.id;
    const uint8_t engine = channel->form.engine;
    if (!run_push(setup, channel, 1, true) ||
        !gv_setup_ok(setup, host_close(&setup->host), "taking a channel down"))
        return;
    expect_equal(
        t, 0,
        FIELD_GET(PFIFO_PBDMA_STATUS_CHAN_STATUS, card_read32(t->card, PFIFO_PBDMA_STATUS(pbdma))),
        "the PBDMA's status after a tear-down");
    expect_equal(t, 0,
                 FIELD_GET(PFIFO_ENGINE_STATUS_CTX_STATUS,
                           card_read32(t->card, PFIFO_ENGINE_STATUS(engine))),
                 "the engine's status after a tear-down");
    expect_equal(t, 0, card_read32(t->card, PCCSR_CHANNEL(id)) & PCCSR_CHANNEL_ENABLE,
                 "ENABLE of a channel after a tear-down");
    expect_equal(t, 0, card_read32(t->card, PCCSR_CHANNEL_INST(id)) & PCCSR_CHANNEL_INST_BIND,
                 "BIND of a channel after a tear-down");
}

/* A privileged channel invalidates a BAR's cached entries, by a method (§4.6). */
static void method_invalidates(struct test *t)
{
    struct gv_setup *const bar = gv_setup_open(t), *const setup = gv_setup_open(t);
    linear_addr pages[2];

    if (!bar || !setup || !gv_setup_host(setup) || !gv_setup_has_engine(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.privileged = true;
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        return;
    for (unsigned i = 0; i < 2; i++)
        if (!gv_setup_memory(bar, TARGET_VRAM, PAGE_4K, PAGE_4K, &pages[i]))
            return;
    if (!gv_setup_map(bar, 0, PAGE_4K, GMMU_PAGE_4K, pages[0]) || !gv_setup_bind(bar, BAR1) ||
        !expect_bar_read(bar, BAR1, 0, pages[0]) ||
        !gv_setup_map(bar, 0, PAGE_4K, GMMU_PAGE_4K, pages[1]) ||
        !gv_setup_ok(bar, bar_flush(t->card), "flushing host writes"))
        return;
    push_invalidate(&setup->push, bar->space.root, true);
    if (run_push(setup, channel, 1, false))
        expect_bar_read(bar, BAR1, 0, pages[1]);
}

/* Barriers and flushes of L2 by methods end (§4.6). */
static void memory_operations_end(struct test *t)
{
    static const uint8_t operations[] = { MEM_OP_MEMBAR, MEM_OP_L2_SYSMEM_INVALIDATE,
                                          MEM_OP_L2_FLUSH_DIRTY, MEM_OP_L2_CLEAN_COMPTAGS,
                                          MEM_OP_L2_WAIT_FOR_SYS_PENDING_READS };
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    setup->sent = "behind a MEM_OP of memory";
    for (unsigned i = 0; i < ARRAY_SIZE(operations); i++) {
        push_mem_op(&setup->push, 0, 0, 0, FIELD_PUT(MEM_OP_D_OPERATION, (uint32_t)operations[i]));
        if (!run_push(setup, channel, i + 1, false))
            return;
    }
}

/* The second PBDMA of a runlist, where it has one (§3.4). */
static void second_runqueue(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup) || !gv_setup_has_engine(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.runqueue = true;
    setup->sent = "on a runlist's second PBDMA";
    const uint32_t pbdmas = runlist_pbdmas(t->card, form.runlist);
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (channel && gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist") &&
        run_push(setup, channel, 1, false))
        test_note(t, "PBDMAs 0x%x serve runlist %u%s", pbdmas, (unsigned)form.runlist,
                  bits_count(pbdmas) < 2 ? ": the selector is too large and acts as 0" : "");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "sched.runlist", .source = "gv100.md §3.5", .run = submission_is_told,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "sched.enable", .source = "gv100.md §3.5, §8.2", .run = only_what_may_run_runs,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "sched.tsg", .source = "gv100.md §3.4, §4.5", .run = channels_of_a_tsg,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire.old" },
    { .name = "sched.tsgs", .source = "gv100.md §3.4, §4.5", .run = tsgs_of_a_runlist,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.acquire.old" },
    { .name = "sched.slice", .source = "gv100.md §3.4, §4.5", .run = time_slices_end,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire.old" },
    { .name = "sched.yield", .source = "gv100.md §4.4", .run = yield_lets_others_run,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "sched.preempt", .source = "gv100.md §3.2, §3.5", .run = preemption_saves,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.ring" },
    { .name = "sched.preempt.waiting", .source = "gv100.md §3.5", .run = waiting_channel_is_preempted,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "sched.preempt,host.acquire.old" },
    { .name = "sched.runqueue", .source = "gv100.md §3.4", .run = second_runqueue,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "sched.system", .source = "gv100.md §3.4", .run = runlist_in_system_memory,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old,link.dma" },
    { .name = "sched.bad_tsg", .source = "gv100.md §3.4", .run = bad_runlists_are_refused,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "sched.runlist" },
    { .name = "sched.bad_bind", .source = "gv100.md §8.2", .run = bad_binds_are_refused,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K40", .claim = CLAIM_ENGINE, .needs = "sched.runlist" },
    { .name = "sched.tear_down", .source = "gv100.md §3.5", .run = tear_down_is_complete,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "copy.one" },
    { .name = "host.invalidate", .source = "gv100.md §4.6", .run = method_invalidates,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old,vm.tlb.invalidate" },
    { .name = "host.barriers", .source = "gv100.md §4.6", .run = memory_operations_end,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
};
/* clang-format on */

const struct test_group gv100_sched_tests = { rows, ARRAY_SIZE(rows) };
