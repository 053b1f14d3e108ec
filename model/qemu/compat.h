/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/compat.h: the QEMU headers that the adapter needs, and all differences between QEMU's versions.
 *
 * Shape   every file of the adapter that speaks to QEMU includes this first: it opens with
 *         qemu/osdep.h, which must come before anything else.
 * Source  QEMU 7.2 (Debian 12) and 10.0 (Debian 13); the later places as QEMU's own history gives them. */
#ifndef MODEL_QEMU_COMPAT_H
#define MODEL_QEMU_COMPAT_H

#include "qemu/osdep.h"

#include "config-host.h"
#include "qapi/error.h"
#include "qemu/log.h"
#include "qemu/timer.h"
#include "qom/object.h"

#define QEMU_AT_LEAST(major, minor)                                                                \
    (QEMU_VERSION_MAJOR > (major) ||                                                               \
     (QEMU_VERSION_MAJOR == (major) && QEMU_VERSION_MINOR >= (minor)))

/* 8.0 split the device's half off hw/pci/pci.h. */
#if QEMU_AT_LEAST(8, 0)
#include "hw/pci/pci_device.h"
#else
#include "hw/pci/pci.h"
#endif
#include "hw/pci/msi.h"
#include "hw/pci/pci_bus.h"
#include "hw/qdev-properties.h"

/* 10.0 and 10.1 moved the headers of system emulation. */
#if QEMU_AT_LEAST(10, 1)
#include "system/address-spaces.h"
#else
#include "exec/address-spaces.h"
#endif
#if QEMU_AT_LEAST(10, 0)
#include "system/system.h"
#else
#include "sysemu/sysemu.h"
#endif

/* 9.0 renamed the big lock. */
#include "hw/core/cpu.h"
#include "qemu/main-loop.h"
#if !QEMU_AT_LEAST(9, 0)
#define bql_lock   qemu_mutex_lock_iothread
#define bql_unlock qemu_mutex_unlock_iothread
#endif

/* 9.1 renamed the plain reset function; 10.0 took away the end mark of property lists. */
#if QEMU_AT_LEAST(9, 1)
#define device_class_set_plain_reset device_class_set_legacy_reset
#else
#define device_class_set_plain_reset(class, function) ((class)->reset = (function))
#endif
#if QEMU_AT_LEAST(10, 0)
#define PROPERTIES_END
#define PROPERTIES_CONST const
#else
#define PROPERTIES_END DEFINE_PROP_END_OF_LIST()
#define PROPERTIES_CONST
#endif

/* 10.1 made class_init's second argument and the list of interfaces const. */
#if QEMU_AT_LEAST(10, 1)
#define CLASS_DATA       const void
#define INTERFACES_CONST const
#else
#define CLASS_DATA void
#define INTERFACES_CONST
#endif

/* Before 8.1.1, a change of the memory map gives each processor its new table of regions at once, but takes the
 * numbers that it keeps of the old one only later (tcg_commit in softmmu/physmem.c). In between, another thread's access
 * to a register reaches whatever region has that number now, be it another card's. Asks for the machine, which must
 * stand. */
#if QEMU_AT_LEAST(8, 2)
#define memory_map_is_for_one_thread() false
#else
#include "hw/boards.h"
#include "sysemu/tcg.h"
#define memory_map_is_for_one_thread()                                                             \
    (tcg_enabled() && qemu_tcg_mttcg_enabled() && current_machine->smp.max_cpus > 1)
#endif

/* Two of QEMU's names are also hw/bits.h's, which comes after this file. */
#undef BIT
#undef ARRAY_SIZE

#endif
