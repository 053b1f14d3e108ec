#include "model/gv100/vm/memory.h"

#include <string.h>

#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/vram/vram.h"

#define L2_ONE_IN 4096 /* reads meet the bad cell */

bool gv_memory_usable(const struct gv100 *card)
{
    return !card->shell.cold;
}

/* The byte that a read past the end of VRAM gives, where the address does not wrap around (knob vram_over). */
static uint8_t filler(const struct gv100 *card)
{
    return gv_knob(card, KNOB_VRAM_OVER) == VRAM_OVER_ZERO ? 0 : 0xff;
}

/* The piece of [at, at + size) that lies in one turn of VRAM. False: nothing is there. */
static bool place_in_vram(struct gv100 *card, uint64_t at, size_t size, uint64_t *place,
                          size_t *piece)
{
    const uint64_t end = gv_vram_size(card->vram);

    *place = at % end;
    *piece = size < end - *place ? size : (size_t)(end - *place);
    if (at < end)
        return true;
    shell_trace(&card->shell, "past the end of VRAM: %llx", (unsigned long long)at);
    return gv_knob(card, KNOB_VRAM_OVER) == VRAM_OVER_ALIAS;
}

/* A bad cell of L2 is corrected there and harms nobody; two of them poison the read. */
static void read_l2(struct gv100 *card)
{
    if (!card->broken[DEFECT_L2_CORRECTS] && !card->broken[DEFECT_L2_POISONS])
        return;
    if (card->l2_reads++ % L2_ONE_IN)
        return;
    card->l2_corrected += card->broken[DEFECT_L2_CORRECTS];
    card->l2_uncorrected += card->broken[DEFECT_L2_POISONS];
}

static void read_vram(struct gv100 *card, uint64_t at, uint8_t *bytes, size_t size)
{
    uint64_t place;

    read_l2(card);
    if (!gv_memory_usable(card)) {
        memset(bytes, 0xff, size);
        return;
    }
    for (size_t piece; size; at += piece, bytes += piece, size -= piece) {
        if (place_in_vram(card, at, size, &place, &piece))
            gv_vram_read(card->vram, place, bytes, piece);
        else
            memset(bytes, filler(card), piece);
    }
}

static void write_vram(struct gv100 *card, uint64_t at, const uint8_t *bytes, size_t size)
{
    uint64_t place;

    if (!gv_memory_usable(card))
        return;
    for (size_t piece; size; at += piece, bytes += piece, size -= piece)
        if (place_in_vram(card, at, size, &place, &piece))
            gv_vram_write(card->vram, place, bytes, piece);
}

static bool reaches_bus(struct gv100 *card, linear_addr at)
{
    strict_snoops(&card->shell.strict, at.v, at.target == TARGET_SYSRAM_SNOOP);
    return at.target != TARGET_INVALID && gv_config_bus_master(card) &&
           !card->broken[DEFECT_BUS_DMA_BLOCKED] && presence_answers(card->shell.model.presence);
}

static bool is_vram(const struct gv100 *card, linear_addr at)
{
    return at.target == TARGET_VRAM ||
           (at.target == TARGET_SYSRAM_NOSNOOP && card->broken[DEFECT_BUS_NONCOHERENT_IS_VRAM]);
}

static uint64_t bus_address(const struct gv100 *card, linear_addr at)
{
    return card->broken[DEFECT_BUS_ADDRESS_32] ? at.v & UINT32_MAX : at.v;
}

void gv_memory_read(struct gv100 *card, linear_addr at, void *bytes, size_t size)
{
    if (is_vram(card, at))
        read_vram(card, at.v, bytes, size);
    else if (!reaches_bus(card, at) ||
             !card->shell.host.dma_read(card->shell.host.opaque, bus_address(card, at), bytes, size,
                                        at.target == TARGET_SYSRAM_SNOOP))
        memset(bytes, 0xff, size);
}

void gv_memory_write(struct gv100 *card, linear_addr at, const void *bytes, size_t size)
{
    if (is_vram(card, at))
        write_vram(card, at.v, bytes, size);
    else if (reaches_bus(card, at))
        lost_pages_write(&card->shell.lost, &card->shell.host, bus_address(card, at), bytes, size,
                         at.target == TARGET_SYSRAM_SNOOP);
}

uint32_t gv_memory_read32(struct gv100 *card, linear_addr at)
{
    uint8_t bytes[4];

    gv_memory_read(card, at, bytes, sizeof(bytes));
    return bytes_get32(bytes);
}

uint64_t gv_memory_read64(struct gv100 *card, linear_addr at)
{
    uint8_t bytes[8];

    gv_memory_read(card, at, bytes, sizeof(bytes));
    return bytes_get(bytes, sizeof(bytes));
}

void gv_memory_write32(struct gv100 *card, linear_addr at, uint32_t value)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, sizeof(bytes));
    gv_memory_write(card, at, bytes, sizeof(bytes));
}

void gv_memory_clean(struct gv100 *card)
{
    gv_vram_clean(card->vram);
}
