/* How wide an access to the device model's BARs is: bytes, halves and blocks of registers, byte ports, the lanes that a store
 * of PEEPHOLE keeps, the picture that a driver left. Values are typed from docs/hardware/tesla-mmio.md. */
#include "tests/model/nv50/core_rig.h"

/* A block is ascending words, its last one cut. PFIFO's DEBUG_2 and DEBUG_3 take all bits (§4.2). */
TEST(blocks_of_registers_are_words, NULL, close_card)
{
    uint8_t bytes[7];

    open_core("g84", NULL, NULL);
    PUT(wr, REF_PMC_ENABLE, 0xffffffff, REF_PFIFO_DEBUG_2, 0x44332211, REF_PFIFO_DEBUG_3,
        0x88776655);
    memset(bytes, 0xee, sizeof(bytes));
    model_read_block(card, 0, 0x2088, bytes, 6);
    assert_memory_equal(bytes, "\x11\x22\x33\x44\x55\x66\xee", 7);
    model_write_block(card, 0, 0x2088, "\xa1\xa2\xa3\xa4\xb1\xb2\xb3\xb4", 8);
    assert_pairs(0xa4a3a2a1, rd(REF_PFIFO_DEBUG_2), 0xb4b3b2b1, rd(REF_PFIFO_DEBUG_3));
    model_write_block(card, 0, 0x2088, "\x01\x02\x03\x04\x05\x06", 6);
    assert_int_equal(rd(REF_PFIFO_DEBUG_2), 0x04030201);
    assert_int_equal(rd(REF_PFIFO_DEBUG_3), 0xb4b30605); /* words past its end stay */
}

/* Lines with that beginning, and the first of them. */
static struct {
    unsigned count;
    char first[64];
} lines;

static void take_line(void *begin, const char *text)
{
    if (strncmp(text, begin, strlen(begin)) == 0 && !lines.count++)
        snprintf(lines.first, sizeof(lines.first), "%s", text);
}

static void expect_changed(char *begin, unsigned count, const char *first)
{
    lines.count = 0;
    model_changed(card, take_line, begin);
    assert_int_equal(lines.count, count);
    assert_string_equal(lines.first, first);
}

/* The VGA ports are bytes; two at once are the index and then the register it names, in both directions. The registers
 * are bytes of words, too; the model tells which differ from those at power-on, as of the windows' channels. */
TEST(crtc_ports_are_bytes, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    wr(REF_PMC_ENABLE, 0xffffffff);
    model_write(card, 0, REF_PRMIO_CRTC_INDEX, 0x5a42, 2);
    assert_pairs(0x42, model_read(card, 0, REF_PRMIO_CRTC_INDEX, 1), 0x5a,
                 model_read(card, 0, REF_PRMIO_CRTC_DATA, 1), 0x5a42,
                 model_read(card, 0, REF_PRMIO_CRTC_INDEX, 2), 0, /* no third port */
                 model_read(card, 0, REF_PRMIO_CRTC_DATA + 1, 1));
    model_write(card, 0, REF_PRMIO_CRTC_INDEX, 0x43, 1);
    model_write(card, 0, REF_PRMIO_CRTC_DATA, 0x77, 1);
    assert_int_equal(model_read(card, 0, REF_PRMIO_CRTC_INDEX, 2), 0x7743);
    model_write(card, 0, REF_PRMIO_CRTC_INDEX, 0x42, 1);
    assert_int_equal(model_read(card, 0, REF_PRMIO_CRTC_DATA, 1), 0x5a);
    PUT(wr, REF_PDISPLAY_CRTC + 0x40, 0x44332211, REF_PBUS_CHANNEL, 0x40000123);
    model_write(card, 0, REF_PDISPLAY_CRTC + 0x41, 0x77, 1);
    assert_pairs(0x44337711, rd(REF_PDISPLAY_CRTC + 0x40), 0x33,
                 model_read(card, 0, REF_PRMIO_CRTC_DATA, 1));
    expect_changed("CRTC", 4, "CRTC 40: 0x11, was 0x00");
    expect_changed("channel", 1, "channel of the BARs: 0x00000123, was 0x00000000");
    PUT(wr, REF_PBUS_CHANNEL, 0x456, REF_PBUS_CHANNEL, 0x40000000);
    expect_changed("channel", 1, "channel of PEEPHOLE: 0x00000456, was 0x00000000");
}

/* §3.9: a store keeps the byte enables if DATA came second, and always in freeform; the second port counts on by 4. */
TEST(peephole_keeps_its_lanes, NULL, close_card)
{
    open_core("g84", NULL, NULL);
    wipe(0x3000, 0x10, 0xcccccccc);
    wr(REF_PEEPHOLE_W_ADDR_G84, 0x3000);
    model_write(card, 0, REF_PEEPHOLE_W_DATA_G84 + 1, 0x12, 1); /* ADDR, then one byte of DATA */
    assert_pairs(0xcccc12cc, vram_rd(0x3000), 0, rd(REF_PEEPHOLE_W_CTRL));
    wr(REF_PEEPHOLE_W_DATA_G84, 0xaabbccdd);
    assert_int_equal(vram_rd(0x3000), 0xcccc12cc);
    wr(REF_PEEPHOLE_W_ADDR_G84, 0x3004); /* DATA, then ADDR: the whole word */
    assert_int_equal(vram_rd(0x3004), 0xaabbccdd);
    PUT(wr, REF_PEEPHOLE_W_CTRL, 0x100, REF_PEEPHOLE_W_ADDR_G84, 0x3008);
    model_write(card, 0, REF_PEEPHOLE_W_DATA_G84 + 2, 0x3344, 2);
    assert_int_equal(vram_rd(0x3008), 0x3344cccc);
    wr(REF_PEEPHOLE_RW_ADDR_G84, 0x3008);
    model_write(card, 0, REF_PEEPHOLE_RW_DATA_G84, 0x99, 1);
    assert_pairs(0x3344cc99, vram_rd(0x3008), 0x300c, rd(REF_PEEPHOLE_RW_ADDR_G84));
    assert_pairs(rd(REF_PEEPHOLE_RW_DATA_G84), 0xcccccccc, rd(REF_PEEPHOLE_RW_ADDR_G84), 0x3010);
}

/* §3.10: a card on which a driver's display runs. 256 MiB on g84's model: 2 partitions of 1 MiB here. */
TEST(a_driver_left_a_picture, NULL, close_card)
{
    struct model_config config = { .chip = &chipset_named("g84")->chip,
                                   .seed = 1,
                                   .display = "evo:0x40000" };
    uint64_t size;
    uint32_t context;

    new_core((struct model_host){ 0 }, &config);
    assert_non_null(model_vram(card, &size));
    assert_pairs(2, rd(REF_PDISPLAY_ACTIVE) & 3, 0, rd(REF_PDISPLAY_ACTIVE) >> 8 & 3, 1,
                 rd(REF_PDISPLAY_CHANNEL) & 1);
    const uint32_t handle = rd(REF_PDISPLAY_CORE_DMA + 4);
    assert_int_not_equal(handle, 0);
    /* the object starts with the picture; 2560 bytes; the base channel shows nothing */
    assert_pairs(rd(REF_PDISPLAY_CORE_OFFSET + 4), 0, rd(REF_PDISPLAY_CORE_SIZE + 4),
                 480u << 16 | 640, rd(REF_PDISPLAY_CORE_STORAGE + 4), 1u << 20 | 10u << 8,
                 rd(REF_PDISPLAY_CORE_PARAMS + 4), 0xcf00, rd(REF_PDISPLAY_BASE_DMA + 4), 0);
    const uint32_t word = rd(REF_PDISPLAY_OBJECTS), table = (word & 0xffffff00) << 8;
    assert_int_equal(word & 0xf, 9); /* enabled, in VRAM */
    assert_true(table < size);
    for (uint32_t i = 0;; i++) {
        assert_true(i < 512);
        context = vram_rd(table + 8 * i + 4);
        if (vram_rd(table + 8 * i) == handle)
            break;
    }
    const uint32_t object = table + (context >> 10 & 0x3ffff);
    assert_pairs(0, context >> 28, 1, vram_rd(object) >> 16 & 3, (uint32_t)size - 1,
                 vram_rd(object + 4), 0x40000, vram_rd(object + 8));
}
