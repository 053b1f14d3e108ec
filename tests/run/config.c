#include "tests/run/config.h"

#include "engines/text.h"

void config_defaults(struct run_config *config)
{
    struct text suite = text_in(config->suite, sizeof(config->suite));

    config->use_console = false;
    config->risky = false;
    config->model = false;
    config->chip_width = 0;
    config->max_temp = 95;
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

static enum err complain(const struct line *line, const char *what)
{
    struct text text = text_in(line->error, CONFIG_ERROR_MAX);

    text_format(&text, "%s line %u: %s=%s: %s", line->file, line->number, line->key, line->value,
                what);
    return ERR_CONFIG;
}

static enum err set_choice(const struct line *line, const char *no, const char *yes, bool *out,
                           const char *allowed)
{
    if (!string_equal(line->value, no) && !string_equal(line->value, yes))
        return complain(line, allowed);
    *out = string_equal(line->value, yes);
    return OK;
}

static bool is_suite_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == ',';
}

static enum err set_suite(const struct line *line, struct run_config *config)
{
    struct text suite = text_in(config->suite, sizeof(config->suite));

    for (const char *c = line->value; *c; c++)
        if (!is_suite_character(*c))
            return complain(line,
                            "expected default, all, or test name prefixes separated by commas");
    if (!line->value[0])
        return complain(line, "expected default, all, or test name prefixes separated by commas");
    text_string(&suite, line->value);
    return OK;
}

static enum err set_chip_width(const struct line *line, struct run_config *config)
{
    if (!string_equal(line->value, "16") && !string_equal(line->value, "32"))
        return complain(line, "expected 16 or 32");
    config->chip_width = string_equal(line->value, "16") ? 16 : 32;
    return OK;
}

/* Decimal, or hexadecimal with 0x, up to its end or a dash; null: no number, or above 2^32. */
static const char *parse_number(const char *text, uint64_t *out)
{
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *c = hex ? text + 2 : text;
    const char *const first = c;

    for (*out = 0; *c && *c != '-'; c++) {
        const unsigned digit = *c >= '0' && *c <= '9'          ? (unsigned)(*c - '0')
                               : hex && *c >= 'a' && *c <= 'f' ? (unsigned)(*c - 'a' + 10)
                               : hex && *c >= 'A' && *c <= 'F' ? (unsigned)(*c - 'A' + 10)
                                                               : 16;

        if (digit == 16 || *out > UINT64_C(1) << 32)
            return NULL;
        *out = *out * (hex ? 16 : 10) + digit;
    }
    return c == first || *out > UINT64_C(1) << 32 ? NULL : c;
}

static enum err set_number(const struct line *line, uint64_t low, uint64_t high, uint64_t *out,
                           const char *allowed)
{
    uint64_t value;
    const char *const end = parse_number(line->value, &value);

    if (!end || *end || value < low || value > high)
        return complain(line, allowed);
    *out = value;
    return OK;
}

static enum err set_max_temp(const struct line *line, struct run_config *config)
{
    uint64_t value = 0;
    const enum err e = set_number(line, 40, 120, &value, "expected degrees C, 40 to 120");

    if (e == OK)
        config->max_temp = (uint8_t)value;
    return e;
}

static enum err set_part(const struct line *line, struct run_config *config)
{
    uint64_t value = 0;
    const enum err e = set_number(line, 0, 7, &value, "expected a partition, 0 to 7");

    if (e == OK) {
        config->has_part = true;
        config->part = (uint8_t)value;
    }
    return e;
}

/* FROM-TO, to exclusive. */
static enum err set_range(const struct line *line, struct run_config *config)
{
    static const char allowed[] =
        "expected FROM-TO in bytes of VRAM, multiples of 64K, such as 0x100000-0x200000";
    uint64_t from, to;
    const char *end = parse_number(line->value, &from);

    if (!end || *end != '-' || !(end = parse_number(end + 1, &to)) || *end || from >= to ||
        (from | to) % RANGE_GRANULE)
        return complain(line, allowed);
    config->range_from = from;
    config->range_to = to;
    return OK;
}

static enum err set_seconds(const struct line *line, struct run_config *config)
{
    uint64_t value = 0;
    const enum err e = set_number(line, 1, 86400, &value, "expected seconds, 1 to 86400");

    if (e == OK)
        config->seconds = (uint32_t)value;
    return e;
}

static enum err set_hold(const struct line *line, struct run_config *config)
{
    uint64_t value = 0;
    const enum err e = set_number(line, 1, 255, &value, "expected seconds, 1 to 255");

    if (e == OK)
        config->hold = (uint8_t)value;
    return e;
}

static enum err set_seed(const struct line *line, struct run_config *config)
{
    uint64_t value = 0;
    const enum err e = set_number(line, 0, UINT32_MAX, &value, "expected a number of 32 bits");

    if (e == OK)
        config->seed = (uint32_t)value;
    return e;
}

/* The keys of the memory test; ERR_NOT_FOUND: none of them. */
static enum err set_memory_key(const struct line *line, struct run_config *config)
{
    static const struct {
        const char *key;
        enum err (*set)(const struct line *line, struct run_config *config);
    } keys[] = { { "chip_width", set_chip_width },
                 { "max_temp", set_max_temp },
                 { "part", set_part },
                 { "range", set_range },
                 { "seconds", set_seconds },
                 { "hold", set_hold },
                 { "seed", set_seed } };

    for (unsigned i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (string_equal(line->key, keys[i].key))
            return keys[i].set(line, config);
    return ERR_NOT_FOUND;
}

static enum err set_key(const struct line *line, struct run_config *config)
{
    if (string_equal(line->key, "suite"))
        return set_suite(line, config);
    if (string_equal(line->key, "console"))
        return set_choice(line, "skip", "use", &config->use_console, "expected use or skip");
    if (string_equal(line->key, "risky"))
        return set_choice(line, "0", "1", &config->risky, "expected 0 or 1");
    if (string_equal(line->key, "device"))
        return set_choice(line, "silicon", "model", &config->model, "expected silicon or model");
    const enum err e = set_memory_key(line, config);
    if (e != ERR_NOT_FOUND)
        return e;
    return complain(line, "unknown key; known are suite console risky device chip_width max_temp "
                          "part range seconds hold seed");
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

static enum err parse_line(struct line *line, const char *from, const char *to,
                           struct run_config *config)
{
    const char *equals = from;

    while (from < to && is_space(*from))
        from++;
    if (from == to || *from == '#')
        return OK;
    while (equals < to && *equals != '=')
        equals++;
    struct text text = text_in(line->error, CONFIG_ERROR_MAX);
    if (equals == to || !take(line->key, sizeof(line->key), from, equals) ||
        !take(line->value, sizeof(line->value), equals + 1, to)) {
        text_format(&text,
                    "%s line %u: expected key=value in printable ASCII, value below %u characters",
                    line->file, line->number, CONFIG_SUITE_MAX);
        return ERR_CONFIG;
    }
    return set_key(line, config);
}

enum err config_parse(struct run_config *config, const char *file, const char *text, size_t size,
                      char error[CONFIG_ERROR_MAX])
{
    struct line line = { .file = file, .error = error };
    struct run_config wanted = *config;
    const char *const end = text + size;

    if (size > CONFIG_MAX_BYTES) {
        struct text message = text_in(error, CONFIG_ERROR_MAX);

        text_format(&message, "%s: %zu bytes, at most %u are read", file, size, CONFIG_MAX_BYTES);
        return ERR_CONFIG;
    }
    while (text < end) {
        const char *stop = text;

        while (stop < end && *stop != '\n')
            stop++;
        line.number++;
        if (parse_line(&line, text, stop, &wanted) != OK)
            return ERR_CONFIG;
        text = stop < end ? stop + 1 : end;
    }
    *config = wanted;
    return OK;
}
