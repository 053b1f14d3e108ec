#include "tests/boots/rig/iommu.h"

#include "efi/protocols.h"
#include "hw/pci.h"
#include "model/qemu/guard_ports.h"

#define PAGE_LOG2    12
#define PAGE_MASK    UINT64_C(0xfff)
#define REVISION     0x00010000
#define MAPPINGS_MAX 64
#define CARD_OFFSET  (UINT64_C(1) << 38)             /* from the CPU's address to the card's */
#define NOT_OURS     ((void *)(uintptr_t)UINT64_MAX) /* a mapping made before we were here */

struct iommu_protocol {
    UINT64 revision;
    EFI_STATUS(EFIAPI *set_attribute)
    (struct iommu_protocol *self, EFI_HANDLE device, void *mapping, UINT64 access);
    EFI_STATUS(EFIAPI *map)
    (struct iommu_protocol *self, UINT32 operation, void *host, UINTN *bytes,
     EFI_PHYSICAL_ADDRESS *device, void **mapping);
    EFI_STATUS(EFIAPI *unmap)(struct iommu_protocol *self, void *mapping);
    EFI_STATUS(EFIAPI *allocate)
    (struct iommu_protocol *self, EFI_ALLOCATE_TYPE type, EFI_MEMORY_TYPE memory, UINTN pages,
     void **host, UINT64 attributes);
    EFI_STATUS(EFIAPI *free)(struct iommu_protocol *self, UINTN pages, void *host);
};

struct mapping {
    bool used, cards, open;
    bool cut; /* shorter than was asked for: the card's driver cannot have told the card of it */
    uint64_t host, device, pages;
};

/* The protocol's functions get the protocol alone, so it comes first. */
struct iommu {
    struct iommu_protocol protocol;
    struct rig *rig;
    enum iommu_grudge grudge;
    bool cards;               /* the call under way was made for the card */
    unsigned asked;           /* how often the card's driver has asked for memory */
    uint64_t pages_held;      /* by the card's driver */
    uint64_t enabled;         /* attributes of the card that its driver has asked for */
    EFI_PCI_IO_PROTOCOL card; /* its own functions, before ours stood in front of them */
    struct mapping mappings[MAPPINGS_MAX];
};

/* One machine, one IOMMU: PciIo's functions have no other way to it. */
static struct iommu iommu;

static void open_to_card(struct mapping *m)
{
    rig_out32(GUARD_PORTS + GUARD_CARD_PAGE, (uint32_t)(m->device >> PAGE_LOG2));
    rig_out32(GUARD_PORTS + GUARD_MEMORY_PAGE, (uint32_t)(m->host >> PAGE_LOG2));
    rig_out32(GUARD_PORTS + GUARD_OPEN, (uint32_t)m->pages);
    m->open = true;
}

static void close_to_card(struct mapping *m)
{
    if (m->open)
        rig_out32(GUARD_PORTS + GUARD_CLOSE, (uint32_t)(m->device >> PAGE_LOG2));
    m->open = false;
}

/* ---- the protocol ---------------------------------------------------------------------------- */

static EFI_STATUS EFIAPI set_attribute(struct iommu_protocol *self, EFI_HANDLE device,
                                       void *mapping, UINT64 access)
{
    struct mapping *const m = mapping;

    (void)self;
    if (mapping == NOT_OURS || device != iommu.rig->card)
        return EFI_SUCCESS;
    close_to_card(m);
    if (access)
        open_to_card(m);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI map(struct iommu_protocol *self, UINT32 operation, void *host,
                             UINTN *bytes, EFI_PHYSICAL_ADDRESS *device, void **mapping)
{
    const uint64_t at = (uintptr_t)host;
    struct mapping *m = iommu.mappings;

    (void)self, (void)operation;
    if (iommu.cards && iommu.grudge == IOMMU_NO_MAPPING)
        return EFI_OUT_OF_RESOURCES;
    const bool cut = iommu.cards && iommu.grudge == IOMMU_HALF_MAPPING;
    if (cut)
        *bytes /= 2;
    while (m < iommu.mappings + MAPPINGS_MAX && m->used)
        m++;
    if (m == iommu.mappings + MAPPINGS_MAX)
        return EFI_OUT_OF_RESOURCES;
    *m =
        (struct mapping){ .used = true, .cards = iommu.cards, .cut = cut, .host = at & ~PAGE_MASK };
    m->pages = ((at & PAGE_MASK) + *bytes + PAGE_MASK) >> PAGE_LOG2;
    m->device = m->host + (iommu.cards ? CARD_OFFSET : 0);
    *device = m->device + (at & PAGE_MASK);
    *mapping = m;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI unmap(struct iommu_protocol *self, void *mapping)
{
    struct mapping *const m = mapping;

    (void)self;
    if (mapping == NOT_OURS)
        return EFI_SUCCESS;
    if (m->cards && !m->cut && rig_command(iommu.rig->card_io) & PCI_COMMAND_MASTER)
        rig_say("memory unmapped while the card masters the bus:", m->host);
    close_to_card(m);
    m->used = false;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI allocate(struct iommu_protocol *self, EFI_ALLOCATE_TYPE type,
                                  EFI_MEMORY_TYPE memory, UINTN pages, void **host,
                                  UINT64 attributes)
{
    EFI_PHYSICAL_ADDRESS at = 0;
    const EFI_STATUS status = iommu.rig->boot->AllocatePages(AllocateAnyPages, memory, pages, &at);

    (void)self, (void)type, (void)attributes;
    if (!EFI_ERROR(status))
        *host = (void *)(uintptr_t)at;
    return status;
}

static EFI_STATUS EFIAPI release(struct iommu_protocol *self, UINTN pages, void *host)
{
    (void)self;
    for (unsigned i = 0; i < MAPPINGS_MAX; i++)
        if (iommu.mappings[i].used && iommu.mappings[i].cards &&
            iommu.mappings[i].host == (uintptr_t)host)
            rig_say("memory freed that is still mapped:", iommu.mappings[i].host);
    return iommu.rig->boot->FreePages((uintptr_t)host, pages);
}

/* ---- in front of the card's own functions, so that we know which calls are the card's --------- */

static EFI_STATUS EFIAPI card_map(EFI_PCI_IO_PROTOCOL *io, EFI_PCI_IO_PROTOCOL_OPERATION operation,
                                  void *host, UINTN *bytes, EFI_PHYSICAL_ADDRESS *device,
                                  void **mapping)
{
    iommu.cards = true;
    const EFI_STATUS status = iommu.card.Map(io, operation, host, bytes, device, mapping);
    iommu.cards = false;
    return status;
}

static EFI_STATUS EFIAPI card_allocate(EFI_PCI_IO_PROTOCOL *io, EFI_ALLOCATE_TYPE type,
                                       EFI_MEMORY_TYPE memory, UINTN pages, void **host,
                                       UINT64 attributes)
{
    const bool first = iommu.asked++ == 0;

    if (iommu.grudge == (first ? IOMMU_NOTHING_FIRST : IOMMU_NOTHING_FURTHER))
        return EFI_OUT_OF_RESOURCES;
    const EFI_STATUS status = iommu.card.AllocateBuffer(io, type, memory, pages, host, attributes);

    if (!EFI_ERROR(status))
        iommu.pages_held += pages;
    return status;
}

static EFI_STATUS EFIAPI card_free(EFI_PCI_IO_PROTOCOL *io, UINTN pages, void *host)
{
    const EFI_STATUS status = iommu.card.FreeBuffer(io, pages, host);

    if (!EFI_ERROR(status))
        iommu.pages_held -= pages;
    if (iommu.pages_held == 0)
        rig_say("all of the card's memory came back", UINT64_MAX);
    return status;
}

/* The firmware opens bridges with it, and would not see a bit written by hand. It says nothing was enabled. */
static EFI_STATUS EFIAPI card_attributes(EFI_PCI_IO_PROTOCOL *io,
                                         EFI_PCI_IO_PROTOCOL_ATTRIBUTE_OPERATION operation,
                                         UINT64 attributes, UINT64 *result)
{
    if (operation == EfiPciIoAttributeOperationEnable)
        iommu.enabled |= attributes;
    if (operation == EfiPciIoAttributeOperationDisable) {
        rig_say("attributes that the card's driver asked for:", iommu.enabled);
        rig_say("attributes that it gives back:", attributes);
    }
    const EFI_STATUS status = iommu.card.Attributes(io, operation, attributes, result);
    if (operation == EfiPciIoAttributeOperationGet && !EFI_ERROR(status))
        *result &= ~(UINT64)(EFI_PCI_IO_ATTRIBUTE_MEMORY | EFI_PCI_IO_ATTRIBUTE_BUS_MASTER);
    return status;
}

/* ---- putting it there ------------------------------------------------------------------------ */

/* PciBus looks for the protocol when it starts on a root bridge, so it is started again. */
static void tell_pci_bus(const struct rig *rig)
{
    EFI_HANDLE *bridges = NULL;
    UINTN count = 0;

    rig->boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_ROOT_BRIDGE_IO_PROTOCOL_GUID, NULL,
                                  &count, &bridges);
    for (UINTN i = 0; i < count; i++)
        rig->boot->ConnectController(bridges[i], NULL, NULL, FALSE);
}

bool iommu_in_use(void)
{
    return iommu.pages_held != 0;
}

bool iommu_install(struct rig *rig, enum iommu_grudge grudge)
{
    EFI_HANDLE handle = NULL;

    iommu.protocol = (struct iommu_protocol){ .revision = REVISION,
                                              .set_attribute = set_attribute,
                                              .map = map,
                                              .unmap = unmap,
                                              .allocate = allocate,
                                              .free = release };
    iommu.rig = rig;
    iommu.grudge = grudge;
    iommu.card = *rig->card_io;
    if (EFI_ERROR(rig->boot->InstallProtocolInterface(&handle, &(EFI_GUID)EDKII_IOMMU_PROTOCOL_GUID,
                                                      EFI_NATIVE_INTERFACE, &iommu.protocol))) {
        rig_say("the IOMMU protocol could not be installed", UINT64_MAX);
        return false;
    }
    tell_pci_bus(rig);
    rig->card_io->Attributes = card_attributes;
    rig->card_io->Map = card_map;
    rig->card_io->AllocateBuffer = card_allocate;
    rig->card_io->FreeBuffer = card_free;
    return true;
}
