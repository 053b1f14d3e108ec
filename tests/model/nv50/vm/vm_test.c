/* The VM as every unit meets it, in the model and in mmu/: cases that no self test can reach as nothing drives the
 * unit, a card does not show it, or it takes a second card. Expected values come from docs/hardware/tesla-vm.md. */
#include "hw/nv50/pfifo.h"
#include "hw/pci.h"
#include "reference/nv50.h"
#include "tests/model/nv50/vm/vm_rig.h"

static const struct vm_slot *slot_on(unsigned index, unsigned chip)
{
    return vm_slots[index].chips & CHIP_BIT(chip) ? &vm_slots[index] : NULL;
}

/* Whatever a unit is given is a logical address: the base of its object is added, then the page tables
 * are asked (§1.5); neither a virtual nor a linear address is taken as it is. */
TEST(every_unit_gives_logical_addresses)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_page(CHANNEL, TABLE, PAGE | 1);
        put_object(CHANNEL, SELECTOR, PAGED, 0x400, ALL, 0, 0);
        for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
            const struct vm_slot *const slot = slot_on(i, chip);
            if (!slot)
                continue;
            struct nv50_vm_access access = by(slot->engine, slot->client, slot->slot);
            access.logical = 0x234;
            const struct verdict met = ask(&access);

            assert_true(met.ok);
            assert_pairs(PAGE + 0x634, met.at.v, TARGET_VRAM, met.at.target);
        }
    }
}

/* The record names engine, client and slot of whoever asked, reads as reads and writes as writes, with
 * the channel (§2.2); 4-bit fields until MCP79, 8-bit ones from GT215 on. */
TEST(every_unit_is_named_in_its_fault)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_page(CHANNEL, TABLE, PAGE);
        for (unsigned i = 0; i < 2 * VM_SLOT_COUNT; i++) {
            const struct vm_slot *const slot = slot_on(i / 2, chip);
            if (!slot)
                continue;
            struct nv50_vm_access access = by(slot->engine, slot->client, slot->slot);
            access.write = i % 2;
            access.logical = 0x848;
            const struct verdict met = ask(&access);

            assert_false(met.ok);
            assert_pairs(FAULT_PAGE_NOT_PRESENT, met.fault.reason, slot->engine, met.fault.engine,
                         slot->client, met.fault.client, slot->slot, met.fault.slot, !(i % 2),
                         met.fault.read, 0x848, met.fault.at.v, CHANNEL >> 12, met.fault.channel);
        }
    }
}

/* Clients and slots of one engine share its TLB: an entry that one has fetched serves another, stale (§8.2);
 * any other engine has a TLB of its own, and the flush of an engine drops that one alone (§8.1). */
TEST(each_engine_has_one_tlb)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
            const struct vm_slot *const first = slot_on(i, chip);
            if (!first)
                continue;
            open_world(chip, NULL);
            put_page(CHANNEL, TABLE, PAGE | 1);
            const struct nv50_vm_access fill = by(first->engine, first->client, first->slot);
            assert_int_equal(ask_model(&fill).at.v, PAGE);
            put(TABLE, (PAGE + 0x1000) | 1);
            for (unsigned k = 0; k < VM_SLOT_COUNT; k++) {
                const struct vm_slot *const other = slot_on(k, chip);
                if (!other)
                    continue;
                const struct nv50_vm_access again = by(other->engine, other->client, other->slot);
                const bool shared = other->engine == first->engine;
                if (!shared)
                    world_flush(&world, other->engine);
                assert_int_equal(ask_model(&again).at.v, shared ? PAGE : PAGE + 0x1000);
            }
            world_flush(&world, first->engine);
            assert_int_equal(ask_model(&fill).at.v, PAGE + 0x1000);
        }
}

/* All clients of an engine work on one channel; another drops the last one's entries (§8.2, unverified E16). */
TEST(an_engine_works_on_one_channel)
{
    open_world(CHIP_GT215, NULL);
    put_page(CHANNEL, TABLE, PAGE | 1);
    put_page(OTHER, TABLE + 0x1000, (PAGE + 0x2000) | 1);
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_TEXTURE, 0);

    nv50_vm_bind(world.card, VM_ENGINE_PGRAPH, CHANNEL >> 12);
    assert_int_equal(ask(&access).at.v, PAGE);
    nv50_vm_bind(world.card, VM_ENGINE_PGRAPH, OTHER >> 12);
    access.channel = OTHER >> 12;
    assert_int_equal(ask(&access).at.v, PAGE + 0x2000);
    access.client = VM_CLIENT_PROP;
    assert_int_equal(ask(&access).at.v, PAGE + 0x2000);
}

/* A channel object starts at any multiple of 0x10, odd selectors too, up to 0xffff0, and selector and place are the
 * same number in units of 0x10 (§1.4). The objects overlap, so each is written when it is asked for. */
TEST(objects_start_at_any_multiple_of_16)
{
    static const struct {
        unsigned selector, offset;
    } typed[] = { { 0x541, 0x5410 },   { 0x600, 0x6000 },
                  { 0x601, 0x6010 },   { 0x7ff, 0x7ff0 },
                  { 0x801, 0x8010 },   { 0x1235, 0x12350 },
                  { 0x8001, 0x80010 }, { REF_PCOUNTER_OP_ALWAYS, 0xffff0 } };
    static const unsigned chips[] = { CHIP_G80, CHIP_G84, CHIP_GT215 };

    for (unsigned chip = 0; chip < ARRAY_SIZE(chips); chip++) {
        open_world(chips[chip], NULL);
        for (unsigned i = 0; i < ARRAY_SIZE(typed); i++) {
            struct nv50_vm_access access = by(VM_ENGINE_BAR, VM_CLIENT_PFIFO_READ, 0);
            const uint64_t at = CHANNEL + typed[i].offset;

            access.selector = (uint16_t)typed[i].selector;
            put(at, 0x00190000 | ALL << 32);
            put(at + 8, (PAGE + 0x100 * i) | UINT64_C(0xff000000) << 32);
            put(at + 16, 0);
            assert_pairs(PAGE + 0x100 * i, ask(&access).at.v, TARGET_VRAM, ask(&access).at.target);
        }
    }
}

/* Through the fixed selector of its context (§1.4) an engine reaches the channel's saved state; each channel has its own. */
TEST(context_objects_lead_to_saved_state)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        for (unsigned k = 0; k < VM_CONTEXT_COUNT; k++) {
            if (!(vm_contexts[k].chips & CHIP_BIT(chip)))
                continue;
            const uint64_t size = 0x100 << k;
            for (unsigned channel = 0; channel < 2; channel++) {
                struct nv50_vm_access access = by(vm_contexts[k].engine, 0, 0);

                access.channel = (uint32_t)((channel ? OTHER : CHANNEL) >> 12);
                access.selector = vm_contexts[k].selector;
                put_object(channel ? OTHER : CHANNEL, access.selector, 0x00190000,
                           PAGE + 0x1000 * channel, PAGE + 0x1000 * channel + size - 1, 0, 0x10000);
                access.logical = size - 4;
                assert_int_equal(ask(&access).at.v, PAGE + 0x1000 * channel + size - 4);
                access.logical = size;
                assert_int_equal(ask(&access).fault.reason, FAULT_DMAOBJ_LIMIT);
            }
        }
    }
}

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
    assert_false(nv50_vm_ask(world.card, &access, &met));
}

/* A unit's own interrupt tells of its fault, not one of the MMU: BAR and PEEPHOLE through PFIFO's bits 4
 * and 6; the write that failed is lost and the next access is served (§2.2, §2.4). */
TEST(each_window_has_its_own_interrupt)
{
    open_world(CHIP_G86, NULL);
    put_page(CHANNEL, TABLE, PAGE);
    put(TABLE + 8, PAGE | 1);
    bind_bar1();
    model_write(world.card, 1, 0x10, 1, 4);
    assert_int_equal(world_read_reg(&world, PFIFO_INTR), 1 << 4);
    model_write(world.card, 1, 0x1010, 0x31415926, 4);
    assert_int_equal(model_read(world.card, 1, 0x1010, 4), 0x31415926);
    world_write_reg(&world, PFIFO_INTR, 1 << 4);
    world_write_reg(&world, PBUS_CHANNEL, (uint32_t)(CHANNEL >> 12));
    world_write_reg(&world, PBUS_PEEPHOLE, SELECTOR | PBUS_WINDOW_DMAOBJ);
    world_write_reg(&world, world.chip->peephole_rw + PEEPHOLE_ADDRESS, 0x20);
    world_write_reg(&world, CONTROL, 1u << 31);
    world_read_reg(&world, world.chip->peephole_rw + PEEPHOLE_DATA);
    assert_pairs(1 << 6, world_read_reg(&world, PFIFO_INTR), 0x0824, word_of_record(0));
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
}

/* §2.1: a fault is latched if a bit of its engine is set, of PGRAPH any of 10:0; of PFIFO, BAR and PEEPHOLE always. */
TEST(each_engine_has_its_enables)
{
    static const uint32_t enables[VM_ENGINE_COUNT] = {
        0x7ff,   1 << 16, 0,       0,       0, 0,       0,       1 << 17 | 1 << 12,
        1 << 18, 1 << 19, 1 << 20, 1 << 21, 0, 1 << 11, 1 << 23,
    };

    open_world(CHIP_MCP89, NULL);
    put_page(CHANNEL, TABLE, PAGE);
    for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++)
        for (uint32_t bit = 1; bit < 1 << 24; bit <<= 1) {
            world_write_reg(&world, CONTROL, bit | 1u << 31);
            fault_at(engine, 0x124);
            if (world_read_reg(&world, CONTROL) >> 31 !=
                (enables[engine] == 0 || (enables[engine] & bit) != 0))
                fail_msg("engine %x with 0x%06x", engine, bit);
        }
}
