/* What tests/hw/reference/ says, which was typed from docs/hardware/ and from NVIDIA's manuals: each number of hw/ is the
 * one of the reference, and the model's registers hold what software finds there by the same table. Firmware and model
 * build on these numbers, so nothing else notices one that is wrong. witness.t sees to it that no header has a constant
 * without a second witness. */
#include "hw/gv100/chip.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/unlisted.h"
#include "hw/nv50/media.h"
#include "hw/nv50/registers.h"
#include "tests/hw/reference.h"
#include "tests/model/nv50/core_rig.h"

static void numbers_are_the_references(void **state)
{
    const struct reference_section *const section = *state;
    unsigned wrong = 0;

    for (unsigned i = 0; i < section->count; i++) {
        const struct reference *const row = &section->rows[i];

        if (row->ours == row->reference)
            continue;
        print_message("# %s is 0x%llx, the reference says 0x%llx\n", row->name,
                      (unsigned long long)row->ours, (unsigned long long)row->reference);
        wrong++;
    }
    assert_int_equal(0, wrong);
}

/* ---- registers of hw/ ---- */

static const struct reference_found *gv100_row(enum found kind, const char *name)
{
    for (const struct reference_found *row = gv100_found; row->name; row++)
        if (row->kind == kind && strlen(name) == strcspn(row->name, "(") &&
            strncmp(row->name, name, strlen(name)) == 0)
            return row;
    return NULL;
}

/* A register that no manual lists is where gv100.md has it, as often, and has its fields; falcons' count from the unit. */
static void check_place(const struct gv100_register *r, const char *unit)
{
    const unsigned of_gv100 = gv100_register_count(r, &gv100_chips[CHIP_GV100].chip);
    const unsigned count =
        of_gv100 ? of_gv100 : gv100_register_count(r, &gv100_chips[CHIP_TU104].chip);
    char name[64];
    const struct reference_found *row;
    uint64_t bits = 0;

    snprintf(name, sizeof(name), "%s%s", unit, r->name);
    row = gv100_row(FOUND_F, name);

    if (!row) {
        fail_msg("%s has no f=BITS", r->name);
        return;
    }
    for (unsigned f = 0; f < r->field_count; f++)
        bits |= r->fields[f].parts[0].mask;
    if (r->at != row->at || bits != row->value || count != (row->count > 1 ? row->count : 1) ||
        r->stride != (row->count > 1 ? row->stride : 0))
        fail_msg("%s: not where, as often, or with the fields that the reference has", r->name);
}

TEST(rows_of_registers_are_the_references)
{
    unsigned restricted = 0, unlisted = 0, expected[2] = { 0, 0 };

    for (unsigned b = 0; b < GV100_REGISTER_BLOCKS; b++)
        for (const struct gv100_register *r = gv100_registers[b]; r->name; r++) {
            const struct reference_found *const only = gv100_row(FOUND_ONLY, r->name);

            if (r->access != (only ? only->value : 3))
                fail_msg("%s: access %u is not the manual's", r->name, r->access);
            restricted += only != NULL;
            if (gv100_registers[b] != gv100_unlisted_registers)
                continue;
            check_place(r, "");
            unlisted++;
        }
    for (const struct gv100_register *r = gv100_board_registers; r->name; r++, unlisted++)
        check_place(r, "");
    for (const struct gv100_register *r = gv100_falcon_registers; r->name; r++, unlisted++)
        check_place(r, "FALCON_");
    for (const struct reference_found *row = gv100_found; row->name; row++)
        if (row->kind == FOUND_ONLY || row->kind == FOUND_F)
            expected[row->kind == FOUND_F]++;
    assert_pairs(expected[0], restricted, expected[1], unlisted);
}

static bool is_of_unit(const char *name, const char *unit)
{
    return unit ? strncmp(name, unit, strlen(unit)) == 0
                : strncmp(name, "FALCON_", 7) != 0 && strncmp(name, "XTENSA_", 7) != 0;
}

/* A list of NV50's registers on a chip: the row of the reference that has a register's fields says how many there are; a
 * register without one has none. Gives how many rows of the reference were met. */
static unsigned check_fields(const struct nv50_register *r, uint32_t base, const char *unit,
                             unsigned chip)
{
    unsigned met = 0;

    for (; r->name; r++) {
        const struct reference_found *row = nv50_found;
        uint64_t bits = 0;

        for (unsigned f = 0; f < r->field_count; f++)
            bits |= r->fields[f].chips >> chip & 1 ? r->fields[f].parts[0].mask : 0;
        while (row->name && !(row->kind == FOUND_F && row->at == base + r->at &&
                              (row->chips >> chip & 1) && is_of_unit(row->name, unit)))
            row++;
        if (!(r->chips >> chip & 1) || (!row->name && !r->field_count))
            continue;
        if (!row->name || bits != row->value || row->count != (r->count ? r->count : 1) ||
            (r->count && row->stride != r->stride))
            fail_msg("%s of %s: not as often, or not with the fields 0x%llx that the reference has",
                     r->name, nv50_chips[chip].chip.name, (unsigned long long)bits);
        met++;
    }
    return met;
}

TEST(fields_of_nv50_registers_are_the_references)
{
    unsigned met = 0, expected = 0;

    for (unsigned chip = 0; chip < REF_CHIP_COUNT; chip++) {
        for (unsigned b = 0; b < NV50_REGISTER_BLOCKS; b++)
            met += check_fields(nv50_registers[b], 0, NULL, chip);
        met += check_fields(nv50_media_registers[MEDIA_FALCON], 0, "FALCON_", chip);
        met += check_fields(nv50_media_registers[MEDIA_XTENSA], 0, "XTENSA_", chip);
        met += check_fields(nv50_media_registers[MEDIA_PCIPHER], REF_PCIPHER_BASE, NULL, chip);
        met += check_fields(nv50_media_registers[MEDIA_PMPEG], REF_PMPEG_BASE, NULL, chip);
        for (const struct reference_found *row = nv50_found; row->name; row++)
            expected += row->kind == FOUND_F && (row->chips >> chip & 1);
    }
    assert_int_equal(expected, met);
}

/* ---- registers of the model ---- */

#define WHOLE       0xffffffffu
#define BLOCK_BYTES 0x9000

/* Words that are looked at, each of them: one that the table does not name keeps nothing. `enable`: the bit of PMC_ENABLE
 * that switches them on, 0: nothing does (tesla-mmio.md §3.1). */
struct block {
    uint32_t from, to;
    uint32_t chips;
    uint32_t enable;
    const char *unit; /* beginning of the names of its registers; null: they count from BAR0 */
    bool clears;      /* those that the table gives no value are 0 after a reset */
};

#define ALL      REF_CHIPS_ALL
#define VP2      REF_CHIPS_VP2
#define FALCONS  (REF_CHIPS_VP3 | REF_CHIPS_GT215_UP)
#define GT215_UP REF_CHIPS_GT215_UP
#define ONLY(x)  (1u << REF_CHIP_##x)

/* clang-format off */
static const struct block nv50_blocks[] = {
    { 0x000000, 0x000100, ALL, 0, NULL, false }, { 0x000100, 0x000a00, ALL, 0, NULL, true },
    { 0x000a00, 0x000a10, ALL, 0, NULL, false }, { 0x001000, 0x001b00, ALL, 0, NULL, false },
    { 0x002000, 0x004000, ALL, REF_PMC_ENABLE_PFIFO, NULL, true }, { 0x004000, 0x005000, ALL, 0, NULL, false },
    { 0x009000, 0x009500, ALL, REF_PMC_ENABLE_PTIMER, NULL, false }, { 0x00a000, 0x00b000, ALL, 0, NULL, false },
    { 0x00b000, 0x00c000, ALL, REF_PMC_ENABLE_PVPE, NULL, false }, { 0x00c000, 0x00c100, ALL, 0, NULL, false },
    { 0x00e000, 0x00f000, ALL, 0, NULL, false }, { 0x00f000, 0x010000, VP2, REF_PMC_ENABLE_PVP2, "XTENSA_", false },
    { 0x020000, 0x022000, ALL, 0, NULL, false }, { 0x060000, 0x060100, ALL, 0, NULL, false },
    { 0x084000, 0x085000, FALCONS, REF_PMC_ENABLE_PBSP, "FALCON_", false },
    { 0x085000, 0x086000, FALCONS, REF_PMC_ENABLE_PVP2, "FALCON_", false },
    { 0x086000, 0x087000, FALCONS, REF_PMC_ENABLE_PVPE, "FALCON_", false },
    { 0x087000, 0x088000, REF_CHIPS_VP3, REF_PMC_ENABLE_PCIPHER, "FALCON_", false },
    { 0x100000, 0x100c00, ALL, REF_PMC_ENABLE_PFB, NULL, false },
    { 0x100c00, 0x100d00, ALL, REF_PMC_ENABLE_PFB, NULL, true },
    { 0x100d00, 0x101000, ALL, REF_PMC_ENABLE_PFB, NULL, false }, { 0x101000, 0x102000, ALL, 0, NULL, false },
    { 0x102000, 0x103000, ALL, REF_PMC_ENABLE_PCIPHER, NULL, false },
    { 0x103000, 0x104000, VP2, REF_PMC_ENABLE_PBSP, "XTENSA_", false },
    { 0x104000, 0x105000, GT215_UP, REF_PMC_ENABLE_PCOPY, "FALCON_", false },
    { 0x10a000, 0x10a400, GT215_UP, 0, "FALCON_", false }, { 0x10a400, 0x10a600, ALL, 0, NULL, false },
    { 0x10a600, 0x10b000, GT215_UP, 0, "FALCON_", false },
    { 0x1c1000, 0x1c2000, ONLY(MCP89), REF_PMC_ENABLE_PCIPHER, "FALCON_", false },
    { 0x400000, 0x402000, ALL, REF_PMC_ENABLE_PGRAPH, NULL, true },
    { 0x402000, 0x408000, ONLY(G80) | ONLY(MCP89), REF_PMC_ENABLE_PGRAPH, NULL, false },
    { 0x408000, 0x411000, ALL, REF_PMC_ENABLE_PGRAPH, NULL, false },
    { 0x610000, 0x611000, ALL, REF_PMC_ENABLE_PDISPLAY, NULL, false },
    { 0x619e00, 0x61a000, ALL, REF_PMC_ENABLE_PDISPLAY, NULL, false },
};
/* clang-format on */

static const struct block gv100_blocks[] = {
    { 0x001000, 0x001d00, ~0u, 0, NULL, false }, { 0x002000, 0x003200, ~0u, 0, NULL, false },
    { 0x009000, 0x009500, ~0u, 0, NULL, false }, { 0x100c00, 0x100f00, ~0u, 0, NULL, false },
    { 0x1fac00, 0x1fad00, ~0u, 0, NULL, false },
};

static const struct family {
    const struct reference_found *found;
    const struct block *blocks;
    unsigned block_count, chip_count;
    uint64_t vram; /* 0: the chip's default */
} families[] = {
    { nv50_found, nv50_blocks, ARRAY_SIZE(nv50_blocks), REF_CHIP_COUNT, 0 },
    { gv100_found, gv100_blocks, ARRAY_SIZE(gv100_blocks), GV100_CHIP_COUNT, 64 << 20 },
};

static const struct chip *chip_of(const struct family *family, unsigned index)
{
    return family->found == nv50_found ? &nv50_chips[index].chip : &gv100_chips[index].chip;
}

static void open_chip(const struct family *family, unsigned index, bool cold)
{
    const struct model_config config = {
        .chip = chip_of(family, index), .seed = 1, .cold = cold, .vram_size = family->vram
    };

    new_core((struct model_host){ 0 }, &config);
    wr(REF_PMC_ENABLE, WHOLE);
}

/* Puts what the table says of a chip's words into `words`; 0 where it says nothing. */
static void say(const struct reference_found *row, enum found kind, const struct block *block,
                unsigned chip, uint32_t words[BLOCK_BYTES / 4])
{
    memset(words, 0, block->to - block->from);
    for (; row->name; row++)
        for (unsigned i = 0; row->kind == kind && (row->chips >> chip & 1) && i < row->count; i++) {
            const uint32_t start = block->unit ? block->from & ~0xfffu : 0;
            const uint32_t at = start + row->at + i * row->stride;

            if (at >= block->from && at < block->to && is_of_unit(row->name, block->unit))
                words[(at - block->from) / 4] = row->value;
        }
}

/* Bits that two writes make different; the register has its value again afterwards. */
static uint32_t changed_by_writes(uint32_t at)
{
    wr(REF_PTIMER_MMIO_FAULT_ADDR, 0); /* it keeps an access that nobody answered until then */
    const uint32_t before = rd(at);
    wr(at, WHOLE);
    const uint32_t ones = rd(at);
    wr(at, 0);
    const uint32_t changed = ones ^ rd(at);
    wr(at, before);
    return changed;
}

static void check_block(const struct family *family, const struct block *block, unsigned chip,
                        bool on)
{
    static uint32_t bits[BLOCK_BYTES / 4], open[BLOCK_BYTES / 4];

    say(family->found, FOUND_W, block, chip, bits);
    say(family->found, FOUND_OPEN, block, chip, open);
    wr(REF_PMC_ENABLE, on ? WHOLE : ~block->enable);
    for (unsigned i = 0; i < (block->to - block->from) / 4; i++) {
        const uint32_t at = block->from + 4 * i, expected = on ? bits[i] & ~open[i] : 0;

        if (open[i] == WHOLE) /* PMC_ENABLE itself, memory, lines, time: not even written */
            continue;
        const uint32_t seen = changed_by_writes(at) & ~open[i];
        if (seen != expected)
            fail_msg("%s: of 0x%06x software can change 0x%08x, expected 0x%08x%s",
                     chip_of(family, chip)->name, at, seen, expected,
                     on ? "" : " while its unit is off");
    }
}

static void sweep(const struct family *family, bool on)
{
    for (unsigned chip = 0; chip < family->chip_count; chip++) {
        open_chip(family, chip, false);
        for (unsigned i = 0; i < family->block_count; i++)
            if ((family->blocks[i].chips >> chip & 1) && (on || family->blocks[i].enable))
                check_block(family, &family->blocks[i], chip, on);
        close_card(NULL);
    }
}

static void software_changes_the_bits_of_the_reference(void **state)
{
    sweep(*state, true);
}

static void a_unit_that_is_off_keeps_nothing(void **state)
{
    sweep(*state, false);
}

static void expect_word(const struct chip *chip, uint32_t at, uint32_t expected)
{
    if (rd(at) != expected)
        fail_msg("%s: 0x%06x holds 0x%08x, expected 0x%08x", chip->name, at, rd(at), expected);
}

/* Each word to which the table gives such a value has it. */
static void expect_values(const struct family *family, unsigned chip, enum found kind)
{
    for (const struct reference_found *row = family->found; row->name; row++)
        for (unsigned i = 0; row->kind == kind && (row->chips >> chip & 1) && i < row->count; i++)
            expect_word(chip_of(family, chip), row->at + i * row->stride, row->value);
}

static void registers_begin_as_the_reference_says(void **state)
{
    static uint32_t values[BLOCK_BYTES / 4];
    const struct family *const family = *state;

    for (unsigned chip = 0; chip < family->chip_count; chip++) {
        open_chip(family, chip, false);
        wr(REF_PMC_ENABLE,
           ~(REF_PMC_ENABLE_PFIFO | REF_PMC_ENABLE_PGRAPH | REF_PMC_ENABLE_PGRAPH_CHSW));
        wr(REF_PMC_ENABLE, WHOLE);
        expect_values(family, chip, FOUND_RESET);
        for (const struct block *b = family->blocks; b < family->blocks + family->block_count;
             b++) {
            say(family->found, FOUND_RESET, b, chip, values);
            for (uint32_t at = b->from; b->clears && at < b->to; at += 4)
                expect_word(chip_of(family, chip), at, values[(at - b->from) / 4]);
        }
        close_card(NULL);
    }
}

static void a_cold_card_begins_as_the_reference_says(void **state)
{
    const struct family *const family = *state;

    for (unsigned chip = 0; chip < family->chip_count; chip++) {
        open_chip(family, chip, true);
        expect_values(family, chip, FOUND_COLD);
        close_card(NULL);
    }
}

/* tesla-mmio.md §6.1: PMC_ENABLE bit 14 is PCIPHER, bit 1 the unit of PMPEG. Only the unit whose bit falls forgets. */
TEST(a_reset_is_for_its_unit, NULL, close_card)
{
    static const uint32_t units[][2] = {
        { REF_PCIPHER_BASE + REF_PCIPHER_CHANNEL_NEXT, REF_PMC_ENABLE_PCIPHER },
        { REF_PMPEG_BASE + REF_PMPEG_INTR_EN, REF_PMC_ENABLE_PVPE },
    };

    open_core("g84", NULL, NULL);
    for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
        PUT(wr, REF_PMC_ENABLE, WHOLE, units[0][0], 0x40, units[1][0], 0x1, REF_PMC_ENABLE,
            ~units[i][1], REF_PMC_ENABLE, WHOLE);
        assert_pairs(i == 0 ? 0 : 0x40, rd(units[0][0]), i == 1 ? 0 : 0x1, rd(units[1][0]));
    }
}

/* A point for each section of a table, and for each claim about a family's model. */
static void list(const struct reference_section *section)
{
    for (; section->name; section++)
        tests_add((struct CMUnitTest){ section->name, numbers_are_the_references, NULL, NULL,
                                       (void *)section });
}

__attribute__((constructor)) static void list_all(void)
{
    list(nv50_reference);
    list(gv100_reference);
    for (const struct family *f = families; f < families + ARRAY_SIZE(families); f++) {
#define LIST(name) tests_add((struct CMUnitTest){ #name, name, NULL, close_card, (void *)f })
        LIST(software_changes_the_bits_of_the_reference);
        LIST(a_unit_that_is_off_keeps_nothing);
        LIST(registers_begin_as_the_reference_says);
        LIST(a_cold_card_begins_as_the_reference_says);
    }
}
