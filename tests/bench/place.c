/* tests/bench/place.c: how long placement of all 2^24 blocks takes, forward and back, in every view
 * of one configuration. Prints "PARTS VIEW SECONDS" lines; status 1 if a block does not come back. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "mmu/nv50/place.h"

#define BLOCKS (UINT32_C(1) << 24)

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int round_trip(const struct placement *p, struct view view)
{
    for (uint32_t block = 0; block < BLOCKS; block++)
        if (block_at(p, view, place_block(p, view, block)) != block)
            return 0;
    return 1;
}

static int measure(enum chipset_index chip, unsigned parts, unsigned subparts, struct view view)
{
    struct placement p;
    double start;
    int good;

    if (placement_init(&p, &nv50_chips[chip], &mmu_rules_default, parts, subparts, 5, NULL) != OK)
        return 0;
    start = now();
    good = round_trip(&p, view);
    printf("%s %u %s %s %.3f\n", nv50_chips[chip].chip.name, parts, view.tiled ? "tiled" : "linear",
           view.long_cycle ? "long" : "short", now() - start);
    return good;
}

int main(void)
{
    const struct view tiled_long = { .tiled = true, .long_cycle = true };
    const struct view tiled = { .tiled = true };
    const int good = measure(CHIP_G80, 6, 1, tiled_long) & measure(CHIP_G80, 7, 1, tiled_long) &
                     measure(CHIP_G200, 8, 1, tiled) & measure(CHIP_GT215, 2, 2, tiled);

    return good ? 0 : 1;
}
