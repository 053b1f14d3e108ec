/* PDISPLAY before bus mastering goes on: in reset if it shows nothing, untouched if it shows a picture
 * (docs/architecture.md, "A run"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"
#include "hw/pci.h"
#include "tests/host/run_rig.h"

/* The bus of the run, which notes PMC_ENABLE whenever somebody lets the card master it. */
static struct spy {
    struct rig *rig;
    struct bus_ops ops;
    const struct bus_ops *real;
    unsigned masters;
    uint32_t on_in_all, on_in_any;
} spy;

static uint32_t enable_of(struct rig *rig)
{
    return (uint32_t)nv50_bar_read(host_bus_card(rig->host, 0), 0, PMC_ENABLE, 4);
}

static void note_masters(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    if (offset == PCI_COMMAND && (value & PCI_COMMAND_MASTER) && at.bus) {
        spy.masters++;
        spy.on_in_all &= enable_of(spy.rig);
        spy.on_in_any |= enable_of(spy.rig);
    }
    spy.real->config_write(bus, at, offset, size, value);
}

static void spy_on(struct rig *rig)
{
    struct bus *const bus = host_bus(rig->host);

    spy = (struct spy){ .rig = rig, .ops = *bus->ops, .real = bus->ops, .on_in_all = UINT32_MAX };
    spy.ops.config_write = note_masters;
    bus->ops = &spy.ops;
}

static void write_crtc(struct rig *rig, uint8_t index, uint8_t value)
{
    struct nv50 *const card = host_bus_card(rig->host, 0);

    nv50_bar_write(card, 0, PRMIO_CRTC_INDEX, index, 1);
    nv50_bar_write(card, 0, PRMIO_CRTC_DATA, value, 1);
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

/* Base channel of head 0, as a driver leaves it. */
static void running_channel(struct rig *rig)
{
    no_mode(rig);
    nv50_bar_write(host_bus_card(rig->host, 0), 0, 0x610210, 0x000a0003, 4);
}

/* nouveau waits for bits 20 to 17 after it has cleared 1 and 0. */
static void stopping_channel(struct rig *rig)
{
    no_mode(rig);
    nv50_bar_write(host_bus_card(rig->host, 0), 0, 0x610240, 0x00100000, 4);
}

/* Cursor of head 1: no fetches from memory. */
static void cursor_channel(struct rig *rig)
{
    no_mode(rig);
    nv50_bar_write(host_bus_card(rig->host, 0), 0, 0x610280, 0x00010001, 4);
}

static void expect_display(void (*prepare)(struct rig *rig), bool stays)
{
    struct rig *rig = rig_new();

    rig->prepare = prepare;
    rig_suite(rig, "id,window,vm.tlb");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    assert_true(spy.masters > 10);
    if (stays) {
        assert_int_equal(PMC_ENABLE_PDISPLAY, spy.on_in_all & PMC_ENABLE_PDISPLAY);
        expect_said(rig->tap, ": ready; display stays on\n");
        expect_said(rig->records, "\"state\":\"ready; display stays on\"");
    } else {
        assert_int_equal(0, spy.on_in_any & PMC_ENABLE_PDISPLAY);
        expect_said(rig->tap, ": ready\n");
    }
    assert_int_equal(UINT32_MAX, enable_of(rig));
    rig_free(rig);
}

static void idle_display_is_in_reset_before_mastering(void **state)
{
    (void)state;
    expect_display(no_mode, false);
    expect_display(cursor_channel, false);
}

static void vga_mode_stays(void **state)
{
    (void)state;
    expect_display(spy_on, true);
    expect_display(half_a_mode, true);
}

static void running_channel_stays(void **state)
{
    (void)state;
    expect_display(running_channel, true);
    expect_display(stopping_channel, true);
}

/* console=use: whatever its registers say. */
static void console_stays(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->console = true;
    rig->config.use_console = true;
    rig->prepare = no_mode;
    rig_suite(rig, "id");
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    assert_int_equal(PMC_ENABLE_PDISPLAY, spy.on_in_all & PMC_ENABLE_PDISPLAY);
    rig_free(rig);
}

/* The other masters are in reset in any case: PGRAPH, its switch, the copy and the media engines. */
static void other_masters_are_in_reset(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig->prepare = spy_on;
    rig_run(rig);
    assert_int_equal(VERDICT_PASS, rig->verdict);
    assert_int_equal(0, spy.on_in_any & 0x07e2f012);
    assert_int_equal(PMC_ENABLE_PFB, spy.on_in_all & PMC_ENABLE_PFB);
    rig_free(rig);
}

/* The model is not blind: a mode that was set is gone after a reset. */
static void reset_loses_the_mode(void **state)
{
    struct rig *rig = rig_new();

    (void)state;
    rig_suite(rig, "id");
    rig_run(rig);
    struct nv50 *const card = host_bus_card(rig->host, 0);
    assert_int_equal(0, nv50_changed_state(card, NULL, NULL));
    nv50_bar_write(card, 0, PMC_ENABLE, ~PMC_ENABLE_PDISPLAY, 4);
    nv50_bar_write(card, 0, PMC_ENABLE, UINT32_MAX, 4);
    assert_int_equal(2, nv50_changed_state(card, NULL, NULL));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(idle_display_is_in_reset_before_mastering),
        cmocka_unit_test(vga_mode_stays),
        cmocka_unit_test(running_channel_stays),
        cmocka_unit_test(console_stays),
        cmocka_unit_test(other_masters_are_in_reset),
        cmocka_unit_test(reset_loses_the_mode),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
