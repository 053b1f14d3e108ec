#include "model/nv50/card/nv50.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/bars.h"
#include "model/nv50/card/units.h"
#include "model/nv50/count/pcounter.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/graph/pgraph.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/rom.h"
#include "model/nv50/host/window_alias.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/media/falcon.h"
#include "model/nv50/media/media.h"
#include "model/nv50/vm/fault.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tags.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vram/vram.h"

/* What straps can make (docs/hardware/tesla-mmio.md §1.3), and what most boards have. */
#define BAR1_SMALLEST (UINT64_C(64) << 20)
#define BAR1_LARGEST  (UINT64_C(64) << 30)
#define BAR1_USUAL    (UINT64_C(256) << 20)

static void power_on(struct nv50 *card)
{
    card->wake_ns = 0;
    card->dead = false;
    units_power_on(card);
    nv50_note_state(card);
    irq_update(card);
}

void nv50_note_state(struct nv50 *card)
{
    config_bytes_note(&card->config);
    registers_note(&card->regs);
}

void nv50_reset(struct nv50 *card)
{
    power_on(card);
}

void nv50_wake(struct nv50 *card)
{
    card->wake_ns = 0;
    ptimer_poll(card);
    ptherm_poll(card);
    pgraph_wake(card);
    pfifo_run(card);
}

/* The knob's value is the number of an order in the text of its row, where each order takes four letters and a
 * separator. */
static void take_check_order(struct nv50 *card)
{
    const char *orders = knob_rows[KNOB_CHECK_ORDER].values;
    memcpy(card->check_order, orders + 5 * card_knob(card, KNOB_CHECK_ORDER), 4);
}

static void take_defects(struct nv50 *card)
{
    for (unsigned i = 0; i < DEFECT_COUNT; i++)
        card->broken[i] =
            options_defect(&card->options, card_defect_rows[i].option.name, 0) != NULL;
}

static uint64_t clock_of(void *opaque)
{
    return card_now_ns(opaque);
}

static struct vram *make_vram(struct nv50 *card, const struct nv50_config *config, char *error,
                              size_t error_size)
{
    const struct vram_config vram = {
        .chip = config->chip,
        .size = config->vram_size,
        .part_mask = config->part_mask,
        .subparts = config->subparts,
        .select_mask = config->select_mask,
        .ranks = config->ranks,
        .seed = config->seed,
        .options = &card->options,
        .clock_ns = clock_of,
        .opaque = card,
    };
    return vram_new(&vram, error, error_size);
}

static void take_config(struct nv50 *card, const struct nv50_config *config,
                        const struct model_host *host)
{
    card->chip = config->chip;
    card->chip_bit = chip_bit(&config->chip->chip);
    card->host = *host;
    card->cold = config->cold;
    card->media = config->media;
    card->gr3d = config->gr3d;
    card->seed = config->seed;
    card->traced = config->trace && host->trace;
    card->bar1_size = config->bar1_size ? config->bar1_size : BAR1_USUAL;
}

static bool is_bar1_size(uint64_t size)
{
    return size >= BAR1_SMALLEST && size <= BAR1_LARGEST && (size & (size - 1)) == 0;
}

const struct model_option *nv50_defect(unsigned index)
{
    return options_defect_at(index);
}

const struct model_option *nv50_knob(unsigned index)
{
    return index < KNOB_COUNT ? &knob_rows[index].option : NULL;
}

struct nv50 *nv50_new(const struct nv50_config *config, const struct model_host *host, char *error,
                      size_t error_size)
{
    struct nv50 *card = units_new();

    if (!card) {
        snprintf(error, error_size, "no memory for a card");
        return NULL;
    }
    take_config(card, config, host);
    if (!is_bar1_size(card->bar1_size)) {
        snprintf(error, error_size, "bar1 0x%llx: a power of two from 64M to 64G",
                 (unsigned long long)card->bar1_size);
        goto failed;
    }
    if (!pdisplay_choose(card, config->display)) {
        snprintf(error, error_size, "display %s: evo:ADDRESS or vga:ADDRESS", config->display);
        goto failed;
    }
    if (!options_parse(&card->options, config->chip, config->defects, config->knobs, error,
                       error_size))
        goto failed;
    card->vram = make_vram(card, config, error, error_size);
    if (!card->vram)
        goto failed;
    if (!rom_init(card, config->vbios, config->vbios_size) || !tlb_init(card) || !tags_init(card)) {
        snprintf(error, error_size, "no memory for a card");
        goto failed;
    }
    take_defects(card);
    take_check_order(card);
    window_alias_init(card);
    units_list_registers(card);
    power_on(card);
    return card;

failed:
    nv50_free(card);
    return NULL;
}

void nv50_free(struct nv50 *card)
{
    if (!card)
        return;
    registers_trace_unknown(&card->regs);
    aliases_drop_all(&card->aliases);
    tlb_free(card);
    tags_free(card);
    free(card->rom);
    if (card->vram)
        vram_free(card->vram);
    units_free(card);
}

uint64_t nv50_bar_size(const struct nv50 *card, unsigned bar)
{
    struct model_bar row;
    return config_bar(card, bar, &row) ? row.size : 0;
}

bool nv50_bar_is_io(const struct nv50 *card, unsigned bar)
{
    struct model_bar row;
    return config_bar(card, bar, &row) && row.io;
}

bool nv50_bar_is_64bit(const struct nv50 *card, unsigned bar)
{
    struct model_bar row;
    return config_bar(card, bar, &row) && row.wide;
}

bool nv50_bar_is_prefetchable(const struct nv50 *card, unsigned bar)
{
    struct model_bar row;
    return config_bar(card, bar, &row) && row.prefetch;
}

uint32_t nv50_config_read(struct nv50 *card, unsigned offset, unsigned size)
{
    return config_read(card, offset, size);
}

void nv50_config_write(struct nv50 *card, unsigned offset, uint32_t value, unsigned size)
{
    config_write(card, offset, value, size);
}

const struct nv50_chip *nv50_chipset(const struct nv50 *card)
{
    return card->chip;
}

const uint8_t *nv50_rom(const struct nv50 *card, size_t *size)
{
    *size = card->rom_size;
    return card->rom;
}

void *nv50_vram(struct nv50 *card, uint64_t *size)
{
    *size = vram_geometry(card->vram)->size;
    return vram_storage(card->vram);
}

uint64_t nv50_bar_read(struct nv50 *card, unsigned bar, uint64_t offset, unsigned size)
{
    return bar_read(card, bar, offset, size);
}

void nv50_bar_write(struct nv50 *card, unsigned bar, uint64_t offset, uint64_t value, unsigned size)
{
    bar_write(card, bar, offset, value, size);
}

void nv50_bar_read_block(struct nv50 *card, unsigned bar, uint64_t offset, void *bytes, size_t size)
{
    bar_read_block(card, bar, offset, bytes, size);
}

void nv50_bar_write_block(struct nv50 *card, unsigned bar, uint64_t offset, const void *bytes,
                          size_t size)
{
    bar_write_block(card, bar, offset, bytes, size);
}

unsigned nv50_changed_state(struct nv50 *card, void (*line)(void *opaque, const char *text),
                            void *opaque)
{
    return registers_changed(&card->regs, line, opaque) +
           config_bytes_changed(&card->config, line, opaque) +
           pdisplay_changed(card, line, opaque) + windows_changed(card, line, opaque);
}
