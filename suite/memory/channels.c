#include "suite/memory/channels.h"

#include "hw/bits.h"
#include "suite/memory/channel_kind.h"

#define SECTOR_LOG2 5
#define TRIALS      32
#define STRAYS      40 /* one error in so many may have nothing to do with the fault */
#define SOME_LINES  20
#define WINDOW_LOG2 16
#define SEEN_BITS   4096u

/* ---- the samples ----------------------------------------------------------------------------- */

/* Bits in which addresses below `end` can differ. */
static uint64_t bits_below(uint64_t end)
{
    uint64_t bits = 0;

    while (end > bits)
        bits = bits << 1 | 1;
    return bits & BITS64(EQUATIONS_MAX + SECTOR_LOG2 - 1, SECTOR_LOG2);
}

/* Wrong words so far, as often as they were. */
static uint64_t words_of(const struct channels *channels)
{
    return channels->looked + channels->skipped;
}

/* From 1 to twice the stride, so that it is the stride on average. */
static void draw_next(struct channels *channels)
{
    channels->until_nth =
        1 + (unsigned)(channel_mixed(words_of(channels)) % (2 * CHANNEL_STRIDE - 1));
}

void channels_open(struct channels *channels, uint64_t from, uint64_t to)
{
    *channels = (struct channels){ .every.below = UINT64_MAX,
                                   .nth.below = UINT64_MAX,
                                   .bits = to ? bits_below(from ^ (to - 1)) : 0,
                                   .lowest = UINT64_MAX };
    draw_next(channels);
}

/* The most wrong words that one pass had, this one among them. */
static uint64_t most_in_pass(const struct channels *channels)
{
    const uint64_t in_pass = words_of(channels) - channels->before_pass;

    return in_pass > channels->most_in_pass ? in_pass : channels->most_in_pass;
}

void channels_pass(struct channels *channels)
{
    channels->most_in_pass = most_in_pass(channels);
    channels->before_pass = words_of(channels);
}

/* Once errors were skipped, those that were looked at are no sample of all. */
static const struct channel_sample *sample_of(const struct channels *channels)
{
    return channels->skipped ? &channels->nth : &channels->every;
}

static void told(struct channels *channels, uint64_t at)
{
    if (!channels->goods && !channels->looked)
        equations_begin(&channels->tested, at, bits_below(UINT64_MAX));
    equations_meet(&channels->tested, at);
    if (at > channels->farthest)
        channels->farthest = at;
}

/* An error that differs from the last one only in bits that no equation uses satisfies the same equations. Most do,
 * because words of one channel follow each other. */
static void meet(struct channels *channels, uint64_t at)
{
    if (((at ^ channels->last) & channels->deciding) && equations_meet(&channels->all, at))
        channels->deciding = equations_bits(&channels->all);
    channels->last = at;
}

static void look(struct channels *channels, uint64_t at)
{
    if (!channels->looked++) {
        equations_begin(&channels->all, at,
                        channels->bits ? channels->bits : bits_below(UINT64_MAX));
        channels->deciding = equations_bits(&channels->all);
        channels->last = at;
    }
    meet(channels, at);
    if (at < channels->lowest)
        channels->lowest = at;
    if (at > channels->highest)
        channels->highest = at;
}

static void add_nth(struct channels *channels, uint64_t at, uint64_t wrong)
{
    channel_sample_add(&channels->nth, at, wrong);
    draw_next(channels);
}

void channels_add(struct channels *channels, uint64_t at, uint64_t wrong)
{
    at &= ~UINT64_C(7);
    if (!channels->bits) /* the range is known otherwise */
        told(channels, at);
    look(channels, at);
    channel_sample_add(&channels->every, at, wrong);
    if (!--channels->until_nth)
        add_nth(channels, at, wrong);
}

void channels_add_nth(struct channels *channels, uint64_t at, uint64_t wrong)
{
    look(channels, at);
    add_nth(channels, at, wrong);
}

void channels_good(struct channels *channels, uint64_t at)
{
    told(channels, at & ~UINT64_C(7));
    channels->goods++;
}

/* ---- equations of a group of errors ----------------------------------------------------------- */

/* Errors of the sample that are looked at together. */
struct group {
    const struct channels *channels;
    uint64_t bits;
    unsigned count;
    uint16_t member[CHANNEL_SAMPLE];
};

static uint64_t at_of(const struct group *group, unsigned i)
{
    return sample_of(group->channels)->place[group->member[i]].at;
}

static unsigned agreeing(const struct group *group, const struct equations *equations)
{
    unsigned count = 0;

    for (unsigned i = 0; i < group->count; i++)
        count += equations_hold(equations, at_of(group, i));
    return count;
}

/* The equations of all errors of the group that agree with those of a few. */
static void widen(const struct group *group, struct equations *equations)
{
    const struct equations few = *equations;

    equations_begin(equations, few.base, group->bits);
    for (unsigned i = 0; i < group->count; i++)
        if (equations_hold(&few, at_of(group, i)))
            equations_meet(equations, at_of(group, i));
}

/* Equations of errors drawn at random: CHANNEL_SURE more than it takes to break each that is chance. Trial 0 takes all
 * there are. */
static void draw(const struct group *group, unsigned trial, struct equations *out)
{
    const unsigned wanted = bits_count(group->bits) + 1 + CHANNEL_SURE;
    const bool all = trial == 0 || group->count <= wanted;
    uint64_t random = channel_mixed(trial);

    equations_begin(out, at_of(group, all ? 0 : (unsigned)(random % group->count)), group->bits);
    for (unsigned i = 0; i < (all ? group->count : wanted); i++) {
        random = channel_mixed(random + i + 1);
        equations_meet(out, at_of(group, all ? i : (unsigned)(random % group->count)));
    }
}

/* Errors that are left out may be chosen in so many ways that some choice agrees by chance: log2 of the ways, at most. */
static unsigned choice(unsigned errors, unsigned left_out)
{
    unsigned log2 = 0;

    while (errors >> log2)
        log2++;
    return left_out * log2;
}

/* Whether so many of the group's errors agree on n equations that it is neither chance nor a part of them that was looked
 * for. Of errors anywhere, one in 2^n agrees as well. */
static bool convinces(const struct group *group, unsigned agree, unsigned n)
{
    const uint64_t parts = BIT64(n), strays = group->count - agree;

    return n < 32 && strays * STRAYS * parts <= group->count * (parts - 1) &&
           agree >=
               bits_count(group->bits) + CHANNEL_SURE + choice(group->count, group->count - agree);
}

/* The most equations that nearly all errors of the group agree on. Some errors may have nothing to do with the fault,
 * and would break each equation that they are in the way of: so several draws are made, most of which meet none. */
static unsigned find_equations(const struct group *group, struct equations *out)
{
    struct equations drawn;
    unsigned most = group->count;

    draw(group, 0, out);
    for (unsigned trial = 1; trial < TRIALS && group->count; trial++) {
        draw(group, trial, &drawn);
        const unsigned agree = agreeing(group, &drawn);

        if (drawn.count <= out->count || !convinces(group, agree, drawn.count))
            continue;
        *out = drawn;
        most = agree;
    }
    widen(group, out);
    return most;
}

/* ---- the kind of a group --------------------------------------------------------------------- */

static void set_bit(uint64_t seen[SEEN_BITS / 64], uint64_t of)
{
    const uint64_t bit = channel_mixed(of) % SEEN_BITS;

    seen[bit / 64] |= BIT64(bit % 64);
}

/* How many different pieces of 2^log2 bytes the group's errors lie in; rather too few than too many. */
static unsigned pieces_of(const struct group *group, const struct equations *equations,
                          unsigned log2)
{
    uint64_t seen[SEEN_BITS / 64] = { 0 };
    unsigned count = 0;

    for (unsigned i = 0; i < group->count; i++)
        if (equations_hold(equations, at_of(group, i)))
            set_bit(seen, at_of(group, i) >> log2);
    for (unsigned i = 0; i < SEEN_BITS / 64; i++)
        count += bits_count(seen[i]);
    return count;
}

static uint64_t lines_of(const struct group *group, const struct channel_finding *finding)
{
    unsigned errors[CHANNEL_LINES] = { 0 };
    uint64_t lines = 0;

    for (unsigned i = 0; i < group->count; i++) {
        const struct channel_error *const error =
            &sample_of(group->channels)->place[group->member[i]];

        if (!equations_hold(&finding->equations, error->at))
            continue;
        for (uint64_t rest = error->wrong; rest; rest &= rest - 1)
            errors[bits_count(lowest_bit(rest) - 1)]++;
    }
    for (unsigned line = 0; line < CHANNEL_LINES; line++)
        if (errors[line] && errors[line] * SOME_LINES >= finding->agreeing)
            lines |= BIT64(line);
    return lines;
}

/* Whether the equations are among those of all errors: each mask adds up from theirs. */
static bool hold_for_all(const struct channels *channels, const struct equations *equations)
{
    struct equations rest = *equations;

    equations_without(&rest, &channels->all);
    return rest.count == 0;
}

/* Equations that hold for all tested addresses are taken out first, because they say nothing about
 * the errors. */
static void judge(const struct group *group, unsigned card, struct channel_finding *out)
{
    *out = (struct channel_finding){ .sampled = group->count,
                                     .lowest = group->channels->lowest,
                                     .highest = group->channels->highest };
    out->agreeing = find_equations(group, &out->equations);
    if (!group->channels->bits && group->channels->goods)
        equations_without(&out->equations, &group->channels->tested);
    equations_order(&out->equations);
    out->all = hold_for_all(group->channels, &out->equations);
    out->lines = lines_of(group, out);
    out->places = pieces_of(group, &out->equations, WINDOW_LOG2);
    const struct channel_evidence evidence = {
        .equations = &out->equations,
        .bits = group->bits,
        .places = out->places,
        .sectors = pieces_of(group, &out->equations, SECTOR_LOG2),
        .choice = choice(group->count, group->count - out->agreeing),
        .card = card,
    };
    out->needed = channel_places_needed(&evidence);
    out->kind = channel_kind_of(&evidence, &out->of);
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* Errors with exactly these wrong bits; 0: all errors. */
static void gather(struct group *group, const struct channels *channels, uint64_t wrong)
{
    group->channels = channels;
    group->bits = channels->bits ? channels->bits : bits_below(channels->farthest + 1);
    group->count = 0;
    for (unsigned i = 0; i < sample_of(channels)->used; i++)
        if (!wrong || sample_of(channels)->place[i].wrong == wrong)
            group->member[group->count++] = (uint16_t)i;
}

/* The wrong bits that the most errors have, of those that are not in `before`. 0: there are no more. */
static uint64_t next_wrong(const struct channels *channels, const uint64_t *before, unsigned count)
{
    const struct channel_sample *const sample = sample_of(channels);
    uint64_t best = 0;
    unsigned most = CHANNEL_SURE;

    for (unsigned i = 0; i < sample->used; i++) {
        const uint64_t wrong = sample->place[i].wrong;
        unsigned errors = 0;
        bool known = wrong == best;

        for (unsigned j = 0; j < count; j++)
            known |= before[j] == wrong;
        for (unsigned j = i; j < sample->used && !known; j++)
            errors += sample->place[j].wrong == wrong;
        if (errors > most) {
            most = errors;
            best = wrong;
        }
    }
    return best;
}

/* Where the errors together have too few equations for one channel: two chips may have failed at once, with different
 * data lines. Each group with more equations than all of them is a finding. */
static void split(struct group *group, const struct channels *channels, unsigned card,
                  struct channel_findings *out)
{
    const struct channel_finding together = out->all[0];
    uint64_t before[CHANNEL_FINDINGS] = { 0 };
    unsigned found = 0;

    for (unsigned n = 0; n < CHANNEL_FINDINGS; n++) {
        before[n] = next_wrong(channels, before, n);
        if (!before[n])
            break;
        gather(group, channels, before[n]);
        judge(group, card, &out->all[found]);
        found += out->all[found].equations.count > together.equations.count &&
                 out->all[found].kind != CHANNELS_FEW;
    }
    if (found == 0)
        out->all[0] = together;
    out->count = found ? found : 1;
}

static bool every_word(const struct channels *channels, unsigned card)
{
    const unsigned least = card > 64 ? card : 64; /* one channel holds 1 word in so many */

    return channels->words && most_in_pass(channels) > channels->words - channels->words / least;
}

/* Those of the sample with the lowest hashes: as good as random among all errors, as the sample is. */
static void keep_failing(const struct channel_sample *sample, struct channel_findings *out)
{
    uint64_t below = sample->below;

    for (;; below /= 2) {
        out->failing_count = 0;
        for (unsigned i = 0; i < sample->used && out->failing_count <= CHANNEL_FAILING; i++) {
            if (channel_mixed(sample->place[i].at) >= below)
                continue;
            if (out->failing_count < CHANNEL_FAILING)
                out->failing[out->failing_count] = sample->place[i];
            out->failing_count++;
        }
        if (out->failing_count <= CHANNEL_FAILING)
            return;
    }
}

/* Errors are split into groups only where all together show no single channel, because each of
 * several may err by itself. */
void channels_solve(const struct channels *channels, unsigned card, struct channel_findings *out)
{
    struct group group;

    *out = (struct channel_findings){ .card = card,
                                      .errors = words_of(channels),
                                      .skipped = channels->skipped,
                                      .sampled = sample_of(channels)->used };
    if (!sample_of(channels)->used)
        return;
    keep_failing(sample_of(channels), out);
    gather(&group, channels, 0);
    out->bits = group.bits;
    judge(&group, card, &out->all[0]);
    out->count = 1;
    if (every_word(channels, card))
        out->all[0].kind = CHANNELS_EVERY;
    else if (out->all[0].kind == CHANNELS_NONE || out->all[0].kind == CHANNELS_SHARED)
        split(&group, channels, card, out);
}
