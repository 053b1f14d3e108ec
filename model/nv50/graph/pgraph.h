/* model/nv50/graph/pgraph.h: PGRAPH's front end: objects, methods, notifiers, errors, context switches.
 *
 * Shape   methods come from PFIFO or from the direct port; the class of the subchannel's object
 *         executes them at once. Only copies and drawings may take longer, since one method can ask for
 *         any amount of them: the rest of one that does not fit into one turn goes on at later wakes, and no method is
 *         taken meanwhile. A context switch runs no program: a channel's bindings and settings are kept in its context
 *         object.
 * Errors  a method that cannot be done raises PGRAPH's interrupt and has no effect.
 * Source  docs/hardware/tesla-mmio.md §5. */
#ifndef MODEL_NV50_GRAPH_PGRAPH_H
#define MODEL_NV50_GRAPH_PGRAPH_H

#include <stdbool.h>
#include <stdint.h>

#include "hw/nv50/pgraph.h"
#include "model/nv50/vm/vm_user.h"

struct nv50;
struct reg_block;
struct shader_trap;

extern const struct reg_block pgraph_regs;

#define SUBCHANNELS 8

/* Methods are kept as they were sent, from 0x180 on. */
#define METHODS_FIRST   0x180
#define M2MF_METHODS    107  /* to 0x328 */
#define ENG2D_METHODS   472  /* to 0x8dc */
#define COMPUTE_METHODS 352  /* to 0x6fc */
#define GR3D_METHODS    1636 /* to 0x1b0c */
#define COMPUTE_BUFFERS 128
#define COMPUTE_SPACES  16
#define COMPUTE_IMAGES  128
#define COMPUTE_TAKERS  16 /* samplers */

enum m2mf_user { M2MF_USER_NOTIFY, M2MF_USER_IN, M2MF_USER_OUT, M2MF_USERS };
enum eng2d_user { ENG2D_USER_NOTIFY, ENG2D_USER_DST, ENG2D_USER_SRC, ENG2D_USER_COND, ENG2D_USERS };

#define GRAPH_LINE_PIXELS 0x10000 /* the widest line of a blit */

/* Query settings of the 3D and the compute class: hw/nv50/gr3d.h. */
enum graph_query_class { GRAPH_QUERY_3D, GRAPH_QUERY_COMPUTE, GRAPH_QUERIES };

struct graph_query {
    uint32_t object; /* selector */
    uint32_t words[4];
};

/* A constant buffer, as it was when it was set. */
struct graph_buffer {
    uint32_t high, low, size;
};

/* The state that a channel takes along. */
struct graph_state {
    uint32_t mark;                 /* GRAPH_STATE_MARK: somebody has saved it */
    uint32_t objects[SUBCHANNELS]; /* class, and instance << 16 */
    uint32_t m2mf[M2MF_METHODS];
    uint32_t eng2d[ENG2D_METHODS];
    struct graph_query queries[GRAPH_QUERIES];
    uint32_t compute[COMPUTE_METHODS];
    struct graph_buffer buffers[COMPUTE_BUFFERS];
    uint32_t bound[COMPUTE_SPACES]; /* which buffer a c[] is, and 1; 0: none */
    uint32_t textures[COMPUTE_IMAGES], samplers[COMPUTE_TAKERS]; /* entries, and 1; 0: none */
    uint32_t undrawn;                  /* 1: the condition of the 2D engine does not hold */
    uint32_t undrawn_3d;               /* 1: that of 3D */
    uint32_t begun;                    /* 1: between BEGIN and END of 3D */
    uint32_t strmout_at[4];            /* bytes that are in each buffer of stream output */
    uint32_t strmout_primitives;       /* that have been written since they were latched */
    uint32_t bound_3d[COMPUTE_SPACES]; /* as `bound`, of vertex programs */
    uint32_t gr3d[GR3D_METHODS];
    uint64_t sifc_done; /* bits of the image under way that have come from the host */
};

/* A copy or drawing under way: its progress. Its operation stands in the methods that were sent. */
enum graph_work_kind {
    GRAPH_WORK_NONE,
    GRAPH_WORK_COPY,
    GRAPH_WORK_RECTANGLE,
    GRAPH_WORK_BLIT,
    GRAPH_WORK_GRID,
    GRAPH_WORK_CLEAR,
    GRAPH_WORK_CLIPID,
    GRAPH_WORK_VERTICES,
    GRAPH_WORK_STUCK /* never ends */
};

struct graph_work {
    enum graph_work_kind kind;
    uint32_t
        given; /* copy: data of BUF_NOTIFY; rectangle: the method of its second corner; 3D: data of the method */
    uint32_t line; /* the next line */
    uint32_t
        done; /* copy: elements of it that are copied already; vertices: 1 while their program runs */
    bool leaves;     /* copy: something went from VRAM to the bus */
    uint32_t class;  /* of the object that began it */
    uint32_t effort; /* left in this turn, about a nanosecond of the host's time each */
};

struct pgraph {
    struct graph_state state;
    struct graph_work work;
    struct vm_user m2mf[M2MF_USERS];
    struct vm_user eng2d[ENG2D_USERS];
    uint64_t drained_ns; /* fetched commands are done at that time (knob g86_lockup) */
    bool notify_asked;   /* the next method writes a record */
    uint32_t notify_kind;
    uint64_t fetched; /* 1 more than where the vertices lie that were fetched last; 0: none */
    uint64_t copies;  /* of m2mf, since its reset */
    uint32_t code[CTXPROG_WORDS]; /* the context program */
    bool program; /* a context program has been sent since the reset of PGRAPH (knob no_program) */
    bool by_port; /* the method under way came through the direct port (knob m2mf_port) */
};

/* The answer of a class to a method: done, no such method, or the code of a data error. */
#define GRAPH_DONE    0
#define GRAPH_ILLEGAL (-1)

/* The reset by PMC; and the initial state of a channel's context, which keeps the program. */
void pgraph_reset(struct nv50 *card);
void pgraph_clear(struct nv50 *card);
/* One method with its data, for the channel that is current. */
void pgraph_method(struct nv50 *card, unsigned subchannel, uint32_t method, uint32_t data);
/* Whether PFIFO may send methods: it has access, nothing is under way and no error waits for its handler. */
bool pgraph_accepts(const struct nv50 *card);
/* Whether a copy or drawing is under way. */
bool pgraph_works(const struct nv50 *card);
/* An access or a wake begins: all methods that it executes share one turn's effort. */
void pgraph_begin_turn(struct nv50 *card);
/* Goes on with the work under way for one turn. */
void pgraph_wake(struct nv50 *card);
/* Whether PGRAPH answers PFIFO when that sends for this channel; without a context program it may not (knob
 * no_program). */
bool pgraph_answers(const struct nv50 *card, uint32_t channel);
/* PFIFO sends for this channel from now on (a descriptor). */
void pgraph_switch(struct nv50 *card, uint32_t channel);
/* The channel, if it is the current one, goes back into its context object. false: not yet, something is
 * under way for it. */
bool pgraph_unload(struct nv50 *card, uint32_t channel);

/* Runs the context program from its program counter, to its end. */
void ctxprog_run(struct nv50 *card);

/* Whether a flush of that engine's TLB ends; PGRAPH's may not (knob g86_lockup). */
bool pgraph_flush_allowed(const struct nv50 *card, unsigned engine);

/* Whether all six units' traps have been enabled since PGRAPH's reset (tesla-mmio.md §5.1); m2mf
 * may also need the other settings of register tests (knob m2mf_port). */
bool pgraph_is_set_up(const struct nv50 *card);
bool pgraph_is_set_up_in_full(const struct nv50 *card);

/* ---- for the classes ---- */

/* `user` gets the object that the selector names; a data error code if the class forbids it. */
int graph_bind(struct nv50 *card, struct vm_user *user, uint32_t selector, bool written);
void graph_raise(struct nv50 *card, uint32_t interrupts);
/* PGRAPH's interrupt registers may have changed. */
void graph_tell(struct nv50 *card);
/* Where a TPC has a word that stands at one of these addresses in TPC 0. */
uint32_t graph_tpc_word(const struct nv50 *card, unsigned tpc, uint32_t g80, uint32_t g200);
/* The first TPC that the card has, which answers for all where none is known to. */
unsigned graph_first_tpc(const struct nv50 *card);
/* A unit's trap word takes `bits`, and TRAP its bit. */
void graph_trap(struct nv50 *card, uint32_t unit, uint32_t word, uint32_t bits);
/* A program of the shader cores has trapped. */
void graph_tell_program(struct nv50 *card, const struct shader_trap *trap);
/* 16 bytes: the time, then 0. false: a VM fault. */
bool graph_write_record(struct nv50 *card, const struct vm_user *user, uint64_t offset);

/* graph_work.c: begins a copy or drawing and does as much as this turn allows. */
void graph_begin(struct nv50 *card, enum graph_work_kind kind, uint32_t given);
/* Takes effort for the next piece of work. false: this turn has none left. */
bool graph_spend(struct nv50 *card, uint64_t effort);
/* Writes the record that method 0x104 has asked for. */
void graph_finish_notify(struct nv50 *card, uint32_t class);
/* The command in the direct port is executed if PGRAPH may take it. */
void graph_run_port(struct nv50 *card);

/* A copy, a drawing from where it stopped on. false: it has not come to its end in this turn. */
bool m2mf_go_on(struct nv50 *card);
bool eng2d_go_on(struct nv50 *card);
bool compute_go_on(struct nv50 *card);
bool clear_go_on(struct nv50 *card);
bool clipid_go_on(struct nv50 *card);
bool vertices_go_on(struct nv50 *card);

int m2mf_method(struct nv50 *card, uint32_t method, uint32_t data);
/* Reads the records that a condition compares; `undrawn` becomes true where drawing has no effect from now on. */
int graph_condition(struct nv50 *card, const struct vm_user *user, uint64_t at, uint32_t mode,
                    uint32_t *undrawn);
/* The 2D engine's source could not be read. */
void graph_trap_source(struct nv50 *card);
/* Takes all methods: clears, queries and conditions do something, the rest is stored. */
int gr3d_method(struct nv50 *card, uint32_t method, uint32_t data);
/* Takes all methods. The query is a part of both classes. */
int compute_method(struct nv50 *card, uint32_t method, uint32_t data);
int compute_query(struct nv50 *card, uint32_t method, uint32_t data);
int eng2d_method(struct nv50 *card, uint32_t method, uint32_t data);
/* Their names as requesters in the VM; and their DMA objects are read again for the current
 * channel. */
void m2mf_init(struct nv50 *card);
void m2mf_rebind(struct nv50 *card);
void eng2d_init(struct nv50 *card);
void eng2d_rebind(struct nv50 *card);

#endif
