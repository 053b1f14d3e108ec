#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/hw/gv100/defs_rig.h"
#include "tests/kit/tests.h"

/* ---- sums: numbers, i, + - * and parentheses ---- */

struct sum {
    const char *at;
    uint64_t i;
};

static uint64_t sum_value(struct sum *s);

static uint64_t factor(struct sum *s)
{
    uint64_t value;
    char *end;

    if (*s->at == '(') {
        s->at++;
        value = sum_value(s);
        assert_int_equal(*s->at, ')');
        s->at++;
        return value;
    }
    if (*s->at == 'i') {
        s->at++;
        return s->i;
    }
    value = strtoull(s->at, &end, 0);
    if (end == s->at)
        fail_msg("no number: %s", s->at);
    s->at = end;
    return value;
}

static uint64_t product(struct sum *s)
{
    uint64_t value = factor(s);

    while (*s->at == '*') {
        s->at++;
        value *= factor(s);
    }
    return value;
}

static uint64_t sum_value(struct sum *s)
{
    uint64_t value = product(s);

    while (*s->at == '+' || *s->at == '-') {
        const bool minus = *s->at++ == '-';
        const uint64_t more = product(s);

        value = minus ? value - more : value + more;
    }
    return value;
}

uint64_t def_number(const struct def *def)
{
    struct sum s = { .at = def->text };
    const uint64_t value = sum_value(&s);

    if (*s.at)
        fail_msg("%s: no number: %s", def->name, def->text);
    return value;
}

void def_bits(const struct def *def, uint64_t i, uint64_t *high, uint64_t *low)
{
    struct sum s = { .at = def->text, .i = i };

    *high = sum_value(&s);
    if (*s.at != ':')
        fail_msg("%s: no field: %s", def->name, def->text);
    s.at++;
    *low = sum_value(&s);
    if (*s.at)
        fail_msg("%s: no field: %s", def->name, def->text);
}

/* ---- files ---- */

const struct chip *const defs_chips[2] = { &gv100_chips[CHIP_GV100].chip,
                                           &gv100_chips[CHIP_TU104].chip };

/* This chip's part of a text, of GV100/TU104 or of one text for both; false: it lacks it. */
static bool text_of(const struct chip *chip, char **text)
{
    char *const turing = strchr(*text, '/');

    if (turing)
        *turing = '\0';
    if (turing && (chip_bit(chip) & CHIPS_TURING))
        *text = turing + 1;
    return strcmp(*text, "-") != 0;
}

static void add(struct defs *defs, const char *name, const char *text)
{
    struct def *def;
    char *indexed;

    defs->list = realloc(defs->list, (defs->count + 1) * sizeof(*defs->list));
    assert_non_null(defs->list);
    def = &defs->list[defs->count++];
    memset(def, 0, sizeof(*def));
    assert_true(strlen(name) < sizeof(def->name) && strlen(text) < sizeof(def->text));
    memcpy(def->name, name, strlen(name));
    memcpy(def->text, text, strlen(text));
    def->is_field = strchr(text, ':') != NULL;
    indexed = strstr(def->name, "(i)");
    def->is_indexed = indexed != NULL;
    if (indexed)
        *indexed = '\0';
}

/* A name and its text, unless the line goes on with the one before; then values of that name, NAME=NUMBER; what the
 * reference adds is in small letters. A name that a manual lacks has no values there. */
static void take(struct defs *defs, char *line, char owner[96])
{
    char *rest = line, *word = strtok_r(line, "\t\n ", &rest), *text;
    char name[200];

    if (*line != '\t' && word) {
        text = strtok_r(NULL, "\t\n ", &rest);
        assert_non_null(text);
        *owner = '\0';
        if (text_of(defs->chip, &text)) {
            add(defs, word, text);
            snprintf(owner, 96, "%s", word);
        }
        word = strtok_r(NULL, "\t\n ", &rest);
    }
    for (; word && *owner; word = strtok_r(NULL, "\t\n ", &rest)) {
        text = strchr(word, '=');
        assert_non_null(text);
        *text++ = '\0';
        snprintf(name, sizeof(name), "%s_%s", owner, word);
        if (!islower((unsigned char)*word) && text_of(defs->chip, &text))
            add(defs, name, text);
    }
}

struct defs defs_read(const char *name, const struct chip *chip)
{
    struct defs defs = { .chip = chip };
    char path[128], line[256], owner[96] = "";
    FILE *file;

    snprintf(path, sizeof(path), "tests/hw/gv100/%s.def", name);
    file = fopen(path, "r");
    if (!file)
        fail_msg("cannot read %s", path);
    while (file && fgets(line, sizeof(line), file))
        if (*line != '#')
            take(&defs, line, owner);
    if (file)
        fclose(file);
    assert_true(defs.count > 0);
    return defs;
}

void defs_free(struct defs *defs)
{
    free(defs->list);
}

const struct def *defs_find(const struct defs *defs, const char *name)
{
    for (size_t i = 0; i < defs->count; i++)
        if (strcmp(defs->list[i].name, name) == 0)
            return &defs->list[i];
    return NULL;
}

const char *def_behind(const struct def *def, const char *prefix)
{
    const size_t length = strlen(prefix);

    return strncmp(def->name, prefix, length) == 0 ? def->name + length : NULL;
}
