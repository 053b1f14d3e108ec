/* model/nv50/vm/pfb.h: the memory's configuration as PFB's registers show it.
 *
 * Units   bytes.
 * Source  docs/hardware/tesla-vm.md §1.11, §6.1, tesla-mmio.md §3.6. */
#ifndef MODEL_NV50_VM_PFB_H
#define MODEL_NV50_VM_PFB_H

#include <stdbool.h>
#include <stdint.h>

struct nv50;
struct reg_block;

extern const struct reg_block pfb_regs;

struct pfb {
    bool usable;
    uint64_t limit;
    bool flush_hangs; /* a flush of a TLB has not come to its end, and no later one does */
};

/* The writes by which the VBIOS of a discrete board configures its memory, in order. */
struct pfb_setting {
    uint32_t offset, value;
};

#define PFB_SETTINGS_MAX 24

/* How many of them there are. */
unsigned pfb_settings(const struct nv50 *card, struct pfb_setting *settings);

/* The values that a VBIOS, or on IGPs the system firmware, leaves; none on a cold card. */
void pfb_power_on(struct nv50 *card);

/* A register that decides about memory was written: the two answers below are made anew. */
void pfb_refresh(struct nv50 *card);
/* Whether memory answers: PFB is on, memory is configured and refreshed. */
bool pfb_memory_usable(const struct nv50 *card);
/* The first linear address that is not VRAM, as MEM_AMOUNT or VRAM_LIMIT has it. */
uint64_t pfb_vram_limit(const struct nv50 *card);
/* The mask of partitions that registers show where a defect makes them show another one. */
unsigned pfb_shown_parts(const struct nv50 *card, unsigned mask);
/* Page directory, bytes from the channel's start. */
uint32_t pfb_pd_offset(const struct nv50 *card);

#endif
