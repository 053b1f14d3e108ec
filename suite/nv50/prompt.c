/* Commands of the prompt that make NV50's engines work: channel, method, flush, fault. */
#include "suite/nv50/prompt.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/graph_port.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/bits.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/slots.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/registers.h"
#include "suite/nv50/prompt_state.h"
#include "suite/nv50/setup.h"
#include "suite/prompt/commands.h"
#include "suite/prompt/experiments.h"

#define RING_AT               UINT64_C(0x1f00000) /* virtual: below the end of the smallest table */
#define MEMORY                UINT32_C(0xbeef0201) /* handle of the object that shows all addresses */
#define CLASS_HANDLES         UINT32_C(0xc1a50000) /* a class after it is a handle of its object */
#define HEADER(method, count) (FIELD_PUT(COMMAND_COUNT, (uint32_t)(count)) | (method))

_Static_assert(sizeof(struct nv50_prompt_state) <= PROMPT_STATE_MAX, "the state has room");

struct nv50_prompt_state *nv50_prompt_channel(struct prompt *prompt)
{
    struct nv50_prompt_state *const s = prompt->state;

    if (s->made || s->chosen)
        return s;
    prompt_refuse(prompt, "there is no channel yet: channel makes one, channel DESCRIPTOR takes "
                          "one that is in memory");
    return NULL;
}

/* ---- making one ------------------------------------------------------------------------------ */

static enum err map_ring(struct nv50_prompt_state *s, linear_addr *ring)
{
    struct pde pde = { .type = PDE_TYPE_4K, .size = PDE_SIZE_32M };
    struct dmaobj object = object_paged();
    enum err e = vram_alloc(s->vm.card, FIFO_RING, FIFO_RING, ring);

    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    if (e == OK)
        e = vm_table(&s->vm, (virtual_addr){ RING_AT }, &pde, TARGET_VRAM);
    const struct pte pte = pte_of(*ring);
    if (e == OK)
        e = vm_pte(&s->vm, &pde, (virtual_addr){ RING_AT }, &pte);
    return e == OK ? vm_object(&s->vm, &object, &s->paged) : e;
}

static enum err build(struct nv50_prompt_state *s, struct card *card)
{
    linear_addr ring;
    enum err e = vm_create(&s->vm, card, TARGET_VRAM);

    if (e == OK)
        e = map_ring(s, &ring);
    if (e == OK)
        e = fifo_prepare(&s->fifo, &s->vm, s->paged, ring, RING_AT);
    if (e == OK)
        e = fifo_handle(&s->fifo, MEMORY, s->paged, PFIFO_ENGINE_SOFTWARE);
    return e == OK ? vm_ready(&s->vm) : e;
}

/* The channel is PGRAPH's before PFIFO sends anything for it, so that nothing is to be switched (tesla-mmio.md §5.3). */
static enum err start(struct nv50_prompt_state *s)
{
    struct card *const card = s->vm.card;

    card_set32(card, PMC_INTR_EN_HOST, 0);
    pgraph_start(card);
    enum err e = vm_flush_tlb(card, VM_ENGINE_PGRAPH);
    pgraph_load(card, s->vm.descriptor);
    if (e == OK)
        e = fifo_start(&s->fifo);
    s->class_id = 0;
    return e == OK ? vm_flush_tlb(card, VM_ENGINE_PFIFO) : e;
}

static void say_channel(struct prompt *prompt, const struct nv50_prompt_state *s, const char *how)
{
    prompt_value(prompt, s->vm.descriptor);
    prompt_say(prompt, PROMPT_ANSWER, "channel at %s 0x%llx, descriptor 0x%08x, %s",
               s->vm.channel.target == TARGET_VRAM ? "VRAM" : "system memory",
               (unsigned long long)s->vm.channel.v, s->vm.descriptor, how);
}

static bool make(struct prompt *prompt, struct nv50_prompt_state *s)
{
    if (!prompt_may_write(prompt, "VRAM that nobody uses, and resets PFIFO and PGRAPH"))
        return false;
    *s = (struct nv50_prompt_state){ 0 };
    if (!prompt_ok(prompt, build(s, prompt->card), "building a channel") ||
        !prompt_ok(prompt, start(s), "starting PFIFO"))
        return false;
    s->made = true;
    say_channel(prompt, s, "made");
    prompt_say(prompt, PROMPT_ANSWER, "object 0x%x shows its virtual addresses (handle 0x%08x)",
               (unsigned)s->paged, MEMORY);
    return true;
}

struct nv50_prompt_state *nv50_prompt_own_channel(struct prompt *prompt)
{
    struct nv50_prompt_state *const s = prompt->state;

    return s->made || make(prompt, s) ? s : NULL;
}

/* Without a word makes a channel; with a descriptor takes one that lies in memory, because its
 * tables may be worth a look. */
static void channel(struct prompt *prompt, const struct words *words)
{
    struct nv50_prompt_state *const s = prompt->state;
    uint64_t descriptor;

    if (!prompt_takes_channel(prompt, s->made))
        return;
    if (words->count == 1) {
        make(prompt, s);
        return;
    }
    if (!prompt_number(prompt, words->word[1], BITS(29, 0), "a channel's descriptor", &descriptor))
        return;
    *s = (struct nv50_prompt_state){ .chosen = true,
                                     .vm = { .card = prompt->card,
                                             .descriptor = (uint32_t)descriptor,
                                             .channel = channel_unpack((uint32_t)descriptor) } };
    say_channel(prompt, s, "as it is in memory");
}

/* After a complaint PFIFO stands where it stopped: its state in memory is laid anew, and objects stay. */
static enum err restart(struct nv50_prompt_state *s)
{
    struct fifo *const fifo = &s->fifo;
    const struct fifo_place place = { .own = fifo->own,
                                      .ramht = (uint32_t)(fifo->ramht.v - fifo->channel.v),
                                      .ring = fifo->ring,
                                      .ring_at = fifo->ring_at };
    const enum err e = fifo_lay(fifo, &s->vm, s->paged, &place);

    return e == OK ? start(s) : e;
}

/* ---- methods --------------------------------------------------------------------------------- */

/* An object of the class, which PGRAPH finds by its handle. */
static enum err make_object(struct nv50_prompt_state *s, uint32_t class_id)
{
    const uint32_t words[DMAOBJ_WORDS] = { class_id };
    uint16_t selector;
    enum err e = vm_object_words(&s->vm, words, &selector);

    if (e == OK)
        e = fifo_handle(&s->fifo, CLASS_HANDLES | class_id, selector, PFIFO_ENGINE_PGRAPH);
    return e == OK ? host_flush(s->vm.card) : e;
}

/* A reference follows the method, because its arrival proves that PFIFO came that far. */
static enum err send(struct nv50_prompt_state *s, uint32_t class_id, uint32_t method, uint32_t data)
{
    const bool binds = class_id && class_id != s->class_id;
    const uint32_t words[] = { HEADER(HOST_OBJECT, 1), CLASS_HANDLES | class_id,
                               HEADER(method, 1),      data,
                               HEADER(HOST_REF, 1),    ++s->ref };
    const unsigned first = binds ? 0 : 2;
    enum err e = OK;

    if (binds) {
        e = make_object(s, class_id);
        s->class_id = class_id;
    }
    fifo_rewind(&s->fifo);
    if (e == OK)
        e = fifo_submit(&s->fifo, words + first, ARRAY_SIZE(words) - first);
    return e == OK ? fifo_wait(&s->fifo, s->ref) : e;
}

static void say_event(struct prompt *prompt, const char *who, uint32_t interrupts,
                      const char *details)
{
    prompt->value |= interrupts;
    prompt_say(prompt, PROMPT_BAD, "%s complains: interrupts 0x%08x%s", who, interrupts, details);
}

/* Reports the events that stopped them; true: there were none. */
static bool take_events(struct prompt *prompt, struct nv50_prompt_state *s)
{
    struct graph_event graph = { 0 };
    struct fifo_event fifo;
    char details[SCENE_PROMPT_LINE];
    struct text text = text_in(details, sizeof(details));

    fifo_take_event(&s->fifo, &fifo);
    if (!prompt_ok(prompt, graph_take_event(prompt->card, &graph), "waiting for PGRAPH"))
        return false;
    if (fifo.interrupts) {
        text_format(&text, ", pusher error %u, semaphore error %u", (unsigned)fifo.pusher,
                    (unsigned)fifo.semaphore);
        say_event(prompt, "PFIFO", fifo.interrupts, details);
    }
    text = text_in(details, sizeof(details));
    if (graph.interrupts) {
        text_format(&text, ", traps 0x%x, data error 0x%x at method 0x%x", graph.traps,
                    graph.data_error, graph.method);
        say_event(prompt, "PGRAPH", graph.interrupts, details);
    }
    return !fifo.interrupts && !graph.interrupts;
}

/* PFIFO is started again after a stop, so that the next line finds a channel that works. */
static void method(struct prompt *prompt, const struct words *words)
{
    uint64_t class_id, method_at, data;

    if (!prompt_number(prompt, words->word[1], UINT16_MAX, "a class", &class_id) ||
        !prompt_number(prompt, words->word[2], 0x1ffc, "a method", &method_at) ||
        !prompt_number(prompt, words->word[3], UINT32_MAX, "a word of 32 bits", &data))
        return;
    if (method_at % 4) {
        prompt_refuse(prompt, "%s: expected a multiple of 4", words->word[2]);
        return;
    }
    struct nv50_prompt_state *const s = nv50_prompt_own_channel(prompt);
    if (!s || !prompt_ok(prompt, send(s, (uint32_t)class_id, (uint32_t)method_at, (uint32_t)data),
                         "sending the method"))
        return;
    prompt_value(prompt, 0);
    if (take_events(prompt, s))
        prompt_say(prompt, PROMPT_GOOD, "done");
    else if (!prompt->refused)
        (void)!prompt_ok(prompt, restart(s), "starting PFIFO again");
}

/* ---- flush, fault ---------------------------------------------------------------------------- */

static bool same_word(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if (prompt_upper(*a) != prompt_upper(*b))
            return false;
    return *a == *b;
}

/* False: refused, with the names that there are. */
static bool find_engine(struct prompt *prompt, const char *word, enum vm_engine *out)
{
    char names[SCENE_PROMPT_LINE];
    struct text text = text_in(names, sizeof(names));

    for (unsigned i = 0; i < VM_ENGINE_NAME_COUNT; i++) {
        if (!(vm_engine_names[i].chips & chip_bit(prompt->card->chip)))
            continue;
        *out = (enum vm_engine)vm_engine_names[i].value;
        if (same_word(vm_engine_names[i].name, word))
            return true;
        text_format(&text, " %s", vm_engine_names[i].name);
    }
    prompt_refuse(prompt, "%s: no engine of that name; there are%s", word, names);
    return false;
}

/* Asks before, because a flush is started by a write to a register. */
static void flush(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    struct bus *const bus = card->bus;
    enum vm_engine engine = VM_ENGINE_BAR;

    if (words->count > 1 && !find_engine(prompt, words->word[1], &engine))
        return;
    if (!prompt_may_write(prompt, "the register that starts the flush"))
        return;
    const uint64_t begun = bus->ops->time_us(bus);
    if (!prompt_ok(prompt, words->count > 1 ? vm_flush_tlb(card, engine) : host_flush(card),
                   "flushing"))
        return;
    prompt_say_flushed(prompt, words->count > 1 ? "TLB" : "what the host has written is", begun);
}

static void fault(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    char record[TEST_VALUE_MAX];
    struct text text = text_in(record, sizeof(record));
    struct vm_fault seen;

    (void)words;
    prompt_value(prompt, UINT32_MAX);
    prompt_say_register(prompt, PFB_VM_FAULT, card_read32(card, PFB_VM_FAULT));
    if (!fault_take(card, &seen)) {
        prompt_say(prompt, PROMPT_ANSWER, "no fault is recorded");
        return;
    }
    describe_fault(&text, card, &seen);
    prompt_value(prompt, seen.reason);
    prompt_say(prompt, PROMPT_ANSWER, "%s", record);
}

/* Stops the engines that `channel` has started: PFIFO and PGRAPH as the takeover left them, except
 * for registers that the runner restores anyway. */
static void close(struct prompt *prompt)
{
    struct nv50_prompt_state *const s = prompt->state;

    if (!s->made)
        return;
    engines_reset_pfifo(prompt->card);
    engines_reset_pgraph(prompt->card);
}

const struct prompt_family nv50_prompt = {
    .registers = &nv50_register_map,
    .experiments = nv50_experiments,
    .channel = channel,
    .page = nv50_prompt_page,
    .translate = nv50_prompt_translate,
    .map = nv50_prompt_map,
    .object = nv50_prompt_object,
    .method = method,
    .flush = flush,
    .fault = fault,
    .close = close,
};
