#include "engines/nv50/devinit/overlay.h"

#include "hw/nv50/pdisplay.h"

static const uint16_t index_ports[] = { VGA_PORT_SEQUENCER, VGA_PORT_GRAPHICS, VGA_PORT_CRTC };

bool overlay_find(const struct overlay *overlay, uint32_t reg, uint32_t *value)
{
    for (unsigned i = 0; i < overlay->count; i++)
        if (overlay->words[i].reg == reg) {
            *value = overlay->words[i].value;
            return true;
        }
    return false;
}

static enum err put(struct overlay *overlay, uint32_t reg, uint32_t value)
{
    for (unsigned i = 0; i < overlay->count; i++)
        if (overlay->words[i].reg == reg) {
            overlay->words[i].value = value;
            return OK;
        }
    if (overlay->count == OVERLAY_WORDS)
        return ERR_NO_MEMORY;
    overlay->words[overlay->count++] = (struct overlay_word){ reg, value };
    return OK;
}

static enum err reg_access(void *context, bool write, uint32_t reg, uint32_t *value)
{
    struct overlay *const overlay = context;

    if (write)
        return put(overlay, reg, *value);
    if (overlay_find(overlay, reg, value))
        return OK;
    return overlay->inner->reg(overlay->inner->context, false, reg, value);
}

/* The card sees an index only when the register that it selects is read without having been written
 * before. */
static enum err indexed_access(struct overlay *overlay, unsigned pair, bool write, uint8_t *value)
{
    const uint8_t index = overlay->index[pair];
    const struct devinit_world *const inner = overlay->inner;
    uint8_t sent = index;

    if (write) {
        overlay->indexed[pair].written[index] = true;
        overlay->indexed[pair].value[index] = *value;
        return OK;
    }
    if (overlay->indexed[pair].written[index]) {
        *value = overlay->indexed[pair].value[index];
        return OK;
    }
    const enum err e = inner->port(inner->context, true, index_ports[pair], &sent);
    if (e != OK)
        return e;
    return inner->port(inner->context, false, (uint16_t)(index_ports[pair] + 1), value);
}

/* Direct ports share the table of registers: they are bytes of the same space. */
static enum err port_access(void *context, bool write, uint16_t port, uint8_t *value)
{
    struct overlay *const overlay = context;
    uint32_t word = 0;

    for (unsigned i = 0; i < ARRAY_SIZE(index_ports); i++) {
        if (port == index_ports[i] + 1)
            return indexed_access(overlay, i, write, value);
        if (port == index_ports[i] && write) {
            overlay->index[i] = *value;
            return OK;
        }
        if (port == index_ports[i]) {
            *value = overlay->index[i];
            return OK;
        }
    }
    if (write)
        return put(overlay, PRMIO + port, *value);
    if (!overlay_find(overlay, PRMIO + port, &word))
        return overlay->inner->port(overlay->inner->context, false, port, value);
    *value = (uint8_t)word;
    return OK;
}

/* Nothing is sent; reads give zeros. */
static enum err i2c_transfer(void *context, const struct devinit_i2c *transfer)
{
    struct overlay *const overlay = context;

    overlay->i2c++;
    for (unsigned i = 0; i < transfer->in_count; i++)
        transfer->in[i] = 0;
    return OK;
}

static enum err gpio_drive(void *context, const struct gpio_entry *entry)
{
    struct overlay *const overlay = context;

    (void)entry;
    overlay->gpio++;
    return OK;
}

static enum err wait_none(void *context, uint32_t us)
{
    (void)context;
    (void)us;
    return OK;
}

void overlay_init(struct overlay *overlay, const struct devinit_world *inner)
{
    overlay->inner = inner;
    overlay->count = overlay->i2c = overlay->gpio = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(index_ports); i++) {
        overlay->index[i] = 0;
        for (unsigned j = 0; j < ARRAY_SIZE(overlay->indexed[i].written); j++)
            overlay->indexed[i].written[j] = false;
    }
}

struct devinit_world overlay_world(struct overlay *overlay)
{
    return (struct devinit_world){ overlay,    reg_access, port_access, i2c_transfer,
                                   gpio_drive, wait_none,  NULL };
}
