#include "efi/new_file.h"

#include "efi/memory.h"

#define CHANGE       (EFI_FILE_MODE_READ | EFI_FILE_MODE_WRITE)
#define ASIDE        L".was"
#define ASIDE_LENGTH 4
#define INFO_ROOM    512 /* bytes: what a volume says of a file, with its name */

struct file_name {
    CHAR16 letters[NEW_FILE_NAME_MAX + ASIDE_LENGTH];
};

/* The name with another ending; one without any gets it. */
static struct file_name aside_of(const struct new_file *file)
{
    struct file_name aside = { 0 };
    unsigned end = 0, dot = 0;

    for (; file->name[end]; end++) {
        aside.letters[end] = file->name[end];
        if (file->name[end] == L'.')
            dot = end;
    }
    memcpy(aside.letters + (dot ? dot : end), ASIDE, sizeof(ASIDE));
    return aside;
}

/* ERR_NOT_FOUND; ERR_RIG also for a folder of that name. */
static enum err open_file(struct new_file *file, CHAR16 *name, EFI_FILE_HANDLE *out)
{
    uint64_t room[INFO_ROOM / sizeof(uint64_t)];
    const EFI_FILE_INFO *const info = (EFI_FILE_INFO *)room;
    UINTN size = sizeof(room);
    const EFI_STATUS status = file->root->Open(file->root, out, name, CHANGE, 0);

    if (EFI_ERROR(status))
        return status == EFI_NOT_FOUND ? ERR_NOT_FOUND : ERR_RIG;
    if (!EFI_ERROR((*out)->GetInfo(*out, &(EFI_GUID)EFI_FILE_INFO_ID, &size, room)) &&
        !(info->Attribute & EFI_FILE_DIRECTORY))
        return OK;
    (*out)->Close(*out);
    return ERR_RIG;
}

/* systemd-boot renames its entries in the same way, so that firmware of machines can do it. */
static enum err rename_open(EFI_FILE_HANDLE file, const CHAR16 *name)
{
    uint64_t room[INFO_ROOM / sizeof(uint64_t)];
    EFI_FILE_INFO *const info = (EFI_FILE_INFO *)room;
    CHAR16 *const letters = (CHAR16 *)((char *)room + SIZE_OF_EFI_FILE_INFO);
    UINTN size = sizeof(room);
    unsigned length = 0;

    if (EFI_ERROR(file->GetInfo(file, &(EFI_GUID)EFI_FILE_INFO_ID, &size, info)))
        return ERR_RIG;
    for (; name[1 + length]; length++) /* in its folder, so without the backslash */
        letters[length] = name[1 + length];
    letters[length++] = L'\0';
    info->Size = SIZE_OF_EFI_FILE_INFO + length * sizeof(CHAR16);
    if (EFI_ERROR(file->SetInfo(file, &(EFI_GUID)EFI_FILE_INFO_ID, (UINTN)info->Size, info)) ||
        EFI_ERROR(file->Flush(file)))
        return ERR_RIG;
    return OK;
}

static void move_back(struct new_file *file)
{
    struct file_name aside = aside_of(file);
    EFI_FILE_HANDLE older = NULL;

    if (!file->older || open_file(file, aside.letters, &older) != OK)
        return;
    (void)!rename_open(older, file->name);
    older->Close(older);
}

/* If an older file is aside already, the file of this name is a newer one that a hang or a power cut has left unfinished. */
static enum err move_aside(struct new_file *file)
{
    struct file_name aside = aside_of(file);
    EFI_FILE_HANDLE older = NULL, now = NULL;
    enum err e = open_file(file, aside.letters, &older);

    file->older = e == OK;
    if (e == OK)
        older->Close(older);
    else if (e != ERR_NOT_FOUND)
        return e;
    e = open_file(file, file->name, &now);
    if (e != OK)
        return e == ERR_NOT_FOUND ? OK : e;
    if (file->older) {
        now->Delete(now); /* closes it as well */
        return OK;
    }
    e = rename_open(now, aside.letters);
    now->Close(now);
    file->older = true;
    if (e != OK)
        move_back(file); /* it may have been renamed, and not reached the medium */
    return e;
}

enum err new_file_begin(struct new_file *file, EFI_FILE_HANDLE root, const CHAR16 *name)
{
    *file = (struct new_file){ .root = root };
    if (root == NULL)
        return ERR_NOT_FOUND;
    for (unsigned i = 0; name[i] && i + 1 < NEW_FILE_NAME_MAX; i++)
        file->name[i] = name[i];
    const enum err e = move_aside(file);

    if (e != OK)
        return e;
    if (!EFI_ERROR(root->Open(root, &file->file, file->name, CHANGE | EFI_FILE_MODE_CREATE, 0)))
        return OK;
    file->file = NULL;
    move_back(file);
    return ERR_RIG;
}

enum err new_file_write(struct new_file *file, const char *bytes, size_t size)
{
    UINTN written = size;

    if (file->file == NULL ||
        EFI_ERROR(file->file->Write(file->file, &written, (void *)(uintptr_t)bytes)) ||
        written != size || EFI_ERROR(file->file->Flush(file->file)))
        return ERR_RIG;
    return OK;
}

void new_file_end(struct new_file *file)
{
    struct file_name aside = aside_of(file);
    EFI_FILE_HANDLE older = NULL;

    if (file->file == NULL)
        return;
    file->file->Close(file->file);
    file->file = NULL;
    if (file->older && open_file(file, aside.letters, &older) == OK)
        older->Delete(older);
}

void new_file_undo(struct new_file *file)
{
    if (file->file == NULL)
        return;
    file->file->Delete(file->file); /* closes it as well */
    file->file = NULL;
    move_back(file);
}
