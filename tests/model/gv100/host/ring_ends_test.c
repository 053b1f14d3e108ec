/* The last method of a header on the GV100 model. Numbers are typed from docs/hardware/gv100.md §3. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

/* Channel 1 on runlist 1, whose PBDMA is 1. */
FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    put(SEM, 0);
    return 0;
}

/* §4.2: no method lies past 0x3ffc: INC and ONEINC that would go on to one raise PBENTRY, bit 18. */
TEST(headers_end_with_the_methods, open_one, close_world)
{
    static const struct {
        uint32_t header;
        bool passes;
    } rows[] = {
        { 0x20010fff, true }, { 0x20020fff, false }, { 0x20020ffe, true }, { 0x20030ffe, false },
        { 0xa0010fff, true }, { 0xa0020fff, false }, { 0xa0020ffe, true }, { 0xa0040ffe, true },
        { 0x60010fff, true }, { 0x60040fff, true },  { 0x2ffe0002, true }, { 0x2fff0002, false },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        RUN(1, rows[i].header);
        assert_int_equal(rows[i].header, rd(REF_PPBDMA_HDR_SHADOW(1)));
        if (rd(REF_PPBDMA_INTR_0(1)) != (rows[i].passes ? 0 : 0x40000))
            fail_msg("header %08x: %x", rows[i].header, rd(REF_PPBDMA_INTR_0(1)));
        wr(REF_PPBDMA_PB_COUNT(1), 0); /* PB_COUNT */
        wr(REF_PPBDMA_INTR_0(1), 0x40000);
    }
}
