/* VRAM that no test may write to because the firmware's console is drawn there (suite/run/console.c): outputs of any
 * place and size, beside the picture of VGA that the card itself shows (docs/hardware/uefi-on-machines.md §4.3). */
#include "engines/vram.h"
#include "hw/bits.h"
#include "hw/pci.h"
#include "suite/run/run_state.h"
#include "tests/kit/tests.h"

#define BAR1     UINT64_C(0xd0000000)
#define BAR_SIZE UINT64_C(0x10000000)
#define VRAM     UINT64_C(0x4000000)
#define VGA_FROM UINT64_C(0x3e00000)
#define VGA_TO   UINT64_C(0x3e40000)

static struct run_framebuffer outputs[10];
static unsigned output_count;
static bool draws;

static bool drives_console(void *opaque, struct pci_function at)
{
    assert_int_equal(3, at.bus);
    return draws;
}

static bool framebuffer(void *opaque, struct pci_function at, unsigned index,
                        struct run_framebuffer *out)
{
    assert_int_equal(3, at.bus);
    if (index >= output_count)
        return false;
    *out = outputs[index];
    return true;
}

static struct run run;

/* A card whose drivers leave its first page alone, and which shows the picture of VGA. */
static void begin(void)
{
    memset(&run, 0, sizeof(run));
    run.setup = (struct run_setup){ .drives_console = drives_console, .framebuffer = framebuffer };
    run.card.pci.at.bus = 3;
    run.card.pci.bars[NV_BAR_VRAM] = (struct pci_bar){ .at = { BAR1 }, .size = BAR_SIZE };
    run.card.vram.size = VRAM;
    assert_int_equal(OK, vram_reserve(&run.card, VRAM_LEFT_ALONE, "drivers", 0, 0x1000));
    assert_int_equal(OK, vram_reserve(&run.card, VRAM_VGA, "VGA", VGA_FROM, VGA_TO - VGA_FROM));
    draws = true;
    output_count = 0;
}

/* From the start of BAR1. */
static void output(int64_t from, uint64_t size)
{
    outputs[output_count++] = (struct run_framebuffer){ { BAR1 + (uint64_t)from }, size };
}

static void expect_owner(unsigned index, enum vram_use use, uint64_t from, uint64_t to)
{
    const struct vram_owner *const owner = &run.card.vram.owners[index];

    assert_true(index < run.card.vram.owner_count);
    if (owner->use != use || owner->from != from || owner->to != to)
        fail_msg("owner %u: use %u, 0x%llx to 0x%llx", index, owner->use,
                 (unsigned long long)owner->from, (unsigned long long)owner->to);
}

/* The part of the output that lies in VRAM, as far as BAR1 shows it. */
TEST(an_output_is_left_out)
{
    static const struct {
        int64_t from;
        uint64_t size, bar, begins, ends; /* ends 0: it is not drawn in VRAM */
    } rows[] = {
        { 0x1000000, 0x300000, BAR_SIZE, 0x1000000, 0x1300000 },
        { 0, 0x300000, BAR_SIZE, 0, 0x300000 },
        { 0x3f00000, 0x100000, BAR_SIZE, 0x3f00000, VRAM },
        { 0x3f00000, 0xff000, BAR_SIZE, 0x3f00000, VRAM - 0x1000 },
        { 0x3f00000, 0x101000, BAR_SIZE, 0x3f00000, VRAM }, /* ends with the memory */
        { 0x3f00000, UINT64_MAX, BAR_SIZE, 0x3f00000, VRAM },
        { VRAM - 1, 0x1000, BAR_SIZE, VRAM - 1, VRAM },
        { VRAM, 0x1000, BAR_SIZE, 0, 0 },
        { -0x1000, 0x300000, BAR_SIZE, 0, 0 }, /* begins before BAR1: another card's */
        { 0x1000000, 0, BAR_SIZE, 0, 0 },
        { 0x1000000, 0x1000, 0x1000000, 0, 0 }, /* behind BAR1 */
        { 0xfff000, 0x1000, 0x1000000, 0xfff000, 0x1000000 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin();
        run.card.pci.bars[NV_BAR_VRAM].size = rows[i].bar;
        output(rows[i].from, rows[i].size);
        assert_pairs(OK, run_spare_console(&run), rows[i].ends ? 3 : 2, run.card.vram.owner_count);
        if (rows[i].ends)
            expect_owner(2, VRAM_SHOWN, rows[i].begins, rows[i].ends);
        expect_owner(0, VRAM_LEFT_ALONE, 0, 0x1000);
        expect_owner(1, VRAM_VGA, VGA_FROM, VGA_TO);
    }
}

/* A mode of VESA lies where the VGA's picture does, and is larger: it is one picture with it, also where they only touch. */
TEST(the_picture_of_vga_grows)
{
    static const struct {
        uint64_t from, to, vga_from, vga_to; /* vga_to 0: a picture of its own */
    } rows[] = {
        /* clang-format off */
        { VGA_FROM, 0x3f00000, VGA_FROM, 0x3f00000 }, { 0x3d00000, VGA_TO, 0x3d00000, VGA_TO },
        { 0x3d00000, 0x3f00000, 0x3d00000, 0x3f00000 }, { VGA_FROM + 0x1000, VGA_TO - 0x1000, VGA_FROM, VGA_TO },
        { VGA_TO, 0x3f00000, VGA_FROM, 0x3f00000 }, { 0x3d00000, VGA_FROM, 0x3d00000, VGA_TO },
        { VGA_TO + 1, 0x3f00000, 0, 0 }, { 0x3d00000, VGA_FROM - 1, 0, 0 },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        begin();
        output((int64_t)rows[i].from, rows[i].to - rows[i].from);
        assert_int_equal(OK, run_spare_console(&run));
        expect_owner(0, VRAM_LEFT_ALONE, 0, 0x1000);
        if (rows[i].vga_to) {
            assert_int_equal(2, run.card.vram.owner_count);
            expect_owner(1, VRAM_VGA, rows[i].vga_from, rows[i].vga_to);
        } else {
            expect_owner(1, VRAM_VGA, VGA_FROM, VGA_TO);
            expect_owner(2, VRAM_SHOWN, rows[i].from, rows[i].to);
        }
    }
    begin(); /* the part that drivers leave alone does not grow, and VGA may come first */
    run.card.vram.owners[0] = (struct vram_owner){ VRAM_VGA, "VGA", VGA_FROM, VGA_TO };
    run.card.vram.owners[1] = (struct vram_owner){ VRAM_LEFT_ALONE, "drivers", 0, 0x1000 };
    output(0x800, 0x2000);
    output(VGA_FROM, 0x80000);
    assert_int_equal(OK, run_spare_console(&run));
    expect_owner(0, VRAM_VGA, VGA_FROM, VGA_FROM + 0x80000);
    expect_owner(1, VRAM_LEFT_ALONE, 0, 0x1000);
    expect_owner(2, VRAM_SHOWN, 0x800, 0x2800);
    assert_string_equal("the console", run.card.vram.owners[2].name);
    assert_int_equal(3, run.card.vram.owner_count);
    for (unsigned i = 0; i < VRAM_OWNERS_MAX - 3; i++)
        output(0x200000 * (i + 1), 0x1000);
    assert_int_equal(ERR_NO_MEMORY, run_spare_console(&run)); /* the first two once more */
}

/* ---- names ----------------------------------------------------------------------------------- */

TEST(lists_name_whole_tests)
{
    assert_pairs(true, list_names("vm.a", "vm.a"), true, list_names("vm.a,vm.b", "vm.a"), true,
                 list_names("vm.a,vm.b", "vm.b"), false, list_names("vm.a,vm.b", "vm"), false,
                 list_names("vm.a", "vm.a.b"), false, list_names("vm.ab", "vm.a"), false,
                 list_names("x.vm.a", "vm.a"), false, list_names("", "vm.a"), false,
                 list_names(NULL, "vm.a"));
}
