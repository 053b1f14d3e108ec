/* tools/report/chart.c: where in VRAM words were wrong, as a strip for each partition, and how warm the card was
 * during its memory tests and how fast they were, as curves. */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/html.h"

#define PIECES REPORT_PIECES

/* ---- strips ---------------------------------------------------------------------------------- */

#define STRIP_WIDTH  640
#define STRIP_HEIGHT 28
#define DIGITS_MAX   7 /* from here on a notch has its full height */

/* The state of a piece over all memory tests: wrong words count before all else, and a piece that one test has read is
 * not left out. */
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

/* The height of a notch is the number of digits of the count, because counts range from one to
 * millions. */
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

/* ---- curves ---------------------------------------------------------------------------------- */

#define CURVE_WIDTH  640
#define CURVE_HEIGHT 120
#define CURVE_MARGIN 4

/* A value drawn over time. */
struct series {
    const char *title, *unit;
    int (*of)(const struct report_sample *sample); /* below 0: the sample does not say it */
    int least_span; /* so that values that hardly change are a flat line */
};

static int celsius_of(const struct report_sample *sample)
{
    return sample->celsius;
}

static int rate_of(const struct report_sample *sample)
{
    return sample->mb_per_s;
}

struct span {
    uint64_t from, to; /* ms */
    int low, high;
    unsigned points;
};

static struct span span_of(const struct report_card *card, const struct series *series)
{
    struct span span = { .low = INT_MAX, .high = INT_MIN };

    for (unsigned i = 0; i < card->sample_count; i++) {
        const struct report_sample *const sample = &card->samples[i];
        const int value = series->of(sample);

        if (value < 0)
            continue;
        if (!span.points++)
            span.from = sample->up;
        span.to = sample->up > span.to ? sample->up : span.to;
        span.low = value < span.low ? value : span.low;
        span.high = value > span.high ? value : span.high;
    }
    return span;
}

static int curve_x(const struct span *span, uint64_t up)
{
    const uint64_t all = span->to > span->from ? span->to - span->from : 1;

    return up <= span->from ? 0 : (int)((up - span->from) * CURVE_WIDTH / all);
}

static int curve_y(const struct span *span, int least_span, int value)
{
    const int64_t height = CURVE_HEIGHT - 2 * CURVE_MARGIN, range = (int64_t)span->high - span->low;
    const int64_t spare = least_span > range ? least_span - range : 0;

    return (int)(CURVE_HEIGHT - CURVE_MARGIN -
                 ((int64_t)value - span->low + spare / 2) * height / (range + spare));
}

static void curve(xml out, const struct report_card *card, const struct series *series,
                  const struct span *span)
{
    char *points = NULL;
    size_t size = 0;
    FILE *const text = open_memstream(&points, &size);

    for (unsigned i = 0; text && i < card->sample_count; i++)
        if (series->of(&card->samples[i]) >= 0)
            fprintf(text, "%d,%d ", curve_x(span, card->samples[i].up),
                    curve_y(span, series->least_span, series->of(&card->samples[i])));
    if (text)
        fclose(text);
    xml_open(out, "polyline");
    xml_attribute(out, "class", "curve");
    xml_attribute(out, "points", points);
    xml_close(out);
    free(points);
}

/* Two points at least, because one makes no curve. */
static void chart(xml out, const struct report_card *card, const struct series *series)
{
    const struct span span = span_of(card, series);

    if (span.points < 2)
        return;
    xml_open(out, "div");
    xml_line(out, "h3", series->title);
    xml_open(out, "svg");
    xml_attribute(out, "class", "chart");
    xml_format(out, "viewBox", "0 0 %d %d", CURVE_WIDTH, CURVE_HEIGHT);
    xml_attribute(out, "preserveAspectRatio", "none");
    xml_attribute(out, "role", "img");
    xml_open(out, "title");
    xml_print(out, "%s over time: %d to %d %s", series->title, span.low, span.high, series->unit);
    xml_close(out);
    curve(out, card, series, &span);
    xml_close(out);
    xml_class(out, "p", "mute", NULL);
    xml_print(out, "Lowest %d %s, highest %d %s, in %" PRIu64 " s.", span.low, series->unit,
              span.high, series->unit, (span.to - span.from + 500) / 1000);
    xml_close(out);
    xml_close(out);
}

void html_curves(xml out, const struct report_card *card)
{
    static const struct series all[] = {
        { "Temperature during the memory tests",
          "\xc2\xb0"
          "C",
          celsius_of, 20 },
        { "Rate of the memory tests", "MB/s", rate_of, 4 },
    };

    xml_class(out, "div", "two", NULL);
    for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++)
        chart(out, card, &all[i]);
    xml_close(out);
}
