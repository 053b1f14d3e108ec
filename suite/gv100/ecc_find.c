#include "suite/gv100/ecc_find.h"

#include "hw/least.h"
#include "suite/kit/equations.h"

#define SECTOR 32u
#define FILLS  2u /* of a range: zeros, then ones */

struct search {
    struct memory_view *view;
    unsigned fbpa, half; /* whose counter is looked at */
};

static bool counted(const struct search *search, uint32_t *out)
{
    struct ecc_reading reading;

    ecc_read(search->view->t->card, &reading);
    *out = reading.of[search->fbpa][search->half].uncorrected;
    return !(reading.silent & BIT(search->fbpa));
}

/* Whether an error beyond correction is met when a word of each sector is read once. */
static bool meets(const struct search *search, uint64_t from, uint64_t to)
{
    struct memory_view *const view = search->view;
    uint32_t before, after;

    test_extend(view->t);
    if (view->way->evict(view, from) != OK || !counted(search, &before))
        return false;
    for (uint64_t at = from; at < to && !view_stopped(view); at += SECTOR)
        if (!view_left_out(view, at))
            (void)view_read(view, at, 4);
    return counted(search, &after) && after != before;
}

/* False: the error is not met again on the way down; reads of an error that comes and goes prove
 * nothing. */
static bool halve(const struct search *search, uint64_t from, uint64_t to, uint64_t *out)
{
    if (!meets(search, from, to))
        return false;
    while (to - from > SECTOR) {
        const uint64_t middle = from + (to - from) / 2 / SECTOR * SECTOR;

        if (meets(search, from, middle))
            to = middle;
        else
            from = middle;
    }
    *out = from;
    return meets(search, from, to);
}

static void fill(struct memory_view *view, uint64_t from, uint64_t to, uint64_t word)
{
    for (uint64_t at = from; at < to && !view_stopped(view); at += VIEW_CHUNK) {
        test_extend(view->t);
        if (!view_left_out(view, at) && view_show(view, at))
            view_fill_block(view, at, word, VIEW_CHUNK);
    }
}

static bool find_in(const struct search *search, uint64_t from, uint64_t to, uint64_t *out)
{
    for (unsigned i = 0; i <= FILLS && !view_stopped(search->view); i++) {
        if (i)
            fill(search->view, from, to, i == 1 ? 0 : UINT64_MAX);
        if (halve(search, from, to, out))
            return true;
    }
    return false;
}

static struct search worst_of(struct memory_view *view, const struct ecc_watch *watch)
{
    struct search worst = { .view = view };

    for (unsigned i = 0; i < FBPA_ECC_FBPAS; i++)
        for (unsigned j = 0; j < FBPA_ECC_HALVES; j++)
            if (watch->of[i][j].uncorrected > watch->of[worst.fbpa][worst.half].uncorrected) {
                worst.fbpa = i;
                worst.half = j;
            }
    return worst;
}

void ecc_find(struct memory_view *view, struct ecc_watch *watch)
{
    if (!ecc_watch_has_lost(watch))
        return;
    const struct search search = worst_of(view, watch);
    const uint64_t ranges = watch->of[search.fbpa][search.half].ranges;
    const uint64_t from = lowest_bit_number(ranges) * watch->range_size;

    watch->on = false; /* errors that the search meets are no part of the test */
    watch->lost_found =
        find_in(&search, from, LEAST(from + watch->range_size, watch->size), &watch->lost_at);
    watch->on = true;
    ecc_watch_resume(watch);
}
