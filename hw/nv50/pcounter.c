#include "hw/nv50/pcounter.h"

#define NONE PCOUNTER_NO_DOMAIN

/* docs/hardware/tesla-engines.md §5.1 (domains, trailers), §5.4 (PFB's signals) */
/* clang-format off */
const struct pcounter_wiring pcounter_wirings[CHIP_COUNT] = {
    [CHIP_G80]   = { 2, 0xee, 4,    0x2e, 0xc3 },
    [CHIP_G84]   = { 7, 0xec, 4,    0x4c, 0 },
    [CHIP_G86]   = { 7, 0xcc, 4,    0x4c, 0x6f },
    [CHIP_G92]   = { 7, 0xec, 4,    0x4c, 0 },
    [CHIP_G94]   = { 7, 0xec, 4,    0x4c, 0 },
    [CHIP_G96]   = { 7, 0xec, 4,    0x4c, 0 },
    [CHIP_G98]   = { 7, 0xac, 4,    0x4c, 0x4b },
    [CHIP_G200]  = { 7, 0x8c, 4,    0x6c, 0x75 },
    [CHIP_MCP77] = { 6, 0xac, NONE, 0,    0x40 },
    [CHIP_MCP79] = { 6, 0xac, NONE, 0,    0x40 },
    [CHIP_GT215] = { 7, 0xec, 4,    0x6c, 0x7d },
    [CHIP_GT216] = { 7, 0xec, 4,    0x6c, 0x7b },
    [CHIP_GT218] = { 7, 0xcc, 4,    0x6c, 0x65 },
    [CHIP_MCP89] = { 7, 0xec, 4,    0xec, 0x63 },
};
/* clang-format on */
