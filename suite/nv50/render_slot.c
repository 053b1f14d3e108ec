/* The slots of PGRAPH that 3D reaches by clears, without a program: the eight colour targets, ZETA, CLIPID (tesla-engines.md
 * §4.5). Of each, as of graph_slot.c: a good access is seen in memory, and again when its page has moved and the TLB is
 * flushed; a page that is not there is a fault with this slot; after it 3D works again. */
#include "suite/nv50/groups.h"
#include "suite/nv50/pages.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/render.h"
#include "engines/window.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/storage.h"

#define WORDS      32u /* of a page that are cleared, and as many after them that are not */
#define PAGE_WORDS (PAGE / 4)
#define TYPE_Z32   0x40u /* the storage type of depths of 32 bits (tesla-vm.md §4.1) */
#define COLOUR     0x3dc1ea50u
#define DEPTH      0x3f2abcdeu /* a float between 0 and 1 */
#define ID         0x5au
#define IDS        0x5a5a5a5au

struct renderer {
    struct pages p;
    struct render r;
    unsigned number; /* of the target that is cleared */
};

/* A client that reaches memory through a slot. */
struct client {
    const char *what;
    uint8_t client, slot;
    bool read;
    uint32_t unit; /* PGRAPH_TRAP */
    uint8_t type;  /* storage type of its pages */
    enum err (*access)(struct renderer *r, enum page page, struct graph_event *event);
    /* The access has met this page; the words that it wrote are then named again. */
    bool (*seen)(struct test *t, struct renderer *r, linear_addr page);
};

/* ---- memory ---- */

static linear_addr word_of(linear_addr page, unsigned word)
{
    return (linear_addr){ page.v + 4 * word, page.target };
}

/* So many words from `first` on have their names. */
static bool is_untouched(struct test *t, linear_addr page, unsigned first)
{
    for (unsigned i = first; i < first + WORDS; i++)
        if (!expect_word_of(t, page, i, name_of(word_of(page, i)),
                            "a word that no clear should reach"))
            return false;
    return true;
}

static bool are_words(struct test *t, linear_addr page, unsigned count, uint32_t wanted,
                      const char *what)
{
    for (unsigned i = 0; i < count; i++)
        if (!expect_word_of(t, page, i, wanted, what))
            return false;
    return true;
}

static bool name_again(struct test *t, linear_addr page)
{
    return test_ok(t, name_words(t->card, page, PAGE), "naming memory again");
}

/* ---- the clients ---- */

static enum err clear(struct renderer *r, enum page page, struct graph_event *event)
{
    return render_clear(&r->r, r->number, page * PAGE, WORDS, COLOUR + r->number, event);
}

static bool cleared(struct test *t, struct renderer *r, linear_addr page)
{
    return are_words(t, page, WORDS, COLOUR + r->number, "a pixel that 3D cleared") &&
           is_untouched(t, page, WORDS) && name_again(t, page);
}

static enum err clear_depth(struct renderer *r, enum page page, struct graph_event *event)
{
    return render_clear_depth(&r->r, page * PAGE, DEPTH, event);
}

/* The order in a page of that type is not known, so all of it is one depth. */
static bool depth_cleared(struct test *t, struct renderer *r, linear_addr page)
{
    (void)r;
    return are_words(t, page, PAGE_WORDS, DEPTH, "a depth that 3D cleared") && name_again(t, page);
}

static enum err fill_ids(struct renderer *r, enum page page, struct graph_event *event)
{
    return render_fill_ids(&r->r, page * PAGE, RENDER_IDS, ID, event);
}

static bool ids_filled(struct test *t, struct renderer *r, linear_addr page)
{
    (void)r;
    return are_words(t, page, PAGE_WORDS, IDS, "a word of window ids") && name_again(t, page);
}

static enum err clear_by_ids(struct renderer *r, enum page page, struct graph_event *event)
{
    const enum err e = render_ask_ids(&r->r, page * PAGE, ID);

    return e == OK ? render_clear(&r->r, 0, TO * PAGE, WORDS, COLOUR, event) : e;
}

/* OTHER has the id in every byte (prepare_ids); all else has names, of which a byte may be the id by chance. */
static bool cleared_by_ids(struct test *t, struct renderer *r, linear_addr page)
{
    const linear_addr to = r->p.at[TO];

    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t ids = page.v == r->p.at[OTHER].v ? IDS : name_of(word_of(page, i / 4));
        const bool passes = (ids >> 8 * (i % 4) & 0xff) == ID;

        if (!expect_word_of(t, to, i, passes ? COLOUR : name_of(word_of(to, i)),
                            passes ? "a pixel that has the window id"
                                   : "a pixel that has another window id"))
            return false;
    }
    return name_again(t, to);
}

static bool prepare_ids(struct test *t, struct renderer *r)
{
    uint32_t ids[PAGE_WORDS];

    for (unsigned i = 0; i < PAGE_WORDS; i++)
        ids[i] = IDS;
    return test_ok(t, card_memory_write(t->card, r->p.at[OTHER], ids, sizeof(ids)),
                   "writing window ids") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

/* ---- claims for each of them ---- */

static bool build(struct renderer *r, struct test *t)
{
    pages_build(&r->p, t, TARGET_VRAM);
    if (r->p.setup.err == OK)
        r->p.setup.err = render_prepare(&r->r, &r->p.setup.vm, r->p.selector);
    return setup_ready(&r->p.setup);
}

static bool start(struct test *t, struct renderer *r)
{
    return test_ok(t, render_start(&r->r), "setting up 3D");
}

/* FROM shows this memory. */
static bool map_from(struct test *t, struct renderer *r, const struct client *c, linear_addr to)
{
    struct pte pte = pte_of(to);

    pte.type = c->type;
    return pages_rewrite(&r->p, FROM, &pte) &&
           test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PGRAPH), "flushing the TLB of PGRAPH");
}

static bool expect_access(struct test *t, struct renderer *r, const struct client *c,
                          linear_addr at)
{
    struct graph_event event = { 0 };

    return test_ok(t, c->access(r, FROM, &event), c->what) &&
           expect_equal(t, 0, event.interrupts, "PGRAPH_INTR after a good clear") &&
           c->seen(t, r, at);
}

static bool expect_fault(struct test *t, struct renderer *r, const struct client *c)
{
    const struct vm_fault wanted = { .engine = VM_ENGINE_PGRAPH,
                                     .client = c->client,
                                     .slot = c->slot,
                                     .reason = FAULT_PAGE_NOT_PRESENT,
                                     .channel = r->p.setup.vm.descriptor,
                                     .at = { PAGES_AT + ABSENT * PAGE },
                                     .read = c->read };
    struct graph_event event = { 0 };

    return test_ok(t, c->access(r, ABSENT, &event), c->what) && expect_record(t, &wanted, false) &&
           expect_equal(t, PGRAPH_INTR_TRAP, event.interrupts, "PGRAPH_INTR after a fault") &&
           expect_equal(t, c->unit, event.traps & c->unit, "PGRAPH_TRAP after a fault") &&
           is_untouched(t, r->p.at[ABSENT], 0);
}

static bool goes_through_its_slot(struct test *t, struct renderer *r, const struct client *c)
{
    const linear_addr from = r->p.at[FROM], other = r->p.at[OTHER];

    if (!start(t, r) || !map_from(t, r, c, from) || !expect_access(t, r, c, from) ||
        !map_from(t, r, c, other) || !expect_access(t, r, c, other) || !is_untouched(t, from, 0) ||
        !expect_no_fault(t, c->what))
        return false;
    return expect_fault(t, r, c) && start(t, r) && expect_access(t, r, c, other) &&
           expect_no_fault(t, "a clear after a fault");
}

static void one_client(struct test *t, const struct client *c)
{
    struct renderer r = { .number = 0 };

    if (build(&r, t) && (c->access != clear_by_ids || prepare_ids(t, &r)))
        goes_through_its_slot(t, &r, c);
}

static struct client target(unsigned number)
{
    return (struct client){ .what = "clearing a colour target",
                            .client = VM_CLIENT_PROP,
                            .slot = (uint8_t)number,
                            .unit = PGRAPH_TRAP_PROP,
                            .type = STORAGE_TYPE_PITCH,
                            .access = clear,
                            .seen = cleared };
}

static void first_target(struct test *t)
{
    const struct client c = target(0);

    one_client(t, &c);
}

static void other_targets(struct test *t)
{
    struct renderer r;

    if (!build(&r, t))
        return;
    for (r.number = 1; r.number < RENDER_TARGETS; r.number++) {
        const struct client c = target(r.number);

        if (!goes_through_its_slot(t, &r, &c))
            return;
    }
}

static void depth(struct test *t)
{
    one_client(t, &(struct client){ "clearing depth", VM_CLIENT_PROP, 8, false, PGRAPH_TRAP_PROP,
                                    TYPE_Z32, clear_depth, depth_cleared });
}

/* How numbers lie in their surface is not known, so all of it is one number; that it has a byte for each of 64 by 64 pixels is
 * (unverified E48). */
static void window_ids(struct test *t)
{
    one_client(t, &(struct client){ "filling window ids", VM_CLIENT_CLIPID, 0, false,
                                    PGRAPH_TRAP_CLIPID, STORAGE_TYPE_PITCH, fill_ids, ids_filled });
}

/* That a clear looks at window ids is (unverified E49). */
static void window_ids_are_read(struct test *t)
{
    one_client(t, &(struct client){ "clearing by window ids", VM_CLIENT_CLIPID, 0, true,
                                    PGRAPH_TRAP_CLIPID, STORAGE_TYPE_PITCH, clear_by_ids,
                                    cleared_by_ids });
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.render.rt0", .source = "tesla-engines.md §4.5", .run = first_target,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY },
    { .name = "vm.render.rt", .source = "tesla-engines.md §4.5", .run = other_targets,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.render.rt0", .flags = TEST_RISKY },
    { .name = "vm.render.zeta", .source = "tesla-engines.md §4.5", .run = depth,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.render.rt0", .flags = TEST_RISKY },
    { .name = "vm.render.clipid", .source = "tesla-engines.md §4.5", .run = window_ids,
      .basis = UNVERIFIED, .experiment = "E48", .claim = CLAIM_ENGINE, .needs = "vm.render.rt0", .flags = TEST_RISKY },
    { .name = "vm.render.clipid_read", .source = "tesla-engines.md §4.5", .run = window_ids_are_read,
      .basis = UNVERIFIED, .experiment = "E49", .claim = CLAIM_ENGINE, .needs = "vm.render.rt0", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group render_slot_tests = { rows, ARRAY_SIZE(rows) };
