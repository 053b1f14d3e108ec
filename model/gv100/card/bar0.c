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

static bool within(uint32_t offset, uint32_t first, uint32_t size)
{
    return offset - first < size;
}

static bool is_channel_ram(uint32_t offset)
{
    return within(offset, PCCSR_CHANNEL_INST(0), 8 * PCCSR_CHANNEL_COUNT);
}

static bool is_pbdma(uint32_t offset)
{
    return within(offset, PPBDMA_GP_PUT(0), PPBDMA_GP_PUT(PPBDMA_GP_PUT_COUNT) - PPBDMA_GP_PUT(0));
}

static uint32_t cut(uint32_t word, uint32_t offset, unsigned size)
{
    return word >> (8 * (offset & 3)) & (uint32_t)bytes_ones(size);
}

static uint32_t read_pramin(struct gv100 *card, uint32_t offset, unsigned size)
{
    uint8_t bytes[4];

    if (!gv_memory_usable(card)) /* measured: it counts the reads (§1.7) */
        return cut(REFUSAL_MEMORY | (card->windows->refused_reads++ & REFUSAL_DETAIL), offset,
                   size);
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

    gv_trace(card, "r %06x %08x PCFG.%03x", offset, value, offset - PCFG_MIRROR);
    return value;
}

static void write_mirror(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    gv_trace(card, "w %06x %08x PCFG.%03x", offset, value, offset - PCFG_MIRROR);
    gv_config_mirror_write(card, offset - PCFG_MIRROR, value, size);
}

/* VGA's index and data: plain bytes, which only accesses of a byte reach. */
static bool is_port(uint32_t offset, unsigned size)
{
    return size == 1 && (offset == VGA_INDEX || offset == VGA_DATA);
}

static uint8_t read_port(const struct gv100 *card, uint32_t offset)
{
    const struct windows *windows = card->windows;

    return offset == VGA_INDEX ? windows->vga_index : windows->vga[windows->vga_index];
}

static void write_port(struct gv100 *card, uint32_t offset, uint8_t value)
{
    if (offset == VGA_INDEX)
        card->windows->vga_index = value;
    else
        card->windows->vga[card->windows->vga_index] = value;
}

/* Where no unit answers the word says why, and PBUS records it (trap 11). */
static uint32_t read_register(struct gv100 *card, uint32_t offset)
{
    const uint32_t refused = card->hooks->refused_word(card, offset);

    if (refused) {
        registers_read(&card->regs, offset); /* which tells of it */
        return refused;
    }
    if (is_channel_ram(offset))
        return gv_pccsr_read(card, offset);
    if (is_pbdma(offset))
        return gv_pbdma_read(card, offset);
    return registers_read(&card->regs, offset);
}

/* The tables that host keeps itself take whole words only. */
static void write_register(struct gv100 *card, uint32_t offset, uint32_t value, uint32_t lanes)
{
    const bool answers = !card->hooks->refused_word(card, offset);

    if (gv_write_masked(card, offset)) {
        card->hooks->refused(card, offset, true, value);
        return;
    }
    if (answers && is_channel_ram(offset)) {
        if (lanes == UINT32_MAX)
            gv_pccsr_write(card, offset, value);
    } else if (answers && is_pbdma(offset)) {
        if (lanes == UINT32_MAX)
            gv_pbdma_write(card, offset, value);
    } else {
        registers_write(&card->regs, offset, value, lanes);
    }
}

uint32_t gv_bar0_read(struct gv100 *card, uint32_t offset, unsigned size)
{
    if (within(offset, PRAMIN, PRAMIN_BYTES))
        return read_pramin(card, offset, size);
    if (within(offset, PCFG_MIRROR, PCFG_MIRROR_SIZE))
        return read_mirror(card, offset, size);
    if (gv_rom_answers(offset))
        return cut(gv_rom_read(card, offset), offset, size);
    if (is_port(offset, size))
        return read_port(card, offset);
    return cut(read_register(card, offset & ~3u), offset, size);
}

void gv_bar0_write(struct gv100 *card, uint32_t offset, uint32_t value, unsigned size)
{
    const unsigned shift = 8 * (offset & 3);

    if (within(offset, PRAMIN, PRAMIN_BYTES))
        write_pramin(card, offset, value, size);
    else if (within(offset, PCFG_MIRROR, PCFG_MIRROR_SIZE))
        write_mirror(card, offset, value, size);
    else if (is_port(offset, size))
        write_port(card, offset, (uint8_t)value);
    else if (!gv_rom_answers(offset))
        write_register(card, offset & ~3u, value << shift, (uint32_t)bytes_ones(size) << shift);
}

static bool inside_pramin(uint64_t offset, size_t size)
{
    return offset >= PRAMIN && size <= PRAMIN_BYTES && offset - PRAMIN <= PRAMIN_BYTES - size;
}

bool gv_bar0_read_block(struct gv100 *card, uint64_t offset, void *bytes, size_t size)
{
    if (!inside_pramin(offset, size))
        return false;
    gv_pramin_read(card, (uint32_t)offset - PRAMIN, bytes, size);
    return true;
}

bool gv_bar0_write_block(struct gv100 *card, uint64_t offset, const void *bytes, size_t size)
{
    if (!inside_pramin(offset, size))
        return false;
    gv_pramin_write(card, (uint32_t)offset - PRAMIN, bytes, size);
    return true;
}
