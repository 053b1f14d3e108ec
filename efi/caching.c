#include "efi/caching.h"

#include <stdbool.h>

#include "efi/tables.h"

#define CACHE_ATTRIBUTES (EFI_MEMORY_UC | EFI_MEMORY_WC | EFI_MEMORY_WT | EFI_MEMORY_WB)

void caching_open(struct caching *caching, EFI_SYSTEM_TABLE *table, void (*alone)(void *opaque),
                  void *opaque)
{
    struct dxe_services *dxe = table_find(table, &(EFI_GUID)DXE_SERVICES_TABLE_GUID);

    caching->count = 0;
    caching->refused_size = 0;
    caching->alone = alone;
    caching->opaque = opaque;
    caching->dxe = dxe != NULL && dxe->header.Signature == DXE_SERVICES_SIGNATURE ? dxe : NULL;
}

/* Older firmware has a shorter table. */
static bool can_set_capabilities(const struct dxe_services *dxe)
{
    return dxe->header.HeaderSize >= sizeof(*dxe);
}

/* false: the service has refused, and caching remembers it. */
static bool accepted(struct caching *caching, const char *service, EFI_STATUS status)
{
    if (!EFI_ERROR(status))
        return true;
    caching->refusal = service;
    caching->status = status;
    return false;
}

static EFI_STATUS set_attributes(struct caching *caching, uint64_t base, uint64_t size,
                                 uint64_t attributes)
{
    caching->alone(caching->opaque);
    return caching->dxe->set_memory_space_attributes(base, size, attributes);
}

/* The firmware's record of a range that lies in one piece of MMIO. */
static enum err describe(struct caching *caching, uint64_t base, uint64_t size,
                         struct gcd_memory *out)
{
    if (caching->dxe == NULL || !accepted(caching, "GetMemorySpaceDescriptor",
                                          caching->dxe->get_memory_space_descriptor(base, out)))
        return ERR_UNSUPPORTED;
    if (out->type != GCD_MEMORY_MAPPED_IO || base < out->base ||
        base + size > out->base + out->length)
        return ERR_UNSUPPORTED;
    return OK;
}

/* Firmware often declares only the capabilities that it uses itself. */
static bool declare_combining(struct caching *caching, uint64_t base, uint64_t size,
                              const struct gcd_memory *was)
{
    struct dxe_services *dxe = caching->dxe;

    if ((was->capabilities & EFI_MEMORY_WC) != 0)
        return true;
    return can_set_capabilities(dxe) &&
           accepted(
               caching, "SetMemorySpaceCapabilities",
               dxe->set_memory_space_capabilities(base, size, was->capabilities | EFI_MEMORY_WC));
}

static bool was_refused(const struct caching *caching, uint64_t base, uint64_t size)
{
    return size == caching->refused_size && base == caching->refused_base;
}

/* The capability first, where nobody has declared it, then the attribute; both are remembered for putting back. */
enum err caching_combine(struct caching *caching, uint64_t base, uint64_t size)
{
    struct gcd_memory was;

    if (was_refused(caching, base, size))
        return ERR_UNSUPPORTED;
    caching->refusal = NULL;
    caching->refused_size = 0;
    const enum err e = describe(caching, base, size, &was);
    if (e != OK)
        return e;
    if (caching->count == CACHING_RANGES_MAX)
        return ERR_NO_MEMORY;
    if (!declare_combining(caching, base, size, &was))
        return ERR_UNSUPPORTED;

    caching->ranges[caching->count++] = (struct caching_range){
        .base = base,
        .size = size,
        .capabilities = was.capabilities,
        .attributes = was.attributes,
    };
    if (accepted(caching, "SetMemorySpaceAttributes",
                 set_attributes(caching, base, size,
                                (was.attributes & ~(uint64_t)CACHE_ATTRIBUTES) | EFI_MEMORY_WC)))
        return OK;
    if (caching_uncache(caching, base, size) != OK)
        return ERR_RIG;
    if (caching->count == 0) { /* it has room for no other range either */
        caching->refused_base = base;
        caching->refused_size = size;
    }
    return ERR_UNSUPPORTED;
}

static enum err put_back(struct caching *caching, const struct caching_range *range)
{
    EFI_STATUS status;

    /* Attributes that name no kind of caching change nothing in the CPU: MMIO that nobody had set
     * up was uncached. */
    status = set_attributes(caching, range->base, range->size,
                            (range->attributes & CACHE_ATTRIBUTES) != 0
                                ? range->attributes
                                : range->attributes | EFI_MEMORY_UC);
    if (!EFI_ERROR(status) && (range->capabilities & EFI_MEMORY_WC) == 0)
        status = caching->dxe->set_memory_space_capabilities(range->base, range->size,
                                                             range->capabilities);
    return EFI_ERROR(status) ? ERR_RIG : OK;
}

enum err caching_uncache(struct caching *caching, uint64_t base, uint64_t size)
{
    for (size_t i = caching->count; i-- > 0;) {
        const struct caching_range range = caching->ranges[i];
        if (range.base != base || range.size != size)
            continue;
        caching->ranges[i] = caching->ranges[--caching->count];
        return put_back(caching, &range);
    }
    return OK;
}

void caching_restore(struct caching *caching)
{
    while (caching->count != 0)
        (void)put_back(caching, &caching->ranges[--caching->count]);
}

void caching_map(struct caching *caching, uint64_t base, uint64_t size)
{
    struct gcd_memory was;

    if (caching->dxe == NULL || EFI_ERROR(caching->dxe->get_memory_space_descriptor(base, &was)))
        return;
    if (was.type == GCD_NON_EXISTENT)
        caching->dxe->add_memory_space(GCD_MEMORY_MAPPED_IO, base, size, EFI_MEMORY_UC);
    if (was.type == GCD_NON_EXISTENT || was.type == GCD_MEMORY_MAPPED_IO)
        (void)set_attributes(caching, base, size, EFI_MEMORY_UC);
}
