/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/plugin.c: the entry that QEMU's -plugin option looks for. Plugins are loaded before
 * -device is parsed, so that the device type they register is there in time. */
#include "model/qemu/compat.h"

#include "qemu/qemu-plugin.h"

#include "model/qemu/absent.h"
#include "model/qemu/device.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

/* Called once, before -device is parsed; anything but 0 makes QEMU end with the message printed
 * here. */
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                                           char **argv)
{
    (void)id;
    (void)argv;
    if (!info->system_emulation) {
        fprintf(stderr, "barecard.so: only QEMU's system emulation has PCI devices\n");
        return -1;
    }
    if (argc > 0) {
        fprintf(stderr,
                "barecard.so: takes no options; the card's go to -device %s,... (device_add "
                "%s,help lists them)\n",
                model_families[0]->name, model_families[0]->name);
        return -1;
    }
    if (!device_types_register()) {
        fprintf(stderr, "barecard.so: already loaded\n");
        return -1;
    }
    absent_type_register();
    return 0;
}
