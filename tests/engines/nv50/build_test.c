/* The order of engines/nv50's writes to a page table in video memory, and of the family's at a takeover. The card is
 * registers: PMEM (0x700000) shows memory and stays at its start. docs/hardware/tesla-vm.md §1.4, §1.7, §8.4. */
#include "engines/nv50/family.h"
#include "engines/nv50/map.h"
#include "engines/vram.h"
#include "hw/nv50/chip.h"
#include "reference/nv50.h"
#include "tests/engines/writes_rig.h"

#define VRAM_BYTES 0x800000u
#define CHANNEL_AT 0x10000u /* its descriptor is 0x10 */

static struct vm vm;
static struct pde pde;
static struct map_report report;

static void note_step(void *opaque, const char *what)
{
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
    const virtual_addr at = { 0 };

    open_vm(CHIP_G84);
    for (unsigned type = 0; type < 2; type++) {
        pde.type = type ? PDE_TYPE_16K : 0; /* 16 KiB: from GT215 on */
        assert_pairs(ERR_UNSUPPORTED, vm_pte_word(&vm, &pde, at, 1), ERR_UNSUPPORTED,
                     vm_map(&vm, &pde, at, 0x10000, &pte, &report), ERR_UNSUPPORTED,
                     vm_unmap(&vm, &pde, at, 0x10000, &report), ERR_UNSUPPORTED,
                     vm_table(&vm, at, &pde, TARGET_VRAM));
    }
    assert_int_equal(0, report.pages);
    expect_writes("");
}

/* A table of 4 KiB pages has 0x20000, 0x8000, 0x4000 or 0x2000 entries by the size code 0 to 3 of its PDE (§1.7). */
TEST(small_tables_end_where_their_code_says)
{
    static const uint32_t entries[] = { 0x20000, 0x8000, 0x4000, 0x2000 };
    const struct pte pte = { .present = true };

    for (uint8_t code = 1; code < 4; code++) {
        const uint64_t last = (entries[code] - UINT64_C(1)) << 12;
        const virtual_addr at = { last }, behind = { last + 0x1000 };

        open_vm(CHIP_G84);
        pde.type = PDE_TYPE_4K;
        pde.size = code;
        assert_pairs(OK, vm_pte_word(&vm, &pde, at, 1), ERR_OUTSIDE,
                     vm_pte_word(&vm, &pde, behind, 1), OK,
                     vm_map(&vm, &pde, at, 0x1000, &pte, &report), OK,
                     vm_unmap(&vm, &pde, at, 0x1000, &report), ERR_OUTSIDE,
                     vm_map(&vm, &pde, at, 0x2000, &pte, &report), ERR_OUTSIDE,
                     vm_unmap(&vm, &pde, behind, 0x1000, &report), 2, report.pages);
    }
}

/* ---- the family */

TEST(each_chip_is_known_by_its_id)
{
    /* clang-format off */
    static const struct { uint32_t boot_0; enum chipset_index index; bool has_chips; } rows[] = {
        { 0x050000a2, CHIP_G80, true }, { 0x084000a2, CHIP_G84, true },
        { 0x098000a1, CHIP_G98, true }, { 0x0a0000a1, CHIP_G200, true },
        { 0x0aa000b1, CHIP_MCP77, false }, { 0x0ac180b1, CHIP_MCP79, false },
        { 0x0af000a2, CHIP_MCP89, false }, { 0x0a8000a2, CHIP_GT218, true }
    };
    /* clang-format on */

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
    assert_true(on && reset && armed);
    assert_ptr_equal(bench.accesses, on);
    assert_true(on < reset && reset < armed);
}

/* Of MCP77 and MCP79: nouveau writes (0x101000 - offset) / 32 - 1 for 0, 0x20 and 0x40, then each client's bit. */
TEST(pollers_are_set_where_there_are_any)
{
    static const enum chipset_index chips[] = { CHIP_MCP77, CHIP_MCP79, CHIP_MCP89, CHIP_G84 };

    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        open_vm(chips[i]);
        assert_int_equal(OK, nv50_family.take(&bench.card));
        assert_int_equal(i < 2, strstr(bench.accesses, " 100c18=807f 100c14=1 100c1c=807e 100c14=3 "
                                                       "100c24=807d 100c14=10003 ") != NULL);
    }
}

/* Blocks of device ids (tesla-mmio.md §1.1), each with the first id behind it. */
TEST(devices_are_those_of_the_blocks)
{
    static const uint32_t edges[] = { 0x0190, 0x01a0, 0x0400, 0x0430, 0x05e0, 0x0660, 0x06e0,
                                      0x0700, 0x0840, 0x0880, 0x08a0, 0x08c0, 0x0a20, 0x0a40,
                                      0x0a60, 0x0a80, 0x0ca0, 0x0cc0, 0x10c0, 0x10e0, 0x10000 };
    unsigned edge = 0;

    for (uint32_t device = 0; device <= UINT16_MAX; device++) {
        edge += device == edges[edge];
        assert_int_equal(edge % 2, nv50_family.has_device((uint16_t)device));
    }
}

/* "VGA 256 KiB ... the last MiB" are left alone (tesla-mmio.md §3.6.1), the pollers' page below it too, and of small
 * memory a sixteenth at either end. */
TEST(both_ends_of_memory_are_left_alone)
{
    static const struct {
        enum chipset_index chip;
        uint32_t size, head, tail;
        enum err e;
    } rows[] = { { CHIP_G84, 64 << 20, 256 << 10, 1 << 20, OK },
                 { CHIP_MCP77, 64 << 20, 256 << 10, 0x101000, OK },
                 { CHIP_G84, 1 << 20, 64 << 10, 64 << 10, OK },
                 { CHIP_G84, (1 << 20) - 0x1000, 0, 0, ERR_NO_MEMORY } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_vm(rows[i].chip);
        set(REF_PFB_MEM_AMOUNT, rows[i].size);
        assert_int_equal(rows[i].e, nv50_family.memory(&bench.card));
        const struct vram_map *const vram = &bench.card.vram;
        assert_pairs(rows[i].size, vram->size, rows[i].e == OK ? 2 : 0, vram->owner_count);
        if (rows[i].e == OK)
            assert_pairs(0, vram->owners[0].from, rows[i].head, vram->owners[0].to,
                         rows[i].size - rows[i].tail, vram->owners[1].from, rows[i].size,
                         vram->owners[1].to);
    }
}
