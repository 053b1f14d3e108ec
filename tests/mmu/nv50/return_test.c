/* Names of targets, there and back. */
#include <string.h>

#include "hw/nv50/fields.h"
#include "mmu/fields.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"
#include "tests/kit/tests.h"

static const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84];

/* Snooped and unsnooped memory are also called HOST and NCOH; the first name is printed. */
TEST(targets_have_two_names)
{
    static const enum nv50_structure kinds[] = { NV50_STRUCTURE_DMAOBJ, NV50_STRUCTURE_PDE,
                                                 NV50_STRUCTURE_PTE, NV50_STRUCTURE_CHANNEL };

    for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++)
        for (unsigned i = 0; i < nv50_structures[kinds[k]].field_count; i++) {
            const struct field *const field = &nv50_structures[kinds[k]].fields[i];
            uint64_t value = 0;

            if (strcmp(field->name, "target") != 0)
                continue;
            assert_true(field_value_named(field, &g84->chip, "HOST", 4, &value));
            assert_int_equal(value, 2);
            assert_string_equal(field_value_name(field, &g84->chip, 2), "SYSRAM_SNOOP");
            assert_true(field_value_named(field, &g84->chip, "NCOH", 4, &value));
            assert_int_equal(value, 3);
            assert_string_equal(field_value_name(field, &g84->chip, 3), "SYSRAM_NOSNOOP");
        }
}
