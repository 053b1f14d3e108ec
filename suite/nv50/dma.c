/* Whether card and system memory reach each other, before anything is judged by it. PFIFO reads its commands
 * and writes a semaphore, both in system memory, as drivers have it on every chipset; first it reads commands
 * in VRAM, so that a PFIFO which does not run is not taken for a link (silicon-sequences.md §5.2). */
#include "suite/nv50/groups.h"

#include "engines/nv50/fifo.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pfifo.h"

#define PAGE                  0x1000u
#define OBJECT_AT             UINT64_C(0x20000000)
#define MEMORY                UINT32_C(0xbeef0201) /* handle of the object that shows the pages */
#define SEMAPHORE             0x40u
#define VALUE                 UINT32_C(0x5ca1ab1e)
#define HEADER(method, count) (FIELD_PUT(COMMAND_COUNT, (uint32_t)(count)) | (method))

#define PAGES 16u /* of each place: a machine may have mapped the first one and no more */

enum place { RING_VRAM, WORD_VRAM, RING_SYSTEM, WORD_SYSTEM, PLACES };

struct link {
    struct setup setup;
    struct fifo fifo;
    linear_addr at[PLACES];
    uint16_t selector;      /* of all places, for the ring */
    uint16_t words[PLACES]; /* of each: a semaphore's offset has 16 bits */
    uint32_t ref;
};

/* A ring and a word lie in VRAM, another pair in system memory, because the card's accesses to the
 * machine are compared with those to its own memory. */
static bool open_link(struct link *link, struct test *t)
{
    struct dmaobj object = object_paged();

    *link = (struct link){ .ref = 0x100 };
    setup_open(&link->setup, t, TARGET_VRAM);
    const struct pde table =
        setup_table(&link->setup, (virtual_addr){ OBJECT_AT }, PDE_TYPE_4K, TARGET_VRAM);
    for (unsigned i = 0; i < PLACES; i++) {
        link->at[i] = setup_memory(
            &link->setup, i < RING_SYSTEM ? TARGET_VRAM : TARGET_SYSRAM_SNOOP, PAGES * PAGE, PAGE);
        for (unsigned page = 0; page < PAGES; page++) {
            const struct pte pte = pte_of(linear_add(link->at[i], page * PAGE));

            setup_page(&link->setup, &table,
                       (virtual_addr){ OBJECT_AT + (i * PAGES + page) * PAGE }, &pte);
        }
    }
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = OBJECT_AT;
    link->selector = setup_object(&link->setup, &object);
    for (unsigned i = 0; i < PLACES; i++) {
        object.base = OBJECT_AT + i * PAGES * PAGE;
        link->words[i] = setup_object(&link->setup, &object);
    }
    return setup_ready(&link->setup);
}

/* Makes PFIFO do these commands out of that page of a place, with the handle MEMORY for `to`; OK: it has done them
 * all. */
static enum err run_commands(struct link *link, enum place ring, unsigned page, enum place to,
                             const uint32_t *words, unsigned count)
{
    struct card *const card = link->setup.vm.card;
    struct fifo_event event;
    enum err e =
        fifo_prepare(&link->fifo, &link->setup.vm, link->selector,
                     linear_add(link->at[ring], page * PAGE), (ring * PAGES + page) * PAGE);

    if (e == OK)
        e = fifo_handle(&link->fifo, MEMORY, link->words[to], PFIFO_ENGINE_SOFTWARE);
    if (e == OK)
        e = fifo_start(&link->fifo);
    if (e == OK)
        e = vm_flush_tlb(card, VM_ENGINE_PFIFO);
    if (e == OK)
        e = fifo_submit(&link->fifo, words, count);
    if (e == OK)
        e = fifo_wait(&link->fifo, link->ref);
    if (e != OK)
        return e;
    fifo_take_event(&link->fifo, &event);
    if (test_compared(link->setup.t, event.interrupts || fifo_ref(&link->fifo) != link->ref))
        return ERR_TIMEOUT;
    return OK;
}

static enum err send_ref(struct link *link, enum place ring, unsigned page)
{
    const uint32_t words[] = { HEADER(HOST_REF, 1), ++link->ref };

    return run_commands(link, ring, page, ring, words, ARRAY_SIZE(words));
}

/* PFIFO releases a semaphore in each of the pages from the first on. Returns how many of them have the word, up to
 * the first one that has not. */
static unsigned send_words(struct link *link, enum place to, unsigned pages)
{
    uint32_t words[4 * PAGES + 4];
    unsigned count = 0, arrived = 0;

    words[count++] = HEADER(HOST_DMA_SEMAPHORE, 1);
    words[count++] = MEMORY;
    for (unsigned page = 0; page < pages; page++) {
        words[count++] = HEADER(HOST_SEMAPHORE_OFFSET, 1);
        words[count++] = page * PAGE + SEMAPHORE;
        words[count++] = HEADER(HOST_SEMAPHORE_RELEASE, 1);
        words[count++] = VALUE + page;
    }
    words[count++] = HEADER(HOST_REF, 1);
    words[count++] = ++link->ref;
    if (run_commands(link, RING_VRAM, 0, to, words, count) != OK)
        return 0;
    for (uint32_t seen = 0; arrived < pages; arrived++) {
        const linear_addr word = linear_add(link->at[to], arrived * PAGE + SEMAPHORE);

        if (card_memory_read(link->setup.vm.card, word, &seen, 4) != OK ||
            test_compared(link->setup.t, seen != VALUE + arrived))
            break;
    }
    return arrived;
}

#define PROTECTION "DMA protection of the rig (VT-d, AMD-Vi), or the port above"

/* A machine that has mapped only the beginning of a buffer, or has holes in it, would make copies of good memory
 * look wrong. */
static void whole_buffers_are_reached(struct link *link)
{
    struct test *const t = link->setup.t;
    const unsigned written = send_words(link, WORD_SYSTEM, PAGES);

    test_blame(t, CAUSE_DMA_BLOCKED);
    if (written < PAGES)
        test_error(t,
                   "the card writes the first page of the machine's buffer and not the one at "
                   "0x%x: " PROTECTION,
                   written * PAGE);
    else if (send_ref(link, RING_SYSTEM, PAGES - 1) != OK)
        test_error(t,
                   "the card reads the first page of the machine's buffer and not the one at "
                   "0x%x: " PROTECTION,
                   (PAGES - 1) * PAGE);
    else
        test_blame(t, CAUSE_NONE);
}

/* Three small steps, from commands in VRAM to a word in the machine's memory, so that the one that
 * fails says which direction does not work. */
static void dma_goes_both_ways(struct test *t)
{
    struct link link;

    if (!open_link(&link, t))
        return;
    if (send_ref(&link, RING_VRAM, 0) != OK || send_words(&link, WORD_VRAM, 1) != 1) {
        test_skip(t, "PFIFO does not do commands that lie in VRAM, so it tells nothing of DMA");
        return;
    }
    if (send_ref(&link, RING_SYSTEM, 0) != OK) {
        test_blame(t, CAUSE_DMA_BLOCKED);
        test_error(t, "the card reads nothing of the machine's memory: " PROTECTION);
        return;
    }
    if (send_words(&link, WORD_SYSTEM, 1) != 1) {
        test_blame(t, CAUSE_DMA_BLOCKED);
        test_error(t, "the card writes nothing into the machine's memory: " PROTECTION);
        return;
    }
    whole_buffers_are_reached(&link);
}

/* PMEM reaches system memory with target 2 and 3 (tesla-mmio.md §3.3). */
static void pmem_reaches_system_memory(struct test *t)
{
    static const enum target targets[] = { TARGET_SYSRAM_SNOOP, TARGET_SYSRAM_NOSNOOP };

    for (unsigned i = 0; i < ARRAY_SIZE(targets); i++) {
        struct setup setup = { .t = t };
        const linear_addr at = setup_memory(&setup, targets[i], PAGE, PAGE);
        uint32_t seen = 0;

        if (!test_ok(t, setup.err, "preparing memory"))
            return;
        expect_equal(t, name_of(at), pmem_read32(t->card, at),
                     i == 0 ? "snooped system memory through PMEM"
                            : "unsnooped system memory through PMEM");
        pmem_write32(t->card, (linear_addr){ at.v + 0x40, at.target }, 0x12345678);
        if (!test_ok(t, host_flush(t->card), "flushing host writes") ||
            !test_ok(t,
                     card_memory_read(t->card, (linear_addr){ at.v + 0x40, at.target }, &seen, 4),
                     "reading system memory"))
            return;
        expect_equal(t, 0x12345678, seen, "system memory written through PMEM");
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "link.dma", .source = "silicon-sequences.md §5.2", .run = dma_goes_both_ways,
      .basis = PROVEN, .claim = CLAIM_LINK, .needs = "window.flush,window.pmem" },
    { .name = "window.pmem.sysram", .source = "tesla-mmio.md §3.3", .run = pmem_reaches_system_memory,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .needs = "link.dma", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group dma_tests = { rows, ARRAY_SIZE(rows) };
