/* GP entries and push buffer entries (docs/hardware/gv100.md §4.1, §4.2). A step takes one of them, or executes
 * the method that the last one made. */
#include <string.h>

#include "hw/gv100/pb.h"
#include "hw/gv100/ppbdma.h"
#include "model/common/bytes.h"
#include "model/gv100/base/card.h"
#include "model/gv100/host/fifo.h"

/* Polynomial 0x04c11db7, four bits at a time: each method and each word of a push buffer is summed. */
uint32_t gv_crc32(uint32_t crc, const uint8_t *bytes, unsigned size)
{
    static const uint32_t of_nibble[16] = {
        0x00000000, 0x04c11db7, 0x09823b6e, 0x0d4326d9, 0x130476dc, 0x17c56b6b,
        0x1a864db2, 0x1e475005, 0x2608edb8, 0x22c9f00f, 0x2f8ad6d6, 0x2b4bcb61,
        0x350c9b64, 0x31cd86d3, 0x3c8ea00a, 0x384fbdbd,
    };

    for (unsigned i = 0; i < size; i++) {
        crc = crc << 4 ^ of_nibble[crc >> 28 ^ bytes[i] >> 4];
        crc = crc << 4 ^ of_nibble[crc >> 28 ^ (bytes[i] & 0xf)];
    }
    return crc;
}

static uint32_t crc_of_word(uint32_t crc, uint32_t word)
{
    uint8_t bytes[4];

    bytes_put32(bytes, word);
    return gv_crc32(crc, bytes, 4);
}

static enum step freeze(struct gv100 *card, unsigned pbdma, uint32_t bit)
{
    gv_pbdma_raise(card, pbdma, 0, bit);
    return gv_pbdma_is_frozen(&card->fifo->pbdmas[pbdma]) ? STEP_FROZEN : STEP_DONE;
}

/* ---- GP entries ------------------------------------------------------------------------------ */

static bool is_active(const struct pbdma *pbdma)
{
    return !(pbdma->words[RAMFC_SUBDEVICE] & RAMFC_SUBDEVICE_CHANNEL_DMA) ||
           (pbdma->words[RAMFC_SUBDEVICE] & RAMFC_SUBDEVICE_STATUS);
}

static void put_address(struct pbdma *pbdma, unsigned low, unsigned high, uint64_t address,
                        uint32_t high_bits)
{
    pbdma->words[low] = (uint32_t)address & ~3u;
    pbdma->words[high] = (uint32_t)(address >> 32 & 0xff) | high_bits;
}

static void set_get(struct pbdma *pbdma, uint64_t at)
{
    put_address(pbdma, RAMFC_PB_GET, RAMFC_PB_GET_HI, at, 0);
    if (!(pbdma->words[RAMFC_PB_FETCH_HI] & RAMFC_PB_FETCH_HI_LEVEL))
        put_address(pbdma, RAMFC_PB_TOP_LEVEL_GET, RAMFC_PB_TOP_LEVEL_GET_HI, at,
                    PPBDMA_TOP_LEVEL_GET_HI_VALID);
}

static uint64_t get_of(const struct pbdma *pbdma)
{
    return (uint64_t)(pbdma->words[RAMFC_PB_GET_HI] & 0xff) << 32 | pbdma->words[RAMFC_PB_GET];
}

static uint32_t words_left(const struct pbdma *pbdma)
{
    return FIELD_GET(RAMFC_PB_FETCH_HI_LENGTH, pbdma->words[RAMFC_PB_FETCH_HI]);
}

static void set_words_left(struct pbdma *pbdma, uint32_t left)
{
    pbdma->words[RAMFC_PB_FETCH_HI] &= ~RAMFC_PB_FETCH_HI_LENGTH;
    pbdma->words[RAMFC_PB_FETCH_HI] |= FIELD_PUT(RAMFC_PB_FETCH_HI_LENGTH, left);
}

static bool expects_data(const struct pbdma *pbdma)
{
    return pbdma->words[RAMFC_PB_COUNT] & RAMFC_PB_COUNT_VALUE;
}

/* Where the entry of that index lies. */
static uint64_t entry_at(const struct pbdma *pbdma, uint32_t index)
{
    const uint32_t *const words = pbdma->words;

    return ((uint64_t)(words[RAMFC_GP_BASE_HI] & RAMFC_GP_BASE_HI_ADDRESS) << 32 |
            (words[RAMFC_GP_BASE] & RAMFC_GP_BASE_ADDRESS)) +
           8 * (uint64_t)index;
}

/* After END_PB_SEGMENT words are fetched at most, and not obeyed: the header is then of that type. */
static bool is_ignoring(const struct pbdma *pbdma)
{
    return FIELD_GET(RAMFC_PB_HEADER_TYPE, pbdma->words[RAMFC_PB_HEADER]) == RAMFC_HEADER_END_SEG;
}

static void stop_ignoring(struct pbdma *pbdma)
{
    if (is_ignoring(pbdma))
        pbdma->words[RAMFC_PB_HEADER] =
            FIELD_PUT(RAMFC_PB_HEADER_TYPE, (uint32_t)RAMFC_HEADER_INC) | RAMFC_PB_HEADER_FIRST;
}

/* Knob gp_ahead: the next entry is taken while a segment begins. Whether its own is to be fetched is settled then,
 * unless its SYNC holds it back. */
static void take_ahead(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t index = pbdma->words[RAMFC_GP_GET];
    const struct client client = gv_pbdma_client(card, number);
    struct access_end end;
    uint8_t entry[8];

    if (gv_knob(card, KNOB_GP_AHEAD) != GP_AHEAD_YES || index == pbdma->words[RAMFC_GP_PUT] ||
        !gv_access_read(card, &client, entry_at(pbdma, index), entry, 8, &end))
        return;
    const uint32_t low = bytes_get32(entry), high = bytes_get32(entry + 4);
    pbdma->ahead = (struct ahead){ .there = true,
                                   .dropped = !(high & GP1_SYNC) && !is_active(pbdma),
                                   .index = index,
                                   .low = low,
                                   .high = high };
}

/* The defect host-sync-ignored: the words of the next entry's segment are fetched while this one begins. */
static void fetch_early(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct early *early = &pbdma->early[1];
    const struct client client = gv_pbdma_client(card, number);
    struct access_end end;
    uint8_t entry[8];

    pbdma->early[0] = *early;
    early->count = 0;
    if (pbdma->words[RAMFC_GP_GET] == pbdma->words[RAMFC_GP_PUT] ||
        !gv_access_read(card, &client, entry_at(pbdma, pbdma->words[RAMFC_GP_GET]), entry, 8, &end))
        return;
    const uint32_t high = bytes_get32(entry + 4), length = FIELD_GET(GP1_LENGTH, high);
    early->at = (uint64_t)(high & GP1_GET_HI) << 32 | (bytes_get32(entry) & GP0_GET);
    early->count = length < EARLY_WORDS ? length : EARLY_WORDS;
    if (!gv_access_read(card, &client, early->at, early->bytes, 4 * (size_t)early->count, &end))
        early->count = 0;
}

/* A segment whose end does not lie below the last word of the 40 bits is fatal to the channel. */
static enum step start_segment(struct gv100 *card, unsigned number, uint32_t low, uint32_t high,
                               bool dropped)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint64_t at = (uint64_t)(high & GP1_GET_HI) << 32 | (low & GP0_GET);
    const uint32_t length = FIELD_GET(GP1_LENGTH, high);
    const uint64_t end = at + 4 * (uint64_t)length;

    if (end > BIT64(HOST_ADDRESS_BITS) - 4)
        return freeze(card, number, PPBDMA_INTR_0_GPENTRY);
    const bool conditional = low & GP0_FETCH;

    if (conditional && expects_data(pbdma) && !card->broken[DEFECT_HOST_CONDITION_DATA])
        return freeze(card, number, PPBDMA_INTR_0_PBSEG);
    if (conditional && (dropped || !is_active(pbdma)) &&
        !card->broken[DEFECT_HOST_CONDITION_IGNORED])
        return STEP_DONE;
    pbdma->words[RAMFC_PB_FETCH] = (uint32_t)at | (low & GP0_FETCH);
    pbdma->words[RAMFC_PB_FETCH_HI] = (uint32_t)(at >> 32) |
                                      (high & GP1_LEVEL ? RAMFC_PB_FETCH_HI_LEVEL : 0) |
                                      (high & GP1_SYNC ? RAMFC_PB_FETCH_HI_SYNC : 0) |
                                      FIELD_PUT(RAMFC_PB_FETCH_HI_LENGTH, length);
    put_address(pbdma, RAMFC_PB_PUT, RAMFC_PB_PUT_HI, end, 0);
    set_get(pbdma, at);
    pbdma->words[RAMFC_PB_CRC] = 0;
    stop_ignoring(pbdma);
    take_ahead(card, number);
    if (card->broken[DEFECT_HOST_SPLIT_LOST])
        pbdma->words[RAMFC_PB_COUNT] &= ~RAMFC_PB_COUNT_VALUE;
    if (card->broken[DEFECT_HOST_SYNC_IGNORED])
        fetch_early(card, number);
    return STEP_DONE;
}

/* Whether a checksum agrees with a GP entry. */
static bool agrees(const struct gv100 *card, uint32_t operand, uint32_t sum)
{
    if (card->broken[DEFECT_HOST_CRC_UNCHECKED])
        return true;
    return operand == (gv_knob(card, KNOB_CRC_FORM) == CRC_FORM_INVERTED ? ~sum : sum);
}

/* An entry with length 0 fetches nothing: it is an operation of host itself. */
static enum step control_entry(struct gv100 *card, unsigned number, uint32_t operand,
                               uint32_t opcode)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t of_entries = pbdma->words[RAMFC_GP_CRC];

    switch (opcode) {
    case GP_OPCODE_NOP:
        if (card->broken[DEFECT_HOST_NOP_REFUSED])
            return freeze(card, number, PPBDMA_INTR_0_GPENTRY);
        return STEP_DONE;
    case GP_OPCODE_GP_CRC:
        pbdma->words[RAMFC_GP_CRC] = 0;
        if (!agrees(card, operand, of_entries))
            return freeze(card, number, PPBDMA_INTR_0_GPCRC);
        return STEP_DONE;
    case GP_OPCODE_PB_CRC:
        if (!agrees(card, operand, pbdma->words[RAMFC_PB_CRC]))
            return freeze(card, number, PPBDMA_INTR_0_PBCRC);
        return STEP_DONE;
    default:
        if (card->broken[DEFECT_HOST_OPCODE_UNCHECKED])
            return STEP_DONE;
        return freeze(card, number, PPBDMA_INTR_0_GPENTRY);
    }
}

static enum step take_entry(struct gv100 *card, unsigned number, uint32_t low, uint32_t high,
                            bool dropped)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    pbdma->gp_shadow[0] = low;
    pbdma->gp_shadow[1] = high;
    if (FIELD_GET(GP1_LENGTH, high) == 0 && FIELD_GET(GP1_OPCODE, high) == GP_OPCODE_GP_CRC)
        return control_entry(card, number, low, GP_OPCODE_GP_CRC);
    pbdma->words[RAMFC_GP_CRC] = crc_of_word(crc_of_word(pbdma->words[RAMFC_GP_CRC], low), high);
    return FIELD_GET(GP1_LENGTH, high) == 0
               ? control_entry(card, number, low, FIELD_GET(GP1_OPCODE, high))
               : start_segment(card, number, low, high, dropped);
}

/* The ring's pointers are indices below its size, which is a power of two. */
static bool is_beyond(const struct gv100 *card, const uint32_t *words, uint64_t size)
{
    const uint64_t end = card->broken[DEFECT_HOST_RING_SHORT] ? size - 1 : size;

    return words[RAMFC_GP_PUT] >= end || words[RAMFC_GP_GET] >= end || words[RAMFC_GP_FETCH] >= end;
}

static bool is_empty(const struct gv100 *card, const uint32_t *words, uint64_t size)
{
    if (card->broken[DEFECT_HOST_RING_FULL_IS_EMPTY] &&
        ((words[RAMFC_GP_PUT] + 1) & (size - 1)) == words[RAMFC_GP_GET])
        return true;
    return words[RAMFC_GP_GET] == words[RAMFC_GP_PUT];
}

/* GP_GET moves on when the entry is fetched, not when its segment has run. An entry that was
 * fetched ahead is used as it was then, which is how a card shows a ring that software changed too
 * late. */
static enum step next_entry(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    uint32_t *const words = pbdma->words;
    const uint64_t size = BIT64(FIELD_GET(RAMFC_GP_BASE_HI_LIMIT2, words[RAMFC_GP_BASE_HI]));
    const uint64_t at = entry_at(pbdma, words[RAMFC_GP_GET]);
    const struct client client = gv_pbdma_client(card, number);
    struct access_end end;
    uint8_t bytes[8];

    if (card->broken[DEFECT_HOST_PUT_UNCHECKED])
        words[RAMFC_GP_PUT] &= (uint32_t)(size - 1);
    if (is_beyond(card, words, size))
        return freeze(card, number, PPBDMA_INTR_0_GPPTR);
    if (is_empty(card, words, size))
        return STEP_DRY;
    if (at + 8 > BIT64(HOST_ADDRESS_BITS))
        return freeze(card, number, PPBDMA_INTR_0_GPFIFO);
    const struct ahead ahead = pbdma->ahead;
    const bool is_here = ahead.there && ahead.index == words[RAMFC_GP_GET];
    pbdma->ahead.there = false;
    if (!is_here && !gv_access_read(card, &client, at, bytes, 8, &end))
        return gv_pbdma_fault(card, number, end.at, GMMU_ACCESS_VIRT_READ, end.fault);
    words[RAMFC_GP_GET] = (uint32_t)((words[RAMFC_GP_GET] + 1) & (size - 1));
    words[RAMFC_GP_FETCH] = words[RAMFC_GP_GET];
    if (is_here)
        return take_entry(card, number, ahead.low, ahead.high, ahead.dropped);
    return take_entry(card, number, bytes_get32(bytes), bytes_get32(bytes + 4), false);
}

/* ---- push buffer entries --------------------------------------------------------------------- */

static void set_method(struct pbdma *pbdma, uint32_t method, uint32_t subchannel, uint32_t data)
{
    if (!is_active(pbdma))
        return; /* the subdevice mask drops it */
    pbdma->words[RAMFC_METHOD0] = (method & RAMFC_METHOD_ADDR) |
                                  FIELD_PUT(RAMFC_METHOD_SUBCH, subchannel) | RAMFC_METHOD_VALID;
    pbdma->words[RAMFC_DATA0] = data;
}

/* A data word of the header that is under way. */
static enum step take_data(struct gv100 *card, struct pbdma *pbdma, uint32_t word)
{
    uint32_t *header = &pbdma->words[RAMFC_PB_HEADER];
    const uint32_t type = FIELD_GET(RAMFC_PB_HEADER_TYPE, *header);
    const uint32_t method = *header & RAMFC_PB_HEADER_METHOD;

    pbdma->words[RAMFC_PB_COUNT]--;
    set_method(pbdma, method, FIELD_GET(RAMFC_PB_HEADER_SUBCHANNEL, *header), word);
    if (type == RAMFC_HEADER_INC || type == RAMFC_HEADER_INC_ONCE) {
        *header &= ~RAMFC_PB_HEADER_METHOD;
        *header |= (method + 4) & RAMFC_PB_HEADER_METHOD;
    }
    if (type == RAMFC_HEADER_INC_ONCE && !card->broken[DEFECT_HOST_INC_ONCE_GOES_ON]) {
        *header &= ~RAMFC_PB_HEADER_TYPE;
        *header |= FIELD_PUT(RAMFC_PB_HEADER_TYPE, (uint32_t)RAMFC_HEADER_NON_INC);
    }
    return STEP_DONE;
}

static enum step bad_entry(struct gv100 *card, unsigned number)
{
    if (card->broken[DEFECT_HOST_HEADER_UNCHECKED])
        return STEP_DONE;
    return freeze(card, number, PPBDMA_INTR_0_PBENTRY);
}

/* An entry that begins with 0 and is no control entry: of the old increasing form, or undefined. */
static enum step no_entry(struct gv100 *card, unsigned number)
{
    return gv_knob(card, KNOB_BAD_ENTRIES) == BAD_ENTRIES_PASS ? STEP_DONE
                                                               : bad_entry(card, number);
}

/* A header whose last method lies beyond the method space is refused before any of its data is
 * taken. */
static enum step take_header(struct gv100 *card, unsigned number, uint32_t word, uint32_t type)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t count = FIELD_GET(PB_METHOD_COUNT, word);
    const uint32_t method = FIELD_GET(PB_METHOD_ADDRESS, word) * 4;
    uint32_t last = method;

    if (count == 0)
        return STEP_DONE;
    if (type == RAMFC_HEADER_INC)
        last = method + 4 * (count - 1);
    else if (type == RAMFC_HEADER_INC_ONCE && count > 1)
        last = method + 4;
    if (last > PB_METHOD_LAST)
        return bad_entry(card, number);
    pbdma->words[RAMFC_PB_HEADER] =
        FIELD_PUT(RAMFC_PB_HEADER_TYPE, type) | method |
        FIELD_PUT(RAMFC_PB_HEADER_SUBCHANNEL, FIELD_GET(PB_METHOD_SUBCHANNEL, word)) |
        RAMFC_PB_HEADER_FIRST;
    pbdma->words[RAMFC_PB_COUNT] = count;
    return STEP_DONE;
}

static void apply_mask(struct pbdma *pbdma, uint32_t mask)
{
    uint32_t *subdevice = &pbdma->words[RAMFC_SUBDEVICE];

    *subdevice &= ~RAMFC_SUBDEVICE_STATUS;
    if (mask & FIELD_GET(RAMFC_SUBDEVICE_ID, *subdevice))
        *subdevice |= RAMFC_SUBDEVICE_STATUS;
}

/* Masks of subdevices; SSDM and USE need CHANNEL_DMA. */
static enum step take_control(struct gv100 *card, unsigned number, uint32_t word)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    uint32_t *subdevice = &pbdma->words[RAMFC_SUBDEVICE];
    const uint32_t mask = FIELD_GET(PB_SUBDEVICE_MASK, word);
    const uint32_t opcode = FIELD_GET(PB_CONTROL_OPCODE, word);

    if (word == PB_NOP)
        return STEP_DONE;
    if (opcode == PB_TERT_OP_STORE_SUB_DEV_MASK) {
        *subdevice &= ~RAMFC_SUBDEVICE_STORED_MASK;
        *subdevice |= FIELD_PUT(RAMFC_SUBDEVICE_STORED_MASK, mask);
        return STEP_DONE;
    }
    if (opcode != PB_TERT_OP_SET_SUB_DEV_MASK && opcode != PB_TERT_OP_USE_SUB_DEV_MASK)
        return no_entry(card, number);
    if (!(*subdevice & RAMFC_SUBDEVICE_CHANNEL_DMA) && !card->broken[DEFECT_HOST_MASK_UNCHECKED])
        return bad_entry(card, number);
    if (!card->broken[DEFECT_HOST_MASK_IGNORED])
        apply_mask(pbdma, opcode == PB_TERT_OP_SET_SUB_DEV_MASK
                              ? mask
                              : FIELD_GET(RAMFC_SUBDEVICE_STORED_MASK, *subdevice));
    return STEP_DONE;
}

static enum step end_segment(const struct gv100 *card, struct pbdma *pbdma)
{
    if (gv_knob(card, KNOB_END_FETCH) == END_FETCH_GOES_ON) {
        pbdma->words[RAMFC_PB_HEADER] =
            FIELD_PUT(RAMFC_PB_HEADER_TYPE, (uint32_t)RAMFC_HEADER_END_SEG);
        return STEP_DONE;
    }
    set_get(pbdma,
            (uint64_t)(pbdma->words[RAMFC_PB_PUT_HI] & 0xff) << 32 | pbdma->words[RAMFC_PB_PUT]);
    set_words_left(pbdma, 0);
    return STEP_DONE;
}

/* A word is data while a header waits for some, and a header otherwise. */
static enum step take_word(struct gv100 *card, unsigned number, uint32_t word)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (is_ignoring(pbdma))
        return STEP_DONE;
    if (expects_data(pbdma))
        return take_data(card, pbdma, word);
    pbdma->header_shadow = word;
    switch (FIELD_GET(PB_SEC_OP, word)) {
    case PB_SEC_OP_USE_TERT:
        return take_control(card, number, word);
    case PB_SEC_OP_INC_METHOD:
        return take_header(card, number, word, RAMFC_HEADER_INC);
    case PB_SEC_OP_NON_INC_METHOD:
        return take_header(card, number, word, RAMFC_HEADER_NON_INC);
    case PB_SEC_OP_ONE_INC:
        return take_header(card, number, word, RAMFC_HEADER_INC_ONCE);
    case PB_SEC_OP_IMMD_DATA_METHOD:
        set_method(pbdma, FIELD_GET(PB_METHOD_ADDRESS, word) * 4,
                   FIELD_GET(PB_METHOD_SUBCHANNEL, word), FIELD_GET(PB_IMMD_DATA, word));
        return STEP_DONE;
    case PB_SEC_OP_END_PB_SEGMENT:
        return card->broken[DEFECT_HOST_END_IGNORED] ? STEP_DONE : end_segment(card, pbdma);
    default:
        return bad_entry(card, number);
    }
}

static enum step fetch_fault(struct gv100 *card, unsigned number, const struct access_end *end)
{
    if (!card->broken[DEFECT_HOST_FETCH_FAULT_LOST])
        return gv_pbdma_fault(card, number, end->at, GMMU_ACCESS_VIRT_READ, end->fault);
    gv_pbdma_channel(card, number)->pbdma_faulted = true;
    return STEP_FAULTED;
}

/* Words that a broken host has fetched too early keep their values of that moment. */
static void take_early(const struct pbdma *pbdma, uint64_t at, uint8_t *bytes)
{
    const struct early *early = &pbdma->early[0];

    if (at - early->at < 4 * (uint64_t)early->count)
        memcpy(bytes, early->bytes + (at - early->at), 4);
}

/* False: a fault. */
static bool fetch_word(struct gv100 *card, unsigned number, uint32_t *word, struct access_end *end)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const struct client client = gv_pbdma_client(card, number);
    const uint64_t at = get_of(pbdma);
    uint8_t bytes[4];

    if (!gv_access_read(card, &client, at, bytes, 4, end))
        return false;
    take_early(pbdma, at, bytes);
    set_get(pbdma, at + 4);
    set_words_left(pbdma, words_left(pbdma) - 1);
    pbdma->words[RAMFC_PB_CRC] = gv_crc32(pbdma->words[RAMFC_PB_CRC], bytes, 4);
    *word = bytes_get32(bytes);
    return true;
}

/* The second data word of an entry for two methods. One that faults comes by itself, and faults then. */
static void pair_methods(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    const uint32_t method = pbdma->words[RAMFC_METHOD0], data = pbdma->words[RAMFC_DATA0];
    struct access_end end;
    uint32_t word;

    if (!gv_methods_pair(card, number) || !fetch_word(card, number, &word, &end))
        return;
    (void)take_data(card, pbdma, word);
    pbdma->words[RAMFC_METHOD0] = method | RAMFC_METHOD_DUAL;
    pbdma->words[RAMFC_DATA0] = data;
    pbdma->words[RAMFC_DATA1] = word;
}

static enum step next_word(struct gv100 *card, unsigned number)
{
    struct access_end end;
    uint32_t word;

    if (!fetch_word(card, number, &word, &end))
        return fetch_fault(card, number, &end);
    const enum step step = take_word(card, number, word);
    pair_methods(card, number);
    return step;
}

/* Host does not wait for a second method, but one that comes while the engine's FIFO is full goes with the first. */
static enum step pair_while_busy(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];
    struct channel *channel = gv_pbdma_channel(card, number);
    enum step step = STEP_DONE;

    if (pbdma->state != STEP_BUSY ||
        !gv_is_graphics(card, number, FIELD_GET(RAMFC_METHOD_SUBCH, pbdma->words[RAMFC_METHOD0])))
        return STEP_DONE;
    if (channel->rung) {
        channel->rung = false;
        gv_pbdma_look(card, number);
    }
    if (!words_left(pbdma) && FIELD_GET(RAMFC_PB_COUNT_VALUE, pbdma->words[RAMFC_PB_COUNT]))
        step = next_entry(card, number);
    if (step == STEP_DONE)
        pair_methods(card, number);
    return step == STEP_DRY ? STEP_DONE : step;
}

enum step gv_pbdma_step(struct gv100 *card, unsigned number)
{
    struct pbdma *pbdma = &card->fifo->pbdmas[number];

    if (pbdma->words[RAMFC_METHOD0] & RAMFC_METHOD_VALID) {
        const enum step step = pair_while_busy(card, number);

        return step == STEP_DONE ? gv_pbdma_execute(card, number) : step;
    }
    return words_left(pbdma) ? next_word(card, number) : next_entry(card, number);
}
