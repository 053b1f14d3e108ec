#include "model/gv100/card/gv100.h"

#include <stdio.h>
#include <stdlib.h>

#include "model/gv100/base/card.h"
#include "model/gv100/base/sound.h"
#include "model/gv100/card/bars.h"
#include "model/gv100/card/units.h"
#include "model/gv100/vram/vram.h"
#include "model/gv100/window/rom.h"
#include "model/gv100/window/window_alias.h"
#include "model/gv100/window/windows.h"

#define BAR1_USUAL      (UINT64_C(256) << 20)
#define FBPAS_OF_SPREAD 16 /* as many as the measured spread has channels for */
#define LARGE_MEMORY    (UINT64_C(16) << 30)

static void note(struct model *model)
{
    shell_note(model);
    config_bytes_note(&gv_of(model)->sound);
}

static void power_on(struct gv100 *card)
{
    card->shell.wake_ns = 0;
    gv_vram_invalidate(card->vram);
    gv_vram_bypass(card->vram, false);
    gv_units_power_on(card);
    note(&card->shell.model);
    gv_irq_update(card);
}

static void reset(struct model *model)
{
    struct gv100 *card = gv_of(model);

    shell_reset(&card->shell, &gv_defect_rows[DEFECT_BUS_GONE]);
    power_on(card);
}

/* Nobody runs the VBIOS again after a reset by the port above. The card does not fall off a second time. */
static void hot_reset(struct model *model)
{
    struct gv100 *card = gv_of(model);

    card->shell.cold = true;
    presence_open(card->shell.model.presence, NULL);
    power_on(card);
}

static void retrain(struct model *model, unsigned speed)
{
    gv_config_retrain(gv_of(model), speed);
}

static void wake(struct model *model)
{
    gv_units_wake(gv_of(model));
}

/* BAR1 is a power of two. */
static uint64_t usual_bar1(const struct gv100 *card, const struct model_config *config)
{
    uint64_t size = BAR1_USUAL;

    while (card->board->large_bar1 && size < config->vram_size)
        size *= 2;
    return size;
}

static void take_config(struct gv100 *card, const struct model_config *config,
                        const struct model_host *host)
{
    card->chip = (const struct gv100_chip *)config->chip; /* its row begins with this */
    shell_take_config(&card->shell, &gv100_model, config, host, usual_bar1(card, config));
    card->graphics_runs = config->graphics;
    card->large_memory = config->vram_size > LARGE_MEMORY;
}

static bool check_config(const struct gv100 *card, const struct model_config *config, char *error,
                         size_t error_size)
{
    if (config->part_mask || config->subparts || config->select_mask || config->ranks ||
        config->strap || config->tpcs || config->boot_0 || config->media || config->display) {
        snprintf(error, error_size,
                 "%s has no parts, subparts, selmask, ranks, strap, tpcs, boot_0, media or display",
                 config->chip->name);
        return false;
    }
    return shell_check_bar1(&card->shell, error, error_size);
}

/* Those of the board, where each of its partitions can have whole MiB. */
static unsigned channels_of(const struct gv100 *card, const struct model_config *config)
{
    const unsigned own = card->board->channels;

    if (config->channels || config->spread)
        return config->channels;
    if (config->vram_size % ((uint64_t)own << 21) == 0)
        return own;
    if (card->chip->fbpas == FBPAS_OF_SPREAD)
        return 0;
    /* A power of two of its own channels shares any size evenly. */
    unsigned even = 1;
    while (2 * even <= own)
        even *= 2;
    return even;
}

static bool keeps_check_bits(const struct gv100 *card)
{
    const uint32_t asked = gv_knob(card, KNOB_ECC);

    return asked == ECC_BOARD ? card->board->ecc : asked == ECC_YES;
}

static uint64_t l2_of(const struct gv100 *card, uint64_t vram_size)
{
    const uint64_t slices = (uint64_t)card->board->ltcs * LTC_SLICE_COUNT;

    if (gv_knob(card, KNOB_L2) == L2_OFF)
        return 0;
    return slices * gv_board_slice_kib(card->board, vram_size ? vram_size : VRAM_USUAL) << 10;
}

static bool make_vram(struct gv100 *card, const struct model_config *config, char *error,
                      size_t error_size)
{
    const struct gv_vram_config vram = { .size = config->vram_size,
                                         .channels = channels_of(card, config),
                                         .spread = config->spread,
                                         .locked = config->vpr_size,
                                         .ecc = keeps_check_bits(card),
                                         .unscrubbed = gv_knob(card, KNOB_SCRUBBED) == SCRUBBED_NO,
                                         .poison = (uint8_t)gv_knob(card, KNOB_DBE),
                                         .l2 = l2_of(card, config->vram_size),
                                         .seed = config->seed,
                                         .options = &card->shell.options };

    card->vram = gv_vram_new(&vram, error, error_size);
    return card->vram != NULL;
}

/* The sections that say which accesses are allowed. */
static const char *const strict_sections[STRICT_KINDS] = {
    [STRICT_UNKNOWN] = "gv100.md §1.2, §8.5",
    [STRICT_OTHER_CHIPSET] = "gv100.md §1.2",
    [STRICT_OFF] = "gv100.md §1.7: a unit in reset answers nobody",
    [STRICT_NOT_TAKEN] = "the unit's section of gv100.md",
    [STRICT_BITS] = "the unit's section of gv100.md",
    [STRICT_UNREAD] = "the unit's section of gv100.md",
    [STRICT_RESERVED] = "gv100.md §3, §5: what is not listed is undefined, write 0",
    [STRICT_STALE] = ("gv100.md §6.1: changed entries become visible only after an invalidate that "
                      "covers them"),
    [STRICT_UNFLUSHED] = "gv100.md §6.1: write tables, flush (0x070000), invalidate",
    [STRICT_CHANGED] =
        ("gv100.md §3.1, §3.2, §3.5: host saves RAMFC, and the old runlist is kept until "
         "PENDING is 0"),
    [STRICT_NOT_QUIET] = "gv100.md §2.2: poll BIND_STATUS until PENDING and OUTSTANDING are 0",
    [STRICT_SNOOP] = "gv100.md §3.1, §5.4: coherent or noncoherent is a property of the page",
};

static void discard(struct model *model)
{
    struct gv100 *card = gv_of(model);

    shell_discard(&card->shell, strict_sections);
    gv_vram_free(card->vram);
    gv_units_free(card);
}

/* Checks the configuration, makes the parts that may fail for want of memory, and powers the card
 * on. */
static struct model *make(const struct model_config *config, const struct model_host *host,
                          char *error, size_t error_size)
{
    struct gv100 *card = gv_units_new();

    if (!card) {
        snprintf(error, error_size, "no memory for a card");
        return NULL;
    }
    if (!gv_board_choose(&card->board, config->chip, config->board, error, error_size))
        goto failed;
    take_config(card, config, host);
    if (!check_config(card, config, error, error_size) ||
        !gv_topology_choose(&card->topology, config, error, error_size) ||
        !options_parse(&card->shell.options, &gv_options, config->chip, config->defects,
                       config->knobs, error, error_size) ||
        !make_vram(card, config, error, error_size))
        goto failed;
    shell_take_defects(&card->shell, gv_defect_rows, DEFECT_COUNT, DEFECT_BUS_PAGES_LOST,
                       card->broken);
    if (!gv_rom_init(card, config->vbios, config->vbios_size)) {
        snprintf(error, error_size, "no memory for a card");
        goto failed;
    }
    gv_window_alias_init(card);
    gv_units_list_registers(card);
    reset(&card->shell.model);
    return &card->shell.model;

failed:
    discard(&card->shell.model);
    return NULL;
}

static const struct chip *chip(unsigned index)
{
    return index < GV100_CHIP_COUNT ? &gv100_chips[index].chip : NULL;
}

static const struct model_option *defect(unsigned index)
{
    return options_defect_at(&gv_options, index);
}

static const struct model_option *knob(unsigned index)
{
    return options_knob_at(&gv_options, index);
}

static bool bar(const struct model *model, unsigned index, struct model_bar *out)
{
    return gv_config_bar((const struct gv100 *)model, index, out);
}

static uint32_t read_config(const struct model *model, unsigned at, unsigned size)
{
    return gv_config_read((const struct gv100 *)model, at, size);
}

static void write_config(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    gv_config_write(gv_of(model), at, value, size);
}

static uint32_t read_sound(const struct model *model, unsigned at, unsigned size)
{
    return gv_sound_read((const struct gv100 *)model, at, size);
}

static void write_sound(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    gv_sound_write(gv_of(model), at, value, size);
}

static void *vram(struct model *model, uint64_t *size)
{
    *size = gv_vram_size(gv_of(model)->vram);
    return gv_vram_storage(gv_of(model)->vram);
}

static unsigned changed(struct model *model, void (*line)(void *opaque, const char *text),
                        void *opaque)
{
    struct gv100 *card = gv_of(model);

    return shell_changed(model, line, opaque) + config_bytes_changed(&card->sound, line, opaque) +
           gv_windows_changed(card, line, opaque);
}

const struct model_ops gv100_model = {
    .name = "gv100",
    .title = "NVIDIA card of the GV100 family (Barecard's model)",
    .chip = chip,
    .usual = &gv100_chips[CHIP_GV100].chip,
    .config_mirror = PCFG_MIRROR,
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
    .read = gv_bar_read,
    .write = gv_bar_write,
    .read_block = gv_bar_read_block,
    .write_block = gv_bar_write_block,
    .config_read = read_config,
    .config_write = write_config,
    .sound_read = read_sound,
    .sound_write = write_sound,
    .vram = vram,
    .rom = shell_rom,
    .note = note,
    .changed = changed,
};
