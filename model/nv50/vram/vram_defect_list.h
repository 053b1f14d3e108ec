/* model/nv50/vram/vram_defect_list.h: the defects of memory, one row each.
 *
 * Shape   included twice by vram_defects.c, which first defines DEFECT() for a row: the function that breaks it, the
 *         texts for users (name, parameters, sentence), columns as in base/defect_list.h. Integrated chipsets have no
 *         memory chips: of the system's, which module is bad no test can name.
 * Source  docs/hardware/board.md §3.2, tesla-vm.md §6. */
/* clang-format off */
#define LANES  "chip=0..7,width=8..64"
#define A_CELL "address=0..0xffffffff,bit=0..31"

DEFECT(break_stuck, "vram-stuck", "partition=0..7,bit=0..63,value=0..1,above=0..139",
       "a data line of a partition is stuck, above so many degrees C alone if that is given", .chips = CHIPS_DISCRETE)
DEFECT(break_data_short, "vram-data-short", "partition=0..7,bit=0..63,other=0..63,value=0..1",
       "two data lines of a partition are shorted; value 1: the higher level wins", .chips = CHIPS_DISCRETE)
DEFECT(break_late, "vram-late", "partition=0..7,bit=0..63,half=0..1,streaming=0..1",
       "a data line keeps its level when it has to switch; half 1: only if half of its chip switches; streaming 1: "
       "only in a burst that follows another one at once", .chips = CHIPS_DISCRETE)
DEFECT(break_pulled, "vram-pulled", "partition=0..7,bit=0..63,other=0..63",
       "a data line is pulled along when the other one switches and it has to stay", .chips = CHIPS_DISCRETE)
DEFECT(break_strobe, "vram-strobe", "partition=0..7,byte=0..7,one_in=1..1000000000,seed=0..0xffffffff",
       "the strobe of a byte slips: once in so many bursts it is read a beat late", .chips = CHIPS_DISCRETE)
DEFECT(break_address, "vram-address", "partition=0..7,row_bit=0..15,bank_bit=0..3,column_bit=0..15,value=0..1," LANES,
       "an address line is stuck, at all chips of a partition or at one", .chips = CHIPS_DISCRETE)
DEFECT(break_row, "vram-row", "partition=0..7,rank=0..1,bank=0..15,row=0..0xffffff,value=0..1," LANES,
       "a row is dead", .chips = CHIPS_DISCRETE)
DEFECT(break_bank, "vram-bank", "partition=0..7,rank=0..1,bank=0..15,value=0..1," LANES,
       "a bank is dead", .chips = CHIPS_DISCRETE)
DEFECT(break_column, "vram-column", "partition=0..7,rank=0..1,bank=0..15,column=0..0xffff,bit=0..63,value=0..1",
       "a bit line is dead: one column of all rows of a bank", .chips = CHIPS_DISCRETE)
DEFECT(break_chip, "vram-chip", "partition=0..7,rank=0..1,value=0..1," LANES,
       "a memory chip does not answer", .chips = CHIPS_DISCRETE)
DEFECT(break_rank, "vram-rank", "partition=0..7,alias=0..1",
       "rank B shows rank A, or with alias 0 is not there", .chips = CHIPS_DISCRETE)
DEFECT(break_fade, "vram-fade", A_CELL ",ms=1..3600000,value=0..1",
       "a weak cell loses its value when it is not written for a while", .chips = CHIPS_DISCRETE)
DEFECT(break_starved, "cell-starved", A_CELL ",ms=1..3600000,value=0..1",
       "a cell loses its value when the memory is not refreshed for so long", .chips = CHIPS_DISCRETE)
DEFECT(break_coupling, "vram-coupling", A_CELL,
       "a change of a cell flips its neighbour in the next row", .chips = CHIPS_DISCRETE)
DEFECT(break_intermittent, "vram-intermittent", "partition=0..7,rate=1..1000000,seed=0..0xffffffff,after=0..4000000000," LANES,
       "of a million words read, rate have a wrong bit, once so many words were read right (after=N)", .chips = CHIPS_DISCRETE)
DEFECT(break_cell, "vram-cell", A_CELL ",value=0..1,above=0..139",
       "one cell is stuck, above so many degrees C alone if that is given", .chips = CHIPS_DISCRETE)
DEFECT(break_stolen_cell, "stolen-cell", A_CELL ",value=0..1,above=0..139",
       "one cell is stuck, of the machine's memory that it lends to an integrated chipset", .chips = CHIPS_IGP)
DEFECT(break_mask, "vram-mask", "partition=0..7,byte=0..7",
       "a data mask is stuck: small writes damage the rest of their sector", .chips = CHIPS_DISCRETE)
DEFECT(break_size, "vram-size", "",
       "the upper half of each partition shows the lower half", .chips = CHIPS_DISCRETE)
DEFECT(break_place_adjust, "vram-place-adjust", "",
       "tiled storage types get no partition adjust", .chips = CHIPS_DISCRETE)
DEFECT(break_place_parts, "vram-place-parts", "parts=1..8",
       "tiled storage types get the partition adjust of another partition count", .chips = CHIPS_DISCRETE)
DEFECT(break_place_long, "vram-place-long", "",
       "the long partition cycle is ignored", .chips = CHIP_BIT(CHIP_G80))
DEFECT(break_place_bank, "vram-place-bank", "",
       "the alternate bank cycle is missing", .chips = CHIPS_DISCRETE)
DEFECT(break_place_sub, "vram-place-sub", "",
       "the select mask of subpartitions is ignored", .chips = CHIPS_GT215_UP & CHIPS_DISCRETE)
DEFECT(break_bleed, "vram-bleed", "",
       "the long partition cycle is kept where it leaves the large page", .chips = CHIP_BIT(CHIP_G80))

#undef LANES
#undef A_CELL
/* clang-format on */
