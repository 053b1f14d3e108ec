/* The lines that a traced card says of accesses that are no plain registers, of translations and of methods, word by word. A card
 * that is not traced says nothing. Sections are those of docs/hardware/tesla-mmio.md. */
#include "reference/nv50.h"
#include "tests/model/nv50/graph/pgraph_rig.h"

static char said[20000];

static void on_trace(void *opaque, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}

static void open_told(bool traced, bool strict)
{
    const struct model_config config = {
        .chip = &chipset_named("g84")->chip, .seed = 1, .trace = traced, .strict = strict
    };

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

/* A strict card names each kind with its section: a register of GT215, one of nobody, a page that changed without a flush
 * (tesla-vm.md §8.3). Another card tells nothing. */
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

    open_told(false, false);
    rd(0x130000);
    close_card(NULL);
    assert_string_equal(said, "");
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
