/* The registers of PCOUNTER as a table: tesla-engines.md §5. */
#include "hw/nv50/registers.h"

#include "hw/nv50/pcounter_record.h"
#include "hw/nv50/register_rows.h"

static const struct field_value modes[] = {
    { PCOUNTER_SINGLE, "SINGLE", ALL },
    { PCOUNTER_QUAD, "QUAD", ALL },
    { PCOUNTER_RECORD, "RECORD", ALL },
};
static const struct field_value quad_states[] = {
    { PCOUNTER_QUAD_EMPTY, "EMPTY", ALL },
    { PCOUNTER_QUAD_VALID, "VALID", ALL },
    { PCOUNTER_QUAD_OVERFLOW, "OVERFLOW", ALL },
};
static const struct field_value single_states[] = {
    { PCOUNTER_INACTIVE, "INACTIVE", ALL },
    { PCOUNTER_WAIT_PRE, "WAIT_PRE", ALL },
    { PCOUNTER_WAIT_START, "WAIT_START", ALL },
    { PCOUNTER_COUNTING, "COUNTING", ALL },
};
static const struct field spec_src_fields[] = {
    { "SWAP", ALL, 0, PLAIN, { { 0, BITS(7, 0) } } },
};
static const struct field op_fields[] = {
    { "TABLE", ALL, 0, PLAIN, { { 0, PCOUNTER_OP_TABLE } } },
};
static const struct field src_fields[] = {
    { "SIGNAL_0", ALL, 0, PLAIN, { { 0, BITS(7, 0) } } },
    { "SIGNAL_1", ALL, 0, PLAIN, { { 0, BITS(15, 8) } } },
    { "SIGNAL_2", ALL, 0, PLAIN, { { 0, BITS(23, 16) } } },
    { "SIGNAL_3", ALL, 0, PLAIN, { { 0, BITS(31, 24) } } },
};
static const struct field ctrl_fields[] = {
    { "MODE", ALL, 0, NAMED(modes), { { 0, PCOUNTER_CTRL_MODE } } },
    { "SHORT", CHIPS_G84_UP, 0, PLAIN, { { 0, PCOUNTER_CTRL_SHORT } } },
    { "PERIOD", CHIPS_G84_UP, 0, PLAIN, { { 0, PCOUNTER_CTRL_PERIOD } } },
    { "QUAD_STATE", ALL, 0, NAMED(quad_states), { { 0, PCOUNTER_CTRL_QUAD_STATE } } },
    { "SINGLE_STATE", ALL, 0, NAMED(single_states), { { 0, PCOUNTER_CTRL_SINGLE_STATE } } },
};
static const struct field quad_ack_fields[] = {
    { "ONE", ALL, 0, PLAIN, { { 0, PCOUNTER_QUAD_ACK_ONE } } },
};
static const struct field status_fields[] = {
    { "FAULT", ALL, 0, PLAIN, { { 0, PCOUNTER_STATUS_FAULT } } },
};
static const struct field chan_fields[] = {
    { "DESCRIPTOR", ALL, 0, PLAIN, { { 0, PCOUNTER_CHAN_DESC } } },
    { "VALID", ALL, 0, PLAIN, { { 0, PCOUNTER_CHAN_VALID } } },
};

const struct nv50_register nv50_pcounter_registers[] = {
    { "PCOUNTER_PRE_SRC", PCOUNTER_PRE_SRC, 4, PCOUNTER_DOMAINS, ALL, WITH(src_fields) },
    { "PCOUNTER_PRE_OP", PCOUNTER_PRE_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_START_SRC", PCOUNTER_START_SRC, 4, PCOUNTER_DOMAINS, ALL, WITH(src_fields) },
    { "PCOUNTER_START_OP", PCOUNTER_START_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_EVENT_SRC", PCOUNTER_EVENT_SRC, 4, PCOUNTER_DOMAINS, ALL, WITH(src_fields) },
    { "PCOUNTER_EVENT_OP", PCOUNTER_EVENT_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_STOP_SRC", PCOUNTER_STOP_SRC, 4, PCOUNTER_DOMAINS, ALL, WITH(src_fields) },
    { "PCOUNTER_STOP_OP", PCOUNTER_STOP_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_SETFLAG_OP", PCOUNTER_SETFLAG_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_CLRFLAG_OP", PCOUNTER_CLRFLAG_OP, 4, PCOUNTER_DOMAINS, ALL, WITH(op_fields) },
    { "PCOUNTER_SRC_STATUS", PCOUNTER_SRC_STATUS, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_SPEC_SRC", PCOUNTER_SPEC_SRC, 4, PCOUNTER_DOMAINS, CHIPS_G84_UP,
      WITH(spec_src_fields) },
    { "PCOUNTER_USER_TRIGGER", PCOUNTER_USER_TRIGGER, 0, 0, CHIPS_GT215_UP, BARE },
    { "PCOUNTER_CTR_CYCLES", PCOUNTER_CTR_CYCLES, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTR_CYCLES_ALT", PCOUNTER_CTR_CYCLES_ALT, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTR_EVENT", PCOUNTER_CTR_EVENT, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTR_START", PCOUNTER_CTR_START, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTR_PRE", PCOUNTER_CTR_PRE, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTR_STOP", PCOUNTER_CTR_STOP, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_THRESHOLD", PCOUNTER_THRESHOLD, 4, PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_CTRL", PCOUNTER_CTRL, 4, PCOUNTER_DOMAINS, ALL, WITH(ctrl_fields) },
    { "PCOUNTER_QUAD_ACK", PCOUNTER_QUAD_ACK, 4, PCOUNTER_DOMAINS, ALL, WITH(quad_ack_fields) },
    { "PCOUNTER_SIG_STATUS", PCOUNTER_SIG_STATUS, 4, 8 * PCOUNTER_DOMAINS, ALL, BARE },
    { "PCOUNTER_RECORD_HIGH", PCOUNTER_RECORD_HIGH, 4, PCOUNTER_DOMAINS, CHIPS_G92_UP, BARE },
    { "PCOUNTER_RECORD_STATUS", PCOUNTER_RECORD_STATUS, 4, PCOUNTER_DOMAINS, CHIPS_G84_UP,
      WITH(status_fields) },
    { "PCOUNTER_RECORD_LIMIT", PCOUNTER_RECORD_LIMIT, 4, PCOUNTER_DOMAINS, CHIPS_G84_UP, BARE },
    { "PCOUNTER_RECORD_START", PCOUNTER_RECORD_START, 4, PCOUNTER_DOMAINS, CHIPS_G84_UP, BARE },
    { "PCOUNTER_RECORD_CHAN", PCOUNTER_RECORD_CHAN, 0, 0, CHIPS_G84_UP, WITH(chan_fields) },
    { "PCOUNTER_RECORD_DMA", PCOUNTER_RECORD_DMA, 0, 0, CHIPS_G84_UP, BARE },
    { "PCOUNTER_GCTRL", PCOUNTER_GCTRL, 0, 0, CHIPS_G84_UP, BARE },
    { 0 },
};
