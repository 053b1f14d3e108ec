#include "tests/efi/uefi/volume.h"

/* An open file, or a folder, of which Read gives one file after the other. */
struct handle {
    EFI_FILE_PROTOCOL protocol;
    struct volume *volume;
    struct volume_file *file; /* null: the root */
    uint64_t at;
};

static bool fails(struct volume *volume, enum volume_call call)
{
    if (volume->before)
        volume->before(volume, call);
    if (!volume->fails[call])
        return false;
    if (volume->good[call] == 0) {
        volume->fails[call] = !volume->fails_once;
        return true;
    }
    volume->good[call]--;
    return false;
}

static struct handle *of(EFI_FILE_HANDLE file)
{
    return (struct handle *)file;
}

struct volume_file *volume_find(struct volume *volume, const CHAR16 *name)
{
    for (unsigned i = 0; i < VOLUME_FILES; i++)
        if (volume->files[i].name[0] && same_text(volume->files[i].name, name))
            return &volume->files[i];
    return NULL;
}

static EFI_FILE_HANDLE new_handle(struct volume *volume, struct volume_file *file);

static EFI_STATUS EFIAPI file_open(EFI_FILE_HANDLE self, EFI_FILE_HANDLE *out, CHAR16 *name,
                                   UINT64 mode, UINT64 attributes)
{
    struct volume *const volume = of(self)->volume;
    struct volume_file *file = volume_find(volume, name);

    assert_null(of(self)->file);
    if (fails(volume, CALL_OPEN))
        return EFI_DEVICE_ERROR;
    if (file == NULL && !(mode & EFI_FILE_MODE_CREATE))
        return EFI_NOT_FOUND;
    if (file != NULL && file->read_only && mode & EFI_FILE_MODE_WRITE)
        return EFI_WRITE_PROTECTED;
    *out = new_handle(volume, file != NULL ? file : volume_put(volume, name, ""));
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_close(EFI_FILE_HANDLE self)
{
    of(self)->volume->opened--;
    free(self);
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_delete(EFI_FILE_HANDLE self)
{
    const bool kept = fails(of(self)->volume, CALL_DELETE);

    if (!kept)
        memset(of(self)->file, 0, sizeof(struct volume_file));
    file_close(self);
    return kept ? EFI_WARN_DELETE_FAILURE : EFI_SUCCESS;
}

/* A folder's entry of the next file in it. */
static EFI_STATUS read_folder(struct handle *handle, UINTN *size, void *buffer)
{
    const CHAR16 *const folder = handle->file->name;
    EFI_FILE_INFO *const info = buffer;
    size_t length = 0;

    while (folder[length])
        length++;
    for (; handle->at < VOLUME_FILES; handle->at++) {
        const struct volume_file *const file = &handle->volume->files[handle->at];

        if (file->name[0] && file != handle->file &&
            memcmp(file->name, folder, length * sizeof(CHAR16)) == 0 &&
            file->name[length] == L'\\') {
            *info = (EFI_FILE_INFO){ .Attribute = file->folder ? EFI_FILE_DIRECTORY : 0 };
            for (unsigned i = 0; i == 0 || file->name[length + i]; i++) {
                info->FileName[i] = file->name[length + 1 + i];
                *size = (size_t)((uint8_t *)&info->FileName[i + 1] - (uint8_t *)info);
            }
            handle->at++;
            return EFI_SUCCESS;
        }
    }
    *size = 0;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_read(EFI_FILE_HANDLE self, UINTN *size, void *buffer)
{
    struct handle *const handle = of(self);

    if (fails(handle->volume, CALL_READ))
        return EFI_DEVICE_ERROR;
    if (handle->file->folder)
        return read_folder(handle, size, buffer);
    const size_t left =
        handle->at < handle->file->size ? handle->file->size - (size_t)handle->at : 0;

    *size = *size < left ? *size : left;
    memcpy(buffer, handle->file->bytes + (*size ? handle->at : 0), *size);
    handle->at += *size;
    return EFI_SUCCESS;
}

static size_t bytes_of(const struct volume *volume)
{
    size_t bytes = 0;

    for (unsigned i = 0; i < VOLUME_FILES; i++)
        bytes += volume->files[i].name[0] ? volume->files[i].size : 0;
    return bytes;
}

/* What a Write makes a file longer by. */
static size_t growth(const struct handle *handle, size_t size)
{
    return handle->at + size > handle->file->size ? handle->at + size - handle->file->size : 0;
}

static EFI_STATUS EFIAPI file_write(EFI_FILE_HANDLE self, UINTN *size, void *buffer)
{
    struct handle *const handle = of(self);
    struct volume_file *const file = handle->file;

    if (fails(handle->volume, CALL_WRITE) ||
        (handle->volume->bytes_most &&
         bytes_of(handle->volume) + growth(handle, *size) > handle->volume->bytes_most))
        return EFI_VOLUME_FULL;
    if (handle->volume->write_most && *size > handle->volume->write_most)
        *size = handle->volume->write_most;
    assert_true(handle->at + *size <= VOLUME_BYTES);
    memcpy(file->bytes + handle->at, buffer, *size);
    handle->at += *size;
    file->size = handle->at > file->size ? (size_t)handle->at : file->size;
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_tell(EFI_FILE_HANDLE self, UINT64 *at)
{
    *at = of(self)->at;
    return fails(of(self)->volume, CALL_TELL) ? EFI_DEVICE_ERROR : EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_seek(EFI_FILE_HANDLE self, UINT64 at)
{
    if (fails(of(self)->volume, CALL_SEEK))
        return EFI_DEVICE_ERROR;
    of(self)->at = at == UINT64_MAX ? of(self)->file->size : at;
    return EFI_SUCCESS;
}

static EFI_STATUS volume_info(const struct volume *volume, UINTN size, EFI_FILE_SYSTEM_INFO *info)
{
    assert_true(size >= sizeof(*info));
    *info = (EFI_FILE_SYSTEM_INFO){ .FreeSpace = volume->free_bytes };
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_info(EFI_FILE_HANDLE self, EFI_GUID *guid, UINTN *size, void *buffer)
{
    static const EFI_GUID of_volume = EFI_FILE_SYSTEM_INFO_ID, of_file = EFI_FILE_INFO_ID;
    EFI_FILE_INFO *const info = buffer;

    if (fails(of(self)->volume, CALL_INFO))
        return EFI_DEVICE_ERROR;
    if (memcmp(&of_volume, guid, sizeof(of_volume)) == 0)
        return volume_info(of(self)->volume, *size, buffer);
    assert_memory_equal(&of_file, guid, sizeof(of_file));
    assert_true(*size >= sizeof(*info) + sizeof(of(self)->file->name));
    *info = (EFI_FILE_INFO){ .FileSize = of(self)->file->size,
                             .Attribute = of(self)->file->folder ? EFI_FILE_DIRECTORY : 0 };
    return EFI_SUCCESS;
}

/* Of what it can set, the name alone: UEFI 2.10 section 13.5, EFI_FILE_PROTOCOL.SetInfo: "a file name that is different [...]
 * causes the file to be renamed", and none that is there already. */
static EFI_STATUS EFIAPI file_set_info(EFI_FILE_HANDLE self, EFI_GUID *guid, UINTN size,
                                       void *buffer)
{
    static const EFI_GUID id = EFI_FILE_INFO_ID;
    const EFI_FILE_INFO *const info = buffer;
    const CHAR16 *const name = (const CHAR16 *)((char *)buffer + SIZE_OF_EFI_FILE_INFO);
    CHAR16 path[96] = L"\\";
    unsigned length = 0;

    assert_memory_equal(&id, guid, sizeof(id));
    for (; name[length]; length++)
        path[1 + length] = name[length];
    assert_pairs(SIZE_OF_EFI_FILE_INFO + sizeof(CHAR16) * (length + 1), size, size, info->Size);
    assert_int_equal(of(self)->file->size, info->FileSize);
    if (fails(of(self)->volume, CALL_RENAME))
        return EFI_DEVICE_ERROR;
    if (volume_find(of(self)->volume, path))
        return EFI_ACCESS_DENIED;
    memcpy(of(self)->file->name, path, sizeof(path));
    return EFI_SUCCESS;
}

static EFI_STATUS EFIAPI file_flush(EFI_FILE_HANDLE self)
{
    if (fails(of(self)->volume, CALL_FLUSH))
        return EFI_DEVICE_ERROR;
    of(self)->file->flushed = of(self)->file->size;
    return EFI_SUCCESS;
}

static EFI_FILE_HANDLE new_handle(struct volume *volume, struct volume_file *file)
{
    struct handle *const handle = malloc(sizeof(*handle));

    /* clang-format off */
    *handle = (struct handle){
        .protocol = { .Open = file_open, .Close = file_close, .Delete = file_delete, .Read = file_read, .Write = file_write,
                      .GetPosition = file_tell, .SetPosition = file_seek, .GetInfo = file_info, .SetInfo = file_set_info, .Flush = file_flush },
        .volume = volume, .file = file };
    /* clang-format on */
    volume->opened++;
    return &handle->protocol;
}

static EFI_STATUS EFIAPI open_volume(EFI_SIMPLE_FILE_SYSTEM_PROTOCOL *self, EFI_FILE_HANDLE *root)
{
    struct volume *const volume = (struct volume *)self;

    if (fails(volume, CALL_OPEN))
        return EFI_NO_MEDIA;
    *root = new_handle(volume, NULL);
    return EFI_SUCCESS;
}

void volume_begin(struct volume *volume)
{
    memset(volume, 0, sizeof(*volume));
    volume->free_bytes = UINT64_C(1) << 30;
    volume->protocol.OpenVolume = open_volume;
}

void volume_offer(struct volume *volume, EFI_HANDLE handle)
{
    static const EFI_GUID guid = EFI_SIMPLE_FILE_SYSTEM_PROTOCOL_GUID;

    machine_offer(handle, &guid, volume);
}

struct volume_file *volume_put(struct volume *volume, const CHAR16 *name, const char *text)
{
    for (unsigned i = 0; i < VOLUME_FILES; i++) {
        struct volume_file *const file = &volume->files[i];

        if (file->name[0])
            continue;
        for (unsigned j = 0; name[j]; j++)
            file->name[j] = name[j];
        file->size = file->flushed = strlen(text);
        memcpy(file->bytes, text, file->size);
        return file;
    }
    fail_msg("the volume has no more files");
    return NULL;
}

void volume_holds(struct volume *volume, const CHAR16 *name, const char *text)
{
    const struct volume_file *const file = volume_find(volume, name);

    assert_non_null(file);
    assert_int_equal(strlen(text), file->size);
    assert_memory_equal(text, file->bytes, file->size);
    assert_int_equal(file->size, file->flushed);
}

void volume_fail(struct volume *volume, enum volume_call call, unsigned good)
{
    volume->fails[call] = true;
    volume->good[call] = good;
}

void volume_mend(struct volume *volume)
{
    memset(volume->fails, 0, sizeof(volume->fails));
}
