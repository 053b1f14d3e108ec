/* A run on a terminal: the line below TAP, and the lines under the verdict. */
#include "tests/kit/tests.h"

#include <unistd.h>

#include "linux/live.h"

#define KHZ 1000u

static int output, terminal;
static char shown[4096];

/* Its output goes into a file until the test looks. */
FIXTURE(catch_output)
{
    char name[] = "/tmp/barecard-live-XXXXXX";

    fflush(stdout);
    terminal = dup(STDOUT_FILENO);
    output = mkstemp(name);
    assert_true(output >= 0 && terminal >= 0);
    unlink(name);
    dup2(output, STDOUT_FILENO);
}

static void look(void)
{
    const ssize_t size = pread(output, shown, sizeof(shown) - 1, 0);

    dup2(terminal, STDOUT_FILENO);
    close(terminal);
    close(output);
    assert_true(size > 0);
    shown[size] = '\0';
}

static struct scene a_scene(void)
{
    struct scene scene = { .card_count = 1, .celsius = 61, .rate = 226, .left = 13 };

    scene.cards[0] =
        (struct scene_card){ .at = "0000:01:00.0", .title = "G92", .memory = "512 MiB" };
    return scene;
}

TEST(line_has_the_bytes_that_were_tested, catch_output)
{
    struct live live = { .terminal = true };
    struct scene scene = a_scene();

    scene.test = "vram.quick";
    scene.test_number = 12;
    scene.test_count = 14;
    scene.percent = 54;
    scene.tested = UINT64_C(3380) << 20;
    scene.state = STATE_RUNNING;
    live_show(&live, &scene, 0, 2000000, true);
    look();
    assert_non_null(strstr(shown, "vram.quick  13 of 14  [####....]  54 %  226 MB/s  3.3 GiB  "));
    assert_non_null(strstr(shown, "  61 C  0 failed"));
}

TEST(verdict_says_what_it_holds_for, catch_output)
{
    struct live live = { .terminal = true };
    struct scene scene = a_scene();

    scene.state = scene.cards[0].state = STATE_PASS;
    scene.cards[0].passed = 13;
    scene.cards[0].conditions = (struct conditions){ .read = UINT64_C(6) << 30,
                                                     .memory = 512 << 20,
                                                     .memory_khz = 400 * KHZ,
                                                     .memory_top_khz = 900 * KHZ,
                                                     .sensor = true,
                                                     .coolest = 45,
                                                     .hottest = 62 };
    live_end(&live, &scene, "report");
    look();
    assert_non_null(strstr(shown, "0000:01:00.0 G92 512 MiB: 13 passed, 0 failed"));
    assert_non_null(strstr(shown, "6.0 GiB read  45 to 62 C  memory at 400 of 900 MHz"));
    assert_non_null(strstr(shown, "report/report.html"));
}
