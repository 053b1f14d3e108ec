/* Attributes that translation reports of memory: contiguous blocks, merged attributes, tags; names of targets. */
#include "hw/nv50/fields.h"
#include "mmu/fields.h"
#include "mmu/nv50/fault.h"
#include "tests/mmu/nv50/translate_rig.h"

static struct rig rig;

FIXTURE(begin)
{
    rig_init(&rig, CHIP_G84);
}

/* ---- contiguous blocks: §1.7 ----------------------------------------------------------------- */

/* Every order and page size: addresses run on without a gap over the block, tags by 64 KiB. */
TEST(blocks_are_contiguous)
{
    static const unsigned shifts[] = { 16, 14, 12 };

    for (unsigned type = 1; type <= 3; type++)
        for (unsigned order = 0; order < 8; order++) {
            const unsigned shift = shifts[type - 1];
            const uint64_t page = UINT64_C(1) << shift, span = page << order;
            const uint64_t first = 0x10 * span;

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
TEST(the_addressed_pte_of_a_block_is_used, begin)
{
    set_simple(&rig, 0x10000081);
    set_pte(&rig, 1, 0x20000089);
    expect_linear(&rig, 0x10, TARGET_VRAM, 0x10000010);
    expect_linear(&rig, 0x1010, TARGET_VRAM, 0x20001010);
    assert_true(rig.t.attributes.read_only);
    set_pte(&rig, 1, 0x20000080);
    expect_fault(&rig, 0x1010, FAULT_PAGE_NOT_PRESENT);
    expect_linear(&rig, 0x10, TARGET_VRAM, 0x10000010);
}

/* ---- attributes: §1.8 ------------------------------------------------------------------------ */

#define PTE_ALL                                                                                    \
    (UINT64_C(0x5001) | 1 << 3 | 1 << 6 | UINT64_C(0x7a) << 40 | UINT64_C(1) << 47 |               \
     UINT64_C(0x123) << 49 | UINT64_C(3) << 61)

static void expect_attributes(struct attributes wanted)
{
    const struct attributes *const a = &go(&rig, 0)->attributes;

    assert_pairs(TRANSLATION_OK, rig.t.outcome, wanted.read_only, a->read_only, wanted.supervisor,
                 a->supervisor, wanted.type, a->type, wanted.compression, a->compression,
                 wanted.tag, a->tag, wanted.long_cycle, a->long_cycle, wanted.encrypted,
                 a->encrypted);
}

#define SUPERVISOR_OBJECT (1u << 31)

static void set_paged(uint32_t w0, uint32_t w5)
{
    set_object(&rig, w0 | SUPERVISOR_OBJECT, 0, ALL_ONES, 0, w5);
}

/* "From page tables" in all six fields leaves the PTE's values as they are. */
TEST(from_page_tables_changes_nothing, begin)
{
    struct attributes all = { true, true, 0x7a, COMPRESSION_SINGLE, 0x123, true, true };

    set_simple(&rig, PTE_ALL);
    set_paged(W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(all);
    set_pte(&rig, 0, 0x5001);
    expect_attributes((struct attributes){ 0 });
}

TEST(an_object_overrides_six_attributes, begin)
{
    struct attributes all = { true, true, 0x7a, COMPRESSION_SINGLE, 0x123, true, true };
    struct attributes one;

    set_simple(&rig, PTE_ALL);
    one = all, one.read_only = false;
    set_paged(W0_ALL_FROM_PTE | 2 << 18, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(one);
    one = all, one.supervisor = false;
    set_paged(W0_ALL_FROM_PTE | 1 << 20, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(one);
    one = all, one.type = 0x70;
    set_paged((W0_ALL_FROM_PTE & ~(0x7fu << 22)) | 0x70 << 22, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(one);
    one = all, one.compression = COMPRESSION_NONE, one.tag = 0;
    set_paged(W0_ALL_FROM_PTE & ~(3u << 29), W5_ENCRYPTION_FROM_PTE);
    expect_attributes(one);
    one = all, one.compression = COMPRESSION_DOUBLE; /* with the PTE's tag */
    set_paged((W0_ALL_FROM_PTE & ~(3u << 29)) | 2u << 29, W5_ENCRYPTION_FROM_PTE);
    expect_attributes(one);
    one = all, one.long_cycle = false;
    set_paged(W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE | 1 << 16);
    expect_attributes(one);
    one = all, one.encrypted = false;
    set_paged(W0_ALL_FROM_PTE, 0);
    expect_attributes(one);
}

TEST(an_object_forces_what_the_pte_has_not, begin)
{
    set_simple(&rig, 0x5001 | UINT64_C(0x456) << 49);
    set_paged(1 << 18 | 2 << 20 | 0x28 << 22 | 1 << 29, 2 << 16 | 1 << 18);
    expect_attributes(
        (struct attributes){ true, true, 0x28, COMPRESSION_SINGLE, 0x456, true, true });
    /* reserved values 3: the safe side, else nothing */
    set_paged(3 << 18 | 3 << 20, 3 << 16 | 3 << 18);
    expect_attributes((struct attributes){ .read_only = true, .supervisor = true });
}

TEST(unpaged_objects_have_their_own_attributes, begin)
{
    set_object(&rig, 1 << 16, 0, ALL_ONES, 0, 0); /* zeros: read-write, user, pitch, short */
    expect_attributes((struct attributes){ 0 });
    set_object(&rig, SUPERVISOR_OBJECT | 1 << 16 | 1 << 18 | 2 << 20 | 0x70 << 22, 0, ALL_ONES, 0,
               2 << 16 | 1 << 18);
    expect_attributes((struct attributes){ true, true, 0x70, 0, 0, true, true });
    /* "from page tables" where there are none */
    set_object(&rig, 1 << 16 | 0x7fu << 22 | 3u << 29, 0, ALL_ONES, 0xfff0000, 2 << 18);
    expect_attributes((struct attributes){ 0 });
    /* supervisor only, read-only: unpaged objects fault too */
    set_object(&rig, 1 << 16 | 2 << 20, 0, ALL_ONES, 0, 0);
    expect_fault(&rig, 0, FAULT_PAGE_SUPERVISOR_ONLY);
    set_object(&rig, 1 << 16 | 1 << 18, 0, ALL_ONES, 0, 0);
    rig.access.write = true;
    expect_fault(&rig, 0, FAULT_PAGE_READ_ONLY);
}

TEST(g80_has_no_encryption)
{
    rig_init(&rig, CHIP_G80);
    set_simple(&rig, PTE_ALL);
    set_paged(W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
    assert_false(go(&rig, 0)->attributes.encrypted);
    set_paged(W0_ALL_FROM_PTE, 1 << 18);
    assert_pairs(false, go(&rig, 0)->attributes.encrypted, rig.t.outcome, TRANSLATION_OK);
}

/* Compression works on VRAM only; 3 in a PTE is reserved and means none. */
TEST(compression_is_the_effective_one, begin)
{
    set_simple(&rig, PTE_ALL | 2 << 4);
    set_paged(W0_ALL_FROM_PTE, 0);
    go(&rig, 0);
    assert_pairs(COMPRESSION_NONE, rig.t.attributes.compression, 0, rig.t.attributes.tag, 0x7a,
                 rig.t.attributes.type);
    set_pte(&rig, 0, PTE_ALL | UINT64_C(3) << 47);
    go(&rig, 0);
    assert_pairs(COMPRESSION_NONE, rig.t.attributes.compression, 0, rig.t.attributes.tag);
    set_object(&rig, 1u << 29 | 2 << 16, 0, ALL_ONES, 0x0fff0000, 0);
    go(&rig, 0);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
}

/* Rule of §1.9 on 32 bits: bits 39:32 are dropped before the subtraction. DOUBLE steps once; a knob: two (E27). */
TEST(tags_of_unpaged_objects_use_32_bits, begin)
{
    set_object(&rig, 2u << 29 | 1 << 16, UINT64_C(0x7700000000), ALL_ONES, 0x0fff0010, 0x0002);
    expect_linear(&rig, 0x50000, TARGET_VRAM, 0x50000);
    assert_pairs(COMPRESSION_DOUBLE, rig.t.attributes.compression, 0x13, rig.t.attributes.tag);
    rig.rules.unpaged_double_step = 2;
    expect_linear(&rig, 0x50000, TARGET_VRAM, 0x50000);
    assert_int_equal(rig.t.attributes.tag, 0x16);
    expect_linear(&rig, 0x1ffff, TARGET_VRAM, 0x1ffff);
    assert_int_equal(rig.t.attributes.compression, COMPRESSION_NONE);
}

/* Bits that mean nothing change nothing: PDE 4, 11:7, 63:40; PTE 2:1, 11:10, 63; object w3 23:8, w4
 * 15:12 and 31:28, w5 31:20, and the class. */
TEST(unknown_bits_are_ignored, begin)
{
    struct rig noisy;

    set_simple(&rig, PTE_ALL);
    set_paged(W0_ALL_FROM_PTE, W5_ENCRYPTION_FROM_PTE);
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
    assert_pairs(TRANSLATION_OK, noisy.t.outcome, rig.t.linear.v, noisy.t.linear.v);
    assert_memory_equal(&noisy.t.attributes, &rig.t.attributes, sizeof(struct attributes));
}

static const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84];

/* Snooped and unsnooped memory are also called HOST and NCOH; the first name is printed. */
TEST(targets_have_two_names)
{
    static const enum nv50_structure kinds[] = { NV50_STRUCTURE_DMAOBJ, NV50_STRUCTURE_PDE,
                                                 NV50_STRUCTURE_PTE, NV50_STRUCTURE_CHANNEL };

    for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++)
        for (unsigned i = 0; i < nv50_structures[kinds[k]].field_count; i++) {
            const struct field *const field = &nv50_structures[kinds[k]].fields[i];
            uint64_t value = 0;

            if (strcmp(field->name, "target") != 0)
                continue;
            assert_pairs(true, field_value_named(field, &g84->chip, "HOST", 4, &value), value, 2);
            assert_string_equal(field_value_name(field, &g84->chip, 2), "SYSRAM_SNOOP");
            assert_pairs(true, field_value_named(field, &g84->chip, "NCOH", 4, &value), value, 3);
            assert_string_equal(field_value_name(field, &g84->chip, 3), "SYSRAM_NOSNOOP");
        }
}
