/* Where the VM stops: limits of objects, ends of page tables and of VRAM, the TLB's entries of it and the record,
 * types and bytes, by each choice of the knobs (tesla-vm.md §1.6, §1.7, §1.11, §11). And fields of objects against
 * their page's (§1.8). */
#include "reference/nv50.h"
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

/* Why an access to the page faults; NO_FAULT if it goes through. */
static unsigned reason_of_page(uint64_t pte)
{
    const struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    put(TABLE, pte);
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask_model(&access);
    return met.ok ? NO_FAULT : met.fault.reason;
}

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

#define W0 0xffc00000u /* type and compression from the page; a supervisor's object */
#define W5 0x00080000u /* encryption from the page */

static struct attributes merged(uint32_t w0, uint32_t w5, uint64_t pte)
{
    const struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    put(TABLE, PAGE | 1 | pte);
    put_object(CHANNEL, SELECTOR, w0, 0, ALL, 0, w5);
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask(&access);

    assert_true(met.ok);
    assert_int_equal(met.at.v, PAGE);
    return met.attributes;
}

/* Values 0 to 2 of the four fields that override one bit, over pages where it is clear and set. */
static void check_flags(unsigned own, unsigned secret)
{
    const unsigned access[] = { own, 1, 0 }, privilege[] = { own, 0, 1 }, cycle[] = { own, 0, 1 },
                   encryption[] = { 0, secret, own & secret };
    const uint64_t page = own;

    for (uint32_t v = 0; v < 3; v++) {
        assert_pairs(access[v], merged(W0 | v << 18, W5, page << 3).read_only, privilege[v],
                     merged(W0 | v << 20, W5, page << 6).supervisor, cycle[v],
                     merged(W0, W5 | v << 16, page << 61).long_cycle, encryption[v],
                     merged(W0, v << 18, page << 62).encrypted);
    }
}

/* Compression 3 and storage type 0x7f leave the page's own; G80 encrypts nothing. */
TEST(each_field_of_an_object_overrides_its_own_attribute)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_page(CHANNEL, TABLE, 0);
        for (unsigned own = 0; own < 2; own++)
            check_flags(own, chip != CHIP_G80);
        for (uint32_t page = 0; page < 3; page++)
            for (uint32_t v = 0; v < 4; v++)
                assert_int_equal(
                    merged((W0 & ~(3u << 29)) | v << 29, W5, (uint64_t)page << 47).compression,
                    v == 3 ? page : v);
        for (uint32_t v = 0; v < 0x80; v++)
            assert_int_equal(merged((W0 & ~(0x7fu << 22)) | v << 22, W5, UINT64_C(0x2a) << 40).type,
                             v == 0x7f ? 0x2a : v);
    }
}

/* Only a paged object may leave a field to its page. Such a field of an unpaged one counts as a page of zeros: user,
 * read-write, pitch, plain, short, clear. */
TEST(fields_left_to_a_page_are_zero_without_one)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        open_world(chip, NULL);
        put_object(CHANNEL, SELECTOR, 0x7fc10000, PAGE, ALL, 0x0fff0000, W5);
        for (unsigned write = 0; write < 2; write++) {
            access.write = write;
            const struct verdict met = ask(&access);

            assert_pairs(true, met.ok, PAGE, met.at.v, 0, met.attributes.type, 0,
                         met.attributes.compression, false, met.attributes.read_only, false,
                         met.attributes.supervisor, false, met.attributes.long_cycle, false,
                         met.attributes.encrypted);
        }
    }
}

/* Bits 15:0 of word 0, each by itself and all together: the VM does not look at them. */
TEST(the_class_changes_nothing)
{
    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, 0);
    for (unsigned bit = 0; bit <= 16; bit++) {
        const uint32_t class_id = bit < 16 ? 1u << bit : REF_PCOUNTER_OP_ALWAYS;
        const struct attributes met = merged(W0 | class_id, W5, 1 << 3 | UINT64_C(0x70) << 40);

        assert_true(met.read_only && !met.supervisor && !met.long_cycle && !met.encrypted);
        assert_pairs(0x70, met.type, 0, met.compression);
    }
}
