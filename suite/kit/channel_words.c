#include "suite/kit/channel_words.h"

#include "hw/bits.h"
#include "suite/kit/chips.h"

#define FEW_LINES  8  /* as many belong to one chip, or to its neighbourhood */
#define MOST_LINES 48 /* of 64: no single wire */

const char *channel_kind_name(enum channel_kind kind)
{
    static const char *const names[CHANNEL_KINDS] = {
        [CHANNELS_FEW] = "few",   [CHANNELS_NONE] = "none",     [CHANNELS_EVERY] = "every",
        [CHANNELS_ONE] = "one",   [CHANNELS_SHARED] = "shared", [CHANNELS_BANK] = "bank",
        [CHANNELS_ROW] = "row",   [CHANNELS_COLUMN] = "column", [CHANNELS_RANGE] = "range",
        [CHANNELS_PART] = "part",
    };

    return names[kind];
}

void channel_bits(struct text *text, uint64_t mask)
{
    const char *before = "";

    for (; mask; mask &= mask - 1) {
        text_format(text, "%s%u", before, lowest_bit_number(mask));
        before = "^";
    }
}

void channel_masks(struct text *text, const struct channel_finding *finding)
{
    const struct equations *const equations = &finding->equations;

    for (unsigned i = 0; i < equations->count; i++)
        text_format(text, "%s0x%llx=%u", i ? " " : "", (unsigned long long)equations->mask[i],
                    parity(equations->mask[i] & equations->base));
}

/* "all 5120 wrong words lie", or how many of a hundred. Not all, if some were only counted; not a hundred, if one that
 * the sample does not have lies elsewhere. */
static void say_how_many(struct text *text, const struct channel_findings *findings,
                         const struct channel_finding *finding)
{
    const unsigned percent = findings->sampled ? finding->agreeing * 100 / findings->sampled : 0;

    if (finding->all)
        text_format(text, "%s%llu wrong words lie", findings->skipped ? "" : "all ",
                    (unsigned long long)findings->errors);
    else
        text_format(text, "%u of 100 wrong words lie", percent < 100 ? percent : 99);
}

static void say_lines(struct text *text, uint64_t lines)
{
    if (!lines || bits_count(lines) >= MOST_LINES)
        return; /* unknown, or all of them */
    text_format(text, ", data line%s ", lines & (lines - 1) ? "s" : "");
    if (lines & (lines - 1))
        words_lanes(text, lines);
    else
        text_format(text, "%u", bits_count(lines - 1));
}

/* The broken part where one channel errs. */
static void say_cause(struct text *text, uint64_t lines)
{
    if (!lines)
        return;
    text_string(text, bits_count(lines) <= FEW_LINES ? ": one chip, its balls or its tracks"
                      : bits_count(lines) < MOST_LINES
                          ? ": one chip or its tracks"
                          : ": select, clock or supply of one chip, or the GPU's side of it");
}

static void say_share(struct text *text, const struct channel_finding *finding)
{
    text_format(text, "1 of %llu by their addresses",
                (unsigned long long)BIT64(finding->equations.count));
}

/* How many of the channels with these equations err. Among a power of two of channels, a single bad one would have more
 * equations. How a card with another number of channels spreads its memory is unknown. */
static const char *how_many_of(const struct channel_finding *finding, unsigned card)
{
    if (card & (card - 1))
        return "one or more of them err";
    return finding->of == 2 ? "both err" : "two or more of them err";
}

static void say_shared(struct text *text, const struct channel_finding *finding, unsigned card)
{
    text_string(text, " in one part of memory (");
    say_share(text, finding);
    text_char(text, ')');
    say_lines(text, finding->lines);
    if (finding->of)
        text_format(text, ": %u of the %u channels share it, %s", finding->of, card,
                    how_many_of(finding, card));
    else
        text_format(text, ": one memory channel, if the card has %llu",
                    (unsigned long long)BIT64(finding->equations.count));
}

/* The words where errors show no channel. */
static void say_none(struct text *text, const struct channel_findings *findings,
                     const struct channel_finding *finding)
{
    text_format(text, "%llu wrong words", (unsigned long long)findings->errors);
    if (finding->kind == CHANNELS_EVERY) {
        say_lines(text, finding->lines);
        text_string(text, ", in all channels alike: GPU or supply, not one chip");
    } else if (finding->kind == CHANNELS_FEW) {
        text_format(text, " in %u place%s: too few to tell a channel, which takes %u",
                    finding->places, finding->places == 1 ? "" : "s", finding->needed);
    } else {
        text_string(text, ", and their addresses show no one channel");
    }
}

/* Rows and ranges are told by their addresses, banks and columns by their share, because their
 * words are spread over memory. */
static void say_part(struct text *text, const struct channel_finding *finding)
{
    switch (finding->kind) {
    case CHANNELS_ROW:
        text_format(text, " in one row of one bank, from 0x%llx on: cells of one chip",
                    (unsigned long long)finding->lowest);
        return;
    case CHANNELS_BANK:
        text_string(text, " in one bank of one channel (");
        break;
    case CHANNELS_COLUMN:
        text_string(text, " in one column of one bank (");
        break;
    case CHANNELS_RANGE:
        text_format(text, " in one range of addresses, 0x%llx to 0x%llx",
                    (unsigned long long)finding->lowest, (unsigned long long)finding->highest + 7);
        return;
    default:
        text_string(text, " in one part of memory (");
        say_share(text, finding);
        text_string(text, ") that is no channel");
        return;
    }
    say_share(text, finding);
    text_char(text, ')');
    say_lines(text, finding->lines);
    text_string(text, ": one chip");
}

static void say_channel(struct text *text, const struct channel_finding *finding)
{
    text_string(text, " in one memory channel (");
    say_share(text, finding);
    text_char(text, ')');
    say_lines(text, finding->lines);
}

/* Beside the first of several. */
static void say_further(struct text *text, const struct channel_findings *findings,
                        const struct channel_finding *finding)
{
    text_format(text, "%u of 100 in one part (1 of %llu)",
                finding->agreeing * 100 / findings->sampled,
                (unsigned long long)BIT64(finding->equations.count));
    say_lines(text, finding->lines);
}

/* The first finding carries the whole sentence; later ones only add to it, because it is read as
 * one text. */
void channel_words(struct text *text, const struct channel_findings *findings, unsigned n)
{
    const struct channel_finding *const finding = &findings->all[n];

    if (finding->kind <= CHANNELS_EVERY) {
        say_none(text, findings, finding);
        return;
    }
    if (n) {
        say_further(text, findings, finding);
        return;
    }
    say_how_many(text, findings, finding);
    if (finding->kind == CHANNELS_SHARED)
        say_shared(text, finding, findings->card);
    else if (finding->kind != CHANNELS_ONE)
        say_part(text, finding);
    else
        say_channel(text, finding);
    if (finding->kind == CHANNELS_ONE && findings->count == 1)
        say_cause(text, finding->lines);
}
