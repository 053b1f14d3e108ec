/* The walk through all scripts before any is run (docs/hardware/devinit.md §4.7): its findings, its counts, the calls
 * it follows, and the places of faults. */
#include <stdlib.h>
#include <string.h>

#include "engines/nv50/devinit/walk.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158   "7a 58 11 00 00 01 00 00 00" /* 9 bytes */
#define BIG_ROM   (WALK_BYTES + 0x10)
#define OP_ZM_REG 0x7a

/* The image with `hex` as its script at 0x200, which is walked alone. */
static enum devinit_stop walk_of(const char *hex)
{
    rig_put(rig, RIG_SCRIPT, hex);
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    return devinit_walk_script(walk, &rig->v, RIG_SCRIPT);
}

TEST(instructions_are_counted_once, rig_up, rig_down)
{
    /* In skip state and out of it the same five. */
    assert_int_equal(walk_of("75 00 " ZM_1158 " 72 " ZM_1158 " 71"), DEVINIT_OK);
    assert_int_equal(walk->opcodes, 5);
    assert_int_equal(walk->counts[OP_ZM_REG], 2);
    assert_int_equal(walk->counts[0x71], 1);
    assert_int_equal(walk->end.script, RIG_SCRIPT);
    /* Called first and passed on the way. */
    assert_int_equal(walk_of("5b 0c 02 " ZM_1158 " 71"), DEVINIT_OK);
    assert_int_equal(walk->opcodes, 3);
    assert_int_equal(walk_of("01"), DEVINIT_UNKNOWN_OPCODE);
    assert_int_equal(walk->opcodes, 0);
}

/* A call, by address or number, and a jump: their targets are walked too. */
TEST(targets_are_followed, rig_up, rig_down)
{
    static const struct {
        const char *script;
        uint32_t target;
    } rows[] = {
        { "6b 01 71", RIG_CALLEE },
        { "6a 01 71", RIG_CALLEE },
        { "5b 20 02 71", 0x220 },
        { "5c 40 02 71", 0x240 },
        { "5c f0 01 71", 0x1f0 },
        { "89 3e 71", 0x240 },
        { ZM_1158 " 5b 00 02 71", RIG_SCRIPT },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig->rom[0x1f0] = rig->rom[0x220] = rig->rom[0x240] = 0x71;
        if (walk_of(rows[i].script) != DEVINIT_OK || !devinit_walk_starts(walk, rows[i].target))
            fail_msg("%s: %s, %x not found", rows[i].script, devinit_stop_text(walk->end.stop),
                     rows[i].target);
    }
    /* No instruction starts beyond the 64 KiB that an offset reaches. */
    walk->seen[1][0] = 1;
    assert_true(devinit_walk_starts(walk, 0));
    assert_false(devinit_walk_starts(walk, WALK_BYTES));
}

TEST(faults_are_said_with_their_place, rig_up, rig_down)
{
    static const struct {
        const char *script;
        enum devinit_stop stop;
        uint32_t at, what;
    } rows[] = {
        { "5b ff ff 71", DEVINIT_BAD_TARGET, 0x200, 0xffff },
        { "5b 00 10 71", DEVINIT_OUT_OF_IMAGE, 0x200, 0x1000 },
        { ZM_1158 " 5c 00 02 71", DEVINIT_LOOP, 0x209, 0x200 },
        { "5b ff 01 71", DEVINIT_OVERLAP, 0x1ff, 0x200 }, /* of two bytes at 0x1ff the second */
        { "5b 04 02 71 00", DEVINIT_UNKNOWN_OPCODE, 0x204, 0 },
        { "6b 02 71", DEVINIT_TABLE, 0x200, 2 },                /* of two scripts the third */
        { "8f 58 11 00 00 04 01 71", DEVINIT_STRAP, 0x200, 0 }, /* needs columns */
        { "85 58 11 00 00 71", DEVINIT_STRAP, 0x200, 0 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig->rom[0x1ff] = 0x75;
        if (rows[i].stop == DEVINIT_STRAP)
            rig->rom[RIG_MEMORY + 2] = 0;
        if (rows[i].stop == DEVINIT_TABLE)
            rig_put16(rig, RIG_INIT, RIG_ROM - 4);
        walk_of(rows[i].script);
        if (walk->end.stop != rows[i].stop || walk->end.at != rows[i].at ||
            walk->end.what != rows[i].what)
            fail_msg("%s: %s at %x, %x", rows[i].script, devinit_stop_text(walk->end.stop),
                     walk->end.at, walk->end.what);
    }
    rig->rom[RIG_MEMORY + 2] = 0; /* no columns, and none needed */
    assert_int_equal(walk_of(ZM_1158 " 71"), DEVINIT_OK);
}

/* Scripts at the very end of an image, and where offsets end. */
TEST(images_end_where_they_end, rig_up, rig_down)
{
    static const struct {
        uint32_t start;
        uint8_t opcode;
        enum devinit_stop stop;
        uint32_t at;
    } rows[] = {
        { 0xfff, 0x71, DEVINIT_OK, 0 },
        { 0xfff, 0x72, DEVINIT_OUT_OF_IMAGE, 0x1000 },
        { 0xffd, 0x7a, DEVINIT_OUT_OF_IMAGE, 0xffd },
        { 0x1000, 0x71, DEVINIT_OUT_OF_IMAGE, 0 },
    };

    assert_int_equal(walk_of("71"), DEVINIT_OK);
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].start < RIG_ROM)
            rig->rom[rows[i].start] = rows[i].opcode;
        assert_int_equal(devinit_walk_script(walk, &rig->v, rows[i].start), rows[i].stop);
        assert_int_equal(walk->end.at, rows[i].at);
        if (rows[i].at)
            assert_int_equal(walk->end.what, rows[i].at);
    }

    uint8_t *const big = malloc(BIG_ROM);
    memset(big, 0x71, BIG_ROM);
    rig->v.image.bytes = big;
    rig->v.image.size = BIG_ROM;
    assert_int_equal(devinit_walk_script(walk, &rig->v, WALK_BYTES - 2), DEVINIT_OK);
    assert_int_equal(devinit_walk_script(walk, &rig->v, WALK_BYTES), DEVINIT_OUT_OF_IMAGE);
    big[WALK_BYTES - 2] = 0x72;
    big[WALK_BYTES - 1] = 0x72;
    assert_int_equal(devinit_walk_script(walk, &rig->v, WALK_BYTES - 2), DEVINIT_OUT_OF_IMAGE);
    assert_int_equal(walk->end.at, WALK_BYTES);
    free(big);
}

/* §4.7: the boot list to its end, then the private script. */
TEST(all_scripts_are_walked, rig_up, rig_down)
{
    assert_int_equal(walk_of("71"), DEVINIT_OK);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_OK);
    assert_true(devinit_walk_starts(walk, RIG_SCRIPT) && devinit_walk_starts(walk, RIG_CALLEE));
    assert_int_equal(walk->end.script, RIG_CALLEE); /* the last that was looked at */

    rig->rom[0x220] = 0x71;
    rig->v.private_script = 0x220;
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_OK);
    assert_true(devinit_walk_starts(walk, 0x220));
    assert_int_equal(walk->end.script, 0x220);
    rig->rom[0x220] = 0x01;
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_UNKNOWN_OPCODE);
    assert_int_equal(walk->end.at, 0x220);
    rig->v.private_script = 0xffff;
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_BAD_TARGET);
    assert_int_equal(walk->end.at, 0);

    rig->rom[RIG_CALLEE] = 0x01; /* a fault of the list is the last word */
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_UNKNOWN_OPCODE);
    assert_int_equal(walk->end.script, RIG_CALLEE);
    rig_put16(rig, RIG_SCRIPTS, 0xffff);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_BAD_TARGET);
    assert_int_equal(walk->end.script, 0xffff);
    assert_int_equal(walk->end.at, 0);
}

TEST(the_list_has_an_end, rig_up, rig_down)
{
    assert_int_equal(walk_of("71"), DEVINIT_OK);
    rig->v.scripts = RIG_ROM - 2; /* one entry, and the image is over */
    rig_put16(rig, RIG_ROM - 2, RIG_SCRIPT);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_TABLE);
    assert_int_equal(walk->end.what, 1);
    assert_int_equal(walk->end.at, 0);

    rig->v.scripts = 0xa00; /* 256 entries are run; one that lies past them is said */
    for (unsigned i = 0; i < 256; i++)
        rig_put16(rig, 0xa00 + 2 * i, RIG_SCRIPT);
    rig_put16(rig, 0xa00 + 2 * 256, 0xe00);
    rig->rom[0xe00] = 0x01;
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_TOO_MANY);
    assert_int_equal(walk->end.what, 256);
    rig_put16(rig, 0xa00 + 2 * 256, 0);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_OK);
    rig_put16(rig, 0xa00 + 2 * 255, 0xe00);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_UNKNOWN_OPCODE);
}
