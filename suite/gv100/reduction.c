/* Reductions of the host's semaphores, of both families of methods: each against arithmetic done by hand
 * (docs/hardware/gv100.md §4.4, §4.5). */
#include "suite/gv100/groups.h"

#include "engines/gv100/clock.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/ppbdma.h"
#include "suite/gv100/time_stamp.h"

#define WIDE     PPBDMA_SEM_EXECUTE_PAYLOAD_SIZE
#define STAMP    PPBDMA_SEM_EXECUTE_RELEASE_TIMESTAMP
#define WORD     0x70u /* of the page of semaphores */
#define UNSIGNED PPBDMA_SEM_EXECUTE_REDUCTION_FORMAT

/* One reduction: memory before it, its operand, memory after it. */
struct reduction {
    const char *name;
    uint8_t operation;
    uint32_t flags;
    uint64_t before, payload, after;
};

static const struct reduction reductions[] = {
    { "IMIN", SEM_REDUCTION_IMIN, 0, 5, 0xfffffffe, 0xfffffffe },
    { "IMIN unsigned", SEM_REDUCTION_IMIN, UNSIGNED, 5, 0xfffffffe, 5 },
    { "IMAX", SEM_REDUCTION_IMAX, 0, 5, 0xfffffffe, 5 },
    { "IMAX unsigned", SEM_REDUCTION_IMAX, UNSIGNED, 5, 0xfffffffe, 0xfffffffe },
    { "IMIN of 64 bits", SEM_REDUCTION_IMIN, WIDE, 5, UINT64_C(0xfffffffffffffff0),
      UINT64_C(0xfffffffffffffff0) },
    { "IMAX unsigned of 64 bits", SEM_REDUCTION_IMAX, WIDE | UNSIGNED, 5,
      UINT64_C(0x8000000000000000), UINT64_C(0x8000000000000000) },
    { "IMIN unsigned of 64 bits", SEM_REDUCTION_IMIN, WIDE | UNSIGNED, 5,
      UINT64_C(0x8000000000000000), 5 },
    { "IMAX of 64 bits", SEM_REDUCTION_IMAX, WIDE, 5, UINT64_C(0xfffffffffffffff0), 5 },
    { "IAND of 64 bits", SEM_REDUCTION_IAND, WIDE, UINT64_C(0xff00ff00ff00ff00),
      UINT64_C(0x0123456789abcdef), UINT64_C(0x010045008900cd00) },
    { "IOR of 64 bits", SEM_REDUCTION_IOR, WIDE, UINT64_C(0xff00ff00ff00ff00),
      UINT64_C(0x0123456789abcdef), UINT64_C(0xff23ff67ffabffef) },
    { "IXOR", SEM_REDUCTION_IXOR, 0, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0 },
    { "IAND", SEM_REDUCTION_IAND, 0, 0xff00ff00, 0x0ff00ff0, 0x0f000f00 },
    { "IOR", SEM_REDUCTION_IOR, 0, 0xff00ff00, 0x0ff00ff0, 0xfff0fff0 },
    { "IXOR of 64 bits", SEM_REDUCTION_IXOR, WIDE, UINT64_C(0xff00ff00ff00ff00),
      UINT64_C(0x0123456789abcdef), UINT64_C(0xfe23ba6776ab32ef) },
    { "IADD", SEM_REDUCTION_IADD, 0, 0xfffffff0, 0x20, 0x10 },
    { "IADD unsigned of 64 bits", SEM_REDUCTION_IADD, WIDE | UNSIGNED, 0xffffffff, 1,
      UINT64_C(0x100000000) },
    { "INC below", SEM_REDUCTION_INC, UNSIGNED, 4, 5, 5 },
    { "INC at the end", SEM_REDUCTION_INC, UNSIGNED, 5, 5, 0 },
    { "DEC", SEM_REDUCTION_DEC, UNSIGNED, 5, 9, 4 },
    { "DEC of 0", SEM_REDUCTION_DEC, UNSIGNED, 0, 9, 9 },
    { "DEC above", SEM_REDUCTION_DEC, UNSIGNED, 10, 9, 9 },
};

/* SEMAPHORED has 32 bits and its own bits around the same codes; of 4 bytes, it stamps no time (§4.4). */
static const struct reduction older_reductions[] = {
    { "IMIN of SEMAPHORED", SEM_REDUCTION_IMIN, 0, 5, 0xfffffffe, 0xfffffffe },
    { "unsigned IMIN of SEMAPHORED", SEM_REDUCTION_IMIN, UNSIGNED, 5, 0xfffffffe, 5 },
    { "IXOR of SEMAPHORED", SEM_REDUCTION_IXOR, 0, 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0 },
    { "IADD of SEMAPHORED", SEM_REDUCTION_IADD, 0, 0xfffffff0, 0x20, 0x10 },
};

static void push_reduction(struct channel *channel, const struct reduction *row, bool older)
{
    struct push *const push = &gv_setup_of(channel)->push;
    const virtual_addr at = channel_semaphore(channel, WORD);

    if (older)
        push_semaphore_old(push, at, (uint32_t)row->payload,
                           HOST_SEMAPHORED_OPERATION_REDUCTION |
                               HOST_SEMAPHORED_RELEASE_WFI_DISABLED |
                               HOST_SEMAPHORED_RELEASE_SIZE_4BYTE |
                               FIELD_PUT(HOST_SEMAPHORED_REDUCTION, (uint32_t)row->operation) |
                               (row->flags & UNSIGNED ? HOST_SEMAPHORED_FORMAT_UNSIGNED : 0));
    else
        push_semaphore(push, at, row->payload,
                       PPBDMA_SEM_EXECUTE_OPERATION_REDUCTION | row->flags |
                           FIELD_PUT(PPBDMA_SEM_EXECUTE_REDUCTION, (uint32_t)row->operation));
}

static bool expect_reduction(struct channel *channel, const struct reduction *row, bool older,
                             uint32_t number)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const uint64_t mask = row->flags & WIDE ? UINT64_MAX : UINT32_MAX;

    if (!gv_setup_ok(setup, channel_semaphore_write(channel, WORD, (uint32_t)row->before),
                     "preparing a semaphore") ||
        !gv_setup_ok(setup,
                     channel_semaphore_write(channel, WORD + 4, (uint32_t)(row->before >> 32)),
                     "preparing a semaphore"))
        return false;
    push_reduction(channel, row, older);
    return run_push(setup, channel, number, false) &&
           expect_equal(setup->t, row->after, stamp_word64(channel, WORD) & mask, row->name);
}

static void expect_reductions(struct test *t, const struct reduction *wanted, unsigned count,
                              bool older)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    for (unsigned i = 0; i < count; i++)
        if (!expect_reduction(channel, &wanted[i], older, i + 1))
            return;
}

static void reductions_compute(struct test *t)
{
    expect_reductions(t, reductions, ARRAY_SIZE(reductions), false);
}

static void older_reductions_compute(struct test *t)
{
    expect_reductions(t, older_reductions, ARRAY_SIZE(older_reductions), true);
}

/* The time is stored after the word, which the reduction changes as it does without a time
 * (§4.5). */
static void reduction_with_time(struct test *t)
{
    static const struct reduction row = { "IADD with time", SEM_REDUCTION_IADD, STAMP, 7, 5, 12 };
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !stamp_clear(channel, WORD))
        return;
    const uint64_t before = clock_read(t->card, CLOCK_USERMODE);
    if (!expect_reduction(channel, &row, false, 1))
        return;
    const uint64_t after = clock_read(t->card, CLOCK_USERMODE);
    stamp_expect(t, stamp_word64(channel, WORD + 8), before, after, "reduction");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.reduction", .source = "gv100.md §4.5", .run = reductions_compute,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release" },
    { .name = "host.reduction.time", .source = "gv100.md §4.5, §8.1", .run = reduction_with_time,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.reduction,host.release.time" },
    { .name = "host.reduction.old", .source = "gv100.md §4.4", .run = older_reductions_compute,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.reduction" },
};
/* clang-format on */

const struct test_group gv100_reduction_tests = { rows, ARRAY_SIZE(rows) };
