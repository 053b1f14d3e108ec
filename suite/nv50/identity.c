/* Who the card is, and whether the link to it works. Reads, and four scratch registers. */
#include "suite/kit/link.h"
#include "suite/nv50/groups.h"

#include "engines/nv50/family.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/ptimer.h"

#define LINK_ROUNDS   2000
#define BAR1_SMALLEST UINT64_C(0x4000000)

/* The low bits of the PCI device id stand in BOOT_0 too: four on G80 to G86, five later; the rest is
 * the block of the chipset (tesla-mmio.md §1.1, §3.1). */
static void boot_0_agrees(struct test *t)
{
    const struct nv50_chip *chip = nv50_chip_of(t->card->chip);
    const uint32_t boot_0 = card_read32(t->card, PMC_BOOT_0);
    const uint32_t low = chip->device_id_bits == 4 ? FIELD_GET(PMC_BOOT_0_DEVID_G80, boot_0)
                                                   : FIELD_GET(PMC_BOOT_0_DEVID_G92, boot_0);
    const uint16_t mask = (uint16_t)((1u << chip->device_id_bits) - 1);
    const uint16_t block = t->card->pci.device & (uint16_t)~mask;

    expect_equal(t, t->card->pci.device & mask, low, "the device id bits of BOOT_0");
    if (test_compared(t, block != chip->device_id &&
                             (!chip->device_id_2 || block != (chip->device_id_2 & ~mask))))
        test_fail(t, "is what BOOT_0 says, but PCI device id 0x%04x is not of that chipset",
                  (unsigned)t->card->pci.device);
}

/* A card that was switched to big-endian registers says so in a word that reads the same both ways
 * (tesla-mmio.md §3.1). Everything else here takes it for little-endian. */
static void registers_are_little_endian(struct test *t)
{
    expect_equal(t, 0, card_read32(t->card, PMC_BOOT_1), "ENDIAN");
}

/* BAR0 is 16 MiB or more of plain memory, BAR1 and BAR3 are 64-bit (tesla-mmio.md §1.3). */
static void bars_are_there(struct test *t)
{
    const struct pci_bar *bars = t->card->pci.bars;

    if (test_compared(t, bars[NV_BAR_MMIO].io || bars[NV_BAR_MMIO].is_64bit))
        test_fail(t, "has a BAR0 that is not 32-bit memory");
    if (test_compared(t, !bars[NV_BAR_VRAM].is_64bit || bars[NV_BAR_VRAM].size < BAR1_SMALLEST))
        test_fail(t, "has a BAR1 of 0x%llx bytes, expected 64-bit and 64 MiB or more",
                  (unsigned long long)bars[NV_BAR_VRAM].size);
    if (test_compared(t, !bars[NV_BAR_RAMIN].is_64bit || bars[NV_BAR_RAMIN].size < NV_MMIO_SIZE))
        test_fail(t, "has a BAR3 of 0x%llx bytes, expected 64-bit and 16 MiB or more",
                  (unsigned long long)bars[NV_BAR_RAMIN].size);
    test_note(t, "BAR1 %llu MiB, BAR3 %llu MiB", (unsigned long long)(bars[NV_BAR_VRAM].size >> 20),
              (unsigned long long)(bars[NV_BAR_RAMIN].size >> 20));
}

/* BAR0 0x088000 mirrors configuration space (tesla-mmio.md §1.5). */
static void mirror_agrees(struct test *t)
{
    static const uint16_t offsets[] = { PCI_VENDOR_ID, PCI_CLASS, 0x10,         0x14,
                                        0x18,          0x1c,      PCI_SUBSYSTEM };
    struct bus *const bus = t->card->bus;

    for (unsigned i = 0; i < ARRAY_SIZE(offsets); i++) {
        const uint32_t config = bus->ops->config_read(bus, t->card->pci.at, offsets[i], 4);
        char what[48];
        struct text text = text_in(what, sizeof(what));

        text_format(&text, "the mirror of configuration 0x%02x", (unsigned)offsets[i]);
        expect_equal(t, config, card_read32(t->card, PBUS_PCI_MIRROR + offsets[i]), what);
    }
}

/* Four plain words in PBUS (tesla-mmio.md §3.2): a written value comes back, whatever its bits. */
static void scratch_holds(struct test *t)
{
    for (unsigned round = 0; round < LINK_ROUNDS; round++) {
        const uint32_t reg = PBUS_SCRATCH + 4 * (round % PBUS_SCRATCH_COUNT);
        const uint32_t one = BIT(round / PBUS_SCRATCH_COUNT % 32);
        const uint32_t value = round & 1 ? ~one : one;

        card_set32(t->card, reg, value);
        if (!expect_equal(t, value, card_read32(t->card, reg), "a scratch register"))
            return;
    }
    test_note(t, "%u words", LINK_ROUNDS);
}

/* A discrete card has the PCI Express capability (tesla-mmio.md §1.4), which is not seen where the bus above is none of
 * PCI Express. Width and speed are for the bench to judge, errors are link.errors' (board.md §5). */
static void link_is_express(struct test *t)
{
    struct bus *const bus = t->card->bus;
    const struct pci_function at = t->card->pci.at;
    struct pci_function port;
    uint16_t cap, port_cap;
    const enum err found = pci_capability(bus, at, PCI_CAP_ID_PCIE, &cap);

    if (found == ERR_RANGE) {
        test_fail(t, "has a list of PCI capabilities without an end");
    } else if (found != OK && (nv50_chip_of(t->card->chip)->features & FEATURE_IGP)) {
        test_lacks(t, "an integrated chipset is no PCI Express device");
    } else if (found != OK && (pci_upstream(bus, at, &port) != OK ||
                               pci_capability(bus, port, PCI_CAP_ID_PCIE, &port_cap) != OK)) {
        test_lacks(t, "there is no PCI Express link here: the port above is none");
    } else if (test_compared(t, found != OK)) {
        test_fail(t, "has no PCI Express capability in its list");
    } else {
        const uint32_t status =
            bus->ops->config_read(bus, at, (uint16_t)(cap + PCIE_LINK_STATUS), 4);
        const uint32_t most = bus->ops->config_read(bus, at, (uint16_t)(cap + PCIE_LINK_CAP), 4);

        test_note(t, "x%u of x%u, %s GT/s", (unsigned)FIELD_GET(PCIE_LINK_STATUS_WIDTH, status),
                  (unsigned)FIELD_GET(PCIE_LINK_CAP_WIDTH, most),
                  FIELD_GET(PCIE_LINK_STATUS_SPEED, status) >= 2 ? "5" : "2.5");
    }
}

/* Clearing a bit of PMC_ENABLE resets the engine and hides its registers; setting it brings the engine back without the
 * values written before (tesla-mmio.md §3.1). No source gives the word that a hidden register reads as, nor most reset
 * values: so the only claim is that the written value is gone. */
static void engines_can_be_reset(struct test *t)
{
    struct card *const card = t->card;
    const uint32_t on = card_read32(card, PMC_ENABLE) | PMC_ENABLE_PFIFO | PMC_ENABLE_PGRAPH;
    const uint32_t both = PMC_ENABLE_PFIFO | PMC_ENABLE_PGRAPH;

    card_set32(card, PMC_ENABLE, on);
    expect_equal(t, both, card_read32(card, PMC_ENABLE) & both, "PMC_ENABLE, PFIFO and PGRAPH on");
    card_set32(card, PFIFO_INTR_EN, PFIFO_INTR_BAR_FAULT);
    expect_equal(t, PFIFO_INTR_BAR_FAULT, card_read32(card, PFIFO_INTR_EN), "PFIFO_INTR_EN");
    card_set32(card, PMC_ENABLE, on & ~both);
    expect_equal(t, 0, card_read32(card, PMC_ENABLE) & both, "PMC_ENABLE, PFIFO and PGRAPH off");
    card_write32(card, PFIFO_INTR_EN, PFIFO_INTR_BAR_FAULT);
    if (test_compared(t, card_read32(card, PFIFO_INTR_EN) == PFIFO_INTR_BAR_FAULT))
        test_fail(t, "shows registers of PFIFO while it is off in PMC_ENABLE");
    card_set32(card, PMC_ENABLE, on);
    if (test_compared(t, card_read32(card, PFIFO_INTR_EN) == PFIFO_INTR_BAR_FAULT))
        test_fail(t, "keeps PFIFO_INTR_EN through a reset of PFIFO");
}

/* TIME_HIGH:TIME_LOW never goes back, and goes on (tesla-mmio.md §3.5). */
static void timer_runs(struct test *t)
{
    const uint64_t give_up = t->card->bus->ops->time_us(t->card->bus) + 100000;
    const uint32_t first = card_read32(t->card, PTIMER_TIME_LOW);
    bool moved = false, late = false;

    while (!moved && !late && !card_expired(t->card)) {
        late = t->card->bus->ops->time_us(t->card->bus) > give_up; /* first: a pause cannot fool */
        moved = card_read32(t->card, PTIMER_TIME_LOW) != first;
    }
    if (!moved && late) {
        test_fail(t, "has a PTIMER that stands still at 0x%08x", first);
        return;
    }
    if (test_compared(t, card_read32(t->card, PTIMER_TIME_LOW) & ~PTIMER_TIME_LOW_BITS))
        test_fail(t, "has set bits below 5 in TIME_LOW");
}

static void describe_count(struct text *text, unsigned count, const char *what, const char *reg)
{
    text_format(text, ", %u %s%s (%s)", count, what, count == 1 ? "" : "s", reg);
}

/* Changes of one field that would make the size in MEM_AMOUNT. */
static void describe_remedies(struct text *text, const struct test *t)
{
    const struct memory_config *const m = nv50_memory(t->card);
    const bool split = nv50_chip_of(t->card->chip)->features & FEATURE_SUBPARTITIONS;
    const unsigned halved = split && m->subparts == 1 ? 1 : 0; /* unverified E22 */
    struct dram_geometry other = m->dram;

    for (unsigned parts = 1; parts <= 8; parts++)
        if (dram_size(&m->dram, parts) >> halved == m->size)
            describe_count(text, parts, "partition", "HWUNITS_0");
    if (split && dram_size(&m->dram, m->parts) >> (1 - halved) == m->size)
        describe_count(text, 3u - m->subparts, "subpartition", "0x100268");
    other.two_ranks = !m->dram.two_ranks;
    other.row_bits_b = m->dram.row_bits_a;
    if (dram_size(&other, m->parts) >> halved == m->size)
        describe_count(text, other.two_ranks ? 2 : 1, "rank", "CFG0");
    if (m->predicted == 2 * m->size || 2 * m->predicted == m->size)
        text_format(text, ", one address bit %s (CFG1)", m->predicted > m->size ? "less" : "more");
}

/* The size register, and the size that partitions, banks, rows and columns make (tesla-vm.md §6.1). */
static void memory_size_agrees(struct test *t)
{
    const struct memory_config *m = nv50_memory(t->card);
    const uint32_t subpart = nv50_chip_of(t->card->chip)->features & FEATURE_SUBPARTITIONS
                                 ? FIELD_GET(PFB_SUBPART_ENABLE, card_read32(t->card, PFB_SUBPART))
                                 : 1;
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX], remedies[TEST_VALUE_MAX] = "";
    struct text text = text_in(expected, sizeof(expected));

    test_fact(t, FACT_STRAPS, card_read32(t->card, PSTRAPS_0_PRIMARY));
    test_fact(t, FACT_TPCS, FIELD_GET(PBUS_HWUNITS_0_TPCS, card_read32(t->card, PBUS_HWUNITS_0)));
    if (m->stolen)
        test_note(t, "%llu MiB of system memory at 0x%llx", (unsigned long long)(m->size >> 20),
                  (unsigned long long)m->stolen_at);
    else
        test_note(t, "%llu MiB, %u partition%s, %u banks, %u column bits",
                  (unsigned long long)(m->size >> 20), (unsigned)m->parts, m->parts == 1 ? "" : "s",
                  1u << m->dram.bank_bits, (unsigned)m->dram.column_bits);
    if (test_compared(t, subpart != 1 && subpart != 3)) /* §6.3 */
        test_fail(t, "enables subpartitions 0x%x in 0x100268, where only 0x1 and 0x3 can be",
                  subpart);
    if (test_compared(t, m->size == m->predicted))
        return;
    if (m->stolen)
        text_format(&text, "0x%llx bytes were stolen from the system",
                    (unsigned long long)m->predicted);
    else
        text_format(&text, "%u partitions make 0x%llx bytes", (unsigned)m->parts,
                    (unsigned long long)m->predicted);
    text = text_in(remedies, sizeof(remedies));
    if (!m->stolen)
        describe_remedies(&text, t);
    text = text_in(actual, sizeof(actual));
    text_format(&text, "a MEM_AMOUNT of 0x%llx bytes", (unsigned long long)m->size);
    test_differs(t, expected, actual, "has %s, but %s%s%s", actual, expected,
                 remedies[0] ? "; would agree with" : "", remedies[0] ? remedies + 1 : "");
}

/* A type that no controller before GT215 can drive is refused, and so are 16 banks, which only
 * GDDR5 has (tesla-mmio.md §2.1, board.md §1.4). */
static void memory_type_is_possible(struct test *t)
{
    static const char *const names[] = { "DDR1", "DDR2 or DDR3", "GDDR3", "GDDR4", "GDDR5" };
    const struct memory_config *const m = nv50_memory(t->card);
    const bool drives_gddr5 = nv50_chip_of(t->card->chip)->features & FEATURE_GDDR5;

    if (test_compared(t, m->ram_type >= ARRAY_SIZE(names))) {
        test_fail(t, "has memory type %u in 0x100714, which names none", (unsigned)m->ram_type);
        return;
    }
    test_note(t, "%s", names[m->ram_type]);
    test_fact_word(t, FACT_MEMORY_TYPE, names[m->ram_type]);
    if (test_compared(t, m->ram_type == RAM_TYPE_GDDR5 && !drives_gddr5))
        test_fail(t, "says GDDR5 in 0x100714, which this chipset cannot drive");
    else if (test_compared(t, m->ram_type != RAM_TYPE_GDDR5 && m->dram.bank_bits > 3))
        test_fail(t, "has %u banks by CFG1, but %s by 0x100714, which has 8 at most",
                  1u << m->dram.bank_bits, names[m->ram_type]);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "id.boot0", .source = "tesla-mmio.md §1.1, §3.1", .run = boot_0_agrees,
      .basis = PROVEN, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "id.endian", .source = "tesla-mmio.md §3.1", .run = registers_are_little_endian,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "id.bars", .source = "tesla-mmio.md §1.3", .run = bars_are_there,
      .basis = PROVEN, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "id.mirror", .source = "tesla-mmio.md §1.5", .run = mirror_agrees,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "link.scratch", .source = "tesla-mmio.md §3.2", .run = scratch_holds,
      .basis = DOCUMENTED, .claim = CLAIM_LINK }, /* it writes, so never to a card that is cold or half started */
    { .name = "link.pcie", .source = "board.md §5", .run = link_is_express,
      .basis = DOCUMENTED, .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "link.width", .source = "board.md §5", .run = link_is_wide,
      .basis = UNVERIFIED, .experiment = "board.md §5", .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "id.reset", .source = "tesla-mmio.md §3.1", .run = engines_can_be_reset,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY },
    { .name = "id.timer", .source = "tesla-mmio.md §3.5", .run = timer_runs,
      .basis = PROVEN, .claim = CLAIM_IDENTITY },
    { .name = "id.memory", .source = "tesla-vm.md §6.1", .run = memory_size_agrees,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY },
    { .name = "id.memory.type", .source = "tesla-mmio.md §2.1, board.md §1.4", .run = memory_type_is_possible,
      .basis = UNVERIFIED, .experiment = "tesla-mmio.md §2.1", .claim = CLAIM_IDENTITY, .flags = TEST_CHIPS },
};
/* clang-format on */
const struct test_group identity_tests = { rows, ARRAY_SIZE(rows) };
