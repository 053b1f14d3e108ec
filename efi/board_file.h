/* efi/board_file.h: the board file that expect= names, from where barecard.cfg came from.
 *
 * Errors  a file that cannot be read or understood is a sentence in `error`; then nothing is tested, because a station
 *         would take any board for the expected one. */
#ifndef EFI_BOARD_FILE_H
#define EFI_BOARD_FILE_H

#include "efi/folder.h"
#include "suite/kit/expect.h"
#include "suite/run/config.h"

struct board_file {
    bool loaded;
    struct expectations expected;
    char text[EXPECT_MAX_BYTES + 1];
};

/* `name` empty: nothing is expected. */
void board_file_read(struct board_file *file, const struct folder *folder, const char *name,
                     char error[CONFIG_ERROR_MAX]);
/* Null: nothing is expected. */
const struct expectations *board_file_loaded(const struct board_file *file);

#endif
