/* model/nv50/base/ptimer.h: the card's clock.
 *
 * Units   nanoseconds once the ratio makes 31.25 MHz of the source, as drivers set it.
 * Source  docs/hardware/tesla-mmio.md §3.5. */
#ifndef MODEL_NV50_BASE_PTIMER_H
#define MODEL_NV50_BASE_PTIMER_H

#include <stdint.h>

struct nv50;
struct reg_block;

extern const struct reg_block ptimer_regs;

struct ptimer {
    uint64_t host_ns;          /* when `time` was taken */
    uint64_t time;             /* the 56-bit counter, shifted up by 5 */
    uint64_t polled;           /* the time up to which alarms have been looked for */
    uint32_t source, div, mul; /* the registers at which it has gone since then */
    uint32_t alarm;            /* that was looked for until then */
};

void ptimer_power_on(struct nv50 *card);

/* After a reset of its registers: the count stays. */
void ptimer_reset(struct nv50 *card);

/* The counter as software sees it, 64 bits, the lowest five 0. */
uint64_t ptimer_now(struct nv50 *card);
/* Sets the alarm's interrupt if its time has come. */
void ptimer_poll(struct nv50 *card);
/* Its interrupt registers may have changed. */
void ptimer_tell(struct nv50 *card);

#endif
