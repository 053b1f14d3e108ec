/* tools/report/channels.c: which memory channel is bad, as a picture: a column for each part of memory that the
 * equations tell apart, a row for each byte of data lines. */
#include <string.h>

#include "tools/report/html.h"

#define PARTS_MAX_LOG2 6
#define CELL           16
#define LANES          8 /* bytes of a word */

/* How many equations, and which of the parts that they tell apart the fault lies in. */
static unsigned part_of(const char *equations, unsigned *part)
{
    unsigned count = 0;

    *part = 0;
    for (const char *at = equations; (at = strchr(at, '=')) != NULL; at++)
        *part |= (unsigned)(at[1] == '1') << (count++ % 32);
    return count;
}

static void cell(xml out, unsigned column, unsigned row, bool bad)
{
    xml_open(out, "rect");
    xml_attribute(out, "class", bad ? "notch" : "piece");
    xml_format(out, "x", "%u", column * CELL);
    xml_format(out, "y", "%u", row * CELL);
    xml_format(out, "width", "%d", CELL - 2);
    xml_format(out, "height", "%d", CELL - 2);
    xml_close(out);
}

static void picture(xml out, const struct report_fault *fault)
{
    unsigned part;
    const unsigned log2 = part_of(fault->equations, &part);

    if (log2 == 0 || log2 > PARTS_MAX_LOG2 || !fault->lines)
        return;
    xml_open(out, "svg");
    xml_format(out, "viewBox", "0 0 %d %d", CELL << log2, CELL * LANES);
    xml_format(out, "style", "width:100%%;max-width:%dpx", CELL << log2);
    xml_attribute(out, "role", "img");
    xml_open(out, "title");
    xml_print(out, "Part %u of %u, by its data lines", part, 1u << log2);
    xml_close(out);
    for (unsigned row = 0; row < LANES; row++)
        for (unsigned column = 0; column < 1u << log2; column++)
            cell(out, column, row, column == part && fault->lines >> 8 * row & 0xff);
    xml_close(out);
}

void html_channels(xml out, const struct report_card *card)
{
    if (!card->fault_count)
        return;
    xml_line(out, "h3", "Where the errors lie, by their addresses");
    for (unsigned i = 0; i < card->fault_count; i++) {
        xml_line(out, "p", card->faults[i].words);
        picture(out, &card->faults[i]);
        if (card->faults[i].equations[0]) {
            xml_class(out, "p", "mute", NULL);
            xml_print(out,
                      "Columns: parts of memory that these equations tell apart. Rows: data lines, "
                      "eight each. Equations: %s",
                      card->faults[i].equations);
            xml_close(out);
        }
    }
}
