#include "tests/memory/march.h"

#include "engines/fault.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/pmc.h"
#include "tests/kit.h"
#include "tests/memory/errors.h"

#define CHUNK      0x10000u /* between two looks at the deadline */
#define ERRORS_MAX 65536u   /* of one element: more change no verdict; the rest is written unseen */
#define SHOW_EVERY (16u << 20)

/* What the walk over VRAM carries along. */
struct walk {
    struct test *t;
    struct kit kit;
    struct memory_errors errors;
    uint64_t enough;   /* errors at which the element under way ends */
    uint64_t size;     /* of VRAM */
    uint64_t slice;    /* bytes that BAR1 shows at once */
    uint64_t shown;    /* base of the slice that it shows now */
    bool showing;
    uint16_t selector;
    uint64_t hide_from, hide_to; /* VRAM_HIDE, offsets inside the BAR; equal: off */
    uint64_t done, all;          /* for the progress line */
    struct dma_memory saved;     /* the reserved areas, one behind the other */
    uint64_t words[CHUNK / 8];
};

static bool stopped(struct walk *walk)
{
    return card_expired(walk->t->card) || walk->t->result == TEST_ERROR;
}

/* Moves the slice that holds an address in front of BAR1. */
static bool show(struct walk *walk, uint64_t at)
{
    const uint64_t base = at / walk->slice * walk->slice;
    struct card *const card = walk->t->card;

    if (walk->showing && base == walk->shown)
        return true;
    const uint64_t rest = walk->size - base;
    const struct dmaobj object = object_unpaged((linear_addr){ base, TARGET_VRAM },
                                                rest < walk->slice ? rest : walk->slice);
    if (!test_ok(walk->t, vm_object_change(&walk->kit.vm, walk->selector, &object),
                 "moving BAR1 over VRAM") ||
        !test_ok(walk->t, vm_ready(&walk->kit.vm), "moving BAR1 over VRAM"))
        return false;
    aperture_bind(card, APERTURE_BAR1, walk->selector);
    walk->shown = base;
    walk->showing = true;
    return true;
}

static void tick(struct walk *walk, const char *what)
{
    walk->done += CHUNK;
    if (walk->done % SHOW_EVERY == 0)
        test_progress(walk->t, walk->done, walk->all, what);
}

/* Whether VRAM_HIDE covers part of a chunk: reads there give 0, whatever is stored. */
static bool hidden(const struct walk *walk, uint64_t at)
{
    const uint64_t offset = at % walk->slice;

    return offset < walk->hide_to && walk->hide_from < offset + CHUNK;
}

static uint64_t word_at(uint64_t at)
{
    return at | ~at << 32;
}

static void write_addresses(struct walk *walk, uint64_t at)
{
    for (unsigned i = 0; i < CHUNK / 8; i++)
        walk->words[i] = word_at(at + 8 * i);
    card_bar_write_block(walk->t->card, NV_BAR_VRAM, at % walk->slice, walk->words, CHUNK);
}

static void check_addresses(struct walk *walk, uint64_t at)
{
    if (walk->errors.count >= walk->enough ||
        !card_bar_read_block(walk->t->card, NV_BAR_VRAM, at % walk->slice, walk->words, CHUNK))
        return;
    for (unsigned i = 0; i < CHUNK / 8; i++)
        if (walk->words[i] != word_at(at + 8 * i))
            memory_errors_add(&walk->errors, at + 8 * i, word_at(at + 8 * i), walk->words[i]);
}

static void fill_chunk(struct walk *walk, uint64_t at, uint64_t word)
{
    for (unsigned i = 0; i < CHUNK / 8; i++)
        walk->words[i] = word;
    card_bar_write_block(walk->t->card, NV_BAR_VRAM, at % walk->slice, walk->words, CHUNK);
}

/* One chunk of one element; a wrong word is counted, written, and the element goes on behind it. */
static void march_chunk(struct walk *walk, uint64_t at, bool down, uint64_t expect, uint64_t next)
{
    struct card *const card = walk->t->card;
    size_t from = 0, to = CHUNK;

    if (walk->errors.count >= walk->enough) {
        fill_chunk(walk, at, next);
        return;
    }
    while (from < to && !stopped(walk)) {
        const uint64_t offset = at % walk->slice + from;
        uint64_t seen = 0;
        const size_t good = card_bar_march(card, NV_BAR_VRAM, offset, to - from, down, expect,
                                           next, &seen);

        if (good >= to - from)
            return;
        memory_errors_add(&walk->errors, at + from + good, expect, seen);
        card_bar_write(card, NV_BAR_VRAM, offset + good, 8, next);
        if (down)
            to = from + good;
        else
            from += good + 8;
    }
}

enum element { WRITE_ADDRESSES, CHECK_ADDRESSES, WRITE_0, UP_01, UP_10, DOWN_01, DOWN_10, CHECK_0 };

static void do_chunk(struct walk *walk, enum element element, uint64_t at)
{
    switch (element) {
    case WRITE_ADDRESSES:
        write_addresses(walk, at);
        return;
    case CHECK_ADDRESSES:
        check_addresses(walk, at);
        return;
    case WRITE_0:
        fill_chunk(walk, at, 0);
        return;
    case UP_01:
    case DOWN_01:
        march_chunk(walk, at, element == DOWN_01, 0, UINT64_MAX);
        return;
    case UP_10:
    case DOWN_10:
        march_chunk(walk, at, element == DOWN_10, UINT64_MAX, 0);
        return;
    case CHECK_0:
        march_chunk(walk, at, false, 0, 0);
        return;
    }
}

static void do_element(struct walk *walk, enum element element)
{
    static const char *const names[] = {
        [WRITE_ADDRESSES] = "address in address", [CHECK_ADDRESSES] = "address in address",
        [WRITE_0] = "March C-: up w0",            [UP_01] = "March C-: up r0 w1",
        [UP_10] = "March C-: up r1 w0",           [DOWN_01] = "March C-: down r0 w1",
        [DOWN_10] = "March C-: down r1 w0",       [CHECK_0] = "March C-: r0",
    };
    const bool down = element == DOWN_01 || element == DOWN_10;

    walk->enough = walk->errors.count + ERRORS_MAX;
    for (uint64_t i = 0; i < walk->size / CHUNK && !stopped(walk); i++) {
        const uint64_t at = (down ? walk->size / CHUNK - 1 - i : i) * CHUNK;

        if (!show(walk, at))
            return;
        if (!hidden(walk, at))
            do_chunk(walk, element, at);
        tick(walk, names[element]);
    }
    if (!test_ok(walk->t, host_flush(walk->t->card), "flushing host writes"))
        return;
}

/* Copies the reserved areas to system memory, or back. */
static void copy_reserved(struct walk *walk, bool back)
{
    struct card *const card = walk->t->card;
    uint8_t *cpu = walk->saved.cpu;

    for (unsigned i = 0; i < card->vram_owner_count; i++) {
        const struct vram_owner *owner = &card->vram_owners[i];

        for (uint64_t at = owner->from; at < owner->to; at += CHUNK, cpu += CHUNK) {
            if (!show(walk, at))
                return;
            if (back)
                card_bar_write_block(card, NV_BAR_VRAM, at % walk->slice, cpu, CHUNK);
            else
                card_bar_read_block(card, NV_BAR_VRAM, at % walk->slice, cpu, CHUNK);
        }
    }
}

static uint64_t reserved_size(const struct card *card)
{
    uint64_t size = 0;

    for (unsigned i = 0; i < card->vram_owner_count; i++)
        size += card->vram_owners[i].to - card->vram_owners[i].from;
    return size;
}

static void read_hide(struct walk *walk)
{
    const uint32_t low = card_read32(walk->t->card, PMC_VRAM_HIDE_LOW);
    const uint32_t high = card_read32(walk->t->card, PMC_VRAM_HIDE_HIGH);

    if (!(low & PMC_VRAM_HIDE_ENABLE))
        return;
    walk->hide_from = low & PMC_VRAM_HIDE_ADDRESS & ~3u;
    walk->hide_to = (high & PMC_VRAM_HIDE_ADDRESS) + 1;
}

static bool open_walk(struct walk *walk, struct test *t)
{
    const struct dmaobj any = object_unpaged((linear_addr){ 0, TARGET_VRAM }, CHUNK);

    walk->t = t;
    walk->size = t->card->vram_size;
    walk->slice = aperture_size(t->card, APERTURE_BAR1);
    walk->all = walk->size * (CHECK_0 + 1);
    kit_open(&walk->kit, t, TARGET_SYSRAM_SNOOP);
    walk->selector = kit_object(&walk->kit, &any);
    if (!kit_ready(&walk->kit) ||
        !test_ok(t, memory_errors_open(&walk->errors, t), "reading the memory configuration"))
        return false;
    read_hide(walk);
    return test_ok(t, card_dma_alloc(t->card, reserved_size(t->card), &walk->saved),
                   "saving what drivers leave alone");
}

static void count_hidden(struct walk *walk)
{
    for (uint64_t at = 0; at < walk->size; at += CHUNK)
        if (hidden(walk, at))
            walk->t->untested += CHUNK;
}

void march_all(struct test *t)
{
    struct dma_memory memory;

    /* Too large for a stack. */
    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct walk), &memory), "preparing a march"))
        return;
    struct walk *const walk = memory.cpu;
    const uint64_t begin = t->card->bus->ops->time_us(t->card->bus);

    if (!open_walk(walk, t))
        return;
    copy_reserved(walk, false);
    for (unsigned element = WRITE_ADDRESSES; element <= CHECK_0 && !stopped(walk); element++)
        do_element(walk, (enum element)element);
    copy_reserved(walk, true);
    count_hidden(walk);
    expect_no_fault(t, "marching over VRAM");
    const uint64_t ms = (t->card->bus->ops->time_us(t->card->bus) - begin) / 1000;
    test_note(t, "%llu MiB in %llu ms", (unsigned long long)(walk->size >> 20),
              (unsigned long long)ms);
    memory_errors_report(&walk->errors, t);
}
