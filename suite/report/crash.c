#include "suite/report/crash.h"

#include "suite/report/json.h"
#include "suite/report/verdict.h"

const char *crash_headline(const struct crash *crash)
{
    return crash->hardware ? "The rig reports a hardware error" : "Barecard failed, not the card";
}

const char *crash_meaning(const struct crash *crash)
{
    return crash->hardware ? "The card is not judged." : "This says nothing about the card.";
}

void crash_record(const struct crash *crash, struct text *line)
{
    const struct crash_running *const running = crash->running;
    struct json json = json_open(line->chars, line->size);

    json_text(&json, "type", "crash");
    json_number(&json, "up", crash->up_ms);
    if (running->at[0])
        json_text(&json, "card", running->at);
    if (running->test[0])
        json_text(&json, "test", running->test);
    json_text(&json, "code", crash->code);
    json_text(&json, "headline", crash_headline(crash));
    json_text(&json, "text", crash->what);
    json_close(&json);
    *line = json.text;
}

void crash_plain(const struct crash *crash, struct text *text)
{
    const struct crash_running *const running = crash->running;

    text_format(text, "\r\n%s. %s\r\n", crash_headline(crash), crash_meaning(crash));
    text_format(text, "  %s", crash->what);
    if (running->test[0])
        text_format(text, " during %s", running->test);
    if (running->at[0])
        text_format(text, ", card %s", running->at);
    text_format(text, "\r\n  code %s: the same code is the same fault\r\n", crash->code);
    text_format(text, "Verdict: %s: %s\r\n", verdict_name(VERDICT_INCOMPLETE),
                crash_headline(crash));
}
