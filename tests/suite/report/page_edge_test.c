/* The counts of a drawn page at the ends of their room, beyond the lists of page_look_test and page_limit_test. Worked by hand
 * from the widths of letters (8 by 16 pixels, times the scale; a line of a paragraph takes 18), the margins of 12, 24 and 32 pixels, a header of 40, keys of 32 or 48. */
#include <string.h>

#include "hw/bits.h"
#include "tests/kit/tests.h"
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

static struct pen pen(int scale, bool strong, uint32_t colour, uint32_t back)
{
    return (struct pen){ scale, strong, colour, back };
}

/* As many of one letter. */
static char *row_of(char *words, char letter, unsigned count)
{
    memset(words, letter, count);
    words[count] = '\0';
    return words;
}

/* A verdict of one card without a picture, which has the advice given. */
static struct scene verdict_of(uint8_t state, const struct advice *advice, const char *reason)
{
    struct scene scene = { .state = state, .card_count = 1, .elapsed = -1, .celsius = -1 };

    scene.cards[0] = (struct scene_card){
        .at = "at", .title = "G84", .state = state, .advice = advice, .reason = reason
    };
    return scene;
}

/* The counts are one line, 6 pixels below their rule. Times and temperatures of 0 are known ones. The sum of all rounds is never cut: it takes as many lines as it needs. */
TEST(counts_have_room_for_all_rounds)
{
    const struct pen mute = pen(1, false, COLOUR_MUTE, COLOUR_BACK);
    struct scene scene = verdict_of(STATE_PASS, NULL, "");
    char rounds[220];

    page_show(&scene, 1280, 800);
    expect_page_says(24, 730, mute, "passed 0   failed 0   skipped 0   errors 0   ");
    scene.elapsed = scene.celsius = 0;
    page_show(&scene, 1280, 800);
    expect_page_says(24, 730, mute, "passed 0   failed 0   skipped 0   errors 0   time 0:00   0 C");
    scene.elapsed = 120;
    scene.rounds = row_of(rounds, 'r', 200);
    page_show(&scene, 1280, 800);
    expect_page_says(24, 694, mute, "passed 0   failed 0   skipped 0   errors 0   time 2:00   0 C");
    expect_page_says(24, 712, mute, row_of(rounds, 'r', 154));
    expect_page_colour((struct area){ 24, 746, 1200, 6 }, COLOUR_BACK);
}
