#include "engines/nv50/vp2.h"

#include "hw/nv50/pcipher.h"
#include "hw/nv50/pmc.h"
#include "hw/nv50/pmpeg.h"
#include "hw/nv50/xtensa.h"

/* An access that ends well gives no sign, so it is given ACCESS_US. One that faults gives a sign, and then has TELL_US
 * more for the rest of its report. */
#define ACCESS_US 1000
#define TELL_US   100

/* Words that tools write without saying why (tesla-engines.md §3.2). */
#define XTENSA_D10 0x1fffffffu
#define XTENSA_D08 0x0fffffffu

static void put(struct card *card, const struct media_unit *unit, uint32_t offset, uint32_t value)
{
    card_write32(card, unit->base + offset, value);
}

static uint32_t get(struct card *card, const struct media_unit *unit, uint32_t offset)
{
    return card_read32(card, unit->base + offset);
}

#define PMPEG_FAULTS                                                                               \
    (PMPEG_CONFIG_ERRORS | PMPEG_CONFIG_CMD | PMPEG_CONFIG_DATA | PMPEG_CONFIG_IMAGE |             \
     PMPEG_CONFIG_QUERY)

struct registers {
    uint32_t intr, enable, channel;
};

static struct registers registers_of(const struct media_unit *unit)
{
    switch ((enum media_kind)unit->kind) {
    case MEDIA_XTENSA:
        return (struct registers){ XTENSA_INTR, XTENSA_INTR_EN, XTENSA_CHANNEL_CUR };
    case MEDIA_PCIPHER:
        return (struct registers){ PCIPHER_INTR, PCIPHER_INTR_EN, PCIPHER_CHANNEL_CUR };
    default:
        return (struct registers){ PMPEG_INTR, PMPEG_INTR_EN, PMPEG_CHANNEL_CUR };
    }
}

void vp2_open(struct card *card, const struct media_unit *unit, uint32_t descriptor)
{
    const struct registers at = registers_of(unit);

    media_restart(card, unit);
    put(card, unit, at.intr, UINT32_MAX);
    put(card, unit, at.enable, UINT32_MAX);
    put(card, unit, at.channel, descriptor & XTENSA_CHANNEL_DESC);
    if (unit->kind == MEDIA_PMPEG)
        put(card, unit, PMPEG_CONFIG, PMPEG_FAULTS);
}

static void await_access(struct card *card, const struct media_unit *unit, uint32_t intr)
{
    struct bus *const bus = card->bus;
    const uint64_t end = bus->ops->time_us(bus) + ACCESS_US;

    while (!get(card, unit, intr) && bus->ops->time_us(bus) < end)
        ;
    bus->ops->wait_us(bus, TELL_US);
}

static void take_event(struct card *card, const struct media_unit *unit, struct vp2_event *event)
{
    const struct registers at = registers_of(unit);

    await_access(card, unit, at.intr);
    *event = (struct vp2_event){
        .interrupts = get(card, unit, at.intr),
        .error = unit->kind == MEDIA_PMPEG ? get(card, unit, PMPEG_ERROR) : 0,
        .line = card_read32(card, PMC_INTR_HOST) & unit->line,
    };
    if (unit->kind == MEDIA_PMPEG)
        put(card, unit, PMPEG_ERROR, event->error);
    put(card, unit, at.intr, event->interrupts);
}

void xtensa_fetch(struct card *card, const struct media_unit *unit, uint32_t descriptor,
                  unsigned index, uint64_t base, uint64_t limit, struct vp2_event *event)
{
    const uint32_t region = XTENSA_REGION + XTENSA_REGION_STRIDE * XTENSA_BOOT_REGION;

    vp2_open(card, unit, descriptor);
    put(card, unit, XTENSA_SETUP_D10, XTENSA_D10);
    put(card, unit, XTENSA_SETUP_D08, XTENSA_D08);
    put(card, unit, region + XTENSA_REGION_BASE, (uint32_t)(base >> 8));
    put(card, unit, region + XTENSA_REGION_SETUP, FIELD_PUT(XTENSA_SETUP_INDEX, index));
    put(card, unit, region + XTENSA_REGION_LIMIT, (uint32_t)(limit >> 8));
    take_event(card, unit, event);
    media_stop(card, unit);
}

static void put_address(struct card *card, const struct media_unit *unit, uint32_t low, uint64_t at)
{
    put(card, unit, low, (uint32_t)at);
    put(card, unit, low + 4, (uint32_t)(at >> 32));
}

void pcipher_copy(struct card *card, const struct media_unit *unit, const struct pcipher_copy *copy,
                  struct vp2_event *event)
{
    put(card, unit, PCIPHER_DMA_QUERY, copy->query);
    put(card, unit, PCIPHER_DMA_SRC, copy->src);
    put(card, unit, PCIPHER_DMA_DST, copy->dst);
    put_address(card, unit, PCIPHER_QUERY_LOW, copy->query_at);
    put_address(card, unit, PCIPHER_SRC_LOW, copy->from);
    put_address(card, unit, PCIPHER_DST_LOW, copy->to);
    put(card, unit, PCIPHER_QUERY_SEQUENCE, copy->sequence);
    put(card, unit, PCIPHER_LENGTH, copy->size);
    put(card, unit, PCIPHER_LAUNCH, copy->with_query ? PCIPHER_LAUNCH_QUERY : 0);
    take_event(card, unit, event);
}

static void method(struct card *card, const struct media_unit *unit, uint32_t number, uint32_t data)
{
    put(card, unit, PMPEG_PIO_METHOD, number);
    put(card, unit, PMPEG_PIO_DATA, data);
    put(card, unit, PMPEG_PIO_CONTROL, PMPEG_PIO_TRIGGER);
    (void)!card_wait(card, unit->base + PMPEG_PIO_CONTROL, PMPEG_PIO_IDLE, PMPEG_PIO_IDLE,
                     ACCESS_US);
}

void pmpeg_fetch(struct card *card, const struct media_unit *unit, uint16_t selector, uint32_t at,
                 uint32_t size, struct vp2_event *event)
{
    method(card, unit, PMPEG_DMA_CMD, selector);
    method(card, unit, PMPEG_CMD_OFFSET, at);
    method(card, unit, PMPEG_CMD_SIZE, size);
    method(card, unit, PMPEG_EXEC, 1);
    take_event(card, unit, event);
}

void pmpeg_query(struct card *card, const struct media_unit *unit, uint16_t selector, uint32_t at,
                 uint32_t counter, struct vp2_event *event)
{
    method(card, unit, PMPEG_DMA_QUERY, selector);
    method(card, unit, PMPEG_QUERY_OFFSET, at);
    method(card, unit, PMPEG_QUERY_COUNTER, counter);
    take_event(card, unit, event);
}

/* ---- PMPEG draws ---- */

unsigned pmpeg_commands(uint32_t words[PMPEG_COMMANDS_MAX], bool copy)
{
    static const uint32_t copies[] = {
        PMPEG_DATA_ABSOLUTE, 0,          0xd1180000, 0xe0000000, 0x90098000,
        0xa0000000,          0xc1180000, 0xe0000000, 0x80098000, 0xa0000000,
    };
    static const uint32_t draws[] = { PMPEG_DATA_ABSOLUTE, 0,          0x9f098000,
                                      0xa0000000,          0x8c098000, 0xa0000000 };
    const unsigned count = copy ? ARRAY_SIZE(copies) : ARRAY_SIZE(draws);

    for (unsigned i = 0; i < count; i++)
        words[i] = copy ? copies[i] : draws[i];
    return count;
}

/* In the order of a driver; sizes are multiples of 64, of which the macroblock is the first corner. */
unsigned pmpeg_job(struct pmpeg_method list[PMPEG_JOB_MAX], const struct pmpeg_work *work)
{
    const struct pmpeg_method all[PMPEG_JOB_MAX] = {
        { PMPEG_DMA_CMD, work->object },
        { PMPEG_DMA_DATA, work->object },
        { PMPEG_DMA_IMAGE, work->object },
        { PMPEG_PITCH, PMPEG_PITCH_ALWAYS | PMPEG_ROW },
        { PMPEG_SIZE, PMPEG_ROW << 16 | PMPEG_ROW },
        { PMPEG_FORMAT, 0 },
        { PMPEG_MODE, 0 },
        { PMPEG_SURFACE, work->image },
        { PMPEG_SURFACE + 4, work->image + PMPEG_CHROMA_AT },
        { PMPEG_SURFACE + 8, work->reference },
        { PMPEG_SURFACE + 12, work->reference + PMPEG_CHROMA_AT },
        { PMPEG_CMD_OFFSET, work->commands },
        { PMPEG_CMD_SIZE, 4 * work->words },
        { PMPEG_DATA_OFFSET, work->data },
        { PMPEG_DATA_SIZE, work->data_bytes },
        { PMPEG_EXEC, 1 },
    };

    for (unsigned i = 0; i < PMPEG_JOB_MAX; i++)
        list[i] = all[i];
    return PMPEG_JOB_MAX;
}

void pmpeg_draw(struct card *card, const struct media_unit *unit, const struct pmpeg_work *work,
                struct vp2_event *event)
{
    struct pmpeg_method list[PMPEG_JOB_MAX];
    const unsigned count = pmpeg_job(list, work);

    for (unsigned i = 0; i < count; i++)
        method(card, unit, list[i].number, list[i].data);
    take_event(card, unit, event);
}

/* ---- PFIFO sends the methods ---- */

/* The settings of a driver of PMPEG, which also writes them into a channel's state. */
#define PMPEG_NORMAL 0x00801ec1u

/* Further writes at its start, whose purpose is not known (tesla-engines.md §3.4). */
static const struct {
    uint32_t at, value;
} mpeg_start[] = {
    { PMPEG_BASE + PMPEG_UNKNOWN_32C, 0 },
    { PMPEG_BASE + PMPEG_UNKNOWN_314, 0x100 },
    { PMPEG_UNKNOWN_0E0, 0x1a },
    { PMPEG_BASE + PMPEG_UNKNOWN_220, 0x44 },
    { PMPEG_BASE + PMPEG_UNKNOWN_390, 0 },
    { PMPEG_BASE + PMPEG_UNKNOWN_390 + 4, 0 },
    { PMPEG_BASE + PMPEG_UNKNOWN_390 + 8, 0 },
    { PMPEG_BASE + PMPEG_UNKNOWN_32C, 1 },
};

uint32_t pmpeg_config(void)
{
    return PMPEG_NORMAL | PMPEG_CONFIG_QUERY;
}

void vp2_open_for_fifo(struct card *card, const struct media_unit *unit)
{
    const struct registers at = registers_of(unit);

    media_restart(card, unit);
    for (unsigned i = 0; unit->kind == MEDIA_PMPEG && i < ARRAY_SIZE(mpeg_start); i++)
        card_write32(card, mpeg_start[i].at, mpeg_start[i].value);
    if (unit->kind == MEDIA_PMPEG)
        put(card, unit, PMPEG_CONFIG, pmpeg_config());
    put(card, unit, at.intr, UINT32_MAX);
    put(card, unit, at.enable, UINT32_MAX);
    if (unit->kind == MEDIA_PCIPHER)
        put(card, unit, PCIPHER_FIFO_ACCESS, PCIPHER_FIFO_OPEN);
}

void vp2_answer_bind(struct card *card, const struct media_unit *unit)
{
    if (unit->kind != MEDIA_PMPEG ||
        card_wait(card, unit->base + PMPEG_INTR, PMPEG_INTR_FIFO, PMPEG_INTR_FIFO, ACCESS_US) != OK)
        return; /* none asked: nothing waits */
    put(card, unit, PMPEG_BIND_ANSWER, PMPEG_BIND_TAKEN);
    put(card, unit, PMPEG_INTR, PMPEG_INTR_FIFO);
    put(card, unit, PMPEG_FIFO_TYPE, 1);
}

void vp2_take_event(struct card *card, const struct media_unit *unit, struct vp2_event *event)
{
    take_event(card, unit, event);
    if (unit->kind == MEDIA_PCIPHER && event->interrupts)
        put(card, unit, PCIPHER_FIFO_ACCESS, PCIPHER_FIFO_OPEN);
}
