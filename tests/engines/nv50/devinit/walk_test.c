/* The walk through all scripts before any is run (docs/hardware/devinit.md §4.7): the calls it follows, its end. */
#include "engines/nv50/devinit/walk.h"
#include "tests/engines/nv50/devinit/devinit_rig.h"

#define ZM_1158 "7a 58 11 00 00 01 00 00 00" /* 9 bytes */

/* The image with `hex` as its script at 0x200, which is walked alone. */
static enum devinit_stop walk_of(const char *hex)
{
    rig_put(rig, RIG_SCRIPT, hex);
    rig_close(rig);
    assert_int_equal(vbios_parse(rig->rom, RIG_ROM, &rig->v), OK);
    return devinit_walk_script(walk, &rig->v, RIG_SCRIPT);
}

/* A call, by address or number, and a jump: their targets are walked too. */
TEST(targets_are_followed, rig_up, rig_down)
{
    /* clang-format off */
    static const struct { const char *script; uint32_t target; } rows[] = {
        { "6b 01 71", RIG_CALLEE }, { "6a 01 71", RIG_CALLEE }, { "5b 20 02 71", 0x220 }, { "5c 40 02 71", 0x240 },
        { "5c f0 01 71", 0x1f0 }, { "89 3e 71", 0x240 }, { ZM_1158 " 5b 00 02 71", RIG_SCRIPT },
    };
    /* clang-format on */

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        devinit_rig_init(rig);
        rig->rom[0x1f0] = rig->rom[0x220] = rig->rom[0x240] = 0x71;
        if (walk_of(rows[i].script) != DEVINIT_OK || !devinit_walk_starts(walk, rows[i].target))
            fail_msg("%s: %s, %x not found", rows[i].script, devinit_stop_text(walk->end.stop),
                     rows[i].target);
    }
    /* No instruction starts beyond the 64 KiB that an offset reaches. */
    walk->seen[1][0] = 1;
    assert_pairs(true, devinit_walk_starts(walk, 0), false, devinit_walk_starts(walk, WALK_BYTES));
}

TEST(the_list_has_an_end, rig_up, rig_down)
{
    assert_int_equal(walk_of("71"), DEVINIT_OK);
    rig->v.scripts = RIG_ROM - 2; /* one entry, and the image is over */
    rig_put16(rig, RIG_ROM - 2, RIG_SCRIPT);
    assert_pairs(devinit_walk(walk, &rig->v), DEVINIT_TABLE, walk->end.what, 1, walk->end.at, 0);

    rig->v.scripts = 0xa00; /* 256 entries are run; one that lies past them is said */
    for (unsigned i = 0; i < 256; i++)
        rig_put16(rig, 0xa00 + 2 * i, RIG_SCRIPT);
    rig_put16(rig, 0xa00 + 2 * 256, 0xe00);
    rig->rom[0xe00] = 0x01;
    assert_pairs(devinit_walk(walk, &rig->v), DEVINIT_TOO_MANY, walk->end.what, 256);
    rig_put16(rig, 0xa00 + 2 * 256, 0);
    assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_OK);
    for (unsigned own = 0; own < 2; own++) { /* the last of the list, then the private script */
        rig_put16(rig, 0xa00 + 2 * 255, own ? RIG_SCRIPT : 0xe00);
        rig->v.private_script = own ? 0xe00 : 0;
        assert_int_equal(devinit_walk(walk, &rig->v), DEVINIT_UNKNOWN_OPCODE);
    }
}
