#include "tests/kit/link.h"

#include "pci/errors.h"

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
    if (is_of_the_link(end, &noticed))
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
