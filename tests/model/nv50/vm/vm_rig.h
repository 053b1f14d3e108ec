/* tests/model/nv50/vm/vm_rig.h: one card's VM in a world of both witnesses (tests/model/nv50/vm/world.h), with a channel, a
 * page table and objects laid by hand.
 *
 * Shape   open_world, put..., then ask. */
#pragma once

#include "hw/nv50/pbus.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/vm/world.h"

#define SYSRAM   UINT64_C(0xff80000000) /* bits up to 39 count on the bus */
#define CHANNEL  UINT64_C(0x10000)
#define OTHER    UINT64_C(0x20000)
#define TABLE    UINT64_C(0x40000)
#define PAGE     UINT64_C(0x50000)
#define SELECTOR 0x600       /* after the page directory of both layouts */
#define PAGED    0x7fc00000u /* everything from the PTE */
#define ALL      UINT64_C(0xffffffffff)

static struct world world;

static inline void close_world(void *what)
{
    if (world.card)
        world_close(what);
    world.card = NULL;
}

/* Closed when the next one is opened, or after the test. */
static inline void open_broken_world(unsigned index, const char *defects, const char *knobs)
{
    const struct world_setup setup = { .chip = &nv50_chips[index],
                                       .sysram_base = SYSRAM,
                                       .rules = mmu_rules_default,
                                       .defects = defects,
                                       .knobs = knobs,
                                       .seed = 1 };

    if (world.card)
        tests_release(&world);
    world_open(&world, &setup);
    tests_own(&world, close_world);
    memset(world.vram, 0, 0x100000);
}

static inline void open_world(unsigned index, const char *knobs)
{
    open_broken_world(index, NULL, knobs);
}

static inline void put(uint64_t at, uint64_t word)
{
    world_poke(&world, (linear_addr){ at, at >= SYSRAM ? TARGET_SYSRAM_SNOOP : TARGET_VRAM }, word);
}

static inline void put_object(uint64_t channel, unsigned selector, uint32_t w0, uint64_t base,
                              uint64_t limit, uint32_t w4, uint32_t w5)
{
    const uint64_t at = channel + selector * 16;

    put(at, w0 | limit << 32);
    put(at + 8, (base & UINT32_MAX) | (base >> 32 | (limit >> 32) << 24) << 32);
    put(at + 16, w4 | (uint64_t)w5 << 32);
}

/* PDE and PTE of the first page of a channel's virtual address space, 4 KiB pages, and an object. */
static inline void put_page(uint64_t channel, uint64_t table, uint64_t pte)
{
    put(channel + world.chip->pd_offset, table | 3);
    put(table, pte);
    put_object(channel, SELECTOR, PAGED, 0, ALL, 0, 0x80000);
}

static inline struct nv50_vm_access by(unsigned engine, unsigned client, unsigned slot)
{
    return (struct nv50_vm_access){ .engine = (uint8_t)engine,
                                    .client = (uint8_t)client,
                                    .slot = (uint8_t)slot,
                                    .channel = CHANNEL >> 12,
                                    .selector = SELECTOR,
                                    .size = 4 };
}

static inline struct verdict ask_model(const struct nv50_vm_access *access)
{
    struct verdict model;

    world_ask_model(&world, access, &model);
    return model;
}

/* Both witnesses, which must agree; the engine's TLB is left as it is. */
static inline struct verdict ask(const struct nv50_vm_access *access)
{
    struct verdict mmu;

    world_ask_mmu(&world, access, &mmu);
    const struct verdict model = ask_model(access);
    if (!verdicts_equal(&mmu, &model)) {
        verdict_print("mmu/  ", &mmu);
        verdict_print("model ", &model);
        fail_msg("the witnesses differ on %s", world.chip->chip.name);
    }
    return model;
}

/* BAR1 bound to SELECTOR of CHANNEL. */
static inline void bind_bar1(void)
{
    world_write_reg(&world, PBUS_CHANNEL, (uint32_t)(CHANNEL >> 12) | PBUS_CHANNEL_BAR);
    world_write_reg(&world, PBUS_BAR1, SELECTOR | PBUS_WINDOW_DMAOBJ);
}
