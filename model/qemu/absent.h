/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/absent.h: the ones that a PC reads where it has no TPM, as a device of its own (-device barecard-no-tpm).
 * QEMU reads zeros there, and OVMF takes those for a TPM that is about to answer: it asks again and again for 0.75 s,
 * and under TCG that is longer than all else of its start. Tests boot with it (tools/machine.sh); the card alone
 * changes nothing of the machine.
 *
 * Source  TCG PC Client Platform TPM Profile 1.05 §6: five localities of 4 KiB each from 0xfed40000; a register that
 *         reads 0xff says that none is there. */
#ifndef MODEL_QEMU_ABSENT_H
#define MODEL_QEMU_ABSENT_H

#include "model/qemu/compat.h"

#define TYPE_ABSENT_TPM "barecard-no-tpm"

/* Once, when the plugin is loaded. */
void absent_type_register(void);

#endif
