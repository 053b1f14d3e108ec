#include "hw/nv50/pcounter_record.h"

#define MCP7X (CHIP_BIT(CHIP_MCP77) | CHIP_BIT(CHIP_MCP79))
#define MCP89 CHIP_BIT(CHIP_MCP89)
#define G200  CHIP_BIT(CHIP_G200)

/* docs/hardware/tesla-engines.md §5.1: the number at which the host domain's trailer signals
 * start. */
const struct pcounter_trailer pcounter_trailers[PCOUNTER_TRAILERS] = {
    { 0x40, CHIPS_G84_UP & ~(G200 | MCP7X | CHIPS_GT215_UP) },
    { 0x60, G200 },
    { 0x80, MCP7X | MCP89 },
    { 0xe0, CHIPS_GT215_UP & ~MCP89 },
};
