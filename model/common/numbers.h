/* model/common/numbers.h: numbers as people write them on command lines, in properties and in defects.
 *
 * Errors  false, and the result is left alone. */
#ifndef MODEL_COMMON_NUMBERS_H
#define MODEL_COMMON_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 0x..., or decimal, optionally followed by K, M or G (2^10, 2^20, 2^30); no more than 64 bits. `text` has `length`
 * characters. */
bool number_parse(const char *text, size_t length, uint64_t *out);

/* Memory partitions of a card: decimal is how many of the lowest ones, 1 to 8; 0x... is their mask, 0x1 to
 * 0xff. */
bool parts_parse(const char *text, unsigned *mask);

#endif
