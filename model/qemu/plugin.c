/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/plugin.c: what QEMU's -plugin option looks for. Plugins are loaded before -device is
 * parsed, so that the device type they register is there in time. */
#include "model/qemu/compat.h"

#include "qemu/qemu-plugin.h"

#include "model/qemu/plugin.h"

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

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
                "barecard.so: takes no options; the card's go to -device nv50,... (device_add "
                "nv50,help lists them)\n");
        return -1;
    }
    if (object_class_by_name(nv50_type_info.name)) {
        fprintf(stderr, "barecard.so: already loaded\n");
        return -1;
    }
    type_register_static(&nv50_type_info);
    return 0;
}
