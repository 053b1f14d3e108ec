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
            return complain(line, "expected default, all, or test name prefixes separated by commas");
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

static enum err set_max_temp(const struct line *line, struct run_config *config)
{
    unsigned value = 0;

    for (const char *c = line->value; *c; c++) {
        if (*c < '0' || *c > '9' || value > 1000)
            return complain(line, "expected degrees C, 40 to 120");
        value = value * 10 + (unsigned)(*c - '0');
    }
    if (value < 40 || value > 120)
        return complain(line, "expected degrees C, 40 to 120");
    config->max_temp = (uint8_t)value;
    return OK;
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
    if (string_equal(line->key, "chip_width"))
        return set_chip_width(line, config);
    if (string_equal(line->key, "max_temp"))
        return set_max_temp(line, config);
    return complain(line, "unknown key; known are suite console risky device chip_width max_temp");
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
        text_format(&text, "%s line %u: expected key=value in printable ASCII, value below %u characters",
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
