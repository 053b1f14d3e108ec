#include "linux/card.h"

#include <dirent.h>
#include <pci/pci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICE        "bus/pci/devices/%s"
#define VENDOR        0x10de
#define CLASS_BRIDGE  0x0604
#define FLAG_MEMORY   0x200 /* of a line of the file `resource` (linux/ioport.h) */
#define FLAG_PREFETCH 0x2000
#define IOMEM_MAX     65536

static void function_name(char name[16], struct pci_function at)
{
    snprintf(name, 16, "%04x:%02x:%02x.%x", (unsigned)at.segment, (unsigned)at.bus,
             (unsigned)at.device & 0x1f, (unsigned)at.function & 7);
}

bool function_parse(const char *text, char name[16])
{
    unsigned segment = 0, bus, device, function;
    int used = 0;

    if ((sscanf(text, "%4x:%2x:%2x.%1x%n", &segment, &bus, &device, &function, &used) != 4 ||
         text[used]) &&
        ((segment = 0, used = 0, sscanf(text, "%2x:%2x.%1x%n", &bus, &device, &function, &used)) !=
             3 ||
         text[used]))
        return false;
    if (device > 31 || function > 7)
        return false;
    function_name(name, (struct pci_function){ (uint16_t)segment, (uint8_t)bus, (uint8_t)device,
                                               (uint8_t)function });
    return true;
}

static void add_function(const struct roots *roots, struct linux_card *card, struct pci_function at)
{
    struct function *const function = &card->functions[card->function_count++];

    *function = (struct function){ .at = at };
    function_name(function->name, at);
    file_link(function->driver, sizeof(function->driver), roots->sys, DEVICE "/driver",
              function->name);
}

/* The card itself first, then the other functions in its slot. */
static void find_functions(const struct roots *roots, struct linux_card *card)
{
    add_function(roots, card, card->at);
    for (unsigned i = 0; i < FUNCTIONS_MAX; i++) {
        struct pci_function at = card->at;
        char name[16];

        at.function = (uint8_t)i;
        function_name(name, at);
        if (i != card->at.function && file_there(roots->sys, DEVICE, name))
            add_function(roots, card, at);
    }
}

/* Bridges stay with the kernel when a group is lent. */
static bool is_bridge(const struct roots *roots, const char *name)
{
    char class[16];

    return file_read(class, sizeof(class), roots->sys, DEVICE "/class", name) > 0 &&
           strtoul(class, NULL, 16) >> 8 == CLASS_BRIDGE;
}

static bool is_ours(const struct linux_card *card, const char *name)
{
    for (unsigned i = 0; i < card->function_count; i++)
        if (strcmp(card->functions[i].name, name) == 0)
            return true;
    return false;
}

static void find_group(const struct roots *roots, struct linux_card *card)
{
    char path[FILE_PATH_MAX];
    struct dirent *entry;

    file_link(card->group, sizeof(card->group), roots->sys, DEVICE "/iommu_group", card->name);
    file_path(path, roots->sys, "bus/pci/devices/%s/iommu_group/devices", card->name);
    DIR *const folder = opendir(path);
    while (folder && (entry = readdir(folder)))
        if (entry->d_name[0] != '.' && !is_ours(card, entry->d_name) &&
            !is_bridge(roots, entry->d_name))
            snprintf(card->company, sizeof(card->company), "%.15s", entry->d_name);
    if (folder)
        closedir(folder);
}

static void find_bars(const struct roots *roots, struct linux_card *card)
{
    char text[2048], *line = text;

    if (file_read(text, sizeof(text), roots->sys, DEVICE "/resource", card->name) < 0)
        return;
    for (unsigned i = 0; i < PCI_BAR_COUNT && line; i++) {
        unsigned long long from = 0, to = 0, flags = 0;

        if (sscanf(line, "%llx %llx %llx", &from, &to, &flags) == 3 && (flags & FLAG_MEMORY) &&
            from) {
            card->bars[i].at = from;
            card->bars[i].size = to - from + 1;
            card->bars[i].prefetchable = flags & FLAG_PREFETCH;
        }
        line = strchr(line, '\n');
        line += line != NULL;
    }
}

static bool in_a_bar(const struct linux_card *card, uint64_t at)
{
    for (unsigned i = 0; i < PCI_BAR_COUNT; i++)
        if (card->bars[i].size && at - card->bars[i].at < card->bars[i].size)
            return true;
    return false;
}

/* The platform devices that draw into memory which the machine's firmware has set up. */
static bool holds_framebuffer(const struct roots *roots, const char *driver,
                              struct framebuffer_holder *out)
{
    char path[FILE_PATH_MAX];
    struct dirent *entry;

    file_path(path, roots->sys, "bus/platform/drivers/%s", driver);
    DIR *const folder = opendir(path);
    out->driver[0] = '\0';
    while (folder && (entry = readdir(folder)))
        if (strchr(entry->d_name, '.') && entry->d_name[0] != '.') {
            snprintf(out->driver, sizeof(out->driver), "%s", driver);
            snprintf(out->device, sizeof(out->device), "%.31s", entry->d_name);
        }
    if (folder)
        closedir(folder);
    return out->driver[0];
}

/* The kernel's map of memory names the framebuffers of the firmware that it draws on. */
static bool drawn_into(const struct roots *roots, const struct linux_card *card)
{
    static const char *const names[] = { "efifb", "simplefb", "vesafb", "BOOTFB", "simpledrm" };
    char *const text = malloc(IOMEM_MAX);
    bool found = false;

    if (text && file_read(text, IOMEM_MAX, roots->proc, "iomem") > 0)
        for (char *line = text; line && !found;
             line = (line = strchr(line, '\n')) ? line + 1 : NULL)
            for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
                const char *const colon = strstr(line, " : ");

                found |= colon && strncmp(colon + 3, names[i], strlen(names[i])) == 0 &&
                         in_a_bar(card, strtoull(line, NULL, 16));
            }
    free(text);
    return found;
}

/* Text mode is drawn by the card that the BIOS has started. */
static bool shows_text(const struct roots *roots, const struct linux_card *card)
{
    char boot[8], name[64], bound[8];

    if (file_read(boot, sizeof(boot), roots->sys, DEVICE "/boot_vga", card->name) <= 0 ||
        boot[0] != '1')
        return false;
    for (unsigned i = 0; i < 4; i++)
        if (file_read(name, sizeof(name), roots->sys, "class/vtconsole/vtcon%u/name", i) > 0 &&
            strstr(name, "VGA+") &&
            file_read(bound, sizeof(bound), roots->sys, "class/vtconsole/vtcon%u/bind", i) > 0 &&
            bound[0] == '1')
            return true;
    return false;
}

static void find_console(const struct roots *roots, struct linux_card *card)
{
    static const char *const drivers[] = { "efi-framebuffer", "simple-framebuffer",
                                           "vesa-framebuffer" };

    card->console =
        file_there(roots->sys, DEVICE "/graphics", card->name) || shows_text(roots, card);
    if (!drawn_into(roots, card))
        return;
    card->console = true;
    for (unsigned i = 0; i < ARRAY_SIZE(drivers) && !card->framebuffer.driver[0]; i++)
        holds_framebuffer(roots, drivers[i], &card->framebuffer);
}

static void describe(const struct roots *roots, struct linux_card *card)
{
    function_name(card->name, card->at);
    find_functions(roots, card);
    find_group(roots, card);
    find_bars(roots, card);
    find_console(roots, card);
    file_read(card->power, sizeof(card->power), roots->sys, DEVICE "/power_state", card->name);
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct linux_card *)a)->name, ((const struct linux_card *)b)->name);
}

unsigned cards_find(const struct roots *roots, struct pci_access *access,
                    struct linux_card cards[CARDS_MAX])
{
    unsigned count = 0;

    for (struct pci_dev *device = access->devices; device && count < CARDS_MAX;
         device = device->next) {
        pci_fill_info(device, PCI_FILL_IDENT | PCI_FILL_CLASS);
        if (device->vendor_id != VENDOR || device->device_class >> 8 != PCI_CLASS_BASE_DISPLAY)
            continue;
        cards[count] = (struct linux_card){ .at = { (uint16_t)device->domain, device->bus,
                                                    device->dev, device->func } };
        describe(roots, &cards[count++]);
    }
    qsort(cards, count, sizeof(cards[0]), compare);
    return count;
}
