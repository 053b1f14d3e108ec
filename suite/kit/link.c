#include "suite/kit/link.h"

#include "hw/bits.h"
#include "hw/least.h"
#include "hw/pci.h"
#include "pci/errors.h"
#include "pci/find.h"

#define WORDS_MAX 96

/* Errors that only a bad link makes. Tests access memory that does not exist, and an end notes that too, but it is no
 * fault of the link. Without AER an unsupported request cannot be told from another correctable error beside it. */
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

static uint32_t express_word(struct bus *bus, struct pci_function at, uint16_t cap, unsigned reg)
{
    return bus->ops->config_read(bus, at, (uint16_t)(cap + reg), 4);
}

/* The card's part stays filled in where the port cannot be read, so that a sentence can tell the
 * two apart. */
bool link_read(struct card *card, struct link_state *out)
{
    const struct pci_function at = card->pci.at;
    struct bus *const bus = card->bus;
    struct pci_function port;
    uint16_t cap, port_cap;

    *out = (struct link_state){ 0 };
    if (pci_capability(bus, at, PCI_CAP_ID_PCIE, &cap) != OK)
        return false;
    const uint32_t status = express_word(bus, at, cap, PCIE_LINK_STATUS);

    out->card = FIELD_GET(PCIE_LINK_CAP_WIDTH, express_word(bus, at, cap, PCIE_LINK_CAP));
    out->width = FIELD_GET(PCIE_LINK_STATUS_WIDTH, status);
    out->speed = FIELD_GET(PCIE_LINK_STATUS_SPEED, status);
    if (pci_upstream(bus, at, &port) != OK ||
        pci_capability(bus, port, PCI_CAP_ID_PCIE, &port_cap) != OK)
        return false;
    out->port = FIELD_GET(PCIE_LINK_CAP_WIDTH, express_word(bus, port, port_cap, PCIE_LINK_CAP));
    return true;
}

/* With link=: the person at the rig knows the slot. */
static void judge_in_slot(struct test *t, const struct link_state *link, unsigned slot)
{
    const unsigned wanted = LEAST(slot, link->card);

    if (slot > link->port) {
        test_blame(t, CAUSE_CONFIG_MISFIT);
        test_error(t, "the slot has x%u, says link=, but the port above the card can only do x%u",
                   slot, link->port);
    } else if (test_compared(t, link->width < wanted)) {
        test_blame(t, CAUSE_LINK_NARROW);
        test_error(
            t,
            "the link runs at x%u in a slot of x%u, and the card can do x%u: its other lanes "
            "were not tested",
            link->width, slot, link->card);
    }
}

/* A narrow link fails only the model, because on silicon a slot or riser may have fewer lanes than
 * the port. */
void link_is_wide(struct test *t)
{
    const unsigned slot = t->config->link;
    struct link_state link;

    if (!link_read(t->card, &link)) {
        test_lacks(t, "there is no PCI Express link here: the %s",
                   link.card ? "port above is none" : "card shows none");
        return;
    }
    const unsigned can = LEAST(link.card, link.port);
    const bool narrow = test_compared(t, link.width < can);

    test_note(t, "x%u, card x%u, port x%u%s", link.width, link.card, link.port,
              narrow ? ": card, slot or riser" : "");
    if (slot)
        judge_in_slot(t, &link, slot);
    else if (narrow && t->config->model)
        test_fail(t, "runs its link at x%u, where card and port can do x%u: contacts or lanes",
                  link.width, can);
}
