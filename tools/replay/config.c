#include "tools/replay/side.h"

#define INTERRUPT_LINE 0x3c /* of configuration space */
#define CONFIG_BYTES   0x1000u

static bool within(uint64_t offset, unsigned from, unsigned size)
{
    return offset >= from && offset < from + size;
}

/* Words of configuration space that the machine's firmware chooses: addresses and the interrupt line. */
static bool is_machines(uint64_t offset)
{
    return within(offset, PCI_BAR0, 4 * PCI_BAR_COUNT) || within(offset, PCI_ROM_BAR, 4) ||
           within(offset, INTERRUPT_LINE, 1);
}

#define CAPABILITIES_MAX 16

/* Where the card's Link Status stands; 0: it has none. */
static unsigned link_status(struct replay *r)
{
    unsigned at = model_config_read(r->card.model, PCI_CAPABILITIES, 1);

    for (unsigned i = 0; at && i < CAPABILITIES_MAX; i++) {
        if (model_config_read(r->card.model, at, 1) == PCI_CAP_ID_PCIE)
            return at + PCIE_LINK_STATUS;
        at = model_config_read(r->card.model, at + 1, 1);
    }
    return 0;
}

/* Bits that the card does not decide: in Command the bits that the machine's firmware has switched on, in Link Status
 * the speed, which the port above sets. Accesses to the port are not replayed. */
static uint64_t theirs_of(struct replay *r, uint64_t offset)
{
    if (offset == PCI_COMMAND)
        return PCI_COMMAND_IO | PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER;
    return offset && offset == link_status(r) ? PCIE_LINK_STATUS_SPEED : 0;
}

/* Accesses to other devices are left out, because the model is the card alone. */
bool replay_config(struct replay *r)
{
    uint64_t offset, size, value;

    if (!replay_number(r, 5, &offset) || !replay_number(r, 6, &size) || offset >= CONFIG_BYTES ||
        (size != 1 && size != 2 && size != 4))
        return replay_broken(r, "expected config R|=|W PLACE OFFSET SIZE VALUE");
    if (replay_word_is(r, 3, "R") || !replay_word_is(r, 4, r->name) || is_machines(offset))
        return true;
    if (!replay_number(r, 7, &value))
        return replay_broken(r, "the value is missing");
    const uint64_t theirs = theirs_of(r, offset);

    if (replay_word_is(r, 3, "W"))
        model_config_write(r->card.model, (unsigned)offset, (uint32_t)value, (unsigned)size);
    else
        replay_compare(r, "config", offset, value & ~theirs,
                       model_config_read(r->card.model, (unsigned)offset, (unsigned)size) &
                           ~theirs);
    return true;
}
