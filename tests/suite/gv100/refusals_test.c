/* Each register that a run of the default suite reads answers in turn with each word that is no value (docs/hardware/
 * gv100.md §1.7), from its first read on and from a later one on. Nothing about the card is proven then: it is never
 * FAIL, no memory chip or channel is named, and a PASS has read all of memory and stands beside a line of the report
 * that has the register and the word's meaning. The registers are those that the run is seen to read. */
#include "tests/suite/run_rig.h"

#define BAR0_SIZE 0x1000000u

/* Typed from §1.7: a word of each kind, and its meaning in the report. */
/* clang-format off */
static const struct { uint32_t word; const char *means; } kinds[] = {
    { 0xbadf1100, "nobody is there" }, { 0xbadf5108, "refused by privilege" }, { 0xbadf1201, "the unit is in reset" },
    { 0xbad0da00, "the unit is off" }, { 0xbadf5040, "no such register in the unit" },
    { 0xbad00200, "host: no such register" }, { 0xbadf3000, "the ring is dead" }, { 0xbadf1002, "time-out" },
    { 0xbad00100, "host: time-out" }, { 0xbadf1301, "the unit is fused off" }, { 0xbadf5545, "no route" },
    { 0xbad00f00, "host: error of the ring" }, { 0xbad0b000, "memory does not acknowledge" },
    { 0xbadf2000, "no such GPC or partition" }, { 0xbadf2201, "the unit has no power" },
    { 0xbadf5208, "refused by privilege, behind the unit" }, { 0xbadf5300, "error of the local ring" },
    { 0xbadf5400, "refused by privilege of a falcon's memory" }, { 0xbadfffff, "refused" },
};
/* clang-format on */

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static struct {
    struct bus_tap tap;
    uint64_t bar0;
    unsigned reads[BAR0_SIZE / 4]; /* of each register */
    uint32_t reg, word;            /* word 0: no register is refused */
    unsigned from;                 /* reads that are answered before */
} card;

/* Memory shows there, and any word may be its content. */
static bool is_memory(uint32_t reg)
{
    return (reg >= 0x700000 && reg < 0x800000) || (reg >= 0x300000 && reg < 0x380000);
}

static uint64_t read_refused(struct bus *bus, bus_addr at, uint8_t size)
{
    const uint64_t value = card.tap.real->read(bus, at, size);
    const uint64_t reg = at.v - card.bar0;

    if (at.v < card.bar0 || reg >= BAR0_SIZE || is_memory((uint32_t)reg))
        return value;
    const unsigned nth = card.reads[reg / 4]++;

    return card.word && reg == card.reg && nth >= card.from ? card.word : value;
}

static void look_on(struct rig *rig)
{
    bus_tap(&card.tap, host_bus(rig->host));
    card.tap.ops.read = read_refused;
    card.bar0 = model_config_read(host_bus_card(rig->host, 0), 0x10, 4);
}

/* A card as people have them, and the suite's results when each register has a value. */
static const struct as {
    const char *board;
    bool cold; /* its own ROM starts it */
    enum verdict verdict;
} titan_v = { "titanv", false, VERDICT_PASS }, v100 = { "v100", false, VERDICT_INCOMPLETE },
  cold = { "titanv", true, VERDICT_PASS };

static struct rig *run_card(const struct as *as, uint32_t reg, uint32_t word, unsigned from)
{
    struct rig *const rig = rig_new();

    memset(card.reads, 0, sizeof(card.reads));
    card.reg = reg;
    card.word = word;
    card.from = from;
    rig->card = (struct model_config){ .chip = &gv100_chips[CHIP_GV100].chip,
                                       .board = as->board,
                                       .cold = as->cold,
                                       .vram_size = 16 << 20 };
    rig->config.model = false; /* on silicon */
    rig->prepare = look_on;
    rig->host_config.bar_base = UINT64_C(1) << 40;
    rig_run(rig);
    return rig;
}

/* "0 errors in 112 MiB read", with the rest of the verdict. */
static const char *read_of(const struct rig *rig)
{
    const char *const verdict = strstr(rig->tap, "\n# verdict: ");
    const char *const words = verdict ? strstr(verdict, "0 errors in ") : NULL;

    return words ? words : "";
}

static void expect_unproven(const struct as *as, const char *all, uint32_t reg, unsigned kind,
                            unsigned from)
{
    struct rig *const rig = run_card(as, reg, kinds[kind].word, from);
    char says[160];

    snprintf(says, sizeof(says), "register 0x%06x reads 0x%08x", (unsigned)reg,
             (unsigned)kinds[kind].word);
    const char *const logged = strstr(rig->log, says);
    const char *const told = logged ? logged : strstr(rig->tap, says);
    if (rig->verdict == VERDICT_FAIL)
        fail_msg("FAIL by %s from read %u on, in:\n%s", says, from, rig->tap);
    if (rig->verdict == VERDICT_PASS && strcmp(read_of(rig), all) != 0)
        fail_msg("PASS by %s from read %u on, not having read all, in:\n%s", says, from, rig->tap);
    if (strstr(rig->records, "\"channels\":[{") || strstr(rig->records, "\"chips\":[{"))
        fail_msg("names memory by %s from read %u on, in:\n%s", says, from, rig->tap);
    if (card.reads[reg / 4] > from && (!told || !strstr(told, kinds[kind].means)))
        fail_msg("nothing says \"%s ... %s\" in:\n%s%s", says, kinds[kind].means, rig->tap,
                 rig->log);
    rig_free(rig);
}

/* Of the registers each one in full, else one in `stride`; each with the next kind of word. */
static void refuse_in_turn(const struct as *as, unsigned stride)
{
    static unsigned reads[BAR0_SIZE / 4];
    struct rig *const rig = run_card(as, 0, 0, 0);
    char all[200];
    unsigned registers = 0, kind = 0;

    assert_int_equal(as->verdict, rig->verdict);
    snprintf(all, sizeof(all), "%s", read_of(rig));
    rig_free(rig);
    memcpy(reads, card.reads, sizeof(reads));
    for (uint32_t i = 0; i < BAR0_SIZE / 4; i++) {
        if (!reads[i] || (registers++ % stride && !in_full()))
            continue;
        for (unsigned n = 0; n < (in_full() ? KINDS : 1); n++, kind = (kind + 1) % KINDS) {
            expect_unproven(as, all, 4 * i, kind, 0);
            if (reads[i] > 1)
                expect_unproven(as, all, 4 * i, kind, reads[i] / 2);
        }
    }
    assert_true(registers > 100);
}

TEST(a_titan_v)
{
    refuse_in_turn(&titan_v, 23);
}

TEST(a_v100_with_ecc)
{
    refuse_in_turn(&v100, 37);
}

TEST(a_cold_card)
{
    refuse_in_turn(&cold, 53);
}
