/* tools/replay/memory.h: the machine's memory while a log is replayed: pages that exist once they have been written.
 * Errors  replay_memory_write: false, no memory. */
#ifndef TOOLS_REPLAY_MEMORY_H
#define TOOLS_REPLAY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct replay_page;

struct replay_memory {
    struct replay_page **pages; /* a hash table, by page number */
    size_t count, room;
};

/* Bytes never written read as 0. */
void replay_memory_read(const struct replay_memory *memory, uint64_t at, void *bytes, size_t size);
bool replay_memory_write(struct replay_memory *memory, uint64_t at, const void *bytes, size_t size);
void replay_memory_free(struct replay_memory *memory);

#endif
