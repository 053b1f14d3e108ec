/* mmu/gv100/ramfc.c: RAMFC is the PBDMA's registers as they are saved: an address has two words; members of one word
 * each go by a table. */
#include "mmu/gv100/ramfc.h"

#include <stddef.h>

static bool is_address(uint64_t address)
{
    return address >> 40 == 0;
}

static enum err check(const struct ramfc *r)
{
    if (!is_address(r->gp_base) || !is_address(r->userd) || !is_address(r->pb_get) ||
        !is_address(r->pb_put) || !is_address(r->pb_top_level_get) || !is_address(r->pb_fetch) ||
        !is_address(r->sem_addr) || !FIELD_FITS(RAMFC_GP_BASE_HI_LIMIT2, r->gp_limit2) ||
        !FIELD_FITS(RAMFC_USERD_TARGET, r->userd_target) ||
        !FIELD_FITS(RAMFC_PB_FETCH_HI_LENGTH, r->fetch_length))
        return ERR_RANGE;
    if (r->gp_base % 8 || r->userd % USERD_ALIGN ||
        (r->pb_get | r->pb_put | r->pb_top_level_get | r->pb_fetch | r->sem_addr) % 4)
        return ERR_ALIGN;
    return OK;
}

static void put_address(uint32_t *words, unsigned low, unsigned high, uint64_t address)
{
    words[low] |= (uint32_t)address;
    words[high] |= (uint32_t)(address >> 32);
}

static void put_pushbuffer(const struct ramfc *r, uint32_t *words)
{
    put_address(words, RAMFC_PB_GET, RAMFC_PB_GET_HI, r->pb_get);
    put_address(words, RAMFC_PB_PUT, RAMFC_PB_PUT_HI, r->pb_put);
    put_address(words, RAMFC_PB_TOP_LEVEL_GET, RAMFC_PB_TOP_LEVEL_GET_HI, r->pb_top_level_get);
    put_address(words, RAMFC_PB_FETCH, RAMFC_PB_FETCH_HI, r->pb_fetch);
    words[RAMFC_PB_TOP_LEVEL_GET_HI] |=
        FIELD_PUT(RAMFC_TOP_LEVEL_GET_HI_VALID, (uint32_t)r->top_level_get_valid);
    words[RAMFC_PB_FETCH] |= FIELD_PUT(RAMFC_PB_FETCH_CONDITIONAL, (uint32_t)r->fetch_conditional);
    words[RAMFC_PB_FETCH_HI] |= FIELD_PUT(RAMFC_PB_FETCH_HI_LEVEL, (uint32_t)r->fetch_subroutine) |
                                FIELD_PUT(RAMFC_PB_FETCH_HI_SYNC, (uint32_t)r->fetch_sync) |
                                FIELD_PUT(RAMFC_PB_FETCH_HI_LENGTH, r->fetch_length);
}

static void put_ring(const struct ramfc *r, uint32_t *words)
{
    words[RAMFC_GP_PUT] = r->gp_put;
    words[RAMFC_GP_GET] = r->gp_get;
    words[RAMFC_GP_FETCH] = r->gp_fetch;
    put_address(words, RAMFC_GP_BASE, RAMFC_GP_BASE_HI, r->gp_base);
    words[RAMFC_GP_BASE_HI] |= FIELD_PUT(RAMFC_GP_BASE_HI_LIMIT2, (uint32_t)r->gp_limit2);
    put_address(words, RAMFC_USERD, RAMFC_USERD_HI, r->userd);
    words[RAMFC_USERD] |= r->userd_target;
    words[RAMFC_SIGNATURE] =
        r->signature | FIELD_PUT(RAMFC_SIGNATURE_SW, (uint32_t)r->signature_sw);
}

/* The words that are one number each: which member stands at which word. */
struct plain_word {
    uint8_t word;
    uint16_t at; /* of struct ramfc */
};

#define PLAIN(word, member)                                                                        \
    {                                                                                              \
        word, offsetof(struct ramfc, member)                                                       \
    }

static const struct plain_word plain_words[] = {
    PLAIN(RAMFC_REF, ref),
    PLAIN(RAMFC_RUNTIME, runtime),
    PLAIN(RAMFC_ACQUIRE, acquire),
    PLAIN(RAMFC_ACQUIRE_DEADLINE, acquire_deadline),
    PLAIN(RAMFC_SEM_EXECUTE, sem_execute),
    PLAIN(RAMFC_MEM_OP_A, mem_op[0]),
    PLAIN(RAMFC_MEM_OP_B, mem_op[1]),
    PLAIN(RAMFC_MEM_OP_C, mem_op[2]),
    PLAIN(RAMFC_GP_CRC, gp_crc),
    PLAIN(RAMFC_PB_CRC, pb_crc),
    PLAIN(RAMFC_METHOD_CRC, method_crc),
    PLAIN(RAMFC_PB_HEADER, pb_header),
    PLAIN(RAMFC_PB_COUNT, pb_count),
    PLAIN(RAMFC_SUBDEVICE, subdevice),
    PLAIN(RAMFC_TARGET, target),
    PLAIN(RAMFC_HCE_CTRL, hce_ctrl),
    PLAIN(RAMFC_CONFIG, config),
    PLAIN(RAMFC_SET_CHANNEL_INFO, set_channel_info),
};

static const uint32_t *member(const struct ramfc *r, const struct plain_word *plain)
{
    return (const uint32_t *)(const void *)((const uint8_t *)r + plain->at);
}

/* Words without a member become 0, because host loads all of RAMFC. */
enum err ramfc_pack(const struct ramfc *ramfc, uint32_t words[RAMFC_WORDS])
{
    const enum err e = check(ramfc);

    if (e != OK)
        return e;
    for (unsigned i = 0; i < RAMFC_WORDS; i++)
        words[i] = 0;
    put_ring(ramfc, words);
    put_pushbuffer(ramfc, words);
    put_address(words, RAMFC_SEM_ADDR_LO, RAMFC_SEM_ADDR_HI, ramfc->sem_addr);
    words[RAMFC_SEM_PAYLOAD_LO] = (uint32_t)ramfc->sem_payload;
    words[RAMFC_SEM_PAYLOAD_HI] = (uint32_t)(ramfc->sem_payload >> 32);
    for (unsigned i = 0; i < ARRAY_SIZE(plain_words); i++)
        words[plain_words[i].word] = *member(ramfc, &plain_words[i]);
    for (unsigned i = 0; i < 4; i++) {
        words[RAMFC_METHOD0 + 2 * i] = ramfc->method[i];
        words[RAMFC_DATA0 + 2 * i] = ramfc->data[i];
    }
    return OK;
}
