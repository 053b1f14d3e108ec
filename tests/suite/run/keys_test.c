/* Keys: scans, the views that a key changes, and the effect of Esc and S on a run. */
#include "suite/report/typist.h"
#include "tests/suite/run_rig.h"

/* ---- keys and scans -------------------------------------------------------------------------- */

/* "Letters that come faster than a person types are never commands" (docs/screen.md "Keys"). Enter, Esc and Backspace
 * alone are no scan; of more than 80 characters the last one is kept. */
TEST(a_scan_is_no_command)
{
#define TEN "0123456789"
#define X79 TEN TEN TEN TEN TEN TEN TEN "012345678"
    /* clang-format off */
    static const struct { const char *heard, *words; int key; } rows[] = {
        { "abc", "abc", KEY_SCAN }, { "s\n", "s\n", KEY_SCAN }, { "\ns", "\ns", KEY_SCAN },
        { "  ", "  ", KEY_SCAN }, { X79 "ab\n", X79 "\n", KEY_SCAN }, { "\n", "\n", KEY_ENTER },
        { "\n\n", "\n", KEY_ENTER }, { "A", "A", 'a' }, { "Z", "Z", 'z' }, { "@", "@", '@' },
        { "[", "[", '[' }, { "\x1b\b", "\x1b", KEY_ESC }, { "\b", "\b", KEY_BACKSPACE },
        /* clang-format on */
    };
    struct typist typist = { 0 };
    uint64_t now = 0;

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        for (const char *c = rows[i].heard; *c; c++)
            typist_hear(&typist, *c, now += 40000);
        assert_int_equal(KEY_NONE, typist_key(&typist, now + TYPIST_GAP_US - 1));
        assert_int_equal(rows[i].key, typist_key(&typist, now += TYPIST_GAP_US));
        assert_string_equal(rows[i].words, typist.words);
        while (typist_key(&typist, now)) /* what came after it alone */
            continue;
    }
    static const int keys[] = { KEY_ENTER, KEY_BACKSPACE, KEY_ESC, KEY_ENTER, KEY_NONE };
    for (const char *c = "\n\b\x1b\n"; *c; c++)
        typist_hear(&typist, *c, now);
    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        assert_int_equal(keys[i], typist_key(&typist, now + TYPIST_GAP_US));
}

/* ---- views ----------------------------------------------------------------------------------- */

/* The last line shows each key that does something, and no other (docs/screen.md "Keys"). */
TEST(each_key_that_works_is_shown)
{
    static const struct scene_prompt open = { .open = true };
    /* clang-format off */
    static const struct { struct scene scene; const char *keys; } rows[] = {
        { { .state = STATE_RUNNING, .card_count = 1 }, "Esc=Stop,Space=Pause,S=Skip test,D=Details," },
        { { .state = STATE_RUNNING, .paused = true, .shortens = true },
          "Esc=Stop,Space=Go on,S=Skip test,M=Shorten,D=Details," },
        { { .state = STATE_RUNNING, .card_count = 1, .asked = 's' }, "S=once more skips the test,Any other key=Back," },
        { { .state = STATE_PASS, .card_count = 1 },
          "R=Run again,O=Power off,F=Firmware setup,D=Details,X=Leave," },
        { { .state = STATE_PASS, .card_count = 1, .asked = 'o' }, "O=once more powers off,Any other key=Back," },
        { { .state = STATE_FAIL, .card_count = 2, .again = "All again" },
          "R=All again,N=Next card,O=Power off,F=Firmware setup,D=Details,X=Leave," },
        { { .state = STATE_FAIL, .card_count = 2, .details = true },
          "D=Back,Up Down=Turn pages,R=Run again,N=Next card,O=Power off,F=Firmware setup,X=Leave," },
        { { .line_count = 1 }, "Up Down=Choose,Enter=Start," },
        { { .prompt = &open }, "Enter=Do it,Tab=Complete,Up Down=Earlier lines,Esc=Leave, put back," },
        { { .prompt = &open, .question = "?" }, "" },
    };
    /* clang-format on */

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct scene scene = rows[i].scene;
        char keys[128] = "";
        size_t used = 0;

        scene.has_keys = true;
        scene_offer_keys(&scene);
        for (unsigned k = 0; k < scene.key_count; k++)
            used += (size_t)snprintf(keys + used, sizeof(keys) - used, "%s=%s,", scene.keys[k].key,
                                     scene.keys[k].label);
        assert_string_equal(rows[i].keys, keys);
    }
}

/* ---- a run ----------------------------------------------------------------------------------- */

/* Keys are pressed once the records say this. */
#define QUICK_BEGINS "\"test\":\"vram.quick\""

static struct {
    int key;
    unsigned times;
    struct rig *rig;
} hand;

static int press(void *opaque)
{
    if (!hand.times || !strstr(hand.rig->records, QUICK_BEGINS))
        return KEY_NONE;
    hand.times--;
    return hand.key;
}

static struct rig *run_with(int key, const char *defects, const char *suite)
{
    struct rig *const rig = rig_new();

    hand.key = key;
    hand.times = 2;
    hand.rig = rig;
    rig->card.defects = defects;
    rig->card.vram_size = 64 << 20;
    rig->setup.key = press;
    rig_run_suite(rig, suite);
    return rig;
}

/* Esc ends the run; S leaves the test out, the next one runs, and nobody calls the card good. A fault found before
 * somebody pressed Esc stays. */
TEST(a_key_ends_the_run_or_its_test)
{
    static const struct {
        int key;
        const char *defects, *suite;
        enum verdict verdict;
        const char *says;
        bool goes_on;
    } rows[] = {
        { KEY_ESC, NULL, "id.boot0,vram.quick,link.errors", VERDICT_INCOMPLETE,
          "# verdict: " SAYS_INCOMPLETE ": vram.quick: stopped by the operator (Esc)\n", false },
        { 's', NULL, "id.boot0,vram.quick,link.errors", VERDICT_INCOMPLETE,
          "- vram.quick # SKIP skipped by the operator (S)\n", true },
        { KEY_ESC, "pmc-scratch-stuck", "link.scratch,vram.quick", VERDICT_FAIL,
          "- vram.quick # SKIP stopped by the operator (Esc)\n", false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig *const rig = run_with(rows[i].key, rows[i].defects, rows[i].suite);

        assert_pairs(rows[i].verdict, rig->verdict, rows[i].goes_on,
                     times_said(rig->tap, "- link.errors"));
        expect_said(rig->tap, rows[i].says);
        expect_said(rig->records, "\"phase\":\"done\"");
    }
}

/* A key for each test that is announced, in their order. */
static struct {
    struct rig *rig;
    const char *keys;
    size_t read; /* of TAP */
} steps;

static int press_step(void *opaque)
{
    const char *const next = strstr(steps.rig->tap + steps.read, "# next: ");

    if (!next) /* Esc is asked once more */
        return *steps.keys && !steps.keys[1] ? *steps.keys++ : KEY_NONE;
    steps.read = (size_t)(next - steps.rig->tap) + 1;
    return *steps.keys++;
}

/* step=1: Space runs the test, S leaves it out, Esc ends the run. Nothing runs before its key. */
TEST(step_waits_for_a_key)
{
    struct rig *const rig = rig_new();

    memset(&steps, 0, sizeof(steps));
    steps.rig = rig;
    steps.keys = " s \x1b\x1b";
    rig->config.step = true;
    rig->setup.key = press_step;
    assert_int_equal(VERDICT_INCOMPLETE,
                     rig_run_suite(rig, "id.boot0,id.endian,id.bars,id.mirror,id.timer"));
    expect_said(rig->tap,
                "# next: id.boot0 (Space runs it, S skips it, Esc stops)\nok 1 - id.boot0\n",
                "ok 2 - id.endian # SKIP skipped by the operator (S)\n",
                "ok 3 - id.bars: ", "ok 4 - id.mirror # SKIP stopped by the operator (Esc)\n");
    assert_null(strstr(rig->tap, "id.timer"));
    assert_null(strstr(rig->records, "\"start\",\"test\":\"id.endian\""));
}

/* Space during a test, and Space again so many looks later; the watchdog's settings in between. */
static struct {
    struct rig *rig;
    unsigned looks, end;
    unsigned watchdog_from, watchdog_to, seconds;
} paused;

static bool shows(const struct screen *screen, const char *words)
{
    char all[SCREEN_ROWS * SCREEN_COLUMNS + 1];

    for (unsigned i = 0; i < SCREEN_ROWS * SCREEN_COLUMNS; i++) {
        const char c = screen->cells[i / SCREEN_COLUMNS][i % SCREEN_COLUMNS].character;

        all[i] = (char)(c ? c : ' ');
    }
    all[SCREEN_ROWS * SCREEN_COLUMNS] = '\0';
    return strstr(all, words) != NULL;
}

static int press_pause(void *opaque)
{
    if (!strstr(paused.rig->records, QUICK_BEGINS))
        return KEY_NONE;
    paused.looks++;
    /* After a key the next one is asked for at once. */
    assert_int_equal(paused.looks > 2 && paused.looks <= paused.end + 1,
                     shows(&paused.rig->screen, "PAUSED: press Space to go on"));
    if (paused.looks == 1) {
        paused.watchdog_from = paused.rig->watchdog_calls;
        return KEY_SPACE;
    }
    if (paused.looks != paused.end)
        return KEY_NONE;
    paused.watchdog_to = paused.rig->watchdog_calls;
    paused.seconds = paused.rig->watchdog_last;
    return KEY_SPACE;
}

/* For 500 s, past the test's deadline: a look every 50 ms, which gives the watchdog 50 s and says so. */
TEST(a_pause_lasts_until_space)
{
    struct rig *const rig = rig_new();

    memset(&paused, 0, sizeof(paused));
    paused.rig = rig;
    paused.end = 10001;
    rig->card.vram_size = 64 << 20;
    rig->setup.key = press_pause;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "vram.quick"));
    assert_pairs(true, paused.looks >= paused.end, 50, paused.seconds);
    assert_in_range(paused.watchdog_to - paused.watchdog_from, 9500, 10500);
}
