/* Push buffers: every kind of entry, and the words that raise an interrupt; the channel survives
 * the recovery. */
#include "suite/gv100/groups.h"

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ppbdma.h"
#include "mmu/gv100/pb.h"

/* As push_fence makes them, word by word. */
#define RELEASE (HOST_SEMAPHORED_OPERATION_RELEASE | HOST_SEMAPHORED_RELEASE_WFI_DISABLED)
#define WORD    0x100u /* offset of the semaphore that the tests look at */

/* The words of a header, packed by mmu/. */
static void add(struct gv_setup *setup, struct pb_entry entry)
{
    uint32_t word = 0;

    if (gv_setup_ok(setup, pb_pack(&entry, &word), "packing a push buffer entry"))
        push_word(&setup->push, word);
}

/* All of a release into WORD but SEMAPHORED. */
static void begin_release(struct channel *channel, uint32_t payload)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const virtual_addr at = channel_semaphore(channel, WORD);

    push_header(&setup->push, 0, HOST_SEMAPHOREA, 3);
    push_word(&setup->push, (uint32_t)(at.v >> 32));
    push_word(&setup->push, (uint32_t)at.v);
    push_word(&setup->push, payload);
}

static bool expect_word(struct channel *channel, uint32_t payload, uint32_t number,
                        const char *what)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    return run_push(setup, channel, number, false) &&
           expect_equal(setup->t, payload, channel_semaphore_read(channel, WORD), what);
}

/* Increasing, immediate, increasing once, not increasing, and no-ops between them (§4.2). */
static void every_header(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    begin_release(channel, 0);
    push_word(&setup->push, PB_NOP);
    add(setup, (struct pb_entry){ .kind = PB_IMMD, .address = HOST_SEMAPHOREC, .data = 0x11 });
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    if (!expect_word(channel, 0x11, 1, "a release whose payload came by IMMD"))
        return;
    begin_release(channel, 0);
    add(setup, (struct pb_entry){ .kind = PB_NONINCR, .count = 3, .address = HOST_SEMAPHOREC });
    push_word(&setup->push, 0x20);
    push_word(&setup->push, 0x21);
    push_word(&setup->push, 0x22);
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    if (!expect_word(channel, 0x22, 2, "a release whose payload came by NONINC"))
        return;
    begin_release(channel, 0);
    /* The first word goes to SEMAPHOREA, both others to SEMAPHOREB. */
    const virtual_addr at = channel_semaphore(channel, WORD);
    add(setup, (struct pb_entry){ .kind = PB_ONEINCR, .count = 3, .address = HOST_SEMAPHOREA });
    push_word(&setup->push, (uint32_t)(at.v >> 32));
    push_word(&setup->push, (uint32_t)at.v + 0x40);
    push_word(&setup->push, (uint32_t)at.v);
    push_method(&setup->push, 0, HOST_SEMAPHOREC, 0x35);
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    if (!expect_word(channel, 0x35, 3, "a release whose address came by ONEINC"))
        return;
    /* A count of 0 is no operation. */
    begin_release(channel, 0x44);
    add(setup, (struct pb_entry){ .kind = PB_INCR, .count = 0, .address = HOST_SEMAPHOREC });
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    expect_word(channel, 0x44, 4, "a release behind a header of count 0");
}

/* The rest of the segment is not obeyed (§4.2). */
static void end_of_segment(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    begin_release(channel, 0x66);
    push_word(&setup->push, FIELD_PUT(PB_SEC_OP, (uint32_t)PB_SEC_OP_END_PB_SEGMENT));
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    if (gv_setup_submit(channel))
        expect_word(channel, 0, 1, "a release behind END_PB_SEGMENT");
}

/* Methods are dropped while the subdevice mask leaves this one out (§4.2). */
static void subdevice_masks(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    begin_release(channel, 0x71);
    add(setup, (struct pb_entry){ .kind = PB_SET_MASK, .mask = 2 }); /* we are 1 */
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    add(setup, (struct pb_entry){ .kind = PB_SET_MASK, .mask = 0xfff });
    if (!expect_word(channel, 0, 1, "a release for another subdevice"))
        return;
    begin_release(channel, 0x72);
    add(setup, (struct pb_entry){ .kind = PB_STORE_MASK, .mask = 1 });
    add(setup, (struct pb_entry){ .kind = PB_SET_MASK, .mask = 2 });
    add(setup, (struct pb_entry){ .kind = PB_USE_MASK });
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    add(setup, (struct pb_entry){ .kind = PB_SET_MASK, .mask = 0xfff });
    expect_word(channel, 0x72, 2, "a release behind USE_SUBDEVICE_MASK");
}

/* A header whose data words lie in the next segment (§4.2). */
static void data_goes_on_in_the_next_segment(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const virtual_addr at = channel_semaphore(channel, WORD);
    push_header(&setup->push, 0, HOST_SEMAPHOREA, 4);
    push_word(&setup->push, (uint32_t)(at.v >> 32));
    push_word(&setup->push, (uint32_t)at.v);
    if (!gv_setup_submit(channel))
        return;
    setup->sent = "behind a method whose words lie in two segments";
    push_word(&setup->push, 0x88);
    push_word(&setup->push, RELEASE);
    expect_word(channel, 0x88, 1, "a release whose words lie in two segments");
}

/* ---- words that raise an interrupt ----------------------------------------------------------- */

/* One word that is illegal, and how the PBDMA gets over it. */
struct illegal {
    const char *what;
    uint32_t words[2];
    unsigned count;
    uint32_t interrupt; /* of INTR_0 */
    bool entry;         /* it is an entry, not a method: PB_HEADER is mended */
};

/* The PBDMA stops, names the word, and goes on when that is mended (§4.2, §4.3, §4.7). */
static bool expect_survived(struct test *t, const struct illegal *row, struct channel *channel)
{
    struct pbdma_event event;

    if (!channel)
        return false;
    struct gv_setup *const setup = gv_setup_of(channel);
    const unsigned pbdma = channel_pbdma(channel);
    begin_release(channel, 0x90);
    for (unsigned i = 0; i < row->count; i++)
        push_word(&setup->push, row->words[i]);
    push_method(&setup->push, 0, HOST_SEMAPHORED, RELEASE);
    if (!gv_setup_submit(channel))
        return false;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK)) {
        test_fail(t, "raised no interrupt at %s", row->what);
        return false;
    }
    if (!expect_equal(t, row->interrupt, event.interrupts, row->what) ||
        !expect_equal(t, 0, channel_semaphore_read(channel, WORD), "a release behind what stopped"))
        return false;
    expect_equal(t, channel->form.id, event.channel, "the channel of a stopped PBDMA");
    if (row->entry) {
        expect_equal(t, row->words[0], event.header, "HDR_SHADOW of an illegal entry");
        card_write32(t->card, PPBDMA_PB_HEADER(pbdma),
                     FIELD_PUT(PPBDMA_PB_HEADER_TYPE, PPBDMA_PB_HEADER_TYPE_INC) |
                         PPBDMA_PB_HEADER_FIRST);
        card_write32(t->card, PPBDMA_PB_COUNT(pbdma),
                     card_read32(t->card, PPBDMA_PB_COUNT(pbdma)) & ~PPBDMA_PB_COUNT_VALUE);
        pbdma_acknowledge(t->card, pbdma);
    } else {
        expect_equal(t, row->words[0] & PB_METHOD_ADDRESS,
                     FIELD_GET(PPBDMA_METHOD0_ADDR, event.method), "METHOD0 of a stopped PBDMA");
        pbdma_drop_method(t->card, pbdma);
    }
    if (test_compared(t, channel_wait(channel, WORD, 0x90, ANSWER_US) != OK)) {
        test_fail(t, "does not go on after the recovery from %s", row->what);
        return false;
    }
    host_close(&setup->host);
    return true;
}

/* Its methods reach it whatever the mask says. */
static struct channel *unfiltered_channel(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup))
        return NULL;
    struct channel_form form = gv_setup_form(setup, 0);
    form.all_subdevices = true;
    struct channel *const channel = gv_setup_channel(setup, &form);

    return channel && gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist")
               ? channel
               : NULL;
}

#define INC1(subchannel, method)                                                                   \
    (0x20010000u | (uint32_t)(subchannel) << 13 | (uint32_t)(method) / 4)

static void expect_all_survived(struct test *t, const struct illegal *rows, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (!expect_survived(t, &rows[i], gv_setup_host_channel(t)))
            return;
}

static void illegal_methods_stop(struct test *t)
{
    static const struct illegal rows[] = {
        { "INTR_0 after method ILLEGAL",
          { INC1(0, HOST_ILLEGAL), 5 },
          2,
          PPBDMA_INTR_0_METHOD,
          false },
        { "INTR_0 after YIELD 1", { INC1(0, HOST_YIELD), 1 }, 2, PPBDMA_INTR_0_METHOD, false },
        { "INTR_0 after a reserved method of host",
          { INC1(0, 0x54), 1 },
          2,
          PPBDMA_INTR_0_METHOD,
          false },
    };

    expect_all_survived(t, rows, ARRAY_SIZE(rows));
}

/* Only a privileged channel may invalidate TLBs (§4.6). */
static void invalidate_needs_privilege(struct test *t)
{
    static const struct illegal row = { "INTR_0 after a TLB invalidate of a user's channel",
                                        { INC1(0, HOST_MEM_OP_D), 0x48000000 },
                                        2,
                                        PPBDMA_INTR_0_METHOD,
                                        false };

    expect_survived(t, &row, gv_setup_host_channel(t));
}

/* Subchannels 5 to 7 are software's (§4.3). */
static void software_methods_stop(struct test *t)
{
    static const struct illegal row = { "INTR_0 after a method of subchannel 5",
                                        { INC1(5, 0x100), 5 },
                                        2,
                                        PPBDMA_INTR_0_DEVICE,
                                        false };

    expect_survived(t, &row, gv_setup_host_channel(t));
}

static void illegal_entries_stop(struct test *t)
{
    static const struct illegal rows[] = {
        { "INTR_0 after the reserved entry 6", { 0xc0010000 }, 1, PPBDMA_INTR_0_PBENTRY, true },
        { "INTR_0 after an entry of the old non-increasing form",
          { 0x40040100 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
    };

    expect_all_survived(t, rows, ARRAY_SIZE(rows));
}

/* Their words are documented to be no entries; that they raise PBENTRY is not (§4.2). */
static void doubtful_entries_stop(struct test *t)
{
    static const struct illegal rows[] = {
        { "INTR_0 after an entry of the old increasing form",
          { 0x00040100 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
        { "INTR_0 after a control entry with bits 28:18",
          { 0x00090010 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
        { "INTR_0 after a STORE_SUBDEVICE_MASK with bits 28:18",
          { 0x000a0010 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
        { "INTR_0 after a USE_SUBDEVICE_MASK with bits 28:18",
          { 0x000b0000 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
    };

    expect_all_survived(t, rows, ARRAY_SIZE(rows));
}

/* An INC or ONEINC that runs past the last method (§4.2). */
static void headers_past_the_last_method_stop(struct test *t)
{
    static const struct illegal rows[] = {
        { "INTR_0 after an INC past method 0x3ffc",
          { 0x20028fff },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
        { "INTR_0 after a ONEINC past method 0x3ffc",
          { 0xa0028fff },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
    };

    expect_all_survived(t, rows, ARRAY_SIZE(rows));
}

/* Where CHANNEL_DMA is off, nothing is filtered by subdevice, and the two entries that would set the mask are illegal. */
static void masks_without_filter_stop(struct test *t)
{
    static const struct illegal rows[] = {
        { "INTR_0 after a SET_SUBDEVICE_MASK with CHANNEL_DMA off",
          { 0x00010010 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
        { "INTR_0 after a USE_SUBDEVICE_MASK with CHANNEL_DMA off",
          { 0x00030000 },
          1,
          PPBDMA_INTR_0_PBENTRY,
          true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (!expect_survived(t, &rows[i], unfiltered_channel(t)))
            return;
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.push", .source = "gv100.md §4.2", .run = every_header,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.push.end", .source = "gv100.md §4.2", .run = end_of_segment,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.push.subdevice", .source = "gv100.md §4.2", .run = subdevice_masks,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.push.split", .source = "gv100.md §4.2", .run = data_goes_on_in_the_next_segment,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.method", .source = "gv100.md §4.4, §4.7", .run = illegal_methods_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.privilege", .source = "gv100.md §4.6", .run = invalidate_needs_privilege,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.subchannel", .source = "gv100.md §4.3", .run = software_methods_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.entry", .source = "gv100.md §4.2", .run = illegal_entries_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.old", .source = "gv100.md §4.2", .run = doubtful_entries_stop,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K35", .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.last", .source = "gv100.md §4.2", .run = headers_past_the_last_method_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push" },
    { .name = "host.illegal.mask", .source = "gv100.md §4.2", .run = masks_without_filter_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.push.subdevice,host.illegal.entry" },
};
/* clang-format on */

const struct test_group gv100_push_tests = { rows, ARRAY_SIZE(rows) };
