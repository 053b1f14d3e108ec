#include "suite/run/lane.h"

#include "hw/bits.h"

#define SHOWN_US   UINT64_C(100000) /* between two pictures of a card, where it may wait */
#define PIECE_HEAD 3                /* a kind, and a size of two bytes */

enum { KIND_TAP = 't', KIND_PLAIN = 'p' };

_Static_assert((LANE_TEXT_SIZE & (LANE_TEXT_SIZE - 1)) == 0, "counters wrap with the buffer");
_Static_assert(REPORT_LINE_MAX <= UINT16_MAX && LANE_TEXT_SIZE > REPORT_LINE_MAX + PIECE_HEAD,
               "a piece is a line of the report, and fits");

struct run *lane_run(struct lane *lane)
{
    return (struct run *)(void *)lane->run;
}

/* ---- text that waits --------------------------------------------------------------------------- */

static uint64_t now_us(const struct lane *lane)
{
    const struct run_workers *const workers = lane->errand.workers;

    return workers->time_us(workers->opaque, lane->direct);
}

static uint32_t take_bytes(const struct lane_text *text, uint32_t at, void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = text->bytes[at++ % LANE_TEXT_SIZE];
    return at;
}

/* One piece, from `at` on; gives the offset after it. */
static uint32_t pass_on(struct lane *lane, uint32_t at)
{
    struct run *const of = lane->of;
    uint8_t head[PIECE_HEAD];
    char chars[REPORT_LINE_MAX];

    at = take_bytes(&lane->text, at, head, sizeof(head));
    const size_t size = head[1] | (size_t)head[2] << 8;

    at = take_bytes(&lane->text, at, chars, size);
    if (head[0] == KIND_TAP)
        report_pass_tap(&of->report, chars, size);
    else if (of->sinks.text)
        of->sinks.text(of->sinks.opaque, chars, size);
    return at;
}

bool lane_drain(struct lane *lane)
{
    struct lane_text *const text = &lane->text;
    const uint32_t written = __atomic_load_n(&text->written, __ATOMIC_ACQUIRE);
    uint32_t at = text->read;

    if (at == written)
        return false;
    while (at != written)
        at = pass_on(lane, at);
    __atomic_store_n(&text->read, at, __ATOMIC_RELEASE);
    lane->errand.workers->wake(lane->errand.workers->opaque, &text->read);
    return true;
}

static bool has_room(const struct lane_text *text, size_t size)
{
    return LANE_TEXT_SIZE - (text->written - __atomic_load_n(&text->read, __ATOMIC_ACQUIRE)) >=
           size + PIECE_HEAD;
}

/* The cards before this one are slow, and their remaining lines come first. That is no fault of this card, so neither
 * its deadline nor its watchdog counts the time. */
static void wait_for_room(struct lane *lane, size_t size)
{
    const struct run_workers *const workers = lane->errand.workers;
    struct card *const card = &lane_run(lane)->card;
    const uint64_t from = card->bus->ops->time_us(card->bus);
    const uint32_t armed_s = lane->armed_s;

    __atomic_store_n(&lane->armed_s, 0, __ATOMIC_RELEASE);
    while (!has_room(&lane->text, size)) {
        const uint32_t read = __atomic_load_n(&lane->text.read, __ATOMIC_ACQUIRE);

        errand_ring(&lane->errand);
        workers->wait(workers->opaque, &lane->text.read, read);
    }
    if (card->deadline_us)
        card->deadline_us += card->bus->ops->time_us(card->bus) - from;
    __atomic_store_n(&lane->armed_us, now_us(lane), __ATOMIC_RELEASE);
    __atomic_store_n(&lane->armed_s, armed_s, __ATOMIC_RELEASE);
}

static void put_bytes(struct lane_text *text, uint32_t *at, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        text->bytes[(*at)++ % LANE_TEXT_SIZE] = ((const uint8_t *)bytes)[i];
}

static void put_text(struct lane *lane, uint8_t kind, const char *chars, size_t size)
{
    struct lane_text *const text = &lane->text;
    const uint8_t head[PIECE_HEAD] = { kind, (uint8_t)size, (uint8_t)(size >> 8) };
    uint32_t at = text->written;

    if (!has_room(text, size) && lane->errand.here)
        lane_drain(lane); /* out of turn: who would make room for it is here */
    else if (!has_room(text, size))
        wait_for_room(lane, size);
    put_bytes(text, &at, head, sizeof(head));
    put_bytes(text, &at, chars, size);
    __atomic_store_n(&text->written, at, __ATOMIC_RELEASE);
    errand_ring(&lane->errand);
}

/* ---- sinks ------------------------------------------------------------------------------------- */

static void sink_tap(void *opaque, const char *text, size_t size)
{
    put_text(opaque, KIND_TAP, text, size);
}

static void sink_text(void *opaque, const char *line, size_t size)
{
    put_text(opaque, KIND_PLAIN, line, size);
}

struct record {
    struct run *of;
    const char *lines;
    size_t size;
};

static void write_record(void *opaque)
{
    const struct record *const record = opaque;

    report_pass_record(&record->of->report, record->lines, record->size);
}

static void sink_record(void *opaque, const char *lines, size_t size)
{
    struct lane *const lane = opaque;

    errand_ask(&lane->errand, write_record, &(struct record){ lane->of, lines, size });
}

struct kept {
    const struct run_sinks *sinks;
    const char *name;
    const void *bytes;
    size_t size;
    bool good;
};

static void keep(void *opaque)
{
    struct kept *const kept = opaque;

    kept->good = kept->sinks->keep(kept->sinks->opaque, kept->name, kept->bytes, kept->size);
}

static bool sink_keep(void *opaque, const char *name, const void *bytes, size_t size)
{
    struct lane *const lane = opaque;
    struct kept kept = { &lane->of->sinks, name, bytes, size, false };

    errand_ask(&lane->errand, keep, &kept);
    return kept.good;
}

static void show(void *opaque)
{
    struct lane *const lane = opaque;

    report_show_card(&lane->of->report, lane->place, &lane_run(lane)->report);
}

static void sink_show(void *opaque, const struct scene *scene, bool now)
{
    struct lane *const lane = opaque;
    const uint64_t at_us = now_us(lane);

    (void)scene;
    if (!now && at_us - lane->shown_us < SHOWN_US)
        return;
    lane->shown_us = at_us;
    errand_ask(&lane->errand, show, lane);
}

/* The machine's own watchdog is the boot processor's: here it only notes how long this card may stay silent. */
static void sink_watchdog(void *opaque, unsigned seconds)
{
    struct lane *const lane = opaque;

    __atomic_store_n(&lane->armed_us, now_us(lane), __ATOMIC_RELEASE);
    __atomic_store_n(&lane->armed_s, seconds, __ATOMIC_RELEASE);
}

static void sink_running(void *opaque, const char *name)
{
    struct lane *const lane = opaque;
    struct text text = text_in(lane->running, sizeof(lane->running));

    text_string(&text, name ? name : "");
}

static uint64_t sink_time_us(void *opaque)
{
    return now_us(opaque);
}

/* ---- the run of the card ------------------------------------------------------------------------ */

/* Keys, questions, rounds and the log of accesses are the run's of all cards. */
static void open_run(struct lane *lane)
{
    struct run *const run = lane_run(lane), *const of = lane->of;
    const struct run_sinks *const sinks = &of->sinks;

    *run = (struct run){ .setup = of->setup, .resume = of->resume, .lane = lane };
    run->setup.sinks = &run->sinks;
    run->setup.previous = NULL;
    run->setup.drives_console = NULL;
    run->setup.framebuffer = NULL;
    run->setup.key = run->setup.typed = NULL;
    run->setup.script = NULL;
    run->setup.halt = run->setup.disturbed = NULL;
    run->setup.workers = NULL;
    run->setup.rounds = NULL;
    run->sinks = (struct run_sinks){ .opaque = lane,
                                     .tap = sinks->tap ? sink_tap : NULL,
                                     .record = sinks->record ? sink_record : NULL,
                                     .text = sinks->text ? sink_text : NULL,
                                     .keep = sinks->keep ? sink_keep : NULL,
                                     .show = sinks->show ? sink_show : NULL,
                                     .shows_progress = sinks->shows_progress,
                                     .watchdog = sink_watchdog,
                                     .running = sink_running,
                                     .time_us = sinks->time_us ? sink_time_us : NULL };
    report_open_card(&run->report, &of->report, &run->sinks);
}

void lane_open(struct lane *lane, struct run *of, const struct run_workers *workers, uint32_t *bell)
{
    lane->of = of;
    lane->errand = (struct errand){ .workers = workers, .bell = bell };
    open_run(lane);
}

void lane_drive(void *opaque)
{
    struct lane *const lane = opaque;

    run_card(lane_run(lane), &lane->bus, &lane->found);
    __atomic_store_n(&lane->armed_s, 0, __ATOMIC_RELEASE);
    __atomic_store_n(&lane->done, 1, __ATOMIC_RELEASE);
    errand_ring(&lane->errand);
}

/* ---- wishes of the person at the rig --------------------------------------------------------- */

/* Whether it was wished again since the last look. */
static bool is_new(const uint32_t *wished, uint32_t *done)
{
    const uint32_t now = __atomic_load_n(wished, __ATOMIC_ACQUIRE);
    const bool new = now != *done;

    *done = now;
    return new;
}

void lane_look(struct run *run)
{
    struct lane *const lane = run->lane;

    run->pause = __atomic_load_n(&lane->pause, __ATOMIC_ACQUIRE);
    run->disturbed |= __atomic_load_n(&lane->disturbed, __ATOMIC_ACQUIRE) != 0;
    if (is_new(&lane->hurry, &lane->hurried))
        run->hurry = true;
    if (is_new(&lane->skip, &lane->skipped) && run->wish == WISH_NONE)
        operator_wish(run, WISH_SKIP, "");
    if (__atomic_load_n(&lane->stop, __ATOMIC_ACQUIRE) && run->wish != WISH_STOP)
        operator_wish(run, WISH_STOP, lane->why);
}

/* ---- a worker that has not come back ------------------------------------------------------------ */

void lane_hand_over(struct lane *lane, struct lane *to)
{
    struct run *const run = lane_run(to);

    to->of = lane->of;
    to->errand = lane->errand;
    to->errand.here = true;
    to->below = lane->below;
    to->direct = lane->direct;
    to->found = lane->found;
    to->place = lane->place;
    __builtin_memcpy(run, lane_run(lane), sizeof(*run));
    run->lane = to;
    run->setup.sinks = run->report.sinks = &run->sinks;
    run->sinks.opaque = to;
}
