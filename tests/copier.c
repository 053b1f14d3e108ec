#include "tests/copier.h"

#include "engines/window.h"

static struct pte pte_like(const struct copier *c, enum copier_page page)
{
    struct pte pte = pte_of(c->pages[page]);

    pte.present = page != ABSENT;
    pte.read_only = page == READ_ONLY;
    pte.supervisor = page == SUPERVISOR;
    return pte;
}

void copier_build(struct copier *c, struct test *t)
{
    struct dmaobj object = object_paged();

    kit_open(&c->kit, t, TARGET_VRAM);
    c->table = kit_table(&c->kit, (virtual_addr){ COPIER_AT }, PDE_TYPE_4K, TARGET_VRAM);
    for (unsigned i = 0; i < COPIER_PAGES; i++) {
        c->pages[i] = kit_memory(&c->kit, i == TO ? TARGET_SYSRAM_SNOOP : TARGET_VRAM, COPIER_PAGE,
                                 COPIER_PAGE);
        const struct pte pte = pte_like(c, (enum copier_page)i);
        kit_page(&c->kit, &c->table, (virtual_addr){ COPIER_AT + i * COPIER_PAGE }, &pte);
    }
    object.class_id = DMAOBJ_CLASS_READ_WRITE;
    object.base = COPIER_AT;
    c->paged = kit_object(&c->kit, &object);
    if (c->kit.err == OK)
        c->kit.err = m2mf_prepare(&c->m2mf, &c->kit.vm, c->paged, c->paged);
}

bool copier_start(struct test *t, struct copier *c)
{
    return kit_ready(&c->kit) && test_ok(t, m2mf_start(&c->m2mf), "setting up m2mf");
}

bool copier_restart(struct test *t, struct copier *c)
{
    m2mf_close(&c->m2mf);
    return test_ok(t, m2mf_start(&c->m2mf), "setting up m2mf again");
}

bool copier_open(struct copier *c, struct test *t)
{
    copier_build(c, t);
    return copier_start(t, c);
}

static void describe(char *words, const struct card *card, uint32_t word)
{
    struct text text = text_in(words, TEST_VALUE_MAX);

    describe_word(&text, card, word);
}

bool expect_content(struct test *t, linear_addr page, linear_addr named)
{
    for (uint64_t at = 0; at < COPIER_PAGE; at += 4) {
        const linear_addr place = { page.v + at, page.target };
        const uint32_t wanted = name_of((linear_addr){ named.v + at, named.target });
        char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
        uint32_t seen = 0;

        if (!test_ok(t, card_memory_read(t->card, place, &seen, 4), "reading back"))
            return false;
        if (seen == wanted)
            continue;
        describe(expected, t->card, wanted);
        describe(actual, t->card, seen);
        test_differs(t, expected, actual, "m2mf left %s at byte 0x%x of its page, expected %s",
                     actual, (unsigned)at, expected);
        return false;
    }
    return true;
}

bool expect_copy(struct test *t, struct copier *c, enum copier_page from, enum copier_page to,
                 linear_addr holds)
{
    const linear_addr there = c->pages[to];

    return test_ok(t, m2mf_copy(&c->m2mf, from * COPIER_PAGE, to * COPIER_PAGE, COPIER_PAGE),
                   "copying by m2mf") &&
           expect_content(t, there, holds) &&
           test_ok(t, name_words(t->card, there, COPIER_PAGE), "naming memory again");
}
