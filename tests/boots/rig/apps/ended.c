/* A machine that protects its memory, and a person who presses Esc while a test makes the card use it. */
#include "tests/boots/rig/iommu.h"

#include "hw/pci.h"

static struct rig rig;

/* Nothing is typed but that, and once more when that is asked. */
static EFI_STATUS EFIAPI read_key(SIMPLE_INPUT_INTERFACE *self, EFI_INPUT_KEY *key)
{
    static unsigned pressed, looks;

    (void)self;
    if (pressed == 2 || looks++ < 4 || !iommu_in_use() ||
        !(rig_command(rig.card_io) & PCI_COMMAND_MASTER))
        return EFI_NOT_READY;
    looks = 0;
    if (pressed++ == 0)
        rig_say("Esc is pressed during a test", UINT64_MAX);
    *key = (EFI_INPUT_KEY){ .ScanCode = SCAN_ESC };
    return EFI_SUCCESS;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    static SIMPLE_INPUT_INTERFACE keyboard;
    static EFI_SYSTEM_TABLE its;

    (void)image_base;
    if (!rig_open(&rig, image, table) || !iommu_install(&rig, IOMMU_NONE))
        return EFI_ABORTED;
    keyboard = *table->ConIn;
    keyboard.ReadKeyStroke = read_key;
    its = *table;
    its.ConIn = &keyboard;
    return rig_start(&rig, &its);
}
