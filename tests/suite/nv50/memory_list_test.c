/* What memory tests access on a good card, by copies and by programs of the card (access_rig.h). */
#include "tests/suite/nv50/access_rig.h"

/* Each MiB more takes longer. */
TEST(quick, begin_list)
{
    add_to_list(&(struct listed){
        .chip = CHIP_G84, .vram = 2 << 20, .suite = "vram.quick,vram.load,vram.refresh" });
    end_list("quick");
}

TEST(shaders, begin_list)
{
    add_to_list(&(struct listed){ .chip = CHIP_G84,
                                  .vram = 2 << 20,
                                  .suite = "vram.quick,vram.thorough.address,"
                                           "vram.thorough.checkerboard,vram.thorough.random",
                                  .by_shader = true,
                                  .sums_alone = true });
    end_list("shaders");
}
