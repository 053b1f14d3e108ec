#include "tools/nv50/place.h"

#include <getopt.h>
#include <stdio.h>

#include "hw/nv50/vm.h"
#include "mmu/nv50/place.h"
#include "tools/commands.h"
#include "tools/nv50/chips.h"
#include "tools/nv50/explain.h"
#include "tools/toolkit.h"

#define FORM "CHIPSET PARTS linear|tiled short|long SUBPARTS SELMASK ADDRESS"

enum { CHIPSET, PARTS, MODE, CYCLE, SUBPARTS, SELMASK, ADDRESS, WORDS };

struct question {
    struct placement placement;
    struct view view;
    uint32_t address;
};

static bool one_of(struct word word, const char *no, const char *yes, bool *is_yes)
{
    *is_yes = word_is(word, yes);
    return *is_yes || word_is(word, no);
}

static bool parse_view(const struct line *line, const struct word *words, struct view *view,
                       struct out *out)
{
    char shown[WORD_SHOWN + 4];

    view->alternate_banks = false;
    if (!one_of(words[MODE], "linear", "tiled", &view->tiled))
        return line_error(line, out, "%s: linear or tiled wanted", word_shown(words[MODE], shown));
    if (!one_of(words[CYCLE], "short", "long", &view->long_cycle))
        return line_error(line, out, "%s: short or long wanted", word_shown(words[CYCLE], shown));
    return true;
}

/* Everything of the line but the view and the address. The error line names the first word that is
 * wrong. */
static bool parse_placement(const struct line *line, const struct word *words,
                            struct placement *placement, struct out *out)
{
    const struct nv50_chip *const chip = nv50_chip_named(words[CHIPSET]);
    const struct toolkit *other;
    char shown[WORD_SHOWN + 4];
    uint32_t parts, subparts;
    uint64_t mask;
    bool over;

    if (!chip && toolkit_chip(words[CHIPSET], &other))
        return line_error(line, out, "%s: no source says how it spreads its memory",
                          word_shown(words[CHIPSET], shown));
    if (!chip)
        return line_error(line, out, "%s: no such chipset", word_shown(words[CHIPSET], shown));
    if (!word_decimal(words[PARTS], &parts) || parts < 1 || parts > 8)
        return line_error(line, out, "PARTS %s: 1 to 8 wanted", word_shown(words[PARTS], shown));
    if (!word_decimal(words[SUBPARTS], &subparts) || subparts < 1 || subparts > 2)
        return line_error(line, out, "SUBPARTS %s: 1 or 2 wanted",
                          word_shown(words[SUBPARTS], shown));
    if (!word_hex(words[SELMASK], &mask, &over) || over || mask > 7)
        return line_error(line, out, "SELMASK %s: 0x0 to 0x7 wanted",
                          word_shown(words[SELMASK], shown));
    if (placement_init(placement, chip, &mmu_rules_default, parts, subparts, (unsigned)mask,
                       NULL) != OK)
        return line_error(line, out, "SUBPARTS 2: %s has no subpartitions", chip->chip.name);
    return true;
}

static bool parse(const struct line *line, struct question *q, struct out *out)
{
    struct word words[WORDS];
    char shown[WORD_SHOWN + 4];
    uint64_t address;
    bool over;

    if (!line_words(line, words, WORDS, FORM, out) ||
        !parse_placement(line, words, &q->placement, out) ||
        !parse_view(line, words, &q->view, out))
        return false;
    if (!word_hex(words[ADDRESS], &address, &over))
        return line_error(line, out, "ADDRESS %s: a number with 0x wanted",
                          word_shown(words[ADDRESS], shown));
    q->address = (uint32_t)address; /* VRAM addresses have 32 bits */
    return true;
}

/* Numbers only and in a fixed order, because scripts read the answer. */
bool place_answer(const struct line *line, const void *context, struct out *out)
{
    const struct place_options *const options = context;
    struct partition_block at;
    struct question q = { 0 };

    if (!parse(line, &q, out))
        return false;
    if (options->explain)
        explain_place(&q.placement, q.view, q.address, out);
    at = place_block(&q.placement, q.view, q.address >> BLOCK_SHIFT);
    out_hex(out, at.part);
    out_char(out, ' ');
    out_hex(out, at.block);
    out_char(out, ' ');
    out_hex(out, at.subpart);
    out_char(out, ' ');
    out_hex(out, at.subblock);
    return true;
}

static const char help[] =
    "usage: barecard place [--explain] < LINES > LINES\n"
    "\n"
    "Says where a block of 256 bytes of VRAM lands. Each line reads\n"
    "  " FORM "\n"
    "and is answered by\n"
    "  PARTITION BLOCK SUBPARTITION SUBBLOCK\n"
    "in 0x numbers: BLOCK counts inside the partition, SUBBLOCK inside the subpartition.\n"
    "\n"
    "  PARTS      1 to 8, decimal: how many partitions are enabled\n"
    "  linear     storage type 0 (pitch); tiled is every other one\n"
    "  long       counts on g80 alone\n"
    "  SUBPARTS   1, or 2 on gt215 gt216 gt218 mcp89\n"
    "  SELMASK    0x0 to 0x7: counts with two subpartitions\n"
    "  ADDRESS    linear VRAM address with 0x; bits 32 and up are dropped\n"
    "\n"
    "A line that cannot be answered gives 'error: line N: ...' and status 2 at the end.\n"
    "\n"
    "  --explain  before each answer the steps to it, indented, with their paragraphs\n";

/* Lines are answered as they come: nothing is kept between them but the options. */
int command_place(int argc, char **argv)
{
    static const struct option longs[] = {
        { "explain", no_argument, NULL, 'e' },
        { "help", no_argument, NULL, 'h' },
        { 0 },
    };
    struct place_options options = { 0 };
    int option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        switch (option) {
        case 'e':
            options.explain = true;
            break;
        case 'h':
            fputs(help, stdout);
            return STATUS_OK;
        default:
            return usage_hint(argv);
        }
    }
    if (optind < argc)
        return usage_error(argv, "'%s': lines come from standard input", argv[optind]);
    return filter(place_answer, &options);
}
