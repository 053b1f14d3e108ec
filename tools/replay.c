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
#include "tools/replay_memory.h"

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

struct replay {
    char **argv;
    const char *path;
    struct model *card;
    struct replay_memory memory;
    uint64_t now_ns, wake_ns;
    struct mapping maps[PCI_BAR_COUNT];
    char name[32]; /* the card's place on the bus, as configuration lines name it */
    struct pending pending;
    const struct desk *desk;
    unsigned long line;
    unsigned long reads, equal, times, polls, outside, others, cards;
    struct difference held; /* the last read's, in case the register is read again */
    char *words[WORDS_MAX];
    unsigned count;
};

/* ---- the card's surroundings ------------------------------------------------------------------- */

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct replay *const r = opaque;

    (void)snoop;
    replay_memory_read(&r->memory, address, bytes, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct replay *const r = opaque;

    (void)snoop;
    return replay_memory_write(&r->memory, address, bytes, size);
}

static uint64_t clock_ns(void *opaque)
{
    return ((const struct replay *)opaque)->now_ns;
}

static void wake(void *opaque, uint64_t at_ns)
{
    ((struct replay *)opaque)->wake_ns = at_ns;
}

/* Moves the card's clock on. An alarm that the card has set for a time before goes off at that time, and so do those
 * that it sets then: a card with much to do asks for one after the other, and nothing of it is in the log. */
static void clock_to(struct replay *r, uint64_t ns)
{
    bool later = true;

    while (later && r->wake_ns && r->wake_ns <= ns) {
        if (r->wake_ns > r->now_ns)
            r->now_ns = r->wake_ns;
        r->wake_ns = 0;
        model_wake(r->card);
        later = r->wake_ns > r->now_ns;
    }
    if (ns > r->now_ns)
        r->now_ns = ns;
}

/* ---- words of a line --------------------------------------------------------------------------- */

static bool broken(const struct replay *r, const char *why)
{
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
    *ns = (seconds * 1000000 + us + 1) * 1000; /* rounded up: it was made before this */
    return true;
}

static bool is(const struct replay *r, unsigned word, const char *text)
{
    return word < r->count && strcmp(r->words[word], text) == 0;
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

/* The last read of a row of polls was the one before this line, so it is the one that counts. */
static void end_row(struct replay *r)
{
    if (r->held.line)
        say_difference(r, &r->held);
    r->held.line = 0;
}

static void compare(struct replay *r, const char *what, uint64_t at, uint64_t logged, uint64_t now)
{
    r->reads++;
    r->equal += logged == now;
    if (logged != now)
        say_difference(r, &(struct difference){ r->line, what, at, logged, now });
}

/* Software that waits for a register reads it again and again, and how often depends on time. So only the last read of
 * such a row must be equal. */
static void compare_read(struct replay *r, unsigned bar, uint64_t offset, uint64_t at,
                         uint64_t logged, uint64_t now)
{
    r->reads++;
    if (bar == NV_BAR_MMIO && r->desk->shows_time(offset, logged, now)) {
        r->times++;
        return;
    }
    if (r->held.line && r->held.at == at) {
        r->polls++;
        r->held.line = 0;
    }
    end_row(r);
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
    clock_to(r, ns);
    if (is(r, 3, OUTSIDE)) {
        r->outside += is(r, 0, "R");
        return true;
    }
    if (!place_of(r, at, (size_t)size, &bar, &offset))
        return false;
    if (is(r, 0, "R")) {
        compare_read(r, bar, offset, at, value, model_read(r->card, bar, offset, (unsigned)size));
        return true;
    }
    end_row(r);
    model_write(r->card, bar, offset, value, (unsigned)size);
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
        model_read_block(r->card, bar, offset, r->pending.bytes, (size_t)size);
    for (size_t i = 0; kind == WORDS_READ && i < size / 4; i++) {
        const uint32_t word = (uint32_t)model_read(r->card, bar, offset + 4 * i, 4);
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
        model_write(r->card, bar, offset + 4 * i, word, 4);
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
        good = replay_memory_write(&r->memory, p->at, p->bytes, p->size);
    else if (p->kind == BLOCK_WRITE)
        model_write_block(r->card, bar, offset, p->bytes, p->size);
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

        r->pending.seen = model_read(r->card, bar, offset + word, 8);
        if (r->pending.seen != expect)
            r->pending.right = word;
        else if (next != expect)
            model_write(r->card, bar, offset + word, next, 8);
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
    unsigned at = model_config_read(r->card, PCI_CAPABILITIES, 1);

    for (unsigned i = 0; at && i < CAPABILITIES_MAX; i++) {
        if (model_config_read(r->card, at, 1) == PCI_CAP_ID_PCIE)
            return at + PCIE_LINK_STATUS;
        at = model_config_read(r->card, at + 1, 1);
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
        model_config_write(r->card, (unsigned)offset, (uint32_t)value, (unsigned)size);
    else
        compare(r, "config", offset, value & ~theirs,
                model_config_read(r->card, (unsigned)offset, (unsigned)size) & ~theirs);
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
    model_config_write(r->card, (unsigned)(PCI_BAR0 + 4 * (id - 1)), (uint32_t)found.at, 4);
    if (model_bar(r->card, (unsigned)id - 1, &bar) && bar.wide)
        model_config_write(r->card, (unsigned)(PCI_BAR0 + 4 * id), (uint32_t)(found.at >> 32), 4);
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
        if (!replay_memory_write(&r->memory, at + done, zeros, sizeof(zeros)))
            return broken(r, "out of memory");
    return true;
}

static bool mark(struct replay *r)
{
    uint64_t ns, at = 0, size = 0;

    if (!moment(r, 1, &ns))
        return broken(r, "expected MARK TIME TEXT");
    clock_to(r, ns);
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

static bool play_line(struct replay *r, char *line)
{
    split(r, line);
    if (r->count == 0)
        return true;
    if (is(r, 0, "R") || is(r, 0, "W"))
        return read_or_write(r);
    if (is(r, 0, "MAP"))
        return map(r);
    return is(r, 0, "MARK") ? mark(r) : true;
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
            good = play_line(r, line);
    }
    end_row(r);
    settle(r);
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
        "%lu reads: %lu equal, %lu different; not compared: %lu of clocks and of what is just at "
        "work, %lu that were repeated, %lu outside of the BARs\n",
        r->reads, r->equal, r->others, r->times, r->polls, r->outside);
    return r->others != 0;
}

int replay_log(char **argv, const char *path, const struct model_config *config,
               const struct desk *desk)
{
    struct replay r = { .argv = argv, .path = path, .desk = desk };
    const struct model_host host = { .opaque = &r,
                                     .dma_read = dma_read,
                                     .dma_write = dma_write,
                                     .clock_ns = clock_ns,
                                     .wake = wake };
    char error[256];
    FILE *const file = fopen(path, "r");

    if (!file)
        return usage_error(argv, "cannot read %s", path);
    r.card = model_new(config, &host, error, sizeof(error));
    bool good = false;
    if (!r.card) {
        usage_error(argv, "%s", error);
    } else {
        model_config_write(r.card, PCI_COMMAND, PCI_COMMAND_MEMORY,
                           2); /* as the machine's firmware leaves the card */
        good = play(&r, file);
    }
    fclose(file);
    const int status = good ? verdict(&r) : STATUS_ERROR;
    model_free(r.card);
    replay_memory_free(&r.memory);
    return status;
}
