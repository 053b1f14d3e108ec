/* efi/configuration.h: the run's configuration: the words that the image was started with, else a configuration file.
 *
 * Shape   the words alone count if they have a KEY=VALUE. Else the first file that is there counts: under the
 *         machine's serial number, under the address of its network card, barecard.cfg (suite/net/names.h).
 * Errors  `error` names a part that cannot be read or understood; empty: the configuration is good, or there is
 *         none. */
#ifndef EFI_CONFIGURATION_H
#define EFI_CONFIGURATION_H

#include "efi/folder.h"
#include "suite/run/config.h"

struct configuration {
    char source[URL_WORDS_MAX +
                NAME_MAX]; /* the file that was read, for messages; empty: there was none */
    char error[CONFIG_ERROR_MAX];
    char text[CONFIG_MAX_BYTES];
};

void configuration_read(struct configuration *configuration, EFI_BOOT_SERVICES *boot,
                        EFI_HANDLE image, const struct folder *folder,
                        const struct config_names *names, struct run_config *config);

#endif
