/* tests/suite/memory/view_rig.h: a test's view of memory that a bench makes up, for what looks through it. */
#pragma once

#include "engines/family.h"
#include "suite/memory/view.h"
#include "tests/kit/bench.h"

static struct bench bench;
static struct card card;
static struct run_config config;
static struct test t;
static struct memory_view view;

/* The way of memory that lies in BAR1 as a whole. */
static inline enum err show_all(struct memory_view *of, uint64_t base)
{
    return OK;
}

/* A bench's card whose BAR1 has so many bytes, all of its memory, and the view of them. */
static inline void open_rig(const struct vram_way *way, const struct family *family, uint64_t size)
{
    bench_open(&bench, NULL);
    card = (struct card){ .bus = &bench.bus, .family = family };
    card.pci.bars[NV_BAR_VRAM].assigned = true;
    card.pci.bars[NV_BAR_VRAM].size = size;
    t = (struct test){ .name = "vram.quick", .card = &card, .config = &config };
    view = (struct memory_view){
        .t = &t, .way = way, .size = size, .slice = size, .reach = size, .chunk = VIEW_NOTHING
    };
}

static char said[4096];

static unsigned flushes;

/* A family's `flush`. */
static inline enum err count_flush(struct card *flushed)
{
    flushes++;
    return OK;
}

/* A test's `say`. */
static inline void keep_line(struct test *test, const char *line)
{
    const size_t used = strlen(said);

    snprintf(said + used, sizeof(said) - used, "%s\n", line);
}
