/* The registers of hw/gv100/ptimer.h as a table: docs/hardware/gv100.md §1.5. */
#include "hw/gv100/ptimer.h"

#include "hw/gv100/register_rows.h"

/* clang-format off */
static const struct field_value ptimer_pri_timeout_period[] = { V(PTIMER_PRI_TIMEOUT_PERIOD_RTL, "RTL"),
    V(PTIMER_PRI_TIMEOUT_PERIOD_SHORT, "SHORT"), };
static const struct field ptimer_pri_timeout_fields[] = {
    NAMED(PTIMER_PRI_TIMEOUT, PERIOD, ptimer_pri_timeout_period), PLAIN(PTIMER_PRI_TIMEOUT, EN),
};
static const struct field ptimer_pri_timeout_save_0_fields[] = {
    PLAIN(PTIMER_PRI_TIMEOUT_SAVE_0, TO), PLAIN(PTIMER_PRI_TIMEOUT_SAVE_0, WRITE),
    PLAIN(PTIMER_PRI_TIMEOUT_SAVE_0, ADDR), PLAIN(PTIMER_PRI_TIMEOUT_SAVE_0, FECS_TGT),
};
static const struct field ptimer_pri_timeout_save_1_fields[] = {
    PLAIN(PTIMER_PRI_TIMEOUT_SAVE_1, DATA),
};
static const struct field ptimer_intr_0_fields[] = {
    PLAIN(PTIMER_INTR_0, ALARM), PLAIN(PTIMER_INTR_0, TIMER),
};
static const struct field ptimer_intr_en_0_fields[] = {
    PLAIN(PTIMER_INTR_EN_0, ALARM), PLAIN(PTIMER_INTR_EN_0, TIMER),
};
static const struct field ptimer_alarm_0_fields[] = {
    PLAIN(PTIMER_ALARM_0, NSEC),
};
static const struct field ptimer_timer_0_fields[] = {
    PLAIN(PTIMER_TIMER_0, NSEC), PLAIN(PTIMER_TIMER_0, USEC),
};
static const struct field_value ptimer_gr_tick_freq_select[] = { V(PTIMER_GR_TICK_FREQ_SELECT_MAX, "MAX"),
    V(PTIMER_GR_TICK_FREQ_SELECT_DEFAULT, "DEFAULT"), V(PTIMER_GR_TICK_FREQ_SELECT_MIN, "MIN"), };
static const struct field ptimer_gr_tick_freq_fields[] = {
    NAMED(PTIMER_GR_TICK_FREQ, SELECT, ptimer_gr_tick_freq_select),
};
static const struct field ptimer_timer_intr_vector_fields[] = {
    PLAIN(PTIMER_TIMER_INTR_VECTOR, ID),
};

const struct gv100_register gv100_ptimer_registers[] = {
    ONE_ON(CHIPS_VOLTA, PTIMER_PRI_TIMEOUT, RW, ptimer_pri_timeout_fields),
    ONE(PTIMER_PRI_TIMEOUT_SAVE_0, RW, ptimer_pri_timeout_save_0_fields),
    ONE(PTIMER_PRI_TIMEOUT_SAVE_1, RW, ptimer_pri_timeout_save_1_fields),
    ONE(PTIMER_INTR_0, RW, ptimer_intr_0_fields),
    ONE(PTIMER_INTR_EN_0, RW, ptimer_intr_en_0_fields),
    ONE(PTIMER_ALARM_0, RW, ptimer_alarm_0_fields),
    ONE_ON(CHIPS_VOLTA, PTIMER_TIMER_0, RW, ptimer_timer_0_fields),
    ONE_ON(CHIPS_VOLTA, PTIMER_GR_TICK_FREQ, RW, ptimer_gr_tick_freq_fields),
    ONE_ON(CHIPS_TURING, PTIMER_TIMER_INTR_VECTOR, RO, ptimer_timer_intr_vector_fields),
    LAST,
};
/* clang-format on */
