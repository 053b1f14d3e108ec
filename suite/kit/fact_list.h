/* suite/kit/fact_list.h: facts that a run finds out about a card and a station may expect of it, one row each.
 *
 * Shape   no header of its own: whoever includes it (facts.h, facts.c) defines FACT() first.
 *         FACT(identifier, kind, name, unit, test):
 *           kind   FACT_OF_...: how its value is written, and whether it is the same on each good board
 *           name   of the board file and of report.jsonl
 *           unit   after its value in a sentence; empty: none
 *           test   whose end means that the card was asked; null: it is known once the card is taken over
 * Source  docs/station.md. */
/* clang-format off */
FACT(CHIPSET, FACT_OF_WORD, "chipset", "", NULL)
FACT(DEVICE, FACT_OF_HEX, "device", "", NULL)
FACT(SUBSYSTEM, FACT_OF_PAIR, "subsystem", "", NULL)
FACT(BOOT_0, FACT_OF_HEX, "boot_0", "", NULL)
FACT(MEMORY, FACT_OF_NUMBER, "memory", " MiB", NULL)
FACT(PARTITIONS, FACT_OF_HEX, "partitions", "", NULL)
FACT(VBIOS, FACT_OF_WORD, "vbios", "", NULL)
FACT(VBIOS_CRC, FACT_OF_HEX, "vbios_crc", "", NULL)
FACT(LINK_WIDTH, FACT_OF_NUMBER, "link_width", " lanes", NULL)
FACT(LINK_SPEED, FACT_OF_NUMBER, "link_speed", " MT/s", NULL)
FACT(MEMORY_TYPE, FACT_OF_WORD, "memory_type", "", "id.memory.type")
FACT(CHIPS, FACT_OF_NUMBER, "chips", "", "vram.quick")
FACT(ECC, FACT_OF_WORD, "ecc", "", "vram.quick")
FACT(STRAPS, FACT_OF_HEX, "straps", "", "id.memory")
FACT(TPCS, FACT_OF_HEX, "tpcs", "", "id.memory")
FACT(CLOCK_CORE, FACT_OF_NUMBER, "clock_core", " MHz", "board.clocks")
FACT(CLOCK_SHADERS, FACT_OF_NUMBER, "clock_shaders", " MHz", "board.clocks")
FACT(CLOCK_MEMORY, FACT_OF_NUMBER, "clock_memory", " MHz", "board.clocks")
FACT(LEVEL, FACT_OF_NUMBER, "level", "", "board.level")
FACT(VOLTAGE, FACT_OF_NUMBER, "voltage", " mV", "board.voltage")
FACT(FAN, FACT_OF_MEASURE, "fan", " turns a minute", "board.fan")
FACT(SENSORS, FACT_OF_NUMBER, "sensors", "", "board.sensors")
FACT(MONITORS, FACT_OF_NUMBER, "power_monitors", "", "board.power")
FACT(IDLE, FACT_OF_CEILING, "celsius_idle", " C", "vram.temperature")
FACT(WARMEST, FACT_OF_CEILING, "celsius_most", " C", "vram.quick")
FACT(RATE, FACT_OF_FLOOR, "rate", " MB/s", "vram.quick")
FACT(WRONG_WORDS, FACT_OF_NUMBER, "wrong_words", "", "vram.quick")
FACT(SECONDS, FACT_OF_CEILING, "seconds", " s", NULL)
/* clang-format on */
