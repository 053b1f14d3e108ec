#include "linux/rom.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static size_t read_file(const char *folder, const char *name, void *bytes, size_t size)
{
    char path[512];
    struct stat about;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *const file = fopen(path, "re");
    if (!file)
        return 0;
    size_t length = 0;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        length = (size_t)about.st_size;
    if (fread(bytes, 1, length < size ? length : size, file) != (length < size ? length : size))
        length = 0;
    fclose(file);
    return length;
}

static int is_rom(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name);

    return length > 4 && length < BUS_ROM_NAME_MAX &&
           strcasecmp(entry->d_name + length - 4, ".rom") == 0;
}

/* The ROM with the card's own ids comes first, because its name promises that it is of this board;
 * the others follow by name. */
size_t rom_file(const char *folder, const uint16_t ids[4], unsigned index, void *bytes, size_t size,
                char name[BUS_ROM_NAME_MAX])
{
    struct dirent **entries = NULL;
    char own[BUS_ROM_NAME_MAX];
    const int count = scandir(folder, &entries, is_rom, alphasort);
    bool has_own = false;

    snprintf(own, sizeof(own), "%04x-%04x-%04x-%04x.rom", (unsigned)ids[0], (unsigned)ids[1],
             (unsigned)ids[2], (unsigned)ids[3]);
    for (int i = 0; i < count; i++)
        has_own |= strcmp(entries[i]->d_name, own) == 0;
    name[0] = '\0';
    if (has_own && index == 0)
        snprintf(name, BUS_ROM_NAME_MAX, "%s", own);
    index -= has_own;
    for (int i = 0; i < count; i++) {
        if (!name[0] && strcmp(entries[i]->d_name, own) != 0 && index-- == 0)
            snprintf(name, BUS_ROM_NAME_MAX, "%.63s", entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return name[0] ? read_file(folder, name, bytes, size) : 0;
}
