#include "engines/gv100/l2.h"

#include "engines/gv100/flush.h"
#include "engines/window.h"
#include "hw/gv100/board.h"
#include "hw/least.h"
#include "hw/window.h"

#define LARGEST  (UINT64_C(6) << 20) /* of GV100's boards */
#define SMALLEST (UINT64_C(16) << 10)
#define GRANULE  PMEM_GRANULE

/* By its registers; the size of the largest known L2 where theirs is impossible. */
static uint64_t l2_size(struct card *card)
{
    uint32_t ltcs, slices, kib;
    const bool ltcs_told = card_ask32(card, LTC_NUMBER, &ltcs);
    const bool slices_told = card_ask32(card, LTC_SLICES, &slices);
    const bool kib_told = card_ask32(card, LTC_SLICE_SIZE, &kib);
    const uint64_t size =
        (uint64_t)FIELD_GET(LTC_SLICES_COUNT, slices) * FIELD_GET(LTC_SLICE_SIZE_KIB, kib) * ltcs
        << 10;

    if (!ltcs_told || !slices_told || !kib_told || ltcs > LTC_OF_COUNT)
        return LARGEST;
    return size < SMALLEST || size > LARGEST ? LARGEST : size;
}

/* No source says which line leaves when another one comes. After twice L2's size all have left if the oldest leaves,
 * and nearly all if the choice is random. */
uint64_t l2_evict_size(struct card *card)
{
    return LEAST(2 * l2_size(card), card->vram.size / 2);
}

uint64_t l2_evict_from(const struct card *card, uint64_t near)
{
    return (near + card->vram.size / 2) % card->vram.size & ~(uint64_t)(GRANULE - 1);
}

enum err l2_evict(struct card *card, uint64_t near)
{
    const uint64_t from = l2_evict_from(card, near), size = l2_evict_size(card);
    const enum err e = l2_flush(card);

    for (uint64_t done = 0; done < size && e == OK && !card_expired(card); done += L2_LINE)
        (void)pmem_read32(card, (linear_addr){ (from + done) % card->vram.size, TARGET_VRAM });
    return e;
}
