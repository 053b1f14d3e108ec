#include "model/common/power_on_noise.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#define SET_SIZE   ((size_t)1 << 20)
#define PIECE_SIZE ((size_t)1 << 15)
/* At most: beyond that, writing takes longer than mapping more often. */
#define FILE_SIZE ((size_t)8 << 20)

/* splitmix64 */
uint64_t noise_next(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return mixed ^ mixed >> 31;
}

/* Written, not mapped: a page fault for each page takes longer than all of the noise. */
static bool write_set(int file, uint64_t seed)
{
    uint64_t words[PIECE_SIZE / 8];

    for (size_t done = 0; done < SET_SIZE; done += PIECE_SIZE) {
        for (size_t i = 0; i < PIECE_SIZE / 8; i++)
            words[i] = noise_next(&seed);
        if (write(file, words, PIECE_SIZE) != (ssize_t)PIECE_SIZE)
            return false;
    }
    return true;
}

/* One set after the other, in a file in memory. It is kept for the next card, which mostly has the same noise. */
struct noise_file {
    int file;
    uint64_t seed;
    size_t size;
};

static bool add_sets(struct noise_file *noise, size_t size)
{
    if (noise->size >= size)
        return true;
    void *const set = mmap(NULL, SET_SIZE, PROT_READ, MAP_SHARED, noise->file, 0);
    bool good = set != MAP_FAILED;

    for (; good && noise->size < size; noise->size += SET_SIZE)
        good = write(noise->file, set, SET_SIZE) == (ssize_t)SET_SIZE;
    if (set != MAP_FAILED)
        munmap(set, SET_SIZE);
    return good;
}

/* Null: there is no such file to be had. */
static const struct noise_file *noise_of(uint64_t seed, size_t size)
{
    static struct noise_file kept = { .file = -1 };

    if (kept.file < 0 || kept.seed != seed) {
        if (kept.file >= 0)
            close(kept.file);
        kept = (struct noise_file){ memfd_create("vram", MFD_CLOEXEC), seed, SET_SIZE };
        if (kept.file >= 0 && !write_set(kept.file, seed)) {
            close(kept.file);
            kept.file = -1;
        }
    }
    return kept.file >= 0 && add_sets(&kept, size) ? &kept : NULL;
}

static bool map_sets(uint8_t *memory, size_t size, const struct noise_file *noise)
{
    for (size_t at = 0; at < size; at += noise->size) {
        const size_t piece = size - at < noise->size ? size - at : noise->size;

        if (mmap(memory + at, piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, noise->file,
                 0) == MAP_FAILED)
            return false;
    }
    return true;
}

uint8_t *noise_map(size_t size, uint64_t seed)
{
    const struct noise_file *const noise = noise_of(seed, size < FILE_SIZE ? size : FILE_SIZE);
    if (!noise)
        return NULL;
    uint8_t *memory =
        mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED && !map_sets(memory, size, noise)) {
        munmap(memory, size);
        memory = MAP_FAILED;
    }
    return memory == MAP_FAILED ? NULL : memory;
}

void noise_unmap(uint8_t *memory, size_t size)
{
    munmap(memory, size);
}
