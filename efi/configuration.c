#include "efi/configuration.h"

#include "suite/run/options.h"

#define WORDS_NAME "load options"

static bool read_words(struct configuration *configuration, EFI_BOOT_SERVICES *boot,
                       EFI_HANDLE image)
{
    EFI_LOADED_IMAGE_PROTOCOL *loaded = NULL;
    struct text source = text_in(configuration->source, sizeof(configuration->source));

    if (EFI_ERROR(boot->HandleProtocol(image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID,
                                       (void **)&loaded)) ||
        loaded->LoadOptions == NULL ||
        !options_text(loaded->LoadOptions, loaded->LoadOptionsSize, configuration->text,
                      sizeof(configuration->text)))
        return false;
    text_string(&source, WORDS_NAME);
    return true;
}

static void complain(struct configuration *configuration, enum err e)
{
    struct text error = text_in(configuration->error, sizeof(configuration->error));

    if (e == ERR_RANGE)
        text_format(&error, "%s: larger than %u bytes", configuration->source, CONFIG_MAX_BYTES);
    else if (e == ERR_TIMEOUT)
        text_format(&error, "%s: the server does not answer", configuration->source);
    else
        text_format(&error, "%s: cannot be read", configuration->source);
}

/* Half a list of names is no answer: a file that may be there and cannot be read ends the search. */
static enum err read_files(struct configuration *configuration, const struct folder *folder,
                           const struct config_names *names, size_t *length)
{
    enum err e = ERR_NOT_FOUND;

    for (unsigned i = 0; i < names->count && e == ERR_NOT_FOUND; i++) {
        struct text source = text_in(configuration->source, sizeof(configuration->source));

        folder->words(folder->opaque, names->names[i], &source);
        e = folder->read(folder->opaque, names->names[i], configuration->text,
                         sizeof(configuration->text), length);
    }
    if (e == ERR_NOT_FOUND)
        configuration->source[0] = '\0';
    return e;
}

/* Defaults come first, because a configuration that is missing or wrong must leave none of the last round's
 * values. */
void configuration_read(struct configuration *configuration, EFI_BOOT_SERVICES *boot,
                        EFI_HANDLE image, const struct folder *folder,
                        const struct config_names *names, struct run_config *config)
{
    size_t length = 0;
    enum err e = OK;

    config_defaults(config);
    configuration->source[0] = configuration->error[0] = '\0';
    if (read_words(configuration, boot, image))
        length = string_length(configuration->text);
    else
        e = read_files(configuration, folder, names, &length);
    if (e == OK)
        e = config_parse(config, configuration->source, configuration->text, length,
                         configuration->error);
    else if (e != ERR_NOT_FOUND)
        complain(configuration, e);
    if (e == OK)
        configuration->error[0] = '\0';
}
