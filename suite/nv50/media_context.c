/* A channel's state in PCIPHER and PMPEG, slots a/e/0 and 8/6/4 (tesla-engines.md §3.3, §3.4): it is written when another channel takes
 * the engine, and read when its own returns. PFIFO sends the methods of two channels, as for a driver's programs; that the
 * engines then switch by themselves no public tool has shown with two (unverified E47). */
#include "suite/nv50/groups.h"
#include "suite/nv50/media_pages.h"

#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pcipher.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/ramfc.h"

/* The state lies in page FROM; the ring, PMPEG's commands and the copied words have pages of their own. */
#define RING_AT               (8 * PAGE)
#define COMMANDS_AT           (9 * PAGE)
#define SOURCE                READ_ONLY
#define ENGINE                UINT32_C(0xbeef0301) /* handles: the engine's object, memory */
#define MEMORY                UINT32_C(0xbeef0302)
#define SIZE                  0x40u
#define HEADER(method, count) (FIELD_PUT(COMMAND_COUNT, (uint32_t)(count)) | (method))
#define WORDS_MAX             64

/* A channel, and its jobs for the engine. */
struct side {
    struct pages p;
    struct fifo fifo;
    uint16_t memory; /* selector that is another one in the other channel */
    uint32_t ref;
    unsigned words; /* of PMPEG's commands */
};

struct switcher {
    struct test *t;
    const struct media_unit *unit;
    struct side a, b;
};

struct push {
    uint32_t words[WORDS_MAX];
    unsigned count;
};

static void put(struct push *push, uint32_t method, uint32_t data)
{
    push->words[push->count++] = HEADER(method, 1);
    push->words[push->count++] = data;
}

static bool is_mpeg(const struct switcher *s)
{
    return s->unit->kind == MEDIA_PMPEG;
}

static uint32_t state_bytes(const struct switcher *s)
{
    return is_mpeg(s) ? PMPEG_CONTEXT_BYTES : PCIPHER_CONTEXT_BYTES;
}

/* ---- two channels ---- */

static uint32_t class_of(const struct switcher *s)
{
    if (!is_mpeg(s))
        return PCIPHER_CLASS;
    return chip_bit(s->t->card->chip) & CHIPS_VP1 ? PMPEG_CLASS_G80 : PMPEG_CLASS_G84;
}

static enum err write_handles(const struct switcher *s, struct side *side)
{
    const uint32_t words[DMAOBJ_WORDS] = { class_of(s) };
    uint16_t engine;
    enum err e = vm_object_words(&side->p.setup.vm, words, &engine);

    if (e == OK)
        e = fifo_handle(&side->fifo, ENGINE, engine,
                        is_mpeg(s) ? PFIFO_ENGINE_PMPEG : PFIFO_ENGINE_PCIPHER);
    return e == OK ? fifo_handle(&side->fifo, MEMORY, side->memory, PFIFO_ENGINE_SOFTWARE) : e;
}

static linear_addr ring_of(const struct side *side)
{
    return side->p.at[OTHER];
}

static enum err prepare(const struct switcher *s, struct side *side)
{
    const enum err e =
        fifo_prepare(&side->fifo, &side->p.setup.vm, side->p.selector, ring_of(side), RING_AT);

    return e == OK ? write_handles(s, side) : e;
}

/* `more` objects before the one that is used, so that no two channels name it alike. */
static bool build(struct switcher *s, struct side *side, unsigned more)
{
    struct pages *const p = &side->p;
    struct setup *const setup = &p->setup;
    struct dmaobj object = object_paged();

    pages_build(p, s->t, TARGET_VRAM);
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = PAGES_AT;
    for (unsigned i = 0; i <= more; i++)
        side->memory = setup_object(setup, &object);
    if (setup->err == OK)
        setup->err = vm_object_change(&setup->vm, media_context(s->t->card, s->unit), &object);
    const struct pte ring = pte_of(ring_of(side));
    setup_page(setup, &p->table, (virtual_addr){ PAGES_AT + RING_AT }, &ring);
    return setup_ready(setup);
}

/* A state that a driver would begin with. */
static bool clear_state(const struct switcher *s, const struct side *side)
{
    const linear_addr at = side->p.at[FROM];
    const uint32_t config = pmpeg_config(), last = PMPEG_CONTEXT_7C_SET;
    struct card *const card = s->t->card;

    if (!test_ok(s->t, card_memory_fill(card, at, 0, state_bytes(s)), "clearing a state"))
        return false;
    return !is_mpeg(s) ||
           (test_ok(s->t, card_memory_write(card, linear_add(at, PMPEG_CONTEXT_CONFIG), &config, 4),
                    "writing a state") &&
            test_ok(s->t, card_memory_write(card, linear_add(at, PMPEG_CONTEXT_7C), &last, 4),
                    "writing a state"));
}

/* Engine and PFIFO from reset, both channels without a history. */
static bool restart(struct switcher *s)
{
    struct test *const t = s->t;

    vp2_open_for_fifo(t->card, s->unit);
    return test_ok(t, prepare(s, &s->a), "writing RAMFC") &&
           test_ok(t, prepare(s, &s->b), "writing RAMFC") && clear_state(s, &s->a) &&
           clear_state(s, &s->b) &&
           test_ok(t, fifo_start_both(&s->a.fifo, &s->b.fifo), "starting PFIFO") &&
           test_ok(t, vm_flush_tlb(t->card, VM_ENGINE_PFIFO), "flushing a TLB") &&
           test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)s->unit->engine), "flushing a TLB");
}

/* ---- work of each engine ---- */

static void put_copy(struct push *push, bool all)
{
    if (all)
        put(push, PCIPHER_METHOD_DMA_SRC, MEMORY);
    if (all)
        put(push, PCIPHER_METHOD_DMA_DST, MEMORY);
    put(push, PCIPHER_METHOD_LENGTH, SIZE);
    put(push, PCIPHER_METHOD_SRC_HIGH, 0);
    put(push, PCIPHER_METHOD_SRC_LOW, SOURCE * PAGE);
    put(push, PCIPHER_METHOD_DST_HIGH, 0);
    put(push, PCIPHER_METHOD_DST_LOW, TO * PAGE);
    put(push, PCIPHER_METHOD_LAUNCH, 0);
}

/* Later jobs leave out the objects, and of PMPEG all methods but the one that starts it. */
static void put_picture(const struct side *side, struct push *push, bool all)
{
    const struct pmpeg_work work = { .commands = COMMANDS_AT,
                                     .words = side->words,
                                     .image = TO * PAGE,
                                     .reference = SOURCE * PAGE };
    struct pmpeg_method list[PMPEG_JOB_MAX];
    const unsigned count = pmpeg_job(list, &work);

    for (unsigned i = 0; i < count; i++) {
        const uint32_t number = list[i].number;
        const bool object = number >= PMPEG_DMA_CMD && number <= PMPEG_DMA_IMAGE;

        if (all || number >= PMPEG_CMD_OFFSET)
            put(push, number, object ? MEMORY : list[i].data);
    }
}

static bool submit(const struct switcher *s, struct side *side, struct push *push)
{
    put(push, HOST_REF, ++side->ref);
    return test_ok(s->t, fifo_submit(&side->fifo, push->words, push->count), "submitting commands");
}

static void put_job(const struct switcher *s, const struct side *side, struct push *push, bool all)
{
    if (is_mpeg(s))
        put_picture(side, push, all);
    else
        put_copy(push, all);
}

static bool await(const struct switcher *s, struct side *side)
{
    struct fifo_event event;

    if (!test_ok(s->t, fifo_wait(&side->fifo, side->ref), "waiting for PFIFO"))
        return false;
    fifo_take_event(&side->fifo, &event);
    return expect_equal(s->t, 0, event.interrupts, "PFIFO_INTR while PFIFO works");
}

static bool bind(const struct switcher *s, struct side *side)
{
    struct push push = { .count = 0 };

    put(&push, HOST_OBJECT, ENGINE);
    if (!submit(s, side, &push))
        return false;
    vp2_answer_bind(s->t->card, s->unit);
    return await(s, side);
}

static bool expect_word(const struct switcher *s, linear_addr at, uint32_t wanted, const char *what)
{
    uint32_t seen;

    return test_ok(s->t, card_memory_read(s->t->card, at, &seen, 4), "reading back") &&
           expect_equal(s->t, wanted, seen, what);
}

/* Four rows of PCIPHER's copy are one of PMPEG's; both begin at the page's start. */
static bool expect_job(const struct switcher *s, const struct side *side)
{
    const linear_addr to = side->p.at[TO], from = side->p.at[SOURCE];

    for (uint32_t at = 0; at < 16; at += 4)
        if (!expect_word(s, linear_add(to, at), name_of(linear_add(from, at)),
                         "a word that the engine copied for a channel"))
            return false;
    return test_ok(s->t, name_words(s->t->card, to, PAGE), "naming memory again");
}

static bool work(const struct switcher *s, struct side *side, bool all)
{
    struct push push = { .count = 0 };
    struct vp2_event event;

    put_job(s, side, &push, all);
    if (!submit(s, side, &push) || !await(s, side))
        return false;
    vp2_take_event(s->t->card, s->unit, &event);
    return expect_equal(s->t, 0, event.error, "PMPEG's error after a job") && expect_job(s, side);
}

/* ---- a state in memory ---- */

/* Self-naming words in place of the loaded state, so that each word the engine writes shows. */
static bool name_state(const struct switcher *s, linear_addr page)
{
    return test_ok(s->t, name_words(s->t->card, page, PAGE), "naming memory again");
}

/* The known part of the state, and the word after it. */
static bool expect_saved(const struct switcher *s, const struct side *side, linear_addr page)
{
    const linear_addr end = linear_add(page, state_bytes(s));
    const bool known =
        is_mpeg(s) ? expect_word(s, linear_add(page, PMPEG_CONTEXT_CONFIG), pmpeg_config(),
                                 "the settings in PMPEG's state of a channel")
                   : expect_word(s, linear_add(page, PCIPHER_CONTEXT_DMA_SRC), side->memory,
                                 "the source in PCIPHER's state of a channel") &&
                         expect_word(s, linear_add(page, PCIPHER_CONTEXT_DMA_DST), side->memory,
                                     "the destination in PCIPHER's state of a channel");

    return known && expect_word(s, end, name_of(end), "the word behind a channel's state");
}

/* The first channel works, the second one takes the engine, and the first one returns, with its own settings. */
static bool take_turns(struct switcher *s)
{
    struct side *const a = &s->a, *const b = &s->b;
    const linear_addr state = a->p.at[FROM];

    return bind(s, a) && work(s, a, true) && name_state(s, state) && bind(s, b) &&
           work(s, b, true) && expect_saved(s, a, state) && work(s, a, false) &&
           work(s, b, false) && expect_no_fault(s->t, "channels that take turns at an engine");
}

static bool remap(struct switcher *s, const struct pte *pte)
{
    return pages_rewrite(&s->a.p, FROM, pte) &&
           test_ok(s->t, vm_flush_tlb(s->t->card, (enum vm_engine)s->unit->engine),
                   "flushing a TLB");
}

/* The first channel returns from FROM's memory; its state then goes where the page has moved. */
static bool follow_the_page(struct switcher *s)
{
    const linear_addr from = s->a.p.at[FROM], moved = s->a.p.at[ABSENT];
    const struct pte pte = pte_of(moved);

    return work(s, &s->a, false) && name_state(s, from) && remap(s, &pte) &&
           work(s, &s->b, false) && expect_saved(s, &s->a, moved) &&
           expect_content(s->t, from, from);
}

/* A channel whose state cannot be reached: the engine stands still with a record. */
static bool expect_stopped(struct switcher *s, struct side *side, bool read)
{
    struct bus *const bus = s->t->card->bus;
    struct push push = { .count = 0 };

    put(&push, HOST_OBJECT, ENGINE);
    if (!submit(s, side, &push))
        return false;
    bus->ops->wait_us(bus, 1000);
    return media_expect_fault(s->t, &s->a.p, s->unit,
                              is_mpeg(s) ? (uint8_t)PMPEG_SLOT_CONTEXT
                                         : (uint8_t)PCIPHER_SLOT_CONTEXT,
                              FAULT_PAGE_NOT_PRESENT, PAGES_AT, read);
}

static bool fault_both_ways(struct switcher *s)
{
    const struct pte absent = { .present = false }, there = pte_of(s->a.p.at[FROM]);

    if (!restart(s) || !bind(s, &s->a) || !remap(s, &absent) || !expect_stopped(s, &s->b, false) ||
        !restart(s) || !expect_stopped(s, &s->a, true))
        return false;
    return remap(s, &there) && restart(s) && take_turns(s);
}

static bool write_commands(struct switcher *s, struct side *side)
{
    const linear_addr at = side->p.at[SUPERVISOR];
    uint32_t words[PMPEG_COMMANDS_MAX];

    side->words = pmpeg_commands(words, true);
    return pages_remap(&side->p, (enum page)(COMMANDS_AT / PAGE), at) &&
           test_ok(s->t, card_memory_write(s->t->card, at, words, 4 * side->words),
                   "writing commands");
}

static void switch_channels(struct test *t, struct pages *unused, const struct media_unit *unit)
{
    struct switcher s = { .t = t, .unit = unit };

    (void)unused;
    if (!build(&s, &s.a, 0) || !build(&s, &s.b, 2))
        return;
    media_listen(t, unit->record, unit->line);
    if (write_commands(&s, &s.a) && write_commands(&s, &s.b) && restart(&s) && take_turns(&s) &&
        follow_the_page(&s))
        (void)!fault_both_ways(&s);
}

static void pcipher_switches(struct test *t)
{
    media_each(t, MEDIA_PCIPHER, switch_channels);
}

static void pmpeg_switches(struct test *t)
{
    media_each(t, MEDIA_PMPEG, switch_channels);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.pcipher.context", .source = "tesla-engines.md §3.3", .run = pcipher_switches,
      .basis = UNVERIFIED, .experiment = "E47", .claim = CLAIM_ENGINE, .needs = "vm.fifo.push,vm.pcipher.copy", .flags = TEST_RISKY },
    { .name = "vm.pmpeg.context", .source = "tesla-engines.md §3.4", .run = pmpeg_switches,
      .basis = UNVERIFIED, .experiment = "E47", .claim = CLAIM_ENGINE, .needs = "vm.fifo.push,vm.pmpeg.image", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group media_context_tests = { rows, ARRAY_SIZE(rows) };
