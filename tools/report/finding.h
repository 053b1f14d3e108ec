/* tools/report/finding.h: the fault in a record of report.jsonl.
 *
 * Shape   records of schema 1 have none of these members: then the finding is empty, and report_cause takes the cause
 *         from the verdict.
 * Source  docs/report.md. */
#ifndef TOOLS_REPORT_FINDING_H
#define TOOLS_REPORT_FINDING_H

#include <jansson.h>

#include "suite/kit/finding.h"

struct finding report_finding(const json_t *object);
/* The cause of a verdict, also of a report that names none, or one that this program does not know; verdict null: the
 * run was cut off. */
enum cause report_cause(const struct finding *finding, const char *verdict);

#endif
