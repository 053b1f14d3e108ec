/* Each count that a GV100 says of itself, and of its machine, at the bound that the firmware has for it, one beyond,
 * and at the largest number that its register can hold: the run ends, no good card is FAIL, a surplus is reported with
 * its number and its bound, and the rest is tested. The bounds and their reasons: docs/architecture.md, "Limits".
 * Numbers are typed from docs/hardware/gv100.md §1.1 to §1.4, §3.5, §6.2, §7. */
#include "reference/gv100.h"
#include "tests/suite/run_rig.h"

#define SUITE     "identity,link,window,host.release.old,copy.one,copy.engines,vram.quick"
#define WORDS_MAX 1300
#define BUSES     34 /* bridges that can be put above the card */

/* Words that the card's registers read instead of their own, and bridges above the one that the host has. */
static struct {
    struct bus_tap tap;
    struct bus *bus;
    uint64_t bar0;
    struct {
        uint32_t reg, value;
    } words[WORDS_MAX];
    unsigned count, bridges;
    const char *suite; /* null: SUITE */
    uint16_t command[BUSES];
} said;

static void says(uint32_t reg, uint32_t value)
{
    assert_true(said.count < WORDS_MAX);
    said.words[said.count].reg = reg;
    said.words[said.count++].value = value;
}

static uint64_t read_said(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t word = said.tap.real->read(bus, at, size);

    for (unsigned i = 0; i < said.count; i++)
        if (at.v == said.bar0 + said.words[i].reg)
            return said.words[i].value;
    return word;
}

/* ---- bridges: bus n has the bridge to bus n + 1; the host's own, with the card, are the last two -------------------- */

static struct pci_function real_place(struct pci_function at)
{
    at.bus = (uint8_t)(at.bus - said.bridges);
    return at;
}

static bool is_added(struct pci_function at)
{
    return at.bus < said.bridges;
}

static uint32_t config_said(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    const uint32_t words[] = { 0x12348086, said.command[at.bus % BUSES], 0x06040000, 0x00010000 };
    uint32_t word;

    if (!is_added(at)) {
        word = said.tap.real->config_read(bus, real_place(at), offset, size);
        return at.bus == said.bridges && offset == 0x19 ? said.bridges + 1 : word;
    }
    if (at.device || at.function)
        return UINT32_MAX;
    word = offset < sizeof(words) ? words[offset / 4] : offset / 4 == 6 ? (at.bus + 1u) << 8 : 0;
    return (uint32_t)(word >> (8 * (offset & 3)) & (UINT64_C(0xffffffff) >> (32 - 8 * size)));
}

static void set_config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                       uint32_t value)
{
    if (!is_added(at))
        said.tap.real->config_write(bus, real_place(at), offset, size, value);
    else if (offset == 4)
        said.command[at.bus] = (uint16_t)value;
}

static void enable_said(struct bus *bus, struct pci_function at, uint16_t bits)
{
    if (!is_added(at))
        said.tap.real->enable(bus, real_place(at), bits);
}

static enum err segment_said(struct bus *bus, unsigned index, struct pci_segment *out)
{
    const enum err e = said.tap.real->segment(bus, index, out);

    out->last_bus = (uint8_t)(out->last_bus + said.bridges);
    return e;
}

static enum err take_said(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    return said.tap.real->take(bus, real_place(at), keep_drivers);
}

static void give_back_said(struct bus *bus, struct pci_function at)
{
    said.tap.real->give_back(bus, real_place(at));
}

/* ---- a run ---------------------------------------------------------------------------------------------------------- */

static void look_on(struct rig *rig)
{
    bus_tap(&said.tap, host_bus(rig->host));
    said.bar0 = model_config_read(host_bus_card(rig->host, 0), 0x10, 4);
    said.tap.ops.read = read_said;
    said.tap.ops.config_read = config_said;
    said.tap.ops.config_write = set_config;
    said.tap.ops.enable = enable_said;
    said.tap.ops.segment = segment_said;
    said.tap.ops.take = take_said;
    said.tap.ops.give_back = give_back_said;
}

static struct model_config card_of(void)
{
    return (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip, .vram_size = 16 << 20 };
}

/* Registers keep the words set since the last run. Null: nothing need be said, and nothing is left out. */
static void expect_run(const struct model_config *card, enum verdict verdict, const char *words)
{
    struct rig *const rig = rig_new();

    rig->card = card ? *card : card_of();
    rig->config.model = false; /* on silicon */
    rig->prepare = look_on;
    rig->host_config.bar_base = UINT64_C(1) << 40;
    rig_run_suite(rig, said.suite ? said.suite : SUITE);
    if (rig->verdict != verdict)
        fail_msg("verdict %d, expected %d, in:\n%s", (int)rig->verdict, (int)verdict, rig->tap);
    if (words && !strstr(rig->tap, words) && !strstr(rig->log, words))
        fail_msg("nothing says \"%s\" in:\n%s%s", words, rig->tap, rig->log);
    if (!words && strstr(rig->log, "of which the first"))
        fail_msg("it has all that it says, and yet:\n%s", rig->log);
    rig_free(rig);
    memset(&said, 0, sizeof(said));
}

/* ---- counts of the card itself -------------------------------------------------------------------------------------- */

/* A table whose devices have as few words as can be: graphics, one copy engine, and others of one word each. */
static void says_devices(unsigned count)
{
    static const uint32_t first[] = { 0x8006183e, 0x80000003, 0x00400205,
                                      0x98c3aa3e, 0x8000004f, 0x0810408d };
    unsigned at = 0;

    for (; at < 6 && count < 64; at++)
        says(REF_PTOP_DEVICE_INFO(at), first[at]);
    for (unsigned n = at ? 2 : 0; at < 64; at++, n++)
        says(REF_PTOP_DEVICE_INFO(at), n < count ? 0x43 : 0);
}

TEST(devices)
{
    says_devices(60);
    expect_run(NULL, VERDICT_PASS, "copy.engines: 1 copy engines");
    says_devices(64); /* each of one word: none says where it is */
    expect_run(NULL, VERDICT_INCOMPLETE, "its PTOP lists no copy engine on a runlist of its own");
    for (unsigned i = 0; i < 64; i++) /* none ends */
        says(REF_PTOP_DEVICE_INFO(i), UINT32_MAX);
    expect_run(NULL, VERDICT_INCOMPLETE, "its PTOP lists no copy engine on a runlist of its own");
}

/* LCE8 is on runlist 12 with engine 12; the fields go to 15. */
TEST(runlists_and_engines)
{
    static const struct {
        uint32_t engine, runlist;
        const char *words;
    } rows[] = {
        { 12, 12, "7 copy engines" },
        { 12, 13, "1 of its copy engines have an engine above 14 or a runlist above 12" },
        { 12, 15, "1 of its copy engines have an engine above 14 or a runlist above 12" },
        { 15, 12, "1 of its copy engines have an engine above 14 or a runlist above 12" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        says(REF_PTOP_DEVICE_INFO(48), 0x8001963e | rows[i].engine << 26 | rows[i].runlist << 21);
        expect_run(NULL, VERDICT_PASS, rows[i].words);
    }
}

TEST(pbdmas)
{
    says(REF_PFIFO_CFG0, 0x20000f);
    expect_run(NULL, VERDICT_PASS, "its PFIFO says 15 PBDMAs, of which the first 14 are used");
    says(REF_PFIFO_CFG0, 0x2000ff);
    expect_run(NULL, VERDICT_PASS, "its PFIFO says 255 PBDMAs, of which the first 14 are used");
    for (unsigned i = 0; i < 14; i++) /* each serves all runlists, or says so */
        says(REF_PFIFO_PBDMA_MAP(i), 0xffff);
    expect_run(NULL, VERDICT_PASS, NULL);
    says(REF_PFIFO_CFG1, UINT32_MAX);
    expect_run(NULL, VERDICT_PASS, "has 0xffffffff in the number of channels, expected 0x1000");
}

/* 5 bits each, and 32 that the fuses can turn off. */
TEST(partitions)
{
    static const struct {
        uint32_t fbps, each;
        const char *words;
    } rows[] = {
        { 16, 2, "memory partitions 0x" },
        { 11, 3, "its PTOP counts 33 memory partitions, of which the first 32 are used" },
        { 31, 31, "its PTOP counts 961 memory partitions, of which the first 32 are used" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        says(REF_PTOP_SCAL_NUM_FBPS, rows[i].fbps);
        says(REF_PTOP_SCAL_NUM_FBPA_PER_FBP, rows[i].each);
        expect_run(NULL, VERDICT_PASS, rows[i].words);
    }
}

/* MiB that each of 16 partitions says; page tables have 37 bits of address. */
TEST(sizes)
{
    /* clang-format off */
    static const struct { uint32_t mib; enum verdict verdict; const char *words; } rows[] = {
        { 0, VERDICT_NOT_TESTED, "memory partitions 0xffff do not answer with a size" },
        { 0x2000, VERDICT_PASS, NULL },
        { 0x2001, VERDICT_PASS, "say 131088 MiB, of which the first 131072 have addresses" },
        { UINT32_MAX, VERDICT_PASS, "of which the first 131072 have addresses" }
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (unsigned k = 0; k < 16; k++)
            says(0x90020c + 0x4000 * k, rows[i].mib);
        said.suite = "identity,link,window,vram.size,copy.one"; /* no march over 128 GiB */
        expect_run(NULL, rows[i].verdict, rows[i].words);
    }
}

/* Counts that nothing of the firmware is sized by. */
TEST(other_units)
{
    static const uint32_t regs[] = { 0x22430, 0x22434, 0x22450, 0x22454, 0x2245c, 0x104028 };

    for (unsigned i = 0; i < sizeof(regs) / sizeof(regs[0]); i++)
        says(regs[i], UINT32_MAX);
    expect_run(NULL, VERDICT_PASS, NULL);
}

/* L2: LTCs, slices of each (31:28), KiB of a slice (15:0). A memory test drives out twice as much as they say, and never
 * more than twice what the largest board has. */
TEST(slices)
{
    /* clang-format off */
    static const struct { uint32_t ltcs, slices, kib; } rows[] = {
        { 16, 0x40000000, 96 }, { 17, 0x40000000, 96 }, { 32, 0xf0000000, 0xffff },
        { UINT32_MAX, UINT32_MAX, UINT32_MAX }, { 0, 0, 0 }
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        says(REF_LTC_NUMBER, rows[i].ltcs);
        says(REF_LTC_SLICES, rows[i].slices);
        says(0x17e38c, rows[i].kib);
        expect_run(NULL, VERDICT_PASS, NULL);
    }
}

/* Protected ranges: two registers name three, and their words can hold any bounds. Where they make no sense, what stores
 * nothing is looked for, and there is no such memory. */
TEST(ranges)
{
    says(REF_WPR_RANGE, UINT32_MAX);
    expect_run(NULL, VERDICT_PASS, NULL);
    says(REF_WPR_RANGE, 0);
    expect_run(NULL, VERDICT_PASS, NULL);
    says(REF_VPR_STATUS, UINT32_MAX);
    says(REF_WPR_RANGE, UINT32_MAX);
    expect_run(NULL, VERDICT_PASS, NULL);
}

/* Copy engines that share runlists, as fields of 4 bits allow; each of the card's is tried. */
TEST(copy_engines)
{
    static const struct {
        unsigned runlists;
        const char *words;
    } rows[] = { { 13, "copy.engines: 8 copy engines" },
                 { 5, "copy.engines: 4 copy engines of 8: the others share their runlists" },
                 { 2, "copy.engines: 1 copy engines of 8: the others share their runlists" },
                 { 1, "no copy engine on a runlist of its own" } };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct model_config card = card_of();

        card.lces = 9;
        card.runlists = rows[i].runlists;
        expect_run(&card, rows[i].runlists > 1 ? VERDICT_PASS : VERDICT_INCOMPLETE, rows[i].words);
    }
}

/* ---- counts of its machine ------------------------------------------------------------------------------------------ */

TEST(bridges)
{
    for (unsigned count = 30; count <= 32; count++) {
        said.bridges = count;
        expect_run(NULL, VERDICT_PASS,
                   count < 32 ? NULL
                              : "more than 32 bridges stand above the card: those beyond are left");
    }
}

TEST(bars)
{
    static const uint64_t sizes[] = { 64 << 20, 256 << 20, UINT64_C(1) << 36 };

    for (unsigned i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct model_config card = card_of();

        card.bar1_size = sizes[i];
        expect_run(&card, VERDICT_PASS, NULL);
    }
}

/* Images of 512 bytes, one after the other, in a ROM of 1 MiB that begins at 0x300000. */
TEST(images)
{
    static const unsigned counts[] = { 1, 8, 9, 200 };

    for (unsigned i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        for (unsigned n = 0; n < counts[i]; n++) {
            const uint32_t at = 0x300000 + 512 * n;

            says(at, 0xaa55);
            says(at + 0x18, 0x1c);
            says(at + 0x1c, 0x52494350);
            says(at + 0x20, 0x1d8110de);
            says(at + 0x2c, 1);
            says(at + 0x30, n + 1 == counts[i] ? 0x8003 : 0x0003);
        }
        expect_run(NULL, VERDICT_PASS, " - identity.rom\n");
    }
}
