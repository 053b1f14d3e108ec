/* tools/nv50/log.h: nouveau's lines about faults of the NV50 family (tools/log/row.h).
 *
 * Shape   log.c has the shapes of lines, log_subjects.c and log_graph.c their meanings, log_fault.c the words of the
 *         VM's record.
 * Source  docs/hardware; the shapes are those of nouveau 2.6.35 to 6.12. */
#ifndef TOOLS_NV50_LOG_H
#define TOOLS_NV50_LOG_H

#include "tools/log/row.h"

extern const struct log_row nv50_log[];

/* A VM fault by numbers, by names, and by the first word of the record. */
extern const struct log_subject nv50_log_fault, nv50_log_fault_named, nv50_log_fault_status;

extern const struct log_subject nv50_log_pusher, nv50_log_cache, nv50_log_fifo_intr,
    nv50_log_unload, nv50_log_data_error, nv50_log_graph_intr, nv50_log_graph_method,
    nv50_log_dispatch_fault, nv50_log_dispatch_query, nv50_log_dispatch_odd, nv50_log_m2mf,
    nv50_log_vfetch, nv50_log_strmout, nv50_log_ccache, nv50_log_clipid, nv50_log_texture,
    nv50_log_mp, nv50_log_mp_exec, nv50_log_prop, nv50_log_prop_global, nv50_log_details,
    nv50_log_nobody, nv50_log_graph_busy, nv50_log_flush, nv50_log_host_flush, nv50_log_mmio,
    nv50_log_falcon_intr, nv50_log_xtensa, nv50_log_copy, nv50_log_timer, nv50_log_idle,
    nv50_log_lockup, nv50_log_fence, nv50_log_wait, nv50_log_killed;

#endif
