#include "tools/gv100/log.h"

#define FAULT                                                                                      \
    " at {address:x} engine {engine:x} [{engine_said:b}] client {by:x} [{by_said:b}] "             \
    "reason {reason:x} [{said:b}] on channel {channel:d} [{instance:x} {client:b}]"

#define REFUSED                                                                                    \
    "ch {channel:d} [{instance:x} {client:b}] subc {subchannel:d} class {class:x} "                \
    "mthd {method:x} data {data:x}"

/* clang-format off */
const struct log_row gv100_log[] = {
    /* units, pattern, subject, only this family's driver writes it */
    { "fifo fault", "fault {access:x} [{access_said:b}]" FAULT, &gv100_log_fault, false },
    { "fifo fault", "{access_said} fault" FAULT, &gv100_log_fault, false },
    { "fifo", "SCHED_ERROR {code:x} [{said:b}]", &gv100_log_sched, false },
    { "fifo", "SCHED_ERROR {code:x}", &gv100_log_sched, false },
    { "fifo", "BIND_ERROR {code:x} [{said:b}]", &gv100_log_bind, false },
    { "fifo", "CHSW_ERROR {code:x}", &gv100_log_chsw, false },
    { "fifo", "DROPPED_MMU_FAULT {:x}", &gv100_log_dropped, false },
    { "fifo", "FB_FLUSH_TIMEOUT", &gv100_log_flush, false },
    { "fifo", "LB_ERROR", &gv100_log_bus_error, false },
    { "fifo", "INTR {intr:x}", &gv100_log_fifo_intr, false },
    { "fifo", "intr {intr:x}", &gv100_log_fifo_intr, false },
    { "fifo", "PBDMA{pbdma:d}: {intr:x} [{:b}] ch {channel:d} [{instance:x} {client:b}] "
              "subc {subchannel:d} mthd {method:x} data {data:x}", &gv100_log_pbdma, false },
    { "fifo", "PBDMA{pbdma:d}: {intr:x} [{:b}] ch {channel:d} {method:x} {data:x}", &gv100_log_hce, false },
    { "fifo", "runlist {runlist:d} update timeout", &gv100_log_runlist, false },
    { "fifo", "runlist update timeout", &gv100_log_runlist, false },
    { "fifo", "channel {channel:d} [{client:b}] kick timeout", &gv100_log_kick, false },
    { "fifo", "tsg {tsg:d} [{client:b}] kick timeout", &gv100_log_kick, false },
    { "fifo", "channel {channel:d}: killed", &gv100_log_killed, false },
    { "fifo", "{:x}:{:x}:{:x}:[{client:b}] errored - disabling channel", &gv100_log_killed, false },
    { "fifo", "{:x}:{:x}:[{client:b}] rc scheduled", &gv100_log_killed, false },
    { "fifo", "{:x}: rc scheduled", &gv100_log_recovery, false },
    { "fifo", "runlist {runlist:d}: scheduled for recovery", &gv100_log_recovery, false },
    { "fifo", "engine {engine:d}: scheduled for recovery", &gv100_log_recovery, false },
    { "fifo", "{} engine fault on channel {channel:d}, recovering...", &gv100_log_recovery, false },
    { "fifo", "{:x}:{:d}[{:b}]: CTXSW_TIMEOUT {:x}", &gv100_log_ctxsw, false },
    { "fifo", "{:x}:{:d}[{:b}]: {:x}: mmu fault triggered", &gv100_log_recovery, false },
    { "fifo", "{:x}:{:d}[{:b}]: triggering mmu fault on {:x}", &gv100_log_recovery, false },
    { "fifo", "{:x}:{:d}[{:b}]: rc skipped, not on channel", &gv100_log_recovery, false },
    { "fifo", "{:x}: rewind timeout", &gv100_log_runlist, false },
    { "ce0 ce1 ce2 ce3 ce4 ce5 ce6 ce7", "LAUNCHERR {error:x} [{said:b}]", &gv100_log_launch, false },
    { "ce8", "LAUNCHERR {error:x} [{said:b}]", &gv100_log_launch, false },
    { "bus", "MMIO {access} of {data:x} FAULT at {address:x}", &gv100_log_mmio, false },
    { "bus", "MMIO {access} of {data:x} FAULT at {address:x} [ {why:n} ]", &gv100_log_mmio, false },
    { "bus", "MMIO {access} of {data:x} FAULT at {address:x} [{why:b}]", &gv100_log_mmio, false },
    { "privring priv_ring ibus priv", "HUB{unit:d}: {address:x} {data:x} ({status:x})", &gv100_log_ring, false },
    { "privring priv_ring ibus priv", "ROP{unit:d}: {address:x} {data:x} ({status:x})", &gv100_log_ring, false },
    { "privring priv_ring ibus priv", "GPC{unit:d}: {address:x} {data:x} ({status:x})", &gv100_log_ring, false },
    { "gr", "GPC{gpc:d}/TPC{tpc:d}/SM{sm:d} trap: global {:x} [{:b}] warp {warp:x} [{said:b}]", &gv100_log_program, false },
    { "gr", "ILLEGAL_{} " REFUSED, &gv100_log_method, false },
    { "gr", "DATA_ERROR {error:x} [{said:b}] " REFUSED, &gv100_log_data_error, false },
    { "gr", "wait for idle timeout (en: {:d}, ctxsw: {:d}, busy: {:d})", &gv100_log_graph, false },
    { "mmu", "{} mmu invalidate timeout", &gv100_log_invalidate, false },
    { "timer tmr", "stalled at {time:x}", &gv100_log_timer, false },
    { "DRM", "failed to idle channel {channel:d} [{client:b}]", &gv100_log_idle, false },
    { 0, "{}: failed to idle channel {channel:d} [{client:b}]", &gv100_log_idle, false },
    { 0, "{client}: error fencing pushbuf: {:d}", &gv100_log_idle, false },
    { 0, "{client}: job timeout, channel {channel:d} killed!", &gv100_log_idle, false },
    { 0, "{client}: channel {channel:d} killed!", &gv100_log_killed, false },
    { 0, "timeout", &gv100_log_wait, false },
    { 0, 0, 0, false },
};
/* clang-format on */
