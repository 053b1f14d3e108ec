/* tools/report/chart.c: where in VRAM words were wrong, as a strip for each partition, and how warm the card was
 * during its memory tests, as a curve. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/html.h"

#define PIECES REPORT_PIECES

/* ---- strips ---------------------------------------------------------------------------------- */

#define STRIP_WIDTH  640
#define STRIP_HEIGHT 28
#define DIGITS_MAX   7 /* from here on a notch has its full height */

/* What all memory tests together say of a piece: wrong words count before all else, and what one test has
 * looked at is not left out. */
static bool has_errors(char piece)
{
    return piece >= '1' && piece <= '9';
}

static void add_piece(char *merged, char piece)
{
    if (has_errors(*merged) ? piece > *merged && has_errors(piece)
                            : has_errors(piece) || *merged == '-')
        *merged = piece;
}

static void merge(char pieces[PIECES], const struct report_card *card, const char *name)
{
    memset(pieces, '-', PIECES);
    for (unsigned i = 0; i < card->strip_count; i++)
        for (unsigned p = 0; p < PIECES && strcmp(card->strips[i].name, name) == 0; p++)
            add_piece(&pieces[p], card->strips[i].pieces[p]);
}

static bool said_before(const struct report_card *card, unsigned strip)
{
    for (unsigned i = 0; i < strip; i++)
        if (strcmp(card->strips[i].name, card->strips[strip].name) == 0)
            return true;
    return false;
}

static void piece(xml out, const char *class, unsigned index, int height)
{
    const int width = STRIP_WIDTH / PIECES;

    xml_open(out, "rect");
    xml_attribute(out, "class", class);
    xml_format(out, "x", "%d", (int)index * width);
    xml_format(out, "y", "%d", STRIP_HEIGHT - height);
    xml_format(out, "width", "%d", width);
    xml_format(out, "height", "%d", height);
    xml_close(out);
}

static void strip_picture(xml out, const char *name, const char pieces[PIECES])
{
    unsigned wrong = 0, left_out = 0;

    for (unsigned i = 0; i < PIECES; i++) {
        wrong += has_errors(pieces[i]);
        left_out += pieces[i] == '-';
    }
    xml_class(out, "div", "strip", NULL);
    xml_line(out, "b", name);
    xml_open(out, "svg");
    xml_format(out, "viewBox", "0 0 %d %d", STRIP_WIDTH, STRIP_HEIGHT);
    xml_attribute(out, "preserveAspectRatio", "none");
    xml_attribute(out, "role", "img");
    xml_open(out, "title");
    xml_print(out, "Memory of %s from its lowest address to its highest", name);
    xml_close(out);
    for (unsigned i = 0; i < PIECES; i++) {
        const int digits = has_errors(pieces[i]) ? pieces[i] - '0' : 0;
        const int most = digits < DIGITS_MAX ? digits : DIGITS_MAX;

        piece(out, pieces[i] == '-' ? "piece none" : "piece", i, STRIP_HEIGHT);
        if (digits)
            piece(out, "notch", i, STRIP_HEIGHT * most / DIGITS_MAX);
    }
    xml_close(out);
    xml_open(out, "span");
    if (wrong)
        xml_print(out, "wrong words in %u of %u pieces", wrong, PIECES);
    else if (left_out == PIECES)
        xml_write(out, "not tested");
    else if (left_out)
        xml_print(out, "good; %u of %u pieces not wholly tested", left_out, PIECES);
    else
        xml_write(out, "good");
    xml_close(out);
    xml_close(out);
}

void html_strips(xml out, const struct report_card *card)
{
    char pieces[PIECES];

    if (!card->strip_count)
        return;
    xml_line(out, "h3", "Memory, low to high address");
    for (unsigned i = 0; i < card->strip_count; i++) {
        if (said_before(card, i))
            continue;
        merge(pieces, card, card->strips[i].name);
        strip_picture(out, card->strips[i].name, pieces);
    }
    xml_class(
        out, "p", "mute",
        "Each piece is a 64th of the card's memory. A notch: wrong words, the higher the more. "
        "Dashed: not tested, or not all of it.");
}

/* ---- temperature ----------------------------------------------------------------------------- */

#define CURVE_WIDTH  640
#define CURVE_HEIGHT 120
#define CURVE_MARGIN 4
#define LEAST_SPAN   20 /* degrees C, so that a steady sensor is a flat line */

struct span {
    uint64_t from, to; /* ms */
    int low, high;     /* degrees C */
    unsigned points;
};

static struct span span_of(const struct report_card *card)
{
    struct span span = { .low = INT16_MAX, .high = INT16_MIN };

    for (unsigned i = 0; i < card->sample_count; i++) {
        const struct report_sample *const sample = &card->samples[i];

        if (sample->celsius < 0)
            continue;
        if (!span.points++)
            span.from = sample->up;
        span.to = sample->up > span.to ? sample->up : span.to;
        span.low = sample->celsius < span.low ? sample->celsius : span.low;
        span.high = sample->celsius > span.high ? sample->celsius : span.high;
    }
    return span;
}

static int curve_x(const struct span *span, uint64_t up)
{
    const uint64_t all = span->to > span->from ? span->to - span->from : 1;

    return up <= span->from ? 0 : (int)((up - span->from) * CURVE_WIDTH / all);
}

static int curve_y(const struct span *span, int celsius)
{
    const int spare =
        LEAST_SPAN - (span->high - span->low) > 0 ? LEAST_SPAN - (span->high - span->low) : 0;
    const int height = CURVE_HEIGHT - 2 * CURVE_MARGIN;
    const int all = span->high - span->low + spare;

    return CURVE_HEIGHT - CURVE_MARGIN - (celsius - span->low + spare / 2) * height / all;
}

static void curve(xml out, const struct report_card *card, const struct span *span)
{
    char *points = NULL;
    size_t size = 0;
    FILE *const text = open_memstream(&points, &size);

    for (unsigned i = 0; text && i < card->sample_count; i++)
        if (card->samples[i].celsius >= 0)
            fprintf(text, "%d,%d ", curve_x(span, card->samples[i].up),
                    curve_y(span, card->samples[i].celsius));
    if (text)
        fclose(text);
    xml_open(out, "polyline");
    xml_attribute(out, "class", "curve");
    xml_attribute(out, "points", points);
    xml_close(out);
    free(points);
}

void html_temperature(xml out, const struct report_card *card)
{
    const struct span span = span_of(card);

    if (span.points < 2)
        return;
    xml_line(out, "h3", "Temperature during the memory tests");
    xml_open(out, "svg");
    xml_attribute(out, "class", "chart");
    xml_format(out, "viewBox", "0 0 %d %d", CURVE_WIDTH, CURVE_HEIGHT);
    xml_attribute(out, "preserveAspectRatio", "none");
    xml_attribute(out, "role", "img");
    xml_open(out, "title");
    xml_print(out, "Temperature over time: %d to %d degrees C", span.low, span.high);
    xml_close(out);
    curve(out, card, &span);
    xml_close(out);
    xml_class(out, "p", "mute", NULL);
    xml_print(out,
              "Lowest %d \xc2\xb0"
              "C, highest %d \xc2\xb0"
              "C, in %" PRIu64 " s.",
              span.low, span.high, (span.to - span.from + 500) / 1000);
    xml_close(out);
}
