/* Sentences of linux/check.h, on machines laid out in a folder: the obstacle to using a card, and its remedy. */
#include "tests/kit/tests.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linux/check.h"
#include "linux/dma.h"
#include "linux/window.h"

static char root[] = "/tmp/barecard-check-XXXXXX";
static char sys[64], proc[64];
static struct roots roots;

static void put(const char *folder, const char *name, const char *text)
{
    char path[256], command[300];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    snprintf(command, sizeof(command), "mkdir -p \"$(dirname '%s')\"", path);
    assert_int_equal(0, system(command));
    FILE *const file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A machine on which a card can be tested by VFIO. */
FIXTURE(make_machine)
{
    memset(root + strlen(root) - 6, 'X', 6);
    assert_non_null(mkdtemp(root));
    snprintf(sys, sizeof(sys), "%s/sys", root);
    snprintf(proc, sizeof(proc), "%s/proc", root);
    roots = (struct roots){ .sys = sys, .proc = proc, .dev = root, .run = root, .lib = root };
    put(sys, "bus/pci/devices/empty", "");
    put(sys, "bus/pci/drivers/vfio-pci/bind", "");
    put(sys, "kernel/security/lockdown", "[none] integrity confidentiality\n");
    put(sys, "kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "8\n");
    put(proc, "interrupts", "  0:  1  IR-IO-APIC  2-edge  timer\n");
}

FIXTURE(remove_machine)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -rf %s", root);
    assert_int_equal(system(command), 0);
}

static struct linux_card good_card(void)
{
    struct linux_card card = {
        .name = "0000:01:00.0", .function_count = 1, .group = "7", .power = "D0"
    };

    memcpy(card.functions[0].name, card.name, sizeof(card.name));
    card.bars[NV_BAR_MMIO].size = 0x1000000;
    return card;
}

static struct check usual(void)
{
    return (struct check){ .roots = &roots, .root = true };
}

static void expect_refused(bool allowed, const char *sentence, const char *wanted)
{
    assert_false(allowed);
    assert_string_equal(wanted, sentence);
}

TEST(a_free_card_behind_an_iommu_is_good, make_machine, remove_machine)
{
    const struct check check = usual();
    const struct linux_card card = good_card();
    char sentence[SENTENCE_MAX];

    assert_pairs(true, check_machine(&check, sentence), true, check_free(&check, &card, sentence),
                 true, check_card(&check, &card, sentence), REACH_VFIO, check_reach(&check, &card));
}

/* The driver of another function of the card counts too: VFIO lends all of an IOMMU group. */
TEST(a_driver_is_named_and_take_unbinds_it, make_machine, remove_machine)
{
    struct check check = usual();
    struct linux_card card = good_card();
    char sentence[SENTENCE_MAX];

    card.function_count = 2;
    strcpy(card.functions[1].name, "0000:01:00.1");
    strcpy(card.functions[1].driver, "snd_hda_intel");
    expect_refused(check_free(&check, &card, sentence), sentence,
                   "0000:01:00.0 is in use: the driver snd_hda_intel holds 0000:01:00.1; --take "
                   "unbinds it and gives the card back to it afterwards");
    check.take = true;
    assert_true(check_free(&check, &card, sentence));
}

TEST(a_kernel_without_vfio_is_told, make_machine, remove_machine)
{
    const struct check check = usual();
    const struct linux_card card = good_card();
    char sentence[SENTENCE_MAX], command[128];

    snprintf(command, sizeof(command), "rm -r %s/bus/pci/drivers", sys);
    assert_int_equal(0, system(command));
    put(proc, "sys/kernel/osrelease", "0.0.0-none\n");
    expect_refused(check_card(&check, &card, sentence), sentence,
                   "this kernel has no module vfio-pci: install the modules that belong to it "
                   "(linux-modules-extra on some systems), or start Linux with iommu=pt and use "
                   "--no-iommu");
}

/* The user's decision, not ours: the parameter of the module says that it is made. */
TEST(interrupts_that_are_not_remapped_are_refused, make_machine, remove_machine)
{
    const struct check check = usual();
    const struct linux_card card = good_card();
    char sentence[SENTENCE_MAX];

    put(proc, "interrupts", "  0:  1  IO-APIC  2-edge  timer\n");
    expect_refused(check_card(&check, &card, sentence), sentence,
                   "the IOMMU does not remap interrupts, so VFIO refuses cards: switch interrupt "
                   "remapping (x2APIC) on in the machine's setup, or accept it with: modprobe "
                   "vfio_iommu_type1 allow_unsafe_interrupts=1");
    put(sys, "module/vfio_iommu_type1/parameters/allow_unsafe_interrupts", "Y\n");
    assert_true(check_card(&check, &card, sentence));
}

TEST(without_an_iommu_nothing_is_lent_unless_asked_for, make_machine, remove_machine)
{
    struct check check = usual();
    struct linux_card card = good_card();
    char sentence[SENTENCE_MAX];

    card.group[0] = '\0';
    assert_int_equal(REACH_NO_DMA, check_reach(&check, &card));
    assert_true(check_card(&check, &card, sentence));
    check.no_iommu = true;
    assert_int_equal(REACH_DIRECT, check_reach(&check, &card));
    assert_true(check_card(&check, &card, sentence));
}

TEST(addresses_are_as_lspci_says_them)
{
    char name[16];

    assert_true(function_parse("01:00.0", name));
    assert_string_equal("0000:01:00.0", name);
    assert_true(function_parse("0001:a0:1f.7", name));
    assert_string_equal("0001:a0:1f.7", name);
    assert_pairs(false, function_parse("01:20.0", name), false, function_parse("01:00.8", name),
                 false, function_parse("01:00.0 ", name), false, function_parse("card", name));
}

/* Memory of a card that has gone reads as all ones, whatever it was, and the process lives. */
TEST(a_page_that_has_gone_reads_as_all_ones)
{
    char name[] = "/tmp/barecard-window-XXXXXX";
    const int file = mkstemp(name);
    struct windows windows = { 0 };

    assert_int_equal(0, ftruncate(file, 8192));
    void *const memory = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    windows.all[1] = (struct window){ .at = 0xe0000000, .size = 8192, .memory = memory };
    window_guard(&windows);
    volatile uint32_t *const word = (void *)window_find(&windows, (bus_addr){ 0xe0001000 }, 4);
    *word = 5;
    assert_int_equal(0, ftruncate(file, 4096)); /* as a BAR whose card has gone */
    assert_int_equal(UINT32_MAX, *word);
    *word = 5;
    assert_null(window_find(&windows, (bus_addr){ 0xe0001ffe }, 4));
    window_guard(NULL);
    munmap(memory, 8192);
    close(file);
    unlink(name);
}
