/* Numbers of GV100's instance block, RAMFC, USERD and runlists, and of its falcons, a second time, from
 * docs/hardware/gv100.md §1.1, §3, §9.4. */
#include "tests/hw/number_rig.h"

#include "hw/gv100/chip.h"
#include "hw/gv100/falcon.h"
#include "hw/gv100/ram.h"
#include "hw/gv100/refusal.h"
#include "hw/gv100/register_rows.h"
#include "hw/gv100/registers.h"
#include "hw/gv100/structures.h"

/* §3.1: numbers of words, and bits of them. */
TEST(instance_block_is_the_references)
{
    static const struct number numbers[] = {
        N(RAMIN_WORDS, 4096 / 4),
        N(RAMIN_BYTES, 4096),
        N(RAMIN_ALIGN, 4096),
        N(RAMIN_RAMFC_WORDS, 512 / 4),
        N(RAMIN_PAGE_DIR_BASE, 0x200 / 4),
        N(RAMIN_PAGE_DIR_BASE_HI, 0x204 / 4),
        F(RAMIN_PDB_TARGET, 1, 0),
        F(RAMIN_PDB_VOL, 2, 2),
        F(RAMIN_PDB_FAULT_REPLAY_TEX, 4, 4),
        F(RAMIN_PDB_FAULT_REPLAY_GCC, 5, 5),
        F(RAMIN_PDB_USE_VER2_PT_FORMAT, 10, 10),
        F(RAMIN_PDB_BIG_PAGE_SIZE, 11, 11),
        F(RAMIN_PDB_LO, 31, 12),
        F(RAMIN_PDB_HI, 31, 0),
        N(RAMIN_TARGET_VID_MEM, 0),
        N(RAMIN_TARGET_INVALID, 1),
        N(RAMIN_TARGET_SYS_MEM_COHERENT, 2),
        N(RAMIN_TARGET_SYS_MEM_NONCOHERENT, 3),
        N(RAMIN_LIMIT_LO, 0x208 / 4),
        N(RAMIN_LIMIT_HI, 0x20c / 4),
        N(RAMIN_ENGINE_WFI, 0x210 / 4),
        F(RAMIN_ENGINE_WFI_TARGET, 1, 0),
        F(RAMIN_ENGINE_WFI_MODE, 2, 2),
        F(RAMIN_ENGINE_CS, 3, 3),
        F(RAMIN_ENGINE_WFI_PTR_LO, 31, 12),
        N(RAMIN_ENGINE_WFI_HI, 0x214 / 4),
        F(RAMIN_ENGINE_WFI_PTR_HI, 7, 0),
        N(RAMIN_ENGINE_WFI_SUB, 0x218 / 4),
        F(RAMIN_ENGINE_WFI_VEID, 5, 0),
        N(RAMIN_ATS, 0x21c / 4),
        F(RAMIN_ATS_PASID, 19, 0),
        F(RAMIN_ATS_ENABLE, 31, 31),
        N(RAMIN_METHOD_BUFFER, 0x220 / 4),
        F(RAMIN_METHOD_BUFFER_LO, 31, 0),
        N(RAMIN_METHOD_BUFFER_WORD1, 0x224 / 4),
        F(RAMIN_METHOD_BUFFER_HI, 16, 0),
        N(RAMIN_SUBCONTEXTS, 64),
        N(RAMIN_SC_PDB_VALID, 0x298 / 4),
        N(RAMIN_SC, 0x2a0 / 4),
        N(RAMIN_SC_WORDS, 0x10 / 4),
        N(RAMIN_SC_PAGE_DIR, (0x2a0 - 0x2a0) / 4),
        N(RAMIN_SC_PAGE_DIR_HI, (0x2a4 - 0x2a0) / 4),
        N(RAMIN_SC_ATS, (0x2a8 - 0x2a0) / 4),
        N(INSTANCE_ADDRESS_BITS, 40),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.2: bytes of the words; METHOD0, DATA0 and so on lie side by side from 0xc0. */
TEST(words_of_ramfc_are_the_references)
{
    static const struct number numbers[] = {
        N(RAMFC_WORDS, 512 / 4),
        N(RAMFC_GP_PUT, 0x00 / 4),
        N(RAMFC_MEM_OP_A, 0x04 / 4),
        N(RAMFC_USERD, 0x08 / 4),
        N(RAMFC_USERD_HI, 0x0c / 4),
        N(RAMFC_SIGNATURE, 0x10 / 4),
        N(RAMFC_GP_GET, 0x14 / 4),
        N(RAMFC_PB_GET, 0x18 / 4),
        N(RAMFC_PB_GET_HI, 0x1c / 4),
        N(RAMFC_PB_TOP_LEVEL_GET, 0x20 / 4),
        N(RAMFC_PB_TOP_LEVEL_GET_HI, 0x24 / 4),
        N(RAMFC_REF, 0x28 / 4),
        N(RAMFC_RUNTIME, 0x2c / 4),
        N(RAMFC_ACQUIRE, 0x30 / 4),
        N(RAMFC_ACQUIRE_DEADLINE, 0x34 / 4),
        N(RAMFC_SEM_ADDR_HI, 0x38 / 4),
        N(RAMFC_SEM_ADDR_LO, 0x3c / 4),
        N(RAMFC_SEM_PAYLOAD_LO, 0x40 / 4),
        N(RAMFC_SEM_EXECUTE, 0x44 / 4),
        N(RAMFC_GP_BASE, 0x48 / 4),
        N(RAMFC_GP_BASE_HI, 0x4c / 4),
        N(RAMFC_GP_FETCH, 0x50 / 4),
        N(RAMFC_PB_FETCH, 0x54 / 4),
        N(RAMFC_PB_FETCH_HI, 0x58 / 4),
        N(RAMFC_PB_PUT, 0x5c / 4),
        N(RAMFC_PB_PUT_HI, 0x60 / 4),
        N(RAMFC_MEM_OP_B, 0x64 / 4),
        N(RAMFC_RESERVED26, 0x68 / 4),
        N(RAMFC_RESERVED27, 0x6c / 4),
        N(RAMFC_RESERVED28, 0x70 / 4),
        N(RAMFC_GP_CRC, 0x74 / 4),
        N(RAMFC_PB_HEADER, 0x84 / 4),
        N(RAMFC_PB_COUNT, 0x88 / 4),
        N(RAMFC_SUBDEVICE, 0x94 / 4),
        N(RAMFC_PB_CRC, 0x98 / 4),
        N(RAMFC_SEM_PAYLOAD_HI, 0x9c / 4),
        N(RAMFC_MEM_OP_C, 0xa0 / 4),
        N(RAMFC_RESERVED20, 0xa4 / 4),
        N(RAMFC_RESERVED21, 0xa8 / 4),
        N(RAMFC_TARGET, 0xac / 4),
        N(RAMFC_METHOD_CRC, 0xb0 / 4),
        N(RAMFC_METHOD0, 0xc0 / 4),
        N(RAMFC_DATA0, 0xc4 / 4),
        N(RAMFC_DATA1, 0xcc / 4),
        N(RAMFC_HCE_CTRL, 0xe4 / 4),
        N(RAMFC_CONFIG, 0xf4 / 4),
        N(RAMFC_SET_CHANNEL_INFO, 0xfc / 4),
        N(RAMFC_SIGNATURE_HW_FACE, 0xface),
        N(RAMFC_ENGINE_SOFTWARE, 31),
        N(RAMFC_HEADER_SSDM, 0),
        N(RAMFC_HEADER_INC, 1),
        N(RAMFC_HEADER_STORE_SDM, 2),
        N(RAMFC_HEADER_NON_INC, 3),
        N(RAMFC_HEADER_IMMD, 4),
        N(RAMFC_HEADER_INC_ONCE, 5),
        N(RAMFC_HEADER_USE_SDM, 6),
        N(RAMFC_HEADER_END_SEG, 7),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.2. */
TEST(fields_of_ramfc_are_the_references)
{
    static const struct number numbers[] = {
        F(RAMFC_USERD_TARGET, 1, 0),
        F(RAMFC_USERD_ADDRESS, 31, 9),
        F(RAMFC_USERD_HI_ADDRESS, 7, 0),
        F(RAMFC_SIGNATURE_HW, 15, 0),
        F(RAMFC_SIGNATURE_SW, 31, 16),
        F(RAMFC_TOP_LEVEL_GET_HI_VALID, 31, 31),
        F(RAMFC_ACQUIRE_RETRY_MAN, 6, 0),
        F(RAMFC_ACQUIRE_RETRY_EXP, 10, 7),
        F(RAMFC_ACQUIRE_TIMEOUT_EXP, 14, 11),
        F(RAMFC_ACQUIRE_TIMEOUT_MAN, 30, 15),
        F(RAMFC_ACQUIRE_TIMEOUT_EN, 31, 31),
        F(RAMFC_GP_BASE_ADDRESS, 31, 3),
        F(RAMFC_GP_BASE_HI_ADDRESS, 7, 0),
        F(RAMFC_GP_BASE_HI_LIMIT2, 20, 16),
        F(RAMFC_PB_FETCH_CONDITIONAL, 0, 0),
        F(RAMFC_PB_FETCH_ADDRESS, 31, 2),
        F(RAMFC_PB_FETCH_HI_ADDRESS, 7, 0),
        F(RAMFC_PB_FETCH_HI_LEVEL, 9, 9),
        F(RAMFC_PB_FETCH_HI_SYNC, 10, 10),
        F(RAMFC_PB_FETCH_HI_LENGTH, 31, 11),
        F(RAMFC_PB_HEADER_METHOD, 13, 2),
        F(RAMFC_PB_HEADER_SUBCHANNEL, 18, 16),
        F(RAMFC_PB_HEADER_LEVEL, 20, 20),
        F(RAMFC_PB_HEADER_FIRST, 22, 22),
        F(RAMFC_PB_HEADER_CONDITIONAL, 23, 23),
        F(RAMFC_PB_HEADER_FINAL, 24, 24),
        F(RAMFC_PB_HEADER_TYPE, 31, 29),
        F(RAMFC_PB_COUNT_VALUE, 12, 0),
        F(RAMFC_SUBDEVICE_ID, 11, 0),
        F(RAMFC_SUBDEVICE_STORED_MASK, 27, 16),
        F(RAMFC_SUBDEVICE_STATUS, 28, 28),
        F(RAMFC_SUBDEVICE_CHANNEL_DMA, 29, 29),
        F(RAMFC_TARGET_ENGINE, 4, 0),
        F(RAMFC_TARGET_ENG_CTX_VALID, 16, 16),
        F(RAMFC_TARGET_CE_CTX_VALID, 17, 17),
        F(RAMFC_METHOD_INCR, 0, 0),
        F(RAMFC_METHOD_ADDR, 13, 2),
        F(RAMFC_METHOD_SUBCH, 18, 16),
        F(RAMFC_METHOD_FIRST, 22, 22),
        F(RAMFC_METHOD_DUAL, 23, 23),
        F(RAMFC_METHOD_VALID, 31, 31),
        F(RAMFC_HCE_CTRL_PRIV_MODE, 5, 5),
        F(RAMFC_CONFIG_L2_EVICT, 1, 0),
        F(RAMFC_CONFIG_CE_SPLIT, 4, 4),
        F(RAMFC_CONFIG_CE_THROTTLE_MODE, 5, 5),
        F(RAMFC_CONFIG_AUTH_LEVEL, 8, 8),
        F(RAMFC_CONFIG_USERD_WRITEBACK, 12, 12),
        F(RAMFC_CHANNEL_INFO_SCG_TYPE, 0, 0),
        F(RAMFC_CHANNEL_INFO_VEID, 13, 8),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §3.3, §3.4. */
TEST(user_areas_and_runlists_are_the_references)
{
    static const struct number numbers[] = {
        N(USERD_WORDS, 512 / 4),
        N(USERD_ALIGN, 512),
        N(USERD_PUT, 0x40 / 4),
        N(USERD_GET, 0x44 / 4),
        N(USERD_REF, 0x48 / 4),
        N(USERD_PUT_HI, 0x4c / 4),
        N(USERD_TOP_LEVEL_GET, 0x58 / 4),
        N(USERD_TOP_LEVEL_GET_HI, 0x5c / 4),
        N(USERD_GET_HI, 0x60 / 4),
        N(USERD_GP_GET, 0x88 / 4),
        N(USERD_GP_PUT, 0x8c / 4),
        N(USERD_TARGET_VID_MEM, 0),
        N(USERD_TARGET_VID_MEM_NVLINK_COHERENT, 1),
        N(USERD_TARGET_SYS_MEM_COHERENT, 2),
        N(USERD_TARGET_SYS_MEM_NONCOHERENT, 3),

        N(RUNLIST_ENTRY_WORDS, 16 / 4),
        N(RUNLIST_ALIGN, 4096),
        F(RUNLIST0_TYPE, 0, 0),
        F(RUNLIST2_ID, 11, 0),
        N(RUNLIST_IDS, 1 << 12),
        F(RUNLIST0_CHAN_RUNQUEUE_SELECTOR, 1, 1),
        F(RUNLIST0_CHAN_INST_TARGET, 5, 4),
        F(RUNLIST0_CHAN_USERD_TARGET, 7, 6),
        F(RUNLIST0_CHAN_USERD_PTR_LO, 31, 8),
        F(RUNLIST1_CHAN_USERD_PTR_HI, 31, 0),
        F(RUNLIST2_CHAN_CHID, 11, 0),
        F(RUNLIST2_CHAN_INST_PTR_LO, 31, 12),
        F(RUNLIST3_CHAN_INST_PTR_HI, 31, 0),
        F(RUNLIST0_TSG_TIMESLICE_SCALE, 19, 16),
        F(RUNLIST0_TSG_TIMESLICE_TIMEOUT, 31, 24),
        F(RUNLIST1_TSG_LENGTH, 7, 0),
        F(RUNLIST2_TSG_TSGID, 11, 0),
        N(RUNLIST_TSG_LENGTH_MIN, 1),
        N(RUNLIST_TSG_LENGTH_MAX, 128),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §1.7: words of registers that do not answer. */
TEST(refusals_are_the_references)
{
    static const struct number numbers[] = {
        F(REFUSAL_KIND, 31, 8),
        F(REFUSAL_DETAIL, 7, 0),
        N(REFUSAL_HOST_TIMEOUT, 0xbad00100),
        N(REFUSAL_HOST_NO_REGISTER, 0xbad00200),
        N(REFUSAL_HOST_RING, 0xbad00f00),
        N(REFUSAL_MEMORY, 0xbad0ac00),
        N(REFUSAL_MEMORY_SILENT, 0xbad0b000),
        N(REFUSAL_HOST_SQUASHED, 0xbad0da00),
        N(REFUSAL_TIMEOUT, 0xbadf1000),
        N(REFUSAL_NOBODY, 0xbadf1100),
        N(REFUSAL_IN_RESET, 0xbadf1200),
        N(REFUSAL_FUSED_OFF, 0xbadf1300),
        N(REFUSAL_NO_GPC, 0xbadf2000),
        N(REFUSAL_POWER_OFF, 0xbadf2200),
        N(REFUSAL_RING_DEAD, 0xbadf3000),
        N(REFUSAL_NO_REGISTER, 0xbadf5040),
        N(REFUSAL_PRIVILEGE, 0xbadf5100),
        N(REFUSAL_PRIVILEGE_BEHIND, 0xbadf5200),
        N(REFUSAL_LOCAL_RING, 0xbadf5300),
        N(REFUSAL_FALCON, 0xbadf5400),
        N(REFUSAL_NO_ROUTE, 0xbadf5500),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
    assert_true(is_refusal(0xbad00000) && is_refusal(0xbad0ffff) && is_refusal(0xbadf5108));
    assert_false(is_refusal(0xbad1ffff) || is_refusal(0xbadeffff) || is_refusal(0xbae00000));
    assert_string_equal("refused by privilege", refusal_words(0xbadf5108));
    assert_string_equal("memory refuses", refusal_words(0xbad0ac17));
    assert_string_equal("refused", refusal_words(0xbadf7700));
    assert_null(refusal_words(0x00badf50));
}

/* §9.4; what it does not list is laid out as in older falcons (tesla-engines.md §2.2). Arrays: the first and the last. */
TEST(falcons_are_the_references)
{
    static const struct number numbers[] = {
        N(SEC2_FALCON, 0x087000),
        N(FECS_FALCON, 0x409000),
        N(GPCCS_FALCON, 0x41a000),
        N(FALCON_SIZE, 0x1000),
        N(FALCON_INTR_CLEAR, 0x004),
        N(FALCON_INTR, 0x008),
        F(FALCON_INTR_BOUND, 3, 3),
        N(FALCON_INTR_EN_SET, 0x010),
        N(FALCON_INTR_EN_CLEAR, 0x014),
        N(FALCON_INTR_ROUTE, 0x01c),
        N(FALCON_MAILBOX(0), 0x040),
        N(FALCON_MAILBOX(1), 0x044),
        N(FALCON_MAILBOX_COUNT, 2),
        N(FALCON_INTERFACE, 0x048),
        N(FALCON_IDLE, 0x04c),
        N(FALCON_INSTANCE, 0x054),
        F(FALCON_INSTANCE_BLOCK, 27, 0),
        F(FALCON_INSTANCE_AT, 29, 28),
        F(FALCON_INSTANCE_BIND, 30, 30),
        N(FALCON_UNBIND, 0x058),
        F(FALCON_UNBIND_GO, 1, 1),
        N(FALCON_DEBUG, 0x090),
        N(FALCON_BINDING, 0x0dc),
        F(FALCON_BINDING_STATE, 14, 12),
        N(FALCON_BINDING_BOUND, 5),
        N(FALCON_CPU, 0x100),
        F(FALCON_CPU_START, 1, 1),
        F(FALCON_CPU_HALTED, 4, 4),
        N(FALCON_BOOT_VECTOR, 0x104),
        N(FALCON_SIZES, 0x108),
        F(FALCON_SIZES_CODE, 8, 0),
        F(FALCON_SIZES_DATA, 17, 9),
        N(FALCON_DMA, 0x10c),
        F(FALCON_DMA_SCRUBBING, 2, 1),
        N(FALCON_TRANSFER(0), 0x110),
        N(FALCON_TRANSFER(3), 0x11c),
        N(FALCON_TRANSFER_COUNT, 4),
        N(FALCON_KIND, 0x12c),
        N(FALCON_CODE_PORT(0), 0x180),
        N(FALCON_CODE_PORT(3), 0x1b0),
        N(FALCON_CODE_DATA(0), 0x184),
        N(FALCON_CODE_DATA(3), 0x1b4),
        N(FALCON_CODE_TAG(0), 0x188),
        N(FALCON_CODE_TAG(3), 0x1b8),
        N(FALCON_CODE_COUNT, 4),
        N(FALCON_DATA_PORT(0), 0x1c0),
        N(FALCON_DATA_PORT(7), 0x1f8),
        N(FALCON_DATA_DATA(0), 0x1c4),
        N(FALCON_DATA_DATA(7), 0x1fc),
        N(FALCON_DATA_COUNT, 8),
        F(FALCON_PORT_OFFSET, 15, 2),
        F(FALCON_PORT_WRITE, 24, 24),
        F(FALCON_PORT_READ, 25, 25),
        N(FALCON_RESET, 0x3c0),
        F(FALCON_RESET_ASSERT, 0, 0),
        N(FALCON_APERTURE(0), 0x600),
        N(FALCON_APERTURE(7), 0x61c),
        N(FALCON_APERTURE_COUNT, 8),
        N(FALCON_APERTURE_CTRL, 0x624),
        N(LOADER_DESCRIPTOR, 0x40),
        N(LOADER_FIRST, 0x220),
        N(LOADER_LAST, 0x224),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

TEST(our_own_numbers_differ)
{
    static const struct number numbers[] = {
        N(CHIP_GV100, 0),  N(GV100_CHIP, 1),  F(GV100_READ, 0, 0), F(GV100_WRITE, 1, 1),
        N(RO, 1),          N(WO, 2),          N(RW, 1 + 2),        N(GV100_REGISTER_BLOCKS, 10),
        N(GV100_RAMIN, 0), N(GV100_RAMFC, 1), N(GV100_USERD, 2),   N(GV100_RUNLIST, 3),
        N(GV100_GP, 4),    N(GV100_FAULT, 5), N(GV100_PD3, 6),     N(GV100_PD2, 7),
        N(GV100_PD1, 8),   N(GV100_PD0, 9),   N(GV100_PTE, 10),    N(GV100_STRUCTURE_COUNT, 11),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}
