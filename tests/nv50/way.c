#include "tests/nv50/way.h"

#include "engines/nv50/family.h"
#include "engines/nv50/fault.h"
#include "engines/nv50/m2mf.h"
#include "engines/window.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pmc.h"
#include "tests/memory/view.h"
#include "tests/nv50/kit.h"

_Static_assert(VIEW_LOAD <= M2MF_MAX, "one copy brings what a view loads at once");

#define WAY_WORDS 16
#define WAY_SPAN  0x100000u
#define WAY_VALUE 0x5a0ff1a5u

struct nv50_view {
    struct kit kit;
    uint16_t selector; /* of the object that moves over VRAM */
    struct m2mf m2mf;  /* without a card: not opened */
    struct placement placement;
};

/* BAR1 shows memory untiled, by the short cycle and with normal banks. */
static const struct view pitch = { 0 };

/* VRAM_HIDE: the host reads 0 there, whatever is stored (tesla-vm.md §1.2). */
static void read_hide(struct memory_view *view)
{
    const uint32_t low = card_read32(view->t->card, PMC_VRAM_HIDE_LOW);
    const uint32_t high = card_read32(view->t->card, PMC_VRAM_HIDE_HIGH);

    if (!(low & PMC_VRAM_HIDE_ENABLE))
        return;
    view->hide_from = low & PMC_VRAM_HIDE_ADDRESS & ~3u;
    view->hide_to = (high & PMC_VRAM_HIDE_ADDRESS) + 1;
}

/* An object without a limit, as the register test has it that runs on cards: what a limit cuts off is the
 * business of other tests. */
static struct dmaobj whole(linear_addr at)
{
    struct dmaobj object = object_unpaged(at, VIEW_CHUNK);

    object.limit = LIMIT_ALL;
    return object;
}

/* A display shows it, so nobody writes there. */
static bool is_shown(const struct card *card, uint64_t at)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use == VRAM_SHOWN && at >= owner->from && at < owner->to)
            return true;
    }
    return false;
}

/* How many of a few words BAR1 reads as PMEM does, which no translation touches. Each word gets a value that
 * tells it from the others, and its own back; one that a display shows is compared as it is. */
static unsigned words_agree(struct memory_view *view)
{
    struct card *const card = view->t->card;
    /* Not beyond what any card has, whatever its registers say of its size. */
    const uint64_t span = (view->size < WAY_SPAN ? view->size : WAY_SPAN) / WAY_WORDS;
    unsigned agree = 0;

    for (unsigned i = 0; i < WAY_WORDS; i++) {
        const linear_addr at = { (i * span + 8 * i) & ~UINT64_C(7), TARGET_VRAM };
        const uint32_t value = WAY_VALUE ^ (i * 0x01010101u);
        const uint32_t before = pmem_read32(card, at);
        const bool shown = is_shown(card, at.v);

        if (!shown)
            pmem_write32(card, at, value);
        if (card_flush(card) == OK)
            agree += pmem_read32(card, at) ==
                     aperture_read32(card, APERTURE_BAR1, (logical_addr){ at.v });
        if (!shown)
            pmem_write32(card, at, before);
    }
    return agree;
}

static enum err show(struct memory_view *view, uint64_t base);

/* The way to memory is proven before anything is said of the memory behind it: bad memory reads the same bad
 * word both ways, a channel that the card cannot reach, or a wrong translation, does not. */
static enum err prove_way(struct memory_view *view)
{
    struct vm_fault fault;
    const enum err e = show(view, 0);

    if (e != OK)
        return e;
    const unsigned agree = words_agree(view);
    if (agree > WAY_WORDS / 2)
        return OK;
    fault_take(view->t->card, &fault); /* it belongs to the words above */
    test_error(view->t,
               "BAR1 shows %u of %u words as PMEM does: translation, or DMA protection of the rig; "
               "the memory is not judged",
               agree, WAY_WORDS);
    return ERR_RIG;
}

static enum err open_view(struct memory_view *view)
{
    const struct dmaobj any = whole((linear_addr){ 0, TARGET_VRAM });
    struct dma_memory memory;
    const enum err e = card_dma_alloc(view->t->card, sizeof(struct nv50_view), &memory);

    if (e != OK)
        return e;
    struct nv50_view *const state = view->state = memory.cpu;
    view->slice = aperture_size(view->t->card, APERTURE_BAR1);
    kit_open(&state->kit, view->t, TARGET_SYSRAM_SNOOP);
    state->selector = kit_object(&state->kit, &any);
    if (!kit_ready(&state->kit))
        return state->kit.err;
    read_hide(view);
    return prove_way(view);
}

static enum err show(struct memory_view *view, uint64_t base)
{
    struct nv50_view *const state = view->state;
    const struct dmaobj object = whole((linear_addr){ base, TARGET_VRAM });
    enum err e = vm_object_change(&state->kit.vm, state->selector, &object);

    if (e == OK)
        e = vm_ready(&state->kit.vm);
    if (e == OK)
        aperture_bind(view->t->card, APERTURE_BAR1, state->selector);
    return e;
}

/* All of VRAM to read from, the view's buffer to write to. */
static enum err open_copy(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    const linear_addr to = { view->buffer.bus.v, TARGET_SYSRAM_SNOOP };
    const struct dmaobj in = whole((linear_addr){ 0, TARGET_VRAM });
    const struct dmaobj out = whole(to);
    uint16_t in_selector = 0, out_selector = 0;
    enum err e = vm_object(&state->kit.vm, &in, &in_selector);

    if (e == OK)
        e = vm_object(&state->kit.vm, &out, &out_selector);
    return e == OK ? m2mf_open(&state->m2mf, &state->kit.vm, in_selector, out_selector) : e;
}

static enum err copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    struct nv50_view *const state = view->state;
    const enum err e = state->m2mf.card ? OK : open_copy(view);

    return e == OK ? m2mf_copy(&state->m2mf, from, to, size) : e;
}

/* Chips of DDR2 and DDR3 mostly have 16 data lines, those of GDDR3 and later 32 (board.md §1.3). */
static uint8_t usual_width(uint8_t ram_type)
{
    return ram_type <= RAM_TYPE_DDR2_OR_DDR3 ? 16 : 32;
}

/* With holes in the mask a partition's number may be its place among those that are enabled, as this program has
 * it, or its hardware number; then those that no number names take the numbers whose partitions are off
 * (tesla-vm.md §6.2, unverified E35). */
static void add_others(struct vram_shape *shape)
{
    unsigned part = 0;

    for (unsigned hardware = 0; hardware < CHIP_PARTS; hardware++) {
        if (!(shape->part_mask >> hardware & 1))
            continue;
        const uint32_t named = (1u << shape->parts) - 1;
        const uint32_t may_be =
            shape->part_mask >> part & 1 ? 1u << part : shape->part_mask & ~named;

        shape->part_others[part++] = (uint8_t)(may_be & ~(1u << hardware));
    }
}

/* From the configuration registers, as the card was found. */
static enum err shape(struct memory_view *view, struct vram_shape *out)
{
    struct nv50_view *const state = view->state;
    const struct nv50_chip *const chip = nv50_chip_of(view->t->card->chip);
    const struct memory_config *const m = nv50_memory(view->t->card);
    const bool split = chip->features & FEATURE_SUBPARTITIONS;

    *out = (struct vram_shape){
        .part_mask = m->part_mask,
        .parts = m->parts,
        .subparts = m->subparts,
        .ranks = m->dram.two_ranks ? 2 : 1,
        .lanes = split ? (uint8_t)(32 * m->subparts) : 64,
        .chip_width = usual_width(m->ram_type),
        .column_bytes = split ? 4 : 8,
        .column_bits = m->dram.column_bits,
        .bank_bits = m->dram.bank_bits,
        .row_bits = { m->dram.row_bits_a, m->dram.two_ranks ? m->dram.row_bits_b : 0 },
        .open_place = "E25",
        .open_rank = "E36",
        .open_part = "E35",
    };
    add_others(out);
    return placement_init(&state->placement, chip, &mmu_rules_default, m->parts, m->subparts,
                          m->select_mask, &m->dram);
}

/* The family has 4 GiB at most, so its placement has 32 bits. */
static bool place(const struct memory_view *view, uint64_t at, struct partition_addr *out)
{
    const struct nv50_view *const state = view->state;

    *out = place_byte(&state->placement, pitch, (uint32_t)at);
    return true;
}

static uint64_t find(const struct memory_view *view, struct partition_addr there)
{
    const struct nv50_view *const state = view->state;

    return byte_at(&state->placement, pitch, there);
}

static void close_view(struct memory_view *view)
{
    struct nv50_view *const state = view->state;
    char letters[TEST_VALUE_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct vm_fault fault;

    if (state->m2mf.card)
        m2mf_close(&state->m2mf);
    if (fault_take(view->t->card, &fault)) {
        describe_fault(&words, view->t->card, &fault);
        test_error(view->t, "recorded %s after %s: that is translation, and no memory chip",
                   letters, view->doing);
    }
}

const struct vram_way nv50_way = {
    .open = open_view,
    .show = show,
    .copy = copy,
    .copier = "m2mf",
    .copy_engine = "PGRAPH",
    .copy_line = M2MF_LINE,
    .shape = shape,
    .place = place,
    .find = find,
    .close = close_view,
};
