/* model/common/bytes.h: numbers as bytes in memory, the lowest first, as all cards here have them.
 *
 * Units   sizes of 0 to 8 bytes. */
#ifndef MODEL_COMMON_BYTES_H
#define MODEL_COMMON_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline uint64_t bytes_get(const uint8_t *bytes, size_t size)
{
    uint64_t value = 0;

    for (size_t i = 0; i < size; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* Written out, because a compiler makes one access of each. */
static inline uint32_t bytes_get32(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void bytes_put32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
    bytes[2] = (uint8_t)(value >> 16);
    bytes[3] = (uint8_t)(value >> 24);
}

static inline void bytes_put(uint8_t *bytes, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
}

/* By their size. */
static inline void bytes_put16(uint8_t *bytes, uint32_t value)
{
    bytes_put(bytes, value, 2);
}

static inline void bytes_put64(uint8_t *bytes, uint64_t value)
{
    bytes_put(bytes, value, 8);
}

static inline uint32_t bytes_get16(const uint8_t *bytes)
{
    return (uint32_t)bytes_get(bytes, 2);
}

static inline uint64_t bytes_get64(const uint8_t *bytes)
{
    return bytes_get(bytes, 8);
}

/* A number with ones in its `size` lowest bytes. */
static inline uint64_t bytes_ones(size_t size)
{
    return size >= 8 ? UINT64_MAX : (UINT64_C(1) << (8 * size)) - 1;
}

/* Of a word the `size` bytes that begin at this offset, whose lowest bits say where in the word. */
static inline uint32_t bytes_of_word(uint32_t word, uint32_t offset, size_t size)
{
    return word >> (8 * (offset & 3)) & (uint32_t)bytes_ones(size);
}

/* Whether `size` bytes at that address all lie in a range. */
static inline bool bytes_inside(uint64_t at, size_t size, uint64_t first, uint64_t length)
{
    return at >= first && size <= length && at - first <= length - size;
}

#endif
