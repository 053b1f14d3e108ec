/* A card on which the firmware's console is drawn, with console=use: no test writes into the memory that its graphics
 * output names, of which PDISPLAY says less or nothing (docs/hardware/uefi-on-machines.md §4.3). */
#include <sys/mman.h>

#include "hw/gv100/chip.h"
#include "reference/words.h"
#include "tests/kit/tests.h"
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

/* All of VRAM through PMEM, as nobody else looks at it now. */
static void look(struct rig *rig, uint32_t words[VRAM_SIZE / 4])
{
    struct bus *const bus = host_bus(rig->host);
    const uint64_t mmio = bar(rig, PCI_BAR0);

    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, PCI_COMMAND_MEMORY);
    for (uint32_t at = 0; at < VRAM_SIZE; at += MIB) {
        bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, at >> 16);
        bus->ops->read_words(bus, (bus_addr){ mmio + PMEM }, words + at / 4, MIB / 4);
    }
    bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, 0);
    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, 0);
}

static void look_before(struct rig *rig)
{
    look(rig, before);
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
    return rig;
}

static bool same(uint64_t from, uint64_t to)
{
    return memcmp(before + from / 4, after + from / 4, to - from) == 0;
}

/* The range is as it was, and the chunks beside it are not, so that the test is not blind. */
static void expect_spared(struct rig *rig, uint64_t from, uint64_t to)
{
    look(rig, after);
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

    outputs = 1;
    drawn[0].from = 2 * MIB;
    drawn[0].size = MIB + 12;
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0x200000 to 0x30000c is shown by the console, and left out");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 1114112 bytes of VRAM not tested");
    expect_spared(rig, 2 * MIB, 3 * MIB + 12);
}

/* VESA's mode of the VGA core: 1.5 MiB, of which PDISPLAY shows the first 256 KiB. All else is tested. */
TEST(a_mode_of_vesa_is_one_with_the_vga)
{
    struct rig *const rig = console_rig("vga:0");

    outputs = 2; /* two heads, the same memory */
    drawn[0].from = drawn[1].from = 0;
    drawn[0].size = 3 * MIB / 2;
    drawn[1].size = MIB;
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

        outputs = 1;
        drawn[0].from = rows[i].from;
        drawn[0].size = rows[i].size;
        rig_run_suite(rig, "vram.quick");
        expect_said(rig->tap, rows[i].says);
        rig_free(rig);
    }
}

/* A range past the memory, before BAR1 or of no length takes no VRAM; one that leaves it ends with it. */
TEST(a_framebuffer_ends_with_the_memory)
{
    struct rig *rig = console_rig(NULL);

    outputs = 2;
    drawn[0].from = VRAM_SIZE + MIB;
    drawn[1].from = -1;
    drawn[0].size = drawn[1].size = MIB;
    rig_run(rig);
    expect_said(rig->tap, "# verdict: PASS: 0 errors in ");
    assert_null(strstr(rig->tap, "by the console"));
    rig_free(rig);

    rig = console_rig(NULL);
    drawn[0].from = VRAM_SIZE - MIB;
    drawn[0].size = UINT64_MAX;
    drawn[1].from = MIB;
    drawn[1].size = 0;
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0x300000 to 0x400000 is shown by the console, and left out");
    assert_null(strstr(rig->tap, "VRAM 0x100000 to 0x"));
}

/* Behind a BAR1 that is smaller than the memory lies another BAR. */
TEST(a_framebuffer_ends_with_bar1)
{
    struct rig *const rig = console_rig(NULL);

    outputs = 1;
    drawn[0].from = 96 * MIB;
    drawn[0].size = MIB;
    rig->prepare = NULL;
    rig->card.vram_size = 128 * MIB;
    rig->card.bar1_size = 64 * MIB;
    rig_run_suite(rig, "vram.quick");
    expect_said(rig->tap, "# verdict: PASS (only vram.quick)");
}

/* The console of another card takes nothing of this one. */
TEST(another_cards_console_takes_nothing)
{
    struct rig *const rig = console_rig(NULL);

    outputs = 1;
    drawn[0].from = 2 * MIB;
    drawn[0].size = MIB;
    rig->console = false;
    rig_run(rig);
    expect_said(rig->tap, "# verdict: PASS: 0 errors in ");
}

#define GV100_VRAM  (16 * MIB)
#define GV100_SHOWN (14 * MIB)

static uint32_t shown_before[MIB / 4], shown_after[MIB / 4];

static void look_at_shown(struct rig *rig, uint32_t words[MIB / 4])
{
    struct bus *const bus = host_bus(rig->host);
    const uint64_t mmio = bar(rig, PCI_BAR0);

    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, PCI_COMMAND_MEMORY);
    bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, GV100_SHOWN >> 16);
    bus->ops->read_words(bus, (bus_addr){ mmio + PMEM }, words, MIB / 4);
    bus->ops->write(bus, (bus_addr){ mmio + 0x1700 }, 4, 0);
    bus->ops->config_write(bus, card_at, PCI_COMMAND, 2, 0);
}

static void look_at_shown_before(struct rig *rig)
{
    look_at_shown(rig, shown_before);
}

/* No register of a GV100 is known to tell its display's framebuffer: the framebuffer of the output is all there is. It
 * is left out and named, which leaves a gap and is no failure, and no test of any kind writes there. */
TEST(a_framebuffer_of_gv100_is_left_out)
{
    struct rig *const rig = console_rig(NULL);

    rig->card.chip = &gv100_chips[CHIP_GV100].chip;
    rig->card.vram_size = GV100_VRAM;
    rig->prepare = look_at_shown_before;
    outputs = 1;
    drawn[0].from = GV100_SHOWN;
    drawn[0].size = MIB;
    rig_run(rig);
    expect_said(rig->tap, "VRAM 0xe00000 to 0xf00000 is shown by the console, and left out");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 1048576 bytes of VRAM not tested");
    assert_null(strstr(rig->tap, "\nnot ok"));
    look_at_shown(rig, shown_after);
    assert_memory_equal(shown_before, shown_after, sizeof(shown_before));
}

/* Whoever writes into the first 3 MiB of VRAM stops the test program, even if the word comes back at once. */
static void forbid_writes_at_start(struct rig *rig)
{
    uint64_t size;
    void *const vram = model_vram(host_bus_card(rig->host, 0), &size);

    assert_true(size > 3 * MIB);
    assert_int_equal(0, mprotect(vram, 3 * MIB, PROT_READ));
}

/* A picture of 3 MiB at the start of VRAM. */
static struct rig *picture_at_start(const char *defects)
{
    struct rig *const rig = console_rig(NULL);

    rig->card.chip = &gv100_chips[CHIP_GV100].chip;
    rig->card.vram_size = GV100_VRAM;
    rig->card.defects = defects;
    rig->prepare = forbid_writes_at_start;
    outputs = 1;
    drawn[0].from = 0;
    drawn[0].size = 3 * MIB;
    return rig;
}

/* The words that prove the way to memory are then others than the first ones, and those past the end of VRAM, which may
 * be the first ones once more, too (gv100.md §2.2, §1.4). */
TEST(nothing_is_written_into_the_picture_of_gv100)
{
    struct rig *const rig = picture_at_start(NULL);

    rig_run(rig);
    expect_said(rig->tap, "VRAM 0x0 to 0x300000 is shown by the console, and left out");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 3145728 bytes of VRAM not tested");
}

/* Nor by BAR1's tables, which lie in VRAM where the card does not find them in the machine's memory. */
TEST(no_table_lies_in_the_picture_of_gv100)
{
    struct rig *const rig = picture_at_start("bus-dma-blocked");

    rig_run_suite(rig, "vram.quick");
    expect_said(rig->tap, "vram.quick: BAR1's tables lie in VRAM");
    expect_said(rig->tap, "# verdict: " SAYS_INCOMPLETE ": 3145728 bytes of VRAM not tested");
}
