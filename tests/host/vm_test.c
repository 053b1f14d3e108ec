/* The VM as every unit meets it, in the model and in mmu/: what no self test can reach because the unit
 * is not driven, because a card does not show it, or because it needs a second card. Expected values
 * come from docs/hardware/tesla-vm.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "engines/flush.h"
#include "hw/pbus.h"
#include "hw/pci.h"
#include "hw/pfb.h"
#include "hw/pfifo.h"
#include "tests/host/vm/world.h"

#define SYSRAM   UINT64_C(0xff80000000) /* bits up to 39 count on the bus */
#define CHANNEL  UINT64_C(0x10000)
#define OTHER    UINT64_C(0x20000)
#define TABLE    UINT64_C(0x40000)
#define PAGE     UINT64_C(0x50000)
#define SELECTOR 0x600       /* behind the page directory of both layouts */
#define PAGED    0x7fc00000u /* everything from the PTE */
#define ALL      UINT64_C(0xffffffffff)

static struct world world;

static void open_world(unsigned index, const char *knobs)
{
    const struct world_setup setup = { .chip = &chipsets[index],
                                       .sysram_base = SYSRAM,
                                       .rules = mmu_rules_default,
                                       .knobs = knobs,
                                       .seed = 1 };

    world_open(&world, &setup);
    memset(world.vram, 0, 0x100000);
}

static void put(uint64_t at, uint64_t word)
{
    world_poke(&world, (linear_addr){ at, at >= SYSRAM ? TARGET_SYSRAM_SNOOP : TARGET_VRAM }, word);
}

static void put_object(uint64_t channel, unsigned selector, uint32_t w0, uint64_t base,
                       uint64_t limit, uint32_t w4, uint32_t w5)
{
    const uint64_t at = channel + selector * 16;

    put(at, w0 | limit << 32);
    put(at + 8, (base & UINT32_MAX) | (base >> 32 | (limit >> 32) << 24) << 32);
    put(at + 16, w4 | (uint64_t)w5 << 32);
}

/* PDE and PTE of the first page of a channel's virtual address space, 4 KiB pages, and an object. */
static void put_page(uint64_t channel, uint64_t table, uint64_t pte)
{
    put(channel + world.chip->pd_offset, table | 3);
    put(table, pte);
    put_object(channel, SELECTOR, PAGED, 0, ALL, 0, 0x80000);
}

static struct nv50_vm_access by(unsigned engine, unsigned client, unsigned slot)
{
    return (struct nv50_vm_access){ .engine = (uint8_t)engine,
                                    .client = (uint8_t)client,
                                    .slot = (uint8_t)slot,
                                    .channel = CHANNEL >> 12,
                                    .selector = SELECTOR,
                                    .size = 4 };
}

/* Both witnesses, which must agree; the engine's TLB is left as it is. */
static struct verdict ask(const struct nv50_vm_access *access)
{
    struct verdict mmu, model;

    world_ask_mmu(&world, access, &mmu);
    world_ask_model(&world, access, &model);
    if (!verdicts_equal(&mmu, &model)) {
        verdict_print("mmu/  ", &mmu);
        verdict_print("model ", &model);
        fail_msg("the witnesses differ on %s", world.chip->name);
    }
    return model;
}

static struct verdict ask_model(const struct nv50_vm_access *access)
{
    struct verdict model;

    world_ask_model(&world, access, &model);
    return model;
}

static const struct vm_slot *slot_on(unsigned index, unsigned chip)
{
    return vm_slots[index].chips & CHIP_BIT(chip) ? &vm_slots[index] : NULL;
}

/* ---- every unit of every chipset ---------------------------------------------------------------- */

/* Whatever a unit is given is a logical address: the base of its object is added, then the page tables
 * are asked (§1.5); neither a virtual nor a linear address is taken as it is. */
static void every_unit_gives_logical_addresses(void **state)
{
    (void)state;
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
            assert_int_equal(met.at.v, PAGE + 0x634);
            assert_int_equal(met.at.target, TARGET_VRAM);
        }
        world_close(&world);
    }
}

/* The record names engine, client and slot of whoever asked, reads as reads and writes as writes, with
 * the channel (§2.2); 4-bit fields until MCP79, 8-bit ones from GT215 on. */
static void every_unit_is_named_in_its_fault(void **state)
{
    (void)state;
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
            assert_int_equal(met.fault.reason, FAULT_PAGE_NOT_PRESENT);
            assert_int_equal(met.fault.engine, slot->engine);
            assert_int_equal(met.fault.client, slot->client);
            assert_int_equal(met.fault.slot, slot->slot);
            assert_int_equal(met.fault.read, !(i % 2));
            assert_int_equal(met.fault.at.v, 0x848);
            assert_int_equal(met.fault.channel, CHANNEL >> 12);
        }
        world_close(&world);
    }
}

/* Clients and slots of one engine share its TLB: what one has fetched another meets, stale (§8.2);
 * any other engine has a TLB of its own, and the flush of an engine drops that one alone (§8.1). */
static void each_engine_has_one_tlb(void **state)
{
    (void)state;
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
            world_close(&world);
        }
}

/* All clients of an engine work on one channel; another one drops what the TLB had of the last (§8.2,
 * unverified E16). */
static void an_engine_works_on_one_channel(void **state)
{
    (void)state;
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
    world_close(&world);
}

/* The object of each FIFO engine's context stands at a fixed selector: 0x20 to 0x26 on G80, 2 to 0xc
 * after it. What it leads to is the engine's: any size, anywhere (§1.4). */
static void context_objects_have_fixed_selectors(void **state)
{
    static const struct {
        unsigned engine, g80, g84;
        uint16_t g84_chips;
    } typed[] = {
        { 0x0, 0x20, 0x2, CHIPS_ALL & ~1u },
        { 0x1, 0x22, 0x4, CHIPS_ALL & ~1u },
        { 0x7, 0x24, 0xa, CHIP_BIT(CHIP_MCP89) },
        { 0x8, 0x26, 0x6, CHIPS_ALL & ~1u },
        { 0x9, 0, 0x8, CHIPS_ALL & ~1u },
        { 0xa, 0, 0xa, CHIPS_ALL & ~1u & ~CHIPS_VP4 },
        { 0xd, 0, 0xc, CHIPS_VP4 },
    };

    (void)state;
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned i = 0; i < sizeof(typed) / sizeof(*typed); i++) {
            const unsigned wanted = chip == CHIP_G80                      ? typed[i].g80
                                    : typed[i].g84_chips & CHIP_BIT(chip) ? typed[i].g84
                                                                          : 0;
            unsigned found = 0;

            for (unsigned k = 0; k < VM_CONTEXT_COUNT; k++)
                if (vm_contexts[k].engine == typed[i].engine &&
                    (vm_contexts[k].chips & CHIP_BIT(chip))) {
                    assert_int_equal(found, 0);
                    found = vm_contexts[k].selector;
                }
            assert_int_equal(found, wanted);
        }
}

/* Through that selector the engine reaches the channel's saved state; each channel has its own. */
static void context_objects_lead_to_saved_state(void **state)
{
    (void)state;
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
        world_close(&world);
    }
}

/* ---- linear addresses --------------------------------------------------------------------------- */

/* 40 bits and a target; in VRAM bits 31:0 count (§1.1, §1.7). The VM adds a base of any alignment:
 * what alignment a unit wants is the unit's matter. */
static void linear_addresses_have_40_bits(void **state)
{
    struct nv50_vm_access access = by(VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, 0);

    (void)state;
    open_world(CHIP_G98, NULL);
    access.logical = 5;
    put_object(CHANNEL, SELECTOR, 0x001a0000, UINT64_C(0xff80012343), ALL, 0, 0);
    assert_int_equal(ask(&access).at.v, UINT64_C(0xff80012348));
    assert_int_equal(ask(&access).at.target, TARGET_SYSRAM_SNOOP);
    put_object(CHANNEL, SELECTOR, 0x001b0000, UINT64_C(0x123), ALL, 0, 0);
    assert_int_equal(ask(&access).at.v, 0x128);
    assert_int_equal(ask(&access).at.target, TARGET_SYSRAM_NOSNOOP);
    put_object(CHANNEL, SELECTOR, 0x00190000, UINT64_C(0xff00012343), ALL, 0, 0);
    assert_int_equal(ask(&access).at.v, 0x12348);
    assert_int_equal(ask(&access).at.target, TARGET_VRAM);
    world_close(&world);
}

/* BAR1 bound to SELECTOR of CHANNEL. */
static void bind_bar1(void)
{
    world_write_reg(&world, PBUS_CHANNEL, (uint32_t)(CHANNEL >> 12) | PBUS_CHANNEL_BAR);
    world_write_reg(&world, PBUS_BAR1, SELECTOR | PBUS_WINDOW_DMAOBJ);
}

/* Target 2 leaves the bus's no-snoop attribute clear, target 3 sets it, all 40 bits are the bus
 * address; both move data between card and CPU (§1.8, §1.10). */
static void targets_choose_the_snoop_attribute(void **state)
{
    static const uint32_t words[] = { 0x001a0000, 0x001b0000 };

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        open_world(CHIP_G84, NULL);
        put_object(CHANNEL, SELECTOR, words[i], SYSRAM + 0x3000, ALL, 0, 0);
        bind_bar1();
        nv50_bar_write(world.card, 1, 0x10, 0x12345678, 4);
        assert_int_equal(world.last_snooped, i == 0);
        assert_int_equal(*(uint32_t *)(world.sysram + 0x3010), 0x12345678);
        *(uint32_t *)(world.sysram + 0x3014) = 0xabcdef01;
        assert_int_equal(nv50_bar_read(world.card, 1, 0x14, 4), 0xabcdef01);
        assert_int_equal(world.last_snooped, i == 0);
        world_close(&world);
    }
}

/* A bus address is the memory of another device as well as memory: a second card's BAR1. */
static void bus_addresses_reach_other_devices(void **state)
{
    const uint64_t bar1 = UINT64_C(0xd0000000);

    (void)state;
    open_world(CHIP_G92, NULL);
    struct world first = world;
    open_world(CHIP_G84, NULL);
    world_neighbour(&world, first.card, bar1);
    put_object(CHANNEL, SELECTOR, 0x001a0000, bar1 + 0x70000, ALL, 0, 0);
    bind_bar1();
    nv50_bar_write(world.card, 1, 0x20, 0xfeedf00d, 4);
    assert_int_equal(*(uint32_t *)(first.vram + 0x70020), 0xfeedf00d);
    *(uint32_t *)(first.vram + 0x70024) = 0x600dcafe;
    assert_int_equal(nv50_bar_read(world.card, 1, 0x24, 4), 0x600dcafe);
    world_close(&world);
    world_close(&first);
}

/* The storage type permutes blocks of VRAM, never system memory (§6.2): with it the same bytes lie
 * elsewhere, in whole blocks of 256. */
static void storage_types_act_on_vram(void **state)
{
    uint8_t before[0x10000];

    (void)state;
    open_world(CHIP_G84, NULL);
    for (unsigned i = 0; i < sizeof(before); i++)
        world.vram[PAGE + i] = world.sysram[i] = (uint8_t)(i >> 8);
    memcpy(before, world.sysram, sizeof(before));
    put_object(CHANNEL, SELECTOR, 0x00190000 | 0x70u << 22, PAGE, ALL, 0, 0x10000);
    bind_bar1();
    unsigned moved = 0;
    for (unsigned block = 0; block < 256; block++) {
        const uint8_t first = (uint8_t)nv50_bar_read(world.card, 1, block * 256, 1);
        moved += first != block;
        for (unsigned i = 1; i < 256; i++)
            assert_int_equal(nv50_bar_read(world.card, 1, block * 256 + i, 1), first);
    }
    assert_true(moved > 0);
    put_object(CHANNEL, SELECTOR, 0x001a0000 | 0x70u << 22, SYSRAM, ALL, 0, 0x10000);
    bind_bar1();
    for (unsigned i = 0; i < sizeof(before); i += 64)
        assert_int_equal(nv50_bar_read(world.card, 1, i, 1), before[i]);
    world_close(&world);
}

/* ---- results ------------------------------------------------------------------------------------- */

/* Every output of a translation, from the PTE and from an unpaged object (§1.1, §1.8). */
static void all_outputs_come_out(void **state)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 8);
    /* read-only, supervisor only, kind 0x28, SINGLE, tag 0x123, long, encrypted */
    const uint64_t pte = PAGE | 0x49 | UINT64_C(0x28) << 40 | UINT64_C(1) << 47 |
                         UINT64_C(0x123) << 49 | UINT64_C(3) << 61;

    (void)state;
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_page(CHANNEL, TABLE, pte);
        put_object(CHANNEL, SELECTOR, PAGED | 1u << 31, 0, ALL, 0, 0x80000);
        struct verdict met = ask(&access);

        assert_true(met.ok);
        assert_int_equal(met.at.v, PAGE);
        assert_true(met.attributes.read_only && met.attributes.supervisor);
        assert_true(met.attributes.long_cycle);
        assert_int_equal(met.attributes.encrypted, chip != CHIP_G80);
        assert_int_equal(met.attributes.type, 0x28);
        assert_int_equal(met.attributes.compression, COMPRESSION_SINGLE);
        assert_int_equal(met.attributes.tag, 0x123);
        /* unpaged: read-only, user, kind 0x29, DOUBLE, base tag 0x40, short, clear */
        put_object(CHANNEL, SELECTOR, 0x00150000 | 0x29u << 22 | 2u << 29, PAGE, ALL, 0x00ff0040,
                   0x00010000 | (uint32_t)(PAGE >> 16));
        met = ask(&access);
        assert_true(met.attributes.read_only && !met.attributes.supervisor);
        assert_true(!met.attributes.long_cycle && !met.attributes.encrypted);
        assert_int_equal(met.attributes.type, 0x29);
        assert_int_equal(met.attributes.compression, COMPRESSION_DOUBLE);
        assert_int_equal(met.attributes.tag, 0x40);
        world_close(&world);
    }
}

/* Compression works on VRAM only: the same mapping to system memory is plain (§1.8). */
static void compression_is_for_vram_only(void **state)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);
    const uint64_t pte = UINT64_C(0x28) << 40 | UINT64_C(2) << 47 | UINT64_C(0x10) << 49 | 1;

    (void)state;
    open_world(CHIP_G200, NULL);
    put_page(CHANNEL, TABLE, pte | PAGE);
    assert_int_equal(ask(&access).attributes.compression, COMPRESSION_DOUBLE);
    put(TABLE, pte | SYSRAM | 2 << 4);
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask(&access);
    assert_int_equal(met.at.target, TARGET_SYSRAM_SNOOP);
    assert_int_equal(met.attributes.compression, COMPRESSION_NONE);
    assert_int_equal(met.attributes.tag, 0);
    world_close(&world);
}

/* In a block of compressed pages the tags follow one another: one cell for each 64 KiB with SINGLE,
 * two with DOUBLE; all else is the same on every page (§1.7). */
static void tags_of_a_block_follow_one_another(void **state)
{
    static const unsigned cells[] = { 1, 2 };

    (void)state;
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
            assert_int_equal(met.at.v, 0x100000 + access.logical);
            assert_int_equal(met.attributes.tag, 0x80 + page * cells[mode - 1]);
            assert_int_equal(met.attributes.type, 0x28);
            assert_int_equal(met.attributes.compression, mode);
        }
        world_close(&world);
    }
}

/* ---- compression and encryption, with the knobs that make them visible ---------------------------- */

/* A regular block written through a compressed mapping is stored in 2 of its 8 sectors and marked; the
 * others stay reserved for it and untouched. Readers of the mapping see all of it (§5; unverified
 * E26). */
static void regular_blocks_are_stored_in_two_sectors(void **state)
{
    (void)state;
    open_world(CHIP_G84, "tag_state=real");
    put_object(CHANNEL, SELECTOR, 0x00190000 | 1u << 29, PAGE, ALL, 0x00ff0000,
               0x00010000 | (uint32_t)(PAGE >> 16));
    memset(world.vram + PAGE, 0xee, 0x300);
    bind_bar1();
    for (unsigned i = 0; i < 256; i += 4)
        nv50_bar_write(world.card, 1, 0x100 + i, 0x11223344, 4);
    for (unsigned i = 0; i < 256; i += 4) {
        assert_int_equal(nv50_bar_read(world.card, 1, 0x100 + i, 4), 0x11223344);
        /* what lies there is stale: partly what was written before the block became regular */
        if (i < 64)
            assert_int_equal(*(uint32_t *)(world.vram + PAGE + 0x100 + i), 0x11223344);
    }
    assert_int_equal(world.vram[PAGE + 0xff], 0xee);
    assert_int_equal(world.vram[PAGE + 0x200], 0xee);
    memset(world.vram + PAGE + 0x140, 0x77, 192);
    assert_int_equal(nv50_bar_read(world.card, 1, 0x180, 4), 0x11223344);
    /* an irregular write expands it again */
    nv50_bar_write(world.card, 1, 0x1f0, 0x55667788, 4);
    assert_int_equal(*(uint32_t *)(world.vram + PAGE + 0x1f0), 0x55667788);
    assert_int_equal(*(uint32_t *)(world.vram + PAGE + 0x180), 0x11223344);
    assert_int_equal(nv50_bar_read(world.card, 1, 0x180, 4), 0x11223344);
    assert_int_equal(nv50_bar_read(world.card, 1, 0x1f0, 4), 0x55667788);
    world_close(&world);
}

/* Encrypted system memory: the CPU sees other bytes, the card its own (§1.10; unverified E30). VRAM is
 * never encrypted. */
static void encryption_scrambles_system_memory(void **state)
{
    (void)state;
    open_world(CHIP_G98, "encryption=scramble");
    put_object(CHANNEL, SELECTOR, 0x001a0000, SYSRAM + 0x1000, ALL, 0, 0x00050000);
    bind_bar1();
    for (unsigned i = 0; i < 64; i += 4)
        nv50_bar_write(world.card, 1, i, 0x01020304 * (i + 1), 4);
    for (unsigned i = 0; i < 64; i += 4) {
        assert_int_equal(nv50_bar_read(world.card, 1, i, 4), (uint32_t)(0x01020304 * (i + 1)));
        assert_int_not_equal(*(uint32_t *)(world.sysram + 0x1000 + i),
                             (uint32_t)(0x01020304 * (i + 1)));
    }
    put_object(CHANNEL, SELECTOR, 0x00190000, PAGE, ALL, 0, 0x00050000);
    bind_bar1();
    nv50_bar_write(world.card, 1, 8, 0x0badcafe, 4);
    assert_int_equal(*(uint32_t *)(world.vram + PAGE + 8), 0x0badcafe);
    world_close(&world);
}

/* ---- faults ------------------------------------------------------------------------------------- */

/* Enable bits gate the record of their unit, never the translation; PFIFO, BAR and PEEPHOLE have none
 * (§2.1; unverified E11). With knob fault_enable=none they gate nothing. */
static void enables_gate_the_record(void **state)
{
    static const struct {
        unsigned engine;
        uint32_t bits;
    } units[] = {
        { 0x0, 0x7ff }, { 0x1, 1 << 16 }, { 0x4, 0 },       { 0x5, 0 },
        { 0x6, 0 },     { 0x8, 1 << 18 }, { 0x9, 1 << 19 }, { 0xb, 1 << 21 },
        { 0xc, 0 },     { 0xd, 1 << 11 }, { 0xe, 1 << 23 },
    };

    (void)state;
    for (unsigned none = 0; none < 2; none++) {
        open_world(CHIP_GT215, none ? "fault_enable=none" : NULL);
        put_page(CHANNEL, TABLE, PAGE);
        for (unsigned i = 0; i < sizeof(units) / sizeof(*units); i++) {
            const struct nv50_vm_access access = by(units[i].engine, 0, 0);
            struct nv50_vm_answer met;

            world_write_reg(&world, PFB_VM_FAULT,
                            (PFB_VM_FAULT_ENABLE & ~units[i].bits) | PFB_VM_FAULT_PENDING);
            assert_false(nv50_vm_probe(world.card, &access, &met));
            assert_int_equal(world_read_reg(&world, PFB_VM_FAULT) >> 31,
                             none || units[i].bits == 0);
            world_write_reg(&world, PFB_VM_FAULT, units[i].bits | PFB_VM_FAULT_PENDING);
            assert_false(nv50_vm_probe(world.card, &access, &met));
            assert_int_equal(world_read_reg(&world, PFB_VM_FAULT) >> 31, 1);
        }
        world_close(&world);
    }
}

/* A unit's own interrupt tells of its fault, not one of the MMU: BAR and PEEPHOLE through PFIFO's bits 4
 * and 6; the write that failed is lost and the next access is served (§2.2, §2.4). */
static void each_window_has_its_own_interrupt(void **state)
{
    (void)state;
    open_world(CHIP_G86, NULL);
    put_page(CHANNEL, TABLE, PAGE);
    put(TABLE + 8, PAGE | 1);
    bind_bar1();
    nv50_bar_write(world.card, 1, 0x10, 1, 4);
    assert_int_equal(world_read_reg(&world, PFIFO_INTR), 1 << 4);
    nv50_bar_write(world.card, 1, 0x1010, 0x31415926, 4);
    assert_int_equal(nv50_bar_read(world.card, 1, 0x1010, 4), 0x31415926);
    world_write_reg(&world, PFIFO_INTR, 1 << 4);
    world_write_reg(&world, PBUS_CHANNEL, (uint32_t)(CHANNEL >> 12));
    world_write_reg(&world, PBUS_PEEPHOLE, SELECTOR | PBUS_WINDOW_DMAOBJ);
    world_write_reg(&world, world.chip->peephole_rw + PEEPHOLE_ADDRESS, 0x20);
    world_read_reg(&world, world.chip->peephole_rw + PEEPHOLE_DATA);
    assert_int_equal(world_read_reg(&world, PFIFO_INTR), 1 << 6);
    world_close(&world);
}

/* Drivers give a flush two seconds (§8.1). */
static void flushes_have_two_seconds(void **state)
{
    (void)state;
    assert_int_equal(TLB_FLUSH_TIMEOUT_US, 2000 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_gives_logical_addresses),
        cmocka_unit_test(every_unit_is_named_in_its_fault),
        cmocka_unit_test(each_engine_has_one_tlb),
        cmocka_unit_test(an_engine_works_on_one_channel),
        cmocka_unit_test(context_objects_have_fixed_selectors),
        cmocka_unit_test(context_objects_lead_to_saved_state),
        cmocka_unit_test(linear_addresses_have_40_bits),
        cmocka_unit_test(targets_choose_the_snoop_attribute),
        cmocka_unit_test(bus_addresses_reach_other_devices),
        cmocka_unit_test(storage_types_act_on_vram),
        cmocka_unit_test(all_outputs_come_out),
        cmocka_unit_test(compression_is_for_vram_only),
        cmocka_unit_test(tags_of_a_block_follow_one_another),
        cmocka_unit_test(regular_blocks_are_stored_in_two_sectors),
        cmocka_unit_test(encryption_scrambles_system_memory),
        cmocka_unit_test(enables_gate_the_record),
        cmocka_unit_test(each_window_has_its_own_interrupt),
        cmocka_unit_test(flushes_have_two_seconds),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
