#include "suite/memory/march.h"

#include "hw/least.h"
#include "suite/memory/card_march.h"
#include "suite/memory/copy_path.h"
#include "suite/memory/diagnosis.h"
#include "suite/memory/heat.h"
#include "suite/memory/patterns.h"
#include "suite/memory/progress.h"
#include "suite/memory/wires.h"

/* A down element fills blocks of this size from the top. Two rows of one bank lie further apart than that on
 * every geometry that an NV50 card can be set to. */
#define DOWN_STEP 0x400u
#define HOLD_US   50000u /* all zeros, then all ones stay untouched that long */
/* How many elements may pass between the write of a word and the read that finds it wrong: two where the march
 * turns from up to down, and one to spare. */
#define HOLD_FACTOR 3
/* A slow link makes an element last minutes; no cell is tried that long. */
#define HOLD_MAX_US 60000000u

/* State of the walk over VRAM. */
struct walk {
    struct test *t;
    struct memory_view view;
    struct memory_errors errors;
    struct damages damages;
    struct progress progress;
    struct heat heat;
    struct card_march card;
    const struct algorithm *algorithm; /* in hand */
    uint64_t gone_over;                /* bytes, once for each element */
    bool ended;                        /* before its end: time, temperature */
    uint64_t slowest_us;               /* that an element has taken */
    uint64_t hold_us;                  /* that all of it was left alone, at most */
    uint64_t words[VIEW_CHUNK / 8];
};

static unsigned passes(void) /* over all of the memory */
{
    return mixed_addresses.element_count + march_c_minus.element_count;
}

static bool going(const struct walk *walk)
{
    return !walk->ended && !walk->card.work.halted && !view_stopped(&walk->view);
}

/* Blocks of 256 bytes never leave a partition. */
static uint32_t span_size(const struct walk *walk)
{
    return walk->t->config->has_part ? PIECE : VIEW_CHUNK;
}

static bool in_part(const struct walk *walk, uint64_t at)
{
    return !walk->t->config->has_part ||
           memory_errors_in_part(&walk->errors, at, walk->t->config->part);
}

static void name_words(struct walk *walk, uint64_t at, uint32_t size)
{
    const struct piece stretch = { .linear = at };

    walk->algorithm->data(&stretch, 0, 0, walk->words, size / 8);
}

static void write_words(struct walk *walk, uint64_t at, uint32_t size)
{
    name_words(walk, at, size);
    view_write_block(&walk->view, at, walk->words, size);
}

static void check_words(struct walk *walk, uint64_t at, uint32_t size)
{
    const uint64_t *words = view_load(&walk->view, at, size);
    struct bus *const bus = walk->t->card->bus;

    if (!words)
        return;
    test_read(walk->t, size);
    name_words(walk, at, size);
    const size_t i = bus->ops->find_difference(bus, words, walk->words, size) / 8;
    (void)memory_errors_add_span(&walk->errors, at + 8 * i, &walk->words[i], 1, &words[i],
                                 size / 8 - i);
}

/* By copies, as much as surely lies in one row: the largest power of two that a row over all partitions is a multiple
 * of. Each copy takes time. */
static uint32_t down_step(const struct walk *walk)
{
    const struct vram_shape *const shape = &walk->errors.shape;
    const uint32_t row = (uint32_t)shape->parts * shape->subparts * shape->column_bytes
                         << shape->column_bits;
    const uint32_t step = row & (~row + 1);

    if (!walk->view.storing || step < DOWN_STEP)
        return DOWN_STEP;
    return LEAST(step, VIEW_CHUNK);
}

/* Blocks follow each other in the element's direction. A write may disturb a cell that the element wrote before, and
 * the next element finds it. */
static void fill_span(struct walk *walk, uint64_t at, uint32_t size, bool down, uint64_t word)
{
    const uint32_t step = down ? LEAST(down_step(walk), size) : size;

    for (uint32_t done = 0; done < size; done += step)
        view_fill_block(&walk->view, at + (down ? size - step - done : done), word, step);
}

/* A span that came by copy: all of it is read before any of it is written. */
static void march_copy(struct walk *walk, uint64_t at, uint32_t size, bool down, uint64_t expect,
                       uint64_t next)
{
    const uint64_t *words = view_load(&walk->view, at, size);
    struct bus *const bus = walk->t->card->bus;

    if (!words)
        return;
    test_read(walk->t, size);
    const size_t i = bus->ops->find_other(bus, words, expect, size) / 8;
    (void)memory_errors_add_span(&walk->errors, at + 8 * i, &expect, 0, &words[i], size / 8 - i);
    if (next != expect)
        fill_span(walk, at, size, down, next);
}

/* One span of one element; a wrong word is counted, written, and the element goes on after it. */
static void march_span(struct walk *walk, uint64_t at, uint32_t size, bool down, uint64_t expect,
                       uint64_t next)
{
    struct card *const card = walk->t->card;
    size_t from = 0, to = size;

    if (walk->view.by_copy) {
        march_copy(walk, at, size, down, expect, next);
        return;
    }
    test_read(walk->t, size);
    walk->view.link_read += size;
    walk->view.link_written += next != expect ? size : 0;
    while (from < to && !view_stopped(&walk->view)) {
        const uint64_t offset = at % walk->view.slice + from;
        uint64_t seen = 0;
        const size_t good =
            card_bar_march(card, NV_BAR_VRAM, offset, to - from, down, expect, next, &seen);

        if (good >= to - from)
            return;
        memory_errors_add(&walk->errors, at + from + good, expect, seen);
        card_bar_write(card, NV_BAR_VRAM, offset + good, 8, next);
        if (down)
            to = from + good;
        else
            from += good + 8;
    }
}

static uint64_t now_us(const struct walk *walk)
{
    struct bus *const bus = walk->t->card->bus;

    return bus->ops->time_us(bus);
}

static uint8_t read_op(const struct march_element *element)
{
    return element->ops[0] == READ_0 || element->ops[0] == READ_1 ? element->ops[0] : OP_END;
}

static uint8_t write_op(const struct march_element *element)
{
    return read_op(element) == OP_END ? element->ops[0] : element->ops[1];
}

static uint64_t solid_word(uint8_t op)
{
    return op == READ_1 || op == WRITE_1 ? UINT64_MAX : 0;
}

/* Does an element on one span: a chunk, or a piece if only one partition is tested. It reads, or writes, or does both;
 * with a fill of distinct words it does only one of them. */
static void do_span(struct walk *walk, const struct march_element *element, uint64_t at,
                    uint32_t size)
{
    const uint8_t reads = read_op(element), writes = write_op(element);

    if (walk->algorithm->data && reads == OP_END)
        write_words(walk, at, size);
    else if (walk->algorithm->data)
        check_words(walk, at, size);
    else if (reads == OP_END)
        fill_span(walk, at, size, element->down, solid_word(writes));
    else
        march_span(walk, at, size, element->down, solid_word(reads),
                   solid_word(writes == OP_END ? reads : writes));
}

/* All of a chunk, or its blocks of the one partition that is tested. */
static void do_chunk(struct walk *walk, const struct march_element *element, uint64_t at)
{
    const uint32_t size = span_size(walk);

    for (uint32_t done = 0; done < VIEW_CHUNK && going(walk); done += size) {
        const uint64_t span = at + (element->down ? VIEW_CHUNK - size - done : done);

        if (in_part(walk, span))
            do_span(walk, element, span, size);
    }
}

/* Rewrites the chunk that the copies wrote with the words that all memory holds where `op` has been
 * done or comes next. */
static void renew(struct walk *walk, uint8_t op)
{
    if (walk->algorithm->data)
        write_words(walk, walk->heat.to, VIEW_CHUNK);
    else
        fill_span(walk, walk->heat.to, VIEW_CHUNK, false, solid_word(op));
    view_flush(&walk->view);
}

/* A chunk of an element that reads, while the card copies elsewhere if it is to be warmed. */
static void do_chunk_heated(struct walk *walk, const struct march_element *element, uint64_t at)
{
    if (heat_spoilt(&walk->heat, at))
        renew(walk, read_op(element));
    heat_beside(&walk->heat, at);
    do_chunk(walk, element, at);
    heat_beside_end(&walk->heat, at);
}

static enum element_data data_of(const struct walk *walk, const struct march_element *element)
{
    const uint8_t reads = read_op(element);

    if (walk->algorithm->data)
        return DATA_ADDRESSES;
    if (reads == OP_END ||
        (write_op(element) != OP_END && !walk->view.by_copy && !walk->card.work.on))
        return DATA_MIXED;
    return reads == READ_1 ? DATA_ONES : DATA_ZEROS;
}

/* With M: by then each cell has been read with both values, and each line has switched. */
#define HURRIED_ELEMENTS 3u /* of March C- */

static bool hurries(const struct walk *walk, const struct march_element *element)
{
    return element >= &march_c_minus.elements[HURRIED_ELEMENTS] &&
           element < &march_c_minus.elements[march_c_minus.element_count] && test_hurries(walk->t);
}

/* Chunks that are left out part the groups that programs of the card work on. */
static void do_chunk_by_card(struct walk *walk, const struct march_element *element, uint64_t at,
                             bool last)
{
    const struct card_element what = { .reads = read_op(element) != OP_END,
                                       .writes = write_op(element) != OP_END,
                                       .mixed = walk->algorithm->data,
                                       .read_ones = read_op(element) == READ_1,
                                       .write_ones = write_op(element) == WRITE_1,
                                       .down = element->down };

    if (!view_left_out(&walk->view, at))
        card_march_add(&walk->card, &walk->errors, &what, at);
    if (last)
        card_march_flush(&walk->card, &walk->errors, &what);
}

/* One element over all of VRAM that is to be tested, up or down, chunk by chunk. */
static void do_element(struct walk *walk, const struct march_element *element, bool heated)
{
    const uint64_t chunks = walk->view.size / VIEW_CHUNK, begun_us = now_us(walk);
    const bool beside = heated && walk->heat.on && read_op(element) != OP_END;
    const bool stale = walk->view.stale;
    char name[TEST_VALUE_MAX];
    struct text text = text_in(name, sizeof(name));

    text_format(&text, "%s: ", walk->algorithm->name);
    element_words(&text, element);
    memory_errors_element(&walk->errors, data_of(walk, element));
    if (read_op(element) != OP_END)
        view_evict(&walk->view, element->down ? walk->view.size - VIEW_CHUNK : 0);
    heat_step(&walk->heat);
    walk->card.group.chunks = 0;
    for (uint64_t i = 0; i < chunks && going(walk) && !hurries(walk, element); i++) {
        const uint64_t at = (element->down ? chunks - 1 - i : i) * VIEW_CHUNK;

        if (walk->card.work.on)
            do_chunk_by_card(walk, element, at, i == chunks - 1);
        else if (!view_show(&walk->view, at))
            return;
        else if (!view_left_out(&walk->view, at) && beside)
            do_chunk_heated(walk, element, at);
        else if (!view_left_out(&walk->view, at))
            do_chunk(walk, element, at);
        walk->ended |= !progress_step(&walk->progress, VIEW_CHUNK, name);
    }
    if (heat_spoilt(&walk->heat, VIEW_NOTHING))
        renew(walk, write_op(element) == OP_END ? read_op(element) : write_op(element));
    view_flush(&walk->view);
    if (stale && write_op(element) != OP_END)
        walk->view.stale = false; /* BAR1 has stored all of it */
    const uint64_t took_us = now_us(walk) - begun_us;
    walk->slowest_us = walk->slowest_us > took_us ? walk->slowest_us : took_us;
}

/* Before an element, if the configuration wants it. */
static void warm(struct walk *walk, const struct march_element *element)
{
    if (heat_once(&walk->heat))
        renew(walk, read_op(element));
}

/* Cells that leak lose their value; whether 0 or 1 is lost depends on the cell. */
static void hold(struct walk *walk)
{
    struct bus *const bus = walk->t->card->bus;

    view_evict(&walk->view, 0);
    view_rest(&walk->view);
    const uint64_t begun_us = now_us(walk);
    bus->ops->wait_us(bus, HOLD_US);
    const uint64_t us = now_us(walk) - begun_us;
    walk->hold_us = walk->hold_us > us ? walk->hold_us : us;
}

/* Memory with a broken wire, or with very many errors, is broken, by BAR1's own stores: so a fault of the card's copies
 * cannot make good memory look bad here. All of it is written next. */
static bool is_broken(const struct walk *walk)
{
    return walk->damages.count || walk->errors.count > ELEMENT_ERRORS;
}

static void do_algorithm(struct walk *walk, const struct algorithm *algorithm, bool heated)
{
    walk->algorithm = algorithm;
    walk->progress.heat_us = 0;
    for (unsigned i = 0; i < algorithm->element_count && going(walk); i++) {
        const struct march_element *const element = &algorithm->elements[i];

        if (hurries(walk, element))
            break;
        if (read_op(element) == OP_END && is_broken(walk))
            view_try_store(&walk->view);
        if (heated)
            warm(walk, element);
        if (element->rest)
            hold(walk);
        do_element(walk, element, heated);
    }
}

/* A broken address line or mask makes every march read wrong words. Only memory that holds one word everywhere still
 * shows which cells are broken as well. */
static void look_behind_veils(struct walk *walk)
{
    if (!memory_errors_veiled(&walk->errors))
        return;
    memory_errors_solid(&walk->errors);
    progress_more(&walk->progress, walk->view.size * solid_words.element_count);
    do_algorithm(walk, &solid_words, false);
}

/* A byte counts as tested once all elements have gone over it. */
static void count_untested(struct walk *walk)
{
    const uint32_t size = span_size(walk);

    if (walk->ended)
        memory_errors_cut(&walk->errors);
    for (uint64_t at = 0; at < walk->view.size; at += size)
        if (view_left_out(&walk->view, at) || !in_part(walk, at) || walk->ended)
            walk->t->untested += view_memory(&walk->view, at, size);
}

/* How long a word may have been left alone before it was read. */
static uint64_t held_us(const struct walk *walk)
{
    const uint64_t us = walk->hold_us + HOLD_FACTOR * walk->slowest_us;

    return us < HOLD_MAX_US ? us : HOLD_MAX_US;
}

static bool open_walk(struct walk *walk, struct test *t)
{
    walk->t = t;
    if (!view_open(&walk->view, t, "marching over VRAM") ||
        !memory_errors_begin(&walk->errors, &walk->view))
        return false;
    progress_begin(&walk->progress, t, walk->view.size * passes());
    return true;
}

static void do_elements(struct walk *walk, bool heated)
{
    do_algorithm(walk, &mixed_addresses, heated);
    do_algorithm(walk, &march_c_minus, heated);
    if (!walk->card.work.halted)
        walk->gone_over += walk->t->shortened ? walk->progress.done : walk->view.size * passes();
}

/* Copies that brought wrong words of good memory prove nothing, even where their words looked
 * right. */
static void march_without_copies(struct walk *walk)
{
    test_say(walk->t, "%s: all of it again by BAR1, because %s brought words that BAR1 contradicts",
             walk->t->name, walk->view.way->copier);
    progress_more(&walk->progress, walk->view.size * passes());
    do_elements(walk, false);
}

/* Nothing that was found so far counts, because a processor that errs may have stored the words. */
static void march_without_programs(struct walk *walk)
{
    if (!memory_errors_begin(&walk->errors, &walk->view))
        return;
    walk->damages = (struct damages){ .count = 0 };
    wires_try(&walk->errors, &walk->damages);
    progress_more(&walk->progress, walk->view.size * passes());
    do_elements(walk, true);
}

/* Wires first, because they explain most errors; then the elements, the lanes that the wires hid,
 * and at last the diagnosis. */
void march_all(struct test *t)
{
    struct dma_memory memory;

    /* Too large for a stack. */
    if (!test_ok(t, card_work_alloc(t->card, sizeof(struct walk), &memory), "preparing a march"))
        return;
    struct walk *const walk = memory.cpu;

    if (!open_walk(walk, t))
        return;
    const uint64_t begun_us = now_us(walk);
    view_save(&walk->view);
    view_try_copy(&walk->view, false);
    progress_plan(&walk->progress, walk->view.size, walk->view.by_copy, true);
    wires_try(&walk->errors, &walk->damages);
    view_combine(&walk->view);
    heat_begin(&walk->heat, &walk->view, &walk->progress);
    card_work_open(&walk->card.work, &walk->view, NULL, walk->damages.count);
    do_elements(walk, true);
    if (card_work_close(&walk->card.work))
        march_without_programs(walk);
    look_behind_veils(walk);
    if (copy_settle(&walk->errors))
        march_without_copies(walk);
    diagnose(&walk->errors, &walk->damages, held_us(walk));
    view_note(&walk->view, "", now_us(walk) - begun_us, walk->ended ? 0 : walk->gone_over);
    view_close(&walk->view);
    count_untested(walk);
    walk->errors.channels.words =
        (walk->view.size - t->untested) / 8; /* an element meets each once */
    heat_end(&walk->heat);
    progress_end(&walk->progress);
    diagnosis_report(&walk->errors, &walk->damages, t);
    copy_report(&walk->errors, t);
    card_work_report(&walk->card.work, &walk->errors, t);
}
