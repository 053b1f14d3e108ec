#include "efi/dialog.h"

#include "efi/label.h"
#include "efi/memory.h"
#include "engines/text.h"

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

void dialog_say(const struct dialog *dialog, const char *line)
{
    serial_write(dialog->keys->serial, line, string_length(line));
    serial_write(dialog->keys->serial, "\n", 1);
}

/* On a machine without a screen it is answered there. */
static void say_menu(const struct dialog *dialog)
{
    const struct scene *const scene = &dialog->menu.scene;
    char line[SCENE_LINE];

    for (unsigned i = 0; i < scene->line_count; i++) {
        struct text words = text_in(line, sizeof(line));

        text_format(&words, "%u  %s: %s", i + 1, scene->lines[i].name, scene->lines[i].about);
        dialog_say(dialog, line);
    }
    struct text words = text_in(line, sizeof(line));

    text_format(&words, "A digit chooses, Enter starts; the first one starts in %d s.",
                scene->seconds);
    dialog_say(dialog, line);
}

/* Draws only after a key or a second, because drawing is slow; else the processor rests. */
void dialog_menu(struct dialog *dialog, struct run_config *config, struct bus *bus)
{
    struct card_key cards[SCENE_CARDS];
    struct menu *const menu = &dialog->menu;
    bool chosen = false;

    menu_open(menu, config, cards, find_cards(bus, cards));
    uint64_t second_us = clock_us(dialog->clock) + SECOND_US;

    monitor_show(dialog->monitor, &menu->scene, true);
    say_menu(dialog);
    while (!chosen) {
        const int key = keys_next(dialog->keys);
        const bool tick = menu->scene.seconds >= 0 && clock_us(dialog->clock) >= second_us;

        chosen = (key != KEY_NONE && menu_press(menu, key)) || (tick && menu_tick(menu));
        second_us += tick ? SECOND_US : 0;
        if (key != KEY_NONE || tick)
            monitor_show(dialog->monitor, &menu->scene, true);
        else
            clock_rest_us(dialog->clock, dialog->boot, POLL_US);
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

/* A scan is the label of the next run, which R begins. */
static void take_scan(struct dialog *dialog, struct scene *scene)
{
    struct text label = text_in(dialog->next, sizeof(dialog->next));
    struct text words = text_in(dialog->words, sizeof(dialog->words));

    label_take(&label, dialog->keys->typist.words);
    text_format(&words, "Run %s", dialog->next);
    scene->again = dialog->words;
}

static void say_asked(struct dialog *dialog, const struct scene *scene)
{
    char line[SCENE_LINE];
    struct text words = text_in(line, sizeof(line));

    scene_asked(scene, &words);
    if (words.used)
        tap_comment(dialog->archive->tap, line);
}

/* Shows the verdict until a key asks for more than another view of it. */
static enum scene_choice choose(struct dialog *dialog, struct scene *scene)
{
    enum scene_choice choice = CHOICE_NONE;
    uint64_t asked_us = 0;

    while (choice == CHOICE_NONE) {
        const int key = keys_next(dialog->keys);
        bool changed = key == KEY_NONE && archive_try_again(dialog->archive);

        if (key == KEY_SCAN)
            take_scan(dialog, scene);
        if (key != KEY_NONE) {
            asked_us = clock_us(dialog->clock);
            choice = scene_press(scene, key);
            say_asked(dialog, scene);
        } else if (scene->asked &&
                   clock_us(dialog->clock) - asked_us >= SCENE_ASKED_S * SECOND_US) {
            scene->asked = KEY_NONE;
            changed = true;
        }
        if (choice == CHOICE_NONE && (changed || key != KEY_NONE))
            monitor_show(dialog->monitor, scene, true);
        if (key == KEY_NONE)
            clock_rest_us(dialog->clock, dialog->boot, POLL_US);
    }
    return choice;
}

/* A machine that does not power off is asked again, because the person still needs a way out of the verdict. */
bool dialog_verdict(struct dialog *dialog, struct scene *scene, char label[CONFIG_LABEL_MAX])
{
    dialog->next[0] = '\0';
    for (;;) {
        switch (choose(dialog, scene)) {
        case CHOICE_AGAIN:
            if (dialog->next[0] != '\0')
                memcpy(label, dialog->next, CONFIG_LABEL_MAX);
            return true;
        case CHOICE_POWER_OFF:
            dialog->runtime->ResetSystem(EfiResetShutdown, EFI_SUCCESS, 0, NULL);
            break;
        case CHOICE_SETUP:
            enter_setup(dialog->runtime);
            return false;
        default:
            return false;
        }
    }
}
