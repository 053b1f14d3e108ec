#include "suite/gv100/setup.h"

#include "engines/gv100/family.h"
#include "engines/text.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/structures.h"
#include "mmu/fields.h"

#define NAME_VRAM   0x50000000u
#define NAME_SYSTEM 0xa0000000u
#define NAME_NONE   0xc0000000u
#define NAME_KIND   0xf0000000u

#define DONE_OFFSET 0xff0u /* of the 16 bytes that run_push waits for, in the page for semaphores */
#define WINDOWS_AT  0x10000000u /* virtual addresses of channels' windows */

/* ---- opening --------------------------------------------------------------------------------- */

static void stop_host(struct test *t)
{
    struct gv_setup *const setup = t->put_back_of;

    if (host_close(&setup->host) != OK && !card_expired(t->card))
        test_say(t, "%s: a channel did not stop; its engine was reset", t->name);
}

struct gv_setup *gv_setup_open_in(struct test *t, enum target tables)
{
    struct dma_memory memory;

    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct gv_setup), &memory),
                 "preparing the test"))
        return NULL;
    struct gv_setup *const setup = memory.cpu;

    setup->t = t;
    setup->card = t->card;
    return gv_setup_ok(setup, space_open(&setup->space, t->card, tables), "making page tables")
               ? setup
               : NULL;
}

struct gv_setup *gv_setup_open(struct test *t)
{
    return gv_setup_open_in(t, TARGET_VRAM);
}

bool gv_setup_ok(struct gv_setup *setup, enum err e, const char *doing)
{
    return test_ok(setup->t, e, doing);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* An address within a word has no name that memory could hold. */
uint32_t name_at(linear_addr at)
{
    const uint32_t kind = at.target == TARGET_VRAM ? NAME_VRAM : NAME_SYSTEM;

    return (at.v & 3 ? NAME_NONE : kind) | ((uint32_t)(at.v >> 2) & ~NAME_KIND);
}

void named_words(struct text *text, const struct card *card, uint32_t word)
{
    const uint64_t at = (uint64_t)(word & ~NAME_KIND) << 2;

    (void)card;
    if ((word & NAME_KIND) == NAME_VRAM)
        text_format(text, "VRAM 0x%llx", (unsigned long long)at);
    else if ((word & NAME_KIND) == NAME_SYSTEM)
        text_format(text, "system memory 0x%llx", (unsigned long long)at);
    else
        text_format(text, "0x%08x", word);
}

bool gv_setup_high_memory(struct gv_setup *setup, enum target target, uint64_t size,
                          linear_addr *out)
{
    struct dma_memory memory = { 0 };
    const enum err e = card_dma_alloc_high(setup->card, size, &memory);

    if (e == ERR_UNSUPPORTED)
        test_lacks(setup->t, "the machine gives the card no memory above 4 GiB");
    if (e == ERR_UNSUPPORTED || !gv_setup_ok(setup, e, "making memory above 4 GiB"))
        return false;
    *out = (linear_addr){ memory.bus.v, target };
    return true;
}

bool gv_setup_reserve(struct gv_setup *setup, enum target target, uint64_t size, uint64_t align,
                      linear_addr *out)
{
    return gv_setup_ok(setup, memory_alloc(setup->card, target, size, align, out),
                       "finding memory");
}

bool gv_setup_memory(struct gv_setup *setup, enum target target, uint64_t size, uint64_t align,
                     linear_addr *out)
{
    uint32_t words[PAGE_4K / 4];
    enum err e = OK;

    if (!gv_setup_reserve(setup, target, size, align, out))
        return false;
    for (uint64_t at = 0; at < size && e == OK; at += sizeof(words)) {
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
            words[i] = name_at(linear_add(*out, at + 4 * i));
        e = card_memory_write(setup->card, linear_add(*out, at), words,
                              size - at < sizeof(words) ? size - at : sizeof(words));
    }
    return gv_setup_ok(setup, e, "filling memory");
}

bool gv_setup_name(struct gv_setup *setup, linear_addr at)
{
    return gv_setup_write(setup, at, name_at(at));
}

uint32_t gv_setup_read(struct gv_setup *setup, linear_addr at)
{
    uint32_t word;

    return card_memory_read(setup->card, at, &word, sizeof(word)) == OK ? word : UINT32_MAX;
}

bool gv_setup_write(struct gv_setup *setup, linear_addr at, uint32_t value)
{
    return gv_setup_ok(setup, card_memory_write(setup->card, at, &value, sizeof(value)),
                       "writing memory");
}

bool gv_setup_map(struct gv_setup *setup, uint64_t at, uint64_t size, unsigned page_shift,
                  linear_addr there)
{
    const struct gmmu_pte pte = pte_to(there);

    return gv_setup_ok(setup,
                       space_map(&setup->space, (virtual_addr){ at }, size, page_shift, &pte),
                       "mapping pages");
}

bool gv_setup_pte(struct gv_setup *setup, uint64_t at, unsigned page_shift,
                  const struct gmmu_pte *pte)
{
    return gv_setup_ok(setup, space_page(&setup->space, (virtual_addr){ at }, page_shift, pte),
                       "writing a PTE");
}

/* ---- BARs ------------------------------------------------------------------------------------ */

bool gv_setup_forget(struct gv_setup *setup)
{
    const struct tlb_scope scope = { .pdb = setup->space.root, .hub_only = true };

    return gv_setup_ok(setup, bar_flush(setup->card), "flushing host writes") &&
           gv_setup_ok(setup, tlb_invalidate(setup->card, &scope), "invalidating TLBs");
}

/* A space before this one may have had its root at the same place, and TLBs remember it. */
bool gv_setup_bind(struct gv_setup *setup, enum bar bar)
{
    return gv_setup_ok(setup, instance_make(&setup->space, TARGET_VRAM, NULL, &setup->instance),
                       "making an instance block") &&
           gv_setup_forget(setup) &&
           gv_setup_ok(setup, bar_bind(setup->card, bar, setup->instance), "binding a BAR");
}

static bool take_fault(struct gv_setup *setup, struct gmmu_fault *out)
{
    return fault_latch_take(setup->card, out, NULL) ||
           (setup->has_host && fault_ring_take(&setup->host.faults, out));
}

/* A fault explains a wrong word, or a missing answer, better than these do. */
static void add_record(struct gv_setup *setup, struct text *text)
{
    struct gmmu_fault fault;

    if (!take_fault(setup, &fault))
        return;
    text_string(text, ", and recorded ");
    seen_words(text, &fault);
}

bool is_word_of_vram(struct card *card, linear_addr there, uint32_t seen)
{
    return there.target != TARGET_VRAM && seen != UINT32_MAX &&
           pmem_read32(card, (linear_addr){ there.v, TARGET_VRAM }) == seen;
}

/* `there` is the intended place, `at` its address in the sentence. */
static bool words_agree(struct gv_setup *setup, uint32_t wanted, uint32_t seen, const char *format,
                        const char *who, uint64_t at, linear_addr there)
{
    char expected[64], actual[64], where[TEST_SENTENCE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    if (test_compared(setup->t, wanted == seen))
        return true;
    named_words(&text, setup->card, wanted);
    text = text_in(actual, sizeof(actual));
    named_words(&text, setup->card, seen);
    text = text_in(where, sizeof(where));
    text_format(&text, "%s at 0x%llx %s %s, expected %s", who, (unsigned long long)at, format,
                actual, expected);
    if (is_word_of_vram(setup->card, there, seen))
        text_string(&text, ", which is what VRAM has there");
    add_record(setup, &text);
    test_differs(setup->t, expected, actual, "%s", where);
    return false;
}

bool expect_bar_read(struct gv_setup *setup, enum bar bar, uint64_t at, linear_addr there)
{
    const uint32_t seen = bar_read32(setup->card, bar, (virtual_addr){ at });

    return words_agree(setup, name_at(there), seen, "reads", bar_name(bar), at, there);
}

bool expect_bar_write(struct gv_setup *setup, enum bar bar, uint64_t at, linear_addr there)
{
    const uint32_t value = ~name_at(there);

    bar_write32(setup->card, bar, (virtual_addr){ at }, value);
    if (!gv_setup_ok(setup, bar_flush(setup->card), "flushing host writes"))
        return false;
    const uint32_t seen = gv_setup_read(setup, there);
    return words_agree(setup, value, seen, "wrote elsewhere: memory holds", bar_name(bar), at,
                       there) &&
           gv_setup_write(setup, there, name_at(there));
}

bool expect_name(struct gv_setup *setup, linear_addr at, const char *what)
{
    return words_agree(setup, name_at(at), gv_setup_read(setup, at), "holds", what, at.v, at);
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* A record is the same on each chip of the family. */
static void field_words(struct text *text, const char *name, const uint64_t *words)
{
    for (unsigned i = 0; i < gv100_fault.field_count; i++) {
        const struct field *const field = &gv100_fault.fields[i];
        const struct chip *const chip = &gv100_chips[0].chip;

        if (!string_equal(field->name, name) || !field_present(field, chip, words))
            continue;
        const uint64_t value = field_get(field, words);
        const char *const named = field_value_name(field, chip, value);

        if (named)
            text_format(text, "%s ", named);
        else
            text_format(text, "%s 0x%llx ", name, (unsigned long long)value);
    }
}

static void record_words(struct text *text, const struct gmmu_fault *fault)
{
    uint32_t words[GMMU_FAULT_WORDS];
    uint64_t wide[GMMU_FAULT_WORDS];

    if (gmmu_fault_pack(fault, words) != OK) {
        text_string(text, "a record that no fault can have");
        return;
    }
    for (unsigned i = 0; i < GMMU_FAULT_WORDS; i++)
        wide[i] = words[i];
    field_words(text, "fault_type", wide);
    text_string(text, fault->from_hub ? "HUB/" : "GPC/");
    field_words(text, "client", wide);
    field_words(text, "access_type", wide);
    text_format(text, "engine 0x%x at 0x%llx instance 0x%llx%s", (unsigned)fault->engine,
                (unsigned long long)fault->address, (unsigned long long)fault->instance,
                fault->instance_aperture ? " of system memory" : "");
}

void seen_words(struct text *text, const struct gmmu_fault *fault)
{
    if (fault->valid)
        record_words(text, fault);
    else
        text_string(text, "a fault, whose record is not VALID");
}

/* Reductions are atomics, of which there are two kinds; no source says which one is recorded (K44). */
static bool same_access(uint8_t a, uint8_t b)
{
    return a == b || (a == GMMU_ACCESS_VIRT_ATOMIC_STRONG && b == GMMU_ACCESS_VIRT_ATOMIC_WEAK);
}

static bool same(const struct gmmu_fault *a, const struct gmmu_fault *b)
{
    return a->type == b->type && a->engine == b->engine && a->client == b->client &&
           a->from_hub == b->from_hub && same_access(a->access, b->access) &&
           a->address == b->address && a->instance == b->instance &&
           a->instance_aperture == b->instance_aperture && a->replayable == b->replayable;
}

bool expect_same_fault(struct gv_setup *setup, const struct gmmu_fault *wanted,
                       const struct gmmu_fault *seen)
{
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    if (test_compared(setup->t, !seen->valid))
        test_fail(setup->t, "recorded a fault without VALID");
    if (test_compared(setup->t, same(wanted, seen)))
        return seen->valid;
    record_words(&text, wanted);
    text = text_in(actual, sizeof(actual));
    record_words(&text, seen);
    test_differs(setup->t, expected, actual, "recorded %s, expected %s", actual, expected);
    return false;
}

static bool nothing_recorded(struct gv_setup *setup, const struct gmmu_fault *wanted)
{
    char expected[TEST_VALUE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    record_words(&text, wanted);
    test_differs(setup->t, expected, "no fault", "recorded no fault, expected %s", expected);
    return false;
}

bool expect_latched(struct gv_setup *setup, const struct gmmu_fault *wanted)
{
    struct gmmu_fault seen, next;

    if (!fault_latch_take(setup->card, &seen, NULL))
        return nothing_recorded(setup, wanted);
    if (!expect_same_fault(setup, wanted, &seen))
        return false;
    if (test_compared(setup->t, !fault_latch_take(setup->card, &next, NULL)))
        return true;
    test_fail(setup->t, "still holds a fault after it was acknowledged");
    return false;
}

bool expect_ring_fault(struct gv_setup *setup, const struct gmmu_fault *wanted)
{
    const uint64_t give_up = setup->card->bus->ops->time_us(setup->card->bus) + ANSWER_US;
    struct gmmu_fault seen;

    while (!fault_ring_take(&setup->host.faults, &seen))
        if (card_expired(setup->card) || setup->card->bus->ops->time_us(setup->card->bus) > give_up)
            return nothing_recorded(setup, wanted);
    return expect_same_fault(setup, wanted, &seen);
}

bool expect_no_record(struct gv_setup *setup, const char *after)
{
    char actual[TEST_VALUE_MAX];
    struct text text = text_in(actual, sizeof(actual));
    struct gmmu_fault seen;

    if (test_compared(setup->t, !take_fault(setup, &seen)))
        return true;
    seen_words(&text, &seen);
    test_differs(setup->t, "no fault", actual, "recorded %s after %s", actual, after);
    return false;
}

/* ---- engines --------------------------------------------------------------------------------- */

bool gv_setup_host(struct gv_setup *setup)
{
    setup->has_host = true;
    setup->t->put_back = stop_host;
    setup->t->put_back_of = setup;
    return gv_setup_ok(
        setup,
        host_open(&setup->host, setup->card, gv100_topology(setup->card), TARGET_VRAM, SETUP_RING),
        "preparing BAR2 and the ring of faults");
}

const struct engine *gv_setup_engine(struct gv_setup *setup, unsigned nth)
{
    return topology_copy(gv100_topology(setup->card), nth);
}

/* Each card has some (§1.4): where none is found, its tests did not run, and whether they would
 * pass is unknown. */
bool gv_setup_has_engine(struct gv_setup *setup)
{
    const struct card_refusal *const refusal = &gv100_topology(setup->card)->refusal;

    if (gv_setup_engine(setup, 0))
        return true;
    if (refusal->words)
        card_refuse(setup->card, refusal->reg, refusal->word, refusal->words);
    test_skip(setup->t, "its PTOP lists no copy engine on a runlist of its own");
    return false;
}

struct channel_form gv_setup_form(struct gv_setup *setup, unsigned nth)
{
    const struct engine *const engine = gv_setup_engine(setup, nth);
    const unsigned n = setup->channel_count;

    return (struct channel_form){
        .id = (uint16_t)(1 + 3 * n),
        .runlist = engine ? engine->runlist : 0,
        .engine = engine ? engine->engine : 0,
        .at = { WINDOWS_AT + (uint64_t)n * CHANNEL_WINDOW },
    };
}

struct channel *gv_setup_channel(struct gv_setup *setup, const struct channel_form *form)
{
    struct channel *const channel = &setup->channels[setup->channel_count];

    if (!gv_setup_has_engine(setup) || setup->channel_count == SETUP_CHANNELS_MAX)
        return NULL;
    setup->channel_count++;
    return gv_setup_ok(setup, channel_make(channel, &setup->host, &setup->space, form),
                       "making a channel")
               ? channel
               : NULL;
}

static struct channel *open_channel(struct test *t, bool copies)
{
    struct gv_setup *const setup = gv_setup_open(t);

    if (!setup || !gv_setup_host(setup))
        return NULL;
    struct channel_form form = gv_setup_form(setup, 0);
    form.copies = copies;
    struct channel *const channel = gv_setup_channel(setup, &form);

    return channel && gv_setup_ok(setup, channel_run_alone(channel), "submitting a runlist")
               ? channel
               : NULL;
}

struct channel *gv_setup_host_channel(struct test *t)
{
    return open_channel(t, false);
}

struct channel *gv_setup_copy_channel(struct test *t)
{
    return open_channel(t, true);
}

struct gv_setup *gv_setup_of(struct channel *channel)
{
    return (struct gv_setup *)((char *)channel->host - offsetof(struct gv_setup, host));
}

bool gv_setup_submit(struct channel *channel)
{
    struct gv_setup *const setup = gv_setup_of(channel);
    const enum err e = channel_submit(channel, &setup->push);

    push_start(&setup->push);
    return gv_setup_ok(setup, e, "submitting to a channel");
}

bool run_push(struct gv_setup *setup, struct channel *channel, uint32_t payload, bool copies)
{
    const virtual_addr done = channel_semaphore(channel, DONE_OFFSET);
    char what[TEST_VALUE_MAX];
    struct text text = text_in(what, sizeof(what));

    text_format(&text, "%s%s%s", copies ? "a copy engine's semaphore" : "a semaphore of the host",
                setup->sent ? ", " : "", setup->sent ? setup->sent : "");
    if (copies)
        push_copy_done(&setup->push, done, payload);
    else
        push_fence(&setup->push, done, payload);
    if (!gv_setup_submit(channel))
        return false;
    const enum err answer = channel_wait(channel, DONE_OFFSET, payload, ANSWER_US);
    /* The sentence names how far the channel came, because the fault of a silent channel depends on
     * it. */
    if (answer == ERR_TIMEOUT) {
        add_record(setup, &text);
        text_format(&text, ", %s", channel_stands(channel));
    }
    return test_works(setup->t, answer, what);
}

uint16_t gv_setup_copy_class(const struct gv_setup *setup)
{
    return gv100_places_of(setup->card->chip)->copy_class;
}

const char *signal_name(const struct mmu_signal *signal, const char *after, char out[64])
{
    struct text text = text_in(out, 64);

    text_string(&text, signal->last_name);
    text_string(&text, after);
    return out;
}
