/* The falcon engines' ways to memory: eight ports each, every port a VM slot (tesla-engines.md §1.6). The
 * host starts the transfers; that this works without a program is unverified (§2.4, §2.5). */
#include "suite/nv50/groups.h"
#include "suite/nv50/media_pages.h"

#include "engines/nv50/falcon.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/falcon.h"

#define WORDS (FALCON_XFER / 4)

/* One engine after the other, each with the pages. */
struct mover {
    struct pages p;
    struct falcon falcon;
};

/* The context object of the engine, which port 7 shows, is the paged one too. */
static bool open_mover(struct mover *m, struct test *t, const struct media_unit *unit)
{
    return media_open(t, &m->p, unit) &&
           test_ok(t, falcon_open(&m->falcon, t->card, unit, m->p.setup.vm.descriptor),
                   "starting a falcon") &&
           test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)unit->engine), "flushing a TLB");
}

/* Every falcon that the card has; none: the card lacks it. */
static void each_falcon(struct test *t, bool (*body)(struct test *t, struct mover *m))
{
    char words[TEST_SENTENCE_MAX];
    struct text names = text_in(words, sizeof(words));
    for (unsigned i = 0; i < MEDIA_UNIT_COUNT; i++) {
        const struct media_unit *unit = &media_units[i];
        struct mover m = { .falcon = { .card = NULL } };

        if (unit->kind != MEDIA_FALCON || !media_present(t->card, unit))
            continue;
        text_format(&names, " %s", unit->name);
        const bool good = open_mover(&m, t, unit) && body(t, &m);
        if (m.falcon.card)
            falcon_close(&m.falcon);
        if (!good)
            return;
    }
    if (names.used == 0)
        test_lacks(t, "no falcon engine that fuses show");
    else
        test_note(t, "through%s", words);
}

static bool expect_data(struct test *t, struct mover *m, linear_addr page, unsigned port)
{
    uint32_t words[WORDS];

    falcon_data_read(&m->falcon, words, WORDS);
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t wanted = name_of((linear_addr){ page.v + 4 * i, page.target });

        if (test_compared(t, words[i] == wanted))
            continue;
        test_fail(t, "%s loaded 0x%x into word 0x%x of its data through port %u, expected 0x%x",
                  m->falcon.unit->name, words[i], i, port, wanted);
        return false;
    }
    return true;
}

static bool expect_quiet(struct test *t, struct mover *m, unsigned port,
                         const struct falcon_event *event)
{
    if (test_compared(t, !event->lines && !event->stuck))
        return true;
    test_fail(t, "%s complains with lines 0x%x about a transfer through port %u",
              m->falcon.unit->name, event->lines, port);
    return false;
}

/* PDAEMON has no context object, so its port 7 shows no memory (port_without_object_faults). */
static unsigned ports_of(const struct mover *m)
{
    return m->falcon.unit->engine == VM_ENGINE_PDAEMON ? FALCON_PORT_CONTEXT : FALCON_PORTS;
}

/* Each port loads a page that names itself and stores it to another; the word after it must keep
 * its own name. */
static bool load_and_store(struct test *t, struct mover *m)
{
    for (unsigned port = 0; port < ports_of(m); port++) {
        const linear_addr from = m->p.at[FROM], to = m->p.at[TO];
        struct falcon_event event;
        uint32_t seen;

        if (!test_ok(t, falcon_port(&m->falcon, port, m->p.selector), "enabling a port"))
            return false;
        falcon_transfer(&m->falcon, port, false, FROM * PAGE, &event);
        if (!expect_quiet(t, m, port, &event) || !expect_data(t, m, from, port))
            return false;
        falcon_transfer(&m->falcon, port, true, TO * PAGE, &event);
        if (!expect_quiet(t, m, port, &event) ||
            !test_ok(t, host_flush(t->card), "flushing host writes"))
            return false;
        for (unsigned i = 0; i < WORDS + 1; i++) {
            const linear_addr there = { to.v + 4 * i, to.target };
            const uint32_t wanted =
                i < WORDS ? name_of((linear_addr){ from.v + 4 * i, from.target }) : name_of(there);

            if (!test_ok(t, card_memory_read(t->card, there, &seen, 4), "reading back") ||
                !expect_equal(t, wanted, seen, "memory that a falcon stored to"))
                return false;
        }
        if (!test_ok(t, name_words(t->card, to, FALCON_XFER), "naming memory again"))
            return false;
    }
    return expect_no_fault(t, "transfers of a falcon");
}

static void ports_reach_memory(struct test *t)
{
    each_falcon(t, load_and_store);
}

/* ---- faults ---- */

static bool expect_refused(struct test *t, struct mover *m, unsigned port, bool store,
                           enum page page, uint8_t reason)
{
    const struct media_unit *const unit = m->falcon.unit;
    const struct vm_fault wanted = { .engine = unit->engine,
                                     .client = unit->client,
                                     .slot = (uint8_t)port,
                                     .reason = reason,
                                     .channel = m->p.setup.vm.descriptor,
                                     .at = { PAGES_AT + page * PAGE },
                                     .read = !store };
    struct falcon_event event;

    falcon_transfer(&m->falcon, port, store, page * PAGE, &event);
    return expect_record(t, &wanted, false) &&
           expect_equal(t, FALCON_INTR_MEMIF_FAULT, event.lines,
                        "a falcon's interrupt after a fault (knob memif_lines)") &&
           expect_equal(t, 1, event.line, "a falcon's line in PMC after a fault");
}

static bool fault_and_recover(struct test *t, struct mover *m)
{
    struct falcon_event event;

    for (unsigned port = 0; port < ports_of(m); port++) {
        if (!test_ok(t, falcon_port(&m->falcon, port, m->p.selector), "enabling a port") ||
            !expect_refused(t, m, port, false, ABSENT, FAULT_PAGE_NOT_PRESENT) ||
            !expect_refused(t, m, port, true, READ_ONLY, FAULT_PAGE_READ_ONLY))
            return false;
        falcon_transfer(&m->falcon, port, false, FROM * PAGE, &event);
        if (!expect_quiet(t, m, port, &event) || !expect_data(t, m, m->p.at[FROM], port))
            return false;
    }
    return expect_content(t, m->p.at[READ_ONLY], m->p.at[READ_ONLY]);
}

static void every_port_is_named_in_its_fault(struct test *t)
{
    each_falcon(t, fault_and_recover);
}

/* Register VM_SUPERVISOR makes the unit's accesses privileged (tesla-vm.md §3). */
static bool become_supervisor(struct test *t, struct mover *m)
{
    struct falcon_event event;

    if (!test_ok(t, falcon_port(&m->falcon, 0, m->p.selector), "enabling a port") ||
        !expect_refused(t, m, 0, false, SUPERVISOR, FAULT_PAGE_SUPERVISOR_ONLY))
        return false;
    falcon_supervisor(&m->falcon, true);
    falcon_transfer(&m->falcon, 0, false, SUPERVISOR * PAGE, &event);
    falcon_supervisor(&m->falcon, false);
    return expect_quiet(t, m, 0, &event) && expect_data(t, m, m->p.at[SUPERVISOR], 0);
}

static void supervisor_register_admits(struct test *t)
{
    each_falcon(t, become_supervisor);
}

static bool expect_no_object(struct test *t, struct mover *m, unsigned port, bool store,
                             struct falcon_event *event)
{
    const struct media_unit *const unit = m->falcon.unit;
    const struct vm_fault wanted = { .engine = unit->engine,
                                     .client = unit->client,
                                     .slot = (uint8_t)port,
                                     .reason = FAULT_NULL_DMAOBJ,
                                     .channel = m->p.setup.vm.descriptor,
                                     .read = !store };

    falcon_transfer(&m->falcon, port, store, FROM * PAGE, event);
    return expect_record(t, &wanted, false);
}

/* A port that was not enabled: both lines, and the VM finds no object, as a PCOPY of a GT21x was seen to say
 * (tesla-vm.md §2.5). Of PDAEMON port 7 never has one, whichever way it goes. */
static bool use_no_port(struct test *t, struct mover *m)
{
    struct falcon_event event;

    if (ports_of(m) == FALCON_PORT_CONTEXT &&
        (!expect_no_object(t, m, FALCON_PORT_CONTEXT, false, &event) ||
         !expect_no_object(t, m, FALCON_PORT_CONTEXT, true, &event)))
        return false;
    return expect_no_object(t, m, 1, false, &event) &&
           expect_equal(t, FALCON_INTR_MEMIF_PORT | FALCON_INTR_MEMIF_FAULT, event.lines,
                        "a falcon's interrupt after a transfer without a port (knob memif_lines)");
}

static void port_without_object_faults(struct test *t)
{
    each_falcon(t, use_no_port);
}

/* ---- TLB ---- */

static bool flush_own(struct test *t, struct mover *m)
{
    const uint8_t engine = m->falcon.unit->engine;
    struct falcon_event event;

    if (!test_ok(t, falcon_port(&m->falcon, 0, m->p.selector), "enabling a port"))
        return false;
    falcon_transfer(&m->falcon, 0, false, FROM * PAGE, &event);
    if (!expect_quiet(t, m, 0, &event) || !expect_data(t, m, m->p.at[FROM], 0) ||
        !pages_remap(&m->p, FROM, m->p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)engine), "flushing a TLB"))
        return false;
    falcon_transfer(&m->falcon, 0, false, FROM * PAGE, &event);
    return expect_quiet(t, m, 0, &event) && expect_data(t, m, m->p.at[OTHER], 0);
}

static void flush_shows_the_new_page(struct test *t)
{
    each_falcon(t, flush_own);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.falcon.copy", .source = "tesla-engines.md §1.6, §2.4", .run = ports_reach_memory,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §2.4", .claim = CLAIM_ENGINE, .needs = "link.dma", .features = FEATURE_FALCON, .flags = TEST_RISKY },
    { .name = "vm.falcon.fault", .source = "tesla-engines.md §1.6, §2.6", .run = every_port_is_named_in_its_fault,
      .basis = UNVERIFIED, .experiment = "E12", .claim = CLAIM_ENGINE, .features = FEATURE_FALCON, .flags = TEST_RISKY },
    { .name = "vm.falcon.supervisor", .source = "tesla-vm.md §3", .run = supervisor_register_admits,
      .basis = UNVERIFIED, .experiment = "E08", .claim = CLAIM_ENGINE, .features = FEATURE_FALCON, .flags = TEST_RISKY },
    { .name = "vm.falcon.port", .source = "tesla-vm.md §2.5", .run = port_without_object_faults,
      .basis = UNVERIFIED, .experiment = "E12", .claim = CLAIM_ENGINE, .features = FEATURE_FALCON, .flags = TEST_RISKY },
    { .name = "vm.falcon.flush", .source = "tesla-vm.md §8.3", .run = flush_shows_the_new_page,
      .basis = UNVERIFIED, .experiment = "E17", .claim = CLAIM_ENGINE, .features = FEATURE_FALCON, .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group falcon_tests = { rows, ARRAY_SIZE(rows) };
