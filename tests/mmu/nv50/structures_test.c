/* Packing and unpacking of the structures that the VM reads. Words worked by hand from the seed
 * nv50-vm, with the working beside them. And hashes of handles. */
#include "hw/nv50/vm.h"
#include "mmu/fields.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"
#include "mmu/nv50/ramht.h"
#include "tests/kit/tests.h"

static const struct nv50_chip *const g80 = &nv50_chips[CHIP_G80];
static const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84];
static const struct nv50_chip *const mcp79 = &nv50_chips[CHIP_MCP79];
static const struct nv50_chip *const gt215 = &nv50_chips[CHIP_GT215];
static const struct nv50_chip *const mcp89 = &nv50_chips[CHIP_MCP89];

/* Bits 0-27 are bits 12-39 of the address, bits 28-29 the target. */
TEST(channel_descriptor_holds_page_and_target)
{
    uint32_t word = 0;

    /* 0x12_3456_7000 >> 12 = 0x1234567; target 2 << 28 = 0x20000000 */
    assert_int_equal(channel_pack((linear_addr){ 0x1234567000, TARGET_SYSRAM_SNOOP }, &word), OK);
    assert_pairs(0x21234567, word, 0xfffffff000, channel_unpack(0x3fffffff).v,
                 TARGET_SYSRAM_NOSNOOP, channel_unpack(0x3fffffff).target, 0x1000,
                 channel_unpack(0x00000001).v, TARGET_VRAM, channel_unpack(0x00000001).target);
    assert_int_equal(channel_pack((linear_addr){ 0x1234567010, TARGET_VRAM }, &word), ERR_ALIGN);
    assert_int_equal(channel_pack((linear_addr){ 0x10000000000, TARGET_VRAM }, &word), ERR_RANGE);
}

/* Objects in 0x10-byte units, the last at 0xffff0; directory at 0x1400 on G80, 0x200 after, 8 bytes for 0x20000000. */
TEST(channel_structure_places_objects_and_directory)
{
    const linear_addr channel = { 0x100000, TARGET_VRAM };

    assert_pairs(0x100200, channel_object(channel, 0x20).v, 0x1ffff0,
                 channel_object(channel, 0xffff).v, 0x101400,
                 channel_pde(g80, channel, (virtual_addr){ 0 }).v, 0x100200,
                 channel_pde(g84, channel, (virtual_addr){ 0 }).v);
    /* 0x1_0000_0000 / 0x2000_0000 = 8 */
    assert_int_equal(channel_pde(g84, channel, (virtual_addr){ 0x100000000 }).v, 0x100240);
    /* the last entry, 0x7ff: 0x7ff * 8 = 0x3ff8 */
    assert_pairs(0x1041f8, channel_pde(g84, channel, (virtual_addr){ 0xffffffffff }).v, 0x101400,
                 channel_pde(g80, channel, (virtual_addr){ 0x1fffffff }).v, 0x5400,
                 channel_free_offset(g80), 0x4200, channel_free_offset(mcp89));
}

/* Ready-made words of tesla-mmio.md §3.7.2 and §1.8. */
TEST(dmaobj_words_are_those_that_drivers_write)
{
    const struct dmaobj vram = { .class_id = DMAOBJ_CLASS_READ_WRITE,
                                 .target = DMAOBJ_TARGET_VRAM,
                                 .access = DMAOBJ_ACCESS_READ_WRITE,
                                 .privilege = DMAOBJ_PRIVILEGE_USER,
                                 .base = 0x9876543210,
                                 .limit = 0xab12345678,
                                 .cycle = DMAOBJ_CYCLE_SHORT };
    const struct dmaobj paged = { .type = DMAOBJ_TYPE_FROM_PTE,
                                  .compression = COMPRESSION_FROM_PTE };
    uint32_t words[DMAOBJ_WORDS];

    /* 0x3d | 1 << 16 | 2 << 18 | 1 << 20 = 0x3d | 0x10000 | 0x80000 | 0x100000. The reference: 0x0019003d (2 and 1). */
    assert_pairs(dmaobj_pack(g84, &vram, words), OK, 0x0019003d, words[0], 0x12345678, words[1],
                 0x76543210, words[2], 0xab000098, words[3], 0, words[4], 0x00010000, words[5]);
    /* 0x7f << 22 = 0x1fc00000, 3 << 29 = 0x60000000 */
    assert_pairs(dmaobj_pack(g84, &paged, words), OK, words[0], 0x7fc00000);
}

TEST(dmaobj_tags_and_flags_have_their_bits)
{
    const struct dmaobj obj = { .supervisor = true,
                                .tag_base = 0xabc,
                                .tag_limit = 0x123,
                                .compression_base = 0xfedc,
                                .cycle = DMAOBJ_CYCLE_LONG,
                                .encryption = DMAOBJ_ENCRYPTION_FROM_PTE };
    uint32_t words[DMAOBJ_WORDS];

    assert_pairs(dmaobj_pack(g84, &obj, words), OK, 0x80000000, words[0], 0x01230abc, words[4]);
    /* 2 << 16 | 2 << 18 = 0xa0000 */
    assert_int_equal(words[5], 0x000afedc);
}

TEST(dmaobj_refuses_what_does_not_fit)
{
    const struct dmaobj bad[] = {
        /* clang-format off */
        { .target = 4 }, { .access = 4 }, { .privilege = 4 }, { .type = 0x80 },
        { .compression = 4 }, { .base = 0x10000000000 }, { .limit = 0x10000000000 },
        { .tag_base = 0x1000 }, { .tag_limit = 0x1000 }, { .cycle = 4 }, { .encryption = 4 }
        /* clang-format on */
    };
    const struct dmaobj encrypted = { .encryption = DMAOBJ_ENCRYPTION_ON };
    uint32_t words[DMAOBJ_WORDS];

    for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
        assert_int_equal(dmaobj_pack(g84, &bad[i], words), ERR_RANGE);
    assert_int_equal(dmaobj_pack(g84, &encrypted, words), OK);
    assert_int_equal(dmaobj_pack(g80, &encrypted, words), ERR_RANGE);
}

static void expect_pde(const struct nv50_chip *chip, struct pde pde, enum err err,
                       uint64_t expected)
{
    uint64_t word = 0;

    assert_int_equal(pde_pack(chip, &pde, &word), err);
    if (err == OK)
        assert_int_equal(word, expected);
}

TEST(pde_words_are_those_that_drivers_write)
{
    /* a 32 MiB table of 4 KiB pages: 3 | 3 << 5 = 0x63; of 64 KiB: 1 | 3 << 5 = 0x61 */
    expect_pde(g84, (struct pde){ PDE_TYPE_4K, PDE_SIZE_32M, { 0 } }, OK, 0x63);
    expect_pde(g84, (struct pde){ PDE_TYPE_64K, PDE_SIZE_32M, { 0 } }, OK, 0x61);
    /* target 3 << 2 = 0xc, address in place */
    expect_pde(g84, (struct pde){ 3, PDE_SIZE_512M, { 0x9876543000, 3 } }, OK, 0x987654300f);
    expect_pde(g84, (struct pde){ PDE_TYPE_16K, 0, { 0 } }, ERR_UNSUPPORTED, 0);
    expect_pde(mcp79, (struct pde){ PDE_TYPE_16K, 0, { 0 } }, ERR_UNSUPPORTED, 0);
    expect_pde(gt215, (struct pde){ PDE_TYPE_16K, 0, { 0 } }, OK, PDE_TYPE_16K);
    expect_pde(g84, (struct pde){ 4, 0, { 0 } }, ERR_RANGE, 0);
    expect_pde(g84, (struct pde){ 3, 4, { 0 } }, ERR_RANGE, 0);
    expect_pde(g84, (struct pde){ 3, 0, { 0x10000000000, 0 } }, ERR_RANGE, 0);
    expect_pde(g84, (struct pde){ 3, 0, { 0x800, 0 } }, ERR_ALIGN, 0);
}

/* Tables: 0x20000, 0x8000, 0x4000, 0x2000 entries of 4 KiB; 0x8000 of 16 KiB; 0x2000 of 64 KiB. */
TEST(pde_gives_page_size_and_entries)
{
    static const uint32_t small[] = { 0x20000, 0x8000, 0x4000, 0x2000 };

    for (uint8_t size = 0; size < 4; size++) {
        assert_int_equal(pde_entries(g84, &(struct pde){ PDE_TYPE_4K, size, { 0 } }), small[size]);
        assert_int_equal(pde_entries(g84, &(struct pde){ PDE_TYPE_64K, size, { 0 } }), 0x2000);
        assert_int_equal(pde_entries(mcp89, &(struct pde){ PDE_TYPE_16K, size, { 0 } }), 0x8000);
        assert_int_equal(pde_entries(mcp79, &(struct pde){ PDE_TYPE_16K, size, { 0 } }), 0);
        assert_int_equal(pde_entries(g84, &(struct pde){ PDE_TYPE_NONE, size, { 0 } }), 0);
    }
    assert_pairs(12, pde_page_shift(g84, &(struct pde){ .type = PDE_TYPE_4K }), 14,
                 pde_page_shift(gt215, &(struct pde){ .type = PDE_TYPE_16K }), 0,
                 pde_page_shift(g80, &(struct pde){ .type = PDE_TYPE_16K }), 16,
                 pde_page_shift(g84, &(struct pde){ .type = PDE_TYPE_64K }));
    /* nouveau's "not present" has junk above: only bits 1:0 say so */
    struct pde pde;
    pde_unpack(g84, 0xdeadcafe00000000, &pde);
    assert_int_equal(pde_page_shift(g84, &pde), 0);
}

TEST(pte_words_are_those_of_the_reference)
{
    /* tesla-mmio.md §3.7.3: VRAM page at 0x100000; system page snooped addr | 0x21, else | 0x31;
     * read-only adds 8 */
    const struct pte vram = { .present = true, .page = { 0x100000, TARGET_VRAM } };
    const struct pte snoop = { .present = true, .page = { 0x9876543000, TARGET_SYSRAM_SNOOP } };
    const struct pte nosnoop = { .present = true,
                                 .read_only = true,
                                 .page = { 0x9876543000, TARGET_SYSRAM_NOSNOOP } };
    /* 1 << 6 | 7 << 7 = 0x3c0; 0x7a << 40; 2 << 47 = 0x1_0000_0000_0000; 0xabc << 49 =
     * 0x1578_0000_0000_0000; 1 << 61, 1 << 62. Sum: 0x7579_7a00_0001_03c0 without present */
    const struct pte all = {
        /* clang-format off */
        .supervisor = true, .order = 7, .page = { 0x10000, TARGET_VRAM }, .type = 0x7a,
        .compression = COMPRESSION_DOUBLE, .tag = 0xabc, .long_cycle = true, .encrypted = true,
        /* clang-format on */
    };
    uint64_t word = 0;

    assert_pairs(pte_pack(g84, PAGE_SHIFT_4K, &vram, &word), OK, word, 0x100001);
    assert_pairs(pte_pack(g84, PAGE_SHIFT_4K, &snoop, &word), OK, word, 0x9876543021);
    assert_pairs(pte_pack(g84, PAGE_SHIFT_4K, &nosnoop, &word), OK, word, 0x9876543039);
    assert_pairs(pte_pack(g84, PAGE_SHIFT_64K, &all, &word), OK, word, 0x75797a00000103c0);
    assert_int_equal(pte_pack(g80, PAGE_SHIFT_64K, &all, &word), ERR_RANGE);
}

/* Bits of the address below the page size are not part of it. */
TEST(pte_address_depends_on_the_page_size)
{
    struct pte pte;

    for (unsigned shift = PAGE_SHIFT_4K; shift <= PAGE_SHIFT_64K; shift += 2) {
        pte_unpack(g84, shift, 0xfffffffc01, &pte);
        assert_int_equal(pte.page.v, shift == 12   ? 0xfffffff000
                                     : shift == 14 ? 0xffffffc000
                                                   : 0xffffff0000);
    }
    pte_unpack(g80, PAGE_SHIFT_4K, UINT64_MAX, &pte);
    assert_false(pte.encrypted);
}

/* tesla-vm.md §2.2: an MCP79 reported a BAR3 read (6/8/1, code 2) at 0x01004ad000, instance
 * 0x0fedf000; a GT21x a PCOPY port without object (d/13/1, code 6). */
TEST(fault_records_of_real_boards_decode)
{
    const uint32_t bar3[FAULT_WORDS] = { 0x1826, 0xfedf, 0x0000, 0xd000, 0x004a, 0x101 };
    const uint32_t copy[FAULT_WORDS] = { 0x0113060d, 0x1234, 0x3000, 0, 0, 0 };
    struct vm_fault fault;

    vm_fault_decode(mcp79, bar3, &fault);
    assert_pairs(VM_ENGINE_BAR, fault.engine, VM_CLIENT_PFIFO_READ, fault.client, 1, fault.slot,
                 FAULT_PAGE_NOT_PRESENT, fault.reason, 0xfedf, fault.channel, 0x01004ad000,
                 fault.at.v, true, fault.read);
    vm_fault_decode(gt215, copy, &fault);
    assert_pairs(VM_ENGINE_PCOPY, fault.engine, VM_CLIENT_PCOPY, fault.client, 1, fault.slot,
                 FAULT_NULL_DMAOBJ, fault.reason, 0x30001234, fault.channel, false, fault.read);
}

TEST(handles_hash_as_the_reference_says)
{
    static const uint32_t vectors[][5] = { { 0x00000001, 1, 1, 1, 1 },
                                           { 0x0000beef, 0x0b0, 0x2c0, 0x6f8, 0xee4 },
                                           { 0x0000dead, 0x0c2, 0x29a, 0x6b6, 0xea0 },
                                           { 0x00beef39, 0x061, 0x089, 0x0e6, 0x4d7 },
                                           { 0x80000001, 0x011, 0x003, 0x201, 0x081 },
                                           { 0xdeadbeef, 0x180, 0x069, 0x022, 0x4ea },
                                           { 0xffffffff, 0x1e0, 0x3fc, 0x3ff, 0x0ff } };

    for (size_t i = 0; i < ARRAY_SIZE(vectors); i++)
        for (unsigned bits = 9; bits <= 12; bits++)
            assert_int_equal(ramht_hash(vectors[i][0], bits), vectors[i][bits - 8]);
}
