#include "tools/nv50/probe_words.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hw/bits.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pnvio.h"
#include "hw/nv50/pstraps.h"
#include "hw/nv50/ptherm.h"
#include "hw/nv50/ptimer.h"

/* ---- words made by a function ---------------------------------------------------------------- */

static void say_boot_0(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "chipset id 0x%x, stepping 0x%x", (unsigned)FIELD_GET(BOOT_0_CHIPSET, word),
             (unsigned)FIELD_GET(PMC_BOOT_0_STEPPING, word));
}

static void say_amount(uint32_t word, char *out, size_t size)
{
    const uint64_t bytes = (word & PFB_MEM_AMOUNT_LOW) | (uint64_t)(word & PFB_MEM_AMOUNT_4GIB)
                                                             << 32;

    snprintf(out, size, bytes ? "%" PRIu64 " MiB" : "no memory: nobody has started the card",
             bytes >> 20);
}

static void say_refresh(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "refresh %s", word & PFB_REFCTRL_AUTO ? "on" : "off");
}

static void say_geometry(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%u column bits, %u row bits, %u bank bits",
             (unsigned)FIELD_GET(PFB_CFG1_COLUMN_BITS, word),
             (unsigned)FIELD_GET(PFB_CFG1_ROW_BITS_A, word) + PFB_CFG1_ROW_BITS_MIN,
             (unsigned)FIELD_GET(PFB_CFG1_BANK_BITS, word) + PFB_CFG1_BANK_BITS_MIN);
}

static void say_pll(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%s, P %u", word & PLL_CTRL_ENABLE ? "on" : "off",
             (unsigned)FIELD_GET(PLL_CTRL_P, word));
}

static void say_coefficients(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "N %u, M %u", (unsigned)FIELD_GET(PLL_COEFFICIENT_N, word),
             (unsigned)FIELD_GET(PLL_COEFFICIENT_M, word));
}

static void say_new_pll(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%s%s", word & PLL_GT215_ENABLE ? "on" : "off",
             word & PLL_GT215_LOCKED ? ", locked" : ", not locked");
}

static void say_new_coefficients(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "N %u, M %u, P %u", (unsigned)FIELD_GET(PLL_GT215_N, word),
             (unsigned)FIELD_GET(PLL_GT215_M, word), (unsigned)FIELD_GET(PLL_GT215_P, word));
}

static void say_strap(uint32_t word, char *out, size_t size)
{
    const uint32_t crystal = word & PSTRAPS_0_CRYSTAL;

    snprintf(out, size, "RAM strap %u, crystal %s MHz, BAR1 strap %u",
             (unsigned)FIELD_GET(PSTRAPS_0_RAMCFG, word),
             crystal == PSTRAPS_CRYSTAL_27000   ? "27"
             : crystal == PSTRAPS_CRYSTAL_25000 ? "25"
             : crystal == PSTRAPS_CRYSTAL_14318 ? "14.318"
                                                : "13.5",
             (unsigned)FIELD_GET(PSTRAPS_0_BAR1, word));
}

static void say_sensor(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "sensor %s%s, raw %u", word & PTHERM_SENSOR_ENABLE ? "on" : "off",
             word & PTHERM_SENSOR_FORCED ? " and forced" : "",
             (unsigned)FIELD_GET(PTHERM_SENSOR_RAW, word));
}

static void say_celsius(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%" PRIu32 " C", word);
}

static void say_slowdown(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%s",
             FIELD_GET(PTHERM_SLOWDOWN_DUTY, word) == 0xff ? "full speed" : "slowed down");
}

static void say_count(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%u cycles", (unsigned)FIELD_GET(PWM_VALUE, word));
}

static void say_rom(uint32_t word, char *out, size_t size)
{
    snprintf(out, size,
             (word & 0xffff) == 0xaa55 ? "a ROM begins here, %u bytes" : "no ROM begins here",
             (unsigned)(word >> 16 & 0xff) * 512);
}

static void say_boot_1(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%s",
             word == 0                ? "little endian"
             : word == PMC_BOOT_1_BIG ? "big endian"
                                      : "neither little nor big endian");
}

static void say_new_id(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "chipset id 0x%x, stepping 0x%x, device id bits 0x%x",
             (unsigned)FIELD_GET(PMC_NEW_ID_CHIPSET, word),
             (unsigned)FIELD_GET(PMC_NEW_ID_STEPPING, word),
             (unsigned)FIELD_GET(PMC_NEW_ID_DEVID, word));
}

static void say_ratio(uint32_t word, char *out, size_t size)
{
    const unsigned ratio = (unsigned)FIELD_GET(PTIMER_CLOCK_RATIO, word);

    snprintf(out, size, ratio ? "%u" : "0: the clock stands still", ratio);
}

static void say_time_low(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "%" PRIu32 " ns past the high word", word & PTIMER_TIME_LOW_BITS);
}

static void say_time_high(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "times 4.294967296 s: %" PRIu32 " s",
             (uint32_t)(((uint64_t)word << 32) / 1000000000));
}

/* Of eight lines those that are driven, and their input levels. */
static void say_lines(uint32_t word, char *out, size_t size)
{
    size_t used = 0;

    out[0] = '\0';
    for (unsigned i = 0; i < GPIO_LINES_EACH && used < size; i++) {
        const uint32_t line = word >> (4 * i);

        if (line & (GPIO_NIBBLE_DRIVE | GPIO_NIBBLE_IN))
            used += (size_t)snprintf(out + used, size - used, "%s%u %s %u", used ? ", " : "", i,
                                     line & GPIO_NIBBLE_DRIVE ? "out" : "in",
                                     line & GPIO_NIBBLE_DRIVE ? (unsigned)(line & GPIO_NIBBLE_OUT)
                                                              : 1u);
    }
    if (!out[0])
        snprintf(out, size, "all lines in, 0");
}

static void say_ram_type(uint32_t word, char *out, size_t size)
{
    static const char *const names[] = { [RAM_TYPE_DDR1] = "DDR1",
                                         [RAM_TYPE_DDR2_OR_DDR3] = "DDR2 or DDR3",
                                         [RAM_TYPE_GDDR3] = "GDDR3",
                                         [RAM_TYPE_GDDR4] = "GDDR4",
                                         [RAM_TYPE_GDDR5] = "GDDR5" };
    const unsigned code = (unsigned)FIELD_GET(PFB_RAM_TYPE_CODE, word);

    snprintf(out, size, "%s", code < ARRAY_SIZE(names) ? names[code] : "a kind that is not known");
}

static void say_calibration(uint32_t word, char *out, size_t size)
{
    const int half = (int16_t)FIELD_GET(PTHERM_OFFSET, word);

    snprintf(out, size, "%d/16384 degree a step, offset %s%d.%d C",
             (int)(int16_t)FIELD_GET(PTHERM_SLOPE, word), half < 0 ? "-" : "",
             (half < 0 ? -half : half) / 2, (half < 0 ? -half : half) % 2 * 5);
}

static void say_rom_window(uint32_t word, char *out, size_t size)
{
    if (word & PDISPLAY_VGA_ROM_WINDOW_ENABLE)
        snprintf(out, size, "the copy of the ROM is at 0x%" PRIx64 " of %s",
                 (uint64_t)(word & PDISPLAY_VGA_ROM_WINDOW_ADDRESS) << 8,
                 FIELD_GET(PDISPLAY_VGA_ROM_WINDOW_TARGET, word) == 1 ? "VRAM" : "another memory");
    else
        snprintf(out, size, "off");
}

static void say_ram_window(uint32_t word, char *out, size_t size)
{
    if (word & PDISPLAY_VGA_RAM_ENABLE)
        snprintf(out, size, "VGA's planes are at 0x%" PRIx64 " of %s",
                 (uint64_t)FIELD_GET(PDISPLAY_VGA_RAM_ADDRESS, word) << 18,
                 FIELD_GET(PDISPLAY_VGA_RAM_TARGET, word) == 1 ? "VRAM" : "another memory");
    else
        snprintf(out, size, "off");
}

static const char *head_state(uint32_t word, unsigned head)
{
    const unsigned state =
        (unsigned)FIELD_GET(PDISPLAY_ACTIVE_HEAD, word >> head * PDISPLAY_ACTIVE_STRIDE);

    return state == PDISPLAY_ACTIVE_ON ? "on" : state ? "changing" : "off";
}

static void say_heads(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "head 0 %s, head 1 %s", head_state(word, 0), head_state(word, 1));
}

static void say_pd_offset(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "the page directory is at 0x%" PRIx32 " of a channel", word & ~7u);
}

static void say_sysram_high(uint32_t word, char *out, size_t size)
{
    snprintf(out, size, "system memory from 0x%" PRIx64 " on", (uint64_t)word << 40);
}

static const struct {
    const char *name;
    void (*say)(uint32_t word, char *out, size_t size);
} sayings[] = {
    { "PMC_BOOT_0", say_boot_0 },
    { "PMC_BOOT_1", say_boot_1 },
    { "PMC_NEW_ID", say_new_id },
    { "PTIMER_CLOCK_DIV", say_ratio },
    { "PTIMER_CLOCK_MUL", say_ratio },
    { "PTIMER_TIME_LOW", say_time_low },
    { "PTIMER_TIME_HIGH", say_time_high },
    { "PNVIO_GPIO_0", say_lines },
    { "PNVIO_GPIO_8", say_lines },
    { "PNVIO_GPIO_16", say_lines },
    { "PNVIO_GPIO_24", say_lines },
    { "PFB_MEM_AMOUNT", say_amount },
    { "PFB_REFCTRL", say_refresh },
    { "PFB_CFG1", say_geometry },
    { "PFB_RAM_TYPE", say_ram_type },
    { "PFB_PD_OFFSET", say_pd_offset },
    { "PFB_SYSRAM_HIGH", say_sysram_high },
    { "PCLOCK_MPLL", say_pll },
    { "PCLOCK_SPLL", say_pll },
    { "PCLOCK_NVPLL", say_pll },
    { "PCLOCK_MPLL_COEF", say_coefficients },
    { "PCLOCK_SPLL_COEF", say_coefficients },
    { "PCLOCK_NVPLL_COEF", say_coefficients },
    { "PCLOCK_GT215_MPLL", say_new_pll },
    { "PCLOCK_GT215_NVPLL", say_new_pll },
    { "PCLOCK_GT215_SPLL", say_new_pll },
    { "PCLOCK_GT215_MPLL_COEF", say_new_coefficients },
    { "PCLOCK_GT215_NVPLL_COEF", say_new_coefficients },
    { "PSTRAPS_0_PRIMARY", say_strap },
    { "PTHERM_SENSOR", say_sensor },
    { "PTHERM_CALIBRATION", say_calibration },
    { "PTHERM_BASE_CALIBRATION", say_calibration },
    { "PTHERM_TEMPERATURE", say_celsius },
    { "PTHERM_CRITICAL", say_celsius },
    { "PTHERM_THRESHOLD_1", say_celsius },
    { "PTHERM_THRESHOLD_2", say_celsius },
    { "PTHERM_THRESHOLD_3", say_celsius },
    { "PTHERM_THRESHOLD_4", say_celsius },
    { "PTHERM_HYSTERESIS", say_celsius },
    { "PTHERM_SLOWDOWN", say_slowdown },
    { "PNVIO_PWM_DIVISOR_0", say_count },
    { "PNVIO_PWM_DUTY_0", say_count },
    { "PNVIO_PWM_DIVISOR_1", say_count },
    { "PNVIO_PWM_DUTY_1", say_count },
    { "PDISPLAY_ACTIVE", say_heads },
    { "PDISPLAY_VGA_RAM_WINDOW", say_ram_window },
    { "PDISPLAY_VGA_ROM_WINDOW", say_rom_window },
};

/* ---- words made from a list of fields -------------------------------------------------------- */

/* Bits of a register; `set` is printed where they are all 1, else `clear`. A number has neither. */
struct part {
    const char *name; /* of the register */
    uint32_t mask;
    const char *set, *clear; /* null: nothing is printed */
    const char *number;      /* name of a count, before its value in hexadecimal */
};

#define FLAG(reg, bits, words)                                                                     \
    {                                                                                              \
#reg, reg##_##bits, words, NULL, NULL                                                      \
    }
#define EITHER(reg, bits, words, other)                                                            \
    {                                                                                              \
#reg, reg##_##bits, words, other, NULL                                                     \
    }
#define NUMBER(reg, bits, words)                                                                   \
    {                                                                                              \
#reg, reg##_##bits, NULL, NULL, words                                                      \
    }
#define BITS_OF(name, bits, words)                                                                 \
    {                                                                                              \
        name, bits, words, NULL, NULL                                                              \
    }
#define WHOLE(name, words)                                                                         \
    {                                                                                              \
        name, UINT32_MAX, NULL, NULL, words                                                        \
    }

/* clang-format off */
static const struct part parts[] = {
    EITHER(PMC_ENABLE, PFIFO, "PFIFO", "no PFIFO"),
    EITHER(PMC_ENABLE, PGRAPH, "PGRAPH", "no PGRAPH"),
    EITHER(PMC_ENABLE, PTIMER, "PTIMER", "no PTIMER"),
    EITHER(PMC_ENABLE, PFB, "PFB", "no PFB"),
    EITHER(PMC_ENABLE, PDISPLAY, "PDISPLAY", "no PDISPLAY"),
    FLAG(PMC_ENABLE, PVPE, "PVPE"),
    FLAG(PMC_ENABLE, PMEDIA, "PMEDIA"),
    FLAG(PMC_ENABLE, PCOPY, "PCOPY"),
    FLAG(PMC_ENABLE, PCIPHER, "PCIPHER"),
    FLAG(PMC_ENABLE, PBSP, "PBSP"),
    FLAG(PMC_ENABLE, PVP2, "PVP2"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PVPE, "PVPE"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PFIFO, "PFIFO"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PGRAPH, "PGRAPH"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PCIPHER, "PCIPHER"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PBSP, "PBSP"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PVP2, "PVP2"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PDAEMON, "PDAEMON"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PTHERM, "PTHERM"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PTIMER, "PTIMER"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PCOPY, "PCOPY"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PDISPLAY, "PDISPLAY"),
    BITS_OF("PMC_INTR_HOST", PMC_INTR_PBUS, "PBUS"),
    FLAG(PMC_INTR_HOST, SOFTWARE, "software"),
    BITS_OF("PMC_INTR_EN_HOST", PMC_INTR_EN_HARDWARE, "the units' interrupts are let through"),
    BITS_OF("PMC_INTR_EN_HOST", PMC_INTR_EN_SOFTWARE, "software's interrupt is let through"),
    BITS_OF("PMC_VRAM_HIDE_LOW", PMC_VRAM_HIDE_ENABLE, "a range of VRAM is hidden"),
    FLAG(PBUS_DEBUG_1, FUSE_READOUT, "fuses can be read"),
    FLAG(PBUS_INTR, MMIO_FAULT, "an access to a register failed"),
    FLAG(PBUS_INTR, PEEPHOLE_PAIR, "half an access through PEEPHOLE"),
    FLAG(PBUS_INTR, THERM_ALARM, "the temperature has passed a threshold"),
    BITS_OF("PBUS_INTR_EN", PBUS_INTR_MMIO_FAULT, "failed accesses"),
    BITS_OF("PBUS_INTR_EN", PBUS_INTR_THERM_ALARM, "temperature"),
    NUMBER(PBUS_HWUNITS_0, TPCS, "TPCs"),
    NUMBER(PBUS_HWUNITS_0, PARTS, "partitions"),
    NUMBER(PBUS_HWUNITS_0, MPS, "MPs"),
    FLAG(PBUS_HWUNITS_0, VDEC, "video decoding"),
    FLAG(PBUS_HWUNITS_1, PDISPLAY, "PDISPLAY"),
    FLAG(PBUS_HWUNITS_1, PBSP, "PBSP or PVLD"),
    FLAG(PBUS_HWUNITS_1, PCIPHER, "PCIPHER, PSEC or PVCOMP"),
    FLAG(PBUS_HWUNITS_1, PCOPY, "PCOPY"),
    NUMBER(PBUS_CHANNEL, DESC, "channel of the windows, address >> 12, target in 29..28:"),
    { "PBUS_BAR1", BIT(31), "BAR1 is translated", "BAR1 shows VRAM as it is", NULL },
    { "PBUS_BAR3", BIT(31), "BAR3 is translated", "BAR3 shows VRAM as it is", NULL },
    FLAG(PFB_CFG0, TWO_RANKS, "two ranks"),
    EITHER(PFB_BANKCFG, TIMES3, "banks alternate over three rows", "banks alternate inside one row"),
    NUMBER(PFB_SUBPART, SELECT, "select mask"),
    NUMBER(PFB_SUBPART, ENABLE, "enabled subpartitions"),
    NUMBER(PFB_VM_FAULT, ENABLE, "faults are recorded of"),
    FLAG(PFB_VM_FAULT, PENDING, "a fault waits"),
    { "PCLOCK_MPLL", PLL_CTRL_MEMORY_BYPASS, "bypassed", NULL, NULL },
    { "PSTRAPS_0_PRIMARY", PSTRAPS_OVERRIDE, "held by software", NULL, NULL },
    WHOLE("PSTRAPS_0_SELECT", "the ROM's where a bit is 0:"),
    { "PSTRAPS_1_PRIMARY", PSTRAPS_OVERRIDE, "held by software", NULL, NULL },
    WHOLE("PSTRAPS_1_SELECT", "the ROM's where a bit is 0:"),
    { "PSTRAPS_1_PRIMARY", PSTRAPS_1_VGA, "VGA", NULL, NULL },
    { "PSTRAPS_1_PRIMARY", PSTRAPS_1_BAR5, "BAR5", NULL, NULL },
    { "PSTRAPS_1_PRIMARY", PSTRAPS_1_BAR1, NULL, NULL, "BAR1 strap" },
    WHOLE("PSTRAPS_0_SECONDARY", "what the ROM puts in place"),
    WHOLE("PSTRAPS_1_SECONDARY", "what the ROM puts in place"),
    EITHER(PFUSE_UPPER_PARTS, ON, "partitions 2 and 3", "no partitions 2 and 3"),
    WHOLE("PFB_COMP_MAX_TAG", "the last cell of tags"),
    WHOLE("PFB_POLLER_CFG", "on:"),
    WHOLE("PFB_POLLER_DNISO", "what is polled, from the end:"),
    WHOLE("PFB_POLLER_HOSTNB", "what is polled, from the end:"),
    WHOLE("PFB_POLLER_FLUSH", "what is polled, from the end:"),
    WHOLE("PFB_FAKEFB_BASE", "stolen memory, in pages: from"),
    WHOLE("PFB_FAKEFB_SIZE", "stolen memory, in pages:"),
    NUMBER(PTHERM_CTRL_0, STATES, "states of the thresholds"),
    WHOLE("PTHERM_CTRL_1", "what may slow the card down"),
    { "PTHERM_SENSOR_CONFIG", PTHERM_CONFIG_OWN_SLOPE, "software's slope", "the fuses' slope", NULL },
    { "PTHERM_SENSOR_CONFIG", PTHERM_CONFIG_OWN_OFFSET, "software's offset", "the fuses' offset", NULL },
    { "PTHERM_SENSOR_CONFIG", PTHERM_CONFIG_OFF, "off", NULL, NULL },
    WHOLE("PTHERM_OWN_CALIBRATION", "software's slope and offset"),
    WHOLE("PNVIO_GPIO_MODE_0", "lines that a unit drives"),
    WHOLE("PNVIO_GPIO_MODE_16", "lines that a unit drives"),
    { "PNVIO_TACH", BIT(0), "counts", "does not count", NULL },
    { "PNVIO_TACH_PULSES", BITS(15, 0), NULL, NULL, "pulses" },
    NUMBER(PDISPLAY_CHANNEL, STATE, "state"),
    WHOLE("PDISPLAY_INTR_0", "interrupts"),
    WHOLE("PDISPLAY_INTR_1", "interrupts"),
    WHOLE("PDISPLAY_CORE_DMA", "a picture by handle"),
    WHOLE("PDISPLAY_CORE_OFFSET", "address >> 8"),
    WHOLE("PBUS_REMAP", "remapped"),
    { "PMC_INTR_LINE_HOST", BIT(0), "no interrupt is asserted", "an interrupt is asserted", NULL },
    { "PMC_VRAM_HIDE_HIGH", PMC_VRAM_HIDE_ADDRESS, NULL, NULL, "to" },
    WHOLE("PMC_INTR_MASK_HOST", "interrupts that are let through"),
    NUMBER(PCLOCK_STATUS, NVPLL_LOCKED, "NVPLL locked"),
    WHOLE("PTIMER_ALARM", "ns past the high word"),
    WHOLE("PTIMER_MMIO_FAULT_ADDR", "of the access that failed"),
    WHOLE("PTIMER_MMIO_FAULT_DATA", "of the access that failed"),
    FLAG(PTIMER_INTR, ALARM, "the alarm has come"),
    { "PTIMER_INTR_EN", PTIMER_INTR_ALARM, "the alarm is let through", NULL, NULL },
    { "PTIMER_CLOCK_SOURCE", PTIMER_SOURCE_EXTERNAL, "another clock", "the crystal", NULL },
    { "PTIMER_CLOCK_SOURCE", PTIMER_SOURCE_MUL, NULL, NULL, "times 1 +" },
    { "PTIMER_CLOCK_SOURCE", PTIMER_SOURCE_DIV, NULL, NULL, "over 1 +" },
    { "PTHERM_HALF_DEGREE", UINT32_MAX, "half a degree more", "no half degree", NULL },
    { "PTHERM_FORCE", PTHERM_DIVIDER, NULL, NULL, "slowed down by software, divider" },
    { "PTHERM_HOT_ALL", PTHERM_DIVIDER, NULL, NULL, "divider of all thresholds" },
    FLAG(PTHERM_HOT, USES_ALL, "one divider for all thresholds"),
    NUMBER(PTHERM_FILTER, CYCLES, "cycles"),
    WHOLE("PTHERM_INTR", "thresholds that were passed"),
    WHOLE("PTHERM_INTR_EN", "thresholds that are let through"),
    WHOLE("PNVIO_GPIO_INTR", "lines that have changed"),
    WHOLE("PNVIO_GPIO_INTR_1", "lines that have changed"),
    WHOLE("PNVIO_GPIO_INTR_EN", "lines that are let through"),
    WHOLE("PNVIO_GPIO_INTR_EN_1", "lines that are let through"),
    WHOLE("PGRAPH_INTR", "interrupts"),
    WHOLE("PGRAPH_TRAP", "traps"),
    FLAG(PGRAPH_STATUS, ALL, "busy"),
    FLAG(PGRAPH_STATUS, M2MF, "m2mf"),
    FLAG(PGRAPH_STATUS, ENG2D, "2D"),
    FLAG(PDISPLAY_OBJECTS, ENABLE, "objects of the channels are in memory"),
    { "PDISPLAY_CORE_SIZE", PDISPLAY_SIZE_WIDTH, NULL, NULL, "width" },
    { "PDISPLAY_CORE_SIZE", PDISPLAY_SIZE_HEIGHT, NULL, NULL, "height" },
    { "PDISPLAY_BASE_SIZE", PDISPLAY_SIZE_WIDTH, NULL, NULL, "width" },
    { "PDISPLAY_BASE_SIZE", PDISPLAY_SIZE_HEIGHT, NULL, NULL, "height" },
    { "PDISPLAY_CORE_STORAGE", PDISPLAY_STORAGE_LINEAR, "linear", "tiled", NULL },
    { "PDISPLAY_BASE_STORAGE", PDISPLAY_STORAGE_LINEAR, "linear", "tiled", NULL },
    { "PDISPLAY_CORE_PARAMS", PDISPLAY_PARAMS_FORMAT, NULL, NULL, "format" },
    { "PDISPLAY_BASE_PARAMS", PDISPLAY_PARAMS_FORMAT, NULL, NULL, "format" },
    WHOLE("PDISPLAY_BASE_DMA", "a picture by handle"),
    WHOLE("PDISPLAY_BASE_OFFSET", "address >> 8"),
};
/* clang-format on */

/* Words for a register about which there is nothing else to say. */
static const struct {
    const char *name, *words;
} at_rest[] = {
    { "PMC_INTR_HOST", "nobody asks for an interrupt" },
    { "PMC_INTR_EN_HOST", "no interrupt is let through" },
    { "PMC_VRAM_HIDE_LOW", "no VRAM is hidden" },
    { "PMC_BOOT_2", "meaning unknown" },
    { "PBUS_DEBUG_1", "fuses cannot be read" },
    { "PBUS_INTR", "no interrupt waits" },
    { "PBUS_INTR_EN", "all masked" },
    { "PBUS_CHANNEL", "none" },
    { "PBUS_REMAP", "not remapped" },
    { "PFB_CFG0", "one rank" },
    { "PFB_VM_FAULT", "no fault is recorded" },
    { "PFB_MODE_REGS", "mode registers of the DRAM" },
    { "PFB_TIMINGS", "cycles of the DRAM" },
    { "PTHERM_CTRL_1", "nothing slows the card down" },
    { "PTHERM_CTRL_0", "no state" },
    { "PTHERM_OWN_CALIBRATION", "none of software's" },
    { "PNVIO_GPIO_MODE_0", "all lines are software's" },
    { "PNVIO_GPIO_MODE_16", "all lines are software's" },
    { "PNVIO_TACH_PULSES", "none" },
    { "PSTRAPS_0_SECONDARY", "none" },
    { "PSTRAPS_1_SECONDARY", "none" },
    { "PSTRAPS_1_PRIMARY", "nothing" },
    { "PDISPLAY_INTR_0", "no interrupt waits" },
    { "PDISPLAY_INTR_1", "no interrupt waits" },
    { "PDISPLAY_CHANNEL", "stopped" },
    { "PDISPLAY_CORE_DMA", "nothing is shown by a core channel" },
    { "PDISPLAY_CORE_OFFSET", "0" },
    { "PCLOCK_MASTER", "sources of the clocks" },
    { "PMC_VRAM_HIDE_HIGH", "no end" },
    { "PMC_INTR_MASK_HOST", "none is let through" },
    { "PCLOCK_XTPLL", "a PLL's control word" },
    { "PCLOCK_STATUS", "NVPLL not locked" },
    { "PCLOCK_GT215_NVPLL_SOURCE", "source of a clock" },
    { "PCLOCK_GT215_SPLL_SOURCE", "source of a clock" },
    { "PCLOCK_GT215_MPLL_SOURCE", "source of a clock" },
    { "PCLOCK_GT215_MPLL_PAST", "source of the memory's clock past its PLL" },
    { "PCLOCK_VPLL", "control word of a head's PLL" },
    { "PTIMER_INTR", "no alarm" },
    { "PTIMER_INTR_EN", "masked" },
    { "PTIMER_ALARM", "0" },
    { "PTIMER_MMIO_FAULT_ADDR", "none" },
    { "PTIMER_MMIO_FAULT_DATA", "none" },
    { "PTHERM_HOT_ALL", "no divider" },
    { "PTHERM_FORCE", "not slowed down by software" },
    { "PTHERM_HOT", "dividers by threshold" },
    { "PTHERM_HOT_DUTY", "duties by threshold" },
    { "PTHERM_FILTER", "at once" },
    { "PTHERM_INTR", "none was passed" },
    { "PFB_POLLER_CFG", "off" },
    { "PFB_POLLER_DNISO", "nothing" },
    { "PFB_POLLER_HOSTNB", "nothing" },
    { "PFB_POLLER_FLUSH", "nothing" },
    { "PTHERM_INTR_EN", "none is let through" },
    { "PNVIO_GPIO_INTR", "no line has changed" },
    { "PNVIO_GPIO_INTR_1", "no line has changed" },
    { "PNVIO_GPIO_INTR_EN", "masked" },
    { "PNVIO_GPIO_INTR_EN_1", "masked" },
    { "PFB_TIMINGS_10", "cycles of the DRAM" },
    { "PGRAPH_INTR", "no interrupt waits" },
    { "PGRAPH_TRAP", "no trap waits" },
    { "PGRAPH_STATUS", "idle" },
    { "PDISPLAY_OBJECTS", "the channels have no objects" },
    { "PDISPLAY_CORE_SIZE", "none" },
    { "PDISPLAY_BASE_SIZE", "none" },
    { "PDISPLAY_CORE_PARAMS", "no format" },
    { "PDISPLAY_BASE_PARAMS", "no format" },
    { "PDISPLAY_BASE_DMA", "nothing is shown by a base channel" },
    { "PDISPLAY_BASE_OFFSET", "0" },
    { "VGA_CRTC", "256 bytes, four in a word" },
};

static void add(char *out, size_t size, const char *words)
{
    const size_t used = strlen(out);

    snprintf(out + used, size - used, "%s%s", used ? ", " : "", words);
}

static void say_part(const struct part *part, uint32_t word, char *out, size_t size)
{
    const uint32_t bits = word & part->mask;
    char words[80];

    if (part->number && bits) {
        snprintf(words, sizeof(words), "%s 0x%" PRIx32, part->number,
                 (uint32_t)FIELD_GET(part->mask, word));
        add(out, size, words);
    } else if (bits && part->set) {
        add(out, size, part->set);
    } else if (!bits && part->clear) {
        add(out, size, part->clear);
    }
}

/* Of many words those that tell something by themselves: the bytes of VGA that are 0 while no mode is set
 * (docs/hardware/devinit.md §3.2), and the first of a ROM. */
static void say_member(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    if (strcmp(name, "PDISPLAY_CRTC") == 0 && index == 0)
        snprintf(out, size, "byte 0x00 is 0x%02x", (unsigned)(word & 0xff));
    if (strcmp(name, "PDISPLAY_CRTC") == 0 && index == 6)
        snprintf(out, size, "byte 0x1a is 0x%02x", (unsigned)(word >> 16 & 0xff));
    if (strcmp(name, "PROM") == 0 && index == 0)
        say_rom(word, out, size);
}

void nv50_probe_words(const char *name, unsigned index, uint32_t word, char *out, size_t size)
{
    out[0] = '\0';
    say_member(name, index, word, out, size);
    for (size_t i = 0; i < ARRAY_SIZE(sayings); i++)
        if (strcmp(sayings[i].name, name) == 0)
            sayings[i].say(word, out, size);
    for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
        if (strcmp(parts[i].name, name) == 0)
            say_part(&parts[i], word, out, size);
    for (size_t i = 0; !out[0] && i < ARRAY_SIZE(at_rest); i++)
        if (strcmp(at_rest[i].name, name) == 0)
            add(out, size, at_rest[i].words);
}
