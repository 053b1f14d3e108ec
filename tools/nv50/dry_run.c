#include "tools/nv50/dry_run.h"

#include "engines/nv50/devinit/overlay.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pstraps.h"
#include "hw/pci.h"
#include "model/host/host.h"

#define STRAPS 16

struct cold {
    struct model *card;
    unsigned strap;
};

/* The overlay passes on reads, and writes to index ports. */
static enum err reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    const struct cold *const cold = context;

    (void)write;
    *value = (uint32_t)model_read(cold->card, NV_BAR_MMIO, at, 4);
    if (at == PSTRAPS_0_PRIMARY)
        *value = (*value & ~PSTRAPS_0_RAMCFG) | FIELD_PUT(PSTRAPS_0_RAMCFG, cold->strap);
    return OK;
}

static enum err port(void *context, bool write, uint16_t at, uint8_t *value)
{
    const struct cold *const cold = context;

    if (write)
        model_write(cold->card, NV_BAR_MMIO, PRMIO + at, *value, 1);
    else
        *value = (uint8_t)model_read(cold->card, NV_BAR_MMIO, PRMIO + at, 1);
    return OK;
}

static void run(struct cold *cold, const struct rom_file *file, const struct nv50_chip *chip,
                struct devinit *d)
{
    static struct overlay overlay;
    const struct devinit_world inner = { .context = cold, .reg = reg, .port = port };

    overlay_init(&overlay, &inner);
    const struct devinit_world world = overlay_world(&overlay);
    devinit_init(d, &file->v, chip, &world, (struct devinit_rules){ .dry = true });
    if (devinit_boot(d) == DEVINIT_I2C_CONSENT)
        d->end.stop = DEVINIT_OK;
}

/* All straps are tried until one start ends well, because the ROM alone does not tell the card's
 * strap; else the first failure counts. */
void dry_run(const struct rom_file *file, const struct nv50_chip *chip, struct devinit *d)
{
    const struct model_config card = { .chip = &chip->chip,
                                       .cold = true,
                                       .vbios = file->bytes + file->start,
                                       .vbios_size = file->size - file->start };
    char error[256];
    struct host_bus *const bus =
        host_bus_new(&(struct host_bus_config){ .cards = &card, .count = 1 }, error, sizeof(error));
    static struct devinit first;
    struct cold cold = { 0 };

    *d = (struct devinit){ .end = { .stop = DEVINIT_WORLD, .error = ERR_NO_MEMORY } };
    if (!bus)
        return;
    cold.card = host_bus_card(bus, 0);
    run(&cold, file, chip, d);
    first = *d;
    while (d->end.stop != DEVINIT_OK && ++cold.strap < STRAPS)
        run(&cold, file, chip, d);
    if (d->end.stop != DEVINIT_OK)
        *d = first;
    host_bus_free(bus);
}
