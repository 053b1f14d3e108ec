#include "tools/report/private.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tools/report/folder.h"
#include "tools/report/utf8.h"

#define REMOVED  "(removed)"
#define NAME_MIN 4 /* a shorter one may stand anywhere by chance */

/* The members of a record that name one card or one customer. */
static const char *const members[] = { "serial", "label" };

/* Lines of report.txt and of barecard.cfg that name them. */
static const char *const beginnings[] = { "Label ", "  serial number ", "label=", "label =" };

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void add_name(struct names *names, const char *name)
{
    if (strlen(name) < NAME_MIN)
        return;
    if (names->count == names->room) {
        names->room = names->room ? 2 * names->room : 64;
        names->all = realloc(names->all, names->room * sizeof(*names->all));
    }
    char *const copy = strdup(name);
    if (!names->all || !copy)
        abort(); /* out of memory */
    names->all[names->count++] = copy;
}

/* A name in three forms: as it is, as a string of JSON writes it, and as the firmware puts it into the name of a file:
 * there all but letters, digits, '_', '-' and '.' is '_', and so is a dot at the start. */
static void add_all(struct names *names, const char *name)
{
    json_t *const string = json_string(name);
    char *const escaped = json_dumps(string, JSON_ENCODE_ANY);

    add_name(names, name);
    if (escaped && strlen(escaped) > 2) {
        escaped[strlen(escaped) - 1] = '\0';
        add_name(names, escaped + 1);
    }
    free(escaped);
    json_decref(string);
    char *const file = strdup(name);
    for (size_t i = 0; file && file[i]; i++)
        if (!isalnum((unsigned char)file[i]) && !strchr(i ? "_-." : "_-", file[i]))
            file[i] = '_';
    add_name(names, file ? file : "");
    free(file);
}

/* Calls `each` for every line of a file, without its end. */
static bool each_line(const char *file, void (*each)(void *opaque, char *line, size_t length),
                      void *opaque)
{
    FILE *const from = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool first = true;

    if (!from)
        return false;
    while ((length = getline(&line, &room, from)) > 0) {
        if (line[length - 1] == '\n')
            line[--length] = '\0';
        char *const text = first ? line + (utf8_after_mark(line) - line) : line;
        first = false;
        each(opaque, text, (size_t)(length - (text - line)));
    }
    const bool good = !ferror(from);

    free(line);
    fclose(from);
    return good;
}

static void collect(void *opaque, char *line, size_t length)
{
    struct names *const names = opaque;
    json_t *const object = line[0] == '{' ? json_loadb(line, length, 0, NULL) : NULL;

    for (size_t i = 0; i < COUNT(members); i++) {
        const char *const name = json_string_value(json_object_get(object, members[i]));

        if (name)
            add_all(names, name);
    }
    json_decref(object);
}

bool names_collect(struct names *names, const char *file)
{
    return each_line(file, collect, names);
}

/* ---- the copy -------------------------------------------------------------------------------- */

struct copy {
    struct names *names;
    FILE *to;
};

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_names(struct names *names)
{
    if (names->count != names->sorted)
        qsort(names->all, names->count, sizeof(*names->all), compare);
    names->sorted = names->count;
}

/* The first of the names from `low` on, below `high`, whose character at that depth is `c` or a greater one. */
static unsigned first_from(const struct names *names, unsigned low, unsigned high, size_t depth,
                           unsigned c)
{
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;

        if ((unsigned char)names->all[middle][depth] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Which name begins at this place; null: none. The longest one, where one holds another. The names are sorted, so
 * those that begin like the text are neighbours: with each of its characters there are fewer. */
static const char *name_at(const struct names *names, const char *at)
{
    unsigned low = 0, high = names->count;
    const char *found = NULL;

    for (size_t depth = 0; at[depth] && low < high; depth++) {
        const unsigned c = (unsigned char)at[depth];

        low = first_from(names, low, high, depth, c);
        high = first_from(names, low, high, depth, c + 1);
        if (low < high && !names->all[low][depth + 1])
            found = names->all[low];
    }
    return found;
}

static void put_text(struct copy *copy, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const char *const name = name_at(copy->names, text + i);

        if (name) {
            fputs(REMOVED, copy->to);
            copy->names->removed++;
            i += strlen(name);
        } else {
            fputc(text[i++], copy->to);
        }
    }
}

static bool begins_private(const char *line)
{
    for (size_t i = 0; i < COUNT(beginnings); i++)
        if (strncmp(line, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

/* The line without its private members, to be freed; null: it has none, or is no object. */
static char *without_members(struct names *names, const char *line, size_t length)
{
    json_t *const object = line[0] == '{' ? json_loadb(line, length, 0, NULL) : NULL;
    char *text = NULL;
    unsigned removed = 0;

    for (size_t i = 0; i < COUNT(members); i++)
        removed += json_object_del(object, members[i]) == 0;
    if (removed)
        text = json_dumps(object, JSON_COMPACT | JSON_PRESERVE_ORDER);
    names->removed += removed;
    json_decref(object);
    return text;
}

static void copy_line(void *opaque, char *line, size_t length)
{
    struct copy *const copy = opaque;
    char *const object = without_members(copy->names, line, length);

    if (!object && begins_private(line)) {
        copy->names->removed++;
        return;
    }
    put_text(copy, object ? object : line, object ? strlen(object) : length);
    fputc('\n', copy->to);
    free(object);
}

bool private_copy(struct names *names, const char *from, const char *to)
{
    struct copy copy = { .names = names, .to = fopen(to, "w") };

    if (!copy.to)
        return false;
    sort_names(names);
    const bool read = each_line(from, copy_line, &copy);
    const bool written = !ferror(copy.to);
    return fclose(copy.to) == 0 && written && read;
}

/* The card's place in "20261122T103000-525400123456-SN4711.jsonl"; null: the firmware gave another name. */
static const char *card_in(const char *file)
{
    const char *const mac = strchr(file, '-');
    char *const rig = report_rig_of_name(file);

    free(rig);
    return rig ? mac + 1 + strlen("525400123456-") : NULL;
}

char *private_name(struct names *names, const char *file)
{
    const char *const card = card_in(file), *const end = strrchr(file, '.');
    char *name = NULL;
    size_t size = 0;
    struct copy copy = { .names = names, .to = open_memstream(&name, &size) };

    if (!copy.to)
        abort(); /* out of memory */
    sort_names(names);
    if (card && end && end > card) {
        fprintf(copy.to, "%.*s" REMOVED "%s", (int)(card - file), file, end);
        names->removed++;
    } else {
        put_text(&copy, file, strlen(file));
    }
    fclose(copy.to);
    return name;
}

void names_free(struct names *names)
{
    for (unsigned i = 0; i < names->count; i++)
        free(names->all[i]);
    free(names->all);
    *names = (struct names){ 0 };
}
