#include "model/nv50/host/windows.h"

#include <stdio.h>
#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/host/window_alias.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"

#define ACCESS_MAX 8

/* Accesses after which PMEM is worth an alias: changing one costs as much as a thousand. */
#define PMEM_PATIENCE 512

static const struct mapping pitch = { .type = STORAGE_TYPE_PITCH, .from = TRAFFIC_HOST };

static uint32_t control(const struct nv50 *card, const struct window *window)
{
    return reg_get(card, window->control);
}

struct window *windows_of_bar(struct nv50 *card, unsigned bar)
{
    struct window *const each = card->windows->each;

    return bar == NV_BAR_VRAM    ? &each[WINDOW_BAR1]
           : bar == NV_BAR_RAMIN ? &each[WINDOW_BAR3]
                                 : NULL;
}

struct window *windows_peephole(struct nv50 *card)
{
    return &card->windows->each[WINDOW_PEEPHOLE];
}

static bool is_peephole(const struct window *window)
{
    return window->bar == WINDOW_NO_BAR;
}

/* The window whose object and selector count. */
static const struct window *binding(const struct nv50 *card, const struct window *window)
{
    const struct window *const each = card->windows->each;

    if (card->broken[DEFECT_WINDOW_SELECTORS_SWAPPED] && !is_peephole(window))
        return window == &each[WINDOW_BAR1] ? &each[WINDOW_BAR3] : &each[WINDOW_BAR1];
    return window;
}

static bool translated(const struct nv50 *card, const struct window *window)
{
    if (window->bar == NV_BAR_VRAM && card->broken[DEFECT_WINDOW_BAR1_MODE_IGNORED])
        return false;
    return control(card, window) & PBUS_WINDOW_DMAOBJ;
}

static uint32_t channel_of(const struct nv50 *card, const struct window *window)
{
    return is_peephole(window) && card->broken[DEFECT_VM_OTHER_CHANNEL]
               ? card->windows->each[WINDOW_BAR1].channel
               : window->channel;
}

/* docs/hardware/tesla-vm.md §1.1: 6/4/0 and 6/8/0 BAR1, 6/4/1 and 6/8/1 BAR3, 4/4/0 and 4/8/0. */
void windows_reset(struct nv50 *card)
{
    static const struct window at_power_on[WINDOW_COUNT] = {
        [WINDOW_BAR1] = { .bar = NV_BAR_VRAM, .engine = VM_ENGINE_BAR, .control = PBUS_BAR1 },
        [WINDOW_BAR3] = { .bar = NV_BAR_RAMIN,
                          .engine = VM_ENGINE_BAR,
                          .slot = 1,
                          .control = PBUS_BAR3 },
        [WINDOW_PEEPHOLE] = { .bar = WINDOW_NO_BAR,
                              .engine = VM_ENGINE_PEEPHOLE,
                              .control = PBUS_PEEPHOLE },
    };
    struct model_bar bar;

    *card->windows = (struct windows){ 0 };
    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        card->windows->each[i] = at_power_on[i];
        if (config_bar(card, at_power_on[i].bar, &bar))
            card->windows->each[i].size = bar.size;
        card->windows->each[i].straight = !translated(card, &at_power_on[i]);
    }
    card->windows->pmem_word = reg_get(card, PBUS_PMEM);
}

static void load(struct nv50 *card, struct window *window)
{
    const uint16_t selector = (uint16_t)FIELD_GET(PBUS_WINDOW_SELECTOR, control(card, window));

    if (!(control(card, window) & PBUS_WINDOW_DMAOBJ) ||
        (window->bound && card->broken[DEFECT_TLB_STALE_OBJECT]))
        return;
    vm_load_object(card, channel_of(card, window), selector, window->object);
    window->bound = true;
}

/* Called whenever a window is bound anew. One that showed VRAM as it lies, and goes on to, keeps its alias: there
 * is no object in it that could have changed. */
static void drop_aliases(struct nv50 *card)
{
    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        struct window *const window = &card->windows->each[i];
        const bool straight = !translated(card, window);

        if (!is_peephole(window) && !(window->straight && straight))
            aliases_drop_bar(&card->shell.aliases, window->bar);
        window->straight = straight;
    }
}

void windows_bind(struct nv50 *card, uint32_t control_register)
{
    drop_aliases(card);
    for (unsigned i = 0; i < WINDOW_COUNT; i++)
        if (card->windows->each[i].control == control_register)
            load(card, &card->windows->each[i]);
}

void windows_set_channel(struct nv50 *card, uint32_t value)
{
    const uint8_t engine = value & PBUS_CHANNEL_BAR ? VM_ENGINE_BAR : VM_ENGINE_PEEPHOLE;
    const uint32_t channel = FIELD_GET(PBUS_CHANNEL_DESC, value);

    drop_aliases(card);
    tlb_bind(card, engine, channel);
    for (unsigned i = 0; i < WINDOW_COUNT; i++) {
        struct window *window = &card->windows->each[i];

        if (window->engine != engine)
            continue;
        window->channel = channel;
        load(card, window);
    }
}

static struct vm_access access_of(const struct nv50 *card, const struct window *window,
                                  uint64_t offset, size_t size, bool write)
{
    const struct window *const bound = binding(card, window);

    return (struct vm_access){
        .engine = window->engine,
        .client = write ? VM_CLIENT_PFIFO_WRITE : VM_CLIENT_PFIFO_READ,
        .slot = window->slot,
        .write = write,
        .channel = channel_of(card, window),
        .selector = (uint16_t)FIELD_GET(PBUS_WINDOW_SELECTOR, control(card, bound)),
        .object = bound->object,
        .logical = offset,
        .size = size < ACCESS_MAX ? (unsigned)size : ACCESS_MAX,
    };
}

/* PFIFO does the access and tells of its failure (§2.4); not while it is in reset. */
static void tell_fault(struct nv50 *card, const struct window *window)
{
    const uint32_t bit = is_peephole(window) ? PFIFO_INTR_PEEPHOLE_FAULT : PFIFO_INTR_BAR_FAULT;

    if (card->broken[DEFECT_FAULT_NO_INTERRUPT] || !gate_is_open(card, PFIFO_INTR))
        return;
    fifo_raise(card, bit);
}

static void fill_fault_value(const struct nv50 *card, uint64_t offset, uint8_t *bytes, size_t size)
{
    const uint32_t value = card_knob(card, KNOB_BAR_FAULT_VALUE);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(value >> (8 * ((offset + i) & 3)));
}

static size_t piece_of(const struct vm_result *result, size_t size)
{
    return LEAST(size, result->run);
}

/* Reads through VRAM_HIDE's range, by offset in the window, give 0 (tesla-vm.md §1.2). */
static void hide(const struct nv50 *card, uint64_t offset, uint8_t *bytes, size_t size)
{
    const uint32_t low = reg_get(card, PMC_VRAM_HIDE_LOW);
    const uint64_t first = low & PMC_VRAM_HIDE_ADDRESS & ~3u;
    const uint64_t last = reg_get(card, PMC_VRAM_HIDE_HIGH) & PMC_VRAM_HIDE_ADDRESS;

    if (!(low & PMC_VRAM_HIDE_ENABLE) && !card->broken[DEFECT_WINDOW_HIDE_STUCK])
        return;
    for (size_t i = 0; i < size; i++)
        if (offset + i >= first && offset + i <= (last | 3))
            bytes[i] = 0;
}

/* ---- properties in which silicon may differ (silicon-sequences.md §15) ---- */

/* Knob remap_posted: the effect of the words is not known, so any one of them moves BAR1 by 64
 * KiB. */
bool windows_remapped(const struct nv50 *card)
{
    if (card_knob(card, KNOB_REMAP_POSTED) != REMAP_POSTED_SET)
        return false;
    for (unsigned i = 0; i < PBUS_REMAP_COUNT; i++)
        if (reg_get(card, PBUS_REMAP + 4 * i))
            return true;
    return false;
}

#define REMAPPED_BY 0x10000u

static uint64_t remapped(const struct nv50 *card, const struct window *window, uint64_t offset)
{
    return window->bar == NV_BAR_VRAM && windows_remapped(card) ? offset ^ REMAPPED_BY : offset;
}

/* Knob peephole_bound. */
static bool is_dead(const struct nv50 *card, const struct window *window)
{
    return is_peephole(window) && (control(card, window) & PBUS_WINDOW_DMAOBJ) &&
           card_knob(card, KNOB_PEEPHOLE_BOUND) == PEEPHOLE_BOUND_DEAD;
}

static void begin_cpu_read(struct nv50 *card)
{
    card->cpu_reads = true;
    card->looped = false;
}

/* Knob loop_reads: a read that came to system memory ends without an answer, and the link may go with it. */
static void end_cpu_read(struct nv50 *card, uint8_t *bytes, size_t size)
{
    card->cpu_reads = false;
    if (!card->looped)
        return;
    memset(bytes, 0xff, size);
    card_time_out(card);
    card->dead = card_knob(card, KNOB_LOOP_READS) == LOOP_READS_STALL;
    if (card->dead)
        aliases_drop_all(&card->shell.aliases);
}

/* The address that a window without translation shows. */
static linear_addr straight_at(const struct nv50 *card, uint64_t offset)
{
    return (linear_addr){ card->broken[DEFECT_WINDOW_STRAIGHT_OFF] ? offset + 0x1000 : offset,
                          TARGET_VRAM };
}

/* Page by page, because each page may lie elsewhere or fault; a page that faults gives the fault value. */
static void read_pages(struct nv50 *card, struct window *window, uint64_t offset, void *bytes,
                       size_t size)
{
    if (!translated(card, window)) {
        memory_read(card, straight_at(card, offset), pitch, bytes, size);
        hide(card, offset, bytes, size);
        window_alias_vram(card, window, offset);
        return;
    }
    for (size_t done = 0, piece; done < size; done += piece) {
        const struct vm_access access = access_of(card, window, offset + done, size - done, false);
        uint8_t *to = (uint8_t *)bytes + done;
        struct vm_result result;
        const bool ok = vm_translate(card, &access, &result);

        piece = piece_of(&result, size - done);
        if (ok) {
            memory_read(card, result.at, result.mapping, to, piece);
            window_alias_page(card, window, &access, &result);
        } else {
            fill_fault_value(card, offset + done, to, piece);
            tell_fault(card, window);
        }
    }
    hide(card, offset, bytes, size);
}

void window_read(struct nv50 *card, struct window *window, uint64_t offset, void *bytes,
                 size_t size)
{
    if (is_dead(card, window)) {
        memset(bytes, 0xff, size);
        return;
    }
    begin_cpu_read(card);
    read_pages(card, window, remapped(card, window, offset), bytes, size);
    end_cpu_read(card, bytes, size);
}

/* Page by page, as read_pages; a write that faults is lost, and PFIFO reports it. */
void window_write(struct nv50 *card, struct window *window, uint64_t offset, const void *bytes,
                  size_t size)
{
    if (is_dead(card, window))
        return;
    offset = remapped(card, window, offset);
    if (!translated(card, window)) {
        strict_written(&card->shell.strict, straight_at(card, offset).v, size);
        memory_write(card, straight_at(card, offset), pitch, bytes, size);
        window_alias_vram(card, window, offset);
        return;
    }
    for (size_t done = 0, piece; done < size; done += piece) {
        const struct vm_access access = access_of(card, window, offset + done, size - done, true);
        const uint8_t *from = (const uint8_t *)bytes + done;
        struct vm_result result;
        const bool ok = vm_translate(card, &access, &result);

        piece = piece_of(&result, size - done);
        if (ok && result.at.target == TARGET_VRAM)
            strict_written(&card->shell.strict, result.at.v, piece);
        if (ok || result.lands)
            memory_write(card, result.at, result.mapping, from, piece);
        if (ok)
            window_alias_page(card, window, &access, &result);
        else
            tell_fault(card, window);
    }
}

static linear_addr pmem_at(const struct nv50 *card, uint32_t offset)
{
    const uint32_t control_word = reg_get(card, PBUS_PMEM);
    uint64_t base = (uint64_t)FIELD_GET(PBUS_PMEM_ADDRESS, control_word) * PMEM_GRANULE;
    enum target target = (enum target)FIELD_GET(PBUS_PMEM_TARGET, control_word);

    if (card->broken[DEFECT_WINDOW_PMEM_GRANULE])
        base &= ~(uint64_t)(PMEM_WINDOW_SIZE - 1);
    if (card->broken[DEFECT_WINDOW_PMEM_TARGET_IGNORED])
        target = TARGET_VRAM;
    return (linear_addr){ base + offset, target };
}

void pmem_moved(struct nv50 *card)
{
    const uint32_t word = reg_get(card, PBUS_PMEM);

    if (word == card->windows->pmem_word)
        return;
    card->windows->pmem_word = word;
    aliases_drop_bar(&card->shell.aliases, NV_BAR_MMIO);
    card->windows->pmem_used = 0;
}

static void count_pmem(struct nv50 *card)
{
    if (++card->windows->pmem_used % PMEM_PATIENCE != 0)
        return;
    const linear_addr base = pmem_at(card, 0);
    if (base.target == TARGET_VRAM)
        window_alias_pmem(card, base.v);
}

void pmem_read(struct nv50 *card, uint32_t offset, void *bytes, size_t size)
{
    begin_cpu_read(card);
    memory_read(card, pmem_at(card, offset), pitch, bytes, size);
    end_cpu_read(card, bytes, size);
    hide(card, offset, bytes, size);
    count_pmem(card);
}

void pmem_write(struct nv50 *card, uint32_t offset, const void *bytes, size_t size)
{
    const linear_addr at = pmem_at(card, offset);

    if (at.target == TARGET_VRAM)
        strict_written(&card->shell.strict, at.v, size);
    memory_write(card, at, pitch, bytes, size);
    count_pmem(card);
}

static unsigned channel_changed(uint32_t channel, const char *whose,
                                void (*line)(void *opaque, const char *text), void *opaque)
{
    char text[64];
    if (channel == 0)
        return 0;
    snprintf(text, sizeof(text), "channel of %s: 0x%08x, was 0x00000000", whose, channel);
    if (line)
        line(opaque, text);
    return 1;
}

unsigned windows_changed(struct nv50 *card, void (*line)(void *opaque, const char *text),
                         void *opaque)
{
    return channel_changed(card->windows->each[WINDOW_BAR1].channel, "the BARs", line, opaque) +
           channel_changed(windows_peephole(card)->channel, "PEEPHOLE", line, opaque);
}
