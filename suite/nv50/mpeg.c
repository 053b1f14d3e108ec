/* PMPEG's reads and writes beside its commands (tesla-engines.md §3.4): the data of a macroblock, and images in both directions. One
 * macroblock is copied from a surface, or drawn from data, in a mode that a driver uses. That the host may start it by
 * registers is unverified, as in vp2.c. */
#include "suite/nv50/groups.h"
#include "suite/nv50/media_pages.h"

#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/pmpeg.h"

#define COMMANDS_AT (8 * PAGE) /* a page of its own */
#define NUMBERS     (PMPEG_DATA_BYTES / 2)
#define LUMA_ROWS   16u
#define CHROMA_ROWS 8u
#define ROW_BYTES   16u

struct mpeg {
    struct pages *p;
    const struct media_unit *unit;
    linear_addr commands;
    unsigned words;
};

static bool open_mpeg(struct mpeg *m, struct test *t, struct pages *p,
                      const struct media_unit *unit, bool copy)
{
    uint32_t words[PMPEG_COMMANDS_MAX];

    *m = (struct mpeg){ .p = p, .unit = unit, .commands = p->at[SUPERVISOR] };
    m->words = pmpeg_commands(words, copy);
    return pages_remap(p, (enum page)(COMMANDS_AT / PAGE), m->commands) &&
           test_ok(t, card_memory_write(t->card, m->commands, words, 4 * m->words),
                   "writing commands") &&
           test_ok(t, host_flush(t->card), "flushing host writes") &&
           test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)unit->engine), "flushing a TLB");
}

/* From reset, because a fault stops PMPEG. */
static void draw(struct test *t, const struct mpeg *m, enum page image, enum page reference,
                 enum page data, struct vp2_event *event)
{
    const struct pmpeg_work work = { .object = m->p->selector,
                                     .commands = COMMANDS_AT,
                                     .words = m->words,
                                     .image = image * PAGE,
                                     .reference = reference * PAGE,
                                     .data = data * PAGE,
                                     .data_bytes = PMPEG_DATA_BYTES };

    vp2_open(t->card, m->unit, m->p->setup.vm.descriptor);
    pmpeg_draw(t->card, m->unit, &work, event);
}

static bool read_page(struct test *t, linear_addr at, uint32_t words[PAGE / 4])
{
    return test_ok(t, card_memory_read(t->card, at, words, PAGE), "reading back");
}

/* A byte of the page is one of the macroblock. */
static bool is_drawn(unsigned at, bool *chroma, unsigned *row, unsigned *column)
{
    *chroma = at >= PMPEG_CHROMA_AT;
    *row = (at - (*chroma ? PMPEG_CHROMA_AT : 0)) / PMPEG_ROW;
    *column = at % PMPEG_ROW;
    return *column < ROW_BYTES && *row < (*chroma ? CHROMA_ROWS : LUMA_ROWS);
}

static uint8_t byte_of(uint32_t word, unsigned at)
{
    return (uint8_t)(word >> 8 * (at % 4));
}

/* A page's words once a macroblock is drawn: `pixel` says its bytes, all others keep their names. */
static bool expect_drawn(struct test *t, linear_addr image, linear_addr from,
                         uint8_t (*pixel)(linear_addr from, unsigned at, bool chroma, unsigned row,
                                          unsigned column),
                         const char *what)
{
    uint32_t words[PAGE / 4];

    if (!read_page(t, image, words))
        return false;
    for (unsigned at = 0; at < PAGE; at++) {
        const linear_addr word = { image.v + at / 4 * 4, image.target };
        unsigned row, column;
        bool chroma;
        const uint8_t wanted = is_drawn(at, &chroma, &row, &column)
                                   ? pixel(from, at, chroma, row, column)
                                   : byte_of(name_of(word), at);

        if (!expect_equal(t, wanted, byte_of(words[at / 4], at), what))
            return false;
    }
    return test_ok(t, name_words(t->card, image, PAGE), "naming memory again");
}

/* ---- images ---- */

static uint8_t copied(linear_addr from, unsigned at, bool chroma, unsigned row, unsigned column)
{
    (void)chroma;
    (void)row;
    (void)column;
    return byte_of(name_of((linear_addr){ from.v + at / 4 * 4, from.target }), at);
}

static bool expect_copied(struct test *t, const struct mpeg *m, enum page image, linear_addr to,
                          linear_addr from)
{
    struct vp2_event event;

    draw(t, m, image, FROM, OTHER, &event);
    return expect_equal(t, 0, event.error, "PMPEG's error after a copy") &&
           expect_drawn(t, to, from, copied, "a byte of an image that PMPEG copied");
}

static bool remap(struct test *t, const struct mpeg *m, enum page page, linear_addr to)
{
    return pages_remap(m->p, page, to) &&
           test_ok(t, vm_flush_tlb(t->card, (enum vm_engine)m->unit->engine), "flushing a TLB");
}

static bool expect_refused(struct test *t, const struct mpeg *m, const struct vp2_event *event,
                           uint8_t slot, enum page page, bool read, uint32_t error)
{
    return media_expect_fault(t, m->p, m->unit, slot,
                              read ? FAULT_PAGE_NOT_PRESENT : FAULT_PAGE_READ_ONLY,
                              PAGES_AT + page * PAGE, read) &&
           media_expect_told(t, event, PMPEG_INTR_ERROR, "PMPEG's interrupt after a fault") &&
           expect_equal(t, error, event->error, "PMPEG's error after a fault");
}

/* A copy comes last, because it shows that the unit goes on after its faults. */
static void copy_image(struct test *t, struct pages *p, const struct media_unit *unit)
{
    const linear_addr hidden = p->at[ABSENT];
    struct vp2_event event;
    struct mpeg m;

    if (!open_mpeg(&m, t, p, unit, true) || !expect_copied(t, &m, TO, p->at[TO], p->at[FROM]) ||
        !remap(t, &m, FROM, p->at[OTHER]) || !expect_copied(t, &m, TO, p->at[TO], p->at[OTHER]) ||
        !remap(t, &m, TO, hidden) || !expect_copied(t, &m, TO, hidden, p->at[OTHER]) ||
        !expect_content(t, p->at[TO], p->at[TO]))
        return;
    expect_no_fault(t, "PMPEG's copies");
    draw(t, &m, TO, ABSENT, OTHER, &event);
    if (!expect_refused(t, &m, &event, PMPEG_SLOT_IMAGE, ABSENT, true, PMPEG_ERROR_IMAGE))
        return;
    draw(t, &m, READ_ONLY, FROM, OTHER, &event);
    if (expect_refused(t, &m, &event, PMPEG_SLOT_IMAGE, READ_ONLY, false, PMPEG_ERROR_IMAGE) &&
        expect_content(t, p->at[READ_ONLY], p->at[READ_ONLY]) &&
        expect_copied(t, &m, TO, hidden, p->at[OTHER]))
        expect_no_fault(t, "a copy after a fault");
}

static void images_are_copied(struct test *t)
{
    media_each(t, MEDIA_PMPEG, copy_image);
}

/* ---- data ---- */

/* The number of a place in the data of a page; a byte, so that nothing is cut: the highest of a name, because the low
 * ones are the same in each page. */
static uint8_t number_of(linear_addr page, unsigned index)
{
    return (uint8_t)(name_of(linear_add(page, 4 * (uint64_t)index)) >> 24);
}

static bool write_numbers(struct test *t, linear_addr page)
{
    uint32_t words[PMPEG_DATA_BYTES / 4];

    for (unsigned i = 0; i < NUMBERS / 2; i++)
        words[i] = number_of(page, 2 * i) | (uint32_t)number_of(page, 2 * i + 1) << 16;
    return test_ok(t, card_memory_write(t->card, page, words, sizeof(words)), "writing data");
}

/* Four blocks of luma, then one of each chroma, whose bytes take turns. */
static uint8_t drawn(linear_addr from, unsigned at, bool chroma, unsigned row, unsigned column)
{
    const unsigned block = chroma ? 4 + column % 2 : row / 8 * 2 + column / 8;
    const unsigned x = chroma ? column / 2 : column % 8;

    (void)at;
    return number_of(from, 64 * block + row % 8 * 8 + x);
}

static bool expect_from_data(struct test *t, const struct mpeg *m, linear_addr data)
{
    struct vp2_event event;

    draw(t, m, TO, FROM, FROM, &event);
    return expect_equal(t, 0, event.error, "PMPEG's error after it drew") &&
           expect_drawn(t, m->p->at[TO], data, drawn, "a byte of an image that PMPEG drew");
}

static void draw_from_data(struct test *t, struct pages *p, const struct media_unit *unit)
{
    struct vp2_event event;
    struct mpeg m;

    if (!open_mpeg(&m, t, p, unit, false) || !write_numbers(t, p->at[FROM]) ||
        !write_numbers(t, p->at[OTHER]) ||
        !test_ok(t, host_flush(t->card), "flushing host writes") ||
        !expect_from_data(t, &m, p->at[FROM]) || !remap(t, &m, FROM, p->at[OTHER]) ||
        !expect_from_data(t, &m, p->at[OTHER]))
        return;
    expect_no_fault(t, "PMPEG's data");
    draw(t, &m, TO, FROM, ABSENT, &event);
    if (expect_refused(t, &m, &event, PMPEG_SLOT_DATA, ABSENT, true, PMPEG_ERROR_DATA) &&
        expect_from_data(t, &m, p->at[OTHER]))
        expect_no_fault(t, "a picture after a fault");
}

static void data_are_read(struct test *t)
{
    media_each(t, MEDIA_PMPEG, draw_from_data);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.pmpeg.image", .source = "tesla-engines.md §3.4", .run = images_are_copied,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §3.4", .claim = CLAIM_ENGINE, .needs = "link.dma,vm.pmpeg.fetch", .flags = TEST_RISKY },
    { .name = "vm.pmpeg.data", .source = "tesla-engines.md §3.4", .run = data_are_read,
      .basis = UNVERIFIED, .experiment = "tesla-engines.md §3.4", .claim = CLAIM_ENGINE, .needs = "link.dma,vm.pmpeg.fetch", .flags = TEST_RISKY },
};
/* clang-format on */
const struct test_group mpeg_tests = { rows, ARRAY_SIZE(rows) };
