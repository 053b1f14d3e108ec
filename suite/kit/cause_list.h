/* suite/kit/cause_list.h: everything that a verdict can rest on, one row each.
 *
 * Shape   no header of its own: whoever includes it (finding.h, finding.c, advice.c) defines CAUSE() first.
 *         CAUSE(identifier, kind, name, fault, headline, steps...):
 *           kind      CAUSE_OF_MEMORY explains failures of other tests, because every structure lies in memory
 *           name      of report.jsonl
 *           fault     the fault of the chips that are named before it, where there is one fault: "$L" becomes its data
 *                     lines, "$V" the value; null: the cause names no chips
 *           headline  the bad part, without the name of a chip: at most 32 characters
 *           steps     one to three, the first can be done at once. "swap" comes before "replace", because a bad half
 *                     of a partition is no proof of a bad chip
 * Source  docs/report.md "What to do next", docs/hardware/board.md §1. */
/* clang-format off */
#define STEP_SWAP "Swap this chip with its neighbour and run again. Fault moves: chip. Fault stays: track, ball or GPU."
#define STEP_LEAVE_OTHERS "Other tests fail too? Leave them until then: they may come from this fault."
#define STEP_SEAT "Power off. Seat the card again, clean its contacts, plug in its extra power."
#define STEP_CONFIG "Correct that line of barecard.cfg on the stick, and run again."
#define STEP_HANDED_OUT "Do not hand it out: a part is untested."
#define STEP_THOROUGH "Run the thorough tests, cold and warm."
#define STEP_SLOT "Run again in another slot."
#define STEP_GPU "The same test fails again: the GPU."

/* PASS */
CAUSE(NONE, CAUSE_OF_OTHERS, "none", NULL, "Everything tested is good",
      "The card is done. Power off and take it out.",
      "Returned for errors when warm? The menu at the start has Thorough and Burn in.")
CAUSE(NARROW_LINK, CAUSE_OF_OTHERS, "narrow-link", NULL, "Good, but over a narrow link",
      "The card is done. Power off and take it out.",
      "Has the slot more lanes than the link? Clean the contacts, try another slot.")
CAUSE(NOT_WARMED, CAUSE_OF_OTHERS, "not-warmed", NULL, "Good, but it was not warmed",
      "Errors that come with warmth are not ruled out: the reason says why heat= was left out.",
      "Without m2mf=0 copies of the card's own warm it.")
CAUSE(PART_OF_SUITE, CAUSE_OF_OTHERS, "part-of-suite", NULL, "Good, but only a part was tested",
      "Run the whole quick test before the card is handed out.")

/* FAIL: memory */
CAUSE(DATA_LINE, CAUSE_OF_MEMORY, "data-line", "$L stuck at $V", "A data line is stuck",
      "Look at ball and track of this line at the chip.", STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(SHORT, CAUSE_OF_MEMORY, "short", "$L shorted", "Two data lines are shorted",
      "Look for a bridge between these two lines at the chip.", STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(ADDRESS_LINE, CAUSE_OF_MEMORY, "address-line", "an address line is broken", "An address line is broken",
      "Look at the tracks from the GPU to all chips of this partition; they share the line.",
      "It is no single chip, unless only one of them errs.")
CAUSE(DATA_MASK, CAUSE_OF_MEMORY, "data-mask", "data mask stuck, $L", "A data mask is stuck",
      "Look at ball and track of the mask of these lines at the chip.", STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(CHIP_SILENT, CAUSE_OF_MEMORY, "chip-silent", "does not answer", "A memory chip does not answer",
      "Measure the chip's supply and clock.", "Reflow the chip.", STEP_SWAP)
CAUSE(RANK_SELECT, CAUSE_OF_MEMORY, "rank-select", "rank B shows rank A", "The second rank is not reached",
      "Look at the select line of the second rank, and at the straps for the memory size.",
      "It is no single chip, unless only one of them errs.")
CAUSE(MEMORY_SIZE, CAUSE_OF_MEMORY, "memory-size", NULL, "Less memory than the straps say",
      "Check the straps and the card's BIOS; it is no chip.")
CAUSE(BANK, CAUSE_OF_MEMORY, "bank", "a bank is dead", "A bank of the memory is dead",
      STEP_THOROUGH, STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(ROW, CAUSE_OF_MEMORY, "row", "a row is dead", "A row of the memory is dead",
      STEP_THOROUGH, STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(COLUMN, CAUSE_OF_MEMORY, "column", "a bit line is dead, $L", "A bit line of the memory is dead",
      STEP_THOROUGH, STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(CELL, CAUSE_OF_MEMORY, "cell", "one cell of $L stuck at $V", "A memory cell is bad",
      STEP_THOROUGH, "Replace the chip if it is the same cell again.")
CAUSE(WEAK_CELL, CAUSE_OF_MEMORY, "weak-cell", "a cell of $L loses its charge", "A memory cell loses its charge",
      STEP_THOROUGH, "Replace the chip if it is the same cell again.")
CAUSE(STARVED, CAUSE_OF_MEMORY, "starved", "loses its charge without refresh", "Memory leaks without its refresh",
      "Run again with a smaller refresh=: the smaller it fails at, the weaker the chip.",
      "Run Burn in or heat= on the card: what fails here may fail there when it is warm.")
CAUSE(COUPLED_CELL, CAUSE_OF_MEMORY, "coupled-cell", "a cell of $L follows its neighbour", "A cell follows its neighbour",
      STEP_THOROUGH, "Replace the chip if it is the same cell again.")
CAUSE(INTERMITTENT, CAUSE_OF_MEMORY, "intermittent", "errors come and go", "Memory errors come and go",
      "Press on the chip, warm it, and watch the count.", "Suspect a contact, the strobe or the memory supply.")
CAUSE(NO_PATTERN, CAUSE_OF_MEMORY, "no-pattern", "wrong everywhere", "Memory is bad",
      "Measure memory supply and clock first.", STEP_SWAP, STEP_LEAVE_OTHERS)
CAUSE(SEVERAL_FAULTS, CAUSE_OF_MEMORY, "several-faults", "bad", "The memory has several faults",
      "Look first at what these chips share: supply, clock, address lines.",
      "Repair one fault, then run again: what else is wrong shows then.", STEP_LEAVE_OTHERS)
CAUSE(MEMORY_UNPLACED, CAUSE_OF_MEMORY, "memory-unplaced", NULL, "Memory is bad, chip not known",
      "Run again in another slot, cold and warm: the same bits?",
      "The same bits again: the memory or its way to the GPU.", STEP_LEAVE_OTHERS)
CAUSE(MACHINE_MEMORY, CAUSE_OF_MEMORY, "machine-memory", NULL, "The machine's own memory is bad",
      "Take out one of the machine's memory modules (DIMMs) after the other, and run again.",
      "Wrong with each of them alone: the board or its chipset, whose graphics use this memory.")
CAUSE(CHANNEL, CAUSE_OF_MEMORY, "channel", NULL, "One memory channel is bad",
      "Run again, cold and warm: the same equations in the report?",
      "Chips on the board: reball or swap one, run again. No errors, or other equations: it was that chip.",
      "HBM2 (V100, Titan V): the stack or the GPU. Nothing on the board is bad.")
CAUSE(CHANNEL_SHARED, CAUSE_OF_MEMORY, "channel-shared", NULL, "One or more channels are bad",
      "Run again, cold and warm: the same equations in the report?",
      "Chips on the board: reball or swap one, run again. Fewer errors, or other equations: it was one of them.",
      "HBM2 (V100, Titan V): a stack or the GPU. Nothing on the board is bad.")
CAUSE(CHANNEL_PART, CAUSE_OF_MEMORY, "channel-part", NULL, "A part of the memory is bad",
      STEP_THOROUGH, "The same part again: cells of a chip, or their address lines.", STEP_LEAVE_OTHERS)
CAUSE(CHANNELS_ALIKE, CAUSE_OF_MEMORY, "channels-alike", NULL, "All memory channels are bad",
      "Measure memory supply and clock first: this is no single chip.", "Both are good: the GPU.")

CAUSE(ECC_CORRECTS, CAUSE_OF_MEMORY, "ecc-corrects", NULL, "ECC keeps correcting memory",
      "Run again, cold and warm: the same FBPA and half in the reason?",
      "The same: the HBM2 stack or the GPU. Nothing on the board is bad.",
      "Few addresses of a V100: pages that its driver left out long ago. For computing it may do: nvidia-smi -q -d PAGE_RETIREMENT.")
CAUSE(ECC_LOST, CAUSE_OF_MEMORY, "ecc-uncorrectable", NULL, "Memory errors beyond ECC",
      "Run again, cold and warm: the same FBPA and half in the reason?",
      "The same: the HBM2 stack or the GPU. Nothing on the board is bad.",
      "Few addresses of a V100: pages that its driver left out long ago. For computing it may do: nvidia-smi -q -d PAGE_RETIREMENT.")
CAUSE(ECC_L2, CAUSE_OF_OTHERS, "ecc-l2", NULL, "The GPU's own cache is bad",
      "Run again, cold and warm.", "The same again: the GPU. No memory chip is bad.")

/* FAIL: shader cores */
CAUSE(SHADER_CORE, CAUSE_OF_OTHERS, "shader-core", NULL, "A shader core is wrong",
      "Run again, cold, with another supply. Same MP again: the GPU itself.",
      "Other MPs each time? Measure the core supply first.",
      "No chip, ball or track outside can do this. Heat may hide it for days: no repair.")
CAUSE(SHADER_CORES, CAUSE_OF_OTHERS, "shader-cores", NULL, "Several shader cores are wrong",
      "Measure the core supply under load, and its ripple, first.",
      "Supply good, and the same MPs again when cold: the GPU itself.",
      "No memory chip, ball or track outside can do this.")

/* FAIL: anything else, by the subject of the test */
CAUSE(TRANSLATION, CAUSE_OF_OTHERS, "translation", NULL, "Address translation is wrong", STEP_SLOT, STEP_GPU)
CAUSE(ENGINE, CAUSE_OF_OTHERS, "engine", NULL, "An engine of the GPU is wrong", STEP_SLOT, STEP_GPU)
CAUSE(WINDOW, CAUSE_OF_OTHERS, "window", NULL, "A way to the memory is wrong", STEP_SLOT, STEP_GPU)
CAUSE(COPY_PATH, CAUSE_OF_OTHERS, "copy-path", NULL, "Copies go wrong, memory does not",
      STEP_SLOT, "The same again: the GPU's copy engine. It is no memory chip.")
CAUSE(LINK, CAUSE_OF_OTHERS, "link", NULL, "The card's link is wrong",
      STEP_SEAT, STEP_SLOT, STEP_GPU)
CAUSE(SENSOR, CAUSE_OF_OTHERS, "sensor", NULL, "A part of the board reads wrong",
      "Look at the part that the reason names, and at its lines.", "It is no memory chip.")
CAUSE(NOT_EXPECTED, CAUSE_OF_OTHERS, "not-expected", NULL, "Not the expected board",
      "Read the label: is it this product at all?",
      "It is: check VBIOS, RAM straps and what is fitted, value by value.",
      "It is not: take the board file of that product (expect= in barecard.cfg).")
CAUSE(SCRIPT, CAUSE_OF_OTHERS, "script", NULL, "Not as the script expects",
      "report.txt has each line of the script, and what the card answered.",
      "Send report.jsonl to whoever has written the script.")
CAUSE(TEST, CAUSE_OF_OTHERS, "test", NULL, "A test failed", STEP_SLOT, STEP_GPU)

/* NOT TESTED */
CAUSE(NO_CARD, CAUSE_OF_OTHERS, "no-card", NULL, "No NVIDIA card was found",
      "Power off. Seat the card again and plug in its extra power.",
      "Try another slot, and a card that is known to be good.",
      "The good card is seen and this one is not: slot contacts, supply or GPU.")
CAUSE(CARD_ELSEWHERE, CAUSE_OF_OTHERS, "card-elsewhere", NULL, "No card at the address of card=",
      "Write an address of the reason below into card=, or take card= out of barecard.cfg.",
      "Nothing is said about the cards that are there.")
CAUSE(POWER_PLUG, CAUSE_OF_OTHERS, "power-plug", NULL, "The card's own plug is out",
      "Power off. Plug the card's own power cable in.", "It is in: measure 12 V at the plug.")
CAUSE(NO_OWN_MEMORY, CAUSE_OF_OTHERS, "no-own-memory", NULL, "The graphics have no memory",
      "Rig setup: give the integrated graphics some of the machine's memory.")
CAUSE(START_FAILED, CAUSE_OF_OTHERS, "start-failed", NULL, "The card could not be started",
      "Power the machine off and on, and run again.",
      "Rig setup: switch CSM or the legacy video ROM on, so that the rig starts it.",
      "Still so: extra power plug, then the BIOS chip of the card.")
CAUSE(DRY_START, CAUSE_OF_OTHERS, "dry-start", NULL, "It would start; tried, as asked",
      "Set post=auto in barecard.cfg: the next run starts the card and tests it.",
      "Nothing was written to the card. What its scripts would write is in the report.")
CAUSE(NOT_TO_START, CAUSE_OF_OTHERS, "not-to-start", NULL, "Not started, as asked",
      "Set post=auto in barecard.cfg: the next run starts the card and tests it.",
      "Or rig setup: switch CSM or the legacy video ROM on, so that the rig starts it.")
CAUSE(NOT_STARTED, CAUSE_OF_OTHERS, "not-started", NULL, "The card was not started",
      "Rig setup: switch CSM or the legacy video ROM on.",
      "Or attach a monitor to this card, so that the rig starts it.",
      "Still so: extra power plug, then the BIOS chip of the card.")
CAUSE(ON_CONSOLE, CAUSE_OF_OTHERS, "on-console", NULL, "The card shows this picture",
      "Move the monitor to another card.", "Or set console=use in barecard.cfg.")
CAUSE(SILENT, CAUSE_OF_OTHERS, "silent", NULL, "The card does not answer",
      "Power off. Seat the card again and plug in its extra power.", "Try another slot.")
CAUSE(NO_BARS, CAUSE_OF_OTHERS, "no-bars", NULL, "The rig gave the card no room",
      "Rig setup: fast boot off; switch Above 4G decoding the other way.",
      "Take other cards out, or use another slot.")
CAUSE(LOOKED_AT, CAUSE_OF_OTHERS, "looked-at", NULL, "Looked at only, as asked",
      "Read probe.json with: barecard probe probe.json", "Set mode=test in barecard.cfg to test the card.")
CAUSE(BY_PROMPT, CAUSE_OF_OTHERS, "by-prompt", NULL, "Used by hand, as asked",
      "Set mode=test in barecard.cfg to test the card.")
CAUSE(DRIVER_HOLDS, CAUSE_OF_OTHERS, "driver-holds", NULL, "The rig does not let go of it",
      "Move the monitor to another card.", "Rig setup: switch the card's own ROM or GOP driver off.")
CAUSE(HUNG_BEFORE, CAUSE_OF_OTHERS, "hung-before", NULL, "This card hung the rig before",
      STEP_SEAT, "Run again: the next start tries it once more.",
      "It hangs in the same step again: supply or GPU.")
CAUSE(ENGINES_BUSY, CAUSE_OF_OTHERS, "engines-busy", NULL, "The GPU does not become quiet",
      "Power the machine off and on, and run again.", "Run again in another slot.", "The same again: the GPU.")
CAUSE(MEMORY_TOO_SMALL, CAUSE_OF_OTHERS, "memory-too-small", NULL, "Too little memory to test",
      "Check the straps and the card's BIOS: they say how much memory it has.")
CAUSE(TOO_LITTLE, CAUSE_OF_OTHERS, "too-little", NULL, "Too little could be tested",
      "Press D: each skipped test says what stood in its way.")
CAUSE(UNKNOWN_CHIPSET, CAUSE_OF_OTHERS, "unknown-chipset", NULL, "The chipset is not known",
      "Seat the card again, clean its contacts, and run again: is it the same number?",
      "The same number: the card is of a family that Barecard does not test, or its GPU is bad.")
CAUSE(BOOT_0_DIFFERS, CAUSE_OF_OTHERS, "boot-0-differs", NULL, "The GPU's own id is wrong",
      STEP_SEAT, "Still so: run in another slot.", "Still so: the GPU, or its supply.")
CAUSE(UNSUPPORTED, CAUSE_OF_OTHERS, "unsupported", NULL, "A card of another family",
      "It was left as it was. This version tests G80 to MCP89 and GV100.",
      "Nothing is said about this card.")
CAUSE(NOTHING_SELECTED, CAUSE_OF_OTHERS, "nothing-selected", NULL, "The card has none of these tests",
      "Take suite= out of barecard.cfg, or name a group that this card has.",
      "The names of all tests are listed by: barecard tests")
CAUSE(NOTHING_RAN, CAUSE_OF_OTHERS, "nothing-ran", NULL, "Nothing was tested",
      "The reason below says what to change.")

/* Runs that are not whole. */
CAUSE(SCRIPT_ENDED, CAUSE_OF_OTHERS, "script-ended", NULL, "The script could not go on",
      "The reason names the line: correct it for this card, and run again.")
CAUSE(BY_HAND, CAUSE_OF_OTHERS, "by-hand", NULL, "Ended by hand, not whole",
      "Run it again (key R).", STEP_HANDED_OUT)
CAUSE(CONFIG, CAUSE_OF_OTHERS, "config", NULL, "The settings have a mistake", STEP_CONFIG)
CAUSE(CONFIG_SUITE, CAUSE_OF_OTHERS, "config-suite", NULL, "The settings have a mistake",
      STEP_CONFIG, "The names of all tests are listed by: barecard tests")
CAUSE(CONFIG_MISFIT, CAUSE_OF_OTHERS, "config-misfit", NULL, "The settings do not fit the card", STEP_CONFIG)
CAUSE(FELL_OFF, CAUSE_OF_OTHERS, "fell-off", NULL, "The card fell off the bus",
      STEP_SEAT, "Run again in another slot, with another power supply.",
      "It falls off again: supply of the GPU, or the GPU.")
CAUSE(STOPPED_ANSWERING, CAUSE_OF_OTHERS, "stopped-answering", NULL, "The card stopped answering",
      STEP_SEAT, "Run again in another slot, with another power supply.",
      "It stops in the same test again: the GPU.")
CAUSE(ENGINE_STOPPED, CAUSE_OF_OTHERS, "engine-stopped", NULL, "The GPU stopped in the middle",
      "Run again with another power supply: does it stop again?", "It stops again: supply of the GPU, or the GPU.",
      STEP_HANDED_OUT)
CAUSE(WEDGED, CAUSE_OF_OTHERS, "wedged", NULL, "A risky test hung the GPU",
      "Power the machine off and on, and run again without risky=1.")
CAUSE(RIG_PORT, CAUSE_OF_OTHERS, "rig-port", NULL, "The rig's slot got in the way",
      "Use another slot, and run again.")
CAUSE(LINK_NARROW, CAUSE_OF_OTHERS, "lanes-missing", NULL, "Not all lanes of the link work",
      STEP_SEAT, "A card that is known to be good is as narrow in this slot? Slot or riser.",
      "Only this card is: its contacts, the capacitors of its lanes, or the GPU.")
CAUSE(RIG_LINK, CAUSE_OF_OTHERS, "rig-link", NULL, "The rig's link got in the way",
      "Seat the card again, or use another slot.", "Run again.")
CAUSE(DMA_BLOCKED, CAUSE_OF_OTHERS, "dma-blocked", NULL, "The rig blocks the card's DMA",
      "Rig setup: switch VT-d or AMD-Vi off, and run again.", "Still so: another slot.")
CAUSE(MEMORY_LEFT_OUT, CAUSE_OF_OTHERS, "memory-left-out", NULL, "Not all memory was tested",
      "Take part, range and seconds out of barecard.cfg, and run again.", STEP_HANDED_OUT)
CAUSE(ECC_HIDES, CAUSE_OF_OTHERS, "ecc-hides", NULL, "ECC hides single errors",
      "In a machine with NVIDIA's driver: nvidia-smi -e 0, restart, then run this again.",
      "Afterwards nvidia-smi -e 1 switches ECC on again.")
CAUSE(REFUSED, CAUSE_OF_OTHERS, "register-refused", NULL, "A register gives no value",
      "Power the machine off and on, and run again.",
      "The same register again: the GPU, or a fuse of this board. The report has its number.")
CAUSE(OTHER_CARDS, CAUSE_OF_OTHERS, "other-cards", NULL, "Not all cards were tested",
      "The tested cards are good. Find out why the other was not tested: its tile says it.")
CAUSE(SWITCHED_OFF, CAUSE_OF_OTHERS, "switched-off", NULL, "Switched off before its end",
      "Run again, and let it come to its end.", STEP_HANDED_OUT)
CAUSE(MACHINE_RESET, CAUSE_OF_OTHERS, "machine-reset", NULL, "The rig was reset during a test",
      "Run again with another power supply.", "Reset again in the same test: the card hangs it.")
CAUSE(HANGS, CAUSE_OF_OTHERS, "hangs", NULL, "The card hangs its processor",
      "Power the machine off and on.", "Run again with this card alone.",
      "It hangs in the same test again: supply or GPU.")
CAUSE(FIRMWARE, CAUSE_OF_OTHERS, "firmware", NULL, "Barecard failed, not the card",
      "This says nothing about the card; the test in which Barecard failed is left out.",
      "Send report.jsonl with the bug report: it has the code of the fault.", STEP_HANDED_OUT)
CAUSE(TOO_MANY_RESETS, CAUSE_OF_OTHERS, "too-many-resets", NULL, "The rig was reset too often",
      "Run again: the next start begins afresh.", "Look at the rig's power supply and at the card's.")
CAUSE(TOO_HOT, CAUSE_OF_OTHERS, "too-hot", NULL, "Too hot to finish",
      "Look at fan, heat sink and paste.", "Let it cool below 60 C and run again.", STEP_HANDED_OUT)
CAUSE(NOT_ALL, CAUSE_OF_OTHERS, "not-all", NULL, "Not everything was tested",
      "This is no pass. Remove what the reason names, and run again.")
CAUSE(CUT_OFF, CAUSE_OF_OTHERS, "cut-off", NULL, "The run was cut off",
      "Run again; look at the rig's power supply.",
      "Cut off in the same test again: the card hangs the rig.")
/* clang-format on */
