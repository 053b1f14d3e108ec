/* The card's state whenever it may master the bus: every unit on, PDISPLAY as it was, and no settings of an earlier
 * driver left in PFIFO and PGRAPH (silicon-sequences.md §0, §11). */
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pfifo.h"
#include "hw/nv50/pgraph.h"
#include "hw/nv50/pmc.h"
#include "reference/nv50.h"
#include "tests/suite/run_rig.h"

/* The bus of the run, which notes PMC_ENABLE whenever somebody lets the card master it. */
static struct spy {
    struct rig *rig;
    struct bus_tap tap;
    unsigned masters;
    uint32_t on_in_all; /* units that were on each time */
    unsigned left;      /* times that a channel, a runlist or a context was still there */
} spy;

static uint32_t reg_of(struct rig *rig, uint32_t reg)
{
    return (uint32_t)model_read(host_bus_card(rig->host, 0), 0, reg, 4);
}

static uint32_t enable_of(struct rig *rig)
{
    return reg_of(rig, PMC_ENABLE);
}

/* Units that an earlier driver may have left running. */
static bool something_left(struct rig *rig)
{
    uint32_t any =
        reg_of(rig, PFIFO_RUNLIST_LENGTH) | (reg_of(rig, PGRAPH_CTXCTL_CUR) & PGRAPH_CTXCTL_VALID);

    for (unsigned i = 0; i < PFIFO_CHANNELS; i++)
        any |= reg_of(rig, PFIFO_CHAN_TABLE + 4 * i);
    return any;
}

static void note_masters(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    if (offset == PCI_COMMAND && (value & PCI_COMMAND_MASTER) && at.bus) {
        spy.masters++;
        spy.on_in_all &= enable_of(spy.rig);
        spy.left += something_left(spy.rig);
    }
    spy.tap.real->config_write(bus, at, offset, size, value);
}

/* A driver has switched all units on. */
static void spy_on(struct rig *rig)
{
    model_write(host_bus_card(rig->host, 0), 0, REF_PMC_ENABLE, UINT32_MAX, 4);
    spy = (struct spy){ .rig = rig, .on_in_all = UINT32_MAX };
    bus_tap(&spy.tap, host_bus(rig->host));
    spy.tap.ops.config_write = note_masters;
}

static void write_crtc(struct rig *rig, uint8_t index, uint8_t value)
{
    struct model *const card = host_bus_card(rig->host, 0);

    model_write(card, 0, PRMIO_CRTC_INDEX, index, 1);
    model_write(card, 0, PRMIO_CRTC_DATA, value, 1);
}

static void no_mode(struct rig *rig)
{
    write_crtc(rig, CRTC_HORIZONTAL_TOTAL, 0);
    write_crtc(rig, CRTC_REPAINT_1, 0);
    spy_on(rig);
}

static void half_a_mode(struct rig *rig)
{
    write_crtc(rig, CRTC_HORIZONTAL_TOTAL, 0);
    spy_on(rig);
}

/* The base channel of head 0 as a driver leaves it; one that stops (nouveau waits for bits 20 to 17 after it has
 * cleared 1 and 0); the cursor of head 1, without fetches from memory. */
static const uint32_t channels[][2] = { { 0x10, 0x000a0003 },
                                        { 0x40, 0x00100000 },
                                        { 0x80, 0x00010001 } };
static const uint32_t *channel;

static void channel_in_use(struct rig *rig)
{
    no_mode(rig);
    model_write(host_bus_card(rig->host, 0), 0, REF_PDISPLAY_CHANNEL + channel[0], channel[1], 4);
}

/* A driver's channel, runlist and context, which would read memory as soon as the card masters the bus. */
static void driver_was_here(struct rig *rig)
{
    struct model *const card = host_bus_card(rig->host, 0);

    model_write(card, 0, REF_PMC_ENABLE, UINT32_MAX, 4);
    model_write(card, 0, PFIFO_CHAN_TABLE + 8, 0x80001234, 4);
    model_write(card, 0, PFIFO_RUNLIST, 0x123, 4);
    model_write(card, 0, PFIFO_RUNLIST_LENGTH, 1, 4);
    model_write(card, 0, PGRAPH_CTXCTL_CUR, 0x80001234, 4);
    spy_on(rig);
    assert_true(something_left(rig));
}

static void expect_all_on(void (*prepare)(struct rig *rig))
{
    struct rig *rig = rig_new();

    rig->prepare = prepare;
    assert_int_equal(VERDICT_PASS, rig_run_suite(rig, "id,window,vm.tlb,vm.fifo,vm.graph"));
    assert_pairs(true, spy.masters > 10, UINT32_MAX, spy.on_in_all, 0, spy.left);
    assert_int_equal(UINT32_MAX, enable_of(rig));
    rig_free(rig);
}

TEST(every_unit_is_on)
{
    expect_all_on(spy_on);
    expect_all_on(no_mode);
    expect_all_on(half_a_mode);
    for (unsigned i = 0; i < ARRAY_SIZE(channels); i++) {
        channel = channels[i];
        expect_all_on(channel_in_use);
    }
}

TEST(what_a_driver_left_is_gone)
{
    expect_all_on(driver_was_here);
}
