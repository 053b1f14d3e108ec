/* Meanings of the lines in tools/gv100/log.c that are of host. */
#include "tools/gv100/log.h"

#include "hw/bits.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/ppbdma.h"

#define MEANINGS(list) .count = ARRAY_SIZE(list), .meanings = (list)

static const struct log_meaning sched[] = {
    { PFIFO_INTR_SCHED_ERROR_CODE_ENGINE_RESET, "", "an engine that was reset under its channel", 0,
      0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_CTXSW_TIMEOUT, "CTXSW_TIMEOUT",
      "an engine to save its channel, which it did not do in time",
      "a channel that hangs in a command: look for a fault or a trap above", 0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_RL_REQ_TIMEOUT, "",
      "to fetch a runlist, which memory did not answer",
      "the runlist's memory is gone, or the card's memory does not answer", 0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_RL_ACK_TIMEOUT, "",
      "to fetch a runlist, which memory did not answer",
      "the runlist's memory is gone, or the card's memory does not answer", 0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_RL_RDAT_TIMEOUT, "",
      "to fetch a runlist, whose data did not come",
      "the runlist's memory is gone, or the card's memory does not answer", 0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_NEW_RUNLIST, "",
      "a runlist while the one before was not taken yet", "a driver that does not wait for PENDING",
      "gv100.md §3.5" },
    { PFIFO_INTR_SCHED_ERROR_CODE_CONFIG_WHILE_BUSY, "", "another configuration while it worked", 0,
      0 },
    { PFIFO_INTR_SCHED_ERROR_CODE_BAD_TSG, "", "a runlist whose groups of channels do not add up",
      "a channel outside of a TSG, a TSG of length 0, or one that begins before the last has ended",
      "gv100.md §3.4" },
};
const struct log_subject gv100_log_sched = {
    .kind = LOG_TRAP,
    .title = "the scheduler stopped",
    .field = "code",
    .said = "said",
    .reg = "PFIFO_INTR_SCHED_ERROR",
    MEANINGS(sched),
    .section = "gv100.md §3.5",
};

static const struct log_meaning bind[] = {
    { PFIFO_INTR_BIND_ERROR_CODE_BIND_NOT_UNBOUND, "BIND_NOT_UNBOUND",
      "to bind a channel that is bound", "two channels with one number", 0 },
    { PFIFO_INTR_BIND_ERROR_CODE_UNBIND_WHILE_RUNNING, "UNBIND_WHILE_RUNNING",
      "to unbind a channel that runs", "a channel that was freed before it was preempted", 0 },
    { PFIFO_INTR_BIND_ERROR_CODE_INVALID_CTX_TGT, "INVALID_CTX_TGT",
      "an instance block in no kind of memory", 0, 0 },
    { PFIFO_INTR_BIND_ERROR_CODE_UNBIND_WHILE_PARKED, "UNBIND_WHILE_PARKED",
      "to unbind a channel that is parked", 0, 0 },
};
const struct log_subject gv100_log_bind = {
    .kind = LOG_TRAP,
    .title = "a channel was not bound",
    .field = "code",
    .said = "said",
    .reg = "PFIFO_INTR_BIND_ERROR",
    MEANINGS(bind),
    .section = "gv100.md §3.5, §8.2",
};
const struct log_subject gv100_log_chsw = {
    .kind = LOG_TRAP,
    .title = "a channel switch failed",
    .field = "code",
    .reg = "PFIFO_INTR_CHSW_ERROR",
    .asked = "to load or save a channel's state (RAMFC)",
    .usual = "the instance block's memory is gone, or the card's memory does not answer",
    .section = "gv100.md §3.5",
};
const struct log_subject gv100_log_dropped = {
    .kind = LOG_FAULT,
    .title = "faults were lost",
    .asked = "to report a fault while the last was not taken yet",
    .section = "gv100.md §6.3",
};
const struct log_subject gv100_log_flush = {
    .kind = LOG_TIMEOUT,
    .title = "a memory operation of host did not end",
    .asked = "a flush or an invalidate from a push buffer (MEM_OP)",
    .section = "gv100.md §3.5, §4.6",
};
const struct log_subject gv100_log_bus_error = {
    .kind = LOG_PRI,
    .title = "host's own bus failed",
    .section = "gv100.md §3.5",
};
const struct log_subject gv100_log_fifo_intr = {
    .kind = LOG_STATE,
    .title = "PFIFO interrupts that the driver does not know",
    .field = "intr",
    .reg = "PFIFO_INTR_0",
    .usual = "the driver has switched these interrupts off",
    .section = "gv100.md §3.5",
};

static const struct log_meaning pbdma[] = {
    { PPBDMA_INTR_0_GPENTRY, 0, "an entry of the GP ring that is none",
      "a ring that was overwritten, or GP_PUT advanced before the entry was written",
      "gv100.md §4.1, §4.7" },
    { PPBDMA_INTR_0_GPPTR, 0, "a GP_PUT outside of the ring", "USERD that was overwritten",
      "gv100.md §3.3, §4.7" },
    { PPBDMA_INTR_0_PBENTRY, 0, "a word of a push buffer that is no entry",
      "a push buffer that was overwritten or freed too early", "gv100.md §4.2, §4.7" },
    { PPBDMA_INTR_0_METHOD, 0,
      "a method of host that does not exist, or with data that it does not take",
      "a program for another generation, or an operation that needs a privileged channel",
      "gv100.md §4.4, §4.7" },
    { PPBDMA_INTR_0_DEVICE, 0, "a method for a subchannel whose engine is software",
      "no object was bound to the subchannel; a driver handles its own software methods here",
      "gv100.md §4.3" },
    { PPBDMA_INTR_0_SEMAPHORE, 0, "a semaphore at an address that is not aligned", 0,
      "gv100.md §4.5" },
    { PPBDMA_INTR_0_ACQUIRE, 0, "to wait for a semaphore, which did not come in time",
      "whoever was to release it has stopped: look above", "gv100.md §4.5" },
    { PPBDMA_INTR_0_SIGNATURE, 0, "a channel whose RAMFC has no signature",
      "an instance block that was freed or overwritten", "gv100.md §3.2" },
    { PPBDMA_INTR_0_PBSEG, 0, "a segment of a push buffer that does not end where its entry says",
      0, "gv100.md §4.2" },
    { PPBDMA_INTR_0_GPCRC, 0, "a GP entry whose checksum differs", "memory that changed on the way",
      "gv100.md §4.1" },
    { PPBDMA_INTR_0_PBCRC, 0, "a push buffer whose checksum differs",
      "memory that changed on the way", "gv100.md §4.1" },
    { PPBDMA_INTR_0_ENG_RESET, 0, "an engine that was reset under its channel", 0, 0 },
    { PPBDMA_INTR_0_MEMREQ | PPBDMA_INTR_0_MEMACK_TIMEOUT | PPBDMA_INTR_0_MEMACK_EXTRA |
          PPBDMA_INTR_0_MEMDAT_TIMEOUT | PPBDMA_INTR_0_MEMDAT_EXTRA,
      0, "memory, which did not answer as it should",
      "the card's memory or the link no longer answers", 0 },
};

static bool pbdma_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    (void)chip;
    out_format(out, " PBDMA %llu", (unsigned long long)log_field(fields, "pbdma")->number);
    return true;
}

const struct log_subject gv100_log_pbdma = {
    .kind = LOG_PUSHER,
    .title = "host stopped at an entry",
    .field = "intr",
    .reg = "PPBDMA_INTR_0",
    .bits = true,
    MEANINGS(pbdma),
    .words = pbdma_words,
    .section = "gv100.md §4.7",
    .usual = "the driver replaces the method by nothing and goes on",
};

static const struct log_meaning hce[] = {
    { PPBDMA_INTR_1_CTXNOTVALID, 0, "a method for an engine of which the channel has no context",
      "RAMFC was made without the engine's CTX_VALID bit, or was not loaded again after it was set",
      "gv100.md §3.2, §4.7" },
    { PPBDMA_INTR_1_HCE_ILLEGAL_MTHD, 0, "a method that the copy engine's class does not have", 0,
      0 },
    { PPBDMA_INTR_1_HCE_ILLEGAL_CLASS, 0, "a class that the copy engine does not have",
      "a program for another generation", 0 },
    { PPBDMA_INTR_1_HCE_PRIV, 0, "a copy with a physical end, from a channel without privilege", 0,
      0 },
    { PPBDMA_INTR_1_HCE_RE_ALIGNB, 0, "a condition at an address that is not aligned", 0, 0 },
    { PPBDMA_INTR_1_HCE_RE_ILLEGAL_OP, 0, "a condition that is not defined", 0, 0 },
};
const struct log_subject gv100_log_hce = {
    .kind = LOG_PUSHER,
    .title = "host refused a method for an engine",
    .field = "intr",
    .reg = "PPBDMA_INTR_1",
    .bits = true,
    MEANINGS(hce),
    .words = pbdma_words,
    .section = "gv100.md §4.7",
};

static bool runlist_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    static const char *const names[] = { "runlist", "engine", "tsg" };

    (void)chip;
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        const struct log_field *const field = log_field(fields, names[i]);

        if (field)
            out_format(out, " %s %llu", names[i], (unsigned long long)field->number);
    }
    return true;
}

const struct log_subject gv100_log_runlist = {
    .kind = LOG_TIMEOUT,
    .title = "a runlist was not taken",
    .asked = "to fetch a new runlist (PENDING of 0x002284)",
    .usual = "the scheduler stands still: SCHED_ERROR above, or PFIFO that was switched off",
    .section = "gv100.md §3.5",
    .words = runlist_words,
};
const struct log_subject gv100_log_kick = {
    .kind = LOG_TIMEOUT,
    .title = "a preempt did not end",
    .asked = "to save a channel and leave it (0x002634)",
    .usual = "the engine hangs in a command, or a PBDMA's interrupt was not served",
    .words = runlist_words,
    .section = "gv100.md §3.5",
};
const struct log_subject gv100_log_killed = {
    .kind = LOG_STATE,
    .title = "the driver has ended a channel",
    .usual = "the line above says why",
    .section = "nouveau-gv100-client.md §9",
};
const struct log_subject gv100_log_recovery = {
    .kind = LOG_STATE,
    .title = "the driver resets what the channel used",
    .words = runlist_words,
    .usual = "the line above says why",
    .section = "nouveau-gv100-client.md §9",
};
const struct log_subject gv100_log_ctxsw = {
    .kind = LOG_TIMEOUT,
    .title = "an engine did not save its channel in time",
    .asked = "to save a channel and load another",
    .usual = "a channel that hangs in a command: look for a fault or a trap above",
    .section = "gv100.md §3.5",
};
