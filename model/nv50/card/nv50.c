#include "model/nv50/card/nv50.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "model/nv50/base/card.h"
#include "model/nv50/card/bars.h"
#include "model/nv50/card/units.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/ptherm.h"
#include "model/nv50/host/rom.h"
#include "model/nv50/host/window_alias.h"
#include "model/nv50/host/windows.h"
#include "model/nv50/shader/grid.h"
#include "model/nv50/vm/board.h"
#include "model/nv50/vm/tags.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vram/vram.h"

#define BAR1_USUAL (UINT64_C(256) << 20)

static void power_on(struct nv50 *card)
{
    card->shell.wake_ns = 0;
    card->dead = false;
    units_power_on(card);
    shell_note(&card->shell.model);
    irq_update(card);
}

static void reset(struct model *model)
{
    struct nv50 *card = nv50_of(model);

    shell_reset(&card->shell, &card_defect_rows[DEFECT_BUS_GONE]);
    power_on(card);
}

static void retrain(struct model *model, unsigned speed)
{
    config_retrain(nv50_of(model), speed);
}

/* Nobody runs the VBIOS again after a reset by the port above. The card does not fall off a second time. */
static void hot_reset(struct model *model)
{
    struct nv50 *card = nv50_of(model);

    card->shell.cold |= !(card->chip->features & FEATURE_IGP);
    presence_open(card->shell.model.presence, NULL);
    power_on(card);
}

static void wake(struct model *model)
{
    units_wake(nv50_of(model));
}

/* The knob's value is the number of an order in the text of its row, where each order takes four letters and a
 * separator. */
static void take_check_order(struct nv50 *card)
{
    const char *orders = knob_rows[KNOB_CHECK_ORDER].values;
    memcpy(card->check_order, orders + 5 * card_knob(card, KNOB_CHECK_ORDER), 4);
}

static uint64_t clock_of(void *opaque)
{
    return shell_now_ns(opaque);
}

static int celsius_of(void *opaque)
{
    return ptherm_celsius(opaque);
}

static struct vram *make_vram(struct nv50 *card, const struct model_config *config, char *error,
                              size_t error_size)
{
    const struct vram_config vram = {
        .chip = card->chip,
        .size = config->vram_size,
        .part_mask = config->part_mask,
        .subparts = config->subparts,
        .select_mask = config->select_mask,
        .ranks = config->ranks,
        .seed = config->seed,
        .options = &card->shell.options,
        .clock_ns = clock_of,
        .celsius = celsius_of,
        .opaque = card,
    };
    return vram_new(&vram, error, error_size);
}

static void take_config(struct nv50 *card, const struct model_config *config,
                        const struct model_host *host)
{
    shell_take_config(&card->shell, &nv50_model, config, host, BAR1_USUAL);
    card->chip = (const struct nv50_chip *)config->chip; /* its row begins with this */
    card->chip_bit = chip_bit(config->chip);
    card->boot_0 = config->boot_0;
    card->tpcs = config->tpcs ? config->tpcs : (1u << card->chip->max_tpcs) - 1;
    card->strap = config->strap ? config->strap : BOARD_STRAP_DEFAULT;
    card->media = config->media;
}

/* The sections that say which accesses are allowed. */
static const char *const strict_sections[STRICT_KINDS] = {
    [STRICT_UNKNOWN] = "tesla-mmio.md §0.1, §0.2",
    [STRICT_OTHER_CHIPSET] = "tesla-mmio.md §2",
    [STRICT_OFF] = "tesla-mmio.md §3.1, §3.5: a unit that is off answers nobody",
    [STRICT_NOT_TAKEN] = "the unit's section of tesla-mmio.md",
    [STRICT_BITS] = "the unit's section of tesla-mmio.md",
    [STRICT_UNREAD] = "the unit's section of tesla-mmio.md",
    [STRICT_RESERVED] = "tesla-vm.md §1.6, §1.7: every driver writes 0",
    [STRICT_STALE] = "tesla-vm.md §8.3: after any change flush every engine that may have touched "
                     "the range",
    [STRICT_UNFLUSHED] = "tesla-vm.md §8.4: host flush if the tables are in VRAM and were written "
                         "through a BAR, PMEM or PEEPHOLE",
    [STRICT_CHANGED] = "tesla-mmio.md §4.2, §4.3: PFIFO saves RAMFC when the channel leaves; a DMA "
                       "object counts from when it is loaded",
    [STRICT_NOT_QUIET] = "tesla-vm.md §8.5: stop PGRAPH's fetch and wait before flushing its TLB",
    [STRICT_SNOOP] = "tesla-vm.md §1.2: SNOOP and NOSNOOP are a property of the page",
};

static void discard(struct model *model)
{
    struct nv50 *card = nv50_of(model);

    shell_discard(&card->shell, strict_sections);
    tlb_free(card);
    tags_free(card);
    shader_free(card->shader);
    if (card->vram)
        vram_free(card->vram);
    units_free(card);
}

/* Checks the configuration, makes the parts that may fail for want of memory, and powers the card
 * on. */
static struct model *make(const struct model_config *config, const struct model_host *host,
                          char *error, size_t error_size)
{
    struct nv50 *card = units_new();

    if (!card) {
        snprintf(error, error_size, "no memory for a card");
        return NULL;
    }
    take_config(card, config, host);
    if (!shell_check_bar1(&card->shell, error, error_size))
        goto failed;
    if (config->board || config->channels || config->spread) {
        snprintf(error, error_size, "%s has no board, channels or spread: it has parts",
                 config->chip->name);
        goto failed;
    }
    if (card->boot_0 && FIELD_GET(BOOT_0_CHIPSET, card->boot_0) != config->chip->id) {
        snprintf(error, error_size, "boot_0 0x%08x: its chipset is not %s", card->boot_0,
                 config->chip->title);
        goto failed;
    }
    if (card->tpcs >> card->chip->max_tpcs) {
        snprintf(error, error_size, "tpcs 0x%x: %s has %u", card->tpcs, config->chip->title,
                 card->chip->max_tpcs);
        goto failed;
    }
    if (card->strap > 2) {
        snprintf(error, error_size, "strap %u: 1 or 2", card->strap);
        goto failed;
    }
    if (!options_parse(&card->shell.options, &nv50_options, config->chip, config->defects,
                       config->knobs, error, error_size))
        goto failed;
    if (!pdisplay_choose(card, config->display)) {
        snprintf(error, error_size, "display %s: evo:ADDRESS or vga:ADDRESS", config->display);
        goto failed;
    }
    card->vram = make_vram(card, config, error, error_size);
    if (!card->vram)
        goto failed;
    shell_take_defects(&card->shell, card_defect_rows, DEFECT_COUNT, DEFECT_BUS_PAGES_LOST,
                       card->broken);
    card->shader = shader_make();
    if (!card->shader || !rom_init(card, config->vbios, config->vbios_size) || !tlb_init(card) ||
        !tags_init(card)) {
        snprintf(error, error_size, "no memory for a card");
        goto failed;
    }
    take_check_order(card);
    window_alias_init(card);
    units_list_registers(card);
    reset(&card->shell.model);
    return &card->shell.model;

failed:
    discard(&card->shell.model);
    return NULL;
}

static const struct chip *chip(unsigned index)
{
    return index < CHIP_COUNT ? &nv50_chips[index].chip : NULL;
}

static const struct model_option *defect(unsigned index)
{
    return options_defect_at(&nv50_options, index);
}

static const struct model_option *knob(unsigned index)
{
    return options_knob_at(&nv50_options, index);
}

static bool bar(const struct model *model, unsigned index, struct model_bar *out)
{
    return config_bar((const struct nv50 *)model, index, out);
}

static uint32_t read_config(const struct model *model, unsigned at, unsigned size)
{
    return config_read((const struct nv50 *)model, at, size);
}

static void write_config(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    config_write(nv50_of(model), at, value, size);
}

static void *vram(struct model *model, uint64_t *size)
{
    *size = vram_geometry(nv50_of(model)->vram)->size;
    return vram_storage(nv50_of(model)->vram);
}

static unsigned changed(struct model *model, void (*line)(void *opaque, const char *text),
                        void *opaque)
{
    struct nv50 *card = nv50_of(model);

    return shell_changed(model, line, opaque) + pdisplay_changed(card, line, opaque) +
           windows_changed(card, line, opaque);
}

const struct model_ops nv50_model = {
    .name = "nv50",
    .title = "NVIDIA card of the NV50 family (Barecard's model)",
    .chip = chip,
    .usual = &nv50_chips[CHIP_G84].chip,
    .config_mirror = PBUS_PCI_MIRROR,
    .defect = defect,
    .knob = knob,
    .make = make,
    .free = discard,
    .reset = reset,
    .hot_reset = hot_reset,
    .retrain = retrain,
    .wake = wake,
    .bar = bar,
    .asleep = shell_asleep,
    .read = bar_read,
    .write = bar_write,
    .read_block = bar_read_block,
    .write_block = bar_write_block,
    .config_read = read_config,
    .config_write = write_config,
    .vram = vram,
    .rom = shell_rom,
    .note = shell_note,
    .changed = changed,
};
