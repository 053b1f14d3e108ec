#include "suite/memory/refuge.h"

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

static unsigned distance(const struct refuge *refuge, unsigned which, uint64_t at)
{
    return bits_apart(unit_of(refuge, refuge->at[which].v), unit_of(refuge, at));
}

bool refuge_is_near(const struct refuge *refuge, unsigned which, uint64_t at)
{
    return distance(refuge, which, at) <= refuge->near;
}

bool refuge_meets(const struct refuge *refuge, uint64_t at, uint32_t span)
{
    for (unsigned i = 0; i < REFUGES; i++)
        if (at < refuge->at[i].v + refuge->need->span && refuge->at[i].v < at + span)
            return true;
    return false;
}

static bool meets(const struct refuge *other, uint64_t at, uint32_t span)
{
    return other && refuge_meets(other, at, span);
}

/* Pieces go through a buffer of AT_ONCE words, `first` counts from the start of the first piece. */
typedef enum err part_function(struct refuge *refuge, linear_addr at, unsigned first,
                               unsigned count, unsigned pass);

static enum err each_part(struct refuge *refuge, linear_addr place, part_function *function,
                          unsigned pass)
{
    const struct refuge_need *const need = refuge->need;
    unsigned first = 0;
    enum err e = OK;

    for (unsigned i = 0; i < need->count; i++)
        for (uint32_t done = 0; done < need->pieces[i].size && e == OK; done += 4 * AT_ONCE) {
            const uint32_t rest = (need->pieces[i].size - done) / 4;
            const unsigned count = rest < AT_ONCE ? rest : AT_ONCE;

            e = function(refuge, linear_add(place, need->pieces[i].at + done), first, count, pass);
            first += count;
        }
    return e;
}

/* Another value for each word of the place, so that two addresses of one cell are noticed. */
static uint32_t trial_word(unsigned number, unsigned pass)
{
    return (0x5aa53cc3u + number * 0x01020408u) ^ (pass & 1 ? UINT32_MAX : 0);
}

static enum err write_trial(struct refuge *refuge, linear_addr at, unsigned first, unsigned count,
                            unsigned pass)
{
    uint32_t words[AT_ONCE];

    for (unsigned i = 0; i < count; i++)
        words[i] = trial_word(first + i, pass);
    return card_memory_write(refuge->card, at, words, 4 * count);
}

/* ERR_NOT_FOUND: memory has something else. */
static enum err look_at_trial(struct refuge *refuge, linear_addr at, unsigned first, unsigned count,
                              unsigned pass)
{
    uint32_t seen[AT_ONCE];
    const enum err e = card_memory_read(refuge->card, at, seen, 4 * count);

    for (unsigned i = 0; i < count && e == OK; i++)
        if (seen[i] != trial_word(first + i, pass))
            return ERR_NOT_FOUND;
    return e;
}

/* Both values of each bit, all of the place together. */
static enum err try_place(struct refuge *refuge, linear_addr at)
{
    enum err e = OK;

    for (unsigned pass = 0; pass < PASSES && e == OK; pass++) {
        e = each_part(refuge, at, write_trial, pass);
        if (e == OK)
            e = card_flush(refuge->card);
        if (e == OK && refuge->need->settle)
            e = refuge->need->settle(refuge->card, at.v);
        if (e == OK)
            e = each_part(refuge, at, look_at_trial, pass);
    }
    return e;
}

static enum err take_part(struct refuge *refuge, linear_addr at, unsigned first, unsigned count,
                          unsigned pass)
{
    (void)pass;
    return card_memory_read(refuge->card, at, refuge->kept + first, 4 * count);
}

static enum err put_part_back(struct refuge *refuge, linear_addr at, unsigned first, unsigned count,
                              unsigned pass)
{
    (void)pass;
    return card_memory_write(refuge->card, at, refuge->kept + first, 4 * count);
}

/* Whether the structures can lie there. The former contents are put back. */
static bool suits(struct refuge *refuge, linear_addr at)
{
    const struct refuge_need *const need = refuge->need;

    if (at.v < need->before || !vram_is_free(refuge->card, at.v, need->span) ||
        meets(refuge->other, at.v, need->span))
        return false;
    if (each_part(refuge, at, take_part, 0) != OK)
        return false;
    const enum err e = try_place(refuge, at);
    return each_part(refuge, at, put_part_back, 0) == OK && e == OK;
}

/* The nth place of a unit that is tried: of blocks, rows and columns vary, and all partitions have their turn. */
static uint64_t place_in(const struct refuge *refuge, uint64_t unit, unsigned n)
{
    const uint64_t blocks = unit << (UNIT_SHIFT - BLOCK_SHIFT);

    if (refuge->need->block)
        return ((blocks + 8 * n + n % 8) * refuge->parts + n % refuge->parts) << BLOCK_SHIFT;
    return (blocks * refuge->parts << BLOCK_SHIFT) + ((uint64_t)n << PAGE_SHIFT);
}

static bool find_in_unit(struct refuge *refuge, uint64_t unit, linear_addr *out)
{
    const uint32_t last = refuge->need->span - 1;

    for (unsigned i = 0; i < TRIES; i++) {
        *out = (linear_addr){ place_in(refuge, unit, i), TARGET_VRAM };
        if (unit_of(refuge, out->v + last) != unit)
            return false;
        if (suits(refuge, *out))
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

bool refuge_open(struct refuge *refuge, struct card *card, unsigned parts,
                 const struct refuge_need *need, const struct refuge *other, uint32_t *kept)
{
    unsigned bits = 0;

    *refuge = (struct refuge){
        .card = card, .need = need, .other = other, .parts = parts ? parts : 1, .kept = kept
    };
    while (unit_of(refuge, card->vram.size) >> (bits + 1))
        bits++;
    const uint64_t all = (UINT64_C(1) << bits) - 1;
    const uint64_t one = need->pattern & all;

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
static enum err keep_part(struct refuge *refuge, linear_addr at, unsigned first, unsigned count,
                          unsigned pass)
{
    uint32_t *const kept = refuge->kept + first;
    uint32_t again[AT_ONCE];
    enum err e = take_part(refuge, at, first, count, pass);

    if (e == OK)
        e = card_memory_read(refuge->card, at, again, 4 * count);
    for (unsigned i = 0; i < count && e == OK; i++)
        kept[i] = settled(refuge->card, linear_add(at, 4 * i), kept[i], again[i]);
    return e;
}

enum err refuge_enter(struct refuge *refuge, uint64_t at)
{
    /* Addresses close to each other have most bits in common: the farther place is in the way
     * later. */
    const unsigned which = distance(refuge, 0, at) < distance(refuge, 1, at);
    enum err e = card_flush(refuge->card); /* stores through BAR1 have arrived there */

    if (e == OK)
        e = each_part(refuge, refuge->at[which], keep_part, 0);
    refuge->used = which;
    refuge->lies = e == OK;
    return e;
}

enum err refuge_leave(struct refuge *refuge)
{
    if (!refuge->lies)
        return OK;
    refuge->lies = false;
    const enum err e = each_part(refuge, refuge->at[refuge->used], put_part_back, 0);
    return e == OK ? card_flush(refuge->card) : e;
}
