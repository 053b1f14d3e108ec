/* The device model against the reference, value by value: defects, knobs, and the state that they leave.
 * Expected values are typed from docs/hardware/, not taken from the model's tables. */
#include "model/nv50/card/nv50.h"
#include "tests/kit/in_full.h"
#include "tests/model/model_rig.h"

TEST(changed_state_is_seen_and_undone)
{
    for (unsigned i = 0; i < CHIP_COUNT; i++) {
        open_card(nv50_chips[i].chip.name, NULL, NULL);
        config_put32(0x04, model_config_read(rig.card, 4, 2)); /* as assigned */
        model_note(rig.card);                                  /* the rig has switched units on */
        assert_int_equal(model_changed(rig.card, NULL, NULL), 0);

        PUT(wr, REF_PBUS_PMEM, 5, REF_PFB_VM_FAULT, 0x1, REF_PBUS_CHANNEL, 0x40000100,
            REF_PBUS_SCRATCH, 7, 0x88054, 1);
        const uint32_t crtc = rd(REF_PDISPLAY_CRTC);
        wr(REF_PDISPLAY_CRTC, crtc ^ 0xff);
        assert_int_equal(model_changed(rig.card, NULL, NULL), 6);
        PUT(wr, REF_PDISPLAY_CRTC, crtc, REF_PBUS_PMEM, 0, REF_PFB_VM_FAULT, 0, REF_PBUS_CHANNEL,
            0x40000000, REF_PBUS_SCRATCH, 0, 0x88054, 0);
        assert_int_equal(model_changed(rig.card, NULL, NULL), 0);
    }
}

/* Whatever is broken, BOOT_0 is neither zeros nor ones; only a card that has left the bus answers ones. */
static bool answers_with(const struct nv50_chip *chip, const char *defect)
{
    char error[200];
    const struct model_config config = { .chip = &chip->chip, .defects = defect };
    const struct host_bus_config machine = { .cards = &config, .count = 1 };
    struct host_bus *const host = host_bus_new(&machine, error, sizeof(error));

    if (!host)
        return false;
    const uint32_t boot_0 = (uint32_t)model_read(host_bus_card(host, 0), 0, 0, 4);
    host_bus_free(host);
    if (strcmp(defect, "bus-gone") == 0)
        return boot_0 == UINT32_MAX;
    if (boot_0 == 0 || boot_0 == UINT32_MAX)
        fail_msg("%s with %s answers 0x%08x", chip->chip.name, defect, boot_0);
    return true;
}

/* Every defect can be had alone, on each chipset that can have it, in a sample on one, and the card still answers. */
TEST(every_defect_can_be_had)
{
    const struct model_option *option;

    for (unsigned i = 0; (option = nv50_model.defect(i)) != NULL; i++) {
        unsigned had = 0;

        assert_true(option->name[0] && option->meaning[0]);
        for (unsigned chip = 0; chip < CHIP_COUNT && (in_full() || had == 0); chip++)
            had += answers_with(&nv50_chips[chip], option->name);
        if (had == 0)
            fail_msg("no chipset can have %s", option->name);
    }
}
