#include "suite/nv50/pages.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"

static struct pte pte_like(const struct pages *p, enum page page)
{
    struct pte pte = pte_of(p->at[page]);

    pte.present = page != ABSENT;
    pte.read_only = page == READ_ONLY;
    pte.supervisor = page == SUPERVISOR;
    return pte;
}

void pages_build(struct pages *p, struct test *t, enum target to)
{
    struct dmaobj object = object_paged();

    setup_open(&p->setup, t, TARGET_VRAM);
    p->table = setup_table(&p->setup, (virtual_addr){ PAGES_AT }, PDE_TYPE_4K, TARGET_VRAM);
    for (unsigned i = 0; i < PAGES; i++) {
        p->at[i] = setup_memory(&p->setup, i == TO ? to : TARGET_VRAM, PAGE, PAGE);
        const struct pte pte = pte_like(p, (enum page)i);
        setup_page(&p->setup, &p->table, (virtual_addr){ PAGES_AT + i * PAGE }, &pte);
    }
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = PAGES_AT;
    p->selector = setup_object(&p->setup, &object);
}

bool pages_rewrite(struct pages *p, enum page page, const struct pte *pte)
{
    const virtual_addr at = { PAGES_AT + page * PAGE };
    struct test *const t = p->setup.t;

    return test_ok(t, vm_pte(&p->setup.vm, &p->table, at, pte), "rewriting a PTE") &&
           test_ok(t, host_flush(t->card), "flushing host writes");
}

bool pages_remap(struct pages *p, enum page page, linear_addr to)
{
    const struct pte pte = pte_of(to);

    return pages_rewrite(p, page, &pte);
}

static void describe(char *words, const struct card *card, uint32_t word)
{
    struct text text = text_in(words, TEST_VALUE_MAX);

    describe_word(&text, card, word);
}

bool expect_word_of(struct test *t, linear_addr page, unsigned word, uint32_t wanted,
                    const char *what)
{
    uint32_t seen = 0;

    return test_ok(
               t,
               card_memory_read(t->card, (linear_addr){ page.v + 4 * word, page.target }, &seen, 4),
               "reading back") &&
           expect_equal(t, wanted, seen, what);
}

/* Ends at the first wrong word, because a page that came from elsewhere is wrong in all of them. */
bool expect_content(struct test *t, linear_addr page, linear_addr named)
{
    for (uint64_t at = 0; at < PAGE; at += 4) {
        const linear_addr place = { page.v + at, page.target };
        const uint32_t wanted = name_of((linear_addr){ named.v + at, named.target });
        char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
        uint32_t seen = 0;

        if (!test_ok(t, card_memory_read(t->card, place, &seen, 4), "reading back"))
            return false;
        if (test_compared(t, seen == wanted))
            continue;
        describe(expected, t->card, wanted);
        describe(actual, t->card, seen);
        test_differs(t, expected, actual, "found %s at byte 0x%x of its page, expected %s", actual,
                     (unsigned)at, expected);
        return false;
    }
    return true;
}
