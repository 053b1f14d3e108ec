/* tests/mmu/gv100/table_rig.h: a small video memory and a small system memory with one instance block, and accesses
 * through it, for host tests of mmu/gv100.
 *
 * Shape   words are put by address, as the vectors give them; addresses outside both arrays cannot be read. */
#pragma once

#include "hw/gv100/chip.h"
#include "mmu/gv100/walk.h"
#include "tests/kit/tests.h"

#define VID_BYTES   0x10000
#define SYS_BYTES   0x10000
#define SYS_BASE    UINT64_C(0x600000000000) /* bit 46 and bit 45 */
#define INSTANCE    0x1000
#define PD3         0x2000
#define PD2         0x3000
#define PD1         0x4000
#define PD0         0x5000
#define BIG_TABLE   0x6100
#define SMALL_TABLE 0x7000

/* PD3 index 1, PD2 0x123, PD1 0xf5, PD0 0x9a, 64K PTE 0x1b, 4K PTE 0x1b7, byte 0xabc:
 *   0x1 << 47    0x0800000000000
 *   0x123 << 38  0x048c000000000
 *   0xf5 << 29   0x0001ea0000000
 *   0x9a << 21   0x0000013400000
 *   0x1b7 << 12  0x00000001b7000    (0x1b7 >> 4 = 0x1b) */
#define VA UINT64_C(0xc8deb35b7abc)

/* Where the entries of VA lie: 8 bytes each, in PD0 16. */
#define PDE3_AT  (PD3 + 0x8)
#define PDE2_AT  (PD2 + 0x918)
#define PDE1_AT  (PD1 + 0x7a8)
#define PDE0_AT  (PD0 + 0x9a0)
#define BIG_AT   (BIG_TABLE + 0xd8)
#define SMALL_AT (SMALL_TABLE + 0xdb8)

struct gv100_rig {
    uint8_t vid[VID_BYTES], sys[SYS_BYTES];
    struct gmmu_rules rules;
    struct mmu_memory memory;
    struct gmmu gmmu;
    struct gmmu_access access;
    struct gmmu_result r;
};

static inline bool rig_read(const struct mmu_memory *memory, linear_addr at, void *bytes,
                            size_t size)
{
    const struct gv100_rig *const rig = memory->context;
    const uint64_t base = at.target == TARGET_VRAM ? 0 : SYS_BASE;
    const uint8_t *const from = at.target == TARGET_VRAM ? rig->vid : rig->sys;

    if (at.v < base || at.v - base > VID_BYTES - size)
        return false;
    memcpy(bytes, from + (at.v - base), size);
    return true;
}

static inline void rig_put32(struct gv100_rig *rig, uint64_t at, uint32_t word)
{
    memcpy(rig->vid + at, &word, sizeof(word));
}

static inline void rig_put(struct gv100_rig *rig, uint64_t at, uint64_t word)
{
    memcpy(rig->vid + at, &word, sizeof(word));
}

/* All levels in video memory, PD0's two tables empty: an entry is the address >> 4 with aperture 1 in bits 2:1. */
static inline void rig_init(struct gv100_rig *rig)
{
    memset(rig, 0, sizeof(*rig));
    rig->rules = gmmu_rules_default;
    rig->memory = (struct mmu_memory){ .read = rig_read, .context = rig };
    rig->gmmu = (struct gmmu){ .rules = &rig->rules,
                               .memory = &rig->memory,
                               .chip = &gv100_chips[CHIP_GV100].chip };
    rig->access = (struct gmmu_access){
        .instance = { INSTANCE, TARGET_VRAM },
        .veid = GMMU_NO_VEID,
        .va = VA,
    };
    rig_put32(rig, INSTANCE + 0x200, PD3 | 0xc00); /* bits 11 and 10, target 0 */
    rig_put(rig, PDE3_AT, 0x302);
    rig_put(rig, PDE2_AT, 0x402);
    rig_put(rig, PDE1_AT, 0x502);
    rig_put(rig, PDE0_AT, 0x612);
    rig_put(rig, PDE0_AT + 8, 0x702);
}

static inline void rig_expect_ok(struct gv100_rig *rig, uint8_t aperture, uint64_t address,
                                 unsigned page_shift)
{
    gmmu_translate(&rig->gmmu, &rig->access, &rig->r);
    assert_pairs(rig->r.outcome, GMMU_OK, rig->r.aperture, aperture);
    if (rig->r.address != address)
        fail_msg("address 0x%llx, not 0x%llx", (unsigned long long)rig->r.address,
                 (unsigned long long)address);
    assert_int_equal(rig->r.page_shift, page_shift);
}

static inline void rig_expect_fault(struct gv100_rig *rig, enum gmmu_fault_type fault)
{
    gmmu_translate(&rig->gmmu, &rig->access, &rig->r);
    assert_pairs(rig->r.outcome, GMMU_FAULT, rig->r.fault, fault);
}
