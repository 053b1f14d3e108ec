#include "linux/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool say(char sentence[SENTENCE_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool say(char sentence[SENTENCE_MAX], const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(sentence, SENTENCE_MAX, format, list);
    va_end(list);
    return false;
}

bool check_machine(const struct check *check, char sentence[SENTENCE_MAX])
{
    if (!check->root)
        return say(sentence, "only root may take a card over: sudo barecard run ...");
    if (!file_there(check->roots->sys, "bus/pci/devices"))
        return say(sentence,
                   "the kernel shows no PCI bus in %s: mount sysfs, and leave the container "
                   "if this is one",
                   check->roots->sys);
    return true;
}

enum reach check_reach(const struct check *check, const struct linux_card *card)
{
    if (check->look)
        return REACH_LOOK;
    if (check->no_iommu)
        return REACH_DIRECT;
    return card->group[0] ? REACH_VFIO : REACH_NO_DMA;
}

static bool is_free_driver(const char *driver)
{
    return !driver[0] || strcmp(driver, "vfio-pci") == 0 || strcmp(driver, "pci-stub") == 0;
}

/* A card in use is refused without --take, because whoever uses it loses it for the run. */
bool check_free(const struct check *check, const struct linux_card *card,
                char sentence[SENTENCE_MAX])
{
    if (check->take || check->look)
        return true;
    if (card->console)
        return say(
            sentence,
            "%s shows the console%s%s: --take tests it; the screen goes dark until the end, under "
            "newer kernels until the machine is started again",
            card->name, card->functions[0].driver[0] ? ", drawn by " : "",
            card->functions[0].driver);
    for (unsigned i = 0; i < card->function_count; i++)
        if (!is_free_driver(card->functions[i].driver))
            return say(sentence,
                       "%s is in use: the driver %s holds %s; --take unbinds it and gives the card "
                       "back to it afterwards",
                       card->name, card->functions[i].driver, card->functions[i].name);
    return true;
}

/* ---- the ways to it -------------------------------------------------------------------------- */

/* The kernel refuses memory of cards to user space, where Secure Boot or its command line has locked it down. */
static bool is_locked_down(const struct check *check)
{
    char mode[64];

    return file_read(mode, sizeof(mode), check->roots->sys, "kernel/security/lockdown") > 0 &&
           !strstr(mode, "[none]");
}

/* Remapped interrupts carry the mark in their controllers' names. */
static bool remaps_interrupts(const struct check *check)
{
    enum { MOST = 1 << 18 };
    char *const text = malloc(MOST);
    char unsafe[8];

    if (file_read(unsafe, sizeof(unsafe), check->roots->sys,
                  "module/vfio_iommu_type1/parameters/allow_unsafe_interrupts") > 0 &&
        unsafe[0] == 'Y') {
        free(text);
        return true;
    }
    const bool remaps = text && file_read(text, MOST, check->roots->proc, "interrupts") > 0 &&
                        (strstr(text, " IR-") || strstr(text, "AMD-IR"));
    free(text);
    return remaps;
}

/* Whether vfio-pci is loaded, or a module that modprobe would find. */
static bool has_vfio(const struct check *check)
{
    enum { MOST = 1 << 20 };
    char release[64];
    bool found = file_there(check->roots->sys, "bus/pci/drivers/vfio-pci");

    if (found ||
        file_read(release, sizeof(release), check->roots->proc, "sys/kernel/osrelease") <= 0)
        return found;
    char *const text = malloc(MOST);
    found = text && file_read(text, MOST, "/lib/modules", "%s/modules.dep", release) > 0 &&
            strstr(text, "vfio-pci.ko");
    found = found ||
            (text && file_read(text, MOST, "/lib/modules", "%s/modules.builtin", release) > 0 &&
             strstr(text, "vfio-pci.ko"));
    free(text);
    return found;
}

/* VFIO would refuse such a card too, but with an error number that names no remedy. */
static bool check_vfio(const struct check *check, const struct linux_card *card,
                       char sentence[SENTENCE_MAX])
{
    if (card->company[0])
        return say(
            sentence,
            "%s shares its IOMMU group %s with %s, which would be lent with it: put the card "
            "into another slot, or start Linux with iommu=pt and use --no-iommu",
            card->name, card->group, card->company);
    if (!has_vfio(check))
        return say(sentence,
                   "this kernel has no module vfio-pci: install the modules that belong to it "
                   "(linux-modules-extra on some systems), or start Linux with iommu=pt and use "
                   "--no-iommu");
    if (!remaps_interrupts(check))
        return say(sentence,
                   "the IOMMU does not remap interrupts, so VFIO refuses cards: switch interrupt "
                   "remapping (x2APIC) on in the machine's setup, or accept it with: modprobe "
                   "vfio_iommu_type1 allow_unsafe_interrupts=1");
    return true;
}

/* The kernel lets such a card reach only memory that a driver has mapped for it, unless it was told
 * to pass everything. */
static bool is_translated(const struct check *check, const struct linux_card *card)
{
    char type[16];

    return card->group[0] &&
           file_read(type, sizeof(type), check->roots->sys, "kernel/iommu_groups/%s/type",
                     card->group) > 0 &&
           strcmp(type, "identity") != 0;
}

/* Without an IOMMU the card's memory must stay at its physical address, and only huge pages do. */
static bool check_huge_pages(const struct check *check, const struct linux_card *card,
                             char sentence[SENTENCE_MAX])
{
    char free_pages[16];
    const int length = file_read(free_pages, sizeof(free_pages), check->roots->sys,
                                 "kernel/mm/hugepages/hugepages-2048kB/free_hugepages");

    if (length <= 0)
        return say(sentence,
                   "%s: --no-iommu needs huge pages of 2 MiB, which this kernel has not: use a "
                   "machine with an IOMMU, or start Barecard from its stick",
                   card->name);
    if (strtoul(free_pages, NULL, 10) < 8)
        return say(
            sentence,
            "%s: --no-iommu needs 8 huge pages of 2 MiB for the card's DMA, and %s are free: echo "
            "16 | sudo tee /proc/sys/vm/nr_hugepages",
            card->name, free_pages);
    return true;
}

/* In the order in which one obstacle hides the next: a sleeping card answers with nothing that
 * could be checked. */
bool check_card(const struct check *check, const struct linux_card *card,
                char sentence[SENTENCE_MAX])
{
    const enum reach reach = check_reach(check, card);

    if (reach == REACH_LOOK)
        return true;
    if (card->power[0] && strncmp(card->power, "D3", 2) == 0)
        return say(
            sentence,
            "%s sleeps (%s), and its registers answer nobody: wake it with echo on | sudo tee "
            "/sys/bus/pci/devices/%s/power/control",
            card->name, card->power, card->name);
    if (!card->bars[NV_BAR_MMIO].size)
        return say(sentence,
                   "%s: the kernel has given BAR0 no address, so nobody reaches the card: look for "
                   "\"BAR 0\" in dmesg, and try the kernel option pci=realloc",
                   card->name);
    if (reach == REACH_VFIO)
        return check_vfio(check, card, sentence);
    if (is_locked_down(check))
        return say(
            sentence,
            "%s: the kernel is locked down (Secure Boot), so without an IOMMU it lets nobody reach "
            "a card: switch the IOMMU on in the machine's setup, or Secure Boot off",
            card->name);
    if (reach == REACH_DIRECT && is_translated(check, card))
        return say(sentence,
                   "%s: an IOMMU is on, which lets the card reach no memory of --no-iommu: leave "
                   "that option out, or start Linux with iommu=pt",
                   card->name);
    return reach == REACH_NO_DMA || check_huge_pages(check, card, sentence);
}
