#include "tests/nv50/refuge.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"

/* Chunks are told apart by the bits of their address in a partition above this many. */
#define UNIT_SHIFT  16
#define BLOCK_SHIFT 8
/* Of a unit so many blocks are tried, and so many units. */
#define TRIES      32
#define UNIT_TRIES 3
#define PASSES     16 /* of writing and reading a block */
#define LOOKS      8  /* at a word that does not read the same twice */

_Static_assert(REFUGE_BYTES == 1u << BLOCK_SHIFT, "a refuge is one block");

/* Which stretch of 64 KiB of its partition an address lies in. */
static uint64_t unit_of(const struct refuge *refuge, uint64_t at)
{
    return (at >> UNIT_SHIFT) / refuge->parts;
}

static unsigned bits_apart(uint64_t a, uint64_t b)
{
    unsigned count = 0;

    for (uint64_t differs = a ^ b; differs; differs &= differs - 1)
        count++;
    return count;
}

bool refuge_is_near(const struct refuge *refuge, unsigned which, uint64_t at)
{
    return bits_apart(unit_of(refuge, refuge->at[which].v), unit_of(refuge, at)) <= refuge->near;
}

/* Nobody's memory, or what drivers leave alone and the test therefore saves by itself. */
static bool is_taken(const struct card *card, uint64_t at)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++)
        if (at < card->vram.owners[i].to && card->vram.owners[i].from < at + REFUGE_BYTES)
            return true;
    return at + REFUGE_BYTES > card->vram.size;
}

/* Both values of each bit, each word with a value of its own. */
static enum err holds(struct card *card, linear_addr at, bool *out)
{
    uint32_t seen[REFUGE_BYTES / 4], words[REFUGE_BYTES / 4];
    enum err e = OK;

    *out = true;
    for (unsigned pass = 0; pass < PASSES && *out && e == OK; pass++) {
        for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
            words[i] = (0x5aa53cc3u + i * 0x01020408u) ^ (pass & 1 ? UINT32_MAX : 0);
        e = card_memory_write(card, at, words, sizeof(words));
        if (e == OK)
            e = host_flush(card);
        if (e == OK)
            e = card_memory_read(card, at, seen, sizeof(seen));
        for (unsigned i = 0; i < ARRAY_SIZE(words) && e == OK; i++)
            *out = *out && seen[i] == words[i];
    }
    return e;
}

/* As holds, and what was there is there again. */
static bool is_sound(struct card *card, linear_addr at)
{
    uint32_t before[REFUGE_BYTES / 4];
    bool sound = false;

    if (card_memory_read(card, at, before, sizeof(before)) != OK)
        return false;
    const enum err e = holds(card, at, &sound);
    return card_memory_write(card, at, before, sizeof(before)) == OK && e == OK && sound;
}

/* A sound block of a unit: rows and columns vary, and all partitions have their turn. */
static bool find_in_unit(struct refuge *refuge, uint64_t unit, linear_addr *out)
{
    const uint64_t first = unit << (UNIT_SHIFT - BLOCK_SHIFT);

    for (unsigned i = 0; i < TRIES; i++) {
        const uint64_t block = (first + 8 * i + i % 8) * refuge->parts + i % refuge->parts;

        *out = (linear_addr){ block << BLOCK_SHIFT, TARGET_VRAM };
        if (!is_taken(refuge->card, out->v) && is_sound(refuge->card, *out) &&
            vm_around(&refuge->vm, refuge->card, *out) == OK)
            return true;
    }
    return false;
}

static bool find(struct refuge *refuge, uint64_t unit, linear_addr *out)
{
    for (unsigned i = 0; i < UNIT_TRIES; i++)
        if (find_in_unit(refuge, unit ^ i, out))
            return true;
    return false;
}

bool refuge_open(struct refuge *refuge, struct card *card, unsigned parts)
{
    unsigned bits = 0;

    *refuge = (struct refuge){ .card = card, .parts = parts ? parts : 1 };
    while (unit_of(refuge, card->vram.size) >> (bits + 1))
        bits++;
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    const uint64_t one = UINT64_C(0x5555555555555555) & all;

    /* Two blocks that differ in all bits but those of UNIT_TRIES are far enough apart. */
    refuge->near = bits >= 7 ? 2 : bits >= 3;
    if (!find(refuge, one, &refuge->at[0]) || !find(refuge, one ^ all, &refuge->at[1]))
        return false;
    /* No chunk is near both. */
    return bits_apart(unit_of(refuge, refuge->at[0].v), unit_of(refuge, refuge->at[1].v)) >
           2 * refuge->near;
}

bool refuge_in_the_way(const struct refuge *refuge, uint64_t at)
{
    return refuge->lies && refuge_is_near(refuge, refuge->used, at);
}

/* Memory that is not steady must not be put back as something that it never held. */
static enum err keep(struct refuge *refuge, linear_addr at)
{
    enum err e = card_memory_read(refuge->card, at, refuge->kept, sizeof(refuge->kept));

    for (unsigned i = 0; i < ARRAY_SIZE(refuge->kept) && e == OK; i++) {
        const linear_addr word = { at.v + 4 * i, at.target };
        uint32_t again = ~refuge->kept[i];

        for (unsigned look = 0; look < LOOKS && again != refuge->kept[i]; look++) {
            again = refuge->kept[i];
            refuge->kept[i] = pmem_read32(refuge->card, word);
        }
    }
    return e;
}

enum err refuge_enter(struct refuge *refuge, uint64_t at)
{
    const unsigned which = refuge_is_near(refuge, 0, at) ? 1 : 0;
    enum err e = host_flush(refuge->card); /* what BAR1 has stored there has arrived */

    if (e == OK)
        e = keep(refuge, refuge->at[which]);
    if (e == OK)
        e = vm_around(&refuge->vm, refuge->card, refuge->at[which]);
    refuge->used = which;
    refuge->lies = e == OK;
    return e;
}

enum err refuge_leave(struct refuge *refuge)
{
    if (!refuge->lies)
        return OK;
    refuge->lies = false;
    const enum err e = card_memory_write(refuge->card, refuge->at[refuge->used], refuge->kept,
                                         sizeof(refuge->kept));
    return e == OK ? host_flush(refuge->card) : e;
}
