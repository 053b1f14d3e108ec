/* model/gv100/host/fifo.h: host: channels, runlists, PBDMAs, and their schedule.
 *
 * Shape   work is done in steps, for a bounded number of units at a time (gv_fifo_run): in the write that
 *         submits it, and again whenever the card is woken, until nothing can go on. A channel stays on its PBDMA when it has
 *         run dry, until another one wants the PBDMA or somebody preempts it.
 *         Files: pfifo (registers), channels (PCCSR), runlist, schedule, pbdma, fetch, method, semaphore, memop.
 * Units   times in nanoseconds of the surroundings.
 * Source  docs/hardware/gv100.md §3, §4, §8. */
#ifndef MODEL_GV100_HOST_FIFO_H
#define MODEL_GV100_HOST_FIFO_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/gv100/ram.h"
#include "model/gv100/base/topology.h"
#include "model/gv100/copy/copy.h"
#include "model/gv100/vm/access.h"
#include "model/gv100/vm/subcontext.h"

struct gv100;
struct reg_block;

#define FIFO_CHANNELS    4096
#define CHANNEL_ID       0x7fffu /* in a runlist's channels */
#define FIFO_RAMFC_WORDS 64
#define NO_CHANNEL       (-1)
#define NO_PBDMA         (-1)
#define NO_RUNLIST       (-1)
#define EARLY_WORDS      16

struct channel {
    uint32_t instance; /* PCCSR_CHANNEL_INST */
    uint32_t runlist_field;
    bool enabled;
    bool rung;       /* the doorbell, since host last looked at GP_PUT */
    bool has_work;   /* it was taken off its PBDMA before it ran dry */
    bool waits;      /* for a semaphore, until retry_ns */
    bool may_switch; /* to another TSG, while it waits */
    bool pbdma_faulted, engine_faulted;
    int16_t pbdma;   /* that it is on */
    int16_t runlist; /* that has it, and the TSG there */
    uint16_t tsg;
    uint64_t retry_ns;
    struct space space;
    struct copy_state *copies; /* null: it has sent no method */
};

struct tsg {
    uint16_t id;
    uint16_t first, count; /* in the runlist's channels */
    uint64_t timeslice_ns;
    unsigned turn; /* the channel that is looked at first */
};

struct runlist {
    uint32_t base, length; /* ENG_RUNLIST_BASE, ENG_RUNLIST */
    bool pending;
    uint64_t pending_ns; /* until when */
    linear_addr at;      /* where it was read, and a sum of its words, of a strict card */
    uint32_t sum;
    struct tsg *tsgs;
    unsigned tsg_count, current;
    uint16_t *channels; /* ids; bit 15: RUNQUEUE_SELECTOR */
    unsigned channel_count;
    uint64_t timeslice_end;
    bool timeslice_is_new; /* no channel of the TSG has been loaded in it yet */
    bool timeslice_over;   /* a YIELD has ended it */
};

/* The reason for which a PBDMA's step stops. */
enum step {
    STEP_DONE,   /* nothing: go on */
    STEP_DRY,    /* GP_GET is at GP_PUT */
    STEP_BUSY,   /* an engine is not done */
    STEP_WAITS,  /* a semaphore has not the value */
    STEP_FROZEN, /* an interrupt waits for software */
    STEP_FAULTED,
    STEP_YIELDS,
};

/* Words that host fetched too early, of a defect. */
struct early {
    uint64_t at;
    unsigned count;
    uint8_t bytes[4 * EARLY_WORDS];
};

/* A GP entry that host took while the segment before it was under way (knob gp_ahead). */
struct ahead {
    bool there;
    bool dropped; /* its segment is conditional, and was not to be fetched then */
    uint32_t index, low, high;
};

/* Who took the last engine method of the graphics runlist. */
enum last_unit { LAST_NONE, LAST_COPIES, LAST_GRAPHICS };

struct pbdma {
    int channel;
    uint32_t words[FIFO_RAMFC_WORDS]; /* RAMFC of the channel on it: its registers */
    enum step state;                  /* how its last step ended */
    uint32_t intr[2], enabled[2], stall[2];
    uint32_t timeout;
    uint32_t gp_shadow[2], header_shadow, hce_method, hce_data;
    bool unlooked; /* it goes by GP_PUT of RAMFC, and has not read USERD yet */
    struct ahead ahead;
    enum last_unit last;
    uint64_t loaded_ns; /* when the channel came onto it */
    uint64_t
        ready_ns; /* when loading it ends, and that of the engine's context; 0: none is under way */
    uint64_t engine_ns;
    uint64_t written_ns;                  /* when USERD was last written */
    uint64_t acquire_ns;                  /* when the acquire under way began; 0: none */
    uint64_t clear_ns;                    /* the same of CLEAR_FAULTED */
    uint64_t late_ns;                     /* of a defect: when the time of a semaphore is written */
    uint32_t as_loaded[FIFO_RAMFC_WORDS]; /* RAMFC in memory, of a strict card */
    struct early early[2];                /* of the segment under way, and of the next one */
};

struct preempt {
    bool pending;
    bool of_tsg;
    uint16_t id;
};

struct fifo {
    struct channel channels[FIFO_CHANNELS];
    struct runlist runlists[TOPOLOGY_RUNLISTS_MAX];
    struct pbdma pbdmas[TOPOLOGY_PBDMAS_MAX];
    struct preempt preempt;
    uint32_t preempt_runlists; /* RUNLIST_PREEMPT bits that are pending */
    bool engine_faulted[TOPOLOGY_ENGINES_MAX];
    int engine_channel[TOPOLOGY_ENGINES_MAX]; /* whose context an engine has */
    uint64_t graphics_until_ns;               /* graphics is busy until then */
    struct subcontexts subcontexts;           /* of the context that graphics has */
    uint32_t report[3];                       /* of a report to come: its address, its payload */
    bool running;                             /* gv_fifo_run is under way */
    uint64_t round_ns;                        /* start of its last round, which times the next */
    unsigned extra;                           /* units that it has not been charged for yet */
};

extern const struct reg_block gv_fifo_regs;

/* Null: no memory. */
struct fifo *gv_fifo_new(void);
void gv_fifo_free(struct fifo *fifo);
/* PMC_ENABLE put PFIFO in reset, or the power came on: all of it is as new. */
void gv_fifo_reset(struct gv100 *card);
void gv_fifo_reset_pbdma(struct gv100 *card, unsigned pbdma);
/* An engine was put in reset. */
void gv_fifo_engine_reset(struct gv100 *card, unsigned engine);

/* Does all work that can be done, within bounds. */
void gv_fifo_run(struct gv100 *card);
/* Completes work that only takes time. */
void gv_fifo_poll(struct gv100 *card);
/* Nanoseconds that loading a context takes (knob context_load). */
uint64_t gv_context_load_ns(const struct gv100 *card);
/* Asks for the wake of the nearest thing that takes only time: a channel's next look at its semaphore, a runlist. */
void gv_fifo_plan_wake(struct gv100 *card);

/* Interrupts of PFIFO_INTR_0, and their level. */
void gv_fifo_raise(struct gv100 *card, uint32_t bit);
void gv_fifo_tell(struct gv100 *card);

/* channels.c: PCCSR, by offset in BAR0; and the doorbell. */
uint32_t gv_pccsr_read(struct gv100 *card, uint32_t offset);
void gv_pccsr_write(struct gv100 *card, uint32_t offset, uint32_t value);
/* `runlist`: that the channel must be on, or DOORBELL_ANY. */
void gv_fifo_doorbell(struct gv100 *card, uint32_t channel, unsigned runlist);
/* pfifo.c: a word written to a doorbell. */
void gv_fifo_ring(struct gv100 *card, uint32_t value);
void gv_channel_forget(struct gv100 *card, struct channel *channel);
/* hooks.engine_faulted. */
void gv_fifo_engine_faulted(struct gv100 *card, unsigned lce, unsigned channel);

/* runlist.c */
/* `base`: the value that its base register reads from now on. */
void gv_runlist_submit(struct gv100 *card, unsigned number, linear_addr at, unsigned length,
                       uint32_t base);
/* Of a strict card: notes whether memory still has the words that were read of it. */
void gv_runlist_judge(struct gv100 *card, unsigned number);
void gv_runlist_clear(struct runlist *runlist);

/* Whether an engine still works for the channel. */
bool gv_channel_is_working(const struct gv100 *card, const struct channel *channel);
/* Whether a wait for idle on a PBDMA's channel goes on. */
bool gv_pbdma_is_awaited(struct gv100 *card, unsigned number);

/* pbdma.c: registers by offset in BAR0. */
uint32_t gv_pbdma_read(struct gv100 *card, uint32_t offset);
void gv_pbdma_write(struct gv100 *card, uint32_t offset, uint32_t value);
/* From and to the instance block of a channel. False: SIGNATURE is not one. */
bool gv_pbdma_load(struct gv100 *card, unsigned pbdma, unsigned channel);
void gv_pbdma_save(struct gv100 *card, unsigned pbdma);
/* Looks at GP_PUT in USERD, and writes all else there. */
void gv_pbdma_look(struct gv100 *card, unsigned pbdma);
void gv_pbdma_write_back(struct gv100 *card, unsigned pbdma);
void gv_pbdma_raise(struct gv100 *card, unsigned pbdma, unsigned which, uint32_t bit);
bool gv_pbdma_is_frozen(const struct pbdma *pbdma);
/* Its channel's accesses. A fault is reported and stops the channel. */
struct client gv_pbdma_client(const struct gv100 *card, unsigned pbdma);
enum step gv_pbdma_fault(struct gv100 *card, unsigned pbdma, uint64_t at,
                         enum gmmu_access_type type, uint8_t fault);
bool gv_pbdma_is_privileged(const struct pbdma *pbdma);
struct channel *gv_pbdma_channel(struct gv100 *card, unsigned pbdma);

/* fetch.c: one step. */
enum step gv_pbdma_step(struct gv100 *card, unsigned pbdma);
uint32_t gv_crc32(uint32_t crc, const uint8_t *bytes, unsigned size);

/* method.c: METHOD0 with DATA0. */
enum step gv_pbdma_execute(struct gv100 *card, unsigned pbdma);
/* The interrupt that a method ends with. */
enum step gv_pbdma_reject(struct gv100 *card, unsigned pbdma, unsigned which, uint32_t bit);

/* semaphore.c */
enum step gv_semaphore_execute(struct gv100 *card, unsigned pbdma, uint32_t data);
enum step gv_semaphore_old(struct gv100 *card, unsigned pbdma, uint32_t data);

/* graphics.c: whether a subchannel of the PBDMA's channel is one of graphics itself. */
bool gv_is_graphics(const struct gv100 *card, unsigned pbdma, uint32_t subchannel);
/* Whether the next data word goes to the engine in one entry with the method that was just made. */
bool gv_methods_pair(const struct gv100 *card, unsigned pbdma);
/* Before an engine method on the graphics runlist. False: it has to wait for the unit before. */
bool gv_subchannel_changes(struct gv100 *card, unsigned pbdma, bool copies);
enum step gv_graphics_method(struct gv100 *card, unsigned pbdma, uint32_t subchannel);

/* memop.c */
enum step gv_memop(struct gv100 *card, unsigned pbdma, uint32_t d);

#endif
