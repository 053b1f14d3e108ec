/* The model as a Titan V, beside two that were read and traced: each word that differs has its reason here, and a reason
 * whose word no longer differs is no reason. */
#include "tests/model/gv100/core_rig.h"

#define TITAN_V   (UINT64_C(12) << 30)
#define ACCESS_NS 2000 /* that one takes under mmiotrace */

/* ---- registers as they are found ------------------------------------------------------------------------------------ */

#define GARBAGE  "the manual gives no value after reset, and each card has other bits there"
#define MEMORY   "VRAM powers on with noise; this one was left with zeros"
#define WARMTH   "as warm as it was; the model is 41 C"
#define OWN_ROM  "the model's own ROM"
#define CLOCKS   "clocks of graphics: the model has none there, and nobody reads them"
#define FALCONS  "a falcon's state: the model's are halted, where the card's PMU sleeps"
#define SCRUBBED "the pages that the scrub at the start went over: nobody reads them"
#define STEPS    "the index at which it was left: each read moves it on"
#define NOBODYS  "no manual of GV100, driver or self test uses it"

enum card_state { NO_STATE, POSTED, COLD };

static const struct word {
    uint32_t at, value, mask;
    enum card_state since; /* of all that follow, with no word of its own */
    const char *why;       /* null: the model has the same */
} words[] = {
#define SINCE(state)          { .since = (state) },
#define SAME(at, value)       { at, value, UINT32_MAX, NO_STATE, NULL },
#define SOME(at, value, mask) { at, value, mask, NO_STATE, NULL },
#define OTHER(at, value, why) { at, value, UINT32_MAX, NO_STATE, why },
#include "tests/model/gv100/real.def"
};

static unsigned compare(enum card_state state)
{
    enum card_state of = NO_STATE;
    unsigned wrong = 0;

    open_measured(&(struct model_config){ .cold = state == COLD, .vram_size = TITAN_V });
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        const struct word *const word = &words[i];
        const bool same = !((rd(word->at) ^ word->value) & word->mask);

        of = word->since ? word->since : of;
        if (word->since || of != state || same == !word->why)
            continue;
        printf("# 0x%06x: a card has 0x%08x, the model 0x%08x%s%s\n", word->at, word->value,
               rd(word->at), word->why ? ", and yet it is listed as another: " : "",
               word->why ? word->why : "");
        wrong++;
    }
    return wrong;
}

TEST(a_posted_card, NULL, close_world)
{
    assert_int_equal(0, compare(POSTED));
}

TEST(a_cold_card, NULL, close_world)
{
    assert_int_equal(0, compare(COLD));
}

/* ---- a driver's probe ----------------------------------------------------------------------------------------------- */

static const struct access {
    uint64_t at;
    uint32_t value;
    enum { READ_OF, WRITE_OF, STORE_OF, LOAD_OF, CLEAR_OF } kind;
} probe[] = {
#define READ(at, value)  { at, value, READ_OF },
#define WRITE(at, value) { at, value, WRITE_OF },
#define STORE(at, value) { at, value, STORE_OF },
#define LOAD(at, value)  { at, value, LOAD_OF },
#define CLEAR(at)        { at, 0, CLEAR_OF },
#include "tests/model/gv100/probe.def"
};

/* Registers that the model answers otherwise, one each. */
static const struct {
    uint32_t at;
    const char *why;
} reasons[] = {
    /* clang-format off */
    { 0x000100, "PRI_RING, bit 30: the card's ring tells of the refused write to 0xd054" },
    { REF_PTIMER_INTR_0, "an alarm at a time of the card's clock, which the model's has not reached" },
    { REF_PTIMER_TIME_LOW, "the card's clock had run for 20 minutes, the model's begins" }, { REF_PTIMER_TIME_HIGH, "its high word" },
    { 0x00d054, "an I2C port, which can be read and refuses writes; no self test has one" }, { REF_TSENSOR, "48 C; the model is 41 C" },
    { 0x120058, "the ring's own report of a refused write; no self test reads it" },
    { 0x120070, "the ring's number of units of one kind, as at 0x120074 and 0x120078" }, { 0x120074, "GPCs behind the ring" },
    { 0x120078, "the same" }, { 0x122120, "where the refused write went" }, { 0x122124, "its data" }, { 0x122128, "who refused it" },
    /* clang-format on */
};

static bool is_explained(uint64_t at, bool seen[])
{
    for (unsigned i = 0; i < ARRAY_SIZE(reasons); i++)
        if (reasons[i].at == at)
            return seen[i] = true;
    return false;
}

/* §3, §6.1, §8.3: as nouveau takes it over, flushes, invalidates, binds two channels, gives and preempts runlists. */
TEST(a_drivers_probe, NULL, close_world)
{
    bool seen[ARRAY_SIZE(reasons)] = { false };
    unsigned wrong = 0, reads = 0;

    open_measured(&(struct model_config){ .vram_size = TITAN_V });
    wr(REF_PMC_ENABLE, UINT32_MAX); /* as nouveau begins */
    for (unsigned i = 0; i < ARRAY_SIZE(probe); i++) {
        const struct access *const access = &probe[i];
        const bool loads = access->kind == LOAD_OF;

        wait_ns(ACCESS_NS);
        for (unsigned k = 0; access->kind == CLEAR_OF && k < 0x1000; k += 4)
            put(access->at + k, 0);
        if (access->kind == STORE_OF)
            put(access->at, access->value);
        if (access->kind == WRITE_OF)
            wr((uint32_t)access->at, access->value);
        if (access->kind != READ_OF && !loads)
            continue;
        const uint32_t now = loads ? get(access->at) : rd((uint32_t)access->at);
        reads++;
        if (now == access->value || is_explained(access->at, seen))
            continue;
        printf("# step %u: 0x%06llx gave 0x%08x, the model 0x%08x\n", i,
               (unsigned long long)access->at, access->value, now);
        wrong++;
    }
    for (unsigned i = 0; i < ARRAY_SIZE(reasons); i++)
        if (!seen[i])
            printf("# 0x%06x no longer differs: %s\n", reasons[i].at, reasons[i].why), wrong++;
    assert_pairs(0, wrong, true, reads > 70);
}
