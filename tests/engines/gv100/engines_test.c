/* Structures that engines/gv100 builds on a card of the model. Numbers are typed from docs/hardware/gv100.md. */
#include "engines/gv100/channel.h"
#include "engines/gv100/copy.h"
#include "engines/gv100/ecc.h"
#include "engines/gv100/family.h"
#include "engines/window.h"
#include "hw/gv100/chip.h"
#include "hw/pci.h"
#include "model/host/host.h"
#include "reference/gv100.h"
#include "tests/kit/tests.h"

#define MARK 0x5a5a1234u

static struct rig {
    struct host_bus *bus;
    struct card card;
    struct host host;
    struct space space;
    struct push push;
} rig;

static const char *defects; /* of the next card */

FIXTURE(open_rig)
{
    const struct model_config config = { .chip = &gv100_chips[CHIP_GV100].chip,
                                         .vram_size = 16 << 20,
                                         .defects = defects };
    const struct host_bus_config machine = { .cards = &config, .count = 1 };
    struct pci_search search = { 0 };
    struct pci_card found;
    char error[200];

    rig = (struct rig){ 0 };
    rig.bus = host_bus_new(&machine, error, sizeof(error));
    if (!rig.bus)
        fail_msg("%s", error);
    struct bus *const bus = host_bus(rig.bus);
    assert_int_equal(OK, pci_find_next(bus, &search, &found));
    pci_read_bars(bus, &found);
    card_init(&rig.card, bus, &found);
    rig.card.chip = config.chip;
    pci_command(bus, &rig.card.pci, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 0);
    assert_pairs(OK, gv100_family.memory(&rig.card), OK, gv100_family.take(&rig.card), OK,
                 host_open(&rig.host, &rig.card, gv100_topology(&rig.card), TARGET_VRAM, 64), OK,
                 space_open(&rig.space, &rig.card, TARGET_VRAM));
}

FIXTURE(close_rig)
{
    assert_int_equal(OK, host_close(&rig.host));
    host_bus_free(rig.bus);
}

static void make(struct channel *channel, uint16_t id, uint8_t veid, bool copies)
{
    const struct channel_form form = { .id = id,
                                       .runlist = 1,
                                       .engine = 2,
                                       .copies = copies,
                                       .veid = veid,
                                       .at = { 0x10000000 + id * (uint64_t)CHANNEL_WINDOW } };

    assert_int_equal(OK, channel_make(channel, &rig.host, &rig.space, &form));
}

static uint32_t word_at(linear_addr at)
{
    uint32_t word = 0;

    assert_int_equal(OK, card_memory_read(&rig.card, at, &word, 4));
    return word;
}

/* §3.1: any block of a context may be loaded, so SC_PDB_VALID and the array, bytes 0x298 to 0x69f, are alike in all. */
TEST(channels_of_a_context_have_the_same_subcontexts, open_rig, close_rig)
{
    struct channel a, b;

    make(&a, 3, 0, false);
    make(&b, 4, 7, true);
    assert_int_not_equal(a.instance.v, b.instance.v);
    assert_int_equal(1, word_at(linear_add(a.instance, 0x298)));
    for (uint32_t at = 0x298; at < 0x6a0; at += 4)
        assert_int_equal(word_at(linear_add(a.instance, at)), word_at(linear_add(b.instance, at)));
}

/* §3.4: an entry names the instance block of PCCSR and the USERD of RAMFC, though the hardware reads neither there. */
TEST(entries_name_what_pccsr_and_ramfc_name, open_rig, close_rig)
{
    struct channel channel;
    uint32_t words[RUNLIST_ENTRY_WORDS];

    make(&channel, 5, 0, false);
    const struct runlist_entry entry = channel_entry(&channel);
    assert_int_equal(OK, runlist_pack(&entry, words));
    const uint32_t pccsr = card_read32(&rig.card, REF_PCCSR_CHANNEL_INST(5));
    assert_pairs(pccsr & 0x0fffffff, words[2] >> 12 | words[3] << 20, pccsr >> 28 & 3,
                 words[0] >> 4 & 3, 5, words[2] & 0xfff,
                 word_at(linear_add(channel.instance, 0x08)) & 0xfffffe00, words[0] & 0xffffff00,
                 word_at(linear_add(channel.instance, 0x08)) & 3, words[0] >> 6 & 3,
                 word_at(linear_add(channel.instance, 0x0c)), words[1]);
}

/* §4.3: copy engines take methods on subchannel 4 alone: bits 15:13 of each header. */
TEST(copies_use_subchannel_4, open_rig, close_rig)
{
    const struct copy copy = {
        .from = { 0x1000 }, .to = { 0x2000 }, .bytes = 64, .has_semaphore = true
    };
    unsigned headers = 0;

    push_start(&rig.push);
    push_copy(&rig.push, &copy);
    push_fill(&rig.push, (virtual_addr){ 0x3000 }, 8, 0x1234);
    push_copy_done(&rig.push, (virtual_addr){ 0x4000 }, 1);
    for (unsigned i = 0; i < rig.push.count; headers++) {
        const uint32_t header = rig.push.words[i];

        assert_int_equal(1, header >> 29); /* INC */
        assert_int_equal(4, header >> 13 & 7);
        i += 1 + (header >> 16 & 0x1fff);
    }
    assert_in_range(headers, 8, 12);
}

/* Memory nobody scrubbed is filled, but what a display shows or the card has locked: each byte of those stays. */
TEST(a_fill_keeps_what_is_not_ours, open_rig, close_rig)
{
    /* clang-format off */
    static const struct vram_owner owners[] = {
        { VRAM_SHOWN, "head 0", 0, 0x3000 }, { VRAM_LOCKED, "WPR1", 0x400000, 0x401000 }, { VRAM_SHOWN, "head 1", 0x402000, 0x500000 },
        { VRAM_LEFT_ALONE, "VBIOS", 0x600000, 0x700000 }, { VRAM_LOCKED, "WPR2", 0xfef000, 0xff0000 },
    };
    static const uint32_t words[][2] = {
        { 0, MARK }, { 0x2ffc, MARK }, { 0x3000, 0 }, { 0x3ffffc, 0 }, { 0x400000, MARK }, { 0x400ffc, MARK }, { 0x401000, 0 },
        { 0x401ffc, 0 }, { 0x402000, MARK }, { 0x4ffffc, MARK }, { 0x500000, 0 }, { 0x600000, 0 }, { 0xfeeffc, 0 },
        { 0xfef000, MARK }, { 0xff0000, MARK }, { 0xfffffc, MARK },
    };
    /* clang-format on */
    struct card *const card = &rig.card;

    assert_int_equal(OK, host_close(&rig.host));
    card->vram.owner_count = ARRAY_SIZE(owners);
    memcpy(card->vram.owners, owners, sizeof(owners));
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        pmem_write32(card, (linear_addr){ words[i][0], TARGET_VRAM }, MARK);
    card->vram.size = 0xff0000; /* whatever pages it has */
    pci_command(card->bus, &card->pci, 0, PCI_COMMAND_MASTER);
    assert_int_equal(OK, ecc_fill(card));
    card->vram.size = 16 << 20;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++)
        assert_int_equal(words[i][1], word_at((linear_addr){ words[i][0], TARGET_VRAM }));
    assert_int_equal(0, card->bus->ops->config_read(card->bus, card->pci.at, PCI_COMMAND, 2) &
                            PCI_COMMAND_MASTER);
}

/* An engine that copies and never says so has not filled it. */
TEST(a_fill_waits_for_its_engine, NULL, close_rig)
{
    defects = "copy-no-semaphore";
    open_rig(state);
    defects = NULL;
    assert_pairs(OK, host_close(&rig.host), ERR_TIMEOUT, ecc_fill(&rig.card));
}
