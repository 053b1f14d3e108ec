#include "suite/net/names.h"

#include "engines/text.h"

#define DATE_LETTERS 19 /* of "2026-11-22T10:30:00.000Z" */

/* Letters, digits, and signs without a meaning in file systems and URLs; no dot at the start, which
 * would hide the file. */
static bool is_name_character(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (c == '.' && !first);
}

static void add_name(struct text *out, const char *from)
{
    for (size_t i = 0; from[i]; i++)
        text_char(out, (char)(is_name_character(from[i], i == 0) ? from[i] : '_'));
}

static void add_mac(struct text *out, const uint8_t *mac)
{
    for (unsigned i = 0; i < NAME_MAC_SIZE; i++)
        text_format(out, "%02x", mac[i]);
}

static bool equal_but_case(const char *a, const char *b)
{
    for (; *a && *b; a++, b++)
        if ((*a >= 'A' && *a <= 'Z' ? *a - 'A' + 'a' : *a) != *b)
            return false;
    return !*a && !*b;
}

bool name_is_serial(const char *serial)
{
    static const char *const fillers[] = { "to be filled by o.e.m.",
                                           "default string",
                                           "system serial number",
                                           "not specified",
                                           "none",
                                           "0123456789",
                                           "123456789",
                                           "serial number" };
    bool told_apart = false;

    for (unsigned i = 0; i < sizeof(fillers) / sizeof(fillers[0]); i++)
        if (equal_but_case(serial, fillers[i]))
            return false;
    for (size_t i = 0; serial[i]; i++)
        told_apart |= serial[i] != '0' && serial[i] != ' ' && serial[i] != '.';
    return told_apart;
}

static struct text next_name(struct config_names *out)
{
    return text_in(out->names[out->count++], NAME_MAX);
}

void name_configs(struct config_names *out, const char *serial, const uint8_t *mac)
{
    struct text name;

    out->count = 0;
    if (name_is_serial(serial)) {
        name = next_name(out);
        add_name(&name, serial);
        text_string(&name, ".cfg");
    }
    if (mac) {
        name = next_name(out);
        add_mac(&name, mac);
        text_string(&name, ".cfg");
    }
    name = next_name(out);
    text_string(&name, CONFIG_NAME_ALL);
}

/* "20261122T103000": no dashes inside, and sorted by time. */
static void add_time(struct text *out, const struct moment *began)
{
    char letters[MOMENT_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));

    moment_words(&words, began);
    for (unsigned i = 0; i < DATE_LETTERS && letters[i]; i++)
        if (letters[i] != '-' && letters[i] != ':')
            text_char(out, letters[i]);
    if (!began->known)
        text_string(out, "notime");
}

void name_trail(char out[NAME_MAX], const uint8_t *mac)
{
    struct text text = text_in(out, NAME_MAX);

    add_mac(&text, mac);
    text_string(&text, ".boot");
}

void name_report(char out[NAME_MAX], const struct report_name *name)
{
    struct text text = text_in(out, NAME_MAX);

    add_time(&text, &name->began);
    if (name->again)
        text_format(&text, ".%u", name->again);
    text_char(&text, '-');
    add_mac(&text, name->mac);
    text_char(&text, '-');
    add_name(&text, name->card[0] ? name->card : "unnamed");
    text_string(&text, ".jsonl");
}
