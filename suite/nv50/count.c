/* PCOUNTER, and with it: which partition a block lies in (tesla-engines.md §5.4, tesla-vm.md §6.6 C). */
#include "suite/nv50/groups.h"

#include "engines/nv50/family.h"
#include "engines/nv50/flush.h"
#include "engines/nv50/pcounter.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/nv50/storage.h"
#include "suite/nv50/alias.h"
#include "suite/nv50/number_names.h"

#define ACCESSES   16u                /* each to a block of its own */
#define REGION     (4 * LARGE_PAGE)   /* has as many of every partition, whatever its view */
#define NEARLY_ALL (ACCESSES * 3 / 4) /* blocks of one partition: their own counter misses none */
#define ENOUGH     (ACCESSES / 2)     /* a signal that counts at least that much answers */
#define SILENT     (ACCESSES / 4)     /* one that counts less than that does not */
#define ALL_PARTS  UINT8_MAX
#define BLOCK      (1u << BLOCK_SHIFT)

/* The counted traffic: reads or writes of one view. */
struct traffic {
    struct test *t;
    struct placement placement; /* not where memory is stolen */
    struct view view;
    bool write;
    linear_addr start; /* of the memory that BAR1 shows from 0 on */
};

/* The signal that shows PART_PM_SEL's selection. */
struct wire {
    bool found;
    uint8_t domain, signal;
    uint32_t client;
};

static const struct pcounter_wiring *wiring_of(const struct card *card)
{
    return &pcounter_wirings[card->chip->index];
}

static bool open_traffic(struct traffic *traffic, struct test *t, uint8_t type, struct view view)
{
    struct setup setup;

    *traffic = (struct traffic){ .t = t, .view = view };
    setup_open(&setup, t, TARGET_VRAM);
    if (setup.err == OK)
        setup.err = vram_alloc(t->card, REGION, LARGE_PAGE, &traffic->start);
    struct dmaobj object = object_unpaged(traffic->start, REGION);
    object.type = type;
    const uint16_t selector = setup_object(&setup, &object);
    if (!setup_ready(&setup) ||
        (!nv50_memory(t->card)->stolen && !alias_placement(t, &traffic->placement)))
        return false;
    aperture_bind(t->card, APERTURE_BAR1, selector);
    return true;
}

/* ACCESSES blocks of a partition, or of each. */
static void touch(const struct traffic *traffic, uint8_t part)
{
    struct card *const card = traffic->t->card;
    const unsigned parts =
        part == ALL_PARTS && !nv50_memory(traffic->t->card)->stolen ? traffic->placement.parts : 1;
    unsigned touched = 0;

    for (uint64_t offset = 0; offset < REGION && touched < ACCESSES * parts; offset += BLOCK) {
        const uint32_t block = (uint32_t)((traffic->start.v + offset) >> BLOCK_SHIFT);

        if (part != ALL_PARTS &&
            place_block(&traffic->placement, traffic->view, block).part != part)
            continue;
        if (traffic->write)
            aperture_write32(card, APERTURE_BAR1, (logical_addr){ offset }, block);
        else
            aperture_read32(card, APERTURE_BAR1, (logical_addr){ offset });
        touched++;
    }
    if (!test_ok(traffic->t, host_flush(card), "flushing host writes"))
        return;
}

static void count(const struct traffic *traffic, uint8_t part, unsigned domain,
                  const uint8_t signals[COUNTER_SIGNALS], uint32_t counts[COUNTER_SIGNALS])
{
    counter_quad(traffic->t->card, domain, signals);
    touch(traffic, part);
    counter_quad_take(traffic->t->card, domain, counts);
}

static uint32_t count_one(const struct traffic *traffic, uint8_t part, const struct wire *wire)
{
    const uint8_t signals[COUNTER_SIGNALS] = { wire->signal };
    uint32_t counts[COUNTER_SIGNALS];

    count(traffic, part, wire->domain, signals, counts);
    return counts[0];
}

/* ---- finding the signal by difference -------------------------------------------------------- */

static unsigned hardware_of(const struct test *t, unsigned ordinal)
{
    unsigned hardware = 0;

    for (; hardware < 8; hardware++)
        if ((nv50_memory(t->card)->part_mask >> hardware & 1) && ordinal-- == 0)
            break;
    return hardware;
}

/* It counts the selected traffic, stays still without traffic, and ignores traffic that is not
 * selected. */
static bool is_wire(const struct traffic *traffic, unsigned hardware, const struct wire *wire)
{
    const uint8_t signals[COUNTER_SIGNALS] = { wire->signal };
    struct card *const card = traffic->t->card;
    uint32_t idle[COUNTER_SIGNALS];

    counter_select(card, hardware, wire->client);
    const uint32_t with = count_one(traffic, ALL_PARTS, wire);
    counter_quad(card, wire->domain, signals);
    counter_quad_take(card, wire->domain, idle);
    counter_unselect(card, hardware);
    return with >= ENOUGH && idle[0] < SILENT && count_one(traffic, ALL_PARTS, wire) < SILENT;
}

/* The counters look at four signals at once. A wire is taken for the right one only after a second
 * look (is_wire). */
static bool find_in_domain(const struct traffic *traffic, unsigned hardware, unsigned signals,
                           struct wire *wire)
{
    struct card *const card = traffic->t->card;

    for (unsigned first = 0; first < signals && !card_expired(card); first += COUNTER_SIGNALS) {
        uint8_t group[COUNTER_SIGNALS];
        uint32_t counts[COUNTER_SIGNALS];

        for (unsigned i = 0; i < COUNTER_SIGNALS; i++)
            group[i] = (uint8_t)(first + i < signals ? first + i : first);
        counter_select(card, hardware, wire->client);
        count(traffic, ALL_PARTS, wire->domain, group, counts);
        for (unsigned i = 0; i < COUNTER_SIGNALS; i++) {
            wire->signal = group[i];
            if (counts[i] >= ENOUGH && is_wire(traffic, hardware, wire))
                return true;
        }
    }
    return false;
}

static bool find_of_client(const struct traffic *traffic, unsigned hardware, uint32_t client,
                           struct wire *wire)
{
    const struct pcounter_wiring *const wiring = wiring_of(traffic->t->card);

    *wire = (struct wire){ .domain = wiring->core, .client = client };
    if (find_in_domain(traffic, hardware, wiring->core_signals, wire))
        return true;
    wire->domain = wiring->memory;
    return find_in_domain(traffic, hardware, wiring->memory_signals, wire);
}

/* From GT215 on the clients' numbers are unknown: all of them, after those of before. */
static bool find(const struct traffic *traffic, unsigned hardware, struct wire *wire)
{
    struct card *const card = traffic->t->card;
    const uint32_t known = traffic->write ? PART_PM_PFIFO_WRITE : PART_PM_PFIFO_READ;
    const bool guess = nv50_chip_of(card->chip)->features & FEATURE_PART_PM_7BIT;

    if (wire->found && is_wire(traffic, hardware, wire))
        return true;
    bool found = find_of_client(traffic, hardware, known, wire);
    for (uint32_t client = 0; guess && !found && client <= PART_PM_SEL_CLIENT_NEW; client++)
        found = find_of_client(traffic, hardware, client, wire);
    counter_unselect(card, hardware);
    return wire->found = found;
}

/* ---- the tests ------------------------------------------------------------------------------- */

static const char *doing(const struct traffic *traffic)
{
    return traffic->write ? "writes" : "reads";
}

/* Traffic to each partition in turn, while partition `part` is selected. */
static bool counts_own_only(const struct traffic *traffic, uint8_t part, const struct wire *wire)
{
    struct test *const t = traffic->t;

    counter_select(t->card, hardware_of(t, part), wire->client);
    for (uint8_t other = 0; other < nv50_memory(t->card)->parts; other++) {
        const uint32_t counted = count_one(traffic, other, wire);
        char to[TEST_VALUE_MAX], at[TEST_VALUE_MAX];
        struct text text = text_in(to, sizeof(to));

        if (test_compared(t, other == part ? counted >= NEARLY_ALL : counted < SILENT))
            continue;
        words_partition(&text, nv50_memory(t->card)->part_mask, other);
        text = text_in(at, sizeof(at));
        words_partition(&text, nv50_memory(t->card)->part_mask, part);
        test_fail(t, "counted %u at %s for %u %s of the %s view to %s", counted, at, ACCESSES,
                  doing(traffic), traffic->view.tiled ? "tiled" : "pitch", to);
        return false;
    }
    counter_unselect(t->card, hardware_of(t, part));
    return true;
}

/* Reads, then writes: traffic to the blocks of one partition must raise the counter of that partition and no other. */
static void partitions_count(struct test *t, uint8_t type, struct view view)
{
    struct wire wires[2] = { 0 };
    struct traffic traffic;

    if (!open_traffic(&traffic, t, type, view))
        return;
    for (unsigned i = 0; i < 2; i++) {
        traffic.write = i;
        for (uint8_t part = 0; part < nv50_memory(t->card)->parts; part++) {
            if (test_compared(t, !find(&traffic, hardware_of(t, part), &wires[i]))) {
                test_fail(t, "shows no signal that counts the %s that PART_PM_SEL selects",
                          doing(&traffic));
                return;
            }
            if (!counts_own_only(&traffic, part, &wires[i]))
                return;
        }
    }
    test_note(
        t, "%u partition%s; reads signal 0x%x of domain %u, client 0x%x; writes 0x%x of %u, 0x%x",
        (unsigned)nv50_memory(t->card)->parts, nv50_memory(t->card)->parts == 1 ? "" : "s",
        (unsigned)wires[0].signal, (unsigned)wires[0].domain, wires[0].client,
        (unsigned)wires[1].signal, (unsigned)wires[1].domain, wires[1].client);
}

/* A pitch view's blocks go round the partitions (§6.2); each counter sees its own only. */
static void pitch_traffic_is_counted(struct test *t)
{
    partitions_count(t, STORAGE_TYPE_PITCH, (struct view){ 0 });
}

/* A tiled view's blocks, by the partition adjust; also where aliases cannot tell it (1, 3, 5, 7). */
static void tiled_traffic_is_counted(struct test *t)
{
    partitions_count(t, STORAGE_TYPE_BLOCKLINEAR, (struct view){ .tiled = true });
}

/* An input that is always 1 counts every cycle, one that never is counts none (§5.2). */
static void inputs_count_cycles(struct test *t)
{
    const struct pcounter_wiring *const wiring = wiring_of(t->card);
    const uint8_t domains[] = { 0, wiring->core, wiring->memory };

    for (unsigned i = 0; i < ARRAY_SIZE(domains); i++) {
        uint32_t events, cycles;

        if (domains[i] == PCOUNTER_NO_DOMAIN)
            continue;
        counter_single(t->card, domains[i], 0, PCOUNTER_OP_ALWAYS);
        counter_single_take(t->card, domains[i], &events, &cycles);
        if (test_compared(t, events != cycles || !cycles))
            test_fail(t, "counted %u events in %u cycles of domain %u, expected all of them",
                      events, cycles, (unsigned)domains[i]);
        counter_single(t->card, domains[i], 0, PCOUNTER_OP_NEVER);
        counter_single_take(t->card, domains[i], &events, &cycles);
        if (test_compared(t, events || !cycles))
            test_fail(t, "counted %u events in %u cycles of domain %u, expected none", events,
                      cycles, (unsigned)domains[i]);
    }
}

/* Events of one signal while `traffic` touches every partition. */
static uint32_t count_single(const struct traffic *traffic, unsigned domain, uint8_t signal)
{
    uint32_t events, cycles;

    counter_single(traffic->t->card, domain, signal, PCOUNTER_OP_FIRST);
    touch(traffic, ALL_PARTS);
    counter_single_take(traffic->t->card, domain, &events, &cycles);
    return events;
}

struct pfb_counts {
    uint32_t writes_as_write, writes_as_read, reads_as_write, reads_as_read;
};

static struct pfb_counts count_pfb(struct traffic *traffic, unsigned domain, uint8_t write)
{
    struct pfb_counts c = { 0 };

    traffic->write = true;
    c.writes_as_write = count_single(traffic, domain, write);
    c.writes_as_read = count_single(traffic, domain, (uint8_t)(write + 1));
    traffic->write = false;
    c.reads_as_write = count_single(traffic, domain, write);
    c.reads_as_read = count_single(traffic, domain, (uint8_t)(write + 1));
    return c;
}

static bool are_pfb(const struct pfb_counts *c)
{
    return c->writes_as_write >= ENOUGH && c->writes_as_read < SILENT &&
           c->reads_as_write < SILENT && c->reads_as_read >= ENOUGH;
}

/* Both signals twice, each by itself, from swap to swap (§5.3). */
static void count_at_once(struct traffic *traffic, unsigned domain, uint8_t write)
{
    const uint8_t read = (uint8_t)(write + 1);
    const uint8_t signals[COUNTER_SIGNALS] = { write, read, write, read };

    for (unsigned i = 0; i < 2; i++) {
        uint32_t counts[COUNTER_SIGNALS];

        traffic->write = i;
        count(traffic, ALL_PARTS, domain, signals, counts);
        const uint32_t wanted = counts[i ? 0 : 1], other = counts[i ? 1 : 0];
        if (test_compared(traffic->t, wanted < ENOUGH || other >= SILENT ||
                                          counts[0] != counts[2] || counts[1] != counts[3]))
            test_fail(traffic->t, "counted %s at once as %u and %u PFB_WRITE, %u and %u PFB_READ",
                      doing(traffic), counts[0], counts[2], counts[1], counts[3]);
    }
}

/* PFB's signals of writes and reads, where their numbers are known; else two neighbours that do the
 * same (§5.4). */
static void pfb_counts_reads_and_writes(struct test *t)
{
    const struct pcounter_wiring *const wiring = wiring_of(t->card);
    struct traffic traffic;

    if (!open_traffic(&traffic, t, STORAGE_TYPE_PITCH, (struct view){ 0 }))
        return;
    if (wiring->pfb_write) {
        const struct pfb_counts c = count_pfb(&traffic, wiring->core, wiring->pfb_write);

        if (test_compared(t, !are_pfb(&c)))
            test_fail(t, "counted writes as %u PFB_WRITE and %u PFB_READ, reads as %u and %u",
                      c.writes_as_write, c.writes_as_read, c.reads_as_write, c.reads_as_read);
        count_at_once(&traffic, wiring->core, wiring->pfb_write);
        return;
    }
    traffic.write = true;
    for (uint8_t signal = 0; signal + 1 < wiring->core_signals && !card_expired(t->card);
         signal++) {
        if (count_single(&traffic, wiring->core, signal) < ENOUGH)
            continue;
        const struct pfb_counts c = count_pfb(&traffic, wiring->core, signal);
        traffic.write = true;
        if (test_compared(t, are_pfb(&c))) {
            test_note(t, "signals 0x%x and 0x%x of domain %u", (unsigned)signal, signal + 1u,
                      (unsigned)wiring->core);
            count_at_once(&traffic, wiring->core, signal);
            return;
        }
    }
    test_fail(t, "has no two neighbouring signals that count writes and reads");
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vram.count.cycles", .source = "tesla-engines.md §5.2", .run = inputs_count_cycles,
      .basis = UNVERIFIED, .experiment = "E21", .claim = CLAIM_VRAM },
    { .name = "vram.count.pfb", .source = "tesla-engines.md §5.3, §5.4", .run = pfb_counts_reads_and_writes,
      .basis = UNVERIFIED, .experiment = "E21", .claim = CLAIM_VRAM, .needs = "vram.count.cycles" },
    { .name = "vram.count.pitch", .source = "tesla-engines.md §5.4, tesla-vm.md §6.2", .run = pitch_traffic_is_counted,
      .basis = UNVERIFIED, .experiment = "E21", .claim = CLAIM_VRAM, .needs = "vram.count.cycles", .features = FEATURE_PART_PM_SEL, .flags = TEST_CHIPS },
    { .name = "vram.count.tiled", .source = "tesla-engines.md §5.4, tesla-vm.md §6.2", .run = tiled_traffic_is_counted,
      .basis = UNVERIFIED, .experiment = "E21", .claim = CLAIM_VRAM, .needs = "vram.count.cycles", .features = FEATURE_PART_PM_SEL, .flags = TEST_CHIPS },
};
/* clang-format on */
const struct test_group count_tests = { rows, ARRAY_SIZE(rows) };
