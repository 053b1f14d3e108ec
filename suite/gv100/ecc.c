#include "suite/gv100/ecc.h"

#include "engines/gv100/family.h"
#include "hw/least.h"
#include "suite/kit/equations.h"
#include "suite/memory/view.h"

/* A cosmic ray flips a bit now and then, and each read of it counts until it is written again. */
#define FEW        16u
#define FEW_HALVES 2u
#define VALUES_8   0xffu

/* ---- growth of the counters ------------------------------------------------------------------ */

static uint64_t add(struct ecc_growth *growth, const struct ecc_half *before,
                    const struct ecc_half *now, uint64_t range)
{
    const uint32_t corrected = now->corrected - before->corrected;
    const uint32_t uncorrected = now->uncorrected - before->uncorrected;

    growth->corrected += corrected;
    growth->uncorrected += uncorrected;
    growth->over |= now->over && !before->over;
    if (corrected || uncorrected) {
        growth->again |= growth->ranges & range;
        growth->ranges |= range;
    }
    return (uint64_t)corrected + uncorrected;
}

/* Errors until now belong to the current range. A partition that does not answer has no growth. */
static void account(struct ecc_watch *watch)
{
    struct card *const card = watch->t->card;
    struct ecc_reading now;
    uint64_t all = 0;

    if (!watch->on || card_expired(card))
        return;
    ecc_read(card, &now);
    now.silent |= watch->last.silent;
    for (unsigned i = 0; i < FBPA_ECC_FBPAS; i++)
        for (unsigned j = 0; !(now.silent & BIT(i)) && j < FBPA_ECC_HALVES; j++)
            all += add(&watch->of[i][j], &watch->last.of[i][j], &now.of[i][j], BIT64(watch->range));
    watch->last = now;
    watch->visited |= BIT64(watch->range);
    if (all)
        *gv100_ecc_counted(card) = true;
}

void ecc_watch_open(struct ecc_watch *watch, struct test *t, uint64_t size)
{
    const enum ecc_state state = ecc_state(t->card);

    *watch = (struct ecc_watch){ .t = t, .on = state == ECC_ON, .size = size };
    if (state != ECC_UNKNOWN)
        test_fact_word(t, FACT_ECC, state == ECC_ON ? "on" : "off");
    if (!watch->on)
        return;
    watch->range_size = VIEW_LOAD;
    while (watch->range_size * ECC_RANGES < size)
        watch->range_size *= 2;
    ecc_read(t->card, &watch->last);
    ecc_read_l2(t->card, &watch->l2);
}

void ecc_watch_move(struct ecc_watch *watch, uint64_t at)
{
    if (!watch->on || at >= watch->size || at / watch->range_size == watch->range)
        return;
    account(watch);
    watch->range = (unsigned)(at / watch->range_size);
}

void ecc_watch_pause(struct ecc_watch *watch)
{
    account(watch);
}

void ecc_watch_resume(struct ecc_watch *watch)
{
    const uint32_t silent = watch->last.silent;

    if (!watch->on || card_expired(watch->t->card))
        return;
    ecc_read(watch->t->card, &watch->last);
    watch->last.silent |= silent;
}

bool ecc_watch_has_lost(struct ecc_watch *watch)
{
    account(watch);
    for (unsigned i = 0; i < FBPA_ECC_FBPAS; i++)
        for (unsigned j = 0; j < FBPA_ECC_HALVES; j++)
            if (watch->of[i][j].uncorrected)
                return true;
    return false;
}

/* ---- meaning of the growth ------------------------------------------------------------------- */

enum meaning { GOOD, UPSET, BAD_CELLS, BAD_CHANNEL, LOST };

static enum meaning meaning_of(const struct ecc_watch *watch, const struct ecc_growth *growth)
{
    if (growth->uncorrected)
        return LOST;
    if (!growth->corrected)
        return GOOD;
    if (!growth->again && growth->corrected <= FEW && !growth->over)
        return UPSET;
    return growth->ranges == watch->visited && bits_count(watch->visited) > 1 ? BAD_CHANNEL
                                                                              : BAD_CELLS;
}

static void say_half(const struct ecc_watch *watch, unsigned i, unsigned j)
{
    const struct ecc_growth *const growth = &watch->of[i][j];
    const unsigned from = lowest_bit_number(growth->ranges);
    unsigned to = ECC_RANGES - 1;

    while (!(growth->ranges >> to & 1))
        to--;
    const uint64_t end = LEAST((to + 1) * watch->range_size, watch->size);

    test_say(watch->t,
             "%s: ECC counted %s%llu corrected and %llu uncorrectable errors in FBPA %u, half %u, "
             "in %u of %u ranges, VRAM 0x%llx to 0x%llx",
             watch->t->name, growth->over ? "at least " : "", (unsigned long long)growth->corrected,
             (unsigned long long)growth->uncorrected, i, j, bits_count(growth->ranges),
             bits_count(watch->visited), (unsigned long long)from * watch->range_size,
             (unsigned long long)end);
}

/* A failure where the counters are known to count, else something that keeps the card from a pass. */
static void blame(struct test *t, enum cause cause, const char *words)
{
    if (test_claim_counts(t, ECC_CLAIM)) {
        test_blame(t, cause);
        test_fail(t, "%s", words);
    } else {
        test_doubt(t, CAUSE_ECC_HIDES,
                   "%s; that these counters count on this chip nobody has confirmed", words);
    }
}

/* The result over all halves: the worst one, and how many others are bad or upset. */
struct outcome {
    enum meaning worst;
    unsigned fbpa, half;
    unsigned bad, upset; /* halves */
    uint64_t corrected;
};

/* Names the worst half and counts the others, because the sentence has room for one. */
static void judge_bad(const struct ecc_watch *watch, const struct outcome *all)
{
    const struct ecc_growth *const growth = &watch->of[all->fbpa][all->half];
    const bool lost = all->worst == LOST;
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    if (lost)
        text_format(&text, "ECC met %llu uncorrectable memory errors in FBPA %u, half %u",
                    (unsigned long long)growth->uncorrected, all->fbpa, all->half);
    if (lost && watch->lost_found)
        text_format(&text, ", one in the 32 bytes at VRAM 0x%llx",
                    (unsigned long long)watch->lost_at);
    if (!lost)
        text_format(&text, "ECC corrected %s%llu words in FBPA %u, half %u: %s",
                    growth->over ? "at least " : "", (unsigned long long)growth->corrected,
                    all->fbpa, all->half,
                    all->worst == BAD_CHANNEL
                        ? "a line of the memory behind it is bad, or all of it"
                        : "memory behind it is bad");
    if (all->bad > 1)
        text_format(&text, ", and behind %u other halves", all->bad - 1);
    blame(watch->t, lost ? CAUSE_ECC_LOST : CAUSE_ECC_CORRECTS, words);
}

/* None of them twice, but more than rays make in good memory. */
static void judge_many(const struct ecc_watch *watch, const struct outcome *all)
{
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    text_format(&text,
                "ECC corrected %llu words in %u halves of FBPAs, here and there: weak memory",
                (unsigned long long)all->corrected, all->upset);
    blame(watch->t, CAUSE_ECC_CORRECTS, words);
}

/* L2's own check bits: the GPU. */
static void judge_l2(const struct ecc_watch *watch)
{
    struct ecc_l2 now;
    unsigned corrected = 0, uncorrected = 0;
    char words[TEST_VALUE_MAX];
    struct text text = text_in(words, sizeof(words));

    ecc_read_l2(watch->t->card, &now);
    for (unsigned c = 0; c < LTC_ECC_LTCS; c++)
        for (unsigned s = 0; s < LTC_ECC_SLICES; s++) {
            corrected += (now.corrected[c][s] - watch->l2.corrected[c][s]) & VALUES_8;
            uncorrected += (now.uncorrected[c][s] - watch->l2.uncorrected[c][s]) & VALUES_8;
        }
    if (!corrected && !uncorrected)
        return;
    text_format(&text,
                "the GPU's own cache (L2) corrected %u errors or more, and %u were uncorrectable",
                corrected, uncorrected);
    blame(watch->t, CAUSE_ECC_L2, words);
}

static void note_good(const struct ecc_watch *watch, uint64_t upsets)
{
    if (watch->last.silent)
        test_say(watch->t, "%s: ECC is on, and the counters of partitions 0x%x do not answer",
                 watch->t->name, (unsigned)watch->last.silent);
    else if (upsets)
        test_say(watch->t,
                 "%s: ECC is on and corrected %llu errors, none of them again in the same place: "
                 "single upsets occur in good memory",
                 watch->t->name, (unsigned long long)upsets);
    else
        test_say(watch->t, "%s: ECC is on, no corrected errors in %llu MiB", watch->t->name,
                 (unsigned long long)(watch->size >> 20));
}

static void take(struct outcome *all, const struct ecc_watch *watch, unsigned i, unsigned j)
{
    const enum meaning meaning = meaning_of(watch, &watch->of[i][j]);

    if (meaning != GOOD)
        say_half(watch, i, j);
    all->corrected += watch->of[i][j].corrected;
    all->upset += meaning == UPSET;
    all->bad += meaning > UPSET;
    if (meaning <= all->worst)
        return;
    all->worst = meaning;
    all->fbpa = i;
    all->half = j;
}

/* One bad half is judged before many upset ones, because it names its memory. */
void ecc_watch_close(struct ecc_watch *watch)
{
    struct outcome all = { 0 };

    if (!watch->on)
        return;
    account(watch);
    for (unsigned i = 0; i < FBPA_ECC_FBPAS; i++)
        for (unsigned j = 0; j < FBPA_ECC_HALVES; j++)
            take(&all, watch, i, j);
    watch->t->ecc = true;
    watch->t->ecc_corrected = all.corrected;
    if (all.bad)
        judge_bad(watch, &all);
    else if (all.upset > FEW_HALVES)
        judge_many(watch, &all);
    else
        note_good(watch, all.corrected);
    judge_l2(watch);
}

/* ---- vram.ecc ------------------------------------------------------------------------------------ */

/* Errors that check bits correct show in the counters alone: where nothing shows that those count, a pass of the memory
 * tests says nothing about single errors. */
void ecc_is_told(struct test *t)
{
    const enum ecc_state state = ecc_state(t->card);
    struct ecc_reading now;

    if (state == ECC_OFF) {
        test_lacks(t, "ECC is off: each wrong bit shows");
        return;
    }
    ecc_read(t->card, &now);
    test_compared(t, now.silent != 0);
    test_blame(t, CAUSE_ECC_HIDES);
    if (state == ECC_UNKNOWN)
        test_skip(t, "the card does not tell whether ECC is on; it would hide single errors");
    else if (now.silent)
        test_skip(
            t, "ECC is on and hides single errors: the counters of partitions 0x%x do not answer",
            (unsigned)now.silent);
    else if (!*gv100_ecc_counted(t->card) && !test_claim_counts(t, ECC_CLAIM))
        test_skip(t, "ECC is on and hides single errors: nothing has shown yet that the counters "
                     "of this chip count");
    if (t->result != TEST_PASS)
        return;
    test_blame(t, CAUSE_NONE);
    test_note(t, "ECC is on%s",
              *gv100_ecc_counted(t->card) ? ", and its counters have counted in this run" : "");
}
