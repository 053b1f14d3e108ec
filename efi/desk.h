/* efi/desk.h: the questions to a person at the rig before a run and after it. */
#ifndef EFI_DESK_H
#define EFI_DESK_H

#include "efi/archive.h"
#include "efi/keys.h"
#include "efi/monitor.h"
#include "suite/run/menu.h"

struct desk {
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
void desk_say(const struct desk *desk, const char *line);

/* Shows the menu until something is chosen or its seconds are over, and changes the configuration by it. */
void desk_menu(struct desk *desk, struct run_config *config, struct bus *bus);
/* Shows the verdict until a key chooses the next step. Powering off and entering the machine's setup do not return if
 * the machine can do them. True: the same again, with a label that was scanned meanwhile. */
bool desk_verdict(struct desk *desk, struct scene *scene, char label[CONFIG_LABEL_MAX]);

#endif
