#include "tools/replay/side.h"

#include <stdlib.h>
#include <string.h>

#include "engines/mmiotrace.h"

/* A block that is read is read from the model at once, because its contents may change with the
 * clock before the words follow. */
bool replay_announce(struct replay *r, int kind, uint64_t at, uint64_t size)
{
    unsigned bar = 0;
    uint64_t offset = 0;

    if (size == 0 || size > UINT32_MAX ||
        (kind != MEMORY && !replay_place(r, at, size, &bar, &offset)))
        return replay_broken(r, "no such range");
    r->pending = (struct pending){ .kind = kind, .at = at, .size = (size_t)size };
    if (kind == MARCH)
        return true;
    r->pending.bytes = malloc((size_t)size);
    if (!r->pending.bytes)
        return replay_broken(r, "out of memory");
    if (kind == BLOCK_READ)
        model_read_block(r->card.model, bar, offset, r->pending.bytes, (size_t)size);
    for (size_t i = 0; kind == WORDS_READ && i < size / 4; i++) {
        const uint32_t word = (uint32_t)model_read(r->card.model, bar, offset + 4 * i, 4);
        memcpy(r->pending.bytes + 4 * i, &word, 4);
    }
    return true;
}

void replay_settle(struct replay *r)
{
    free(r->pending.bytes);
    r->pending = (struct pending){ .kind = NOTHING };
}

static bool write_words(struct replay *r, unsigned bar, uint64_t offset)
{
    for (size_t i = 0; i < r->pending.size / 4; i++) {
        uint32_t word;
        memcpy(&word, r->pending.bytes + 4 * i, 4);
        model_write(r->card.model, bar, offset + 4 * i, word, 4);
    }
    return true;
}

/* Called when all words that a line has announced have been read: carries out the line. */
static bool complete(struct replay *r)
{
    const struct pending *const p = &r->pending;
    unsigned bar = 0;
    uint64_t offset = 0;
    bool good = p->kind == MEMORY || replay_place(r, p->at, p->size, &bar, &offset);

    if (!good)
        return false;
    if (p->kind == MEMORY)
        good = replay_memory_write(&r->card.memory, p->at, p->bytes, p->size);
    else if (p->kind == BLOCK_WRITE)
        model_write_block(r->card.model, bar, offset, p->bytes, p->size);
    else if (p->kind == WORDS_WRITE)
        write_words(r, bar, offset);
    replay_settle(r);
    return good || replay_broken(r, "out of memory");
}

/* One word of 4 or 8 bytes that a line gives. */
static bool take_word(struct replay *r, unsigned unit, uint64_t value)
{
    struct pending *const p = &r->pending;
    uint64_t now = 0;

    if (p->size - p->done < unit)
        return replay_broken(r, "more words than were announced");
    if (p->kind == WORDS_READ) {
        memcpy(&now, p->bytes + p->done, unit);
        replay_compare(r, "words", p->at + p->done, value, now);
    } else {
        memcpy(p->bytes + p->done, &value, unit); /* x86: the lowest byte comes first */
    }
    p->done += unit;
    return true;
}

/* Words must follow in order and without a gap, because a lost line of the log would shift all
 * later ones. */
bool replay_content(struct replay *r)
{
    struct pending *const p = &r->pending;
    uint64_t at, unit, times = 1, value, step = 0;
    const bool run = replay_word_is(r, 2, "run");

    if (p->kind == NOTHING || p->kind == BLOCK_READ || p->kind == MARCH)
        return replay_broken(r, "nothing has announced these words");
    if (!replay_number(r, 3, &at) || !replay_number(r, 4, &unit) || at != p->at + p->done ||
        (unit != 4 && unit != 8))
        return replay_broken(r, "these words are not where they were announced");
    if (run && (!replay_number(r, 5, &times) || !replay_number(r, 6, &value) ||
                !replay_number(r, 7, &step)))
        return replay_broken(r, "expected run AT UNIT COUNT FIRST STEP");
    if (run)
        for (; times; times--, value += step)
            if (!take_word(r, (unsigned)unit, value))
                return false;
    for (unsigned i = 5; !run && i < r->count; i++)
        if (!replay_number(r, i, &value) || !take_word(r, (unsigned)unit, value))
            return replay_broken(r, "expected data AT UNIT WORD...");
    if (p->done < p->size)
        return true;
    return p->kind == WORDS_READ ? (replay_settle(r), true) : complete(r);
}

/* Stops at the first wrong word as the bus on the machine did, so that both leave memory in the
 * same state. */
bool replay_march(struct replay *r)
{
    uint64_t at, size, expect, next, offset;
    unsigned bar;

    if (!replay_number(r, 4, &at) || !replay_number(r, 5, &size) || !replay_number(r, 6, &expect) ||
        !replay_number(r, 7, &next))
        return replay_broken(r, "expected march up|down AT SIZE EXPECT NEXT");
    if (!replay_announce(r, MARCH, at, size) || !replay_place(r, at, (size_t)size, &bar, &offset))
        return false;
    r->pending.right = size;
    for (uint64_t i = 0; i < size && r->pending.right == size; i += 8) {
        const uint64_t word = replay_word_is(r, 3, "down") ? size - 8 - i : i;

        r->pending.seen = model_read(r->card.model, bar, offset + word, 8);
        if (r->pending.seen != expect)
            r->pending.right = word;
        else if (next != expect)
            model_write(r->card.model, bar, offset + word, next, 8);
    }
    return true;
}

bool replay_result(struct replay *r)
{
    const struct pending *const p = &r->pending;
    uint64_t right, seen;

    if (replay_word_is(r, 2, "sum")) {
        if (p->kind != BLOCK_READ || !replay_number(r, 3, &seen))
            return replay_broken(r, "a sum, and no block before it");
        replay_compare(r, "block", p->at, seen, mmiotrace_sum(p->bytes, p->size));
    } else {
        if (p->kind != MARCH || !replay_number(r, 3, &right) || !replay_number(r, 4, &seen))
            return replay_broken(r, "a result, and no march before it");
        replay_compare(r, "march", p->at, right, p->right);
        if (right < p->size)
            replay_compare(r, "march", p->at, seen, p->seen);
    }
    replay_settle(r);
    return true;
}
