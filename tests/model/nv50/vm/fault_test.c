/* The fault record after a reset of PFB, its control word (docs/hardware/tesla-vm.md §2.1), and TLBs of other sizes.
 * The effect of each of these defects is a row of tests/defects.tsv. */

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

/* ---- TLBs ------------------------------------------------------------------------------------ */

#define NEW UINT64_C(0x10000) /* how far behind the old pages the new ones are */

static void lay_pages(uint64_t at)
{
    for (unsigned page = 0; page < 4; page++)
        put(TABLE + 8 * page, (PAGE + at + 0x1000 * page) | 1);
}

static uint64_t met_at(unsigned engine, uint64_t logical)
{
    struct nv50_vm_access access = by(engine, 0, 0);

    access.logical = logical;
    return ask_model(&access).at.v;
}

/* Whether the engine still meets the page that stood there when it looked last. */
static bool is_kept(unsigned engine, unsigned page)
{
    const uint64_t at = met_at(engine, 0x1000 * page);

    assert_true(at == PAGE + 0x1000 * page || at == PAGE + NEW + 0x1000 * page);
    return at == PAGE + 0x1000 * page;
}

/* Knob tlb_entries=0: a change of the tables counts at once. */
TEST(a_card_may_be_without_tlbs)
{
    open_world(CHIP_G84, "tlb_entries=0");
    put_page(CHANNEL, TABLE, 0);
    lay_pages(0);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 0));
    lay_pages(NEW);
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_flush(&world, VM_ENGINE_PGRAPH);
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_close(&world);
}

/* Knob tlb_entries=1: the page that was met last. */
TEST(a_tlb_of_one_keeps_the_last_page)
{
    open_world(CHIP_G84, "tlb_entries=1");
    put_page(CHANNEL, TABLE, 0);
    lay_pages(0);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 0) && is_kept(VM_ENGINE_PGRAPH, 1));
    lay_pages(NEW);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 1));
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_close(&world);
}

/* §2.1: bits 28:27 of PFB_VM_FAULT are MCP89's own; 26:24 are the index, 31 is an action. */
TEST(mcp89_keeps_two_bits_more)
{
    for (unsigned mcp89 = 0; mcp89 < 2; mcp89++) {
        open_world(mcp89 ? CHIP_MCP89 : CHIP_GT218, NULL);
        world_write_reg(&world, CONTROL, 0xfdffffff);
        assert_int_equal(world_read_reg(&world, CONTROL), mcp89 ? 0x1dffffff : 0x05ffffff);
        assert_int_equal(world_read_reg(&world, DATA), 0);
        world_close(&world);
    }
}
