/* Semaphores of the host: releases and acquires, of both families of methods. Reductions are in reduction.c. */
#include "suite/gv100/groups.h"

#include "engines/gv100/clock.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "suite/gv100/time_stamp.h"

#define RELEASE PPBDMA_SEM_EXECUTE_OPERATION_RELEASE
#define WIDE    PPBDMA_SEM_EXECUTE_PAYLOAD_SIZE
#define STAMP   PPBDMA_SEM_EXECUTE_RELEASE_TIMESTAMP
#define WFI     PPBDMA_SEM_EXECUTE_RELEASE_WFI

/* A word of 32 bits, and nothing beside it. */
static void release_of_32_bits(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x10))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_semaphore(&setup->push, channel_semaphore(channel, 0x14), 0x12345678, RELEASE);
    if (!run_push(setup, channel, 1, false))
        return;
    expect_equal(t, STAMP_UNTOUCHED, channel_semaphore_read(channel, 0x10),
                 "the word before a release");
    expect_equal(t, 0x12345678, channel_semaphore_read(channel, 0x14), "a release of 32 bits");
    expect_equal(t, STAMP_UNTOUCHED, channel_semaphore_read(channel, 0x18),
                 "the word behind a release");
    push_semaphore(&setup->push, channel_semaphore(channel, 0x14), 0x87654321, RELEASE);
    if (run_push(setup, channel, 2, false))
        expect_equal(t, 0x87654321, channel_semaphore_read(channel, 0x14), "a second release");
}

/* Of a channel that has no context in any engine (K41). */
static void release_that_waits(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x10))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    setup->sent = "behind a release that waits for idle";
    push_semaphore(&setup->push, channel_semaphore(channel, 0x14), 0x87654321, RELEASE | WFI);
    if (run_push(setup, channel, 1, false))
        expect_equal(t, 0x87654321, channel_semaphore_read(channel, 0x14),
                     "a release that waits for idle");
}

static void release_of_64_bits(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x10))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_semaphore(&setup->push, channel_semaphore(channel, 0x10), UINT64_C(0x0123456789abcdef),
                   RELEASE | WIDE);
    if (!run_push(setup, channel, 1, false))
        return;
    expect_equal(t, UINT64_C(0x0123456789abcdef), stamp_word64(channel, 0x10),
                 "a release of 64 bits");
    expect_equal(t, STAMP_UNTOUCHED, channel_semaphore_read(channel, 0x18),
                 "the word behind a release");
}

/* 16 bytes: payload, 0, and the time, which lies between the looks at the clock before and after (§4.5). */
static void release_with_time(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x20))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const uint64_t before = clock_read(t->card, CLOCK_USERMODE);
    push_semaphore(&setup->push, channel_semaphore(channel, 0x20), 0x55aa55aa, RELEASE | STAMP);
    /* The time is written before the payload: whoever sees that may read it. */
    if (!gv_setup_submit(channel) ||
        !test_works(setup->t, channel_wait(channel, 0x20, 0x55aa55aa, ANSWER_US),
                    "a release with time"))
        return;
    const uint64_t after = clock_read(t->card, CLOCK_USERMODE), stamp = stamp_word64(channel, 0x28);
    expect_equal(t, 0x55aa55aa, stamp_word64(channel, 0x20), "a release with time: payload");
    if (test_compared(t, stamp == ((uint64_t)STAMP_UNTOUCHED << 32 | STAMP_UNTOUCHED)))
        test_fail(t, "shows the payload of a release before its time");
    else
        stamp_expect(t, stamp, before, after, "release");
}

/* SEMAPHOREA to D as drivers use them: 16 bytes with the time (§4.4). */
static void older_methods(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x50))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_fence(&setup->push, channel_semaphore(channel, 0x50), 0x9001);
    if (!run_push(setup, channel, 1, false))
        return;
    expect_equal(t, 0x9001, channel_semaphore_read(channel, 0x50), "SEMAPHORED, 16 bytes");
    if (test_compared(t, !stamp_word64(channel, 0x58)))
        test_fail(t, "stamped no time with SEMAPHORED of 16 bytes");
    push_fence(&setup->push, channel_semaphore(channel, 0x50), 0x9002);
    if (run_push(setup, channel, 2, false))
        expect_equal(t, 0x9002, channel_semaphore_read(channel, 0x50), "a second SEMAPHORED");
}

/* Uses of them that no driver makes: 4 bytes and no time, and a wait for one payload alone
 * (§4.4). */
static void older_methods_of_4_bytes(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0x40))
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_semaphore_old(&setup->push, channel_semaphore(channel, 0x40), 0x600d,
                       HOST_SEMAPHORED_OPERATION_RELEASE | HOST_SEMAPHORED_RELEASE_WFI_DISABLED |
                           HOST_SEMAPHORED_RELEASE_SIZE_4BYTE);
    push_semaphore_old(&setup->push, channel_semaphore(channel, 0x40), 0x600d,
                       HOST_SEMAPHORED_OPERATION_ACQUIRE);
    if (!run_push(setup, channel, 1, false))
        return;
    expect_equal(t, 0x600d, channel_semaphore_read(channel, 0x40), "SEMAPHORED, 4 bytes");
    expect_equal(t, STAMP_UNTOUCHED, channel_semaphore_read(channel, 0x44),
                 "the word behind SEMAPHORED of 4 bytes");
}

/* ---- acquires -------------------------------------------------------------------------------- */

/* A word that lets an acquire pass, and one that does not. */
struct acquire {
    const char *name;
    uint64_t payload, held, passes; /* 32 bits count unless the operation is WIDE */
    uint32_t operation;
    bool older; /* by SEMAPHOREA to D */
};

static const struct acquire acquires[] = {
    { "ACQUIRE", 7, 8, 7, PPBDMA_SEM_EXECUTE_OPERATION_ACQUIRE, false },
    { "ACQ_STRICT_GEQ", 0x80000001, 3, 0x80000002, PPBDMA_SEM_EXECUTE_OPERATION_ACQ_STRICT_GEQ,
      false },
    { "ACQ_CIRC_GEQ", 0xfffffff0, 0xffffffef, 3, PPBDMA_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ, false },
    { "ACQ_AND", 0x60, 0x9f, 0x20, PPBDMA_SEM_EXECUTE_OPERATION_ACQ_AND, false },
    { "ACQ_NOR", 0xffff0000, 0x0000ffff, 0x0000fff7, PPBDMA_SEM_EXECUTE_OPERATION_ACQ_NOR, false },
};

/* The upper half of the word decides. */
static const struct acquire wide_acquires[] = {
    { "ACQUIRE of 64 bits", UINT64_C(0x100000007), UINT64_C(0x200000007), UINT64_C(0x100000007),
      WIDE | PPBDMA_SEM_EXECUTE_OPERATION_ACQUIRE, false },
    { "ACQ_STRICT_GEQ of 64 bits", UINT64_C(0x8000000000000001), UINT64_C(0x0000000000000001),
      UINT64_C(0x8000000000000002), WIDE | PPBDMA_SEM_EXECUTE_OPERATION_ACQ_STRICT_GEQ, false },
    { "ACQ_CIRC_GEQ of 64 bits", UINT64_C(0xfffffffffffffff0), UINT64_C(0x7ffffffffffffff0), 3,
      WIDE | PPBDMA_SEM_EXECUTE_OPERATION_ACQ_CIRC_GEQ, false },
    { "ACQ_AND of 64 bits", UINT64_C(0x6000000000), UINT64_C(0x9fffffffff), UINT64_C(0x2000000000),
      WIDE | PPBDMA_SEM_EXECUTE_OPERATION_ACQ_AND, false },
    { "ACQ_NOR of 64 bits", UINT64_C(0xffff0000ffffffff), UINT64_C(0x0000ffff00000000),
      UINT64_C(0x0000fff700000000), WIDE | PPBDMA_SEM_EXECUTE_OPERATION_ACQ_NOR, false },
};

/* The wait that drivers use between channels (§4.4). */
static const struct acquire older_acquire = {
    .name = "ACQ_GEQ of SEMAPHORED",
    .operation = HOST_SEMAPHORED_OPERATION_ACQ_GEQ | HOST_SEMAPHORED_ACQUIRE_SWITCH,
    .payload = 7,
    .held = 6,
    .passes = 8,
    .older = true,
};

/* No driver uses this one (§4.4). */
static const struct acquire older_acquire_and = {
    .name = "ACQ_AND of SEMAPHORED",
    .operation = HOST_SEMAPHORED_OPERATION_ACQ_AND,
    .payload = 0x60,
    .held = 0x9f,
    .passes = 0x20,
    .older = true,
};

/* The word that an acquire looks at, and the next one, which a narrow acquire leaves alone. */
static bool put_acquired(struct channel *channel, uint64_t value, const char *doing)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    return gv_setup_ok(setup, channel_semaphore_write(channel, 0x60, (uint32_t)value), doing) &&
           gv_setup_ok(setup, channel_semaphore_write(channel, 0x64, (uint32_t)(value >> 32)),
                       doing);
}

/* Waits while the word says no, passes when the CPU has changed it. */
static bool expect_acquire(struct channel *channel, const struct acquire *row, uint32_t number)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    struct test *const t = setup->t;
    const virtual_addr done = channel_semaphore(channel, 0x80);
    char what[64];
    struct text text = text_in(what, sizeof(what));

    text_format(&text, "%s that must wait", row->name);
    if (!put_acquired(channel, row->held, "preparing a semaphore"))
        return false;
    if (row->older)
        push_semaphore_old(&setup->push, channel_semaphore(channel, 0x60), (uint32_t)row->payload,
                           row->operation);
    else
        push_semaphore(&setup->push, channel_semaphore(channel, 0x60), row->payload,
                       row->operation);
    push_fence(&setup->push, done, number);
    if (!gv_setup_submit(channel))
        return false;
    t->card->bus->ops->wait_us(t->card->bus, STAYS_US);
    if (!expect_equal(t, number - 1, channel_semaphore_read(channel, 0x80), what))
        return false;
    if (!put_acquired(channel, row->passes, "letting go") ||
        !gv_setup_ok(setup, bar_flush(t->card), "flushing host writes"))
        return false;
    if (test_compared(t, channel_wait(channel, 0x80, number, ANSWER_US) == OK))
        return true;
    test_fail(t, "still waits in %s though 0x%llx lets it pass", row->name,
              (unsigned long long)row->passes);
    return false;
}

static void expect_acquires(struct test *t, const struct acquire *wanted, unsigned count)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    for (unsigned i = 0; i < count; i++)
        if (!expect_acquire(channel, &wanted[i], i + 1))
            return;
}

static void acquires_wait(struct test *t)
{
    expect_acquires(t, acquires, ARRAY_SIZE(acquires));
}

static void wide_acquires_wait(struct test *t)
{
    expect_acquires(t, wide_acquires, ARRAY_SIZE(wide_acquires));
}

static void older_acquire_waits(struct test *t)
{
    expect_acquires(t, &older_acquire, 1);
}

static void older_acquire_by_bits_waits(struct test *t)
{
    expect_acquires(t, &older_acquire_and, 1);
}

/* An acquire that is given up after 1024 * 100 ns, as RAMFC says (§3.2). */
static void acquire_times_out(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    struct pbdma_event event;

    if (!setup || !gv_setup_host(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.acquire = FIELD_PUT(RAMFC_ACQUIRE_RETRY_MAN, 2u) |
                   FIELD_PUT(RAMFC_ACQUIRE_TIMEOUT_MAN, 100u) | RAMFC_ACQUIRE_TIMEOUT_EN;
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        return;
    push_semaphore(&setup->push, channel_semaphore(channel, 0x60), 1,
                   PPBDMA_SEM_EXECUTE_OPERATION_ACQUIRE);
    if (!gv_setup_submit(channel))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at an acquire with a time-out of 102 us");
    else
        expect_equal(t, PPBDMA_INTR_0_ACQUIRE, event.interrupts, "INTR_0 after a time-out");
}

/* ---- refusals -------------------------------------------------------------------------------- */

/* A semaphore that many bytes after a boundary of 16. */
static bool submit_at(struct channel *channel, unsigned offset, uint32_t execute)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    push_semaphore(&setup->push, channel_semaphore(channel, 0xa0 + offset), 1, execute);
    return gv_setup_submit(channel);
}

/* A legal operation is taken at that boundary, so that an illegal one there is not refused for its
 * place. */
static bool expect_taken(struct test *t, uint32_t execute)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, 0xa0) || !submit_at(channel, 0, execute))
        return false;
    const bool right =
        test_works(t, channel_wait(channel, 0xa0, 1, ANSWER_US), "a release to a 16-byte boundary");
    host_close(&gv_setup_of(channel)->host);
    return right;
}

/* The interrupt SEMAPHORE, and nothing written (§4.5). */
static bool expect_refused(struct test *t, unsigned offset, uint32_t execute, const char *what)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct pbdma_event event;

    if (!channel || !stamp_clear(channel, 0xa0) || !submit_at(channel, offset, execute))
        return false;
    struct gv_setup *const setup = gv_setup_of(channel);
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK)) {
        test_fail(t, "raised no interrupt at %s", what);
        return false;
    }
    const bool right = expect_equal(t, PPBDMA_INTR_0_SEMAPHORE, event.interrupts, what);
    host_close(&setup->host);
    return right;
}

/* Wrong alignment, an operation that is not defined, and the reductions that host does not have. */
static void illegal_operations_are_refused(struct test *t)
{
    static const struct {
        uint32_t offset, execute;
        const char *what;
    } rows[] = {
        { 4, RELEASE | WIDE, "INTR_0 after a 64-bit release to a 4-byte boundary" },
        { 8, RELEASE | STAMP, "INTR_0 after a release with time to an 8-byte boundary" },
        { 0, 7, "INTR_0 after operation 7 of SEM_EXECUTE" },
        { 0,
          PPBDMA_SEM_EXECUTE_OPERATION_REDUCTION |
              FIELD_PUT(PPBDMA_SEM_EXECUTE_REDUCTION, (uint32_t)SEM_REDUCTION_INC),
          "INTR_0 after a signed INC" },
        { 0,
          PPBDMA_SEM_EXECUTE_OPERATION_REDUCTION | WIDE |
              FIELD_PUT(PPBDMA_SEM_EXECUTE_REDUCTION, (uint32_t)SEM_REDUCTION_IADD),
          "INTR_0 after a signed IADD of 64 bits" },
    };

    if (!expect_taken(t, RELEASE | STAMP) || !expect_taken(t, RELEASE | WIDE))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (!expect_refused(t, rows[i].offset, rows[i].execute, rows[i].what))
            return;
}

/* NON_STALL_INTERRUPT is told by PFIFO, and by PMC's tree 0 where EN_0 lets it (§1.3, §4.4). */
static void interrupt_arrives(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_CHANNEL_INTR);
    card_set32(t->card, PFIFO_INTR_EN_0, PFIFO_INTR_EN_0_CHANNEL_INTR);
    push_method(&setup->push, 0, HOST_NON_STALL_INTERRUPT, 0);
    if (!run_push(setup, channel, 1, false))
        return;
    expect_equal(t, PFIFO_INTR_0_CHANNEL_INTR,
                 card_read32(t->card, PFIFO_INTR_0) & PFIFO_INTR_0_CHANNEL_INTR,
                 "PFIFO_INTR_0 after NON_STALL_INTERRUPT");
    expect_equal(t, PMC_INTR_PFIFO, card_read32(t->card, PMC_INTR(0)) & PMC_INTR_PFIFO,
                 "PMC_INTR after NON_STALL_INTERRUPT");
    card_write32(t->card, PFIFO_INTR_0, PFIFO_INTR_0_CHANNEL_INTR);
    expect_equal(t, 0, card_read32(t->card, PFIFO_INTR_0) & PFIFO_INTR_0_CHANNEL_INTR,
                 "PFIFO_INTR_0 after its acknowledgement");
}

/* SET_REFERENCE shows in USERD, and so do the ring's index and the end of the push buffer (§3.3). It waits for idle, so
 * the channel has a context in an engine. */
static void userd_is_written_back(struct test *t)
{
    struct channel *const channel = gv_setup_copy_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_method(&setup->push, 0, HOST_SET_REFERENCE, 0x0ddba11);
    if (!run_push(setup, channel, 1, false) ||
        !gv_setup_ok(setup, host_preempt_channel(t->card, channel->form.id),
                     "preempting a channel"))
        return;
    expect_equal(t, 0x0ddba11, channel_userd(channel, USERD_REF), "REF of USERD");
    expect_equal(t, 1, channel_userd(channel, USERD_GP_GET), "GP_GET of USERD");
    expect_equal(t, channel->form.at.v + CHANNEL_PUSH + channel->push_used,
                 channel_userd(channel, USERD_GET) | (uint64_t)channel_userd(channel, USERD_GET_HI)
                                                         << 32,
                 "GET of USERD");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.release.old", .source = "gv100.md §4.4", .run = older_methods,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "vm.page.4k,vm.tlb.invalidate" },
    { .name = "host.release.old.short", .source = "gv100.md §4.4", .run = older_methods_of_4_bytes,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.acquire.old", .source = "gv100.md §4.4", .run = older_acquire_waits,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.acquire.old.bits", .source = "gv100.md §4.4", .run = older_acquire_by_bits_waits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire.old" },
    { .name = "host.release", .source = "gv100.md §4.5", .run = release_of_32_bits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.release.wait", .source = "gv100.md §8.4, §11 K41", .run = release_that_waits,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K41", .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "host.release.wide", .source = "gv100.md §4.5", .run = release_of_64_bits,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "host.release.time", .source = "gv100.md §4.5, §8.1", .run = release_with_time,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release,link.time" },
    { .name = "host.acquire", .source = "gv100.md §4.5", .run = acquires_wait,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "host.acquire.wide", .source = "gv100.md §4.5", .run = wide_acquires_wait,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire" },
    { .name = "host.acquire.timeout", .source = "gv100.md §3.2", .run = acquire_times_out,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.acquire" },
    { .name = "host.semaphore.refused", .source = "gv100.md §4.5", .run = illegal_operations_are_refused,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "host.interrupt", .source = "gv100.md §4.4, §1.3", .run = interrupt_arrives,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.userd", .source = "gv100.md §3.3", .run = userd_is_written_back,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
};
/* clang-format on */

const struct test_group gv100_semaphore_tests = { rows, ARRAY_SIZE(rows) };
