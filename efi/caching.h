/* efi/caching.h: how the CPU treats BARs, through the DXE services.
 *
 * Shape   each range that was changed is remembered with its former attributes and capabilities;
 *         caching_restore puts them back. The firmware makes each change on all processors, and does not
 *         notice that one of them is busy with our work; so `alone` is called before, and sends them back to
 *         the firmware.
 *         A range that was refused is not asked for again: a firmware may compute for 20 ms until it knows that its
 *         registers cannot hold it, and nothing has changed since.
 * Errors  ERR_UNSUPPORTED: the firmware has no DXE services or refuses (`refusal` has the service and its status); the
 *         range stays as it was.
 *         ERR_NO_MEMORY: too many ranges. */
#ifndef EFI_CACHING_H
#define EFI_CACHING_H

#include <stddef.h>
#include <stdint.h>

#include "efi/protocols.h"
#include "hw/err.h"

#define CACHING_RANGES_MAX 16

struct caching_range {
    uint64_t base, size;
    uint64_t capabilities, attributes; /* as they were */
};

struct caching {
    struct dxe_services *dxe; /* null: there are none */
    void (*alone)(void *opaque);
    void *opaque;
    const char *refusal;                 /* the service that refused last; null: none was asked */
    EFI_STATUS status;                   /* that it gave */
    uint64_t refused_base, refused_size; /* the range that it refused; size 0: none */
    size_t count;
    struct caching_range ranges[CACHING_RANGES_MAX];
};

void caching_open(struct caching *caching, EFI_SYSTEM_TABLE *table, void (*alone)(void *opaque),
                  void *opaque);
enum err caching_combine(struct caching *caching, uint64_t base, uint64_t size) MUST_CHECK;
/* Puts one range back that caching_combine changed; OK if it did not. */
enum err caching_uncache(struct caching *caching, uint64_t base, uint64_t size) MUST_CHECK;
void caching_restore(struct caching *caching);
/* Asks the firmware to map a range of MMIO that its page tables leave out. */
void caching_map(struct caching *caching, uint64_t base, uint64_t size);

#endif
