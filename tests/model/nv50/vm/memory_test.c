/* Past the translation, in the model alone: the bytes that a write through an odd type or an encrypted page leaves in
 * memory, which tags there are, reserved bits in the trace, undocumented bits of a record, the writes that a flush
 * waits for (docs/hardware/tesla-vm.md §1.7, §1.10, §2.2, §5, §11; silicon-sequences.md §15). */
#include "hw/nv50/pfb.h"
#include "hw/pci.h"
#include "tests/model/nv50/vm/vm_rig.h"

#define BLOCK 0x25c /* bytes: two whole pieces of 256, and less than one */

static uint8_t bytes[BLOCK], back[BLOCK];

static void fill_bytes(void)
{
    for (unsigned i = 0; i < BLOCK; i++)
        bytes[i] = (uint8_t)(i * 7 + 3);
}

/* Type 0x30 is in no list: every byte at an even address is stored complemented, and so it is read. */
TEST(an_odd_type_spoils_every_second_byte)
{
    fill_bytes();
    open_world(CHIP_G84, "odd_types=corrupt");
    put_page(CHANNEL, TABLE, PAGE | 1 | UINT64_C(0x30) << 40);
    bind_bar1();
    model_write_block(world.card, 1, 0x100, bytes, BLOCK);
    model_read_block(world.card, 1, 0x100, back, BLOCK);
    for (unsigned i = 0; i < BLOCK; i++)
        assert_int_equal(back[i], i & 1 ? bytes[i] : (uint8_t)~bytes[i]);
}

/* S07: a compressed page needs a tag below the last of 0x100320, which has 1891 on a G84 with two partitions. */
TEST(a_tag_past_the_last_spoils_too)
{
    static const struct {
        uint64_t tag;
        bool kept;
    } rows[] = { { 0, true }, { 1890, true }, { 1891, false }, { 1892, false } };

    open_world(CHIP_G84, "odd_types=corrupt");
    assert_int_equal(world_read_reg(&world, 0x100320), 1891);
    bind_bar1();
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        put_page(CHANNEL, TABLE,
                 PAGE | 1 | UINT64_C(0x70) << 40 | UINT64_C(1) << 47 | rows[i].tag << 49);
        world_flush(&world, VM_ENGINE_BAR);
        bind_bar1();
        model_write(world.card, 1, 0x40, 0x11223344, 4);
        assert_int_equal(model_read(world.card, 1, 0x40, 4),
                         rows[i].kept ? 0x11223344 : 0x11dd33bb);
    }
}

/* The model's cipher, for an unknown one: byte xor (0xa5 + 0x35 times its address), of the bytes outside. */
TEST(encrypted_pages_are_ciphered_by_their_address)
{
    fill_bytes();
    open_world(CHIP_G84, "encryption=scramble");
    put_page(CHANNEL, TABLE, (SYSRAM + 0x1000) | 0x21 | UINT64_C(1) << 62);
    bind_bar1();
    memset(world.sysram, 0xee, 0x3000);
    model_write_block(world.card, 1, 0x104, bytes, BLOCK);
    for (unsigned i = 0; i < BLOCK; i++)
        assert_int_equal(world.sysram[0x1104 + i],
                         (uint8_t)(bytes[i] ^ (0xa5 + 0x35 * (0x1104 + i))));
    assert_pairs(0xee, world.sysram[0x1103], 0xee, world.sysram[0x1104 + BLOCK]);
    model_read_block(world.card, 1, 0x104, back, BLOCK);
    assert_memory_equal(back, bytes, BLOCK);
}

/* A write and a read over three blocks of 256 bytes, of which the middle one is regular: each block by itself. */
TEST(compressed_blocks_are_taken_one_by_one)
{
    fill_bytes();
    memset(bytes + 0x80, 0x66, 0x100);
    open_world(CHIP_G84, "tag_state=real");
    put_page(CHANNEL, TABLE,
             PAGE | 1 | UINT64_C(0x70) << 40 | UINT64_C(1) << 47 | UINT64_C(3) << 49);
    bind_bar1();
    memset(world.vram + PAGE, 0xee, 0x400);
    model_write_block(world.card, 1, 0x80, bytes, BLOCK);
    model_read_block(world.card, 1, 0x80, back, BLOCK);
    assert_memory_equal(back, bytes, BLOCK);
    assert_int_equal(model_read(world.card, 1, 0x7c, 4), 0xeeeeeeee);
    assert_int_equal(model_read(world.card, 1, 0x80 + BLOCK, 4), 0xeeeeeeee);
}

/* ---- faults and flushes ---------------------------------------------------------------------- */

/* Every second bit that has no meaning is set; of GT215's first word each has one. */
TEST(a_record_may_have_more_bits)
{
    static const uint32_t more[2][FAULT_WORDS] = {
        { 0xaaaacb20, 0xaaaa0010, 0xaaaa0000, 0xaaaa0848, 0xaaaa0000, 0xaaaaab00 },
        { 0x0c0b0200, 0xaaaa0010, 0xaaaa0000, 0xaaaa0848, 0xaaaa0000, 0xaaaaab00 },
    };
    static const unsigned chips[] = { CHIP_G84, CHIP_GT215 };

    for (unsigned c = 0; c < 2; c++) {
        struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0xc);
        struct nv50_vm_answer met;

        open_world(chips[c], "fault_bits=more");
        put_page(CHANNEL, TABLE, PAGE);
        access.logical = 0x848;
        assert_false(nv50_vm_ask(world.card, &access, &met));
        for (uint32_t i = 0; i < FAULT_WORDS; i++) {
            world_write_reg(&world, PFB_VM_FAULT, 0x00ffffff | i << 24);
            assert_int_equal(world_read_reg(&world, PFB_VM_FAULT_DATA), more[c][i]);
        }
    }
}

static bool flush_ends(unsigned engine)
{
    world_flush(&world, engine);
    return !(world_read_reg(&world, PFB_MMU_TLB_FLUSH) & 1);
}

/* S01: PFIFO's flush waits for both of its switches, a media unit's for a program, no other's for anything; one that hangs
 * takes every later one along. */
TEST(a_flush_waits_for_what_sets_its_unit_up)
{
    for (uint32_t push = 0; push < 2; push++)
        for (uint32_t pull = 0; pull < 2; pull++) {
            open_world(CHIP_G84, "flush_in_reset=hangs_until_set_up");
            world_write_reg(&world, 0x200, 0xffffffff);
            world_write_reg(&world, 0x3200, push);
            world_write_reg(&world, 0x3250, pull);
            assert_true(flush_ends(VM_ENGINE_BAR));
            assert_int_equal(flush_ends(VM_ENGINE_PFIFO), push && pull);
            assert_int_equal(flush_ends(VM_ENGINE_BAR), push && pull);
        }
    for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++) {
        const bool media = engine == VM_ENGINE_PVP || engine == VM_ENGINE_PMPEG ||
                           engine == VM_ENGINE_PBSP || engine == VM_ENGINE_PCIPHER ||
                           engine == VM_ENGINE_PCOPY;

        if (engine == VM_ENGINE_PGRAPH || engine == VM_ENGINE_PFIFO)
            continue;
        open_world(CHIP_G84, "flush_in_reset=hangs_until_set_up");
        world_write_reg(&world, 0x200, 0xffffffff);
        if (flush_ends(engine) == media)
            fail_msg("engine 0x%x", engine);
    }
}
