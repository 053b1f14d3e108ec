#include "suite/kit/link.h"

#include "hw/bits.h"
#include "hw/pci.h"
#include "pci/errors.h"
#include "pci/find.h"

#define WORDS_MAX 96

/* What only a bad link makes. Tests ask for memory that nobody has, which an end notices too: that is no fault
 * of the link. Without AER an unsupported request cannot be told from another correctable error beside it. */
static bool is_of_the_link(const struct pci_link_end *end, const struct pci_noticed *noticed)
{
    if (end->aer)
        return (noticed->uncorrectable & PCIE_AER_LINK_ERRORS) ||
               (noticed->correctable & PCIE_AER_CORRECTED_LINK);
    return (noticed->device & PCIE_ERROR_FATAL) || ((noticed->device & PCIE_ERROR_CORRECTABLE) &&
                                                    !(noticed->device & PCIE_ERROR_UNSUPPORTED));
}

static void words(struct text *text, const struct pci_link_end *end,
                  const struct pci_noticed *noticed)
{
    if (!end->present)
        text_string(text, "not PCI Express");
    else if (end->aer)
        text_format(text, "device 0x%x, uncorrectable 0x%x, correctable 0x%x", noticed->device,
                    noticed->uncorrectable, noticed->correctable);
    else
        text_format(text, "device 0x%x", noticed->device);
}

static void judge(struct test *t, const struct pci_link_end *end, const char *name)
{
    const struct pci_noticed noticed = pci_link_noticed(t->card->bus, end);
    char line[WORDS_MAX];
    struct text text = text_in(line, sizeof(line));

    words(&text, end, &noticed);
    if (test_compared(t, is_of_the_link(end, &noticed)))
        test_fail(t, "had errors on its link during the tests, says the %s (%s): contacts or lanes",
                  name, line);
}

void link_noticed_no_errors(struct test *t)
{
    const struct pci_link *const link = t->card->link;
    char line[2 * WORDS_MAX];
    struct text text = text_in(line, sizeof(line));

    if (!link || !link->card.present) {
        test_lacks(t, "the card is no PCI Express device");
        return;
    }
    text_string(&text, "before: card ");
    words(&text, &link->card, &link->card.before);
    text_string(&text, "; port ");
    words(&text, &link->port, &link->port.before);
    test_note(t, "%s", line);
    judge(t, &link->card, "card");
    judge(t, &link->port, "port");
}

/* ---- width ----------------------------------------------------------------------------------- */

static uint32_t express_word(struct test *t, struct pci_function at, uint16_t cap, unsigned reg)
{
    struct bus *const bus = t->card->bus;

    return bus->ops->config_read(bus, at, (uint16_t)(cap + reg), 4);
}

void link_is_wide(struct test *t)
{
    const struct pci_function card = t->card->pci.at;
    struct bus *const bus = t->card->bus;
    struct pci_function port;
    uint16_t cap, port_cap;

    if (pci_capability(bus, card, PCI_CAP_ID_PCIE, &cap) != OK) {
        test_lacks(t, "there is no PCI Express link here: the card shows none");
        return;
    }
    if (pci_upstream(bus, card, &port) != OK ||
        pci_capability(bus, port, PCI_CAP_ID_PCIE, &port_cap) != OK) {
        test_lacks(t, "there is no PCI Express link here: the port above is none");
        return;
    }
    const uint32_t card_can =
        FIELD_GET(PCIE_LINK_CAP_WIDTH, express_word(t, card, cap, PCIE_LINK_CAP));
    const uint32_t port_can =
        FIELD_GET(PCIE_LINK_CAP_WIDTH, express_word(t, port, port_cap, PCIE_LINK_CAP));
    const uint32_t is =
        FIELD_GET(PCIE_LINK_STATUS_WIDTH, express_word(t, card, cap, PCIE_LINK_STATUS));
    const uint32_t can = card_can < port_can ? card_can : port_can;

    test_note(t, "x%u, card x%u, port x%u", is, card_can, port_can);
    if (test_compared(t, is < can))
        test_fail(t, "runs its link at x%u, where card and port can do x%u: contacts or lanes", is,
                  can);
}
