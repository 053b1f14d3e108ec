/* efi/stick.h: the volume that the image was started from, or one that was made for Barecard: configuration in, report
 * out. Nothing is written to a volume that is neither.
 *
 * Shape   \report.jsonl only grows: nothing that it had is ever at risk, so it is written in place, and a line is on the medium
 *         when stick_append returns OK. Every other file is begun anew, and takes the place of the one before of its name
 *         when it is whole (efi/new_file.h).
 * Errors  stick_open, stick_find: ERR_NOT_FOUND, ERR_RANGE if several volumes could be meant. stick_read: ERR_NOT_FOUND, ERR_RIG, ERR_RANGE if the file is
 *         larger than the buffer. stick_append: ERR_RIG, and for every later line too, because a
 *         medium that failed (read-only, full, pulled out) is left alone. If the report would end within a test that
 *         has ended, its last line becomes a record of type `full`. */
#ifndef EFI_STICK_H
#define EFI_STICK_H

#include <stdbool.h>
#include <stddef.h>

#include "efi/new_file.h"

struct stick {
    EFI_FILE_HANDLE root;   /* null: no volume */
    EFI_FILE_HANDLE report; /* null: not open */
    bool line_open;         /* the report ends within a line */
    bool failed;            /* no line is kept any more */
    bool unfinished;        /* the lines kept end within a test or a phase */
    uint64_t last_at;       /* where the last of them begins, and its bytes */
    size_t last_size;
    bool full; /* nothing is added to the report, so that there is room for report.txt */
    struct new_file text, probe;
    struct new_file log; /* of accesses */
    uint64_t log_at;     /* where its next byte goes by default */
};

/* The image's volume, if it has \barecard.cfg or a \EFI\BOOT\BOOTX64.EFI that holds `build`, the version of the
 * firmware that runs; else as stick_find. */
enum err stick_open(struct stick *stick, EFI_BOOT_SERVICES *boot, EFI_HANDLE image,
                    const char *build) MUST_CHECK;
/* The one volume with a \barecard.cfg that may be written. */
enum err stick_find(struct stick *stick, EFI_BOOT_SERVICES *boot) MUST_CHECK;
/* It has \barecard.cfg.txt, as programs name it that hide the ends of names. */
bool stick_is_misnamed(struct stick *stick);
void stick_close(struct stick *stick);
enum err stick_read(struct stick *stick, CHAR16 *name, char *bytes, size_t size,
                    size_t *length) MUST_CHECK;
/* Opens the report for stick_append; `size` is how many bytes it holds. */
enum err stick_open_report(struct stick *stick, CHAR16 *name, uint64_t *size) MUST_CHECK;
/* Reads the report as it was when opened; returns how many bytes were read. */
size_t stick_read_report(struct stick *stick, uint64_t offset, char *bytes, size_t size);
/* Bytes of the volume that are free; 0 if it does not say. It may have to read all of its table for that. */
uint64_t stick_free(struct stick *stick);
/* One line or several. */
enum err stick_append(struct stick *stick, const char *lines, size_t size) MUST_CHECK;

/* A write that does not fit is undone: the file is as it was before. */
enum err stick_write_new(struct new_file *file, const char *bytes, size_t size) MUST_CHECK;
/* A file that is there whole, or as it was before. */
enum err stick_keep(struct stick *stick, const CHAR16 *name, const void *bytes,
                    size_t size) MUST_CHECK;
/* An older file as it is; new_file_write adds text after its end. */
enum err stick_open_end(struct stick *stick, CHAR16 *name, struct new_file *file) MUST_CHECK;

/* A file in which text is written at offsets, begun anew; bytes that it may have so that some of the volume stays
 * free, 0 if it cannot be made. */
uint64_t stick_open_log(struct stick *stick, const CHAR16 *name);
/* On the medium when it returns. */
enum err stick_write_log(struct stick *stick, uint64_t at, const char *text,
                         size_t size) MUST_CHECK;

#endif
