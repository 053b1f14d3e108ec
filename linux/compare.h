/* linux/compare.h: words of system memory, compared on all processors.
 *
 * Shape   threads that wait for work; each compares a part. The first comparison starts them, so that a process that
 *         only waits has none.
 * Units   sizes in bytes, multiples of 8. */
#ifndef LINUX_COMPARE_H
#define LINUX_COMPARE_H

#include <stddef.h>
#include <stdint.h>

#define WORKERS_MAX 64

struct comparers;

struct comparers *comparers_new(void);
void comparers_free(struct comparers *comparers);
/* Bytes before the first word that is not `value`, or, with `expected`, not the word there; `size` if all are right. */
size_t comparers_compare(struct comparers *comparers, const uint64_t *words,
                         const uint64_t *expected, uint64_t value, size_t size);

#endif
