/* Any bytes as a VBIOS ROM: read, walked, and its scripts carried out. The input: chipset, flags, the ROM. */
#include "tests/fuzz/feed.h"

#include "tests/fuzz/script_world.h"

#define HEADER 2

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct script_world world;
    struct vbios v;

    if (size < HEADER)
        return 0;
    if (vbios_parse(bytes + HEADER, size - HEADER, &v) == OK)
        script_world_run(&world, &v, bytes[0], bytes[1], (uint32_t)size);
    return 0;
}
