/* Commands of the prompt that read and write the card's memory by the untranslated window. */
#include "suite/prompt/commands.h"

#include "engines/window.h"
#include "hw/bits.h"
#include "hw/least.h"

#define WORDS_MAX  256
#define LINE_WORDS 8 /* of an answer */
#define FILL_MAX   JOURNAL_STORE

/* The owner whose memory may not be written to; null: the range is free, or a driver's, which finds
 * it as it was. */
static const char *kept_from(const struct card *card, uint64_t from, uint64_t size)
{
    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use != VRAM_LEFT_ALONE && from < owner->to && owner->from < from + size)
            return owner->name;
    }
    return NULL;
}

static bool parse_place(struct prompt *prompt, const char *word, uint64_t size, linear_addr *at)
{
    const uint64_t memory = prompt->card->vram.size;

    at->target = TARGET_VRAM;
    if (!prompt_has_memory(prompt) ||
        !prompt_number(prompt, word, memory - LEAST(memory, size), "an offset in VRAM", &at->v))
        return false;
    if (at->v % 4)
        prompt_refuse(prompt, "%s: expected a multiple of 4", word);
    return at->v % 4 == 0;
}

/* Nothing is shown after the deadline, because the words may be those of a card that no longer
 * answers. */
static void read_words(struct prompt *prompt, const struct words *words)
{
    uint32_t seen[WORDS_MAX];
    uint64_t count = 1;
    linear_addr at;

    if (words->count > 3 &&
        !prompt_number(prompt, words->word[3], WORDS_MAX, "how many words", &count))
        return;
    count += !count;
    if (!parse_place(prompt, words->word[2], 4 * count, &at) ||
        !prompt_ok(prompt, card_memory_read(prompt->card, at, seen, 4 * count), "reading VRAM") ||
        card_expired(prompt->card))
        return;
    prompt_value(prompt, seen[0]);
    for (unsigned i = 0; i < count; i += LINE_WORDS) {
        char line[SCENE_PROMPT_LINE];
        struct text text = text_in(line, sizeof(line));

        for (unsigned n = i; n < count && n < i + LINE_WORDS; n++)
            text_format(&text, " 0x%08x", seen[n]);
        prompt_say(prompt, PROMPT_ANSWER, "VRAM 0x%llx =%s", (unsigned long long)at.v + 4 * i,
                   line);
    }
}

static bool may_write(struct prompt *prompt, linear_addr at, uint64_t size)
{
    const char *const owner = kept_from(prompt->card, at.v, size);

    if (owner) {
        prompt_refuse(prompt, "VRAM 0x%llx is %s: not written", (unsigned long long)at.v, owner);
        return false;
    }
    return prompt_may_write(prompt, "VRAM 0x%llx", (unsigned long long)at.v);
}

static void written(struct prompt *prompt, enum err e, uint64_t size)
{
    if (!prompt_ok(prompt, e,
                   e == ERR_NO_MEMORY ? "there is no room to keep what lies there (undo makes some)"
                                      : "writing VRAM"))
        return;
    prompt_written(prompt);
    const struct journal_entry *const entry = &prompt->journal.entries[prompt->journal.count - 1];
    uint32_t seen = 0;

    if (!prompt_ok(prompt, card_memory_read(prompt->card, entry->memory, &seen, 4), "reading back"))
        return;
    prompt_value(prompt, seen);
    prompt_say(prompt, PROMPT_ANSWER, "VRAM 0x%llx, %u bytes: was 0x%08x, reads 0x%08x",
               (unsigned long long)entry->memory.v, (unsigned)size, entry->before, seen);
}

static void write_words(struct prompt *prompt, const struct words *words)
{
    const unsigned count = words->count - 3;
    uint32_t put[WORDS_OF_LINE];
    uint64_t word;
    linear_addr at;

    for (unsigned i = 0; i < count; i++) {
        if (!prompt_number(prompt, words->word[3 + i], UINT32_MAX, "a word of 32 bits", &word))
            return;
        put[i] = (uint32_t)word;
    }
    if (parse_place(prompt, words->word[2], 4 * count, &at) && may_write(prompt, at, 4 * count))
        written(prompt, journal_memory(&prompt->journal, at, put, 0, 4 * count), 4 * count);
}

static void fill(struct prompt *prompt, const struct words *words)
{
    uint64_t size, word;
    linear_addr at;

    if (!prompt_number(prompt, words->word[3], FILL_MAX, "bytes", &size) ||
        !prompt_number(prompt, words->word[4], UINT32_MAX, "a word of 32 bits", &word))
        return;
    if (!size || size % 4)
        prompt_refuse(prompt, "%s: expected a multiple of 4", words->word[3]);
    else if (parse_place(prompt, words->word[2], size, &at) && may_write(prompt, at, size))
        written(prompt, journal_memory(&prompt->journal, at, NULL, (uint32_t)word, (uint32_t)size),
                size);
}

void do_vram(struct prompt *prompt, const struct words *words)
{
    if (string_equal(words->word[1], "read") && words->count <= 4)
        read_words(prompt, words);
    else if (string_equal(words->word[1], "write") && words->count >= 4)
        write_words(prompt, words);
    else if (string_equal(words->word[1], "fill") && words->count == 5)
        fill(prompt, words);
    else
        prompt_refuse(prompt, "vram: expected read ADDRESS [WORDS], write ADDRESS WORD..., or fill "
                              "ADDRESS BYTES WORD");
}

bool prompt_target(struct prompt *prompt, const char *word, enum target *out)
{
    static const struct {
        const char *name;
        enum target target;
    } names[] = { { "vram", TARGET_VRAM },
                  { "snoop", TARGET_SYSRAM_SNOOP },
                  { "nosnoop", TARGET_SYSRAM_NOSNOOP } };

    for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
        if (string_equal(word, names[i].name)) {
            *out = names[i].target;
            return true;
        }
    prompt_refuse(prompt, "%s: expected vram, snoop or nosnoop", word);
    return false;
}

void prompt_say_flushed(struct prompt *prompt, const char *flushed, uint64_t begun_us)
{
    struct bus *const bus = prompt->card->bus;
    const uint64_t us = bus->ops->time_us(bus) - begun_us;

    prompt_value(prompt, us);
    prompt_say(prompt, PROMPT_GOOD, "%s flushed, %llu us", flushed, (unsigned long long)us);
}
