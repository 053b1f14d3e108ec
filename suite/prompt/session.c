/* Commands of the prompt that are about the session, and those that a family does. */
#include "suite/prompt/commands.h"

#include "engines/family.h"

#define WAIT_MS_MAX 60000
#define WAIT_STEP   20000 /* microseconds between two looks for Ctrl-C */

/* Tells the number of writes too, because a person must know how much will be put back. */
void do_card(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;
    const struct pci_function at = card->pci.at;
    unsigned celsius;

    (void)words;
    prompt_value(prompt, card->boot_0);
    if (prompt->setup->replay) {
        prompt_say(prompt, PROMPT_ANSWER, "%s, BOOT_0 0x%08x; %s", card->chip->title, card->boot_0,
                   prompt->setup->replay->words);
        return;
    }
    prompt_say(prompt, PROMPT_ANSWER,
               "%04x:%02x:%02x.%u %s, %04x:%04x, subsystem %04x:%04x, BOOT_0 0x%08x",
               (unsigned)at.segment, (unsigned)at.bus, (unsigned)at.device, (unsigned)at.function,
               card->chip->title, (unsigned)card->pci.vendor, (unsigned)card->pci.device,
               (unsigned)card->pci.subsystem & 0xffff, (unsigned)card->pci.subsystem >> 16,
               card->boot_0);
    if (card->vram.size)
        prompt_say(prompt, PROMPT_ANSWER, "%llu MiB of memory, %u partitions (mask 0x%x), %s%s",
                   (unsigned long long)(card->vram.size >> 20), card->vram.parts,
                   card->vram.part_mask, card->vbios[0] ? "VBIOS " : "VBIOS not known",
                   card->vbios);
    else
        prompt_say(prompt, PROMPT_ANSWER, "its memory does not work: nobody has started it");
    if (card_celsius(card, &celsius) == OK)
        prompt_say(prompt, PROMPT_ANSWER, "%u C", celsius);
    prompt_say(prompt, PROMPT_ANSWER, "%u writes will be put back", prompt->journal.count);
}

static void say_result(struct prompt *prompt, const char *name, enum test_result result)
{
    static const char *const words[TEST_RESULTS] = {
        [TEST_PASS] = "ok",
        [TEST_FAIL] = "not ok",
        [TEST_LACKS] = "the card lacks it",
        [TEST_SKIP] = "skipped",
        [TEST_ERROR] = "could not be done",
    };

    prompt_value(prompt, result == TEST_PASS);
    prompt->tests += result == TEST_PASS;
    prompt_say(prompt, result == TEST_PASS ? PROMPT_GOOD : PROMPT_BAD, "%s: %s", words[result],
               name);
}

/* All writes are undone first, because a test judges the card as the takeover left it. */
void do_test(struct prompt *prompt, const struct words *words)
{
    const struct prompt_setup *const setup = prompt->setup;
    enum test_result result = TEST_ERROR;

    if (!prompt_has_card(prompt))
        return;
    const enum err e = setup->run_test(setup->opaque, words->word[1], NULL);

    if (e != OK) {
        prompt_refuse(prompt, "%s: %s", words->word[1],
                      e == ERR_UNSUPPORTED
                          ? "it may hang the card: risky=1 in barecard.cfg allows it"
                          : "the suite of this card has no test of that name");
        return;
    }
    if (!prompt_may_write(prompt, "registers and VRAM, as the test needs them"))
        return;
    const unsigned put_back = prompt_put_back(prompt);
    if (put_back)
        prompt_say(prompt, PROMPT_ANSWER, "put back first: %u writes", put_back);
    if (setup->run_test(setup->opaque, words->word[1], &result) == OK)
        say_result(prompt, words->word[1], result);
}

void do_log(struct prompt *prompt, const struct words *words)
{
    const bool on = string_equal(words->word[1], "on");

    if (!prompt_has_card(prompt))
        return;
    if (!on && !string_equal(words->word[1], "off"))
        prompt_refuse(prompt, "%s: expected on or off", words->word[1]);
    else if (on == prompt->logs)
        prompt_say(prompt, PROMPT_ANSWER, "it is %s already", words->word[1]);
    else if (prompt->setup->log(prompt->setup->opaque, on) == OK)
        prompt->logs = on;
    else
        prompt_refuse(prompt, "log= keeps a log of all accesses already");
}

/* The entry is copied before it is undone, because undoing takes it out of the journal. */
void do_undo(struct prompt *prompt, const struct words *words)
{
    struct journal *const journal = &prompt->journal;
    char where[SCENE_PROMPT_LINE];
    struct text text = text_in(where, sizeof(where));

    (void)words;
    if (!journal->count) {
        prompt_refuse(prompt, "nothing was written that can be put back");
        return;
    }
    const struct journal_entry entry = journal->entries[journal->count - 1];

    journal_where(&text, &entry);
    if (!prompt_ok(prompt, journal_undo(journal), "putting back"))
        return;
    prompt_written(prompt);
    prompt_value(prompt, entry.before);
    prompt_say(prompt, PROMPT_ANSWER, "%s is 0x%x again", where, entry.before);
}

/* Each miss fails the test and names the script's line, because a script may expect many values. */
void do_expect(struct prompt *prompt, const struct words *words)
{
    struct test *const t = prompt->t;
    uint64_t value, mask = UINT64_MAX;
    char line[24] = "";
    struct text text = text_in(line, sizeof(line));

    if (!prompt_number(prompt, words->word[1], UINT64_MAX, "a number", &value) ||
        (words->count > 2 && !prompt_number(prompt, words->word[2], UINT64_MAX, "a mask", &mask)))
        return;
    if (!prompt->has_value) {
        prompt_refuse(prompt, "no line before has found a value");
        return;
    }
    prompt->expected++;
    if ((prompt->value & mask) == (value & mask)) {
        prompt_say(prompt, PROMPT_GOOD, "as expected: 0x%llx", (unsigned long long)prompt->value);
        return;
    }
    prompt->missed++;
    prompt_say(prompt, PROMPT_BAD, "0x%llx, expected 0x%llx", (unsigned long long)prompt->value,
               (unsigned long long)value);
    if (prompt->line_number)
        text_format(&text, "line %u: ", prompt->line_number);
    test_blame(t, CAUSE_SCRIPT);
    test_fail(t, "is not as expected: %s0x%llx, 0x%llx expected", line,
              (unsigned long long)prompt->value, (unsigned long long)value);
}

void do_wait(struct prompt *prompt, const struct words *words)
{
    struct bus *const bus = prompt->card->bus;
    const uint64_t begun = bus->ops->time_us(bus);
    uint64_t ms;

    if (!prompt_number(prompt, words->word[1], WAIT_MS_MAX, "milliseconds", &ms))
        return;
    prompt_extend(prompt, ms * 1000);
    while (bus->ops->time_us(bus) - begun < ms * 1000 && !card_expired(prompt->card))
        bus->ops->wait_us(bus, ms * 1000 < WAIT_STEP ? ms * 1000 : WAIT_STEP);
}

/* The line itself is in the report. */
void do_note(struct prompt *prompt, const struct words *words)
{
    (void)prompt;
    (void)words;
}

static void help_on(struct prompt *prompt, const struct prompt_command *command)
{
    prompt_say(prompt, PROMPT_ANSWER, "%s%s%s: %s", command->name, command->arguments[0] ? " " : "",
               command->arguments, command->about);
    if (command->help[0])
        prompt_detail(prompt, command->help);
}

void do_help(struct prompt *prompt, const struct words *words)
{
    const struct prompt_command *const command =
        words->count > 1 ? prompt_command_named(words->word[1]) : NULL;

    if (command)
        help_on(prompt, command);
    else if (words->count > 1)
        prompt_refuse(prompt, "%s is no command; help lists them", words->word[1]);
    else
        for (unsigned i = 0; i < PROMPT_COMMANDS; i++)
            prompt_say(prompt, PROMPT_ANSWER, "%-10s %s", prompt_commands[i].name,
                       prompt_commands[i].about);
}

void do_quit(struct prompt *prompt, const struct words *words)
{
    (void)words;
    prompt->over = true;
}

/* ---- the family's commands ------------------------------------------------------------------- */

static void of_family(struct prompt *prompt, prompt_do *run, const struct words *words)
{
    if (!run)
        prompt_refuse(prompt, "%s has no such thing", prompt->card->chip->title);
    else if (prompt_has_memory(prompt) && prompt_state(prompt))
        run(prompt, words);
}

void do_channel(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->channel, words);
}

void do_page(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->page, words);
}

void do_translate(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->translate, words);
}

void do_map(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->map, words);
}

void do_object(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->object, words);
}

void do_method(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->method, words);
}

void do_flush(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->flush, words);
}

void do_fault(struct prompt *prompt, const struct words *words)
{
    of_family(prompt, prompt->family->fault, words);
}
