/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/absent.h"

#define TPM_PLACE UINT64_C(0xfed40000)
#define TPM_SIZE  0x5000 /* five localities of a page */

static uint64_t ones(void *opaque, hwaddr offset, unsigned size)
{
    (void)opaque;
    (void)offset;
    return size < 8 ? (UINT64_C(1) << 8 * size) - 1 : UINT64_MAX;
}

static void lost(void *opaque, hwaddr offset, uint64_t value, unsigned size)
{
    (void)opaque;
    (void)offset;
    (void)value;
    (void)size;
}

static const MemoryRegionOps nothing = {
    .read = ones,
    .write = lost,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8 },
};

void absent_tpm_reads_ones(void)
{
    static MemoryRegion place;

    if (memory_region_is_mapped(&place))
        return;
    memory_region_init_io(&place, NULL, &nothing, NULL, "no-tpm", TPM_SIZE);
    memory_region_add_subregion_overlap(get_system_memory(), TPM_PLACE, &place, -1);
}
