#include "tools/image.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/input.h"

/* Mapped and not read, because a dump of VRAM may be larger than the free memory. */
static bool map_file(int fd, struct image *out, char why[IMAGE_WHY])
{
    struct stat status;
    void *bytes;

    if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
        snprintf(why, IMAGE_WHY, "%s: not a regular file", out->name);
        return false;
    }
    out->size = (uint64_t)status.st_size;
    if (!out->size) {
        snprintf(why, IMAGE_WHY, "%s: empty", out->name);
        return false;
    }
    bytes = mmap(NULL, (size_t)out->size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) {
        snprintf(why, IMAGE_WHY, "%s: cannot be mapped: %s", out->name, strerror(errno));
        return false;
    }
    out->bytes = bytes;
    return true;
}

static bool copy_all(int from, int to)
{
    char bytes[1 << 16];
    ssize_t got;

    while ((got = read(from, bytes, sizeof(bytes))) > 0)
        if (write(to, bytes, (size_t)got) != got)
            return false;
    return got == 0;
}

/* Standard input as a file that can be mapped: itself, or, if it is a pipe, a copy of its bytes. Below 0: errno says
 * why not. */
static int standard_input(void)
{
    struct stat status;

    if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode))
        return dup(STDIN_FILENO);
    const int fd = memfd_create("standard input", MFD_CLOEXEC);
    if (fd >= 0 && copy_all(STDIN_FILENO, fd))
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

bool image_open(const char *name, struct image *out, char why[IMAGE_WHY])
{
    const int fd = strcmp(name, "-") == 0 ? standard_input() : open(name, O_RDONLY | O_CLOEXEC);
    bool mapped;

    if (fd < 0) {
        snprintf(why, IMAGE_WHY, "%s: %s", name, strerror(errno));
        return false;
    }
    *out = (struct image){ .name = name };
    mapped = map_file(fd, out, why);
    close(fd);
    return mapped;
}

/* Where in "FILE@BASE" the base begins; null if the argument is not of that form. */
static const char *base_of(const char *argument, uint64_t *base)
{
    const char *const at = strrchr(argument, '@');
    bool over;

    if (!at || at == argument || !word_hex(word_of_text(at + 1), base, &over) || over)
        return NULL;
    return at;
}

bool images_add_sysram(struct images *images, const char *argument, char why[IMAGE_WHY])
{
    uint64_t base = 0;
    const char *const at = base_of(argument, &base);
    struct image image = { 0 }, *more;
    char *name;

    if (!at) {
        snprintf(why, IMAGE_WHY, "--sysram %s: FILE@BASE wanted, BASE with 0x", argument);
        return false;
    }
    name = strndup(argument, (size_t)(at - argument));
    more = realloc(images->sysram, (images->sysram_count + 1) * sizeof(*more));
    if (!name || !more)
        abort(); /* out of memory */
    images->sysram = more;
    if (!image_open(name, &image, why)) {
        free(name);
        return false;
    }
    image.base = base;
    more[images->sysram_count++] = image;
    return true;
}

static int by_base(const void *a, const void *b)
{
    const struct image *const x = a, *const y = b;

    return x->base < y->base ? -1 : x->base > y->base;
}

static bool ends_within(const struct image *image, unsigned bits, char why[IMAGE_WHY])
{
    const uint64_t end = UINT64_C(1) << bits;

    if (image->base <= end && image->size <= end - image->base)
        return true;
    snprintf(why, IMAGE_WHY, "%s: 0x%" PRIx64 " bytes at 0x%" PRIx64 " end above %u bits",
             image->name, image->size, image->base, bits);
    return false;
}

/* Overlaps are refused, because two files would give two answers for one address. */
bool images_sort(struct images *images, unsigned bits, char why[IMAGE_WHY])
{
    for (size_t i = 0; i < images->sysram_count; i++)
        if (!ends_within(&images->sysram[i], bits, why))
            return false;
    if (images->sysram_count)
        qsort(images->sysram, images->sysram_count, sizeof(*images->sysram), by_base);
    for (size_t i = 1; i < images->sysram_count; i++) {
        const struct image *const low = &images->sysram[i - 1], *const high = low + 1;

        if (high->base - low->base < low->size) {
            snprintf(why, IMAGE_WHY,
                     "system memory images overlap: %s (0x%" PRIx64 " to 0x%" PRIx64
                     ") and %s at 0x%" PRIx64,
                     low->name, low->base, low->base + low->size - 1, high->name, high->base);
            return false;
        }
    }
    return true;
}

void image_close(struct image *image)
{
    if (image->bytes)
        munmap((void *)image->bytes, (size_t)image->size);
    image->bytes = NULL;
}

void images_close(struct images *images)
{
    image_close(&images->vram);
    for (size_t i = 0; i < images->sysram_count; i++) {
        image_close(&images->sysram[i]);
        free((void *)images->sysram[i].name);
    }
    free(images->sysram);
    *images = (struct images){ 0 };
}

/* How many bytes at `at` the image has, copied out; at most `size`. */
static size_t read_image(const struct image *image, uint64_t at, uint8_t *bytes, size_t size)
{
    uint64_t left;

    if (at < image->base || at - image->base >= image->size)
        return 0;
    left = image->size - (at - image->base);
    if (left < size)
        size = (size_t)left;
    memcpy(bytes, image->bytes + (at - image->base), size);
    return size;
}

/* A structure may begin in one image and end in the next. */
static bool read_sysram(const struct images *images, uint64_t at, uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < images->sysram_count && size; i++) {
        const size_t n = read_image(&images->sysram[i], at, bytes, size);

        at += n;
        bytes += n;
        size -= n;
    }
    return !size;
}

static bool read_images(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    const struct images *const images = memory->context;

    if (at.target == TARGET_VRAM)
        return read_image(&images->vram, at.v, bytes, size) == size;
    return read_sysram(images, at.v, bytes, size);
}

struct mmu_memory images_memory(const struct images *images)
{
    return (struct mmu_memory){ .read = read_images, .context = (void *)images };
}
