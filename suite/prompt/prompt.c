#include "suite/prompt/prompt.h"

#include "suite/prompt/commands.h"
#include "suite/prompt/script.h"

#define REST_US    500             /* between two looks for a key: COM1 fills its FIFO in 1.4 ms */
#define QUIET_US   UINT64_C(20000) /* without a key before a picture, which takes longer than that */
#define SAY_MAX    400
#define DETAIL_MAX 72 /* characters of a line of details */
#define BLANKS     "    "
#define MARK       "> " /* before the typed line */

/* ---- lines out ------------------------------------------------------------------------------- */

static void view_add(struct prompt *prompt, enum prompt_kind kind, const char *line)
{
    struct scene_prompt *const view = &prompt->view;
    struct scene_prompt_line *const place = &view->lines[view->line_count++ % SCENE_PROMPT_LINES];
    struct text text = text_in(place->text, sizeof(place->text));

    place->kind = (uint8_t)kind;
    text_string(&text, line);
}

static void put(struct prompt *prompt, enum prompt_kind kind, const char *line)
{
    view_add(prompt, kind, line);
    prompt->setup->say(prompt->setup->opaque, line, false);
}

static void put_list(struct prompt *prompt, enum prompt_kind kind, const char *format, va_list list)
{
    char line[SAY_MAX];
    struct text text = text_in(line, sizeof(line));

    text_string(&text, "  ");
    text_format_list(&text, format, list);
    put(prompt, kind, line);
}

void prompt_say(struct prompt *prompt, enum prompt_kind kind, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    put_list(prompt, kind, format, list);
    va_end(list);
}

/* Where a line of at most DETAIL_MAX characters ends: at a blank, if it has one. */
static size_t piece_length(const char *words)
{
    const size_t length = string_length(words);
    size_t cut = length < DETAIL_MAX ? length : DETAIL_MAX;

    while (cut < length && cut && words[cut] != ' ')
        cut--;
    return cut ? cut : DETAIL_MAX;
}

void prompt_detail(struct prompt *prompt, const char *words)
{
    while (*words == ' ')
        words++;
    while (*words) {
        char line[DETAIL_MAX + sizeof(BLANKS)];
        struct text text = text_in(line, sizeof(line));
        const size_t length = piece_length(words);

        text_string(&text, BLANKS);
        for (size_t i = 0; i < length; i++)
            text_char(&text, words[i]);
        put(prompt, PROMPT_DETAIL, line);
        words += length;
        while (*words == ' ')
            words++;
    }
}

void prompt_refuse(struct prompt *prompt, const char *format, ...)
{
    va_list list;

    prompt->refused = true;
    va_start(list, format);
    put_list(prompt, PROMPT_BAD, format, list);
    va_end(list);
}

bool prompt_ok(struct prompt *prompt, enum err e, const char *doing)
{
    if (e != OK && !card_expired(prompt->card)) /* else its refusal is told */
        prompt_refuse(prompt, "%s: %s", doing, err_name(e));
    prompt->refused |= e != OK;
    return e == OK;
}

void prompt_value(struct prompt *prompt, uint64_t value)
{
    prompt->value = value;
    prompt->has_value = true;
}

bool prompt_number(struct prompt *prompt, const char *word, uint64_t most, const char *wanted,
                   uint64_t *out)
{
    if (words_number_to(word, most, out))
        return true;
    prompt_refuse(prompt, "%s: expected %s, up to 0x%llx", word, wanted, (unsigned long long)most);
    return false;
}

bool prompt_takes_channel(struct prompt *prompt, bool made)
{
    if (made)
        prompt_refuse(prompt, "there is a channel already; what it has is gone when you leave");
    return !made;
}

bool prompt_has_card(struct prompt *prompt)
{
    if (prompt->setup->replay)
        prompt_refuse(prompt, "a log answers reads of registers and of configuration space alone");
    return !prompt->setup->replay;
}

bool prompt_has_memory(struct prompt *prompt)
{
    if (!prompt_has_card(prompt))
        return false;
    if (prompt->card->vram.size)
        return true;
    prompt_refuse(prompt, "the card's memory does not work: nobody has started it");
    return false;
}

void *prompt_state(struct prompt *prompt)
{
    if (!prompt->state &&
        prompt_ok(prompt, card_work_alloc(prompt->card, PROMPT_STATE_MAX, &prompt->memory),
                  "finding memory"))
        prompt->state = prompt->memory.cpu;
    return prompt->state;
}

void prompt_extend(struct prompt *prompt, uint64_t us)
{
    card_extend(prompt->card, us + (uint64_t)PROMPT_COMMAND_S * 1000000);
}

/* ---- keys ------------------------------------------------------------------------------------ */

#define CTRL_C 3

static int next_key(struct prompt *prompt)
{
    if (!prompt->ahead_count)
        return prompt->setup->key ? prompt->setup->key(prompt->setup->opaque) : KEY_CLOSED;
    const int key = prompt->ahead[0];

    prompt->ahead_count--;
    for (unsigned i = 0; i < prompt->ahead_count; i++)
        prompt->ahead[i] = prompt->ahead[i + 1];
    return key;
}

/* Called between two accesses to the card. Keys typed meanwhile are for the next line, but for
 * Ctrl-C. */
bool prompt_interrupted(struct prompt *prompt)
{
    const struct prompt_setup *const setup = prompt->setup;
    int key = KEY_NONE;

    if (!setup->waits(setup->opaque))
        return prompt->over = true;
    while (setup->key && prompt->ahead_count < PROMPT_AHEAD &&
           (key = setup->key(setup->opaque)) != KEY_NONE && key != CTRL_C && key != KEY_CLOSED)
        prompt->ahead[prompt->ahead_count++] = key;
    if (key == KEY_CLOSED)
        prompt->ahead[prompt->ahead_count++] = key;
    if (key == CTRL_C) {
        prompt->stopped = true;
        prompt->ahead_count = 0;
    }
    return prompt->stopped;
}

static bool interrupted(void *opaque)
{
    return prompt_interrupted(opaque);
}

static void show(struct prompt *prompt)
{
    prompt->stale = false;
    prompt->setup->show(prompt->setup->opaque);
}

/* KEY_NONE: the prompt shall end. */
static int wait_for_key(struct prompt *prompt)
{
    struct bus *const bus = prompt->card->bus;

    for (;;) {
        const int key = next_key(prompt);

        if (key != KEY_NONE) {
            prompt->key_us = bus->ops->time_us(bus);
            return key;
        }
        if (prompt->stale && bus->ops->time_us(bus) - prompt->key_us >= QUIET_US)
            show(prompt);
        if (!prompt->setup->waits(prompt->setup->opaque))
            return KEY_NONE;
        bus->ops->wait_us(bus, REST_US);
    }
}

static void echo(struct prompt *prompt, const char *chars)
{
    if (prompt->setup->echo)
        prompt->setup->echo(prompt->setup->opaque, chars, string_length(chars));
}

/* The terminal's line anew, with the cursor where it is; "# " as before every line that is no result. */
static void echo_line(struct prompt *prompt)
{
    const struct line_editor *const line = &prompt->editor;
    char chars[LINE_MAX + 32];
    struct text text = text_in(chars, sizeof(chars));

    text_format(&text, "\r# " MARK "%s\x1b[K", line->text);
    if (line->cursor < line->used)
        text_format(&text, "\x1b[%uD", line->used - line->cursor);
    echo(prompt, chars);
}

/* Drawn once nothing more is to be read, because a picture takes longer than characters that come one after the other. */
static void show_line(struct prompt *prompt)
{
    prompt->view.input = prompt->editor.text;
    prompt->view.cursor = prompt->editor.cursor;
    prompt->stale = true;
}

static void echo_last(struct prompt *prompt)
{
    const char last[2] = { prompt->editor.text[prompt->editor.used - 1], '\0' };

    echo(prompt, last);
}

static void complete(struct prompt *prompt)
{
    struct text hint = text_in(prompt->hint, sizeof(prompt->hint));

    prompt_complete(prompt, &hint);
    if (hint.used) {
        echo(prompt, "\n");
        prompt_say(prompt, PROMPT_HINT, "%s", prompt->hint);
    }
    echo_line(prompt);
    show_line(prompt);
}

/* False: no further line is wanted. */
static bool take_line(struct prompt *prompt)
{
    struct line_editor *const line = &prompt->editor;

    echo_line(prompt);
    show_line(prompt);
    for (;;) {
        const int key = wait_for_key(prompt);
        const enum line_event event = key == KEY_NONE ? LINE_LEAVE : line_key(line, key);

        switch (event) {
        case LINE_NOTHING:
            break;
        case LINE_APPENDED:
            echo_last(prompt);
            show_line(prompt);
            break;
        case LINE_CHANGED:
        case LINE_CANCELLED:
            echo_line(prompt);
            show_line(prompt);
            break;
        case LINE_COMPLETE:
            complete(prompt);
            break;
        case LINE_DONE:
            return true;
        case LINE_LEAVE:
            /* The last line of a pipe may have no end. */
            return key == KEY_CLOSED && line->used;
        }
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

/* A person says yes with Y; anything else is no. The deadline of the line waits meanwhile. */
static bool agrees(struct prompt *prompt)
{
    const int key = wait_for_key(prompt);
    const bool yes = key == 'y' || key == 'Y';

    card_extend(prompt->card, (uint64_t)PROMPT_COMMAND_S * 1000000);
    echo(prompt, yes ? "y\n" : "n\n");
    return yes;
}

static bool is_typed(const struct prompt *prompt)
{
    return !prompt->line_number && prompt->setup->echo;
}

/* Asks a person once; a script is not asked, because nobody may be there to answer. */
bool prompt_may_write(struct prompt *prompt, const char *format, ...)
{
    char what[SAY_MAX];
    struct text text = text_in(what, sizeof(what));
    va_list list;

    if (!prompt_has_card(prompt))
        return false;
    if (prompt->agreed)
        return true;
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    if (!is_typed(prompt)) {
        prompt_say(prompt, PROMPT_ASKED, "This writes %s. It is put back at the end.", what);
        return prompt->agreed = true;
    }
    prompt_say(prompt, PROMPT_ASKED,
               "This writes %s. It is put back when you leave. Go on? (Y, or any other key)", what);
    card_deadline(prompt->card, 0);
    show(prompt);
    prompt->agreed = agrees(prompt);
    if (!prompt->agreed)
        prompt_refuse(prompt, "nothing was written");
    return prompt->agreed;
}

static void view_write(struct prompt *prompt, unsigned index)
{
    const struct journal_entry *const entry = &prompt->journal.entries[index];
    struct scene_prompt_write *const write = &prompt->view.writes[index % SCENE_PROMPT_WRITES];
    struct text where = text_in(write->where, sizeof(write->where));
    struct text values = text_in(write->values, sizeof(write->values));

    journal_where(&where, entry);
    text_format(&values, "was 0x%x, is 0x%x", entry->before, entry->after);
}

void prompt_written(struct prompt *prompt)
{
    const unsigned count = prompt->journal.count;

    prompt->view.write_count = count;
    for (unsigned i = count > SCENE_PROMPT_WRITES ? count - SCENE_PROMPT_WRITES : 0; i < count; i++)
        view_write(prompt, i);
}

unsigned prompt_put_back(struct prompt *prompt)
{
    unsigned done = 0;

    if (prompt->state) {
        prompt->family->close(prompt);
        __builtin_memset(prompt->state, 0, PROMPT_STATE_MAX);
    }
    while (prompt->journal.count)
        done += journal_undo(&prompt->journal) == OK;
    prompt_written(prompt);
    return done;
}

/* ---- a line ---------------------------------------------------------------------------------- */

/* Says why a line did not come to its end. */
static void say_late(struct prompt *prompt)
{
    struct card *const card = prompt->card;
    char words[SAY_MAX];
    struct text text = text_in(words, sizeof(words));

    prompt->refused = true;
    if (card->refusal.words && card->loss == CARD_ANSWERS) {
        card_refusal_text(&text, &card->refusal);
        prompt_say(prompt, PROMPT_BAD, "%s", words);
    } else if (card->loss != CARD_ANSWERS) {
        prompt_say(prompt, PROMPT_BAD,
                   "the card does not answer any more: its registers read all ones");
        prompt->over = true;
    } else if (prompt->stopped) {
        prompt_say(prompt, PROMPT_BAD, "stopped by Ctrl-C");
    } else if (!prompt->over) {
        prompt_say(prompt, PROMPT_BAD, "not done within %u s: given up", PROMPT_COMMAND_S);
    }
}

static void do_command(struct prompt *prompt, const struct words *words)
{
    struct card *const card = prompt->card;

    prompt->refused = prompt->stopped = false;
    prompt->setup->waits(prompt->setup->opaque);
    card->interrupted = interrupted; /* a test that was run has set its own */
    card->interrupted_opaque = prompt;
    card_deadline(card, (uint64_t)PROMPT_COMMAND_S * 1000000);
    prompt_command_named(words->word[0])->run(prompt, words);
    if (card_expired(card))
        say_late(prompt);
    card_revive(card);
}

void prompt_do_line(struct prompt *prompt, const char *line)
{
    char why[SAY_MAX];
    struct text text = text_in(why, sizeof(why));
    struct words words;

    words_split(&words, line);
    if (!words.count)
        return;
    if (prompt_line_wrong(&words, &text))
        prompt_refuse(prompt, "%s", why);
    else
        do_command(prompt, &words);
}

void prompt_say_entered(struct prompt *prompt, const char *typed, bool echoed)
{
    char line[LINE_MAX + sizeof(MARK)];
    struct text text = text_in(line, sizeof(line));

    text_format(&text, MARK "%s", typed);
    view_add(prompt, PROMPT_ENTERED, line);
    prompt->setup->say(prompt->setup->opaque, line, echoed);
}

/* A line of which a part is missing is not done at all, because the rest may be another command. */
static void do_typed(struct prompt *prompt)
{
    struct line_editor *const line = &prompt->editor;
    char typed[LINE_MAX + 1];
    struct text text = text_in(typed, sizeof(typed));
    const unsigned lost = line->lost;
    const bool gap = line->gap;

    text_string(&text, line->text);
    line_keep(line);
    echo(prompt, "\n");
    prompt->view.input = NULL;
    if (!typed[0] && !gap)
        return;
    prompt_say_entered(prompt, typed, prompt->setup->echo != NULL);
    if (gap)
        prompt_refuse(prompt, "the rest came too fast and is lost: not done");
    else if (lost)
        prompt_refuse(prompt, "the line has %u characters, and at most %u can be read: not done",
                      LINE_MAX + lost, LINE_MAX);
    else
        prompt_do_line(prompt, typed);
}

static void converse(struct prompt *prompt)
{
    prompt_say(prompt, PROMPT_DETAIL,
               "help lists the commands; Esc leaves, and puts back what was written");
    while (!prompt->over && take_line(prompt))
        do_typed(prompt);
    echo(prompt, "\n");
    prompt->view.input = NULL;
}

/* ---- the test -------------------------------------------------------------------------------- */

static void put_back(struct test *t)
{
    struct prompt *const prompt = t->put_back_of;
    const unsigned wanted = prompt->journal.count;
    const unsigned done = prompt_put_back(prompt);

    if (prompt->logs)
        prompt->setup->log(prompt->setup->opaque, prompt->logs = false);
    if (wanted)
        prompt_say(prompt, PROMPT_GOOD, "put back: %u of %u writes", done, wanted);
    prompt->view.open = false;
    prompt->setup->show(prompt->setup->opaque);
}

static void judge(struct prompt *prompt)
{
    struct test *const t = prompt->t;

    t->compared += prompt->expected + prompt->tests;
    if (t->result != TEST_PASS || prompt->missed)
        return;
    if (prompt->expected)
        test_note(t, "%u values are as expected", prompt->expected);
    else if (!prompt->tests) {
        test_blame(t, CAUSE_BY_PROMPT);
        test_skip(t, "used by hand, and nothing was compared (mode=prompt)");
    }
}

/* put_back is set before the first line, so that the runner can undo writes whatever ends the
 * prompt. */
void prompt_run(struct test *t)
{
    struct prompt *const prompt = t->prompt_of;

    *prompt =
        (struct prompt){ .t = t, .card = t->card, .setup = t->prompt, .family = t->prompt->family };
    journal_open(&prompt->journal, t->card);
    t->put_back = put_back;
    t->put_back_of = prompt;
    card_deadline(t->card, 0);
    prompt->view.open = true;
    prompt->view.commands = prompt_shown;
    prompt->view.command_count = PROMPT_SHOWN;
    if (prompt->setup->script)
        script_run(prompt);
    else if (prompt->setup->key)
        converse(prompt);
    else
        prompt_say(prompt, PROMPT_BAD, "nobody can type here: script= names a file of lines");
    card_revive(t->card);
    judge(prompt);
}
