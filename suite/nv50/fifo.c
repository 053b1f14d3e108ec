/* PFIFO's own way to memory: the push buffer through slot 5/8/0, semaphores through 5/4/1 and 5/8/1, and
 * the look that PFIFO repeats in the background through c/8/1 (tesla-vm.md §1.1). */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"

/* The commands lie in page FROM, so that page's own names are gone; semaphores lie in the others. */
#define RING                  FROM
#define MEMORY                UINT32_C(0xbeef0201) /* handle of the object that shows all pages */
#define SEMAPHORE             0x40u
#define REQUEST               UINT32_C(0x10203040)
#define HEADER(method, count) (FIELD_PUT(COMMAND_COUNT, (uint32_t)(count)) | (method))

struct feeder {
    struct pages p;
    struct fifo fifo;
    uint32_t ref;
};

static bool open_feeder(struct feeder *f, struct test *t)
{
    f->ref = 0x100;
    pages_build(&f->p, t, TARGET_VRAM);
    if (f->p.setup.err == OK)
        f->p.setup.err =
            fifo_prepare(&f->fifo, &f->p.setup.vm, f->p.selector, f->p.at[RING], RING * PAGE);
    if (f->p.setup.err == OK)
        f->p.setup.err = fifo_handle(&f->fifo, MEMORY, f->p.selector, PFIFO_ENGINE_SOFTWARE);
    if (!setup_ready(&f->p.setup))
        return false;
    card_set32(t->card, PMC_INTR_EN_HOST, 0);
    if (nv50_chip_of(t->card->chip)->features & FEATURE_INTR_MASK)
        card_set32(t->card, PMC_INTR_MASK_HOST,
                   card_read32(t->card, PMC_INTR_MASK_HOST) | PMC_INTR_PFIFO);
    return test_ok(t, fifo_start(&f->fifo), "starting PFIFO") &&
           test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PFIFO), "flushing a TLB");
}

static bool submit(struct test *t, struct feeder *f, const uint32_t *words, unsigned count)
{
    return test_ok(t, fifo_submit(&f->fifo, words, count), "submitting commands");
}

/* A method of the semaphore at SEMAPHORE in a page, then a REF that tells when it is done. */
static bool send_semaphore(struct test *t, struct feeder *f, enum page page, uint32_t method,
                           uint32_t value)
{
    const uint32_t words[] = {
        HEADER(HOST_DMA_SEMAPHORE, 1),
        MEMORY,
        HEADER(HOST_SEMAPHORE_OFFSET, 1),
        page * PAGE + SEMAPHORE,
        HEADER(method, 1),
        value,
        HEADER(HOST_REF, 1),
        ++f->ref,
    };

    return submit(t, f, words, ARRAY_SIZE(words));
}

/* Everything that was sent is done, without a complaint. */
static bool expect_done(struct test *t, struct feeder *f, const char *what)
{
    struct fifo_event event;

    if (!test_ok(t, fifo_wait(&f->fifo, f->ref), "waiting for PFIFO"))
        return false;
    fifo_take_event(&f->fifo, &event);
    if (!expect_equal(t, 0, event.interrupts, "PFIFO_INTR while PFIFO works"))
        return false;
    return expect_equal(t, f->ref, fifo_ref(&f->fifo), what);
}

static linear_addr semaphore_in(const struct feeder *f, enum page page)
{
    return (linear_addr){ f->p.at[page].v + SEMAPHORE, f->p.at[page].target };
}

static bool expect_word(struct test *t, linear_addr at, uint32_t wanted, const char *what)
{
    uint32_t seen = 0;

    return test_ok(t, card_memory_read(t->card, at, &seen, 4), "reading back") &&
           expect_equal(t, wanted, seen, what);
}

/* Commands are fetched, and their memory is the one that the page tables say (slot 5/8/0). */
static void push_buffer_is_read(struct test *t)
{
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t words[] = { HEADER(HOST_REF, 1), ++f.ref };

        if (!submit(t, &f, words, ARRAY_SIZE(words)) || !expect_done(t, &f, "REF"))
            return;
    }
    expect_no_fault(t, "fetching commands");
}

/* A release writes one word (slot 5/4/1), an acquire reads it (5/8/1). */
static void semaphores_reach_memory(struct test *t)
{
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    for (unsigned i = TO; i <= OTHER; i++) {
        const linear_addr at = semaphore_in(&f, (enum page)i);

        if (!send_semaphore(t, &f, (enum page)i, HOST_SEMAPHORE_RELEASE, REQUEST + i) ||
            !expect_done(t, &f, "REF behind a release") ||
            !expect_word(t, at, REQUEST + i, "a released semaphore") ||
            !expect_word(t, (linear_addr){ at.v + 4, at.target },
                         name_of((linear_addr){ at.v + 4, at.target }),
                         "the word behind a semaphore") ||
            !send_semaphore(t, &f, (enum page)i, HOST_SEMAPHORE_ACQUIRE, REQUEST + i) ||
            !expect_done(t, &f, "REF behind an acquire of the value that is there"))
            return;
    }
    expect_no_fault(t, "semaphores");
}

/* ---- faults ---- */

struct refused {
    uint8_t engine, slot, reason;
    bool read;
    uint64_t address;
    uint32_t interrupt;
};

/* A fault stops the unit that has asked, the pusher or the semaphore unit, and is told three times: by the record, by
 * that unit's error, and by PFIFO's interrupt. */
static bool expect_stopped(struct test *t, struct feeder *f, const struct refused *refused)
{
    const struct vm_fault wanted = { .engine = refused->engine,
                                     .client = refused->read ? VM_CLIENT_PFIFO_READ
                                                             : VM_CLIENT_PFIFO_WRITE,
                                     .slot = refused->slot,
                                     .reason = refused->reason,
                                     .channel = f->p.setup.vm.descriptor,
                                     .at = { refused->address },
                                     .read = refused->read };
    const bool pusher = refused->interrupt == PFIFO_INTR_DMA_PUSHER;
    struct fifo_event event;

    if (!test_ok(t, fifo_wait(&f->fifo, f->ref), "waiting for PFIFO"))
        return false;
    fifo_take_event(&f->fifo, &event);
    const bool record = expect_record(t, &wanted, false);
    return record &&
           expect_equal(t, refused->interrupt, event.interrupts, "PFIFO_INTR after a fault") &&
           expect_equal(t, pusher ? PUSHER_MEM_FAULT : 0, event.pusher, "the pusher's error") &&
           expect_equal(t, pusher ? 0 : SEMAPHORE_MEM_FAULT, event.semaphore,
                        "the semaphore's error") &&
           expect_equal(t, 1, event.line, "PFIFO's line in PMC after a fault");
}

/* A fault stops PFIFO; after a reset, without the commands that stopped it, it works again. */
static bool restart(struct test *t, struct feeder *f)
{
    f->fifo.entries = 0;
    if (!test_ok(t,
                 fifo_prepare(&f->fifo, &f->p.setup.vm, f->p.selector, f->p.at[RING], RING * PAGE),
                 "writing RAMFC again") ||
        !test_ok(t, fifo_start(&f->fifo), "starting PFIFO again"))
        return false;
    const uint32_t words[] = { HEADER(HOST_REF, 1), ++f->ref };

    return submit(t, f, words, ARRAY_SIZE(words)) && expect_done(t, f, "REF after a fault") &&
           expect_no_fault(t, "a reset of PFIFO");
}

/* Commands where no page is, and where no table is: the pusher says MEM_FAULT (tesla-vm.md §2.4). */
static void push_buffer_faults(struct test *t)
{
    const uint64_t beyond = UINT64_C(32) << 20;
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    ++f.ref;
    if (!test_ok(t, fifo_entry(&f.fifo, ABSENT * PAGE + 0x80, 1), "submitting commands") ||
        !expect_stopped(t, &f,
                        &(struct refused){ VM_ENGINE_PFIFO, 0, FAULT_PAGE_NOT_PRESENT, true,
                                           PAGES_AT + ABSENT * PAGE + 0x80,
                                           PFIFO_INTR_DMA_PUSHER }) ||
        !restart(t, &f))
        return;
    ++f.ref;
    if (test_ok(t, fifo_entry(&f.fifo, beyond, 1), "submitting commands") &&
        expect_stopped(t, &f,
                       &(struct refused){ VM_ENGINE_PFIFO, 0, FAULT_PT_TOO_SHORT, true,
                                          PAGES_AT + beyond, PFIFO_INTR_DMA_PUSHER }))
        restart(t, &f);
}

/* A semaphore that cannot be read or written: the puller says MEM_FAULT (tesla-vm.md §2.4). */
static void semaphore_faults(struct test *t)
{
    static const struct {
        uint32_t method;
        enum page page;
        uint8_t reason;
    } cells[] = {
        { HOST_SEMAPHORE_RELEASE, ABSENT, FAULT_PAGE_NOT_PRESENT },
        { HOST_SEMAPHORE_ACQUIRE, ABSENT, FAULT_PAGE_NOT_PRESENT },
        { HOST_SEMAPHORE_RELEASE, READ_ONLY, FAULT_PAGE_READ_ONLY },
    };
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(cells); i++) {
        const bool read = cells[i].method == HOST_SEMAPHORE_ACQUIRE;
        const linear_addr at = semaphore_in(&f, cells[i].page);

        if (!send_semaphore(t, &f, cells[i].page, cells[i].method, REQUEST) ||
            !expect_stopped(t, &f,
                            &(struct refused){ VM_ENGINE_PFIFO, 1, cells[i].reason, read,
                                               PAGES_AT + cells[i].page * PAGE + SEMAPHORE,
                                               PFIFO_INTR_SEMAPHORE }) ||
            !expect_word(t, at, name_of(at), "a page that a semaphore must not reach") ||
            !restart(t, &f))
            return;
    }
    send_semaphore(t, &f, READ_ONLY, HOST_SEMAPHORE_ACQUIRE,
                   name_of(semaphore_in(&f, READ_ONLY))); /* reading it is allowed */
    expect_done(t, &f, "REF behind an acquire from a read-only page");
}

/* ---- the background look ---- */

/* An acquire that must wait; then the word changes and PFIFO, which looks again, goes on. */
static bool wait_at_semaphore(struct test *t, struct feeder *f)
{
    if (!send_semaphore(t, f, TO, HOST_SEMAPHORE_ACQUIRE, REQUEST))
        return false;
    t->card->bus->ops->wait_us(t->card->bus, 1000);
    return expect_equal(t, f->ref - 1, fifo_ref(&f->fifo),
                        "REF while an acquire waits for its value");
}

static void acquire_waits_for_its_value(struct test *t)
{
    const uint32_t value = REQUEST;
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    const uint32_t words[] = { HEADER(HOST_REF, 1), ++f.ref };
    if (!submit(t, &f, words, ARRAY_SIZE(words)) || !expect_done(t, &f, "REF") ||
        !wait_at_semaphore(t, &f) ||
        !test_ok(t, card_memory_write(t->card, semaphore_in(&f, TO), &value, 4),
                 "writing a semaphore"))
        return;
    expect_done(t, &f, "REF after the value has come");
    expect_no_fault(t, "an acquire that waited");
}

/* The page goes away while an acquire waits: the next look faults, as engine c from G84 on and as PFIFO on
 * G80 (tesla-engines.md §6.2; that it raises SEMAPHORE is unverified E12). */
static void background_look_faults(struct test *t)
{
    const bool g80 = nv50_chip_of(t->card->chip)->layout == CHANNEL_LAYOUT_G80;
    const uint8_t engine = g80 ? VM_ENGINE_PFIFO : VM_ENGINE_PFIFO_BG;
    const struct pte absent = { .present = false };
    struct feeder f;

    if (!open_feeder(&f, t))
        return;
    const uint32_t words[] = { HEADER(HOST_REF, 1), ++f.ref };
    if (!submit(t, &f, words, ARRAY_SIZE(words)) || !expect_done(t, &f, "REF") ||
        !wait_at_semaphore(t, &f) || !pages_rewrite(&f.p, TO, &absent) ||
        !test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)engine), "flushing a TLB"))
        return;
    expect_stopped(t, &f,
                   &(struct refused){ engine, 1, FAULT_PAGE_NOT_PRESENT, true,
                                      PAGES_AT + TO * PAGE + SEMAPHORE, PFIFO_INTR_SEMAPHORE });
}

/* ---- TLB ---- */

static bool release_lands(struct test *t, struct feeder *f, uint32_t value, linear_addr page,
                          const char *what)
{
    const linear_addr at = { page.v + SEMAPHORE, page.target };

    return send_semaphore(t, f, OTHER, HOST_SEMAPHORE_RELEASE, value) &&
           expect_done(t, f, "REF behind a release") && expect_word(t, at, value, what) &&
           test_ok(t, name_words(t->card, at, 4), "naming memory again");
}

/* The flush of engine 5 shows PFIFO the new page (tesla-vm.md §8.2). */
static void flush_shows_the_new_page(struct test *t)
{
    struct feeder f;

    if (!open_feeder(&f, t) ||
        !release_lands(t, &f, REQUEST, f.p.at[OTHER], "the page of a semaphore") ||
        !pages_remap(&f.p, OTHER, f.p.at[ABSENT]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PFIFO), "flushing a TLB"))
        return;
    release_lands(t, &f, REQUEST + 1, f.p.at[ABSENT],
                  "the new page of a semaphore after the flush of PFIFO's TLB");
}

/* Without it PFIFO keeps the old one, even if other engines' TLBs are flushed (E17, E18). */
static void other_flushes_do_not_do_it(struct test *t)
{
    static const uint8_t others[] = { VM_ENGINE_BAR, VM_ENGINE_PEEPHOLE, VM_ENGINE_PGRAPH };
    struct feeder f;

    if (!open_feeder(&f, t) ||
        !release_lands(t, &f, REQUEST, f.p.at[OTHER], "the page of a semaphore") ||
        !pages_remap(&f.p, OTHER, f.p.at[ABSENT]))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        if (!setup_may_flush(t, (enum vm_engine)others[i]))
            continue;
        if (!test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)others[i]), "flushing a TLB"))
            return;
        release_lands(t, &f, REQUEST + i, f.p.at[OTHER],
                      "the old page of a semaphore without a flush of PFIFO's TLB");
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.fifo.push", .source = "tesla-mmio.md §4.6, §4.9", .run = push_buffer_is_read,
      .basis = PROVEN, .claim = CLAIM_ENGINE },
    { .name = "vm.fifo.semaphore", .source = "tesla-mmio.md §4.7", .run = semaphores_reach_memory,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.fifo.push" },
    { .name = "vm.fifo.acquire", .source = "tesla-mmio.md §4.7", .run = acquire_waits_for_its_value,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.fifo.push" },
    { .name = "vm.fifo.fault.push", .source = "tesla-vm.md §2.2, §2.4", .run = push_buffer_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE },
    { .name = "vm.fifo.fault.semaphore", .source = "tesla-vm.md §2.2, §2.4", .run = semaphore_faults,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.fifo.push" },
    { .name = "vm.fifo.fault.poll", .source = "tesla-vm.md §2.4, tesla-engines.md §6.2", .run = background_look_faults,
      .basis = UNVERIFIED, .experiment = "E12", .claim = CLAIM_ENGINE, .needs = "vm.fifo.push",
      .flags = TEST_RISKY },
    { .name = "vm.fifo.flush", .source = "tesla-vm.md §8.2", .run = flush_shows_the_new_page,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.fifo.push" },
    { .name = "vm.fifo.other", .source = "tesla-vm.md §8.3", .run = other_flushes_do_not_do_it,
      .basis = UNVERIFIED, .experiment = "E17", .claim = CLAIM_ENGINE, .needs = "vm.fifo.push" },
};
/* clang-format on */
const struct test_group fifo_tests = { rows, ARRAY_SIZE(rows) };
