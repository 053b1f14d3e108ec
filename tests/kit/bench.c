#include "tests/kit/bench.h"
#include "hw/pci.h"

struct bench *bench_of(struct bus *bus)
{
    return (struct bench *)bus;
}

/* ---- the accesses made ----------------------------------------------------------------------- */

void bench_note(struct bench *bench, const char *format, ...)
{
    const size_t room = sizeof(bench->accesses) - bench->accesses_used;
    va_list list;

    va_start(list, format);
    const int size = vsnprintf(bench->accesses + bench->accesses_used, room, format, list);

    va_end(list);
    assert_in_range(size, 0, room - 1);
    bench->accesses_used += (size_t)size;
}

void bench_forget(struct bench *bench)
{
    bench->accesses_used = 0;
    bench->accesses[0] = '\0';
}

void bench_expect(struct bench *bench, const char *accesses)
{
    assert_string_equal(bench->accesses, accesses);
    bench_forget(bench);
}

/* ---- registers ------------------------------------------------------------------------------- */

static struct bench_register *register_at(struct bench *bench, uint32_t at)
{
    for (unsigned i = 0; i < bench->register_count; i++)
        if (bench->registers[i].at == at)
            return &bench->registers[i];
    return NULL;
}

void bench_set(struct bench *bench, uint32_t at, uint32_t value)
{
    struct bench_register *there = register_at(bench, at);

    if (!there) {
        assert_true(bench->register_count < BENCH_REGISTERS);
        there = &bench->registers[bench->register_count++];
        there->at = at;
    }
    there->value = value;
}

void bench_keep(struct bench *bench, uint32_t at, uint32_t value)
{
    bench_set(bench, at, value);
    register_at(bench, at)->kept = true;
}

uint32_t bench_get(const struct bench *bench, uint32_t at)
{
    const struct bench_register *const there = register_at((struct bench *)bench, at);

    return there ? there->value : 0;
}

static uint32_t register_offset(uint64_t at, unsigned size)
{
    if (at - BENCH_BAR0 >= NV_MMIO_SIZE || size != 4)
        fail_msg("an access of %u bytes at 0x%llx meets nothing", size, (unsigned long long)at);
    return (uint32_t)(at - BENCH_BAR0);
}

uint64_t bench_read(struct bench *bench, bus_addr at, unsigned size)
{
    const uint32_t reg = register_offset(at.v, size);

    if (bench->strict && !register_at(bench, reg))
        fail_msg("register 0x%x is read", reg);
    return bench_get(bench, reg);
}

void bench_write(struct bench *bench, bus_addr at, unsigned size, uint64_t value)
{
    const uint32_t reg = register_offset(at.v, size);
    const struct bench_register *const there = register_at(bench, reg);

    if (bench->strict)
        fail_msg("register 0x%x is written", reg);
    if (!there || !there->kept)
        bench_set(bench, reg, (uint32_t)value);
}

/* ---- accesses -------------------------------------------------------------------------------- */

static void expect_aligned(uint64_t at, unsigned size)
{
    assert_true(size == 1 || size == 2 || size == 4 || size == 8);
    assert_int_equal(0, at % size);
}

static uint64_t read_one(struct bus *bus, uint64_t at, uint8_t size)
{
    struct bench *const bench = bench_of(bus);

    expect_aligned(at, size);
    if (bench->lists_reads)
        bench_note(bench, "r%llx ", (unsigned long long)(at - BENCH_BAR0));
    return bench->does.read ? bench->does.read(bus, (bus_addr){ at }, size)
                            : bench_read(bench, (bus_addr){ at }, size);
}

static void write_one(struct bus *bus, uint64_t at, uint8_t size, uint64_t value)
{
    struct bench *const bench = bench_of(bus);

    expect_aligned(at, size);
    if (bench->lists_writes)
        bench_note(bench, "%llx=%llx ", (unsigned long long)(at - BENCH_BAR0),
                   (unsigned long long)value);
    if (bench->does.write)
        bench->does.write(bus, (bus_addr){ at }, size, value);
    else
        bench_write(bench, (bus_addr){ at }, size, value);
}

static void begin_access(struct bus *bus)
{
    if (bench_of(bus)->before)
        bench_of(bus)->before(bench_of(bus));
}

static uint64_t read_bar(struct bus *bus, bus_addr at, uint8_t size)
{
    begin_access(bus);
    bench_of(bus)->reads++;
    return read_one(bus, at.v, size);
}

static void write_bar(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    begin_access(bus);
    bench_of(bus)->writes++;
    write_one(bus, at.v, size, value);
}

/* An operation on many bytes, in units of so many. */
static struct bench *begin_block(struct bus *bus, uint64_t at, size_t size, unsigned unit)
{
    assert_true(at % unit == 0 && size % unit == 0);
    begin_access(bus);
    bench_of(bus)->blocks++;
    return bench_of(bus);
}

static void read_block(struct bus *bus, bus_addr at, void *bytes, size_t size)
{
    const struct bench *const bench = begin_block(bus, at.v, size, 8);

    if (bench->does.read_block) {
        bench->does.read_block(bus, at, bytes, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8)
        memcpy((uint8_t *)bytes + i, &(uint64_t){ read_one(bus, at.v + i, 8) }, 8);
}

static void write_block(struct bus *bus, bus_addr at, const void *bytes, size_t size)
{
    const struct bench *const bench = begin_block(bus, at.v, size, 8);
    uint64_t word;

    if (bench->does.write_block) {
        bench->does.write_block(bus, at, bytes, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8) {
        memcpy(&word, (const uint8_t *)bytes + i, 8);
        write_one(bus, at.v + i, 8, word);
    }
}

static void fill_block(struct bus *bus, bus_addr at, uint64_t word, size_t size)
{
    const struct bench *const bench = begin_block(bus, at.v, size, 8);

    if (bench->does.fill_block) {
        bench->does.fill_block(bus, at, word, size);
        return;
    }
    for (size_t i = 0; i < size; i += 8)
        write_one(bus, at.v + i, 8, word);
}

static void read_words(struct bus *bus, bus_addr at, uint32_t *words, size_t count)
{
    const struct bench *const bench = begin_block(bus, at.v, 4 * count, 4);

    if (bench->does.read_words) {
        bench->does.read_words(bus, at, words, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)read_one(bus, at.v + 4 * i, 4);
}

static void write_words(struct bus *bus, bus_addr at, const uint32_t *words, size_t count)
{
    const struct bench *const bench = begin_block(bus, at.v, 4 * count, 4);

    if (bench->does.write_words) {
        bench->does.write_words(bus, at, words, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        write_one(bus, at.v + 4 * i, 4, words[i]);
}

/* A word that shall keep its value is not written. */
static size_t march(struct bus *bus, bus_addr at, size_t size, bool down, uint64_t expect,
                    uint64_t next, uint64_t *seen)
{
    const struct bench *const bench = begin_block(bus, at.v, size, 8);

    if (bench->does.march)
        return bench->does.march(bus, at, size, down, expect, next, seen);
    for (size_t i = 0; i < size; i += 8) {
        const size_t here = down ? size - 8 - i : i;

        *seen = read_one(bus, at.v + here, 8);
        if (*seen != expect)
            return here;
        if (next != expect)
            write_one(bus, at.v + here, 8, next);
    }
    return size;
}

static enum err set_caching(struct bus *bus, bus_addr at, size_t size, enum bus_caching caching)
{
    struct bench *const bench = bench_of(bus);

    begin_access(bus);
    bench->cached++;
    bench->caching = caching;
    return bench->does.set_caching ? bench->does.set_caching(bus, at, size, caching) : OK;
}

/* ---- configuration space --------------------------------------------------------------------- */

void bench_put_config(struct bench *bench, unsigned offset, uint32_t value, unsigned size)
{
    memcpy(bench->config + offset, &value, size);
}

static void begin_config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    begin_access(bus);
    bench_of(bus)->configs++;
    assert_true(size == 1 || size == 2 || size == 4);
    assert_true(offset % size == 0 && offset < sizeof(bench_of(bus)->config));
    assert_true(at.device < 32 && at.function < 8);
}

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    const struct bench *const bench = bench_of(bus);
    uint32_t value = 0;

    begin_config(bus, at, offset, size);
    if (bench->does.config_read)
        return bench->does.config_read(bus, at, offset, size);
    memcpy(&value, bench->config + offset, size);
    return value;
}

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    struct bench *const bench = bench_of(bus);

    begin_config(bus, at, offset, size);
    if (bench->does.config_write)
        bench->does.config_write(bus, at, offset, size, value);
    else
        bench_put_config(bench, offset, value, size);
}

static enum err segment(struct bus *bus, unsigned index, struct pci_segment *out)
{
    *out = (struct pci_segment){ .last_bus = 1 };
    return index ? ERR_NOT_FOUND : OK;
}

static enum err take(struct bus *bus, struct pci_function at, bool keep_drivers)
{
    (void)bus, (void)at, (void)keep_drivers;
    return ERR_NOT_FOUND;
}

static void give_back(struct bus *bus, struct pci_function at)
{
    (void)bus, (void)at;
}

static void enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    (void)bus, (void)at, (void)bits;
}

/* ---- system memory --------------------------------------------------------------------------- */

#define PIECES_MAX 512

/* System memory that benches have given and not got back. Theirs until opened again. */
static struct {
    const struct bench *owner;
    void *bytes;
} pieces[PIECES_MAX];

static void keep_piece(const struct bench *owner, void *bytes)
{
    unsigned i = 0;

    assert_non_null(bytes);
    while (i < PIECES_MAX && pieces[i].owner)
        i++;
    assert_true(i < PIECES_MAX);
    pieces[i].owner = owner;
    pieces[i].bytes = bytes;
}

/* Null: all of the owner's. */
static void free_pieces(const struct bench *owner, const void *bytes)
{
    for (unsigned i = 0; i < PIECES_MAX; i++)
        if (pieces[i].owner == owner && (!bytes || pieces[i].bytes == bytes)) {
            free(pieces[i].bytes);
            pieces[i].owner = NULL;
        }
}

static enum err dma_alloc(struct bus *bus, size_t size, struct dma_memory *out)
{
    struct bench *const bench = bench_of(bus);
    const size_t pages = (size + 0xfff) / 0x1000 * 0x1000;

    if (bench->dma_error != OK)
        return bench->dma_error;
    void *const bytes = aligned_alloc(0x1000, pages);

    keep_piece(bench, bytes);
    memset(bytes, 0, pages);
    *out = (struct dma_memory){ .cpu = bytes, .bus = { bench->dma_next }, .size = size };
    bench->dma_next += (pages / BENCH_DMA_STRIDE + 1) * BENCH_DMA_STRIDE;
    return OK;
}

static void dma_free(struct bus *bus, struct dma_memory *memory)
{
    free_pieces(bench_of(bus), memory->cpu);
}

static size_t find_difference(struct bus *bus, const uint64_t *words, const uint64_t *expected,
                              size_t size)
{
    size_t i = 0;

    assert_int_equal(0, size % 8);
    while (i < size / 8 && words[i] == expected[i])
        i++;
    return 8 * i;
}

static size_t find_other(struct bus *bus, const uint64_t *words, uint64_t expected, size_t size)
{
    size_t i = 0;

    assert_int_equal(0, size % 8);
    while (i < size / 8 && words[i] == expected)
        i++;
    return 8 * i;
}

static void cache_flush(struct bus *bus, const void *bytes, size_t size)
{
    bench_of(bus)->flushes++;
    if (bench_of(bus)->does.cache_flush)
        bench_of(bus)->does.cache_flush(bus, bytes, size);
}

static void barrier(struct bus *bus)
{
    bench_of(bus)->barriers++;
}

/* ---- time and log ---------------------------------------------------------------------------- */

static uint64_t time_us(struct bus *bus)
{
    struct bench *const bench = bench_of(bus);

    bench->looks++;
    if (bench->looks_left == 0)
        return UINT64_MAX / 2;
    bench->looks_left--;
    bench->now_us += bench->step_us;
    return bench->now_us;
}

static void wait_us(struct bus *bus, uint64_t us)
{
    struct bench *const bench = bench_of(bus);

    bench->waits++;
    bench->waited_us += us;
    bench->now_us += us;
    if (bench->does.wait_us)
        bench->does.wait_us(bus, us);
}

static void put_log(struct bus *bus, const char *line)
{
    struct bench *const bench = bench_of(bus);
    const size_t used = strlen(bench->log);

    assert_true(line[0]);
    bench->lines++;
    snprintf(bench->log + used, sizeof(bench->log) - used, "%s\n", line);
}

/* clang-format off */
static const struct bus_ops usual = {
    .segment = segment, .config_read = config_read, .config_write = config_write, .take = take,
    .give_back = give_back, .enable = enable, .read = read_bar, .write = write_bar,
    .read_block = read_block, .write_block = write_block, .fill_block = fill_block,
    .read_words = read_words, .write_words = write_words, .march = march,
    .set_caching = set_caching, .dma_alloc = dma_alloc, .dma_free = dma_free,
    .find_other = find_other, .find_difference = find_difference, .cache_flush = cache_flush,
    .barrier = barrier, .time_us = time_us, .wait_us = wait_us, .log = put_log,
};
/* clang-format on */

void bench_open(struct bench *bench, const struct chip *chip)
{
    free_pieces(bench, NULL);
    memset(bench, 0, sizeof(*bench));
    bench->ops = usual;
    bench->bus.ops = &bench->ops;
    bench->looks_left = BENCH_FOREVER;
    bench->dma_next = BENCH_DMA_FIRST;
    bench_put_config(bench, PCI_VENDOR_ID, PCI_VENDOR_NVIDIA, 2);
    bench->card = (struct card){ .bus = &bench->bus, .chip = chip };
    bench->card.pci.bars[NV_BAR_MMIO] =
        (struct pci_bar){ .at = { BENCH_BAR0 }, .size = NV_MMIO_SIZE, .assigned = true };
}
