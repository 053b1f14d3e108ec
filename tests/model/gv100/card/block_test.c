/* Blocks, double words and bytes of the GV100 model's BARs: each reads and writes the same values as single words
 * there. Numbers are typed from docs/hardware/gv100.md §1.2, §2.1, §8.5. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define WINDOW  0x700000u /* of 1 MiB, in BAR0 */
#define MIRROR  0x88000u
#define SCRATCH REF_PBUS_SW_SCRATCH(0) /* 32 words that keep their value */

static uint64_t read_of(unsigned bar, uint64_t at, unsigned size)
{
    return model_read(world.card, bar, at, size);
}

static void open_bars(void)
{
    open_world(&(struct model_config){ .trace = true });
    wr(REF_PBUS_BAR0_WINDOW, (uint32_t)(DATA >> 16));
}

/* Two registers at once are the lower one and the one after it. */
TEST(double_words_of_registers, NULL, close_world)
{
    open_bars();
    model_write(world.card, 0, SCRATCH, UINT64_C(0x1122334455667788), 8);
    assert_int_equal(0x55667788, rd(SCRATCH));
    assert_int_equal(0x11223344, rd(SCRATCH + 4));
    assert_int_equal(0, rd(SCRATCH + 8));
    wr(SCRATCH + 8, 0x99aabbcc);
    assert_true(read_of(0, SCRATCH, 8) == UINT64_C(0x1122334455667788));
    assert_true(read_of(0, SCRATCH + 4, 8) == UINT64_C(0x99aabbcc11223344));
    model_write(world.card, 0, WINDOW + 8, UINT64_C(0x1122334455667788), 8);
    assert_int_equal(0x55667788, rd(WINDOW + 8));
    assert_int_equal(0x11223344, rd(WINDOW + 12));
    assert_true(read_of(0, WINDOW + 8, 8) == UINT64_C(0x1122334455667788));
}

/* Blocks of any size: of registers word by word, of a last word the bytes that PCI Express' byte enables name; of the window
 * in BAR0 up to its end. */
TEST(blocks_of_bar0, NULL, close_world)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

    open_bars();
    for (unsigned size = 1; size <= 12; size++) {
        uint8_t back[13];

        for (unsigned i = 0; i < 16; i += 4)
            wr(SCRATCH + i, 0xeeeeeeee);
        model_write_block(world.card, 0, SCRATCH, bytes, size);
        for (unsigned i = 0; i < (size + 3u) / 4; i++)
            for (unsigned byte = 0; byte < 4; byte++)
                assert_int_equal(4 * i + byte < size ? bytes[4 * i + byte] : 0xee,
                                 rd(SCRATCH + 4 * i) >> 8 * byte & 0xff);
        assert_int_equal(0xeeeeeeee, rd(SCRATCH + (size + 3) / 4 * 4));
        memset(back, 0x77, sizeof(back));
        model_read_block(world.card, 0, SCRATCH, back, size);
        assert_memory_equal(bytes, back, size);
        assert_int_equal(0x77, back[size]);
    }
}

TEST(blocks_of_the_window, NULL, close_world)
{
    static const uint8_t bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
    static const uint32_t places[] = { 0, 4, 0x1001, 0xffff4 };

    open_bars();
    for (unsigned i = 0; i < 4; i++)
        for (unsigned size = 1; size <= 12; size++) {
            uint8_t back[13];

            for (unsigned k = 0; k < 12; k++)
                model_write(world.card, 0, WINDOW + places[i] + k, 0xee, 1);
            model_write_block(world.card, 0, WINDOW + places[i], bytes, size);
            for (unsigned k = 0; k < 12; k++)
                assert_int_equal(k < size ? bytes[k] : 0xee, read_of(0, WINDOW + places[i] + k, 1));
            memset(back, 0x77, sizeof(back));
            model_read_block(world.card, 0, WINDOW + places[i], back, size);
            assert_memory_equal(bytes, back, size);
            assert_int_equal(0x77, back[size]);
        }
}

/* A block that begins in the window and ends past it, in PCCSR, is taken word by word. */
TEST(a_block_across_the_end, NULL, close_world)
{
    uint8_t back[8];

    open_bars();
    wr(REF_PMC_ENABLE, 0xffffffff);
    wr(REF_PCCSR_CHANNEL_INST(0), 0);
    wr(WINDOW + 0xffffc, 0x01020304);
    model_read_block(world.card, 0, WINDOW + 0xffffc, back, 8);
    assert_int_equal(4, back[0]);
    assert_int_equal(1, back[3]);
    assert_true(is_traced("r 800000 "));
    assert_int_equal(rd(REF_PCCSR_CHANNEL_INST(0)) & 0xff, back[4]);
}

/* §8.5: VGA's index and data are bytes of their own, 256 of them behind one index. */
TEST(ports_of_vga, NULL, close_world)
{
    open_bars();
    for (unsigned i = 0; i < 256; i += 51) {
        model_write(world.card, 0, 0x6013d4, i, 1);
        model_write(world.card, 0, 0x6013d5, 0xff - i / 2, 1);
        assert_int_equal(i, read_of(0, 0x6013d4, 1));
    }
    for (unsigned i = 0; i < 256; i += 51) {
        model_write(world.card, 0, 0x6013d4, i, 1);
        assert_int_equal(i, read_of(0, 0x6013d4, 1));
        assert_int_equal(0xff - i / 2, read_of(0, 0x6013d5, 1));
    }
}

/* The copy of configuration space in BAR0 stands in the trace with its own offset. */
TEST(the_mirror_is_traced, NULL, close_world)
{
    open_bars();
    assert_int_equal(0x1db110de, rd(MIRROR));
    assert_true(is_traced("r 088000 1db110de PCFG.000"));
    wr(MIRROR + 0x704, 0);
    assert_true(is_traced("w 088704 00000000 PCFG.704"));
}

/* Channel RAM holds 4096 channels, which is half of its range: after them is nothing. PBDMAs end at 0x5c000. */
TEST(tables_of_host_end, NULL, close_world)
{
    open_bars();
    wr(REF_PMC_ENABLE, 0xffffffff);
    forget_trace();
    (void)rd(REF_PCCSR_CHANNEL(4095));
    assert_true(is_traced("r 807ffc 00000000 "));
    wr(0x808004, 0x400);
    assert_int_equal(0, rd(0x808004));
    assert_true(is_traced("w 808004 00000400 unknown"));
    (void)rd(0x5bffc);
    wr(0x5c12c, 0x77);
    assert_true(is_traced("w 05c12c 00000077 unknown"));
}

/* The I/O BAR, and a place behind BAR0's end, give ones and take nothing. */
TEST(nobody_is_behind_the_ports, NULL, close_world)
{
    uint8_t back[8] = { 0 };

    open_bars();
    wr(SCRATCH, 0);
    assert_int_equal(0xffffffff, read_of(5, 0, 4) & 0xffffffff);
    assert_int_equal(0xffffffff, read_of(0, 0x1000000, 4) & 0xffffffff);
    model_write(world.card, 5, 0x1580, 0x1234, 4);
    model_write_block(world.card, 5, 0x1580, "abcd", 4);
    assert_int_equal(0, rd(SCRATCH));
    model_read_block(world.card, 5, 0, back, 8);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(0xff, back[i]);
}

/* §1.4, K17: a block across the end of VRAM begins anew at 0, or finds zeros or ones there, where writes are lost. */
TEST(a_block_across_the_end_of_memory, NULL, close_world)
{
    static const char *const knobs[] = { "vram_over=alias", "vram_over=zero", "vram_over=ones" };
    static const uint32_t behind[] = { 0x11111111, 0, 0xffffffff };
    const uint32_t last = 64 * MIB - 0x10000;

    for (unsigned i = 0; i < 3; i++) {
        uint32_t words[4];

        open_world(&(struct model_config){ .knobs = knobs[i] });
        put(0, 0x11111111);
        put(4, 0x22222222);
        put(last + 0xfff8, 0x33333333);
        put(last + 0xfffc, 0x44444444);
        wr(REF_PBUS_BAR0_WINDOW, last >> 16);
        model_read_block(world.card, 0, WINDOW + 0xfff8, words, sizeof(words));
        assert_int_equal(0x33333333, words[0]);
        assert_int_equal(0x44444444, words[1]);
        assert_int_equal(behind[i], words[2]);
        assert_int_equal(i ? behind[i] : 0x22222222, words[3]);
        memset(words, 0x55, sizeof(words));
        model_write_block(world.card, 0, WINDOW + 0xfff8, words, sizeof(words));
        assert_int_equal(0x55555555, get(last + 0xfffc));
        assert_int_equal(i ? 0x11111111 : 0x55555555, get(0));
        assert_int_equal(i ? 0x22222222 : 0x55555555, get(4));
        close_world(NULL);
    }
}

/* §1.1: each word of configuration space as it begins, and when all its bits have been written. The sizes of BARs are 16
 * and 32 MiB, 128 ports, 512 KiB of ROM. */
TEST(words_of_configuration_space, NULL, close_world)
{
    static const struct {
        uint32_t at, first, written;
    } rows[] = {
        { 0x00, 0x1db110de, 0x1db110de }, { 0x08, 0x030200a1, 0x030200a1 },
        { 0x0c, 0x00000000, 0x000000ff }, { 0x10, 0x00000000, 0xff000000 },
        { 0x1c, 0x0000000c, 0xfe00000c }, { 0x20, 0x00000000, 0xffffffff },
        { 0x24, 0x00000000, 0x00000000 }, { 0x28, 0x00000000, 0x00000000 },
        { 0x2c, 0x121210de, 0x121210de }, { 0x30, 0x00000000, 0xfff80001 },
        { 0x34, 0x00000060, 0x00000060 }, { 0x38, 0x00000000, 0x00000000 },
        { 0x3c, 0x00000100, 0x000001ff }, { 0x60, 0x00036801, 0x00036801 },
        { 0x68, 0x00807805, 0x00817805 }, { 0x6c, 0x00000000, 0xfffffffc },
        { 0x70, 0x00000000, 0xffffffff }, { 0x74, 0x00000000, 0x0000ffff },
        { 0x78, 0x00020010, 0x00020010 }, { 0x64, 0x00000008, 0x0000010b },
        { 0x7c, 0x00008de1, 0x00008de1 }, { 0x80, 0x00002910, 0x00007fff },
        { 0x84, 0x00400103, 0x00400103 }, { 0x88, 0x11010000, 0x110100c3 },
        { 0x04, 0x00100006, 0x00100547 },
    };

    open_world(NULL); /* which has written 6 to the command */
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (model_config_read(world.card, rows[i].at, 4) != rows[i].first)
            fail_msg("%02x: %08x", rows[i].at, model_config_read(world.card, rows[i].at, 4));
        model_config_write(world.card, rows[i].at, 0xffffffff, 4);
        if (model_config_read(world.card, rows[i].at, 4) != rows[i].written)
            fail_msg("%02x: %08x", rows[i].at, model_config_read(world.card, rows[i].at, 4));
    }
    model_config_write(world.card, 4, 0, 4);
    assert_int_equal(0x00100000, model_config_read(world.card, 4, 4));
}

/* A link that is trained anew has the speed that was asked for, up to 8 GT/s (3), and 16 lanes; a broken one 8. */
TEST(a_link_is_trained_anew, NULL, close_world)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_world(&(struct model_config){ .defects = broken ? "pci-retrain-narrows" : NULL });
        for (unsigned speed = 1; speed < 6; speed++) {
            model_retrain(world.card, speed);
            const uint32_t status = model_config_read(world.card, 0x88, 4);
            assert_int_equal(speed < 3 ? speed : 3, status >> 16 & 0xf);
            assert_int_equal(broken ? 8 : 16, status >> 20 & 0x3f);
            assert_int_equal(0x1000, status >> 16 & 0xfc00);
        }
        close_world(NULL);
    }
}

/* K15: a BAR in mode PHYSICAL shows VRAM, or nothing: reads give the value of a fault, writes are lost. */
TEST(bars_in_physical_mode, NULL, close_world)
{
    for (unsigned nothing = 0; nothing < 2; nothing++)
        for (unsigned bar = 1; bar < 4; bar += 2) {
            open_world(&(struct model_config){
                .knobs = nothing ? "bar_physical=nothing+bar_fault_value=0x12345678" : NULL });
            put(DATA, 0x600d);
            assert_int_equal(nothing ? 0x12345678 : 0x600d, bar_get(bar, DATA));
            bar_put(bar, DATA, 0x5);
            assert_int_equal(nothing ? 0x600d : 5, get(DATA));
            close_world(NULL);
        }
}

/* §2.2: a reset forgets a BAR's binding and the place of BAR0's window. */
TEST(a_reset_forgets_windows, NULL, close_world)
{
    open_bars();
    build_space();
    bind_bar(1, BLOCK(0));
    wr(REF_PBUS_BAR0_WINDOW, (uint32_t)(DATA >> 16));
    model_write(world.card, 0, 0x6013d4, 7, 1);
    model_reset(world.card);
    model_config_write(world.card, 4, 6, 2);
    assert_int_equal(0x3f0, rd(REF_PBUS_BAR0_WINDOW)); /* where the VBIOS leaves it */
    assert_int_equal(0x3f00, rd(REF_PBUS_BAR1_BLOCK));
    assert_int_equal(0, rd(REF_PBUS_BIND_STATUS));
    assert_int_equal(0, read_of(0, 0x6013d4, 1));
    assert_int_equal(1, model_changed(world.card, NULL, NULL)); /* the command alone */
}
