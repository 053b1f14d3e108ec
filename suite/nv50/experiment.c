/* Experiments of tesla-vm.md §10: questions that no source settles. Some judge by the default that the reference
 * recommends, all report their observation. */
#include "suite/nv50/groups.h"

#include "engines/nv50/family.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pfb.h"

#define PAGE    0x1000
#define NOWHERE ((linear_addr){ 0, TARGET_INVALID })

/* A channel with a table of 4 KiB pages at virtual address 0 and an object over all of it. */
struct mapped {
    struct setup setup;
    struct pde table;
    uint16_t selector;
};

static void open_mapped(struct mapped *m, struct test *t)
{
    const struct dmaobj paged = object_paged();

    setup_open(&m->setup, t, TARGET_VRAM);
    m->table = setup_table(&m->setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    m->selector = setup_object(&m->setup, &paged);
}

static bool bind_mapped(struct test *t, struct mapped *m)
{
    if (!setup_ready(&m->setup))
        return false;
    aperture_bind(t->card, APERTURE_BAR1, m->selector);
    return true;
}

static struct denied refused(const struct mapped *m, uint64_t at, bool write, uint8_t reason)
{
    return (struct denied){ .aperture = APERTURE_BAR1,
                            .at = { at },
                            .write = write,
                            .reason = reason,
                            .channel = m->setup.vm.descriptor,
                            .guarded = NOWHERE };
}

/* Knob check_order: accesses that break two or three of the late checks at once (E03). */
static void late_checks_have_an_order(struct test *t)
{
    static const struct {
        bool absent, supervisor, read_only, beyond;
        uint8_t reason;
    } pages[] = {
        { false, true, true, false, FAULT_PAGE_SUPERVISOR_ONLY },
        { false, true, false, true, FAULT_PAGE_SUPERVISOR_ONLY },
        { false, false, true, true, FAULT_PAGE_READ_ONLY },
        { false, true, true, true, FAULT_PAGE_SUPERVISOR_ONLY },
        { true, true, true, true, FAULT_PAGE_NOT_PRESENT },
    };
    struct mapped m;

    open_mapped(&m, t);
    const linear_addr page = setup_memory(&m.setup, TARGET_VRAM, PAGE, PAGE);
    for (unsigned i = 0; i < ARRAY_SIZE(pages); i++) {
        const struct pte pte = { .present = !pages[i].absent,
                                 .supervisor = pages[i].supervisor,
                                 .read_only = pages[i].read_only,
                                 .page = { pages[i].beyond ? t->card->vram.size : page.v,
                                           TARGET_VRAM } };
        setup_page(&m.setup, &m.table, (virtual_addr){ i * PAGE }, &pte);
    }
    if (!bind_mapped(t, &m))
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(pages); i++) {
        const struct denied denied = refused(&m, i * PAGE + 0x40, true, pages[i].reason);

        if (!pages[i].beyond || !(t->card->vram.size >> 32)) /* else no address is beyond VRAM */
            expect_denied(t, &denied);
    }
}

/* Knob no_channel_fault: descriptor bits 29:28 = 1 name no memory (T2, E07). */
static void channel_of_target_1(struct test *t)
{
    struct mapped m;

    open_mapped(&m, t);
    if (!bind_mapped(t, &m))
        return;
    m.setup.vm.descriptor = (m.setup.vm.descriptor & CHANNEL_DESC_ADDRESS) |
                            FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)TARGET_INVALID);
    aperture_channel(t->card, m.setup.vm.descriptor);
    aperture_bind(t->card, APERTURE_BAR1, m.selector);
    const struct denied denied = refused(&m, 0x40, false, FAULT_NO_CHANNEL);
    expect_denied(t, &denied);
}

/* PDE bits 3:2 = 1 name no memory: default no table (T11, E07). */
static void table_of_target_1(struct test *t)
{
    uint64_t word;
    struct mapped m;

    open_mapped(&m, t);
    const struct pte pte = pte_of(setup_memory(&m.setup, TARGET_VRAM, PAGE, PAGE));
    const struct pde table = setup_table(&m.setup, (virtual_addr){ 0 }, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&m.setup, &table, (virtual_addr){ 0 }, &pte);
    if (m.setup.err == OK)
        m.setup.err = pde_pack(nv50_chip_of(t->card->chip), &table, &word);
    if (m.setup.err == OK)
        m.setup.err = vm_pde_word(&m.setup.vm, (virtual_addr){ 0 },
                                  word | FIELD_PUT(PDE_TARGET, (uint64_t)TARGET_INVALID));
    if (!bind_mapped(t, &m))
        return;
    const struct denied denied = refused(&m, 0x40, false, FAULT_PT_NOT_PRESENT);
    expect_denied(t, &denied);
}

/* Knob pte_target1: PTE bits 5:4 = 1, a peer for some: default WRONG_MEMTYPE (T13a, E07). */
static void page_of_target_1(struct test *t)
{
    uint64_t word;
    struct mapped m;

    open_mapped(&m, t);
    const struct pte pte = pte_of(setup_memory(&m.setup, TARGET_SYSRAM_SNOOP, PAGE, PAGE));
    if (m.setup.err == OK)
        m.setup.err = pte_pack(nv50_chip_of(t->card->chip), PAGE_SHIFT_4K, &pte, &word);
    if (m.setup.err == OK)
        m.setup.err =
            vm_pte_word(&m.setup.vm, &m.table, (virtual_addr){ 0 },
                        (word & ~PTE_TARGET) | FIELD_PUT(PTE_TARGET, (uint64_t)TARGET_INVALID));
    if (!bind_mapped(t, &m))
        return;
    const struct denied denied = refused(&m, 0x40, false, FAULT_WRONG_MEMTYPE);
    expect_denied(t, &denied);
}

/* One read that must not meet WRONG_MEMTYPE. The word is not looked at: a storage type may reorder. */
static void read_of_type(struct test *t, enum target target, uint8_t type, uint8_t compression,
                         const struct dmaobj *object, const char *what)
{
    struct mapped m;

    open_mapped(&m, t);
    struct pte pte = pte_of(setup_memory(&m.setup, target, LARGE_PAGE, LARGE_PAGE));
    pte.type = type;
    pte.compression = compression;
    setup_page(&m.setup, &m.table, (virtual_addr){ 0 }, &pte);
    m.selector = setup_object(&m.setup, object);
    if (!bind_mapped(t, &m))
        return;
    aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 0x40 });
    expect_no_fault(t, what);
    fault_interrupts_take(t->card);
}

/* Knob memtype_rule: by default no storage type and no compression is refused (T18, E10). */
static void no_type_is_refused(struct test *t)
{
    const struct dmaobj paged = object_paged();
    struct dmaobj forced = object_paged();

    forced.compression = COMPRESSION_SINGLE;
    read_of_type(t, TARGET_SYSRAM_SNOOP, STORAGE_TYPE_PITCH, COMPRESSION_SINGLE, &paged,
                 "a compressed page of system memory (knob memtype_rule)");
    read_of_type(t, TARGET_SYSRAM_SNOOP, STORAGE_TYPE_PITCH, COMPRESSION_NONE, &forced,
                 "system memory that an object calls compressed (knob memtype_rule)");
    read_of_type(t, TARGET_SYSRAM_SNOOP, STORAGE_TYPE_BLOCKLINEAR, COMPRESSION_NONE, &paged,
                 "a tiled page of system memory (knob memtype_rule)");
    read_of_type(t, TARGET_VRAM, 0x30, COMPRESSION_NONE, &paged,
                 "storage type 0x30, which no table lists (knob memtype_rule)");
}

/* Knob block_source: the PTEs of a block that are not equal. The addressed one speaks, and with it
 * in the TLB for the whole block (E14). */
static void unequal_block(struct test *t)
{
    struct mapped m;
    linear_addr starts[2];

    open_mapped(&m, t);
    for (unsigned i = 0; i < 2; i++) {
        starts[i] = setup_memory(&m.setup, TARGET_VRAM, 2 * PAGE, PAGE);
        struct pte pte = pte_of(starts[i]);
        pte.order = 1;
        setup_page(&m.setup, &m.table, (virtual_addr){ i * PAGE }, &pte);
    }
    if (!bind_mapped(t, &m))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ PAGE },
                (linear_addr){ starts[1].v + PAGE, TARGET_VRAM });
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, starts[1]);
}

/* Every page of `count`, or every block of 8 pages, mapped to one place. */
static bool map_all(struct mapped *m, linear_addr there, unsigned count, unsigned order)
{
    struct pte pte = pte_of(there);

    pte.order = (uint8_t)order;
    for (unsigned i = 0; i < count; i++)
        setup_block(&m->setup, &m->table, (virtual_addr){ (uint64_t)i * PAGE << order }, &pte);
    return test_ok(m->setup.t, m->setup.err, m->setup.doing) &&
           test_ok(m->setup.t, host_flush(m->setup.t->card), "flushing host writes");
}

/* Touches `count` pages or blocks, remaps all, and counts from the last one back how many still lead
 * to the old place. */
static unsigned count_kept(struct test *t, unsigned count, unsigned order)
{
    struct mapped m;
    unsigned kept = 0;

    open_mapped(&m, t);
    const linear_addr old = setup_memory(&m.setup, TARGET_VRAM, 8 * PAGE, PAGE);
    const linear_addr new = setup_memory(&m.setup, TARGET_VRAM, 8 * PAGE, PAGE);
    if (!map_all(&m, old, count, order) || !bind_mapped(t, &m))
        return 0;
    for (unsigned i = 0; i < count; i++)
        expect_read(t, APERTURE_BAR1, (logical_addr){ (uint64_t)i * PAGE << order }, old);
    if (!map_all(&m, new, count, order))
        return 0;
    for (unsigned i = count; i-- > 0;)
        kept += aperture_read32(t->card, APERTURE_BAR1,
                                (logical_addr){ (uint64_t)i * PAGE << order }) == name_of(old);
    return kept;
}

/* Knob tlb_entries: how much BAR's TLB holds, in pages and in blocks of 8 pages (E18). */
static void tlb_capacity(struct test *t)
{
    const unsigned pages = count_kept(t, 2048, 0);
    const unsigned blocks = count_kept(t, 512, 3);

    test_note(t, "after 2048 pages %u stayed in BAR's TLB, after 512 blocks of 8 pages %u", pages,
              blocks);
}

/* Knob fault_enable: BAR has no bit among the enables, so its faults are latched with all of them
 * clear (E11). */
static void bar_faults_need_no_enable(struct test *t)
{
    struct mapped m;

    open_mapped(&m, t);
    if (!bind_mapped(t, &m))
        return;
    card_set32(t->card, PFB_VM_FAULT, 0);
    const struct denied denied = refused(&m, 0x40, false, FAULT_PAGE_NOT_PRESENT);
    expect_denied(t, &denied);
}

/* Knob pd_offset_reg: the directory moved by one entry, so virtual address 0 is translated by entry
 * 1 (E37). */
static void directory_moves(struct test *t)
{
    struct mapped m;

    open_mapped(&m, t);
    const linear_addr page = setup_memory(&m.setup, TARGET_VRAM, PAGE, PAGE);
    const struct pte pte = pte_of(page);
    const virtual_addr second = { UINT64_C(1) << PD_SPAN_LOG2 };
    const struct pde table = setup_table(&m.setup, second, PDE_TYPE_4K, TARGET_VRAM);
    setup_page(&m.setup, &table, second, &pte);
    card_set32(t->card, PFB_PD_OFFSET, nv50_chip_of(t->card->chip)->pd_offset + 8u);
    if (!bind_mapped(t, &m))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0 }, page);
}

/* Knob encryption: the card reads its own bytes back; the bytes that the CPU sees are reported
 * (E30). */
static void encrypted_page_comes_back(struct test *t)
{
    const uint32_t stored = 0x13572468;
    struct dmaobj object = object_paged();
    struct mapped m;
    uint32_t seen;

    open_mapped(&m, t);
    struct pte pte = pte_of(setup_memory(&m.setup, TARGET_SYSRAM_SNOOP, PAGE, PAGE));
    pte.encrypted = true;
    setup_page(&m.setup, &m.table, (virtual_addr){ 0 }, &pte);
    object.encryption = DMAOBJ_ENCRYPTION_FROM_PTE;
    m.selector = setup_object(&m.setup, &object);
    if (!bind_mapped(t, &m))
        return;
    aperture_write32(t->card, APERTURE_BAR1, (logical_addr){ 0x40 }, stored);
    expect_equal(t, stored, aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 0x40 }),
                 "a word read back through an encrypted page");
    const linear_addr there = { pte.page.v + 0x40, TARGET_SYSRAM_SNOOP };
    if (test_ok(t, card_memory_read(t->card, there, &seen, 4), "reading system memory"))
        test_note(t, "the CPU sees %s", seen == stored ? "the bytes as written" : "other bytes");
}

/* Knob tag_state: a page full of one word, written through a compressed mapping, comes back; how much of
 * it reached its place in VRAM is reported (E26). */
static void compressed_page_comes_back(struct test *t)
{
    enum { WORDS = LARGE_PAGE / 4, SECTORS = LARGE_PAGE / 32, SINGLE_32 = 0x78 };
    static const uint32_t stored = 0x2a2a2a2a;
    struct mapped m;
    unsigned written = 0;

    open_mapped(&m, t);
    const linear_addr page = setup_memory(&m.setup, TARGET_VRAM, LARGE_PAGE, LARGE_PAGE);
    const struct pde table = setup_table(&m.setup, (virtual_addr){ 0 }, PDE_TYPE_64K, TARGET_VRAM);
    struct pte pte = pte_of(page);
    pte.type = SINGLE_32;
    pte.compression = COMPRESSION_SINGLE;
    setup_page(&m.setup, &table, (virtual_addr){ 0 }, &pte);
    if (!bind_mapped(t, &m))
        return;
    for (unsigned i = 0; i < WORDS; i++)
        aperture_write32(t->card, APERTURE_BAR1, (logical_addr){ 4 * i }, stored);
    for (unsigned i = 0; i < WORDS; i += 8)
        if (!expect_equal(t, stored,
                          aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 4 * i }),
                          "a word read back through a compressed page"))
            return;
    if (!test_ok(t, host_flush(t->card), "flushing host writes"))
        return;
    for (unsigned i = 0; i < SECTORS; i++) {
        uint32_t seen;
        const linear_addr sector = { page.v + 32 * i + 28, TARGET_VRAM };

        if (!test_ok(t, card_memory_read(t->card, sector, &seen, 4), "reading VRAM"))
            return;
        written += seen == stored;
    }
    test_note(t, "%u of %u sectors end as they were written", written, (unsigned)SECTORS);
}

/* VRAM address x of an IGP is bus address FAKEFB_BASE + x: both views of a page show the same bytes
 * (E31). Drivers map their VRAM the second way. */
static void stolen_memory_is_on_the_bus(struct test *t)
{
    struct mapped m;

    open_mapped(&m, t);
    const linear_addr page = setup_memory(&m.setup, TARGET_VRAM, PAGE, PAGE);
    const struct pte pte =
        pte_of((linear_addr){ nv50_memory(t->card)->stolen_at + page.v, TARGET_SYSRAM_NOSNOOP });
    setup_page(&m.setup, &m.table, (virtual_addr){ 0 }, &pte);
    if (!bind_mapped(t, &m))
        return;
    expect_read(t, APERTURE_BAR1, (logical_addr){ 0x40 },
                (linear_addr){ page.v + 0x40, TARGET_VRAM });
    expect_write(t, APERTURE_BAR1, (logical_addr){ 0xffc },
                 (linear_addr){ page.v + 0xffc, TARGET_VRAM });
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.order.late", .source = "tesla-vm.md §1.5 T16 to T19", .run = late_checks_have_an_order,
      .basis = UNVERIFIED, .experiment = "E03", .claim = CLAIM_VM },
    { .name = "vm.channel.pd_offset", .source = "tesla-vm.md §1.4", .run = directory_moves,
      .basis = UNVERIFIED, .experiment = "E37", .claim = CLAIM_VM, .flags = TEST_RISKY, .features = FEATURE_PD_OFFSET_REG },
    { .name = "vm.pte.memtype", .source = "tesla-vm.md §1.5 T18, §2.3", .run = no_type_is_refused,
      .basis = UNVERIFIED, .experiment = "E10", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.pte.encryption", .source = "tesla-vm.md §1.10", .run = encrypted_page_comes_back,
      .basis = UNVERIFIED, .experiment = "E30", .claim = CLAIM_VM, .needs = "link.dma", .flags = TEST_RISKY, .features = FEATURE_ENCRYPTION },
    { .name = "vm.pte.compressed", .source = "tesla-vm.md §5", .run = compressed_page_comes_back,
      .basis = UNVERIFIED, .experiment = "E26", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.pte.stolen", .source = "tesla-vm.md §6.7", .run = stolen_memory_is_on_the_bus,
      .basis = UNVERIFIED, .experiment = "E31", .claim = CLAIM_VM, .features = FEATURE_IGP },
    { .name = "vm.contig.unequal", .source = "tesla-vm.md §1.7", .run = unequal_block,
      .basis = UNVERIFIED, .experiment = "E14", .claim = CLAIM_VM },
    { .name = "vm.tlb.capacity", .source = "tesla-vm.md §8.2", .run = tlb_capacity,
      .basis = UNVERIFIED, .experiment = "E18", .claim = CLAIM_VM },
    { .name = "vm.fault.enable", .source = "tesla-vm.md §2.1", .run = bar_faults_need_no_enable,
      .basis = UNVERIFIED, .experiment = "E11", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.channel.target1", .source = "tesla-vm.md §1.5 T2, §1.10", .run = channel_of_target_1,
      .basis = UNVERIFIED, .experiment = "E07", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.pde.target1", .source = "tesla-vm.md §1.5 T11, §1.10", .run = table_of_target_1,
      .basis = UNVERIFIED, .experiment = "E07", .claim = CLAIM_VM, .flags = TEST_RISKY },
    { .name = "vm.pte.target1", .source = "tesla-vm.md §1.5 T13a, §1.10", .run = page_of_target_1,
      .basis = UNVERIFIED, .experiment = "E07", .claim = CLAIM_VM, .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group experiment_tests = { rows, ARRAY_SIZE(rows) };
