/* The falcons of the device model from the CPU's side, as docs/hardware/tesla-mmio.md §5.10 and tesla-engines.md
 * have them: data memory of both kinds, channels, transfers at their edges. G98 has the older kind (PVLD at
 * 0x084000, 4 KiB of data), GT215 the newer one (PCOPY at 0x104000, 2 KiB). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/host/core_rig.h"

#define PVLD       0x084000u
#define PVLD_DATA  0x1000u
#define PCOPY      0x104000u
#define PCOPY_DATA 0x0800u

static void open_card(const char *chip)
{
    open_core(chip, NULL, NULL);
    wr(0x200, 0xffffffff);
}

/* 0x1c0 bit 24: the index goes on with each word that is written, bit 25: that is read. */
static void newer_data_memory_has_an_index(void **state)
{
    (void)state;
    open_card("gt215");
    wr(PCOPY + 0x1c0, 0x01000000 | (PCOPY_DATA - 8));
    for (uint32_t i = 1; i <= 3; i++)
        wr(PCOPY + 0x1c4, 0x11111111 * i); /* the third one is behind the end */
    wr(PCOPY + 0x1c0, 0x02000000 | (PCOPY_DATA - 8));
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x22222222);
    assert_int_equal(rd(PCOPY + 0x1c4), 0);
    wr(PCOPY + 0x1c0, PCOPY_DATA - 8);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
    assert_int_equal(rd(PCOPY + 0x1c4), 0x11111111);
}

/* 0x058: bit 1 makes the next channel the current one, bit 0 takes the current one away. */
static void triggers_load_and_unload_channels(void **state)
{
    (void)state;
    open_card("gt215");
    wr(PCOPY + 0x050, 0x40000111);
    wr(PCOPY + 0x054, 0x40000222);
    wr(PCOPY + 0x058, 2);
    assert_int_equal(rd(PCOPY + 0x050), 0x40000222);
    assert_int_equal(rd(PCOPY + 0x054), 0);
    wr(PCOPY + 0x054, 0x40000333);
    wr(PCOPY + 0x058, 1);
    assert_int_equal(rd(PCOPY + 0x050), 0);
    assert_int_equal(rd(PCOPY + 0x054), 0x40000333);
}

/* A port of type 4 (VRAM) is not translated: 256 bytes there and back. */
static void transfers_move_lines(void **state)
{
    (void)state;
    open_card("gt215");
    for (uint32_t i = 0; i < 64; i++)
        vram_wr(0x30000 + 4 * i, 0x1000 + i);
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300); /* in units of 256 bytes */
    wr(PCOPY + 0x114, 0x100);
    wr(PCOPY + 0x11c, 0);
    wr(PCOPY + 0x118, 0x600);
    wr(PCOPY + 0x11c, 0x100);
    wr(PCOPY + 0x118, 0x620);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(vram_rd(0x30100 + 4 * i), 0x1000 + i);
}

/* Lines that would begin or end behind the data memory, also where the sum of place and size has 33 bits: nothing
 * moves. */
static void transfers_stay_in_the_data_memory(void **state)
{
    static const uint32_t places[] = { PCOPY_DATA, PCOPY_DATA - 0x80, 0x7fffff00, 0xffffff00,
                                       0xfffffffc };

    (void)state;
    open_card("gt215");
    wr(PCOPY + 0x600, 0x44000000);
    wr(PCOPY + 0x110, 0x300);
    for (uint32_t size = 0; size < 8; size++)
        for (unsigned i = 0; i < ARRAY_SIZE(places); i++) {
            if (places[i] + (4u << size) <= PCOPY_DATA && places[i] < PCOPY_DATA)
                continue;
            vram_wr(0x30000, 0x5a5a5a5a);
            wr(PCOPY + 0x114, places[i]);
            wr(PCOPY + 0x118, size << 8);
            wr(PCOPY + 0x118, size << 8 | 0x20);
            assert_int_equal(vram_rd(0x30000), 0x5a5a5a5a);
        }
}

/* Knob memif_lines=gt215: the lines of a memory interface (0x008 bits 8 and 9, both where a port is switched off) are
 * missing on the older kind only. */
static void memory_interface_has_lines(void **state)
{
    static const struct {
        const char *chip, *knobs;
        uint32_t unit, lines;
    } cards[] = {
        { "gt215", NULL, PCOPY, 0x300 },
        { "gt215", "memif_lines=gt215", PCOPY, 0x300 },
        { "g98", NULL, PVLD, 0x300 },
        { "g98", "memif_lines=gt215", PVLD, 0 },
    };

    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        const uint32_t unit = cards[i].unit;

        open_core(cards[i].chip, NULL, cards[i].knobs);
        wr(0x200, 0xffffffff);
        wr(unit + 0x600, 0x04000000); /* without bit 30 */
        wr(unit + 0x110, 0x300);
        wr(unit + 0x118, 0x600);
        assert_int_equal(cards[i].lines, rd(unit + 0x008) & 0x300);
        close_card(NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(newer_data_memory_has_an_index, close_card),
        cmocka_unit_test_teardown(triggers_load_and_unload_channels, close_card),
        cmocka_unit_test_teardown(transfers_move_lines, close_card),
        cmocka_unit_test(memory_interface_has_lines),
        cmocka_unit_test_teardown(transfers_stay_in_the_data_memory, close_card),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("falcon", tests, NULL, NULL);
}
