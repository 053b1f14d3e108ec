#include "tools/replay/memory.h"

#include <stdlib.h>
#include <string.h>

#define PAGE       UINT64_C(0x1000)
#define FIRST_ROOM 256

struct replay_page {
    uint64_t number;
    uint8_t bytes[PAGE];
};

/* Where the page stands or would stand: the table is never full. */
static size_t place_of(const struct replay_memory *memory, uint64_t number)
{
    size_t i = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 32) % memory->room;

    while (memory->pages[i] && memory->pages[i]->number != number)
        i = (i + 1) % memory->room;
    return i;
}

static bool grow(struct replay_memory *memory)
{
    const struct replay_memory old = *memory;
    const size_t room = old.room ? 2 * old.room : FIRST_ROOM;
    struct replay_page **const pages = calloc(room, sizeof(struct replay_page *));

    if (!pages)
        return false;
    *memory = (struct replay_memory){ pages, old.count, room };
    for (size_t i = 0; i < old.room; i++)
        if (old.pages[i])
            memory->pages[place_of(memory, old.pages[i]->number)] = old.pages[i];
    free(old.pages);
    return true;
}

static struct replay_page *make_page(struct replay_memory *memory, uint64_t number)
{
    if (2 * memory->count >= memory->room && !grow(memory))
        return NULL;
    struct replay_page **const place = &memory->pages[place_of(memory, number)];

    if (!*place) {
        *place = calloc(1, sizeof(**place));
        memory->count += *place != NULL;
    }
    if (*place)
        (*place)->number = number;
    return *place;
}

static size_t within_page(uint64_t at, size_t size)
{
    const size_t left = (size_t)(PAGE - at % PAGE);

    return size < left ? size : left;
}

void replay_memory_read(const struct replay_memory *memory, uint64_t at, void *bytes, size_t size)
{
    uint8_t *to = bytes;

    for (size_t part; size; at += part, to += part, size -= part) {
        const struct replay_page *const page =
            memory->room ? memory->pages[place_of(memory, at / PAGE)] : NULL;

        part = within_page(at, size);
        if (page)
            memcpy(to, page->bytes + at % PAGE, part);
        else
            memset(to, 0, part);
    }
}

bool replay_memory_write(struct replay_memory *memory, uint64_t at, const void *bytes, size_t size)
{
    const uint8_t *from = bytes;

    for (size_t part; size; at += part, from += part, size -= part) {
        struct replay_page *const page = make_page(memory, at / PAGE);

        part = within_page(at, size);
        if (!page)
            return false;
        memcpy(page->bytes + at % PAGE, from, part);
    }
    return true;
}

void replay_memory_free(struct replay_memory *memory)
{
    for (size_t i = 0; i < memory->room; i++)
        free(memory->pages[i]);
    free(memory->pages);
    *memory = (struct replay_memory){ 0 };
}
