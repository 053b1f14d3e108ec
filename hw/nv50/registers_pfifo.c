/* The registers of PFIFO as a table: tesla-mmio.md §4. */
#include "hw/nv50/registers.h"

#include "hw/addr.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/register_rows.h"

static const struct field pfifo_debug_1_fields[] = {
    { "RAMHT_ALWAYS_FAIL", ALL, 0, PLAIN, { { 0, PFIFO_DEBUG_1_RAMHT_ALWAYS_FAIL } } },
};
static const struct field pfifo_intr_fields[] = {
    { "CACHE_ERROR", ALL, 0, PLAIN, { { 0, PFIFO_INTR_CACHE_ERROR } } },
    { "BAR_FAULT", ALL, 0, PLAIN, { { 0, PFIFO_INTR_BAR_FAULT } } },
    { "PEEPHOLE_FAULT", ALL, 0, PLAIN, { { 0, PFIFO_INTR_PEEPHOLE_FAULT } } },
    { "PIO_ERROR", ALL, 0, PLAIN, { { 0, BIT(8) } } },
    { "MTHD_UNK2C", CHIP_BIT(CHIP_MCP89), 0, PLAIN, { { 0, BIT(11) } } },
    { "DMA_PUSHER", ALL, 0, PLAIN, { { 0, PFIFO_INTR_DMA_PUSHER } } },
    { "SEMAPHORE", ALL, 0, PLAIN, { { 0, PFIFO_INTR_SEMAPHORE } } },
    { "NOTIFY", CHIPS_G84_UP, 0, PLAIN, { { 0, PFIFO_INTR_NOTIFY } } },
};
static const struct field pfifo_caches_fields[] = {
    { "REASSIGN", ALL, 0, PLAIN, { { 0, PFIFO_CACHES_REASSIGN } } },
    { "COMMIT", ALL, 0, PLAIN, { { 0, PFIFO_CACHES_COMMIT } } },
};
static const struct field pfifo_freeze_fields[] = {
    { "ENABLE", ALL, 0, PLAIN, { { 0, PFIFO_FREEZE_ENABLE } } },
    { "FROZEN", ALL, 0, PLAIN, { { 0, PFIFO_FREEZE_FROZEN } } },
};
static const struct field_value targets[] = {
    { TARGET_VRAM, "VRAM", ALL },
    { TARGET_SYSRAM_SNOOP, "SYSRAM_SNOOP", ALL },
    { TARGET_SYSRAM_NOSNOOP, "SYSRAM_NOSNOOP", ALL },
};
static const struct field pfifo_chan_table_fields[] = {
    { "DESCRIPTOR", CHIPS_VP1, 0, PLAIN, { { 0, PFIFO_CHAN_G80_DESC } } },
    { "RAMFC", CHIPS_G84_UP, 8, PLAIN, { { 0, PFIFO_CHAN_G84_RAMFC } } },
    { "TARGET", CHIPS_G84_UP, 0, NAMED(targets), { { 0, PFIFO_CHAN_G84_TARGET } } },
    { "ENABLE", ALL, 0, PLAIN, { { 0, PFIFO_CHAN_ENABLE } } },
};
static const struct field pfifo_push0_fields[] = {
    { "ACCESS", ALL, 0, PLAIN, { { 0, PFIFO_PUSH0_ACCESS } } },
};
static const struct field pfifo_push1_fields[] = {
    { "CHANNEL", ALL, 0, PLAIN, { { 0, PFIFO_PUSH1_CHANNEL } } },
    { "DMA", ALL, 0, PLAIN, { { 0, PFIFO_PUSH1_DMA } } },
};
static const struct field pfifo_status_fields[] = {
    { "EMPTY", ALL, 0, PLAIN, { { 0, PFIFO_STATUS_EMPTY } } },
    { "FULL", ALL, 0, PLAIN, { { 0, PFIFO_STATUS_FULL } } },
};
static const struct field pfifo_dma_push_fields[] = {
    { "ACCESS", ALL, 0, PLAIN, { { 0, PFIFO_DMA_PUSH_ACCESS } } },
};
static const struct field pfifo_dma_fetch_fields[] = {
    { "IB", ALL, 0, PLAIN, { { 0, PFIFO_DMA_FETCH_IB } } },
};
static const struct field_value pusher_errors[] = {
    { PUSHER_CALL_SUBR_ACTIVE, "CALL_SUBR_ACTIVE", ALL },
    { PUSHER_INVALID_METHOD, "INVALID_MTHD", ALL },
    { PUSHER_RET_SUBR_INACTIVE, "RET_SUBR_INACTIVE", ALL },
    { PUSHER_INVALID_COMMAND, "INVALID_CMD", ALL },
    { PUSHER_IB_EMPTY, "IB_EMPTY", ALL },
    { PUSHER_MEM_FAULT, "MEM_FAULT", ALL },
};
static const struct field pfifo_dma_state_fields[] = {
    { "NONINC", ALL, 0, PLAIN, { { 0, PFIFO_DMA_STATE_NONINC } } },
    { "METHOD", ALL, 2, PLAIN, { { 0, PFIFO_DMA_STATE_METHOD } } },
    { "SUBCHANNEL", ALL, 0, PLAIN, { { 0, PFIFO_DMA_STATE_SUBCHANNEL } } },
    { "LONG", ALL, 0, PLAIN, { { 0, PFIFO_DMA_STATE_LONG } } },
    { "SUBROUTINE", ALL, 0, PLAIN, { { 0, PFIFO_DMA_STATE_SUBROUTINE } } },
    { "NOT_MAIN", ALL, 0, PLAIN, { { 0, PFIFO_DMA_STATE_NOT_MAIN } } },
    { "ERROR", ALL, 0, NAMED(pusher_errors), { { 0, PFIFO_DMA_STATE_ERROR } } },
};
static const struct field_value semaphore_errors[] = {
    { SEMAPHORE_UNALIGNED, "UNALIGNED", ALL },
    { SEMAPHORE_INVALID_STATE, "INVALID_STATE", ALL },
    { SEMAPHORE_TOO_LARGE, "TOO_LARGE", ALL },
    { SEMAPHORE_MEM_FAULT, "MEM_FAULT", ALL },
};
static const struct field pfifo_pull0_fields[] = {
    { "ACCESS", ALL, 0, PLAIN, { { 0, PFIFO_PULL0_ACCESS } } },
    { "HASH_FAILED", ALL, 0, PLAIN, { { 0, PFIFO_PULL0_HASH_FAILED } } },
    { "SOFTWARE", ALL, 0, PLAIN, { { 0, PFIFO_PULL0_SOFTWARE } } },
    { "SEMAPHORE", ALL, 0, NAMED(semaphore_errors), { { 0, PFIFO_PULL0_SEMAPHORE } } },
    { "INVALID_ENGINE", ALL, 0, PLAIN, { { 0, PFIFO_PULL0_INVALID_ENGINE } } },
};
static const struct field pfifo_pull1_fields[] = {
    { "ENGINE", ALL, 0, PLAIN, { { 0, PFIFO_PULL1_ENGINE } } },
    { "ACQUIRE", ALL, 0, PLAIN, { { 0, PFIFO_PULL1_ACQUIRE } } },
    { "ACQUIRE_NEW", CHIPS_G84_UP, 0, PLAIN, { { 0, PFIFO_PULL1_ACQUIRE_NEW } } },
    { "ACQUIRE_GEQUAL", CHIPS_G84_UP, 0, PLAIN, { { 0, PFIFO_PULL1_ACQUIRE_GEQUAL } } },
};
static const struct field pfifo_runlist_length_fields[] = {
    { "LENGTH", CHIPS_VP1, 0, PLAIN, { { 0, PFIFO_RUNLIST_LENGTH_G80 } } },
    { "LENGTH", CHIPS_G84_UP, 0, PLAIN, { { 0, PFIFO_RUNLIST_LENGTH_G84 } } },
};
static const struct field pfifo_runlist_fields[] = {
    { "ADDRESS", ALL, 12, PLAIN, { { 0, BITS(27, 0) } } },
    { "TARGET", ALL, 0, NAMED(targets), { { 0, BITS(29, 28) } } },
};
static const struct field pfifo_dma_mget_high_fields[] = {
    { "VALID", ALL, 0, PLAIN, { { 0, PFIFO_DMA_MGET_VALID } } },
};

#define USER(name)                                                                                 \
    {                                                                                              \
        "PFIFO_USER_" #name, PFIFO_USER + PFIFO_USER_##name, PFIFO_USER_STRIDE, PFIFO_CHANNELS,    \
            ALL, BARE                                                                              \
    }

const struct nv50_register nv50_pfifo_registers[] = {
    { "PFIFO_DELAY", PFIFO_DELAY, 0, 0, ALL, BARE },
    { "PFIFO_DMA_TIMESLICE", PFIFO_DMA_TIMESLICE, 0, 0, ALL, BARE },
    { "PFIFO_C11_MIN_SLICE", PFIFO_C11_MIN_SLICE, 0, 0, ALL, BARE },
    { "PFIFO_TIMESLICE", PFIFO_TIMESLICE, 0, 0, ALL, BARE },
    { "PFIFO_DELAY_1", PFIFO_DELAY_1, 0, 0, ALL, BARE },
    { "PFIFO_SLI", PFIFO_SLI, 0, 0, ALL, BARE },
    { "PFIFO_PULL_FEATURE", PFIFO_PULL_FEATURE, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_DEBUG_0", PFIFO_DEBUG_0, 0, 0, ALL, BARE },
    { "PFIFO_DEBUG_1", PFIFO_DEBUG_1, 0, 0, ALL, WITH(pfifo_debug_1_fields) },
    { "PFIFO_DEBUG_2", PFIFO_DEBUG_2, 0, 0, ALL, BARE },
    { "PFIFO_DEBUG_3", PFIFO_DEBUG_3, 0, 0, ALL, BARE },
    { "PFIFO_DEBUG_4", PFIFO_DEBUG_4, 0, 0, ALL, BARE },
    { "PFIFO_ENG_IFACE", PFIFO_ENG_IFACE, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_DEBUG_5", PFIFO_DEBUG_5, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_INTR", PFIFO_INTR, 0, 0, ALL, WITH(pfifo_intr_fields) },
    { "PFIFO_INTR_EN", PFIFO_INTR_EN, 0, 0, ALL, WITH(pfifo_intr_fields) },
    { "PFIFO_RAMHT", PFIFO_RAMHT, 0, 0, ALL, BARE },
    { "PFIFO_CACHES", PFIFO_CACHES, 0, 0, ALL, WITH(pfifo_caches_fields) },
    { "PFIFO_FREEZE", PFIFO_FREEZE, 0, 0, ALL, WITH(pfifo_freeze_fields) },
    { "PFIFO_CHSW_STAT", PFIFO_CHSW_STAT, 0, 0, ALL, BARE },
    { "PFIFO_CHSW_DEBUG_1", PFIFO_CHSW_DEBUG_1, 0, 0, ALL, BARE },
    { "PFIFO_ENGINE_IDLE", PFIFO_ENGINE_IDLE, 0, 0, ALL, BARE },
    { "PFIFO_ENGINE_CTRL", PFIFO_ENGINE_CTRL, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_CHAN_TABLE", PFIFO_CHAN_TABLE, 4, PFIFO_CHANNELS, ALL, WITH(pfifo_chan_table_fields) },
    { "PFIFO_PUSH0", PFIFO_PUSH0, 0, 0, ALL, WITH(pfifo_push0_fields) },
    { "PFIFO_PUSH1", PFIFO_PUSH1, 0, 0, ALL, WITH(pfifo_push1_fields) },
    { "PFIFO_PUT", PFIFO_PUT, 0, 0, ALL, BARE },
    { "PFIFO_STATUS", PFIFO_STATUS, 0, 0, ALL, WITH(pfifo_status_fields) },
    { "PFIFO_DMA_PUSH", PFIFO_DMA_PUSH, 0, 0, ALL, WITH(pfifo_dma_push_fields) },
    { "PFIFO_DMA_FETCH", PFIFO_DMA_FETCH, 0, 0, ALL, WITH(pfifo_dma_fetch_fields) },
    { "PFIFO_DMA_STATE", PFIFO_DMA_STATE, 0, 0, ALL, WITH(pfifo_dma_state_fields) },
    { "PFIFO_DMA_INSTANCE", PFIFO_DMA_INSTANCE, 0, 0, ALL, BARE },
    { "PFIFO_DMA_LIMIT", PFIFO_DMA_LIMIT, 0, 0, ALL, BARE },
    { "PFIFO_DMA_PUT", PFIFO_DMA_PUT, 0, 0, ALL, BARE },
    { "PFIFO_DMA_PUT_HIGH", PFIFO_DMA_PUT_HIGH, 0, 0, ALL, BARE },
    { "PFIFO_DMA_GET", PFIFO_DMA_GET, 0, 0, ALL, BARE },
    { "PFIFO_DMA_GET_HIGH", PFIFO_DMA_GET_HIGH, 0, 0, ALL, BARE },
    { "PFIFO_REF", PFIFO_REF, 0, 0, ALL, BARE },
    { "PFIFO_SUBROUTINE", PFIFO_SUBROUTINE, 0, 0, ALL, BARE },
    { "PFIFO_PULL0", PFIFO_PULL0, 0, 0, ALL, WITH(pfifo_pull0_fields) },
    { "PFIFO_PULL1", PFIFO_PULL1, 0, 0, ALL, WITH(pfifo_pull1_fields) },
    { "PFIFO_HASH", PFIFO_HASH, 0, 0, ALL, BARE },
    { "PFIFO_ACQUIRE_TIMEOUT", PFIFO_ACQUIRE_TIMEOUT, 0, 0, ALL, BARE },
    { "PFIFO_ACQUIRE_TIMESTAMP", PFIFO_ACQUIRE_TIMESTAMP, 0, 0, ALL, BARE },
    { "PFIFO_ACQUIRE_VALUE", PFIFO_ACQUIRE_VALUE, 0, 0, ALL, BARE },
    { "PFIFO_SEMAPHORE", PFIFO_SEMAPHORE, 0, 0, ALL, BARE },
    { "PFIFO_GET", PFIFO_GET, 0, 0, ALL, BARE },
    { "PFIFO_ENGINE", PFIFO_ENGINE, 0, 0, ALL, BARE },
    { "PFIFO_DCOUNT", PFIFO_DCOUNT, 0, 0, ALL, BARE },
    { "PFIFO_GET_JUMP", PFIFO_GET_JUMP, 0, 0, ALL, BARE },
    { "PFIFO_RSVD", PFIFO_RSVD, 0, 0, ALL, BARE },
    { "PFIFO_LAST_DATA", PFIFO_LAST_DATA, 0, 0, ALL, BARE },
    { "PFIFO_COUNTER", PFIFO_COUNTER, 0, 0, ALL, BARE },
    { "PFIFO_RUNLIST_LENGTH", PFIFO_RUNLIST_LENGTH, 0, 0, ALL, WITH(pfifo_runlist_length_fields) },
    { "PFIFO_CURRENT", PFIFO_CURRENT, 0, 0, ALL, BARE },
    { "PFIFO_RUNLIST", PFIFO_RUNLIST, 0, 0, ALL, WITH(pfifo_runlist_fields) },
    { "PFIFO_KICK", PFIFO_KICK, 0, 0, ALL, BARE },
    { "PFIFO_ENDIAN", PFIFO_ENDIAN, 0, 0, ALL, BARE },
    { "PFIFO_IB_PUT", PFIFO_IB_PUT, 0, 0, ALL, BARE },
    { "PFIFO_IB_GET", PFIFO_IB_GET, 0, 0, ALL, BARE },
    { "PFIFO_IB_ADDRESS", PFIFO_IB_ADDRESS, 0, 0, ALL, BARE },
    { "PFIFO_IB_CONFIG", PFIFO_IB_CONFIG, 0, 0, ALL, BARE },
    { "PFIFO_METHOD_COUNT", PFIFO_METHOD_COUNT, 0, 0, ALL, BARE },
    { "PFIFO_DMA_MGET", PFIFO_DMA_MGET, 0, 0, ALL, BARE },
    { "PFIFO_DMA_MGET_HIGH", PFIFO_DMA_MGET_HIGH, 0, 0, ALL, WITH(pfifo_dma_mget_high_fields) },
    { "PFIFO_GET_HIGH_READ", PFIFO_GET_HIGH_READ, 0, 0, ALL, BARE },
    { "PFIFO_PUT_HIGH_READ", PFIFO_PUT_HIGH_READ, 0, 0, ALL, BARE },
    { "PFIFO_PUT_HIGH_WRITE", PFIFO_PUT_HIGH_WRITE, 0, 0, ALL, BARE },
    { "PFIFO_MGET_HIGH_READ", PFIFO_MGET_HIGH_READ, 0, 0, ALL, BARE },
    { "PFIFO_SEMAPHORE_HIGH", PFIFO_SEMAPHORE_HIGH, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_SEMAPHORE_LOW", PFIFO_SEMAPHORE_LOW, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_SEMAPHORE_SEQUENCE", PFIFO_SEMAPHORE_SEQUENCE, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_CACHE_INST", PFIFO_CACHE_INST, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_CHAN_INST", PFIFO_CHAN_INST, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_METHOD_28", PFIFO_METHOD_28, 0, 0, CHIP_BIT(CHIP_MCP89), BARE },
    { "PFIFO_METHOD_2C", PFIFO_METHOD_2C, 0, 0, CHIP_BIT(CHIP_MCP89), BARE },
    { "PFIFO_3300", PFIFO_3300, 0, 0, CHIPS_G84_UP, BARE },
    { "PFIFO_3304", PFIFO_3304, 0, 0, ALL, BARE },
    { "PFIFO_3318", PFIFO_3318, 0, 0, ALL, BARE },
    { "PFIFO_CACHE", PFIFO_CACHE, 4, PFIFO_CACHE_BYTES / 4, ALL, BARE },
    USER(DMA_PUT),
    USER(DMA_GET),
    USER(REF),
    USER(DMA_PUT_HIGH),
    USER(DMA_CGET),
    USER(DMA_MGET),
    USER(DMA_MGET_HIGH),
    USER(DMA_GET_HIGH),
    USER(IB_GET),
    USER(IB_PUT),
    { "PMPEG_UNKNOWN_0E0", PMPEG_UNKNOWN_0E0, 0, 0, CHIPS_VP1 | CHIPS_VP2, BARE },
    { "PME_ENABLE", PME_ENABLE, 0, 0, CHIPS_VP1, BARE },
    { 0 },
};
