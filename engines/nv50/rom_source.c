#include "engines/nv50/rom_source.h"

#include "engines/text.h"
#include "engines/window.h"
#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"

#define FIRST_READ  0x1000u /* headers and more of any image */
#define WAKE_READS  16      /* the first read after idle may be wrong on some boards (§1.2) */
#define SHADOW_WORD (PBUS_PCI_MIRROR + PCI_NV_ROM_SHADOW)

const char *rom_source_name(enum rom_source source)
{
    static const char *const names[ROM_SOURCE_COUNT] = {
        "PROM", "the ROM BAR", "the machine's firmware", "the copy in VRAM", "a file on the stick"
    };

    return names[source];
}

/* A copy of the ROM whose words are read one by one. */
struct rom_words {
    struct card *card;
    enum rom_source source;
    bus_addr bar;     /* where the ROM BAR is */
    linear_addr vram; /* where the copy is */
    uint32_t limit;   /* bytes that it shows */
};

static uint32_t read_word(const struct rom_words *words, uint32_t at)
{
    switch (words->source) {
    case ROM_SOURCE_PROM:
        return card_read32(words->card, PROM + at);
    case ROM_SOURCE_BAR:
        return (uint32_t)words->card->bus->ops->read(words->card->bus,
                                                     (bus_addr){ words->bar.v + at }, 4);
    default:
        return pmem_read32(words->card, (linear_addr){ words->vram.v + at, TARGET_VRAM });
    }
}

static void put_word(uint8_t *bytes, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(word >> (8 * i));
}

/* Where the chain of images that starts `bytes` ends, as far as its first `size` bytes tell. */
static uint32_t chain_end(const uint8_t *bytes, uint32_t size)
{
    const struct rom rom = { bytes, size };
    struct rom_images images;

    if (rom_chain(&rom, &images) != OK)
        return 0;
    const struct rom_image *const last = &images.list[images.count - 1];
    const uint32_t end = last->at + last->length;
    /* The header of the next image is still to be seen. */
    return images.complete || images.count == ROM_IMAGES_MAX ? end : end + FIRST_READ;
}

/* Reads as much as the chain has, which is known only by reading it. */
static uint32_t read_chain(const struct rom_words *words, uint8_t *bytes, uint32_t room)
{
    const uint32_t most = LEAST(room, words->limit);
    uint32_t size = 0, end = LEAST(FIRST_READ, most);

    while (size < end) {
        for (; size < end; size += 4)
            put_word(bytes + size, read_word(words, size));
        const uint32_t wanted = (chain_end(bytes, size) + 3) & ~3u;
        end = LEAST(wanted, most);
    }
    return size;
}

static bool reads_the_same(const struct rom_words *words, const uint8_t *bytes, uint32_t size)
{
    for (uint32_t at = 0; at < size; at += 4) {
        uint8_t again[4];

        put_word(again, read_word(words, at));
        for (unsigned i = 0; i < 4; i++)
            if (again[i] != bytes[at + i])
                return false;
    }
    return true;
}

static void read_place(const struct rom_words *words, uint8_t *bytes, size_t room, size_t *size,
                       bool *stable)
{
    for (unsigned i = 0; i < WAKE_READS && (read_word(words, 0) & 0xffff) != ROM_SIGNATURE; i++)
        ;
    *size = read_chain(words, bytes, (uint32_t)room);
    *stable = reads_the_same(words, bytes, (uint32_t)*size);
}

/* Shadowing shows the copy in VRAM instead of the chip, through PROM and through the ROM BAR (§1.2). */
static void read_unshadowed(const struct rom_words *words, uint8_t *bytes, size_t room,
                            size_t *size, bool *stable)
{
    struct card *const card = words->card;
    const unsigned mark = card->change_count;

    card_set32(card, SHADOW_WORD, card_read32(card, SHADOW_WORD) & ~BIT(0));
    read_place(words, bytes, room, size, stable);
    card_undo(card, mark);
}

static enum err read_prom(struct card *card, uint8_t *bytes, size_t room, size_t *size,
                          bool *stable)
{
    const bool large = chip_bit(card->chip) & CHIPS_G200_UP;
    const struct rom_words words = { .card = card,
                                     .source = ROM_SOURCE_PROM,
                                     .limit = large ? PROM_SIZE_G200 : PROM_SIZE };

    if (nv50_chip_of(card->chip)->features & FEATURE_IGP) /* its image is the system firmware's */
        return ERR_NOT_FOUND;
    read_unshadowed(&words, bytes, room, size, stable);
    return OK;
}

/* Only where it was found: there is no telling which other address reaches the card. */
static enum err read_rom_bar(struct card *card, uint8_t *bytes, size_t room, size_t *size,
                             bool *stable)
{
    struct bus *const bus = card->bus;
    const struct pci_function at = card->pci.at;
    const uint32_t before = bus->ops->config_read(bus, at, PCI_ROM_BAR, 4);
    const struct rom_words words = { .card = card,
                                     .source = ROM_SOURCE_BAR,
                                     .bar = { before & PCI_ROM_BAR_ADDRESS },
                                     .limit = PROM_SIZE };

    if (!words.bar.v || (nv50_chip_of(card->chip)->features & FEATURE_IGP))
        return ERR_NOT_FOUND;
    bus->ops->config_write(bus, at, PCI_ROM_BAR, 4, before | PCI_ROM_BAR_ENABLE);
    read_unshadowed(&words, bytes, room, size, stable);
    bus->ops->config_write(bus, at, PCI_ROM_BAR, 4, before);
    return OK;
}

static enum err read_pramin(struct card *card, uint8_t *bytes, size_t room, size_t *size,
                            bool *stable)
{
    const uint32_t window = card_read32(card, PDISPLAY_VGA_ROM_WINDOW);
    const unsigned mark = card->change_count;
    uint64_t at = (uint64_t)(window & PDISPLAY_VGA_ROM_WINDOW_ADDRESS) << 8;

    if (!(window & PDISPLAY_VGA_ROM_WINDOW_ENABLE) ||
        FIELD_GET(PDISPLAY_VGA_ROM_WINDOW_TARGET, window) != 1)
        return ERR_NOT_FOUND;
    if (!at) /* §1.3 */
        at = ((uint64_t)card_read32(card, PBUS_PMEM) << 16) + 0xf0000;
    const struct rom_words words = {
        .card = card, .source = ROM_SOURCE_PRAMIN, .vram = { at, TARGET_VRAM }, .limit = PROM_SIZE
    };
    read_place(&words, bytes, room, size, stable);
    card_undo(card, mark);
    return OK;
}

/* The surroundings' ROMs: index 0 is the firmware's copy, files follow. A preamble is cut off. */
static enum err read_given(struct card *card, unsigned index, uint8_t *bytes, size_t room,
                           size_t *size, char name[ROM_NAME_MAX])
{
    struct bus *const bus = card->bus;
    uint32_t start;

    *size = bus->ops->rom ? bus->ops->rom(bus, card->pci.at, index, bytes, room, name) : 0;
    *size = LEAST(*size, room); /* of a larger one the rest was not copied */
    const struct rom rom = { bytes, *size };
    if (!*size)
        return ERR_NOT_FOUND;
    if (rom_find_start(&rom, &start) != OK)
        return OK; /* the bytes are no ROM, and vbios_judge says why */
    *size -= start;
    for (size_t i = 0; start && i < *size; i++)
        bytes[i] = bytes[i + start];
    return OK;
}

static enum err read_source(struct card *card, struct vbios_found *f, bool working, uint8_t *bytes,
                            bool *stable)
{
    *stable = true;
    switch (f->source) {
    case ROM_SOURCE_PROM:
        return read_prom(card, bytes, ROM_ROOM, &f->size, stable);
    case ROM_SOURCE_BAR:
        return read_rom_bar(card, bytes, ROM_ROOM, &f->size, stable);
    case ROM_SOURCE_PRAMIN:
        return working ? read_pramin(card, bytes, ROM_ROOM, &f->size, stable) : ERR_NOT_FOUND;
    case ROM_SOURCE_FIRMWARE:
        return read_given(card, 0, bytes, ROM_ROOM, &f->size, f->name);
    default:
        return read_given(card, 1 + f->index, bytes, ROM_ROOM, &f->size, f->name);
    }
}

static void judge(struct card *card, const uint8_t *bytes, bool stable, struct devinit_walk *walk,
                  struct vbios_found *f)
{
    const struct vbios_card ids = { .chipset = card->chip->id,
                                    .vendor = card->pci.vendor,
                                    .device = card->pci.device,
                                    .subsystem = card->pci.subsystem };

    f->parsed = vbios_parse(bytes, f->size, &f->v);
    f->fault = vbios_judge(&f->v, f->parsed, &ids, walk);
    if (f->fault != VBIOS_NO_IMAGE &&
        !stable) /* whatever else is wrong may be wrong because of it */
        f->fault = VBIOS_UNSTABLE;
    f->refused = walk->end;
    f->score = vbios_score(&f->v);
}

/* Looks at one source: true if it has any bytes. found->any: they are a ROM. */
static bool look(struct card *card, bool working, uint8_t *bytes, struct devinit_walk *walk,
                 struct vbios_found *f)
{
    bool stable;

    f->any = false;
    f->name[0] = '\0';
    if (read_source(card, f, working, bytes, &stable) != OK)
        return false;
    judge(card, bytes, stable, walk, f);
    f->any = f->v.images.count;
    return true;
}

static bool is_better(const struct vbios_found *a, const struct vbios_found *b)
{
    if (!b->any || (a->fault == VBIOS_SOUND) != (b->fault == VBIOS_SOUND))
        return !b->any || a->fault == VBIOS_SOUND;
    return a->score > b->score;
}

void vbios_find(struct card *card, bool working, uint8_t *bytes, struct devinit_walk *walk,
                struct vbios_found *found)
{
    struct vbios_chip chip = { 0 };
    struct vbios_found f;
    bool there = true;

    found->any = false;
    for (unsigned source = 0; source < ROM_SOURCE_COUNT; source++) {
        f.source = (enum rom_source)source;
        const unsigned count = source == ROM_SOURCE_FILE ? ROM_FILES_MAX : 1;
        for (f.index = 0; f.index < count && (there || !f.index); f.index++) {
            there = look(card, working, bytes, walk, &f);
            if (f.any && source == ROM_SOURCE_PROM)
                chip = (struct vbios_chip){ true, f.v.images.list[0].sum_ok, f.fault };
            if (f.any && is_better(&f, found))
                *found = f;
        }
    }
    if (found->any) /* the places that came after it have gone over the bytes */
        look(card, working, bytes, walk, found);
    found->chip = chip;
}
