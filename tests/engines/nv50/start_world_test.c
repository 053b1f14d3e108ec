/* The layer between the init scripts and the card: how a start meets a card that goes away, a clock that runs out and
 * registers of ones, its steps, its log, and each word of memory that it tries (docs/hardware/devinit.md §6.2, §8). */
#include "tests/engines/nv50/start_rig.h"

#define BAR0      UINT64_C(0xc0000000)
#define PMEM_BASE REF_PBUS_PMEM
#define PMEM      0x700000u
#define PLAIN     0x001158u /* of PBUS: scripts may write it, and it does nothing */
#define ARMED     0x600d0000u
#define LINES_MAX 400
#define LINE_ROOM 120
#define NOWHERE   UINT32_MAX

static uint8_t rom[0x2000];
static size_t rom_size;

/* The card's own behaviour, and the accesses over the bus. */
static struct watch {
    bool armed;       /* the end of the scripts writes ARMED to PLAIN */
    uint32_t ones_at; /* reads as ones, if armed */
    bool ones_always; /* not only if armed */
    bool gone;        /* BOOT_0 too */
    uint32_t late_at; /* an access there takes a minute, if armed */
    uint32_t lie_at;  /* if armed, these bits of it read as 0 */
    uint32_t lie_clear;
    unsigned late_after; /* the first so many of them do not */
    uint64_t late_us;
    uint64_t deadline_us;                /* as it was at the last access there */
    bool still;                          /* the clock stands */
    uint64_t last_wait_us, wait_late_us; /* wait_late_us: a wait of that length takes a minute */
    uint64_t wrong_at;                   /* place in VRAM whose word reads all wrong */
    unsigned line_count, phase_count;
    char lines[LINES_MAX][LINE_ROOM], phases[20][START_PHASE_MAX];
    struct bus_tap tap;
    const struct card *card;
} w;

static uint64_t place_of(struct bus *bus, uint32_t offset)
{
    const uint64_t base = w.tap.real->read(bus, (bus_addr){ BAR0 + PMEM_BASE }, 4) & 0xffffff;

    return (base << 16) + (offset - PMEM);
}

static void come(uint32_t offset)
{
    if (!w.armed || offset != w.late_at)
        return;
    w.deadline_us = w.card->deadline_us;
    if (!w.late_after)
        w.late_us = 240000000;
    else
        w.late_after--;
}

static uint64_t hook_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint32_t offset = (uint32_t)(at.v - BAR0);
    const uint64_t value = w.tap.real->read(bus, at, size);
    const bool active = w.armed || w.ones_always;

    come(offset);
    if (active && (offset == w.ones_at || (w.gone && offset == BOOT_0)))
        return UINT64_MAX >> (64 - 8 * size);
    if (w.armed && offset == w.lie_at)
        return value & ~w.lie_clear;
    if (w.armed && offset >= PMEM && offset < PMEM + 0x100000 &&
        place_of(bus, offset) == w.wrong_at)
        return (uint32_t)~value;
    return value;
}

static void hook_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    const uint32_t offset = (uint32_t)(at.v - BAR0);

    come(offset);
    if (offset == PLAIN && value == ARMED)
        w.armed = true;
    w.tap.real->write(bus, at, size, value);
}

static uint64_t hook_time(struct bus *bus)
{
    return (w.still ? 7000000 : w.tap.real->time_us(bus)) + w.late_us;
}

static void hook_wait(struct bus *bus, uint64_t us)
{
    w.last_wait_us = us;
    if (w.armed && us == w.wait_late_us)
        w.late_us = 240000000;
    w.tap.real->wait_us(bus, us);
}

static void hook_log(struct bus *bus, const char *line)
{
    assert_true(w.line_count < LINES_MAX);
    snprintf(w.lines[w.line_count++], LINE_ROOM, "%s", line);
}

static void hook_phase(void *opaque, const char *what)
{
    assert_true(w.phase_count < ARRAY_SIZE(w.phases));
    snprintf(w.phases[w.phase_count++], START_PHASE_MAX, "%s", what);
}

/* The chip's ROM with a private script that carries the chip's own out, says that it is armed, and then does this. */
static void take_rom(const char *chip, const void *script, size_t size)
{
    static const uint8_t arm[] = { 0x7a, PLAIN & 0xff, PLAIN >> 8, 0, 0, 0, 0, 0x0d, 0x60 };
    unsigned bit = 0x100;

    rom_size = start_rig_rom(chip, rom, sizeof(rom));
    while (memcmp(rom + bit, "\xff\xb8\x42IT", 5) != 0)
        bit++;
    const unsigned init = rom[bit + 22] | (unsigned)rom[bit + 23] << 8; /* the second token is I */
    const uint8_t call[] = { 0x5b, rom[init + 0x0e], rom[init + 0x0f] };
    memcpy(rom + 0xc00, call, sizeof(call));
    memcpy(rom + 0xc00 + sizeof(call), arm, sizeof(arm));
    memcpy(rom + 0xc00 + sizeof(call) + sizeof(arm), script, size);
    rom[0xc00 + sizeof(call) + sizeof(arm) + size] = 0x71;
    memcpy(rom + init + 0x0e, "\0\x0c", 2);
    start_rig_close_sum(rom, rom_size);
}

static struct start_rig rig;

static void close_card(void *opened)
{
    start_rig_close(opened);
}

static void open_card(void)
{
    memset(&w, 0, sizeof(w));
    w.ones_at = w.late_at = w.lie_at = NOWHERE;
    w.wrong_at = UINT64_MAX;
    start_rig_open(&rig, &(struct model_config){ .chip = &nv50_chips[CHIP_G84].chip,
                                                 .cold = true,
                                                 .vbios = rom,
                                                 .vbios_size = rom_size });
    tests_own(&rig, close_card);
    w.card = &rig.card;
    bus_tap(&w.tap, rig.card.bus);
    w.tap.ops.read = hook_read;
    w.tap.ops.write = hook_write;
    w.tap.ops.time_us = hook_time;
    w.tap.ops.wait_us = hook_wait;
    w.tap.ops.log = hook_log;
    rig.card.phase = hook_phase;
}

#define TAKE(chip, script) take_rom(chip, script, sizeof(script) - 1)

/* ---- a card that goes away, a clock that runs out */

/* Reads R1158, and writes it; copies R1158 to R115c; waits 300 us; writes CR 0x3c; writes a byte to a device at 0x2e. */
#define READS  "\x6e\x58\x11\0\0\xff\xff\xff\xff\0\0\0\0"
#define COPIES "\x90\x58\x11\0\0\x5c\x11\0\0"
#define SENDS  "\x4d\0\x5c\1\x40\1"
#define WAITS  "\x74\x2c\x01"
#define PORTS  "\x53\x3c\x55"

static void expect_stop(enum start_outcome outcome, uint32_t what, enum err error)
{
    assert_pairs(outcome, rig.start->outcome, DEVINIT_WORLD, rig.start->d.end.stop, what,
                 rig.start->d.end.what, error, rig.start->d.end.error);
}

/* A register may hold ones by itself: BOOT_0, which never does, tells it from a card that has gone. */
TEST(ones_are_told_from_a_card_that_has_gone)
{
    TAKE("g84", READS);
    open_card();
    w.ones_at = PLAIN;
    w.ones_always = true;
    assert_int_equal(START_DONE, start_rig_start(&rig, POST_RUN));
    tests_release(&rig);

    open_card();
    w.ones_at = PLAIN;
    w.gone = true;
    assert_int_equal(START_STOPPED, start_rig_start(&rig, POST_RUN));
    expect_stop(START_STOPPED, PLAIN, ERR_DEAD);
}

/* Whatever the access that the time passes in, nothing comes after it. */
TEST(no_access_outlasts_the_deadline)
{
    TAKE("g84", COPIES);
    open_card();
    w.late_at = PLAIN;
    w.ones_at = PLAIN; /* else the next write reports it */
    start_rig_start(&rig, POST_RUN);
    expect_stop(START_STOPPED, PLAIN, ERR_DEADLINE);
    tests_release(&rig);

    TAKE("g84", WAITS);
    open_card();
    w.wait_late_us = 300;
    start_rig_start(&rig, POST_RUN);
    expect_stop(START_STOPPED, 300, ERR_DEADLINE);
    assert_int_equal(300, w.last_wait_us);
    tests_release(&rig);

    TAKE("g84", PORTS);
    open_card();
    w.late_at = 0x6013d4;
    start_rig_start(&rig, POST_RUN);
    expect_stop(START_STOPPED, 0x3d4, ERR_DEADLINE);
}

/* A device on I2C is not left waiting for the rest of a byte: both lines are let go, for which there are 200 ms more. */
TEST(a_transfer_is_ended_whenever_the_time_passes)
{
    static const unsigned after[] = { 3, 10, 20, 30 };

    TAKE("g84", SENDS);
    const unsigned dcb = rom[0x36] | (unsigned)rom[0x37] << 8;
    static const uint8_t ports[] = { 0x40, 5, 1, 4, 0, 0, 0, 0, 5 }; /* one, number 0, for I2C */
    rom[dcb + 4] = 0, rom[dcb + 5] = 0x0d;
    memcpy(rom + 0xd00, ports, sizeof(ports));
    start_rig_close_sum(rom, rom_size);
    for (unsigned i = 0; i < ARRAY_SIZE(after); i++) {
        open_card();
        w.still = true;
        w.late_at = 0xe138; /* port 0 */
        w.late_after = after[i];
        start_rig_start(&rig, POST_RUN);
        assert_pairs(START_STOPPED, rig.start->outcome, DEVINIT_WORLD, rig.start->d.end.stop, 0x2e,
                     rig.start->d.end.what, ERR_DEADLINE, rig.start->d.end.error, w.late_us,
                     240000000, 7000000 + 240000000 + 200000, w.deadline_us, 187000000,
                     rig.card.deadline_us);
        assert_true(rig.card.expired);
        assert_int_equal(3, w.tap.real->read(rig.card.bus, (bus_addr){ BAR0 + 0xe138 }, 4) & 3);
        tests_release(&rig);
    }
}

/* 180 s from its beginning (START_DEADLINE_S). */
TEST(the_deadline_is_three_minutes)
{
    TAKE("g84", WAITS);
    open_card();
    w.still = true;
    assert_pairs(START_DRY_ONLY, start_rig_start(&rig, POST_DRY), 187000000, rig.card.deadline_us);
}

/* §6.2: the memory is looked at a millisecond after the last script, not before. */
TEST(the_memory_is_given_a_millisecond)
{
    TAKE("g84", WAITS);
    open_card();
    assert_pairs(START_DONE, start_rig_start(&rig, POST_AUTO), 1000, w.last_wait_us);
}

/* ---- the steps that are told */

/* Each script that writes is told by its address before it does; the CRTC's unlocking and the pads are none. */
TEST(each_script_is_told_once)
{
    char expected[START_PHASE_MAX];
    unsigned told = 2;
    uint16_t at = 0;

    TAKE("g84", READS READS);
    open_card();
    start_look(&rig.card, rig.start);
    assert_true(vbios_script(&rig.start->found.v, 0, &at));
    rig.start->script = at; /* as of a card before with the same VBIOS */
    w.phase_count = 0;
    assert_int_equal(START_DONE, start_rig_start(&rig, POST_AUTO));
    assert_string_equal("reading its VBIOS", w.phases[0]);
    assert_string_equal("going through its init scripts, dry", w.phases[1]);
    for (unsigned i = 0; vbios_script(&rig.start->found.v, i, &at) && at; i++) {
        snprintf(expected, sizeof(expected), "starting it: init script at 0x%x", (unsigned)at);
        assert_string_equal(expected, w.phases[told++]);
    }
    assert_true(told > 3);
    assert_string_equal("starting it: init script at 0xc00", w.phases[told++]);
    assert_int_equal(told, w.phase_count);
}

TEST(a_card_without_a_workspace_is_started_in_silence)
{
    TAKE("g84", WAITS);
    open_card();
    rig.card.workspace = NULL;
    assert_pairs(START_DONE, start_rig_start(&rig, POST_AUTO), 2, w.phase_count);
}

/* ---- the log */

/* R880f0 belongs to the mirror of PCI configuration; opcode 0x91 writes it so many times. */
static void put_pci_writes(unsigned count)
{
    uint8_t script[6 + 4 * 40] = { 0x91, 0xf0, 0x80, 0x08, 0, (uint8_t)count };

    take_rom("g84", script, 6 + 4 * count);
}

/* Sixteen warnings are told one by one, of the rest their number (§8.4). */
TEST(warnings_are_told_and_the_rest_is_counted)
{
    /* clang-format off */
    static const struct { unsigned warnings, lines; const char *last; } rows[] = {
        { 0, 0, NULL }, { 1, 1, "init scripts: PCI configuration is written, at 0xc0c: 0x880f0" },
        { 16, 16, "init scripts: PCI configuration is written, at 0xc0c: 0x880f0" },
        { 17, 17, "init scripts: 1 warnings more" }, { 30, 17, "init scripts: 14 warnings more" }
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        put_pci_writes(rows[i].warnings);
        open_card();
        assert_int_equal(START_DONE, start_rig_start(&rig, POST_AUTO));
        assert_pairs(rows[i].warnings, rig.start->d.warning_count, rows[i].lines, w.line_count);
        for (unsigned line = 0; line < w.line_count; line++)
            assert_string_equal(line < 16 ? rows[1].last : rows[i].last, w.lines[line]);
        tests_release(&rig);
    }
}

/* The scripts' effects are written out: each register's last value, then lines, transfers and waiting. */
TEST(a_dry_run_is_written_out)
{
    char expected[LINE_ROOM];

    TAKE("g84", READS WAITS);
    open_card();
    assert_int_equal(START_DRY_ONLY, start_rig_start(&rig, POST_DRY));
    const struct overlay *const overlay = &rig.start->overlay;
    const unsigned count = overlay->count;
    assert_pairs(true, count > 20, count + 2, w.line_count);
    snprintf(expected, sizeof(expected),
             "post=dry: the scripts would write %u registers; their last values:", count);
    assert_string_equal(expected, w.lines[0]);
    for (unsigned i = 0; i < count; i++) {
        snprintf(expected, sizeof(expected), "post=dry: 0x%06x = 0x%08x",
                 (unsigned)overlay->words[i].reg, (unsigned)overlay->words[i].value);
        assert_string_equal(expected, w.lines[1 + i]);
    }
    assert_string_equal("post=dry: 0x001158 = 0x600d0000", w.lines[count]);
    snprintf(expected, sizeof(expected),
             "post=dry: %u lines of the board, %u transfers on I2C, %u us of waiting",
             overlay->gpio, overlay->i2c, (unsigned)rig.start->d.waited_us);
    assert_string_equal(expected, w.lines[count + 1]);
    assert_true(rig.start->d.waited_us >= 300);
    tests_release(&rig);

    open_card();
    assert_pairs(START_DONE, start_rig_start(&rig, POST_AUTO), 0, w.line_count);
}

/* ---- the memory */

/* §6.2: without one of these the card is not taken for started; without one of those it is, as drivers do it. */
TEST(signs_of_memory_are_asked_for)
{
    static const struct {
        uint32_t at, clear;
        const char *says;
    } rows[] = {
        { 0x000200, 0x00100000, "the memory controller is off in PMC_ENABLE" },
        { REF_PFB_MEM_AMOUNT, 0xffffffff, "the memory has no size (0x10020c is 0)" },
        { REF_PCLOCK_MPLL, 0x80000000, "the memory's clock is not set up" },
        { REF_PFB_CFG1, 0xffffffff, NULL },    /* the geometry: another size */
        { REF_PFB_REFCTRL, 0x80000000, NULL }, /* refresh by itself */
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char words[200];
        struct text text = text_in(words, sizeof(words));
        TAKE("g84", "");
        open_card();
        w.lie_at = rows[i].at;
        w.lie_clear = rows[i].clear;
        assert_int_equal(rows[i].says ? START_DEAD : START_DONE, start_rig_start(&rig, POST_AUTO));
        start_words(rig.start, &text);
        if (rows[i].says)
            assert_non_null(strstr(words, rows[i].says));
        tests_release(&rig);
    }
}

/* §3.3: of four words, 0xa904 apart at 0 and at 128 KiB before the end, one that keeps a byte is enough. */
TEST(one_bad_word_is_no_dead_memory)
{
    static const uint64_t end = (UINT64_C(256) << 20) - 0x20000;
    const uint64_t places[] = { 0, 0xa904, end, end + 0xa904 };

    TAKE("g84", "");
    for (unsigned n = 0; n < ARRAY_SIZE(places); n++) {
        open_card();
        w.wrong_at = places[n];
        assert_int_equal(START_DONE, start_rig_start(&rig, POST_AUTO));
        assert_true(rig.start->after.posted);
        tests_release(&rig);
    }
}
