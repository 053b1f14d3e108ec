/* At which size of the screen words have room on a drawn page: the rows of tests/suite/report/pages/limits.txt, each with the
 * smallest width or height at which its words stand where they do. A pixel less, and they stand elsewhere, in smaller
 * letters, or not at all. So a row tells of a margin, a gap or a comparison that has changed: of each page up to six that
 * appear while a screen grows from 800x600 on; pictures of these pages were looked at (page_look_test). */
#include "tests/suite/report/page_rig.h"
#include "tests/suite/report/scene_rig.h"

#define LIMITS "tests/suite/report/pages/limits.txt"

/* ---- screens that are just large enough ---- */

struct limit {
    char scene[32], how[8], ink[8], paper[8];
    bool wide; /* one column less, not one row less */
    int width, height;
    int x, y; /* of the words */
    struct pen pen;
    const char *words;
};

static struct limit limit_of(char *line)
{
    struct limit limit = { 0 };
    char less[8];
    int words;

    line[strcspn(line, "\n")] = '\0';
    if (sscanf(line, "%31s %7s %d %d %d %d %d %7s %7s on %7s %n", limit.scene, less, &limit.width,
               &limit.height, &limit.x, &limit.y, &limit.pen.scale, limit.how, limit.ink,
               limit.paper, &words) != 10)
        fail_msg("no limit is written like this: %s", line);
    limit.wide = !strcmp(less, "width");
    limit.pen.strong = !strcmp(limit.how, "strong");
    limit.pen.colour = page_colour(limit.ink);
    limit.pen.back = page_colour(limit.paper);
    limit.words = line + words;
    return limit;
}

TEST(words_appear_with_their_room)
{
    FILE *const file = fopen(LIMITS, "r");
    struct shot shots[SHOTS];
    char line[400];
    unsigned count = 0;

    assert_non_null(file);
    take_shots(shots);
    while (fgets(line, sizeof(line), file)) {
        if (line[0] == '#')
            continue;
        const struct limit limit = limit_of(line);
        const struct scene *const scene = shot_called(shots, limit.scene);
        for (unsigned less = 0; less < 2; less++) {
            page_show(scene, limit.width - (less && limit.wide),
                      limit.height - (less && !limit.wide));
            if (page_says(limit.x, limit.y, limit.pen, limit.words) == less)
                fail_msg("%s at %dx%d: at %d, %d %s \"%s\"", limit.scene, limit.width, limit.height,
                         limit.x, limit.y, less ? "stands with a pixel less" : "does not stand",
                         limit.words);
        }
        count++;
    }
    fclose(file);
    assert_true(count >= 50);
}

TEST(numbers_have_their_form)
{
    static const struct {
        int seconds;
        const char *words;
    } times[] = { { -1, "--:--" }, { 0, "0:00" },    { 1, "0:01" },     { 59, "0:59" },
                  { 60, "1:00" },  { 600, "10:00" }, { 3599, "59:59" }, { 360000, "6000:00" } };
    struct readout readout = { 0 };

    for (unsigned i = 0; i < ARRAY_SIZE(times); i++) {
        readout_minutes(&readout, times[i].seconds);
        assert_string_equal(times[i].words, readout.value);
    }
    readout_number(&readout, -1);
    assert_string_equal("--", readout.value);
    readout_number(&readout, 0);
    assert_string_equal("0", readout.value);
    readout_number(&readout, INT64_C(68719476736));
    assert_string_equal("68719476736", readout.value);
}
