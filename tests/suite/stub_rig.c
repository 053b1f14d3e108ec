#include "tests/suite/stub_rig.h"
#include "engines/vram.h"
#include "suite/memory/memory_tests.h"
#include "suite/memory/view.h"

#define BAR0     UINT64_C(0x10000000)
#define BAR1     UINT64_C(0x800000000)
#define BAR3     UINT64_C(0x900000000)
#define BAR_SIZE (64u << 20) /* of BAR3 */
#define COPY_MAX 0x1000u

STUB(struct stub *, stub_of, (struct stub *)bus, struct bus *bus)

/* ---- VRAM ------------------------------------------------------------------------------------ */

static struct stub_page *page_of(struct stub *stub, uint64_t at)
{
    const uint64_t base = at & ~(uint64_t)(STUB_PAGE - 1);
    unsigned i = 0;

    while (i < stub->page_count && stub->pages[i].base != base)
        i++;
    if (i == stub->page_count) {
        if (i == STUB_PAGES_MAX)
            fail_msg("more of the stub's VRAM is used than it keeps");
        stub->pages[i].base = base;
        memset(stub->pages[i].bytes, 0, STUB_PAGE);
        stub->page_count++;
    }
    return &stub->pages[i];
}

static bool is_memory(const struct stub *stub, uint64_t at)
{
    return at < stub->vram_size && (at < stub->hole_from || at >= stub->hole_to);
}

/* Within 8 aligned bytes. */
static uint64_t vram_read(struct stub *stub, uint64_t at, unsigned size)
{
    const uint64_t word = at & ~(uint64_t)7;
    uint64_t value = 0;

    if (!is_memory(stub, at)) {
        stub->strays++;
        return UINT64_MAX;
    }
    memcpy(&value, page_of(stub, at)->bytes + at % STUB_PAGE, size);
    if (stub->vram_stuck_at == UINT64_MAX || stub->vram_stuck_at == word)
        value |= stub->vram_stuck >> 8 * (at - word);
    return value & UINT64_MAX >> (64 - 8 * size);
}

static void vram_write(struct stub *stub, uint64_t at, unsigned size, uint64_t value)
{
    if (is_memory(stub, at))
        memcpy(page_of(stub, at)->bytes + at % STUB_PAGE, &value, size);
    else
        stub->strays++;
}

/* ---- the bus --------------------------------------------------------------------------------- */

static enum err segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    *out = (struct pci_segment){ .segment = 7, .first_bus = 3, .last_bus = 3 };
    return index ? ERR_NOT_FOUND : OK;
}

STUB(bool, is_card, at.device == 2 && at.function == 0, struct pci_function at)

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    uint32_t value = UINT32_MAX;

    if (is_card(at) && offset + size <= STUB_CONFIG_BYTES) {
        value = 0;
        memcpy(&value, bench_of(bus)->config + offset, size);
    }
    return value;
}

/* BARs keep the bits above their size, the Command register the bits it knows. */
static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    static const uint32_t sizes[PCI_BAR_COUNT] = { ~(NV_MMIO_SIZE - 1), ~(STUB_BAR1_SIZE - 1),
                                                   UINT32_MAX,          ~(BAR_SIZE - 1),
                                                   UINT32_MAX,          0 };
    struct bench *const bench = bench_of(bus);
    const unsigned bar = (unsigned)(offset - PCI_BAR0) / 4;

    if (!is_card(at))
        return;
    if (offset == PCI_COMMAND)
        bench_put_config(bench, PCI_COMMAND, value & (PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER), 4);
    if (offset < PCI_BAR0 || bar >= PCI_BAR_COUNT || size != 4)
        return;
    uint32_t *const word = stub_config(stub_of(bus), offset);
    *word = (value & sizes[bar]) | (*word & 0xf & ~sizes[bar]);
}

static uint64_t register_read(const struct stub *stub, uint64_t offset)
{
    switch (offset) {
    case BOOT_0:
        return stub->boot_0;
    case STUB_SLICE:
        return stub->slice | stub->slice_stuck;
    default:
        return 0;
    }
}

static uint64_t read_bar(struct bus *bus, bus_addr at, uint8_t size)
{
    struct stub *const stub = stub_of(bus);

    stub->bench.now_us++;
    if (at.v - BAR0 < NV_MMIO_SIZE)
        return register_read(stub, at.v - BAR0);
    assert_true(at.v - BAR1 < STUB_BAR1_SIZE);
    return vram_read(stub, ((uint64_t)stub->slice << 16) + (at.v - BAR1), size);
}

static void write_bar(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    struct stub *const stub = stub_of(bus);

    stub->bench.now_us++;
    if (at.v - BAR1 < STUB_BAR1_SIZE)
        vram_write(stub, ((uint64_t)stub->slice << 16) + (at.v - BAR1), size, value);
    else if (at.v - BAR0 == STUB_SLICE)
        stub->slice = (uint32_t)value;
}

/* ---- the family ------------------------------------------------------------------------------ */

static const struct chip stub_chip = { .id = STUB_CHIPSET, .name = "stub1", .title = "STUB1" };

static const struct chip *identify(uint32_t boot_0)
{
    return FIELD_GET(BOOT_0_CHIPSET, boot_0) == STUB_CHIPSET ? &stub_chip : NULL;
}

static uint32_t features(const struct chip *chip)
{
    assert_ptr_equal(&stub_chip, chip);
    return STUB_HAS_SLICE;
}

STUB(bool, has_chips, true, const struct chip *chip)

static bool posted(struct card *card, char why[FAMILY_WHY_MAX])
{
    struct stub *const stub = stub_of(card->bus);
    struct text text = text_in(why, FAMILY_WHY_MAX);

    stub->calls.posted++;
    card_phase(card, "asking the stub");
    if (stub->cold)
        text_string(&text, "asleep");
    return !stub->cold;
}

static enum err memory(struct card *card)
{
    struct stub *const stub = stub_of(card->bus);

    stub->calls.memory++;
    card->vram = (struct vram_map){ .size = stub->vram_size };
    const enum err e = vram_reserve(card, VRAM_LEFT_ALONE, "head", 0, STUB_PAGE);

    if (e != OK || stub->hole_from == stub->hole_to)
        return e;
    return vram_reserve(card, VRAM_HOLE, "stub", stub->hole_from, stub->hole_to - stub->hole_from);
}

static enum err take(struct card *card)
{
    stub_of(card->bus)->calls.take++;
    return OK;
}

static void settle(struct card *card)
{
    stub_of(card->bus)->calls.settle++;
}

static void put_back(struct card *card, const struct card_change *change)
{
    stub_of(card->bus)->calls.put_back++;
    card_write32(card, change->reg, change->before);
}

static enum err flush(struct card *card)
{
    stub_of(card->bus)->calls.flush++;
    return OK;
}

static enum err celsius(struct card *card, unsigned *out)
{
    stub_of(card->bus)->calls.celsius++;
    *out = 41;
    return OK;
}

/* clang-format off */
const struct family stub_family = { .name = "stub", .identify = identify, .features = features,
    .has_chips = has_chips, .posted = posted, .memory = memory, .take = take, .settle = settle,
    .put_back = put_back, .flush = flush, .celsius = celsius };
/* clang-format on */

/* ---- its memory ------------------------------------------------------------------------------ */

static enum err open_view(struct memory_view *view)
{
    view->slice = STUB_BAR1_SIZE;
    return OK;
}

static enum err show(struct memory_view *view, uint64_t base)
{
    return card_set32(view->t->card, STUB_SLICE, (uint32_t)(base >> 16));
}

static enum err copy(struct memory_view *view, uint64_t from, uint32_t to, uint32_t size)
{
    struct stub *const stub = stub_of(view->t->card->bus);
    uint8_t *const bytes = view->buffer.cpu;

    if (!stub->copies)
        return ERR_UNSUPPORTED;
    for (uint32_t i = 0; i < size; i += 8) {
        const uint64_t word = vram_read(stub, from + i, 8);

        memcpy(bytes + to + i, &word, 8);
    }
    return OK;
}

static void close_view(struct memory_view *view)
{
}

/* clang-format off */
static const struct vram_way stub_way = { .open = open_view, .show = show, .copy = copy, .copier = "stub copier",
    .copy_engine = "the stub's engine", .copy_line = COPY_MAX, .close = close_view };
/* clang-format on */

/* ---- its tests ------------------------------------------------------------------------------- */

/* SLICE keeps the written value. */
static void slice_holds(struct test *t)
{
    for (unsigned bit = 0; bit < 20; bit++) {
        (void)!card_set32(t->card, STUB_SLICE, 1u << bit);
        expect_equal(t, 1u << bit, card_read32(t->card, STUB_SLICE), "SLICE");
    }
}

static const struct test_case rows[] = {
    /* clang-format off */
    { .name = "stub.slice", .source = "stub.md §1", .run = slice_holds, .basis = PROVEN, .claim = CLAIM_VM,
      .features = STUB_HAS_SLICE },
    { .name = "stub.has_not", .source = "stub.md §2", .run = slice_holds, .basis = UNVERIFIED, .experiment = "S1",
      .claim = CLAIM_VM, .features = STUB_HAS_NOT },
    { .name = "stub.cold", .source = "stub.md §3", .run = slice_holds, .basis = UNVERIFIED, .experiment = "S2",
      .claim = CLAIM_LINK, .flags = TEST_COLD },
    { .name = "stub.needy", .source = "stub.md §4", .run = slice_holds, .basis = PROVEN, .claim = CLAIM_WINDOW,
      .needs = "stub.has_not,stub.slice" },
    { .name = "vram.quick", .source = "board.md §3.3", .run = march_all, .basis = PROVEN, .claim = CLAIM_VRAM,
      .flags = TEST_CHIPS, .deadline_s = 600 },
    { .name = "vram.thorough.random", .source = "board.md §3.3", .run = memory_random, .basis = PROVEN,
      .claim = CLAIM_VRAM, .flags = TEST_CHIPS | TEST_EXTRA, .deadline_s = 600 },
    /* clang-format on */
};

static const struct test_group group = { rows, sizeof(rows) / sizeof(rows[0]) };
static const struct test_group *const groups[] = { &group };

const struct suite stub_suite = {
    .family = &stub_family, .way = &stub_way, .groups = groups, .count = 1
};

static const struct suite *const all[] = { &stub_suite };
const struct suites stub_suites = { all, 1 };

/* ---- the rig --------------------------------------------------------------------------------- */

struct stub *stub_new(void)
{
    struct stub *const stub = calloc(1, sizeof(*stub));

    assert_non_null(stub);
    bench_open(&stub->bench, NULL);
    stub->bench.does.config_read = config_read;
    stub->bench.does.config_write = config_write;
    stub->bench.does.read = read_bar;
    stub->bench.does.write = write_bar;
    stub->bench.ops.segment = segment;
    stub->boot_0 = FIELD_PUT(BOOT_0_CHIPSET, (uint32_t)STUB_CHIPSET) | 0xa1;
    stub->slice = 0x1d; /* as the machine's firmware left it */
    stub->vram_size = 2 << 20;
    stub->vram_stuck_at = UINT64_MAX;
    bench_put_config(&stub->bench, 0, 0x1aaa0000 | PCI_VENDOR_NVIDIA, 4);
    bench_put_config(&stub->bench, PCI_CLASS, 0x030000a1, 4);
    /* BAR1 and BAR3 have 64 bits; BAR1 is prefetchable. */
    static const uint32_t bars[] = { (uint32_t)BAR0, (uint32_t)BAR1 | 0xc, (uint32_t)(BAR1 >> 32),
                                     (uint32_t)BAR3 | 0x4, (uint32_t)(BAR3 >> 32) };

    for (unsigned i = 0; i < ARRAY_SIZE(bars); i++)
        bench_put_config(&stub->bench, PCI_BAR0 + 4 * i, bars[i], 4);
    return stub;
}

uint32_t *stub_config(struct stub *stub, unsigned offset)
{
    return (uint32_t *)(stub->bench.config + offset);
}

enum verdict stub_run(struct stub *stub, struct rig *rig, struct bus *second)
{
    void *const arena = calloc(1, RUN_ARENA_SIZE);
    struct run *const run = run_open(&rig->setup, arena);

    run_bus(run, &stub->bench.bus);
    if (second)
        run_bus(run, second);
    rig->verdict = run_close(run);
    free(arena);
    return rig->verdict;
}
