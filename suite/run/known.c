/* Facts of a card that are known once it is taken over, before any test: for the report, and for a
 * board file. */
#include "suite/run/run_state.h"

#include "hw/bits.h"
#include "hw/pci.h"
#include "suite/kit/neighbours.h"

/* CRC-32 of IEEE 802.3, as archivers print it: two ROMs of the same version may differ. */
static uint32_t crc32(const uint8_t *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;

    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
    }
    return ~crc;
}

static void know_rom(struct run *run)
{
    struct card *const card = &run->card;
    size_t size = 0;
    const uint8_t *const rom = card->family->rom ? card->family->rom(card, &size) : NULL;

    fact_word(&run->facts, FACT_VBIOS, card->vbios);
    if (rom && size)
        fact_number(&run->facts, FACT_VBIOS_CRC, crc32(rom, size));
}

/* As its own end of the link says. */
static void know_link(struct run *run)
{
    static const uint16_t mt_s[] = { 0, 2500, 5000, 8000, 16000 };
    struct bus *const bus = run->card.bus;
    const struct pci_function at = run->card.pci.at;
    uint16_t cap;

    if (pci_capability(bus, at, PCI_CAP_ID_PCIE, &cap) != OK)
        return;
    const uint32_t status = bus->ops->config_read(bus, at, (uint16_t)(cap + PCIE_LINK_STATUS), 4);
    const uint32_t speed = FIELD_GET(PCIE_LINK_STATUS_SPEED, status);

    fact_number(&run->facts, FACT_LINK_WIDTH, FIELD_GET(PCIE_LINK_STATUS_WIDTH, status));
    if (speed && speed < ARRAY_SIZE(mt_s))
        fact_number(&run->facts, FACT_LINK_SPEED, mt_s[speed]);
}

void run_know(struct run *run)
{
    struct facts *const facts = &run->facts;
    const struct card *const card = &run->card;

    fact_word(facts, FACT_CHIPSET, card->chip->name);
    fact_number(facts, FACT_DEVICE, card->pci.device);
    fact_number(facts, FACT_SUBSYSTEM,
                (card->pci.subsystem & 0xffff) << 16 | card->pci.subsystem >> 16);
    fact_number(facts, FACT_BOOT_0, card->boot_0);
    fact_number(facts, FACT_MEMORY, card->vram.size >> 20);
    if (card->vram.parts)
        fact_number(facts, FACT_PARTITIONS, card->vram.part_mask);
    know_rom(run);
    know_link(run);
    facts_asked(facts, NULL);
}

/* ---- several cards ------------------------------------------------------------------------------ */

void run_keep_known(struct run *run)
{
    if (run->known_count < KNOWN_MAX && run->facts.of[FACT_DEVICE].state == FACT_KNOWN)
        run->known[run->known_count++] = (struct known){ run->key, run->facts };
}

/* "PASS (only vm)" gets one more remark in its brackets. */
static void add_remark(struct judgement *judgement, const char *remark)
{
    size_t used = string_length(judgement->reason);

    if (used && judgement->reason[used - 1] == ')')
        used--;
    struct text text = { judgement->reason, sizeof(judgement->reason), used, false };

    text_format(&text, "%s%s)", used ? "; " : "(", remark);
}

/* The first of its equals counts for all of them, so that nothing is told twice. */
static bool is_first(const struct run *run, unsigned card)
{
    for (unsigned i = 0; i < card; i++)
        if (neighbours_equal(&run->known[i].facts, &run->known[card].facts))
            return false;
    return true;
}

static bool find_apart(const struct run *run, unsigned first, enum fact fact, struct apart *apart)
{
    struct neighbours all = { 0 };

    for (unsigned i = first; i < run->known_count; i++) {
        const struct facts *const facts = &run->known[i].facts;

        if (neighbours_equal(&run->known[first].facts, facts) &&
            neighbours_count(fact, &facts->of[fact]))
            neighbours_add(&all, i, facts->of[fact].number);
    }
    return neighbours_apart(&all, apart);
}

/* The verdict stays PASS, because a card unlike its neighbours may still be good. */
void run_say_neighbours(struct run *run, struct judgement *judgement)
{
    struct scene *const scene = run_scene(run);
    struct apart apart;

    for (unsigned i = 0; i < run->known_count; i++)
        for (unsigned f = 0; f < FACTS && is_first(run, i); f++) {
            char words[TEST_VALUE_MAX];
            struct text text = text_in(words, sizeof(words));

            if (!find_apart(run, i, (enum fact)f, &apart))
                continue;
            text_format(&text, "%s is unlike its neighbours: ", run->known[apart.card].key.at);
            neighbours_words(&text, (enum fact)f, &apart);
            report_comment(&run->report, "%s", words);
            if (judgement->verdict != VERDICT_PASS || scene->remark[0])
                continue;
            text = text_in(scene->remark, SCENE_WORDS);
            text_string(&text, words);
            add_remark(judgement, words);
        }
}
