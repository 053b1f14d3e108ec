/* The model's VM where no source tells a card's behaviour: choices of a knob, by the result of an access
 * (docs/hardware/tesla-vm.md §11). The other witness has no part in it. */
#include "tests/model/nv50/vm/vm_rig.h"

#define NO_FAULT 0xff

/* Why an access to the page faults; NO_FAULT if it goes through. */
static unsigned reason_of_page(uint64_t pte)
{
    const struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    put(TABLE, pte);
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask_model(&access);
    return met.ok ? NO_FAULT : met.fault.reason;
}

/* ---- storage types and compression ----------------------------------------------------------- */

/* The 65 types of §4.1, from first to last. */
static const struct {
    uint8_t first, last;
    bool g200; /* G200 and later only */
} listed[] = {
    { 0x00, 0x00, false }, { 0x10, 0x13, false }, { 0x18, 0x1b, false }, { 0x20, 0x26, false },
    { 0x28, 0x2e, false }, { 0x40, 0x43, false }, { 0x44, 0x46, true },  { 0x47, 0x4a, false },
    { 0x4b, 0x4d, true },  { 0x54, 0x56, false }, { 0x60, 0x66, false }, { 0x68, 0x6f, true },
    { 0x70, 0x70, false }, { 0x72, 0x72, false }, { 0x74, 0x74, false }, { 0x76, 0x76, false },
    { 0x78, 0x7d, false },
};

static bool is_listed(unsigned type, bool g200)
{
    for (unsigned i = 0; i < ARRAY_SIZE(listed); i++)
        if (type >= listed[i].first && type <= listed[i].last)
            return g200 || !listed[i].g200;
    return false;
}

TEST(types_of_the_table_pass_where_others_fault)
{
    /* clang-format off */
    static const struct { unsigned chip, types; bool g200; } rows[] = {
        { CHIP_G80, 51, false }, { CHIP_G84, 51, false }, { CHIP_G98, 51, false },
        { CHIP_G200, 65, true }, { CHIP_GT215, 65, true }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        unsigned passed = 0;

        open_world(rows[i].chip, "memtype_rule=unlisted");
        put_page(CHANNEL, TABLE, 0);
        for (unsigned type = 0; type < 0x80; type++) {
            const unsigned reason = reason_of_page(PAGE | 1 | (uint64_t)type << 40);

            if (reason != (is_listed(type, rows[i].g200) ? NO_FAULT : 7u))
                fail_msg("%s, type 0x%02x: %u", world.chip->chip.name, type, reason);
            passed += reason == NO_FAULT;
        }
        assert_int_equal(passed, rows[i].types);
    }
}

/* ---- bytes ----------------------------------------------------------------------------------- */

/* Two bytes of which each names its place. */
static uint8_t name_of(unsigned at)
{
    return (uint8_t)(at * 7 + 1);
}

/* The CPU's bytes at `at` of a window over a page of system memory, by storage type: 32 bytes of a sector change places
 * with the next, if the type has an order at all. */
static void check_order(const char *knobs, unsigned type, unsigned moved)
{
    uint8_t bytes[300];

    open_world(CHIP_G84, knobs);
    put_page(CHANNEL, TABLE, SYSRAM | 1 | 2 << 4 | (uint64_t)type << 40);
    bind_bar1();
    memset(world.sysram, 0, 0x1000);
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = name_of(0x235 + i);
    model_write_block(world.card, 1, 0x235, bytes, sizeof bytes);
    for (unsigned at = 0x200; at < 0x400; at++) {
        const bool written = at >= 0x235 && at < 0x235 + sizeof bytes;

        if (world.sysram[at ^ moved] != (written ? name_of(at) : 0))
            fail_msg("type 0x%02x: byte 0x%x is 0x%02x", type, at, world.sysram[at ^ moved]);
    }
    memset(bytes, 0, sizeof bytes);
    model_read_block(world.card, 1, 0x235, bytes, sizeof bytes);
    for (unsigned i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], name_of(0x235 + i));
    for (unsigned at = 0x240; at < 0x300; at += 4)
        assert_int_equal(model_read(world.card, 1, at, 1), name_of(at));
}

TEST(sectors_of_tiled_pages_may_change_places)
{
    check_order(NULL, 0x00, 0);
    check_order(NULL, 0x70, 0);
    check_order("gob_order=swapped", 0x00, 0);
    check_order("gob_order=swapped", 0x70, 0x20);
    check_order("gob_order=swapped", 0x28, 0x20);
}
