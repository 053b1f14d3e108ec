/* What a memory test accesses and says where memory, copies, processors or the board are broken (access_rig.h): the damage
 * that it finds is the defect's. */
#include "tests/suite/nv50/access_rig.h"

TEST(broken, begin_list)
{
    static const struct {
        const char *suite, *defects;
        unsigned chip;
        bool by_shader;
    } rows[] = {
        { "vram.quick", "vram-data-short:partition=0,bit=12,other=13", CHIP_G84, false },
        { "vram.quick", "vram-late:bit=9", CHIP_G84, false },
        { "vram.load", "vram-strobe:byte=2,one_in=4000", CHIP_G84, false },
        { "vram.quick", "vram-address", CHIP_G84, false },
        { "vram.quick", "vram-row", CHIP_G84, false },
        { "vram.quick", "vram-bank", CHIP_G84, false },
        { "vram.quick", "vram-column:bank=1,column=5,bit=40", CHIP_G84, false },
        { "vram.quick", "vram-chip:partition=1,chip=1,width=32", CHIP_G84, false },
        { "vram.quick", "vram-fade:ms=1", CHIP_G84, false },
        { "vram.quick", "vram-coupling", CHIP_G84, false },
        { "vram.quick", "vram-intermittent:rate=1000,seed=7", CHIP_G84, false },
        { "vram.quick", "vram-mask", CHIP_G84, false },
        { "vram.quick", "m2mf-stops:after=5+vram-cell:address=0x123450,bit=9", CHIP_G84, false },
        { "vram.quick", "m2mf-corrupts:bit=3,every=100+vram-stuck:partition=1,bit=37", CHIP_G84,
          false },
        { "vram.thorough.march_c", "vram-coupling", CHIP_G84, false },
        { "vram.quick", "board-hot", CHIP_G84, false },
        { "vram.quick", "vram-cell:address=0x123450,bit=9", CHIP_G84, true },
        { "vram.quick", "shader-store:after=6000", CHIP_G84, true },
        { "vram.quick", "shader-load:after=5000,count=1", CHIP_G84, true },
        { "vram.quick", "vram-row", CHIP_G84, true },
        { "vram.quick", "shader-lane-dead", CHIP_G84, true },
        { "vram.thorough.random", "vram-cell:address=0x123450,bit=9", CHIP_G84, true },
        { "vram.thorough.march_c", "shader-load:after=6000,count=1", CHIP_G84, true },
        { "vram.quick", "vram-cell:bit=5,value=1", CHIP_GT215, false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        add_to_list(&(struct listed){ rows[i].chip, 2 << 20, rows[i].suite, rows[i].defects,
                                      rows[i].by_shader, true });
    end_list("broken");
}
