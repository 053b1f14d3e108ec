/* How scripts call, jump and repeat, failed polls, the order of a start (docs/hardware/devinit.md §4.2 to §4.7, §6). */
#include "engines/nv50/devinit/walk.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158_1 " 7a 58 11 00 00 01 00 00 00"
#define ZM_1158_2 " 7a 58 11 00 00 02 00 00 00"
#define COUNT_UP  "97 60 11 00 00 00 00 00 00 01 00 00 00" /* R1160 */
#define WAIT      "56 01 01"                               /* for a condition that does not come */

static const struct devinit_rules none;

/* Scripts at 0x200, their callee at 0xf00, and the writes. */
TEST(calls_and_repeats_are_counted_apart, rig_up, rig_down)
{
    static const struct {
        const char *script, *callee, *writes;
        enum devinit_stop stop;
        uint32_t what;
    } rows[] = {
        /* 0 is no script: a call of it is passed over, a jump to it is the script's end */
        { "5b 00 00" ZM_1158_1, "71", "R1158=1", DEVINIT_OK, 0 },
        { "5c 00 00" ZM_1158_1, "71", "", DEVINIT_OK, 0 },
        { "5b 00 0f" ZM_1158_1, "5c 00 00" ZM_1158_2, "R1158=1", DEVINIT_OK, 0 },
        { "6b 02" ZM_1158_1, "71", "R1158=1", DEVINIT_OK, 0 },
        { "6a 02" ZM_1158_1, "71", "", DEVINIT_OK, 0 },
        /* a call in each round */
        { "33 02 5b 00 0f 36", COUNT_UP " 71", "R1160=1 R1160=2", DEVINIT_OK, 0 },
        { "33 02 5b 00 0f 36", "33 02 " COUNT_UP " 36 71", "R1160=1 R1160=2 R1160=3 R1160=4",
          DEVINIT_OK, 0 },
        /* the end of a block is one of its own script only */
        { "33 02 5b 00 0f " COUNT_UP " 36" ZM_1158_1, "36 71", "R1160=1 R1160=2 R1158=1",
          DEVINIT_OK, 0 },
        { "33 02 " COUNT_UP " 5b 00 0f 36" ZM_1158_1, "36 71", "R1160=1 R1160=2 R1158=1",
          DEVINIT_OK, 0 },
        /* a block that does not end in the callee, in skip state too */
        { "33 02 5b 00 0f 36", "33 02 71", "", DEVINIT_REPEAT, 1 },
        { "5b 00 0f", "75 01 33 02 33 02 71", "", DEVINIT_REPEAT, 2 },
        { "75 01 33 02", "71", "", DEVINIT_REPEAT, 1 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_put16(rig, RIG_SCRIPTS + 4, 0);
        rig_put(rig, RIG_CALLEE, rows[i].callee);
        rig_expect_stop(rig, rows[i].script, none, rows[i].stop, rows[i].writes);
        assert_int_equal(rig->d.end.what, rows[i].what);
    }
}

/* A script may be the image's last byte. */
TEST(a_target_may_be_the_last_byte, rig_up, rig_down)
{
    rig->rom[RIG_CALLEE] = 0x71;
    rig->size = RIG_CALLEE + 1;
    rig_expect(rig, "5b 00 0f" ZM_1158_1, "R1158=1");
}

static enum err do_not_wait(void *context, uint32_t us)
{
    return ERR_DEADLINE;
}

TEST(a_clock_that_stands_is_no_register, rig_up, rig_down)
{
    rig->world.wait = do_not_wait;
    assert_pairs(script_run(rig, WAIT, none), DEVINIT_WORLD, rig->d.end.what, 0,
                 script_run(rig, "74 07 00", none), DEVINIT_WORLD, rig->d.end.what, 7);
}

/* The opcodes that had their effect: not those passed over, nor the one that ended the run. */
TEST(what_was_reached_is_known, rig_up, rig_down)
{
    static const uint8_t reached[] = { 0x38, 0x61, 0x71, 0x72, 0x75, 0x7a, 0x84 };

    assert_int_equal(script_run(rig, "75 01 53 3c 77 38 72 61 c3 03 01 84 3c 01" ZM_1158_1, none),
                     DEVINIT_OK);
    for (unsigned opcode = 0; opcode < 256; opcode++)
        assert_int_equal(rig->d.reached[opcode / 32] >> opcode % 32 & 1,
                         memchr(reached, (int)opcode, sizeof(reached)) != NULL);
    assert_int_equal(script_run(rig, "61 60 00 01", (struct devinit_rules){ .dry = true }),
                     DEVINIT_PORT);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(rig->d.reached[i], 0);
}

/* §4.2: bits 23:16 of R1540 are partitions, in any order. They are counted at the first write to one, after it. */
TEST(partitions_are_counted, rig_up, rig_down)
{
    static const struct {
        uint32_t units;
        unsigned parts;
    } rows[] = { { 0xff00ffff, 0 }, { 0x010000, 1 }, { 0x800000, 1 },
                 { 0x030000, 2 },   { 0xa50000, 4 }, { 0xff0000, 8 } };

    rig->chip = CHIP_GT218;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        rig_set(rig, REF_PBUS_HWUNITS_0, rows[i].units);
        assert_int_equal(script_run(rig, "90 20 07 10 00 58 11 00 00", none), DEVINIT_OK);
        assert_int_equal(rig->d.parts, rows[i].parts);
    }
    rig_set(rig, REF_PBUS_HWUNITS_0, 0x010000);
    rig_expect(rig, "7a 40 15 00 00 00 00 03 00 7a 24 07 10 00 01 00 00 00",
               "R1540=30000 R100724=1");
    rig_set(rig, REF_PBUS_HWUNITS_0, 0x050000); /* two: the third is warned of */
    rig_expect(rig, "7a 24 07 10 00 01 00 00 00 7a 28 07 10 00 02 00 00 00", "R100724=1");
    assert_pairs(rig->d.warning_count, 1, rig->d.warnings[0].kind, DEVINIT_WARN_ABSENT,
                 rig->d.warnings[0].what, 0x100728, rig->d.register_writes, 1);
}

/* §4.2: bits 31 to 29 of an operand ask for the head, the resource and the sub-link, each only if it is asked for. An
 * address past the registers, 0x800000, is reached in no way. */
TEST(operands_add_what_they_ask_for, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *bytes, *writes; enum devinit_stop stop; struct output output; } rows[] = {
        { "7a 00 41 61 00 05 00 00 00", "R614100=5", DEVINIT_OK, { .head = 1, .resource = 2, .second_link = true } },
        { "7a 00 41 61 80 05 00 00 00", "R614900=5", DEVINIT_OK, { .head = 1, .resource = 2 } },
        { "7a 00 41 61 40 05 00 00 00", "R615100=5", DEVINIT_OK, { .head = OUTPUT_NO_HEAD, .resource = 2 } },
        { "7a 00 41 61 c0 05 00 00 00", "", DEVINIT_CONTEXT, { .head = OUTPUT_NO_HEAD, .resource = 2 } },
        { "7a 00 41 61 60 05 00 00 00", "R615100=5", DEVINIT_OK, { .head = 1, .resource = 2 } },
        { "7a 00 41 61 60 05 00 00 00", "R615180=5", DEVINIT_OK, { .head = 1, .resource = 2, .second_link = true } },
        { "7a 00 41 61 20 05 00 00 00", "", DEVINIT_CONTEXT, { .head = 1, .resource = 2, .second_link = true } },
        { "7a 00 41 61 e0 05 00 00 00", "R615980=5", DEVINIT_OK, { .head = 1, .resource = 2, .second_link = true } },
        { "90 00 00 80 00 58 11 00 00", "", DEVINIT_REGISTER, { .head = 1 } },
        { "90 00 f8 7f 80 58 11 00 00", "", DEVINIT_REGISTER, { .head = 1 } },
        { "7a 00 f8 7f 80 58 11 00 00", "", DEVINIT_REGISTER, { .head = 1 } },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct output output = rows[i].output;

        devinit_rig_init(rig);
        output.script = RIG_SCRIPT;
        rig->output = &output;
        rig_expect_stop(rig, rows[i].bytes, (struct devinit_rules){ .dry = true }, rows[i].stop,
                        rows[i].writes);
    }
    /* A script that runs after the output's belongs to none. */
    const struct output output = { .head = 1, .script = RIG_SCRIPT };
    rig->output = &output;
    assert_int_equal(script_run(rig, "7a 00 41 61 80 05 00 00 00", none), DEVINIT_OK);
    assert_int_equal(devinit_script(&rig->d, RIG_SCRIPT), DEVINIT_CONTEXT);
}

/* ---- a start */

static enum devinit_stop boot(struct devinit_rules rules)
{
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, rig->size, &rig->v), OK);
    devinit_init(&rig->d, &rig->v, &nv50_chips[rig->chip], &rig->world, rules);
    return devinit_boot(&rig->d);
}

/* A list of scripts may have 256; one that does not end is no list, and none lies past the image. */
TEST(the_list_of_scripts_ends, rig_up, rig_down)
{
    rig_put(rig, RIG_CALLEE, COUNT_UP " 71");
    rig_put16(rig, RIG_INIT, 0xa00);
    for (unsigned i = 0; i < 300; i++)
        rig_put16(rig, 0xa00 + 2 * i, RIG_CALLEE);
    assert_pairs(boot(none), DEVINIT_TOO_MANY, rig_get(rig, REF_PBUS_SCRATCH + 4 * 3), 256,
                 devinit_walk(walk, &rig->v), DEVINIT_TOO_MANY);
    rig_put16(rig, 0xa00 + 2 * 256, 0);
    rig->used = 0;
    assert_pairs(boot(none), DEVINIT_OK, devinit_walk(walk, &rig->v), DEVINIT_OK);

    devinit_rig_init(rig);
    rig_put16(rig, RIG_INIT, 0xff0);
    rig_put16(rig, 0xff0, RIG_CALLEE);
    rig_put16(rig, 0xff2, RIG_CALLEE);
    rig->size = 0xff4;
    assert_pairs(boot(none), DEVINIT_TABLE, rig->d.end.what, 2);
}
