#include "model/gv100/vram/ecc.h"

#include <string.h>

#include "hw/bits.h"
#include "model/common/bytes.h"

#define WORD 8u /* bytes that share check bits */

static uint64_t bit_of(uint64_t at)
{
    return at / VRAM_SECTOR;
}

/* Whether the sector has check bits that fit. */
static bool gv_ecc_is_scrubbed(const struct vram_ecc *ecc, uint64_t at)
{
    const uint64_t bit = bit_of(at);

    return !ecc->written || (ecc->written[bit / 8] >> bit % 8 & 1);
}

void gv_ecc_take(struct vram_ecc *ecc, uint64_t at)
{
    const uint64_t bit = bit_of(at);

    if (ecc->written)
        ecc->written[bit / 8] |= (uint8_t)(1u << bit % 8);
}

/* The most bits in which a word differs; *any is set if one of them is to be corrected. */
static unsigned worst(const uint8_t *bytes, const uint8_t *stored, bool *any)
{
    unsigned most = 0;

    if (memcmp(bytes, stored, VRAM_SECTOR) == 0)
        return 0;
    for (unsigned at = 0; at < VRAM_SECTOR; at += WORD) {
        const unsigned wrong =
            bits_count(bytes_get(bytes + at, WORD) ^ bytes_get(stored + at, WORD));

        *any |= wrong == 1;
        most = wrong > most ? wrong : most;
    }
    return most;
}

static void spoil(struct vram_ecc *ecc, uint8_t bytes[VRAM_SECTOR])
{
    ecc->poisoned = true;
    if (ecc->poison != ECC_POISON_DATA)
        memset(bytes, 0xff, VRAM_SECTOR);
}

void gv_ecc_check(struct vram_ecc *ecc, uint64_t at, uint8_t bytes[VRAM_SECTOR],
                  const uint8_t stored[VRAM_SECTOR], bool lost)
{
    bool any = false;
    const unsigned most = lost || !gv_ecc_is_scrubbed(ecc, at) ? 2 : worst(bytes, stored, &any);

    if (most == 0)
        return;
    const struct gv_place place = gv_spread_place(ecc->spread, at);
    struct ecc_counts *const counts = &ecc->counts[place.fbpa % ECC_FBPAS][place.half % ECC_HALVES];

    counts->corrected += any;
    if (most > 1) {
        counts->uncorrected++;
        spoil(ecc, bytes);
    } else {
        memcpy(bytes, stored, VRAM_SECTOR);
    }
}
