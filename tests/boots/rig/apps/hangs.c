/* tests/boots/rig/apps/hangs.c: a machine with a hardware watchdog, whose card stops answering as soon as the report
 * has one of the records that \hang.txt on the stick names: "start TEST" or "phase WORDS", a line each.
 *
 * The watchdog is QEMU's i6300esb. A timer of the machine's firmware keeps it quiet, which a processor that waits for
 * the card does not let run. Each start is an hour after the one before, by the machine's clock: a rig's watchdog
 * waits for longer than a test has patience.
 * Source  docs/hardware/uefi-on-machines.md §3.2 */
#include "engines/text.h"
#include "hw/pci.h"
#include "model/qemu/hang_port.h"
#include "tests/boots/rig/rig.h"

#define LIST_PATH   L"\\hang.txt"
#define REPORT_PATH L"\\report.jsonl"
#define LIST_MAX    2048
#define TARGETS_MAX 80
#define NEEDLE_MAX  96

#define VENDOR_INTEL    0x8086
#define DEVICE_I6300ESB 0x25ab
#define CONFIG_REBOOT   0x60 /* 16 bits; bit 5 clear: reset; bit 2 clear: milliseconds a tick */
#define CONFIG_LOCK     0x68 /* 8 bits */
#define LOCK_ENABLE     0x2
#define TIMER_1         0x0
#define TIMER_2         0x4
#define RELOAD          0xc /* 16 bits: 0x80 and 0x86 unlock one write */
#define RELOAD_KICK     0x100
#define STAGE_TICKS     2500 /* of about a millisecond; the second stage's end resets */
#define KICK_100NS      5000000

static struct rig rig;
static EFI_PCI_IO_PROTOCOL *watchdog;

struct target {
    char type[NEEDLE_MAX], name[NEEDLE_MAX]; /* both stand in the record */
};
static struct target targets[TARGETS_MAX];
static unsigned target_count;

/* ---- the watchdog ------------------------------------------------------------------------------ */

static void write_timer(EFI_PCI_IO_PROTOCOL_WIDTH width, UINT64 at, uint32_t value)
{
    uint16_t unlock = 0x80;

    watchdog->Mem.Write(watchdog, EfiPciIoWidthUint16, 0, RELOAD, 1, &unlock);
    unlock = 0x86;
    watchdog->Mem.Write(watchdog, EfiPciIoWidthUint16, 0, RELOAD, 1, &unlock);
    watchdog->Mem.Write(watchdog, width, 0, at, 1, &value);
}

static void EFIAPI kick(EFI_EVENT event, void *context)
{
    (void)event, (void)context;
    write_timer(EfiPciIoWidthUint16, RELOAD, RELOAD_KICK);
}

static bool find_watchdog(void)
{
    EFI_HANDLE *handles = NULL;
    UINTN count = 0;

    rig.boot->LocateHandleBuffer(ByProtocol, &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, NULL, &count,
                                 &handles);
    for (UINTN i = 0; i < count && !watchdog; i++) {
        EFI_PCI_IO_PROTOCOL *io = NULL;
        uint32_t ids = 0;

        rig.boot->HandleProtocol(handles[i], &(EFI_GUID)EFI_PCI_IO_PROTOCOL_GUID, (void **)&io);
        io->Pci.Read(io, EfiPciIoWidthUint32, PCI_VENDOR_ID, 1, &ids);
        if (ids == (VENDOR_INTEL | DEVICE_I6300ESB << 16))
            watchdog = io;
    }
    return watchdog != NULL;
}

static bool arm_watchdog(void)
{
    uint16_t reboot = 0;
    uint8_t lock = LOCK_ENABLE;
    EFI_EVENT event;

    if (!find_watchdog() ||
        EFI_ERROR(watchdog->Attributes(watchdog, EfiPciIoAttributeOperationEnable,
                                       EFI_PCI_IO_ATTRIBUTE_MEMORY, NULL)))
        return false;
    write_timer(EfiPciIoWidthUint32, TIMER_1, STAGE_TICKS);
    write_timer(EfiPciIoWidthUint32, TIMER_2, STAGE_TICKS);
    watchdog->Pci.Write(watchdog, EfiPciIoWidthUint16, CONFIG_REBOOT, 1, &reboot);
    watchdog->Pci.Write(watchdog, EfiPciIoWidthUint8, CONFIG_LOCK, 1, &lock);
    return !EFI_ERROR(rig.boot->CreateEvent(EVT_TIMER | EVT_NOTIFY_SIGNAL, TPL_NOTIFY, kick, NULL,
                                            &event)) &&
           !EFI_ERROR(rig.boot->SetTimer(event, TimerPeriodic, KICK_100NS));
}

static void hour_later(void)
{
    EFI_TIME now;

    if (EFI_ERROR(rig.table->RuntimeServices->GetTime(&now, NULL)))
        return;
    now.Day = (UINT8)(now.Day + (now.Hour == 23));
    now.Hour = (UINT8)((now.Hour + 1) % 24);
    rig.table->RuntimeServices->SetTime(&now);
}

/* ---- the report -------------------------------------------------------------------------------- */

static EFI_STATUS(EFIAPI *real_open_volume)(EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *, EFI_FILE_HANDLE *);
static EFI_FILE_OPEN real_open;
static EFI_FILE_WRITE real_write;

static bool has(const char *bytes, UINTN size, const char *part)
{
    const size_t length = string_length(part);

    for (UINTN i = 0; i + length <= size; i++) {
        size_t same = 0;

        while (same < length && bytes[i + same] == part[same])
            same++;
        if (same == length)
            return true;
    }
    return false;
}

static bool is_target(const char *line, UINTN size)
{
    for (unsigned i = 0; i < target_count; i++)
        if (has(line, size, targets[i].type) && has(line, size, targets[i].name))
            return true;
    return false;
}

/* Records may come together. They are written all the same: the card stops before the next access to it. */
static EFI_STATUS EFIAPI write_record(EFI_FILE_HANDLE file, UINTN *size, void *bytes)
{
    const char *const text = bytes;

    for (UINTN from = 0, to; from < *size; from = to + 1) {
        for (to = from; to < *size && text[to] != '\n'; to++)
            ;
        if (!is_target(text + from, to - from))
            continue;
        rig_say("the card stops", UINT64_MAX);
        rig_out32(HANG_PORT, 1);
    }
    return real_write(file, size, bytes);
}

static bool same_path(const CHAR16 *a, const CHAR16 *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static EFI_STATUS EFIAPI open_file(EFI_FILE_HANDLE root, EFI_FILE_HANDLE *file, CHAR16 *name,
                                   UINT64 mode, UINT64 attributes)
{
    const EFI_STATUS status = real_open(root, file, name, mode, attributes);

    if (!EFI_ERROR(status) && same_path(name, REPORT_PATH)) {
        real_write = (*file)->Write;
        (*file)->Write = write_record;
    }
    return status;
}

static EFI_STATUS EFIAPI open_volume(EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume, EFI_FILE_HANDLE *root)
{
    const EFI_STATUS status = real_open_volume(volume, root);

    if (!EFI_ERROR(status)) {
        real_open = (*root)->Open;
        (*root)->Open = open_file;
    }
    return status;
}

/* "start vm.pte.4k" */
static void add_target(const char *line, size_t length)
{
    struct target *const target = &targets[target_count];
    const bool phase = string_starts(line, "phase ");
    struct text type = text_in(target->type, NEEDLE_MAX);
    struct text name = text_in(target->name, NEEDLE_MAX);

    if (target_count == TARGETS_MAX || length <= 6)
        return;
    text_format(&type, "\"type\":\"%s\"", phase ? "phase" : "start");
    text_format(&name, "\"%s\":\"", phase ? "phase" : "test");
    for (size_t i = 6; i < length; i++)
        text_char(&name, line[i]);
    text_char(&name, '"');
    target_count++;
}

static bool read_list(EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume)
{
    static char list[LIST_MAX];
    EFI_FILE_HANDLE root = NULL, file = NULL;
    UINTN size = sizeof(list);

    if (EFI_ERROR(volume->OpenVolume(volume, &root)) ||
        EFI_ERROR(root->Open(root, &file, LIST_PATH, EFI_FILE_MODE_READ, 0)) ||
        EFI_ERROR(file->Read(file, &size, list)))
        return false;
    for (UINTN from = 0, to; from < size; from = to + 1) {
        for (to = from; to < size && list[to] != '\n'; to++)
            ;
        add_target(list + from, to - from);
    }
    return target_count != 0;
}

static bool watch_report(void)
{
    EFI_LOADED_IMAGE_PROTOCOL *ours = NULL;
    EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume = NULL;

    rig.boot->HandleProtocol(rig.image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID, (void **)&ours);
    if (EFI_ERROR(rig.boot->HandleProtocol(ours->DeviceHandle,
                                           &(EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID,
                                           (void **)&volume)) ||
        !read_list(volume))
        return false;
    real_open_volume = volume->OpenVolume;
    volume->OpenVolume = open_volume;
    return true;
}

EFI_STATUS efi_main(EFI_HANDLE image, EFI_SYSTEM_TABLE *table, uint64_t image_base)
{
    (void)image_base;
    if (!rig_open(&rig, image, table))
        return EFI_ABORTED;
    hour_later();
    if (!watch_report() || !arm_watchdog()) {
        rig_say("no list of hangs, or no watchdog", UINT64_MAX);
        return EFI_ABORTED;
    }
    return rig_start(&rig, table);
}
