/* hw/gv100/methods.h against the class headers (tests/hw/gv100/methods.def), and its fields against
 * docs/hardware/gv100.md §4.4 to §4.6 and §7, typed again as shift and width. */
#include <stdio.h>
#include <string.h>

#include "hw/gv100/methods.h"
#include "tests/hw/gv100/defs_rig.h"
#include "tests/kit/tests.h"

#define HOST(name)                                                                                 \
    {                                                                                              \
        "NVC36F_" #name, HOST_##name                                                               \
    }
#define COPY(name)                                                                                 \
    {                                                                                              \
        "NVC3B5_" #name, COPY_##name                                                               \
    }

TEST(methods_are_the_class_headers)
{
    static const struct {
        const char *name;
        uint32_t at;
    } rows[] = {
        HOST(ILLEGAL),
        HOST(NOP),
        HOST(SEMAPHOREA),
        HOST(SEMAPHOREB),
        HOST(SEMAPHOREC),
        HOST(SEMAPHORED),
        HOST(NON_STALL_INTERRUPT),
        HOST(FB_FLUSH),
        HOST(MEM_OP_A),
        HOST(MEM_OP_B),
        HOST(MEM_OP_C),
        HOST(MEM_OP_D),
        HOST(SET_REFERENCE),
        HOST(SEM_ADDR_LO),
        HOST(SEM_ADDR_HI),
        HOST(SEM_PAYLOAD_LO),
        HOST(SEM_PAYLOAD_HI),
        HOST(SEM_EXECUTE),
        HOST(WFI),
        HOST(CRC_CHECK),
        HOST(YIELD),
        HOST(CLEAR_FAULTED),
        COPY(NOP),
        COPY(SET_SEMAPHORE_A),
        COPY(SET_SEMAPHORE_B),
        COPY(SET_SEMAPHORE_PAYLOAD),
        COPY(SET_SRC_PHYS_MODE),
        COPY(SET_DST_PHYS_MODE),
        COPY(LAUNCH_DMA),
        COPY(OFFSET_IN_UPPER),
        COPY(OFFSET_IN_LOWER),
        COPY(OFFSET_OUT_UPPER),
        COPY(OFFSET_OUT_LOWER),
        COPY(PITCH_IN),
        COPY(PITCH_OUT),
        COPY(LINE_LENGTH_IN),
        COPY(LINE_COUNT),
        COPY(SET_REMAP_CONST_A),
        COPY(SET_REMAP_CONST_B),
        COPY(SET_REMAP_COMPONENTS),
    };
    struct defs defs = defs_read("methods", defs_chips[0]);

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct def *const def = defs_find(&defs, rows[i].name);

        if (!def)
            fail_msg("%s is no method of the class headers", rows[i].name);
        assert_int_equal(rows[i].at, def_number(def));
    }
    defs_free(&defs);
}

TEST(fields_are_those_of_the_reference)
{
    static const struct {
        uint32_t mask;
        unsigned high, low;
    } rows[] = {
        { HOST_SEMAPHOREA_OFFSET, 7, 0 },
        { HOST_YIELD_OP, 1, 0 },
        { HOST_CLEAR_FAULTED_CHID, 11, 0 },
        { HOST_CLEAR_FAULTED_ENG, 31, 31 },
        { HOST_SEMAPHORED_OPERATION, 4, 0 },
        { HOST_SEMAPHORED_ACQUIRE_SWITCH, 12, 12 },
        { HOST_SEMAPHORED_RELEASE_WFI_DISABLED, 20, 20 },
        { HOST_SEMAPHORED_RELEASE_SIZE_4BYTE, 24, 24 },
        { HOST_SEMAPHORED_REDUCTION, 30, 27 },
        { HOST_SEMAPHORED_FORMAT_UNSIGNED, 31, 31 },
        { MEM_OP_A_INVALIDATION_SIZE, 5, 0 },
        { MEM_OP_A_SYSMEMBAR, 11, 11 },
        { MEM_OP_A_ADDRESS, 31, 12 },
        { MEM_OP_C_MEMBAR_TYPE, 2, 0 },
        { MEM_OP_C_PDB_ALL, 0, 0 },
        { MEM_OP_C_GPC_DISABLE, 1, 1 },
        { MEM_OP_C_REPLAY, 4, 2 },
        { MEM_OP_C_ACK, 6, 5 },
        { MEM_OP_C_LEVEL, 9, 7 },
        { MEM_OP_C_PDB_APERTURE, 11, 10 },
        { MEM_OP_C_PDB_ADDRESS, 31, 12 },
        { MEM_OP_D_PDB_ADDRESS, 26, 0 },
        { MEM_OP_D_OPERATION, 31, 27 },
        { COPY_PHYS_MODE_TARGET, 1, 0 },
        { COPY_OFFSET_UPPER, 16, 0 },
        { COPY_LAUNCH_TRANSFER, 1, 0 },
        { COPY_LAUNCH_FLUSH, 2, 2 },
        { COPY_LAUNCH_SEMAPHORE, 4, 3 },
        { COPY_LAUNCH_INTERRUPT, 6, 5 },
        { COPY_LAUNCH_SRC_PITCH, 7, 7 },
        { COPY_LAUNCH_DST_PITCH, 8, 8 },
        { COPY_LAUNCH_MULTI_LINE, 9, 9 },
        { COPY_LAUNCH_REMAP, 10, 10 },
        { COPY_LAUNCH_SRC_PHYSICAL, 12, 12 },
        { COPY_LAUNCH_DST_PHYSICAL, 13, 13 },
        { COPY_LAUNCH_REDUCTION, 17, 14 },
        { COPY_LAUNCH_REDUCTION_UNSIGNED, 18, 18 },
        { COPY_LAUNCH_REDUCTION_ENABLE, 19, 19 },
        { COPY_REMAP_DST_X, 2, 0 },
        { COPY_REMAP_DST_Y, 6, 4 },
        { COPY_REMAP_DST_Z, 10, 8 },
        { COPY_REMAP_DST_W, 14, 12 },
        { COPY_REMAP_COMPONENT_SIZE, 17, 16 },
        { COPY_REMAP_SRC_COMPONENTS, 21, 20 },
        { COPY_REMAP_DST_COMPONENTS, 25, 24 },
    };

    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t mask = 0;

        for (unsigned bit = rows[i].low; bit <= rows[i].high; bit++)
            mask |= 1u << bit;
        if (mask != rows[i].mask)
            fail_msg("row %zu: 0x%08x, expected %u:%u", i, rows[i].mask, rows[i].high, rows[i].low);
    }
    /* The encodings that the reference spells out. */
    assert_int_equal(FIELD_PUT(MEM_OP_D_OPERATION, (uint32_t)MEM_OP_TLB_INVALIDATE), 0x48000000);
    assert_int_equal(FIELD_PUT(MEM_OP_D_OPERATION, (uint32_t)MEM_OP_MEMBAR), 0x28000000);
    assert_int_equal(HOST_SEMAPHORED_OPERATION_RELEASE | HOST_SEMAPHORED_RELEASE_WFI_DISABLED |
                         HOST_SEMAPHORED_RELEASE_SIZE_4BYTE,
                     0x01100002);
    assert_int_equal(COPY_LAUNCH_TRANSFER_NON_PIPELINED | COPY_LAUNCH_FLUSH |
                         FIELD_PUT(COPY_LAUNCH_SEMAPHORE, COPY_LAUNCH_SEMAPHORE_ONE_WORD) |
                         COPY_LAUNCH_SRC_PITCH | COPY_LAUNCH_DST_PITCH,
                     0x18e);
}
