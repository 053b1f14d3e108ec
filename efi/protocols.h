/* efi/protocols.h: declarations that GNU-EFI 3.0.15 lacks.
 * Source  UEFI PI 1.7 volume 2 §7.2 (DXE services), §13.4 (MP services); ACPI 6.4 §6.4.3.5.1 (QWORD address space
 *         descriptor); edk2's ConsoleOutDevice tag and IoMmu.h. */
#ifndef EFI_PROTOCOLS_H
#define EFI_PROTOCOLS_H

#include "efi/uefi.h"

/* clang-format off */
#define DXE_SERVICES_TABLE_GUID                                                                    \
    { 0x05ad34ba, 0x6f02, 0x4214, { 0x95, 0x2e, 0x4d, 0xa0, 0x39, 0x8e, 0x2b, 0xb9 } }
#define DXE_SERVICES_SIGNATURE 0x565245535f455844u

#define MP_SERVICES_PROTOCOL_GUID                                                                  \
    { 0x3fdda605, 0xa76e, 0x4f46, { 0xad, 0x29, 0x12, 0xf4, 0x53, 0x1b, 0x3d, 0x08 } }

/* On the handles that the firmware's console really uses. */
#define CONSOLE_OUT_DEVICE_GUID                                                                    \
    { 0xd3b36f2c, 0xd551, 0x11d4, { 0x9a, 0x46, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d } }

/* Where there is one, DMA goes to memory that was mapped, and to no other. */
#define EDKII_IOMMU_PROTOCOL_GUID                                                                  \
    { 0x4e939de9, 0xd948, 0x4b0f, { 0x88, 0xed, 0xe6, 0xe1, 0xce, 0x51, 0x7c, 0x1e } }

enum gcd_memory_type {
    GCD_NON_EXISTENT,
    GCD_RESERVED,
    GCD_SYSTEM_MEMORY,
    GCD_MEMORY_MAPPED_IO,
};

struct gcd_memory {
    EFI_PHYSICAL_ADDRESS base;
    UINT64 length;
    UINT64 capabilities; /* EFI_MEMORY_… */
    UINT64 attributes;
    UINT32 type; /* enum gcd_memory_type */
    EFI_HANDLE image, device;
};

/* Services that nothing here calls are untyped. */
struct dxe_services {
    EFI_TABLE_HEADER header;
    EFI_STATUS(EFIAPI *add_memory_space)(UINT32 type, EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                         UINT64 capabilities);
    void *allocate_memory_space;
    void *free_memory_space;
    void *remove_memory_space;
    EFI_STATUS(EFIAPI *get_memory_space_descriptor)(EFI_PHYSICAL_ADDRESS base,
                                                    struct gcd_memory *out);
    EFI_STATUS(EFIAPI *set_memory_space_attributes)(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                                    UINT64 attributes);
    void *get_memory_space_map;
    void *io_space[6];
    void *dispatch, *schedule, *trust, *process_firmware_volume;
    EFI_STATUS(EFIAPI *set_memory_space_capabilities)(EFI_PHYSICAL_ADDRESS base, UINT64 length,
                                                      UINT64 capabilities);
};

struct mp_services {
    EFI_STATUS(EFIAPI *get_number_of_processors)(struct mp_services *self, UINTN *all,
                                                 UINTN *enabled);
    void *get_processor_info;
    /* With an event: returns at once, and signals it when all are back. */
    EFI_STATUS(EFIAPI *startup_all_aps)(struct mp_services *self,
                                        void(EFIAPI *procedure)(void *argument),
                                        BOOLEAN one_after_the_other, EFI_EVENT finished,
                                        UINTN timeout_us, void *argument, UINTN **failed);
    /* The same of the processor with that number. */
    EFI_STATUS(EFIAPI *startup_this_ap)(struct mp_services *self,
                                        void(EFIAPI *procedure)(void *argument), UINTN number,
                                        EFI_EVENT finished, UINTN timeout_us, void *argument,
                                        BOOLEAN *done);
    void *switch_bsp, *enable_disable_ap, *who_am_i;
};

/* clang-format on */

#define ACPI_QWORD_ADDRESS_SPACE 0x8a
#define ACPI_END_TAG             0x79
#define ACPI_RESOURCE_MEMORY     0
#define ACPI_RESOURCE_BUS        2

struct __attribute__((packed)) acpi_address_space {
    UINT8 tag;
    UINT16 length; /* of the rest */
    UINT8 resource, general_flags, specific_flags;
    UINT64 granularity, minimum, maximum, translation, size;
};

#endif
