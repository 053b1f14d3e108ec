#include "suite/report/json.h"

/* Room that the end of the line needs: ,"cut":true}\n and the terminator. */
#define JSON_TAIL 16

struct json json_open(char *line, size_t size)
{
    struct json json = { .text = text_in(line, size - JSON_TAIL) };

    text_char(&json.text, '{');
    return json;
}

static void escape(struct text *text, const char *value)
{
    for (; *value; value++) {
        const unsigned char c = (unsigned char)*value;

        if (c == '"' || c == '\\')
            text_format(text, "\\%c", c);
        else if (c < ' ')
            text_format(text, "\\u%04x", (unsigned)c);
        else
            text_char(text, (char)c);
    }
}

static void begin(struct json *json, const char *name)
{
    if (json->any)
        text_char(&json->text, ',');
    text_format(&json->text, "\"%s\":", name);
}

/* Takes a member that did not fit back, so that the line stays valid. */
static void end(struct json *json, size_t before)
{
    if (!json->text.cut) {
        json->any = true;
        return;
    }
    json->text.cut = false;
    json->text.used = before;
    json->text.chars[before] = '\0';
    json->cut = true;
}

void json_text(struct json *json, const char *name, const char *value)
{
    const size_t before = json->text.used;

    begin(json, name);
    text_char(&json->text, '"');
    escape(&json->text, value);
    text_char(&json->text, '"');
    end(json, before);
}

void json_number(struct json *json, const char *name, uint64_t value)
{
    const size_t before = json->text.used;

    begin(json, name);
    text_format(&json->text, "%llu", (unsigned long long)value);
    end(json, before);
}

void json_list(struct json *json, const char *name)
{
    json->list = json->text.used;
    json->items = 0;
    begin(json, name);
    text_char(&json->text, '[');
}

void json_item(struct json *json, const char *value)
{
    text_string(&json->text, json->items++ ? ",\"" : "\"");
    escape(&json->text, value);
    text_char(&json->text, '"');
}

void json_list_end(struct json *json)
{
    text_char(&json->text, ']');
    end(json, json->list);
}

void json_close(struct json *json)
{
    json->text.size += JSON_TAIL;
    if (json->cut)
        text_string(&json->text, json->any ? ",\"cut\":true" : "\"cut\":true");
    text_string(&json->text, "}\n");
}
