/* Opcodes that end a start, or are refused before it begins (docs/hardware/devinit.md §4.2 to §4.7, §8): each with the
 * place, and with nothing written after it. */
#include "engines/nv50/devinit/devices.h"
#include "engines/nv50/devinit/overlay.h"
#include "engines/nv50/devinit/policy.h"
#include "engines/nv50/devinit/walk.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158_1 " 7a 58 11 00 00 01 00 00 00"
#define ZM_1158_2 " 7a 58 11 00 00 02 00 00 00"

/* Columns a to d, of which the strap picks one for R11xx. */
#define PICK(reg) "8f " reg " 11 00 00 04 01 0a 00 00 00 0b 00 00 00 0c 00 00 00 0d 00 00 00"

#define REGISTER DEVINIT_REGISTER
#define CONTEXT  DEVINIT_CONTEXT
#define CANNOT   DEVINIT_CANNOT

/* A dry run ends there. Each script writes before the opcode that stops it, and would write after it. */
TEST(what_must_not_be_carried_out_stops, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *bytes; enum devinit_stop stop; uint32_t what; } rows[] = {
        { "7a 00 00 30 00 00 00 00 00", REGISTER, 0x300000 }, { "7a 00 00 70 00 00 00 00 00", REGISTER, 0x700000 },
        { "7a 00 17 00 00 00 00 00 00", REGISTER, 0x001700 }, { "7a 00 00 00 00 04 00 00 00", REGISTER, 0x000000 },
        { "7a 00 10 10 00 04 00 00 00", REGISTER, 0x101000 }, { "7a 0c 10 10 00 00 00 00 40", REGISTER, 0x10100c },
        { "7a 00 00 80 00 00 00 00 00", REGISTER, 0x800000 }, { "7a 00 00 40 00 00 00 00 00", REGISTER, 0x400000 },
        { "7a 00 20 00 00 00 00 00 00", REGISTER, 0x002000 }, { "90 00 00 70 00 54 11 00 00", REGISTER, 0x700000 },
        { "90 fc ff 7f 00 54 11 00 00", REGISTER, 0x7ffffc }, { "90 00 00 80 00 54 11 00 00", REGISTER, 0x800000 },
        { "90 fc ff ff 00 54 11 00 00", REGISTER, 0xfffffc }, { "90 fc ff 3f 00 54 11 00 00", REGISTER, 0x3ffffc },
        { "7a 00 41 61 80 00 00 00 00", CONTEXT, 0x80614100 }, { "7a 00 41 61 40 00 00 00 00", CONTEXT, 0x40614100 },
        { "61 60 00 01", DEVINIT_PORT, 0x60 }, { "69 d8 03 ff 01", DEVINIT_PORT, 0x3d8 }, { "3b 20", CONTEXT, 0x20 },
        { "3c 20", CONTEXT, 0x20 }, { "35 01", CANNOT, 0x35 }, { "8b", CANNOT, 0x8b },
        { "59 d4 03 3c f0 04 00 58 11 00 00 00 00 00 00", CANNOT, 0x59 }, { "5a 00 a0 00 00 00 01", CANNOT, 0x5a },
        { "95 00 00 00 00 00 00 00 00", CANNOT, 0x95 }, { "9d 00 00 00 00", CANNOT, 0x9d },
        { "98 07 01 00 00 01 00 00", CONTEXT, 0x107 }, { "99 07 01 00 00 01 00", CONTEXT, 0x107 },
        { "2c 54 11 00 00 00", CANNOT, 0x2c }, { "00", DEVINIT_UNKNOWN_OPCODE, 0x00 },
        { "34", DEVINIT_UNKNOWN_OPCODE, 0x34 }, { "ff", DEVINIT_UNKNOWN_OPCODE, 0xff },
        { "5c ff ff", DEVINIT_BAD_TARGET, 0xffff }, { "5b ff ff", DEVINIT_BAD_TARGET, 0xffff },
        { "33 02 33 02 33 02 33 02 33 02", DEVINIT_REPEAT, 4 }, { "33 02 71", DEVINIT_REPEAT, 1 },
        { "33 ff 33 ff 33 ff 36 36 36", DEVINIT_TOO_MANY, 20001 }, { "57 10 27 57 01 00", DEVINIT_TOO_LONG, 1000 },
        { "88 77 80 1a 06 00", DEVINIT_PLL, 0x77 }, { "88 01 00 00 00 00", DEVINIT_PLL, 1 },
        { "4d fe a0 01 10 11", CONTEXT, 0xfe }, { "9b 00 00 00 00", CANNOT, 0x9b },
    };
    /* clang-format on */
    char script[256];

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        snprintf(script, sizeof(script), "7a 58 11 00 00 02 00 00 00 %s%s", rows[i].bytes,
                 ZM_1158_1);
        rig_expect_stop(rig, script, (struct devinit_rules){ .dry = true, .i2c_writes = true },
                        rows[i].stop, "R1158=2");
        assert_int_equal(rig->d.end.what, rows[i].what);
        assert_true(rig->d.end.at >= RIG_SCRIPT + 9 && rig->d.end.script == RIG_SCRIPT);
    }
}

/* A write that a dry run has not seen (another branch) is left out by the run, and the script goes on. */
TEST(what_must_not_be_touched_is_left_alone, rig_up, rig_down)
{
    static const struct {
        const char *bytes;
        uint32_t what;
    } rows[] = { { "7a 00 00 30 00 00 00 00 00", 0x300000 },
                 { "7a 00 20 00 00 00 00 00 00", 0x002000 },
                 { "7a 00 10 10 00 04 00 00 00", 0x101000 },
                 { "90 00 00 70 00 5c 11 00 00", 0x700000 },
                 { "61 60 00 01", 0x60 } };
    char script[128];

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_set(rig, REF_PBUS_SCRATCH + 4 * 2, 0);
        snprintf(script, sizeof(script), "%s" ZM_1158_1, rows[i].bytes);
        rig_expect_stop(rig, script, (struct devinit_rules){ 0 }, DEVINIT_OK,
                        i == 3 ? "R115c=0 R1158=1" : "R1158=1");
        assert_pairs(rig->d.warnings[0].kind, DEVINIT_WARN_HELD, rig->d.warnings[0].what,
                     rows[i].what);
    }
}

/* §8.2: registers that start-up is not known to program need consent; denied ones stay denied. */
TEST(consent_opens_unexpected_registers_only, rig_up, rig_down)
{
    const struct devinit_rules consent = { .dry = true, .any_register = true };

    rig_expect_stop(rig, "7a 00 00 40 00 07 00 00 00", consent, DEVINIT_OK, "R400000=7");
    assert_int_equal(script_run(rig, "7a 00 00 70 00 07 00 00 00", consent), DEVINIT_REGISTER);
    assert_int_equal(policy_write(&nv50_chips[CHIP_G84], 0x10a100), POLICY_UNEXPECTED);
    assert_int_equal(policy_write(&nv50_chips[CHIP_GT215], 0x10a100), POLICY_ALLOWED);
}

/* §8.2, typed from there: the ends of each range that is allowed, the registers beside them, those that never are. */
TEST(registers_are_allowed_as_the_reference_lists_them, rig_up, rig_down)
{
    static const uint32_t allowed[] = {
        /* clang-format off */
        0x000000, 0x000000, 0x000200, 0x000200, 0x001000, 0x0016fc, REF_PBUS_CHANNEL, 0x001ffc,
        0x003310, 0x003310, 0x004000, 0x004ffc, REF_PTIMER_CLOCK_DIV, 0x009220, 0x00c000, 0x00c0fc,
        0x00e000, 0x00effc, 0x020000, 0x022ffc, 0x088000, 0x089ffc, 0x100000, 0x101ffc,
        0x600000, 0x61fffc,
        /* clang-format on */
    };
    static const uint32_t unexpected[] = {
        0x000004, 0x0001fc, 0x000204, 0x000ffc, 0x002000, 0x00330c, 0x003314, 0x003ffc,
        0x005000, 0x0091fc, 0x009224, 0x00bffc, 0x00c100, 0x00dffc, 0x00f000, 0x01fffc,
        0x023000, 0x087ffc, 0x08a000, 0x0ffffc, 0x102000, 0x400000, 0x5ffffc, 0x620000,
    };
    static const uint32_t denied[] = { 0x001700, 0x300000, 0x3ffffc, 0x700000,
                                       0x7ffffc, 0x800000, 0xfffffc };
    const struct nv50_chip *const g84 = &nv50_chips[CHIP_G84], *const gt215 =
                                                                   &nv50_chips[CHIP_GT215];

    for (size_t i = 0; i < ARRAY_SIZE(allowed); i++)
        if (policy_write(g84, allowed[i]) != POLICY_ALLOWED)
            fail_msg("0x%x", allowed[i]);
    for (size_t i = 0; i < ARRAY_SIZE(unexpected); i++)
        if (policy_write(g84, unexpected[i]) != POLICY_UNEXPECTED)
            fail_msg("0x%x", unexpected[i]);
    for (size_t i = 0; i < ARRAY_SIZE(denied); i++)
        if (policy_write(g84, denied[i]) != POLICY_DENIED ||
            policy_write(gt215, denied[i]) != POLICY_DENIED)
            fail_msg("0x%x", denied[i]);
    assert_pairs(policy_write(gt215, 0x10a000), POLICY_ALLOWED, policy_write(gt215, 0x111ffc),
                 POLICY_ALLOWED, policy_write(gt215, 0x109ffc), POLICY_UNEXPECTED,
                 policy_write(gt215, 0x112000), POLICY_UNEXPECTED, policy_write(g84, 0x10a000),
                 POLICY_UNEXPECTED);
}

/* §8.1: a write is left out unless all devices, or this one, have consent, or it is one of those that a real board is
 * known to make (0x30 of the fan controller at 0x2e, but not 0x41). A dry run asks once for all that it has met. */
TEST(writes_to_i2c_need_consent, rig_up, rig_down)
{
    static const char script[] =
        "4d 00 5c 01 30 ff 4d 00 5c 01 41 22 4d 00 a0 02 10 11 12 13" ZM_1158_1;
    struct devinit_rules rules = { 0 };

    rig_expect_stop(rig, script, rules, DEVINIT_OK, "I2.2e:30ff R1158=1");
    assert_pairs(rig->d.warning_count, 2, rig->d.warnings[1].kind, DEVINIT_WARN_I2C_HELD,
                 rig->d.warnings[1].what, 0x50, rig->d.device_count, 2, rig->d.devices[0].writes, 2,
                 rig->d.devices[1].address, 0x50, rig->d.devices[1].port, 2);
    assert_true(rig->d.devices[0].held && rig->d.devices[1].held);

    i2c_set_add(&rules.i2c_devices, 0x50);
    rig_expect_stop(rig, script, rules, DEVINIT_OK, "I2.2e:30ff I2.50:1011 I2.50:1213 R1158=1");

    rules.dry = true;
    assert_pairs(script_run(rig, script, rules), DEVINIT_OK, devinit_boot(&rig->d),
                 DEVINIT_I2C_CONSENT, rig->d.end.what, 0x2e, rig->d.end.at, RIG_SCRIPT);
    assert_false(rig->d.devices[1].held);
}

/* §8.1, a table of known boards: eight registers of one device, and no others. The places of chips of that kind by
 * board-sensors.md §2.2, §3.1, §3.3 and by their makers (SiI164, INA219, LM75, CY2XP304, CH7011). */
TEST(one_fan_controller_is_known, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { uint8_t first, last; const char *what; } chips[] = {
        { 0x18, 0x1a, "a sensor" }, { 0x29, 0x2b, "a sensor" }, { 0x2c, 0x2e, "a fan controller" },
        { 0x38, 0x39, "a DVI transmitter" }, { 0x40, 0x47, "a current monitor" }, { 0x48, 0x4f, "a sensor" },
        { 0x50, 0x57, "an EEPROM" }, { 0x69, 0x6a, "a clock generator" }, { 0x70, 0x73, "a regulator" },
        { 0x75, 0x76, "a TV encoder" }, { 0x80, 0x80, NULL },
    };
    /* clang-format on */
    static const uint8_t known[] = { 0x30, 0x31, 0x40, 0x5c, 0x5d, 0x5f, 0x60, 0x78 };
    unsigned found = 0;

    for (unsigned i = 0; i < sizeof(known); i++)
        assert_true(device_is_harmless(0x2e, known[i]));
    for (unsigned at = 0; at < 0x8000; at++)
        found += device_is_harmless((uint8_t)(at >> 8), (uint8_t)at);
    assert_int_equal(found, 8);
    for (unsigned at = 0, i = 0; at < 0x80; at++, i += chips[i].last < at)
        if (at >= chips[i].first)
            assert_string_equal(chips[i].what, device_guess((uint8_t)at));
        else
            assert_null(device_guess((uint8_t)at));
    for (unsigned kind = 0; kind <= DEVINIT_WARN_AUX; kind++) /* each is said */
        assert_true(strlen(devinit_warning_text((enum devinit_warning_kind)kind)) > 1);
}

/* Nine devices are more than are kept: the ninth is not written to, whoever has consented. */
TEST(more_devices_than_are_kept_are_left_alone, rig_up, rig_down)
{
    char script[10 * 18 + 1];

    for (unsigned i = 0; i < 10; i++)
        snprintf(script + 18 * i, 19, "4d 00 %02x 01 10 11 ", 0x80 + 2 * i);
    script[10 * 18 - 1] = '\0';
    assert_int_equal(script_run(rig, script, (struct devinit_rules){ .i2c_writes = true }),
                     DEVINIT_OK);
    assert_pairs(rig->d.device_count, DEVINIT_DEVICES, rig->d.i2c_transfers, DEVINIT_DEVICES,
                 rig->d.warning_count, 2);
}

/* A device that does not answer, and a port that the board does not list, are warned of, and the script goes on; a
 * condition does not hold then (§4.5). A card that does not answer ends it. */
TEST(silent_devices_are_warned_of, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
        unsigned kind, what;
    } rows[] = { { "4d 00 a0 02 10 11 20 22" ZM_1158_1, "I2.50:1011 I2.50:2022 R1158=1",
                   DEVINIT_WARN_I2C, 0x50 },
                 { "4c 00 a0 02 10 f0 0c 20 f0 0c" ZM_1158_1, "I2.50:10? I2.50:20? R1158=1",
                   DEVINIT_WARN_I2C, 0x50 },
                 { "4e 00 a0 02 10 11" ZM_1158_1, "I2.50:1011 R1158=1", DEVINIT_WARN_I2C, 0x50 },
                 { "5e 00 a0 10 f0 50" ZM_1158_1 " 72", "I2.50:10?", DEVINIT_WARN_I2C, 0x50 },
                 { "4d 09 a0 01 10 11" ZM_1158_1, "R1158=1", DEVINIT_WARN_I2C_PORT, 9 },
                 { "5e 02 a0 10 f0 50" ZM_1158_1 " 72", "", DEVINIT_WARN_I2C_PORT, 2 } };
    static const enum err answers[] = { ERR_NOT_FOUND, ERR_TIMEOUT };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        for (unsigned k = 0; k < ARRAY_SIZE(answers); k++) {
            devinit_rig_init(rig);
            rig->i2c_answer = answers[k];
            rig_expect_stop(rig, rows[i].bytes, (struct devinit_rules){ .i2c_writes = true },
                            DEVINIT_OK, rows[i].writes);
            assert_pairs(rig->d.warnings[0].kind, rows[i].kind, rig->d.warnings[0].what,
                         rows[i].what, rig->d.warning_count, 1);
        }
    rig->i2c_answer = ERR_NOT_FOUND; /* once for each opcode and device */
    rig_expect(rig, "4d 00 a0 01 10 11 4d 00 a0 02 10 11 10 11 4d 00 a2 01 10 11",
               "I2.50:1011 I2.50:1011 I2.50:1011 I2.51:1011");
    assert_int_equal(rig->d.warning_count, 3);
    rig->i2c_answer = ERR_DEADLINE;
    assert_int_equal(script_run(rig, rows[0].bytes, (struct devinit_rules){ .i2c_writes = true }),
                     DEVINIT_WORLD);
    assert_int_equal(rig->d.end.error, ERR_DEADLINE);
}

/* §4.6: the strap picks the column; image and board must fit together. */
TEST(straps_pick_the_column, rig_up, rig_down)
{
    static const char script[] = PICK("58");

    rig->rom[RIG_STRAPS + 5] = 3;
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 5 << 2 | 1 << 22);
    rig_expect(rig, script, "R1158=d");

    devinit_rig_init(rig); /* no table: the strap itself */
    rig_put16(rig, RIG_MEMORY + 3, 0);
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 2 << 2);
    rig_expect(rig, script, "R1158=c");

    devinit_rig_init(rig);
    rig->rom[RIG_STRAPS + 7] = 4;
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 7 << 2);
    rig_expect_stop(rig, script, (struct devinit_rules){ 0 }, DEVINIT_STRAP, "");
    assert_int_equal(rig->d.end.what, 4);

    devinit_rig_init(rig); /* no columns: the opcode's length is unknown */
    rig->rom[RIG_MEMORY + 2] = 0;
    rig_expect_stop(rig, script, (struct devinit_rules){ 0 }, DEVINIT_STRAP, "");
    assert_int_equal(rig->d.end.what, 0);
    assert_int_equal(devinit_walk_script(walk, &rig->v, RIG_SCRIPT), DEVINIT_STRAP);
    assert_pairs(walk->end.at, RIG_SCRIPT, walk->end.what, 0);
}

/* Version 2 of the token, and the memory information table, which goes before the translation. */
TEST(the_information_table_picks_the_column_of_newer_boards, rig_up, rig_down)
{
    static const char script[] = PICK("58");

    rig_put(rig, RIG_BIT + 24, "4d 02 11 00");
    rig_put(rig, RIG_MEMORY, "04 c0 01 00 0a 00 00 00 00 00 00 00 00 00 00 00");
    rig_put(rig, 0xa00, "10 05 02 02 00 22 03 51 02"); /* straps 2 and 5 are columns 3 and 2 */
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 5 << 2);
    rig_expect(rig, script, "R1158=c");
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 9 << 2); /* not listed: the translation table */
    rig_expect(rig, script, "R1158=b");
}

static const char two_picks[] = PICK("58") " " PICK("5c");

static enum err strap_that_changes(void *context, bool write, uint32_t reg, uint32_t *value)
{
    static unsigned reads;

    if (write)
        rig_set(context, reg, *value);
    else
        *value = reg == 0x101000 ? (uint32_t)(reads++ << 2) : rig_get(context, reg);
    return OK;
}

/* Older images read the strap for each opcode: if it changes, a dry run ends and a run keeps the first value; those of
 * 70.xx read it once. */
TEST(a_strap_that_changes_is_not_followed, rig_up, rig_down)
{
    rig->world.reg = strap_that_changes;
    assert_pairs(script_run(rig, two_picks, (struct devinit_rules){ .dry = true }), DEVINIT_STRAP,
                 rig->d.end.what, 0x101000, rig_get(rig, REF_PBUS_SCRATCH + 4 * 2), 0xffff,
                 script_run(rig, two_picks, (struct devinit_rules){ 0 }), DEVINIT_OK,
                 rig_get(rig, REF_PBUS_SCRATCH + 4 * 2), 0xb, rig->d.warnings[0].kind,
                 DEVINIT_WARN_STRAP);
    rig->rom[RIG_INFO + 3] = 0x70;
    assert_pairs(script_run(rig, two_picks, (struct devinit_rules){ 0 }), DEVINIT_OK,
                 rig_get(rig, REF_PBUS_SCRATCH + 4 * 2), 0xb, rig->d.warning_count, 0);
}

/* §4.2: on GT215 to GT218 registers of partitions that the board lacks read 0 and are not written. */
TEST(absent_partitions_are_left_alone, rig_up, rig_down)
{
    static const char script[] = "7a 24 07 10 00 01 00 00 00 7a 20 07 10 00 02 00 00 00 "
                                 "90 24 07 10 00 58 11 00 00";

    rig->chip = CHIP_GT216;
    rig_set(rig, REF_PBUS_HWUNITS_0, 0x10000); /* one partition */
    rig_set(rig, 0x100724, 0x55);
    rig_expect(rig, script, "R100720=2 R1158=0");
    devinit_rig_init(rig);
    rig->chip = CHIP_MCP89;
    rig_expect(rig, script, "R100724=1 R100720=2 R1158=1");
}

/* §4.2, typed from there: each register of these ranges, and those beside them, on boards of one to eight partitions. */
TEST(registers_belong_to_partitions_as_the_reference_lists_them, rig_up, rig_down)
{
    static const struct {
        uint32_t first, last, stride;
    } ranges[] = { { 0x100720, 0x1008bc, 4 }, { 0x100a20, 0x100adc, 4 }, { 0x100d80, 0x100ddc, 4 },
                   { 0x110000, 0x110f9c, 4 }, { 0x111000, 0x11103c, 8 }, { 0x111080, 0x1110fc, 4 },
                   { 0x111120, 0x1111fc, 4 }, { 0x111300, 0x1114bc, 4 } };

    for (uint32_t reg = 0x100000; reg < 0x112000; reg += 4) {
        unsigned part = 0;
        bool listed = false;

        for (unsigned i = 0; i < ARRAY_SIZE(ranges); i++)
            if (reg >= ranges[i].first && reg <= ranges[i].last)
                part = reg / ranges[i].stride & 7, listed = true;
        for (unsigned parts = 0; parts <= 8; parts++) {
            if (policy_is_absent(&nv50_chips[CHIP_GT215], parts, reg) != (listed && part >= parts))
                fail_msg("0x%x with %u partitions", reg, parts);
            assert_false(policy_is_absent(&nv50_chips[CHIP_G84], parts, reg));
            assert_false(policy_is_absent(&nv50_chips[CHIP_MCP89], parts, reg));
        }
    }
}

TEST(lines_are_those_of_the_chip, rig_up, rig_down)
{
    rig_put32(rig, RIG_GPIO + 14, 0x00000610); /* G84 has 16 lines */
    assert_int_equal(script_run(rig, "8e" ZM_1158_1, (struct devinit_rules){ 0 }), DEVINIT_GPIO);
    rig->chip = CHIP_G94;
    assert_int_equal(script_run(rig, "8e", (struct devinit_rules){ 0 }), DEVINIT_OK);
}

/* The last opcode may end with the image; one byte less and the script runs out of it. */
TEST(the_last_byte_of_the_image_counts, rig_up, rig_down)
{
    rig_put(rig, RIG_ROM - 10, "7a 58 11 00 00 02 00 00 00 71");
    for (unsigned cut = 0; cut < 3; cut++) {
        rig->used = 0;
        assert_int_equal(vbios_parse(rig->rom, RIG_ROM - cut, &rig->v), OK);
        devinit_init(&rig->d, &rig->v, &nv50_chips[CHIP_G84], &rig->world,
                     (struct devinit_rules){ 0 });
        assert_pairs(devinit_script(&rig->d, RIG_ROM - 10), cut ? DEVINIT_OUT_OF_IMAGE : DEVINIT_OK,
                     rig->used > 0, cut < 2);
    }
}

/* The whole start: CRTC unlocked, I2C idle, the boot list to its 0, the private script (§6.1). */
TEST(a_start_has_its_order, rig_up, rig_down)
{
    rig_put16(rig, RIG_INIT + 0xe, 0xb00);
    rig_put(rig, RIG_CALLEE, "7a 58 11 00 00 02 00 00 00 71");
    rig_put(rig, 0xb00, "7a 58 11 00 00 03 00 00 00 71");
    script_run(rig, "7a 58 11 00 00 01 00 00 00", (struct devinit_rules){ 0 });
    rig->used = 0;
    assert_int_equal(devinit_boot(&rig->d), DEVINIT_OK);
    assert_string_equal(rig->log, "CR3f=57 Re168=7 Re180=7 R1158=1 R1158=2 R1158=3");
}

/* ---- the static walk */

static enum devinit_stop walked(const char *hex)
{
    script_run(rig, hex, (struct devinit_rules){ .dry = true });
    return devinit_walk_script(walk, &rig->v, RIG_SCRIPT);
}

TEST(the_walk_refuses_what_must_not_start, rig_up, rig_down)
{
    /* clang-format off */
    static const struct {
        const char *bytes;
        enum devinit_stop stop;
        uint32_t at, what; /* after RIG_SCRIPT; target or opcode */
    } rows[] = {
        { "7a 58 11 00 00 02 00 00 00", DEVINIT_OK, 0, 0 },
        { "75 01 01", DEVINIT_UNKNOWN_OPCODE, 2, 0x01 }, /* in the branch that is not taken, too */
        { "75 00 38 35 01", DEVINIT_CANNOT, 3, 0x35 }, { "5c 00 02", DEVINIT_LOOP, 0, RIG_SCRIPT },
        { "75 00 89 fc", DEVINIT_LOOP, 2, RIG_SCRIPT }, { "5c 0c 02" ZM_1158_1, DEVINIT_OK, 0, 0 },
        { "75 01 5c 06 02" ZM_1158_1, DEVINIT_OVERLAP, 6, RIG_SCRIPT + 6 }, /* into the middle of the write */
        { "5b 00 0f", DEVINIT_OK, 0, 0 }, { "5b ff ff", DEVINIT_BAD_TARGET, 0, 0xffff }, { "6b 01", DEVINIT_OK, 0, 0 },
        { "5c ff 7f", DEVINIT_OUT_OF_IMAGE, 0, 0x7fff }, { "6f 01", DEVINIT_OK, 0, 0 },
        { "96 54 11 00 00 00 00 00 58 11 00 00 00 00 00 00 00", DEVINIT_OK, 0, 0 },
        /* bytes after an unconditional jump are no instruction */
        { "5c 04 02 01", DEVINIT_OK, 0, 0 },
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        const enum devinit_stop stop = walked(rows[i].bytes);
        if (stop != rows[i].stop)
            fail_msg("%s: %s at %x", rows[i].bytes, devinit_stop_text(stop), walk->end.at);
        if (stop == DEVINIT_OK)
            continue;
        if (walk->end.at != RIG_SCRIPT + rows[i].at || walk->end.what != rows[i].what)
            fail_msg("%s: %x at %x", rows[i].bytes, walk->end.what, walk->end.at);
        assert_int_equal(rom_u8(&rig->v.image, walk->end.at), walk->end.opcode);
    }
}

TEST(the_walk_finds_missing_tables, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *bytes; unsigned token_word, entry; } rows[] = {
        { "6f 01", 0x02, 1 }, { "75 00", 0x06, 0 }, { "76 00", 0x08, 0 }, { "39 00", 0x0a, 0 },
        { "56 00 01", 0x06, 0 }, { "55 00 01", 0x08, 0 },
        { "96 54 11 00 00 00 00 00 58 11 00 00 00 00 00 00 00", 0x10, 0 }
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        rig_put16(rig, RIG_INIT + rows[i].token_word, 0);
        assert_int_equal(walked(rows[i].bytes), DEVINIT_TABLE);
        assert_pairs(walk->end.at, RIG_SCRIPT, walk->end.what, rows[i].entry);
        /* ... and the interpreter ends there too */
        assert_int_equal(rig->d.end.stop, DEVINIT_TABLE);
    }
}

TEST(the_walk_counts_opcodes, rig_up, rig_down)
{
    assert_int_equal(walked("75 00" ZM_1158_1 " 38" ZM_1158_2 " 72 5b 00 0f"), DEVINIT_OK);
    assert_pairs(walk->counts[0x7a], 3, walk->counts[0x75], 2, walk->counts[0x71], 2);
    assert_true(devinit_walk_starts(walk, RIG_SCRIPT) && devinit_walk_starts(walk, RIG_CALLEE));
    assert_false(devinit_walk_starts(walk, RIG_SCRIPT + 1));
}

/* ---- dry runs */

/* §8.3: later reads see the written values, polls are met, and the card is not written. */
TEST(a_dry_run_writes_nothing, rig_up, rig_down)
{
    struct overlay *const overlay = malloc(sizeof(*overlay));
    uint32_t value = 0;

    memset(overlay, 0x5a, sizeof(*overlay)); /* whatever was there before */
    overlay_init(overlay, &rig->world);
    const struct devinit_world world = overlay_world(overlay);
    rig_put(rig, RIG_SCRIPT,
            "48 5c 11 00 00 00 00 01 00 90 5c 11 00 00 58 11 00 00 52 3c f0 0a 37 58 11 00 00 08 "
            "ff d4 03 3d 00 56 01 02 7a 60 11 00 00 09 00 00 00 57 0a 00 8e 4d 00 a0 01 10 11 69 "
            "c3 03 f0 01 71");
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    devinit_init(&rig->d, &rig->v, &nv50_chips[CHIP_G84], &world,
                 (struct devinit_rules){ .dry = true, .i2c_writes = true });
    assert_int_equal(devinit_script(&rig->d, RIG_SCRIPT), DEVINIT_OK);
    assert_string_equal(rig->log, "");
    assert_int_equal(rig->waited_us, 0);
    assert_pairs(true, overlay_find(overlay, 0x1158, &value), value, 0x1ffff);
    assert_pairs(true, overlay_find(overlay, 0x1160, &value), value, 9);
    assert_true(overlay_find(overlay, 0x6013c3, &value));
    assert_pairs(value, 1, overlay->indexed[2].value[0x3c], 0x2a);
    assert_int_equal(overlay->indexed[2].value[0x3d], 0xff); /* byte 1 of R1158 */
    assert_pairs(overlay->gpio, 2, overlay->i2c, 1);
    free(overlay);
}
