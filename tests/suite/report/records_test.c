/* tests/suite/report/records_test.c: members of report.jsonl's records beside results: when, which run, which card. */
#include "suite/memory/progress.h"
#include "tests/kit/bench.h"
#include "tests/suite/run_rig.h"

/* The clock of the sinks stands at `now`, and moves on by 1.5 s at each look. */
static uint64_t now;

STUB(uint64_t, next_us, now += 1500000, void *opaque)

/* Without a clock of the machine there are only the seconds since the run began. */
TEST(each_record_has_its_time)
{
    for (unsigned known = 0; known < 2; known++) {
        struct rig *rig = rig_new();

        now = 7000000;
        rig->sinks.time_us = next_us;
        if (known)
            rig->setup.began = moment_of(&(struct moment_date){ 2026, 12, 31, 23, 59, 58 }, 0);
        rig_run_suite(rig, "id.boot0");
        expect_said(rig->records,
                    known
                        ? "{\"type\":\"machine\",\"time\":\"2026-12-31T23:59:59.500Z\",\"up\":1500,"
                        : "{\"type\":\"machine\",\"up\":1500,",
                    known ? "{\"type\":\"phase\",\"time\":\"2027-01-01T00:00:01.000Z\",\"up\":3000,"
                          : "{\"type\":\"phase\",\"up\":3000,");
        assert_int_equal(known, strstr(rig->records, "\"time\"") != NULL);
        rig_free(rig);
    }
}

/* vram.thorough.fade waits four seconds (hold=) for its memory, by the clock of the card's bus. */
TEST(a_test_says_how_long_it_took)
{
    struct rig *rig = rig_new();
    const char *end, *ms;

    rig_run_suite(rig, "vram.thorough.fade");
    end = strstr(rig->records, "{\"type\":\"end\",\"test\":\"vram.thorough.fade\"");
    assert_non_null(end);
    ms = strstr(end, "\"ms\":");
    assert_non_null(ms);
    assert_in_range(atol(ms + 5), 4000, 60000);
}

/* Members that a store of reports needs: which card, its parts, and its name by the person. */
TEST(a_card_says_what_it_is)
{
    struct rig *rig = rig_new();

    snprintf(rig->config.label, sizeof(rig->config.label), "order \"7\"");
    rig_run_suite(rig, "id.boot0");
    expect_said(rig->records, "\"schema\":2,\"run\":1,\"label\":\"order \\\"7\\\"\",",
                "\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0400 a2\",\"words\":"
                "\"0000:01:00.0 10de:0400 G84 2 MiB, 2 partitions: ready\","
                "\"vendor_id\":4318,\"device_id\":1024,\"subsystem_vendor_id\":4318,"
                "\"subsystem_id\":1024,\"revision\":162,",
                "\"vbios\":\"60.84.00.00.00\"");
}

/* ---- the card's own number: PCI Express Base 2.0 §7.12, as lspci writes it ------------------- */

static struct bus_tap tap;

static uint32_t express_only(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    return offset < 0x100 ? tap.real->config_read(bus, at, offset, size) : 0;
}

/* Its list of extended capabilities is virtual channels, then the serial number at 0x148. */
static uint32_t with_number(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    /* clang-format off */
    switch (offset) {
    case 0x100: return 0x14810002;
    case 0x148: return 0x00010003;
    case 0x14c: return 0x89abcdef;
    case 0x150: return 0x00044b01;
    default: return express_only(bus, at, offset, size);
    }
    /* clang-format on */
}

static bool is_numbered;

static void number_reads(struct rig *rig)
{
    bus_tap(&tap, host_bus(rig->host));
    tap.ops.config_read = is_numbered ? with_number : express_only;
}

TEST(serial_number_of_the_card_is_reported)
{
    for (unsigned i = 0; i < 2; i++) {
        struct rig *const rig = rig_new();

        is_numbered = i;
        rig->prepare = number_reads;
        rig_run_suite(rig, "id.boot0");
        assert_int_equal(i, strstr(rig->records, "\"serial\":\"00-04-4b-01-89-ab-cd-ef\"") != NULL);
        assert_int_equal(i, strstr(rig->records, "\"serial\"") != NULL);
        rig_free(rig);
    }
}

/* ---- curves and strips ----------------------------------------------------------------------- */

/* One when a test begins, one when it ends, one for each line of progress; the model's sensor says 45 C. */
TEST(samples_follow_a_memory_test)
{
    struct rig *rig = rig_new();

    rig->host_config.slow = 200;
    rig_run_suite(rig, "vram.quick");
    const unsigned lines = times_said(rig->tap, " s left, 45 C\n");

    assert_pairs(true, lines >= 2, lines, times_said(rig->records, " s left, 45 C\"}\n"), lines + 2,
                 times_said(rig->records, "{\"type\":\"sample\","));
    expect_said(rig->records,
                "{\"type\":\"sample\",\"card\":\"0000:01:00.0\",\"id\":\"10de:0400 10de:0400 "
                "a2\",\"test\":\"vram.quick\",\"percent\":0,\"mb_per_s\":0,\"celsius\":45}\n");
    expect_said(rig->records, "\"percent\":100,\"mb_per_s\":0,\"celsius\":45}\n");
}

static unsigned samples;

static void count_sample(struct test *t, const struct test_sample *sample)
{
    samples += sample->words != NULL;
}

/* 300 samples a second apart, 300 two seconds, 300 four: a day of 86400 s ends within the ninth such step. */
TEST(a_long_test_is_sampled_less_and_less)
{
    static const struct family blind;
    static struct bench bench;
    const struct run_config config = { .seconds = 10000000 };
    struct test t = {
        .name = "vram.quick", .card = &bench.card, .config = &config, .sample = count_sample
    };
    struct progress of_test;

    bench_open(&bench, NULL);
    bench.card.family = &blind;
    bench.step_us = 1000000;
    samples = 0;
    progress_begin(&of_test, &t, UINT64_C(1) << 40);
    while (bench.now_us < UINT64_C(86400) * 1000000)
        assert_true(progress_step(&of_test, 1, "testing"));
    assert_in_range(samples, 1500, 300 * 9);
}

static void expect_strip(const char *defect, unsigned part, uint64_t from, uint64_t to,
                         const char *strips)
{
    struct rig *rig = rig_new();

    rig->card.vram_size = 8 << 20;
    rig->card.defects = defect;
    rig->config.has_part = part != 2;
    rig->config.part = (uint8_t)part;
    rig->config.range_from = from;
    rig->config.range_to = to;
    rig_run_suite(rig, "vram.quick");
    expect_said(rig->records, strips);
}

#define GOOD_16 "................"
#define LEFT_16 "----------------"

/* 8 MiB in 64 pieces: each has 128 KiB, so that address 0x200100 lies in number 16. */
TEST(strips_show_where_words_are_wrong)
{
    expect_strip(NULL, 2, 0, 0,
                 "\"test\":\"vram.quick\",\"A\":\"" GOOD_16 GOOD_16 GOOD_16 GOOD_16
                 "\",\"B\":\"" GOOD_16 GOOD_16 GOOD_16 GOOD_16 "\"}\n");
    expect_strip("vram-cell:address=0x200100,bit=3", 2, 0, 0,
                 "\"A\":\"" GOOD_16 GOOD_16 GOOD_16 GOOD_16 "\",\"B\":\"" GOOD_16
                 "1..............." GOOD_16 GOOD_16 "\"}\n");
    expect_strip(NULL, 1, 0, 0,
                 "\"A\":\"" LEFT_16 LEFT_16 LEFT_16 LEFT_16
                 "\",\"B\":\"" GOOD_16 GOOD_16 GOOD_16 GOOD_16 "\"}\n");
    expect_strip(NULL, 2, 0x200000, 0x250000, /* the third piece only in part */
                 "\"A\":\"" LEFT_16 "..--------------" LEFT_16 LEFT_16 "\",");
}

/* A stuck line makes more wrong words than are looked at one by one: they count in the strip all the same. */
TEST(a_strip_has_every_wrong_word)
{
    struct rig *rig = rig_new();

    rig->card.vram_size = 16 << 20;
    rig->card.defects = "vram-stuck:partition=1,bit=37";
    rig_run_suite(rig, "vram.quick");
    const char *const strip = strstr(rig->records, "\"B\":\"");

    assert_non_null(strip);
    for (unsigned i = 0; i < 64; i++) /* 16384 words of a piece, at least once each */
        assert_in_range(strip[5 + i], '5', '6');
}

TEST(a_test_that_ends_early_has_tested_no_piece)
{
    struct rig *rig = rig_new();

    rig->host_config.slow = 200;
    rig->config.seconds = 1;
    rig_run_suite(rig, "vram.quick");
    /* The way to the memory is laid first, which takes longer than the second on such a link. */
    expect_said(rig->tap, "# vram.quick: ended after ", " s, 0 % done\n");
    expect_said(rig->records, "\"A\":\"" LEFT_16 LEFT_16 LEFT_16 LEFT_16 "\"");
}

/* ---- report.txt ------------------------------------------------------------------------------ */

static char plain_text[1 << 16];
static size_t plain_used;

static void put_text(void *opaque, const char *line, size_t size)
{
    assert_true(size >= 2 && plain_used + size < sizeof(plain_text));
    assert_memory_equal("\r\n", line + size - 2, 2);
    memcpy(plain_text + plain_used, line, size);
    plain_used += size;
    plain_text[plain_used] = '\0';
}

TEST(a_person_can_read_the_run)
{
    static const char *const said[] = {
        "Label    order 7\r\n",
        "Begun    2026-12-31T23:59:58.000Z\r\n",
        "Run      1 on this medium, suite vram.quick,vram.temperature\r\n",
        "Card 0000:01:00.0 10de:0400 G84 2 MiB, 2 partitions: ready\r\n"
        "  VBIOS 60.84.00.00.00, subsystem 10de:0400\r\n",
        "  FAIL    vram.quick: G84 " SAYS_BAD_MEMORY ": partition 1 (FBB), ",
        "  1 passed, 1 failed, 0 errors, 0 skipped, 0 differ\r\n"
        "Card 0000:01:00.0: FAIL: vram.quick: G84 " SAYS_BAD_MEMORY,
        "\r\n  1. Look at ball and track of this line at the chip.\r\n",
        "\r\n\r\nVerdict: FAIL: vram.quick: G84 " SAYS_BAD_MEMORY,
    };
    struct rig *rig = rig_new();

    plain_used = 0;
    rig->sinks.text = put_text;
    rig->setup.began = moment_of(&(struct moment_date){ 2026, 12, 31, 23, 59, 58 }, 0);
    rig->card.defects = "vram-stuck:partition=1,bit=37";
    snprintf(rig->config.label, sizeof(rig->config.label), "order 7");
    rig_run_suite(rig, "vram.quick,vram.temperature");
    for (unsigned i = 0; i < sizeof(said) / sizeof(said[0]); i++)
        expect_said(plain_text, said[i]);
    assert_null(strstr(plain_text, "vram.temperature: "));
}
