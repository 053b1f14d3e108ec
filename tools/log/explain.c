#include "tools/log/explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "tools/log/find.h"
#include "tools/log/line.h"
#include "tools/log/plain.h"

static const char *const kind_names[LOG_KINDS] = {
    [LOG_FAULT] = "MMU faults",   [LOG_PUSHER] = "pusher errors", [LOG_CACHE] = "cache errors",
    [LOG_TRAP] = "traps",         [LOG_TIMEOUT] = "timeouts",     [LOG_PRI] = "PRI faults",
    [LOG_STATE] = "consequences",
};

/* ---- cards ---- */

static struct log_card *card_named(struct log_explainer *e, struct word address)
{
    static const char none[] = "-";

    /* Lines of DRM name no card (Linux 3.7 to 4.2): they are of the log's card where it has one alone. */
    if (!address.length && e->cards == 1)
        return &e->card[0];
    if (!address.length)
        address = word_of_text(none);
    for (unsigned i = 0; i < e->cards; i++)
        if (word_is(address, e->card[i].address))
            return &e->card[i];
    if (e->cards == LOG_CARDS || address.length >= sizeof(e->card[0].address))
        return NULL;

    struct log_card *const card = &e->card[e->cards++];

    memcpy(card->address, address.chars, address.length);
    card->toolkit = e->toolkit;
    card->chip = e->chip;
    return card;
}

/* Takes the chip from a card's first register, which nouveau prints while it starts. */
static void learn_chip(struct log_card *card, uint32_t boot_0)
{
    const uint32_t id = FIELD_GET(BOOT_0_CHIPSET, boot_0);

    card->chip = NULL;
    card->toolkit = NULL;
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            if (toolkits[d]->chip(i)->id == id) {
                card->toolkit = toolkits[d];
                card->chip = toolkits[d]->chip(i);
            }
    card->foreign = !card->chip;
}

static void put_repeated(struct log_explainer *e)
{
    if (e->again)
        out_format(e->out, "    and %" PRIu64 " more like it, to line %" PRIu64 "\n", e->again,
                   e->again_to);
    e->again = 0;
}

/* Whether the headline is that of the line before, which is then only counted. */
static bool is_repeated(struct log_explainer *e, uint64_t number)
{
    const size_t size = e->headline.used < sizeof(e->last) ? e->headline.used : sizeof(e->last);

    if (size == e->last_size && memcmp(e->last, e->headline.bytes, size) == 0) {
        e->again++;
        e->again_to = number;
        return true;
    }
    put_repeated(e);
    memcpy(e->last, e->headline.bytes, size);
    e->last_size = size;
    return false;
}

/* Words that were printed before are pointed to. */
static void put_meaning(struct log_explainer *e, const void *key, const char *asked,
                        const char *usual, const char *section, uint64_t number)
{
    for (unsigned i = 0; i < e->told; i++)
        if (e->tell[i].meaning == key) {
            out_format(e->out, "    as line %" PRIu64 "\n", e->tell[i].line);
            return;
        }
    if (e->told < LOG_MEANINGS) {
        e->tell[e->told].meaning = key;
        e->tell[e->told++].line = number;
    }
    if (asked)
        out_format(e->out, "    asked: %s\n", asked);
    if (usual)
        out_format(e->out, "    usually: %s\n", usual);
    if (section)
        out_format(e->out, "    see: docs/hardware/%s\n", section);
}

static void put_meanings(struct log_explainer *e, const struct log_found *found, uint64_t number)
{
    const struct log_subject *const is = found->row->is;
    const struct log_meaning *const m = log_meaning_of(found);

    if (m)
        put_meaning(e, m, m->asked ? m->asked : is->asked, m->usual ? m->usual : is->usual,
                    m->section ? m->section : is->section, number);
    else
        put_meaning(e, is, is->asked, is->usual, is->section, number);
}

static void put_unknown(struct log_explainer *e, const struct log_line *line, uint64_t number)
{
    e->counts.unknown++;
    if (!e->list_unknown)
        return;
    put_repeated(e);
    e->last_size = 0;
    out_format(e->out, "line %" PRIu64 ": unknown: ", number);
    for (size_t i = 0; i < line->whole.length && i < 200; i++)
        out_char(e->out, (char)(line->whole.chars[i] >= ' ' && line->whole.chars[i] < 0x7f
                                    ? line->whole.chars[i]
                                    : '?'));
    out_end_line(e->out);
}

static void take_shape(struct log_explainer *e, struct log_card *card, const struct log_line *line,
                       const struct log_found *found, uint64_t number)
{
    if (!log_agrees(found) || !log_headline(card, found, &e->headline)) {
        put_unknown(e, line, number);
        return;
    }
    if (!card->toolkit)
        card->toolkit = found->toolkit;
    e->counts.kinds[found->row->is->kind]++;
    if (is_repeated(e, number))
        return;
    out_format(e->out, "line %" PRIu64 ": ", number);
    out_bytes(e->out, e->headline.bytes, e->headline.used);
    out_end_line(e->out);
    put_meanings(e, found, number);
}

static void take_nouveau(struct log_explainer *e, const struct log_line *line, uint64_t number)
{
    struct log_card *const card = card_named(e, line->card);
    struct log_found found;
    uint32_t boot_0;
    bool unnamed = false;

    if (card && log_names_chip(line, &boot_0)) {
        learn_chip(card, boot_0); /* once more: the log may go on with another card in the slot */
        e->counts.plain++;
    } else if (card && card->foreign) {
        e->counts.foreign++;
    } else if (card && log_find(card->toolkit, line, &found, &unnamed)) {
        take_shape(e, card, line, &found, number);
    } else if (unnamed) {
        e->counts.unnamed++;
    } else if (card && log_is_plain(line)) {
        e->counts.plain++;
    } else {
        put_unknown(e, line, number);
    }
}

static void begin(struct log_explainer *e, const struct toolkit *toolkit, const struct chip *chip,
                  bool list_unknown, struct out *out)
{
    memset(e, 0, sizeof(*e));
    e->out = out;
    e->toolkit = toolkit;
    e->chip = chip;
    e->list_unknown = list_unknown;
    e->headline.fd = -1; /* never written: a buffer */
}

/* False: not of nouveau. */
static bool parse(struct word text, struct log_line *out, bool *quoted)
{
    *quoted = !log_line_parse(text, out);
    return !*quoted || log_line_parse_quoted(text, out);
}

static void scan(struct log_explainer *e, struct word line, uint64_t number)
{
    struct log_line parsed;
    struct log_found found;
    uint32_t boot_0;
    bool quoted, unnamed;
    struct log_card *const card =
        parse(line, &parsed, &quoted) && parsed.card.length ? card_named(e, parsed.card) : NULL;

    (void)number;
    if (!card || card->chip || card->foreign)
        return;
    if (log_names_chip(&parsed, &boot_0))
        learn_chip(card, boot_0);
    else if (!card->toolkit && log_find(card->toolkit, &parsed, &found, &unnamed))
        card->toolkit = found.toolkit;
}

/* A line without "nouveau" counts only if no other program writes such a line. */
static void take_quoted(struct log_explainer *e, const struct log_line *line, uint64_t number)
{
    struct log_card *const card = card_named(e, line->card);
    struct log_found found;
    bool unnamed;

    if (card && log_find(card->toolkit, line, &found, &unnamed) &&
        (found.row->units || found.row->alone)) {
        e->counts.nouveau++;
        take_shape(e, card, line, &found, number);
    }
}

static void take(struct log_explainer *e, struct word line, uint64_t number)
{
    struct log_line parsed;
    bool quoted;

    if (!parse(line, &parsed, &quoted))
        return;
    if (quoted) {
        take_quoted(e, &parsed, number);
        return;
    }
    e->counts.nouveau++;
    take_nouveau(e, &parsed, number);
}

static void put_count(const char *what, uint64_t count, struct out *out)
{
    if (count)
        out_format(out, "  %" PRIu64 " %s\n", count, what);
}

static void end(struct log_explainer *e)
{
    const struct log_counts *const c = &e->counts;

    put_repeated(e);
    out_format(e->out, "%" PRIu64 " lines, %" PRIu64 " of nouveau\n", c->lines, c->nouveau);
    for (unsigned i = 0; i < LOG_KINDS; i++)
        put_count(kind_names[i], c->kinds[i], e->out);
    put_count("that name no fault", c->plain, e->out);
    put_count("not explained: the log does not name the chipset (--chipset)", c->unnamed, e->out);
    put_count("of chipsets that Barecard does not know", c->foreign, e->out);
    put_count("unknown (--unknown lists them)", c->unknown, e->out);
    out_flush(e->out);
}

/* The rest of a log, line by line. */
struct lines {
    const char *at, *end;
    uint64_t number; /* of the line that was read last */
};

/* A line that is too long counts as empty. */
static bool next_line(struct lines *lines, struct word *line)
{
    const size_t size = (size_t)(lines->end - lines->at);
    const char *const newline = size ? memchr(lines->at, '\n', size) : NULL;
    const size_t length = newline ? (size_t)(newline - lines->at) : size;

    if (!size)
        return false;
    *line = log_line_text((struct word){ lines->at, length > LINE_MOST ? 0 : length });
    lines->at += length + (newline != NULL);
    lines->number++;
    return true;
}

/* Whether nouveau writes such lines. */
static bool is_known(struct log_explainer *e, struct word text)
{
    struct log_line line;
    struct log_found found;
    uint32_t boot_0;
    bool unnamed;

    if (!log_line_parse(text, &line))
        return false;

    const struct log_card *const card = card_named(e, line.card);

    return log_names_chip(&line, &boot_0) || log_is_plain(&line) ||
           log_find(card ? card->toolkit : NULL, &line, &found, &unnamed) || unnamed;
}

#define BROKEN_MOST 3

/* Joins a line of nouveau with those below it, until that is known; else it stays as it is. */
static struct word whole_line(struct log_explainer *e, struct word line, struct lines *lines)
{
    struct lines ahead = *lines;
    struct log_line parsed;
    struct word more;
    size_t size = line.length;

    if (!log_line_parse(line, &parsed) || is_known(e, line))
        return line;
    memcpy(e->joined, line.chars, line.length);
    for (unsigned i = 0; i < BROKEN_MOST && next_line(&ahead, &more); i++) {
        if (!more.length || size + 1 + more.length > sizeof(e->joined) ||
            log_line_parse(more, &parsed))
            break;
        e->joined[size] = ' ';
        memcpy(e->joined + size + 1, more.chars, more.length);
        size += 1 + more.length;
        if (is_known(e, (struct word){ e->joined, size })) {
            *lines = ahead;
            return (struct word){ e->joined, size };
        }
    }
    return line;
}

static void each_line(struct log_explainer *e, const char *bytes, size_t size,
                      void (*see)(struct log_explainer *e, struct word line, uint64_t number))
{
    struct lines lines = { bytes, bytes + size, 0 };
    struct word line;

    while (next_line(&lines, &line)) {
        const uint64_t number = lines.number;

        see(e, whole_line(e, line, &lines), number);
    }
    e->counts.lines = lines.number;
}

void log_explain(struct log_explainer *e, const struct toolkit *toolkit, const struct chip *chip,
                 bool list_unknown, const char *bytes, size_t size, struct out *out)
{
    begin(e, toolkit, chip, list_unknown, out);
    each_line(e, bytes, size, scan);
    each_line(e, bytes, size, take);
    end(e);
}
