/* Commands of the prompt for GV100. */
#include "suite/gv100/prompt.h"

#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/family.h"
#include "engines/gv100/flush.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/structures.h"
#include "mmu/fields.h"
#include "mmu/gv100/registers.h"
#include "mmu/gv100/walk.h"
#include "suite/gv100/setup.h"
#include "suite/kit/registers.h"
#include "suite/prompt/commands.h"
#include "suite/prompt/experiments.h"
#include "suite/prompt/prompt.h"

#define WINDOW_AT   UINT64_C(0x10000000) /* virtual address of the channel's window */
#define DONE_OFFSET 0xff0u               /* in the page for semaphores */
#define RING        64                   /* entries of the ring of fault records */
#define VIRTUAL     ((UINT64_C(1) << 49) - 1)
#define PAGES_MAX   64
#define FIELDS_MAX  512
#define NO_FAULT    UINT32_MAX

struct state {
    bool made;     /* the channel is ours, and host runs it */
    bool chosen;   /* its instance block was in memory */
    bool has_host; /* host_close is due */
    linear_addr instance;
    struct space space;
    struct host host;
    struct channel channel;
    struct push push;
    uint32_t payload; /* of the last semaphore */
};

_Static_assert(sizeof(struct state) <= PROMPT_STATE_MAX, "the state has room");

/* ---- channel --------------------------------------------------------------------------------- */

static void say_channel(struct prompt *prompt, const struct state *s, const char *how)
{
    prompt_value(prompt, s->instance.v);
    prompt_say(prompt, PROMPT_ANSWER, "channel with its instance block at VRAM 0x%llx, %s",
               (unsigned long long)s->instance.v, how);
}

static enum err build(struct state *s, struct card *card, const struct engine *engine)
{
    const struct channel_form form = { .id = 1,
                                       .runlist = engine->runlist,
                                       .engine = engine->engine,
                                       .copies = true,
                                       .at = { WINDOW_AT } };
    enum err e = space_open(&s->space, card, TARGET_VRAM);

    s->has_host = e == OK;
    if (e == OK)
        e = host_open(&s->host, card, gv100_topology(card), TARGET_VRAM, RING);
    if (e == OK)
        e = channel_make(&s->channel, &s->host, &s->space, &form);
    return e == OK ? channel_run_alone(&s->channel) : e;
}

/* Asks before the first write, because a channel needs VRAM, BAR2 and a runlist. */
static bool make(struct prompt *prompt, struct state *s)
{
    const struct engine *const engine = topology_copy(gv100_topology(prompt->card), 0);

    if (!engine) {
        prompt_refuse(prompt, "its PTOP lists no copy engine on a runlist of its own");
        return false;
    }
    if (!prompt_may_write(prompt, "VRAM that nobody uses, binds BAR2 and starts a runlist"))
        return false;
    *s = (struct state){ 0 };
    if (!prompt_ok(prompt, build(s, prompt->card, engine), "making a channel"))
        return false;
    s->made = true;
    s->instance = s->channel.instance;
    say_channel(prompt, s, "made");
    prompt_say(prompt, PROMPT_ANSWER, "its ring and push buffer lie at virtual 0x%llx, runlist %u",
               (unsigned long long)WINDOW_AT, (unsigned)engine->runlist);
    return true;
}

static struct state *own_channel(struct prompt *prompt)
{
    struct state *const s = prompt->state;

    return s->made || make(prompt, s) ? s : NULL;
}

static struct state *any_channel(struct prompt *prompt)
{
    struct state *const s = prompt->state;

    if (s->made || s->chosen)
        return s;
    prompt_refuse(prompt, "there is no channel yet: channel makes one, channel ADDRESS takes the "
                          "instance block that lies there");
    return NULL;
}

/* Without a word makes a channel; with an offset takes one that lies in memory, because its tables
 * may be worth a look. */
static void channel(struct prompt *prompt, const struct words *words)
{
    struct state *const s = prompt->state;
    uint64_t at;

    if (!prompt_takes_channel(prompt, s->made))
        return;
    if (words->count == 1) {
        make(prompt, s);
        return;
    }
    if (!prompt_number(prompt, words->word[1], prompt->card->vram.size - 1, "an offset in VRAM",
                       &at))
        return;
    s->chosen = true;
    s->instance = (linear_addr){ at & ~UINT64_C(0xfff), TARGET_VRAM };
    say_channel(prompt, s, "as it is in memory");
}

/* ---- page, translate ------------------------------------------------------------------------- */

static bool read_memory(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    return card_memory_read(memory->context, at, bytes, size) == OK;
}

static void walk(struct prompt *prompt, const struct state *s, uint64_t va,
                 enum gmmu_operation operation, struct gmmu_result *out)
{
    const struct mmu_memory memory = { read_memory, prompt->card };
    const struct gmmu gmmu = { .rules = &gmmu_rules_default,
                               .memory = &memory,
                               .chip = prompt->card->chip };
    const struct gmmu_access access = {
        .instance = s->instance, .veid = GMMU_NO_VEID, .va = va, .operation = operation
    };

    *out = (struct gmmu_result){ 0 };
    gmmu_translate(&gmmu, &access, out);
}

static const char *place_name(uint8_t aperture)
{
    return aperture == GMMU_PTE_VIDEO_MEMORY  ? "VRAM"
           : aperture == GMMU_PTE_PEER_MEMORY ? "peer"
                                              : "system memory";
}

static void fault_words(struct text *text, uint8_t fault)
{
    for (unsigned i = 0; i < gv100_fault.field_count; i++)
        if (string_equal(gv100_fault.fields[i].name, "fault_type")) {
            const char *const name =
                field_value_name(&gv100_fault.fields[i], &gv100_chips[CHIP_GV100].chip, fault);

            text_string(text, name ? name : "unknown");
        }
}

/* A fault's number is the value of the line too, so that a script can expect it. */
static void say_outcome(struct prompt *prompt, const struct gmmu_result *r)
{
    char name[32] = "";
    struct text text = text_in(name, sizeof(name));

    prompt_value(prompt, r->address);
    switch (r->outcome) {
    case GMMU_OK:
        prompt_say(prompt, PROMPT_ANSWER, "%s 0x%llx, a page of %llu KiB", place_name(r->aperture),
                   (unsigned long long)r->address,
                   (unsigned long long)((UINT64_C(1) << r->page_shift) / 1024));
        break;
    case GMMU_SPARSE:
        prompt_say(prompt, PROMPT_ANSWER, "sparse: reads give zeros, writes go nowhere");
        break;
    case GMMU_FAULT:
        fault_words(&text, r->fault);
        prompt_value(prompt, r->fault);
        prompt_say(prompt, PROMPT_ANSWER, "fault: %s", name);
        break;
    case GMMU_OUTSIDE:
        prompt_say(prompt, PROMPT_ANSWER, "%s lies where nothing can be read: 0x%llx", r->outside,
                   (unsigned long long)r->outside_at.v);
        break;
    }
}

static void say_pte(struct prompt *prompt, const struct gmmu_result *r)
{
    const uint64_t word = r->trail.steps[r->trail.count - 1].word;
    char fields[FIELDS_MAX];
    struct text text = text_in(fields, sizeof(fields));

    structure_fields(&text, &gv100_pte, prompt->card->chip, &word);
    prompt_detail(prompt, fields);
}

static void say_walk(struct prompt *prompt, const struct state *s, uint64_t va)
{
    struct gmmu_result r;

    walk(prompt, s, va, GMMU_READ, &r);
    for (unsigned i = 0; i < r.trail.count; i++) {
        const struct trail_step *const step = &r.trail.steps[i];

        prompt_say(prompt, PROMPT_ANSWER, "%s at %s 0x%llx = 0x%016llx", step->level,
                   step->at.target == TARGET_VRAM ? "VRAM" : "system memory",
                   (unsigned long long)step->at.v, (unsigned long long)step->word);
    }
    if (r.page_shift && r.trail.count)
        say_pte(prompt, &r);
    say_outcome(prompt, &r);
    if (r.trail.count)
        prompt_value(prompt, r.trail.steps[r.trail.count - 1].word);
}

static void page(struct prompt *prompt, const struct words *words)
{
    const struct state *const s = any_channel(prompt);
    uint64_t va;

    if (s && prompt_number(prompt, words->word[1], VIRTUAL, "a virtual address", &va))
        say_walk(prompt, s, va);
}

static void translate(struct prompt *prompt, const struct words *words)
{
    const struct state *const s = any_channel(prompt);
    const char *const way = words->count > 2 ? words->word[2] : "r";
    const bool write = string_equal(way, "w");
    struct gmmu_result r;
    uint64_t va;

    if (!s || !prompt_number(prompt, words->word[1], VIRTUAL, "a virtual address", &va))
        return;
    if (words->count > 3 || (!write && !string_equal(way, "r"))) {
        prompt_refuse(prompt, "translate: expected ADDRESS [r|w], for GV100 has no DMA objects");
        return;
    }
    walk(prompt, s, va, write ? GMMU_WRITE : GMMU_READ, &r);
    say_outcome(prompt, &r);
}

/* ---- map ------------------------------------------------------------------------------------- */

static enum err map_page(struct prompt *prompt, struct state *s, uint64_t va,
                         const struct gmmu_pte *pte)
{
    uint32_t before[2];
    linear_addr entry = { 0 };
    uint64_t word;
    enum err e = gmmu_pte_pack(pte, GMMU_PAGE_4K, &word);

    if (e == OK)
        e = space_entry(&s->space, (virtual_addr){ va }, GMMU_PT_SMALL, &entry);
    if (e == OK)
        e = card_memory_read(prompt->card, entry, before, sizeof(before));
    if (e == OK)
        e = journal_note(&prompt->journal, entry, before, sizeof(before), (uint32_t)word);
    return e == OK ? space_write(&s->space, entry, word) : e;
}

/* All words are checked before the first write, so that a refused line changes nothing. */
static void map(struct prompt *prompt, const struct words *words)
{
    uint64_t va, to, count = 1;
    enum target target;
    enum err e = OK;

    if (!prompt_number(prompt, words->word[1], VIRTUAL, "a virtual address", &va) ||
        !prompt_target(prompt, words->word[2], &target) ||
        !prompt_number(prompt, words->word[3], VIRTUAL, "a physical address", &to) ||
        (words->count > 4 &&
         !prompt_number(prompt, words->word[4], PAGES_MAX, "how many pages", &count)))
        return;
    struct state *const s = own_channel(prompt);
    if (!s)
        return;
    struct gmmu_pte pte = pte_to((linear_addr){ to, target });
    for (uint64_t i = 0; i < count && e == OK; i++, pte.page += PAGE_4K)
        e = map_page(prompt, s, va + i * PAGE_4K, &pte);
    if (e == OK)
        e = bar_flush(prompt->card);
    if (!prompt_ok(prompt, e, "writing entries"))
        return;
    prompt_written(prompt);
    say_walk(prompt, s, va);
}

/* ---- method ---------------------------------------------------------------------------------- */

static void push_line(struct state *s, uint32_t class_id, uint32_t method, uint32_t data)
{
    const virtual_addr done = channel_semaphore(&s->channel, DONE_OFFSET);

    push_start(&s->push);
    if (class_id)
        push_method(&s->push, COPY_SUBCHANNEL, HOST_SET_OBJECT, class_id);
    push_method(&s->push, class_id ? COPY_SUBCHANNEL : 0, method, data);
    push_fence(&s->push, done, ++s->payload);
}

static bool take_fault(struct state *s, struct card *card, struct gmmu_fault *out)
{
    return fault_latch_take(card, out, NULL) ||
           (s->has_host && fault_ring_take(&s->host.faults, out));
}

static void stop(struct prompt *prompt, struct state *s)
{
    if (s->has_host && host_close(&s->host) != OK && !card_expired(prompt->card))
        prompt_say(prompt, PROMPT_BAD, "a channel did not stop; its engine was reset");
}

static void say_pbdma(struct prompt *prompt, struct state *s)
{
    const unsigned pbdma = channel_pbdma(&s->channel);
    struct pbdma_event event;

    pbdma_read(prompt->card, pbdma, &event);
    if (!event.interrupts && !event.interrupts_1)
        return;
    prompt_value(prompt, event.interrupts | event.interrupts_1);
    prompt_say(prompt, PROMPT_BAD, "PBDMA %u complains: interrupts 0x%08x 0x%08x at method 0x%08x",
               pbdma, event.interrupts, event.interrupts_1, event.method);
}

static void say_late(struct prompt *prompt, struct state *s)
{
    char record[TEST_VALUE_MAX];
    struct text text = text_in(record, sizeof(record));
    struct gmmu_fault fault;

    prompt_value(prompt, NO_FAULT);
    prompt_say(prompt, PROMPT_BAD, "not done: %s", channel_stands(&s->channel));
    say_pbdma(prompt, s);
    if (!take_fault(s, prompt->card, &fault))
        return;
    seen_words(&text, &fault);
    prompt_say(prompt, PROMPT_BAD, "fault: %s", record);
}

/* Nothing that is sent after it would be done. */
static void give_up_channel(struct prompt *prompt, struct state *s)
{
    stop(prompt, s);
    *s = (struct state){ 0 };
    prompt_say(prompt, PROMPT_ANSWER,
               "the channel is stopped: the next line that needs one makes a new one");
}

#define ANSWER_WAIT_US 100000 /* a method alone needs some microseconds */

static void method(struct prompt *prompt, const struct words *words)
{
    uint64_t class_id, at, data;

    if (!prompt_number(prompt, words->word[1], UINT16_MAX, "a class", &class_id) ||
        !prompt_number(prompt, words->word[2], 0x3ffc, "a method", &at) ||
        !prompt_number(prompt, words->word[3], UINT32_MAX, "a word of 32 bits", &data))
        return;
    struct state *const s = own_channel(prompt);
    if (!s)
        return;
    push_line(s, (uint32_t)class_id, (uint32_t)at & ~3u, (uint32_t)data);
    if (!prompt_ok(prompt, channel_submit(&s->channel, &s->push), "submitting"))
        return;
    prompt_value(prompt, 0);
    const enum err e = channel_wait(&s->channel, DONE_OFFSET, s->payload, ANSWER_WAIT_US);

    if (e == OK) {
        s->channel.push_used = 0; /* all of it has been done */
        prompt_say(prompt, PROMPT_GOOD, "done");
    } else if (!card_expired(prompt->card)) {
        say_late(prompt, s);
        give_up_channel(prompt, s);
    }
}

/* ---- flush, fault ---------------------------------------------------------------------------- */

static enum err flush_tlb(struct card *card)
{
    return tlb_invalidate(card, &(struct tlb_scope){ .all_pdbs = true });
}

/* Asks before, because a flush is started by a write to a register. */
static void flush(struct prompt *prompt, const struct words *words)
{
    static const struct {
        const char *name;
        enum err (*flush)(struct card *card);
    } ways[] = {
        { "host", bar_flush }, { "tlb", flush_tlb }, { "l2", l2_flush }, { "sysmem", system_flush }
    };
    struct bus *const bus = prompt->card->bus;
    const char *const word = words->count > 1 ? words->word[1] : ways[0].name;
    unsigned i = 0;

    while (i < ARRAY_SIZE(ways) && !string_equal(word, ways[i].name))
        i++;
    if (i == ARRAY_SIZE(ways)) {
        prompt_refuse(
            prompt, "%s: expected tlb, l2, sysmem, or nothing for what the host has written", word);
        return;
    }
    if (!prompt_may_write(prompt, "the register that starts the flush"))
        return;
    const uint64_t begun = bus->ops->time_us(bus);
    if (!prompt_ok(prompt, ways[i].flush(prompt->card), "flushing"))
        return;
    prompt_say_flushed(prompt, word, begun);
}

static void fault(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    char record[TEST_VALUE_MAX];
    struct text text = text_in(record, sizeof(record));
    struct gmmu_fault seen;

    (void)words;
    prompt_value(prompt, NO_FAULT);
    prompt_say_register(prompt, fault_status_register(card),
                        card_read32(card, fault_status_register(card)));
    if (!take_fault(prompt->state, card, &seen)) {
        prompt_say(prompt, PROMPT_ANSWER, "no fault is recorded");
        return;
    }
    seen_words(&text, &seen);
    prompt_value(prompt, seen.type);
    prompt_say(prompt, PROMPT_ANSWER, "%s", record);
}

static void close(struct prompt *prompt)
{
    stop(prompt, prompt->state);
}

const struct prompt_family gv100_prompt = {
    .registers = &gv100_register_map,
    .experiments = gv100_experiments,
    .channel = channel,
    .page = page,
    .translate = translate,
    .map = map,
    .method = method,
    .flush = flush,
    .fault = fault,
    .close = close,
};
