#include "engines/nv50/m2mf.h"

#include "engines/nv50/flush.h"
#include "engines/nv50/pgraph.h"
#include "engines/nv50/reset.h"
#include "engines/window.h"
#include "hw/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"

#define PORT_TIMEOUT_US 100000
#define COPY_TIMEOUT_US 1000000
#define FORMAT_BYTES    0x101 /* larger elements are broken (tesla-vm.md §7.2) */

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

static enum err method(struct card *card, uint32_t number, uint32_t data)
{
    const enum err e = card_wait(card, PGRAPH_CMD_ADDR, PGRAPH_CMD_VALID, 0, PORT_TIMEOUT_US);

    if (e != OK)
        return e;
    card_write32(card, PGRAPH_CMD_DATA_LOW, data);
    card_write32(card, PGRAPH_CMD_ADDR, number | PGRAPH_CMD_VALID);
    return OK;
}

struct method {
    uint32_t number, data;
};

static enum err methods(struct card *card, const struct method *list, unsigned count)
{
    enum err e = OK;

    for (unsigned i = 0; i < count && e == OK; i++)
        e = method(card, list[i].number, list[i].data);
    return e;
}

/* What register tests acknowledge and go on after; anything else is a complaint (silicon-sequences.md §6.2). */
#define HARMLESS (PGRAPH_INTR_NOTIFY | PGRAPH_INTR_BUFFER_NOTIFY | PGRAPH_INTR_SINGLE_STEP)

/* Idle, or stopped by an error, after which a unit may stay busy for good (tesla-vm.md §2.4). */
static enum err await_end(struct card *card)
{
    struct bus *const bus = card->bus;
    const uint64_t give_up = bus->ops->time_us(bus) + COPY_TIMEOUT_US;

    for (;;) {
        if ((card_read32(card, PGRAPH_INTR) & ~HARMLESS) || !card_read32(card, PGRAPH_STATUS))
            return card_expired(card) ? ERR_DEADLINE : OK;
        if (bus->ops->time_us(bus) >= give_up)
            return card_wait(card, PGRAPH_STATUS, UINT32_MAX, 0, 0); /* for its line in the log */
    }
}

static void acknowledge(struct card *card, uint32_t raised)
{
    if (!raised)
        return;
    card_write32(card, PGRAPH_INTR, raised);
    card_write32(card, PGRAPH_FIFO_CONTROL, PGRAPH_FIFO_CONTROL_RUN);
}

/* What there is to complain about, read and acknowledged (tesla-vm.md §2.6). */
static enum err take_event(struct card *card, struct m2mf_event *event)
{
    const enum err e = await_end(card);

    *event = (struct m2mf_event){ 0 };
    if (e != OK)
        return e;
    const uint32_t raised = card_read32(card, PGRAPH_INTR);
    event->interrupts = raised & ~HARMLESS;
    if (!event->interrupts) {
        acknowledge(card, raised);
        return OK;
    }
    event->line = card_read32(card, PMC_INTR_HOST) & PMC_INTR_PGRAPH;
    event->traps = card_read32(card, PGRAPH_TRAP);
    event->trapped = card_read32(card, PGRAPH_M2MF_TRAP) & ~PGRAPH_UNIT_TRAP_ENABLE;
    event->data_error = card_read32(card, PGRAPH_DATA_ERROR);
    event->method = card_read32(card, PGRAPH_TRAPPED_ADDR) & PGRAPH_CMD_METHOD;
    pgraph_clear_traps(card);
    card_write32(card, PGRAPH_TRAP, event->traps);
    acknowledge(card, raised);
    return OK;
}

static enum err settle(struct card *card)
{
    struct m2mf_event event;
    const enum err e = take_event(card, &event);

    if (e != OK || !event.interrupts)
        return e;
    card_log(card, "PGRAPH interrupts 0x%08x, traps 0x%08x, data error 0x%x at method 0x%x",
             event.interrupts, event.traps, event.data_error, event.method);
    return ERR_UNSUPPORTED;
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

/* All that no copy changes is set once, so that a copy takes four methods. */
enum err m2mf_start(struct m2mf *m2mf)
{
    struct card *const card = m2mf->card;

    pgraph_start(card);
    const enum err e = vm_flush_tlb(card, VM_ENGINE_PGRAPH);
    if (e != OK)
        return e;
    pgraph_load(card, m2mf->channel);
    const struct method setup[] = {
        { GRAPH_OBJECT, m2mf->object },
        { M2MF_DMA_NOTIFY, m2mf->notify },
        { M2MF_DMA_IN, m2mf->in },
        { M2MF_DMA_OUT, m2mf->out },
        { M2MF_IN + M2MF_SIDE_LAYOUT, M2MF_LAYOUT_PITCH },
        { M2MF_OUT + M2MF_SIDE_LAYOUT, M2MF_LAYOUT_PITCH },
        { M2MF_PITCH_IN, M2MF_LINE },
        { M2MF_PITCH_OUT, M2MF_LINE },
        { M2MF_LINE_LENGTH, M2MF_LINE },
        { M2MF_FORMAT, FORMAT_BYTES },
        { M2MF_OFFSET_IN_HIGH, 0 },
        { M2MF_OFFSET_OUT_HIGH, 0 },
    };
    m2mf->line = M2MF_LINE;
    m2mf->in_high = m2mf->out_high = 0;
    return methods(card, setup, ARRAY_SIZE(setup));
}

/* What PGRAPH looks up in the channel beside the two objects of the caller. */
static enum err write_objects(struct m2mf *m2mf, struct vm *vm, uint16_t in, uint16_t out)
{
    static const uint32_t class_words[DMAOBJ_WORDS] = { GRAPH_CLASS_M2MF };

    m2mf->channel = vm->descriptor;
    m2mf->in = in;
    m2mf->out = out;
    enum err e = vm_object_words(vm, class_words, &m2mf->object);
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

    return e == OK ? settle(m2mf->card) : e;
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

static linear_addr record_end(const struct m2mf *m2mf)
{
    return (linear_addr){ m2mf->notifier.bus.v + M2MF_NOTIFY_RECORD + NOTIFY_RECORD_BYTES - 4,
                          TARGET_SYSRAM_SNOOP };
}

/* The record comes behind the last byte on the same way, so its arrival proves theirs. */
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

/* Sends a method only if its value differs from that of the last copy: small copies are many, and each method waits for
 * a read over the link. */
static enum err keep(struct m2mf *m2mf, uint32_t number, uint32_t *held, uint32_t value)
{
    if (*held == value)
        return OK;
    *held = value;
    return method(m2mf->card, number, value);
}

enum err m2mf_launch(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size)
{
    const uint32_t pending = UINT32_MAX;
    const uint32_t line = size < M2MF_LINE ? size : M2MF_LINE;
    const struct method list[] = {
        { M2MF_OFFSET_IN, (uint32_t)in },
        { M2MF_OFFSET_OUT, (uint32_t)out },
        { M2MF_LINE_COUNT, size / line },
        { M2MF_BUF_NOTIFY, M2MF_BUF_NOTIFY_WRITE },
    };
    enum err e = card_memory_write(m2mf->card, record_end(m2mf), &pending, sizeof(pending));

    if (e == OK)
        e = keep(m2mf, M2MF_OFFSET_IN_HIGH, &m2mf->in_high, (uint32_t)(in >> 32));
    if (e == OK)
        e = keep(m2mf, M2MF_OFFSET_OUT_HIGH, &m2mf->out_high, (uint32_t)(out >> 32));
    if (e == OK)
        e = keep(m2mf, M2MF_LINE_LENGTH, &m2mf->line, line);
    return e == OK ? methods(m2mf->card, list, ARRAY_SIZE(list)) : e;
}

enum err m2mf_finish(struct m2mf *m2mf)
{
    const enum err e = settle(m2mf->card);

    return e == OK ? wait_for_record(m2mf) : e;
}

enum err m2mf_copy(struct m2mf *m2mf, uint64_t in, uint64_t out, uint32_t size)
{
    const enum err e = m2mf_launch(m2mf, in, out, size);

    return e == OK ? m2mf_finish(m2mf) : e;
}

enum err m2mf_try(struct m2mf *m2mf, uint64_t in, uint64_t out, struct m2mf_event *event)
{
    enum err e = m2mf_launch(m2mf, in, out, M2MF_LINE);

    if (e == OK)
        e = take_event(m2mf->card, event);
    return e == OK && !event->interrupts ? wait_for_record(m2mf) : e;
}

enum err m2mf_bind(struct m2mf *m2mf, uint32_t number, uint16_t selector, struct m2mf_event *event)
{
    const enum err e = method(m2mf->card, number, selector);

    return e == OK ? take_event(m2mf->card, event) : e;
}

void m2mf_forget_channel(struct m2mf *m2mf)
{
    card_write32(m2mf->card, PGRAPH_CTXCTL_CUR, m2mf->channel & PGRAPH_CTXCTL_CHANNEL);
}
