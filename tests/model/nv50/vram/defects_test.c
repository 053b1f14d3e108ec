/* Parameters of the defects of memory: which are refused, and that all have defaults. The effect of each defect is a
 * row of tests/defects.tsv; memory beside a plain one is cells_test.c. */
#include "model/nv50/vram/vram_defects.h"
#include "tests/model/nv50/vram/vram_rig.h"

TEST(defects_out_of_range_are_refused)
{
    static const struct {
        enum chipset_index chip;
        const char *defect, *sentence;
    } rows[] = {
        { CHIP_G84, "vram-stuck:partition=2", "not enabled" },
        { CHIP_G84, "vram-row:row=0xffff", "vram-row: row=0xffff, legal are 0x0 to 0xff" },
        { CHIP_G84, "vram-bank:bank=4", "bank=0x4" },
        { CHIP_G84, "vram-chip:chip=2", "chip=0x2, legal are 0x0 to 0x1" },
        { CHIP_G84, "vram-chip:width=24", "8, 16, 32 or 64" },
        { CHIP_G84, "vram-rank", "one rank" },
        { CHIP_G84, "vram-cell:address=0x200000", "address=0x200000, legal are 0x0 to 0x1fffff" },
        { CHIP_G84, "vram-address:row_bit=1,bank_bit=1",
          "one of row_bit, bank_bit and column_bit" },
        { CHIP_G84, "vram-address:row_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:bank_bit=0,column_bit=0", "one of row_bit" },
        { CHIP_G84, "vram-address:row_bit=8", "row_bit=0x8, legal are 0x0 to 0x7" },
        { CHIP_G84, "vram-address:bank_bit=2", "bank_bit=0x2, legal are 0x0 to 0x1" },
        { CHIP_G84, "vram-address:column_bit=7", "column_bit=0x7, legal are 0x0 to 0x6" },
        { CHIP_G84, "vram-bank:rank=1", "rank=0x1, legal are 0x0 to 0x0" },
        { CHIP_G84, "vram-column:column=128", "column=0x80, legal are 0x0 to 0x7f" },
        { CHIP_G86, "vram-chip:chip=4", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G84, "vram-intermittent:chip=4,width=16", "chip=0x4, legal are 0x0 to 0x3" },
        { CHIP_G80, "vram-place-parts:parts=2", "that is the partition count this card has" },
        { CHIP_G84, "vram-address:column_bit=15", "column_bit" },
        { CHIP_G84, "vram-data-short:bit=1,other=1", "same line" },
        { CHIP_GT215, "vram-data-short:bit=1,other=33", "different subpartitions" },
        { CHIP_G84, "vram-place-parts:parts=2", "partition count this card has" },
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct rig rig;
        rig_configure(&rig, rows[i].chip, 0x3, 1, NULL);
        rig.config.ranks = 1; /* else a defect of a second rank brings it along */
        expect_refusal(&rig, rows[i].defect, rows[i].sentence);
    }
}

/* Every defect can be had without parameters on every chipset that can have it. */
TEST(every_defect_has_defaults)
{
    for (unsigned i = 0; i < VRAM_DEFECT_COUNT; i++)
        for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
            struct rig rig;
            if (!(vram_defect_rows[i].chips & CHIP_BIT(chip)))
                continue;
            rig_configure(&rig, chip, (1u << nv50_chips[chip].max_partitions) - 1, 1, NULL);
            rig.config.ranks = 2;
            rig_start(&rig, vram_defect_rows[i].option.name);
            assert_non_null(rig.vram);
            put(rig.vram, 0x40, 1);
            get(rig.vram, 0x40);
            vram_free(rig.vram);
        }
}
