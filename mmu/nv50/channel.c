#include "mmu/nv50/channel.h"

#include "hw/nv50/vm.h"

enum err channel_pack(linear_addr channel, uint32_t *descriptor)
{
    const uint64_t page = channel.v / CHANNEL_ALIGN;

    if (channel.v % CHANNEL_ALIGN)
        return ERR_ALIGN;
    if (!FIELD_FITS(CHANNEL_DESC_ADDRESS, page) ||
        !FIELD_FITS(CHANNEL_DESC_TARGET, (unsigned)channel.target))
        return ERR_RANGE;
    *descriptor = FIELD_PUT(CHANNEL_DESC_ADDRESS, (uint32_t)page) |
                  FIELD_PUT(CHANNEL_DESC_TARGET, (uint32_t)channel.target);
    return OK;
}

linear_addr channel_unpack(uint32_t descriptor)
{
    return (linear_addr){
        .v = (uint64_t)FIELD_GET(CHANNEL_DESC_ADDRESS, descriptor) * CHANNEL_ALIGN,
        .target = (enum target)FIELD_GET(CHANNEL_DESC_TARGET, descriptor),
    };
}

linear_addr channel_object(linear_addr channel, uint16_t selector)
{
    channel.v += (uint64_t)selector << CHANNEL_SELECTOR_SHIFT;
    return channel;
}

linear_addr channel_pde(const struct nv50_chip *chip, linear_addr channel, virtual_addr at)
{
    const uint64_t index = (at.v >> PD_SPAN_LOG2) % PD_ENTRIES;

    channel.v += chip->pd_offset + index * sizeof(uint64_t);
    return channel;
}

uint32_t channel_free_offset(const struct nv50_chip *chip)
{
    switch ((enum channel_layout)chip->layout) {
    case CHANNEL_LAYOUT_G80:
        return CHANNEL_G80_FREE;
    case CHANNEL_LAYOUT_G84:
        return CHANNEL_G84_FREE;
    }
    return CHANNEL_G80_FREE;
}
