/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * model/qemu/absent.h: what a PC reads where it has nothing. QEMU reads zeros there, and OVMF takes those for a TPM
 * that is about to answer: it asks again and again for 0.75 s, and under TCG that is longer than all else of its start.
 *
 * Source  TCG PC Client Platform TPM Profile 1.05 §6: five localities of 4 KiB each from 0xfed40000; a register that
 *         reads 0xff says that none is there. */
#ifndef MODEL_QEMU_ABSENT_H
#define MODEL_QEMU_ABSENT_H

#include "model/qemu/compat.h"

/* The place of a TPM reads as ones from now on, in the whole machine; a second call changes nothing. A TPM that QEMU
 * was given lies over it. */
void absent_tpm_reads_ones(void);

#endif
