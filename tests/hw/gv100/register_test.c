/* The registers of hw/gv100 against the definitions of NVIDIA's manuals (tests/hw/gv100/registers.def: names and
 * numbers, fields after their register), those that no manual lists against gv100.md, typed again, and the reference's names against the
 * tables: each register that it names has a row. Words of refusals. */
#include <ctype.h>
#include <strings.h>

#include "hw/gv100/refusal.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/structures.h"
#include "hw/gv100/unlisted.h"
#include "mmu/fields.h"
#include "tests/hw/gv100/defs_rig.h"

/* By the manual's name without NV_; null if there is none. */
static const struct gv100_register *register_on(const struct chip *chip, const char *name)
{
    for (unsigned b = 0; b < GV100_REGISTER_BLOCKS; b++)
        for (const struct gv100_register *r = gv100_registers[b]; r->name; r++)
            if (gv100_register_count(r, chip) && strcmp(r->name, name) == 0)
                return r;
    return NULL;
}

/* Of any chip, the first one that has it. */
static const struct gv100_register *register_named(const char *name)
{
    const struct gv100_register *const r = register_on(defs_chips[0], name);

    return r ? r : register_on(defs_chips[1], name);
}

static const struct field *field_named(const struct chip *chip, const struct gv100_register *r,
                                       const char *name)
{
    for (unsigned i = 0; i < r->field_count; i++)
        if (field_on(&r->fields[i], chip) && strcmp(r->fields[i].name, name) == 0)
            return &r->fields[i];
    return NULL;
}

static void check_register(const struct defs *defs, const struct def *def)
{
    const struct gv100_register *const r = register_on(defs->chip, def->name + strlen("NV_"));
    /* The manual counts from the page of the virtual function. */
    const uint32_t page = strstr(def->name, "NV_VIRTUAL_FUNCTION") ? 0xb80000 : 0;
    char size_name[128];
    const struct def *size;

    snprintf(size_name, sizeof(size_name), "%s__SIZE_1", def->name);
    size = defs_find(defs, size_name);
    assert_pairs(r->stride != 0, def->is_indexed, def->is_indexed, size != NULL, r->at,
                 page + (uint32_t)def->low, r->stride, def->low_step);
    if (size)
        assert_int_equal(gv100_register_count(r, defs->chip), def_number(size));
}

/* A field stands after its register. */
static void check_field(const struct chip *chip, const struct def *reg, const struct def *def)
{
    const char *const name = def_behind(def, reg->name);
    const struct gv100_register *const r = register_on(chip, reg->name + strlen("NV_"));
    const struct field *field;
    uint64_t high, low;

    if (!name || *name != '_')
        fail_msg("%s stands behind %s", def->name, reg->name);
    field = name ? field_named(chip, r, name + 1) : NULL;
    if (!field) {
        fail_msg("%s: no such field", def->name);
        return;
    }
    def_bits(def, 0, &high, &low);
    assert_int_equal(field->parts[0].mask, BITS(high, low));
}

/* One field of the manual, whose names depend on another. */
static bool is_again(const struct gv100_register *r, unsigned f)
{
    return f && strcmp(r->fields[f].name, r->fields[f - 1].name) == 0 &&
           r->fields[f].parts[0].mask == r->fields[f - 1].parts[0].mask;
}

TEST_EACH_CHIP(registers_are_the_manuals)
{
    struct defs defs = defs_of(def_registers, chip);
    unsigned registers = 0, fields = 0, rows = 0, row_fields = 0;
    const struct def *last = NULL;

    for (size_t i = 0; i < defs.count; i++) {
        if (defs.list[i].is_field) {
            assert_non_null(last);
            if (last)
                check_field(chip, last, &defs.list[i]);
            fields++;
        } else if (!defs.list[i].is_field && register_on(chip, defs.list[i].name + strlen("NV_"))) {
            last = &defs.list[i];
            check_register(&defs, last);
            registers++;
        }
    }
    for (unsigned b = 0; b < GV100_REGISTER_BLOCKS; b++)
        for (const struct gv100_register *r = gv100_registers[b];
             r->name && gv100_registers[b] != gv100_unlisted_registers; r++) {
            if (!gv100_register_count(r, chip))
                continue;
            rows++;
            for (unsigned f = 0; f < r->field_count; f++)
                row_fields += field_on(&r->fields[f], chip) && !is_again(r, f);
        }
    assert_pairs(registers, rows, fields, row_fields);
}

/* What registers keep of a fault is called as in the entries of a fault buffer, which tables_test holds beside the manual. */
static bool is_of_entries(const struct field *field, const struct field_value *value,
                          const struct chip *chip)
{
    bool is = false;

    for (unsigned f = 0; f < gv100_fault.field_count; f++) {
        const struct field *const entry = &gv100_fault.fields[f];
        const size_t length = strlen(entry->name), wanted = strlen(field->name);
        const char *const name = field_value_name(entry, chip, value->value);

        is |= length >= wanted && strcasecmp(entry->name + length - wanted, field->name) == 0 &&
              name && strcmp(name, value->name) == 0;
    }
    return is;
}

/* Every name of a value in the tables is the manual's, with its number. */
TEST_EACH_CHIP(values_are_the_manuals)
{
    struct defs defs = defs_of(def_registers, chip);
    unsigned seen = 0;

    for (unsigned b = 0; b < GV100_REGISTER_BLOCKS; b++)
        for (const struct gv100_register *r = gv100_registers[b];
             r->name && gv100_registers[b] != gv100_unlisted_registers; r++)
            for (unsigned f = 0; f < r->field_count; f++)
                for (unsigned v = 0; v < r->fields[f].value_count; v++) {
                    const struct field_value *const value = &r->fields[f].values[v];
                    const struct def *def;
                    char name[192];

                    if (!gv100_register_count(r, chip) || !field_on(&r->fields[f], chip) ||
                        !(value->chips & chip_bit(chip)))
                        continue;
                    snprintf(name, sizeof(name), "NV_%s_%s_%s", r->name, r->fields[f].name,
                             value->name);
                    def = defs_find(&defs, name);
                    if (!def) {
                        if (!is_of_entries(&r->fields[f], value, chip))
                            fail_msg("%s stands in no manual", name);
                        continue;
                    }
                    assert_int_equal(value->value, def_number(def));
                    assert_true(value->value <= field_max(&r->fields[f]));
                    assert_string_equal(field_value_name(&r->fields[f], chip, value->value),
                                        value->name);
                    seen++;
                }
    assert_true(seen > 200);
}

/* gv100.md §7: why a launch was refused. No other field of these registers has words. */
TEST(launch_errors_are_those_of_the_reference)
{
    /* clang-format off */
    static const char *const words[] = {
        [1] = "2D_LAYER_EXCEEDS_DEPTH", [2] = "INVALID_ALIGNMENT", [3] = "MEM2MEM_RECT_OUT_OF_BOUNDS",
        [4] = "SRC_LINE_EXCEEDS_PITCH", [5] = "SRC_LINE_EXCEEDS_NEG_PITCH", [6] = "DST_LINE_EXCEEDS_PITCH",
        [7] = "DST_LINE_EXCEEDS_NEG_PITCH", [8] = "BAD_SRC_PIXEL_COMP_REF", [9] = "INVALID_VALUE",
        [10] = "UNUSED_FIELD", [11] = "INVALID_OPERATION", [12] = "NO_RESOURCES", [13] = "INVALID_CONFIG",
        [14] = "METHOD_BUFFER_ACCESS_FAULT",
    };
    /* clang-format on */
    unsigned others = 0;

    for (const struct gv100_register *r = gv100_unlisted_registers; r->name; r++)
        for (unsigned f = 0; f < r->field_count; f++)
            others += r->fields[f].value_count && strcmp(r->name, "LCE_ERROR") != 0 &&
                      strncmp(r->name, "CE_", 3) != 0;
    assert_int_equal(0, others);
    const struct field *const code =
        field_named(defs_chips[0], register_named("LCE_ERROR"), "CODE");
    assert_non_null(code);
    assert_int_equal(ARRAY_SIZE(words) - 1, code->value_count);
    for (unsigned i = 0; i < code->value_count; i++) {
        assert_int_equal(i + 1, code->values[i].value);
        assert_string_equal(words[i + 1], code->values[i].name);
    }
}

/* gv100.md §1.7: words of registers that do not answer. */
TEST(refusals_are_the_references)
{
    assert_true(is_refusal(0xbad00000) && is_refusal(0xbad0ffff) && is_refusal(0xbadf5108));
    assert_false(is_refusal(0xbad1ffff) || is_refusal(0xbadeffff) || is_refusal(0xbae00000));
    assert_string_equal("refused by privilege", refusal_words(0xbadf5108));
    assert_string_equal("memory refuses", refusal_words(0xbad0ac17));
    assert_string_equal("refused", refusal_words(0xbadf7700));
    assert_null(refusal_words(0x00badf50));
}

/* Names NV_... of the reference that are no registers of these tables: units, and three others. */
static bool is_no_register(const char *name)
{
    /* clang-format off */
    /* The last two are PCFG_MSI_REARM, and a field, or the old name of one. */
    static const char *const others[] = { "PMC",  "PBUS",     "PFIFO", "PTIMER", "PTOP", "PPBDMA", "PCFG", "PRAMIN", "PCCSR",
                                          "USERMODE", "XVE_CYA_2", "PFIFO_ENG_RUNLIST_PENDING" };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(others); i++)
        if (strcmp(name, others[i]) == 0)
            return true;
    return false;
}

TEST(every_register_of_the_reference_has_a_row)
{
    FILE *const file = fopen("docs/hardware/gv100.md", "r");
    char line[4096];
    unsigned seen = 0;

    assert_non_null(file);
    while (file && fgets(line, sizeof(line), file))
        for (char *at = strstr(line, "NV_"); at; at = strstr(at, "NV_")) {
            char name[96] = "";
            size_t length = 0;

            at += strlen("NV_");
            while (length + 1 < sizeof(name) &&
                   (isupper((unsigned char)*at) || isdigit((unsigned char)*at) || *at == '_'))
                name[length++] = *at++;
            if (is_no_register(name))
                continue;
            if (!register_named(name))
                fail_msg("no row for NV_%s", name);
            seen++;
        }
    fclose(file);
    assert_true(seen > 100);
}

/* gv100.md §3.2: byte n of RAMFC is register n of the PBDMA, without exception. Three pairs have another name. */
TEST(ramfc_words_are_registers_of_the_pbdma)
{
    static const struct structure *const both[] = { &gv100_ramfc, &gv100_userd };

    for (unsigned k = 0; k < 2; k++)
        for (unsigned i = 0; i < both[k]->field_count; i++) {
            const struct field *const field = &both[k]->fields[i];
            const struct gv100_register *r;
            char name[64] = "PPBDMA_";
            size_t length = strlen(name);
            const bool renamed =
                k == 0 && strncmp(field->name, "pb_", 3) == 0 &&
                (strncmp(field->name, "pb_get", 6) == 0 || strncmp(field->name, "pb_put", 6) == 0 ||
                 strncmp(field->name, "pb_top", 6) == 0);

            if (strncmp(field->name, "reserved", 8) == 0)
                continue;
            for (const char *c = field->name + (renamed ? 3 : 0); *c; c++)
                name[length++] = (char)toupper((unsigned char)*c);
            r = register_named(name);
            if (!r) {
                fail_msg("%s.%s: no register %s", both[k]->name, field->name, name);
                continue;
            }
            assert_int_equal(r->stride, 0x2000);
            if (k == 0)
                assert_int_equal(r->at, 0x40000 + field->parts[0].word * 4);
        }
}
