/* Lists of hw/nv50 in their order; the numbers beside them stand in tests/hw/reference/nv50.def. */
#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/vbios.h"
#include "tests/kit/tests.h"

/* The rows of the chipsets have the same ports and the same flush. */
TEST(chipset_rows_have_the_same_ports)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        const struct nv50_chip *const chip = &nv50_chips[i];
        const int g80 = i == CHIP_G80;

        assert_int_equal(chip->host_flush, g80 ? HOST_FLUSH_G80 : HOST_FLUSH_G84);
        assert_int_equal(chip->peephole_write, g80 ? PEEPHOLE_W_ADDR_G80 : PEEPHOLE_W_ADDR_G84);
        assert_int_equal(chip->peephole_rw, g80 ? PEEPHOLE_RW_ADDR_G80 : PEEPHOLE_RW_ADDR_G84);
    }
}

/* devinit.md §2.5, board-sensors.md §2.1: ports of I2C in the order of their numbers. */
TEST(ports_of_i2c_are_the_references)
{
    static const uint32_t ports[] = PNVIO_I2C_PORTS;
    static const uint32_t typed[] = { 0xe138, 0xe150, 0xe168, 0xe180, 0xe254,
                                      0xe274, 0xe764, 0xe780, 0xe79c, 0xe7b8 };

    assert_int_equal(sizeof(typed), sizeof(ports));
    assert_memory_equal(typed, ports, sizeof(typed));
    assert_int_equal(10, PNVIO_I2C_PORT_COUNT);
    assert_int_equal(4, PNVIO_I2C_PORTS_G80);
    assert_int_equal(6, PNVIO_I2C_PORTS_G94);
}

/* devinit.md §2.5: VID0 to VID2, VID3, VID4 to VID7. */
TEST(voltage_lines_are_in_order)
{
    static const uint8_t ours[] = GPIO_FUNCTIONS_VID,
                         reference[] = { 0x04, 0x05, 0x06, 0x1a, 0x73, 0x74, 0x75, 0x76 };

    assert_int_equal(sizeof(ours), GPIO_VID_COUNT);
    assert_memory_equal(ours, reference, sizeof(reference));
}
