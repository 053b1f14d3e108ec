/* model/gv100/base/defect_list.h: everything of the card but the cells of its memory that can be broken on
 * purpose, one row each.
 *
 * Shape   no header of its own: whoever includes it (defects.h, defects.c) says first what DEFECT() makes of a
 *         row. DEFECT(identifier, name, parameters, what is broken, columns): the name, the parameters
 *         ("key=lowest..highest,...") and the sentence are what users see. Columns:
 *           .watches  a good access through a window may see it, so that no window may be an alias of the
 *                     memory behind the card's back
 * Source  the sections of docs/hardware/gv100.md that a defect breaks stand above its group. */
/* clang-format off */
/* §1.1, PCI configuration space */
DEFECT(PCI_DEVICE_ID_WRONG, "pci-device-id-wrong", "", "the device id is outside of GV100's block")
DEFECT(PCI_CAPABILITY_CUT, "pci-capability-cut", "", "the list of capabilities ends before PCI Express")
DEFECT(PCI_LINK_NARROW, "pci-link-narrow", "", "the link has one lane")
DEFECT(PCI_MIRROR_DEAD, "pci-mirror-dead", "", "the copy of configuration space in BAR0 reads 0")

/* §1.3, PMC */
DEFECT(PMC_BOOT0_WRONG, "pmc-boot0-wrong", "", "BOOT_0 and BOOT_42 disagree on the chip's number")
DEFECT(PMC_INTERRUPT_DEAD, "pmc-interrupt-dead", "", "PFIFO's interrupt does not reach PMC")
DEFECT(PMC_ENABLE_STUCK, "pmc-enable-stuck", "", "PFIFO cannot be put in reset")
DEFECT(PMC_ENABLE_NOT_GATING, "pmc-enable-not-gating", "", "units answer although PMC_ENABLE has switched them off")
DEFECT(PMC_INTR_CLEAR_IGNORED, "pmc-intr-clear-ignored", "", "PMC_INTR_EN_CLEAR does not clear")

/* §1.5, §8.1, time */
DEFECT(TIME_STOPPED, "time-stopped", "", "the card's time does not advance")
DEFECT(TIME_SLOW, "time-slow", "", "the card's time advances at half speed")
DEFECT(TIME_HIGH_STUCK, "time-high-stuck", "", "the high word of USERMODE TIME is always 0")

/* §1.4, PTOP, fuses, FBPAs */
DEFECT(PTOP_COUNT_WRONG, "ptop-count-wrong", "", "the number of FBPAs is not FBPs times FBPAs of each")
DEFECT(PTOP_FAULT_ID_WRONG, "ptop-fault-id-wrong", "", "PTOP gives copy engines other fault ids than their faults have")
DEFECT(FBPA_SIZE_DOUBLE, "fbpa-size-double", "", "FBPAs say that they have twice the memory they have")
DEFECT(FBPA_FUSED_OFF, "fbpa-fused-off", "", "a fuse says that an FBPA is off, which serves memory all the same")
DEFECT(USERMODE_CLASS_WRONG, "usermode-class-wrong", "", "the class of USERMODE is another chip's")

/* §1.5, §2, windows */
DEFECT(BUS_NO_PRI_ERROR, "bus-no-pri-error", "", "accesses that nobody answers are not reported")
DEFECT(BUS_FLUSH_STUCK, "bus-flush-stuck", "", "the flush of host writes does not come to its end")
DEFECT(BUS_DMA_BLOCKED, "bus-dma-blocked", "", "the card does not reach system memory")
DEFECT(BUS_ADDRESS_32, "bus-address-32", "", "addresses of system memory have 32 bits")
DEFECT(BUS_NONCOHERENT_IS_VRAM, "bus-noncoherent-is-vram", "", "accesses to system memory that do not snoop meet VRAM", .watches = true)
DEFECT(ROM_CUT, "rom-cut", "", "the ROM is erased behind its first KiB")
DEFECT(WINDOW_BASE_OFF, "window-base-off", "", "the window in BAR0 shows memory 64 KiB too high", .watches = true)
DEFECT(WINDOW_GRANULE, "window-granule", "", "the window in BAR0 moves in steps of 1 MiB", .watches = true)
DEFECT(WINDOW_TARGET_IGNORED, "window-target-ignored", "", "the window in BAR0 always shows VRAM", .watches = true)
DEFECT(WINDOW_BIND_STUCK, "window-bind-stuck", "", "BIND_STATUS shows binds under way for ever")
DEFECT(WINDOW_REBIND_IGNORED, "window-rebind-ignored", "", "BAR1 keeps its first instance block until it is unbound", .watches = true)
DEFECT(WINDOW_BLOCK_BIT_STUCK, "window-block-bit-stuck", "", "bit 12 of the BARs' instance block addresses is 0", .watches = true)
DEFECT(WINDOW_BLOCKS_SWAPPED, "window-blocks-swapped", "", "BAR1 and BAR2 use each other's instance block", .watches = true)

/* §3.1, §5, the walk */
DEFECT(VM_BLOCK_UNCHECKED, "vm-block-unchecked", "", "an instance block of the old table format, or of 128 KiB pages, is bound", .watches = true)
DEFECT(VM_PDB_HIGH_IGNORED, "vm-pdb-high-ignored", "", "bits 63:32 of the page directory base count as 0", .watches = true)
DEFECT(VM_PDB_BIT_STUCK, "vm-pdb-bit-stuck", "", "bit 13 of the page directory base is 1", .watches = true)
DEFECT(VM_PDE_APERTURE_AS_PTE, "vm-pde-aperture-as-pte", "", "video and system memory are exchanged in page directory entries", .watches = true)
DEFECT(VM_PDE_BIT_STUCK, "vm-pde-bit-stuck", "", "bit 14 of the table addresses in page directory entries is 1", .watches = true)
DEFECT(VM_BIG_TABLE_4K, "vm-big-table-4k", "", "bits 11:8 of the addresses of 64K tables count as 0", .watches = true)
DEFECT(VM_PTE_APERTURE_IGNORED, "vm-pte-aperture-ignored", "", "every page is in video memory", .watches = true)
DEFECT(VM_PTE_BIT_STUCK, "vm-pte-bit-stuck", "", "bit 16 of page addresses is 1", .watches = true)
DEFECT(VM_VA_TOP_IGNORED, "vm-va-top-ignored", "", "bits 48:47 of a virtual address do not choose the entry of PD3", .watches = true)
DEFECT(VM_PD0_INDEX_SHORT, "vm-pd0-index-short", "", "bit 28 of a virtual address does not choose the entry of PD0", .watches = true)
DEFECT(VM_BIG_SMALL_SWAPPED, "vm-big-small-swapped", "", "of a 64K PTE and a 4K PTE that are both valid the other one counts", .watches = true)
DEFECT(VM_BIG_HINT_IGNORED, "vm-big-hint-ignored", "", "PRIVILEGE in an invalid 64K PTE does not end the walk", .watches = true)
DEFECT(VM_BIG_HINT_ALWAYS, "vm-big-hint-always", "", "every invalid 64K PTE ends the walk, with PRIVILEGE or without", .watches = true)
DEFECT(VM_BIG_PAGE_4K, "vm-big-page-4k", "", "a 64K page is its first 4 KiB, sixteen times", .watches = true)
DEFECT(VM_HUGE_PAGE_64K, "vm-huge-page-64k", "", "a page of 2 MiB is its first 64 KiB, 32 times", .watches = true)
DEFECT(VM_PD0_HALVES_SWAPPED, "vm-pd0-halves-swapped", "", "the halves of a PD0 entry, for 64K and for 4K tables, are exchanged", .watches = true)
DEFECT(VM_SPARSE_FAULTS, "vm-sparse-faults", "", "sparse entries fault", .watches = true)
DEFECT(VM_READ_ONLY_IGNORED, "vm-read-only-ignored", "", "read-only pages can be written", .watches = true)
DEFECT(VM_PRIVILEGE_IGNORED, "vm-privilege-ignored", "", "requests without privilege reach privileged pages", .watches = true)
DEFECT(VM_ATOMIC_IGNORED, "vm-atomic-ignored", "", "atomics reach pages with ATOMIC_DISABLE")
DEFECT(VM_KIND_IGNORED, "vm-kind-ignored", "", "kinds that are not supported are accepted", .watches = true)

/* §6.1, TLB */
DEFECT(TLB_INVALIDATE_IGNORED, "tlb-invalidate-ignored", "", "the invalidate register does nothing")
DEFECT(TLB_COPIES_KEPT, "tlb-copies-kept", "", "invalidates do not reach the copy engines")
DEFECT(TLB_BARS_KEPT, "tlb-bars-kept", "", "invalidates do not reach the BARs")
DEFECT(TLB_PDE_KEPT, "tlb-pde-kept", "", "invalidates drop pages but no page directory entries")
DEFECT(TLB_LEVEL_IGNORED, "tlb-level-ignored", "", "every invalidate by register counts as one of PTEs only")
DEFECT(TLB_LARGE_KEPT, "tlb-large-kept", "", "invalidates do not drop pages of 2 MiB")
DEFECT(TLB_PDB_UNCHECKED, "tlb-pdb-unchecked", "", "an invalidate of one page directory base drops those of all")
DEFECT(TLB_ADDRESS_IGNORED, "tlb-address-ignored", "", "an invalidate of one address drops nothing")
DEFECT(TLB_SPACES_MIXED, "tlb-spaces-mixed", "", "translations of one address space serve the others", .watches = true)
DEFECT(TLB_FIFO_STUCK, "tlb-fifo-stuck", "", "the FIFO of invalidates does not become empty")

/* §6.2, §6.3, faults */
DEFECT(FAULT_NO_RECORD, "fault-no-record", "", "faults are reported nowhere")
DEFECT(FAULT_NO_INTERRUPT, "fault-no-interrupt", "", "faults do not interrupt")
DEFECT(FAULT_TYPE_WRONG, "fault-type-wrong", "", "bit 1 of the fault type is wrong")
DEFECT(FAULT_ENGINE_WRONG, "fault-engine-wrong", "", "bit 0 of a fault's engine id is wrong")
DEFECT(FAULT_CLIENT_WRONG, "fault-client-wrong", "", "bit 3 of a fault's client is wrong")
DEFECT(FAULT_ACCESS_WRONG, "fault-access-wrong", "", "faults of reads are reported as writes, and the reverse")
DEFECT(FAULT_ADDRESS_WRONG, "fault-address-wrong", "", "a fault is reported for the neighbouring page")
DEFECT(FAULT_ADDRESS_HIGH_LOST, "fault-address-high-lost", "", "bits 63:32 of a fault's address are 0")
DEFECT(FAULT_INSTANCE_WRONG, "fault-instance-wrong", "", "bit 12 of a fault's instance pointer is wrong")
DEFECT(FAULT_LATCH_OVERWRITTEN, "fault-latch-overwritten", "", "a second fault overwrites the latched one")
DEFECT(FAULT_LATCH_STUCK, "fault-latch-stuck", "", "the latched fault cannot be cleared")
DEFECT(FAULT_DROPPED_UNSEEN, "fault-dropped-unseen", "", "faults that the latch has no room for leave no DROPPED bit")
DEFECT(FAULT_RING_SHORT, "fault-ring-short", "", "the fault buffer comes around one entry early")
DEFECT(FAULT_NO_OVERFLOW, "fault-no-overflow", "", "a full fault buffer is overwritten")
DEFECT(FAULT_PUT_STUCK, "fault-put-stuck", "", "PUT of the fault buffer does not advance")
DEFECT(FAULT_VALID_CLEAR, "fault-valid-clear", "", "entries of the fault buffer are not VALID")

/* §7, copy engines */
DEFECT(COPY_NOTHING, "copy-nothing", "", "copy engines release their semaphore and copy nothing")
DEFECT(COPY_NO_SEMAPHORE, "copy-no-semaphore", "", "copy engines release no semaphore")
DEFECT(COPY_LAST_BYTE_LOST, "copy-last-byte-lost", "", "copies leave out the last byte of each line")
DEFECT(COPY_LAST_LINE_LOST, "copy-last-line-lost", "", "copies of several lines leave out the last one")
DEFECT(COPY_PITCH_IGNORED, "copy-pitch-ignored", "", "the lines of a copy follow each other without a gap")
DEFECT(COPY_ADDRESS_40, "copy-address-40", "", "bits 48:40 of a copy's destination count as 0")
DEFECT(COPY_BIT_WRONG, "copy-bit-wrong", "", "copies of 4 KiB and more change a bit")
DEFECT(COPY_REMAP_SWAPPED, "copy-remap-swapped", "", "the two constants of a fill are exchanged")
DEFECT(COPY_PHYSICAL_UNCHECKED, "copy-physical-unchecked", "", "physical copies need no PRIV_MODE")
DEFECT(COPY_TARGET_NUMBERS, "copy-target-numbers", "", "targets of physical copies have the numbers of PTEs")

/* §3, §8, host */
DEFECT(HOST_CHANNELS_WRONG, "host-channels-wrong", "", "CFG1 counts half of the channels")
DEFECT(HOST_DOORBELL_DEAD, "host-doorbell-dead", "", "the doorbell does nothing")
DEFECT(HOST_GP_PUT_CACHED, "host-gp-put-cached", "", "host does not look at GP_PUT again while a channel stays on its PBDMA")
DEFECT(HOST_ENABLE_STUCK, "host-enable-stuck", "", "channels cannot be enabled")
DEFECT(HOST_DISABLE_STUCK, "host-disable-stuck", "", "channels cannot be disabled")
DEFECT(HOST_RUNLIST_IGNORED, "host-runlist-ignored", "", "runlists are empty, whatever is submitted")
DEFECT(HOST_RUNLIST_SHORT, "host-runlist-short", "", "the last entry of a runlist is left out")
DEFECT(HOST_RUNLIST_STUCK, "host-runlist-stuck", "", "a submitted runlist stays PENDING")
DEFECT(HOST_NO_RUNLIST_EVENT, "host-no-runlist-event", "", "a runlist that is taken leaves no event")
DEFECT(HOST_BAD_TSG_ACCEPTED, "host-bad-tsg-accepted", "", "runlists with a bad TSG raise no error")
DEFECT(HOST_TSG_FIRST_ONLY, "host-tsg-first-only", "", "of the TSGs on a runlist only the first one is ever served")
DEFECT(HOST_SLICE_ENDLESS, "host-slice-endless", "", "time slices do not end")
DEFECT(HOST_SCHED_DISABLE_IGNORED, "host-sched-disable-ignored", "", "SCHED_DISABLE does not stop a runlist")
DEFECT(HOST_PREEMPT_IGNORED, "host-preempt-ignored", "", "a preempt takes nothing off its PBDMA")
DEFECT(HOST_PREEMPT_STUCK, "host-preempt-stuck", "", "a preempt stays PENDING")
DEFECT(HOST_NO_SAVE, "host-no-save", "", "RAMFC is not written when a channel leaves its PBDMA")
DEFECT(HOST_NO_WRITE_BACK, "host-no-write-back", "", "host does not write USERD")
DEFECT(HOST_FAULTED_UNSEEN, "host-faulted-unseen", "", "PCCSR does not show that a channel has faulted")
DEFECT(HOST_SIGNATURE_UNCHECKED, "host-signature-unchecked", "", "RAMFC's SIGNATURE is not checked")
DEFECT(HOST_CONTEXT_UNCHECKED, "host-context-unchecked", "", "engine methods need no valid context")

/* §4, push buffers and host methods */
DEFECT(HOST_CRC_UNCHECKED, "host-crc-unchecked", "", "GP_CRC and PB_CRC compare nothing")
DEFECT(HOST_OPCODE_UNCHECKED, "host-opcode-unchecked", "", "illegal opcodes of GP entries are passed over")
DEFECT(HOST_HEADER_UNCHECKED, "host-header-unchecked", "", "illegal push buffer entries are passed over")
DEFECT(HOST_INC_ONCE_GOES_ON, "host-inc-once-goes-on", "", "ONEINC goes on to increase the method")
DEFECT(HOST_MASK_IGNORED, "host-mask-ignored", "", "subdevice masks drop no methods")
DEFECT(HOST_METHOD_UNCHECKED, "host-method-unchecked", "", "illegal host methods are passed over")
DEFECT(HOST_PRIVILEGE_UNCHECKED, "host-privilege-unchecked", "", "TLB invalidates of channels need no privilege")
DEFECT(HOST_NO_CHANNEL_INTR, "host-no-channel-intr", "", "NON_STALL_INTERRUPT raises nothing")
DEFECT(HOST_YIELD_IGNORED, "host-yield-ignored", "", "YIELD does not pass the turn to the next channel of the TSG")
DEFECT(TLB_MEMOP_IGNORED, "tlb-memop-ignored", "", "TLB invalidates of channels do nothing")
DEFECT(SEM_ACQUIRE_PASSES, "sem-acquire-passes", "", "every acquire is satisfied")
DEFECT(SEM_GEQ_NOT_CIRCULAR, "sem-geq-not-circular", "", "circular comparisons are plain ones")
DEFECT(SEM_NO_TIMEOUT, "sem-no-timeout", "", "acquires do not time out")
DEFECT(SEM_HIGH_LOST, "sem-high-lost", "", "releases of 64 bits write an upper word of 0")
DEFECT(SEM_TIME_WRONG, "sem-time-wrong", "", "the time of a release is half of USERMODE's")
DEFECT(SEM_TIME_LATE, "sem-time-late", "", "the time of a release is written after its payload")
DEFECT(SEM_WFI_INVERTED, "sem-wfi-inverted", "", "releases wait for idle where they should not, and the reverse")
DEFECT(SEM_ALIGNMENT_UNCHECKED, "sem-alignment-unchecked", "", "semaphores may lie at any multiple of 4 bytes")
DEFECT(SEM_REDUCTION_UNSIGNED, "sem-reduction-unsigned", "", "signed reductions count as unsigned")
/* clang-format on */
