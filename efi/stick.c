#include "efi/stick.h"

#include "efi/memory.h"
#include "engines/text.h"

#define END_OF_FILE UINT64_MAX
#define LOG_MOST    (UINT64_C(32) << 20)
#define KEPT_FREE   (UINT64_C(4) << 20) /* for the report */
#define MARKER      L"\\barecard.cfg"
#define MISNAMED    L"\\barecard.cfg.txt"
#define FIRMWARE    L"\\EFI\\BOOT\\BOOTX64.EFI"
#define START       "{\"type\":\"start\""
#define PHASE       "{\"type\":\"phase\""
#define END         "{\"type\":\"end\""
#define VERDICT     "{\"type\":\"verdict\""
#define FULL        "{\"type\":\"full\",\"text\":\"what follows was not kept\"}"
#define BLOCK       4096u

static EFI_HANDLE volume_of(EFI_BOOT_SERVICES *boot, EFI_HANDLE image)
{
    EFI_LOADED_IMAGE_PROTOCOL *loaded = NULL;
    const EFI_STATUS status =
        boot->HandleProtocol(image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID, (void **)&loaded);

    return EFI_ERROR(status) ? NULL : loaded->DeviceHandle;
}

static enum err open_volume(struct stick *stick, EFI_BOOT_SERVICES *boot, EFI_HANDLE device)
{
    EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *volume = NULL;

    *stick = (struct stick){ 0 };
    if (device == NULL)
        return ERR_NOT_FOUND;
    if (EFI_ERROR(boot->HandleProtocol(device, &(EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID,
                                       (void **)&volume)))
        return ERR_NOT_FOUND;
    return EFI_ERROR(volume->OpenVolume(volume, &stick->root)) ? ERR_NOT_FOUND : OK;
}

static void close_file(EFI_FILE_HANDLE *file)
{
    if (*file != NULL)
        (*file)->Close(*file);
    *file = NULL;
}

static void close_report(struct stick *stick)
{
    stick->failed = stick->unfinished = false;
    close_file(&stick->report);
}

void stick_close(struct stick *stick)
{
    close_report(stick);
    new_file_end(&stick->text);
    new_file_end(&stick->probe);
    new_file_end(&stick->log);
    close_file(&stick->root);
}

static bool has_file(struct stick *stick, CHAR16 *name, UINT64 mode)
{
    EFI_FILE_HANDLE file = NULL;

    if (EFI_ERROR(stick->root->Open(stick->root, &file, name, mode, 0)))
        return false;
    close_file(&file);
    return true;
}

static bool holds(const char *bytes, size_t size, const char *words, size_t length)
{
    for (size_t at = 0; at + length <= size; at++)
        if (bytes[at] == words[0] && memcmp(bytes + at, words, length) == 0)
            return true;
    return false;
}

/* The words may lie across the end of a block, so the end of each is looked at again with the next one. */
static bool file_holds(EFI_FILE_HANDLE file, const char *words)
{
    const size_t length = string_length(words);
    char bytes[2 * BLOCK];
    size_t kept = 0;
    bool found = false;

    if (length == 0 || length > BLOCK)
        return false;
    for (;;) {
        UINTN count = BLOCK;

        if (found || EFI_ERROR(file->Read(file, &count, bytes + kept)) || count == 0)
            return found;
        found = holds(bytes, kept + count, words, length);
        const size_t size = kept + count;

        kept = size < length ? size : length - 1;
        memmove(bytes, bytes + size - kept, kept);
    }
}

/* A volume with the firmware that runs: its version names the build that it comes from. */
static bool has_build(struct stick *stick, const char *build)
{
    EFI_FILE_HANDLE file = NULL;

    if (EFI_ERROR(stick->root->Open(stick->root, &file, FIRMWARE, EFI_FILE_MODE_READ, 0)))
        return false;
    const bool same = file_holds(file, build);

    close_file(&file);
    return same;
}

static enum err open_own(struct stick *stick, EFI_BOOT_SERVICES *boot, EFI_HANDLE image,
                         const char *build)
{
    if (open_volume(stick, boot, volume_of(boot, image)) != OK)
        return ERR_NOT_FOUND;
    if (has_file(stick, MARKER, EFI_FILE_MODE_READ) || has_build(stick, build))
        return OK;
    stick_close(stick);
    return ERR_NOT_FOUND;
}

/* Boot loaders such as GRUB name another volume than that of the file. */
enum err stick_open(struct stick *stick, EFI_BOOT_SERVICES *boot, EFI_HANDLE image,
                    const char *build)
{
    return open_own(stick, boot, image, build) == OK ? OK : stick_find(stick, boot);
}

bool stick_is_misnamed(struct stick *stick)
{
    return stick->root != NULL && has_file(stick, MISNAMED, EFI_FILE_MODE_READ);
}

/* With two sticks neither is taken, because the report would go to one of them by chance. */
enum err stick_find(struct stick *stick, EFI_BOOT_SERVICES *boot)
{
    EFI_HANDLE *volumes = NULL;
    UINTN count = 0;
    unsigned found = 0;

    *stick = (struct stick){ 0 };
    if (EFI_ERROR(boot->LocateHandleBuffer(
            ByProtocol, &(EFI_GUID)EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID, NULL, &count, &volumes)))
        return ERR_NOT_FOUND;
    for (UINTN i = 0; i < count; i++) {
        struct stick one;

        if (open_volume(&one, boot, volumes[i]) != OK)
            continue;
        if (has_file(&one, MARKER, EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE) && found++ == 0)
            *stick = one;
        else
            stick_close(&one);
    }
    boot->FreePool(volumes);
    if (found > 1)
        stick_close(stick);
    return found == 1 ? OK : found == 0 ? ERR_NOT_FOUND : ERR_RANGE;
}

/* The file's size, found by going to its end, where the position stays. */
static enum err seek_end(EFI_FILE_HANDLE file, uint64_t *size)
{
    UINT64 end = 0;

    if (EFI_ERROR(file->SetPosition(file, END_OF_FILE)) || EFI_ERROR(file->GetPosition(file, &end)))
        return ERR_RIG;
    *size = end;
    return OK;
}

/* A file longer than the buffer is an error, not a part of it: half a configuration is a wrong one. */
enum err stick_read(struct stick *stick, CHAR16 *name, char *bytes, size_t size, size_t *length)
{
    EFI_FILE_HANDLE file = NULL;
    EFI_STATUS status;
    uint64_t file_size = 0;
    UINTN count = size;
    enum err e;

    if (stick->root == NULL)
        return ERR_NOT_FOUND;
    status = stick->root->Open(stick->root, &file, name, EFI_FILE_MODE_READ, 0);
    if (EFI_ERROR(status))
        return status == EFI_NOT_FOUND ? ERR_NOT_FOUND : ERR_RIG;

    e = seek_end(file, &file_size);
    if (e == OK && file_size > size)
        e = ERR_RANGE;
    if (e == OK &&
        (EFI_ERROR(file->SetPosition(file, 0)) || EFI_ERROR(file->Read(file, &count, bytes))))
        e = ERR_RIG;
    if (e == OK)
        *length = count;
    file->Close(file);
    return e;
}

/* Leaves the position at the end, where the next line goes. */
size_t stick_read_report(struct stick *stick, uint64_t offset, char *bytes, size_t size)
{
    UINTN count = size;

    if (stick->report == NULL)
        return 0;
    if (EFI_ERROR(stick->report->SetPosition(stick->report, offset)) ||
        EFI_ERROR(stick->report->Read(stick->report, &count, bytes)))
        count = 0;
    if (EFI_ERROR(stick->report->SetPosition(stick->report, END_OF_FILE))) {
        close_report(stick);
        return 0;
    }
    return count;
}

/* The last byte is read because a report that was cut off may end within a line, and the next line must begin on
 * its own. */
enum err stick_open_report(struct stick *stick, CHAR16 *name, uint64_t *size)
{
    char last = '\n';

    if (stick->root == NULL)
        return ERR_NOT_FOUND;
    if (EFI_ERROR(stick->root->Open(stick->root, &stick->report, name,
                                    EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE | EFI_FILE_MODE_CREATE,
                                    0))) {
        stick->report = NULL;
        return ERR_RIG;
    }
    if (seek_end(stick->report, size) != OK ||
        (*size != 0 && stick_read_report(stick, *size - 1, &last, 1) != 1)) {
        close_report(stick);
        return ERR_RIG;
    }
    stick->line_open = last != '\n';
    return OK;
}

static bool write_all(EFI_FILE_HANDLE file, const char *bytes, size_t size)
{
    UINTN written = size;

    return !EFI_ERROR(file->Write(file, &written, (void *)(uintptr_t)bytes)) && written == size;
}

static bool is_of(const char *line, size_t size, const char *type)
{
    const size_t length = string_length(type);

    return size > length && memcmp(line, type, length) == 0;
}

/* The bytes of the first line, with its end. */
static size_t line_length(const char *lines, size_t size)
{
    size_t length = 0;

    while (length < size && lines[length] != '\n')
        length++;
    return length < size ? length + 1 : size;
}

/* Whether the report ends within a test or a phase of the takeover, for the next boot. */
static void take_kept(struct stick *stick, const char *lines, size_t size, uint64_t at)
{
    stick->line_open = false;
    while (size) {
        const size_t length = line_length(lines, size);

        if (is_of(lines, length, START) || is_of(lines, length, PHASE))
            stick->unfinished = true;
        else if (is_of(lines, length, END) || is_of(lines, length, VERDICT))
            stick->unfinished = false;
        stick->last_at = at;
        stick->last_size = length;
        lines += length;
        at += length;
        size -= length;
    }
}

/* Whether the lines that are no longer kept say that the report's last test has ended: then it did not hang. */
static bool is_over(const char *lines, size_t size)
{
    for (size_t length; size; lines += length, size -= length) {
        length = line_length(lines, size);
        if (is_of(lines, length, END) || is_of(lines, length, START) ||
            is_of(lines, length, VERDICT))
            return true;
    }
    return false;
}

/* The report would end within a test, which the next boot takes for one that has hung. The last record lies in bytes that
 * the file has, so that another one of the same length fits there also where nothing more does. */
static void end_report(struct stick *stick)
{
    char blanks[64];
    const size_t length = sizeof(FULL) - 1;

    if (!stick->unfinished || stick->last_size < length + 1 ||
        EFI_ERROR(stick->report->SetPosition(stick->report, stick->last_at)) ||
        !write_all(stick->report, FULL, length))
        return;
    memset(blanks, ' ', sizeof(blanks));
    for (size_t rest = stick->last_size - length - 1; rest;) {
        const size_t size = rest < sizeof(blanks) ? rest : sizeof(blanks);

        if (!write_all(stick->report, blanks, size))
            return;
        rest -= size;
    }
    if (write_all(stick->report, "\n", 1))
        (void)stick->report->Flush(stick->report);
}

enum err stick_append(struct stick *stick, const char *lines, size_t size)
{
    UINT64 at = 0;

    if (stick->report == NULL || stick->full)
        return ERR_RIG;
    /* A power cut in the middle of the last line of an earlier run: ours begins a new one. */
    if (!stick->failed && (!stick->line_open || write_all(stick->report, "\n", 1)) &&
        !EFI_ERROR(stick->report->GetPosition(stick->report, &at)) &&
        write_all(stick->report, lines, size) && !EFI_ERROR(stick->report->Flush(stick->report))) {
        take_kept(stick, lines, size, at);
        return OK;
    }
    stick->failed = true;
    if (stick->unfinished && !is_over(lines, size))
        return ERR_RIG; /* should the test hang, the report says in which one */
    end_report(stick);
    close_report(stick);
    return ERR_RIG;
}

enum err stick_open_end(struct stick *stick, CHAR16 *name, struct new_file *file)
{
    const UINT64 mode = EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE;
    uint64_t size;

    *file = (struct new_file){ .root = stick->root };
    if (stick->root == NULL ||
        EFI_ERROR(stick->root->Open(stick->root, &file->file, name, mode, 0)))
        return ERR_NOT_FOUND;
    return seek_end(file->file, &size);
}

enum err stick_write_new(struct new_file *file, const char *bytes, size_t size)
{
    if (new_file_write(file, bytes, size) == OK)
        return OK;
    new_file_undo(file);
    return ERR_RIG;
}

uint64_t stick_free(struct stick *stick)
{
    uint64_t buffer[64]; /* the volume's name follows the structure */
    EFI_FILE_SYSTEM_INFO *const info = (EFI_FILE_SYSTEM_INFO *)buffer;
    UINTN size = sizeof(buffer);

    if (EFI_ERROR(
            stick->root->GetInfo(stick->root, &(EFI_GUID)EFI_FILE_SYSTEM_INFO_ID, &size, info)))
        return 0;
    return info->FreeSpace;
}

enum err stick_keep(struct stick *stick, const CHAR16 *name, const void *bytes, size_t size)
{
    struct new_file file;
    enum err e = new_file_begin(&file, stick->root, name);

    if (e == OK)
        e = stick_write_new(&file, bytes, size);
    new_file_end(&file);
    return e;
}

uint64_t stick_open_log(struct stick *stick, const CHAR16 *name)
{
    new_file_end(&stick->log);
    stick->log_at = 0;
    const uint64_t free = stick->root != NULL ? stick_free(stick) : 0;

    if (free <= KEPT_FREE || new_file_begin(&stick->log, stick->root, name) != OK)
        return 0;
    return free - KEPT_FREE < LOG_MOST ? free - KEPT_FREE : LOG_MOST;
}

/* A log that takes nothing more is kept as it is: its last line says what was under way. */
enum err stick_write_log(struct stick *stick, uint64_t at, const char *text, size_t size)
{
    const EFI_FILE_HANDLE file = stick->log.file;

    if (file == NULL)
        return ERR_RIG;
    if ((at == stick->log_at || !EFI_ERROR(file->SetPosition(file, at))) &&
        new_file_write(&stick->log, text, size) == OK) {
        stick->log_at = at + size;
        return OK;
    }
    new_file_end(&stick->log);
    return ERR_RIG;
}
