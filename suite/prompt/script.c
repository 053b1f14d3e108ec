#include "suite/prompt/script.h"

#include "suite/prompt/commands.h"

/* A script as it is read, line by line. */
struct reader {
    const char *next, *end;
    unsigned number; /* of the line in hand, from 1 */
    char line[LINE_MAX + 1];
    bool odd; /* the line is too long, or has a character that is none of text */
};

static bool is_text(char c)
{
    return (c >= ' ' && c <= '~') || c == '\t';
}

/* A comment may hold anything, other alphabets too. */
static bool next_line(struct reader *r)
{
    struct text text = text_in(r->line, sizeof(r->line));
    bool comment = false;

    if (r->next == r->end)
        return false;
    r->odd = false;
    r->number++;
    while (r->next < r->end && *r->next != '\n') {
        const char c = *r->next++;

        comment |= c == '#';
        if (comment || (c == '\r' && (r->next == r->end || *r->next == '\n')))
            continue;
        r->odd |= !is_text(c);
        text_char(&text, c);
    }
    r->odd |= text.cut;
    while (text.used && text.chars[text.used - 1] == ' ')
        text.chars[--text.used] = '\0';
    r->next += r->next < r->end;
    return true;
}

/* All lines are checked before the first is done, so that a typing mistake does not leave a card
 * half set up. */
enum err script_check(const char *name, const char *chars, size_t size,
                      char error[SCRIPT_ERROR_MAX])
{
    struct reader r = { .next = chars, .end = chars + size };
    struct text text = text_in(error, SCRIPT_ERROR_MAX);
    struct words words;

    while (next_line(&r)) {
        char why[SCRIPT_ERROR_MAX] = "";
        struct text reason = text_in(why, sizeof(why));

        words_split(&words, r.line);
        if (!r.odd && !prompt_line_wrong(&words, &reason))
            continue;
        text_format(&text, "%s line %u: ", name, r.number);
        if (r.odd)
            text_format(&text, "expected printable ASCII, at most %u characters", LINE_MAX);
        else
            text_string(&text, why);
        return ERR_CONFIG;
    }
    return OK;
}

static void say_line(struct prompt *prompt, const char *line)
{
    struct words words;

    words_split(&words, line);
    if (words.count)
        prompt_say_entered(prompt, line, false);
}

static bool cannot_run(struct prompt *prompt)
{
    const struct prompt_setup *const setup = prompt->setup;
    char error[SCRIPT_ERROR_MAX];

    if (script_check(setup->script_name, setup->script, setup->script_size, error) == OK)
        return false;
    test_blame(prompt->t, CAUSE_CONFIG);
    test_error(prompt->t, "%s", error);
    return true;
}

/* Ends at the first line that cannot be done, because later ones may build on it. */
void script_run(struct prompt *prompt)
{
    const struct prompt_setup *const setup = prompt->setup;
    struct reader r = { .next = setup->script, .end = setup->script + setup->script_size };

    if (cannot_run(prompt))
        return;
    while (!prompt->over && next_line(&r)) {
        prompt->line_number = r.number;
        prompt->refused = false;
        say_line(prompt, r.line);
        prompt_do_line(prompt, r.line);
        if (!prompt->refused)
            continue;
        test_blame(prompt->t, CAUSE_SCRIPT_ENDED);
        test_error(prompt->t, "%s line %u could not be done: %s", setup->script_name, r.number,
                   r.line);
        return;
    }
}
