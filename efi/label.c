#include "efi/label.h"

#include "efi/keys.h"
#include "engines/text.h"
#include "suite/report/keys.h"

#define KEY_BACKSPACE 0x08

static void show(const char *label, struct monitor *monitor)
{
    struct scene scene = { .question = "What is tested? Type it or scan it, then press Enter.",
                           .typed = label,
                           .key_count = 2,
                           .keys = { { "Enter", "Start" }, { "Esc", "Start without it" } } };

    monitor_show(monitor, &scene, true);
}

static void take_back(struct text *label)
{
    if (label->used)
        label->chars[--label->used] = '\0';
    label->cut = false;
}

/* true: no more will come. */
static bool take_key(struct text *label, const EFI_INPUT_KEY *key)
{
    if (key->ScanCode == SCAN_ESC)
        while (label->used)
            take_back(label);
    if (key->UnicodeChar == KEY_BACKSPACE)
        take_back(label);
    if (key->UnicodeChar >= ' ' && key->UnicodeChar <= '~')
        text_char(label, (char)key->UnicodeChar);
    /* An empty line is no answer: some scanners send Enter before the code, too. */
    if (key->ScanCode == SCAN_ENTER || key->UnicodeChar == KEY_ENTER)
        return label->used != 0;
    return key->ScanCode == SCAN_ESC;
}

void label_ask(char label[CONFIG_LABEL_MAX], EFI_BOOT_SERVICES *boot,
               SIMPLE_INPUT_INTERFACE *keyboard, struct monitor *monitor)
{
    struct text text = text_in(label, CONFIG_LABEL_MAX);
    bool ended = keyboard == NULL;
    EFI_INPUT_KEY key;
    UINTN index;

    while (!ended) {
        show(label, monitor);
        if (EFI_ERROR(boot->WaitForEvent(1, &keyboard->WaitForKey, &index)))
            return;
        while (!ended && !EFI_ERROR(keyboard->ReadKeyStroke(keyboard, &key)))
            ended = take_key(&text, &key);
    }
}
