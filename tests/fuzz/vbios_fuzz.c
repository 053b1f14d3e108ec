/* Any bytes as a VBIOS ROM: read, walked, and its scripts carried out. The input: chipset, flags, the ROM. */
#include "tests/fuzz/feed.h"

#include <stdlib.h>

#include "engines/nv50/devinit/perf.h"
#include "tests/fuzz/script_world.h"

#define HEADER 2

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct script_world world;
    struct vbios v;

    if (size < HEADER)
        return 0;
    if (vbios_parse(bytes + HEADER, size - HEADER, &v) != OK)
        return 0;
    struct perf_top top = { 0 };
    if (perf_top(&v, &top) != OK && (top.core_mhz || top.memory_mhz))
        abort();
    script_world_run(&world, &v, bytes[0], bytes[1], (uint32_t)size);
    return 0;
}
