/* Subcontexts, as far as they show without graphics. Channels of the host say which one they belong to and are
 * translated by the context's own tables; the subcontexts' array has an effect on graphics alone. */
#include "suite/gv100/groups.h"

#include "engines/window.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/ram.h"

#define RELEASE PPBDMA_SEM_EXECUTE_OPERATION_RELEASE
#define NOWHERE 0x20000000u /* a virtual address that nothing is mapped at */

/* The array's words of all subcontexts may hold anything: words 128 and 129 serve the host (§3.1). */
static void host_ignores_the_array(struct test *t)
{
    static const uint8_t veids[] = { 0, 1, 63 };

    for (unsigned i = 0; i < ARRAY_SIZE(veids); i++) {
        struct gv_setup *const setup = gv_setup_open(t);

        if (!setup || !gv_setup_host(setup))
            return;
        struct channel_form form = gv_setup_form(setup, 0);
        form.veid = veids[i];
        setup->sent = "in a block whose subcontexts hold rubbish";
        struct channel *const channel = gv_setup_channel(setup, &form);
        if (!channel)
            return;
        for (unsigned word = RAMIN_SC; word < RAMIN_SC + RAMIN_SC_WORDS * RAMIN_SUBCONTEXTS; word++)
            if (!gv_setup_write(setup, linear_add(channel->instance, 4 * word), 0xfffff0ff))
                return;
        if (!gv_setup_ok(setup, channel_rebind(channel), "binding a channel again") ||
            !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist") ||
            !run_push(setup, channel, 1, false))
            return;
        host_close(&setup->host);
    }
}

/* SC_PDB_VALID without a bit set does not unbind channels other than graphics (§3.1). */
static void host_ignores_the_valid_bits(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup))
        return;
    const struct channel_form form = gv_setup_form(setup, 0);
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel)
        return;
    for (unsigned i = 0; i < 2; i++)
        if (!gv_setup_write(setup, linear_add(channel->instance, 4 * (RAMIN_SC_PDB_VALID + i)), 0))
            return;
    setup->sent = "in a block without a valid subcontext";
    if (gv_setup_ok(setup, channel_rebind(channel), "binding a channel again") &&
        gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        (void)!run_push(setup, channel, 1, false);
}

/* The VEID of RAMFC reaches the PBDMA's register while the channel is on it (§3.2). */
static void veid_is_loaded(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.veid = 0x2a;
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        return;
    push_semaphore(&setup->push, channel_semaphore(channel, 0x20), 1,
                   PPBDMA_SEM_EXECUTE_OPERATION_ACQUIRE);
    push_semaphore(&setup->push, channel_semaphore(channel, 0x24), 1, RELEASE);
    if (!gv_setup_submit(channel))
        return;
    const unsigned pbdma = channel_pbdma(channel);
    if (!gv_setup_ok(setup,
                     card_wait(t->card, PPBDMA_SET_CHANNEL_INFO(pbdma),
                               PPBDMA_SET_CHANNEL_INFO_VEID,
                               FIELD_PUT(PPBDMA_SET_CHANNEL_INFO_VEID, 0x2au), ANSWER_US),
                     "the VEID of a channel that waits"))
        return;
    if (gv_setup_ok(setup, channel_semaphore_write(channel, 0x20, 1), "letting go"))
        (void)!test_works(setup->t, channel_wait(channel, 0x24, 1, ANSWER_US),
                          "a channel with a VEID");
}

/* Of graphics and compute no unit runs without signed microcode (§9.1). */
static void needs_graphics(struct test *t)
{
    test_lacks(t, "only clients of graphics use subcontexts, and those run signed microcode alone");
}

/* A channel whose instance block has the replay bits, or has them not. */
static struct channel *replay_channel(struct test *t, bool replays)
{
    struct gv_setup *const setup = gv_setup_open(t);
    const uint32_t bits = RAMIN_PDB_FAULT_REPLAY_TEX | RAMIN_PDB_FAULT_REPLAY_GCC;

    if (!setup || !gv_setup_host(setup))
        return NULL;
    const struct channel_form form = gv_setup_form(setup, 0);
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel)
        return NULL;
    const linear_addr word = linear_add(channel->instance, 4 * RAMIN_PAGE_DIR_BASE);
    return gv_setup_write(setup, word, gv_setup_read(setup, word) | (replays ? bits : 0)) &&
                   gv_setup_ok(setup, channel_rebind(channel), "binding a channel again") &&
                   gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist")
               ? channel
               : NULL;
}

/* A record says whether its instance block lets clients replay. Host is none of them: its fault lies with those that
 * cannot be replayed, either way (§6.2, §6.3). */
static void host_does_not_replay(struct test *t)
{
    for (unsigned replays = 0; replays < 2; replays++) {
        struct channel *const channel = replay_channel(t, replays);
        struct gmmu_fault seen;

        if (!channel)
            return;
        struct gv_setup *const setup = gv_setup_of(channel);
        push_semaphore(&setup->push, (virtual_addr){ NOWHERE }, 1, RELEASE);
        if (!gv_setup_submit(channel) ||
            !gv_setup_ok(setup,
                         card_wait(t->card, PCCSR_CHANNEL(channel->form.id),
                                   PCCSR_CHANNEL_PBDMA_FAULTED, PCCSR_CHANNEL_PBDMA_FAULTED,
                                   ANSWER_US),
                         "a fault of host"))
            return;
        if (test_compared(t, !fault_ring_take(&setup->host.faults, &seen))) {
            test_fail(t,
                      "has no record among the faults that cannot be replayed, of a fault of host");
            return;
        }
        expect_equal(t, replays, seen.replayable_enabled,
                     "REPLAYABLE_FAULT_EN of a record of host");
        expect_equal(t, 0, seen.replayable, "REPLAYABLE_FAULT of a record of host");
        expect_equal(t, 0, fault_put(t->card, FAULT_REPLAYABLE),
                     "PUT of the buffer of replayable faults");
        host_close(&setup->host);
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "subcontext.host", .source = "gv100.md §3.1", .run = host_ignores_the_array,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "subcontext.valid", .source = "gv100.md §3.1", .run = host_ignores_the_valid_bits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "subcontext.veid", .source = "gv100.md §3.2", .run = veid_is_loaded,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire" },
    { .name = "subcontext.tables", .source = "gv100.md §3.1, §9.1", .run = needs_graphics,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE },
    { .name = "subcontext.replay", .source = "gv100.md §6.2, §6.3", .run = host_does_not_replay,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.fault.semaphore" },
};
/* clang-format on */

const struct test_group gv100_subcontext_tests = { rows, ARRAY_SIZE(rows) };
