#include "model/common/config_bytes.h"

#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/pci.h"
#include "model/common/bytes.h"

void config_bytes_set(struct config_bytes *config, unsigned offset, uint32_t value,
                      uint32_t writable)
{
    bytes_put(config->bytes + offset, value, 4);
    bytes_put(config->writable + offset, writable, 4);
}

void config_bytes_set_bar(struct config_bytes *config, unsigned offset, const struct model_bar *bar)
{
    const uint64_t mask = ~(bar->size - 1) & ~(bar->io ? UINT64_C(3) : UINT64_C(15));
    const uint32_t kind = bar->io ? PCI_BAR_IO
                                  : (bar->wide ? FIELD_PUT(PCI_BAR_TYPE, PCI_BAR_TYPE_64) : 0) |
                                        (bar->prefetch ? PCI_BAR_PREFETCH : 0);

    bytes_put(config->bytes + offset, kind, 4);
    bytes_put(config->writable + offset, mask, bar->wide ? 8 : 4);
}

bool config_bytes_hold(unsigned offset, unsigned size)
{
    return offset < CONFIG_SIZE && size <= 4 && offset + size <= CONFIG_SIZE;
}

uint32_t config_bytes_read(const struct config_bytes *config, unsigned offset, unsigned size)
{
    return config_bytes_hold(offset, size) ? (uint32_t)bytes_get(config->bytes + offset, size)
                                           : UINT32_MAX;
}

void config_bytes_write(struct config_bytes *config, unsigned offset, uint32_t value, unsigned size)
{
    for (unsigned at = offset; at < offset + size; at++, value >>= 8) {
        const uint8_t bits = config->writable[at];

        config->bytes[at] &= (uint8_t) ~(value & config->clears[at]);
        config->bytes[at] = (uint8_t)((config->bytes[at] & ~bits) | (value & bits));
    }
}

bool config_bytes_asleep(const struct config_bytes *config)
{
    return (config->bytes[PCI_NV_CAP_PM + PCI_PM_CONTROL] & PCI_PM_STATE) == PCI_PM_STATE_D3HOT;
}

void config_bytes_note(struct config_bytes *config)
{
    memcpy(config->noted, config->bytes, CONFIG_SIZE);
}

unsigned config_bytes_changed(const struct config_bytes *config,
                              void (*line)(void *opaque, const char *text), void *opaque)
{
    unsigned changed = 0;

    for (unsigned i = 0; i < CONFIG_SIZE; i++) {
        char text[64];

        if (config->bytes[i] == config->noted[i])
            continue;
        snprintf(text, sizeof(text), "configuration 0x%03x: 0x%02x, was 0x%02x", i,
                 config->bytes[i], config->noted[i]);
        if (line)
            line(opaque, text);
        changed++;
    }
    return changed;
}
