#include "model/gv100/card/bar0.h"

#include "hw/gv100/board.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/unlisted.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/card/refused.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/memory.h"
#include "model/gv100/window/rom.h"
#include "model/gv100/window/windows.h"

static uint32_t read_pramin(struct gv100 *card, uint32_t offset, unsigned size)
{
    uint8_t bytes[4];

    if (!gv_memory_usable(card)) /* measured: it counts the reads (§1.7) */
        return bytes_of_word(REFUSAL_MEMORY | (card->windows->refused_reads++ & REFUSAL_DETAIL),
                             offset, size);
    gv_pramin_read(card, offset - PRAMIN, bytes, size);
    return (uint32_t)bytes_get(bytes, size);
}

static void write_pramin(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, size);
    gv_pramin_write(card, offset - PRAMIN, bytes, size);
}

static uint32_t read_mirror(struct gv100 *card, uint32_t offset, unsigned size)
{
    const uint32_t value = gv_config_mirror_read(card, offset - PCFG_MIRROR, size);

    shell_trace(&card->shell, "r %06x %08x PCFG.%03x", offset, value, offset - PCFG_MIRROR);
    return value;
}

static void write_mirror(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    shell_trace(&card->shell, "w %06x %08x PCFG.%03x", offset, value, offset - PCFG_MIRROR);
    gv_config_mirror_write(card, offset - PCFG_MIRROR, value, size);
}

static uint32_t read_rom(struct gv100 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(gv_rom_read(card, offset), offset, size);
}

static uint32_t read_port(struct gv100 *card, uint32_t offset, unsigned size)
{
    const struct windows *windows = card->windows;

    (void)size;
    return offset == VGA_INDEX ? windows->vga_index : windows->vga[windows->vga_index];
}

static void write_port(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    (void)size;
    if (offset == VGA_INDEX)
        card->windows->vga_index = (uint8_t)value;
    else
        card->windows->vga[card->windows->vga_index] = (uint8_t)value;
}

static uint32_t read_channels(struct gv100 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(gv_pccsr_read(card, offset & ~3u), offset, size);
}

/* The tables that host keeps itself take whole words alone. */
static void write_channels(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    if (size == 4)
        gv_pccsr_write(card, offset, value);
}

static uint32_t read_pbdma(struct gv100 *card, uint32_t offset, unsigned size)
{
    return bytes_of_word(gv_pbdma_read(card, offset & ~3u), offset, size);
}

static void write_pbdma(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    if (size == 4)
        gv_pbdma_write(card, offset, value);
}

/* Where no unit answers the word says why, and PBUS records it (trap 11). */
static uint32_t read_registers(struct gv100 *card, uint32_t offset, unsigned size)
{
    const uint32_t refused = card->hooks->refused_word(card, offset & ~3u);
    const uint32_t value =
        registers_read(&card->shell.regs, offset & ~3u); /* which tells of a refusal */

    return bytes_of_word(refused ? refused : value, offset, size);
}

static void write_registers(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    registers_write_bytes(&card->shell.regs, offset, value, size);
}

static bool is_byte(const struct gv100 *card, uint32_t offset, unsigned size)
{
    (void)card, (void)offset;
    return size == 1;
}

static bool is_answered(const struct gv100 *card, uint32_t offset, unsigned size)
{
    (void)size;
    return !card->hooks->refused_word(card, offset & ~3u);
}

/* Ranges that are no registers. One may answer only sometimes; else its place is read and written as registers are. */
static const struct range {
    uint32_t first, size;
    bool (*answers)(const struct gv100 *card, uint32_t offset, unsigned size); /* null: always */
    uint32_t (*read)(struct gv100 *card, uint32_t offset, unsigned size);
    void (*write)(struct gv100 *card, uint32_t offset, uint32_t value,
                  unsigned size); /* null: nothing happens */
} ranges[] = {
    { PRAMIN, PRAMIN_BYTES, NULL, read_pramin, write_pramin },
    { PCFG_MIRROR, PCFG_MIRROR_SIZE, NULL, read_mirror, write_mirror },
    { PROM, PROM_SIZE, NULL, read_rom, NULL },
    { VGA_INDEX, 2, is_byte, read_port, write_port },
    { PCCSR_CHANNEL_INST(0), 8 * PCCSR_CHANNEL_COUNT, is_answered, read_channels, write_channels },
    { PPBDMA_GP_PUT(0), PPBDMA_GP_PUT(PPBDMA_GP_PUT_COUNT) - PPBDMA_GP_PUT(0), is_answered,
      read_pbdma, write_pbdma },
};

static const struct range *range_of(const struct gv100 *card, uint32_t offset, unsigned size)
{
    static const struct range registers = { .read = read_registers, .write = write_registers };

    for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++)
        if (offset - ranges[i].first < ranges[i].size &&
            (!ranges[i].answers || ranges[i].answers(card, offset, size)))
            return &ranges[i];
    return &registers;
}

uint32_t gv_bar0_read(struct gv100 *card, uint32_t offset, unsigned size)
{
    return range_of(card, offset, size)->read(card, offset, size);
}

void gv_bar0_write(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    const struct range *const range = range_of(card, offset, size);

    if (gv_write_masked(card, offset & ~3u))
        card->hooks->refused(card, offset & ~3u, true, value << (8 * (offset & 3)));
    else if (range->write)
        range->write(card, offset, value, size);
}

bool gv_bar0_read_block(struct gv100 *card, uint64_t offset, void *bytes, size_t size)
{
    if (!bytes_inside(offset, size, PRAMIN, PRAMIN_BYTES))
        return false;
    gv_pramin_read(card, (uint32_t)offset - PRAMIN, bytes, size);
    return true;
}

bool gv_bar0_write_block(struct gv100 *card, uint64_t offset, const void *bytes, size_t size)
{
    if (!bytes_inside(offset, size, PRAMIN, PRAMIN_BYTES))
        return false;
    gv_pramin_write(card, (uint32_t)offset - PRAMIN, bytes, size);
    return true;
}
