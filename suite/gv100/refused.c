/* Methods for an engine that host, or a copy engine's part of it, refuses (docs/hardware/gv100.md
 * §4.7). */
#include "suite/gv100/groups.h"

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"

/* An engine method in a channel without the engine's context (§4.7). */
static void engine_method_without_context_stops(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct pbdma_event event;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_method(&setup->push, COPY_SUBCHANNEL, HOST_SET_OBJECT, gv_setup_copy_class(setup));
    if (!gv_setup_submit(channel))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a copy class without its context");
    else
        expect_equal(t, PPBDMA_INTR_1_CTXNOTVALID, event.interrupts_1,
                     "INTR_1 after a copy class without its context");
}

/* SET_OBJECT is checked on a copy engine's runlist (§4.4). */
static void wrong_class_stops(struct test *t)
{
    struct channel *const channel = gv_setup_copy_channel(t);
    struct pbdma_event event;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_method(&setup->push, COPY_SUBCHANNEL, HOST_SET_OBJECT, gv_setup_copy_class(setup));
    if (!run_push(setup, channel, 1, false))
        return;
    push_method(&setup->push, COPY_SUBCHANNEL, HOST_SET_OBJECT, 0x1234);
    if (!gv_setup_submit(channel))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at class 0x1234 on a copy engine");
    else
        expect_equal(t, PPBDMA_INTR_1_HCE_ILLEGAL_CLASS, event.interrupts_1,
                     "INTR_1 after class 0x1234");
}

/* ---- refused by the copy engine's part of host (§4.7) ---------------------------------------- */

/* A method that is refused, with one that goes before it, and the bit of INTR_1 that says so. */
struct refused {
    const char *what;
    uint32_t before, before_data; /* 0: none */
    uint32_t method, data;
    uint32_t interrupt;
};

static struct channel *open_engine(struct test *t)
{
    struct channel *const channel = gv_setup_copy_channel(t);

    if (!channel)
        return NULL;
    push_method(&gv_setup_of(channel)->push, COPY_SUBCHANNEL, HOST_SET_OBJECT,
                gv_setup_copy_class(gv_setup_of(channel)));
    return run_push(gv_setup_of(channel), channel, 1, true) ? channel : NULL;
}

/* The PBDMA stops, HCE_DBG0 and 1 tell at which method, which is dropped: acknowledged, the PBDMA
 * goes on after it. */
static void expect_refused(struct test *t, struct channel *channel, const struct refused *row)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const unsigned pbdma = channel_pbdma(channel);
    struct pbdma_event event;

    if (row->before)
        push_method(&setup->push, COPY_SUBCHANNEL, row->before, row->before_data);
    push_method(&setup->push, COPY_SUBCHANNEL, row->method, row->data);
    push_fence(&setup->push, channel_semaphore(channel, 0x40), 2);
    if (!gv_setup_submit(channel))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK)) {
        test_fail(t, "raised no interrupt at %s", row->what);
        return;
    }
    expect_equal(t, row->interrupt, event.interrupts_1, row->what);
    expect_equal(t, row->method, card_read32(t->card, PPBDMA_HCE_DBG0(pbdma)),
                 "HCE_DBG0, the method that was refused");
    expect_equal(t, row->data, card_read32(t->card, PPBDMA_HCE_DBG1(pbdma)),
                 "HCE_DBG1, the data of the method that was refused");
    pbdma_acknowledge(t->card, pbdma);
    if (test_compared(t, channel_wait(channel, 0x40, 2, ANSWER_US) != OK))
        test_fail(t, "does not go on after the recovery from %s", row->what);
}

static void unknown_method_is_refused(struct test *t)
{
    static const struct refused row = {
        .what = "INTR_1 after a method that the copy class does not have",
        .method = 0x104,
        .data = 0x5a5a,
        .interrupt = PPBDMA_INTR_1_HCE_ILLEGAL_MTHD
    };
    struct channel *const channel = open_engine(t);

    if (channel)
        expect_refused(t, channel, &row);
}

/* Modes 0 to 4 are defined. */
static void unknown_render_mode_is_refused(struct test *t)
{
    static const struct refused row = { .what = "INTR_1 after mode 7 of SET_RENDER_ENABLE_C",
                                        .method = COPY_SET_RENDER_ENABLE_C,
                                        .data = 7,
                                        .interrupt = PPBDMA_INTR_1_HCE_RE_ILLEGAL_OP };
    struct channel *const channel = open_engine(t);

    if (channel)
        expect_refused(t, channel, &row);
}

/* The address is odd, and leads to the channel's own page: a card that reads it in spite of that does not fault. */
static void misaligned_render_address_is_refused(struct test *t)
{
    struct channel *const channel = open_engine(t);

    if (!channel)
        return;
    const virtual_addr at = channel_semaphore(channel, 0x81);
    const struct refused row = { "INTR_1 after SET_RENDER_ENABLE_C with an odd address",
                                 COPY_SET_RENDER_ENABLE_B,
                                 (uint32_t)at.v,
                                 COPY_SET_RENDER_ENABLE_C,
                                 COPY_RENDER_CONDITIONAL,
                                 PPBDMA_INTR_1_HCE_RE_ALIGNB };

    push_method(&gv_setup_of(channel)->push, COPY_SUBCHANNEL, COPY_SET_RENDER_ENABLE_A,
                (uint32_t)(at.v >> 32));
    expect_refused(t, channel, &row);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.context", .source = "gv100.md §4.7", .run = engine_method_without_context_stops,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.class", .source = "gv100.md §4.4", .run = wrong_class_stops,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.refused.method", .source = "gv100.md §4.7", .run = unknown_method_is_refused,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.class" },
    { .name = "host.refused.mode", .source = "gv100.md §4.7", .run = unknown_render_mode_is_refused,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K42", .claim = CLAIM_ENGINE, .needs = "host.class" },
    { .name = "host.refused.alignment", .source = "gv100.md §4.7", .run = misaligned_render_address_is_refused,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.class" },
};
/* clang-format on */

const struct test_group gv100_refused_tests = { rows, ARRAY_SIZE(rows) };
