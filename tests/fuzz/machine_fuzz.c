/* Any card of any family in a machine that has everything: aliases of its BARs, an interrupt line, alarms, waits, DMA onto
 * its own BARs, resets of both kinds, retraining, video engines, knobs and defects by chance, a card that nobody has
 * started. Nothing may crash, no access may keep the machine waiting, and an alias lies within its BAR and VRAM and shows
 * what the card would answer: who watches a card, and gets no aliases, sees the same card.
 *
 * The input is 8 bytes that choose the card, then records as tests/fuzz/guest.h has them. */
#include <stdio.h>

#include "hw/pci.h"
#include "tests/fuzz/feed.h"
#include "tests/fuzz/guest.h"

#define VRAM       UINT64_C(0x400000)
#define BAR1_AT    UINT64_C(0x40000000) /* on the bus; system memory ends at 64 KiB */
#define BAR_SPAN   UINT64_C(0x10000000)
#define DEPTH_MAX  1 /* QEMU lets an access of a card's own onto its BARs through, no other */
#define NAMES_SIZE 256

static struct machine {
    struct guest guest; /* first: guest_play hands it back */
    unsigned depth;
} machine;

static bool on_bar(uint64_t address, size_t size, unsigned *bar, uint64_t *at)
{
    static const unsigned bars[] = { NV_BAR_MMIO, NV_BAR_VRAM, NV_BAR_RAMIN };
    struct model_bar asked;

    if (address < BAR1_AT || address - BAR1_AT >= 3 * BAR_SPAN || machine.depth >= DEPTH_MAX)
        return false;
    *bar = bars[(address - BAR1_AT) / BAR_SPAN];
    *at = (address - BAR1_AT) % BAR_SPAN;
    return model_bar(machine.guest.card, *bar, &asked) && asked.size >= size &&
           *at <= asked.size - size;
}

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    unsigned bar;
    uint64_t at;

    if (!on_bar(address, size, &bar, &at))
        return guest_host.dma_read(opaque, address, bytes, size, snoop);
    machine.depth++;
    model_read_block(machine.guest.card, bar, at, bytes, size);
    machine.depth--;
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    unsigned bar;
    uint64_t at;

    if (!on_bar(address, size, &bar, &at))
        return guest_host.dma_write(opaque, address, bytes, size, snoop);
    machine.depth++;
    model_write_block(machine.guest.card, bar, at, bytes, size);
    machine.depth--;
    return true;
}

static void interrupt(void *opaque, bool asserted)
{
    (void)opaque, (void)asserted;
}

static void wake(void *opaque, uint64_t at_ns)
{
    (void)opaque, (void)at_ns;
}

static void stall(void *opaque, uint64_t ns)
{
    (void)opaque;
    machine.guest.now_ns += ns;
}

/* One of the family's options by its number, with its first value where it wants some. */
static const char *knob_of(const struct model_ops *family, unsigned number, char words[NAMES_SIZE])
{
    unsigned count = 0;

    while (family->knob(count))
        count++;
    const struct model_option *const knob = family->knob(number % (count ? count : 1));
    const char *const end = knob->parameters + strcspn(knob->parameters, "|.");
    const char *const last = strrchr(knob->parameters, '|');
    const char *const value = number & 0x80 && last ? last + 1 : knob->parameters;

    snprintf(words, NAMES_SIZE, "%s=%.*s", knob->name,
             value == knob->parameters ? (int)(end - value) : (int)strlen(value), value);
    return words;
}

static bool open_card(const uint8_t *choice)
{
    struct model_host host = guest_host;
    const struct model_ops *const family = model_families[choice[0] & 1];
    struct model_config config = { .vram_size = VRAM,
                                   .part_mask = family == model_families[0] ? 1 : 0,
                                   .seed = choice[1],
                                   .media = choice[2] & 1,
                                   .cold = choice[2] & 2,
                                   .graphics = choice[2] & 4 };
    char error[256], knobs[NAMES_SIZE];
    unsigned chips = 0;

    while (family->chip(chips))
        chips++;
    config.chip = family->chip(choice[3] % (chips ? chips : 1));
    if (choice[2] & 8)
        config.knobs = knob_of(family, choice[4], knobs);
    if (choice[2] & 16)
        config.defects = defect_of(family, choice[5]);
    machine = (struct machine){ .guest = { .tick_ns = 100 } };
    host.opaque = &machine.guest;
    host.dma_read = dma_read;
    host.dma_write = dma_write;
    host.interrupt = interrupt;
    host.wake = wake;
    host.stall = stall;
    machine.guest.card = model_new(&config, &host, error, sizeof(error));
    return machine.guest.card != NULL; /* not every chip can have every defect */
}

static void reach(struct guest *guest, const struct record *r)
{
    static const unsigned bars[] = { NV_BAR_MMIO, NV_BAR_VRAM, NV_BAR_RAMIN, 5 };
    const unsigned size = 1u << (r->selector & 3), bar = bars[r->selector >> 2 & 3];
    struct model_bar asked;
    uint8_t bytes[64];

    if (!model_bar(guest->card, bar, &asked))
        return;
    const uint64_t at = (r->value ^ (uint64_t)r->place << 12) % asked.size & ~(uint64_t)63;

    memset(bytes, (uint8_t)r->place, sizeof(bytes));
    switch (r->selector >> 5) {
    case 0:
    case 1:
        model_write(guest->card, bar, at + (r->place & 63 & ~(size - 1)),
                    r->value * UINT64_C(0x100000001), size);
        break;
    case 2:
    case 3:
        guest_read(guest, bar, at + (r->place & 63 & ~(size - 1)), bytes, size);
        break;
    case 4:
        model_write_block(guest->card, bar, at, bytes, asked.size < 64 ? 0 : 64);
        break;
    default:
        if (asked.size >= 64)
            guest_read(guest, bar, at, bytes, 64);
        break;
    }
}

static void act(struct guest *guest, const struct record *r)
{
    switch (r->kind % 16) {
    case 0: /* registers near each other, where units are */
    case 1:
    case 2:
        wr(guest, ((uint32_t)r->selector << 12 | (r->place & 0xffc)), r->value);
        break;
    case 3:
        model_read(guest->card, NV_BAR_MMIO, (uint32_t)r->selector << 12 | (r->place & 0xffc), 4);
        break;
    case 4:
        wr(guest, 0x400000 + (((uint32_t)r->selector & 0xf) << 12 | (r->place & 0xffc)), r->value);
        break;
    case 5: /* words of VRAM: tables, channels, push buffers, whose targets may be the card's own BARs */
        vram_wr(guest, (r->place << 4 | (r->selector & 0xc)) & (uint32_t)(VRAM - 4), r->value);
        break;
    case 6:
        pass(guest, r->value);
        break;
    case 7:
        if (r->selector < 16)
            model_reset(guest->card);
        else if (r->selector < 32)
            model_hot_reset(guest->card);
        else if (r->selector < 64)
            model_retrain(guest->card, r->place & 3);
        else
            wr(guest, 0x200, r->value);
        break;
    case 8:
        model_config_write(guest->card, r->place & 0xffc, r->value, 4);
        break;
    case 9:
        memcpy(guest->system + (r->place & 0xfffc), &r->value, 4);
        break;
    default:
        reach(guest, r);
        break;
    }
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    if (size < 8 || !open_card(bytes))
        return 0;
    guest_play(&machine.guest, bytes + 8, size - 8, act);
    model_free(machine.guest.card);
    machine.guest.card = NULL;
    return 0;
}
