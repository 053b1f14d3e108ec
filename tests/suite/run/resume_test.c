/* tests/suite/run/resume_test.c: boots that end in a reset, one after the other on one report, until a boot
 * reaches its verdict: the next boot's knowledge of them, and that they end. Each boot also leaves its trail on a
 * server, and the next one must learn the same from it as from the whole report. */
#include "suite/net/trail.h"
#include "suite/run/resume.h"
#include "tests/suite/run_rig.h"

#define REPORT_MAX   (4 << 20)
#define CULPRITS_MAX 80
#define SUITE        "id,window.pmem.sysram,vram.quick"

/* A bench: the report on its stick, the cards in it, and the causes of resets there. */
struct bench {
    char report[REPORT_MAX];
    size_t used, tap_used;
    struct trail trail, server; /* server: as it was last sent */
    char tap[1 << 18];
    struct model_config cards[2];
    unsigned card_count;
    unsigned culprit_count;
    const char *culprits[CULPRITS_MAX]; /* text of the record after which the machine resets */
    bool every_other;                   /* the culprits reset the machine at odd boots only */
    bool first_card_only;               /* ... and in records of the first card only */
    enum card_post post;
    bool reset_by_port;
    unsigned boots;
    const char *suite;
    enum run_mode mode;
    struct moment began; /* of the next boot, by the machine's clock */
    bool somebody;       /* can press keys, and presses: */
    int key;             /* while a question is shown */
    bool asking;
    unsigned watchdog; /* seconds that it was last given */
    char asked[240];   /* the question on the screen */
    jmp_buf reset;
    enum verdict verdict;
};

static size_t read_part(const char *from, size_t used, uint64_t offset, char *bytes, size_t size)
{
    const size_t there = offset < used ? used - (size_t)offset : 0;
    const size_t count = size < there ? size : there;

    memcpy(bytes, from + offset, count);
    return count;
}

static size_t read_report(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const struct bench *bench = opaque;

    return read_part(bench->report, bench->used, offset, bytes, size);
}

static size_t read_server(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const struct bench *bench = opaque;

    return read_part(bench->server.bytes, bench->server.used, offset, bytes, size);
}

/* A rig without a stick knows as much. */
static void expect_equal_memory(struct bench *bench)
{
    const struct resume_source report = { bench, bench->used, read_report };
    const struct resume_source server = { bench, bench->server.used, read_server };
    struct resume a, b;

    resume_read(&a, &report, &bench->began);
    resume_read(&b, &server, &bench->began);
    assert_pairs(a.run, b.run, a.full, b.full, a.count, b.count);
    for (unsigned i = 0; i < a.count; i++) {
        assert_string_equal(a.entries[i].name, b.entries[i].name);
        assert_true(card_key_equal(&a.entries[i].card, &b.entries[i].card));
        assert_pairs(a.entries[i].phase, b.entries[i].phase, a.entries[i].cuts, b.entries[i].cuts);
    }
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    struct bench *bench = opaque;

    assert_true(bench->tap_used + size < sizeof(bench->tap));
    memcpy(bench->tap + bench->tap_used, text, size);
    bench->tap_used += size;
    bench->tap[bench->tap_used] = '\0';
}

static void put_record(void *opaque, const char *line, size_t size)
{
    struct bench *bench = opaque;

    assert_true(bench->used + size < REPORT_MAX);
    memcpy(bench->report + bench->used, line, size);
    bench->used += size;
    bench->report[bench->used] = '\0';
    if (trail_add(&bench->trail, line, size))
        bench->server = bench->trail;
    if (bench->every_other && bench->boots % 2 == 0)
        return;
    if (bench->first_card_only && !strstr(bench->report + bench->used - size, "0000:01:00.0"))
        return;
    for (unsigned i = 0; i < bench->culprit_count; i++)
        if (strstr(bench->report + bench->used - size, bench->culprits[i]))
            longjmp(bench->reset, 1);
}

static int press(void *opaque)
{
    struct bench *bench = opaque;

    if (bench->asking) /* a takeover's seconds and some to spare, at each look */
        assert_int_equal(50, bench->watchdog);
    bench->watchdog = 0;
    return bench->asking ? bench->key : KEY_NONE;
}

static void watch(void *opaque, const struct scene *scene, bool now)
{
    struct bench *bench = opaque;

    bench->asking = scene->question != NULL;
    if (bench->asking)
        snprintf(bench->asked, sizeof(bench->asked), "%s %s %s, %s in", scene->question,
                 scene->keys[0].key, scene->keys[1].key, scene->otherwise);
}

static void feed(void *opaque, unsigned seconds)
{
    ((struct bench *)opaque)->watchdog = seconds;
}

/* Stands still: each boot is shorter than a second. */
STUB(uint64_t, read_clock, 0, void *opaque)

static struct bench *bench_new(void)
{
    struct bench *bench = calloc(1, sizeof(*bench));

    assert_non_null(bench);
    tests_own(bench, free);
    for (unsigned i = 0; i < 2; i++)
        bench->cards[i] =
            (struct model_config){ .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 2 << 20 };
    bench->card_count = 1;
    bench->suite = SUITE;
    return bench;
}

/* One boot: false if the machine was reset before the verdict. */
static bool boot(struct bench *bench)
{
    static uint64_t arena[RUN_ARENA_SIZE / sizeof(uint64_t)];
    struct run_config config;
    /* clang-format off */
    const struct run_sinks sinks = { .opaque = bench, .tap = put_tap, .record = put_record, .show = watch,
        .watchdog = feed, .time_us = bench->began.known ? read_clock : NULL };
    const struct resume_source previous = { bench, bench->used, read_report };
    const struct run_setup setup = { .suites = &all_suites, .config = &config, .sinks = &sinks, .version = "test",
        .machine = "host", .began = bench->began, .previous = &previous, .key = bench->somebody ? press : NULL,
        .opaque = bench };
    /* clang-format on */
    const struct host_bus_config machine = { .cards = bench->cards, .count = bench->card_count };
    char error[256];

    config_defaults(&config);
    config.model = true;
    config.risky = true;
    config.mode = (uint8_t)bench->mode;
    config.post = (uint8_t)bench->post;
    config.reset_by_port = bench->reset_by_port;
    snprintf(config.suite, sizeof(config.suite), "%s", bench->suite);
    expect_equal_memory(bench);
    bench->boots++;
    bench->tap_used = 0;
    bench->asked[0] = '\0';
    struct host_bus *const host = host_bus_new(&machine, error, sizeof(error));
    assert_non_null(host);
    const bool ended = setjmp(bench->reset) == 0;
    if (ended) {
        struct run *const run = run_open(&setup, arena);

        run_bus(run, host_bus(host));
        bench->verdict = run_close(run);
    }
    host_bus_free(host);
    return ended;
}

static void boots_until_verdict(struct bench *bench, unsigned at_most)
{
    unsigned boots = 1;

    while (!boot(bench))
        if (boots++ == at_most)
            fail_msg("no verdict after %u boots:\n%s", at_most, bench->tap);
}

static void culprit(struct bench *bench, const char *text)
{
    bench->culprits[bench->culprit_count++] = text;
}

/* Two tests that reset the machine, with everything else between them: the boot after knows both. */
TEST(two_tests_far_apart_end)
{
    struct bench *bench = bench_new();

    bench->suite = "default";
    culprit(bench, "\"start\",\"test\":\"id.timer\"");
    culprit(bench, "\"start\",\"test\":\"vram.quick\"");
    boots_until_verdict(bench, 3);
    assert_int_equal(VERDICT_INCOMPLETE, bench->verdict);
    expect_said(bench->tap, "id.timer: machine was reset during id.timer");
    expect_said(bench->tap, "vram.quick: machine was reset during vram.quick");
}

/* The one that resets now and then comes first: the boot that it ends still hands on the other one. */
TEST(earlier_entries_survive_an_early_reset)
{
    struct bench *bench = bench_new();

    culprit(bench, "\"start\",\"test\":\"vram.quick\"");
    assert_false(boot(bench));
    bench->culprits[0] = "\"start\",\"test\":\"id.boot0\"";
    assert_false(boot(bench));
    culprit(bench, "\"start\",\"test\":\"vram.quick\"");
    assert_true(boot(bench));
    expect_said(bench->tap, "id.boot0: machine was reset during id.boot0");
    expect_said(bench->tap, "vram.quick: machine was reset during vram.quick");
}

/* 1 MiB of records between the machine record and the end, and as much of older runs before it. */
TEST(length_of_the_report_does_not_matter)
{
    static const char key[] = "\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0400 a2\"";
    const struct card_key card = { "0000:01:00.0", "10de:0400 10de:0400 a2" };
    struct bench *bench = bench_new();
    char line[200];
    struct resume resume;

    for (unsigned run = 0; run < 2; run++) {
        const size_t from = bench->used;

        bench->used += (size_t)sprintf(bench->report + bench->used,
                                       "{\"type\":\"machine\",\"version\":\"x\"}\n"
                                       "{\"type\":\"note\",\"test\":\"a.%u\",%s,\"text\":\"machine "
                                       "was reset during \"}\n",
                                       run, key);
        snprintf(line, sizeof(line), "{\"type\":\"end\",\"test\":\"b\",%s,\"result\":\"pass\"}\n",
                 key);
        while (bench->used - from < 1 << 20)
            bench->used += (size_t)sprintf(bench->report + bench->used, "%s", line);
        bench->used +=
            (size_t)sprintf(bench->report + bench->used,
                            "{\"type\":\"start\",\"test\":\"c\",%s}\n{\"type\":\"en", key);
    }
    resume_read(&resume, &(struct resume_source){ bench, bench->used, read_report },
                &(struct moment){ 0 });
    assert_pairs(2, resume.count, true, resume_leaves_out(&resume, &card, "a.1"), true,
                 resume_leaves_out(&resume, &card, "c"), false,
                 resume_leaves_out(&resume, &card, "a.0"));
    assert_null(resume_phase(&resume, &card));
}

/* Another card in the same slot is tested in full; so is the same card in another slot. */
TEST(another_card_keeps_its_tests)
{
    struct bench *bench = bench_new();

    culprit(bench, "\"start\",\"test\":\"vram.quick\"");
    assert_false(boot(bench));
    bench->culprit_count = 0;
    bench->cards[0].chip = &nv50_chips[CHIP_GT215].chip;
    assert_true(boot(bench));
    assert_int_equal(VERDICT_PASS, bench->verdict);
    tests_release(bench);

    bench = bench_new();
    bench->card_count = 2;
    culprit(bench, "\"start\",\"test\":\"vram.quick\",\"card\":\"0000:01:01.0\"");
    boots_until_verdict(bench, 2);
    expect_said(bench->tap, "ok 3 - id.bars");
    assert_non_null(strstr(bench->report,
                           "\"end\",\"test\":\"vram.quick\",\"card\":\"0000:01:00.0\",\"id"
                           "\":\"10de:0400 10de:0400 a2\",\"result\":\"pass\""));
    expect_said(bench->tap, "vram.quick: machine was reset during vram.quick");
}

/* Steps with the card that takes them. */
enum way { WARM, COLD, DRY, LOST, LOOKED_AT, UNSCRUBBED, LOCKED, ASLEEP, TURING };

#define NV CHIP_G84
#define GV CHIP_COUNT

struct step {
    enum chipset_index chip; /* CHIP_COUNT: GV100 */
    enum way way;
    const char *name; /* or how it begins */
};

static const struct chip *chip_of(const struct step *step)
{
    if (step->chip != CHIP_COUNT)
        return &nv50_chips[step->chip].chip;
    return &gv100_chips[step->way == TURING ? CHIP_TU104 : CHIP_GV100].chip;
}

static struct bench *bench_for(const struct step *step)
{
    struct bench *const bench = bench_new();
    struct model_config *const card = &bench->cards[0];

    bench->card_count = 2;
    card->chip = chip_of(step);
    card->vram_size = step->chip == CHIP_COUNT ? 16 << 20 : 2 << 20;
    card->cold = step->way == COLD || step->way == DRY || step->way == TURING;
    card->defects = step->way == LOST     ? "bus-gone:after=2000"
                    : step->way == LOCKED ? "vpr-bounds-absurd"
                                          : NULL;
    card->d3hot = step->way == ASLEEP;
    card->knobs = step->way == UNSCRUBBED ? "ecc=on+scrubbed=no" : NULL;
    bench->post = step->way == DRY ? POST_DRY : POST_AUTO;
    bench->reset_by_port = step->way == LOST;
    bench->mode = step->way == LOOKED_AT ? MODE_PROBE : MODE_TEST;
    return bench;
}

/* A step of the takeover has a name too; the card whose takeover resets the machine is left alone, and the other one
 * is tested. hangs.t compares the list with the code: no step is missing. */
TEST(reset_during_the_takeover_is_named)
{
    static const struct step steps[] = {
        /* clang-format off */
        { NV, WARM, "taking it from the machine's firmware" }, { NV, WARM, "silencing the errors of its link" },
        { NV, WARM, "sizing its BARs" }, { NV, WARM, "opening its memory" }, { NV, WARM, "reading BOOT_0" },
        { NV, WARM, "reading what its VBIOS has set up" }, { NV, WARM, "switching its units on" },
        { NV, WARM, "reading its memory configuration and its displays" }, { NV, WARM, "resetting its engines" },
        { NV, WARM, "arming its fault records" }, { NV, WARM, "putting its registers back" },
        { NV, WARM, "closing its memory" }, { NV, COLD, "reading its VBIOS" }, { NV, LOST, "resetting it by its port" },
        { NV, DRY, "going through its init scripts, dry" }, { NV, COLD, "starting it: init script at 0x" },
        { NV, ASLEEP, "waking it from its power state" }, { NV, LOOKED_AT, "reading configuration space" },
        { NV, LOOKED_AT, "reading BOOT_0" }, { NV, COLD, "asking the machine's own driver of this card to start it" },
        { GV, WARM, "taking it from the machine's firmware" }, { GV, WARM, "reading BOOT_0" },
        { GV, WARM, "asking whether its VBIOS has run" }, { GV, WARM, "reading its memory configuration" },
        { GV, WARM, "reading which engines it has" }, { GV, WARM, "resetting its host and copy engines" },
        { GV, WARM, "clearing its fault records" }, { GV, WARM, "putting its registers back" },
        { GV, WARM, "closing its memory" }, { GV, COLD, "asking whether its VBIOS has run" },
        { GV, COLD, "asking the machine's own driver of this card to start it" }, { GV, COLD, "reading its VBIOS" },
        { GV, COLD, "checking the program of its ROM that starts it" },
        { GV, COLD, "loading the program of its ROM that starts it" }, { GV, TURING, "waiting for it to start itself" },
        { GV, COLD, "letting the program of its ROM start it" }, { GV, WARM, "waiting for its memory to be scrubbed" },
        { GV, COLD, "starting the program of its ROM that runs the fan" },
        { GV, UNSCRUBBED, "filling its memory, which its start has not scrubbed" },
        { GV, LOCKED, "looking for the part of its memory that stores nothing" },
        { GV, LOOKED_AT, "reading configuration space" },
        /* clang-format on */
    };

    for (unsigned i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
        struct bench *bench = bench_for(&steps[i]);
        const unsigned id = steps[i].chip != CHIP_COUNT ? 0x0400
                            : steps[i].way == TURING    ? 0x1e87
                                                        : 0x1d81;
        char record[160], said[160];

        snprintf(record, sizeof(record), "\"phase\",\"phase\":\"%s", steps[i].name);
        snprintf(said, sizeof(said),
                 "# card 0000:01:00.0 10de:%04x: left alone: the machine was reset during %s", id,
                 steps[i].name);
        culprit(bench, record);
        bench->first_card_only = true;
        boots_until_verdict(bench, 2);
        assert_int_equal(2, bench->boots);
        expect_said(bench->tap, said);
        if (steps[i].way != LOOKED_AT)
            expect_said(bench->tap, "ok 1 - id.boot0");
        expect_said(bench->tap, "card 0000:01:01.0");
        assert_int_equal(steps[i].way == LOOKED_AT ? VERDICT_NOT_TESTED : VERDICT_INCOMPLETE,
                         bench->verdict);
        tests_release(bench);
    }
}

/* Each test of a suite, of whatever kind, resets the machine once: the next boot names it and runs the rest. */
static void each_of(const struct suite *suite, const struct chip *chip, uint64_t vram_size,
                    unsigned every, const char *other)
{
    const struct test_case *rows[TESTS_MAX];
    const unsigned count = suite_list(suite, rows);

    assert_true(count > 100);
    for (unsigned i = 0; i < count; i += every) {
        struct bench *bench = bench_new();
        char suite_names[CONFIG_SUITE_MAX], record[160], said[200], passed[80];

        snprintf(suite_names, sizeof(suite_names), "%s,%s", rows[i]->name, other);
        snprintf(record, sizeof(record), "\"start\",\"test\":\"%s\"", rows[i]->name);
        snprintf(said, sizeof(said), "%s: machine was reset during %s\n", rows[i]->name,
                 rows[i]->name);
        snprintf(passed, sizeof(passed), "ok 1 - %s", other);
        bench->suite = suite_names;
        bench->cards[0].chip = chip;
        bench->cards[0].vram_size = vram_size;
        culprit(bench, record);
        boots_until_verdict(bench, 2);
        if (bench->boots == 2)
            expect_said(bench->tap, said);
        if (i)
            expect_said(bench->tap, passed);
        tests_release(bench);
    }
}

TEST(each_test_in_turn)
{
    each_of(all_suites.all[0], &nv50_chips[CHIP_G84].chip, 2 << 20, 1, "id.boot0");
}

TEST(each_test_of_gv100_in_turn)
{
    each_of(all_suites.all[1], &gv100_chips[CHIP_GV100].chip, 16 << 20, in_full() ? 1 : 8,
            "identity.boot");
}

/* A read that no card answers hangs the machine while nothing is written: that card is left alone. */
TEST(reset_while_a_register_is_probed)
{
    struct bench *bench = bench_new();

    bench->mode = MODE_PROBE;
    bench->card_count = 2;
    culprit(bench, "\"phase\",\"phase\":\"reading PFB_CFG1 (0x100204)\",\"card\":\"0000:01:00.0\"");
    boots_until_verdict(bench, 2);
    expect_said(bench->tap,
                "card 0000:01:00.0 10de:0400: left alone: the machine was reset during reading "
                "PFB_CFG1 (0x100204)");
    expect_said(bench->tap, "card 0000:01:01.0 10de:0400 G84: looked at");
}

static bool is_sample(unsigned set, unsigned count)
{
    const unsigned culprits = (unsigned)__builtin_popcount(set);

    return culprits <= 2 || culprits == count;
}

/* Whatever resets the machine, and whether it does so at each boot or at every other one, there is a verdict after at
 * most one boot for each culprit, and two where it does so at every other one. A sample: one culprit, each two, all. */
TEST(no_sequence_of_resets_loops)
{
    static const char *const names[] = {
        /* clang-format off */
        "\"test\":\"id.boot0\"", "\"test\":\"id.bars\"", "\"test\":\"window.pmem.sysram\"", "\"test\":\"vram.quick\"",
        "\"phase\":\"reading BOOT_0\",\"card\":\"0000:01:01.0\"",
        "\"phase\":\"putting its registers back\",\"card\":\"0000:01:00.0\"",
        /* clang-format on */
    };
    const unsigned count = sizeof(names) / sizeof(names[0]);

    for (unsigned set = 1; set < 1u << count; set++)
        for (unsigned way = 0; way < 2 && (in_full() || is_sample(set, count)); way++) {
            struct bench *bench = bench_new();
            char records[8][120];

            bench->card_count = 2;
            bench->every_other = way;
            for (unsigned i = 0; i < count; i++) {
                if (!(set & 1u << i))
                    continue;
                snprintf(records[i], sizeof(records[i]), "\"type\":\"%s\",%s",
                         i < 4 ? "start" : "phase", names[i]);
                culprit(bench, records[i]);
            }
            /* Each test has two cards to reset the machine with. */
            boots_until_verdict(bench, 2 * bench->culprit_count + 1);
            tests_release(bench);
        }
}

/* More resets than the list holds: nothing is tested, the verdict says why, and it ends. */
TEST(too_many_resets_end)
{
    struct bench *bench = bench_new();
    static const char any[] = "\"type\":\"start\"";

    bench->suite = "all";
    culprit(bench, any);
    boots_until_verdict(bench, RESUME_MAX + 1);
    assert_int_equal(VERDICT_INCOMPLETE, bench->verdict);
    expect_said(bench->tap, "the machine was reset too often");
}

/* The record of a test that begins; the note that it was cut off has no watchdog. */
#define BEGINS(test)                                                                               \
    "\"test\":\"" test "\",\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0400 a2\","           \
    "\"watchdog\":"

static struct bench *bench_at_ten(const char *test)
{
    struct bench *const bench = bench_new();

    bench->began = moment_of(&(struct moment_date){ 2026, 11, 22, 10, 0, 0 }, MOMENT_NO_ZONE);
    culprit(bench, test);
    return bench;
}

/* The boot ends in the culprit's first second, and the machine starts again so many seconds later. The watchdog of
 * vram.quick waits for more than 30 s, that of no test for an hour. */
static void cut_off(struct bench *bench, int seconds)
{
    assert_false(boot(bench));
    bench->began.ms += (uint64_t)(int64_t)seconds * 1000;
}

/* Within half a minute somebody has switched it off, and the test runs again; three in a row are taken for a hang that
 * somebody ended. After an hour the watchdog may have fired; a clock that was set back says nothing. */
TEST(a_test_is_left_out_where_it_may_have_hung)
{
    /* clang-format off */
    static const struct { unsigned boots; int seconds; const char *says; bool runs; } rows[] = {
        { 1, 29, "# machine was switched off or reset by hand during vram.quick, card 0000:01:00.0\n", true },
        { 1, 3600, "vram.quick: machine was reset during vram.quick", false },
        { 1, -1, "vram.quick: machine was reset during vram.quick", false },
        { 3, 20, "machine was switched off or reset by hand during vram.quick, in 3 boots one after the other", false },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct bench *const bench = bench_at_ten(BEGINS("vram.quick"));

        for (unsigned n = 0; n < rows[i].boots; n++)
            cut_off(bench, rows[i].seconds);
        if (rows[i].runs)
            bench->culprit_count = 0;
        assert_true(boot(bench));
        assert_int_equal(rows[i].runs ? VERDICT_PASS : VERDICT_INCOMPLETE, bench->verdict);
        expect_said(bench->tap, rows[i].says);
    }
}

/* Three boots that were cut off; who is at the rig presses `key`, again and again. */
static struct bench *three_at(int key)
{
    struct bench *const bench = bench_at_ten(BEGINS("vram.quick"));

    bench->somebody = true;
    bench->key = key;
    for (unsigned i = 0; i < 3; i++) {
        cut_off(bench, 20);
        assert_string_equal("", bench->asked);
    }
    return bench;
}

/* Who is at the rig then is asked, before the card is touched. */
static struct bench *asked_after_three(int key)
{
    struct bench *const bench = three_at(key);

    bench->culprit_count = 0;
    assert_true(boot(bench));
    assert_string_equal(
        "In 3 boots one after the other the machine was switched off or reset by hand during "
        "vram.quick, card 0000:01:00.0. Perhaps that test hangs. Shall it run again? R L, "
        "Without an answer it is left out in",
        bench->asked);
    return bench;
}

/* Any other key is no answer, and after half a minute the rest is tested. */
TEST(who_is_there_is_asked_after_three)
{
    /* clang-format off */
    static const struct { int key; enum verdict verdict; const char *says; } rows[] = {
        { 'r', VERDICT_PASS, "# vram.quick, card 0000:01:00.0: runs again (R)\n" },
        { 'l', VERDICT_INCOMPLETE, "# vram.quick, card 0000:01:00.0: left out (L)\n" },
        { 'z', VERDICT_INCOMPLETE,
          "left out in 30 s)\n# vram.quick, card 0000:01:00.0: left out, as nobody has "
          "answered\n" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct bench *const bench = asked_after_three(rows[i].key);

        assert_int_equal(rows[i].verdict, bench->verdict);
        expect_said(bench->tap, rows[i].says, "ok 1 - id.boot0");
    }
}

/* A machine that is switched off while it asks, or in the test that was run again, asks again. */
TEST(the_question_comes_until_a_run_has_ended)
{
    struct bench *const bench = three_at('r');

    bench->culprits[0] = "Shall it run again?";
    cut_off(bench, 20);
    bench->culprits[0] = BEGINS("vram.quick");
    cut_off(bench, 20);
    assert_non_null(strstr(bench->asked, "In 3 boots"));
    cut_off(bench, 20);
    assert_non_null(strstr(bench->asked, "In 4 boots"));
    bench->culprit_count = 0;
    assert_true(boot(bench));
    assert_non_null(strstr(bench->asked, "In 5 boots"));
    assert_int_equal(VERDICT_PASS, bench->verdict);
    assert_true(boot(bench));
    assert_string_equal("", bench->asked);
}

/* Nobody is asked about a test that this run does not have, or that another card has. */
TEST(only_what_would_run_is_asked_about)
{
    struct bench *const bench = three_at('r');

    bench->culprits[0] = BEGINS("id.boot0");
    bench->suite = "id";
    cut_off(bench, 20);
    assert_string_equal("", bench->asked);
    bench->culprit_count = 0;
    bench->suite = SUITE;
    bench->cards[0].chip = &nv50_chips[CHIP_GT215].chip;
    assert_true(boot(bench));
    assert_string_equal("", bench->asked);
}

/* Two, one in which the test came to its end, and one more are not three in a row. */
TEST(a_test_that_ends_begins_a_new_row)
{
    static const char first[] = BEGINS("id.boot0");
    struct bench *const bench = bench_at_ten(first);

    cut_off(bench, 20);
    cut_off(bench, 20);
    bench->culprits[0] = BEGINS("vram.quick");
    cut_off(bench, 20);
    bench->culprits[0] = first;
    cut_off(bench, 20);
    bench->culprit_count = 0;
    assert_true(boot(bench));
    assert_int_equal(VERDICT_PASS, bench->verdict);
}

/* Each run of a medium has the number after the one before it, whether that one ended or not. */
TEST(runs_are_numbered)
{
    struct bench *bench = bench_new();
    unsigned count = 0;

    bench->suite = "id.boot0";
    bench->every_other = true;
    culprit(bench, "\"type\":\"start\",\"test\":\"id.boot0\"");
    for (unsigned i = 0; i < 12; i++)
        boot(bench);
    for (const char *at = bench->report; (at = strstr(at, "{\"type\":\"machine\"")); at++) {
        const char *const number = strstr(at, "\"run\":");

        assert_non_null(number);
        assert_int_equal(++count, atoi(number + 6));
    }
    assert_int_equal(12, count);
}
