/* The lines that a traced card says of accesses that are no plain registers, of translations and of methods, word by word. A card
 * that is not traced says nothing. Sections are those of docs/hardware/tesla-mmio.md. */
#include <stdio.h>
#include <string.h>

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

static char said[4000];

static void on_trace(void *opaque, const char *line)
{
    const size_t used = strlen(said);

    (void)opaque;
    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static void open_told(bool traced, bool strict)
{
    const struct model_host host = {
        .dma_read = no_dma_read, .dma_write = no_dma_write, .clock_ns = clock_ns, .trace = on_trace
    };
    const struct model_config config = {
        .chip = &chipset_named("g84")->chip, .seed = 1, .trace = traced, .strict = strict
    };
    char error[200];

    card = model_new(&config, &host, error, sizeof(error));
    assert_non_null(card);
    wr(0x200, 0xffffffff);
    said[0] = '\0';
}

static void open_traced(bool traced)
{
    open_told(traced, false);
}

static void expect_said(const char *lines)
{
    assert_string_equal(said, lines);
    said[0] = '\0';
}

/* The mirror of configuration space (§1.5), the CRTC's ports (§1.6), the control areas of channels (§4.3). */
TEST(accesses_are_told, NULL, close_card)
{
    open_traced(true);
    rd(REF_PBUS_PCI_MIRROR);
    expect_said("r 088000 040010de PCI_CONFIG.000\n");
    wr(0x88040, 0x12345678);
    expect_said("w 088040 12345678 PCI_CONFIG.040\n");
    model_read(card, 0, 0x88041, 1);
    expect_said("r 088041 00000056 PCI_CONFIG.041\n");
    model_write(card, 0, 0x6013d4, 0x5a42, 2);
    expect_said("w 6013d4 00000042 PRMIO_CRTC_INDEX\nw 6013d5 0000005a PRMIO_CRTC_DATA\n");
    model_read(card, 0, 0x6013d4, 2);
    expect_said("r 6013d4 00000042 PRMIO_CRTC_INDEX\nr 6013d5 0000005a PRMIO_CRTC_DATA\n");
    rd(0xc06048);
    expect_said("r c06048 00000000 PFIFO_USER[3].48\n");
    wr(0xcfe08c, 0x7);
    expect_said("w cfe08c 00000007 PFIFO_USER[127].8c\n");
    wr(REF_PBUS_SCRATCH, 0x99);
    rd(REF_PBUS_SCRATCH);
    assert_non_null(strstr(said, "w 001154 00000099 "));
    assert_non_null(strstr(said, "r 001154 00000099 "));
    close_card(NULL);

    open_traced(false);
    rd(REF_PBUS_PCI_MIRROR);
    rd(0xc06048);
    rd(REF_PBUS_SCRATCH);
    expect_said("");
}

/* The structures that a read through BAR1 needs (tesla-vm.md §1.7, §2.2): the object of selector 0x600, the PDE of its
 * 512 MiB, the PTE, and why it fails: engine 6, client 8, slot 0, reason 2 no page. */
TEST(translations_are_told, NULL, close_card)
{
    static const uint32_t object[] = { 0x7fc00000, 0x0fffffff, 0x00001000, 0, 0, 0 };

    open_traced(true);
    for (uint32_t i = 0; i < 6; i++)
        vram_wr(0x106000 + 4 * i, object[i]);
    vram_wr(0x100200, 0x200003);
    vram_wr(0x100204, 0);
    for (uint32_t at = 0x200000; at < 0x200020; at += 4)
        vram_wr(at, 0);
    vram_wr(0x200008, 0x300001);
    wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
    said[0] = '\0';
    wr(REF_PBUS_BAR1, 0x80000600);
    assert_non_null(strstr(said, "object 7fc00000 0fffffff 00001000 00000000 00000000 00000000 of "
                                 "selector 0600\n"));
    said[0] = '\0';
    model_read(card, 1, 0x10, 4);
    expect_said("asks 6/8/0\n" /* the first time alone */
                "pde 0000000000200003 at 0000001010 of channel 00000100\n"
                "pte 0000000000300001 at 0000001010\n");
    model_read(card, 1, 0x20, 4); /* known */
    expect_said("");
    model_read(card, 1, 0x1014, 4);
    expect_said("pde 0000000000200003 at 0000002014 of channel 00000100\n"
                "pte 0000000000000000 at 0000002014\n"
                "fault 6/8/0 reason 2 at 0000002014\n");
    close_card(NULL);
    open_traced(false);
    wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
    wr(REF_PBUS_BAR1, 0x80000600);
    model_read(card, 1, 0x10, 4);
    expect_said("");
}

/* A method of PGRAPH: subchannel, number, data. */
TEST(methods_are_told)
{
    open_traced(true);
    wr(REF_PGRAPH_FIFO_CONTROL, 0x10001);
    wr(REF_PGRAPH_CMD_DATA_LOW, 0x12345678);
    wr(REF_PGRAPH_CMD_ADDR, 0x80000000 | 3u << 16 | 0x184);
    assert_non_null(strstr(said, "method 3 184 12345678\n"));
    said[0] = '\0';
    close_card(NULL);
}

/* The strict card's notes at its end. */
static bool told(const char *line)
{
    return strstr(said, line) != NULL;
}

/* BAR1's window over one page of VRAM, by the object of the test above. */
static void show_page(void)
{
    static const uint32_t object[] = { 0x7fc00000, 0x0fffffff, 0x00001000, 0, 0, 0 };

    for (uint32_t i = 0; i < 6; i++)
        vram_wr(0x106000 + 4 * i, object[i]);
    vram_wr(0x100200, 0x200003);
    vram_wr(0x100204, 0);
    vram_wr(0x200008, 0x300001);
    vram_wr(0x20000c, 0);
    wr(REF_PBUS_CHANNEL, 0x40000000 | 0x100000 >> 12);
    wr(REF_PBUS_BAR1, 0x80000600);
}

/* A strict card names each kind with its section: a register of GT215, one of nobody, a page that changed without a flush
 * (tesla-vm.md §8.3). With the flush of engine 6 nothing is told. */
TEST(strict_tells)
{
    open_told(false, true);
    show_page();
    model_read(card, 1, 0x10, 4);
    vram_wr(0x200008, 0x400001);
    model_read(card, 1, 0x10, 4);
    rd(0x130000);
    expect_said("");
    close_card(NULL);
    assert_true(
        told("strict: a page that changed since it was used, without a flush (tesla-vm.md "
             "§8.3: after any change flush every engine that may have touched the range): "
             "1 time, first engine 6 at 0000001000 of channel 00000100: was 0000000000300001, is "
             "0000000000400001\n"));
    assert_true(
        told("strict: a register that no document names (tesla-mmio.md §0.1, §0.2): 1 time, "
             "first r 130000 00000000 unknown\n"));
}

TEST(strict_is_quiet)
{
    open_told(false, true);
    show_page();
    wr(REF_HOST_FLUSH_G84, 1);
    model_read(card, 1, 0x10, 4);
    vram_wr(0x200008, 0x400001);
    wr(REF_HOST_FLUSH_G84, 1);
    wr(REF_PFB_MMU_TLB_FLUSH, 0x00060001);
    model_read(card, 1, 0x10, 4);
    close_card(NULL);
    assert_string_equal(said, "");

    open_told(false, false);
    rd(0x130000);
    close_card(NULL);
    assert_string_equal(said, "");
}
