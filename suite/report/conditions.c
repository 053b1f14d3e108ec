#include "suite/report/conditions.h"

#include "hw/bits.h"
#include "hw/least.h"

#define SAME_PERCENT 1u /* two clocks that differ by no more are the same */
#define KHZ_NEAR     2000u
/* Without an error in n reads, the rate of errors is below 3/n, in 19 of 20 cases. */
#define BOUND_READS 3u
#define WORD        8u

bool conditions_slow(const struct conditions *c)
{
    const uint32_t near = c->memory_top_khz / 100 * SAME_PERCENT;

    return c->memory_khz && c->memory_khz + (near > KHZ_NEAR ? near : KHZ_NEAR) < c->memory_top_khz;
}

bool conditions_narrow(const struct conditions *c)
{
    return c->link.width && c->link.width < c->link.card;
}

/* ---- several cards --------------------------------------------------------------------------- */

static bool is_slower(const struct conditions *a, const struct conditions *b)
{
    return (uint64_t)a->memory_khz * b->memory_top_khz <
           (uint64_t)b->memory_khz * a->memory_top_khz;
}

static bool is_narrower(const struct conditions *a, const struct conditions *b)
{
    return a->link.width * b->link.card < b->link.width * a->link.card;
}

/* Clock and link become those of the worst card, because a verdict on all must hold for each of
 * them. */
void conditions_join(struct conditions *all, const struct conditions *card)
{
    const unsigned cards = all->cards + card->cards;

    if (!all->cards) {
        *all = *card;
        return;
    }
    all->uneven |= all->memory_khz != card->memory_khz || all->link.width != card->link.width ||
                   all->link.card != card->link.card;
    if (conditions_slow(all) ? conditions_slow(card) && is_slower(card, all)
                             : conditions_slow(card) || card->memory_khz < all->memory_khz)
        all->memory_khz = card->memory_khz, all->memory_top_khz = card->memory_top_khz;
    if (!card->link.width || (all->link.width && is_narrower(card, all)))
        all->link = card->link;
    all->sensor = false;
    all->ecc |= card->ecc;
    all->corrected += card->corrected;
    all->unseen |= card->unseen;
    all->read += card->read;
    all->memory += card->memory;
    all->cards = cards;
}

/* ---- words ----------------------------------------------------------------------------------- */

void conditions_bytes(struct text *text, uint64_t bytes)
{
    const uint64_t tenths = (bytes >> 20) * 10 >> 10;

    if (bytes >> 30)
        text_format(text, "%llu.%llu GiB", (unsigned long long)(tenths / 10),
                    (unsigned long long)(tenths % 10));
    else if (bytes >> 20)
        text_format(text, "%llu MiB", (unsigned long long)(bytes >> 20));
    else
        text_format(text, "%llu KiB", (unsigned long long)(bytes >> 10));
}

static unsigned mhz(uint32_t khz)
{
    return (khz + 500) / 1000;
}

void conditions_read(const struct conditions *c, struct text *text)
{
    text_string(text, "0 errors in ");
    conditions_bytes(text, c->read);
    text_string(text, " read");
    if (c->cards > 1)
        text_format(text, " on %u cards", c->cards);
}

/* Unknown values are left out, because a 0 would read as measured. */
void conditions_around(const struct conditions *c, struct text *text)
{
    const char *const worst = c->uneven ? " at worst" : "";
    const char *before = "";

    if (c->memory_khz) {
        if (conditions_slow(c))
            text_format(text, "memory at %u of %u MHz%s", mhz(c->memory_khz),
                        mhz(c->memory_top_khz), worst);
        else
            text_format(text, "memory at %u MHz%s", mhz(c->memory_khz), worst);
        before = ", ";
    }
    if (conditions_narrow(c))
        text_format(text, "%slink x%u of x%u%s", before, c->link.width, c->link.card, worst);
    else if (c->link.width)
        text_format(text, "%slink x%u%s", before, c->link.width, worst);
    before = text->used ? ", " : "";
    if (c->ecc && c->corrected)
        text_format(text, "%sECC on, %llu corrected", before, (unsigned long long)c->corrected);
    else if (c->ecc)
        text_format(text, "%sECC on", before);
}

void conditions_words(const struct conditions *c, struct text *text)
{
    char letters[CONDITIONS_WORDS_MAX];
    struct text around = text_in(letters, sizeof(letters));

    if (!c->read)
        return;
    conditions_read(c, text);
    conditions_around(c, &around);
    if (letters[0])
        text_format(text, ", %s", letters);
}

void conditions_speed(const struct conditions *c, struct text *text)
{
    static const char *const speeds[] = { "", "2.5 GT/s", "5 GT/s", "8 GT/s", "16 GT/s" };

    text_string(text, c->link.speed < ARRAY_SIZE(speeds) ? speeds[c->link.speed] : "");
}

unsigned conditions_bound(const struct conditions *c)
{
    uint64_t reads = c->read / WORD / BOUND_READS;
    unsigned n = 0;

    for (; reads >= 10; reads /= 10)
        n++;
    return n;
}

void conditions_bound_words(const struct conditions *c, struct text *text)
{
    text_format(text, "one bad read in 10^%u would have been seen", conditions_bound(c));
}

void conditions_unseen(const struct conditions *c, struct text *text)
{
    static const char *const names[PARTS] = { [PART_CORES] = "shader cores",
                                              [PART_TEXTURES] = "textures",
                                              [PART_ROPS] = "ROPs",
                                              [PART_OUTPUTS] = "video outputs" };

    const char *before = ""; /* the line may have words already */

    for (unsigned part = PART_NONE + 1; part < PARTS; part++)
        if (c->unseen & BIT(part)) {
            text_format(text, "%s%s", before, names[part]);
            before = ", ";
        }
    if (conditions_slow(c))
        text_format(text, "%smemory at %u MHz", before, mhz(c->memory_top_khz));
}

void conditions_lanes(const struct conditions *c, struct text *text)
{
    if (!conditions_narrow(c))
        return;
    text_format(text, "link at x%u of x%u: ", c->link.width, c->link.card);
    if (c->link.port <= c->link.width)
        text_string(text, "the port above the card has no more lanes");
    else
        text_string(text, "card, slot or riser");
}
