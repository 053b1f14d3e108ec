#include "tests/clients/nouveau/commands.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#define CHIP_G80 0x50

enum { ACQUIRE_EQUAL = 1, RELEASE = 2 };

void method(struct channel *c, unsigned subchannel, unsigned first, unsigned count, ...)
{
    va_list words;
    channel_word(c, count << 18 | subchannel << 13 | first);
    va_start(words, count);
    while (count--)
        channel_word(c, va_arg(words, uint32_t));
    va_end(words);
}

static uint32_t high(uint64_t va)
{
    return (uint32_t)(va >> 32);
}

static uint32_t low(uint64_t va)
{
    return (uint32_t)va;
}

/* ---- m2mf ---- */

void bind_m2mf(struct channel *c)
{
    method(c, SUB_M2MF, 0x0000, 1, HANDLE_M2MF);
    method(c, SUB_M2MF, 0x0180, 3, HANDLE_NOTIFY, HANDLE_VRAM, HANDLE_VRAM);
}

void nothing(struct channel *c)
{
    method(c, SUB_M2MF, 0x0100, 1, 0);
}

/* The layout of one side; without a surface it is pitched. */
static void side(struct channel *c, unsigned first, const struct tiled *t)
{
    if (t)
        method(c, SUB_M2MF, first, 7, 0, t->block << 4, t->width, t->height, 1, 0,
               t->y << 16 | t->x);
    else
        method(c, SUB_M2MF, first, 1, 1);
}

static void launch(struct channel *c, struct pitched from, struct pitched to, uint32_t length,
                   uint32_t lines)
{
    method(c, SUB_M2MF, 0x0238, 2, high(from.va), high(to.va));
    method(c, SUB_M2MF, 0x030c, 8, low(from.va), low(to.va), from.pitch, to.pitch, length, lines,
           0x0101, 0);
    nothing(c);
}

void copy(struct channel *c, struct pitched from, struct pitched to, uint32_t length,
          uint32_t lines)
{
    side(c, 0x0200, NULL);
    side(c, 0x021c, NULL);
    launch(c, from, to, length, lines);
}

void copy_whole(struct channel *c, uint64_t from, uint64_t to, uint32_t bytes)
{
    copy(c, (struct pitched){ from, 4096 }, (struct pitched){ to, 4096 }, 4096, bytes / 4096);
}

void copy_into_tiled(struct channel *c, struct pitched from, const struct tiled *to,
                     uint32_t length, uint32_t lines)
{
    side(c, 0x0200, NULL);
    side(c, 0x021c, to);
    launch(c, from, (struct pitched){ to->va, from.pitch }, length, lines);
}

void copy_from_tiled(struct channel *c, const struct tiled *from, struct pitched to,
                     uint32_t length, uint32_t lines)
{
    side(c, 0x0200, from);
    side(c, 0x021c, NULL);
    launch(c, (struct pitched){ from->va, to.pitch }, to, length, lines);
}

void copy_tiled(struct channel *c, const struct tiled *from, const struct tiled *to,
                uint32_t length, uint32_t lines)
{
    side(c, 0x0200, from);
    side(c, 0x021c, to);
    launch(c, (struct pitched){ from->va, length }, (struct pitched){ to->va, length }, length,
           lines);
}

/* ---- semaphores ---- */

/* By address and trigger from G84 on; before, by an offset and a method for each operation. */
static bool has_trigger(const struct channel *c)
{
    return c->chip != CHIP_G80;
}

void semaphore_release(struct channel *c, uint64_t va, uint32_t value)
{
    method(c, SUB_M2MF, 0x0060, 1, HANDLE_VRAM);
    if (has_trigger(c)) {
        method(c, SUB_M2MF, 0x0010, 4, high(va), low(va), value, RELEASE);
    } else {
        method(c, SUB_M2MF, 0x0064, 1, low(va));
        method(c, SUB_M2MF, 0x006c, 1, value);
    }
}

void semaphore_acquire(struct channel *c, uint64_t va, uint32_t value)
{
    method(c, SUB_M2MF, 0x0060, 1, HANDLE_VRAM);
    if (has_trigger(c)) {
        method(c, SUB_M2MF, 0x0010, 4, high(va), low(va), value, ACQUIRE_EQUAL);
    } else {
        method(c, SUB_M2MF, 0x0064, 1, low(va));
        method(c, SUB_M2MF, 0x0068, 1, value);
    }
}
