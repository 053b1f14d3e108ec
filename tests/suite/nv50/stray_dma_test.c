/* Memory that a card was not given stays if its scratch page is set first (docs/hardware/tesla-vm.md §1.10). */
#include "engines/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "suite/nv50/setup.h"
#include "tests/engines/nv50/start_rig.h"
#include "tests/suite/run_rig.h"

/* The copy ends far from the limit, whose last byte is disputed (E01). */
#define SPACE (2 * M2MF_LINE)

/* All tests of the default selection, the risky ones too. */
TEST(no_run_strays)
{
    for (unsigned chip = 0; chip < CHIP_COUNT; chip++) {
        struct rig *rig = rig_new();

        rig->card = (struct model_config){ .chip = &nv50_chips[chip].chip };
        rig->card.vram_size = (uint64_t)nv50_chips[chip].max_partitions << 21;
        rig_run(rig);
        if (host_bus_strays(rig->host))
            fail_msg("%s: %u accesses", nv50_chips[chip].chip.name, host_bus_strays(rig->host));
        rig_free(rig);
    }
}

struct copies {
    struct start_rig rig;
    struct vm vm;
    struct dma_memory memory;
    uint16_t vram, system; /* selectors */
    struct m2mf m2mf;
};

static uint16_t object(struct copies *c, linear_addr at)
{
    const struct dmaobj object = object_unpaged(at, SPACE);
    uint16_t selector = 0;

    assert_int_equal(vm_object(&c->vm, &object, &selector), OK);
    return selector;
}

static void open_card(struct copies *c)
{
    const struct model_config config = { .chip = &nv50_chips[CHIP_G84].chip, .vram_size = 4 << 20 };

    *c = (struct copies){ .memory = { .size = 0 } };
    start_rig_open(&c->rig, &config);
    pci_command(host_bus(c->rig.host), &c->rig.card.pci, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER,
                0);
    assert_int_equal(card_dma_alloc(&c->rig.card, SPACE, &c->memory), OK);
    assert_int_equal(vm_create(&c->vm, &c->rig.card, TARGET_SYSRAM_SNOOP), OK);
    c->vram = object(c, (linear_addr){ 0x100000, TARGET_VRAM });
    c->system = object(c, (linear_addr){ c->memory.bus.v, TARGET_SYSRAM_SNOOP });
}

/* How many accesses stray when that is copied with this value in the register. */
static unsigned strays(bool to_system, bool with_page)
{
    struct copies c;

    open_card(&c);
    assert_int_equal(
        m2mf_open(&c.m2mf, &c.vm, to_system ? c.vram : c.system, to_system ? c.system : c.vram),
        OK);
    if (!with_page)
        card_write32(&c.rig.card, PFB_SCRATCH_PAGE, 0);
    assert_int_equal(m2mf_copy(&c.m2mf, 0, 0, M2MF_LINE), OK);
    const unsigned count = host_bus_strays(c.rig.host);
    card_dma_free_all(&c.rig.card, 0);
    start_rig_close(&c.rig);
    return count;
}

/* The model is not blind, and asks only for documented behaviour. */
TEST(copies_want_the_page)
{
    assert_pairs(strays(true, true), 0, strays(true, false), 1, strays(false, true), 0,
                 strays(false, false), 0);
}
