/* Translation: the worked examples of tesla-vm.md §1.12, the order of the checks, attributes, blocks,
 * tags, and the knobs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hw/vm.h"
#include "mmu/channel.h"
#include "mmu/translate.h"

/* ---- a card with one channel ---------------------------------------------------------------------- */

#define VRAM_BYTES   0x40000
#define SYSRAM_BYTES 0x20000
#define SYSRAM_BASE  UINT64_C(0x8000000000)
#define CHANNEL      0x10000
#define SELECTOR     0x600 /* behind the page directory of both layouts */
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

static bool read_rig(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
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

static void rig_init(struct rig *rig, enum chipset_index chip)
{
    memset(rig, 0, sizeof(*rig));
    rig->rules = mmu_rules_default;
    rig->memory = (struct mmu_memory){ .read = read_rig, .context = rig };
    rig->mmu = (struct mmu){ .chip = &chipsets[chip],
                             .rules = &rig->rules,
                             .memory = &rig->memory,
                             .vram_size = UINT64_C(1) << 32 };
    rig->access = (struct mmu_access){ .channel = CHANNEL >> 12, .selector = SELECTOR, .size = 1 };
}

static void put32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (8 * i));
}

static void put64(uint8_t *at, uint64_t value)
{
    put32(at, (uint32_t)value);
    put32(at + 4, (uint32_t)(value >> 32));
}

static void set_object(struct rig *rig, uint32_t w0, uint64_t base, uint64_t limit, uint32_t w4,
                       uint32_t w5)
{
    uint8_t *const at = rig->vram + CHANNEL + SELECTOR * 16;

    put32(at, w0);
    put32(at + 4, (uint32_t)limit);
    put32(at + 8, (uint32_t)base);
    put32(at + 12, (uint32_t)(base >> 32) | (uint32_t)(limit >> 32) << 24);
    put32(at + 16, w4);
    put32(at + 20, w5);
}

static void set_pde(struct rig *rig, unsigned index, uint64_t word)
{
    put64(rig->vram + CHANNEL + rig->mmu.chip->pd_offset + index * 8, word);
}

static void set_pte(struct rig *rig, unsigned index, uint64_t word)
{
    put64(rig->vram + TABLE + index * 8, word);
}

/* ENCRYPTION_FROM_PTE is the odd value 2, so an object that takes all from the PTE needs word 5. */
#define W5_ENCRYPTION_FROM_PTE 0x00080000
#define W0_ALL_FROM_PTE        0x7fc00000

/* A paged object over everything, PDE 0 with full 4 KiB tables, PTE 0 as given. */
static void set_simple(struct rig *rig, uint64_t pte)
{
    set_object(rig, W0_ALL_FROM_PTE, 0, ALL_ONES, 0, W5_ENCRYPTION_FROM_PTE);
    set_pde(rig, 0, TABLE | 3);
    set_pte(rig, 0, pte);
}

static const struct translation *go(struct rig *rig, uint64_t at)
{
    rig->access.at.v = at;
    mmu_translate(&rig->mmu, &rig->access, &rig->t);
    return &rig->t;
}

static void expect_linear(struct rig *rig, uint64_t at, enum target target, uint64_t linear)
{
    const struct translation *const t = go(rig, at);

    assert_int_equal(t->outcome, TRANSLATION_OK);
    assert_int_equal(t->linear.target, target);
    assert_int_equal(t->linear.v, linear);
}

static void expect_fault(struct rig *rig, uint64_t at, enum vm_fault_reason reason)
{
    const struct translation *const t = go(rig, at);

    assert_int_equal(t->outcome, TRANSLATION_FAULT);
    assert_int_equal(t->reason, reason);
}

static void expect_outside(struct rig *rig, enum translation_structure structure,
                           enum target target, uint64_t where)
{
    const struct translation *const t = go(rig, 0);

    assert_int_equal(t->outcome, TRANSLATION_OUTSIDE);
    assert_int_equal(t->structure, structure);
    assert_int_equal(t->structure_at.target, target);
    assert_int_equal(t->structure_at.v, where);
}

/* ---- the worked examples of §1.12 ----------------------------------------------------------------- */

static void x1_small_page_behind_a_base(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x7fc00000, 0x100000000, 0x101ffffff, 0, 0);
    set_pde(&rig, 8, TABLE | 3);
    set_pte(&rig, 1, 0x0000000005678001);
    expect_linear(&rig, 0x1234, TARGET_VRAM, 0x5678234);
    assert_false(rig.t.attributes.read_only || rig.t.attributes.supervisor);
    assert_int_equal(rig.t.attributes.type, 0);
    assert_false(rig.t.attributes.long_cycle);
}

static void x2_x3_limit_is_an_address_and_exclusive(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x00190000, 0x03000000, 0x03ffffff, 0, 0);
    expect_fault(&rig, 0xffffff, FAULT_DMAOBJ_LIMIT); /* sum = limit */
    expect_linear(&rig, 0xfffffe, TARGET_VRAM, 0x3fffffe);
    expect_fault(&rig, 0x1000000, FAULT_DMAOBJ_LIMIT);
    for (unsigned rule = 0; rule < 4; rule++) {
        rig.rules.limit_rule = (enum limit_rule)rule;
        rig.access.size = 1;
        expect_fault(&rig, 0x1000000, FAULT_DMAOBJ_LIMIT);
        if (rule == LIMIT_INCL_LAST || rule == LIMIT_INCL_FIRST)
            expect_linear(&rig, 0xffffff, TARGET_VRAM, 0x3ffffff);
        else
            expect_fault(&rig, 0xffffff, FAULT_DMAOBJ_LIMIT);
        rig.access.size = 4;
        if (rule == LIMIT_EXCL_LAST)
            expect_fault(&rig, 0xfffffc, FAULT_DMAOBJ_LIMIT);
        else
            expect_linear(&rig, 0xfffffc, TARGET_VRAM, 0x3fffffc);
    }
}

static void x4_block_adds_and_does_not_or(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x7fc00000, 0, ALL_ONES, 0, 0);
    set_pde(&rig, 1, TABLE | 3);
    for (unsigned i = 0; i < 8; i++)
        set_pte(&rig, i, 0x0000000012345181 | 3 << 7);
    /* order 3 is 3 << 7 = 0x180; 0x12345000 + 0x5678 = 0x1234a678 */
    expect_linear(&rig, 0x20005678, TARGET_VRAM, 0x1234a678);
}

static void x5_tag_steps_twice_for_double(void **state)
{
    const uint64_t pte = UINT64_C(0x04000001) | 2 << 7 | UINT64_C(0x28) << 40 | UINT64_C(2) << 47 |
                         UINT64_C(0x100) << 49;
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x7fc00000, 0, ALL_ONES, 0, 0);
    set_pde(&rig, 2, TABLE | 1);
    for (unsigned i = 0; i < 4; i++)
        set_pte(&rig, i, pte);
    /* 0x40035000 mod 0x40000 = 0x35000; >> 16 = 3; tag 0x100 + 3 * 2 */
    expect_linear(&rig, 0x40035000, TARGET_VRAM, 0x4035000);
    assert_int_equal(rig.t.attributes.type, 0x28);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_DOUBLE);
    assert_int_equal(rig.t.attributes.tag, 0x106);
}

static void x6_x7_x8_tags_of_unpaged_objects(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x00190000 | 1u << 29 | 0x78u << 22, 0, ALL_ONES, 0x002f0020, 0x00010210);
    expect_linear(&rig, 0x02134567, TARGET_VRAM, 0x02134567);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_SINGLE);
    assert_int_equal(rig.t.attributes.tag, 0x23);
    assert_int_equal(rig.t.attributes.type, 0x78);
    expect_linear(&rig, 0x020fffff, TARGET_VRAM, 0x020fffff); /* below the base */
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
    assert_int_equal(rig.t.attributes.tag, 0);
    expect_linear(&rig, 0x021fffff, TARGET_VRAM, 0x021fffff); /* 0x20 + 0xf is the limit itself */
    assert_int_equal(rig.t.attributes.tag, 0x2f);
    expect_linear(&rig, 0x02200000, TARGET_VRAM, 0x02200000); /* tag 0x30 above 0x2f */
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
    assert_int_equal(rig.t.attributes.tag, 0);
}

static void x9_override_lifts_read_only(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x5009);
    rig.access.write = true;
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
    set_object(&rig, 0x7fc80000, 0, ALL_ONES, 0, 0);
    expect_linear(&rig, 0, TARGET_VRAM, 0x5000);
    assert_false(rig.t.attributes.read_only);
}

static void x10_short_table_faults(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x5001);
    set_pde(&rig, 0, TABLE | 0x63);
    expect_fault(&rig, 0x2000000, FAULT_PT_TOO_SHORT); /* index 0x2000 */
    expect_fault(&rig, 0x1ffffff, FAULT_PAGE_NOT_PRESENT);
}

/* ---- the order of the checks: §1.5 ----------------------------------------------------------------- */

/* Everything is wrong at once; each repair brings the next fault. */
static void checks_come_in_their_order(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    rig.mmu.vram_size = 0x1000;
    rig.access.write = true;
    rig.access.selector = 0;
    rig.access.channel |= 1u << 28;
    set_object(&rig, W0_ALL_FROM_PTE, 0, 0x2000000, 0, 0);
    expect_fault(&rig, 0x2000000, FAULT_NO_CHANNEL);
    rig.access.channel = CHANNEL >> 12;
    expect_fault(&rig, 0x2000000, FAULT_NULL_DMAOBJ);
    rig.access.selector = SELECTOR;
    expect_fault(&rig, 0x2000000, FAULT_DMAOBJ_LIMIT);
    set_object(&rig, W0_ALL_FROM_PTE, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0x2000000, FAULT_PT_NOT_PRESENT);
    set_pde(&rig, 0, TABLE | 0x63);
    expect_fault(&rig, 0x2000000, FAULT_PT_TOO_SHORT);
    set_pte(&rig, 0, 0x5000 | 1 << 3 | 1 << 4 | 1 << 6);
    expect_fault(&rig, 0, FAULT_PAGE_NOT_PRESENT);
    set_pte(&rig, 0, 0x5001 | 1 << 3 | 1 << 4 | 1 << 6);
    expect_fault(&rig, 0, FAULT_WRONG_MEMTYPE);
    set_pte(&rig, 0, 0x5001 | 1 << 3 | 1 << 6);
    expect_fault(&rig, 0, FAULT_PAGE_SUPERVISOR_ONLY);
    set_object(&rig, W0_ALL_FROM_PTE | 1u << 31, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
    rig.access.write = false;
    expect_fault(&rig, 0, FAULT_VRAM_LIMIT);
    rig.mmu.vram_size = 0x5001;
    expect_linear(&rig, 0, TARGET_VRAM, 0x5000);
    expect_fault(&rig, 1, FAULT_VRAM_LIMIT);
}

/* base + address in 41 bits: a carry out of bit 39 faults, whatever the limit. */
static void sums_do_not_wrap(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x001a0000, 0xfffffff000, ALL_ONES, 0, 0);
    expect_linear(&rig, 0xffe, TARGET_SYSRAM_SNOOP, 0xfffffffffe);
    expect_fault(&rig, 0x1000, FAULT_DMAOBJ_LIMIT);
    expect_fault(&rig, ALL_ONES, FAULT_DMAOBJ_LIMIT);
    rig.rules.sum_wraps = true;
    expect_linear(&rig, 0x1000, TARGET_SYSRAM_SNOOP, 0);
}

static void limit_below_base_admits_nothing(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 0x00190000, 0x2000, 0x1fff, 0, 0);
    expect_fault(&rig, 0, FAULT_DMAOBJ_LIMIT);
    set_object(&rig, 0x00190000, 0x2000, 0x2000, 0, 0);
    expect_fault(&rig, 0, FAULT_DMAOBJ_LIMIT);
    set_object(&rig, 0x00190000, 0x2000, 0x2001, 0, 0);
    expect_linear(&rig, 0, TARGET_VRAM, 0x2000);
}

static void limit_granule_rounds_the_limit_up(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    rig.rules.limit_granule = 256;
    set_object(&rig, 0x00190000, 0, 0xfff, 0, 0);
    expect_linear(&rig, 0xfff, TARGET_VRAM, 0xfff);
    expect_fault(&rig, 0x1000, FAULT_DMAOBJ_LIMIT);
}

/* ---- page tables ------------------------------------------------------------------------------------- */

static void medium_pages_exist_from_gt215_on(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        struct rig rig;

        rig_init(&rig, (enum chipset_index)chip);
        set_simple(&rig, 0);
        set_pde(&rig, 0, TABLE | 0x62);
        set_pte(&rig, 3, 0x1234f001); /* bits 13:12 are not part of the address */
        if (chip < CHIP_GT215)
            expect_fault(&rig, 0xd678, FAULT_PT_NOT_PRESENT);
        else
            expect_linear(&rig, 0xd678, TARGET_VRAM, 0x1234d678);
    }
}

static void large_tables_ignore_the_size_code(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_GT215);
    set_simple(&rig, 0);
    set_pde(&rig, 0, TABLE | 0x61);
    set_pte(&rig, 0x1fff, 0x100f8001); /* bits 15:12 are not part of the address */
    expect_linear(&rig, 0x1fffabcd, TARGET_VRAM, 0x100fabcd);
    rig.rules.pt_size_on_large = true; /* 0x2000 entries reach here all the same */
    expect_linear(&rig, 0x1fffabcd, TARGET_VRAM, 0x100fabcd);
    set_pde(&rig, 0, TABLE | 0x62);
    set_pte(&rig, 0x2000, 0x10000001);
    expect_fault(&rig, 0x2000 << 14, FAULT_PT_TOO_SHORT);
    rig.rules.pt_size_on_large = false;
    expect_linear(&rig, 0x2000 << 14, TARGET_VRAM, 0x10000000);
}

static void every_size_code_ends_its_table(void **state)
{
    static const uint32_t entries[] = { 0x20000, 0x8000, 0x4000, 0x2000 };

    (void)state;
    for (unsigned code = 1; code < 4; code++) {
        struct rig rig;

        rig_init(&rig, CHIP_G84);
        set_simple(&rig, 0);
        set_pde(&rig, 0, TABLE | 3 | code << 5);
        go(&rig, (uint64_t)(entries[code] - 1) << 12);
        assert_false(rig.t.outcome == TRANSLATION_FAULT && rig.t.reason == FAULT_PT_TOO_SHORT);
        expect_fault(&rig, (uint64_t)entries[code] << 12, FAULT_PT_TOO_SHORT);
    }
}

/* The channel and each table choose VRAM or system memory by themselves; so does each page. */
static void structures_lie_in_vram_or_system_memory(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x123456789021); /* type 0x12, snoop */
    expect_linear(&rig, 0x10, TARGET_SYSRAM_SNOOP, 0x3456789010);
    put64(rig.sysram + 0x8000, 0x9876543031);
    set_pde(&rig, 0, (SYSRAM_BASE + 0x8000) | 2 << 2 | 3);
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
    set_pde(&rig, 0, (SYSRAM_BASE + 0x8000) | 3 << 2 | 3);
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
    set_pde(&rig, 0, TABLE | 1 << 2 | 3);
    expect_fault(&rig, 0x20, FAULT_PT_NOT_PRESENT);
    memcpy(rig.sysram + 0x1000, rig.vram + CHANNEL, 0x7000);
    put64(rig.sysram + 0x1000 + 0x200, (SYSRAM_BASE + 0x8000) | 3 << 2 | 3);
    rig.access.channel = (uint32_t)((SYSRAM_BASE + 0x1000) >> 12) | 2u << 28;
    expect_linear(&rig, 0x20, TARGET_SYSRAM_NOSNOOP, 0x9876543020);
}

static void structures_outside_memory_are_named(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x5001);
    set_pde(&rig, 0, UINT64_C(0x9000000000) | 2 << 2 | 3);
    expect_outside(&rig, STRUCTURE_PTE, TARGET_SYSRAM_SNOOP, 0x9000000000);
    set_pde(&rig, 0, UINT64_C(0x9980000000) | 3);
    expect_outside(&rig, STRUCTURE_PTE, TARGET_VRAM, 0x80000000); /* bits 39:32 dropped */
    rig.access.channel = 0x3b; /* objects inside, directory at 0x3b200 too */
    rig.access.selector = 0x4ff;
    expect_outside(&rig, STRUCTURE_DMAOBJ, TARGET_VRAM, 0x3fff0);
    rig.access.channel = 0x3c; /* object inside, the directory's end is not */
    rig.access.selector = 0x10;
    put32(rig.vram + 0x3c100, W0_ALL_FROM_PTE);
    put32(rig.vram + 0x3c104, 0xffffffff);
    put32(rig.vram + 0x3c10c, 0xff0000ff);
    put32(rig.vram + 0x3c108, 0xe0000000);
    expect_outside(&rig, STRUCTURE_PDE, TARGET_VRAM, 0x401f8);
}

/* VRAM addresses have 32 bits: channel, table, page, result. */
static void vram_addresses_lose_bits_39_to_32(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, UINT64_C(0xab00005001));
    set_pde(&rig, 0, UINT64_C(0xcd00000000) | TABLE | 3);
    rig.access.channel = 0xef00000 | CHANNEL >> 12;
    expect_linear(&rig, 0x123, TARGET_VRAM, 0x5123);
    set_object(&rig, 0x00190000, 0x1200000000, ALL_ONES, 0, 0);
    rig.mmu.vram_size = 0x1000;
    expect_linear(&rig, 0x123, TARGET_VRAM, 0x123);
    set_object(&rig, 0x001a0000, 0x1200000000, ALL_ONES, 0, 0);
    expect_linear(&rig, 0x123, TARGET_SYSRAM_SNOOP, 0x1200000123);
}

/* ---- contiguous blocks: §1.7 -------------------------------------------------------------------------- */

/* Every order and page size: addresses run on without a gap over the block, tags by 64 KiB. */
static void blocks_are_contiguous(void **state)
{
    static const unsigned shifts[] = { 16, 14, 12 };

    (void)state;
    for (unsigned type = 1; type <= 3; type++)
        for (unsigned order = 0; order < 8; order++) {
            const unsigned shift = shifts[type - 1];
            const uint64_t page = UINT64_C(1) << shift, span = page << order;
            const uint64_t first = 0x10 * span;
            struct rig rig;

            rig_init(&rig, CHIP_MCP89);
            set_simple(&rig, 0);
            set_pde(&rig, 0, TABLE | type);
            for (unsigned i = 0; i < 1u << order; i++)
                set_pte(&rig, (unsigned)(first >> shift) + i,
                        0x3330000 | 1 | order << 7 | UINT64_C(1) << 47 | UINT64_C(0xff8) << 49);
            for (uint64_t at = 0; at < span; at += 0x1000) {
                expect_linear(&rig, first + at + 5, TARGET_VRAM, 0x3330000 + at + 5);
                assert_int_equal(rig.t.attributes.tag, (0xff8 + (at >> 16)) & 0xfff);
            }
        }
}

/* The addressed PTE counts, even if the others of the block differ. */
static void the_addressed_pte_of_a_block_is_used(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x10000081);
    set_pte(&rig, 1, 0x20000089);
    expect_linear(&rig, 0x10, TARGET_VRAM, 0x10000010);
    expect_linear(&rig, 0x1010, TARGET_VRAM, 0x20001010);
    assert_true(rig.t.attributes.read_only);
    set_pte(&rig, 1, 0x20000080);
    expect_fault(&rig, 0x1010, FAULT_PAGE_NOT_PRESENT);
    expect_linear(&rig, 0x10, TARGET_VRAM, 0x10000010);
}

static void blocks_wrap_at_the_end_of_their_target(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0);
    set_pte(&rig, 1, 0xfffffff0a1);
    expect_linear(&rig, 0x1004, TARGET_SYSRAM_SNOOP, 0x4);
    set_pte(&rig, 1, 0xfffff081);
    expect_linear(&rig, 0x1004, TARGET_VRAM, 0x4);
}

/* ---- attributes: §1.8 ----------------------------------------------------------------------------------- */

#define PTE_ALL                                                                                     \
    (UINT64_C(0x5001) | 1 << 3 | 1 << 6 | UINT64_C(0x7a) << 40 | UINT64_C(1) << 47 |               \
     UINT64_C(0x123) << 49 | UINT64_C(3) << 61)

static void expect_attributes(struct rig *rig, struct attributes wanted)
{
    const struct attributes *const a = &go(rig, 0)->attributes;

    assert_int_equal(rig->t.outcome, TRANSLATION_OK);
    assert_int_equal(a->read_only, wanted.read_only);
    assert_int_equal(a->supervisor, wanted.supervisor);
    assert_int_equal(a->type, wanted.type);
    assert_int_equal(a->compression, wanted.compression);
    assert_int_equal(a->tag, wanted.tag);
    assert_int_equal(a->long_cycle, wanted.long_cycle);
    assert_int_equal(a->encrypted, wanted.encrypted);
}

#define SUPERVISOR_OBJECT (1u << 31)

static void set_paged(struct rig *rig, uint32_t w0, uint32_t w5)
{
    set_object(rig, w0 | SUPERVISOR_OBJECT, 0, ALL_ONES, 0, w5);
}

/* "From page tables" in all six fields leaves the PTE's values as they are. */
static void from_page_tables_changes_nothing(void **state)
{
    struct attributes all = { true, true, 0x7a, COMPRESSION_SINGLE, 0x123, true, true };
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, PTE_ALL);
    set_paged(&rig, W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, all);
    set_pte(&rig, 0, 0x5001);
    expect_attributes(&rig, (struct attributes){ 0 });
}

static void an_object_overrides_six_attributes(void **state)
{
    struct attributes all = { true, true, 0x7a, COMPRESSION_SINGLE, 0x123, true, true };
    struct attributes one;
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, PTE_ALL);
    one = all, one.read_only = false;
    set_paged(&rig, W0_ALL_FROM_PTE | 2 << 18, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, one);
    one = all, one.supervisor = false;
    set_paged(&rig, W0_ALL_FROM_PTE | 1 << 20, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, one);
    one = all, one.type = 0x70;
    set_paged(&rig, (W0_ALL_FROM_PTE & ~(0x7fu << 22)) | 0x70 << 22, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, one);
    one = all, one.compression = COMPRESSION_NONE, one.tag = 0;
    set_paged(&rig, W0_ALL_FROM_PTE & ~(3u << 29), W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, one);
    one = all, one.compression = COMPRESSION_DOUBLE; /* with the PTE's tag */
    set_paged(&rig, (W0_ALL_FROM_PTE & ~(3u << 29)) | 2u << 29, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(&rig, one);
    one = all, one.long_cycle = false;
    set_paged(&rig, W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE | 1 << 16);
    expect_attributes(&rig, one);
    one = all, one.encrypted = false;
    set_paged(&rig, W0_ALL_FROM_PTE, 0);
    expect_attributes(&rig, one);
}

static void an_object_forces_what_the_pte_has_not(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, 0x5001 | UINT64_C(0x456) << 49);
    set_paged(&rig, 1 << 18 | 2 << 20 | 0x28 << 22 | 1 << 29, 2 << 16 | 1 << 18);
    expect_attributes(&rig, (struct attributes){ true, true, 0x28, COMPRESSION_SINGLE, 0x456, true,
                                                 true });
    /* reserved values 3: the safe side, else nothing */
    set_paged(&rig, 3 << 18 | 3 << 20, 3 << 16 | 3 << 18);
    expect_attributes(&rig, (struct attributes){ .read_only = true, .supervisor = true });
}

static void unpaged_objects_have_their_own_attributes(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 1 << 16, 0, ALL_ONES, 0, 0); /* zeros: read-write, user, pitch, short */
    expect_attributes(&rig, (struct attributes){ 0 });
    set_object(&rig, SUPERVISOR_OBJECT | 1 << 16 | 1 << 18 | 2 << 20 | 0x70 << 22, 0, ALL_ONES, 0,
               2 << 16 | 1 << 18);
    expect_attributes(&rig, (struct attributes){ true, true, 0x70, 0, 0, true, true });
    /* "from page tables" where there are none */
    set_object(&rig, 1 << 16 | 0x7fu << 22 | 3u << 29, 0, ALL_ONES, 0xfff0000, 2 << 18);
    expect_attributes(&rig, (struct attributes){ 0 });
    /* supervisor only, read-only: unpaged objects fault too */
    set_object(&rig, 1 << 16 | 2 << 20, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0, FAULT_PAGE_SUPERVISOR_ONLY);
    set_object(&rig, 1 << 16 | 1 << 18, 0, ALL_ONES, 0, 0);
    rig.access.write = true;
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
}

static void g80_has_no_encryption(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G80);
    set_simple(&rig, PTE_ALL);
    set_paged(&rig, W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
    assert_false(go(&rig, 0)->attributes.encrypted);
    set_paged(&rig, W0_ALL_FROM_PTE, 1 << 18);
    assert_false(go(&rig, 0)->attributes.encrypted);
    assert_int_equal(rig.t.outcome, TRANSLATION_OK);
}

/* Compression works on VRAM only; 3 in a PTE is reserved and means none. */
static void compression_is_the_effective_one(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, PTE_ALL | 2 << 4);
    set_paged(&rig, W0_ALL_FROM_PTE, 0);
    go(&rig, 0);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
    assert_int_equal(rig.t.attributes.tag, 0);
    assert_int_equal(rig.t.attributes.type, 0x7a);
    set_pte(&rig, 0, PTE_ALL | UINT64_C(3) << 47);
    go(&rig, 0);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
    assert_int_equal(rig.t.attributes.tag, 0);
    set_object(&rig, 1u << 29 | 2 << 16, 0, ALL_ONES, 0x0fff0000, 0);
    go(&rig, 0);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
}

/* Rule of §1.9 on 32 bits: bits 39:32 are dropped before the subtraction. DOUBLE steps once as
 * written; a knob makes it two (E27). */
static void tags_of_unpaged_objects_use_32_bits(void **state)
{
    struct rig rig;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_object(&rig, 2u << 29 | 1 << 16, UINT64_C(0x7700000000), ALL_ONES, 0x0fff0010, 0x0002);
    expect_linear(&rig, 0x50000, TARGET_VRAM, 0x50000);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_DOUBLE);
    assert_int_equal(rig.t.attributes.tag, 0x13);
    rig.rules.unpaged_double_step = 2;
    expect_linear(&rig, 0x50000, TARGET_VRAM, 0x50000);
    assert_int_equal(rig.t.attributes.tag, 0x16);
    expect_linear(&rig, 0x1ffff, TARGET_VRAM, 0x1ffff);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
}

/* Bits that mean nothing change nothing: PDE 4, 11:7, 63:40; PTE 2:1, 11:10, 63; object w3 23:8, w4
 * 15:12 and 31:28, w5 31:20, and the class. */
static void unknown_bits_are_ignored(void **state)
{
    struct rig rig, noisy;

    (void)state;
    rig_init(&rig, CHIP_G84);
    set_simple(&rig, PTE_ALL);
    set_paged(&rig, W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
    noisy = rig;
    noisy.memory.context = &noisy;
    noisy.mmu.memory = &noisy.memory;
    noisy.mmu.rules = &noisy.rules;
    set_pde(&noisy, 0, TABLE | 3 | UINT64_C(0xffffff0000000f90));
    set_pte(&noisy, 0, PTE_ALL | UINT64_C(0x8000000000000c06));
    set_object(&noisy, W0_ALL_FROM_PTE | SUPERVISOR_OBJECT | 0xffff, 0, ALL_ONES, 0xf000f000,
               W5_ENCRYPTION_FROM_PTE | 0xfff00000);
    noisy.vram[CHANNEL + SELECTOR * 16 + 13] = 0xff;
    noisy.vram[CHANNEL + SELECTOR * 16 + 14] = 0xff;
    go(&rig, 0x678);
    go(&noisy, 0x678);
    assert_int_equal(noisy.t.outcome, TRANSLATION_OK);
    assert_int_equal(noisy.t.linear.v, rig.t.linear.v);
    assert_memory_equal(&noisy.t.attributes, &rig.t.attributes, sizeof(struct attributes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x1_small_page_behind_a_base),
        cmocka_unit_test(x2_x3_limit_is_an_address_and_exclusive),
        cmocka_unit_test(x4_block_adds_and_does_not_or),
        cmocka_unit_test(x5_tag_steps_twice_for_double),
        cmocka_unit_test(x6_x7_x8_tags_of_unpaged_objects),
        cmocka_unit_test(x9_override_lifts_read_only),
        cmocka_unit_test(x10_short_table_faults),
        cmocka_unit_test(checks_come_in_their_order),
        cmocka_unit_test(sums_do_not_wrap),
        cmocka_unit_test(limit_below_base_admits_nothing),
        cmocka_unit_test(limit_granule_rounds_the_limit_up),
        cmocka_unit_test(medium_pages_exist_from_gt215_on),
        cmocka_unit_test(large_tables_ignore_the_size_code),
        cmocka_unit_test(every_size_code_ends_its_table),
        cmocka_unit_test(structures_lie_in_vram_or_system_memory),
        cmocka_unit_test(structures_outside_memory_are_named),
        cmocka_unit_test(vram_addresses_lose_bits_39_to_32),
        cmocka_unit_test(blocks_are_contiguous),
        cmocka_unit_test(the_addressed_pte_of_a_block_is_used),
        cmocka_unit_test(blocks_wrap_at_the_end_of_their_target),
        cmocka_unit_test(from_page_tables_changes_nothing),
        cmocka_unit_test(an_object_overrides_six_attributes),
        cmocka_unit_test(an_object_forces_what_the_pte_has_not),
        cmocka_unit_test(unpaged_objects_have_their_own_attributes),
        cmocka_unit_test(g80_has_no_encryption),
        cmocka_unit_test(compression_is_the_effective_one),
        cmocka_unit_test(tags_of_unpaged_objects_use_32_bits),
        cmocka_unit_test(unknown_bits_are_ignored),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("translate", tests, NULL, NULL);
}
