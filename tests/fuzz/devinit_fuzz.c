/* Any bytes as an init script, in a sound image. The input: chipset, flags, seed of the card's answers, the script. */
#include "tests/fuzz/feed.h"

#include "tests/fuzz/script_image.h"
#include "tests/fuzz/script_world.h"

#define HEADER 3

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct script_world world;
    static uint8_t image[SCRIPT_AT + SCRIPT_MAX];
    struct vbios v;

    if (size < HEADER)
        return 0;
    const size_t length = script_image(image, bytes + HEADER, size - HEADER);
    uint8_t *const exact = malloc(length); /* so that ASan sees the end */
    require(exact);
    memcpy(exact, image, length);
    if (vbios_parse(exact, length, &v) != OK)
        abort();
    script_world_run(&world, &v, bytes[0], bytes[1], bytes[2] * 0x01010101u);
    free(exact);
    return 0;
}
