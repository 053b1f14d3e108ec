/* The board around the processor: clocks and their performance level, the fan, the core's voltage. All is read, nothing
 * is set. */
#include "suite/nv50/board.h"

#include "engines/nv50/clocks.h"
#include "engines/nv50/devinit/perf.h"
#include "engines/nv50/gpio.h"
#include "engines/nv50/start.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pclock.h"
#include "hw/nv50/pfb.h"
#include "suite/nv50/groups.h"
#include "suite/nv50/number_names.h"

#define LOCK_READS     3
#define NEAR_KHZ       2000u /* or 1 %, whichever is more: the same clock */
#define TOO_FAST_PARTS 50    /* 2 % above the fastest level */
#define GDDR5_DATA     4     /* transfers a cycle of the clock that is printed; other types: 2 */

const struct vbios *board_vbios(struct test *t)
{
    const struct start *const start = start_of(t->card);

    if (start && start->found.any)
        return &start->found.v;
    test_lacks(t, "no VBIOS was read that could say");
    return NULL;
}

/* ---- clocks ---------------------------------------------------------------------------------- */

/* Whether a PLL is on and has not locked; where no register tells, no. */
static bool is_unlocked(struct card *card, const char **name)
{
    static const struct {
        uint32_t at;
        const char *name;
    } plls[] = { { PCLOCK_GT215_NVPLL, "core" },
                 { PCLOCK_GT215_SPLL, "shaders" },
                 { PCLOCK_GT215_MPLL, "memory" } };

    *name = "core";
    if (!(nv50_chip_of(card->chip)->features & FEATURE_PLL_GT215)) {
        const bool is_told = chip_bit(card->chip) & CHIPS_PLL_STATUS;
        const uint32_t status = is_told ? card_read32(card, PCLOCK_STATUS) : 0;

        return (status & PCLOCK_STATUS_NVPLL_ENABLED) && !(status & PCLOCK_STATUS_NVPLL_LOCKED);
    }
    for (unsigned i = 0; i < ARRAY_SIZE(plls); i++) {
        const uint32_t control = card_read32(card, plls[i].at);

        *name = plls[i].name;
        if ((control & PLL_GT215_ENABLE) &&
            !(control & (PLL_GT215_BYPASS | PLL_GT215_UNWATCHED | PLL_GT215_LOCKED)))
            return true;
    }
    return false;
}

/* A PLL that is on has locked, unless three reads say otherwise (board-sensors.md §7). */
static void clocks_are_read(struct test *t)
{
    const bool gddr5 = t->card->vram.ram_type == RAM_TYPE_GDDR5;
    char core[MHZ_WORDS], shader[MHZ_WORDS], memory[MHZ_WORDS];
    const char *name;
    unsigned unlocked = 0;
    struct clocks clocks;

    if (nv50_chip_of(t->card->chip)->features & FEATURE_IGP) {
        test_lacks(t, "the clocks of an integrated chipset are not read");
        return;
    }
    while (unlocked < LOCK_READS && is_unlocked(t->card, &name))
        unlocked++;
    card_clocks(t->card, &clocks);
    test_fact(t, FACT_CLOCK_CORE, (clocks.core_khz + 500) / 1000);
    test_fact(t, FACT_CLOCK_SHADERS, (clocks.shader_khz + 500) / 1000);
    test_fact(t, FACT_CLOCK_MEMORY, (clocks.memory_khz + 500) / 1000);
    test_note(t, "core %s, shaders %s, memory %s (%u MT/s)", words_mhz(clocks.core_khz, core),
              words_mhz(clocks.shader_khz, shader), words_mhz(clocks.memory_khz, memory),
              clocks.memory_khz / 1000 * (gddr5 ? GDDR5_DATA : 2));
    if (test_compared(t, unlocked == LOCK_READS))
        test_fail(t, "has a PLL (%s) that is on and has not locked", name);
}

/* ---- performance level ----------------------------------------------------------------------- */

static bool is_near(uint32_t khz, uint32_t mhz)
{
    const uint32_t wanted = mhz * 1000, near = mhz * 10 > NEAR_KHZ ? mhz * 10 : NEAR_KHZ;

    return (khz > wanted ? khz - wanted : wanted - khz) <= near;
}

/* Number of the first level whose clocks these are, from 1; 0: none. `memory`: that one alone. */
static unsigned level_of(const struct perf_table *table, const struct clocks *c, bool memory)
{
    for (unsigned i = 0; i < table->count; i++) {
        const struct perf_level *const l = &table->levels[i];

        if (is_near(c->memory_khz, l->memory_mhz) &&
            (memory ||
             (is_near(c->core_khz, l->core_mhz) && is_near(c->shader_khz, l->shader_mhz))))
            return i + 1;
    }
    return 0;
}

static uint32_t fastest_memory(const struct perf_table *table)
{
    uint32_t mhz = 0;

    for (unsigned i = 0; i < table->count; i++)
        mhz = table->levels[i].memory_mhz > mhz ? table->levels[i].memory_mhz : mhz;
    return mhz;
}

/* false: the test has ended. */
static bool read_levels(struct test *t, struct perf_table *table)
{
    const struct vbios *const v = board_vbios(t);

    if (!v)
        return false;
    const enum err e = perf_read(v, table);
    if (e == OK && table->count)
        return true;
    test_lacks(t, e == OK || e == ERR_NOT_FOUND ? "its VBIOS lists no performance level"
                  : e == ERR_UNSUPPORTED
                      ? "its VBIOS lists performance levels in a form that is not known"
                      : "the performance levels of its VBIOS are damaged");
    return false;
}

static void note_level(struct test *t, const struct perf_table *table, const struct clocks *clocks)
{
    const unsigned all = level_of(table, clocks, false), memory = level_of(table, clocks, true);
    const uint32_t top = fastest_memory(table), mhz = (clocks->memory_khz + 500) / 1000;
    char of_top[64] = "";
    struct text text = text_in(of_top, sizeof(of_top));

    if (mhz < top && !is_near(clocks->memory_khz, top))
        text_format(&text, "; memory at %u of %u MHz, not at full speed", mhz, top);
    test_fact(t, FACT_LEVEL, all);
    if (all)
        test_note(t, "level %u of %u%s", all, table->count, of_top);
    else if (memory)
        test_note(t, "memory as at level %u of %u, core or shaders not%s", memory, table->count,
                  of_top);
    else
        test_note(t, "boot clocks, of none of the %u levels%s", table->count, of_top);
}

/* Clocks that no level of the board has are not its own (board-sensors.md §7). */
static void level_is_known(struct test *t)
{
    struct perf_table table;
    struct clocks clocks;

    if (nv50_chip_of(t->card->chip)->features & FEATURE_IGP) {
        test_lacks(t, "the clocks of an integrated chipset are not read");
        return;
    }
    if (!read_levels(t, &table))
        return;
    card_clocks(t->card, &clocks);
    note_level(t, &table, &clocks);
    const uint32_t top = fastest_memory(&table) * 1000;
    if (test_compared(t, top && clocks.memory_khz > top + top / TOO_FAST_PARTS))
        test_fail(t, "runs its memory at %u MHz, but the fastest level of its VBIOS has %u MHz",
                  clocks.memory_khz / 1000, top / 1000);
}

/* ---- fan ------------------------------------------------------------------------------------- */

/* "40 %"; false: it stands still as far as the pulses go. */
static bool fan_words(struct card *card, const struct gpio_entry *entry, struct text *text)
{
    struct pulses p;

    if (!entry->pwm || !line_pulses(card, entry->line, &p)) {
        text_format(text, "no pulses, line %u is %u", entry->line,
                    (unsigned)line_level(card, entry->line));
        return true;
    }
    if (!p.divisor) {
        text_format(text, "pulses of line %u not set up", entry->line);
        return true;
    }
    const uint32_t duty = p.duty > p.divisor ? p.divisor : p.duty;
    const uint64_t on = entry->off_data ? p.divisor - duty : duty;
    text_format(text, "told to run at %u %%", (unsigned)(on * 100 / p.divisor));
    return on != 0;
}

/* A missing number is explained as plainly as a number: no wire, or a fan that stands. */
static void turns_words(struct test *t, const struct vbios *v, struct text *text)
{
    unsigned rpm = 0;
    const enum tach tach = fan_speed(t->card, v, &rpm);

    if (tach != TACH_NONE && tach != TACH_MISSED)
        test_fact(t, FACT_FAN, rpm);
    switch (tach) {
    case TACH_NONE:
        text_string(text, ", no tachometer");
        break;
    case TACH_STANDS:
        text_string(
            text,
            ", no pulses of the tachometer: it stands, is not plugged in or has no such wire");
        break;
    case TACH_MISSED:
        text_string(text, ", turns not counted: the machine was kept from looking all the time");
        break;
    case TACH_COUNTED:
        text_format(text, ", %u turns a minute by the card's counter", rpm);
        break;
    case TACH_SAMPLED:
        text_format(text, ", %u turns a minute", rpm);
        break;
    }
}

/* The pulses of a fan have a length (board-sensors.md §5). */
static void fan_is_told_to_run(struct test *t)
{
    const struct vbios *const v = board_vbios(t);
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));
    struct gpio_entry entry;

    if (!v)
        return;
    if (!line_for(t->card, v, GPIO_FUNCTION_FAN, &entry)) {
        test_lacks(t, "its VBIOS lists no fan that the card controls");
        return;
    }
    const bool runs = fan_words(t->card, &entry, &text);
    turns_words(t, v, &text);
    test_note(t, "%s", words);
    if (test_compared(t, !runs))
        test_fail(t, "has a fan that is %s", words);
}

/* ---- voltage --------------------------------------------------------------------------------- */

/* The VID lines that the mask has, and how many of them the board lists. */
static uint8_t read_vid(struct card *card, const struct vbios *v, uint8_t mask, unsigned *listed)
{
    static const uint8_t functions[GPIO_VID_COUNT] = GPIO_FUNCTIONS_VID;
    struct gpio_entry entry;
    unsigned vid = 0;

    *listed = 0;
    for (unsigned i = 0; i < GPIO_VID_COUNT; i++) {
        if (!(mask >> i & 1) || !line_for(card, v, functions[i], &entry))
            continue;
        ++*listed;
        if (line_level(card, entry.line) == entry.on_data)
            vid |= 1u << i;
    }
    return (uint8_t)vid;
}

/* Whether a line says that the board's own voltage is taken, whatever the others ask for. */
static bool is_default(struct card *card, const struct vbios *v)
{
    struct gpio_entry entry;

    return line_for(card, v, GPIO_FUNCTION_VID_DEFAULT, &entry) &&
           line_level(card, entry.line) == entry.on_data;
}

/* The requested voltage is one that the VBIOS lists (board-sensors.md §6.1). No register measures
 * the actual one. */
static void voltage_is_listed(struct test *t)
{
    const struct vbios *const v = board_vbios(t);
    uint32_t uv = 0;
    unsigned lines;
    uint8_t mask;

    if (!v)
        return;
    if (voltage_lines(v, &mask) != OK) {
        test_lacks(t, "its VBIOS lists no voltage that can be read");
        return;
    }
    const uint8_t vid = read_vid(t->card, v, mask, &lines);
    const bool own = is_default(t->card, v);
    if (!lines)
        test_lacks(t, "its VBIOS lists no line that asks for a voltage");
    else if (test_compared(t, !own && voltage_of(v, vid, &uv) != OK))
        test_fail(t, "asks for a core voltage by VID %u, for which its VBIOS has none",
                  (unsigned)vid);
    else if (own)
        test_note(t, "the board's default voltage");
    else {
        test_fact(t, FACT_VOLTAGE, uv / 1000);
        test_note(t, "%u mV asked for by %u lines (VID %u); not measured", uv / 1000, lines,
                  (unsigned)vid);
    }
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "board.clocks", .source = "board.md §6, board-sensors.md §7", .run = clocks_are_read,
      .basis = DOCUMENTED, .claim = CLAIM_BOARD },
    { .name = "board.level", .source = "board-sensors.md §1.2, §7", .run = level_is_known,
      .basis = UNVERIFIED, .experiment = "board-sensors.md §7", .claim = CLAIM_BOARD },
    { .name = "board.fan", .source = "board-sensors.md §5", .run = fan_is_told_to_run,
      .basis = UNVERIFIED, .experiment = "board-sensors.md §5", .claim = CLAIM_BOARD },
    { .name = "board.voltage", .source = "board-sensors.md §1.4, §6.1", .run = voltage_is_listed,
      .basis = UNVERIFIED, .experiment = "board-sensors.md §6.1", .claim = CLAIM_BOARD },
};
/* clang-format on */
const struct test_group board_tests = { rows, ARRAY_SIZE(rows) };
