/* hw/nv50/media.h: the video, security, copy and power engines: where each one is, and its numbers in the VM, PMC and
 * the fuses.
 *
 * Shape   one row for an engine on the chipsets that have it; the meaning of its registers is in the header of its
 *         kind.
 * Source  docs/hardware/tesla-engines.md §1.4 to §1.6, §2.1, §3.1, §7, tesla-vm.md §2.1, §2.5. */
#ifndef HW_NV50_MEDIA_H
#define HW_NV50_MEDIA_H

#include <stdbool.h>

#include "hw/nv50/chip.h"

enum media_kind {
    MEDIA_FALCON,  /* hw/nv50/falcon.h */
    MEDIA_XTENSA,  /* hw/nv50/xtensa.h */
    MEDIA_PCIPHER, /* hw/nv50/pcipher.h */
    MEDIA_PMPEG,   /* hw/nv50/pmpeg.h */
};

struct media_unit {
    const char *name;
    uint8_t kind;   /* enum media_kind */
    uint8_t engine; /* enum vm_engine, also the number of its TLB */
    uint8_t client; /* enum vm_client */
    bool secret;    /* comes out of reset busy wiping its memory */
    uint32_t base;
    uint32_t enable;  /* PMC_ENABLE; 0: PDAEMON has a register of its own */
    uint32_t line;    /* PMC_INTR_HOST */
    uint32_t fuse[2]; /* HWUNITS_0, HWUNITS_1: all bits set if the unit is there */
    uint32_t record;  /* its bit of PFB_VM_FAULT */
    uint16_t data;    /* bytes of a falcon's data memory */
    uint32_t chips;
};

/* Where the units are (tesla-engines.md §2.1, §3). */
#define PMPEG_BASE       0x00b100
#define PVP2_BASE        0x00f000
#define PVLD_BASE        0x084000
#define PPDEC_BASE       0x085000
#define PPPP_BASE        0x086000
#define PSEC_BASE        0x087000
#define PCIPHER_BASE     0x102000
#define PBSP_BASE        0x103000
#define PCOPY_BASE       0x104000
#define PDAEMON_BASE     0x10a000
#define PVCOMP_BASE      0x1c1000
#define MEDIA_UNIT_COUNT 14

extern const struct media_unit media_units[MEDIA_UNIT_COUNT];

#endif
