/* mmu/gv100/ramfc.h: host's part of an instance block (RAMFC), packed.
 *
 * Shape   addresses that lie in two words are one number; words that are fields of host's own stay words, with
 *         masks in hw/gv100/ram.h.
 * Units   addresses in bytes.
 * Errors  ramfc_pack: ERR_RANGE if a value does not fit its field, ERR_ALIGN.
 * Source  docs/hardware/gv100.md §3.2. */
#ifndef MMU_GV100_RAMFC_H
#define MMU_GV100_RAMFC_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/err.h"
#include "hw/gv100/ram.h"

struct ramfc {
    /* Ring of GP entries: indices, address (40 bits, 8-byte aligned) and log2 of its entries. */
    uint32_t gp_put, gp_get, gp_fetch;
    uint64_t gp_base;
    uint8_t gp_limit2; /* 5 bits */

    uint64_t userd;       /* 40 bits, 512-byte aligned */
    uint8_t userd_target; /* enum userd_target */
    uint16_t signature;   /* RAMFC_SIGNATURE_HW_FACE, or the class */
    uint16_t signature_sw;

    /* Push buffer: 40 bits, 4-byte aligned. */
    uint64_t pb_get, pb_put, pb_top_level_get, pb_fetch;
    bool top_level_get_valid;
    bool fetch_conditional, fetch_subroutine, fetch_sync;
    uint32_t fetch_length; /* words, 21 bits */

    uint64_t sem_addr; /* 40 bits, 4-byte aligned */
    uint64_t sem_payload;
    uint32_t ref, runtime, acquire, acquire_deadline, sem_execute;
    uint32_t mem_op[3]; /* A, B, C */
    uint32_t gp_crc, pb_crc, method_crc;
    uint32_t pb_header, pb_count, subdevice, target;
    uint32_t method[4], data[4];
    uint32_t hce_ctrl, config, set_channel_info;
};

/* All 128 words; reserved ones become 0. */
enum err ramfc_pack(const struct ramfc *ramfc, uint32_t words[RAMFC_WORDS]) MUST_CHECK;

#endif
