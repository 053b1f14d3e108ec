/* A cold card in a whole run: writes and their times, the phases told, its lines (devinit.md §6, §8.3). */
#include "tests/engines/nv50/start_rig.h"
#include "tests/suite/run_rig.h"

#define WRITES_MAX 1000000
#define SAID_MAX   100000
#define CRTC_INDEX REF_PRMIO_CRTC_INDEX /* which CRTC register is read: in no list */
#define PMEM       0x700000u
#define PMEM_BASE  REF_PBUS_PMEM /* says where PMEM shows VRAM, and is put back: likewise */

/* The writes to BAR0 of one run, in their order; those through PMEM, where the memory is looked at, are counted. */
struct list {
    unsigned count, memory;
    struct {
        uint32_t at, value;
    } writes[WRITES_MAX];
};

static struct list *current;
static char said[SAID_MAX]; /* the card's notes */
static size_t said_used;
static uint32_t stalls_at; /* writing there takes four minutes; 0: nowhere */
static uint64_t stalled_us;
static struct bus_tap tap;

static void keep(uint64_t at, uint64_t value)
{
    const uint32_t offset = (uint32_t)(at & 0xffffff);

    if (at >> 24 != 0xc0 || offset == CRTC_INDEX ||
        offset == PMEM_BASE) /* BAR0 is the first BAR that the bus gives out */
        return;
    if (offset >= PMEM && offset < PMEM + 0x100000) {
        current->memory++;
        return;
    }
    if (stalls_at && offset == stalls_at)
        stalled_us = 240000000;
    assert_true(current->count < WRITES_MAX);
    current->writes[current->count].at = offset;
    current->writes[current->count++].value = (uint32_t)value;
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    keep(at.v, value);
    tap.real->write(bus, at, size, value);
}

static void bus_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        keep(at.v + 4 * i, words[i]);
    tap.real->write_words(bus, at, words, count);
}

static uint64_t bus_time(struct bus *bus)
{
    return tap.real->time_us(bus) + stalled_us;
}

static void keep_note(void *opaque, const char *line)
{
    const int length = snprintf(said + said_used, SAID_MAX - said_used, "%s\n", line);

    assert_true(length > 0 && said_used + (size_t)length < SAID_MAX);
    said_used += (size_t)length;
}

static void record(struct rig *rig)
{
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.write = bus_write;
    tap.ops.write_words = bus_write_words;
    tap.ops.time_us = bus_time;
}

/* A whole run over the card; the writes go to `list`. */
static struct rig *run(const struct model_config *card, uint8_t post, struct list *list)
{
    struct rig *const rig = rig_new();

    rig->card = *card;
    rig->card.vram_size = 0;
    rig->config.post = post;
    rig->prepare = record;
    rig->host_config.log = keep_note;
    said_used = 0;
    list->count = list->memory = 0;
    current = list;
    rig_run_suite(rig, "id,vbios,post");
    return rig;
}

static struct list off, on;

/* The writes between those that both runs begin with and those that both end with. */
static void find_block(unsigned *first, unsigned *count)
{
    unsigned same = 0, tail = 0;

    while (same < off.count && same < on.count &&
           memcmp(&off.writes[same], &on.writes[same], sizeof(off.writes[0])) == 0)
        same++;
    while (tail + same < off.count && tail + same < on.count &&
           memcmp(&off.writes[off.count - 1 - tail], &on.writes[on.count - 1 - tail],
                  sizeof(off.writes[0])) == 0)
        tail++;
    if (same + tail != off.count)
        fail_msg("of %u writes of a run that starts nothing %u are not there", off.count,
                 off.count - same - tail);
    *first = same;
    *count = on.count - same - tail;
}

/* ---- the scripts alone, on another card of the same kind */

/* The interpreter's writes up to its stop; `last`: where to. */
static unsigned script_writes(const struct model_config *config, uint32_t *last)
{
    static struct list alone;
    struct start_rig rig;

    start_rig_open(&rig, config);
    start_look(&rig.card, rig.start);
    bus_tap(&tap, rig.card.bus);
    tap.ops.write = bus_write;
    alone.count = 0;
    current = &alone;
    devinit_init(&rig.start->d, &rig.start->found.v, nv50_chip_of(config->chip), &rig.world,
                 (struct devinit_rules){ 0 });
    devinit_boot(&rig.start->d);
    *last = alone.count ? alone.writes[alone.count - 1].at : 0;
    start_rig_close(&rig);
    return alone.count;
}

/* §8: each cause that stops a start, the sentence for it, and that the run writes no more than the scripts by then (all
 * others are of a run that may start nothing). The memory is looked at only after all scripts. */
TEST(nothing_is_written_after_the_stop)
{
    /* clang-format off */
    static const struct {
        const char *defect, *chip, *says;
        bool writes;      /* the scripts have begun */
        enum verdict verdict;
    } rows[] = {
        { "post-rom-checksum", "g80", "has a wrong checksum", false, VERDICT_FAIL },
        { "post-rom-cut", "g92", "ends before its image does", false, VERDICT_FAIL },
        { "post-rom-foreign", "g98", "is for another PCI device", false, VERDICT_FAIL },
        { "post-rom-unstable", "g84", "reads otherwise each time", false, VERDICT_FAIL },
        { "post-script-endless", "g200", "a jump back inside the script: opcode 0x5c at 0x", false, VERDICT_NOT_TESTED },
        { "post-opcode-unknown", "gt215", "an opcode that no card of this family knows: opcode 0x01 at 0x", false, VERDICT_NOT_TESTED },
        { "post-write-outside", "g84", "a register that start-up may not touch: opcode 0x7a at 0x", false, VERDICT_NOT_TESTED },
        { "post-write-outside", "g84", "register 0x40013c", false, VERDICT_NOT_TESTED },
        { "post-i2c-silent", "g96", "writes to devices on I2C need consent: opcode 0x4d at 0x", false, VERDICT_NOT_TESTED },
        { "post-strap-unknown", "g84", "the board's RAM strap and the image do not fit together: opcode 0x87 at 0x", false, VERDICT_NOT_TESTED },
        { "post-half", "g86", "half started: part of its memory controller is set up, part is not", false, VERDICT_NOT_TESTED },
        { "post-pll-no-lock", "gt216", "what a script waited for did not come: opcode 0x56 at 0x", true, VERDICT_FAIL },
        { "post-pll-no-lock", "g94", "register 0x004080 is 0x00000200", true, VERDICT_FAIL },
        { "post-script-missing", "g86", "the memory has no size (0x10020c is 0)", true, VERDICT_FAIL },
        { "post-strap-wrong", "g84", "none of four words of the memory keeps a byte", true, VERDICT_FAIL },
        { "post-refresh-off", "g200", "refresh is off (0x100210 bit 31)", true, VERDICT_FAIL },
        { "post-memory-silent", "gt218", "none of four words of the memory keeps a byte", true, VERDICT_FAIL },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct model_config card = { .chip = &chipset_named(rows[i].chip)->chip,
                                           .cold = true,
                                           .defects = rows[i].defect };
        unsigned first, count;
        uint32_t last = 0;

        rig_free(run(&card, POST_OFF, &off));
        struct rig *const rig = run(&card, POST_AUTO, &on);
        expect_said(rig->tap, rows[i].says);
        find_block(&first, &count);
        const unsigned wanted = rows[i].writes ? script_writes(&card, &last) : 0;
        if (count != wanted || (count > 0) != rows[i].writes || rig->verdict != rows[i].verdict)
            fail_msg("%s on %s: %u writes, %u by the scripts, verdict %u", rows[i].defect,
                     rows[i].chip, count, wanted, (unsigned)rig->verdict);
        if (count && on.writes[first + count - 1].at != last)
            fail_msg("%s: the last write is to 0x%x, that of the scripts to 0x%x", rows[i].defect,
                     on.writes[first + count - 1].at, last);
        if (rows[i].verdict == VERDICT_NOT_TESTED && on.memory)
            fail_msg("%s: %u writes to the memory", rows[i].defect, on.memory);
        rig_free(rig);
    }
}

/* post=off and post=dry write the same as each other: nothing of a start. */
TEST(dry_and_off_write_nothing)
{
    static const char *const chips[] = { "g80", "g84", "g94", "g200", "gt215" };

    for (size_t i = 0; i < ARRAY_SIZE(chips); i++) {
        const struct model_config card = { .chip = &chipset_named(chips[i])->chip, .cold = true };
        unsigned first, count;

        struct rig *rig = run(&card, POST_OFF, &off);
        expect_said(rig->tap, "not initialised by its VBIOS; post=auto in barecard.cfg starts it");
        assert_int_equal(rig->verdict, VERDICT_NOT_TESTED);
        rig_free(rig);
        rig = run(&card, POST_DRY, &on);
        expect_said(
            rig->tap,
            "not started: post=dry, its scripts would run to their end; post=auto starts it");
        expect_said(said, "post=dry: the scripts would write ");
        expect_said(said, "post=dry: 0x100210 = 0x8");
        assert_int_equal(rig->verdict, VERDICT_NOT_TESTED);
        find_block(&first, &count);
        assert_int_equal(count, 0);
        rig_free(rig);
    }
}

/* The order of `part`s in the records: one after the other. */
static void expect_order(const char *all, const char *const *parts, size_t count)
{
    const char *at = all;

    for (size_t i = 0; i < count; i++) {
        const char *const found = strstr(at, parts[i]);
        if (!found)
            fail_msg("\"%s\" does not follow in:\n%s", parts[i], all);
        else
            at = found + 1;
    }
}

/* Each step is told before it is made, each with the watchdog armed; then size, strap, clocks, and that it stays. */
TEST(a_start_tells_its_phases_and_what_came_of_it)
{
    /* clang-format off */
    static const char *const order[] = {
        "\"type\":\"phase\",\"phase\":\"reading what its VBIOS has set up\"", "\"phase\":\"reading its VBIOS\"",
        "\"phase\":\"going through its init scripts, dry\"", "\"phase\":\"starting it: init script at 0x",
        "\"phase\":\"starting it: init script at 0x", "\"phase\":\"starting it: init script at 0x",
        "\"phase\":\"reading its memory configuration", "\"test\":\"vbios.image\"", "\"test\":\"vbios.checksum\"",
        "\"test\":\"vbios.match\"", "\"test\":\"post.memory\"",
    };
    /* clang-format on */
    const struct model_config card = { .chip = &chipset_named("g84")->chip, .cold = true };
    struct rig *const rig = run(&card, POST_AUTO, &on);
    assert_int_equal(rig->verdict, VERDICT_PASS);
    expect_order(rig->records, order, ARRAY_SIZE(order));
    expect_said(rig->tap, "started by Barecard with 60.84.00.00.00 from PROM, stays so");
    expect_said(
        rig->tap,
        "post.memory: 256 MiB, RAM strap 1, core 275.0 MHz, shaders unknown, memory 399.9 MHz");
    assert_true(rig->watchdog_calls > 10);
    /* It stays started: its memory answers after the run. */
    struct model *const model = host_bus_card(rig->host, 0);
    model_write(model, 0, REF_PBUS_PMEM, 0, 4);
    model_write(model, 0, REF_PMEM_WINDOW + 0x100, 0x600df00d, 4);
    assert_int_equal(model_read(model, 0, REF_PMEM_WINDOW + 0x100, 4), 0x600df00d);
}

/* A poll that fails when memory works already, here in the private script, is said and does no harm. */
TEST(a_poll_may_fail_once_memory_works)
{
    static uint8_t rom[0x2000];
    unsigned bit = 0x100;
    const size_t size = start_rig_rom("g84", rom, sizeof(rom));

    while (memcmp(rom + bit, "\xff\xb8\x42IT", 5) != 0)
        bit++;
    const unsigned init = rom[bit + 22] | (unsigned)rom[bit + 23] << 8; /* the second token is I */
    const unsigned conditions = rom[init + 6] | (unsigned)rom[init + 7] << 8;
    const unsigned index = (0xc00 - conditions + 11) / 12;
    memcpy(rom + conditions + 12 * index, "\x54\x11\0\0\1\0\0\0\1\0\0\0",
           12); /* R1154 bit 0 is 1 */
    memcpy(rom + 0x800, (const uint8_t[]){ 0x56, (uint8_t)index, 1, 0x71 }, 4);
    memcpy(rom + init + 0x0e, "\0\x08", 2);
    /* Where the tables lie is not said: the condition comes after them. */
    memcpy(rom + init + 0x16, "\0\0", 2);
    start_rig_close_sum(rom, size);
    const struct model_config card = {
        .chip = &chipset_named("g84")->chip, .cold = true, .vbios = rom, .vbios_size = size
    };
    struct rig *const rig = run(&card, POST_AUTO, &on);
    assert_int_equal(rig->verdict, VERDICT_PASS);
    rig_free(rig);
    struct start_rig alone;
    start_rig_open(&alone, &card);
    assert_int_equal(start_rig_start(&alone, POST_AUTO), START_DONE);
    assert_pairs(alone.start->d.polls_failed, 1, alone.start->d.poll.what, 0x1154);
    start_rig_close(&alone);
}

/* An access that takes longer than a start may ends it: nothing is written after it. */
TEST(a_start_has_a_deadline)
{
    const struct model_config card = { .chip = &chipset_named("g84")->chip, .cold = true };

    stalls_at = 0x4028; /* the first register of the core's PLL */
    struct rig *const rig = run(&card, POST_AUTO, &on);
    stalls_at = 0;
    stalled_us = 0;
    expect_said(rig->tap, "started in part: the card could not be reached: opcode 0x4b at 0x");
    expect_said(rig->tap, "deadline at 0x004028");
    assert_int_equal(rig->verdict, VERDICT_NOT_TESTED);
    unsigned at = 0;
    while (on.writes[at].at != REF_PCLOCK_NVPLL)
        at++;
    for (at++; at < on.count; at++)
        if (on.writes[at].at >= 0x4000 && on.writes[at].at < 0x101000)
            fail_msg("0x%x is written after the deadline", on.writes[at].at);
}
