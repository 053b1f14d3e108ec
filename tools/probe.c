/* tools/probe.c: barecard probe: probe.json in words, and the differences between cards. */
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/pci.h"
#include "tools/commands.h"
#include "tools/probe_dump.h"
#include "tools/register.h"
#include "tools/toolkit.h"

#define CARDS_MAX 64
#define WORDS_MAX 256
#define ALL_WORDS 2048 /* of a register that is there many times */

static const char help[] =
    "usage: barecard probe [--chipset C] FILE...\n\n"
    "Puts words to what mode=probe and mode=pci have read (probe.json on the stick): each card's\n"
    "configuration space, link, memory, clocks, straps, fan and temperature, and every register "
    "with\n"
    "its value. With several cards, of one file or of more, a last part lists what differs.\n\n"
    "A FILE may also be a dump of a card's registers: BAR0 from its start (dd of sysfs' resource0; "
    "holes\n"
    "of the file are places that were not read), lines of ADDRESS: WORD... as nvapeek prints them, "
    "or JSON\n"
    "with \"registers\", a list of objects with \"offset\" and \"value\". BOOT_0 in it names the "
    "chipset, or\n"
    "--chipset C does.\n\n"
    "Status: 0; 2 if a file cannot be read or is none of these.\n";

struct card {
    const char *file;
    json_t *object;
};

/* A text of a file, made safe for a terminal: valid until the fourth call from here. */
static const char *shown(const char *text)
{
    static char kept[4][WORDS_MAX];
    static unsigned next;
    char *const out = kept[next++ % 4];
    size_t i = 0;

    for (; i < WORDS_MAX - 1 && text[i]; i++)
        out[i] = (char)(text[i] >= ' ' && text[i] < 0x7f ? text[i] : '?');
    out[i] = '\0';
    return out;
}

/* ---- values ------------------------------------------------------------------------------------ */

/* A word is a string, "0x" and 1 to 8 hexadecimal digits: it is printed as it stands. */
static bool word_of(const json_t *value, uint32_t *out)
{
    const char *const text = json_string_value(value);
    const size_t digits =
        text && strncmp(text, "0x", 2) == 0 ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;

    if (!digits || digits > 8 || text[2 + digits])
        return false;
    *out = (uint32_t)strtoul(text, NULL, 16);
    return true;
}

static bool config_of(const json_t *function, unsigned offset, uint32_t *out)
{
    char name[16];
    const json_t *const config = json_object_get(function, "config");

    snprintf(name, sizeof(name), "0x%03x", offset);
    const json_t *const value = json_object_get(config, name);
    *out = 0; /* words that are 0 are left out */
    return json_is_object(config) && (!value || word_of(value, out));
}

/* ---- registers --------------------------------------------------------------------------------- */

/* A dump's NAME[i] is an element of probe.json's NAME. */
static void probe_words_of(const struct toolkit *toolkit, const char *name, unsigned index,
                           uint32_t word, char *text, size_t size)
{
    char base[WORDS_MAX];
    const char *const bracket = strchr(name, '[');

    if (bracket) {
        snprintf(base, sizeof(base), "%.*s", (int)(bracket - name), name);
        index = (unsigned)strtoul(bracket + 1, NULL, 10);
    }
    text[0] = '\0';
    toolkit->probe_words(bracket ? base : name, index, word, text, size);
}

/* A register of a dump by its fields, where nothing else is known of it. */
static void fields_of(const struct toolkit *toolkit, const struct chip *chip, const char *name,
                      const json_t *value, char *text, size_t size)
{
    static struct out out;
    uint32_t word;

    out_init(&out, -1);
    if (word_of(value, &word) && put_register_fields(toolkit, chip, name, word, &out))
        snprintf(text, size, "%.*s", (int)out.used - 1, out.bytes + 1);
}

/* The words of a register. Elements of an array have their index, and empty ones are left out; where all say the same,
 * that is said once. */
static void words_of(const struct toolkit *toolkit, const char *name, const json_t *value,
                     char *out, size_t size)
{
    const size_t count = json_is_array(value) ? json_array_size(value) : 1;
    char text[WORDS_MAX], first[WORDS_MAX] = "";
    bool same = true;
    uint32_t word;

    for (size_t i = 0; i < count; i++) {
        const size_t used = strlen(out);

        if (!word_of(json_is_array(value) ? json_array_get(value, i) : value, &word))
            continue;
        probe_words_of(toolkit, name, (unsigned)i, word, text, sizeof(text));
        if (i == 0)
            snprintf(first, sizeof(first), "%s", text);
        same &= strcmp(first, text) == 0;
        if (text[0])
            snprintf(out + used, size - used, "%s[%zu] %s", used ? "; " : "", i, text);
    }
    if (same)
        snprintf(out, size, "%s", first);
}

static void print_register(const struct toolkit *toolkit, const struct chip *dumped,
                           const char *name, const json_t *value)
{
    char text[ALL_WORDS] = "";

    if (toolkit)
        words_of(toolkit, name, value, text, sizeof(text));
    if (dumped && (!text[0] || strncmp(text, "no field", 8) == 0))
        fields_of(toolkit, dumped, name, value, text, sizeof(text));
    printf("  %-23s ", shown(name));
    for (size_t i = 0; i < json_array_size(value); i++)
        printf("%s%s", i ? " " : "", json_string_value(json_array_get(value, i)) + 2);
    if (!json_is_array(value))
        printf("%s", json_string_value(value));
    printf("%s%s\n", text[0] ? "  " : "", text);
}

/* ---- configuration space ----------------------------------------------------------------------- */

/* In GT/s, as both link registers count them (PCI Express Base 3.0 §7.8.6). */
static const char *link_speed(unsigned code)
{
    static const char *const names[] = { "?", "2.5", "5.0", "8.0", "16.0" };

    return code < sizeof(names) / sizeof(names[0]) ? names[code] : "?";
}

/* At most 48 capabilities, because a broken list may point to itself. */
static void print_link(const json_t *function, const char *name)
{
    uint32_t at, word, most, now;

    if (!config_of(function, PCI_CAPABILITIES, &at))
        return;
    for (unsigned i = 0; i < 48 && (at & 0xff) >= PCI_CAPABILITIES_FIRST; i++, at = word >> 8) {
        at &= 0xfc;
        if (!config_of(function, at, &word))
            return;
        if ((word & 0xff) != PCI_CAP_ID_PCIE)
            continue;
        if (config_of(function, at + PCIE_LINK_CAP, &most) &&
            config_of(function, at + PCIE_LINK_STATUS, &now))
            printf("  %-24s%08" PRIx32 "  x%u of x%u, %s of %s GT/s\n", name, now,
                   (unsigned)FIELD_GET(PCIE_LINK_STATUS_WIDTH, now),
                   (unsigned)FIELD_GET(PCIE_LINK_CAP_WIDTH, most),
                   link_speed((unsigned)FIELD_GET(PCIE_LINK_STATUS_SPEED, now)),
                   link_speed((unsigned)FIELD_GET(PCIE_LINK_CAP_SPEED, most)));
        return;
    }
}

/* Without vendor, command and revision nothing is printed, because the dump holds no configuration
 * space then. */
static void print_config(const json_t *card)
{
    uint32_t id, command, revision, shadow;
    const json_t *const bridges = json_object_get(card, "bridges");

    if (!config_of(card, PCI_VENDOR_ID, &id) || !config_of(card, PCI_COMMAND, &command) ||
        !config_of(card, PCI_REVISION, &revision))
        return;
    printf("  %-24s%04x:%04x  revision 0x%02x\n", "device", (unsigned)(id & 0xffff),
           (unsigned)(id >> 16), (unsigned)(revision & 0xff));
    printf("  %-24s%04x  memory %s, bus master %s\n", "command", (unsigned)(command & 0xffff),
           command & PCI_COMMAND_MEMORY ? "on" : "off",
           command & PCI_COMMAND_MASTER ? "on" : "off");
    if (config_of(card, PCI_NV_ROM_SHADOW, &shadow))
        printf("  %-24s%08" PRIx32 "  %s\n", "rom shadow", shadow,
               shadow & 1 ? "PROM shows memory" : "PROM shows the ROM");
    print_link(card, "link");
    for (size_t i = 0; i < json_array_size(bridges); i++)
        print_link(json_array_get(bridges, i), "link of port");
}

/* ---- cards ------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *const text = json_string_value(json_object_get(object, key));

    return text ? text : "-";
}

static void print_card(const struct card *card, unsigned number)
{
    json_t *const registers = json_object_get(card->object, "registers");
    const struct toolkit *toolkit = NULL;
    const struct chip *const chip =
        toolkit_chip(word_of_text(text_of(card->object, "chipset")), &toolkit);
    const bool dump = json_is_true(json_object_get(card->object, "dump"));

    if (!chip)
        toolkit = NULL;
    printf("card %u: %s %s %s\n", number + 1, shown(card->file),
           shown(text_of(card->object, "card")), shown(text_of(card->object, "chipset")));
    print_config(card->object);
    for (void *at = json_object_iter(registers); at; at = json_object_iter_next(registers, at))
        print_register(toolkit, dump ? chip : NULL, json_object_iter_key(at),
                       json_object_iter_value(at));
}

static void print_value(const json_t *value)
{
    char *const text =
        value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;

    for (char *c = text; c && *c; c++)
        if (*c == 0x7f) /* the one control character that JSON leaves as it is */
            *c = '?';
    printf(" %s", text ? text : "-");
    free(text);
}

static const json_t *member_of(const struct card *card, const char *part, const char *name)
{
    return json_object_get(json_object_get(card->object, part), name);
}

/* Whether the cards before number `first` lack it; a word of configuration space that is 0 is left out, so that any
 * card may be the first to have it. */
static bool is_new(const struct card *cards, unsigned first, const char *part, const char *name)
{
    for (unsigned i = 0; i < first; i++)
        if (member_of(&cards[i], part, name))
            return false;
    return true;
}

/* One member of one part, if not all cards have the same. Time always differs. */
static bool print_difference(const struct card *cards, unsigned count, const char *part,
                             const char *name)
{
    const json_t *const first = member_of(&cards[0], part, name);
    bool equal = true;

    for (unsigned i = 1; i < count; i++) {
        const json_t *const other = member_of(&cards[i], part, name);

        equal &= first && other ? json_equal(first, other) != 0 : first == other;
    }
    if (equal || strncmp(name, "PTIMER_TIME", 11) == 0)
        return false;
    printf("  %-23s ", shown(name));
    for (unsigned i = 0; i < count; i++)
        print_value(member_of(&cards[i], part, name));
    printf("\n");
    return true;
}

/* Differences in one part of the cards, in the order of the first card that has it. */
static unsigned print_differences(const struct card *cards, unsigned count, const char *part)
{
    unsigned different = 0;

    for (unsigned i = 0; i < count; i++) {
        json_t *const all = json_object_get(cards[i].object, part);

        for (void *at = json_object_iter(all); at; at = json_object_iter_next(all, at))
            if (is_new(cards, i, part, json_object_iter_key(at)))
                different += print_difference(cards, count, part, json_object_iter_key(at));
    }
    return different;
}

/* Whether the document has all members that print_card relies on. */
static bool is_sound(const json_t *card)
{
    json_t *const registers = json_object_get(card, "registers");
    uint32_t word;

    for (void *at = json_object_iter(registers); at; at = json_object_iter_next(registers, at)) {
        const json_t *const value = json_object_iter_value(at);

        if (!json_is_array(value) && !word_of(value, &word))
            return false;
        for (size_t i = 0; i < json_array_size(value); i++)
            if (!word_of(json_array_get(value, i), &word))
                return false;
    }
    return json_is_object(json_object_get(card, "config"));
}

static int refuse(char **argv, const char *file, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", argv[0], shown(file), why);
    return STATUS_ERROR;
}

/* Contents of the command line's files. */
struct loaded {
    struct card cards[CARDS_MAX];
    unsigned count, files;
    json_t *documents[CARDS_MAX];
    const struct toolkit *toolkit; /* of --chipset; null: dumps say it */
    const struct chip *chip;
};

/* A dump of registers instead of a probe.json. */
static int load_dump(struct loaded *all, char **argv, const char *file)
{
    const struct toolkit *toolkit = all->toolkit;
    struct bar0 dump;
    char why[IMAGE_WHY];

    if (!bar0_load(file, &dump, why)) {
        fprintf(stderr, "%s: %s\n", argv[0], why);
        return STATUS_ERROR;
    }
    const struct chip *const chip = all->chip ? all->chip : probe_dump_chip(&dump, &toolkit);
    const json_t *const card = chip ? probe_dump_card(&dump, toolkit, chip) : NULL;

    bar0_close(&dump);
    if (!card)
        return refuse(argv, file, "it does not name a chipset that is known: give --chipset");
    if (all->count == CARDS_MAX)
        return refuse(argv, file, "more than 64 cards");
    all->documents[all->files++] = (json_t *)card;
    all->cards[all->count++] = (struct card){ file, (json_t *)card };
    return STATUS_OK;
}

/* A file that is no probe.json is tried as a dump, because people have either. */
static int load(struct loaded *all, char **argv, const char *file)
{
    json_error_t error;
    json_t *const document = json_load_file(file, 0, &error);
    const json_t *const cards = json_object_get(document, "cards");

    if (!json_is_array(cards)) {
        json_decref(document);
        return load_dump(all, argv, file);
    }
    all->documents[all->files++] = document;
    for (size_t i = 0; i < json_array_size(cards); i++) {
        json_t *const card = json_array_get(cards, i);

        if (!is_sound(card))
            return refuse(argv, file, "a card in it is not as mode=probe writes it");
        if (all->count == CARDS_MAX)
            return refuse(argv, file, "more than 64 cards");
        all->cards[all->count++] = (struct card){ file, card };
    }
    return STATUS_OK;
}

static void print_all(const struct loaded *all)
{
    for (unsigned i = 0; i < all->count; i++)
        print_card(&all->cards[i], i);
    if (all->count < 2)
        return;
    printf("differs, in the order of the cards:\n");
    if (print_differences(all->cards, all->count, "config") +
            print_differences(all->cards, all->count, "registers") ==
        0)
        printf("  nothing\n");
}

/* All files are loaded before anything is printed, because differences need all cards. */
int command_probe(int argc, char **argv)
{
    static const struct option longs[] = { { "chipset", required_argument, NULL, 'c' },
                                           { "help", no_argument, NULL, 'h' },
                                           { 0 } };
    struct loaded all = { .count = 0 };
    int status = STATUS_OK, option;

    while ((option = getopt_long(argc, argv, "", longs, NULL)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option != 'c')
            return usage_hint(argv);
        all.chip = toolkit_chip(word_of_text(optarg), &all.toolkit);
        if (!all.chip)
            return toolkit_no_chip(argv, optarg);
    }
    if (optind == argc || argc - optind > CARDS_MAX)
        return usage_error(argv, "give a probe.json, 64 at most");
    for (; optind < argc && status == STATUS_OK; optind++)
        status = load(&all, argv, argv[optind]);
    if (status == STATUS_OK)
        print_all(&all);
    for (unsigned i = 0; i < all.files; i++)
        json_decref(all.documents[i]);
    return status;
}
