/* tests/efi/uefi/function.h: a function of PCI, as EFI_PCI_IO_PROTOCOL shows it, and where it lies in device paths. */
#pragma once

#include "tests/efi/uefi/machine.h"

struct function {
    EFI_PCI_IO_PROTOCOL io;
    UINTN segment, bus, device, number;
    UINT64 attributes, supported;
    EFI_STATUS get_status, supported_status;
    /* Memory. */
    EFI_STATUS map_status, unmap_status;
    size_t map_less;      /* bytes that are not mapped */
    uint64_t device_base; /* its address for the card; 0: its own address */
    EFI_MEMORY_TYPE kind;
    unsigned buffers, mappings;
    uint32_t class;
    uint8_t bar[46]; /* of BAR1, a descriptor of ACPI; all zero: the protocol has none */
};

/* Its attributes are off, and it supports all of them. */
struct function function_at(UINTN segment, UINTN bus, UINTN device, UINTN number);

/* A device path: the card, then maybe an output of it. */
struct card_path {
    PCI_DEVICE_PATH card, output;
    EFI_DEVICE_PATH end;
};

/* The card at that device number of bus 0. */
struct card_path card_path(uint8_t device, bool with_output);
