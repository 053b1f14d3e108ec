#include "suite/run/config.h"

#include "engines/card.h"
#include "engines/text.h"
#include "hw/bits.h"
#include "suite/kit/key_lines.h"
#include "suite/net/url.h"

#define WORDS_MAX 5

/* A key that the file may have. */
struct key {
    const char *name;
    const char *words[WORDS_MAX]; /* that are allowed; without `set` a word's value is its index */
    const char *what;             /* else is allowed, "seconds"; null: nothing */
    uint64_t low, high;           /* of a number */
    uint64_t usual;               /* its value where the file has no such key; of a text, empty */
    const char *usual_text;
    /* False where the value is none of those allowed. Null: it is one of the words, or else a number. */
    bool (*set)(const struct key *key, const char *value, struct run_config *config);
    uint16_t offset; /* of its member in struct run_config */
    uint8_t size;
};

#define MEMBER(name)                                                                               \
    .offset = offsetof(struct run_config, name), .size = sizeof(((struct run_config *)NULL)->name)

static void store(const struct key *key, uint64_t value, struct run_config *config)
{
    uint8_t *const to = (uint8_t *)config + key->offset;

    for (unsigned i = 0; i < key->size; i++) /* x86: the lowest byte comes first */
        to[i] = (uint8_t)(i < sizeof(value) ? value >> (8 * i) : 0);
}

static bool set_word(const struct key *key, const char *value, struct run_config *config)
{
    for (unsigned i = 0; i < WORDS_MAX && key->words[i]; i++)
        if (string_equal(value, key->words[i])) {
            store(key, i, config);
            return true;
        }
    return false;
}

static bool is_suite_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ',';
}

/* Words of a list are names: "all" beside others would name none. */
static bool is_suite_word(const char *word, size_t length, bool alone)
{
    static const char *const whole[] = { "default", "all" };

    for (unsigned i = 0; i < ARRAY_SIZE(whole) && !alone; i++) {
        size_t same = 0;

        while (same < length && word[same] == whole[i][same])
            same++;
        if (same == length && !whole[i][length])
            return false;
    }
    return length;
}

/* All words are checked before one is stored, so that a refused value leaves the old one. */
static bool set_suite(const struct key *key, const char *value, struct run_config *config)
{
    struct text suite = text_in(config->suite, key->size);
    bool alone = true;
    size_t length = 0;

    for (const char *c = value; *c; c++) {
        if (!is_suite_character(*c))
            return false;
        alone = alone && *c != ',';
    }
    for (const char *c = value;; c++) {
        if (*c && *c != ',') {
            length++;
            continue;
        }
        if (!is_suite_word(c - length, length, alone))
            return false;
        if (!*c)
            break;
        length = 0;
    }
    text_string(&suite, value);
    return true;
}

/* Any text that take() has let through. */
static bool set_label(const struct key *key, const char *value, struct run_config *config)
{
    struct text label = text_in(config->label, key->size);

    config->ask_label = string_equal(value, "ask");
    if (!config->ask_label)
        text_string(&label, value);
    return value[0] && !label.cut;
}

static bool set_report(const struct key *key, const char *value, struct run_config *config)
{
    struct text report = text_in(config->report, key->size);
    struct url url;

    text_string(&report, value);
    return !report.cut && url_parse(&url, value, string_length(value)) == OK;
}

static bool set_number(const struct key *key, const char *text, struct run_config *config)
{
    uint64_t value;
    const char *const end = line_number(text, &value);

    if (!end || *end || value < key->low || value > key->high)
        return false;
    store(key, value, config);
    return true;
}

/* "0000:01:00.0", as reports name it. */
static bool set_card(const struct key *key, const char *value, struct run_config *config)
{
    static const char form[] = "hhhh:hh:hh.d";
    struct text card = text_in(config->card, key->size);
    unsigned i = 0;

    for (; form[i] && value[i]; i++) {
        const char c = value[i];
        const bool digit = (c >= '0' && c <= '9') || (form[i] == 'h' && c >= 'a' && c <= 'f');

        if (form[i] == 'h' || form[i] == 'd' ? !digit : c != form[i])
            return false;
    }
    if (form[i] || value[i])
        return false;
    text_string(&card, value);
    return true;
}

#define I2C_DEVICE_FIRST 0x08 /* addresses below and above these are not devices' */
#define I2C_DEVICE_LAST  0x77

/* "0x2e", or some with commas between them. */
static bool set_i2c(const struct key *key, const char *value, struct run_config *config)
{
    struct i2c_set devices = { 0 };
    uint64_t address;

    (void)key;
    for (const char *c = value;; c++) {
        c = line_number(c, &address);
        if (!c || *c == '-' || address < I2C_DEVICE_FIRST || address > I2C_DEVICE_LAST)
            return false;
        i2c_set_add(&devices, (unsigned)address);
        if (!*c)
            break;
    }
    config->post_i2c = devices;
    return true;
}

static bool is_file_character(char c, bool first)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || (c == '.' && !first);
}

/* A file beside barecard.cfg: a name without a folder, as every file system and server takes it. */
static bool set_file(const struct key *key, const char *value, struct run_config *config)
{
    struct text name = text_in((char *)config + key->offset, key->size);

    for (const char *c = value; *c; c++)
        if (!is_file_character(*c, c == value))
            return false;
    text_string(&name, value);
    return value[0] && !name.cut;
}

static bool set_loop(const struct key *key, const char *value, struct run_config *config)
{
    if (!string_equal(value, "forever"))
        return set_number(key, value, config);
    store(key, LOOP_FOREVER, config);
    return true;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* "HH:MM" */
static bool set_until(const struct key *key, const char *v, struct run_config *config)
{
    if (!is_digit(v[0]) || !is_digit(v[1]) || v[2] != ':' || !is_digit(v[3]) || !is_digit(v[4]) ||
        v[5])
        return false;
    const unsigned hour = (unsigned)(v[0] - '0') * 10 + (unsigned)(v[1] - '0');
    const unsigned minute = (unsigned)(v[3] - '0') * 10 + (unsigned)(v[4] - '0');

    if (hour > 23 || minute > 59)
        return false;
    store(key, hour * 60 + minute, config);
    config->has_until = true;
    return true;
}

static bool set_dump(const struct key *key, const char *value, struct run_config *config)
{
    const bool all = string_equal(value, "all");

    store(key, all || string_equal(value, "vbios"), config);
    config->dump_regs = all || string_equal(value, "regs");
    return config->dump_vbios || config->dump_regs || string_equal(value, "off");
}

static bool set_part(const struct key *key, const char *value, struct run_config *config)
{
    config->has_part = set_number(key, value, config);
    return config->has_part;
}

static bool set_chip_width(const struct key *key, const char *value, struct run_config *config)
{
    if (!string_equal(value, "16") && !string_equal(value, "32"))
        return false;
    store(key, string_equal(value, "16") ? 16 : 32, config);
    return true;
}

/* "x16" */
static bool set_link(const struct key *key, const char *value, struct run_config *config)
{
    uint64_t lanes;
    const char *const end = value[0] == 'x' ? line_number(value + 1, &lanes) : NULL;

    if (!end || *end || lanes < 1 || lanes > 16 || (lanes & (lanes - 1)))
        return false;
    store(key, lanes, config);
    return true;
}

/* FROM-TO, to exclusive. */
static bool set_range(const struct key *key, const char *value, struct run_config *config)
{
    uint64_t from, to;
    const char *end = line_number(value, &from);

    if (!end || *end != '-' || !(end = line_number(end + 1, &to)) || *end || from >= to ||
        (from | to) % RANGE_GRANULE)
        return false;
    store(key, from, config);
    config->range_to = to;
    return true;
}

/* Words for an enumeration are in its order: run_mode, card_post, run_log. docs/rig.md describes
 * each key. */
static const struct key keys[] = {
    { .name = "suite",
      .words = { "default", "all" },
      .what = "test name prefixes separated by commas",
      .usual_text = "default",
      .set = set_suite,
      MEMBER(suite) },
    { .name = "label",
      .words = { "ask" },
      .what = "1 to 63 characters",
      .set = set_label,
      MEMBER(label) },
    { .name = "report",
      .what = "the URL of a folder such as http://10.0.0.1/reports/, or http:///reports/",
      .set = set_report,
      MEMBER(report) },
    { .name = "menu", .what = "seconds", .high = 60, .usual = 5, MEMBER(menu) },
    { .name = "card", .what = "a bus address such as 0000:01:00.0", .set = set_card, MEMBER(card) },
    { .name = "loop",
      .words = { "forever" },
      .what = "rounds",
      .low = 1,
      .high = 1000000,
      .usual = 1,
      .set = set_loop,
      MEMBER(loop) },
    { .name = "until", .what = "a time of day such as 06:30", .set = set_until, MEMBER(until) },
    { .name = "console", .words = { "skip", "use" }, MEMBER(use_console) },
    { .name = "risky", .words = { "0", "1" }, MEMBER(risky) },
    { .name = "device", .words = { "silicon", "model" }, MEMBER(model) },
    { .name = "mode", .words = { "test", "pci", "probe", "prompt", "experiments" }, MEMBER(mode) },
    { .name = "post", .words = { "auto", "dry", "run", "off" }, MEMBER(post) },
    { .name = "post_i2c",
      .what = "addresses of devices on I2C, 0x08 to 0x77, separated by commas",
      .set = set_i2c,
      MEMBER(post_i2c) },
    { .name = "dump",
      .words = { "off", "vbios", "regs", "all" },
      .set = set_dump,
      MEMBER(dump_vbios) },
    { .name = "log", .words = { "off", "mmio", "mmio:write" }, MEMBER(log) },
    { .name = "step", .words = { "0", "1" }, MEMBER(step) },
    { .name = "processors", .words = { "all", "1" }, MEMBER(alone) },
    { .name = "jobs",
      .what = "cards at the same time",
      .low = 1,
      .high = 8,
      .usual = 1,
      MEMBER(jobs) },
    { .name = "m2mf", .words = { "1", "0" }, MEMBER(no_copies) },
    { .name = "way", .words = { "copy", "shader" }, MEMBER(by_shader) },
    { .name = "reset", .words = { "off", "port" }, MEMBER(reset_by_port) },
    { .name = "link",
      .what = "the slot's lanes, x1, x2, x4, x8 or x16",
      .set = set_link,
      MEMBER(link) },
    { .name = "chip_width", .words = { "16", "32" }, .set = set_chip_width, MEMBER(chip_width) },
    { .name = "max_temp", .what = "degrees C", .low = 40, .high = 120, MEMBER(max_temp) },
    { .name = "spread", .words = { "off", "measured" }, MEMBER(measured) },
    { .name = "refresh", .what = "milliseconds", .low = 100, .high = 1000, MEMBER(refresh) },
    { .name = "heat", .what = "seconds", .high = 600, MEMBER(heat) },
    { .name = "part", .what = "a partition", .high = 7, .set = set_part, MEMBER(part) },
    { .name = "range",
      .what = "FROM-TO in bytes of VRAM, multiples of 64K, such as 0x100000-0x200000",
      .set = set_range,
      MEMBER(range_from) },
    { .name = "seconds", .what = "seconds", .low = 1, .high = 86400, MEMBER(seconds) },
    { .name = "hold", .what = "seconds", .low = 1, .high = 255, .usual = 4, MEMBER(hold) },
    { .name = "expect",
      .what = "the name of a board file: letters, digits, dots, dashes and underscores",
      .set = set_file,
      MEMBER(expect) },
    { .name = "script",
      .what = "the name of a script of the prompt: letters, digits, dots, dashes and underscores",
      .set = set_file,
      MEMBER(script) },
    { .name = "seed", .what = "a number of 32 bits", .high = UINT32_MAX, .usual = 1, MEMBER(seed) },
};

#define KEY_COUNT ARRAY_SIZE(keys)

_Static_assert(MODE_EXPERIMENTS == 4 && POST_OFF == 3 && LOG_WRITES == 2,
               "words are in their order");

void config_defaults(struct run_config *config)
{
    *config = (struct run_config){ 0 };
    for (unsigned i = 0; i < KEY_COUNT; i++)
        if (keys[i].usual_text)
            keys[i].set(&keys[i], keys[i].usual_text, config);
        else
            store(&keys[i], keys[i].usual, config);
}

const char *config_key(unsigned index)
{
    return index < KEY_COUNT ? keys[index].name : NULL;
}

const char *config_key_word(unsigned index, unsigned number)
{
    return number < WORDS_MAX ? keys[index].words[number] : NULL;
}

/* "off, vbios, regs or all"; "forever, or rounds, 1 to 1000000" */
static void allowed_words(const struct key *key, struct text *text)
{
    for (unsigned i = 0; i < WORDS_MAX && key->words[i]; i++) {
        const bool last = i + 1 == WORDS_MAX || !key->words[i + 1];

        text_format(text, "%s%s", !i ? "" : last && !key->what ? " or " : ", ", key->words[i]);
    }
    if (key->what)
        text_format(text, "%s%s", key->words[0] ? ", or " : "", key->what);
    if (key->high && key->high != UINT32_MAX)
        text_format(text, ", %llu to %llu", (unsigned long long)key->low,
                    (unsigned long long)key->high);
}

void config_key_words(unsigned index, struct text *allowed, struct text *usual)
{
    const struct key *const key = &keys[index];

    allowed_words(key, allowed);
    if (key->usual_text)
        text_string(usual, key->usual_text);
    else if (key->usual)
        text_format(usual, "%llu", (unsigned long long)key->usual);
    else if (key->words[0] && (!key->set || key->set == set_dump))
        text_string(usual, key->words[0]);
    else if (!key->set && !key->low)
        text_string(usual, "0");
}

static unsigned key_named(const char *name)
{
    unsigned i = 0;

    while (i < KEY_COUNT && !string_equal(name, keys[i].name))
        i++;
    return i;
}

static enum err unknown_key(struct text *error)
{
    text_string(error, "unknown key; known are");
    for (unsigned i = 0; i < KEY_COUNT; i++)
        text_format(error, " %s", keys[i].name);
    return ERR_CONFIG;
}

enum err config_set(struct run_config *config, const char *name, const char *value,
                    struct text *error)
{
    const unsigned i = key_named(name);

    text_format(error, "%s=%s: ", name, value);
    if (i == KEY_COUNT)
        return unknown_key(error);
    const struct key *const key = &keys[i];

    if (key->set        ? key->set(key, value, config)
        : key->words[0] ? set_word(key, value, config)
                        : set_number(key, value, config))
        return OK;
    text_string(error, "expected ");
    allowed_words(key, error);
    return ERR_CONFIG;
}

/* A file that is being read. */
struct reading {
    struct run_config config;
    const char *file;
    char *error;
    unsigned lines[KEY_COUNT]; /* that each key was in before; 0: none */
};

static enum err set_key(void *opaque, unsigned number, const char *name, const char *value)
{
    struct reading *const r = opaque;
    struct text text = text_in(r->error, CONFIG_ERROR_MAX);
    const unsigned i = key_named(name);

    text_format(&text, "%s line %u: ", r->file, number);
    if (i < KEY_COUNT && r->lines[i]) {
        text_format(&text, "%s=%s: line %u has that key already", name, value, r->lines[i]);
        return ERR_CONFIG;
    }
    if (i < KEY_COUNT)
        r->lines[i] = number;
    return config_set(&r->config, name, value, &text);
}

enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX])
{
    struct reading reading = { .config = *config, .file = file, .error = error };
    const enum err e = key_lines_parse(file, text, size, CONFIG_MAX_BYTES, set_key, &reading, error,
                                       CONFIG_ERROR_MAX);

    if (e == OK)
        *config = reading.config;
    return e;
}
