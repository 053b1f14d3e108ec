#include "model/nv50/host/vbios_levels.h"

#include "model/nv50/base/card.h"

#define LEVELS 3

struct level {
    unsigned core, shader, memory, volts; /* MHz, 10 mV */
};

/* Those of G80 to G200 and those of GT215 and later. */
static const struct level levels[2][LEVELS] = {
    { { 169, 338, 100, 90 }, { 275, 550, 400, 100 }, { 495, 1215, 900, 110 } },
    { { 135, 270, 135, 90 }, { 364, 800, 270, 90 }, { 553, 1350, 540, 95 } },
};

/* Version 0x30, with one sub-entry for each RAM strap that exists. */
static void put_30(struct image *image)
{
    put32(image, 0x10030630);
    put8(image, 1);
    put8(image, 2);
    for (unsigned i = 0; i < LEVELS; i++) {
        const struct level *const l = &levels[0][i];
        const unsigned at = image->at;

        put8(image, 0x20 + i);
        image->at = at + 6;
        put8(image, 40);
        put8(image, l->volts);
        put16(image, l->core);
        put16(image, l->shader);
        put16(image, l->memory);
        image->at = at + 0x10 + 2;
    }
}

/* Version 0x40: an entry of 4 bytes, then a sub-entry of 4 for each clock. The header ends with the boot level. */
static void put_40(struct image *image)
{
    const unsigned start = image->at;

    put32(image, 0x04040c40);
    put8(image, 3);
    put8(image, LEVELS);
    image->at = start + 0x0b;
    put8(image, 0x22);
    for (unsigned i = 0; i < LEVELS; i++) {
        const struct level *const l = &levels[1][i];

        put8(image, 0x20 + i);
        put8(image, 0);
        put8(image, l->volts);
        put8(image, 0);
        put32(image, l->core);
        put32(image, l->shader);
        put32(image, l->memory);
    }
}

void vbios_put_levels(const struct nv50 *card, struct image *image)
{
    if (card->chip->features & FEATURE_PLL_GT215)
        put_40(image);
    else
        put_30(image);
}

/* Version 0x30: entries for line levels 0, 1 and 2, which stand two bits higher in the byte; none for 3. Version 0x40:
 * 0.9 V, and 25 mV more for each step. */
void vbios_put_voltages(const struct nv50 *card, struct image *image)
{
    const unsigned start = image->at;

    if (card->chip->features & FEATURE_PLL_GT215) {
        put32(image, 0x00001040);
        put32(image, 900000);
        put16(image, 25000);
        put8(image, 0);
        put8(image, 3);
        image->at = start + 0x10;
        return;
    }
    put32(image, 0x03020630);
    put8(image, 3);
    put8(image, 0);
    for (unsigned vid = 0; vid < 3; vid++) {
        put8(image, 90 + 10 * vid);
        put8(image, vid << 2);
    }
}
