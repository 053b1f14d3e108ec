#include "suite/memory/own_memory.h"

#include "engines/family.h"
#include "engines/vram.h"
#include "engines/window.h"

/* Low bits of an address in a partition, which do not tell chunks apart. */
#define UNIT_SHIFT  16
#define BLOCK_SHIFT 8
/* Of a unit so many places are tried, and so many units. */
#define TRIES      32
#define UNIT_TRIES 3
#define PASSES     16 /* of writing and reading a block */
#define LOOKS      8  /* at a word that does not read the same twice */

/* Words that are tried, or kept, at once. */
#define AT_ONCE    64u
#define PAGE_SHIFT 12

/* Which stretch of 64 KiB of its partition an address lies in. */
static uint64_t unit_of(const struct own_memory *own_memory, uint64_t at)
{
    return (at >> UNIT_SHIFT) / own_memory->parts;
}

static unsigned bits_apart(uint64_t a, uint64_t b)
{
    unsigned count = 0;

    for (uint64_t differs = a ^ b; differs; differs &= differs - 1)
        count++;
    return count;
}

static unsigned distance(const struct own_memory *own_memory, unsigned which, uint64_t at)
{
    return bits_apart(unit_of(own_memory, own_memory->at[which].v), unit_of(own_memory, at));
}

bool own_memory_is_near(const struct own_memory *own_memory, unsigned which, uint64_t at)
{
    return distance(own_memory, which, at) <= own_memory->near;
}

bool own_memory_meets(const struct own_memory *own_memory, uint64_t at, uint32_t span)
{
    for (unsigned i = 0; i < OWN_MEMORIES; i++)
        if (at < own_memory->at[i].v + own_memory->need->span && own_memory->at[i].v < at + span)
            return true;
    return false;
}

static bool meets(const struct own_memory *other, uint64_t at, uint32_t span)
{
    return other && own_memory_meets(other, at, span);
}

/* Pieces go through a buffer of AT_ONCE words, `first` counts from the start of the first piece. */
typedef enum err part_function(struct own_memory *own_memory, linear_addr at, unsigned first,
                               unsigned count, unsigned pass);

static enum err each_part(struct own_memory *own_memory, linear_addr place, part_function *function,
                          unsigned pass)
{
    const struct own_memory_need *const need = own_memory->need;
    unsigned first = 0;
    enum err e = OK;

    for (unsigned i = 0; i < need->count; i++)
        for (uint32_t done = 0; done < need->pieces[i].size && e == OK; done += 4 * AT_ONCE) {
            const uint32_t rest = (need->pieces[i].size - done) / 4;
            const unsigned count = rest < AT_ONCE ? rest : AT_ONCE;

            e = function(own_memory, linear_add(place, need->pieces[i].at + done), first, count,
                         pass);
            first += count;
        }
    return e;
}

/* Another value for each word of the place, so that two addresses of one cell are noticed. */
static uint32_t trial_word(unsigned number, unsigned pass)
{
    return (0x5aa53cc3u + number * 0x01020408u) ^ (pass & 1 ? UINT32_MAX : 0);
}

static enum err write_trial(struct own_memory *own_memory, linear_addr at, unsigned first,
                            unsigned count, unsigned pass)
{
    uint32_t words[AT_ONCE];

    for (unsigned i = 0; i < count; i++)
        words[i] = trial_word(first + i, pass);
    return card_memory_write(own_memory->card, at, words, 4 * count);
}

/* ERR_NOT_FOUND: memory has something else. */
static enum err look_at_trial(struct own_memory *own_memory, linear_addr at, unsigned first,
                              unsigned count, unsigned pass)
{
    uint32_t seen[AT_ONCE];
    const enum err e = card_memory_read(own_memory->card, at, seen, 4 * count);

    for (unsigned i = 0; i < count && e == OK; i++)
        if (seen[i] != trial_word(first + i, pass))
            return ERR_NOT_FOUND;
    return e;
}

/* Both values of each bit, all of the place together. */
static enum err try_place(struct own_memory *own_memory, linear_addr at)
{
    enum err e = OK;

    for (unsigned pass = 0; pass < PASSES && e == OK; pass++) {
        e = each_part(own_memory, at, write_trial, pass);
        if (e == OK)
            e = card_flush(own_memory->card);
        if (e == OK && own_memory->need->settle)
            e = own_memory->need->settle(own_memory->card, at.v);
        if (e == OK)
            e = each_part(own_memory, at, look_at_trial, pass);
    }
    return e;
}

static enum err take_part(struct own_memory *own_memory, linear_addr at, unsigned first,
                          unsigned count, unsigned pass)
{
    (void)pass;
    return card_memory_read(own_memory->card, at, own_memory->kept + first, 4 * count);
}

static enum err put_part_back(struct own_memory *own_memory, linear_addr at, unsigned first,
                              unsigned count, unsigned pass)
{
    (void)pass;
    return card_memory_write(own_memory->card, at, own_memory->kept + first, 4 * count);
}

/* Whether the structures can lie there. The former contents are put back. */
static bool suits(struct own_memory *own_memory, linear_addr at)
{
    const struct own_memory_need *const need = own_memory->need;

    if (at.v < need->before || !vram_is_free(own_memory->card, at.v, need->span) ||
        meets(own_memory->other, at.v, need->span))
        return false;
    if (each_part(own_memory, at, take_part, 0) != OK)
        return false;
    const enum err e = try_place(own_memory, at);
    return each_part(own_memory, at, put_part_back, 0) == OK && e == OK;
}

/* The nth place of a unit that is tried: of blocks, rows and columns vary, and all partitions have their turn. */
static uint64_t place_in(const struct own_memory *own_memory, uint64_t unit, unsigned n)
{
    const uint64_t blocks = unit << (UNIT_SHIFT - BLOCK_SHIFT);

    if (own_memory->need->block)
        return ((blocks + 8 * n + n % 8) * own_memory->parts + n % own_memory->parts)
               << BLOCK_SHIFT;
    return (blocks * own_memory->parts << BLOCK_SHIFT) + ((uint64_t)n << PAGE_SHIFT);
}

static bool find_in_unit(struct own_memory *own_memory, uint64_t unit, linear_addr *out)
{
    const uint32_t last = own_memory->need->span - 1;

    for (unsigned i = 0; i < TRIES; i++) {
        *out = (linear_addr){ place_in(own_memory, unit, i), TARGET_VRAM };
        if (unit_of(own_memory, out->v + last) != unit)
            return false;
        if (suits(own_memory, *out))
            return true;
    }
    return false;
}

static bool find(struct own_memory *own_memory, uint64_t unit, linear_addr *out)
{
    for (unsigned i = 0; i < UNIT_TRIES; i++)
        if (find_in_unit(own_memory, unit ^ i, out))
            return true;
    return false;
}

bool own_memory_open(struct own_memory *own_memory, struct card *card, unsigned parts,
                     const struct own_memory_need *need, const struct own_memory *other,
                     uint32_t *kept)
{
    unsigned bits = 0;

    *own_memory = (struct own_memory){
        .card = card, .need = need, .other = other, .parts = parts ? parts : 1, .kept = kept
    };
    while (unit_of(own_memory, card->vram.size) >> (bits + 1))
        bits++;
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    const uint64_t one = need->pattern & all;

    /* Two blocks that differ in all bits but those of UNIT_TRIES are far enough apart. */
    own_memory->near = bits >= 7 ? 2 : bits >= 3;
    if (!find(own_memory, one, &own_memory->at[0]) ||
        !find(own_memory, one ^ all, &own_memory->at[1]))
        return false;
    /* No chunk is near both. */
    return bits_apart(unit_of(own_memory, own_memory->at[0].v),
                      unit_of(own_memory, own_memory->at[1].v)) > 2 * own_memory->near;
}

bool own_memory_is_in_the_way(const struct own_memory *own_memory, uint64_t at)
{
    return own_memory->lies && own_memory_is_near(own_memory, own_memory->used, at);
}

/* Looks again at a word until it reads the same twice. */
static uint32_t settled(struct card *card, linear_addr at, uint32_t first, uint32_t second)
{
    for (unsigned look = 2; look < LOOKS && first != second; look++) {
        first = second;
        second = pmem_read32(card, at);
    }
    return second;
}

/* Memory that is not steady must not be put back as something that it never held. */
static enum err keep_part(struct own_memory *own_memory, linear_addr at, unsigned first,
                          unsigned count, unsigned pass)
{
    uint32_t *const kept = own_memory->kept + first;
    uint32_t again[AT_ONCE];
    enum err e = take_part(own_memory, at, first, count, pass);

    if (e == OK)
        e = card_memory_read(own_memory->card, at, again, 4 * count);
    for (unsigned i = 0; i < count && e == OK; i++)
        kept[i] = settled(own_memory->card, linear_add(at, 4 * i), kept[i], again[i]);
    return e;
}

enum err own_memory_enter(struct own_memory *own_memory, uint64_t at)
{
    /* Addresses close to each other have most bits in common: the farther place is in the way
     * later. */
    const unsigned which = distance(own_memory, 0, at) < distance(own_memory, 1, at);
    enum err e = card_flush(own_memory->card); /* stores through BAR1 have arrived there */

    if (e == OK)
        e = each_part(own_memory, own_memory->at[which], keep_part, 0);
    own_memory->used = which;
    own_memory->lies = e == OK;
    return e;
}

enum err own_memory_leave(struct own_memory *own_memory)
{
    if (!own_memory->lies)
        return OK;
    own_memory->lies = false;
    const enum err e = each_part(own_memory, own_memory->at[own_memory->used], put_part_back, 0);
    return e == OK ? card_flush(own_memory->card) : e;
}
