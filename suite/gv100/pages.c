/* Every page of VRAM through BAR1 (docs/hardware/gv100.md §9.3, 26): copy engines give each its own word, BAR1 reads it.
 *
 * Whether memory keeps its words, the other memory tests say. Here two ways to the same word are compared, so a word
 * counts only where a copy brings the right one. */
#include "suite/gv100/groups.h"

#include "suite/memory/progress.h"
#include "suite/memory/view.h"

#define CHUNK_PAGES (VIEW_CHUNK / PAGE_4K)
#define NAME_FACTOR UINT64_C(0x9e3779b97f4a7c15) /* odd: each page has another word */
#define STALL_S     600

/* Too large for a stack. */
struct pages {
    struct test *t;
    struct memory_view view;
    struct progress progress;
    uint64_t right, wrong; /* pages: BAR1 has the word; BAR1 has another and a copy has it */
    uint64_t first_at, first_seen;
    bool ended; /* before its end: time, temperature, deadline */
};

static const char name[] = "pages through BAR1";

static uint64_t word_of(uint64_t page)
{
    return NAME_FACTOR * (page / PAGE_4K + 1);
}

/* Another word of each page, so that none is read because a larger piece came with the one before. */
static uint64_t looked_at(uint64_t page)
{
    return page + page / PAGE_4K * 8 % PAGE_4K;
}

static bool step(struct pages *run)
{
    run->ended |= !progress_step(&run->progress, VIEW_CHUNK, name);
    return !run->ended && !view_stopped(&run->view);
}

/* Fills of the copy engines, which end when the memory is looked at. */
static void name_pages(struct pages *run)
{
    for (uint64_t at = 0; at < run->view.size; at += VIEW_CHUNK) {
        if (view_left_out(&run->view, at))
            continue;
        for (unsigned i = 0; i < CHUNK_PAGES && view_make_room(&run->view, at); i++)
            view_fill_block(&run->view, at + i * PAGE_4K, word_of(at + i * PAGE_4K), PAGE_4K);
        if (!step(run))
            return;
    }
    view_flush(&run->view);
}

/* A copy brings the word that BAR1 did not. Where it does not either, which of them is wrong stays
 * unknown. */
static bool copy_contradicts(struct pages *run, uint64_t page)
{
    const uint64_t *const words = view_load(&run->view, page, PAGE_4K);

    return run->view.by_copy && words && words[(looked_at(page) - page) / 8] == word_of(page);
}

static void look_at_page(struct pages *run, uint64_t page)
{
    const uint64_t seen = view_read(&run->view, looked_at(page), 8);

    if (test_compared(run->t, seen == word_of(page))) {
        run->right++;
        return;
    }
    if (view_stopped(&run->view) || !copy_contradicts(run, page))
        return;
    if (!run->wrong++) {
        run->first_at = looked_at(page);
        run->first_seen = seen;
    }
}

static void look_at_pages(struct pages *run)
{
    for (uint64_t at = 0; at < run->view.size; at += VIEW_CHUNK) {
        if (view_left_out(&run->view, at))
            continue;
        for (unsigned i = 0; i < CHUNK_PAGES; i++)
            look_at_page(run, at + i * PAGE_4K);
        if (!step(run))
            return;
    }
}

/* BAR1 and the copy engines read the same memory, so a difference between them accuses no memory
 * chip. */
static void report(const struct pages *run)
{
    char expected[TEST_VALUE_MAX], actual[TEST_VALUE_MAX];
    struct text text = text_in(expected, sizeof(expected));

    const uint64_t compared = run->right + run->wrong;

    run->t->untested += view_memory(&run->view, 0, run->view.size) - compared * PAGE_4K;
    test_note(run->t, "%llu pages of 4 KiB%s%s", (unsigned long long)compared,
              run->ended ? ", ended early" : "",
              run->view.stopped_copying ? ", the copies stopped before the end" : "");
    if (!run->wrong)
        return;
    text_format(&text, "0x%016llx", (unsigned long long)word_of(run->first_at / PAGE_4K * PAGE_4K));
    text = text_in(actual, sizeof(actual));
    text_format(&text, "0x%016llx", (unsigned long long)run->first_seen);
    test_differs(run->t, expected, actual,
                 "BAR1 shows %llu pages otherwise than copy engines do, the first at VRAM 0x%llx: "
                 "%s, expected %s: translation or the link, not a memory chip",
                 (unsigned long long)run->wrong, (unsigned long long)run->first_at, actual,
                 expected);
}

static void compare(struct pages *run)
{
    progress_begin(&run->progress, run->t, 2 * run->view.size);
    name_pages(run);
    if (!run->ended && !view_stopped(&run->view))
        look_at_pages(run);
    progress_end(&run->progress);
}

static void every_page_through_bar1(struct test *t)
{
    struct dma_memory memory;

    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct pages), &memory), "preparing a test"))
        return;
    struct pages *const run = memory.cpu;
    *run = (struct pages){ .t = t };
    if (!view_open(&run->view, t, name))
        return;
    view_save(&run->view);
    view_try_copy(&run->view, false);
    const bool copies = run->view.by_copy;
    if (copies)
        compare(run);
    view_close(&run->view);
    if (copies)
        report(run);
    else /* nothing to compare with */
        test_skip(t, "no copy engine copies; the memory tests read all of VRAM through BAR1");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vram.pages", .source = "gv100.md §2.2, §5", .run = every_page_through_bar1,
      .basis = DOCUMENTED, .claim = CLAIM_WINDOW, .needs = "vram.size", .flags = TEST_EXTRA | TEST_EXTENDS, .deadline_s = STALL_S },
};
/* clang-format on */

const struct test_group gv100_page_tests = { rows, ARRAY_SIZE(rows) };
