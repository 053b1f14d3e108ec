#include "suite/nv50/setup.h"

#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "suite/nv50/number_names.h"

/* Self-naming words: a multiplication by an odd number is reversible, so no two addresses share a
 * word; the salt keeps address 0 from being word 0. */
#define NAME_FACTOR  UINT32_C(0x9e3779b1)
#define NAME_INVERSE UINT32_C(0x0e8b2f51) /* FACTOR * INVERSE = 1 modulo 2^32 */
#define NAME_SALT    UINT32_C(0x25a5a5a5)
#define NAME_INDEX   BITS(29, 0)
#define NAME_NONE    BIT(30)
#define NAME_SYSTEM  BIT(31)
#define STORED       UINT32_C(0x5afe0000) /* stored by write tests, above the low bits of a name */

void setup_open(struct setup *setup, struct test *t, enum target where)
{
    *setup = (struct setup){ .t = t, .doing = "building a channel" };
    setup->err = vm_create(&setup->vm, t->card, where);
}

static bool building(struct setup *setup, const char *doing)
{
    if (setup->err != OK)
        return false;
    setup->doing = doing;
    return true;
}

bool setup_ready(struct setup *setup)
{
    if (building(setup, "flushing before use"))
        setup->err = vm_ready(&setup->vm);
    if (!test_ok(setup->t, setup->err, setup->doing))
        return false;
    aperture_channel(setup->t->card, setup->vm.descriptor);
    return true;
}

/* An address within a word has no name that memory could hold. */
uint32_t name_of(linear_addr at)
{
    const uint32_t system = at.target == TARGET_VRAM ? 0 : NAME_SYSTEM;
    const uint32_t none = at.v & 3 ? NAME_NONE : 0;

    return (((uint32_t)(at.v >> 2) & NAME_INDEX) ^ NAME_SALT ^ system ^ none) * NAME_FACTOR;
}

/* The address in our system memory whose low 32 bits these are; 0: there is none. */
static uint64_t system_address(const struct card *card, uint64_t low)
{
    for (unsigned i = 0; i < card->dma_count; i++) {
        const struct dma_memory *m = &card->dma[i];
        const uint64_t at = m->bus.v + (uint32_t)(low - m->bus.v);

        if (at - m->bus.v < m->size)
            return at;
    }
    return 0;
}

void describe_word(struct text *text, const struct card *card, uint32_t word)
{
    const uint32_t index = word * NAME_INVERSE ^ NAME_SALT;
    const uint64_t low = (uint64_t)(index & NAME_INDEX) << 2;
    const uint64_t system = index & NAME_SYSTEM ? system_address(card, low) : 0;
    const bool is_name = !(index & NAME_NONE);

    if (is_name && system)
        text_format(text, "system memory 0x%llx", (unsigned long long)system);
    else if (is_name && !(index & NAME_SYSTEM) && low < card->vram.size)
        text_format(text, "VRAM 0x%llx", (unsigned long long)low);
    else
        text_format(text, "0x%08x (no word of this test)", word);
}

enum err name_words(struct card *card, linear_addr at, uint64_t size)
{
    uint32_t words[256];
    enum err e = OK;

    for (uint64_t done = 0; done < size && e == OK; done += sizeof(words)) {
        const linear_addr from = { at.v + done, at.target };
        const uint64_t rest = size - done;

        for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
            words[i] = name_of((linear_addr){ from.v + 4 * i, at.target });
        e = card_memory_write(card, from, words, rest < sizeof(words) ? rest : sizeof(words));
    }
    return e == OK ? host_flush(card) : e; /* else they might come after what an engine writes */
}

linear_addr setup_memory(struct setup *setup, enum target target, uint64_t size, uint64_t align)
{
    linear_addr at = { 0, TARGET_INVALID };

    if (building(setup, "preparing memory"))
        setup->err = memory_alloc(setup->t->card, target, size, align, &at);
    if (setup->err == OK)
        setup->err = name_words(setup->t->card, at, size);
    return at;
}

/* With risky=1 a risk is taken on silicon, but only for claims that fail no card. */
static bool may_risk(const struct test *t)
{
    return t->card->model || (t->config->risky && !t->judged);
}

unsigned setup_apertures(const struct test *t)
{
    return may_risk(t) ? APERTURE_COUNT : APERTURE_PEEPHOLE;
}

bool setup_may_flush(const struct test *t, enum vm_engine engine)
{
    return engine == VM_ENGINE_BAR || engine == VM_ENGINE_PFIFO || may_risk(t);
}

linear_addr setup_reserve(struct setup *setup, uint64_t size, uint64_t align)
{
    linear_addr at = { 0, TARGET_INVALID };

    if (building(setup, "preparing memory"))
        setup->err = vram_alloc(setup->t->card, size, align, &at);
    return at;
}

struct dmaobj object_paged(void)
{
    return (struct dmaobj){ .target = DMAOBJ_TARGET_PAGED,
                            .type = DMAOBJ_TYPE_FROM_PTE,
                            .compression = COMPRESSION_FROM_PTE,
                            .limit = LIMIT_ALL };
}

struct dmaobj object_unpaged(linear_addr at, uint64_t size)
{
    /* Objects name VRAM 1, where PTEs name it 0 (tesla-vm.md §1.8). */
    return (struct dmaobj){ .class_id = DMAOBJ_CLASS_READ_WRITE,
                            .target =
                                at.target == TARGET_VRAM ? DMAOBJ_TARGET_VRAM : (uint8_t)at.target,
                            .access = DMAOBJ_ACCESS_READ_WRITE,
                            .privilege = DMAOBJ_PRIVILEGE_USER,
                            .base = at.v,
                            .limit = at.v + size - 1,
                            .cycle = DMAOBJ_CYCLE_SHORT };
}

struct pte pte_of(linear_addr page)
{
    return (struct pte){ .present = true, .page = page };
}

uint16_t setup_object(struct setup *setup, const struct dmaobj *obj)
{
    uint16_t selector = 0;

    if (building(setup, "writing a DMA object"))
        setup->err = vm_object(&setup->vm, obj, &selector);
    return selector;
}

struct pde setup_table(struct setup *setup, virtual_addr at, enum pde_type type, enum target where)
{
    struct pde pde = { .type = (uint8_t)type,
                       .size = type == PDE_TYPE_4K ? PDE_SIZE_32M : PDE_SIZE_512M };

    if (building(setup, "writing a page table"))
        setup->err = vm_table(&setup->vm, at, &pde, where);
    return pde;
}

void setup_page(struct setup *setup, const struct pde *pde, virtual_addr at, const struct pte *pte)
{
    if (building(setup, "writing a PTE"))
        setup->err = vm_pte(&setup->vm, pde, at, pte);
}

void setup_block(struct setup *setup, const struct pde *pde, virtual_addr at, const struct pte *pte)
{
    if (building(setup, "writing a contiguous block"))
        setup->err = vm_block(&setup->vm, pde, at, pte);
}

uint16_t setup_one_page(struct setup *setup, enum pde_type type, enum target table, virtual_addr at,
                        linear_addr page)
{
    const struct dmaobj paged = object_paged();
    const struct pte pte = pte_of(page);
    const struct pde pde = setup_table(setup, (virtual_addr){ 0 }, type, table);

    setup_page(setup, &pde, at, &pte);
    return setup_object(setup, &paged);
}

static void describe_address(struct text *text, linear_addr at)
{
    text_format(text, "%s 0x%llx", words_target(at.target), (unsigned long long)at.v);
}

/* A fault is told with the wrong word, because it usually explains the word. */
bool expect_read(struct test *t, enum aperture aperture, logical_addr at, linear_addr there)
{
    const uint32_t seen = aperture_read32(t->card, aperture, at);
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text words = text_in(expected, sizeof(expected));
    struct vm_fault fault;

    if (test_compared(t, seen == name_of(there)))
        return true;
    describe_address(&words, there);
    words = text_in(actual, sizeof(actual));
    describe_word(&words, t->card, seen);
    if (fault_take(t->card, &fault)) {
        text_string(&words, "; fault ");
        describe_fault(&words, t->card, &fault);
    }
    test_differs(t, expected, actual, "read %s through %s at 0x%llx, expected %s", actual,
                 aperture_name(aperture), (unsigned long long)at.v, expected);
    return false;
}

static bool complain_write(struct test *t, enum aperture aperture, logical_addr at,
                           linear_addr there, uint32_t seen)
{
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text words = text_in(expected, sizeof(expected));
    struct vm_fault fault;

    describe_address(&words, there);
    words = text_in(actual, sizeof(actual));
    text_format(&words, "0x%08x is there", seen);
    if (fault_take(t->card, &fault)) {
        text_string(&words, "; fault ");
        describe_fault(&words, t->card, &fault);
    }
    test_differs(t, expected, actual, "write through %s at 0x%llx did not reach %s",
                 aperture_name(aperture), (unsigned long long)at.v, expected);
    return false;
}

bool expect_write(struct test *t, enum aperture aperture, logical_addr at, linear_addr there)
{
    const uint32_t stored = name_of(there) ^ STORED, name = name_of(there);
    uint32_t seen = 0;

    aperture_write32(t->card, aperture, at, stored);
    if (!test_ok(t, host_flush(t->card), "flushing host writes") ||
        !test_ok(t, card_memory_read(t->card, there, &seen, 4), "reading back"))
        return false;
    if (test_compared(t, seen != stored))
        return complain_write(t, aperture, at, there, seen);
    return test_ok(t, card_memory_write(t->card, there, &name, 4), "restoring a name");
}

void describe_fault(struct text *text, const struct card *card, const struct vm_fault *fault)
{
    text_format(text, "%s ", words_reason(fault->reason));
    words_requester(text, nv50_chip_of(card->chip), fault->engine, fault->client, fault->slot);
    text_format(text, " %s at 0x%llx, channel 0x%08x", fault->read ? "read" : "write",
                (unsigned long long)fault->at.v, fault->channel);
}

static bool same_requester(const struct vm_fault *a, const struct vm_fault *b)
{
    return a->engine == b->engine && a->client == b->client && a->slot == b->slot &&
           a->reason == b->reason && a->read == b->read;
}

/* Compares the fields on which sources agree: the page of a page fault and the address of the
 * channel; with `exact` all fields (tesla-vm.md §2.2, unverified E13). */
static bool same_fault(const struct vm_fault *a, const struct vm_fault *b, bool exact)
{
    const bool of_object = a->reason == FAULT_NULL_DMAOBJ || a->reason == FAULT_DMAOBJ_LIMIT;

    if (!same_requester(a, b) || ((a->channel ^ b->channel) & CHANNEL_DESC_ADDRESS))
        return false;
    if (exact)
        return a->at.v == b->at.v && a->channel == b->channel;
    return of_object || a->at.v >> PAGE_SHIFT_4K == b->at.v >> PAGE_SHIFT_4K;
}

bool expect_record(struct test *t, const struct vm_fault *wanted, bool exact)
{
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text words = text_in(expected, sizeof(expected));
    struct vm_fault seen;
    const bool any = fault_take(t->card, &seen);

    if (test_compared(t, any && same_fault(wanted, &seen, exact)))
        return true;
    describe_fault(&words, t->card, wanted);
    words = text_in(actual, sizeof(actual));
    if (any)
        describe_fault(&words, t->card, &seen);
    else
        text_string(&words, "no fault");
    test_differs(t, expected, actual, "recorded %s, expected %s", actual, expected);
    return false;
}

static bool check_record(struct test *t, const struct denied *denied)
{
    const struct vm_fault wanted = { .engine = aperture_engine(denied->aperture),
                                     .client = aperture_client(denied->write),
                                     .slot = aperture_slot(denied->aperture),
                                     .reason = denied->reason,
                                     .channel = denied->channel,
                                     .at = { denied->base + denied->at.v },
                                     .read = !denied->write };

    return expect_record(t, &wanted, denied->exact);
}

static bool check_interrupt(struct test *t, const struct denied *denied)
{
    const uint32_t wanted = aperture_fault_bit(denied->aperture);
    const uint32_t seen = fault_interrupts_take(t->card);

    if (test_compared(t, seen == wanted))
        return true;
    test_fail(t, "raised PFIFO interrupts 0x%x for a fault of %s, expected 0x%x", seen,
              aperture_name(denied->aperture), wanted);
    return false;
}

static bool check_guarded(struct test *t, const struct denied *denied)
{
    uint32_t seen = 0;

    if (!denied->write || denied->guarded.target == TARGET_INVALID)
        return true;
    if (!test_ok(t, host_flush(t->card), "flushing host writes") ||
        !test_ok(t, card_memory_read(t->card, denied->guarded, &seen, 4), "reading back"))
        return false;
    if (test_compared(t, seen == name_of(denied->guarded)))
        return true;
    test_fail(t, "wrote through %s although %s forbids it", aperture_name(denied->aperture),
              words_reason(denied->reason));
    return false;
}

bool expect_denied(struct test *t, const struct denied *denied)
{
    if (denied->write)
        aperture_write32(t->card, denied->aperture, denied->at, STORED);
    else
        aperture_read32(t->card, denied->aperture, denied->at);
    const bool record = check_record(t, denied);
    const bool interrupt = check_interrupt(t, denied);

    return check_guarded(t, denied) && record && interrupt;
}

bool expect_no_fault(struct test *t, const char *after)
{
    char actual[TEST_VALUE_MAX];
    struct text words = text_in(actual, sizeof(actual));
    struct vm_fault seen;

    if (test_compared(t, !fault_take(t->card, &seen)))
        return true;
    describe_fault(&words, t->card, &seen);
    test_differs(t, "no fault", actual, "recorded %s after %s", actual, after);
    return false;
}
