/* engines/nv50/graph_port.h: PGRAPH's direct command port: sends methods and reads PGRAPH's complaints.
 *
 * Shape   PGRAPH is out of reset and has a channel (engines/nv50/pgraph.h).
 * Errors  ERR_TIMEOUT if the port does not take a method, or the method's work does not end.
 * Source  docs/hardware/tesla-engines.md §4.1, tesla-vm.md §2.6; silicon-sequences.md §6.2. */
#ifndef ENGINES_NV50_GRAPH_PORT_H
#define ENGINES_NV50_GRAPH_PORT_H

#include "engines/card.h"

/* PGRAPH's complaints; no interrupts: none. */
struct graph_event {
    uint32_t interrupts; /* PGRAPH_INTR */
    uint32_t traps;      /* PGRAPH_TRAP: units */
    uint32_t trapped;    /* PGRAPH_M2MF_TRAP: which of the three objects */
    uint32_t dispatch;   /* PGRAPH_DISPATCH_TRAP */
    uint32_t tex, prop;  /* of all TPCs together */
    uint32_t data_error; /* of a data error: enum pgraph_data_error */
    uint32_t method;     /* that failed */
    bool line;           /* PGRAPH's line was up in PMC */
};

/* `number` has the subchannel in its bits 18:16. */
enum err graph_method(struct card *card, uint32_t number, uint32_t data) MUST_CHECK;
/* Waits until PGRAPH is idle or has an error, which is read and acknowledged. */
enum err graph_take_event(struct card *card, struct graph_event *event) MUST_CHECK;
/* The same; an error is ERR_UNSUPPORTED and stands in the log. */
enum err graph_settle(struct card *card) MUST_CHECK;

#endif
