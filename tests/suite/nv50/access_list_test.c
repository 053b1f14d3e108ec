/* What self tests of translation, engines and board access on a good card (access_rig.h). */
#include "tests/suite/nv50/access_rig.h"

static void expect_list(const char *name, unsigned chip, uint64_t vram, const char *suite)
{
    add_to_list(&(struct listed){ .chip = chip, .vram = vram, .suite = suite });
    end_list(name);
}

/* Partition cycles. */
TEST(g80, begin_list)
{
    expect_list("g80", CHIP_G80, 24 << 20, "vm.dmaobj.cycle,vram.placement.long");
}

TEST(g84, begin_list)
{
    expect_list(
        "g84", CHIP_G84, 16 << 20,
        "link.dma,window,vm,vram.placement,vram.size,shader,vram.count,rate,board,id,vbios");
}

/* Pages of 16 KiB, falcons, subpartitions. */
TEST(gt215, begin_list)
{
    expect_list("gt215", CHIP_GT215, 16 << 20,
                "vm.pte.16k,vm.pte.last,vm.contig.16k,vm.tlb.ends,vm.falcon,vm.pcounter,"
                "vram.placement.subpart");
}

/* Memory that is stolen from the system's. */
TEST(mcp79, begin_list)
{
    expect_list("mcp79", CHIP_MCP79, 16 << 20, "vm.pte.stolen,vm.falcon");
}
