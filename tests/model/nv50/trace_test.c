/* The lines that a traced card says of accesses that are no plain registers, of translations and of methods, word by word. A card
 * that is not traced says nothing. Sections are those of docs/hardware/tesla-mmio.md. */
#include "tests/model/nv50/graph/pgraph_rig.h"

static char said[20000];

static void on_trace(void *opaque, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static void open_told(bool traced, bool strict)
{
    struct model_config config = {
        .chip = &chipset_named("g84")->chip, .seed = 1, .trace = traced, .strict = strict
    };

    config.knobs = "reserved_bits=report";
    new_core((struct model_host){ .trace = on_trace }, &config);
    wr(REF_PMC_ENABLE, 0xffffffff);
    said[0] = '\0';
}

static void expect_said(const char *lines)
{
    assert_string_equal(said, lines);
    said[0] = '\0';
}

/* The strict card's notes at its end. */
static bool told(const char *line)
{
    return strstr(said, line) != NULL;
}

/* BAR1's window over one page of VRAM, by the object of the test above. */
static void show_page(void)
{
    STORE(0x106000, 0x7fc00000, 0x0fffffff, 0x00001000, 0, 0, 0);
    PUT(vram_wr, 0x100200, 0x200003, 0x100204, 0, 0x200008, 0x300001, 0x20000c, 0);
    PUT(wr, REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12, REF_PBUS_BAR1, 0x80000600);
}

/* A strict card names each kind with its section: a register of nobody, one of GT215, one of a unit that is off, one that
 * takes nothing, bits that are not there, words that nobody reads, a page that changed. Another card tells nothing. */
TEST(strict_tells)
{
    static const char *const lines[] = {
        "a page that changed since it was used, without a flush (tesla-vm.md §8.3: after any "
        "change flush every engine that may have touched the range): 1 time, first engine 6 at "
        "0000001000 of channel 00000100: was 0000000000300001, is 0000000000400001\n",
        "that no document names (tesla-mmio.md §0.1, §0.2): 1 time, first r 130000 00000000 "
        "unknown",
        "a register that only other chipsets have (tesla-mmio.md §2): 1 time, first r 10a100 ",
        "off or absent (tesla-mmio.md §3.1, §3.5: a unit that is off answers nobody): 1 time, "
        "first r 002100",
        "a write that no document says is taken (the unit's section of tesla-mmio.md): 1 time, "
        "first w 003304",
        "bits written that nothing keeps or reads (the unit's section of tesla-mmio.md): 1 time, "
        "first w 002040",
        "that nothing reads (the unit's section of tesla-mmio.md): 2 times, first 002040 "
        "PFIFO_DELAY, written 1 times"
    };

    open_told(false, true);
    show_page();
    model_read(card, 1, 0x10, 4);
    vram_wr(0x200008, 0x400001);
    model_read(card, 1, 0x10, 4);
    rd(0x130000);
    rd(0x10a100);
    PUT(wr, REF_PFIFO_DELAY, 0x400, REF_PFIFO_DEBUG_2, 5, REF_PFIFO_DEBUG_3, 6, 0x3304, 0);
    rd(REF_PFIFO_DEBUG_3);
    wr(REF_PMC_ENABLE, 0xfffffeff);
    rd(REF_PFIFO_INTR);
    expect_said("");
    close_card(NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
        if (!strstr(said, lines[i]))
            fail_msg("not \"%s\"", lines[i]);
    assert_null(strstr(said, " PFIFO_DEBUG_")); /* all of their bits are there */

    open_told(false, false);
    rd(0x130000);
    close_card(NULL);
    assert_string_equal(said, "");
}

/* "The list of every access" (docs/model.md): ports and words beside the registers by their names too; how a page of a
 * window was found, once for two words of it; and a page that is absent. Object 600 of channel 100 begins at 0x1000. */
TEST(a_trace_is_the_list_of_every_access, NULL, close_card)
{
    open_told(true, false);
    rd(0x130000);
    rd(REF_PBUS_PCI_MIRROR);
    wr(REF_PBUS_PCI_MIRROR + 0x40, 0x12345678);
    model_write(card, 0, REF_PRMIO_CRTC_INDEX, 0x5a42, 2);
    model_read(card, 0, REF_PRMIO_CRTC_INDEX, 2);
    PUT(wr, REF_PFIFO_USER + 0x2000 * 5 + 0x8c, 7, REF_PBUS_SCRATCH, 8);
    rd(REF_PFIFO_USER + 0x2000 * 5 + 0x88);
    expect_said("r 130000 00000000 unknown\nr 088000 040010de PCI_CONFIG.000\nw 088040 12345678 "
                "PCI_CONFIG.040\n"
                "w 6013d4 00000042 PRMIO_CRTC_INDEX\nw 6013d5 0000005a PRMIO_CRTC_DATA\n"
                "r 6013d4 00000042 PRMIO_CRTC_INDEX\nr 6013d5 0000005a PRMIO_CRTC_DATA\n"
                "w c0a08c 00000007 PFIFO_USER[5].8c\nw 001154 00000008 PBUS_SCRATCH[0]\n"
                "r c0a088 00000000 PFIFO_USER[5].88\n");
    show_page();
    STORE(0x200010, 0, 0x80000000); /* absent, and bit 63 is reserved */
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    said[0] = '\0';
    wr(REF_PBUS_BAR1, 0x80000600);
    for (uint32_t at = 0x10; at < 0x1100; at += 0x802)
        model_read(card, 1, at, 4);
    PUT(wr, REF_PGRAPH_CMD_DATA_LOW, 0x55, REF_PGRAPH_CMD_ADDR, 0x80020100, REF_PMC_ENABLE, 0);
    rd(REF_PFIFO_PUSH0);
    expect_said("w 001708 80000600 PBUS_BAR1\n"
                "object 7fc00000 0fffffff 00001000 00000000 00000000 00000000 of selector 0600\n"
                "asks 6/8/0\npde 0000000000200003 at 0000001010 of channel 00000100\n"
                "pte 0000000000300001 at 0000001010\n"
                "pde 0000000000200003 at 0000002014 of channel 00000100\n"
                "PTE 8000000000000000 has reserved bits 8000000000000000\n"
                "pte 8000000000000000 at 0000002014\nfault 6/8/0 reason 2 at 0000002014\n"
                "w 40080c 00000055 PGRAPH_CMD_DATA_LOW\nw 400808 80020100 PGRAPH_CMD_ADDR\n"
                "method 2 100 00000055\nw 000200 00000000 PMC_ENABLE\n"
                "r 003200 00000000 PFIFO_PUSH0 off\n");
}

/* A traced card counts at its end the accesses to each register that it has not; the last of 256 stands for those after it. */
TEST(unknown_registers_are_counted)
{
    open_told(true, false);
    for (uint32_t i = 0; i < 300; i++)
        rd(0x130000 + 4 * i);
    wr(0x130004, 1);
    said[0] = '\0';
    close_card(NULL);
    assert_true(told("unknown register 130000: 1 reads, 0 writes\n"
                     "unknown register 130004: 1 reads, 1 writes\n"));
    assert_true(told("unknown register 1303fc: 45 reads, 0 writes\n"));
    assert_false(told("130400"));
}
