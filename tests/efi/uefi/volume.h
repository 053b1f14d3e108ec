/* tests/efi/uefi/volume.h: a volume with files, in memory, that can be made to fail.
 *
 * Shape   volume_offer puts it on a handle. Names are those that efi/ opens, with the backslash. */
#pragma once

#include "tests/efi/uefi/machine.h"

#define IMAGE  machine_handle(1)
#define VOLUME machine_handle(2)

#define VOLUME_FILES 9
#define VOLUME_BYTES (1u << 20)

/* clang-format off */
enum volume_call {
    CALL_OPEN, CALL_READ, CALL_WRITE, CALL_FLUSH, CALL_SEEK, CALL_TELL, CALL_INFO, CALL_RENAME, CALL_DELETE, CALLS
};
/* clang-format on */

struct volume_file {
    CHAR16 name[96]; /* empty: no such file */
    bool folder, read_only;
    size_t size, flushed; /* bytes; of them those that are on the medium */
    char bytes[VOLUME_BYTES];
};

struct volume {
    EFI_SIMPLE_FILE_SYSTEM_PROTOCOL protocol;
    struct volume_file files[VOLUME_FILES];
    uint64_t free_bytes;
    unsigned good[CALLS]; /* so many calls of a kind succeed, then each fails; 0: none does */
    bool fails[CALLS];    /* whether that counts */
    bool fails_once;      /* the first call that fails is the only one */
    size_t write_most;    /* of one Write; 0: all */
    size_t bytes_most;    /* all files together may have; 0: no limit */
    void (*before)(struct volume *volume, enum volume_call call); /* each call; null: nothing */
    int opened;                                                   /* handles, the root among them */
};

void volume_begin(struct volume *volume);
void volume_offer(struct volume *volume, EFI_HANDLE handle);
/* A file with a text, or an empty one. */
struct volume_file *volume_put(struct volume *volume, const CHAR16 *name, const char *text);
struct volume_file *volume_find(struct volume *volume, const CHAR16 *name);
/* Checks that a file holds a text, and that all of it is on the medium. */
void volume_holds(struct volume *volume, const CHAR16 *name, const char *text);
/* The `good` first calls of a kind succeed from now on. */
void volume_fail(struct volume *volume, enum volume_call call, unsigned good);
void volume_mend(struct volume *volume);
