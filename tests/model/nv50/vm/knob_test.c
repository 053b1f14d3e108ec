/* The model's VM where no source tells a card's behaviour: each choice of a knob, by the result of an access
 * (docs/hardware/tesla-vm.md §11). The other witness has no part in it. */
#include <stdio.h>
#include <string.h>

#include "tests/kit/tests.h"
#include "tests/model/nv50/vm/vm_rig.h"

#define NO_FAULT 0xff

/* Why an access of the unit faults; NO_FAULT if it goes through. */
static unsigned reason_of(unsigned engine, unsigned client, struct verdict *met)
{
    const struct nv50_vm_access access = by(engine, client, 0);

    world_flush(&world, engine);
    *met = ask_model(&access);
    return met->ok ? NO_FAULT : met->fault.reason;
}

static unsigned reason_of_page(uint64_t pte, struct verdict *met)
{
    put(TABLE, pte);
    return reason_of(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, met);
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
    static const struct {
        unsigned chip, types;
        bool g200;
    } rows[] = { { CHIP_G80, 51, false },
                 { CHIP_G84, 51, false },
                 { CHIP_G98, 51, false },
                 { CHIP_G200, 65, true },
                 { CHIP_GT215, 65, true } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        unsigned passed = 0;

        open_world(rows[i].chip, "memtype_rule=unlisted");
        put_page(CHANNEL, TABLE, 0);
        for (unsigned type = 0; type < 0x80; type++) {
            struct verdict met;
            const unsigned reason = reason_of_page(PAGE | 1 | (uint64_t)type << 40, &met);

            if (reason != (is_listed(type, rows[i].g200) ? NO_FAULT : 7u))
                fail_msg("%s, type 0x%02x: %u", world.chip->chip.name, type, reason);
            passed += reason == NO_FAULT;
        }
        assert_int_equal(passed, rows[i].types);
        world_close(&world);
    }
}

/* A page each: where it lies, its type, its compression. */
static const struct {
    uint64_t pte;
    bool sysram, tiled, compressed;
} pages[] = {
    { PAGE, false, false, false },
    { PAGE | UINT64_C(0x70) << 40, false, true, false },
    { PAGE | UINT64_C(0x78) << 40 | UINT64_C(1) << 47, false, true, true },
    { SYSRAM | 2 << 4, true, false, false },
    { SYSRAM | 3 << 4, true, false, false },
    { SYSRAM | 2 << 4 | UINT64_C(0x70) << 40, true, true, false },
    { SYSRAM | 3 << 4 | UINT64_C(0x70) << 40, true, true, false },
    { SYSRAM | 2 << 4 | UINT64_C(1) << 47, true, false, true },
    { SYSRAM | 3 << 4 | UINT64_C(0x78) << 40 | UINT64_C(2) << 47, true, true, true },
};

/* Rule 2 is for G80 alone, which renders to no tiled surface in system memory. */
TEST(system_memory_takes_what_the_rule_lets_it)
{
    static const char *const rules[] = { "memtype_rule=off", "memtype_rule=compressed_sysram",
                                         "memtype_rule=tiled_sysram" };
    static const unsigned chips[] = { CHIP_G80, CHIP_G84, CHIP_G200, CHIP_MCP89 };

    for (unsigned c = 0; c < ARRAY_SIZE(chips); c++)
        for (unsigned rule = 0; rule < ARRAY_SIZE(rules); rule++) {
            open_world(chips[c], rules[rule]);
            put_page(CHANNEL, TABLE, 0);
            for (unsigned i = 0; i < ARRAY_SIZE(pages); i++) {
                struct verdict met;
                const bool faults =
                    pages[i].sysram && ((rule == 1 && pages[i].compressed) ||
                                        (rule == 2 && chips[c] == CHIP_G80 && pages[i].tiled));
                const unsigned reason = reason_of_page(pages[i].pte | 1, &met);

                if (reason != (faults ? 7u : NO_FAULT))
                    fail_msg("%s, %s, page %u: %u", world.chip->chip.name, rules[rule], i, reason);
            }
            world_close(&world);
        }
}

/* ---- rights ---------------------------------------------------------------------------------- */

/* §3: the object's bit 31 by default, the unit (BAR, PEEPHOLE, PFIFO) by the third choice; by the second the method,
 * of which these accesses have none. */
TEST(a_page_of_the_supervisor_asks_for_a_right)
{
    static const struct {
        unsigned engine, client;
        bool fixed;
    } units[] = {
        { VM_ENGINE_BAR, VM_CLIENT_PFIFO_READ, true },
        { VM_ENGINE_PEEPHOLE, VM_CLIENT_PFIFO_READ, true },
        { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, true },
        { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, false },
        { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, false },
    };
    static const char *const sources[] = { NULL, "priv_source=method", "priv_source=client" };

    for (unsigned source = 0; source < ARRAY_SIZE(sources); source++) {
        open_world(CHIP_G84, sources[source]);
        put_page(CHANNEL, TABLE, PAGE | 1 | 1 << 6);
        for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
            for (uint32_t object = 0; object < 2; object++) {
                struct verdict met;
                const bool may = source == 0 ? object : source == 2 && units[i].fixed;

                put_object(CHANNEL, SELECTOR, PAGED | object << 31, 0, ALL, 0, 0x80000);
                const unsigned reason = reason_of(units[i].engine, units[i].client, &met);
                if (reason != (may ? NO_FAULT : 3u))
                    fail_msg("source %u, unit %u, bit 31 %u: %u", source, i, object, reason);
            }
        world_close(&world);
    }
}

/* §1.5: supervisor, read-only, memory type, VRAM limit, in any order: an access that offends against all four meets the
 * first, and without that one the second, down to the last. */
TEST(rights_are_checked_in_the_order_of_the_knob)
{
    static const char letters[] = "SRMV";
    static const uint64_t offence[] = { 1 << 6, 1 << 3, UINT64_C(0x30) << 40, 0x80000000 };
    static const unsigned reasons[] = { 3, 4, 7, 0xb };

    for (unsigned order = 0; order < 256; order++) {
        const unsigned at[] = { order >> 6, order >> 4 & 3, order >> 2 & 3, order & 3 };
        struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);
        uint64_t pte = 1 | offence[0] | offence[1] | offence[2] | offence[3];
        char knobs[60];

        if ((1u << at[0] | 1u << at[1] | 1u << at[2] | 1u << at[3]) != 15)
            continue;
        snprintf(knobs, sizeof knobs, "memtype_rule=unlisted+check_order=%c%c%c%c", letters[at[0]],
                 letters[at[1]], letters[at[2]], letters[at[3]]);
        access.write = true;
        open_world(CHIP_G84, knobs);
        put_page(CHANNEL, TABLE, 0);
        for (unsigned i = 0; i < 4; i++) {
            put(TABLE, pte);
            world_flush(&world, VM_ENGINE_PGRAPH);
            const struct verdict met = ask_model(&access);
            if (met.ok || met.fault.reason != reasons[at[i]])
                fail_msg("%s, check %u: %u", knobs, i, met.fault.reason);
            pte &= ~offence[at[i]];
        }
        world_close(&world);
    }
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* §1.10: nobody is behind target 1 of a page, or system memory is, or a place of its own. */
TEST(target_1_of_a_page_is_what_the_knob_says)
{
    struct verdict met;

    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, 0);
    assert_int_equal(reason_of_page(SYSRAM | 1 | 1 << 4, &met), 7);
    world_close(&world);
    open_world(CHIP_G84, "pte_target1=sysram");
    put_page(CHANNEL, TABLE, 0);
    assert_int_equal(reason_of_page(SYSRAM | 1 | 1 << 4, &met), NO_FAULT);
    assert_int_equal(met.at.target, TARGET_SYSRAM_SNOOP);
    assert_true(met.at.v == SYSRAM);
    assert_int_equal(reason_of_page(PAGE | 1, &met), NO_FAULT);
    assert_int_equal(met.at.target, TARGET_VRAM);
    world_close(&world);
    open_world(CHIP_G84, "pte_target1=p2p");
    put_page(CHANNEL, TABLE, 0);
    assert_int_equal(reason_of_page(SYSRAM | 1 | 1 << 4, &met), NO_FAULT);
    assert_int_equal(met.at.target, TARGET_INVALID);
    world_close(&world);
}

/* §1.7: a block of four pages, whose entries differ in all but the order: the third is asked for. */
TEST(a_block_is_its_first_entry_or_the_one_asked_for)
{
    static const struct {
        const char *knobs;
        uint64_t at;
    } rows[] = { { NULL, 0x90000 + 0x2000 }, { "block_source=first", 0x70000 + 0x2000 } };
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    access.logical = 0x6000;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_world(CHIP_G84, rows[i].knobs);
        put_page(CHANNEL, TABLE, 0);
        for (unsigned page = 0; page < 8; page++)
            put(TABLE + page * 8, ((0x30000 + page * 0x10000) | 1 | 2 << 7));
        const struct verdict met = ask_model(&access);
        assert_true(met.ok);
        assert_int_equal(met.at.v, rows[i].at);
        world_close(&world);
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
    world_close(&world);
}

TEST(sectors_of_tiled_pages_may_change_places)
{
    check_order(NULL, 0x00, 0);
    check_order(NULL, 0x70, 0);
    check_order("gob_order=swapped", 0x00, 0);
    check_order("gob_order=swapped", 0x70, 0x20);
    check_order("gob_order=swapped", 0x28, 0x20);
}
