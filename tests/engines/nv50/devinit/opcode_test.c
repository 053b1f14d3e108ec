/* Opcodes that write registers, entries that the RAM strap picks, devices on I2C and the board's lines
 * (docs/hardware/devinit.md §4.5, §4.6, §2.5): operands at their ends, each with a value of its own. */
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define FOUR_VALUES "0a 00 00 00 0b 00 00 00 0c 00 00 00 0d 00 00 00"
#define PICK_ONE    "8f 58 11 00 00 04 01 " FOUR_VALUES /* by the strap's column, into 0x1158 */

static const struct devinit_rules none;

TEST(registers_are_written_as_the_table_says, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
    } rows[] = {
        { "58 58 11 00 00 05 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00",
          "R1158=1 R115c=2 R1160=3 R1164=4 R1168=5" },
        /* R1154 is 12345678. Of bits 8:1 the lowest two are 0; of bits 4 the lowest is 1; 32 leaves nothing. */
        { "96 54 11 00 00 01 03 00 58 11 00 00 00 00 00 00 08", "R1158=1000" },
        { "96 54 11 00 00 04 01 01 58 11 00 00 00 00 00 00 08", "R1158=3000" },
        { "96 54 11 00 00 04 03 00 58 11 00 00 00 00 00 00 20", "R1158=0" },
        { "96 54 11 00 00 04 03 00 5c 11 00 00 ff 00 00 00 10", "R115c=4000ff" },
        /* a shift of 32: the first value */
        { "31 54 11 00 00 ff ff ff ff 20 02 58 11 00 00 09 00 00 00 08 00 00 00", "R1158=9" },
        /* nothing is kept of the old value */
        { "85 5c 11 00 00 02 " FOUR_VALUES, "R115c=b" },
        { "85 5c 11 00 00 02 0a 00 00 00 fe 00 00 00 0c 00 00 00 0d 00 00 00", "R115c=fe" },
        /* register 0 is no register */
        { "85 00 00 00 00 02 " FOUR_VALUES, "" },
        { "86 00 00 00 00 0f 00 00 00 02 " FOUR_VALUES, "" },
        /* CR3c is 25: bits 7:4 are 2, and nothing is left of a byte that moves by 8 or 32 */
        { "32 d4 03 3c f0 04 04 58 11 00 00 " FOUR_VALUES, "R1158=c" },
        { "32 d4 03 3c ff 00 04 58 11 00 00 " FOUR_VALUES, "" },
        { "32 d4 03 3c ff 08 04 58 11 00 00 " FOUR_VALUES, "R1158=a" },
        { "32 d4 03 3c 01 20 04 58 11 00 00 " FOUR_VALUES, "R1158=a" },
        { "32 d4 03 3c ff 20 04 58 11 00 00 " FOUR_VALUES, "R1158=a" },
        { "32 d4 03 3c ff 1f 04 58 11 00 00 " FOUR_VALUES, "R1158=a" },
        { "32 d4 03 3c f0 04 04 00 00 00 00 " FOUR_VALUES, "" },
        /* several registers of the CRTC; a pair of which the first byte counts up from 7e */
        { "54 03 3c 01 3d 77 3e 88", "CR3c=01 CR3d=77 CR3e=88" },
        { "51 57 58 7e 03 aa bb cc", "CR57=7e CR58=aa CR57=7f CR58=bb CR57=80 CR58=cc CR57=00" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_put(rig, RIG_ARRAYS + 2, "b1 01"); /* the second array: 20 30 40 */
        rig_expect(rig, rows[i].bytes, rows[i].writes);
    }
}

/* (R1154 & f0) >> 4 is 7, one beyond a list of 7. */
TEST(a_value_beyond_the_list_is_warned_of, rig_up, rig_down)
{
    rig_expect(rig,
               "31 54 11 00 00 f0 00 00 00 04 07 58 11 00 00 " FOUR_VALUES
               " 0e 00 00 00 0f 00 00 00 10 00 00 00",
               "");
    assert_pairs(rig->d.warning_count, 1, rig->d.warnings[0].kind, DEVINIT_WARN_INDEX,
                 rig->d.warnings[0].what, 7);
    rig_expect(rig, "32 d4 03 3c f0 04 02 58 11 00 00 0a 00 00 00 0b 00 00 00", "");
    assert_pairs(rig->d.warning_count, 1, rig->d.warnings[0].kind, DEVINIT_WARN_INDEX,
                 rig->d.warnings[0].what, 2);
}

/* §4.6: the screen has a bit for each column, so that 9 columns have 2 bytes, and 16 too. */
TEST(screens_have_as_many_bytes_as_columns_need, rig_up, rig_down)
{
    static const uint8_t columns[] = { 8, 9, 16 };
    char script[400];

    for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
        const unsigned last = columns[i] - 1;
        char *at = script;

        devinit_rig_init(rig);
        rig->rom[RIG_MEMORY + 2] = columns[i];
        memset(rig->rom + RIG_STRAPS, (int)last, 16);
        at += sprintf(at, "85 58 11 00 00 ");
        for (unsigned byte = 0; byte <= last / 8; byte++)
            at += sprintf(at, "%02x ", byte == last / 8 ? 1u << last % 8 : 0);
        for (unsigned value = 0; value < columns[i]; value++)
            at += sprintf(at, "%02x 00 00 00%s", 0x20 + value, value < last ? " " : "");
        sprintf(at = script + 300, "R1158=%x", 0x20 + last);
        rig_expect(rig, script, at);
    }
}

/* §4.6, the newer boards' table: entries of `size` bytes after a header, of type 0, name the column of a strap; else it
 * is the old table's, which says 1. The strap is 5 in all rows. */
TEST(memory_information_names_the_column, rig_up, rig_down)
{
    static const struct {
        const char *table, *writes;
    } rows[] = {
        { "10 05 02 02 00 50 03 60 02", "R1158=d" },       /* the first entry */
        { "10 05 03 02 00 60 02 00 51 03 00", "R1158=d" }, /* the second; memory type 1 */
        { "10 06 02 02 00 ff 60 02 50 f0", "R1158=a" },    /* a longer header; low bits count */
        { "10 05 02 02 00 60 02 70 02 50 03", "R1158=b" }, /* after the last */
        { "10 05 02 01 01 50 03", "R1158=b" },             /* another type */
        { "11 05 02 01 00 50 03", "R1158=b" },             /* another version */
        { "10 05 02 00 00 50 03", "R1158=b" },             /* none */
        { "10 05 04 03 00 60 02 50 03 70 02 50 03 50 02 00 00", "R1158=c" },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_put(rig, RIG_BIT + 24, "4d 02 07 00");
        rig_put(rig, RIG_MEMORY, "04 c0 01 00 0a"); /* 4 columns, straps, information at 0xa00 */
        rig_put(rig, 0xa00, rows[i].table);
        rig_set(rig, REF_PSTRAPS_0_PRIMARY, 0xffffffc3 | 5 << 2);
        rig_expect(rig, PICK_ONE, rows[i].writes);
    }
    /* The entry may end with the image. */
    rig_put(rig, RIG_MEMORY, "04 c0 01 f0 0f");
    rig_put(rig, 0xff0, "10 05 02 01 00 50 02");
    rig->size = 0xff7;
    rig_expect(rig, PICK_ONE, "R1158=c");
    rig->size = RIG_ROM;
    rig_put(rig, RIG_MEMORY, "04 00 00 00 00"); /* neither table: the strap is the column */
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 3 << 2);
    rig_expect(rig, PICK_ONE, "R1158=d");
}

/* A column that no value stands for, and a strap that reads otherwise the second time, end the run and are shown. */
TEST(straps_that_do_not_fit_are_shown, rig_up, rig_down)
{
    memset(rig->rom + RIG_STRAPS, 4, 16);
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 9 << 2);
    assert_int_equal(script_run(rig, PICK_ONE, none), DEVINIT_STRAP);
    assert_pairs(rig->d.end.what, 4, rig->d.end.expected, 4, rig->d.end.seen, 9);

    devinit_rig_init(rig);
    rig_set(rig, REF_PSTRAPS_0_PRIMARY, 2 << 2);
    rig->lock_reg = 0x101000;
    rig->lock_mask = 4 << 2;
    rig->lock_at_us = 100;
    assert_int_equal(
        script_run(rig, "9e 74 64 00 " PICK_ONE, (struct devinit_rules){ .dry = true }),
        DEVINIT_STRAP);
    assert_pairs(rig->d.end.what, 0x101000, rig->d.end.expected, 2, rig->d.end.seen, 6, rig->used,
                 0);
}

/* Each register of the list has its own mask and its own bits: 55 & f0 | 0c, 55 & 0f | 30. */
TEST(devices_are_changed_register_by_register, rig_up, rig_down)
{
    rig->i2c_value = 0x55;
    rig_expect(rig, "4c 80 a0 02 10 f0 0c 20 0f 30", "I2.50:10? I2.50:105c I2.50:20? I2.50:2035");
    assert_int_equal(rig->d.i2c_transfers, 4);
}

/* §2.5: bits 4..0 the line, 15..8 the function, 24 its state at the start, 27 and 28 level and input of "off". */
#define LOW(line)   (0x00000400u | (line))
#define HIGH(line)  (0x08000400u | (line))
#define INPUT(line) (0x10000400u | (line))

TEST(lines_are_not_driven_both_ways, rig_up, rig_down)
{
    static const struct {
        uint32_t entries[3];
        enum devinit_stop stop;
        const char *writes;
    } rows[] = { { { HIGH(5), HIGH(6), HIGH(5) }, DEVINIT_OK, "G5=1 G6=1 G5=1" },
                 { { LOW(5), HIGH(0), LOW(5) }, DEVINIT_OK, "G5=0 G0=1 G5=0" },
                 { { INPUT(5), HIGH(6), INPUT(5) }, DEVINIT_OK, "G5=in G6=1 G5=in" },
                 { { HIGH(5), LOW(5), LOW(6) }, DEVINIT_GPIO, "G5=1" },
                 { { LOW(5), HIGH(5), LOW(6) }, DEVINIT_GPIO, "G5=0" },
                 { { LOW(5), INPUT(5), LOW(6) }, DEVINIT_GPIO, "G5=0" },
                 { { INPUT(5), LOW(5), LOW(6) }, DEVINIT_GPIO, "G5=in" },
                 { { HIGH(5), INPUT(5), LOW(6) }, DEVINIT_GPIO, "G5=1" } };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        for (unsigned entry = 0; entry < 3; entry++)
            rig_put32(rig, RIG_GPIO + 6 + 4 * entry, rows[i].entries[entry]);
        rig_expect_stop(rig, "8e", none, rows[i].stop, rows[i].writes);
        if (rows[i].stop != DEVINIT_OK)
            assert_int_equal(rig->d.end.what, 5);
    }
}

static enum err refuse(void *context, const struct gpio_entry *entry)
{
    return ERR_TIMEOUT;
}

TEST(lines_that_cannot_be_driven_are_named, rig_up, rig_down)
{
    rig->world.gpio = refuse;
    assert_int_equal(script_run(rig, "8e", none), DEVINIT_WORLD);
    assert_pairs(rig->d.end.what, 5, rig->d.end.error, ERR_TIMEOUT);
    rig->rom[RIG_GPIO] = 0x41; /* no version of the table */
    assert_pairs(script_run(rig, "8e", none), DEVINIT_GPIO, rig->d.end.what, 0);
    rig_put16(rig, 0x36, 0); /* no DCB, so no table of lines */
    assert_pairs(script_run(rig, "8e", none), DEVINIT_OK, rig->d.warning_count, 1,
                 rig->d.warnings[0].kind, DEVINIT_WARN_NO_GPIO, rig->d.warnings[0].what, 0);
}

/* A shift of 0x80 and more is one to the left by the rest of 0x100; by 32 or more nothing is left. */
TEST(shifts_go_both_ways, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
    } rows[] = { { "00", "R1158=80000001" }, { "1f", "R1158=1" }, { "20", "R1158=0" },
                 { "7f", "R1158=0" },        { "80", "R1158=0" }, { "e0", "R1158=0" },
                 { "e1", "R1158=80000000" }, { "ff", "R1158=2" } };
    char script[80];

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig_set(rig, REF_PBUS_SCRATCH, 0x80000001);
        snprintf(script, sizeof(script),
                 "5f 54 11 00 00 %s ff ff ff ff 00 00 00 00 58 11 00 00 00 00 00 00",
                 rows[i].bytes);
        rig_expect(rig, script, rows[i].writes);
    }
}

static enum err do_not_wait(void *context, uint32_t us)
{
    return ERR_DEADLINE;
}

/* A script that ends in skip state is worth a warning; a clock that fails ends a poll. */
TEST(scripts_that_end_oddly_say_so, rig_up, rig_down)
{
    rig_expect(rig, "75 01", "");
    assert_pairs(rig->d.warning_count, 1, rig->d.warnings[0].kind, DEVINIT_WARN_DONE_SKIPS,
                 rig->d.warnings[0].what, 0);
    rig->world.wait = do_not_wait;
    assert_pairs(script_run(rig, "56 01 02", none), DEVINIT_WORLD, rig->d.end.error, ERR_DEADLINE);
}
