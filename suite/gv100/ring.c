/* Rings of GP entries: wrap, control entries, checksums, and the conditions under which host runs a
 * channel. */
#include "suite/gv100/groups.h"

#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/usermode.h"
#include "mmu/gv100/pb.h"

#define RELEASE    PPBDMA_SEM_EXECUTE_OPERATION_RELEASE
#define POLYNOMIAL 0x04c11db7u

/* Bytes in little-endian order, most significant bit first, start 0, no final inversion (§4.1). */
static uint32_t crc(const uint32_t *words, unsigned count)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < 4 * count; i++) {
        sum ^= (words[i / 4] >> (8 * (i % 4)) & 0xff) << 24;
        for (unsigned bit = 0; bit < 8; bit++)
            sum = sum & BIT(31) ? sum << 1 ^ POLYNOMIAL : sum << 1;
    }
    return sum;
}

/* A channel with a ring of 8 entries. */
static struct channel *small_ring(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup) || !gv_setup_has_engine(setup))
        return NULL;
    struct channel_form form = gv_setup_form(setup, 0);
    form.ring_log2 = 3;
    struct channel *const channel = gv_setup_channel(setup, &form);

    return channel && gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist")
               ? channel
               : NULL;
}

static bool add_entry(struct gv_setup *setup, struct channel *channel, const struct gp_entry *gp)
{
    uint32_t words[GP_WORDS];

    return gv_setup_ok(setup, gp_pack(gp, words), "packing a GP entry") &&
           gv_setup_ok(setup, channel_add_entry(channel, words), "adding a GP entry");
}

/* Segments one by one, three times round the ring (§3.3). */
static void ring_wraps(struct test *t)
{
    struct channel *const channel = small_ring(t);

    if (!channel)
        return;
    gv_setup_of(channel)->sent = "in a ring that goes round";
    for (unsigned i = 1; i <= 3 * channel->ring_entries; i++)
        if (!run_push(gv_setup_of(channel), channel, i, false))
            return;
}

/* Seven entries at once: all that a ring of eight holds (§3.3). */
static void full_ring_runs(struct test *t)
{
    struct channel *const channel = small_ring(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 1; i < channel->ring_entries; i++) {
            struct gp_entry gp = { .length = 6 };
            virtual_addr at;

            push_start(&setup->push);
            push_semaphore(&setup->push, channel_semaphore(channel, 0x200 + 4 * i),
                           16 * (round + 1) + i, RELEASE);
            if (!gv_setup_ok(setup,
                             channel_write(channel, setup->push.words, setup->push.count, &at),
                             "writing a push buffer"))
                return;
            gp.get = at.v;
            if (!add_entry(setup, channel, &gp))
                return;
        }
        if (!gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
            return;
        const uint32_t last = channel->ring_entries - 1;
        if (!test_works(setup->t,
                        channel_wait(channel, 0x200 + 4 * last, 16 * (round + 1) + last, ANSWER_US),
                        "the last of all entries"))
            return;
        for (unsigned i = 1; i < channel->ring_entries; i++)
            expect_equal(t, 16 * (round + 1) + i, channel_semaphore_read(channel, 0x200 + 4 * i),
                         "a release of a full ring");
    }
}

/* Without the doorbell host does not look at an idle channel's GP_PUT; with it, and no new work, nothing is
 * harmed (§8.1). */
static void doorbell_without_work(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    setup->sent = "after a doorbell without work";
    for (unsigned i = 1; i < 5; i++) {
        channel_ring(channel);
        if (!run_push(setup, channel, i, false))
            return;
        channel_ring(channel);
    }
    card_write32(t->card, USERMODE_NOTIFY_CHANNEL_PENDING,
                 PCCSR_CHANNEL_COUNT - 1); /* a channel that there is not */
    (void)!run_push(setup, channel, 9, false);
}

/* NOP and the two checksums, with the right sum (§4.1). */
static void control_entries_pass(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    const struct gp_entry nop = { .control = true, .opcode = GP_OPCODE_NOP };
    setup->sent = "behind a GP entry NOP";
    if (add_entry(setup, channel, &nop))
        (void)!run_push(setup, channel, 1, false);
}

/* Adds setup->push to the ring as one segment, which is conditional. SYNC makes host settle whether to fetch it when the
 * segment before has been processed (K28). */
static bool add_conditional(struct gv_setup *setup, struct channel *channel)
{
    struct gp_entry gp = { .length = setup->push.count, .conditional = true, .sync_wait = true };
    virtual_addr at;

    if (!gv_setup_ok(setup, channel_write(channel, setup->push.words, setup->push.count, &at),
                     "writing a push buffer"))
        return false;
    gp.get = at.v;
    push_start(&setup->push);
    return add_entry(setup, channel, &gp);
}

static bool push_mask(struct gv_setup *setup, uint16_t mask)
{
    const struct pb_entry entry = { .kind = PB_SET_MASK, .mask = mask };
    uint32_t word = 0;

    if (!gv_setup_ok(setup, pb_pack(&entry, &word), "packing a push buffer entry"))
        return false;
    push_word(&setup->push, word);
    return true;
}

/* A segment that lets this subdevice (1) obey methods again, and then releases: only control entries are obeyed
 * while the mask leaves it out, so its release comes exactly when it has been fetched (§4.1, §4.2). */
static bool conditional_release(struct channel *channel, uint16_t mask_before, uint32_t payload,
                                uint32_t number)
{
    struct gv_setup *const setup = gv_setup_of(channel);

    if (!push_mask(setup, mask_before) || !gv_setup_submit(channel) || !push_mask(setup, 0xfff))
        return false;
    push_semaphore(&setup->push, channel_semaphore(channel, 0xc0), payload, RELEASE);
    if (!add_conditional(setup, channel) || !push_mask(setup, 0xfff))
        return false;
    return run_push(setup, channel, number, false);
}

static void conditional_segments(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);

    if (!channel || !conditional_release(channel, 0xfff, 0x51, 1) ||
        !expect_equal(t, 0x51, channel_semaphore_read(channel, 0xc0),
                      "a release in a conditional segment for this subdevice") ||
        !conditional_release(channel, 2, 0x52, 2))
        return;
    expect_equal(t, 0x51, channel_semaphore_read(channel, 0xc0),
                 "a release in a conditional segment for another subdevice");
}

/* A header's data words may not lie in a conditional segment (§4.2). */
static void conditional_data_stop(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct pbdma_event event;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_header(&setup->push, 0, HOST_NOP, 1);
    if (!gv_setup_submit(channel))
        return;
    push_word(&setup->push, 0);
    if (!add_conditional(setup, channel) ||
        !gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at data in a conditional segment");
    else
        expect_equal(t, PPBDMA_INTR_0_PBSEG, event.interrupts,
                     "INTR_0 after data in a conditional segment");
}

/* The interrupt that a control entry raises; the channel goes on when it is acknowledged. */
static bool expect_entry_stops(struct test *t, const struct gp_entry *gp, uint32_t interrupt,
                               const char *what)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct pbdma_event event;

    if (!channel)
        return false;
    struct gv_setup *const setup = gv_setup_of(channel);
    if (!add_entry(setup, channel, gp) ||
        !gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        return false;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK)) {
        test_fail(t, "raised no interrupt at %s", what);
        return false;
    }
    if (!expect_equal(t, interrupt, event.interrupts, what))
        return false;
    pbdma_acknowledge(t->card, channel_pbdma(channel));
    if (!run_push(setup, channel, 1, false))
        return false;
    host_close(&setup->host);
    return true;
}

static void illegal_entries_stop(struct test *t)
{
    static const struct gp_entry illegal = { .control = true, .opcode = GP_OPCODE_ILLEGAL };
    static const struct gp_entry unknown = { .control = true, .opcode = 0x45 };

    if (expect_entry_stops(t, &illegal, PPBDMA_INTR_0_GPENTRY, "INTR_0 after opcode ILLEGAL"))
        expect_entry_stops(t, &unknown, PPBDMA_INTR_0_GPENTRY, "INTR_0 after an unknown opcode");
}

/* A segment, then the sum of its words (§4.1; that all three sums are computed alike is open). */
static void segment_checksum(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    struct pbdma_event event;
    virtual_addr at;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    push_semaphore(&setup->push, channel_semaphore(channel, 0x40), 0x40, RELEASE);
    struct gp_entry gp = { .length = setup->push.count };
    struct gp_entry sum = { .control = true,
                            .opcode = GP_OPCODE_PB_CRC,
                            .operand = crc(setup->push.words, setup->push.count) };
    if (!gv_setup_ok(setup, channel_write(channel, setup->push.words, setup->push.count, &at),
                     "writing a push buffer"))
        return;
    gp.get = at.v;
    push_start(&setup->push);
    if (!add_entry(setup, channel, &gp) || !add_entry(setup, channel, &sum) ||
        !run_push(setup, channel, 1, false))
        return;
    sum.operand ^= 1;
    if (!add_entry(setup, channel, &gp) || !add_entry(setup, channel, &sum) ||
        !gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a wrong sum of a segment");
    else
        expect_equal(t, PPBDMA_INTR_0_PBCRC, event.interrupts, "INTR_0 after a wrong sum");
}

/* The sum over GP entries, from the start of the channel on (§4.1). */
static void ring_checksum(struct test *t)
{
    struct channel *const channel = gv_setup_host_channel(t);
    const struct gp_entry nop = { .control = true, .opcode = GP_OPCODE_NOP, .operand = 0x1234 };
    struct gp_entry sum = { .control = true, .opcode = GP_OPCODE_GP_CRC };
    struct pbdma_event event;
    uint32_t words[2 * GP_WORDS];

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    if (!gv_setup_ok(setup, gp_pack(&nop, words), "packing a GP entry"))
        return;
    sum.operand = crc(words, GP_WORDS);
    if (!add_entry(setup, channel, &nop) || !add_entry(setup, channel, &sum) ||
        !run_push(setup, channel, 1, false))
        return;
    sum.operand ^= 0x80000000;
    if (!add_entry(setup, channel, &sum) ||
        !gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a wrong sum of GP entries");
    else
        expect_equal(t, PPBDMA_INTR_0_GPCRC, event.interrupts, "INTR_0 after a wrong sum");
}

/* GP_PUT beyond the ring (§3.3). */
static void put_beyond_the_ring_stops(struct test *t)
{
    struct channel *const channel = small_ring(t);
    struct pbdma_event event;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    channel->gp_put = channel->ring_entries + 1;
    if (!gv_setup_ok(setup, channel_kick(channel), "ringing the doorbell"))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a GP_PUT beyond the ring");
    else
        expect_equal(t, PPBDMA_INTR_0_GPPTR, event.interrupts,
                     "INTR_0 after a GP_PUT beyond the ring");
}

/* The word that tells RAMFC from rubbish (§3.2). */
static void wrong_signature_stops(struct test *t)
{
    struct gv_setup *const setup = gv_setup_open(t);
    struct pbdma_event event;

    if (!setup || !gv_setup_host(setup))
        return;
    struct channel_form form = gv_setup_form(setup, 0);
    form.signature = 0xfade;
    struct channel *const channel = gv_setup_channel(setup, &form);
    if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist"))
        return;
    push_method(&setup->push, 0, HOST_NOP, 0);
    if (!gv_setup_submit(channel))
        return;
    if (test_compared(t, channel_wait_event(channel, &event, ANSWER_US) != OK))
        test_fail(t, "raised no interrupt at a wrong signature of RAMFC");
    else
        expect_equal(t, PPBDMA_INTR_0_SIGNATURE, event.interrupts,
                     "INTR_0 after a wrong signature");
}

/* Ring, push buffer, USERD and instance block in system memory, coherent and not (§2.4). */
static void channel_in_system_memory(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct gv_setup *const setup = gv_setup_open(t);

        if (!setup || !gv_setup_host(setup))
            return;
        struct channel_form form = gv_setup_form(setup, 0);
        form.where = form.instance = targets[i];
        setup->sent = "of a channel in system memory";
        struct channel *const channel = gv_setup_channel(setup, &form);
        if (!channel || !gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist") ||
            !run_push(setup, channel, 1, false) || !run_push(setup, channel, 2, false))
            return;
        host_close(&setup->host);
    }
}

/* SYNC lets the segment before end before this one is fetched: that one writes this one's words (§4.1). It waits for idle,
 * so the channel has a context in an engine. */
static void entry_waits_for_the_one_before(struct test *t)
{
    struct channel *const channel = gv_setup_copy_channel(t);
    virtual_addr first, second;

    if (!channel)
        return;
    struct gv_setup *const setup = gv_setup_of(channel);
    /* The second segment is a release of a payload that the first one writes into it. */
    push_semaphore(&setup->push, channel_semaphore(channel, 0x80), 0, RELEASE);
    if (!gv_setup_ok(setup, channel_write(channel, setup->push.words, setup->push.count, &second),
                     "writing a push buffer"))
        return;
    push_start(&setup->push);
    push_semaphore(&setup->push, (virtual_addr){ second.v + 3 * 4 }, 0x5afe,
                   RELEASE | PPBDMA_SEM_EXECUTE_RELEASE_WFI);
    if (!gv_setup_ok(setup, channel_write(channel, setup->push.words, setup->push.count, &first),
                     "writing a push buffer"))
        return;
    const struct gp_entry a = { .get = first.v, .length = 6 };
    const struct gp_entry b = { .get = second.v, .length = 6, .sync_wait = true };
    push_start(&setup->push);
    if (add_entry(setup, channel, &a) && add_entry(setup, channel, &b) &&
        run_push(setup, channel, 1, false))
        expect_equal(t, 0x5afe, channel_semaphore_read(channel, 0x80),
                     "a release that the segment before has written");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "host.ring", .source = "gv100.md §3.3", .run = ring_wraps,
      .basis = PROVEN, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.ring.full", .source = "gv100.md §3.3", .run = full_ring_runs,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.ring" },
    { .name = "host.ring.put", .source = "gv100.md §3.3", .run = put_beyond_the_ring_stops,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.ring" },
    { .name = "host.doorbell", .source = "gv100.md §8.1", .run = doorbell_without_work,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.entry.control", .source = "gv100.md §4.1", .run = control_entries_pass,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.ring" },
    { .name = "host.entry.illegal", .source = "gv100.md §4.1", .run = illegal_entries_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.entry.control" },
    { .name = "host.entry.conditional", .source = "gv100.md §4.1, §4.2", .run = conditional_segments,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.ring,host.push.subdevice" },
    { .name = "host.entry.conditional.data", .source = "gv100.md §4.2", .run = conditional_data_stop,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.entry.conditional" },
    { .name = "host.entry.sync", .source = "gv100.md §4.1", .run = entry_waits_for_the_one_before,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.ring" },
    { .name = "host.crc.segment", .source = "gv100.md §4.1", .run = segment_checksum,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K34", .claim = CLAIM_ENGINE,
      .needs = "host.entry.control" },
    { .name = "host.crc.ring", .source = "gv100.md §4.1", .run = ring_checksum,
      .basis = UNVERIFIED, .experiment = "gv100.md §11 K34", .claim = CLAIM_ENGINE,
      .needs = "host.entry.control" },
    { .name = "host.signature", .source = "gv100.md §3.2", .run = wrong_signature_stops,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old" },
    { .name = "host.system", .source = "gv100.md §2.4", .run = channel_in_system_memory,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "host.release.old,link.dma,vm.page.system" },
};
/* clang-format on */

const struct test_group gv100_ring_tests = { rows, ARRAY_SIZE(rows) };
