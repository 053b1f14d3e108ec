/* What a memory test accesses and says where memory, copies, processors or the board are broken (access_rig.h): the damage
 * that it finds is the defect's. */
#include "tests/suite/nv50/access_rig.h"

TEST(broken, begin_list)
{
    static const struct {
        unsigned chip;
        const char *suite, *defects;
        bool by_shader;
    } rows[] = {
        { CHIP_G84, "vram.quick", "vram-data-short:partition=0,bit=12,other=13", false },
        { CHIP_G84, "vram.quick", "vram-late:bit=9", false },
        { CHIP_G84, "vram.load", "vram-strobe:byte=2,one_in=4000", false },
        { CHIP_G84, "vram.quick", "vram-address", false },
        { CHIP_G84, "vram.quick", "vram-row", false },
        { CHIP_G84, "vram.quick", "vram-bank", false },
        { CHIP_G84, "vram.quick", "vram-column:bank=1,column=5,bit=40", false },
        { CHIP_G84, "vram.quick", "vram-chip:partition=1,chip=1,width=32", false },
        { CHIP_G84, "vram.quick", "vram-fade:ms=1", false },
        { CHIP_G84, "vram.quick", "vram-coupling", false },
        { CHIP_G84, "vram.quick", "vram-intermittent:rate=1000,seed=7", false },
        { CHIP_G84, "vram.quick", "vram-mask", false },
        { CHIP_G84, "vram.quick", "m2mf-stops:after=5+vram-cell:address=0x123450,bit=9", false },
        { CHIP_G84, "vram.quick", "m2mf-corrupts:bit=3,every=100+vram-stuck:partition=1,bit=37",
          false },
        { CHIP_G84, "vram.thorough.march_c", "vram-coupling", false },
        { CHIP_G84, "vram.quick", "board-hot", false },
        { CHIP_G84, "vram.quick", "vram-cell:address=0x123450,bit=9", true },
        { CHIP_G84, "vram.quick", "shader-store:after=6000", true },
        { CHIP_G84, "vram.quick", "shader-load:after=5000,count=1", true },
        { CHIP_G84, "vram.quick", "vram-row", true },
        { CHIP_G84, "vram.quick", "shader-lane-dead", true },
        { CHIP_G84, "vram.thorough.random", "vram-cell:address=0x123450,bit=9", true },
        { CHIP_G84, "vram.thorough.march_c", "shader-load:after=6000,count=1", true },
        { CHIP_GT215, "vram.quick", "vram-cell:bit=5,value=1", false },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        add_to_list(&(struct listed){ rows[i].chip, 2 << 20, rows[i].suite, rows[i].defects,
                                      rows[i].by_shader, true });
    end_list("broken");
}
