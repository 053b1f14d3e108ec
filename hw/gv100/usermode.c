/* The registers of hw/gv100/usermode.h as a table: docs/hardware/gv100.md §8.1. */
#include "hw/gv100/usermode.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field usermode_cfg0_fields[] = {
    PLAIN(USERMODE_CFG0, USERMODE_CLASS_ID),
};
static const struct field usermode_time_0_fields[] = {
    PLAIN(USERMODE_TIME_0, NSEC),
};
static const struct field usermode_time_1_fields[] = {
    PLAIN(USERMODE_TIME_1, NSEC),
};
static const struct field usermode_notify_channel_pending_fields[] = {
    PLAIN_ON(CHIPS_TURING, TU_USERMODE_NOTIFY_CHANNEL_PENDING, HANDLE), PLAIN_ON(CHIPS_TURING, TU_USERMODE_NOTIFY_CHANNEL_PENDING, CHID),
    PLAIN_ON(CHIPS_TURING, TU_USERMODE_NOTIFY_CHANNEL_PENDING, RUNLIST_ID),
};

const struct gv100_register gv100_usermode_registers[] = {
    ONE(USERMODE_CFG0, RO, usermode_cfg0_fields),
    ONE(USERMODE_TIME_0, RO, usermode_time_0_fields),
    ONE(USERMODE_TIME_1, RO, usermode_time_1_fields),
    ONE(USERMODE_NOTIFY_CHANNEL_PENDING, WO, usermode_notify_channel_pending_fields),
    LAST,
};
/* clang-format on */
