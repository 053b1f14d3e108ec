/* engines/nv50/m2mf.h: the card's own copy, class 0x5039, through PFIFO or PGRAPH's direct command port.
 *
 * Shape   no context program: PGRAPH is let out of reset and given a channel, which stays the only one. By PFIFO
 *         methods go as commands in VRAM, as drivers send them; by the port each is a register write. The channel
 *         holds one object to read from and one to write to; offsets count inside them.
 * Units   bytes.
 * Errors  ERR_TIMEOUT if the port or the copy does not end; ERR_UNSUPPORTED if PGRAPH reports a trap,
 *         a data error or a method it does not know, or PFIFO complains, which are in the log.
 * Source  docs/hardware/tesla-mmio.md §5.4, §5.5, §5.7, tesla-engines.md §4.1, §4.2;
 *         silicon-sequences.md §5.2, §6.3. */
#ifndef ENGINES_NV50_M2MF_H
#define ENGINES_NV50_M2MF_H

#include "engines/nv50/fifo.h"
#include "engines/nv50/graph_port.h"

#define M2MF_LINE 0x1000u            /* a copy is smaller, or a multiple of this */
#define M2MF_MAX  (1024 * M2MF_LINE) /* of one copy */

/* Bytes of PFIFO's ring that its methods take, after FIFO_COMMANDS. */
#define M2MF_COMMANDS 0x80u

struct m2mf {
    struct card *card;
    struct fifo *fifo;                /* that the methods go through; null: the direct port */
    uint32_t ref;                     /* PFIFO's count after the last of them */
    uint32_t channel;                 /* descriptor */
    uint16_t object, notify, in, out; /* selectors in it */
    struct dma_memory notifier;
    uint32_t line, in_high, out_high; /* that the unit holds */
};

/* Selectors of objects in the channel: the source, the destination. */
enum err m2mf_open(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out) MUST_CHECK;
/* The same after m2mf_close, in a channel that may be another one. */
enum err m2mf_reopen(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out) MUST_CHECK;
/* The same by PFIFO, whose channel has been laid (fifo_lay) with `vm` for its objects. Record and scratch page are
 * m2mf->notifier, which the caller has allocated, and which object `notify` shows from offset 0 on. */
enum err m2mf_open_by_fifo(struct m2mf *m2mf, struct fifo *fifo, struct vm *vm, uint16_t notify,
                           uint16_t in, uint16_t out) MUST_CHECK;
/* PGRAPH goes back into reset, and loses its setup. PFIFO, where it was used, keeps its channel. */
void m2mf_close(struct m2mf *m2mf);
/* Returns when all of it has arrived. */
enum err m2mf_copy(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size) MUST_CHECK;
/* The two halves of m2mf_copy: starts it, and waits for its end. */
enum err m2mf_launch(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size) MUST_CHECK;
enum err m2mf_finish(struct m2mf *m2mf) MUST_CHECK;

/* The two halves of m2mf_open: writes the objects; sets PGRAPH up, from its reset on, with the
 * selectors that the struct has by then. m2mf_try gives PGRAPH's answer to them. */
enum err m2mf_prepare(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out) MUST_CHECK;
enum err m2mf_start(struct m2mf *m2mf) MUST_CHECK;
/* Copies a line of which PGRAPH may complain. The unit may hang after a trap: m2mf_close comes next. */
enum err m2mf_try(struct m2mf *m2mf, uint64_t in, uint64_t out,
                  struct graph_event *event) MUST_CHECK;
/* The channel is no longer current; bound objects stay bound. */
void m2mf_forget_channel(struct m2mf *m2mf);
/* Method M2MF_DMA_NOTIFY, _IN or _OUT, to which PGRAPH may object; by PFIFO one of the two objects of m2mf_open. */
enum err m2mf_bind(struct m2mf *m2mf, uint32_t number, uint16_t selector,
                   struct graph_event *event) MUST_CHECK;

#endif
