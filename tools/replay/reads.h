/* tools/replay/reads.h: the reads in a log of accesses, place by place (docs/mmio-log.md): words of 4 bytes of the
 * registers (BAR0) and of the card's configuration space.
 *
 * Errors  replay_reads_open: false, and a message on stderr. */
#ifndef TOOLS_REPLAY_READS_H
#define TOOLS_REPLAY_READS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct replay_read {
    uint64_t place; /* offset, and bit 32 for configuration space */
    size_t order;   /* in the log */
    uint32_t word;
    uint32_t used; /* of the first of a place: how many of its reads were given */
};

struct replay_reads {
    struct replay_read *all; /* by place, then in their order */
    size_t count, room;
    size_t registers;        /* places of BAR0 */
    uint16_t vendor, device; /* of the line PCIDEV; 0: there is none */
};

bool replay_reads_open(struct replay_reads *reads, char **argv, const char *path);
void replay_reads_close(struct replay_reads *reads);
/* The first word that was read there; false: none was. */
bool replay_reads_first(const struct replay_reads *reads, uint32_t at, uint32_t *word);
/* The next one; false: none is left. */
bool replay_reads_register(struct replay_reads *reads, uint32_t at, uint32_t *word);
bool replay_reads_config(struct replay_reads *reads, uint32_t offset, uint32_t *word);

#endif
