/* model/nv50/base/knob_list.h: the choices that no source settles, one row each.
 *
 * Shape   no header of its own: whoever includes it (knobs.h, knobs.c) says first what WORD() and NUMBER() make of
 *         a row. WORD(identifier, name, words, meaning): the first word is the default.
 *         NUMBER(identifier, name, "lowest..highest", meaning, default, highest).
 * Source  docs/hardware/tesla-vm.md §11, or what stands in brackets. */
/* clang-format off */
WORD(LIMIT_RULE, "limit_rule", "EXCL_FIRST|INCL_LAST|INCL_FIRST|EXCL_LAST", "how an access is compared with the DMA object's limit (E01)")
NUMBER(LIMIT_GRANULE, "limit_granule", "1..4096", "bytes to which sum and limit are rounded first: sum down, limit up (E01)", 1, 4096)
WORD(SUM_WRAP, "sum_wrap", "fault|wrap", "a sum of base and offset past 40 bits (E02)")
WORD(CHECK_ORDER, "check_order", CHECK_ORDERS, "order of supervisor, read-only, memory type and VRAM limit (E03)")
WORD(NO_CHANNEL_FAULT, "no_channel_fault", "fault|none", "an access without a valid channel (E03)")
WORD(PDE_TYPE2, "pde_type2_before_gt215", "absent|4k|64k", "PDE type 2 before GT215 (E04)")
WORD(PT_SIZE_ON_LARGE, "pt_size_on_large", "ignored|applied", "the size code of tables of larger pages (E05)")
WORD(RESERVED_BITS, "reserved_bits", "ignored|report", "reserved bits of PDE and PTE, in the trace (E06)")
WORD(PTE_TARGET1, "pte_target1", "fault|p2p|sysram", "PTE target 1 (E07)")
WORD(PRIV_SOURCE, "priv_source", "object|method|client", "what makes an access privileged (E08)")
WORD(VRAM_OVER, "vram_over", "fault|alias|zero", "an address past the end of VRAM (E09)")
WORD(MEMTYPE_RULE, "memtype_rule", "off|compressed_sysram|tiled_sysram|unlisted", "when fault 7 is raised (E10)")
WORD(FAULT_ENABLE, "fault_enable", "gates|none", "the unit bits of VM_FAULT (E11)")
NUMBER(BAR_FAULT_VALUE, "bar_fault_value", "0..0xffffffff", "what a faulting read returns (E12)", 0xffffffff, 0xffffffff)
WORD(FAULT_ADDRESS, "fault_address", "byte|4|32|4096", "rounding of the record's address (E13)")
WORD(BLOCK_SOURCE, "block_source", "addressed|first", "the PTE that speaks for a contiguous block (E14)")
WORD(NEG_CACHE, "neg_cache", "off|on", "whether absent pages are cached (E15)")
WORD(BIND_FLUSH, "bind_flush", "drop|keep", "the TLB when its engine gets a channel (E16)")
NUMBER(TLB_ENTRIES, "tlb_entries", "0..1024", "entries of each engine's TLB, 0: none (E18)", 16, 1024)
WORD(PART_NUMBERING, "part_numbering", "ordinal|hardware", "numbers of partitions with gaps in the mask (E35)")
WORD(LONG_CYCLE, "long_cycle", "g80|all", "chipsets on which the long cycle has an effect (E29)")
WORD(ROW_BANK_COLUMN, "row_bank_column", "natural|xor|interleave", "order of address bits inside a partition (E24, E36)")
WORD(LSR_DIRECTION, "lsr_direction", "pattern|inverse", "direction of the alternate bank cycle (E23)")
NUMBER(UNPAGED_DOUBLE_STEP, "unpaged_double_step", "1..2", "tag cells for 64 KiB of an unpaged DOUBLE object (E27)", 1, 2)
WORD(TAG_STATE, "tag_state", "abstract|real", "whether blocks written through compressed mappings are stored in fewer sectors (E26)")
WORD(ENCRYPTION, "encryption", "plaintext|scramble", "whether encrypted system memory holds other bytes than were written (E30)")
WORD(G86_LOCKUP, "g86_lockup", "off|on", "PGRAPH is busy while it may be fed and a while longer, and a flush of its TLB hangs then (K26)")
WORD(PD_OFFSET_REG, "pd_offset_reg", "honoured|ignored", "writes to PD_OFFSET (E37)")
NUMBER(BASE_ALIGNMENT, "base_alignment", "1..4096", "bytes of which the base of an object that PGRAPH binds must be a multiple (E01)", 1, 4096)
NUMBER(PFB_SIGNAL, "pfb_signal", "1..0x80", "PCOUNTER signal of PFB's writes where no source has it, those of reads and flushes behind it (E21)", 0x6f, 0x80)
NUMBER(PART_PM_SIGNAL, "part_pm_signal", "0..0x13f", "PCOUNTER signal that PART_PM_SEL drives: of PFB's domain, or 0x100 more for that of the memory clock (E21)", 0x38, 0x13f)
WORD(PART_PM_WIRES, "part_pm_wires", "shared|own", "whether all partitions drive that signal, or each the next one (E21)")
NUMBER(PART_PM_CLIENTS, "part_pm_clients", "0..0x7f", "what is added to G84's client numbers in PART_PM_SEL from GT215 on (E21)", 0, 0x7f)
WORD(MEMIF_LINES, "memif_lines", "all|gt215", "chipsets whose falcons have interrupt lines for faults of their memory interface (E12)")
WORD(GOB_ORDER, "gob_order", "identity|swapped", "order of bytes inside a block of a storage type other than pitch (E28)")
WORD(RUNLIST_TAKEN, "runlist_taken", "length|caches", "the write with which PFIFO takes a runlist: of its length, or of CACHES with bit 8 (unverified tesla-mmio.md §4.5)")
/* clang-format on */
