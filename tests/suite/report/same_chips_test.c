/* One card, one truth (docs/report.md, "What is wrong stands in members of its own"): whatever is broken, in one to six
 * ways at once, the headline, the picture of the screen, report.txt, report.jsonl, the reason and JUnit name the same
 * chips, and no sentence is cut. The sets are drawn at random, the same ones in each run. */
#include <unistd.h>

#include "tests/suite/run_rig.h"
#include "tools/report/list.h"
#include "tools/report/write.h"

#define DRAWS   40 /* in make test-long; else a quarter */
#define DEFECTS 6

static struct scene shown; /* as it was last; its texts went with the run, but for the reason */
static char reason[REASON_MAX];
static char plain[1 << 16];
static size_t plain_used;

static void keep_scene(void *opaque, const struct scene *scene, bool now)
{
    shown = *scene;
    snprintf(reason, sizeof(reason), "%s", scene->cards[0].reason ? scene->cards[0].reason : "");
}

static void keep_text(void *opaque, const char *line, size_t size)
{
    assert_true(plain_used + size < sizeof(plain));
    memcpy(plain + plain_used, line, size);
    plain[plain_used += size] = '\0';
}

/* xorshift64 */
static uint64_t state_of_dice;
static unsigned below(unsigned limit)
{
    state_of_dice ^= state_of_dice << 13;
    state_of_dice ^= state_of_dice >> 7;
    state_of_dice ^= state_of_dice << 17;
    return (unsigned)(state_of_dice % limit);
}

static int draw_defect(char *to, size_t size, unsigned part, unsigned parts)
{
    const unsigned bit = below(64), half = bit & 32;

    /* clang-format off */
    switch (below(10)) {
    case 0: return snprintf(to, size, "vram-row:partition=%u,bank=%u,row=%u", part, below(4), below(64));
    case 1: return snprintf(to, size, "vram-bank:partition=%u,bank=%u", part, below(4));
    case 2: return snprintf(to, size, "vram-chip:partition=%u,chip=%u,width=32", part, below(2));
    case 3: return snprintf(to, size, "vram-data-short:partition=%u,bit=%u,other=%u", part, bit,
                            half | ((bit + 1 + below(30)) & 31));
    case 4: return snprintf(to, size, "vram-cell:address=0x%x,bit=%u", below(parts << 20) & ~7u, bit & 31);
    case 5: return snprintf(to, size, "vram-intermittent:partition=%u,rate=2000,seed=%u", part, below(1000));
    case 6: return snprintf(to, size, "vram-address:partition=%u,row_bit=%u", part, below(6));
    case 7: return snprintf(to, size, "vram-mask:partition=%u,byte=%u", part, below(8));
    default: return snprintf(to, size, "vram-stuck:partition=%u,bit=%u,value=%u", part, bit, below(2));
    }
    /* clang-format on */
}

static unsigned draw_part(unsigned mask)
{
    unsigned part = below(8);

    while (!(mask >> part & 1))
        part = (part + 1) % 8;
    return part;
}

/* One to six of them, joined by "+". */
static void draw_defects(char *to, size_t size, unsigned mask)
{
    const unsigned count = 1 + below(DEFECTS);
    size_t used = 0;

    for (unsigned i = 0; i < count; i++) {
        used += (size_t)snprintf(to + used, size - used, "%s", i ? "+" : "");
        used += (size_t)draw_defect(to + used, size - used, draw_part(mask), bits_count(mask));
    }
}

/* The red chips of the picture, "A0 B1". */
static void red_chips(char *to, size_t size)
{
    const struct scene_card *const card = &shown.cards[0];
    size_t used = 0;

    to[0] = '\0';
    for (unsigned i = 0; i < card->chip_count; i++)
        if (card->chips[i].state == CHIP_BAD)
            used += (size_t)snprintf(to + used, size - used, "%s%s", used ? " " : "",
                                     card->chips[i].name);
}

/* Of "Chips A0 B1 are bad: 2 faults" or "Chip B1: bit 37 stuck at 0": the names; of another headline: nothing. */
static void chips_of_headline(const char *headline, char *to, size_t size)
{
    const char *const from = strncmp(headline, "Chip", 4) == 0 ? strchr(headline, ' ') + 1 : "";
    size_t length = strcspn(from, ":");
    static const char *const ends[] = { " (or ", " is bad", " are bad" }; /* other words for them */

    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++)
        if (strstr(from, ends[i]) && (size_t)(strstr(from, ends[i]) - from) < length)
            length = (size_t)(strstr(from, ends[i]) - from);
    snprintf(to, size, "%.*s", (int)length, from);
}

static void expect_same(const char *what, const char *defects, const char *wanted, const char *seen)
{
    if (strcmp(wanted, seen) != 0)
        fail_msg("%s names \"%s\", the picture \"%s\": %s", what, seen, wanted, defects);
}

/* report.jsonl as the host reads it, and JUnit as it makes it of that. */
static void expect_records(const struct rig *rig, const char *defects, const char *chips)
{
    char path[] = "/tmp/same_chips.XXXXXX", error[200], line[FINDING_CHIPS_MAX + 40], *xml = NULL;
    struct report_list list = { 0 };
    const int handle = mkstemp(path);
    size_t size = 0;

    assert_true(handle >= 0 &&
                write(handle, rig->records, rig->records_used) == (ssize_t)rig->records_used);
    assert_true(report_read(&list, path, error, sizeof(error)));
    char names[FINDING_CHIPS_MAX];
    struct text text = text_in(names, sizeof(names));
    finding_chips(&text, &list.runs[0].cards[0].finding);
    expect_same("report.jsonl", defects, chips, names);
    assert_true(report_write_junit(&list, path, error, sizeof(error)));
    FILE *const file = fopen(path, "r");
    assert_true(getdelim(&xml, &size, '\0', file) > 0);
    fclose(file);
    snprintf(line, sizeof(line), "name=\"bad chips\" value=\"%s\"", chips);
    if (chips[0] ? !strstr(xml, line) : strstr(xml, "\"bad chips\"") != NULL)
        fail_msg("JUnit does not say %s: %s", line, defects);
    free(xml);
    report_free(&list);
    close(handle);
    unlink(path);
}

static void expect_one_truth(const struct rig *rig, const char *defects)
{
    const struct scene_card *const card = &shown.cards[0];
    char red[FINDING_CHIPS_MAX], named[FINDING_CHIPS_MAX], headline[HEADLINE_MAX],
        line[HEADLINE_MAX + 8];
    struct text words = text_in(headline, sizeof(headline));

    red_chips(red, sizeof(red));
    scene_headline(&shown, &words);
    assert_false(words.cut);
    chips_of_headline(headline, named, sizeof(named));
    expect_same("the headline", defects, red, named);
    snprintf(line, sizeof(line), "\r\n  %s\r\n", headline);
    if (!strstr(plain, line))
        fail_msg("report.txt does not say %s: %s", headline, defects);
    if (red[0] && !strstr(reason, red))
        fail_msg("the reason does not name %s: %s", red, reason);
    if (red[0] && !card->wrong && scene_card_wrong(card) == 0)
        fail_msg("no wrong words beside red chips: %s", defects);
    if (shown.state == STATE_FAIL && !strchr(")es", reason[strlen(reason) - 1]))
        fail_msg("cut: %s", reason);
    expect_records(rig, defects, red);
}

TEST(every_report_names_the_same_chips)
{
    static const unsigned chips[] = { CHIP_G84, CHIP_G92, CHIP_G80, CHIP_G200 },
                          masks[] = { 3, 15, 0x3f, 0xaa };
    unsigned bad = 0;

    state_of_dice = 0x9e3779b97f4a7c15;
    for (unsigned i = 0; i < (in_full() ? DRAWS : DRAWS / 4); i++) {
        struct rig *const rig = rig_new();
        const unsigned mask = masks[i % 4], parts = bits_count(mask);
        char defects[600];

        draw_defects(defects, sizeof(defects), mask);
        plain_used = 0;
        rig->card.chip = &nv50_chips[chips[i % 4]].chip;
        rig->card.part_mask = mask;
        rig->card.vram_size = (uint64_t)parts << 20;
        rig->card.defects = defects;
        rig->sinks.show = keep_scene;
        rig->sinks.text = keep_text;
        rig_run_suite(rig, "vram.quick");
        bad += shown.state == STATE_FAIL;
        expect_one_truth(rig, defects);
        rig_free(rig);
    }
    assert_true(bad > DRAWS / 8); /* else nothing was compared */
}
