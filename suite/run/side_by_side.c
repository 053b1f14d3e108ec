/* Several cards at the same time: the work of the boot processor while others drive them. It starts each card on a
 * processor that is free, does the workers' errands, hands their text on card by card, hears the person at the rig, and
 * notices when a worker does not come back. It touches no card then, so a card that hangs its processor does not hang
 * this one. */
#include "suite/run/lane.h"

#include "hw/bits.h"
#include "hw/foreign.h"
#include "hw/pci.h"

#define ALIVE_US                                                                                   \
    UINT64_C(1000000) /* between two looks at the workers, and at the machine's watchdog */

/* Memory that lives as long as a worker may use it. */
struct side {
    struct bus clock; /* first: by which the person's keys are timed, for no card is in hand */
    struct run *run;
    const struct run_workers *workers;
    unsigned count, worker_count;
    unsigned started, joined;          /* cards, in their order */
    struct lane *lanes[RUN_FOUND_MAX]; /* one for each card */
    struct lane *spare[RUN_FOUND_MAX]; /* one for each worker, in case that it is given up */
    struct lane *
        tails[RUN_FOUND_MAX]; /* of a card whose worker was given up: lines since then; else null */
    const struct lane *busy[RUN_FOUND_MAX]; /* by worker; null: it has nothing to do */
    bool lost[RUN_FOUND_MAX];               /* the worker was given up, or did not start */
    unsigned given_up;
    bool stopped;
    uint64_t looked_us;
    uint32_t bell; /* atomic */
};

/* ---- whether ------------------------------------------------------------------------------------ */

/* Null: nothing. */
static const char *obstacle(const struct run *run)
{
    const struct run_config *const config = run->setup.config;

    if (config->mode != MODE_TEST)
        return "mode= asks for something else than tests";
    if (config->step)
        return "step=1 waits before each test";
    if (config->log != LOG_OFF)
        return "log= writes one file";
    if (config->dump_regs)
        return "dump=regs writes one file";
    if (run->resume.together)
        return "the boot before ended while several were tested, and a hang shall be named";
    if (config->alone)
        return "processors=1 leaves the other processors alone";
    if (resume_lacks_processors(&run->resume))
        return "the machine's firmware hung when it was asked for the other processors";
    return run->setup.workers ? NULL : "here one processor drives all cards";
}

static void say_one_by_one(struct run *run, const char *why)
{
    report_comment(&run->report, "jobs=%u: one card after the other, because %s",
                   run->setup.config->jobs, why);
}

bool run_has_jobs(struct run *run)
{
    if (run->setup.config->jobs < 2 || run_scene(run)->card_count < 2)
        return false;
    const char *const why = obstacle(run);

    if (why)
        say_one_by_one(run, why);
    return !why;
}

/* ---- before and after --------------------------------------------------------------------------- */

static uint64_t clock_us(struct bus *bus)
{
    const struct run_sinks *const sinks = &((struct side *)(void *)bus)->run->sinks;

    return sinks->time_us ? sinks->time_us(sinks->opaque) : 0;
}

static struct lane *new_lane(struct side *side)
{
    return side->workers->memory(side->workers->opaque, sizeof(struct lane));
}

static bool open_lane(struct side *side, unsigned i, const struct found_card *card)
{
    const struct run_workers *const workers = side->workers;
    struct lane *const lane = side->lanes[i];

    lane->below = card->bus;
    lane->found = card->found;
    lane->place = side->run->report.stage.begun + i;
    lane_open(lane, side->run, workers, &side->bell);
    lane->errand.here = true;
    struct bus *const bus =
        workers->bus(workers->opaque, lane->below, &lane->found, &lane->errand, lane_run(lane));

    if (bus)
        lane_bus_open(lane, bus);
    return bus;
}

/* Null: there is not enough memory, or no bus for one of the cards. */
static struct side *open_side(struct run *run, const struct found_card *cards, unsigned count,
                              unsigned worker_count)
{
    static const struct bus_ops ops = { .time_us = clock_us };
    const struct run_workers *const workers = run->setup.workers;
    struct side *const side = workers->memory(workers->opaque, sizeof(*side));
    bool good = side;

    if (side) {
        side->clock.ops = &ops;
        side->run = run;
        side->workers = workers;
        side->count = count;
        side->worker_count = worker_count;
    }
    for (unsigned i = 0; good && i < worker_count; i++)
        good = (side->spare[i] = new_lane(side)) != NULL;
    for (unsigned i = 0; good && i < count; i++)
        good = (side->lanes[i] = new_lane(side)) && open_lane(side, i, &cards[i]);
    return good ? side : NULL;
}

/* A card that nobody will touch: its bridges are left alone too. */
static bool is_left_alone(const struct run *run, const struct lane *lane)
{
    const struct card_key key = card_key_of(&lane->found);

    return foreign_device(lane->found.device) || resume_phase(&run->resume, &key);
}

/* Cards share the bridges above them. The state that each would put back at its own end is silenced and opened here,
 * before the first of them is taken, and put back when the last is done. */
static void open_bridges(struct side *side, struct lane *lane)
{
    struct run *const run = side->run;
    struct pci_function shut;

    if (is_left_alone(run, lane))
        return;
    run->report.key = lane_run(lane)->report.key = card_key_of(&lane->found);
    run_phase(run, "silencing the errors of its link");
    pci_path_find(lane->below, lane->found.at, &lane->path);
    pci_path_silence(lane->below, &lane->path, &lane->link);
    if (pci_path_open(lane->below, &lane->path, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, &shut) ==
        OK)
        run_say_opened(lane_run(lane), &lane->path);
    run_phase(run, RECORD_DONE);
    run->report.key = (struct card_key){ 0 };
}

/* In the opposite order, so that the first who found a bridge has the last word. */
static void close_bridges(struct side *side)
{
    for (unsigned i = side->count; i-- > 0;) {
        struct lane *const lane = side->lanes[i];

        pci_link_restore(lane->below, &lane->link);
        pci_path_restore(lane->below, &lane->path);
    }
}

/* ---- workers ------------------------------------------------------------------------------------ */

static void start(struct side *side, unsigned worker)
{
    struct lane *const lane = side->lanes[side->started];

    lane->errand.here = false;
    side->lost[worker] = !side->workers->start(side->workers->opaque, worker, lane_drive, lane);
    if (side->lost[worker])
        return;
    side->busy[worker] = lane;
    side->started++;
}

static bool is_done(const struct lane *lane)
{
    return __atomic_load_n(&lane->done, __ATOMIC_ACQUIRE);
}

static bool start_some(struct side *side)
{
    bool any = false;

    for (unsigned worker = 0; worker < side->worker_count; worker++) {
        const struct lane **const busy = &side->busy[worker];

        if (*busy && is_done(*busy))
            *busy = NULL;
        if (*busy || side->lost[worker] || side->started == side->count)
            continue;
        start(side, worker);
        any = true;
    }
    return any;
}

/* No worker is left, so the boot processor does the remaining work, once all earlier lines are
 * out. */
static bool drive_here(struct side *side)
{
    for (unsigned worker = 0; worker < side->worker_count; worker++)
        if (!side->lost[worker])
            return false;
    if (side->started == side->count || side->started != side->joined)
        return false;
    struct lane *const lane = side->lanes[side->started++];

    lane->errand.here = true;
    lane_drive(lane);
    return true;
}

/* The card masters the bus no more; everything else of it is left as it is, because an access to it may hang this
 * processor too. */
static void give_up(struct side *side, unsigned i)
{
    struct lane *const lane = side->lanes[i], *const tail = side->spare[side->given_up++];
    struct run *const run = lane_run(tail);

    side->tails[i] = tail;
    for (unsigned worker = 0; worker < side->worker_count; worker++)
        side->lost[worker] |= side->busy[worker] == lane;
    lane_hand_over(lane, tail);
    pci_command(lane->below, &lane->found, 0, PCI_COMMAND_MASTER);
    run_hung(run, lane->running);
    run_end_card(run);
}

/* How long it may stay silent; 0: for ever. */
static uint32_t patience_s(const struct lane *lane)
{
    return __atomic_load_n(&lane->armed_s, __ATOMIC_ACQUIRE);
}

static bool is_silent(const struct lane *lane, uint64_t now_us)
{
    const uint32_t armed_s = patience_s(lane);
    const uint64_t armed_us = __atomic_load_n(&lane->armed_us, __ATOMIC_ACQUIRE);

    return armed_s && now_us > armed_us && now_us - armed_us > armed_s * UINT64_C(1000000);
}

/* The machine's watchdog waits as long as the most patient worker does, as the start of its test has it. */
static void look_after(struct side *side)
{
    const uint64_t now_us = clock_us(&side->clock);
    unsigned longest_s = TAKEOVER_DEADLINE_S + WATCHDOG_SLACK_S;

    if (now_us - side->looked_us < ALIVE_US)
        return;
    side->looked_us = now_us;
    for (unsigned i = side->joined; i < side->started; i++) {
        const struct lane *const lane = side->lanes[i];

        if (side->tails[i] || is_done(lane))
            continue;
        if (patience_s(lane) > longest_s)
            longest_s = patience_s(lane);
        if (is_silent(lane, now_us))
            give_up(side, i);
    }
    run_watchdog(side->run, longest_s);
    report_show(&side->run->report);
}

/* ---- lines of the lanes, and wishes for them ------------------------------------------------- */

/* Cards say their text in their order, and the run counts one as soon as it is all said. */
static bool hear_in_order(struct side *side)
{
    bool any = false;

    while (side->joined < side->started) {
        struct lane *const lane = side->lanes[side->joined], *const tail =
                                                                 side->tails[side->joined];
        const bool ended = tail || is_done(lane);

        any |= lane_drain(lane);
        if (!ended)
            break;
        if (tail)
            lane_drain(tail);
        run_add_card(side->run, lane_run(tail ? tail : lane));
        side->joined++;
        any = true;
    }
    return any;
}

static void tell(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_RELEASE);
}

static void tell_lane(struct lane *lane, const struct run *run, bool skip)
{
    tell(&lane->skip, lane->skip + skip);
    tell(&lane->hurry, lane->hurry + run->hurry);
    tell(&lane->pause, run->pause);
    tell(&lane->disturbed, run->disturbed);
    if (run->wish != WISH_STOP || lane->stop)
        return;
    struct text why = text_in(lane->why, sizeof(lane->why));

    text_string(&why, run->stopped);
    tell(&lane->stop, 1);
}

/* A wish of the person holds for all cards. */
static void heed(struct side *side)
{
    struct run *const run = side->run;

    operator_heed(run);
    for (unsigned i = 0; i < side->count; i++)
        tell_lane(side->lanes[i], run, run->wish == WISH_SKIP);
    run->hurry = false;
    if (run->wish == WISH_SKIP)
        run->wish = WISH_NONE;
}

/* False: there was nothing to do. */
static bool turn(struct side *side)
{
    bool any = start_some(side);

    for (unsigned i = side->joined; i < side->started; i++)
        if (!side->tails[i])
            any |= errand_serve(&side->lanes[i]->errand);
    any |= hear_in_order(side);
    look_after(side);
    heed(side);
    return any || drive_here(side);
}

/* ---- all of it ---------------------------------------------------------------------------------- */

/* The bell is read before the turn, so that an errand rung during it ends the wait at once. */
static void drive_all(struct side *side)
{
    struct run *const run = side->run;
    const struct run_workers *const workers = side->workers;

    run->card.bus = &side->clock;
    report_together(&run->report, true);
    report_comment(&run->report, "%u cards, %u at the same time, each by a processor of its own",
                   side->count, side->worker_count);
    for (unsigned i = 0; i < side->count; i++)
        open_bridges(side, side->lanes[i]);
    while (side->joined < side->count) {
        const uint32_t bell = __atomic_load_n(&side->bell, __ATOMIC_ACQUIRE);

        if (!turn(side))
            workers->wait(workers->opaque, &side->bell, bell);
    }
    close_bridges(side);
    report_together(&run->report, false);
    run_name(run, NULL);
}

void run_side_by_side(struct run *run, const struct found_card *cards, unsigned count)
{
    const struct run_workers *const workers = run->setup.workers;
    const unsigned jobs = run->setup.config->jobs, wanted = jobs < count ? jobs : count;

    run->report.key =
        card_key_of(&cards[0].found); /* whose records name the step that the machine hangs in */
    const unsigned come = workers->begin(workers->opaque, wanted);
    struct side *const side = come > 1 ? open_side(run, cards, count, come) : NULL;

    run->report.key = (struct card_key){ 0 };
    if (side) {
        drive_all(side);
        workers->end(workers->opaque, !side->given_up);
        return;
    }
    say_one_by_one(run, come > 1
                            ? "there is not enough memory"
                            : "two processors are needed beside the one that writes the report");
    workers->end(workers->opaque, true);
    for (unsigned i = 0; i < count; i++)
        run_card(run, cards[i].bus, &cards[i].found);
}
