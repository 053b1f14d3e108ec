/* tools/gv100/log.h: nouveau's lines about faults of a GV100 (tools/log/row.h).
 *
 * Shape   log.c has the shapes of lines, log_subjects.c and log_host.c their meanings. Drivers of other families write
 *         the same shapes with other numbers in them, so a log must name the chipset.
 * Source  docs/hardware/gv100.md; the shapes are those of nouveau 4.18 to 6.12. */
#ifndef TOOLS_GV100_LOG_H
#define TOOLS_GV100_LOG_H

#include "tools/log/row.h"

extern const struct log_row gv100_log[];

extern const struct log_subject gv100_log_fault, gv100_log_sched, gv100_log_bind, gv100_log_chsw,
    gv100_log_dropped, gv100_log_flush, gv100_log_bus_error, gv100_log_fifo_intr, gv100_log_pbdma,
    gv100_log_hce, gv100_log_runlist, gv100_log_kick, gv100_log_killed, gv100_log_recovery,
    gv100_log_ctxsw, gv100_log_launch, gv100_log_mmio, gv100_log_ring, gv100_log_idle,
    gv100_log_graph, gv100_log_program, gv100_log_method, gv100_log_data_error, gv100_log_wait,
    gv100_log_timer, gv100_log_invalidate;

#endif
