#include "tests/fuzz/guest.h"

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

static uint64_t clock_ns(void *opaque)
{
    struct guest *const guest = opaque;

    return guest->now_ns += guest->tick_ns;
}

void guest_open(struct guest *guest, const struct chip *chip, uint64_t vram_size)
{
    const struct model_host host = {
        .opaque = guest, .dma_read = dma_read, .dma_write = dma_write, .clock_ns = clock_ns
    };
    const struct model_config config = { .chip = chip, .seed = 1, .vram_size = vram_size };
    char error[256];

    memset(guest->system, 0, sizeof(guest->system));
    guest->now_ns = 0;
    guest->chip = chip;
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
    wr(guest, 0x1700, at >> 16);
    wr(guest, 0x700000 + (at & 0xffff), value);
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
