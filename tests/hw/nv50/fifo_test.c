/* Numbers of PFIFO, RAMFC, push buffers, PBUS's windows and m2mf, typed from docs/hardware/tesla-mmio.md §3.2 to §3.4,
 * §4, §5.5 and tesla-engines.md §5.1. */
#include "tests/hw/number_rig.h"

#include "hw/nv50/m2mf.h"
#include "hw/nv50/pbus.h"
#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/ramfc.h"

/* §4.3 */
static void ramfc_is_the_references(void **state)
{
    static const struct number numbers[] = {
        N(RAMFC_IB_PUT, 0x00),
        N(RAMFC_IB_GET, 0x04),
        N(RAMFC_DMA_PUT, 0x08),
        N(RAMFC_DMA_PUT_HIGH, 0x0c),
        N(RAMFC_DMA_GET, 0x10),
        N(RAMFC_DMA_GET_HIGH, 0x14),
        N(RAMFC_DMA_MGET, 0x18),
        N(RAMFC_DMA_MGET_HIGH, 0x1c),
        N(RAMFC_GET_HIGH_READ, 0x20),
        N(RAMFC_PUT_HIGH_READ, 0x24),
        N(RAMFC_PUT_HIGH_WRITE, 0x28),
        N(RAMFC_MGET_HIGH_READ, 0x2c),
        N(RAMFC_DMA_STATE, 0x30),
        N(RAMFC_METHOD_COUNT, 0x34),
        N(RAMFC_DCOUNT_SHADOW, 0x38),
        N(RAMFC_DMA_FETCH, 0x3c),
        N(RAMFC_SUBROUTINE, 0x40),
        N(RAMFC_DMA_TIMESLICE, 0x44),
        N(RAMFC_DMA_INSTANCE, 0x48),
        N(RAMFC_DMA_LIMIT, 0x4c),
        N(RAMFC_IB_ADDRESS_LOW, 0x50),
        N(RAMFC_IB_CONFIG, 0x54),
        N(RAMFC_ENGINE, 0x58),
        N(RAMFC_PULL1, 0x5c),
        N(RAMFC_ACQUIRE_TIMEOUT, 0x60),
        N(RAMFC_ACQUIRE_TIMESTAMP, 0x64),
        N(RAMFC_ACQUIRE_VALUE, 0x68),
        N(RAMFC_SEMAPHORE, 0x6c),
        N(RAMFC_COUNTER, 0x70),
        N(RAMFC_REF, 0x74),
        N(RAMFC_DEBUG_2, 0x78),
        N(RAMFC_SLI, 0x7c),
        N(RAMFC_RAMHT, 0x80),
        N(RAMFC_CACHE_COUNT, 0x84),
        N(RAMFC_CACHE_INSTANCE, 0x88),
        N(RAMFC_SEMAPHORE_ADDRESS_HIGH, 0x8c),
        N(RAMFC_SEMAPHORE_ADDRESS_LOW, 0x90),
        N(RAMFC_SEMAPHORE_SEQUENCE, 0x94),
        N(RAMFC_CHANNEL, 0x98),
        N(RAMFC_METHOD_28, 0x9c),
        N(RAMFC_METHOD_2C, 0xa0),
        F(RAMFC_IB_CONFIG_ADDRESS_HIGH, 7, 0),
        F(RAMFC_IB_CONFIG_ORDER, 31, 16),
        F(RAMFC_SEMAPHORE_OFFSET, 13, 0),
        F(RAMFC_SEMAPHORE_OFFSET_VALID, 14, 14),
        F(RAMFC_SEMAPHORE_INSTANCE, 31, 16),
        F(RAMFC_RAMHT_INSTANCE, 15, 0),
        F(RAMFC_RAMHT_SEARCH, 25, 24),
        F(RAMFC_RAMHT_SEARCH_FULL, 26, 26),
        F(RAMFC_RAMHT_SIZE, 28, 27),
        F(RAMFC_CACHE_INSTANCE_ADDRESS, 29, 0),
        F(RAMFC_CACHE_INSTANCE_TARGET, 31, 30),
        N(RAMHT_WORDS, 2),
        F(RAMHT1_INSTANCE, 15, 0),
        F(RAMHT1_ENGINE, 23, 20),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §4.2, §4.8 */
static void fields_of_pfifo_are_the_references(void **state)
{
    static const struct number numbers[] = {
        N(PFIFO_CHANNELS, 128),
        F(PFIFO_DEBUG_1_RAMHT_ALWAYS_FAIL, 18, 18),
        N(PFIFO_INTR, 0x2100),
        N(PFIFO_INTR_EN, 0x2140),
        F(PFIFO_INTR_CACHE_ERROR, 0, 0),
        F(PFIFO_INTR_BAR_FAULT, 4, 4),
        F(PFIFO_INTR_PEEPHOLE_FAULT, 6, 6),
        F(PFIFO_INTR_DMA_PUSHER, 12, 12),
        F(PFIFO_INTR_SEMAPHORE, 20, 20),
        F(PFIFO_INTR_NOTIFY, 30, 30),
        N(PFIFO_RAMHT, 0x2210),
        N(PFIFO_CACHES, 0x2500),
        F(PFIFO_CACHES_REASSIGN, 0, 0),
        F(PFIFO_CACHES_COMMIT, 8, 8),
        N(PFIFO_FREEZE, 0x2504),
        F(PFIFO_FREEZE_ENABLE, 0, 0),
        F(PFIFO_FREEZE_FROZEN, 4, 4),
        N(PFIFO_ENGINE_IDLE, 0x251c),
        N(PFIFO_ENGINE_CTRL, 0x2520),
        N(PFIFO_CHAN_TABLE, 0x2600),
        F(PFIFO_CHAN_G80_DESC, 29, 0),
        F(PFIFO_CHAN_G84_RAMFC, 23, 0),
        F(PFIFO_CHAN_G84_TARGET, 25, 24),
        F(PFIFO_CHAN_ENABLE, 31, 31),
        N(PFIFO_PUSH0, 0x3200),
        F(PFIFO_PUSH0_ACCESS, 0, 0),
        N(PFIFO_PUSH1, 0x3204),
        F(PFIFO_PUSH1_CHANNEL, 6, 0),
        F(PFIFO_PUSH1_DMA, 16, 16),
        N(PFIFO_PUSH1_NOBODY, 127),
        N(PFIFO_PUT, 0x3210),
        N(PFIFO_STATUS, 0x3214),
        F(PFIFO_STATUS_EMPTY, 4, 4),
        F(PFIFO_STATUS_FULL, 8, 8),
        N(PFIFO_DMA_PUSH, 0x3220),
        F(PFIFO_DMA_PUSH_ACCESS, 0, 0),
        N(PFIFO_DMA_FETCH, 0x3224),
        F(PFIFO_DMA_FETCH_IB, 30, 30),
        N(PFIFO_DMA_STATE, 0x3228),
        F(PFIFO_DMA_STATE_NONINC, 0, 0),
        F(PFIFO_DMA_STATE_METHOD, 12, 2),
        F(PFIFO_DMA_STATE_SUBCHANNEL, 15, 13),
        F(PFIFO_DMA_STATE_LONG, 16, 16),
        F(PFIFO_DMA_STATE_SUBROUTINE, 17, 17),
        F(PFIFO_DMA_STATE_NOT_MAIN, 18, 18),
        F(PFIFO_DMA_STATE_ERROR, 31, 29),
        N(PFIFO_DMA_INSTANCE, 0x322c),
        N(PFIFO_DMA_LIMIT, 0x3234),
        N(PFIFO_DMA_PUT, 0x3240),
        N(PFIFO_DMA_PUT_HIGH, 0x3320),
        N(PFIFO_DMA_GET, 0x3244),
        N(PFIFO_DMA_GET_HIGH, 0x3328),
        N(PFIFO_REF, 0x3248),
        N(PFIFO_SUBROUTINE, 0x324c),
        N(PFIFO_PULL0, 0x3250),
        F(PFIFO_PULL0_ACCESS, 0, 0),
        F(PFIFO_PULL0_HASH_FAILED, 4, 4),
        F(PFIFO_PULL0_SOFTWARE, 8, 8),
        F(PFIFO_PULL0_SEMAPHORE, 23, 20),
        F(PFIFO_PULL0_INVALID_ENGINE, 24, 24),
        N(PFIFO_PULL1, 0x3254),
        F(PFIFO_PULL1_ENGINE, 3, 0),
        F(PFIFO_PULL1_ACQUIRE, 4, 4),
        F(PFIFO_PULL1_ACQUIRE_NEW, 5, 5),
        F(PFIFO_PULL1_ACQUIRE_GEQUAL, 7, 7),
        N(PFIFO_HASH, 0x3258),
        N(PFIFO_ACQUIRE_TIMEOUT, 0x3260),
        N(PFIFO_ACQUIRE_TIMESTAMP, 0x3264),
        N(PFIFO_ACQUIRE_VALUE, 0x3268),
        N(PFIFO_SEMAPHORE, 0x326c),
        N(PFIFO_GET, 0x3270),
        N(PFIFO_ENGINE, 0x3280),
        N(PFIFO_DCOUNT, 0x32a0),
        N(PFIFO_GET_JUMP, 0x32a4),
        N(PFIFO_RSVD, 0x32a8),
        N(PFIFO_LAST_DATA, 0x32ac),
        N(PFIFO_RUNLIST_LENGTH, 0x32ec),
        F(PFIFO_RUNLIST_LENGTH_G80, 7, 0),
        F(PFIFO_RUNLIST_LENGTH_G84, 11, 0),
        N(PFIFO_RUNLIST, 0x32f4),
        N(PFIFO_KICK, 0x32fc),
        N(PFIFO_IB_PUT, 0x3330),
        N(PFIFO_IB_GET, 0x3334),
        N(PFIFO_IB_ADDRESS, 0x3340),
        N(PFIFO_IB_CONFIG, 0x3344),
        N(PFIFO_METHOD_COUNT, 0x3364),
        N(PFIFO_DMA_MGET, 0x3368),
        N(PFIFO_DMA_MGET_HIGH, 0x336c),
        F(PFIFO_DMA_MGET_VALID, 31, 31),
        N(PFIFO_GET_HIGH_READ, 0x3370),
        N(PFIFO_PUT_HIGH_READ, 0x3374),
        N(PFIFO_PUT_HIGH_WRITE, 0x3378),
        N(PFIFO_MGET_HIGH_READ, 0x337c),
        N(PFIFO_SEMAPHORE_HIGH, 0x3400),
        N(PFIFO_SEMAPHORE_LOW, 0x3404),
        N(PFIFO_SEMAPHORE_SEQUENCE, 0x3408),
        N(PFIFO_CACHE_INST, 0x340c),
        N(PFIFO_CHAN_INST, 0x3410),
        F(PFIFO_ADDRESS_HIGH, 7, 0),
        N(PFIFO_CACHE, 0x90000),
        F(PFIFO_CACHE_POINTER, 10, 2),
        F(PFIFO_CACHE_METHOD, 12, 0),
        F(PFIFO_CACHE_SUBCHANNEL, 15, 13),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §4.4, §4.6, §4.7 */
static void push_buffers_are_the_references(void **state)
{
    static const struct number numbers[] = {
        N(PFIFO_USER, 0xc00000),
        N(PFIFO_USER_STRIDE, 0x2000),
        N(PFIFO_USER_DMA_PUT, 0x40),
        N(PFIFO_USER_DMA_GET, 0x44),
        N(PFIFO_USER_REF, 0x48),
        N(PFIFO_USER_DMA_PUT_HIGH, 0x4c),
        N(PFIFO_USER_DMA_CGET, 0x54),
        N(PFIFO_USER_DMA_MGET, 0x58),
        N(PFIFO_USER_DMA_MGET_HIGH, 0x5c),
        N(PFIFO_USER_DMA_GET_HIGH, 0x60),
        N(PFIFO_USER_IB_GET, 0x88),
        N(PFIFO_USER_IB_PUT, 0x8c),
        N(IB_ENTRY_BYTES, 8),
        F(IB0_ADDRESS_LOW, 31, 2),
        F(IB1_ADDRESS_HIGH, 7, 0),
        F(IB1_NOT_MAIN, 9, 9),
        F(IB1_WORDS, 31, 10),
        F(COMMAND_METHOD, 12, 2),
        F(COMMAND_SUBCHANNEL, 15, 13),
        F(COMMAND_COUNT, 28, 18),
        F(COMMAND_LONG_COUNT, 23, 0),
        N(HOST_OBJECT, 0x00),
        N(HOST_SEMAPHORE_HIGH, 0x10),
        N(HOST_SEMAPHORE_LOW, 0x14),
        N(HOST_SEMAPHORE_SEQUENCE, 0x18),
        N(HOST_SEMAPHORE_TRIGGER, 0x1c),
        N(HOST_TRIGGER_ACQUIRE, 1),
        N(HOST_TRIGGER_RELEASE, 2),
        N(HOST_TRIGGER_ACQUIRE_GE, 4),
        N(HOST_NOTIFY_INTR, 0x20),
        N(HOST_WRITE_FLUSH, 0x24),
        N(HOST_REF, 0x50),
        N(HOST_DMA_SEMAPHORE, 0x60),
        N(HOST_SEMAPHORE_OFFSET, 0x64),
        N(HOST_SEMAPHORE_ACQUIRE, 0x68),
        N(HOST_SEMAPHORE_RELEASE, 0x6c),
        N(HOST_YIELD, 0x80),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.2 to §3.4, §3.9 */
static void windows_are_the_references(void **state)
{
    static const struct number numbers[] = {
        N(PBUS_INTR, 0x1100),
        N(PBUS_INTR_EN, 0x1140),
        F(PBUS_INTR_MMIO_FAULT, 3, 3),
        F(PBUS_INTR_PEEPHOLE_PAIR, 12, 12),
        F(PBUS_INTR_THERM_ALARM, 16, 16),
        F(PBUS_INTR_THERM_LOW, 17, 17),
        F(PBUS_INTR_THERM_HIGH, 18, 18),
        F(PBUS_INTR_USER0, 26, 26),
        N(PBUS_USER0_TRIGGER, 0x1150),
        N(PBUS_SCRATCH, 0x1154),
        N(PBUS_SCRATCH_COUNT, 4),
        N(PBUS_HWUNITS_0, 0x1540),
        F(PBUS_HWUNITS_0_TPCS, 15, 0),
        F(PBUS_HWUNITS_0_PARTS, 23, 16),
        F(PBUS_HWUNITS_0_MPS, 27, 24),
        F(PBUS_HWUNITS_0_KEEP, 28, 28),
        F(PBUS_HWUNITS_0_VDEC, 30, 30),
        N(PBUS_HWUNITS_1, 0x154c),
        F(PBUS_HWUNITS_1_PDISPLAY, 2, 2),
        F(PBUS_HWUNITS_1_PBSP, 5, 5),
        F(PBUS_HWUNITS_1_PCIPHER, 6, 6),
        F(PBUS_HWUNITS_1_PCOPY, 9, 9),
        N(PEEPHOLE_W_CTRL, 0x155c),
        F(PEEPHOLE_W_CTRL_ADDR_VALID, 0, 0),
        F(PEEPHOLE_W_CTRL_DATA_VALID, 1, 1),
        F(PEEPHOLE_W_CTRL_FREEFORM, 8, 8),
        N(PEEPHOLE_ADDRESS, 0),
        N(PEEPHOLE_DATA, 4),
        N(PBUS_CHANNEL, 0x1704),
        F(PBUS_CHANNEL_DESC, 29, 0),
        F(PBUS_CHANNEL_BAR, 30, 30),
        N(PBUS_BAR1, 0x1708),
        N(PBUS_BAR3, 0x170c),
        N(PBUS_PEEPHOLE, 0x1710),
        F(PBUS_WINDOW_SELECTOR, 15, 0),
        F(PBUS_WINDOW_DMAOBJ, 31, 31),
        N(PBUS_REMAP, 0x1900),
        N(PBUS_REMAP_COUNT, 8),
        N(PBUS_PCI_MIRROR, 0x88000),
        N(PBUS_PCI_MIRROR_SIZE, 0x1000),
        F(HOST_FLUSH_TRIGGER, 0, 0),
        F(HOST_FLUSH_BUSY, 1, 1),
        N(PROM, 0x300000),
        N(PROM_SIZE, 0x20000),
        N(PROM_SIZE_G200, 0x80000),
        N(PCOUNTER_RECORD_HIGH, 0xa6a0),
        N(PCOUNTER_RECORD_STATUS, 0xa6e0),
        F(PCOUNTER_STATUS_FAULT, 0, 0),
        N(PCOUNTER_RECORD_LIMIT, 0xa720),
        N(PCOUNTER_RECORD_START, 0xa760),
        N(PCOUNTER_RECORD_CHAN, 0xa7a0),
        F(PCOUNTER_CHAN_DESC, 29, 0),
        F(PCOUNTER_CHAN_VALID, 31, 31),
        N(PCOUNTER_RECORD_DMA, 0xa7a4),
        N(PCOUNTER_GCTRL, 0xa7a8),
        F(PCOUNTER_CTRL_SHORT, 20, 20),
        F(PCOUNTER_CTRL_PERIOD, 23, 21),
        N(PCOUNTER_PERIODIC, 0x0d),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §5.5 */
static void m2mf_is_the_references(void **state)
{
    static const struct number numbers[] = {
        N(M2MF_DMA_NOTIFY, 0x180),       N(M2MF_DMA_IN, 0x184),
        N(M2MF_DMA_OUT, 0x188),          N(M2MF_SIDE_LAYOUT, 0x00),
        N(M2MF_SIDE_BLOCK, 0x04),        N(M2MF_SIDE_WIDTH, 0x08),
        N(M2MF_SIDE_HEIGHT, 0x0c),       N(M2MF_SIDE_DEPTH, 0x10),
        N(M2MF_SIDE_LAYER, 0x14),        N(M2MF_SIDE_ORIGIN, 0x18),
        N(M2MF_LAYOUT_BLOCKLINEAR, 0),   N(M2MF_LAYOUT_PITCH, 1),
        F(M2MF_BLOCK_WIDTH, 3, 0),       F(M2MF_BLOCK_HEIGHT, 7, 4),
        F(M2MF_BLOCK_DEPTH, 11, 8),      N(M2MF_BLOCK_MAX, 5),
        F(M2MF_ORIGIN_X, 15, 0),         F(M2MF_ORIGIN_Y, 31, 16),
        N(M2MF_OFFSET_IN_HIGH, 0x238),   N(M2MF_OFFSET_OUT_HIGH, 0x23c),
        F(M2MF_OFFSET_HIGH, 7, 0),       N(M2MF_OFFSET_IN, 0x30c),
        N(M2MF_OFFSET_OUT, 0x310),       N(M2MF_PITCH_IN, 0x314),
        N(M2MF_PITCH_OUT, 0x318),        N(M2MF_LINE_LENGTH, 0x31c),
        N(M2MF_LINE_COUNT, 0x320),       N(M2MF_FORMAT, 0x324),
        F(M2MF_FORMAT_IN, 7, 0),         F(M2MF_FORMAT_OUT, 15, 8),
        N(M2MF_BUF_NOTIFY, 0x328),       N(M2MF_BUF_NOTIFY_WRITE, 0),
        N(M2MF_BUF_NOTIFY_INTERRUPT, 1), N(M2MF_NOTIFY_RECORD, 0x10),
        N(NOTIFY_RECORD_BYTES, 16),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* tesla-mmio.md §4.1, §4.2, §4.7, §4.8: the cache, and what the pusher and the puller complain of. */
static void cache_and_errors_are_the_references(void **state)
{
    static const struct number numbers[] = {
        N(RAMFC_WORDS, 0x100 / 4),
        N(PFIFO_CACHE_BYTES, 512 * 8),
        N(PFIFO_CACHE_ENTRIES, 512),
        N(PFIFO_CHSW_STAT, 0x2508),
        N(HOST_METHODS_END, 0x100),
        N(HOST_HANDLES, 0x180),
        N(HOST_HANDLES_END, 0x1fc + 4),
        N(PUSHER_CALL_SUBR_ACTIVE, 1),
        N(PUSHER_INVALID_METHOD, 2),
        N(PUSHER_RET_SUBR_INACTIVE, 3),
        N(PUSHER_INVALID_COMMAND, 4),
        N(PUSHER_IB_EMPTY, 5),
        N(PUSHER_MEM_FAULT, 6),
        N(SEMAPHORE_UNALIGNED, 1),
        N(SEMAPHORE_INVALID_STATE, 2),
        N(SEMAPHORE_TOO_LARGE, 3),
        N(SEMAPHORE_MEM_FAULT, 4),
        N(PFIFO_ENGINE_SOFTWARE, 0),
        N(PFIFO_ENGINE_PGRAPH, 1),
        N(M2MF_IN, 0x200),
        N(M2MF_OUT, 0x21c),
    };

    (void)state;
    check_numbers(numbers, ARRAY_SIZE(numbers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ramfc_is_the_references),
        cmocka_unit_test(fields_of_pfifo_are_the_references),
        cmocka_unit_test(push_buffers_are_the_references),
        cmocka_unit_test(windows_are_the_references),
        cmocka_unit_test(m2mf_is_the_references),
        cmocka_unit_test(cache_and_errors_are_the_references),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests_name("hw fifo", tests, NULL, NULL);
}
