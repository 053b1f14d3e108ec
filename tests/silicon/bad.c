#include <stdlib.h>

#include "hw/nv50/chip.h"
#include "reference/words.h"
#include "tests/silicon/knob_values.h"
#include "tests/silicon/point.h"
#include "tests/silicon/shape.h"

#define TABLE         "tests/defects.tsv"
#define TEXT_MAX      1024
#define ROWS_MAX      64
#define SHAPES_ALL    100
#define SHAPES_SAMPLE 4

/* ---- defects of the table -------------------------------------------------------------------- */

struct row {
    const struct chip *chip;
    char defect[TEXT_MAX], says[TEXT_MAX];
};

/* A row of any chipset is tried on this one. */
static const struct chip *chip_named(const char *name)
{
    for (unsigned i = 0; i < modelled_count(); i++)
        if (strcmp(modelled_chip(i)->name, name) == 0)
            return modelled_chip(i);
    return &nv50_chips[CHIP_G84].chip;
}

/* Those of the memory that vram.quick finds. */
static bool take_row(char *line, struct row *row)
{
    char *rest = NULL;
    const char *const defect = strtok_r(line, "\t\n", &rest);
    const char *const chip = strtok_r(NULL, "\t\n", &rest);
    const char *const tests = strtok_r(NULL, "\t\n", &rest);
    const char *const says = strtok_r(NULL, "\t\n", &rest);

    /* A board's own options stand after its chip: tests/suite/boards.t has those rows. */
    if (!says || strchr(chip, ' ') || strncmp(defect, "vram-", 5) != 0 ||
        !strstr(tests, "vram.quick"))
        return false;
    row->chip = chip_named(chip);
    snprintf(row->defect, sizeof(row->defect), "%s", defect);
    snprintf(row->says, sizeof(row->says), "%s", says);
    return true;
}

static unsigned read_rows(struct row rows[ROWS_MAX])
{
    FILE *const file = fopen(TABLE, "r");
    char line[TEXT_MAX];
    unsigned count = 0;

    if (!file)
        return 0;
    while (count < ROWS_MAX && fgets(line, sizeof(line), file))
        count += take_row(line, &rows[count]);
    fclose(file);
    return count;
}

/* Another order of row, bank and column (E24, E36) makes a row or bank of this program another one of the chip's:
 * then the words are right as far as the chips. */
static void cut_place(char says[TEXT_MAX])
{
    char *const rank = strstr(says, ", rank ");

    if (rank)
        *rank = '\0';
    else if (!strstr(says, "partition")) /* a cell of the first one, unless the row says another */
        snprintf(says, TEXT_MAX, SAYS_BAD_MEMORY ": partition 0 (FBA), %s",
                 strstr(says, "(chip A1)") ? "D32-D63" : "D0-D31");
}

/* Without copies there is no solid data, because BAR1 reads and writes word by word: then the chip alone is named. */
static void cut_data(char says[TEXT_MAX])
{
    const char *const chip = strrchr(says, '(');

    if (chip && strstr(says, "right in solid data"))
        memmove(says, chip, strlen(chip) + 1);
}

/* As far as a knob leaves it to be known. */
static void cut_words(char says[TEXT_MAX], const char *knobs)
{
    static const char *const without_copies[] = { "m2mf_port=silent", "m2mf_port=stuck",
                                                  "base_alignment=1366" };

    if (strncmp(knobs, "row_bank_column=", 16) == 0)
        cut_place(says);
    for (unsigned i = 0; i < ARRAY_SIZE(without_copies); i++)
        if (strcmp(knobs, without_copies[i]) == 0)
            cut_data(says);
}

/* ECC mends a bit before anybody reads it, and what it leaves lies elsewhere. That its counters count is a claim, so such a
 * card does not fail, but it never passes (gv100.md §1.9). */
static bool is_told_by_ecc(const struct point *point, const char *knobs)
{
    return strcmp(knobs, "ecc=on") == 0 && point->said->verdict != VERDICT_PASS &&
           (strstr(point->said->tap, "ECC corrected") || strstr(point->said->tap, SAYS_BAD_MEMORY));
}

/* All of a row may lie in the picture of VGA, where nobody looks, and the verdict says that. */
static bool is_shown_by_vga(const struct point *point, const char *defect)
{
    return strncmp(defect, "vram-row", 8) == 0 &&
           strstr(point->said->tap, "is shown by VGA, not tested");
}

/* Each defect is named in the words of its row, whatever the knob. */
static void expect_named(struct point *point, const struct row *row, const char *knobs)
{
    const struct card_given given = { .chip = row->chip,
                                      .defects = row->defect,
                                      .knobs = knobs,
                                      .suite = "id,window,link,vram.quick" };

    char says[TEXT_MAX];

    snprintf(says, sizeof(says), "%s", row->says);
    point_run(point, &given);
    cut_words(says, knobs);
    if (point->said->verdict == VERDICT_FAIL && strstr(point->said->tap, says))
        return;
    if (is_told_by_ecc(point, knobs) || is_shown_by_vga(point, row->defect))
        return;
    point_complain(point, "%s %s: nothing says '%s'\n", row->defect, knobs, says);
    point_quote(point);
}

/* No knob, then each value; of a sample no knob and a few. */
#define SAMPLE_VALUES 1

static unsigned values(bool all)
{
    return 1 + (all ? knob_value_count() : SAMPLE_VALUES);
}

static void bad_knob(struct point *point, unsigned index)
{
    static struct row rows[ROWS_MAX];
    const unsigned count = read_rows(rows);
    const struct model_ops *family = NULL; /* of the knob; null: no knob, and all families */
    char value[KNOB_VALUE_MAX] = "";

    if (index)
        family = knob_value(
            point->all ? index - 1 : (unsigned)draw_below(&point->draw, knob_value_count()), value);
    if (!point_begin(point, "silicon.bad.%s%s%s", family ? family->name : "", family ? "." : "",
                     value))
        return;
    unsigned tried = 0;
    for (unsigned i = 0; i < count; i++)
        if (!family || family == family_of(rows[i].chip)) {
            expect_named(point, &rows[i], value);
            tried++;
        }
    if (!tried)
        point_complain(point, TABLE ": no row\n");
}

const struct section bad_knobs = { values, bad_knob };

/* ---- faults that are not the memory's -------------------------------------------------------- */

static const struct other {
    enum chipset_index chip;
    const char *defect;
    const char *says; /* null: any words */
} others[] = {
    { CHIP_G80, "bus-dma-blocked", "link.dma: the card reads nothing" },
    { CHIP_G84, "bus-dma-blocked", "link.dma: the card reads nothing" },
    { CHIP_GT215, "bus-dma-blocked", "link.dma: the card reads nothing" },
    { CHIP_G80, "bus-pages-lost", "link.dma: the card writes the first page" },
    { CHIP_GT215, "bus-pages-lost", "link.dma: the card writes the first page" },
    { CHIP_G84, "bus-pages-lost:every=64", NULL },
    { CHIP_G84, "bus-pages-lost:every=64,after=40", NULL },
    { CHIP_G84, "bus-pages-lost:every=64,after=40,count=1", NULL },
    { CHIP_G84, "tlb-stale-object", NULL },
    { CHIP_G84, "vm-unpaged-as-paged", NULL },
};

static unsigned other_count(bool all)
{
    (void)all;
    return ARRAY_SIZE(others);
}

static unsigned red_lines(const char *tap)
{
    unsigned count = 0;

    for (; (tap = strstr(tap, "\nnot ok ")); tap++)
        count++;
    return count;
}

/* The rig's fault is one red line, and the memory is judged all the same, by BAR1. */
static void expect_one_red_line(struct point *point)
{
    const char *const tap = point->said->tap;
    const char *const memory = strstr(tap, " - vram.quick: ");
    const char *const end = memory ? strchr(memory, '\n') : NULL;
    const char *const way = memory ? strstr(memory, "; reads by BAR1, ") : NULL;

    if (red_lines(tap) != 1)
        point_complain(point, "%u red lines, expected 1\n", red_lines(tap));
    if (!end || !way || way > end)
        point_complain(point, "vram.quick does not judge the memory by BAR1\n");
}

/* A rig that lets no DMA pass, and a translation that is wrong, are never called bad memory. */
static void bad_other_card(struct point *point, unsigned index)
{
    const struct other *const other = &others[index];
    const struct nv50_chip *const chip = &nv50_chips[other->chip];
    const struct card_given given = { .chip = &chip->chip, .defects = other->defect };

    if (!point_begin(point, "silicon.other.%s.%s", chip->chip.name, other->defect))
        return;
    point_run(point, &given);
    if (strstr(point->said->tap, SAYS_BAD_MEMORY) || strstr(point->said->tap, "it may explain"))
        point_complain(point, SAYS_BAD_MEMORY " is named\n");
    if (other->says &&
        (point->said->verdict != VERDICT_INCOMPLETE || !strstr(point->said->tap, other->says)))
        point_complain(point, "expected " SAYS_INCOMPLETE ", and '%s'\n", other->says);
    if (other->says)
        expect_one_red_line(point);
    if (point->complaint[0])
        point_quote(point);
}

const struct section bad_other = { other_count, bad_other_card };

/* ---- a partition missing in the middle ------------------------------------------------------- */

#define HOLES_MASK 0xaau /* FBB, FBD, FBF and FBH */
#define HOLES      4u

/* Nobody knows how partitions are numbered then (E35). Whichever way the card does it, its bad memory fails it, and the
 * chip is the one that is named or one of those after "or". */
static void bad_hole(struct point *point, unsigned number)
{
    const unsigned index =
        point->all ? number : HOLES + number; /* a sample of the less expected way */
    static const char *const knobs[] = { "part_numbering=ordinal", "part_numbering=hardware" };
    const unsigned partition = 2 * (index % HOLES) + 1;
    char defect[SHAPE_DEFECT_MAX];
    const struct shape shape = { .given = { .chip = &nv50_chips[CHIP_G200].chip,
                                            .part_mask = HOLES_MASK,
                                            .defects = defect,
                                            .knobs = knobs[index / HOLES],
                                            .suite = "id,window,link,vram.quick" },
                                 .letter = (char)('A' + partition),
                                 .first_lane = 32,
                                 .last_lane = 63 };

    snprintf(defect, sizeof(defect), "vram-chip:partition=%u,chip=1,width=32", partition);
    if (!point_begin(point, "silicon.hole.%s.FB%c", shape.given.knobs, shape.letter))
        return;
    point_run(point, &shape.given);
    if (shape_judge(&shape, point->said) == SHAPE_NAMED)
        return;
    point_complain(point, "not FAIL, or FB%c is not among the chips that are named\n",
                   shape.letter);
    point_quote(point);
}

static unsigned holes(bool all)
{
    return all ? 2 * HOLES : 2;
}

const struct section bad_holes = { holes, bad_hole };

/* ---- cards of random shape ------------------------------------------------------------------- */

static unsigned shapes(bool all)
{
    return all ? SHAPES_ALL : SHAPES_SAMPLE;
}

static void bad_shape(struct point *point, unsigned index)
{
    char knobs[KNOBS_TEXT];
    struct shape shape;

    shape_draw(&point->draw, &shape);
    const unsigned long long size =
        bits_count(shape.given.part_mask) * (unsigned long long)shape.given.part_size;
    knob_draw(&point->draw, family_of(shape.given.chip), knobs);
    shape.given.knobs = knobs;
    if (!point_begin(point, "silicon.shape.%u.%s", index, shape.given.chip->name))
        return;
    point_run(point, &shape.given);
    if (!point->said->made)
        return;
    switch (shape_judge(&shape, point->said)) {
    case SHAPE_NAMED:
        atomic_fetch_add(&point->counts->named, 1);
        return;
    case SHAPE_SILENT:
        atomic_fetch_add(&point->counts->silent, 1);
        printf("# names no chip: %s parts 0x%x %s: %.*s\n", point->name, shape.given.part_mask,
               shape.defect, (int)strcspn(card_last_line(point->said), "\n"),
               card_last_line(point->said));
        return;
    case SHAPE_MISSED:
        if (is_shown_by_vga(point, shape.defect)) {
            atomic_fetch_add(&point->counts->silent, 1);
            return;
        }
        point_complain(point, "the card passes\n");
        break;
    case SHAPE_WRONG:
        point_complain(point, "another chip is named than FB%c, D%u-D%u\n", shape.letter,
                       shape.first_lane, shape.last_lane);
        break;
    }
    point_complain(point,
                   "--chipset %s --parts 0x%x --vram 0x%llx --ranks %u --subparts %u --selmask %u "
                   "--seed %u%s --defect %s\n--knob %s\n",
                   shape.given.chip->name, shape.given.part_mask, size, shape.given.ranks,
                   shape.given.subparts, shape.given.select_mask, shape.given.seed,
                   shape.given.cold ? " --cold" : "", shape.defect, knobs);
    point_quote(point);
}

const struct section bad_shapes = { shapes, bad_shape };
