#include "hw/gv100/gmmu.h"

/* clang-format off */
const struct gmmu_level_row gmmu_levels[GMMU_LEVEL_COUNT] = {
    /*                  name    va_low va_high bytes align */
    [GMMU_PD3]      = { "PDE3", 47,    48,     8,    0x1000 },
    [GMMU_PD2]      = { "PDE2", 38,    46,     8,    0x1000 },
    [GMMU_PD1]      = { "PDE1", 29,    37,     8,    0x1000 },
    [GMMU_PD0]      = { "PDE0", 21,    28,     16,   0x1000 },
    [GMMU_PT_BIG]   = { "PTE",  16,    20,     8,    0x100 },
    [GMMU_PT_SMALL] = { "PTE",  12,    20,     8,    0x1000 },
};
/* clang-format on */

#define SUPPORTED    GMMU_KIND_IS_SUPPORTED
#define IN_SYSTEM    GMMU_KIND_IS_IN_SYSTEM
#define COMPRESSIBLE GMMU_KIND_IS_COMPRESSIBLE
#define PITCH        GMMU_KIND_IS_PITCH

/* The lists of gv100.md §5.6, one property after the other. */
const struct gmmu_kind_range gmmu_kinds[] = {
    { 0x00, 0x05, SUPPORTED },
    { 0x07, 0x0a, SUPPORTED },
    { 0x11, 0x11, SUPPORTED },
    { 0x17, 0x1a, SUPPORTED },
    { 0x2a, 0x2d, SUPPORTED },
    { 0x36, 0x39, SUPPORTED },
    { 0x46, 0x46, SUPPORTED },
    { 0x51, 0x54, SUPPORTED },
    { 0x7b, 0x7b, SUPPORTED },
    { 0x86, 0x89, SUPPORTED },
    { 0xc3, 0xc3, SUPPORTED },
    { 0xca, 0xca, SUPPORTED },
    { 0xcc, 0xd1, SUPPORTED },
    { 0xd8, 0xd8, SUPPORTED },
    { 0xdb, 0xdb, SUPPORTED },
    { 0xdd, 0xdd, SUPPORTED },
    { 0xdf, 0xe0, SUPPORTED },
    { 0xe2, 0xe6, SUPPORTED },
    { 0xe9, 0xe9, SUPPORTED },
    { 0xeb, 0xeb, SUPPORTED },
    { 0xed, 0xee, SUPPORTED },
    { 0xf0, 0xfb, SUPPORTED },
    { 0xfd, 0xff, SUPPORTED },
    { 0x00, 0x01, IN_SYSTEM },
    { 0x11, 0x11, IN_SYSTEM },
    { 0x2a, 0x2a, IN_SYSTEM },
    { 0x46, 0x46, IN_SYSTEM },
    { 0x7b, 0x7b, IN_SYSTEM },
    { 0xc3, 0xc3, IN_SYSTEM },
    { 0xca, 0xca, IN_SYSTEM },
    { 0xfd, 0xff, IN_SYSTEM },
    { 0x02, 0x10, COMPRESSIBLE },
    { 0x12, 0x25, COMPRESSIBLE },
    { 0x2b, 0x45, COMPRESSIBLE },
    { 0x47, 0x5a, COMPRESSIBLE },
    { 0x5f, 0x5f, COMPRESSIBLE },
    { 0x63, 0x6a, COMPRESSIBLE },
    { 0x6f, 0x7a, COMPRESSIBLE },
    { 0x7c, 0x8a, COMPRESSIBLE },
    { 0x8f, 0x92, COMPRESSIBLE },
    { 0x97, 0xa6, COMPRESSIBLE },
    { 0xab, 0xae, COMPRESSIBLE },
    { 0xb3, 0xc2, COMPRESSIBLE },
    { 0xc4, 0xc8, COMPRESSIBLE },
    { 0xcc, 0xfb, COMPRESSIBLE },
    { 0x00, 0x00, PITCH },
    { 0xca, 0xca, PITCH },
    { 0xfd, 0xfd, PITCH },
    { 0x00, 0x00, 0 },
};

const struct gmmu_kind_range gmmu_kinds_turing[] = {
    { 0x00, 0x0f, SUPPORTED }, { 0x00, 0x07, IN_SYSTEM },
    { 0x0f, 0x0f, IN_SYSTEM }, { 0x08, 0x0e, COMPRESSIBLE },
    { 0x00, 0x00, PITCH },     { 0x0f, 0x0f, PITCH },
    { 0x00, 0x00, 0 },
};
