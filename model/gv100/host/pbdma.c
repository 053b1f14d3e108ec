/* PBDMAs: their registers, which are RAMFC of the channel on them, and USERD (docs/hardware/gv100.md §3.2, §3.3,
 * §4.7). */
#include "hw/gv100/gmmu.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/ppbdma.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"
#include "model/gv100/vm/fault.h"
#include "model/gv100/vm/memory.h"

#define STRIDE             0x2000u
#define FIRST              0x040000u
#define INTR_0_BITS        (~(uint32_t)(BIT(8) | BIT(28))) /* trap 10; bit 29 was measured to be there */
#define INTR_1_BITS        (BITS(4, 0) | BIT(31))
#define TIMEOUT_RESET      0x10000u
#define ENGINE_OF_SOFTWARE 31u
#define STATUS_IDLE                                                                                \
    0x10011111u /* measured: SUSPENDED in each stage, and in 19:16, which has no name */

struct channel *gv_pbdma_channel(struct gv100 *card, unsigned pbdma)
{
    return &card->fifo->channels[card->fifo->pbdmas[pbdma].channel];
}

bool gv_pbdma_is_privileged(const struct pbdma *pbdma)
{
    return pbdma->words[RAMFC_CONFIG] & RAMFC_CONFIG_AUTH_LEVEL;
}

struct client gv_pbdma_client(const struct gv100 *card, unsigned pbdma)
{
    const struct pbdma *own = &card->fifo->pbdmas[pbdma];

    return (struct client){ .group = TLB_HOST,
                            .engine = (uint16_t)(GMMU_ENGINE_HOST0 + pbdma),
                            .number = GMMU_HUB_CLIENT_HOST,
                            .privileged = gv_pbdma_is_privileged(own),
                            .space = &card->fifo->channels[own->channel].space };
}

enum step gv_pbdma_fault(struct gv100 *card, unsigned pbdma, uint64_t at,
                         enum gmmu_access_type type, uint8_t fault)
{
    const struct client client = gv_pbdma_client(card, pbdma);

    gv_fault_report(card, &client, at, type, fault);
    gv_pbdma_channel(card, pbdma)->pbdma_faulted = true;
    return STEP_FAULTED;
}

/* ---- interrupts ------------------------------------------------------------------------------ */

bool gv_pbdma_is_frozen(const struct pbdma *pbdma)
{
    return (pbdma->intr[0] & pbdma->stall[0]) || (pbdma->intr[1] & pbdma->stall[1]);
}

void gv_pbdma_raise(struct gv100 *card, unsigned pbdma, unsigned which, uint32_t bit)
{
    card->fifo->pbdmas[pbdma].intr[which] |= bit;
    shell_trace(&card->shell, "PBDMA %u INTR_%u %08x", pbdma, which, bit);
    gv_fifo_tell(card);
}

/* ---- loading and saving ---------------------------------------------------------------------- */

static linear_addr block_of(struct gv100 *card, unsigned channel)
{
    return card->fifo->channels[channel].space.block;
}

/* An engine that is not on the runlist gives way to the lowest one that is, and RAMFC keeps that one (measured, §8.4). */
static void force_engine(const struct gv100 *card, struct pbdma *own, unsigned channel)
{
    const int runlist = card->fifo->channels[channel].runlist;
    const uint32_t wanted = FIELD_GET(RAMFC_TARGET_ENGINE, own->words[RAMFC_TARGET]);
    const struct topology_engine *engine;

    if (runlist == NO_RUNLIST || wanted == ENGINE_OF_SOFTWARE)
        return;
    engine = gv_topology_engine(&card->topology, (unsigned)runlist, wanted);
    if (engine)
        own->words[RAMFC_TARGET] =
            (own->words[RAMFC_TARGET] & ~RAMFC_TARGET_ENGINE) |
            FIELD_PUT(RAMFC_TARGET_ENGINE, (uint32_t)(engine - card->topology.engine));
}

/* Of a strict card: notes words that software has changed in an instance block since host has
 * it. */
static void judge_block(struct gv100 *card, const struct pbdma *own)
{
    const struct space *space = &card->fifo->channels[own->channel].space;

    for (unsigned i = 0; card->shell.strict.on && i < FIFO_RAMFC_WORDS; i++) {
        const uint32_t now = gv_memory_read32(card, linear_add(space->block, 4 * (uint64_t)i));

        if (now != own->as_loaded[i])
            strict_note(&card->shell.strict, STRICT_CHANGED, i,
                        "RAMFC word %u of channel %d, which is on a PBDMA: was %08x, is %08x", i,
                        own->channel, own->as_loaded[i], now);
    }
}

static void judge_directory(struct gv100 *card, unsigned channel)
{
    const struct space *space = &card->fifo->channels[channel].space;
    struct space now;

    if (!card->shell.strict.on || !space->bound)
        return;
    gv_space_bind(card, &now, space->block);
    if (now.tables.v != space->tables.v || now.tables.target != space->tables.target)
        strict_note(&card->shell.strict, STRICT_CHANGED, RAMIN_PAGE_DIR_BASE,
                    "page directory base of channel %u, which is bound: was %012llx, is %012llx",
                    channel, (unsigned long long)space->tables.v, (unsigned long long)now.tables.v);
}

/* All words are loaded before the signature is judged, so that a frozen PBDMA shows its own channel. */
bool gv_pbdma_load(struct gv100 *card, unsigned pbdma, unsigned channel)
{
    struct pbdma *own = &card->fifo->pbdmas[pbdma];
    uint8_t bytes[4 * FIFO_RAMFC_WORDS];

    gv_memory_read(card, block_of(card, channel), bytes, sizeof(bytes));
    for (unsigned i = 0; i < FIFO_RAMFC_WORDS; i++)
        own->words[i] = own->as_loaded[i] = bytes_get32(bytes + 4 * i);
    judge_directory(card, channel);
    force_engine(card, own, channel);
    if (card->broken[DEFECT_HOST_VEID_LOST])
        own->words[RAMFC_SET_CHANNEL_INFO] &= ~PPBDMA_SET_CHANNEL_INFO_VEID;
    own->early[0].count = own->early[1].count = 0;
    own->ahead.there = false;
    own->last = LAST_NONE;
    own->engine_ns = 0;
    own->written_ns = shell_now_ns(&card->shell);
    own->acquire_ns = own->clear_ns = own->late_ns = 0;
    const uint32_t signature = FIELD_GET(RAMFC_SIGNATURE_HW, own->words[RAMFC_SIGNATURE]);
    if (signature == PPBDMA_SIGNATURE_HW_VALID || signature == PPBDMA_SIGNATURE_HW_HOST_CLASS_ID ||
        card->broken[DEFECT_HOST_SIGNATURE_UNCHECKED])
        return true;
    gv_pbdma_raise(card, pbdma, 0, PPBDMA_INTR_0_SIGNATURE);
    own->state = STEP_FROZEN;
    return false;
}

void gv_pbdma_save(struct gv100 *card, unsigned pbdma)
{
    struct pbdma *own = &card->fifo->pbdmas[pbdma];
    uint8_t bytes[4 * FIFO_RAMFC_WORDS];

    judge_block(card, own);
    own->words[RAMFC_RUNTIME] += (uint32_t)((shell_now_ns(&card->shell) - own->loaded_ns) / 1024);
    for (unsigned i = 0; i < FIFO_RAMFC_WORDS; i++)
        bytes_put32(bytes + 4 * i, own->words[i]);
    if (!card->broken[DEFECT_HOST_NO_SAVE])
        gv_memory_write(card, block_of(card, (unsigned)own->channel), bytes, sizeof(bytes));
    gv_pbdma_write_back(card, pbdma);
}

/* ---- USERD ----------------------------------------------------------------------------------- */

/* Target 1 is VRAM as well (§3.3). */
static linear_addr userd_of(const struct gv100 *card, const struct pbdma *pbdma)
{
    const uint32_t target = card->broken[DEFECT_HOST_USERD_IN_VRAM]
                                ? USERD_TARGET_VID_MEM
                                : FIELD_GET(RAMFC_USERD_TARGET, pbdma->words[RAMFC_USERD]);
    const uint64_t high = pbdma->words[RAMFC_USERD_HI] & RAMFC_USERD_HI_ADDRESS;

    return (linear_addr){ high << 32 | (pbdma->words[RAMFC_USERD] & RAMFC_USERD_ADDRESS),
                          target == USERD_TARGET_VID_MEM_NVLINK_COHERENT ? TARGET_VRAM
                                                                         : (enum target)target };
}

void gv_pbdma_look(struct gv100 *card, unsigned pbdma)
{
    struct pbdma *own = &card->fifo->pbdmas[pbdma];

    if (card->broken[DEFECT_HOST_GP_PUT_CACHED] && own->state == STEP_DRY)
        return;
    own->words[RAMFC_GP_PUT] =
        gv_memory_read32(card, linear_add(userd_of(card, own), 4 * USERD_GP_PUT));
}

/* USERD gets copies of these words, because software looks there for a channel's progress. */
void gv_pbdma_write_back(struct gv100 *card, unsigned pbdma)
{
    static const struct {
        uint8_t userd, ramfc;
    } words[] = {
        { USERD_PUT, RAMFC_PB_PUT },
        { USERD_GET, RAMFC_PB_GET },
        { USERD_REF, RAMFC_REF },
        { USERD_PUT_HI, RAMFC_PB_PUT_HI },
        { USERD_TOP_LEVEL_GET, RAMFC_PB_TOP_LEVEL_GET },
        { USERD_TOP_LEVEL_GET_HI, RAMFC_PB_TOP_LEVEL_GET_HI },
        { USERD_GET_HI, RAMFC_PB_GET_HI },
        { USERD_GP_GET, RAMFC_GP_GET },
    };
    struct pbdma *own = &card->fifo->pbdmas[pbdma];

    own->written_ns = shell_now_ns(&card->shell);
    if (card->broken[DEFECT_HOST_NO_WRITE_BACK])
        return;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        gv_memory_write32(card, linear_add(userd_of(card, own), 4u * words[i].userd),
                          own->words[words[i].ramfc]);
}

/* ---- registers ------------------------------------------------------------------------------- */

static uint32_t status_of(const struct pbdma *pbdma)
{
    uint32_t state = PPBDMA_STATUS_PBDMA_BUSY;

    if (pbdma->channel == NO_CHANNEL)
        return STATUS_IDLE;
    if (pbdma->state == STEP_DRY)
        state = PPBDMA_STATUS_PBDMA_EMPTY;
    else if (gv_pbdma_is_frozen(pbdma) || pbdma->state == STEP_BUSY || pbdma->state == STEP_WAITS)
        state = PPBDMA_STATUS_PBDMA_BLOCKED;
    return FIELD_PUT(PPBDMA_STATUS_PBDMA, state) | FIELD_PUT(PPBDMA_STATUS_MP, state);
}

/* Where the word is kept that this register shows and takes. False: it does more than that. */
static bool find_word(struct pbdma *pbdma, uint32_t at, uint32_t **word)
{
    switch (at) {
    case PPBDMA_INTR_EN_0(0) - FIRST:
        *word = &pbdma->enabled[0];
        return true;
    case PPBDMA_INTR_EN_1(0) - FIRST:
        *word = &pbdma->enabled[1];
        return true;
    case PPBDMA_INTR_STALL(0) - FIRST:
        *word = &pbdma->stall[0];
        return true;
    case PPBDMA_INTR_STALL_1(0) - FIRST:
        *word = &pbdma->stall[1];
        return true;
    case PPBDMA_TIMEOUT(0) - FIRST:
        *word = &pbdma->timeout;
        return true;
    default:
        if (at >= 4 * FIFO_RAMFC_WORDS)
            return false;
        *word = &pbdma->words[at / 4];
        return true;
    }
}

/* Registers that mirror RAMFC come from the stored words; the others are made from the state. */
static uint32_t read_word(struct pbdma *pbdma, uint32_t at)
{
    uint32_t *stored;

    if (find_word(pbdma, at, &stored))
        return *stored;
    switch (at) {
    case PPBDMA_STATUS(0) - FIRST:
        return status_of(pbdma);
    case PPBDMA_INTR_0(0) - FIRST:
        return pbdma->intr[0];
    case PPBDMA_INTR_1(0) - FIRST:
        return pbdma->intr[1];
    case PPBDMA_CHANNEL(0) - FIRST:
        return pbdma->channel == NO_CHANNEL ? 0 : (uint32_t)pbdma->channel;
    case PPBDMA_GP_SHADOW_0(0) - FIRST:
        return pbdma->gp_shadow[0];
    case PPBDMA_GP_SHADOW_1(0) - FIRST:
        return pbdma->gp_shadow[1];
    case PPBDMA_HDR_SHADOW(0) - FIRST:
        return pbdma->header_shadow;
    case PPBDMA_HCE_DBG0(0) - FIRST:
        return pbdma->hce_method;
    case PPBDMA_HCE_DBG1(0) - FIRST:
        return pbdma->hce_data;
    default:
        return 0;
    }
}

static bool is_there(const struct gv100 *card, uint32_t offset)
{
    return (offset - FIRST) / STRIDE < card->topology.pbdmas;
}

uint32_t gv_pbdma_read(struct gv100 *card, uint32_t offset)
{
    uint32_t value = 0;

    if (is_there(card, offset))
        value = read_word(&card->fifo->pbdmas[(offset - FIRST) / STRIDE], offset % STRIDE);
    gv_trace_word(card, 'r', offset, value);
    return value;
}

/* Bits that are there of the interrupts' enables; all bits of other words. */
static uint32_t bits_of(uint32_t at)
{
    switch (at) {
    case PPBDMA_INTR_EN_0(0) - FIRST:
    case PPBDMA_INTR_STALL(0) - FIRST:
        return INTR_0_BITS;
    case PPBDMA_INTR_EN_1(0) - FIRST:
    case PPBDMA_INTR_STALL_1(0) - FIRST:
        return INTR_1_BITS;
    default:
        return RW;
    }
}

/* Software that has served the interrupt lets the PBDMA go on. */
static void write_word(struct pbdma *pbdma, uint32_t at, uint32_t value)
{
    uint32_t *stored;

    if (find_word(pbdma, at, &stored))
        *stored = value & bits_of(at);
    else if (at == PPBDMA_INTR_0(0) - FIRST)
        pbdma->intr[0] &= ~value;
    else if (at == PPBDMA_INTR_1(0) - FIRST)
        pbdma->intr[1] &= ~value;
    if (pbdma->state == STEP_FROZEN && !gv_pbdma_is_frozen(pbdma))
        pbdma->state = STEP_DONE;
}

void gv_pbdma_write(struct gv100 *card, uint32_t offset, uint32_t value)
{
    gv_trace_word(card, 'w', offset, value);
    if (!is_there(card, offset))
        return;
    write_word(&card->fifo->pbdmas[(offset - FIRST) / STRIDE], offset % STRIDE, value);
    gv_fifo_tell(card);
    gv_fifo_run(card);
}

void gv_fifo_reset_pbdma(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (pbdma->channel != NO_CHANNEL)
        gv_pbdma_channel(card, number)->pbdma = NO_PBDMA;
    *pbdma = (struct pbdma){ .channel = NO_CHANNEL,
                             .state = STEP_DRY,
                             .stall = { INTR_0_BITS, INTR_1_BITS },
                             .timeout = TIMEOUT_RESET };
    for (unsigned i = 0; i < FIFO_RAMFC_WORDS; i++) /* until a channel brings its own */
        pbdma->words[i] = gv_undefined(card, FIRST + number * STRIDE + 4 * i);
    gv_fifo_tell(card);
}
