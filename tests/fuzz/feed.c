#include "tests/fuzz/feed.h"

#include <sys/mman.h>
#include <unistd.h>

void feed(const uint8_t *bytes, size_t size, answer_line *answer, const void *context)
{
    const int file = memfd_create("lines", MFD_CLOEXEC);
    struct out out;

    if (file < 0 || write(file, bytes, size) != (ssize_t)size || lseek(file, 0, SEEK_SET))
        abort();
    out_init(&out, -1);
    filter_file(file, &out, answer, context);
    close(file);
}

static bool read_repeated(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    const struct image *const image = memory->context;

    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = image->bytes[(at.v + i) % image->size];
    return true;
}

void fuzz_images(struct fuzz_images *all, const uint8_t *bytes, size_t size, uint64_t high,
                 bool repeated)
{
    all->sysram[0] = (struct image){ .name = "low", .bytes = bytes, .size = size };
    all->sysram[1] = (struct image){ .name = "high", .base = high, .bytes = bytes, .size = size };
    all->images = (struct images){ .vram = { .name = "vram", .bytes = bytes, .size = size },
                                   .sysram = all->sysram,
                                   .sysram_count = 2 };
    all->memory = images_memory(&all->images);
    if (size && repeated)
        all->memory = (struct mmu_memory){ .read = read_repeated, .context = &all->images.vram };
}
