/* A card on which the firmware's console is drawn, with console=use: no test writes into the memory that its graphics
 * output names, of which PDISPLAY says less or nothing (docs/hardware/uefi-on-machines.md §4.3). */
#include <sys/mman.h>

#include "tests/suite/run_rig.h"

#define MIB       0x100000u
#define VRAM_SIZE (4 * MIB)
#define PMEM      0x700000u

static const struct pci_function card_at = { .bus = 1 };

/* The output's framebuffer, counted from the start of BAR1. */
static struct {
    int64_t from;
    uint64_t size;
} drawn[9];
static unsigned outputs;
static uint32_t before[VRAM_SIZE / 4], after[VRAM_SIZE / 4];

static uint64_t bar(struct rig *rig, uint16_t offset)
{
    struct bus *const bus = host_bus(rig->host);

    return bus->ops->config_read(bus, card_at, offset, 4) & ~UINT32_C(0xf);
}

static void draw(int64_t from, uint64_t size)
{
    drawn[outputs].from = from;
    drawn[outputs++].size = size;
}

static bool framebuffer(void *opaque, struct pci_function at, unsigned index,
                        struct run_framebuffer *out)
{
    assert_int_equal(card_at.bus, at.bus);
    if (index >= outputs)
        return false;
    *out = (struct run_framebuffer){ { bar(opaque, PCI_BAR0 + 4) + (uint64_t)drawn[index].from },
                                     drawn[index].size };
    return true;
}

/* A part of VRAM through PMEM, as nobody else looks at it now. */
static void look(struct rig *rig, uint32_t from, uint32_t size, uint32_t *words)
{
    struct bus *const bus = host_bus(rig->host);
    const uint64_t mmio = bar(rig, PCI_BAR0);

    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, PCI_COMMAND_MEMORY);
    for (uint32_t at = 0; at < size; at += MIB) {
        bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, (from + at) >> 16);
        bus->ops->read_words(bus, (bus_addr){ mmio + PMEM }, words + at / 4, MIB / 4);
    }
    bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, 0);
    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, 0);
}

static void look_before(struct rig *rig)
{
    look(rig, 0, VRAM_SIZE, before);
}

static struct rig *console_rig(const char *display)
{
    struct rig *const rig = rig_new();

    rig->card.vram_size = VRAM_SIZE;
    rig->card.display = display;
    rig->console = true;
    rig->config.use_console = true;
    rig->setup.framebuffer = framebuffer;
    rig->prepare = look_before;
    outputs = 0;
    return rig;
}

static bool same(uint64_t from, uint64_t to)
{
    return memcmp(before + from / 4, after + from / 4, to - from) == 0;
}

/* The range is as it was, and the chunks beside it are not, so that the test is not blind. */
static void expect_spared(struct rig *rig, uint64_t from, uint64_t to)
{
    look(rig, 0, VRAM_SIZE, after);
    if (!same(from, to))
        fail_msg("a test has written between 0x%lx and 0x%lx:\n%s", (unsigned long)from,
                 (unsigned long)to, rig->tap);
    assert_true(from < 2 * MIB || !same(from - MIB / 2, from));
    assert_false(same(to, to + MIB / 2));
}

/* A picture elsewhere than the VGA's: nobody shows it by registers. It is a gap as a driver's picture is. */
TEST(a_framebuffer_is_left_out)
{
    struct rig *const rig = console_rig(NULL);

    draw(2 * MIB, MIB + 12);
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0x200000 to 0x30000c is shown by the console, and left out");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 1114112 bytes of VRAM not tested");
    expect_spared(rig, 2 * MIB, 3 * MIB + 12);
}

/* VESA's mode of the VGA core: 1.5 MiB, of which PDISPLAY shows the first 256 KiB. All else is tested. */
TEST(a_mode_of_vesa_is_one_with_the_vga)
{
    struct rig *const rig = console_rig("vga:0");

    draw(0, 3 * MIB / 2); /* two heads, the same memory */
    draw(0, MIB);
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0x0 to 0x180000 is shown by VGA, and left out");
    expect_said(rig->tap, "# verdict: PASS (VRAM 0x0 to 0x180000 is shown by VGA, not tested)");
    expect_spared(rig, 0, 3 * MIB / 2);
}

/* A range that touches the VGA's 256 KiB at either end is one with them, one that lies apart is not. */
TEST(a_mode_of_vesa_touches_the_vga)
{
    /* clang-format off */
    static const struct { int64_t from; uint64_t size; const char *says; } rows[] = {
        { 0x240000, 0x10000, "VRAM 0x200000 to 0x250000 is shown by VGA, and left out" },
        { 0x1f0000, 0x10000, "VRAM 0x1f0000 to 0x240000 is shown by VGA, and left out" },
        { 0x1f0000, 0x20000, "VRAM 0x1f0000 to 0x240000 is shown by VGA, and left out" },
        { 0x210000, 0x10000, "VRAM 0x200000 to 0x240000 is shown by VGA, and left out" },
        { 0x250000, 0x10000, "VRAM 0x250000 to 0x260000 is shown by the console, and left out" }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = console_rig("vga:0x200000");

        draw(rows[i].from, rows[i].size);
        rig_run_suite(rig, "vram.quick");
        expect_said(rig->tap, rows[i].says);
    }
}

/* A range past the memory, before BAR1 or of no length takes no VRAM; one that leaves it ends with it. Behind a BAR1
 * that is smaller than the memory lies another BAR. The console of another card takes nothing of this one. */
TEST(a_framebuffer_ends_with_the_memory)
{
    static const struct {
        int64_t from;
        uint64_t size;
        unsigned vram, bar1; /* in MiB */
        bool console;
        const char *says; /* null: nothing is left out */
    } rows[] = {
        /* clang-format off */
        { VRAM_SIZE + MIB, MIB, 4, 0, true, NULL }, { -1, MIB, 4, 0, true, NULL }, { MIB, 0, 4, 0, true, NULL },
        { 96 * MIB, MIB, 128, 64, true, NULL }, { 2 * MIB, MIB, 4, 0, false, NULL },
        { VRAM_SIZE - MIB, UINT64_MAX, 4, 0, true, "VRAM 0x300000 to 0x400000 is shown by the console, and left out" },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = console_rig(NULL);

        draw(rows[i].from, rows[i].size);
        rig->prepare = NULL;
        rig->card.vram_size = rows[i].vram * MIB;
        rig->card.bar1_size = rows[i].bar1 * MIB;
        rig->console = rows[i].console;
        rig_run_suite(rig, rows[i].vram > 4 ? "vram.quick" : "default");
        assert_int_equal(rows[i].says ? VERDICT_INCOMPLETE : VERDICT_PASS, rig->verdict);
        assert_int_equal(rows[i].says != NULL, strstr(rig->tap, "by the console") != NULL);
        if (rows[i].says)
            expect_said(rig->tap, rows[i].says);
    }
}

#define GV100_VRAM  (16 * MIB)
#define GV100_SHOWN (14 * MIB)

static void look_at_shown_before(struct rig *rig)
{
    look(rig, GV100_SHOWN, MIB, before);
}

/* No register of a GV100 is known to tell its display's framebuffer: the framebuffer of the output is all there is. It
 * is left out and named, which leaves a gap and is no failure, and no test of any kind writes there. */
TEST(a_framebuffer_of_gv100_is_left_out)
{
    struct rig *const rig = console_rig(NULL);

    rig->card.chip = &gv100_chips[CHIP_GV100].chip;
    rig->card.vram_size = GV100_VRAM;
    rig->prepare = look_at_shown_before;
    draw(GV100_SHOWN, MIB);
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0xe00000 to 0xf00000 is shown by the console, and left out");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 1048576 bytes of VRAM not tested");
    assert_null(strstr(rig->tap, "\nnot ok"));
    look(rig, GV100_SHOWN, MIB, after);
    assert_memory_equal(before, after, MIB);
}

/* Whoever writes into the first 3 MiB of VRAM stops the test program, even if the word comes back at once. */
static void forbid_writes_at_start(struct rig *rig)
{
    uint64_t size;
    void *const vram = model_vram(host_bus_card(rig->host, 0), &size);

    assert_pairs(true, size > 3 * MIB, 0, mprotect(vram, 3 * MIB, PROT_READ));
}

/* A picture of 3 MiB at the start of VRAM. The words that prove the way to memory are then others than the first ones,
 * and those past the end of VRAM, which may be the first ones once more, too (gv100.md §2.2, §1.4). Nor do BAR1's
 * tables lie there, which lie in VRAM where the card does not find them in the machine's memory. */
TEST(nothing_is_written_into_the_picture_of_gv100)
{
    static const char *const rows[][3] = {
        { NULL, "default", "VRAM 0x0 to 0x300000 is shown by the console, and left out" },
        { "bus-dma-blocked", "vram.quick", "vram.quick: BAR1's tables lie in VRAM" },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = console_rig(NULL);

        rig->card.chip = &gv100_chips[CHIP_GV100].chip;
        rig->card.vram_size = GV100_VRAM;
        rig->card.defects = rows[i][0];
        rig->prepare = forbid_writes_at_start;
        draw(0, 3 * MIB);
        rig_run_suite(rig, rows[i][1]);
        expect_said(rig->tap, rows[i][2]);
        expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 3145728 bytes of VRAM not tested");
    }
}
