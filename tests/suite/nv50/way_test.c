/* How the memory of an NV50 card is shown slice by slice, and how that is proven before a word of memory is judged
 * (docs/hardware/tesla-vm.md §1.1, §1.2): which words are compared, through which object, and the test's result where
 * BAR1 shows other memory than PMEM. The card is a G92 of 4 GiB, of which BAR1 shows 256 MiB: sixteen slices. */
#include "engines/nv50/family.h"
#include "engines/window.h"
#include "reference/nv50.h"
#include "suite/nv50/way.h"
#include "suite/nv50/way_state.h"
#include "suite/nv50/word_code.h"
#include "tests/suite/run_rig.h"

#define RAM_TYPE   REF_PFB_RAM_TYPE /* bits 2:0: DDR1, DDR2 or DDR3, GDDR3, GDDR4, GDDR5 */
#define HIDE_LOW   0x000300u
#define HIDE_HIGH  0x000304u
#define SLICE      UINT64_C(0x10000000)
#define SLICES     16u
#define WORDS      16u /* near the start of each slice */
#define ENDS       8u  /* at 1 MiB and each power of two up to the end of the slice */
#define DIRECT     UINT64_MAX
#define ACCESSES   2000u
#define NOT_HIDDEN UINT64_MAX

/* One read through BAR1. */
struct read {
    uint64_t base; /* of its object; DIRECT: it has none */
    uint64_t at;
    uint32_t value;
};

static struct seen {
    struct bus_tap tap;
    uint64_t bar0, bar1, object, base;
    struct read reads[ACCESSES];
    unsigned count;
    /* Reads of one slice that come back wrong: `wrong_words` of the first ones, `wrong_ends` of those after them. */
    uint64_t wrong_base;
    unsigned wrong_words, wrong_ends;
    bool lies_of_ram; /* of its kind: */
    uint8_t ram_type;
    /* The settings of the view. */
    bool opened;
    struct memory_view view;
    struct vram_shape shape;
    uint32_t before, after;
    unsigned refreshes;
} * seen;

static bool comes_back_wrong(void)
{
    if (seen->base != seen->wrong_base)
        return false;
    if (seen->wrong_words) {
        seen->wrong_words--;
        return true;
    }
    if (seen->reads[seen->count - 1].at < 0x100000 || !seen->wrong_ends)
        return false;
    seen->wrong_ends--;
    return true;
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t value = seen->tap.real->read(bus, at, size);

    if (seen->lies_of_ram && at.v == seen->bar0 + RAM_TYPE)
        return (value & ~UINT64_C(7)) | seen->ram_type;
    if (at.v - seen->bar1 >= SLICE)
        return value;
    assert_true(seen->count < ACCESSES);
    seen->reads[seen->count++] = (struct read){ seen->base, at.v - seen->bar1, (uint32_t)value };
    return comes_back_wrong() ? ~value : value;
}

/* A digit for each write. */
static void see_refresh(uint32_t reg, uint32_t value)
{
    const unsigned digit = reg == REF_PFB_PRECHARGE ? 1
                           : reg == REF_PFB_REFRESH ? 2
                                                    : 3 + (value >> 31);

    if (digit < 3 || reg == REF_PFB_REFCTRL)
        seen->refreshes = seen->refreshes * 10 + digit;
}

/* The object that was written last, and whether BAR1 has one (tesla-vm.md §1.8; tesla-mmio.md §3.3). */
static void see_trace(void *opaque, const char *line)
{
    unsigned w[6];

    if (sscanf(line, "object %x %x %x %x %x %x", &w[0], &w[1], &w[2], &w[3], &w[4], &w[5]) == 6)
        seen->base = seen->object = w[2] | (uint64_t)(w[3] & 0xff) << 32;
    else if (sscanf(line, "w 001708 %x", &w[0]) == 1)
        seen->base = w[0] >> 31 ? seen->object : DIRECT;
    else if (seen->opened && sscanf(line, "w %x %x", &w[0], &w[1]) == 2)
        see_refresh(w[0], w[1]);
}

static void look(struct rig *rig)
{
    bus_tap(&seen->tap, host_bus(rig->host));
    seen->tap.ops.read = see_read;
    seen->bar0 = rig_bar(rig, 0);
    seen->bar1 = rig_bar(rig, 1);
}

static uint32_t hide_low, hide_high;

static void open_a_view(struct test *t)
{
    struct memory_view *const view = &seen->view;
    const linear_addr first = { 0x10008, TARGET_VRAM };

    if (hide_low) {
        card_set32(t->card, HIDE_LOW, hide_low);
        card_set32(t->card, HIDE_HIGH, hide_high);
    }
    seen->base = DIRECT;
    seen->count = 0;
    seen->before = pmem_read32(t->card, first);
    seen->opened = test_compared(t, view_open(view, t, "looking"));
    seen->after = pmem_read32(t->card, first);
    if (seen->opened) {
        assert_int_equal(OK, nv50_way.shape(view, &seen->shape));
        /* nouveau's order (ramnv50.c): precharge, two refreshes, none by itself; then again by itself. */
        assert_pairs(OK, nv50_way.refresh(view, false), OK, nv50_way.refresh(view, true), 12234,
                     seen->refreshes);
        view_close(view);
    }
}

/* Places for own structures, of which none is taken. */
static uint64_t tried[200];
static unsigned tries;

static enum err refuse(struct card *card, uint64_t near)
{
    assert_true(tries < ARRAY_SIZE(tried));
    tried[tries++] = near;
    return ERR_RIG;
}

static void look_for_room(struct test *t)
{
    static const struct own_memory_piece piece = { 0, 256 };
    static const struct own_memory_need need = { &piece, 1, 256, 0, true, refuse, 0x555555 };
    uint32_t kept[256 / 4];
    struct own_memory own;

    tries = 0;
    assert_true(test_compared(t, !own_memory_open(&own, t->card, 4, &need, NULL, kept)));
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "way.look", .source = "tesla-vm.md §1.1", .run = open_a_view, .basis = PROVEN, .claim = CLAIM_VRAM, .deadline_s = 60 },
    { .name = "way.room", .source = "tesla-vm.md §6.2", .run = look_for_room, .deadline_s = 60 },
};
/* clang-format on */
static const struct test_group group = { rows, ARRAY_SIZE(rows) };
static const struct test_group *const groups[] = { &group };
static const struct suite suite = {
    .family = &nv50_family, .way = &nv50_way, .groups = groups, .count = 1
};
static const struct suite *const all[] = { &suite };
static const struct suites suites = { all, 1 };

/* The defect is in *broken. */
static struct rig *open_rig_on(const struct model_config *card, const struct seen *broken)
{
    struct rig *const rig = rig_new();

    seen = calloc(1, sizeof(*seen));
    *seen = *broken;
    rig->card = *card;
    rig->card.trace = true;
    rig->host_config.log = see_trace;
    rig->setup.suites = &suites;
    rig->prepare = look;
    rig_run(rig);
    return rig;
}

static struct rig *open_rig(const struct seen *broken)
{
    return open_rig_on(&(struct model_config){ .chip = &nv50_chips[CHIP_G92].chip,
                                               .vram_size = UINT64_C(4) << 30 },
                       broken);
}

static void close_rig(struct rig *rig)
{
    rig_free(rig);
    free(seen);
}

static const struct seen nothing_broken = { .wrong_base = 1 };

/* Sixteen words, 64 KiB and eight bytes from one to the next, then the places that a window too short would show
 * twice: each has a value that tells it from the others. */
static unsigned expect_slice(unsigned i, uint64_t base, unsigned ends)
{
    for (unsigned word = 0; word < WORDS; word++, i++)
        assert_pairs(base, seen->reads[i].base, word * 0x10008u, seen->reads[i].at,
                     0x5a0ff1a5 ^ word * 0x01010101u, seen->reads[i].value);
    for (unsigned end = 0; end < ends; end++, i++)
        assert_pairs(base, seen->reads[i].base, 0x100000u << end, seen->reads[i].at,
                     0x5a0ff1a5 ^ end * 0x10204081u, seen->reads[i].value);
    return i;
}

/* The first as the VBIOS leaves BAR1, the others through an object that begins where the slice does. */
TEST(every_slice_is_proven)
{
    struct rig *const rig = open_rig(&nothing_broken);
    unsigned i = expect_slice(0, DIRECT, ENDS);

    for (unsigned slice = 1; slice < SLICES; slice++)
        i = expect_slice(i, slice * SLICE, ENDS);
    assert_pairs(i, seen->count, true, seen->opened, SLICE, seen->view.slice, UINT64_C(4) << 30,
                 seen->view.reach, seen->before, seen->after);
    close_rig(rig);
}

/* Bad memory reads the same both ways, so few words may differ; more than half, and it is the way. */
TEST(more_than_half_must_agree)
{
    /* clang-format off */
    static const struct {
        uint64_t base;
        unsigned words, ends;
        const char *says; /* null: the view opens */
    } rows_[] = { { 2 * SLICE, 7, 0, NULL }, { 2 * SLICE, 8, 0, "BAR1 shows 8 of 16 words as PMEM does" },
        { 2 * SLICE, 16, 0, "BAR1 shows 0 of 16 words as PMEM does" }, { 15 * SLICE, 16, 0, "BAR1 shows 0 of 16 words as PMEM does" },
        { 3 * SLICE, 0, 4, NULL }, { 3 * SLICE, 0, 5, "BAR1 shows 16 of 16 words as PMEM does" } };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows_); i++) {
        const struct seen broken = { .wrong_base = rows_[i].base,
                                     .wrong_words = rows_[i].words,
                                     .wrong_ends = rows_[i].ends };
        struct rig *const rig = open_rig(&broken);

        assert_int_equal(!rows_[i].says, seen->opened);
        expect_said(rig->tap, rows_[i].says ? rows_[i].says : "\nok 1 - way.look");
        if (rows_[i].says) /* the rig's fault, and no chip's */
            expect_said(rig->tap, "severity: \"error\"");
        assert_int_equal(seen->before, seen->after);
        close_rig(rig);
    }
}

/* A BAR1 that shows other memory as it is may still show the right one through an object: the first slice too. */
TEST(the_first_slice_has_two_ways)
{
    const struct seen broken = { .wrong_base = DIRECT, .wrong_words = 16 };
    struct rig *const rig = open_rig(&broken);

    unsigned i = expect_slice(0, DIRECT, 0);
    for (unsigned slice = 0; slice < SLICES; slice++)
        i = expect_slice(i, slice * SLICE, ENDS);
    assert_pairs(i, seen->count, true, seen->opened);
    close_rig(rig);
}

/* VRAM_HIDE names the first and the last byte, and counts with bit 31 alone. */
TEST(hidden_bytes_are_known)
{
    /* clang-format off */
    static const struct { uint32_t low, high; uint64_t from, to; } rows_[] = {
        { 0x80200000, 0x002fffff, 0x200000, 0x300000 }, { 0x00200000, 0x002fffff, 0, 0 },
        { 0x9ffffffc, 0x1fffffff, 0x1ffffffc, 0x20000000 }
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows_); i++) {
        hide_low = rows_[i].low;
        hide_high = rows_[i].high;
        struct rig *const rig = open_rig(&nothing_broken);
        assert_pairs(rows_[i].from, seen->view.hide_from, rows_[i].to, seen->view.hide_to);
        close_rig(rig);
    }
    hide_low = hide_high = 0;
}

/* Values of most chips of a kind (board.md §1.3). */
TEST(chips_have_the_usual_width)
{
    static const uint8_t widths[] = { 16, 16, 32, 32, 32 };

    for (uint8_t type = 0; type < 5; type++) {
        const struct seen broken = { .wrong_base = 1, .lies_of_ram = true, .ram_type = type };
        struct rig *const rig = open_rig(&broken);

        assert_pairs(true, seen->opened, widths[type], seen->shape.chip_width);
        close_rig(rig);
    }
}

/* Partitions take turns every 256 bytes (tesla-vm.md §6.2). A place of one block is looked for in all of them, upwards
 * in 64 KiB of each, 32 times; then in two neighbours, which differ in the lowest bits. 4 GiB are 0x4000 of these. */
TEST(room_is_looked_for_in_all_partitions)
{
    struct rig *const rig = open_rig(&nothing_broken);

    assert_int_equal(3 * 32, tries);
    for (unsigned i = 0; i < tries; i++)
        assert_pairs(0x1555 ^ i / 32, tried[i] / (4 * 0x10000), i % 4, tried[i] / 256 % 4, 0,
                     tried[i] % 256, true, i % 32 == 0 || tried[i] > tried[i - 1]);
    close_rig(rig);
}

/* Objects of BAR1, of m2mf and of the shader cores that were found are in two chunks each: pairs 0, 1 and 2. Each keeps
 * its own from copies that warm the card, the first two from those that load it; a chunk that was brought while one of
 * theirs lay there is stained. */
TEST(chunks_are_kept_by_what_lies_there)
{
    static const struct own_memory_need need = { .span = 256 };
    struct nv50_view nv50 = { 0 };
    struct memory_view of = { .state = &nv50 };
    struct own_memory *const own[] = { &nv50.own_memory, &nv50.channel_copy.own_memory,
                                       &nv50.shader_check.own_memory };

    for (unsigned i = 0; i < 6; i++) {
        own[i / 2]->at[i % 2].v = (i + 1) * (uint64_t)VIEW_CHUNK;
        own[i / 2]->need = &need;
        own[i / 2]->parts = 1;
    }
    for (unsigned found = 0; found < 8; found++)
        for (unsigned i = 0; i < 8; i++) {
            const uint64_t at = i * (uint64_t)VIEW_CHUNK;
            const unsigned pair = i && i < 7 ? 1u << (i - 1) / 2 : 0;

            nv50.own_is_open = found & 1;
            nv50.channel_copy.found = found & 2;
            nv50.shader_check.found = found & 4;
            assert_pairs((found & pair) != 0, nv50_way.keeps(&of, at), (found & pair & 3) != 0,
                         nv50_way.lies(&of, at));
            of.loaded_with = 1u << found;
            assert_pairs(OK, nv50_way.make_room(&of, at), found < 4 && i == found + 1, of.stained);
        }
}

/* tesla-isa.md §5: mov b32 $r9 u16 s[0xc], then no more of it than there are blocks. */
TEST(programs_read_the_number_of_their_block)
{
    static struct shader_code code;

    put_block_number(&code, 9, 4);
    assert_pairs(code.words[0], 0x10004c25, code.words[1], 0x0423c780, code.words[2],
                 0xd0031225); /* and $r9 $r9 3 */
    assert_int_equal(code.words[3], 0x00000003);
}
