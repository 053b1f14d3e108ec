/* tests/clients/nouveau/faults.c: accesses that must fault. init.sh judges the driver's report. */
#include "tests/clients/nouveau/world.h"

#define NO_TABLE UINT64_C(0x7700001000) /* no page table there */
#define NO_PAGE  UINT64_C(0x1fff0000)   /* a page table, but no page */
#define NOTHING  UINT64_C(0)            /* the driver maps nothing at the first page */

/* The channel still copies. */
static void goes_on(struct world *w, const char *name)
{
    struct buffer *from = &w->system[0], *to = &w->vram[0];
    uint32_t at;

    memset(to->map, 0, SIZE);
    channel_use(&w->channel, from, GART);
    channel_use(&w->channel, to, VRAM);
    copy_whole(&w->channel, from->va, to->va, SIZE);
    const int error = run(&w->channel, to);
    judge(w, name, error, wrong_words(to->map, SIZE / 4, 88, &at), "words");
}

static void copy_line(struct world *w, uint64_t from, uint64_t to)
{
    channel_use(&w->channel, &w->page, GART);
    copy(&w->channel, (struct pitched){ from, 256 }, (struct pitched){ to, 256 }, 256, 1);
}

void test_faults(struct world *w)
{
    struct channel *c = &w->channel;

    fill(&w->system[0], 88);
    copy_line(w, NO_TABLE, w->page.va);
    goes_on(w, "after-read");
    copy_line(w, w->page.va, NO_TABLE + 0x1000);
    goes_on(w, "after-write");
    copy_line(w, NO_PAGE, w->page.va);
    goes_on(w, "after-absent-page");

    method(c, SUB_M2MF, 0x0184, 1, HANDLE_NOTIFY);
    copy_line(w, NOTIFY_BYTES, w->page.va);
    method(c, SUB_M2MF, 0x0184, 1, HANDLE_VRAM);
    goes_on(w, "after-limit");

    semaphore_release(c, NOTHING, 1);
    goes_on(w, "after-semaphore");
}
