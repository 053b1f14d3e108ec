/* What each defect of the model's fault record and of its TLBs changes, and that it changes nothing else: the six words
 * of a record as they are read (docs/hardware/tesla-vm.md §2.2), and which engines' TLBs a flush empties (§8). */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/vm/vm_rig.h"

#define CONTROL 0x100c90
#define DATA    0x100c94
#define WORDS   6

/* Snooped system memory, whose channel has bits in both halves of the descriptor: word 2 is 0x2ff8, word 1 4. */
#define IN_SYSTEM 0x2ff80004
#define CHANNEL_S (SYSRAM + 0x4000)

static uint32_t word_of_record(unsigned index)
{
    world_write_reg(&world, CONTROL, 0x00ffffff | index << 24);
    return world_read_reg(&world, DATA);
}

static bool is_pending(void)
{
    return world_read_reg(&world, CONTROL) >> 31;
}

/* ---- the record ------------------------------------------------------------------------------ */

/* PROP's slot 12 of PGRAPH asks for the absent page at 0x1230045678, which is 0x30045678 behind the object's base. */
static void fault_far_away(bool write)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0xc);
    struct nv50_vm_answer met;

    put(CHANNEL_S + world.chip->pd_offset + UINT64_C(8) * 0x91, TABLE | 3);
    put_object(CHANNEL_S, SELECTOR, PAGED, 0x1200000000, ALL, 0, 0x80000);
    access.channel = IN_SYSTEM;
    access.logical = 0x30045678;
    access.write = write;
    assert_false(nv50_vm_probe(world.card, &access, &met));
}

/* clang-format off */
static const struct {
    const char *defects;
    uint32_t g84[WORDS], first_of_gt215; /* of a read; the other words of GT215 are the same */
} records[] = {
    { NULL, { 0xcb20, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0c0b0200 },
    { "fault-engine-wrong", { 0xcb21, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0c0b0201 },
    { "fault-reason-wrong", { 0xcb30, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0c0b0300 },
    { "fault-client-wrong", { 0xca20, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0c0a0200 },
    { "fault-slot-wrong", { 0xdb20, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0d0b0200 },
    { "fault-read-inverted", { 0xcb20, 4, 0x2ff8, 0x5678, 0x3004, 0x012 }, 0x0c0b0200 },
    { "fault-address-low-missing", { 0xcb20, 4, 0x2ff8, 0, 0x3004, 0x112 }, 0x0c0b0200 },
    { "fault-address-is-offset", { 0xcb20, 4, 0x2ff8, 0x5678, 0x3004, 0x100 }, 0x0c0b0200 },
    { "fault-target-missing", { 0xcb20, 4, 0x0ff8, 0x5678, 0x3004, 0x112 }, 0x0c0b0200 },
    { "fault-channel-swapped", { 0xcb20, 0x2ff8, 4, 0x5678, 0x3004, 0x112 }, 0x0c0b0200 },
    { "fault-enable-ignored", { 0xcb20, 4, 0x2ff8, 0x5678, 0x3004, 0x112 }, 0x0c0b0200 },
};
/* clang-format on */

static void expect_record(const char *name, const uint32_t *words, uint32_t first)
{
    assert_true(is_pending());
    for (unsigned i = 0; i < 8; i++) {
        const uint32_t expected = i == 0 ? first : i < WORDS ? words[i] : 0;
        const uint32_t seen = word_of_record(i);

        if (seen != expected)
            fail_msg("%s on %s: word %u is 0x%x, expected 0x%x", name ? name : "a good card",
                     world.chip->chip.name, i, seen, expected);
    }
}

TEST(a_defect_changes_its_part_of_the_record)
{
    static const unsigned chips[] = { CHIP_G84, CHIP_GT215 };

    for (unsigned i = 0; i < ARRAY_SIZE(records); i++)
        for (unsigned c = 0; c < 2; c++)
            for (unsigned write = 0; write < 2; write++) {
                uint32_t words[WORDS];

                memcpy(words, records[i].g84, sizeof(words));
                words[5] ^= write << 8;
                open_broken_world(chips[c], records[i].defects, NULL);
                fault_far_away(write);
                expect_record(records[i].defects, words,
                              c ? records[i].first_of_gt215 : records[i].g84[0]);
                world_close(&world);
            }
}

/* ---- when there is one ----------------------------------------------------------------------- */

static void fault_at(unsigned engine, uint64_t logical)
{
    struct nv50_vm_access access = by(engine, 0, 0);
    struct nv50_vm_answer met;

    access.logical = logical;
    assert_false(nv50_vm_probe(world.card, &access, &met));
}

/* Two faults, then word 1 is chosen, then word 0, then the record is acknowledged: of which fault there is a record, and
 * after which of these steps it is gone. */
TEST(records_come_and_go)
{
    static const struct {
        const char *defects;
        bool any, second;
        bool after_first_word, after_all;
    } rows[] = {
        { NULL, true, false, true, false },
        { "fault-no-record", false, false, false, false },
        { "fault-second-overwrites", true, true, true, false },
        { "fault-index-acknowledges", true, false, false, false },
        { "fault-ack-ignored", true, false, true, true },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_broken_world(CHIP_G84, rows[i].defects, NULL);
        put_page(CHANNEL, TABLE, PAGE);
        fault_at(VM_ENGINE_PGRAPH, 0x124);
        fault_at(VM_ENGINE_PGRAPH, 0x248);
        assert_int_equal(is_pending(), rows[i].any);
        if (rows[i].any)
            assert_int_equal(word_of_record(3), rows[i].second ? 0x248 : 0x124);
        word_of_record(1);
        assert_int_equal(is_pending(), rows[i].any);
        word_of_record(0);
        assert_int_equal(is_pending(), rows[i].after_first_word);
        world_write_reg(&world, CONTROL, 0x80ffffff);
        assert_int_equal(is_pending(), rows[i].after_all);
        world_close(&world);
    }
}

/* PGRAPH has bits 10:0, of which any one will do; PBSP has bit 19, which is not PGRAPH's. */
TEST(enable_bits_count_as_the_defect_has_it)
{
    static const struct {
        const char *defects;
        bool none, one, first, pbsp;
    } rows[] = {
        { NULL, false, true, true, false },
        { "fault-enable-ignored", true, true, true, true },
        { "fault-enable-first-only", false, false, true, false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct {
            uint32_t bits;
            unsigned engine;
            bool kept;
        } tries[] = { { 0x00fff800, VM_ENGINE_PGRAPH, rows[i].none },
                      { 0x00000400, VM_ENGINE_PGRAPH, rows[i].one },
                      { 0x00000001, VM_ENGINE_PGRAPH, rows[i].first },
                      { 0x000007ff, VM_ENGINE_PBSP, rows[i].pbsp },
                      { 0x00080000, VM_ENGINE_PBSP, true } };

        open_broken_world(CHIP_G84, rows[i].defects, NULL);
        put_page(CHANNEL, TABLE, PAGE);
        for (unsigned t = 0; t < ARRAY_SIZE(tries); t++) {
            world_write_reg(&world, CONTROL, 0x80000000 | tries[t].bits);
            fault_at(tries[t].engine, 0x124);
            if (is_pending() != tries[t].kept)
                fail_msg("%s, try %u", rows[i].defects ? rows[i].defects : "a good card", t);
        }
        world_close(&world);
    }
}

/* §2.7: a write that faults leaves memory as it is; with the defect it lands if the page is read-only, and only then. */
TEST(a_refused_write_lands_with_the_defect)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_broken_world(CHIP_G84, broken ? "fault-write-lands" : NULL, NULL);
        put_page(CHANNEL, TABLE, PAGE | 9);
        put(TABLE + 8, (PAGE + 0x1000) | 0x41);
        put(PAGE + 0x20, 0);
        put(PAGE + 0x1020, 0);
        world_write_reg(&world, REF_PBUS_CHANNEL, 0x40000000 | (uint32_t)(CHANNEL >> 12));
        world_write_reg(&world, 0x1708, 0x80000000 | SELECTOR);
        model_write(world.card, 1, 0x20, 0x31415926, 4);
        assert_int_equal(word_of_record(0) >> 4 & 15, 4);
        world_write_reg(&world, CONTROL, 0x80ffffff);
        model_write(world.card, 1, 0x1020, 0x31415926, 4);
        assert_int_equal(word_of_record(0) >> 4 & 15, 3);
        assert_int_equal((uint32_t)world_peek(&world, (linear_addr){ PAGE + 0x20, TARGET_VRAM }),
                         broken ? 0x31415926 : 0);
        assert_int_equal((uint32_t)world_peek(&world, (linear_addr){ PAGE + 0x1020, TARGET_VRAM }),
                         0);
        world_close(&world);
    }
}

/* Bit 20 of 0x200: PFB in reset and out of it leaves no record, and word 0 chosen. */
TEST(a_reset_of_pfb_forgets_the_record)
{
    open_world(CHIP_G84, NULL);
    put_page(CHANNEL, TABLE, PAGE);
    fault_at(VM_ENGINE_PFIFO, 0x124);
    assert_int_equal(word_of_record(3), 0x124);
    const uint32_t enabled = world_read_reg(&world, 0x200);
    world_write_reg(&world, 0x200, enabled & ~(1u << 20));
    world_write_reg(&world, 0x200, enabled);
    assert_int_equal(world_read_reg(&world, CONTROL), 0);
    for (unsigned i = 0; i < WORDS; i++)
        assert_int_equal(word_of_record(i), 0);
    world_close(&world);
}

/* ---- TLBs ------------------------------------------------------------------------------------ */

#define NEW UINT64_C(0x10000) /* how far behind the old pages the new ones are */

static void lay_pages(uint64_t at)
{
    for (unsigned page = 0; page < 4; page++)
        put(TABLE + 8 * page, (PAGE + at + 0x1000 * page) | 1);
}

static uint64_t met_at(unsigned engine, uint64_t logical)
{
    struct nv50_vm_access access = by(engine, 0, 0);

    access.logical = logical;
    return ask_model(&access).at.v;
}

/* Whether the engine still meets the page that stood there when it looked last. */
static bool is_kept(unsigned engine, unsigned page)
{
    const uint64_t at = met_at(engine, 0x1000 * page);

    assert_true(at == PAGE + 0x1000 * page || at == PAGE + NEW + 0x1000 * page);
    return at == PAGE + 0x1000 * page;
}

#define E(name) (1u << VM_ENGINE_##name)
#define EVERY   (E(PGRAPH) | E(PVP) | E(PEEPHOLE) | E(PFIFO) | E(BAR) | E(PMPEG) | E(PBSP) | E(PCOPY))

TEST(a_flush_drops_what_the_defect_lets_it)
{
    /* clang-format off */
    static const struct {
        const char *defects;
        unsigned flushed;
        uint32_t lost;
    } rows[] = {
        { NULL, VM_ENGINE_PGRAPH, E(PGRAPH) },
        { NULL, VM_ENGINE_BAR, E(BAR) },
        { NULL, VM_ENGINE_PCOPY, E(PCOPY) },
        { "tlb-flush-ignored", VM_ENGINE_BAR, 0 },
        { "tlb-flush-ignored", VM_ENGINE_PGRAPH, 0 },
        { "tlb-flush-swapped", VM_ENGINE_BAR, E(PEEPHOLE) },
        { "tlb-flush-swapped", VM_ENGINE_PEEPHOLE, E(BAR) },
        { "tlb-flush-swapped", VM_ENGINE_PGRAPH, E(PGRAPH) },
        { "tlb-flush-swapped", VM_ENGINE_PFIFO, E(PFIFO) },
        { "tlb-flush-graph-ignored", VM_ENGINE_PGRAPH, 0 },
        { "tlb-flush-graph-ignored", VM_ENGINE_PVP, E(PVP) },
        { "tlb-flush-graph-ignored", VM_ENGINE_PFIFO, E(PFIFO) },
        { "tlb-flush-fifo-ignored", VM_ENGINE_PFIFO, 0 },
        { "tlb-flush-fifo-ignored", VM_ENGINE_PGRAPH, E(PGRAPH) },
        { "tlb-flush-id-short", VM_ENGINE_PMPEG, E(PGRAPH) },
        { "tlb-flush-id-short", VM_ENGINE_PBSP, E(PVP) },
        { "tlb-flush-id-short", VM_ENGINE_PCOPY, E(PFIFO) },
        { "tlb-flush-id-short", VM_ENGINE_BAR, E(BAR) },
        { "tlb-shared", VM_ENGINE_PFIFO, EVERY },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_broken_world(CHIP_GT215, rows[i].defects, NULL);
        put_page(CHANNEL, TABLE, 0);
        lay_pages(0);
        for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++)
            if (EVERY >> engine & 1)
                assert_true(is_kept(engine, 0));
        lay_pages(NEW);
        world_flush(&world, rows[i].flushed);
        for (unsigned engine = 0; engine < VM_ENGINE_COUNT; engine++)
            if ((EVERY >> engine & 1) && is_kept(engine, 0) == (rows[i].lost >> engine & 1))
                fail_msg("%s: engine %u after a flush of %u",
                         rows[i].defects ? rows[i].defects : "a good card", engine,
                         rows[i].flushed);
        world_close(&world);
    }
}

/* Page 0 is fetched first and used last, so that page 1 is the oldest, then page 2. What is not there is not dropped
 * again. */
TEST(one_flush_drops_the_oldest)
{
    for (unsigned flushes = 0; flushes <= 4; flushes++) {
        open_broken_world(CHIP_G84, "tlb-flush-first-only", NULL);
        put_page(CHANNEL, TABLE, 0);
        lay_pages(0);
        world_flush(&world, VM_ENGINE_PGRAPH);
        for (unsigned page = 0; page < 3; page++)
            assert_true(is_kept(VM_ENGINE_PGRAPH, page));
        assert_true(is_kept(VM_ENGINE_PGRAPH, 0));
        lay_pages(NEW);
        for (unsigned i = 0; i < flushes; i++)
            world_flush(&world, VM_ENGINE_PGRAPH);
        assert_int_equal(is_kept(VM_ENGINE_PGRAPH, 0), flushes < 3);
        assert_int_equal(is_kept(VM_ENGINE_PGRAPH, 1), flushes < 1);
        assert_int_equal(is_kept(VM_ENGINE_PGRAPH, 2), flushes < 2);
        world_close(&world);
    }
}

/* The entry of page 0 answers for page 1 too, or for what is 4 GiB behind it, which has a table of its own. */
TEST(an_entry_answers_for_more_than_its_page)
{
    static const struct {
        const char *defects;
        uint64_t behind, far;
    } rows[] = {
        { NULL, 0x59008, 0x66124 },
        { "tlb-entry-too-long", 0x51008, 0x66124 },
        { "tlb-high-bits-ignored", 0x59008, 0x50124 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_broken_world(CHIP_G84, rows[i].defects, NULL);
        put_page(CHANNEL, TABLE, PAGE | 1);
        put(TABLE + 8, 0x59001);
        put(TABLE + 16, 0x5a001);
        put(CHANNEL + 0x200 + UINT64_C(8) * 8, 0x3c003);
        put(0x3c000, 0x66001);
        put(0x3c008, 0x67001);
        assert_int_equal(met_at(VM_ENGINE_PGRAPH, 0x124), 0x50124);
        assert_int_equal(met_at(VM_ENGINE_PGRAPH, 0x2000), 0x5a000);
        assert_int_equal(met_at(VM_ENGINE_PGRAPH, 0x1008), rows[i].behind);
        assert_int_equal(met_at(VM_ENGINE_PGRAPH, 0x100000124), rows[i].far);
        world_close(&world);
    }
}

/* A bound channel takes away what its engine had, and nothing of another's; the defect keeps it. */
TEST(a_new_channel_keeps_the_old_ones_pages)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_broken_world(CHIP_G84, broken ? "tlb-bind-keeps" : NULL, NULL);
        put_page(CHANNEL, TABLE, 0);
        lay_pages(0);
        assert_true(is_kept(VM_ENGINE_PGRAPH, 0) && is_kept(VM_ENGINE_PFIFO, 0));
        lay_pages(NEW);
        nv50_vm_bind(world.card, VM_ENGINE_PGRAPH, OTHER >> 12);
        assert_int_equal(is_kept(VM_ENGINE_PGRAPH, 0), broken);
        assert_true(is_kept(VM_ENGINE_PFIFO, 0));
        world_close(&world);
    }
}

/* Knob tlb_entries=0: what is in the tables counts at once. */
TEST(a_card_may_be_without_tlbs)
{
    open_world(CHIP_G84, "tlb_entries=0");
    put_page(CHANNEL, TABLE, 0);
    lay_pages(0);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 0));
    lay_pages(NEW);
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_flush(&world, VM_ENGINE_PGRAPH);
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_close(&world);
}

/* Knob tlb_entries=1: the page that was met last. */
TEST(a_tlb_of_one_keeps_the_last_page)
{
    open_world(CHIP_G84, "tlb_entries=1");
    put_page(CHANNEL, TABLE, 0);
    lay_pages(0);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 0) && is_kept(VM_ENGINE_PGRAPH, 1));
    lay_pages(NEW);
    assert_true(is_kept(VM_ENGINE_PGRAPH, 1));
    assert_false(is_kept(VM_ENGINE_PGRAPH, 0));
    world_close(&world);
}

/* §2.1: bits 28:27 of 0x100c90 are MCP89's own; 26:24 are the index, 31 is an action. */
TEST(mcp89_keeps_two_bits_more)
{
    for (unsigned mcp89 = 0; mcp89 < 2; mcp89++) {
        open_world(mcp89 ? CHIP_MCP89 : CHIP_GT218, NULL);
        world_write_reg(&world, CONTROL, 0xfdffffff);
        assert_int_equal(world_read_reg(&world, CONTROL), mcp89 ? 0x1dffffff : 0x05ffffff);
        assert_int_equal(world_read_reg(&world, DATA), 0);
        world_close(&world);
    }
}
