/* What each defect of the model's VM changes, and that it changes nothing else: one scene of accesses, what a good card
 * makes of each (docs/hardware/tesla-vm.md §1), and for a defect the few answers that its sentence
 * (model/nv50/base/defect_list.h) makes others. */

#include "tests/kit/tests.h"
#include "tests/model/nv50/vm/vm_rig.h"

#define NO_FAULT 0xff

/* Descriptors of a channel in system memory, snooped and not, and of one nowhere. */
#define IN_SYSTEM  0x2ff80004
#define NOT_SNOOP  0x3ff80004
#define NO_CHANNEL 0x10000010

#define UNPAGED 0x00190000 /* VRAM, for anybody, to read and write */

enum place {
    SMALL,
    ABSENT,
    READ_ONLY,
    SUPERVISOR,
    BLOCK,
    SYSTEM_PAGE,
    TARGET_1,
    HIGH_PAGE,
    PAST_VRAM,
    BIT_27,
    BIT_28,
    LARGE,
    NO_TABLE,
    TABLE_NOWHERE,
    SYSTEM_TABLE,
    HIGH_TABLE,
    SHORT_TABLE,
    BIT_39,
    BASE,
    LAST_BYTES,
    FIRST_PAGE,
    PAST_LIMIT,
    PAGE_BEHIND,
    LOW_LIMIT,
    HIGH_SELECTOR,
    NULL_OBJECT,
    SYSTEM_CHANNEL,
    UNSNOOPED_CHANNEL,
    CHANNEL_NOWHERE,
    PLACES
};

/* reason: of the fault at that address; NO_FAULT: what is reached, of which addresses past 4 GiB are in system memory. */
struct answer {
    unsigned reason;
    uint64_t at;
};

/* clang-format off */
static const struct {
    uint64_t logical;
    unsigned selector;
    uint32_t channel; /* 0: the one in VRAM */
    bool write;
    struct answer good;
} scene[PLACES] = {
    [SMALL] = { .logical = 0x124, .good = { NO_FAULT, 0x50124 } },
    [ABSENT] = { .logical = 0x1010, .good = { 2, 0x1010 } },
    [READ_ONLY] = { .logical = 0x2020, .write = true, .good = { 4, 0x2020 } },
    [SUPERVISOR] = { .logical = 0x3030, .good = { 3, 0x3030 } },
    [BLOCK] = { .logical = 0x5004, .good = { NO_FAULT, 0x58004 } },
    [SYSTEM_PAGE] = { .logical = 0x6008, .good = { NO_FAULT, SYSRAM + 0x2008 } },
    [TARGET_1] = { .logical = 0x7000, .good = { 7, 0x7000 } },
    [HIGH_PAGE] = { .logical = 0x8010, .good = { NO_FAULT, 0x55010 } },
    [PAST_VRAM] = { .logical = 0x9018, .good = { 0xb, 0x9018 } },
    [BIT_27] = { .logical = 0x08000044, .good = { NO_FAULT, 0x65044 } },
    [BIT_28] = { .logical = 0x10000040, .good = { NO_FAULT, 0x56040 } },
    [LARGE] = { .logical = 0x20010224, .good = { NO_FAULT, 0x70224 } },
    [NO_TABLE] = { .logical = 0x40000030, .good = { 0, 0x40000030 } },
    [TABLE_NOWHERE] = { .logical = 0x60000038, .good = { 0, 0x60000038 } },
    [SYSTEM_TABLE] = { .logical = 0x80000048, .good = { NO_FAULT, 0x5d048 } },
    [HIGH_TABLE] = { .logical = 0xa0000050, .good = { NO_FAULT, 0x5e050 } },
    [SHORT_TABLE] = { .logical = 0xc2000058, .good = { 1, 0xc2000058 } },
    [BIT_39] = { .logical = 0x8000000060, .good = { NO_FAULT, 0x61060 } },
    [BASE] = { .logical = 0x70, .selector = 0x602, .good = { NO_FAULT, 0x63070 } },
    [LAST_BYTES] = { .logical = 0x1ffc, .selector = 0x604, .good = { NO_FAULT, 0x51ffc } },
    [FIRST_PAGE] = { .logical = 0xffc, .selector = 0x604, .good = { NO_FAULT, 0x50ffc } },
    [PAST_LIMIT] = { .logical = 0x2000, .selector = 0x604, .good = { 0xf, 0x52000 } },
    [PAGE_BEHIND] = { .logical = 0x3000, .selector = 0x604, .good = { 0xf, 0x53000 } },
    [LOW_LIMIT] = { .logical = 0x10, .selector = 0x606, .good = { NO_FAULT, 0x10 } },
    [HIGH_SELECTOR] = { .logical = 0x28, .selector = 0xe00, .good = { NO_FAULT, 0x52028 } },
    [NULL_OBJECT] = { .logical = 0x34, .selector = 0, .good = { 6, 0x34 } },
    [SYSTEM_CHANNEL] = { .logical = 0x3c, .channel = IN_SYSTEM, .good = { NO_FAULT, 0x6403c } },
    [UNSNOOPED_CHANNEL] = { .logical = 0x3c, .channel = NOT_SNOOP, .good = { NO_FAULT, 0x6403c } },
    [CHANNEL_NOWHERE] = { .logical = 0x44, .channel = NO_CHANNEL, .good = { 5, 0x44 } },
};

#define CHANGES 8

static const struct {
    const char *defects;
    struct {
        enum place place;
        struct answer answer;
    } changes[CHANGES]; /* those with an address */
} rows[] = {
    { NULL, { { 0 } } },
    { "vm-base-ignored", { { BASE, { NO_FAULT, 0x50070 } }, { HIGH_SELECTOR, { NO_FAULT, 0x50028 } }, { LAST_BYTES, { NO_FAULT, 0x1ffc } }, { FIRST_PAGE, { NO_FAULT, 0xffc } }, { PAST_LIMIT, { NO_FAULT, 0x2000 } }, { PAGE_BEHIND, { NO_FAULT, 0x3000 } }, { SYSTEM_CHANNEL, { NO_FAULT, 0x3c } }, { UNSNOOPED_CHANNEL, { NO_FAULT, 0x3c } } } },
    { "vm-base-high-ignored", { { BASE, { NO_FAULT, 0x52070 } } } },
    { "vm-limit-ignored", { { PAST_LIMIT, { NO_FAULT, 0x52000 } }, { PAGE_BEHIND, { NO_FAULT, 0x53000 } } } },
    { "vm-limit-long", { { PAST_LIMIT, { NO_FAULT, 0x52000 } } } },
    { "vm-limit-short", { { LAST_BYTES, { 0xf, 0x51ffc } }, { LOW_LIMIT, { 0xf, 0x10 } } } },
    { "vm-limit-high-ignored", { { BIT_39, { 0xf, 0x8000000060 } }, { BASE, { 0xf, 0x8000002070 } } } },
    { "vm-pde-target-ignored", { { TABLE_NOWHERE, { NO_FAULT, 0x5c038 } }, { SYSTEM_TABLE, { 2, 0x80000048 } } } },
    { "vm-pde-invalid-accepted", { { TABLE_NOWHERE, { NO_FAULT, 0x5c038 } } } },
    { "vm-pde-type-ignored", { { NO_TABLE, { NO_FAULT, 0x5b030 } } } },
    { "vm-pde-index-short", { { BIT_39, { NO_FAULT, 0x50060 } }, { BASE, { NO_FAULT, 0x52070 } } } },
    { "vm-pte-target-ignored", { { SYSTEM_PAGE, { 0xb, 0x6008 } }, { TARGET_1, { NO_FAULT, 0x54000 } } } },
    { "vm-pte-present-ignored", { { ABSENT, { NO_FAULT, 0x51010 } } } },
    { "vm-pt-size-ignored", { { SHORT_TABLE, { NO_FAULT, 0x5f058 } } } },
    { "vm-pt-index-short", { { BIT_28, { NO_FAULT, 0x50040 } } } },
    { "vm-read-only-ignored", { { READ_ONLY, { NO_FAULT, 0x52020 } } } },
    { "vm-supervisor-ignored", { { SUPERVISOR, { NO_FAULT, 0x53030 } } } },
    { "vm-contig-ignored", { { BLOCK, { NO_FAULT, 0x57004 } } } },
    { "vm-contig-or", { { BLOCK, { NO_FAULT, 0x57004 } } } },
    { "vm-large-page-unmasked", { { LARGE, { NO_FAULT, 0x73224 } } } },
    { "vm-large-page-small", { { LARGE, { NO_FAULT, 0x5a224 } } } },
    { "vm-table-high-kept", { { HIGH_TABLE, { 0, 0xa0000050 } } } },
    { "vm-vram-high-kept", { { HIGH_PAGE, { 0xb, 0x8010 } } } },
    { "vm-vram-limit-ignored", { { PAST_VRAM, { NO_FAULT, 0x18 } } } },
    { "vm-unpaged-as-paged", { { LAST_BYTES, { 2, 0x51ffc } }, { FIRST_PAGE, { 2, 0x50ffc } }, { LOW_LIMIT, { NO_FAULT, 0x50010 } }, { SYSTEM_CHANNEL, { 0, 0x6403c } }, { UNSNOOPED_CHANNEL, { 0, 0x6403c } } } },
    { "vm-channel-target-ignored", { { SYSTEM_CHANNEL, { 0xf, 0x3c } }, { UNSNOOPED_CHANNEL, { 0xf, 0x3c } } } },
    { "vm-selector-short", { { HIGH_SELECTOR, { NO_FAULT, 0x50028 } } } },
    { "vm-null-object-accepted", { { NULL_OBJECT, { NO_FAULT, 0x62034 } } } },
    { "vm-nosnoop-is-vram", { { UNSNOOPED_CHANNEL, { 0xf, 0x3c } } } },
};
/* clang-format on */

/* Page 0 and those behind it, of 4 KiB; a PDE for each thing that one can say; objects. */
static void lay_scene(void)
{
    static const uint64_t pages[] = { 0x50001, 0x51000, 0x52009, 0x53041,      0x57081,
                                      0x57081, 0x00021, 0x54011, 0x4500055001, 0x40000001 };
    const uint64_t directory = CHANNEL + world.chip->pd_offset;

    put(directory, TABLE | 3);
    for (unsigned i = 0; i < ARRAY_SIZE(pages); i++)
        put(TABLE + 8 * i, pages[i]);
    put(TABLE + UINT64_C(8) * 6, (SYSRAM + 0x2000) | 0x21);
    put(TABLE + 0x40000, 0x65001);
    put(TABLE + 0x80000, 0x56001);
    put(directory + UINT64_C(8) * 1, 0x30001);
    put(0x30008, 0x73001); /* the second page of 64 KiB, or of 4 */
    put(0x30080, 0x5a001);
    put(directory + UINT64_C(8) * 2, 0x3a000);
    put(0x3a000, 0x5b001);
    put(directory + UINT64_C(8) * 3, 0x39007);
    put(0x39000, 0x5c001);
    put(directory + UINT64_C(8) * 4, (SYSRAM + 0x1000) | 0xb);
    put(SYSRAM + 0x1000, 0x5d001);
    put(directory + UINT64_C(8) * 5, 0x100038003);
    put(0x38000, 0x5e001);
    put(directory + UINT64_C(8) * 6, 0x34063); /* 32 MiB */
    put(0x44000, 0x5f001);
    put(directory + UINT64_C(8) * 0x400, 0x3b003);
    put(0x3b000, 0x61001);
    put(0x3b010, 0x63001);
    put_object(CHANNEL, 0x600, PAGED, 0, ALL, 0, 0x80000);
    put_object(CHANNEL, 0x602, PAGED, 0x8000002000, ALL, 0, 0x80000);
    put_object(CHANNEL, 0x604, UNPAGED, 0x50000, 0x51fff, 0, 0);
    put_object(CHANNEL, 0x606, UNPAGED, 0, 0x7ff, 0, 0);
    put_object(CHANNEL, 0xe00, PAGED, 0x2000, ALL, 0, 0x80000);
    put_object(CHANNEL, 0, UNPAGED, 0x62000, 0x62fff, 0, 0);
    put_object(SYSRAM + 0x4000, 0x600, UNPAGED, 0x64000, ALL, 0, 0);
}

static struct nv50_vm_access access_to(enum place place)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    access.logical = scene[place].logical;
    access.write = scene[place].write;
    if (scene[place].channel)
        access.channel = scene[place].channel;
    if (scene[place].selector || place == NULL_OBJECT)
        access.selector = (uint16_t)scene[place].selector;
    return access;
}

static struct answer answer_of(const struct verdict *met)
{
    if (met->ok)
        return (struct answer){ NO_FAULT, met->at.v };
    return (struct answer){ met->fault.reason, met->fault.at.v };
}

TEST(a_defect_changes_what_it_says_and_no_more)
{
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        open_broken_world(CHIP_G84, rows[i].defects, NULL);
        lay_scene();
        for (unsigned place = 0; place < PLACES; place++) {
            const struct nv50_vm_access access = access_to(place);
            struct answer expected = scene[place].good;

            for (unsigned k = 0; k < CHANGES; k++)
                if (rows[i].changes[k].answer.at && rows[i].changes[k].place == place)
                    expected = rows[i].changes[k].answer;
            world_flush(&world, VM_ENGINE_PGRAPH);
            const struct verdict met = rows[i].defects ? ask_model(&access) : ask(&access);
            const struct answer seen = answer_of(&met);
            if (seen.reason != expected.reason || seen.at != expected.at)
                fail_msg("%s, place %u: reason 0x%x at 0x%llx, expected 0x%x at 0x%llx",
                         rows[i].defects ? rows[i].defects : "a good card", place, seen.reason,
                         (unsigned long long)seen.at, expected.reason,
                         (unsigned long long)expected.at);
        }
        world_close(&world);
    }
}

/* ---- what only some chipsets can have -------------------------------------------------------- */

static struct answer reached(uint64_t logical)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    access.logical = logical;
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask_model(&access);
    return answer_of(&met);
}

static void expect_reached(uint64_t logical, unsigned reason, uint64_t at)
{
    const struct answer seen = reached(logical);

    if (seen.reason != reason || seen.at != at)
        fail_msg("0x%llx: reason 0x%x at 0x%llx", (unsigned long long)logical, seen.reason,
                 (unsigned long long)seen.at);
}

/* The second page of a table of 16 KiB pages is the fifth of a table of 4 KiB ones; a table of 64 KiB pages stays. */
TEST(pages_of_16k_are_walked_as_small_ones)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_broken_world(CHIP_GT215, broken ? "vm-medium-page-small" : NULL, NULL);
        put(CHANNEL + 0x200, 0x30002);
        put(CHANNEL + 0x208, 0x38001);
        put(0x30008, 0x54001);
        put(0x30020, 0x5a001);
        put(0x38008, 0x70001);
        put_object(CHANNEL, SELECTOR, PAGED, 0, ALL, 0, 0x80000);
        expect_reached(0x4008, NO_FAULT, broken ? 0x5a008 : 0x54008);
        expect_reached(0x20010010, NO_FAULT, 0x70010);
        world_close(&world);
    }
}

/* 0x1400 for G80, else 0x200 or what 0x100c9c says; with the defect where the other layout has it. */
TEST(the_directory_is_where_the_other_layout_has_it)
{
    for (unsigned broken = 0; broken < 2; broken++)
        for (unsigned chip = CHIP_G80; chip <= CHIP_G84; chip++) {
            open_broken_world(chip, broken ? "vm-pd-offset-wrong" : NULL, NULL);
            put(CHANNEL + 0x200, 0x30003);
            put(0x30000, 0x50001);
            put(CHANNEL + 0x1400, 0x38003);
            put(0x38000, 0x51001);
            put_object(CHANNEL, SELECTOR, PAGED, 0, ALL, 0, 0x80000);
            expect_reached(0x10, NO_FAULT, (chip == CHIP_G80) != broken ? 0x51010 : 0x50010);
            world_close(&world);
        }
}

/* 6 partitions of 1 MiB: 0x40000018 is 0x400018 past the 170th time that. */
TEST(addresses_wrap_at_any_size)
{
    open_broken_world(CHIP_G80, "vm-vram-limit-ignored", NULL);
    assert_int_equal(world.vram_size, 6 << 20);
    put_page(CHANNEL, TABLE, 0x40000001);
    expect_reached(0x18, NO_FAULT, 0x400018);
    world_close(&world);
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* An object that says something else than its page in every field: supervisor's, of type 0x10, single, read-only; long,
 * encrypted. Its page: everybody's, 0x70, double with tag 0x123, to be written, short, plain. */
#define OBJECT      0xa4240000
#define OBJECT_5    0x00060000
#define OF_PAGE     0xffc00000 /* type and compression from the page */
#define ITS_PAGE    (PAGE | 1 | UINT64_C(0x70) << 40 | UINT64_C(2) << 47 | UINT64_C(0x123) << 49)
#define IN_VRAM     0x00010000
#define TAGS_TO(to) ((to) << 16 | 0x40)

static void expect_attributes(const char *what, uint64_t logical, const struct attributes *expected)
{
    struct nv50_vm_access access = by(VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0);

    access.logical = logical;
    world_flush(&world, VM_ENGINE_PGRAPH);
    const struct verdict met = ask_model(&access);
    const struct verdict wanted = { .ok = true, .at = met.at, .attributes = *expected };
    if (!verdicts_equal(&wanted, &met)) {
        verdict_print("expected", &wanted);
        verdict_print("seen    ", &met);
        fail_msg("attributes: %s", what);
    }
}

/* A paged object leaves the defect's field to its page; an unpaged one has its own in any case, and so has a page whose
 * object says nothing. */
TEST(a_field_is_left_to_the_page)
{
    /* clang-format off */
    static const struct {
        const char *defects;
        unsigned chip;
        struct attributes paged;
    } rows_of_fields[] = {
        { NULL, CHIP_G80, { true, true, 0x10, 1, 0x123, true, false } },
        { NULL, CHIP_G84, { true, true, 0x10, 1, 0x123, true, true } },
        { "vm-access-override-ignored", CHIP_G84, { false, true, 0x10, 1, 0x123, true, true } },
        { "vm-privilege-override-ignored", CHIP_G84, { true, false, 0x10, 1, 0x123, true, true } },
        { "vm-type-override-ignored", CHIP_G84, { true, true, 0x70, 1, 0x123, true, true } },
        { "vm-compression-override-ignored", CHIP_G84, { true, true, 0x10, 2, 0x123, true, true } },
        { "vm-cycle-override-ignored", CHIP_G80, { true, true, 0x10, 1, 0x123, false, false } },
        { "vm-encryption-override-ignored", CHIP_G84, { true, true, 0x10, 1, 0x123, true, false } },
        { "vm-pte-type-ignored", CHIP_G84, { true, true, 0x10, 1, 0x123, true, true } },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows_of_fields); i++) {
        const bool g80 = rows_of_fields[i].chip == CHIP_G80;
        const char *const name = rows_of_fields[i].defects ? rows_of_fields[i].defects : "none";
        const struct attributes unpaged = { true, true, 0x10, 1, 0x45, true, !g80 };
        const struct attributes own = {
            false, false, strcmp(name, "vm-pte-type-ignored") ? 0x70 : 0, 2, 0x123, false, false
        };

        open_broken_world(rows_of_fields[i].chip, rows_of_fields[i].defects, NULL);
        put_page(CHANNEL, TABLE, ITS_PAGE);
        put_object(CHANNEL, SELECTOR, OBJECT, 0, ALL, TAGS_TO(0x7f), OBJECT_5);
        expect_attributes(name, 0x10, &rows_of_fields[i].paged);
        put_object(CHANNEL, SELECTOR, OF_PAGE, 0, ALL, 0, 0x80000);
        expect_attributes(name, 0x10, &own);
        put_object(CHANNEL, SELECTOR, OBJECT | IN_VRAM, PAGE, ALL, TAGS_TO(0x7f), OBJECT_5);
        expect_attributes(name, 0x10, &unpaged);
        world_close(&world);
    }
}

/* §1.7, §1.9: the second 64 KiB of a block have the next tag, or the next but one where two cells are needed; an unpaged
 * object has none past its limit, here 0x44. */
TEST(tags_do_not_step_and_have_no_end)
{
    static const char *const defects[] = { NULL, "vm-tag-step-ignored",
                                           "vm-unpaged-tag-unchecked" };

    for (unsigned i = 0; i < ARRAY_SIZE(defects); i++) {
        const bool steps = i != 1, unchecked = i == 2;
        const struct attributes single = { .type = 0x70,
                                           .compression = 1,
                                           .tag = steps ? 0x124 : 0x123 };
        const struct attributes two = { .type = 0x70,
                                        .compression = 2,
                                        .tag = steps ? 0x125 : 0x123 };
        const struct attributes past = { .compression = unchecked, .tag = unchecked ? 0x45 : 0 };

        open_broken_world(CHIP_G84, defects[i], NULL);
        put_page(CHANNEL, TABLE, 0);
        put_object(CHANNEL, SELECTOR, OF_PAGE, 0, ALL, 0, 0x80000);
        put(TABLE + 0x80, ITS_PAGE | 5 << 7); /* one of 32 pages of 4 KiB */
        expect_attributes("two cells", 0x10010, &two);
        put(TABLE + 0x80, (ITS_PAGE | 5 << 7) - (UINT64_C(1) << 47));
        expect_attributes("one cell", 0x10010, &single);
        put_object(CHANNEL, SELECTOR, IN_VRAM | 1u << 29, PAGE, ALL, TAGS_TO(0x44), 0x10000);
        expect_attributes("a limit of tags", 0x10, &past);
        world_close(&world);
    }
}
