/* suite/report/put.h: shared by the files that write the report, which alone include it.
 *
 * Shape   report.c writes the records of the run and of a card, result.c those of one test. */
#ifndef SUITE_REPORT_PUT_H
#define SUITE_REPORT_PUT_H

#include "suite/report/json.h"
#include "suite/report/report.h"

/* Begins a record: its type and when it is written. */
struct json record_open(struct report *report, const char *type);
/* To the sinks, if there are any. put_record and hold_record close the object first. */
void put_tap(struct report *report, const struct text *text);
void put_record(struct report *report, struct json *json);
/* The end of a test goes out with the record that comes next, the start of another test or a phase, because a
 * medium takes as long for one line as for two. Nothing touches the card in between. */
void hold_record(struct report *report, struct json *json);

/* The card that a record speaks of; nothing for one of the run. */
void key_members(struct json *json, const struct card_key *key);

/* "FAIL: vram.quick: ..."; a limited selection reads "PASS (only vm)". */
void verdict_words(struct text *text, const struct judgement *judgement);
/* "cause", "faults", "chips", "lanes" of a record; a member without a value is left out. */
void finding_members(struct json *json, const struct finding *finding);

/* The same for people, into report.txt (plain.c). `words` of a card is its line. */
void plain_open(struct report *report, const struct report_run *run);
void plain_line(struct report *report, const char *line);
void plain_card(struct report *report, const struct report_card *card, const char *words);
void plain_result(struct report *report, const struct test *t, const struct report_test *about);
void plain_card_verdict(struct report *report, const struct judgement *judgement);
void plain_limit(struct report *report, const char *line);
void plain_steps(struct report *report, const struct judgement *judgement);
void plain_verdict(struct report *report, const struct judgement *judgement);

#endif
