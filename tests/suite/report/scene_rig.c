#include "tests/suite/report/scene_rig.h"
#include "reference/words.h"

#include "tests/suite/report/judged.h"

static void add_chips(struct scene_card *card, unsigned parts, unsigned each, uint8_t state)
{
    card->parts = parts;
    card->chip_count = 0;
    for (unsigned part = 0; part < parts; part++)
        for (unsigned i = 0; i < each; i++) {
            struct scene_chip *const chip = &card->chips[card->chip_count++];

            if (each == 4)
                snprintf(chip->name, sizeof(chip->name), "%c%c%c", 'A' + (int)part,
                         '0' + (int)i / 2, "ab"[i % 2]);
            else
                snprintf(chip->name, sizeof(chip->name), "%c%u", 'A' + (int)part, i);
            chip->part = (uint8_t)part;
            chip->state = state;
        }
}

static const struct advice *advice_for(uint8_t state)
{
    static const uint8_t causes[STATES] = { [STATE_PASS] = CAUSE_NONE,
                                            [STATE_FAIL] = CAUSE_DATA_LINE,
                                            [STATE_NOT_TESTED] = CAUSE_NOT_STARTED,
                                            [STATE_INCOMPLETE] = CAUSE_TOO_HOT };

    return state == STATE_WAITING || state == STATE_RUNNING ? NULL
                                                            : advice_of((enum cause)causes[state]);
}

static struct scene_card card_of(const char *at, uint8_t state, const char *reason)
{
    /* clang-format off */
    struct scene_card card = { .at = at, .title = "G84", .memory = "256 MiB, 2 partitions", .state = state,
        .reason = reason, .memory_tested = state == STATE_PASS || state == STATE_FAIL, .passed = 146,
        .skipped = 12 };
    /* clang-format on */

    card.advice = advice_for(state);
    add_chips(&card, 2, 2, state == STATE_PASS || state == STATE_FAIL ? CHIP_TESTED : CHIP_WAITING);
    return card;
}

static void make_bad(struct scene_card *card)
{
    card->chips[3].state = CHIP_BAD;
    card->finding = stuck_line_of_b1();
    card->wrong = 196608;
    card->failed = 38;
    card->passed = 109;
}

#define STUCK                                                                                      \
    "vram.quick: G84 " SAYS_BAD_MEMORY                                                             \
    ": partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip B1) "                           \
    "(it may explain the other 37 failures)"

static struct scene scene_of(uint8_t state)
{
    /* clang-format off */
    return (struct scene){ .version = "0.1.0", .time = "2026-01-15 10:42", .machine = "Q35 + ICH9, 2009",
        .saved = "USB stick", .state = state, .card_count = 1, .elapsed = 72, .left = 47, .celsius = 61,
        .hottest = 63, .limit = 95, .rate = 36, .percent = 73, .run_thousandths = 610, .key_count = 4,
        .keys = { { "Esc", "Stop" }, { "Space", "Pause" }, { "S", "Skip test" }, { "D", "Details" } } };
    /* clang-format on */
}

struct scene scene_running(void)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.cards[0] = card_of("0000:01:00.0", STATE_RUNNING, NULL);
    add_chips(&scene.cards[0], 2, 2, CHIP_TESTING);
    scene.test = "vram.quick";
    scene.what = "March C-, down: read 0, write 1";
    scene.result_count = 3;
    scene.results[0] = (struct scene_result){
        STATE_FAIL, "vm.pte.read_only",
        "G84 recorded no fault, expected PAGE_READ_ONLY BAR/PFIFO_WRITE BAR1_WRITE write at 0x20, "
        "channel 0x00000020, and a good deal more that does not fit"
    };
    scene.results[1] = (struct scene_result){ STATE_PASS, "vram.size", "0x10000000 bytes" };
    scene.results[2] = (struct scene_result){ STATE_PASS, "vram.temperature", "45 C" };
    return scene;
}

static struct scene verdict(uint8_t state, const char *reason)
{
    struct scene scene = scene_of(state);

    scene.cards[0] = card_of("0000:01:00.0", state, reason);
    if (state == STATE_FAIL)
        make_bad(&scene.cards[0]);
    return scene;
}

struct scene scene_many(unsigned count, unsigned parts)
{
    static const char *const at[] = { "0000:01:00.0", "0000:02:00.0", "0000:03:00.0",
                                      "0000:04:00.0", "0000:05:00.0", "0000:06:00.0",
                                      "0000:07:00.0", "0000:08:00.0" };
    struct scene scene = scene_of(STATE_FAIL);

    scene.card_count = count;
    for (unsigned i = 0; i < count; i++) {
        scene.cards[i] = card_of(at[i], i == 1 ? STATE_FAIL : STATE_PASS, i == 1 ? STUCK : "");
        if (parts)
            add_chips(&scene.cards[i], parts, 2, CHIP_TESTED);
    }
    make_bad(&scene.cards[1]);
    scene.card = 1;
    return scene;
}

static struct scene no_card(void)
{
    struct scene scene = scene_of(STATE_NOT_TESTED);

    scene.card_count = 0;
    scene.reason = "no card";
    scene.advice = advice_of(CAUSE_NO_CARD);
    return scene;
}

static struct scene lost(void)
{
    struct scene scene = verdict(STATE_PASS, "");

    scene.cards[0].finding.cause = CAUSE_PART_OF_SUITE; /* its band is hollow */
    scene.lost = "the stick is read-only";
    return scene;
}

struct scene scene_unsent(void)
{
    struct scene scene = verdict(STATE_FAIL, STUCK);

    scene.unsent = "10.77.0.1 does not answer; the stick has it; tried again for 42 s";
    return scene;
}

static struct scene large_chips(void)
{
    struct scene scene = verdict(STATE_FAIL, STUCK);

    add_chips(&scene.cards[0], 8, 4, CHIP_TESTED);
    scene.cards[0].chips[5].state = CHIP_BAD;
    for (unsigned i = 0; i < 4; i++)
        scene.cards[0].chips[8 + i].state = CHIP_WRONG; /* their words fill more than half a line */
    return scene;
}

/* GV100: no source says which chip an address lies in. */
static struct scene without_chips(void)
{
    struct scene scene =
        verdict(STATE_FAIL, "vram.quick: GV100 " SAYS_BAD_MEMORY ": 20971520 wrong words, bits "
                            "0x0000002000000000, multiples of 0x20 bytes apart; which chip "
                            "holds them is not known for this chipset");

    scene.cards[0].title = "GV100";
    scene.cards[0].finding = (struct finding){ .cause = CAUSE_MEMORY_UNPLACED };
    scene.cards[0].advice = advice_of(CAUSE_MEMORY_UNPLACED);
    scene.cards[0].parts = scene.cards[0].chip_count = 0;
    scene.cards[0].memory_state = CHIP_BAD;
    return scene;
}

static struct scene mixed(void)
{
    struct scene scene = scene_many(4, 0);

    scene.cards[0].finding.cause = CAUSE_PART_OF_SUITE;
    scene.cards[2] =
        card_of("0000:03:00.0", STATE_NOT_TESTED, "the card is not initialised by its VBIOS");
    scene.cards[3] =
        card_of("0000:04:00.0", STATE_INCOMPLETE,
                "vram.quick: after a pause of 61 s the card is still at 97 C, max_temp is 95");
    return scene;
}

struct scene_card scene_card_of(unsigned parts)
{
    struct scene_card card = { .title = "G84", .percent = 60 };

    add_chips(&card, parts, 2, CHIP_WAITING);
    for (unsigned i = 0; i < card.chip_count; i++)
        card.chips[i].state = (uint8_t)((i + parts) % 5);
    return card;
}

/* Hot, held by the person, and with chips of every state. */
static struct scene held(void)
{
    struct scene scene = scene_running();
    struct scene_card *const card = &scene.cards[0];

    add_chips(card, 3, 2, CHIP_TESTED);
    card->chips[1].state = CHIP_WAITING;
    card->chips[2].state = CHIP_TESTING;
    card->chips[3].state = CHIP_WRONG;
    card->chips[4].state = CHIP_BAD;
    card->percent = 40;
    card->failed = 2;
    scene.celsius = 86;
    scene.percent = scene.rate = scene.left = -1;
    scene.paused = true;
    scene.rounds = "round 3 of 10";
    scene.lost = "the stick is full";
    scene.results[1].state = STATE_INCOMPLETE;
    scene.results[2].state = STATE_NOT_TESTED;
    scene.results[2].words = NULL;
    return scene;
}

#define READS "G84 reads VRAM 0x1000", "VRAM 0x2000", "VRAM 0x1000"
static const struct scene_problem problems[] = {
    /* clang-format off */
    { 0, STATE_FAIL, "vm.pte.read_only", "G84 recorded no fault", "PAGE_READ_ONLY", "no fault", 0, 0 },
    { 1, STATE_INCOMPLETE, "vram.quick", "stopped by the operator (Esc)", "", "", 0, 0 },
    { 1, STATE_FAIL, "vram.thorough.address", "G84 " SAYS_BAD_MEMORY ": partition 1 (FBB), D32-D63, rank A: address line "
      "7 of the row does nothing, which is seen at each of the places that were looked at", "0x00012340", "0x00012740", 0, 0 },
    { 1, STATE_FAIL, "vm.pte.absent", "G84 recorded no fault", "PAGE_NOT_PRESENT", "no fault", 0, 0 },
    { 0, STATE_FAIL, "vm.pte.64k", READS, 0, 0 }, { 0, STATE_FAIL, "vm.pde.large", READS, 0, 0 },
    { 0, STATE_FAIL, "vm.contig.64k", READS, 0, 0 }, { 0, STATE_FAIL, "vm.tlb.bind", READS, 0, 0 },
    { 0, STATE_FAIL, "vm.fault.object", "G84 recorded no fault", "DMAOBJ_LIMIT", "no fault", 0, 0 },
    { 1, STATE_INCOMPLETE, "link.errors", "no memory", "", "", 0, 0 },
    /* clang-format on */
};

static struct scene details(void)
{
    struct scene scene = scene_many(2, 0);

    scene.details = true;
    scene.problems = problems;
    scene.problem_count = 10;
    scene.first_problem = 1;
    scene.problems_lost = 4;
    return scene;
}

static struct scene one_card(void)
{
    struct scene scene = scene_many(2, 0);

    scene.one_card = true;
    scene.label = "shelf 3";
    scene.rounds = "round 10 of 10; 2 not PASS";
    scene.cards[1].differs = 3;
    return scene;
}

static struct scene question(void)
{
    struct scene scene = scene_of(STATE_RUNNING);

    scene.question = "Which card is this? Type its label, then Enter.";
    scene.typed = "shelf 3";
    return scene;
}

/* A key is the answer; without one the run goes on by itself. */
static struct scene key_question(void)
{
    struct scene scene = question();

    scene.question =
        "The test vram.quick was running at the last three boots, which somebody ended. Shall it "
        "run again?";
    scene.typed = NULL;
    scene.otherwise = "it is left out";
    scene.seconds = 30;
    return scene;
}

/* Esc during the second of three cards, of which nothing more is known: no temperature, no time, nothing kept. */
static struct scene stopped(void)
{
    struct scene scene = scene_many(3, 0);

    scene.state = STATE_INCOMPLETE;
    scene.cards[1] = card_of("0000:02:00.0", STATE_RUNNING, "stopped by the operator (Esc)");
    scene.cards[2] = card_of("0000:03:00.0", STATE_WAITING, NULL);
    scene.cards[2].title = scene.cards[2].memory = NULL;
    scene.saved = scene.time = NULL;
    return scene;
}

/* The firmware has failed; more is said for who mends it than there is room for. */
static struct scene crashed(void)
{
    static const struct crash_running running = { "vram.thorough.neighbours", "0000:01:00.0",
                                                  "G200  1024 MiB, 8 partitions  round 2", 0 };
    static struct crash crash = { .running = &running,
                                  .kept = true,
                                  .keys = true,
                                  .code = "X14-probe_address_lines_of_a_partition-1f4",
                                  .what = "exception 14 (page fault) at compare_words+0x1f",
                                  .line_count = CRASH_LINES };
    struct scene scene = scene_of(STATE_WAITING);

    for (unsigned i = 0; i < CRASH_LINES; i++)
        snprintf(crash.lines[i], sizeof(crash.lines[i]), "line %u of what went wrong", i);
    scene.crash = &crash;
    scene.saved = "report.jsonl, up to here";
    scene.key_count = 2;
    scene.keys[0] = (struct scene_key){ "Enter", "Restart" };
    scene.keys[1] = (struct scene_key){ "O", "Power off" };
    return scene;
}

/* One card that nothing is known of but its place. */
static struct scene bare(void)
{
    struct scene scene = verdict(STATE_INCOMPLETE, "stopped by the operator (Esc)");

    scene.cards[0].advice = advice_of(CAUSE_BY_HAND);
    scene.cards[0].title = scene.cards[0].memory = NULL;
    scene.cards[0].chip_count = scene.cards[0].parts = 0;
    scene.cards[0].errors = 2;
    scene.version = scene.machine = NULL;
    scene.elapsed = scene.celsius = scene.hottest = -1;
    return scene;
}

static struct scene menu(unsigned count, unsigned chosen, int seconds)
{
    static const struct scene_line lines[SCENE_LINES] = {
        /* clang-format off */
        { "Quick", "all tests, all of the memory once" }, { "Thorough", "nine more memory tests" },
        { "Memory only", "the card, its link, the ways to its memory, and the memory" },
        { "Loop", "as Quick, round after round until Esc" },
        { "Look only", "reads registers, writes none" },
        { "Burn in", "as Loop, with the card warmed by copies of its own" },
        { "Card 1 only", "0000:01:00.0 G84" }, { "Card 2 only", "0000:02:00.0 G86" },
        { "Card 3 only", "0000:03:00.0 G92" }, { "Card 4 only", "0000:04:00.0 G94" },
        { "Card 5 only", "0000:05:00.0 G96" }, { "Card 6 only", "0000:06:00.0 G98" },
        /* clang-format on */
    };
    struct scene scene = scene_of(STATE_RUNNING);

    scene.line_count = count;
    scene.line = chosen;
    scene.seconds = seconds;
    memcpy(scene.lines, lines, sizeof(lines));
    return scene;
}

/* The scene of mock-up 22. */
static struct scene scene_pass(void)
{
    struct scene scene = verdict(STATE_PASS, "");

    scene.cards[0].finding.cause = CAUSE_NARROW_LINK;
    scene.cards[0].advice = advice_of(CAUSE_NARROW_LINK);
    /* clang-format off */
    scene.cards[0].conditions = (struct conditions){ .read = UINT64_C(6) << 30, .memory = UINT64_C(512) << 20,
        .memory_khz = 400000, .memory_top_khz = 900000, .link = { .width = 1, .card = 16, .port = 16, .speed = 1 },
        .sensor = true, .coolest = 45, .hottest = 63,
        .unseen = 1 << PART_CORES | 1 << PART_TEXTURES | 1 << PART_ROPS | 1 << PART_OUTPUTS };
    /* clang-format on */
    return scene;
}

#define FIRST_AT "0000:01:00.0"

/* 130 rounds in steps of two: the card warms up from 45 to 81 C, and errs in nine of them once it is warm. */
static const struct scene_rounds *all_rounds(bool good)
{
    static const uint8_t bad[][2] = { { 20, 2 }, { 23, 1 }, { 33, 6 }, { 40, 1 },
                                      { 48, 4 }, { 51, 3 }, { 58, 2 }, { 59, 4 } };
    static struct scene_rounds kept[2];
    struct scene_rounds *const all = &kept[good];

    *all = (struct scene_rounds){ .done = 130, .per = 2, .step_count = 65, .card_count = 1 };
    for (unsigned i = 0; i < all->step_count; i++)
        all->steps[i].celsius = (int16_t)(i < 30 ? 45 + i * 36 / 30 : 78 + i % 8 / 2);
    all->cards[0] =
        (struct scene_rounds_card){ FIRST_AT, .good_least = 45, .bad_least = NOT_KNOWN };
    if (good)
        return all;
    for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        all->steps[bad[i][0]].bad = 1;
        all->steps[bad[i][0]].failed = i != 1; /* that one was not whole */
        all->steps[bad[i][0]].wrong[0] = bad[i][1];
    }
    all->cards[0] =
        (struct scene_rounds_card){ FIRST_AT,    .failed = 9,      .unpassed = 9,  .first = 41,
                                    .wrong = 23, .good_least = 45, .bad_least = 77 };
    all->chip_count = 2;
    all->chips[0] = (struct scene_rounds_chip){ 0, "A0", 1, 97, 1, 81, 81 };
    all->chips[1] = (struct scene_rounds_chip){ 0, "B1", 9, 41, 22, 77, 81 };
    return all;
}

/* The scene of mock-up 27. */
static struct scene scene_rounds(void)
{
    struct scene scene = verdict(STATE_FAIL, "vram.quick: intermittent, 4 words (chips A0 B1)");

    scene.all_rounds = all_rounds(false);
    scene.rounds = "130 rounds: 9 not PASS, the first was round 41; 23 wrong words";
    scene.cards[0].chips[0].state = CHIP_BAD;
    scene.cards[0].finding.cause = CAUSE_INTERMITTENT;
    scene.cards[0].finding.chips[0][0] = 1;
    scene.cards[0].advice = advice_on(&scene.cards[0].finding);
    return scene;
}

static struct scene good_rounds(void)
{
    struct scene scene = scene_pass();

    scene.all_rounds = all_rounds(true);
    scene.rounds = "130 rounds: all PASS; 45 to 81 C";
    return scene;
}

/* Four cards at the same time: one has its verdict, two run, one waits. */
static struct scene together(void)
{
    struct scene scene = scene_many(4, 2);

    scene.state = STATE_RUNNING;
    scene.together = true;
    for (unsigned i = 1; i < 4; i++) {
        struct scene_card *const card = &scene.cards[i];
        const uint8_t state = i < 3 ? STATE_RUNNING : STATE_WAITING;

        *card = card_of(card->at, state, NULL);
        add_chips(card, 2, 2, i < 3 ? CHIP_TESTING : CHIP_WAITING);
        card->celsius = card->rate = NOT_KNOWN;
    }
    scene.cards[1].test = "vram.quick";
    scene.cards[1].percent = 36;
    scene.cards[1].celsius = 66;
    scene.cards[1].rate = 41;
    scene.cards[2].test = "vm.contig.unequal";
    scene.cards[2].failed = 1;
    return scene;
}

/* Half the memory and another VBIOS. */
static struct scene not_expected(void)
{
    static const struct board_row rows[] = {
        /* clang-format off */
        { "chipset", false, "g84", "g84" }, { "subsystem", false, "1462:0910", "1462:0910" },
        { "memory", true, "512 MiB", "256 MiB" }, { "partitions", false, "0x3", "0x3" },
        { "vbios", true, "60.84.68.00.15", "60.84.41.00.07" }, { "link_width", false, "16 lanes", "16 lanes" },
        { "link_speed", false, "2500 MT/s", "2500 MT/s" }, { "celsius_most", false, "up to 85 C", "63 C" },
        { "rate", false, "180 MB/s or more", "214 MB/s" }, { "wrong_words", false, "0", "0" },
        /* clang-format on */
    };
    struct scene scene = verdict(
        STATE_FAIL, "board.expected: G84 is not the expected board: memory 256 MiB, 512 MiB "
                    "expected; vbios 60.84.41.00.07, 60.84.68.00.15 expected");
    struct scene_card *const card = &scene.cards[0];

    card->finding = (struct finding){ .cause = CAUSE_NOT_EXPECTED };
    card->advice = advice_of(CAUSE_NOT_EXPECTED);
    card->wrong = 0;
    card->failed = 1;
    card->conditions = (struct conditions){ .read = UINT64_C(3) << 30, .cards = 1 };
    card->board = (struct board_table){ .file = "g84-512.cfg",
                                        .compared = 24,
                                        .differing = 2,
                                        .count = sizeof(rows) / sizeof(rows[0]) };
    memcpy(card->board.rows, rows, sizeof(rows));
    return scene;
}

/* A G92 of which TPC 2 is fused off and a multiprocessor is bad; the reason takes three lines. */
static struct scene bad_core(void)
{
    struct scene scene = verdict(
        STATE_FAIL,
        "shader.sample: G92 TPC 3, MP 1: floats wrong in lane 5: add f32 of 0xc0540e6c, "
        "0xbe61af04, 0xbf387fb1 gives 0xc081132c, expected 0xc081172c: bit 10; wrong in 4 of 448 "
        "words, in none of the other 13 MPs");
    struct scene_card *const card = &scene.cards[0];
    const uint64_t bad = core_bit(3, 1);

    card->title = "G92";
    card->cores = (struct core_table){ .tpcs = 8, .mps = 2 };
    for (unsigned i = 0; i < 16; i++)
        card->cores.there |= i / 2 == 2 ? 0 : core_bit(i / 2, i % 2);
    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        card->cores.good[unit] = card->cores.there & (unit == CORE_FLOAT ? ~bad : UINT64_MAX);
    card->cores.bad[CORE_FLOAT] = bad;
    card->finding =
        (struct finding){ .cause = CAUSE_SHADER_CORE, .cores = bad, .unit = CORE_FLOAT, .lane = 5 };
    card->advice = advice_of(CAUSE_SHADER_CORE);
    card->wrong = 0;
    card->chips[3].state = CHIP_TESTED;
    card->failed = 1;
    return scene;
}

/* A line that is longer than the narrow screen, and one that nobody has answered yet. */
static struct scene prompts(void)
{
    static struct scene_prompt prompt = {
        .open = true,
        .line_count = 5,
        .lines = { { PROMPT_ENTERED, "> read 0x1540" },
                   { PROMPT_ANSWER, "  0x001540 PBUS_HWUNITS_0 = 0x53030003" },
                   { PROMPT_DETAIL, "    TPCS=0x3 PARTS=0x3 MPS=0x3 KEEP=0x1 VDEC=0x1" },
                   { PROMPT_ENTERED, "> vram write 0x300000 1 2 3" },
                   { PROMPT_ASKED, "  This writes VRAM 0x300000. It is put back when you leave. Go "
                                   "on? (Y, or any other key)" } },
        .input = "vram read 0x30",
        .cursor = 14,
    };
    struct scene scene = scene_running();

    scene.prompt = &prompt;
    return scene;
}

/* A screen full of every kind of line, more writes than are kept, and a line that is longer than its room. */
static struct scene long_prompt(void)
{
    static const char *const commands[][2] = { { "read", "a register, or some" },
                                               { "write", "one, which is put back when you leave" },
                                               { "undo", "the last write" } };
    static struct scene_prompt prompt = { .open = true,
                                          .line_count = 60,
                                          .input =
                                              "write 0x100c80 0x00000001 0x00000002 0x00000003 "
                                              "0x00000004 0x00000005 0x00000006 0x00000007 "
                                              "0x00000008 0x00000009 and more at its end",
                                          .cursor = 130,
                                          .write_count = 6,
                                          .command_count = ARRAY_SIZE(commands),
                                          .commands = commands };
    struct scene scene = scene_running();

    for (unsigned i = 0; i < SCENE_PROMPT_LINES; i++) {
        prompt.lines[i].kind = (uint8_t)(i % (PROMPT_KINDS + 1));
        snprintf(
            prompt.lines[i].text, SCENE_PROMPT_LINE, "%*sline %u of the prompt%s", (int)i % 3, "",
            i, i % 5 ? "" : ", which is longer than the narrow screen, and even than the wide one");
    }
    for (unsigned i = 0; i < SCENE_PROMPT_WRITES; i++) {
        snprintf(prompt.writes[i].where, 48, "VRAM 0x%06x, of the partition that is bad", i << 12);
        snprintf(prompt.writes[i].values, 48, "was 0x%08x, is 0x%08x, 4 bytes each", i, 16 + i);
    }
    scene.prompt = &prompt;
    scene.lost = "the stick is full";
    return scene;
}

/* Ten TPCs of three: one is off, one has its first multiprocessor alone, one lacks it, two are bad, and one is not tested. */
static struct scene bad_cores(void)
{
    struct scene scene = bad_core();
    struct scene_card *const card = &scene.cards[0];
    const uint64_t bad = core_bit(8, 2) | core_bit(9, 0);

    card->title = "G200";
    card->cores = (struct core_table){ .tpcs = 10, .mps = 3 };
    for (unsigned i = 0; i < 30; i++)
        card->cores.there |= i / 3 == 7 ? 0 : core_bit(i / 3, i % 3);
    card->cores.there &= ~(core_bit(4, 1) | core_bit(4, 2) | core_bit(5, 0));
    for (unsigned unit = 0; unit < CORE_UNITS; unit++)
        card->cores.good[unit] = card->cores.there & ~bad & ~core_bit(6, 1);
    card->cores.bad[CORE_FLOAT] = bad;
    card->finding.cores = bad;
    card->chips[2].state = CHIP_WAITING;
    scene.label = "shelf 3";
    return scene;
}

/* Between two tests, by the rig; nothing is kept, and nobody can press a key. */
static struct scene rig_crashed(void)
{
    static const struct crash_running running = { 0 };
    /* clang-format off */
    static struct crash crash = { .running = &running, .hardware = true, .code = "M5",
        .what = "machine check, bank 5", .line_count = 1, .lines = { "the one line" } };
    /* clang-format on */
    struct scene scene = scene_of(STATE_WAITING);

    scene.crash = &crash;
    return scene;
}

/* The next place, for a scene that differs from another in what the caller sets. */
static struct scene *another(struct shot **next, const char *name, struct scene scene)
{
    **next = (struct shot){ name, scene };
    return &(*next)++->scene;
}

/* What else these pages can say: bounds of lists, unknown and full values, and other words. */
static void take_more(struct shot *next)
{
    static struct scene_problem told = {
        0, STATE_INCOMPLETE, "vm.pte.absent", "left out", "", "", 3, 4
    };
    static struct scene_rounds cold;
    struct scene *s;

    another(&next, "long-prompt", long_prompt());
    another(&next, "bad-cores", bad_cores());
    another(&next, "rig-crashed", rig_crashed());
    s = another(&next, "pass-unknown", scene_pass());
    s->cards[0].conditions = (struct conditions){
        .read = 700 << 20, .memory = 512 << 20, .ecc = true, .corrected = 7, .cards = 1
    };
    s = another(&next, "pass-whole", scene_pass());
    s->cards[0].conditions.memory_khz = 892600;
    s->cards[0].conditions.link =
        (struct link_state){ .width = 16, .card = 16, .port = 16, .speed = 4 };
    s->cards[0].conditions.unseen = 1 << PART_ROPS;
    s = another(&next, "no-problem", verdict(STATE_FAIL, STUCK));
    s->details = true;
    s->problems_lost = 2;
    s = another(&next, "no-problem-yet", scene_running());
    s->details = true;
    s = another(&next, "told-once", verdict(STATE_INCOMPLETE, "left out"));
    s->details = true;
    s->problems = &told;
    s->problem_count = 1;
    memset(told.expected, 'x', sizeof(told.expected) - 1);
    memset(told.actual, 'y', sizeof(told.actual) - 1);
    s = another(&next, "long-board", not_expected());
    s->cards[0].wrong = 12;
    memset(s->cards[0].board.rows[4].found, 'z', BOARD_VALUE_MAX - 1);
    memset(s->cards[0].board.rows[5].expected, 'w', BOARD_VALUE_MAX - 1);
    s = another(&next, "cold-rounds", scene_rounds());
    cold = *s->all_rounds;
    s->all_rounds = &cold;
    cold.per = 1;
    cold.done = cold.step_count = 3;
    cold.chip_count = 5;
    for (unsigned i = 0; i < 5; i++) {
        cold.steps[i] = (struct scene_round){ .celsius = NOT_KNOWN, .bad = 3, .failed = i == 1 };
        cold.chips[i] =
            (struct scene_rounds_chip){ i == 1, "C0", 1, 2, i, i ? 43 : NOT_KNOWN, (int)(41 + i) };
    }
    cold.cards[0] = (struct scene_rounds_card){ FIRST_AT, .unpassed = 3, .first = 1,
                                                .good_least = NOT_KNOWN, .bad_least = NOT_KNOWN };
    s = another(&next, "together-paused", together());
    s->paused = true;
    s->card_count = 3;
    s->cards[2].celsius = 40;
}

void take_shots(struct shot shots[SHOTS])
{
    const struct shot first[] = {
        /* clang-format off */
        { "running", scene_running() }, { "pass", scene_pass() },
        { "fail", verdict(STATE_FAIL, STUCK) },
        { "not-tested", verdict(STATE_NOT_TESTED, "the card is not initialised by its VBIOS") },
        { "incomplete", verdict(STATE_INCOMPLETE, "vram.quick: after a pause of 61 s the card is still at 97 C, max_temp is 95") },
        { "two-cards", scene_many(2, 0) }, { "four-cards", scene_many(4, 4) },
        { "eight-cards", scene_many(8, 8) }, { "no-card", no_card() }, { "not-saved", lost() },
        { "eight-partitions", large_chips() }, { "not-sent", scene_unsent() },
        { "without-chips", without_chips() }, { "mixed", mixed() }, { "held", held() },
        { "details", details() }, { "one-card", one_card() }, { "question", question() },
        { "menu", menu(6, 1, 5) }, { "long-menu", menu(12, 9, -1) },
        { "three-cards", scene_many(3, 6) }, { "key-question", key_question() },
        { "waiting", { .question = "Waiting 30 s for an address from the network, to send the report" } },
        { "stopped", stopped() }, { "bare", bare() }, { "crashed", crashed() },
        { "rounds", scene_rounds() }, { "good-rounds", good_rounds() }, { "together", together() },
        { "not-expected", not_expected() }, { "prompt", prompts() }, { "bad-core", bad_core() },
        /* clang-format on */
    };

    memcpy(shots, first, sizeof(first));
    take_more(&shots[sizeof(first) / sizeof(first[0])]);
}

struct scene *shot_called(struct shot shots[SHOTS], const char *name)
{
    for (unsigned i = 0; i < SHOTS; i++) {
        size_t at = 0;

        while (name[at] && (name[at] == shots[i].name[at] || name[at] == '_'))
            at++;
        if (!name[at] && !shots[i].name[at])
            return &shots[i].scene;
    }
    fail_msg("no scene is called \"%s\"", name);
    return &shots[0].scene;
}
