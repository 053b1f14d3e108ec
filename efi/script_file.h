/* efi/script_file.h: the script that script= names, from where barecard.cfg came from.
 *
 * Errors  a file that cannot be read or understood is a sentence in `error`; then nothing is done with any card. */
#ifndef EFI_SCRIPT_FILE_H
#define EFI_SCRIPT_FILE_H

#include "efi/folder.h"
#include "suite/prompt/script.h"
#include "suite/run/run.h"

struct script_file {
    struct run_script script; /* without a text: lines are typed */
    char text[PROMPT_SCRIPT_MAX + 1];
};

/* `name` stays where it is; empty: there is none. */
void script_file_read(struct script_file *file, const struct folder *folder, const char *name,
                      char error[CONFIG_ERROR_MAX]);
/* Null: lines are typed. */
const struct run_script *script_file_loaded(const struct script_file *file);

#endif
