/* The accesses of each self test of translation to a good card: those through the windows, the DMA objects and the
 * entries of page directories and tables that the card then reads, the faults that it records, the TLBs that are
 * flushed, the settings of interrupts, partitions and hidden memory, and the methods of m2mf.
 * tests/suite/nv50/accesses/ has the lists: G84's, and the lines of other chipsets that G84 has not. They keep the
 * accesses seen, and were read beside the claims of the tests: they tell that a test asks for something else than it
 * did, not whether it is right.
 *
 * A line is "ADDRESS: WORDS" or "FIRST to LAST, step N: WORDS"; before a register or a method stands its value. Where in
 * VRAM something lies is left out, because a test takes the memory that it is given. LISTS=FOLDER writes the accesses
 * seen now; a list is changed by hand. */
#include "reference/nv50.h"
#include "tests/suite/run_rig.h"

#define FOLDER     "tests/suite/nv50/accesses"
#define LIST_MAX   (1u << 20)
#define WORDS_MAX  120
#define LINE_BYTES 200
#define LINES_MAX  300
#define M2MF       0x5039u
#define BAR1_BYTES 0x10000000u
#define BAR3_BYTES 0x2000000u

/* The accesses of one sort, in the order in which each line came first. */
struct stream {
    char words[WORDS_MAX];      /* of accesses that differ only in the address, */
    uint64_t first, last, step; /* by the same step: that will be one line */
    unsigned count;
    unsigned used;
    struct line {
        char words[LINE_BYTES];
        unsigned times;
    } lines[LINES_MAX];
};

enum { ACCESSES, OBJECTS, WALKS, FAULTS, SETTINGS, METHODS, STREAMS };

static struct seen {
    struct bus_tap tap;
    uint64_t bar1, bar3;
    uint64_t vram;     /* bytes */
    uint32_t peephole; /* the address that its port was given */
    struct stream streams[STREAMS];
    char pde[WORDS_MAX];
    bool running;
    char list[LIST_MAX];
    size_t used;
} * seen;

static void put(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    seen->used +=
        (size_t)vsnprintf(seen->list + seen->used, LIST_MAX - seen->used, format, arguments);
    va_end(arguments);
    assert_true(seen->used < LIST_MAX);
}

static void add_line(struct stream *s, const char *words, unsigned times)
{
    unsigned i = 0;

    while (i < s->used && strcmp(words, s->lines[i].words) != 0)
        i++;
    assert_true(i < LINES_MAX);
    if (i == s->used) {
        snprintf(s->lines[i].words, LINE_BYTES, "%s", words);
        s->lines[i].times = 0;
        s->used++;
    }
    s->lines[i].times += times;
}

static void add_at(struct stream *s, uint64_t at, unsigned times)
{
    char line[LINE_BYTES];

    snprintf(line, sizeof(line), "%llx: %s", (unsigned long long)at, s->words);
    add_line(s, line, times);
}

/* Two are no range. */
static void end_line(struct stream *s)
{
    char line[LINE_BYTES];
    const bool down = s->last < s->first;

    if (s->count > 2 && s->step) {
        snprintf(line, sizeof(line), "%llx to %llx, step %s%llx: %s", (unsigned long long)s->first,
                 (unsigned long long)s->last, down ? "-" : "",
                 (unsigned long long)(down ? -s->step : s->step), s->words);
        add_line(s, line, 1);
    } else if (s->count == 2 && s->step) {
        add_at(s, s->first, 1);
        add_at(s, s->last, 1);
    } else if (s->count) {
        add_at(s, s->first, s->count);
    }
    s->count = 0;
}

static void add(unsigned stream, uint64_t at, const char *format, ...)
{
    struct stream *const s = &seen->streams[stream];
    char words[WORDS_MAX];
    va_list arguments;

    if (!seen->running)
        return;
    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    if (s->count && (strcmp(words, s->words) != 0 || (s->count > 1 && at - s->last != s->step)))
        end_line(s);
    if (!s->count)
        s->first = at;
    s->step = s->count ? at - s->last : 0;
    s->last = at;
    s->count++;
    snprintf(s->words, sizeof(s->words), "%s", words);
}

/* ---- the bus ---- */

/* A memory test's own loads and stores, eight bytes each, are left out. */
static void add_access(bus_addr at, char kind, size_t size)
{
    assert_int_equal(0, at.v % size); /* a load of the processor's that is not aligned is two */
    if (size == 8)
        return;
    if (at.v - seen->bar1 < BAR1_BYTES)
        add(ACCESSES, at.v - seen->bar1, "BAR1 %c%zu", kind, size);
    else if (at.v - seen->bar3 < BAR3_BYTES)
        add(ACCESSES, at.v - seen->bar3, "BAR3 %c%zu", kind, size);
}

static uint64_t see_read(struct bus *bus, bus_addr at, uint8_t size)
{
    add_access(at, 'r', size);
    return seen->tap.real->read(bus, at, size);
}

static void see_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    add_access(at, 'w', size);
    seen->tap.real->write(bus, at, size, value);
}

static void look(struct rig *rig)
{
    bus_tap(&seen->tap, host_bus(rig->host));
    seen->tap.ops.read = see_read;
    seen->tap.ops.write = see_write;
    seen->bar1 = rig_bar(rig, 1);
    seen->bar3 = rig_bar(rig, 3);
}

/* ---- structures that the card reads: tesla-vm.md §1.7, §1.8 ---- */

static const char *const targets[] = { "vram", "target 1", "snooped", "unsnooped" };

static unsigned bits(uint64_t word, unsigned high, unsigned low)
{
    return (unsigned)(word >> low & ((UINT64_C(2) << (high - low)) - 1));
}

static void see_object(const uint32_t *w, unsigned selector)
{
    static const char *const kinds[] = { "paged", "vram", "snooped", "unsnooped" };
    const uint64_t base = w[2] | (uint64_t)bits(w[3], 7, 0) << 32;
    const uint64_t limit = w[1] | (uint64_t)bits(w[3], 31, 24) << 32;
    const unsigned target = bits(w[0], 17, 16);
    const uint32_t rest = w[0] & ~0x30000u;

    if (!selector || bits(w[0], 15, 0) == M2MF) /* a subchannel's object is no DMA object */
        return;
    if (target)
        add(OBJECTS, limit - base + 1, "bytes of %s, base ..%03x, word 0 %x, w3 %x, w4 %x, w5 %x",
            kinds[target], bits(base, 11, 0), rest, bits(w[3], 7, 0), w[4], w[5]);
    else
        add(OBJECTS, base, "paged, limit %llx, word 0 %x, w4 %x, w5 %x", (unsigned long long)limit,
            rest, w[4], w[5]);
}

static void see_pde(uint64_t word, uint64_t at, unsigned channel)
{
    static const char *const types[] = { "no", "64K", "16K", "4K" };
    static const unsigned covers[] = { 512, 128, 64, 32 };
    const bool vram = !bits(word, 3, 2);
    const uint64_t rest = word & (vram ? 0xffffffff00000f90u : 0xffffff0000000f90u);
    char more[40] = "";

    if (rest)
        snprintf(more, sizeof(more), ", other bits %llx", (unsigned long long)rest);
    snprintf(seen->pde, sizeof(seen->pde), "%s table in %s, %u MiB%s%s%s", types[bits(word, 1, 0)],
             targets[bits(word, 3, 2)], covers[bits(word, 6, 5)], more,
             channel >> 28 ? "; channel in " : "", channel >> 28 ? targets[channel >> 28] : "");
    if (!bits(word, 1, 0))
        add(WALKS, at, "%s", seen->pde);
}

/* Of the address only the bits inside a page of that size, the bits above VRAM's 32, and whether it is VRAM's end. */
static void see_pte(uint64_t word, uint64_t at)
{
    const bool large = strstr(seen->pde, "64K"), medium = strstr(seen->pde, "16K");
    const bool vram = !bits(word, 5, 4);
    uint64_t rest = word & 0xe001800000000c06u;
    char more[60] = "";
    size_t used = 0;

    rest |= word & (large ? 0xf000u : medium ? 0x3000u : 0);
    if (vram)
        rest |= word & 0xff00000000u;
    if (bits(word, 46, 40))
        used += (size_t)snprintf(more, sizeof(more), ", type %x", bits(word, 46, 40));
    if (vram && (word & 0xfffff000u) == seen->vram)
        used += (size_t)snprintf(more + used, sizeof(more) - used, ", behind VRAM");
    if (rest)
        snprintf(more + used, sizeof(more) - used, ", other bits %llx", (unsigned long long)rest);
    add(WALKS, at, "%s: %s%s%s in %s, order %u%s", seen->pde, word & 1 ? "page" : "absent",
        word & 8 ? ", read-only" : "", word & 0x40 ? ", supervisor" : "", targets[bits(word, 5, 4)],
        bits(word, 9, 7), more);
}

/* PEEPHOLE's port is two registers: the address, and the word there. */
static void see_peephole(char kind, uint32_t value, const char *name)
{
    if (strstr(name, "_DATA"))
        add(ACCESSES, seen->peephole, "PEEPHOLE %c", kind);
    else if (kind == 'w' && strstr(name, "_ADDR"))
        seen->peephole = value;
}

/* Registers that tests set and restore: hidden memory, interrupts, partitions and subpartitions, the directory. */
static bool is_setting(unsigned reg)
{
    static const unsigned regs[] = { 0x000140, 0x000300, 0x000304, 0x000640,
                                     0x001540, 0x002140, 0x100268, 0x100c9c };

    for (unsigned i = 0; i < ARRAY_SIZE(regs); i++)
        if (regs[i] == reg)
            return true;
    return false;
}

/* A line of the model's trace. */
static void see_trace(void *opaque, const char *line)
{
    unsigned long long word, at;
    unsigned channel, engine, client, slot, reason;
    uint32_t w[6];
    char name[80], kind;

    if (sscanf(line, "object %x %x %x %x %x %x of selector %x", &w[0], &w[1], &w[2], &w[3], &w[4],
               &w[5], &channel) == 7)
        see_object(w, channel);
    else if (sscanf(line, "pde %llx at %llx of channel %x", &word, &at, &channel) == 3)
        see_pde(word, at, channel);
    else if (sscanf(line, "pte %llx at %llx", &word, &at) == 2)
        see_pte(word, at);
    else if (sscanf(line, "fault %u/%x/%u reason %x at %llx", &engine, &client, &slot, &reason,
                    &at) == 5)
        add(FAULTS, at, "fault, engine %x client %x slot %x, reason %x", engine, client, slot,
            reason);
    else if (sscanf(line, "w " TEXT_PFB_MMU_TLB_FLUSH " %x", &engine) == 1)
        add(SETTINGS, engine >> 16, "TLB flush%s", engine & 1 ? "" : " that is none");
    else if (sscanf(line, "w " TEXT_PFB_VM_FAULT " %x", &reason) == 1)
        add(SETTINGS, reason & 0xffffff, "enables of faults");
    else if (sscanf(line, "w %x %x %79s", &slot, &reason, name) == 3 && is_setting(slot))
        add(SETTINGS, reason, "%s", name);
    else if (sscanf(line, "method %u %x %x", &slot, &reason, &client) == 3)
        add(METHODS, client, "method %03x", reason);
    else if (sscanf(line, "%c %x %x PEEPHOLE_%79s", &kind, &slot, &client, name) == 4)
        see_peephole(kind, client, name);
}

/* ---- lists ---- */

static void begin_test(const char *name)
{
    for (unsigned i = 0; i < STREAMS; i++)
        seen->streams[i].used = seen->streams[i].count = 0;
    seen->running = true;
    put("%s\n", name);
}

static void end_test(void)
{
    if (!seen->running)
        return;
    for (unsigned i = 0; i < STREAMS; i++) {
        struct stream *const s = &seen->streams[i];

        end_line(s);
        for (unsigned k = 0; k < s->used; k++)
            if (s->lines[k].times > 1)
                put("  %s (%u times)\n", s->lines[k].words, s->lines[k].times);
            else
                put("  %s\n", s->lines[k].words);
    }
    seen->running = false;
}

static void see_line(const char *line)
{
    char name[80], type[20];

    if (sscanf(line, "{\"type\":\"%19[a-z]\"", type) != 1)
        fail_msg("a record without a type: %s", line);
    if (!strcmp(type, "end"))
        end_test();
    const char *const test = strstr(line, "\"test\":\"");
    if (!strcmp(type, "start") && sscanf(test, "\"test\":\"%79[a-z0-9_.]", name) == 1)
        begin_test(name);
}

/* Records come as they are held, perhaps several at once. */
static void see_records(void *opaque, const char *records, size_t size)
{
    char *const all = strndup(records, size);

    assert_non_null(all);
    for (char *line = strtok(all, "\n"); line; line = strtok(NULL, "\n"))
        see_line(line);
    free(all);
}

static void see_all(const struct model_config *card, const char *suite)
{
    struct rig *const rig = rig_new();

    seen = calloc(1, sizeof(*seen));
    seen->vram = card->vram_size;
    rig->card = *card;
    rig->card.trace = true;
    rig->host_config.log = see_trace;
    rig->sinks.record = see_records;
    rig->prepare = look;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, suite));
    rig_free(rig);
}

/* Line by line: the first one that differs is said, with the test that it belongs to. */
static void compare(const char *path)
{
    FILE *const file = fopen(path, "r");
    char wanted[LINE_BYTES + 30], test[LINE_BYTES] = "";
    char *rest = seen->list;

    if (!file)
        fail_msg("cannot read %s", path);
    while (fgets(wanted, sizeof(wanted), file)) {
        const char *const next = strsep(&rest, "\n");
        const char *const line = next ? next : "(no more)";

        wanted[strcspn(wanted, "\n")] = '\0';
        if (*line != ' ')
            snprintf(test, sizeof(test), "%s", line);
        if (strcmp(wanted, line) != 0)
            fail_msg("%s: %s\nwanted \"%s\"\nseen   \"%s\"", path, test, wanted, line);
    }
    if (rest && *rest)
        fail_msg("%s: behind its end there is \"%.80s\"", path, rest);
    fclose(file);
}

static void check(const char *name, unsigned chip, uint64_t vram, const char *suite)
{
    const char *const folder = getenv("LISTS");
    char path[300];

    see_all(
        &(struct model_config){ .chip = &nv50_chips[chip].chip, .vram_size = vram, .media = true },
        suite);
    snprintf(path, sizeof(path), "%s/%s.txt", folder ? folder : FOLDER, name);
    if (folder) {
        FILE *const file = fopen(path, "w");
        assert_non_null(file);
        fputs(seen->list, file);
        fclose(file);
    } else {
        compare(path);
    }
    free(seen);
}

/* clang-format off */
TEST(g80) { check("g80", CHIP_G80, 24 << 20, "vm.dmaobj.cycle,vram.placement.long"); } /* partition cycles */
TEST(g84) { check("g84", CHIP_G84, 16 << 20, "link.dma,window,vm,vram.placement,vram.size"); }
TEST(quick) { check("quick", CHIP_G84, 2 << 20, "vram.quick"); } /* the copies and the way of a memory test; each MiB more takes longer */
/* Pages of 16 KiB, falcons, subpartitions. */
TEST(gt215) { check("gt215", CHIP_GT215, 16 << 20, "vm.pte.16k,vm.pte.last,vm.contig.16k,vm.tlb.ends,vm.falcon,vm.pcounter,vram.placement.subpart"); }
TEST(mcp79) { check("mcp79", CHIP_MCP79, 16 << 20, "vm.pte.stolen,vm.falcon"); } /* memory that is stolen from the system's */
/* clang-format on */

/* ---- the order of a host flush ---- */

static struct bus_tap order;
static uint64_t bar0;
static bool written; /* memory, and not flushed yet */
static unsigned works;

/* Work begins by compute's launch, 2D's second corner and copy, 3D's clear and end of vertices. */
static void note_write(bus_addr at, uint64_t value)
{
    const uint64_t reg = at.v - bar0, method = value & 0x1ffc;

    if (reg - REF_PMEM_WINDOW < REF_PMEM_WINDOW_SIZE)
        written = true;
    else if (reg == REF_HOST_FLUSH_G80 || reg == REF_HOST_FLUSH_G84)
        written = false;
    else if (reg == REF_PGRAPH_CMD_ADDR && (method == 0x368 || method == 0x60c || method == 0x8dc ||
                                            method == 0x19d0 || method == 0x15e0)) {
        assert_false(written);
        works++;
    }
}

static void order_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    note_write(at, value);
    order.real->write(bus, at, size, value);
}

static void order_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    note_write(at, 0);
    order.real->write_words(bus, at, words, count);
}

static void look_at_order(struct rig *rig)
{
    bus_tap(&order, host_bus(rig->host));
    order.ops.write = order_write;
    order.ops.write_words = order_words;
    bar0 = (uint32_t)rig_bar(rig, 0); /* has 32 bits */
}

/* "After CPU writes to them: host flush, before the register that makes an engine look" (silicon-sequences.md §0). */
TEST(a_flush_comes_before_methods)
{
    static const enum chipset_index chips[] = { CHIP_G80, CHIP_G84, CHIP_GT215 };

    for (unsigned i = 0; i < ARRAY_SIZE(chips); i++) {
        struct rig *const rig = rig_new();

        works = 0;
        rig->card.chip = &nv50_chips[chips[i]].chip;
        rig->card.vram_size = (uint64_t)nv50_chips[chips[i]].max_partitions << 20;
        rig->prepare = look_at_order;
        assert_int_equal(
            VERDICT_PASS,
            rig_run_suite(rig, "link.dma,vm.graph,vm.compute,vm.render,shader,vram.quick"));
        assert_in_range(works, 150, 3000);
        rig_free(rig);
    }
}
