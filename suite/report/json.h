/* suite/report/json.h: one JSON object on one line, written member by member.
 *
 * Errors  text that does not fit is cut at a member's border: the line stays one valid object and
 *         says "cut":true.
 * Source  RFC 8259. */
#ifndef SUITE_REPORT_JSON_H
#define SUITE_REPORT_JSON_H

#include <stdint.h>

#include "engines/text.h"

struct json {
    struct text text;
    bool cut;
    bool any;    /* a member has been written */
    size_t list; /* where the list that is open begins, and how many strings it has */
    unsigned items;
};

struct json json_open(char *line, size_t size);
void json_text(struct json *json, const char *name, const char *value);
void json_number(struct json *json, const char *name, uint64_t value);
/* A list of strings, given one after the other. */
void json_list(struct json *json, const char *name);
void json_item(struct json *json, const char *value);
void json_list_end(struct json *json);
void json_close(struct json *json); /* with the line's end */

#endif
