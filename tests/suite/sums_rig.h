/* tests/suite/sums_rig.h: lists of the accesses that self tests make, a test after the other, beside a list that is kept.
 *
 * Shape   access_open is the fixture; access_look taps the bus of a rig, whose records go to access_records. A test has its name,
 *         lines of its own if there are hooks, and a sum over all its accesses by words, in their order. A kept list tells that
 *         a test does something else than it did, not whether it is right. LISTS=FOLDER writes those seen now.
 * Errors  the test fails. */
#ifndef TESTS_SUITE_SUMS_RIG_H
#define TESTS_SUITE_SUMS_RIG_H

#include <stdio.h>

#include "tests/kit/bus_tap.h"
#include "tests/suite/run_rig.h"

struct access_list {
    struct bus_tap tap;
    void (*one)(bus_addr at, char kind, size_t size); /* of an access by itself: 'r', 'w' */
    void (*begin)(void), (*end)(void);                /* of a test */
    bool running;
    unsigned count; /* of accesses by words, */
    uint64_t sum;   /* and of their places, of words written, of sizes read */
    size_t used;
    char list[1 << 21];
};

extern struct access_list *accesses;

int access_open(void **state);
void access_look(struct rig *rig);
void access_records(void *opaque, const char *records, size_t size);
__attribute__((format(printf, 1, 2))) void access_put(const char *format, ...);
FILE *access_file(const char *folder, const char *name, const char *mode);
/* Line by line: the first one that differs is said, with the test that it belongs to. */
void access_compare(const char *folder, const char *name);

#endif
