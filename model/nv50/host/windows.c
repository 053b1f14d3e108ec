#include "model/nv50/host/windows.h"

#include <stdio.h>
#include <string.h>

#include "hw/nv50/pbus.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/vm/alias.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"

#define ACCESS_MAX 8

/* Accesses after which PMEM is worth an alias: changing one costs as much as a thousand. */
#define PMEM_PATIENCE 512

static const struct mapping pitch = { .type = STORAGE_TYPE_PITCH, .from = TRAFFIC_HOST };

static uint32_t control(const struct nv50 *card, enum window window)
{
    return reg_get(card, PBUS_BAR1 + 4 * (uint32_t)window);
}

/* Which window's object counts. */
static enum window bound_window(const struct nv50 *card, enum window window)
{
    if (card->broken[DEFECT_WINDOW_SELECTORS_SWAPPED] && window != WINDOW_PEEPHOLE)
        return window == WINDOW_BAR1 ? WINDOW_BAR3 : WINDOW_BAR1;
    return window;
}

static bool translated(const struct nv50 *card, enum window window)
{
    if (window == WINDOW_BAR1 && card->broken[DEFECT_WINDOW_BAR1_MODE_IGNORED])
        return false;
    return control(card, window) & PBUS_WINDOW_DMAOBJ;
}

static uint32_t channel_of(const struct nv50 *card, enum window window)
{
    return window == WINDOW_PEEPHOLE && !card->broken[DEFECT_VM_OTHER_CHANNEL]
               ? card->windows->peephole_channel
               : card->windows->bar_channel;
}

void windows_reset(struct nv50 *card)
{
    *card->windows = (struct windows){ 0 };
}

static void load(struct nv50 *card, enum window window)
{
    const uint16_t selector = (uint16_t)FIELD_GET(PBUS_WINDOW_SELECTOR, control(card, window));

    if (!(control(card, window) & PBUS_WINDOW_DMAOBJ) ||
        (card->windows->bound[window] && card->broken[DEFECT_TLB_STALE_OBJECT]))
        return;
    vm_load_object(card, channel_of(card, window), selector, card->windows->objects[window]);
    card->windows->bound[window] = true;
}

static void drop_aliases(struct nv50 *card)
{
    alias_drop_bar(card, NV_BAR_VRAM);
    alias_drop_bar(card, NV_BAR_RAMIN);
}

void windows_bind(struct nv50 *card, enum window window)
{
    drop_aliases(card);
    load(card, window);
}

void windows_set_channel(struct nv50 *card, uint32_t value)
{
    const uint32_t channel = FIELD_GET(PBUS_CHANNEL_DESC, value);

    drop_aliases(card);
    if (value & PBUS_CHANNEL_BAR) {
        card->windows->bar_channel = channel;
        tlb_bind(card, VM_ENGINE_BAR, channel);
        load(card, WINDOW_BAR1);
        load(card, WINDOW_BAR3);
    } else {
        card->windows->peephole_channel = channel;
        tlb_bind(card, VM_ENGINE_PEEPHOLE, channel);
        load(card, WINDOW_PEEPHOLE);
    }
}

/* docs/hardware/tesla-vm.md §1.1: 6/4/0 and 6/8/0 BAR1, 6/4/1 and 6/8/1 BAR3, 4/4/0 and 4/8/0. */
static struct vm_access access_of(const struct nv50 *card, enum window window, uint64_t offset,
                                  size_t size, bool write)
{
    const enum window from = bound_window(card, window);
    return (struct vm_access){
        .engine = window == WINDOW_PEEPHOLE ? VM_ENGINE_PEEPHOLE : VM_ENGINE_BAR,
        .client = write ? VM_CLIENT_PFIFO_WRITE : VM_CLIENT_PFIFO_READ,
        .slot = window == WINDOW_BAR3,
        .write = write,
        .channel = channel_of(card, window),
        .selector = (uint16_t)FIELD_GET(PBUS_WINDOW_SELECTOR, control(card, from)),
        .object = card->windows->objects[from],
        .logical = offset,
        .size = size < ACCESS_MAX ? (unsigned)size : ACCESS_MAX,
    };
}

/* PFIFO does the access and tells of its failure (§2.4); not while it is in reset. */
static void tell_fault(struct nv50 *card, enum window window)
{
    const uint32_t bit =
        window == WINDOW_PEEPHOLE ? PFIFO_INTR_PEEPHOLE_FAULT : PFIFO_INTR_BAR_FAULT;

    if (card->broken[DEFECT_FAULT_NO_INTERRUPT] || !regs_enabled(card, PFIFO_INTR))
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
    return size < result->run ? size : (size_t)result->run;
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

void window_read(struct nv50 *card, enum window window, uint64_t offset, void *bytes, size_t size)
{
    if (!translated(card, window)) {
        memory_read(card, (linear_addr){ offset, TARGET_VRAM }, pitch, bytes, size);
        hide(card, offset, bytes, size);
        alias_offer_vram(card, window, offset);
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
            alias_offer_entry(card, window, &access, &result);
        } else {
            fill_fault_value(card, offset + done, to, piece);
            tell_fault(card, window);
        }
    }
    hide(card, offset, bytes, size);
}

void window_write(struct nv50 *card, enum window window, uint64_t offset, const void *bytes,
                  size_t size)
{
    if (!translated(card, window)) {
        memory_write(card, (linear_addr){ offset, TARGET_VRAM }, pitch, bytes, size);
        alias_offer_vram(card, window, offset);
        return;
    }
    for (size_t done = 0, piece; done < size; done += piece) {
        const struct vm_access access = access_of(card, window, offset + done, size - done, true);
        const uint8_t *from = (const uint8_t *)bytes + done;
        struct vm_result result;
        const bool ok = vm_translate(card, &access, &result);

        piece = piece_of(&result, size - done);
        if (ok || result.lands)
            memory_write(card, result.at, result.mapping, from, piece);
        if (ok)
            alias_offer_entry(card, window, &access, &result);
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
    alias_drop_bar(card, NV_BAR_MMIO);
    card->windows->pmem_used = 0;
}

static void count_pmem(struct nv50 *card)
{
    if (++card->windows->pmem_used % PMEM_PATIENCE != 0)
        return;
    const linear_addr base = pmem_at(card, 0);
    if (base.target == TARGET_VRAM)
        alias_offer_pmem(card, base.v);
}

void pmem_read(struct nv50 *card, uint32_t offset, void *bytes, size_t size)
{
    memory_read(card, pmem_at(card, offset), pitch, bytes, size);
    hide(card, offset, bytes, size);
    count_pmem(card);
}

void pmem_write(struct nv50 *card, uint32_t offset, const void *bytes, size_t size)
{
    memory_write(card, pmem_at(card, offset), pitch, bytes, size);
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
    return channel_changed(card->windows->bar_channel, "the BARs", line, opaque) +
           channel_changed(card->windows->peephole_channel, "PEEPHOLE", line, opaque);
}
