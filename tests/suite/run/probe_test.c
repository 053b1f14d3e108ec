/* tests/suite/run/probe_test.c: mode=pci and mode=probe look at a card and write nothing: not behind its BARs, not to its
 * configuration space, not to the port above it. All chipsets, started and cold, behind a port, beside a card that
 * draws the console. Their values are those of the model's registers. */
#include "reference/nv50.h"
#include "tests/suite/run_rig.h"

static struct {
    struct bus_tap tap;
    unsigned writes, takes;
    char json[1 << 18];
    size_t used;
    unsigned traced; /* lines of the model's own trace that are writes */
    unsigned
        off; /* those that are reads of a unit that is switched off, which is an error of its own */
} seen;

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    seen.writes++;
    seen.tap.real->config_write(bus, at, offset, size, value);
}

static void write_one(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    seen.writes++;
    seen.tap.real->write(bus, at, size, value);
}

static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    seen.writes++;
    seen.tap.real->write_block(bus, at, bytes, size);
}

static void write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    seen.writes++;
    seen.tap.real->write_words(bus, at, words, count);
}

static void fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    seen.writes++;
    seen.tap.real->fill_block(bus, at, word, size);
}

static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *found)
{
    seen.writes++;
    return seen.tap.real->march(bus, at, size, down, expect, next, found);
}

/* Bits of Command that are asked for in the way of the surroundings are a write too. */
static void enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    seen.writes++;
    seen.tap.real->enable(bus, at, bits);
}

static enum err take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    seen.takes++;
    return seen.tap.real->take(bus, at, keep_drivers);
}

static void watch(struct rig *rig)
{
    bus_tap(&seen.tap, host_bus(rig->host));
    seen.tap.ops.config_write = config_write;
    seen.tap.ops.write = write_one;
    seen.tap.ops.write_block = write_block;
    seen.tap.ops.write_words = write_words;
    seen.tap.ops.fill_block = fill_block;
    seen.tap.ops.march = march;
    seen.tap.ops.enable = enable;
    seen.tap.ops.take = take;
    seen.writes = seen.takes = seen.traced = seen.off = 0;
    seen.used = 0;
    seen.json[0] = '\0';
}

static void keep_json(void *opaque, const char *text, size_t size)
{
    assert_true(seen.used + size < sizeof(seen.json));
    memcpy(seen.json + seen.used, text, size);
    seen.used += size;
    seen.json[seen.used] = '\0';
}

/* Lines of the model's trace: "r ADDRESS VALUE NAME" and "w ...". */
static void keep_trace(void *opaque, const char *line)
{
    seen.traced += line[0] == 'w' && line[1] == ' ';
    seen.off += line[0] == 'r' && strstr(line, " off");
}

static struct rig *rig_that_looks(enum chipset_index chip, bool cold, enum run_mode mode)
{
    struct rig *rig = rig_new();

    rig->card.chip = &nv50_chips[chip].chip;
    rig->card.vram_size = 0;
    rig->card.cold = cold;
    rig->card.trace = true;
    rig->host_config.log = keep_trace;
    rig->sinks.probe = keep_json;
    rig->config.mode = (uint8_t)mode;
    rig->prepare = watch;
    return rig;
}

static void expect_nothing_written(const struct rig *rig, const char *what)
{
    if (seen.writes || seen.takes || seen.traced || seen.off)
        fail_msg("%s: %u writes, %u takes, %u traced, %u of units that are off", what, seen.writes,
                 seen.takes, seen.traced, seen.off);
    assert_int_equal(VERDICT_NOT_TESTED, rig->verdict);
    assert_int_equal(0, model_changed(host_bus_card(rig->host, 0), NULL, NULL));
}

/* A register in probe.json and in the model. */
static void expect_register(struct rig *rig, const char *name, uint32_t at)
{
    char wanted[80];

    snprintf(wanted, sizeof(wanted), "\"%s\":\"0x%08x\"", name,
             (unsigned)model_read(host_bus_card(rig->host, 0), NV_BAR_MMIO, at, 4));
    expect_said(seen.json, wanted);
}

TEST(every_chipset_is_only_read)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        for (unsigned way = 0; way < 4; way++) {
            struct rig *rig =
                rig_that_looks((enum chipset_index)i, way & 1, way & 2 ? MODE_PROBE : MODE_PCI);
            char id[32], title[32];

            rig_run(rig);
            expect_nothing_written(rig, nv50_chips[i].chip.name);
            snprintf(id, sizeof(id), "\"0x000\":\"0x%04x10de\"", nv50_chips[i].device_id);
            snprintf(title, sizeof(title), "\"chipset\":\"%s\"", nv50_chips[i].chip.title);
            expect_said(seen.json, id, "\"machine\":\"a host\"",
                        "\"at\":\"0000:00:01.0\",\"config\":{\"0x000\":\"0x29e18086\"");
            if (way & 2)
                expect_said(seen.json, title);
            else
                assert_null(strstr(seen.json, "registers"));
            rig_free(rig);
        }
}

/* Registers that answer whatever PMC_ENABLE holds (docs/hardware/tesla-mmio.md §3.8, board.md §4, devinit.md §4.2). */
static void expect_ungated(struct rig *rig)
{
#define NAMED(name)                                                                                \
    {                                                                                              \
#name, REF_##name                                                                          \
    }
    /* clang-format off */
    static const struct { const char *name; uint32_t at; } rows[] = {
        NAMED(PSTRAPS_0_PRIMARY), NAMED(PSTRAPS_0_SELECT), NAMED(PSTRAPS_0_SECONDARY), NAMED(PSTRAPS_1_PRIMARY),
        NAMED(PSTRAPS_1_SELECT), NAMED(PSTRAPS_1_SECONDARY), NAMED(PNVIO_GPIO_MODE_0), NAMED(PNVIO_GPIO_0),
        NAMED(PNVIO_GPIO_8), NAMED(PNVIO_PWM_DIVISOR_0), NAMED(PNVIO_PWM_DUTY_0), NAMED(PNVIO_PWM_DIVISOR_1),
        NAMED(PNVIO_PWM_DUTY_1), NAMED(PTHERM_CTRL_0), NAMED(PTHERM_CTRL_1), NAMED(PTHERM_SENSOR_CONFIG),
        NAMED(PTHERM_BASE_CALIBRATION), NAMED(PTHERM_SLOWDOWN), NAMED(PTHERM_SENSOR),
        { "PTHERM_OWN_CALIBRATION", REF_PTHERM_RAW_CONFIG },
        { "PTHERM_CALIBRATION", REF_PTHERM_RAW },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        expect_register(rig, rows[i].name, rows[i].at);
}

/* Offsets by docs/hardware/tesla-mmio.md §3.1, §3.6, board.md §4, devinit.md §4.2, typed here again. A cold card
 * shows those of no unit; with dump=regs a run that only looks has the longer list, and nothing is written for it. */
TEST(registers_are_the_cards_own)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        for (unsigned way = 0; way < 4; way++) {
            const bool cold = way & 1, longer = way & 2;
            struct rig *const rig = rig_that_looks((enum chipset_index)i, cold, MODE_PROBE);

            rig->config.dump_regs = longer;
            rig_run(rig);
            expect_nothing_written(rig, nv50_chips[i].chip.name);
            expect_register(rig, "PMC_BOOT_0", 0x000000);
            expect_register(rig, "PMC_ENABLE", REF_PMC_ENABLE);
            expect_ungated(rig);
            if (longer) {
                expect_register(rig, "PTIMER_ALARM", REF_PTIMER_ALARM);
                expect_register(rig, "PMC_VRAM_HIDE_HIGH", REF_PMC_VRAM_HIDE_HIGH);
                expect_register(rig, "PDISPLAY_CORE_SIZE", REF_PDISPLAY_CORE_SIZE);
            }
            if (longer && i >= CHIP_GT215)
                expect_register(rig, "PCLOCK_GT215_MPLL_SOURCE", REF_PCLOCK_GT215_MPLL_SOURCE);
            if (!cold) {
                expect_register(rig, "PBUS_HWUNITS_0", REF_PBUS_HWUNITS_0);
                expect_register(rig, "PFB_CFG1", REF_PFB_CFG1);
                expect_register(rig, "PFB_MEM_AMOUNT", REF_PFB_MEM_AMOUNT);
            }
            if (!cold && i != CHIP_G80)
                expect_register(rig, "PTHERM_TEMPERATURE", REF_PTHERM_TEMPERATURE);
            if (!cold && i >= CHIP_GT215)
                expect_register(rig, "PNVIO_TACH", REF_PNVIO_TACH);
            else if (!cold)
                expect_register(rig, "PCLOCK_NVPLL_COEF", REF_PCLOCK_NVPLL_COEF);
            rig_free(rig);
        }
}

/* Each register of one word that was read is in its records; probe.json has the model's word. Returns their number. */
static unsigned expect_all_registers(struct rig *rig)
{
    static const char step[] = "\"phase\":\"reading ";
    unsigned count = 0;

    for (const char *at = rig->records; (at = strstr(at, step)) != NULL;) {
        char name[64], wanted[80];
        unsigned offset;

        at += sizeof(step) - 1;
        if (sscanf(at, "%60s (0x%x)", name, &offset) != 2 ||
            !strncmp(name, "PTIMER_TIME", 11)) /* two reads of it may differ */
            continue;
        snprintf(wanted, sizeof(wanted), "\"%s\":[", name);
        if (strstr(seen.json, wanted))
            continue;
        expect_register(rig, name, offset);
        count++;
    }
    return count;
}

TEST(every_register_is_as_the_model_has_it)
{
    for (unsigned i = 0; i <= CHIP_COUNT; i++)
        for (unsigned cold = 0; cold < 2; cold++) {
            struct rig *rig = rig_that_looks(CHIP_G84, cold, MODE_PROBE);

            rig->card.chip = i == CHIP_COUNT ? &gv100_chips[0].chip : &nv50_chips[i].chip;
            rig->config.dump_regs = true;
            rig_run(rig);
            assert_true(expect_all_registers(rig) > (i == CHIP_COUNT ? 10 : 20));
            rig_free(rig);
        }
}

/* The second card draws the console. */
STUB(bool, second_draws, at.device == 1, void *opaque, struct pci_function at)

/* Both are looked at, the one that draws the console too: nothing on the screen changes by that. */
TEST(beside_a_console)
{
    for (unsigned i = 0; i <= CHIP_COUNT; i++) {
        struct rig *rig = rig_that_looks(CHIP_G92, false, MODE_PROBE);
        struct model_config two[2] = { rig->card, rig->card };

        two[0].chip = i == CHIP_COUNT ? &gv100_chips[0].chip : &nv50_chips[i].chip;
        rig->host_config.cards = two;
        rig->host_config.count = 2;
        rig->setup.drives_console = second_draws;
        rig_run(rig);
        expect_nothing_written(rig, two[0].chip->name);
        assert_int_equal(0, model_changed(host_bus_card(rig->host, 1), NULL, NULL));
        expect_said(seen.json, "{\"card\":\"0000:01:00.0\"", ",\n{\"card\":\"0000:01:01.0\"",
                    "\"chipset\":\"G92\"", two[0].chip->title);
        rig_free(rig);
    }
}

/* A card that falls off while it is read ends the list, and the document is whole. */
TEST(card_that_falls_off)
{
    unsigned cut = 0;

    for (unsigned after = 1050; after < 1400; after += 7) {
        struct rig *rig = rig_that_looks(CHIP_G84, false, MODE_PROBE);
        char defect[40];

        snprintf(defect, sizeof(defect), "bus-gone:after=%u", after);
        rig->card.defects = defect;
        rig_run(rig);
        assert_string_equal("}\n]}\n", seen.json + seen.used - 5);
        assert_int_equal(0, seen.writes);
        cut += strstr(seen.json, "PMC_ENABLE") && !strstr(seen.json, "PDISPLAY_CRTC");
        rig_free(rig);
    }
    assert_in_range(cut, 1, 50);
}

/* dump=regs: of a card that is tested probe.json is written before the first test, and the tests run. */
TEST(tested_card_is_dumped)
{
    struct rig *rig = rig_that_looks(CHIP_G84, false, MODE_TEST);

    rig->config.dump_regs = true;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "id"));
    expect_said(seen.json, "\"chipset\":\"G84\",\"registers\":{");
    expect_register(rig, "PTIMER_CLOCK_SOURCE", REF_PTIMER_CLOCK_SOURCE);
    assert_string_equal("}}\n]}\n", seen.json + seen.used - 6);
    const char *const said = strstr(rig->tap, " words of registers read, for probe.json\n");
    assert_non_null(said);
    assert_true(said < strstr(rig->tap, "ok 1 - id.boot0"));
}

static struct {
    char name[64];
    uint8_t bytes[1 << 20];
    size_t size;
    unsigned files;
} kept;

static bool keep_file(void *opaque, const char *name, const void *bytes, size_t size)
{
    assert_in_range(size, 1, sizeof(kept.bytes));
    snprintf(kept.name, sizeof(kept.name), "%s", name);
    memcpy(kept.bytes, bytes, size);
    kept.size = size;
    kept.files++;
    return true;
}

static struct rig *rig_that_keeps(const struct chip *chip, bool cold)
{
    struct rig *rig = rig_new();

    memset(&kept, 0, sizeof(kept));
    rig->card.chip = chip;
    rig->card.vram_size = 0;
    rig->card.cold = cold;
    rig->config.dump_vbios = true;
    rig->sinks.keep = keep_file;
    rig_run_suite(rig, "id.boot0,identity.boot");
    return rig;
}

/* dump=vbios: byte for byte the card's ROM, on a cold card too. */
TEST(vbios_is_kept)
{
    for (unsigned cold = 0; cold < 2; cold++) {
        struct rig *rig = rig_that_keeps(&nv50_chips[CHIP_G84].chip, cold);
        size_t size;
        const uint8_t *const rom = model_rom(host_bus_card(rig->host, 0), &size);

        assert_int_equal(1, kept.files);
        assert_string_equal("10de-0400-10de-0400.rom", kept.name);
        assert_int_equal(kept.bytes[2] * 512u, kept.size); /* one image: its length in blocks */
        assert_in_range(kept.size, 512, size);
        assert_memory_equal(rom, kept.bytes, kept.size);
        expect_said(rig->tap, "# its VBIOS is kept as 10de-0400-10de-0400.rom, ");
    }
}

/* GV100's, whose model has three images in a chip of 512 KiB (docs/hardware/gv100.md §1.10), the first of 4 KiB: as it
 * is, up to the erased part, and the shadow bit is as it was. */
TEST(vbios_of_gv100_is_kept)
{
    for (unsigned cold = 0; cold < 2; cold++) {
        struct rig *rig = rig_that_keeps(&gv100_chips[CHIP_GV100].chip, cold);
        struct model *const card = host_bus_card(rig->host, 0);
        size_t size;
        const uint8_t *const rom = model_rom(card, &size);

        assert_int_equal(1, kept.files);
        assert_string_equal("10de-1d81-10de-1218.rom", kept.name);
        assert_in_range(kept.size, 0x1800, 0x8000);
        assert_memory_equal(rom, kept.bytes, kept.size);
        assert_memory_equal(rom + kept.size, "\xff\xff\xff\xff", 4);
        assert_int_equal(!cold, model_config_read(card, 0x50, 4) & 1);
        char said[100];
        snprintf(said, sizeof(said), "# its VBIOS is kept as 10de-1d81-10de-1218.rom, %u bytes\n",
                 (unsigned)kept.size);
        expect_said(rig->tap, said);
    }
}
