#include "model/nv50/vm/memory.h"

#include <string.h>

#include "hw/least.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/vm.h"
#include "hw/pci.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/pfb.h"
#include "model/nv50/vm/tags.h"
#include "model/nv50/vram/vram.h"

#define SECTOR 32u

/* Stolen system memory has no partitions: every mapping of it is the same (tesla-vm.md §6.6 I). By address,
 * because copying the fields of a mapping took a fifth of a single access. */
static const struct mapping *seen_as(const struct nv50 *card, const struct mapping *mapping)
{
    static const struct mapping flat[] = {
        [TRAFFIC_OTHER] = { .type = STORAGE_TYPE_PITCH, .from = TRAFFIC_OTHER },
        [TRAFFIC_HOST] = { .type = STORAGE_TYPE_PITCH, .from = TRAFFIC_HOST },
        [TRAFFIC_DISPATCH] = { .type = STORAGE_TYPE_PITCH, .from = TRAFFIC_DISPATCH },
    };

    return card->chip->features & FEATURE_IGP ? &flat[mapping->from] : mapping;
}

/* How many of the bytes lie in VRAM. */
static size_t in_vram(const struct nv50 *card, uint32_t at, size_t size)
{
    const uint64_t end = vram_geometry(card->vram)->size;
    if (at >= end)
        return 0;
    return LEAST(size, end - at);
}

static void read_vram(struct nv50 *card, uint32_t at, const struct mapping *mapping, uint8_t *bytes,
                      size_t size)
{
    if (!pfb_memory_usable(card)) {
        memset(bytes, 0xff, size);
        return;
    }
    const size_t there = in_vram(card, at, size);
    if (there && tags_count(card, *mapping))
        tags_read(card, at, *mapping, bytes, there);
    else if (there)
        vram_read(card->vram, at, mapping->type, mapping->long_cycle, bytes, there);
    memset(bytes + there, 0, size - there);
}

/* Knob odd_types: every second byte is another one than was written. */
static void write_corrupted(struct nv50 *card, uint32_t at, struct mapping mapping,
                            const uint8_t *bytes, size_t size)
{
    uint8_t piece[256];

    for (size_t done = 0, part; done < size; done += part) {
        part = LEAST(size - done, sizeof(piece));
        for (size_t i = 0; i < part; i++)
            piece[i] = (at + done + i) & 1 ? bytes[done + i] : (uint8_t)~bytes[done + i];
        vram_write(card->vram, at + (uint32_t)done, mapping.type, mapping.long_cycle, piece, part);
    }
}

static void write_vram(struct nv50 *card, uint32_t at, const struct mapping *mapping,
                       const uint8_t *bytes, size_t size)
{
    const size_t there = in_vram(card, at, size);
    if (!there || !pfb_memory_usable(card))
        return;
    if (tags_corrupt(card, *mapping))
        write_corrupted(card, at, *mapping, bytes, there);
    else if (tags_count(card, *mapping))
        tags_write(card, at, *mapping, bytes, there);
    else
        vram_write(card->vram, at, mapping->type, mapping->long_cycle, bytes, there);
}

static uint64_t bus_address(const struct nv50 *card, uint64_t at)
{
    return (at & BITS64(39, 0)) | (uint64_t)reg_get(card, PFB_SYSRAM_HIGH) << 40;
}

static bool is_vram(const struct nv50 *card, linear_addr at)
{
    return at.target == TARGET_VRAM ||
           (at.target == TARGET_SYSRAM_NOSNOOP && card->broken[DEFECT_VM_NOSNOOP_IS_VRAM]);
}

/* At target 1 no device answers (§1.10); nothing leaves the card without bus mastering. */
static bool reaches_bus(struct nv50 *card, linear_addr at)
{
    strict_snoops(&card->shell.strict, at.v, at.target == TARGET_SYSRAM_SNOOP);
    return at.target != TARGET_INVALID && config_bus_master(card) &&
           !card->broken[DEFECT_BUS_DMA_BLOCKED] && presence_answers(card->shell.model.presence);
}

/* The memory that firmware took from the system for an IGP lies on the bus too: there the card meets
 * the same bytes (docs/hardware/tesla-vm.md §6.7; unverified E31). */
static bool is_stolen(struct nv50 *card, linear_addr at, uint64_t *offset)
{
    uint64_t base = (uint64_t)config_read(card, PCI_NV_FAKEFB_BASE, 4) << 12;
    const uint64_t size = (uint64_t)config_read(card, PCI_NV_FAKEFB_SIZE, 4) << 12;

    if (card->broken[DEFECT_VM_STOLEN_ELSEWHERE])
        base += 0x1000;
    *offset = bus_address(card, at.v) - base;
    return *offset < size;
}

/* The offset in the card's own memory of an address; false: something else on the bus, or
 * nothing. */
static bool own_memory(struct nv50 *card, linear_addr at, uint32_t *vram)
{
    uint64_t offset = at.v;

    if (!is_vram(card, at) && !((card->chip->features & FEATURE_IGP) && reaches_bus(card, at) &&
                                is_stolen(card, at, &offset)))
        return false;
    *vram = (uint32_t)offset;
    return true;
}

/* A cipher that stands for the unknown one: each byte is changed by where it lies, and a second time
 * back (docs/hardware/tesla-vm.md §1.10). */
static void scramble(const struct nv50 *card, linear_addr at, struct mapping mapping,
                     uint8_t *bytes, size_t size)
{
    if (!mapping.encrypted || card_knob(card, KNOB_ENCRYPTION) != ENCRYPTION_SCRAMBLE)
        return;
    for (size_t i = 0; i < size; i++)
        bytes[i] ^= (uint8_t)(0xa5 + (at.v + i) * 0x35);
}

/* The caller's bytes must stay as they are, so an encrypted page is scrambled piece by piece in a
 * copy. */
static void write_bus(struct nv50 *card, linear_addr at, struct mapping mapping,
                      const uint8_t *bytes, size_t size)
{
    uint8_t piece[256];

    if (!mapping.encrypted) {
        lost_pages_write(&card->shell.lost, &card->shell.host, bus_address(card, at.v), bytes, size,
                         at.target == TARGET_SYSRAM_SNOOP);
        return;
    }
    for (size_t done = 0, part; done < size; done += part) {
        const linear_addr to = { at.v + done, at.target };

        part = LEAST(size - done, sizeof(piece));
        memcpy(piece, bytes + done, part);
        scramble(card, to, mapping, piece, part);
        lost_pages_write(&card->shell.lost, &card->shell.host, bus_address(card, to.v), piece, part,
                         at.target == TARGET_SYSRAM_SNOOP);
    }
}

/* Knob loop_reads: the CPU waits for this read, and the bus does not serve both. */
static bool is_loop(struct nv50 *card)
{
    card->looped |= card->cpu_reads && card_knob(card, KNOB_LOOP_READS) != LOOP_READS_SERVED;
    return card->looped && card->cpu_reads;
}

/* A read at an address that needs no further translation. An address where nothing answers reads as
 * ones, as on a PCI bus. */
static void read_here(struct nv50 *card, linear_addr at, struct mapping mapping, void *bytes,
                      size_t size)
{
    uint32_t vram;

    card->last_in_vram = own_memory(card, at, &vram);
    if (card->last_in_vram) {
        const struct mapping *seen = seen_as(card, &mapping);
        if (card->counted)
            card->hooks->traffic(card, vram, seen, size, false);
        read_vram(card, vram, seen, bytes, size);
        return;
    }
    if (!reaches_bus(card, at) || is_loop(card) ||
        !card->shell.host.dma_read(card->shell.host.opaque, bus_address(card, at.v), bytes, size,
                                   at.target == TARGET_SYSRAM_SNOOP))
        memset(bytes, 0xff, size);
    else
        scramble(card, at, mapping, bytes, size);
}

static void write_here(struct nv50 *card, linear_addr at, struct mapping mapping, const void *bytes,
                       size_t size)
{
    uint32_t vram;

    card->last_in_vram = own_memory(card, at, &vram);
    if (card->last_in_vram) {
        const struct mapping *seen = seen_as(card, &mapping);
        if (card->counted)
            card->hooks->traffic(card, vram, seen, size, true);
        write_vram(card, vram, seen, bytes, size);
    } else if (reaches_bus(card, at)) {
        write_bus(card, at, mapping, bytes, size);
    }
}

/* Knob gob_order: neighbouring sectors of a block change places for every type but pitch. */
static bool reordered(const struct nv50 *card, struct mapping mapping)
{
    return card_knob(card, KNOB_GOB_ORDER) != 0 && mapping.type != STORAGE_TYPE_PITCH;
}

static size_t sector(uint64_t at, size_t size, linear_addr *place)
{
    place->v = at ^ SECTOR;
    return LEAST(size, SECTOR - at % SECTOR);
}

void memory_read(struct nv50 *card, linear_addr at, struct mapping mapping, void *bytes,
                 size_t size)
{
    linear_addr place = at;

    if (!reordered(card, mapping)) {
        read_here(card, at, mapping, bytes, size);
        return;
    }
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = sector(at.v + done, size - done, &place);
        read_here(card, place, mapping, (uint8_t *)bytes + done, piece);
    }
}

void memory_write(struct nv50 *card, linear_addr at, struct mapping mapping, const void *bytes,
                  size_t size)
{
    linear_addr place = at;

    if (!reordered(card, mapping)) {
        write_here(card, at, mapping, bytes, size);
        return;
    }
    for (size_t done = 0, piece; done < size; done += piece) {
        piece = sector(at.v + done, size - done, &place);
        write_here(card, place, mapping, (const uint8_t *)bytes + done, piece);
    }
}

uint64_t memory_read64(struct nv50 *card, linear_addr at)
{
    uint8_t bytes[8];

    memory_read(card, at, (struct mapping){ .type = STORAGE_TYPE_PITCH }, bytes, 8);
    return bytes_get(bytes, 8);
}

uint32_t memory_read32(struct nv50 *card, linear_addr at)
{
    uint8_t bytes[4];

    memory_read(card, at, (struct mapping){ .type = STORAGE_TYPE_PITCH }, bytes, 4);
    return bytes_get32(bytes);
}

void memory_write32(struct nv50 *card, linear_addr at, uint32_t value)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, 4);
    memory_write(card, at, (struct mapping){ .type = STORAGE_TYPE_PITCH }, bytes, 4);
}
