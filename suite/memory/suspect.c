#include "suite/memory/suspect.h"

#include "suite/memory/wires_spot.h"

#define TRIES      4
#define NEIGHBOURS 4

static bool lane_of(struct memory_errors *errors, struct partition_addr at, uint64_t lanes)
{
    return lanes_of_column(errors, at.subpart, spot_read(errors, at)) & lanes;
}

static void fill(struct memory_errors *errors, struct partition_addr at, bool value)
{
    spot_write(errors, at, value ? UINT64_MAX : 0);
}

/* The lanes that read the opposite of the value just stored, at every try. */
static uint64_t refuse(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                       bool value)
{
    for (unsigned i = 0; i < TRIES && lanes; i++) {
        fill(errors, at, value);
        const uint64_t seen = lanes_of_column(errors, at.subpart, spot_read(errors, at));
        lanes &= value ? ~seen : seen;
    }
    return lanes;
}

uint64_t suspect_refuses(struct memory_errors *errors, struct partition_addr at, uint64_t lanes)
{
    return refuse(errors, at, lanes, false) | refuse(errors, at, lanes, true);
}

/* Nothing is accessed meanwhile, so that only refresh keeps the cell. */
static void hold(const struct memory_errors *errors, uint64_t us)
{
    struct test *const t = errors->view->t;

    test_extend(t);
    t->card->bus->ops->wait_us(t->card->bus, us);
    test_extend(t);
    test_progress(
        t, 0, 0, "a cell is left alone"); /* the machine's watchdog waits no longer than the test */
}

/* The cell must lose its value at every try; an error that comes and goes is another kind. */
static bool loses(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                  bool value, uint64_t hold_us)
{
    for (unsigned i = 0; i < TRIES; i++) {
        fill(errors, at, value);
        view_flush(errors->view);
        hold(errors, hold_us);
        if (lane_of(errors, at, lanes) == value)
            return false;
    }
    return true;
}

/* Rows next to the cell's, in the pairs that share a word line driver first; then columns. */
static struct partition_addr neighbour(struct partition_addr at, unsigned n)
{
    switch (n) {
    case 0:
        at.row ^= 1;
        break;
    case 1:
        at.row = at.row & 1 ? at.row + 1 : at.row - 1;
        break;
    case 2:
        at.column ^= 1;
        break;
    default:
        at.column = at.column & 1 ? at.column + 1 : at.column - 1;
        break;
    }
    return at;
}

static bool exists(const struct memory_errors *errors, struct partition_addr at)
{
    const struct vram_shape *const shape = &errors->shape;

    return at.row < BIT(shape->row_bits[at.rank]) && at.column < BIT(shape->column_bits) &&
           spot_usable(errors, at);
}

/* Whether a store of `next` to the aggressor changes the cell, each time. */
static bool flips(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                  bool value, struct partition_addr aggressor, bool next)
{
    for (unsigned i = 0; i < TRIES; i++) {
        fill(errors, aggressor, !next);
        fill(errors, at, value);
        fill(errors, aggressor, next);
        if (lane_of(errors, at, lanes) == value)
            return false;
    }
    return true;
}

static bool follows(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                    struct partition_addr aggressor)
{
    for (unsigned i = 0; i < 4; i++)
        if (flips(errors, at, lanes, i & 1, aggressor, i & 2))
            return true;
    return false;
}

static bool is_coupled(struct memory_errors *errors, uint64_t lanes, struct damage *out)
{
    for (unsigned n = 0; n < NEIGHBOURS; n++) {
        out->aggressor = neighbour(out->at, n);
        if (exists(errors, out->aggressor) && follows(errors, out->at, lanes, out->aggressor))
            return true;
    }
    return false;
}

/* In the order of certainty: stuck, coupled, weak; otherwise the error did not come back. */
bool suspect_try(struct memory_errors *errors, struct partition_addr at, uint64_t lanes,
                 uint64_t hold_us, struct damage *out)
{
    *out = (struct damage){ .part = at.part,
                            .ranks = (uint8_t)(1u << at.rank),
                            .lanes = lanes,
                            .at = at,
                            .linear = column_at(errors, at),
                            .hold_ms = (uint32_t)((hold_us + 999) / 1000),
                            .words = 1 };
    const bool not_0 = refuse(errors, at, lanes, false), not_1 = refuse(errors, at, lanes, true);

    out->kind = DAMAGE_INTERMITTENT;
    out->value = not_0;
    if (not_0 || not_1)
        out->kind = DAMAGE_CELL;
    else if (lanes & errors->parts[at.part].veiled[at.rank]) /* its neighbours may be itself */
        return !view_stopped(errors->view);
    else if (is_coupled(errors, lanes, out))
        out->kind = DAMAGE_COUPLING;
    else if ((out->value = loses(errors, at, lanes, false, hold_us)) ||
             loses(errors, at, lanes, true, hold_us))
        out->kind = DAMAGE_WEAK;
    return !view_stopped(errors->view);
}
