/* Parts of the machine around the modelled cards by themselves: the port above them and system memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "hw/bits.h"
#include "model/host/arena.h"
#include "model/host/bridge.h"

/* ---- the port: PCI-to-PCI Bridge 1.2 §3.2, PCI Express 2.0 §7.8 ------------------------- */

struct word {
    unsigned at, size;
    uint32_t value;
};

/* What is not listed is 0. */
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

static void a_port_starts_as_firmware_leaves_it(void **state)
{
    (void)state;
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
static void ports_keep_what_they_can(void **state)
{
    (void)state;
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
static void links_train_when_asked(void **state)
{
    (void)state;
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
static void ports_pass_what_is_allowed(void **state)
{
    (void)state;
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

static void broken_ports_pass_nothing(void **state)
{
    (void)state;
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

/* ---- system memory ----------------------------------------------------------------------- */

#define BASE UINT64_C(0x40000000)

static void *take(struct arena *arena, size_t size, uint64_t expected)
{
    void *cpu = NULL;
    uint64_t bus = 0;

    assert_true(arena_alloc(arena, size, &cpu, &bus));
    assert_int_equal(bus, BASE + expected);
    return cpu;
}

static void expect_full(struct arena *arena, size_t size)
{
    void *cpu;
    uint64_t bus;

    assert_false(arena_alloc(arena, size, &cpu, &bus));
}

/* Pages of 4 KiB, first fit, zero whenever they are given out. */
static void pages_are_given_out_first_fit(void **state)
{
    (void)state;
    struct arena arena;
    assert_true(arena_init(&arena, BASE, 0x5000));
    expect_full(&arena, 0);
    expect_full(&arena, 0x5001);
    uint8_t *first = take(&arena, 1, 0);
    uint8_t *second = take(&arena, 0x1001, 0x1000);
    assert_ptr_equal(second, first + 0x1000);
    take(&arena, 0x1000, 0x3000);
    expect_full(&arena, 0x1001);
    memset(second, 0xa5, 0x2000);
    arena_release(&arena, BASE + 0x1000, 0x1001);
    take(&arena, 0x1000, 0x1000);
    expect_full(&arena, 0x2000); /* a page here, a page there */
    for (unsigned i = 0; i < 0x1000; i++)
        assert_int_equal(second[i], 0);
    take(&arena, 0x1000, 0x2000);
    take(&arena, 0x1000, 0x4000);
    expect_full(&arena, 1);
    arena_release(&arena, BASE, 0x5000);
    take(&arena, 0x5000, 0);
    arena_free(&arena);
}

/* A range is there if every page of it is given out. */
static void only_given_pages_are_there(void **state)
{
    (void)state;
    struct arena arena;
    assert_true(arena_init(&arena, BASE, 0x4000));
    uint8_t *bytes = take(&arena, 0x3000, 0);
    arena_release(&arena, BASE + 0x1000, 0x1000);

    assert_ptr_equal(arena_at(&arena, BASE, 1), bytes);
    assert_ptr_equal(arena_at(&arena, BASE + 0xfff, 1), bytes + 0xfff);
    assert_ptr_equal(arena_at(&arena, BASE, 0x1000), bytes);
    assert_null(arena_at(&arena, BASE, 0x1001));
    assert_null(arena_at(&arena, BASE, 0x3000));
    assert_null(arena_at(&arena, BASE, 0));
    assert_null(arena_at(&arena, BASE - 1, 1));
    assert_null(arena_at(&arena, BASE + 0x1000, 1));
    assert_null(arena_at(&arena, BASE + 0x1fff, 2));
    assert_ptr_equal(arena_at(&arena, BASE + 0x2000, 0x1000), bytes + 0x2000);
    assert_null(arena_at(&arena, BASE + 0x2000, 0x1001));
    take(&arena, 1, 0x1000);
    take(&arena, 1, 0x3000);
    assert_ptr_equal(arena_at(&arena, BASE, 0x4000), bytes);
    assert_null(arena_at(&arena, BASE + 1, 0x4000));
    assert_null(arena_at(&arena, BASE + 0x3fff, 2));
    assert_null(arena_at(&arena, BASE + 0x4000, 1));
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_port_starts_as_firmware_leaves_it),
        cmocka_unit_test(ports_keep_what_they_can),
        cmocka_unit_test(links_train_when_asked),
        cmocka_unit_test(ports_pass_what_is_allowed),
        cmocka_unit_test(broken_ports_pass_nothing),
        cmocka_unit_test(pages_are_given_out_first_fit),
        cmocka_unit_test(only_given_pages_are_there),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("the port above the cards", tests, NULL, NULL);
}
