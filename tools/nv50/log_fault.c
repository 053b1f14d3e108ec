#include "tools/nv50/log.h"

#include "hw/bits.h"
#include "hw/nv50/slots.h"
#include "mmu/fields.h"
#include "mmu/nv50/fault.h"
#include "tools/nv50/names.h"

static const struct log_meaning reasons[] = {
    { FAULT_PT_NOT_PRESENT, "PT_NOT_PRESENT", "an address in whose 512 MiB no page table is",
      "the address was never mapped or its mapping is gone; an offset or a base is wrong. Address "
      "0: a pointer "
      "that nobody set",
      "tesla-vm.md §1.7, §2.3" },
    { FAULT_PT_TOO_SHORT, "PT_TOO_SHORT", "an address behind the end of its page table",
      "the table is made for fewer pages than the address needs", "tesla-vm.md §1.7, §2.3" },
    { FAULT_PAGE_NOT_PRESENT, "PAGE_NOT_PRESENT", "an address whose page table has no page there",
      "the buffer was freed or moved while the engine still used it, an access ran over its end, "
      "or the engine's TLB "
      "was not flushed after the tables changed",
      "tesla-vm.md §1.7, §2.3, §8.3" },
    { FAULT_PAGE_SUPERVISOR_ONLY, "PAGE_SYSTEM_ONLY",
      "a page that only supervisors may use, through an object or engine that is a user",
      "a user's object reaches the kernel's page", "tesla-vm.md §3" },
    { FAULT_PAGE_READ_ONLY, "PAGE_READ_ONLY", "a write to a page that is read-only",
      "source and destination exchanged, or a buffer that was mapped for reading",
      "tesla-vm.md §1.8" },
    { FAULT_NO_CHANNEL, "", "an access without a channel",
      "the engine was never given a channel, or that was taken from it", "tesla-vm.md §1.3, §2.3" },
    { FAULT_NULL_DMAOBJ, "NULL_DMAOBJ", "an access through a DMA object that is not there",
      "no object was bound to this slot, its selector is wrong, or the channel's memory was lost "
      "(suspend)",
      "tesla-vm.md §1.5; tesla-engines.md §0.2" },
    { FAULT_WRONG_MEMTYPE, "WRONG_MEMTYPE", "a page whose storage type the access cannot have",
      "no record with this code is known", "tesla-vm.md §2.3, §4" },
    { FAULT_VRAM_LIMIT, "VRAM_LIMIT", "an address at or above the end of VRAM",
      "a page table entry with an address that the card does not have", "tesla-vm.md §1.11" },
    { FAULT_DMAOBJ_LIMIT, "DMAOBJ_LIMIT", "an offset behind the limit of its DMA object",
      "an access runs over the end of the object: a size, pitch or line count is too large",
      "tesla-vm.md §1.6" },
};

/* Action of a slot, by its name; falcon engines' ports all do the same. */
struct doing {
    uint8_t engine, client;
    uint8_t first, last; /* slots */
    const char *what;
};

/* clang-format off */
static const struct doing doings[] = {
    { VM_ENGINE_PGRAPH, VM_CLIENT_STRMOUT, 0, 0, "stream output writes vertices" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 0, 0, "a context is loaded or saved" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 1, 1, "a notifier is written" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 2, 2, "a query writes its result, often a fence" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 3, 3, "a condition is read" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 4, 4, "m2mf reads its source" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 5, 5, "m2mf writes its destination" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_DISPATCH, 6, 6, "m2mf writes its notifier" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, 0, 0, "code or constants of a shader are fetched" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, 1, 1, "a texture's description is fetched" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CCACHE, 2, 2, "a sampler's description is fetched" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_CLIPID, 0, 0, "the surface of clip ids" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_VFETCH, 0, 0, "vertices or indices are fetched" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_TEXTURE, 0, 0, "texels, or the source of a 2D blit, are fetched" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 0, 7, "a render target" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 8, 8, "the depth buffer" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 9, 9, "local memory of a program" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 10, 10, "global memory of a program" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 11, 11, "the stack of a program" },
    { VM_ENGINE_PGRAPH, VM_CLIENT_PROP, 12, 12, "the destination of a 2D operation" },
    { VM_ENGINE_PEEPHOLE, VM_CLIENT_PFIFO_WRITE, 0, 0, "the processor writes through PEEPHOLE" },
    { VM_ENGINE_PEEPHOLE, VM_CLIENT_PFIFO_READ, 0, 0, "the processor reads through PEEPHOLE" },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, 0, 0, "PFIFO fetches a push buffer or an IB entry" },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_READ, 1, 1, "a semaphore is read" },
    { VM_ENGINE_PFIFO, VM_CLIENT_PFIFO_WRITE, 1, 1, "a semaphore is written" },
    { VM_ENGINE_PFIFO_BG, VM_CLIENT_PFIFO_READ, 1, 1, "a semaphore that is not satisfied yet is read again" },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_WRITE, 0, 0, "the processor writes through BAR1" },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_WRITE, 1, 1, "the processor writes through BAR3" },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_READ, 0, 0, "the processor reads through BAR1" },
    { VM_ENGINE_BAR, VM_CLIENT_PFIFO_READ, 1, 1, "the processor reads through BAR3" },
};
/* clang-format on */

/* nouveau's words for engines and clients, where it has one. */
struct said {
    uint8_t number;
    const char *word;
};

static const struct said engines_said[] = {
    { VM_ENGINE_PGRAPH, "PGRAPH" },
    { VM_ENGINE_PVP, "PVP" },
    { VM_ENGINE_PEEPHOLE, "PEEPHOLE" },
    { VM_ENGINE_PFIFO, "PFIFO" },
    { VM_ENGINE_BAR, "BAR" },
    { VM_ENGINE_PMPEG, "PMSPPP" },
    { VM_ENGINE_PMPEG, "PMPEG" },
    { VM_ENGINE_PBSP, "PBSP" },
    { VM_ENGINE_PCIPHER, "PCRYPT" },
    { VM_ENGINE_PCOUNTER, "PCOUNTER" },
    { VM_ENGINE_PFIFO_BG, "SEMAPHORE_BG" },
    { VM_ENGINE_PCOPY, "PCE0" },
    { VM_ENGINE_PDAEMON, "PDAEMON" },
};

static const struct said clients_said[] = {
    { VM_CLIENT_STRMOUT, "STRMOUT" },
    { VM_CLIENT_DISPATCH, "DISPATCH" },
    { VM_CLIENT_PFIFO_WRITE, "PFIFO_WRITE" },
    { VM_CLIENT_CCACHE, "CCACHE" },
    { VM_CLIENT_PVPE, "PMSPPP" },
    { VM_CLIENT_PVPE, "PPPP" },
    { VM_CLIENT_CLIPID, "CLIPID" },
    { VM_CLIENT_PFIFO_READ, "PFIFO_READ" },
    { VM_CLIENT_VFETCH, "VFETCH" },
    { VM_CLIENT_TEXTURE, "TEXTURE" },
    { VM_CLIENT_PROP, "PROP" },
    { VM_CLIENT_PVP2, "PVP" },
    { VM_CLIENT_PBSP, "PBSP" },
    { VM_CLIENT_PCIPHER, "PCRYPT" },
    { VM_CLIENT_PCOUNTER, "PCOUNTER" },
    { VM_CLIENT_PDAEMON, "PDAEMON" },
};

/* The first chipset that has such a slot, where the log names none. */
static const struct vm_slot *slot_of(const struct chip *chip, uint64_t engine, uint64_t client,
                                     uint64_t slot)
{
    for (unsigned i = 0; i < VM_SLOT_COUNT; i++) {
        const struct vm_slot *const s = &vm_slots[i];

        if (s->engine == engine && s->client == client && s->slot == slot &&
            (chip ? (s->chips & chip_bit(chip)) != 0 : s->chips == CHIPS_ALL))
            return s;
    }
    return NULL;
}

static const char *doing_of(uint64_t engine, uint64_t client, uint64_t slot)
{
    for (unsigned i = 0; i < ARRAY_SIZE(doings); i++)
        if (doings[i].engine == engine && doings[i].client == client && slot >= doings[i].first &&
            slot <= doings[i].last)
            return doings[i].what;
    return NULL;
}

static void put_access(const struct log_fields *fields, struct out *out)
{
    const struct log_field *const access = log_field(fields, "access");
    const struct log_field *const address = log_field(fields, "address");
    const bool read = access && word_names(access->text, "read");

    out_format(out, " %s 0x%010llx", read ? "read of" : "write to",
               (unsigned long long)(address ? address->number : 0));
}

static void put_requester(const struct chip *chip, uint64_t engine, uint64_t client, uint64_t slot,
                          struct out *out)
{
    const uint32_t chips = chip ? chip_bit(chip) : CHIPS_ALL;
    const char *const e =
        value_name(vm_engine_names, VM_ENGINE_NAME_COUNT, chips, (uint32_t)engine);
    const char *const c =
        value_name(vm_client_names, VM_CLIENT_NAME_COUNT, chips, (uint32_t)client);
    const struct vm_slot *const s = slot_of(chip, engine, client, slot);
    const char *const doing = doing_of(engine, client, slot);

    out_format(out, ", by engine 0x%llx%s%s client 0x%llx%s%s slot 0x%llx%s%s",
               (unsigned long long)engine, e ? " " : "", e ? e : "", (unsigned long long)client,
               c ? " " : "", c ? c : "", (unsigned long long)slot, s ? " " : "", s ? s->name : "");
    if (doing)
        out_format(out, " (%s)", doing);
    else if (s && engine != VM_ENGINE_PGRAPH && client != VM_CLIENT_PFIFO_READ)
        out_text(out, " (a media, copy or power engine's own transfer)");
}

/* Whether the driver's word in brackets is one of those for this number; empty: it had none. */
static bool agrees(const struct log_fields *fields, const char *field, const struct said *said,
                   unsigned count, uint64_t number)
{
    const struct word word = log_field(fields, field)->text;

    for (unsigned i = 0; i < count; i++)
        if (said[i].number == number && word_is(word, said[i].word))
            return true;
    return !word.length;
}

static bool fault_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const uint64_t engine = log_field(fields, "engine")->number;
    const uint64_t client = log_field(fields, "by")->number;

    if (!agrees(fields, "engine_said", engines_said, ARRAY_SIZE(engines_said), engine) ||
        !agrees(fields, "by_said", clients_said, ARRAY_SIZE(clients_said), client))
        return false;
    put_access(fields, out);
    put_requester(chip, engine, client, log_field(fields, "slot")->number, out);
    return true;
}

/* "PGRAPH/PROP/RT0", or numbers where the driver knew no name: the driver's words stand as they are. */
static bool named_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    char shown[WORD_SHOWN + 4];

    (void)chip;
    put_access(fields, out);
    out_format(out, ", by %s", word_shown(log_field(fields, "requester")->text, shown));
    return true;
}

/* The record's first word, as nouveau printed it before it had names: its layout hangs on the chipset. */
static bool status_words(const struct chip *chip, const struct log_fields *fields, struct out *out)
{
    const uint32_t status = (uint32_t)log_field(fields, "status")->number;
    struct vm_fault fault;

    put_access(fields, out);
    if (!chip) {
        out_format(out, ", by whom only --chipset can tell from status 0x%08x", status);
        return true;
    }
    vm_fault_decode(nv50_chip_of(chip), (const uint32_t[FAULT_WORDS]){ status }, &fault);
    put_requester(chip, fault.engine, fault.client, fault.slot, out);
    out_format(out, ": %s", fault_name(fault.reason));
    return true;
}

const struct log_subject nv50_log_fault = {
    .kind = LOG_FAULT,
    .title = "VM fault",
    .field = "reason",
    .said = "reason_said",
    .count = ARRAY_SIZE(reasons),
    .meanings = reasons,
    .usual = "the driver had no word for this reason either",
    .section = "tesla-vm.md §2.3",
    .words = fault_words,
};
const struct log_subject nv50_log_fault_named = {
    .kind = LOG_FAULT,
    .title = "VM fault",
    .said = "reason_said",
    .count = ARRAY_SIZE(reasons),
    .meanings = reasons,
    .section = "tesla-vm.md §2.3",
    .words = named_words,
};
const struct log_subject nv50_log_fault_status = {
    .kind = LOG_FAULT,
    .title = "VM fault",
    .asked = "an access that the page tables or its DMA object refuse",
    .section = "tesla-vm.md §2.2, §2.3",
    .words = status_words,
};
