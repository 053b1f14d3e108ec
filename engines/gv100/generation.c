#include "engines/gv100/generation.h"

#include "engines/text.h"
#include "hw/gv100/ctrl.h"
#include "hw/gv100/function.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ptimer.h"
#include "hw/gv100/unlisted.h"
#include "hw/gv100/usermode.h"

#define MASKED          "refused by its privilege mask"
#define RUNLIST_WAIT_US 2000000u /* as drivers wait for runlists */
#define START_WAIT_US   4000000u /* as drivers wait for the card's own start */
#define WPR2_SHIFT      8        /* a field of an address >> 12 begins at bit 4 */
#define WPR2_LAST       0x20000u /* the end is named by its last 128 KiB */

static const struct gv100_places *places_of(const struct card *card)
{
    return gv100_places_of(card->chip);
}

/* ---- privilege masks --------------------------------------------------------------------------- */

/* A write that a mask refuses does nothing, and a card that is broken there would do the same: so it is no proof of either. */
static enum err judge_mask(struct card *card, uint32_t reg, uint32_t before, uint32_t value)
{
    if (before == value || card_read32(card, reg) != before || card->expired)
        return OK;
    card_refuse_write(card, reg, before, MASKED);
    return ERR_DEADLINE;
}

enum err generation_write(struct card *card, uint32_t reg, uint32_t value)
{
    const bool judged = generation_starts_itself(card);
    const uint32_t before = judged ? card_read32(card, reg) : value;

    card_write32(card, reg, value);
    return judge_mask(card, reg, before, value);
}

enum err generation_set(struct card *card, uint32_t reg, uint32_t value)
{
    const bool judged = generation_starts_itself(card);
    const uint32_t before = judged ? card_read32(card, reg) : value;
    const enum err e = card_set32(card, reg, value);

    return e == OK ? judge_mask(card, reg, before, value) : e;
}

/* PTIMER keeps the first access that no unit took until it is cleared (§1.5). */
bool generation_refused_write(struct card *card, struct card_refusal *out)
{
    uint32_t saved, word;

    if (!generation_starts_itself(card) || !card_ask32(card, PTIMER_PRI_TIMEOUT_SAVE_0, &saved) ||
        saved == UINT32_MAX || !(saved & PTIMER_PRI_TIMEOUT_SAVE_0_TO) ||
        !(saved & PTIMER_PRI_TIMEOUT_SAVE_0_WRITE))
        return false;
    const uint32_t reg = saved & PTIMER_PRI_TIMEOUT_SAVE_0_ADDR;

    *out = (struct card_refusal){
        .kept = card_ask32(card, reg, &word), .told = true, .reg = reg, .words = MASKED
    };
    out->word = word;
    return true;
}

void generation_forget_refused(struct card *card)
{
    if (generation_starts_itself(card))
        card_write32(card, PTIMER_PRI_TIMEOUT_SAVE_0, 0);
}

/* ---- runlists ---------------------------------------------------------------------------------- */

static enum err submit_shared(struct card *card, uint8_t runlist, linear_addr at, unsigned count)
{
    card_write32(card, PFIFO_RUNLIST_BASE,
                 FIELD_PUT(PFIFO_RUNLIST_BASE_PTR, (uint32_t)(at.v >> 12)) |
                     FIELD_PUT(PFIFO_RUNLIST_BASE_TARGET, (uint32_t)at.target));
    card_write32(card, PFIFO_RUNLIST,
                 FIELD_PUT(PFIFO_RUNLIST_ID, (uint32_t)runlist) |
                     FIELD_PUT(PFIFO_RUNLIST_LENGTH, count));
    return card_wait(card, PFIFO_ENG_RUNLIST(runlist), PFIFO_ENG_RUNLIST_PENDING, 0,
                     RUNLIST_WAIT_US);
}

static enum err submit_own(struct card *card, uint8_t runlist, linear_addr at, unsigned count)
{
    const uint32_t base = ((uint32_t)at.v & PFIFO_RUNLIST_BASE_LO_PTR_LO) |
                          FIELD_PUT(PFIFO_RUNLIST_BASE_LO_TARGET, (uint32_t)at.target);
    const enum err e = generation_write(card, PFIFO_RUNLIST_BASE_LO(runlist), base);

    if (e != OK)
        return e;
    card_write32(card, PFIFO_RUNLIST_BASE_HI(runlist), (uint32_t)(at.v >> 32));
    card_write32(card, PFIFO_RUNLIST_SUBMIT(runlist),
                 FIELD_PUT(PFIFO_RUNLIST_SUBMIT_LENGTH, count));
    return card_wait(card, PFIFO_RUNLIST_SUBMIT_INFO(runlist), PFIFO_RUNLIST_SUBMIT_INFO_PENDING, 0,
                     RUNLIST_WAIT_US);
}

enum err generation_submit(struct card *card, uint8_t runlist, linear_addr at, unsigned count)
{
    switch ((enum gv100_runlists)places_of(card)->runlist_way) {
    case GV100_RUNLISTS_SHARED:
        return submit_shared(card, runlist, at, count);
    case GV100_RUNLISTS_OWN:
        break;
    }
    return submit_own(card, runlist, at, count);
}

uint32_t generation_runlist_length(struct card *card, uint8_t runlist)
{
    if (places_of(card)->runlist_way == GV100_RUNLISTS_SHARED)
        return card_read32(card, PFIFO_ENG_RUNLIST(runlist)) & PFIFO_ENG_RUNLIST_LENGTH;
    return card_read32(card, PFIFO_RUNLIST_SUBMIT(runlist)) & PFIFO_RUNLIST_SUBMIT_LENGTH;
}

/* ---- doorbell ---------------------------------------------------------------------------------- */

static bool names_runlist(const struct card *card)
{
    return places_of(card)->doorbell_way == GV100_DOORBELL_RUNLIST;
}

/* As a driver does it; the lowest bits select the function's own channel ids, which is all of them by default. */
enum err generation_let_doorbells_in(struct card *card)
{
    if (!names_runlist(card))
        return OK;
    return generation_set(card, CTRL_VIRTUAL_CHANNEL_CFG(0),
                          card_read32(card, CTRL_VIRTUAL_CHANNEL_CFG(0)) |
                              CTRL_VIRTUAL_CHANNEL_CFG_PENDING_ENABLE);
}

static uint32_t handle(const struct card *card, uint16_t chid, uint8_t runlist)
{
    return chid | (names_runlist(card)
                       ? FIELD_PUT(TU_USERMODE_NOTIFY_CHANNEL_PENDING_RUNLIST_ID, (uint32_t)runlist)
                       : 0);
}

uint32_t generation_doorbell(const struct card *card, uint16_t chid, uint8_t runlist)
{
    return handle(card, chid, runlist);
}

uint32_t generation_clear_faulted(const struct card *card, uint16_t chid, uint8_t runlist)
{
    return handle(card, chid, runlist);
}

/* ---- invalidates ------------------------------------------------------------------------------- */

/* Whether the invalidate has a register in the function's page, whose TRIGGER tells its end. The FIFO's state has a
 * place of its own there, which no driver reads. */
static bool has_trigger(const struct card *card)
{
    return places_of(card)->invalidate != PFB_PRI_MMU_INVALIDATE;
}

enum err generation_await_room(struct card *card, uint32_t timeout_us)
{
    const uint64_t give_up = card->bus->ops->time_us(card->bus) + timeout_us;

    if (has_trigger(card))
        return generation_await_invalidate(card, timeout_us);
    while (!(card_read32(card, PFB_PRI_MMU_CTRL) & PFB_PRI_MMU_CTRL_PRI_FIFO_SPACE))
        if (card_expired(card) || card->bus->ops->time_us(card->bus) > give_up) {
            card_log(card, "register 0x%06x mask 0x%08x: wanted any bit, seen 0",
                     (unsigned)PFB_PRI_MMU_CTRL, (unsigned)PFB_PRI_MMU_CTRL_PRI_FIFO_SPACE);
            return ERR_TIMEOUT;
        }
    return OK;
}

enum err generation_await_invalidate(struct card *card, uint32_t timeout_us)
{
    if (has_trigger(card))
        return card_wait(card, places_of(card)->invalidate, PFB_PRI_MMU_INVALIDATE_TRIGGER, 0,
                         timeout_us);
    return card_wait(card, PFB_PRI_MMU_CTRL, PFB_PRI_MMU_CTRL_PRI_FIFO_EMPTY,
                     PFB_PRI_MMU_CTRL_PRI_FIFO_EMPTY, timeout_us);
}

/* ---- interrupts -------------------------------------------------------------------------------- */

static bool has_leaves(const struct card *card)
{
    return places_of(card)->interrupt_way == GV100_INTERRUPTS_LEAVES;
}

static unsigned vector_of(enum mmu_event event)
{
    return event == MMU_EVENT_LATCHED ? FUNCTION_VECTOR_INFO_FAULT
           : event == MMU_EVENT_FAULT ? FUNCTION_VECTOR_FAULT
                                      : FUNCTION_VECTOR_REPLAYABLE;
}

static uint32_t hub_bit(enum mmu_event event)
{
    return event == MMU_EVENT_LATCHED ? HUB_INTR_LATCHED
           : event == MMU_EVENT_FAULT ? HUB_INTR_NON_REPLAYABLE
                                      : HUB_INTR_REPLAYABLE;
}

void generation_silence(struct card *card)
{
    if (!has_leaves(card))
        return;
    card_set32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0), 0);
    card_write32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR(0), UINT32_MAX);
}

/* Enables are set and cleared through two registers. */
bool generation_put_back(struct card *card, const struct card_change *change)
{
    if (!has_leaves(card) || change->reg != VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0))
        return false;
    card_write32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_CLEAR(0), ~change->before);
    card_write32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP_EN_SET(0), change->before);
    return true;
}

void generation_acknowledge(struct card *card, enum mmu_event event)
{
    const unsigned vector = vector_of(event);

    if (has_leaves(card))
        card_write32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(vector / 32), BIT(vector % 32));
}

void generation_listen(struct card *card, enum mmu_event event, bool on)
{
    const unsigned vector = vector_of(event);

    const uint32_t set = VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_SET(vector / 32);

    if (!has_leaves(card)) {
        card_write32(card, on ? HUB_INTR_EN_SET : HUB_INTR_EN_CLEAR, hub_bit(event));
    } else if (on) {
        card_write32(card, set, BIT(vector % 32));
        const uint32_t enabled = card_read32(card, set);
        if (!(enabled & BIT(vector % 32)) && !card->expired)
            card_refuse_write(card, set, enabled, MASKED);
    } else {
        card_write32(card, VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF_EN_CLEAR(vector / 32),
                     BIT(vector % 32));
    }
}

void generation_quiet(struct card *card)
{
    if (!has_leaves(card)) {
        card_write32(card, HUB_INTR_EN_CLEAR,
                     HUB_INTR_LATCHED | HUB_INTR_NON_REPLAYABLE | HUB_INTR_REPLAYABLE);
        return;
    }
    for (enum mmu_event i = MMU_EVENT_LATCHED; i <= MMU_EVENT_REPLAYABLE; i++) {
        generation_listen(card, i, false);
        generation_acknowledge(card, i);
    }
}

struct mmu_signal generation_signal(const struct card *card, enum mmu_event event)
{
    const unsigned vector = vector_of(event);

    if (has_leaves(card))
        return (struct mmu_signal){ VIRTUAL_FUNCTION_PRIV_CPU_INTR_LEAF(vector / 32),
                                    BIT(vector % 32), VIRTUAL_FUNCTION_PRIV_CPU_INTR_TOP(0),
                                    BIT(vector / 64), "the top of the interrupts" };
    return (struct mmu_signal){ HUB_INTR, hub_bit(event), PMC_INTR(0), PMC_INTR_HUB, "PMC_INTR" };
}

/* ---- start ------------------------------------------------------------------------------------- */

bool generation_starts_itself(const struct card *card)
{
    return places_of(card)->start_way == GV100_START_ITSELF;
}

/* A card off the bus reads all ones, which passes both conditions. */
static bool has_started_itself(struct card *card, uint32_t *progress)
{
    uint32_t mask, word;
    const bool told = card_ask32(card, SELF_START_MASK, &mask);
    const bool tells = card_ask32(card, SELF_START, &word);

    *progress = FIELD_GET(SELF_START_PROGRESS, word);
    return card_read32(card, PMC_BOOT_0) != UINT32_MAX && told && tells &&
           (mask & SELF_START_MASK_READABLE) && *progress == SELF_START_DONE;
}

bool generation_is_started(struct card *card)
{
    uint32_t progress;

    if (generation_starts_itself(card))
        return has_started_itself(card, &progress);
    uint32_t word;

    return card_ask32(card, POST_STATUS, &word) && (word & POST_STATUS_DONE);
}

/* Such a card is only waited for, because its own firmware starts it and takes no orders from the host. */
bool generation_await_start(struct card *card, char why[FAMILY_WHY_MAX])
{
    const uint64_t give_up = card->bus->ops->time_us(card->bus) + START_WAIT_US;
    struct text text = text_in(why, FAMILY_WHY_MAX);
    uint32_t progress;

    card_phase(card, "waiting for it to start itself");
    while (!has_started_itself(card, &progress)) {
        if (!card_expired(card) && card->bus->ops->time_us(card->bus) <= give_up) {
            card->bus->ops->wait_us(card->bus, 1000);
            continue;
        }
        card->cold = CARD_START_FAILED;
        uint32_t mask;

        if (card_ask32(card, SELF_START_MASK, &mask) && (mask & SELF_START_MASK_READABLE))
            text_format(&text,
                        "not started: its own firmware is at 0x%02x of 0xff after 4 s; "
                        "switch the machine off and on",
                        progress);
        else
            text_string(&text, "not started: it does not let others read how far its own start "
                               "is; switch the machine off and on");
        return false;
    }
    return true;
}

/* ---- protected memory -------------------------------------------------------------------------- */

bool generation_locked_range(struct card *card, uint64_t *from, uint64_t *to)
{
    *from = *to = 0;
    if (!places_of(card)->locked_range)
        return false;
    uint32_t low, high;

    if (!card_ask32(card, places_of(card)->locked_range, &low) ||
        !card_ask32(card, places_of(card)->locked_range + 4, &high) ||
        (low & WPR2_LO_ADDRESS) > (high & WPR2_LO_ADDRESS) || !(high & WPR2_LO_ADDRESS))
        return false;
    *from = (uint64_t)(low & WPR2_LO_ADDRESS) << WPR2_SHIFT;
    *to = ((uint64_t)(high & WPR2_LO_ADDRESS) << WPR2_SHIFT) + WPR2_LAST;
    return true;
}
