/* The ways of VP2's engines, of PMPEG and of PCOUNTER to memory, started by registers alone. That this is
 * possible without a program and without PFIFO is unverified (tesla-engines.md §3.2 to §3.4). */
#include "suite/nv50/groups.h"
#include "suite/nv50/media_pages.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pcounter_record.h"
#include "engines/nv50/vp2.h"
#include "engines/window.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/xtensa.h"

#define COPY_SIZE 0x230u

/* ---- PVP2, PBSP ---- */

/* Every DMA index is a slot of its own: 0 to 14 have no object before a program loads one, 15 is the context
 * object, here with a page that is absent. Nothing is ever executed. */
static void fetch_through_each_index(struct test *t, struct pages *p, const struct media_unit *unit)
{
    struct vp2_event event;

    for (unsigned index = 0; index < XTENSA_REGIONS; index++) {
        const bool context = index == XTENSA_CONTEXT;
        const uint64_t base = context ? ABSENT * PAGE : 0;

        xtensa_fetch(t->card, unit, p->setup.vm.descriptor, index, base, PAGE, &event);
        if (!media_expect_fault(t, p, unit, (uint8_t)index,
                                context ? FAULT_PAGE_NOT_PRESENT : FAULT_NULL_DMAOBJ,
                                context ? PAGES_AT + base : 0, true) ||
            !media_expect_told(t, &event, XTENSA_INTR_VM_FAULT, "an xtensa core's interrupt"))
            return;
    }
    /* Beyond the region's own limit the VM is not asked. */
    xtensa_fetch(t->card, unit, p->setup.vm.descriptor, XTENSA_CONTEXT, 0, 0x20, &event);
    expect_equal(t, 0, event.interrupts & XTENSA_INTR_VM_FAULT, "an interrupt of a short region");
    expect_no_fault(t, "a fetch beyond a region's limit");
}

static void xtensa_indices_are_slots(struct test *t)
{
    media_each(t, MEDIA_XTENSA, fetch_through_each_index);
}

/* ---- PCIPHER ---- */

static struct pcipher_copy copy_of(const struct pages *p, enum page from, enum page to)
{
    return (struct pcipher_copy){ .src = p->selector,
                                  .dst = p->selector,
                                  .query = p->selector,
                                  .from = from * PAGE,
                                  .to = to * PAGE,
                                  .query_at = OTHER * PAGE,
                                  .size = COPY_SIZE };
}

static bool expect_copied(struct test *t, const struct pages *p, enum page from, enum page to)
{
    for (uint32_t at = 0; at <= COPY_SIZE; at += 4) {
        const linear_addr there = { p->at[to].v + at, p->at[to].target };
        const linear_addr named = { p->at[from].v + at, p->at[from].target };
        uint32_t seen;

        if (!test_ok(t, card_memory_read(t->card, there, &seen, 4), "reading back") ||
            !expect_equal(t, name_of(at < COPY_SIZE ? named : there), seen,
                          "memory that PCIPHER copied to"))
            return false;
    }
    return test_ok(t, name_words(t->card, p->at[to], COPY_SIZE), "naming memory again");
}

/* One good copy with its query, then a fault at each of the three places that a copy touches. */
static void copy_and_fault(struct test *t, struct pages *p, const struct media_unit *unit)
{
    const linear_addr query = p->at[OTHER];
    struct pcipher_copy copy = copy_of(p, FROM, TO);
    struct vp2_event event;
    uint32_t seen;

    vp2_open(t->card, unit, p->setup.vm.descriptor);
    copy.with_query = true;
    copy.sequence = name_of(p->at[TO]);
    pcipher_copy(t->card, unit, &copy, &event);
    expect_equal(t, 0, event.interrupts, "PCIPHER's interrupt after a copy");
    if (!expect_copied(t, p, FROM, TO) ||
        !test_ok(t, card_memory_read(t->card, query, &seen, 4), "reading back") ||
        !expect_equal(t, copy.sequence, seen, "PCIPHER's query") ||
        !test_ok(t, name_words(t->card, query, 0x10), "naming memory again"))
        return;
    copy = copy_of(p, ABSENT, TO);
    pcipher_copy(t->card, unit, &copy, &event);
    media_expect_fault(t, p, unit, PCIPHER_SLOT_SRC, FAULT_PAGE_NOT_PRESENT,
                       PAGES_AT + ABSENT * PAGE, true);
    media_expect_told(t, &event, PCIPHER_INTR_FAULT, "PCIPHER's interrupt after a fault");
    copy = copy_of(p, FROM, READ_ONLY);
    pcipher_copy(t->card, unit, &copy, &event);
    media_expect_fault(t, p, unit, PCIPHER_SLOT_DST, FAULT_PAGE_READ_ONLY,
                       PAGES_AT + READ_ONLY * PAGE, false);
    media_expect_told(t, &event, PCIPHER_INTR_FAULT, "PCIPHER's interrupt after a fault");
    expect_content(t, p->at[READ_ONLY], p->at[READ_ONLY]);
    copy = copy_of(p, FROM, TO);
    copy.with_query = true;
    copy.query_at = ABSENT * PAGE;
    pcipher_copy(t->card, unit, &copy, &event);
    media_expect_fault(t, p, unit, PCIPHER_SLOT_QUERY, FAULT_PAGE_NOT_PRESENT,
                       PAGES_AT + ABSENT * PAGE, false);
    media_expect_told(t, &event, PCIPHER_INTR_FAULT, "PCIPHER's interrupt after a fault");
}

static void pcipher_copies(struct test *t)
{
    media_each(t, MEDIA_PCIPHER, copy_and_fault);
}

/* ---- PMPEG ---- */

static void fetch_and_query(struct test *t, struct pages *p, const struct media_unit *unit)
{
    const uint32_t counter = name_of(p->at[TO]);
    struct vp2_event event;
    uint32_t seen;

    vp2_open(t->card, unit, p->setup.vm.descriptor);
    if (!test_ok(t, card_memory_fill(t->card, p->at[FROM], PMPEG_NOP, 0x40), "writing commands") ||
        !test_ok(t, host_flush(t->card), "flushing host writes"))
        return;
    pmpeg_fetch(t->card, unit, p->selector, FROM * PAGE, 0x40, &event);
    expect_equal(t, 0, event.error, "PMPEG's error after it fetched NOPs");
    expect_no_fault(t, "PMPEG's commands");
    pmpeg_fetch(t->card, unit, p->selector, ABSENT * PAGE, 0x40, &event);
    media_expect_fault(t, p, unit, PMPEG_SLOT_CMD, FAULT_PAGE_NOT_PRESENT, PAGES_AT + ABSENT * PAGE,
                       true);
    media_expect_told(t, &event, PMPEG_INTR_ERROR, "PMPEG's interrupt after a fault");
    expect_equal(t, PMPEG_ERROR_CMD, event.error, "PMPEG's error after a fault of its commands");
    if (unit->chips & chip_bit(t->card->chip) & CHIPS_VP1)
        return; /* no queries */
    pmpeg_query(t->card, unit, p->selector, OTHER * PAGE, counter, &event);
    if (!test_ok(t, card_memory_read(t->card, p->at[OTHER], &seen, 4), "reading back"))
        return;
    expect_equal(t, counter, seen, "PMPEG's query");
    pmpeg_query(t->card, unit, p->selector, READ_ONLY * PAGE, counter, &event);
    media_expect_fault(t, p, unit, PMPEG_SLOT_QUERY, FAULT_PAGE_READ_ONLY,
                       PAGES_AT + READ_ONLY * PAGE, false);
    media_expect_told(t, &event, PMPEG_INTR_ERROR, "PMPEG's interrupt after a fault");
    expect_equal(t, PMPEG_ERROR_QUERY, event.error, "PMPEG's error after a fault of a query");
}

static void pmpeg_fetches(struct test *t)
{
    media_each(t, MEDIA_PMPEG, fetch_and_query);
}

/* ---- PCOUNTER ---- */

/* The record buffer, slot b/f/0; then a fault, after which the domain stands still until the card is reset:
 * on a rig this is the last thing that domain 0 does (tesla-engines.md §5.5). So in the next round of a burn-in
 * there is nothing to look at, and RECORD_STATUS still says why. */
static void records_reach_memory(struct test *t)
{
    struct pages p;

    if (card_read32(t->card, PCOUNTER_RECORD_STATUS) & PCOUNTER_STATUS_FAULT) {
        test_lacks(
            t, "domain 0 stands still since a fault of its record buffer, until the card is reset");
        return;
    }
    pages_build(&p, t, TARGET_SYSRAM_SNOOP);
    if (!setup_ready(&p.setup))
        return;
    media_listen(t, PFB_VM_FAULT_PCOUNTER, 0);
    const uint32_t good = pcounter_record(t->card, p.setup.vm.descriptor, p.selector, TO * PAGE);
    uint32_t seen;
    expect_equal(t, PCOUNTER_PACKET_SHORT, good, "RECORD_STATUS after a packet");
    if (!test_ok(
            t,
            card_memory_read(t->card, (linear_addr){ p.at[TO].v + 4, p.at[TO].target }, &seen, 4),
            "reading back"))
        return;
    expect_equal(t, 1, seen >> 16, "the stops of a packet");
    const uint32_t bad = pcounter_record(t->card, p.setup.vm.descriptor, p.selector, ABSENT * PAGE);
    expect_record(t,
                  &(struct vm_fault){ .engine = VM_ENGINE_PCOUNTER,
                                      .client = VM_CLIENT_PCOUNTER,
                                      .reason = FAULT_PAGE_NOT_PRESENT,
                                      .channel = p.setup.vm.descriptor,
                                      .at = { PAGES_AT + ABSENT * PAGE } },
                  false);
    expect_equal(t, PCOUNTER_STATUS_FAULT, bad, "RECORD_STATUS after a fault");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.xtensa.fault", .source = "tesla-engines.md §3.2", .run = xtensa_indices_are_slots,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §3.2", .claim = CLAIM_ENGINE, .flags = TEST_RISKY },
    { .name = "vm.pcipher.copy", .source = "tesla-engines.md §3.3", .run = pcipher_copies,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §3.3", .claim = CLAIM_ENGINE, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.pmpeg.fetch", .source = "tesla-engines.md §3.4", .run = pmpeg_fetches,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §3.4", .claim = CLAIM_ENGINE, .flags = TEST_RISKY },
    { .name = "vm.pcounter.record", .source = "tesla-engines.md §5.5", .run = records_reach_memory,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §5.5", .claim = CLAIM_ENGINE, .needs = "link.dma", .features = FEATURE_PCOUNTER_RECORD, .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group vp2_tests = { rows, ARRAY_SIZE(rows) };
