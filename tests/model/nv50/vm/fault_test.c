/* The fault record after a reset of PFB (docs/hardware/tesla-vm.md §2.1). */
#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/vm/vm_rig.h"

#define CONTROL REF_PFB_VM_FAULT
#define DATA    REF_PFB_VM_FAULT_DATA
#define WORDS   6

static uint32_t word_of_record(unsigned index)
{
    world_write_reg(&world, CONTROL, 0x00ffffff | index << 24);
    return world_read_reg(&world, DATA);
}

static void fault_at(unsigned engine, uint64_t logical)
{
    struct nv50_vm_access access = by(engine, 0, 0);
    struct nv50_vm_answer met;

    access.logical = logical;
    assert_false(nv50_vm_probe(world.card, &access, &met));
}

/* Bit 20 of 0x200: PFB in reset and out of it leaves no record, and word 0 chosen. */
TEST(a_reset_of_pfb_forgets_the_record)
{
    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, PAGE);
    fault_at(VM_ENGINE_PFIFO, 0x124);
    assert_int_equal(word_of_record(3), 0x124);
    const uint32_t enabled = world_read_reg(&world, 0x200);
    world_write_reg(&world, 0x200, enabled & ~(1u << 20));
    world_write_reg(&world, 0x200, enabled);
    assert_int_equal(world_read_reg(&world, CONTROL), 0);
    for (unsigned i = 0; i < WORDS; i++)
        assert_int_equal(word_of_record(i), 0);
    world_close(&world);
}
