/* The values that a dry run keeps (docs/hardware/devinit.md §8.3): those written, and else the card's. */
#include "engines/nv50/devinit/overlay.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

static struct overlay *overlay;
static struct devinit_world world;

FIXTURE(make_rig)
{
    rig_up(NULL);
    overlay = malloc(sizeof(*overlay));
    memset(overlay, 0x5a, sizeof(*overlay)); /* whatever was there before */
    overlay_init(overlay, &rig->world);
    world = overlay_world(overlay);
}

FIXTURE(free_rig)
{
    rig_down(NULL);
    free(overlay);
}

static enum err write_reg(uint32_t reg, uint32_t value)
{
    return world.reg(world.context, true, reg, &value);
}

static uint32_t read_reg(uint32_t reg)
{
    uint32_t value = 0xdead;

    assert_int_equal(world.reg(world.context, false, reg, &value), OK);
    return value;
}

static void write_port(uint16_t port, uint8_t value)
{
    assert_int_equal(world.port(world.context, true, port, &value), OK);
}

static uint8_t read_port(uint16_t port)
{
    uint8_t value = 0xde;

    assert_int_equal(world.port(world.context, false, port, &value), OK);
    return value;
}

TEST(the_last_write_of_a_register_counts, make_rig, free_rig)
{
    uint32_t value = 1;

    assert_false(overlay_find(overlay, 0x5a5a5a5a, &value)); /* an old word of the memory */
    assert_pairs(write_reg(0x5a5a5a5a, 7), OK, write_reg(0x1158, 8), OK, write_reg(0x5a5a5a5a, 9),
                 OK, write_reg(0x1158, 10), OK, overlay->count, 2);
    assert_pairs(read_reg(0x5a5a5a5a), 9, read_reg(0x1158), 10);
    assert_int_equal(read_reg(0x1154), 0x12345678); /* the card's */
    assert_string_equal(rig->log, "");
}

/* The first and the last of a pair, which nobody has written. */
TEST(indexed_registers_are_the_cards_at_first, make_rig, free_rig)
{
    rig->crtc[0] = 0x11;
    rig->crtc[0xff] = 0x22;
    write_port(0x3d4, 0);
    assert_int_equal(read_port(0x3d5), 0x11);
    write_port(0x3d4, 0xff);
    assert_int_equal(read_port(0x3d5), 0x22);
}

TEST(other_ports_are_bytes_of_registers, make_rig, free_rig)
{
    uint32_t value = 0;

    rig->port = 0x33;
    assert_int_equal(read_port(0x3c2), 0x33);
    write_port(0x3c2, 0x44);
    write_port(0x3cc, 0x55);
    assert_pairs(read_port(0x3c2), 0x44, read_port(0x3cc), 0x55, true,
                 overlay_find(overlay, 0x6013c2, &value), value, 0x44);
    assert_string_equal(rig->log, "");
}

static enum err refused(void *context, bool write, uint16_t port, uint8_t *value)
{
    return write ? ERR_DEADLINE : ERR_ALIGN;
}

TEST(what_the_card_refuses_is_refused, make_rig, free_rig)
{
    uint8_t value = 0;

    rig->world.port = refused;
    assert_int_equal(world.port(world.context, false, 0x3d5, &value), ERR_DEADLINE); /* its index */
    assert_int_equal(world.port(world.context, false, 0x3c2, &value), ERR_ALIGN);
    rig->answer = ERR_DEADLINE;
    assert_int_equal(world.reg(world.context, false, 0x1158, &(uint32_t){ 0 }), ERR_DEADLINE);
}
