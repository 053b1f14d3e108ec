/* The facts of hw/ typed a second time: every field's bits, every chipset row, every slot. The
 * values stand here as the seeds and the reference give them; nothing is taken from hw/ but what is
 * checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hw/bits.h"
#include "hw/chipset.h"
#include "hw/fields.h"
#include "hw/slots.h"
#include "hw/storage.h"
#include "hw/vm.h"
#include "mmu/fields.h"

/* ---- structures: seed nv50-vm, "DMA objects", "Page tables", "Channels"; tesla-vm.md §2.2 -------
 */

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
    { "dmaobj", "g84", "compression", 0, { { 0, 30, 29 } }, "0 NONE,1 SINGLE,2 DOUBLE,3 FROM_PTE" },
    { "dmaobj", "g84", "supervisor", 0, { { 0, 31, 31 } }, FLAG },
    { "dmaobj", "g84", "limit", 0, { { 1, 31, 0 }, { 3, 31, 24 } }, NULL },
    { "dmaobj", "g84", "base", 0, { { 2, 31, 0 }, { 3, 7, 0 } }, NULL },
    { "dmaobj", "g84", "tag_base", 0, { { 4, 11, 0 } }, NULL },
    { "dmaobj", "g84", "tag_limit", 0, { { 4, 27, 16 } }, NULL },
    { "dmaobj", "g84", "compression_base", 16, { { 5, 15, 0 } }, NULL },
    { "dmaobj", "g84", "cycle", 0, { { 5, 17, 16 } }, "0 FROM_PTE,1 SHORT,2 LONG" },
    { "dmaobj", "g84", "encryption", 0, { { 5, 19, 18 } }, "0 CLEAR,1 ON,2 FROM_PTE" },
    { "dmaobj", "g80", "cycle", 0, { { 5, 17, 16 } }, "0 FROM_PTE,1 SHORT,2 LONG" },
    { "dmaobj", "g80", "encryption", 0, { { -1, 0, 0 } }, NULL },

    { "pde", "g84", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,3 4K" },
    { "pde", "mcp79", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,3 4K" },
    { "pde", "gt215", "type", 0, { { 0, 1, 0 } }, "0 NONE,1 64K,2 16K,3 4K" },
    { "pde", "g84", "target", 0, { { 0, 3, 2 } }, TARGETS },
    { "pde", "g84", "size", 0, { { 0, 6, 5 } }, "0 512M,1 128M,2 64M,3 32M" },
    { "pde", "g84", "address", 12, { { 0, 39, 12 } }, NULL },

    { "pte", "g84", "present", 0, { { 0, 0, 0 } }, FLAG },
    { "pte", "g84", "read_only", 0, { { 0, 3, 3 } }, FLAG },
    { "pte", "g84", "target", 0, { { 0, 5, 4 } }, TARGETS },
    { "pte", "g84", "supervisor", 0, { { 0, 6, 6 } }, FLAG },
    { "pte", "g84", "order", 0, { { 0, 9, 7 } }, NULL },
    { "pte", "g84", "address", 12, { { 0, 39, 12 } }, NULL },
    { "pte", "g84", "type", 0, { { 0, 46, 40 } }, NULL },
    { "pte", "g84", "compression", 0, { { 0, 48, 47 } }, "0 NONE,1 SINGLE,2 DOUBLE" },
    { "pte", "g84", "tag", 0, { { 0, 60, 49 } }, NULL },
    { "pte", "g84", "long_cycle", 0, { { 0, 61, 61 } }, FLAG },
    { "pte", "g84", "encrypted", 0, { { 0, 62, 62 } }, FLAG },
    { "pte", "g80", "encrypted", 0, { { -1, 0, 0 } }, NULL },

    { "channel", "g84", "address", 12, { { 0, 27, 0 } }, NULL },
    { "channel", "g84", "target", 0, { { 0, 29, 28 } }, TARGETS },

    { "fault", "g84", "engine", 0, { { 0, 3, 0 } }, "0 PGRAPH,1 PVP2,4 PEEPHOLE,5 PFIFO,6 BAR,8 PMPEG,9 PBSP,10 PCIPHER,11 PCOUNTER,12 PFIFO_BG" },
    { "fault", "g84", "reason", 0, { { 0, 7, 4 } }, "0 PT_NOT_PRESENT,1 PT_TOO_SHORT,2 PAGE_NOT_PRESENT,3 PAGE_SUPERVISOR_ONLY,4 PAGE_READ_ONLY,5 NO_CHANNEL,6 NULL_DMAOBJ,7 WRONG_MEMTYPE,11 VRAM_LIMIT,15 DMAOBJ_LIMIT" },
    { "fault", "g84", "client", 0, { { 0, 11, 8 } }, NULL },
    { "fault", "g84", "slot", 0, { { 0, 15, 12 } }, NULL },
    { "fault", "mcp79", "slot", 0, { { 0, 15, 12 } }, NULL },
    { "fault", "gt215", "engine", 0, { { 0, 7, 0 } }, NULL },
    { "fault", "gt215", "reason", 0, { { 0, 15, 8 } }, NULL },
    { "fault", "gt215", "client", 0, { { 0, 23, 16 } }, NULL },
    { "fault", "gt215", "slot", 0, { { 0, 31, 24 } }, NULL },
    { "fault", "mcp89", "slot", 0, { { 0, 31, 24 } }, NULL },
    { "fault", "g84", "channel", 0, { { 1, 15, 0 }, { 2, 15, 0 } }, NULL },
    { "fault", "g84", "address", 0, { { 3, 15, 0 }, { 4, 15, 0 }, { 5, 7, 0 } }, NULL },
    { "fault", "g84", "read", 0, { { 5, 8, 8 } }, FLAG },

    /* tesla-mmio.md §4.3, §4.4; the word is the offset / 4 */
    { "ramht", "g84", "handle", 0, { { 0, 31, 0 } }, NULL },
    { "ramht", "g84", "instance", 0, { { 1, 15, 0 } }, NULL },
    { "ramht", "g84", "engine", 0, { { 1, 23, 20 } }, NULL },
    { "ramfc", "g84", "ib_put", 0, { { 0x00 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "ib_get", 0, { { 0x04 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_put", 0, { { 0x08 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_put_high", 0, { { 0x0c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_get", 0, { { 0x10 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_get_high", 0, { { 0x14 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_mget", 0, { { 0x18 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_mget_high", 0, { { 0x1c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "get_high_read", 0, { { 0x20 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "put_high_read", 0, { { 0x24 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "put_high_write", 0, { { 0x28 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "mget_high_read", 0, { { 0x2c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_state", 0, { { 0x30 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "method_count", 0, { { 0x34 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dcount_shadow", 0, { { 0x38 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_fetch", 0, { { 0x3c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "subroutine", 0, { { 0x40 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_timeslice", 0, { { 0x44 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_instance", 0, { { 0x48 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "dma_limit", 0, { { 0x4c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "ib_address_low", 0, { { 0x50 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "ib_address_high", 0, { { 0x54 / 4, 7, 0 } }, NULL },
    { "ramfc", "g84", "ib_order", 0, { { 0x54 / 4, 31, 16 } }, NULL },
    { "ramfc", "g84", "engine", 0, { { 0x58 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "pull1", 0, { { 0x5c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "acquire_timeout", 0, { { 0x60 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "acquire_timestamp", 0, { { 0x64 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "acquire_value", 0, { { 0x68 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "semaphore_offset", 2, { { 0x6c / 4, 13, 0 } }, NULL },
    { "ramfc", "g84", "semaphore_offset_valid", 0, { { 0x6c / 4, 14, 14 } }, FLAG },
    { "ramfc", "g84", "semaphore_instance", 0, { { 0x6c / 4, 31, 16 } }, NULL },
    { "ramfc", "g84", "counter", 0, { { 0x70 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "ref", 0, { { 0x74 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "debug_2", 0, { { 0x78 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "sli", 0, { { 0x7c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "ramht_instance", 0, { { 0x80 / 4, 15, 0 } }, NULL },
    { "ramfc", "g84", "ramht_search", 0, { { 0x80 / 4, 25, 24 } }, NULL },
    { "ramfc", "g84", "ramht_search_full", 0, { { 0x80 / 4, 26, 26 } }, FLAG },
    { "ramfc", "g84", "ramht_size", 0, { { 0x80 / 4, 28, 27 } }, NULL },
    { "ramfc", "g84", "cache_count", 0, { { 0x84 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "cache_address", 10, { { 0x88 / 4, 29, 0 } }, NULL },
    { "ramfc", "g84", "cache_target", 0, { { 0x88 / 4, 31, 30 } }, TARGETS },
    { "ramfc", "g84", "semaphore_address_high", 0, { { 0x8c / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "semaphore_address_low", 0, { { 0x90 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "semaphore_sequence", 0, { { 0x94 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "channel", 0, { { 0x98 / 4, 31, 0 } }, NULL },
    { "ramfc", "mcp89", "method_28", 0, { { 0x9c / 4, 31, 0 } }, NULL },
    { "ramfc", "mcp89", "method_2c", 0, { { 0xa0 / 4, 31, 0 } }, NULL },
    { "ramfc", "g84", "method_28", 0, { { -1, 0, 0 } }, NULL },
    { "ramfc", "g80", "cache_address", 0, { { -1, 0, 0 } }, NULL },
    { "ramfc", "g80", "channel", 0, { { -1, 0, 0 } }, NULL },
};
/* clang-format on */

static const struct chipset *chip_named(const char *name)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (strcmp(chipsets[i].name, name) == 0)
            return &chipsets[i];
    fail_msg("no chipset %s", name);
    return NULL;
}

static const struct structure *structure_of(const char *name)
{
    for (unsigned i = 0; i < STRUCTURE_KIND_COUNT; i++)
        if (strcmp(structures[i].name, name) == 0)
            return &structures[i];
    fail_msg("no structure %s", name);
    return NULL;
}

static const struct field *field_of(const struct structure *s, const struct chipset *chip,
                                    const char *name)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (field_on(&s->fields[i], chip) && strcmp(s->fields[i].name, name) == 0)
            return &s->fields[i];
    return NULL;
}

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

static void check_values(const struct typed_field *typed, const struct chipset *chip,
                         const struct field *field)
{
    char names[512] = "";
    size_t used = 0;

    if (!typed->values)
        return;
    for (uint64_t v = 0; v <= 0x40 && v <= field_max(field); v++)
        if (field_value_name(field, chip, v)) {
            used += (size_t)snprintf(names + used, sizeof(names) - used, "%s%u %s", used ? "," : "",
                                     (unsigned)v, field_value_name(field, chip, v));
            assert_true(used < sizeof(names));
        }
    assert_string_equal(names, typed->values);
}

static void every_field_lies_where_the_reference_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(typed_fields); i++) {
        const struct typed_field *const typed = &typed_fields[i];
        const struct chipset *const chip = chip_named(typed->chipset);
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

/* No field stands in hw/ that is not typed above: g84 has them all but MCP89's two words. */
static void no_field_is_left_untyped(void **state)
{
    (void)state;
    for (unsigned k = 0; k < STRUCTURE_KIND_COUNT; k++)
        for (unsigned i = 0; i < structures[k].field_count; i++) {
            const struct field *const field = &structures[k].fields[i];
            unsigned found = 0;

            for (size_t t = 0; t < ARRAY_SIZE(typed_fields); t++)
                found += strcmp(typed_fields[t].structure, structures[k].name) == 0 &&
                         strcmp(typed_fields[t].name, field->name) == 0 &&
                         field_on(field, chip_named(typed_fields[t].chipset));
            if (!found)
                fail_msg("%s.%s is not typed here", structures[k].name, field->name);
        }
}

/* tesla-vm.md §1.7, §1.8: what is left when all fields are taken out. */
static void reserved_bits_are_the_rest(void **state)
{
    const struct chipset *const g80 = chip_named("g80"), *const g84 = chip_named("g84");
    const struct structure *const pte = structure_of("pte"), *const pde = structure_of("pde");
    const struct structure *const object = structure_of("dmaobj");

    (void)state;
    assert_int_equal(structure_reserved_mask(pte, g84, 0), 0x8000000000000c06);
    assert_int_equal(structure_reserved_mask(pte, g80, 0), 0xc000000000000c06);
    assert_int_equal(structure_reserved_mask(pde, g84, 0), 0xffffff0000000f90);
    assert_int_equal(structure_reserved_mask(object, g84, 0), 0);
    assert_int_equal(structure_reserved_mask(object, g84, 3), 0x00ffff00);
    assert_int_equal(structure_reserved_mask(object, g84, 4), 0xf000f000);
    assert_int_equal(structure_reserved_mask(object, g84, 5), 0xfff00000);
    assert_int_equal(structure_reserved_mask(object, g80, 5), 0xfffc0000);
    assert_int_equal(structure_reserved_mask(structure_of("channel"), g84, 0), 0xc0000000);
}

/* ---- chipsets: tesla-vm.md §0, tesla-mmio.md §1.1, §2.1, §2.2, §3.4, §3.9 -----------------------
 */

struct typed_chip {
    const char *name, *title;
    unsigned id, device, device_count, parts, tpcs, mps, video, pd, tpc_stride, flush, peephole_w,
        peephole_rw, fault_bits, fault_enable;
    const char *rearm;
    const char *has; /* words, in any order */
};

/* clang-format off */
static const struct typed_chip typed_chips[] = {
    { "g80",   "G80",   0x50, 0x0190, 16, 6,  8, 2, 1, 0x1400, 0x1000, 0x00330c, 0x1560, 0x1570, 4, 0x000707ff, "config", "long" },
    { "g84",   "G84",   0x84, 0x0400, 16, 2,  2, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc guard hwunits1 pdreg kindsys pm" },
    { "g86",   "G86",   0x86, 0x0420, 16, 2,  1, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc guard hwunits1 pdreg kindsys pm" },
    { "g92",   "G92",   0x92, 0x0600, 32, 4,  8, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "config", "enc guard hwunits1 pdreg kindsys pm" },
    { "g94",   "G94",   0x94, 0x0620, 32, 4,  4, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc guard newid hwunits1 pdreg kindsys pm" },
    { "g96",   "G96",   0x96, 0x0640, 32, 2,  2, 2, 2, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc guard newid hwunits1 pdreg kindsys pm" },
    { "g98",   "G98",   0x98, 0x06e0, 32, 1,  1, 1, 3, 0x200, 0x1000, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc guard newid hwunits1 pdreg kindsys pm" },
    { "g200",  "G200",  0xa0, 0x05e0, 32, 8, 10, 3, 2, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc guard newid hwunits1 pdreg kindsys pm" },
    { "mcp77", "MCP77", 0xaa, 0x0840, 32, 1,  1, 1, 3, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc guard newid igp fakefb hwunits1 pdreg kindsys prefetch" },
    { "mcp79", "MCP79", 0xac, 0x0860, 32, 1,  1, 2, 3, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 4, 0x001d07ff, "mirror", "enc newid igp fakefb hwunits1 pdreg kindsys prefetch" },
    { "gt215", "GT215", 0xa3, 0x0ca0, 32, 2,  4, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc guard newid fakefb 16k sub limit fine hwunits1 pdreg kindsys pm bank2 prefetch" },
    { "gt216", "GT216", 0xa5, 0x0a20, 32, 2,  2, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc guard newid fakefb 16k sub limit fine hwunits1 pdreg kindsys pm bank2 prefetch" },
    { "gt218", "GT218", 0xa8, 0x0a60, 32, 1,  1, 2, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x000d0fff, "mirror", "enc guard newid fakefb 16k sub limit fine hwunits1 pdreg kindsys pm bank2 prefetch" },
    { "mcp89", "MCP89", 0xaf, 0x08a0, 32, 2,  2, 3, 4, 0x200, 0x0800, 0x070000, 0x60000, 0x60010, 8, 0x089d1fff, "mirror", "enc guard newid igp fakefb 16k sub limit fine hwunits1 pdreg kindsys bank2 prefetch" },
};

static const struct { const char *word; unsigned feature; } feature_words[] = {
    { "long", FEATURE_LONG_CYCLE }, { "enc", FEATURE_ENCRYPTION }, { "16k", FEATURE_PAGES_16K },
    { "sub", FEATURE_SUBPARTITIONS }, { "igp", FEATURE_IGP }, { "limit", FEATURE_VRAM_LIMIT },
    { "fakefb", FEATURE_FAKEFB }, { "guard", FEATURE_FLUSH_GUARD }, { "newid", FEATURE_NEW_ID },
    { "fine", FEATURE_INTR_MASK }, { "hwunits1", FEATURE_HWUNITS_1 },
    { "pdreg", FEATURE_PD_OFFSET_REG }, { "kindsys", FEATURE_KIND_SYSRAM },
    { "pm", FEATURE_PART_PM_SEL }, { "bank2", FEATURE_BANK_BITS_2 },
    { "prefetch", FEATURE_BAR3_PREFETCH },
};
/* clang-format on */

static int has_word(const char *words, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return 1;
    return 0;
}

static void check_chip(const struct chipset *chip, const struct typed_chip *typed)
{
    assert_string_equal(chip->name, typed->name);
    assert_string_equal(chip->title, typed->title);
    assert_int_equal(chip->id, typed->id);
    assert_int_equal(chip->device_id, typed->device);
    assert_int_equal(1 << chip->device_id_bits, typed->device_count);
    assert_int_equal(chip->max_partitions, typed->parts);
    assert_int_equal(chip->max_tpcs, typed->tpcs);
    assert_int_equal(chip->max_mps, typed->mps);
    assert_int_equal(chip->video, typed->video);
    assert_int_equal(chip->layout, typed->pd == 0x1400 ? CHANNEL_LAYOUT_G80 : CHANNEL_LAYOUT_G84);
    assert_int_equal(chip->pd_offset, typed->pd);
    assert_int_equal(chip->tpc_stride, typed->tpc_stride);
    assert_int_equal(chip->host_flush, typed->flush);
    assert_int_equal(chip->peephole_write, typed->peephole_w);
    assert_int_equal(chip->peephole_rw, typed->peephole_rw);
    assert_int_equal(chip->fault_format,
                     typed->fault_bits == 8 ? FAULT_FIELDS_8BIT : FAULT_FIELDS_4BIT);
    assert_int_equal(chip->fault_enable, typed->fault_enable);
    assert_int_equal(chip->msi_rearm,
                     strcmp(typed->rearm, "mirror") ? MSI_REARM_CONFIG : MSI_REARM_MIRROR);
    for (size_t i = 0; i < ARRAY_SIZE(feature_words); i++)
        if (!(chip->features & feature_words[i].feature) !=
            !has_word(typed->has, feature_words[i].word))
            fail_msg("%s: feature %s", typed->name, feature_words[i].word);
}

static void every_chipset_row_is_the_references(void **state)
{
    (void)state;
    assert_int_equal(CHIP_COUNT, ARRAY_SIZE(typed_chips));
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        check_chip(&chipsets[i], &typed_chips[i]);
}

/* ---- slots: seed nv50-vm, "VM users" ------------------------------------------------------------
 */

/* Chipsets in the order of the table; a range of slots stands in one row. */
#define EVERY   "g80 g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89"
#define NOT_G80 "g84 g86 g92 g94 g96 g98 g200 mcp77 mcp79 gt215 gt216 gt218 mcp89"
#define VP2     "g84 g86 g92 g94 g96 g200"                /* [G84:G98 G200:MCP77] */
#define VP1_2   "g80 g84 g86 g92 g94 g96 g200"            /* [NV50:G98 G200:MCP77] */
#define VP3_4   "g98 mcp77 mcp79 gt215 gt216 gt218 mcp89" /* [G98:G200 MCP77-] */
#define VP3     "g98 mcp77 mcp79"                         /* [G98:GT215], tesla-vm.md K42 */
#define VP4     "gt215 gt216 gt218 mcp89"

struct typed_slot {
    unsigned engine, client, first, last;
    const char *engine_name, *client_name, *chips;
};

static const struct typed_slot typed_slots[] = {
    { 0x0, 0x0, 0x0, 0x0, "PGRAPH", "STRMOUT", EVERY },
    { 0x0, 0x3, 0x0, 0x6, "PGRAPH", "DISPATCH", EVERY },
    { 0x0, 0x5, 0x0, 0x2, "PGRAPH", "CCACHE", EVERY },
    { 0x0, 0x7, 0x0, 0x0, "PGRAPH", "CLIPID", EVERY },
    { 0x0, 0x9, 0x0, 0x0, "PGRAPH", "VFETCH", EVERY },
    { 0x0, 0xa, 0x0, 0x0, "PGRAPH", "TEXTURE", EVERY },
    { 0x0, 0xb, 0x0, 0xc, "PGRAPH", "PROP", EVERY },
    { 0x4, 0x4, 0x0, 0x0, "PEEPHOLE", "PFIFO_WRITE", EVERY },
    { 0x4, 0x8, 0x0, 0x0, "PEEPHOLE", "PFIFO_READ", EVERY },
    { 0x6, 0x4, 0x0, 0x1, "BAR", "PFIFO_WRITE", EVERY },
    { 0x6, 0x8, 0x0, 0x1, "BAR", "PFIFO_READ", EVERY },
    { 0x5, 0x8, 0x0, 0x1, "PFIFO", "PFIFO_READ", EVERY },
    { 0x5, 0x4, 0x1, 0x1, "PFIFO", "PFIFO_WRITE", EVERY },
    { 0xc, 0x8, 0x1, 0x1, "PFIFO_BG", "PFIFO_READ", NOT_G80 },
    { 0x1, 0x6, 0x8, 0x8, "PVP1", "PVPE", "g80" },
    { 0x7, 0x6, 0x4, 0x4, "PME", "PVPE", "g80" },
    { 0x8, 0x6, 0x1, 0x4, "PMPEG", "PVPE", VP1_2 },
    { 0x8, 0x6, 0x5, 0x5, "PMPEG", "PVPE", VP2 },
    { 0xb, 0xf, 0x0, 0x0, "PCOUNTER", "PCOUNTER", NOT_G80 },
    { 0x1, 0xc, 0x0, 0xf, "PVP2", "PVP2", VP2 },
    { 0x9, 0xd, 0x0, 0xf, "PBSP", "PBSP", VP2 },
    { 0xa, 0xe, 0x0, 0x3, "PCIPHER", "PCIPHER", VP2 },
    { 0x1, 0xc, 0x0, 0x7, "PPDEC", "PPDEC", VP3_4 },
    { 0x8, 0x6, 0x0, 0x7, "PPPP", "PPPP", VP3_4 },
    { 0x9, 0xd, 0x0, 0x7, "PVLD", "PVLD", VP3_4 },
    { 0xa, 0xe, 0x0, 0x7, "PSEC", "PSEC", VP3 },
    { 0xd, 0x13, 0x0, 0x7, "PCOPY", "PCOPY", VP4 },
    { 0xe, 0x11, 0x0, 0x7, "PDAEMON", "PDAEMON", VP4 },
    { 0x7, 0x14, 0x0, 0x7, "PVCOMP", "PVCOMP", "mcp89" },
};

static unsigned typed_slot_on(const struct typed_slot *typed, unsigned engine, unsigned client,
                              unsigned slot, const char *chip)
{
    return typed->engine == engine && typed->client == client && slot >= typed->first &&
           slot <= typed->last && has_word(typed->chips, chip);
}

static unsigned table_slot_on(unsigned engine, unsigned client, unsigned slot, unsigned chip)
{
    unsigned found = 0;

    for (unsigned i = 0; i < VM_SLOT_COUNT; i++)
        found += vm_slots[i].engine == engine && vm_slots[i].client == client &&
                 vm_slots[i].slot == slot && (vm_slots[i].chips >> chip & 1);
    return found;
}

/* Every triple on every chipset: in the table as often as typed, which is once or never. */
static void every_slot_stands_on_its_chipsets(void **state)
{
    (void)state;
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        for (unsigned engine = 0; engine < 0x10; engine++)
            for (unsigned client = 0; client < 0x20; client++)
                for (unsigned slot = 0; slot < 0x10; slot++) {
                    unsigned expected = 0;

                    for (size_t i = 0; i < ARRAY_SIZE(typed_slots); i++)
                        expected += typed_slot_on(&typed_slots[i], engine, client, slot,
                                                  chipsets[chip].name);
                    if (table_slot_on(engine, client, slot, chip) != expected)
                        fail_msg("%x/%x/%x on %s", engine, client, slot, chipsets[chip].name);
                }
}

static void slots_have_the_names_of_their_units(void **state)
{
    const struct structure *const fault = structure_of("fault");

    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(typed_slots); i++)
        for (unsigned c = 0; c < CHIP_COUNT; c++) {
            const struct chipset *const chip = &chipsets[c];

            if (!has_word(typed_slots[i].chips, chip->name))
                continue;
            assert_string_equal(
                field_value_name(field_of(fault, chip, "engine"), chip, typed_slots[i].engine),
                typed_slots[i].engine_name);
            assert_string_equal(
                field_value_name(field_of(fault, chip, "client"), chip, typed_slots[i].client),
                typed_slots[i].client_name);
        }
}

/* What each slot is for: seed nv50-vm, "DMA slots", first and last of each row of ports. */
/* clang-format off */
static const struct {
    unsigned engine, client, slot;
    const char *name, *chips;
} typed_names[] = {
    { 0x0, 0x0, 0x0, "STRMOUT", EVERY },         { 0x0, 0x3, 0x0, "CONTEXT", EVERY },
    { 0x0, 0x3, 0x1, "NOTIFY", EVERY },          { 0x0, 0x3, 0x2, "QUERY", EVERY },
    { 0x0, 0x3, 0x3, "COND", EVERY },            { 0x0, 0x3, 0x4, "M2MF_IN", EVERY },
    { 0x0, 0x3, 0x5, "M2MF_OUT", EVERY },        { 0x0, 0x3, 0x6, "M2MF_NOTIFY", EVERY },
    { 0x0, 0x5, 0x0, "CODE_CB", EVERY },         { 0x0, 0x5, 0x1, "TIC", EVERY },
    { 0x0, 0x5, 0x2, "TSC", EVERY },             { 0x0, 0x7, 0x0, "CLIPID", EVERY },
    { 0x0, 0x9, 0x0, "VERTEX", EVERY },          { 0x0, 0xa, 0x0, "TEXTURE", EVERY },
    { 0x0, 0xb, 0x0, "RT0", EVERY },             { 0x0, 0xb, 0x7, "RT7", EVERY },
    { 0x0, 0xb, 0x8, "ZETA", EVERY },            { 0x0, 0xb, 0x9, "LOCAL", EVERY },
    { 0x0, 0xb, 0xa, "GLOBAL", EVERY },          { 0x0, 0xb, 0xb, "STACK", EVERY },
    { 0x0, 0xb, 0xc, "DST2D", EVERY },           { 0x4, 0x4, 0x0, "PEEPHOLE_WRITE", EVERY },
    { 0x4, 0x8, 0x0, "PEEPHOLE_READ", EVERY },   { 0x6, 0x4, 0x0, "BAR1_WRITE", EVERY },
    { 0x6, 0x8, 0x0, "BAR1_READ", EVERY },       { 0x6, 0x4, 0x1, "BAR3_WRITE", EVERY },
    { 0x6, 0x8, 0x1, "BAR3_READ", EVERY },       { 0x5, 0x8, 0x0, "PUSHBUFFER", EVERY },
    { 0x5, 0x4, 0x1, "SEMAPHORE_WRITE", EVERY }, { 0x5, 0x8, 0x1, "SEMAPHORE_READ", EVERY },
    { 0xc, 0x8, 0x1, "SEMAPHORE_POLL", NOT_G80 },
    { 0x1, 0x6, 0x8, "PVP1_CONTEXT", "g80" },    { 0x7, 0x6, 0x4, "PME_CONTEXT", "g80" },
    { 0x8, 0x6, 0x1, "PMPEG_CMD", VP1_2 },       { 0x8, 0x6, 0x2, "PMPEG_DATA", VP1_2 },
    { 0x8, 0x6, 0x3, "PMPEG_IMAGE", VP1_2 },     { 0x8, 0x6, 0x4, "PMPEG_CONTEXT", VP1_2 },
    { 0x8, 0x6, 0x5, "PMPEG_QUERY", VP2 },       { 0xb, 0xf, 0x0, "PCOUNTER_RECORD", NOT_G80 },
    { 0x1, 0xc, 0x0, "PVP2_PORT0", VP2 },        { 0x1, 0xc, 0xf, "PVP2_PORTF", VP2 },
    { 0x9, 0xd, 0x0, "PBSP_PORT0", VP2 },        { 0x9, 0xd, 0xf, "PBSP_PORTF", VP2 },
    { 0xa, 0xe, 0x0, "PCIPHER_CONTEXT", VP2 },   { 0xa, 0xe, 0x1, "PCIPHER_SRC", VP2 },
    { 0xa, 0xe, 0x2, "PCIPHER_DST", VP2 },       { 0xa, 0xe, 0x3, "PCIPHER_QUERY", VP2 },
    { 0x1, 0xc, 0x0, "PPDEC_PORT0", VP3_4 },     { 0x1, 0xc, 0x7, "PPDEC_PORT7", VP3_4 },
    { 0x8, 0x6, 0x0, "PPPP_PORT0", VP3_4 },      { 0x8, 0x6, 0x7, "PPPP_PORT7", VP3_4 },
    { 0x9, 0xd, 0x0, "PVLD_PORT0", VP3_4 },      { 0x9, 0xd, 0x7, "PVLD_PORT7", VP3_4 },
    { 0xa, 0xe, 0x0, "PSEC_PORT0", VP3 },        { 0xa, 0xe, 0x7, "PSEC_PORT7", VP3 },
    { 0xd, 0x13, 0x0, "PCOPY_PORT0", VP4 },      { 0xd, 0x13, 0x7, "PCOPY_PORT7", VP4 },
    { 0xe, 0x11, 0x0, "PDAEMON_PORT0", VP4 },    { 0xe, 0x11, 0x7, "PDAEMON_PORT7", VP4 },
    { 0x7, 0x14, 0x0, "PVCOMP_PORT0", "mcp89" }, { 0x7, 0x14, 0x7, "PVCOMP_PORT7", "mcp89" },
};
/* clang-format on */

static void every_slot_has_its_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(typed_names); i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
            if (!has_word(typed_names[i].chips, chipsets[chip].name))
                continue;
            unsigned found = 0;
            for (unsigned k = 0; k < VM_SLOT_COUNT; k++)
                if (vm_slots[k].engine == typed_names[i].engine &&
                    vm_slots[k].client == typed_names[i].client &&
                    vm_slots[k].slot == typed_names[i].slot && (vm_slots[k].chips >> chip & 1)) {
                    assert_string_equal(vm_slots[k].name, typed_names[i].name);
                    found++;
                }
            assert_int_equal(found, 1);
        }
}

/* Engine and client numbers that flushes and records use (seed nv50-vm, "VM users"): the example of a
 * driver flushes GR 0, VP and MSPDEC 1, BAR 6, MPEG and MSPPP 8, BSP and MSVLD 9, CIPHER and SEC a,
 * CE0 d. */
static void engines_have_their_numbers(void **state)
{
    (void)state;
    assert_int_equal(VM_ENGINE_PGRAPH, 0x0);
    assert_int_equal(VM_ENGINE_PVP, 0x1);
    assert_int_equal(VM_ENGINE_PEEPHOLE, 0x4);
    assert_int_equal(VM_ENGINE_PFIFO, 0x5);
    assert_int_equal(VM_ENGINE_BAR, 0x6);
    assert_int_equal(VM_ENGINE_PME, 0x7);
    assert_int_equal(VM_ENGINE_PMPEG, 0x8);
    assert_int_equal(VM_ENGINE_PBSP, 0x9);
    assert_int_equal(VM_ENGINE_PCIPHER, 0xa);
    assert_int_equal(VM_ENGINE_PCOUNTER, 0xb);
    assert_int_equal(VM_ENGINE_PFIFO_BG, 0xc);
    assert_int_equal(VM_ENGINE_PCOPY, 0xd);
    assert_int_equal(VM_ENGINE_PDAEMON, 0xe);
}

/* tesla-vm.md §1.4: [offset, end) of each fixed part, and where objects can still start. */
static void channel_parts_lie_where_the_reference_says(void **state)
{
    (void)state;
    assert_int_equal(CHANNEL_G80_RAMFC, 0x0);
    assert_int_equal(CHANNEL_G80_CONTEXT, 0x200);
    assert_int_equal(CHANNEL_G80_CACHE, 0x400);
    assert_int_equal(CHANNEL_G80_PD, 0x1400);
    assert_int_equal(CHANNEL_G80_FREE, 0x5400);
    assert_int_equal(CHANNEL_G84_CONTEXT, 0x0);
    assert_int_equal(CHANNEL_G84_PD, 0x200);
    assert_int_equal(CHANNEL_G84_FREE, 0x4200);
    assert_int_equal(CHANNEL_PD_SIZE, 0x4000);
    assert_int_equal(CHANNEL_ALIGN, 0x1000);
    assert_int_equal(0xffff << CHANNEL_SELECTOR_SHIFT, 0xffff0);
    assert_int_equal(DMAOBJ_BYTES, 0x18);
    assert_int_equal(PD_ENTRIES * UINT64_C(8), CHANNEL_PD_SIZE);
    assert_int_equal(UINT64_C(1) << PD_SPAN_LOG2, 0x20000000);
}

/* ---- storage types: tesla-vm.md §4.1 ------------------------------------------------------------
 */

static const unsigned normal_types[] = {
    0x10, 0x11, 0x12, 0x13, 0x20, 0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x40, 0x41,
    0x42, 0x43, 0x44, 0x45, 0x46, 0x54, 0x55, 0x56, 0x60, 0x61, 0x62, 0x63, 0x64,
    0x65, 0x66, 0x68, 0x69, 0x6a, 0x6b, 0x70, 0x74, 0x78, 0x79, 0x7c, 0x7d,
};

static const unsigned swizzled_types[] = {
    0x18, 0x19, 0x1a, 0x1b, 0x28, 0x29, 0x2a, 0x2b, 0x2c, 0x2d, 0x2e, 0x47, 0x48,
    0x49, 0x4a, 0x4b, 0x4c, 0x4d, 0x6c, 0x6d, 0x6e, 0x6f, 0x72, 0x76, 0x7a, 0x7b,
};

static const struct storage_type *storage_row(unsigned type)
{
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++)
        if (storage_types[i].type == type)
            return &storage_types[i];
    fail_msg("no storage type %x", type);
    return NULL;
}

/* 65 values are valid, 26 of them bank swizzled; 44-46, 4b-4d and 68-6f from G200 on. */
static void every_storage_type_has_its_bank_cycle(void **state)
{
    (void)state;
    assert_int_equal(ARRAY_SIZE(swizzled_types), 26);
    assert_int_equal(1 + ARRAY_SIZE(normal_types) + ARRAY_SIZE(swizzled_types), 65);
    assert_int_equal(STORAGE_TYPE_COUNT, 65);
    assert_false(storage_row(0)->tiled);
    assert_int_equal(storage_row(0)->banks, BANK_CYCLE_NORMAL);
    for (size_t i = 0; i < ARRAY_SIZE(normal_types); i++) {
        assert_true(storage_row(normal_types[i])->tiled);
        assert_int_equal(storage_row(normal_types[i])->banks, BANK_CYCLE_NORMAL);
    }
    for (size_t i = 0; i < ARRAY_SIZE(swizzled_types); i++) {
        assert_true(storage_row(swizzled_types[i])->tiled);
        assert_int_equal(storage_row(swizzled_types[i])->banks, BANK_CYCLE_ALTERNATE);
    }
    for (unsigned i = 0; i < STORAGE_TYPE_COUNT; i++) {
        const unsigned type = storage_types[i].type;
        const int late = (type >= 0x44 && type <= 0x46) || (type >= 0x4b && type <= 0x4d) ||
                         (type >= 0x68 && type <= 0x6f);

        assert_int_equal(storage_types[i].chips, late ? CHIPS_ALL & ~0x7fu : CHIPS_ALL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_lies_where_the_reference_says),
        cmocka_unit_test(no_field_is_left_untyped),
        cmocka_unit_test(reserved_bits_are_the_rest),
        cmocka_unit_test(every_chipset_row_is_the_references),
        cmocka_unit_test(every_slot_stands_on_its_chipsets),
        cmocka_unit_test(slots_have_the_names_of_their_units),
        cmocka_unit_test(every_slot_has_its_name),
        cmocka_unit_test(engines_have_their_numbers),
        cmocka_unit_test(channel_parts_lie_where_the_reference_says),
        cmocka_unit_test(every_storage_type_has_its_bank_cycle),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hw", tests, NULL, NULL);
}
