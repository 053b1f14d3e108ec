/* Where the VM stops: limits of objects, ends of page tables and of VRAM, the TLB's entries of it and the record, by
 * each choice of the knobs. Expected values are typed from docs/hardware/tesla-vm.md §1.6, §1.7, §1.11 and §11. */
#include "tests/model/nv50/vm/vm_rig.h"

#define NO_FAULT 0xff
#define UNPAGED  0x00190000u /* VRAM, read and written by anybody */

static unsigned reason_at(uint64_t logical, struct verdict *met)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    access.logical = logical;
    *met = ask_model(&access);
    return met->ok ? NO_FAULT : met->fault.reason;
}

/* The table of §1.6, four bytes at 0xffc; with a granule the sum is rounded down and the limit up. */
TEST(four_bytes_need_a_limit)
{
    static const struct {
        const char *rule;
        unsigned granule;
        uint64_t smallest; /* that admits them; 0: each does */
    } rows[] = {
        { "INCL_LAST", 1, 0xfff },   { "INCL_FIRST", 1, 0xffc },   { "EXCL_FIRST", 1, 0xffd },
        { "EXCL_LAST", 1, 0x1000 },  { "INCL_LAST", 4, 0xffd },    { "INCL_FIRST", 4, 0xff9 },
        { "EXCL_FIRST", 4, 0xffd },  { "EXCL_LAST", 4, 0xffd },    { "INCL_LAST", 32, 0xfe1 },
        { "INCL_FIRST", 32, 0xfc1 }, { "EXCL_FIRST", 32, 0xfe1 },  { "EXCL_LAST", 32, 0xfe1 },
        { "INCL_LAST", 256, 0xf01 }, { "INCL_FIRST", 256, 0xe01 }, { "EXCL_FIRST", 256, 0xf01 },
        { "INCL_LAST", 4096, 1 },    { "INCL_FIRST", 4096, 0 },    { "EXCL_FIRST", 4096, 1 },
        { "EXCL_LAST", 4096, 1 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct verdict met;
        char knobs[60];

        snprintf(knobs, sizeof knobs, "limit_rule=%s+limit_granule=%u", rows[i].rule,
                 rows[i].granule);
        open_world(CHIP_G84, knobs);
        put_object(CHANNEL, SELECTOR, UNPAGED, 0, rows[i].smallest, 0, 0);
        if (reason_at(0xffc, &met) != NO_FAULT || met.at.v != 0xffc)
            fail_msg("%s: limit 0x%x does not do", knobs, (unsigned)rows[i].smallest);
        if (rows[i].smallest) {
            put_object(CHANNEL, SELECTOR, UNPAGED, 0, rows[i].smallest - 1, 0, 0);
            if (reason_at(0xffc, &met) != 0xf)
                fail_msg("%s: limit 0x%x does", knobs, (unsigned)rows[i].smallest - 1);
        }
    }
}

/* ---- VRAM, the record, the TLB --------------------------------------------------------------- */

/* A page at 2 GiB of a card that has less: a fault, read as a knob says; the address modulo the size; or zeros. */
TEST(past_vram_is_a_fault_an_alias_or_zero)
{
    /* clang-format off */
    static const struct { const char *knobs; uint32_t word; bool faults; } rows[] = {
        { NULL, 0xffffffff, true }, { "bar_fault_value=0x12345678", 0x12345678, true },
        { "vram_over=alias", 0x600df00d, false }, { "vram_over=zero", 0, false }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct verdict met;

        open_world(CHIP_G84, rows[i].knobs);
        assert_true((0x80000000 & (world.vram_size - 1)) == 0);
        put(PAGE, 0x600df00d);
        put_page(CHANNEL, TABLE, 0x80000000 | PAGE | 1);
        assert_int_equal(reason_at(0, &met), rows[i].faults ? 0xb : NO_FAULT);
        bind_bar1();
        assert_int_equal((uint32_t)model_read(world.card, 1, 0, 4), rows[i].word);
        /* Its first byte is the first one past VRAM. */
        put_page(CHANNEL, TABLE, world.vram_size | 1);
        bind_bar1();
        if (rows[i].faults)
            assert_int_equal((uint32_t)model_read(world.card, 1, 0, 4), rows[i].word);
    }
}

TEST(the_record_rounds_its_address)
{
    static const struct {
        const char *knobs;
        uint64_t at;
    } rows[] = { { NULL, 0x12345677 },
                 { "fault_address=4", 0x12345674 },
                 { "fault_address=32", 0x12345660 },
                 { "fault_address=4096", 0x12345000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct verdict met;

        open_world(CHIP_G84, rows[i].knobs);
        put_page(CHANNEL, TABLE, 0);
        assert_int_equal(reason_at(0x12345677, &met), 2);
        assert_true(met.fault.at.v == rows[i].at);
    }
}

/* An engine gets another channel, whose page lies elsewhere, and its own again, whose page has moved meanwhile. If
 * tagged, PFIFO meets the old one there, as a GT216M did, and never another channel's (§8.2, E16). */
TEST(a_channel_may_leave_the_tlb)
{
    static const struct {
        const char *knob;
        unsigned engine;
        uint32_t other, own, flushed; /* seen there, back in its own, after a flush of PGRAPH */
    } rows[] = { { NULL, VM_ENGINE_PFIFO, 0x92000, 0x90000, 0x90000 },
                 { NULL, VM_ENGINE_PGRAPH, 0x92000, 0x90000, 0x90000 },
                 { "bind_flush=tagged", VM_ENGINE_PFIFO, 0x92000, PAGE, PAGE },
                 { "bind_flush=tagged", VM_ENGINE_PFIFO_BG, 0x92000, PAGE, PAGE },
                 { "bind_flush=tagged", VM_ENGINE_PGRAPH, 0x92000, 0x90000, 0x90000 },
                 { "bind_flush=keep", VM_ENGINE_PFIFO, PAGE, PAGE, PAGE },
                 { "bind_flush=keep", VM_ENGINE_PGRAPH, PAGE, PAGE, 0x90000 },
                 { "bind_flush=tagged_with_pgraph", VM_ENGINE_PFIFO, 0x92000, PAGE, 0x90000 },
                 { "bind_flush=tagged_with_pgraph", VM_ENGINE_PFIFO_BG, 0x92000, PAGE, 0x90000 } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct nv50_vm_access access = by(rows[i].engine, VM_CLIENT_PFIFO_READ, 0);

        open_world(CHIP_G84, rows[i].knob);
        put_page(CHANNEL, TABLE, PAGE | 1);
        put_page(OTHER, TABLE + 0x1000, 0x92000 | 1);
        nv50_vm_bind(world.card, rows[i].engine, CHANNEL >> 12);
        assert_int_equal(ask_model(&access).at.v, PAGE);
        put(TABLE, 0x90000 | 1);
        nv50_vm_bind(world.card, rows[i].engine, OTHER >> 12);
        access.channel = OTHER >> 12;
        assert_int_equal(ask_model(&access).at.v, rows[i].other);
        nv50_vm_bind(world.card, rows[i].engine, CHANNEL >> 12);
        access.channel = CHANNEL >> 12;
        assert_int_equal(ask_model(&access).at.v, rows[i].own);
        world_flush(&world, VM_ENGINE_PGRAPH);
        assert_int_equal(ask_model(&access).at.v, rows[i].flushed);
    }
}
