/* suite/report/json.h: one JSON object on one line, written member by member.
 *
 * Errors  text that does not fit is cut at a member's border: the line stays one valid object and
 *         says "cut":true.
 * Source  RFC 8259. */
#ifndef TESTS_REPORT_JSON_H
#define TESTS_REPORT_JSON_H

#include <stdint.h>

#include "engines/text.h"

struct json {
    struct text text;
    bool cut;
    bool any; /* a member has been written */
};

struct json json_open(char *line, size_t size);
void json_text(struct json *json, const char *name, const char *value);
void json_number(struct json *json, const char *name, uint64_t value);
void json_close(struct json *json); /* with the line's end */

#endif
