/* The slots of PGRAPH that 3D's vertices reach: VERTEX, from which they are fetched, and STRMOUT, to which a vertex program's
 * results go (tesla-engines.md §4.6; unverified E50). Of both, as of render_slot.c: a good access is seen in memory, and again
 * when its page has moved and the TLB is flushed; a page that is not there is a fault with this slot; after it 3D works
 * again. */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/vertices.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"

#define COUNT   4u /* vertices */
#define WORDS   (COUNT * VERTEX_BYTES / 4)
#define CODE_AT (48 * PAGE) /* in the object, behind the pages of pages.h */

struct drawer {
    struct pages p;
    struct render r;
    linear_addr code;
};

struct client {
    const char *what;
    uint8_t client;
    bool read;
    uint32_t unit; /* PGRAPH_TRAP */
};

static const struct client vertex = { "fetching vertices", VM_CLIENT_VFETCH, true,
                                      PGRAPH_TRAP_VFETCH };
static const struct client output = { "writing stream output", VM_CLIENT_STRMOUT, false,
                                      PGRAPH_TRAP_STRMOUT };

/* Code is fetched ahead, so a page after the program is there too. */
static bool build(struct drawer *d, struct test *t)
{
    struct setup *const setup = &d->p.setup;

    pages_build(&d->p, t, TARGET_VRAM);
    d->code = setup_memory(setup, TARGET_VRAM, 2 * PAGE, PAGE);
    for (unsigned i = 0; i < 2; i++) {
        const struct pte pte = pte_of((linear_addr){ d->code.v + i * PAGE, d->code.target });

        setup_page(setup, &d->p.table, (virtual_addr){ PAGES_AT + CODE_AT + i * PAGE }, &pte);
    }
    if (setup->err == OK)
        setup->err = render_prepare(&d->r, &setup->vm, d->p.selector);
    if (setup->err == OK)
        setup->err = card_memory_write(t->card, d->code, vertex_code, sizeof(vertex_code));
    return setup_ready(setup);
}

static bool start(struct test *t, struct drawer *d)
{
    return test_ok(t, render_start(&d->r), "setting up 3D");
}

/* The client that is looked at meets `page`, the other one TO. */
static enum err draw(struct drawer *d, const struct client *c, enum page page,
                     struct graph_event *event)
{
    const uint64_t at = page * PAGE, to = TO * PAGE;

    return vertices_draw(&d->r,
                         &(struct vertices){ .code = CODE_AT,
                                             .from = c->read ? at : to,
                                             .to = c->read ? to : at,
                                             .runout = to,
                                             .count = COUNT },
                         event);
}

/* The first words of `page` are the names of those of `named`, and the next ones their own. */
static bool has_vertices(struct test *t, linear_addr page, linear_addr named)
{
    for (unsigned i = 0; i < 2 * WORDS; i++) {
        const linear_addr there = { page.v + 4 * i, page.target };
        const linear_addr from = { named.v + 4 * i, named.target };
        uint32_t seen;

        if (!test_ok(t, card_memory_read(t->card, there, &seen, 4), "reading back") ||
            !expect_equal(t, name_of(i < WORDS ? from : there), seen,
                          i < WORDS ? "a word of a vertex in stream output"
                                    : "a word after the last vertex"))
            return false;
    }
    return test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

static bool expect_drawn(struct test *t, struct drawer *d, const struct client *c, linear_addr page)
{
    const linear_addr to = d->p.at[TO];
    struct graph_event event;

    return test_ok(t, draw(d, c, FROM, &event), c->what) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after vertices") &&
           (c->read ? has_vertices(t, to, page) : has_vertices(t, page, to));
}

static bool expect_fault(struct test *t, struct drawer *d, const struct client *c)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = c->client,
                                     .reason = FAULT_PAGE_NOT_PRESENT,
                                     .channel = d->p.setup.vm.descriptor,
                                     .at = { PAGES_AT + ABSENT * PAGE },
                                     .read = c->read };
    struct graph_event event;

    return test_ok(t, draw(d, c, ABSENT, &event), c->what) && expect_record(t, &wanted, false) &&
           expect_equal(t, PGRAPH_INTR_TRAP, event.interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, c->unit, event.traps & c->unit, "PGRAPH_TRAP after a fault") &&
           expect_content(t, d->p.at[ABSENT], d->p.at[ABSENT]);
}

static void goes_through_its_slot(struct test *t, const struct client *c)
{
    struct drawer d;

    if (!build(&d, t) || !start(t, &d) || !expect_drawn(t, &d, c, d.p.at[FROM]) ||
        !pages_remap(&d.p, FROM, d.p.at[OTHER]) ||
        !test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH") ||
        !expect_drawn(t, &d, c, d.p.at[OTHER]) || !expect_content(t, d.p.at[FROM], d.p.at[FROM]) ||
        !expect_no_fault(t, c->what))
        return;
    if (expect_fault(t, &d, c) && start(t, &d) && expect_drawn(t, &d, c, d.p.at[OTHER]))
        expect_no_fault(t, "vertices after a fault");
}

static void vertices_are_fetched(struct test *t)
{
    goes_through_its_slot(t, &vertex);
}

static void output_is_written(struct test *t)
{
    goes_through_its_slot(t, &output);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.render.vertex", .source = "tesla-engines.md §4.6", .run = vertices_are_fetched,
      .basis = UNVERIFIED, .experiment = "E50", .claim = CLAIM_ENGINE, .needs = "vm.render.rt0", .flags = TEST_RISKY },
    { .name = "vm.render.strmout", .source = "tesla-engines.md §4.6", .run = output_is_written,
      .basis = UNVERIFIED, .experiment = "E50", .claim = CLAIM_ENGINE, .needs = "vm.render.vertex", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group vertex_slot_tests = { rows, ARRAY_SIZE(rows) };
