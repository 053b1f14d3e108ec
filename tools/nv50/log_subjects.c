/* Meanings of the lines in tools/nv50/log.c; log_graph.c has those of PGRAPH. */
#include "tools/nv50/log.h"

#include "hw/bits.h"
#include "hw/nv50/falcon.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/slots.h"
#include "mmu/fields.h"

#define MEANINGS(list) .count = ARRAY_SIZE(list), .meanings = (list)

#define STALE                                                                                      \
    "PFIFO's translations of a buffer that has moved: nouveau never flushes engine 5; or the "     \
    "push buffer was overwritten or freed too early"

/* ---- PFIFO ---- */

static const struct log_meaning pusher[] = {
    { PUSHER_CALL_SUBR_ACTIVE, "CALL_SUBR_ACTIVE", "a call inside a subroutine",
      "a word of data taken for a command: " STALE, "tesla-mmio.md §4.6, §4.8" },
    { PUSHER_INVALID_METHOD, "INVALID_MTHD", "a method below 0x100 that PFIFO does not have",
      "a program for another generation, or a word of data taken for a command: " STALE,
      "tesla-mmio.md §4.6, §4.7" },
    { PUSHER_RET_SUBR_INACTIVE, "RET_SUBR_INACTIVE", "a return outside of a subroutine",
      "a word of data taken for a command: " STALE, "tesla-mmio.md §4.6, §4.8" },
    { PUSHER_INVALID_COMMAND, "INVALID_CMD", "a word of a push buffer that is no command", STALE,
      "tesla-mmio.md §4.6, §4.8; tesla-vm.md §8.3" },
    { PUSHER_IB_EMPTY, "IB_EMPTY", "an IB entry of no words",
      "IB_PUT was advanced before the entry was written, or PFIFO reads an older page: " STALE,
      "tesla-mmio.md §4.6, §4.8; tesla-vm.md §8.3" },
    { PUSHER_MEM_FAULT, "MEM_FAULT", "a push buffer or an IB entry that the VM refuses",
      "the buffer is not mapped in this channel; the line of the VM fault says where. Without one: "
      "the "
      "fetch passed DMA_LIMIT",
      "tesla-vm.md §2.4; tesla-mmio.md §4.8" },
};
const struct log_subject nv50_log_pusher = {
    .kind = LOG_PUSHER,
    .title = "PFIFO's pusher stopped",
    .field = "state",
    .said = "said",
    .reg = "PFIFO_DMA_STATE",
    .keep = PFIFO_DMA_STATE_ERROR,
    MEANINGS(pusher),
    .usual = "the driver has skipped what was left of the commands",
    .section = "tesla-mmio.md §4.8",
};

static bool cache_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const uint64_t method = log_field(fields, "method")->number;

    (void)chip;
    if (method == 0)
        out_text(out, " an object's handle is not in RAMHT");
    else if (method >= 0x60 && method < 0x80)
        out_text(out, " a semaphore's or reference's object is not in RAMHT");
    else if (method >= 0x180 && method < 0x200)
        out_text(out, " a DMA object's handle is not in RAMHT, or its engine is software");
    else
        out_text(out, " a method for a subchannel whose engine is software");
    return true;
}

const struct log_subject nv50_log_cache = {
    .kind = LOG_CACHE,
    .title = "PFIFO's puller stopped",
    .words = cache_words,
    .asked =
        "a method whose object PFIFO does not find: a handle that is not in the channel's table "
        "(RAMHT), or a subchannel to which no object of an engine is bound",
    .usual = "the object was never made or belongs to another channel, or the table was lost "
             "(suspend). Once, while a driver starts, for a class that the driver has no use for: "
             "harmless",
    .section = "tesla-mmio.md §4.4, §4.8",
};
const struct log_subject nv50_log_fifo_intr = {
    .kind = LOG_STATE,
    .title = "PFIFO interrupts that the driver does not know",
    .field = "intr",
    .reg = "PFIFO_INTR",
    .section = "tesla-mmio.md §4.8",
    .usual = "the driver has switched these interrupts off",
};
const struct log_subject nv50_log_unload = {
    .kind = LOG_TIMEOUT,
    .title = "a channel was not unloaded from its engine",
    .asked = "to save a channel's state and leave it (0x0032fc)",
    .usual = "the engine hangs in a command; the first line above that names a trap says which",
    .section = "tesla-mmio.md §4.5",
};

/* ---- the rest ---- */

static bool flush_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const struct log_field *const engine = log_field(fields, "engine"), *const unit = log_field(
                                                                            fields, "unit");
    const char *const name = engine ? value_name(vm_engine_names, VM_ENGINE_NAME_COUNT,
                                                 chip ? chip_bit(chip) : CHIPS_ALL, engine->number)
                                    : NULL;
    char shown[WORD_SHOWN + 4];

    if (engine)
        out_format(out, " engine %llu%s%s", (unsigned long long)engine->number, name ? " " : "",
                   name ? name : "");
    else
        out_format(out, " engine %s", word_shown(unit->text, shown));
    return true;
}

const struct log_subject nv50_log_flush = {
    .kind = LOG_TIMEOUT,
    .title = "a TLB flush did not end",
    .words = flush_words,
    .asked = "to forget an engine's translations (0x100c80 bit 0)",
    .usual = "the engine hangs with accesses under way: PGRAPH that was flushed while it ran (G86 "
             "and its like), "
             "or a card that no longer answers",
    .section = "tesla-vm.md §8.1, §8.5",
};
const struct log_subject nv50_log_host_flush = {
    .kind = LOG_TIMEOUT,
    .title = "a host flush did not end",
    .asked = "that the processor's writes have reached memory (0x070000, G80: 0x00330c)",
    .usual = "the card's memory, or the card, no longer answers",
    .section = "tesla-vm.md §8.6",
};

static bool mmio_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const struct log_field *const access = log_field(fields, "access");

    (void)chip;
    out_format(out, " %s 0x%06llx", word_is(access->text, "read") ? "read of" : "write to",
               (unsigned long long)log_field(fields, "address")->number);
    return true;
}

const struct log_subject nv50_log_mmio = {
    .kind = LOG_PRI,
    .title = "a register that nobody answers",
    .words = mmio_words,
    .asked = "a place in BAR0 where no register is, or whose unit is off (PMC_ENABLE) or fused off",
    .usual = "a driver for another chip, or an access while the unit is in reset; after suspend, a "
             "card that was not "
             "started",
    .section = "tesla-mmio.md §3.2",
};

static const struct log_meaning falcon_intr[] = {
    { FALCON_INTR_MEMIF_FAULT, "MEMIF_FAULT", "a transfer that the VM refuses",
      "a buffer that is not mapped, or a port's object that is not there (NULL_DMAOBJ, often after "
      "suspend); the "
      "line of the VM fault says where",
      "tesla-vm.md §2.5; tesla-engines.md §2.6" },
    { FALCON_INTR_MEMIF_PORT, "MEMIF_PORT", "a transfer through a port that nobody enabled",
      "the channel's state of the engine was lost", "tesla-vm.md §2.5; tesla-engines.md §2.6" },
};
const struct log_subject nv50_log_falcon_intr = {
    .kind = LOG_TRAP,
    .title = "an engine's interrupts that the driver does not know",
    .field = "intr",
    .bits = true,
    MEANINGS(falcon_intr),
    .section = "tesla-engines.md §2.6",
};

const struct log_subject nv50_log_xtensa = {
    .kind = LOG_TIMEOUT,
    .title = "a video engine's own watchdog: its program hangs",
    .asked = "to decode; the program that the driver loaded no longer comes by",
    .usual = "commands or buffers that the program does not understand, or memory that the VM "
             "refuses it",
    .section = "tesla-engines.md §3.2",
};

static const struct log_meaning copy[] = {
    { 1, "ILLEGAL_MTHD", "a method that the copy engine's program does not have", 0, 0 },
    { 2, "INVALID_ENUM", "a number that is none of the method's choices", 0, 0 },
    { 3, "INVALID_BITFIELD", "bits that the method does not have", 0, 0 },
};
const struct log_subject nv50_log_copy = {
    .kind = LOG_TRAP,
    .title = "the copy engine refused a method",
    .field = "error",
    .said = "said",
    MEANINGS(copy),
    .usual = "a bug of the program that made the commands",
    .section = "tesla-mmio.md §5.10",
};
const struct log_subject nv50_log_timer = {
    .kind = LOG_TIMEOUT,
    .title = "the card's clock stands still",
    .asked = "the time, sixteen times, without a change",
    .usual =
        "the card no longer answers, or its clock was not started: lines after it follow from that",
    .section = "tesla-mmio.md §3.5",
};
const struct log_subject nv50_log_idle = {
    .kind = LOG_TIMEOUT,
    .title = "a channel did not become idle",
    .asked = "to reach the last fence of the channel",
    .usual = "the channel stopped at a trap, a pusher or a cache error above; without one: a fence "
             "or an interrupt was "
             "lost",
    .section = "tesla-mmio.md §4.8; nouveau-client.md §14",
};
const struct log_subject nv50_log_lockup = {
    .kind = LOG_TIMEOUT,
    .title = "the console's channel no longer moves",
    .usual = "PGRAPH hangs: look for the trap above",
    .section = "tesla-mmio.md §5.2",
};
const struct log_subject nv50_log_fence = {
    .kind = LOG_TIMEOUT,
    .title = "a wait for a fence ended with an error",
    .usual = "the channel stopped at a trap above",
    .section = "tesla-mmio.md §4.8",
};
const struct log_subject nv50_log_wait = {
    .kind = LOG_TIMEOUT,
    .title = "a poll of a register did not end within two seconds",
    .usual = "the kernel's call trace below it names the function: flush (vmm, bar), kick (fifo), "
             "idle (gr)",
    .section = "nouveau-client.md §11",
};
const struct log_subject nv50_log_killed = {
    .kind = LOG_STATE,
    .title = "the kernel has ended a channel",
    .usual = "the line above says why",
    .section = "tesla-mmio.md §4.8",
};
