/* Where the steps of a run on a card end early: a cold card, a takeover that is refused, a card that is lost, a
 * missing BAR, a card of no family; what was done is undone in reverse (docs/hardware/uefi-on-machines.md §3, §4). */
#include "engines/vram.h"
#include "suite/run/run_state.h"
#include "tests/suite/steps_rig.h"

/* The card is taken, its BARs are measured while it decodes nothing, its memory is opened; it masters nothing. */
#define TAKEN                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"                                    \
    "watchdog 50\nname opening its memory\ncommand 1\nenable 2\ncommand 3\n"                       \
    "watchdog 50\nname reading BOOT_0\n"

#define PUT_BACK "watchdog 50\nname putting its registers back\n"

/* Each test has its own deadline, the watchdog 30 s more, and its lines while it runs arm it again. */
static void takes_its_time(struct test *t)
{
    steps_say(t->card, "test");
    test_progress(t, 1, 3, "counting");
    assert_true(test_goes_on(t));
    expect_equal(t, 0x77, card_read32(t->card, STEPS_REG), "the register");
}

#define GIVEN_BACK_AT_ONCE                                                                         \
    PUT_BACK "watchdog 50\nname closing its memory\ncommand 3\ngive back\ncommand 5\n"             \
             "watchdog 50\nname done\nname -\nwatchdog 0\n"

#define SIZED                                                                                      \
    "watchdog 50\nwatchdog 50\nname taking it from the machine's firmware\ntake\n"                 \
    "watchdog 50\nname silencing the errors of its link\n"                                         \
    "watchdog 50\nname sizing its BARs\ncommand 4\ncommand 5\n"

#define END "give back\ncommand 5\nwatchdog 50\nname done\nname -\nwatchdog 0\n"

#define ASKED       TAKEN "posted, 20 s\nwatchdog 50\nname asking it\n"
#define NOT_IN_TIME "the card's configuration was not read in time\n"

#define GONE "the card has fallen off the bus: its configuration space reads all ones"
#define RESET                                                                                      \
    "the card was reset by something else: BOOT_0 reads all ones, and its Command register is "    \
    "not as it was set"
#define REFUSED "register 0x000200 reads 0xbadf1100, which is no value: nobody is there"
#define BUSY    "the card's engines do not become quiet: timeout"

/* Faults that the takeover finds: nothing of the card is used, and it goes back. A card whose memory does not work
 * masters nothing, and its engines are not touched; one that is lost only when it was given back has no PASS. */
TEST(a_takeover_may_end_early)
{
    static const struct {
        struct mishaps goes;
        const char *steps, *card, *verdict; /* steps null: the reason is a line of its own too */
        bool no_rom;                        /* it is looked for unless there is no time left */
        bool tested;
    } rows[] = {
        /* clang-format off */
        { { .memory = ERR_NO_MEMORY }, ASKED "memory, 20 s\n" GIVEN_BACK_AT_ONCE,
          "STUB1 4 MiB: its memory is smaller than what drivers leave alone\n",
          "NOT TESTED: the card's memory is too small to be tested\n", false, false },
        { { .slow = "memory" }, ASKED "memory, 20 s\n" GIVEN_BACK_AT_ONCE, "STUB1: " NOT_IN_TIME,
          "NOT TESTED: " NOT_IN_TIME, true, false },
        { { .slow = "posted", .why = "half started", .started = "x" }, ASKED GIVEN_BACK_AT_ONCE,
          "STUB1: half started\n", "NOT TESTED: half started\n", true, false },
        { { .slow = "posted", .why = "half read" }, ASKED GIVEN_BACK_AT_ONCE, "STUB1: " NOT_IN_TIME,
          "NOT TESTED: " NOT_IN_TIME, true, false },
        { { .why = "asleep" }, ASKED "watchdog 50\nname a\ntest, 20 s\nwatchdog 50\nwatchdog 50\ncommand 3\nname -\n"
          GIVEN_BACK_AT_ONCE, "STUB1: asleep\n", "NOT TESTED: the card is asleep\n", false, true },
        { { .reset_in = "reading BOOT_0" }, TAKEN "watchdog 50\nname closing its memory\ncommand 0\n" END,
          "1aaa: " RESET, "NOT TESTED: " RESET, true, false },
        { { .falls_off_in = "reading BOOT_0" }, NULL, "1aaa: " GONE, SAYS_INCOMPLETE ": " GONE, true, false },
        { { .refused_in = "memory" }, NULL, "STUB1: a register of its gives no value\n", "NOT TESTED: " REFUSED,
          true, false },
        { { .refused_in = "quieten", .quiet = ERR_DEAD }, NULL, "STUB1 4 MiB: ready\n", "NOT TESTED: " REFUSED,
          false, false },
        { { .quiet = ERR_TIMEOUT }, NULL, "STUB1 4 MiB: ready\n", "NOT TESTED: " BUSY, false, false },
        { { .falls_off_in = "memory" }, NULL, "STUB1: " GONE, SAYS_INCOMPLETE ": " GONE, true, false },
        { { .reset_in = "memory" }, NULL, "STUB1: " RESET, SAYS_INCOMPLETE ": " RESET, true, false },
        { { .falls_off_in = "quieten", .quiet = ERR_DEAD }, NULL, "STUB1 4 MiB: ready\n", SAYS_INCOMPLETE ": " GONE,
          false, false },
        { { .falls_off_in = "give back" }, NULL, "STUB1 4 MiB: ready\n", SAYS_INCOMPLETE ": " GONE "\n", false, true },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);
        char told[200];

        s->goes = rows[i].goes;
        s->rows[0].flags = TEST_COLD;
        s->rig->config.dump_vbios = true;
        steps_run(s);
        if (rows[i].steps)
            expect_steps(s, rows[i].steps);
        snprintf(told, sizeof(told), "# %s", strchr(rows[i].verdict, ':') + 2);
        assert_int_equal(!rows[i].steps, strstr(s->rig->tap, told) != NULL);
        snprintf(told, sizeof(told), "# verdict: %s", rows[i].verdict);
        expect_said(s->rig->tap, told, rows[i].card);
        assert_int_equal(!rows[i].no_rom,
                         strstr(s->rig->tap, "no VBIOS was found that could be kept") != NULL);
        assert_int_equal(rows[i].tested, strstr(s->rig->tap, "\nok 1 - a\n") != NULL);
    }
}

/* A card that somebody else drives is not touched at all; one whose console is used is tested beside its drivers. */
TEST(drivers_that_do_not_let_go)
{
    struct steps *s = steps_new(takes_its_time);

    s->goes.taken = ERR_RIG;
    steps_run(s);
    assert_pairs(VERDICT_NOT_TESTED, s->rig->verdict, 0, s->touched);
    expect_said(s->rig->tap, "left alone: a driver of the machine's firmware does not let go");
    s = steps_new(takes_its_time);
    s->rig->console = s->rig->config.use_console = true;
    steps_run(s);
    assert_pairs(VERDICT_PASS, s->rig->verdict, true, s->touched > 0);
    expect_said(s->said, "\ntake beside its drivers\n");
}

static const uint8_t *rom(struct card *card, size_t *size)
{
    *size = 9;
    return (const uint8_t *)"123456789";
}

STUB(bool, cannot_keep, false, void *opaque, const char *name, const void *bytes, size_t size)
STUB(bool, has_no_fan, false, struct card *card)

static void tell_clock(struct card *card, struct memory_clock *out)
{
    steps_say(card, "clock");
    *out = (struct memory_clock){ 500000, 800000 };
}

static void write_back(struct card *card, const struct card_change *change)
{
    steps_say(card, "back");
    card_write32(card, change->reg, change->before);
}

static void reads_some(struct test *t)
{
    takes_its_time(t);
    test_read(t, 0x1000);
}

/* Of 8 lanes, at a speed of PCI Express 3.0 §7.8.8; no port is above it. */
static void give_link(struct steps *s, unsigned speed)
{
    s->link = speed << 16 | 8 << 20;
    *stub_config(s->stub, PCI_COMMAND) |= 0x100000; /* there is a list */
    *stub_config(s->stub, PCI_CAPABILITIES) = 0x40;
}

static struct conditions held;

static void hold(void *opaque, const struct scene *scene, bool now)
{
    held = scene->cards[0].conditions;
}

/* docs/report.md: a PASS has its conditions, and a card that is lost by then is asked for none; nor does it hold for a link
 * of which the port is unknown. Registers have 20 s to be put back. */
TEST(a_good_card_tells_what_it_is)
{
    static const char *const says[] = {
        /* clang-format off */
        "# no fan of its own: it needs air from outside; memory tests pause at 88 C\n",
        "\n# not tested: shader cores, memory at 800 MHz\n",
        "# verdict: PASS (only a): 0 errors in 4 KiB read, memory at 500 of 800 MHz\n",
        "# verdict: PASS (only a): 0 errors in 4 KiB read\n",
        "its VBIOS could not be written (dump=vbios)", "its VBIOS",
    };
    static const struct { bool fan, clock, lost, keep, dump; const char *says; } rows[] = {
        { false, true, false, true, true, "111011" }, { true, false, false, true, true, "000111" },
        { true, true, true, false, true, "000011" }, { true, true, false, true, false, "011000" },
        /* clang-format on */
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(reads_some);
        const bool lost = rows[i].lost;

        s->family.rom = rom;
        s->family.has_fan = rows[i].fan ? NULL : has_no_fan;
        s->family.max_celsius = 88;
        s->family.memory_clock = rows[i].clock ? tell_clock : NULL;
        s->family.put_back = write_back;
        s->suite.parts = BIT(PART_CORES);
        s->goes = (struct mishaps){ .started = "x", .falls_off_in = lost ? "settle" : NULL };
        s->rig->sinks.keep = rows[i].keep ? cannot_keep : NULL;
        s->rig->config.dump_vbios = rows[i].dump;
        s->rig->sinks.show = hold;
        give_link(s, 1);
        steps_run(s);
        assert_pairs(1, held.cards, 4 << 20, held.memory, 0, held.link.width);
        for (unsigned n = 0; n < ARRAY_SIZE(says); n++)
            assert_int_equal(rows[i].says[n] == '1', strstr(s->rig->tap, says[n]) != NULL);
        expect_said(s->rig->tap, "STUB1 4 MiB: x\n");
        assert_pairs(rows[i].clock && !lost, times_said(s->said, "\nclock, never\n"), !lost,
                     times_said(s->said, "\nback, 20 s\n204=0\n"), 0,
                     times_said(s->said, "back, never"));
    }
}

static enum err knows_memory(struct card *card)
{
    card->vram = (struct vram_map){ .size = 9 << 20, .parts = 2, .part_mask = 5 };
    snprintf(card->vbios, sizeof(card->vbios), "1.2");
    return OK;
}

static void takes_20_s(struct test *t)
{
    takes_its_time(t);
    t->card->bus->ops->wait_us(t->card->bus, 20000000);
}

/* docs/station.md: a card says what it is, in the form of a board file, and is compared with one: what the takeover has
 * not found it lacks. The check value of CRC-32 is that of these nine digits; speeds of a link by PCI Express 3.0
 * §7.8.8. */
TEST(a_card_has_facts)
{
    static const char *const speeds[] = { "",
                                          "\"link_speed\":2500,",
                                          "\"link_speed\":5000,",
                                          "\"link_speed\":8000,",
                                          "\"link_speed\":16000,",
                                          "" };
    static struct expectations of_board;
    char error[EXPECT_ERROR_MAX];

    assert_int_equal(OK, expect_parse(&of_board, "b", "link_speed=9", 12, error));
    for (unsigned speed = 0; speed < ARRAY_SIZE(speeds); speed++) {
        struct steps *const s = steps_new(takes_20_s);
        char facts[300];

        s->family.rom = rom;
        s->family.memory = knows_memory;
        s->rows[0].deadline_s = 30;
        give_link(s, speed);
        s->rig->setup.board_file = &of_board;
        *stub_config(s->stub, PCI_SUBSYSTEM) = 0x92345678;
        steps_run(s);
        snprintf(facts, sizeof(facts),
                 "\"chipset\":\"stub1\",\"device\":\"0x1aaa\",\"subsystem\":\"5678:9234\","
                 "\"boot_0\":\"0x1ee000a1\",\"memory\":9,\"partitions\":\"0x5\",\"vbios\":\"1.2\","
                 "\"vbios_crc\":\"0xcbf43926\",\"link_width\":8,%s\"seconds\":20}\n",
                 speeds[speed]);
        expect_said(s->rig->records, facts);
        expect_said(s->rig->tap, speeds[speed][0] ? "board: link_speed "
                                                  : "board: link_speed nothing, 9 MT/s expected");
    }
}

static struct steps *barred;
static unsigned bars;

static void reads_bar(struct test *t)
{
    static const char *const shown[] = { "] 0 %", "] 9 %", "] 18 %" };

    expect_screen_row(&barred->rig->screen, 3, shown[bars++], SCREEN_NORMAL);
}

/* In the bar of the whole run a long test weighs as much as the card has MiB, here 9, and others 1. */
TEST(the_bar_counts_what_tests_weigh)
{
    barred = steps_new(reads_bar);
    barred->family.memory = knows_memory;
    barred->group.count = 3;
    barred->rows[2].deadline_s = 600;
    bars = 0;
    steps_run(barred);
    assert_int_equal(3, bars);
}

/* BAR0 of 16 MiB, BAR1 and BAR3 all have to have an address. */
TEST(each_bar_is_needed)
{
    static const struct {
        unsigned bar, words;
        bool small;
    } rows[] = { { 0, 1, false }, { 1, 2, false }, { 3, 2, false }, { 0, 0, true } };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);

        for (unsigned w = 0; w < rows[i].words; w++)
            *stub_config(s->stub, PCI_BAR0 + 4 * (rows[i].bar + w)) &= w ? 0 : 0xf;
        s->goes.small = rows[i].small;
        steps_run(s);
        assert_int_equal(VERDICT_NOT_TESTED, s->rig->verdict);
        expect_steps(s, SIZED "command 1\n" END);
        expect_said(s->rig->tap, "10de:1aaa: the firmware has not assigned its BARs\n");
        expect_said(s->rig->tap, "NOT TESTED: the card's BARs are not assigned: look for Above 4G "
                                 "Decoding in the setup of the rig (BAR1 takes ");
        expect_said(s->rig->records, "\"boot_0\":0,");
    }
}

static const char *refusal(uint32_t reg, uint32_t word)
{
    return word >> 16 == 0xbadf ? "nobody is there" : NULL;
}

STUB(bool, has_this, device == 0x1aaa, uint16_t device)
STUB(bool, has_another, device == 0x1aab, uint16_t device)

/* BOOT_0 and the device id name the card both: where they differ nobody knows what it is. A word that is no value is
 * told as such, by whichever family knows it; its bits would name Blackwell. */
TEST(a_card_of_no_family_is_given_back)
{
    /* clang-format off */
    static const struct { uint32_t boot_0; bool known; const char *says, *cause; } rows[] = {
        { 0x140000a1, false, "unknown chipset: BOOT_0 is 0x140000a1, id 0x140\n", "unknown-chipset" },
        { 0x140000a1, true, "unknown chipset: BOOT_0 is 0x140000a1, id 0x140, which does not fit its device id "
          "10de:1aaa\n", "boot-0-differs" },
        { 0x134000a1, false, "Pascal: not supported by this version\n", "unsupported" },
        { 0x134000a1, true, "unknown chipset: BOOT_0 is 0x134000a1, id 0x134, which does not fit its device id "
          "10de:1aaa\n", "boot-0-differs" },
        { 0xbadf1100, true, "register 0x000000 reads 0xbadf1100, which is no value: nobody is there\n",
          "register-refused" },
        { 0xbadf1100, false, "register 0x000000 reads 0xbadf1100, which is no value: nobody is there\n",
          "register-refused" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct steps *const s = steps_new(takes_its_time);
        char said[200];

        s->stub->boot_0 = rows[i].boot_0;
        s->family.has_device = rows[i].known ? has_this : has_another;
        s->family.refusal = refusal;
        steps_run(s);
        expect_steps(s, TAKEN "watchdog 50\nname closing its memory\ncommand 3\n" END);
        snprintf(said, sizeof(said), "10de:1aaa: %s", rows[i].says);
        expect_said(s->rig->tap, said);
        snprintf(said, sizeof(said), "\"cause\":\"%s\"", rows[i].cause);
        expect_said(s->rig->records, said);
        assert_int_equal(VERDICT_NOT_TESTED, s->rig->verdict);
    }
}

STUB(int, no_key, KEY_NONE, void *opaque)

static struct run *open_run(struct steps *s, const struct resume_entry *entry)
{
    struct run *const run = calloc(1, RUN_ARENA_SIZE);

    rig_suite(s->rig, "a");
    assert_ptr_equal(run, run_open(&s->rig->setup, run));
    run->resume.count = entry != NULL;
    if (entry)
        run->resume.entries[0] = *entry;
    return run;
}

static struct run *hang_in(struct steps *s, const char *step)
{
    s->goes.hangs_in = step;
    s->rig->setup.key = no_key;
    struct run *const run = open_run(s, NULL);
    if (!setjmp(s->hung))
        run_bus(run, &s->stub->bench.bus);
    assert_null(s->goes.hangs_in);
    return run;
}

/* docs/rig.md: who ends a run from outside gives the card in hand back, what was done last undone first, and a run that
 * was cut off is never green; a card that has failed before stays what it is. A wish of the person holds nothing up. */
TEST(a_run_that_is_abandoned_gives_its_card_back)
{
    static const struct {
        const char *step;
        unsigned gives, settles; /* in all */
    } rows[] = {
        /* clang-format off */
        { "taking it from the machine's firmware", 0, 0 }, { "silencing the errors of its link", 1, 0 },
        { "sizing its BARs", 1, 0 }, { "opening its memory", 1, 0 }, { "reading BOOT_0", 1, 0 }, { "posted", 1, 0 },
        { "memory", 1, 0 }, { "quieten", 1, 0 }, { "a", 1, 1 }, { "test", 1, 1 }, { "settle", 1, 2 },
        { "putting its registers back", 1, 1 }, { "closing its memory", 1, 1 }, { "give back", 2, 1 },
        { "done", 1, 1 },
        /* clang-format on */
    };

    for (unsigned i = 0; i <= ARRAY_SIZE(rows); i++) {
        const bool failed = i == ARRAY_SIZE(rows);
        struct steps *const s = steps_new(takes_its_time);
        struct run *const run = hang_in(s, failed ? "test" : rows[i].step);

        run->wish = WISH_STOP;
        s->stub->bench.now_us += 3000000;
        run->tallies.of[VERDICT_FAIL] = failed;
        assert_int_equal(failed ? VERDICT_FAIL : VERDICT_INCOMPLETE, run_abandon(run, "ended"));
        free(run);
        expect_said(s->rig->tap, "# card 0007:03:02.0 verdict: " SAYS_INCOMPLETE ": ended\n",
                    failed ? "# verdict: FAIL" : "# verdict: " SAYS_INCOMPLETE ": ended\n");
        assert_pairs(0, s->pmem, 0, s->familys, 0x77, s->reg, PCI_COMMAND_IO | PCI_COMMAND_MASTER,
                     *stub_config(s->stub, PCI_COMMAND), times_said(s->said, "alloc\n"),
                     times_said(s->said, "free\n"));
        assert_string_equal("watchdog 0\n", s->said + strlen(s->said) - 11);
        if (!failed)
            assert_pairs(rows[i].gives, times_said(s->said, "give back\n"), rows[i].settles,
                         times_said(s->said, "settle, 20 s\n"));
        else
            expect_steps(
                s, TAKEN
                "posted, 20 s\nwatchdog 50\nname asking it\nmemory, 20 s\nquieten, never\nalloc\n"
                "204=1\nenable 4\ncommand 7\ncommand 3\n1700=10\nwatchdog 50\nname a\ncommand 7\n"
                "test, 20 s\ncommand 3\n1700=0\n204=0\nsettle, 20 s\ncommand 3\nfree\ngive back\n"
                "command 5\nwatchdog 0\n");
    }
}

/* docs/report.md: a card that hung a boot before in a step that is no test is left alone in either mode. */
TEST(a_card_that_hung_a_boot_before_is_left_alone)
{
    for (unsigned i = 0; i < 4; i++) {
        struct steps *const s = steps_new(takes_its_time);

        s->rig->config.mode = i < 2 ? MODE_TEST : MODE_PROBE;
        struct run *const run =
            open_run(s, &(struct resume_entry){ { "0007:03:02.0", "10de:1aaa 0000:0000 a1" },
                                                .phase = true,
                                                .crashed = i % 2,
                                                .name = "posting" });
        run_bus(run, &s->stub->bench.bus);
        assert_int_equal(VERDICT_NOT_TESTED, run_close(run));
        expect_said(s->rig->tap, i % 2 ? "left alone: " RECORD_CRASH "posting\n"
                                       : "left alone: the machine was reset during posting\n");
        expect_said(s->rig->records,
                    i % 2 ? "\"cause\":\"firmware\"" : "\"cause\":\"hung-before\"");
        assert_string_equal("watchdog 50\nwatchdog 0\n", s->said);
        free(run);
    }
}

/* docs/rig.md: processors=1 never asks for the others; a boot that hung when it asked is not repeated. */
TEST(other_processors_are_asked_for_unless_that_hung)
{
    static const struct resume_entry hung = { .phase = true, .name = RECORD_PROCESSORS };

    for (unsigned i = 0; i < 3; i++) {
        struct steps *const s = steps_new(takes_its_time);

        s->rig->config.alone = i == 1;
        struct run *const run = open_run(s, i == 2 ? &hung : NULL);
        assert_pairs(!i, run_processors_start(run), !i,
                     strstr(s->rig->records, "\"phase\":\"" RECORD_PROCESSORS "\"") != NULL, i == 2,
                     strstr(s->rig->tap, "hung when it was asked for the other processors") !=
                         NULL);
        run_processors_started(run);
        expect_said(s->rig->records, "\"phase\":\"" RECORD_PROCESSORS_STARTED "\"");
        free(run);
    }
}
