#include "engines/mmiotrace_lines.h"

#include "engines/text.h"

#define LINE_ROOM 320 /* no line is longer, with the terminator */
#define RUN_LEAST 3   /* equal steps that are worth a line of their own */
#define DATA_MOST 8   /* words of a line */
#define OUTSIDE   0   /* map id of addresses in no BAR */
#define FNV_BASE  UINT64_C(0xcbf29ce484222325)
#define FNV_PRIME UINT64_C(0x100000001b3)

/* ---- lines ------------------------------------------------------------------------------------- */

void mmiotrace_send(struct mmiotrace *trace)
{
    if (trace->used)
        trace->lines(trace->opaque, trace->text, trace->used);
    trace->used = 0;
}

/* Whether the text ends with a whole line, and there may be no room for another one. */
static bool is_full(const struct mmiotrace *trace)
{
    return trace->used > sizeof(trace->text) - LINE_ROOM && trace->text[trace->used - 1] == '\n';
}

void mmiotrace_put(struct mmiotrace *trace, const char *format, ...)
{
    if (is_full(trace))
        mmiotrace_send(trace);
    struct text text = text_in(trace->text + trace->used, sizeof(trace->text) - trace->used);
    va_list list;

    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    trace->used += text.used;
}

void mmiotrace_put_time(struct mmiotrace *trace, const char *keyword)
{
    const uint64_t us = trace->below->ops->time_us(trace->below);

    mmiotrace_put(trace, "%s %lu.%06lu ", keyword, us / 1000000, us % 1000000);
}

void mmiotrace_mark(struct mmiotrace *trace, const char *kind, const char *name)
{
    mmiotrace_put_time(trace, "MARK");
    mmiotrace_put(trace, "%s %s\n", kind, name);
}

/* ---- the card ---------------------------------------------------------------------------------- */

/* As /proc/bus/pci/devices has it, without the name of a driver: place, ids, interrupt, seven addresses with the
 * BAR's low bits, seven sizes. */
static void put_device(struct mmiotrace *trace)
{
    const struct pci_card *const card = trace->card;

    mmiotrace_put(trace, "PCIDEV %02x%02x %04x%04x 0", (unsigned)card->at.bus,
                  (unsigned)card->at.device << 3 | card->at.function, (unsigned)card->vendor,
                  (unsigned)card->device);
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const struct pci_bar *const bar = &card->bars[i];
        const unsigned low =
            bar->io ? PCI_BAR_IO : (bar->is_64bit ? 4u : 0) | (bar->prefetchable ? 8u : 0);

        mmiotrace_put(trace, " %lx", bar->assigned ? bar->at.v | low : 0);
    }
    mmiotrace_put(trace, " 0");
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        mmiotrace_put(trace, " %lx", card->bars[i].assigned ? card->bars[i].size : 0);
    mmiotrace_put(trace, " 0\n");
}

/* The map id of a BAR is one more than its number. */
static void put_mappings(struct mmiotrace *trace)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const struct pci_bar *const bar = &trace->card->bars[i];

        if (!bar->assigned || bar->io)
            continue;
        mmiotrace_put_time(trace, "MAP");
        mmiotrace_put(trace, "%u 0x%lx 0x%lx 0x%lx 0x0 0\n", i + 1, bar->at.v, bar->at.v,
                      bar->size);
    }
}

/* Of an address; the first access through a BAR writes the MAP lines of all of them. */
unsigned mmiotrace_mapping(struct mmiotrace *trace, bus_addr at)
{
    if (!trace->mapped) {
        put_device(trace);
        put_mappings(trace);
    }
    trace->mapped = true;
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++) {
        const struct pci_bar *const bar = &trace->card->bars[i];

        if (bar->assigned && !bar->io && at.v - bar->at.v < bar->size)
            return i + 1;
    }
    return OUTSIDE;
}

void mmiotrace_put_access(struct mmiotrace *trace, char letter, bus_addr at, unsigned size,
                          uint64_t value)
{
    const unsigned mapping = mmiotrace_mapping(trace, at);
    const uint64_t us = trace->below->ops->time_us(trace->below);

    mmiotrace_put(trace, "%c %u %lu.%06lu %u 0x%lx 0x%lx 0x0 0\n", letter, size, us / 1000000,
                  us % 1000000, mapping, at.v, value);
}

/* ---- many words -------------------------------------------------------------------------------- */

static uint64_t unit_at(const void *bytes, unsigned unit, size_t index)
{
    return unit == 8 ? ((const uint64_t *)bytes)[index] : ((const uint32_t *)bytes)[index];
}

/* How many units from `from` on differ from one to the next by the same step. */
static size_t run_length(const void *bytes, unsigned unit, size_t from, size_t count,
                         uint64_t *step)
{
    const uint64_t mask = unit == 8 ? UINT64_MAX : UINT32_MAX;
    size_t length = 2;

    if (count - from < RUN_LEAST)
        return 1;
    *step = (unit_at(bytes, unit, from + 1) - unit_at(bytes, unit, from)) & mask;
    while (from + length < count &&
           ((unit_at(bytes, unit, from + length) - unit_at(bytes, unit, from + length - 1)) &
            mask) == *step)
        length++;
    return length;
}

/* The bytes that the line before has announced: runs, and words that form none. */
void mmiotrace_put_content(struct mmiotrace *trace, uint64_t at, const void *bytes, size_t size)
{
    const unsigned unit = size % 8 == 0 && (uintptr_t)bytes % 8 == 0 ? 8 : 4;
    const size_t count = size / unit;
    uint64_t step = 0;

    for (size_t i = 0; i < count;) {
        const size_t run = run_length(bytes, unit, i, count, &step);

        mmiotrace_put_time(trace, "MARK");
        if (run >= RUN_LEAST) {
            mmiotrace_put(trace, "run 0x%lx %u %lu 0x%lx 0x%lx\n", at + i * unit, unit,
                          (uint64_t)run, unit_at(bytes, unit, i), step);
            i += run;
            continue;
        }
        mmiotrace_put(trace, "data 0x%lx %u", at + i * unit, unit);
        for (unsigned n = 0; n < DATA_MOST && i < count; n++) {
            if (n && run_length(bytes, unit, i, count, &step) >= RUN_LEAST)
                break;
            mmiotrace_put(trace, " 0x%lx", unit_at(bytes, unit, i++));
        }
        mmiotrace_put(trace, "\n");
    }
}

uint64_t mmiotrace_sum(const void *bytes, size_t size)
{
    const uint8_t *const tail = (const uint8_t *)bytes + (size & ~(size_t)7);
    uint64_t sum = FNV_BASE, rest = 0;

    for (size_t i = 0; i < size / 8; i++)
        sum = (sum ^ ((const uint64_t *)bytes)[i]) * FNV_PRIME;
    for (size_t i = 0; i < size % 8; i++)
        rest |= (uint64_t)tail[i] << (8 * i);
    return size % 8 ? (sum ^ rest) * FNV_PRIME : sum;
}

/* ---- memory that the card reaches -------------------------------------------------------------- */

/* Every fourth word into a sum of its own: a processor multiplies for all four at once. */
static uint32_t block_sum(const struct mmiotrace_memory *memory, unsigned block)
{
    const uint64_t *const words = (const uint64_t *)(memory->cpu + (size_t)block * MMIOTRACE_BLOCK);
    uint64_t a = FNV_BASE, b = FNV_BASE, c = FNV_BASE, d = FNV_BASE;

    for (size_t i = 0; i < MMIOTRACE_BLOCK / 8; i += 4) {
        a = (a ^ words[i]) * FNV_PRIME;
        b = (b ^ words[i + 1]) * FNV_PRIME;
        c = (c ^ words[i + 2]) * FNV_PRIME;
        d = (d ^ words[i + 3]) * FNV_PRIME;
    }
    const uint64_t sum = mmiotrace_sum((const uint64_t[]){ a, b, c, d }, 32);
    return (uint32_t)(sum ^ sum >> 32);
}

/* The blocks of memory that have changed since the last look, whoever changed them: the card may read them from its
 * next access on. */
void mmiotrace_put_memory(struct mmiotrace *trace)
{
    for (unsigned m = 0; m < MMIOTRACE_MEMORIES; m++) {
        const struct mmiotrace_memory *const memory = &trace->memories[m];

        for (unsigned i = 0; memory->cpu && i < memory->size / MMIOTRACE_BLOCK; i++) {
            const size_t offset = (size_t)i * MMIOTRACE_BLOCK;
            const uint32_t sum = block_sum(memory, i);

            if (sum == trace->sums[memory->first + i])
                continue;
            trace->sums[memory->first + i] = sum;
            mmiotrace_put_time(trace, "MARK");
            mmiotrace_put(trace, "memory 0x%lx %u\n", memory->bus + offset, MMIOTRACE_BLOCK);
            mmiotrace_put_content(trace, memory->bus + offset, memory->cpu + offset,
                                  MMIOTRACE_BLOCK);
        }
    }
}

/* Sums are given out in order and taken back when nobody has any, which is after each test. */
void mmiotrace_watch(struct mmiotrace *trace, const struct dma_memory *memory)
{
    const unsigned blocks = (unsigned)(memory->size / MMIOTRACE_BLOCK);
    struct mmiotrace_memory *m = trace->memories;

    while (m < trace->memories + MMIOTRACE_MEMORIES && m->cpu)
        m++;
    if (memory->size > MMIOTRACE_LARGEST || m == trace->memories + MMIOTRACE_MEMORIES ||
        blocks > MMIOTRACE_BLOCKS - trace->blocks)
        return;
    *m = (struct mmiotrace_memory){ memory->cpu, memory->bus.v, memory->size, trace->blocks };
    trace->blocks += blocks;
    for (unsigned i = 0; i < blocks; i++)
        trace->sums[m->first + i] = block_sum(m, i);
}

void mmiotrace_forget(struct mmiotrace *trace, const struct dma_memory *memory)
{
    bool any = false;

    for (unsigned m = 0; m < MMIOTRACE_MEMORIES; m++) {
        if (trace->memories[m].cpu == memory->cpu)
            trace->memories[m].cpu = NULL;
        any |= trace->memories[m].cpu != NULL;
    }
    if (!any)
        trace->blocks = 0;
}
