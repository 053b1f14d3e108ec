#include "engines/gv100/host.h"

#include "engines/gv100/bar.h"
#include "engines/gv100/flush.h"
#include "engines/gv100/generation.h"
#include "engines/vram.h"
#include "engines/window.h"
#include "hw/gv100/pbus.h"
#include "hw/gv100/pccsr.h"
#include "hw/gv100/pfifo.h"
#include "hw/gv100/pmc.h"
#include "hw/gv100/pmmu.h"
#include "hw/gv100/ppbdma.h"
#include "hw/gv100/unlisted.h"
#include "hw/least.h"

#define ALL           UINT32_MAX
#define PAGE          0x1000u
#define DEBUG_PAGE    0x10000u    /* of 64 KiB, as a driver has it */
#define STOP_US       200000u     /* a channel that has not stopped by then hangs */
#define METHOD_NOP    0x80600008u /* a valid NOP, by which drivers replace a method (§4.7) */
#define STALL_UNKNOWN (BIT(28) | BIT(8)) /* bits that GV100 does not define; drivers clear them */
#define REPORT_ALL    0xfffffeffu /* every interrupt but the one that GV100 does not define */
#define PBDMA_TIMEOUT 0xffffu     /* as drivers set it */
#define LENGTH_BITS   16

/* ---- reset ----------------------------------------------------------------------------------- */

unsigned host_pbdmas_told(struct card *card)
{
    uint32_t word;

    return card_ask32(card, PFIFO_CFG0, &word) ? FIELD_GET(PFIFO_CFG0_NUM_PBDMA, word) : 0;
}

static unsigned pbdma_count(struct card *card)
{
    const unsigned count = host_pbdmas_told(card);

    return LEAST(count, gv100_places_of(card->chip)->pbdmas);
}

/* As a driver makes one ready (§4.7). */
static void pbdma_start(struct card *card, unsigned i)
{
    card_set32(card, PPBDMA_INTR_STALL(i),
               card_read32(card, PPBDMA_INTR_STALL(i)) & ~STALL_UNKNOWN);
    card_write32(card, PPBDMA_INTR_0(i), ALL);
    card_set32(card, PPBDMA_INTR_EN_0(i), REPORT_ALL);
    card_write32(card, PPBDMA_INTR_1(i), ALL);
    card_set32(card, PPBDMA_INTR_EN_1(i), ALL);
    card_set32(card, PPBDMA_TIMEOUT(i), PBDMA_TIMEOUT);
}

/* Each write to PMC_ENABLE is read back, because it must have arrived before the units are accessed. */
enum err host_reset(struct card *card, uint32_t engine_resets)
{
    const struct gv100_places *const places = gv100_places_of(card->chip);
    const uint32_t bits = PMC_ENABLE_PFIFO | engine_resets;
    const uint32_t enable = card_read32(card, PMC_ENABLE);

    card_set32(card, PMC_ENABLE, enable & ~bits);
    card_read32(card, PMC_ENABLE);
    card_set32(card, PMC_ENABLE, enable | bits);
    card_read32(card, PMC_ENABLE);
    if (places->pbdma_enable)
        card_set32(card, places->pbdma_enable, BIT(pbdma_count(card)) - 1);
    for (unsigned i = 0; i < pbdma_count(card); i++)
        pbdma_start(card, i);
    card_write32(card, PFIFO_INTR_0, ALL);
    card_write32(card, PFIFO_INTR_RUNLIST, ALL);
    card_set32(card, PFIFO_INTR_EN_0, 0);
    card_set32(card, PFIFO_INTR_EN_1, 0);
    return card_expired(card) ? ERR_DEADLINE : OK;
}

/* ---- open and close -------------------------------------------------------------------------- */

/* The debug pages, which serve reads and writes of sparse pages (§5.5); the HSHUB has copies of the
 * registers. */
static enum err set_debug_pages(struct host *host)
{
    struct card *const card = host->card;
    linear_addr page;
    const enum err e = memory_alloc(card, host->where, DEBUG_PAGE, DEBUG_PAGE, &page);

    if (e != OK)
        return e;
    const uint32_t word =
        (uint32_t)(page.v >> 8) | FIELD_PUT(PFB_PRI_MMU_DEBUG_WR_APERTURE, (uint32_t)page.target);
    card_set32(card, PFB_PRI_MMU_DEBUG_WR, word);
    card_set32(card, PFB_PRI_MMU_DEBUG_RD, word);
    card_set32(card, PFB_HSMMU_PRI_MMU_DEBUG_WR, word);
    return card_set32(card, PFB_HSMMU_PRI_MMU_DEBUG_RD, word);
}

/* Flushes of system memory read a page of it, and nobody may own that page but us. */
static enum err set_flush_page(struct card *card)
{
    struct dma_memory page;
    const enum err e = card_dma_alloc(card, PAGE, &page);

    return e == OK ? card_set32(card, FLUSH_PAGE, (uint32_t)(page.bus.v >> 8)) : e;
}

static enum err open_bar2(struct host *host)
{
    linear_addr instance = { 0, TARGET_VRAM };
    enum err e = space_open(&host->bar2, host->card, host->where);

    if (e == OK)
        e = instance_make(&host->bar2, host->where, NULL, &instance);
    if (e == OK)
        e = bar_flush(host->card);
    return e == OK ? bar_bind(host->card, BAR2, instance) : e;
}

static enum err open_faults(struct host *host, uint32_t entries)
{
    linear_addr ring;
    virtual_addr shown;
    enum err e =
        memory_alloc(host->card, host->where, (uint64_t)entries * GMMU_FAULT_BYTES, PAGE, &ring);

    if (e == OK)
        e = host_show(host, ring, (uint64_t)entries * GMMU_FAULT_BYTES, &shown);
    return e == OK ? fault_ring_open(&host->faults, host->card, FAULT_NON_REPLAYABLE, ring, shown,
                                     entries)
                   : e;
}

enum err host_open(struct host *host, struct card *card, const struct topology *topology,
                   enum target where, uint32_t ring_entries)
{
    *host = (struct host){ .card = card, .topology = topology, .where = where };
    enum err e = set_debug_pages(host);

    if (e == OK)
        e = set_flush_page(card);
    if (e == OK)
        e = open_bar2(host);
    return e == OK ? open_faults(host, ring_entries) : e;
}

enum err host_show(struct host *host, linear_addr at, uint64_t size, virtual_addr *out)
{
    const uint64_t bytes = (size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    const struct tlb_scope scope = { .pdb = host->bar2.root, .hub_only = true };
    const struct gmmu_pte pte = pte_to(at);
    enum err e = space_map(&host->bar2, host->bar2_next, bytes, GMMU_PAGE_4K, &pte);

    if (e == OK)
        e = bar_flush(host->card);
    if (e == OK)
        e = tlb_invalidate(host->card, &scope);
    if (e != OK)
        return e;
    *out = host->bar2_next;
    host->bar2_next.v += bytes;
    return OK;
}

/* ---- runlists -------------------------------------------------------------------------------- */

/* The last word is read back, so that all of it has reached memory (§2.3). */
static enum err write_runlist(struct card *card, linear_addr at,
                              const struct runlist_entry *entries, unsigned count)
{
    uint32_t words[RUNLIST_ENTRY_WORDS];
    linear_addr next = at;
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++, next = linear_add(next, sizeof(words))) {
        e = runlist_pack(&entries[i], words);
        if (e == OK)
            e = card_memory_write(card, next, words, sizeof(words));
    }
    if (e == OK && count)
        e = card_memory_read(card, linear_add(next, -(uint64_t)4), words, 4);
    return e;
}

enum err host_schedule_from(struct host *host, uint8_t runlist, const struct runlist_entry *entries,
                            unsigned count, enum target where)
{
    linear_addr at;
    enum err e = memory_alloc(host->card, where, PAGE, RUNLIST_ALIGN, &at);

    if (e == OK)
        e = write_runlist(host->card, at, entries, count);
    if (e != OK)
        return e;
    host->runlists |= BIT(runlist);
    return generation_submit(host->card, runlist, at, count);
}

enum err host_schedule(struct host *host, uint8_t runlist, const struct runlist_entry *entries,
                       unsigned count)
{
    return host_schedule_from(host, runlist, entries, count, host->where);
}

void host_disable(struct card *card, uint8_t runlist, bool disabled)
{
    const uint32_t now = card_read32(card, PFIFO_SCHED_DISABLE) & PFIFO_SCHED_DISABLE_RUNLIST_MASK;

    card_set32(card, PFIFO_SCHED_DISABLE, disabled ? now | BIT(runlist) : now & ~BIT(runlist));
}

static enum err preempt(struct card *card, uint32_t type, uint32_t id)
{
    card_write32(card, PFIFO_PREEMPT,
                 FIELD_PUT(PFIFO_PREEMPT_TYPE, type) | FIELD_PUT(PFIFO_PREEMPT_ID, id));
    return card_wait(card, PFIFO_PREEMPT, PFIFO_PREEMPT_PENDING, 0, HOST_WAIT_US);
}

enum err host_preempt_channel(struct card *card, uint16_t chid)
{
    return preempt(card, PFIFO_PREEMPT_TYPE_CHANNEL, chid);
}

enum err host_preempt_tsg(struct card *card, uint16_t tsgid)
{
    return preempt(card, PFIFO_PREEMPT_TYPE_TSG, tsgid);
}

enum err host_preempt_runlist(struct card *card, uint8_t runlist)
{
    card_write32(card, PFIFO_RUNLIST_PREEMPT, BIT(runlist));
    return card_wait(card, PFIFO_RUNLIST_PREEMPT, BIT(runlist), 0, HOST_WAIT_US);
}

/* ---- PBDMAs ---------------------------------------------------------------------------------- */

void pbdma_read(struct card *card, unsigned pbdma, struct pbdma_event *out)
{
    *out = (struct pbdma_event){
        .interrupts = card_read32(card, PPBDMA_INTR_0(pbdma)),
        .interrupts_1 = card_read32(card, PPBDMA_INTR_1(pbdma)),
        .method = card_read32(card, PPBDMA_METHOD0(pbdma)),
        .data = card_read32(card, PPBDMA_DATA0(pbdma)),
        .header = card_read32(card, PPBDMA_HDR_SHADOW(pbdma)),
        .channel =
            (uint16_t)FIELD_GET(PPBDMA_CHANNEL_CHID, card_read32(card, PPBDMA_CHANNEL(pbdma))),
    };
}

void pbdma_acknowledge(struct card *card, unsigned pbdma)
{
    card_write32(card, PPBDMA_INTR_1(pbdma), card_read32(card, PPBDMA_INTR_1(pbdma)));
    card_write32(card, PPBDMA_INTR_0(pbdma), card_read32(card, PPBDMA_INTR_0(pbdma)));
}

void pbdma_drop_method(struct card *card, unsigned pbdma)
{
    card_write32(card, PPBDMA_METHOD0(pbdma), METHOD_NOP);
    pbdma_acknowledge(card, pbdma);
}

/* ---- tear-down (§3.5) ------------------------------------------------------------------------ */

/* A pending interrupt blocks the save of a channel. */
static void unblock(struct card *card, uint32_t pbdmas)
{
    for (unsigned i = 0; i < PFIFO_PBDMA_MAP_COUNT; i++)
        if (pbdmas & BIT(i) &&
            (card_read32(card, PPBDMA_INTR_0(i)) || card_read32(card, PPBDMA_INTR_1(i))))
            pbdma_drop_method(card, i);
}

static enum err pbdmas_idle(struct card *card, uint32_t pbdmas)
{
    enum err all = OK;

    for (unsigned i = 0; i < PFIFO_PBDMA_MAP_COUNT; i++)
        if (pbdmas & BIT(i)) {
            const enum err e =
                card_wait(card, PFIFO_PBDMA_STATUS(i), PFIFO_PBDMA_STATUS_CHAN_STATUS, 0, STOP_US);

            all = e == OK ? all : e;
        }
    return all;
}

/* Waits for the engines of a runlist, and resets those that hang. */
static enum err engines_idle(struct host *host, uint8_t runlist)
{
    enum err all = OK;

    for (unsigned i = 0; i < host->topology->count; i++) {
        const struct engine *const engine = &host->topology->engines[i];

        if (engine->runlist != runlist || engine->engine >= PFIFO_ENGINE_STATUS_COUNT)
            continue;
        const enum err e = card_wait(host->card, PFIFO_ENGINE_STATUS(engine->engine),
                                     PFIFO_ENGINE_STATUS_CTX_STATUS, 0, STOP_US);
        if (e == OK || engine->reset == ENGINE_NONE)
            continue;
        const uint32_t enable = card_read32(host->card, PMC_ENABLE);
        card_write32(host->card, PMC_ENABLE, enable & ~BIT(engine->reset));
        card_read32(host->card, PMC_ENABLE);
        card_write32(host->card, PMC_ENABLE, enable | BIT(engine->reset));
        card_read32(host->card, PMC_ENABLE);
        all = e;
    }
    return all;
}

static enum err stop_runlist(struct host *host, uint8_t runlist)
{
    const uint32_t pbdmas = runlist_pbdmas(host->card, runlist);
    enum err all = OK, e;

    unblock(host->card, pbdmas);
    card_write32(host->card, PFIFO_RUNLIST_PREEMPT, BIT(runlist));
    unblock(host->card, pbdmas);
    all = card_wait(host->card, PFIFO_RUNLIST_PREEMPT, BIT(runlist), 0, STOP_US);
    unblock(host->card, pbdmas);
    e = pbdmas_idle(host->card, pbdmas);
    all = e == OK ? all : e;
    e = engines_idle(host, runlist);
    return e == OK ? all : e;
}

static void disable_channels(struct host *host)
{
    for (unsigned i = 0; i < host->channel_count; i++)
        card_write32(host->card, PCCSR_CHANNEL(host->channels[i]), PCCSR_CHANNEL_ENABLE_CLR);
}

static void unbind_channels(struct host *host)
{
    for (unsigned i = 0; i < host->channel_count; i++) {
        card_write32(host->card, PCCSR_CHANNEL(host->channels[i]),
                     PCCSR_CHANNEL_PBDMA_FAULTED | PCCSR_CHANNEL_ENG_FAULTED);
        card_write32(host->card, PCCSR_CHANNEL_INST(host->channels[i]), 0);
    }
    host->channel_count = 0;
}

static enum err each_runlist(struct host *host, enum err (*act)(struct host *host, uint8_t runlist))
{
    enum err all = OK;

    for (uint8_t i = 0; i < gv100_places_of(host->card->chip)->runlists; i++)
        if (host->runlists & BIT(i)) {
            const enum err e = act(host, i);

            all = e == OK ? all : e;
        }
    return all;
}

static enum err hold(struct host *host, uint8_t runlist)
{
    host_disable(host->card, runlist, true);
    return OK;
}

/* Whether LENGTH 0 empties a runlist is not proven (K14): its channels are unbound before. */
static enum err empty(struct host *host, uint8_t runlist)
{
    const enum err e = generation_submit(host->card, runlist, host->bar2.root, 0);

    host_disable(host->card, runlist, false);
    return e;
}

enum err host_close(struct host *host)
{
    enum err e;

    if (!host->card)
        return OK;
    each_runlist(host, hold);
    disable_channels(host);
    e = each_runlist(host, stop_runlist);
    unbind_channels(host);
    each_runlist(host, empty);
    fault_ring_close(&host->faults);
    host->runlists = 0;
    host->card = NULL;
    return e;
}
