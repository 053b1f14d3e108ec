#include "tests/engines/nv50/start_rig.h"

#include "engines/nv50/devinit/board_pads.h"
#include "engines/nv50/family.h"
#include "engines/window.h"
#include "hw/nv50/pdisplay.h"
#include "hw/nv50/pmc.h"

#define ROM_BAR_ROOM 0x80000u

/* The rig whose bus is asked; a test has one at a time. */
static struct start_rig *current;

static bool rom_bar_answers(uint64_t at)
{
    return current->rom_bar.bytes && (current->rom_bar_register & PCI_ROM_BAR_ENABLE) &&
           at >= RIG_ROM_BAR && at < RIG_ROM_BAR + ROM_BAR_ROOM;
}

static uint64_t bus_read(struct bus *bus, bus_addr at, uint8_t size)
{
    const size_t offset = (size_t)(at.v - RIG_ROM_BAR);
    uint64_t value = 0;

    if (!rom_bar_answers(at.v))
        return current->tap.real->read(bus, at, size);
    for (unsigned i = 0; i < size; i++)
        value |= (uint64_t)(offset + i < current->rom_bar.size ? current->rom_bar.bytes[offset + i]
                                                               : 0xff)
                 << (8 * i);
    return value;
}

static uint32_t config_read(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size)
{
    if (offset == PCI_ROM_BAR && current->rom_bar.bytes)
        return current->rom_bar_register;
    return current->tap.real->config_read(bus, at, offset, size);
}

static void config_write(struct bus *bus, struct pci_function at, uint16_t offset, uint8_t size,
                         uint32_t value)
{
    if (offset == PCI_ROM_BAR && current->rom_bar.bytes)
        current->rom_bar_register = value;
    else
        current->tap.real->config_write(bus, at, offset, size, value);
}

static size_t given_rom(struct bus *bus, struct pci_function at, unsigned index, void *bytes,
                        size_t size, char name[BUS_ROM_NAME_MAX])
{
    const struct rig_rom *const rom = &current->given[index];

    name[0] = '\0';
    if (index >= RIG_GIVEN_MAX || !rom->bytes)
        return 0;
    memcpy(bytes, rom->bytes, rom->size < size ? rom->size : size);
    if (rom->name)
        snprintf(name, BUS_ROM_NAME_MAX, "%s", rom->name);
    return rom->size;
}

static void keep_phase(void *opaque, const char *what)
{
    struct start_rig *const rig = opaque;

    rig->phases++;
    snprintf(rig->phase, sizeof(rig->phase), "%s", what);
}

static enum err asked(const struct start_rig *rig, uint32_t at, uint32_t *value)
{
    return rig->before_write ? rig->before_write(at, value) : OK;
}

static enum err world_reg(void *context, bool write, uint32_t at, uint32_t *value)
{
    struct start_rig *const rig = context;
    uint32_t word = *value;
    const enum err e = write ? asked(rig, at, &word) : OK;

    if (!write)
        *value = card_read32(&rig->card, at);
    else if (e == OK)
        card_write32(&rig->card, at, word);
    return e == ERR_UNSUPPORTED ? OK : e;
}

static enum err world_port(void *context, bool write, uint16_t port, uint8_t *value)
{
    struct start_rig *const rig = context;
    uint32_t word = *value;
    const bool data = write && port != VGA_PORT_CRTC;
    const enum err e = data ? asked(rig, PRMIO + port, &word) : OK;

    if (!write)
        *value = card_read8(&rig->card, PRMIO + port);
    else if (e == OK)
        card_write8(&rig->card, PRMIO + port, (uint8_t)word);
    return e == ERR_UNSUPPORTED ? OK : e;
}

static enum err world_i2c(void *context, const struct devinit_i2c *transfer)
{
    return pads_i2c(&((struct start_rig *)context)->world, transfer);
}

static enum err world_gpio(void *context, const struct gpio_entry *entry)
{
    return pads_gpio(&((struct start_rig *)context)->world, entry);
}

static enum err world_wait(void *context, uint32_t us)
{
    struct start_rig *const rig = context;

    rig->waited_us += us;
    rig->card.bus->ops->wait_us(rig->card.bus, us);
    return OK;
}

void start_rig_open(struct start_rig *rig, const struct model_config *config)
{
    struct pci_search search = { 0 };
    struct pci_card found;
    char error[256];

    memset(rig, 0, sizeof(*rig));
    current = rig;
    rig->host = host_bus_new(&(struct host_bus_config){ .cards = config, .count = 1 }, error,
                             sizeof(error));
    assert_non_null(rig->host);
    struct bus *const bus = host_bus(rig->host);
    bus_tap(&rig->tap, bus);
    rig->tap.ops.read = bus_read;
    rig->tap.ops.config_read = config_read;
    rig->tap.ops.config_write = config_write;
    rig->tap.ops.rom = given_rom;
    rig->rom_bar_register = RIG_ROM_BAR;
    assert_int_equal(pci_find_next(bus, &search, &found), OK);
    card_init(&rig->card, bus, &found);
    pci_read_bars(bus, &rig->card.pci);
    pci_command(bus, &rig->card.pci, 2, 0);
    rig->card.chip = nv50_family.identify(card_read32(&rig->card, PMC_BOOT_0));
    assert_non_null(rig->card.chip);
    rig->card.phase = keep_phase;
    rig->card.phase_opaque = rig;
    rig->world = (struct devinit_world){ rig,        world_reg,  world_port, world_i2c,
                                         world_gpio, world_wait, NULL };
    rig->card.workspace = rig->start = calloc(1, CARD_WORKSPACE);
    assert_non_null(rig->start);
}

void start_rig_close(struct start_rig *rig)
{
    free(rig->start);
    host_bus_free(rig->host);
}

enum start_outcome start_rig_start(struct start_rig *rig, enum card_post mode)
{
    rig->start->mode = mode;
    start_look(&rig->card, rig->start);
    start_card(&rig->card, rig->start);
    return rig->start->outcome;
}

bool start_rig_alive(struct start_rig *rig)
{
    static const uint32_t places[] = { 0x4000, 0x8000 }, values[] = { 0x1234abcd, 0x4321dcba };
    bool alive = true;

    for (unsigned i = 0; i < 2; i++)
        pmem_write32(&rig->card, (linear_addr){ places[i], TARGET_VRAM }, values[i]);
    for (unsigned i = 0; i < 2; i++)
        alive &= pmem_read32(&rig->card, (linear_addr){ places[i], TARGET_VRAM }) == values[i];
    return alive;
}

size_t start_rig_rom(const char *chip, uint8_t *bytes, size_t size)
{
    const struct model_config config = { .chip = &chipset_named(chip)->chip, .cold = true };
    struct host_bus *const host =
        host_bus_new(&(struct host_bus_config){ .cards = &config, .count = 1 }, NULL, 0);
    size_t all;

    assert_non_null(host);
    const uint8_t *const rom = model_rom(host_bus_card(host, 0), &all);
    const size_t length = rom[2] * 512u;
    assert_true(length <= all && length <= size);
    memcpy(bytes, rom, length);
    host_bus_free(host);
    return length;
}

void start_rig_close_sum(uint8_t *rom, size_t size)
{
    uint8_t sum = 0;

    for (size_t i = 0; i + 1 < size; i++)
        sum = (uint8_t)(sum + rom[i]);
    rom[size - 1] = (uint8_t)-sum;
}
