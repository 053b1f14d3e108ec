/* tests/mmu/nv50/translate_rig.h: one channel in a small VRAM, and accesses through it, for host tests
 * of mmu/nv50/translate.h.
 *
 * Shape   PDE n of the channel and PTE n of the one table are set by index; memory outside the two
 *         arrays cannot be read. */
#pragma once

#include "hw/nv50/vm.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/translate.h"
#include "tests/kit/tests.h"

#define VRAM_BYTES   0x40000
#define SYSRAM_BYTES 0x20000
#define SYSRAM_BASE  UINT64_C(0x8000000000)
#define CHANNEL      0x10000
#define SELECTOR     0x600 /* after the page directory of both layouts */
#define TABLE        0x20000
#define ALL_ONES     UINT64_C(0xffffffffff)

struct rig {
    uint8_t vram[VRAM_BYTES], sysram[SYSRAM_BYTES];
    struct mmu_rules rules;
    struct mmu_memory memory;
    struct mmu mmu;
    struct mmu_access access;
    struct translation t;
};

static inline bool read_rig(const struct mmu_memory *memory, linear_addr at, void *bytes,
                            size_t size)
{
    const struct rig *const rig = memory->context;
    const uint64_t base = at.target == TARGET_VRAM ? 0 : SYSRAM_BASE;
    const uint64_t length = at.target == TARGET_VRAM ? VRAM_BYTES : SYSRAM_BYTES;
    const uint8_t *const from = at.target == TARGET_VRAM ? rig->vram : rig->sysram;

    if (at.v < base || at.v - base > length - size)
        return false;
    memcpy(bytes, from + (at.v - base), size);
    return true;
}

static inline void rig_init(struct rig *rig, enum chipset_index chip)
{
    memset(rig, 0, sizeof(*rig));
    rig->rules = mmu_rules_default;
    rig->memory = (struct mmu_memory){ .read = read_rig, .context = rig };
    rig->mmu = (struct mmu){ .chip = &nv50_chips[chip],
                             .rules = &rig->rules,
                             .memory = &rig->memory,
                             .vram_size = UINT64_C(1) << 32 };
    rig->access = (struct mmu_access){ .channel = CHANNEL >> 12, .selector = SELECTOR, .size = 1 };
}

static inline void put32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static inline void put64(uint8_t *at, uint64_t value)
{
    put32(at, (uint32_t)value);
    put32(at + 4, (uint32_t)(value >> 32));
}

static inline void set_object(struct rig *rig, uint32_t w0, uint64_t base, uint64_t limit,
                              uint32_t w4, uint32_t w5)
{
    uint8_t *const at = rig->vram + CHANNEL + SELECTOR * 16;

    put32(at, w0);
    put32(at + 4, (uint32_t)limit);
    put32(at + 8, (uint32_t)base);
    put32(at + 12, (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24);
    put32(at + 16, w4);
    put32(at + 20, w5);
}

static inline void set_pde(struct rig *rig, unsigned index, uint64_t word)
{
    put64(rig->vram + CHANNEL + rig->mmu.chip->pd_offset + index * 8, word);
}

static inline void set_pte(struct rig *rig, unsigned index, uint64_t word)
{
    put64(rig->vram + TABLE + index * 8, word);
}

/* ENCRYPTION_FROM_PTE is the odd value 2, so an object that takes all from the PTE needs word 5. */
#define W5_ENCRYPTION_FROM_PTE 0x00080000
#define W0_ALL_FROM_PTE        0x7fc00000

/* A paged object over everything, PDE 0 with full 4 KiB tables, PTE 0 as given. */
static inline void set_simple(struct rig *rig, uint64_t pte)
{
    set_object(rig, W0_ALL_FROM_PTE, 0, ALL_ONES, 0, W5_ENCRYPTION_FROM_PTE);
    set_pde(rig, 0, TABLE | 3);
    set_pte(rig, 0, pte);
}

static inline const struct translation *go(struct rig *rig, uint64_t at)
{
    rig->access.at.v = at;
    mmu_translate(&rig->mmu, &rig->access, &rig->t);
    return &rig->t;
}

static inline void expect_linear(struct rig *rig, uint64_t at, enum target target, uint64_t linear)
{
    const struct translation *const t = go(rig, at);

    assert_pairs(t->outcome, TRANSLATION_OK, t->linear.target, target, t->linear.v, linear);
}

static inline void expect_fault(struct rig *rig, uint64_t at, enum vm_fault_reason reason)
{
    const struct translation *const t = go(rig, at);

    assert_pairs(t->outcome, TRANSLATION_FAULT, t->reason, reason);
}

static inline void expect_outside(struct rig *rig, enum translation_structure structure,
                                  enum target target, uint64_t where)
{
    const struct translation *const t = go(rig, 0);

    assert_pairs(t->outcome, TRANSLATION_OUTSIDE, t->structure, structure, t->structure_at.target,
                 target, t->structure_at.v, where);
}
