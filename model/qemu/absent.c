/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "model/qemu/absent.h"

#define TPM_PLACE UINT64_C(0xfed40000)
#define TPM_SIZE  0x5000 /* five localities of a page */

#define ABSENT_TPM(o) OBJECT_CHECK(struct absent_tpm, (o), TYPE_ABSENT_TPM)

struct absent_tpm {
    DeviceState device; /* first: QEMU casts */
    MemoryRegion place;
};

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

/* A TPM that QEMU was given lies over the region. */
static void realize(DeviceState *device, Error **errp)
{
    struct absent_tpm *const absent = ABSENT_TPM(device);

    (void)errp;
    memory_region_init_io(&absent->place, OBJECT(device), &nothing, NULL, TYPE_ABSENT_TPM,
                          TPM_SIZE);
    memory_region_add_subregion_overlap(get_system_memory(), TPM_PLACE, &absent->place, -1);
}

static void class_init(ObjectClass *class, CLASS_DATA *data)
{
    DeviceClass *const device_class = DEVICE_CLASS(class);

    (void)data;
    device_class->realize = realize;
    device_class->desc = "the place of a TPM reads as ones, as on a PC without one";
    device_class->user_creatable = true;
    device_class->hotpluggable = false;
}

static const TypeInfo absent_type = {
    .name = TYPE_ABSENT_TPM,
    .parent = TYPE_DEVICE,
    .instance_size = sizeof(struct absent_tpm),
    .class_init = class_init,
};

void absent_type_register(void)
{
    type_register_static(&absent_type);
}
