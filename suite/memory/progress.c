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

static uint64_t now_us(const struct pace *pace)
{
    struct bus *const bus = pace->t->card->bus;

    return bus->ops->time_us(bus);
}

static bool too_warm(struct pace *pace, unsigned limit)
{
    unsigned celsius = 0;

    if (!pace->sensor || card_celsius(pace->t->card, &celsius) != OK)
        return false;
    pace->after = celsius;
    pace->highest = pace->highest > celsius ? pace->highest : celsius;
    return celsius >= limit;
}

/* false: it does not get cooler. */
static bool cool_down(struct pace *pace)
{
    struct test *const t = pace->t;
    const unsigned limit = card_max_celsius(t->card, t->config->max_temp);
    const uint64_t begun_us = now_us(pace);

    if (!too_warm(pace, limit))
        return true;
    test_say(t, "%s: paused at %u C, max_temp is %u", t->name, pace->after, limit);
    while (too_warm(pace, limit - PACE_COOLED + 1)) {
        if (!test_goes_on(t))
            return false;
        if (now_us(pace) - begun_us > PAUSE_MAX_US || card_expired(t->card)) {
            test_blame(t, CAUSE_TOO_HOT);
            test_error(t, "after a pause of %u s the card is still at %u C, max_temp is %u",
                       (unsigned)((now_us(pace) - begun_us) / SECOND_US), pace->after, limit);
            return false;
        }
        t->card->bus->ops->wait_us(t->card->bus, SECOND_US);
    }
    pace->paused_us += now_us(pace) - begun_us;
    test_say(t, "%s: goes on at %u C after %u s", t->name, pace->after,
             (unsigned)((now_us(pace) - begun_us) / SECOND_US));
    return true;
}

static uint64_t percent(const struct pace *pace)
{
    return pace->all ? pace->done * 100 / pace->all : 0;
}

static void sample(struct pace *pace, uint64_t rate, const char *words)
{
    test_sample(pace->t, &(struct test_sample){ .percent = (unsigned)percent(pace),
                                                .mb_per_s = (unsigned)(rate / 1000000),
                                                .sensor = pace->sensor,
                                                .celsius = pace->after,
                                                .words = words });
}

void pace_begin(struct pace *pace, struct test *t, uint64_t all)
{
    *pace = (struct pace){ .t = t, .all = all };
    pace->begun_us = pace->looked_us = now_us(pace);
    pace->sampled_us = pace->begun_us;
    pace->sensor = card_celsius(t->card, &pace->before) == OK;
    pace->after = pace->before;
    sample(pace, 0, NULL);
    if (!pace->sensor)
        test_say(t,
                 "%s: no temperature sensor that can be trusted, nobody watches how warm it gets",
                 t->name);
}

void pace_plan(struct pace *pace, uint64_t memory, bool copies, bool shortens)
{
    pace->memory = memory;
    pace->copies = copies;
    pace->shortens = shortens;
}

void pace_more(struct pace *pace, uint64_t bytes)
{
    pace->all += bytes;
}

static uint64_t seconds_allowed(const struct pace *pace)
{
    return pace->t->config->seconds ? pace->t->config->seconds : UINT32_MAX;
}

static bool sample_is_due(struct pace *pace)
{
    const uint64_t interval_us = SECOND_US << pace->samples / SAMPLES_A_STEP;

    if (pace->looked_us - pace->sampled_us < interval_us)
        return false;
    pace->sampled_us = pace->looked_us;
    pace->samples++;
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
static void put_plan(struct pace *pace, uint64_t all_s)
{
    struct test *const t = pace->t;
    struct text text = text_in(t->plan, sizeof(t->plan));
    struct link_state link;

    text_format(&text, "%llu MiB", (unsigned long long)(pace->memory >> 20));
    if (link_read(t->card, &link))
        text_format(&text, " over x%u", link.width);
    text_string(&text, pace->copies ? ": " : ", without copies: ");
    put_minutes(&text, all_s);
    t->shortens = pace->shortens && t->hurry;
}

/* Once, when the rate has been that of the work for some seconds. */
static void plan(struct pace *pace, uint64_t rate, uint64_t worked_us)
{
    const uint64_t all_s = rate ? pace->all / rate : 0;

    if (pace->planned || !pace->memory || worked_us < PLAN_US || all_s < LONG_S)
        return;
    pace->planned = true;
    put_plan(pace, all_s);
    test_say(pace->t, "%s: %s%s; at %llu MB/s", pace->t->name, pace->t->plan,
             pace->t->shortens ? "; M shortens" : "", (unsigned long long)(rate / 1000000));
}

static void show(struct pace *pace, uint64_t worked_us, const char *what)
{
    const uint64_t rate = pace->done / (worked_us / 1000 + 1) * 1000; /* bytes a second */
    const uint64_t left = rate ? (pace->all - pace->done) / rate : 0;
    char words[TEST_VALUE_MAX], line[TEST_LINE_MAX];
    struct text text = text_in(words, sizeof(words));
    struct text whole = text_in(line, sizeof(line));

    text_format(&text, "%s, %llu MB/s, %llu s left", what, (unsigned long long)(rate / 1000000),
                (unsigned long long)left);
    if (pace->sensor)
        text_format(&text, ", %u C", pace->after);
    plan(pace, rate, worked_us);
    pace->t->left_s = left;
    pace->t->rate = (unsigned)(rate / 1000000);
    pace->t->tested = pace->done;
    pace->t->celsius = pace->sensor ? pace->after : 0;
    test_progress(pace->t, pace->done, pace->all, what);
    text_format(&whole, "%s: %llu %%, %s", pace->t->name, (unsigned long long)percent(pace), words);
    if (sample_is_due(pace))
        sample(pace, rate, line);
}

/* A pause is no time that the test has worked. */
static bool goes_on(struct pace *pace, uint64_t now)
{
    if (now - pace->asked_us < LOOK_US)
        return true;
    const bool on = test_goes_on(pace->t);

    pace->asked_us = now_us(pace);
    if (pace->asked_us - now > LOOK_US)
        pace->paused_us += pace->asked_us - now;
    return on;
}

/* Looks at clock and sensor once a second only, because each look costs accesses to the card. */
bool pace_step(struct pace *pace, uint64_t bytes, const char *what)
{
    const uint64_t now = now_us(pace);

    pace->done += bytes;
    if (!goes_on(pace, now))
        return false;
    test_extend(pace->t);
    if (now - pace->looked_us < SECOND_US && pace->done != bytes)
        return true;
    if (!cool_down(pace))
        return false;
    test_extend(pace->t);
    pace->looked_us = now_us(pace);
    const uint64_t worked_us = now_us(pace) - pace->begun_us - pace->paused_us;
    show(pace, worked_us, what);
    if (worked_us / SECOND_US < seconds_allowed(pace))
        return true;
    test_say(pace->t, "%s: ended after %u s, %llu %% done", pace->t->name,
             (unsigned)(worked_us / SECOND_US), (unsigned long long)percent(pace));
    return false;
}

/* The sensor is read once more, because the last step may have been the warmest. */
void pace_end(struct pace *pace)
{
    struct test *const t = pace->t;

    if (pace->t->rate)
        test_fact(pace->t, FACT_RATE, pace->t->rate);
    if (!pace->sensor)
        return;
    too_warm(pace, UINT32_MAX);
    t->coolest = !t->sensor || pace->before < t->coolest ? pace->before : t->coolest;
    t->hottest = pace->highest > t->hottest ? pace->highest : t->hottest;
    t->hottest = pace->before > t->hottest ? pace->before : t->hottest;
    t->sensor = true;
    sample(pace, 0, NULL);
    test_say(pace->t, "%s: %u C before, %u C at most, %u C after", pace->t->name, pace->before,
             pace->highest > pace->before ? pace->highest : pace->before, pace->after);
    if (pace->t->facts)
        fact_most(pace->t->facts, FACT_WARMEST,
                  pace->highest > pace->before ? pace->highest : pace->before);
}
