#include "tools/bar0.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hw/bits.h"
#include "tools/input.h"

#define WORDS_MOST 64

/* The window into memory, which both families have in the same place (tesla-mmio.md §3.3, gv100.md §2.1). */
#define WINDOW         0x001700
#define WINDOW_ADDRESS BITS(23, 0)  /* >> 16 */
#define WINDOW_TARGET  BITS(25, 24) /* 0: VRAM */
#define WINDOW_AT      0x700000
#define WINDOW_BYTES   0x100000

static bool open_empty(struct bar0 *out)
{
    const size_t size = BAR0_BYTES + BAR0_BYTES / 32;
    void *const bytes =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (bytes == MAP_FAILED)
        return false;
    *out = (struct bar0){ .words = bytes, .present = (uint8_t *)bytes + BAR0_BYTES };
    return true;
}

void bar0_close(struct bar0 *dump)
{
    if (dump->words)
        munmap(dump->words, BAR0_BYTES + BAR0_BYTES / 32);
    *dump = (struct bar0){ 0 };
}

static void put(struct bar0 *dump, uint64_t at, uint32_t word)
{
    const uint64_t i = at / 4;

    if (at % 4 || at >= BAR0_BYTES)
        return;
    dump->count += !(dump->present[i / 8] >> i % 8 & 1);
    dump->present[i / 8] |= (uint8_t)(1u << i % 8);
    dump->words[i] = word;
}

bool bar0_word(const struct bar0 *dump, uint32_t at, uint32_t *word)
{
    const uint32_t i = at / 4;

    if (at % 4 || at >= BAR0_BYTES || !(dump->present[i / 8] >> i % 8 & 1))
        return false;
    *word = dump->words[i];
    return true;
}

/* ---- raw ---- */

static void put_raw(struct bar0 *dump, const uint8_t *bytes, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at + 4 <= to && at < BAR0_BYTES; at += 4) {
        uint32_t word;

        memcpy(&word, bytes + at, 4); /* the host command runs on little-endian machines alone */
        put(dump, at, word);
    }
}

/* Where the file system knows of holes they were not read; elsewhere the whole file was. */
static void load_raw(struct bar0 *dump, const struct image *file)
{
    const int fd = open(file->name, O_RDONLY | O_CLOEXEC);
    const off_t end = (off_t)file->size;
    off_t data = fd < 0 ? -1 : lseek(fd, 0, SEEK_DATA), hole;

    dump->raw = true;
    if (data < 0)
        put_raw(dump, file->bytes, 0, file->size);
    while (data >= 0 && data < end) {
        hole = lseek(fd, data, SEEK_HOLE);
        if (hole < 0)
            hole = end;
        put_raw(dump, file->bytes, (uint64_t)data & ~UINT64_C(3), (uint64_t)hole);
        data = lseek(fd, hole, SEEK_DATA);
    }
    if (fd >= 0)
        close(fd);
}

/* ---- text ---- */

static bool parse_word(struct word word, uint64_t *value)
{
    bool over;

    return word.length <= 10 && word_bare_hex(word, value, &over) && !over;
}

static bool has_0x(struct word word)
{
    return word.length > 2 && memcmp(word.chars, "0x", 2) == 0;
}

/* "PMC 0x000200 0x40000020". */
static bool take_labelled(struct bar0 *dump, const struct word words[3])
{
    uint64_t at, value;

    if (!has_0x(words[1]) || !has_0x(words[2]) || !parse_word(words[1], &at) ||
        !parse_word(words[2], &value) || at % 4 || value > UINT32_MAX)
        return false;
    put(dump, at, (uint32_t)value);
    return true;
}

/* "00619444: badf1301 ..."; true also of the mark that nvapeek prints for a stretch of equal
 * words. */
static bool take_line(struct bar0 *dump, const struct line *line)
{
    struct word words[WORDS_MOST];
    const unsigned count = line_split(line, words, WORDS_MOST);
    uint64_t at, value;

    if (!count || word_is(words[0], "..."))
        return true;
    if (count == 3 && take_labelled(dump, words))
        return true;
    if (count < 2 || count > WORDS_MOST || words[0].length < 2 ||
        words[0].chars[words[0].length - 1] != ':')
        return false;
    words[0].length--;
    if (!parse_word(words[0], &at) || at % 4)
        return false;
    for (unsigned i = 1; i < count; i++)
        if (!parse_word(words[i], &value) || value > UINT32_MAX)
            return false;
    for (unsigned i = 1; i < count; i++, at += 4)
        if (parse_word(words[i], &value))
            put(dump, at, (uint32_t)value);
    return true;
}

static void load_text(struct bar0 *dump, const char *at, uint64_t size)
{
    while (size) {
        const char *const newline = memchr(at, '\n', size);
        struct line line = { .chars = at, .length = newline ? (size_t)(newline - at) : size };
        const size_t step = line.length + (newline != NULL);

        if (line.length && line.chars[line.length - 1] == '\r')
            line.length--;
        dump->passed += !take_line(dump, &line);
        at += step;
        size -= step;
    }
}

/* ---- JSON ---- */

static bool hex_text(const json_t *text, uint64_t *value)
{
    const char *const chars = json_string_value(text);

    return chars && parse_word(word_of_text(chars), value);
}

/* The first of these members that is a string of hexadecimal digits. */
static bool hex_member(const json_t *object, const char *const *names, uint64_t *value)
{
    while (*names && !hex_text(json_object_get(object, *names), value))
        names++;
    return *names;
}

/* Every object in which a register is: one with its place and word, or one whose members are places with their words.
 * As deep as the parser allows. */
static void see_json(struct bar0 *dump, json_t *here)
{
    static const char *const places[] = { "addr", "address", "offset", NULL };
    static const char *const values[] = { "value", "hex", NULL };
    uint64_t at, word;

    if (hex_member(here, places, &at) && hex_member(here, values, &word) && word <= UINT32_MAX) {
        put(dump, at, (uint32_t)word);
        return;
    }
    for (size_t i = 0; i < json_array_size(here); i++)
        see_json(dump, json_array_get(here, i));
    for (void *i = json_object_iter(here); i; i = json_object_iter_next(here, i)) {
        const char *const name = json_object_iter_key(i);
        json_t *const member = json_object_iter_value(i);

        if (strncmp(name, "0x", 2) == 0 && parse_word(word_of_text(name), &at) &&
            hex_text(member, &word) && word <= UINT32_MAX)
            put(dump, at, (uint32_t)word);
        else
            see_json(dump, member);
    }
}

/* Of JSON, whose bytes have been read. False: it is no such document. */
static bool bar0_load_json(const char *text, size_t size, struct bar0 *out)
{
    static const char *const boot_0[] = { "boot0", NULL };
    json_error_t error;
    json_t *const document = json_loadb(text, size, 0, &error);
    /* A document with cards is a probe.json, whose places are those of configuration space. */
    const bool good = document && !json_object_get(document, "cards") && open_empty(out);
    uint64_t word;

    if (good)
        see_json(out, document);
    if (good && hex_member(document, boot_0, &word))
        put(out, 0, (uint32_t)word);
    json_decref(document);
    return good && out->count;
}

/* ---- any ---- */

static bool is_text(const struct image *file)
{
    for (uint64_t i = 0; i < file->size && i < 4096; i++)
        if ((file->bytes[i] < ' ' || file->bytes[i] >= 0x7f) && file->bytes[i] != '\n' &&
            file->bytes[i] != '\r' && file->bytes[i] != '\t')
            return false;
    return true;
}

static bool is_json(const struct image *file)
{
    uint64_t i = 0;

    while (i < file->size && (file->bytes[i] == ' ' || file->bytes[i] == '\n'))
        i++;
    return i < file->size && file->bytes[i] == '{';
}

static bool load(const struct image *file, struct bar0 *out)
{
    if (is_text(file) && is_json(file))
        return bar0_load_json((const char *)file->bytes, (size_t)file->size, out);
    if (!open_empty(out))
        return false;
    if (is_text(file))
        load_text(out, (const char *)file->bytes, file->size);
    else
        load_raw(out, file);
    return out->count > 0;
}

bool bar0_load(const char *name, struct bar0 *out, char why[IMAGE_WHY])
{
    struct image file = { 0 };
    bool good;

    *out = (struct bar0){ 0 };
    if (!image_open(name, &file, why))
        return false;
    good = load(&file, out);
    if (!good) {
        snprintf(why, IMAGE_WHY,
                 "%s: no dump of BAR0: neither raw nor lines of ADDRESS: WORD nor JSON", name);
        bar0_close(out);
    }
    image_close(&file);
    return good;
}

/* Ends at the first word that was not read, because an image of VRAM may have no holes. */
bool bar0_window(const struct bar0 *dump, struct image *out, const char *name, char why[IMAGE_WHY])
{
    uint32_t window, word, size = 0;

    if (!bar0_word(dump, WINDOW, &window) || FIELD_GET(WINDOW_TARGET, window)) {
        snprintf(why, IMAGE_WHY, "%s: 0x%06x, which says where the window to VRAM stands, %s", name,
                 WINDOW,
                 bar0_word(dump, WINDOW, &window) ? "points to system memory" : "was not read");
        return false;
    }
    while (size < WINDOW_BYTES && bar0_word(dump, WINDOW_AT + size, &word))
        size += 4;
    if (!size) {
        snprintf(why, IMAGE_WHY, "%s: the window to VRAM at 0x%06x was not read", name, WINDOW_AT);
        return false;
    }
    *out = (struct image){ .name = name,
                           .bytes = (const uint8_t *)(dump->words + WINDOW_AT / 4),
                           .base = (uint64_t)FIELD_GET(WINDOW_ADDRESS, window) << 16,
                           .size = size };
    return true;
}
