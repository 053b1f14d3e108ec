/* The fields of a DMA object against its page's, in the model and in mmu/: all six, all values (tesla-vm.md §1.8). */
#include "reference/nv50.h"
#include "tests/model/nv50/vm/vm_rig.h"

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

            assert_true(met.ok);
            assert_int_equal(met.at.v, PAGE);
            assert_true(!met.attributes.read_only && !met.attributes.supervisor);
            assert_true(!met.attributes.long_cycle && !met.attributes.encrypted);
            assert_pairs(0, met.attributes.type, 0, met.attributes.compression);
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
