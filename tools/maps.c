/* tools/maps.c: a list of ranges grows as pages are added; a page that continues the last range makes it longer.
 * Overlaps are found by sorting ranges by their place, differences by going through two lists at once. */
#include "tools/maps.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTES_MOST     4096
#define RANGES_A_TABLE 16 /* on average, at most */

void maps_init(struct maps *maps, size_t most)
{
    *maps = (struct maps){ .most = most };
}

void maps_free(struct maps *maps)
{
    for (size_t i = 0; i < maps->note_count; i++)
        free(maps->notes[i]);
    free(maps->notes);
    free(maps->ranges);
}

/* Makes room for one more; ends the program if there is no memory. */
static void *grow(void *list, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return list;
    *capacity = *capacity ? *capacity * 2 : 64;
    list = realloc(list, *capacity * size);
    if (!list)
        abort(); /* out of memory */
    return list;
}

/* ---- notes ---- */

static void keep(struct maps *maps, char *text)
{
    maps->notes = grow(maps->notes, maps->note_count, &maps->note_room, sizeof(*maps->notes));
    maps->notes[maps->note_count++] = text;
}

/* One more of at most NOTES_MOST notes, or of as many errors. */
static void add_note(struct maps *maps, size_t *count, const char *before, const char *format,
                     va_list list)
{
    char text[512], *note;

    if (*count == NOTES_MOST)
        return;
    ++*count;
    vsnprintf(text, sizeof(text), format, list);
    if (asprintf(&note, "%s%s", before,
                 *count == NOTES_MOST ? "and more of this, which is left out" : text) < 0)
        abort(); /* out of memory */
    keep(maps, note);
}

void maps_note(struct maps *maps, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    add_note(maps, &maps->plain_count, "", format, list);
    va_end(list);
}

void maps_error(struct maps *maps, const char *format, ...)
{
    va_list list;

    maps->incomplete = true;
    va_start(list, format);
    add_note(maps, &maps->error_count, "error: ", format, list);
    va_end(list);
}

bool maps_table(struct maps *maps)
{
    if (maps->tables < maps->most) {
        maps->tables++;
        return true;
    }
    if (!maps->full)
        maps_error(maps, "more than %zu tables: do they lead into each other? The rest is left out",
                   maps->most);
    maps->full = true;
    return false;
}

/* ---- ranges ---- */

#define TAG_MASK 0xfff /* higher bits wrap, as in a translation: tesla-vm.md §5 */

/* Whole steps of 64 KiB of addresses, so that small pages of one step share its cell. */
static uint16_t maps_tag(const struct map_range *range, uint64_t va)
{
    return (uint16_t)((range->tag + ((va >> 16) - (range->va >> 16)) * range->tag_step) & TAG_MASK);
}

/* Whether both say the same of address `va`, which may be the first past one of them. */
static bool same_page(const struct map_range *a, const struct map_range *b, uint64_t va)
{
    return a->address + (va - a->va) == b->address + (va - b->va) && a->target == b->target &&
           a->page_shift == b->page_shift && a->attributes == b->attributes &&
           a->tag_step == b->tag_step && maps_tag(a, va) == maps_tag(b, va);
}

static bool goes_on(const struct map_range *a, const struct map_range *b)
{
    if (a->va + a->size != b->va || a->sparse != b->sparse)
        return false;
    return a->sparse || same_page(a, b, b->va);
}

void maps_add(struct maps *maps, const struct map_range *range)
{
    if (maps->count && goes_on(&maps->ranges[maps->count - 1], range)) {
        maps->ranges[maps->count - 1].size += range->size;
        return;
    }
    if (maps->count >= maps->most * RANGES_A_TABLE) {
        if (!maps->full)
            maps_error(maps, "more than %zu ranges: the rest is left out", maps->count);
        maps->full = true;
        return;
    }
    maps->ranges = grow(maps->ranges, maps->count, &maps->room, sizeof(*maps->ranges));
    maps->ranges[maps->count++] = *range;
}

/* ---- overlaps ---- */

static int by_place(const void *a, const void *b)
{
    const struct map_range *const x = a, *const y = b;

    if (x->target != y->target)
        return x->target < y->target ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->va < y->va ? -1 : x->va > y->va;
}

static void note_overlap(struct maps *maps, const struct map_range *a, const struct map_range *b,
                         const char *name)
{
    const uint64_t into = b->address - a->address;
    const uint64_t size = a->size - into < b->size ? a->size - into : b->size;

    maps_note(maps,
              "overlap: 0x%" PRIx64 "..0x%" PRIx64 " and 0x%" PRIx64 "..0x%" PRIx64
              " are both %s 0x%" PRIx64 "..0x%" PRIx64,
              a->va + into, a->va + into + size - 1, b->va, b->va + size - 1, name, b->address,
              b->address + size - 1);
}

/* In the order of their places, a range can only overlap those before it that end past its beginning: the one that ends
 * last tells. Ranges that overlap another one than that are not named twice. */
void maps_find_overlaps(struct maps *maps, const char *(*name)(uint8_t target))
{
    struct map_range *const sorted = calloc(maps->count + 1, sizeof(*sorted));
    const struct map_range *furthest = NULL; /* of those so far, the one that ends last */
    size_t count = 0;

    if (!sorted)
        abort(); /* out of memory */
    for (size_t i = 0; i < maps->count; i++)
        if (!maps->ranges[i].sparse)
            sorted[count++] = maps->ranges[i];
    qsort(sorted, count, sizeof(*sorted), by_place);
    for (size_t i = 0; i < count; i++) {
        const struct map_range *const range = &sorted[i];
        const bool same = furthest && furthest->target == range->target;

        if (same && range->address - furthest->address < furthest->size)
            note_overlap(maps, furthest, range, name(range->target));
        if (!same || range->address + range->size > furthest->address + furthest->size)
            furthest = range;
    }
    free(sorted);
}

/* ---- past the end of VRAM ---- */

void maps_find_beyond(struct maps *maps, uint64_t size)
{
    for (size_t i = 0; i < maps->count; i++) {
        const struct map_range *const r = &maps->ranges[i];
        const uint64_t inside = r->address < size ? size - r->address : 0;

        if (!r->sparse && r->target == 0 && inside < r->size)
            maps_note(maps,
                      "beyond: 0x%" PRIx64 "..0x%" PRIx64 " is VRAM 0x%" PRIx64 "..0x%" PRIx64
                      ", and the card has 0x%" PRIx64 " bytes",
                      r->va + inside, r->va + r->size - 1, r->address + inside,
                      r->address + r->size - 1, size);
    }
}

/* ---- differences ---- */

/* One list on its way through the addresses. */
struct cursor {
    const struct maps *maps;
    size_t at;
};

#define NOWHERE UINT64_MAX

/* The range that holds `va`, or null; *until is where that changes. */
static const struct map_range *at_address(struct cursor *c, uint64_t va, uint64_t *until)
{
    const struct map_range *range;

    while (c->at < c->maps->count && c->maps->ranges[c->at].va + c->maps->ranges[c->at].size <= va)
        c->at++;
    if (c->at == c->maps->count) {
        *until = NOWHERE;
        return NULL;
    }
    range = &c->maps->ranges[c->at];
    *until = range->va <= va ? range->va + range->size : range->va;
    return range->va <= va ? range : NULL;
}

static bool same_at(const struct map_range *a, const struct map_range *b, uint64_t va)
{
    if (!a || !b || a->sparse != b->sparse)
        return a == b;
    return a->sparse || same_page(a, b, va);
}

static void add_part(struct maps *maps, const struct map_range *range, uint64_t va, uint64_t until)
{
    struct map_range part;

    if (!range)
        return;
    part = *range;
    part.address += va - range->va;
    part.tag = maps_tag(range, va);
    part.va = va;
    part.size = until - va;
    maps_add(maps, &part);
}

/* Goes from one address at which either list changes to the next, and compares their ranges
 * there. */
void maps_diff(const struct maps *before, const struct maps *after, struct maps *gone,
               struct maps *came)
{
    struct cursor a = { before, 0 }, b = { after, 0 };
    uint64_t va = 0, until_a, until_b, until;

    for (; va != NOWHERE; va = until) {
        const struct map_range *const x = at_address(&a, va, &until_a);
        const struct map_range *const y = at_address(&b, va, &until_b);

        until = until_a < until_b ? until_a : until_b;
        if (until == NOWHERE || same_at(x, y, va))
            continue;
        add_part(gone, x, va, until);
        add_part(came, y, va, until);
    }
}
