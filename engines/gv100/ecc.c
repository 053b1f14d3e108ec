#include "engines/gv100/ecc.h"

#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/family.h"
#include "hw/gv100/gmmu.h"
#include "hw/gv100/unlisted.h"
#include "hw/least.h"
#include "hw/pci.h"

#define SCRUB_US     2000000u
#define LTCS_PER_FBP 2u
#define BITS_8       0xffu

enum ecc_state ecc_state(struct card *card)
{
    uint32_t word;

    if (!card_ask32(card, ECC_FEATURES, &word))
        return ECC_UNKNOWN;
    return word & ECC_FEATURES_DRAM ? ECC_ON : ECC_OFF;
}

/* False: a register of the half does not answer. */
static bool read_half(struct card *card, unsigned i, unsigned j, struct ecc_half *out)
{
    uint32_t status;
    const bool status_told = card_ask32(card, FBPA_ECC_STATUS(i, j), &status);
    const bool corrected_told = card_ask32(card, FBPA_ECC_CORRECTED(i, j), &out->corrected);
    const bool rest_told = card_ask32(card, FBPA_ECC_UNCORRECTED(i, j), &out->uncorrected);

    out->over = status & (FBPA_ECC_STATUS_CORRECTED_OV | FBPA_ECC_STATUS_UNCORRECTED_OV);
    return status_told && corrected_told && rest_told;
}

void ecc_read(struct card *card, struct ecc_reading *out)
{
    *out = (struct ecc_reading){ 0 };
    for (unsigned i = 0; i < FBPA_ECC_FBPAS; i++)
        for (unsigned j = 0; card->vram.part_mask & BIT(i) && j < FBPA_ECC_HALVES; j++)
            if (!read_half(card, i, j, &out->of[i][j])) {
                out->of[i][j] = (struct ecc_half){ 0 };
                out->silent |= BIT(i);
            }
}

static bool ltc_is_on(struct card *card, unsigned ltc)
{
    uint32_t off;

    return card_ask32(card, FUSE_LTC_OFF(ltc / LTCS_PER_FBP), &off) &&
           !(off >> ltc % LTCS_PER_FBP & 1);
}

void ecc_read_l2(struct card *card, struct ecc_l2 *out)
{
    *out = (struct ecc_l2){ 0 };
    for (unsigned c = 0; c < LTC_ECC_LTCS; c++)
        for (unsigned s = 0; ltc_is_on(card, c) && s < LTC_ECC_SLICES; s++) {
            uint32_t word;

            if (!card_ask32(card, LTC_ECC_COUNT(c, s), &word))
                continue;
            out->corrected[c][s] = FIELD_GET(LTC_ECC_COUNT_CORRECTED, word) & BITS_8;
            out->uncorrected[c][s] = FIELD_GET(LTC_ECC_COUNT_UNCORRECTED, word) & BITS_8;
        }
}

bool ecc_scrubbed(struct card *card)
{
    uint32_t word;

    if (!card_ask32(card, SCRUB, &word) || word & SCRUB_DONE || ecc_state(card) == ECC_OFF)
        return true;
    return card_wait(card, SCRUB, SCRUB_DONE, SCRUB_DONE, SCRUB_US) == OK;
}

/* ---- memory that nobody has scrubbed ----------------------------------------------------------- */

#define VRAM_AT   (UINT64_C(1) << 40) /* virtual addresses */
#define WINDOW_AT UINT64_C(0x10000000)
#define DONE      0x10u /* offset of the semaphore */
#define PIECE     (UINT64_C(16) << 20)
#define PIECE_US  2000000u
#define RING      64 /* of fault records */
#define FILL_WORD UINT64_C(0)

struct filler {
    struct host host;
    struct space space;
    struct channel channel;
    struct push push;
    uint32_t number; /* of the last piece */
};

static enum err map_vram(struct space *space, uint64_t size)
{
    const uint64_t whole = size & ~(BIT64(GMMU_PAGE_2M) - 1);
    const struct gmmu_pte huge = pte_to((linear_addr){ 0, TARGET_VRAM });
    const struct gmmu_pte big = pte_to((linear_addr){ whole, TARGET_VRAM });
    enum err e = space_open(space, space->card, TARGET_SYSRAM_SNOOP);

    if (e == OK)
        e = space_pool(space, (unsigned)(size >> 29) + 24);
    if (e == OK)
        e = space_map(space, (virtual_addr){ VRAM_AT }, whole, GMMU_PAGE_2M, &huge);
    return e == OK ? space_map(space, (virtual_addr){ VRAM_AT + whole }, size - whole,
                               GMMU_PAGE_64K, &big)
                   : e;
}

/* Tables, ring and channel lie in the machine's memory, because the card's own may not be read before it is filled.
 * */
static enum err open_filler(struct filler *filler, struct card *card)
{
    const struct topology *const topology = gv100_topology(card);
    const struct engine *const engine = topology_copy(topology, 0);
    enum err e = engine ? host_open(&filler->host, card, topology, TARGET_SYSRAM_SNOOP, RING)
                        : ERR_UNSUPPORTED;

    filler->space.card = card;
    if (e == OK)
        e = map_vram(&filler->space, card->vram.size);
    if (e != OK)
        return e;
    const struct channel_form form = { .id = 1,
                                       .runlist = engine->runlist,
                                       .engine = engine->engine,
                                       .copies = true,
                                       .where = TARGET_SYSRAM_SNOOP,
                                       .instance = TARGET_SYSRAM_SNOOP,
                                       .at = { WINDOW_AT } };
    e = channel_make(&filler->channel, &filler->host, &filler->space, &form);
    return e == OK ? channel_run_alone(&filler->channel) : e;
}

static enum err fill_piece(struct filler *filler, uint64_t from, uint64_t size)
{
    push_start(&filler->push);
    push_fill(&filler->push, (virtual_addr){ VRAM_AT + from }, (uint32_t)(size / 8), FILL_WORD);
    push_copy_done(&filler->push, channel_semaphore(&filler->channel, DONE), ++filler->number);
    filler->channel.push_used = 0;
    const enum err e = channel_submit(&filler->channel, &filler->push);

    return e == OK ? channel_wait(&filler->channel, DONE, filler->number, PIECE_US) : e;
}

/* Memory that the card has locked, or a display shows, stays as it is. */
static uint64_t kept_from(const struct card *card, uint64_t at, uint64_t *end)
{
    uint64_t to = *end;

    for (unsigned i = 0; i < card->vram.owner_count; i++) {
        const struct vram_owner *const owner = &card->vram.owners[i];

        if (owner->use == VRAM_LEFT_ALONE || owner->to <= at || owner->from >= to)
            continue;
        if (owner->from <= at)
            at = owner->to;
        else
            to = owner->from;
    }
    *end = to;
    return at;
}

static enum err fill_all(struct filler *filler, struct card *card)
{
    enum err e = OK;

    for (uint64_t at = 0, end; e == OK && at < card->vram.size; at = end) {
        end = LEAST(at + PIECE, card->vram.size);
        const uint64_t from = kept_from(card, at, &end);

        if (from < end)
            e = fill_piece(filler, from, end - from);
        else
            end = from;
    }
    return e;
}

enum err ecc_fill(struct card *card)
{
    const unsigned dma_mark = card->dma_count;
    struct filler filler = { 0 };

    pci_command(card->bus, &card->pci, PCI_COMMAND_MASTER, 0);
    enum err e = open_filler(&filler, card);

    if (e == OK)
        e = fill_all(&filler, card);
    if (filler.host.card) {
        const enum err closed = host_close(&filler.host);

        e = e == OK ? closed : e;
    }
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    card_dma_free_all(card, dma_mark);
    return e;
}
