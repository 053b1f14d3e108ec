/* Counted in the model: which engine, client and slot asks for memory while the self tests run (tesla-vm.md §1.1), against the
 * column `exercised` of `barecard slots`. Both ways: a slot with a test is used on each of its chipsets, one without by none. The
 * full count runs in `make test-long`; a chipset of each video engine here. Tests of other groups are left out, because the trace of a
 * memory test takes minutes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite/nv50/exercised.h"
#include "tests/kit/in_full.h"
#include "tests/kit/tests.h"
#include "tests/suite/run_rig.h"

static bool asked[16][32][16]; /* by engine, client and slot */

static void see_trace(void *opaque, const char *line)
{
    unsigned engine, client, slot;

    (void)opaque;
    if (sscanf(line, "asks %u/%x/%u", &engine, &client, &slot) == 3)
        asked[engine & 15][client & 31][slot & 15] = true;
}

static void run(const struct nv50_chip *chip, const char *suite)
{
    struct rig *const rig = rig_new();

    memset(asked, 0, sizeof(asked));
    rig->card = (struct model_config){ .chip = &chip->chip, .media = true, .trace = true };
    rig->host_config.log = see_trace;
    rig_suite(rig, suite);
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    rig_free(rig);
}

/* PVP1 and PME have no public method (tesla-engines.md §3.5); all other slots have a test that has a card use them. */
static bool may_be_unused(const struct vm_slot *slot)
{
    return (slot->engine == VM_ENGINE_PVP || slot->engine == VM_ENGINE_PME) &&
           slot->chips == CHIPS_VP1;
}

TEST(only_slots_without_a_public_method_are_unused)
{
    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        if (may_be_unused(&vm_slots[i]) != (slot_exercised_by(&vm_slots[i]) == NULL))
            fail_msg("%s: %s", vm_slots[i].name,
                     may_be_unused(&vm_slots[i]) ? "used after all" : "used by no self test");
}

static bool is_sample(unsigned chip)
{
    return in_full() || chip == CHIP_G80 || chip == CHIP_G84 || chip == CHIP_MCP89;
}

TEST(slots_are_used_by_whom_the_list_says)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        if (!is_sample(chip))
            continue;
        run(&nv50_chips[chip], "link.dma,window,vm");
        for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
            const struct vm_slot *const slot = &vm_slots[i];

            if (!(slot->chips & CHIP_BIT(chip)))
                continue;
            if (asked[slot->engine][slot->client][slot->slot] != (slot_exercised_by(slot) != NULL))
                fail_msg("%s: %s is %s", nv50_chips[chip].chip.name, slot->name,
                         slot_exercised_by(slot) ? "used by no self test"
                                                 : "used, and the list says it is not");
        }
    }
}

/* Each test by itself, on the first chipset of the first slot that names it. */
TEST(each_test_uses_the_slots_that_name_it)
{
    const char *done[VM_SLOT_COUNT];
    unsigned count = 0;

    for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
        const char *const by = slot_exercised_by(&vm_slots[i]);
        const unsigned chip = (unsigned)__builtin_ctz(vm_slots[i].chips);
        bool known = !by;

        assert_true((by == NULL) != (slot_why_not(&vm_slots[i]) == NULL));
        for (unsigned k = 0; k < count && !known; k++)
            known = strcmp(done[k], by) == 0;
        if (known)
            continue;
        done[count++] = by;
        run(&nv50_chips[chip], by);
        for (unsigned k = 0; k < VM_SLOT_COUNT; k++)
            if ((vm_slots[k].chips & CHIP_BIT(chip)) && slot_exercised_by(&vm_slots[k]) &&
                strcmp(slot_exercised_by(&vm_slots[k]), by) == 0 &&
                !asked[vm_slots[k].engine][vm_slots[k].client][vm_slots[k].slot])
                fail_msg("%s: %s does not use %s", nv50_chips[chip].chip.name, by,
                         vm_slots[k].name);
    }
    assert_true(count >= 19);
}
