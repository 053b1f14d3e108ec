#include "tests/suite/sums_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/kit/tests.h"

struct access_list *accesses;

int access_open(void **state)
{
    (void)state;
    accesses = calloc(1, sizeof(*accesses));
    tests_own(accesses, free);
    return !accesses;
}

void access_put(const char *format, ...)
{
    const size_t room = sizeof(accesses->list) - accesses->used;
    va_list arguments;

    va_start(arguments, format);
    const size_t size = (size_t)vsnprintf(accesses->list + accesses->used, room, format, arguments);
    va_end(arguments);
    assert_true(size < room);
    accesses->used += size;
}

/* ---- the bus ---- */

/* In their order: a difference shows whatever follows. */
static void add(bus_addr at, uint64_t word)
{
    accesses->count++;
    accesses->sum = (accesses->sum ^ at.v << 32 ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    accesses->sum ^= accesses->sum >> 29;
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    if (accesses->one)
        accesses->one(at, 'r', size);
    add(at, size);
    return accesses->tap.real->read(bus, at, size);
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    if (accesses->one)
        accesses->one(at, 'w', size);
    add(at, value);
    accesses->tap.real->write(bus, at, size, value);
}

static void see_write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add((bus_addr){ at.v + 4 * i }, words[i]);
    accesses->tap.real->write_words(bus, at, words, count);
}

static void see_read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    add(at, count);
    accesses->tap.real->read_words(bus, at, words, count);
}

void access_look(struct rig *rig)
{
    bus_tap(&accesses->tap, host_bus(rig->host));
    accesses->tap.ops.read = see_read;
    accesses->tap.ops.write = see_write;
    accesses->tap.ops.write_words = see_write_words;
    accesses->tap.ops.read_words = see_read_words;
}

/* ---- records ---- */

static void end_test(void)
{
    if (!accesses->running)
        return;
    if (accesses->end)
        accesses->end();
    access_put("  %u accesses, sum %016llx\n", accesses->count, (unsigned long long)accesses->sum);
    accesses->running = false;
}

static void see_line(const char *line)
{
    char name[80], type[20];

    if (sscanf(line, "{\"type\":\"%19[a-z]\"", type) != 1)
        fail_msg("a record without a type: %s", line);
    if (!strcmp(type, "end"))
        end_test();
    const char *const test = strstr(line, "\"test\":\"");
    if (strcmp(type, "start") != 0 || sscanf(test, "\"test\":\"%79[a-z0-9_.]", name) != 1)
        return;
    accesses->running = true;
    accesses->count = 0;
    accesses->sum = 0;
    if (accesses->begin)
        accesses->begin();
    access_put("%s\n", name);
}

/* Records come as they are held, perhaps several at once. */
void access_records(void *opaque, const char *records, size_t size)
{
    char *const all = strndup(records, size);

    (void)opaque;
    assert_non_null(all);
    for (char *line = strtok(all, "\n"); line; line = strtok(NULL, "\n"))
        see_line(line);
    free(all);
}

/* ---- lists ---- */

FILE *access_file(const char *folder, const char *name, const char *mode)
{
    char path[300];

    snprintf(path, sizeof(path), "%s/%s.txt", folder, name);
    FILE *const file = fopen(path, mode);
    if (!file)
        fail_msg("cannot open %s", path);
    return file;
}

void access_compare(const char *folder, const char *name)
{
    const char *const to = getenv("LISTS");
    FILE *const file = access_file(to ? to : folder, name, to ? "w" : "r");
    char wanted[2000], test[200] = "", *rest = accesses->list;

    if (to)
        fputs(accesses->list, file);
    while (!to && fgets(wanted, sizeof(wanted), file)) {
        const char *const next = strsep(&rest, "\n");
        const char *const line = next ? next : "(no more)";

        wanted[strcspn(wanted, "\n")] = '\0';
        if (*line != ' ')
            snprintf(test, sizeof(test), "%s", line);
        if (strcmp(wanted, line) != 0)
            fail_msg("%s/%s.txt: %s\nwanted \"%s\"\nseen   \"%s\"", folder, name, test, wanted,
                     line);
    }
    if (!to && rest && *rest)
        fail_msg("%s/%s.txt: behind its end there is \"%.80s\"", folder, name, rest);
    fclose(file);
}
