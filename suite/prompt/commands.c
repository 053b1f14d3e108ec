#include "suite/prompt/commands.h"

/* clang-format off */
const struct prompt_command prompt_commands[PROMPT_COMMANDS] = {
    { "card", "", "which card this is, and in what state",
      "Reads only, but for a bit that some cards want set while their temperature is read.", 0, 0, COMPLETE_NOTHING, do_card },
    { "read", "REGISTER [COUNT]", "registers, by name or address",
      "REGISTER is a name as hw/ has it, NAME[INDEX] of an array, or a byte offset in BAR0. A few registers change when "
      "they are read. The value is what `expect` compares: the first one of several.",
      1, 2, COMPLETE_REGISTERS, do_read },
    { "write", "REGISTER VALUE", "a register",
      "What it held before is put back at the end, or by undo. What the write has set off is not taken back.",
      2, 2, COMPLETE_REGISTERS, do_write },
    { "poll", "REGISTER MASK VALUE [MS]", "reads until (register & MASK) is VALUE",
      "At most 1000 ms, or MS. The value is 1 if it got there, else 0.", 3, 4, COMPLETE_REGISTERS, do_poll },
    { "dump", "regs|vram ADDRESS [BYTES]", "words, four in a line",
      "256 bytes, or BYTES, up to 64K. VRAM goes through the untranslated window.", 2, 3, COMPLETE_WORDS, do_dump },
    { "probe", "", "all registers that can be read without harm",
      "The list of mode=probe. Reads only; the value is how many words.", 0, 0, COMPLETE_NOTHING, do_probe },
    { "pci", "[read OFFSET | write OFFSET VALUE]", "configuration space",
      "Without a word behind it: the words of the first 256 bytes that are not 0. Command register and BARs cannot be "
      "written, because the card would be lost.", 0, 3, COMPLETE_WORDS, do_pci },
    { "vram", "read ADDRESS [WORDS] | write ADDRESS WORD... | fill ADDRESS BYTES WORD", "memory of the card",
      "Words of 4 bytes, through the untranslated window. What lay there is put back at the end.",
      2, WORDS_OF_LINE - 1, COMPLETE_WORDS, do_vram },
    { "channel", "[ADDRESS]", "a channel for page, map and method",
      "Makes one from nothing in VRAM that nobody uses, and starts what runs it; with ADDRESS it takes one that is in memory "
      "already (its descriptor on NV50, its instance block on GV100) for page and translate. The value is its address.",
      0, 1, COMPLETE_NOTHING, do_channel },
    { "page", "ADDRESS", "the entries that a virtual address leads to",
      "Reads the channel's tables from memory. The value is the last entry.", 1, 1, COMPLETE_NOTHING, do_page },
    { "translate", "ADDRESS [r|w] [SELECTOR]", "where an access ends, or the fault that it raises",
      "By the tables in memory, not by the card. SELECTOR names a DMA object of NV50; without it the channel's own. The "
      "value is the address.", 1, 3, COMPLETE_NOTHING, do_translate },
    { "map", "ADDRESS vram|snoop|nosnoop TO [PAGES]", "pages of 4 KiB",
      "Writes entries into the tables of the channel, which is made if there is none. No TLB is flushed.",
      3, 4, COMPLETE_NOTHING, do_map },
    { "object", "SELECTOR | vram|snoop|nosnoop BASE BYTES", "a DMA object (NV50)",
      "Shows the object, or makes one in the channel; the value is its selector.", 1, 3, COMPLETE_NOTHING, do_object },
    { "method", "CLASS METHOD DATA", "a method to an object of a class, by the channel",
      "CLASS 0 is the host itself (PFIFO). The value is 0, or the interrupts that it raised.", 3, 3, COMPLETE_NOTHING, do_method },
    { "flush", "[ENGINE]", "a TLB, or what the host has written",
      "NV50: BAR, PFIFO, PGRAPH ...; GV100: tlb, l2, sysmem. The value is how many microseconds it took.",
      0, 1, COMPLETE_NOTHING, do_flush },
    { "fault", "", "the fault record, in words",
      "Takes the record, so that the next fault can be told. The value is its reason, or 0xffffffff for none.",
      0, 0, COMPLETE_NOTHING, do_fault },
    { "run", "TEST", "a test of the suite by its name",
      "Everything is put back first, because a test begins with the card as it was taken over. The value is 1 for a pass.",
      1, 1, COMPLETE_NOTHING, do_test },
    { "log", "on|off", "each access to the card, as a line",
      "In the form of log=mmio.", 1, 1, COMPLETE_WORDS, do_log },
    { "undo", "", "puts the last write back", "Again and again up to the first one.", 0, 0, COMPLETE_NOTHING, do_undo },
    { "expect", "VALUE [MASK]", "compares the value of the line before",
      "With it a prompt has a verdict: PASS if each one is as expected, else FAIL.", 1, 2, COMPLETE_NOTHING, do_expect },
    { "wait", "MS", "does nothing for so long", "Up to 60000.", 1, 1, COMPLETE_NOTHING, do_wait },
    { "note", "WORD...", "a line for the report", "Nothing is done.", 1, WORDS_OF_LINE - 1, COMPLETE_NOTHING, do_note },
    { "help", "[COMMAND]", "this list, or one command in full", "", 0, 1, COMPLETE_COMMANDS, do_help },
    { "quit", "", "leaves, and puts back what was written", "As Esc does.", 0, 0, COMPLETE_NOTHING, do_quit },
};

const char *const prompt_shown[PROMPT_SHOWN][2] = {
    { "card", "which card, what state" },   { "read write", "a register, by name or 0x" },
    { "poll", "until a bit is as wanted" }, { "vram", "read, write, fill" },
    { "page", "a virtual address" },        { "map flush", "pages and TLBs" },
    { "channel", "made, or one that is there" }, { "method", "to a class, by channel" },
    { "fault", "the last one, in words" },  { "run", "one test by name" },
    { "log on", "each access, as a line" }, { "expect", "compares, for a verdict" },
    { "undo", "take back" },                { "help", "one command in full" },
};
/* clang-format on */

const struct prompt_command *prompt_command_named(const char *name)
{
    for (unsigned i = 0; i < PROMPT_COMMANDS; i++)
        if (string_equal(name, prompt_commands[i].name))
            return &prompt_commands[i];
    return NULL;
}

bool prompt_line_wrong(const struct words *words, struct text *why)
{
    if (!words->count)
        return false;
    const struct prompt_command *const command = prompt_command_named(words->word[0]);

    if (!command) {
        text_format(why, "%s is no command; help lists them", words->word[0]);
    } else if (words->count - 1 < command->least || words->count - 1 > command->most) {
        text_format(why, "%s: expected %s%s%s", command->name, command->name,
                    command->arguments[0] ? " " : "", command->arguments);
    }
    return why->used;
}

/* ---- completion ------------------------------------------------------------------------------ */

char prompt_upper(char c)
{
    if (c >= 'a' && c <= 'z')
        return (char)(c - 'a' + 'A');
    return c;
}

/* Completions of a word. */
struct candidates {
    const char *word;
    size_t length;             /* of the word */
    char common[LINE_MAX + 1]; /* common beginning of all candidates */
    unsigned count;
    struct text *hint;
};

static bool fits(const struct candidates *c, const char *name)
{
    for (size_t i = 0; i < c->length; i++)
        if (!name[i] || prompt_upper(name[i]) != prompt_upper(c->word[i]))
            return false;
    return true;
}

static void add(struct candidates *c, const char *name)
{
    size_t same = 0;

    if (!fits(c, name))
        return;
    if (!c->count++) {
        struct text common = text_in(c->common, sizeof(c->common));

        text_string(&common, name);
    } else {
        while (c->common[same] && c->common[same] == name[same])
            same++;
        c->common[same] = '\0';
    }
    text_format(c->hint, "%s%s", c->hint->used ? "  " : "Tab: ", name);
}

static void add_register(const struct register_view *reg, void *context)
{
    char name[LINE_MAX];
    struct text text = text_in(name, sizeof(name));

    if (reg->index)
        return;
    text_format(&text, "%s%s%s", reg->unit ? reg->unit : "", reg->unit ? "_" : "", reg->name);
    add(context, name);
}

/* The words that may be the first argument of a command: "read", "write", "fill". */
static void add_words(struct candidates *c, const char *arguments)
{
    char word[LINE_MAX];
    struct text text = text_in(word, sizeof(word));

    for (;; arguments++) {
        const bool small = *arguments >= 'a' && *arguments <= 'z';

        if (small)
            text_char(&text, *arguments);
        else if (text.used && *arguments != '.') {
            add(c, word);
            text = text_in(word, sizeof(word));
        }
        if (!*arguments)
            return;
    }
}

static void collect(struct prompt *prompt, const struct words *words, struct candidates *c)
{
    const struct prompt_command *const command =
        words->count > 1 || !c->length ? prompt_command_named(words->count ? words->word[0] : "")
                                       : NULL;
    const unsigned kind = command ? command->completion : (unsigned)COMPLETE_COMMANDS;

    if (kind == COMPLETE_COMMANDS)
        for (unsigned i = 0; i < PROMPT_COMMANDS; i++)
            add(c, prompt_commands[i].name);
    else if (kind == COMPLETE_REGISTERS && c->length)
        prompt->family->registers->each(prompt->card->chip, add_register, c);
    else if (kind == COMPLETE_WORDS)
        add_words(c, command->arguments);
}

/* Only at the end of the line, because a word in its middle has more text after it. */
void prompt_complete(struct prompt *prompt, struct text *hint)
{
    struct line_editor *const line = &prompt->editor;
    struct candidates c = { .word = line->text + line->used, .hint = hint };
    struct words words;

    if (line->cursor != line->used)
        return;
    while (c.word > line->text && c.word[-1] != ' ')
        c.word--;
    c.length = string_length(c.word);
    words_split(&words, line->text);
    collect(prompt, &words, &c);
    if (c.count && string_length(c.common) >= c.length) {
        for (size_t i = 0; i < c.length; i++)
            line_key(line, KEY_BACKSPACE);
        line_insert(line, c.common);
    }
    if (c.count == 1) {
        line_insert(line, " ");
        *hint = text_in(hint->chars, hint->size);
    } else if (hint->cut) {
        hint->used = hint->size - 5;
        text_string(hint, " ...");
    }
}
