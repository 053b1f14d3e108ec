/* Any bytes as a VBIOS ROM: read, walked, and its scripts carried out; and the output of `barecard vbios` on it, as
 * either family's, which has only characters that a terminal shows. The input: chipset, flags, the ROM. */
#include "tests/fuzz/feed.h"

#include "engines/nv50/devinit/perf.h"
#include "tests/fuzz/script_world.h"
#include "tools/toolkit.h"

#define HEADER 2

static void describe(const struct toolkit *toolkit, const uint8_t *bytes, size_t size, bool json)
{
    const struct toolkit_rom rom = {
        .program = "", .name = "", .bytes = (uint8_t *)bytes, .size = size
    };
    char *text = NULL;
    size_t length = 0;
    FILE *const to = open_memstream(&text, &length);

    require(toolkit && to);
    toolkit->describe_rom(&rom, json, to);
    require(fclose(to) == 0);
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n' && text[i] != '\t' && (text[i] < ' ' || text[i] > '~'))
            abort();
    free(text);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct script_world world;
    struct vbios v;

    if (size < HEADER)
        return 0;
    for (unsigned d = 0; toolkits[d]; d++)
        if (toolkits[d]->rom_chip(bytes + HEADER, size - HEADER))
            describe(toolkits[d], bytes + HEADER, size - HEADER, bytes[1] & 1);
    if (size & 1) /* and as one that it is not */
        describe(toolkits[1], bytes + HEADER, size - HEADER, bytes[1] & 1);
    if (vbios_parse(bytes + HEADER, size - HEADER, &v) != OK)
        return 0;
    struct perf_top top = { 0 };
    if (perf_top(&v, &top) != OK && (top.core_mhz || top.memory_mhz))
        abort();
    script_world_run(&world, &v, bytes[0], bytes[1], (uint32_t)size);
    return 0;
}
