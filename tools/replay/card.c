#include "tools/replay/card.h"

#include <stdio.h>

#include "hw/pci.h"

static bool dma_read(void *opaque, uint64_t address, void *bytes, size_t size, bool snoop)
{
    const struct replay_card *const card = opaque;

    (void)snoop;
    replay_memory_read(&card->memory, address, bytes, size);
    return true;
}

static bool dma_write(void *opaque, uint64_t address, const void *bytes, size_t size, bool snoop)
{
    struct replay_card *const card = opaque;

    (void)snoop;
    return replay_memory_write(&card->memory, address, bytes, size);
}

static uint64_t clock_ns(void *opaque)
{
    return ((const struct replay_card *)opaque)->now_ns;
}

static void wake(void *opaque, uint64_t at_ns)
{
    ((struct replay_card *)opaque)->wake_ns = at_ns;
}

/* Prints a line that a strict card tells when it is closed. */
static void tell(void *opaque, const char *line)
{
    ((struct replay_card *)opaque)->told++;
    puts(line);
}

bool replay_card_open(struct replay_card *card, const struct model_config *config, char *error,
                      size_t error_size)
{
    const struct model_host host = { .opaque = card,
                                     .dma_read = dma_read,
                                     .dma_write = dma_write,
                                     .clock_ns = clock_ns,
                                     .wake = wake,
                                     .trace = tell };

    card->model = model_new(config, &host, error, error_size);
    if (!card->model)
        return false;
    model_config_write(card->model, PCI_COMMAND, PCI_COMMAND_MEMORY,
                       2); /* as the machine's firmware leaves the card */
    return true;
}

void replay_card_close(struct replay_card *card)
{
    if (card->model)
        model_free(card->model);
    card->model = NULL;
    replay_memory_free(&card->memory);
}

/* An alarm that the card has set for a time before goes off at that time, and so do those that it sets then: a card
 * with much to do asks for one after the other, and nothing of it is in the log. */
void replay_card_clock(struct replay_card *card, uint64_t ns)
{
    bool later = true;

    while (later && card->wake_ns && card->wake_ns <= ns) {
        if (card->wake_ns > card->now_ns)
            card->now_ns = card->wake_ns;
        card->wake_ns = 0;
        model_wake(card->model);
        later = card->wake_ns > card->now_ns;
    }
    if (ns > card->now_ns)
        card->now_ns = ns;
}

void replay_card_pass(struct replay_card *card, uint64_t ns)
{
    card->ahead_ns += ns;
    replay_card_clock(card, card->now_ns + ns);
}
