/* The order and the places of engines/nv50's writes when it builds a channel, its page table and its objects in video
 * memory, and the family's writes at the takeover and at the end of a test. The card is nothing but registers: memory
 * shows behind PMEM (0x700000), which stays at its start. docs/hardware/tesla-vm.md §1.4, §1.7, §8.4. */
#include "engines/nv50/family.h"
#include "engines/nv50/map.h"
#include "engines/vram.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define VRAM_BYTES 0x800000u
#define CHANNEL_AT 0x10000u               /* its descriptor is 0x10 */
#define FREE_G84   REF_PCLOCK_GT215_NVPLL /* after the page directory: tesla-vm.md §1.4 */

static struct vm vm;
static struct pde pde;
static struct map_report report;

static void note_step(void *opaque, const char *what)
{
    (void)opaque;
    bench_note(&bench, "\n%s: ", what);
}

static void open_vm(enum chipset_index index)
{
    open_writes(&nv50_chips[index].chip);
    bench.card.family = &nv50_family;
    bench.card.phase = note_step;
    bench.card.vram.size = VRAM_BYTES;
    set(REF_PBUS_PMEM, 0);
    pde = (struct pde){ .type = PDE_TYPE_64K, .table = { 0x20000, TARGET_VRAM } };
    report = (struct map_report){ 0 };
    assert_int_equal(OK, vm_at(&vm, &bench.card, (linear_addr){ CHANNEL_AT, TARGET_VRAM }, 0x1400));
    expect_writes("");
    assert_int_equal(0x10, vm.descriptor);
}

/* ---- objects: 24 bytes, 32 apart; selectors are offsets / 16 */

TEST(objects_stand_32_bytes_apart)
{
    static const uint32_t words[DMAOBJ_WORDS] = { 1, 2, 3, 4, 5, 6 };
    uint16_t selector = 0;

    open_vm(CHIP_G84);
    vm.next_object = 0x1401;
    assert_int_equal(OK, vm_object_words(&vm, words, &selector));
    assert_int_equal(0x142, selector);
    expect_writes("1700=0 711420=1 711424=2 711428=3 71142c=4 711430=5 711434=6 ");
    assert_int_equal(OK, vm_object_words(&vm, words, &selector));
    assert_int_equal(0x144, selector);
    bench_forget(&bench);
    /* The structure has 0x8000 bytes, so the last object is at 0x7fe0. */
    vm.next_object = 0x7fe0;
    assert_int_equal(OK, vm_object_words(&vm, words, &selector));
    assert_int_equal(0x7fe, selector);
    bench_forget(&bench);
    assert_int_equal(ERR_NO_MEMORY, vm_object_words(&vm, words, &selector));
    expect_writes("");
}

TEST(bad_objects_are_not_written)
{
    const struct dmaobj bad = { .base = UINT64_C(1) << 40, .limit = UINT64_C(1) << 41 };
    uint16_t selector = 7;

    open_vm(CHIP_G84);
    assert_int_not_equal(OK, vm_object(&vm, &bad, &selector));
    assert_int_not_equal(OK, vm_object_change(&vm, 0x142, &bad));
    assert_int_equal(7, selector);
    expect_writes("");
}

/* ---- a channel around objects begins at a multiple of 4 KiB */

TEST(a_channel_is_laid_around_its_objects)
{
    struct vm around;

    open_vm(CHIP_G84);
    assert_int_equal(OK, vm_around(&around, &bench.card, (linear_addr){ 0x56780, TARGET_VRAM }));
    expect_writes("");
    assert_int_equal(0, around.channel.v % 0x1000);
    assert_true(around.channel.v + around.next_object == 0x56780);
    /* Behind the page directory, and no page further than it must. */
    assert_in_range(around.next_object, FREE_G84, FREE_G84 + 0xfff);
    assert_int_equal(around.descriptor, around.channel.v >> 12);
    assert_int_equal(OK, vm_around(&around, &bench.card, (linear_addr){ FREE_G84, TARGET_VRAM }));
    assert_true(around.channel.v == 0 && around.next_object == FREE_G84);
    assert_int_equal(ERR_RANGE,
                     vm_around(&around, &bench.card, (linear_addr){ FREE_G84 - 1, TARGET_VRAM }));
}

/* ---- PTEs: bit 0 present, 9:7 order, 39:12 page; the upper word goes first (§8.4) */

TEST(the_upper_word_is_written_first)
{
    open_vm(CHIP_G84);
    assert_int_equal(
        OK, vm_pte_word(&vm, &pde, (virtual_addr){ 0x30000 }, UINT64_C(0x1122334455667788)));
    expect_writes("1700=0 72001c=11223344 720018=55667788 ");
    /* Of an address only the bits inside the 512 MiB of a PDE count. */
    assert_int_equal(OK, vm_pte_word(&vm, &pde, (virtual_addr){ UINT64_C(0xe03fff0000) }, 5));
    expect_writes("72fffc=0 72fff8=5 ");
    struct pte seen;
    set(0x72fff8, 0x00340001);
    set(0x72fffc, 0x00000012);
    assert_int_equal(OK, vm_pte_read(&vm, &pde, (virtual_addr){ UINT64_C(0xe03fff0000) }, &seen));
    assert_true(seen.present && seen.page.v == UINT64_C(0x1200340000));
}

TEST(unmapped_pages_are_zeros)
{
    open_vm(CHIP_G84);
    assert_int_equal(OK, vm_unmap(&vm, &pde, (virtual_addr){ 0x20030000 }, 0x20000, &report));
    expect_writes("1700=0 72001c=0 720018=0 720024=0 720020=0 ");
    assert_int_equal(2, report.pages);
    assert_int_equal(OK, vm_unmap(&vm, &pde, (virtual_addr){ 0x1fff0000 }, 0x10000, &report));
    expect_writes("72fffc=0 72fff8=0 ");
    assert_int_equal(3, report.pages);
    assert_int_equal(ERR_OUTSIDE,
                     vm_unmap(&vm, &pde, (virtual_addr){ 0x1fff0000 }, 0x20000, &report));
    expect_writes("");
}

TEST(unknown_page_sizes_are_refused)
{
    const struct pte pte = { .present = true };
    struct pte seen;

    open_vm(CHIP_G84);
    for (unsigned type = 0; type < 2; type++) {
        pde.type = type ? PDE_TYPE_16K : 0; /* 16 KiB: from GT215 on */
        assert_int_equal(ERR_UNSUPPORTED, vm_pte_word(&vm, &pde, (virtual_addr){ 0 }, 1));
        assert_int_equal(ERR_UNSUPPORTED,
                         vm_map(&vm, &pde, (virtual_addr){ 0 }, 0x10000, &pte, &report));
        assert_int_equal(ERR_UNSUPPORTED,
                         vm_unmap(&vm, &pde, (virtual_addr){ 0 }, 0x10000, &report));
        assert_int_equal(ERR_UNSUPPORTED, vm_pte_read(&vm, &pde, (virtual_addr){ 0 }, &seen));
        assert_int_equal(ERR_UNSUPPORTED, vm_table(&vm, (virtual_addr){ 0 }, &pde, TARGET_VRAM));
    }
    assert_int_equal(0, report.pages);
    expect_writes("");
}

/* A table of 4 KiB pages has 0x20000, 0x8000, 0x4000 or 0x2000 entries by the size code 0 to 3 of its PDE (§1.7). */
TEST(small_tables_end_where_their_code_says)
{
    static const uint32_t entries[] = { 0x20000, 0x8000, 0x4000, 0x2000 };
    const struct pte pte = { .present = true };
    struct pte seen;

    for (uint8_t code = 1; code < 4; code++) {
        const uint64_t last = (entries[code] - UINT64_C(1)) << 12;
        const virtual_addr at = { last }, behind = { last + 0x1000 };

        open_vm(CHIP_G84);
        pde.type = PDE_TYPE_4K;
        pde.size = code;
        assert_int_equal(OK, vm_pte_word(&vm, &pde, at, 1));
        assert_int_equal(ERR_OUTSIDE, vm_pte_word(&vm, &pde, behind, 1));
        assert_int_equal(OK, vm_pte_read(&vm, &pde, at, &seen));
        assert_int_equal(ERR_OUTSIDE, vm_pte_read(&vm, &pde, behind, &seen));
        assert_int_equal(OK, vm_map(&vm, &pde, at, 0x1000, &pte, &report));
        assert_int_equal(OK, vm_unmap(&vm, &pde, at, 0x1000, &report));
        assert_int_equal(ERR_OUTSIDE, vm_map(&vm, &pde, at, 0x2000, &pte, &report));
        assert_int_equal(ERR_OUTSIDE, vm_unmap(&vm, &pde, behind, 0x1000, &report));
        assert_int_equal(2, report.pages);
    }
}

TEST(ranges_that_are_not_whole_pages_are_refused)
{
    const struct pte pte = { .present = true };

    open_vm(CHIP_G84);
    for (unsigned bit = 0; bit < 16; bit++) {
        assert_int_equal(ERR_ALIGN,
                         vm_map(&vm, &pde, (virtual_addr){ 1u << bit }, 0x10000, &pte, &report));
        assert_int_equal(
            ERR_ALIGN, vm_map(&vm, &pde, (virtual_addr){ 0 }, 0x10000 | 1u << bit, &pte, &report));
        assert_int_equal(ERR_ALIGN,
                         vm_unmap(&vm, &pde, (virtual_addr){ 1u << bit }, 0x10000, &report));
    }
    expect_writes("");
    assert_int_equal(OK, vm_unmap(&vm, &pde, (virtual_addr){ 0x10000 }, 0x10000, &report));
    assert_int_equal(1, report.pages);
}

/* A table at the end of memory: memory past it cannot be read or written, and each step says so. */
TEST(errors_of_memory_are_passed_on)
{
    const struct pte pte = { .present = true, .page = { 0x40000, TARGET_VRAM } };
    struct pte seen;

    open_vm(CHIP_G84);
    pde.table.v = VRAM_BYTES - 8; /* of which one PTE is in memory */
    assert_int_equal(OK, vm_pte_word(&vm, &pde, (virtual_addr){ 0 }, 0));
    assert_int_equal(ERR_OUTSIDE, vm_pte_word(&vm, &pde, (virtual_addr){ 0x10000 }, 0));
    assert_int_equal(OK, vm_pte_read(&vm, &pde, (virtual_addr){ 0 }, &seen));
    assert_int_equal(ERR_OUTSIDE, vm_pte_read(&vm, &pde, (virtual_addr){ 0x10000 }, &seen));
    report = (struct map_report){ 0 };
    assert_int_equal(ERR_OUTSIDE, vm_map(&vm, &pde, (virtual_addr){ 0 }, 0x10000, &pte, &report));
    assert_int_equal(ERR_OUTSIDE, vm_unmap(&vm, &pde, (virtual_addr){ 0 }, 0x10000, &report));
    assert_int_equal(ERR_OUTSIDE,
                     vm_map(&vm, &pde, (virtual_addr){ 0x10000 }, 0x10000, &pte, &report));
    assert_int_equal(0, report.pages);
    assert_int_equal(0, report.blocks[0]);
    vm.channel.v = VRAM_BYTES;
    assert_int_equal(ERR_OUTSIDE, vm_pde_word(&vm, (virtual_addr){ 0 }, 1));
}

/* Host flush of a G84 is HOST_FLUSH_G84, whose bit 1 is busy; then a flush of engine 6 through PFB_MMU_TLB_FLUSH. */
TEST(ready_is_two_flushes)
{
    open_vm(CHIP_G84);
    keep(REF_PFB_MMU_TLB_FLUSH, 0);
    keep(REF_HOST_FLUSH_G84, 0);
    assert_int_equal(OK, vm_ready(&vm));
    expect_writes("70000=1 " TEXT_PFB_MMU_TLB_FLUSH "=60001 ");
    assert_true(nv50_family.sound(&bench.card));
    expect_writes(TEXT_PFB_MMU_TLB_FLUSH "=60001 ");
    keep(REF_HOST_FLUSH_G84, 2);
    assert_int_equal(ERR_TIMEOUT, vm_ready(&vm));
    expect_writes("70000=1 ");
    keep(REF_PFB_MMU_TLB_FLUSH, 1);
    assert_false(nv50_family.sound(&bench.card));
}

/* ---- the family */

TEST(each_chip_is_known_by_its_id)
{
    static const struct {
        uint32_t boot_0;
        enum chipset_index index;
        bool has_chips;
    } rows[] = {
        { 0x050000a2, CHIP_G80, true },    { 0x084000a2, CHIP_G84, true },
        { 0x098000a1, CHIP_G98, true },    { 0x0a0000a1, CHIP_G200, true },
        { 0x0aa000b1, CHIP_MCP77, false }, { 0x0ac180b1, CHIP_MCP79, false },
        { 0x0af000a2, CHIP_MCP89, false }, { 0x0a8000a2, CHIP_GT218, true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct chip *const known = nv50_family.identify(rows[i].boot_0);

        assert_ptr_equal(&nv50_chips[rows[i].index].chip, known);
        assert_int_equal(rows[i].has_chips, nv50_family.has_chips(known));
        assert_int_equal(rows[i].has_chips, !(nv50_family.features(known) & FEATURE_IGP));
    }
    assert_null(nv50_family.identify(0x140000a1));
    assert_null(nv50_family.identify(0));
}

/* Each step is told before its first write. */
TEST(the_takeover_is_told_step_by_step)
{
    open_vm(CHIP_G84);
    assert_int_equal(OK, nv50_family.take(&bench.card));
    const char *const on = strstr(bench.accesses, "\nswitching its units on: 140=0 200=ffffffff ");
    const char *const reset = strstr(bench.accesses, "\nresetting its engines: 200=");
    const char *const armed =
        strstr(bench.accesses, "\narming its fault records: " TEXT_PFB_VM_FAULT "=");
    assert_non_null(on);
    assert_non_null(reset);
    assert_non_null(armed);
    assert_ptr_equal(bench.accesses, on);
    assert_true(on < reset && reset < armed);
}

/* Engines are reset, then a record of a fault (PFB_VM_FAULT bit 31) and its interrupts (0x2100 bits 4 and 6) are taken away. */
TEST(a_test_leaves_no_fault_behind)
{
    open_vm(CHIP_G84);
    set(REF_PFB_VM_FAULT, 0x80000000);
    nv50_family.settle(&bench.card);
    const char *const quiet = strstr(bench.accesses, "200=");
    const char *const record = strstr(bench.accesses, TEXT_PFB_VM_FAULT "=");
    assert_ptr_equal(bench.accesses, quiet);
    assert_non_null(record);
    assert_non_null(strstr(record, TEXT_PFB_VM_FAULT "=80000000 2100=50 "));
}

/* PBUS_CHANNEL: bit 30 chooses the latch; the other one gets the same descriptor first (tesla-mmio.md §3.3). */
TEST(both_latches_are_put_back)
{
    open_vm(CHIP_G84);
    nv50_family.put_back(&bench.card, &(struct card_change){ REF_PBUS_CHANNEL, 0x40012345 });
    expect_writes("1704=12345 1704=40012345 ");
    nv50_family.put_back(&bench.card, &(struct card_change){ REF_PBUS_CHANNEL, 0x00012345 });
    expect_writes("1704=40012345 1704=12345 ");
    nv50_family.put_back(&bench.card, &(struct card_change){ 0x1708, 0x00012345 });
    expect_writes("1708=12345 ");
}

TEST(without_a_workspace_there_is_no_rom)
{
    size_t size = 0;
    char why[FAMILY_WHY_MAX] = "";

    open_vm(CHIP_G84);
    assert_null(nv50_family.rom(&bench.card, &size));
    assert_false(nv50_family.posted(&bench.card, why));
    assert_string_equal("not initialised by its VBIOS", why);
    assert_non_null(strstr(bench.accesses, "\nreading what its VBIOS has set up: "));
    /* Of a card without memory nothing can be tested. */
    assert_int_equal(ERR_NO_MEMORY, nv50_family.memory(&bench.card));
    assert_non_null(
        strstr(bench.accesses, "\nreading its memory configuration and its displays: "));
}
