/* The interpreter against the reference's test vectors (docs/hardware/devinit.md §4.9). */
#include "engines/nv50/devinit/decode.h"
#include "engines/nv50/devinit/state.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158_1 " 7a 58 11 00 00 01 00 00 00"
#define ZM_1158_2 " 7a 58 11 00 00 02 00 00 00"
#define ZM_1158_3 " 7a 58 11 00 00 03 00 00 00"
#define ZM_1158_5 " 7a 58 11 00 00 05 00 00 00"
#define ZM_1158_9 " 7a 58 11 00 00 09 00 00 00"
#define COUNT_UP  " 97 60 11 00 00 00 00 00 00 01 00 00 00"

/* Every row of the table: bytes, and the writes in their order. */
/* clang-format off */
static const struct { const char *bytes, *writes; } vectors[] = {
    { "7a 58 11 00 00 ef be ad de", "R1158=deadbeef" }, { "6e 5c 11 00 00 ff 00 ff ff 00 00 12 00", "R115c=1200ff" },
    { "47 5c 11 00 00 0f 00 00 00", "R115c=fff0" }, { "48 5c 11 00 00 00 00 01 00", "R115c=1ffff" },
    { "58 58 11 00 00 02 01 00 00 00 02 00 00 00", "R1158=1 R115c=2" },
    { "91 58 11 00 00 03 01 00 00 00 02 00 00 00 03 00 00 00", "R1158=1 R1158=2 R1158=3" },
    { "90 54 11 00 00 58 11 00 00", "R1158=12345678" }, { "97 5c 11 00 00 00 00 ff ff 01 00 00 00", "R115c=0" },
    { "97 54 11 00 00 00 ff ff ff 90 00 00 00", "R1154=12345608" },
    { "5f 54 11 00 00 08 ff 00 00 00 f0 00 00 00 5c 11 00 00 00 ff ff ff", "R115c=ffa6" },
    { "5f 54 11 00 00 fc f0 00 00 00 00 00 00 00 58 11 00 00 00 00 00 00", "R1158=80" },
    { "37 54 11 00 00 04 f0 d4 03 3c 0f", "CR3c=65" },
    { "96 54 11 00 00 04 03 00 58 11 00 00 00 00 00 00 08", "R1158=4000" },
    { "8f 58 11 00 00 04 02 0a 00 00 00 0b 00 00 00 0c 00 00 00 0d 00 00 00 14 00 00 00 15 00 00 00 "
      "16 00 00 00 17 00 00 00", "R1158=b R115c=15" },
    { "32 d4 03 3c f0 04 04 58 11 00 00 00 01 00 00 01 01 00 00 02 01 00 00 03 01 00 00", "R1158=102" },
    { "51 57 58 00 02 aa bb", "CR57=00 CR58=aa CR57=01 CR58=bb CR57=00" }, { "52 3c f0 0a", "CR3c=2a" },
    { "54 02 3c 01 3d 02", "CR3c=01 CR3d=02" }, { "6f 01", "R115c=a1 R1160=a2" },
    { "75 00" ZM_1158_1 " 38" ZM_1158_2 " 72" ZM_1158_3, "R1158=1 R1158=3" },
    { "75 01" ZM_1158_1 " 38" ZM_1158_2 " 72" ZM_1158_3, "R1158=2 R1158=3" },
    { "75 01 75 00" ZM_1158_1 " 72" ZM_1158_2, "R1158=2" }, { "76 00" ZM_1158_1 " 72", "R1158=1" },
    { "39 00" ZM_1158_1 " 72", "R1158=1" }, { "33 03" COUNT_UP " 36" ZM_1158_9, "R1160=1 R1160=2 R1160=3 R1158=9" },
    { "33 00" COUNT_UP " 36", "R1160=1" }, { "6b 01" ZM_1158_5, "R1158=5" }, { "5b 00 0f" ZM_1158_5, "R1158=5" },
    { "5c 0c 02" ZM_1158_1 ZM_1158_2, "R1158=2" }, { "56 01 02" ZM_1158_1 " 72", "" }, { "74 f4 01 57 03 00", "" },
};
/* clang-format on */

TEST(vectors_write_what_the_reference_says, rig_up, rig_down)
{
    for (size_t i = 0; i < sizeof(vectors) / sizeof(vectors[0]); i++) {
        devinit_rig_init(rig);
        rig_expect(rig, vectors[i].bytes, vectors[i].writes);
    }
}

/* Times of the same table: a poll that fails, and two waits. */
TEST(waits_last_as_long_as_the_reference_says, rig_up, rig_down)
{
    script_run(rig, "56 01 02" ZM_1158_1 " 72", (struct devinit_rules){ 0 });
    assert_int_equal(rig->waited_us, 200000);
    devinit_rig_init(rig);
    script_run(rig, "74 f4 01 57 03 00", (struct devinit_rules){ 0 });
    assert_int_equal(rig->waited_us, 3500);
}

/* The last row of the table: opcodes that must stop, and where. */
TEST(endless_deep_and_foreign_scripts_stop, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *bytes; enum devinit_stop stop; uint32_t at, what; } rows[] = {
        { "5c 00 02", DEVINIT_TOO_MANY, 0x200, 1001 },
        { "5b 00 02", DEVINIT_TOO_DEEP, 0x200, 0x200 }, { "01", DEVINIT_UNKNOWN_OPCODE, 0x200, 1 },
        { "5c ff 7f", DEVINIT_OUT_OF_IMAGE, 0x200, 0x7fff }
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        assert_int_equal(script_run(rig, rows[i].bytes, (struct devinit_rules){ 0 }), rows[i].stop);
        assert_pairs(rig->d.end.at, rows[i].at, rig->d.end.what, rows[i].what);
        assert_string_equal(rig->log, "");
    }
}

/* §4.4: drivers share one flag, so code that a callee skipped stays skipped. */
TEST(a_shared_flag_leaks_from_the_callee, rig_up, rig_down)
{
    rig_expect_stop(rig, "6b 01" ZM_1158_5, (struct devinit_rules){ .shared_flag = true },
                    DEVINIT_OK, "");
    devinit_rig_init(rig);
    script_run(rig, "6b 01" ZM_1158_5, (struct devinit_rules){ 0 });
    assert_int_equal(rig->d.warnings[0].kind, DEVINIT_WARN_CALLEE_SKIPS);
}

/* §4.5: opcodes without a vector of their own. */
TEST(other_opcodes_do_what_the_tables_say, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *bytes, *writes; } rows[] = {
        /* RESTRICT_PROG: (R1154 & f0) >> 4 is 7 of 8 */
        { "31 54 11 00 00 f0 00 00 00 04 08 58 11 00 00 " "00 00 00 00 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00 05 00 00 00 06 00 00 00 " "77 00 00 00", "R1158=77" },
        /* ... beyond a list of 1, and to register 0: nothing */
        { "31 54 11 00 00 f0 00 00 00 04 01 58 11 00 00 09 00 00 00", "" },
        { "31 54 11 00 00 00 00 00 00 00 01 00 00 00 00 09 00 00 00", "" },
        { "8f 00 00 00 00 04 01 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00", "" },
        /* screened by column 1: bit set, bit clear, with a mask */
        { "85 58 11 00 00 02 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00", "R1158=2" },
        { "85 58 11 00 00 0d 01 00 00 00 02 00 00 00 03 00 00 00 04 00 00 00", "" },
        { "86 5c 11 00 00 0f 00 00 00 0f 10 00 00 00 20 00 00 00 30 00 00 00 40 00 00 00", "R115c=2f" },
        { "9e 92 63 8c 8d", "" }, { "53 3c 77", "CR3c=77" }, { "83 3c 05", "CR3c=20" }, { "84 3c 0a", "CR3c=2f" },
        { "78 d4 03 3c 0f 40", "CR3c=45" }, { "62 d4 03 3c 99", "CR3c=99" }, { "69 c3 03 f0 0a", "P3c3=5a" },
        { "61 c3 03 01", "P3c3=1" },
        /* DONE_CONDITION and JUMP end or move a script that executes, and are passed over otherwise */
        { "5d" ZM_1158_1, "" }, { "75 01 5d 72" ZM_1158_1, "R1158=1" }, { "89 09" ZM_1158_1 ZM_1158_2, "R1158=2" },
        { "6a 01" ZM_1158_1, "" }, { "75 01 6a 01 72" ZM_1158_1, "R1158=1" },
        /* a repeat runs in skip state too, a repeat inside a repeat */
        { "33 02 33 02" COUNT_UP " 36 36", "R1160=1 R1160=2 R1160=3 R1160=4" },
        { "75 01 33 02" COUNT_UP " 36 72" ZM_1158_1, "R1158=1" }, { "36" ZM_1158_1, "R1158=1" },
        /* a generic condition: not met; an unknown one: its bytes are passed over */
        { "3a 00 00" ZM_1158_1 " 72" ZM_1158_2, "R1158=2" }, { "3a 07 00" ZM_1158_1 " 72" ZM_1158_2, "R1158=2" },
        { "3a 33 02 71 71" ZM_1158_1, "R1158=1" },
        /* bit 0 of PMC.ENABLE stays */
        { "7a 00 02 00 00 00 00 10 40", "R200=40100001" }, { "8e", "G5=1 G9=inn" },
        /* I2C: port 0 is the card's port 2; 80 the primary, 81 the secondary, ff the primary too */
        { "4d 00 a0 02 10 11 20 22", "I2.50:1011 I2.50:2022" }, { "4d 81 a0 01 10 11", "I3.50:1011" },
        { "4e ff 90 03 01 02 03", "I2.48:010203" }, { "4c 80 a0 01 10 f0 0c", "I2.50:10? I2.50:105c" },
        { "5e 00 a0 10 f0 50" ZM_1158_1 " 72", "I2.50:10? R1158=1" },
        { "5e 00 a0 10 f0 40" ZM_1158_1 " 72", "I2.50:10?" },
        { "9a 00 a0 34 12 0f 05" ZM_1158_1 " 72", "I2.50:1234? R1158=1" },
        { "75 01 5e 00 a0 10 f0 50 4d 00 a0 01 10 11 72", "" },
    };
    /* clang-format on */

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        rig->port = rig->i2c_value = 0x55;
        rig_expect(rig, rows[i].bytes, rows[i].writes);
    }
}

/* §5.3 and §5.5: 400 MHz from 27 MHz is N 237, M 8, P 1. The memory's PLL has P twice, and a bias. */
TEST(pll_opcodes_write_coefficients, rig_up, rig_down)
{
    static const struct {
        const char *bytes, *writes;
    } rows[] = {
        { "4b 28 40 00 00 80 1a 06 00", "R4028=ff0100ff R402c=ed08" },
        { "88 01 80 1a 06 00", "R4028=ff0100ff R402c=ed08" },
        { "88 04 80 1a 06 00", "R4008=686900ff R400c=ed08" },
        { "79 28 40 00 00 40 9c", "R4028=ff0100ff R402c=ed08" },
        /* by strap, column 1 of 4 */
        { "87 01 00 00 00 00 80 1a 06 00 00 00 00 00 00 00 00 00", "R4028=ff0100ff R402c=ed08" },
        /* by CR3c bits 5:4, which are 2 */
        { "4a d4 03 3c f0 04 03 28 40 00 00 00 00 00 00 00 00 00 00 80 1a 06 00",
          "R4028=ff0100ff R402c=ed08" },
        { "8a d4 03 3c f0 04 03 01 00 00 00 00 00 00 00 00 80 1a 06 00",
          "R4028=ff0100ff R402c=ed08" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        devinit_rig_init(rig);
        rig_set(rig, REF_PCLOCK_NVPLL, 0xff0000ff);
        rig_set(rig, REF_PCLOCK_MPLL, 0x680700ff);
        rig_expect(rig, rows[i].bytes, rows[i].writes);
    }
}

/* §4.5: the lengths of the table, with 3 array entries and 4 strap columns. 0: undefined. */
TEST(every_opcode_is_as_long_as_the_tables_say, rig_up, rig_down)
{
    /* clang-format off */
    static const uint8_t lengths[256] = {
        [0x33] = 2, [0x36] = 1, [0x38] = 1, [0x5b] = 3, [0x5c] = 3, [0x5d] = 1, [0x6a] = 2, [0x6b] = 2,
        [0x71] = 1, [0x72] = 1, [0x89] = 2, [0x8b] = 1, [0x8c] = 1, [0x8d] = 1, [0x74] = 3, [0x57] = 3,
        [0x75] = 2, [0x76] = 2, [0x39] = 2, [0x56] = 3, [0x55] = 3, [0x3a] = 3 + 3, [0x5e] = 6,
        [0x9a] = 7, [0x5a] = 7,
        [0x7a] = 9, [0x6e] = 13, [0x47] = 9, [0x48] = 9, [0x58] = 6 + 12, [0x91] = 6 + 12, [0x90] = 9,
        [0x5f] = 22, [0x97] = 13, [0x96] = 17, [0x6f] = 2, [0x31] = 15 + 12,
        [0x8f] = 7 + 48, [0x87] = 2 + 16, [0x85] = 5 + 1 + 16, [0x86] = 9 + 1 + 16, [0x9e] = 1,
        [0x52] = 4, [0x53] = 3, [0x54] = 2 + 6, [0x51] = 5 + 3, [0x83] = 3, [0x84] = 3, [0x78] = 6,
        [0x62] = 5, [0x69] = 5, [0x61] = 4, [0x37] = 11, [0x32] = 11 + 12, [0x59] = 15 + 12,
        [0x3b] = 2, [0x3c] = 2,
        [0x4b] = 9, [0x88] = 6, [0x4a] = 11 + 12, [0x8a] = 8 + 12, [0x79] = 7,
        [0x4c] = 4 + 9, [0x4d] = 4 + 6, [0x4e] = 4 + 3, [0x98] = 6 + 6, [0x99] = 6 + 3, [0x8e] = 1,
        [0x35] = 2, [0x63] = 1, [0x92] = 1, [0x95] = 9, [0x9b] = 5, [0x9c] = 5, [0x9d] = 5,
        [0x10] = 9, [0x11] = 5, [0x12] = 5, [0x13] = 5, [0x14] = 3, [0x15] = 5, [0x16] = 2, [0x18] = 2,
        [0x19] = 2, [0x1a] = 4, [0x1b] = 3, [0x1c] = 2, [0x1d] = 3, [0x1e] = 5, [0x20] = 10,
        [0x21] = 6, [0x22] = 6, [0x23] = 6, [0x24] = 4, [0x25] = 6, [0x26] = 3, [0x28] = 3, [0x29] = 3,
        [0x2e] = 6, [0x2c] = 6, [0x2d] = 3, [0x7b] = 6, [0x7c] = 6, [0x7d] = 6, [0x7e] = 3, [0x7f] = 3,
        [0x80] = 3, [0x81] = 3, [0x82] = 3,
    };
    /* clang-format on */
    /* Where the count of array entries stands. */
    static const uint8_t counts[256] = {
        [0x3a] = 2, [0x58] = 5, [0x91] = 5, [0x31] = 10, [0x8f] = 6, [0x54] = 1,
        [0x51] = 4, [0x32] = 6, [0x59] = 6, [0x4a] = 6,  [0x8a] = 6, [0x4c] = 3,
        [0x4d] = 3, [0x4e] = 3, [0x98] = 5, [0x99] = 5,
    };

    for (unsigned opcode = 0; opcode < 256; opcode++) {
        rig->rom[RIG_SCRIPT] = (uint8_t)opcode;
        memset(rig->rom + RIG_SCRIPT + 1, 0, 64);
        if (opcode == 0x3a)
            rig->rom[RIG_SCRIPT + 1] = 0x33;
        if (counts[opcode])
            rig->rom[RIG_SCRIPT + counts[opcode]] = 3;
        assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
        if (decode_length(&rig->v, RIG_SCRIPT) != lengths[opcode])
            fail_msg("opcode %02x: %u bytes, the reference says %u", opcode,
                     decode_length(&rig->v, RIG_SCRIPT), lengths[opcode]);
    }
}

/* §4.5: a generic condition that is known has no bytes of its own; others have as many as are said. */
TEST(known_conditions_have_no_bytes, rig_up, rig_down)
{
    static const uint8_t known[] = { 0, 1, 2, 5, 6, 7 };

    rig_put(rig, RIG_SCRIPT, "3a 00 09");
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    for (unsigned id = 0; id < 256; id++) {
        rig->rom[RIG_SCRIPT + 1] = (uint8_t)id;
        assert_int_equal(decode_length(&rig->v, RIG_SCRIPT),
                         memchr(known, (int)id, sizeof(known)) ? 3 : 12);
    }
}
