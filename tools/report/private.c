#include "tools/report/private.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#define REMOVED  "(removed)"
#define NAME_MIN 4 /* a shorter one may stand anywhere by chance */

/* The members of a record that name one card or one customer. */
static const char *const members[] = { "serial", "label" };

/* Lines of report.txt that do, and of barecard.cfg. */
static const char *const beginnings[] = { "Label ", "  serial number ", "label=", "label =" };

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static void add_name(struct names *names, const char *name)
{
    if (strlen(name) < NAME_MIN)
        return;
    for (unsigned i = 0; i < names->count; i++)
        if (strcmp(names->all[i], name) == 0)
            return;
    names->all = realloc(names->all, (names->count + 1) * sizeof(*names->all));
    if (!names->all)
        abort(); /* out of memory */
    names->all[names->count++] = strdup(name);
}

/* As it is, and as a string of JSON writes it. */
static void add_both(struct names *names, const char *name)
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
}

/* Calls `each` for every line of a file, without its end. */
static bool each_line(const char *file, void (*each)(void *opaque, char *line, size_t length),
                      void *opaque)
{
    FILE *const from = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;

    if (!from)
        return false;
    while ((length = getline(&line, &room, from)) > 0) {
        if (line[length - 1] == '\n')
            line[--length] = '\0';
        each(opaque, line, (size_t)length);
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
            add_both(names, name);
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

/* Which name begins at this place; null: none. The longest one, where one holds another. */
static const char *name_at(const struct names *names, const char *at)
{
    const char *found = NULL;

    for (unsigned i = 0; i < names->count; i++)
        if (strncmp(at, names->all[i], strlen(names->all[i])) == 0 &&
            (!found || strlen(found) < strlen(names->all[i])))
            found = names->all[i];
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
    const bool read = each_line(from, copy_line, &copy);
    const bool written = !ferror(copy.to);
    return fclose(copy.to) == 0 && written && read;
}

void names_free(struct names *names)
{
    for (unsigned i = 0; i < names->count; i++)
        free(names->all[i]);
    free(names->all);
    *names = (struct names){ 0 };
}
