#include "engines/nv50/m2mf.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "engines/window.h"
#include "hw/least.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pgraph.h"

#define COPY_TIMEOUT_US 1000000
#define FORMAT_BYTES    0x101 /* larger elements are broken (tesla-vm.md §7.2) */
#define METHODS_MAX     12    /* that go to PFIFO at once */

_Static_assert(4 * (2 * METHODS_MAX + 2) <= M2MF_COMMANDS, "so much of the ring is used");

/* By which commands name the objects; they lie side by side in the table of handles. */
enum handle { HANDLE_M2MF = 1, HANDLE_NOTIFY, HANDLE_IN, HANDLE_OUT };

void m2mf_close(struct m2mf *m2mf)
{
    engines_reset_pgraph(m2mf->card);
}

/* Copies from VRAM to system memory bring a read of the scratch page along, of address 0 if nobody has set
 * one (tesla-vm.md §1.10). Any page of ours will do. */
static void set_scratch_page(const struct m2mf *m2mf)
{
    card_set32(m2mf->card, PFB_SCRATCH_PAGE, (uint32_t)(m2mf->notifier.bus.v >> 8));
}

struct method {
    uint32_t number, data;
};

/* PFIFO has handed them all to PGRAPH when this returns. */
static enum err send(struct m2mf *m2mf, const struct method *list, unsigned count)
{
    struct fifo *const fifo = m2mf->fifo;
    uint32_t words[2 * METHODS_MAX + 2];
    unsigned n = 0;

    for (unsigned i = 0; i < count; i++) {
        words[n++] = FIELD_PUT(COMMAND_COUNT, 1) | list[i].number;
        words[n++] = list[i].data;
    }
    words[n++] = FIELD_PUT(COMMAND_COUNT, 1) | HOST_REF;
    words[n++] = ++m2mf->ref;
    fifo_rewind(fifo);
    enum err e = fifo_submit(fifo, words, n);
    if (e == OK)
        e = fifo_wait(fifo, m2mf->ref);
    if (e != OK || fifo_ref(fifo) == m2mf->ref)
        return e;
    card_log(m2mf->card, "PFIFO stopped before m2mf had its methods: interrupts 0x%08x",
             card_read32(m2mf->card, PFIFO_INTR));
    return ERR_UNSUPPORTED;
}

static enum err methods(struct m2mf *m2mf, const struct method *list, unsigned count)
{
    enum err e = OK;

    if (m2mf->fifo)
        return send(m2mf, list, count);
    for (unsigned i = 0; i < count && e == OK; i++)
        e = graph_method(m2mf->card, list[i].number, list[i].data);
    return e;
}

/* Every copy writes a record, wanted or not. */
static enum err notify_object(const struct m2mf *m2mf, struct vm *vm, uint16_t *selector)
{
    const struct dmaobj object = { .class_id = DMAOBJ_CLASS_READ_WRITE,
                                   .target = TARGET_SYSRAM_SNOOP,
                                   .access = DMAOBJ_ACCESS_READ_WRITE,
                                   .privilege = DMAOBJ_PRIVILEGE_USER,
                                   .base = m2mf->notifier.bus.v,
                                   .limit = m2mf->notifier.bus.v + M2MF_LINE - 1,
                                   .cycle = DMAOBJ_CYCLE_SHORT };

    return vm_object(vm, &object, selector);
}

/* The channel is current before PFIFO sends anything for it, so nothing is to be switched, for which PGRAPH would
 * need a context program (tesla-mmio.md §5.3). */
static enum err start_units(struct m2mf *m2mf)
{
    struct card *const card = m2mf->card;

    pgraph_start(card);
    enum err e = vm_flush_tlb(card, VM_ENGINE_PGRAPH);
    if (e != OK)
        return e;
    pgraph_load(card, m2mf->channel);
    if (!m2mf->fifo)
        return OK;
    e = fifo_start(m2mf->fifo);
    return e == OK ? vm_flush_tlb(card, VM_ENGINE_PFIFO) : e;
}

/* State that no copy changes is set once, so that a copy takes four methods. */
enum err m2mf_start(struct m2mf *m2mf)
{
    const bool fed = m2mf->fifo;
    const struct method setup[] = {
        { GRAPH_OBJECT, fed ? HANDLE_M2MF : m2mf->object },
        { M2MF_DMA_NOTIFY, fed ? HANDLE_NOTIFY : m2mf->notify },
        { M2MF_DMA_IN, fed ? HANDLE_IN : m2mf->in },
        { M2MF_DMA_OUT, fed ? HANDLE_OUT : m2mf->out },
        { M2MF_IN + M2MF_SIDE_LAYOUT, M2MF_LAYOUT_PITCH },
        { M2MF_OUT + M2MF_SIDE_LAYOUT, M2MF_LAYOUT_PITCH },
        { M2MF_PITCH_IN, M2MF_LINE },
        { M2MF_PITCH_OUT, M2MF_LINE },
        { M2MF_LINE_LENGTH, M2MF_LINE },
        { M2MF_FORMAT, FORMAT_BYTES },
        { M2MF_OFFSET_IN_HIGH, 0 },
        { M2MF_OFFSET_OUT_HIGH, 0 },
    };
    const enum err e = start_units(m2mf);

    m2mf->line = M2MF_LINE;
    m2mf->in_high = m2mf->out_high = 0;
    return e == OK ? methods(m2mf, setup, ARRAY_SIZE(setup)) : e;
}

static enum err class_object(struct m2mf *m2mf, struct vm *vm)
{
    static const uint32_t words[DMAOBJ_WORDS] = { GRAPH_CLASS_M2MF };

    m2mf->channel = vm->descriptor;
    return vm_object_words(vm, words, &m2mf->object);
}

/* The objects that PGRAPH looks up in the channel, beside the two of the caller. */
static enum err write_objects(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out)
{
    m2mf->in = in;
    m2mf->out = out;
    enum err e = class_object(m2mf, vm);
    if (e == OK)
        e = notify_object(m2mf, vm, &m2mf->notify);
    if (e == OK)
        set_scratch_page(m2mf);
    return e == OK ? host_flush(vm->card) : e;
}

enum err m2mf_prepare(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out)
{
    *m2mf = (struct m2mf){ .card = vm->card };
    const enum err e = card_dma_alloc(vm->card, M2MF_LINE, &m2mf->notifier);

    return e == OK ? write_objects(m2mf, vm, in, out) : e;
}

static enum err start_and_settle(struct m2mf *m2mf)
{
    const enum err e = m2mf_start(m2mf);

    return e == OK ? graph_settle(m2mf->card) : e;
}

enum err m2mf_open(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out)
{
    const enum err e = m2mf_prepare(m2mf, vm, in, out);

    return e == OK ? start_and_settle(m2mf) : e;
}

enum err m2mf_reopen(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out)
{
    const enum err e = write_objects(m2mf, vm, in, out);

    return e == OK ? start_and_settle(m2mf) : e;
}

static enum err write_handles(struct m2mf *m2mf)
{
    const struct {
        uint32_t handle;
        uint16_t selector;
        uint8_t engine;
    } rows[] = {
        { HANDLE_M2MF, m2mf->object, PFIFO_ENGINE_PGRAPH },
        { HANDLE_NOTIFY, m2mf->notify, PFIFO_ENGINE_SOFTWARE },
        { HANDLE_IN, m2mf->in, PFIFO_ENGINE_SOFTWARE },
        { HANDLE_OUT, m2mf->out, PFIFO_ENGINE_SOFTWARE },
    };
    enum err e = OK;

    for (unsigned i = 0; i < ARRAY_SIZE(rows) && e == OK; i++)
        e = fifo_handle(m2mf->fifo, rows[i].handle, rows[i].selector, rows[i].engine);
    return e;
}

enum err m2mf_open_by_fifo(struct m2mf *m2mf, struct fifo *fifo, struct vm *vm, uint16_t notify,
                           uint16_t in, uint16_t out)
{
    *m2mf = (struct m2mf){ .card = vm->card,
                           .fifo = fifo,
                           .notify = notify,
                           .in = in,
                           .out = out,
                           .notifier = m2mf->notifier };
    enum err e = class_object(m2mf, vm);
    if (e == OK)
        e = write_handles(m2mf);
    if (e != OK)
        return e;
    set_scratch_page(m2mf);
    return start_and_settle(m2mf); /* PFIFO's start flushes the host's writes */
}

static linear_addr record_end(const struct m2mf *m2mf)
{
    return (linear_addr){ m2mf->notifier.bus.v + M2MF_NOTIFY_RECORD + NOTIFY_RECORD_BYTES - 4,
                          TARGET_SYSRAM_SNOOP };
}

/* The record comes after the last byte on the same way, so its arrival proves theirs. */
static enum err wait_for_record(struct m2mf *m2mf)
{
    struct bus *const bus = m2mf->card->bus;
    const uint64_t give_up = bus->ops->time_us(bus) + COPY_TIMEOUT_US;
    uint32_t word = 0;

    for (;;) {
        const enum err e = card_memory_read(m2mf->card, record_end(m2mf), &word, sizeof(word));

        if (e != OK || !word)
            return e;
        if (bus->ops->time_us(bus) >= give_up)
            return ERR_TIMEOUT;
    }
}

/* Lists a method only if its value differs from that of the last copy: small copies are many, and each method takes
 * time. Returns how many that are. */
static unsigned keep(struct method *list, uint32_t number, uint32_t *held, uint32_t value)
{
    if (*held == value)
        return 0;
    *held = value;
    *list = (struct method){ number, value };
    return 1;
}

enum err m2mf_launch(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size)
{
    const uint32_t pending = UINT32_MAX;
    const uint32_t line = LEAST(size, M2MF_LINE);
    struct method list[METHODS_MAX];
    unsigned n = 0;
    const enum err e = card_memory_write(m2mf->card, record_end(m2mf), &pending, sizeof(pending));

    if (e != OK)
        return e;
    n += keep(list + n, M2MF_OFFSET_IN_HIGH, &m2mf->in_high, (uint32_t)(in >> 32));
    n += keep(list + n, M2MF_OFFSET_OUT_HIGH, &m2mf->out_high, (uint32_t)(out >> 32));
    n += keep(list + n, M2MF_LINE_LENGTH, &m2mf->line, line);
    list[n++] = (struct method){ M2MF_OFFSET_IN, (uint32_t)in };
    list[n++] = (struct method){ M2MF_OFFSET_OUT, (uint32_t)out };
    list[n++] = (struct method){ M2MF_LINE_COUNT, size / line };
    list[n++] = (struct method){ M2MF_BUF_NOTIFY, M2MF_BUF_NOTIFY_WRITE };
    return methods(m2mf, list, n);
}

enum err m2mf_finish(struct m2mf *m2mf)
{
    const enum err e = graph_settle(m2mf->card);

    return e == OK ? wait_for_record(m2mf) : e;
}

enum err m2mf_copy(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size)
{
    const enum err e = m2mf_launch(m2mf, in, out, size);

    return e == OK ? m2mf_finish(m2mf) : e;
}

enum err m2mf_try(struct m2mf *m2mf, uint64_t in, uint64_t out, struct graph_event *event)
{
    enum err e = m2mf_launch(m2mf, in, out, M2MF_LINE);

    if (e == OK)
        e = graph_take_event(m2mf->card, event);
    return e == OK && !event->interrupts ? wait_for_record(m2mf) : e;
}

/* Commands name the two objects of the copies, and no others. */
static uint32_t word_of(const struct m2mf *m2mf, uint16_t selector)
{
    if (!m2mf->fifo)
        return selector;
    return selector == m2mf->in ? HANDLE_IN : HANDLE_OUT;
}

enum err m2mf_bind(struct m2mf *m2mf, uint32_t number, uint16_t selector, struct graph_event *event)
{
    const struct method bind = { number, word_of(m2mf, selector) };
    const enum err e = methods(m2mf, &bind, 1);

    return e == OK ? graph_take_event(m2mf->card, event) : e;
}

void m2mf_forget_channel(struct m2mf *m2mf)
{
    card_write32(m2mf->card, PGRAPH_CTXCTL_CUR, m2mf->channel & PGRAPH_CTXCTL_CHANNEL);
}
