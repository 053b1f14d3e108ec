#include "suite/nv50/copier.h"

#include "engines/nv50/fault.h"
#include "engines/window.h"

void copier_build(struct copier *c, struct test *t)
{
    pages_build(&c->p, t, TARGET_SYSRAM_SNOOP);
    if (c->p.setup.err == OK)
        c->p.setup.err = m2mf_prepare(&c->m2mf, &c->p.setup.vm, c->p.selector, c->p.selector);
}

bool copier_start(struct test *t, struct copier *c)
{
    return setup_ready(&c->p.setup) && test_ok(t, m2mf_start(&c->m2mf), "setting up m2mf");
}

bool copier_restart(struct test *t, struct copier *c)
{
    return test_ok(t, m2mf_start(&c->m2mf), "setting up m2mf again");
}

bool copier_open(struct copier *c, struct test *t)
{
    copier_build(c, t);
    return copier_start(t, c);
}

/* A copy that PGRAPH gave up says why, if the VM knows. */
static bool copied(struct test *t, enum err e)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));
    struct vm_fault fault;

    if (test_compared(t, e != OK && fault_take(t->card, &fault))) {
        describe_fault(&text, t->card, &fault);
        test_differs(t, "a copy", words, "did not copy by m2mf: recorded %s", words);
        return false;
    }
    return test_ok(t, e, "copying by m2mf");
}

bool expect_copy(struct test *t, struct copier *c, enum page from, enum page to, linear_addr holds)
{
    const linear_addr there = c->p.at[to];

    return copied(t, m2mf_copy(&c->m2mf, from * PAGE, to * PAGE, PAGE)) &&
           expect_content(t, there, holds) &&
           test_ok(t, name_words(t->card, there, PAGE), "naming memory again");
}
