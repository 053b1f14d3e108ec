/* When the screen is drawn (docs/screen.md): at once where something has ended or a person waits, and otherwise when there
 * is time for it; and the characters that it shows for bytes that are no letters. */
#include "suite/report/layout.h"
#include "suite/report/report.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/judged.h"

static struct report report;
static char drawn[16]; /* N: now; l: later will do */

static void show(void *opaque, const struct scene *scene, bool now)
{
    const size_t count = strlen(drawn);

    assert_true(count + 1 < sizeof(drawn));
    drawn[count] = now ? 'N' : 'l';
    drawn[count + 1] = '\0';
}

static void expect_drawn(const char *wanted)
{
    assert_string_equal(wanted, drawn);
    drawn[0] = '\0';
}

TEST(pictures_come_when_they_are_due)
{
    static const struct run_sinks sinks = { .show = show };
    static const struct report_run run = {
        .version = "1", .machine = "Q35", .suite = "id", .label = ""
    };
    static const struct card_key card = { "0000:01:00.0", "10de:0400" };
    static const struct pci_card pci = { .vendor = 0x10de };
    const struct test test = { .name = "id.boot0" };

    report_open(&report, &sinks, &run);
    expect_drawn("N");
    report_found(&report, &card);
    report_begin_card(&report, &card);
    report_plan(&report, 1, 0);
    expect_drawn("");
    report_card(&report,
                &(struct report_card){ .pci = &pci, .vbios = "", .serial = "", .state = "ready" });
    expect_drawn("N");
    assert_pairs(1, report.stage.scene.card_count, 1, report.stage.scene.test_count);
    report_start(&report, "id.boot0", 1, 50);
    expect_drawn("l");
    assert_string_equal("id.boot0", report.stage.scene.test);
    report_progress(&report, &test, 50, "half");
    expect_drawn("l");
    report_pause(&report, true);
    expect_drawn("N");
    report_pause(&report, true);
    expect_drawn("l");
    report_pause(&report, false);
    expect_drawn("N");
    report_show(&report);
    expect_drawn("N");
    report_next(&report, "id.timer");
    assert_string_equal("next: id.timer", report.stage.scene.test);
    report_verdict(&report, judged(VERDICT_PASS, CAUSE_NONE, ""));
    expect_drawn("N");
}

TEST(only_letters_are_shown)
{
    static const char wanted[] = "a? !}~??z";
    static struct screen screen;
    struct scene scene = { .state = STATE_RUNNING, .card_count = 1, .percent = -1 };

    scene.cards[0] = (struct scene_card){ .at = "0000:01:00.0", .state = STATE_RUNNING };
    scene.test = "a\x1f !}~\x7f\xe4z";
    layout_draw(&screen, &scene);
    for (unsigned i = 0; wanted[i]; i++)
        assert_int_equal(wanted[i], screen.cells[5][1 + i].character);
}
