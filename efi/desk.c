#include "efi/desk.h"

#define POLL_US        50000 /* halted for most of it; a person does not notice */
#define SECOND_US      UINT64_C(1000000)
#define OS_INDICATIONS L"OsIndications"
#define OS_SUPPORTED   L"OsIndicationsSupported"
#define BOOT_TO_SETUP  UINT64_C(1) /* EFI_OS_INDICATIONS_BOOT_TO_FW_UI, UEFI 2.10 §8.5.4 */
#define VARIABLE_KINDS                                                                             \
    (EFI_VARIABLE_NON_VOLATILE | EFI_VARIABLE_BOOTSERVICE_ACCESS | EFI_VARIABLE_RUNTIME_ACCESS)

static unsigned find_cards(struct bus *bus, struct card_key cards[SCENE_CARDS])
{
    struct pci_search search = { 0 };
    struct pci_card found;
    unsigned count = 0;

    while (count < SCENE_CARDS && pci_find_next(bus, &search, &found) == OK)
        cards[count++] = card_key_of(&found);
    return count;
}

void desk_menu(struct desk *desk, struct run_config *config, struct bus *bus)
{
    struct card_key cards[SCENE_CARDS];
    struct menu *const menu = &desk->menu;
    bool chosen = false;

    menu_open(menu, config, cards, find_cards(bus, cards));
    uint64_t second_us = clock_us(desk->clock) + SECOND_US;

    monitor_show(desk->monitor, &menu->scene, true);
    while (!chosen) {
        const int key = keys_next(desk->keys);
        const bool tick = menu->scene.seconds >= 0 && clock_us(desk->clock) >= second_us;

        chosen = (key != KEY_NONE && menu_press(menu, key)) || (tick && menu_tick(menu));
        second_us += tick ? SECOND_US : 0;
        if (key != KEY_NONE || tick)
            monitor_show(desk->monitor, &menu->scene, true);
        else
            clock_rest_us(desk->clock, desk->boot, POLL_US);
    }
    menu_apply(menu, config);
}

/* Returns where the machine cannot be told to show its setup. */
static void enter_setup(EFI_RUNTIME_SERVICES *runtime)
{
    EFI_GUID global = EFI_GLOBAL_VARIABLE;
    UINT64 wanted = 0, can = 0;
    UINTN size = sizeof(can);
    UINT32 kinds = 0;

    if (EFI_ERROR(runtime->GetVariable(OS_SUPPORTED, &global, NULL, &size, &can)) ||
        !(can & BOOT_TO_SETUP))
        return;
    size = sizeof(wanted);
    if (EFI_ERROR(runtime->GetVariable(OS_INDICATIONS, &global, &kinds, &size, &wanted)))
        wanted = 0;
    wanted |= BOOT_TO_SETUP;
    if (!EFI_ERROR(
            runtime->SetVariable(OS_INDICATIONS, &global, VARIABLE_KINDS, sizeof(wanted), &wanted)))
        runtime->ResetSystem(EfiResetCold, EFI_SUCCESS, 0, NULL);
}

bool desk_verdict(struct desk *desk, struct scene *scene)
{
    for (;;) {
        const int key = keys_next(desk->keys);

        if (key == KEY_NONE) {
            if (archive_try_again(desk->archive))
                monitor_show(desk->monitor, scene, true);
            clock_rest_us(desk->clock, desk->boot, POLL_US);
            continue;
        }
        switch (scene_press(scene, key)) {
        case CHOICE_AGAIN:
            return true;
        case CHOICE_POWER_OFF:
            desk->runtime->ResetSystem(EfiResetShutdown, EFI_SUCCESS, 0, NULL);
            break;
        case CHOICE_SETUP:
            enter_setup(desk->runtime);
            return false;
        case CHOICE_LEAVE:
            return false;
        case CHOICE_NONE:
            monitor_show(desk->monitor, scene, true);
            break;
        }
    }
}
