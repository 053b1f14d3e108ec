/* Behind the translation, in the model alone: the bytes that a write through an odd type or an encrypted page leaves in
 * memory, which tags there are, reserved bits in the trace, undocumented bits of a record, the writes that a flush
 * waits for (docs/hardware/tesla-vm.md §1.7, §1.10, §2.2, §5, §11; silicon-sequences.md §15). */
#include <stdio.h>
#include <string.h>

#include "hw/nv50/pfb.h"
#include "hw/pci.h"
#include "tests/kit/tests.h"
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
    world_close(&world);
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
    world_close(&world);
}

/* §5, seen on boards: by chipset 3142 cells with six partitions, 1892 and 1292 with two, 2048 with four, 960 with one;
 * else 512 for each. */
TEST(tags_end_by_the_partitions)
{
    static const struct {
        unsigned chip;
        uint32_t last;
    } rows[] = { { CHIP_G98, 959 },  { CHIP_G84, 1891 },  { CHIP_G86, 1291 },
                 { CHIP_G94, 2047 }, { CHIP_GT218, 959 }, { CHIP_G92, 2047 },
                 { CHIP_G80, 3141 }, { CHIP_G200, 4095 }, { CHIP_MCP79, 0 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_world(rows[i].chip, NULL);
        assert_int_equal(world_read_reg(&world, 0x100320), rows[i].last);
        world_close(&world);
    }
}

/* The model's cipher, which stands for an unknown one: byte xor (0xa5 + 0x35 times its address), of the bytes
 * outside. */
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
    assert_int_equal(world.sysram[0x1103], 0xee);
    assert_int_equal(world.sysram[0x1104 + BLOCK], 0xee);
    model_read_block(world.card, 1, 0x104, back, BLOCK);
    assert_memory_equal(back, bytes, BLOCK);
    world_close(&world);
}

/* E06: 3 is reserved in an object's access and privilege, and counts as read-only and as the supervisor's. */
TEST(reserved_overrides_take_the_safe_side)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, PAGE | 1);
    put_object(CHANNEL, SELECTOR, 0xffc00000 | 3 << 18, 0, ALL, 0, 0x80000);
    assert_true(ask(&access).attributes.read_only);
    access.write = true;
    assert_int_equal(ask(&access).fault.reason, 4);
    access.write = false;
    put_object(CHANNEL, SELECTOR, 0x7fc00000 | 3 << 20, 0, ALL, 0, 0x80000);
    assert_int_equal(ask(&access).fault.reason, 3);
    world_close(&world);
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
    world_close(&world);
}

/* 0x100f04 is added above bit 39 of every address on the bus: with 1 there nobody is where the memory was. */
TEST(system_addresses_have_64_bits)
{
    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, (SYSRAM + 0x1000) | 0x21);
    bind_bar1();
    put(SYSRAM + 0x1000, 0x11223344);
    for (uint32_t high = 0; high < 3; high++) {
        world_write_reg(&world, 0x100f04, high);
        assert_int_equal(model_read(world.card, 1, 0, 4), high ? 0xffffffff : 0x11223344);
    }
    world_close(&world);
}

/* Three pages that lie elsewhere each: a block that begins in the first goes on in the others. */
TEST(blocks_go_on_in_the_next_page)
{
    fill_bytes();
    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, 0x59001);
    put(TABLE + 8, 0x5d001);
    put(TABLE + 16, 0x5b001);
    bind_bar1();
    model_write_block(world.card, 1, 0xf00, bytes, BLOCK);
    assert_memory_equal(world.vram + 0x59f00, bytes, 0x100);
    assert_memory_equal(world.vram + 0x5d000, bytes + 0x100, BLOCK - 0x100);
    model_read_block(world.card, 1, 0xf00, back, BLOCK);
    assert_memory_equal(back, bytes, BLOCK);
    model_write_block(world.card, 1, 0x1ff0, bytes, 0x20);
    assert_memory_equal(world.vram + 0x5dff0, bytes, 0x10);
    assert_memory_equal(world.vram + 0x5b000, bytes + 0x10, 0x10);
    world_close(&world);
}

/* ---- the trace ------------------------------------------------------------------------------- */

static char told[2000];

static void take_line(void *opaque, const char *line)
{
    (void)opaque;
    if (strstr(line, "reserved"))
        snprintf(told + strlen(told), sizeof(told) - strlen(told), "%s|", line);
}

static uint64_t no_time(void *opaque)
{
    (void)opaque;
    return 0;
}

static bool no_read(void *opaque, uint64_t address, void *to, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)to, (void)size, (void)snoop;
    return false;
}

static bool no_write(void *opaque, uint64_t address, const void *from, size_t size, bool snoop)
{
    (void)opaque, (void)address, (void)from, (void)size, (void)snoop;
    return false;
}

static void poke(struct model *card, uint64_t at, uint64_t word)
{
    uint64_t size;

    memcpy(model_vram(card, &size) + at, &word, sizeof(word));
}

/* A PDE with bits 4, 11:7 and 63:40, a PTE with 2:1, 11:10 and 63: told only if the knob asks for it. */
static void told_of(const char *knobs, uint64_t pde, uint64_t pte)
{
    const struct model_host host = {
        .dma_read = no_read, .dma_write = no_write, .clock_ns = no_time, .trace = take_line
    };
    const struct model_config config = {
        .chip = &nv50_chips[CHIP_G84].chip, .seed = 1, .knobs = knobs, .trace = true
    };
    char error[200];
    struct model *const card = model_new(&config, &host, error, sizeof(error));

    assert_non_null(card);
    poke(card, CHANNEL + 0x200, pde);
    poke(card, TABLE, pte);
    poke(card, CHANNEL + 0x6000, UINT64_C(0xffffffff7fc00000));
    poke(card, CHANNEL + 0x6008, 0);
    poke(card, CHANNEL + 0x6010, UINT64_C(0x80000) << 32);
    model_write(card, 0, PBUS_CHANNEL, (uint32_t)(CHANNEL >> 12) | PBUS_CHANNEL_BAR, 4);
    model_write(card, 0, PBUS_BAR1, SELECTOR | PBUS_WINDOW_DMAOBJ, 4);
    told[0] = 0;
    model_read(card, 1, 0x10, 4);
    model_free(card);
}

TEST(reserved_bits_are_told)
{
    told_of(NULL, TABLE | 0xfffff00000000f93, 0x8000000000050c07);
    assert_string_equal(told, "");
    told_of("reserved_bits=report", TABLE | 3, PAGE | 1);
    assert_string_equal(told, "");
    told_of("reserved_bits=report", TABLE | UINT64_C(0xffffff0000000f93),
            PAGE | UINT64_C(0x8000000000000c07));
    assert_string_equal(told, "PDE ffffff0000040f93 has reserved bits ffffff0000000f90|"
                              "PTE 8000000000050c07 has reserved bits 8000000000000c06|");
    told_of("reserved_bits=report", TABLE | 0x13, PAGE | 0x401);
    assert_string_equal(told, "PDE 0000000000040013 has reserved bits 0000000000000010|"
                              "PTE 0000000000050401 has reserved bits 0000000000000400|");
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
        assert_false(nv50_vm_probe(world.card, &access, &met));
        for (uint32_t i = 0; i < FAULT_WORDS; i++) {
            world_write_reg(&world, PFB_VM_FAULT, 0x00ffffff | i << 24);
            assert_int_equal(world_read_reg(&world, PFB_VM_FAULT_DATA), more[c][i]);
        }
        world_close(&world);
    }
}

/* Knob fault_address: the byte, or the 4, 32 or 4096 bytes that it lies in. */
TEST(a_record_may_round_its_address)
{
    static const struct {
        const char *knob;
        uint64_t at;
    } rows[] = { { NULL, 0x12345678f },
                 { "fault_address=4", 0x12345678c },
                 { "fault_address=32", 0x123456780 },
                 { "fault_address=4096", 0x123456000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

        open_world(CHIP_G84, rows[i].knob);
        put_page(CHANNEL, TABLE, PAGE | 1);
        access.logical = 0x12345678f;
        access.size = 1;
        assert_true(ask_model(&access).fault.at.v == rows[i].at);
        world_close(&world);
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
            world_close(&world);
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
        world_close(&world);
    }
}
