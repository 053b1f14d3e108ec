#include "tests/model/gv100/core_rig.h"

#include "model/common/bytes.h"

#define LOOK_NS 100

struct world world;

static uint8_t *system_at(uint64_t address, size_t size)
{
    if (address - SYSTEM >= SYSTEM_SIZE || size > SYSTEM_SIZE - (address - SYSTEM)) {
        world.strays++;
        return NULL;
    }
    return world.system + (address - SYSTEM);
}

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const uint8_t *from = system_at(address, size);

    world.snoops[snoop]++;
    if (from)
        memcpy(bytes, from, size);
    return from != NULL;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    uint8_t *to = system_at(address, size);

    world.snoops[snoop]++;
    if (!to)
        return false;
    memcpy(to, bytes, size);
    world.written_end = address + size;
    return true;
}

static uint64_t clock_ns(void *opaque)
{
    return world.now += LOOK_NS;
}

static void interrupt(void *opaque, bool asserted)
{
    world.messages += asserted;
    world.asserted = asserted;
}

static void alias(void *opaque, unsigned id, unsigned bar, uint64_t offset, uint64_t vram,
                  uint64_t size)
{
    (void)opaque, (void)id, (void)bar;
    world.aliases++;
    world.alias_offset = offset;
    world.alias_vram = vram;
    world.alias_size = size;
}

static void unalias(void *opaque, unsigned id)
{
    (void)opaque, (void)id;
    world.aliases--;
}

static void wake(void *opaque, uint64_t at_ns)
{
    world.wake_at = at_ns;
}

static void trace(void *opaque, const char *line)
{
    const size_t size = strlen(line);

    if (size + 2 > sizeof(world.trace) - world.trace_size)
        return;
    memcpy(world.trace + world.trace_size, line, size);
    world.trace_size += size;
    world.trace[world.trace_size++] = '\n';
    world.trace[world.trace_size] = 0;
}

bool is_traced(const char *line)
{
    return strstr(world.trace, line) != NULL;
}

void forget_trace(void)
{
    world.trace_size = 0;
    world.trace[0] = 0;
}

void open_measured(const struct model_config *config)
{
    /* clang-format off */
    static const struct model_host host = { .dma_read = dma_read, .dma_write = dma_write, .clock_ns = clock_ns,
        .interrupt = interrupt, .wake = wake, .trace = trace, .alias = alias, .unalias = unalias };
    /* clang-format on */
    struct model_config usual = config ? *config : (struct model_config){ 0 };
    char error[200] = "";

    close_world(NULL);
    memset(&world, 0, sizeof(world));
    world.now = 1000000;
    if (!usual.chip)
        usual.chip = &gv100_chips[CHIP_GV100].chip;
    if (!usual.vram_size)
        usual.vram_size = 64 * MIB;
    world.card = model_new(&usual, &host, error, sizeof(error));
    if (!world.card) {
        fail_msg("%s", error);
        return;
    }
    model_config_write(world.card, 4, 6, 2);
}

void open_world(const struct model_config *config)
{
    struct model_config asked = config ? *config : (struct model_config){ 0 };

    if (!asked.lces && !asked.pbdmas && !asked.runlists)
        asked.lces = 4;
    char knobs[400];

    snprintf(knobs, sizeof(knobs), "bound_channel=idle+ecc=off%s%s", asked.knobs ? "+" : "",
             asked.knobs ? asked.knobs : "");
    asked.knobs = knobs;
    if (!asked.board)
        asked.board = "v100";
    open_measured(&asked);
    wr(REF_PMC_ENABLE, 0x40000020);
    wr(REF_PBUS_INTR_0, 0xffffffff); /* interrupts that the VBIOS left pending */
}

void open_with(const char *defects, const char *knobs)
{
    open_world(&(struct model_config){ .defects = defects, .knobs = knobs });
}

int close_world(void **state)
{
    model_free(world.card);
    world.card = NULL;
    return 0;
}

uint32_t rd(uint32_t offset)
{
    return (uint32_t)model_read(world.card, 0, offset, 4);
}

void wr(uint32_t offset, uint32_t value)
{
    model_write(world.card, 0, offset, value, 4);
}

void wr_wait(uint32_t offset, uint32_t value)
{
    wr(offset, value);
    wait_ns(10000);
}

/* The window shows 1 MiB, in steps of 64 KiB. */
static uint32_t window(uint64_t at)
{
    wr(REF_PBUS_BAR0_WINDOW, (uint32_t)(at >> 16));
    return 0x700000 + (uint32_t)(at & 0xffff);
}

uint32_t get(uint64_t at)
{
    return rd(window(at));
}

void put(uint64_t at, uint32_t value)
{
    wr(window(at), value);
}

void put64(uint64_t at, uint64_t value)
{
    put(at, (uint32_t)value);
    put(at + 4, (uint32_t)(value >> 32));
}

uint32_t bar_get(unsigned bar, uint64_t offset)
{
    return (uint32_t)model_read(world.card, bar, offset, 4);
}

void bar_put(unsigned bar, uint64_t offset, uint32_t value)
{
    model_write(world.card, bar, offset, value, 4);
}

void system_put(uint64_t at, uint32_t value)
{
    bytes_put(world.system + (at - SYSTEM), value, 4);
}

void wait_ns(uint64_t ns)
{
    const uint64_t end = world.now + ns;

    while (world.wake_at && world.wake_at <= end) {
        world.now = world.wake_at > world.now ? world.wake_at : world.now;
        world.wake_at = 0;
        model_wake(world.card);
    }
    if (world.now < end)
        world.now = end;
}
