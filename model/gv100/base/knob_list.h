/* model/gv100/base/knob_list.h: the choices that no source settles, one row each.
 *
 * Shape   no header of its own: whoever includes it (knobs.h, knobs.c) says first what WORD() and NUMBER() make of
 *         a row. WORD(identifier, name, words, meaning): the first word is the default.
 *         NUMBER(identifier, name, "lowest..highest", meaning, default, highest).
 * Source  docs/hardware/gv100.md §11, or what stands in brackets. */
/* clang-format off */
WORD(BOTH_VALID, "both_valid", "big|small", "a 64K PTE and a 4K PTE are both valid: which counts (K01)")
WORD(CHECK_ORDER, "check_order", CHECK_ORDERS, "order of the checks of privilege, read-only, atomic and kind (K02)")
WORD(VA_HIGH, "va_high", "limit|dropped|pde", "bits 63:49 of a virtual address: a limit violation, dropped, or a fault PDE (K03)")
WORD(SPARSE_READ, "sparse_read", "page|zeros|ones|last", "what a read of a sparse page gives (K04)")
WORD(LOW_BITS, "low_bits", "ignored|added", "address bits below the size of a large page (K05)")
WORD(NO_SMALL, "no_small", "pte|pde", "the fault where a 64K PTE is invalid and there is no 4K table (K06)")
WORD(DUAL_BIT5, "dual_bit5", "address|no_ats", "bit 5 of PD0's lower word where it has a 64K table (K07)")
WORD(PDE_BIT0, "pde_bit0", "ignored|fault", "bit 0 of an entry of PD3, PD2 or PD1 (K08)")
WORD(RO_ATOMIC, "ro_atomic", "violation|allowed", "an atomic on a read-only page (K09)")
WORD(SYS_HIGH, "sys_high", "dropped|count", "bits of system addresses above the 47 that the chip supports (K10)")
WORD(NEGATIVE, "negative", "kept|dropped", "whether a TLB keeps walks that found nothing (K11)")
WORD(PCCSR_RUNLIST, "pccsr_runlist", "stored|zero", "PCCSR bits 19:16 (K12)")
WORD(HUB_CLEAR_READS, "hub_clear_reads", "zero|enables", "what 0x100a34 reads (K13)")
WORD(LENGTH_0, "length_0", "empties|ignored", "LENGTH 0 written to the runlist register (K14)")
WORD(BAR_PHYSICAL, "bar_physical", "vram|nothing", "a BAR in mode PHYSICAL (K15)")
WORD(USERMODE_TIME, "usermode_time", "ptimer|own", "whether USERMODE TIME and time stamps follow a write to PTIMER (K16)")
WORD(VRAM_OVER, "vram_over", "alias|zero|ones", "a physical address past the end of VRAM (K17)")
WORD(UNBUFFERED, "unbuffered", "latched|lost", "an engine's fault while its fault buffer is off (K18)")
WORD(IDLE_CHANNEL, "idle_channel", "doorbell|polled", "whether host looks at GP_PUT of a channel that ran dry without a doorbell (K19)")
WORD(SET_DEFAULT, "set_default", "clears|stays", "SET_DEFAULT of a fault buffer after it has set the size (K20)")
WORD(PMC_TREE, "pmc_tree", "enables|both", "trees that PFIFO and PBUS report in: by their two enables, or both at once (K22)")
WORD(BAR_PRIVILEGED, "bar_privileged", "yes|no", "whether accesses through BAR1 and BAR2 are privileged (K23)")
WORD(GP_PUT, "gp_put", "userd|ramfc", "where host takes GP_PUT from when it has just loaded a channel (K27)")
WORD(GP_AHEAD, "gp_ahead", "no|yes", "whether host takes a GP entry while the segment before it is under way (K28)")
WORD(END_FETCH, "end_fetch", "stops|goes_on", "whether host fetches the rest of a segment behind END_PB_SEGMENT (K29)")
NUMBER(CONTEXT_LOAD, "context_load", "0..1000", "microseconds that loading a context onto a PBDMA or an engine takes (K30)", 0, 1000)
NUMBER(TLB_ENTRIES, "tlb_entries", "0..1024", "pages that the TLB of a group of clients keeps, 0: none (K26)", 64, 1024)
NUMBER(BAR_FAULT_VALUE, "bar_fault_value", "0..0xffffffff", "what a faulting read through a BAR returns (K25)", 0xffffffff, 0xffffffff)
NUMBER(UNANSWERED, "unanswered", "0..0xffffffff", "what a register reads that no unit answers (K24)", 0xbadf1100, 0xffffffff)
NUMBER(FAULT_SIZE, "fault_size", "2..0xfffff", "entries that SET_DEFAULT gives a fault buffer (K21)", 2048, 0xfffff)
/* clang-format on */
