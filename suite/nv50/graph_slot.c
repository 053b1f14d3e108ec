/* The slots of PGRAPH that 2D and queries reach without a program: DST2D, SRC2D, NOTIFY, QUERY, COND (tesla-engines.md §4.2
 * to §4.4). Of each: a good access is seen in memory, and again when its page has moved and the TLB is flushed; a page that
 * is not there is a fault with this slot; after it PGRAPH works again. */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/graph2d.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"

#define WORDS    64u /* of a page that are drawn */
#define COLOUR   0x5a17c0deu
#define SEQUENCE 0x13572468u
#define RECORD                                                                                     \
    4u /* words of a notifier's record, and of each of the two that a condition compares */
#define CONDITION (2 * RECORD)

struct drawer {
    struct pages p;
    struct graph2d g;
    uint16_t notify
        [PAGES]; /* objects that begin at a page, since a record goes to the start of its object */
};

/* A client that reaches memory through a slot. */
struct client {
    const char *what;
    uint8_t client, slot;
    bool read;
    uint32_t unit; /* PGRAPH_TRAP */
    enum err (*access)(struct drawer *d, enum page page, struct graph_event *event);
    /* The access has gone to, or come from, this page in memory; the words that it wrote are then
     * named again. */
    bool (*seen)(struct test *t, struct drawer *d, linear_addr page);
};

/* Words from `first` on have their names. */
static bool is_untouched(struct test *t, linear_addr page, unsigned first)
{
    for (unsigned i = first; i < first + WORDS; i++)
        if (!expect_word_of(t, page, i, name_of((linear_addr){ page.v + 4 * i, page.target }),
                            "a word that nothing should have written"))
            return false;
    return true;
}

static bool name_again(struct test *t, linear_addr page)
{
    return test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

/* ---- the clients ---- */

static enum err fill(struct drawer *d, enum page page, struct graph_event *event)
{
    return graph2d_fill(&d->g, page * PAGE, WORDS, COLOUR, false, event);
}

static bool filled(struct test *t, struct drawer *d, linear_addr page)
{
    (void)d;
    for (unsigned i = 0; i < WORDS; i++)
        if (!expect_word_of(t, page, i, COLOUR, "a pixel that 2D drew"))
            return false;
    return is_untouched(t, page, WORDS) && name_again(t, page);
}

static enum err combine(struct drawer *d, enum page page, struct graph_event *event)
{
    return graph2d_fill(&d->g, page * PAGE, WORDS, COLOUR, true, event);
}

static bool combined(struct test *t, struct drawer *d, linear_addr page)
{
    (void)d;
    for (unsigned i = 0; i < WORDS; i++)
        if (!expect_word_of(t, page, i,
                            COLOUR ^ name_of((linear_addr){ page.v + 4 * i, page.target }),
                            "a pixel that 2D combined with what was there"))
            return false;
    return is_untouched(t, page, WORDS) && name_again(t, page);
}

static enum err blit(struct drawer *d, enum page page, struct graph_event *event)
{
    return graph2d_blit(&d->g, TO * PAGE, page * PAGE, event);
}

static bool blitted(struct test *t, struct drawer *d, linear_addr page)
{
    return expect_content(t, d->p.at[TO], page) && name_again(t, d->p.at[TO]);
}

static enum err notify(struct drawer *d, enum page page, struct graph_event *event)
{
    return graph2d_notify(&d->g, d->notify[page], event);
}

/* Two words of time, of which nothing is known, and two of 0. */
static bool notified(struct test *t, struct drawer *d, linear_addr page)
{
    (void)d;
    return expect_word_of(t, page, 2, 0, "the third word of a notifier's record") &&
           expect_word_of(t, page, 3, 0, "the fourth word of a notifier's record") &&
           is_untouched(t, page, RECORD) && name_again(t, page);
}

static enum err query(struct drawer *d, enum page page, struct graph_event *event)
{
    return graph2d_query(&d->g, page * PAGE, SEQUENCE, event);
}

static bool queried(struct test *t, struct drawer *d, linear_addr page)
{
    (void)d;
    return expect_word_of(t, page, 0, SEQUENCE, "the word of a query") &&
           is_untouched(t, page, 1) && name_again(t, page);
}

/* Draws one pixel if the two records at the page's start are equal. */
static enum err draw_if_equal(struct drawer *d, enum page page, struct graph_event *event)
{
    const enum err e = graph2d_condition(&d->g, page * PAGE, CONDITION_EQUAL);

    return e == OK ? graph2d_fill(&d->g, TO * PAGE, 1, COLOUR, false, event) : e;
}

/* OTHER has equal records (prepare_condition), all else has names, which differ. */
static bool drawn_if_equal(struct test *t, struct drawer *d, linear_addr page)
{
    const bool equal = page.v == d->p.at[OTHER].v;

    return expect_word_of(t, d->p.at[TO], 0, equal ? COLOUR : name_of(d->p.at[TO]),
                          equal ? "a pixel whose condition holds"
                                : "a pixel whose condition does not hold") &&
           name_again(t, d->p.at[TO]);
}

static bool prepare_condition(struct test *t, struct drawer *d)
{
    uint32_t records[CONDITION];

    for (unsigned i = 0; i < CONDITION; i++)
        records[i] = SEQUENCE + i % RECORD;
    return test_ok(t, card_memory_write(t->card, d->p.at[OTHER], records, sizeof(records)),
                   "writing records") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

/* ---- claims for each of them ---- */

static void build(struct drawer *d, struct test *t)
{
    struct dmaobj object = object_paged();
    struct graph2d_objects objects;

    pages_build(&d->p, t, TARGET_VRAM);
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    for (unsigned i = 0; i < PAGES; i++) {
        object.base = PAGES_AT + i * PAGE;
        d->notify[i] = setup_object(&d->p.setup, &object);
    }
    objects.destination = objects.source = objects.condition = objects.query = d->p.selector;
    objects.notify = d->notify[FROM];
    if (d->p.setup.err == OK)
        d->p.setup.err = graph2d_prepare(&d->g, &d->p.setup.vm, &objects);
}

static bool start(struct test *t, struct drawer *d)
{
    return test_ok(t, graph2d_start(&d->g), "setting up 2D");
}

static bool expect_access(struct test *t, struct drawer *d, const struct client *c, enum page page,
                          linear_addr at)
{
    struct graph_event event = { 0 };

    return test_ok(t, c->access(d, page, &event), c->what) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a good access") &&
           c->seen(t, d, at);
}

static bool expect_fault(struct test *t, struct drawer *d, const struct client *c)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = c->client,
                                     .slot = c->slot,
                                     .reason = FAULT_PAGE_NOT_PRESENT,
                                     .channel = d->p.setup.vm.descriptor,
                                     .at = { PAGES_AT + ABSENT * PAGE },
                                     .read = c->read };
    struct graph_event event = { 0 };

    return test_ok(t, c->access(d, ABSENT, &event), c->what) && expect_record(t, &wanted, false) &&
           expect_equal(t, PGRAPH_INTR_TRAP, event.interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, c->unit, event.traps & c->unit, "PGRAPH_TRAP after a fault") &&
           is_untouched(t, d->p.at[ABSENT], 0);
}

static void goes_through_its_slot(struct test *t, const struct client *c)
{
    struct drawer d;

    build(&d, t);
    if (!setup_ready(&d.p.setup) || !start(t, &d))
        return;
    if (c->access == draw_if_equal && !prepare_condition(t, &d))
        return;
    if (!expect_access(t, &d, c, FROM, d.p.at[FROM]) || !pages_remap(&d.p, FROM, d.p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !expect_access(t, &d, c, FROM, d.p.at[OTHER]) || !is_untouched(t, d.p.at[FROM], 0))
        return;
    expect_no_fault(t, c->what);
    if (expect_fault(t, &d, c) && start(t, &d) && expect_access(t, &d, c, FROM, d.p.at[OTHER]))
        expect_no_fault(t, "an access after a fault");
}

static void destination_of_2d(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "filling a rectangle", VM_CLIENT_PROP, 0xc, false,
                                               PGRAPH_TRAP_PROP, fill, filled });
}

static void source_of_2d(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "copying a rectangle", VM_CLIENT_TEXTURE, 0, true,
                                               PGRAPH_TRAP_TEX, blit, blitted });
}

static void record_of_notify(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "asking for a record", VM_CLIENT_DISPATCH, 1, false,
                                               PGRAPH_TRAP_DISPATCH, notify, notified });
}

static void word_of_query(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "asking for a query", VM_CLIENT_DISPATCH, 2, false,
                                               PGRAPH_TRAP_DISPATCH, query, queried });
}

static void records_of_condition(struct test *t)
{
    goes_through_its_slot(t,
                          &(struct client){ "drawing on a condition", VM_CLIENT_DISPATCH, 3, true,
                                            PGRAPH_TRAP_DISPATCH, draw_if_equal, drawn_if_equal });
}

/* A raster operation that combines with the destination reads it through the same slot (unverified
 * E41). */
static void destination_is_read(struct test *t)
{
    goes_through_its_slot(t, &(struct client){ "combining a rectangle", VM_CLIENT_PROP, 0xc, true,
                                               PGRAPH_TRAP_PROP, combine, combined });
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.graph.dst2d", .source = "tesla-engines.md §4.3", .run = destination_of_2d,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.src2d", .source = "tesla-engines.md §4.3", .run = source_of_2d,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.dst2d" },
    { .name = "vm.graph.notify", .source = "tesla-engines.md §4.2", .run = record_of_notify,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.query", .source = "tesla-engines.md §4.4", .run = word_of_query,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy" },
    { .name = "vm.graph.cond", .source = "tesla-engines.md §4.4", .run = records_of_condition,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.dst2d" },
    { .name = "vm.graph.dst2d_read", .source = "tesla-engines.md §4.3", .run = destination_is_read,
      .basis = UNVERIFIED, .experiment = "E41", .claim = CLAIM_ENGINE, .needs = "vm.graph.dst2d" },
};
/* clang-format on */
const struct test_group graph_slot_tests = { rows, ARRAY_SIZE(rows) };
