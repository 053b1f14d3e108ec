/* model/gv100/vm/access.h: virtual accesses of the hub's clients.
 *
 * Shape   gv_access_translate checks and translates one address; gv_access_read and gv_access_write move bytes, page
 *         by page. None of them reports a fault: that is up to the caller (fault.h).
 * Units   bytes.
 * Source  docs/hardware/gv100.md §5.5, §6.2. */
#ifndef MODEL_GV100_VM_ACCESS_H
#define MODEL_GV100_VM_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/gv100/gmmu.h"
#include "model/gv100/vm/space.h"
#include "model/gv100/vm/tlb.h"

/* Who makes an access. */
struct client {
    enum tlb_group group;
    uint16_t engine; /* enum gmmu_engine_id, or FAULT_ID_ENUM of PTOP */
    uint8_t number;  /* of the hub's client */
    bool privileged;
    const struct space *space;
};

struct access_result {
    linear_addr at;
    uint64_t run;  /* bytes from the address to the end of its page */
    uint8_t log2;  /* of the page's size */
    bool sparse;   /* nothing is there: `at` is the debug page */
    uint8_t fault; /* enum gmmu_fault_type, if it failed */
};

/* How a reduction asks for its translation, and is recorded when that fails (knob atomic_access). */
enum gmmu_access_type gv_access_reduction(const struct gv100 *card);
bool gv_access_translate(struct gv100 *card, const struct client *client, uint64_t va,
                         enum gmmu_access_type type, struct access_result *result);

/* How far an access came. `at` and `fault` are of the byte that could not be reached. */
struct access_end {
    size_t done;
    uint64_t at;
    uint8_t fault;
};

/* True: all of it. */
bool gv_access_read(struct gv100 *card, const struct client *client, uint64_t va, void *bytes,
                    size_t size, struct access_end *end);
bool gv_access_write(struct gv100 *card, const struct client *client, uint64_t va,
                     const void *bytes, size_t size, struct access_end *end);

#endif
