#include "efi/dma.h"

#include "efi/memory.h"
#include "engines/text.h"

#define PAGE_SIZE     UINT64_C(0x1000)
#define BLOCK_SIZE    (POOL_PAGES * PAGE_SIZE)
#define BELOW_4_GIB   UINT64_C(0xffffffff)
#define BELOW_40_BITS UINT64_C(0xffffffffff)
#define LINE_MAX      128
#define HIGH_PLACES   16u
#define HIGH_STEP     UINT64_C(0x10000000)

static UINTN pages_of(size_t size)
{
    return (size + PAGE_SIZE - 1) / PAGE_SIZE;
}

static void say_refusal(struct dma *dma, const char *what, uint64_t value)
{
    char line[LINE_MAX];
    struct text text = text_in(line, sizeof(line));

    if (dma->said_refusal)
        return;
    dma->said_refusal = true;
    text_format(&text, "the machine's firmware %s (0x%lx)", what, value);
    tap_comment(dma->tap, line);
}

/* ---- by the card's protocol ------------------------------------------------------------------ */

/* The machine's firmware decides which address the card must use. It may answer anything, so an
 * address beyond the card's 40 bits is refused here. */
static enum err map(struct dma *dma, struct dma_memory *memory)
{
    const UINTN size = pages_of(memory->size) * PAGE_SIZE;
    EFI_PHYSICAL_ADDRESS device = 0;
    UINTN mapped = size;
    const EFI_STATUS status = dma->io->Map(dma->io, EfiPciIoOperationBusMasterCommonBuffer,
                                           memory->cpu, &mapped, &device, &memory->mapping);

    if (EFI_ERROR(status)) {
        say_refusal(dma, "refuses to map memory for the card", status);
        return ERR_RIG;
    }
    memory->bus = (bus_addr){ device };
    if (mapped >= size && device <= BELOW_40_BITS && size - 1 <= BELOW_40_BITS - device &&
        device % PAGE_SIZE == 0)
        return OK;
    if (mapped < size)
        say_refusal(dma, "maps less memory than it gave", mapped);
    else
        say_refusal(dma, "maps memory where the card does not reach it", device);
    dma->io->Unmap(dma->io, memory->mapping);
    return ERR_RIG;
}

static enum err allocate_mapped(struct dma *dma, size_t size, struct dma_memory *out)
{
    struct dma_memory memory = { .size = size };

    if (EFI_ERROR(dma->io->AllocateBuffer(dma->io, AllocateAnyPages, EfiBootServicesData,
                                          pages_of(size), &memory.cpu, 0)))
        return ERR_NO_MEMORY;
    const enum err e = map(dma, &memory);

    if (e == OK)
        *out = memory;
    else
        dma->io->FreeBuffer(dma->io, pages_of(size), memory.cpu);
    return e;
}

static void free_mapped(struct dma *dma, const struct dma_memory *memory)
{
    const EFI_STATUS status = dma->io->Unmap(dma->io, memory->mapping);

    if (EFI_ERROR(status))
        say_refusal(dma, "does not take a mapping back", status);
    dma->io->FreeBuffer(dma->io, pages_of(memory->size), memory->cpu);
}

/* ---- without it ------------------------------------------------------------------------------ */

/* Without the protocol the firmware cannot be asked: the card is taken to see memory where the CPU
 * does. */
static enum err allocate_direct(struct dma *dma, size_t size, struct dma_memory *out)
{
    EFI_PHYSICAL_ADDRESS at = BELOW_4_GIB;

    if (EFI_ERROR(dma->boot->AllocatePages(AllocateMaxAddress, EfiBootServicesData, pages_of(size),
                                           &at))) {
        at = BELOW_40_BITS;
        if (EFI_ERROR(dma->boot->AllocatePages(AllocateMaxAddress, EfiBootServicesData,
                                               pages_of(size), &at)))
            return ERR_NO_MEMORY;
    }
    *out = (struct dma_memory){ .cpu = (void *)(uintptr_t)at, .bus = { at }, .size = size };
    return OK;
}

/* ---- above 4 GiB ----------------------------------------------------------------------------- */

/* Free pages at 4 GiB or above: UEFI takes lower ones as long as there are any, so places are tried by address. */
static void *pages_above(struct dma *dma, size_t size)
{
    for (unsigned i = 0; i < HIGH_PLACES; i++) {
        EFI_PHYSICAL_ADDRESS at = BELOW_4_GIB + 1 + i * HIGH_STEP;

        if (!EFI_ERROR(dma->boot->AllocatePages(AllocateAddress, EfiBootServicesData,
                                                pages_of(size), &at)))
            return (void *)(uintptr_t)at;
    }
    return NULL;
}

/* The protocol maps it only where the device is said to reach so far, and on many machines not even then
 * (uefi-on-machines.md §1.3). A refusal is no news. */
static bool map_above(struct dma *dma, struct dma_memory *memory)
{
    const bool said = dma->said_refusal;
    UINT64 before = 0;

    if (!dma->io ||
        EFI_ERROR(dma->io->Attributes(dma->io, EfiPciIoAttributeOperationGet, 0, &before)) ||
        EFI_ERROR(dma->io->Attributes(dma->io, EfiPciIoAttributeOperationEnable,
                                      EFI_PCI_IO_ATTRIBUTE_DUAL_ADDRESS_CYCLE, NULL)))
        return false;
    dma->said_refusal = true;
    const enum err e = map(dma, memory);
    dma->said_refusal = said;
    if (!(before & EFI_PCI_IO_ATTRIBUTE_DUAL_ADDRESS_CYCLE))
        dma->io->Attributes(dma->io, EfiPciIoAttributeOperationDisable,
                            EFI_PCI_IO_ATTRIBUTE_DUAL_ADDRESS_CYCLE, NULL);
    if (e == OK && memory->bus.v <= BELOW_4_GIB)
        dma->io->Unmap(dma->io, memory->mapping);
    return e == OK && memory->bus.v > BELOW_4_GIB;
}

static struct dma_high *free_high(struct dma *dma)
{
    for (unsigned i = 0; i < DMA_HIGH_MAX; i++)
        if (!dma->high[i].used)
            return &dma->high[i];
    return NULL;
}

static bool is_high(const struct dma *dma, const struct dma_memory *memory)
{
    return (uintptr_t)memory->mapping - (uintptr_t)dma->high < sizeof(dma->high);
}

static void release_high(struct dma *dma, const struct dma_memory *memory)
{
    struct dma_high *const high = memory->mapping;

    if (high->mapped)
        dma->io->Unmap(dma->io, high->mapping);
    dma->boot->FreePages((uintptr_t)memory->cpu, pages_of(memory->size));
    high->used = false;
}

/* The pages are given back where the root bridge would have to map them and cannot, because the card would then
 * read and write at an address that leads elsewhere. */
enum err dma_take_high(struct dma *dma, size_t size, struct dma_memory *out)
{
    struct dma_high *const high = free_high(dma);
    struct dma_memory memory = { .size = size };

    if (!high)
        return ERR_NO_MEMORY;
    memory.cpu = pages_above(dma, size);
    if (!memory.cpu)
        return ERR_UNSUPPORTED;
    const bool mapped = map_above(dma, &memory);
    if (!mapped && dma->io && !dma->flat) {
        dma->boot->FreePages((uintptr_t)memory.cpu, pages_of(size));
        return ERR_UNSUPPORTED;
    }
    if (!mapped)
        memory.bus = (bus_addr){ (uintptr_t)memory.cpu };
    *high = (struct dma_high){ .used = true, .mapped = mapped, .mapping = memory.mapping };
    memory.mapping = high;
    memset(memory.cpu, 0, pages_of(size) * PAGE_SIZE);
    *out = memory;
    return OK;
}

/* ---- both ------------------------------------------------------------------------------------ */

static enum err allocate(struct dma *dma, size_t size, struct dma_memory *out)
{
    return dma->io ? allocate_mapped(dma, size, out) : allocate_direct(dma, size, out);
}

static void release(struct dma *dma, const struct dma_memory *memory)
{
    if (is_high(dma, memory))
        release_high(dma, memory);
    else if (dma->io)
        free_mapped(dma, memory);
    else
        dma->boot->FreePages((uintptr_t)memory->cpu, pages_of(memory->size));
}

void dma_open(struct dma *dma, EFI_BOOT_SERVICES *boot, struct tap *tap, EFI_PCI_IO_PROTOCOL *io)
{
    *dma = (struct dma){ .boot = boot, .tap = tap, .io = io };
    if (allocate(dma, BLOCK_SIZE, &dma->block) != OK)
        dma->block = (struct dma_memory){ 0 };
}

void dma_close(struct dma *dma)
{
    if (dma->block.cpu)
        release(dma, &dma->block);
    dma->block = (struct dma_memory){ 0 };
}

static bool in_block(const struct dma *dma, const struct dma_memory *memory)
{
    return dma->block.cpu &&
           (uintptr_t)memory->cpu - (uintptr_t)dma->block.cpu < (uintptr_t)BLOCK_SIZE;
}

static enum err take_from_block(struct dma *dma, size_t size, struct dma_memory *out)
{
    const size_t first = dma->block.cpu ? pool_take(&dma->pool, pages_of(size)) : POOL_PAGES;

    if (first == POOL_PAGES)
        return ERR_NO_MEMORY;
    *out = (struct dma_memory){
        .cpu = (uint8_t *)dma->block.cpu + first * PAGE_SIZE,
        .bus = { dma->block.bus.v + first * PAGE_SIZE },
        .size = size,
    };
    return OK;
}

enum err dma_take(struct dma *dma, size_t size, struct dma_memory *out)
{
    enum err e = take_from_block(dma, size, out);

    if (e != OK)
        e = allocate(dma, size, out);
    if (e == OK)
        memset(out->cpu, 0, pages_of(size) * PAGE_SIZE);
    return e;
}

void dma_give(struct dma *dma, struct dma_memory *memory)
{
    if (in_block(dma, memory))
        pool_give(&dma->pool,
                  ((uintptr_t)memory->cpu - (uintptr_t)dma->block.cpu) / (size_t)PAGE_SIZE,
                  pages_of(memory->size));
    else if (memory->cpu)
        release(dma, memory);
    *memory = (struct dma_memory){ 0 };
}
