/* The channel structure: where the page directory and the objects lie, and in which memory. */
#include "suite/nv50/groups.h"

#include "engines/vram.h"
#include "engines/window.h"
#include "mmu/nv50/channel.h"

#define PAGE 0x1000

/* The page directory lies at 0x1400 on G80 and at 0x200 from G84 on (tesla-vm.md §1.4). A second
 * entry, where the other generation would look, leads to another page. */
static void directory_lies_where_it_must(struct test *t)
{
    const bool g80 = nv50_chip_of(t->card->chip)->layout == CHANNEL_LAYOUT_G80;
    const uint32_t other = g80 ? CHANNEL_G84_PD : CHANNEL_G80_PD;
    struct setup setup;
    uint64_t decoy_word = 0;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr right = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const linear_addr wrong = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const struct pte right_pte = pte_of(right), wrong_pte = pte_of(wrong);
    const struct dmaobj paged = object_paged();
    /* The decoy is built first, so that its own PDE is overwritten by the right one. */
    const struct pde decoy = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&setup, &decoy, (virtual_addr){ 0 }, &wrong_pte);
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &right_pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (setup.err == OK)
        setup.err = pde_pack(nv50_chip_of(t->card->chip), &decoy, &decoy_word);
    if (setup.err == OK)
        setup.err = card_memory_write(
            t->card, (linear_addr){ setup.vm.channel.v + other, setup.vm.channel.target },
            &decoy_word, sizeof(decoy_word));
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, right);
}

/* One page mapped at virtual address 0 of a channel in `where`, seen through BAR1. */
static void channel_in(struct test *t, enum target where)
{
    struct setup setup;

    setup_open(&setup, t, where);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
    const uint16_t selector =
        setup_one_page(&setup, PDE_TYPE_4K, TARGET_VRAM, (virtual_addr){ 0 }, page);
    if (!setup_ready(&setup))
        return;

    aperture_bind(t->card, APERTURE_BAR1, selector);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0x10 },
                (linear_addr){ page.v + 0x10, TARGET_VRAM });
    expect_write(t, APERTURE_BAR1, (logical_addr){ 0xffc },
                 (linear_addr){ page.v + 0xffc, TARGET_VRAM });
}

/* Descriptor bits 29:28 (tesla-vm.md §1.3): the structure may lie in any memory. */
static void channel_in_vram(struct test *t)
{
    channel_in(t, TARGET_VRAM);
}

static void channel_in_snooped_memory(struct test *t)
{
    channel_in(t, TARGET_SYSRAM_SNOOP);
}

static void channel_in_unsnooped_memory(struct test *t)
{
    channel_in(t, TARGET_SYSRAM_NOSNOOP);
}

/* A virtual address is resolved by the page tables of the channel in use, so two channels can map one
 * differently; PEEPHOLE and the BARs have a latch each (tesla-vm.md §1.3, tesla-mmio.md §3.3). */
static void channels_are_separate(struct test *t)
{
    struct setup kits[2];
    linear_addr pages[2];
    uint16_t selectors[2];

    for (unsigned i = 0; i < 2; i++) {
        setup_open(&kits[i], t, TARGET_VRAM);
        pages[i] = setup_memory(&kits[i], TARGET_VRAM, PAGE, PAGE);
        selectors[i] =
            setup_one_page(&kits[i], PDE_TYPE_4K, TARGET_VRAM, (virtual_addr){ 0 }, pages[i]);
        if (!setup_ready(&kits[i]))
            return;
    }

    aperture_context(t->card, kits[0].vm.descriptor, false);
    aperture_context(t->card, kits[1].vm.descriptor, true);
    aperture_bind(t->card, APERTURE_PEEPHOLE, selectors[0]);
    aperture_bind(t->card, APERTURE_BAR1, selectors[1]);
    aperture_bind(t->card, APERTURE_BAR3, selectors[1]);
    expect_read(t, APERTURE_PEEPHOLE, (logical_addr){ 0 }, pages[0]);
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, pages[1]);
    expect_read(t, APERTURE_BAR3, (logical_addr){ 0 }, pages[1]);
}

/* Each aperture has its own selector: three objects of one channel, three places. */
static void selectors_are_separate(struct test *t)
{
    linear_addr pages[APERTURE_COUNT] = { 0 };
    uint16_t selectors[APERTURE_COUNT] = { 0 };
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    for (unsigned i = 0; i < setup_apertures(t); i++) {
        pages[i] = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        const struct dmaobj object = object_unpaged(pages[i], PAGE);
        selectors[i] = setup_object(&setup, &object);
    }
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < setup_apertures(t); i++)
        aperture_bind(t->card, (enum aperture)i, selectors[i]);
    for (unsigned i = 0; i < setup_apertures(t); i++)
        expect_read(t, (enum aperture)i, (logical_addr){ 0 }, pages[i]);
}

/* A selector has 16 bits: objects may lie anywhere in the first MiB of the channel (§1.4). Each one
 * here differs from the next in one bit. */
static void selectors_have_16_bits(struct test *t)
{
    enum { FIRST_BIT = 11, LAST_BIT = 15, COUNT = LAST_BIT - FIRST_BIT + 1 };
    const uint64_t size = UINT64_C(16) << (LAST_BIT + 1);
    uint32_t words[DMAOBJ_WORDS];
    linear_addr pages[COUNT];
    struct setup setup;

    setup_open(&setup, t, TARGET_SYSRAM_SNOOP);
    if (setup.err == OK)
        setup.err =
            memory_alloc(t->card, TARGET_SYSRAM_SNOOP, size, CHANNEL_ALIGN, &setup.vm.channel);
    if (setup.err == OK)
        setup.err = channel_pack(setup.vm.channel, &setup.vm.descriptor);
    for (unsigned i = 0; i < COUNT; i++) {
        pages[i] = setup_memory(&setup, TARGET_VRAM, PAGE, PAGE);
        const struct dmaobj object = object_unpaged(pages[i], PAGE);

        if (setup.err == OK)
            setup.err = dmaobj_pack(nv50_chip_of(t->card->chip), &object, words);
        if (setup.err == OK)
            setup.err = card_memory_write(
                t->card, channel_object(setup.vm.channel, (uint16_t)(1u << (FIRST_BIT + i))), words,
                DMAOBJ_BYTES);
    }
    if (!setup_ready(&setup))
        return;

    for (unsigned i = 0; i < COUNT; i++) {
        aperture_bind(t->card, APERTURE_BAR1, (uint16_t)(1u << (FIRST_BIT + i)));
        expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, pages[i]);
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.channel.layout", .source = "tesla-vm.md §1.4", .run = directory_lies_where_it_must,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.channel.vram", .source = "tesla-vm.md §1.3", .run = channel_in_vram,
      .basis = PROVEN, .claim = CLAIM_VM },
    { .name = "vm.channel.snoop", .source = "tesla-vm.md §1.3", .run = channel_in_snooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.channel.nosnoop", .source = "tesla-vm.md §1.3", .run = channel_in_unsnooped_memory,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
    { .name = "vm.channel.two", .source = "tesla-vm.md §1.3", .run = channels_are_separate,
      .basis = UNVERIFIED, .experiment = "E16", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.channel.selectors", .source = "tesla-mmio.md §3.3", .run = selectors_are_separate,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.channel.selector_bits", .source = "tesla-vm.md §1.4", .run = selectors_have_16_bits,
      .basis = DOCUMENTED, .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group channel_tests = { rows, ARRAY_SIZE(rows) };
