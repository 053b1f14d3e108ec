#include "model/nv50/card/bar0.h"

#include "hw/nv50/pbus.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/fifo/pfifo.h"
#include "model/nv50/host/pdisplay.h"
#include "model/nv50/host/rom.h"
#include "model/nv50/host/windows.h"

static bool within(uint32_t offset, uint32_t first, uint32_t size)
{
    return offset - first < size;
}

/* Ranges of PFIFO that are no registers: its cache and the channels' control areas. */
static bool is_fifo_memory(uint32_t offset)
{
    return within(offset, PFIFO_CACHE, PFIFO_CACHE_BYTES) ||
           within(offset, PFIFO_USER, PFIFO_CHANNELS * PFIFO_USER_STRIDE);
}

static uint32_t read_fifo_memory(struct nv50 *card, uint32_t offset)
{
    return offset >= PFIFO_USER ? fifo_user_read(card, offset - PFIFO_USER)
                                : fifo_cache_read(card, offset);
}

static void write_fifo_memory(struct nv50 *card, uint32_t offset, uint32_t value)
{
    if (offset >= PFIFO_USER)
        fifo_user_write(card, offset - PFIFO_USER, value);
    else
        fifo_cache_write(card, offset, value);
}

static uint32_t cut(uint32_t word, uint32_t offset, unsigned size)
{
    const uint32_t shifted = word >> (8 * (offset & 3));
    return shifted & (uint32_t)bytes_ones(size);
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

/* What is behind these has no rows in the tables of registers, but is traced by name as well. */
static uint32_t read_mirror(struct nv50 *card, uint32_t offset, unsigned size)
{
    const uint32_t value = config_mirror_read(card, offset - PBUS_PCI_MIRROR, size);
    card_trace(card, "r %06x %08x PCI_CONFIG.%03x", offset, value, offset - PBUS_PCI_MIRROR);
    return value;
}

static void write_mirror(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    card_trace(card, "w %06x %08x PCI_CONFIG.%03x", offset, value, offset - PBUS_PCI_MIRROR);
    config_mirror_write(card, offset - PBUS_PCI_MIRROR, value, size);
}

static uint32_t read_port(struct nv50 *card, uint32_t offset)
{
    const uint8_t value = pdisplay_read_port(card, offset);
    card_trace(card, "r %06x %08x %s", offset, value, pdisplay_port_name(offset));
    return value;
}

static void write_port(struct nv50 *card, uint32_t offset, uint32_t value)
{
    card_trace(card, "w %06x %08x %s", offset, value & 0xff, pdisplay_port_name(offset));
    pdisplay_write_port(card, offset, (uint8_t)value);
}

static bool is_byte_port(uint32_t offset, unsigned size)
{
    return size <= 2 && pdisplay_is_port(offset);
}

static uint32_t read_at(struct nv50 *card, uint32_t offset, unsigned size)
{
    if (within(offset, PMEM_WINDOW, PMEM_WINDOW_SIZE))
        return read_pmem(card, offset, size);
    if (within(offset, PBUS_PCI_MIRROR, PBUS_PCI_MIRROR_SIZE))
        return read_mirror(card, offset, size);
    if (rom_answers(card, offset))
        return cut(rom_read(card, offset), offset, size);
    if (is_byte_port(offset, size)) {
        const uint32_t low = read_port(card, offset);
        return size == 1 ? low : low | read_port(card, offset + 1) << 8;
    }
    if (is_fifo_memory(offset) && gate_is_open(card, offset))
        return cut(read_fifo_memory(card, offset & ~3u), offset, size);
    return cut(registers_read(&card->regs, offset & ~3u), offset, size);
}

/* Nobody answers for a register that does not exist, nor for a unit that is off. */
uint32_t bar0_read(struct nv50 *card, uint32_t offset, unsigned size)
{
    if (card_knob(card, KNOB_UNANSWERED) == UNANSWERED_AT_ONCE)
        return read_at(card, offset, size);
    const uint64_t unknown = card->regs.unknown_accesses;
    const uint32_t value = read_at(card, offset, size);

    if (card->regs.unknown_accesses != unknown || !gate_is_open(card, offset))
        card_unanswered(card);
    return value;
}

void bar0_write(struct nv50 *card, uint32_t offset, uint32_t value, unsigned size)
{
    const unsigned shift = 8 * (offset & 3);

    if (within(offset, PMEM_WINDOW, PMEM_WINDOW_SIZE)) {
        write_pmem(card, offset, value, size);
    } else if (within(offset, PBUS_PCI_MIRROR, PBUS_PCI_MIRROR_SIZE)) {
        write_mirror(card, offset, value, size);
    } else if (is_byte_port(offset, size)) {
        write_port(card, offset, value);
        if (size == 2)
            write_port(card, offset + 1, value >> 8);
    } else if (is_fifo_memory(offset) && gate_is_open(card, offset) && size == 4) {
        write_fifo_memory(card, offset & ~3u, value);
    } else if (!rom_answers(card, offset)) {
        const uint32_t lanes = (uint32_t)bytes_ones(size);
        registers_write(&card->regs, offset & ~3u, value << shift, lanes << shift);
    }
}

static bool inside_pmem(uint64_t offset, size_t size)
{
    return offset >= PMEM_WINDOW && size <= PMEM_WINDOW_SIZE &&
           offset - PMEM_WINDOW <= PMEM_WINDOW_SIZE - size;
}

bool bar0_read_block(struct nv50 *card, uint64_t offset, void *bytes, size_t size)
{
    if (!inside_pmem(offset, size))
        return false;
    pmem_read(card, (uint32_t)offset - PMEM_WINDOW, bytes, size);
    return true;
}

bool bar0_write_block(struct nv50 *card, uint64_t offset, const void *bytes, size_t size)
{
    if (!inside_pmem(offset, size))
        return false;
    pmem_write(card, (uint32_t)offset - PMEM_WINDOW, bytes, size);
    return true;
}
