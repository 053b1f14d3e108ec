/* Training the link anew, by the port above the card. */
#include "suite/kit/link.h"

#include "hw/bits.h"
#include "hw/pci.h"
#include "pci/find.h"

#define ROUNDS      10
#define SPEEDS_MAX  3
#define TRAINING_US 1000000
#define LOOK_US     1000

/* Both ends of the link. */
struct ends {
    struct test *t;
    struct bus *bus;
    struct pci_function card, port;
    uint16_t card_cap, port_cap;
    bool has_target;          /* the port takes a target speed */
    unsigned speed, width;    /* as found */
    uint16_t control, target; /* of the port, as found */
};

/* Results of one speed. */
struct outcome {
    unsigned reached, errors, narrowest;
};

static uint32_t card_word(const struct ends *e, unsigned reg)
{
    return e->bus->ops->config_read(e->bus, e->card, (uint16_t)(e->card_cap + reg), 4);
}

static uint32_t port_word(const struct ends *e, unsigned reg)
{
    return e->bus->ops->config_read(e->bus, e->port, (uint16_t)(e->port_cap + reg), 4);
}

static void write_port(const struct ends *e, unsigned reg, uint16_t value)
{
    e->bus->ops->config_write(e->bus, e->port, (uint16_t)(e->port_cap + reg), 2, value);
}

static bool find_ends(struct ends *e, struct test *t)
{
    *e = (struct ends){ .t = t, .bus = t->card->bus, .card = t->card->pci.at };
    if (pci_capability(e->bus, e->card, PCI_CAP_ID_PCIE, &e->card_cap) != OK ||
        pci_upstream(e->bus, e->card, &e->port) != OK ||
        pci_capability(e->bus, e->port, PCI_CAP_ID_PCIE, &e->port_cap) != OK)
        return false;
    const uint32_t caps =
        e->bus->ops->config_read(e->bus, e->port, (uint16_t)(e->port_cap + PCIE_CAPS), 2);

    e->has_target = FIELD_GET(PCIE_CAPS_VERSION, caps) >= 2;
    e->control = (uint16_t)port_word(e, PCIE_LINK_STATUS);
    const uint32_t status = card_word(e, PCIE_LINK_STATUS);
    e->speed = FIELD_GET(PCIE_LINK_STATUS_SPEED, status);
    e->width = FIELD_GET(PCIE_LINK_STATUS_WIDTH, status);
    e->target = e->has_target ? (uint16_t)port_word(e, PCIE_LINK_CONTROL_2) : 0;
    return true;
}

/* false: it does not end. */
static bool train(const struct ends *e, unsigned speed)
{
    const uint64_t give_up = e->bus->ops->time_us(e->bus) + TRAINING_US;

    if (e->has_target)
        write_port(e, PCIE_LINK_CONTROL_2, (uint16_t)((e->target & ~PCIE_LINK_2_SPEED) | speed));
    write_port(e, PCIE_LINK_STATUS, (uint16_t)(e->control | PCIE_LINK_CONTROL_RETRAIN));
    do {
        e->bus->ops->wait_us(e->bus, LOOK_US);
        if (!(port_word(e, PCIE_LINK_STATUS) & PCIE_LINK_STATUS_TRAINS))
            return true;
    } while (e->bus->ops->time_us(e->bus) < give_up);
    return false;
}

/* As it was found, also when the test was cut off. */
static void train_back(struct test *t)
{
    const struct ends *const e = t->put_back_of;

    (void)train(e, e->speed);
    if (e->has_target)
        write_port(e, PCIE_LINK_CONTROL_2, e->target);
    write_port(e, PCIE_LINK_STATUS, e->control);
}

/* Errors are sticky; the only write to the card clears them. */
static bool noticed_errors(const struct ends *e)
{
    const uint16_t at = (uint16_t)(e->card_cap + PCIE_DEVICE_STATUS);
    const uint32_t word = e->bus->ops->config_read(e->bus, e->card, at, 4);
    const uint32_t errors = FIELD_GET(PCIE_DEVICE_STATUS_ERRORS, word);

    e->bus->ops->config_write(e->bus, e->card, (uint16_t)(at + 2), 2, errors);
    return errors;
}

/* false: the test has ended. */
static bool try_speed(const struct ends *e, unsigned speed, struct outcome *out)
{
    *out = (struct outcome){ .narrowest = UINT32_MAX };
    (void)noticed_errors(e);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (test_compared(e->t, !train(e, speed))) {
            test_fail(e->t, "does not end training its link");
            return false;
        }
        const uint32_t status = card_word(e, PCIE_LINK_STATUS);
        const unsigned width = FIELD_GET(PCIE_LINK_STATUS_WIDTH, status);

        if (status == UINT32_MAX)
            return false; /* the card is gone, which the runner says */
        out->reached += FIELD_GET(PCIE_LINK_STATUS_SPEED, status) == speed;
        out->narrowest = width < out->narrowest ? width : out->narrowest;
        out->errors += noticed_errors(e);
    }
    return true;
}

static unsigned common_speed(const struct ends *e)
{
    const unsigned card = FIELD_GET(PCIE_LINK_CAP_SPEED, card_word(e, PCIE_LINK_CAP));
    const unsigned port = FIELD_GET(PCIE_LINK_CAP_SPEED, port_word(e, PCIE_LINK_CAP));
    const unsigned both = card < port ? card : port;

    return both < SPEEDS_MAX ? both : SPEEDS_MAX;
}

/* Speeds that both ends can; without a target speed only the one that the link has. */
static void try_all(struct ends *e, struct test *t, struct text *words)
{
    static const char *const names[] = { "", "2.5", "5", "8" };
    const unsigned last = e->has_target ? common_speed(e) : e->speed;
    struct outcome outcome;

    for (unsigned speed = e->has_target ? 1 : e->speed; speed <= last && speed <= SPEEDS_MAX;
         speed++) {
        if (!try_speed(e, speed, &outcome))
            return;
        text_format(words, "%s%s GT/s reached %u of %u times, %u with errors, x%u",
                    words->used ? "; " : "", names[speed], outcome.reached, ROUNDS, outcome.errors,
                    outcome.narrowest);
        if (test_compared(t, outcome.narrowest < e->width))
            test_fail(t,
                      "came back at x%u when its link was trained anew at %s GT/s, before it was "
                      "x%u: contacts or capacitors of lanes",
                      outcome.narrowest, names[speed], e->width);
    }
}

void link_retrains(struct test *t)
{
    char letters[TEST_SENTENCE_MAX];
    struct text words = text_in(letters, sizeof(letters));
    struct dma_memory memory;

    if (!test_ok(t, card_dma_alloc(t->card, sizeof(struct ends), &memory), "preparing"))
        return;
    struct ends *const e = memory.cpu;
    if (!find_ends(e, t)) {
        test_lacks(t, "there is no PCI Express link here");
        return;
    }
    t->put_back_of = e;
    t->put_back = train_back;
    try_all(e, t, &words);
    test_note(t, "%s", letters);
}
