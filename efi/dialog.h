/* efi/dialog.h: the questions to a person at the rig before a run and after it. */
#ifndef EFI_DIALOG_H
#define EFI_DIALOG_H

#include "efi/archive.h"
#include "efi/keys.h"
#include "efi/monitor.h"
#include "suite/run/menu.h"

struct dialog {
    struct clock *clock;
    struct monitor *monitor;
    struct keys *keys;
    EFI_BOOT_SERVICES *boot;
    EFI_RUNTIME_SERVICES *runtime;
    struct archive *archive; /* tries to send the report again while the verdict is shown */
    struct menu menu;
    char next[CONFIG_LABEL_MAX];       /* scanned at the verdict: the label of the next run */
    char words[CONFIG_LABEL_MAX + 64]; /* of a key */
};

/* A line on COM1, before the report has begun. */
void dialog_say(const struct dialog *dialog, const char *line);

/* Shows the menu until something is chosen or its seconds are over, and changes the configuration by it. */
void dialog_menu(struct dialog *dialog, struct run_config *config, struct bus *bus);
/* Shows the verdict until a key chooses the next step. Powering off and entering the machine's setup do not return if
 * the machine can do them. True: the same again, with a label that was scanned meanwhile. */
bool dialog_verdict(struct dialog *dialog, struct scene *scene, char label[CONFIG_LABEL_MAX]);

#endif
