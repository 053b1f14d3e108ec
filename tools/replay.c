#include "tools/replay.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/mmiotrace.h"
#include "hw/pci.h"
#include "model/common/numbers.h"
#include "tools/commands.h"
#include "tools/desk.h"
#include "tools/replay_card.h"

#define LINE_MAX_BYTES 1024
#define WORDS_MAX      16
#define ALLOC_MOST     (UINT64_C(1) << 30)
#define SHOWN_MAX      20
#define OUTSIDE        "0" /* the map id of what lies in no BAR: the ROM, where the machine has put it */
#define INTERRUPT_LINE 0x3c /* of configuration space */
#define CONFIG_BYTES   0x1000u

/* A BAR of the logged card, by its map id. */
struct mapping {
    uint64_t at, size;
};

/* A read that the model answers otherwise. */
struct difference {
    unsigned long line; /* 0: none */
    const char *what;
    uint64_t at, logged, now;
};

/* What a line has announced and later lines fill in. */
struct pending {
    enum { NOTHING, BLOCK_WRITE, WORDS_WRITE, WORDS_READ, MEMORY, BLOCK_READ, MARCH } kind;
    uint64_t at;
    uint8_t *bytes; /* what the log says is written, or what the model gave for a read */
    size_t size, done;
    uint64_t right, seen; /* a march: the bytes that were right, and the first wrong word */
};

/* Reads of one place without another access to the BARs in between: software waits for something. */
struct row {
    uint64_t at, since_ns;
    unsigned bar, size;
    uint64_t offset;
    bool open;
};

/* What the shifted card has answered to a line, in the order of the reads. */
struct answers {
    uint64_t *values;
    size_t count, room, taken;
};

struct replay {
    char **argv;
    const char *path;
    struct replay_card card;
    struct replay *shifted; /* null: this is the shifted card itself */
    struct answers answers;
    struct mapping maps[PCI_BAR_COUNT];
    char name[32]; /* the card's place on the bus, as configuration lines name it */
    struct pending pending;
    const struct desk *desk;
    unsigned long line;
    unsigned long reads, equal, times, paces, polls, late, outside, others, cards;
    struct row row;         /* of the last line R */
    struct difference held; /* the last read's, in case the register is read again */
    char *words[WORDS_MAX];
    unsigned count;
};

/* ---- words of a line --------------------------------------------------------------------------- */

static bool broken(const struct replay *r, const char *why)
{
    if (r->shifted) /* of the two, one says it */
        fprintf(stderr, "%s: %s line %lu: %s\n", r->argv[0], r->path, r->line, why);
    return false;
}

static void split(struct replay *r, char *line)
{
    char *rest = NULL;

    r->count = 0;
    for (char *word = strtok_r(line, " \r\n", &rest); word && r->count < WORDS_MAX;
         word = strtok_r(NULL, " \r\n", &rest))
        r->words[r->count++] = word;
}

static bool number(const struct replay *r, unsigned word, uint64_t *out)
{
    return word < r->count && number_parse(r->words[word], strlen(r->words[word]), out);
}

/* "12.000345": seconds with six decimals. */
static bool moment(const struct replay *r, unsigned word, uint64_t *ns)
{
    uint64_t seconds, us;
    const char *const text = word < r->count ? r->words[word] : "";
    const char *const point = strchr(text, '.');

    if (!point || strlen(point) != 7 || !number_parse(text, (size_t)(point - text), &seconds) ||
        !number_parse(point + 1, 6, &us))
        return false;
    *ns = (seconds * 1000000 + us + 1) * 1000 +
          r->card.ahead_ns; /* rounded up: it was made before this */
    return true;
}

static bool is(const struct replay *r, unsigned word, const char *text)
{
    return word < r->count && strcmp(r->words[word], text) == 0;
}

/* ---- what tells the time ------------------------------------------------------------------------ */

/* A second card gets the same accesses, and its clock is ahead by this, so that both words of any time differ. What the
 * two answer otherwise tells the time: the clock's registers and whatever the card has stamped with it. The machine's
 * clock and the card's never agree to the nanosecond, so such words need not be those of the log. */
#define AHEAD_NS UINT64_C(5368709120) /* 5/4 of 2^32 */

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

static bool place_of(const struct replay *r, uint64_t at, size_t size, unsigned *bar,
                     uint64_t *offset)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        *bar = i;
        *offset = at - r->maps[i].at;
        if (*offset < r->maps[i].size && size <= r->maps[i].size - *offset)
            return true;
    }
    return broken(r, "the address lies in no BAR that a MAP line has named");
}

static void say_difference(struct replay *r, const struct difference *d)
{
    r->others++;
    if (r->others <= SHOWN_MAX)
        printf("line %lu: %s 0x%" PRIx64 ": logged 0x%" PRIx64 ", the model gives 0x%" PRIx64 "\n",
               d->line, d->what, d->at, d->logged, d->now);
}

#define STEP_NS 10000

/* Whether what software has waited for comes if the model is given up to as much time again as software took: which
 * of two channels is served first, and so how long the other one takes, is a matter of some microseconds. */
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

/* The last read of a row of polls was the one before this line, so it is the one that counts. */
static void end_row(struct replay *r)
{
    if (r->held.line && comes_later(r))
        r->late++;
    else if (r->held.line)
        say_difference(r, &r->held);
    r->held.line = 0;
    r->row.open = false;
}

/* Whether the words of a line are an access that ends the row. */
static bool ends_row(const struct replay *r)
{
    uint64_t at;

    return is(r, 0, "W") || (is(r, 0, "R") && (!number(r, 4, &at) || at != r->row.at));
}

static void compare(struct replay *r, const char *what, uint64_t at, uint64_t logged, uint64_t now)
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

/* Software that waits for a register reads it again and again, and how often depends on time. So only the last read of
 * such a row must be equal. */
static void compare_read(struct replay *r, unsigned bar, uint64_t offset, uint64_t at,
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
    if (bar == NV_BAR_MMIO && r->desk->shows_pace && r->desk->shows_pace(offset, logged, now)) {
        r->paces++;
        return;
    }
    r->polls += r->held.line != 0;
    r->held.line = 0;
    r->equal += logged == now;
    if (logged != now)
        r->held = (struct difference){ r->line, "R", at, logged, now };
}

static bool read_or_write(struct replay *r)
{
    uint64_t size, at, value, ns, offset;
    unsigned bar;

    if (!number(r, 1, &size) || !moment(r, 2, &ns) || !number(r, 4, &at) || !number(r, 5, &value) ||
        (size != 1 && size != 2 && size != 4 && size != 8))
        return broken(r, "expected WIDTH TIME MAP ADDRESS VALUE PC PID");
    replay_card_clock(&r->card, ns);
    if (is(r, 3, OUTSIDE)) {
        r->outside += is(r, 0, "R");
        return true;
    }
    if (!place_of(r, at, (size_t)size, &bar, &offset))
        return false;
    if (is(r, 0, "R")) {
        if (!r->row.open)
            r->row = (struct row){ at, r->card.now_ns, bar, (unsigned)size, offset, true };
        compare_read(r, bar, offset, at, value,
                     model_read(r->card.model, bar, offset, (unsigned)size));
        return true;
    }
    model_write(r->card.model, bar, offset, value, (unsigned)size);
    return true;
}

/* ---- many words at once ------------------------------------------------------------------------ */

static bool announce(struct replay *r, int kind, uint64_t at, uint64_t size)
{
    unsigned bar = 0;
    uint64_t offset = 0;

    if (size == 0 || size > UINT32_MAX || (kind != MEMORY && !place_of(r, at, size, &bar, &offset)))
        return broken(r, "no such range");
    r->pending = (struct pending){ .kind = kind, .at = at, .size = (size_t)size };
    if (kind == MARCH)
        return true;
    r->pending.bytes = malloc((size_t)size);
    if (!r->pending.bytes)
        return broken(r, "out of memory");
    if (kind == BLOCK_READ)
        model_read_block(r->card.model, bar, offset, r->pending.bytes, (size_t)size);
    for (size_t i = 0; kind == WORDS_READ && i < size / 4; i++) {
        const uint32_t word = (uint32_t)model_read(r->card.model, bar, offset + 4 * i, 4);
        memcpy(r->pending.bytes + 4 * i, &word, 4);
    }
    return true;
}

static void settle(struct replay *r)
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

/* Called when all words that a line has announced have been read: does what they say. */
static bool complete(struct replay *r)
{
    const struct pending *const p = &r->pending;
    unsigned bar = 0;
    uint64_t offset = 0;
    bool good = p->kind == MEMORY || place_of(r, p->at, p->size, &bar, &offset);

    if (!good)
        return false;
    if (p->kind == MEMORY)
        good = replay_memory_write(&r->card.memory, p->at, p->bytes, p->size);
    else if (p->kind == BLOCK_WRITE)
        model_write_block(r->card.model, bar, offset, p->bytes, p->size);
    else if (p->kind == WORDS_WRITE)
        write_words(r, bar, offset);
    settle(r);
    return good || broken(r, "out of memory");
}

/* One word of 4 or 8 bytes that a line gives. */
static bool take_word(struct replay *r, unsigned unit, uint64_t value)
{
    struct pending *const p = &r->pending;
    uint64_t now = 0;

    if (p->size - p->done < unit)
        return broken(r, "more words than were announced");
    if (p->kind == WORDS_READ) {
        memcpy(&now, p->bytes + p->done, unit);
        compare(r, "words", p->at + p->done, value, now);
    } else {
        memcpy(p->bytes + p->done, &value, unit); /* x86: the lowest byte comes first */
    }
    p->done += unit;
    return true;
}

/* "run AT UNIT COUNT FIRST STEP" or "data AT UNIT WORD...", of what was announced and in its order. */
static bool content(struct replay *r)
{
    struct pending *const p = &r->pending;
    uint64_t at, unit, times = 1, value, step = 0;
    const bool run = is(r, 2, "run");

    if (p->kind == NOTHING || p->kind == BLOCK_READ || p->kind == MARCH)
        return broken(r, "nothing has announced these words");
    if (!number(r, 3, &at) || !number(r, 4, &unit) || at != p->at + p->done ||
        (unit != 4 && unit != 8))
        return broken(r, "these words are not where they were announced");
    if (run && (!number(r, 5, &times) || !number(r, 6, &value) || !number(r, 7, &step)))
        return broken(r, "expected run AT UNIT COUNT FIRST STEP");
    if (run)
        for (; times; times--, value += step)
            if (!take_word(r, (unsigned)unit, value))
                return false;
    for (unsigned i = 5; !run && i < r->count; i++)
        if (!number(r, i, &value) || !take_word(r, (unsigned)unit, value))
            return broken(r, "expected data AT UNIT WORD...");
    if (p->done < p->size)
        return true;
    return p->kind == WORDS_READ ? (settle(r), true) : complete(r);
}

/* One march element, as pci/bus.h has it. */
static bool march(struct replay *r)
{
    uint64_t at, size, expect, next, offset;
    unsigned bar;

    if (!number(r, 4, &at) || !number(r, 5, &size) || !number(r, 6, &expect) ||
        !number(r, 7, &next))
        return broken(r, "expected march up|down AT SIZE EXPECT NEXT");
    if (!announce(r, MARCH, at, size) || !place_of(r, at, (size_t)size, &bar, &offset))
        return false;
    r->pending.right = size;
    for (uint64_t i = 0; i < size && r->pending.right == size; i += 8) {
        const uint64_t word = is(r, 3, "down") ? size - 8 - i : i;

        r->pending.seen = model_read(r->card.model, bar, offset + word, 8);
        if (r->pending.seen != expect)
            r->pending.right = word;
        else if (next != expect)
            model_write(r->card.model, bar, offset + word, next, 8);
    }
    return true;
}

static bool result(struct replay *r)
{
    const struct pending *const p = &r->pending;
    uint64_t right, seen;

    if (is(r, 2, "sum")) {
        if (p->kind != BLOCK_READ || !number(r, 3, &seen))
            return broken(r, "a sum, and no block before it");
        compare(r, "block", p->at, seen, mmiotrace_sum(p->bytes, p->size));
    } else {
        if (p->kind != MARCH || !number(r, 3, &right) || !number(r, 4, &seen))
            return broken(r, "a result, and no march before it");
        compare(r, "march", p->at, right, p->right);
        if (right < p->size)
            compare(r, "march", p->at, seen, p->seen);
    }
    settle(r);
    return true;
}

/* ---- configuration space ----------------------------------------------------------------------- */

static bool within(uint64_t offset, unsigned from, unsigned size)
{
    return offset >= from && offset < from + size;
}

/* Words of configuration space that the machine's firmware chooses: addresses and the interrupt line. */
static bool is_machines(uint64_t offset)
{
    return within(offset, PCI_BAR0, 4 * PCI_BAR_COUNT) || within(offset, PCI_ROM_BAR, 4) ||
           within(offset, INTERRUPT_LINE, 1);
}

#define CAPABILITIES_MAX 16

/* Where the card's Link Status stands; 0: it has none. */
static unsigned link_status(struct replay *r)
{
    unsigned at = model_config_read(r->card.model, PCI_CAPABILITIES, 1);

    for (unsigned i = 0; at && i < CAPABILITIES_MAX; i++) {
        if (model_config_read(r->card.model, at, 1) == PCI_CAP_ID_PCIE)
            return at + PCIE_LINK_STATUS;
        at = model_config_read(r->card.model, at + 1, 1);
    }
    return 0;
}

/* Bits that the card does not decide: in Command what the machine's firmware has switched on, in Link Status the speed,
 * which the port above sets. Accesses to the port are not replayed. */
static uint64_t theirs_of(struct replay *r, uint64_t offset)
{
    if (offset == PCI_COMMAND)
        return PCI_COMMAND_IO | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
    return offset && offset == link_status(r) ? PCIE_LINK_STATUS_SPEED : 0;
}

/* "config R|=|W PLACE OFFSET SIZE [VALUE]" */
static bool config(struct replay *r)
{
    uint64_t offset, size, value;

    if (!number(r, 5, &offset) || !number(r, 6, &size) || offset >= CONFIG_BYTES ||
        (size != 1 && size != 2 && size != 4))
        return broken(r, "expected config R|=|W PLACE OFFSET SIZE VALUE");
    if (is(r, 3, "R") || !is(r, 4, r->name) || is_machines(offset))
        return true;
    if (!number(r, 7, &value))
        return broken(r, "the value is missing");
    const uint64_t theirs = theirs_of(r, offset);

    if (is(r, 3, "W"))
        model_config_write(r->card.model, (unsigned)offset, (uint32_t)value, (unsigned)size);
    else
        compare(r, "config", offset, value & ~theirs,
                model_config_read(r->card.model, (unsigned)offset, (unsigned)size) & ~theirs);
    return true;
}

/* ---- lines ------------------------------------------------------------------------------------- */

static bool map(struct replay *r)
{
    uint64_t id;
    struct model_bar bar;
    struct mapping found;

    if (!number(r, 2, &id) || !number(r, 3, &found.at) || !number(r, 5, &found.size) || id == 0 ||
        id > PCI_BAR_COUNT)
        return broken(r, "expected TIME ID ADDRESS VIRTUAL SIZE PC PID, ids as Barecard has them");
    r->maps[id - 1] = found;
    model_config_write(r->card.model, (unsigned)(PCI_BAR0 + 4 * (id - 1)), (uint32_t)found.at, 4);
    if (model_bar(r->card.model, (unsigned)id - 1, &bar) && bar.wide)
        model_config_write(r->card.model, (unsigned)(PCI_BAR0 + 4 * id), (uint32_t)(found.at >> 32),
                           4);
    return true;
}

static bool name_card(struct replay *r)
{
    if (++r->cards > 1)
        return broken(r, "a second card: a log of one card can be replayed (card=)");
    snprintf(r->name, sizeof(r->name), "%s", r->count > 3 ? r->words[3] : "");
    return true;
}

/* Memory that the machine's firmware gives to Barecard is zero at first. */
static bool clear_memory(struct replay *r, uint64_t at, uint64_t size)
{
    static const uint8_t zeros[4096];

    for (uint64_t done = 0; done < size; done += sizeof(zeros))
        if (!replay_memory_write(&r->card.memory, at + done, zeros, sizeof(zeros)))
            return broken(r, "out of memory");
    return true;
}

static bool mark(struct replay *r)
{
    uint64_t ns, at = 0, size = 0;

    if (!moment(r, 1, &ns))
        return broken(r, "expected MARK TIME TEXT");
    replay_card_clock(&r->card, ns);
    if (is(r, 2, "card"))
        return name_card(r);
    if (is(r, 2, "config"))
        return config(r);
    if (is(r, 2, "run") || is(r, 2, "data"))
        return content(r);
    if (is(r, 2, "sum") || is(r, 2, "right"))
        return result(r);
    if (is(r, 2, "march"))
        return march(r);
    if (is(r, 2, "alloc"))
        return (number(r, 3, &at) && number(r, 4, &size) && size <= ALLOC_MOST &&
                clear_memory(r, at, size)) ||
               broken(r, "expected alloc AT SIZE");
    if (is(r, 2, "memory"))
        return (number(r, 3, &at) && number(r, 4, &size) && announce(r, MEMORY, at, size)) ||
               broken(r, "expected memory AT SIZE");
    if (!is(r, 2, "block") && !is(r, 2, "words"))
        return true; /* marks that only people read */
    if (!number(r, 4, &at) || !number(r, 5, &size))
        return broken(r, "expected block|words R|W AT SIZE");
    if (is(r, 3, "W"))
        return announce(r, is(r, 2, "block") ? BLOCK_WRITE : WORDS_WRITE, at, size);
    if (is(r, 2, "words") && size <= 4 * MMIOTRACE_WORDS_EACH)
        return true; /* so few words have a line each */
    return announce(r, is(r, 2, "block") ? BLOCK_READ : WORDS_READ, at, size);
}

static bool play_words(struct replay *r)
{
    if (r->count == 0)
        return true;
    if (is(r, 0, "R") || is(r, 0, "W"))
        return read_or_write(r);
    if (is(r, 0, "MAP"))
        return map(r);
    return is(r, 0, "MARK") ? mark(r) : true;
}

/* The shifted card first, so that what it answers is there to be compared with. */
static bool play_line_twice(struct replay *r, char *line)
{
    struct replay *const shifted = r->shifted;
    char copy[LINE_MAX_BYTES];

    snprintf(copy, sizeof(copy), "%s", line);
    split(r, line);
    split(shifted, copy);
    if (ends_row(r))
        end_row(r);
    shifted->answers.count = shifted->answers.taken = 0;
    play_words(shifted);
    return play_words(r);
}

static bool play(struct replay *r, FILE *file)
{
    char line[LINE_MAX_BYTES];
    bool good = true;

    while (good && fgets(line, sizeof(line), file)) {
        r->line++;
        if (r->line == 1 && strncmp(line, "VERSION 20070824", 16) != 0)
            good = broken(r, "no log of mmiotrace, version 20070824");
        else if (!strchr(line, '\n') && !feof(file))
            good = broken(r, "longer than any line of a log");
        else
            good = play_line_twice(r, line);
    }
    end_row(r);
    return good;
}

static int verdict(const struct replay *r)
{
    if (r->reads == 0) {
        broken(r, "the log ends without a read that could be compared (log=mmio:write has none)");
        return STATUS_ERROR;
    }
    if (r->others > SHOWN_MAX)
        printf("and %lu more\n", r->others - SHOWN_MAX);
    printf(
        "%lu reads: %lu equal, %lu different; not compared: %lu that tell the time, %lu of what is "
        "just at work, %lu that were repeated, %lu that came later, %lu outside of the BARs\n",
        r->reads, r->equal, r->others, r->times, r->paces, r->polls, r->late, r->outside);
    return r->others != 0;
}

static void close_side(struct replay *r)
{
    settle(r);
    replay_card_close(&r->card);
    free(r->answers.values);
}

/* False: the cards could not be made, which has been said. */
static bool open_sides(struct replay *r, const struct model_config *config)
{
    char error[256];

    if (replay_card_open(&r->card, config, error, sizeof(error)) &&
        replay_card_open(&r->shifted->card, config, error, sizeof(error)))
        return true;
    usage_error(r->argv, "%s", error);
    return false;
}

int replay_log(char **argv, const char *path, const struct model_config *config,
               const struct desk *desk)
{
    struct replay shifted = {
        .argv = argv, .path = path, .desk = desk, .card = { .ahead_ns = AHEAD_NS }
    };
    struct replay r = { .argv = argv, .path = path, .desk = desk, .shifted = &shifted };
    FILE *const file = fopen(path, "r");

    if (!file)
        return usage_error(argv, "cannot read %s", path);
    const bool good = open_sides(&r, config) && play(&r, file);

    fclose(file);
    const int status = good ? verdict(&r) : STATUS_ERROR;
    close_side(&shifted);
    close_side(&r);
    return status;
}
