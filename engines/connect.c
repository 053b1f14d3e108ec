#include "engines/connect.h"

#include "engines/text.h"
#include "hw/pci.h"

#define LOOK_US 10000u

static bool comes_up(struct card *card, bool (*works)(struct card *card))
{
    for (unsigned us = 0; us < CONNECT_US; us += LOOK_US) {
        if (works(card))
            return true;
        card->bus->ops->wait_us(card->bus, LOOK_US);
    }
    return works(card);
}

/* The driver may have left memory off, and the card mastering the bus. */
static void open_again(struct card *card)
{
    pci_enable(card->bus, card->pci.at, PCI_COMMAND_MEMORY);
    pci_command(card->bus, &card->pci, PCI_COMMAND_MEMORY, PCI_COMMAND_MASTER);
}

/* The card is opened again also after a failure, because the driver may have touched its command
 * register. */
bool card_connect(struct card *card, bool (*works)(struct card *card))
{
    struct text started = text_in(card->started, sizeof(card->started));

    if (card->post != POST_AUTO && card->post != POST_RUN)
        return false;
    card_phase(card, "asking the machine's own driver of this card to start it");
    if (!card->bus->ops->connect)
        return false;
    const enum err e = card->bus->ops->connect(card->bus, card->pci.at);

    open_again(card);
    if (e != OK) {
        card_log(card, e == ERR_NOT_FOUND
                           ? "the machine's firmware has no driver that wants this card"
                           : "the machine's own driver of this card cannot be asked to start it");
        return false;
    }
    if (!comes_up(card, works)) {
        card_log(card, "the card's own UEFI driver was connected, and has not started it in 2 s");
        return false;
    }
    card_log(card, "the card's own UEFI driver was connected, and has started it");
    text_string(&started, "started by its own UEFI driver");
    return true;
}
