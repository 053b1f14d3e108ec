/* tests/model/nv50/vm/world.h: one modelled card with memory around it, and both witnesses of the translation of any
 * unit's access.
 *
 * Shape   mmu/ and the model translate over the very same bytes: the card's VRAM storage and one piece
 *         of system memory. An address outside reads as 0 in VRAM, as all ones on the bus.
 * Units   bytes.
 * Errors  world_open prints a sentence and ends the program: there is nothing to test then. */
#pragma once

#include "hw/nv50/slots.h"
#include "mmu/nv50/fault.h"
#include "mmu/nv50/translate.h"
#include "model/model.h"
#include "model/nv50/card/vm_ask.h"

#define SYSRAM_SIZE (UINT64_C(1) << 20)

struct world {
    const struct nv50_chip *chip;
    struct model *card;
    uint8_t *vram, *sysram;
    uint64_t vram_size, sysram_base;
    struct model *neighbour; /* a second card whose BAR1 is on the bus, or null */
    uint64_t neighbour_bar1;
    bool last_snooped; /* how the card's last own access to system memory went out */
    struct mmu_rules rules;
    struct mmu_memory memory;
    struct mmu mmu;
};

struct world_setup {
    const struct nv50_chip *chip;
    uint64_t sysram_base;
    struct mmu_rules rules; /* the card gets the same choices */
    const char *defects;    /* null: none */
    const char *knobs;      /* more of them, null: none */
    uint64_t seed;
};

/* The answer of one of the witnesses, in one form. */
struct verdict {
    bool ok;
    linear_addr at;
    struct attributes attributes;
    struct vm_fault fault;
};

void world_open(struct world *world, const struct world_setup *setup);
void world_close(struct world *world);

/* Puts the BAR1 of another card on the bus, 1 MiB of it; the caller keeps the card. */
void world_neighbour(struct world *world, struct model *card, uint64_t bar1);

/* The bytes of an address, null if it is outside. */
uint8_t *world_bytes(const struct world *world, linear_addr at, size_t size);
/* One 64-bit word; nothing happens outside. */
void world_poke(struct world *world, linear_addr at, uint64_t word);
uint64_t world_peek(const struct world *world, linear_addr at);

uint32_t world_read_reg(struct world *world, uint32_t reg);
void world_write_reg(struct world *world, uint32_t reg, uint32_t value);
void world_flush(struct world *world, unsigned engine);

void world_ask_mmu(struct world *world, const struct nv50_vm_access *access, struct verdict *out);
/* The TLB as it is; the record is taken and acknowledged. */
void world_ask_model(struct world *world, const struct nv50_vm_access *access, struct verdict *out);

/* True if both say the same, with the engine's TLB flushed first. */
bool world_agrees(struct world *world, const struct nv50_vm_access *access);
bool verdicts_equal(const struct verdict *a, const struct verdict *b);
/* As `barecard translate` prints it, with the record after it. */
void verdict_print(const char *who, const struct verdict *verdict);
