/* The port above the modelled cards by itself, as configuration accesses see it. */
#include <string.h>

#include "hw/bits.h"
#include "model/host/bridge.h"
#include "tests/kit/tests.h"

/* Bytes that a register has, lowest first. */
struct word {
    unsigned at, size;
    uint32_t value;
};

/* PCI-to-PCI Bridge 1.2 §3.2, PCI Express 2.0 §7.8. Words not listed are 0. */
static const struct word words[] = {
    { 0x00, 4, 0x29e18086 }, { 0x04, 2, 0x0006 },     { 0x06, 2, 0x0010 },
    { 0x08, 4, 0x06040000 }, { 0x0e, 1, 0x01 },       { 0x19, 1, 0x07 },
    { 0x1a, 1, 0x07 },       { 0x34, 1, 0x40 },       { 0x40, 4, 0x01420010 },
    { 0x4c, 4, 0x00000102 }, { 0x50, 4, 0x11010000 }, { 0x70, 2, 0x0002 },
};

static void fill_expected(uint8_t *bytes, enum bridge_fault fault)
{
    memset(bytes, 0, 0x100);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const struct word *word = &words[i];
        const bool shut = fault == BRIDGE_SHUT || fault == BRIDGE_STAYS_SHUT;
        const bool capability = word->at == 0x06 || word->at >= 0x34;

        if ((shut && word->at == 0x04) || (fault == BRIDGE_CONVENTIONAL && capability))
            continue;
        for (unsigned k = 0; k < word->size; k++)
            bytes[word->at + k] = (uint8_t)(word->value >> 8 * k);
    }
}

static void expect_bytes(const struct bridge *port, const uint8_t *expected)
{
    for (unsigned at = 0; at < 0x100; at++)
        if (bridge_read(port, at, 1) != expected[at])
            fail_msg("a port has 0x%02x at 0x%02x, 0x%02x is right", bridge_read(port, at, 1), at,
                     expected[at]);
}

TEST(a_port_starts_as_firmware_leaves_it)
{
    for (unsigned fault = BRIDGE_OPEN; fault <= BRIDGE_DIES; fault++) {
        struct bridge port;
        uint8_t expected[0x100];

        bridge_init(&port, 7, fault);
        fill_expected(expected, fault);
        expect_bytes(&port, expected);
        assert_int_equal(bridge_read(&port, 0xfc, 4), 0);
        assert_int_equal(bridge_read(&port, 0xfe, 4), 0);
        assert_int_equal(bridge_read(&port, 0x100, 1), 0);
    }
}

/* Of all words Command and Bridge Control can be written, and with a link its target speed. */
TEST(ports_keep_what_they_can)
{
    for (unsigned fault = BRIDGE_OPEN; fault <= BRIDGE_DIES; fault++) {
        const bool open = fault != BRIDGE_STAYS_SHUT, link = fault != BRIDGE_CONVENTIONAL;
        struct bridge port;
        uint8_t expected[0x100];

        bridge_init(&port, 7, fault);
        fill_expected(expected, fault);
        for (unsigned at = 0; at < 0x100; at += 2)
            bridge_write(&port, at, 0xffff, 2);
        if (open) {
            expected[4] = 0x47;
            expected[5] = 0x05;
        }
        expected[0x3e] = 0x5f;
        if (link)
            expected[0x70] = 0x0f;
        expect_bytes(&port, expected);

        bridge_write(&port, 0x04, 0, 1); /* of one byte the other stays */
        bridge_write(&port, 0x3e, 0, 1);
        bridge_write(&port, 0x70, 0, 2);
        if (open)
            expected[4] = 0;
        expected[0x3e] = 0;
        expected[0x70] = 0;
        expect_bytes(&port, expected);
        bridge_write(&port, 0x04, 0, 2);
        expected[5] = 0;
        expect_bytes(&port, expected);
    }
}

/* At the target speed if it can, else at its own 5 GT/s, when bit 5 of Link Control is written. */
TEST(links_train_when_asked)
{
    static const unsigned speeds[] = { 2, 1, 2, 2 };
    struct bridge port;

    bridge_init(&port, 1, BRIDGE_OPEN);
    for (unsigned target = 0; target < ARRAY_SIZE(speeds); target++) {
        bridge_write(&port, 0x70, target, 2);
        assert_int_equal(bridge_speed(&port), speeds[target]);
    }
    bridge_write(&port, 0x50, 0x20, 2);
    assert_true(port.retrained);
    bridge_write(&port, 0x50, 0xdf, 2);
    assert_false(port.retrained);
    bridge_write(&port, 0x50, 0x20, 2);
    bridge_write(&port, 0x40, 0x20, 2);
    assert_false(port.retrained);
    bridge_init(&port, 1, BRIDGE_CONVENTIONAL);
    bridge_write(&port, 0x50, 0x20, 2);
    assert_false(port.retrained);
}

/* Down goes with bit 1 of Command and out of reset, up with bit 2. */
TEST(ports_pass_what_is_allowed)
{
    for (unsigned command = 0; command < 8; command++) {
        struct bridge port;

        bridge_init(&port, 1, BRIDGE_OPEN);
        bridge_write(&port, 0x04, command, 2);
        assert_int_equal(bridge_passes_down(&port), (command & 2) != 0);
        assert_int_equal(bridge_passes_up(&port), (command & 4) != 0);
        assert_false(bridge_resets(&port));
        bridge_write(&port, 0x3e, 0xbf, 2);
        assert_false(bridge_resets(&port));
        bridge_write(&port, 0x3e, 0x40, 2);
        assert_true(bridge_resets(&port));
        assert_false(bridge_passes_down(&port));
        assert_int_equal(bridge_passes_up(&port), (command & 4) != 0);
    }
}

TEST(broken_ports_pass_nothing)
{
    struct bridge port;

    bridge_init(&port, 1, BRIDGE_CLOSES);
    assert_true(bridge_passes_up(&port));
    assert_false(bridge_passes_down(&port));
    assert_true(bridge_passes_up(&port));
    assert_int_equal(bridge_read(&port, 0x04, 2), 0x0004);

    bridge_init(&port, 1, BRIDGE_DIES);
    assert_true(bridge_passes_up(&port));
    assert_int_equal(bridge_read(&port, 0x00, 2), 0x8086);
    assert_false(bridge_passes_down(&port));
    assert_false(bridge_passes_up(&port));
    assert_int_equal(bridge_read(&port, 0x00, 2), 0xffff);
    assert_int_equal(bridge_read(&port, 0x00, 4), 0xffffffff);
}
