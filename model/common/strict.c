#include "model/common/strict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "hw/bits.h"

static const char *const sentences[STRICT_KINDS] = {
    [STRICT_UNKNOWN] = "a register that no document names",
    [STRICT_OTHER_CHIPSET] = "a register that only other chipsets have",
    [STRICT_OFF] = "an access to a unit that is off or absent",
    [STRICT_NOT_TAKEN] = "a write that no document says is taken",
    [STRICT_BITS] = "bits written that nothing keeps or reads",
    [STRICT_UNREAD] = "registers written that nothing reads",
    [STRICT_RESERVED] = "reserved bits set in a structure",
    [STRICT_UNFLUSHED] = "a table written through a window, without a flush",
    [STRICT_CHANGED] = "a structure that changed while it was in use",
    [STRICT_NOT_QUIET] = "a bind or a flush of what is not quiet",
    [STRICT_SNOOP] = "system memory reached with and without snooping",
    [STRICT_STALE] = "a page that changed since it was used, without a flush",
};

/* Null: the list is full. */
static struct strict_entry *entry_of(struct strict *strict, enum strict_kind kind, uint64_t place)
{
    unsigned i = 0;

    while (i < strict->count &&
           (strict->entries[i].kind != kind || strict->entries[i].place != place))
        i++;
    if (i == STRICT_ENTRIES_MAX)
        return NULL;
    if (i == strict->count)
        strict->entries[strict->count++] = (struct strict_entry){ .kind = kind, .place = place };
    return &strict->entries[i];
}

void strict_note(struct strict *strict, enum strict_kind kind, uint64_t place, const char *format,
                 ...)
{
    if (!strict->on || strict->paused)
        return;
    struct strict_entry *const at = entry_of(strict, kind, place);
    if (!at) {
        strict->beyond++;
        return;
    }
    if (at->count++ == 0) {
        va_list arguments;

        va_start(arguments, format);
        vsnprintf(at->first, sizeof(at->first), format, arguments);
        va_end(arguments);
    }
}

/* ---- pages ----------------------------------------------------------------------------------- */

#define PAGE_LOG2 12

static struct strict_page *page_of(struct strict_page *pages, uint64_t at)
{
    const uint64_t number = at >> PAGE_LOG2;

    return &pages[(number ^ number >> 16) % STRICT_PAGES];
}

void strict_written(struct strict *strict, uint64_t at, size_t size)
{
    if (!strict->on)
        return;
    for (uint64_t byte = at >> PAGE_LOG2 << PAGE_LOG2; byte < at + size; byte += BIT64(PAGE_LOG2))
        *page_of(strict->written, byte) =
            (struct strict_page){ .page = (byte >> PAGE_LOG2) + 1, .epoch = strict->epoch };
}

void strict_flushed(struct strict *strict)
{
    strict->epoch++;
}

void strict_table(struct strict *strict, uint64_t at, const char *what)
{
    struct strict_page *const page = page_of(strict->written, at);

    if (!strict->on || strict->paused || page->page != (at >> PAGE_LOG2) + 1 ||
        page->epoch != strict->epoch)
        return;
    page->page = 0; /* once for each write */
    strict_note(strict, STRICT_UNFLUSHED, 0, "%s at %010" PRIx64 " of the card's memory", what, at);
}

void strict_snoops(struct strict *strict, uint64_t bus, bool snoop)
{
    struct strict_page *const page = page_of(strict->snooped, bus);
    const uint8_t bit = (uint8_t)(1 << snoop);

    if (!strict->on || strict->paused)
        return;
    if (page->page != (bus >> PAGE_LOG2) + 1)
        *page = (struct strict_page){ .page = (bus >> PAGE_LOG2) + 1 };
    if (page->seen && !(page->seen & bit))
        strict_note(strict, STRICT_SNOOP, 0, "%010" PRIx64 " with%s, before with%s", bus,
                    snoop ? "" : "out", snoop ? "out" : "");
    page->seen |= bit;
}

/* Sorted by kind, because all places of one kind share the section that they break. */
void strict_tell(const struct strict *strict, const char *const *sections,
                 void (*line)(void *opaque, const char *text), void *opaque)
{
    char text[512];

    for (unsigned kind = 0; kind < STRICT_KINDS; kind++)
        for (unsigned i = 0; i < strict->count; i++) {
            const struct strict_entry *at = &strict->entries[i];

            if (at->kind != kind)
                continue;
            snprintf(text, sizeof(text), "strict: %s (%s): %" PRIu64 " time%s, first %s",
                     sentences[kind], sections[kind], at->count, at->count == 1 ? "" : "s",
                     at->first);
            line(opaque, text);
        }
    if (strict->beyond) {
        snprintf(text, sizeof(text), "strict: %" PRIu64 " more at places beyond the first %u",
                 strict->beyond, STRICT_ENTRIES_MAX);
        line(opaque, text);
    }
}
