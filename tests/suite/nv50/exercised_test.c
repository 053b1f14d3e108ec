/* Counted in the model: which engine, client and slot asks for memory while the self tests run (tesla-vm.md §1.1), against the
 * column `exercised` of `barecard slots`. Both ways: a slot with a test is used on each of its chipsets, one without by none. All
 * tests of all chipsets run in `make test-long`; a chipset of each video engine, and the tests of translation, here. */
#include "model/nv50/base/card.h"
#include "suite/nv50/exercised.h"
#include "tests/suite/run_rig.h"

static uint16_t asked[16][32]; /* as struct nv50 has it, of the card of the last run */

static bool was_asked(const struct vm_slot *slot)
{
    return asked[slot->engine & 15][slot->client & 31] >> slot->slot & 1;
}

static void run(const struct nv50_chip *chip, const char *suite)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &chip->chip,
                                       .media = true,
                                       .vram_size = (uint64_t)chip->max_partitions << 20,
                                       .part_mask = BIT(chip->max_partitions) - 1 };
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, suite));
    memcpy(asked, nv50_of(host_bus_card(rig->host, 0))->asked, sizeof(asked));
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

TEST(slots_are_used_by_whom_the_list_says)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        if (!(in_full() || chip == CHIP_G80 || chip == CHIP_G84 || chip == CHIP_MCP89))
            continue;
        run(&nv50_chips[chip], in_full() ? "all" : "link.dma,window,vm");
        for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
            const struct vm_slot *const slot = &vm_slots[i];

            if (!(slot->chips & CHIP_BIT(chip)))
                continue;
            if (was_asked(slot) != (slot_exercised_by(slot) != NULL))
                fail_msg("%s: %s is %s", nv50_chips[chip].chip.name, slot->name,
                         slot_exercised_by(slot) ? "used by no self test"
                                                 : "used, and the list says it is not");
        }
    }
}

/* Each test by itself, on the first chipset of each slot that names it. */
TEST(each_test_uses_the_slots_that_name_it)
{
    struct {
        const char *by;
        unsigned chip;
    } done[VM_SLOT_COUNT];
    unsigned count = 0;

    for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
        const char *const by = slot_exercised_by(&vm_slots[i]);
        const unsigned chip = (unsigned)__builtin_ctz(vm_slots[i].chips);
        bool known = !by;

        assert_true((by == NULL) != (slot_why_not(&vm_slots[i]) == NULL));
        for (unsigned k = 0; k < count && !known; k++)
            known = strcmp(done[k].by, by) == 0 && done[k].chip == chip;
        if (known)
            continue;
        done[count].by = by;
        done[count++].chip = chip;
        run(&nv50_chips[chip], by);
        for (unsigned k = 0; k < VM_SLOT_COUNT; k++)
            if ((vm_slots[k].chips & CHIP_BIT(chip)) && slot_exercised_by(&vm_slots[k]) &&
                strcmp(slot_exercised_by(&vm_slots[k]), by) == 0 && !was_asked(&vm_slots[k]))
                fail_msg("%s: %s does not use %s", nv50_chips[chip].chip.name, by,
                         vm_slots[k].name);
    }
    assert_true(count >= 19);
}
