/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/plugin.h: the device type that the plugin registers. */
#ifndef MODEL_QEMU_PLUGIN_H
#define MODEL_QEMU_PLUGIN_H

#include "model/qemu/compat.h"

extern const TypeInfo nv50_type_info;

#endif
