#include "tools/replay/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engines/mmiotrace.h"
#include "tools/commands.h"
#include "tools/replay/side.h"
#include "tools/toolkit.h"

#define LINE_MAX_BYTES 1024
#define ALLOC_MOST     (UINT64_C(1) << 30)
#define OUTSIDE        "0" /* the map id outside of BARs: the ROM, where the machine has put it */

/* A second card gets the same accesses, and its clock is ahead by this, so that both words of any time differ. An
 * answer in which the two differ depends on the time: the clock's registers, and words that the card has stamped with
 * it. The machine's clock and the card's never agree to the nanosecond, so such words need not be those of the log. */
#define AHEAD_NS UINT64_C(5368709120) /* 5/4 of 2^32 */

/* A kernel's trace has accesses of every device, so one outside of the card is passed over; in our
 * own log it is an error. */
static bool read_or_write(struct replay *r)
{
    uint64_t size, at, value, ns, offset;
    unsigned bar;

    if (!replay_number(r, 1, &size) || !replay_moment(r, 2, &ns) || !replay_number(r, 4, &at) ||
        !replay_number(r, 5, &value) || (size != 1 && size != 2 && size != 4 && size != 8))
        return replay_broken(r, "expected WIDTH TIME MAP ADDRESS VALUE PC PID");
    replay_card_clock(&r->card, ns);
    if (!r->kernel && replay_word_is(r, 3, OUTSIDE)) {
        r->outside += replay_word_is(r, 0, "R");
        return true;
    }
    if (r->kernel && !replay_find(r, at, (size_t)size, &bar, &offset)) {
        r->outside += replay_word_is(r, 0, "R");
        return true;
    }
    if (!replay_place(r, at, (size_t)size, &bar, &offset))
        return false;
    if (replay_word_is(r, 0, "R")) {
        if (!r->row.open)
            r->row = (struct row){ at, r->card.now_ns, bar, (unsigned)size, offset, true };
        replay_compare_read(r, bar, offset, at, value,
                            model_read(r->card.model, bar, offset, (unsigned)size));
        return true;
    }
    model_write(r->card.model, bar, offset, value, (unsigned)size);
    return true;
}

void replay_place_bar(struct replay *r, unsigned bar)
{
    const uint64_t at = r->maps[bar].at;
    struct model_bar there;

    model_config_write(r->card.model, PCI_BAR0 + 4 * bar, (uint32_t)at, 4);
    if (model_bar(r->card.model, bar, &there) && there.wide)
        model_config_write(r->card.model, PCI_BAR0 + 4 * (bar + 1), (uint32_t)(at >> 32), 4);
}

static bool map(struct replay *r)
{
    uint64_t id;
    struct mapping found;

    if (!replay_number(r, 2, &id) || !replay_number(r, 3, &found.at) ||
        !replay_number(r, 5, &found.size) || id == 0 || id > PCI_BAR_COUNT)
        return replay_broken(
            r, "expected TIME ID ADDRESS VIRTUAL SIZE PC PID, ids as Barecard has them");
    r->maps[id - 1] = found;
    replay_place_bar(r, (unsigned)id - 1);
    return true;
}

static bool name_card(struct replay *r)
{
    if (++r->cards > 1)
        return replay_broken(r, "a second card: a log of one card can be replayed (card=)");
    snprintf(r->name, sizeof(r->name), "%s", r->count > 3 ? r->words[3] : "");
    return true;
}

/* Memory that the machine's firmware gives to Barecard is zero at first. */
static bool clear_memory(struct replay *r, uint64_t at, uint64_t size)
{
    static const uint8_t zeros[4096];

    for (uint64_t done = 0; done < size; done += sizeof(zeros))
        if (!replay_memory_write(&r->card.memory, at + done, zeros, sizeof(zeros)))
            return replay_broken(r, "out of memory");
    return true;
}

static bool mark(struct replay *r)
{
    uint64_t ns, at = 0, size = 0;

    if (!replay_moment(r, 1, &ns))
        return replay_broken(r, "expected MARK TIME TEXT");
    replay_card_clock(&r->card, ns);
    if (replay_word_is(r, 2, "card"))
        return name_card(r);
    if (replay_word_is(r, 2, "config"))
        return replay_config(r);
    if (replay_word_is(r, 2, "run") || replay_word_is(r, 2, "data"))
        return replay_content(r);
    if (replay_word_is(r, 2, "sum") || replay_word_is(r, 2, "right"))
        return replay_result(r);
    if (replay_word_is(r, 2, "march"))
        return replay_march(r);
    if (replay_word_is(r, 2, "alloc"))
        return (replay_number(r, 3, &at) && replay_number(r, 4, &size) && size <= ALLOC_MOST &&
                clear_memory(r, at, size)) ||
               replay_broken(r, "expected alloc AT SIZE");
    if (replay_word_is(r, 2, "memory"))
        return (replay_number(r, 3, &at) && replay_number(r, 4, &size) &&
                replay_announce(r, MEMORY, at, size)) ||
               replay_broken(r, "expected memory AT SIZE");
    if (!replay_word_is(r, 2, "block") && !replay_word_is(r, 2, "words"))
        return true; /* marks that only people read */
    if (!replay_number(r, 4, &at) || !replay_number(r, 5, &size))
        return replay_broken(r, "expected block|words R|W AT SIZE");
    if (replay_word_is(r, 3, "W"))
        return replay_announce(r, replay_word_is(r, 2, "block") ? BLOCK_WRITE : WORDS_WRITE, at,
                               size);
    if (replay_word_is(r, 2, "words") && size <= 4 * MMIOTRACE_WORDS_EACH)
        return true; /* so few words have a line each */
    return replay_announce(r, replay_word_is(r, 2, "block") ? BLOCK_READ : WORDS_READ, at, size);
}

static bool play_words(struct replay *r)
{
    if (r->count == 0)
        return true;
    if (replay_word_is(r, 0, "R") || replay_word_is(r, 0, "W"))
        return read_or_write(r);
    if (r->kernel)
        return replay_kernel_line(r);
    if (replay_word_is(r, 0, "MAP"))
        return map(r);
    return replay_word_is(r, 0, "MARK") ? mark(r) : true;
}

/* The shifted card first, so that its answers are there to be compared with. */
static bool play_line_twice(struct replay *r, char *line)
{
    struct replay *const shifted = r->shifted;
    char copy[LINE_MAX_BYTES];

    snprintf(copy, sizeof(copy), "%s", line);
    replay_split(r, line);
    replay_split(shifted, copy);
    if (replay_ends_row(r))
        replay_end_row(r);
    shifted->answers.count = shifted->answers.taken = 0;
    play_words(shifted);
    return play_words(r);
}

static bool line_too_long(struct replay *r)
{
    char why[40];

    snprintf(why, sizeof(why), "longer than %d bytes", LINE_MAX_BYTES - 1);
    return replay_broken(r, why);
}

static bool play(struct replay *r, FILE *file)
{
    char line[LINE_MAX_BYTES];
    bool good = true;

    while (good && fgets(line, sizeof(line), file)) {
        r->line++;
        if (!r->kernel && r->line == 1 && strncmp(line, "VERSION 20070824", 16) != 0)
            good = replay_broken(r, "no log of mmiotrace, version 20070824");
        else if (!strchr(line, '\n') && !feof(file))
            good = line_too_long(r);
        else
            good = play_line_twice(r, line);
    }
    replay_end_row(r);
    return good;
}

/* The BARs of a trace of Linux are known before it begins. */
static bool prepare(struct replay *r, FILE *file)
{
    if (!replay_look_for_kernel(r, file))
        return replay_broken(
            r, "no log of mmiotrace from which the BARs can be told: neither a line PCIDEV of "
               "a card of NVIDIA nor a MAP of 16 MiB");
    r->shifted->kernel = r->kernel;
    memcpy(r->shifted->maps, r->maps, sizeof(r->maps));
    if (r->kernel) {
        replay_place_bars(r->shifted);
        replay_place_bars(r);
    }
    return true;
}

/* A log without a read that could be compared is an error, because "0 different" would read as
 * agreement. */
static int verdict(const struct replay *r)
{
    if (r->reads == 0) {
        replay_broken(
            r, "the log ends without a read that could be compared (log=mmio:write has none)");
        return STATUS_ERROR;
    }
    if (r->registers)
        replay_registers_say(r->registers, r, r->options->limit);
    else if (r->others > r->options->limit)
        printf("and %lu more\n", r->others - r->options->limit);
    if (r->unknown)
        printf("%lu accesses were not read by the kernel that made the trace (UNKNOWN)\n",
               r->unknown);
    printf(
        "%lu reads: %lu equal, %lu different; not compared: %lu that tell the time, %lu of what is "
        "just at work, %lu that were repeated, %lu that came later, %lu outside of the BARs\n",
        r->reads, r->equal, r->others, r->times, r->speeds, r->polls, r->late, r->outside);
    return r->others != 0;
}

static void close_side(struct replay *r)
{
    replay_settle(r);
    replay_card_close(&r->card);
    replay_registers_free(r->registers);
    free(r->answers.values);
}

/* False: the cards could not be made, and the error was printed. */
static bool open_sides(struct replay *r, const struct model_config *config)
{
    struct model_config own = *config;
    char error[256];

    own.strict = r->options->strict;
    if (replay_card_open(&r->card, &own, error, sizeof(error)) &&
        replay_card_open(&r->shifted->card, config, error, sizeof(error)))
        return true;
    usage_error(r->argv, "%s", error);
    return false;
}

/* Both sides are closed before the status is decided on `told`, because a strict card tells its
 * last findings then. */
int replay_log(char **argv, const char *path, const struct model_config *config,
               const struct toolkit *toolkit, const struct replay_options *options)
{
    struct replay shifted = {
        .argv = argv, .path = path, .toolkit = toolkit, .card = { .ahead_ns = AHEAD_NS }
    };
    struct replay r = { .argv = argv,
                        .path = path,
                        .toolkit = toolkit,
                        .chip = config->chip,
                        .shifted = &shifted,
                        .options = options,
                        .registers = options->by_register ? replay_registers_new() : NULL };
    FILE *const file = fopen(path, "r");

    if (!file)
        return usage_error(argv, "cannot read %s", path);
    const bool good = open_sides(&r, config) && prepare(&r, file) && play(&r, file);

    fclose(file);
    const int status = good ? verdict(&r) : STATUS_ERROR;
    close_side(&shifted);
    close_side(&r);
    return status == STATUS_OK && r.card.told ? 1 : status;
}
