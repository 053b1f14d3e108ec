/* tools/report/cores.c: the shader cores of a card, by TPC, as SVG, where a test has looked at them. */
#include <stdio.h>
#include <string.h>

#include "tools/report/html.h"

#define WIDTH   640
#define COLUMNS 5
#define GAP     10
#define HEIGHT  96 /* of a TPC */

static void box(xml out, const char *class, int x, int y, int width, int height)
{
    xml_open(out, "rect");
    xml_attribute(out, "class", class);
    xml_format(out, "x", "%d", x);
    xml_format(out, "y", "%d", y);
    xml_format(out, "width", "%d", width);
    xml_format(out, "height", "%d", height);
    xml_close(out);
}

static void label(xml out, const char *class, int x, int y, const char *text)
{
    xml_open(out, "text");
    xml_attribute(out, "class", class);
    xml_format(out, "x", "%d", x);
    xml_format(out, "y", "%d", y);
    xml_format(out, "font-size", "14");
    xml_write(out, text);
    xml_close(out);
}

static void multiprocessor(xml out, const struct core_table *cores, unsigned tpc, unsigned mp,
                           int x, int y, int width)
{
    const uint64_t bit = core_bit(tpc, mp);
    const bool bad = cores_bad(cores) & bit, good = cores_good(cores) & bit;
    char name[16];

    snprintf(name, sizeof(name), "MP %u", mp);
    box(out, bad ? "chip bad" : good ? "chip good" : "chip wait", x, y, width, HEIGHT - 36);
    label(out, bad ? "bad" : "good", x + width / 2, y + 22, name);
    label(out, bad ? "bad" : "good", x + width / 2, y + 46,
          bad    ? "\xe2\x9c\x97"
          : good ? "\xe2\x9c\x93"
                 : "\xe2\x80\xa6");
}

static void processor_cluster(xml out, const struct core_table *cores, unsigned tpc, int x, int y,
                              int width)
{
    const uint64_t all = core_bit(tpc, 0) * ((1u << CORE_MPS) - 1);
    const int each = (width - GAP) / (int)cores->mps;
    char name[24];

    snprintf(name, sizeof(name), "TPC %u%s", tpc, cores->there & all ? "" : ": off");
    box(out, cores->there & all ? "gpu" : "chip wait", x, y, width, HEIGHT);
    label(out, "", x + width / 2, y + 20, name);
    for (unsigned mp = 0; mp < cores->mps; mp++)
        if (cores->there & core_bit(tpc, mp))
            multiprocessor(out, cores, tpc, mp, x + GAP / 2 + 2 + (int)mp * each, y + 28, each - 4);
}

/* Which units of the bad ones are wrong, in words. */
static void words_of_cores(xml out, const struct core_table *cores)
{
    for (unsigned unit = 0; unit < CORE_UNITS; unit++) {
        char letters[256];
        struct text words = text_in(letters, sizeof(letters));

        if (!cores->bad[unit])
            continue;
        cores_names(&words, cores->bad[unit], 4);
        text_format(&words, ": %s", core_unit_words((enum core_unit)unit));
        xml_class(out, "p", "chips", letters);
    }
}

/* Rows are as even as can be, because a last row of one TPC would look like a gap. */
void html_cores(xml out, const struct report_card *card)
{
    const struct core_table *const cores = &card->cores;
    const int tpcs = cores->tpcs, rows = (tpcs + COLUMNS - 1) / COLUMNS;
    const int columns = rows ? (tpcs + rows - 1) / rows : 1, width = (WIDTH - GAP) / columns - GAP;

    if (!tpcs || !cores->mps)
        return;
    xml_line(out, "h3", "Shader cores: TPCs, their multiprocessors (MP)");
    xml_open(out, "svg");
    xml_attribute(out, "class", "board");
    xml_format(out, "viewBox", "0 0 %d %d", WIDTH, rows * (HEIGHT + GAP) + GAP);
    xml_attribute(out, "role", "img");
    xml_line(out, "title", "The card's shader cores; the lines below name what is bad");
    for (int i = 0; i < tpcs; i++)
        processor_cluster(out, cores, (unsigned)i, GAP + i % columns * (width + GAP),
                          GAP + i / columns * (HEIGHT + GAP), width);
    xml_close(out);
    words_of_cores(out, cores);
    xml_class(out, "p", "mute",
              "\xe2\x9c\x93 good, \xe2\x9c\x97 bad, \xe2\x80\xa6 not tested; off: by fuse, which "
              "is no fault.");
}
