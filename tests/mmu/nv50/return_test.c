/* There and back: a word that mmu/ unpacks and packs again, or a struct that it packs and unpacks, is unchanged; and
 * the field tables of hw/ read the same bits. */
#include <string.h>

#include "hw/nv50/fields.h"
#include "hw/nv50/vm.h"
#include "mmu/fields.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/dmaobj.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/pde.h"
#include "mmu/nv50/pte.h"
#include "tests/kit/tests.h"

static const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84];

static uint64_t next_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed ^ *seed >> 29;
}

/* Bits of the nth word that no field of the table covers. */
static uint64_t reserved(const struct nv50_chip *chip, enum nv50_structure structure, unsigned n)
{
    const uint64_t words[STRUCTURE_MAX_WORDS] = { 0 };

    return structure_reserved_mask(&nv50_structures[structure], &chip->chip, words, n);
}

/* Unpacked and packed again, every word is itself but for its reserved bits. */
TEST(packing_undoes_unpacking)
{
    static const unsigned shifts[] = { PAGE_SHIFT_4K, PAGE_SHIFT_16K, PAGE_SHIFT_64K };
    uint64_t seed = 1;

    for (unsigned round = 0; round < 20000; round++) {
        const struct nv50_chip *const chip = &nv50_chips[round % CHIP_COUNT];
        const unsigned shift = shifts[round % 3];
        const uint64_t word = next_random(&seed);
        const uint64_t below = (UINT64_C(1) << shift) - (1 << PAGE_SHIFT_4K); /* of an address */
        uint32_t words[DMAOBJ_WORDS], again[DMAOBJ_WORDS];
        struct dmaobj obj;
        struct pte pte;
        struct pde pde;
        uint64_t back = 0;

        pte_unpack(chip, shift, word, &pte);
        assert_int_equal(pte_pack(chip, shift, &pte, &back), OK);
        assert_int_equal(back, word & ~(reserved(chip, NV50_STRUCTURE_PTE, 0) | below));
        pde_unpack(chip, word, &pde);
        if (pde.type != PDE_TYPE_16K || (chip->features & FEATURE_PAGES_16K)) {
            assert_int_equal(pde_pack(chip, &pde, &back), OK);
            assert_int_equal(back, word & ~reserved(chip, NV50_STRUCTURE_PDE, 0));
        }
        for (unsigned i = 0; i < DMAOBJ_WORDS; i++)
            words[i] = (uint32_t)next_random(&seed);
        dmaobj_unpack(chip, words, &obj);
        assert_int_equal(dmaobj_pack(chip, &obj, again), OK);
        for (unsigned i = 0; i < DMAOBJ_WORDS; i++)
            assert_int_equal(again[i],
                             words[i] & ~(uint32_t)reserved(chip, NV50_STRUCTURE_DMAOBJ, i));
    }
}

/* Every value of each field up to 2^17 and both ends of longer ones; one too many is refused. */
TEST(every_legal_value_of_a_field_comes_back)
{
    for (unsigned k = 0; k < NV50_STRUCTURE_COUNT; k++)
        for (unsigned i = 0; i < nv50_structures[k].field_count; i++) {
            const struct field *const field = &nv50_structures[k].fields[i];
            const uint64_t max = field_max(field), step = UINT64_C(1) << field->shift;
            uint64_t words[STRUCTURE_MAX_WORDS] = { 0 };

            for (uint64_t v = 0; v <= max && v < step << 17; v += step) {
                assert_int_equal(field_put_at(field, 0, v, words), OK);
                assert_int_equal(field_get(field, words), v);
                assert_int_equal(field_put_at(field, 0, max - v, words), OK);
                assert_int_equal(field_get(field, words), max - v);
            }
            assert_int_equal(field_put_at(field, 0, max + step, words), ERR_RANGE);
            assert_int_equal(field_put_at(field, 0, UINT64_MAX, words), ERR_RANGE);
            if (field->shift)
                assert_int_equal(field_put_at(field, 0, 1, words), ERR_ALIGN);
        }
}

TEST(channels_come_back)
{
    for (uint64_t page = 0; page < 0x10000000; page += 0xfff1)
        for (unsigned target = 0; target < 4; target++) {
            const linear_addr at = { page << 12, (enum target)target };
            uint32_t word = 0;

            assert_int_equal(channel_pack(at, &word), OK);
            assert_int_equal(channel_unpack(word).v, at.v);
            assert_int_equal(channel_unpack(word).target, at.target);
        }
}

/* Snooped and unsnooped memory are also called HOST and NCOH; the first name is printed. */
TEST(targets_have_two_names)
{
    static const enum nv50_structure kinds[] = { NV50_STRUCTURE_DMAOBJ, NV50_STRUCTURE_PDE,
                                                 NV50_STRUCTURE_PTE, NV50_STRUCTURE_CHANNEL };

    for (unsigned k = 0; k < ARRAY_SIZE(kinds); k++)
        for (unsigned i = 0; i < nv50_structures[kinds[k]].field_count; i++) {
            const struct field *const field = &nv50_structures[kinds[k]].fields[i];
            uint64_t value = 0;

            if (strcmp(field->name, "target") != 0)
                continue;
            assert_true(field_value_named(field, &g84->chip, "HOST", 4, &value));
            assert_int_equal(value, 2);
            assert_string_equal(field_value_name(field, &g84->chip, 2), "SYSRAM_SNOOP");
            assert_true(field_value_named(field, &g84->chip, "NCOH", 4, &value));
            assert_int_equal(value, 3);
            assert_string_equal(field_value_name(field, &g84->chip, 3), "SYSRAM_NOSNOOP");
        }
}

/* The tables of hw/ and the functions of mmu/ read the same bits. */
TEST(field_tables_agree_with_the_structs)
{
    const struct structure *const s = &nv50_structures[NV50_STRUCTURE_PTE];
    uint64_t seed = 7;

    for (unsigned round = 0; round < 1000; round++) {
        const uint64_t word = next_random(&seed);
        uint64_t values[16];
        struct pte pte;

        pte_unpack(g84, PAGE_SHIFT_4K, word, &pte);
        for (unsigned i = 0; i < s->field_count; i++)
            values[i] = field_get(&s->fields[i], &word);
        const uint64_t wanted[] = { pte.present, pte.read_only,  pte.page.target, pte.supervisor,
                                    pte.order,   pte.page.v,     pte.type,        pte.compression,
                                    pte.tag,     pte.long_cycle, pte.encrypted };
        assert_int_equal(s->field_count, ARRAY_SIZE(wanted));
        assert_memory_equal(values, wanted, sizeof(wanted));
    }
}
