#include "suite/run/config.h"

#include "engines/card.h"
#include "engines/text.h"
#include "hw/bits.h"
#include "suite/net/url.h"

void config_defaults(struct run_config *config)
{
    struct text suite = text_in(config->suite, sizeof(config->suite));

    config->label[0] = '\0';
    config->ask_label = false;
    config->menu = 5;
    config->report[0] = '\0';
    config->card[0] = '\0';
    config->loop = 1;
    config->has_until = false;
    config->until = 0;
    config->use_console = false;
    config->risky = false;
    config->mode = MODE_TEST;
    config->log = LOG_OFF;
    config->model = false;
    config->reset_by_port = false;
    config->step = config->no_copies = config->dump_vbios = config->dump_regs = false;
    config->post = POST_AUTO;
    config->post_i2c = (struct i2c_set){ 0 };
    config->chip_width = 0;
    config->max_temp = 95;
    config->heat = 0;
    config->has_part = false;
    config->part = 0;
    config->range_from = config->range_to = 0;
    config->seconds = 0;
    config->hold = 4;
    config->seed = 1;
    text_string(&suite, "default");
}

/* One line of the file, cut to its parts. */
struct line {
    const char *file;
    unsigned number;
    char key[32];
    char value[CONFIG_SUITE_MAX];
    char *error;
};

/* A key that the file may have. `set` gives false where the value is none of those allowed. */
struct key {
    const char *name;
    const char *allowed; /* the end of the sentence for any other value */
    bool (*set)(const struct key *key, const char *value, struct run_config *config);
    const char *no, *yes; /* of a choice */
    uint64_t low, high;   /* of a number */
    uint16_t offset;      /* of its member in struct run_config */
    uint8_t size;
};

#define MEMBER(name)                                                                               \
    .offset = offsetof(struct run_config, name), .size = sizeof(((struct run_config *)NULL)->name)

static void store(const struct key *key, uint64_t value, struct run_config *config)
{
    uint8_t *const to = (uint8_t *)config + key->offset;

    for (unsigned i = 0; i < key->size; i++) /* x86: the lowest byte comes first */
        to[i] = (uint8_t)(value >> (8 * i));
}

static bool set_choice(const struct key *key, const char *value, struct run_config *config)
{
    if (!string_equal(value, key->no) && !string_equal(value, key->yes))
        return false;
    store(key, string_equal(value, key->yes), config);
    return true;
}

static bool is_suite_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ',';
}

static bool set_suite(const struct key *key, const char *value, struct run_config *config)
{
    struct text suite = text_in(config->suite, key->size);

    for (const char *c = value; *c; c++)
        if (!is_suite_character(*c))
            return false;
    if (!value[0])
        return false;
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

/* Decimal, or hexadecimal with 0x, up to its end or a dash; null: no number, or above 2^48, which no
 * memory of any card reaches. */
static const char *parse_number(const char *text, uint64_t *out)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *c = hex ? text + 2 : text;
    const char *const first = c;

    for (*out = 0; *c && *c != '-' && *c != ','; c++) {
        const unsigned digit = *c >= '0' && *c <= '9'          ? (unsigned)(*c - '0')
                               : hex && *c >= 'a' && *c <= 'f' ? (unsigned)(*c - 'a' + 10)
                               : hex && *c >= 'A' && *c <= 'F' ? (unsigned)(*c - 'A' + 10)
                                                               : 16;

        if (digit == 16)
            return NULL;
        *out = *out * (hex ? 16 : 10) + digit;
        if (*out > UINT64_C(1) << 48)
            return NULL;
    }
    return c == first ? NULL : c;
}

static bool set_number(const struct key *key, const char *text, struct run_config *config)
{
    uint64_t value;
    const char *const end = parse_number(text, &value);

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

static bool set_post(const struct key *key, const char *value, struct run_config *config)
{
    static const char *const names[] = {
        [POST_AUTO] = "auto", [POST_DRY] = "dry", [POST_RUN] = "run", [POST_OFF] = "off"
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        if (string_equal(value, names[i])) {
            store(key, i, config);
            return true;
        }
    return false;
}

#define I2C_DEVICE_FIRST 0x08 /* addresses before and behind these are not devices' */
#define I2C_DEVICE_LAST  0x77

/* "0x2e", or some with commas between them. */
static bool set_i2c(const struct key *key, const char *value, struct run_config *config)
{
    struct i2c_set devices = { 0 };
    uint64_t address;

    (void)key;
    for (const char *c = value;; c++) {
        c = parse_number(c, &address);
        if (!c || *c == '-' || address < I2C_DEVICE_FIRST || address > I2C_DEVICE_LAST)
            return false;
        i2c_set_add(&devices, (unsigned)address);
        if (!*c)
            break;
    }
    config->post_i2c = devices;
    return true;
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

static bool set_mode(const struct key *key, const char *value, struct run_config *config)
{
    static const char *const names[] = {
        [MODE_TEST] = "test", [MODE_PCI] = "pci", [MODE_PROBE] = "probe"
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        if (string_equal(value, names[i])) {
            store(key, i, config);
            return true;
        }
    return false;
}

static bool set_dump(const struct key *key, const char *value, struct run_config *config)
{
    const bool all = string_equal(value, "all");

    store(key, all || string_equal(value, "vbios"), config);
    config->dump_regs = all || string_equal(value, "regs");
    return config->dump_vbios || config->dump_regs || string_equal(value, "off");
}

static bool set_log(const struct key *key, const char *value, struct run_config *config)
{
    static const char *const names[] = {
        [LOG_OFF] = "off", [LOG_MMIO] = "mmio", [LOG_WRITES] = "mmio:write"
    };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        if (string_equal(value, names[i])) {
            store(key, i, config);
            return true;
        }
    return false;
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

/* FROM-TO, to exclusive. */
static bool set_range(const struct key *key, const char *value, struct run_config *config)
{
    uint64_t from, to;
    const char *end = parse_number(value, &from);

    if (!end || *end != '-' || !(end = parse_number(end + 1, &to)) || *end || from >= to ||
        (from | to) % RANGE_GRANULE)
        return false;
    store(key, from, config);
    config->range_to = to;
    return true;
}

/* docs/rig.md describes each. */
static const struct key keys[] = {
    { .name = "suite",
      .allowed = "expected default, all, or test name prefixes separated by commas",
      .set = set_suite,
      MEMBER(suite) },
    { .name = "label",
      .allowed = "expected ask, or 1 to 63 characters",
      .set = set_label,
      MEMBER(label) },
    { .name = "report",
      .allowed =
          "expected the URL of a folder such as http://10.0.0.1/reports/, or http:///reports/",
      .set = set_report,
      MEMBER(report) },
    { .name = "menu",
      .allowed = "expected seconds, 0 to 60",
      .set = set_number,
      .high = 60,
      MEMBER(menu) },
    { .name = "card",
      .allowed = "expected a bus address such as 0000:01:00.0",
      .set = set_card,
      MEMBER(card) },
    { .name = "loop",
      .allowed = "expected forever, or rounds, 1 to 1000000",
      .set = set_loop,
      .low = 1,
      .high = 1000000,
      MEMBER(loop) },
    { .name = "until",
      .allowed = "expected a time of day such as 06:30",
      .set = set_until,
      MEMBER(until) },
    { .name = "console",
      .allowed = "expected use or skip",
      .set = set_choice,
      .no = "skip",
      .yes = "use",
      MEMBER(use_console) },
    { .name = "risky",
      .allowed = "expected 0 or 1",
      .set = set_choice,
      .no = "0",
      .yes = "1",
      MEMBER(risky) },
    { .name = "device",
      .allowed = "expected silicon or model",
      .set = set_choice,
      .no = "silicon",
      .yes = "model",
      MEMBER(model) },
    { .name = "mode", .allowed = "expected test, pci or probe", .set = set_mode, MEMBER(mode) },
    { .name = "post", .allowed = "expected auto, dry, run or off", .set = set_post, MEMBER(post) },
    { .name = "post_i2c",
      .allowed = "expected addresses of devices on I2C, 0x08 to 0x77, separated by commas",
      .set = set_i2c },
    { .name = "dump",
      .allowed = "expected off, vbios, regs or all",
      .set = set_dump,
      MEMBER(dump_vbios) },
    { .name = "log", .allowed = "expected off, mmio or mmio:write", .set = set_log, MEMBER(log) },
    { .name = "step",
      .allowed = "expected 0 or 1",
      .set = set_choice,
      .no = "0",
      .yes = "1",
      MEMBER(step) },
    { .name = "m2mf",
      .allowed = "expected 1 or 0",
      .set = set_choice,
      .no = "1",
      .yes = "0",
      MEMBER(no_copies) },
    { .name = "reset",
      .allowed = "expected off or port",
      .set = set_choice,
      .no = "off",
      .yes = "port",
      MEMBER(reset_by_port) },
    { .name = "chip_width",
      .allowed = "expected 16 or 32",
      .set = set_chip_width,
      MEMBER(chip_width) },
    { .name = "max_temp",
      .allowed = "expected degrees C, 40 to 120",
      .set = set_number,
      .low = 40,
      .high = 120,
      MEMBER(max_temp) },
    { .name = "heat",
      .allowed = "expected seconds, 0 to 600",
      .set = set_number,
      .high = 600,
      MEMBER(heat) },
    { .name = "part",
      .allowed = "expected a partition, 0 to 7",
      .set = set_part,
      .high = 7,
      MEMBER(part) },
    { .name = "range",
      .allowed = "expected FROM-TO in bytes of VRAM, multiples of 64K, such as 0x100000-0x200000",
      .set = set_range,
      MEMBER(range_from) },
    { .name = "seconds",
      .allowed = "expected seconds, 1 to 86400",
      .set = set_number,
      .low = 1,
      .high = 86400,
      MEMBER(seconds) },
    { .name = "hold",
      .allowed = "expected seconds, 1 to 255",
      .set = set_number,
      .low = 1,
      .high = 255,
      MEMBER(hold) },
    { .name = "seed",
      .allowed = "expected a number of 32 bits",
      .set = set_number,
      .high = UINT32_MAX,
      MEMBER(seed) },
};

#define KEY_COUNT ARRAY_SIZE(keys)

const char *config_key(unsigned index)
{
    return index < KEY_COUNT ? keys[index].name : NULL;
}

static struct text complaint(const struct line *line)
{
    struct text text = text_in(line->error, CONFIG_ERROR_MAX);

    text_format(&text, "%s line %u: ", line->file, line->number);
    return text;
}

static enum err unknown_key(const struct line *line)
{
    struct text text = complaint(line);

    text_format(&text, "%s=%s: unknown key; known are", line->key, line->value);
    for (unsigned i = 0; i < KEY_COUNT; i++)
        text_format(&text, " %s", keys[i].name);
    return ERR_CONFIG;
}

/* `lines` has the number of the line that each key was in before; 0: none. */
static enum err set_key(const struct line *line, struct run_config *config, unsigned *lines)
{
    struct text text = complaint(line);
    unsigned i = 0;

    while (i < KEY_COUNT && !string_equal(line->key, keys[i].name))
        i++;
    if (i == KEY_COUNT)
        return unknown_key(line);
    text_format(&text, "%s=%s: ", line->key, line->value);
    if (lines[i]) {
        text_format(&text, "line %u has that key already", lines[i]);
        return ERR_CONFIG;
    }
    lines[i] = line->number;
    if (keys[i].set(&keys[i], line->value, config))
        return OK;
    text_string(&text, keys[i].allowed);
    return ERR_CONFIG;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* Copies a part of the line without the blanks at its ends; false: too long or not printable. */
static bool take(char *out, size_t size, const char *from, const char *to)
{
    size_t used = 0;

    while (from < to && is_space(*from))
        from++;
    while (to > from && is_space(to[-1]))
        to--;
    for (; from < to; from++) {
        if (used + 1 >= size || *from < ' ' || *from > '~')
            return false;
        out[used++] = *from;
    }
    out[used] = '\0';
    return true;
}

static const char *find(const char *from, const char *to, char c)
{
    while (from < to && *from != c)
        from++;
    return from;
}

/* What follows a '#' is a comment; an empty line says nothing. */
static enum err parse_line(struct line *line, const char *from, const char *to,
                           struct run_config *config, unsigned *lines)
{
    to = find(from, to, '#');
    while (from < to && is_space(*from))
        from++;
    if (from == to)
        return OK;
    const char *const equals = find(from, to, '=');

    if (equals == to || !take(line->key, sizeof(line->key), from, equals) ||
        !take(line->value, sizeof(line->value), equals + 1, to)) {
        struct text text = complaint(line);

        text_format(&text, "expected key=value in printable ASCII, value below %u characters",
                    CONFIG_SUITE_MAX);
        return ERR_CONFIG;
    }
    return set_key(line, config, lines);
}

/* Some editors begin a text with the mark of UTF-8. */
static size_t mark_size(const char *text, size_t size)
{
    return size >= 3 && text[0] == '\xef' && text[1] == '\xbb' && text[2] == '\xbf' ? 3 : 0;
}

enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX])
{
    struct line line = { .file = file, .error = error };
    struct run_config wanted = *config;
    unsigned lines[KEY_COUNT] = { 0 };
    const char *const end = text + size;

    if (size > CONFIG_MAX_BYTES) {
        struct text message = text_in(error, CONFIG_ERROR_MAX);

        text_format(&message, "%s: %zu bytes, at most %u are read", file, size, CONFIG_MAX_BYTES);
        return ERR_CONFIG;
    }
    text += mark_size(text, size);
    while (text < end) {
        const char *const stop = find(text, end, '\n');

        line.number++;
        if (parse_line(&line, text, stop, &wanted, lines) != OK)
            return ERR_CONFIG;
        text = stop < end ? stop + 1 : end;
    }
    *config = wanted;
    return OK;
}
