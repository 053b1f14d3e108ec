#include "tools/replay/side.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/replay/replay.h"
#include "tools/toolkit.h"

/* ---- words that depend on the time ----------------------------------------------------------- */

static void answer(struct answers *answers, uint64_t value)
{
    if (answers->count == answers->room) {
        const size_t room = answers->room ? 2 * answers->room : 64;
        uint64_t *const values = realloc(answers->values, room * sizeof(*values));

        if (!values)
            return; /* this read counts as one that tells no time */
        answers->values = values;
        answers->room = room;
    }
    answers->values[answers->count++] = value;
}

/* Asked once for each read of the card that follows the log's time. */
static bool tells_time(struct replay *r, uint64_t now)
{
    struct answers *const answers = &r->shifted->answers;

    return answers->taken < answers->count && answers->values[answers->taken++] != now;
}

/* ---- reads ------------------------------------------------------------------------------------- */

static void say_difference(struct replay *r, const struct difference *d)
{
    r->others++;
    if (r->registers)
        replay_registers_add(r->registers, d);
    else if (r->others <= r->options->limit)
        printf("line %lu: %s 0x%" PRIx64 ": logged 0x%" PRIx64 ", the model gives 0x%" PRIx64 "\n",
               d->line, d->what, d->at, d->logged, d->now);
}

#define STEP_NS 10000

/* Whether the value that software waited for comes if the model is given up to as much time again as software took:
 * which of two channels is served first, and so how long the other one takes, is a matter of some microseconds. */
static bool comes_later(struct replay *r)
{
    const struct row *const row = &r->row;
    const uint64_t until = r->card.now_ns + (r->card.now_ns - row->since_ns);

    while (r->card.now_ns < until) {
        replay_card_pass(&r->shifted->card, STEP_NS);
        replay_card_pass(&r->card, STEP_NS);
        model_read(r->shifted->card.model, row->bar, row->offset, row->size);
        if (model_read(r->card.model, row->bar, row->offset, row->size) == r->held.logged)
            return true;
    }
    return false;
}

void replay_end_row(struct replay *r)
{
    if (r->held.line && comes_later(r))
        r->late++;
    else if (r->held.line)
        say_difference(r, &r->held);
    r->held.line = 0;
    r->row.open = false;
}

bool replay_ends_row(const struct replay *r)
{
    uint64_t at;

    return replay_word_is(r, 0, "W") ||
           (replay_word_is(r, 0, "R") && (!replay_number(r, 4, &at) || at != r->row.at));
}

void replay_compare(struct replay *r, const char *what, uint64_t at, uint64_t logged, uint64_t now)
{
    if (!r->shifted) {
        answer(&r->answers, now);
        return;
    }
    const bool time = tells_time(r, now);

    r->reads++;
    r->equal += logged == now;
    r->times += logged != now && time;
    if (logged != now && !time)
        say_difference(r, &(struct difference){ r->line, what, at, logged, now });
}

/* A difference is held back until the row of reads ends, because software that waits reads until
 * the value comes. */
void replay_compare_read(struct replay *r, unsigned bar, uint64_t offset, uint64_t at,
                         uint64_t logged, uint64_t now)
{
    if (!r->shifted) {
        answer(&r->answers, now);
        return;
    }
    const bool time = tells_time(r, now);

    r->reads++;
    if (logged != now && time) {
        r->times++;
        return;
    }
    if (bar == NV_BAR_MMIO && r->toolkit->depends_on_speed &&
        r->toolkit->depends_on_speed(offset, logged, now)) {
        r->speeds++;
        return;
    }
    r->polls += r->held.line != 0;
    r->held.line = 0;
    r->equal += logged == now;
    if (logged != now)
        r->held = (struct difference){ r->line, "R", at, logged, now };
}
