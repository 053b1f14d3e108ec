#include "efi/label.h"

#define POLL_US   50000
#define SECOND_US 1000000
#define QUESTION  "What is tested? Type it or scan it, then press Enter."
#define LOST      "Characters came too fast and are lost: once more, please."

static void show(struct dialog *dialog, const char *label, int seconds)
{
    struct text without = text_in(dialog->words, sizeof(dialog->words));
    struct scene scene = { .question = QUESTION,
                           .typed = label,
                           .key_count = 2,
                           .keys = { { "Enter", "Start" }, { "Esc", dialog->words } } };

    text_format(&without, "Start without it%s by itself in %d s", label[0] ? "; with it" : ",",
                seconds);
    monitor_show(dialog->monitor, &scene, true);
}

static void take_back(struct text *label)
{
    if (label->used)
        label->chars[--label->used] = '\0';
    label->cut = false;
}

/* true: no more will come. An empty line is no answer: some scanners send Enter before the code, too. */
static bool take_key(struct text *label, char c)
{
    if (c == KEY_ESC)
        while (label->used)
            take_back(label);
    if (c == KEY_BACKSPACE)
        take_back(label);
    if (c >= ' ' && c <= '~')
        text_char(label, c);
    return c == KEY_ESC || ((c == KEY_ENTER || c == '\n') && label->used != 0);
}

bool label_take(struct text *label, const char *typed)
{
    while (*typed)
        if (take_key(label, *typed++))
            return true;
    return false;
}

/* Each key starts the time anew, so that nobody is cut off in the middle of a label. */
void label_ask(struct dialog *dialog, char label[CONFIG_LABEL_MAX])
{
    struct text text = text_in(label, CONFIG_LABEL_MAX);
    uint64_t begun_us = clock_us(dialog->clock);
    int left = LABEL_ASK_S, shown = -1;
    bool ended = false;

    dialog_say(dialog, QUESTION " (Esc: without it)");
    while (!ended && left > 0) {
        const int key = keys_next(dialog->keys);

        if (key != KEY_NONE) {
            if (key == KEY_LOST)
                take_key(&text, KEY_ESC);
            else
                ended = label_take(&text, dialog->keys->typist.words);
            begun_us = clock_us(dialog->clock);
            dialog_say(dialog, key == KEY_LOST ? LOST : label);
        }
        left = LABEL_ASK_S - (int)((clock_us(dialog->clock) - begun_us) / SECOND_US);
        if (key != KEY_NONE || left != shown)
            show(dialog, label, left);
        shown = left;
        if (key == KEY_NONE)
            clock_rest_us(dialog->clock, dialog->boot, POLL_US);
    }
    if (!ended)
        dialog_say(dialog, "Nobody has answered: it starts as it is.");
}
