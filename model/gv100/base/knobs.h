/* model/gv100/base/knobs.h: the choices that no source settles.
 *
 * Shape   one enum value and one row of the table for each row of knob_list.h.
 * Source  docs/hardware/gv100.md §11. */
#ifndef MODEL_GV100_BASE_KNOBS_H
#define MODEL_GV100_BASE_KNOBS_H

#include "model/common/options.h"

#define WORD(identifier, ...)   KNOB_##identifier,
#define NUMBER(identifier, ...) KNOB_##identifier,
enum knob {
#include "model/gv100/base/knob_list.h"
    KNOB_COUNT
};
#undef WORD
#undef NUMBER

/* The letters of KNOB_CHECK_ORDER's words (docs/hardware/gv100.md §5.5, step 7). */
enum check {
    CHECK_PRIVILEGE = 'P',
    CHECK_READ_ONLY = 'R',
    CHECK_ATOMIC = 'A',
    CHECK_KIND = 'K',
};

/* Values of knobs that are words, in the order of their rows' words. */
enum { BOTH_VALID_BIG, BOTH_VALID_SMALL };
enum { VA_HIGH_LIMIT, VA_HIGH_DROPPED, VA_HIGH_PDE };
enum { SPARSE_READ_PAGE, SPARSE_READ_ZEROS, SPARSE_READ_ONES, SPARSE_READ_LAST };
enum { LOW_BITS_IGNORED, LOW_BITS_ADDED };
enum { NO_SMALL_PTE, NO_SMALL_PDE };
enum { DUAL_BIT5_ADDRESS, DUAL_BIT5_NO_ATS };
enum { PDE_BIT0_IGNORED, PDE_BIT0_FAULT };
enum { RO_ATOMIC_RO, RO_ATOMIC_ALLOWED };
enum { SYS_HIGH_DROPPED, SYS_HIGH_COUNT };
enum { NEGATIVE_KEPT, NEGATIVE_DROPPED };
enum { PCCSR_RUNLIST_STORED, PCCSR_RUNLIST_ZERO };
enum { HUB_CLEAR_READS_ZERO, HUB_CLEAR_READS_ENABLES };
enum { LENGTH_0_EMPTIES, LENGTH_0_IGNORED };
enum { BAR_PHYSICAL_VRAM, BAR_PHYSICAL_NOTHING };
enum { USERMODE_TIME_PTIMER, USERMODE_TIME_OWN };
enum { VRAM_OVER_ALIAS, VRAM_OVER_ZERO, VRAM_OVER_ONES };
enum { UNBUFFERED_LATCHED, UNBUFFERED_LOST };
enum { IDLE_DOORBELL, IDLE_POLLED };
enum { BOUND_CHANNEL_PENDING, BOUND_CHANNEL_IDLE };
enum { GP_PUT_USERD, GP_PUT_RAMFC };
enum { GP_AHEAD_NO, GP_AHEAD_YES };
enum { END_FETCH_STOPS, END_FETCH_GOES_ON };
enum { SET_DEFAULT_CLEARS, SET_DEFAULT_STAYS };
enum { BAR_PRIVILEGED_YES, BAR_PRIVILEGED_NO };
enum { PMC_TREE_BY_ENABLE, PMC_TREE_BOTH };
enum { PCI_CLASS_IS_3D, PCI_CLASS_IS_VGA };
enum { CRC_FORM_PLAIN, CRC_FORM_INVERTED };
enum { BAD_ENTRIES_RAISE, BAD_ENTRIES_PASS };
enum { BAR_FAULTS_LATCHED, BAR_FAULTS_BUFFERED };
enum { FOUR_WORDS_PAYLOAD, FOUR_WORDS_TIME };
enum { RAMIN_LIMIT_IGNORED, RAMIN_LIMIT_COUNTS };
enum { BIND_CODES_CAUSES, BIND_CODES_ONE };
enum { NO_CONTEXT_WFI_ENDS, NO_CONTEXT_WFI_WAITS };
enum { RENDER_MODE_RAISE, RENDER_MODE_PASS };
enum { COPY_ATOMIC_FAULTS, COPY_ATOMIC_SERVED };
enum { ATOMIC_ACCESS_STRONG, ATOMIC_ACCESS_WEAK };

enum { ECC_BOARD, ECC_YES, ECC_NO };
enum { ECC_COUNTERS_COUNT, ECC_COUNTERS_REFUSE, ECC_COUNTERS_ZERO };
enum { DBE_FAULT, DBE_DATA, DBE_ONES };
enum { SCRUBBED_YES, SCRUBBED_NO };
enum { L2_ON, L2_OFF };
enum { OLD_PLACES_DEAD, OLD_PLACES_WORK };

extern const struct knob_row gv_knob_rows[KNOB_COUNT];

#endif
