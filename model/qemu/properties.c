/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/device.h"

#include "model/common/numbers.h"

#define ERROR_SIZE 512
#define VBIOS_MAX  (4u << 20) /* bytes: no card has a larger ROM */

static PROPERTIES_CONST Property property_list[] = {
    DEFINE_PROP_STRING("chipset", struct card_device, properties.chipset),
    DEFINE_PROP_STRING("board", struct card_device, properties.board),
    DEFINE_PROP_SIZE("vram", struct card_device, properties.vram, 0),
    DEFINE_PROP_STRING("parts", struct card_device, properties.parts),
    DEFINE_PROP_UINT32("subparts", struct card_device, properties.subparts, 0),
    DEFINE_PROP_UINT32("selmask", struct card_device, properties.select_mask, 0),
    DEFINE_PROP_UINT32("ranks", struct card_device, properties.ranks, 0),
    DEFINE_PROP_UINT32("tpcs", struct card_device, properties.tpcs, 0),
    DEFINE_PROP_UINT32("boot_0", struct card_device, properties.boot_0, 0),
    DEFINE_PROP_SIZE("bar1", struct card_device, properties.bar1, 0),
    DEFINE_PROP_STRING("vbios", struct card_device, properties.vbios),
    DEFINE_PROP_UINT32("strap", struct card_device, properties.strap, 0),
    DEFINE_PROP_UINT16("device_id", struct card_device, properties.device_id, 0),
    DEFINE_PROP_BOOL("d3hot", struct card_device, properties.d3hot, false),
    DEFINE_PROP_BOOL("posted", struct card_device, properties.posted, true),
    DEFINE_PROP_BOOL("media", struct card_device, properties.media, false),
    DEFINE_PROP_BOOL("graphics", struct card_device, properties.graphics, false),
    DEFINE_PROP_UINT32("lces", struct card_device, properties.lces, 0),
    DEFINE_PROP_UINT32("pbdmas", struct card_device, properties.pbdmas, 0),
    DEFINE_PROP_UINT32("runlists", struct card_device, properties.runlists, 0),
    DEFINE_PROP_UINT32("channels", struct card_device, properties.channels, 0),
    DEFINE_PROP_STRING("spread", struct card_device, properties.spread),
    DEFINE_PROP_SIZE("vpr", struct card_device, properties.vpr, 0),
    DEFINE_PROP_STRING("display", struct card_device, properties.display),
    DEFINE_PROP_STRING("defect", struct card_device, properties.defects),
    DEFINE_PROP_STRING("knob", struct card_device, properties.knobs),
    DEFINE_PROP_UINT64("seed", struct card_device, properties.seed, 0),
    DEFINE_PROP_BOOL("guard", struct card_device, properties.guard, false),
    DEFINE_PROP_BOOL("hang", struct card_device, properties.hang, false),
    DEFINE_PROP_BOOL("trace", struct card_device, properties.trace, false),
    DEFINE_PROP_BOOL("strict", struct card_device, properties.strict, false),
    PROPERTIES_END
};

/* The texts of `device_add NAME,help`; the types come from the list above. */
static const struct {
    const char *name, *says;
} descriptions[] = {
    { "board",
      "which board has the chip: titanv (default) or v100 (gv100), rtx2080ti "
      "(tu102), rtx2080 or t4 (tu104), rtx2060 or rtx2070 (tu106), gtx1660ti (tu116), gtx1650 "
      "(tu117)" },
    { "vram", "bytes: partitions times a power of two (gv100: 16M to 32G)" },
    { "parts", "memory partitions: 1 to 8, or a mask 0x1 to 0xff" },
    { "subparts", "subpartitions of a partition: 1 or 2 (gt215 and later)" },
    { "selmask", "subpartition select mask: 0 to 7" },
    { "ranks", "ranks of memory chips: 1 or 2" },
    { "tpcs", "mask of the TPCs that are not fused off" },
    { "boot_0", "BOOT_0 of a board: its foundry, stepping and device" },
    { "bar1", "bytes of BAR1: a power of two from 64M to 64G" },
    { "vbios", "file with the card's ROM" },
    { "strap", "RAM strap, the kind of memory on the board: 1 (default) or 2" },
    { "device_id", "PCI device id in place of the chipset's: that of another card" },
    { "d3hot", "found in power state D3hot, in which its BARs answer nothing" },
    { "posted", "the VBIOS has initialised the card" },
    { "media", "no video, security or copy engine is fused off" },
    { "graphics", "graphics takes methods, and draws nothing (gv100)" },
    { "lces", "logical copy engines: 1 to 9 (gv100; with none of lces, pbdmas, runlists: as a "
              "Titan V was read)" },
    { "pbdmas", "PBDMAs: 1 to 14 (gv100)" },
    { "runlists", "runlists: 1 to 13 (gv100)" },
    { "channels", "memory channels: 1 to 32 (gv100)" },
    { "spread",
      "of addresses over channels: v100 (default), gp104, random, or masks with + (gv100)" },
    { "vpr", "bytes of a video-protected range that is locked (gv100)" },
    { "display", "what is shown from power-on: evo:ADDRESS or vga:ADDRESS of VRAM" },
    { "defect", "NAME:KEY=VALUE,...+NAME..." },
    { "knob", "NAME=VALUE+NAME=VALUE" },
    { "seed", "of all that is random" },
    { "guard", "DMA reaches only memory that the guest has opened to the card" },
    { "hang", "an I/O port stops the card, so that who reads from it waits for ever" },
    { "trace", "every register access into QEMU's log" },
    { "strict", "what no document allows into QEMU's log, at the end" },
};

/* "g80 to mcp89, without it g84" */
static char *say_chipsets(const struct model_ops *ops)
{
    unsigned last = 0;

    while (ops->chip(last + 1))
        last++;
    return g_strdup_printf("%s to %s, without it %s", ops->chip(0)->name, ops->chip(last)->name,
                           ops->usual->name);
}

void device_properties_install(DeviceClass *class)
{
    g_autofree char *chipsets = say_chipsets(CARD_CLASS(class)->ops);

    device_class_set_props(class, property_list);
    object_class_property_set_description(OBJECT_CLASS(class), "chipset", chipsets);
    for (size_t i = 0; i < G_N_ELEMENTS(descriptions); i++)
        object_class_property_set_description(OBJECT_CLASS(class), descriptions[i].name,
                                              descriptions[i].says);
}

static const struct chip *find_chipset(const struct model_ops *ops, const char *name, Error **errp)
{
    g_autoptr(GString) known = g_string_new("");
    const struct chip *chip;

    for (unsigned i = 0; (chip = ops->chip(i)) != NULL; i++) {
        if (g_ascii_strcasecmp(name, chip->name) == 0)
            return chip;
        g_string_append_printf(known, " %s", chip->name);
    }
    error_setg(errp, "chipset=%s is not a chipset; there are:%s", name, known->str);
    return NULL;
}

/* Null leaves the chipset's default, which is 0. */
static bool take_parts(const char *text, unsigned *mask, Error **errp)
{
    *mask = 0;
    if (!text || parts_parse(text, mask))
        return true;
    error_setg(errp, "parts=%s: give a number of partitions from 1 to 8 or a mask from 0x1 to 0xff",
               text);
    return false;
}

/* Of a file that is longer than any ROM, or has no end, no more than that is read. */
static bool read_limited(const char *path, char **bytes, size_t *size, Error **errp)
{
    FILE *const file = fopen(path, "rb");

    if (!file) {
        error_setg(errp, "vbios: file '%s': %s", path, strerror(errno));
        return false;
    }
    *bytes = g_malloc(VBIOS_MAX + 1);
    *size = fread(*bytes, 1, VBIOS_MAX + 1, file);
    const bool failed = ferror(file);
    fclose(file);
    if (failed)
        error_setg(errp, "vbios: file '%s' cannot be read", path);
    else if (*size == 0)
        error_setg(errp, "vbios: file '%s' is empty", path);
    else if (*size > VBIOS_MAX)
        error_setg(errp, "vbios: file '%s' is larger than %u bytes, which no ROM is", path,
                   VBIOS_MAX);
    else
        return true;
    g_clear_pointer(bytes, g_free);
    return false;
}

/* QEMU may be asked for the file again, so the bytes of the time before go first. */
static bool read_vbios(struct card_device *device, size_t *size, Error **errp)
{
    char *bytes = NULL;

    *size = 0;
    g_clear_pointer(&device->vbios, g_free);
    if (!device->properties.vbios)
        return true;
    if (!read_limited(device->properties.vbios, &bytes, size, errp))
        return false;
    device->vbios = (uint8_t *)bytes;
    return true;
}

static bool check_values(const struct device_properties *given, Error **errp)
{
    if (given->select_mask > 7)
        error_setg(errp, "selmask=%u: give 0 to 7", given->select_mask);
    else if (given->subparts > 2)
        error_setg(errp, "subparts=%u: give 1 or 2", given->subparts);
    else if (given->ranks > 2)
        error_setg(errp, "ranks=%u: give 1 or 2", given->ranks);
    else
        return true;
    return false;
}

/* Checks the values that QEMU's own property types do not, then lets the model check the rest. */
struct model *device_make_card(struct card_device *device, const struct model_host *host,
                               Error **errp)
{
    const struct model_ops *ops = CARD_CLASS(object_get_class(OBJECT(device)))->ops;
    const struct device_properties *given = &device->properties;
    struct model_config config = {
        .board = given->board,
        .vram_size = given->vram,
        .subparts = given->subparts,
        .select_mask = given->select_mask,
        .ranks = given->ranks,
        .tpcs = given->tpcs,
        .boot_0 = given->boot_0,
        .bar1_size = given->bar1,
        .cold = !given->posted,
        .d3hot = given->d3hot,
        .device_id = given->device_id,
        .strap = given->strap,
        .media = given->media,
        .graphics = given->graphics,
        .lces = given->lces,
        .pbdmas = given->pbdmas,
        .runlists = given->runlists,
        .channels = given->channels,
        .spread = given->spread,
        .vpr_size = given->vpr,
        .seed = given->seed,
        .display = given->display,
        .defects = given->defects,
        .knobs = given->knobs,
        .trace = given->trace,
        .strict = given->strict,
    };
    char error[ERROR_SIZE] = "";

    config.chip = find_chipset(ops, given->chipset ? given->chipset : ops->usual->name, errp);
    if (!config.chip || !take_parts(given->parts, &config.part_mask, errp) ||
        !check_values(given, errp) || !read_vbios(device, &config.vbios_size, errp))
        return NULL;
    config.vbios = device->vbios;

    struct model *card = model_new(&config, host, error, sizeof(error));
    if (!card)
        error_setg(errp, "%s", error);
    return card;
}
