/* tools/channels.c: `barecard channels`: which memory channel failing addresses lie in, on a desk. */
#include "tools/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/bits.h"
#include "model/common/numbers.h"
#include "suite/kit/channel_measured.h"
#include "suite/kit/channel_words.h"
#include "suite/memory/channels.h"
#include "tools/input.h"

#define WORDS_MAX     512
#define CHANNELS_MOST 128

static const char help[] =
    "usage: barecard channels [OPTION]... FILE|-\n\n"
    "Says which part of a card's memory failing addresses lie in: one channel of how many, a row, "
    "a\n"
    "bank, a range, or none of these. FILE, or - for standard input, is a report.jsonl, or has an\n"
    "address in hexadecimal in each line: ADDRESS [BITS], physical addresses in VRAM and the bits "
    "of\n"
    "their word of 8 bytes that were wrong. A line 'good ADDRESS' is one that was read right. "
    "What\n"
    "follows # is left out.\n\n"
    "  --channels N   how many memory channels the card has, if that is known (V100: 32)\n"
    "  --vram SIZE    how large its memory is: 0x.., or decimal with K, M, G\n"
    "  --spread SPEC  measured: also says which of the spreads that others have measured agree\n"
    "  --explain      shows the elimination, step by step\n\n"
    "Status 0, or 2 where a line cannot be used or there is no failing address.\n";

struct toolkit_channels {
    unsigned card;
    uint64_t size;
    bool explain, measured;
    bool asked;   /* the number of channels stands on the command line */
    bool printed; /* a finding was printed */
    bool kept;    /* the places are those that a report has kept */
    uint64_t wrong_lines;
    struct channels channels;
};

/* Digits of hexadecimal, with 0x or without. */
static bool hexadecimal(struct word word, uint64_t *value)
{
    char digits[20] = "0x";
    bool over = false;

    if (word.length > 2 && word.chars[0] == '0' && (word.chars[1] == 'x' || word.chars[1] == 'X'))
        word = (struct word){ word.chars + 2, word.length - 2 };
    if (word.length == 0 || word.length > 16)
        return false;
    memcpy(digits + 2, word.chars, word.length);
    return word_hex((struct word){ digits, word.length + 2 }, value, &over) && !over;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void print_equations(const struct channel_finding *finding)
{
    for (unsigned i = 0; i < finding->equations.count; i++) {
        char words[WORDS_MAX];
        struct text text = text_in(words, sizeof(words));

        channel_bits(&text, finding->equations.mask[i]);
        printf("  bits %s = %u   (0x%llx)\n", words,
               parity(finding->equations.mask[i] & finding->equations.base),
               (unsigned long long)finding->equations.mask[i]);
    }
}

/* The numbers that a finding rests on are printed too, because a reader must be able to doubt
 * it. */
static void print_finding(const struct toolkit_channels *d, const struct channel_findings *findings,
                          unsigned n)
{
    const struct channel_finding *const finding = &findings->all[n];
    char words[WORDS_MAX];
    struct text text = text_in(words, sizeof(words));

    channel_words(&text, findings, n);
    printf("%s\n", words);
    printf("  %u of %u places agree; they lie in %u windows of 64 KiB, %u are needed to tell a "
           "channel\n",
           finding->agreeing, finding->sampled, finding->places, finding->needed);
    if (finding->kind > CHANNELS_EVERY)
        print_equations(finding);
    for (unsigned i = 0; d->measured && finding->kind > CHANNELS_EVERY && i < SPREADS_MEASURED;
         i++) {
        text = text_in(words, sizeof(words));
        measured_words(&text, &measured_spreads[i], finding, findings->bits);
        printf("  %s\n", words);
    }
}

/* One failing address after the other: which equations it breaks, and how many are left. */
static void explain(const struct channels *channels, const struct channel_findings *findings)
{
    const uint64_t bits = findings->bits;
    struct equations left;

    equations_begin(&left, channels->every.place[0].at, bits);
    printf("The first place, 0x%llx, satisfies any equation; there are %u, one for each address "
           "bit from 5 on.\n",
           (unsigned long long)channels->every.place[0].at, left.count);
    for (unsigned i = 1; i < channels->every.used && left.count; i++) {
        const uint64_t at = channels->every.place[i].at;
        unsigned broken = 0;

        for (unsigned n = 0; n < left.count; n++)
            broken += parity(left.mask[n] & (at ^ left.base));
        if (equations_meet(&left, at))
            printf("0x%llx breaks %u: one goes, and is added to the others; %u are left\n",
                   (unsigned long long)at, broken, left.count);
    }
    printf("%u equation%s left after all %u places.\n\n", left.count,
           left.count == 1 ? " is" : "s are", channels->every.used);
}

/* Prints the finding from the failing addresses so far. */
static void solve_and_print(struct toolkit_channels *d)
{
    struct channel_findings findings;

    if (!d->channels.looked)
        return;
    d->printed = true;
    if (d->kept)
        printf("Of the failing places that the report has kept, %u:\n", d->channels.every.used);
    channels_solve(&d->channels, d->card, &findings);
    if (d->explain)
        explain(&d->channels, &findings);
    for (unsigned i = 0; i < findings.count; i++)
        print_finding(d, &findings, i);
}

/* ---- input ----------------------------------------------------------------------------------- */

static void complain(struct toolkit_channels *d, const struct line *line, const char *what)
{
    char shown[WORD_SHOWN + 4];

    if (d->wrong_lines++ < 10)
        fprintf(stderr, "barecard channels: line %llu: %s: %s\n", (unsigned long long)line->number,
                what, word_shown((struct word){ line->chars, line->length }, shown));
}

/* "0xc00:20 0xc08:20": failing places as a report lists them. */
static void take_addresses(struct toolkit_channels *d, const char *text)
{
    d->kept = true;
    while (*text) {
        const size_t length = strcspn(text, " ");
        const char *const colon = memchr(text, ':', length);
        uint64_t at = 0, bits = 0;

        if (colon && hexadecimal((struct word){ text, (size_t)(colon - text) }, &at) &&
            hexadecimal((struct word){ colon + 1, length - (size_t)(colon - text) - 1 }, &bits))
            channels_add(&d->channels, at, bits);
        text += length + (text[length] == ' ');
    }
}

/* The next card of a report: the errors before are another's. */
static void take_card(struct toolkit_channels *d, const json_t *object)
{
    const json_int_t vram = json_integer_value(json_object_get(object, "vram"));
    const uint64_t size = vram > 0 ? (uint64_t)vram : 0;

    solve_and_print(d);
    if (!d->asked)
        d->card = 0;
    channels_open(&d->channels, 0, d->size ? d->size : size);
}

/* A record of report.jsonl. Other records say nothing about failing addresses. */
static void take_record(struct toolkit_channels *d, const struct line *line)
{
    json_t *const object = json_loadb(line->chars, line->length, 0, NULL);
    const char *const type = json_string_value(json_object_get(object, "type"));
    const json_int_t card = json_integer_value(json_object_get(object, "channels"));
    const char *const addresses = json_string_value(json_object_get(object, "addresses"));

    if (!object)
        complain(d, line, "no record");
    if (type && strcmp(type, "card") == 0)
        take_card(d, object);
    if (type && strcmp(type, "channel") == 0 && card > 0 && card <= CHANNELS_MOST && !d->card)
        d->card = (unsigned)card;
    if (type && strcmp(type, "failing") == 0 && addresses)
        take_addresses(d, addresses);
    json_decref(object);
}

/* "ADDRESS [BITS]", "good ADDRESS". */
static void take_words(struct toolkit_channels *d, const struct line *line)
{
    struct word words[3];
    const unsigned count = line_split(line, words, 2);
    uint64_t at = 0, bits = 0;

    if (count == 0)
        return;
    if (count == 2 && word_is(words[0], "good") && hexadecimal(words[1], &at))
        channels_good(&d->channels, at);
    else if (count <= 2 && hexadecimal(words[0], &at) &&
             (count == 1 || hexadecimal(words[1], &bits)) && at >> 48 == 0)
        channels_add(&d->channels, at, bits);
    else
        complain(d, line, "no address");
}

/* Comments and the CR of a Windows line are cut first, because people paste both. */
static void take_line(struct toolkit_channels *d, struct line *line)
{
    if (line->too_long) {
        char why[40];

        snprintf(why, sizeof(why), "longer than %d bytes", LINE_MOST);
        complain(d, line, why);
        return;
    }
    if (line->length && line->chars[0] == '{') {
        take_record(d, line);
        return;
    }
    const char *const comment = memchr(line->chars, '#', line->length);

    if (comment)
        line->length = (size_t)(comment - line->chars);
    if (line->length && line->chars[line->length - 1] == '\r')
        line->length--;
    take_words(d, line);
}

static bool read_all(struct toolkit_channels *d, const char *path, char **argv)
{
    static struct line_reader reader;
    const int fd = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    struct line line;

    if (fd < 0) {
        usage_error(argv, "%s: %s", path, strerror(errno));
        return false;
    }
    channels_open(&d->channels, 0, d->size);
    line_reader_init(&reader, fd);
    while (line_next(&reader, &line))
        take_line(d, &line);
    if (fd != STDIN_FILENO)
        close(fd);
    return !reader.failed;
}

/* The bounds are those of the solver, so that it never sees a card that cannot exist. */
static bool take_option(struct toolkit_channels *d, int option)
{
    const char *const text = optarg ? optarg : "";
    const struct word word = word_of_text(text);
    uint32_t number;

    switch (option) {
    case 'c':
        if (!word_decimal(word, &number) || number < 1 || number > CHANNELS_MOST)
            return false;
        d->card = number;
        return d->asked = true;
    case 'v':
        return number_parse(text, strlen(text), &d->size) && d->size >> 48 == 0 &&
               d->size >= 0x10000;
    case 's':
        d->measured = true;
        return strcmp(text, "measured") == 0;
    default:
        return d->explain = true;
    }
}

/* A file without a failing address is an error, because it is most likely the wrong file. */
int command_channels(int argc, char **argv)
{
    static const struct option longs[] = {
        { "channels", required_argument, NULL, 'c' }, { "vram", required_argument, NULL, 'v' },
        { "spread", required_argument, NULL, 's' },   { "explain", no_argument, NULL, 'e' },
        { "help", no_argument, NULL, 'h' },           { 0 },
    };
    static struct toolkit_channels d;
    int option, index = 0;

    while ((option = getopt_long(argc, argv, "", longs, &index)) != -1) {
        if (option == '?')
            return usage_hint(argv);
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (!take_option(&d, option))
            return usage_error(argv, "--%s %s: give %s", longs[index].name, optarg,
                               option == 'c'   ? "1 to 128"
                               : option == 'v' ? "bytes, from 64K"
                                               : "measured");
    }
    if (argc - optind != 1)
        return usage_error(argv, "one FILE is wanted, or - for standard input");
    if (!read_all(&d, argv[optind], argv))
        return STATUS_ERROR;
    solve_and_print(&d);
    if (!d.printed)
        return usage_error(argv, "no failing address was read");
    return d.wrong_lines ? STATUS_ERROR : STATUS_OK;
}
