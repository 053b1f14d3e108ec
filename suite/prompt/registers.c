/* Commands of the prompt that read and write registers and configuration space. */
#include "suite/prompt/commands.h"

#include "engines/family.h"
#include "engines/window.h"
#include "hw/bits.h"
#include "hw/pci.h"
#include "suite/kit/registers.h"

#define FIELDS_MAX   1024
#define COUNT_MAX    256
#define POLL_MS      1000
#define POLL_MS_MAX  60000
#define DUMP_BYTES   256
#define DUMP_MAX     0x10000u
#define ROW_WORDS    4
#define CONFIG_BYTES 0x1000u

static bool find(struct prompt *prompt, const char *name, struct register_view *reg)
{
    char big[LINE_MAX + 1];
    struct text text = text_in(big, sizeof(big));
    const struct register_map *const map = prompt->family->registers;
    struct register_query query = { .name = name, .length = string_length(name) };

    if (map->find(prompt->card->chip, &query, reg))
        return true;
    for (const char *c = name; *c; c++)
        text_char(&text, prompt_upper(*c));
    query.name = big;
    return map->find(prompt->card->chip, &query, reg);
}

static bool find_at(struct prompt *prompt, uint32_t at, struct register_view *reg)
{
    const struct register_query query = { .at = at };

    return prompt->family->registers->find(prompt->card->chip, &query, reg);
}

/* An offset need not be a known register, because people come here to look at unknown ones. */
static bool prompt_register(struct prompt *prompt, const char *word, uint32_t *at)
{
    const uint64_t size = prompt->card->pci.bars[NV_BAR_MMIO].size;
    struct register_view reg;
    uint64_t number;

    if (find(prompt, word, &reg)) {
        *at = reg.at;
        return true;
    }
    if (!words_number(word, &number)) {
        prompt_refuse(prompt, "%s: no register of that name on %s (Tab completes names)", word,
                      prompt->card->chip->name);
        return false;
    }
    if (number % 4 || number >= size) {
        prompt_refuse(prompt, "%s: expected a multiple of 4 below 0x%llx", word,
                      (unsigned long long)size);
        return false;
    }
    *at = (uint32_t)number;
    return true;
}

/* "0x001540 PBUS_HWUNITS_0" */
static void prompt_register_words(struct prompt *prompt, uint32_t at, struct text *text)
{
    struct register_view reg;

    text_format(text, "0x%06x", at);
    if (!find_at(prompt, at, &reg))
        return;
    text_char(text, ' ');
    register_title(text, &reg);
}

void prompt_say_register(struct prompt *prompt, uint32_t at, uint32_t value)
{
    char title[LINE_MAX], fields[FIELDS_MAX];
    struct text text = text_in(title, sizeof(title)), words = text_in(fields, sizeof(fields));
    struct register_view reg;

    prompt_register_words(prompt, at, &text);
    prompt_say(prompt, PROMPT_ANSWER, "%s = 0x%08x", title, value);
    if (find_at(prompt, at, &reg) && reg.field_count) {
        register_fields(&words, &reg, prompt->card->chip, value);
        prompt_detail(prompt, fields);
    }
}

/* Reads its word; false: nothing was read, because the line was cut off or the log has nothing. */
static bool next_word(struct prompt *prompt, uint32_t at, uint32_t *word)
{
    const struct prompt_log *const log = prompt->setup->replay;

    if (log)
        return log->reads_register(log->opaque, at, word);
    *word = card_read32(prompt->card, at);
    return !card_expired(prompt->card);
}

/* The same, where a log that has nothing ends the line. */
static bool wanted_word(struct prompt *prompt, uint32_t at, uint32_t *word)
{
    char title[LINE_MAX];
    struct text text = text_in(title, sizeof(title));

    if (next_word(prompt, at, word))
        return true;
    prompt_register_words(prompt, at, &text);
    if (prompt->setup->replay)
        prompt_refuse(prompt, "%s: the log has no further read of it", title);
    return false;
}

/* Ends at the first word that cannot be read, because later ones could not be read either. */
void do_read(struct prompt *prompt, const struct words *words)
{
    uint64_t count = 1;
    uint32_t at, value;

    if (!prompt_register(prompt, words->word[1], &at))
        return;
    if (words->count > 2 &&
        !prompt_number(prompt, words->word[2], COUNT_MAX, "how many registers", &count))
        return;
    for (unsigned i = 0; i < count; i++) {
        if (!wanted_word(prompt, at + 4 * i, &value))
            return;
        if (!i)
            prompt_value(prompt, value);
        prompt_say_register(prompt, at + 4 * i, value);
    }
}

/* The register is read back and shown, because many bits do not keep the value written. */
void do_write(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    char title[LINE_MAX];
    struct text text = text_in(title, sizeof(title));
    uint64_t value;
    uint32_t at;

    if (!prompt_register(prompt, words->word[1], &at) ||
        !prompt_number(prompt, words->word[2], UINT32_MAX, "a word of 32 bits", &value))
        return;
    prompt_register_words(prompt, at, &text);
    if (!prompt_may_write(prompt, "register %s", title) ||
        !prompt_ok(prompt, journal_register(&prompt->journal, at, (uint32_t)value), "writing"))
        return;
    prompt_written(prompt);
    const uint32_t seen = card_read32(card, at);

    prompt_value(prompt, seen);
    prompt_say(prompt, PROMPT_ANSWER, "%s was 0x%08x, wrote 0x%08x, reads 0x%08x", title,
               prompt->journal.entries[prompt->journal.count - 1].before, (uint32_t)value, seen);
}

struct wanted {
    uint32_t at, mask, value;
    uint64_t ms;
};

/* Reads until it is there or the time is over; gives how long that took. False: it was cut off. */
static bool wait_for(struct prompt *prompt, const struct wanted *w, uint32_t *seen, uint64_t *us)
{
    struct bus *const bus = prompt->card->bus;
    const uint64_t begun = bus->ops->time_us(bus);

    do {
        if (!wanted_word(prompt, w->at, seen))
            return false;
        *us = bus->ops->time_us(bus) - begun;
    } while ((*seen & w->mask) != w->value && *us < w->ms * 1000);
    return true;
}

/* The deadline of the line grows by the wait that it asks for, so that a long wait is no hang. */
void do_poll(struct prompt *prompt, const struct words *words)
{
    uint64_t mask, value;
    struct wanted w = { .ms = POLL_MS };
    uint64_t us = 0;
    uint32_t seen;

    if (!prompt_register(prompt, words->word[1], &w.at) ||
        !prompt_number(prompt, words->word[2], UINT32_MAX, "a mask of 32 bits", &mask) ||
        !prompt_number(prompt, words->word[3], UINT32_MAX, "a word of 32 bits", &value) ||
        (words->count > 4 &&
         !prompt_number(prompt, words->word[4], POLL_MS_MAX, "milliseconds", &w.ms)))
        return;
    w.mask = (uint32_t)mask;
    w.value = (uint32_t)value;
    prompt_extend(prompt, w.ms * 1000);
    if (!wait_for(prompt, &w, &seen, &us))
        return;
    const bool there = (seen & w.mask) == w.value;

    prompt_value(prompt, there);
    prompt_say(prompt, there ? PROMPT_GOOD : PROMPT_BAD, "%s: 0x%08x after %llu us",
               there ? "yes" : "no", seen, (unsigned long long)us);
}

/* ---- many ------------------------------------------------------------------------------------ */

static void say_row(struct prompt *prompt, uint64_t at, const uint32_t *words, unsigned count)
{
    char row[SCENE_PROMPT_LINE];
    struct text text = text_in(row, sizeof(row));

    text_format(&text, "0x%08llx ", (unsigned long long)at);
    for (unsigned i = 0; i < count; i++)
        text_format(&text, " %08x", words[i]);
    prompt_say(prompt, PROMPT_ANSWER, "%s", row);
}

/* Word by word, with dashes for words that the log lacks. */
static void dump_log(struct prompt *prompt, uint32_t at, uint32_t size)
{
    uint32_t word;

    for (uint32_t row = 0; row < size; row += 4 * ROW_WORDS) {
        char letters[SCENE_PROMPT_LINE];
        struct text text = text_in(letters, sizeof(letters));

        text_format(&text, "0x%08x ", at + row);
        for (unsigned i = 0; i < ROW_WORDS; i++)
            if (next_word(prompt, at + row + 4 * i, &word))
                text_format(&text, " %08x", word);
            else
                text_string(&text, " --------");
        prompt_say(prompt, PROMPT_ANSWER, "%s", letters);
    }
}

static void dump_registers(struct prompt *prompt, uint32_t at, uint32_t size)
{
    struct card *const card = prompt->card;
    uint32_t words[ROW_WORDS];

    if (prompt->setup->replay) {
        dump_log(prompt, at, size);
        return;
    }

    for (uint32_t done = 0; done < size && !card_expired(card); done += sizeof(words)) {
        card_read_words(card, at + done, words, ROW_WORDS);
        say_row(prompt, at + done, words, ROW_WORDS);
    }
}

static void dump_vram(struct prompt *prompt, uint64_t at, uint32_t size)
{
    struct card *const card = prompt->card;
    uint32_t words[ROW_WORDS];

    for (uint32_t done = 0; done < size; done += sizeof(words)) {
        const linear_addr there = { at + done, TARGET_VRAM };

        if (!prompt_ok(prompt, card_memory_read(card, there, words, sizeof(words)),
                       "reading VRAM") ||
            card_expired(card))
            return;
        say_row(prompt, there.v, words, ROW_WORDS);
    }
}

/* The size is rounded up to 16 bytes, because a dump has lines of that length. */
void do_dump(struct prompt *prompt, const struct words *words)
{
    const bool vram = string_equal(words->word[1], "vram");
    uint64_t size = DUMP_BYTES, at;
    uint32_t reg;

    if (!vram && !string_equal(words->word[1], "regs")) {
        prompt_refuse(prompt, "%s: expected regs or vram", words->word[1]);
        return;
    }
    if (words->count > 3 && !prompt_number(prompt, words->word[3], DUMP_MAX, "bytes", &size))
        return;
    size = (size + 15) / 16 * 16;
    if (!vram) {
        if (prompt_register(prompt, words->word[2], &reg))
            dump_registers(prompt, reg, (uint32_t)size);
        return;
    }
    if (!prompt_has_memory(prompt) ||
        !prompt_number(prompt, words->word[2], prompt->card->vram.size - 4, "an offset in VRAM",
                       &at))
        return;
    dump_vram(prompt, at & ~UINT64_C(3), (uint32_t)size);
}

/* Missing reads are counted and told, because a log may have stopped in the midst of a probe. */
void do_probe(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    struct family_probe row;
    unsigned count = 0, missing = 0;
    uint32_t word;

    (void)words;
    for (unsigned i = 0; card->family->probe && card->family->probe(card, i, false, &row); i++)
        for (unsigned n = 0; n < row.count && !card_expired(card); n++) {
            const bool read = next_word(prompt, row.at + n * row.step, &word);

            count += read;
            missing += !read;
            if (read)
                prompt_say_register(prompt, row.at + n * row.step, word);
        }
    if (missing && prompt->setup->replay)
        prompt_say(prompt, PROMPT_ANSWER, "the log has no further read of %u more", missing);
    prompt_value(prompt, count);
}

/* ---- configuration space --------------------------------------------------------------------- */

/* False: the log has no such read. */
static bool config_word(struct prompt *prompt, unsigned offset, uint32_t *word)
{
    const struct prompt_log *const log = prompt->setup->replay;
    struct bus *const bus = prompt->card->bus;

    if (log)
        return log->reads_config(log->opaque, offset, word);
    *word = bus->ops->config_read(bus, prompt->card->pci.at, (uint16_t)offset, 4);
    return true;
}

static bool parse_offset(struct prompt *prompt, const char *word, uint64_t *offset)
{
    if (!prompt_number(prompt, word, CONFIG_BYTES - 4, "an offset in configuration space", offset))
        return false;
    if (*offset % 4)
        prompt_refuse(prompt, "%s: expected a multiple of 4", word);
    return *offset % 4 == 0;
}

static void say_config_word(struct prompt *prompt, unsigned offset, uint32_t word)
{
    prompt_value(prompt, word);
    prompt_say(prompt, PROMPT_ANSWER, "configuration space 0x%03x = 0x%08x", offset, word);
}

static void say_config(struct prompt *prompt, unsigned offset)
{
    uint32_t word;

    if (config_word(prompt, offset, &word))
        say_config_word(prompt, offset, word);
    else
        prompt_refuse(prompt, "configuration space 0x%03x: the log has no further read of it",
                      offset);
}

/* The words of the first 256 bytes that are not 0; the value is the first word. */
static void say_config_header(struct prompt *prompt)
{
    uint32_t first, word;
    const bool any = config_word(prompt, 0, &first);

    if (any && first)
        say_config_word(prompt, 0, first);
    for (unsigned at = 4; at < 0x100; at += 4)
        if (config_word(prompt, at, &word) && word)
            say_config_word(prompt, at, word);
    if (any)
        prompt_value(prompt, first);
}

/* Where the card decodes memory, and whether: without these nothing of it can be put back. */
static bool is_vital(uint64_t offset)
{
    return offset == PCI_COMMAND || (offset >= PCI_BAR0 && offset < PCI_BAR0 + 0x18) ||
           offset == 0x30;
}

static void write_config(struct prompt *prompt, const char *offset_word, const char *value_word)
{
    uint64_t offset, value;

    if (!parse_offset(prompt, offset_word, &offset) ||
        !prompt_number(prompt, value_word, UINT32_MAX, "a word of 32 bits", &value))
        return;
    if (is_vital(offset)) {
        prompt_refuse(prompt, "%s: not written, because the card would be lost", offset_word);
        return;
    }
    if (!prompt_may_write(prompt, "configuration space 0x%03x", (unsigned)offset) ||
        !prompt_ok(prompt, journal_config(&prompt->journal, (uint16_t)offset, (uint32_t)value),
                   "writing"))
        return;
    prompt_written(prompt);
    say_config(prompt, (unsigned)offset);
}

void do_pci(struct prompt *prompt, const struct words *words)
{
    uint64_t offset;

    if (words->count == 1) {
        say_config_header(prompt);
    } else if (words->count == 3 && string_equal(words->word[1], "read")) {
        if (parse_offset(prompt, words->word[2], &offset))
            say_config(prompt, (unsigned)offset);
    } else if (words->count == 4 && string_equal(words->word[1], "write")) {
        write_config(prompt, words->word[2], words->word[3]);
    } else {
        prompt_refuse(prompt, "pci: expected read OFFSET, or write OFFSET VALUE");
    }
}
