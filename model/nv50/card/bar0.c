#include "model/nv50/card/bar0.h"

#include "hw/bits.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pdisplay.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/rom.h"
#include "model/nv50/host/windows.h"

static void write_registers(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    registers_write_bytes(&card->shell.regs, offset, value, size);
}

static uint32_t read_pmem(struct nv50 *card, uint32_t offset, unsigned size)
{
    uint8_t bytes[4];

    pmem_read(card, offset - PMEM_WINDOW, bytes, size);
    return (uint32_t)bytes_get(bytes, size);
}

static void write_pmem(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, size);
    pmem_write(card, offset - PMEM_WINDOW, bytes, size);
}

/* These have no rows in the tables of registers, but are traced by name as well. */
static uint32_t read_mirror(struct nv50 *card, uint32_t offset, unsigned size)
{
    const uint32_t value = config_mirror_read(card, offset - PBUS_PCI_MIRROR, size);
    shell_trace(&card->shell, "r %06x %08x PCI_CONFIG.%03x", offset, value,
                offset - PBUS_PCI_MIRROR);
    return value;
}

static void write_mirror(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    shell_trace(&card->shell, "w %06x %08x PCI_CONFIG.%03x", offset, value,
                offset - PBUS_PCI_MIRROR);
    config_mirror_write(card, offset - PBUS_PCI_MIRROR, value, size);
}

static uint32_t read_rom(struct nv50 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(rom_read(card, offset), offset, size);
}

static uint32_t read_port(struct nv50 *card, uint32_t offset)
{
    const uint8_t value = pdisplay_read_port(card, offset);
    shell_trace(&card->shell, "r %06x %08x %s", offset, value, pdisplay_port_name(offset));
    return value;
}

static void write_port(struct nv50 *card, uint32_t offset, uint32_t value)
{
    shell_trace(&card->shell, "w %06x %08x %s", offset, value & 0xff, pdisplay_port_name(offset));
    pdisplay_write_port(card, offset, (uint8_t)value);
}

static uint32_t read_ports(struct nv50 *card, uint32_t offset, unsigned size)
{
    const uint32_t low = read_port(card, offset);
    return size == 1 ? low : low | read_port(card, offset + 1) << 8;
}

static void write_ports(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    write_port(card, offset, value);
    if (size == 2)
        write_port(card, offset + 1, value >> 8);
}

static uint32_t read_cache(struct nv50 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(fifo_cache_read(card, offset & ~3u), offset, size);
}

/* PFIFO's memories take whole words alone. */
static void write_cache(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    if (size == 4)
        fifo_cache_write(card, offset, value);
    else
        write_registers(card, offset, value, size);
}

static uint32_t read_user(struct nv50 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(fifo_user_read(card, (offset & ~3u) - PFIFO_USER), offset, size);
}

static void write_user(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    if (size == 4)
        fifo_user_write(card, offset - PFIFO_USER, value);
    else
        write_registers(card, offset, value, size);
}

static bool is_rom(const struct nv50 *card, uint32_t offset, unsigned size)
{
    (void)size;
    return rom_answers(card, offset);
}

static bool is_byte(const struct nv50 *card, uint32_t offset, unsigned size)
{
    (void)card, (void)offset;
    return size <= 2;
}

static bool is_powered(const struct nv50 *card, uint32_t offset, unsigned size)
{
    (void)size;
    return gate_is_open(card, offset);
}

/* Ranges that are no registers. One may answer only sometimes; else its place is read and written as registers are. */
static const struct range {
    uint32_t first, size;
    bool (*answers)(const struct nv50 *card, uint32_t offset, unsigned size); /* null: always */
    uint32_t (*read)(struct nv50 *card, uint32_t offset, unsigned size);
    void (*write)(struct nv50 *card, uint32_t offset, uint32_t value,
                  unsigned size); /* null: nothing happens */
} ranges[] = {
    { PMEM_WINDOW, PMEM_WINDOW_SIZE, NULL, read_pmem, write_pmem },
    { PBUS_PCI_MIRROR, PBUS_PCI_MIRROR_SIZE, NULL, read_mirror, write_mirror },
    { PROM, PROM_SIZE_G200, is_rom, read_rom, NULL },
    { PRMIO_CRTC_INDEX, 2, is_byte, read_ports, write_ports },
    { PFIFO_CACHE, PFIFO_CACHE_BYTES, is_powered, read_cache, write_cache },
    { PFIFO_USER, PFIFO_CHANNELS *PFIFO_USER_STRIDE, is_powered, read_user, write_user },
};

static uint32_t read_registers(struct nv50 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(registers_read(&card->shell.regs, offset & ~3u), offset, size);
}

static const struct range *range_of(const struct nv50 *card, uint32_t offset, unsigned size)
{
    static const struct range registers = { .read = read_registers, .write = write_registers };

    for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++)
        if (offset - ranges[i].first < ranges[i].size &&
            (!ranges[i].answers || ranges[i].answers(card, offset, size)))
            return &ranges[i];
    return &registers;
}

/* No unit answers for a register that does not exist, nor one that is off. */
uint32_t bar0_read(struct nv50 *card, uint32_t offset, unsigned size)
{
    if (card_knob(card, KNOB_UNANSWERED) == UNANSWERED_AT_ONCE)
        return range_of(card, offset, size)->read(card, offset, size);
    const uint64_t unknown = card->shell.regs.unknown_accesses;
    const uint32_t value = range_of(card, offset, size)->read(card, offset, size);

    if (card->shell.regs.unknown_accesses != unknown || !gate_is_open(card, offset))
        card_unanswered(card);
    return value;
}

void bar0_write(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    const struct range *const range = range_of(card, offset, size);

    if (range->write)
        range->write(card, offset, value, size);
}

bool bar0_read_block(struct nv50 *card, uint64_t offset, void *bytes, size_t size)
{
    if (!bytes_inside(offset, size, PMEM_WINDOW, PMEM_WINDOW_SIZE))
        return false;
    pmem_read(card, (uint32_t)offset - PMEM_WINDOW, bytes, size);
    return true;
}

bool bar0_write_block(struct nv50 *card, uint64_t offset, const void *bytes, size_t size)
{
    if (!bytes_inside(offset, size, PMEM_WINDOW, PMEM_WINDOW_SIZE))
        return false;
    pmem_write(card, (uint32_t)offset - PMEM_WINDOW, bytes, size);
    return true;
}
