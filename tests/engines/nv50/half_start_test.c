/* Whether somebody has started a card: each row of docs/hardware/devinit.md §3.2 that the rule of §3.3 names, one at a
 * time, on a card that works otherwise; rows that do not fit together get no write but those that reading takes. */
#include "tests/engines/nv50/start_rig.h"

#include "engines/window.h"
#include "tests/suite/run_rig.h"

struct poke {
    uint32_t at, value;
};

/* Who started a card otherwise than most VBIOSes leaves it so: the knobs are on, and it counts as started. */
TEST(posted_otherwise_is_posted)
{
    static const struct {
        const char *knobs;
        struct poke shows; /* a register and its value */
    } others[] = {
        { "memory_clock=past_pll", { 0x4000, 0x8 } },
        { "memory_clock=past_pll", { REF_PCLOCK_GT215_MPLL_PAST, 0x101 } },
        { "memory_clock=unwatched", { 0x4000, 0x11 } },
        { "mode_posted=none", { REF_PDISPLAY_CRTC, 0 } },
        { "mode_posted=none", { 0x619418, 0 } },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
        const struct model_config card = { .chip = &chipset_named("gt215")->chip,
                                           .knobs = others[i].knobs };
        struct posted_evidence seen;
        struct start_rig rig;

        start_rig_open(&rig, &card);
        assert_int_equal(others[i].shows.value, card_read32(&rig.card, others[i].shows.at));
        card_posted(&rig.card, &seen);
        assert_true(seen.posted);
        start_rig_close(&rig);
    }
}

/* ---- writes: the model's own log ------------------------------------------------------------- */

#define LOG_MAX (1 << 22)

static char trace[LOG_MAX];
static size_t trace_used;

static void keep_line(void *opaque, const char *line)
{
    const size_t length = strlen(line);

    if (trace_used + length + 2 > LOG_MAX)
        fail_msg("the log is too long");
    memcpy(trace + trace_used, line, length);
    trace_used += length;
    trace[trace_used++] = '\n';
    trace[trace_used] = '\0';
}

/* Words behind a BAR that are no registers: the log has none of them. */
#define BAR0   0xc0000000u /* the first BAR that the bus gives out */
#define PMEM   (BAR0 + 0x700000u)
#define PMEM_K 0x100000u

static unsigned stores; /* to anything but registers */
static uint64_t stored_at[64];
static uint32_t pmem_base;
static struct bus_tap tap;

static void keep_store(uint64_t at)
{
    if (at >= BAR0 && at < BAR0 + 0x1000000u && !(at >= PMEM && at < PMEM + PMEM_K))
        return;
    if (stores < ARRAY_SIZE(stored_at))
        stored_at[stores] = ((uint64_t)pmem_base << 16) + (at - PMEM);
    stores++;
}

static void bus_write(struct bus *bus, bus_addr at, uint8_t size, uint64_t value)
{
    if (at.v == BAR0 + 0x1700)
        pmem_base = (uint32_t)value;
    keep_store(at.v);
    tap.real->write(bus, at, size, value);
}

#define STORE(name, type)                                                                          \
    static void bus_##name(struct bus *bus, bus_addr at, type what, size_t size)                   \
    {                                                                                              \
        keep_store(at.v);                                                                          \
        tap.real->name(bus, at, what, size);                                                       \
    }

STORE(write_words, const uint32_t *)
STORE(write_block, const void *)
STORE(fill_block, uint64_t)

static void record(struct bus *bus)
{
    bus_tap(&tap, bus);
    tap.ops.write = bus_write;
    tap.ops.write_words = bus_write_words;
    tap.ops.write_block = bus_write_block;
    tap.ops.fill_block = bus_fill_block;
    stores = pmem_base = 0;
    trace_used = 0;
    trace[0] = '\0';
}

static void record_run(struct rig *rig)
{
    record(host_bus(rig->host));
}

/* Registers that reading a card takes: which CRTC byte is read, the shadow of the ROM (§1.2), and, to look at the
 * memory, PMEM's place. Each is put back: the last word written is the first one that was read there. */
static const struct {
    const char *line;
    bool probes;
} allowed[] = {
    { "w 6013d4 ", false },
    { "w 088050 ", false },
    { "w 001700 ", true },
};

static bool is_allowed(const char *line, bool probed, uint32_t last[ARRAY_SIZE(allowed)])
{
    for (unsigned i = 0; i < ARRAY_SIZE(allowed); i++)
        if (strncmp(line, allowed[i].line, strlen(allowed[i].line)) == 0 &&
            (probed || !allowed[i].probes))
            return sscanf(line + 9, "%x", &last[i]) == 1;
    return false;
}

/* The first value read of the register of such a line; 0 if nobody read it. */
static uint32_t first_read(const char *line)
{
    char wanted[16];
    uint32_t value = 0;

    snprintf(wanted, sizeof(wanted), "\nr%s", line + 1);
    const char *const at = strstr(trace, wanted);
    if (at)
        assert_int_equal(1, sscanf(at + strlen(wanted), "%x", &value));
    return value;
}

static void expect_only_allowed(const char *who, bool probed)
{
    uint32_t found[ARRAY_SIZE(allowed)], last[ARRAY_SIZE(allowed)];

    for (unsigned i = 0; i < ARRAY_SIZE(allowed); i++)
        found[i] = last[i] = first_read(allowed[i].line);
    for (const char *line = trace; *line; line = strchr(line, '\n') + 1)
        if (line[0] == 'w' && !is_allowed(line, probed, last))
            fail_msg("%s: %.40s", who, line);
    for (unsigned i = 0; i < ARRAY_SIZE(allowed); i++)
        if (last[i] != found[i])
            fail_msg("%s: %s is left at 0x%x", who, allowed[i].line, last[i]);
}

/* A whole run of the default suite over a card that works in part, or not yet and may not be started. */
static void expect_hands_off(const char *chip, const char *defects, bool cold, bool probed)
{
    struct rig *const rig = rig_new();
    char who[64];

    snprintf(who, sizeof(who), "%s, %s", chip, defects ? defects : "cold");
    rig->card = (struct model_config){
        .chip = &chipset_named(chip)->chip, .defects = defects, .cold = cold, .trace = true
    };
    rig->config.post = cold ? POST_OFF : POST_AUTO;
    rig->host_config.log = keep_line;
    rig->prepare = record_run;
    rig_run(rig);
    if (rig->verdict != VERDICT_NOT_TESTED)
        fail_msg("%s:\n%s", who, rig->tap);
    assert_non_null(strstr(trace, "r 000200 "));
    expect_only_allowed(who, probed);
    if (stores != (probed ? 12 : 0))
        fail_msg("%s: %u stores to memory", who, stores);
    rig_free(rig);
}

TEST(a_half_started_card_gets_no_write)
{
    static const char *const defects[] = { "half-pfb",     "half-size",  "half-geometry",
                                           "half-refresh", "half-clock", "half-memory" };

    for (unsigned i = 0; i < ARRAY_SIZE(defects); i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
            if (!(nv50_chips[chip].features & FEATURE_IGP))
                expect_hands_off(nv50_chips[chip].chip.name, defects[i], false,
                                 strcmp(defects[i], "half-memory") == 0);
    expect_hands_off("g86", "post-half", true, false);
}

TEST(a_cold_card_that_may_not_be_started_gets_no_write)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++)
        expect_hands_off(nv50_chips[chip].chip.name, NULL, true, false);
}
