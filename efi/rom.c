#include "efi/rom.h"

#include "efi/memory.h"
#include "engines/text.h"

#define FOLDER    L"\\vbios"
#define PATH_MAX  (BUS_ROM_NAME_MAX + 8)
#define INFO_MAX  512 /* bytes of a folder's entry for one file */
#define FILES_MAX 256 /* of a folder that are looked at */

size_t rom_firmware_read(const struct pci_io *taken, void *bytes, size_t size)
{
    if (taken->io == NULL || taken->io->RomImage == NULL || taken->io->RomSize == 0)
        return 0;
    const size_t all = (size_t)taken->io->RomSize;
    memcpy(bytes, taken->io->RomImage, all < size ? all : size);
    return all;
}

static void make_path(CHAR16 path[PATH_MAX], const char *name)
{
    unsigned used = 0;

    for (const CHAR16 *c = FOLDER; *c; c++)
        path[used++] = *c;
    path[used++] = L'\\';
    for (; *name && used < PATH_MAX - 1; name++)
        path[used++] = (CHAR16)*name;
    path[used] = 0;
}

static size_t read_file(struct stick *stick, const char *name, void *bytes, size_t size)
{
    CHAR16 path[PATH_MAX];
    size_t length = 0;

    make_path(path, name);
    return stick_read(stick, path, bytes, size, &length) == OK ? length : 0;
}

static CHAR16 lower(CHAR16 c)
{
    return c >= L'A' && c <= L'Z' ? (CHAR16)(c - L'A' + L'a') : c;
}

/* A file whose name is printable, fits and ends in .rom. */
static bool is_rom(const EFI_FILE_INFO *info, char name[BUS_ROM_NAME_MAX])
{
    static const char end[] = ".rom";
    unsigned length = 0;

    if (info->Attribute & EFI_FILE_DIRECTORY)
        return false;
    for (; info->FileName[length]; length++) {
        const CHAR16 c = info->FileName[length];
        if (length == BUS_ROM_NAME_MAX - 1 || c < L' ' || c > L'~')
            return false;
        name[length] = (char)c;
    }
    name[length] = '\0';
    if (length < sizeof(end))
        return false;
    for (unsigned i = 0; i < sizeof(end) - 1; i++)
        if (lower(info->FileName[length - 4 + i]) != (CHAR16)end[i])
            return false;
    return true;
}

/* The name of the nth such file of the folder, without counting the one that is called `but`; false: the folder has
 * fewer. */
static bool find_name(struct stick *stick, unsigned index, const char *but,
                      char name[BUS_ROM_NAME_MAX])
{
    EFI_FILE_HANDLE folder = NULL;
    _Alignas(8) uint8_t info[INFO_MAX];
    bool found = false;

    if (stick->root == NULL ||
        EFI_ERROR(stick->root->Open(stick->root, &folder, FOLDER, EFI_FILE_MODE_READ, 0)))
        return false;
    for (unsigned i = 0; i < FILES_MAX && !found; i++) {
        UINTN size = sizeof(info);

        if (EFI_ERROR(folder->Read(folder, &size, info)) || size == 0)
            break;
        if (is_rom((const EFI_FILE_INFO *)info, name) && !string_equal(name, but))
            found = index-- == 0;
    }
    folder->Close(folder);
    return found;
}

size_t rom_file_read(struct stick *stick, const uint16_t ids[4], unsigned index, void *bytes,
                     size_t size, char name[BUS_ROM_NAME_MAX])
{
    char own[BUS_ROM_NAME_MAX];
    struct text text = text_in(own, sizeof(own));
    struct text given = text_in(name, BUS_ROM_NAME_MAX);

    text_format(&text, "%04x-%04x-%04x-%04x.rom", (unsigned)ids[0], (unsigned)ids[1],
                (unsigned)ids[2], (unsigned)ids[3]);
    const size_t length = read_file(stick, own, bytes, size);
    if (length != 0 && index == 0) {
        text_string(&given, own);
        return length;
    }
    if (!find_name(stick, length != 0 ? index - 1 : index, own, name))
        return 0;
    return read_file(stick, name, bytes, size);
}
