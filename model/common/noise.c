#include "model/common/noise.h"

#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

#define SET_SIZE   ((size_t)1 << 20)
#define PIECE_SIZE ((size_t)1 << 15)

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

/* A file in memory that holds the set; -1 if there is none to be had. */
static int noise_file(uint64_t seed)
{
    const int file = memfd_create("vram", MFD_CLOEXEC);

    if (file >= 0 && !write_set(file, seed)) {
        close(file);
        return -1;
    }
    return file;
}

static bool map_set(uint8_t *memory, size_t size, int file)
{
    for (size_t at = 0; at < size; at += SET_SIZE)
        if (mmap(memory + at, SET_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, file, 0) ==
            MAP_FAILED)
            return false;
    return true;
}

uint8_t *noise_map(size_t size, uint64_t seed)
{
    const int file = noise_file(seed);
    if (file < 0)
        return NULL;
    uint8_t *memory =
        mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED && !map_set(memory, size, file)) {
        munmap(memory, size);
        memory = MAP_FAILED;
    }
    close(file);
    return memory == MAP_FAILED ? NULL : memory;
}

void noise_unmap(uint8_t *memory, size_t size)
{
    munmap(memory, size);
}
