#include "suite/memory/progress.h"

#include "engines/family.h"
#include "suite/kit/link.h"

#define LOOK_US      UINT64_C(100000) /* how often a key is looked for */
#define SECOND_US    UINT64_C(1000000)
#define PAUSE_MAX_US (60 * SECOND_US)
#define PLAN_US      (3 * SECOND_US) /* of work, after which a test says how long it will take */
#define LONG_S       60u             /* if it is longer than that */
/* After this many samples the time between two doubles, and so on: a day of testing leaves some thousand. */
#define SAMPLES_A_STEP 300

static uint64_t now_us(const struct progress *progress)
{
    struct bus *const bus = progress->t->card->bus;

    return bus->ops->time_us(bus);
}

static bool too_warm(struct progress *progress, unsigned limit)
{
    unsigned celsius = 0;

    if (!progress->sensor || card_celsius(progress->t->card, &celsius) != OK)
        return false;
    progress->after = celsius;
    progress->highest = progress->highest > celsius ? progress->highest : celsius;
    return celsius >= limit;
}

/* false: it does not get cooler. */
static bool cool_down(struct progress *progress)
{
    struct test *const t = progress->t;
    const unsigned limit = card_max_celsius(t->card, t->config->max_temp);
    const uint64_t begun_us = now_us(progress);

    if (!too_warm(progress, limit))
        return true;
    test_say(t, "%s: paused at %u C, max_temp is %u", t->name, progress->after, limit);
    while (too_warm(progress, limit - PROGRESS_COOLED + 1)) {
        if (!test_goes_on(t))
            return false;
        if (now_us(progress) - begun_us > PAUSE_MAX_US || card_expired(t->card)) {
            test_blame(t, CAUSE_TOO_HOT);
            test_error(t, "after a pause of %u s the card is still at %u C, max_temp is %u",
                       (unsigned)((now_us(progress) - begun_us) / SECOND_US), progress->after,
                       limit);
            return false;
        }
        t->card->bus->ops->wait_us(t->card->bus, SECOND_US);
    }
    progress->paused_us += now_us(progress) - begun_us;
    test_say(t, "%s: goes on at %u C after %u s", t->name, progress->after,
             (unsigned)((now_us(progress) - begun_us) / SECOND_US));
    return true;
}

static uint64_t percent(const struct progress *progress)
{
    return progress->all ? progress->done * 100 / progress->all : 0;
}

static void sample(struct progress *progress, uint64_t rate, const char *words)
{
    test_sample(progress->t, &(struct test_sample){ .percent = (unsigned)percent(progress),
                                                    .mb_per_s = (unsigned)(rate / 1000000),
                                                    .sensor = progress->sensor,
                                                    .celsius = progress->after,
                                                    .words = words });
}

void progress_begin(struct progress *progress, struct test *t, uint64_t all)
{
    *progress = (struct progress){ .t = t, .all = all };
    progress->begun_us = progress->looked_us = now_us(progress);
    progress->sampled_us = progress->begun_us;
    progress->sensor = card_celsius(t->card, &progress->before) == OK;
    progress->after = progress->before;
    sample(progress, 0, NULL);
    if (!progress->sensor)
        test_say(t,
                 "%s: no temperature sensor that can be trusted, nobody watches how warm it gets",
                 t->name);
}

void progress_plan(struct progress *progress, uint64_t memory, bool copies, bool shortens)
{
    progress->memory = memory;
    progress->copies = copies;
    progress->shortens = shortens;
}

void progress_more(struct progress *progress, uint64_t bytes)
{
    progress->all += bytes;
}

static uint64_t seconds_allowed(const struct progress *progress)
{
    return progress->t->config->seconds ? progress->t->config->seconds : UINT32_MAX;
}

static bool sample_is_due(struct progress *progress)
{
    const uint64_t interval_us = SECOND_US << progress->samples / SAMPLES_A_STEP;

    if (progress->looked_us - progress->sampled_us < interval_us)
        return false;
    progress->sampled_us = progress->looked_us;
    progress->samples++;
    return true;
}

/* "21 min", "5 h 10 min" */
static void put_minutes(struct text *text, uint64_t seconds)
{
    const uint64_t minutes = (seconds + 59) / 60;

    if (minutes >= 60)
        text_format(text, "%llu h %llu min", (unsigned long long)(minutes / 60),
                    (unsigned long long)(minutes % 60));
    else
        text_format(text, "%llu min", (unsigned long long)minutes);
}

/* "32768 MiB over x1, without copies: 5 h 10 min" */
static void put_plan(struct progress *progress, uint64_t all_s)
{
    struct test *const t = progress->t;
    struct text text = text_in(t->plan, sizeof(t->plan));
    struct link_state link;

    text_format(&text, "%llu MiB", (unsigned long long)(progress->memory >> 20));
    if (link_read(t->card, &link))
        text_format(&text, " over x%u", link.width);
    text_string(&text, progress->copies ? ": " : ", without copies: ");
    put_minutes(&text, all_s);
    t->shortens = progress->shortens && t->hurry;
}

/* Once, when the rate has been that of the work for some seconds. */
static void plan(struct progress *progress, uint64_t rate, uint64_t worked_us)
{
    const uint64_t all_s = rate ? progress->all / rate : 0;

    if (progress->planned || !progress->memory || worked_us < PLAN_US || all_s < LONG_S)
        return;
    progress->planned = true;
    put_plan(progress, all_s);
    test_say(progress->t, "%s: %s%s; at %llu MB/s", progress->t->name, progress->t->plan,
             progress->t->shortens ? "; M shortens" : "", (unsigned long long)(rate / 1000000));
}

static void show(struct progress *progress, uint64_t worked_us, const char *what)
{
    const uint64_t rate = progress->done / (worked_us / 1000 + 1) * 1000; /* bytes a second */
    const uint64_t rest = progress->all - progress->done;
    const uint64_t steps = progress->memory ? rest / progress->memory : 0;
    const uint64_t left = (rate ? rest / rate : 0) + steps * progress->heat_us / SECOND_US;
    char words[TEST_VALUE_MAX], line[TEST_LINE_MAX];
    struct text text = text_in(words, sizeof(words));
    struct text whole = text_in(line, sizeof(line));

    text_format(&text, "%s, %llu MB/s, %llu s left", what, (unsigned long long)(rate / 1000000),
                (unsigned long long)left);
    if (progress->sensor)
        text_format(&text, ", %u C", progress->after);
    plan(progress, rate, worked_us);
    progress->t->left_s = left;
    progress->t->rate = (unsigned)(rate / 1000000);
    progress->t->tested = progress->done;
    progress->t->celsius = progress->sensor ? progress->after : 0;
    test_progress(progress->t, progress->done, progress->all, what);
    text_format(&whole, "%s: %llu %%, %s", progress->t->name, (unsigned long long)percent(progress),
                words);
    if (sample_is_due(progress))
        sample(progress, rate, line);
}

/* A pause is no time that the test has worked. */
static bool goes_on(struct progress *progress, uint64_t now)
{
    if (now - progress->asked_us < LOOK_US)
        return true;
    const bool on = test_goes_on(progress->t);

    progress->asked_us = now_us(progress);
    if (progress->asked_us - now > LOOK_US)
        progress->paused_us += progress->asked_us - now;
    return on;
}

/* Looks at clock and sensor once a second only, because each look costs accesses to the card. */
bool progress_step(struct progress *progress, uint64_t bytes, const char *what)
{
    const uint64_t now = now_us(progress);

    progress->done += bytes;
    if (!goes_on(progress, now))
        return false;
    test_extend(progress->t);
    if (now - progress->looked_us < SECOND_US && progress->done != bytes)
        return true;
    if (!cool_down(progress))
        return false;
    test_extend(progress->t);
    progress->looked_us = now_us(progress);
    const uint64_t worked_us = now_us(progress) - progress->begun_us - progress->paused_us;
    show(progress, worked_us, what);
    if (worked_us / SECOND_US < seconds_allowed(progress))
        return true;
    test_say(progress->t, "%s: ended after %u s, %llu %% done", progress->t->name,
             (unsigned)(worked_us / SECOND_US), (unsigned long long)percent(progress));
    return false;
}

/* The sensor is read once more, because the last step may have been the warmest. */
void progress_end(struct progress *progress)
{
    struct test *const t = progress->t;

    if (progress->t->rate)
        test_fact(progress->t, FACT_RATE, progress->t->rate);
    if (!progress->sensor)
        return;
    too_warm(progress, UINT32_MAX);
    t->coolest = !t->sensor || progress->before < t->coolest ? progress->before : t->coolest;
    t->hottest = progress->highest > t->hottest ? progress->highest : t->hottest;
    t->hottest = progress->before > t->hottest ? progress->before : t->hottest;
    t->sensor = true;
    sample(progress, 0, NULL);
    test_say(progress->t, "%s: %u C before, %u C at most, %u C after", progress->t->name,
             progress->before,
             progress->highest > progress->before ? progress->highest : progress->before,
             progress->after);
    if (progress->t->facts)
        fact_most(progress->t->facts, FACT_WARMEST,
                  progress->highest > progress->before ? progress->highest : progress->before);
}
