#include "tests/clients/nouveau/commands.h"

#include <stdarg.h>
#include <stddef.h>

enum { ACQUIRE_EQUAL = 1, RELEASE = 2 };
/* GV100's SEMAPHORED: let another channel run while it waits; store four bytes, without waiting for idle. */
enum { ACQUIRE_AND_SWITCH = 0x1001, RELEASE_4_BYTES = 0x01100002 };

bool has_copy_engine(const struct channel *c)
{
    return c->chip >= CHIP_GV100;
}

void method(struct channel *c, unsigned subchannel, unsigned first, unsigned count, ...)
{
    va_list words;
    channel_word(c, has_copy_engine(c) ? 0x20000000u | count << 16 | subchannel << 13 | first >> 2
                                       : count << 18 | subchannel << 13 | first);
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

/* ---- m2mf, or a copy engine ---- */

void bind_copier(struct channel *c)
{
    if (has_copy_engine(c)) {
        method(c, SUB_ENGINE, 0x0000, 1, c->chip >= CHIP_TU102 ? CLASS_COPY_TURING : CLASS_COPY);
        return;
    }
    method(c, SUB_M2MF, 0x0000, 1, HANDLE_M2MF);
    method(c, SUB_M2MF, 0x0180, 3, HANDLE_NOTIFY, HANDLE_VRAM, HANDLE_VRAM);
}

void nothing(struct channel *c)
{
    method(c, has_copy_engine(c) ? SUB_ENGINE : SUB_M2MF, 0x0100, 1, 0);
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

/* LAUNCH_DMA: a transfer that waits for nothing before it, flushes after it, both sides pitched. */
enum { LAUNCH = 0x186, LAUNCH_LINES = 0x200, LAUNCH_REMAP = 0x400 };

static void engine_places(struct channel *c, uint64_t from, uint64_t to)
{
    method(c, SUB_ENGINE, 0x0400, 4, high(from), low(from), high(to), low(to));
}

void engine_copy_line(struct channel *c, uint64_t from, uint64_t to, uint32_t length,
                      uint32_t flags)
{
    engine_places(c, from, to);
    method(c, SUB_ENGINE, 0x0418, 1, length);
    method(c, SUB_ENGINE, 0x0300, 1, LAUNCH | flags);
}

void engine_semaphore(struct channel *c, uint64_t va, uint32_t value)
{
    method(c, SUB_ENGINE, 0x0240, 3, high(va), low(va), value);
}

/* Both components are constants of four bytes. */
void engine_fill(struct channel *c, uint64_t to, uint32_t even, uint32_t odd, uint32_t bytes)
{
    engine_places(c, 0, to);
    method(c, SUB_ENGINE, 0x0418, 1, bytes / 8);
    method(c, SUB_ENGINE, 0x0700, 3, even, odd, 0x01036654);
    method(c, SUB_ENGINE, 0x0300, 1, LAUNCH | LAUNCH_REMAP);
}

void copy(struct channel *c, struct pitched from, struct pitched to, uint32_t length,
          uint32_t lines)
{
    if (has_copy_engine(c)) {
        engine_places(c, from.va, to.va);
        method(c, SUB_ENGINE, 0x0410, 4, from.pitch, to.pitch, length, lines);
        method(c, SUB_ENGINE, 0x0300, 1, LAUNCH | LAUNCH_LINES);
        return;
    }
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

void host_semaphore(struct channel *c, uint64_t va, uint32_t value, uint32_t semaphored)
{
    method(c, 0, 0x0010, 4, high(va), low(va), value, semaphored);
}

void host_execute(struct channel *c, uint64_t va, uint64_t value, uint32_t execute)
{
    method(c, 0, 0x005c, 5, low(va), high(va), low(value), high(value), execute);
}

void semaphore_release(struct channel *c, uint64_t va, uint32_t value)
{
    if (has_copy_engine(c)) {
        host_semaphore(c, va, value, RELEASE_4_BYTES);
        return;
    }
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
    if (has_copy_engine(c)) {
        host_semaphore(c, va, value, ACQUIRE_AND_SWITCH);
        return;
    }
    method(c, SUB_M2MF, 0x0060, 1, HANDLE_VRAM);
    if (has_trigger(c)) {
        method(c, SUB_M2MF, 0x0010, 4, high(va), low(va), value, ACQUIRE_EQUAL);
    } else {
        method(c, SUB_M2MF, 0x0064, 1, low(va));
        method(c, SUB_M2MF, 0x0068, 1, value);
    }
}
