/* suite/report/record.h: the words in records of report.jsonl by which a later boot knows their card, and that the
 * machine was reset.
 *
 * Shape   `at` is the bus address "0000:01:00.0"; `id` is the card's identity in configuration space:
 *         "10de:0400 10de:0421 a2" (vendor:device, subsystem's vendor:device, revision). Another card in the same slot
 *         has another `id`, the same card in another slot another `at`. Two cards of one make that take turns in one
 *         slot cannot be told apart: these chips have no serial number in configuration space. */
#ifndef SUITE_REPORT_RECORD_H
#define SUITE_REPORT_RECORD_H

#include <stdbool.h>

#include "pci/find.h"

#define CARD_KEY_AT_MAX 16
#define CARD_KEY_ID_MAX 32

#define RECORD_SCHEMA 2 /* of report.jsonl; docs/report.md lists its records */

#define RECORD_RESET "machine was reset during " /* then the name of a test or of a phase */
#define RECORD_CRASH "Barecard failed during " /* the same, of a firmware that has said so itself */
/* The same, of a machine that the watchdog cannot have reset: it would have waited longer. */
#define RECORD_CUT "machine was switched off or reset by hand during "
/* A phase in the midst of a test: the machine's firmware is asked for its other processors, and may hang in that. */
#define RECORD_PROCESSORS         "starting the other processors"
#define RECORD_PROCESSORS_STARTED "the other processors have started"
#define RECORD_DONE               "done" /* the last phase of each card: it has been given back */

struct card_key {
    char at[CARD_KEY_AT_MAX];
    char id[CARD_KEY_ID_MAX];
};

struct card_key card_key_of(const struct pci_card *card);
bool card_key_equal(const struct card_key *a, const struct card_key *b);

#endif
