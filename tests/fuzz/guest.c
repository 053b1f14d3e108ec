#include "tests/fuzz/guest.h"
#include "reference/nv50.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hw/pci.h"

#define RECORDS_MAX 4096u

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
#define SLOWER 20 /* times, with sanitizers and beside other programs */
#else
#define SLOWER 1
#endif
#define RECORD_NS (UINT64_C(10000000) * SLOWER)

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct guest *const guest = opaque;

    (void)snoop;
    if (address >= SYSTEM_SIZE || size > SYSTEM_SIZE - address)
        return false;
    memcpy(bytes, guest->system + address, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct guest *const guest = opaque;

    (void)snoop;
    if (address >= SYSTEM_SIZE || size > SYSTEM_SIZE - address)
        return false;
    memcpy(guest->system + address, bytes, size);
    return true;
}

static void expect(bool good, const char *what)
{
    if (good)
        return;
    fprintf(stderr, "%s\n", what);
    abort();
}

static void alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size)
{
    struct guest *const guest = opaque;
    struct model_bar there;
    uint64_t all = vram + size;

    expect(id < MODEL_ALIASES_MAX && !guest->aliased[id].used, "an alias that is there already");
    guest->aliased[id] = (struct shown){ true, bar, offset, vram, size };
    if (guest->card == NULL)
        return;
    model_vram(guest->card, &all);
    expect(vram < all && size <= all - vram, "an alias of no VRAM");
    expect(!model_bar(guest->card, bar, &there) ||
               (offset < there.size && size <= there.size - offset),
           "an alias beyond its BAR");
}

static void unalias(void *opaque, unsigned id)
{
    struct guest *const guest = opaque;

    expect(id < MODEL_ALIASES_MAX && guest->aliased[id].used, "an alias that is not there");
    guest->aliased[id].used = false;
}

/* The alias that the machine would read these bytes from; null: it would ask the card. */
static const struct shown *alias_at(const struct guest *guest, unsigned bar, uint64_t at,
                                    size_t size)
{
    for (unsigned i = 0; i < MODEL_ALIASES_MAX; i++) {
        const struct shown *const shown = &guest->aliased[i];

        if (shown->used && shown->bar == bar && at >= shown->offset &&
            at + size <= shown->offset + shown->size)
            return shown;
    }
    return NULL;
}

void guest_read(struct guest *guest, unsigned bar, uint64_t at, void *bytes, size_t size)
{
    const struct shown *const before = alias_at(guest, bar, at, size);
    const struct shown was = before ? *before : (struct shown){ 0 };
    uint64_t vram_size;

    if (size <= 8) {
        const uint64_t value = model_read(guest->card, bar, at, (unsigned)size);

        memcpy(bytes, &value, size);
    } else {
        model_read_block(guest->card, bar, at, bytes, size);
    }
    if (before == NULL || !before->used || before->bar != was.bar || before->offset != was.offset ||
        before->vram != was.vram)
        return;
    const uint8_t *const vram = model_vram(guest->card, &vram_size);

    if (memcmp(bytes, vram + was.vram + (at - was.offset), size) != 0) {
        fprintf(stderr, "BAR%u + 0x%llx: the card answers otherwise than its alias\n", bar,
                (unsigned long long)at);
        abort();
    }
}

static uint64_t clock_ns(void *opaque)
{
    struct guest *const guest = opaque;

    return guest->now_ns += guest->tick_ns;
}

const struct model_host guest_host = { .dma_read = dma_read,
                                       .dma_write = dma_write,
                                       .clock_ns = clock_ns,
                                       .alias = alias,
                                       .unalias = unalias };

const char *defect_of(const struct model_ops *family, unsigned number)
{
    unsigned count = 0;

    while (family->defect(count))
        count++;
    return family->defect(number % (count ? count : 1))->name;
}

void guest_open(struct guest *guest, const struct chip *chip, uint64_t vram_size)
{
    struct model_host host = guest_host;
    const struct model_config config = { .chip = chip, .seed = 1, .vram_size = vram_size };
    char error[256];

    host.opaque = guest;
    memset(guest->system, 0, sizeof(guest->system));
    guest->now_ns = 0;
    guest->chip = chip;
    guest->card = NULL;
    memset(guest->aliased, 0, sizeof(guest->aliased));
    guest->card = model_new(&config, &host, error, sizeof(error));
    if (!guest->card)
        abort();
}

void guest_close(struct guest *guest)
{
    model_free(guest->card);
}

void wr(struct guest *guest, uint32_t reg, uint32_t value)
{
    model_write(guest->card, NV_BAR_MMIO, reg, value, 4);
}

void vram_wr(struct guest *guest, uint32_t at, uint32_t value)
{
    wr(guest, REF_PBUS_PMEM, at >> 16);
    wr(guest, REF_PMEM_WINDOW + (at & 0xffff), value);
}

void pass(struct guest *guest, uint64_t ns)
{
    guest->now_ns += ns;
    model_wake(guest->card);
}

static uint64_t spent_ns(void)
{
    struct timespec spent;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return (uint64_t)spent.tv_sec * 1000000000 + (uint64_t)spent.tv_nsec;
}

void guest_play(struct guest *guest, const uint8_t *bytes, size_t size,
                void (*act)(struct guest *guest, const struct record *record))
{
    for (size_t at = 0, count = 0; at + 8 <= size && count < RECORDS_MAX; at += 8, count++) {
        struct record r = { .kind = bytes[at], .selector = bytes[at + 1] };

        memcpy(&r.place, bytes + at + 2, 2);
        memcpy(&r.value, bytes + at + 4, 4);
        const uint64_t before = spent_ns();
        act(guest, &r);
        const uint64_t took = spent_ns() - before;
        if (took > RECORD_NS) {
            fprintf(stderr, "kind 0x%x, selector 0x%x, place 0x%x, value 0x%x: %llu us\n", r.kind,
                    r.selector, r.place, r.value, (unsigned long long)took / 1000);
            abort();
        }
    }
}
