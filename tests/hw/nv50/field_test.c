/* The facts of hw/ typed a second time: every bit of every field (seed nv50-vm, "DMA objects", "Page tables",
 * "Channels"; tesla-vm.md §2.2). The values stand here as the seeds and the reference give them, and not from hw/. */
#include <strings.h>

#include "tests/hw/hw_rig.h"
#include "tests/hw/reference.h"
#include "tools/nv50/chips.h"

struct typed_part {
    int word, high, low;
};

struct typed_field {
    const char *structure, *chipset, *name;
    unsigned shift;
    struct typed_part
        parts[3];       /* low bits first; high 0 and low 0 and word 0 past the first: none */
    const char *values; /* "0 NAME,1 NAME" or null */
};

#define TARGETS "0 VRAM,2 SYSRAM_SNOOP,3 SYSRAM_NOSNOOP"
#define FLAG    "0 0,1 1"

/* clang-format off */
static const struct typed_field typed_fields[] = {
    { "dmaobj", "g84", "class", 0, { { 0, 15, 0 } }, "2 READ,3 WRITE,61 READ_WRITE" },
    { "dmaobj", "g84", "target", 0, { { 0, 17, 16 } }, "0 PAGED,1 VRAM,2 SYSRAM_SNOOP,3 SYSRAM_NOSNOOP" },
    { "dmaobj", "g84", "access", 0, { { 0, 19, 18 } }, "0 FROM_PTE,1 READ_ONLY,2 READ_WRITE" },
    { "dmaobj", "g84", "privilege", 0, { { 0, 21, 20 } }, "0 FROM_PTE,1 USER,2 SUPERVISOR" },
    { "dmaobj", "g84", "type", 0, { { 0, 28, 22 } }, NULL },
    { "dmaobj", "g84", "comp", 0, { { 0, 30, 29 } }, "0 NONE,1 SINGLE,2 DOUBLE,3 FROM_PTE" },
    { "dmaobj", "g84", "su", 0, { { 0, 31, 31 } }, FLAG },
    { "dmaobj", "g84", "limit", 0, { { 1, 31, 0 }, { 3, 31, 24 } }, NULL },
    { "dmaobj", "g84", "base", 0, { { 2, 31, 0 }, { 3, 7, 0 } }, NULL },
    { "dmaobj", "g84", "tag_base", 0, { { 4, 11, 0 } }, NULL },
    { "dmaobj", "g84", "tag_limit", 0, { { 4, 27, 16 } }, NULL },
    { "dmaobj", "g84", "comp_base", 16, { { 5, 15, 0 } }, NULL },
    { "dmaobj", "g84", "cycle", 0, { { 5, 17, 16 } }, "0 FROM_PTE,1 SHORT,2 LONG" },
    { "dmaobj", "g84", "enc", 0, { { 5, 19, 18 } }, "0 CLEAR,1 ON,2 FROM_PTE" },
    { "dmaobj", "g80", "cycle", 0, { { 5, 17, 16 } }, "0 FROM_PTE,1 SHORT,2 LONG" },
    { "dmaobj", "g80", "enc", 0, { { -1, 0, 0 } }, NULL },
    { "pde", "g84", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,3 4K" },
    { "pde", "mcp79", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,3 4K" },
    { "pde", "gt215", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,2 16K,3 4K" },
    { "pde", "g84", "target", 0, { { 0, 3, 2 } }, TARGETS },
    { "pde", "g84", "size", 0, { { 0, 6, 5 } }, "0 512M,1 128M,2 64M,3 32M" },
    { "pde", "g84", "address", 12, { { 0, 39, 12 } }, NULL },
    { "pte", "g84", "present", 0, { { 0, 0, 0 } }, FLAG }, { "pte", "g84", "ro", 0, { { 0, 3, 3 } }, FLAG },
    { "pte", "g84", "target", 0, { { 0, 5, 4 } }, TARGETS }, { "pte", "g84", "su", 0, { { 0, 6, 6 } }, FLAG },
    { "pte", "g84", "order", 0, { { 0, 9, 7 } }, NULL }, { "pte", "g84", "address", 12, { { 0, 39, 12 } }, NULL },
    { "pte", "g84", "type", 0, { { 0, 46, 40 } }, NULL }, { "pte", "g84", "tag", 0, { { 0, 60, 49 } }, NULL },
    { "pte", "g84", "comp", 0, { { 0, 48, 47 } }, "0 NONE,1 SINGLE,2 DOUBLE" },
    { "pte", "g84", "cycle", 0, { { 0, 61, 61 } }, "0 SHORT,1 LONG" },
    { "pte", "g84", "enc", 0, { { 0, 62, 62 } }, FLAG }, { "pte", "g80", "enc", 0, { { -1, 0, 0 } }, NULL },
    { "channel", "g84", "address", 12, { { 0, 27, 0 } }, NULL },
    { "channel", "g84", "target", 0, { { 0, 29, 28 } }, TARGETS },
    { "fault", "g84", "engine", 0, { { 0, 3, 0 } }, "0 PGRAPH,1 PVP2,4 PEEPHOLE,5 PFIFO,6 BAR,8 PMPEG,9 PBSP,10 PCIPHER,11 PCOUNTER,12 PFIFO_BG" },
    { "fault", "g84", "reason", 0, { { 0, 7, 4 } }, "0 PT_NOT_PRESENT,1 PT_TOO_SHORT,2 PAGE_NOT_PRESENT,3 PAGE_SUPERVISOR_ONLY,4 PAGE_READ_ONLY,5 NO_CHANNEL,6 NULL_DMAOBJ,7 WRONG_MEMTYPE,11 VRAM_LIMIT,15 DMAOBJ_LIMIT" },
    { "fault", "g84", "client", 0, { { 0, 11, 8 } }, NULL }, { "fault", "g84", "slot", 0, { { 0, 15, 12 } }, NULL },
    { "fault", "mcp79", "slot", 0, { { 0, 15, 12 } }, NULL }, { "fault", "gt215", "engine", 0, { { 0, 7, 0 } }, NULL },
    { "fault", "gt215", "reason", 0, { { 0, 15, 8 } }, NULL },
    { "fault", "gt215", "client", 0, { { 0, 23, 16 } }, NULL },
    { "fault", "gt215", "slot", 0, { { 0, 31, 24 } }, NULL }, { "fault", "mcp89", "slot", 0, { { 0, 31, 24 } }, NULL },
    { "fault", "g84", "channel", 0, { { 1, 15, 0 }, { 2, 15, 0 } }, NULL },
    { "fault", "g84", "address", 0, { { 3, 15, 0 }, { 4, 15, 0 }, { 5, 7, 0 } }, NULL },
    { "fault", "g84", "read", 0, { { 5, 8, 8 } }, FLAG },
    /* tesla-mmio.md §4.3, §4.4; the word is the offset / 4 */
    { "ramht", "g84", "handle", 0, { { 0, 31, 0 } }, NULL }, { "ramht", "g84", "instance", 0, { { 1, 15, 0 } }, NULL },
    { "ramht", "g84", "engine", 0, { { 1, 23, 20 } }, NULL },
    { "ramfc", "g84", "ib_address_high", 0, { { 0x54 / 4, 7, 0 } }, NULL },
    { "ramfc", "g84", "ib_order", 0, { { 0x54 / 4, 31, 16 } }, NULL },
    { "ramfc", "g84", "semaphore_offset", 2, { { 0x6c / 4, 13, 0 } }, NULL },
    { "ramfc", "g84", "semaphore_offset_valid", 0, { { 0x6c / 4, 14, 14 } }, FLAG },
    { "ramfc", "g84", "semaphore_instance", 0, { { 0x6c / 4, 31, 16 } }, NULL },
    { "ramfc", "g84", "ramht_instance", 0, { { 0x80 / 4, 15, 0 } }, NULL },
    { "ramfc", "g84", "ramht_search", 0, { { 0x80 / 4, 25, 24 } }, NULL },
    { "ramfc", "g84", "ramht_search_full", 0, { { 0x80 / 4, 26, 26 } }, FLAG },
    { "ramfc", "g84", "ramht_size", 0, { { 0x80 / 4, 28, 27 } }, NULL },
    { "ramfc", "g84", "cache_address", 10, { { 0x88 / 4, 29, 0 } }, NULL },
    { "ramfc", "g84", "cache_target", 0, { { 0x88 / 4, 31, 30 } }, TARGETS },
    { "ramfc", "mcp89", "method_28", 0, { { 0x9c / 4, 31, 0 } }, NULL },
    { "ramfc", "mcp89", "method_2c", 0, { { 0xa0 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "method_28", 0, { { -1, 0, 0 } }, NULL },
    { "ramfc", "g80", "cache_address", 0, { { -1, 0, 0 } }, NULL },
    { "ramfc", "g80", "channel", 0, { { -1, 0, 0 } }, NULL },
};
/* clang-format on */

/* Each single bit of each word must land where the typed row says, and nowhere else. */
static void check_bits(const struct typed_field *typed, const struct structure *s,
                       const struct field *field)
{
    for (unsigned word = 0; word < s->words; word++)
        for (unsigned bit = 0; bit < s->word_bits; bit++) {
            uint64_t words[STRUCTURE_MAX_WORDS] = { 0 }, expected = 0;
            unsigned at = typed->shift;

            words[word] = UINT64_C(1) << bit;
            for (unsigned i = 0; i < 3; i++) {
                const struct typed_part *const p = &typed->parts[i];
                const int inside = (int)bit >= p->low && (int)bit <= p->high;

                if (i && !p->word)
                    break;
                if (p->word == (int)word && inside)
                    expected = UINT64_C(1) << (at + bit - (unsigned)p->low);
                at += (unsigned)(p->high - p->low + 1);
            }
            if (field_get(field, words) != expected)
                fail_msg("%s.%s: word %u bit %u reads 0x%llx, not 0x%llx", s->name, field->name,
                         word, bit, (unsigned long long)field_get(field, words),
                         (unsigned long long)expected);
        }
}

static void check_values(const struct typed_field *typed, const struct nv50_chip *chip,
                         const struct field *field)
{
    char names[512] = "";
    size_t used = 0;

    if (!typed->values)
        return;
    for (uint64_t v = 0; v <= 0x40 && v <= field_max(field); v++)
        if (field_value_name(field, &chip->chip, v)) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%u %s", used ? "," : "",
                                     (unsigned)v, field_value_name(field, &chip->chip, v));
            assert_true(used < sizeof(names));
        }
    assert_string_equal(names, typed->values);
}

TEST(every_field_lies_where_the_reference_says)
{
    for (size_t i = 0; i < ARRAY_SIZE(typed_fields); i++) {
        const struct typed_field *const typed = &typed_fields[i];
        const struct nv50_chip *const chip = chipset_named(typed->chipset);
        const struct structure *const s = structure_of(typed->structure);
        const struct field *const field = field_of(s, chip, typed->name);

        if (typed->parts[0].word < 0) {
            assert_null(field);
            continue;
        }
        if (!field) {
            fail_msg("%s has no field %s", typed->structure, typed->name);
            return;
        }
        check_bits(typed, s, field);
        check_values(typed, chip, field);
    }
}

/* The byte of RAMFC at which the reference's table has a word of that name; -1: it has none. */
static int word_of_ramfc(const char *name)
{
    for (const struct reference_section *section = nv50_reference; section->name; section++)
        for (unsigned i = 0; i < section->count; i++)
            if (strncmp(section->rows[i].name, "RAMFC_", 6) == 0 &&
                strcasecmp(section->rows[i].name + 6, name) == 0)
                return (int)section->rows[i].reference;
    return -1;
}

/* No field stands in hw/ that is not typed above: g84 has them all but MCP89's two words. Words of RAMFC that are one
 * field have the name of a number in tests/hw/reference/. */
TEST(no_field_is_left_untyped)
{
    const struct nv50_chip *const g84 = chipset_named("g84");
    unsigned words = 0;

    for (unsigned k = 0; k < NV50_STRUCTURE_COUNT; k++)
        for (unsigned i = 0; i < nv50_structures[k].field_count; i++) {
            const struct field *const field = &nv50_structures[k].fields[i];
            unsigned found = 0;

            for (size_t t = 0; t < ARRAY_SIZE(typed_fields); t++)
                found += strcmp(typed_fields[t].structure, nv50_structures[k].name) == 0 &&
                         strcmp(typed_fields[t].name, field->name) == 0 &&
                         field_on(field, &chipset_named(typed_fields[t].chipset)->chip);
            if (found)
                continue;
            if (word_of_ramfc(field->name) < 0 || !field_on(field, &g84->chip))
                fail_msg("%s.%s is not typed here", nv50_structures[k].name, field->name);
            check_bits(
                &(struct typed_field){ .parts = { { word_of_ramfc(field->name) / 4, 31, 0 } } },
                structure_of("ramfc"), field);
            words++;
        }
    assert_int_equal(35, words);
}

/* tesla-vm.md §1.7, §1.8: the bits left when all fields are taken out. */
TEST(reserved_bits_are_the_rest)
{
    const struct nv50_chip *const g80 = chipset_named("g80"), *const g84 = chipset_named("g84");
    const struct structure *const pte = structure_of("pte"), *const pde = structure_of("pde");
    const struct structure *const object = structure_of("dmaobj");
    const uint64_t none[STRUCTURE_MAX_WORDS] = { 0 };

    assert_int_equal(structure_reserved_mask(pte, &g84->chip, none, 0), 0x8000000000000c06);
    assert_int_equal(structure_reserved_mask(pte, &g80->chip, none, 0), 0xc000000000000c06);
    assert_int_equal(structure_reserved_mask(pde, &g84->chip, none, 0), 0xffffff0000000f90);
    assert_int_equal(structure_reserved_mask(object, &g84->chip, none, 0), 0);
    assert_int_equal(structure_reserved_mask(object, &g84->chip, none, 3), 0x00ffff00);
    assert_int_equal(structure_reserved_mask(object, &g84->chip, none, 4), 0xf000f000);
    assert_int_equal(structure_reserved_mask(object, &g84->chip, none, 5), 0xfff00000);
    assert_int_equal(structure_reserved_mask(object, &g80->chip, none, 5), 0xfffc0000);
    assert_int_equal(structure_reserved_mask(structure_of("channel"), &g84->chip, none, 0),
                     0xc0000000);
}
