/* Numbers of GV100's page tables, faults, push buffers and methods a second time, from docs/hardware/gv100.md §4 to §7,
 * and the functions of hw/gv100/. What NVIDIA's manuals have under the same name, tests/hw/witness.t compares as well. */
#include <stdbool.h>

#include "tests/hw/number_rig.h"

#include "hw/gv100/gmmu.h"
#include "hw/gv100/methods.h"
#include "hw/gv100/pb.h"

/* §5.1 to §5.4, §5.6. */
TEST(entries_are_the_references)
{
    static const struct number numbers[] = {
        N(GMMU_VA_BITS, 49),
        N(GMMU_VID_BITS, 37),
        N(GMMU_SYS_BITS, 47),
        N(GMMU_PAGE_4K, 12),
        N(GMMU_PAGE_64K, 16),
        N(GMMU_PAGE_2M, 21),
        N(GMMU_PD3, 0), /* levels: the root first */
        N(GMMU_PD2, 1),
        N(GMMU_PD1, 2),
        N(GMMU_PD0, 3),
        N(GMMU_PT_BIG, 4),
        N(GMMU_PT_SMALL, 5),
        N(GMMU_LEVEL_COUNT, 6),

        F(GMMU_PDE_IS_PTE, 0, 0),
        F(GMMU_PDE_APERTURE, 2, 1),
        F(GMMU_PDE_VOL, 3, 3),
        F(GMMU_PDE_NO_ATS, 5, 5),
        F(GMMU_PDE_ADDRESS_SYS, 53, 8),
        F(GMMU_PDE_ADDRESS_VID, 32, 8),
        F(GMMU_PDE_ADDRESS_VID_PEER, 35, 33),
        N(GMMU_PDE_ADDRESS_SHIFT, 12),
        F(GMMU_DUAL_ADDRESS_BIG_SYS, 53, 4),
        F(GMMU_DUAL_ADDRESS_BIG_VID, 32, 4),
        N(GMMU_DUAL_ADDRESS_BIG_SHIFT, 8),
        N(GMMU_PDE_INVALID, 0),
        N(GMMU_PDE_VIDEO_MEMORY, 1),
        N(GMMU_PDE_SYSTEM_COHERENT, 2),
        N(GMMU_PDE_SYSTEM_NON_COHERENT, 3),

        F(GMMU_PTE_VALID, 0, 0),
        F(GMMU_PTE_APERTURE, 2, 1),
        F(GMMU_PTE_VOL, 3, 3),
        F(GMMU_PTE_ENCRYPTED, 4, 4),
        F(GMMU_PTE_PRIVILEGE, 5, 5),
        F(GMMU_PTE_READ_ONLY, 6, 6),
        F(GMMU_PTE_ATOMIC_DISABLE, 7, 7),
        F(GMMU_PTE_ADDRESS_SYS, 53, 8),
        F(GMMU_PTE_ADDRESS_VID, 32, 8),
        F(GMMU_PTE_ADDRESS_VID_PEER, 35, 33),
        F(GMMU_PTE_COMPTAGLINE, 53, 36),
        F(GMMU_PTE_KIND, 63, 56),
        N(GMMU_PTE_ADDRESS_SHIFT, 12),
        N(GMMU_PTE_VIDEO_MEMORY, 0),
        N(GMMU_PTE_PEER_MEMORY, 1),
        N(GMMU_PTE_SYSTEM_COHERENT, 2),
        N(GMMU_PTE_SYSTEM_NON_COHERENT, 3),

        N(GMMU_KIND_PITCH, 0x00),
        N(GMMU_KIND_GENERIC, 0xfe),
        N(GMMU_KIND_INVALID, 0xff),
        F(GMMU_KIND_IS_SUPPORTED, 0, 0), /* our own: a bit each */
        F(GMMU_KIND_IS_IN_SYSTEM, 1, 1),
        F(GMMU_KIND_IS_COMPRESSIBLE, 2, 2),
        F(GMMU_KIND_IS_PITCH, 3, 3),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §6.2. */
TEST(faults_are_the_references)
{
    static const struct number numbers[] = {
        N(GMMU_FAULT_PDE, 0x0),
        N(GMMU_FAULT_PDE_SIZE, 0x1),
        N(GMMU_FAULT_PTE, 0x2),
        N(GMMU_FAULT_VA_LIMIT_VIOLATION, 0x3),
        N(GMMU_FAULT_UNBOUND_INST_BLOCK, 0x4),
        N(GMMU_FAULT_PRIV_VIOLATION, 0x5),
        N(GMMU_FAULT_RO_VIOLATION, 0x6),
        N(GMMU_FAULT_WO_VIOLATION, 0x7),
        N(GMMU_FAULT_PITCH_MASK_VIOLATION, 0x8),
        N(GMMU_FAULT_WORK_CREATION, 0x9),
        N(GMMU_FAULT_UNSUPPORTED_APERTURE, 0xa),
        N(GMMU_FAULT_COMPRESSION_FAILURE, 0xb),
        N(GMMU_FAULT_UNSUPPORTED_KIND, 0xc),
        N(GMMU_FAULT_REGION_VIOLATION, 0xd),
        N(GMMU_FAULT_POISONED, 0xe),
        N(GMMU_FAULT_ATOMIC_VIOLATION, 0xf),
        N(GMMU_FAULT_TYPE_COUNT, 0x10),
        N(GMMU_ACCESS_VIRT_READ, 0x0),
        N(GMMU_ACCESS_VIRT_WRITE, 0x1),
        N(GMMU_ACCESS_VIRT_ATOMIC_STRONG, 0x2),
        N(GMMU_ACCESS_VIRT_PREFETCH, 0x3),
        N(GMMU_ACCESS_VIRT_ATOMIC_WEAK, 0x4),
        N(GMMU_ACCESS_PHYS_READ, 0x8),
        N(GMMU_ACCESS_PHYS_WRITE, 0x9),
        N(GMMU_ACCESS_PHYS_ATOMIC, 0xa),
        N(GMMU_ACCESS_PHYS_PREFETCH, 0xb),
        N(GMMU_ENGINE_DISPLAY, 1),
        N(GMMU_ENGINE_PTP, 3),
        N(GMMU_ENGINE_BAR1, 4),
        N(GMMU_ENGINE_BAR2, 5),
        N(GMMU_ENGINE_PMU, 6),
        N(GMMU_ENGINE_IFB, 8),
        N(GMMU_ENGINE_PERF, 9),
        N(GMMU_ENGINE_PHYSICAL, 0x1f),
        N(GMMU_ENGINE_HOST0, 0x20),
        N(GMMU_HUB_CLIENT_CE0, 0x01),
        N(GMMU_HUB_CLIENT_CE1, 0x02),
        N(GMMU_HUB_CLIENT_HOST, 0x06),
        N(GMMU_HUB_CLIENT_HOST_CPU, 0x07),
        N(GMMU_HUB_CLIENT_CE2, 0x18),
        N(GMMU_HUB_CLIENT_HSCE0, 0x20),

        N(GMMU_FAULT_WORDS, 8),
        N(GMMU_FAULT_BYTES, 32),
        F(GMMU_FAULT0_INST_APERTURE, 9, 8),
        F(GMMU_FAULT0_INST_LO, 31, 12),
        F(GMMU_FAULT1_INST_HI, 31, 0),
        F(GMMU_FAULT2_ADDR_PHYS_APERTURE, 1, 0),
        F(GMMU_FAULT2_ADDR_LO, 31, 12),
        F(GMMU_FAULT3_ADDR_HI, 31, 0),
        F(GMMU_FAULT4_TIMESTAMP_LO, 31, 0),
        F(GMMU_FAULT5_TIMESTAMP_HI, 31, 0),
        F(GMMU_FAULT6_ENGINE_ID, 8, 0),
        F(GMMU_FAULT7_FAULT_TYPE, 4, 0),
        F(GMMU_FAULT7_REPLAYABLE_FAULT, 7, 7),
        F(GMMU_FAULT7_CLIENT, 14, 8),
        F(GMMU_FAULT7_ACCESS_TYPE, 19, 16),
        F(GMMU_FAULT7_MMU_CLIENT_TYPE, 20, 20),
        F(GMMU_FAULT7_GPC_ID, 28, 24),
        F(GMMU_FAULT7_REPLAYABLE_FAULT_EN, 30, 30),
        F(GMMU_FAULT7_VALID, 31, 31),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §4.1 to §4.4. */
TEST(push_buffers_are_the_references)
{
    static const struct number numbers[] = {
        N(GP_WORDS, 8 / 4),
        F(GP0_FETCH, 0, 0),
        F(GP0_GET, 31, 2),
        F(GP0_OPERAND, 31, 0),
        F(GP1_GET_HI, 7, 0),
        F(GP1_OPCODE, 7, 0),
        F(GP1_PRIV, 8, 8),
        F(GP1_LEVEL, 9, 9),
        F(GP1_LENGTH, 30, 10),
        F(GP1_SYNC, 31, 31),
        N(GP_OPCODE_NOP, 0),
        N(GP_OPCODE_ILLEGAL, 1),
        N(GP_OPCODE_GP_CRC, 2),
        N(GP_OPCODE_PB_CRC, 3),
        N(HOST_ADDRESS_BITS, 40),

        F(PB_SEC_OP, 31, 29),
        F(PB_TERT_OP, 17, 16),
        N(PB_SEC_OP_USE_TERT, 0),
        N(PB_SEC_OP_INC_METHOD, 1),
        N(PB_SEC_OP_NON_INC_METHOD, 3),
        N(PB_SEC_OP_IMMD_DATA_METHOD, 4),
        N(PB_SEC_OP_ONE_INC, 5),
        N(PB_SEC_OP_RESERVED6, 6),
        N(PB_SEC_OP_END_PB_SEGMENT, 7),
        N(PB_TERT_OP_SET_SUB_DEV_MASK, 1),
        N(PB_TERT_OP_STORE_SUB_DEV_MASK, 2),
        N(PB_TERT_OP_USE_SUB_DEV_MASK, 3),
        F(PB_METHOD_COUNT, 28, 16),
        F(PB_IMMD_DATA, 28, 16),
        F(PB_METHOD_SUBCHANNEL, 15, 13),
        F(PB_METHOD_RESERVED, 12, 12),
        F(PB_METHOD_ADDRESS, 11, 0),
        F(PB_CONTROL_OPCODE, 31, 16),
        F(PB_SUBDEVICE_MASK, 15, 4),
        N(PB_NOP, 0),
        F(PB_METHOD_COUNT_OLD, 28, 18),
        F(PB_METHOD_ADDRESS_OLD, 12, 2),
        N(PB_METHOD_LAST, 0x3ffc),
        N(PB_HOST_METHODS, 0x100),
        N(PB_SUBCHANNELS, 8),
        N(CLASS_VOLTA_CHANNEL_GPFIFO, 0xc36f),
        N(CLASS_VOLTA_DMA_COPY, 0xc3b5),
        N(HOST_SET_OBJECT, 0),
        F(HOST_SET_OBJECT_CLASS, 15, 0),
        N(PB_HOST_METHOD_COUNT, 23),
        N(PB_COPY_METHOD_COUNT, 39),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §4.3 to §4.6, §7. */
TEST(values_of_methods_are_the_references)
{
    static const struct number numbers[] = {
        N(HOST_YIELD_OP_NOP, 0),
        N(HOST_YIELD_OP_RUNLIST, 2),
        N(HOST_YIELD_OP_TSG, 3),
        N(HOST_SEMAPHORED_OPERATION_ACQUIRE, 1),
        N(HOST_SEMAPHORED_OPERATION_RELEASE, 2),
        N(HOST_SEMAPHORED_OPERATION_ACQ_GEQ, 4),
        N(HOST_SEMAPHORED_OPERATION_ACQ_AND, 8),
        N(HOST_SEMAPHORED_OPERATION_REDUCTION, 16),
        F(HOST_SEMAPHORED_OPERATION, 4, 0),
        F(HOST_SEMAPHORED_ACQUIRE_SWITCH, 12, 12),
        F(HOST_SEMAPHORED_RELEASE_WFI_DISABLED, 20, 20),
        F(HOST_SEMAPHORED_RELEASE_SIZE_4BYTE, 24, 24),
        F(HOST_SEMAPHORED_REDUCTION, 30, 27),
        F(HOST_SEMAPHORED_FORMAT_UNSIGNED, 31, 31),
        N(SEM_REDUCTION_IMIN, 0),
        N(SEM_REDUCTION_IMAX, 1),
        N(SEM_REDUCTION_IXOR, 2),
        N(SEM_REDUCTION_IAND, 3),
        N(SEM_REDUCTION_IOR, 4),
        N(SEM_REDUCTION_IADD, 5),
        N(SEM_REDUCTION_INC, 6),
        N(SEM_REDUCTION_DEC, 7),

        N(MEM_OP_MEMBAR, 0x05),
        N(MEM_OP_TLB_INVALIDATE, 0x09),
        N(MEM_OP_TLB_INVALIDATE_TARGETED, 0x0a),
        N(MEM_OP_L2_PEERMEM_INVALIDATE, 0x0d),
        N(MEM_OP_L2_SYSMEM_INVALIDATE, 0x0e),
        N(MEM_OP_L2_CLEAN_COMPTAGS, 0x0f),
        N(MEM_OP_L2_FLUSH_DIRTY, 0x10),
        N(MEM_OP_L2_WAIT_FOR_SYS_PENDING_READS, 0x15),
        N(MEM_OP_ACCESS_COUNTER_CLR, 0x16),

        N(COPY_SUBCHANNEL, 4),
        N(COPY_RENDER_FALSE, 0),
        N(COPY_RENDER_TRUE, 1),
        N(COPY_RENDER_CONDITIONAL, 2),
        N(COPY_RENDER_IF_EQUAL, 3),
        N(COPY_RENDER_IF_NOT_EQUAL, 4),
        N(COPY_TARGET_LOCAL, 0),
        N(COPY_TARGET_COHERENT, 1),
        N(COPY_TARGET_NONCOHERENT, 2),
        N(COPY_LAUNCH_TRANSFER_NONE, 0),
        N(COPY_LAUNCH_TRANSFER_PIPELINED, 1),
        N(COPY_LAUNCH_TRANSFER_NON_PIPELINED, 2),
        N(COPY_LAUNCH_SEMAPHORE_NONE, 0),
        N(COPY_LAUNCH_SEMAPHORE_ONE_WORD, 1),
        N(COPY_LAUNCH_SEMAPHORE_FOUR_WORDS, 2),
        N(COPY_REMAP_SRC_X, 0),
        N(COPY_REMAP_SRC_Y, 1),
        N(COPY_REMAP_SRC_Z, 2),
        N(COPY_REMAP_SRC_W, 3),
        N(COPY_REMAP_CONST_A, 4),
        N(COPY_REMAP_CONST_B, 5),
        N(COPY_REMAP_NO_WRITE, 6),
    };

    check_numbers(numbers, ARRAY_SIZE(numbers));
}

/* §5.1: what one entry covers is its lowest bit. */
TEST(levels_are_the_references)
{
    static const struct {
        const char *name;
        unsigned high, low, bytes, align;
    } typed[] = {
        { "PDE3", 48, 47, 8, 4096 },  { "PDE2", 46, 38, 8, 4096 }, { "PDE1", 37, 29, 8, 4096 },
        { "PDE0", 28, 21, 16, 4096 }, { "PTE", 20, 16, 8, 256 },   { "PTE", 20, 12, 8, 4096 },
    };

    for (unsigned i = 0; i < GMMU_LEVEL_COUNT; i++) {
        assert_string_equal(gmmu_levels[i].name, typed[i].name);
        assert_int_equal(gmmu_levels[i].va_high, typed[i].high);
        assert_int_equal(gmmu_levels[i].va_low, typed[i].low);
        assert_int_equal(gmmu_levels[i].bytes, typed[i].bytes);
        assert_int_equal(gmmu_levels[i].align, typed[i].align);
    }
}

/* Kinds as §5.6 lists them: single ones, and ranges with both ends. */
static bool listed(const uint8_t (*ranges)[2], unsigned count, unsigned kind)
{
    for (unsigned i = 0; i < count; i++)
        if (kind >= ranges[i][0] && kind <= ranges[i][1])
            return true;
    return false;
}

/* clang-format off */
TEST(kinds_are_the_references)
{
    static const uint8_t supported[][2] = {
        { 0x00, 0x05 }, { 0x07, 0x0a }, { 0x11, 0x11 }, { 0x17, 0x1a }, { 0x2a, 0x2d }, { 0x36, 0x39 },
        { 0x46, 0x46 }, { 0x51, 0x54 }, { 0x7b, 0x7b }, { 0x86, 0x89 }, { 0xc3, 0xc3 }, { 0xca, 0xca },
        { 0xcc, 0xd1 }, { 0xd8, 0xd8 }, { 0xdb, 0xdb }, { 0xdd, 0xdd }, { 0xdf, 0xe0 }, { 0xe2, 0xe6 },
        { 0xe9, 0xe9 }, { 0xeb, 0xeb }, { 0xed, 0xee }, { 0xf0, 0xfb }, { 0xfd, 0xff },
    };
    static const uint8_t in_system[][2] = {
        { 0x00, 0x01 }, { 0x11, 0x11 }, { 0x2a, 0x2a }, { 0x46, 0x46 }, { 0x7b, 0x7b }, { 0xc3, 0xc3 },
        { 0xca, 0xca }, { 0xfd, 0xff },
    };
    static const uint8_t compressible[][2] = {
        { 0x02, 0x10 }, { 0x12, 0x25 }, { 0x2b, 0x45 }, { 0x47, 0x5a }, { 0x5f, 0x5f }, { 0x63, 0x6a },
        { 0x6f, 0x7a }, { 0x7c, 0x8a }, { 0x8f, 0x92 }, { 0x97, 0xa6 }, { 0xab, 0xae }, { 0xb3, 0xc2 },
        { 0xc4, 0xc8 }, { 0xcc, 0xfb },
    };
    static const uint8_t pitch[][2] = { { 0x00, 0x00 }, { 0xca, 0xca }, { 0xfd, 0xfd } };
    const struct gmmu_kind_range *const end = &gmmu_kinds[23 + 8 + 14 + 3];

    assert_int_equal(end->first | end->last | end->is, 0); /* the rows above, and one that ends them */
    for (unsigned kind = 0; kind < 0x100; kind++) {
        unsigned is = 0;

        for (const struct gmmu_kind_range *row = gmmu_kinds; row->is; row++)
            if (kind >= row->first && kind <= row->last)
                is |= row->is;
        assert_int_equal(is & 1, listed(supported, ARRAY_SIZE(supported), kind));
        assert_int_equal(is >> 1 & 1, listed(in_system, ARRAY_SIZE(in_system), kind));
        assert_int_equal(is >> 2 & 1, listed(compressible, ARRAY_SIZE(compressible), kind));
        assert_int_equal(is >> 3, listed(pitch, ARRAY_SIZE(pitch), kind));
    }
}
/* clang-format on */
