#include "model/nv50/card/bar5.h"

#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/bars.h"

#define SIGNATURE        0x2469fdb9
#define PORT_MASTER      0x00
#define PORT_DATA_ENABLE 0x04
#define PORT_PAIRS       0x08 /* address, data; 8 bytes each */
#define PORT_END         0x20

static const unsigned bars[BAR5_PAIRS] = { NV_BAR_MMIO, NV_BAR_VRAM, NV_BAR_RAMIN };
static const uint32_t address_bits[BAR5_PAIRS] = { BITS(23, 2), BITS(31, 2), BITS(23, 2) };

uint32_t bar5_read(struct nv50 *card, uint32_t port)
{
    struct bar5 *ports = card->bar5;

    if (port == PORT_MASTER)
        return SIGNATURE;
    if (!ports->master || port >= PORT_END)
        return UINT32_MAX;
    if (port == PORT_DATA_ENABLE)
        return ports->data_enable;
    const unsigned pair = (port - PORT_PAIRS) / 8;
    if (!(port & 4))
        return ports->address[pair];
    if (!ports->data_enable)
        return ports->data[pair];
    return (uint32_t)bar_read(&card->shell.model, bars[pair], ports->address[pair], 4);
}

/* Every port but the first is dead until a 1 is written there. A pair's data port does the access only while
 * data is enabled. */
void bar5_write(struct nv50 *card, uint32_t port, uint32_t value)
{
    struct bar5 *ports = card->bar5;

    if (port == PORT_MASTER) {
        ports->master = value & 1;
        return;
    }
    if (!ports->master || port >= PORT_END)
        return;
    if (port == PORT_DATA_ENABLE) {
        ports->data_enable = value & 1;
        return;
    }
    const unsigned pair = (port - PORT_PAIRS) / 8;
    if (!(port & 4)) {
        ports->address[pair] = value & address_bits[pair];
        return;
    }
    ports->data[pair] = value;
    if (ports->data_enable)
        bar_write(&card->shell.model, bars[pair], ports->address[pair], value, 4);
}
