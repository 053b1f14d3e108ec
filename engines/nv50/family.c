#include "engines/nv50/family.h"

#include "engines/connect.h"
#include "engines/nv50/clocks.h"
#include "engines/nv50/devinit/perf.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/gpio.h"
#include "engines/nv50/probe.h"
#include "engines/nv50/reset.h"
#include "engines/nv50/scanout.h"
#include "engines/nv50/start.h"
#include "engines/nv50/temperature.h"
#include "engines/text.h"
#include "engines/vram.h"
#include "hw/least.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfb.h"

/* Ranges that drivers leave alone (docs/hardware/tesla-mmio.md §3.6.1). */
#define HEAD_RESERVED (256u * 1024)  /* VGA */
#define TAIL_RESERVED (1024u * 1024) /* VBIOS shadow and the like */

/* This family's notes on a card from one call to the next. */
struct notes {
    struct posted_evidence evidence;
    bool shows; /* its display shows a picture */
    struct memory_config memory;
};

_Static_assert(sizeof(struct notes) <= CARD_NOTES_MAX, "a card has room for the notes");

static struct notes *notes_of(struct card *card)
{
    return (struct notes *)card->notes;
}

const struct memory_config *nv50_memory(const struct card *card)
{
    return &((const struct notes *)card->notes)->memory;
}

static bool in_block(uint16_t device, uint16_t first, unsigned count)
{
    return first && device >= first && device - first < (int)count;
}

static bool has_device(uint16_t device)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        const unsigned count = 1u << nv50_chips[i].device_id_bits;

        if (in_block(device, nv50_chips[i].device_id, count) ||
            in_block(device, nv50_chips[i].device_id_2, count))
            return true;
    }
    return false;
}

static const struct chip *identify(uint32_t boot_0)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++)
        if (nv50_chips[i].chip.id == FIELD_GET(BOOT_0_CHIPSET, boot_0))
            return &nv50_chips[i].chip;
    return NULL;
}

static uint32_t features(const struct chip *chip)
{
    return nv50_chip_of(chip)->features;
}

static bool has_chips(const struct chip *chip)
{
    return !(nv50_chip_of(chip)->features & FEATURE_IGP);
}

static enum card_cold cold_of(enum start_outcome outcome)
{
    static const uint8_t of[] = {
        [START_NOT_NEEDED] = CARD_NOT_COLD,   [START_FORBIDDEN] = CARD_NOT_TO_START,
        [START_HALF] = CARD_START_FAILED,     [START_INTEGRATED] = CARD_NO_OWN_MEMORY,
        [START_NO_ROM] = CARD_START_FAILED,   [START_BAD_ROM] = CARD_START_FAILED,
        [START_REFUSED] = CARD_START_FAILED,  [START_DRY_ONLY] = CARD_DRY_START,
        [START_STOPPED] = CARD_START_FAILED,  [START_NO_POWER] = CARD_NO_POWER,
        [START_TOO_FAST] = CARD_START_FAILED, [START_DEAD] = CARD_START_FAILED,
        [START_DONE] = CARD_NOT_COLD,
    };

    return (enum card_cold)of[outcome];
}

static bool works(struct card *card)
{
    struct posted_evidence evidence;

    card_posted(card, &evidence);
    return evidence.posted;
}

/* Its VBIOS is read in any case, for the tests that are about it. */
static void look_and_start(struct card *card, struct text *why)
{
    struct start *const start = start_of(card);
    struct text started = text_in(card->started, sizeof(card->started));
    struct text version = text_in(card->vbios, sizeof(card->vbios));
    char advice[FAMILY_WHY_MAX] = "";
    struct text next = text_in(advice, sizeof(advice));

    start->mode = card->post;
    start_look(card, start);
    if (start->before.cold && card_connect(card, works))
        start_look(card, start);
    vbios_version(&start->found, &version);
    start_card(card, start);
    card->cold = (uint8_t)cold_of(start->outcome);
    if (start->outcome == START_DONE) {
        start_words(start, &started);
        return;
    }
    if (start->outcome == START_STOPPED)
        text_string(&started, "in part");
    start_words(start, why);
    start_advice(start, &next);
    text_format(why, "%s%s", advice[0] ? "; " : "", advice);
}

/* Registers may look as if memory worked although a start has not come to its end, or not to a good one. */
static bool start_failed(const struct card *card)
{
    const struct start *const start = start_of(card);

    return start && start->outcome != START_NOT_NEEDED && start->outcome != START_DONE;
}

static void evidence_of(struct card *card, struct posted_evidence *evidence)
{
    const struct start *const start = start_of(card);

    if (start && !start_wrote(start))
        *evidence = start->before;
    else if (start && (start->outcome == START_DONE || start->outcome == START_DEAD))
        *evidence = start->after;
    else
        card_posted(card, evidence);
}

static bool posted(struct card *card, char why[FAMILY_WHY_MAX])
{
    struct notes *const notes = notes_of(card);
    struct text text = text_in(why, FAMILY_WHY_MAX);

    card_phase(card, "reading what its VBIOS has set up");
    if (card->workspace)
        look_and_start(card, &text);
    evidence_of(card, &notes->evidence);
    notes->shows = card_display_on(card, &notes->evidence);
    if (notes->evidence.posted)
        return !start_failed(card);
    if (card->workspace)
        return false;
    card->cold = CARD_LEFT_COLD;
    text_string(&text, "not initialised by its VBIOS");
    return false;
}

/* Of memory that is smaller than any board's, no more than a sixteenth is left alone at either end. */
static bool has_poller(const struct card *card)
{
    return chip_bit(card->chip) & (CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79));
}

/* The addresses at which three clients of the memory check that their writes arrive. Nouveau sets it at each start,
 * against hangs; the machine's firmware may not have. */
static void set_poller(struct card *card)
{
    static const struct {
        uint32_t at, enable, offset;
    } clients[] = { { PFB_POLLER_DNISO, PFB_POLLER_CFG_DNISO, 0x00 },
                    { PFB_POLLER_HOSTNB, PFB_POLLER_CFG_HOSTNB, 0x20 },
                    { PFB_POLLER_FLUSH, PFB_POLLER_CFG_FLUSH, 0x40 } };

    for (unsigned i = 0; i < ARRAY_SIZE(clients); i++) {
        card_set32(card, clients[i].at,
                   (PFB_POLLER_PLACE - clients[i].offset) / PFB_POLLER_UNIT - 1);
        card_set32(card, PFB_POLLER_CFG, card_read32(card, PFB_POLLER_CFG) | clients[i].enable);
    }
}

static enum err reserve(struct card *card)
{
    const uint64_t size = card->vram.size, most = size / 16;
    const uint64_t head = LEAST(HEAD_RESERVED, most);
    const uint64_t tail = LEAST(has_poller(card) ? PFB_POLLER_PLACE : TAIL_RESERVED, most);
    const enum err e = vram_reserve(card, VRAM_LEFT_ALONE, "VGA", 0, head);

    return e == OK ? vram_reserve(card, VRAM_LEFT_ALONE, "VBIOS", size - tail, tail) : e;
}

/* The surfaces that the display shows are known only while it is still alive, so they are read
 * before `take`. */
static enum err reserve_shown(struct card *card)
{
    struct scanout list[SCANOUT_MAX];
    const unsigned count = scanout_read(card, list);

    for (unsigned i = 0; i < count; i++) {
        const enum err e = vram_reserve(card, list[i].vga ? VRAM_VGA : VRAM_SHOWN, list[i].what,
                                        list[i].from, list[i].to - list[i].from);

        if (e != OK)
            return e;
    }
    return OK;
}

static enum err memory(struct card *card)
{
    struct notes *const notes = notes_of(card);
    struct memory_config *const m = &notes->memory;

    card_phase(card, "reading its memory configuration and its displays");
    card_memory_config(card, m);
    card->vram = (struct vram_map){
        .size = m->size, .parts = m->parts, .part_mask = m->part_mask, .ram_type = m->ram_type
    };
    if (m->size < VRAM_SMALLEST)
        return ERR_NO_MEMORY;
    const enum err e = reserve(card);
    return e == OK && notes->shows ? reserve_shown(card) : e;
}

/* PDISPLAY stays as it is, whether it shows a picture or not: the engines do not disturb a VGA picture, and no known
 * software leaves PDISPLAY off (silicon-sequences.md §11). */
static enum err take(struct card *card)
{
    card_phase(card, "switching its units on");
    if (has_poller(card))
        set_poller(card);
    engines_prepare(card);
    card_phase(card, "resetting its engines");
    engines_quiet(card);
    card_phase(card, "arming its fault records");
    fault_arm(card);
    return OK;
}

/* Engines that the test drove are reset, and so forget their settings. */
static void settle(struct card *card)
{
    struct vm_fault fault;

    engines_quiet(card);
    fault_take(card, &fault);
    fault_interrupts_take(card);
}

/* One flush of the BARs' TLB: once one has not ended, no later one does (silicon-sequences.md §4). */
static bool sound(struct card *card)
{
    return vm_flush_tlb(card, VM_ENGINE_BAR) == OK;
}

/* PBUS_CHANNEL has two latches at one register and reads back the last write (tesla-mmio.md §3.3). The other latch gets
 * the same descriptor first, so that at power-on values both are as they were. */
static void put_back(struct card *card, const struct card_change *change)
{
    if (change->reg == PBUS_CHANNEL)
        card_write32(card, change->reg, change->before ^ PBUS_CHANNEL_BAR);
    card_write32(card, change->reg, change->before);
}

static const uint8_t *rom(struct card *card, size_t *size)
{
    const struct start *const start = start_of(card);

    if (!start || !start->found.any)
        return NULL;
    *size = start->found.size;
    return start->bytes;
}

/* Its VBIOS lists the line of a fan; without one nobody knows. */
static bool has_fan(struct card *card)
{
    const struct start *const start = start_of(card);
    struct gpio_entry entry;

    return !start || !start->found.any ||
           line_for(card, &start->found.v, GPIO_FUNCTION_FAN, &entry);
}

static void memory_clock(struct card *card, struct memory_clock *out)
{
    const struct start *const start = start_of(card);
    struct clocks clocks;
    struct perf_top top;

    card_clocks(card, &clocks);
    *out = (struct memory_clock){ .khz = clocks.memory_khz };
    if (start && start->found.any && perf_top(&start->found.v, &top) == OK)
        out->top_khz = top.memory_mhz * 1000;
}

const struct family nv50_family = {
    .name = "nv50",
    .identify = identify,
    .has_device = has_device,
    .features = features,
    .has_chips = has_chips,
    .posted = posted,
    .memory = memory,
    .take = take,
    .settle = settle,
    .sound = sound,
    .put_back = put_back,
    .flush = host_flush,
    .rom = rom,
    .probe = nv50_probe_row,
    .celsius = temperature_read,
    .has_fan = has_fan,
    .memory_clock = memory_clock,
    .max_celsius = 95, /* board.md §4 */
};
