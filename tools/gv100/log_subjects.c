/* Meanings of the lines in tools/gv100/log.c; log_host.c has those of host. */
#include "tools/gv100/log.h"

#include <string.h>

#include "hw/bits.h"
#include "hw/gv100/chip.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/places.h"
#include "hw/gv100/structures.h"
#include "mmu/fields.h"

#define MEANINGS(list) .count = ARRAY_SIZE(list), .meanings = (list)

/* ---- faults of the MMU ---- */

static const struct log_meaning reasons[] = {
    { GMMU_FAULT_PDE, "PDE", "an address that no page directory entry leads on from",
      "the address was never mapped, or its mapping is gone; a pointer is wrong. Address 0: a "
      "pointer that nobody "
      "set",
      "gv100.md §5.5, §6.2" },
    { GMMU_FAULT_PDE_SIZE, "PDE_SIZE", "an address behind what its page directory entry covers", 0,
      "gv100.md §5.2, §6.2" },
    { GMMU_FAULT_PTE, "PTE", "an address whose page table has no valid page there",
      "the buffer was freed or moved while it was still used, an access ran over its end, or the "
      "TLBs were not "
      "invalidated after the tables changed",
      "gv100.md §5.4, §6.1, §6.2" },
    { GMMU_FAULT_VA_LIMIT_VIOLATION, "VA_LIMIT_VIOLATION", "an address of more than 49 bits",
      "a pointer that was overwritten or wrongly put together", "gv100.md §5.1, §6.2" },
    { GMMU_FAULT_UNBOUND_INST_BLOCK, "UNBOUND_INST_BLOCK",
      "an access in an address space whose instance block has no page directory",
      "the block was freed or never written, or the channel was bound before it was",
      "gv100.md §3.1, §6.2" },
    { GMMU_FAULT_PRIV_VIOLATION, "PRIV_VIOLATION", "a page for privileged requests, from a user's",
      "a user's channel reaches the kernel's page", "gv100.md §5.4, §6.2" },
    { GMMU_FAULT_RO_VIOLATION, "RO_VIOLATION", "a write to a page that is read-only",
      "source and destination exchanged, or a buffer that was mapped for reading",
      "gv100.md §5.4, §6.2" },
    { GMMU_FAULT_WO_VIOLATION, "WO_VIOLATION", "a read of a page that is write-only", 0, 0 },
    { GMMU_FAULT_PITCH_MASK_VIOLATION, "PITCH_MASK_VIOLATION", 0, 0, 0 },
    { GMMU_FAULT_WORK_CREATION, "WORK_CREATION", 0, 0, 0 },
    { GMMU_FAULT_UNSUPPORTED_APERTURE, "UNSUPPORTED_APERTURE",
      "a page in memory that the client cannot reach",
      "a page of a peer or of system memory, for a client that takes neither", 0 },
    { GMMU_FAULT_COMPRESSION_FAILURE, "COMPRESSION_FAILURE",
      "a compressed page without a place for its tags", 0, "gv100.md §5.6" },
    { GMMU_FAULT_UNSUPPORTED_KIND, "UNSUPPORTED_KIND", "a page whose kind the client does not take",
      "a kind that no table lists, or a page table entry that was overwritten", "gv100.md §5.6" },
    { GMMU_FAULT_REGION_VIOLATION, "REGION_VIOLATION", "memory in a locked region (VPR, WPR)", 0,
      0 },
    { GMMU_FAULT_POISONED, "POISONED", "memory whose errors could not be corrected",
      "bad memory: run a memory test", "gv100.md §6.2" },
    { GMMU_FAULT_ATOMIC_VIOLATION, "ATOMIC_VIOLATION", "an atomic access to a page that forbids it",
      "a page of system memory, or one that was mapped without atomics", "gv100.md §5.4" },
};

/* The names that the fault buffer's own fields have for a client of a GPC, or of the hub. */
static const char *client_name(bool hub, uint64_t client)
{
    const struct chip *const chip = &gv100_chips[0].chip;
    const uint64_t words[GMMU_FAULT_WORDS] = {
        [7] = hub ? GMMU_FAULT7_MMU_CLIENT_TYPE : 0,
    };

    for (unsigned i = 0; i < gv100_fault.field_count; i++) {
        const struct field *const field = &gv100_fault.fields[i];

        if (strcmp(field->name, "client") == 0 && field_present(field, chip, words))
            return field_value_name(field, chip, client);
    }
    return NULL;
}

/* "HUB/HOST" or "GPC3/T1_0", whose second part the client's number gives. */
static bool client_agrees(const struct log_field *said, uint64_t client)
{
    const char *const slash = memchr(said->text.chars, '/', said->text.length);

    if (!slash)
        return true; /* before Linux 4.17 the hub had no name in front */
    const size_t front = (size_t)(slash - said->text.chars);
    const bool hub = front == 3 && memcmp(said->text.chars, "HUB", 3) == 0;
    const struct word name = { slash + 1, said->text.length - front - 1 };
    const char *const ours = client_name(hub, client);

    return !name.length || (ours && word_is(name, ours));
}

static void put_doing(const struct gv100_places *chip, uint64_t engine, struct out *out)
{
    if (engine == chip->bar1_engine || engine == chip->bar2_engine)
        out_text(out, " (the processor, through a BAR)");
    else if (engine >= GMMU_ENGINE_HOST0 && engine < GMMU_ENGINE_HOST0 + PFIFO_PBDMA_MAP_COUNT)
        out_text(out, " (host: a push buffer, a semaphore or USERD)");
    else if (engine == GMMU_ENGINE_PHYSICAL)
        out_text(out, " (a physical access)");
}

static void put_text(struct word text, struct out *out)
{
    char shown[WORD_SHOWN + 4];

    out_text(out, word_shown(text, shown));
}

static bool fault_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const struct log_field *const said = log_field(fields, "by_said");
    const uint64_t engine = log_field(fields, "engine")->number;
    const uint64_t client = log_field(fields, "by")->number;

    if (!client_agrees(said, client))
        return false;
    out_char(out, ' ');
    put_text(log_field(fields, "access_said")->text, out);
    out_format(out, " 0x%llx, by engine 0x%llx ",
               (unsigned long long)log_field(fields, "address")->number,
               (unsigned long long)engine);
    put_text(log_field(fields, "engine_said")->text, out);
    put_doing(gv100_places_of(chip), engine, out);
    out_format(out, " client 0x%llx ", (unsigned long long)client);
    put_text(said->text, out);
    return true;
}

const struct log_subject gv100_log_fault = {
    .kind = LOG_FAULT,
    .title = "MMU fault",
    .field = "reason",
    .said = "said",
    MEANINGS(reasons),
    .section = "gv100.md §6.2",
    .words = fault_words,
};

/* ---- engines and registers ---- */

#define SIZES "a copy with lines, pitches or a layout that do not go together"
static const struct log_meaning launch[] = {
    { 0x1, "2D_LAYER_EXCEEDS_DEPTH", SIZES, 0, 0 },
    { 0x2, "INVALID_ALIGNMENT", "an address or a size that is not aligned", 0, 0 },
    { 0x3, "MEM2MEM_RECT_OUT_OF_BOUNDS", SIZES, 0, 0 },
    { 0x4, "SRC_LINE_EXCEEDS_PITCH", SIZES, 0, 0 },
    { 0x5, "SRC_LINE_EXCEEDS_NEG_PITCH", SIZES, 0, 0 },
    { 0x6, "DST_LINE_EXCEEDS_PITCH", SIZES, 0, 0 },
    { 0x7, "DST_LINE_EXCEEDS_NEG_PITCH", SIZES, 0, 0 },
    { 0x8, "BAD_SRC_PIXEL_COMP_REF", "a remap of a component that the source does not have", 0, 0 },
    { 0x9, "INVALID_VALUE", "a value that the method does not take", 0, 0 },
    { 0xa, "UNUSED_FIELD", "bits that the method does not have", 0, 0 },
    { 0xb, "INVALID_OPERATION", "an operation that the class does not have", 0, 0 },
    { 0xc, "NO_RESOURCES", "a copy engine without a physical one behind it", 0, 0 },
    { 0xd, "INVALID_CONFIG", 0, 0, 0 },
};
const struct log_subject gv100_log_launch = {
    .kind = LOG_TRAP,
    .title = "a copy engine refused a copy",
    .field = "error",
    .said = "said",
    MEANINGS(launch),
    .usual = "a bug of the program that made the commands",
    .section = "gv100.md §7",
};

static bool mmio_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const struct log_field *const access = log_field(fields, "access"), *const why = log_field(
                                                                            fields, "why");

    (void)chip;
    out_format(out, " %s 0x%06llx", word_is(access->text, "read") ? "read of" : "write to",
               (unsigned long long)log_field(fields, "address")->number);
    if (why) {
        out_char(out, ' ');
        put_text(why->text, out);
    }
    return true;
}

const struct log_subject gv100_log_mmio = {
    .kind = LOG_PRI,
    .title = "a register that nobody answers",
    .words = mmio_words,
    .asked = "a place in BAR0 where no register is, or whose unit is off (PMC_ENABLE), in reset or "
             "fused off",
    .usual = "a driver for another chip, or an access while the unit is in reset",
    .section = "gv100.md §1.5, §1.7",
};

static bool ring_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    (void)chip;
    out_format(out, " unit %llu, access to 0x%06llx, status 0x%08llx",
               (unsigned long long)log_field(fields, "unit")->number,
               (unsigned long long)log_field(fields, "address")->number,
               (unsigned long long)log_field(fields, "status")->number);
    return true;
}

const struct log_subject gv100_log_ring = {
    .kind = LOG_PRI,
    .title = "an access on the ring of registers failed",
    .words = ring_words,
    .asked = "a register behind the ring, which refused or did not answer",
    .usual = "a unit that is off or in reset, or a register that only signed programs may touch",
    .section = "gv100.md §1.7",
};
const struct log_subject gv100_log_graph = {
    .kind = LOG_TIMEOUT,
    .title = "graphics did not become idle",
    .asked = "to finish what it works on",
    .usual = "its signed programs did not start, or it hangs",
    .section = "gv100.md §9.1",
};
const struct log_subject gv100_log_method = {
    .kind = LOG_TRAP,
    .title = "graphics stopped at a method",
    .asked = "a method or a class that graphics does not have",
    .usual = "a program for another class, or commands of which one was lost",
    .section = "gv100.md §4.3, §9.1",
};
/* No document has the codes: the number, and the driver's own word where it has one. */
static bool data_error_words(const struct chip *chip, const struct log_fields *fields,
                             struct out *out)
{
    const struct word said = log_field(fields, "said")->text;

    (void)chip;
    out_format(out, " 0x%x", (unsigned)log_field(fields, "error")->number);
    if (said.length)
        out_char(out, ' ');
    for (size_t i = 0; i < said.length; i++)
        if ((said.chars[i] >= 'A' && said.chars[i] <= 'Z') || said.chars[i] == '_')
            out_char(out, said.chars[i]);
    return true;
}

const struct log_subject gv100_log_data_error = {
    .kind = LOG_TRAP,
    .title = "graphics refused a method's data",
    .asked = "a method with data that its class does not take",
    .usual = "a bug of the program that made the commands: a kernel's driver, X, OpenGL",
    .section = "gv100.md §4.3, §9.1",
    .words = data_error_words,
};
const struct log_subject gv100_log_program = {
    .kind = LOG_TRAP,
    .title = "a program stopped on a multiprocessor",
    .said = "said",
    .asked = "an instruction that cannot be carried out, or memory that the MMU refuses",
    .usual =
        "a wrong index in a shader, or a broken one; an MMU fault beside it says which address",
    .section = "gv100.md §9.1",
};
const struct log_subject gv100_log_invalidate = {
    .kind = LOG_TIMEOUT,
    .title = "a TLB invalidate did not end",
    .asked = "to forget translations (0x100cbc)",
    .usual = "the card, or its memory, no longer answers",
    .section = "gv100.md §6.1",
};
const struct log_subject gv100_log_timer = {
    .kind = LOG_TIMEOUT,
    .title = "the card's clock stands still",
    .asked = "the time, sixteen times, without a change",
    .usual = "the card no longer answers: lines after it follow from that",
    .section = "gv100.md §1.5",
};
const struct log_subject gv100_log_idle = {
    .kind = LOG_TIMEOUT,
    .title = "a channel did not become idle",
    .asked = "to reach the last fence of the channel",
    .usual = "the channel was killed, or stopped at an error above; without one: a fence or an "
             "interrupt was lost",
    .section = "nouveau-gv100-client.md §14",
};
const struct log_subject gv100_log_wait = {
    .kind = LOG_TIMEOUT,
    .title = "a poll of a register did not end within two seconds",
    .usual = "the kernel's call trace below it names the function: flush, invalidate (vmm), "
             "runlist, kick (fifo)",
    .section = "nouveau-gv100-client.md §14",
};
