/* tools/selftest.c: the self tests, in this process, against the model core. */
#include "tools/commands.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "model/common/numbers.h"
#include "model/host/host.h"
#include "suite/all.h"
#include "suite/run/select.h"
#include "tools/expect_file.h"
#include "tools/options.h"
#include "tools/replay/replay.h"
#include "tools/rom.h"
#include "tools/toolkit.h"
#include "tools/workers.h"

#define LIST_MAX   32
#define ERROR_MAX  256
#define GV100_VRAM UINT64_C(0x1000000)

enum form { FORM_TAP, FORM_JSON, FORM_PROBE, FORM_LOG };

struct selftest {
    char **argv;
    enum form form;
    const char *chips[LIST_MAX];
    unsigned chip_count;
    char defects[JOINED_MAX], knobs[JOINED_MAX]; /* joined with '+' */
    uint64_t vram;
    unsigned tpcs, boot_0, device_id;
    unsigned parts, subparts, select_mask, ranks, channels, seed, strap;
    bool cold, d3hot, none, check;
    char wrong[CONFIG_ERROR_MAX]; /* of a key, in words */
    unsigned shard, shards;       /* the shard-th part of so many; 0 of 0: all */
    unsigned limit;               /* of --replay; 0: the default */
    bool by_register, strict;
    const char *display, *replay, *spread, *board; /* null: none */
    uint8_t *vbios;                                /* a file's bytes; null: the model's own ROM */
    size_t vbios_size;
    struct run_config config;
    bool expects;
    struct expectations expected;
    struct run *run; /* null: it has not begun */
    /* Of each chipset, where several are tested at the same time (jobs=): else one after the other has the first. */
    struct chip_run {
        struct selftest *of;
        struct host_bus *host;
        struct run *run; /* that gets its card's lines; null: the run of all */
    } chip_runs[LIST_MAX];
    struct workers workers;
};

static const char help[] =
    "usage: barecard selftest [OPTION]...\n\n"
    "Runs the firmware's self tests against the device model, in this process.\n\n"
    "  --chipset C   a chipset (see barecard chipsets), may be repeated; none: no card;\n"
    "                without it every chipset that can have the defects given\n"
    "  --defect D    breaks the card: NAME or NAME:KEY=VALUE,... (see barecard defects)\n"
    "  --knob K=V    chooses what the documents leave open; both may be repeated\n"
    "  --suite S     default, all, or test name prefixes separated by commas\n"
    "  --vram BYTES  0x..., or decimal with K, M or G; default: 1M for each partition,\n"
    "                16M on gv100\n"
    "  --parts P     how many memory partitions, or with 0x their mask\n"
    "  --subparts N  1 or 2 in each partition, on gt215 and later (default: 2 there)\n"
    "  --selmask M   select mask of subpartitions, 0 to 7\n"
    "  --ranks N     1 or 2\n"
    "  --board B     which board has the chip: titanv (default) or v100 (gv100); rtx2080\n"
    "                (default) or t4 (tu104); rtx2060 (default) or rtx2070 (tu106)\n"
    "  --tpcs M      mask of the TPCs that are not fused off\n"
    "  --boot_0 W    BOOT_0 of a board: its foundry, stepping and device\n"
    "  --device_id W PCI device id in place of the chipset's: that of another card\n"
    "  --d3hot       the card is found in power state D3hot\n"
    "  --channels N  memory channels of gv100: 1 to 32\n"
    "  --spread S    of addresses over them: v100 (default), gp104, random (by --seed), or masks "
    "of\n"
    "                address bits with + between them\n"
    "  --seed N      of power-on memory and intermittent defects\n"
    "  --display D   evo:ADDRESS or vga:ADDRESS: a picture in VRAM is shown\n"
    "  --mode M      pci or probe: prints probe.json, which is read without one write; test\n"
    "  --dump WHAT   regs: prints probe.json with more registers; off\n"
    "  --log WHAT    mmio or mmio:write: prints each access to the card, for --replay and for\n"
    "                readers of mmiotrace; off\n"
    "  --replay FILE plays such a log over the card, tests nothing, and says which reads differ\n"
    "                (also a trace of Linux' mmiotrace as the kernel writes it)\n"
    "  --limit N     lines of differences that --replay prints at most (default 20)\n"
    "  --by register one line for each register that --replay finds different, with its count\n"
    "  --strict      behind --replay: what no document allows; status 1 if there is any\n"
    "  --cold        a card that nobody has started; its own VBIOS starts it\n"
    "  --strap N     RAM strap, the kind of memory on the board: 1 or 2\n"
    "  --vbios FILE  the card's ROM. One of a real board gives the card its ids, straps and "
    "scripts;\n"
    "                without --chipset it says for which chipset it is\n"
    "  --post MODE   what may be done with a cold card: auto (default), dry, run or off\n"
    "  --post_i2c A  devices on I2C, 0x08 to 0x77, that such a start may write to\n"
    "  --device D    model (default): every claim counts; silicon: only proven ones, as on a rig\n"
    "  --key K=V     any key of barecard.cfg (see barecard keys); may be repeated\n"
    "  --expect FILE a board file: what differs from it fails the card (docs/station.md)\n"
    "  --check       says what is wrong with the other options, and runs nothing\n"
    "  --shard I/N   only the I-th of N parts of the chipsets, for N jobs side by side\n"
    "  --tap         TAP 13 (the default)\n"
    "  --json        the lines of report.jsonl\n";

/* A number from `lowest` to `highest`. */
static bool parse_number(const char *text, unsigned lowest, unsigned highest, unsigned *out)
{
    uint64_t value;

    if (!number_parse(text, strlen(text), &value) || value < lowest || value > highest)
        return false;
    *out = (unsigned)value;
    return true;
}

/* "2/5": the second of five parts. */
static bool parse_shard(struct selftest *s, const char *text)
{
    char number[8];
    const size_t digits = strcspn(text, "/");

    if (text[digits] != '/' || digits >= sizeof(number))
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    return parse_number(text + digits + 1, 1, LIST_MAX, &s->shards) &&
           parse_number(number, 1, s->shards, &s->shard);
}

static const struct chip *chip_named(const char *name)
{
    const struct toolkit *toolkit;

    return toolkit_chip(word_of_text(name), &toolkit);
}

static bool add_chip(struct selftest *s, const char *name)
{
    if (strcmp(name, "none") == 0)
        return s->none = true;
    if (s->chip_count == LIST_MAX || !chip_named(name))
        return false;
    s->chips[s->chip_count++] = name;
    return true;
}

/* As a line of barecard.cfg. */
static bool set_key(struct selftest *s, const char *key, const char *value)
{
    struct text wrong = text_in(s->wrong, sizeof(s->wrong));

    return config_set(&s->config, key, value, &wrong) == OK;
}

/* "KEY=VALUE" */
static bool set_any_key(struct selftest *s, const char *line)
{
    struct text wrong = text_in(s->wrong, sizeof(s->wrong));

    return options_set_key(&s->config, line, &wrong);
}

/* The ROM of the card. False: the file cannot be read, or is longer than a ROM, which is not cut in silence. */
static bool take_vbios(struct selftest *s, const char *name)
{
    FILE *const file = fopen(name, "rb");

    free(s->vbios);
    s->vbios = file ? malloc(ROM_FILE_MAX + 1) : NULL;
    s->vbios_size = s->vbios ? fread(s->vbios, 1, ROM_FILE_MAX + 1, file) : 0;
    if (file)
        fclose(file);
    if (s->vbios_size > ROM_FILE_MAX)
        snprintf(s->wrong, sizeof(s->wrong), "--vbios %s: larger than %d bytes, which no ROM is",
                 name, ROM_FILE_MAX);
    return s->vbios_size > 0 && s->vbios_size <= ROM_FILE_MAX;
}

/* Without --chipset a ROM says for which one it is. */
static void choose_by_vbios(struct selftest *s)
{
    for (unsigned d = 0; s->vbios && !s->chip_count && toolkits[d]; d++) {
        const struct chip *const chip = toolkits[d]->rom_chip(s->vbios, s->vbios_size);

        if (chip)
            s->chips[s->chip_count++] = chip->name;
    }
}

static bool take_expect(struct selftest *s, const char *name)
{
    s->expects = expect_file(&s->expected, name, s->wrong);
    s->config.expect[0] = '\0'; /* it has been read; `name` may lie there */
    return s->expects;
}

/* Letters are internal: users know the long names, of which there are more than letters with a
 * meaning. */
static bool set_option(struct selftest *s, int option, const char *value)
{
    switch (option) {
    case 'c':
        return add_chip(s, value);
    case 'd':
        return options_join(s->defects, value);
    case 'k':
        return options_join(s->knobs, value);
    case 's':
        return set_key(s, "suite", value);
    case 'v':
        return number_parse(value, strlen(value), &s->vram);
    case 'p':
        return parts_parse(value, &s->parts);
    case 'i':
        return parse_shard(s, value);
    case 'n':
        return parse_number(value, 0, UINT32_MAX, &s->seed);
    case 'S':
        return parse_number(value, 1, 2, &s->subparts);
    case 'm':
        return parse_number(value, 0, 7, &s->select_mask);
    case 'r':
        return parse_number(value, 1, 2, &s->ranks);
    case 'N':
        return parse_number(value, 1, 32, &s->channels);
    case 'a':
        s->spread = value;
        return true;
    case 'B':
        s->board = value;
        return true;
    case 'T':
        return parse_number(value, 1, 0xffff, &s->tpcs);
    case '0':
        return parse_number(value, 1, UINT32_MAX, &s->boot_0);
    case 'w':
        return parse_number(value, 1, UINT16_MAX, &s->device_id);
    case '3':
        return s->d3hot = true;
    case 'D':
        s->display = value;
        return true;
    case 'R':
        return parse_number(value, 1, 2, &s->strap);
    case 'P':
        return set_key(s, "post", value);
    case 'I':
        return set_key(s, "post_i2c", value);
    case 'V':
        return take_vbios(s, value);
    case 'M':
        s->form = strcmp(value, "test") == 0 ? FORM_TAP : FORM_PROBE;
        return set_key(s, "mode", value);
    case 'u':
        if (strcmp(value, "regs") == 0)
            s->form = FORM_PROBE;
        return set_key(s, "dump", value);
    case 'l':
        s->form = strcmp(value, "off") == 0 ? FORM_TAP : FORM_LOG;
        return set_key(s, "log", value);
    case 'y':
        s->replay = value;
        return true;
    case 'L':
        return parse_number(value, 1, INT32_MAX, &s->limit);
    case 'b':
        return s->by_register = strcmp(value, "register") == 0;
    case 't':
        return s->strict = true;
    case 'C':
        return s->cold = true;
    case 'x':
        return s->check = true;
    case 'E':
        return take_expect(s, value);
    case 'K':
        return set_any_key(s, value);
    case 'e':
        return set_key(s, "device", value);
    default:
        s->form = option == 'j' ? FORM_JSON : FORM_TAP;
        return true;
    }
}

static const struct option longs[] = {
    { "chipset", required_argument, NULL, 'c' },
    { "defect", required_argument, NULL, 'd' },
    { "knob", required_argument, NULL, 'k' },
    { "suite", required_argument, NULL, 's' },
    { "vram", required_argument, NULL, 'v' },
    { "parts", required_argument, NULL, 'p' },
    { "subparts", required_argument, NULL, 'S' },
    { "selmask", required_argument, NULL, 'm' },
    { "ranks", required_argument, NULL, 'r' },
    { "board", required_argument, NULL, 'B' },
    { "tpcs", required_argument, NULL, 'T' },
    { "boot_0", required_argument, NULL, '0' },
    { "device_id", required_argument, NULL, 'w' },
    { "d3hot", no_argument, NULL, '3' },
    { "channels", required_argument, NULL, 'N' },
    { "spread", required_argument, NULL, 'a' },
    { "seed", required_argument, NULL, 'n' },
    { "display", required_argument, NULL, 'D' },
    { "dump", required_argument, NULL, 'u' },
    { "log", required_argument, NULL, 'l' },
    { "replay", required_argument, NULL, 'y' },
    { "limit", required_argument, NULL, 'L' },
    { "by", required_argument, NULL, 'b' },
    { "strict", no_argument, NULL, 't' },
    { "cold", no_argument, NULL, 'C' },
    { "device", required_argument, NULL, 'e' },
    { "strap", required_argument, NULL, 'R' },
    { "post", required_argument, NULL, 'P' },
    { "post_i2c", required_argument, NULL, 'I' },
    { "vbios", required_argument, NULL, 'V' },
    { "mode", required_argument, NULL, 'M' },
    { "shard", required_argument, NULL, 'i' },
    { "key", required_argument, NULL, 'K' },
    { "expect", required_argument, NULL, 'E' },
    { "check", no_argument, NULL, 'x' },
    { "tap", no_argument, NULL, 'A' },
    { "json", no_argument, NULL, 'j' },
    { "help", no_argument, NULL, 'h' },
    { 0 },
};

/* Arguments of the options that are no keys of barecard.cfg: of each that set_option may refuse without saying why. */
static const struct {
    int option;
    const char *words;
} wanted[] = {
    { 'v', "bytes: 0x..., or decimal with K, M or G" },
    { 'p', "how many memory partitions, 1 to 8, or their mask, 0x1 to 0xff" },
    { 'S', "1 or 2" },
    { 'm', "0 to 7" },
    { 'r', "1 or 2" },
    { 'N', "1 to 32" },
    { 'T', "a mask, 0x1 to 0xffff" },
    { '0', "a word of 32 bits that is not 0" },
    { 'w', "a PCI device id, 0x1 to 0xffff" },
    { 'L', "how many lines, from 1" },
    { 'b', "register" },
    { 'n', "a number of 32 bits" },
    { 'R', "1 or 2" },
    { 'V', "a file with a card's ROM" },
    { 'i', "I/N, the I-th of at most 32 parts" },
    { 'K', "KEY=VALUE; barecard keys lists the keys" },
    { 'd', "fewer: there is no room for so many" },
    { 'k', "fewer: there is no room for so many" },
    { 0, "what --help says" }, /* any other */
};

static int say_wrong(struct selftest *s, int option, const char *name, const char *value)
{
    if (s->wrong[0])
        return usage_error(s->argv, "%s", s->wrong);
    if (option == 'c')
        return toolkit_no_chip(s->argv, value);
    size_t i = 0;
    while (wanted[i].option && wanted[i].option != option)
        i++;
    return usage_error(s->argv, "--%s %s: give %s", name, value, wanted[i].words);
}

/* Below 0: go on; else the exit status. */
static int parse_arguments(struct selftest *s, int argc, char **argv)
{
    int option, index = 0;

    while ((option = getopt_long(argc, argv, "", longs, &index)) != -1) {
        if (option == 'h') {
            fputs(help, stdout);
            return STATUS_OK;
        }
        if (option == '?')
            return usage_hint(argv);
        if (!set_option(s, option, optarg))
            return say_wrong(s, option, longs[index].name, optarg);
    }
    if (optind < argc)
        return usage_error(argv, "'%s': no arguments wanted", argv[optind]);
    return -1;
}

static void put_tap(void *opaque, const char *text, size_t size)
{
    if (((const struct selftest *)opaque)->form == FORM_TAP)
        fwrite(text, 1, size, stdout);
}

static void put_record(void *opaque, const char *line, size_t size)
{
    if (((const struct selftest *)opaque)->form == FORM_JSON)
        fwrite(line, 1, size, stdout);
}

static void put_probe(void *opaque, const char *text, size_t size)
{
    if (((const struct selftest *)opaque)->form == FORM_PROBE)
        fwrite(text, 1, size, stdout);
}

static uint64_t open_access_log(void *opaque, const char *name)
{
    (void)name;
    return ((const struct selftest *)opaque)->form == FORM_LOG ? UINT64_MAX : 0;
}

/* Nothing is full here, so text comes in its order. */
static bool put_accesses(void *opaque, uint64_t at, const char *text, size_t size)
{
    (void)opaque;
    (void)at;
    return fwrite(text, 1, size, stdout) == size;
}

static void put_log(void *opaque, const char *line)
{
    const struct chip_run *const chip_run = opaque;
    struct selftest *const s = chip_run->of;

    if (chip_run->run) {
        run_remark(chip_run->run, line);
        return;
    }
    if (s->form == FORM_TAP)
        printf("# %s\n", line);
    if (s->run)
        run_note(s->run, line);
}

static void hand_log(void *opaque, struct bus *bus, struct run *run)
{
    struct selftest *const s = opaque;

    for (unsigned i = 0; i < LIST_MAX; i++)
        if (s->chip_runs[i].host && host_bus(s->chip_runs[i].host) == bus)
            s->chip_runs[i].run = run;
}

static uint64_t now_us(void *opaque)
{
    const struct selftest *const s = opaque;

    return s->workers.ops.time_us(s->workers.ops.opaque, NULL);
}

static struct moment time_of_day(void)
{
    const time_t now = time(NULL);

    return (struct moment){ .ms = (uint64_t)now * 1000, .zone = 0, .known = true };
}

/* The smallest that a family can have, so that a run of all tests is short: 1 MiB for each partition of an
 * NV50; 4 MiB for each channel of a GV100 that has no power of two of them. */
static uint64_t small_vram(const struct selftest *s, const struct chip *chip, unsigned parts)
{
    if (chip->family == FAMILY_NV50)
        return (uint64_t)parts << 20;
    return s->channels & (s->channels - 1) ? (uint64_t)s->channels << 22 : GV100_VRAM;
}

static unsigned most_parts(const struct chip *chip)
{
    return chip->family == FAMILY_NV50 ? nv50_chip_of(chip)->max_partitions : 0;
}

/* Values that the command line leaves open make the smallest card with every partition of its
 * chipset. */
static struct model_config card_config(const struct selftest *s, const struct chip *chip)
{
    const unsigned parts = s->parts ? bits_count(s->parts) : most_parts(chip);

    return (struct model_config){
        .chip = chip,
        .vram_size = s->vram                ? s->vram
                     : s->vbios || s->check ? 0 /* a board's: its scripts set up no other */
                                            : small_vram(s, chip, parts),
        .part_mask = s->parts ? s->parts : (1u << most_parts(chip)) - 1,
        .subparts = s->subparts,
        .select_mask = s->select_mask,
        .ranks = s->ranks,
        .channels = s->channels,
        .board = s->board,
        .spread = s->spread,
        .cold = s->cold,
        .d3hot = s->d3hot,
        .device_id = (uint16_t)s->device_id,
        .strap = s->strap,
        .tpcs = s->tpcs,
        .boot_0 = s->boot_0,
        .vbios = s->vbios,
        .vbios_size = s->vbios_size,
        .media = chip->family == FAMILY_NV50,
        .display = s->display,
        .seed = s->seed,
        .defects = s->defects[0] ? s->defects : NULL,
        .knobs = s->knobs[0] ? s->knobs : NULL,
    };
}

/* A modelled card on a bus of its own; false, and a sentence, if there can be no such card. Cards that are there at the
 * same time have addresses of their own. */
static bool open_chip(struct selftest *s, unsigned index, const struct chip *chip,
                      char error[ERROR_MAX])
{
    const struct model_config card = chip ? card_config(s, chip) : (struct model_config){ 0 };
    struct chip_run *const chip_run = &s->chip_runs[index];
    const struct host_bus_config config = { .cards = &card,
                                            .count = chip ? 1 : 0,
                                            .first = (uint8_t)index,
                                            .log = put_log,
                                            .opaque = chip_run };

    *chip_run = (struct chip_run){ .of = s };
    chip_run->host = host_bus_new(&config, error, ERROR_MAX);
    return chip_run->host;
}

static void close_chip(struct selftest *s, unsigned index)
{
    host_bus_free(s->chip_runs[index].host);
    s->chip_runs[index].host = NULL;
}

static bool run_on(struct selftest *s, struct run *run, const struct chip *chip,
                   char error[ERROR_MAX])
{
    const bool good = open_chip(s, 0, chip, error);

    if (good)
        run_bus(run, host_bus(s->chip_runs[0].host));
    close_chip(s, 0);
    return good;
}

static bool can_be(struct selftest *s, const struct chip *chip, char error[ERROR_MAX])
{
    const bool good = open_chip(s, 0, chip, error);

    close_chip(s, 0);
    return good;
}

/* No chipset can be so: why the first one of each family cannot. */
static int refuse_all(struct selftest *s)
{
    char first[ERROR_MAX] = "", error[ERROR_MAX], each[4 * ERROR_MAX] = "";
    size_t used = 0;
    bool same = true;

    for (unsigned d = 0; toolkits[d] && used < sizeof(each); d++) {
        (void)can_be(s, toolkits[d]->chip(0), error);
        if (d == 0)
            memcpy(first, error, sizeof(first));
        same &= strcmp(first, error) == 0;
        used += (size_t)snprintf(each + used, sizeof(each) - used, "%s%s: %s", d ? "; " : "",
                                 toolkits[d]->chip(0)->name, error);
    }
    return usage_error(s->argv, "%s", same ? first : each);
}

/* Chipsets that were asked for must be able to have the defects; without any those that can are taken.
 * Below 0: go on; else the exit status. */
static int choose_chips(struct selftest *s)
{
    char error[ERROR_MAX] = "";

    for (unsigned i = 0; i < s->chip_count; i++)
        if (!can_be(s, chip_named(s->chips[i]), error))
            return usage_error(s->argv, "%s", error);
    if (s->chip_count || s->none)
        return -1;
    for (unsigned d = 0; toolkits[d]; d++)
        for (unsigned i = 0; toolkits[d]->chip(i); i++)
            if (can_be(s, toolkits[d]->chip(i), error))
                s->chips[s->chip_count++] = toolkits[d]->chip(i)->name;
    return s->chip_count ? -1 : refuse_all(s);
}

/* Every N-th chipset, from the I-th on. A part without any would have no verdict that is true, so there is
 * none. Below 0: go on; else the exit status. */
static int choose_shard(struct selftest *s)
{
    unsigned kept = 0;

    if (!s->shards)
        return -1;
    if (s->shards > s->chip_count)
        return usage_error(s->argv, "--shard %u/%u: only %u chipsets can be spread", s->shard,
                           s->shards, s->chip_count);
    for (unsigned i = s->shard - 1; i < s->chip_count; i += s->shards)
        s->chips[kept++] = s->chips[i];
    s->chip_count = kept;
    return -1;
}

/* All cards are there before the first one is tested. */
static bool run_together(struct selftest *s, struct run *run, char error[ERROR_MAX])
{
    struct bus *buses[LIST_MAX];
    bool good = true;

    for (unsigned i = 0; i < s->chip_count && good; i++) {
        good = open_chip(s, i, chip_named(s->chips[i]), error);
        buses[i] = good ? host_bus(s->chip_runs[i].host) : NULL;
    }
    if (good)
        run_buses(run, buses, s->chip_count);
    for (unsigned i = 0; i < s->chip_count; i++)
        close_chip(s, i);
    return good;
}

static bool run_chips(struct selftest *s, struct run *run)
{
    char error[ERROR_MAX];
    bool good = !s->none || run_on(s, run, NULL, error);

    if (s->config.jobs > 1)
        good &= run_together(s, run, error);
    for (unsigned i = 0; i < s->chip_count && s->config.jobs == 1; i++)
        good &= run_on(s, run, chip_named(s->chips[i]), error);
    if (!good)
        fprintf(stderr, "%s: %s\n", s->argv[0], error);
    return good;
}

/* The same runner as in the firmware, with a terminal for its sinks. */
static int run_selftest(struct selftest *s)
{
    const struct run_sinks sinks = { .opaque = s,
                                     .tap = put_tap,
                                     .record = put_record,
                                     .probe = put_probe,
                                     .log_open = open_access_log,
                                     .log_write = put_accesses,
                                     .time_us = now_us };
    const struct run_setup setup = { .suites = &all_suites,
                                     .config = &s->config,
                                     .sinks = &sinks,
                                     .board_file = s->expects ? &s->expected : NULL,
                                     .workers = &s->workers.ops,
                                     .version = "selftest",
                                     .machine = "the device model",
                                     .began = time_of_day() };
    void *const arena = calloc(1, RUN_ARENA_SIZE);

    if (!arena)
        return usage_error(s->argv, "out of memory");
    s->run = run_open(&setup, arena);
    const bool good = run_chips(s, s->run);
    const int status = verdict_status(run_close(s->run));
    s->run = NULL;
    free(arena);
    return good ? status : STATUS_ERROR;
}

/* One card, as the options make it. */
static int replay(struct selftest *s)
{
    if (s->chip_count != 1)
        return usage_error(s->argv, "--replay needs --chipset, once");
    const struct toolkit *toolkit;
    const struct model_config card =
        card_config(s, toolkit_chip(word_of_text(s->chips[0]), &toolkit));

    const struct replay_options options = { s->limit ? s->limit : REPLAY_LIMIT, s->by_register,
                                            s->strict };

    return replay_log(s->argv, s->replay, &card, toolkit, &options);
}

/* Checked before the run as well as in it, because run-qemu.sh asks before it boots. Below 0: go
 * on. */
static int check_suite(struct selftest *s)
{
    char unknown[CONFIG_SUITE_MAX], meant[CONFIG_SUITE_MAX];

    if (!suite_unknown(s->config.suite, &all_suites, unknown))
        return -1;
    if (suite_suggestion(unknown, &all_suites, meant))
        return usage_error(s->argv, "no test is named %s; did you mean %s?", unknown, meant);
    return usage_error(s->argv, "no test is named %s; barecard tests lists them", unknown);
}

/* Without a card nothing of one can be chosen. Below 0: go on. */
static int check_none(struct selftest *s)
{
    if (!s->none || s->chip_count)
        return -1;
    if (s->defects[0] || s->knobs[0] || s->vram || s->parts || s->subparts || s->ranks ||
        s->strap || s->select_mask || s->cold)
        return usage_error(s->argv, "--chipset none: there is no card for defects, knobs and "
                                    "properties");
    return -1;
}

/* Does the work that the options ask for. */
static int carry_out(struct selftest *s)
{
    choose_by_vbios(s);
    if (s->config.expect[0] && !take_expect(s, s->config.expect))
        return usage_error(s->argv, "%s", s->wrong);
    if (s->replay)
        return replay(s);
    if (s->limit || s->by_register || s->strict)
        return usage_error(s->argv, "--limit, --by and --strict go with --replay");
    int chosen = check_none(s);
    if (chosen < 0)
        chosen = check_suite(s);
    if (chosen < 0)
        chosen = choose_chips(s);
    if (chosen < 0)
        chosen = choose_shard(s);
    if (s->check && chosen < 0)
        return STATUS_OK;
    return chosen >= 0 ? chosen : run_selftest(s);
}

int command_selftest(int argc, char **argv)
{
    struct selftest s = { .argv = argv };

    config_defaults(&s.config);
    s.config.model = true;
    workers_open(&s.workers);
    s.workers.listens = hand_log;
    s.workers.opaque = &s;
    int status = parse_arguments(&s, argc, argv);
    if (status < 0)
        status = carry_out(&s);
    free(s.vbios);
    return status;
}
