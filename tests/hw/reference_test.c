/* Each number of hw/ is the one that the reference gives (tests/hw/reference/, which was typed from docs/hardware/ and
 * from NVIDIA's manuals). Both witnesses build on these numbers, so nothing else notices one that is wrong. witness.t
 * sees to it that no header has a constant without a second witness. */
#include "tests/hw/reference.h"
#include "tests/kit/tests.h"

static void numbers_are_the_references(void **state)
{
    const struct reference_section *const section = *state;
    unsigned wrong = 0;

    for (unsigned i = 0; i < section->count; i++) {
        const struct reference *const row = &section->rows[i];

        if (row->ours == row->reference)
            continue;
        print_message("# %s is 0x%llx, the reference says 0x%llx\n", row->name,
                      (unsigned long long)row->ours, (unsigned long long)row->reference);
        wrong++;
    }
    assert_int_equal(0, wrong);
}

/* A point for each section of a table. */
static void list(const struct reference_section *section)
{
    for (; section->name; section++)
        tests_add((struct CMUnitTest){ section->name, numbers_are_the_references, NULL, NULL,
                                       (void *)section });
}

__attribute__((constructor)) static void list_sections(void)
{
    list(nv50_reference);
    list(gv100_reference);
}
