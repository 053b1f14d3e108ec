/* Interrupts of the NV50 model's units that software ends: of those that a unit has raised, a one ends its own and no
 * other (docs/hardware/tesla-mmio.md §3.2, §4.8, §5.1). */

#include "reference/nv50.h"
#include "tests/kit/tests.h"
#include "tests/model/nv50/core_rig.h"

TEST(a_one_ends_its_interrupt)
{
    static const struct {
        uint32_t at, bits;
    } units[] = {
        { REF_PBUS_INTR, 0x04011008 },
        { REF_PFIFO_INTR, 0x40101051 },
        { REF_PGRAPH_INTR, 0x03711077 },
        { REF_PGRAPH_TRAP, 0x000001ff },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(units); i++)
        for (unsigned bit = 0; bit < 32; bit++) {
            if (!(units[i].bits >> bit & 1))
                continue;
            open_core("g84", NULL, NULL);
            wr(0x200, 0xffffffff);
            reg_set((struct nv50 *)card, units[i].at, units[i].bits);
            wr(units[i].at, 1u << bit);
            if (rd(units[i].at) != (units[i].bits & ~(1u << bit)))
                fail_msg("0x%06x reads 0x%08x after bit %u was written", units[i].at,
                         rd(units[i].at), bit);
            close_card(NULL);
        }
}
