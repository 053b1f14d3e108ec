#include "linux/dma.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/memfd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE       UINT64_C(4096)
#define HUGE       ((size_t)2 << 20)
#define HUGE_COUNT (DMA_BYTES / HUGE)
#define AT_4_GIB   (UINT64_C(1) << 32)
#define PRESENT    (UINT64_C(1) << 63) /* of a word of pagemap; 54:0 is the page */
#define FRAME      ((UINT64_C(1) << 55) - 1)

struct huge_page {
    uint64_t at; /* in the machine's memory */
    unsigned index;
};

static bool fail(char sentence[SENTENCE_MAX], const char *what)
{
    snprintf(sentence, SENTENCE_MAX, "no memory for the card's DMA: %s: %s", what, strerror(errno));
    return false;
}

static uint8_t *shared_memory(int file)
{
    const int flags = MAP_SHARED | MAP_POPULATE | (file < 0 ? MAP_ANONYMOUS : 0);
    void *const memory = mmap(NULL, DMA_BYTES, PROT_READ | PROT_WRITE, flags, file, 0);

    return memory == MAP_FAILED ? NULL : memory;
}

/* ---- by the IOMMU ---------------------------------------------------------------------------- */

/* Where machines have memory and no BARs, so that a switch between card and memory passes it up. */
static const uint64_t low_places[] = { 0x1000000, 0x10000000, 0x40000000 };

static bool show_piece(struct dma *dma, struct dma_piece *piece, uint64_t at)
{
    if (!vfio_show(dma->vfio, piece->memory, DMA_BYTES, (bus_addr){ at }))
        return false;
    for (unsigned i = 0; i < HUGE_COUNT; i++)
        piece->at[i] = at + i * HUGE;
    return true;
}

static void drop_piece(struct dma *dma, struct dma_piece *piece)
{
    if (!piece->memory)
        return;
    if (dma->vfio && piece->at[0])
        vfio_hide(dma->vfio, DMA_BYTES, (bus_addr){ piece->at[0] });
    munmap(piece->memory, DMA_BYTES);
    piece->memory = NULL;
}

bool dma_open_vfio(struct dma *dma, const struct vfio *vfio, char sentence[SENTENCE_MAX])
{
    bool shown = false;

    *dma = (struct dma){ .vfio = vfio };
    dma->low.memory = shared_memory(-1);
    dma->high.memory = shared_memory(-1);
    for (unsigned i = 0; dma->low.memory && i < ARRAY_SIZE(low_places) && !shown; i++)
        shown = show_piece(dma, &dma->low, low_places[i]);
    if (!shown) {
        fail(sentence, "the IOMMU does not map it");
        dma_close(dma);
        return false;
    }
    if (dma->high.memory && !show_piece(dma, &dma->high, AT_4_GIB))
        drop_piece(dma, &dma->high);
    return true;
}

/* ---- without one ----------------------------------------------------------------------------- */

/* 0: the kernel does not say. */
static uint64_t physical(int pagemap, const uint8_t *memory)
{
    uint64_t word = 0;

    if (pread(pagemap, &word, sizeof(word), (off_t)((uintptr_t)memory / PAGE * sizeof(word))) !=
            sizeof(word) ||
        !(word & PRESENT))
        return 0;
    return (word & FRAME) * PAGE;
}

/* 0: there is none, or the kernel does not say where it is (only to root). */
static unsigned find_pages(const struct roots *roots, const uint8_t *memory,
                           struct huge_page pages[HUGE_COUNT])
{
    char path[FILE_PATH_MAX];
    unsigned known = 0;

    file_path(path, roots->proc, "self/pagemap");
    const int pagemap = open(path, O_RDONLY | O_CLOEXEC);
    for (unsigned i = 0; i < HUGE_COUNT; i++) {
        pages[i] = (struct huge_page){ pagemap >= 0 ? physical(pagemap, memory + i * HUGE) : 0, i };
        known += pages[i].at != 0;
    }
    if (pagemap >= 0)
        close(pagemap);
    return known;
}

static int compare_pages(const void *a, const void *b)
{
    const uint64_t x = ((const struct huge_page *)a)->at, y = ((const struct huge_page *)b)->at;

    return (x > y) - (x < y);
}

/* The pages are mapped anew in the order of their places in the machine, because a card's buffer may be larger than
 * one of them. */
static bool sort_pages(struct dma_piece *piece, int file, struct huge_page pages[HUGE_COUNT])
{
    bool good = true;

    qsort(pages, HUGE_COUNT, sizeof(pages[0]), compare_pages);
    for (unsigned i = 0; i < HUGE_COUNT; i++) {
        good &= mmap(piece->memory + i * HUGE, HUGE, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED | MAP_POPULATE, file,
                     (off_t)(pages[i].index * HUGE)) != MAP_FAILED;
        piece->at[i] = pages[i].at;
    }
    return good;
}

/* The kernel chooses where huge pages are, so memory from 4 GiB on consists of the pages that it
 * gave there. */
bool dma_open_direct(struct dma *dma, const struct roots *roots, char sentence[SENTENCE_MAX])
{
    struct huge_page pages[HUGE_COUNT];
    const int file = memfd_create("barecard", MFD_CLOEXEC | MFD_HUGETLB | MFD_HUGE_2MB);
    bool good = file >= 0 && ftruncate(file, DMA_BYTES) == 0;

    *dma = (struct dma){ 0 };
    dma->low.memory = good ? shared_memory(file) : NULL;
    if (!dma->low.memory)
        good = fail(sentence, "8 huge pages of 2 MiB");
    else if (find_pages(roots, dma->low.memory, pages) < HUGE_COUNT)
        good = fail(sentence, "the kernel does not say where its pages are (CAP_SYS_ADMIN)");
    else if (!sort_pages(&dma->low, file, pages))
        good = fail(sentence, "huge pages cannot be mapped");
    if (file >= 0)
        close(file);
    if (!good)
        dma_close(dma);
    return good;
}

bool dma_open_own(struct dma *dma, char sentence[SENTENCE_MAX])
{
    *dma = (struct dma){ .low.memory = shared_memory(-1) };
    return dma->low.memory || fail(sentence, "it is not there");
}

/* ---- both ------------------------------------------------------------------------------------ */

void dma_close(struct dma *dma)
{
    drop_piece(dma, &dma->low);
    drop_piece(dma, &dma->high);
}

static uint64_t place_of(const struct dma_piece *piece, size_t page)
{
    return piece->at[page * PAGE / HUGE] + page * PAGE % HUGE;
}

/* Pages that are free and lie in a row on the bus too, within its 40 bits. */
static bool is_room(const struct dma_piece *piece, bool high, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++)
        if (piece->taken[i] ||
            (piece->at[0] && place_of(piece, i) != place_of(piece, first) + (i - first) * PAGE))
            return false;
    return place_of(piece, first + count - 1) + PAGE <= UINT64_C(1) << 40 &&
           (!high || place_of(piece, first) >= AT_4_GIB);
}

static enum err take_from(struct dma_piece *piece, bool high, size_t size, struct dma_memory *out)
{
    const size_t count = (size + PAGE - 1) / PAGE;

    for (size_t first = 0; first + count <= DMA_PAGES; first++) {
        if (!is_room(piece, high, first, count))
            continue;
        memset(piece->taken + first, true, count);
        *out = (struct dma_memory){ .cpu = piece->memory + first * PAGE,
                                    .bus = { piece->at[0] ? place_of(piece, first) : 0 },
                                    .size = size,
                                    .mapping = piece };
        memset(out->cpu, 0, count * PAGE);
        return OK;
    }
    return ERR_NO_MEMORY;
}

enum err dma_take(struct dma *dma, bool high, size_t size, struct dma_memory *out)
{
    struct dma_piece *const piece = high && dma->vfio ? &dma->high : &dma->low;

    if (!piece->memory)
        return ERR_UNSUPPORTED;
    const enum err e = take_from(piece, high, size, out);

    return e == OK || !high || dma->vfio ? e : ERR_UNSUPPORTED;
}

void dma_give(struct dma *dma, struct dma_memory *memory)
{
    struct dma_piece *const piece = memory->mapping;

    (void)dma;
    if (piece)
        memset(piece->taken + (size_t)((uint8_t *)memory->cpu - piece->memory) / PAGE, false,
               (memory->size + PAGE - 1) / PAGE);
    *memory = (struct dma_memory){ 0 };
}
