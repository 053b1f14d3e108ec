/* Runlists: taken at the submit, checked entry by entry (docs/hardware/gv100.md §3.4, §3.5). */
#include <stdlib.h>

#include "hw/gv100/pfifo.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/memory.h"

#define ENTRY_BYTES (4 * RUNLIST_ENTRY_WORDS)
#define PIECE       256  /* entries that are read at a time */
#define PENDING_NS  2000 /* 3 us at most on a card (§3.5) */
#define QUEUE_1     0x8000u
#define SLICE_UNIT  1024 /* ns */

void gv_runlist_clear(struct runlist *runlist)
{
    free(runlist->tsgs);
    free(runlist->channels);
    *runlist = (struct runlist){ 0 };
}

static bool make_room(struct runlist *runlist, unsigned entries)
{
    runlist->tsgs = calloc(entries + 1, sizeof(*runlist->tsgs));
    runlist->channels = calloc(entries + 1, sizeof(*runlist->channels));
    return runlist->tsgs && runlist->channels;
}

static void sched_error(struct gv100 *card, uint32_t code)
{
    gv_set_reg(card, PFIFO_INTR_SCHED_ERROR, code);
    gv_fifo_raise(card, PFIFO_INTR_0_SCHED_ERROR);
}

/* The time slice in which zero counts as one (§3.4). */
static uint64_t slice_of(uint32_t word)
{
    const uint64_t ticks = (uint64_t)FIELD_GET(RUNLIST0_TSG_TIMESLICE_TIMEOUT, word)
                           << FIELD_GET(RUNLIST0_TSG_TIMESLICE_SCALE, word);

    return (ticks ? ticks : 1) * SLICE_UNIT;
}

/* Entries of the group that is being read that have not come yet. */
struct reading {
    unsigned expected;
    bool bad;
};

static void take_header(struct runlist *runlist, struct reading *reading, const uint32_t *words)
{
    const uint32_t length = FIELD_GET(RUNLIST1_TSG_LENGTH, words[1]);

    if (reading->expected || length < RUNLIST_TSG_LENGTH_MIN || length > RUNLIST_TSG_LENGTH_MAX) {
        reading->bad = true;
        return;
    }
    reading->expected = length;
    runlist->tsgs[runlist->tsg_count++] = (struct tsg){
        .id = (uint16_t)FIELD_GET(RUNLIST2_TSG_TSGID, words[2]),
        .first = (uint16_t)runlist->channel_count,
        .timeslice_ns = slice_of(words[0]),
    };
}

static void take_channel(struct gv100 *card, unsigned number, struct reading *reading,
                         const uint32_t *words)
{
    struct runlist *runlist = &card->fifo->runlists[number];
    const uint16_t id = (uint16_t)FIELD_GET(RUNLIST2_CHAN_CHID, words[2]);

    if (!reading->expected) {
        reading->bad = true;
        return;
    }
    reading->expected--;
    struct tsg *tsg = &runlist->tsgs[runlist->tsg_count - 1];
    tsg->count++;
    runlist->channels[runlist->channel_count++] =
        (uint16_t)(id | (words[0] & RUNLIST0_CHAN_RUNQUEUE_SELECTOR ? QUEUE_1 : 0));
    card->fifo->channels[id].runlist = (int16_t)number;
    card->fifo->channels[id].tsg = tsg->id;
}

/* Stops at the first entry that must not stand where it does (BAD_TSG). */
static void read_entries(struct gv100 *card, unsigned number, linear_addr at, unsigned entries)
{
    struct reading reading = { 0 };
    uint8_t bytes[PIECE * ENTRY_BYTES];

    for (unsigned i = 0; i < entries && !reading.bad; i++) {
        uint32_t words[RUNLIST_ENTRY_WORDS];

        if (i % PIECE == 0)
            gv_memory_read(card, linear_add(at, (uint64_t)i * ENTRY_BYTES), bytes,
                           (size_t)(entries - i < PIECE ? entries - i : PIECE) * ENTRY_BYTES);
        for (unsigned w = 0; w < RUNLIST_ENTRY_WORDS; w++)
            words[w] = bytes_get32(bytes + i % PIECE * ENTRY_BYTES + 4 * w);
        if (words[0] & RUNLIST0_TYPE)
            take_header(&card->fifo->runlists[number], &reading, words);
        else
            take_channel(card, number, &reading, words);
    }
    if ((reading.bad || reading.expected) && !card->broken[DEFECT_HOST_BAD_TSG_ACCEPTED])
        sched_error(card, PFIFO_INTR_SCHED_ERROR_CODE_BAD_TSG);
}

static void leave_channels(struct gv100 *card, unsigned number)
{
    for (unsigned i = 0; i < FIFO_CHANNELS; i++)
        if (card->fifo->channels[i].runlist == (int)number)
            card->fifo->channels[i].runlist = NO_RUNLIST;
}

/* Of a strict card: a sum of the entries in memory. */
static uint32_t sum_of(struct gv100 *card, const struct runlist *runlist)
{
    uint32_t sum = 0;

    for (uint64_t i = 0; i < (uint64_t)runlist->length * RUNLIST_ENTRY_WORDS; i++)
        sum = sum * 31 + gv_memory_read32(card, linear_add(runlist->at, 4 * i));
    return sum;
}

void gv_runlist_judge(struct gv100 *card, unsigned number)
{
    const struct runlist *runlist = &card->fifo->runlists[number];

    if (card->shell.strict.on && sum_of(card, runlist) != runlist->sum)
        strict_note(&card->shell.strict, STRICT_CHANGED, 0x1000 + number,
                    "runlist %u at %012llx, while it was PENDING", number,
                    (unsigned long long)runlist->at.v);
}

/* A new runlist ends the time slices of the old one. */
void gv_runlist_submit(struct gv100 *card, unsigned number, linear_addr at, unsigned length,
                       uint32_t base)
{
    const unsigned told = length;

    if (number >= card->topology.runlists ||
        (length == 0 && gv_knob(card, KNOB_LENGTH_0) == LENGTH_0_IGNORED))
        return;
    struct runlist *runlist = &card->fifo->runlists[number];
    if (card->broken[DEFECT_HOST_RUNLIST_IN_VRAM])
        at.target = TARGET_VRAM;
    if (card->broken[DEFECT_HOST_RUNLIST_SHORT] && length > 1)
        length--;
    leave_channels(card, number);
    gv_runlist_clear(runlist);
    runlist->base = base;
    runlist->length = told;
    runlist->at = at;
    runlist->sum = card->shell.strict.on ? sum_of(card, runlist) : 0;
    runlist->pending = true;
    runlist->pending_ns = shell_now_ns(&card->shell) + PENDING_NS;
    if (!card->broken[DEFECT_HOST_RUNLIST_IGNORED] && make_room(runlist, length))
        read_entries(card, number, at, length);
    shell_wake_after(&card->shell, PENDING_NS);
    gv_fifo_run(card);
}
