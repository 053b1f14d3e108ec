#include "suite/run/resume.h"

#include "engines/text.h"

#define MACHINE        "{\"type\":\"machine\""
#define BLOCK          4096 /* bytes that are read at once */
#define LINE_MAX       2048 /* a longer line is not ours */
#define NOT_FOUND      UINT64_MAX
#define TIME_LETTERS   19 /* of a date and a time in whole seconds */
#define RUN_NUMBER_MAX 999999999u

/* One line of report.jsonl; we read only lines that we wrote, so a plain search finds a member. */
struct record {
    const char *from, *to;
};

static const char *find(struct record r, const char *part)
{
    const size_t length = string_length(part);

    for (; (size_t)(r.to - r.from) >= length; r.from++) {
        size_t i = 0;

        while (i < length && r.from[i] == part[i])
            i++;
        if (i == length)
            return r.from + length;
    }
    return NULL;
}

static bool member(struct record r, const char *key, char *out, size_t size)
{
    const char *from = find(r, key);
    struct text text = text_in(out, size);

    if (!from)
        return false;
    for (; from < r.to && *from != '"'; from++)
        text_char(&text, *from);
    return from < r.to && !text.cut;
}

/* Decimal; 0: there is none, or it is too large to be ours. */
static unsigned number_member(struct record r, const char *key)
{
    const char *from = find(r, key);
    unsigned value = 0;

    for (; from && from < r.to && *from >= '0' && *from <= '9'; from++) {
        if (value > RUN_NUMBER_MAX / 10)
            return 0;
        value = value * 10 + (unsigned)(*from - '0');
    }
    return value;
}

static bool is(struct record r, const char *type)
{
    const char *const after = find(r, "{\"type\":\"");

    return after && find((struct record){ after, r.to }, type) == after + string_length(type);
}

/* ---- the start of the last run --------------------------------------------------------------- */

/* Forward, and each byte once: on FAT a step back in a file is a walk from its first cluster, which made the time
 * quadratic. The end of a block, where a marker may be cut, is kept in front of the next one. */
static uint64_t last_run(const struct resume_source *source)
{
    const size_t overlap = sizeof(MACHINE) - 2;
    char bytes[sizeof(MACHINE) - 2 + BLOCK];
    uint64_t at = source->size > RESUME_SEARCH_MAX ? source->size - RESUME_SEARCH_MAX : 0;
    uint64_t found = NOT_FOUND;
    size_t kept = 0;

    while (at < source->size) {
        const uint64_t rest = source->size - at;
        const size_t size = rest < BLOCK ? (size_t)rest : BLOCK;
        struct record seen = { bytes, bytes + kept + size };

        if (source->read(source->opaque, at, bytes + kept, size) != size)
            return NOT_FOUND;
        while ((seen.from = find(seen, MACHINE)) != NULL)
            found = at - kept + (uint64_t)(seen.from - bytes) - (sizeof(MACHINE) - 1);
        at += size;
        const size_t used = kept + size;
        kept = used < overlap ? used : overlap;
        for (size_t i = 0; i < kept; i++)
            bytes[i] = bytes[used - kept + i];
    }
    return found;
}

/* ---- records of that run --------------------------------------------------------------------- */

#define OPEN_MAX 8 /* cards at the same time: as many as jobs= allows */

/* The step that a run has begun and not ended; without a name: none. */
struct unfinished {
    struct open {
        struct resume_entry entry;
        struct moment since;
        unsigned watchdog_s; /* 0: not known */
    } of[OPEN_MAX];
    struct resume_entry starting; /* the other processors, in the midst of that */
};

/* The unfinished step of that card, else a place for it: the last one where all are taken. */
static struct open *open_of(struct unfinished *running, const struct card_key *card)
{
    struct open *place = NULL;

    for (unsigned i = 0; i < OPEN_MAX; i++) {
        struct open *const open = &running->of[i];

        if (open->entry.name[0] && card_key_equal(&open->entry.card, card))
            return open;
        if (!open->entry.name[0] && !place)
            place = open;
    }
    return place ? place : &running->of[OPEN_MAX - 1];
}

/* The only one that there is; null: there is none, or nobody can tell which one counts. */
static struct open *only_open(struct unfinished *running, unsigned *count)
{
    struct open *only = NULL;

    *count = 0;
    for (unsigned i = 0; i < OPEN_MAX; i++)
        if (running->of[i].entry.name[0]) {
            only = &running->of[i];
            ++*count;
        }
    return *count == 1 ? only : NULL;
}

static struct resume_entry *entry_like(struct resume *resume, const struct resume_entry *entry)
{
    for (unsigned i = 0; i < resume->count; i++) {
        struct resume_entry *const old = &resume->entries[i];

        if (old->phase == entry->phase && card_key_equal(&old->card, &entry->card) &&
            string_equal(old->name, entry->name))
            return old;
    }
    return NULL;
}

static void leave_out(struct resume *resume, const struct resume_entry *entry)
{
    struct resume_entry *const old = entry_like(resume, entry);

    if (old) {
        old->cuts = entry->cuts;
        old->crashed = entry->crashed;
        return;
    }
    if (resume->count < RESUME_MAX)
        resume->entries[resume->count++] = *entry;
    resume->full = resume->count == RESUME_MAX;
}

static bool entry_of(struct record r, struct resume_entry *out)
{
    *out = (struct resume_entry){ .phase = is(r, "phase\"") };
    if (!member(r, "\"card\":\"", out->card.at, sizeof(out->card.at)) ||
        !member(r, "\"id\":\"", out->card.id, sizeof(out->card.id)))
        return false;
    if (member(r, "\"test\":\"", out->name, sizeof(out->name)))
        return true;
    out->phase = true;
    return member(r, "\"phase\":\"", out->name, sizeof(out->name));
}

/* Decimal digits at a fixed place; 0 where they are not all digits. */
static unsigned digits(const char *at, unsigned count)
{
    unsigned value = 0;

    for (; count && *at >= '0' && *at <= '9'; at++, count--)
        value = value * 10 + (unsigned)(*at - '0');
    return count ? 0 : value;
}

/* The wall's time of "2026-11-22T07:03:52.120+01:00"; the zone is taken to be that of this boot. */
static struct moment time_of(struct record r)
{
    char words[MOMENT_WORDS_MAX];

    if (!member(r, "\"time\":\"", words, sizeof(words)) || string_length(words) < TIME_LETTERS)
        return (struct moment){ 0 };
    return moment_of(&(struct moment_date){ .year = (uint16_t)digits(words, 4),
                                            .month = (uint8_t)digits(words + 5, 2),
                                            .day = (uint8_t)digits(words + 8, 2),
                                            .hour = (uint8_t)digits(words + 11, 2),
                                            .minute = (uint8_t)digits(words + 14, 2),
                                            .second = (uint8_t)digits(words + 17, 2) },
                     MOMENT_NO_ZONE);
}

/* A test that came to its end was not cut off in every boot. */
static void take_end(struct resume *resume, struct open *open)
{
    struct resume_entry *const old = entry_like(resume, &open->entry);

    if (open->entry.name[0] && old && old->cuts) {
        *old = resume->entries[--resume->count];
        resume->full = false;
    }
    *open = (struct open){ 0 };
}

static bool is_processors(const struct resume_entry *entry)
{
    return entry->phase && string_equal(entry->name, RECORD_PROCESSORS);
}

/* A test or a phase has begun. */
static void take_begin(struct unfinished *running, struct record r)
{
    struct resume_entry entry;

    if (!entry_of(r, &entry))
        return;
    struct open *const open = open_of(running, &entry.card);

    if (is_processors(&entry))
        running->starting = entry;
    else if (string_equal(entry.name, RECORD_PROCESSORS_STARTED))
        running->starting = (struct resume_entry){ 0 };
    else if (string_equal(entry.name, RECORD_DONE))
        *open = (struct open){ 0 };
    else
        *open = (struct open){ entry, time_of(r), number_member(r, "\"watchdog\":") };
}

static void take_record(struct resume *resume, struct unfinished *running, struct record r)
{
    struct resume_entry entry;
    unsigned count;

    if (is(r, "machine\"")) {
        resume->run = number_member(r, "\"run\":");
    } else if (is(r, "verdict\"") && !find(r, "\"card\":\"")) { /* of the run, not of one card */
        *resume = (struct resume){ .run = resume->run };
        *running = (struct unfinished){ 0 };
    } else if (is(r, "start\"") || is(r, "phase\"")) {
        take_begin(running, r);
    } else if (is(r, "full\"")) { /* the report ends here, and not the test */
        *running = (struct unfinished){ 0 };
    } else if (is(r, "end\"")) {
        if (entry_of(r, &entry))
            take_end(resume, open_of(running, &entry.card));
    } else if (is(r, "note\"") && find(r, "\"text\":\"" RECORD_CUT) && entry_of(r, &entry)) {
        entry.cuts = number_member(r, "\"cuts\":");
        leave_out(resume, &entry);
    } else if (is(r, "note\"") && find(r, "\"text\":\"" RECORD_RESET) && entry_of(r, &entry)) {
        leave_out(resume, &entry);
    } else if (is(r, "note\"") && find(r, "\"text\":\"" RECORD_CRASH) && entry_of(r, &entry)) {
        entry.crashed = true;
        leave_out(resume, &entry);
    } else if (is(r, "crash\"") && only_open(running, &count)) {
        only_open(running, &count)->entry.crashed = true;
        leave_out(resume, &only_open(running, &count)->entry);
        *running = (struct unfinished){ 0 };
    }
}

/* The watchdog was armed when the test began or later, so sooner than this it has not reset the machine. */
static bool was_cut(const struct open *open, const struct moment *began)
{
    return open->since.known && began->known && began->ms >= open->since.ms &&
           began->ms - open->since.ms < (uint64_t)open->watchdog_s * 1000;
}

/* A test that has once reset the machine stays out. */
static void take_unfinished(struct resume *resume, struct open *open, const struct moment *began)
{
    const struct resume_entry *const old = entry_like(resume, &open->entry);

    if (was_cut(open, began))
        open->entry.cuts = !old ? 1 : old->cuts ? old->cuts + 1 : 0;
    leave_out(resume, &open->entry);
}

/* A line without its end was cut by the reset and is not used. */
static void read_run(struct resume *resume, const struct resume_source *source, uint64_t at,
                     const struct moment *began)
{
    struct unfinished running = { 0 };
    char block[BLOCK], line[LINE_MAX];
    size_t used = 0, size;
    unsigned count;

    for (; (size = source->read(source->opaque, at, block, sizeof(block))) != 0; at += size)
        for (size_t i = 0; i < size; i++) {
            if (block[i] != '\n') {
                line[used < LINE_MAX ? used : 0] = block[i];
                used += used < LINE_MAX;
                continue;
            }
            if (used < LINE_MAX)
                take_record(resume, &running, (struct record){ line, line + used });
            used = 0;
        }
    struct open *const only = only_open(&running, &count);

    if (running.starting.name[0])
        leave_out(resume, &running.starting);
    else if (only)
        take_unfinished(resume, only, began);
    resume->together = count > 1;
}

void resume_read(struct resume *resume, const struct resume_source *source,
                 const struct moment *began)
{
    *resume = (struct resume){ 0 };
    const uint64_t at = last_run(source);

    resume->unknown = at == NOT_FOUND && source->size != 0;
    if (at != NOT_FOUND)
        read_run(resume, source, at, began);
}

/* The test's entry for this card; null: there is none. */
static const struct resume_entry *entry_for(const struct resume *resume,
                                            const struct card_key *card, const char *test)
{
    for (unsigned i = 0; i < resume->count; i++) {
        const struct resume_entry *const entry = &resume->entries[i];

        if (!entry->phase && card_key_equal(&entry->card, card) && string_equal(entry->name, test))
            return entry;
    }
    return NULL;
}

unsigned resume_cuts(const struct resume *resume, const struct card_key *card, const char *test)
{
    const struct resume_entry *const entry = entry_for(resume, card, test);

    return entry ? entry->cuts : 0;
}

bool resume_leaves_out(const struct resume *resume, const struct card_key *card, const char *test)
{
    const struct resume_entry *const entry = entry_for(resume, card, test);

    return entry && !entry->again && (!entry->cuts || entry->cuts >= RESUME_CUTS_MAX);
}

void resume_run_again(struct resume *resume, const struct card_key *card, const char *test)
{
    for (unsigned i = 0; i < resume->count; i++) {
        struct resume_entry *const entry = &resume->entries[i];

        if (!entry->phase && card_key_equal(&entry->card, card) && string_equal(entry->name, test))
            entry->again = true;
    }
}

bool resume_crashed(const struct resume *resume, const struct card_key *card, const char *name)
{
    for (unsigned i = 0; i < resume->count; i++) {
        const struct resume_entry *const entry = &resume->entries[i];

        if (entry->crashed && card_key_equal(&entry->card, card) && string_equal(entry->name, name))
            return true;
    }
    return false;
}

const char *resume_phase(const struct resume *resume, const struct card_key *card)
{
    for (unsigned i = 0; i < resume->count; i++)
        if (resume->entries[i].phase && !is_processors(&resume->entries[i]) &&
            card_key_equal(&resume->entries[i].card, card))
            return resume->entries[i].name;
    return NULL;
}

bool resume_lacks_processors(const struct resume *resume)
{
    for (unsigned i = 0; i < resume->count; i++)
        if (is_processors(&resume->entries[i]))
            return true;
    return false;
}
