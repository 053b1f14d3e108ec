/* efi/processors.h: the machine's other processors, lent by the firmware's MP services, compare memory.
 *
 * Shape   started once, when there is something to compare; then each takes pieces of every comparison
 *         from shared memory, because starting processors through the firmware takes milliseconds.
 *         No processor waits for another, so one that is slow or gone costs nothing. A member uses no firmware services
 *         and touches system memory alone, on the stack that the firmware gives it. It goes home when told to, or when
 *         nothing was to be done for COMPARERS_IDLE_MS. An exception on one stops that processor and nothing else.
 * Errors  a processor that does not come back is reported once; from then on this one works alone.
 * Source  UEFI PI 1.7 volume 2 §13.4 (EFI_MP_SERVICES_PROTOCOL). */
#ifndef EFI_PROCESSORS_H
#define EFI_PROCESSORS_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/clock.h"
#include "efi/compare_pieces.h"
#include "efi/protocols.h"
#include "efi/serial_tap.h"

#define COMPARERS_MAX     63 /* members beside this processor */
#define COMPARERS_IDLE_MS 4000

struct comparers_room;

/* Called before the firmware is asked to start processors, and after: a machine's firmware may hang in that. before:
 * false where they shall not be started. */
struct comparers_watch {
    void *opaque;
    bool (*before)(void *opaque);
    void (*after)(void *opaque);
};

struct comparers {
    EFI_BOOT_SERVICES *boot;
    struct clock *clock;
    struct tap *tap;
    struct mp_services *mp;       /* null: this processor is alone */
    struct comparers_watch watch; /* before null: nobody */
    enum compare_way way;         /* of this processor */
    struct vector_state vector;
    EFI_EVENT home;              /* signalled when all members are back with the firmware */
    bool at_home;                /* none is out, and the firmware knows it */
    bool said;                   /* how memory is compared */
    bool said_missing;           /* that one does not come home */
    struct comparers_room *room; /* null: never started */
};

void comparers_open(struct comparers *comparers, EFI_BOOT_SERVICES *boot, struct clock *clock,
                    struct tap *tap);
void comparers_close(struct comparers *comparers);
/* For each run. One that they may not start in leaves this processor alone for good. */
void comparers_listen(struct comparers *comparers, const struct comparers_watch *watch);
/* Calls all of them back to the firmware, for its own work on all processors. The next comparison sends them out
 * again. */
void comparers_send_home(struct comparers *comparers);
/* Bytes before the first word that differs; size if none does. */
size_t comparers_compare(struct comparers *comparers, const struct comparison *comparison);

#endif
