/* Methods and GP entries: docs/hardware/gv100.md §4.1, §4.4, §7; names as in the class headers. */
#include "hw/gv100/pb.h"

#include "hw/gv100/rows.h"
#include "hw/gv100/structures.h"

/* clang-format off */
const struct pb_method pb_host_methods[PB_HOST_METHOD_COUNT] = {
    { 0x0000, "SET_OBJECT" },
    { 0x0004, "ILLEGAL" },
    { 0x0008, "NOP" },
    { 0x0010, "SEMAPHOREA" },
    { 0x0014, "SEMAPHOREB" },
    { 0x0018, "SEMAPHOREC" },
    { 0x001c, "SEMAPHORED" },
    { 0x0020, "NON_STALL_INTERRUPT" },
    { 0x0024, "FB_FLUSH" },
    { 0x0028, "MEM_OP_A" },
    { 0x002c, "MEM_OP_B" },
    { 0x0030, "MEM_OP_C" },
    { 0x0034, "MEM_OP_D" },
    { 0x0050, "SET_REFERENCE" },
    { 0x005c, "SEM_ADDR_LO" },
    { 0x0060, "SEM_ADDR_HI" },
    { 0x0064, "SEM_PAYLOAD_LO" },
    { 0x0068, "SEM_PAYLOAD_HI" },
    { 0x006c, "SEM_EXECUTE" },
    { 0x0078, "WFI" },
    { 0x007c, "CRC_CHECK" },
    { 0x0080, "YIELD" },
    { 0x0084, "CLEAR_FAULTED" },
};

const struct pb_method pb_copy_methods[PB_COPY_METHOD_COUNT] = {
    { 0x0100, "NOP" },
    { 0x0140, "PM_TRIGGER" },
    { 0x0240, "SET_SEMAPHORE_A" },
    { 0x0244, "SET_SEMAPHORE_B" },
    { 0x0248, "SET_SEMAPHORE_PAYLOAD" },
    { 0x0254, "SET_RENDER_ENABLE_A" },
    { 0x0258, "SET_RENDER_ENABLE_B" },
    { 0x025c, "SET_RENDER_ENABLE_C" },
    { 0x0260, "SET_SRC_PHYS_MODE" },
    { 0x0264, "SET_DST_PHYS_MODE" },
    { 0x0300, "LAUNCH_DMA" },
    { 0x0400, "OFFSET_IN_UPPER" },
    { 0x0404, "OFFSET_IN_LOWER" },
    { 0x0408, "OFFSET_OUT_UPPER" },
    { 0x040c, "OFFSET_OUT_LOWER" },
    { 0x0410, "PITCH_IN" },
    { 0x0414, "PITCH_OUT" },
    { 0x0418, "LINE_LENGTH_IN" },
    { 0x041c, "LINE_COUNT" },
    { 0x0700, "SET_REMAP_CONST_A" },
    { 0x0704, "SET_REMAP_CONST_B" },
    { 0x0708, "SET_REMAP_COMPONENTS" },
    { 0x070c, "SET_DST_BLOCK_SIZE" },
    { 0x0710, "SET_DST_WIDTH" },
    { 0x0714, "SET_DST_HEIGHT" },
    { 0x0718, "SET_DST_DEPTH" },
    { 0x071c, "SET_DST_LAYER" },
    { 0x0720, "SET_DST_ORIGIN" },
    { 0x0728, "SET_SRC_BLOCK_SIZE" },
    { 0x072c, "SET_SRC_WIDTH" },
    { 0x0730, "SET_SRC_HEIGHT" },
    { 0x0734, "SET_SRC_DEPTH" },
    { 0x0738, "SET_SRC_LAYER" },
    { 0x073c, "SET_SRC_ORIGIN" },
    { 0x0744, "SRC_ORIGIN_X" },
    { 0x0748, "SRC_ORIGIN_Y" },
    { 0x074c, "DST_ORIGIN_X" },
    { 0x0750, "DST_ORIGIN_Y" },
    { 0x1114, "PM_TRIGGER_END" },
};

static const struct field_value fetches[] = { V(0, "UNCONDITIONAL"), V(1, "CONDITIONAL") };
static const struct field_value privileges[] = { V(0, "USER"), V(1, "KERNEL") };
static const struct field_value levels[] = { V(0, "MAIN"), V(1, "SUBROUTINE") };
static const struct field_value syncs[] = { V(0, "PROCEED"), V(1, "WAIT") };
static const struct field_value opcodes[] = {
    V(GP_OPCODE_NOP, "NOP"), V(GP_OPCODE_ILLEGAL, "ILLEGAL"),
    V(GP_OPCODE_GP_CRC, "GP_CRC"), V(GP_OPCODE_PB_CRC, "PB_CRC"),
};

/* An entry of length 0 is a control entry, any other a segment. */
#define SEGMENT WHEN({ 1, GP1_LENGTH, ~BIT(0) })
#define CONTROL WHEN({ 1, GP1_LENGTH, BIT(0) })

static const struct field gp_fields[] = {
    { ROW("fetch", 0, fetches), { { 0, GP0_FETCH } }, SEGMENT },
    { NUMBER("get", 2), { { 0, GP0_GET }, { 1, GP1_GET_HI } }, SEGMENT },
    { NUMBER("operand", 0), { { 0, GP0_OPERAND } }, CONTROL },
    { ROW("opcode", 0, opcodes), { { 1, GP1_OPCODE } }, CONTROL },
    { ROW_ON(CHIPS_VOLTA, "priv", 0, privileges), { { 1, GP1_PRIV } } },
    { ROW("level", 0, levels), { { 1, GP1_LEVEL } } },
    { NUMBER("length", 0), { { 1, GP1_LENGTH } } },
    { ROW("sync", 0, syncs), { { 1, GP1_SYNC } } },
};

const struct structure gv100_gp = { "gp", 32, GP_WORDS, FIELDS(gp_fields) };
/* clang-format on */
