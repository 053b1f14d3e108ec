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
        put(card, unit, PMPEG_CONFIG, PMPEG_CONFIG_ERRORS | PMPEG_CONFIG_CMD | PMPEG_CONFIG_QUERY);
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
