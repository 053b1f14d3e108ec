#include "engines/gv100/family.h"

#include "engines/gv100/bar.h"
#include "engines/gv100/clock.h"
#include "engines/gv100/ecc.h"
#include "engines/gv100/fault.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/generation.h"
#include "engines/gv100/host.h"
#include "engines/gv100/probe.h"
#include "engines/gv100/rom.h"
#include "engines/gv100/start.h"
#include "engines/vram.h"
#include "hw/gv100/board.h"
#include "hw/gv100/chip.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/ptop.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "hw/least.h"
#include "hw/window.h"

/* Ranges that drivers leave alone (gv100.md §1.4). */
#define HEAD_RESERVED (256u * 1024)
#define TAIL_RESERVED (1024u * 1024)

#define WPR_GRANULE 0x20000u /* the register has the start of the last block, not its end */
#define VPR_GRANULE                                                                                \
    0x100000u /* no source tells whether this is so of VPR too: a MiB more is left alone at most */
#define VPR_ASK          2u
#define TREES            2 /* PMC has two trees of interrupts */
#define HOTTEST_BELIEVED 150
#define VRAM_MOST                                                                                  \
    (UINT64_C(1) << GMMU_VID_BITS) /* a page table's address of VRAM ends there (§5.2) */

/* This family's notes on a card from one call to the next. */
struct notes {
    struct topology topology;
    bool ecc_counted;
    bool locked_somewhere;           /* VPR is locked, and its bounds make no sense */
    uint8_t silent;                  /* enum silent */
    uint64_t silent_from, silent_to; /* where SILENT_FOUND */
};

_Static_assert(sizeof(struct notes) <= CARD_NOTES_MAX, "a card has room for the notes");

static struct notes *notes_of(struct card *card)
{
    return (struct notes *)card->notes;
}

const struct topology *gv100_topology(const struct card *card)
{
    return &((const struct notes *)card->notes)->topology;
}

enum silent gv100_silent(const struct card *card, uint64_t *from, uint64_t *to)
{
    const struct notes *const notes = (const struct notes *)card->notes;

    *from = notes->silent_from;
    *to = notes->silent_to;
    return (enum silent)notes->silent;
}

bool *gv100_ecc_counted(struct card *card)
{
    return &notes_of(card)->ecc_counted;
}

static const struct chip *identify(uint32_t boot_0)
{
    for (unsigned i = 0; i < GV100_CHIP_COUNT; i++)
        if (gv100_chips[i].chip.id == FIELD_GET(BOOT_0_CHIPSET, boot_0))
            return &gv100_chips[i].chip;
    return NULL;
}

static bool has_device(uint16_t device)
{
    for (unsigned i = 0; i < GV100_CHIP_COUNT; i++)
        if (device >= gv100_chips[i].device_id &&
            device < gv100_chips[i].device_id + gv100_chips[i].device_id_count)
            return true;
    return false;
}

static uint32_t features(const struct chip *chip)
{
    (void)chip;
    return 0;
}

static bool has_chips(const struct chip *chip)
{
    (void)chip;
    return true;
}

/* VRAM's window and PROM show memory, and the low words of the clocks take each value once in 4.3 s. */
static const char *refusal(uint32_t reg, uint32_t word)
{
    const bool memory = (reg >= PMEM_WINDOW && reg < PMEM_WINDOW + PMEM_WINDOW_SIZE) ||
                        (reg >= PROM && reg < PROM + PROM_SIZE);

    return memory || clock_shows(reg) ? NULL : refusal_words(word);
}

/* 0 where nobody answers. */
static uint32_t answer_of(struct card *card, uint32_t reg)
{
    uint32_t word;

    return card_ask32(card, reg, &word) ? word : 0;
}

static bool posted(struct card *card, char why[FAMILY_WHY_MAX])
{
    card_phase(card, "asking whether its VBIOS has run");
    const bool started = card_read32(card, POST_STATUS) & POST_STATUS_DONE;

    /* A card that refuses to tell is not started, because a start would end the program that runs the fan of a started
     * one. */
    if (card->refusal.words)
        return false;
    return started || gv100_start_card(card, why);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Partitions are counted as drivers do it, by FBPs and the partitions of each (§1.4). */
static unsigned partition_count(struct card *card)
{
    const uint32_t fbps = card_read32(card, PTOP_SCAL_NUM_FBPS) & PTOP_SCAL_NUM_FBPS_VALUE;
    const uint32_t each =
        card_read32(card, PTOP_SCAL_NUM_FBPA_PER_FBP) & PTOP_SCAL_NUM_FBPA_PER_FBP_VALUE;

    return fbps * each;
}

/* A mantissa of six bits, rounded down. Bit 30 is left alone: HBM2 keeps check bits beside the data (§1.9). */
static bool is_whole(struct card *card, uint64_t bytes)
{
    uint32_t word;

    return card_ask32(card, VRAM_RANGE, &word) && (uint64_t)FIELD_GET(VRAM_RANGE_MAG, word)
                                                          << FIELD_GET(VRAM_RANGE_SCALE, word) <=
                                                      bytes >> 20;
}

/* The size of the smallest enabled partition times their number. The word of a register that does not answer is no
 * size, mask or count (§1.7). */
void gv100_fb_size(struct card *card, struct fb_size *out)
{
    const unsigned count = partition_count(card);
    const uint32_t off = answer_of(card, FUSE_FBPA_OFF);
    uint32_t smallest = UINT32_MAX;

    *out = (struct fb_size){ .told = count };
    for (unsigned i = 0; i < count && i < FBPA_SIZE_COUNT; i++) {
        if (off & BIT(i))
            continue;
        const uint32_t mib = answer_of(card, FBPA_SIZE(i));

        if (!mib) {
            out->refused |= BIT(i);
            continue;
        }
        out->mixed |= out->partitions && mib != smallest;
        smallest = LEAST(mib, smallest);
        out->mask |= BIT(i);
        out->partitions++;
    }
    out->told_bytes = out->partitions ? ((uint64_t)smallest << 20) * out->partitions : 0;
    out->bytes = LEAST(out->told_bytes, VRAM_MOST);
    out->missing = out->refused && !is_whole(card, out->told_bytes);
}

static const struct {
    const char *name;
    uint32_t reg, index, first, granule; /* the end is where the last `granule` bytes begin */
} ranges[PROTECTED_COUNT] = {
    [PROTECTED_WPR1] = { "WPR1", WPR_RANGE, WPR_RANGE_INDEX, 2, WPR_GRANULE },
    [PROTECTED_WPR2] = { "WPR2", WPR_RANGE, WPR_RANGE_INDEX, 4, WPR_GRANULE },
    [PROTECTED_VPR] = { "VPR", VPR_STATUS, VPR_STATUS_INDEX, 0, VPR_GRANULE },
};

/* The index is written before each read, because a read moves it on (§9.1). False: the word is not the one asked for. */
static bool range_word(struct card *card, enum gv100_protected which, uint32_t index, uint64_t *out)
{
    uint32_t word;

    card_set32(card, ranges[which].reg, index);
    const bool told = card_ask32(card, ranges[which].reg, &word);
    *out = (uint64_t)(word & WPR_RANGE_ADDRESS) << 8;
    return told && (word & ranges[which].index) == index;
}

const char *gv100_protected_name(enum gv100_protected which)
{
    return ranges[which].name;
}

bool gv100_protected_range(struct card *card, enum gv100_protected which, uint64_t *from,
                           uint64_t *to)
{
    uint64_t last = 0;

    *from = *to = 0;
    if (which == PROTECTED_VPR && !gv100_vpr_locked(card))
        return false;
    const bool first_told = range_word(card, which, ranges[which].first, from);
    const bool last_told = range_word(card, which, ranges[which].first + 1, &last);
    if (!first_told || !last_told || *from > last || !last) {
        *from = 0;
        return false;
    }
    *to = last + ranges[which].granule;
    if (which == PROTECTED_VPR && last < card->vram.size)
        *to = LEAST(*to, card->vram.size);
    return *from && *to <= card->vram.size;
}

bool gv100_vpr_locked(struct card *card)
{
    card_set32(card, VPR_STATUS, VPR_ASK);
    return answer_of(card, VPR_STATUS) & VPR_STATUS_LOCKED;
}

/* The card locks a part of its memory, and its bounds make no sense: the part is found because it stores nothing
 * (§9.1). The search writes, so it comes only when all ranges that a display shows are known. */
static enum err reserve_silent(struct card *card)
{
    struct notes *const notes = notes_of(card);
    uint64_t from, to;

    if (!notes->locked_somewhere)
        return OK;
    card_phase(card, "looking for the part of its memory that stores nothing");
    notes->silent = (uint8_t)silent_find(card, &from, &to);
    if (notes->silent != SILENT_FOUND)
        return OK;
    notes->silent_from = from;
    notes->silent_to = to;
    return vram_reserve(card, VRAM_LOCKED, "VPR, as it stores nothing", from, to - from);
}

static enum err reserve(struct card *card)
{
    const uint64_t size = card->vram.size, most = size / 16;
    const uint64_t head = LEAST(HEAD_RESERVED, most);
    const uint64_t tail = LEAST(TAIL_RESERVED, most);
    uint64_t from, to;
    enum err e = vram_reserve(card, VRAM_LEFT_ALONE, "VGA", 0, head);

    if (e == OK)
        e = vram_reserve(card, VRAM_LEFT_ALONE, "VBIOS", size - tail, tail);
    if (e == OK && generation_locked_range(card, &from, &to) && to <= size)
        e = vram_reserve(card, VRAM_LOCKED, "WPR2", from, size - from);
    for (enum gv100_protected i = 0; i < PROTECTED_COUNT && e == OK; i++)
        if (gv100_protected_range(card, i, &from, &to))
            e = vram_reserve(card, VRAM_LOCKED, ranges[i].name, from, to - from);
    notes_of(card)->locked_somewhere =
        gv100_vpr_locked(card) && !gv100_protected_range(card, PROTECTED_VPR, &from, &to);
    return e;
}

/* Every partition that is left out gets a line in the log, because a card with less memory than it claims is suspect. */
static enum err memory(struct card *card)
{
    struct fb_size fb;

    card_phase(card, "reading its memory configuration");
    gv100_fb_size(card, &fb);
    if (fb.refused)
        card_log(card, "memory partitions 0x%x do not answer with a size and are left out",
                 fb.refused);
    if (fb.told > FBPA_SIZE_COUNT)
        card_log(card, "its PTOP counts %u memory partitions, of which the first %u are used",
                 fb.told, FBPA_SIZE_COUNT);
    if (fb.told_bytes > fb.bytes)
        card_log(card, "its memory partitions say %llu MiB, of which the first %llu have addresses",
                 (unsigned long long)(fb.told_bytes >> 20), (unsigned long long)(fb.bytes >> 20));
    card->vram =
        (struct vram_map){ .size = fb.bytes, .parts = fb.partitions, .part_mask = fb.mask };
    if (gv100_places_of(card->chip)->board_memory) {
        card->vram.parts_most = gv100_chip_of(card->chip)->fbpas;
        card->vram.bus_bits = fb.partitions * gv100_chip_of(card->chip)->fbpa_bits;
        card->vram.kind = gv100_memory_kind(card);
    }
    return fb.bytes < VRAM_SMALLEST ? ERR_NO_MEMORY : reserve(card);
}

/* ---- takeover -------------------------------------------------------------------------------- */

/* Everything is polled. The register that enables is read only, so the journal keeps it through put_back. */
static void silence(struct card *card)
{
    for (unsigned i = 0; i < TREES; i++) {
        card_set32(card, PMC_INTR_EN(i), 0);
        card_write32(card, PMC_INTR_EN_CLEAR(i), UINT32_MAX);
    }
    generation_silence(card);
}

/* Memory with check bits that nobody has written yet must be written before it is read (§1.9). */
static enum err scrub(struct card *card)
{
    card_phase(card, "waiting for its memory to be scrubbed");
    if (ecc_scrubbed(card))
        return OK;
    card_phase(card, "filling its memory, which its start has not scrubbed");
    const enum err e = ecc_fill(card);

    card_log(card, "its start has not scrubbed its memory: filled once by a copy engine (%s)",
             err_name(e));
    return e;
}

/* The topology comes first, because it names the copy engines to be reset; filling memory comes last, because it
 * needs a channel. */
static enum err take(struct card *card)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);
    struct notes *const notes = notes_of(card);
    enum err e;

    card_phase(card, "reading which engines it has");
    topology_read(card, &notes->topology);
    if (topology_beyond(&notes->topology))
        card_log(card,
                 "%u of its copy engines have an engine above %u or a runlist above %u, for which "
                 "host has no registers, and are left out",
                 topology_beyond(&notes->topology), places->engines - 1u, places->runlists - 1u);
    card_phase(card, "resetting its host and copy engines");
    generation_forget_refused(card);
    silence(card);
    e = host_reset(card, topology_copy_resets(&notes->topology));
    if (e == OK)
        e = generation_let_doorbells_in(card);
    if (host_pbdmas_told(card) > places->pbdmas)
        card_log(card, "its PFIFO says %u PBDMAs, of which the first %u are used",
                 host_pbdmas_told(card), places->pbdmas);
    card_write32(card, PBUS_INTR_0, UINT32_MAX);
    card_phase(card, "clearing its fault records");
    faults_quiet(card);
    if (e == OK)
        e = reserve_silent(card);
    return e == OK ? scrub(card) : e;
}

/* An engine that the test drove is reset, and with it its settings. A reset that is refused concerns the next test. */
static void settle(struct card *card)
{
    generation_forget_refused(card);
    (void)!host_reset(card, topology_copy_resets(&notes_of(card)->topology));
    faults_quiet(card);
}

/* Enables are set and cleared through two other registers. A BAR's bind takes its time. */
static void put_back(struct card *card, const struct card_change *change)
{
    enum bar bar;

    if (generation_put_back(card, change))
        return;
    for (unsigned i = 0; i < TREES; i++)
        if (change->reg == PMC_INTR_EN(i)) {
            card_write32(card, PMC_INTR_EN_CLEAR(i), ~change->before);
            card_write32(card, PMC_INTR_EN_SET(i), change->before);
            return;
        }
    card_write32(card, change->reg, change->before);
    if (bar_of_register(card, change->reg, &bar))
        (void)!bar_settled(card, bar);
}

static enum err celsius(struct card *card, unsigned *out)
{
    const uint32_t word = answer_of(card, TSENSOR);

    if (!(word & TSENSOR_VALID))
        return ERR_UNSUPPORTED;
    *out = FIELD_GET(TSENSOR_TEMP, word);
    return *out && *out < HOTTEST_BELIEVED ? OK : ERR_RANGE;
}

/* Boards without outputs are Teslas, which the machine cools (gv100.md §1.1). */
static bool has_fan(struct card *card)
{
    return card->pci.class_code != PCI_CLASS_3D;
}

const struct family gv100_family = {
    .name = "gv100",
    .identify = identify,
    .has_device = has_device,
    .features = features,
    .has_chips = has_chips,
    .posted = posted,
    .memory = memory,
    .take = take,
    .settle = settle,
    .put_back = put_back,
    /* HBM2 is trained by the card's own program, and a reset of the bus or of the function loses that (§1.3). */
    .unresettable = has_device,
    .refusal = refusal,
    .refused_write = generation_refused_write,
    .flush = bar_flush,
    .rom = gv100_rom,
    .probe = gv100_probe_row,
    .celsius = celsius,
    .has_fan = has_fan,
    .max_celsius = 83, /* V100: highest operating temperature; it slows down at 87 (gv100.md §8) */
};
