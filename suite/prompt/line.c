#include "suite/prompt/line.h"

#include "engines/text.h"

/* Control characters that terminals and shells have given these meanings. */
enum control {
    CTRL_A = 1,
    CTRL_C = 3,
    CTRL_D = 4,
    CTRL_E = 5,
    CTRL_K = 11,
    CTRL_U = 21,
    CTRL_W = 23,
};

static void set(struct line_editor *line, const char *chars)
{
    struct text text = text_in(line->text, sizeof(line->text));

    text_string(&text, chars);
    line->used = line->cursor = (unsigned)text.used;
    line->lost = 0;
    line->gap = false;
}

static void line_clear(struct line_editor *line)
{
    set(line, "");
    line->back = 0;
}

/* `from` characters of the text, up to `to`, go. */
static void cut(struct line_editor *line, unsigned from, unsigned to)
{
    for (unsigned i = to; i <= line->used; i++)
        line->text[from + i - to] = line->text[i];
    line->used -= to - from;
    line->cursor = from;
}

static enum line_event insert(struct line_editor *line, char c)
{
    if (line->used == LINE_MAX) {
        line->lost++;
        return LINE_NOTHING;
    }
    for (unsigned i = line->used + 1; i > line->cursor; i--)
        line->text[i] = line->text[i - 1];
    line->text[line->cursor++] = c;
    line->used++;
    line->text[line->used] = '\0';
    return line->cursor == line->used ? LINE_APPENDED : LINE_CHANGED;
}

void line_insert(struct line_editor *line, const char *text)
{
    for (; *text; text++)
        insert(line, *text);
}

static const char *entry(const struct line_editor *line, unsigned back)
{
    return line->history[(line->kept - back) % LINE_HISTORY];
}

void line_keep(struct line_editor *line)
{
    if (line->used && (!line->kept || !string_equal(entry(line, 1), line->text))) {
        struct text text = text_in(line->history[line->kept++ % LINE_HISTORY], LINE_MAX + 1);

        text_string(&text, line->text);
    }
    line_clear(line);
}

/* One line up or down in the history; below the newest is the unfinished line. */
static enum line_event step(struct line_editor *line, int by)
{
    const unsigned most = line->kept < LINE_HISTORY ? line->kept : LINE_HISTORY;

    if ((by > 0 && line->back == most) || (by < 0 && !line->back))
        return LINE_NOTHING;
    if (!line->back) {
        struct text draft = text_in(line->draft, sizeof(line->draft));

        text_string(&draft, line->text);
    }
    line->back = by > 0 ? line->back + 1 : line->back - 1;
    set(line, line->back ? entry(line, line->back) : line->draft);
    return LINE_CHANGED;
}

static enum line_event move(struct line_editor *line, unsigned to)
{
    if (to > line->used || to == line->cursor)
        return LINE_NOTHING;
    line->cursor = to;
    return LINE_CHANGED;
}

static enum line_event cancel(struct line_editor *line)
{
    line_clear(line);
    return LINE_CANCELLED;
}

static enum line_event erase(struct line_editor *line, unsigned from, unsigned to)
{
    if (from == to || to > line->used)
        return LINE_NOTHING;
    cut(line, from, to);
    return LINE_CHANGED;
}

/* Where the word before the cursor begins. */
static unsigned word_start(const struct line_editor *line)
{
    unsigned at = line->cursor;

    while (at && line->text[at - 1] == ' ')
        at--;
    while (at && line->text[at - 1] != ' ')
        at--;
    return at;
}

/* Keys as in common shells; Esc and Ctrl-D leave only from an empty line, so that a half-typed line
 * is not lost by them. */
enum line_event line_key(struct line_editor *line, int key)
{
    switch (key) {
    case KEY_ENTER:
    case '\n':
        return LINE_DONE;
    case KEY_TAB:
        return LINE_COMPLETE;
    case KEY_CLOSED:
        return LINE_LEAVE;
    case KEY_LOST:
        line->gap = true;
        return LINE_DONE;
    case CTRL_D:
        return line->used ? erase(line, line->cursor, line->cursor + 1) : LINE_LEAVE;
    case KEY_ESC:
        return line->used ? cancel(line) : LINE_LEAVE;
    case CTRL_C:
        return cancel(line);
    case KEY_BACKSPACE:
        return line->cursor ? erase(line, line->cursor - 1, line->cursor) : LINE_NOTHING;
    case KEY_DELETE:
        return erase(line, line->cursor, line->cursor + 1);
    case CTRL_U:
        return erase(line, 0, line->cursor);
    case CTRL_K:
        return erase(line, line->cursor, line->used);
    case CTRL_W:
        return erase(line, word_start(line), line->cursor);
    case KEY_LEFT:
        return line->cursor ? move(line, line->cursor - 1) : LINE_NOTHING;
    case KEY_RIGHT:
        return move(line, line->cursor + 1);
    case CTRL_A:
    case KEY_HOME:
        return move(line, 0);
    case CTRL_E:
    case KEY_END:
        return move(line, line->used);
    case KEY_UP:
        return step(line, 1);
    case KEY_DOWN:
        return step(line, -1);
    default:
        return key >= ' ' && key <= '~' ? insert(line, (char)key) : LINE_NOTHING;
    }
}
