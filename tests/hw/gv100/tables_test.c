/* The tables of hw/gv100 against the definitions that they come from: the seed's own (dev_ram), and those of
 * the manuals and class headers, which lie in tests/hw/gv100/ as names and numbers. Nothing is taken from hw/ but the
 * tables under test. Every field and every name of a value must be in both. */
#include <ctype.h>

#include "hw/gv100/gmmu.h"
#include "hw/gv100/pb.h"
#include "hw/gv100/ram.h"
#include "hw/gv100/structures.h"
#include "mmu/fields.h"
#include "mmu/gv100/entry.h"
#include "tests/hw/gv100/defs_rig.h"

/* The definitions of a structure: those with this prefix. */
struct source {
    const struct structure *s;
    const char *prefix;
};

static void lower(const char *name, char *out, size_t size)
{
    size_t i = 0;

    for (; name[i] && i + 1 < size; i++)
        out[i] = (char)tolower((unsigned char)name[i]);
    out[i] = '\0';
}

static const struct field *field_named(const struct chip *chip, const struct structure *s,
                                       const char *name)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].name, name) == 0 && field_on(&s->fields[i], chip))
            return &s->fields[i];
    return NULL;
}

/* An address may be split into _LO and _HI, which are one field without the suffix. */
static const struct field *field_of(const struct chip *chip, const struct structure *s,
                                    const char *name, bool *is_high)
{
    const size_t length = strlen(name);
    char text[96];

    lower(name, text, sizeof(text));
    *is_high = false;
    if (field_named(chip, s, text))
        return field_named(chip, s, text);
    if (length < 4 ||
        (strcmp(name + length - 3, "_LO") != 0 && strcmp(name + length - 3, "_HI") != 0))
        return NULL;
    *is_high = name[length - 2] == 'H';
    text[length - 3] = '\0';
    return field_named(chip, s, text);
}

static bool ends_with(const char *name, const char *end)
{
    return strlen(name) >= strlen(end) && strcmp(name + strlen(name) - strlen(end), end) == 0;
}

/* Where a field's lowest bit belongs in its value. Addresses are bytes: halves of one stand at the address's own
 * bit numbers, those in page tables in units of ADDRESS_SHIFT or ADDRESS_BIG_SHIFT. */
static uint64_t lowest_bit(const struct def *def, uint64_t low, bool is_high)
{
    if (is_high)
        return 32;
    if (ends_with(def->name, "_LO") || ends_with(def->name, "ENTRY_INST") ||
        ends_with(def->name, "ENTRY_ADDR"))
        return def_behind(def, "NV_RAMFC_") ? 0 : low % 32;
    if (strstr(def->name, "_ADDRESS_") &&
        (ends_with(def->name, "_SYS") || ends_with(def->name, "_VID")))
        return strstr(def->name, "_ADDRESS_BIG_") ? 8 : 12;
    return 0;
}

static void clear_bits(const struct structure *s, const struct def *def, uint64_t index,
                       uint64_t *words)
{
    uint64_t high, low;

    def_bits(def, index, &high, &low);
    for (uint64_t bit = low; bit <= high; bit++)
        words[bit / s->word_bits] &= ~(UINT64_C(1) << bit % s->word_bits);
}

/* The other half of an address that is split into _LO and _HI; null if there is none. */
static const struct def *partner_of(const struct defs *defs, const struct def *def)
{
    const size_t length = strlen(def->name);
    char name[80];

    if (!ends_with(def->name, "_LO") && !ends_with(def->name, "_HI"))
        return NULL;
    assert_true(length < sizeof(name));
    memcpy(name, def->name, length + 1);
    name[length - 2] = def->name[length - 2] == 'L' ? 'H' : 'L';
    name[length - 1] = def->name[length - 2] == 'L' ? 'I' : 'O';
    return defs_find(defs, name);
}

/* Sets every bit of the structure that the definition names, one after the other, and reads the field: the
 * value must have just the bit that the definition's order of bits gives it. */
static void check_bits(const struct source *source, const struct def *def,
                       const struct def *partner, const struct field *field, bool is_high,
                       uint64_t index)
{
    const struct structure *const s = source->s;
    uint64_t words[STRUCTURE_MAX_WORDS], high, low, first;

    def_bits(def, index, &high, &low);
    first = lowest_bit(def, low, is_high);
    for (uint64_t bit = low; bit <= high; bit++) {
        uint64_t wanted = UINT64_C(1) << (first + bit - low);

        memset(words, 0, sizeof(words));
        words[bit / s->word_bits] = UINT64_C(1) << bit % s->word_bits;
        if (field_get_at(field, (unsigned)index, words) != wanted)
            fail_msg("%s(%llu): bit %llu reads 0x%llx, not 0x%llx", def->name,
                     (unsigned long long)index, (unsigned long long)bit,
                     (unsigned long long)field_get_at(field, (unsigned)index, words),
                     (unsigned long long)wanted);
    }
    /* And no other bit is in it. */
    memset(words, 0xff, sizeof(words));
    clear_bits(s, def, index, words);
    if (partner)
        clear_bits(s, partner, index, words);
    if (field_get_at(field, (unsigned)index, words))
        fail_msg("%s(%llu): more bits than its definition has", def->name,
                 (unsigned long long)index);
}

static void check_field(const struct defs *defs, const struct source *source, const struct def *def,
                        const struct field *field, bool is_high)
{
    char size_name[128];
    const struct def *size;
    uint64_t count = 1;

    assert_int_equal(field->count != 0, def->is_indexed);
    if (def->is_indexed) {
        snprintf(size_name, sizeof(size_name), "%s__SIZE_1", def->name);
        size = defs_find(defs, size_name);
        count =
            size ? def_number(size) : RAMIN_SUBCONTEXTS; /* two arrays have no size of their own */
        assert_int_equal(field->count, count);
    }
    for (uint64_t i = 0; i < count; i++)
        check_bits(source, def, field->parts[1].mask ? partner_of(defs, def) : NULL, field, is_high,
                   i);
}

/* INIT, MIN, MAX, VALUE and numbers are no names of values. */
static bool is_value_name(const char *name)
{
    static const char *const no[] = { "INIT", "MIN", "MAX", "VALUE", "CONTROL" };

    for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
        if (strcmp(name, no[i]) == 0)
            return false;
    return strspn(name, "0123456789") != strlen(name) && !strstr(name, "_SIZE_1") &&
           !strstr(name, "SHIFT");
}

/* The names of a field's values: NAME_VALUE for each. Gives how many there are. */
static unsigned check_values(const struct defs *defs, const struct def *def,
                             const struct field *field)
{
    const size_t length = strlen(def->name);
    unsigned count = 0;

    for (size_t i = 0; i < defs->count; i++) {
        const struct def *const value = &defs->list[i];
        const char *name;
        uint64_t number;
        bool other = false;

        if (value->is_field || strncmp(value->name, def->name, length) != 0 ||
            value->name[length] != '_' || !is_value_name(value->name + length + 1))
            continue;
        /* Of a field whose name begins with this one's. */
        for (size_t k = 0; k < defs->count; k++)
            other |= defs->list[k].is_field && strlen(defs->list[k].name) > length &&
                     strncmp(defs->list[k].name, value->name, strlen(defs->list[k].name)) == 0;
        if (other)
            continue;
        name = value->name + length + 1;
        number = def_number(value);
        if (!field_value_name(field, defs->chip, number) ||
            strcmp(field_value_name(field, defs->chip, number), name) != 0)
            fail_msg("%s: %llu is named %s", value->name, (unsigned long long)number,
                     field_value_name(field, defs->chip, number));
        count++;
    }
    return count;
}

/* All definitions of one structure against its table; `skip` names definitions that are no fields of it. */
static unsigned check_structure(const struct defs *defs, const struct source *source,
                                const char *const *skip)
{
    unsigned found = 0;

    for (size_t i = 0; i < defs->count; i++) {
        const struct def *const def = &defs->list[i];
        const char *const name = def_behind(def, source->prefix);
        const struct field *field;
        bool is_high, skipped = false;

        for (unsigned k = 0; skip && skip[k]; k++)
            skipped |= name && strcmp(name, skip[k]) == 0;
        if (!name || !def->is_field || skipped)
            continue;
        field = field_of(defs->chip, source->s, name, &is_high);
        if (!field) {
            fail_msg("%s has no field for %s", source->s->name, def->name);
            return 0;
        }
        check_field(defs, source, def, field, is_high);
        check_values(defs, def, field);
        found++;
    }
    assert_true(found > 0);
    return found;
}

/* No field of the table, and no name of a value, but the definitions have it. */
static void check_nothing_more(const struct defs *defs, const struct source *sources,
                               unsigned source_count)
{
    const struct structure *const s = sources[0].s;

    for (unsigned f = 0; f < s->field_count; f++) {
        const struct field *const field = &s->fields[f];
        const struct def *match = NULL;
        unsigned names = 0;
        bool is_high;

        if (!field_on(field, defs->chip))
            continue;
        for (unsigned v = 0; v < field->value_count; v++)
            names += (field->values[v].chips & chip_bit(defs->chip)) != 0;

        for (unsigned k = 0; k < source_count && !match; k++)
            for (size_t i = 0; i < defs->count && !match; i++) {
                const char *const name = def_behind(&defs->list[i], sources[k].prefix);

                if (name && defs->list[i].is_field &&
                    field_of(defs->chip, s, name, &is_high) == field)
                    match = &defs->list[i];
            }
        if (!match) {
            fail_msg("%s.%s stands in no manual", s->name, field->name);
            return;
        }
        if (names != check_values(defs, match, field))
            fail_msg("%s.%s: %u names of values, the manual has %u", s->name, field->name, names,
                     check_values(defs, match, field));
    }
}

/* ---- the seed ---- */

static const struct source ramin = { &gv100_ramin, "NV_RAMIN_" };
static const struct source ramfc = { &gv100_ramfc, "NV_RAMFC_" };
static const struct source userd = { &gv100_userd, "NV_RAMUSERD_" };
static const struct source runlist[] = { { &gv100_runlist, "NV_RAMRL_ENTRY_CHAN_" },
                                         { &gv100_runlist, "NV_RAMRL_ENTRY_TSG_" },
                                         { &gv100_runlist, "NV_RAMRL_ENTRY_" } };

static uint64_t number_of(const struct defs *defs, const char *name)
{
    const struct def *const def = defs_find(defs, name);

    if (!def)
        fail_msg("no %s", name);
    return def ? def_number(def) : 0;
}

TEST_EACH_CHIP(ramin_is_the_seeds)
{
    static const char *const skip[] = { "RAMFC", NULL };
    struct defs defs = defs_of(def_dev_ram, chip);
    uint64_t high, low;

    check_structure(&defs, &ramin, skip);
    check_nothing_more(&defs, &ramin, 1);
    def_bits(defs_find(&defs, "NV_RAMIN_RAMFC"), 0, &high, &low);
    assert_pairs(low, 0, high, gv100_ramin.first * 32 - 1);
    assert_pairs(RAMIN_ALIGN, 1 << number_of(&defs, "NV_RAMIN_BASE_SHIFT"), RAMIN_BYTES,
                 number_of(&defs, "NV_RAMIN_ALLOC_SIZE"), gv100_ramin.words * 4, RAMIN_BYTES);
}

TEST_EACH_CHIP(ramfc_is_the_seeds)
{
    struct defs defs = defs_of(def_dev_ram, chip);

    assert_int_equal(check_structure(&defs, &ramfc, NULL), 51); /* one is gone, one is new */
    check_nothing_more(&defs, &ramfc, 1);
    assert_int_equal(RAMIN_ALIGN, 1 << number_of(&defs, "NV_RAMFC_BASE_SHIFT"));
    assert_int_equal(gv100_ramfc.words * 4, number_of(&defs, "NV_RAMFC_SIZE_VAL"));
}

TEST_EACH_CHIP(userd_is_the_seeds)
{
    struct defs defs = defs_of(def_dev_ram, chip);

    assert_int_equal(check_structure(&defs, &userd, NULL), 9);
    check_nothing_more(&defs, &userd, 1);
    assert_int_equal(USERD_ALIGN, 1 << number_of(&defs, "NV_RAMUSERD_BASE_SHIFT"));
    assert_int_equal(gv100_userd.words * 4, number_of(&defs, "NV_RAMUSERD_CHAN_SIZE"));
}

TEST_EACH_CHIP(runlist_entries_are_the_seeds)
{
    /* RANGE is the entry; ID is CHID and TSGID under one name. */
    static const char *const skip[] = { "RANGE", "ID", "ID_HW", NULL };
    struct defs defs = defs_of(def_dev_ram, chip);
    uint64_t high, low;

    check_structure(&defs, &runlist[0], NULL);
    check_structure(&defs, &runlist[1], NULL);
    for (size_t i = 0; i < defs.count; i++)
        if (def_behind(&defs.list[i], "NV_RAMRL_ENTRY_CHAN_") ||
            def_behind(&defs.list[i], "NV_RAMRL_ENTRY_TSG_"))
            defs.list[i].is_field = false;
    check_structure(&defs, &runlist[2], skip);
    defs = defs_of(def_dev_ram, chip);
    check_nothing_more(&defs, runlist, 3);
    assert_int_equal(gv100_runlist.words * 4, number_of(&defs, "NV_RAMRL_ENTRY_SIZE"));
    assert_int_equal(RUNLIST_ALIGN, 1 << number_of(&defs, "NV_RAMRL_ENTRY_BASE_SHIFT"));
    assert_int_equal(RUNLIST_IDS - 1, number_of(&defs, "NV_RAMRL_ENTRY_ID_MAX"));
    assert_int_equal(RUNLIST_TSG_LENGTH_MIN, number_of(&defs, "NV_RAMRL_ENTRY_TSG_LENGTH_MIN"));
    assert_int_equal(RUNLIST_TSG_LENGTH_MAX, number_of(&defs, "NV_RAMRL_ENTRY_TSG_LENGTH_MAX"));
    def_bits(defs_find(&defs, "NV_RAMRL_ENTRY_ID"), 0, &high, &low);
    assert_pairs(low, 2 * 32, RUNLIST2_ID, BITS(high - 64, low - 64));
    assert_int_equal(field_named(chip, &gv100_runlist, "userd_ptr")->shift,
                     number_of(&defs, "NV_RAMRL_ENTRY_CHAN_USERD_PTR_ALIGN_SHIFT"));
    assert_int_equal(field_named(chip, &gv100_runlist, "inst_ptr")->shift,
                     number_of(&defs, "NV_RAMRL_ENTRY_CHAN_INST_PTR_ALIGN_SHIFT"));
}

struct number {
    const char *name;
    uint32_t is;
};

/* Each definition with the prefix that has a row is that mask or number. Gives how many are; all must, but for the data words of
 * a method header, which are the words after it. */
static unsigned check_numbers(const struct defs *defs, const char *prefix,
                              const struct number *rows, size_t count, bool all)
{
    unsigned seen = 0;

    for (size_t i = 0; i < defs->count; i++) {
        const struct def *const def = &defs->list[i];
        const char *const name = def_behind(def, prefix);
        uint64_t high, low;
        size_t k = 0;

        if (!name || (strstr(name, "CR_DATA") && def->low >= 32))
            continue;
        while (k < count && strcmp(rows[k].name, name) != 0)
            k++;
        if (k == count && all)
            fail_msg("%s has no row", def->name);
        if (k == count)
            continue;
        if (def->is_field)
            def_bits(def, 0, &high, &low);
        assert_int_equal(rows[k].is, def->is_field ? BITS(high, low) : def_number(def));
        seen++;
    }
    return seen;
}

/* FIFO_DMA: every definition has its mask or number in hw/gv100/pb.h. */
TEST_EACH_CHIP(pushbuffer_entries_are_the_seeds)
{
    /* clang-format off */
    static const struct number rows[] = {
        { "METHOD_ADDRESS_OLD", PB_METHOD_ADDRESS_OLD }, { "METHOD_ADDRESS", PB_METHOD_ADDRESS },
        { "SUBDEVICE_MASK", PB_SUBDEVICE_MASK }, { "METHOD_SUBCHANNEL", PB_METHOD_SUBCHANNEL },
        { "TERT_OP", PB_TERT_OP }, { "TERT_OP_GRP0_SET_SUB_DEV_MASK", PB_TERT_OP_SET_SUB_DEV_MASK },
        { "TERT_OP_GRP0_STORE_SUB_DEV_MASK", PB_TERT_OP_STORE_SUB_DEV_MASK },
        { "TERT_OP_GRP0_USE_SUB_DEV_MASK", PB_TERT_OP_USE_SUB_DEV_MASK }, { "METHOD_COUNT_OLD", PB_METHOD_COUNT_OLD },
        { "METHOD_COUNT", PB_METHOD_COUNT }, { "IMMD_DATA", PB_IMMD_DATA }, { "SEC_OP", PB_SEC_OP },
        { "SEC_OP_GRP0_USE_TERT", PB_SEC_OP_USE_TERT }, { "SEC_OP_INC_METHOD", PB_SEC_OP_INC_METHOD },
        { "SEC_OP_NON_INC_METHOD", PB_SEC_OP_NON_INC_METHOD },
        { "SEC_OP_IMMD_DATA_METHOD", PB_SEC_OP_IMMD_DATA_METHOD }, { "SEC_OP_ONE_INC", PB_SEC_OP_ONE_INC },
        { "SEC_OP_RESERVED6", PB_SEC_OP_RESERVED6 }, { "SEC_OP_END_PB_SEGMENT", PB_SEC_OP_END_PB_SEGMENT },
        { "INCR_OPCODE", PB_SEC_OP }, { "INCR_OPCODE_VALUE", PB_SEC_OP_INC_METHOD }, { "INCR_COUNT", PB_METHOD_COUNT },
        { "INCR_SUBCHANNEL", PB_METHOD_SUBCHANNEL }, { "INCR_ADDRESS", PB_METHOD_ADDRESS },
        { "NONINCR_OPCODE", PB_SEC_OP }, { "NONINCR_OPCODE_VALUE", PB_SEC_OP_NON_INC_METHOD },
        { "NONINCR_COUNT", PB_METHOD_COUNT }, { "NONINCR_SUBCHANNEL", PB_METHOD_SUBCHANNEL },
        { "NONINCR_ADDRESS", PB_METHOD_ADDRESS }, { "ONEINCR_OPCODE", PB_SEC_OP },
        { "ONEINCR_OPCODE_VALUE", PB_SEC_OP_ONE_INC }, { "ONEINCR_COUNT", PB_METHOD_COUNT },
        { "ONEINCR_SUBCHANNEL", PB_METHOD_SUBCHANNEL }, { "ONEINCR_ADDRESS", PB_METHOD_ADDRESS }, { "NOP", PB_NOP },
        { "IMMD_ADDRESS", PB_METHOD_ADDRESS }, { "IMMD_SUBCHANNEL", PB_METHOD_SUBCHANNEL },
        { "IMMD_OPCODE", PB_SEC_OP }, { "IMMD_OPCODE_VALUE", PB_SEC_OP_IMMD_DATA_METHOD },
        { "SET_SUBDEVICE_MASK_VALUE", PB_SUBDEVICE_MASK }, { "SET_SUBDEVICE_MASK_OPCODE", PB_CONTROL_OPCODE },
        { "SET_SUBDEVICE_MASK_OPCODE_VALUE", PB_TERT_OP_SET_SUB_DEV_MASK },
        { "STORE_SUBDEVICE_MASK_VALUE", PB_SUBDEVICE_MASK }, { "STORE_SUBDEVICE_MASK_OPCODE", PB_CONTROL_OPCODE },
        { "STORE_SUBDEVICE_MASK_OPCODE_VALUE", PB_TERT_OP_STORE_SUB_DEV_MASK },
        { "USE_SUBDEVICE_MASK_OPCODE", PB_CONTROL_OPCODE },
        { "USE_SUBDEVICE_MASK_OPCODE_VALUE", PB_TERT_OP_USE_SUB_DEV_MASK }, { "ENDSEG_OPCODE", PB_SEC_OP },
        { "ENDSEG_OPCODE_VALUE", PB_SEC_OP_END_PB_SEGMENT },
    };
    /* clang-format on */
    struct defs defs = defs_of(def_dev_ram, chip);

    check_numbers(&defs, "NV_FIFO_DMA_", rows, ARRAY_SIZE(rows), true);
    if (chip == defs_chips[0])
        assert_int_equal(sizeof(uint32_t), number_of(&defs, "NV_FIFO_PB_ENTRY_SIZE"));
}

/* ---- manuals ---- */

TEST_EACH_CHIP(page_table_entries_are_the_manuals)
{
    static const struct source pds[] = { { &gv100_pd3, "NV_MMU_VER2_PDE_" },
                                         { &gv100_pd2, "NV_MMU_VER2_PDE_" },
                                         { &gv100_pd1, "NV_MMU_VER2_PDE_" } };
    static const struct source pd0 = { &gv100_pd0, "NV_MMU_VER2_DUAL_PDE_" };
    static const struct source pte = { &gv100_pte, "NV_MMU_VER2_PTE_" };
    /* One bit under three names. */
    static const char *const skip[] = { "IS_PDE", "VALID", NULL };
    struct defs defs = defs_of(def_formats, chip);

    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(check_structure(&defs, &pds[i], skip), 7);
        check_nothing_more(&defs, &pds[i], 1);
    }
    assert_int_equal(check_structure(&defs, &pd0, skip), 12);
    assert_int_equal(check_structure(&defs, &pte, NULL), chip == defs_chips[0] ? 12 : 11);
    check_nothing_more(&defs, &pte, 1);
    assert_int_equal(number_of(&defs, "NV_MMU_VER2_PDE_ADDRESS_SHIFT"), 12);
    assert_int_equal(number_of(&defs, "NV_MMU_VER2_DUAL_PDE_ADDRESS_BIG_SHIFT"), 8);
    assert_int_equal(number_of(&defs, "NV_MMU_VER2_PTE_ADDRESS_SHIFT"), 12);
    assert_int_equal(gmmu_levels[GMMU_PD1].bytes, number_of(&defs, "NV_MMU_VER2_PDE__SIZE"));
    assert_int_equal(gmmu_levels[GMMU_PD0].bytes, number_of(&defs, "NV_MMU_VER2_DUAL_PDE__SIZE"));
    assert_int_equal(gmmu_levels[GMMU_PT_BIG].bytes, number_of(&defs, "NV_MMU_VER2_PTE__SIZE"));
}

/* A page of 2 MiB is a PTE in PD0: the same fields at the same bits, but VALID, which is IS_PTE there. */
TEST_EACH_CHIP(pages_of_2m_are_ptes)
{
    for (unsigned i = 0; i < gv100_pte.field_count; i++) {
        const struct field *const of_pte = &gv100_pte.fields[i];

        if (!field_on(of_pte, chip))
            continue;
        const bool valid = strcmp(of_pte->name, "valid") == 0;
        const struct field *const of_pd0 =
            field_named(chip, &gv100_pd0, valid ? "is_pte" : of_pte->name);

        assert_non_null(of_pd0);
        assert_pairs(of_pd0->parts[0].mask, of_pte->parts[0].mask, of_pd0->parts[0].word, 0,
                     of_pd0->shift, of_pte->shift, of_pd0->value_count, of_pte->value_count);
    }
}

TEST_EACH_CHIP(fault_entries_are_the_manuals)
{
    static const struct source fault = { &gv100_fault, "NV_MMU_FAULT_BUF_ENTRY_" };
    /* Under one name with their _LO and _HI. */
    static const char *const skip[] = { "INST_LO",      "INST_HI",      "ADDR_LO", "ADDR_HI",
                                        "TIMESTAMP_LO", "TIMESTAMP_HI", NULL };
    static const struct {
        const char *prefix, *field;
    } names[] = { { "NV_PFAULT_FAULT_TYPE_", "fault_type" },
                  { "NV_PFAULT_ACCESS_TYPE_", "access_type" },
                  { "NV_PFAULT_MMU_CLIENT_TYPE_", "mmu_client_type" } };
    struct defs defs = defs_of(def_formats, chip);

    check_structure(&defs, &fault, skip);
    assert_int_equal(gv100_fault.words * 4, GMMU_FAULT_BYTES);
    for (size_t k = 0; k < ARRAY_SIZE(names); k++) {
        const struct field *const field = field_named(chip, &gv100_fault, names[k].field);
        unsigned seen = 0;

        for (size_t i = 0; i < defs.count; i++) {
            const char *const name = def_behind(&defs.list[i], names[k].prefix);
            uint64_t value;

            if (name && !field_value_name(field, chip, def_number(&defs.list[i])))
                fail_msg("%s has no name", defs.list[i].name);
            /* Five access types have a second name, without VIRT or STRONG. */
            if (!name || !field_value_named(field, chip, name, strlen(name), &value))
                continue;
            assert_int_equal(value, def_number(&defs.list[i]));
            seen++;
        }
        assert_int_equal(seen, field->value_count);
    }
}

TEST_EACH_CHIP(gp_entries_are_the_class_headers)
{
    /* clang-format off */
    static const struct number rows[] = {
        { "ENTRY0_FETCH", GP0_FETCH }, { "ENTRY0_FETCH_UNCONDITIONAL", 0 }, { "ENTRY0_FETCH_CONDITIONAL", 1 },
        { "ENTRY0_GET", GP0_GET }, { "ENTRY0_OPERAND", GP0_OPERAND }, { "ENTRY1_GET_HI", GP1_GET_HI },
        { "ENTRY1_PRIV", GP1_PRIV }, { "ENTRY1_PRIV_USER", 0 }, { "ENTRY1_PRIV_KERNEL", 1 },
        { "ENTRY1_LEVEL", GP1_LEVEL }, { "ENTRY1_LEVEL_MAIN", 0 }, { "ENTRY1_LEVEL_SUBROUTINE", 1 },
        { "ENTRY1_LENGTH", GP1_LENGTH }, { "ENTRY1_SYNC", GP1_SYNC }, { "ENTRY1_SYNC_PROCEED", 0 },
        { "ENTRY1_SYNC_WAIT", 1 }, { "ENTRY1_OPCODE", GP1_OPCODE }, { "ENTRY1_OPCODE_NOP", GP_OPCODE_NOP },
        { "ENTRY1_OPCODE_ILLEGAL", GP_OPCODE_ILLEGAL }, { "ENTRY1_OPCODE_GP_CRC", GP_OPCODE_GP_CRC },
        { "ENTRY1_OPCODE_PB_CRC", GP_OPCODE_PB_CRC }, { "ENTRY__SIZE", GP_WORDS * 4 },
    };
    /* clang-format on */
    struct defs defs = defs_of(def_formats, chip);
    const unsigned seen = check_numbers(&defs, "NVC36F_GP_", rows, ARRAY_SIZE(rows), false);

    /* PRIV and its two values are GV100's alone. */
    assert_int_equal(seen, ARRAY_SIZE(rows) - (chip == defs_chips[0] ? 0 : 3));
    for (unsigned i = 0; i < gv100_gp.field_count; i++) {
        if (!field_on(&gv100_gp.fields[i], chip))
            continue;
        char name[64];
        bool found = false;

        for (unsigned word = 0; word < 2; word++) {
            snprintf(name, sizeof(name), "NVC36F_GP_ENTRY%u_%s", word, gv100_gp.fields[i].name);
            for (char *c = name; *c; c++)
                *c = (char)toupper((unsigned char)*c);
            found |= defs_find(&defs, name) != NULL;
        }
        assert_true(found);
    }
}

TEST_EACH_CHIP(methods_are_the_class_headers)
{
    struct defs defs = defs_of(def_methods, chip);

    assert_int_equal(defs.count, PB_HOST_METHOD_COUNT + PB_COPY_METHOD_COUNT);
    for (size_t i = 0; i < defs.count; i++) {
        const char *const host = def_behind(&defs.list[i], "NVC36F_");
        const char *const name = host ? host : def_behind(&defs.list[i], "NVC3B5_");
        const struct pb_method *const list = host ? pb_host_methods : pb_copy_methods;
        const unsigned count = host ? PB_HOST_METHOD_COUNT : PB_COPY_METHOD_COUNT;
        unsigned found = 0;

        for (unsigned k = 0; k < count; k++)
            found +=
                list[k].address == def_number(&defs.list[i]) && strcmp(list[k].name, name) == 0;
        if (found != 1)
            fail_msg("%s: found %u times", defs.list[i].name, found);
    }
}

/* gv100.md §5.6, typed again. */
TEST(kinds_are_those_of_the_reference)
{
    static const struct {
        enum gv100_chip_index chip;
        unsigned is;
        const char *list;
    } lists[] = {
        { CHIP_GV100, GMMU_KIND_IS_SUPPORTED,
          "00-05 07-0a 11 17-1a 2a-2d 36-39 46 51-54 7b 86-89 c3 ca cc-d1 "
          "d8 db dd df-e0 e2-e6 e9 eb "
          "ed-ee f0-fb fd-ff" },
        { CHIP_GV100, GMMU_KIND_IS_IN_SYSTEM, "00 01 11 2a 46 7b c3 ca fd-ff" },
        { CHIP_GV100, GMMU_KIND_IS_COMPRESSIBLE,
          "02-10 12-25 2b-45 47-5a 5f 63-6a 6f-7a 7c-8a 8f-92 97-a6 ab-ae b3-c2 c4-c8 cc-fb" },
        { CHIP_GV100, GMMU_KIND_IS_PITCH, "00 ca fd" },
        /* §13.4 */
        { CHIP_TU104, GMMU_KIND_IS_SUPPORTED, "00-0f" },
        { CHIP_TU104, GMMU_KIND_IS_IN_SYSTEM, "00-07 0f" },
        { CHIP_TU104, GMMU_KIND_IS_COMPRESSIBLE, "08-0e" },
        { CHIP_TU117, GMMU_KIND_IS_PITCH, "00 0f" },
    };

    for (size_t k = 0; k < ARRAY_SIZE(lists); k++) {
        bool is[256] = { false };
        const char *at = lists[k].list;
        char *end;

        while (*at) {
            unsigned long first = strtoul(at, &end, 16), last = first;

            if (*end == '-')
                last = strtoul(end + 1, &end, 16);
            for (; first <= last; first++)
                is[first] = true;
            at = *end ? end + 1 : end;
        }
        for (unsigned kind = 0; kind < 256; kind++)
            if (!(gmmu_kind_is(&gv100_chips[lists[k].chip].chip, (uint8_t)kind) & lists[k].is) ==
                is[kind])
                fail_msg("kind 0x%x: property %u is %d in the reference", kind, lists[k].is,
                         is[kind]);
    }
}

/* gv100.md §5.1: level, VA bits, entries x bytes, size of the table. */
TEST(levels_are_those_of_the_reference)
{
    static const struct {
        unsigned high, low, entries, bytes;
        const char *name;
    } rows[GMMU_LEVEL_COUNT] = { { 48, 47, 4, 8, "PDE3" },   { 46, 38, 512, 8, "PDE2" },
                                 { 37, 29, 512, 8, "PDE1" }, { 28, 21, 256, 16, "PDE0" },
                                 { 20, 16, 32, 8, "PTE" },   { 20, 12, 512, 8, "PTE" } };

    for (unsigned i = 0; i < GMMU_LEVEL_COUNT; i++) {
        assert_pairs(gmmu_levels[i].va_high, rows[i].high, gmmu_levels[i].va_low, rows[i].low,
                     1u << (rows[i].high - rows[i].low + 1), rows[i].entries, gmmu_levels[i].bytes,
                     rows[i].bytes, gmmu_levels[i].align, i == GMMU_PT_BIG ? 0x100 : 0x1000);
        assert_string_equal(gmmu_levels[i].name, rows[i].name);
    }
}
