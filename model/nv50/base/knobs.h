/* model/nv50/base/knobs.h: the choices that no source settles.
 *
 * Shape   one enum value and one row of the table for each row of knob_list.h.
 * Source  docs/hardware/tesla-vm.md §11. */
#ifndef MODEL_NV50_BASE_KNOBS_H
#define MODEL_NV50_BASE_KNOBS_H

#include "model/common/options.h"

#define WORD(identifier, ...)   KNOB_##identifier,
#define NUMBER(identifier, ...) KNOB_##identifier,
enum knob {
#include "model/nv50/base/knob_list.h"
    KNOB_COUNT
};
#undef WORD
#undef NUMBER

/* The letters of KNOB_CHECK_ORDER's words (docs/hardware/tesla-vm.md §1.11, T16 to T19). */
enum check {
    CHECK_SUPERVISOR = 'S',
    CHECK_READ_ONLY = 'R',
    CHECK_MEMTYPE = 'M',
    CHECK_VRAM_LIMIT = 'V',
};

/* Values of knobs that are words, in the order of their rows' `values`. */
enum { LIMIT_EXCL_FIRST, LIMIT_INCL_LAST, LIMIT_INCL_FIRST, LIMIT_EXCL_LAST };
enum { SUM_WRAP_FAULT, SUM_WRAP_WRAP };
enum { NO_CHANNEL_FAULTS, NO_CHANNEL_PASSES };
enum { PDE_TYPE2_ABSENT, PDE_TYPE2_AS_4K, PDE_TYPE2_AS_64K };
enum { PTE_TARGET1_FAULT, PTE_TARGET1_PEER, PTE_TARGET1_SYSRAM };
enum { PRIV_OBJECT, PRIV_METHOD, PRIV_CLIENT };
enum { VRAM_OVER_FAULT, VRAM_OVER_ALIAS, VRAM_OVER_ZERO };
enum { MEMTYPE_OFF, MEMTYPE_COMPRESSED_SYSRAM, MEMTYPE_TILED_SYSRAM, MEMTYPE_UNLISTED };
enum { FAULT_ADDRESS_BYTE, FAULT_ADDRESS_4, FAULT_ADDRESS_32, FAULT_ADDRESS_4K };
enum { BLOCK_ADDRESSED, BLOCK_FIRST };
enum { PART_PM_WIRES_SHARED, PART_PM_WIRES_OWN };
enum { TAG_STATE_ABSTRACT, TAG_STATE_REAL };
enum { ENCRYPTION_PLAIN, ENCRYPTION_SCRAMBLE };
enum { RUNLIST_TAKEN_BY_LENGTH, RUNLIST_TAKEN_BY_CACHES };

extern const struct knob_row knob_rows[KNOB_COUNT];

#endif
