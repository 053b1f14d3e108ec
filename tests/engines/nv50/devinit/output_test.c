/* Scripts for a display output (docs/hardware/devinit.md §2.5, §4.2, §4.5, §6.3): finding it, and its opcodes. */
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158_1 " 7a 58 11 00 00 01 00 00 00"

static struct output output; /* that scripts run for */

static void parse(void)
{
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, rig->size, &rig->v), OK);
}

TEST(outputs_are_found_with_their_records, rig_up, rig_down)
{
    parse();
    assert_int_equal(output_find(&rig->v, 0, &output), OK);
    assert_true(output.resource == 2 && output.second_link && output.port == 3);
    assert_true(output.internal_dp && output.has_dp_flags && output.dp_flags == 2);
    assert_true(output.script == RIG_SCRIPT && output.head == OUTPUT_NO_HEAD);
    assert_int_equal(output_find(&rig->v, 1, &output), OK);
    assert_true(output.resource == 0 && !output.second_link && output.port == 0);
    assert_true(!output.internal_dp && !output.has_dp_flags && output.script == 0);
    assert_int_equal(output_find(&rig->v, 2, &output), ERR_NOT_FOUND); /* the end */
    assert_int_equal(output_find(&rig->v, 3, &output), ERR_NOT_FOUND);
}

/* §6.3: "type == extdev << 8 | location << 4 | type", and its heads, links and resources are of the mask, whose links
 * version 0x20 has all. */
TEST(records_are_matched_by_type_and_mask, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *table, *record; bool external, found; } rows[] = {
        { "21 05 02 01", "06 00 84 03", false, true }, { "21 05 02 01", "06 00 04 03", false, false },
        { "20 05 02 01", "06 00 04 03", false, true }, { "22 05 02 01", "06 00 04 03", false, false },
        { "21 05 02 01", "06 00 ff ff", false, true }, { "21 05 02 01", "06 00 84 01", false, false },
        { "21 05 02 01", "06 00 80 03", false, false }, { "21 05 02 01", "06 01 84 03", false, false },
        { "21 05 02 00", "06 00 84 03", false, false }, { "21 05 02 01", "07 00 84 03", false, false },
        { "21 05 02 01", "16 02 84 03", true, true }, { "21 05 02 01", "06 00 84 03", true, false },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        if (rows[i].external)
            rig_put(rig, RIG_DCB + 27, "36 03 10 04 20 02");
        rig_put(rig, RIG_DISPLAYS + 0x04, rows[i].table);
        rig_put(rig, RIG_DISPLAYS + 0x0c, rows[i].record);
        parse();
        assert_pairs(output_find(&rig->v, 0, &output), OK, output.script,
                     rows[i].found ? 0x200 : 0);
    }
}

/* An image without the tokens has no records, even if its first bytes could be taken for their table. */
TEST(without_tokens_there_are_no_records, rig_up, rig_down)
{
    rig_put(rig, 3, "00 01");
    rig_put16(rig, 9, RIG_DISPLAYS + 0x0c);
    rig_put16(rig, RIG_BIT + 40, 0); /* token U is there, and points to nothing */
    parse();
    assert_pairs(output_find(&rig->v, 0, &output), OK, output.script, 0, true, output.has_dp_flags);
    rig->rom[RIG_BIT + 36] = 'u';
    rig->rom[RIG_BIT + 42] = 'D';
    parse();
    assert_pairs(output_find(&rig->v, 0, &output), OK, output.script, 0, false, output.has_dp_flags,
                 output.dp_flags, 0);
}

static const struct devinit_rules consent = { .i2c_writes = true };

static void run_for(unsigned index)
{
    parse();
    assert_int_equal(output_find(&rig->v, index, &output), OK);
    output.script = RIG_SCRIPT;
    rig->output = &output;
}

static void run_rows(unsigned index, uint8_t head, const char *const (*rows)[2], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        devinit_rig_init(rig);
        rig->i2c_value = 0x55;
        rig->crtc[0x20] = 0xf0;
        run_for(index);
        output.head = head;
        rig_expect(rig, rows[i][0], rows[i][1]);
    }
}

TEST(opcodes_mean_the_output, rig_up, rig_down)
{
    static const char *const rows[][2] = {
        /* its device and its sub-link in a register's address */
        { "7a 00 c0 61 40 01 00 00 00", "R61d000=1" },
        { "7a 00 c0 61 60 01 00 00 00", "R61d080=1" },
        { "48 00 00 61 80 08 00 00 00", "R610800=8" },
        /* its bit in a CRTC register */
        { "3b 20 3c 21", "CR20=f0 CR21=04" },
        { "75 01 3b 20 72", "" },
        /* its AUX channel: one register after the other */
        { "98 00 01 00 00 02 f0 0c 0f 30", "A1.100:? A1.100:5c A1.101:? A1.101:35" },
        { "99 07 01 00 00 03 11 22 33", "A1.107:11 A1.108:22 A1.109:33" },
        { "99 07 01 00 00 00" ZM_1158_1, "R1158=1" },
        { "75 01 98 00 01 00 00 01 f0 0c 99 00 01 00 00 01 11 72", "" },
        /* conditions: a panel on DisplayPort, flags 1 and 2 of its record, DPCD 0xd bit 0, no delays */
        { "3a 00 00" ZM_1158_1 " 72", "R1158=1" },
        { "3a 01 00" ZM_1158_1 " 72", "" },
        { "3a 02 00" ZM_1158_1 " 72", "R1158=1" },
        { "3a 05 00" ZM_1158_1 " 72", "A1.d:? R1158=1" },
        { "3a 07 00" ZM_1158_1 " 72", "" },
        { "3a 06 00" ZM_1158_1, "R1158=1" },
    };
    static const char *const analogue[][2] = { { "7a 00 a0 61 40 01 00 00 00", "R61a000=1" },
                                               { "3b 20", "CR20=f0" },
                                               { "3c 20", "CR20=f1" },
                                               { "4d fe a0 01 10 11", "I2.50:1011" },
                                               { "3a 00 00" ZM_1158_1 " 72", "" },
                                               { "3a 05 00" ZM_1158_1 " 72", "" },
                                               /* it has no AUX channel: nothing is sent */
                                               { "99 07 01 00 00 01 11" ZM_1158_1, "R1158=1" } };

    run_rows(0, 1, rows, sizeof(rows) / sizeof(rows[0]));
    run_rows(1, 0, analogue, sizeof(analogue) / sizeof(analogue[0]));
}

/* An unknown property of an output ends the script as a missing output does; a sub-link is one of a device. */
TEST(what_is_not_known_ends_the_script, rig_up, rig_down)
{
    static const struct {
        const char *bytes;
        struct devinit_rules rules;
        enum devinit_stop stop;
    } rows[] = { { "7a 00 00 61 80 01 00 00 00", { .i2c_writes = true }, DEVINIT_CONTEXT },
                 { "7a 00 00 61 20 01 00 00 00", { .i2c_writes = true }, DEVINIT_CONTEXT },
                 { "4d fe a0 01 10 11",
                   { .i2c_writes = true },
                   DEVINIT_OK }, /* its port is an AUX channel */
                 { "99 00 01 00 00 01 11", { 0 }, DEVINIT_I2C_CONSENT } };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        run_for(0);
        if (script_run(rig, rows[i].bytes, rows[i].rules) != rows[i].stop)
            fail_msg("%s: %s", rows[i].bytes, devinit_stop_text(rig->d.end.stop));
        assert_string_equal(rig->log, "");
    }
}

/* §4.5, generic conditions: an output without a record of its own counts as having the flag, and that is warned of; so is a
 * condition that nobody can answer. A panel's bit 0 alone says that it has ASSR. */
TEST(conditions_that_cannot_be_answered_are_warned_of, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
        unsigned index, warnings;
        uint32_t what;
        uint8_t read;
    } rows[] = { { "3a 01 00" ZM_1158_1 " 72", "R1158=1", 1, 1, 1, 0 },
                 { "3a 02 00" ZM_1158_1 " 72", "R1158=1", 1, 1, 2, 0 },
                 { "3a 02 00" ZM_1158_1 " 72", "R1158=1", 0, 0, 0, 0 },
                 { "3a 01 00" ZM_1158_1 " 72", "", 0, 0, 0, 0 },
                 { "3a 06 00" ZM_1158_1 " 72", "R1158=1", 0, 1, 6, 0 },
                 { "3a 33 00" ZM_1158_1 " 72", "R1158=1", 0, 1, 0x33, 0 },
                 { "3a 05 00" ZM_1158_1 " 72", "A1.d:?", 0, 0, 0, 0xfe },
                 { "3a 05 00" ZM_1158_1 " 72", "A1.d:? R1158=1", 0, 0, 0, 0x01 },
                 { "98 07 01 00 00 01 ff 02", "A1.107:? A1.107:03", 0, 0, 0, 0x01 } };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig->i2c_value = rows[i].read;
        run_for(rows[i].index);
        rig_expect(rig, rows[i].bytes, rows[i].writes);
        assert_int_equal(rig->d.warning_count, rows[i].warnings);
        if (rows[i].warnings) {
            assert_int_equal(rig->d.warnings[0].kind, DEVINIT_WARN_GENERIC);
            assert_int_equal(rig->d.warnings[0].what, rows[i].what);
        }
    }
}

/* Nothing may be connected: reads are 0, the script goes on, and a warning is kept. */
TEST(a_display_that_does_not_answer_reads_as_0, rig_up, rig_down)
{
    run_for(0);
    rig->i2c_answer = ERR_NOT_FOUND;
    rig_expect(rig, "98 00 01 00 00 01 f0 0c" ZM_1158_1, "A1.100:? A1.100:0c R1158=1");
    assert_int_equal(rig->d.warnings[0].kind, DEVINIT_WARN_AUX);

    /* Its port is no AUX channel at all: nothing is sent, and the same warning is kept. */
    devinit_rig_init(rig);
    run_for(1);
    rig_expect(rig, "99 00 01 00 00 01 11" ZM_1158_1, "R1158=1");
    assert_pairs(rig->d.warning_count, 1, rig->d.warnings[0].kind, DEVINIT_WARN_AUX);
}

/* An output names one of the board's connectors; after the last of the two there is none, whatever the bytes say. */
TEST(connectors_end_with_their_table, rig_up, rig_down)
{
    struct dcb_output entry;

    rig->rom[RIG_CONNECTORS + 5 + 4] = 0x10;
    rig->rom[RIG_CONNECTORS + 5 + 8] = 0x46;
    parse();
    assert_pairs(dcb_output(&rig->v, 0, &entry), OK, entry.connector, 0x47);
    assert_pairs(dcb_output(&rig->v, 1, &entry), OK, entry.connector, 0x10);
    rig->rom[RIG_DCB + 27 + 8 + 1] = 0x21;
    parse();
    assert_pairs(dcb_output(&rig->v, 1, &entry), OK, entry.connector, 0xff);
}

/* Output 1 has no script; and a script that has stopped once runs nothing more. */
TEST(nothing_runs_without_a_script_or_behind_a_stop, rig_up, rig_down)
{
    parse();
    assert_int_equal(output_find(&rig->v, 1, &output), OK);
    rig->output = &output;
    rig_expect_stop(rig, ZM_1158_1, consent, DEVINIT_OK, "");

    assert_int_equal(output_find(&rig->v, 0, &output), OK);
    assert_int_equal(script_run(rig, "01", consent), DEVINIT_UNKNOWN_OPCODE);
    rig_put(rig, RIG_SCRIPT, ZM_1158_1 " 71");
    assert_int_equal(devinit_output(&rig->d, &output), DEVINIT_UNKNOWN_OPCODE);
    assert_string_equal(rig->log, "");
}
