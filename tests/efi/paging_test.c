/* tests/efi/paging_test.c: which addresses the firmware's page tables cover (efi/paging.h). */
#include "efi/paging.h"
#include "tests/efi/uefi/machine.h"

static _Alignas(4096) uint64_t table5[512], table4[512], table3[512], table2[512], table1[512];

#define PRESENT 1u
#define LARGE   0x81u

static uint64_t to(const uint64_t *table)
{
    return (uintptr_t)table | PRESENT | UINT64_C(1) << 63; /* bit 63: not executable */
}

static bool covers(uint64_t address)
{
    struct paging paging = { { 0 } };

    return paging_covers(&paging, address);
}

/* Intel SDM volume 3A §4.5: four levels of 512 entries, bits 47:39, 38:30, 29:21, 20:12; bit 0 present, bit 7 of the two
 * in the middle a large page; entries hold bits 51:12 of an address. */
TEST(the_tables_are_walked, machine_up, machine_down)
{
    const uint64_t address = UINT64_C(0x123456789000);
    const unsigned at4 = 0x24, at3 = 0xd1, at2 = 0xb3, at1 = 0x189;

    memset(table5, 0, sizeof(table5));
    memset(table4, 0, sizeof(table4));
    memset(table3, 0, sizeof(table3));
    memset(table2, 0, sizeof(table2));
    memset(table1, 0, sizeof(table1));
    machine->cr3 = (uintptr_t)table4 | 0x18; /* bits 4:3 are about caching */
    assert_false(covers(address));
    table4[at4] = to(table3);
    assert_false(covers(address));
    table3[at3] = LARGE;
    assert_true(covers(address));
    table3[at3] = to(table2);
    assert_false(covers(address));
    table2[at2] = LARGE;
    assert_true(covers(address));
    table2[at2] = to(table1);
    assert_false(covers(address));
    table1[at1] = PRESENT;
    assert_pairs(true, covers(address), true, covers(address + 0xfff), false,
                 covers(address + 0x1000), false, covers(address - 1));
    for (unsigned i = 0; i < 512; i++) /* of a unit that lacks one page all others are there */
        table1[i] = i == 511 ? 0 : PRESENT;
    struct paging paging = { { 0 } };
    assert_true(paging_covers(&paging, address));
    assert_false(paging_covers(&paging, address | 0x1ff000));
    table1[511] = PRESENT;
    assert_true(paging_covers(&paging, address));
    table1[at1] = 0; /* whole units are looked at once */
    assert_true(paging_covers(&paging, address));
    assert_false(paging_covers(&paging, address + 0x200000));
    table1[at1] = PRESENT;
    table4[at4] = UINT64_C(0x80) | to(table3); /* no large page at the top */
    assert_true(covers(address));

    /* Bit 12 of CR4: a fifth level above, bits 56:48. */
    table5[1] = to(table4);
    machine->cr3 = (uintptr_t)table5;
    machine->cr4 = 0x1000;
    assert_pairs(true, covers(address | UINT64_C(1) << 48), false, covers(address));
    machine->cr4 = 0;
}
