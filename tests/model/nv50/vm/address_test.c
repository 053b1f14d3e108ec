/* Results of a translation, in model and mmu: addresses, targets, types, tags, encryption (tesla-vm.md §1, §4, §6). */
#include "engines/nv50/flush.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/pci.h"
#include "tests/model/nv50/vm/vm_rig.h"

/* 40 bits and a target; in VRAM bits 31:0 count (§1.1, §1.7). The VM adds a base of any alignment. */
TEST(linear_addresses_have_40_bits)
{
    struct nv50_vm_access access = by(VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, 0);

    open_world(CHIP_G98, NULL);
    access.logical = 5;
    put_object(CHANNEL, SELECTOR, 0x001a0000, UINT64_C(0xff80012343), ALL, 0, 0);
    assert_int_equal(ask(&access).at.v, UINT64_C(0xff80012348));
    assert_int_equal(ask(&access).at.target, TARGET_SYSRAM_SNOOP);
    put_object(CHANNEL, SELECTOR, 0x001b0000, UINT64_C(0x123), ALL, 0, 0);
    assert_pairs(0x128, ask(&access).at.v, TARGET_SYSRAM_NOSNOOP, ask(&access).at.target);
    put_object(CHANNEL, SELECTOR, 0x00190000, UINT64_C(0xff00012343), ALL, 0, 0);
    assert_pairs(0x12348, ask(&access).at.v, TARGET_VRAM, ask(&access).at.target);
}

/* Target 2 leaves no-snoop clear, target 3 sets it, 40 bits are the address; both move data (§1.8, §1.10). */
TEST(targets_choose_the_snoop_attribute)
{
    static const uint32_t words[] = { 0x001a0000, 0x001b0000 };

    for (unsigned i = 0; i < 2; i++) {
        open_world(CHIP_G84, NULL);
        put_object(CHANNEL, SELECTOR, words[i], SYSRAM + 0x3000, ALL, 0, 0);
        bind_bar1();
        model_write(world.card, 1, 0x10, 0x12345678, 4);
        assert_pairs(i == 0, world.last_snooped, 0x12345678, *(uint32_t *)(world.sysram + 0x3010));
        *(uint32_t *)(world.sysram + 0x3014) = 0xabcdef01;
        assert_pairs(0xabcdef01, model_read(world.card, 1, 0x14, 4), i == 0, world.last_snooped);
    }
}

/* PDE bits 3:2 say how a page table is read, PTE bits 5:4 how a page is: 2 snoops, 3 does not (§1.7, §1.10). With
 * the page in VRAM the last access of the bus is the table's. */
TEST(tables_and_pages_choose_the_snoop_attribute)
{
    for (unsigned table = 2; table <= 3; table++)
        for (unsigned page = 0; page <= 3; page++) {
            if (page == 1)
                continue;
            open_world(CHIP_G84, NULL);
            put_page(CHANNEL, TABLE, 0);
            put(CHANNEL + world.chip->pd_offset, (SYSRAM + 0x2000) | table << 2 | 3);
            put(SYSRAM + 0x2000, (page ? SYSRAM + 0x5000 : PAGE) | page << 4 | 1);
            bind_bar1();
            world.last_snooped = table == 3;
            model_write(world.card, 1, 0x18, 0x5a5a0000 | page, 4);
            assert_pairs(page ? page == 2 : table == 2, world.last_snooped, 0x5a5a0000 | page,
                         *(uint32_t *)(page ? world.sysram + 0x5018 : world.vram + PAGE + 0x18));
        }
}

/* So does a channel: bits 29:28 of its descriptor say how its objects and its directory are read (§1.3). All else
 * lies in VRAM, so nothing but the channel is read over the bus. */
TEST(channels_choose_the_snoop_attribute)
{
    struct nv50_vm_access access = by(VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, 0);

    for (uint32_t target = 2; target <= 3; target++) {
        open_world(CHIP_G84, NULL);
        put_page(SYSRAM, TABLE, PAGE | 1);
        access.channel = (uint32_t)(SYSRAM >> 12) | target << 28;
        world.last_snooped = target == 3;
        assert_pairs(PAGE, ask(&access).at.v, target == 2, world.last_snooped);
    }
}

/* A bus address is the memory of another device as well as memory: a second card's BAR1. */
TEST(bus_addresses_reach_other_devices)
{
    const uint64_t bar1 = UINT64_C(0xd0000000);

    open_world(CHIP_G92, NULL);
    struct world first = world;
    world.card = NULL;
    open_world(CHIP_G84, NULL);
    world_neighbour(&world, first.card, bar1);
    put_object(CHANNEL, SELECTOR, 0x001a0000, bar1 + 0x70000, ALL, 0, 0);
    bind_bar1();
    model_write(world.card, 1, 0x20, 0xfeedf00d, 4);
    assert_int_equal(*(uint32_t *)(first.vram + 0x70020), 0xfeedf00d);
    *(uint32_t *)(first.vram + 0x70024) = 0x600dcafe;
    assert_int_equal(model_read(world.card, 1, 0x24, 4), 0x600dcafe);
    world_close(&first);
}

/* The storage type permutes blocks of VRAM, never system memory (§6.2): with it blocks of 256 lie elsewhere. */
TEST(storage_types_act_on_vram)
{
    uint8_t before[0x10000];

    open_world(CHIP_G84, NULL);
    for (unsigned i = 0; i < sizeof(before); i++)
        world.vram[PAGE + i] = world.sysram[i] = (uint8_t)(i >> 8);
    memcpy(before, world.sysram, sizeof(before));
    put_object(CHANNEL, SELECTOR, 0x00190000 | 0x70u << 22, PAGE, ALL, 0, 0x10000);
    bind_bar1();
    unsigned moved = 0;
    for (unsigned block = 0; block < 256; block++) {
        const uint8_t first = (uint8_t)model_read(world.card, 1, block * 256, 1);
        moved += first != block;
        for (unsigned i = 1; i < 256; i++)
            assert_int_equal(model_read(world.card, 1, block * 256 + i, 1), first);
    }
    assert_true(moved > 0);
    put_object(CHANNEL, SELECTOR, 0x001a0000 | 0x70u << 22, SYSRAM, ALL, 0, 0x10000);
    bind_bar1();
    for (unsigned i = 0; i < sizeof(before); i += 64)
        assert_int_equal(model_read(world.card, 1, i, 1), before[i]);
}

/* Every output of a translation, from the PTE and from an unpaged object (§1.1, §1.8). */
TEST(all_outputs_come_out)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 8);
    /* read-only, supervisor only, kind 0x28, SINGLE, tag 0x923, long, encrypted */
    const uint64_t pte = PAGE | 0x49 | UINT64_C(0x28) << 40 | UINT64_C(1) << 47 |
                         UINT64_C(0x923) << 49 | UINT64_C(3) << 61;

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_page(CHANNEL, TABLE, pte);
        put_object(CHANNEL, SELECTOR, PAGED | 1u << 31, 0, ALL, 0, 0x80000);
        struct verdict met = ask(&access);

        assert_true(met.ok);
        assert_int_equal(met.at.v, PAGE);
        assert_true(met.attributes.read_only && met.attributes.supervisor);
        assert_true(met.attributes.long_cycle);
        assert_pairs(chip != CHIP_G80, met.attributes.encrypted, 0x28, met.attributes.type,
                     COMPRESSION_SINGLE, met.attributes.compression, 0x923, met.attributes.tag);
        /* unpaged: read-only, user, kind 0x29, DOUBLE, base tag 0x40, short, clear */
        put_object(CHANNEL, SELECTOR, 0x00150000 | 0x29u << 22 | 2u << 29, PAGE, ALL, 0x00ff0040,
                   0x00010000 | (uint32_t)(PAGE >> 16));
        met = ask(&access);
        assert_true(met.attributes.read_only && !met.attributes.supervisor);
        assert_true(!met.attributes.long_cycle && !met.attributes.encrypted);
        assert_pairs(0x29, met.attributes.type, COMPRESSION_DOUBLE, met.attributes.compression,
                     0x40, met.attributes.tag);
    }
}

/* Bit 61 of a PTE is the partition cycle and bit 62 encryption, each by itself (§1.7); a G80 has none. */
TEST(cycle_and_encryption_have_a_bit_each)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned bits = 0; bits < 4; bits++) {
            const struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

            open_world(chip, NULL);
            put_page(CHANNEL, TABLE, PAGE | 1 | (uint64_t)bits << 61);
            const struct verdict met = ask(&access);

            assert_true(met.ok);
            assert_int_equal(met.attributes.long_cycle, bits & 1);
            assert_int_equal(met.attributes.encrypted, chip != CHIP_G80 && bits & 2);
        }
}

/* Compression works on VRAM only: the same mapping to system memory is plain (§1.8). */
TEST(compression_is_for_vram_only)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);
    const uint64_t pte = UINT64_C(0x28) << 40 | UINT64_C(2) << 47 | UINT64_C(0x10) << 49 | 1;

    open_world(CHIP_G200, NULL);
    put_page(CHANNEL, TABLE, pte | PAGE);
    assert_int_equal(ask(&access).attributes.compression, COMPRESSION_DOUBLE);
    put(TABLE, pte | SYSRAM | 2 << 4);
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask(&access);
    assert_pairs(TARGET_SYSRAM_SNOOP, met.at.target, COMPRESSION_NONE, met.attributes.compression,
                 0, met.attributes.tag);
}

/* In a block of compressed pages the tags follow one another: one cell for each 64 KiB with SINGLE,
 * two with DOUBLE; all else is the same on every page (§1.7). */
TEST(tags_of_a_block_follow_one_another)
{
    static const unsigned cells[] = { 1, 2 };

    for (unsigned mode = 1; mode <= 2; mode++) {
        struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 8);
        const uint64_t pte = UINT64_C(0x100000) | 1 | 2 << 7 | UINT64_C(0x28) << 40 |
                             (uint64_t)mode << 47 | UINT64_C(0x80) << 49;

        open_world(CHIP_G200, NULL);
        put_page(CHANNEL, TABLE, 0);
        put(CHANNEL + world.chip->pd_offset, TABLE | 1);
        for (unsigned page = 0; page < 4; page++)
            put(TABLE + 8 * page, pte);
        for (unsigned page = 0; page < 4; page++) {
            access.logical = page * 0x10000 + 0x8000;
            const struct verdict met = ask(&access);
            assert_pairs(0x100000 + access.logical, met.at.v, 0x80 + page * cells[mode - 1],
                         met.attributes.tag, 0x28, met.attributes.type, mode,
                         met.attributes.compression);
        }
    }
}

/* An unpaged object's tags begin at its compression base and end with its limit tag, that one included: before and
 * after them the access is not compressed (§1.9). The base is 0x50000; tags 0x20 to 0x2f are 16 pages of 64 KiB. */
TEST(tags_of_unpaged_objects_have_two_ends)
{
    static const struct {
        uint64_t at;
        unsigned tag; /* 0: not compressed */
    } rows[] = { { 0x4ffff, 0 },     { 0x50000, 0x20 },  { 0x5ffff, 0x20 },  { 0x60000, 0x21 },
                 { 0x13ffff, 0x2e }, { 0x140000, 0x2f }, { 0x14ffff, 0x2f }, { 0x150000, 0 } };

    open_world(CHIP_G84, NULL);
    put_object(CHANNEL, SELECTOR, 0x00190000 | 0x78u << 22 | 1u << 29, 0, ALL, 0x002f0020,
               0x00010005);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

        access.logical = rows[i].at;
        access.size = 1;
        const struct verdict met = ask(&access);
        assert_pairs(rows[i].at, met.at.v, rows[i].tag, met.attributes.tag, rows[i].tag ? 1 : 0,
                     met.attributes.compression);
    }
}

/* A regular block written through a compressed mapping is stored in 2 of its 8 sectors and marked; the
 * others stay reserved for it and untouched. Readers of the mapping see all of it (§5; unverified E26). */
TEST(regular_blocks_are_stored_in_two_sectors)
{
    open_world(CHIP_G84, "tag_state=real");
    put_object(CHANNEL, SELECTOR, 0x00190000 | 1u << 29, PAGE, ALL, 0x00ff0000,
               0x00010000 | (uint32_t)(PAGE >> 16));
    memset(world.vram + PAGE, 0xee, 0x300);
    bind_bar1();
    for (unsigned i = 0; i < 256; i += 4)
        model_write(world.card, 1, 0x100 + i, 0x11223344, 4);
    for (unsigned i = 0; i < 256; i += 4) {
        assert_int_equal(model_read(world.card, 1, 0x100 + i, 4), 0x11223344);
        /* the bytes there are stale: partly those written before the block became regular */
        if (i < 64)
            assert_int_equal(*(uint32_t *)(world.vram + PAGE + 0x100 + i), 0x11223344);
    }
    /* the last word made the block regular, so its own sector was left out */
    assert_pairs(0xeeeeeeee, *(uint32_t *)(world.vram + PAGE + 0x1fc), 0xee,
                 world.vram[PAGE + 0xff], 0xee, world.vram[PAGE + 0x200]);
    /* no word after two sectors is read */
    memset(world.vram + PAGE + 0x140, 0x77, 192);
    for (unsigned i = 64; i < 256; i += 4)
        assert_int_equal(model_read(world.card, 1, 0x100 + i, 4), 0x11223344);
    *(uint32_t *)(world.vram + PAGE + 0x13c) = 0x99aabbcc;
    assert_int_equal(model_read(world.card, 1, 0x13c, 4), 0x99aabbcc);
    *(uint32_t *)(world.vram + PAGE + 0x13c) = 0x11223344;
    /* each block has its own tag: the next one, and the same one of the next page, which has the next cell: a
     * whole one, so the block in the middle of this page is another */
    for (unsigned i = 0; i < 256; i += 4)
        model_write(world.card, 1, 0x8100 + i, 0x11223344, 4);
    memset(world.vram + PAGE + 0x8140, 0x77, 192);
    model_write(world.card, 1, 0x200, 1, 4);
    model_write(world.card, 1, 0x10100, 1, 4);
    assert_int_equal(model_read(world.card, 1, 0x180, 4), 0x11223344);
    assert_int_equal(model_read(world.card, 1, 0x8180, 4), 0x11223344);
    /* an irregular write expands it again */
    model_write(world.card, 1, 0x1f0, 0x55667788, 4);
    assert_pairs(0x55667788, *(uint32_t *)(world.vram + PAGE + 0x1f0), 0x11223344,
                 *(uint32_t *)(world.vram + PAGE + 0x180), 0x11223344,
                 model_read(world.card, 1, 0x180, 4), 0x55667788,
                 model_read(world.card, 1, 0x1f0, 4));
}

/* Encrypted system memory: the CPU sees others, the card its own (§1.10; unverified E30). VRAM is never encrypted. */
TEST(encryption_scrambles_system_memory)
{
    open_world(CHIP_G98, "encryption=scramble");
    put_object(CHANNEL, SELECTOR, 0x001a0000, SYSRAM + 0x1000, ALL, 0, 0x00050000);
    bind_bar1();
    for (unsigned i = 0; i < 64; i += 4)
        model_write(world.card, 1, i, 0x01020304 * (i + 1), 4);
    for (unsigned i = 0; i < 64; i += 4) {
        assert_int_equal(model_read(world.card, 1, i, 4), (uint32_t)(0x01020304 * (i + 1)));
        assert_int_not_equal(*(uint32_t *)(world.sysram + 0x1000 + i),
                             (uint32_t)(0x01020304 * (i + 1)));
    }
    put_object(CHANNEL, SELECTOR, 0x00190000, PAGE, ALL, 0, 0x00050000);
    bind_bar1();
    model_write(world.card, 1, 8, 0x0badcafe, 4);
    assert_int_equal(*(uint32_t *)(world.vram + PAGE + 8), 0x0badcafe);
    assert_int_equal(model_read(world.card, 1, 8, 4), 0x0badcafe);
}
