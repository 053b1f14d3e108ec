#include "pci/find.h"

#define DEVICES_ON_BUS   32
#define FUNCTIONS        8
#define EXTENDED_MAX     960 /* (0x1000 - 0x100) / 4: more would be a loop */
#define KEPT_TRIES       4
#define CAPABILITIES_MAX 48 /* (0x100 - 0x40) / 4: more would be a loop */

static uint32_t config(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    return bus->ops->config_read(bus, at, offset, size);
}

static bool enter_segment(struct bus *bus, struct pci_search *search, struct pci_segment *segment)
{
    if (bus->ops->segment(bus, search->segment_index, segment) != OK)
        return false;
    if (!search->inside) {
        search->next =
            (struct pci_function){ .segment = segment->segment, .bus = segment->first_bus };
        search->inside = true;
    }
    return true;
}

/* The function after `at`; false past the last bus of the segment. */
static bool step(struct bus *bus, const struct pci_segment *segment, struct pci_function *at)
{
    /* Functions 1 to 7 exist only beside a function 0 that says "multi-function" (§6.2.1). */
    const bool more =
        at->function > 0 || (config(bus, *at, PCI_VENDOR_ID, 2) != PCI_VENDOR_NONE &&
                             (config(bus, *at, PCI_HEADER_TYPE, 1) & PCI_HEADER_MULTI));

    if (more && at->function + 1 < FUNCTIONS) {
        at->function++;
        return true;
    }
    at->function = 0;
    if (at->device + 1 < DEVICES_ON_BUS) {
        at->device++;
        return true;
    }
    at->device = 0;
    if (at->bus >= segment->last_bus)
        return false;
    at->bus++;
    return true;
}

/* Bridges and the sound function of the same card have NVIDIA's vendor id as well; neither is a
 * card to be tested. */
static bool is_display(struct bus *bus, struct pci_function at, struct pci_card *found)
{
    const uint16_t vendor = (uint16_t)config(bus, at, PCI_VENDOR_ID, 2);

    if (vendor != PCI_VENDOR_NVIDIA)
        return false;
    const uint32_t class_word = config(bus, at, PCI_CLASS, 4);
    if (class_word >> 24 != PCI_CLASS_BASE_DISPLAY)
        return false;
    if ((config(bus, at, PCI_HEADER_TYPE, 1) & PCI_HEADER_KIND) != 0)
        return false;
    *found = (struct pci_card){
        .at = at,
        .vendor = vendor,
        .device = (uint16_t)config(bus, at, PCI_DEVICE_ID, 2),
        .class_code = FIELD_GET(PCI_CLASS_CODE, class_word),
        .revision = (uint8_t)class_word,
        .subsystem = config(bus, at, PCI_SUBSYSTEM, 4),
        .command = (uint16_t)config(bus, at, PCI_COMMAND, 2),
    };
    return true;
}

enum err pci_find_next(struct bus *bus, struct pci_search *search, struct pci_card *found)
{
    struct pci_segment segment;

    while (enter_segment(bus, search, &segment)) {
        const struct pci_function at = search->next;

        if (!step(bus, &segment, &search->next)) {
            search->segment_index++;
            search->inside = false;
        }
        if (is_display(bus, at, found))
            return OK;
    }
    return ERR_NOT_FOUND;
}

static uint32_t probe(struct bus *bus, struct pci_function at, uint16_t offset, uint32_t value)
{
    bus->ops->config_write(bus, at, offset, 4, UINT32_MAX);
    const uint32_t mask = config(bus, at, offset, 4);
    bus->ops->config_write(bus, at, offset, 4, value);
    return mask;
}

uint32_t pci_read_kept(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    uint32_t value = config(bus, at, offset, size), again = config(bus, at, offset, size);

    for (unsigned tries = 0; tries < KEPT_TRIES && value != again; tries++) {
        value = again;
        again = config(bus, at, offset, size);
    }
    return again;
}

/* The size is the lowest bit that stays after ones were written. A BAR that the machine's firmware
 * left at zero, or whose address is not a multiple of its size, counts as not assigned. */
static void read_memory_bar(struct bus *bus, struct pci_card *card, unsigned index, uint32_t low)
{
    const uint16_t offset = (uint16_t)(PCI_BAR0 + 4 * index);
    struct pci_bar *bar = &card->bars[index];
    uint64_t address = low & PCI_BAR_MEM_ADDRESS;
    uint64_t mask = probe(bus, card->at, offset, low) & PCI_BAR_MEM_ADDRESS;

    bar->is_64bit = FIELD_GET(PCI_BAR_TYPE, low) == PCI_BAR_TYPE_64 && index + 1 < PCI_BAR_COUNT;
    bar->prefetchable = low & PCI_BAR_PREFETCH;
    if (bar->is_64bit) {
        const uint32_t high = pci_read_kept(bus, card->at, offset + 4, 4);

        address |= (uint64_t)high << 32;
        mask |= (uint64_t)probe(bus, card->at, offset + 4, high) << 32;
    }
    bar->at = (bus_addr){ address };
    bar->size = FIELD_LOWEST(mask);
    bar->assigned =
        bar->size && address && !(address & (bar->size - 1)) && address <= UINT64_MAX - bar->size;
}

static void read_io_bar(struct bus *bus, struct pci_card *card, unsigned index, uint32_t low)
{
    struct pci_bar *bar = &card->bars[index];
    const uint32_t mask = probe(bus, card->at, (uint16_t)(PCI_BAR0 + 4 * index), low) & ~3u;

    bar->io = true;
    bar->at = (bus_addr){ low & ~3u };
    bar->size = FIELD_LOWEST(mask & 0xffff);
    bar->assigned = bar->size && bar->at.v;
}

void pci_read_bars(struct bus *bus, struct pci_card *card)
{
    const uint16_t command = (uint16_t)pci_read_kept(bus, card->at, PCI_COMMAND, 2);

    pci_command(bus, card, 0, PCI_COMMAND_IO | PCI_COMMAND_MEMORY);
    for (unsigned index = 0; index < PCI_BAR_COUNT; index++) {
        const uint32_t low = pci_read_kept(bus, card->at, (uint16_t)(PCI_BAR0 + 4 * index), 4);

        card->bars[index] = (struct pci_bar){ 0 };
        if (low == UINT32_MAX) /* nobody answers: there is nothing to write back */
            continue;
        if (low & PCI_BAR_IO)
            read_io_bar(bus, card, index, low);
        else
            read_memory_bar(bus, card, index, low);
        if (card->bars[index].is_64bit)
            card->bars[++index] = (struct pci_bar){ 0 };
    }
    bus->ops->config_write(bus, card->at, PCI_COMMAND, 2, command);
}

void pci_command(struct bus *bus, const struct pci_card *card, uint16_t set, uint16_t clear)
{
    const uint32_t command = config(bus, card->at, PCI_COMMAND, 2);

    bus->ops->config_write(bus, card->at, PCI_COMMAND, 2, (command | set) & ~(uint32_t)clear);
}

void pci_restore(struct bus *bus, const struct pci_card *card)
{
    bus->ops->config_write(bus, card->at, PCI_COMMAND, 2, card->command);
}

void pci_enable(struct bus *bus, struct pci_function at, uint16_t bits)
{
    bus->ops->enable(bus, at, bits);
    const uint32_t command = config(bus, at, PCI_COMMAND, 2);

    if ((command & bits) != bits)
        bus->ops->config_write(bus, at, PCI_COMMAND, 2, command | bits);
}

enum err pci_capability(struct bus *bus, struct pci_function at, uint8_t id, uint16_t *offset)
{
    if (!(config(bus, at, PCI_STATUS, 2) & PCI_STATUS_CAPABILITIES))
        return ERR_NOT_FOUND;
    uint16_t cap = config(bus, at, PCI_CAPABILITIES, 1) & 0xfc;

    for (unsigned count = 0; count < CAPABILITIES_MAX; count++) {
        if (cap < PCI_CAPABILITIES_FIRST)
            return ERR_NOT_FOUND;
        const uint16_t header = (uint16_t)config(bus, at, cap, 2);

        if ((header & 0xff) == id) {
            *offset = cap;
            return OK;
        }
        cap = (header >> 8) & 0xfc;
    }
    return ERR_RANGE;
}

static bool is_bridge_to(struct bus *bus, struct pci_function at, uint8_t secondary)
{
    return config(bus, at, PCI_VENDOR_ID, 2) != PCI_VENDOR_NONE &&
           (config(bus, at, PCI_HEADER_TYPE, 1) & PCI_HEADER_KIND) == PCI_HEADER_BRIDGE &&
           config(bus, at, PCI_SECONDARY_BUS, 1) == secondary;
}

/* A bridge stands on a bus with a smaller number than the one behind it. */
enum err pci_upstream(struct bus *bus, struct pci_function at, struct pci_function *bridge)
{
    struct pci_search search = { 0 };
    struct pci_segment segment;

    while (enter_segment(bus, &search, &segment)) {
        const struct pci_function here = search.next;
        const bool elsewhere = here.segment != at.segment || here.bus >= at.bus;

        if (elsewhere || !step(bus, &segment, &search.next)) {
            search.segment_index++;
            search.inside = false;
        }
        if (!elsewhere && is_bridge_to(bus, here, at.bus)) {
            *bridge = here;
            return OK;
        }
    }
    return ERR_NOT_FOUND;
}

uint16_t pci_extended(struct bus *bus, struct pci_function at, uint16_t id)
{
    uint16_t offset = PCIE_EXTENDED;

    for (unsigned count = 0; count < EXTENDED_MAX && offset >= PCIE_EXTENDED; count++) {
        const uint32_t header = bus->ops->config_read(bus, at, offset, 4);

        if (header == UINT32_MAX)
            return 0;
        if (FIELD_GET(PCIE_EXTENDED_ID, header) == id)
            return offset;
        offset = FIELD_GET(PCIE_EXTENDED_NEXT, header) & 0xffc;
    }
    return 0;
}

uint64_t pci_serial(struct bus *bus, struct pci_function at)
{
    uint16_t express;

    if (pci_capability(bus, at, PCI_CAP_ID_PCIE, &express) != OK)
        return 0;
    const uint16_t offset = pci_extended(bus, at, PCIE_EXTENDED_ID_SERIAL);
    if (!offset)
        return 0;
    const uint32_t low = bus->ops->config_read(bus, at, offset + PCIE_SERIAL_LOW, 4);
    const uint32_t high = bus->ops->config_read(bus, at, offset + PCIE_SERIAL_HIGH, 4);
    return (uint64_t)high << 32 | low;
}
