/* A card leaves memory that it was not given alone, if its scratch page is set before m2mf copies from VRAM to system
 * memory (docs/hardware/tesla-vm.md §1.10). */
#include "engines/nv50/m2mf.h"
#include "hw/nv50/pfb.h"
#include "suite/nv50/setup.h"
#include "tests/kit/tests.h"
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
    struct host_bus *host;
    struct card card;
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
    const struct host_bus_config machine = { .cards = &config, .count = 1 };
    char error[200] = "";
    struct pci_search search = { 0 };
    struct pci_card found;

    memset(c, 0, sizeof(*c));
    c->host = host_bus_new(&machine, error, sizeof(error));
    assert_non_null(c->host);
    struct bus *const bus = host_bus(c->host);
    assert_int_equal(pci_find_next(bus, &search, &found), OK);
    pci_read_bars(bus, &found);
    bus->ops->config_write(bus, found.at, PCI_COMMAND, 2, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER);
    card_init(&c->card, bus, &found);
    c->card.chip = &nv50_chips[CHIP_G84].chip;
    assert_int_equal(card_dma_alloc(&c->card, SPACE, &c->memory), OK);
    assert_int_equal(vm_create(&c->vm, &c->card, TARGET_SYSRAM_SNOOP), OK);
    c->vram = object(c, (linear_addr){ 0x100000, TARGET_VRAM });
    c->system = object(c, (linear_addr){ c->memory.bus.v, TARGET_SYSRAM_SNOOP });
}

static void close_card(struct copies *c)
{
    card_dma_free_all(&c->card, 0);
    host_bus_free(c->host);
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
        card_write32(&c.card, PFB_SCRATCH_PAGE, 0);
    assert_int_equal(m2mf_copy(&c.m2mf, 0, 0, M2MF_LINE), OK);
    const unsigned count = host_bus_strays(c.host);
    close_card(&c);
    return count;
}

/* The model is not blind, and asks only for documented behaviour. */
TEST(copies_want_the_page)
{
    assert_pairs(strays(true, true), 0, strays(true, false), 1, strays(false, true), 0,
                 strays(false, false), 0);
}
